#include <numeric>

#include "pattern/structured_assumption1.hpp"

namespace hardmax {

std::optional<std::pair<StructuredPattern, std::uint64_t>> block_quotient(
    const StructuredPattern& pattern) {
  std::uint64_t b = 0;  // gcd of everything
  const auto is_full = [&](const Band& band) {
    return band.step == 1 && band.left + 1 >= pattern.n && band.right + 1 >= pattern.n;
  };
  const auto take = [&](const Stripes& s) {
    for (const std::uint64_t x : {s.first, s.step, s.width}) b = std::gcd(b, x);
    if (s.end < pattern.n) b = std::gcd(b, s.end);
  };
  for (const LayerRule& layer : pattern.layers) {
    b = std::gcd(b, layer.causal);
    for (const Part& part : layer.parts) {
      if (const auto* band = std::get_if<Band>(&part)) b = is_full(*band) ? b : 1;
      if (const auto* blocks = std::get_if<Blocks>(&part)) b = std::gcd(b, blocks->size);
      if (const auto* columns = std::get_if<Columns>(&part)) take(columns->tokens);
      if (const auto* rows = std::get_if<Rows>(&part)) take(rows->tokens);
      if (const auto* extra = std::get_if<Extra>(&part)) b = std::gcd(b, extra->size());
    }
  }
  if (b <= 1) return std::nullopt;
  StructuredPattern quotient = pattern;
  quotient.n = (pattern.n + b - 1) / b;
  const auto shrink = [&](Stripes& s) {
    s.first /= b;
    s.step /= b;
    s.width /= b;
    s.end = (std::min<std::uint64_t>(s.end, pattern.n) + b - 1) / b;
  };
  for (LayerRule& layer : quotient.layers) {
    layer.causal /= b;
    for (Part& part : layer.parts) {
      if (auto* blocks = std::get_if<Blocks>(&part)) blocks->size /= b;
      if (auto* columns = std::get_if<Columns>(&part)) shrink(columns->tokens);
      if (auto* rows = std::get_if<Rows>(&part)) shrink(rows->tokens);
      if (auto* extra = std::get_if<Extra>(&part)) *extra = extra->with_size(extra->size() / b);
    }
  }
  return std::pair{std::move(quotient), b};
}

}  // namespace hardmax
