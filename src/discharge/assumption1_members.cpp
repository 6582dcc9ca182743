#include "discharge/assumption1_members.hpp"

#include <algorithm>

#include "pattern/evidence.hpp"

namespace hardmax {

void write_assumption1(certificate::Writer& w, const StructuredPattern& pattern,
                       const Assumption1& a) {
  w.key("pattern");
  w.open('{');
  w.field("n", std::to_string(pattern.n));
  w.key("layers");
  w.open('[');
  for (std::size_t l = 0; l < pattern.layers.size(); ++l) {
    w.open('{');
    w.field("causal",
            std::to_string(std::min<std::uint64_t>(pattern.layers[l].causal, 999'999'999)));
    w.list("parts", parts_in_words(pattern, l));
    w.close('}');
  }
  w.close(']');
  w.close('}');
  const Evidence e = evidence(a);
  w.key("evidence");
  w.open('{');
  w.field("self", e.self);
  w.field("order", e.order);
  w.field("blocks", e.blocks);
  w.field("reach", e.reach);
  w.field("s", e.s);
  w.field("least", e.least);
  w.close('}');
}

}  // namespace hardmax
