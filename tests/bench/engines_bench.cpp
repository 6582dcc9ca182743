// Inputs per second of the engines and of the baselines, one thread, CPU time; at the end the
// ratios, and what a second thread gives.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <tuple>

#include "baselines.hpp"
#include "construction/yun2020b/construction.hpp"
#include "execute/engine.hpp"
#include "pattern/assumption1.hpp"

namespace {

using namespace hardmax;

struct Job {
  const char* name;
  std::uint64_t n, d, D, window;
};
constexpr Job kJobs[] = {{"8,1,8", 8, 1, 8, 3}, {"12,1,4", 12, 1, 4, 4}};

IdProgram program_of(const Job& job) {
  PatternRequest request;
  request.name_or_file = "strided";
  request.n = job.n;
  request.window = job.window;
  const Pattern pattern = make_pattern(request);
  const auto built =
      yun2020b::build({job.n, job.d, job.D}, pattern, decide_assumption1(pattern), {});
  std::vector<Rational> E;
  for (const Rational& e : built.E) E.push_back(e * Rational(job.D));
  return derive_id_program(built.network, pattern, job.D, E, built.selective_layers).value();
}

// All inputs: every id formed, digested, and its decoding checked.
void run_engine(benchmark::State& state, const Engine& engine, EngineChoice choice, CpuPath path) {
  EngineOptions options;
  options.cpu = path;
  options.threads = 1;
  for (auto step : state) {
    static_cast<void>(step);
    const EngineOutcome outcome = engine.run(choice, options);
    if (!outcome.all_inverted() || outcome.sum.inputs != engine.inputs()) std::abort();
    benchmark::DoNotOptimize(outcome.digest.total());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(engine.inputs()));
}

void run_baseline(benchmark::State& state, const IdProgram& program,
                  std::uint64_t (*baseline)(const IdProgram&, std::uint64_t)) {
  constexpr std::uint64_t inputs = 1 << 15;
  for (auto step : state) {
    static_cast<void>(step);
    if (baseline(program, inputs) != inputs * program.n) std::abort();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(inputs));
}

// Prints as usual and remembers the rates.
class Ratios : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      const auto rate = run.counters.find("items_per_second");
      if (!run.error_occurred && rate != run.counters.end())
        rates_[run.benchmark_name()] = rate->second;
    }
    ConsoleReporter::ReportRuns(runs);
  }
  void print() const {
    std::printf("\n%-24s %14s %12s %14s\n", "", "inputs/s", "x mpz + set", "x cpp_int + set");
    for (const auto& [name, rate] : rates_) {
      const std::string job = name.substr(0, name.find('/'));
      const auto mpz = rates_.find(job + "/mpz");
      const auto cpp_int = rates_.find(job + "/cpp_int");
      if (mpz == rates_.end() || cpp_int == rates_.end()) continue;
      std::printf("%-24s %14.0f %12.1f %14.1f\n", name.c_str(), rate, rate / mpz->second,
                  rate / cpp_int->second);
    }
  }

 private:
  std::map<std::string, double> rates_;
};

// Wall time of one thread over that of two, the best of several runs each, taken in turn. Says
// something only on a machine with two idle cores.
void print_threads(const std::string& name, const Engine& engine) {
  for (const auto& [choice, title, repeats] :
       {std::tuple(EngineChoice::lanes, "lanes", 1), std::tuple(EngineChoice::fast, "fast", 30)}) {
    double best[2] = {1e9, 1e9};
    for (int round = 0; round < 7; ++round) {
      for (std::size_t threads = 1; threads <= 2; ++threads) {
        EngineOptions options;
        options.threads = threads;
        const auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < repeats; ++i)
          benchmark::DoNotOptimize(engine.run(choice, options).digest.total());
        best[threads - 1] = std::min(
            best[threads - 1],
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
      }
    }
    std::printf("%s/%s: two threads %.2f times one\n", name.c_str(), title, best[0] / best[1]);
  }
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 64;
  std::map<std::string, Engine> engines;
  for (const Job& job : kJobs) {
    const std::string name = job.name;
    const Engine& engine = engines.try_emplace(name, program_of(job)).first->second;
    for (const CpuPath path : {CpuPath::portable, CpuPath::avx2, CpuPath::avx512}) {
      if (!cpu_supports(path)) continue;
      for (const EngineChoice choice : {EngineChoice::lanes, EngineChoice::fast}) {
        const std::string title = name + (choice == EngineChoice::lanes ? "/lanes/" : "/fast/") +
                                  std::string(name_of(path));
        benchmark::RegisterBenchmark(title.c_str(), [&engine, choice,
                                                     path](benchmark::State& state) {
          run_engine(state, engine, choice, path);
        })->Unit(benchmark::kMillisecond);
      }
    }
    benchmark::RegisterBenchmark((name + "/mpz").c_str(), [&engine](benchmark::State& state) {
      run_baseline(state, engine.program(), bench::literal_mpz);
    })->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark((name + "/cpp_int").c_str(), [&engine](benchmark::State& state) {
      run_baseline(state, engine.program(), bench::literal_cpp_int);
    })->Unit(benchmark::kMillisecond);
  }
  Ratios reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  reporter.print();
  for (const auto& [name, engine] : engines) print_threads(name, engine);
  return 0;
}
