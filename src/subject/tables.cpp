#include "subject/tables.hpp"

#include <algorithm>
#include <optional>

#include "claim/entry.hpp"
#include "claim/toml.hpp"
#include "exact/error.hpp"
#include "subject/tokens.hpp"

namespace hardmax::subject {

namespace toml = claim::toml;

namespace {

constexpr std::size_t kMostTables = 100, kMostValues = std::size_t{1} << 20;

// "a/b", without a sum or a decimal point; up to 1,000 characters.
std::optional<Rational> number_in(std::string text) {
  text = one_space(text);
  const bool minus = text.starts_with("-");
  if (minus) text.erase(0, 1);
  const std::size_t slash = std::min(text.find('/'), text.size());
  const std::string above = text.substr(0, slash);
  const std::string below = slash < text.size() ? text.substr(slash + 1) : "1";
  if (text.size() > 1'000 || !is_number(above) || !is_number(below)) return std::nullopt;
  const Rational divisor = *Rational::parse(below);
  if (divisor.is_zero()) return std::nullopt;
  const Rational value = *Rational::parse(above) / divisor;
  return minus ? -value : value;
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> out;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find(at, from), text.size());
    out.push_back(one_space(text.substr(from, to - from)));
    from = to + 1;
  }
  return out;
}

std::optional<Tables::Argument> argument_in(const std::string& text, bool input) {
  std::string inner = text;
  if (input) {
    if (inner.size() < 2 || inner.front() != '(' || inner.back() != ')') return std::nullopt;
    inner = one_space(inner.substr(1, inner.size() - 2));
  }
  Tables::Argument out;
  for (const std::string& word : split(inner, ' ')) {
    if (word.empty() && input) continue;
    const auto x = number_in(word);
    if (!x || (!input && !out.empty())) return std::nullopt;
    out.push_back(*x);
  }
  return out;
}

[[noreturn]] void table_error(const std::string& file, int line, const std::string& what) {
  throw InvalidInput(InvalidInput::Kind::file, file + ":" + std::to_string(line) + ": " + what);
}

struct TableItems {
  const toml::Item* name = nullptr;
  const toml::Item* values = nullptr;
};

TableItems items_of(const toml::Table& table, const std::string& file) {
  TableItems out;
  auto& [name, values] = out;
  for (const toml::Item& item : table.items) {
    if (item.key == "name" && !item.is_list)
      name = &item;
    else if (item.key == "values" && item.is_list)
      values = &item;
    else
      table_error(file, item.line,
                  "the key '" + item.key.substr(0, 60) +
                      "'; a table has name = \"...\" and values = [\"...\"]");
  }
  if (name == nullptr || values == nullptr)
    table_error(file, table.line, "a table without name or values; write both");
  return out;
}

// Adds one value of a table, "1, 2 -> 1/2".
void read_value(const std::string& text, int line, const Signature& signature,
                const std::string& file, Tables::Entries& out) {
  const std::string shown = "the value '" + text.substr(0, 100) + "' of '" + signature.name + "'";
  const std::size_t arrow = text.find("->");
  if (arrow == std::string::npos)
    table_error(file, line, shown + " has no '->'; write \"1, 2 -> 1/2\"");
  const std::string before = one_space(text.substr(0, arrow));
  const auto value = number_in(text.substr(arrow + 2));
  if (!value)
    table_error(file, line, shown + " is no number; write an integer or a quotient of two");
  const std::vector<std::string> arguments =
      before.empty() ? std::vector<std::string>() : split(before, ',');
  if (arguments.size() != signature.arguments.size())
    table_error(file, line,
                shown + " has " + std::to_string(arguments.size()) + " arguments; " +
                    signature.text + " is asked for");
  std::vector<Tables::Argument> key;
  for (std::size_t j = 0; j < arguments.size(); ++j) {
    const bool input = is_input(signature.arguments[j]);
    auto argument = argument_in(arguments[j], input);
    if (!argument)
      table_error(file, line,
                  shown + ": its argument '" + signature.arguments[j] + "' is no " +
                      (input ? "input; write its entries as (0 1/2)" : "number"));
    key.push_back(std::move(*argument));
  }
  if (!out.emplace(std::move(key), *value).second)
    table_error(file, line, shown + " stands there twice; keep one");
}

}  // namespace

Tables Tables::read_text(const std::string& text, const std::string& file,
                         const std::vector<Signature>& names) {
  Tables out;
  out.file_ = file;
  const auto fail = [&](int line, const std::string& what) { table_error(file, line, what); };
  std::string known;
  for (const Signature& s : names) known += (known.empty() ? "" : ", ") + s.text;
  const std::vector<toml::Table> tables = toml::read(text, file, {"[[table]]"});
  if (tables.size() > kMostTables) fail(1, "more than 100 tables; split the construction");
  for (const toml::Table& table : tables) {
    const auto [name, values] = items_of(table, file);
    const std::string called = name->values[0];
    const auto signature = std::find_if(names.begin(), names.end(),
                                        [&](const Signature& s) { return s.name == called; });
    if (signature == names.end())
      fail(name->line, "the construction has no table '" + called.substr(0, 60) +
                           "'; it asks for " + (known.empty() ? "none" : known));
    auto [found, fresh] = out.values_.try_emplace(called);
    if (!fresh) fail(name->line, "the table '" + called + "' stands twice; keep one");
    if (values->values.size() > kMostValues)
      fail(values->line, "more than 2^20 values in one table; take smaller parameters");
    for (std::size_t i = 0; i < values->values.size(); ++i)
      read_value(values->values[i], values->lines[i], *signature, file, found->second);
  }
  for (const Signature& s : names)
    if (!out.values_.contains(s.name))
      fail(1, "the table '" + s.name + "' is missing; write one for " + s.text);
  return out;
}

Tables Tables::of(std::string file, std::map<std::string, Entries> values) {
  Tables out;
  out.file_ = std::move(file);
  out.values_ = std::move(values);
  return out;
}

Tables Tables::read(const std::filesystem::path& file, const std::vector<Signature>& names) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error))
    throw InvalidInput(
        InvalidInput::Kind::file,
        file.string() + ": there is no such file; name one with the values of the tables");
  return read_text(claim::read_text(file), file.string(), names);
}

const Rational& Tables::value(const std::string& name, const std::vector<Value>& arguments) const {
  std::vector<Argument> key;
  key.reserve(arguments.size());
  for (const Value& argument : arguments)
    key.push_back(argument.input() ? argument.input()->values
                                   : Argument{subject::number_of(argument)});
  const auto& table = values_.at(name);
  const auto found = table.find(key);
  if (found != table.end()) return found->second;
  std::string shown;
  for (std::size_t i = 0; i < key.size(); ++i) {
    std::string text;
    for (const Rational& x : key[i]) text += (text.empty() ? "" : " ") + x.str();
    shown += (i == 0 ? "" : ", ") + (arguments[i].input() ? "(" + text + ")" : text);
  }
  throw TermError("the table '" + name + "' has no value at " + shown.substr(0, 200));
}

}  // namespace hardmax::subject
