// Certificates of kind "assumption1": the examples of tests/certificate/assumption1, changes to
// them, and what the checker says of small patterns, held against Assumption 1 by its definition,
// token by token.
#include <catch2/catch.hpp>
#include <map>
#include <numeric>
#include <random>

#include "altered.hpp"
#include "assumption1_definition.hpp"
#include "check/kind.hpp"
#include "check/mask.hpp"
#include "support.hpp"
#include "support/rounds.hpp"

namespace kind_assumption1_test {

using namespace check_test;
using hardmax::check::Json;
using hardmax::check::Report;

namespace {

const std::filesystem::path folder = root / "certificate/assumption1";

const hardmax::check::Entries& entries() {
  static const auto all = hardmax::check::load_entries(folder / "claims");
  return all;
}
Report checked(const std::string& text) {
  return hardmax::check::check_certificate(text, entries());
}

std::string verdict(const Json& certificate, std::size_t i) {
  return at(at(certificate, "claims").items[i], "verdict").text;
}

// What an accepted certificate says must be so.
void require_true(const std::string& text) {
  const Json c = hardmax::check::read_json(text);
  CAPTURE(text);
  for (const Json& layer : at(at(c, "pattern"), "layers").items)
    for (const Json& part : at(layer, "parts").items)
      if (part.text.substr(0, 6) == "random") return;  // by hand in a test of its own
  const Decided found = truth(matrices(at(c, "pattern")));
  REQUIRE(verdict(c, 0) == (found.self ? "verified" : "refuted"));
  if (verdict(c, 1) != "undecided")
    REQUIRE(verdict(c, 1) == (found.order ? "verified" : "refuted"));
  if (!found.self) REQUIRE(verdict(c, 2) == "not_checkable");
  if (found.self && verdict(c, 2) != "undecided") {
    REQUIRE(verdict(c, 2) == (found.s > 0 ? "verified" : "refuted"));
    REQUIRE(at(at(c, "evidence"), "s").text == std::to_string(found.s));
  }
}

bool small(const std::string& text) {  // few enough tokens for the definition
  const Json c = hardmax::check::read_json(text);
  return std::stol(at(at(c, "pattern"), "n").text) <= 14;
}

// Random patterns with evidence of every kind: what is accepted is so; the search and the levels
// find out all that is so. Counts what was accepted.
std::map<std::string, int> explore(int rounds, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto up_to = [&](std::uint64_t most) { return std::to_string(random() % (most + 1)); };
  const auto from_one = [&](std::uint64_t most) { return std::to_string(1 + random() % most); };
  std::map<std::string, int> count;
  for (int round = 0; round < rounds; ++round) {
    Json certificate = hardmax::check::read_json(read(folder / "accept/window.json"));
    const std::size_t n = 2 + random() % 7, p = 1 + random() % 2;
    Json layers = Json::array();
    for (std::size_t l = 0; l < p; ++l) {
      Json parts = Json::array();
      const bool blocks = random() % 4 == 0;  // all rules in blocks of two
      if (random() % 8 != 0) parts.items.push_back(Json(blocks ? "blocks 2 0 0" : "band 0 0 1"));
      for (std::uint64_t more = random() % 3; more > 0; --more) {
        const std::string stripes = from_one(n) + " " + std::to_string(2 + random() % 3) + " " +
                                    from_one(2) + " " + from_one(n);
        std::string lists;
        const std::size_t size = 1 + random() % 2;
        for (std::size_t b = 0; b * size < n; ++b) {
          lists += b > 0 ? ";" : "";
          std::string row;
          for (std::size_t c = 1; (c - 1) * size < n; ++c)
            if (random() % 3 == 0) row += (row.empty() ? "" : " ") + std::to_string(c);
          lists += row;
        }
        const std::string kinds[] = {"band " + up_to(2) + " " + up_to(2) + " " + from_one(2),
                                     "band " + up_to(n) + " " + up_to(n) + " " + from_one(3),
                                     "blocks " + from_one(3) + " " + up_to(1) + " " + up_to(1),
                                     "columns " + stripes,
                                     "rows " + stripes,
                                     "edges " + std::to_string(size) + " " + lists,
                                     "edges " + std::to_string(size) + " " + lists};
        const std::string even[] = {"blocks 2 1 0", "blocks 4 0 1",
                                    "columns 3 2 2 " + std::to_string(n),
                                    "rows 1 4 2 " + std::to_string(n)};
        parts.items.push_back(Json(blocks ? even[random() % 4] : kinds[random() % 7]));
      }
      layers.items.push_back(Json::object(
          {{"causal", Json(random() % 4 == 0 ? from_one(3) : "0")}, {"parts", parts}}));
    }
    certificate.items[3] = Json::object({{"n", Json(std::to_string(n))}, {"layers", layers}});
    const std::vector<Matrix> A = matrices(certificate.items[3]);
    const Decided found = truth(A);
    CAPTURE(round, written(certificate.items[3]), found.self, found.order, found.s);
    const auto answer = [&](const std::string& own, const std::string& order,
                            const std::string& blocks, const std::string& reach, std::size_t s,
                            const std::string& least) {
      certificate.items[4] = Json::object({{"self", own},
                                           {"order", order},
                                           {"blocks", blocks},
                                           {"reach", reach},
                                           {"s", std::to_string(s)},
                                           {"least", least}});
      const std::string verdicts[] = {own.empty() ? "verified" : "refuted",
                                      order.substr(0, 5) == "gamma" ? "verified"
                                      : order.empty()               ? "undecided"
                                                                    : "refuted",
                                      !own.empty()                        ? "not_checkable"
                                      : reach.empty()                     ? "undecided"
                                      : reach.substr(0, 9) == "unreached" ? "refuted"
                                                                          : "verified"};
      for (std::size_t i = 0; i < 3; ++i) {
        Json& claim = certificate.items[6].items[i];
        const std::string& v = verdicts[i];
        const std::string words[] = {v,
                                     v == "verified"  ? "symbolic"
                                     : v == "refuted" ? "witness"
                                                      : "none",
                                     v == "verified" || v == "refuted" ? "argument" : "none",
                                     v == "undecided"       ? "limit"
                                     : v == "not_checkable" ? "hypothesis yun2020b.A1.1"
                                                            : ""};
        for (std::size_t w = 0; w < 4; ++w) claim.items[2 + w].text = words[w];
      }
      const Report report = checked(written(certificate));
      CAPTURE(report.lines[0]);
      const bool all = report.code == 0 || report.code == 3;
      if (all) require_true(written(certificate));
      if (all && !own.empty()) ++count["self"];
      if (all && !order.empty()) ++count[order.substr(0, order.find(' '))];
      if (all && !reach.empty())
        ++count[reach.substr(0, reach.find(' ')) + (blocks == "1" ? "" : " of blocks")];
      return all;
    };
    // (1.1): every pair
    std::string own;
    for (std::size_t l = 0; l < p; ++l)
      for (std::size_t k = 0; k < n; ++k) {
        const std::string pair = std::to_string(l + 1) + " " + std::to_string(k + 1);
        REQUIRE(answer(pair, "", "1", "", 0, "") == !A[l][k][k]);
        if (!A[l][k][k]) own = pair;
      }
    REQUIRE(answer("", "", "1", "", 0, "") == found.self);
    // (1.2): the search, and sets and pairs of all kinds
    REQUIRE(answer(own, "search", "1", "", 0, "") == !found.order);
    std::vector<std::size_t> gamma(n);
    std::iota(gamma.begin(), gamma.end(), 1);
    for (int tries = 0; tries < 30; ++tries) {
      std::string order, set;
      for (const std::size_t k : gamma) order += " " + std::to_string(k);
      for (std::size_t k = 1; k <= n; ++k)
        if (random() % 2 == 0) set += " " + std::to_string(k);
      answer(own, "gamma" + order, "1", "", 0, "");
      for (const char* rule : {"cut", "before", "after"}) answer(own, rule + set, "1", "", 0, "");
      answer(own, "apart " + from_one(n) + " " + from_one(n), "1", "", 0, "");
      std::shuffle(gamma.begin(), gamma.end(), random);
    }
    // (1.3): each rule with some s and each pair
    if (!found.self) continue;
    bool shown = false, refuted = false;
    const std::size_t highest = found.s == 0 ? 3 : found.s + 1;
    for (std::size_t s = 1; s <= highest; ++s)
      for (std::size_t k = 1; k <= (s == 1 ? 1 : n); ++k)
        for (std::size_t j = 1; j <= (s == 1 ? 1 : n); ++j) {
          const std::string pair = s == 1 ? "" : std::to_string(k) + " " + std::to_string(j);
          shown = answer(own, "", "1", "levels", s, pair) || shown;
          answer(own, "", "1", "bands", s, pair);
          answer(own, "", "1", "common " + from_one(n), s, pair);
          answer(own, "", "1", "common 1.." + std::to_string(n), s, pair);
          answer(own, "", "1", "hubs " + from_one(n) + ":" + from_one(s), s, pair);
          answer(own, "", "2", "levels", s, pair);
          answer(own, "", "2", "common 1", s, pair);
        }
    for (std::size_t k = 1; k <= n; ++k)
      for (std::size_t j = 1; j <= n; ++j)
        refuted = answer(own, "", "1", "unreached " + std::to_string(k) + " " + std::to_string(j),
                         0, "") ||
                  refuted;
    REQUIRE(shown == (found.s > 0));
    REQUIRE(refuted == (found.s == 0));
  }
  return count;
}

}  // namespace

TEST_CASE("assumption1: every file of accept/ is accepted, and what it says is so") {
  std::map<std::string, std::string> lines;
  for (const auto& file : files(folder / "accept")) {
    CAPTURE(file);
    const Report report = checked(read(file));
    REQUIRE(report.lines.size() == 1);
    CAPTURE(report.lines[0]);
    CHECK(report.code == 0);
    require_true(read(file));
    lines[file.stem()] = report.lines[0];
  }
  CHECK(lines.size() == 18);
  CHECK(lines["window"] ==
        "accepted: n = 9, p = 1, (1.1) verified, (1.2) verified, (1.3) verified with the least s = "
        "4; yun2020b, every d and D, pattern band 2 2 1 (1 layer, by rules)");
  CHECK(lines["no_self"] ==
        "accepted: n = 4, p = 2, (1.1) refuted, (1.2) verified, (1.3) not_checkable; yun2020b, "
        "every d and D, pattern band 1 1 1 | columns 1 1 1 2 (2 layers, by rules)");
}

TEST_CASE("assumption1: every file of reject/ is rejected for the reason in its name") {
  std::istringstream expected(read(folder / "EXPECTED"));
  std::size_t count = 0;
  for (std::string line; std::getline(expected, line); ++count) {
    const std::size_t bar = line.find(" | ");
    const Report report = checked(read(folder / "reject" / line.substr(0, bar)));
    CAPTURE(line, report.lines[0]);
    CHECK(report.code == 1);
    CHECK(report.lines[0].find("rejected: " + line.substr(bar + 3)) == 0);
  }
  CHECK(count == files(folder / "reject").size());
  CHECK(count >= 70);
}

TEST_CASE("assumption1: what is left undecided is named, with 3") {
  CHECK(checked(read(folder / "survive/order.json")).lines[0] ==
        "incomplete: claim yun2020b.A1.2: undecided (limit)");
  CHECK(checked(read(folder / "survive/order.json")).code == 3);
  CHECK(checked(read(folder / "survive/reach.json")).lines[0] ==
        "incomplete: claim yun2020b.A1.3: undecided (limit)");
  CHECK(checked(read(folder / "survive/reach.json")).code == 3);
}

TEST_CASE("assumption1: the kind decides the statements it knows, not those of other entries") {
  std::string text = read(folder / "accept/window.json");
  auto others = entries();
  auto& entry = others.at("yun2020b.A1.3");
  const std::string was = hardmax::check::sha256(hardmax::check::binding_text(entry));
  entry.formal = "exists t in 1..n*p: forall k in 1..n: S(t, k) = {}";
  text.replace(text.find(was), was.size(),
               hardmax::check::sha256(hardmax::check::binding_text(entry)));
  Json certificate = hardmax::check::read_json(text);
  check_test::bind_again(certificate, others);
  const Report report = hardmax::check::check_certificate(written(certificate), others);
  CHECK(report.code == 1);
  CHECK(report.lines[0].find("that this kind decides another statement") != std::string::npos);
  others.erase("yun2020b.A1.2");
  CHECK(hardmax::check::check_certificate(text, others).lines[0].rfind("other claims: ", 0) == 0);
}

TEST_CASE(
    "assumption1: no leaf of an accepted certificate can be another one, unless what it says is so "
    "again",
    "[full]") {
  std::size_t tried = 0, again = 0;
  for (const auto& file : files(folder / "accept")) {
    Json certificate = hardmax::check::read_json(read(file));
    for (Json* leaf : leaves(certificate)) {
      const std::string kept = leaf->text;
      for (const std::string& other : altered(kept)) {
        if (other == kept || !testing::is_tried(tried++)) continue;
        leaf->text = other;
        const std::string text = written(certificate);
        const Report report = checked(text);
        CAPTURE(file, kept, other);
        if (report.code != 0) continue;
        REQUIRE(small(text));
        require_true(text);
        ++again;
      }
      leaf->text = kept;
    }
  }
  CHECK(tried > 10000);
  CHECK(again > testing::met<std::size_t>(
                    20));  // another pattern of which the same argument is true, a shorter cut, ...
}

TEST_CASE("assumption1: random changes are rejected, or what they say is so") {
  const auto all = files(folder / "accept");
  std::mt19937_64 random(41);
  std::size_t again = 0;
  for (int round = 0; round < testing::rounds(20000); ++round) {
    const auto& file = all[random() % all.size()];
    Json certificate = hardmax::check::read_json(read(file));
    for (std::uint64_t edits = 1 + random() % 2; edits > 0;
         --edits) {  // of the pattern and the evidence
      Json& part = certificate.items[3 + random() % 2];
      auto strings = leaves(part);
      Json& leaf = *strings[random() % strings.size()];
      const auto others = altered(leaf.text);
      leaf.text = others[random() % others.size()];
    }
    const std::string text = written(certificate);
    CAPTURE(round, file);
    if (checked(text).code != 0) continue;
    if (!small(text)) continue;
    require_true(text);
    ++again;
  }
  CHECK(again > testing::met<std::size_t>(200));
}

TEST_CASE(
    "assumption1: on 500 small patterns every rule proves only what is so, and levels all that is "
    "so",
    "[full]") {
  auto count = explore(testing::rounds(500), 42);
  for (const char* rule :
       {"self", "gamma", "cut", "before", "after", "apart", "search", "bands", "common", "hubs",
        "levels", "levels of blocks", "common of blocks", "unreached"}) {
    CAPTURE(rule);
    if (testing::scale_of_tests() >= 1) CHECK(count[rule] >= 3);
  }
  CHECK(count.size() > 7);  // of few patterns no rule that is rare
}

// Worked out by a separate program from the words of FORMAT.md.
TEST_CASE(
    "assumption1: the drawn edges of bigbird, n = 8, window 1, one global token, one draw, seed "
    "7") {
  const std::vector<std::string> picture{"xxxxxxxx", "xxxx....", "xxxx.x..", "x.xxx..x",
                                         "x..xxxx.", "xx..xxx.", "xx...xxx", "x.x...xx"};
  const Json layer =
      Json::object({{"causal", Json("0")},
                    {"parts", Json::array({Json("band 1 1 1"), Json("rows 1 1 1 1"),
                                           Json("columns 1 1 1 1"), Json("random 1 1 1 7")})}});
  const auto mask =
      hardmax::check::read_mask(Json::object({{"n", Json("8")}, {"layers", Json::array({layer})}}));
  for (std::size_t k = 0; k < 8; ++k)
    for (std::size_t j = 0; j < 8; ++j)
      CHECK(mask.attends(mask.layers[0], k, j) == (picture[k][j] == 'x'));
}

TEST_CASE(
    "assumption1: global tokens draw nothing, nobody draws one, and no token draws more than there "
    "are") {
  for (const char* seed : {"0", "7", "18446744073709551615"}) {
    const Json layer =
        Json::object({{"causal", Json("0")},
                      {"parts", Json::array({Json(std::string("random 1 3 2 ") + seed),
                                             Json(std::string("random 0 3 9 ") + seed)})}});
    const auto mask = hardmax::check::read_mask(
        Json::object({{"n", Json("9")}, {"layers", Json::array({layer})}}));
    for (std::size_t k = 0; k < 9; ++k)
      for (std::size_t j = 0; j < 9; ++j)
        CHECK(mask.attends(mask.layers[0], k, j) ==
              (k >= 3 && j >= 3 && j != k));  // nine draws among five take all
  }
}

TEST_CASE("assumption1: a certificate that asks for too much is answered with 3, and at once") {
  const auto with = [](const std::string& n, const std::string& part) {
    Json certificate = hardmax::check::read_json(read(folder / "accept/window.json"));
    certificate.items[3].items[0].text = n;
    certificate.items[3].items[1].items[0].items[1].items[0].text = part;
    certificate.items[4] = hardmax::check::read_json(
        R"({"self": "", "order": "", "blocks": "1", "reach": "", "s": "0", "least": ""})");
    return checked(written(certificate));
  };
  CHECK(with("999999999", "band 2 2 1").lines[0] == "incomplete: pattern.n: more than 10^8");
  CHECK(with("100000000", "random 1 1 2 7").lines[0] ==
        "incomplete: pattern.layers[0].parts[0]: more than 2^27 edges");
  CHECK(with("100000000", "edges 100000000 1..100000000").code == 1);
  std::string lists = "edges 1 1..20000";
  for (int i = 1; i < 20000; ++i) lists += ";1..20000";
  CHECK(with("20000", lists).lines[0] ==
        "incomplete: pattern.layers[0].parts[0]: more than 2^27 edges");
}

}  // namespace kind_assumption1_test
