// Big Bird's contextual mapping on every input of the boxes of docs/bigbird.md, on the star, the
// star with windows of one and the complete graph: are all final ids different? Decided as verify
// does it, from the construction file, on one thread, beside the same in plain Python. The ratios
// at the end come from this one run.
#include <benchmark/benchmark.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "claim/entry.hpp"
#include "decide/decide.hpp"
#include "subject/run.hpp"

namespace {

using namespace hardmax;

const std::string kRoot = HARDMAX_ROOT;
const std::string kClaim = "bigbird.A.2.2.final_sweep.repaired";

using Box = std::array<std::uint64_t, 3>;  // n, d, D

// Those of scripts/bigbird_baseline.py.
const std::vector<Box> kBoxes = {{2, 1, 2}, {2, 1, 3}, {2, 1, 4}, {2, 1, 5}, {2, 1, 8}, {3, 1, 2},
                                 {3, 1, 3}, {3, 1, 4}, {3, 1, 5}, {4, 1, 2}, {4, 1, 3}, {4, 1, 4},
                                 {5, 1, 2}, {5, 1, 3}, {6, 1, 2}, {6, 1, 3}, {7, 1, 2}, {8, 1, 2},
                                 {2, 2, 2}, {2, 2, 3}, {2, 2, 4}, {3, 2, 2}, {3, 2, 3}, {4, 2, 2},
                                 {2, 3, 2}, {3, 3, 2}, {2, 4, 2}};
const std::vector<std::vector<std::string>> kGraphs = {{}, {"windowed(1)"}, {"complete"}};

std::int64_t ids_of(const Box& box) {
  std::int64_t out = static_cast<std::int64_t>(box[0]);
  for (std::uint64_t i = 0; i < box[0] * box[1]; ++i) out *= static_cast<std::int64_t>(box[2]);
  return out;
}

void decide_box(const subject::ConstructionFile& file, const std::vector<claim::Entry>& entries,
                const Box& box, const std::vector<std::string>& graph) {
  subject::RunSpec spec;
  spec.parameters = {{"n", box[0]}, {"d", box[1]}, {"D", box[2]}};
  spec.variants = graph;
  const subject::Run run = subject::Run::open(file, spec);
  decide::Request request;
  request.run = &run;
  request.only = kClaim;
  request.threads = 1;
  const decide::Result result = decide::decide(request, entries);
  if (result.claims.size() != 1 || result.claims[0].verdict != Verdict::verified) std::abort();
}

void run_verify(benchmark::State& state, const std::vector<Box>& boxes) {
  const auto file = subject::ConstructionFile::read(kRoot + "/proofs/bigbird/construction.toml");
  const std::vector<claim::Entry> entries = claim::load_entries({kRoot + "/proofs/bigbird"});
  std::int64_t ids = 0;
  for (auto step : state) {
    static_cast<void>(step);
    for (const Box& box : boxes)
      for (const auto& graph : kGraphs) {
        decide_box(file, entries, box, graph);
        ids += ids_of(box);
      }
  }
  state.SetItemsProcessed(ids);
}

// The plain program in a process of its own, which says how many seconds it took.
void run_python(benchmark::State& state, const std::string& arguments,
                const std::vector<Box>& boxes) {
  std::int64_t ids = 0;
  for (auto step : state) {
    static_cast<void>(step);
    const std::string command = "python3 '" + kRoot + "/scripts/bigbird_baseline.py' " + arguments +
                                " 2>/dev/null | tail -1";
    FILE* pipe = popen(command.c_str(), "r");
    double seconds = 0;
    const bool read = pipe != nullptr && std::fscanf(pipe, "in all %lf", &seconds) == 1;
    if (pipe == nullptr || pclose(pipe) != 0 || !read) {
      state.SkipWithError("python3 did not run it");
      return;
    }
    state.SetIterationTime(seconds);
    for (const Box& box : boxes) ids += ids_of(box) * static_cast<std::int64_t>(kGraphs.size());
  }
  state.SetItemsProcessed(ids);
}

// Prints as usual and remembers the rates.
class Ratios : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      const auto rate = run.counters.find("items_per_second");
      if (!run.error_occurred && rate != run.counters.end())
        rates_[run.run_name.function_name] = rate->second;
    }
    ConsoleReporter::ReportRuns(runs);
  }
  void print() const {
    std::printf("\n%-24s %16s %10s\n", "", "ids/s", "x Python");
    for (const auto& [name, rate] : rates_) {
      const auto python = rates_.find(name.substr(0, name.find('/')) + "/python");
      std::printf("%-24s %16.0f %10s\n", name.c_str(), rate,
                  python == rates_.end() ? "-" : std::to_string(rate / python->second).c_str());
    }
  }

 private:
  std::map<std::string, double> rates_;
};

void add(const std::string& name, const std::string& arguments, const std::vector<Box>& boxes) {
  benchmark::RegisterBenchmark((name + "/verify").c_str(), [boxes](benchmark::State& state) {
    run_verify(state, boxes);
  })->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark(
      (name + "/python").c_str(),
      [=](benchmark::State& state) { run_python(state, arguments, boxes); })
      ->Unit(benchmark::kMillisecond)
      ->UseManualTime()
      ->Iterations(1);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 64;
  add("boxes", "", kBoxes);
  add("12,1,2", "12 1 2", {{12, 1, 2}});
  Ratios reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  reporter.print();
  return 0;
}
