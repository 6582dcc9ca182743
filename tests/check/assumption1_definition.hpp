// Assumption 1 by its definition, token by token, for a pattern as a certificate states it: what
// the checker's arguments are held against.
#pragma once
#include <algorithm>
#include <catch2/catch.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "check/read.hpp"

namespace check_test {

using hardmax::check::Json;

inline const Json& at(const Json& json, const std::string& key) {
  REQUIRE(json.find(key) != nullptr);
  return *json.find(key);
}

using Matrix = std::vector<std::vector<char>>;  // [k][j]: j is in the row of k; from 0

inline std::vector<long> numbers(std::string text) {
  for (char& c : text)
    if (c < '0' || c > '9') c = ' ';
  std::istringstream in(text);
  std::vector<long> out;
  for (long x; in >> x;) out.push_back(x);
  return out;
}
inline std::vector<long> listed(const std::string& text) {  // "3 7..9 5..4"
  std::istringstream in(text);
  std::vector<long> out;
  for (std::string item; in >> item;) {
    const std::vector<long> ends = numbers(item);
    for (long x = ends[0];; x += ends.back() > ends[0] ? 1 : -1) {
      out.push_back(x);
      if (x == ends.back()) break;
    }
  }
  return out;
}

inline bool said(const std::string& part, long n, long k,
                 long j) {  // all from 1, as in FORMAT.md. Not for `random`
  const std::string kind = part.substr(0, part.find(' '));
  const std::vector<long> v = numbers(part);
  const auto striped = [&](long x) {
    for (long t = 0; t <= n; ++t)
      if (x >= v[0] + t * v[1] && x < v[0] + t * v[1] + v[2] && x <= v[3]) return true;
    return false;
  };
  if (kind == "band") return k - v[0] <= j && j <= k + v[1] && (j - k) % v[2] == 0;
  if (kind == "blocks")
    return (k - 1) / v[0] - v[1] <= (j - 1) / v[0] && (j - 1) / v[0] <= (k - 1) / v[0] + v[2];
  if (kind == "columns") return striped(j);
  if (kind == "rows") return striped(k);
  REQUIRE(kind == "edges");
  std::string lists = part.substr(part.find(' ', 6) + 1);
  for (long b = 0; b < (k - 1) / v[0]; ++b) lists = lists.substr(lists.find(';') + 1);
  const std::vector<long> row = listed(lists.substr(0, lists.find(';')));
  return std::count(row.begin(), row.end(), (j - 1) / v[0] + 1) > 0;
}

inline std::vector<Matrix> matrices(const Json& pattern) {
  const long n = std::stol(at(pattern, "n").text);
  std::vector<Matrix> out;
  for (const Json& layer : at(pattern, "layers").items) {
    const long g = std::stol(at(layer, "causal").text);
    Matrix rows(static_cast<std::size_t>(n), std::vector<char>(static_cast<std::size_t>(n)));
    for (long k = 1; k <= n; ++k)
      for (long j = 1; j <= n; ++j)
        for (const Json& part : at(layer, "parts").items)
          if ((g == 0 || (j - 1) / g <= (k - 1) / g) && said(part.text, n, k, j))
            rows[static_cast<std::size_t>(k - 1)][static_cast<std::size_t>(j - 1)] = 1;
    out.push_back(std::move(rows));
  }
  return out;
}

struct Decided {
  bool self = true, order = false;
  std::size_t s = 0;  // 0: none (under (1.1))
};
inline Decided truth(const std::vector<Matrix>& A) {
  Decided out;
  const std::size_t n = A[0].size();
  for (const Matrix& layer : A)
    for (std::size_t k = 0; k < n; ++k) out.self = out.self && layer[k][k];
  std::vector<std::vector<char>> ends(
      std::size_t{1} << n, std::vector<char>(n));  // a path through these tokens that ends with k
  for (std::size_t set = 1; set < ends.size(); ++set)
    for (std::size_t k = 0; k < n; ++k) {
      if ((set >> k & 1) == 0) continue;
      const std::size_t rest = set ^ (std::size_t{1} << k);
      if (rest == 0) ends[set][k] = 1;
      for (std::size_t j = 0; j < n && rest != 0; ++j)
        for (const Matrix& layer : A)
          if (ends[rest][j] && layer[k][j]) ends[set][k] = 1;
    }
  out.order = std::count(ends.back().begin(), ends.back().end(), 1) > 0;
  Matrix S = A[0];
  for (std::size_t t = 1; t <= n * A.size(); ++t) {
    if (t > 1) {
      Matrix next(n, std::vector<char>(n));
      for (std::size_t k = 0; k < n; ++k)
        for (std::size_t j = 0; j < n; ++j)
          for (std::size_t i = 0; i < n; ++i)
            next[k][i] = static_cast<char>(next[k][i] | (A[(t - 1) % A.size()][k][j] & S[j][i]));
      S = next;
    }
    if (std::all_of(S.begin(), S.end(), [&](const auto& row) {
          return std::count(row.begin(), row.end(), 1) == static_cast<std::ptrdiff_t>(n);
        })) {
      out.s = t;
      break;
    }
  }
  return out;
}

}  // namespace check_test
