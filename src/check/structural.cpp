#include "check/structural.hpp"

#include "check/cost.hpp"
#include "check/text.hpp"

namespace hardmax::check {

Sizes read_sizes(const Json& run, Whole n) {
  Sizes out;
  out.n = n;
  const std::string &d = text(run, "d", "run."), &D = text(run, "D", "run.");
  if (D != "every") out.D = integer(D, 2, "run.D");
  if (d != "every" || out.D != 0) out.d = integer(d, 1, "run.d");
  if (out.D != 0 && n * out.d > Whole{1} << 22) throw Incomplete("run: a number of more than 2^22 digits in base D");
  return out;
}

std::string Sizes::power(Whole k, Whole j) const {
  if (d != 0) return "D^" + std::to_string(k * d + j);
  const std::string rows = (k == 1 ? "" : std::to_string(k) + " ") + "d" + (j == 0 ? "" : "+" + std::to_string(j));
  return "D^" + (rows == "d" ? rows : "(" + rows + ")");
}

Num Sizes::value(Whole k, Whole j) const { return check::power(number_of(D), number_of(k * d + j)); }

std::string Sizes::text() const {
  return "n = " + std::to_string(n) + (d == 0 ? ", every d >= 1" : ", d = " + std::to_string(d)) + (D == 0 ? ", every D >= 2" : ", D = " + std::to_string(D));
}

// D is any number from its own on, or from 2 on. w is 1 for d = 1, at least 1 + D for d = 2, at least 1 + D + D^2 for more rows; at least 1 for every d.
Inequalities::Inequalities(const Sizes& sizes) : D(Quotient::variable(0)), ranges{{number_of(sizes.D == 0 ? 2 : sizes.D)}, {Num(0)}} {
  w = sizes.d == 1 ? whole(1) : whole(1) + Quotient::variable(1) + (sizes.d >= 2 ? D : whole(0)) + (sizes.d >= 3 ? D * D : whole(0));
  q = whole(1) + w * (D - whole(1));
  B = D * w;
}

void Inequalities::require_less(const Quotient& small, const Quotient& large, const char* otherwise) const { require_at_most(small, large, ranges, otherwise); }

void require_at_most(const Quotient& small, const Quotient& large, const std::vector<Range>& ranges, const char* otherwise) {
  require((signs(large - small, ranges) & negative) == 0, "argument", "that it holds", std::string("that it does not: ") + otherwise);
}

Report structural_report(const Json& claims, const std::vector<const Entry*>& asked, const ShownClaims& shown, const Sizes& sizes, const std::string& details) {
  const std::string verdict = sizes.D == 0 ? "proved" : "verified";
  std::size_t open = 0;
  Course course(asked.size());
  for (std::size_t i = 0; i < asked.size(); ++i, course.done(1)) {
    const Json& claim = claims.items[i];
    const std::string where = "claims[" + std::to_string(i) + "]";
    if (text(claim, "verdict", where + ".") == "undecided") {
      require_equal(claim, claim_object(claim, "undecided", "none", "none", "not covered", Json::object({})), where + " (" + asked[i]->id + ")");
      ++open;
      continue;
    }
    require_equal(claim, claim_object(claim, verdict, "symbolic", "structural", "", Json::object({})), where + " (" + asked[i]->id + ")");
    const bool is_statement = std::find(shown.statements.begin(), shown.statements.end(), binding_text(*asked[i])) != shown.statements.end();
    require(is_statement || (shown.by_forms && shown.by_forms(*asked[i])), where + " (" + asked[i]->id + ")", verdict, "that the argument shows other statements");
  }
  const std::string inputs = sizes.D == 0 ? "" : std::to_string(sizes.D) + "^" + std::to_string(sizes.n * sizes.d) + " ";
  const std::string counts = std::to_string(asked.size() - open) + " " + verdict + (open == 0 ? "" : ", " + std::to_string(open) + " of which nothing is said");
  return {open == 0 ? 0 : 3, {(open == 0 ? "accepted: " : "incomplete: ") + counts + ", for all " + inputs + "inputs of " + sizes.text() + details}};
}

}  // namespace hardmax::check
