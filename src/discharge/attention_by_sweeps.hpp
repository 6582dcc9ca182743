// The attention layers of a construction file whose keys are pattern layers, A(l, k): those of a
// sweep (subject/sweep.hpp) are the ones of its first window with other biases.
#pragma once
#include <optional>
#include <vector>

#include "network/network.hpp"
#include "network/parameters.hpp"
#include "subject/reading.hpp"

namespace hardmax {

// In units of delta. None: the network has another form, its layers are made one by one.
std::optional<std::vector<Layer>> attention_by_sweeps(subject::Reading& reading,
                                                      const Parameters& parameters);

}  // namespace hardmax
