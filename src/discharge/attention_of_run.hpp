// Who attends to whom in a run without a pattern, as far as it is seen.
#pragma once
#include <optional>

#include "discharge/decide.hpp"

namespace hardmax {

// Do tokens attend to all tokens, or to all others alone? Nothing: it depends on the layer, or the
// network is too large to look.
std::optional<bool> sees_itself(const RunRequest& request, const RunResult& result);

}  // namespace hardmax
