// A claim about the network with soft maps, decided for a corpus: at one run, with the map and the
// parameters below, as `verify soft` decides it. What is decided here a certificate of kind "soft"
// states and verify-check finds again, so claims that are in no such certificate are refused.
//
// printed    of every map that Assumption 2 admits, with the printed zeta and eta: softmax at the
// least t that these ask for may refute it, and nothing here verifies it repaired   the same with
// the repaired choice: verified for all such maps at once, on every grid input of the run eps = 1
// and p = 2 in both.
#pragma once
#include <atomic>
#include <string>

#include "certificate/certificate.hpp"
#include "claim/entry.hpp"
#include "construction/yun2020b/construction.hpp"
#include "discharge/decide.hpp"
#include "pattern/pattern.hpp"

namespace hardmax {

struct SoftDecided {
  Verdict verdict = Verdict::undecided;
  std::string explanation;  // of all but refuted
  certificate::Witness
      witness;  // of refuted: H and k, a lower bound of the error there, and delta~/4
};

// Requires  entry.soft.   Errors  InvalidInput (file): a claim that certificates of kind soft do
// not state, Interrupted.
SoftDecided decide_soft(const claim::Entry& entry, const yun2020b::Parameters& parameters,
                        const Pattern& pattern, const std::atomic<int>* stop);

}  // namespace hardmax
