// A soft contextual mapping run beside the exact one: how far apart they are, layer by layer,
// enclosed.
//
// Both networks run on column ids, the exact one in rationals, the soft one in balls
// (execute/soft_ids.hpp); where their shape forbids that, or where asked, through the literal
// executor (execute/soft.hpp). Whatever is reported is an enclosure of the true largest value over
// the inputs that were run.
//
// Units     of results: real. Errors are differences of first-row entries; spreads are largest
// minus smallest column id. Trust     Arb and this code; certify.hpp states what verify-check
// finds again.   Tests  tests/unit/discharge/soft_test.cpp
#pragma once
#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "discharge/soft/network.hpp"

namespace hardmax {

// The largest (smallest) of an enclosed quantity over inputs: at least `lower`, at most `upper`.
// `ordinal` is an input that attains `lower` (`upper`).
struct Extreme {
  Rational lower, upper;
  std::uint64_t ordinal = 0;
  std::size_t token = 0;
  bool set = false;
  void raise(const Rational& from, const Rational& to, std::uint64_t input, std::size_t at_token);
  void sink(const Rational& from, const Rational& to, std::uint64_t input, std::size_t at_token);
};

struct StageErrors {
  Extreme accumulated;  // after the stage, started from the input
  Extreme fresh;        // after the stage, started from the exact state before it
  Extreme spread;       // of the soft state before, between and after the stage's layers
};

// The value layers behind the contextual mapping, in the same order: with phi', and with phi~' of
// F.3, which four ReLUs realise (the variant `of_relus` of the construction file).
struct SoftValueLayers {
  Network exact, soft;
  bool quantiser_as_printed =
      true;  // the layers of the quantiser before the contextual mapping: none is changed
};

struct SoftRun {
  enum class Reading { map, admissible, adversary };
  std::vector<SoftStage> stages;
  std::vector<StageErrors> errors;  // of each stage
  std::vector<std::pair<std::size_t, Extreme>>
      layers;         // after each attention layer that has heads (1-based), accumulated
  Extreme least_gap;  // smallest lead of the largest score in any head of the soft network, over
                      // all tokens with two keys or more
  bool other_rows_exact = true;  // rows 2..d of every state are those of the exact run
  Extreme value_error;           // first row, after the value layers; not set without them
  bool value_rows_exact = true;  // rows 2..d after the value layers
  std::uint64_t inputs = 0;
  long bits = 0;  // of precision
  [[nodiscard]] const Extreme& total() const { return errors.back().accumulated; }
};

struct SoftRequest {
  const Construction* construction = nullptr;
  const Pattern* pattern = nullptr;
  std::vector<SoftStage> stages;
  std::optional<SoftMap> map;  // for Reading::map
  SoftRun::Reading reading = SoftRun::Reading::map;
  std::optional<std::vector<std::uint64_t>> ordinals;  // none: every grid input
  const SoftValueLayers* value = nullptr;              // run too, if there
  bool errors_alone = false;  // after each stage; no fresh errors, spreads and gaps, which only the
                              // printed bounds speak of, and none after each layer
  bool literal = false;       // through the literal executor, whatever the network
  std::size_t threads = 1;
  const std::atomic<int>* stop = nullptr;
  std::optional<Rational>
      give_up_above;  // stop as soon as a total error is not certainly at most this (real units)
};

// Errors  Interrupted; LimitReached: an enclosure is unbounded or, of the adversary, undecided at
// this precision.
SoftRun run_soft(const SoftRequest& request, long bits);

}  // namespace hardmax
