#include "discharge/symbolic/staged_run.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "discharge/quantizer_stage.hpp"
#include "discharge/stage_words.hpp"
#include "discharge/symbolic/values.hpp"
#include "discharge/value_stage.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

Rational half() { return Rational(1) / Rational(2); }

}  // namespace

// ---- layers

Rational StagedRun::layer_of_window(std::size_t sweep, const Rational& b) const {
  const Sweep& windows = network.sweeps[sweep];
  return Rational(p) * (Rational(sweep) * network.values + b - windows.first) +
         Rational(windows.pattern_layer + 1);
}

Rational StagedRun::layer_of_all_max(std::size_t number) const {
  Rational layer = sweep_layers();
  for (std::size_t kept = 0; kept <= number;) {
    layer += 1;
    const auto small = layer.to_int64();
    if (!small || !dropped.contains(static_cast<std::uint64_t>(*small))) ++kept;
  }
  return layer;
}

StagedRun::Layer StagedRun::layer(const Rational& number) const {
  const auto small = number.to_int64();
  const bool identity = small && dropped.contains(static_cast<std::uint64_t>(*small));
  const Rational before = number - Rational(1);
  Layer layer;
  if (before >= sweep_layers()) {
    layer.pattern_layer =
        static_cast<std::size_t>(*floor_mod(before - sweep_layers(), Rational(p)).to_int64());
    layer.heads = identity ? 0 : 1;
    return layer;
  }
  const Rational window = floor(before / Rational(p)), sweep = floor(window / network.values);
  layer.sweep = static_cast<std::size_t>(*sweep.to_int64());
  const Sweep& windows = network.sweeps[*layer.sweep];
  layer.b = windows.first + window - sweep * network.values;
  layer.pattern_layer = static_cast<std::size_t>(*(before - window * Rational(p)).to_int64());
  layer.heads = identity || layer.pattern_layer != windows.pattern_layer ? 0 : 2;
  return layer;
}

// ---- names

std::vector<StagedName> staged_names(const claim::Vocabulary& vocabulary) {
  using N = StagedName;
  static const std::map<std::string, N> known = {{"c", N::c},
                                                 {"shift", N::shift},
                                                 {"E", N::E},
                                                 {"mask", N::mask},
                                                 {"heads", N::heads},
                                                 {"bq", N::bq},
                                                 {"G", N::G},
                                                 {"entry", N::entry},
                                                 {"v", N::v},
                                                 {"head", N::head},
                                                 {"z", N::z},
                                                 {"zt", N::zt},
                                                 {"M", N::M},
                                                 {"id", N::id},
                                                 {"category", N::category},
                                                 {"columns", N::columns},
                                                 {"sorted", N::sorted}};
  static const std::map<std::string, N> of_values = {
      {"v_hidden", N::v_hidden},     {"v_pieces", N::v_pieces},
      {"v_flat", N::v_flat},         {"v_low", N::v_low},
      {"v_high", N::v_high},         {"f", N::f},
      {"out_R2", N::out_R2},         {"out_R3", N::out_R3},
      {"planted", N::planted},       {"planted_back", N::planted_back},
      {"planted_R2", N::planted_R2}, {"planted_R3", N::planted_R3}};
  const bool of_run = &vocabulary == &run_vocabulary();
  const auto words = of_run ? stage_words_of_runs() : stage_words_of_sweeps();
  const auto counted = [&](const claim::Accessor& accessor) {
    const auto word = std::find_if(words.begin(), words.end(), [&](const StageWord& one) {
      return accessor.name == "layers(" + one.name + ")";
    });
    if (word == words.end()) return N::other;
    return word->role == StageRole::sweep              ? N::sweep_layers
           : word->role == StageRole::last             ? N::last_layers
           : word->role == StageRole::values && of_run ? N::value_layers
                                                       : N::other;
  };
  std::vector<N> names;
  for (const claim::Accessor& accessor : vocabulary) {
    auto it = known.find(accessor.name);
    if (it == known.end() && of_run) it = of_values.find(accessor.name);
    names.push_back(it == known.end() || it == of_values.end() ? counted(accessor) : it->second);
  }
  return names;
}

bool is_of_layer(StagedName name) {
  switch (name) {
    case StagedName::v:
    case StagedName::entry:
    case StagedName::head:
    case StagedName::mask:
    case StagedName::heads:
    case StagedName::bq: return true;
    default: return false;
  }
}

// All value layers are alike but for where their windows are and what they add.
std::size_t of_any_value_layer(StagedName name) {
  switch (name) {
    case StagedName::v_hidden: return 1;
    case StagedName::v_pieces: return value_window().linear_pieces();
    default: HARDMAX_REQUIRE(name == StagedName::v_flat); return constant_pieces(value_window());
  }
}

Rational whole_argument(const NameCall& call, std::size_t position, const Rational& first,
                        const Rational& last) {
  const Rational& x = call.number(position);
  if (!x.is_integer() || x < first || x > last) {
    throw Undefined((*call.vocabulary)[call.accessor].name + ": argument " +
                    std::to_string(position + 1) + " is " + x.str() + ", not a whole number in " +
                    first.str() + ".." + last.str());
  }
  return x;
}

Rational layers_of(const StagedRun& run, StagedName name, const NameCall& call) {
  switch (name) {
    case StagedName::v: return whole_argument(call, 0, 0, run.layers());
    case StagedName::M: return run.sweep_layers() + whole_argument(call, 0, 0, Rational(run.last));
    case StagedName::z: return 0;
    case StagedName::zt: return run.sweep_layers();
    default: return run.layers();
  }
}

// ---- one input

StagedModel::StagedModel(const StagedRun& run, const claim::Vocabulary& vocabulary,
                         const claim::Model& rest, std::optional<std::vector<Rational>> input)
    : run_(run),
      vocabulary_(vocabulary),
      rest_(rest),
      names_(staged_names(vocabulary)),
      input_(std::move(input)) {
  HARDMAX_REQUIRE(!input_ || input_->size() == run.parameters.n * run.parameters.d);
}

std::string StagedModel::show(claim::Input) const {
  std::string text;
  for (const Rational& entry : *input_) text += (text.empty() ? "" : " ") + entry.str();
  return text;
}

std::vector<Rational> StagedModel::columns() const {
  const auto [n, d, D] = run_.parameters;
  std::vector<Rational> ids;
  for (std::size_t k = 0; k < n; ++k)
    ids.push_back(column_id(std::span(*input_).subspan(k * d, d), D));
  return ids;
}

claim::Value StagedModel::read(std::size_t accessor,
                               std::span<const claim::Value> arguments) const {
  const NameCall call{accessor, arguments, &vocabulary_};
  const Rational delta = Rational(1) / Rational(run_.parameters.D);
  switch (names_[accessor]) {
    case StagedName::other: {
      const auto& types = vocabulary_[accessor].parameters;  // `rest` has other inputs
      if (std::find(types.begin(), types.end(), claim::Type::input) != types.end())
        throw LimitReached("the name " + vocabulary_[accessor].name + " of an input");
      return rest_.read(accessor, arguments);
    }
    case StagedName::c: return run_.c;
    case StagedName::shift: return run_.shift;
    case StagedName::E: return run_.E[call.index(0, 1, run_.parameters.n) - 1] * delta;
    case StagedName::sweep_layers: return run_.sweep_layers();
    case StagedName::last_layers: return Rational(run_.last);
    case StagedName::mask:
      return Rational(run_.layer(whole_argument(call, 0, 1, run_.layers())).pattern_layer + 1);
    case StagedName::heads:
      return Rational(run_.layer(whole_argument(call, 0, 1, run_.layers())).heads);
    case StagedName::bq: {
      const StagedRun::Layer layer = run_.layer(whole_argument(call, 0, 1, run_.layers()));
      const auto h = call.index(1, 1, layer.heads);
      if (!layer.sweep) return Rational(0);
      return (h == 1 ? layer.b - half() : layer.b + half()) * delta;
    }
    case StagedName::value_layers: return run_.value_layers();
    case StagedName::v_hidden:
    case StagedName::v_pieces:
    case StagedName::v_flat: {
      static_cast<void>(whole_argument(call, 0, 1, run_.value_layers()));
      return Rational(of_any_value_layer(names_[accessor]));
    }
    default: return of_input(names_[accessor], call);
  }
}

claim::Value StagedModel::of_input(StagedName name, const NameCall& call) const {
  const auto [n, d, D] = run_.parameters;
  if (!input_) throw LimitReached("no input is executed");
  const Rational delta = Rational(1) / Rational(D);
  const auto different = [&] {
    const std::vector<Rational> ids = columns();
    return std::set<Rational>(ids.begin(), ids.end()).size();
  };
  switch (name) {
    case StagedName::category: return Rational(different() == n ? 1 : 2);
    case StagedName::columns: return Rational(different());
    case StagedName::sorted: {
      const std::vector<Rational> ids = columns();
      return Rational(std::is_sorted(ids.begin(), ids.end()) ? 1 : 0);
    }
    case StagedName::G: {
      const auto r = call.index(1, 1, d) - 1;
      return (*input_)[(call.index(2, 1, n) - 1) * d + r] * delta;
    }
    case StagedName::entry: {
      const Rational t = whole_argument(call, 0, 0, run_.layers());
      const auto r = call.index(2, 1, d) - 1;
      return entry(t, r, static_cast<Token>(call.index(3, 1, n) - 1)) * delta;
    }
    case StagedName::head: throw LimitReached("a head of an input");
    case StagedName::v_low:
    case StagedName::v_high: throw LimitReached("the window of a value layer by its number");
    default: {
      if (SymbolicValues::has_column(name)) {
        if (values_ == nullptr) throw LimitReached("the value mapping is not followed");
        const SymbolicValues::Column column = values_->column(name, call);
        switch (column.kind) {
          case SymbolicValues::Column::Kind::context:
            return entry(run_.layers(), column.row, static_cast<Token>(column.token)) * delta;
          case SymbolicValues::Column::Kind::target:
            return (*input_)[column.token * d + column.row] * delta;
          case SymbolicValues::Column::Kind::zero: return Rational(0);
          default: throw LimitReached(column.why_not);
        }
      }
      const Rational t = layers_of(run_, name, call);
      return id(t, static_cast<Token>(call.index(call.arguments.size() - 1, 1, n) - 1)) * delta;
    }
  }
}

// Heads write into row 1.
Rational StagedModel::entry(const Rational& layers, std::size_t r, Token k) const {
  const Rational start = (*input_)[k * run_.parameters.d + r] + run_.E[k];
  return r == 0 ? start + id(layers, k) - id(0, k) : start;
}

const Rational& StagedModel::id(const Rational& layers, Token k) const {
  if (changes_.empty()) execute();
  if (stopped_at_ && layers >= *stopped_at_)
    throw LimitReached(
        "an id that is no whole number of delta, or not positive before an all-max layer");
  const auto after =
      std::partition_point(changes_[k].begin(), changes_[k].end(),
                           [&](const Change& change) { return change.layer <= layers; });
  return std::prev(after)->id;
}

void StagedModel::execute() const {
  const std::size_t n = run_.parameters.n;
  const std::vector<Rational> digits = columns();
  changes_.resize(n);
  for (std::size_t k = 0; k < n; ++k) changes_[k].push_back({0, digits[k] + run_.network.start[k]});
  for (std::size_t i = 0; i < run_.network.sweeps.size() && !stopped_at_; ++i) sweep(i);
  const auto now = [&](Token k) -> const Rational& { return changes_[k].back().id; };
  for (std::size_t i = 0; i < run_.network.all_max.size() && !stopped_at_; ++i) {
    const AllMax& layer = run_.network.all_max[i];
    const Rational number = run_.layer_of_all_max(i);
    std::vector<Rational> next;
    for (Token k = 0; k < n; ++k) {
      const auto attended = run_.pattern->neighbours(layer.pattern_layer, k);
      if (attended.empty() ||
          (attended.size() > 1 && now(k).sign() <= 0)) {  // of one alone, whatever the sign
        stopped_at_ = number;
        return;
      }
      next.push_back(now(k) + layer.c * now(*std::max_element(
                                            attended.begin(), attended.end(),
                                            [&](Token a, Token b) { return now(a) < now(b); })));
    }
    for (Token k = 0; k < n; ++k) changes_[k].push_back({number, std::move(next[k])});
  }
}

// From one window in which there is an id to the next.
void StagedModel::sweep(std::size_t number) const {
  const Sweep& windows = run_.network.sweeps[number];
  const std::size_t n = run_.parameters.n;
  const auto now = [&](Token k) -> const Rational& { return changes_[k].back().id; };
  for (Rational from = windows.first; from <= windows.last;) {
    std::optional<Rational> b;
    for (Token k = 0; k < n; ++k) {
      if (!now(k).is_integer() || !windows.first.is_integer()) {
        stopped_at_ = run_.layer_of_window(number, from);
        return;
      }
      if (now(k) >= from && now(k) <= windows.last && (!b || now(k) < *b)) b = now(k);
    }
    if (!b) return;
    from = *b + Rational(1);
    if (std::find(windows.missing.begin(), windows.missing.end(), *b) != windows.missing.end())
      continue;
    std::vector<std::pair<Token, Rational>> moved;
    for (Token k = 0; k < n; ++k) {
      if (now(k) != *b) continue;
      const auto attended = run_.pattern->neighbours(windows.pattern_layer, k);
      if (attended.empty()) {
        stopped_at_ = run_.layer_of_window(number, *b);
        return;
      }
      const auto [least, most] = std::minmax_element(
          attended.begin(), attended.end(), [&](Token x, Token y) { return now(x) < now(y); });
      moved.emplace_back(k, now(k) + windows.shift * (now(*most) - now(*least)));
    }
    for (auto& [k, id] : moved)
      changes_[k].push_back({run_.layer_of_window(number, *b), std::move(id)});
  }
}

}  // namespace hardmax
