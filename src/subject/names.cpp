// What the terms of a construction file name, and which states they may use.
#include <algorithm>

#include "subject/construction_file.hpp"

namespace hardmax::subject {

namespace {

// Given names and their number of arguments; -1: any number (checked where they are evaluated).
const std::map<std::string, int> kFunctions = {
    {"floor", 1},    {"abs", 1},       {"mod", 2},       {"choose", 2},   {"card", 1},
    {"isqrt", 1},    {"exp", 1},       {"log", 1},       {"if", 3},       {"max", -1},
    {"min", -1},     {"union", -1},    {"true", 0},      {"false", 0},    {"Z", -1},
    {"e", 1},        {"attend", -1},   {"minus_abs", 0}, {"start", 1},    {"run", -1},
    {"apply", 3},    {"previous", 1},  {"input", 1},     {"exchange", 3}, {"layers", 1},
    {"after", -1},   {"heads_of", 2},  {"bias_of", 3},   {"mask_of", 2},  {"returns", 5},
    {"units_of", 2}, {"pieces_of", 2}, {"flat_of", 2},   {"breaks_of", 3}};
const std::set<std::string> kOfStates = {"run",     "apply",    "returns",  "heads_of",
                                         "bias_of", "mask_of",  "units_of", "pieces_of",
                                         "flat_of", "breaks_of"};
const std::set<std::string> kOfCounts = {"layers", "after"};

using Bound = std::set<std::string>;

}  // namespace

const std::map<std::string, int>& given_functions() { return kFunctions; }

const std::map<std::string, int>& machine_names() {
  static const std::map<std::string, int> names = {
      {"Q", 0},           {"S", 0},     {"initial", 0},  {"blank", 0},     {"length", 0},
      {"transitions", 0}, {"word", 1},  {"from", 1},     {"reads", 1},     {"to", 1},
      {"writes", 1},      {"moves", 1}, {"tm_state", 1}, {"tm_symbol", 1}, {"tm_head", 1}};
  return names;
}

std::string arguments_text(std::size_t n) {
  return std::to_string(n) + (n == 1 ? " argument" : " arguments");
}

bool takes_network(const std::string& name) {
  return kOfStates.contains(name) || kOfCounts.contains(name);
}

void Reach::join(const Reach& other) {
  definitions.insert(other.definitions.begin(), other.definitions.end());
  states.insert(other.states.begin(), other.states.end());
  counts.insert(other.counts.begin(), other.counts.end());
  layer_state = layer_state || other.layer_state;
  variants = variants || other.variants;
  previous = previous || other.previous;
  all_inputs = all_inputs || other.all_inputs;
}

std::string ConstructionFile::network_of(const std::string& name) const {
  for (const Stage& stage : stages) {
    if (stage.name == name || stage.network == name) return stage.network;
  }
  return "";
}

const Stage& ConstructionFile::stage_of(const Step& step) const {
  for (const Stage& stage : stages)
    if (stage.name == step.stage) return stage;
  fail(step.line, "step of stage '" + step.stage.substr(0, 60) + "'",
       "there is no stage of this name; name one");
}

std::vector<std::string> Step::names(const Stage& of) const {
  std::vector<std::string> out;
  for (const Binder& b : of.repeat.list) out.push_back(b.name);
  if (!each_layer) return out;
  for (const Binder& b : of.loop.list) out.push_back(b.name);
  return out;
}

bool ConstructionFile::is_parameter(const std::string& name) const {
  return std::any_of(parameters.begin(), parameters.end(),
                     [&](const Parameter& p) { return p.name == name; });
}

const Signature* ConstructionFile::table(const std::string& name) const {
  for (const Signature& table : tables)
    if (table.name == name) return &table;
  return nullptr;
}

const int* ConstructionFile::given(const std::string& name) const {
  const auto it = given_.find(name);
  return it == given_.end() ? nullptr : &it->second;
}

namespace {

class Walker {
 public:
  explicit Walker(const ConstructionFile& file) : file_(file) {}

  Reach reach;

  void walk(const Term& term, const Bound& bound) {
    switch (term.kind) {
      case Term::Kind::name: return name(term, bound);
      case Term::Kind::of_variant: return of_variant(term, bound);
      case Term::Kind::forall:
      case Term::Kind::exists:
      case Term::Kind::fold: return with_binders(term, bound);
      case Term::Kind::let: {
        walk(*term.parts[0], bound);
        Bound inner = bound;
        inner.insert(term.name);
        return walk(*term.parts[1], inner);
      }
      default:
        for (const TermPtr& part : term.parts) walk(*part, bound);
    }
  }

  void binders(const Binders& binders, Bound& bound) {
    for (const Binder& b : binders.list) {
      reach.all_inputs = reach.all_inputs || b.over == Binder::Over::inputs;
      if (b.first) walk(*b.first, bound);
      if (b.last) walk(*b.last, bound);
      bound.insert(b.name);
    }
    if (binders.where) walk(*binders.where, bound);
  }

 private:
  void with_binders(const Term& term, Bound bound) {
    Bound outer = bound;
    binders(term.binders, bound);
    if (term.kind == Term::Kind::fold && term.name == "attend") {
      reach.layer_state = true;
      walk(*term.parts[0], bound);
      walk(*term.parts[1], bound);
      walk(*term.parts[2], outer);  // the query knows no member
      if (term.parts.size() > 3) minus_abs(*term.parts[3]);
      return;
    }
    for (const TermPtr& part : term.parts) walk(*part, bound);
  }

  static void minus_abs(const Term& term) {
    if (!term.is_name("minus_abs") || term.has_arguments)
      throw TermError("the fourth argument of 'attend' is something else; write minus_abs");
  }

  void all(const std::vector<TermPtr>& parts, std::size_t from, const Bound& bound) {
    for (std::size_t i = from; i < parts.size(); ++i) walk(*parts[i], bound);
  }

  void name(const Term& term, const Bound& bound) {
    const std::string& n = term.name;
    if (bound.contains(n)) return all(term.parts, 0, bound);
    if (takes_network(n)) return of_network(term, bound);
    const auto definition = file_.definitions.find(n);
    int wanted = -1;
    if (definition != file_.definitions.end()) {
      reach.definitions.insert(n);
      wanted = static_cast<int>(definition->second.signature.arguments.size());
    } else {
      const int* given = file_.given(n);
      if (!given) throw TermError("'" + n.substr(0, 60) + "' is not known here");
      wanted = *given;
    }
    const std::size_t have = term.parts.size();
    if (wanted >= 0 && have != static_cast<std::size_t>(wanted))
      throw TermError("'" + n + "' has " + arguments_text(static_cast<std::size_t>(wanted)) + ", " +
                      std::to_string(have) + " are given");
    if (definition == file_.definitions.end()) {
      if (n == "previous") reach.previous = true;
      if (n == "minus_abs")
        throw TermError("'minus_abs' stands in another place than as fourth argument of 'attend'");
      if (n == "Z" && have > 1) throw TermError("'Z' has one argument, the row, or none");
      if ((n == "max" || n == "min" || n == "union") && have == 0)
        throw TermError("'" + n + "' of nothing; give it arguments");
      if (n == "attend") {
        if (have < 3 || have > 4)
          throw TermError("'attend' has " + arguments_text(have) + "; write value, key, query");
        reach.layer_state = true;
        if (have == 4) minus_abs(*term.parts[3]);
        for (std::size_t i = 0; i < 3; ++i) walk(*term.parts[i], bound);
        return;
      }
      if (n == "Z") reach.layer_state = true;
    }
    all(term.parts, 0, bound);
  }

  void of_network(const Term& term, const Bound& bound) {
    const std::string& n = term.name;
    const bool named = !term.parts.empty() && term.parts[0]->kind == Term::Kind::name &&
                       !term.parts[0]->has_arguments && !bound.contains(term.parts[0]->name);
    const std::string network = named ? file_.network_of(term.parts[0]->name) : "";
    const std::string first = named ? term.parts[0]->name : "";
    const bool is_network =
        std::find(file_.networks.begin(), file_.networks.end(), first) != file_.networks.end();
    const bool is_stage = std::any_of(file_.stages.begin(), file_.stages.end(),
                                      [&](const Stage& s) { return s.name == first; });
    if (network.empty() || (n == "after" && !is_stage) || (kOfStates.contains(n) && !is_network))
      throw TermError("the first argument of '" + n + "' is no " +
                      (n == "after"    ? "stage"
                       : n == "layers" ? "network or stage"
                                       : "network") +
                      " of this file; there are " + joined(file_.networks));
    const int* given = file_.given(n);
    const std::size_t have = term.parts.size();
    if (given && *given >= 0 && have != static_cast<std::size_t>(*given))
      throw TermError("'" + n + "' has " + arguments_text(static_cast<std::size_t>(*given)) + ", " +
                      std::to_string(have) + " are given");
    if (n == "run" && have != 2 && have != 3)
      throw TermError("'run' has " + arguments_text(have) +
                      "; write run(network, M) or run(network, t, M)");
    (kOfStates.contains(n) ? reach.states : reach.counts).insert(network);
    all(term.parts, 1, bound);
  }

  void of_variant(const Term& term, const Bound& bound) {
    const Term& variant = *term.parts[0];
    const auto found = file_.variants.find(variant.name);
    if (found == file_.variants.end())
      throw TermError("'" + variant.name.substr(0, 60) + "' is no variant; there are " +
                      joined(file_.variant_order));
    const Variant& v = found->second;
    if (v.head.arguments.size() != variant.parts.size())
      throw TermError("variant '" + variant.name + "' has " +
                      arguments_text(v.head.arguments.size()) + ", " +
                      std::to_string(variant.parts.size()) + " are given");
    all(variant.parts, 0, bound);
    if (!file_.definitions.contains(term.parts[1]->name))
      throw TermError("'" + term.parts[1]->name.substr(0, 60) +
                      "' is no definition; after a dot stands one");
    reach.variants = true;
    const Term& inner = *term.parts[1];
    reach.definitions.insert(inner.name);
    const std::size_t wanted = file_.definitions.at(inner.name).signature.arguments.size();
    if (inner.parts.size() != wanted)
      throw TermError("'" + inner.name + "' has " + arguments_text(wanted) + ", " +
                      std::to_string(inner.parts.size()) + " are given");
    all(inner.parts, 0, bound);
    for (const Signature& change : v.terms) {
      Bound names(change.arguments.begin(), change.arguments.end());
      names.insert(v.head.arguments.begin(), v.head.arguments.end());
      walk(*change.term, names);
    }
  }

  const ConstructionFile& file_;
};

}  // namespace

Reach ConstructionFile::direct(const Term& term, Bound bound) const {
  Walker walker(*this);
  walker.walk(term, bound);
  return walker.reach;
}

Reach ConstructionFile::reach(const Binders& binders) const {
  Walker walker(*this);
  Bound bound;
  walker.binders(binders, bound);
  Reach out = walker.reach;
  for (const std::string& definition : walker.reach.definitions) out.join(reached_.at(definition));
  return out;
}

Reach ConstructionFile::reach(const Term& term, Bound bound) const {
  Reach out = direct(term, std::move(bound));
  const std::set<std::string> named = out.definitions;
  for (const std::string& definition : named) {
    const auto it = reached_.find(definition);
    if (it != reached_.end()) out.join(it->second);
  }
  return out;
}

}  // namespace hardmax::subject
