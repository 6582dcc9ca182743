#include "decide/vocabulary.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "claim/hint.hpp"
#include "claim/names.hpp"
#include "exact/error.hpp"
#include "subject/binding.hpp"
#include "subject/tables.hpp"
#include "subject/types.hpp"

namespace hardmax::decide {

namespace {

using claim::Accessor;
using claim::NotOffered;
using claim::Type;
using subject::ConstructionFile;

constexpr const char* kDefine = "write a definition for it in the construction file";

std::string in_quotes(std::string_view name) { return fmt::format("'{}'", name.substr(0, 60)); }

// The names that are given, with their types of arguments; the file says which of them it has.
struct Given {
  const char* name;
  std::vector<Type> parameters;
  Type result;
};
const std::vector<Given>& given_names() {
  static const std::vector<Given> names = {
      {"G", {Type::input, Type::number, Type::number}, Type::number},
      {"p", {}, Type::number},
      {"A", {Type::number, Type::number}, Type::set},
      {"gamma", {Type::number}, Type::number},
      {"l", {Type::number}, Type::number},
      {"s", {}, Type::number},
      {"S", {Type::number, Type::number}, Type::set}};
  return names;
}

class Names {
 public:
  explicit Names(const ConstructionFile& file) : file_(file) {}

  Accessor operator()(std::string_view name, const std::vector<Type>& arguments) const {
    const std::string text(name);
    if (file_.definitions.contains(text)) return definition(text, arguments);
    if (text.starts_with("layers(")) return layers(text);
    if (file_.is_parameter(text)) {
      require_arguments(text, arguments, {});
      return {text, {}, Type::number};
    }
    const int* known = file_.given(text);
    if (file_.machine && subject::machine_names().contains(text)) {
      const std::vector<Type> wanted(static_cast<std::size_t>(*known), Type::number);
      require_arguments(text, arguments, wanted);
      return {text, wanted, Type::number};
    }
    if (const subject::Signature* table = file_.table(text)) {
      std::vector<Type> wanted;
      for (const std::string& argument : table->arguments)
        wanted.push_back(subject::is_input(argument) ? Type::input : Type::number);
      require_arguments(text, arguments, wanted);
      return {text, wanted, Type::number};
    }
    for (const Given& given : given_names()) {
      if (known == nullptr || text != given.name) continue;
      require_arguments(text, arguments, given.parameters);
      return {text, given.parameters, given.result};
    }
    if (text == "soft")
      throw NotOffered(
          "'soft' has no value here: no soft network is made of a construction file; choose other "
          "claims with --only");
    if (known != nullptr)
      throw NotOffered(
          fmt::format("{} stands in construction files alone; {}", in_quotes(text), kDefine));
    throw NotOffered(fmt::format("{} is not known here; use a name that '{}' defines, or {}",
                                 in_quotes(text), file_.id, kDefine));
  }

 private:
  static void require_arguments(const std::string& name, const std::vector<Type>& have,
                                const std::vector<Type>& wanted) {
    if (have.size() != wanted.size())
      throw NotOffered(fmt::format("{} has {}, {} are given", in_quotes(name),
                                   subject::arguments_text(wanted.size()), have.size()));
    // The types themselves are compared where the formula is parsed with this vocabulary.
  }

  Accessor layers(const std::string& call) const {
    const std::string of = call.substr(7, call.size() - 8);
    if (file_.network_of(of).empty())
      throw NotOffered(fmt::format("{}: no network or stage has this name; there are {}", call,
                                   subject::joined(file_.networks)));
    return {call, {}, Type::number};
  }

  Accessor definition(const std::string& name, const std::vector<Type>& arguments) const {
    std::vector<subject::Type> types;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (arguments[i] != Type::number && arguments[i] != Type::input)
        throw NotOffered(fmt::format("argument {} of {} is no number and no input; {} without it",
                                     i + 1, in_quotes(name), kDefine));
      types.push_back({arguments[i] == Type::input ? subject::Type::input : subject::Type::number});
    }
    subject::Type value;
    try {
      value = subject::type_of_use(file_, name, types);
    } catch (const subject::TermError& e) {
      throw NotOffered(fmt::format("{}: {}", in_quotes(name), e.what()));
    }
    switch (value.kind) {
      case subject::Type::number:
      case subject::Type::unknown: return {name, arguments, Type::number};
      case subject::Type::boolean: return {name, arguments, Type::boolean};
      case subject::Type::set: return {name, arguments, Type::set};
      default:
        throw NotOffered(
            fmt::format("{} is {}, which no claim can compare; write a definition for the numbers "
                        "that are meant",
                        in_quotes(name), subject::words(value)));
    }
  }

  const ConstructionFile& file_;
};

NamedFormula parsed(const ConstructionFile& file, const claim::Entry& entry,
                    const std::string& text, const char* key) {
  try {
    claim::Vocabulary names = vocabulary_of(file, text);
    claim::Formula formula = claim::Formula::parse(text, names);
    return {std::move(names), std::move(formula)};
  } catch (const claim::SyntaxError& error) {
    throw InvalidInput(InvalidInput::Kind::file,
                       fmt::format("{}:{}: {} of {}: {}", entry.file, entry.line, key, entry.id,
                                   claim::refusal(text, error)));
  }
}

}  // namespace

claim::Vocabulary vocabulary_of(const ConstructionFile& file, std::string_view formula) {
  const Names names(file);
  return claim::names_of(formula, [&](std::string_view name, const std::vector<Type>& arguments) {
    return names(name, arguments);
  });
}

NamedFormula formal_of(const ConstructionFile& file, const claim::Entry& entry) {
  HARDMAX_REQUIRE(entry.formal.has_value());
  return parsed(file, entry, *entry.formal, "formal");
}

NamedFormula domain_of(const ConstructionFile& file, const claim::Entry& entry) {
  return parsed(file, entry, entry.domain, "domain");
}

std::set<std::string> definitions_among(const ConstructionFile& file,
                                        const claim::Vocabulary& names) {
  std::set<std::string> out;
  for (const Accessor& a : names)
    if (file.definitions.contains(a.name)) out.insert(a.name);
  return out;
}

bool is_about(const ConstructionFile& file, const claim::Entry& entry) {
  namespace fs = std::filesystem;
  if (!entry.id.starts_with(file.id + ".")) return false;
  const fs::path beside = fs::path(entry.file).parent_path() / "construction.toml";
  std::error_code error;
  if (beside == fs::path(file.file) || !fs::exists(beside, error)) return true;
  const std::string other = ConstructionFile::read(beside).id;
  return other == file.id || !entry.id.starts_with(other + ".");
}

std::string binding_text(const ConstructionFile& file, const claim::Entry& entry) {
  const std::string plain = claim::binding_text(entry);
  if (!is_about(file, entry)) return plain;
  std::set<std::string> named = definitions_among(file, domain_of(file, entry).names);
  if (entry.formal) named.merge(definitions_among(file, formal_of(file, entry).names));
  std::string text = file.id + "\n" + plain;
  for (const std::string& term : subject::defining_terms(file, named)) text += "\n" + term;
  return text;
}

}  // namespace hardmax::decide
