// Soft runs: inputs per second on one thread, errors alone and everything, against the literal
// executor, the plain formula in Arb and in MPFI, and mpmath in a child process, all at 200 bits.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "discharge/from_file.hpp"
#include "discharge/soft/run.hpp"
#include "execute/grid.hpp"
#include "pattern/assumption1.hpp"
#include "soft_baselines.hpp"

namespace {

using namespace hardmax;

constexpr long kBits = 200;

struct Case {
  Pattern pattern;
  Construction construction;
  SoftSettings settings;
  std::vector<SoftStage> stages;

  Case(std::uint64_t n, std::uint64_t d, std::uint64_t D, SoftSettings::Choice choice)
      : pattern(strided(n)),
        construction(build({n, d, D}, pattern, decide_assumption1(pattern), {})) {
    settings.choice = choice;
    settings.map = SoftMap{};
    stages = soft_stages(construction, settings);
  }
  static Pattern strided(std::uint64_t n) {
    PatternRequest request;
    request.name_or_file = "strided";
    request.n = n;
    return make_pattern(request);
  }
  [[nodiscard]] SoftRequest request(SoftRun::Reading reading, bool errors_alone,
                                    bool literal) const {
    SoftRequest r;
    r.construction = &construction;
    r.pattern = &pattern;
    r.stages = stages;
    r.map = settings.map;
    r.reading = reading;
    r.errors_alone = errors_alone;
    r.literal = literal;
    return r;
  }
  // Every `step`-th input.
  [[nodiscard]] bench::SoftJob job(std::uint64_t step) const {
    const auto& [n, d, D] = construction.parameters;
    std::vector<Rational> E;
    for (const Rational& e : construction.E) E.push_back(e * Rational(D));
    bench::SoftJob job{
        derive_id_program(construction.network, pattern, D, E, construction.selective_layers)
            .value(),
        {},
        {},
        kBits,
        {}};
    job.layers = id_layers(job.program);
    for (const SoftStage& stage : stages) {
      for (std::size_t t = stage.first; t < stage.last; ++t) {
        if (!std::get<Attention>(construction.network.layers()[t]).heads.empty())
          job.scales.push_back(*stage.t / Rational(D * D));
      }
    }
    const std::uint64_t inputs = Grid(n, d, D).size64().value();
    for (std::uint64_t i = 0; i < inputs; i += step) job.ordinals.push_back(i);
    return job;
  }
};

void run_soft_of(benchmark::State& state, const SoftRequest& request) {
  std::uint64_t inputs = 0;
  for (auto step : state) {
    static_cast<void>(step);
    inputs += run_soft(request, kBits).inputs;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(inputs));
}

void run_baseline(benchmark::State& state, const bench::SoftJob& job,
                  std::vector<Ball> (*baseline)(const bench::SoftJob&),
                  const std::vector<Ball>& expected) {
  std::vector<Ball> ids;
  for (auto step : state) {
    static_cast<void>(step);
    ids = baseline(job);
  }
  if (ids.size() != expected.size()) std::abort();
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (!ids[i].overlaps(expected[i])) std::abort();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(job.ordinals.size()));
}

// The child's own processor time is what counts.
void run_mpmath(benchmark::State& state, const bench::SoftJob& job,
                const std::vector<Ball>& expected) {
  for (auto step : state) {
    static_cast<void>(step);
    const bench::Mpmath result = bench::soft_mpmath(job);
    if (!result.missing.empty()) {
      state.SkipWithError(result.missing.c_str());
      return;
    }
    for (std::size_t i = 0; i < expected.size(); ++i) {
      Ball near = expected[i];  // it is no enclosure: a third of the digits is asked for
      arb_add_error_2exp_si(near.raw(), -kBits / 3);
      if (!near.contains(result.ids[i])) std::abort();
    }
    state.SetIterationTime(result.seconds);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(job.ordinals.size()));
}

// Prints as usual and remembers the rates.
class Ratios : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      const auto rate = run.counters.find("items_per_second");
      if (run.error_occurred) {
        std::printf("skipped: %s: %s\n", run.benchmark_name().c_str(), run.error_message.c_str());
      } else if (rate != run.counters.end()) {
        rates_[run.run_name.function_name] = rate->second;
      }
    }
    ConsoleReporter::ReportRuns(runs);
  }
  void print() const {
    std::printf("\n%-42s %10s %8s %8s %8s\n", "", "inputs/s", "x arb", "x mpfi", "x mpmath");
    for (const auto& [name, rate] : rates_) {
      const std::string job = name.substr(0, name.find('/'));
      std::printf("%-42s %10.0f", name.c_str(), rate);
      for (const char* baseline : {"/arb", "/mpfi", "/mpmath"}) {
        const auto other = rates_.find(job + baseline);
        if (other == rates_.end()) {
          std::printf(" %8s", "-");
        } else {
          std::printf(" %8.1f", rate / other->second);
        }
      }
      std::printf("\n");
    }
  }

 private:
  std::map<std::string, double> rates_;
};

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 64;
  struct Kept {
    Case made;
    bench::SoftJob job;
    std::vector<Ball> expected;
  };
  std::map<std::string, Kept> kept;
  using Reading = SoftRun::Reading;
  for (const auto& [name, n, D, choice] :
       {std::tuple("4,1,8 printed", 4, 8, SoftSettings::Choice::printed),
        std::tuple("4,1,8 repaired", 4, 8, SoftSettings::Choice::repaired),
        std::tuple("8,1,2 repaired", 8, 2, SoftSettings::Choice::repaired)}) {
    Case made(static_cast<std::uint64_t>(n), 1, static_cast<std::uint64_t>(D), choice);
    bench::SoftJob job = made.job(n == 4 ? 97 : 17);
    std::vector<Ball> expected = bench::soft_arb(job);
    const Kept& k =
        kept.try_emplace(name, Kept{std::move(made), std::move(job), std::move(expected)})
            .first->second;
    const std::string title = name;
    for (const auto& [reading, reads] :
         {std::pair(Reading::map, "softmax"), std::pair(Reading::admissible, "admissible")}) {
      if (choice == SoftSettings::Choice::printed && reading == Reading::admissible) continue;
      for (const bool literal : {false, true}) {
        for (const bool errors_alone : {true, false}) {
          const SoftRequest request = k.made.request(reading, errors_alone, literal);
          const std::string full = title + "/" + reads + (literal ? ", literal" : "") +
                                   (errors_alone ? ", errors alone" : ", all");
          benchmark::RegisterBenchmark(full.c_str(), [request](benchmark::State& state) {
            run_soft_of(state, request);
          })->Unit(benchmark::kMillisecond);
        }
      }
    }
    benchmark::RegisterBenchmark((title + "/arb").c_str(), [&k](benchmark::State& state) {
      run_baseline(state, k.job, bench::soft_arb, k.expected);
    })->Unit(benchmark::kMillisecond);
#ifdef HARDMAX_HAS_MPFI
    benchmark::RegisterBenchmark((title + "/mpfi").c_str(), [&k](benchmark::State& state) {
      run_baseline(state, k.job, bench::soft_mpfi, k.expected);
    })->Unit(benchmark::kMillisecond);
#endif
    benchmark::RegisterBenchmark(
        (title + "/mpmath").c_str(),
        [&k](benchmark::State& state) { run_mpmath(state, k.job, k.expected); })
        ->Unit(benchmark::kMillisecond)
        ->UseManualTime()
        ->Iterations(1);
  }
  Ratios reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  reporter.print();
  return 0;
}
