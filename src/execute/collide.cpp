#include "execute/collide.hpp"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_pipeline.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

#include "exact/crew.hpp"
#include "exact/error.hpp"
#include "execute/fast.hpp"
#include "execute/on_threads.hpp"
#include "execute/sorted_runs.hpp"

namespace hardmax {

namespace {

constexpr std::uint64_t kPrime = (std::uint64_t{1} << 61) - 1;
constexpr std::uint64_t kBlock = 1 << 12;  // inputs a worker takes at a time
constexpr std::size_t kDecidedBits = 123;

std::uint64_t mod_prime(const Rational& x) {
  return static_cast<std::uint64_t>(*floor_mod(x, Rational(kPrime)).to_int64());
}
std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint64_t>(static_cast<unsigned __int128>(a) * b % kPrime);
}

// Of one block.
struct Records {
  std::vector<IdRecord> list;
  std::uint64_t last = 0;
  bool decided = true;  // equal residues mean equal ids
};

// The records of the inputs of a block that are not inverted.
class CollisionWorker {
 public:
  CollisionWorker(const Engine& engine, CpuPath cpu)
      : engine_(engine),
        fast_(engine.tables(), engine.fast_plan(), cpu),
        lanes_(engine.tables(), cpu, true),
        n_(engine.program().n) {}

  Records run(std::uint64_t first, std::uint64_t last) {
    Records records;
    records.last = last;
    std::vector<std::uint64_t> wanted;
    if (engine_.decoder() == nullptr) {
      for (std::uint64_t g = first; g < last; ++g) wanted.push_back(g);
    } else {
      ChunkSum sum;
      sum.list = &wanted;
      fast_.run(first, last, sum);
    }
    if (wanted.empty()) return records;
    lanes_.read(first, last, table_);
    prepare_powers();
    // A digit is below 2^63.
    Rational bound;
    for (std::size_t t = 0; t < table_.digits(); ++t)
      bound += power(2, 63) * power(table_.base(), Rational(t));
    records.decided = bound.bits() <= kDecidedBits;
    for (const std::uint64_t g : wanted) {
      for (std::size_t k = 0; k < n_; ++k) records.list.push_back(record(g, k, records.decided));
    }
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

  [[nodiscard]] IdRecord record(std::uint64_t g, std::size_t k, bool& decided) const {
    const std::size_t i = g - table_.first();
    IdRecord record;
    record.place = g * n_ + k;
    if (!table_.plain(i)) {
      const Rational id = table_.id(i, k);
      decided = decided && id.is_integer() && id.bits() <= kDecidedBits;
      record.mod_word = id.numerator_mod64();
      record.mod_prime = mod_prime(id.numerator());
      return record;
    }
    for (std::size_t t = 0; t < table_.digits(); ++t) {
      const std::uint64_t digit = table_.digit_row(t, k)[i];
      record.mod_word += digit * word_power_[t];
      record.mod_prime = (record.mod_prime + times(digit % kPrime, prime_power_[t])) % kPrime;
    }
    return record;
  }

  const Engine& engine_;
  FastRunner fast_;
  LaneRunner lanes_;
  std::size_t n_;
  IdTable table_;
  std::vector<std::uint64_t> word_power_, prime_power_;
};

// Goes through the records in order, one group of equal residues after the other; in a group,
// places increase.
class Groups {
 public:
  Groups(const Engine& engine, bool decided)
      : engine_(engine), n_(engine.program().n), decided_(decided), exact_(engine.program()) {}

  void visit(const IdRecord& record) {
    if (sorted_++ == 0 || head_.mod_prime != record.mod_prime ||
        head_.mod_word != record.mod_word) {
      close();
      head_ = record;
      open(record.place);
    } else if (decided_) {
      classes_.front().add(record.place);
    } else {
      // The ids themselves, executed again.
      const Rational value = id(record.place);
      const auto known = std::find_if(classes_.begin(), classes_.end(), [&](Class& c) {
        if (!c.value) c.value = id(c.first);
        return *c.value == value;
      });
      if (known == classes_.end()) {
        open(record.place);
      } else {
        known->add(record.place);
      }
    }
  }

  SortOutcome finish() {
    close();
    SortOutcome outcome;
    outcome.sorted = sorted_;
    outcome.ids = engine_.inputs() * n_;
    outcome.distinct = outcome.ids - sorted_ + new_values_;
    if (again_ != kNone) outcome.collision = {place(first_), place(again_)};
    return outcome;
  }

 private:
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  // The places of one id.
  struct Class {
    std::uint64_t first = kNone, again = kNone;  // the two smallest so far
    std::optional<Rational> value;
    std::optional<std::uint64_t> decoded;  // where the decoder says it comes from, if that id is
                                           // the same; perhaps an inverted input
    bool decoded_sorted = false;           // no: it is among the sorted ones
    void add(std::uint64_t at) {
      again = std::min(again, at);
      decoded_sorted = decoded_sorted || decoded == at;
    }
  };

  [[nodiscard]] IdPlace place(std::uint64_t p) const {
    return {p / n_, static_cast<std::size_t>(p % n_)};
  }
  Rational id(std::uint64_t at) { return exact_.run(place(at).ordinal).id(place(at).token); }

  void open(std::uint64_t at) {
    Class& c = classes_.emplace_back();
    c.first = at;
    if (engine_.decoder() == nullptr) return;
    c.value = id(at);
    const auto decoded = engine_.decoder()->decode(*c.value);
    if (!decoded) return;
    const std::uint64_t source = decoded->ordinal * n_ + decoded->token;
    if (id(source) != *c.value) return;
    c.decoded = source;
    c.decoded_sorted = source == at;
  }

  void close() {
    for (Class& c : classes_) {
      if (c.decoded && !c.decoded_sorted) {
        if (*c.decoded < c.first) {
          c.again = c.first;
          c.first = *c.decoded;
        } else {
          c.again = std::min(c.again, *c.decoded);
        }
      } else {
        ++new_values_;
      }
      if (c.again < again_) {
        first_ = c.first;
        again_ = c.again;
      }
    }
    classes_.clear();
  }

  const Engine& engine_;
  std::uint64_t n_;
  bool decided_;
  IdRun exact_;
  IdRecord head_;
  std::vector<Class> classes_;  // of the group: one where residues decide
  std::uint64_t sorted_ = 0, new_values_ = 0, first_ = kNone, again_ = kNone;
};

}  // namespace

std::uint64_t sort_bytes(const Engine& engine, std::uint64_t not_inverted) {
  return not_inverted * engine.program().n * sizeof(IdRecord);
}

SortOutcome sort_ids(const Engine& engine, const SortOptions& options) {
  HARDMAX_REQUIRE(engine.inputs() <= (~std::uint64_t{0}) / engine.program().n / sizeof(IdRecord));
  const CpuPath cpu = resolve_cpu_path(options.cpu);
  const std::size_t threads = threads_of(options.threads);
  tbb::enumerable_thread_specific<std::unique_ptr<CollisionWorker>> workers;
  const auto stopped = [&] { return options.stop != nullptr && options.stop->load() != 0; };

  SortedRuns runs(options.scratch, options.memory);
  bool decided = true;
  std::uint64_t next = 0;
  std::exception_ptr
      failure;  // of writing. It does not leave the pipeline, which would lose the blocks under way
  std::atomic<bool> failed{false};
  using Block = std::shared_ptr<Records>;
  on_threads(threads, [&] {
    tbb::parallel_pipeline(
        2 * threads, in_turn(next, engine.inputs(), kBlock, [&] { return stopped() || failed; }) &
                         tbb::make_filter<std::uint64_t, Block>(
                             tbb::filter_mode::parallel,
                             [&](std::uint64_t first) {
                               auto& worker = workers.local();
                               if (!worker) worker = std::make_unique<CollisionWorker>(engine, cpu);
                               return std::make_shared<Records>(
                                   worker->run(first, std::min(engine.inputs(), first + kBlock)));
                             }) &
                         tbb::make_filter<Block, void>(
                             tbb::filter_mode::serial_in_order, [&](const Block& block) {
                               if (failed) return;
                               try {
                                 decided = decided && block->decided;
                                 for (const IdRecord& record : block->list) runs.add(record);
                                 if (options.progress)
                                   options.progress(block->last, engine.inputs());
                               } catch (...) {
                                 failure = std::current_exception();
                                 failed = true;
                               }
                             }));
  });
  if (failure) std::rethrow_exception(failure);
  if (stopped()) throw Interrupted(options.stop->load());
  Groups groups(engine, decided);
  const bool in_memory = runs.in_memory();
  on_threads(threads, [&] {
    runs.merge([&](const IdRecord& record) {
      groups.visit(record);
      return !stopped();
    });
  });
  if (stopped()) throw Interrupted(options.stop->load());
  SortOutcome outcome = groups.finish();
  outcome.in_memory = in_memory;
  return outcome;
}

}  // namespace hardmax
