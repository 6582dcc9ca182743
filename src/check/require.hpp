// The one check mechanism of verify-check: require() throws Rejected, in every build.
#pragma once
#include <stdexcept>
#include <string>
#include <string_view>

namespace hardmax::check {

// The certificate or a claim file is wrong: exit 1, one line.
struct Rejected : std::runtime_error {
  using std::runtime_error::runtime_error;
};
// Nothing is wrong so far, but this program does not decide it (a stated bound): exit 3, one line.
struct Incomplete : std::runtime_error {
  using std::runtime_error::runtime_error;
};
// A file cannot be read: exit 65.
struct Unreadable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// At most 60 bytes of a text from outside, printable, for a message.
inline std::string clip(std::string_view text) {
  std::string out;
  for (char ch : text.substr(0, 60)) out += ch >= 32 && ch < 127 ? ch : '?';
  return text.size() > 60 ? out + "... (" + std::to_string(text.size()) + " bytes)" : out;
}

inline std::string quoted(std::string_view text) { return std::string(1, '"').append(clip(text)).append(1, '"'); }

inline void require(bool ok, std::string_view where, std::string_view stated, std::string_view found) {
  if (!ok) throw Rejected(std::string(where).append(": stated ").append(quoted(stated)).append(", found ").append(found));
}

}  // namespace hardmax::check
