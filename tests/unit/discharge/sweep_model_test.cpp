#include <catch2/catch.hpp>

#include <algorithm>

#include "claim/entry.hpp"
#include "construction/yun2020a/construction.hpp"
#include "discharge/corpus.hpp"
#include "discharge/decide.hpp"
#include "discharge/sweep_model.hpp"
#include "exact/error.hpp"

namespace sweep_model_test {

using namespace hardmax;

namespace {

// "yun2020a", "yun2020a+" on the extended grid, "yun2020a@" with positional encodings.
SweepChoice choice(std::string name) {
  const char last = name.back();
  if (last == '+' || last == '@') name.pop_back();
  return {sweep_paper_of(name), last == '@', last == '+'};
}

claim::Outcome decided(const std::string& formula, const std::string& name,
                       const Parameters& parameters, const Overrides& overrides = {}) {
  const SweepSystem system(choice(name), parameters, overrides);
  return claim::evaluate(claim::Formula::parse(formula, sweep_vocabulary()), *system.open(64));
}

bool holds(const std::string& formula, const std::string& name, const Parameters& parameters,
           const Overrides& overrides = {}) {
  const claim::Outcome outcome = decided(formula, name, parameters, overrides);
  CAPTURE(formula, outcome.reason);
  REQUIRE(outcome.kind == claim::Outcome::Kind::truth);
  return outcome.truth == claim::Truth::yes;
}

}  // namespace

TEST_CASE("sweep model: names of a run at (0, 2, 3) / 4 have the values of the papers") {
  // Real units: the ids of tests/unit/construction divided by 4.
  const std::string here =
      "forall H in inputs where G(H, 1, 1) = 0 and G(H, 1, 2) = 1/2 and G(H, 1, 3) = 3/4: ";
  CHECK(holds(here + "zt(H, 1) = 3 and zt(H, 2) = 42/4 and zt(H, 3) = 159/4 and id(H, 1) = 40716/4",
              "yun2020a", {3, 1, 4}));
  CHECK(holds(here + "zt(H, 1) = 1 and zt(H, 2) = 6/4 and zt(H, 3) = 11/4 and v(5, H, 3) = 1253/4",
              "sparsebert", {3, 1, 4}));
  CHECK(holds(here + "category(H) = 1 and sorted(H) = 1 and columns(H) = 3 and head(3, 1, H, 2) = "
                     "3 and head(3, 2, H, 2) = 1/2",
              "yun2020a", {3, 1, 4}));
  CHECK_FALSE(holds(here + "zt(H, 1) = 2", "yun2020a", {3, 1, 4}));
}

TEST_CASE("sweep model: the dense paper's inputs are the extended grid, SparseBERT's the grid") {
  CHECK(holds("sum(H in inputs: 1) = 5^2", "yun2020a+", {2, 1, 4}));
  CHECK(
      holds("sum(H in inputs where category(H) = 3: 1) = 5^2 - 4^2 and sum(H in inputs where "
            "category(H) = 2: 1) = 4",
            "yun2020a+", {2, 1, 4}));
  CHECK(holds("sum(H in inputs where category(H) = 1 and sorted(H) = 1: 1) = choose(4, 2)",
              "yun2020a+", {2, 1, 4}));
  CHECK(
      holds("sum(H in inputs: 1) = 4^2 and extended = 0 and positional = 0 and (forall H in "
            "inputs: z(H, 2) < 1)",
            "yun2020a", {2, 1, 4}));
  CHECK(
      holds("sum(H in inputs: 1) = 4^2 and extended = 0 and positional = 1 and (forall H in "
            "inputs: z(H, 2) >= 1)",
            "yun2020a@", {2, 1, 4}));
  CHECK(holds("sum(H in inputs: 1) = 4^2", "sparsebert", {2, 1, 4}));
}

TEST_CASE(
    "sweep model: a dropped layer, another multiplier and a dropped quantiser layer are seen") {
  const std::string order =
      "forall H in inputs, j in 2..n where sorted(H) = 1 and category(H) = 1: zt(H, j-1) < zt(H, "
      "j)";
  const std::string distinct =
      "distinct(H in inputs, k in 1..n where sorted(H) = 1 and category(H) = 1: id(H, k))";
  const std::string quantise =
      "forall g in 0..D-1: qmap(layers(quantize), 1, (g + 1/2)*delta) = g*delta";
  Overrides shift, c, qdrop;
  shift.add("shift=1");
  c.add("c=0");
  qdrop.add("qdrop=2");
  CHECK(holds(order, "yun2020a", {3, 1, 4}));
  CHECK_FALSE(holds(order, "yun2020a", {3, 1, 4}, shift));
  CHECK(holds(distinct, "yun2020a", {3, 1, 4}));
  CHECK_FALSE(holds(distinct, "sparsebert", {2, 1, 4}, c));
  CHECK(holds(quantise, "yun2020a", {2, 1, 4}));
  CHECK_FALSE(holds(quantise, "yun2020a", {2, 1, 4}, qdrop));
}

TEST_CASE("sweep model: an index out of range is undefined and named as the claim names it") {
  const claim::Outcome outcome = decided("forall H in inputs: zt(H, 4) = 0", "yun2020a", {3, 1, 2});
  CHECK(outcome.kind == claim::Outcome::Kind::undefined);
  CHECK(outcome.reason.find("zt") != std::string::npos);
}

TEST_CASE(
    "sweep run: both corpora stand as recorded at small parameters, and are not decided on other "
    "patterns",
    "[full]") {
  for (const std::string name : {"yun2020a", "sparsebert"}) {
    const auto entries = claim::load_entries(std::string(HARDMAX_ROOT) + "/proofs/" + name);
    CorpusRequest request;
    request.boxes = {Box::parse("n=2..3,q=2..3,d=1")};
    request.patterns = {{"dense", {}, {}}, {"star", {}, {}}};
    const CorpusResult result = decide_corpus(request, entries);
    std::size_t refuted = 0, verified = 0;
    for (const ClaimFinding& claim : result.claims) {
      INFO(claim.entry->id << (claim.against.empty() ? "" : claim.against.front()));
      CHECK(claim.against.empty());
      CHECK(claim.verdict != Verdict::undecided);
      refuted += claim.verdict == Verdict::refuted;
      verified += claim.verdict == Verdict::verified;
      for (std::size_t i = 0; i < result.runs.size(); ++i)
        CHECK((!result.runs[i].in_box || claim.at[i].has_value()) ==
              (!result.runs[i].in_box || result.runs[i].pattern.name == "dense" ||
               (result.runs[i].also.size() == 1)));
    }
    CHECK(refuted >= 12);
    CHECK(verified >= 38);
  }
}

TEST_CASE(
    "sweep run: a claim of a dense construction is not checkable where no pattern is dense, and "
    "its counterexample must be dense") {
  claim::Entry entry;
  entry.id = "yun2020a.x";
  entry.domain = "n >= 2";
  entry.formal = "n = 1";
  CorpusRequest request;
  request.boxes = {Box::parse("n=4,q=2,d=1")};
  request.patterns = {{"window", 1, {}}};
  request.threads = 1;
  const CorpusResult result = decide_corpus(request, {entry});
  CHECK(result.claims.front().verdict == Verdict::not_checkable);
  entry.record = claim::Record::fails;
  entry.counterexample = "n=4 d=1 D=2 pattern=window window=1";
  CHECK_THROWS_AS(decide_corpus(request, {entry}), InvalidInput);
  entry.counterexample =
      "n=4 d=1 D=2 pattern=dense";  // yun2020a is decided on the extended grid or with encodings
  CHECK_THROWS_AS(decide_corpus(request, {entry}), InvalidInput);
  entry.counterexample = "n=4 d=1 D=2 pattern=dense extended=1";
  CHECK(decide_corpus(request, {entry}).claims.front().verdict == Verdict::refuted);
}

TEST_CASE("sweep model: overrides of stages that there are not are refused with the bound") {
  Overrides vdrop, qdrop, drop, token;
  vdrop.add("vdrop=1");
  qdrop.add("qdrop=6");
  drop.add("drop=6");
  token.add("E.3=0");
  for (const Overrides& wrong : {vdrop, qdrop, drop, token})
    CHECK_THROWS_AS(SweepSystem(choice("yun2020a"), {2, 1, 4}, wrong), InvalidInput);
  CHECK_NOTHROW(SweepSystem(choice("yun2020a@"), {2, 1, 4}, qdrop));  // 2 * 4 layers
}

TEST_CASE(
    "sweep model: the quantiser's breakpoints and single layers, and the value mapping's first "
    "layers") {
  CHECK(
      holds("qbreaks(0, 1) = {} and qbreaks(1, 1) = {0, 1} and qbreaks(2, 1) = {0, 1/4, 1} and "
            "qbreaks(5, 1) = {0, 1/4, 1/2, 3/4, 1}",
            "yun2020a", {2, 1, 4}));
  CHECK(
      holds("qbreaks(2, 1) = {0, 1/4, 1/2} and card(qbreaks(8, 1)) = 9 and qmap(8, 1, 7/3) = 7/3 "
            "and qmap(8, 1, 2/3) = 1/2",
            "yun2020a@", {2, 1, 4}));
  CHECK(
      holds("qstep(3, 1, 1/3) = 1/4 and qstep(2, 1, 1/3) = 1/3 and qstep(1, 1, 1) = -16 and "
            "qmap(5, 1, 1) = -16",
            "yun2020a", {2, 1, 4}));
  CHECK(holds("forall H in inputs, k in 1..n: zeroed(H, 1, k) = (2 - min(2, category(H)))*id(H, k)",
              "yun2020a+", {2, 1, 3}));
}

TEST_CASE(
    "sweep model: the repaired value mapping is what its layers make of every column, one after "
    "the other, and keeps both halves of Lemma 7") {
  for (const std::string name : {"yun2020a+", "yun2020a", "sparsebert"}) {
    for (const Parameters& parameters : {Parameters{2, 1, 3}, {2, 2, 2}, {3, 1, 3}}) {
      const std::uint64_t n = parameters.n, d = parameters.d, D = parameters.D;
      for (const char* with : {"", "shift=2", "c=3/2", "c=-5"}) {
        CAPTURE(name, n, d, D, with);
        Overrides overrides;
        if (*with != '\0') overrides.add(with);
        const SweepSystem system(choice(name), parameters, overrides);
        const SweepModel model(system, 8);
        std::vector<std::pair<std::uint64_t, std::uint64_t>> places;
        const auto context = [&](std::uint64_t input, std::uint64_t k) {
          const auto column = model.trace(input).states.back().column(k);
          return Column(column.begin(), column.end());
        };
        for (std::uint64_t input = 0; input < model.input_count(); ++input) {
          for (std::uint64_t k = 0; k < n; ++k) {
            if (model.sorted(input) && model.category(input) == 1) places.emplace_back(input, k);
          }
        }
        const auto layers = [&](std::size_t aimed, std::size_t at, bool zeroing) {
          std::vector<yun2020b::ValueEntry> entries;
          for (std::size_t i = 0; i < places.size(); ++i) {
            const auto [input, k] = places[i];
            const bool aims = i == aimed;
            entries.push_back({context(input, k),
                               aims ? context(places[at].first, places[at].second) : Column(d)});
          }
          std::vector<Layer> all;
          if (zeroing) all = yun2020a::zeroing_layers(parameters, system.largest());
          // A further entry that no column meets has the largest target, so K is the family's.
          std::size_t most = 0;
          for (std::size_t i = 0; i < places.size(); ++i) {
            const auto id = [&](std::size_t j) {
              return column_id(context(places[j].first, places[j].second), D);
            };
            if (id(i) > id(most)) most = i;
          }
          Column far(d);
          far[0] = power(D, 40 * n * d);
          if (!places.empty())
            entries.push_back({far, context(places[most].first, places[most].second)});
          for (Layer& layer : yun2020a::lowered_value_layers(parameters, entries))
            all.push_back(std::move(layer));
          return Network(d, 1, std::move(all));
        };
        const std::size_t none = places.size();
        const Network zero = layers(none, 0, true);
        const Literal<ExactHardmax> through(zero, system.pattern());
        // The file of sparsebert has no value mapping.
        const std::uint64_t zeroed = name.starts_with("yun2020a") ? model.input_count() : 0;
        for (std::uint64_t input = 0; input < zeroed; ++input) {
          const State<Rational> z = through.run(model.trace(input).states.back());
          for (std::uint64_t k = 0; k < n; ++k) {
            for (std::uint64_t r = 0; r < d; ++r)
              REQUIRE(model.zeroed_R2(input, k, r) == z.column(k)[r]);
          }
        }
        for (std::size_t i = 0; i < places.size() && i < 6; ++i) {
          for (std::size_t j = 0; j < places.size() && j < 6; ++j) {
            const auto [input, k] = places[i];
            const auto [of, of_k] = places[j];
            const Network planted = layers(i, j, false);
            const State<Rational> z = Literal<ExactHardmax>(planted, system.pattern())
                                          .run(model.trace(input).states.back());
            for (std::uint64_t r = 0; r < d; ++r)
              REQUIRE(model.planted(input, k, of, of_k, r, true) == z.column(k)[r]);
          }
        }
      }
    }
  }
  const std::string first =
                        "forall H in inputs where sorted(H) = 1 and category(H) = 1: forall K in "
                        "inputs where sorted(K) = 1 and category(K) = 1: forall k in 1..n, j in "
                        "1..n, r in 1..d: planted_R2(H, k, K, j, r) = "
                        "entry(layers(selective_shift) + layers(global_shift), K, r, j)",
                    second =
                        "forall H in inputs, r in 1..d, k in 1..n where sorted(H) = 1: "
                        "zeroed_R2(H, r, k) = 0";
  for (const auto& parameters : {Parameters{2, 1, 2}, {2, 1, 4}, {3, 1, 3}, {2, 2, 2}}) {
    CHECK(holds(first, "yun2020a+", parameters));
    CHECK(holds(second, "yun2020a+", parameters));
  }
}

TEST_CASE("sweep run: literal, fast and lanes give one result, also where layers are dropped",
          "[full]") {
  for (const std::string name : {"yun2020a", "yun2020a@", "sparsebert", "sparsebert@"}) {
    const SweepChoice chosen = choice(name);
    const auto entries = claim::load_entries(std::string(HARDMAX_ROOT) + "/proofs/" +
                                             std::string(chosen.paper->name));
    for (const char* with : {"", "shift=1", "drop=3", "c=1/2"}) {
      RunRequest request;
      request.parameters = {3, 1, 4};
      request.sweep = chosen;
      request.paper = chosen.paper->name;
      if (*with != '\0') request.overrides.add(with);
      std::optional<std::string> first;
      for (const char* engine : {"literal", "fast", "lanes"}) {
        INFO(name << " " << with << " " << engine);
        request.engine = engine;
        const RunResult result = decide_run(request, entries);
        CHECK(result.executed);
        const std::string certificate = certificate::write(certify(request, result));
        if (!first) first = certificate;
        CHECK(certificate == *first);
      }
    }
  }
}

}  // namespace sweep_model_test
