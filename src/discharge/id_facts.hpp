// All ids of a run by the integer engines: digest, number of distinct ids, first collision; and the
// claims that this alone decides.
//
// Distinctness is decided by a left inverse that is run on every id (execute/engine.hpp), or, where
// it does not invert, by sorting in bounded memory (execute/collide.hpp).
#pragma once
#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "claim/claim.hpp"
#include "execute/collide.hpp"
#include "execute/id_program.hpp"

namespace hardmax {

struct IdWork {
  const IdProgram* program = nullptr;
  EngineChoice engine = EngineChoice::fast;
  std::size_t threads = 0;
  std::size_t memory = std::size_t{32} << 20;  // bytes, for sorting
  std::filesystem::path scratch;
  const std::atomic<int>* stop = nullptr;
  std::function<void(std::uint64_t, std::uint64_t)> progress;
};

struct IdFacts {
  std::string digest;
  std::uint64_t ids = 0;
  std::uint64_t distinct = 0;
  // The first place whose id occurred before, and the first place of that id; none if all are
  // distinct.
  std::optional<std::pair<IdPlace, IdPlace>> collision;
  std::string method;  // "decoded", "sorted"
  // If decoded: a token whose id after the selective stage is different for every input, as the
  // decoder reads the input off it.
  std::optional<std::size_t> telling_token;
};

// Seconds for all inputs, from running the first chunk on one thread, the best of three times; 0 if
// there is no more than that.
double estimate_ids(const IdWork& work);

// Errors  Interrupted, CannotWrite (scratch), LimitReached.
IdFacts run_ids(const IdWork& work);

// Formulas that say no more than that ids differ, up to the names they bind:
//   all of them     distinct(H in inputs, k in 1..n: id(H, k))
//   in each input   forall H in inputs: distinct(k in 1..n: id(H, k))
bool says_all_ids_differ(const claim::Node& node, const claim::Vocabulary& names);
bool says_ids_differ_in_each_input(const claim::Node& node, const claim::Vocabulary& names);

// What a formula that says all ids differ comes out as.
claim::Outcome outcome_of(const claim::Formula& formula, const IdFacts& facts,
                          const std::function<Rational(IdPlace)>& real_id);

}  // namespace hardmax
