// What a faulty producer would write. A literal engine of the tests' own executes the run, right or
// with one fault, and computes totals by FORMAT.md; the certificate with these totals must be
// accepted if, and only if, the engine is right.
#include <catch2/catch.hpp>
#include <set>

#include "literal.hpp"
#include "support.hpp"

namespace faults_test {

using namespace hardmax::check;
using namespace check_test;

namespace {

struct Sums {
  std::string distinct, digest;
};

enum class Order { right, last_slowest, one_left_out, first_twice, tokens_reversed };

Sums sums(const Parameters& run, Fault fault, Order order = Order::right) {
  const Derived derived = derive(run, {});
  const Literal literal(run, derived, fault);
  mpz_class inputs;
  mpz_ui_pow_ui(inputs.get_mpz_t(), run.D, run.n * run.d);
  const std::uint64_t count = inputs.get_ui(), K = 0x9E3779B97F4A7C15u;
  const auto low = [](const mpz_class& z) {
    return mpz_class(z & mpz_class("18446744073709551615")).get_ui();
  };
  std::set<std::string> values;
  std::uint64_t C = 0;  // all of these runs have one chunk
  for (std::uint64_t g = 0; g < count; ++g) {
    if (order == Order::one_left_out && g + 1 == count) continue;
    std::vector<std::uint64_t> digits = grid(run, order == Order::first_twice && g == 1 ? 0 : g);
    if (order == Order::last_slowest) std::reverse(digits.begin(), digits.end());
    std::vector<mpq_class> ids = literal.ids(digits);
    if (order == Order::tokens_reversed) std::reverse(ids.begin() + 1, ids.end());
    for (unsigned k = 1; k <= run.n; ++k) {
      const mpq_class x = ids[k] * static_cast<unsigned long>(run.D);
      values.insert(x.get_str());
      C += (2 * (run.n * g + (k - 1)) + 1) * (low(x.get_num()) + K * (low(x.get_den()) - 1));
    }
  }
  char digest[17];
  std::snprintf(digest, sizeof digest, "%016llx", static_cast<unsigned long long>(C));
  return {std::to_string(values.size()), digest};
}

Report with(const std::string& certificate, const Sums& s) {
  std::string text = certificate;
  const auto put = [&](const std::string& key, const std::string& value) {
    const std::string mark = "\"" + key + "\":\"";
    const std::size_t at = text.find(mark) + mark.size();
    text.replace(at, text.find('"', at) - at, value);
  };
  put("distinct_ids", s.distinct);
  put("digest", s.digest);
  return check_certificate(text, claims());
}

Parameters strided() {
  Parameters run;
  run.n = 4, run.d = 1, run.D = 2;
  run.A = {{},
           {{}, {1, 2, 3}, {1, 2, 3, 4}, {1, 2, 3, 4}, {2, 3, 4}},
           {{}, {1, 3}, {2, 4}, {1, 3}, {2, 4}}};
  return run;
}

}  // namespace

TEST_CASE("faults: totals of a right engine are accepted, those of 38 faulty ones are rejected") {
  struct Base {
    const char* file;
    Parameters run;
  };
  Base plain{"strided.json", strided()}, overrides{"all_overrides.json", strided()},
      gamma{"gamma_not_identity.json", {}}, rows{"star_two_rows.json", {}},
      ties{"ties.json", strided()};
  ties.run.E = {{2, Num(1) / Num(4)}};
  overrides.run.c = Num(-1) / Num(2), overrides.run.shift = Num(1) / Num(3),
  overrides.run.E = {{1, Num(-7) / Num(2)}, {3, Num(0)}}, overrides.run.drop = {3, 13};
  gamma.run.n = 4, gamma.run.d = 1, gamma.run.D = 3,
  gamma.run.A = {{}, {{}, {1, 2}, {1, 2, 3, 4}, {2, 3, 4}, {2, 4}}};
  rows.run.n = 3, rows.run.d = 2, rows.run.D = 2,
  rows.run.A = {{}, {{}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}}};
  std::set<int> found;
  for (const Base& base : {plain, overrides, gamma, rows, ties}) {
    const std::string text = read(root / "certificate/accept" / base.file);
    const Sums right = sums(base.run, Fault::none);
    INFO(base.file << ": " << with(text, right).lines.front());
    REQUIRE(with(text, right).code == 0);
    for (int fault = 1; fault <= static_cast<int>(Fault::row_2_changed); ++fault) {
      const Sums wrong = sums(base.run, static_cast<Fault>(fault));
      if (wrong.digest == right.digest && wrong.distinct == right.distinct)
        continue;  // this run does not show the fault
      CHECK(with(text, wrong).code == 1);
      found.insert(fault);
    }
    for (Order order :
         {Order::last_slowest, Order::one_left_out, Order::first_twice, Order::tokens_reversed})
      CHECK(with(text, sums(base.run, Fault::none, order)).code == 1);
  }
  for (int fault = 1; fault <= static_cast<int>(Fault::row_2_changed); ++fault) {
    INFO("fault " << fault);
    CHECK(found.count(fault) == 1);
  }
}

TEST_CASE("faults: a verdict forced either way is rejected, for every claim") {
  for (const char* name : {"strided.json", "all_overrides.json", "no_gamma.json"}) {
    const std::string text = read(root / "certificate/accept" / name);
    const Json original = read_json(text);
    const std::string verdicts[][4] = {
        {"verified", "exhaustive", "replay", ""},    {"not_checkable", "none", "none", "feature"},
        {"not_checkable", "none", "none", "domain"}, {"not_checkable", "none", "none", "vacuous"},
        {"undecided", "none", "none", "limit"},      {"undecided", "none", "none", "unknown"},
        {"error", "none", "none", "undefined"}};
    for (std::size_t i = 0; i < original.items[7].items.size(); ++i)
      for (const auto& verdict : verdicts) {
        std::string now = text;
        const Json& claim = original.items[7].items[i];
        const std::size_t begin = now.find("{\"id\":\"" + claim.find("id")->text + "\"");
        const std::size_t end =
            std::min(now.find(",{\"id\"", begin), now.find("],\"hypotheses\"", begin));
        if (claim.find("verdict")->text == verdict[0] && claim.find("reason")->text == verdict[3])
          continue;
        now.replace(begin, end - begin,
                    "{\"id\":\"" + claim.find("id")->text + "\",\"sha256\":\"" +
                        claim.find("sha256")->text + "\",\"verdict\":\"" + verdict[0] +
                        "\",\"tier\":\"" + verdict[1] + "\",\"evidence\":\"" + verdict[2] +
                        "\",\"reason\":\"" + verdict[3] + "\",\"witness\":{}}");
        const Report report = check_certificate(now, claims());
        INFO(name << ", " << claim.find("id")->text << " as " << verdict[0] << ": "
                  << report.lines.front());
        // With overrides a name may have met a limit of verify, and has a value here.
        const bool left_open = std::string(verdict[3]) == "limit" &&
                               std::string(name) == "all_overrides.json" &&
                               claim.find("verdict")->text != "not_checkable";
        CHECK(report.code == (left_open ? 3 : 1));
        CHECK(report.lines.front().find(claim.find("id")->text) != std::string::npos);
        if (left_open)
          CHECK(report.lines.front().ends_with("stated undecided (limit), found " +
                                               claim.find("verdict")->text));
      }
  }
}

}  // namespace faults_test
