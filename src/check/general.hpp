// What claims for all parameters are made of (kind_general.cpp): the variables and atoms of one obligation, and formulas read in them.
#pragma once
#include <set>

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
  GeneralWorld(const Formula& domain, std::uint64_t& steps) : steps_(steps) {   // steps: that may still be taken; beyond, Incomplete
    const Node& root = *domain.root;
    if (root.op == Op::fold && root.text[0] == '&')
      for (const NodePtr& kid : root.kids) take(*kid);
    else
      take(root);
  }
  void spend(std::uint64_t steps) const { steps_ = steps <= steps_ ? steps_ - steps : throw Incomplete("arguments: more than 2^23 steps"); }
  void spend(const Quotient& a, const Quotient& b) const { spend(1 + (a.above.size() + a.below.size()) * (b.above.size() + b.below.size())); }
  std::string fresh(const std::string& input) { return input + " " + std::to_string(inputs_++); }   // an input of its own, also where its name hides another
  bool closed = false;   // no other names of the run than those that were read before

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
    if (name == Common::delta) out = divide(unit(), D());
    else if (name == Common::Delta) out = divide(power(D(), parameter(Common::d)) - unit(), D() - unit());   // the sum of D^i, i < d
    else out = whole_from(Num(least_.at(name)));
    return parameters_.emplace(name, out).first->second;
  }
  void set_parameter(int name, const Quotient& value) {
    if (holds('g', value, unit())) parameters_.emplace(name, value);
  }
  bool holds(char relation, const Quotient& a, const Quotient& b) const {
    spend(a, b), spend(256);
    const unsigned found = signs(a - b, ranges_);
    const unsigned wanted = relation == '<' ? negative : relation == 'l' ? negative | zero : relation == '=' ? zero : relation == '!' ? negative | positive
                            : relation == '>' ? positive : positive | zero;
    return (found & ~wanted) == 0;
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
    if (found != positive && found != negative) throw LimitMet{};
    const Quotient minus(Num(-1));
    const Quotient above = Quotient::of(b.above, Quotient().below), below = Quotient::of(b.below, Quotient().below), one = found == positive ? Quotient(Num(1)) : minus;
    return a * Quotient::of((below * one).above, (above * one).above);
  }

  struct Power {   // factor times the powers of atoms
    Quotient factor = unit();
    std::vector<std::pair<std::string, mpq_class>> atoms;
  };
  Power split(const Quotient& base, const Quotient& exponent) {
    Power out;
    if (const auto fixed = exponent.constant()) return out.factor = fixed_power(base, fixed->gmp()), out;
    if (signs(base, ranges_) != positive || !is_whole(exponent)) throw LimitMet{};
    if (base.above.size() > 1 || base.below.size() > 1) return split_exponent(base, exponent, out), out;
    const auto& [up, x] = *base.above.begin();
    const auto& [down, y] = *base.below.begin();
    if (x != y) split_exponent(Quotient(Num(mpq_class(x / y))), exponent, out);
    for (std::size_t i = 0; i < std::max(up.size(), down.size()); ++i) {
      const std::int64_t times = static_cast<std::int64_t>(i < up.size() ? up[i] : 0) - static_cast<std::int64_t>(i < down.size() ? down[i] : 0);
      if (times == 0) continue;
      const Quotient all = exponent * Quotient(Num(times));
      if (const auto it = rests_.find(i); it != rests_.end()) {   // the variable stands for a power itself
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
  Quotient atom(const std::string& name, const Quotient& value) { return atoms_.emplace(name, value).first->second; }
  bool replace(const std::string& name, const Quotient& value) {   // once
    if (!replaced_.insert(name).second) return false;
    atoms_.insert_or_assign(name, value);
    return true;
  }

 private:
  void take(const Node& f) {   // P >= integer
    if (f.op != Op::comparison || f.text != "g" || f.kids[0]->op != Op::call || f.kids[1]->op != Op::literal) return;
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
  // Monomial by monomial of the exponent; the power of each is base^lowest, lowest the least value of the monomial, and a variable.
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
        const Quotient rest = variable(holds('g', base, unit()) ? Range{Num(1), true} : Range{Num(0), false}, is_whole(base));
        rests_.emplace(ranges_.size() - 1, std::pair(base, Quotient::of(Polynomial{{e, 1}}, Quotient().below) - Quotient(Num(lowest))));
        atom(name, fixed_power(base, lowest) * rest);
      }
      out.atoms.emplace_back(name, times);
    }
  }

  std::uint64_t& steps_;
  std::uint64_t inputs_ = 0;
  std::vector<Range> ranges_;
  std::vector<bool> whole_;
  std::map<int, std::int64_t> least_ = {{Common::n, 2}, {Common::d, 1}, {Common::D, 2}, {general_p, 1}, {general_s, 1}};
  std::map<int, Quotient> parameters_;
  std::vector<Quotient> markers_;
  std::map<std::string, Quotient> atoms_;
  std::set<std::string> replaced_;
  std::map<std::size_t, std::pair<Quotient, Quotient>> rests_;
};

struct GeneralName {
  Quotient number;
  std::string input;   // what an input is called here
};

class GeneralReading {   // of a formula, with values for its names
 public:
  GeneralReading(GeneralWorld& world, const Formula& formula) : world_(world), formula_(formula), bound_(formula.slots) {}
  const Node& root() const { return *formula_.root; }
  bool quantified() const { return root().op == Op::over && root().text == "&"; }
  // How many names a form binds. One with a `where` is not covered.
  static std::size_t binders(const Node& f) {
    const Node& where = *f.kids[f.kids.size() - 2];
    if (where.op != Op::literal || where.truth != Truth::yes) throw LimitMet{};
    return f.kids.size() - 2;
  }
  GeneralName& name(const Node& f, std::size_t i = 0) { return bound_[f.slot + i]; }

  Quotient number(const Node& f) {
    world_.spend(1);
    switch (f.op) {
      case Op::literal: return f.number;
      case Op::variable: return name(f).number;
      case Op::call: {
        if (f.name < run_names) return world_.parameter(f.name);
        const std::string known = run_key(f);
        if (const Quotient* value = world_.find(known)) return *value;
        if (world_.closed) throw LimitMet{};
        return world_.atom(known, world_.any());
      }
      case Op::fold: {
        Quotient out = number(*f.kids[0]);
        for (std::size_t i = 1; i < f.kids.size(); ++i) {
          const Quotient next = number(*f.kids[i]);
          world_.spend(out, next);
          switch (f.text[i - 1]) {
            case '+': out = out + next; break;
            case '-': out = out - next; break;
            case '*': out = out * next; break;
            case '/': out = world_.divide(out, next); break;
            default: throw LimitMet{};
          }
        }
        return out;
      }
      case Op::power: {
        Quotient top = number(*f.kids.back());
        for (std::size_t i = f.kids.size() - 1; i-- > 0;) top = world_.power(number(*f.kids[i]), top);
        return top;
      }
      case Op::over: return sum(f);
      default: throw LimitMet{};
    }
  }

  // Any member of the domain. `above`: all that is left is under this binder, for name + above <= its last value; if that is a parameter plus or minus a number, the
  // parameter is name + above and more.
  void generic(const Node& f, std::size_t i, std::optional<std::int64_t> above) {
    const Node& binder = *f.kids[i];
    GeneralName& it = name(f, i);
    if (binder.op == Op::inputs) it.input = world_.fresh(binder.text);
    else if (binder.op == Op::reals && binder.kids.empty()) it.number = binder.name == 2 ? world_.any() : world_.real(binder.name == 1);
    else if (binder.op == Op::range) {
      const Quotient first = number(*binder.kids[0]);
      if (!world_.is_whole(first)) throw LimitMet{};
      const auto least = first.constant();
      it.number = least ? world_.whole_from(*least) : first + world_.whole_from(Num(0));
      if (!above) return;
      const Node* last = binder.kids[1].get();
      Num k(0);
      if (last->op == Op::fold && last->kids.size() == 2 && last->kids[1]->op == Op::literal && (last->text == "+" || last->text == "-")) {
        k = last->text == "+" ? last->kids[1]->number : Num(0) - last->kids[1]->number;
        last = last->kids[0].get();
      }
      if (last->op == Op::call && (last->name == Common::n || last->name == Common::d || last->name == general_p || last->name == general_s))
        world_.set_parameter(last->name, it.number + Quotient(Num(*above) - k) + world_.whole_from(Num(0)));
    } else {
      throw LimitMet{};
    }
  }

  void prove(const Node& f) {
    if (f.op == Op::fold && f.text[0] == '&') {
      for (const NodePtr& kid : f.kids) prove(*kid);
    } else if (f.op == Op::let && f.kids[0]->type == Type::Num) {
      name(f).number = number(*f.kids[0]);
      prove(*f.kids[1]);
    } else if (f.op == Op::over && f.text == "&") {
      for (std::size_t i = 0; i < binders(f); ++i) generic(f, i, {});
      prove(*f.kids.back());
    } else if (f.op == Op::comparison) {
      for (std::size_t i = 0; i < f.text.size(); ++i)
        if (f.kids[i]->type != Type::Num || f.text[i] == 'i' || !world_.holds(f.text[i], number(*f.kids[i]), number(*f.kids[i + 1]))) throw LimitMet{};
    } else {
      throw LimitMet{};
    }
  }

  // Uses what a true formula says: its comparisons, or the one with this number (from 1). `chosen` gives the values of its names.
  template <class Chosen>
  void learn(const Node& f, const Chosen& chosen, std::size_t part) {
    std::size_t count = 0;
    learn(f, chosen, part, count);
    if (part > count) throw LimitMet{};
  }

 private:
  static std::size_t comparisons(const Node& f) {
    if (f.op == Op::comparison) return f.text.size();
    std::size_t count = 0;
    if ((f.op == Op::fold || f.op == Op::over) && f.text[0] == '&')
      for (const NodePtr& kid : f.kids) count += comparisons(*kid);   // those of binders and of a `where` there is are none
    return f.op == Op::let ? comparisons(*f.kids[1]) : count;
  }
  template <class Chosen>
  void learn(const Node& f, const Chosen& chosen, std::size_t part, std::size_t& count) {
    const std::size_t here = comparisons(f);
    if (part != 0 && (part <= count || part > count + here)) {
      count += here;
      return;
    }
    if (f.op == Op::fold && f.text[0] == '&') {
      for (const NodePtr& kid : f.kids) learn(*kid, chosen, part, count);
    } else if (f.op == Op::let) {
      name(f).number = number(*f.kids[0]);
      learn(*f.kids[1], chosen, part, count);
    } else if (f.op == Op::over && f.text == "&") {
      for (std::size_t i = 0; i < binders(f); ++i) bind(f, i, chosen(*f.kids[i]));
      learn(*f.kids.back(), chosen, part, count);
    } else if (f.op == Op::comparison) {
      for (std::size_t i = 0; i < f.text.size(); ++i)
        if (++count == part || part == 0) link(*f.kids[i], f.text[i], *f.kids[i + 1]);
    }
  }
  void bind(const Node& f, std::size_t i, const std::optional<GeneralName>& value) {
    const Node& binder = *f.kids[i];
    if (!value) throw LimitMet{};
    name(f, i) = *value;
    bool fits = false;
    if (binder.op == Op::inputs) fits = !value->input.empty();
    if (binder.op == Op::range)
      fits = world_.is_whole(value->number) && world_.holds('g', value->number, number(*binder.kids[0])) && world_.holds('l', value->number, number(*binder.kids[1]));
    if (binder.op == Op::reals) fits = binder.kids.empty() && (binder.name == 2 || world_.holds(binder.name == 1 ? '>' : 'g', value->number, Quotient()));
    if (!fits || (binder.op != Op::inputs && !value->input.empty())) throw LimitMet{};
  }
  void link(const Node& a, char relation, const Node& b) {
    if (a.type != Type::Num || relation == 'i' || relation == '!') return;
    for (const bool left : {true, false}) {
      const auto what = target(left ? a : b);
      if (!what) continue;
      Quotient value = number(left ? b : a);
      if (relation != '=') {
        const Quotient slack = world_.real(relation == '<' || relation == '>');
        value = (relation == '<' || relation == 'l') == left ? value - slack : value + slack;
      }
      if (world_.replace(what->first, world_.divide(value, what->second))) return;
    }
  }
  // The atom that a term is, and the factor before it.
  std::optional<std::pair<std::string, Quotient>> target(const Node& f) {
    if (f.op == Op::call && f.name >= run_names) return std::pair(run_key(f), unit());
    if (f.op == Op::over) {
      const Sum s = summed(f);
      if (!s.of.empty()) return std::pair(s.of + key(s.last), unit());
    }
    if (f.op == Op::power && f.kids.size() == 2) {
      const GeneralWorld::Power power = world_.split(number(*f.kids[0]), number(*f.kids[1]));
      if (power.atoms.size() == 1 && power.atoms[0].second == 1) return std::pair(power.atoms[0].first, power.factor);
    }
    return std::nullopt;
  }
  std::string run_key(const Node& f) {
    std::string out = "run " + std::to_string(f.name);
    for (const NodePtr& kid : f.kids) out += kid->type == Type::Input ? "(" + name(*kid).input + ")" : key(number(*kid));
    return out;
  }

  struct Sum {
    Quotient first, last;
    std::string of;      // the terms, as functions of their place; empty if their number is known
    bool nonnegative = false;
  };
  Sum summed(const Node& f) {
    if (f.text != "+" || binders(f) != 1 || f.kids[0]->op != Op::range) throw LimitMet{};
    Sum out{number(*f.kids[0]->kids[0]), number(*f.kids[0]->kids[1]), "", false};
    if (!world_.is_whole(out.first) || !world_.is_whole(out.last)) throw LimitMet{};
    if ((out.last - out.first).constant()) return out;
    name(f).number = out.first + world_.marker(depth_);
    ++depth_;
    const Quotient term = number(*f.kids.back());
    --depth_;
    out.of = "sum" + key(out.first) + key(term);
    out.nonnegative = world_.holds('g', term, Quotient());
    return out;
  }
  Quotient sum(const Node& f) {
    const Sum s = summed(f);
    const auto term = [&](const Quotient& place) { return name(f).number = place, number(*f.kids.back()); };
    if (s.of.empty()) {
      const auto count = ((s.last - s.first).constant().value() + Num(1)).small_integer();
      if (!count || *count > 64) throw LimitMet{};
      Quotient out = Quotient();
      for (std::int64_t i = 0; i < *count; ++i) out = out + term(s.first + Quotient(Num(i)));
      return out;
    }
    if (const Quotient* value = world_.find(s.of + key(s.last))) return *value;
    if (const Quotient* value = world_.find(s.of + key(s.last - unit())); value && world_.holds('g', s.last, s.first)) {   // one term more
      const Quotient shorter = *value;
      return shorter + term(s.last);
    }
    return world_.atom(s.of + key(s.last), s.nonnegative ? world_.real(false) : world_.any());
  }

  GeneralWorld& world_;
  const Formula& formula_;
  std::vector<GeneralName> bound_;
  std::size_t depth_ = 0;
};

}  // namespace hardmax::check
