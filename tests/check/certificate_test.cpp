// Certificates that must be accepted, rejected or answered with 3, and changes of accepted ones.
#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "altered.hpp"
#include "support.hpp"
#include "support/rounds.hpp"

namespace certificate_test {

using namespace hardmax::check;
using namespace check_test;

namespace {

std::map<std::string, std::string> expected(
    const std::filesystem::path& folder) {  // "file | text" a line
  std::map<std::string, std::string> out;
  std::istringstream in(read(folder / "EXPECTED"));
  for (std::string line; std::getline(in, line);)
    out[line.substr(0, line.find(" | "))] = line.substr(line.find(" | ") + 3);
  return out;
}

// The two texts say the same: another order of keys, other white space, or another prefix that asks
// for the whole paper.
bool same(const std::string& one, const std::string& other) {
  const auto read_whole = [](const std::string& text) {
    Json out = read_json(text);
    for (std::size_t i = 0; i < out.keys.size(); ++i)
      if (out.keys[i] == "only" && !out.items[i].text.empty() &&  // "" asks for others' claims too
          std::string("yun2020b.").substr(0, out.items[i].text.size()) == out.items[i].text)
        out.items[i].text = "yun2020b.";
    return out;
  };
  return rejection([&] {
           const Json a = read_whole(one), b = read_whole(other);
           require_equal(a, b, "");
           require_equal(b, a, "");
         })
      .empty();
}

std::vector<std::string> other_texts(const std::string& text) {
  static const std::vector<std::string> words = {"",           "0",          "1",
                                                 "-1",         "2",          "verified",
                                                 "refuted",    "undecided",  "not_checkable",
                                                 "error",      "exhaustive", "witness",
                                                 "none",       "replay",     "cost",
                                                 "vacuous",    "limit",      "unknown",
                                                 "domain",     "feature",    "undefined",
                                                 "false",      "<",          "<=",
                                                 "=",          "distinct",   "{}",
                                                 "H=0 0 0 0",  "c=512",      "1 2 3 4",
                                                 "yun2020b.A1"};
  std::vector<std::string> out = {text + "0", text + " ", " " + text, text + "/2", "-" + text};
  for (const std::string& word : words)
    if (word != text) out.push_back(word);
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string other = text;
    other.erase(i, 1);
    out.push_back(other);
    other = text;
    other[i] = static_cast<char>(text[i] == '~' ? '!' : text[i] + 1);
    if (other[i] == '"' || other[i] == '\\') ++other[i];
    out.push_back(other);
    if (text[i] >= '0' && text[i] <= '9') {
      other[i] = text[i] == '0' ? '9' : static_cast<char>(text[i] - 1);
      out.push_back(other);
    }
    if (i > 0 && text[i] != text[i - 1]) {
      other = text;
      std::swap(other[i], other[i - 1]);
      out.push_back(other);
    }
  }
  return out;
}

Report answer(const std::string& text) { return check_certificate(text, claims()); }

void require_every_string_bound(const char* name) {
  Json json = read_json(read(root / "certificate/accept" / name));
  const std::vector<Json*> all = values(json);
  std::size_t changes = 0;
  for (Json* leaf : all) {
    if (leaf->kind != Json::Kind::string) continue;
    const std::string was = leaf->text;
    for (const std::string& other : other_texts(was)) {
      if (!testing::is_tried(changes++)) continue;
      leaf->text = other;
      const Report report = answer(written(json));
      INFO(name << ": " << was << " -> " << other << ": " << report.lines.front());
      // Without its dot `only` asks for the same claims.
      if (report.code == 0) CHECK((was == "yun2020b." && other == "yun2020b"));
      if (report.code == 3 && !is_about_other_claims(report))
        CHECK((was == "4" || was == "2" || was == "3" || was == "1"));  // a run too large
    }
    leaf->text = was;
  }
  CHECK(changes > 3000);
  CHECK(answer(written(json)).code == 0);
}

}  // namespace

TEST_CASE("certificate: every file of accept/ is accepted") {
  REQUIRE(files(root / "certificate/accept").size() >= 10);
  for (const auto& file : files(root / "certificate/accept")) {
    const Report report = answer(read(file));
    INFO(file.filename() << ": " << report.lines.front());
    CHECK(report.code == 0);
    CHECK(report.lines.size() == 1);
  }
}

TEST_CASE("certificate: every file of reject/ is rejected for the reason in its name") {
  const auto lines = expected(root / "certificate/reject");
  REQUIRE(files(root / "certificate/reject").size() == lines.size());
  REQUIRE(lines.size() >= 200);
  for (const auto& [name, line] : lines) {
    const Report report = answer(read(root / "certificate/reject" / name));
    INFO(name << ": " << report.lines.front());
    CHECK(report.code == 1);
    CHECK(report.lines.size() == 1);
    CHECK(report.lines.front().find(line) != std::string::npos);
  }
}

TEST_CASE(
    "certificate: every file of other_claims/ is answered with 3 and the ids that are missing, "
    "changed or left out") {
  const auto lines = expected(root / "certificate/other_claims");
  REQUIRE(files(root / "certificate/other_claims").size() == lines.size());
  REQUIRE(lines.size() >= 9);
  for (const auto& [name, line] : lines) {
    const Report report = answer(read(root / "certificate/other_claims" / name));
    INFO(name << ": " << report.lines.front());
    CHECK(is_about_other_claims(report));
    CHECK(report.lines.front().find(line) != std::string::npos);
    for (const std::string& one : report.lines)
      CHECK(one.rfind("accepted", 0) == std::string::npos);
  }
}

TEST_CASE(
    "certificate: every file of survive/ is answered with 3 and a line that says what was not "
    "decided") {
  const auto lines = expected(root / "certificate/survive");
  const Entries open = load_entries(root / "certificate/open_claims");
  REQUIRE(files(root / "certificate/survive").size() == lines.size());
  for (const auto& [name, line] : lines) {
    const Report report = check_certificate(read(root / "certificate/survive" / name), open);
    INFO(name);
    CHECK(report.code == 3);
    std::string all;
    for (const std::string& one : report.lines) all += one + "\n";
    INFO(all);
    CHECK(all.find(line) != std::string::npos);
  }
}

TEST_CASE("certificate: every part of an accepted one that ends too early is rejected") {
  const std::string text = read(root / "certificate/accept/strided.json");
  for (std::size_t size = 0; size + 1 < text.size(); ++size) {  // the last byte is a line feed
    const Report report = answer(text.substr(0, size));
    INFO(size << " bytes: " << report.lines.front());
    CHECK(report.code == 1);
  }
}

TEST_CASE("certificate: another version or kind is named in the answer") {
  const std::string text = read(root / "certificate/accept/strided.json");
  const auto with = [&](const std::string& old, const std::string& now) {
    std::string other = text;
    return answer(other.replace(other.find(old), old.size(), now)).lines.front();
  };
  CHECK(with("\"3.0\"", "\"1.0\"") ==
        "rejected: version: stated \"1.0\", found \"3.0\", the version known here");
  CHECK(with("\"3.0\"", "\"2.1\"") ==
        "rejected: version: stated \"2.1\", found \"3.0\"; verify-check 0.2.0 reads this one, and "
        "verify of today writes it anew");
  CHECK(with("\"kind\":\"run\"", "\"kind\":\"oracle\"") ==
        "rejected: kind: stated \"oracle\", found no kind of that name");
  CHECK(with("\"kind\":\"run\"", "\"kind\":\"assumption1\"").find("no such key") !=
        std::string::npos);
  CHECK(with("\"kind\":\"run\",", "") ==
        "rejected: kind: stated \"nothing\", found that it must be there");
}

TEST_CASE("certificate: key order and white space do not matter") {
  const std::string text = read(root / "certificate/accept/strided.json");
  Json json = read_json(text);
  for (Json* part : {&json, &json.items[3], &json.items[7].items[2]}) {
    std::reverse(part->keys.begin(), part->keys.end());
    std::reverse(part->items.begin(), part->items.end());
  }
  CHECK(answer(written(json)).code == 0);
  std::string spaced;
  for (char ch : text) {
    if (ch == ',' || ch == '}' || ch == '{') spaced += " \t\r\n";
    spaced += ch;
  }
  CHECK(same(text, " \n" + text + "\t"));
  CHECK(answer(" \n" + text + "\t").code == 0);
}

TEST_CASE("certificate: no single string of an accepted certificate can be another one", "[full]") {
  require_every_string_bound("strided.json");
}

TEST_CASE("certificate: no single string can be another one, with overrides and without self",
          "[full]") {
  for (const char* name : {"all_overrides.json", "no_self.json"}) require_every_string_bound(name);
}

TEST_CASE(
    "certificate: no value of an accepted certificate can be left out, doubled, emptied or of "
    "another kind",
    "[full]") {
  for (const char* name : {"strided.json", "all_overrides.json"}) {
    const std::string text = read(root / "certificate/accept" / name);
    const Json original = read_json(text);
    std::size_t changes = 0;
    const auto changed = [&](std::size_t place,
                             const auto& change) {  // the place-th value changed, in a copy
      if (!testing::is_tried(changes++)) return;
      Json json = original;
      change(*values(json)[place]);
      const std::string now = written(json);
      if (same(now, text)) return;  // emptied what was empty
      const Report report = answer(now);
      INFO(name << ": " << now << ": " << report.lines.front());
      if (!is_about_other_claims(report)) CHECK(report.code == 1);
    };
    Json copy = original;
    const std::vector<Json*> all = values(copy);
    for (std::size_t place = 0; place < all.size(); ++place) {
      for (std::size_t i = 0; i < all[place]->items.size(); ++i) {
        const auto at = static_cast<std::ptrdiff_t>(i);
        changed(place, [&](Json& value) {
          value.items.erase(value.items.begin() + at);
          if (!value.keys.empty()) value.keys.erase(value.keys.begin() + at);
        });
        changed(place, [&](Json& value) {
          value.items.insert(value.items.begin() + at, Json(value.items[i]));
          if (!value.keys.empty()) value.keys.insert(value.keys.begin() + at, value.keys[i] + "_");
        });
      }
      changed(place, [](Json& value) { value = Json::array(); });
      changed(place, [](Json& value) { value = Json::object({}); });
      changed(place, [](Json& value) { value = Json("x"); });
    }
  }
}

TEST_CASE("certificate: a certificate is bound to its claims") {
  const std::string text = read(root / "certificate/accept/strided.json");
  const auto with = [&](const std::string& id, const auto& edit) {
    Entries entries = claims();
    edit(entries.at(id));
    return check_certificate(text, entries);
  };
  CHECK(with("yun2020b.t.ids", [](Entry& e) { e.formal += "  "; }).code == 0);
  CHECK(with("yun2020b.t.ids", [](Entry& e) { e.formal = "\n\t" + e.formal; }).code == 0);
  CHECK(with("yun2020b.t.ids", [](Entry& e) { e.formal += " or false"; })
            .lines.front()
            .find("with another text here: yun2020b.t.ids") != std::string::npos);
  CHECK(is_about_other_claims(with("yun2020b.t.ids", [](Entry& e) { e.domain = "n >= 2"; })));
  CHECK(is_about_other_claims(with("yun2020b.t.ids", [](Entry& e) { e.needs.clear(); })));
  CHECK(is_about_other_claims(with("other.false", [](Entry& e) { e.formal = "1 = 1"; })));
  CHECK(is_about_other_claims(
      with("yun2020b.t.feature", [](Entry& e) { e.has_formal = true, e.formal = "true"; })));
  Entries more = claims();
  more["yun2020b.u"] = more.at("yun2020b.t.ids");
  more["yun2020b.u"].id = "yun2020b.u";
  const Report newer = check_certificate(text, more);  // an entry that the certificate cannot know
  CHECK(newer.code == 3);
  CHECK(newer.lines.front() ==
        "incomplete: not covered: the certificate was asked for yun2020b.u too, and does not say "
        "what became of it");
  CHECK(newer.lines.back().rfind("everything stated agrees: ", 0) == 0);
  more["yun2020b.u"].borrowed = true;  // of the shipped claims: nobody asked for it
  CHECK(check_certificate(text, more).code == 0);
  Entries own = claims();
  own["mine.u"] = own.at("yun2020b.t.ids");
  own["mine.u"].id = "mine.u";
  CHECK(check_certificate(text, own).code == 0);  // `only` is "yun2020b."
  Entries fewer = claims();
  fewer.erase("yun2020b.t.ids");
  CHECK(check_certificate(text, fewer).lines.front().find("; not here: yun2020b.t.ids") !=
        std::string::npos);
}

namespace {

// Mutations by outcome: [0] said the same and was accepted, [1] rejected, [3] answered with 3.
std::map<int, int> mutate(const char* name, int count, std::uint64_t seed) {
  const std::string text = read(root / "certificate/accept" / name);
  std::mt19937_64 random(seed);
  std::map<int, int> outcomes;
  for (int i = 0; i < count; ++i) {
    const std::string now = mutated(text, random);
    const Report report = answer(now);
    ++outcomes[report.code];
    if (same(now, text)) {
      if (report.code != 0)
        FAIL_CHECK(name << ", seed " << seed << ", mutation " << i
                        << " says the same and is not accepted: " << report.lines.front());
    } else if (report.code == 0) {
      FAIL_CHECK(name << ", seed " << seed << ", mutation " << i << " is accepted:\n" << now);
    }
  }
  return outcomes;
}

}  // namespace

TEST_CASE("certificate: 10,000 random changes, none accepted", "[full]") {
  for (const char* name :
       {"strided.json", "all_overrides.json", "no_self.json", "star_two_rows.json"}) {
    std::map<int, int> outcomes = mutate(name, testing::rounds(2500), 20240607);
    CHECK(outcomes[1] > testing::met(2200));
  }
}

TEST_CASE("certificate: a few random changes, none accepted") {
  CHECK(mutate("strided.json", 300, 1)[1] > 250);
}

// Hidden: run with test_check "[.million]".
TEST_CASE("certificate: 1,000,000 random changes, none accepted", "[.million]") {
  for (const char* name : {"strided.json", "all_overrides.json", "no_self.json",
                           "gamma_not_identity.json", "star_two_rows.json"}) {
    std::map<int, int> outcomes = mutate(name, 200000, 7);
    WARN(name << ": said the same " << outcomes[0] << ", rejected " << outcomes[1]
              << ", incomplete " << outcomes[3]);
    CHECK(outcomes[0] + outcomes[1] + outcomes[3] == 200000);
  }
}

TEST_CASE("certificate: what a formula is worth when the run was not executed") {
  // formula; without self-attention but with gamma = (1, 2) and s = 2; without gamma and s
  const char* const cases[][3] = {
      {"true or c = 1", "verified", "verified"},
      {"c = 1 or true", "undecided", "undecided"},
      {"c = 1 and 1/0 = 1", "undecided", "undecided"},
      {"let x = c: true", "undecided", "undecided"},
      {"gamma(1) = 1", "verified", "error"},
      {"gamma(9) = 1 or true", "error", "error"},
      {"l(2) = 1", "verified", "error"},
      {"s = 2", "verified", "error"},
      {"true or s = 1", "verified", "verified"},
      {"E(9) = 0", "undecided", "undecided"},
      {"bq(1/0, 1) = 1", "error", "error"},
      {"mask(0) = 1", "undecided", "undecided"},
      {"layers(value) = 1", "undecided", "undecided"},
      {"layers(quantize) = d*n*D", "verified", "verified"},
      {"qmap(1, 1, 1/3) = 0", "verified", "verified"},
      {"card(qbreaks(1, 1)) = 2", "verified", "verified"},
      {"v_hidden(1) = 1", "undecided", "undecided"},
      {"S(1, 1) = A(1, 1)", "verified", "verified"},
      {"false and (forall H in inputs: true)", "undecided", "undecided"},
      {"exists k in {}: exists H in inputs: true", "undecided", "undecided"},
      {"forall n in {7}: n = 7", "verified", "verified"},
      {"forall c in {1}: c = 1", "verified", "verified"},
      {"n = 3", "refuted", "refuted"}};
  for (const auto& one : cases)
    for (int pattern : {1, 2}) {
      Entries entries;
      read_entries(
          std::string("[[claim]]\nid = \"yun2020b.x\"\nsource = \"t\"\nkind = \"printed\"\nwords = "
                      "\"\"\ndomain = \"true\"\ntruth = \"open\"\nformal = \"") +
              one[0] + "\"\n",
          "f", entries);
      const std::string verdict = one[pattern], reason = verdict == "undecided" ? "unknown"
                                                         : verdict == "error"   ? "undefined"
                                                                                : "";
      const std::string witness =
          verdict == "refuted"
              ? "{\"at\":[],\"other\":[],\"lhs\":\"2\",\"relation\":\"=\",\"rhs\":\"3\"}"
              : "{}";
      const bool decided = verdict == "verified" || verdict == "refuted";
      std::string text =
          "{\"format\":\"hardmax-cert\",\"version\":\"3.0\",\"kind\":\"run\",\"run\":{"
          "\"construction\":\"yun2020b\",\"n\":\"2\",\"d\":\"1\",\"D\":\"2\",\"pattern\":[[";
      text += pattern == 1 ? "\"1 2\",\"1\"" : "\"1\",\"2\"";
      text += "]],\"target\":\"identity\",\"overrides\":[]},\"derived\":{\"gamma\":\"";
      text += pattern == 1 ? "1 2\",\"l\":\"1\",\"s\":\"2" : "\",\"l\":\"\",\"s\":\"0";
      text +=
          "\",\"E\":\"\",\"c\":\"0\",\"layers\":\"0\"},\"totals\":{\"inputs\":\"0\",\"ids\":\"0\","
          "\"distinct_ids\":\"0\",\"digest\":\"0000000000000000\"},\"only\":\"\",\"claims\":[{"
          "\"id\":\"yun2020b.x\",\"sha256\":\"" +
          sha256(binding_text(entries.at("yun2020b.x"))) + "\",\"verdict\":\"" + verdict +
          "\",\"tier\":\"" +
          (verdict == "verified" ? "exhaustive"
           : decided             ? "witness"
                                 : "none") +
          "\",\"evidence\":\"" + (decided ? "replay" : "none") + "\",\"reason\":\"" + reason +
          "\",\"witness\":" + witness + "}]" + check_test::end_of_certificate(entries);
      const Report report = check_certificate(text, entries);
      INFO(one[0] << ", pattern " << pattern << ": " << report.lines.front());
      CHECK(report.code == (verdict == "undecided" ? 3 : 0));
    }
}

}  // namespace certificate_test
