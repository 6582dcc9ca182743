#include "check/structural.hpp"

#include <algorithm>

#include "check/cost.hpp"
#include "check/fault.hpp"
#include "check/text.hpp"

namespace hardmax::check {

Sizes read_sizes(const Json& run, Whole n) {
  Sizes out;
  out.n = n;
  const std::string &d = text(run, "d", "run."), &D = text(run, "D", "run.");
  if (D != "every") out.D = integer(D, 2, "run.D");
  if (d != "every" || out.D != 0) out.d = integer(d, 1, "run.d");
  if (out.D != 0 && n * out.d > Whole{1} << 22)
    throw Incomplete("run: a number of more than 2^22 digits in base D");
  return out;
}

std::string Sizes::power(Whole k, Whole j) const {
  if (d != 0) return "D^" + std::to_string(k * d + j);
  const std::string rows =
      (k == 1 ? "" : std::to_string(k) + " ") + "d" + (j == 0 ? "" : "+" + std::to_string(j));
  return "D^" + (rows == "d" ? rows : "(" + rows + ")");
}

Num Sizes::value(Whole k, Whole j) const {
  return check::power(number_of(D), number_of(k * d + j));
}

std::string Sizes::text() const {
  return "n = " + std::to_string(n) + (d == 0 ? ", every d >= 1" : ", d = " + std::to_string(d)) +
         (D == 0 ? ", every D >= 2" : ", D = " + std::to_string(D));
}

// D is any number from its own on, or from 2 on. w is 1 for d = 1, at least 1 + D for d = 2, at
// least 1 + D + D^2 for more rows; at least 1 for every d.
Inequalities::Inequalities(const Sizes& sizes)
    : D(Quotient::variable(0)), ranges{{number_of(sizes.D == 0 ? 2 : sizes.D)}, {Num(0)}} {
  w = sizes.d == 1 ? whole(1)
                   : whole(1) + Quotient::variable(1) + (sizes.d >= 2 ? D : whole(0)) +
                         (sizes.d >= 3 ? D * D : whole(0));
  q = whole(1) + w * (D - whole(1));
  B = D * w;
}

void Inequalities::require_less(const Quotient& small, const Quotient& large,
                                const char* otherwise) const {
  require_at_most(small, large, ranges, otherwise);
}

void require_at_most(const Quotient& small, const Quotient& large, const std::vector<Range>& ranges,
                     const char* otherwise) {
  require((signs(large - small, ranges) & negative) == 0, "argument", "that it holds",
          std::string("that it does not: ") + otherwise);
}

namespace {

// Statements are parsed once, when the first claim is looked at.
class Statements {
 public:
  explicit Statements(const ShownClaims& claims) : claims_(claims) {}
  bool shows(const Entry& claim) {
    const auto holds = [&](const std::string& id) {
      return std::find(claims_.hypotheses.begin(), claims_.hypotheses.end(), id) !=
             claims_.hypotheses.end();
    };
    if (!claim.has_formal || !std::all_of(claim.needs.begin(), claim.needs.end(), holds))
      return false;
    try {
      const Formula domain = parse_formula(claim.domain, claim.where, claims_.names),
                    formula = parse_formula(claim.formal, claim.where, claims_.names);
      if (domain.over_inputs) return false;
      const bool made = claims_.forms.made_for && claims_.forms.made_for(domain);
      const auto says_it = [&](const auto& statement) {
        return same_formula(formula, statement.second) &&
               HARDMAX_FAULT(check_structural_domain, made || same_formula(domain, statement.first),
                             true);
      };
      return std::any_of(statements().begin(), statements().end(), says_it) ||
             (made && claims_.forms.shown(formula));
    } catch (const Rejected&) {  // names of other things
      return false;
    } catch (const Incomplete&) {  // beyond what forms tell
      return false;
    }
  }

 private:
  const std::vector<std::pair<Formula, Formula>>& statements() {
    for (std::size_t i = parsed_.size(); i < claims_.statements.size(); ++i) {
      const Statement& s = claims_.statements[i];
      parsed_.emplace_back(parse_formula(s.domain, "statement", claims_.names),
                           parse_formula(s.formal, "statement", claims_.names));
    }
    return parsed_;
  }

  const ShownClaims& claims_;
  std::vector<std::pair<Formula, Formula>> parsed_;  // domain and formula
};

}  // namespace

std::optional<bool> left_open(const Json& claim, const std::string& where,
                              const std::string& named) {
  if (text(claim, "verdict", where) != "undecided") return std::nullopt;
  const bool question = text(claim, "reason", where) == "asked";
  require_equal(claim,
                claim_object(claim, "undecided", "none", "none", question ? "asked" : "not covered",
                             Json::object({})),
                named);
  return question;
}

Report structural_report(const Json& claims, const std::vector<const Entry*>& asked,
                         const ShownClaims& of, const Sizes& sizes, const std::string& details) {
  const std::string verdict = sizes.D == 0 ? "proved" : "verified";
  Statements shown(of);
  std::size_t open = 0;
  std::vector<std::string> answers;
  Course course(asked.size());
  for (std::size_t i = 0; i < asked.size(); ++i, course.done(1)) {
    const Json& claim = claims.items[i];
    const std::string where = "claims[" + std::to_string(i) + "]",
                      named = where + " (" + asked[i]->id + ")";
    if (const auto question = left_open(claim, where + ".", named)) {
      if (*question)
        answers.push_back((shown.shows(*asked[i]) ? "shown: " : "not shown: ") + asked[i]->id);
      ++open;
      continue;
    }
    require_equal(
        claim, claim_object(claim, verdict, "symbolic", "structural", "", Json::object({})), named);
    require(HARDMAX_FAULT(check_structural_statement, shown.shows(*asked[i]), true), named, verdict,
            "that the argument shows other statements");
  }
  const std::string inputs =
      sizes.D == 0 ? "" : std::to_string(sizes.D) + "^" + std::to_string(sizes.n * sizes.d) + " ";
  const std::string counts = std::to_string(asked.size() - open) + " " + verdict +
                             (open == 0 ? "" : ", " + std::to_string(open) + " left open");
  answers.insert(answers.begin(), (open == 0 ? "accepted: " : "incomplete: ") + counts +
                                      ", for all " + inputs + "inputs of " + sizes.text() +
                                      details);
  return {open == 0 ? 0 : 3, answers};
}

}  // namespace hardmax::check
