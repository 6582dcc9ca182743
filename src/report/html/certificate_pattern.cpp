#include <fmt/core.h>

#include <algorithm>

#include "exact/error.hpp"
#include "pattern/named.hpp"
#include "report/html/certificate_file.hpp"

namespace hardmax::report::html {

namespace {

constexpr std::uint64_t kMostTokens = 100'000'000;

std::uint64_t number_in(const CertificateFile& file, std::string_view digits, std::uint64_t most) {
  if (digits.empty() || digits.size() > 20 ||
      digits.find_first_not_of("0123456789") != std::string_view::npos)
    file.refuse(fmt::format("'{}' is no whole number", digits.substr(0, 40)));
  std::uint64_t value = 0;
  for (const char digit : digits) {
    if (value > (UINT64_MAX - 9) / 10)
      file.refuse(fmt::format("the number {} is too large", digits));
    value = value * 10 + static_cast<std::uint64_t>(digit - '0');
  }
  if (value > most) file.refuse(fmt::format("the number {} is too large", digits));
  return value;
}

std::vector<std::string_view> words_of(std::string_view text, char between) {
  std::vector<std::string_view> words;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(between, start), text.size());
    words.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return words;
}

// The random keys of a rule `random W G R SEED` (FORMAT.md): those of bigbird, as edges.
Extra drawn(std::uint64_t n, std::uint64_t window, std::uint64_t globals, std::uint64_t count,
            std::uint64_t seed) {
  PatternRequest request{.name_or_file = "bigbird", .n = n};
  request.window = window;
  request.globals = globals;
  request.random = count;
  request.seed = seed;
  return std::get<Extra>(named_pattern(request).layers.front().parts.back());
}

Part pattern_part(const CertificateFile& file, std::string_view rule, std::uint64_t n) {
  const std::vector<std::string_view> words = words_of(rule, ' ');
  const auto number = [&](std::size_t i, std::uint64_t most = 999'999'999) {
    if (i >= words.size())
      file.refuse(fmt::format("the rule '{}' is too short", rule.substr(0, 60)));
    return number_in(file, words[i], most);
  };
  const auto at_least_1 = [&](std::size_t i) { return std::max<std::uint64_t>(number(i), 1); };
  const auto stripes = [&] {
    return Stripes{at_least_1(1) - 1, at_least_1(2), at_least_1(3), number(4)};
  };
  if (words[0] == "band") return Band{number(1), number(2), at_least_1(3)};
  if (words[0] == "blocks") return Blocks{at_least_1(1), number(2), number(3)};
  if (words[0] == "columns") return Columns{stripes()};
  if (words[0] == "rows") return Rows{stripes()};
  if (words[0] == "random") return drawn(n, number(1), number(2), number(3), number(4, UINT64_MAX));
  if (words[0] != "edges") file.refuse(fmt::format("the rule '{}' is unknown", rule.substr(0, 60)));
  const std::uint64_t size = at_least_1(1);
  const std::size_t lists = std::min(rule.size(), words[0].size() + words[1].size() + 2);
  Extra edges(size);
  std::vector<Token> row;
  for (const std::string_view list : words_of(rule.substr(lists), ';')) {
    row.clear();
    for (const std::uint64_t token : numbers_of(file, list, (n + size - 1) / size))
      row.push_back(static_cast<Token>(token - 1));
    edges.add_row(row);
  }
  return edges;
}

}  // namespace

std::vector<std::uint64_t> numbers_of(const CertificateFile& file, std::string_view list,
                                      std::uint64_t most) {
  std::vector<std::uint64_t> numbers;
  if (list.empty()) return numbers;
  for (const std::string_view word : words_of(list, ' ')) {
    const std::size_t dots = word.find("..");
    const std::uint64_t first = number_in(file, word.substr(0, dots), most),
                        last = dots == std::string_view::npos
                                   ? first
                                   : number_in(file, word.substr(dots + 2), most);
    if (first == 0 || last == 0) file.refuse("tokens count from 1");
    if (numbers.size() + (std::max(first, last) - std::min(first, last)) >= kMostTokens * 2)
      file.refuse("a list of more tokens than a report can hold");
    for (std::uint64_t at = first;; at = at < last ? at + 1 : at - 1) {
      numbers.push_back(at);
      if (at == last) break;
    }
  }
  return numbers;
}

StructuredPattern listed_pattern(const CertificateFile& file) {
  return listed_pattern(file, file.array("run.pattern"), file.number("run.n"));
}

StructuredPattern listed_pattern(const CertificateFile& file, const std::vector<Tree>& layers,
                                 std::uint64_t n) {
  StructuredPattern pattern;
  pattern.n = n;
  for (const Tree& layer : layers) {
    if (layer.items.size() != pattern.n)
      file.refuse("a pattern layer without a list for every token");
    Extra edges;
    std::vector<Token> row;
    for (const Tree& token : layer.items) {
      row.clear();
      for (const std::uint64_t key : numbers_of(file, token.string, pattern.n))
        row.push_back(static_cast<Token>(key - 1));
      if (!std::is_sorted(row.begin(), row.end(), std::less_equal<>()))
        file.refuse("a list of neighbours out of order");
      edges.add_row(row);
    }
    pattern.layers.push_back({{std::move(edges)}, 0});
  }
  if (pattern.n == 0 || pattern.layers.empty()) file.refuse("a pattern without tokens or layers");
  return pattern;
}

StructuredPattern ruled_pattern(const CertificateFile& file) {
  StructuredPattern pattern;
  pattern.n = file.number("pattern.n");
  if (pattern.n == 0 || pattern.n > kMostTokens) file.refuse("more tokens than a report can hold");
  for (const Tree& layer : file.array("pattern.layers")) {
    LayerRule rule;
    rule.causal = number_in(file, text_of(file, layer, "causal"), 999'999'999);
    for (const auto& [name, value] : layer.members) {
      if (name != "parts") continue;
      for (const Tree& part : value.items)
        rule.parts.push_back(pattern_part(file, part.string, pattern.n));
    }
    pattern.layers.push_back(std::move(rule));
  }
  if (pattern.layers.empty()) file.refuse("a pattern without layers");
  return pattern;
}

}  // namespace hardmax::report::html
