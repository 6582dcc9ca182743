// Are all ids distinct? By sorting, in bounded memory: for runs whose decoder does not invert every
// id.
//
// An input is inverted if all its ids decode to their places. The ids of inverted inputs are
// distinct, and another id that equals one of them decodes to the same place; so only the ids of
// the other inputs are sorted, and each value among them is looked up at the place it decodes to,
// by executing that input.
//
// Every id that is sorted leaves a record of 24 bytes: its residues modulo 2^64 and modulo 2^61 -
// 1, and its place. Records are sorted in runs, the runs are kept in an unnamed file and merged.
// Equal ids have equal residues; equal residues mean equal ids where all ids are integers below
// 2^123 in absolute value, and elsewhere the ids are executed again and compared. So the answer is
// exact: no hash is trusted.
//
// Place     of an id: input of ordinal g, token k (from 0); the order is that of enumeration,
// tokens within an input. Tests     tests/unit/execute/collide_test.cpp
#pragma once
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <utility>

#include "execute/engine.hpp"

namespace hardmax {

struct IdPlace {
  std::uint64_t ordinal = 0;
  std::size_t token = 0;
  friend auto operator<=>(const IdPlace&, const IdPlace&) = default;
};

struct SortOptions {
  CpuPath cpu = CpuPath::automatic;
  std::size_t threads = 0;                     // 0: all
  std::size_t memory = std::size_t{32} << 20;  // bytes for records, at least 2^16
  std::filesystem::path scratch;           // a directory; the system's for temporary files if empty
  const std::atomic<int>* stop = nullptr;  // not 0: stop soon, Interrupted with this exit code
  std::function<void(std::uint64_t, std::uint64_t)>
      progress;  // inputs done and in all, while runs are written
};

struct SortOutcome {
  std::uint64_t ids = 0;
  std::uint64_t distinct = 0;
  std::uint64_t sorted = 0;  // ids that had to be sorted
  // The first place whose id occurred before, and the first place of that id; none if all are
  // distinct.
  std::optional<std::pair<IdPlace, IdPlace>> collision;  // (first, again)
  bool in_memory = false;                                // no file was needed
};

// Bytes the records take on disk if so many inputs are not inverted (EngineOutcome,
// sum.not_inverted).
std::uint64_t sort_bytes(const Engine& engine, std::uint64_t not_inverted);

// Errors  Interrupted; CannotWrite (scratch is no directory, the disk is full); LimitReached
// (memory too small for so many ids).
SortOutcome sort_ids(const Engine& engine, const SortOptions& options);

}  // namespace hardmax
