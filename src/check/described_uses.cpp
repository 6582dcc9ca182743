// What the terms of a construction file reach, the rules about it, and the texts that are bound.
#include "check/described.hpp"
#include "check/fault.hpp"

namespace hardmax::check {
namespace {

class Reaching {
 public:
  explicit Reaching(const Described& of) : of_(of), known_(of.definitions.size()) {}

  Uses term(const Term& term) {
    Uses out;
    each_term(term, [&](const Term& part) {
      switch (part.op) {
        case TermOp::definition: out.add(definition(part.name)); break;
        case TermOp::state: out.column = true; break;
        case TermOp::inputs: out.inputs = true; break;
        case TermOp::in_variant:
          out.variants = true;
          for (const ChangedTerm& change : of_.variants[part.name].terms) {
            Uses changed = this->term(change.term);
            changed.column = false;  // Z is that of a layer of the variant
            out.add(changed);
          }
          break;
        case TermOp::given: given(part, out); break;
        default: break;
      }
    });
    return out;
  }
  const Uses& definition(std::size_t name) {
    const Definition& here = of_.definitions[name];
    if (known_[name]) return *known_[name];
    path_.push_back(name);
    if (std::count(path_.begin(), path_.end(), name) > 1) {
      std::string circle = here.name;
      for (std::size_t i = path_.size() - 1; i-- > 0;) {
        circle.insert(0, of_.definitions[path_[i]].name + " -> ");
        if (path_[i] == name) break;
      }
      bad_file(here.where, "'" + here.name + "' needs itself: " + circle + "; write it without");
    }
    if (path_.size() > 256) bad_file(here.where, "more than 256 definitions need one another");
    Uses out = term(here.term);
    out.definitions.insert(name);
    path_.pop_back();
    return *(known_[name] = std::move(out));
  }

 private:
  void given(const Term& part, Uses& out) {
    const Given id = static_cast<Given>(part.name);
    if (id == Given::layers || id == Given::after)
      out.counts.insert(of_.network(part.word));
    else if (!part.word.empty())
      out.states.insert(of_.network(part.word));
    out.start = out.start || id == Given::start;
    out.previous = out.previous || id == Given::previous;
    out.inputs = out.inputs || id == Given::start || id == Given::input || id == Given::entry ||
                 id == Given::exchange;
  }

  const Described& of_;
  std::vector<std::optional<Uses>> known_;
  std::vector<std::size_t> path_;
};

std::string names_of(const Described& of, const std::set<std::size_t>& networks) {
  std::string out;
  for (const std::size_t network : networks)
    out += (out.empty() ? "'" : ", '") + of.names.networks[network] + "'";
  return out;
}

class Rules {
 public:
  explicit Rules(const Described& of) : of_(of), reach_(of) {}

  void all() {
    for (std::size_t i = 0; i < of_.definitions.size(); ++i) reach_.definition(i);
    const std::string head = of_.file + ": [construction]";
    for (const Term& condition : of_.conditions) constant(condition, head + ", parameters", false);
    constant(*of_.tokens, head + ", tokens", false);
    constant(*of_.rows, head + ", rows", false);
    if (of_.inputs) constant(*of_.inputs, head + ", inputs", false);
    if (of_.entries) constant(*of_.entries, head + ", entries", false);
    constant(*of_.start, head + ", start", true);
    for (const DescribedVariant& variant : of_.variants)
      for (const ChangedTerm& change : variant.terms) one(change, variant.where);
    for (const DescribedStage& stage : of_.stages) one(stage);
  }
  // The changes that are made to ends of loops.
  void changes(const std::vector<ChangedTerm>& changes) {
    changes_ = &changes;
    for (const ChangedTerm& change : changes) one(change, "the change '" + change.text + "'");
    all();
  }

 private:
  // The uses of a term, and of all terms that variants and changes put in the place of a name that
  // it reaches.
  Uses whatever_is_chosen(const Term& term) {
    Uses out = reach_.term(term);
    for (std::size_t before = SIZE_MAX; before != out.definitions.size();) {
      before = out.definitions.size();
      const auto put_in = [&](const std::vector<ChangedTerm>& terms) {
        for (const ChangedTerm& change : terms)
          if (out.definitions.count(change.definition) != 0) out.add(reach_.term(change.term));
      };
      for (const DescribedVariant& variant : of_.variants) put_in(variant.terms);
      if (changes_ != nullptr) put_in(*changes_);
    }
    return out;
  }
  void constant(const Term& term, const std::string& where, bool is_start) {
    const Uses uses = whatever_is_chosen(term);
    if (!uses.states.empty())
      bad_file(where,
               "it depends on states of " + names_of(of_, uses.states) + "; say it by parameters");
    if (uses.column) bad_file(where, "it depends on Z; say it by parameters");
    if (uses.previous && !is_start)
      bad_file(where, "it uses previous, which start alone has; say it by parameters");
    if (uses.start || (uses.inputs && !is_start))
      bad_file(where, "it depends on inputs; say it by parameters");
    if (!uses.counts.empty() && !is_start)
      bad_file(where, "it depends on the layers of " + names_of(of_, uses.counts) +
                          "; say it by parameters");
  }
  void one(const ChangedTerm& change, const std::string& where) {
    const Uses uses = reach_.term(change.term);
    if (uses.variants) bad_file(where, "its terms depend on variants; write them without");
    if (uses.previous) bad_file(where, "it uses previous; the construction's own start has it");
  }
  void one(const DescribedStage& stage) {
    own_ = of_.network(stage.name);
    for (const Term* loop : {&stage.repeat, &stage.loop}) end(*loop, stage);
    if (stage.backwards) end(*stage.backwards, stage);
    std::vector<const Term*> weights;
    for (const Term& let : stage.lets) weights.push_back(&let);
    for (const auto* term : {&stage.when, &stage.keys, &stage.layer, &stage.map, &stage.scale})
      if (*term) weights.push_back(&**term);
    for (const Term* term : weights) {
      const Uses uses = reach_.term(*term);
      if (uses.previous)
        bad_file(stage.where, "it uses previous, which start alone has; say it in start");
      if (uses.start && of_.decoder)
        bad_file(
            stage.where,
            "its weights depend on start(H), which a decoder makes from the outputs of its layers");
      for (const std::size_t network : uses.states)
        if (network >= own_) {
          std::set<std::size_t> before;
          for (std::size_t i = 0; i < own_; ++i) before.insert(i);
          bad_file(stage.where,
                   "its weights depend on states of '" + of_.names.networks[network] +
                       (network == own_ ? "', which it is a part of" : "', which stands behind") +
                       "; only states of networks before it may be named: " +
                       (before.empty() ? "none" : names_of(of_, before)));
        }
    }
    for (const auto* term : {&stage.when, &stage.keys, &stage.scale})
      if (*term && reach_.term(**term).column)
        bad_file(stage.where, "'when', 'keys' and 'scale' have no Z; write them without");
    if (stage.map)
      each_term(*stage.map, [&](const Term& part) {
        if (part.op == TermOp::definition && reach_.definition(part.name).column)
          bad_file(stage.where, "its map uses Z through '" + of_.definitions[part.name].name +
                                    "'; write Z in the map itself");
      });
  }
  void end(const Term& term, const DescribedStage& stage) {
    const Uses uses = whatever_is_chosen(term);
    if (!uses.states.empty())
      bad_file(stage.where, "where a loop ends depends on states of " + names_of(of_, uses.states) +
                                "; say it by parameters");
    if (uses.column || uses.start || uses.previous)
      bad_file(stage.where,
               "where a loop ends depends on Z, start(H) or previous; say it by parameters");
    for (const std::size_t network : uses.counts)
      if (network >= own_)
        bad_file(stage.where, "where a loop ends depends on the layers of '" +
                                  of_.names.networks[network] +
                                  "'; only networks before it have a count there");
  }

  const Described& of_;
  Reaching reach_;
  const std::vector<ChangedTerm>* changes_ = nullptr;
  std::size_t own_ = 0;
};

const std::string& name_of(const Described& of, std::size_t definition) {
  return of.definitions[definition].name;
}

}  // namespace

void Uses::add(const Uses& more) {
  definitions.insert(more.definitions.begin(), more.definitions.end());
  states.insert(more.states.begin(), more.states.end());
  counts.insert(more.counts.begin(), more.counts.end());
  inputs = inputs || more.inputs, start = start || more.start;
  column = column || more.column, variants = variants || more.variants;
  previous = previous || more.previous;
}

Uses uses_of(const Described& of, const Term& term) { return Reaching(of).term(term); }
Uses uses_of_definition(const Described& of, std::size_t definition) {
  return Reaching(of).definition(definition);
}
namespace {

// The values of a definition that only claims name are kept by who asks for them, if at all.
void find_named(Described& of) {
  const auto names = [&](const Term& term) {
    each_term(term, [&](const Term& part) {
      if (part.op == TermOp::definition) of.definitions[part.name].named = true;
    });
  };
  for (const Definition& definition : of.definitions) names(definition.term);
  for (const DescribedVariant& variant : of.variants)
    for (const ChangedTerm& change : variant.terms) names(change.term);
  for (const std::optional<Term>* term : {&of.tokens, &of.rows, &of.inputs, &of.entries, &of.start})
    if (*term) names(**term);
  for (const DescribedStage& stage : of.stages) {
    names(stage.repeat), names(stage.loop);
    for (const Term& let : stage.lets) names(let);
    for (const std::optional<Term>* term :
         {&stage.backwards, &stage.keys, &stage.when, &stage.layer, &stage.map, &stage.scale})
      if (*term) names(**term);
  }
}

}  // namespace

void require_rules(Described& of) {
  find_named(of);
  for (std::size_t i = 0; i < of.definitions.size(); ++i)
    of.definitions[i].previous = uses_of_definition(of, i).previous;
  of.decoder = uses_of(of, *of.start).previous;
  Rules(of).all();
}
void require_rules_of_change(const Described& of, const std::vector<ChangedTerm>& changes) {
  Rules(of).changes(changes);
}

// What it says of a definition, of a network and of start hangs on that of others: until nothing is
// added.
Touched touched_by(const Described& of, const std::vector<ChangedTerm>& changes) {
  Reaching reach(of);
  std::set<std::size_t> changed;
  for (const ChangedTerm& change : changes) changed.insert(change.definition);
  Touched out{std::vector<bool>(of.definitions.size()),
              std::vector<bool>(of.names.networks.size())};
  const auto in = [](const std::vector<bool>& all) {
    return [&](std::size_t i) { return all[i]; };
  };
  const auto touches = [&](const Uses& uses) {
    return uses.variants || (uses.start && out.start) ||
           std::any_of(uses.definitions.begin(), uses.definitions.end(),
                       [&](std::size_t i) { return changed.count(i) != 0; }) ||
           HARDMAX_FAULT(check_variant_shares,
                         std::any_of(uses.states.begin(), uses.states.end(), in(out.networks)),
                         false) ||
           std::any_of(uses.counts.begin(), uses.counts.end(), in(out.networks));
  };
  const auto any = [&](std::initializer_list<const std::optional<Term>*> terms) {
    return std::any_of(terms.begin(), terms.end(), [&](const std::optional<Term>* term) {
      return *term && touches(reach.term(**term));
    });
  };
  out.space = any({&of.tokens, &of.rows, &of.inputs, &of.entries});
  for (bool more = true; more;) {
    const Touched before = out;
    for (std::size_t i = 0; i < of.definitions.size(); ++i)
      out.definitions[i] = touches(reach.definition(i));
    for (const DescribedStage& stage : of.stages)
      if (touches(reach.term(stage.repeat)) || touches(reach.term(stage.loop)) ||
          any({&stage.backwards, &stage.keys, &stage.when, &stage.layer, &stage.map}) ||
          std::any_of(stage.lets.begin(), stage.lets.end(),
                      [&](const Term& let) { return touches(reach.term(let)); }))
        out.networks[of.network(stage.name)] = true;
    out.start = any({&of.start}) ||
                (of.decoder && std::count(out.networks.begin(), out.networks.end(), true) > 0);
    more = before.networks != out.networks || before.definitions != out.definitions ||
           before.start != out.start;
  }
  out.loops.resize(of.names.networks.size());
  for (const DescribedStage& stage : of.stages)
    if (touches(reach.term(stage.repeat)) || touches(reach.term(stage.loop)) ||
        any({&stage.backwards}))
      out.loops[of.network(stage.name)] = true;
  return out;
}

// "Binding": [construction], then every choice and every definition that is reached, by name, then
// stages, then variants.
std::string construction_text(const Described& of,
                              const std::function<std::string(const std::string&)>& hypothesis) {
  std::vector<std::string> lines;
  for (const auto& [key, value] : of.head) {
    std::string text = key;
    if (key == "hypotheses")
      for (const std::string& id : of.hypotheses) text += " " + id + " " + hypothesis(id);
    else
      text += " " + value;
    lines.push_back(text);
  }
  Reaching reach(of);
  std::set<std::size_t> reached;
  const auto from = [&](const Term& term) {
    const Uses uses = reach.term(term);
    reached.insert(uses.definitions.begin(), uses.definitions.end());
  };
  for (const Term& condition : of.conditions) from(condition);
  for (const auto* term : {&of.tokens, &of.rows, &of.inputs, &of.entries, &of.start})
    if (*term) from(**term);
  for (std::size_t i = 0; i < of.definitions.size(); ++i)
    if (of.definitions[i].chosen) reached.insert(i), from(of.definitions[i].term);
  for (const DescribedStage& stage : of.stages) {
    from(stage.repeat), from(stage.loop);
    for (const Term& let : stage.lets) from(let);
    for (const auto* term :
         {&stage.backwards, &stage.keys, &stage.when, &stage.layer, &stage.map, &stage.scale})
      if (*term) from(**term);
  }
  for (const DescribedVariant& variant : of.variants)
    for (const ChangedTerm& change : variant.terms) from(change.term);
  std::vector<std::size_t> by_name(reached.begin(), reached.end());
  std::sort(by_name.begin(), by_name.end(),
            [&](std::size_t a, std::size_t b) { return name_of(of, a) < name_of(of, b); });
  for (const std::size_t i : by_name)
    lines.push_back((of.definitions[i].chosen ? "choose " : "define ") + of.definitions[i].text);
  for (const DescribedStage& stage : of.stages) {
    lines.push_back("stage " + stage.name);
    lines.push_back("in " + stage.network);
    for (const char* key :
         {"for", "repeat", "backwards", "let", "keys", "when", "layer", "map", "scale"})
      if (const auto text = stage.texts.find(key); text != stage.texts.end())
        lines.push_back(std::string(key) + " " + text->second);
  }
  for (const DescribedVariant& variant : of.variants) {
    lines.push_back("variant " + variant.head);
    for (const ChangedTerm& change : variant.terms) lines.back() += " " + change.text;
  }
  std::string out;
  for (const std::string& line : lines) out += (out.empty() ? "" : "\n") + line;
  return out;
}

std::vector<std::string> defined_texts(const Described& of, const std::set<std::size_t>& reached) {
  std::vector<std::size_t> by_name;
  for (const std::size_t i : reached)
    if (!of.definitions[i].chosen) by_name.push_back(i);
  std::sort(by_name.begin(), by_name.end(),
            [&](std::size_t a, std::size_t b) { return name_of(of, a) < name_of(of, b); });
  std::vector<std::string> out;
  for (const std::size_t i : by_name) out.push_back(of.definitions[i].text);
  return out;
}

}  // namespace hardmax::check
