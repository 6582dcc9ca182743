// Nodes a second of the decoder beside its machine, by both engines and by plain Python with
// dictionaries; tuples a second of Task 1, and of plain Python with fractions. One thread. The
// ratios at the end come from this one run.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <string>

#include "decide/farthest.hpp"
#include "decide/integer_decoder.hpp"
#include "decide/turing.hpp"

namespace {

using namespace hardmax;

const std::string kRoot = HARDMAX_ROOT;

struct Job {
  const char* machine;
  std::uint64_t steps;
};
// Two runs to their end, and a longer one.
constexpr Job kJobs[] = {{"bb4", 107}, {"counter", 31}, {"bb5", 1'000}};

constexpr std::uint64_t kMostLiteralSteps = 200;

std::string machine_file(const Job& job) {
  return kRoot + "/data/machines/" + job.machine + ".toml";
}

void run_decoder(benchmark::State& state, const Job& job, bool fast) {
  const auto file =
      subject::ConstructionFile::read(kRoot + "/proofs/bigbird/decoder/construction.toml");
  const subject::Machine machine = subject::Machine::read(machine_file(job));
  const std::uint64_t nodes = decide::nodes_of(decide::run_machine(machine, job.steps).steps);
  for (auto step : state) {
    static_cast<void>(step);
    subject::RunSpec spec;
    spec.parameters["nodes"] = nodes;
    const subject::Run run =
        subject::Run::open(file, spec, std::nullopt, subject::Run::WithoutNetwork::refused,
                           subject::Engine::literal, machine);
    decide::TuringRequest request;
    request.run = &run;
    request.nodes = nodes;
    const auto engine =
        fast ? decide::integer_engine(run, nodes) : decide::literal_engine(run, nodes);
    if (decide::compare(request, *engine).difference) std::abort();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(nodes));
}

// Random tuples of 2 to 8 of the 20 points of the circle, as many of each length.
decide::VectorList tuples_of(std::uint64_t length, std::size_t count) {
  decide::VectorList list;
  list.file = "circle";
  for (const auto& [a, b, c] :
       {std::tuple(1, 0, 1), {5, 12, 13}, {3, 4, 5}, {4, 3, 5}, {12, 5, 13}})
    for (int turn = 0; turn < 4; ++turn) {
      const int x = turn == 0 ? a : turn == 1 ? -b : turn == 2 ? -a : b;
      const int y = turn == 0 ? b : turn == 1 ? a : turn == 2 ? -b : -a;
      list.vectors.push_back({Rational(x) / Rational(c), Rational(y) / Rational(c)});
    }
  std::mt19937_64 draw(length);
  for (std::size_t i = 0; i < count; ++i) {
    list.tuples.emplace_back();
    for (std::uint64_t k = 0; k < length; ++k)
      list.tuples.back().push_back(1 + draw() % list.vectors.size());
  }
  return list;
}

constexpr std::uint64_t kLengths[] = {2, 5, 8};
constexpr std::size_t kTuples = 1'000;

void run_task1(benchmark::State& state, std::uint64_t length) {
  const auto file =
      subject::ConstructionFile::read(kRoot + "/proofs/bigbird/vectors/construction.toml");
  const decide::VectorList list = tuples_of(length, kTuples);
  for (auto step : state) {
    static_cast<void>(step);
    subject::RunSpec spec;
    spec.parameters["n"] = length;
    spec.parameters["d"] = 2;
    spec.variants = {"listed"};
    const subject::Run run =
        subject::Run::open(file, spec, std::nullopt, subject::Run::WithoutNetwork::refused,
                           subject::Engine::literal, std::nullopt, decide::tables_of(list));
    decide::FarthestRequest request;
    request.run = &run;
    request.list = &list;
    if (decide::find_farthest(request).others != 0) std::abort();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(list.tuples.size()));
}

// The plain program in a process of its own, which says how many items took how many seconds.
void run_python(benchmark::State& state, const std::string& arguments) {
  double items = 0;
  for (auto step : state) {
    static_cast<void>(step);
    const std::string command =
        "python3 '" + kRoot + "/tests/bench/turing_plain.py' " + arguments + " 2>/dev/null";
    FILE* pipe = popen(command.c_str(), "r");
    double seconds = 0, count = 0;
    const bool read = pipe != nullptr && std::fscanf(pipe, "%lf %lf", &count, &seconds) == 2;
    if (pipe == nullptr || pclose(pipe) != 0 || !read) {
      state.SkipWithError("python3 did not run it");
      return;
    }
    items += count;
    state.SetIterationTime(seconds);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(items));
}

std::string file_of_tuples(std::uint64_t length) {
  const decide::VectorList list = tuples_of(length, kTuples);
  std::string name = (std::filesystem::temp_directory_path() / "hardmax_bench_XXXXXX").string();
  const int descriptor = mkstemp(name.data());
  if (descriptor < 0) std::abort();
  std::ofstream out(name);
  out << "{\"vectors\": [";
  for (std::size_t i = 0; i < list.vectors.size(); ++i)
    out << (i > 0 ? ", " : "") << "[\"" << list.vectors[i][0].str() << "\", \""
        << list.vectors[i][1].str() << "\"]";
  out << "], \"tuples\": [";
  for (std::size_t i = 0; i < list.tuples.size(); ++i) {
    out << (i > 0 ? ", [" : "[");
    for (std::size_t k = 0; k < length; ++k) out << (k > 0 ? ", " : "") << list.tuples[i][k];
    out << "]";
  }
  out << "]}\n";
  return name;
}

// Prints as usual and remembers the rates.
class Ratios : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      const auto rate = run.counters.find("items_per_second");
      if (run.error_occurred)
        std::printf("skipped: %s: %s\n", run.benchmark_name().c_str(), run.error_message.c_str());
      else if (rate != run.counters.end())
        rates_[run.run_name.function_name] = rate->second;
    }
    ConsoleReporter::ReportRuns(runs);
  }
  void print() const {
    std::printf("\n%-24s %16s %10s\n", "", "nodes, tuples/s", "x Python");
    for (const auto& [name, rate] : rates_) {
      const auto python = rates_.find(name.substr(0, name.find('/')) + "/python");
      if (python == rates_.end())
        std::printf("%-24s %16.0f %10s\n", name.c_str(), rate, "-");
      else
        std::printf("%-24s %16.0f %10.1f\n", name.c_str(), rate, rate / python->second);
    }
  }

 private:
  std::map<std::string, double> rates_;
};

void add_python(const std::string& name, const std::string& arguments) {
  benchmark::RegisterBenchmark(
      (name + "/python").c_str(),
      [arguments](benchmark::State& state) { run_python(state, arguments); })
      ->Unit(benchmark::kMillisecond)
      ->UseManualTime()
      ->Iterations(1);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 64;
  std::vector<std::string> files;
  for (const Job& job : kJobs) {
    const std::string name = job.machine;
    for (const bool fast : {true, false})
      if (fast || job.steps <= kMostLiteralSteps)
        benchmark::RegisterBenchmark(
            (name + (fast ? "/fast" : "/literal")).c_str(),
            [&job, fast](benchmark::State& state) { run_decoder(state, job, fast); })
            ->Unit(benchmark::kMillisecond);
    add_python(name, "decoder '" + machine_file(job) + "' " + std::to_string(job.steps));
  }
  for (const std::uint64_t length : kLengths) {
    const std::string name = "task1 n=" + std::to_string(length);
    benchmark::RegisterBenchmark((name + "/literal").c_str(), [length](benchmark::State& state) {
      run_task1(state, length);
    })->Unit(benchmark::kMillisecond);
    files.push_back(file_of_tuples(length));
    add_python(name, "task1 '" + files.back() + "'");
  }
  Ratios reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  reporter.print();
  for (const std::string& file : files) std::remove(file.c_str());
  return 0;
}
