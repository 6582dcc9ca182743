// Certificates of kind "box": files that must be accepted, rejected or answered with 3; changes of
// accepted ones; audits; patterns by name against their edges.
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "altered.hpp"
#include "check/cost.hpp"
#include "support.hpp"
#include "support/rounds.hpp"

namespace kind_box_test {

using namespace hardmax::check;
using namespace check_test;

namespace {

const std::filesystem::path folder = root / "certificate/box";

Report checked(const std::string& text, const Audit& audit = {}) {
  static const Entries entries = load_entries(folder / "claims");
  return check_certificate(text, entries, audit);
}

std::string accepted_one(const std::string& name) {
  return read(folder / "accept" / (name + ".json"));
}

std::string all_of(const Report& report) {
  std::string lines;
  for (const std::string& line : report.lines) lines += line + "\n";
  return lines;
}

void require_lines(const char* kind, int code, const Entries& entries, std::size_t least) {
  std::istringstream lines(read(folder / kind / "EXPECTED"));
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    const std::string name = line.substr(0, line.find(" | ")),
                      why = line.substr(line.find(" | ") + 3);
    const Report report = check_certificate(read(folder / kind / name), entries);
    INFO(name << ": " << all_of(report));
    CHECK(report.code == code);
    CHECK(all_of(report).find(why) != std::string::npos);
  }
  CHECK(count >= least);
}

// The two say the same: another order of keys, another prefix that asks for the same claims,
// another word for the same pattern, another end of a range of d.
bool same(const Json& a, const Json& b) {
  static const std::map<std::string, std::string> words = {{"fixed 2", "fixed"}};
  const auto plain = [](const Json& json, const std::string& key) {
    if (key == "only" || key == "d")
      return json.text.substr(
          0, key == "d" ? 2 : 0);  // the boxes altered here have no q = D^d for a larger d
    return words.count(json.text) != 0 ? words.at(json.text) : json.text;
  };
  if (a.kind != b.kind || a.items.size() != b.items.size()) return false;
  for (std::size_t i = 0; i < a.items.size(); ++i) {
    const std::string key = a.keys.empty() ? "" : a.keys[i];
    const Json* other = a.keys.empty() ? &b.items[i] : b.find(key);
    if (other == nullptr || a.items[i].kind != other->kind ||
        plain(a.items[i], key) != plain(*other, key) || !same(a.items[i], *other))
      return false;
  }
  return true;
}

}  // namespace

TEST_CASE(
    "box: every file of accept/ is accepted, of reject/ rejected for the reason in its name, of "
    "survive/ answered with 3") {
  REQUIRE(files(folder / "accept").size() >= 6);
  for (const auto& file : files(folder / "accept")) {
    const Report report = checked(read(file));
    INFO(file.filename() << ": " << all_of(report));
    CHECK(report.code == 0);
    CHECK(report.lines.size() == 1);
  }
  require_lines("reject", 1, load_entries(folder / "claims"), 100);
  require_lines("other_claims", 3, load_entries(folder / "claims"), 2);
  require_lines("survive", 3, load_entries(folder / "open_claims"), 2);
}

// EXPECTED: file | what verify-check answers | what is false.
TEST_CASE(
    "box: certificates of false claims, forged by somebody who knows the checker, are rejected") {
  const Entries entries = load_entries(folder / "false/claims");
  std::istringstream lines(read(folder / "false/EXPECTED"));
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    const std::vector<std::string> column = columns_of(line);
    REQUIRE(column.size() >= 3);
    const Report report = check_certificate(read(folder / "false" / column[0]), entries);
    INFO(line << ": " << all_of(report));
    const std::string answer = column[1];
    CHECK(report.code == (answer.starts_with("other claims:") ? 3 : 1));
    CHECK(all_of(report).find(answer) != std::string::npos);
  }
  CHECK(count >= 10);
  CHECK(count == files(folder / "false").size());
}

TEST_CASE("box: no leaf of an accepted certificate can be another one", "[full]") {
  for (const char* name : {"patterns", "dense", "second_left_out"}) {
    const Json original = read_json(accepted_one(name));
    Json certificate = original;
    std::size_t changes = 0;
    for (Json* leaf : leaves(certificate)) {
      const std::string was = leaf->text;
      for (const std::string& other : altered(was)) {
        if (other == was || !testing::is_tried(changes++)) continue;
        leaf->text = other;
        const Report report = checked(written(certificate));
        INFO(name << ": " << was << " -> " << other << ": " << all_of(report));
        if (report.code == 0 && !same(certificate, original)) FAIL_CHECK("accepted");
      }
      leaf->text = was;
    }
    CHECK(changes > 1000);
  }
}

TEST_CASE("box: 2,000 random changes, none accepted", "[full]") {
  for (const char* name : {"patterns", "dense"}) {
    const std::string text = accepted_one(name);
    const Json original = read_json(text);
    std::mt19937_64 random(20261128);
    std::map<int, int> outcomes;
    for (int i = 0; i < testing::rounds(1000); ++i) {
      const std::string now = mutated(text, random);
      const Report report = checked(now);
      ++outcomes[report.code];
      INFO(name << ", change " << i << ": " << now);
      if (report.code == 0) CHECK(same(read_json(now), original));
    }
    CHECK(outcomes[1] > testing::met(850));
  }
}

TEST_CASE("box: no letter can be another one") {
  const std::string text = accepted_one("dense");
  Json certificate = read_json(text);
  std::size_t changes = 0;
  for (Json& claim : certificate.items[5].items[0].items[3].items) {
    REQUIRE(claim.keys[6] == "runs");
    const std::string was = claim.items[6].text;
    for (std::size_t run = 0; run < was.size(); ++run)
      for (const char other : std::string("vredhxfnclu.")) {
        if (other == was[run]) continue;
        claim.items[6].text[run] = other;
        const Report report = checked(written(certificate));
        INFO(was << " -> " << claim.items[6].text << ": " << all_of(report));
        CHECK(report.code == 1);
        claim.items[6].text = was;
        ++changes;
      }
  }
  CHECK(changes > testing::met<std::size_t>(300));
}

TEST_CASE(
    "box: an audit never answers 0, executes small runs whole, and finds what is not so where it "
    "looks") {
  const std::string text = accepted_one("large");
  CHECK(checked(text).code == 0);
  for (const std::uint64_t chunks : {1, 2, 3}) {
    const Report report = checked(text, {chunks, "s"});
    INFO(all_of(report));
    CHECK(report.code == 3);
    CHECK(report.lines.front() == "incomplete: an audit; seed s");
    CHECK(report.lines.back().find("no difference found: ") == 0);
    CHECK((report.lines.back().find(", 2 runs, 1250 inputs executed") != std::string::npos) ==
          (chunks == 3));
    CHECK((all_of(report).find("not audited on every run") != std::string::npos) == (chunks < 3));
  }
  CHECK(checked(accepted_one("patterns"), {1, ""}).lines.back().find("no difference found: ") == 0);
  CHECK(checked(accepted_one("patterns"), {1, ""}).code == 3);
  // A digest is of all inputs: an audit of a part cannot see it. A witness can be evaluated
  // anywhere.
  std::string other = text;
  const std::size_t digest = other.find("\"digest\":\"") + 10;
  other[digest] = other[digest] == '0' ? '1' : '0';
  CHECK(checked(other).code == 1);
  CHECK(checked(other, {1, "s"}).code == 3);
  CHECK(checked(other, {3, "s"}).code == 1);
  std::string witness = text;
  const std::size_t at = witness.find("H=1 0 0 0", witness.find("t.input"));
  REQUIRE(at != std::string::npos);
  witness.replace(at, 9,
                  "H=2 0 0 0");  // the formula is false there too, but not for the first time
  CHECK(checked(witness).code == 1);
  std::set<int> codes;
  for (int seed = 0; seed < 40; ++seed)
    codes.insert(checked(witness, {1, std::to_string(seed)}).code);
  CHECK(codes == std::set<int>{1, 3});
  witness.replace(at, 9, "H=0 4 0 0");  // it is true there
  CHECK(checked(witness, {1, "s"}).code == 1);
}

namespace {
std::vector<std::string> told;
}

TEST_CASE(
    "cost: what takes some seconds is told before it is done, with its inputs, layers, tokens and "
    "claims; nothing else is, and no verdict depends on it") {
  const std::string text = accepted_one("many");
  const auto lines = [&](double seconds, const Audit& audit) {
    told.clear();
    tell = [](const std::string& line) { told.push_back(line); };
    some_seconds = seconds;
    const int code = checked(text, audit).code;
    tell = nullptr;
    some_seconds = 5;
    CHECK(code == (audit.chunks == 0 ? 0 : 3));
    return told;
  };
  CHECK(lines(1e9, {}).empty());
  const std::vector<std::string> all = lines(0, {});
  REQUIRE(all.size() == 2);
  CHECK(all[0].find("1024 inputs x 33 layers x 2 tokens, 1 claims: about ") == 0);
  CHECK(all[1].find("1 runs, 1024 of 1024 inputs in ") == 0);
  CHECK(lines(0, {2, "s"}).empty());  // 512 inputs: too few to time some first
  CHECK(checked(text).code == 0);
}

TEST_CASE("box: a pattern by name is its edges") {
  const std::string text = accepted_one("named"),
                    names = R"("dense","star","window 2","strided 2","strided","fixed 2","fixed")";
  REQUIRE(text.find(names) != std::string::npos);
  const std::string everyone = R"(["1 2 3 4 5","1 2 3 4 5","1 2 3 4 5","1 2 3 4 5","1 2 3 4 5"])",
                    near = R"(["1 2 3","1 2 3 4","1 2 3 4 5","2 3 4 5","3 4 5"])";
  const std::vector<std::string> edges = {
      "[" + everyone + "]",
      R"([["1 2 3 4 5","1 2 3","1 2 3 4","1 3 4 5","1 4 5"]])",
      "[" + near + "]",
      "[" + near + R"(,["1 3 5","2 4","1 3 5","2 4","1 3 5"]])",
      R"([["1 2 3 4","1 2 3 4 5","1 2 3 4 5","1 2 3 4 5","2 3 4 5"],["1 4","2 5","3","1 4","2 5"]])",
      R"([["1 2","1 2","3 4","3 4","5"],["1 2 4","2 4","2 3 4","2 4","2 4 5"]])",
      R"([["1 2 3","1 2 3","1 2 3","4 5","4 5"],["1 3","2 3","3","3 4","3 5"]])"};
  const auto with = [&](const std::vector<std::string>& patterns) {
    std::string list, other = text;
    for (const std::string& pattern : patterns) list += (list.empty() ? "" : ",") + pattern;
    return checked(other.replace(other.find(names), names.size(), list));
  };
  CHECK(with(edges).code == 0);
  const std::vector<std::string> named = {R"("dense")",     R"("star")",    R"("window 2")",
                                          R"("strided 2")", R"("strided")", R"("fixed 2")",
                                          R"("fixed")"};
  for (std::size_t i = 0; i < named.size(); ++i)
    for (std::size_t j = 0; j < edges.size();
         ++j) {  // those of another pattern are in the list already
      std::vector<std::string> one = named;
      one[i] = edges[j];
      const Report report = with(one);
      INFO(named[i] << " as " << edges[j] << ": " << all_of(report));
      CHECK(report.code == (i == j ? 0 : 1));
    }
}

}  // namespace kind_box_test
