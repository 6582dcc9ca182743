// verify turing FILE: a Turing machine beside the decoder that simulates it, node by node.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hardmax::cli {

struct TuringOptions {
  std::string machine;              // its file
  std::optional<std::string> word;  // in place of the one of the file
  std::optional<std::uint64_t> steps;
  std::string version = "R3";
  std::vector<std::string> printed;  // variants of R2
  std::string engine = "auto", progress = "auto";
  std::string certificate;            // the file that is written; empty: none
  std::uint64_t timeout_seconds = 0;  // 0: none
  bool trace = false, json = false;
};

struct RawTuring {
  std::string steps, printed, timeout;
};
void validate(const RawTuring& raw, TuringOptions& options);

// 0 if every node is equal, 1 if one is not or the machine does not read its word first, 2 if
// nothing was compared.  Errors  InvalidInput.
int turing_command(const TuringOptions& options);

}  // namespace hardmax::cli
