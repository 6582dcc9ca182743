#include "subject/binding.hpp"

#include "subject/tokens.hpp"

namespace hardmax::subject {

namespace {

using Bound = std::set<std::string>;

std::string spaced(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : " ") + text;
  return out;
}

// Definitions that the head, choices, stages and variants reach.
class Reached {
 public:
  explicit Reached(const ConstructionFile& file) : file_(file) {
    for (const auto& p : file.parameters) add(p.condition, {});
    for (const auto& c : file.conditions) add(c.condition, {});
    for (const TermPtr& term : {file.tokens, file.rows, file.entries}) add(term, {});
    add(file.start, {"H", "r", "k"});
    if (file.has_inputs) join(file.reach(file.inputs));
    for (const auto& [name, definition] : file.definitions) {
      if (!definition.chosen) continue;
      const auto& own = definition.signature.arguments;
      add(definition.signature.term, Bound(own.begin(), own.end()));
    }
    for (const Stage& s : file.stages) stage(s);
    for (const auto& entry : file.variants) variant(entry.second);
  }

  std::set<std::string> names;

 private:
  void join(const Reach& reach) {
    names.insert(reach.definitions.begin(), reach.definitions.end());
  }
  void add(const TermPtr& term, const Bound& bound) {
    if (term) join(file_.reach(*term, bound));
  }
  void binders(const Binders& binders, Bound& bound) {
    for (const Binder& b : binders.list) {
      add(b.first, bound);
      add(b.last, bound);
      bound.insert(b.name);
    }
    add(binders.where, bound);
  }
  void stage(const Stage& s) {
    Bound bound;
    binders(s.repeat, bound);
    add(s.backwards, bound);
    binders(s.loop, bound);
    for (const Signature& let : s.lets) {
      add(let.term, bound);
      bound.insert(let.name);
    }
    add(s.when, bound);
    add(s.layer, bound);
    const auto with = [&](std::initializer_list<const char*> more) {
      Bound inner = bound;
      for (const char* name : more) inner.insert(name);
      return inner;
    };
    add(s.keys, with({"k"}));
    add(s.map, with({"Z", "k"}));
    add(s.scale, with({"w"}));
  }
  void variant(const Variant& v) {
    for (const Signature& change : v.terms) {
      Bound bound(change.arguments.begin(), change.arguments.end());
      bound.insert(v.head.arguments.begin(), v.head.arguments.end());
      add(change.term, bound);
    }
  }

  const ConstructionFile& file_;
};

}  // namespace

std::string binding_text(const ConstructionFile& file,
                         const std::function<std::string(const std::string& id)>& digest_of) {
  std::string out;
  const auto line = [&](const std::string& key, const std::string& value) {
    if (!value.empty()) out += (out.empty() ? "" : "\n") + key + " " + value;
  };
  const auto text = [&](const char* key) {
    const auto it = file.texts.find(key);
    line(key, it == file.texts.end() ? "" : it->second);
  };
  line("id", file.id);
  std::vector<std::string> parameters, conditions, hypotheses;
  for (const auto& p : file.parameters) parameters.push_back(p.text);
  line("parameters", spaced(parameters));
  text("pattern");
  text("machine");
  std::vector<std::string> tables;
  for (const Signature& table : file.tables) tables.push_back(table.text);
  line("tables", spaced(tables));
  text("bring");
  for (const auto& c : file.conditions) conditions.push_back(c.text);
  line("conditions", spaced(conditions));
  for (const std::string& id : file.hypotheses) {
    hypotheses.push_back(one_space(id));
    hypotheses.push_back(digest_of(id));
  }
  line("hypotheses", spaced(hypotheses));
  for (const char* key : {"tokens", "rows", "inputs", "entries", "start"}) text(key);
  line("states", file.states);
  const std::set<std::string> reached = Reached(file).names;
  for (const auto& [name, definition] : file.definitions) {
    if (definition.chosen || reached.contains(name))
      line(definition.chosen ? "choose" : "define", definition.signature.text);
  }
  for (const Stage& s : file.stages) {
    line("stage", s.name);
    line("in", s.network);
    line("for", s.loop_text);
    line("repeat", s.repeat_text);
    line("backwards", s.backwards_text);
    line("let", spaced(s.let_texts));
    line("keys", s.keys_text);
    line("when", s.when_text);
    line(s.layer ? "layer" : "map", s.layer_text);
    line("scale", s.scale_text);
  }
  for (const std::string& name : file.variant_order) {
    const Variant& v = file.variants.at(name);
    std::vector<std::string> texts = {v.head.text};
    for (const Signature& change : v.terms) texts.push_back(change.text);
    line("variant", spaced(texts));
  }
  return out;
}

std::vector<std::string> defining_terms(const ConstructionFile& file,
                                        const std::set<std::string>& names) {
  std::set<std::string> reached;
  for (const std::string& name : names) {
    reached.insert(name);
    const auto& own = file.definitions.at(name).signature.arguments;
    const Reach reach =
        file.reach(*file.definitions.at(name).signature.term, Bound(own.begin(), own.end()));
    reached.insert(reach.definitions.begin(), reach.definitions.end());
  }
  std::vector<std::string> texts;
  for (const std::string& name : reached) {
    const Definition& definition = file.definitions.at(name);
    if (!definition.chosen) texts.push_back(definition.signature.text);
  }
  return texts;
}

std::vector<std::string> bound_change(const ConstructionFile& file, const std::string& change) {
  std::vector<std::string> out = {one_space(change)};
  if (change.starts_with("drop=")) return out;
  const Signature s = file.read_change(change);
  const Bound own(s.arguments.begin(), s.arguments.end());
  const std::set<std::string> named = file.reach(*s.term, own).definitions;
  for (std::string& text : defining_terms(file, named)) out.push_back(std::move(text));
  return out;
}

std::string binding_text_with_names(
    const ConstructionFile& file,
    const std::function<std::string(const std::string& id)>& digest_of) {
  std::string text = binding_text(file, digest_of);
  std::set<std::string> names;
  for (const auto& [name, definition] : file.definitions) names.insert(name);
  for (const std::string& term : defining_terms(file, names)) text += "\n" + term;
  return text;
}

}  // namespace hardmax::subject
