#include "certificate/certificate.hpp"

namespace hardmax::certificate {

void write_derived(Writer& w, const Certificate& c) {
  w.key("derived");
  w.open('{');
  if (!c.sweep) {
    w.field("gamma", c.gamma);
    w.field("l", c.l);
    w.field("s", c.s);
  }
  w.field("E", c.E);
  if (c.sweep) w.field("shift", c.shift);
  w.field("c", c.c);
  w.field("layers", c.layers);
  w.close('}');
}

void write_totals(Writer& w, const Certificate& c) {
  w.key("totals");
  w.open('{');
  w.field("inputs", c.inputs);
  w.field("ids", c.ids);
  w.field("distinct_ids", c.distinct_ids);
  w.field("digest", c.digest);
  w.close('}');
}

void write_run(Writer& w, const Certificate& c) {
  w.key("run");
  w.open('{');
  w.field("construction", c.construction);
  w.field("n", c.n);
  w.field("d", c.d);
  w.field("D", c.D);
  if (c.sweep) {
    w.field("inputs", c.inputs_of);
    w.field("encodings", c.encodings);
  } else {
    w.key("pattern");
    w.open('[');
    for (const auto& layer : c.pattern) w.list(layer);
    w.close(']');
    w.field("target", c.target);
  }
  w.list("overrides", c.overrides);
  w.close('}');
}

std::string write(const Certificate& c) {
  Writer w("run");
  write_run(w, c);
  write_derived(w, c);
  write_totals(w, c);
  w.claims(c.only, c.claims);
  w.hypotheses(c.hypotheses);
  return w.finish();
}

}  // namespace hardmax::certificate
