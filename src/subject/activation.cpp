// Activations: definitions of one argument that are piecewise linear in it.
//
// The cases are read off the term: `if` whose conditions compare affine terms, each case affine,
// sums and multiples of such, definitions of such. What lies between two breakpoints is then known
// from two points.
#include <algorithm>

#include "subject/reading.hpp"

namespace hardmax::subject {

class ActivationReader {
 public:
  ActivationReader(Reading& reading, const std::string& name) : reading_(reading), name_(name) {}

  std::set<Rational> breaks() {
    const Value argument = Form{{{0, Rational(1)}}, 0};
    const std::string begin = "'" + name_ + "' is no activation";
    try {
      definition(reading_, name_, {argument});
    } catch (const TooLarge&) {
      throw;
    } catch (const TermError& e) {
      if (std::string(e.what()).starts_with(begin)) throw;
      none(e.what());
    }
    return breaks_;
  }

 private:
  [[noreturn]] void none(const std::string& why) const {
    throw TermError("'" + name_ + "' is no activation: " + why);
  }

  // A form that does not depend on the argument is a number.
  static Value plain(Value v) {
    if (v.form() && v.form()->w.empty()) return v.form()->b;
    return v;
  }

  struct Meaning {
    Reading& reading;
    const Signature& signature;
    const std::vector<std::pair<std::string, Value>>* bound = nullptr;
  };
  Meaning meaning(Reading& reading, const std::string& name) const {
    const auto changed = reading.changes_.find(name);
    if (changed == reading.changes_.end())
      return {reading, reading.file_.definitions.at(name).signature};
    for (const std::string& a : changed->second.signature.arguments)
      if (is_number(a)) none("one of its values was changed alone");
    return {*changed->second.old, changed->second.signature, &changed->second.bound};
  }

  void definition(Reading& reading, const std::string& name, std::vector<Value> arguments) {
    if (++depth_ > 200) none("definitions within definitions go too deep");
    const Meaning m = meaning(reading, name);
    std::vector<Env> names;
    names.reserve(m.signature.arguments.size() + (m.bound ? m.bound->size() : 0));
    const auto add = [&](const std::string& n, Value v) {
      names.push_back({names.empty() ? nullptr : &names.back(), &n, plain(std::move(v))});
    };
    if (m.bound)
      for (const auto& [n, v] : *m.bound) add(n, v);
    for (std::size_t i = 0; i < arguments.size(); ++i)
      add(m.signature.arguments[i], std::move(arguments[i]));
    cases(m.reading, *m.signature.term, names.empty() ? nullptr : &names.back());
    --depth_;
  }

  static bool is_bound(const std::string& name, const Env* env) {
    for (; env; env = env->up)
      if (*env->name == name) return true;
    return false;
  }

  // Is there an `if` in it, through definitions too?
  bool cased(const Reading& reading, const Term& term, const Env* env) const {
    if (term.kind == Term::Kind::name && !is_bound(term.name, env)) {
      if (term.name == "if") return true;
      if (reading.file_.definitions.contains(term.name)) {
        const Meaning m = meaning(const_cast<Reading&>(reading), term.name);
        if (cased(m.reading, *m.signature.term, nullptr)) return true;
      }
    }
    bool found = false;
    for_each_part(term, [&](const TermPtr& part) { found = found || cased(reading, *part, env); });
    return found;
  }

  Form affine(Reading& reading, const Term& term, const Env* env) {
    Value v;
    try {
      v = reading.value(term, env);
    } catch (const DependsOnArgument&) {
      none("it compares what depends on its argument");
    } catch (const TooLarge&) {
      throw;
    } catch (const TermError& e) {
      none(e.what());
    }
    if (v.form()) {
      if (!v.form()->w.empty() && !v.form()->of_argument()) none("it uses the state");
      return *v.form();
    }
    if (!v.number() && !v.nothing()) none("it is " + v.kind());
    return {{}, number_of(v)};
  }

  void condition(Reading& reading, const Term& term, const Env* env) {
    switch (term.kind) {
      case Term::Kind::conjunction:
      case Term::Kind::disjunction:
      case Term::Kind::negation:
        for (const TermPtr& part : term.parts) condition(reading, *part, env);
        return;
      case Term::Kind::comparison: break;
      default:
        // A part of a condition that does not depend on the argument may be anything.
        try {
          truth_of(reading.value(term, env));
          return;
        } catch (const DependsOnArgument&) {
          none("its cases are told apart by more than <, <=, >, >=");
        }
    }
    try {
      truth_of(reading.value(term, env));
      if (!has_argument(term, env)) return;
    } catch (const DependsOnArgument&) {}
    for (const Relation r : term.relations) {
      if (r == Relation::equal || r == Relation::different || r == Relation::member)
        none("its cases are told apart by more than <, <=, >, >=");
    }
    std::vector<Form> sides;
    for (const TermPtr& part : term.parts) sides.push_back(affine(reading, *part, env));
    for (std::size_t i = 0; i + 1 < sides.size(); ++i) {
      const Form difference = plus(sides[i], times(sides[i + 1], -1));
      if (difference.w.empty()) continue;
      breaks_.insert(-difference.b / difference.w[0].second);
    }
  }

  static bool has_argument(const Term& term, const Env* env) {
    if (term.kind == Term::Kind::name) {
      for (const Env* e = env; e; e = e->up)
        if (*e->name == term.name) return e->value.form() != nullptr;
    }
    bool found = false;
    for_each_part(term, [&](const TermPtr& part) { found = found || has_argument(*part, env); });
    return found;
  }

  void cases(Reading& reading, const Term& term, const Env* env) {
    reading.charge(1);
    if (!cased(reading, term, env)) {
      affine(reading, term, env);
      return;
    }
    const auto each = [&] {
      for (const TermPtr& part : term.parts) cases(reading, *part, env);
    };
    switch (term.kind) {
      case Term::Kind::negate:
      case Term::Kind::add:
      case Term::Kind::subtract: return each();
      case Term::Kind::multiply: {
        const bool first = cased(reading, *term.parts[0], env);
        const Term& other = *term.parts[first ? 1 : 0];
        // A factor with cases that do not depend on the argument is a number too.
        if (cased(reading, other, env) && has_argument(other, env))
          none("a product of two terms with cases");
        if (!affine(reading, other, env).w.empty())
          none("a product of two terms that depend on its argument");
        return cases(reading, *term.parts[first ? 0 : 1], env);
      }
      case Term::Kind::divide:
        if (!affine(reading, *term.parts[1], env).w.empty()) none("a quotient by its argument");
        return cases(reading, *term.parts[0], env);
      case Term::Kind::name: break;
      default: {
        if (has_argument(term, env))
          none("only if, sums, products with numbers and definitions of such");
        affine(reading, term, env);
        return;
      }
    }
    if (is_bound(term.name, env)) none("an entry of what has cases");
    if (term.name == "if") return cases_of_if(reading, term, env);
    if (!reading.file_.definitions.contains(term.name)) {
      if (has_argument(term, env))
        none("only if, sums, products with numbers and definitions of such");
      affine(reading, term, env);
      return;
    }
    cases_of_definition(reading, term, env);
  }

  void cases_of_if(Reading& reading, const Term& term, const Env* env) {
    bool first = false;
    try {
      first = truth_of(reading.value(*term.parts[0], env));
    } catch (const DependsOnArgument&) {
      condition(reading, *term.parts[0], env);
      cases(reading, *term.parts[1], env);
      cases(reading, *term.parts[2], env);
      return;
    }
    // The condition is decided for every value of the argument.
    return cases(reading, *term.parts[first ? 1 : 2], env);
  }

  void cases_of_definition(Reading& reading, const Term& term, const Env* env) {
    std::vector<Value> arguments;
    for (const TermPtr& part : term.parts) {
      if (cased(reading, *part, env) && has_argument(*part, env))
        none("a definition at a term with cases");
      try {
        arguments.push_back(reading.value(*part, env));
      } catch (const DependsOnArgument&) {
        none("it compares what depends on its argument");
      }
    }
    definition(reading, term.name, std::move(arguments));
  }

  Reading& reading_;
  const std::string& name_;
  std::set<Rational> breaks_;
  std::size_t depth_ = 0;
};

std::shared_ptr<const Activation> Reading::activation(const std::string& name) {
  const auto kept = activations_.find(name);
  if (kept != activations_.end()) return kept->second;
  const std::set<Rational> found = ActivationReader(*this, name).breaks();
  const std::vector<Rational> breaks(found.begin(), found.end());
  const auto at = [&](const Rational& x) { return number_of(defined(name, {Value(x)})); };
  std::vector<Affine> pieces;
  std::vector<Rational> values;
  std::size_t flat = 0;
  for (std::size_t i = 0; i <= breaks.size(); ++i) {
    Rational a = 0, b = 1;  // two points of the open interval
    if (breaks.empty()) {
    } else if (i == 0) {
      a = breaks[0] - Rational(2);
      b = breaks[0] - Rational(1);
    } else if (i == breaks.size()) {
      a = breaks.back() + Rational(1);
      b = breaks.back() + Rational(2);
    } else {
      const Rational third = (breaks[i] - breaks[i - 1]) / Rational(3);
      a = breaks[i - 1] + third;
      b = breaks[i] - third;
    }
    const Rational y = at(a), slope = (at(b) - y) / (b - a);
    if (slope.is_zero()) ++flat;
    pieces.push_back({slope, y - slope * a});
    if (i < breaks.size()) values.push_back(at(breaks[i]));
  }
  auto out = std::make_shared<const Activation>(
      Activation{breaks, PiecewiseLinear(breaks, std::move(pieces), std::move(values)), flat});
  activations_.emplace(name, out);
  return out;
}

}  // namespace hardmax::subject
