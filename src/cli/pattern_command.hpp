// verify pattern NAME|FILE: what a pattern is, and whether Assumption 1 of yun2020b holds for it.
#pragma once
#include <string>
#include <vector>

#include "pattern/pattern.hpp"

namespace hardmax {

struct PatternCommandOptions {
  PatternRequest request;
  std::string any_of;  // a directory of files: one is chosen at run time; "" for none
  bool json = false;
  bool star = false;        // does it contain a star, too?
  bool any_layers = false;  // the number of layers of the model does not matter for the exit code
  std::string svg;          // a file for the picture; "" for none
  std::string title;        // what the picture is called; "": as the pattern
  std::string certificate;  // a file for the certificate of kind "assumption1"; "" for none
  std::vector<std::string> claims;  // files or folders; none: the shipped claims
};

// Errors  InvalidInput (option): neither a pattern nor a directory, both, or what is made for one
// pattern beside a directory.
void validate(const PatternCommandOptions& options);

// Returns 0 if Assumption 1 holds, 1 if a part of it fails or the model has too few layers, 2 if a
// part is undecided. Of a directory: what holds for the worst of its files.
// Errors  InvalidInput (for a certificate also: n = 1, where the claims say nothing; no claim
// entry of one of the three parts); CannotWrite for the
//         picture, the certificate (both are written before anything is printed) and what is
//         printed.
int run_pattern_command(const PatternCommandOptions& options);

}  // namespace hardmax
