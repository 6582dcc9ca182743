#include "discharge/value_stage.hpp"
#include "construction/yun2020b/value_mapping.hpp"
#include "discharge/from_file.hpp"

#include "discharge/value_report.hpp"
#include "support.hpp"
#include "support/rounds.hpp"

namespace value_stage_test {

using namespace hardmax;
using namespace hardmax::test;
using yun2020b::ValueEntry;
using Repair = ValueStage::Repair;
using Order = ValueStage::Order;

namespace {

// Columns as a state of many tokens: a feed-forward layer acts on each by itself.
std::vector<Column> through_layers(const std::vector<Layer>& layers,
                                   const std::vector<Column>& columns) {
  State<Rational> z(columns.front().size(), columns.size());
  for (std::size_t k = 0; k < columns.size(); ++k)
    std::copy(columns[k].begin(), columns[k].end(), z.column(k).begin());
  z = execute(layers, z.rows, named("dense", 2), z);
  std::vector<Column> result;
  for (std::size_t k = 0; k < columns.size(); ++k) result.push_back(column_of(z, k));
  return result;
}

std::vector<ValueEntry> reversed(std::vector<ValueEntry> entries) {
  std::reverse(entries.begin(), entries.end());
  return entries;
}

// g_c of a run, executed: from G + E, or from what the quantiser makes of it.
std::vector<Column> mapped_columns(const Run& run, const Construction& built, bool quantized) {
  std::vector<Column> columns;
  const Literal<ExactHardmax> literal(built.network, run.pattern);
  for (std::uint64_t g = 0; g < run.grid().size64().value(); ++g) {
    State<Rational> z = run.start(g);
    if (quantized) z = execute(run.later->quantizer().all(), z.rows, run.pattern, z);
    z = literal.run(z);
    for (std::size_t k = 0; k < z.tokens; ++k) columns.push_back(column_of(z, k));
  }
  return columns;
}

std::vector<Layer> without(std::vector<Layer> layers, const std::set<std::uint64_t>& dropped) {
  for (const std::uint64_t t : dropped) {
    auto& layer = std::get<FeedForward>(layers[t - 1]);
    layer.W_2 = Matrix(layer.W_2.rows(), 1);
  }
  return layers;
}

std::vector<ValueEntry> entries_of(const std::vector<Column>& contexts,
                                   const std::vector<Column>& targets) {
  std::vector<ValueEntry> entries;
  for (std::size_t j = 0; j < contexts.size(); ++j) entries.push_back({contexts[j], targets[j]});
  return entries;
}

std::vector<Column> targets_of(const Run& run) {
  std::vector<Column> targets;
  for (std::uint64_t g = 0; g < run.grid().size64().value(); ++g) {
    for (Column& column : run.target(g, run.grid().input(g))) targets.push_back(std::move(column));
  }
  return targets;
}

// Least id before the all-max stage, and the run with the multiplier of R3 for a largest value.
Construction enlarged(const Run& run, const Rational& largest) {
  std::optional<Rational> least;
  const Literal<ExactHardmax> literal(run.built.network, run.pattern);
  for (std::uint64_t g = 0; g < run.grid().size64().value(); ++g) {
    State<Rational> z = run.start(g);
    for (std::size_t t = 0; t < run.built.selective_layers; ++t) z = literal.apply(t, z);
    for (std::size_t k = 0; k < z.tokens; ++k) {
      const Rational id = column_id(z.column(k), run.parameters.D);
      least = least ? std::min(*least, id) : id;
    }
  }
  REQUIRE(least->sign() > 0);
  Rational c = floor(run.built.c);
  while (c < run.built.c || c * *least < largest + Rational(1))
    c += std::max(Rational(1), floor((largest + Rational(1) - c * *least) / *least));
  Overrides overrides = run.overrides;
  overrides.c = c;
  return hardmax::build(run.parameters, run.pattern, run.assumption, overrides);
}

Rational largest_of(const std::vector<Column>& columns, std::uint64_t D) {
  Rational largest = column_id(columns.front(), D);
  for (const Column& column : columns) largest = std::max(largest, column_id(column, D));
  return largest;
}

Target table_of(const Parameters& parameters,
                const std::function<Rational(std::size_t layer, std::size_t row)>& value) {
  const Grid grid(parameters.n, parameters.d, parameters.D);
  std::vector<std::vector<Column>> f;
  for (std::uint64_t g = 0; g < grid.size64().value(); ++g) {
    auto& columns = f.emplace_back(parameters.n, Column(parameters.d));
    for (std::size_t k = 0; k < parameters.n; ++k) {
      for (std::size_t r = 0; r < parameters.d; ++r) columns[k][r] = value(g * parameters.n + k, r);
    }
  }
  return Target::table("test", parameters, std::move(f));
}

const char* const kNamed[] = {"identity", "parity", "reverse", "running-maximum", "sort"};

}  // namespace

TEST_CASE(
    "value layers: the window index equals executing every layer, on random contexts that meet and "
    "overlap") {
  std::mt19937_64 random(3);
  for (int round = 0; round < testing::rounds(200); ++round) {
    const Parameters parameters{2, 1 + random() % 2, 2 + random() % 2};
    const std::size_t count = 1 + random() % 12;
    const auto draw = [&] {
      Column column;
      for (std::uint64_t r = 0; r < parameters.d; ++r)
        column.push_back(Rational(static_cast<std::int64_t>(random() % 24) - 4) /
                         Rational(1 + random() % 3));
      return column;
    };
    std::vector<ValueEntry> entries;
    std::vector<Column> contexts;
    for (std::size_t j = 0; j < count; ++j) {
      contexts.push_back(draw());
      entries.push_back({contexts.back(), draw()});
    }
    std::set<std::size_t> dropped;
    std::set<std::uint64_t> dropped_numbers;
    if (round % 3 == 0) {
      const std::size_t j = random() % count;
      dropped.insert(j);
      dropped_numbers.insert(j + 1);
    }
    std::vector<Column> columns = contexts;
    for (int i = 0; i < 10; ++i) columns.push_back(draw());
    const WindowIndex index(parameters, contexts, dropped);
    const auto forward = through_layers(
        without(yun2020b::value_layers(parameters, entries), dropped_numbers), columns);
    auto back_layers = without(yun2020b::value_layers(parameters, entries), dropped_numbers);
    std::reverse(back_layers.begin(), back_layers.end());
    const auto backward = through_layers(back_layers, columns);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      INFO("round " << round << ", column " << i);
      const auto target = [&](std::size_t j) { return entries[j].target; };
      CHECK(index.run(columns[i], target) == forward[i]);
      CHECK(index.run(columns[i], target, WindowIndex::Order::backward) == backward[i]);
    }
  }
}

TEST_CASE(
    "value stage: as printed and repaired it equals executing the layers, on correct and broken "
    "runs, for every input") {
  struct Given {
    const char* pattern;
    std::uint64_t n, d, D;
    std::vector<std::string> with;
  };
  std::mt19937_64 random(5);
  for (const Given& given :
       {Given{"dense", 2, 1, 2, {}}, Given{"dense", 2, 1, 3, {}}, Given{"star", 3, 1, 2, {}},
        Given{"dense", 2, 2, 2, {}}, Given{"strided", 4, 1, 2, {}},
        Given{"dense", 2, 1, 2, {"c=1"}}, Given{"dense", 2, 1, 2, {"c=3/2"}},
        Given{"star", 3, 1, 2, {"shift=1"}}, Given{"star", 3, 1, 2, {"E.2=1/3"}},
        Given{"dense", 2, 1, 3, {"drop=4"}}, Given{"star", 3, 1, 2, {"vdrop=5", "vdrop=9"}},
        Given{"dense", 2, 2, 2, {"E.1=2/3", "qdrop=3"}}}) {
    const Parameters parameters{given.n, given.d, given.D};
    std::vector<std::optional<Target>> targets{std::nullopt, Target::named("reverse", parameters)};
    // Values near ids, so that windows are hit.
    const Run plain(given.pattern, given.n, given.d, given.D, given.with);
    const auto contexts = mapped_columns(plain, plain.built, false);
    for (int i = 0; i < 2; ++i) {
      std::vector<Column> aims;
      for (std::size_t j = 0; j < contexts.size(); ++j) {
        aims.push_back(contexts[random() % contexts.size()]);
        aims.back()[0] += Rational(static_cast<std::int64_t>(random() % 3) - 1) / Rational(2);
      }
      targets.push_back(table_of(
          parameters, [&](std::size_t layer, std::size_t row) { return aims[layer][row]; }));
    }
    for (const auto& target : targets) {
      const Run run(given.pattern, given.n, given.d, given.D, given.with, target);
      INFO(given.pattern << " " << given.n << given.d << given.D << " "
                         << (given.with.empty() ? "" : given.with[0]) << " " << run.target.name());
      const ValueStage& stage = run.later->value();
      const auto aims = targets_of(run);
      const auto entries = entries_of(contexts, aims);
      const auto starts = mapped_columns(run, run.built, true);
      const auto printed = through_layers(
          without(yun2020b::value_layers(parameters, entries), run.overrides.vdrop), starts);
      auto back = without(yun2020b::value_layers(parameters, entries), run.overrides.vdrop);
      std::reverse(back.begin(), back.end());
      const auto backward = through_layers(back, starts);
      const auto shifted = through_layers(
          without(yun2020b::value_layers_shifted(parameters, entries), run.overrides.vdrop),
          starts);
      CHECK(stage.constant_shift() == yun2020b::constant_shift(parameters, entries));
      std::optional<std::vector<Column>> larger;
      if (stage.constant_shift().sign() >= 0 &&
          std::none_of(given.with.begin(), given.with.end(),
                       [](const std::string& w) { return w == "shift=1"; })) {
        const auto rebuilt = enlarged(run, largest_of(aims, given.D));
        CHECK(rebuilt.c == stage.enlarged_multiplier());
        larger = through_layers(
            without(yun2020b::value_layers(parameters,
                                           entries_of(mapped_columns(run, rebuilt, false), aims)),
                    run.overrides.vdrop),
            mapped_columns(run, rebuilt, true));
      }
      for (std::size_t layer = 0; layer < stage.layers(); ++layer) {
        CAPTURE(layer);
        CHECK(stage.mapped(layer, Repair::none, Order::forward) == printed[layer]);
        CHECK(stage.mapped(layer, Repair::none, Order::backward) == backward[layer]);
        CHECK(stage.mapped(layer, Repair::shifted_targets, Order::forward) == shifted[layer]);
        if (larger)
          CHECK(stage.mapped(layer, Repair::larger_multiplier, Order::forward) == (*larger)[layer]);
      }
    }
  }
}

TEST_CASE(
    "value stage: planted targets equal executing the layers built for them, every pair, both "
    "orders, both repairs",
    "[full]") {
  for (const auto& [pattern, n, d, D] :
       {std::tuple{"dense", 2, 1, 2}, {"dense", 2, 1, 3}, {"star", 3, 1, 2}, {"dense", 2, 2, 2}}) {
    const Run run(pattern, static_cast<std::uint64_t>(n), static_cast<std::uint64_t>(d),
                  static_cast<std::uint64_t>(D));
    const ValueStage& stage = run.later->value();
    const auto contexts = mapped_columns(run, run.built, false);
    const auto rebuilt = enlarged(run, largest_of(contexts, run.parameters.D));
    const auto larger = mapped_columns(run, rebuilt, false);
    for (std::size_t layer = 0; layer < contexts.size(); layer += 1 + layer % 3) {
      for (std::size_t source = 0; source < contexts.size(); ++source) {
        CAPTURE(pattern, n, d, D, layer, source);
        std::vector<Column> aims(contexts.size(), Column(run.parameters.d));
        aims[layer] = contexts[source];
        const auto entries = entries_of(contexts, aims);
        CHECK(
            stage.planted(layer, source, Repair::none, Order::forward) ==
            through_layers(yun2020b::value_layers(run.parameters, entries), {contexts[layer]})[0]);
        CHECK(stage.planted(layer, source, Repair::none, Order::backward) ==
              through_layers(yun2020b::value_layers(run.parameters, reversed(entries)),
                             {contexts[layer]})[0]);
        // R2 with K for the largest id: an entry of its own that no column starts at says so.
        auto with_largest = entries;
        Column far(run.parameters.d);
        far[0] = largest_of(contexts, run.parameters.D) + Rational(1'000);
        Column largest(run.parameters.d);
        largest[0] = largest_of(contexts, run.parameters.D);
        with_largest.push_back({far, largest});
        CHECK(stage.planted(layer, source, Repair::shifted_targets, Order::forward) ==
              through_layers(yun2020b::value_layers_shifted(run.parameters, with_largest),
                             {contexts[layer]})[0]);
        CHECK(stage.planted(layer, source, Repair::larger_multiplier, Order::forward) ==
              through_layers(yun2020b::value_layers(run.parameters, entries_of(larger, aims)),
                             {larger[layer]})[0]);
        // What Lemma 8 says, and the repairs do.
        CHECK(stage.planted(layer, source, Repair::shifted_targets, Order::forward) ==
              contexts[source]);
        CHECK(stage.planted(layer, source, Repair::larger_multiplier, Order::forward) ==
              contexts[source]);
        CHECK((stage.planted(layer, source, Repair::none, Order::forward) == contexts[source]) ==
              (source <= layer));
        CHECK((stage.planted(layer, source, Repair::none, Order::backward) == contexts[source]) ==
              (source >= layer));
      }
    }
  }
}

TEST_CASE(
    "value stage: at (2,1,2) dense f(0,0)_1 = 49 is the id of (0,1)_1 and is mapped on to 0") {
  const Parameters parameters{2, 1, 2};
  const auto f = table_of(parameters, [](std::size_t layer, std::size_t) {
    return layer == 0 ? Rational(98) : Rational(0);
  });  // 98 delta = 49
  const Run run("dense", 2, 1, 2, {}, f);
  const ValueStage& stage = run.later->value();
  CHECK(stage.context(2) == Column{98});
  std::vector<std::size_t> hits;
  CHECK(stage.mapped(0, Repair::none, Order::forward, &hits) == Column{0});
  CHECK(hits == std::vector<std::size_t>{0, 2});
  CHECK(stage.mapped(0, Repair::none, Order::backward) ==
        Column{98});  // in this order (0,1)_1 comes first
  CHECK(stage.planted(0, 2, Repair::none, Order::forward) == Column{0});
  CHECK(stage.mapped(0, Repair::shifted_targets, Order::forward) == Column{98});
  CHECK(stage.mapped(0, Repair::larger_multiplier, Order::forward) == Column{98});
  CHECK_FALSE(run.holds("E.3.stack"));
  CHECK(run.holds("E.3.stack.R2.target"));
  CHECK(run.holds("E.3.stack.R3.target"));
  const ValueReport report = report_value_mapping(stage, 2, 2, "49");
  CHECK(report.missed == 1);
  REQUIRE(report.first_miss.has_value());
  CHECK(report.first_miss->hits.size() == 2);
  CHECK(report.R2_layers == 9);
  CHECK(report.R3_layers == 8);
  CHECK(report.R2_missed == 0);
  CHECK(report.R3_missed == 0);
}

TEST_CASE(
    "value stage: the printed layers are refuted in both orders; Lemma 8, small values, R2 and R3 "
    "hold, on eight boxes") {
  for (const auto& [pattern, n, d, D] : {std::tuple{"dense", 2, 1, 2},
                                         {"dense", 2, 1, 3},
                                         {"star", 3, 1, 2},
                                         {"dense", 2, 2, 2},
                                         {"strided", 4, 1, 2},
                                         {"dense", 2, 1, 5},
                                         {"star", 3, 1, 3},
                                         {"window", 5, 1, 2}}) {
    CAPTURE(pattern, n, d, D);
    const Run run(pattern, static_cast<std::uint64_t>(n), static_cast<std::uint64_t>(d),
                  static_cast<std::uint64_t>(D));
    CHECK_FALSE(run.holds("E.3.stack"));
    CHECK_FALSE(run.holds("E.3.stack.backward"));
    for (const char* id :
         {"E.3.Lemma8", "E.3.stack.small", "E.3.stack.R2", "E.3.stack.R3", "E.3.stack.R2.pairs",
          "E.3.stack.R3.pairs", "E.3.stack.R2.target", "E.3.stack.R3.target", "E.3.window",
          "E.3.phi_in_Phi", "E.3.Lemma8.count", "D.5.chain"}) {
      CAPTURE(id);
      CHECK(run.holds(id));
    }
    // The witness: the column that is handled first, sent to where the one handled second is.
    const claim::Outcome printed = run.outcome("E.3.stack");
    const auto& at = printed.witness->at;
    REQUIRE(at.size() == 5);
    CHECK(std::get<claim::Input>(at[0].value).ordinal == 0);
    CHECK(std::get<Rational>(at[1].value) == Rational(1));
    CHECK(std::get<claim::Input>(at[2].value).ordinal == 0);
    CHECK(std::get<Rational>(at[3].value) == Rational(2));
    CHECK(std::get<Rational>(*printed.witness->lhs) == Rational(0));
    CHECK(std::get<Rational>(*printed.witness->rhs) ==
          run.later->value().context(1)[0] / Rational(D));
  }
}

TEST_CASE(
    "value stage: named targets are produced as printed, and the reason is that no value lies in a "
    "later window") {
  for (const char* name : kNamed) {
    for (const auto& [pattern, n, d, D] :
         {std::tuple{"dense", 2, 1, 2}, {"star", 3, 1, 2}, {"dense", 2, 2, 2}}) {
      const Parameters parameters{static_cast<std::uint64_t>(n), static_cast<std::uint64_t>(d),
                                  static_cast<std::uint64_t>(D)};
      CAPTURE(name, pattern, n, d, D);
      const Run run(pattern, parameters.n, parameters.d, parameters.D, {},
                    Target::named(name, parameters));
      CHECK(run.holds("E.3.stack.R2.target"));
      const ValueReport report =
          report_value_mapping(run.later->value(), parameters.n, parameters.D, name);
      CHECK(report.missed == 0);
      CHECK(report.moved_again == 0);
      CHECK(report.largest_small < report.lowest_window);
      CHECK(report.forward.has_value());
      CHECK(report.backward.has_value());
      CHECK(report.forward->miss.hits.size() == 2);
    }
  }
}

TEST_CASE(
    "value stage: every single dropped value layer is caught by the chain and by the repairs' "
    "claims") {
  for (std::uint64_t t = 1; t <= 8; ++t) {
    CAPTURE(t);
    const Run run("dense", 2, 1, 2, {"vdrop=" + std::to_string(t)});
    CHECK_FALSE(run.holds("D.5.chain"));
    CHECK_FALSE(run.holds("E.3.stack.R2"));
    CHECK_FALSE(run.holds("E.3.stack.R3.target"));
    CHECK(run.holds("E.3.window"));  // the window is where it was; the layer moves nothing
  }
}

TEST_CASE("value stage: more layers than are built is a limit") {
  const Run run("dense", 2, 1, 1024);
  CHECK_THROWS_AS(run.later->value(), LimitReached);
  CHECK(run.outcome("E.3.Lemma8.count").kind == claim::Outcome::Kind::limit);
}

}  // namespace value_stage_test
