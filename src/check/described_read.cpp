// Construction files: the TOML, the keys of every table, the names, and the terms.
#include "check/described.hpp"
#include "check/toml.hpp"

namespace hardmax::check {
namespace {

using Texts = std::vector<std::string>;
struct Table {
  std::string header, where;
  std::map<std::string, Texts> keys = {};
  bool has(const char* key) const { return keys.count(key) != 0; }
  std::string text(const char* key) const { return has(key) ? keys.at(key)[0] : ""; }
};
const std::map<std::string, std::set<std::string>> known_keys = {
    {"[construction]",
     {"id", "source", "words", "parameters", "pattern", "machine", "tables", "bring", "conditions",
      "hypotheses", "tokens", "rows", "inputs", "entries", "start", "states", "box", "values"}},
    {"[[define]]", {"source", "words", "terms"}},
    {"[[choose]]", {"source", "words", "terms"}},
    {"[[stage]]",
     {"name", "in", "source", "words", "for", "repeat", "backwards", "let", "keys", "when", "layer",
      "map", "scale"}},
    {"[[variant]]", {"name", "source", "words", "terms", "pattern", "reading"}},
    // These bind nothing: no verdict rests on them.
    {"[[step]]", {"stage", "each", "source", "words", "says", "shows"}},
    {"[[search]]", {"source", "words", "over", "works", "least", "shows"}}};
const std::set<std::string> lists = {"parameters", "tables", "conditions", "hypotheses", "terms",
                                     "let",        "box",    "values",     "shows"};
constexpr const char *head_keys[] = {"id",     "parameters", "pattern",    "machine", "tables",
                                     "bring",  "conditions", "hypotheses", "tokens",  "rows",
                                     "inputs", "entries",    "start",      "states"},
                     *stage_keys[] = {"for",  "repeat", "backwards", "let",  "keys",
                                      "when", "layer",  "map",       "scale"};

class TableReader : TomlCursor {
 public:
  TableReader(std::string_view text, const std::string& file) : TomlCursor(text, file) {}
  std::vector<Table> read() {
    expect(is_utf8(text_), "UTF-8");
    take("\xEF\xBB\xBF");
    std::vector<Table> out;
    for (blank_lines(); !done();) {
      const std::string where = place();
      const auto known = std::find_if(known_keys.begin(), known_keys.end(),
                                      [&](const auto& table) { return take(table.first); });
      expect(known != known_keys.end(),
             "[construction], [[define]], [[choose]], [[stage]], [[variant]], [[step]] or "
             "[[search]]");
      end_of_line();
      expect(out.size() < 4096, "at most 4,096 tables");
      out.push_back({known->first, where});
      for (blank_lines(); !done() && peek() != '['; blank_lines()) key(out.back(), known->second);
    }
    return out;
  }

 private:
  void key(Table& table, const std::set<std::string>& known) {
    const std::size_t begin = at_;
    skip("abcdefghijklmnopqrstuvwxyz_");
    const std::string key(text_.substr(begin, at_ - begin));
    expect(known.count(key) != 0,
           "after a known key of " + table.header + ", not " + quote(key) + ", something else");
    skip(" \t");
    expect(take("="), "=");
    skip(" \t");
    Texts value =
        lists.count(key) != 0 ? list(true) : Texts{take("\"\"\"") ? long_string() : string()};
    end_of_line();
    expect(table.keys.emplace(key, value).second, "before this no key " + quote(key) + " twice");
    if (key == "source" || key == "words") return;
    expect(!value.empty() && value.size() <= 4096, "before this 1 to 4,096 items of " + key);
    for (std::string& item : value) {
      for (const char ch : item) expect(static_cast<unsigned char>(ch) < 128, "before this ASCII");
      item = one_space(item);
      expect(!item.empty(), "before this no empty text of " + key);
    }
    table.keys[key] = std::move(value);
  }
};

// Of a run of signatures, a name only once.
bool add_name(std::set<std::string>& all, const std::string& name) {
  return all.insert(name).second;
}

class DescribedReader {
 public:
  DescribedReader(std::string_view text, const std::string& file)
      : tables_(TableReader(text, file).read()), file_(file) {}

  Described read() {
    out_.file = file_;
    const Table* head = nullptr;
    for (const Table& table : tables_)
      if (table.header == "[construction]") {
        if (head != nullptr) bad_file(table.where, "[construction] stands twice; leave one out");
        head = &table;
      }
    if (head == nullptr) bad_file(file_ + ":1", "there is no [construction]; write one");
    names_of_head(*head);
    for (const Table& table : tables_) names_of(table);
    for (Definition& definition : out_.definitions) {
      Bound bound{definition.arguments, definition.arguments.size()};
      definition.term = parse_term(parse_signature(definition.text, "", false).term,
                                   definition.where, out_.names, bound);
      definition.slots = bound.slots;
    }
    std::size_t stage = 0, variant = 0;
    for (const Table& table : tables_) {
      if (table.header == "[[stage]]") read_stage(table, out_.stages[stage++]);
      if (table.header == "[[variant]]") read_variant(table, out_.variants[variant++]);
    }
    read_head(*head);
    return std::move(out_);
  }

 private:
  void need(const Table& table, std::initializer_list<const char*> keys) const {
    for (const char* key : keys)
      if (!table.has(key))
        bad_file(table.where, table.header + ": there is no key '" + key + "'; write it");
  }
  // Of definitions, parameters, stages and variants.
  void fresh(std::set<std::string>& all, const std::string& name, const std::string& where) {
    static const std::set<std::string> words = {"Z", "attend", "minus_abs"};
    if (given_name(name, out_.names) != nullptr || words.count(name) != 0)
      bad_file(where, "'" + name + "' is a name that is given; take another");
    if (!add_name(all, name)) bad_file(where, "'" + name + "' stands twice; take another name");
  }

  void names_of_head(const Table& head) {
    need(head, {"id", "parameters", "tokens", "rows", "start"});
    out_.id = head.text("id");
    if (out_.id.find_first_not_of(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.") !=
            std::string::npos ||
        ("." + out_.id + ".").find("..") != std::string::npos)
      bad_file(head.where, "id: letters, digits and _ are expected, a dot between two names");
    const std::string pattern = head.text("pattern");
    if (head.has("pattern") && pattern != "required" && pattern != "optional")
      bad_file(head.where, "pattern: it is neither \"required\" nor \"optional\"; write one");
    out_.pattern_required = out_.names.assumption1 = pattern == "required";
    out_.pattern_optional = pattern == "optional";
    out_.names.pattern = head.has("pattern");
    for (const char* key : head_keys)
      if (head.has(key)) {
        std::string text;
        for (const std::string& item : head.keys.at(key)) text += (text.empty() ? "" : " ") + item;
        out_.head.emplace_back(key, text);
      }
    for (const std::string& condition : head.keys.at("parameters")) {
      const std::string name = condition.substr(
          0, condition.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_'"
                                         "0123456789"));
      parse_head(name, head.where + ": parameters");
      fresh(terms_, name, head.where + ": parameter");
      out_.names.parameters.push_back(name);
    }
    if (head.has("hypotheses")) out_.hypotheses = head.keys.at("hypotheses");
    if (head.has("machine") && head.text("machine") != "required")
      bad_file(head.where, "machine: it is not \"required\"; write that, or leave it out");
    out_.machine = head.has("machine");
    if (out_.machine)
      for (const auto& [name, arguments] : names_of_machine) add_table(name, arguments, head.where);
    if (head.has("bring") && (head.text("bring") != "optional" || !head.has("tables")))
      bad_file(head.where, "bring: it is not \"optional\", or there are no tables");
    out_.may_lack_tables = head.has("bring");
    if (!head.has("tables")) return;
    for (const std::string& text : head.keys.at("tables")) {
      const Signature table = parse_head(text, head.where + ": tables");
      if (std::set<std::string>(table.arguments.begin(), table.arguments.end()).size() !=
          table.arguments.size())
        bad_file(head.where, "table '" + table.name + "': two arguments of one name");
      add_table(table.name, table.arguments.size(), head.where);
      out_.tables.push_back(table.name);
    }
    if (out_.tables.size() > 64) bad_file(head.where, "tables: more than 64");
  }

  void add_table(const std::string& name, std::size_t arguments, const std::string& where) {
    fresh(terms_, name, where + ": table");
    const std::size_t place = out_.names.tables.size();
    out_.names.tables[name] = {place, arguments};
  }
  void names_of(const Table& table) {
    for (const char* header : {"[construction]", "[[step]]", "[[search]]"})
      if (table.header == header) return;
    if (table.header == "[[define]]" || table.header == "[[choose]]") {
      need(table, {"terms"});
      for (const std::string& text : table.keys.at("terms")) {
        const Signature signature = parse_signature(text, table.where, false);
        const std::string where = table.where + ": definition '" + signature.name + "'";
        fresh(terms_, signature.name, where);
        std::set<std::string> arguments;
        for (const std::string& argument : signature.arguments)
          if (!add_name(arguments, argument)) bad_file(where, "two arguments of one name");
        if (out_.definitions.size() == 4096) bad_file(where, "more than 4096 definitions");
        out_.names.definitions[signature.name] = {out_.definitions.size(),
                                                  signature.arguments.size()};
        out_.definitions.push_back(
            {signature.name, signature.arguments, table.header == "[[choose]]", text, where});
      }
    } else if (table.header == "[[stage]]") {
      need(table, {"name"});
      const std::string name = table.text("name"), where = table.where + ": stage '" + name + "'";
      parse_head(name, where);
      fresh(stages_, name, where);
      const std::string network = table.has("in") ? table.text("in") : name;
      parse_head(network, where);
      out_.names.stages.push_back(name);
      auto& networks = out_.names.networks;
      if (std::find(networks.begin(), networks.end(), network) == networks.end())
        networks.push_back(network);
      out_.stages.push_back({name, network, where});
    } else {
      need(table, {"name", "terms"});
      const Signature head = parse_head(table.text("name"), table.where + ": variant");
      fresh(variants_, head.name, table.where + ": variant '" + head.name + "'");
      std::set<std::string> arguments(head.arguments.begin(), head.arguments.end());
      if (arguments.size() != head.arguments.size())
        bad_file(table.where, "variant '" + head.name + "': two arguments of one name");
      out_.names.variants[head.name] = {out_.variants.size(), head.arguments.size()};
      out_.variants.push_back(
          {table.text("name"), table.where + ": variant '" + head.name + "'", head.arguments, {}});
    }
  }

  void read_stage(const Table& table, DescribedStage& stage) {
    if (table.has("layer") == table.has("map"))
      bad_file(stage.where, "there must be one of 'layer' and 'map'");
    for (const char* key : stage_keys)
      if (table.has(key)) {
        for (const std::string& item : table.keys.at(key)) {
          std::string& text = stage.texts[key];
          text += (text.empty() ? "" : " ") + item;
        }
      }
    Bound bound;
    const auto read = [&](const char* key, std::optional<Term>& out) {
      if (table.has(key))
        out = parse_term(table.text(key), stage.where + ", " + key, out_.names, bound);
    };
    const auto binders = [&](const char* key, Term& out) {
      out.op = TermOp::over;
      if (table.has(key))
        out = parse_binders(table.text(key), stage.where + ", " + key, out_.names, bound);
    };
    binders("repeat", stage.repeat);
    read("backwards", stage.backwards);
    stage.loop_slot = bound.names.size();
    binders("for", stage.loop);
    const std::set<std::string> loops(bound.names.begin(), bound.names.end());
    if (loops.size() != bound.names.size()) bad_file(stage.where, "two loops of one name");
    if (loops.count("k") != 0 && (table.has("keys") || table.has("map")))
      bad_file(stage.where, "a loop is named 'k', which is the token; take another name");
    stage.let_slot = bound.names.size();
    std::set<std::string> lets;
    if (table.has("let"))
      for (const std::string& text : table.keys.at("let")) {
        const Signature let = parse_signature(text, stage.where + ", let", false);
        if (!let.arguments.empty() || !add_name(lets, let.name))
          bad_file(stage.where, "let: '" + let.name + "' has arguments, or stands twice");
        stage.lets.push_back(parse_term(let.term, stage.where + ", let", out_.names, bound));
        bound.names.push_back(let.name);
        bound.slots = std::max(bound.slots, bound.names.size());
      }
    read("when", stage.when);
    read("layer", stage.layer);
    stage.token_slot = bound.names.size();
    bound.names.push_back("k");
    bound.slots = std::max(bound.slots, bound.names.size());
    read("keys", stage.keys);
    read("map", stage.map);
    bound.names.back() = "w";
    read("scale", stage.scale);
    stage.slots = bound.slots;
    for (const DescribedStage& other : out_.stages)
      if (other.network == stage.name && stage.network != stage.name)
        bad_file(stage.where, "it is called as a network that it is no part of; rename it");
  }

  void read_variant(const Table& table, DescribedVariant& variant) {
    std::set<std::string> all;
    for (const std::string& text : table.keys.at("terms")) {
      const Signature signature = parse_signature(text, variant.where, false);
      if (!add_name(all, signature.name))
        bad_file(variant.where, "'" + signature.name + "' stands twice in it");
      variant.terms.push_back(
          change(out_, signature, text, variant.where, variant.arguments, "variant"));
    }
  }

  void read_head(const Table& head) {
    const auto term = [&](const char* key, auto parse, std::vector<std::string> names) {
      Bound bound{names, names.size()};
      Term out = parse(head.text(key), head.where + ": " + key, out_.names, bound);
      out_.slots = std::max(out_.slots, bound.slots);
      return out;
    };
    for (const char* key : {"parameters", "conditions"})
      for (const std::string& condition : head.has(key) ? head.keys.at(key) : Texts{}) {
        Bound bound;
        out_.conditions.push_back(
            parse_term(condition, head.where + ": " + key, out_.names, bound));
        out_.slots = std::max(out_.slots, bound.slots);
      }
    out_.tokens = term("tokens", parse_domain, {});
    out_.rows = term("rows", parse_term, {});
    out_.start = term("start", parse_term, {"H", "r", "k"});
    if (head.has("inputs") != head.has("entries"))
      bad_file(head.where, "there is one of 'inputs' and 'entries'; write both or none");
    if (head.has("inputs")) {
      out_.inputs = term("inputs", parse_binders, {});
      out_.entries = term("entries", parse_domain, {});
      const Term& binders = *out_.inputs;
      if (binders.count != 2 || binders.kids[0].text == binders.kids[1].text)
        bad_file(head.where, "inputs: binders of exactly k and r are expected");
      for (std::size_t i = 0; i < 2; ++i) {
        const std::string& name = binders.kids[i].text;
        if (name != "k" && name != "r")
          bad_file(head.where, "inputs: binders of exactly k and r are expected");
        (name == "k" ? out_.token_of_inputs : out_.row_of_inputs) = i;
      }
    }
    if (out_.stages.empty()) bad_file(head.where, "there is no [[stage]]; write one");
    const auto& networks = out_.names.networks;
    out_.states = networks.size() - 1;
    if (head.has("states")) {
      const auto it = std::find(networks.begin(), networks.end(), head.text("states"));
      if (it == networks.end())
        bad_file(head.where, "states: '" + head.text("states") + "' is no network; name one");
      out_.states = static_cast<std::size_t>(it - networks.begin());
    }
  }

 public:
  static ChangedTerm change(const Described& of, const Signature& signature,
                            const std::string& text, const std::string& where,
                            const std::vector<std::string>& outside, const std::string& who) {
    const auto it = of.names.definitions.find(signature.name);
    if (it == of.names.definitions.end() || !of.definitions[it->second.place].chosen) {
      std::string all;
      for (const Definition& definition : of.definitions)
        if (definition.chosen) all += (all.empty() ? "" : ", ") + definition.name;
      bad_file(where, (who.empty() ? "" : "it ") + std::string("changes '") + signature.name +
                          "', which is not among what the construction chooses (" + all +
                          "); move it to [[choose]]");
    }
    if (signature.arguments.size() != it->second.arguments)
      bad_file(where, "'" + signature.name + "' has " + std::to_string(it->second.arguments) +
                          " arguments; write as many");
    ChangedTerm out;
    out.definition = it->second.place, out.before = outside.size(), out.text = text;
    Bound bound{outside, outside.size()};
    std::set<std::string> arguments;
    for (const std::string& argument : signature.arguments) {
      const bool digits = argument[0] >= '0' && argument[0] <= '9';
      if (!digits && !add_name(arguments, argument)) bad_file(where, "two arguments of one name");
      out.fixed.push_back(digits ? std::optional(Num::from_digits(argument)) : std::nullopt);
      bound.names.push_back(digits ? "" : argument);
    }
    bound.slots = bound.names.size();
    out.term = parse_term(signature.term, where, of.names, bound);
    out.slots = bound.slots;
    return out;
  }

 private:
  std::vector<Table> tables_;
  std::string file_;
  Described out_;
  std::set<std::string> terms_, stages_, variants_;
};

}  // namespace

std::size_t Described::network(const std::string& network_or_stage) const {
  std::string name = network_or_stage;
  for (const DescribedStage& stage : stages)
    if (stage.name == network_or_stage) name = stage.network;
  return static_cast<std::size_t>(std::find(names.networks.begin(), names.networks.end(), name) -
                                  names.networks.begin());
}

Described read_described(std::string_view text, const std::string& file) {
  try {
    Described out = DescribedReader(text, file).read();
    require_rules(out);
    return out;
  } catch (const Rejected& error) {
    throw Unreadable(error.what());
  }
}

ChangedTerm read_change(const Described& of, const std::string& text, const std::string& where) {
  return DescribedReader::change(of, parse_signature(text, where, true), text, where, {}, "");
}

}  // namespace hardmax::check
