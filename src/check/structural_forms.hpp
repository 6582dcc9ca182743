// Claims about all inputs of a run whose argument of kind "structural" went through, by forms
// (forms.hpp).
#pragma once
#include "check/constructions.hpp"
#include "check/forms.hpp"
#include "check/structural.hpp"

namespace hardmax::check {

struct StructuralRun {
  Sizes sizes;                 // one d and D
  const Mask* mask = nullptr;  // with a pattern; otherwise attention is dense
  std::vector<Whole> order;  // in which tokens are moved: gamma of a pattern, whose first token is
                             // not moved; tokens from 0
  bool others = false;       // dense, but for the own token
  bool increasing = false;   // no encodings: of claims that ask for increasing columns
                             // (structural_increasing.cpp). Then D^d >= n
  Whole last = 1;            // layers after the sweeps
  Num c;
};

// Whether a formula holds for every input: decided with one input that stands for all, it is true
// and not vacuous. A domain is decided alike, and true for no input if it has one. Of runs of at
// most 64 tokens, and last (nd + 1) log2(D) <= 2^14; of others nothing is. Keeps run.mask.
FormsOfRun forms_of_run(const StructuralRun& run);
// `pattern`: of the construction with a pattern; stages are called as its file calls them;
// the names are kept.
Vocabulary names_of_forms(bool pattern, const StageNames& stages);

}  // namespace hardmax::check
