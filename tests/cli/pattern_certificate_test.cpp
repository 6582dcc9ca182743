// verify pattern --certificate, and what verify-check says of it: against Assumption 1 by the
// definition, on bits.
#include <catch2/catch.hpp>

#include <bitset>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <random>

#include "cli/process.hpp"
#include "support/rounds.hpp"

namespace pattern_certificate_test {

using namespace testing;
using Json = nlohmann::json;

namespace {

constexpr std::size_t most = 256;
using Row = std::bitset<most>;
using Layer = std::vector<Row>;

const std::string claims = std::string(HARDMAX_ROOT) + "/proofs";

struct Answer {
  int verify = -1, check = -1;
  std::string line;  // the last one of verify-check
};
Answer ask(const TemporaryFolder& folder, const std::vector<std::string>& pattern) {
  const std::string file = (folder / "pattern.cert").string();
  Answer answer;
  const Finished made = verify(
      std::vector<std::string>{"pattern"} + pattern +
      std::vector<std::string>{"--layers", "any", "--certificate", file, "--claims", claims});
  INFO(made.err);
  answer.verify = made.exit_code;
  REQUIRE(answer.verify <= 2);
  const Finished checked = verify_check({"--claims", claims, file});
  answer.check = checked.exit_code;
  answer.line = checked.out + checked.err;
  return answer;
}

// Rules drawn at random, 0-based, with the layers they mean.
Json random_rules(std::mt19937_64& random, std::size_t n, std::vector<Layer>& layers) {
  Json rules = Json::array();
  for (std::uint64_t l = 1 + random() % 3; l > 0; --l) {
    Json parts = Json::array();
    Layer layer(n);
    const std::size_t g = random() % 4 == 0 ? 1 + random() % 5 : 0;
    const auto add = [&](std::size_t k, std::size_t j) {
      if (g == 0 || j / g <= k / g) layer[k].set(j);
    };
    if (random() % 6 != 0) {
      parts.push_back({{"band", {{"left", 0}, {"right", 0}}}});
      for (std::size_t k = 0; k < n; ++k) add(k, k);
    }
    for (std::uint64_t more = random() % 4; more > 0; --more) {
      const std::size_t a = random() % std::min<std::size_t>(5, n),
                        b = random() % (random() % 4 == 0 ? n : std::min<std::size_t>(4, n)),
                        step = 1 + random() % std::min<std::size_t>(4, n),
                        width = 1 + random() % step;
      switch (random() % 5) {
        case 0:
          parts.push_back({{"band", {{"left", a}, {"right", b}, {"step", step}}}});
          for (std::size_t k = 0; k < n; ++k)
            for (std::size_t j = 0; j < n; ++j)
              if (j + a >= k && j <= k + b && (j > k ? j - k : k - j) % step == 0) add(k, j);
          break;
        case 1:
          parts.push_back({{"blocks", {{"size", step}, {"before", a}, {"after", b}}}});
          for (std::size_t k = 0; k < n; ++k)
            for (std::size_t j = 0; j < n; ++j)
              if (j / step + a >= k / step && j / step <= k / step + b) add(k, j);
          break;
        case 2:
        case 3: {
          const bool columns = random() % 2 == 0;
          const std::size_t wide = random() % 2 == 0 ? step : n;
          parts.push_back({{columns ? "columns" : "rows",
                            {{"first", a}, {"step", wide}, {"width", width}, {"end", n}}}});
          for (std::size_t k = 0; k < n; ++k)
            for (std::size_t j = 0; j < n; ++j) {
              const std::size_t x = columns ? j : k;
              if (x >= a && (x - a) % wide < width) add(k, j);
            }
          break;
        }
        default: {
          Json to = Json::array();
          for (std::size_t k = 0; k < n; ++k) {
            Json row = Json::array();
            for (std::size_t j = 0; j < n; ++j)
              if (random() % n < 2) row.push_back(j), add(k, j);
            to.push_back(row);
          }
          parts.push_back({{"edges", {{"to", to}}}});
        }
      }
    }
    rules.push_back({{"causal", g}, {"parts", parts}});
    layers.push_back(layer);
  }
  return {{"n", n}, {"rules", rules}};
}

bool self(const std::vector<Layer>& A) {
  for (const Layer& layer : A)
    for (std::size_t k = 0; k < layer.size(); ++k)
      if (!layer[k][k]) return false;
  return true;
}

std::size_t least_s(const std::vector<Layer>& A) {  // 0: none. Requires  (1.1)
  const std::size_t n = A[0].size();
  Layer S = A[0];
  for (std::size_t t = 1; t <= n * A.size(); ++t) {
    if (t > 1) {
      Layer next(n);
      for (std::size_t k = 0; k < n; ++k)
        for (std::size_t j = 0; j < n; ++j)
          if (A[(t - 1) % A.size()][k][j]) next[k] |= S[j];
      S = next;
    }
    if (std::all_of(S.begin(), S.end(), [&](const Row& row) { return row.count() == n; })) return t;
  }
  return 0;
}

bool has_order(const std::vector<Layer>& A) {  // Requires  n <= 12
  const std::size_t n = A[0].size();
  std::vector<std::uint32_t> ends(std::size_t{1}
                                  << n);  // the tokens with which a path through the set can end
  for (std::size_t set = 1; set < ends.size(); ++set)
    for (std::size_t k = 0; k < n; ++k) {
      if ((set >> k & 1) == 0) continue;
      const std::size_t rest = set ^ (std::size_t{1} << k);
      bool path = rest == 0;
      for (const Layer& layer : A) path = path || (ends[rest] & (layer[k].to_ullong())) != 0;
      if (path) ends[set] |= std::uint32_t{1} << k;
    }
  return ends.back() != 0;
}

void compare(const TemporaryFolder& folder, std::mt19937_64& random, std::size_t n,
             std::map<std::string, int>& seen) {
  std::vector<Layer> A;
  const std::string text = random_rules(random, n, A).dump();
  write_file(folder / "rules.json", text);
  const Answer answer = ask(folder, {(folder / "rules.json").string()});
  CAPTURE(text, answer.line, answer.verify);
  const auto says = [&](const std::string& words) {
    return answer.line.find(words) != std::string::npos;
  };
  const bool open = says("(1.2) undecided");
  REQUIRE(answer.check == (open ? 3 : 0));
  REQUIRE(says(self(A) ? "(1.1) verified" : "(1.1) refuted"));
  if (n <= 12) {
    REQUIRE(says(has_order(A) ? "(1.2) verified" : "(1.2) refuted"));
    ++seen[has_order(A) ? "order" : "no order"];
  }
  if (!self(A)) {
    REQUIRE(says("(1.3) not_checkable"));
    ++seen["no self"];
  } else if (const std::size_t s = least_s(A); s > 0) {
    REQUIRE(says("(1.3) verified with the least s = " + std::to_string(s) + "; yun2020b"));
    ++seen[s > 2 ? "s > 2" : "s <= 2"];
  } else {
    REQUIRE(says("(1.3) refuted"));
    ++seen["no s"];
  }
  REQUIRE(answer.verify == (says("refuted") ? 1 : says("undecided") ? 2 : 0));
}

}  // namespace

TEST_CASE("pattern certificate: verify-check agrees with bits on random patterns") {
  const TemporaryFolder folder;
  std::mt19937_64 random(51);
  std::map<std::string, int> seen;
  for (int round = 0; round < testing::rounds(40); ++round)
    compare(folder, random, 2 + random() % 30, seen);
}

TEST_CASE(
    "pattern certificate: verify-check agrees with bits on 500 random patterns of up to 256 tokens",
    "[full]") {
  const TemporaryFolder folder;
  std::mt19937_64 random(52);
  std::map<std::string, int> seen;
  for (int round = 0; round < testing::rounds(500); ++round)
    compare(folder, random, round % 2 == 0 ? 2 + random() % 11 : 2 + random() % 255, seen);
  for (const char* kind : {"order", "no order", "no self", "s > 2", "s <= 2", "no s"}) {
    CAPTURE(kind);
    CHECK(seen[kind] >= testing::met(20));
  }
}

TEST_CASE("pattern certificate: the named patterns are accepted for small n", "[full]") {
  const TemporaryFolder folder;
  for (const std::string name :
       {"dense", "strided", "fixed", "star", "window", "dilated", "block", "longformer", "bigbird"})
    for (const std::string prefix : {"", "causal-"})
      for (const std::string n : {"2", "7", "16"}) {
        std::vector<std::string> request = {prefix + name, "--n", n};
        if (name == "bigbird") request.insert(request.end(), {"--seed", "18446744073709551615"});
        const Answer answer = ask(folder, request);
        CAPTURE(prefix, name, n, answer.line);
        CHECK(answer.check == 0);
        CHECK((answer.verify == 0) == (answer.line.find("refuted") == std::string::npos));
      }
}

TEST_CASE("pattern certificate: every published pattern is accepted", "[full]") {
  const TemporaryFolder folder;
  const std::filesystem::path published = std::filesystem::path(HARDMAX_ROOT) / "data/patterns";
  const Json index = Json::parse(read_file(published / "index.json")).at("patterns");
  int accepted = 0;
  for (const Json& entry : index) {
    if (entry.at("expected").contains("refused")) continue;
    std::vector<std::string> request{
        entry.contains("file") ? (published / entry.at("file").get<std::string>()).string()
                               : entry.at("pattern").get<std::string>()};
    for (const char* option : {"n", "window", "globals", "head", "mode"})
      if (entry.contains(option))
        request = request + std::vector<std::string>{std::string("--") + option,
                                                     entry.at(option).is_string()
                                                         ? entry.at(option).get<std::string>()
                                                         : entry.at(option).dump()};
    const Answer answer = ask(folder, request);
    CAPTURE(entry.at("name").get<std::string>(), answer.line);
    CHECK(answer.check == 0);
    ++accepted;
  }
  CHECK(accepted >= 35);
}

TEST_CASE("pattern certificate: the same pattern gives the same bytes, and a small file") {
  const TemporaryFolder folder;
  std::string first;
  for (int i = 0; i < 2; ++i) {
    REQUIRE(ask(folder, {"window", "--n", "1000", "--window", "10"}).check == 0);
    const std::string text = read_file(folder / "pattern.cert");
    if (i == 0) first = text;
    CHECK(text == first);
  }
  CHECK(first.starts_with(
      R"({"format":"hardmax-cert","version":"3.0","kind":"assumption1","pattern":{"n":"1000","layers":[{"causal":"0","parts":["band 10 10 1"]}]},)"
      R"("evidence":{"self":"","order":"gamma 1..1000","blocks":"1","reach":"bands","s":"100","least":"1 992"},"only":"yun2020b.A1.","claims":[)"));
  CHECK(first.size() < 1200);
}

TEST_CASE("pattern certificate: what cannot be certified or written is refused in one line") {
  const TemporaryFolder folder;
  const std::string file = (folder / "c").string();
  const Finished one = verify({"pattern", "dense", "--n", "1", "--certificate", file});
  CHECK(one.exit_code == 64);
  CHECK(one.err ==
        "verify: --certificate: the claims speak of n >= 2 tokens; leave it out for n = 1\n");
  CHECK(verify({"pattern", "dense", "--n", "4", "--certificate", (folder / "none/c").string()})
            .exit_code == 73);
  write_file(folder / "other.toml",
             "[[claim]]\nid = \"yun2020b.other\"\nsource = \"s\"\nkind = \"printed\"\nwords = "
             "\"w\"\ndomain = \"n >= 2\"\nformal = \"1 = 1\"\ntruth = \"true\"\n");
  const Finished none = verify(
      {"pattern", "dense", "--n", "4", "--certificate", file, "--claims", folder.path().string()});
  CHECK(none.exit_code == 65);
  CHECK(none.err ==
        "verify: --certificate: there is no claim entry yun2020b.A1.1; name the directory that has "
        "it with --claims DIR\n");
  CHECK_FALSE(std::filesystem::exists(file));
}

TEST_CASE("pattern certificate: a million tokens", "[full]") {
  const TemporaryFolder folder;
  const std::vector<std::pair<std::vector<std::string>, std::string>> patterns{
      {{"strided"}, "2"},
      {{"fixed"}, "2"},
      {{"longformer", "--window", "256", "--globals", "16"}, "2"},
      {{"bigbird", "--window", "64", "--globals", "16", "--random", "3"}, "2"},
      {{"window", "--window", "512"}, "1954"},
      {{"window", "--window", "1"}, "999999"}};
  for (const auto& [pattern, s] : patterns) {
    ask(folder, pattern + words("--n 1000000"));
    const auto start = std::chrono::steady_clock::now();
    const Finished checked = verify_check({"--claims", claims, (folder / "pattern.cert").string()});
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    CAPTURE(pattern, checked.out, checked.err, seconds);
    CHECK(checked.exit_code == 0);
    CHECK(checked.out.starts_with(
        "accepted: n = 1000000, p = " +
        std::string(pattern[0] == "strided" || pattern[0] == "fixed" ? "2" : "1") +
        ", (1.1) verified, (1.2) verified, (1.3) verified with the least s = " + s +
        "; yun2020b, every d and D, pattern "));
    CHECK(seconds < 20);  // generous: what is asserted is that nothing of size n^2 happens
  }
}

}  // namespace pattern_certificate_test
