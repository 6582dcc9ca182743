// A claim about the network with soft maps, decided for a corpus by the key `soft` of its entry: at
// one run, with the map and the parameters below, as `verify soft` decides it. What is decided here
// a certificate of kind "soft" states and verify-check finds again.
//
// printed           of every map that Assumption 2 admits, with the printed zeta and eta: softmax
// at
//                   the least t that these ask for may refute it, and nothing here verifies it
// repaired          the same with the repaired choice: verified for all such maps at once, on every
//                   grid input of the run
// printed values    of the output behind the value layers, for the target f(G) = G; may be refuted
// printed distance  of the L^p distance of the outputs over all inputs, for alpha small enough; may
//                   be refuted
// eps = 1 and p = 2 in all.
#pragma once
#include <atomic>
#include <string>

#include "certificate/certificate.hpp"
#include "claim/entry.hpp"
#include "discharge/decide.hpp"
#include "network/construction.hpp"
#include "pattern/pattern.hpp"

namespace hardmax {

struct SoftDecided {
  Verdict verdict = Verdict::undecided;
  std::string explanation;       // of all but refuted
  certificate::Witness witness;  // of refuted: H and k, a lower bound of the error there, and
                                 // delta~/4; of a distance, the square of a lower bound, and 1/4
};

// Requires  entry.soft.   Errors  Interrupted.
SoftDecided decide_soft(const claim::Entry& entry, const Parameters& parameters,
                        const Pattern& pattern, const std::atomic<int>* stop);

}  // namespace hardmax
