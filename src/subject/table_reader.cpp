#include "subject/table_reader.hpp"

#include <algorithm>

#include "claim/entry.hpp"

namespace hardmax::subject {

namespace toml = claim::toml;

namespace {

const std::map<std::string, std::set<std::string>> kKeys = {
    {"[construction]",
     {"id", "source", "words", "parameters", "pattern", "machine", "tables", "bring", "conditions",
      "hypotheses", "tokens", "rows", "inputs", "entries", "start", "states", "box", "values"}},
    {"[[define]]", {"source", "words", "terms"}},
    {"[[choose]]", {"source", "words", "terms"}},
    {"[[stage]]",
     {"name", "in", "source", "words", "repeat", "for", "backwards", "let", "keys", "when", "layer",
      "map", "scale"}},
    {"[[variant]]", {"name", "source", "words", "terms", "pattern", "reading"}},
    {"[[step]]", {"stage", "each", "source", "words", "says", "shows"}},
    {"[[search]]", {"source", "words", "over", "works", "least", "shows"}}};
const std::set<std::string> kLists = {"parameters", "tables", "conditions", "hypotheses", "terms",
                                      "let",        "box",    "values",     "shows"};

bool is_ascii(const std::string& text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 128; });
}

}  // namespace

const std::vector<std::string>& headers_of_construction_files() {
  static const std::vector<std::string> headers = {"[construction]", "[[define]]",  "[[choose]]",
                                                   "[[stage]]",      "[[variant]]", "[[step]]",
                                                   "[[search]]"};
  return headers;
}

void TableReader::take(const toml::Table& table) {
  table_ = &table;
  check_keys();
}

void TableReader::fail(const std::string& what, int line) const {
  file_.fail(line > 0 ? line : table_->line, entry(), what);
}

std::string TableReader::entry() const {
  const std::string bare = table_->header == "[[stage]]"     ? "stage"
                           : table_->header == "[[variant]]" ? "variant"
                           : table_->header == "[[step]]"    ? "step of stage"
                                                             : "";
  const toml::Item* name = item(table_->header == "[[step]]" ? "stage" : "name");
  if (bare.empty() || !name) return table_->header;
  return bare + " '" + name->values[0].substr(0, 60) + "'";
}

const toml::Item* TableReader::item(const std::string& key) const {
  for (const toml::Item& i : table_->items) {
    if (i.key == key) return &i;
  }
  return nullptr;
}

void TableReader::check_keys() const {
  for (const toml::Item& i : table_->items) {
    if (!kKeys.at(table_->header).contains(i.key))
      fail("unknown key '" + i.key.substr(0, 60) + "'; spell it as in proofs/README.md", i.line);
    const bool list = kLists.contains(i.key);
    if (i.is_list != list)
      fail("the key '" + i.key + "' does not hold a " + (list ? "list" : "string") +
               (list ? "; write [\"...\"]" : "; write \"...\""),
           i.line);
    const bool free = i.key == "source" || i.key == "words";
    if (i.values.empty() ||
        (!free && std::any_of(i.values.begin(), i.values.end(),
                              [](const std::string& v) { return claim::one_space(v).empty(); })))
      fail("the key '" + i.key + "' has nothing in it; write it or remove the key", i.line);
    for (const std::string& value : i.values) {
      if (!free && !is_ascii(value))
        fail("the key '" + i.key + "' is not ASCII; use the language of proofs/README.md", i.line);
    }
  }
}

const toml::Item& TableReader::needed(const std::string& key) const {
  const toml::Item* found = item(key);
  if (!found) fail("it has no '" + key + "'; write " + key + " = ...");
  return *found;
}

std::string TableReader::text(const std::string& key) const {
  const toml::Item* found = item(key);
  return found ? claim::one_space(found->values[0]) : "";
}

std::string TableReader::words(const std::string& key) const {
  const toml::Item* found = item(key);
  return found ? found->values[0] : "";
}

TermPtr TableReader::term(const std::string& key) const {
  const toml::Item* found = item(key);
  if (!found) return nullptr;
  return parsed(key, found->values[0], found->line, read_formula);
}

TermPtr TableReader::set(const std::string& key) const {
  const toml::Item& found = needed(key);
  return parsed(key, found.values[0], found.line, read_set);
}

Binders TableReader::binders(const std::string& key) const {
  const toml::Item* found = item(key);
  if (!found) return {};
  return parsed(key, found->values[0], found->line, read_binders);
}

std::vector<Signature> TableReader::signatures(const std::string& key) const {
  std::vector<Signature> out;
  const toml::Item* found = item(key);
  if (!found) return out;
  for (const std::string& value : found->values) {
    out.push_back(parsed(key, value, found->line, read_signature));
    for (const std::string& argument : out.back().arguments) {
      if (is_number(argument))
        fail("'" + out.back().name + "': an argument " + argument.substr(0, 20) +
                 "; only --with changes one value, write a name",
             found->line);
    }
    const auto& names = out.back().arguments;
    if (std::set<std::string>(names.begin(), names.end()).size() != names.size())
      fail("'" + out.back().name + "' has two arguments of one name; call one otherwise",
           found->line);
  }
  return out;
}

}  // namespace hardmax::subject
