// Decides a corpus: every claim on every parameter set of some boxes (together "the box") and every
// pattern of a list, one decide_run for each. What is found is compared with the records.
//
// Order     parameter sets in the order of discharge/box.hpp, then the patterns in the order given:
// the first run that refutes a claim is its smallest counterexample here. Records   (design: a
// record is about the whole domain.) Against its record is: a claim recorded true that is refuted
// anywhere; a stored counterexample that does not
//           refute; an undefined term anywhere. Stored counterexamples outside the box are run as
//           well, but the box of a verdict is the box alone.
// Soft      a claim about the network with soft maps (the key `soft`) is decided at one run alone,
// by discharge/soft/recorded.hpp; a certificate of the box does not say what that gave. Trust
// everything here is about which runs are made and how they are summed up; the verdicts are
// decide_run's.
#pragma once
#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "discharge/box.hpp"
#include "discharge/certify_box.hpp"
#include "discharge/decide.hpp"
#include "discharge/described.hpp"
#include "discharge/general/for_all_D.hpp"
#include "discharge/general/general.hpp"

namespace hardmax {

// A pattern as stored counterexamples write it: pattern=NAME [window=W].
struct PatternChoice {
  std::string name;
  std::optional<std::uint64_t> window;
  std::filesystem::path
      file;  // not empty: the pattern in this file; it is used where n is its number of tokens
  ImportOptions import = {};              // of the file
  [[nodiscard]] std::string str() const;  // "strided window=2"
};

// On n tokens, or on as many as its file has. Errors  InvalidInput (option or file).
Pattern pattern_of(const PatternChoice& choice, std::uint64_t n);
bool is_dense(const Pattern& pattern);                // every token sees every token, in one layer
bool same_edges(const Pattern& a, const Pattern& b);  // whatever the names

// dense, strided window=2, window window=1, star, fixed window=2.
std::vector<PatternChoice> default_patterns();

// A file as a pattern; its name is that of the file without its extension. Errors  InvalidInput
// (file): a name with anything but letters, digits, _ - and .
PatternChoice pattern_file(const std::filesystem::path& file);

// The files that claims bring along: *.json in folders named "patterns" below each place (beside
// it, if the place is one file), by name. Errors  InvalidInput (file): as of pattern_file, and two
// files of one name.
std::vector<PatternChoice> patterns_of_corpus(const std::vector<std::filesystem::path>& places);

struct CorpusRequest {
  std::vector<Box> boxes = default_boxes();
  bool boxes_given = false;  // then a paper that is data alone (discharge/described.hpp) is decided
                             // on the runs of its own box that lie in them
  std::vector<PatternChoice> patterns = default_patterns();
  std::vector<PatternChoice>
      files;  // what a stored counterexample may name beside the named patterns
  std::string only;
  std::optional<std::set<std::string>> ids;  // only these of them
  double budget_seconds = 600;               // for one claim on one parameter set
  std::size_t threads = 0;                   // 0: all
  bool certify = false;                      // keep what a certificate of the box says of every run
  const std::atomic<int>* stop = nullptr;
  std::function<void(std::uint64_t done, std::uint64_t total)>
      progress;  // called from one thread at a time
};

struct CorpusRun {
  std::optional<DescribedRun> described;  // of a paper that is data alone: then its claims alone
                                          // are decided here, and there is no pattern of the list
  Parameters parameters;
  PatternChoice pattern;
  std::vector<std::string> also;  // further patterns of the list that are the same on n tokens
  bool in_box = true;             // false: only for a stored counterexample
  std::optional<bool> holds;      // Assumption 1; absent: only claims of constructions with dense
                                  // attention were asked for, which need no pattern
  std::uint64_t p = 0, s = 0;
  bool gamma_is_identity = false;
  bool executed = false;  // some network of the run was
  Rational inputs;
  std::vector<CertifiedNetwork>
      networks;  // with `certify`, in the box: that with the pattern, then those with dense
                 // attention, as far as there are claims of theirs
  std::string not_certified;              // why one of them is not here, "" if all are
  [[nodiscard]] std::string str() const;  // "n=4 d=1 D=2 pattern=strided window=2", as records
                                          // store it; of `described` the words of its run
};

struct RunFinding {
  Verdict verdict = Verdict::undecided;
  bool positional = false,
       extended = false;  // the network it was decided on, of a construction with dense attention
  std::string reason;
  std::string explanation;
  Rational inputs;  // of the network it was decided on: grid, or extended grid
};

struct ClaimFinding {
  const claim::Entry* entry = nullptr;
  DescribedFile described;  // what it is about, where that is data alone; its witnesses are real
                            // numbers, not units of delta
  Verdict verdict =
      Verdict::not_checkable;  // over the box: refuted if refuted by any run, else error, else
                               // verified where decided at least once, ...
  std::string reason;          // of undecided, not_checkable, error; as in ClaimResult
  std::string explanation;
  bool erratum = false;  // a line of the source without a formal and with a repair that has one: it
                         // cannot be read as it stands
  std::vector<std::optional<RunFinding>>
      at;  // by run; empty for a run that was not made for this claim
  std::optional<std::size_t> counterexample;  // the smallest: index into runs
  std::optional<certificate::Witness> witness;
  std::vector<Rational> encodings;    // of its run: encodings_of
  std::optional<std::size_t> stored;  // the run of the stored counterexample
  bool for_all_D = false;   // verified, and proved for every D >= 2 at the n and d (p, s) of the
                            // runs that verified it
  General general;          // verified, and for every n, d, D, p, s at once, given other claims
  std::string observation;  // where on this box it is false, "" if no simple condition says it
  std::vector<std::string> against;  // why it stands against its record, a line each
  std::vector<std::string> notes;
};

struct CorpusResult {
  std::vector<Box> boxes;
  std::vector<PatternChoice> patterns;
  std::vector<CorpusRun> runs;  // those of the box in order, then those of stored counterexamples
  std::vector<ClaimFinding> claims;  // in order of id
  double seconds = 0;
  std::map<std::string, const claim::Entry*> needed;  // all entries that some entry needs, by id
};

// The n and d of the boxes with the p and s of the patterns (0 where Assumption 1.3 fails), each
// combination once. Errors  InvalidInput (a pattern).
std::vector<FixedParameters> fixed_parameters(const CorpusRequest& request);

// Requires  request.only is the prefix of some id.
// Errors    InvalidInput (a formula that does not parse, a counterexample that cannot be read:
// file; a pattern: option or file; with `certify`, an id without a dot, or claims of a
//           construction with dense attention on a box where no pattern is dense: option),
//           Interrupted.
CorpusResult decide_corpus(const CorpusRequest& request, const std::vector<claim::Entry>& entries);

}  // namespace hardmax
