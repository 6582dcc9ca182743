// What the sources of FileRun share, and nothing else includes.
#pragma once
#include <optional>
#include <vector>

#include "discharge/from_file.hpp"
#include "exact/error.hpp"

namespace hardmax {

// A term of the file that has no value, or is too large, ends as an error of the file or a limit.
template <class F>
auto FileRun::guarded(F f) const {
  try {
    return f();
  } catch (const subject::TooLarge& e) {
    throw LimitReached(e.what());
  } catch (const subject::TermError& e) {
    throw InvalidInput(InvalidInput::Kind::file, file_.file + ": " + e.what());
  } catch (const Undefined& e) {
    throw InvalidInput(InvalidInput::Kind::file, file_.file + ": " + e.what());
  }
}

// All tokens, or all but the own one.
inline std::optional<bool> looks_at_itself(const std::vector<std::vector<std::size_t>>& keys) {
  for (const bool itself : {true, false}) {
    bool same = true;
    for (std::size_t k = 0; same && k < keys.size(); ++k) {
      std::vector<std::size_t> all;
      for (std::size_t j = 0; j < keys.size(); ++j)
        if (itself || j != k) all.push_back(j);
      same = keys[k] == all;
    }
    if (same) return itself;
  }
  return std::nullopt;
}

}  // namespace hardmax
