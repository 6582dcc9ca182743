// What the reports for a terminal are written with.
#pragma once
#include <fmt/core.h>

#include <algorithm>
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

// Where a claim was decided, from a witness's "name=value" bindings: "k = 2, H = (0,1,0) delta". A value of several numbers is an input, in units of delta.
inline std::string place(const std::vector<std::string>& bindings) {
  return joined(bindings, [](const std::string& binding) {
    const auto equals = binding.find('=');
    std::string value = binding.substr(equals + 1);
    if (value.find(' ') != std::string::npos) {
      std::replace(value.begin(), value.end(), ' ', ',');
      value = fmt::format("({}) delta", value);
    }
    return fmt::format("{} = {}", binding.substr(0, equals), value);
  }, ", ");
}

}  // namespace hardmax::report
