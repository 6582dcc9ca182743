// --target NAME|FILE: the function whose values the value mapping produces.
//
// A file is one JSON object (data/target.schema.json): {"n": 2, "d": 1, "D": 2, "f": [[["49"],
// ["0"]], ...]}, f[input][token][row], inputs in order of enumeration, every value a string "3" or
// "-7/2" in real units. n, d, D must be those of the run; the file is hostile until read: its size
// is checked first, shapes before anything is stored, no other key, no key twice.
#pragma once
#include <string>

#include "network/target.hpp"

namespace hardmax::cli {

// A path has a '/' or a '.' in it or is there. Errors  InvalidInput: option (unknown name), file
// (everything else).
Target read_target(const std::string& name_or_file, const Parameters& parameters);

}  // namespace hardmax::cli
