// Certificates of kind "for-all-D" (FORMAT.md): claims that speak of n, d, D, p, s, delta and Delta
// alone, for all D >= 2 at fixed n, d, p and s. Nothing but these is taken from the certificate:
// the functions of D are made from the claim's own text, and what came out must be what is stated.
#include <map>

#include "check/constructions.hpp"
#include "check/evaluate.hpp"
#include "check/fault.hpp"
#include "check/kind.hpp"
#include "check/read.hpp"
#include "check/text.hpp"

namespace hardmax::check {
namespace {

constexpr std::int64_t last_from = 16;
constexpr int p_name = Common::own, s_name = Common::own + 1;  // beside n, d, D, delta and Delta

struct Fixed {
  std::uint64_t n = 0, d = 0, p = 0, s = 0;  // p and s: 0 if not given
};

// The parameters; with D = 0, those that do not depend on D. Unknown: what is not given, and any
// other name.
class Parameters_model final : public Model {
 public:
  Parameters_model(const Fixed& fixed, std::int64_t D) : fixed_(fixed), D_(D) {}
  std::uint64_t inputs() const override { throw Unknown{}; }
  std::string input_text(std::uint64_t) const override { throw Unknown{}; }
  Set set(int, const Num*) const override { throw Unknown{}; }
  Num number(int name, const Num*, const std::uint64_t*) const override {
    const auto given = [](std::uint64_t value) {
      if (value == 0) throw Unknown{};
      return Num(static_cast<std::int64_t>(value));
    };
    Num D(D_);
    if (name == Common::n) return given(fixed_.n);
    if (name == Common::d) return given(fixed_.d);
    if (name == p_name) return given(fixed_.p);
    if (name == s_name) return given(fixed_.s);
    if (D_ == 0) throw Unknown{};
    if (name == Common::D) return D;
    if (name == Common::delta) return Num(1) / D;
    Num sum(0), term(1);
    for (std::uint64_t i = 0; i < fixed_.d; ++i) sum = sum + term, term = term * D;
    return sum;
  }

 private:
  Fixed fixed_;
  std::int64_t D_;
};

const Vocabulary& parameters() {
  static const Vocabulary vocabulary = {{{"n", "", Type::Num, Common::n},
                                         {"d", "", Type::Num, Common::d},
                                         {"D", "", Type::Num, Common::D},
                                         {"delta", "", Type::Num, Common::delta},
                                         {"Delta", "", Type::Num, Common::Delta},
                                         {"p", "", Type::Num, p_name},
                                         {"s", "", Type::Num, s_name}},
                                        {}};
  return vocabulary;
}

struct Decided {
  std::string verdict = "undecided", tier = "none", evidence = "none", reason = "not covered";
  Witness witness;
};

class Decider {
 public:
  Decider(const Entry& entry, const Fixed& fixed)
      : fixed_(fixed),
        under_hypotheses_(HARDMAX_FAULT(check_every_D_hypotheses, !entry.needs.empty(), false)) {
    try {
      domain_ = parse_formula(entry.domain, entry.where + ", domain of " + entry.id, parameters());
      formal_ = parse_formula(entry.formal, entry.where + ", formal of " + entry.id, parameters());
      covered_ = !domain_.over_inputs && !formal_.over_inputs;
    } catch (const Rejected&) {  // it speaks of more than these names
    }
  }

  // For from = 2, 3, ...: is it so for all D >= from, by signs? Then it is left to look at the
  // smaller D by themselves. Where the signs say nothing, D = 2 may refute it.
  Decided decide() const {
    if (!covered_) return {};
    for (std::int64_t from = 2; from <= last_from; ++from) {
      const Truth made = for_all(domain_, from).truth;
      if (made == Truth::no && from == 2) return {"not_checkable", "none", "none", "domain", {}};
      if (made != Truth::yes) continue;
      const Outcome all = for_all(formal_, from);
      const bool proves =
          all.truth == Truth::yes && HARDMAX_FAULT(check_every_D_vacuous, !all.vacuous, true);
      if (!proves && all.truth != Truth::no) continue;
      if (const std::optional<Decided> found = one_by_one(
              HARDMAX_FAULT(check_every_D_small, proves ? from - 1 : from, std::int64_t{1})))
        return *found;
      if (proves) return {"proved", "symbolic", "signs from D=" + std::to_string(from), "", {}};
    }
    return one_by_one(2).value_or(Decided{});
  }

 private:
  // The first D in 2..last at which the claim is made and not true.
  std::optional<Decided> one_by_one(std::int64_t last) const {
    for (std::int64_t D = 2; D <= last; ++D) {
      const std::string number = "D=" + std::to_string(D);
      const Decided for_hypotheses{"undecided", "none", "none", "hypotheses", {}};
      const Parameters_model model(fixed_, D);
      const std::unique_ptr<Evaluator> claim = evaluator(formal_, model);
      bool made = false;
      try {
        const Truth in_domain = evaluator(domain_, model)->decide().truth;
        if (in_domain == Truth::no) continue;
        if (in_domain == Truth::unknown) return Decided{};
        made = true;
        const Outcome outcome = claim->decide();
        if (outcome.truth == Truth::unknown || (outcome.truth == Truth::yes && outcome.vacuous))
          return Decided{};
        if (outcome.truth == Truth::no)
          return under_hypotheses_ ? for_hypotheses
                                   : Decided{"refuted", "witness", number, "", claim->witness()};
      } catch (const Undefined&) {
        if (!made) return Decided{};
        return under_hypotheses_ ? for_hypotheses
                                 : Decided{"error", "none", number, "undefined", {}};
      } catch (const LimitMet&) {
        return Decided{};
      } catch (const Unknown&) {
        return Decided{};
      }
    }
    return std::nullopt;
  }
  Outcome for_all(const Formula& formula, std::int64_t from) const {
    const Parameters_model model(fixed_, 0);
    try {
      return evaluator(formula, model, from)->decide();
    } catch (const Undefined&) {
    } catch (const LimitMet&) {
    } catch (const Unknown&) {}
    return {Truth::unknown, false};
  }

  Fixed fixed_;
  Formula domain_, formal_;
  bool under_hypotheses_, covered_ = false;
};

Fixed read_fixed(const Json& stated) {
  require_keys(stated, {"construction", "n", "d", "p", "s"}, "fixed");
  const auto number = [&](const char* name, std::uint64_t least) {
    return integer(text(stated, name, "fixed."), least, std::string("fixed.") + name);
  };
  Fixed fixed{number("n", 2), number("d", 1), number("p", 0), number("s", 0)};
  if (fixed.n > 64 || fixed.d > 12 || fixed.p > 4096 || fixed.s > 4096)
    throw Incomplete("fixed: n > 64, d > 12, p > 4096 or s > 4096");
  return fixed;
}

}  // namespace

Report check_for_all_D(const Json& stated, const Entries& entries) {
  require_keys(stated, {"format", "version", "kind", "fixed", "only", "claims", "hypotheses"},
               "certificate");
  const Fixed fixed = read_fixed(member(stated, "fixed", Json::Kind::object, ""));
  const Json& claims = member(stated, "claims", Json::Kind::array, "");
  const std::string& construction = text(*stated.find("fixed"), "construction", "fixed.");
  require(ConstructionFiles(entries).network(construction) == MadeFor::pattern,
          "fixed.construction", construction, "one that has no arguments of this kind");
  const std::vector<const Entry*> asked = bound_claims(stated, entries, construction);
  Report report;
  std::map<std::string, int> count;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    Decided found{"not_checkable", "none", "none", "feature", {}};
    if (asked[i]->has_formal) found = Decider(*asked[i], fixed).decide();
    const auto names = [](const std::vector<std::string>& all) {
      return Json::array(std::vector<Json>(all.begin(), all.end()));
    };
    const Witness& w = found.witness;
    Json witness = found.verdict != "refuted" ? Json::object({})
                                              : Json::object({{"at", names(w.at)},
                                                              {"other", names(w.other)},
                                                              {"lhs", w.lhs},
                                                              {"relation", w.relation},
                                                              {"rhs", w.rhs}});
    const Json& claim = claims.items[i];
    require_equal(claim,
                  claim_object(claim, found.verdict, found.tier, found.evidence, found.reason,
                               std::move(witness)),
                  "claims[" + std::to_string(i) + "] (" + asked[i]->id + ")");
    if (found.verdict == "undecided")
      report.lines.push_back("incomplete: claim " + asked[i]->id + ": undecided (" + found.reason +
                             ")");
    ++count[found.verdict];
  }
  report.code = report.lines.empty() ? 0 : 3;
  std::string line = report.code == 0 ? "accepted:" : "everything else agrees:";
  for (const auto& [verdict, number] : count)
    line += " " + std::to_string(number) + " " + verdict + ",";
  line.back() = ' ';
  const std::string sizes = "n=" + std::to_string(fixed.n) + " d=" + std::to_string(fixed.d) +
                            " p=" + std::to_string(fixed.p) + " s=" + std::to_string(fixed.s);
  report.lines.push_back(line + "for all D >= 2 at " + sizes + "; " + construction +
                         " as printed, every pattern of this p and s");
  return report;
}

}  // namespace hardmax::check
