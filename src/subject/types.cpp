#include "subject/types.hpp"

#include <algorithm>
#include <optional>

#include "subject/tables.hpp"
#include "subject/type_rules.hpp"

namespace hardmax::subject {

namespace {

using Names = std::vector<std::pair<std::string, Type>>;
using Changes = std::map<std::string, std::pair<const Signature*, Names>>;  // with bound names

class Typer {
 public:
  Typer(const ConstructionFile& file, Changes changes)
      : file_(file), changes_(std::move(changes)) {}

  Type of(const Term& term, const Names& names) {
    if (++depth_ > 2'000) throw TermError("definitions within definitions go too deep");
    const Type out = find(term, names);
    --depth_;
    return out;
  }

  void require(const Term& term, const Names& names, Type::Kind kind, const std::string& what) {
    const Type t = of(term, names);
    if (t.kind != kind && t.kind != Type::unknown)
      throw TermError(what + " is " + words(t) + "; " + words({kind}) + " is needed");
  }

  void bind(const Binders& binders, Names& names) {
    for (const Binder& b : binders.list) {
      Type t{Type::number};
      if (b.over == Binder::Over::range) {
        require(*b.first, names, Type::number, "an end of the range of '" + b.name + "'");
        require(*b.last, names, Type::number, "an end of the range of '" + b.name + "'");
      } else if (b.first) {
        require(*b.first, names, Type::set, "what '" + b.name + "' is taken from");
      }
      if (b.over == Binder::Over::inputs) t = {Type::input};
      if (b.over == Binder::Over::subsets) t = {Type::set};
      names.emplace_back(b.name, t);
    }
    if (binders.where) require(*binders.where, names, Type::boolean, "what follows 'where'");
  }

  void stage(const Stage& stage) {
    Names names;
    bind(stage.repeat, names);
    if (stage.backwards) require(*stage.backwards, names, Type::number, "backwards");
    bind(stage.loop, names);
    for (const Signature& let : stage.lets) names.emplace_back(let.name, of(*let.term, names));
    const auto with = [&](Names more) {
      more.insert(more.begin(), names.begin(), names.end());
      return more;
    };
    if (stage.when) require(*stage.when, names, Type::boolean, "when");
    if (stage.keys) require(*stage.keys, with({{"k", {Type::number}}}), Type::set, "keys");
    if (stage.scale) require(*stage.scale, with({{"w", {Type::number}}}), Type::number, "scale");
    if (stage.map)
      require(*stage.map, with({{"Z", {Type::matrix, false, true, false}}, {"k", {Type::number}}}),
              Type::matrix, "map");
    if (!stage.layer) return;
    const WrittenLayer written = split_layer(stage.layer);
    if (!written.rest) return;
    const Type added = of(*written.rest, names);
    if (added.kind != Type::heads && added.kind != Type::units && added.kind != Type::unknown)
      throw TermError("a layer adds heads or hidden units; this is " + words(added));
  }

  // Of a definition with arguments of these types.
  Type defined(const std::string& name, const std::vector<Type>& arguments) {
    const Definition& definition = file_.definitions.at(name);
    if (arguments.size() == 1 && arguments[0].kind == Type::form) {
      const Type t = defined(name, {{Type::number}});
      if (t.kind != Type::number)
        throw TermError("'" + name +
                        "' at an affine function of the state is a hidden unit, and '" + name +
                        "' is " + words(t));
      return {Type::units};
    }
    if (arguments.size() == 1 && arguments[0].kind == Type::unknown) return {};
    std::string key = name;
    for (const Type& t : arguments)
      key += "|" + std::to_string(t.kind) + (t.one_row ? "r" : "") + (t.one_column ? "c" : "") +
             (t.forms ? "f" : "");
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    const auto typed = [&](Typer& typer, const Signature& s, Names names) {
      for (std::size_t i = 0; i < arguments.size(); ++i)
        if (!is_number(s.arguments[i])) names.emplace_back(s.arguments[i], arguments[i]);
      return typer.of(*s.term, names);
    };
    Type out;
    const auto changed = changes_.find(name);
    if (changed == changes_.end()) {
      out = typed(*this, definition.signature, {});
    } else {
      Typer before(file_, {});
      out = typed(before, *changed->second.first, changed->second.second);
      const Type was = typed(before, definition.signature, {});
      if (out.kind != was.kind && out.kind != Type::unknown && was.kind != Type::unknown)
        throw TermError("'" + name + "' becomes " + words(out) + ", and is " + words(was) +
                        "; give it a term of that type");
    }
    known_.emplace(std::move(key), out);
    return out;
  }

 private:
  // NOLINTNEXTLINE(readability-function-size): a case a kind of term
  Type find(const Term& term, const Names& names) {
    const auto part = [&](std::size_t i) { return of(*term.parts[i], names); };
    const auto all = [&](Type::Kind kind, const std::string& what) {
      for (const TermPtr& p : term.parts) require(*p, names, kind, what);
    };
    switch (term.kind) {
      case Term::Kind::integer: return {Type::number};
      case Term::Kind::name: return name(term, names);
      case Term::Kind::of_variant: return of_variant(term, names);
      case Term::Kind::entry: {
        const Type m = part(0);
        if (m.kind != Type::matrix && m.kind != Type::unknown)
          throw TermError("an entry of " + words(m) +
                          "; parentheses after a definition's name are its arguments");
        for (std::size_t i = 1; i < term.parts.size(); ++i)
          require(*term.parts[i], names, Type::number, "an index");
        if (m.kind == Type::unknown) return {};
        return {m.forms ? Type::form : Type::number};
      }
      case Term::Kind::negate: {
        const Type t = part(0);
        return sum_type(t, t, "-");
      }
      case Term::Kind::add: return sum_type(part(0), part(1), "+");
      case Term::Kind::subtract: return sum_type(part(0), part(1), "-");
      case Term::Kind::multiply: return product_type(part(0), part(1));
      case Term::Kind::divide: {
        const Type a = part(0), b = part(1);
        if (b.kind != Type::number && b.kind != Type::unknown) no_fit("/", a, b);
        if (a.kind == Type::heads || a.kind == Type::units) no_fit("/", a, b);
        return product_type(a, {Type::number});
      }
      case Term::Kind::power: all(Type::number, "what stands at '^'"); return {Type::number};
      case Term::Kind::set: all(Type::number, "a member of a set"); return {Type::set};
      case Term::Kind::range: all(Type::number, "an end of a range"); return {Type::set};
      case Term::Kind::list: {
        Type out{Type::matrix, term.parts.size() == 1, true, false};
        for (const TermPtr& p : term.parts) out.forms = entry(*p, names) || out.forms;
        return out;
      }
      case Term::Kind::comparison: comparison(term, names); return {Type::boolean};
      case Term::Kind::conjunction:
      case Term::Kind::disjunction:
      case Term::Kind::implication:
      case Term::Kind::negation:
        all(Type::boolean, "what stands at and, or, not, implies");
        return {Type::boolean};
      case Term::Kind::let: {
        Names inner = names;
        inner.emplace_back(term.name, part(0));
        return of(*term.parts[1], inner);
      }
      case Term::Kind::forall:
      case Term::Kind::exists: {
        Names inner = names;
        bind(term.binders, inner);
        require(*term.parts[0], inner, Type::boolean, "what is quantified");
        return {Type::boolean};
      }
      case Term::Kind::fold: return fold(term, names);
    }
    return {};
  }

  // An entry of a matrix: does it use the state?
  bool entry(const Term& term, const Names& names) {
    const Type t = of(term, names);
    if (t.kind != Type::number && t.kind != Type::form && t.kind != Type::unknown)
      throw TermError("an entry of a matrix is " + words(t) + "; a number is needed");
    return t.kind == Type::form;
  }

  void comparison(const Term& term, const Names& names) {
    Type left = of(*term.parts[0], names);
    for (std::size_t i = 0; i < term.relations.size(); ++i) {
      const Type right = of(*term.parts[i + 1], names);
      const auto is_number_or_form = [](const Type& t) {
        return t.kind == Type::number || t.kind == Type::unknown;
      };
      if (left.kind == Type::form || right.kind == Type::form)
        throw TermError(
            "a comparison of an affine function of the state; only hidden units tell cases apart");
      switch (term.relations[i]) {
        case Relation::member:
          if (!is_number_or_form(left) || (right.kind != Type::set && right.kind != Type::unknown))
            no_fit("in", left, right);
          break;
        case Relation::equal:
        case Relation::different:
          if (left.kind == Type::heads || left.kind == Type::units ||
              (left.kind != right.kind && left.kind != Type::unknown &&
               right.kind != Type::unknown))
            no_fit("=", left, right);
          break;
        default:
          if (!is_number_or_form(left) || !is_number_or_form(right)) no_fit("<", left, right);
      }
      left = right;
    }
  }

  Type fold(const Term& term, const Names& names) {
    Names inner = names;
    bind(term.binders, inner);
    const std::string& what = term.name;
    const Term& body = *term.parts[0];
    const std::string of_what = "what '" + what + "' is of";
    if (what == "attend") {
      for (std::size_t i = 0; i < 3; ++i) {
        const Type t = of(*term.parts[i], i < 2 ? inner : names);
        const bool fits = t.kind == Type::number || t.kind == Type::matrix ||
                          t.kind == Type::unknown || (i == 2 && t.kind == Type::form);
        if (!fits || (i < 2 && t.forms))
          throw TermError("a value, key or query of 'attend' is " + words(t));
      }
      return {Type::heads};
    }
    if (what == "row" || what == "column") {
      const bool forms = entry(body, inner);
      return {Type::matrix, what == "row", what == "column", forms};
    }
    const Type t = of(body, inner);
    const auto need = [&](Type::Kind kind) {
      if (t.kind != kind && t.kind != Type::unknown)
        throw TermError(of_what + " is " + words(t) + "; " + words({kind}) + " is needed");
    };
    if (what == "sum") return sum_type(t, t, "+");
    if (what == "columns") {
      if (t.kind != Type::unknown) need(Type::matrix);
      return {Type::matrix, t.one_row, false, t.forms};
    }
    if (what == "distinct" || what == "chain") {
      if (what == "chain") need(Type::boolean);
      if (t.kind == Type::heads || t.kind == Type::units || t.kind == Type::form)
        throw TermError(of_what + " is " + words(t));
      return {Type::boolean};
    }
    need(what == "union" ? Type::set : Type::number);
    return {what == "union" ? Type::set : Type::number};
  }

  Type name(const Term& term, const Names& names) {
    const std::string& n = term.name;
    for (auto bound = names.rbegin(); bound != names.rend(); ++bound) {
      if (bound->first != n) continue;
      if (term.parts.empty()) return bound->second;
      if (bound->second.kind != Type::matrix && bound->second.kind != Type::unknown)
        throw TermError("'" + n + "' is " + words(bound->second) + " and has no entries");
      for (const TermPtr& p : term.parts) require(*p, names, Type::number, "an index");
      if (bound->second.kind == Type::unknown) return {};
      return {bound->second.forms ? Type::form : Type::number};
    }
    if (file_.definitions.contains(n)) {
      std::vector<Type> arguments;
      for (const TermPtr& p : term.parts) arguments.push_back(of(*p, names));
      return defined(n, arguments);
    }
    return given(term, names);
  }

  Type given(const Term& term, const Names& names) {
    const std::string& n = term.name;
    if (n == "if") {
      need(term, names, 0, Type::boolean);
      const Type a = of(*term.parts[1], names), b = of(*term.parts[2], names);
      if (a.kind == Type::unknown || b.kind == Type::unknown) return {};
      if (a.kind != b.kind)
        throw TermError("'if' chooses between " + words(a) + " and " + words(b));
      return {a.kind, a.one_row && b.one_row, a.one_column && b.one_column, a.forms || b.forms};
    }
    if (n == "true" || n == "false") return {Type::boolean};
    if (n == "Z") {
      numbers(term, names, 0);
      if (!term.parts.empty()) return {Type::form};
      return {Type::matrix, false, true, true};
    }
    if (n == "e") {
      need(term, names, 0, Type::number);
      return {Type::matrix, false, true, false};
    }
    if (n == "attend") {
      for (std::size_t i = 0; i < 3; ++i) {
        const Type t = of(*term.parts[i], names);
        if (t.kind != Type::number && t.kind != Type::form && t.kind != Type::matrix &&
            t.kind != Type::unknown)
          throw TermError("a value, key or query of 'attend' is " + words(t));
      }
      return {Type::heads};
    }
    if (n == "union") {
      for (std::size_t i = 0; i < term.parts.size(); ++i) need(term, names, i, Type::set);
      return {Type::set};
    }
    if (n == "card") {
      need(term, names, 0, Type::set);
      return {Type::number};
    }
    if (const auto type = brought(term, names)) return *type;
    if (const auto type = of_network(term, names)) return *type;
    numbers(term, names, 0);
    return {Type::number};
  }

  void need(const Term& term, const Names& names, std::size_t i, Type::Kind kind) {
    require(*term.parts[i], names, kind,
            "argument " + std::to_string(i + 1) + " of '" + term.name + "'");
  }
  void numbers(const Term& term, const Names& names, std::size_t from) {
    for (std::size_t i = from; i < term.parts.size(); ++i) need(term, names, i, Type::number);
  }

  // Functions of tables, the pattern and inputs; nothing for others.
  std::optional<Type> brought(const Term& term, const Names& names) {
    const std::string& n = term.name;
    if (const Signature* table = file_.table(n)) {
      for (std::size_t i = 0; i < term.parts.size(); ++i)
        need(term, names, i, is_input(table->arguments[i]) ? Type::input : Type::number);
      return Type{Type::number};
    }
    if (n == "A" || (n == "S" && *file_.given(n) == 2)) {
      numbers(term, names, 0);
      return Type{Type::set};
    }
    if (n == "G") {
      need(term, names, 0, Type::input);
      numbers(term, names, 1);
      return Type{Type::number};
    }
    if (n == "soft") {
      need(term, names, 0, Type::number);
      need(term, names, 1, Type::number);
      need(term, names, 2, Type::input);
      numbers(term, names, 3);
      return Type{Type::number};
    }
    if (n == "start") {
      need(term, names, 0, Type::input);
      return Type{Type::matrix};
    }
    if (n == "input") {
      need(term, names, 0, Type::number);
      return Type{Type::input};
    }
    if (n == "exchange") {
      need(term, names, 0, Type::input);
      numbers(term, names, 1);
      return Type{Type::input};
    }
    return std::nullopt;
  }

  // Functions that run a network or look at its layers; nothing for others.
  std::optional<Type> of_network(const Term& term, const Names& names) {
    const std::string& n = term.name;
    if (n == "run" || n == "apply") {
      if (term.parts.size() == 3) need(term, names, 1, Type::number);
      const Type m = of(*term.parts.back(), names);
      if (m.kind != Type::matrix && m.kind != Type::unknown)
        throw TermError("'" + n + "' on " + words(m) + "; a matrix is needed");
      if (m.forms) throw TermError("'" + n + "' on a matrix that uses the state of its own layer");
      return Type{Type::matrix, false, m.one_column, false};
    }
    if (n == "after") {
      for (std::size_t i = 1; i < term.parts.size(); ++i) of(*term.parts[i], names);
      return Type{Type::number};
    }
    if (n == "returns") {
      need(term, names, 1, Type::number);
      need(term, names, 2, Type::number);
      need(term, names, 3, Type::matrix);
      need(term, names, 4, Type::number);
      return Type{Type::number};
    }
    if (takes_network(n)) {
      numbers(term, names, 1);
      return Type{n == "breaks_of" ? Type::set : Type::number};
    }
    return std::nullopt;
  }

  Type of_variant(const Term& term, const Names& names) {
    const Variant& v = file_.variants.at(term.parts[0]->name);
    Names bound;
    std::vector<Type> arguments;
    const auto plain = [&](const Term& part) {
      const Type t = of(part, names);
      if (t.kind == Type::form || t.kind == Type::heads || t.kind == Type::units || t.forms)
        throw TermError("an argument at a variant is " + words(t) +
                        "; only numbers, sets, inputs and matrices of numbers");
      return t;
    };
    for (std::size_t i = 0; i < term.parts[0]->parts.size(); ++i)
      bound.emplace_back(v.head.arguments[i], plain(*term.parts[0]->parts[i]));
    for (const TermPtr& p : term.parts[1]->parts) arguments.push_back(plain(*p));
    Changes changes;
    for (const Signature& s : v.terms) changes[s.name] = {&s, bound};
    const Type out = Typer(file_, std::move(changes)).defined(term.parts[1]->name, arguments);
    if (out.kind == Type::form || out.kind == Type::heads || out.kind == Type::units || out.forms ||
        out.kind == Type::input)
      throw TermError("what a dot names is " + words(out) +
                      "; a number, truth value, set or matrix of numbers is needed");
    return out;
  }

  const ConstructionFile& file_;
  Changes changes_;
  std::map<std::string, Type> known_;
  std::size_t depth_ = 0;
};

}  // namespace

void check_types(const ConstructionFile& file) {
  Typer typer(file, {});
  const auto look = [&](int line, const std::string& entry, auto f) {
    try {
      f();
    } catch (const TermError& e) {
      file.fail(line, entry, e.what());
    }
  };
  const Names of_start = {{"H", {Type::input}}, {"r", {Type::number}}, {"k", {Type::number}}};
  look(1, "[construction]", [&] {
    for (const auto& p : file.parameters)
      typer.require(*p.condition, {}, Type::boolean, "parameter '" + p.name + "'");
    for (const auto& c : file.conditions)
      typer.require(*c.condition, {}, Type::boolean, "condition '" + c.text + "'");
    typer.require(*file.tokens, {}, Type::set, "tokens");
    typer.require(*file.rows, {}, Type::number, "rows");
    Names names;
    typer.bind(file.inputs, names);
    if (file.entries) typer.require(*file.entries, {}, Type::set, "entries");
    typer.require(*file.start, of_start, Type::number, "start");
  });
  for (const std::string& name : file.order) {
    const Definition& d = file.definitions.at(name);
    if (d.signature.arguments.empty())
      look(d.line, "definition '" + name + "'", [&] { typer.defined(name, {}); });
  }
  for (const Stage& stage : file.stages)
    look(stage.line, "stage '" + stage.name + "'", [&] { typer.stage(stage); });
  for (const Step& step : file.steps)
    look(step.line, "step of stage '" + step.stage + "'", [&] {
      Names names = {{"X", {Type::input}}, {"t", {Type::number}}};
      const Stage& stage = file.stage_of(step);
      typer.bind(stage.repeat, names);
      if (step.each_layer) typer.bind(stage.loop, names);
      typer.require(*step.says, names, Type::boolean, "says");
      for (const Shown& shown : step.shows) typer.of(*shown.term, names);
    });
  for (const Search& search : file.searches)
    look(search.line, "[[search]]", [&] {
      Names names;
      typer.bind(search.over, names);
      typer.require(*search.works, {}, Type::boolean, "works");
      typer.require(*search.least, {}, Type::number, "least");
      for (const Shown& shown : search.shows) typer.of(*shown.term, {});
    });
  for (const auto& entry : file.variants) {
    const std::string& name = entry.first;
    const Variant& variant = entry.second;
    if (variant.head.arguments.empty())
      look(variant.line, "variant '" + name + "'", [&] { check_types(file, variant.terms); });
  }
}

void check_types(const ConstructionFile& file, const std::vector<Signature>& changes,
                 const std::vector<std::pair<std::string, Value>>& bound) {
  Names names;
  for (const auto& [name, v] : bound) {
    Type t{v.truth()   ? Type::boolean
           : v.set()   ? Type::set
           : v.input() ? Type::input
                       : Type::number};
    if (v.mat()) t = {Type::matrix, v.mat()->rows == 1, v.mat()->columns == 1, false};
    if (v.form() || v.parts() || (v.mat() && v.mat()->of_forms()))
      throw TermError("its argument '" + name + "' is " + v.kind() +
                      "; only numbers, sets, inputs and matrices of numbers");
    names.emplace_back(name, t);
  }
  Changes map;
  for (const Signature& s : changes) map[s.name] = {&s, names};
  Typer typer(file, map);
  for (const Signature& s : changes) {
    if (s.arguments.empty()) typer.defined(s.name, {});
  }
  for (const Stage& stage : file.stages) {
    try {
      typer.stage(stage);
    } catch (const TermError& e) {
      throw TermError("stage '" + stage.name + "': " + e.what());
    }
  }
}

Type type_of_use(const ConstructionFile& file, const std::string& definition,
                 const std::vector<Type>& arguments) {
  const std::size_t wanted = file.definitions.at(definition).signature.arguments.size();
  if (arguments.size() != wanted)
    throw TermError("'" + definition + "' has " + arguments_text(wanted) + ", " +
                    std::to_string(arguments.size()) + " are given");
  return Typer(file, {}).defined(definition, arguments);
}

}  // namespace hardmax::subject
