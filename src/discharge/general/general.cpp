#include "discharge/general/general.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "certificate/hypotheses.hpp"
#include "discharge/general/terms.hpp"
#include "discharge/sweep_papers.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

using claim::Binder;
using claim::Entry;
using claim::Formula;
using claim::Node;
using claim::Op;

// A line of `by`.
struct Use {
  std::string stage, source, name, term;
  std::size_t part = 0;
};

[[noreturn]] void bad_line(const Entry& entry, const std::string& line) {
  throw InvalidInput(
      InvalidInput::Kind::file,
      fmt::format("{}:{}: by of {}: '{}'; write for example  step ID part 2 at i = i + 1",
                  entry.file, entry.line, entry.id, line.substr(0, 80)));
}

Use read_use(const Entry& entry, const std::string& line) {
  std::size_t at = 0;
  const auto word = [&] {
    while (at < line.size() && line[at] == ' ') ++at;
    const std::size_t start = at;
    while (at < line.size() && line[at] != ' ') ++at;
    return line.substr(start, at - start);
  };
  Use use;
  use.stage = word();
  use.source = word();
  std::string next = word();
  if (next == "part") {
    const std::string number = word();
    if (number.empty() || number.size() > 3 ||
        number.find_first_not_of("0123456789") != std::string::npos || number[0] == '0')
      bad_line(entry, line);
    use.part = std::stoul(number);
    next = word();
  }
  if (next == "at") {
    use.name = word();
    const bool equals = word() == "=";
    use.term = line.substr(std::min(line.size(), at));
    if (use.name.empty() || !equals || use.term.find_first_not_of(' ') == std::string::npos)
      bad_line(entry, line);
    next.clear();
  }
  const bool known = use.stage == "base" || use.stage == "step" || use.stage == "end";
  const bool fits = (use.source != "hypothesis" || use.stage == "step") &&
                    (use.source != "statement" || use.stage == "end");
  if (!known || !fits || use.source.empty() || !next.empty()) bad_line(entry, line);
  return use;
}

// The entry of this id, if it has a formula.
const Entry* find_entry(const std::vector<Entry>& entries, const std::string& id) {
  const auto at =
      std::lower_bound(entries.begin(), entries.end(), id,
                       [](const Entry& e, const std::string& wanted) { return e.id < wanted; });
  return at != entries.end() && at->id == id && at->formal ? &*at : nullptr;
}

class Argument {
 public:
  Argument(const Entry& entry, const std::vector<Entry>& entries)
      : entry_(entry),
        entries_(entries),
        domain_(claim::domain_of(entry, run_vocabulary())),
        formal_(claim::formal_of(entry, run_vocabulary())) {
    for (const std::string& line : entry.by) uses_.push_back(read_use(entry, line));
    if (entry.induction) statement_ = claim::induction_of(entry, run_vocabulary());
  }

  General decide() {
    General result;
    try {
      World every_run(domain_);
      Reader(every_run, domain_).read(domain_.root());
      if (statement_) {
        const Node& root = statement_->root();
        if (root.op != Op::forall || root.where ||
            root.binders.back().domain != Binder::Domain::range)
          throw LimitReached("the statement does not end its binders with a range");
        stage("base", *statement_);
        stage("step", *statement_);
      }
      if (!statement_ || claim::one_space(*entry_.induction) != claim::one_space(*entry_.formal))
        stage("end", formal_);
      if (!says_something()) throw LimitReached("no run was found where it says something");
      result.proved = true;
    } catch (const LimitReached& e) {
      result.reason = e.what();
    }
    result.given.assign(given_.begin(), given_.end());
    return result;
  }

 private:
  // Shows the formula with the names of its outermost binders standing for anything, in the base
  // and the step but for the last.
  void stage(const std::string& which, const Formula& formula) {
    World world(domain_);
    Reader goal(world, formula);
    const Node& root = goal.root();
    const bool bound = root.op == Op::forall;
    if (bound && root.where) throw LimitReached("a 'where' is not covered");
    const Node& body = bound ? *root.parts[0] : root;
    const Binder* last = bound && which != "end" ? &root.binders.back() : nullptr;
    if (bound) {
      for (const Binder& binder : root.binders) {
        if (&binder == last && which == "base") {
          goal.slot(binder.slot).number = goal.number(*binder.first);
        } else {
          goal.generic(binder, &binder == last ? 1 : 0);
        }
      }
    }
    world.closed = false;
    for (const Use& use : uses_) {
      if (use.stage == which) apply(use, world, goal);
    }
    world.closed = true;
    if (bound) goal.require_ranges(root);
    if (which == "step") goal.slot(last->slot).number = goal.slot(last->slot).number + Rational(1);
    goal.prove(body);
  }

  // Of some small runs that the claim is made for: every token sees all in one step, or its
  // neighbours alone, in any number of equal layers.
  bool says_something() const {
    for (const std::uint64_t n : {2, 3, 4, 5, 8}) {
      for (const std::uint64_t d : {1, 2}) {
        for (const std::uint64_t D : {2, 3, 5}) {
          for (const std::uint64_t p : {1, 2}) {
            for (const std::uint64_t s : {std::uint64_t{1}, n - 1}) {
              if (says_something(
                      {{Name::n_, n}, {Name::d_, d}, {Name::D_, D}, {Name::p_, p}, {Name::s_, s}}))
                return true;
            }
          }
        }
      }
    }
    return false;
  }
  bool says_something(const std::map<Name, std::uint64_t>& run) const {
    World world(domain_);
    for (const auto& [name, value] : run) world.fix(name, value);
    try {
      if (!Reader(world, domain_).is_true(domain_.root())) return false;
      world.closed = false;  // whether it has a value is asked above
      Reader claim(world, formal_);
      return claim.says_something(claim.root());
    } catch (const LimitReached&) {
      return false;
    }
  }

  void apply(const Use& use, World& world, Reader& goal) {
    if (use.source == "hypothesis")
      return goal.learn(
          *goal.root().parts[0], [](const Binder&) { return std::nullopt; }, use.part);
    const Formula* used = &*statement_opt(use);
    std::optional<Formula> other;
    if (used == nullptr) {
      other = claim_used(use.source, world);
      used = &*other;
    }
    Reader reader(world, *used);
    const auto chosen = [&](const Binder& binder) -> std::optional<Reader::Slot> {
      if (binder.name == use.name) return Reader::Slot{term(use, world, goal), ""};
      const Node& root = goal.root();
      if (root.op != Op::forall) return std::nullopt;
      for (const Binder& own : root.binders) {
        if (own.name == binder.name) return goal.slot(own.slot);
      }
      return std::nullopt;
    };
    reader.learn(used->root(), chosen, use.part);
  }

  const Formula* statement_opt(const Use& use) const {
    if (use.source != "statement") return nullptr;
    if (!statement_) throw LimitReached("there is no statement");
    return &*statement_;
  }

  // The claim has to hold wherever this one is made.
  Formula claim_used(const std::string& id, World& world) {
    const Entry* const at = find_entry(entries_, id);
    if (at == nullptr || id == entry_.id)
      throw LimitReached(id + " is no other claim with a formula");
    for (const std::string& need : at->needs) {
      if (std::find(entry_.needs.begin(), entry_.needs.end(), need) == entry_.needs.end())
        throw LimitReached(id + " needs " + need + ", which this claim does not");
    }
    const Formula domain = claim::domain_of(*at, run_vocabulary());
    world.closed = true;
    Reader(world, domain).prove(domain.root());
    world.closed = false;
    given_.insert(id);
    return claim::formal_of(*at, run_vocabulary());
  }

  // A term in the names of the outermost binders of what is shown.
  claim::Quotient term(const Use& use, World& world, Reader& goal) {
    std::string names;
    std::vector<const Binder*> numbers;
    if (goal.root().op == Op::forall) {
      for (const Binder& binder : goal.root().binders) {
        if (binder.type() != claim::Type::number) continue;
        names += (names.empty() ? "forall " : ", ") + binder.name + " in 0..0";
        numbers.push_back(&binder);
      }
    }
    const std::string text = (names.empty() ? "" : names + ": ") + "(" + use.term + ") = 0";
    std::optional<Formula> formula;
    try {
      formula = Formula::parse(text, run_vocabulary());
    } catch (const claim::SyntaxError&) {
      bad_line(entry_, use.term);
    }
    Reader reader(world, *formula);
    const Node* node = &formula->root();
    if (!numbers.empty()) {
      for (std::size_t i = 0; i < numbers.size(); ++i)
        reader.slot(node->binders[i].slot) = goal.slot(numbers[i]->slot);
      node = node->parts[0].get();
    }
    if (node->op != Op::comparison || node->parts.size() != 2) bad_line(entry_, use.term);
    world.closed = true;  // it must have a value: it may speak of what the used claims speak of, as
                          // what is proved
    const claim::Quotient value = reader.number(*node->parts[0]);
    world.closed = false;
    return value;
  }

  const Entry& entry_;
  const std::vector<Entry>& entries_;
  Formula domain_;
  Formula formal_;
  std::optional<Formula> statement_;
  std::vector<Use> uses_;
  std::set<std::string> given_;
};

}  // namespace

General decide_general(const Entry& entry, const std::vector<Entry>& entries) {
  General found = Argument(entry, entries).decide();
  // A claim supports nothing that supports it: all that the argument goes back to.
  std::set<std::string> back;
  for (std::vector<std::string> left = found.given; found.proved && !left.empty();) {
    const std::string used = left.back();
    left.pop_back();
    if (!back.insert(used).second) continue;
    const General next = Argument(*find_entry(entries, used), entries).decide();
    if (!next.proved) continue;
    const std::vector<std::string>& further = next.given;
    if (std::find(further.begin(), further.end(), entry.id) != further.end())
      return {false, "its argument goes back to itself, by " + used, {}};
    left.insert(left.end(), further.begin(), further.end());
  }
  return found;
}

std::string certificate_general(const std::vector<Entry>& entries, const std::string& only) {
  struct Line {
    const Entry* entry;
    General found;
  };
  std::vector<Line> lines;
  for (const Entry& entry : entries) {
    if (is_about(entry.id, pattern_construction()) && entry.is_asked_for(only))
      lines.push_back({&entry, entry.formal ? decide_general(entry, entries) : General{}});
  }
  HARDMAX_REQUIRE(!lines.empty());
  certificate::Writer w("general");
  w.field("construction", pattern_construction());
  w.key("arguments");
  w.open('[');
  for (const auto& [entry, found] : lines) {
    if (!found.proved) continue;
    w.open('{');
    w.field("id", entry->id);
    w.field("induction", entry->induction ? claim::one_space(*entry->induction) : "");
    w.list("by", entry->by);
    w.key("given");
    w.open('[');
    for (const std::string& id : found.given) {
      const auto used =
          std::lower_bound(entries.begin(), entries.end(), id,
                           [](const Entry& e, const std::string& wanted) { return e.id < wanted; });
      w.open('{');
      w.field("id", id);
      w.field("sha256", certificate::sha256(claim::binding_text(*used)));
      w.close('}');
    }
    w.close(']');
    w.close('}');
  }
  w.close(']');
  std::vector<certificate::ClaimRecord> records;
  std::vector<const Entry*> claims;
  for (const auto& [entry, found] : lines) {
    claims.push_back(entry);
    certificate::ClaimRecord record{entry->id,   certificate::sha256(claim::binding_text(*entry)),
                                    "undecided", "none",
                                    "none",      "not covered",
                                    {}};
    if (!entry->formal) {
      record.verdict = "not_checkable";
      record.reason = "feature";
    } else if (found.proved) {
      record.verdict = "proved";
      record.tier = "symbolic";
      record.evidence = entry->induction ? "induction" : "signs";
      record.reason = found.given.empty() ? "" : "given";
    }
    records.push_back(std::move(record));
  }
  w.claims(only, records);
  w.hypotheses(certificate::hypotheses_of(claims, entries));
  return w.finish();
}

}  // namespace hardmax
