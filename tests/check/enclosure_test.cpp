// Numbers that are not rational in certificates, and the bounds of exp and log by themselves.
#include <catch2/catch.hpp>

#include "check/enclosure.hpp"
#include "support.hpp"

namespace enclosure_test {

using namespace hardmax::check;
using namespace check_test;

TEST_CASE(
    "enclosure: a certificate with intervals is accepted, and every other statement of one "
    "rejected") {
  const std::filesystem::path folder = root / "certificate/irrational";
  const Entries claims = load_entries(folder / "claims");
  for (const auto& [name, code] :
       {std::pair("accept", 0), std::pair("incomplete", 3), std::pair("reject", 1)}) {
    const auto all = files(folder / name);
    CHECK(all.size() >= (code == 1 ? 13u : 1u));
    for (const auto& file : all) {
      INFO(file);
      const Report report = check_certificate(read(file), claims);
      CHECK(report.code == code);
      if (code == 1) CHECK(report.lines.size() == 1);
    }
  }
}

TEST_CASE(
    "enclosure: exp and log between known digits, at the widths where they are computed "
    "differently") {
  const auto within = [](char operation, const Num& x, const Num& lower, const Num& upper) {
    for (const std::size_t bits : {8, 64, 300}) {
      INFO(operation << " of " << x.text() << " at " << bits << " bits");
      const Bounds at = bounds_of(x, bits), found = bounds_of(operation, at, at, bits);
      REQUIRE(found.known);
      CHECK(compare(found.lower, found.upper) <= 0);
      CHECK(compare(bounds_of(lower, 400).lower, found.upper) <= 0);
      CHECK(compare(found.lower, bounds_of(upper, 400).upper) <= 0);
    }
  };
  const auto over = [](std::int64_t a, std::int64_t b) { return Num(a) / Num(b); };
  within('e', Num(1), over(2718281828459045, 1000000000000000),
         over(2718281828459046, 1000000000000000));
  within('e', Num(-1), over(367879441171442, 1000000000000000),
         over(367879441171443, 1000000000000000));
  within('l', Num(2), over(693147180559945, 1000000000000000),
         over(693147180559946, 1000000000000000));
  within('l', over(1, 3), over(-1098612288668110, 1000000000000000),
         over(-1098612288668109, 1000000000000000));
  const Num tiny = power(Num(2), Num(-90000));
  within('e', tiny, Num(1), Num(1) + tiny + tiny);
  within('e', Num(0) - tiny, Num(1) - tiny - tiny, Num(1));
  within('l', tiny, Num(-62384), Num(-62383));
}

TEST_CASE("enclosure: what is beyond the bounds on size is known to be so") {
  const std::size_t bits = 64;
  const auto of = [&](char operation, const Num& x) {
    return bounds_of(operation, bounds_of(x, bits), bounds_of(x, bits), bits);
  };
  CHECK(of('e', Num(65536)).known);
  CHECK_FALSE(of('e', Num(65537)).known);
  CHECK(compare(of('e', Num(-65537)).lower, {0, 0}) == 0);
  CHECK(compare(of('e', Num(-65537)).upper, {1, -65536}) == 0);
  CHECK_FALSE(of('l', Num(0)).known);
  CHECK_FALSE(of('l', Num(-1)).known);
  const Num large = power(Num(2), Num(600000)), small = power(Num(2), Num(-600000));
  CHECK_FALSE(of('*', large).known);
  CHECK(compare(of('*', small).lower, {0, 0}) == 0);
  CHECK(compare(of('*', small).upper, {1, -(1 << 20)}) == 0);
  CHECK_FALSE(bounds_of('/', bounds_of(Num(1), bits), {true, {-1, 0}, {1, 0}}, bits).known);
}

}  // namespace enclosure_test
