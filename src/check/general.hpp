// What claims for all parameters are made of (kind_general.cpp): the variables and atoms of one
// obligation. Formulas are read in them by general_formula.hpp.
#pragma once
#include <set>

#include "check/fault.hpp"
#include "check/quotient.hpp"
#include "check/text.hpp"

namespace hardmax::check {

// The names of the parameters, beside those every vocabulary has; names of a run from run_names on.
constexpr int general_p = Common::own, general_s = Common::own + 1, run_names = Common::own + 2;

inline Quotient unit() { return Quotient(Num(1)); }

inline std::string key(const Polynomial& p) {
  std::string out;
  for (const auto& [e, x] : p) {
    out += x.get_str();
    for (unsigned i : e) out += "," + std::to_string(i);
    out += ";";
  }
  return out;
}
inline std::string key(const Quotient& x) { return "[" + key(x.above) + "/" + key(x.below) + "]"; }

class GeneralWorld {
 public:
  GeneralWorld(const Formula& domain, std::uint64_t& steps)
      : steps_(steps) {  // steps: that may still be taken; beyond, Incomplete
    const Node& root = *domain.root;
    if (root.op == Op::fold && root.text[0] == '&')
      for (const NodePtr& kid : root.kids) take(*kid);
    else
      take(root);
  }
  void spend(std::uint64_t steps) const {
    steps_ = steps <= steps_ ? steps_ - steps : throw Incomplete("arguments: more than 2^23 steps");
  }
  void spend(const Quotient& a, const Quotient& b) const {
    spend(1 + (a.above.size() + a.below.size()) * (b.above.size() + b.below.size()));
  }
  std::string fresh(const std::string& input) {
    return input + " " + std::to_string(inputs_++);
  }  // an input of its own, also where its name hides another
  bool closed =
      true;  // no other names of the run than those that a used claim speaks of: these have a value

  Quotient whole_from(const Num& least) { return variable({least, true}, true); }
  Quotient real(bool positive) { return variable({Num(0), !positive}, false); }
  Quotient any() { return real(false) - real(false); }
  Quotient marker(std::size_t depth) {
    while (markers_.size() <= depth) markers_.push_back(whole_from(Num(0)));
    return markers_[depth];
  }
  Quotient parameter(int name) {
    if (const auto it = parameters_.find(name); it != parameters_.end()) return it->second;
    Quotient out;
    const auto D = [&] { return parameter(Common::D); };
    if (name == Common::delta)
      out = divide(unit(), D());
    else if (name == Common::Delta)
      out =
          divide(power(D(), parameter(Common::d)) - unit(), D() - unit());  // the sum of D^i, i < d
    else
      out = whole_from(Num(least_.at(name)));
    return parameters_.emplace(name, out).first->second;
  }
  void fix(int name, std::uint64_t value) {
    parameters_.emplace(name, Quotient(number_of(value)));
  }  // before it is read
  void set_parameter(int name, const Quotient& value) {
    if (holds('g', value, unit())) parameters_.emplace(name, value);
  }
  bool holds(char relation, const Quotient& a, const Quotient& b) const {
    spend(a, b), spend(256);
    const unsigned found = signs(a - b, ranges_);
    const unsigned wanted = relation == '<'   ? negative
                            : relation == 'l' ? negative | zero
                            : relation == '=' ? zero
                            : relation == '!' ? negative | positive
                            : relation == '>' ? positive
                                              : positive | zero;
    return HARDMAX_FAULT(check_general_holds, (found & ~wanted) == 0, (found & wanted) != 0);
  }
  bool is_whole(const Quotient& x) const {
    if (x.below != Quotient().below) return false;
    for (const auto& [e, coefficient] : x.above) {
      if (coefficient.get_den() != 1) return false;
      for (std::size_t i = 0; i < e.size(); ++i)
        if (e[i] != 0 && !whole_[i]) return false;
    }
    return true;
  }
  Quotient divide(const Quotient& a, const Quotient& b) const {
    const unsigned found = signs(b, ranges_);
    if (HARDMAX_FAULT(check_general_divisor, found != positive && found != negative, found == zero))
      throw LimitMet{};
    const Quotient minus(Num(-1));
    const Quotient above = Quotient::of(b.above, Quotient().below),
                   below = Quotient::of(b.below, Quotient().below),
                   one = found == positive ? Quotient(Num(1)) : minus;
    return a * Quotient::of((below * one).above, (above * one).above);
  }

  struct Power {  // factor times the powers of atoms
    Quotient factor = unit();
    std::vector<std::pair<std::string, mpq_class>> atoms;
  };
  Power split(const Quotient& base, const Quotient& exponent) {
    Power out;
    if (const auto fixed = exponent.constant())
      return out.factor = fixed_power(base, fixed->gmp()), out;
    if (signs(base, ranges_) != positive || !is_whole(exponent)) throw LimitMet{};
    if (base.above.size() > 1 || base.below.size() > 1)
      return split_exponent(base, exponent, out), out;
    const auto& [up, x] = *base.above.begin();
    const auto& [down, y] = *base.below.begin();
    if (x != y) split_exponent(Quotient(Num(mpq_class(x / y))), exponent, out);
    for (std::size_t i = 0; i < std::max(up.size(), down.size()); ++i) {
      const std::int64_t times = static_cast<std::int64_t>(i < up.size() ? up[i] : 0) -
                                 static_cast<std::int64_t>(i < down.size() ? down[i] : 0);
      if (times == 0) continue;
      const Quotient all = exponent * Quotient(Num(times));
      if (const auto it = rests_.find(i);
          it != rests_.end()) {  // the variable stands for a power itself
        const Power inner = split(it->second.first, it->second.second * all);
        out.factor = out.factor * inner.factor;
        out.atoms.insert(out.atoms.end(), inner.atoms.begin(), inner.atoms.end());
      } else {
        split_exponent(Quotient::variable(i), all, out);
      }
    }
    return out;
  }
  Quotient power(const Quotient& base, const Quotient& exponent) {
    const Power parts = split(base, exponent);
    Quotient out = parts.factor;
    for (const auto& [name, times] : parts.atoms) out = out * fixed_power(atoms_.at(name), times);
    return out;
  }

  const Quotient* find(const std::string& name) const {
    const auto it = atoms_.find(name);
    return it == atoms_.end() ? nullptr : &it->second;
  }
  Quotient atom(const std::string& name, const Quotient& value) {
    return atoms_.emplace(name, value).first->second;
  }
  bool replace(const std::string& name, const Quotient& value) {  // once
    if (!replaced_.insert(name).second) return false;
    atoms_.insert_or_assign(name, value);
    return true;
  }

 private:
  void take(const Node& f) {  // P >= integer
    if (f.op != Op::comparison || f.text != "g" || f.kids[0]->op != Op::call ||
        f.kids[1]->op != Op::literal)
      return;
    const auto it = least_.find(f.kids[0]->name);
    const auto bound = f.kids[1]->number.small_integer();
    if (it != least_.end() && bound) it->second = std::max(it->second, *bound);
  }
  Quotient variable(Range range, bool whole) {
    ranges_.push_back(std::move(range)), whole_.push_back(whole);
    return Quotient::variable(ranges_.size() - 1);
  }
  Quotient fixed_power(const Quotient& base, const mpq_class& exponent) const {
    if (exponent.get_den() != 1 || abs(exponent) > 64) throw LimitMet{};
    const Quotient factor = exponent < 0 ? divide(unit(), base) : base;
    Quotient out = unit();
    for (mpq_class i = 0; i < abs(exponent); i += 1) spend(out, factor), out = out * factor;
    return out;
  }
  // Monomial by monomial of the exponent; the power of each is base^lowest, lowest the least value
  // of the monomial, and a variable.
  void split_exponent(const Quotient& base, const Quotient& exponent, Power& out) {
    for (const auto& [e, times] : exponent.above) {
      if (e.empty()) {
        out.factor = out.factor * fixed_power(base, times);
        continue;
      }
      const std::string name = "pow" + key(base) + key(Polynomial{{e, 1}});
      if (!find(name)) {
        mpq_class lowest = 1;
        for (std::size_t i = 0; i < e.size(); ++i) {
          if (e[i] != 0 && ranges_[i].least.sign() < 0) throw LimitMet{};
          for (unsigned k = 0; k < e[i]; ++k) lowest *= ranges_[i].least.gmp();
        }
        if (lowest > 8) lowest = 0;
        const Quotient rest = variable(
            holds('g', base, unit()) ? Range{Num(1), true} : Range{Num(0), false}, is_whole(base));
        rests_.emplace(ranges_.size() - 1,
                       std::pair(base, Quotient::of(Polynomial{{e, 1}}, Quotient().below) -
                                           Quotient(Num(lowest))));
        atom(name, fixed_power(base, lowest) * rest);
      }
      out.atoms.emplace_back(name, times);
    }
  }

  std::uint64_t& steps_;
  std::uint64_t inputs_ = 0;
  std::vector<Range> ranges_;
  std::vector<bool> whole_;
  std::map<int, std::int64_t> least_ = {
      {Common::n, 2}, {Common::d, 1}, {Common::D, 2}, {general_p, 1}, {general_s, 1}};
  std::map<int, Quotient> parameters_;
  std::vector<Quotient> markers_;
  std::map<std::string, Quotient> atoms_;
  std::set<std::string> replaced_;
  std::map<std::size_t, std::pair<Quotient, Quotient>> rests_;
};

}  // namespace hardmax::check
