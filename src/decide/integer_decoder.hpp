// A decoder on machine integers: its layers as the reading makes them, each weight a machine
// integer, each activation a ReLU, and whom a token looks at one token. It does what
// subject/decoder.hpp does, faster; a test holds it to that.
//
// Cost      of a token: the weights of its hidden units and heads that are not 0.
// Memory    of a layer with heads on tokens: the entries that are used, of the tokens that are
// looked at.
// Errors    NotInteger: the decoder is not of this kind, or a number is too large.
#pragma once
#include <memory>

#include "decide/turing.hpp"

namespace hardmax::decide {

// It first finds out whom `nodes` nodes look at; `between` is called on the way, every few
// milliseconds, and what it throws is passed on. Errors  InvalidInput (file), LimitReached;
// NotInteger (integer_terms.hpp).
std::unique_ptr<NodeEngine> integer_engine(const subject::Run& run, std::uint64_t nodes,
                                           const std::function<void()>& between = {});

}  // namespace hardmax::decide
