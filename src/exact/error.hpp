// The ways a computation can end without a value. They are never mixed.
//
// InvalidInput   the user's: a bad option value or a bad file. The message is one line that names
// the thing, the value and the remedy. Undefined      the mathematics': a term without a value
// (empty maximum, index out of range, division by zero). LimitReached   ours: a documented limit
// was met; the answer is "undecided", never false. CannotWrite    the output could not be written;
// nothing half written is left behind. Exit code 73. Interrupted    the user or a time limit
// stopped us; exit code 130 or 143. A broken contract between rooms is a program error:
// HARDMAX_REQUIRE, present in every build, ends as exit code 70.
#pragma once
#include <stdexcept>
#include <string>

namespace hardmax {

struct InvalidInput : std::runtime_error {
  enum class Kind { option, file };  // exit code 64 or 65
  Kind kind;
  InvalidInput(Kind k, const std::string& line) : std::runtime_error(line), kind(k) {}
};

struct Undefined : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct LimitReached : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct CannotWrite : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Interrupted : std::runtime_error {
  int exit_code;
  explicit Interrupted(int code) : std::runtime_error("interrupted"), exit_code(code) {}
};

struct BrokenContract : std::logic_error {
  using std::logic_error::logic_error;
};

[[noreturn]] void broken_contract(const char* condition, const char* file, int line);

}  // namespace hardmax

#define HARDMAX_REQUIRE(condition) \
  ((condition) ? static_cast<void>(0) : ::hardmax::broken_contract(#condition, __FILE__, __LINE__))
