// What the reports for a terminal are written with.
#pragma once
#include <fmt/core.h>

#include <string>
#include <utility>
#include <vector>

namespace hardmax::report {

// A text that grows line by line.
class Lines {
 protected:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    out_ += fmt::format(format, std::forward<Args>(args)...);
    out_ += '\n';
  }
  std::string out_;
};

// show(item) of every item, with `between` between them.
template <class List, class Show>
std::string joined(const List& list, Show show, const char* between = " ") {
  std::string text;
  bool first = true;
  for (const auto& item : list) {
    if (!std::exchange(first, false)) text += between;
    text += fmt::format("{}", show(item));
  }
  return text;
}

}  // namespace hardmax::report
