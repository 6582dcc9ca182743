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
  [[nodiscard]] std::string paint(const char* code, const std::string& text) const {
    return color_ ? fmt::format("\033[{}m{}\033[0m", code, text) : text;
  }
  // The claims that are not listed one by one, by the reason why they are not checkable.
  template <class Claims, class Listed, class Name>
  void list_not_checkable(const Claims& claims, Listed is_listed, Name name) {
    std::vector<std::pair<std::string, std::vector<std::string>>> groups;
    for (const auto& c : claims) {
      if (is_listed(c)) continue;
      const std::string why =
          c.reason == "domain" ? fmt::format("made for {}", c.entry->domain) : c.explanation;
      auto it = std::find_if(groups.begin(), groups.end(),
                             [&](const auto& group) { return group.first == why; });
      if (it == groups.end()) it = groups.insert(groups.end(), {why, {}});
      it->second.push_back(name(c));
    }
    if (groups.empty()) return;
    line("{}", paint("1", "Not checkable here"));
    for (const auto& [why, names] : groups) {
      line("  {}:", why);
      std::string row = "     ";
      for (const std::string& one : names) {
        if (row.size() + one.size() > 150) {
          line("{}", row);
          row = "     ";
        }
        row += " " + one;
      }
      line("{}", row);
    }
  }

  std::string out_;
  bool color_ = false;
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
