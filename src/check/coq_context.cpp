// The ranges of arguments ("Names of a run", proofs/README.md), and what values names have, for the
// three networks.
#include "check/coq_context.hpp"

#include <algorithm>

namespace hardmax::check {
namespace {

const CoqSum nothing, one = coq_sum(Num(1));
CoqSum named(const char* name) { return coq_sum(std::string(name)); }
CoqSum less(const CoqSum& a, const CoqSum& b) { return plus(a, b, Num(-1)); }

struct Arguments {
  const char* name;
  const char*
      ranges;  // of each number: from 0, 1 or 2; to n, m (n - 1), d, p, s, L (attention layers), Q
               // (quantiser layers), h (heads of the layer), * (no end); - any number
};
constexpr Arguments all_arguments[] = {{"gamma", "1n"},
                                       {"l", "2n"},
                                       {"A", "1p1n"},
                                       {"S", "1*1n"},
                                       {"E", "1n"},
                                       {"mask", "1L"},
                                       {"heads", "1L"},
                                       {"bq", "1L1h"},
                                       {"G", "1d1n"},
                                       {"entry", "0L1d1n"},
                                       {"v", "0L1n"},
                                       {"head", "1L1h1n"},
                                       {"z", "1n"},
                                       {"zt", "1n"},
                                       {"M", "0s1n"},
                                       {"id", "1n"},
                                       {"swapped", "0L1m1d1n"},
                                       {"qbreaks", "0Q1d"},
                                       {"qmap", "0Q1d--"},
                                       {"qstep", "1Q1d--"},
                                       {"q_hidden", "1Q"},
                                       {"q_pieces", "1Q"},
                                       {"q_flat", "1Q"}};

}  // namespace

CoqContext::CoqContext(const CoqPaper& paper, const std::string& hypotheses)
    : network_(paper.network),
      stages_(paper.stages),
      module_(paper.module),
      hypotheses_(hypotheses) {
  for (const char* name : {"n", "d", "D", "p", "s"}) {
    is_whole(name), above_0(name);
    add(less(named(name), coq_sum(Num(name[0] == 'n' || name[0] == 'D' ? 2 : 1))), false);
  }
  above_0("delta");
  add(less(one, plus(named("delta"), named("delta"))), false);
}

void CoqContext::within(const std::string& atom, const CoqSum& low, const CoqSum& high) {
  is_whole(atom);
  if (shows(low, true))
    above_0(atom);
  else if (shows(low, false))
    at_least_0(atom);
  add(less(coq_sum(atom), low), false);
  add(less(high, coq_sum(atom)), false);
}

CoqSum CoqContext::power(const CoqSum& exponent) {
  CoqSum out = power_of_D(exponent);
  for (const auto& [product, coefficient] : out)
    for (const std::string& atom : product) above_0(atom);
  // D^(x) of an x that is at least 0 is a whole number, and its inverse is at most 1.
  for (const auto& [product, coefficient] : exponent) {
    const CoqSum x = {{product, Num(1)}}, up = power_of_D(x), down = power_of_D(less(nothing, x));
    if (product.empty() || !shows(x, false)) continue;
    is_whole(up.begin()->first.at(0)), above_0(up.begin()->first.at(0)),
        above_0(down.begin()->first.at(0));
    add(less(up, shows(less(x, one), false) ? named("D") : one), false);
    add(less(one, down), false);
  }
  return out;
}

CoqSum CoqContext::layers(const std::string& stage) {
  const CoqSum n = named("n"), d = named("d"), D = named("D"), q = power(d),
               positional = coq_sum("(" + module_ + ".positional P)");
  const bool plain = shows(less(nothing, positional), false),
             encoded = shows(less(positional, one), false);
  const bool quantizes = stage == stages_.quantizer;
  if (network_ == MadeFor::pattern) {
    if (stage == stages_.sweep) return times(times(less(n, one), named("p")), q);
    return quantizes ? times(times(n, d), D) : named("s");
  }
  if (stage == stages_.last) return coq_sum(Num(network_ == MadeFor::dense ? 1 : 2));
  if (plain) return quantizes ? times(d, plus(D, one)) : q;
  if (encoded) return quantizes ? times(times(n, d), D) : times(n, q);
  const std::string all = "(" + module_ + ".layers_" + stage + " P)";
  within(all, quantizes ? one : q,
         quantizes ? times(times(n, d), D) : times(n, q));  // n D >= D + 1
  return coq_sum(all);
}

void CoqContext::require_defined(const Known& name, const std::vector<CoqSum>& arguments,
                                 const std::string& heads) {
  const std::string called = name.text;
  // Where there is no chain, or no s, verify finds no value; of the network it knows nothing then,
  // and decides nothing.
  const char* const part = network_ != MadeFor::pattern         ? ""
                           : called == "gamma" || called == "l" ? "2"
                           : called == "s"                      ? "3"
                                                                : "";
  if (hypotheses_.find(part) == std::string::npos)
    not_stated("the name " + called + " without part " + part +
               " of Assumption 1 among what the claim needs,");
  const auto it = std::find_if(std::begin(all_arguments), std::end(all_arguments),
                               [&](const Arguments& of) { return called == of.name; });
  if (it == std::end(all_arguments)) return;
  const std::string ranges = it->ranges;
  const bool sparse = network_ == MadeFor::pattern;
  const CoqSum first = layers(stages_.sweep), both = plus(first, layers(stages_.last));
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const CoqSum& x = arguments[i];
    const char low = ranges.at(2 * i), high = ranges.at(2 * i + 1);
    if (low == '-') continue;
    CoqSum to;
    if (high == 'n' || high == 'd' || high == 'p' || high == 's')
      to = coq_sum(std::string(1, high));
    if (high == 'm') to = less(named("n"), one);
    if (high == 'L') to = both;
    if (high == 'Q') to = layers(stages_.quantizer);
    bool inside = whole(x) && shows(less(x, coq_sum(Num(low - '0'))), false);
    if (high == 'h') {  // a layer without overrides has a head, but for those with a pattern that
                        // leave everything as it is; two, if it belongs to the first stage
      const CoqSum& layer = arguments[i - 1];
      const bool has_one = !sparse || shows(less(layer, plus(first, one)), false),
                 has_two = !sparse && shows(less(first, layer), false);
      to = coq_sum(heads);
      inside = inside &&
               ((has_one && shows(less(one, x), false)) ||
                (has_two && shows(less(coq_sum(Num(2)), x), false)) || shows(less(to, x), false));
    } else if (high != '*') {
      inside = inside && shows(less(to, x), false);
    }
    if (!inside) not_stated("an argument of " + called + " that is not certainly in its range");
  }
}

CoqSum CoqContext::value(const Known& name, const std::string& text, const std::string& category) {
  const std::string called = name.text;
  CoqSum n = named("n"), q = power(named("d"));
  if (called == "n" || called == "d" || called == "D" || called == "p" || called == "s" ||
      called == "delta")
    return coq_sum(called);
  if (called == "q" || called == "shift") return q;
  if (called == "gamma") within(text, one, n);
  if (called == "l" || called == "mask") within(text, one, named("p"));
  if (called == "heads")
    within(text, network_ == MadeFor::pattern ? nothing : one, coq_sum(Num(2)));
  if (called == "positional" || called == "extended" || called == "sorted")
    within(text, nothing, one);
  if (called == "category") within(text, one, coq_sum(Num(3)));
  if (called == "columns") within(text, one, n);
  if (called == "c") is_whole(text), above_0(text);
  if (called == "E") is_whole(text), at_least_0(text);
  if (called == "Delta") above_0(text);
  if (called.substr(0, 2) == "q_") is_whole(text), at_least_0(text);
  if (called != "z") return coq_sum(text);
  // Ids before the first layer are whole numbers of delta; of inputs in range not below 0, and
  // below D^d delta without encodings.
  const std::string units = text + " in units of delta";
  const CoqSum positional = coq_sum("(" + module_ + ".positional P)");
  is_whole(units);
  const bool in_range =
      network_ != MadeFor::dense || shows(less(coq_sum(Num(2)), coq_sum(category)), false);
  if (in_range) at_least_0(units), add(coq_sum(units), false);
  if (in_range && network_ != MadeFor::pattern && shows(less(nothing, positional), false))
    add(less(less(q, one), coq_sum(units)), false);
  return times(named("delta"), coq_sum(units));
}

}  // namespace hardmax::check
