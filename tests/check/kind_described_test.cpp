// Certificates of kind "structural" about a construction that a file describes: those that make.py
// of tests/certificate/every wrote without a reader of construction files, what is accepted held
// against every input, and polynomials in a size held against their values.
#include <catch2/catch.hpp>

#include <random>
#include <set>

#include "check/in_size.hpp"
#include "support.hpp"
#include "support/rounds.hpp"

namespace kind_described_test {

using namespace check_test;
using namespace hardmax::check;

namespace {

const std::filesystem::path folder = root / "certificate/every";

const Entries& beside() {
  static const Entries entries = load_entries(folder / "claims");
  return entries;
}
std::pair<int, std::string> answer(const std::string& certificate) {
  const Report report = check_certificate(certificate, beside());
  return {report.code, report.lines.front()};
}
std::size_t count_files(const std::filesystem::path& in) {
  std::size_t count = 0;
  for (const auto& file : std::filesystem::directory_iterator(in))
    count += file.path().extension() == ".json";
  return count;
}
std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), by);
}

// Do all final ids of tokens 1..n differ? Every input by itself, in steps, d = 1, on the star.
bool differ(std::int64_t n, std::int64_t D, std::int64_t L, std::int64_t H, std::int64_t M) {
  std::set<std::int64_t> seen;
  std::int64_t inputs = 1, b = 1;
  for (std::int64_t k = 0; k < n; ++k) inputs *= D, b *= D;
  for (std::int64_t g = 0; g < inputs; ++g) {
    std::vector<std::int64_t> f;
    std::int64_t left = g, position = 1;
    for (std::int64_t k = 0; k < n; ++k, left /= D, position *= D)
      f.push_back((k == 0 ? 0 : position * D) + left % D);
    std::int64_t top = b * D;
    for (std::size_t k = 0; k < f.size(); ++k) {
      f[k] += L * (top - f[k]);
      top += H * (f[k] - (k + 1 < f.size() ? f[k + 1] : f[0]));
    }
    for (const std::int64_t id : f)
      if (!seen.insert(id + M * top).second) return false;
  }
  return true;
}

InSize drawn(std::mt19937_64& random) {
  InSize out;
  const std::optional<InSize> by_D = InSize::D().inverse();
  for (std::uint64_t terms = random() % 5; terms > 0; --terms) {
    InSize term(Num(static_cast<std::int64_t>(random() % 13) - 6) /
                Num(static_cast<std::int64_t>(1 + random() % 2)));
    for (std::uint64_t power = random() % 4; power > 0; --power) term = term * InSize::D();
    if (random() % 3 == 0) term = term * *by_D;
    out = out + term;
  }
  return out;
}
Num at(const InSize& p, std::int64_t D) {
  Num out;
  for (const auto& [e, c] : p.terms()) out = out + c * power(Num(D), Num(e));
  return out;
}

}  // namespace

TEST_CASE("described for every D: what make.py stated is accepted") {
  std::size_t count = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder / "accept")) {
    INFO(file.path());
    const auto [code, line] = answer(read(file.path()));
    INFO(line);
    CHECK(code == 0);
    CHECK(line.substr(0, 10) == "accepted: ");
    ++count;
  }
  CHECK(count == 7);
}

TEST_CASE("described for every D: what is not so is not accepted, and the answer says why") {
  std::istringstream lines(read(folder / "EXPECTED"));
  std::size_t seen = 0;
  for (std::string line; std::getline(lines, line); ++seen) {
    const std::size_t first = line.find(" | "), second = line.find(" | ", first + 3);
    INFO(line);
    const auto [code, found] = answer(read(folder / "reject" / line.substr(0, first)));
    INFO(found);
    CHECK(code == std::stoi(line.substr(first + 3, second - first - 3)));
    CHECK(found.find(line.substr(second + 3)) != std::string::npos);
  }
  CHECK(seen == count_files(folder / "reject"));
  CHECK(seen > 100);
}

// Whatever multipliers are stated: where the ids are said to differ, they do.
TEST_CASE("described for every D: final ids that are accepted as different are") {
  const std::string base = read(folder / "accept/n2_spread_least.json");
  const std::size_t from = base.find("\"changes\":["), to = base.find("]},\"evidence\"");
  REQUIRE(to != std::string::npos);
  std::size_t accepted = 0, met = 0;
  for (std::int64_t D : {2, 3, 4})
    for (std::int64_t L = 2; L <= 5; ++L)
      for (std::int64_t H = 1; H <= 4; ++H)
        for (std::int64_t M : {1, 2, 3, 5, 8, 60, 200, 1000, 5000, 20000}) {
          std::string stated = base.substr(0, from) + "\"changes\":[[\"L=" + std::to_string(L) +
                               "\"],[\"H=" + std::to_string(H) +
                               "\"],[\"spread_by=" + std::to_string(M) + "\"]" + base.substr(to);
          stated = replaced(std::move(stated), "D=every", "D=" + std::to_string(D));
          stated = replaced(std::move(stated), "\"proved\"", "\"verified\"");
          const auto [code, line] = answer(stated);
          INFO(D << " " << L << " " << H << " " << M << " " << line);
          const bool so = differ(2, D, L, H, M);
          if (code == 0) CHECK(so);
          accepted += code == 0;
          met += !so;
        }
  CHECK(accepted > 40);
  CHECK(met >= 5);
}

TEST_CASE("described for every D: polynomials in a size have the values of their parts") {
  std::mt19937_64 random(71);
  std::size_t shown = 0;
  for (int round = 0; round < testing::rounds(400); ++round) {
    const InSize a = drawn(random), b = drawn(random);
    const InSize sum = a + b, difference = a - b, product = a * b;
    bool never_below = true, always_above = true;
    for (std::int64_t D = 1; D <= 40; ++D) {
      CHECK(at(sum, D) == at(a, D) + at(b, D));
      CHECK(at(difference, D) == at(a, D) - at(b, D));
      CHECK(at(product, D) == at(a, D) * at(b, D));
      if (D < 2) continue;
      never_below = never_below && at(a, D).sign() >= 0;
      always_above = always_above && at(a, D).sign() > 0;
      if (a.whole()) CHECK(at(a, D).is_integer());
    }
    // No root is beyond 1 + 6 * 2 times the largest quotient of coefficients.
    CHECK(a.not_negative(2) == never_below);
    CHECK(a.positive(2) == always_above);
    shown += never_below;
  }
  CHECK(shown > 5);
  CHECK((InSize::D() * InSize::D() - InSize(Num(3)) * InSize::D() + InSize(Num(3))).positive(2));
  CHECK_FALSE((InSize(Num(1000000)) - InSize::D()).not_negative(2));
}

// Products with a place for each power are those that are added term by term.
TEST_CASE("described for every D: long products") {
  InSize a, b, terms;
  for (int i = 0; i < 12; ++i) {
    InSize power = Num(1);
    for (int j = 0; j < i * i; ++j) power = power * InSize::D();
    a = a + InSize(Num(i % 3 - 1) / Num(1 + i % 2)) * power;
    b = b + InSize(Num(2 * i - 7)) * power;
  }
  for (const auto& [e, c] : a.terms()) {
    InSize power = c;
    for (std::int64_t j = 0; j < e; ++j) power = power * InSize::D();
    InSize one;
    for (const auto& [f, x] : b.terms()) {
      InSize other = x;
      for (std::int64_t j = 0; j < f; ++j) other = other * InSize::D();
      one = one + power * other;
    }
    terms = terms + one;
  }
  CHECK(a * b == terms);
  CHECK(b * a == terms);
  const InSize two = Num(2), large = power(Num(7), Num(200));
  CHECK((two * a) * b == two * terms);  // whole coefficients
  CHECK((two * large * a) * (InSize(Num(-3)) * b) == InSize(Num(-6)) * large * terms);
}

}  // namespace kind_described_test
