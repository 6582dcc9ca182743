// Formulas of claims for all parameters (kind_general.cpp), read in the variables and atoms of one
// obligation (general.hpp): shown, used, and seen to say something.
#pragma once
#include "check/fault.hpp"
#include "check/general.hpp"

namespace hardmax::check {

struct GeneralName {
  Quotient number;
  std::string input;  // what an input is called here
};

class GeneralReading {  // of a formula, with values for its names
 public:
  GeneralReading(GeneralWorld& world, const Formula& formula)
      : world_(world), formula_(formula), bound_(formula.slots) {}
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
        if (HARDMAX_FAULT(check_general_closed, world_.closed, false)) throw LimitMet{};
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
        for (std::size_t i = f.kids.size() - 1; i-- > 0;)
          top = world_.power(number(*f.kids[i]), top);
        return top;
      }
      case Op::over: return sum(f);
      default: throw LimitMet{};
    }
  }

  // Any member of the domain. `above`: all that is left is under this binder, for name + above <=
  // its last value; if that is a parameter plus or minus a number, the parameter is name + above
  // and more.
  void generic(const Node& f, std::size_t i, std::optional<std::int64_t> above) {
    const Node& binder = *f.kids[i];
    GeneralName& it = name(f, i);
    if (binder.op == Op::inputs)
      it.input = world_.fresh(binder.text);
    else if (binder.op == Op::reals && binder.kids.empty())
      it.number = binder.name == 2 ? world_.any() : world_.real(binder.name == 1);
    else if (binder.op == Op::range) {
      const Quotient first = number(*binder.kids[0]);
      if (!world_.is_whole(first)) throw LimitMet{};
      const auto least = first.constant();
      it.number = least ? world_.whole_from(*least) : first + world_.whole_from(Num(0));
      if (!above) return;
      const Node* last = binder.kids[1].get();
      Num k(0);
      if (last->op == Op::fold && last->kids.size() == 2 && last->kids[1]->op == Op::literal &&
          (last->text == "+" || last->text == "-")) {
        k = last->text == "+" ? last->kids[1]->number : Num(0) - last->kids[1]->number;
        last = last->kids[0].get();
      }
      if (last->op == Op::call && (last->name == Common::n || last->name == Common::d ||
                                   last->name == general_p || last->name == general_s))
        world_.set_parameter(last->name,
                             it.number + Quotient(Num(*above) - k) + world_.whole_from(Num(0)));
    } else {
      throw LimitMet{};
    }
  }

  // Both ends of every range are whole numbers on every run. Then the name is one of the numbers
  // that generic() gives it, or there is none.
  void require_ranges(const Node& f) {
    for (std::size_t i = 0; i < binders(f); ++i)
      for (const NodePtr& end : f.kids[i]->kids)
        if (f.kids[i]->op == Op::range &&
            HARDMAX_FAULT(check_general_ranges, !world_.is_whole(number(*end)), false))
          throw LimitMet{};
  }

  // Every term of a formula made of comparisons has a value on every run, whatever they say.
  void read(const Node& f) {
    const bool connects = f.op == Op::fold || f.op == Op::negation || f.op == Op::implication;
    if (!connects && f.op != Op::comparison && f.op != Op::literal) throw LimitMet{};
    for (const NodePtr& kid : f.kids) {
      if (connects)
        read(*kid);
      else if (kid->type == Type::Num)
        number(*kid);
      else
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
      require_ranges(f);
      prove(*f.kids.back());
    } else if (!holds(f)) {
      throw LimitMet{};
    }
  }
  // Whether the signs say that a comparison of numbers is true.
  bool holds(const Node& f) {
    if (f.op != Op::comparison) throw LimitMet{};
    for (std::size_t i = 0; i < f.text.size(); ++i)
      if (f.kids[i]->type != Type::Num || f.text[i] == 'i' ||
          !world_.holds(f.text[i], number(*f.kids[i]), number(*f.kids[i + 1])))
        return false;
    return true;
  }

  // Where the parameters are numbers (GeneralWorld::fix): whether a comparison is reached, by the
  // first numbers of every range.
  bool says_something(const Node& f) {
    if (f.op == Op::fold && f.text[0] == '&')
      return std::any_of(f.kids.begin(), f.kids.end(),
                         [&](const NodePtr& kid) { return says_something(*kid); });
    if (f.op == Op::over && f.text == "&") return has_instance(f, 0);
    if (f.op != Op::let) return f.op == Op::comparison;
    name(f).number = number(*f.kids[0]);
    return says_something(*f.kids[1]);
  }
  // The same: whether a formula made of comparisons is true there.
  bool is_true(const Node& f) {
    const auto is = [&](const NodePtr& kid) { return is_true(*kid); };
    if (f.op == Op::fold && f.text[0] == '&') return std::all_of(f.kids.begin(), f.kids.end(), is);
    if (f.op == Op::fold && f.text[0] == '|') return std::any_of(f.kids.begin(), f.kids.end(), is);
    return holds(f);
  }

  // Uses what a true formula says: its comparisons, or the one with this number (from 1). `chosen`
  // gives the values of its names.
  template <class Chosen>
  void learn(const Node& f, const Chosen& chosen, std::size_t part) {
    std::size_t count = 0;
    learn(f, chosen, part, count);
    if (part > count) throw LimitMet{};
  }

 private:
  bool has_instance(const Node& f, std::size_t i) {
    constexpr int most = 64;
    if (i == binders(f)) return says_something(*f.kids.back());
    const Node& binder = *f.kids[i];
    if (binder.op != Op::range) return generic(f, i, {}), has_instance(f, i + 1);
    const auto first = number(*binder.kids[0]).constant(),
               last = number(*binder.kids[1]).constant();
    if (!first || !last) return false;
    for (Num k(0); k < Num(most) && !(*last < *first + k); k = k + Num(1)) {
      name(f, i).number = *first + k;
      if (has_instance(f, i + 1)) return true;
    }
    return false;
  }
  static bool speaks_of_run(const Node& f) {
    return (f.op == Op::call && f.name >= run_names) ||
           std::any_of(f.kids.begin(), f.kids.end(),
                       [](const NodePtr& kid) { return speaks_of_run(*kid); });
  }
  static std::size_t comparisons(const Node& f) {
    if (f.op == Op::comparison) return f.text.size();
    std::size_t count = 0;
    if ((f.op == Op::fold || f.op == Op::over) && f.text[0] == '&')
      for (const NodePtr& kid : f.kids)
        count += comparisons(*kid);  // those of binders and of a `where` there is are none
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
      fits = world_.is_whole(value->number) &&
             world_.holds('g', value->number, number(*binder.kids[0])) &&
             world_.holds('l', value->number, number(*binder.kids[1]));
    if (binder.op == Op::reals)
      fits = binder.kids.empty() && (binder.name == 2 || world_.holds(binder.name == 1 ? '>' : 'g',
                                                                      value->number, Quotient()));
    if (HARDMAX_FAULT(check_general_fits,
                      !fits || (binder.op != Op::inputs && !value->input.empty()), false))
      throw LimitMet{};
  }
  void link(const Node& a, char relation, const Node& b) {
    if (a.type != Type::Num || relation == 'i' || relation == '!') return;
    for (const bool left : {true, false}) {
      const auto what = target(left ? a : b);
      if (!what) continue;
      Quotient value = number(left ? b : a);
      if (relation != '=') {
        const Quotient slack = world_.real(
            HARDMAX_FAULT(check_general_strict, relation == '<' || relation == '>', true));
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
      if (power.atoms.size() == 1 && power.atoms[0].second == 1)
        return std::pair(power.atoms[0].first, power.factor);
    }
    return std::nullopt;
  }
  std::string run_key(const Node& f) {
    std::string out = "run " + std::to_string(f.name);
    for (const NodePtr& kid : f.kids)
      out += kid->type == Type::Input ? "(" + name(*kid).input + ")" : key(number(*kid));
    return out;
  }

  struct Sum {
    Quotient first, last;
    std::string of;  // the terms, as functions of their place; empty if their number is known
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
    const auto term = [&](const Quotient& place) {
      return name(f).number = place, number(*f.kids.back());
    };
    if (s.of.empty()) {
      const auto count = ((s.last - s.first).constant().value() + Num(1)).small_integer();
      if (!count || *count > 64) throw LimitMet{};
      Quotient out = Quotient();
      for (std::int64_t i = 0; i < *count; ++i) out = out + term(s.first + Quotient(Num(i)));
      return out;
    }
    if (const Quotient* value = world_.find(s.of + key(s.last))) return *value;
    if (const Quotient* value = world_.find(s.of + key(s.last - unit()));
        value && world_.holds('g', s.last, s.first)) {  // one term more
      const Quotient shorter = *value;
      return shorter + term(s.last);
    }
    if (world_.closed && speaks_of_run(*f.kids.back()))
      throw LimitMet{};  // at places that no used claim speaks of
    return world_.atom(s.of + key(s.last), s.nonnegative ? world_.real(false) : world_.any());
  }

  GeneralWorld& world_;
  const Formula& formula_;
  std::vector<GeneralName> bound_;
  std::size_t depth_ = 0;
};

}  // namespace hardmax::check
