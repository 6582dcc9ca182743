#include "execute/collide.hpp"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/global_control.h>
#include <tbb/parallel_pipeline.h>

#include <algorithm>
#include <map>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "exact/error.hpp"
#include "execute/sorted_runs.hpp"

namespace hardmax {

namespace {

constexpr std::uint64_t kPrime = (std::uint64_t{1} << 61) - 1;
constexpr std::uint64_t kBlock = 1 << 12;  // inputs a worker takes at a time
constexpr std::size_t kDecidedBits = 123;

std::uint64_t mod_prime(const Rational& x) { return static_cast<std::uint64_t>(*floor_mod(x, Rational(kPrime)).to_int64()); }
std::uint64_t times(std::uint64_t a, std::uint64_t b) { return static_cast<std::uint64_t>(static_cast<unsigned __int128>(a) * b % kPrime); }

// Of one block.
struct Records {
  std::vector<IdRecord> list;
  std::uint64_t last = 0;
  bool decided = true;  // equal residues mean equal ids
};

class Worker {
 public:
  Worker(const LaneTables& tables, CpuPath cpu) : lanes_(tables, cpu, true), n_(tables.program.n) {}

  Records run(std::uint64_t first, std::uint64_t last) {
    lanes_.read(first, last, table_);
    Records records;
    records.last = last;
    records.list.resize(table_.inputs() * n_);
    prepare_powers();
    // A digit is below 2^63.
    Rational bound;
    for (std::size_t t = 0; t < table_.digits(); ++t) bound += power(2, 63) * power(table_.base(), Rational(t));
    records.decided = bound.bits() <= kDecidedBits;
    for (std::size_t k = 0; k < n_; ++k) {
      for (std::size_t i = 0; i < table_.inputs(); ++i) {
        IdRecord& record = records.list[i * n_ + k];
        record.place = (first + i) * n_ + k;
        for (std::size_t t = 0; t < table_.digits(); ++t) {
          const std::uint64_t digit = table_.digit_row(t, k)[i];
          record.mod_word += digit * word_power_[t];
          record.mod_prime = (record.mod_prime + times(digit % kPrime, prime_power_[t])) % kPrime;
        }
      }
    }
    if (!table_.all_plain()) add_others(records);
    return records;
  }

 private:
  void prepare_powers() {
    word_power_.assign(1, 1);
    prime_power_.assign(1, 1);
    for (std::size_t t = 1; t < table_.digits(); ++t) {
      word_power_.push_back(word_power_.back() * table_.base().numerator_mod64());
      prime_power_.push_back(times(prime_power_.back(), mod_prime(table_.base())));
    }
  }

  void add_others(Records& records) const {
    for (std::size_t i = 0; i < table_.inputs(); ++i) {
      if (table_.plain(i)) continue;
      const IdRow& row = table_.other(i);
      for (std::size_t k = 0; k < n_; ++k) {
        const Rational id = row.id(k);
        records.decided = records.decided && id.is_integer() && id.bits() <= kDecidedBits;
        records.list[i * n_ + k].mod_word = id.numerator_mod64();
        records.list[i * n_ + k].mod_prime = mod_prime(id.numerator());
      }
    }
  }

  LaneRunner lanes_;
  std::size_t n_;
  IdTable table_;
  std::vector<std::uint64_t> word_power_, prime_power_;
};

// Goes through the records in order, one group of equal residues after the other.
class Groups {
 public:
  Groups(const IdProgram& program, bool decided) : n_(program.n), decided_(decided), exact_(program) {}

  void visit(const IdRecord& record) {
    if (ids_++ == 0 || head_.mod_prime != record.mod_prime || head_.mod_word != record.mod_word) {
      // The first of a group. Places increase within it.
      head_ = record;
      values_.clear();
      ++distinct_;
    } else if (decided_) {
      note(head_.place, record.place);
    } else {
      compare(record.place);
    }
  }

  SortOutcome finish() {
    SortOutcome outcome;
    outcome.ids = ids_;
    outcome.distinct = distinct_;
    if (again_ != kNone) outcome.collision = {place(first_), place(again_)};
    return outcome;
  }

 private:
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};
  [[nodiscard]] IdPlace place(std::uint64_t p) const { return {p / n_, static_cast<std::size_t>(p % n_)}; }

  // The ids themselves, executed again.
  void compare(std::uint64_t at) {
    if (values_.empty()) values_.emplace(id(head_.place), head_.place);
    const auto [known, fresh] = values_.emplace(id(at), at);
    if (fresh) {
      ++distinct_;
    } else {
      note(known->second, at);
    }
  }

  Rational id(std::uint64_t at) { return exact_.run(place(at).ordinal).id(place(at).token); }

  void note(std::uint64_t first, std::uint64_t again) {
    if (again >= again_) return;
    first_ = first;
    again_ = again;
  }

  std::uint64_t n_;
  bool decided_;
  IdRun exact_;
  IdRecord head_;
  std::map<Rational, std::uint64_t> values_;  // first places of the values in the group, once it was needed
  std::uint64_t ids_ = 0, distinct_ = 0, first_ = kNone, again_ = kNone;
};

}  // namespace

std::uint64_t sort_bytes(const Engine& engine) { return engine.inputs() * engine.program().n * sizeof(IdRecord); }

SortOutcome sort_ids(const Engine& engine, const SortOptions& options) {
  const IdProgram& program = engine.program();
  HARDMAX_REQUIRE(engine.inputs() <= (~std::uint64_t{0}) / program.n / sizeof(IdRecord));
  const CpuPath cpu = resolve_cpu_path(options.cpu);
  const std::size_t threads = options.threads != 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency());
  tbb::global_control control(tbb::global_control::max_allowed_parallelism, threads);
  tbb::enumerable_thread_specific<std::unique_ptr<Worker>> workers;
  const auto stopped = [&] { return options.stop != nullptr && options.stop->load() != 0; };

  SortedRuns runs(options.scratch, options.memory);
  bool decided = true;
  std::uint64_t next = 0;
  using Block = std::shared_ptr<Records>;
  tbb::parallel_pipeline(2 * threads,
                         tbb::make_filter<void, std::uint64_t>(tbb::filter_mode::serial_in_order,
                                                               [&](tbb::flow_control& control_flow) -> std::uint64_t {
                                                                 if (next >= engine.inputs() || stopped()) {
                                                                   control_flow.stop();
                                                                   return 0;
                                                                 }
                                                                 const std::uint64_t first = next;
                                                                 next += kBlock;
                                                                 return first;
                                                               }) &
                             tbb::make_filter<std::uint64_t, Block>(tbb::filter_mode::parallel,
                                                                    [&](std::uint64_t first) {
                                                                      auto& worker = workers.local();
                                                                      if (!worker) worker = std::make_unique<Worker>(engine.tables(), cpu);
                                                                      return std::make_shared<Records>(worker->run(first, std::min(engine.inputs(), first + kBlock)));
                                                                    }) &
                             tbb::make_filter<Block, void>(tbb::filter_mode::serial_in_order, [&](const Block& block) {
                               decided = decided && block->decided;
                               for (const IdRecord& record : block->list) runs.add(record);
                               if (options.progress) options.progress(block->last, engine.inputs());
                             }));
  if (stopped()) throw Interrupted(options.stop->load());
  Groups groups(program, decided);
  const bool in_memory = runs.in_memory();
  runs.merge([&](const IdRecord& record) {
    groups.visit(record);
    return !stopped();
  });
  if (stopped()) throw Interrupted(options.stop->load());
  SortOutcome outcome = groups.finish();
  outcome.in_memory = in_memory;
  return outcome;
}

}  // namespace hardmax
