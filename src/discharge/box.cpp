#include "discharge/box.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>

#include "exact/error.hpp"

namespace hardmax {

namespace {

struct Named {
  const char* text;
  Box::Side Box::*side;
  Box::Side allowed;
};
constexpr std::array<Named, 3> kNames = {
    {{"n", &Box::n, {2, 64}}, {"q", &Box::q, {2, 4096}}, {"d", &Box::d, {1, 12}}}};

[[noreturn]] void bad(std::string_view text, const std::string& why) {
  throw InvalidInput(InvalidInput::Kind::option,
                     fmt::format("--box '{}': {}; write for example n=2..4,q=..8,d=1..2",
                                 text.substr(0, 100), why));
}

std::optional<std::uint64_t> number(std::string_view text) {
  if (text.empty() || text.size() > 9 ||
      text.find_first_not_of("0123456789") != std::string_view::npos)
    return std::nullopt;
  return std::stoull(std::string(text));
}

// "2..4", "..8", "3"; `..` needs an upper end.
std::optional<Box::Side> interval(std::string_view text, std::uint64_t least) {
  const auto dots = text.find("..");
  const auto most = number(dots == std::string_view::npos ? text : text.substr(dots + 2));
  const auto first = dots == std::string_view::npos
                         ? most
                         : (dots == 0 ? std::optional(least) : number(text.substr(0, dots)));
  if (!first || !most) return std::nullopt;
  return Box::Side{*first, *most};
}

}  // namespace

Box Box::parse(std::string_view text) {
  Box box;
  std::array<bool, kNames.size()> given{};
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    const std::string_view part = text.substr(start, comma - start);
    start = comma + 1;
    const auto equals = std::min(part.find('='), part.size());
    const auto name = std::find_if(kNames.begin(), kNames.end(), [&](const Named& n) {
      return part.substr(0, equals) == n.text;
    });
    if (name == kNames.end() || equals == part.size())
      bad(text, fmt::format("'{}' does not start with n=, q= or d=", part));
    const auto index = static_cast<std::size_t>(name - kNames.begin());
    if (given[index]) bad(text, fmt::format("{} is given twice", name->text));
    given[index] = true;
    const auto read = interval(part.substr(equals + 1), name->allowed.least);
    if (!read) bad(text, fmt::format("'{}' is no interval", part));
    if (read->least > read->most) bad(text, fmt::format("the interval '{}' is empty", part));
    if (read->least < name->allowed.least || read->most > name->allowed.most) {
      bad(text, fmt::format("'{}' leaves {}..{}", part, name->allowed.least, name->allowed.most));
    }
    box.*(name->side) = *read;
  }
  if (parameter_sets({box}).empty()) bad(text, "no q in it is D^d with D >= 2 and a d in it");
  return box;
}

std::string Box::str() const {
  const auto show = [](const Box::Side& i) {
    return i.least == i.most ? std::to_string(i.least) : fmt::format("{}..{}", i.least, i.most);
  };
  return fmt::format("n={},q={},d={}", show(n), show(q), show(d));
}

std::uint64_t q_of(const Parameters& parameters) {
  std::uint64_t q = 1;
  for (std::uint64_t i = 0; i < parameters.d; ++i)
    HARDMAX_REQUIRE(!__builtin_mul_overflow(q, parameters.D, &q));
  return q;
}

bool smaller(const Parameters& a, const Parameters& b) {
  return std::tuple(a.n, q_of(a), a.d) < std::tuple(b.n, q_of(b), b.d);
}

bool same(const Parameters& a, const Parameters& b) {
  return std::tie(a.n, a.d, a.D) == std::tie(b.n, b.d, b.D);
}

namespace {

// That nothing of the boxes is left out and all is in order, found in another way than by
// parameter_sets: "verified on the box" would say too much, and the first counterexample might not
// be the smallest.
void require_complete(const std::vector<Box>& boxes, const std::vector<Parameters>& sets) {
  for (const Box& box : boxes) {
    for (std::uint64_t D = box.q.most; D >= 2; --D) {
      Rational q = 1;
      for (std::uint64_t d = 1; d <= box.d.most && q * Rational(D) <= Rational(box.q.most); ++d) {
        q = q * Rational(D);
        if (d < box.d.least || q < Rational(box.q.least)) continue;
        const auto here = std::count_if(sets.begin(), sets.end(), [&, d = d](const auto& set) {
          return set.d == d && set.D == D && set.n >= box.n.least && set.n <= box.n.most;
        });
        HARDMAX_REQUIRE(static_cast<std::uint64_t>(here) == box.n.most - box.n.least + 1);
      }
    }
  }
  const auto in_order = [](const Parameters& a, const Parameters& b) {
    if (a.n != b.n) return a.n < b.n;
    const Rational p = power(a.D, a.d), q = power(b.D, b.d);
    return p != q ? p < q : a.d < b.d;
  };
  for (std::size_t i = 1; i < sets.size(); ++i) HARDMAX_REQUIRE(in_order(sets[i - 1], sets[i]));
  for (const Parameters& set : sets) {
    const Rational q = power(set.D, set.d);
    HARDMAX_REQUIRE(std::any_of(boxes.begin(), boxes.end(), [&](const Box& box) {
      return set.n >= box.n.least && set.n <= box.n.most && set.d >= box.d.least &&
             set.d <= box.d.most && q >= Rational(box.q.least) && q <= Rational(box.q.most);
    }));
  }
}

}  // namespace

std::vector<Box> default_boxes() {
  return {Box{{2, 3}, {2, 8}, {1, 2}}, Box{{4, 4}, {2, 5}, {1, 2}}};
}

std::string show(const std::vector<Box>& boxes) {
  std::string text;
  for (const Box& box : boxes) text += (text.empty() ? "" : " and ") + box.str();
  return text;
}

std::vector<Parameters> parameter_sets(const std::vector<Box>& boxes) {
  std::vector<Parameters> sets;
  for (const Box& box : boxes) {
    for (std::uint64_t n = box.n.least; n <= box.n.most; ++n) {
      for (std::uint64_t d = box.d.least; d <= box.d.most; ++d) {
        for (std::uint64_t D = 2;; ++D) {
          const Rational q = power(D, d);
          if (q > Rational(box.q.most)) break;
          if (q >= Rational(box.q.least)) sets.push_back({n, d, D});
        }
      }
    }
  }
  std::sort(sets.begin(), sets.end(), smaller);
  sets.erase(std::unique(sets.begin(), sets.end(), same), sets.end());
  require_complete(boxes, sets);
  return sets;
}

}  // namespace hardmax
