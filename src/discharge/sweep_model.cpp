#include "discharge/sweep_model.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <set>

#include "discharge/orbits.hpp"
#include "discharge/run_names.hpp"
#include "discharge/stage_words.hpp"
#include "exact/error.hpp"

namespace hardmax {

using claim::Type;
using claim::Value;

namespace {

// At least so many traces stay: claims that exchange tokens or bind two inputs come back to them.
constexpr std::size_t kKeptTraces = std::size_t{1} << 12;
constexpr std::size_t kMaxWindows = std::size_t{1} << 16;
constexpr std::size_t kMaxSorted = std::size_t{1} << 22;
constexpr std::uint64_t kMaxForLargest = std::uint64_t{1} << 20;

Pattern everyone(std::size_t n) {
  PatternRequest dense;
  dense.name_or_file = "dense";
  dense.n = n;
  return make_pattern(dense);
}

// A name and what it means.
struct Meaning {
  claim::Accessor accessor;
  std::function<Value(const SweepModel&, const NameCall&)> value;
};

Rational real(const SweepModel& run, const Rational& units) {
  return units / Rational(run.parameters().D);
}
std::uint64_t token(const SweepModel& run, const NameCall& call, std::size_t at) {
  return call.index(at, 1, run.parameters().n) - 1;
}
std::uint64_t row(const SweepModel& run, const NameCall& call, std::size_t at) {
  return call.index(at, 1, run.parameters().d) - 1;
}
std::size_t layers(const SweepModel& run) { return run.system().construction().network.size(); }
std::size_t sweep_layers(const SweepModel& run) {
  return run.system().construction().selective_layers;
}
Value id_after(const SweepModel& run, std::size_t t, std::uint64_t ordinal, std::uint64_t k) {
  return real(run, run.trace(ordinal).ids[t][k]);
}
std::size_t heads(const SweepModel& run, std::size_t t) {
  return std::get<Attention>(run.system().construction().network.layers()[t]).heads.size();
}
const FeedForward& quantizer_layer(const SweepModel& run, const NameCall& call) {
  const QuantizerStage& quantizer = run.system().quantizer();
  return quantizer.layer(call.index(0, 1, quantizer.layers()) - 1);
}

// In real units. Indices are checked in the order of the arguments.
// NOLINTNEXTLINE(readability-function-size): a row a name
std::vector<Meaning> meanings(const std::vector<StageWord>& words) {
  constexpr Type number = Type::number, input = Type::input;
  std::vector<Meaning> list;
  const auto add = [&](const char* name, std::vector<Type> arguments, auto value,
                       Type result = Type::number) {
    list.push_back({{name, std::move(arguments), result}, value});
  };
  const auto add_count = [&](StageRole role, auto value) {
    for (const StageWord& word : words)
      if (word.role == role)
        list.push_back({{"layers(" + word.name + ")", {}, Type::number}, value});
  };

  add("n", {}, [](const SweepModel& run, const NameCall&) { return Rational(run.parameters().n); });
  add("d", {}, [](const SweepModel& run, const NameCall&) { return Rational(run.parameters().d); });
  add("D", {}, [](const SweepModel& run, const NameCall&) { return Rational(run.parameters().D); });
  add("q", {}, [](const SweepModel& run, const NameCall&) {
    return power(run.parameters().D, run.parameters().d);
  });
  add("delta", {}, [](const SweepModel& run, const NameCall&) { return real(run, 1); });
  add("positional", {}, [](const SweepModel& run, const NameCall&) {
    return Rational(run.system().choice().positional ? 1 : 0);
  });
  add("extended", {}, [](const SweepModel& run, const NameCall&) {
    return Rational(run.system().choice().extended ? 1 : 0);
  });

  add("G", {input, number, number}, [](const SweepModel& run, const NameCall& call) {
    const auto r = row(run, call, 1);
    return real(run, run.grid_point(call.ordinal(0)).column(token(run, call, 2))[r]);
  });
  add("category", {input}, [](const SweepModel& run, const NameCall& call) {
    return Rational(run.category(call.ordinal(0)));
  });
  add("columns", {input}, [](const SweepModel& run, const NameCall& call) {
    return Rational(run.distinct_columns(call.ordinal(0)));
  });
  add("sorted", {input}, [](const SweepModel& run, const NameCall& call) {
    return Rational(run.sorted(call.ordinal(0)) ? 1 : 0);
  });

  add("shift", {},
      [](const SweepModel& run, const NameCall&) { return run.system().construction().shift; });
  add("c", {},
      [](const SweepModel& run, const NameCall&) { return run.system().construction().c; });
  add_count(StageRole::sweep,
            [](const SweepModel& run, const NameCall&) { return Rational(sweep_layers(run)); });
  add_count(StageRole::last, [](const SweepModel& run, const NameCall&) {
    return Rational(layers(run) - sweep_layers(run));
  });
  add_count(StageRole::other, [](const SweepModel&, const NameCall& call) -> Rational {
    throw LimitReached("'" + (*call.vocabulary)[call.accessor].name + "' is not computed here");
  });
  add("heads", {number}, [](const SweepModel& run, const NameCall& call) {
    return Rational(heads(run, call.index(0, 1, layers(run)) - 1));
  });
  add("v", {number, input, number}, [](const SweepModel& run, const NameCall& call) {
    const auto t = call.index(0, 0, layers(run));
    return id_after(run, t, call.ordinal(1), token(run, call, 2));
  });
  add("z", {input, number}, [](const SweepModel& run, const NameCall& call) {
    return id_after(run, 0, call.ordinal(0), token(run, call, 1));
  });
  add("zt", {input, number}, [](const SweepModel& run, const NameCall& call) {
    return id_after(run, sweep_layers(run), call.ordinal(0), token(run, call, 1));
  });
  add("id", {input, number}, [](const SweepModel& run, const NameCall& call) {
    return id_after(run, layers(run), call.ordinal(0), token(run, call, 1));
  });
  add("entry", {number, input, number, number}, [](const SweepModel& run, const NameCall& call) {
    const auto t = call.index(0, 0, layers(run));
    const auto r = row(run, call, 2);
    return real(run, run.trace(call.ordinal(1)).states[t].column(token(run, call, 3))[r]);
  });
  add("head", {number, number, input, number}, [](const SweepModel& run, const NameCall& call) {
    const auto t = call.index(0, 1, layers(run)) - 1;
    const auto h = call.index(1, 1, heads(run, t)) - 1;
    return real(run, run.literal()
                         .head(t, h, run.trace(call.ordinal(2)).states[t], token(run, call, 3))
                         .front());
  });
  // Entry (r, k) after t layers of the run whose input has tokens i and i + 1 of H exchanged
  // (before encodings are added).
  add("swapped", {number, input, number, number, number},
      [](const SweepModel& run, const NameCall& call) {
        const auto t = call.index(0, 0, layers(run));
        const auto i = call.index(2, 1, run.parameters().n - 1) - 1;
        const auto r = row(run, call, 3);
        const auto k = token(run, call, 4);
        return real(run, run.trace(run.exchanged(call.ordinal(1), i)).states[t].column(k)[r]);
      });

  add_count(StageRole::quantizer, [](const SweepModel& run, const NameCall&) {
    return Rational(run.system().quantizer_layers());
  });
  add(
      "qbreaks", {number, number},
      [](const SweepModel& run, const NameCall& call) {
        const auto t = call.index(0, 0, run.system().quantizer_layers());
        claim::Set points = run.system().quantizer().breakpoints(t, row(run, call, 1));
        for (Rational& x : points) x = real(run, x);
        return points;
      },
      Type::set);
  add("qmap", {number, number, number}, [](const SweepModel& run, const NameCall& call) {
    const auto t = call.index(0, 0, run.system().quantizer_layers());
    const auto r = row(run, call, 1);
    const auto path =
        run.system().quantizer().path(r, call.number(2) * Rational(run.parameters().D));
    const auto after =
        std::find_if(path.begin(), path.end(),
                     [&](const QuantizerStage::Change& change) { return change.layers > t; });
    return real(run, std::prev(after)->value);
  });
  add("qstep", {number, number, number}, [](const SweepModel& run, const NameCall& call) {
    const auto t = call.index(0, 1, run.system().quantizer_layers());
    const auto r = row(run, call, 1);
    return real(run,
                run.system().quantizer().step(t, r, call.number(2) * Rational(run.parameters().D)));
  });
  add("q_hidden", {number}, [](const SweepModel& run, const NameCall& call) {
    return Rational(quantizer_layer(run, call).b_1.size());
  });
  add("q_pieces", {number}, [](const SweepModel& run, const NameCall& call) {
    return Rational(quantizer_layer(run, call).activation.linear_pieces());
  });
  add("q_flat", {number}, [](const SweepModel& run, const NameCall& call) {
    return Rational(constant_pieces(quantizer_layer(run, call).activation));
  });
  add("zeroed", {input, number, number}, [](const SweepModel& run, const NameCall& call) {
    const auto r = row(run, call, 1);
    return real(run, run.zeroed(call.ordinal(0), token(run, call, 2), r));
  });
  add("zeroed_R2", {input, number, number}, [](const SweepModel& run, const NameCall& call) {
    const auto r = row(run, call, 1);
    return real(run, run.zeroed_R2(call.ordinal(0), token(run, call, 2), r));
  });
  for (const bool repaired : {false, true}) {
    add(repaired ? "planted_R2" : "planted", {input, number, input, number, number},
        [repaired](const SweepModel& run, const NameCall& call) {
          const auto k = token(run, call, 1);
          const auto j = token(run, call, 3);
          return real(run, run.planted(call.ordinal(0), k, call.ordinal(2), j, row(run, call, 4),
                                       repaired));
        });
  }
  return list;
}

struct NamesOfSweeps {
  std::vector<Meaning> meanings;
  claim::Vocabulary vocabulary;
};
NamesOfSweeps names_of_sweeps(const std::vector<StageWord>& words) {
  NamesOfSweeps names{meanings(words), {}};
  for (const Meaning& name : names.meanings) names.vocabulary.push_back(name.accessor);
  return names;
}
const NamesOfSweeps& names() {
  static ByStages<NamesOfSweeps> known(stage_words_of_sweeps, names_of_sweeps);
  return known.get();
}

}  // namespace

const claim::Vocabulary& sweep_vocabulary() { return names().vocabulary; }

// ---- the system

SweepSystem::SweepSystem(const SweepChoice& choice, const Parameters& parameters,
                         const Overrides& overrides)
    : choice_(choice),
      parameters_(parameters),
      overrides_(overrides),
      grid_(parameters.n, parameters.d, parameters.D),
      pattern_(everyone(parameters.n)) {
  HARDMAX_REQUIRE(choice.paper != nullptr && !(choice.positional && choice.extended) &&
                  (choice.paper->has_extended_grid() || !choice.extended));
  {
    const FileRun run = run_of(choice, parameters, {});
    quantizer_layers_ = static_cast<std::uint64_t>(run.quantizer_layers().to_int64().value());
    if (choice.extended) {
      entries_ = run.entries();
      grid_ = Grid(parameters.n, parameters.d, entries_.size());
    }
  }
  if (!overrides.vdrop.empty()) {
    throw InvalidInput(
        InvalidInput::Kind::option,
        fmt::format("--with 'vdrop={}': the run of {} has no value layers; leave it out",
                    *overrides.vdrop.begin(), choice.paper->name));
  }
  if (!overrides.qdrop.empty() && *overrides.qdrop.rbegin() > quantizer_layers()) {
    throw InvalidInput(InvalidInput::Kind::option,
                       fmt::format("--with 'qdrop={}': there are {} quantiser layers",
                                   *overrides.qdrop.rbegin(), quantizer_layers()));
  }
  try {
    construction_ = build(choice, parameters, overrides);
  } catch (const LimitReached& limit) {
    not_built_ = limit.what();
  }
}

std::unique_ptr<RunView> SweepSystem::open(std::size_t cached_inputs) const {
  return std::make_unique<SweepModel>(*this, cached_inputs);
}

std::optional<RunSystem::Executable> SweepSystem::executable() const {
  if (!construction_ || choice_.extended) return std::nullopt;
  return Executable{construction_->network, pattern_, construction_->E,
                    construction_->selective_layers};
}

const SweepConstruction& SweepSystem::construction() const {
  if (!construction_) throw LimitReached(not_built_);
  return *construction_;
}

Pattern SweepSystem::attended() const {
  return hardmax::attended(choice_, parameters_, overrides_);
}

const QuantizerStage& SweepSystem::quantizer() const {
  quantizer_once_.call([&] {
    if (quantizer_layers() * parameters_.d > QuantizerStage::max_size)
      throw LimitReached(
          fmt::format("the quantiser has {} layers of {} rows, more than 2^18 weights",
                      quantizer_layers(), parameters_.d));
    quantizer_.emplace(run_of(choice_, parameters_, {}).quantizer(overrides_.qdrop), parameters_.d);
    HARDMAX_REQUIRE(quantizer_->layers() == quantizer_layers());
  });
  return *quantizer_;
}

const Rational& SweepSystem::largest() const {
  largest_once_.call([&] {
    const auto inputs = grid_.size64();
    if (!inputs || *inputs > kMaxForLargest)
      throw LimitReached("the largest entry of g_c: more than 2^20 inputs");
    const SweepModel model(*this, 1);
    for (std::uint64_t g = 0; g < *inputs; ++g) {
      const std::vector<Rational>& entries = model.trace(g).states.back().entries;
      const Rational& here = *std::max_element(entries.begin(), entries.end());
      if (g == 0 || here > largest_) largest_ = here;
    }
  });
  return largest_;
}

std::vector<Layer> SweepSystem::zeroing() const {
  const FileRun run = run_of(choice_, parameters_, overrides_);
  // That the file means the same is checked (file_meaning.hpp).
  run.reading().know("largest", largest() / Rational(parameters_.D));
  std::vector<Layer> layers = run.zeroing();
  if (layers.empty()) throw LimitReached("the construction has no value mapping");
  return layers;
}

std::unique_ptr<RunView> SweepSystem::open_for(const claim::Formula& formula) const {
  const auto asked = asks_for_sorted(formula, index_of(sweep_vocabulary(), "sorted"),
                                     index_of(sweep_vocabulary(), "category"));
  if (!asked || !construction_ || !grid_.size64()) return nullptr;
  const Grid columns(1, parameters_.d, grid_.base());
  if (*columns.size64() > kMaxSorted) return nullptr;
  sorted_once_[asked->distinct].call([&] {
    std::vector<Rational> ids;
    std::vector<bool> in_range;
    for (std::uint64_t i = 0; i < *columns.size64(); ++i) {
      const State<Rational> column = entries_of(columns.input(i));
      ids.push_back(column_id(column.entries, parameters_.D));
      in_range.push_back(std::none_of(column.entries.begin(), column.entries.end(),
                                      [](const Rational& x) { return x.sign() < 0; }));
    }
    sorted_[asked->distinct] =
        sorted_inputs(ids, in_range, parameters_.n, asked->distinct, kMaxSorted);
  });
  const auto& ordinals = sorted_[asked->distinct];
  if (!ordinals || ordinals->empty())
    return nullptr;  // of no input other names would not be bound, whose domains have to have a
                     // value
  return std::make_unique<SomeInputs>(open(1), *ordinals);
}

State<Rational> SweepSystem::entries_of(const std::vector<std::uint64_t>& digits) const {
  State<Rational> z(parameters_.d, digits.size() / parameters_.d);
  for (std::size_t i = 0; i < digits.size(); ++i)
    z.entries[i] = choice_.extended ? entries_[digits[i]] : Rational(digits[i]);
  return z;
}

void SweepSystem::prepare(const claim::Formula& formula) const {
  if ((mentions(formula, index_of(sweep_vocabulary(), "zeroed")) ||
       mentions(formula, index_of(sweep_vocabulary(), "zeroed_R2"))) &&
      grid_.size() <= Rational(kMaxForLargest))
    static_cast<void>(largest());
}

// ---- the model

SweepModel::SweepModel(const SweepSystem& system, std::size_t cached_inputs)
    : system_(system),
      grid_(system.inputs()),
      input_count_(grid_.size64().value_or(std::uint64_t{1} << 62)),
      cached_inputs_(std::max(cached_inputs, kKeptTraces)) {
  if (system.built()) literal_.emplace(system.built()->network, system.pattern());
}

Value SweepModel::read(std::size_t accessor, std::span<const Value> arguments) const {
  const NamesOfSweeps& all = hardmax::names();
  return all.meanings[accessor].value(*this, NameCall{accessor, arguments, &all.vocabulary});
}

std::string SweepModel::show(claim::Input input) const {
  std::string text;
  for (const Rational& entry : grid_point(input.ordinal).entries)
    text += (text.empty() ? "" : " ") + entry.str();
  return text;
}

State<Rational> SweepModel::grid_point(std::uint64_t ordinal) const {
  return system_.entries_of(grid_.input(ordinal));
}

std::uint64_t SweepModel::exchanged(std::uint64_t ordinal, std::uint64_t token) const {
  std::vector<std::uint64_t> digits = grid_.input(ordinal);
  const auto column = digits.begin() + static_cast<std::ptrdiff_t>(token * parameters().d);
  std::swap_ranges(column, column + static_cast<std::ptrdiff_t>(parameters().d),
                   column + static_cast<std::ptrdiff_t>(parameters().d));
  std::uint64_t other = 0;
  for (const std::uint64_t digit : digits) other = other * grid_.base() + digit;
  return other;
}

const SweepModel::Trace& SweepModel::trace(std::uint64_t ordinal) const {
  HARDMAX_REQUIRE(ordinal < input_count_);
  const auto known = traces_.find(ordinal);
  if (known != traces_.end()) return known->second;
  const SweepConstruction& built = system_.construction();
  if (traces_.size() >= cached_inputs_) traces_.clear();
  Trace trace;
  State<Rational> z = grid_point(ordinal);
  for (std::size_t k = 0; k < z.tokens; ++k) {
    for (Rational& x : z.column(k)) x += built.E[k];
  }
  trace.states.push_back(std::move(z));
  for (std::size_t t = 0; t < literal_->layers(); ++t)
    trace.states.push_back(literal_->apply(t, trace.states.back()));
  for (const State<Rational>& state : trace.states) {
    auto& ids = trace.ids.emplace_back();
    for (std::size_t k = 0; k < state.tokens; ++k)
      ids.push_back(column_id(state.column(k), parameters().D));
  }
  return traces_.emplace(ordinal, std::move(trace)).first->second;
}

std::uint64_t SweepModel::distinct_columns(std::uint64_t ordinal) const {
  const State<Rational> z = grid_point(ordinal);
  std::set<std::vector<Rational>> columns;
  for (std::size_t k = 0; k < z.tokens; ++k)
    columns.emplace(z.column(k).begin(), z.column(k).end());
  return columns.size();
}

int SweepModel::category(std::uint64_t ordinal) const {
  const State<Rational> z = grid_point(ordinal);
  if (std::any_of(z.entries.begin(), z.entries.end(),
                  [](const Rational& x) { return x.sign() < 0; }))
    return 3;
  return distinct_columns(ordinal) == parameters().n ? 1 : 2;
}

bool SweepModel::sorted(std::uint64_t ordinal) const {
  const State<Rational> z = grid_point(ordinal);
  for (std::size_t k = 1; k < z.tokens; ++k) {
    if (column_id(z.column(k), parameters().D) < column_id(z.column(k - 1), parameters().D))
      return false;
  }
  return true;
}

Rational SweepModel::zeroed(std::uint64_t ordinal, std::uint64_t token, std::uint64_t r) const {
  if (!zeroing_) zeroing_.emplace(parameters().d, 1, system_.zeroing());
  return Literal<ExactHardmax>(*zeroing_, system_.pattern())
      .run(trace(ordinal).states.back())
      .column(token)[r];
}

Column SweepModel::context(std::uint64_t ordinal, std::uint64_t token) const {
  const auto column = trace(ordinal).states.back().column(token);
  return {column.begin(), column.end()};
}

// A layer for each token of each sorted input with distinct columns: one of each orbit.
const WindowIndex& SweepModel::windows() const {
  if (windows_) return *windows_;
  std::vector<Column> contexts;
  for (std::uint64_t input = 0; input < input_count_; ++input) {
    if (!sorted(input) || category(input) != 1) continue;
    for (std::uint64_t k = 0; k < parameters().n; ++k) {
      if (contexts.size() >= kMaxWindows)
        throw LimitReached("the value mapping has more than 2^16 layers");
      window_of_[{input, k}] = contexts.size();
      contexts.push_back(context(input, k));
      largest_id_ = std::max(largest_id_, column_id(contexts.back(), parameters().D));
    }
  }
  return windows_.emplace(parameters(), std::move(contexts), std::set<std::size_t>{});
}

Column SweepModel::repaired(Column column, const Target& target) const {
  const WindowIndex& layers = windows();
  const Rational K = largest_id_ + Rational(1);
  Column result = layers.run(std::move(column), [&](std::size_t j) {
    Column aim = target(j);
    aim[0] -= K;
    return aim;
  });
  if (column_id(result, parameters().D) < -(Rational(1) / Rational(2))) result[0] += K;
  return result;
}

Rational SweepModel::planted(std::uint64_t ordinal, std::uint64_t token, std::uint64_t of,
                             std::uint64_t of_token, std::uint64_t r, bool repair) const {
  const WindowIndex& layers = windows();
  const auto layer = window_of_.find({ordinal, token});
  if (layer == window_of_.end())
    throw Undefined("planted: argument 1 is not sorted with distinct columns");
  const Target target = [&](std::size_t j) {
    return j == layer->second ? context(of, of_token) : Column(parameters().d);
  };
  const Column start = context(ordinal, token);
  return (repair ? repaired(start, target) : layers.run(start, target))[r];
}

Rational SweepModel::zeroed_R2(std::uint64_t ordinal, std::uint64_t token, std::uint64_t r) const {
  Column start;
  for (std::uint64_t row = 0; row < parameters().d; ++row)
    start.push_back(zeroed(ordinal, token, row));
  return repaired(std::move(start), [&](std::size_t) { return Column(parameters().d); })[r];
}

}  // namespace hardmax
