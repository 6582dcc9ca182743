// The arithmetic of formulas whose numbers are functions (proofs/README.md, "Real numbers" and "For
// all D"): quotients of polynomials in the real names bound by nonneg, positive and real, and in D
// where D is not a number. An order is what the signs of coefficients say; where that is not
// enough, the limit is met.
#pragma once
#include "check/enclosure.hpp"
#include "check/quotient.hpp"

namespace hardmax::check {

class Functions {
 public:
  using Number = Quotient;
  static constexpr bool functions = true;
  static constexpr std::int64_t max_members = 4096;
  // With least_D: D is variable 0, any integer >= least_D, and delta and Delta are what they are of
  // D; n, d and other names are the model's.
  explicit Functions(std::optional<std::int64_t> least_D) : has_D_(least_D.has_value()) {
    if (least_D) ranges_.push_back({Num(*least_D), true});
  }

  // Of variables with these ranges (forms.hpp).
  explicit Functions(std::vector<Range> ranges) : has_D_(false), ranges_(std::move(ranges)) {}

  unsigned order(const Quotient& a, const Quotient& b) const { return signs(a - b, ranges_); }
  Num constant(const Quotient& x) const;  // of a function that depends on nothing
  Num integer(const Quotient& x) const;   // one from -2^32 to 2^32
  Quotient ratio(const Quotient& a, const Quotient& b) const;
  Quotient floor(const Quotient& x) const;
  Quotient power(const Quotient& base, const Quotient& exponent) const;
  Quotient exponential(const Quotient& x) const { return Exactly::exponential(constant(x)); }
  Quotient logarithm(const Quotient& x) const { return Exactly::logarithm(constant(x)); }
  static Quotient either(const Quotient&, const Quotient&, bool) { throw LimitMet{}; }
  std::string text(const Quotient& x) const { return constant(x).text(); }
  std::optional<Quotient> name(int name, const Model& model) const;
  Truth contains(const std::vector<Quotient>& set, const Quotient& x) const;
  Truth distinct(const std::vector<Quotient>& all) const;
  void add(std::vector<Quotient>& sorted, const Quotient& x) const;  // to a set
  std::shared_ptr<const std::vector<Quotient>> set(std::vector<Quotient> sorted) const {
    return std::make_shared<const std::vector<Quotient>>(std::move(sorted));
  }
  std::shared_ptr<const std::vector<Quotient>> of(const Set& numbers) const {
    return set({numbers->begin(), numbers->end()});
  }

  // The binders one by one: forall a, b: F as forall a: forall b: F. A real name is a variable
  // first; where that does not settle it, what `samples` makes of it.
  template <class Evaluation>
  typename Evaluation::Value quantified(Evaluation& in, const Node& f, std::size_t level = 0) {
    const char operation = f.text[0];
    const bool all = operation == '&';
    typename Evaluation::Value out{{}, {}, all ? Truth::yes : Truth::no, true}, general = out;
    if (level + 2 == f.kids.size()) return in.where(f) ? in.value(*f.kids.back()) : out;
    const Node& binder = *f.kids[level];
    const bool real = binder.op == Op::reals;
    if (real) {
      const std::size_t before = ranges_.size();
      std::vector<Quotient> variables(length(in, binder));
      for (Quotient& x : variables)
        x = Quotient::variable(ranges_.size()),
        ranges_.push_back({Num(0), binder.name != 1, binder.name == 2});
      bind(in.slot(f, level), binder, std::move(variables));
      general = quantified(in, f, level + 1);
      ranges_.resize(before);
      if (general.truth == Truth::yes) return general;
    }
    in.bind(f, level, [&] {
      in.combine(operation, out, quantified(in, f, level + 1));
      return !in.is_settled(operation, out);
    });
    if (real && !in.is_settled(operation, out)) out.truth = all ? Truth::unknown : general.truth;
    out.vacuous = out.vacuous && all;
    return out;
  }
  // 1 and 2, or the vectors (1, ..., 1) and (1, ..., m).
  template <class Evaluation, class Go>
  bool samples(Evaluation& in, const Node& f, std::size_t level, const Go& go) const {
    const Node& binder = *f.kids[level];
    std::vector<Quotient> entries(length(in, binder), Num(1));
    bind(in.slot(f, level), binder, entries);
    if (!go(in.slot(f, level).num)) return false;
    for (std::size_t i = 0; i < entries.size(); ++i)
      entries[i] = number_of(binder.kids.empty() ? 2 : i + 1);
    bind(in.slot(f, level), binder, std::move(entries));
    return go(in.slot(f, level).num);
  }

 private:
  template <class Evaluation>
  std::size_t length(Evaluation& in, const Node& binder) const {
    const Num length = binder.kids.empty() ? Num(1) : integer(in.number(*binder.kids[0]));
    defined(length.sign() >= 0);
    if (Num(16) < length) throw LimitMet{};
    return index(length, 0, 16);
  }
  template <class Value>
  void bind(Value& name, const Node& binder, std::vector<Quotient> entries) const {
    if (binder.kids.empty())
      name.num = entries[0];
    else
      name.list = set(std::move(entries));
  }

  bool has_D_;
  std::vector<Range> ranges_;  // of the variables
};

}  // namespace hardmax::check
