#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "pattern/evidence.hpp"
#include "pattern/figures.hpp"
#include "report/html/sections.hpp"

namespace hardmax::report::html {

namespace {

constexpr std::size_t kMostMasks = 8;
constexpr std::size_t kMostOnPath = 40;   // tokens of gamma that are drawn
constexpr std::size_t kMostReached = 64;  // tokens for which the sets S^t are drawn

void mask(Markup& m, const LayerRule& rule, std::size_t n, const std::string& name,
          const std::string& caption) {
  m.open("figure", {{"class", "mask"}});
  m.add({svg_picture({name, n, {rule}})});
  m.element("figcaption", caption);
  m.close();
}

// gamma as a path: tokens on a line, an arc from gamma(i-1) to gamma(i) for each i, drawn by the
// layer l_i that has the edge.
Safe path_of(const std::vector<std::uint64_t>& gamma, const std::vector<std::uint64_t>& l) {
  const std::size_t n = gamma.size();
  constexpr int kLeft = 16, kWidth = 460, kLine = 96;
  const auto x_of = [&](std::uint64_t token) {
    return kLeft + (n == 1 ? 0
                           : static_cast<double>(token - 1) * (kWidth - 2 * kLeft) /
                                 static_cast<double>(n - 1));
  };
  Markup m;
  std::string spoken = "The order in which the ids are built: ";
  for (std::size_t i = 0; i < n; ++i)
    spoken += (i > 0 ? ", then token " : "token ") + std::to_string(gamma[i]) +
              (i > 0 && i < l.size() + 1 ? fmt::format(" through layer {}", l[i - 1]) : "");
  m.open("svg", {{"viewBox", fmt::format("0 0 {} 128", kWidth)},
                 {"width", std::to_string(kWidth)},
                 {"height", "128"},
                 {"class", "plot"},
                 {"role", "img"},
                 {"aria-label", spoken}});
  static const char* const strokes[] = {"a", "b", "bad"};
  for (std::size_t i = 1; i < n; ++i) {
    const double from = x_of(gamma[i - 1]), to = x_of(gamma[i]),
                 up = std::min(80.0, 14 + std::abs(to - from) * 0.35);
    m.leaf("path",
           {{"d", fmt::format("M{:.1f} {}C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {}", from, kLine - 6,
                              from, kLine - 6 - up, to, kLine - 6 - up, to, kLine - 6)},
            {"class", strokes[(l[i - 1] - 1) % 3]}});
  }
  const std::size_t every = n <= 20 ? 1 : 5;
  for (std::size_t token = 1; token <= n; ++token) {
    m.leaf("circle", {{"cx", fmt::format("{:.1f}", x_of(token))},
                      {"cy", std::to_string(kLine)},
                      {"r", n <= 20 ? "5" : "3"},
                      {"class", "dot"}});
    if (token == 1 || token == n || token % every == 0)
      m.element(
          "text", std::to_string(token),
          {{"x", fmt::format("{:.1f}", x_of(token))}, {"y", "118"}, {"text-anchor", "middle"}});
  }
  m.close();
  return m.finish();
}

void order(Markup& m, const std::vector<std::uint64_t>& gamma,
           const std::vector<std::uint64_t>& l) {
  if (gamma.size() > kMostOnPath || l.size() + 1 != gamma.size()) return;
  m.open("figure", {{"class", "path"}});
  m.add(path_of(gamma, l));
  m.open("figcaption");
  m.text(
      "The path γ(1), γ(2), …, γ(n): an arc from γ(i−1) to γ(i), which attends to it. Solid: layer "
      "1; dashed: layer 2; dotted: layer 3.");
  m.close();
  m.close();
}

// S^1, S^2, ..., S^s as masks: who has heard of whom.
void reached(Markup& m, const Pattern& pattern, std::size_t s) {
  const std::size_t n = pattern.tokens();
  if (n > kMostReached || s == 0) return;
  m.element("h3", "How far one token reaches");
  m.element("p",
            fmt::format("S^t_k are the tokens whose id can have reached token k after t all-max "
                        "layers (rows: k, columns: members). After s = {} every row is full.",
                        s));
  m.open("div", {{"class", "pictures"}});
  std::vector<std::set<Token>> sets(n);
  for (std::size_t k = 0; k < n; ++k) sets[k] = {static_cast<Token>(k)};
  for (std::size_t t = 1; t <= s; ++t) {
    std::vector<std::set<Token>> next(n);
    for (std::size_t k = 0; k < n; ++k) {
      for (const Token j : pattern.neighbours((t - 1) % pattern.layers(), k))
        next[k].insert(sets[j].begin(), sets[j].end());
    }
    sets = std::move(next);
    if (t > 3 && t != s) continue;
    Extra rows;
    std::size_t pairs = 0;
    for (const std::set<Token>& row : sets) {
      rows.add_row(std::vector<Token>(row.begin(), row.end()));
      pairs += row.size();
    }
    mask(m, {{std::move(rows)}, 0}, n,
         fmt::format("after {} all-max layer{}", t, t == 1 ? "" : "s"),
         fmt::format("S^{}: {} of {} pairs", t, pairs, n * n));
  }
  m.close();
}

const char* explanation_of(std::string_view rule) {
  if (rule == "bands")
    return "In each layer every token attends to a run of tokens around itself; a run that has "
           "been reached grows by a known amount in each step until it is everything.";
  if (rule == "common")
    return "In the layer of the last step every token attends to all tokens of one set, and what "
           "these have reached before is together everything.";
  if (rule == "hubs")
    return "Some tokens (hubs) have everything after few steps, and every token leads to a hub "
           "through the layers of the remaining steps.";
  if (rule == "levels") return "The sets S^1, …, S^s are computed one after another.";
  if (rule == "unreached")
    return "A token that no token of some other one leads to, through rows of any layers: there is "
           "no s.";
  if (rule == "gamma")
    return "The order is listed; each token attends to the one before it in some layer.";
  if (rule == "cut")
    return "Without a few tokens the others fall into too many parts for one path to visit.";
  if (rule == "before" || rule == "after")
    return "Some tokens have, together, too few others that could stand beside them on a path.";
  if (rule == "apart") return "Two tokens do not lead to each other, so no path visits both.";
  if (rule == "search") return "All orders are tried.";
  return "";
}

// "hubs 4:1 8:1 ..." cut after some words.
std::string cut_at_a_word(const std::string& text) {
  return text.size() <= 160 ? text
                            : text.substr(0, text.rfind(' ', 150)) +
                                  fmt::format(" … ({} characters in the certificate)", text.size());
}

void argument(Markup& m, const char* name, const std::string& text, const char* field) {
  m.open("div", {{"class", "long"}});
  m.element("dt", name);
  m.open("dd");
  if (text.empty()) {
    m.text("none");
  } else {
    m.element("span", cut_at_a_word(text),
              {{"class", "exact"}, {"data-field", text.size() <= 160 ? field : ""}});
    m.leaf("br");
    m.element("span", explanation_of(std::string_view(text).substr(0, text.find(' '))),
              {{"class", "note"}});
  }
  m.close();
  m.close();
}

void by_rules(Markup& m, const Reading& reading) {
  const CertificateFile& file = reading.file;
  const StructuredPattern pattern = ruled_pattern(file);
  m.open("dl", {{"class", "facts"}});
  add_fact(m, "tokens n", file.text("pattern.n"), "pattern.n");
  add_fact(m, "layers p", std::to_string(pattern.layers.size()));
  for (std::size_t l = 0; l < pattern.layers.size(); ++l) {
    std::string rules;
    for (const std::string& part : parts_in_words(pattern, l))
      rules += (rules.empty() ? "" : "; ") + cut_at_a_word(part);
    add_fact(m, fmt::format("layer {}", l + 1),
             rules + (pattern.layers[l].causal > 0
                          ? fmt::format("; no later block of {}", pattern.layers[l].causal)
                          : ""));
  }
  argument(m, "order γ", file.text("evidence.order"), "evidence.order");
  argument(m, "reach, s", file.text("evidence.reach"), "evidence.reach");
  add_fact(m, "s", file.text("evidence.s"), "evidence.s");
  if (!file.text("evidence.least").empty()) {
    const std::string& pair = file.text("evidence.least");
    add_fact(m, "why no smaller s",
             fmt::format("one step earlier, token {} has not reached token {}",
                         pair.substr(pair.find(' ') + 1), pair.substr(0, pair.find(' '))));
  }
  if (!file.text("evidence.self").empty())
    add_fact(m, "a token without itself", "layer and token " + file.text("evidence.self"), "");
  m.close();
  m.open("div", {{"class", "pictures"}});
  for (std::size_t l = 0; l < std::min(pattern.layers.size(), kMostMasks); ++l)
    mask(m, pattern.layers[l], pattern.n, fmt::format("layer {}", l + 1),
         fmt::format("Layer {} of {}: row k, who token k attends to.", l + 1,
                     pattern.layers.size()));
  m.close();
  const std::string& rule = file.text("evidence.order");
  if (rule.starts_with("gamma ") && pattern.n <= kMostOnPath) {
    const std::vector<std::uint64_t> gamma =
        numbers_of(file, std::string_view(rule).substr(6), pattern.n);
    std::vector<std::uint64_t> l;
    for (std::size_t i = 1; i < gamma.size(); ++i) {
      std::size_t layer = 0;
      while (layer < pattern.layers.size() &&
             !attends(pattern, layer, gamma[i] - 1, gamma[i - 1] - 1))
        ++layer;
      l.push_back(layer + 1);
    }
    order(m, gamma, l);
  }
  if (pattern.n <= kMostReached && file.number("evidence.s") > 0)
    reached(m, expand(pattern), file.number("evidence.s"));
}

void of_run(Markup& m, const Reading& reading, const Replay& replay) {
  const CertificateFile& file = reading.file;
  const Pattern& pattern = *replay.pattern();
  m.open("dl", {{"class", "facts"}});
  add_fact(m, "pattern",
           replay.pattern_name().empty() ? "listed in the certificate" : replay.pattern_name());
  add_fact(m, "layers p", std::to_string(pattern.layers()));
  add_fact(m, "edges",
           fmt::format("{} of {}", pattern.edges(),
                       pattern.layers() * pattern.tokens() * pattern.tokens()));
  add_fact(m, "γ", file.text("derived.gamma").empty() ? "none" : file.text("derived.gamma"),
           file.text("derived.gamma").empty() ? "" : "derived.gamma");
  add_fact(m, "l₂ … lₙ", file.text("derived.l").empty() ? "none" : file.text("derived.l"),
           file.text("derived.l").empty() ? "" : "derived.l");
  add_fact(m, "s", file.text("derived.s"), "derived.s");
  if (!replay.assumption().holds()) {
    const Assumption1& a = replay.assumption();
    for (const auto& [ok, why] : {std::pair(a.self, explain_self(a, pattern)),
                                  std::pair(a.order, explain_order(a, pattern)),
                                  std::pair(a.reach, explain_reach(a, pattern))}) {
      if (ok != Decision::yes) add_fact(m, "Assumption 1 fails", why);
    }
  }
  m.close();
  m.open("div", {{"class", "pictures"}});
  const std::vector<LayerFigures> figures = layer_figures(replay.rules());
  for (std::size_t l = 0; l < std::min(pattern.layers(), kMostMasks); ++l) {
    mask(m, replay.rules().layers[l], pattern.tokens(), fmt::format("layer {}", l + 1),
         fmt::format("Layer {} of {}: {} edges. Row k: who token k attends to.", l + 1,
                     pattern.layers(), figures[l].edges));
  }
  m.close();
  if (pattern.layers() > kMostMasks)
    m.element("p",
              fmt::format("The first {} of {} layers are drawn.", kMostMasks, pattern.layers()),
              {{"class", "note"}});
  const std::vector<std::uint64_t> gamma = numbers_of(file, file.text("derived.gamma"),
                                                      pattern.tokens()),
                                   l = numbers_of(file, file.text("derived.l"), pattern.layers());
  if (!gamma.empty()) order(m, gamma, l);
  reached(m, pattern, file.number("derived.s"));
}

}  // namespace

void add_pattern(Markup& m, const Reading& reading, const Replay* replay,
                 std::vector<Section>& contents) {
  const bool ruled = reading.file.has("pattern.layers");
  if (!ruled && (replay == nullptr || replay->pattern() == nullptr)) return;
  const std::string anchor = reading.prefix + "pattern";
  contents.push_back({anchor, "Pattern"});
  m.open("section", {{"aria-labelledby", anchor}});
  m.element("h2", "Pattern", {{"id", anchor}});
  if (ruled) {
    by_rules(m, reading);
  } else {
    of_run(m, reading, *replay);
  }
  m.close();
}

}  // namespace hardmax::report::html
