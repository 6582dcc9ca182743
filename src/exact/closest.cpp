#include "exact/closest.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace hardmax {
namespace {

constexpr std::size_t kLongest = 200;  // bytes of a word that are compared with others

std::string lower(std::string_view word) {
  std::string text(word);
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// The distance of Damerau and Levenshtein in which no part of a word is changed twice.
std::size_t distance(const std::string& a, const std::string& b) {
  std::array<std::vector<std::size_t>, 3> rows;  // of the last three prefixes of a
  for (auto& row : rows) row.assign(b.size() + 1, 0);
  for (std::size_t j = 0; j <= b.size(); ++j) rows[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    auto& now = rows[i % 3];
    const auto& last = rows[(i + 2) % 3];
    const auto& before = rows[(i + 1) % 3];
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      now[j] =
          std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1] ? 1 : 0)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        now[j] = std::min(now[j], before[j - 2] + 1);
    }
  }
  return rows[a.size() % 3][b.size()];
}

}  // namespace

std::vector<std::string> closest(std::string_view written, const std::vector<std::string>& known) {
  if (written.size() > kLongest) return {};
  const std::size_t most = written.size() / 3;
  if (most == 0) return {};
  const std::string word = lower(written);
  std::vector<std::pair<std::size_t, std::string>> found;
  for (const std::string& one : known) {
    const std::size_t longer = std::max(one.size(), word.size());
    if (longer - std::min(one.size(), word.size()) > most) continue;
    if (const std::size_t d = distance(word, lower(one)); d <= most) found.emplace_back(d, one);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> words;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, found.size()); ++i)
    words.push_back(found[i].second);
  return words;
}

std::string do_you_mean(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "'" : ", '") + word + "'";
  return text.empty() ? "" : "; do you mean " + text + "?";
}

}  // namespace hardmax
