#include "discharge/separate.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>

namespace hardmax {

namespace {

struct Condition {
  std::string text;
  std::function<bool(const Sighting&)> test;
  bool of_pattern = false;  // tried alone only: joined with another it explains too much
};

// x >= k and x <= k - 1 for every k that splits the values seen; the latter as an equation where
// only one value is left.
void thresholds(std::vector<Condition>& list, const char* name, std::uint64_t Sighting::*x,
                const std::vector<Sighting>& sightings, bool of_pattern = false) {
  std::vector<std::uint64_t> values;
  for (const Sighting& s : sightings) values.push_back(s.*x);
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  for (std::size_t i = 1; i < values.size(); ++i) {
    const std::uint64_t k = values[i];
    list.push_back({fmt::format("{} >= {}", name, values[i - 1] + 1),
                    [=](const Sighting& s) { return s.*x >= k; }, of_pattern});
    list.push_back({fmt::format("{} {} {}", name, i == 1 ? "=" : "<=", values[i - 1]),
                    [=](const Sighting& s) { return s.*x < k; }, of_pattern});
  }
}

std::vector<Condition> conditions(const std::vector<Sighting>& sightings) {
  std::vector<Condition> list;
  thresholds(list, "n", &Sighting::n, sightings);
  thresholds(list, "d", &Sighting::d, sightings);
  thresholds(list, "D", &Sighting::D, sightings);
  thresholds(list, "q", &Sighting::q, sightings);
  list.push_back({"n is even", [](const Sighting& s) { return s.n % 2 == 0; }, false});
  list.push_back({"n is odd", [](const Sighting& s) { return s.n % 2 == 1; }, false});
  list.push_back({"D is even", [](const Sighting& s) { return s.D % 2 == 0; }, false});
  list.push_back({"D is odd", [](const Sighting& s) { return s.D % 2 == 1; }, false});
  list.push_back({"q >= n", [](const Sighting& s) { return s.q >= s.n; }, false});
  list.push_back({"q < n", [](const Sighting& s) { return s.q < s.n; }, false});
  list.push_back({"q > n", [](const Sighting& s) { return s.q > s.n; }, false});
  list.push_back({"q <= n", [](const Sighting& s) { return s.q <= s.n; }, false});
  const bool every_s =
      std::all_of(sightings.begin(), sightings.end(), [](const Sighting& s) { return s.s > 0; });
  if (every_s) thresholds(list, "s", &Sighting::s, sightings, true);
  thresholds(list, "p", &Sighting::p, sightings, true);
  list.push_back(
      {"gamma is not the identity", [](const Sighting& s) { return !s.gamma_is_identity; }, true});
  list.push_back(
      {"gamma is the identity", [](const Sighting& s) { return s.gamma_is_identity; }, true});
  return list;
}

}  // namespace

std::string separating_condition(const std::vector<Sighting>& sightings) {
  const auto holds = [](const Sighting& s) { return s.holds; };
  if (std::all_of(sightings.begin(), sightings.end(), holds) ||
      std::none_of(sightings.begin(), sightings.end(), holds))
    return "";
  const std::vector<Condition> list = conditions(sightings);
  const auto separates = [&](const auto& test) {
    return std::all_of(sightings.begin(), sightings.end(),
                       [&](const Sighting& s) { return test(s) != s.holds; });
  };
  for (const Condition& c : list) {
    if (separates(c.test)) return c.text;
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (std::size_t j = i + 1; j < list.size(); ++j) {
      if (list[i].of_pattern || list[j].of_pattern) continue;
      const auto both = [&](const Sighting& s) { return list[i].test(s) && list[j].test(s); };
      const auto either = [&](const Sighting& s) { return list[i].test(s) || list[j].test(s); };
      if (separates(either)) return list[i].text + " or " + list[j].text;
      if (separates(both)) return list[i].text + " and " + list[j].text;
    }
  }
  return "";
}

}  // namespace hardmax
