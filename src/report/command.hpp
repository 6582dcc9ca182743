// Commands that are shown to be pasted: each is one line of a POSIX shell that runs as it is
// printed. A pattern or a target without a name is written by the command itself.
//
// Tests     tests/cli/replay_test.cpp runs them.
#pragma once
#include <string>

#include "discharge/corpus.hpp"

namespace hardmax::report {

// A word of a command line: quoted where the shell would read more than letters into it.
std::string shell_word(const std::string& word);
// " --only ID", also where the value begins with a dash.
std::string option(const std::string& name, const std::string& value);
// The name of a file as a word: one that begins with a dash is no option.
std::string file_word(const std::string& name);

// A run of `verify`, as options.
class RunCommand {
 public:
  RunCommand(const std::string& n, const std::string& d, const std::string& D);
  explicit RunCommand(const Parameters& parameters);
  // One that is named, in these variants.
  void of_construction(const std::string& id, const std::vector<std::string>& variants);
  void named_pattern(const std::string& name, const std::string& window);  // window "": none
  void pattern_file(const std::string& file);
  void pattern(
      const Pattern& pattern);  // without a name: the command writes it to replay.pattern.json
  void target(const std::string& text, std::uint64_t n, std::uint64_t d,
              std::uint64_t D);  // as a certificate has it: a name, or "table " and its entries
  void overrides(const std::vector<std::string>& canonical);

  [[nodiscard]] const std::string& files() const {
    return files_;
  }  // what writes the files, before the command itself
  [[nodiscard]] const std::string& options() const { return options_; }
  // "verify ... --only ID --certificate replay.cert; verify check replay.cert"; "" if a pattern or
  // a target is too long for a line.
  [[nodiscard]] std::string replay(const std::string& only, const std::string& claims_option) const;
  // "verify soft ..." of the same run, with these further options.
  [[nodiscard]] std::string soft(const std::string& further) const;

 private:
  void write(const std::string& text, const char* file);

  std::string files_, options_;
  bool too_long_ = false;
};

// The JSON pattern file of a pattern.
std::string pattern_file_text(const Pattern& pattern);

// "verify DIR --n 3 --d 1 --delta 1/2 --variant complete": a run of a construction file, which
// stands in that folder.
std::string command_of(const DescribedRun& run);

// Decides the claim again on the run of its smallest counterexample. Requires claim.counterexample.
std::string replay_of(const CorpusResult& result, const ClaimFinding& claim,
                      const std::string& claims_option);

}  // namespace hardmax::report
