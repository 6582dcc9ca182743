// The attention layers of yun2020b in stages (network/stages.hpp), for any size: nothing is built
// layer by layer.
//
// Source    yun2020b D.1, E.2.2.   Units  of delta.
#pragma once
#include "construction/yun2020b/construction.hpp"
#include "network/every_size.hpp"
#include "network/stages.hpp"

namespace hardmax::yun2020b {

// Requires  assumption.holds() for this pattern, pattern.tokens() == n.
// Errors    InvalidInput (option): an override that names a token or an attention layer the
// construction does not have.
StagedNetwork stages(const Parameters& parameters, const Pattern& pattern,
                     const Assumption1& assumption, const Overrides& overrides);

// The network for every size.  Errors  as all of these.
StagedNetworkOf<WholePolynomial> stages_of_every_size(const EverySize& size, const Pattern& pattern,
                                                      const Assumption1& assumption,
                                                      const Overrides& overrides);

}  // namespace hardmax::yun2020b
