#include "report/html/replay.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "claim/syntax.hpp"
#include "discharge/bounded_model.hpp"
#include "discharge/from_file.hpp"
#include "exact/error.hpp"
#include "report/html/sections.hpp"

namespace hardmax::report::html {

Replay::Replay(const CertificateFile& file) {
  parameters_ = {file.number("run.n"), file.number("run.d"), file.number("run.D")};
  if (parameters_.n < 2 || parameters_.d < 1 || parameters_.D < 2)
    file.refuse("n, d or D is too small");
  for (const std::string& text : file.strings("run.overrides")) overrides_.add(text);
  if (file.has("run.encodings")) {
    read_without_pattern(file);
    return;
  }
  rules_ = listed_pattern(file);
  pattern_ = expand(rules_);
  pattern_name_ = name_of_pattern(*pattern_);
  assumption_ = decide_assumption1(*pattern_);
  read_target(file);
  if (!assumption_.holds()) {
    not_built_ = "Assumption 1 fails for this pattern, so there is no network";
  } else if (attention_layers(parameters_, *pattern_, assumption_) > Rational(max_layers)) {
    not_built_ = fmt::format("it has more than {} attention layers", max_layers);
  } else {
    construction_ = hardmax::build(parameters_, *pattern_, assumption_, overrides_);
  }
}

void Replay::read_without_pattern(const CertificateFile& file) {
  const auto choice = choice_of(file.text("run.construction"),
                                variants_named(file.text("run.encodings") == "positional",
                                               file.text("run.inputs") == "extended"));
  if (!choice) file.refuse("an unknown construction");
  sweep_system_ = std::make_unique<SweepSystem>(*choice, parameters_, overrides_);
  not_built_ = sweep_system_->not_built();
}

// "identity", ..., or "table" and its entries in real units, in order of input, token, row.
void Replay::read_target(const CertificateFile& file) {
  const std::string& text = file.text("run.target");
  if (!text.starts_with("table ")) {
    target_ = Target::named(text, parameters_);
    return;
  }
  const auto& [n, d, D] = parameters_;
  const Grid grid(n, d, D);
  const auto inputs = grid.size64();
  if (!inputs || *inputs > text.size()) file.refuse("a target without a value for every input");
  std::vector<std::vector<Column>> table(*inputs, std::vector<Column>(n, Column(d)));
  std::size_t at = 6;
  for (auto& columns : table) {
    for (auto& column : columns) {
      for (Rational& entry : column) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const auto value = at < text.size()
                               ? Rational::parse(std::string_view(text).substr(at, end - at))
                               : std::nullopt;
        if (!value) file.refuse("a target without a value for every input");
        entry = *value * Rational(D);
        at = end + 1;
      }
    }
  }
  target_ = Target::table("of the certificate", parameters_, std::move(table));
}

Facets Replay::facets() const {
  RunRequest request;
  request.pattern = pattern();
  if (sweep_system_) request.sweep = sweep_system_->choice();
  return facets_of(request);
}

const Network* Replay::network() const {
  if (construction_) return &construction_->network;
  return sweep_system_ && sweep_system_->built() ? &sweep_system_->built()->network : nullptr;
}

std::size_t Replay::selective_layers() const {
  return construction_ ? construction_->selective_layers : sweep_system_->built()->selective_layers;
}

std::vector<StageIds> Replay::ids_by_stage(std::uint64_t& inputs) const {
  inputs = 0;
  if (network() == nullptr) return {};
  const std::uint64_t n = parameters_.n, layers = network()->size();
  const Grid grid = sweep_system_ ? sweep_system_->inputs() : Grid(n, parameters_.d, parameters_.D);
  const std::uint64_t all = grid.size64().value_or(UINT64_MAX);
  inputs = std::max<std::uint64_t>(1, std::min({all, max_points / n, max_work / (layers * n)}));

  // Before the first layer, after the selective stage, after each of the first layers behind it and
  // after the last.
  constexpr std::size_t kMostStages = 6;
  std::vector<std::size_t> after = {0, selective_layers()};
  const std::size_t rest = layers - selective_layers();
  for (std::size_t t = 1; t <= rest; ++t) {
    if (t < kMostStages - 2 || t == rest) after.push_back(selective_layers() + t);
  }
  std::vector<StageIds> stages;
  const char* const second = facets().last_layers();
  for (const std::size_t t : after) {
    const std::string name =
        t == 0 ? "before the first layer"
        : t == selective_layers()
            ? fmt::format("after {} selective shift layers", t)
            : fmt::format("after {} layer {} of {}", second, t - selective_layers(), rest);
    stages.push_back({name, {}});
    stages.back().ids.reserve(inputs * n);
  }
  std::optional<RunModel> run;
  std::optional<SweepModel> sweep;
  if (sweep_system_) {
    sweep.emplace(*sweep_system_, 1);
  } else {
    run.emplace(RunContext{parameters_, &*pattern_, &assumption_, &*construction_, nullptr}, 1);
  }
  for (std::uint64_t g = 0; g < inputs; ++g) {
    for (std::size_t i = 0; i < after.size(); ++i) {
      for (std::uint64_t k = 0; k < n; ++k)
        stages[i].ids.push_back(sweep ? sweep->trace(g).ids[after[i]][k]
                                      : run->trace(g).ids[after[i] * n + k]);
    }
  }
  return stages;
}

namespace {

using claim::Binder;
using claim::Node;
using claim::Op;
using claim::Relation;

std::string binders_of(const Node& node) {
  std::string text;
  for (const Binder& b : node.binders) {
    if (b.real()) return "";
    text += (text.empty() ? "" : ", ") + b.name + " in ";
    switch (b.domain) {
      case Binder::Domain::inputs: text += "inputs"; break;
      case Binder::Domain::subsets: text += "subsets(" + claim::print(*b.first) + ")"; break;
      case Binder::Domain::range:
        text += claim::print(*b.first) + ".." + claim::print(*b.last);
        break;
      default: text += claim::print(*b.first); break;
    }
  }
  return text + (node.where ? " where " + claim::print(*node.where) : "");
}

std::string room(const Node& node, std::string& relation);

std::string least_of(const std::vector<std::string>& rooms) {
  if (rooms.size() == 1) return rooms[0];
  std::string list;
  for (const std::string& one : rooms) list += (list.empty() ? "" : ", ") + one;
  return "min(" + list + ")";
}

std::string room_of_links(const Node& node, std::string& relation) {
  std::vector<std::string> rooms;
  for (std::size_t i = 0; i + 1 < node.parts.size(); ++i) {
    const Relation r = node.relations[i];
    const bool up = r == Relation::less || r == Relation::at_most,
               down = r == Relation::greater || r == Relation::at_least;
    if (!up && !down) return "";
    relation = claim::symbol(r);
    const std::string left = "(" + claim::print(*node.parts[i]) + ")",
                      right = "(" + claim::print(*node.parts[i + 1]) + ")";
    rooms.push_back(up ? right + " - " + left : left + " - " + right);
  }
  return least_of(rooms);
}

std::string room(const Node& node, std::string& relation) {
  if (node.op == Op::comparison) return room_of_links(node, relation);
  if (node.op == Op::forall) {
    const std::string inner = room(*node.parts[0], relation), names = binders_of(node);
    return inner.empty() || names.empty() ? "" : "min(" + names + ": " + inner + ")";
  }
  if (node.op != Op::conjunction) return "";
  std::vector<std::string> rooms;
  for (const auto& part : node.parts) {
    rooms.push_back(room(*part, relation));
    if (rooms.back().empty()) return "";
  }
  return least_of(rooms);
}

}  // namespace

std::string room_of(const claim::Formula& formula, std::string& relation) {
  return room(formula.root(), relation);
}

// A verified formula leaves a room of at least 0, so "room < 0" is false, and its witness says what
// the room is.
std::vector<Margin> Replay::margins(const std::vector<claim::Entry>& entries,
                                    const CertificateFile& file) const {
  std::vector<Margin> margins;
  if (network() == nullptr) return margins;
  std::unique_ptr<PatternSystem> of_pattern;
  if (!sweep_system_)
    of_pattern = std::make_unique<PatternSystem>(
        RunContext{parameters_, &*pattern_, &assumption_, &*construction_, nullptr});
  const RunSystem& system =
      sweep_system_ ? static_cast<const RunSystem&>(*sweep_system_) : *of_pattern;
  const std::unique_ptr<RunView> view = system.open(256);
  for (const certificate::ClaimRecord& record : file.claims()) {
    if (record.verdict != "verified") continue;
    const auto entry =
        std::lower_bound(entries.begin(), entries.end(), record.id,
                         [](const claim::Entry& e, const std::string& id) { return e.id < id; });
    if (entry == entries.end() || entry->id != record.id || !entry->formal) continue;
    Margin margin{record.id, "", {}};
    try {
      const std::string term = room_of(claim::formal_of(*entry, names()), margin.relation);
      if (term.empty()) continue;
      const claim::Formula asked = claim::Formula::parse(term + " < 0", names());
      const BoundedModel bounded(*view, margin_steps, nullptr);
      const claim::Outcome outcome = claim::evaluate(asked, bounded);
      if (outcome.kind != claim::Outcome::Kind::truth || outcome.truth != claim::Truth::no ||
          !outcome.witness || !outcome.witness->lhs)
        continue;
      const Rational* found = std::get_if<Rational>(&*outcome.witness->lhs);
      if (found == nullptr) continue;  // an irrational number, enclosed
      margin.room = *found;
      margins.push_back(std::move(margin));
    } catch (const InvalidInput&) {        // names of another run
    } catch (const claim::SyntaxError&) {  // nesting beyond the limit of the language
    } catch (const LimitReached&) {
    } catch (const Undefined&) {}
  }
  std::stable_sort(margins.begin(), margins.end(),
                   [](const Margin& a, const Margin& b) { return a.room < b.room; });
  return margins;
}

TraceRequest Replay::trace_of(const std::string& input) const {
  TraceRequest request;
  request.parameters = parameters_;
  request.pattern = sweep_system_ ? &sweep_system_->pattern() : &*pattern_;
  if (sweep_system_) request.sweep = sweep_system_->choice();
  request.overrides = overrides_;
  request.target = target_;
  for (std::size_t at = 0; at < input.size();) {
    const std::size_t end = std::min(input.find(' ', at), input.size());
    request.X.push_back(
        Rational::parse(std::string_view(input).substr(at, end - at)).value_or(Rational(0)) /
        Rational(parameters_.D));
    at = end + 1;
  }
  return request;
}

}  // namespace hardmax::report::html
