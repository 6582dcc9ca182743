// Programs in place of coqc and coqchk.
#pragma once
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "cli/process.hpp"

namespace testing {

inline void stand_in(const std::filesystem::path& program, const std::string& answer) {
  write_file(program,
             "#!/bin/sh\n[ \"$1\" != --print-version ] || { echo 8.16.1; exit 0; }\nfor file; do "
             ":; done\n" +
                 answer);
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
}
// Accepts every file whose requirements were compiled before, and finds every theorem closed.
inline const std::string requirements =
    "for name in $(sed -n 's/^From Hardmax Require \\(Import \\)\\{0,1\\}\\([^.]*\\)\\..*/\\2/p' "
    "\"$file\"); do [ -e \"$name.vo\" ] || exit 1; done\n: >\"${file%v}vo\"\n";
inline const std::string accepting =
    requirements +
    "grep '^Print Assumptions' \"$file\" | sed 's/.*/Closed under the global context/'\n";

// A copy of proofs in which few entries name theorems, so that a theory is compiled in an instant:
// those whose theorem begins with one of `kept`. The theory itself is a link to that of proofs.
inline std::string with_few_theorems(const std::filesystem::path& copy,
                                     const std::vector<std::string>& kept = {
                                         "Claims.E23_eq9", "RealClaims.B1_step2"}) {
  const std::filesystem::path proofs = std::string(HARDMAX_ROOT) + "/proofs";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(proofs)) {
    if (entry.path().extension() != ".toml") continue;
    std::istringstream lines(read_file(entry.path()));
    std::string text;
    for (std::string line; std::getline(lines, line);) {
      bool stays = !line.starts_with("theorem ");
      for (const std::string& begin : kept)
        stays = stays || line.find('"' + begin) != std::string::npos;
      if (stays) text += line + "\n";
    }
    const std::filesystem::path file = copy / std::filesystem::relative(entry.path(), proofs);
    std::filesystem::create_directories(file.parent_path());
    write_file(file, text);
  }
  std::filesystem::create_directory_symlink(proofs / "coq", copy / "coq");
  return copy.string();
}

}  // namespace testing
