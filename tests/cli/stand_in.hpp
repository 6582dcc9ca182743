// Programs in place of coqc and coqchk.
#pragma once
#include <filesystem>
#include <string>

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

}  // namespace testing
