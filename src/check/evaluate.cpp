#include "check/evaluate.hpp"

#include <algorithm>
#include <map>

#include "check/enclosure.hpp"
#include "check/fault.hpp"
#include "check/forms.hpp"
#include "check/functions.hpp"
#include "check/ordering.hpp"

namespace hardmax::check {

constexpr std::int64_t max_members = 1 << 20,
                       max_exponent = 1000000;  // a set of more members has more than max_words

// a ^ b for an integer b: the bound on |b|, then 0 to a negative power, then the bound on the size
// of the result.
Num power(const Num& a, const Num& b) {
  if (!b.is_integer()) return power_with_root(a, b);
  if (Num(max_exponent) < b || b < Num(-max_exponent)) throw LimitMet{};
  defined(a.sign() != 0 || b.sign() >= 0);
  const mpq_class base =
      (HARDMAX_FAULT(check_power_sign, b.sign() < 0, false) ? Num(1) / a : a).gmp();
  const std::uint64_t times = static_cast<std::uint64_t>(std::abs(*b.small_integer()));
  const std::uint64_t bits =
      std::max(mpz_sizeinbase(base.get_num_mpz_t(), 2), mpz_sizeinbase(base.get_den_mpz_t(), 2));
  if ((bits - 1) * times > std::uint64_t{1} << 26) throw LimitMet{};
  mpq_class out;
  mpz_pow_ui(out.get_num_mpz_t(), base.get_num_mpz_t(), times);
  mpz_pow_ui(out.get_den_mpz_t(), base.get_den_mpz_t(), times);
  return Num(out);
}

Num choose(const Num& m, const Num& k) {
  defined(m.is_integer() && k.is_integer() && m.sign() >= 0);
  if (Num(max_exponent) < m) throw LimitMet{};
  if (k.sign() < 0 || m < k) return HARDMAX_FAULT(check_choose_beyond, Num(0), Num(1));
  mpz_class out;
  mpz_bin_uiui(out.get_mpz_t(), static_cast<unsigned long>(*m.small_integer()),
               static_cast<unsigned long>(*k.small_integer()));
  return Num(mpq_class(out));
}

std::uint64_t index(const Num& value, std::uint64_t first, std::uint64_t last) {
  const std::int64_t i = value.small_integer().value_or(-1);
  defined(i >= 0 && static_cast<std::uint64_t>(i) >= first &&
          static_cast<std::uint64_t>(i) <= last);
  return static_cast<std::uint64_t>(i);
}

Set make_set(std::vector<Num> members) {
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  std::size_t words = 0;
  for (const Num& member : members)
    if ((words += member.words()) > max_words) throw LimitMet{};
  return std::make_shared<const std::vector<Num>>(std::move(members));
}

void keep_repeated(std::vector<std::uint64_t>& values) {
  std::sort(values.begin(), values.end());
  std::size_t kept = 0;
  for (std::size_t i = 1; i < values.size(); ++i)
    if (values[i] == values[i - 1] && (kept == 0 || values[kept - 1] != values[i]))
      values[kept++] = values[i];
  values.resize(kept);
}

namespace {

// The arithmetic of numbers. Functions (functions.hpp) has the same for functions, where less is
// known; Enclosures (enclosure.hpp) for numbers that need not be rational.
struct Numbers : Exactly {
  using Number = Num;
  static constexpr bool functions = false;
  static constexpr std::int64_t max_members = check::max_members;
  static unsigned order(const Num& a, const Num& b) {
    return 1u << (compare(a, b) + 1);
  }  // the signs that a - b may have
  static Num constant(Num x) { return x; }
  static Num integer(Num x) {
    return x;
  }  // whether it is one is asked where both ends of a range are known
  static Num ratio(const Num& a, const Num& b) { return defined(b.sign() != 0), a / b; }
  static Num floor(const Num& x) { return x.floor(); }
  static Num power(const Num& a, const Num& b) { return check::power(a, b); }
  static std::optional<Num> name(int, const Model&) { return {}; }
  static Truth contains(const std::vector<Num>& set, const Num& x) {
    return std::binary_search(set.begin(), set.end(), x) ? Truth::yes : Truth::no;
  }
  static void add(std::vector<Num>& members, const Num& x) { members.push_back(x); }
  static Set set(std::vector<Num> members) { return make_set(std::move(members)); }
  static Set of(Set set) { return set; }
};

Truth is(unsigned possible, unsigned wanted) {
  return (possible & ~wanted) == 0  ? Truth::yes
         : (possible & wanted) == 0 ? Truth::no
                                    : Truth::unknown;
}
std::uint64_t ordinal(const Num& of) { return static_cast<std::uint64_t>(*of.small_integer()); }

std::size_t words(const Num& x) { return x.words(); }
std::size_t words(const Real& x) { return x.is_exact() ? x.exact().words() : 2; }

struct Relation {
  const char* name;
  unsigned orders;  // the signs of left - right for which it holds
};
const std::map<char, Relation> relations = {
    {'<', {"<", HARDMAX_FAULT(check_less, negative, negative | zero)}},
    {'l', {"<=", HARDMAX_FAULT(check_at_most, negative | zero, negative)}},
    {'=', {"=", zero}},
    {'!', {"!=", HARDMAX_FAULT(check_different, negative | positive, negative)}},
    {'>', {">", positive}},
    {'g', {">=", zero | positive}},
    {'i', {"in", zero}}};

template <class Arithmetic>
class Evaluation final : public Evaluator {
 public:
  using N = typename Arithmetic::Number;
  using List = std::shared_ptr<const std::vector<N>>;
  struct Value {
    N num = {};      // of an input, its ordinal
    List list = {};  // members of a set, in increasing order; entries of a vector
    Truth truth = Truth::yes;
    bool vacuous = false;
  };

  Evaluation(const Formula& formula, const Model& model, Arithmetic arithmetic)
      : formula_(formula),
        model_(model),
        arithmetic_(std::move(arithmetic)),
        slots_(formula.slots),
        constants_(formula.constants) {
    const Node* f = formula_.root.get();
    while (f->op == Op::let) f = f->kids[1].get();
    if (!Arithmetic::functions && f->op == Op::over && f->text == "&" &&
        f->kids[0]->op == Op::inputs)
      parts_ = f;
  }
  bool has_parts() const override { return parts_ != nullptr; }
  Outcome decide(std::uint64_t from, std::uint64_t to) override {
    from_ = from, to_ = to;
    const Value out = value(*formula_.root);
    return {out.truth, out.vacuous};
  }

  // "Witness": from the top to what is false.
  Witness witness() override {
    Witness out;
    for (const Node* f = formula_.root.get();;) {
      if (f->op == Op::comparison) return comparison(*f, &out), out;
      if (f->op == Op::distinct) return distinct(*f, &out), out;
      const Node* below = f->kids.empty() ? nullptr : f->kids.back().get();
      if (f->op == Op::let) {
        slot(*f) = value(*f->kids[0]);
      } else if (f->op == Op::fold && f->text[0] == '&') {  // the first false part
        below = std::find_if(f->kids.begin(), f->kids.end(), [&](const NodePtr& kid) {
                  return value(*kid).truth == Truth::no;
                })->get();
      } else if (f->op == Op::over &&
                 (f->text == "&" || !Arithmetic::functions)) {  // forall: the first false instance;
                                                                // exists: the last, if there is one
        const auto begin = slots_.begin() + f->slot,
                   end = begin + static_cast<std::ptrdiff_t>(f->kids.size() - 2);
        std::vector<Value> last;
        each(*f, [&] {
          return last.assign(begin, end), f->text == "|" || value(*below).truth != Truth::no;
        });
        if (last.empty()) return out.relation = "false", out;
        std::copy(last.begin(), last.end(), begin);
        record(*f, out.at);
      } else if (f->op != Op::fold &&
                 f->op != Op::implication) {  // `or` and `implies`: the last part
        return out.relation = "false", out;
      }
      f = below;
    }
  }

  Value& slot(const Node& f, std::size_t i = 0) { return slots_[f.slot + i]; }
  N number(const Node& f) { return value(f).num; }
  Value value(const Node& f) {
    if (f.constant == Node::none) return compute(f);
    std::optional<Value>& known = constants_[f.constant];
    if (known) return *known;
    Value out = compute(f);
    std::size_t size = words(out.num);
    if (out.list)
      for (const N& member : *out.list) size += words(member);
    if ((kept_ += size) <= 8 * max_words)
      known = out;  // what does not fit any more is computed again
    return out;
  }

  // One step of a sum, product, maximum, minimum, conjunction or disjunction. A conjunction is
  // vacuous if all its parts are.
  void combine(char operation, Value& out, const Value& next) {
    switch (operation) {
      case '&':
        out.truth = std::min(out.truth, next.truth),
        out.vacuous = HARDMAX_FAULT(check_vacuous_and, out.vacuous && next.vacuous,
                                    out.vacuous || next.vacuous);
        break;
      case '|': out.truth = std::max(out.truth, next.truth); break;
      case '+': out.num = out.num + next.num; break;
      case '-': out.num = out.num - next.num; break;
      case '*': out.num = out.num * next.num; break;
      case '/': out.num = arithmetic_.ratio(out.num, next.num); break;
      default: out.num = larger(out.num, next.num, operation == 'M');
    }
    if (operation != '&' && operation != '|') weigh(out.num);
  }
  static bool is_settled(char operation, const Value& out) {
    return operation == '&' ? out.truth == Truth::no : operation == '|' && out.truth == Truth::yes;
  }

  // The instances of the binders of f from `level` on, one after the other, the first name varying
  // slowest, as long as `visit` says so; the names keep their values.
  template <class Visit>
  bool each(const Node& f, const Visit& visit, std::size_t level = 0) {
    if (level + 2 < f.kids.size()) return bind(f, level, [&] { return each(f, visit, level + 1); });
    return !where(f) || visit();
  }
  bool where(const Node& f) {
    const Node& condition = *f.kids.end()[-2];
    const Truth holds = condition.op == Op::literal ? condition.truth : value(condition).truth;
    if (holds == Truth::unknown) throw LimitMet{};
    return HARDMAX_FAULT(check_where, holds == Truth::yes, true);
  }
  // The values of one name.
  template <class Visit>
  bool bind(const Node& f, std::size_t level, const Visit& visit) {
    const Node& binder = *f.kids[level];
    Value& name = slot(f, level);
    const auto go = [&](const N& x) { return name.num = x, step(), visit(); };
    switch (binder.op) {
      case Op::inputs:
      case Op::range: {
        const bool in_part = &f == parts_ && level == 0;
        auto [at, end] =
            binder.op == Op::range
                ? ends(binder)
                : std::pair(number_of(in_part ? from_ : 0),
                            number_of(std::min(in_part ? to_ : UINT64_MAX, model_.inputs())));
        for (; at < end; at = at + Num(1))
          if (!go(at)) return false;
        return true;
      }
      case Op::members: {
        const List set = value(*binder.kids[0]).list;
        return std::all_of(set->begin(), set->end(), go);
      }
      case Op::subsets: {
        const List set = value(*binder.kids[0]).list;
        if (set->size() > 16) throw LimitMet{};
        for (std::uint32_t mask = 0;
             HARDMAX_FAULT(check_subsets, mask >> set->size() == 0, (mask + 1) >> set->size() == 0);
             ++mask) {
          std::vector<N> subset;  // bit i of the mask stands for the i-th smallest member
          for (std::size_t i = 0; i < set->size(); ++i)
            if (mask >> i & 1u) subset.push_back((*set)[i]);
          name.list = std::make_shared<const std::vector<N>>(std::move(subset));
          if (!go({})) return false;
        }
        return true;
      }
      default:
        if constexpr (Arithmetic::functions) return arithmetic_.samples(*this, f, level, go);
        return true;
    }
  }

 private:
  Value compute(const Node& f) {
    switch (f.op) {
      case Op::literal: return {f.number, {}, f.truth};
      case Op::variable: return slot(f);
      case Op::component:
        return {(
            *slot(f).list)[index(arithmetic_.integer(number(*f.kids[0])), 1, slot(f).list->size()) -
                           1]};
      case Op::call: return call(f);
      case Op::function: return {function(f)};
      case Op::range_set:
      case Op::listed_set: return {{}, members(f)};
      case Op::over:
        if (f.type == Type::Set) return {{}, members(f)};
        [[fallthrough]];
      case Op::fold: return folded(f);
      case Op::power: {  // from left to right the terms, then the powers from the right
        std::vector<N> terms;
        std::size_t size = 0;  // of all together, as they are held together
        for (const NodePtr& kid : f.kids) {
          terms.push_back(number(*kid));
          if ((size += words(terms.back())) > max_words) throw LimitMet{};
        }
        for (; terms.size() > 1; terms.pop_back())
          weigh(terms.end()[-2] = arithmetic_.power(terms.end()[-2], terms.back()));
        return {terms[0]};
      }
      case Op::negation:
        return {{}, {}, static_cast<Truth>(2 - static_cast<int>(value(*f.kids[0]).truth))};
      case Op::comparison: return {{}, {}, comparison(f)};
      case Op::chain: return {{}, {}, chain(f)};
      case Op::distinct: return {{}, {}, distinct(f)};
      case Op::let:
        slot(f) = value(*f.kids[0]);
        slot(f).vacuous = false;
        return value(*f.kids[1]);
      default: return implied(f);
    }
  }

  N larger(const N& a, const N& b, bool largest) {
    const unsigned order = arithmetic_.order(a, b);
    if ((order & negative) && (order & positive)) return arithmetic_.either(a, b, largest);
    const bool second = HARDMAX_FAULT(check_larger, order & negative ? largest : !largest,
                                      order & negative ? !largest : largest);
    return second ? b : a;
  }

  // The parts from left to right, until nothing that follows can change the outcome. Of nothing: 0,
  // 1, true and vacuous, false; max and min are undefined.
  Value folded(const Node& f) {
    if constexpr (Arithmetic::functions)
      if (f.op == Op::over && f.type == Type::Bool) return arithmetic_.quantified(*this, f);
    const char operation = f.text[0];
    Value out{HARDMAX_FAULT(check_empty_product, Num(operation == '*'), Num(0)),
              {},
              operation == '|' ? Truth::no : Truth::yes,
              true};
    bool any = false;
    const auto part = [&](char o, Value next) {
      if (any)
        combine(o, out, next);
      else
        out = std::move(next), any = true;
      return !is_settled(o, out);
    };
    if (f.op == Op::over) {
      each(f, [&] { return part(operation, value(*f.kids.back())); });
      defined(any || (operation != 'M' && operation != 'm'));
    } else {
      for (std::size_t i = 0; i < f.kids.size() && part(f.text[i - (i > 0)], value(*f.kids[i]));
           ++i)
        continue;
    }
    out.vacuous = out.vacuous && operation == '&';
    return out;
  }

  // a implies (b implies ...): a false premise decides it, vacuously. So may one of functions that
  // is not known.
  Value implied(const Node& f) {
    Truth least = Truth::no;
    for (std::size_t i = 0; i + 1 < f.kids.size(); ++i) {
      const Truth premise = value(*f.kids[i]).truth;
      if (HARDMAX_FAULT(check_implies, premise == Truth::no, false))
        return {{}, {}, Truth::yes, true};
      if (premise == Truth::unknown) least = Truth::unknown;
    }
    Value out = value(*f.kids.back());
    out.truth = std::max(least, out.truth);
    out.vacuous = out.vacuous || (Arithmetic::functions && least == Truth::unknown);
    return out;
  }

  Value call(const Node& f) {
    if (const std::optional<N> own = arithmetic_.name(f.name, model_)) return {*own};
    if constexpr (std::is_same_v<Arithmetic, Forms>)
      if (f.type == Type::Num) {
        std::vector<N> numbers;
        for (const NodePtr& kid : f.kids)
          if (kid->type == Type::Num) numbers.push_back(number(*kid));
        return {Arithmetic::of_call(model_, f.name, numbers)};
      }
    Num a[most_arguments];
    std::uint64_t inputs[most_arguments] = {};
    std::size_t count = 0, input = 0;
    for (const NodePtr& kid : f.kids) {
      Num argument = arithmetic_.constant(number(*kid));
      if (kid->type == Type::Input)
        inputs[input++] = ordinal(argument);
      else
        a[count++] = std::move(argument);
    }
    if constexpr (std::is_same_v<Arithmetic, Enclosures>)
      if (f.type == Type::Num) return {Arithmetic::of_call(model_, f.name, a, inputs)};
    if (f.type == Type::Num) return {model_.number(f.name, a, inputs)};
    if (f.type == Type::Bool)
      return {{}, {}, model_.truth(f.name, a, inputs) ? Truth::yes : Truth::no};
    return {{}, arithmetic_.of(model_.set_of(f.name, a, inputs))};
  }
  // What a term has come to: within the limit, and work beside the steps.
  void weigh(const N& x) {
    const std::size_t size = words(x);
    if (size > max_words) throw LimitMet{};
    if (size > 64) step(size / 4);
  }
  N function(const Node& f) {
    if (f.name == card_of)
      return number_of(HARDMAX_FAULT(check_card, value(*f.kids[0]).list->size(),
                                     value(*f.kids[0]).list->size() + 1));
    const N a = number(*f.kids[0]);
    if (f.name == floor_of) return arithmetic_.floor(a);
    if (f.name == abs_of) return larger(a, N(Num(0)) - a, HARDMAX_FAULT(check_abs, true, false));
    if (f.name == exp_of) return arithmetic_.exponential(a);
    if (f.name == log_of) return arithmetic_.logarithm(a);
    const N b = number(*f.kids[1]);
    if (f.name == choose_of) {
      Num m = arithmetic_.constant(a), out = choose(m, arithmetic_.constant(b));
      step(static_cast<std::uint64_t>(m.small_integer().value_or(0)));
      return out;
    }
    N out = HARDMAX_FAULT(check_mod, a - b * arithmetic_.floor(arithmetic_.ratio(a, b)),
                          a + N(Num(0)) * arithmetic_.floor(arithmetic_.ratio(a, b)));
    weigh(out);
    return out;
  }

  List members(const Node& f) {
    std::vector<N> out;
    std::size_t size = 0;  // of `out`, where a member may still stand twice
    const auto one = [&](const N& x) {
      arithmetic_.add(out, x);
      if ((size += words(x)) <= 4 * max_words) return;
      out = *arithmetic_.set(std::move(out)), size = 0;
      for (const N& member : out) size += words(member);
    };
    const auto add = [&](const Node& kid) {  // a number, or the members of a set
      const Value more = value(kid);
      if (kid.type == Type::Num) return one(more.num);
      step(8 * more.list->size());  // they will be sorted
      for (const N& member : *more.list) one(member);
    };
    if (f.op == Op::over) {
      each(f, [&] { return add(*f.kids.back()), true; });
    } else if (f.op == Op::listed_set) {
      for (const NodePtr& kid : f.kids) add(*kid);
    } else {
      auto [from, end] = ends(f);
      if (Num(Arithmetic::max_members) < end - from) throw LimitMet{};
      for (; from < end; from = from + Num(1)) one(from);
    }
    return arithmetic_.set(std::move(out));
  }
  std::pair<Num, Num> ends(
      const Node& f) {  // of a range: its first number, and what follows its last
    const Num from = arithmetic_.integer(number(*f.kids[0])),
              to = arithmetic_.integer(number(*f.kids[1]));
    defined(from.is_integer() && to.is_integer());
    return {from, HARDMAX_FAULT(check_range_end, to + Num(1), to)};
  }

  Truth comparison(const Node& f, Witness* witness = nullptr) {
    Truth out = Truth::yes;
    Value left = value(*f.kids[0]);
    for (std::size_t i = 0;
         HARDMAX_FAULT(check_chain_first_link, i < f.text.size(), i < 1) && out != Truth::no; ++i) {
      const Type a = f.kids[i]->type, b = f.kids[i + 1]->type;
      Value right = value(*f.kids[i + 1]);
      const auto& [name, orders] = relations.at(f.text[i]);
      out = std::min(out, is(order(a, left, b, right), orders));
      if (out == Truth::no && witness)
        *witness = {witness->at, {}, text(a, left), name, text(b, right)};
      left = std::move(right);
    }
    return out;
  }
  // The signs that left - right may have; where they are no numbers, zero stands for equal, or for
  // left in right.
  unsigned order(Type a, const Value& left, Type b, const Value& right) {
    if (b == Type::Num || b == Type::Input) return arithmetic_.order(left.num, right.num);
    Truth same = left.truth == right.truth ? Truth::yes : Truth::no;
    if (b == Type::Bool) {
      if (left.truth == Truth::unknown || right.truth == Truth::unknown) same = Truth::unknown;
    } else if (a == Type::Num) {
      same = arithmetic_.contains(*right.list, left.num);
    } else {
      same = left.list->size() == right.list->size() ? Truth::yes : Truth::no;
      step(1 + left.list->size() / 16);
      for (std::size_t i = 0; i < left.list->size() && same != Truth::no; ++i)
        same = std::min(same, is(arithmetic_.order((*left.list)[i], (*right.list)[i]), zero));
    }
    return same == Truth::yes ? zero : same == Truth::no ? positive : zero | positive;
  }

  Truth chain(const Node& f) {
    if (Arithmetic::functions) throw LimitMet{};
    return chain_of<N>([&](const auto& visit) { bind(f, 0, [&] { return visit(slot(f).num); }); },
                       [&](const N& j, const N& k) {
                         step();
                         slot(f).num = j, slot(f, 1).num = k;
                         return value(*f.kids.back()).truth;
                       },
                       steps_);
  }

  // Numbers: first only hashes are held, as different hashes are of different values; where hashes
  // agree, the values themselves are compared.
  Truth distinct(const Node& f, Witness* witness = nullptr) {
    if constexpr (Arithmetic::functions) {
      std::vector<N> all;
      each(f, [&] { return all.push_back(number(*f.kids.back())), true; });
      return arithmetic_.distinct(all);
    } else {
      std::vector<std::uint64_t> hashes;
      std::size_t room = 0;  // of the values, were they held, beside two words each
      each(f, [&] {
        if (hashes.size() >= std::size_t{1} << 28)
          throw Incomplete("distinct over more than 2^28 instances");
        const Num now = arithmetic_.constant(number(*f.kids.back()));
        if ((room += now.words() - 2) > 64 * max_words) throw LimitMet{};
        return hashes.push_back(now.hash()), true;
      });
      keep_repeated(hashes);
      std::map<Num, std::uint64_t> first;  // the first instance with that value, by its place
      std::uint64_t place = 0;
      const bool all =
          HARDMAX_FAULT(check_distinct, hashes.empty(), true) || each(f, [&] {
            const Num now = arithmetic_.constant(number(*f.kids.back()));
            const bool perhaps = std::binary_search(hashes.begin(), hashes.end(), now.hash());
            std::uint64_t left = perhaps ? first.emplace(now, place).first->second : place;
            if (left == place++ || !witness) return left + 1 == place;
            *witness = {witness->at, witness->at, now.text(), "distinct", now.text()};
            record(f, witness->other);
            each(f, [&] { return left-- > 0; });
            record(f, witness->at);
            return false;
          });
      return all ? Truth::yes : Truth::no;
    }
  }

  void step(std::uint64_t work = 1) {  // as much as so many instances
    if ((steps_ += work) > std::uint64_t{1} << 32)
      throw Incomplete("more work than 2^32 instances");
  }

  // --- what a witness says

  void record(const Node& f, std::vector<std::string>& names) {
    for (std::size_t i = 0; i + 2 < f.kids.size(); ++i)
      names.push_back(f.kids[i]->text + "=" + text(f.kids[i]->type, slot(f, i)));
  }
  std::string text(Type type, const Value& value) const {
    if (type == Type::Bool) return value.truth == Truth::yes ? "true" : "false";
    if (type == Type::Input) return model_.input_text(ordinal(arithmetic_.constant(value.num)));
    if (type == Type::Num) return arithmetic_.text(value.num);
    std::string out;
    for (const N& x : *value.list)
      out.append(out.empty() ? "" : ",").append(arithmetic_.constant(x).text());
    return type == Type::Set ? "{" + out + "}" : "(" + out + ")";
  }

  const Formula& formula_;
  const Model& model_;
  Arithmetic arithmetic_;
  std::vector<Value> slots_;
  std::vector<std::optional<Value>> constants_;
  const Node* parts_ = nullptr;
  std::uint64_t from_ = 0, to_ = UINT64_MAX, steps_ = 0;
  std::size_t kept_ = 0;  // words of what is kept of constants
};

}  // namespace

std::unique_ptr<Evaluator> evaluator(const Formula& formula, const Model& model,
                                     std::optional<std::int64_t> least_D) {
  const auto enclosing = [&formula, &model] {
    return std::make_unique<Evaluation<Enclosures>>(formula, model, Enclosures());
  };
  if (!formula.over_reals && !least_D)
    return exact_or_enclosing(std::make_unique<Evaluation<Numbers>>(formula, model, Numbers()),
                              enclosing);
  return std::make_unique<Evaluation<Functions>>(formula, model, Functions(least_D));
}

std::unique_ptr<Evaluator> evaluator_of_forms(const Formula& formula, const FormModel& model) {
  return std::make_unique<Evaluation<Forms>>(formula, model, Forms(model));
}

}  // namespace hardmax::check
