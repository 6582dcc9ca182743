#include "discharge/attention_of_run.hpp"

#include "exact/error.hpp"

namespace hardmax {

std::optional<bool> sees_itself(const RunRequest& request, const RunResult& result) {
  try {
    return sees_itself(*request.sweep, request.parameters, request.overrides);
  } catch (const LimitReached&) {  // the layers are looked at one by one
  }
  if (!result.sweep) return std::nullopt;
  std::optional<bool> itself;
  for (const Layer& layer : result.sweep->network.layers()) {
    const bool here = std::get<Attention>(layer).keys_with_self;
    if (itself && *itself != here) return std::nullopt;
    itself = here;
  }
  return itself;
}

}  // namespace hardmax
