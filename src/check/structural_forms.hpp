// Claims about all inputs of a run whose argument of kind "structural" went through, by forms (forms.hpp).
#pragma once
#include <functional>

#include "check/forms.hpp"
#include "check/structural.hpp"

namespace hardmax::check {

struct StructuralRun {
  Sizes sizes;                       // one d and D
  const Mask* mask = nullptr;        // of yun2020b; otherwise attention is dense
  std::vector<Whole> order;          // in which tokens are moved: gamma of yun2020b, of which the first is not moved; tokens from 0
  bool others = false;               // dense, but for the own token: sparsebert
  bool increasing = false;           // no encodings: of claims that ask for increasing columns (structural_increasing.cpp). Then D^d >= n
  Whole last = 1;                    // layers after the sweeps
  Num c;
};

// Whether a claim is so for every input: its domain holds, all that it needs is Assumption 1, and its formula, decided with one input that stands for all, is true and not vacuous.
// Of runs of at most 64 tokens, and last (nd + 1) log2(D) <= 2^14. Keeps run.mask.
std::function<bool(const Entry&)> shown_by_forms(const StructuralRun& run);

}  // namespace hardmax::check
