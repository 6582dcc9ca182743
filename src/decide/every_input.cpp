#include "decide/every_input.hpp"

#include <algorithm>
#include <cstdlib>

#include "decide/subject_model.hpp"
#include "exact/error.hpp"

namespace hardmax::decide {

namespace {

using claim::Node;
using claim::Quotient;
using subject::DigitForm;
using subject::Polynomial;
using subject::VariableEnv;
using subject::VariableForm;
using subject::VariableValue;

subject::Value input_value(std::size_t ordinal) { return subject::Input{{Rational(ordinal)}}; }

// Names without D and without an input, as the evaluator asks for them.
class Plain final : public claim::Model {
 public:
  Plain(NamesOfAll& names, const std::vector<subject::TermPtr>& terms,
        const claim::Vocabulary& vocabulary)
      : names_(names), terms_(terms), vocabulary_(vocabulary) {}

  [[nodiscard]] claim::Value read(std::size_t accessor,
                                  std::span<const claim::Value> arguments) const override {
    std::vector<VariableValue> x;
    for (const claim::Value& argument : arguments) {
      if (const auto* number = std::get_if<Rational>(&argument))
        x.emplace_back(subject::Value(*number));
      else
        x.emplace_back(input_value(std::get<claim::Input>(argument).ordinal));
    }
    const VariableValue found = names_.value(*terms_.at(accessor), x);
    if (!found.plain()) throw LimitReached("a name that depends on D or the input");
    try {
      switch (vocabulary_[accessor].result) {
        case claim::Type::boolean: return subject::truth_of(*found.plain());
        case claim::Type::set: return subject::set_of(*found.plain());
        default: return subject::number_of(*found.plain());
      }
    } catch (const subject::TermError& e) {
      throw LimitReached(e.what());
    }
  }
  [[nodiscard]] std::uint64_t input_count() const override { return 1; }
  [[nodiscard]] std::string show(claim::Input) const override { return "any"; }

 private:
  NamesOfAll& names_;
  const std::vector<subject::TermPtr>& terms_;
  const claim::Vocabulary& vocabulary_;
};

// c D^e with a small e: a formula may raise it to a power.
std::optional<Quotient> in_D(const Polynomial& p) {
  constexpr std::int64_t most = 4096;
  const auto [lowest, terms] = p.in_size();
  if (terms.size() > 1 || std::abs(lowest) > most) return std::nullopt;
  if (terms.empty()) return Quotient(Rational());
  const auto& [power, factor] = *terms.begin();
  const std::int64_t e = lowest + power;
  const auto D = Quotient::variable(0).power_of_term(static_cast<std::uint64_t>(std::abs(e)));
  if (!D) return std::nullopt;
  return Quotient(factor) * (e < 0 ? D->inverse(claim::sign::positive) : *D);
}

VariableForm product(const VariableForm& a, const VariableForm& b) {
  const bool number = a.w.empty();
  const VariableForm& form = number ? b : a;
  const Polynomial& by = number ? a.b : b.b;
  VariableForm out{{}, form.b * by};
  for (const auto& [variable, factor] : form.w)
    if (Polynomial w = factor * by; !w.is_zero()) out.w.emplace(variable, std::move(w));
  return out;
}

void add(VariableForm& to, const VariableForm& x) {
  to.b += x.b;
  for (const auto& [variable, factor] : x.w) {
    Polynomial& at = to.w[variable];
    at += factor;
    if (at.is_zero()) to.w.erase(variable);
  }
}

}  // namespace

// ---- values of names

NamesOfAll::NamesOfAll(std::shared_ptr<subject::Reading> reading, const std::string& size,
                       std::shared_ptr<const subject::AllInputs> network, std::uint64_t least)
    : reading_(std::move(reading)),
      size_(size),
      least_(least),
      network_(std::move(network)),
      states_(*reading_, size, network_, least_),
      reader_(*reading_, size, states_) {
  states_.ask_variants([this](subject::VariableReader& reader, const subject::Term& term,
                              const VariableEnv* env) { return of_variant(reader, term, env); });
}

// The construction that a variant makes is followed for itself, with the same inputs.
VariableValue NamesOfAll::of_variant(subject::VariableReader& reader, const subject::Term& term,
                                     const VariableEnv* env) {
  const subject::Term &own = *term.parts[0], &call = *term.parts[1];
  const subject::ConstructionFile& file = reading_->file();
  const subject::Variant& variant = file.variants.at(own.name);
  std::string key = own.name;
  std::vector<std::pair<std::string, subject::Value>> bound;
  for (std::size_t i = 0; i < own.parts.size(); ++i) {
    const VariableValue x = reader.value(*own.parts[i], env);
    if (!x.plain() || !x.plain()->write_key(key))
      throw subject::TermError("an argument of a variant that depends on the size or the input");
    bound.emplace_back(variant.head.arguments[i], *x.plain());
  }
  auto& names = variants_[key];
  if (!names) {
    const auto changed = reading_->with(variant.terms, bound);
    std::shared_ptr<const subject::AllInputs> network;
    auto found = subject::AllInputs::follow(*changed, file.states, size_,
                                            static_cast<std::uint64_t>(*least_.to_int64()));
    if (auto* followed = std::get_if<std::shared_ptr<const subject::AllInputs>>(&found))
      network = *followed;
    names = std::make_unique<NamesOfAll>(changed, size_, std::move(network),
                                         static_cast<std::uint64_t>(*least_.to_int64()));
  }
  if (names->network_ && network_ && !names->states_.has_variables_of(states_))
    throw subject::TermError("a variant with other inputs");
  auto name = std::make_shared<subject::Term>();
  name->kind = subject::Term::Kind::name;
  name->name = call.name;
  name->has_arguments = !call.parts.empty();
  std::vector<VariableValue> arguments;
  for (std::size_t i = 0; i < call.parts.size(); ++i) {
    arguments.push_back(reader.value(*call.parts[i], env));
    auto argument = std::make_shared<subject::Term>();
    argument->kind = subject::Term::Kind::name;
    argument->name = argument_name(i);
    name->parts.push_back(std::move(argument));
  }
  try {
    const VariableValue found = names->value(*name, arguments);
    if (found.kind() != VariableValue::Kind::form) return found;
    return VariableValue::of_form(names->states_.written_out(found.entries()[0]));
  } catch (const LimitReached& e) {
    throw subject::TermError(e.what());
  }
}

VariableValue NamesOfAll::value(const subject::Term& name,
                                const std::vector<VariableValue>& arguments) {
  std::vector<VariableEnv> env;
  env.reserve(arguments.size());
  for (std::size_t i = 0; i < arguments.size(); ++i)
    env.emplace_back(env.empty() ? nullptr : &env.back(), argument_name(i), arguments[i]);
  try {
    return reader_.value(name, env.empty() ? nullptr : &env.back());
  } catch (const subject::TermError& e) {
    throw LimitReached(e.what());
  } catch (const Undefined& e) {
    throw LimitReached(e.what());
  }
}

Quotient NamesOfAll::known_as(const VariableForm& form) {
  if (form.w.empty()) {
    if (const auto number = form.b.number()) return *number;
    if (const auto power = in_D(form.b)) return *power;
  }
  const auto at = std::find(values_.begin(), values_.end(), form);
  const auto index = static_cast<std::size_t>(at - values_.begin());
  if (at == values_.end()) values_.push_back(form);
  return Quotient::variable(1 + index);
}

std::optional<VariableForm> NamesOfAll::form(const claim::Polynomial& p) const {
  VariableForm out;
  for (const auto& [powers, factor] : p.terms()) {
    VariableForm term{{}, Polynomial(factor)};
    for (std::size_t v = 0; v < powers.size(); ++v) {
      if (powers[v] == 0) continue;
      if (v == 0) {
        term = product(term, {{}, *Polynomial::size().raised(powers[0])});
        continue;
      }
      const VariableForm& value = values_.at(v - 1);
      for (std::uint32_t i = 0; i < powers[v]; ++i) {
        if (!term.w.empty() && !value.w.empty()) return std::nullopt;
        term = product(term, value);
      }
    }
    add(out, term);
  }
  return out;
}

unsigned NamesOfAll::signs(const Quotient& x) {
  using namespace claim::sign;
  const auto& terms = x.numerator().terms();
  if (const auto known = signs_.find(terms); known != signs_.end()) return known->second;
  const auto found = [&]() -> unsigned {
    const auto value = form(x.numerator());
    const auto ends = value ? states_.ends(*value) : std::nullopt;
    if (!ends) return any;
    const auto& [low, high] = *ends;
    if (low.is_zero() && high.is_zero()) return zero;
    if (low.shown_positive(least_)) return positive;
    if ((-high).shown_positive(least_)) return negative;
    unsigned out = any;
    if (low.shown_not_negative(least_)) out &= ~negative;
    if ((-high).shown_not_negative(least_)) out &= ~positive;
    return out;
  }();
  constexpr std::size_t most_known = 4096;
  if (signs_.size() >= most_known) signs_.clear();
  signs_.emplace(terms, found);
  return found;
}

// ---- what formulas ask

EveryInputOfFile::EveryInputOfFile(NamesOfAll& names, const claim::Vocabulary& vocabulary)
    : names_(names), vocabulary_(vocabulary) {
  for (const claim::Accessor& a : vocabulary) terms_.push_back(term_of(a));
  model_ = std::make_unique<Plain>(names_, terms_, vocabulary_);
}

std::optional<Quotient> EveryInputOfFile::read(std::size_t accessor,
                                               std::span<const Quotient> numbers,
                                               std::span<const std::size_t> inputs) {
  const claim::Accessor& name = vocabulary_[accessor];
  if (name.result != claim::Type::number) return std::nullopt;
  std::vector<VariableValue> arguments;
  auto number = numbers.begin();
  auto input = inputs.begin();
  for (const claim::Type type : name.parameters) {
    if (type == claim::Type::input) {
      arguments.emplace_back(input_value(*input++));
      continue;
    }
    const Quotient& x = *number++;
    if (const auto constant = x.constant()) {
      arguments.emplace_back(subject::Value(*constant));
      continue;
    }
    const auto above = names_.form(x.numerator()), below = names_.form(x.denominator());
    const auto by = below && below->w.empty() ? below->b.inverse() : std::nullopt;
    if (!above || !by || !above->w.empty())
      throw LimitReached("an argument of '" + name.name + "' that is not covered");
    arguments.emplace_back(above->b * *by);
  }
  const VariableValue found = names_.value(*terms_[accessor], arguments);
  if (found.plain() && found.plain()->number()) return Quotient(*found.plain()->number());
  if (found.plain() && found.plain()->nothing()) return Quotient(Rational());
  VariableValue v;
  try {
    v = found.lifted();
  } catch (const subject::TermError& e) {
    throw LimitReached(e.what());
  }
  const bool one = v.kind() == VariableValue::Kind::number ||
                   v.kind() == VariableValue::Kind::form ||
                   (v.kind() == VariableValue::Kind::mat && v.rows() == 1 && v.columns() == 1);
  if (!one) throw LimitReached("the value of '" + name.name + "' is no number");
  return names_.known_as(v.entries()[0]);
}

bool EveryInputOfFile::any_input() const {
  if (names_.network() == nullptr) throw LimitReached("inputs of a network that is not followed");
  return true;
}

std::optional<Rational> EveryInputOfFile::value(const Quotient& x) {
  if (const auto constant = x.constant()) return constant;
  const auto above = names_.form(x.numerator()), below = names_.form(x.denominator());
  if (!above || !below || !above->w.empty() || !below->w.empty()) return std::nullopt;
  const auto a = above->b.number(), b = below->b.number();
  if (!a || !b || b->is_zero()) return std::nullopt;
  return *a / *b;
}

std::optional<Quotient> EveryInputOfFile::extreme(const Quotient& x, bool largest) {
  const auto above = names_.form(x.numerator()), below = names_.form(x.denominator());
  if (!above || !below || !below->w.empty()) return std::nullopt;
  const auto ends = names_.states().ends(*above);
  const auto by = below->b.inverse();
  if (!ends || !by) return std::nullopt;
  return names_.known_as({{}, (largest ? ends->second : ends->first) * *by});
}

bool EveryInputOfFile::tells_input(const Quotient& x, std::size_t input) {
  const auto above = names_.form(x.numerator()), below = names_.form(x.denominator());
  if (names_.network() == nullptr || !above || !below || !below->w.empty()) return false;
  const auto digits = names_.states().in_digits(*above, input);
  return digits && names_.network()->digits_tell_input() &&
         names_.network()->digits().tells(names_.network()->written_out(*digits));
}

// Nothing: it is another formula.
std::optional<EveryInputOfFile::Values> EveryInputOfFile::values_of(const Node& distinct,
                                                                    std::size_t input_slot) {
  const claim::Binder& range = distinct.binders.back();
  const Node& body = *distinct.parts[0];
  if (range.domain != claim::Binder::Domain::range || distinct.where || range.real() ||
      body.op != claim::Op::accessor || names_.network() == nullptr)
    return std::nullopt;
  const auto end = [&](const Node& node) -> std::optional<std::int64_t> {
    if (node.op == claim::Op::integer) return node.number.to_int64();
    if (node.op != claim::Op::accessor || !node.parts.empty()) return std::nullopt;
    const auto found = read(node.index, {}, {});
    const auto number = found ? found->constant() : std::nullopt;
    return number ? number->to_int64() : std::nullopt;
  };
  const auto first = end(*range.first), last = end(*range.last);
  if (!first || !last || *last - *first > 4096) return std::nullopt;
  std::size_t inputs = 0;
  for (const claim::NodePtr& part : body.parts) {
    if (part->op != claim::Op::variable || (part->index != input_slot && part->index != range.slot))
      return std::nullopt;
    inputs += part->index == input_slot ? 1 : 0;
  }
  if (inputs != 1 || body.parts.size() != 2) return std::nullopt;
  return Values{body.index, *first, *last};
}

bool EveryInputOfFile::differ(const Values& values, bool of_all_inputs) {
  const std::string question =
      vocabulary_[values.name].name + (of_all_inputs ? " of all inputs, " : " of each input, ") +
      std::to_string(values.first) + ".." + std::to_string(values.last) +
      (vocabulary_[values.name].parameters[0] == claim::Type::input ? "" : ", token first");
  auto& answers = names_.answers();
  if (const auto known = answers.find(question); known != answers.end()) return known->second;
  const auto unit = names_.network()->form().unit.inverse();
  if (!unit) return false;
  std::vector<DigitForm> ids;
  const std::size_t any = 0;
  for (std::int64_t k = values.first; k <= values.last; ++k) {
    const Quotient number{Rational(k)};
    const auto found = read(values.name, {&number, 1}, {&any, 1});
    const auto value = found ? names_.form(found->numerator()) : std::nullopt;
    const auto below = found ? names_.form(found->denominator()) : std::nullopt;
    const auto by = below && below->w.empty() ? below->b.inverse() : std::nullopt;
    const auto digits = value && by ? names_.states().in_digits(*value, 0) : std::nullopt;
    if (!digits || digits->by.empty()) return false;
    ids.push_back(*unit * *by * *digits);
  }
  const subject::AllInputs& network = *names_.network();
  const bool out = !ids.empty() && (of_all_inputs ? network.tell_all(ids) : network.differ(ids));
  answers.emplace(question, out);
  return out;
}

bool EveryInputOfFile::known(const Node& node) {
  const auto over_inputs = [](const Node& of) {
    return !of.binders.empty() && of.binders[0].domain == claim::Binder::Domain::inputs;
  };
  if (node.op == claim::Op::distinct && node.binders.size() == 2 && over_inputs(node)) {
    const auto values = values_of(node, node.binders[0].slot);
    return values && differ(*values, true);
  }
  if (node.op != claim::Op::forall || node.binders.size() != 1 || node.where ||
      !over_inputs(node) || node.parts[0]->op != claim::Op::distinct ||
      node.parts[0]->binders.size() != 1)
    return false;
  const auto values = values_of(*node.parts[0], node.binders[0].slot);
  return values && differ(*values, false);
}

}  // namespace hardmax::decide
