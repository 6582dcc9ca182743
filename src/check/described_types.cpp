#include "check/described_types.hpp"

namespace hardmax::check {
namespace {

using T = TypeOf;

constexpr Types values = T::number | T::truth | T::set | T::matrix | T::input;  // of a variant

constexpr Types of_letter(char letter) {
  switch (letter) {
    case 'N': return T::number;
    case 'B': return T::truth;
    case 'I': return T::input;
    case 'S': return T::set;
    case 'M': return T::matrix | T::number;  // a matrix of one entry may have come from a product
    case 'X': return T::matrix;
    default: return ~0u;
  }
}
// What a table of pairs gives, of all pairs of one type of a and one of b.
struct Rule {
  Types a, b, result;
};
template <std::size_t size>
Types by_rules(const Rule (&rules)[size], Types a, Types b) {
  Types out = 0;
  for (const Rule& rule : rules)
    if ((rule.a & a) && (rule.b & b)) out |= rule.result;
  return out;
}

}  // namespace

Types type_of_sum(Types a, Types b) {
  static constexpr Rule rules[] = {
      {T::number, T::number, T::number},       {T::form | T::number, T::form, T::form},
      {T::form, T::number, T::form},           {T::matrix, T::matrix, T::matrix},
      {T::forms, T::matrix, T::forms},         {T::forms | T::matrix, T::forms, T::forms},
      {T::heads, T::heads, T::heads},          {T::units, T::units, T::units},
      {T::line | T::number, T::line, T::line}, {T::line, T::number, T::line}};
  return by_rules(rules, a, b);
}

Types type_of_product(Types a, Types b) {
  static constexpr Rule rules[] = {{T::number, T::number, T::number},
                                   {T::number, T::form, T::form},
                                   {T::form, T::number, T::form},
                                   {T::number, T::line, T::line},
                                   {T::line, T::number, T::line},
                                   {T::number, T::matrix, T::matrix},
                                   {T::matrix, T::number, T::matrix},
                                   {T::number, T::forms, T::forms},
                                   {T::forms, T::number, T::forms},
                                   {T::form, T::matrix, T::forms},
                                   {T::matrix, T::form, T::forms},
                                   {T::matrix, T::matrix, T::matrix | T::number},
                                   {T::matrix, T::forms, T::forms | T::form},
                                   {T::forms, T::matrix, T::forms | T::form},
                                   {T::number | T::matrix, T::heads, T::heads},
                                   {T::number | T::matrix, T::units, T::units}};
  return by_rules(rules, a, b);
}

DescribedTypes::DescribedTypes(const Described& of, const Changes& changes)
    : of_(of), changes_(changes) {
  levels_.push_back(std::make_unique<Level>());
  for (const Change& change : changes)
    levels_.push_back(std::make_unique<Level>(Level{levels_.back().get(), &change.terms}));
}

Types DescribedTypes::of_definition(std::size_t definition, const std::vector<Types>& arguments) {
  where_ = of_.definitions[definition].where;
  return call(definition, *levels_.back(), arguments);
}

Types DescribedTypes::wanted(const Term& term, Level& level, Slots& slots, Types types,
                             const char* what) {
  const Types found = of(term, level, slots) & types;
  if (found == 0) wrong(std::string("here is a term of another type; ") + what + " is expected");
  return found;
}

Types DescribedTypes::of(const Term& term, Level& level, Slots& slots) {
  struct Deeper {
    int& depth;
    explicit Deeper(int& d) : depth(d) {
      if (++depth > 500) throw Incomplete("a construction whose terms nest deeper than 500");
    }
    ~Deeper() { --depth; }
  } deeper(depth_);
  const auto all = [&](Types types, const char* what) {
    for (const Term& kid : term.kids) wanted(kid, level, slots, types, what);
  };
  switch (term.op) {
    case TermOp::number:
    case TermOp::parameter: return T::number;
    case TermOp::truth: return T::truth;
    case TermOp::bound: return slots.at(term.slot);
    case TermOp::state: return map_ ? T::matrix : T::forms;
    case TermOp::definition: {
      Slots arguments;
      for (const Term& kid : term.kids) arguments.push_back(of(kid, level, slots));
      return call(term.name, level, arguments);
    }
    case TermOp::in_variant: return in_variant(term, level, slots);
    case TermOp::given: return given(term, level, slots);
    case TermOp::table: return all(T::number | T::input, "a number or an input"), T::number;
    case TermOp::index: {
      const Types base =
          wanted(term.kids[0], level, slots, T::matrix | T::forms, "a matrix, which has entries,");
      for (std::size_t i = 1; i < term.kids.size(); ++i)
        wanted(term.kids[i], level, slots, T::number, "a number");
      return (base & T::matrix ? T::number : 0u) | (base & T::forms ? T::form : 0u);
    }
    case TermOp::fold: return fold(term, level, slots, 0);
    case TermOp::power: return all(T::number, "a number"), T::number;
    case TermOp::minus:
      return wanted(term.kids[0], level, slots, ~(T::truth | T::set | T::input), "a number");
    case TermOp::negation:
    case TermOp::implication: return all(T::truth, "a formula"), T::truth;
    case TermOp::comparison: return comparison(term, level, slots);
    case TermOp::range_set:
    case TermOp::set: return all(T::number, "a number"), T::set;
    case TermOp::listed:
      if (term.text == "u") return all(T::set, "a set"), T::set;
      return all(T::number, "a number"), T::number;
    case TermOp::column: {
      Types out = T::matrix;
      for (const Term& kid : term.kids)
        if (!(wanted(kid, level, slots, T::number | T::form, "a number") & T::number))
          out = T::forms;
      return out;
    }
    case TermOp::let: {
      slots.at(term.slot) = of(term.kids[0], level, slots);
      return of(term.kids[1], level, slots);
    }
    case TermOp::over: return over(term, level, slots);
    case TermOp::attend: return all(T::form | T::forms, "a form, or a column of forms,"), T::heads;
    default: wrong("a binder stands where a term is expected");
  }
}

// Of kids from `first` on.
Types DescribedTypes::fold(const Term& term, Level& level, Slots& slots, std::size_t first) {
  Types out = of(term.kids[first], level, slots);
  for (std::size_t i = first + 1; i < term.kids.size(); ++i) {
    const char operation = term.text[i - 1];
    const Types next = of(term.kids[i], level, slots);
    const Types found =
        operation == '&' || operation == '|' ? out & next & T::truth
        : operation == '*'                   ? type_of_product(out, next)
        : operation == '/'
            ? (next & T::number) ? out & ~(T::truth | T::set | T::input | T::heads | T::units) : 0u
            : type_of_sum(out, next);
    if (found == 0) {
      if (operation == '*' && (out & T::form) && (next & T::form))
        wrong("a product of two affine functions of the state; one factor has to be a number");
      wrong(std::string("terms of types that do not go together beside '") + operation + "'");
    }
    out = found;
  }
  return out;
}

Types DescribedTypes::comparison(const Term& term, Level& level, Slots& slots) {
  Types left = of(term.kids[0], level, slots);
  for (std::size_t i = 0; i < term.text.size(); ++i) {
    const Types right = of(term.kids[i + 1], level, slots);
    constexpr Types equal = T::number | T::truth | T::set | T::input | T::matrix;
    const bool fits = term.text[i] == '=' || term.text[i] == '!' ? (left & right & equal) != 0
                      : term.text[i] == 'i' ? (left & T::number) && (right & T::set)
                                            : (left & right & T::number) != 0;
    if (!fits) wrong("terms that cannot be compared");
    left = right;
  }
  return T::truth;
}

void DescribedTypes::binders(const Term& over, Level& level, Slots& slots) {
  for (std::size_t i = 0; i < over.count; ++i) {
    const Term& binder = over.kids[i];
    const bool range = binder.op == TermOp::range;
    for (const Term& kid : binder.kids)
      wanted(kid, level, slots, range ? T::number : T::set, range ? "a number" : "a set");
    slots.at(binder.slot) = binder.op == TermOp::inputs    ? T::input
                            : binder.op == TermOp::subsets ? T::set
                                                           : T::number;
  }
  if (over.count > 0) wanted(over.kids[over.count], level, slots, T::truth, "a formula");
}

Types DescribedTypes::over(const Term& term, Level& level, Slots& slots) {
  binders(term, level, slots);
  const auto body = [&](Types types, const char* what, std::size_t i = 1) {
    return wanted(term.kids[term.count + i], level, slots, types, what);
  };
  switch (term.text[0]) {
    case '+': return body(~(T::truth | T::set | T::input | T::line), "a number");
    case '*':
    case 'M':
    case 'm': return body(T::number, "a number");
    case 'u': return body(T::set, "a set");
    case 'd': return body(T::number, "a number"), T::truth;
    case 'S': return body(T::matrix | T::forms, "a column");
    case 'R':
    case 'C': {
      const Types found = body(T::number | T::form, "a number");
      return (found & T::number ? T::matrix : 0u) | (found & T::form ? T::forms : 0u);
    }
    case 'A':
      body(T::number | T::matrix, "a number"), body(T::number | T::matrix, "a number", 2);
      return body(T::form | T::forms, "a form", 3), T::heads;
    default: return body(T::truth, "a formula"), T::truth;
  }
}

Types DescribedTypes::given(const Term& term, Level& level, Slots& slots) {
  const GivenName& name = given_name(static_cast<Given>(term.name));
  if (name.id == Given::if_) {
    wanted(term.kids[0], level, slots, T::truth, "a formula");
    const Types out = of(term.kids[1], level, slots) & of(term.kids[2], level, slots);
    if (out == 0) wrong("'if' chooses between terms of two types");
    return out;
  }
  std::string_view letters = name.arguments;
  letters.remove_prefix(std::min(letters.size(), letters.find_first_of("NBISMT")));
  if (term.name == static_cast<std::size_t>(Given::run) && term.kids.size() == 1) letters = "M";
  for (std::size_t i = 0; i < term.kids.size(); ++i)
    wanted(term.kids[i], level, slots,
           letters.empty() ? T::number | T::set | T::input : of_letter(letters[i]),
           "another argument");
  return of_letter(name.result) == (T::matrix | T::number) ? Types{T::matrix}
                                                           : of_letter(name.result);
}

Types DescribedTypes::in_variant(const Term& term, Level& level, Slots& slots) {
  Slots outer, inner;
  for (std::size_t i = 0; i < term.count; ++i)
    outer.push_back(wanted(term.kids[i], level, slots, values, "a value"));
  for (const Term& kid : term.kids.back().kids)
    inner.push_back(wanted(kid, level, slots, values, "a value"));
  std::unique_ptr<Level>& of = level.variants[{term.name, outer}];
  if (!of) of.reset(new Level{&level, &of_.variants[term.name].terms, outer});
  const Types out =
      call(term.kids.back().name, *of, inner) & (T::number | T::truth | T::set | T::matrix);
  if (out == 0) wrong("what is asked of a variant is no value");
  return out;
}

// A definition of one argument at a form is a hidden unit.
Types DescribedTypes::call(std::size_t definition, Level& level, const Slots& arguments) {
  if (arguments.size() != 1 || !(arguments[0] & T::form))
    return put_in(definition, level, arguments);
  if (!(put_in(definition, level, {T::number}) & T::number))
    wrong("'" + of_.definitions[definition].name + "' is no activation: it gives no number");
  return T::units;
}

Types DescribedTypes::put_in(std::size_t definition, Level& level, const Slots& arguments) {
  if (const auto known = level.known.find({definition, arguments}); known != level.known.end())
    return known->second;
  if (level.known.size() > 1 << 16) throw Incomplete("more than 2^16 types of definitions");
  const std::string before = where_;
  Types out = ~0u;
  bool open = true;
  for (Level* at = &level; at->parent != nullptr && open; at = at->parent)
    for (const ChangedTerm& change : *at->changes) {
      if (change.definition != definition || !open) continue;
      Slots slots = at->arguments;
      slots.insert(slots.end(), arguments.begin(), arguments.end());
      slots.resize(change.slots);
      where_ = "the change '" + change.text + "'";
      out &= of(change.term, *at->parent, slots);
      open = std::any_of(change.fixed.begin(), change.fixed.end(),
                         [](const auto& fixed) { return fixed.has_value(); });
    }
  if (open) {
    Slots slots = arguments;
    slots.resize(of_.definitions[definition].slots);
    where_ = of_.definitions[definition].where;
    out &= of(of_.definitions[definition].term, level, slots);
  }
  if (out == 0) wrong("a change gives a value of another type");
  where_ = before;
  return level.known[{definition, arguments}] = out;
}

void DescribedTypes::stage(const DescribedStage& stage) {
  where_ = stage.where;
  Level& level = *levels_.back();
  Slots slots(stage.slots);
  const auto one = [&](const std::optional<Term>& term, Types types, const char* what) {
    if (term) wanted(*term, level, slots, types, what);
  };
  binders(stage.repeat, level, slots);
  one(stage.backwards, T::number, "backwards: a number");
  binders(stage.loop, level, slots);
  for (std::size_t i = 0; i < stage.lets.size(); ++i)
    slots.at(stage.let_slot + i) = of(stage.lets[i], level, slots);
  one(stage.when, T::truth, "when: a formula");
  if (stage.layer && stage.layer->op != TermOp::state) {
    const Term& layer = *stage.layer;
    const bool keeps = layer.op == TermOp::fold && layer.kids[0].op == TermOp::state &&
                       (layer.text[0] == '+' || layer.text[0] == '-');
    const Types found = keeps ? fold(layer, level, slots, 1) : of(layer, level, slots);
    if (!(found & (T::heads | T::units)))
      wrong("its layer is no sum of heads, and no sum of hidden units");
  }
  slots.at(stage.token_slot) = T::number;
  one(stage.keys, T::set, "keys: a set");
  one(stage.scale, T::number, "scale: a number");
  map_ = true;
  one(stage.map, T::matrix | T::number, "map: a column");
  map_ = false;
}

void DescribedTypes::require_all() {
  for (std::size_t i = 0; i < changes_.size(); ++i) {
    where_ = "an argument of a variant";
    Slots slots(changes_[i].slots);
    for (const Term& term : changes_[i].arguments)
      levels_[i + 1]->arguments.push_back(wanted(term, *levels_[i], slots, values, "a value"));
  }
  where_ = of_.file + ": [construction]";
  Level& level = *levels_.back();
  Slots slots(of_.slots);
  for (const Term& condition : of_.conditions)
    wanted(condition, level, slots, T::truth, "parameters: a formula");
  for (const auto* domain : {&of_.tokens, &of_.entries})
    if (*domain)
      for (const Term& kid : (*domain)->kids)
        wanted(kid, level, slots, (*domain)->op == TermOp::range ? T::number : T::set, "a set");
  wanted(*of_.rows, level, slots, T::number, "rows: a number");
  if (of_.inputs) binders(*of_.inputs, level, slots);
  slots[0] = T::input, slots[1] = slots[2] = T::number;
  wanted(*of_.start, level, slots, T::number, "start: a number");
  for (const DescribedStage& one : of_.stages) stage(one);
}

}  // namespace hardmax::check
