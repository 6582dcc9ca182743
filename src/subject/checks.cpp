// What has to hold of a construction file besides its grammar: no name twice, no definition needs
// itself, weights use states of earlier networks, ends of loops none.
#include <algorithm>

#include "subject/construction_file.hpp"

namespace hardmax::subject {

namespace {

using Bound = std::set<std::string>;

Bound names_of(const Binders& binders) {
  Bound out;
  for (const Binder& b : binders.list) out.insert(b.name);
  return out;
}

void refuse_previous(const Reach& reach) {
  if (reach.previous)
    throw TermError(
        "it uses 'previous', the output of the token before, which has a value in 'start' alone "
        "and "
        "in definitions that only 'start' uses");
}

// What has a value besides definitions, with numbers of arguments.
std::map<std::string, int> names_given(const ConstructionFile& file) {
  std::map<std::string, int> given = given_functions();
  const auto give = [&](const std::string& name, int arguments) {
    if (!given.emplace(name, arguments).second)
      file.fail(1, "[construction]",
                "the parameter or table '" + name +
                    "' has the name of something that is given; choose another");
  };
  if (file.has_inputs) give("G", 3);
  if (std::any_of(file.stages.begin(), file.stages.end(),
                  [](const Stage& s) { return s.scale != nullptr; }))
    give("soft", 5);
  if (file.pattern != ConstructionFile::PatternUse::none) {
    give("A", 2);
    give("p", 0);
  }
  if (file.pattern == ConstructionFile::PatternUse::required) {
    give("gamma", 1);
    give("l", 1);
    give("s", 0);
    give("S", 2);
  }
  if (file.machine) {
    if (file.pattern == ConstructionFile::PatternUse::required)
      file.fail(1, "[construction]",
                "machine and pattern = \"required\" both give 'S'; write pattern = \"optional\"");
    for (const auto& [name, arguments] : machine_names()) give(name, arguments);
  }
  for (const Signature& table : file.tables)
    give(table.name, static_cast<int>(table.arguments.size()));
  for (const ConstructionFile::Parameter& p : file.parameters) give(p.name, 0);
  return given;
}

void check_network_names(const ConstructionFile& file) {
  if (!file.states.empty() &&
      std::find(file.networks.begin(), file.networks.end(), file.states) == file.networks.end())
    file.fail(1, "[construction]",
              "states = '" + file.states + "' is no network; there are " + joined(file.networks));
  for (const Stage& stage : file.stages) {
    const bool anothers =
        std::any_of(file.stages.begin(), file.stages.end(), [&](const Stage& other) {
          return other.network == stage.name && stage.network != stage.name;
        });
    if (anothers)
      file.fail(stage.line, "stage '" + stage.name + "'",
                "a network that it does not belong to has this name; call it otherwise");
  }
}

// The terms of [construction] use no layers, and `start` alone uses `previous`; that makes it a
// decoder.
void check_head_terms(ConstructionFile& file) {
  const auto head = [&](const char* key, const TermPtr& term, const Bound& bound) {
    if (!term) return;
    try {
      const Reach r = file.reach(*term, bound);
      if (!r.states.empty() || !r.counts.empty())
        throw TermError("it depends on layers of '" +
                        *(r.states.empty() ? r.counts : r.states).begin() +
                        "'; say it by parameters");
      if (r.layer_state) throw TermError("it uses Z or a head, which only layers have");
      if (r.variants) throw TermError("it depends on names of variants; write it without");
      if (key != std::string("start"))
        refuse_previous(r);
      else
        file.decoder = r.previous;
    } catch (const TermError& e) {
      file.fail(1, "[construction], " + std::string(key), e.what());
    }
  };
  for (const ConstructionFile::Parameter& p : file.parameters) head("parameters", p.condition, {});
  for (const ConstructionFile::Parameter& c : file.conditions) head("conditions", c.condition, {});
  for (const Signature& value : file.values) {
    try {
      const Reach r = file.reach(*value.term, {});
      if (r.layer_state) throw TermError("it uses Z or a head, which only layers have");
      refuse_previous(r);
    } catch (const TermError& e) {
      file.fail(1, "[construction], values, '" + value.name + "'", e.what());
    }
  }
  head("tokens", file.tokens, {});
  head("rows", file.rows, {});
  head("entries", file.entries, {});
  head("start", file.start, {"H", "r", "k"});
  try {
    const Reach r = file.reach(file.inputs);
    if (!r.states.empty() || !r.counts.empty() || r.layer_state || r.variants)
      throw TermError("it depends on layers; say it by parameters");
    refuse_previous(r);
  } catch (const TermError& e) {
    file.fail(1, "[construction], inputs", e.what());
  }
}

}  // namespace

void ConstructionFile::check() {
  given_ = names_given(*this);
  for (const auto& [name, definition] : definitions) {
    if (given_.contains(name))
      fail(definition.line, "definition '" + name + "'",
           "it has the name of something that is given; choose another");
  }
  check_network_names(*this);
  check_circles();
  check_head_terms(*this);
  const std::set<std::string> of_start = reach(*start, {"H", "r", "k"}).definitions;
  for (const auto& [name, definition] : definitions) {
    const auto& own = definition.signature.arguments;
    if (!direct(*definition.signature.term, Bound(own.begin(), own.end())).previous) continue;
    if (!of_start.contains(name))
      fail(definition.line, "definition '" + name + "'",
           "it uses 'previous', and 'start' does not use it; only definitions that 'start' uses "
           "may");
  }
  check_variants();
  for (const Stage& stage : stages) check_stage(stage);
  check_steps();
  check_searches();
  try {
    std::vector<Signature> all;
    for (const auto& [name, variant] : variants)
      all.insert(all.end(), variant.terms.begin(), variant.terms.end());
    check_ends({});
    check_ends(all);
  } catch (const TermError& e) {
    fail(1, "the file", e.what());
  }
}

void ConstructionFile::check_steps() const {
  for (const Step& step : steps) {
    const Stage& stage = stage_of(step);
    try {
      Bound bound = {"X", "t"};
      for (const std::string& name : step.names(stage))
        if (!bound.insert(name).second)
          throw TermError("the stage has a loop called '" + name +
                          "', which is the input or the layer here; call it otherwise");
      const auto look = [&](const Term& term) {
        const Reach r = reach(term, bound);
        if (r.layer_state) throw TermError("it uses Z or a head, which only layers have");
        refuse_previous(r);
      };
      look(*step.says);
      for (const Shown& shown : step.shows) look(*shown.term);
    } catch (const TermError& e) {
      fail(step.line, "step of stage '" + stage.name + "'", e.what());
    }
  }
}

void ConstructionFile::check_searches() const {
  for (const Search& search : searches) {
    try {
      for (const Binder& b : search.over.list) {
        const auto choice = definitions.find(b.name);
        if (choice == definitions.end() || !choice->second.chosen ||
            !choice->second.signature.arguments.empty())
          throw TermError("over: '" + b.name +
                          "' is not among what the construction chooses, or has arguments");
        if (b.over != Binder::Over::range && b.over != Binder::Over::set)
          throw TermError("over: '" + b.name + "' is taken from no range and no set of numbers");
      }
      Reach r = reach(search.over);
      for (const TermPtr& term : {search.works, search.least}) r.join(reach(*term, {}));
      for (const Shown& shown : search.shows) r.join(reach(*shown.term, {}));
      if (r.layer_state) throw TermError("it uses Z or a head, which only layers have");
      refuse_previous(r);
    } catch (const TermError& e) {
      fail(search.line, "[[search]]", e.what());
    }
  }
}

void ConstructionFile::check_circles() {
  std::map<std::string, Reach> own;
  for (const auto& [name, definition] : definitions) {
    const auto& arguments = definition.signature.arguments;
    try {
      own[name] = direct(*definition.signature.term, Bound(arguments.begin(), arguments.end()));
    } catch (const TermError& e) {
      fail(definition.line, "definition '" + name + "'", e.what());
    }
  }
  // Depth first; `path` is the way to the definition that is looked at.
  std::vector<std::string> path;
  const auto close = [&](const auto& self, const std::string& name) -> const Reach& {
    const auto done = reached_.find(name);
    if (done != reached_.end()) return done->second;
    const auto seen = std::find(path.begin(), path.end(), name);
    if (seen != path.end()) {
      std::string circle;
      for (auto it = seen; it != path.end(); ++it) circle += *it + " -> ";
      fail(definitions.at(name).line, "definition '" + name + "'",
           "it needs itself: " + circle + name + "; write it without");
    }
    path.push_back(name);
    Reach all = own.at(name);
    for (const std::string& next : own.at(name).definitions) all.join(self(self, next));
    all.definitions.insert(name);
    path.pop_back();
    return reached_.emplace(name, std::move(all)).first->second;
  };
  for (const std::string& name : order) close(close, name);
}

void ConstructionFile::check_variants() const {
  for (const auto& entry : variants) {
    const std::string& name = entry.first;
    const Variant& variant = entry.second;
    const auto wrong = [&](const std::string& what) {
      fail(variant.line, "variant '" + name + "'", what);
    };
    const auto defined = definitions.find(name);
    if ((defined != definitions.end() && !defined->second.chosen) || !network_of(name).empty())
      wrong("a definition or stage has this name; call it otherwise");
    const auto& own = variant.head.arguments;
    if (std::set<std::string>(own.begin(), own.end()).size() != own.size())
      wrong("two arguments of one name; call one otherwise");
    for (const Signature& change : variant.terms) {
      const auto it = definitions.find(change.name);
      if (it == definitions.end() || !it->second.chosen)
        wrong("it changes '" + change.name +
              "', which is not among what the construction chooses; move it to [[choose]]");
      if (it->second.signature.arguments.size() != change.arguments.size())
        wrong("'" + change.name + "' has " + arguments_text(it->second.signature.arguments.size()));
      try {
        Bound bound(change.arguments.begin(), change.arguments.end());
        bound.insert(own.begin(), own.end());
        const Reach r = reach(*change.term, bound);
        if (r.variants)
          throw TermError(
              "it depends on names of variants; a variant changes the construction as it stands");
        refuse_previous(r);
      } catch (const TermError& e) {
        wrong("'" + change.name + "': " + e.what());
      }
    }
  }
}

Signature ConstructionFile::read_change(const std::string& text) const {
  Signature change = read_signature(text);
  const auto it = definitions.find(change.name);
  std::vector<std::string> choices;
  for (const std::string& name : order)
    if (definitions.at(name).chosen) choices.push_back(name);
  if (it == definitions.end() || !it->second.chosen)
    throw TermError("'" + change.name.substr(0, 60) +
                    "' is not among what the construction chooses; there are " + joined(choices));
  if (it->second.signature.arguments.size() != change.arguments.size())
    throw TermError("'" + change.name + "' has " +
                    arguments_text(it->second.signature.arguments.size()) + ", " +
                    std::to_string(change.arguments.size()) + " are given");
  Bound bound;
  for (const std::string& argument : change.arguments) {
    if (!is_number(argument) && !bound.insert(argument).second)
      throw TermError("two arguments of one name; call one otherwise");
  }
  const Reach r = reach(*change.term, bound);
  if (r.variants) throw TermError("it depends on names of variants; write the term itself");
  refuse_previous(r);
  check_ends({change});
  return change;
}

void ConstructionFile::check_ends(const std::vector<Signature>& changes) const {
  // What the changed choices use, added to whatever reaches them, until nothing is added.
  std::map<std::string, Reach> changed;
  for (const Signature& change : changes) {
    Bound bound(change.arguments.begin(), change.arguments.end());
    for (const auto& [name, variant] : variants)  // their arguments, whichever it is
      bound.insert(variant.head.arguments.begin(), variant.head.arguments.end());
    changed[change.name].join(reach(*change.term, bound));
  }
  const auto require = [&](const Term& term, const Bound& bound, const std::string& where) {
    Reach r = reach(term, bound);
    for (bool more = true; more;) {
      more = false;
      const std::size_t before = r.definitions.size() + r.states.size();
      for (const std::string& name : std::set<std::string>(r.definitions)) {
        if (changed.contains(name)) r.join(changed.at(name));
      }
      for (const std::string& name : std::set<std::string>(r.definitions))
        r.join(reached_.at(name));
      more = r.definitions.size() + r.states.size() > before;
    }
    if (!r.states.empty())
      throw TermError(where + " depends on states of '" + *r.states.begin() +
                      "'; say it by parameters");
  };
  require(*rows, {}, "'rows'");
  require(*tokens, {}, "'tokens'");
  for (const Stage& stage : stages) {
    Bound bound;
    const std::string where = "stage '" + stage.name + "': ";
    for (const Binders* binders : {&stage.repeat, &stage.loop}) {
      for (const Binder& b : binders->list) {
        const std::string ends = where + "where the loop of '" + b.name + "' ends";
        if (b.first) require(*b.first, bound, ends);
        if (b.last) require(*b.last, bound, ends);
        bound.insert(b.name);
      }
      if (binders->where) require(*binders->where, bound, where + "which instances its loop has");
    }
    if (stage.backwards) require(*stage.backwards, names_of(stage.repeat), where + "'backwards'");
  }
}

namespace {

// Networks whose layers and states the stage may name: those before its own.
using Before = std::vector<std::string>;

bool stands_before(const Before& before, const std::string& network) {
  return std::find(before.begin(), before.end(), network) != before.end();
}

void bind_once(Bound& bound, const std::string& name) {
  if (!bound.insert(name).second)
    throw TermError("two loops or lets called '" + name + "'; call one otherwise");
}

// Where a loop ends, or which instances it has: `what`.
void check_loop_end(const ConstructionFile& file, const TermPtr& term, const Bound& bound,
                    const Before& before, const std::string& what) {
  if (!term) return;
  const Reach r = file.reach(*term, bound);
  refuse_previous(r);
  if (!r.states.empty())
    throw TermError(what + " depends on states of '" + *r.states.begin() +
                    "'; say it by parameters");
  const auto other =
      std::find_if_not(r.counts.begin(), r.counts.end(),
                       [&](const std::string& network) { return stands_before(before, network); });
  if (other != r.counts.end())
    throw TermError(what + " depends on the number of layers of '" + *other +
                    "'; only networks before it may be named: " + joined(before));
  if (r.layer_state) throw TermError(what + " uses Z or a head, which only layers have");
}

// Binds the names of the stage's loops.
void check_loops(const ConstructionFile& file, const Stage& stage, const Before& before,
                 Bound& bound) {
  for (const Binders* binders : {&stage.repeat, &stage.loop}) {
    for (const Binder& b : binders->list) {
      check_loop_end(file, b.first, bound, before, "where the loop of '" + b.name + "' ends");
      check_loop_end(file, b.last, bound, before, "where the loop of '" + b.name + "' ends");
      bind_once(bound, b.name);
    }
    check_loop_end(file, binders->where, bound, before, "which instances the loop has");
  }
}

void check_weight(const ConstructionFile& file, const Stage& stage, const TermPtr& term,
                  const Bound& bound, const Before& before) {
  if (!term) return;
  const Reach r = file.reach(*term, bound);
  refuse_previous(r);
  for (const std::string& network : r.states) {
    if (!stands_before(before, network))
      throw TermError("its weights depend on states of '" + network + "', which " +
                      (network == stage.network ? "it is a part of" : "stands after it") +
                      "; only states of networks before it may be named: " + joined(before));
  }
}

}  // namespace

void ConstructionFile::check_stage(const Stage& stage) const {
  const auto own = std::find(networks.begin(), networks.end(), stage.network);
  const Before before(networks.begin(), own);
  try {
    Bound bound;
    check_loops(*this, stage, before, bound);
    if (stage.keys && bound.contains("k"))
      throw TermError("k is the token that looks; call the name of the loop otherwise");
    const auto weight = [&](const TermPtr& term, const Bound& names) {
      check_weight(*this, stage, term, names, before);
    };
    weight(stage.backwards, names_of(stage.repeat));
    for (const Signature& let : stage.lets) {
      weight(let.term, bound);
      bind_once(bound, let.name);
    }
    const auto with = [&](std::initializer_list<const char*> more) {
      Bound names = bound;
      for (const char* name : more) names.insert(name);
      return names;
    };
    if (stage.keys && bound.contains("k"))
      throw TermError("k is the token that looks; call the let otherwise");
    weight(stage.when, bound);
    weight(stage.keys, with({"k"}));
    weight(stage.layer, bound);
    weight(stage.map, with({"Z", "k"}));
    weight(stage.scale, with({"w"}));
    if ((stage.when && reach(*stage.when, bound).layer_state) ||
        (stage.keys && reach(*stage.keys, with({"k"})).layer_state))
      throw TermError("'when' or 'keys' uses Z or a head; they are the same for every state");
  } catch (const TermError& e) {
    fail(stage.line, "stage '" + stage.name + "'", e.what());
  }
}

}  // namespace hardmax::subject
