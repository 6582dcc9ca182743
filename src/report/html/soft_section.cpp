#include <fmt/core.h>

#include "discharge/soft/answer.hpp"
#include "enclose/ball.hpp"
#include "execute/grid.hpp"
#include "report/html/plots.hpp"
#include "report/html/sections.hpp"
#include "report/soft.hpp"

namespace hardmax::report::html {

namespace {

std::string between_ends(const Rational& lower, const Rational& upper) {
  const std::string a = decimal_lower(lower), b = decimal_upper(upper);
  return a == b ? a : "[" + a + ", " + b + "]";
}

std::string relation_of(const SoftClaim& claim) {
  if (claim.kept == Kept::undecided) return "?";
  if (claim.kept == Kept::yes) return claim.at_least ? "≥" : "≤";
  return claim.at_least ? "<" : ">";
}

void table(Markup& m, const SoftQuestion& question, const SoftPart& part) {
  const auto& [n, d, D] = question.parameters;
  const std::string caption = choice_of(part) + ", " + reading_of(part);
  if (!part.undecided.empty()) {
    m.element("p", caption + ": undecided, " + part.undecided);
    return;
  }
  open_table(m, caption,
             fmt::format("{}: {} inputs, {} bits of precision", caption, part.report.run.inputs,
                         part.report.run.bits),
             {{"claim"}, {"verdict"}, {"error or quantity"}, {"is"}, {"bound"}, {"attained at"}});
  for (const SoftClaim& claim : part.report.claims) {
    m.open("tr");
    m.element("th", claim.id.substr(claim.id.find('.') + 1), {{"scope", "row"}});
    m.element("td", verdict_of(part, claim));
    if (claim.bound_upper.is_zero()) {
      m.element("td", claim.says, {{"colspan", "4"}});
    } else {
      std::string G = Grid(n, d, D).show(claim.ordinal);
      for (char& ch : G) {
        if (ch == ' ') ch = ',';
      }
      m.element("td", between_ends(claim.lower, claim.upper), {{"class", "exact"}});
      m.element("td", relation_of(claim));
      m.element("td", between_ends(claim.bound_lower, claim.bound_upper), {{"class", "exact"}});
      m.element("td", fmt::format("G = ({}) δ, token {}", G, claim.token + 1));
    }
    m.close();
  }
  close_table(m);
}

}  // namespace

void add_soft(Markup& m, const std::string& prefix, const SoftQuestion& question,
              const SoftAnswer& answer, const std::string& command,
              std::vector<Section>& contents) {
  const std::string anchor = prefix + "soft";
  contents.push_back({anchor, "Softmax"});
  m.open("section", {{"aria-labelledby", anchor}});
  m.element("h2", "Softmax in place of hardmax", {{"id", anchor}});
  m.open("p");
  m.element("strong", "Not part of the certificate. ");
  m.text(
      "Computed for this page by ball arithmetic (tier enclosure), with softmax at the scale of "
      "section B. Errors are first-row differences to the exact network in real units, enclosed: "
      "every end is rounded outwards.");
  m.close();
  std::vector<Series> curves;
  Rational bound;
  std::size_t last = 1;
  const char* const lines[] = {"a", "b"};
  for (const SoftPart& part : answer.parts) {
    table(m, question, part);
    if (part.reading != SoftRun::Reading::map || !part.undecided.empty() || curves.size() >= 2)
      continue;
    Series series{fmt::format("{}: {}", curves.empty() ? "solid" : "dashed", choice_of(part)),
                  lines[curves.size()],
                  {}};
    for (const auto& [layer, error] : part.report.run.layers) {
      series.at.emplace_back(layer, error.upper);
      last = std::max(last, layer);
    }
    bound = part.report.total().bound_lower;
    curves.push_back(std::move(series));
  }
  if (!curves.empty()) {
    std::string caption =
        "Largest error after each attention layer that has heads, against the bound of F.2 for the "
        "whole";
    for (const Series& series : curves) caption += "; " + series.name;
    curves.push_back({"dotted: the bound", "bad", {{1, bound}, {last, bound}}});
    m.open("div", {{"class", "pictures"}});
    m.open("figure");
    m.add(logarithmic_curves("Error after each attention layer", "attention layer",
                             "largest error, real units", curves));
    m.element("figcaption", caption + "; dotted: " + decimal_lower(bound) +
                                ". An error of 0 has no place on this axis.");
    m.close();
    m.close();
  }
  if (!command.empty()) m.element("pre", command, {{"class", "replay"}});
  m.close();
}

}  // namespace hardmax::report::html
