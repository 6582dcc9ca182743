// Coq's programs, the files that they are given and what they print (verify kernel).
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "exact/atomic_file.hpp"

namespace hardmax::cli {

std::string contents(const std::filesystem::path& file);

// Starts a program in a folder; what it prints goes to `log`. Its exit code is 127 if there is no
// such program. Its environment has PATH and HOME alone, the latter the folder: COQPATH and what
// stands in a home folder would let Coq read other files than those that verify-check has read.
pid_t start_program(std::vector<std::string> words, const std::filesystem::path& folder,
                    const std::filesystem::path& log);

// Waits for one of the programs started, -1 for any: which, and its exit code.
std::pair<pid_t, int> wait_for(pid_t child);

// A folder for a run of Coq, gone afterwards: nothing that an earlier run left can take part.
class Folder {
 public:
  Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder();
  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const {
    return path_ / name;
  }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  std::optional<Unfinished> unfinished_;
};

struct Source {
  std::string name;
  std::string text;
};

// The theory that files require, each file after those it requires itself.
class Theory {
 public:
  Theory(std::filesystem::path folder, std::string statements)
      : folder_(std::move(folder)), statements_(std::move(statements)) {}

  // What `text` requires and was not named before.
  std::vector<Source> further(const std::string& text);

 private:
  std::filesystem::path folder_;
  std::string statements_;
  std::set<std::string> seen_;
};

// Compiles files, each after those it requires, as many at once as there are processors. What Coq
// says of NAME is in NAME.log. The first that Coq refuses; empty if it accepts all.
std::string compile(const std::string& coqc, const Folder& folder,
                    const std::vector<Source>& sources);

// The files in DIR that verify --emit-coq wrote, by name.
std::vector<Source> exports_in(const std::filesystem::path& folder);

// What each theorem rests on, by the answers to Links.v for its group. Empty: there are more or
// fewer answers.
std::vector<std::vector<std::string>> axioms_of_theorems(const std::string& log,
                                                         const std::vector<std::size_t>& groups);

// All that coqchk's summary lists under its headings: axioms, and what Coq was told to take on
// trust (recursion without a guard, positivity, universes), of whatever it looked at. Empty
// optional: it does not say.
std::optional<std::vector<std::string>> assumed_by_coqchk(const std::string& log);

}  // namespace hardmax::cli
