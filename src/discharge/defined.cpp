#include "discharge/defined.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include "claim/evaluator.hpp"
#include "claim/syntax.hpp"
#include "discharge/run_names.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

using claim::Binder;
using claim::Node;
using claim::NodePtr;
using claim::Op;
using claim::Relation;
using claim::Truth;
using claim::Type;

// It is not seen that a term has a value.
struct NotSeen {};

// A number and the bounds that are known of it, if any.
struct Bounded {
  std::optional<Rational> low, high;
  bool whole = false;
  Bounded() = default;
  explicit Bounded(const Rational& x) : low(x), high(x), whole(x.is_integer()) {}
  Bounded(std::optional<Rational> from, std::optional<Rational> to, bool is_whole)
      : low(std::move(from)), high(std::move(to)), whole(is_whole) {}
  [[nodiscard]] bool one() const { return low && high && *low == *high; }
  [[nodiscard]] bool not_zero() const {
    return (low && low->sign() > 0) || (high && high->sign() < 0);
  }
};

std::optional<Rational> plus(const std::optional<Rational>& a, const std::optional<Rational>& b) {
  return a && b ? std::optional(*a + *b) : std::nullopt;
}
Bounded negative(const Bounded& x) {
  const auto minus = [](const std::optional<Rational>& a) {
    return a ? std::optional(-*a) : std::nullopt;
  };
  return {minus(x.high), minus(x.low), x.whole};
}
Bounded sum(const Bounded& a, const Bounded& b) {
  return {plus(a.low, b.low), plus(a.high, b.high), a.whole && b.whole};
}
Bounded bounded_product(const Bounded& a, const Bounded& b) {
  Bounded result;
  result.whole = a.whole && b.whole;
  if (!a.low || !a.high || !b.low || !b.high) {
    if (a.low && b.low && a.low->sign() >= 0 && b.low->sign() >= 0) result.low = *a.low * *b.low;
    return result;
  }
  for (const Rational& x :
       {*a.low * *b.low, *a.low * *b.high, *a.high * *b.low, *a.high * *b.high}) {
    if (!result.low || x < *result.low) result.low = x;
    if (!result.high || x > *result.high) result.high = x;
  }
  return result;
}
Bounded either(const Bounded& a, const Bounded& b) {
  Bounded result;
  result.whole = a.whole && b.whole;
  if (a.low && b.low) result.low = std::min(*a.low, *b.low);
  if (a.high && b.high) result.high = std::max(*a.high, *b.high);
  return result;
}

class Definedness {
 public:
  // A range of at most `longest` numbers is gone through, one by one; a longer one by its bounds.
  Definedness(const claim::Formula& formula, const claim::Vocabulary& names,
              const claim::Model& one, std::int64_t longest)
      : evaluator_(formula.syntax(), one), names_(names), one_(one), longest_(longest) {}

  // What a formula is for all inputs alike; nullopt: it is not known.  Errors  NotSeen.
  std::optional<bool> truth(const Node& node) {
    step();
    if (!open(node)) {
      const Truth found = exactly([&] { return evaluator_.decide(node).truth; });
      return found == Truth::unknown ? std::nullopt : std::optional(found == Truth::yes);
    }
    const auto& parts = node.parts;
    switch (node.op) {
      case Op::variable: return std::nullopt;
      case Op::negation: {
        const auto found = truth(*parts[0]);
        return found ? std::optional(!*found) : found;
      }
      case Op::conjunction:
      case Op::disjunction: {
        const bool stops_at = node.op == Op::disjunction;
        bool known = true;
        for (const NodePtr& part : parts) {
          const auto found = truth(*part);
          if (found == stops_at) return found;
          known = known && found;
        }
        return known ? std::optional(!stops_at) : std::nullopt;
      }
      case Op::implication: {
        for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
          if (truth(*parts[i]) == false) return true;
        }
        return truth(*parts.back()) == true ? std::optional(true) : std::nullopt;
      }
      case Op::comparison: return comparison(node);
      case Op::forall:
      case Op::exists:
        instances(node, 0, true, [&](bool) { static_cast<void>(truth(*parts[0])); });
        return std::nullopt;
      case Op::distinct:
        instances(node, 0, true, [&](bool) { static_cast<void>(number(*parts[0])); });
        return std::nullopt;
      case Op::let:
        if (!open(*parts[0])) {
          evaluator_.bind(node.index, parts[0]->type == Type::boolean
                                          ? claim::Value(exactly_true(*parts[0]))
                                          : exactly([&] { return evaluator_.value(*parts[0]); }));
          open_.erase(node.index);
        } else {
          open_[node.index] = parts[0]->type == Type::number ? number(*parts[0]) : Bounded();
          if (parts[0]->type == Type::set) open_[node.index] = members(*parts[0]);
          if (parts[0]->type == Type::boolean) static_cast<void>(truth(*parts[0]));
        }
        return truth(*parts[1]);
      default: throw NotSeen{};
    }
  }

 private:
  void step() {
    constexpr std::uint64_t kMost = 400'000;
    if (++steps_ > kMost) throw NotSeen{};
  }
  template <typename Ask>
  static std::invoke_result_t<Ask> exactly(const Ask& ask) {
    try {
      return ask();
    } catch (const Undefined&) {
    } catch (const LimitReached&) {}
    throw NotSeen{};
  }
  bool exactly_true(const Node& node) {
    const Truth found = exactly([&] { return evaluator_.decide(node).truth; });
    if (found == Truth::unknown) throw NotSeen{};
    return found == Truth::yes;
  }
  // It needs an input, or a name that has bounds and no more.
  [[nodiscard]] bool open(const Node& node) const {
    if (node.op == Op::variable && (node.type == Type::input || open_.contains(node.index)))
      return true;
    const auto within = [&](const NodePtr& part) { return part && open(*part); };
    return within(node.where) || std::any_of(node.parts.begin(), node.parts.end(), within) ||
           std::any_of(node.binders.begin(), node.binders.end(), [&](const Binder& b) {
             return b.domain == Binder::Domain::inputs || b.real() || within(b.first) ||
                    within(b.last);
           });
  }

  std::optional<bool> comparison(const Node& node) {
    bool known = true;
    Bounded left;
    for (std::size_t i = 0; i < node.parts.size(); ++i) {
      const Node& part = *node.parts[i];
      Bounded right;
      switch (part.type) {
        case Type::number: right = number(part); break;
        case Type::set: static_cast<void>(members(part)); break;
        case Type::boolean: static_cast<void>(truth(part)); break;
        case Type::input: input(part); break;
        case Type::vector: throw NotSeen{};
      }
      if (i > 0) {
        const bool numbers = part.type == Type::number && node.relations[i - 1] != Relation::member;
        const auto link = numbers ? related(node.relations[i - 1], left, right) : std::nullopt;
        if (link == false) return link;
        known = known && link;
      }
      left = std::move(right);
    }
    return known ? std::optional(true) : std::nullopt;
  }
  static std::optional<bool> related(Relation relation, const Bounded& a, const Bounded& b) {
    const bool less = a.high && b.low && *a.high < *b.low,
               more = a.low && b.high && *a.low > *b.high;
    const bool at_most = a.high && b.low && *a.high <= *b.low,
               at_least = a.low && b.high && *a.low >= *b.high, equal = at_most && at_least;
    const auto answer = [](bool yes, bool no) {
      return yes ? std::optional(true) : no ? std::optional(false) : std::nullopt;
    };
    switch (relation) {
      case Relation::less: return answer(less, at_least);
      case Relation::at_most: return answer(at_most, more);
      case Relation::greater: return answer(more, at_most);
      case Relation::at_least: return answer(at_least, less);
      case Relation::equal: return answer(equal, less || more);
      case Relation::different: return answer(less || more, equal);
      case Relation::member: break;
    }
    return std::nullopt;
  }

  // NOLINTNEXTLINE(readability-function-size): a case an operator
  Bounded number(const Node& node) {
    step();
    if (!open(node)) {
      const claim::Value value = exactly([&] { return evaluator_.value(node); });
      const Rational* const rational = std::get_if<Rational>(&value);
      return rational != nullptr ? Bounded(*rational) : Bounded();
    }
    const auto& parts = node.parts;
    switch (node.op) {
      case Op::variable: return open_.at(node.index);
      case Op::accessor: return read(node);
      case Op::negate: return negative(number(*parts[0]));
      case Op::sum: {
        Bounded total = number(*parts[0]);
        for (std::size_t i = 1; i < parts.size(); ++i)
          total = sum(total, node.inverse[i] ? negative(number(*parts[i])) : number(*parts[i]));
        return total;
      }
      case Op::product: {
        Bounded total = number(*parts[0]);
        for (std::size_t i = 1; i < parts.size(); ++i) {
          const Bounded x = number(*parts[i]);
          if (node.inverse[i] && !x.not_zero()) throw NotSeen{};
          total = !node.inverse[i] ? bounded_product(total, x)
                  : x.one()        ? bounded_product(total, Bounded(Rational(1) / *x.low))
                                   : Bounded();
        }
        return total;
      }
      case Op::power: {
        Bounded top = number(*parts.back());
        for (std::size_t i = parts.size() - 1; i-- > 0;) {
          const Bounded base = number(*parts[i]);
          const bool counts = top.low && top.low->sign() >= 0;
          if (!top.whole || (!counts && !base.not_zero())) throw NotSeen{};
          const bool positive = base.low && base.low->sign() > 0;
          top = {positive ? std::optional(base.whole && counts ? Rational(1) : Rational(0))
                          : std::nullopt,
                 std::nullopt, base.whole && counts};
        }
        return top;
      }
      case Op::floor: {
        const Bounded x = number(*parts[0]);
        const auto down = [](const std::optional<Rational>& a) {
          return a ? std::optional(hardmax::floor(*a)) : std::nullopt;
        };
        return {down(x.low), down(x.high), true};
      }
      case Op::abs: {
        const Bounded x = number(*parts[0]);
        return {Rational(0), {}, x.whole};
      }
      case Op::mod: {
        const Bounded a = number(*parts[0]), by = number(*parts[1]);
        if (!by.not_zero()) throw NotSeen{};
        return {by.low && by.low->sign() > 0 ? std::optional(Rational(0)) : std::nullopt,
                by.high && by.high->sign() > 0 ? by.high : std::nullopt, a.whole && by.whole};
      }
      case Op::exponential: return number(*parts[0]), Bounded(Rational(0), {}, false);
      case Op::logarithm:
        if (const Bounded x = number(*parts[0]); !x.low || x.low->sign() <= 0) throw NotSeen{};
        return {};
      case Op::choose: {
        const Bounded m = number(*parts[0]), k = number(*parts[1]);
        if (!m.whole || !k.whole || !m.low || m.low->sign() < 0) throw NotSeen{};
        return {Rational(0), {}, true};
      }
      case Op::card: return static_cast<void>(members(*parts[0])), Bounded(Rational(0), {}, true);
      case Op::list_max:
      case Op::list_min: {
        Bounded all = number(*parts[0]);
        for (std::size_t i = 1; i < parts.size(); ++i) all = either(all, number(*parts[i]));
        return all;
      }
      case Op::over_sum:
      case Op::over_prod: {
        bool whole = true;
        instances(node, 0, true, [&](bool) { whole = number(*parts[0]).whole && whole; });
        return {{}, {}, whole};
      }
      case Op::over_max:
      case Op::over_min: {
        bool any = false;
        std::optional<Bounded> all;
        instances(node, 0, true, [&](bool certain) {
          any = any || certain;
          const Bounded x = number(*parts[0]);
          all = all ? either(*all, x) : x;
        });
        if (!any) throw NotSeen{};
        return *all;
      }
      default: throw NotSeen{};
    }
  }

  void input(const Node& node) const {
    if (node.op != Op::variable) throw NotSeen{};
  }

  // Bounds of all members.
  Bounded members(const Node& node) {
    step();
    if (!open(node)) {
      const claim::Value value = exactly([&] { return evaluator_.value(node); });
      const auto& set = std::get<claim::Set>(value);
      if (set.empty()) return {Rational(1), Rational(0), true};
      return {set.front(), set.back(), std::all_of(set.begin(), set.end(), [](const Rational& x) {
                return x.is_integer();
              })};
    }
    std::optional<Bounded> all;
    const auto add = [&](const Bounded& x) { all = all ? either(*all, x) : x; };
    switch (node.op) {
      case Op::variable: return open_.at(node.index);
      case Op::accessor: return read(node);
      case Op::set:
        for (const NodePtr& part : node.parts) add(number(*part));
        break;
      case Op::range: {
        const Bounded first = number(*node.parts[0]), last = number(*node.parts[1]);
        if (!first.whole || !last.whole) throw NotSeen{};
        return {first.low, last.high, true};
      }
      case Op::list_union:
        for (const NodePtr& part : node.parts) add(members(*part));
        break;
      case Op::over_union:
        instances(node, 0, true, [&](bool) { add(members(*node.parts[0])); });
        break;
      default: throw NotSeen{};
    }
    return all.value_or(Bounded());
  }

  // ---- names of the run

  // Indices that stand for themselves: which of them there are does not depend on the others. Where
  // a name has a value for the least and the largest of each, it has one in between.
  [[nodiscard]] static bool has_free_indices(const std::string& name) {
    static const std::set<std::string> known = {
        "gamma",      "l",          "A",        "S",       "E",      "mask",    "heads",
        "G",          "entry",      "v",        "z",       "zt",     "M",       "id",
        "f",          "out",        "out_R2",   "out_R3",  "moves",  "planted", "planted_back",
        "planted_R2", "planted_R3", "category", "columns", "sorted", "swapped"};
    return known.contains(name);
  }
  // Of which inputs it has a value, the numbers do not say.
  [[nodiscard]] bool asks_inputs(const std::string& name) const {
    return &names_ != &run_vocabulary() && name.starts_with("planted");
  }

  Bounded read(const Node& node) {
    const claim::Accessor& name = names_[node.index];
    if (asks_inputs(name.name)) throw NotSeen{};
    std::vector<claim::Value> arguments;
    std::vector<std::pair<std::size_t, Bounded>> between;
    for (const NodePtr& part : node.parts) {
      if (part->type == Type::input) {
        input(*part);
        arguments.emplace_back(claim::Input{0});
        continue;
      }
      if (part->type != Type::number) throw NotSeen{};
      Bounded x = number(*part);
      if (!x.low || !x.high) throw NotSeen{};
      arguments.emplace_back(*x.low);
      if (!x.one()) between.emplace_back(arguments.size() - 1, std::move(x));
    }
    const bool whole = std::all_of(between.begin(), between.end(),
                                   [](const auto& index) { return index.second.whole; });
    if (!between.empty() && (!whole || !has_free_indices(name.name) || between.size() > 4))
      throw NotSeen{};
    for (std::size_t choice = 0; choice >> between.size() == 0; ++choice) {
      for (std::size_t i = 0; i < between.size(); ++i)
        arguments[between[i].first] =
            (choice >> i & 1) != 0 ? *between[i].second.high : *between[i].second.low;
      step();
      static_cast<void>(exactly([&] { return one_.read(node.index, arguments); }));
    }
    return values_of(name.name);
  }
  [[nodiscard]] Bounded values_of(const std::string& name) const {
    const auto up_to = [&](const char* last) {
      const claim::Value value = exactly([&] { return one_.read(index_of(names_, last), {}); });
      return Bounded(Rational(1), std::get<Rational>(value), true);
    };
    if (name == "gamma" || name == "A" || name == "S" || name == "columns") return up_to("n");
    if (name == "l" || name == "mask") return up_to("p");
    if (name == "category") return {Rational(1), Rational(3), true};
    if (name == "sorted") return {Rational(0), Rational(1), true};
    if (name == "heads") return {Rational(0), {}, true};
    return {};
  }

  // ---- binders: `visit` is told whether it is certain that there is such an instance

  using Visit = std::function<void(bool certain)>;
  void instances(const Node& node, std::size_t level, bool certain, const Visit& visit) {
    step();
    if (level == node.binders.size()) {
      const auto chosen = node.where ? truth(*node.where) : std::optional(true);
      if (chosen != false) visit(certain && chosen.has_value());
      return;
    }
    const Binder& binder = node.binders[level];
    const auto some = [&](Bounded x, bool there_is) {
      open_[binder.slot] = std::move(x);
      instances(node, level + 1, certain && there_is, visit);
      open_.erase(binder.slot);
    };
    const auto one = [&](const Rational& x) {
      open_.erase(binder.slot);
      evaluator_.bind(binder.slot, x);
      instances(node, level + 1, certain, visit);
    };
    switch (binder.domain) {
      case Binder::Domain::inputs: return instances(node, level + 1, certain, visit);
      case Binder::Domain::range: {
        const Bounded first = number(*binder.first), last = number(*binder.last);
        if (!first.whole || !last.whole) throw NotSeen{};
        if (first.low && last.high && *first.low > *last.high) return;
        const auto count =
            first.one() && last.one() ? (*last.low - *first.low).to_int64() : std::nullopt;
        if (!count || *count >= longest_)
          return some({first.low, last.high, true},
                      first.high && last.low && *first.high <= *last.low);
        for (Rational x = *first.low; x <= *last.low; x += 1) one(x);
        return;
      }
      case Binder::Domain::set: {
        if (!open(*binder.first)) {
          const claim::Value value = exactly([&] { return evaluator_.value(*binder.first); });
          const auto& set = std::get<claim::Set>(value);
          if (set.empty()) return;
          if (static_cast<std::int64_t>(set.size()) > longest_)
            return some(members(*binder.first), true);
          for (const Rational& x : set) one(x);
          return;
        }
        const bool listed = binder.first->op == Op::set && !binder.first->parts.empty();
        return some(members(*binder.first), listed);
      }
      case Binder::Domain::subsets: return some(members(*binder.first), true);
      default: throw NotSeen{};
    }
  }

  claim::Evaluator evaluator_;
  const claim::Vocabulary& names_;
  const claim::Model& one_;
  std::int64_t longest_;
  std::map<std::size_t, Bounded> open_;  // names, by slot: of a set, bounds of its members
  std::uint64_t steps_ = 0;
};

}  // namespace

bool has_a_value_for_all_inputs(const claim::Formula& formula, const claim::Vocabulary& names,
                                const claim::Model& one) {
  if (formula.over_reals()) return false;
  for (const std::int64_t longest : {1, 64}) {
    try {
      static_cast<void>(Definedness(formula, names, one, longest).truth(formula.root()));
      return true;
    } catch (const NotSeen&) {}
  }
  return false;
}

}  // namespace hardmax
