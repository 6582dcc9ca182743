// Certificates of kind "structural" (FORMAT.md) about a construction that a file describes: claims
// about all inputs at once, at the D of a run or at every D >= 2. The network is followed by the
// argument of every_network.hpp, and formulas are decided over what it gives. No input is executed.
//
// A formula is shown if it is a conjunction of parts that are: that values of a name tell input and
// token, or differ for each input; that values of a name tell the input; or a formula in which
// inputs are bound by forall alone, one at a time, and which is true where names are affine
// functions of the input.
#include <algorithm>

#include "check/answer.hpp"
#include "check/constructions.hpp"
#include "check/described_run.hpp"
#include "check/every_network.hpp"
#include "check/fault.hpp"
#include "check/forms.hpp"
#include "check/kind.hpp"
#include "check/structural.hpp"

namespace hardmax::check {
namespace {

constexpr std::int64_t least_size = 2;

// Variable 0 is D. Any other one is a value that a name has had.
class EveryModel final : public FormModel {
 public:
  EveryModel(const DescribedRun& run, const EveryGround& ground, const EveryWorld& world,
             const EveryNetwork& network)
      : run_(run), ground_(ground), world_(world), network_(network) {}

  std::size_t variables() const override { return most_values + 1; }
  std::vector<Range> ranges() const override {
    std::vector<Range> out(variables(), Range{Num(0), true, true});
    out[0] = Range{Num(ground_.least)};
    return out;
  }
  std::optional<std::pair<Num, Num>> ends(const Quotient& x) const override {
    const std::optional<Num> number = x.constant();
    return number ? std::optional(std::pair(*number, *number)) : std::nullopt;
  }
  unsigned signs(const Quotient& x) const override {
    const unsigned all = negative | zero | positive;
    const std::optional<Linear> above = linear(x.above);
    const auto found = above ? network_.ends(*above) : std::nullopt;
    if (!found) return all;
    const auto& [low, high] = *found;
    if (low.zero() && high.zero()) return zero;
    unsigned out = all;
    if (low.not_negative(ground_.least)) out &= ~negative;
    if (low.positive(ground_.least)) out &= ~zero;
    if ((InSize() - high).not_negative(ground_.least)) out &= ~positive;
    if ((InSize() - high).positive(ground_.least)) out &= ~zero;
    return HARDMAX_FAULT(check_every_signs, out, out & ~negative ? out & ~negative : out);
  }

  Quotient form(int name, const std::vector<Quotient>& a) const override {
    return known_as(value(name, a));
  }
  // The value of a name, all inputs among its arguments being one.
  Linear value(int name, const std::vector<Quotient>& a) const { return answer(name, a).linear(); }
  Set set(int name, const Num* a) const override {
    const Wide found = answer(name, numbers(name, a));
    found.members();
    return found.set;
  }
  bool truth(int name, const Num* a, const std::uint64_t*) const override {
    return answer(name, numbers(name, a)).is_true();
  }

 private:
  static constexpr std::size_t most_values = 1 << 13;

  std::vector<Quotient> numbers(int name, const Num* a) const {
    std::vector<Quotient> out;
    for (const bool input : run_.inputs_of(name))
      if (!input) out.emplace_back(*a++);
    return out;
  }
  Wide answer(int name, const std::vector<Quotient>& a) const {
    if (name < Common::own) throw Unknown{};
    if (run_.counts_layers(name)) {
      const std::optional<Num> word = a.at(0).constant();
      if (!word) throw LimitMet{};
      EveryFrame none;
      return world_.value(run_.asked(name, index(*word, 0, run_.names().words.size() - 1)), none);
    }
    std::vector<Wide> arguments;
    std::size_t number = 0;
    for (const bool input : run_.inputs_of(name)) {
      if (input) {
        arguments.push_back(Wide::any_input());
        continue;
      }
      const Quotient& x = a.at(number++);
      const std::optional<Linear> above = linear(x.above), below = linear(x.below);
      const std::optional<InSize> by = below && below->number() ? below->b.inverse() : std::nullopt;
      if (!above || !by) throw LimitMet{};
      arguments.push_back(Wide::of_linear(*by * *above));
    }
    return world_.call(run_.asked(name), std::move(arguments));
  }

  // What a polynomial in the variables is; none: a product of two affine functions.
  std::optional<Linear> linear(const Polynomial& p) const {
    Linear out;
    for (const auto& [exponents, coefficient] : p) {
      Linear term{Num(coefficient), {}};
      for (std::size_t i = 0; i < exponents.size(); ++i)
        for (unsigned times = 0; times < exponents[i]; ++times) {
          const Linear& factor = i == 0 ? size_ : values_.at(i - 1);
          if (!factor.number() && !term.number()) return std::nullopt;
          term = factor.number() ? factor.b * term : term.b * factor;
        }
      out = out + term;
    }
    return out;
  }
  Quotient known_as(const Linear& x) const {
    if (x.number() && x.b.terms().size() <= 1) {  // c D^e
      if (x.b.zero()) return Num(0);
      const auto& [power, factor] = x.b.terms()[0];
      const Quotient D = Quotient::variable(0);
      if (power >= 0 && power <= 4096) {
        Polynomial above;
        add(above, power == 0 ? Exponents{} : Exponents{static_cast<unsigned>(power)},
            factor.gmp());
        return Quotient::of(std::move(above), Quotient(Num(1)).above);
      }
      if (power < 0 && power >= -4096) {
        Polynomial below;
        add(below, Exponents{static_cast<unsigned>(-power)}, 1);
        return Quotient::of(Quotient(factor).above, std::move(below));
      }
    }
    const auto at = std::find(values_.begin(), values_.end(), x);
    const auto place = static_cast<std::size_t>(at - values_.begin());
    if (at == values_.end()) {
      if (values_.size() == most_values) throw LimitMet{};
      values_.push_back(x);
    }
    return Quotient::variable(place + 1);
  }

  const DescribedRun& run_;
  const EveryGround& ground_;
  const EveryWorld& world_;
  const EveryNetwork& network_;
  const Linear size_ = {InSize::D(), {}};
  mutable std::vector<Linear> values_;
};

class Shower {
 public:
  Shower(const DescribedRun& run, const EveryModel& model, const EveryNetwork& network)
      : run_(run), model_(model), network_(network) {}

  bool made(const Entry& entry) const {
    const Formula domain =
        parse_formula(entry.domain, entry.where + ", domain of " + entry.id, run_.names());
    return !domain.over_inputs && !domain.over_reals &&
           evaluator_of_forms(domain, model_)->decide().truth == Truth::yes;
  }
  bool shown(const Entry& entry) const {
    return shown(
        parse_formula(entry.formal, entry.where + ", formal of " + entry.id, run_.names()));
  }

 private:
  bool shown(Formula formula) const {
    if (formula.over_reals) return false;
    Node& root = *formula.root;
    const bool all =
        root.op == Op::fold && !root.text.empty() &&
        std::all_of(root.text.begin(), root.text.end(), [](char o) { return o == '&'; });
    if (all)
      return std::all_of(root.kids.begin(), root.kids.end(), [&](NodePtr& kid) {
        Formula part;
        part.root = std::move(kid);
        part.slots = formula.slots, part.constants = formula.constants;
        part.over_inputs = formula.over_inputs;
        return shown(std::move(part));
      });
    if (const std::optional<bool> answer = of_distinct(root)) return *answer;
    if (HARDMAX_FAULT(check_every_inputs, !binds_one_input(root), false)) return false;
    const Outcome outcome = evaluator_of_forms(formula, model_)->decide();
    return outcome.truth == Truth::yes && !outcome.vacuous;
  }

  static bool always(const Node& where) {
    return where.op == Op::literal && where.truth == Truth::yes;
  }

  // distinct(X in inputs, k in a..b: name(X, k)), distinct(X in inputs: name(X, ...)), and forall X
  // in inputs: distinct(k in a..b: name(X, k)); none: it is another formula.
  std::optional<bool> of_distinct(const Node& f) const {
    const std::size_t binders = f.kids.size() < 2 ? 0 : f.kids.size() - 2;
    const bool inputs = binders > 0 && f.kids[0]->op == check::Op::inputs;
    if (!inputs || !always(*f.kids.end()[-2])) return std::nullopt;
    const Node& body = *f.kids.back();
    if (f.op == Op::distinct && binders == 1)
      return body.op == Op::call && network_.tells_input(value(body, f.slot, SIZE_MAX, Num(0)));
    if (f.op == Op::distinct && binders == 2) {
      const auto ids = values(body, *f.kids[1], f.slot, f.slot + 1);
      return ids && network_.told_apart(*ids);
    }
    const bool each = f.op == Op::over && f.text == "&" && binders == 1 &&
                      body.op == Op::distinct && body.kids.size() == 3 && always(*body.kids[1]);
    if (!each) return std::nullopt;
    const auto ids = values(*body.kids[2], *body.kids[0], f.slot, body.slot);
    return ids && network_.in_order(*ids);
  }

  Num constant(const Node& f) const {
    if (f.op == Op::literal && f.type == Type::Num) return f.number;
    if (f.op != Op::call || !f.kids.empty()) throw LimitMet{};
    const std::optional<Num> number = model_.form(f.name, {}).constant();
    if (!number) throw LimitMet{};
    return *number;
  }
  // The value of a call whose arguments are the input, the token, and numbers.
  Linear value(const Node& call, std::size_t input, std::size_t token, const Num& k) const {
    std::vector<Quotient> numbers;
    for (const NodePtr& kid : call.kids) {
      if (kid->type == Type::Input) {
        if (kid->op != Op::variable || kid->slot != input) throw LimitMet{};
      } else if (kid->op == Op::variable) {
        if (kid->slot != token) throw LimitMet{};
        numbers.emplace_back(k);
      } else {
        numbers.emplace_back(constant(*kid));
      }
    }
    return model_.value(call.name, numbers);
  }
  std::optional<std::vector<Linear>> values(const Node& body, const Node& range, std::size_t input,
                                            std::size_t token) const {
    if (body.op != Op::call || body.type != Type::Num || range.op != Op::range) return std::nullopt;
    const Num from = constant(*range.kids[0]), to = constant(*range.kids[1]);
    defined(from.is_integer() && to.is_integer());
    if (Num(8192) < to - from) throw LimitMet{};
    std::vector<Linear> out;
    for (Num k = from; !(to < k); k = k + Num(1)) out.push_back(value(body, input, token, k));
    return out;
  }

  const DescribedRun& run_;
  const EveryModel& model_;
  const EveryNetwork& network_;
};

// `run` with D = 2 in place of "D=every", for names, types and digests alone.
Json at_least_size(const Json& run, std::optional<std::size_t>& size) {
  Json out = run;
  for (std::size_t i = 0; i < out.keys.size(); ++i) {
    if (out.keys[i] != "parameters") continue;
    require_kind(out.items[i], Json::Kind::array, "run.parameters");
    for (std::size_t p = 0; p < out.items[i].items.size(); ++p) {
      Json& one = out.items[i].items[p];
      require_kind(one, Json::Kind::string, "run.parameters[" + std::to_string(p) + "]");
      if (one.text != "D=every") continue;
      size = p;
      one.text = "D=" + std::to_string(least_size);
    }
  }
  return out;
}

// Is it shown, with all that it needs?
bool is_shown(const Shower& shower, const Entries& entries, const std::string& id,
              std::map<std::string, bool>& known) {
  if (const auto at = known.find(id); at != known.end()) return at->second;
  known[id] = false;
  const Entry& entry = entries.at(id);
  if (!entry.has_formal) return false;
  for (const std::string& need : entry.needs) {
    const bool needed = is_shown(shower, entries, need, known);
    if (HARDMAX_FAULT(check_every_needs, !needed, false)) return false;
  }
  bool out = false;
  try {
    out = HARDMAX_FAULT(check_every_domain, shower.made(entry), true) && shower.shown(entry);
  } catch (const Incomplete&) {  // beyond what is read here: nothing is found out
  }
  return known[id] = out;
}

// The construction as it stands, and behind it each change on top of those before.
std::vector<std::unique_ptr<EveryWorld>> worlds_of(EveryGround& ground) {
  std::vector<std::unique_ptr<EveryWorld>> worlds;
  worlds.push_back(std::make_unique<EveryWorld>(ground, nullptr, nullptr, std::vector<Wide>{}));
  for (const Change& change : ground.setting.changes) {
    EveryFrame frame;
    frame.slots.resize(change.slots);
    std::vector<Wide> arguments;
    for (const Term& term : change.arguments)
      arguments.push_back(worlds.front()->value(term, frame));
    worlds.push_back(std::make_unique<EveryWorld>(ground, worlds.back().get(), &change.terms,
                                                  std::move(arguments)));
  }
  return worlds;
}

// Each claim is shown here, or left open, which is counted. `answers`: those that were asked for.
std::size_t require_claims_shown(const std::vector<const Entry*>& asked, const Json& claims,
                                 const std::string& verdict, const Shower& shower,
                                 const Entries& entries, std::vector<std::string>& answers) {
  std::map<std::string, bool> known;
  std::size_t open = 0;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const Json& claim = claims.items[i];
    const std::string where = "claims[" + std::to_string(i) + "]",
                      named = where + " (" + asked[i]->id + ")";
    if (const auto question = left_open(claim, where + ".", named)) {
      if (*question)
        answers.push_back(
            (is_shown(shower, entries, asked[i]->id, known) ? "shown: " : "not shown: ") +
            asked[i]->id);
      ++open;
      continue;
    }
    require_equal(
        claim, claim_object(claim, verdict, "symbolic", "structural", "", Json::object({})), named);
    require(HARDMAX_FAULT(check_every_shown, is_shown(shower, entries, asked[i]->id, known), true),
            named, verdict, "that it is not shown here");
  }
  return open;
}

// Parameters, variants, changes and the pattern, as they are stated.
std::string about_described(const Json& run_stated) {
  std::string details;
  for (const Json& one : member(run_stated, "parameters", Json::Kind::array, "run.").items)
    details += ", " + (one.text == "D=every" ? "every D >= 2" : one.text);
  for (const Json& one : member(run_stated, "variants", Json::Kind::array, "run.").items)
    details += ", " + one.text;
  for (const Json& one : member(run_stated, "changes", Json::Kind::array, "run.").items)
    details += ", " + one.items[0].text;
  if (const Json& pattern = *run_stated.find("pattern"); !pattern.items.empty())
    details += ", " + about_edges(pattern);
  return details;
}

}  // namespace

// Its digest stands in `run`, and not in `constructions`.
bool is_about_described(const Json& certificate) {
  return member(certificate, "run", Json::Kind::object, "").find("sha256") != nullptr;
}

Report check_described_structural(const Json& stated, const Entries& entries) {
  require_keys(
      stated,
      {"format", "version", "kind", "run", "evidence", "derived", "only", "claims", "hypotheses"},
      "certificate");
  const Json &run_stated = member(stated, "run", Json::Kind::object, ""),
             &evidence = member(stated, "evidence", Json::Kind::object, ""),
             &claims = member(stated, "claims", Json::Kind::array, "");
  const std::string& id = text(run_stated, "construction", "run.");
  const Described of = file_beside(id, entries);
  if (!of.hypotheses.empty()) throw Incomplete("hypotheses of a construction, for every size");
  std::optional<std::size_t> size;
  const Json run_at = at_least_size(run_stated, size);
  DescribedRun run(run_at, of, entries);
  const std::vector<const Entry*> asked = bound_claims(
      stated, entries, of.id, Scope::file, [&](const Entry& entry) { return run.binding(entry); });
  const std::string &bound = text(run_stated, "sha256", "run."), digest = run.digest();
  require(HARDMAX_FAULT(check_every_sha256, bound == digest, true), "run.sha256", bound,
          "that the construction beside the claims has " + digest);
  run.open(false);
  EveryGround ground{run.run_setting()};
  ground.size = size;
  ground.least = size ? least_size : 1;
  const std::vector<std::unique_ptr<EveryWorld>> worlds = worlds_of(ground);
  const EveryWorld& world = *worlds.back();
  world.require_space();
  world.require_conditions();
  EveryNetwork network(ground, world);
  require_keys(evidence, {"stretches"}, "evidence");
  network.follow(
      strings(member(evidence, "stretches", Json::Kind::array, "evidence."), "evidence.stretches"));
  ground.entry = [&](const InSize& layers, std::size_t row, std::size_t token) {
    return network.entry(layers, row, token);
  };
  const Json derived = Json::object(
      {{"tokens", std::to_string(ground.tokens.size())}, {"rows", std::to_string(ground.rows)}});
  require_equal(HARDMAX_FAULT(check_every_derived,
                              member(stated, "derived", Json::Kind::object, ""), derived),
                derived, "derived");

  const EveryModel model(run, ground, world, network);
  const Shower shower(run, model, network);
  const std::string verdict = size ? "proved" : "verified";
  std::vector<std::string> answers;
  const std::size_t open = require_claims_shown(asked, claims, verdict, shower, entries, answers);
  answers.insert(answers.begin(),
                 (open == 0 ? "accepted: " : "incomplete: ") + std::to_string(asked.size() - open) +
                     " " + verdict + (open == 0 ? "" : ", " + std::to_string(open) + " left open") +
                     ", for all inputs; " + of.id + about_described(run_stated) + "; " +
                     std::to_string(network.sweeps()) + " sweeps, " +
                     std::to_string(network.tops()) + " layers after");
  return {open == 0 ? 0 : 3, answers};
}

}  // namespace hardmax::check
