#include "decide/subject_model.hpp"

#include <set>

#include "exact/error.hpp"

namespace hardmax::decide {

namespace {

using subject::Term;
using subject::TermPtr;

TermPtr name_term(const std::string& name) {
  auto term = std::make_shared<Term>();
  term->kind = Term::Kind::name;
  term->name = name;
  return term;
}

TermPtr call(const std::string& name, std::size_t arguments) {
  auto term = std::make_shared<Term>();
  term->kind = Term::Kind::name;
  term->name = name;
  term->has_arguments = arguments > 0;
  for (std::size_t i = 0; i < arguments; ++i) term->parts.push_back(name_term(argument_name(i)));
  return term;
}

}  // namespace

const std::string& argument_name(std::size_t i) {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> out;
    for (int n = 0; n < 256; ++n) out.push_back("#" + std::to_string(n));
    return out;
  }();
  if (i >= names.size()) throw LimitReached("a name of more than 256 arguments");
  return names[i];
}

TermPtr term_of(const claim::Accessor& name) {
  return name.name.starts_with("layers(") ? subject::read_formula(name.name)
                                          : call(name.name, name.parameters.size());
}

SubjectModel::SubjectModel(const subject::Run& run, std::shared_ptr<subject::Reading> reading,
                           const claim::Vocabulary& names, std::uint64_t inputs)
    : run_(run), reading_(std::move(reading)), inputs_(inputs) {
  static const std::set<std::string> of_pattern = {"p", "A", "S", "G"};
  for (const claim::Accessor& a : names) {
    names_.push_back({term_of(a), a.result,
                      !run.file().definitions.contains(a.name) &&
                          (of_pattern.contains(a.name) || run.file().is_parameter(a.name) ||
                           run.file().table(a.name) != nullptr ||
                           (run.file().machine && subject::machine_names().contains(a.name)))});
  }
  allow({});
}

void SubjectModel::allow(const Allowance& allowance) const {
  left_ = allowance.members;
  reading_->allow_steps(allowance.steps);
  exhausted_ = without_network_ = false;
}

void SubjectModel::step(std::uint64_t cost) const {
  if (left_ < cost) {
    left_ = 0;
    exhausted_ = true;
    throw LimitReached("cost");
  }
  left_ -= cost;
}

subject::Value SubjectModel::value_of(const claim::Value& argument) const {
  if (const auto* number = std::get_if<Rational>(&argument)) return *number;
  const claim::Input input = std::get<claim::Input>(argument);
  if (!last_value_ || last_ != input.ordinal) {
    last_value_ = std::make_shared<const subject::Value>(reading_->input(Rational(input.ordinal)));
    last_ = input.ordinal;
  }
  return *last_value_;
}

subject::Value SubjectModel::evaluate(const Name& name,
                                      std::span<const claim::Value> arguments) const {
  try {
    std::vector<subject::Env> env;
    env.reserve(arguments.size());
    for (std::size_t i = 0; i < arguments.size(); ++i)
      env.push_back(
          {env.empty() ? nullptr : &env.back(), &argument_name(i), value_of(arguments[i])});
    return reading_->value(*name.term, env.empty() ? nullptr : &env.back());
  } catch (const subject::TooLarge& e) {
    throw LimitReached(e.what());
  } catch (const subject::TermError& e) {
    if (!run_.has_network() && !name.of_pattern) {
      without_network_ = true;
      throw LimitReached("there is no network");
    }
    throw Undefined(e.what());
  } catch (const LimitReached&) {
    if (reading_->steps_left() == 0) exhausted_ = true;
    throw;
  }
}

claim::Value SubjectModel::read(std::size_t accessor,
                                std::span<const claim::Value> arguments) const {
  step(1);
  const Name& name = names_.at(accessor);
  const subject::Value value = evaluate(name, arguments);
  try {
    switch (name.result) {
      case claim::Type::boolean: return subject::truth_of(value);
      case claim::Type::set: return subject::set_of(value);
      default: return subject::number_of(value);
    }
  } catch (const subject::TermError& e) {
    throw Undefined(e.what());
  }
}

std::string SubjectModel::show(claim::Input input) const {
  std::string text;
  for (const Rational& x : reading_->input(Rational(input.ordinal)).values)
    text += (text.empty() ? "" : " ") + x.str();
  return text;
}

}  // namespace hardmax::decide
