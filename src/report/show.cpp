#include "report/show.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "report/stage_ways.hpp"

namespace hardmax::report {

using subject::ConstructionFile;
using subject::Reach;
using subject::Run;
using subject::Signature;
using subject::Stage;

namespace {

// Networks whose weights need the way of every input are run where that is little work.
constexpr std::int64_t kMostSteps = std::int64_t{1} << 18;

std::set<std::string> names_of(const Stage& stage) {
  std::set<std::string> names = {"k", "w", "Z"};
  for (const auto* binders : {&stage.repeat, &stage.loop})
    for (const auto& b : binders->list) names.insert(b.name);
  for (const Signature& let : stage.lets) names.insert(let.name);
  return names;
}

bool needs_all_inputs(const ConstructionFile& file, const std::string& network) {
  for (const Stage& stage : file.stages) {
    if (stage.network != network) continue;
    for (const auto& b : stage.loop.list)
      if (b.over == subject::Binder::Over::inputs) return true;
    std::vector<subject::TermPtr> terms = {stage.layer, stage.map, stage.when};
    for (const Signature& let : stage.lets) terms.push_back(let.term);
    for (const auto& term : terms)
      if (term && file.reach(*term, names_of(stage)).all_inputs) return true;
  }
  return false;
}

bool has_repeat(const ConstructionFile& file, const std::string& network) {
  return std::any_of(file.stages.begin(), file.stages.end(), [&](const Stage& s) {
    return s.network == network && !s.repeat_text.empty();
  });
}

ShownState state_of(const std::string& network, const std::string& stage, const Rational& layers,
                    const subject::Mat& m) {
  ShownState out{network, stage, layers, {}};
  for (std::size_t r = 0; r < m.rows; ++r)
    out.rows.emplace_back(m.numbers.begin() + static_cast<std::ptrdiff_t>(r * m.columns),
                          m.numbers.begin() + static_cast<std::ptrdiff_t>((r + 1) * m.columns));
  return out;
}

// Adds the states of this input, network after network, up to one that is too long. Returns the
// networks it went through.
std::set<std::string> go_through(const Run& run, const subject::Input& input, ShownRun& out) {
  const ConstructionFile& file = run.file();
  subject::Reading& reading = run.reading();
  std::set<std::string> gone_through;
  subject::Mat z = reading.start(input);
  out.states.push_back(state_of("", "", 0, z));
  Rational all_layers = 0;
  for (const std::string& network : file.networks) {
    const Rational layers = run.layers(network), one_by_one = reading.one_by_one(network);
    all_layers += one_by_one;
    if (one_by_one > Rational(subject::max_layers)) {
      out.not_run.push_back(fmt::format(
          "{}: {} layers, {}more than {} are not made one by one", network, layers.str(),
          one_by_one == layers ? "" : one_by_one.str() + " in no sweep; ", subject::max_layers));
      break;
    }
    if (needs_all_inputs(file, network) &&
        out.inputs * all_layers * Rational(run.tokens()) > Rational(kMostSteps)) {
      out.not_run.push_back(
          fmt::format("{}: its weights need the way of each of {} inputs; take smaller "
                      "parameters",
                      network, out.inputs.str()));
      break;
    }
    const subject::Mat from = z;
    const std::uint64_t size = reading.size(network);
    Rational after = 0;
    if (!has_repeat(file, network)) {
      for (const Stage& stage : file.stages) {
        if (stage.network != network) continue;
        after += run.stage_layers(stage.name);
        if (after == Rational(size)) continue;
        z = reading.run(network, static_cast<std::uint64_t>(*after.to_int64()), from);
        out.states.push_back(state_of(network, stage.name, after, z));
      }
    }
    z = reading.run(network, size, from);
    std::string last;
    for (const Stage& stage : file.stages)
      if (stage.network == network && !run.stage_layers(stage.name).is_zero()) last = stage.name;
    out.states.push_back(state_of(network, last, size, z));
    gone_through.insert(network);
    for (subject::StageWay& way : reading.ways(network)) out.ways.push_back(std::move(way));
  }
  return gone_through;
}

// Adds the names of claims that are numbers of this input at a token.
void add_values(const Run& run, const subject::Input& input,
                const std::set<std::string>& gone_through, ShownRun& out) {
  const ConstructionFile& file = run.file();
  subject::Reading& reading = run.reading();
  for (const std::string& name : file.order) {
    const auto& signature = file.definitions.at(name).signature;
    if (signature.arguments != std::vector<std::string>{"H", "k"}) continue;
    const Reach reach = file.reach(*signature.term, {"H", "k"});
    const bool known = std::all_of(reach.states.begin(), reach.states.end(), [&](const auto& n) {
      return gone_through.contains(n) && !needs_all_inputs(file, n);
    });
    if (!known || reach.all_inputs || reach.layer_state || reach.variants) continue;
    ShownValue value{name, {}};
    for (const std::int64_t k : run.guarded([&] { return reading.tokens(); })) {
      const subject::Value v = run.guarded([&] {
        return reading.defined(name, {input, Rational(k)});
      });
      if (!v.number() && !v.nothing()) break;
      value.at.push_back(subject::number_of(v));
    }
    if (value.at.size() == run.tokens()) out.values.push_back(std::move(value));
  }
}

}  // namespace

ShownRun way_of(const Run& run, const std::optional<std::vector<Rational>>& entries) {
  ShownRun out;
  out.inputs = run.inputs();
  subject::Reading& reading = run.reading();
  const subject::Input input = entries ? run.input(*entries) : run.guarded([&] {
    if (out.inputs.is_zero()) throw subject::TermError("there are no inputs");
    return reading.input(out.inputs > Rational(1) ? 1 : 0);
  });
  out.entries = input.values;
  const auto gone_through = run.guarded([&] { return go_through(run, input, out); });
  add_values(run, input, gone_through, out);
  return out;
}

// ---- text

namespace {

std::string layers_text(const Rational& n) {
  return n == Rational(1) ? "1 layer" : n.str() + " layers";
}

void add_terms(std::string& out, const ConstructionFile& file, bool chosen) {
  bool first = true;
  for (const std::string& name : file.order) {
    const subject::Definition& d = file.definitions.at(name);
    if (d.chosen != chosen) continue;
    if (first) out += chosen ? "\nchosen (--with NAME=TERM changes these)\n" : "\ndefined\n";
    first = false;
    out += "  " + d.signature.text + "\n";
  }
}

void add_stage(std::string& out, const Stage& stage, const Run* run) {
  out += fmt::format("  {}", stage.name);
  if (run) out += ": " + layers_text(run->stage_layers(stage.name));
  out += "\n";
  const auto line = [&](const char* key, const std::string& text) {
    if (!text.empty()) out += fmt::format("    {:<7} {}\n", key, text);
  };
  line("source", stage.source);
  line("repeat", stage.repeat_text);
  line("for", stage.loop_text);
  for (const std::string& let : stage.let_texts) line("let", let);
  line("keys", stage.keys_text);
  line("when", stage.when_text);
  line(stage.map ? "map" : "layer", stage.layer_text);
}

// Rows of a state, numbers of a column under each other.
void add_state(std::string& out, const ShownState& state) {
  std::vector<std::size_t> width;
  for (const auto& row : state.rows) {
    width.resize(row.size());
    for (std::size_t k = 0; k < row.size(); ++k) width[k] = std::max(width[k], row[k].str().size());
  }
  for (const auto& row : state.rows) {
    out += "    ";
    for (std::size_t k = 0; k < row.size(); ++k)
      out += fmt::format("{}{:>{}}", k > 0 ? "  " : "", row[k].str(), width[k]);
    out += "\n";
  }
}

std::string listed_numbers(const std::vector<Rational>& numbers) {
  std::string out;
  for (const Rational& x : numbers) out += (out.empty() ? "" : ", ") + x.str();
  return out;
}

void add_way(std::string& out, const ShownRun& shown) {
  out +=
      fmt::format("\none of {} {}: ({})\n", shown.inputs.str(),
                  shown.inputs == Rational(1) ? "input" : "inputs", listed_numbers(shown.entries));
  for (const ShownState& state : shown.states) {
    if (state.network.empty())
      out += "  start\n";
    else if (state.stage.empty())
      out += fmt::format("  {}, after {}\n", state.network, layers_text(state.layers));
    else
      out += fmt::format("  {}, after {}: {}\n", state.network, layers_text(state.layers),
                         state.stage);
    add_state(out, state);
  }
  for (const std::string& line : shown.not_run) out += "  not run: " + line + "\n";
  if (const std::string ways = ways_text(shown.ways); !ways.empty())
    out += "  layers " + ways + "\n";
  if (shown.values.empty()) return;
  out += "\nat its tokens\n";
  for (const ShownValue& value : shown.values)
    out += fmt::format("  {}(H, k): {}\n", value.name, listed_numbers(value.at));
}

}  // namespace

std::string show_text(const ConstructionFile& file, const Run* run, const ShownRun* shown) {
  std::string out = file.id;
  if (!file.source.empty()) out += ": " + file.source;
  out += "\n";
  if (!file.words.empty()) out += file.words + "\n";
  if (run) out += "run: " + run->spec().text() + "\n";
  out += "\n";
  const auto line = [&](const std::string& key, const std::string& text) {
    if (!text.empty()) out += fmt::format("{:<11} {}\n", key, text);
  };
  std::string parameters;
  for (const auto& p : file.parameters) parameters += (parameters.empty() ? "" : ", ") + p.text;
  line("parameters", parameters);
  const auto text = [&](const char* key) {
    const auto it = file.texts.find(key);
    return it == file.texts.end() ? std::string() : it->second;
  };
  line("pattern", text("pattern"));
  line("machine", text("machine"));
  std::string tables;
  for (const Signature& t : file.tables) tables += (tables.empty() ? "" : ", ") + t.text;
  line("tables", tables);
  if (!file.hypotheses.empty())
    line("hypotheses",
         subject::joined(file.hypotheses) +
             (run ? " (Assumption 1 of the pattern holds; claims are not decided here)" : ""));
  for (const char* key : {"tokens", "rows", "inputs", "entries", "start"}) line(key, text(key));
  add_terms(out, file, true);
  add_terms(out, file, false);
  for (const std::string& network : file.networks) {
    out += "\nnetwork " + network;
    if (run) out += ": " + layers_text(run->layers(network));
    out += "\n";
    for (const Stage& stage : file.stages)
      if (stage.network == network) add_stage(out, stage, run);
  }
  if (!file.variants.empty()) out += "\nvariants (--variant NAME)\n";
  for (const std::string& name : file.variant_order) {
    const subject::Variant& v = file.variants.at(name);
    std::string terms;
    for (const Signature& s : v.terms) terms += (terms.empty() ? "" : "; ") + s.text;
    out += fmt::format("  {}: {}\n", v.head.text, terms);
  }
  if (shown) add_way(out, *shown);
  return out;
}

}  // namespace hardmax::report
