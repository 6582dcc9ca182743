// Certificates of kind "general" (FORMAT.md): claims for all n, d, D, p and s at once, some by
// induction, some given other claims. n, d, D, p, s are variables over half-lines, and so is what
// is no polynomial in them: a name of the run with arguments, a power with a variable exponent, a
// sum with a variable number of terms; each is known by a key that says what it is. A used claim
// that bounds such a term replaces it: a <= b makes it b - r with a new r >= 0. Comparisons are
// then decided by the signs of coefficients. Every run and every choice of the parameters gives the
// variables values, so what holds for all of these holds there. What is used, and how, is the
// argument of the certificate; nothing is searched for.
#include <algorithm>
#include <map>

#include "check/constructions.hpp"
#include "check/fault.hpp"
#include "check/general_formula.hpp"
#include "check/kind.hpp"

namespace hardmax::check {
namespace {

// The names that are numbers.
const Vocabulary& names() {
  static const Vocabulary vocabulary = [] {
    constexpr Type N = Type::Num;
    Vocabulary v{{{"n", "", N, Common::n},
                  {"d", "", N, Common::d},
                  {"D", "", N, Common::D},
                  {"delta", "", N, Common::delta},
                  {"Delta", "", N, Common::Delta},
                  {"p", "", N, general_p},
                  {"s", "", N, general_s}},
                 {}};
    int name = run_names;
    for (const auto& [text, arguments] :
         {std::pair{"c", ""}, {"shift", ""},     {"gamma", "N"},    {"l", "N"},
          {"E", "N"},         {"mask", "N"},     {"heads", "N"},    {"bq", "NN"},
          {"G", "INN"},       {"entry", "NINN"}, {"v", "NIN"},      {"head", "NNIN"},
          {"z", "IN"},        {"zt", "IN"},      {"M", "NIN"},      {"id", "IN"},
          {"f", "INN"},       {"out", "INN"},    {"out_R2", "INN"}, {"out_R3", "INN"}})
      v.names.push_back({text, arguments, N, name++});
    return v;
  }();
  return vocabulary;
}

Formula parse(const std::string& text, const std::string& where) {
  return parse_formula(text, where, names());
}

struct Use {  // a line of `by`
  std::string stage, source, name, term;
  std::size_t part = 0;
};

Use read_use(const std::string& line, const std::string& where) {
  std::vector<std::string> words;
  std::size_t at = 0;
  const auto word = [&] {
    while (at < line.size() && line[at] == ' ') ++at;
    const std::size_t start = at;
    while (at < line.size() && line[at] != ' ') ++at;
    return line.substr(start, at - start);
  };
  Use use;
  use.stage = word(), use.source = word();
  std::string next = word();
  if (next == "part") use.part = integer(word(), 1, where), next = word();
  if (next == "at") {
    use.name = word();
    require(word() == "=", where, line, "NAME = TERM after at");
    use.term = line.substr(at), next.clear();
  }
  require(!use.source.empty() && next.empty() &&
              (use.stage == "base" || use.stage == "step" || use.stage == "end") &&
              (use.source != "hypothesis" || use.stage == "step") &&
              (use.source != "statement" || use.stage == "end"),
          where, line,
          "(base | step | end) (ID | hypothesis | statement) [part K] [at NAME = TERM]");
  return use;
}

// The argument for one claim. Throws LimitMet where it does not go through.
class Argument {
 public:
  Argument(const Entry& entry, const Json& stated, const Entries& entries, const std::string& where,
           std::uint64_t& steps)
      : entry_(entry),
        entries_(entries),
        where_(where),
        steps_(steps),
        domain_(parse(entry.domain, entry.where + ", domain of " + entry.id)),
        formal_(parse(entry.formal, entry.where + ", formal of " + entry.id)) {
    require_keys(stated, {"id", "induction", "by", "given"}, where);
    induction_ = one_space(text(stated, "induction", where + "."));
    if (!induction_.empty()) statement_ = parse(induction_, where + ".induction");
    for (const Json& line : member(stated, "by", Json::Kind::array, where + ".").items) {
      require_kind(line, Json::Kind::string, where + ".by");
      uses_.push_back(read_use(line.text, where + ".by"));
    }
  }

  void follow() {
    GeneralWorld every_run(domain_, steps_);
    GeneralReading(every_run, domain_).read(*domain_.root);
    if (statement_) {
      const Node& root = *statement_->root;
      require(root.op == Op::over && root.text == "&" &&
                  root.kids[root.kids.size() - 3]->op == Op::range,
              where_ + ".induction", "a statement", "forall ..., i in a..b: P");
      stage("base", *statement_);
      stage("step", *statement_);
    }
    if (!statement_ || induction_ != one_space(entry_.formal)) stage("end", formal_);
    require(HARDMAX_FAULT(check_general_says_something, says_something(), true), where_,
            "an argument", "that no run was found where the claim says something");
  }
  bool by_induction() const { return statement_.has_value(); }
  const std::set<std::string>& given() const { return given_; }

 private:
  void stage(const std::string& which, const Formula& formula) {
    GeneralWorld world(domain_, steps_);
    GeneralReading goal(world, formula);
    const Node& root = goal.root();
    const bool bound = goal.quantified();
    const std::size_t count = bound ? goal.binders(root) : 0,
                      last = which == "end" ? count : count - 1;
    for (std::size_t i = 0; i < count; ++i) {
      if (i == last && which == "base")
        goal.name(root, i).number = goal.number(*root.kids[i]->kids[0]);
      else
        goal.generic(root, i, i == last ? 1 : 0);
    }
    world.closed = false;
    for (const Use& use : uses_)
      if (use.stage == which) apply(use, world, goal);
    world.closed = true;
    if (bound) goal.require_ranges(root);
    if (which == "step") goal.name(root, last).number = goal.name(root, last).number + unit();
    goal.prove(bound ? *root.kids.back() : root);
  }

  // Of some small runs that the claim is made for: every token sees all in one step, or its
  // neighbours alone, in any number of equal layers.
  bool says_something() {
    for (const std::uint64_t n : {2, 3, 4, 5, 8})
      for (const std::uint64_t d : {1, 2})
        for (const std::uint64_t D : {2, 3, 5})
          for (const std::uint64_t p : {1, 2})
            for (const std::uint64_t s : {std::uint64_t{1}, n - 1})
              if (says_something({{Common::n, n},
                                  {Common::d, d},
                                  {Common::D, D},
                                  {general_p, p},
                                  {general_s, s}}))
                return true;
    return false;
  }
  bool says_something(const std::map<int, std::uint64_t>& run) {
    GeneralWorld world(domain_, steps_);
    for (const auto& [name, value] : run) world.fix(name, value);
    try {
      GeneralReading made(world, domain_);
      if (!made.is_true(*domain_.root)) return false;
      world.closed = false;  // whether it has a value is asked above
      GeneralReading claim(world, formal_);
      return claim.says_something(claim.root());
    } catch (const LimitMet&) {
      return false;
    }
  }

  void apply(const Use& use, GeneralWorld& world, GeneralReading& goal) {
    if (use.source == "hypothesis")
      return goal.learn(
          *goal.root().kids.back(), [](const Node&) { return std::optional<GeneralName>(); },
          use.part);
    const Formula* used = statement_ ? &*statement_ : nullptr;
    std::optional<Formula> claim;
    if (use.source != "statement") used = &claim.emplace(claim_used(use.source, world));
    require(used != nullptr, where_ + ".by", use.source, "a statement for induction");
    GeneralReading reading(world, *used);
    reading.learn(
        reading.root(),
        [&](const Node& binder) -> std::optional<GeneralName> {
          if (binder.text == use.name) return GeneralName{term(use, world, goal), ""};
          for (std::size_t i = 0; goal.quantified() && i < goal.binders(goal.root()); ++i)
            if (goal.root().kids[i]->text == binder.text) return goal.name(goal.root(), i);
          return std::nullopt;
        },
        use.part);
  }

  // It has to be made, and its hypotheses to hold, wherever this claim is made.
  Formula claim_used(const std::string& id, GeneralWorld& world) {
    const auto it = entries_.find(id);
    require(it != entries_.end() && it->second.has_formal && id != entry_.id, where_ + ".by", id,
            "no other claim with a formula");
    const Entry& used = it->second;
    for (const std::string& need : used.needs)
      require(HARDMAX_FAULT(
                  check_general_needs,
                  std::find(entry_.needs.begin(), entry_.needs.end(), need) != entry_.needs.end(),
                  true),
              where_ + ".by", id, "that it needs " + need + ", which the claim does not");
    const Formula domain = parse(used.domain, used.where + ", domain of " + id);
    world.closed = true;
    GeneralReading(world, domain).prove(*domain.root);
    world.closed = false;
    given_.insert(id);
    return parse(used.formal, used.where + ", formal of " + id);
  }

  // A term in the names of the outermost binders of what is shown.
  Quotient term(const Use& use, GeneralWorld& world, GeneralReading& goal) {
    std::string bound;
    std::vector<Quotient> values;
    for (std::size_t i = 0; goal.quantified() && i < goal.binders(goal.root()); ++i) {
      const Node& binder = *goal.root().kids[i];
      if (binder.type != Type::Num) continue;
      bound += (bound.empty() ? "forall " : ", ") + binder.text + " in 0..0";
      values.push_back(goal.name(goal.root(), i).number);
    }
    const Formula formula =
        parse(bound + (bound.empty() ? "(" : ": (") + use.term + ") = 0", where_ + ".by");
    GeneralReading reading(world, formula);
    const Node* f = formula.root.get();
    if (!values.empty()) {
      for (std::size_t i = 0; i < values.size(); ++i) reading.name(*f, i).number = values[i];
      f = f->kids.back().get();
    }
    require(f->op == Op::comparison && f->text == "=", where_ + ".by", use.term, "a term");
    world.closed =
        true;  // what it speaks of must have a value: names that claims said something of
    Quotient value = reading.number(*f->kids[0]);
    world.closed = false;
    return value;
  }

  const Entry& entry_;
  const Entries& entries_;
  const std::string where_;
  std::uint64_t& steps_;
  Formula domain_, formal_;
  std::string induction_;  // the text of the statement
  std::optional<Formula> statement_;
  std::vector<Use> uses_;
  std::set<std::string> given_;
};

// What each proved claim rests on.
using RestsOn = std::map<std::string, std::set<std::string>>;

std::map<std::string, const Json*> arguments_by_id(const Json& stated) {
  std::map<std::string, const Json*> arguments;
  const Json& list = member(stated, "arguments", Json::Kind::array, "");
  std::string before;
  for (const Json& argument : list.items) {
    require_kind(argument, Json::Kind::object, "arguments");
    const std::string& id = text(argument, "id", "arguments.");
    require(before < id, "arguments", id, "that ids must increase");
    arguments[before = id] = &argument;
  }
  return arguments;
}

// What the claim must be, once its argument has been followed.
Json proved_by_argument(const Entry& entry, const Json& claim, const Json& stated,
                        const Entries& entries, std::uint64_t& steps, RestsOn& rests_on) {
  const std::string at = "arguments (" + entry.id + ")";
  Argument argument(entry, stated, entries, at, steps);
  try {
    argument.follow();
  } catch (const LimitMet&) {
    require(false, at, "an argument", "that it does not go through");
  }
  std::vector<Json> given;
  for (const std::string& id : argument.given())
    given.push_back(Json::object({{"id", id}, {"sha256", sha256(binding_text(entries.at(id)))}}));
  require_equal(member(stated, "given", Json::Kind::array, at + "."), Json::array(std::move(given)),
                at + ".given");
  rests_on[entry.id] = argument.given();
  return claim_object(claim, "proved", "symbolic", argument.by_induction() ? "induction" : "signs",
                      argument.given().empty() ? "" : "given", Json::object({}));
}

// No argument goes back to the claim itself, by all that it rests on.
void require_no_circle(const RestsOn& rests_on) {
  for (const auto& [id, given] : rests_on) {
    std::set<std::string> back;  // all that the argument goes back to
    for (std::vector<std::string> left(given.begin(), given.end()); !left.empty();) {
      const std::string used = left.back();
      left.pop_back();
      require(HARDMAX_FAULT(check_general_circle, used != id, true), "arguments (" + id + ")",
              "an argument", "that it goes back to the claim itself");
      const auto further = rests_on.find(used);
      if (back.insert(used).second && further != rests_on.end())
        left.insert(left.end(), further->second.begin(), further->second.end());
    }
  }
}

void say_what_is_given(const RestsOn& rests_on, Report& report) {
  // What is proved outright: by claims that are, round after round.
  std::set<std::string> outright;
  for (std::size_t size = rests_on.size() + 1; size != outright.size();) {
    size = outright.size();
    for (const auto& [id, given] : rests_on)
      if (std::includes(outright.begin(), outright.end(), given.begin(), given.end()))
        outright.insert(id);
  }
  for (const auto& [id, given] : rests_on) {
    std::string open;
    for (const std::string& used : given)
      if (outright.count(used) == 0) open += (open.empty() ? "" : ", ") + used;
    if (!open.empty()) report.lines.push_back("incomplete: claim " + id + ": given " + open);
  }
}

}  // namespace

Report check_general(const Json& stated, const Entries& entries) {
  require_keys(
      stated,
      {"format", "version", "kind", "construction", "arguments", "only", "claims", "hypotheses"},
      "certificate");
  const std::string& construction = text(stated, "construction");
  require(ConstructionFiles(entries).network(construction) == MadeFor::pattern, "construction",
          construction, "one that has no arguments of this kind");
  const std::vector<const Entry*> asked = bound_claims(stated, entries, construction);
  std::map<std::string, const Json*> arguments = arguments_by_id(stated);
  std::uint64_t steps = std::uint64_t{1} << 23;
  Report report;
  std::map<std::string, int> count;
  RestsOn rests_on;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const Entry& entry = *asked[i];
    const std::string where = "claims[" + std::to_string(i) + "] (" + entry.id + ")";
    const Json& claim = member(stated, "claims", Json::Kind::array, "").items[i];
    Json found = claim_object(claim, "undecided", "none", "none", "not covered", Json::object({}));
    const auto it = arguments.find(entry.id);
    if (!entry.has_formal) {
      found = claim_object(claim, "not_checkable", "none", "none", "feature", Json::object({}));
    } else if (it != arguments.end()) {
      found = proved_by_argument(entry, claim, *it->second, entries, steps, rests_on);
    }
    require_equal(claim, found, where);
    arguments.erase(entry.id);
    ++count[text(claim, "verdict")];
    if (text(claim, "verdict") == "undecided")
      report.lines.push_back("incomplete: claim " + entry.id + ": undecided (not covered)");
  }
  require(arguments.empty(), "arguments", arguments.empty() ? "" : arguments.begin()->first,
          "no claim of that id with a formula under `only`");
  require_no_circle(rests_on);
  say_what_is_given(rests_on, report);
  report.code = report.lines.empty() ? 0 : 3;
  std::string line = report.code == 0 ? "accepted:" : "everything else agrees:";
  for (const auto& [verdict, number] : count)
    line += " " + std::to_string(number) + " " + verdict + ",";
  line.back() = ' ';
  report.lines.push_back(line + "for all n, d, D, p, s; " + construction +
                         " as printed, every pattern");
  return report;
}

}  // namespace hardmax::check
