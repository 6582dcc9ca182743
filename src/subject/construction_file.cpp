// Reading: from TOML to terms. names.cpp checks what they name.
#include "subject/construction_file.hpp"

#include <algorithm>

#include "claim/entry.hpp"
#include "claim/toml.hpp"
#include "exact/error.hpp"
#include "subject/types.hpp"

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
    {"[[variant]]", {"name", "source", "words", "terms", "pattern"}}};
const std::set<std::string> kLists = {"parameters", "tables", "conditions", "hypotheses",
                                      "terms",      "let",    "box",        "values"};
constexpr std::size_t kMostItems = 1'000;  // definitions, stages, variants and their terms

bool is_ascii(const std::string& text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 128; });
}

}  // namespace

std::string joined(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
  return out.empty() ? "none" : out;
}

void ConstructionFile::fail(int line, const std::string& entry, const std::string& what) const {
  throw InvalidInput(InvalidInput::Kind::file,
                     file + ":" + std::to_string(line) + ": " + entry + ": " + what);
}

class FileReader {
 public:
  FileReader(ConstructionFile& out, const std::string& text) : out_(out) {
    const std::vector<std::string> headers = {"[construction]", "[[define]]", "[[choose]]",
                                              "[[stage]]", "[[variant]]"};
    tables_ = toml::read(text, out.file, headers);
  }

  void read() {
    if (tables_.size() > kMostItems) out_.fail(1, "the file", "more than 1,000 tables; split it");
    std::size_t heads = 0;
    for (const toml::Table& table : tables_) {
      table_ = &table;
      check_keys();
      if (table.header == "[construction]") {
        if (++heads > 1) fail("[construction] stands twice; keep one");
        read_head();
      } else if (table.header == "[[stage]]") {
        read_stage();
      } else if (table.header == "[[variant]]") {
        read_variant();
      } else {
        read_definitions(table.header == "[[choose]]");
      }
    }
    if (heads == 0) out_.fail(1, "the file", "there is no [construction]; write one");
  }

 private:
  [[noreturn]] void fail(const std::string& what, int line = 0) const {
    out_.fail(line > 0 ? line : table_->line, entry(), what);
  }
  // How messages call the table.
  [[nodiscard]] std::string entry() const {
    const std::string bare = table_->header == "[[stage]]"     ? "stage"
                             : table_->header == "[[variant]]" ? "variant"
                                                               : "";
    const toml::Item* name = item("name");
    if (bare.empty() || !name) return table_->header;
    return bare + " '" + name->values[0].substr(0, 60) + "'";
  }
  [[nodiscard]] const toml::Item* item(const std::string& key) const {
    for (const toml::Item& i : table_->items) {
      if (i.key == key) return &i;
    }
    return nullptr;
  }
  void check_keys() const {
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
          fail("the key '" + i.key + "' is not ASCII; use the language of proofs/README.md",
               i.line);
      }
    }
  }
  const toml::Item& needed(const std::string& key) const {
    const toml::Item* found = item(key);
    if (!found) fail("it has no '" + key + "'; write " + key + " = ...");
    return *found;
  }
  [[nodiscard]] std::string text(const std::string& key) const {
    const toml::Item* found = item(key);
    return found ? claim::one_space(found->values[0]) : "";
  }
  template <class Read>
  auto parsed(const std::string& key, const std::string& value, int line, Read read) const {
    try {
      return read(value);
    } catch (const TermError& e) {
      fail(key + ": " + e.what(), line);
    }
  }
  [[nodiscard]] TermPtr term(const std::string& key) const {
    const toml::Item* found = item(key);
    if (!found) return nullptr;
    return parsed(key, found->values[0], found->line, read_formula);
  }
  [[nodiscard]] TermPtr set(const std::string& key) const {
    const toml::Item& found = needed(key);
    return parsed(key, found.values[0], found.line, read_set);
  }
  [[nodiscard]] Binders binders(const std::string& key) const {
    const toml::Item* found = item(key);
    if (!found) return {};
    return parsed(key, found->values[0], found->line, read_binders);
  }
  [[nodiscard]] std::vector<Signature> signatures(const std::string& key) const {
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

  void read_head() {
    out_.id = text("id");
    if (out_.id.empty()) needed("id");
    if (!std::all_of(out_.id.begin(), out_.id.end(), [](char c) {
          return c > ' ' && c < 127 && c != ',' && c != '"' && c != '\\';
        }))
      fail("id = '" + out_.id.substr(0, 60) +
           "'; use printable ASCII without space, comma, quote and backslash");
    const std::string dotted = "." + out_.id + ".";
    if (dotted.find("..") != std::string::npos)
      fail("id = '" + out_.id.substr(0, 60) + "'; a dot stands between two names");
    out_.source = item("source") ? item("source")->values[0] : "";
    out_.words = item("words") ? item("words")->values[0] : "";
    out_.states = text("states");
    for (const char* key :
         {"tokens", "rows", "inputs", "entries", "start", "pattern", "machine", "bring"})
      if (item(key)) out_.texts[key] = text(key);
    const toml::Item& parameters = needed("parameters");
    for (const std::string& condition : parameters.values) {
      std::string name = condition.substr(condition.find_first_not_of(" \t\r\n"));
      name = name.substr(0, name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTU"
                                                   "VWXYZ0123456789_'"));
      if (name.empty() || is_number(name.substr(0, 1)))
        fail("the parameter '" + condition.substr(0, 60) +
                 "' does not begin with its name; write \"n >= 2\"",
             parameters.line);
      parsed("parameters", name, parameters.line, read_head_of_parameter);
      out_.parameters.push_back({name, claim::one_space(condition),
                                 parsed("parameters", condition, parameters.line, read_formula)});
    }
    if (const toml::Item* pattern = item("pattern")) {
      const std::string value = text("pattern");
      if (value != "required" && value != "optional")
        fail("pattern = '" + value.substr(0, 60) + "'; write required or optional", pattern->line);
      out_.pattern = value == "required" ? ConstructionFile::PatternUse::required
                                         : ConstructionFile::PatternUse::optional;
    }
    if (const toml::Item* machine = item("machine")) {
      if (text("machine") != "required")
        fail("machine = '" + text("machine").substr(0, 60) + "'; write required", machine->line);
      out_.machine = true;
    }
    read_tables();
    if (const toml::Item* conditions = item("conditions"))
      for (const std::string& condition : conditions->values) {
        count();
        out_.conditions.push_back(
            {"", claim::one_space(condition),
             parsed("conditions", condition, conditions->line, read_formula)});
      }
    if (item("values")) {
      out_.values = signatures("values");
      for (const Signature& value : out_.values) {
        count();
        if (!value.arguments.empty())
          fail("the value '" + value.name + "' has arguments; write \"S = row(i in 0..n: S(i))\"",
               item("values")->line);
      }
    }
    if (item("hypotheses")) out_.hypotheses = item("hypotheses")->values;
    if (item("box")) {
      out_.box = item("box")->values;
      out_.box_line = item("box")->line;
    }
    out_.tokens = set("tokens");
    needed("rows");
    out_.rows = term("rows");
    needed("start");
    out_.start = term("start");
    if ((item("inputs") == nullptr) != (item("entries") == nullptr))
      fail("it has one of 'inputs' and 'entries'; write both, or none for one input");
    out_.has_inputs = item("inputs") != nullptr;
    if (out_.has_inputs) {
      out_.inputs = binders("inputs");
      out_.entries = set("entries");
      const auto& list = out_.inputs.list;
      if (list.size() != 2 ||
          std::set<std::string>{list[0].name, list[1].name} != std::set<std::string>{"k", "r"})
        fail("inputs binds other names than k and r; write for example k in 1..n, r in 1..d",
             item("inputs")->line);
    }
  }
  void read_tables() {
    const toml::Item* tables = item("tables");
    if (const toml::Item* bring = item("bring")) {
      if (text("bring") != "optional")
        fail("bring = '" + text("bring").substr(0, 60) + "'; write optional", bring->line);
      if (!tables) fail("it has 'bring' and no 'tables'; remove it", bring->line);
      out_.may_lack_tables = true;
    }
    if (!tables) return;
    for (const std::string& value : tables->values) {
      count();
      Signature table = parsed("tables", value, tables->line, subject::read_head);
      const auto& names = table.arguments;
      if (std::any_of(names.begin(), names.end(), is_number) ||
          std::set<std::string>(names.begin(), names.end()).size() != names.size())
        fail("the arguments of the table '" + table.name +
                 "' are not names, each once; write "
                 "\"table(H, r, k)\"",
             tables->line);
      out_.tables.push_back(std::move(table));
    }
  }
  static Signature read_head_of_parameter(const std::string& name) {
    return subject::read_head(name);
  }

  void read_definitions(bool chosen) {
    needed("terms");
    for (Signature& s : signatures("terms")) {
      count();
      const std::string name = s.name;
      const auto [it, fresh] =
          out_.definitions.emplace(name, Definition{std::move(s), chosen, item("terms")->line});
      if (!fresh) fail("'" + name + "' is defined twice; keep one", item("terms")->line);
      out_.order.push_back(name);
    }
  }

  void read_stage() {
    count();
    Stage stage;
    stage.line = table_->line;
    needed("name");
    stage.name = text("name");
    parsed("name", stage.name, table_->line, subject::read_head);
    if (stage.name.find('(') != std::string::npos) fail("a name with arguments; remove them");
    for (const Stage& other : out_.stages)
      if (other.name == stage.name) fail("two stages of this name; call one otherwise");
    stage.network = item("in") ? text("in") : stage.name;
    parsed("in", stage.network, table_->line, subject::read_head);
    if (stage.network.find('(') != std::string::npos) fail("'in' has arguments; remove them");
    stage.repeat = binders("repeat");
    stage.repeat_text = text("repeat");
    stage.loop = binders("for");
    stage.loop_text = text("for");
    stage.lets = signatures("let");
    for (const Signature& let : stage.lets) {
      if (!let.arguments.empty()) fail("'" + let.name + "' in let has arguments; remove them");
      stage.let_texts.push_back(let.text);
    }
    stage.backwards = term("backwards");
    stage.keys = item("keys") ? set("keys") : nullptr;
    stage.keys_text = text("keys");
    stage.when = term("when");
    stage.when_text = text("when");
    stage.layer = term("layer");
    stage.map = term("map");
    stage.layer_text = text(stage.layer ? "layer" : "map");
    stage.scale = term("scale");
    stage.backwards_text = text("backwards");
    stage.scale_text = text("scale");
    if ((stage.layer == nullptr) == (stage.map == nullptr))
      fail("it has one of 'layer' and 'map'; write exactly one");
    stage.source = item("source") ? item("source")->values[0] : "";
    stage.words = item("words") ? item("words")->values[0] : "";
    if (std::find(out_.networks.begin(), out_.networks.end(), stage.network) == out_.networks.end())
      out_.networks.push_back(stage.network);
    out_.stages.push_back(std::move(stage));
  }

  void read_variant() {
    count();
    needed("name");
    needed("terms");
    Variant variant;
    variant.line = table_->line;
    variant.head = parsed("name", text("name"), table_->line, subject::read_head);
    for (const std::string& argument : variant.head.arguments)
      if (is_number(argument)) fail("an argument that is a number; write a name");
    variant.terms = signatures("terms");
    variant.source = item("source") ? item("source")->values[0] : "";
    variant.words = item("words") ? item("words")->values[0] : "";
    variant.pattern = text("pattern");
    check_pattern(variant);
    for (std::size_t i = 0; i < variant.terms.size(); ++i) {
      count();
      for (std::size_t j = 0; j < i; ++j) {
        if (variant.terms[i].name == variant.terms[j].name)
          fail("'" + variant.terms[i].name + "' is changed twice; keep one");
      }
    }
    const std::string name = variant.head.name;
    if (!out_.variants.emplace(name, std::move(variant)).second)
      fail("two variants of this name; call one otherwise");
    out_.variant_order.push_back(name);
  }

  // "complete", or "star+window:w" with the arguments of the variant.
  void check_pattern(const Variant& variant) const {
    if (variant.pattern.empty()) return;
    const int line = item("pattern")->line;
    for (const auto& [name, other] : out_.variants)
      if (other.pattern == variant.pattern)
        fail("its pattern '" + variant.pattern.substr(0, 60) + "' is that of variant '" + name +
                 "'; keep one",
             line);
    if (variant.pattern == brought_pattern) {
      if (out_.pattern == ConstructionFile::PatternUse::none || !variant.head.arguments.empty())
        fail(
            "pattern = \"brought\" needs a construction with a pattern, and a variant without "
            "arguments",
            line);
      return;
    }
    std::string arguments;
    for (const std::string& name : variant.head.arguments)
      arguments += (arguments.empty() ? ":" : ",") + name;
    const std::size_t colon = variant.pattern.find(':');
    const std::string behind =
        colon == std::string::npos ? std::string() : variant.pattern.substr(colon);
    if (colon == 0 || behind != arguments ||
        variant.pattern.find_first_of("/. ") != std::string::npos)
      fail("pattern = '" + variant.pattern.substr(0, 60) + "'; write NAME" + arguments +
               ", without a blank, a dot and a slash",
           line);
  }

  void count() {
    if (++items_ > kMostItems) out_.fail(1, "the file", "more than 1,000 items; split it");
  }

  ConstructionFile& out_;
  std::vector<toml::Table> tables_;
  const toml::Table* table_ = nullptr;
  std::size_t items_ = 0;
};

ConstructionFile ConstructionFile::read_text(const std::string& text, const std::string& file) {
  ConstructionFile out;
  out.file = file;
  FileReader(out, text).read();
  out.check();
  check_types(out);
  return out;
}

ConstructionFile ConstructionFile::read(const std::filesystem::path& file) {
  return read_text(claim::read_text(file), file.string());
}

}  // namespace hardmax::subject
