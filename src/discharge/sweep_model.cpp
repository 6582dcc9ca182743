#include "discharge/sweep_model.hpp"

#include <algorithm>
#include <functional>
#include <set>

#include "construction/sparsebert/construction.hpp"
#include "construction/yun2020a/construction.hpp"
#include "construction/yun2020b/quantizer.hpp"
#include "discharge/run_names.hpp"
#include "exact/error.hpp"

namespace hardmax {

using claim::Type;
using claim::Value;

namespace {

constexpr std::size_t kKeptTraces = std::size_t{1} << 16;
constexpr std::size_t kMaxWindows = std::size_t{1} << 16;

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

std::vector<Meaning> meanings() {
  constexpr Type number = Type::number, input = Type::input;
  std::vector<Meaning> list;
  const auto add = [&](const char* name, std::vector<Type> arguments, auto value) { list.push_back({{name, std::move(arguments), number}, value}); };
  const auto real = [](const SweepModel& run, const Rational& units) { return units / Rational(run.parameters().D); };
  const auto token = [](const SweepModel& run, const NameCall& call, std::size_t at) { return call.index(at, 1, run.parameters().n) - 1; };
  const auto row = [](const SweepModel& run, const NameCall& call, std::size_t at) { return call.index(at, 1, run.parameters().d) - 1; };

  add("n", {}, [](const SweepModel& run, const NameCall&) { return Rational(run.parameters().n); });
  add("d", {}, [](const SweepModel& run, const NameCall&) { return Rational(run.parameters().d); });
  add("D", {}, [](const SweepModel& run, const NameCall&) { return Rational(run.parameters().D); });
  add("q", {}, [](const SweepModel& run, const NameCall&) { return power(run.parameters().D, run.parameters().d); });
  add("delta", {}, [=](const SweepModel& run, const NameCall&) { return real(run, 1); });
  add("G", {input, number, number}, [=](const SweepModel& run, const NameCall& call) {
    const auto r = row(run, call, 1);
    return real(run, run.grid_point(call.ordinal(0)).column(token(run, call, 2))[r]);
  });
  add("category", {input}, [](const SweepModel& run, const NameCall& call) { return Rational(run.category(call.ordinal(0))); });
  add("columns", {input}, [](const SweepModel& run, const NameCall& call) { return Rational(run.distinct_columns(call.ordinal(0))); });
  add("sorted", {input}, [](const SweepModel& run, const NameCall& call) { return Rational(run.sorted(call.ordinal(0)) ? 1 : 0); });
  add("qmap", {number}, [=](const SweepModel& run, const NameCall& call) { return real(run, run.quantized(false, call.number(0) * Rational(run.parameters().D))); });
  add("pe_qmap", {number}, [=](const SweepModel& run, const NameCall& call) { return real(run, run.quantized(true, call.number(0) * Rational(run.parameters().D))); });
  add("layers(quantize)", {}, [](const SweepModel& run, const NameCall&) { return Rational(run.quantizer_size(false)); });
  add("layers(pe_quantize)", {}, [](const SweepModel& run, const NameCall&) { return Rational(run.quantizer_size(true)); });
  for (const bool repaired : {false, true}) {
    add(repaired ? "planted_R2" : "planted", {input, number, input, number, number}, [=](const SweepModel& run, const NameCall& call) {
      return real(run, run.planted(call.ordinal(0), token(run, call, 1), call.ordinal(2), token(run, call, 3), row(run, call, 4), repaired));
    });
  }
  for (const bool positional : {false, true}) {
    const std::string prefix = positional ? "pe_" : "";
    const auto add_run = [&](const std::string& name, std::vector<Type> arguments, auto value) { add((prefix + name).c_str(), std::move(arguments), value); };
    const auto layers = [=](const SweepModel& run) { return run.variant(positional).construction.network.layers().size(); };
    const auto sweep_layers = [=](const SweepModel& run) { return run.variant(positional).construction.selective_layers; };
    const auto id_after = [=](const SweepModel& run, std::size_t t, std::uint64_t ordinal, std::uint64_t k) { return real(run, run.trace(positional, ordinal).ids[t][k]); };
    add_run("shift", {}, [=](const SweepModel& run, const NameCall&) { return run.variant(positional).construction.shift; });
    add_run("c", {}, [=](const SweepModel& run, const NameCall&) { return run.variant(positional).construction.c; });
    add(("layers(" + prefix + "selective_shift)").c_str(), {}, [=](const SweepModel& run, const NameCall&) { return Rational(sweep_layers(run)); });
    add(("layers(" + prefix + "global_shift)").c_str(), {}, [=](const SweepModel& run, const NameCall&) { return Rational(layers(run) - sweep_layers(run)); });
    add_run("heads", {number}, [=](const SweepModel& run, const NameCall& call) {
      return Rational(std::get<Attention>(run.variant(positional).construction.network.layers()[call.index(0, 1, layers(run)) - 1]).heads.size());
    });
    add_run("v", {number, input, number}, [=](const SweepModel& run, const NameCall& call) {
      const auto t = call.index(0, 0, layers(run));
      return id_after(run, t, call.ordinal(1), token(run, call, 2));
    });
    add_run("z", {input, number}, [=](const SweepModel& run, const NameCall& call) { return id_after(run, 0, call.ordinal(0), token(run, call, 1)); });
    add_run("zt", {input, number}, [=](const SweepModel& run, const NameCall& call) { return id_after(run, sweep_layers(run), call.ordinal(0), token(run, call, 1)); });
    add_run("id", {input, number}, [=](const SweepModel& run, const NameCall& call) { return id_after(run, layers(run), call.ordinal(0), token(run, call, 1)); });
    add_run("entry", {number, input, number, number}, [=](const SweepModel& run, const NameCall& call) {
      const auto t = call.index(0, 0, layers(run));
      const auto r = row(run, call, 2);
      return real(run, run.trace(positional, call.ordinal(1)).states[t].column(token(run, call, 3))[r]);
    });
    add_run("head", {number, number, input, number}, [=](const SweepModel& run, const NameCall& call) {
      const auto t = call.index(0, 1, layers(run)) - 1;
      const auto& variant = run.variant(positional);
      const auto h = call.index(1, 1, std::get<Attention>(variant.construction.network.layers()[t]).heads.size()) - 1;
      return real(run, variant.literal.head(t, h, run.trace(positional, call.ordinal(2)).states[t], token(run, call, 3)).front());
    });
    // Entry (r, k) after t layers of the run whose input has tokens i and i + 1 of H exchanged (before encodings are added).
    add_run("swapped", {number, input, number, number, number}, [=](const SweepModel& run, const NameCall& call) {
      const auto t = call.index(0, 0, layers(run));
      const auto i = call.index(2, 1, run.parameters().n - 1) - 1;
      const auto r = row(run, call, 3);
      const auto k = token(run, call, 4);
      return real(run, run.trace(positional, run.exchanged(call.ordinal(1), i)).states[t].column(k)[r]);
    });
  }
  return list;
}

const std::vector<Meaning>& names() {
  static const std::vector<Meaning> all = meanings();
  return all;
}

}  // namespace

const std::vector<SweepPaper>& sweep_papers() {
  static const std::vector<SweepPaper> papers = {{"yun2020a", true, &yun2020a::build, &yun2020a::quantizer_layers}, {"sparsebert", false, &sparsebert::build, &yun2020a::quantizer_layers}};
  return papers;
}

const SweepPaper* sweep_paper_of(std::string_view claim_id) {
  const std::string_view paper = claim_id.substr(0, claim_id.find('.'));
  const auto it = std::find_if(sweep_papers().begin(), sweep_papers().end(), [&](const SweepPaper& p) { return p.name == paper; });
  return it == sweep_papers().end() ? nullptr : &*it;
}

const claim::Vocabulary& sweep_vocabulary() {
  static const claim::Vocabulary vocabulary = [] {
    claim::Vocabulary list;
    for (const Meaning& name : names()) list.push_back(name.accessor);
    return list;
  }();
  return vocabulary;
}

SweepModel::SweepModel(const SweepPaper& paper, const sweep::Parameters& parameters, const sweep::Overrides& overrides)
    : paper_(paper),
      parameters_(parameters),
      overrides_(overrides),
      grid_(parameters.n, parameters.d, parameters.D + (paper.extended ? 1 : 0)),
      input_count_(grid_.size64().value_or(std::uint64_t{1} << 62)),
      pattern_(everyone(parameters.n)),
      alone_(everyone(1)) {}

Value SweepModel::read(std::size_t accessor, std::span<const Value> arguments) const {
  return names()[accessor].value(*this, NameCall{accessor, arguments, &sweep_vocabulary()});
}

std::string SweepModel::show(claim::Input input) const {
  std::string text;
  for (const Rational& entry : grid_point(input.ordinal).entries) text += (text.empty() ? "" : " ") + entry.str();
  return text;
}

const SweepModel::Variant& SweepModel::variant(bool positional) const {
  auto& slot = variants_[positional ? 1 : 0];
  if (!slot) slot = std::make_unique<Variant>(paper_.build(parameters_, positional, overrides_), pattern_);
  return *slot;
}

State<Rational> SweepModel::grid_point(std::uint64_t ordinal) const {
  State<Rational> z(parameters_.d, parameters_.n);
  const std::vector<std::uint64_t> digits = grid_.input(ordinal);
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (!paper_.extended) {
      z.entries[i] = digits[i];
    } else {
      z.entries[i] = digits[i] == 0 ? yun2020a::out_of_range(parameters_) : Rational(digits[i] - 1);
    }
  }
  return z;
}

std::uint64_t SweepModel::exchanged(std::uint64_t ordinal, std::uint64_t token) const {
  std::vector<std::uint64_t> digits = grid_.input(ordinal);
  const auto column = digits.begin() + static_cast<std::ptrdiff_t>(token * parameters_.d);
  std::swap_ranges(column, column + static_cast<std::ptrdiff_t>(parameters_.d), column + static_cast<std::ptrdiff_t>(parameters_.d));
  std::uint64_t other = 0;
  for (const std::uint64_t digit : digits) other = other * grid_.base() + digit;
  return other;
}

const SweepModel::Trace& SweepModel::trace(bool positional, std::uint64_t ordinal) const {
  HARDMAX_REQUIRE(ordinal < input_count_);
  const Variant& built = variant(positional);
  const auto known = built.traces.find(ordinal);
  if (known != built.traces.end()) return known->second;
  if (built.traces.size() >= kKeptTraces) built.traces.clear();
  Trace trace;
  State<Rational> z = grid_point(ordinal);
  for (std::size_t k = 0; k < z.tokens; ++k) {
    for (Rational& x : z.column(k)) x += built.construction.E[k];
  }
  trace.states.push_back(std::move(z));
  for (std::size_t t = 0; t < built.literal.layers(); ++t) trace.states.push_back(built.literal.apply(t, trace.states.back()));
  for (const State<Rational>& state : trace.states) {
    auto& ids = trace.ids.emplace_back();
    for (std::size_t k = 0; k < state.tokens; ++k) ids.push_back(sweep::column_id(state.column(k), parameters_.D));
  }
  return built.traces.emplace(ordinal, std::move(trace)).first->second;
}

std::uint64_t SweepModel::distinct_columns(std::uint64_t ordinal) const {
  const State<Rational> z = grid_point(ordinal);
  std::set<std::vector<Rational>> columns;
  for (std::size_t k = 0; k < z.tokens; ++k) columns.emplace(z.column(k).begin(), z.column(k).end());
  return columns.size();
}

int SweepModel::category(std::uint64_t ordinal) const {
  const State<Rational> z = grid_point(ordinal);
  if (std::any_of(z.entries.begin(), z.entries.end(), [](const Rational& x) { return x.sign() < 0; })) return 3;
  return distinct_columns(ordinal) == parameters_.n ? 1 : 2;
}

bool SweepModel::sorted(std::uint64_t ordinal) const {
  const State<Rational> z = grid_point(ordinal);
  for (std::size_t k = 1; k < z.tokens; ++k) {
    if (sweep::column_id(z.column(k), parameters_.D) < sweep::column_id(z.column(k - 1), parameters_.D)) return false;
  }
  return true;
}

const Network& SweepModel::quantizer(bool positional) const {
  auto& slot = quantizers_[positional ? 1 : 0];
  if (!slot) slot.emplace(parameters_.d, 1, paper_.quantizer(parameters_, positional, overrides_.qdrop));
  return *slot;
}

Rational SweepModel::quantized(bool positional, const Rational& x) const {
  State<Rational> z(parameters_.d, 1);
  for (Rational& entry : z.entries) entry = x;
  return Literal<ExactHardmax>(quantizer(positional), alone_).run(std::move(z)).entries.front();
}

Rational SweepModel::planted(std::uint64_t ordinal, std::uint64_t token, std::uint64_t of, std::uint64_t of_token, std::uint64_t r, bool repaired) const {
  const auto context = [&](std::uint64_t input, std::uint64_t k) {
    const auto column = trace(false, input).states.back().column(k);
    return yun2020b::Column(column.begin(), column.end());
  };
  if (!windows_) {  // a layer for each token of each sorted input with distinct columns: one of each orbit
    std::vector<yun2020b::Column> contexts;
    std::optional<Rational> smallest, largest;
    for (std::uint64_t input = 0; input < input_count_; ++input) {
      if (!sorted(input) || category(input) != 1) continue;
      for (std::uint64_t k = 0; k < parameters_.n; ++k) {
        if (contexts.size() >= kMaxWindows) throw LimitReached("the value mapping has more than 2^16 layers");
        window_of_[{input, k}] = contexts.size();
        contexts.push_back(context(input, k));
        const Rational id = sweep::column_id(contexts.back(), parameters_.D);
        if (!smallest || id < *smallest) smallest = id;
        if (!largest || id > *largest) largest = id;
      }
    }
    if (largest) largest_less_smallest_ = *largest - *smallest;
    windows_.emplace(parameters_, std::move(contexts), std::set<std::size_t>{});
  }
  const auto layer = window_of_.find({ordinal, token});
  if (layer == window_of_.end()) throw Undefined("planted: argument 1 is not sorted with distinct columns");
  const Rational K = repaired ? largest_less_smallest_ + Rational(1) : Rational(0);
  const auto target = [&](std::size_t j) {
    yun2020b::Column column = j == layer->second ? context(of, of_token) : yun2020b::Column(parameters_.d);
    column[0] -= K;
    return column;
  };
  yun2020b::Column result = windows_->run(context(ordinal, token), target);
  result[0] += K;
  return result[r];
}

}  // namespace hardmax
