// What `verify soft` is asked and what it answers: the soft construction at the printed choice of
// zeta and eta, at a choice that works, or at one of the user's.
#pragma once
#include <string>
#include <vector>

#include "discharge/soft/report.hpp"
#include "pattern/assumption1.hpp"

namespace hardmax {

struct SoftQuestion {
  Parameters parameters;
  const Pattern* pattern = nullptr;
  Overrides overrides;
  SoftSettings settings;  // its choice is ignored unless zeta, eta or t is given
  std::optional<std::vector<std::uint64_t>> ordinals;  // none: every grid input
  long bits = 200;                                     // precision to start with
  bool search = false;  // look for the largest eta and the smallest t that are certified
  std::size_t threads = 1;
  const std::atomic<int>* stop = nullptr;
};

// Assumption 2 for the map at one stage (enclose/assumption2.hpp), real units.
struct ScaleFacts {
  Rational printed_lower, printed_upper;  // the t of section B
  Rational least_lower, least_upper;      // the least that serves; 0 or less: every t > 0
  std::optional<bool> holds;              // at the t that was run
};

struct SoftPart {
  enum class Choice { printed, repaired, own } choice = Choice::printed;
  SoftRun::Reading reading = SoftRun::Reading::map;
  bool every_input = true;  // whether all grid inputs were run
  SoftReport report;
  std::vector<ScaleFacts> scales;  // of each stage; empty without a map
  std::string undecided;           // why there is no report: an enclosure without bound at the most
                                   // precision that is tried
};

struct SoftAnswer {
  Assumption1 assumption;
  std::optional<Construction> construction;  // none if Assumption 1 fails
  std::vector<SoftPart> parts;
  std::optional<CertifiedEta>
      largest_eta;  // for every map that Assumption 2 admits at zeta = delta^2/4
  std::optional<CertifiedScale> smallest_t;  // for the map
  bool searched = false;
  // Of the repaired choice, or of the user's: whether the total error is at most delta~/4 and the
  // other rows are exact.
  [[nodiscard]] Kept within_bound() const;
};

// The value layers of the target f(G) = G are run too where there are at most this many and every
// input is asked for.
constexpr std::int64_t kMaxSoftValueLayers = 256;

// The precision is doubled up to this many times where a claim is undecided.
constexpr int kSoftDoublings = 5;

// Why there is no soft network of the construction file, whose stages, scales or value layers are
// other ones than those of F; "" if they are those.
std::string no_soft_network();

// Requires  n >= 2, a number of layers and inputs that the caller has looked at.   Errors
// InvalidInput (an override out of range; a t of 0; no_soft_network()), Interrupted.
SoftAnswer answer_soft(const SoftQuestion& question);

}  // namespace hardmax
