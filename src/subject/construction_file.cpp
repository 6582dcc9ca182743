// Reading: from TOML to terms. names.cpp checks what they name.
#include "subject/construction_file.hpp"

#include <algorithm>

#include "claim/entry.hpp"
#include "exact/error.hpp"
#include "subject/table_reader.hpp"
#include "subject/types.hpp"

namespace hardmax::subject {

namespace toml = claim::toml;

namespace {

constexpr std::size_t kMostItems = 1'000;  // definitions, stages, variants and their terms

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

class FileReader : TableReader {
 public:
  FileReader(ConstructionFile& out, const std::string& text)
      : TableReader(out),
        out_(out),
        tables_(toml::read(text, out.file, headers_of_construction_files())) {}

  void read() {
    if (tables_.size() > kMostItems) out_.fail(1, "the file", "more than 1,000 tables; split it");
    std::size_t heads = 0;
    for (const toml::Table& table : tables_) {
      take(table);
      if (table.header == "[construction]") {
        if (++heads > 1) fail("[construction] stands twice; keep one");
        read_head();
      } else if (table.header == "[[stage]]") {
        read_stage();
      } else if (table.header == "[[variant]]") {
        read_variant();
      } else if (table.header == "[[step]]") {
        read_step();
      } else if (table.header == "[[search]]") {
        read_search();
      } else {
        read_definitions(table.header == "[[choose]]");
      }
    }
    if (heads == 0) out_.fail(1, "the file", "there is no [construction]; write one");
  }

 private:
  void read_head() {
    read_id();
    out_.source = words("source");
    out_.words = words("words");
    out_.states = text("states");
    for (const char* key :
         {"tokens", "rows", "inputs", "entries", "start", "pattern", "machine", "bring"})
      if (item(key)) out_.texts[key] = text(key);
    read_parameters();
    read_what_runs_bring();
    read_tables();
    read_conditions_and_values();
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
    read_inputs();
  }
  void read_id() {
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
  }
  void read_parameters() {
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
  }
  void read_what_runs_bring() {
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
  }
  void read_conditions_and_values() {
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
  }
  void read_inputs() {
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
    stage.line = table().line;
    needed("name");
    stage.name = text("name");
    parsed("name", stage.name, table().line, subject::read_head);
    if (stage.name.find('(') != std::string::npos) fail("a name with arguments; remove them");
    for (const Stage& other : out_.stages)
      if (other.name == stage.name) fail("two stages of this name; call one otherwise");
    stage.network = item("in") ? text("in") : stage.name;
    parsed("in", stage.network, table().line, subject::read_head);
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
    stage.source = words("source");
    stage.words = words("words");
    if (std::find(out_.networks.begin(), out_.networks.end(), stage.network) == out_.networks.end())
      out_.networks.push_back(stage.network);
    out_.stages.push_back(std::move(stage));
  }

  void read_variant() {
    count();
    needed("name");
    needed("terms");
    Variant variant;
    variant.line = table().line;
    variant.head = parsed("name", text("name"), table().line, subject::read_head);
    for (const std::string& argument : variant.head.arguments)
      if (is_number(argument)) fail("an argument that is a number; write a name");
    variant.terms = signatures("terms");
    variant.source = words("source");
    variant.words = words("words");
    variant.pattern = text("pattern");
    check_pattern(variant);
    variant.reading = text("reading");
    check_reading(variant);
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

  // "range=proof".
  void check_reading(const Variant& variant) const {
    if (variant.reading.empty()) return;
    const int line = item("reading")->line;
    const std::size_t equals = variant.reading.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == variant.reading.size() ||
        variant.reading.find_first_of(" =", equals + 1) != std::string::npos)
      fail("reading = '" + variant.reading.substr(0, 60) + "'; write NAME=VALUE, without a blank",
           line);
    if (!variant.head.arguments.empty()) fail("a reading has arguments; remove them", line);
    for (const auto& [name, other] : out_.variants)
      if (other.reading == variant.reading)
        fail("its reading is that of variant '" + name + "'; keep one", line);
  }

  void read_step() {
    count();
    Step step;
    step.line = table().line;
    needed("stage");
    needed("says");
    step.stage = text("stage");
    const std::string each = claim::one_space(needed("each").values[0]);
    if (each != "layer" && each != "round")
      fail("each = '" + each.substr(0, 60) + "'; write layer or round", item("each")->line);
    step.each_layer = each == "layer";
    step.source = words("source");
    step.words = words("words");
    step.says = term("says");
    step.says_text = text("says");
    step.shows = shown();
    out_.steps.push_back(std::move(step));
  }

  void read_search() {
    count();
    Search search;
    search.line = table().line;
    for (const char* key : {"over", "works", "least"}) needed(key);
    search.source = words("source");
    search.words = words("words");
    search.over = binders("over");
    search.over_text = text("over");
    search.works = term("works");
    search.works_text = text("works");
    search.least = term("least");
    search.least_text = text("least");
    search.shows = shown();
    out_.searches.push_back(std::move(search));
  }

  std::vector<Shown> shown() {
    std::vector<Shown> out;
    const toml::Item* shows = item("shows");
    if (shows == nullptr) return out;
    for (const std::string& value : shows->values) {
      count();
      const std::size_t colon = value.find(':');
      if (colon == std::string::npos || claim::one_space(value.substr(0, colon)).empty())
        fail("'" + value.substr(0, 60) + "' in shows has no label; write \"LABEL: TERM\"",
             shows->line);
      out.push_back({claim::one_space(value.substr(0, colon)),
                     parsed("shows", value.substr(colon + 1), shows->line, read_formula)});
    }
    return out;
  }

  void count() {
    if (++items_ > kMostItems) out_.fail(1, "the file", "more than 1,000 items; split it");
  }

  ConstructionFile& out_;
  std::vector<toml::Table> tables_;
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
