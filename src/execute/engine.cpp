#include "execute/engine.hpp"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_pipeline.h>

#include <algorithm>
#include <optional>

#include "exact/crew.hpp"
#include "exact/error.hpp"
#include "execute/fast.hpp"
#include "execute/on_threads.hpp"

namespace hardmax {

struct Engine::Parts {
  explicit Parts(IdProgram p)
      : program(std::move(p)),
        chain(find_chain(program)),
        decoder(Decoder::make(program, chain)),
        tables(program, chain ? &*chain : nullptr, decoder ? &*decoder : nullptr),
        plan(make_fast_plan(program, chain, decoder)) {
    const auto size = power(Rational(program.columns()), Rational(program.n)).to_int64();
    HARDMAX_REQUIRE(size.has_value());
    inputs = static_cast<std::uint64_t>(*size);
  }
  IdProgram program;
  std::optional<Chain> chain;
  std::optional<Decoder> decoder;
  LaneTables tables;
  std::optional<FastPlan> plan;
  std::uint64_t inputs = 0;
};

namespace {

// What one thread needs to do a chunk.
class Worker {
 public:
  Worker(const LaneTables& tables, const FastPlan* plan, EngineChoice choice, CpuPath cpu) {
    if (choice == EngineChoice::fast) {
      fast_.emplace(tables, plan, cpu);
    } else {
      lanes_.emplace(tables, cpu, false);
    }
  }
  ChunkSum run(std::uint64_t first, std::uint64_t last) {
    ChunkSum sum;
    if (fast_) {
      fast_->run(first, last, sum);
    } else {
      lanes_->run(first, last, sum);
    }
    return sum;
  }

 private:
  std::optional<FastRunner> fast_;
  std::optional<LaneRunner> lanes_;
};

struct Done {
  std::uint64_t chunk = 0;
  ChunkSum sum;
};

}  // namespace

Engine::Engine(IdProgram program) : parts_(std::make_unique<Parts>(std::move(program))) {}
Engine::~Engine() = default;
const IdProgram& Engine::program() const { return parts_->program; }
std::uint64_t Engine::inputs() const { return parts_->inputs; }
const Decoder* Engine::decoder() const { return parts_->decoder ? &*parts_->decoder : nullptr; }
const FastPlan* Engine::fast_plan() const { return parts_->plan ? &*parts_->plan : nullptr; }
const LaneTables& Engine::tables() const { return parts_->tables; }

EngineOutcome Engine::run(EngineChoice choice, std::uint64_t first, std::uint64_t last,
                          const EngineOptions& options) const {
  constexpr std::uint64_t size = Digest::chunk_inputs;
  HARDMAX_REQUIRE(first % size == 0 && first <= last && last <= inputs() &&
                  (last % size == 0 || last == inputs()));
  const CpuPath cpu = resolve_cpu_path(options.cpu);
  const std::size_t threads = threads_of(options.threads);
  tbb::enumerable_thread_specific<std::unique_ptr<Worker>> workers;
  const auto stopped = [&] { return options.stop != nullptr && options.stop->load() != 0; };

  EngineOutcome outcome;
  outcome.decoder = decoder() != nullptr;
  const std::uint64_t end = (last + size - 1) / size;
  std::uint64_t next = first / size;
  on_threads(threads, [&] {
    tbb::parallel_pipeline(
        4 * threads,
        in_turn(next, end, 1, stopped) &
            tbb::make_filter<std::uint64_t, Done>(
                tbb::filter_mode::parallel,
                [&](std::uint64_t chunk) {
                  auto& worker = workers.local();
                  if (!worker)
                    worker = std::make_unique<Worker>(parts_->tables, fast_plan(), choice, cpu);
                  return Done{chunk, worker->run(chunk * size, std::min(last, (chunk + 1) * size))};
                }) &
            tbb::make_filter<Done, void>(tbb::filter_mode::serial_in_order, [&](const Done& done) {
              outcome.digest.add_chunk(done.sum.digest);
              outcome.sum.add(done.sum);
              if (options.sink) options.sink(done.chunk, done.sum);
              if (options.progress) options.progress(outcome.sum.inputs, last - first);
            }));
  });
  if (stopped()) throw Interrupted(options.stop->load());
  return outcome;
}

}  // namespace hardmax
