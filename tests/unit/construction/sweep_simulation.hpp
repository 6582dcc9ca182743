// An independent account of the sweep and the global shifts: column ids only, plain loops over the
// displayed formulas of yun2020a B.5 and sparsebert A.2.2, units of delta.
#pragma once
#include <algorithm>
#include <random>
#include <vector>

#include "construction/sweep.hpp"
#include "execute/literal.hpp"
#include "pattern/pattern.hpp"

namespace hardmax::test {

using Ids = std::vector<Rational>;

inline Pattern everyone(std::size_t n) { return make_pattern({.name_or_file = "dense", .n = n}); }

// Ids before the first and after every layer of the built network, by the literal executor.
inline std::vector<Ids> run_literally(const SweepConstruction& built,
                                      const State<Rational>& input) {
  const Pattern pattern = everyone(built.parameters.n);
  const Literal<ExactHardmax> literal(built.network, pattern);
  State<Rational> z = input;
  std::vector<Ids> ids;
  const auto note = [&] {
    Ids now;
    for (std::size_t k = 0; k < z.tokens; ++k)
      now.push_back(column_id(z.column(k), built.parameters.D));
    ids.push_back(now);
  };
  note();
  for (std::size_t t = 0; t < literal.layers(); ++t) {
    z = literal.apply(t, z);
    note();
  }
  return ids;
}

// One token of d = 1 rows an entry.
inline State<Rational> row(const std::vector<Rational>& entries) {
  State<Rational> z(1, entries.size());
  z.entries = entries;
  return z;
}

// Every id whose value is `window` is moved by factor (max - min), over the other ids only if
// `others`.
inline Ids shift_at(const Ids& l, const Rational& window, const Rational& factor, bool others) {
  Ids next = l;
  for (std::size_t i = 0; i < l.size(); ++i) {
    if (l[i] != window) continue;
    Ids seen;
    for (std::size_t j = 0; j < l.size(); ++j) {
      if (!others || j != i) seen.push_back(l[j]);
    }
    next[i] += factor * (*std::max_element(seen.begin(), seen.end()) -
                         *std::min_element(seen.begin(), seen.end()));
  }
  return next;
}

// Every id > 0 gains factor max, every id < 0 factor min; an id 0 gains factor times the mean (of
// the others only, if `others`).
inline Ids shift_all(const Ids& l, const Rational& factor, bool others) {
  Ids next = l;
  for (std::size_t i = 0; i < l.size(); ++i) {
    Rational largest, least, sum, count;
    bool first = true;
    for (std::size_t j = 0; j < l.size(); ++j) {
      if (others && j == i) continue;
      if (first || l[j] > largest) largest = l[j];
      if (first || l[j] < least) least = l[j];
      first = false;
      sum += l[j];
      count += 1;
    }
    next[i] += factor * (l[i].sign() > 0 ? largest : l[i].sign() < 0 ? least : sum / count);
  }
  return next;
}

// Calls visit with every vector of `length` entries from `alphabet`.
template <class Visit>
void every_vector(const std::vector<Rational>& alphabet, std::size_t length, Visit&& visit) {
  std::vector<std::size_t> at(length, 0);
  for (;;) {
    std::vector<Rational> entries;
    for (const std::size_t i : at) entries.push_back(alphabet[i]);
    visit(entries);
    std::size_t place = length;
    while (place > 0 && ++at[place - 1] == alphabet.size()) at[--place] = 0;
    if (place == 0) return;
  }
}

inline bool increasing(const Ids& l) {
  return std::adjacent_find(l.begin(), l.end(),
                            [](const Rational& a, const Rational& b) { return a >= b; }) == l.end();
}

}  // namespace hardmax::test
