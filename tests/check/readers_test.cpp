// The readers of verify-check: JSON, the TOML subset, and what hostile input meets.
#include <catch2/catch.hpp>

#include "check/evaluate.hpp"
#include "support.hpp"

namespace readers_test {

using namespace hardmax::check;
using namespace check_test;

namespace {

std::string repeat(const std::string& text, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += text;
  return out;
}

const std::string good =
    "[[claim]]\nid = \"a\"\nsource = \"s\"\nkind = \"printed\"\nwords = \"w\"\ndomain = "
    "\"true\"\nformal = \"true\"\ntruth = \"open\"\n";

std::string toml(const std::string& text) {
  return rejection([&] {
    Entries entries;
    read_entries(text, "f.toml", entries);
    require_needs(entries);
  });
}
std::string with(const std::string& old, const std::string& now) {
  std::string text = good;
  const std::size_t at = text.find(old);
  REQUIRE(at != std::string::npos);
  return text.replace(at, old.size(), now);
}

}  // namespace

TEST_CASE("json: what a certificate may hold is read") {
  const Json json = read_json(" {\"a\" : [ \"1\",\"\" , [ ] ],\r\n\t\"b\":{ } } ");
  REQUIRE(json.find("a") != nullptr);
  CHECK(json.find("a")->items.size() == 3);
  CHECK(json.find("a")->items[0].text == "1");
  CHECK(json.find("b")->kind == Json::Kind::object);
  CHECK(json.find("c") == nullptr);
  CHECK(rejection([] { read_json(repeat("[", 31) + "\"\"" + repeat("]", 31)); }).empty());
}

TEST_CASE("json: hostile texts are refused") {
  for (const std::string& text :
       {std::string(), std::string("{"), std::string("\""), std::string("[\"a\" \"b\"]"),
        std::string("{\"a\"}"), std::string("{\"a\":}"), std::string("{\"a\":\"\",}"),
        std::string("[,]"), std::string("1"), std::string("nul"), std::string("[]]"),
        std::string("\"\x7f\""), std::string("\"\\n\""), std::string("\0", 1), repeat("[", 1000000),
        repeat("{\"a\":", 1000000), "[" + repeat("\"\",", 2000000) + "\"\"]",
        repeat("[", 33) + repeat("]", 33), "{" + repeat("\"a\":\"\",", 2) + "\"b\":\"\"}"}) {
    INFO(text.substr(0, 40));
    CHECK_FALSE(rejection([&] { read_json(text); }).empty());
  }
  std::string many = "{";
  for (int i = 0; i < 65; ++i) many += "\"k" + std::to_string(i) + "\":\"\",";
  CHECK(rejection([&] { read_json(many + "\"z\":\"\"}"); }).find("64 keys") != std::string::npos);
  CHECK(rejection([] { read_json("[\"a\", 1]"); }) ==
        "certificate, byte 6: stated \"1]\", found that a string, an array or an object must stand "
        "here");
}

TEST_CASE("json: numbers of a million digits in a certificate are refused") {
  const std::string digits = repeat("9", 1000000);
  for (const char* key : {"format", "version", "kind", "construction", "n", "d", "D", "gamma", "c",
                          "layers", "inputs", "digest", "sha256", "lhs"}) {
    std::string text = read(root / "certificate/accept/strided.json");
    const std::string mark = std::string("\"") + key + "\":\"";
    text.insert(text.find(mark) + mark.size(), digits);
    const Report report = check_certificate(text, claims());
    CHECK(report.code == 1);
    CHECK(report.lines.front().size() < 300);
  }
  std::string text = read(root / "certificate/accept/c_is_1.json");
  text.insert(text.find("c=1") + 3, digits);
  CHECK(check_certificate(text, claims()).code == 1);
}

TEST_CASE("toml: the subset is read") {
  Entries entries;
  read_entries("# head\n\n" + good +
                   "needs = [ \"b\" ,\n  # why\n \"c\"\n]\nnote = \"\"\"\nx \"y\" \n z\"\"\" # "
                   "end\n\n[[claim]]\r\n" +
                   with("\"a\"", "\"b\" # c").substr(10) + with("\"a\"", "\"c\"") +
                   with("id = \"a\"", "id\t=\t\"\"\"d\"\"\""),
               "f", entries);
  REQUIRE(entries.size() == 4);
  CHECK(entries.at("a").needs == std::vector<std::string>{"b", "c"});
  CHECK(entries.at("a").where == "f:3");
  CHECK(entries.at("d").has_formal);
  CHECK(toml(with("\"w\"", "\"\\\"\\\\ \t é\"")).empty());
  CHECK(toml(with("formal = \"true\"", "not_checkable = \"x\"")).empty());
  CHECK(toml(with("\"open\"", "\"false\"\ncounterexample = \"n=2\"")).empty());
  CHECK(toml(with("\"printed\"", "\"repaired\"\nrepairs = \"z\"")).empty());
  CHECK(toml("").empty());
  CHECK(toml("\xef\xbb\xbf" + good).empty());  // a byte order mark
  CHECK(toml(good.substr(0, good.size() - 1)).empty());
}

TEST_CASE("toml: everything else is refused, with its line") {
  CHECK(toml(with("\"w\"", "\"\\n\"")).find("f.toml:5") == 0);
  for (const std::string& text : {with("\"w\"", "'w'"),
                                  with("\"w\"", "3"),
                                  with("\"w\"", "true"),
                                  with("\"w\"", "\"w\" x"),
                                  with("\"w\"", "\"w"),
                                  with("\"w\"", "\"\"\"w"),
                                  with("\"w\"", "\"\"\"\\w\"\"\""),
                                  with("\"w\"", "\"\"\"w\"\"\"\""),
                                  with("\"w\"", "\"\x01\""),
                                  with("\"w\"", "\"\xff\""),
                                  with("\"w\"", "\"\xc0\x80\""),
                                  with("\"w\"", "\"\xed\xa0\x80\""),
                                  with("\"w\"", "[\"w\"]"),
                                  with("[[claim]]", "[claim]"),
                                  with("[[claim]]", "[[claims]]"),
                                  with("[[claim]]", "[[ claim ]]"),
                                  with("[[claim]]", ""),
                                  with("[[claim]]", "[[claim]] id = \"x\""),
                                  with("id =", "id"),
                                  with("id =", "\"id\" ="),
                                  with("id =", "a.id ="),
                                  with("id =", "Id ="),
                                  with("id =", "id = \"x\"\nid ="),
                                  with("id = \"a\"", "words = \"a\""),
                                  with("id = \"a\"", "id = \"\""),
                                  with("id = \"a\"", "id = \"a b\""),
                                  with("id = \"a\"", "id = \"a,b\""),
                                  with("id = \"a\"", "id = \"\xc3\xa9\""),
                                  with("id = \"a\"", "name = \"a\""),
                                  with("formal = \"true\"", ""),
                                  with("truth", "not_checkable = \"x\"\ntruth"),
                                  with("\"open\"", "\"maybe\""),
                                  with("\"open\"", "\"false\""),
                                  with("truth", "counterexample = \"x\"\ntruth"),
                                  with("\"printed\"", "\"repaired\""),
                                  with("truth", "repairs = \"x\"\ntruth"),
                                  with("\"printed\"", "\"assumed\""),
                                  with("truth", "needs = \"a\"\ntruth"),
                                  with("truth", "needs = [\"b\",]\ntruth"),
                                  with("truth", "needs = [\"b\" \"c\"]\ntruth"),
                                  with("truth", "needs = [b]\ntruth"),
                                  with("truth", "needs = [\"a\"]\ntruth"),
                                  with("truth", "needs = [\"b\"]\ntruth"),
                                  with("\"true\"", "\"\xc3\xa9\""),
                                  with("id = \"a\"", "id = \".a\""),
                                  good + good,
                                  good + "x",
                                  " \xef\xbb\xbf" + good,
                                  good + "\xef\xbb\xbf",
                                  good + std::string("\0", 1),
                                  with("\n", "\r")}) {
    INFO(text);
    CHECK_FALSE(toml(text).empty());
  }
  for (const char* key : {"id", "source", "kind", "words", "domain", "truth"})
    CHECK_FALSE(toml(with(std::string(key) + " =", "note =")).empty());
  const std::string circle = with("truth", "needs = [\"b\"]\ntruth") +
                             with("\"a\"", "\"b\"").replace(0, 0, "") + "needs = [\"c\"]\n" +
                             with("\"a\"", "\"c\"") + "needs = [\"a\"]\n";
  CHECK(toml(circle).find("circle") != std::string::npos);
  std::string chain;
  for (int i = 0; i < 1500; ++i)
    chain += with("\"a\"", "\"a" + std::to_string(100000 - i) + "\"") +
             (i > 0 ? "needs = [\"a" + std::to_string(100001 - i) + "\"]\n" : "");
  CHECK(toml(chain).find("more than 1000 needs") != std::string::npos);
  CHECK_FALSE(toml(repeat("[[claim]]\n", 100000)).empty());
  CHECK_FALSE(toml("[[claim]]\nneeds = [" + repeat("\n", 1000000)).empty());
}

TEST_CASE("toml: the rules of errata") {
  const auto errata = [](const std::string& text) {
    return rejection([&] {
      Entries entries;
      read_entries(text, "f.toml", entries);
      require_needs(entries);
      require_errata(entries);
    });
  };
  const auto line = [](const std::string& id, const std::string& more,
                       const std::string& kind = "printed") {
    std::string text = with("\"open\"", "\"false\"\ncounterexample = \"n=2\"");
    text.replace(text.find("\"a\""), 3, "\"" + id + "\"");
    return text.replace(text.find("printed"), 7, kind) + more;
  };
  const auto unreadable = [](std::string text) {
    return text.replace(text.find("formal"), 6, "not_checkable");
  };
  const std::string keys =
                        "quote = \"x \xE2\x89\xA4 1\"\nseen = \"pdf\"\nconsequence = \"fails\"\n",
                    severity = "severity = \"C\"\n" + keys;
  const std::string repair =
      with("\"a\"", "\"r\"").replace(good.find("printed"), 7, "repaired") + "repairs = \"a\"\n";
  const std::string open = good + severity, root = "root = \"a\"\n";
  for (const std::string& text :
       {line("a", severity), line("a", severity + "no_repair = \"none\"\nreply = \"\"\n"),
        line("a", severity, "implicit"), unreadable(line("a", severity)), unreadable(open) + repair,
        line("a", severity) + repair, line("a", "", "remark"), line("a", keys),
        line("a", severity) + line("b", root), line("a", severity) + line("b", severity + root)}) {
    INFO(text);
    CHECK(errata(text).empty());
  }
  for (const std::string& text :
       {open,
        unreadable(open),
        unreadable(open) + unreadable(repair),
        line("a", severity, "remark"),
        line("a", severity, "hypothesis"),
        line("a", "severity = \"F\"\n" + keys),
        line("a", "severity = \"\"\n" + keys),
        line("a", "severity = \"AB\"\n" + keys),
        line("a", "severity = [\"A\"]\n" + keys),
        line("a", "severity = \"A\"\n"),
        line("a", "seen = \"print\"\n"),
        line("a", "quote = \" \"\n"),
        line("a", "consequence = \"\"\n"),
        line("a", "reply = \"\"\n"),
        line("a", "no_repair = \"x\"\n"),
        line("a", severity + "no_repair = \"x\"\n") + repair,
        line("a", severity + root),
        line("a", severity + "root = \"z\"\n"),
        line("a", "") + line("b", root),
        line("a", severity) + line("b", root).replace(line("b", "").find("false"), 5, "true"),
        line("a", severity + "root = \"b\"\n") + line("b", severity + root),
        line("a", severity) + line("b", root, "remark"),
        line("a", severity) + good + root,
        repair,
        line("a", "", "remark") + repair,
        line("a", "", "hypothesis") + repair}) {
    INFO(text);
    CHECK_FALSE(errata(text).empty());
  }
  CHECK(errata(line("a", severity + root)) ==
        "f.toml:1, root: stated \"a\", found that the entry of that id has a root itself");
  CHECK(errata(open) ==
        "f.toml:1, severity: stated \"C\", found that the entry is neither recorded false nor an "
        "erratum, or is not of the source");
  const auto bound = [](const std::string& text) {
    Entries entries;
    read_entries(text, "f.toml", entries);
    return binding_text(entries.at("a"));
  };
  CHECK(bound(line("a", severity)) == bound(line("a", "")));
}

TEST_CASE("binding: white space is one blank, the parts are joined by line feeds") {
  Entry entry;
  entry.id = "a";
  entry.domain = " n  >=\n2 ";
  entry.needs = {"b", "c"};
  entry.formal = "\n\ttrue\r\n";
  CHECK(binding_text(entry) == "a\nn >= 2\nb,c\ntrue");
  entry.needs.clear();
  entry.formal = "";
  CHECK(binding_text(entry) == "a\nn >= 2\n\n");
}

TEST_CASE("fuzz corpus: every kept input is read or rejected with a line") {
  int read_well = 0, rejected = 0;
  const auto each = [&](const char* folder, const auto& reader) {
    for (const auto& file :
         std::filesystem::directory_iterator(root / "fuzz/check/corpus" / folder)) {
      const std::string text = read(file.path()), line = rejection([&] { reader(text); });
      ++(line.empty() ? read_well : rejected);
      INFO(file.path().filename());
      CHECK(line.size() < 400);
      CHECK(std::all_of(line.begin(), line.end(), [](char ch) { return ch >= 32 && ch < 127; }));
    }
  };
  each("json", [](const std::string& text) { read_json(text); });
  each("toml", [](const std::string& text) {
    Entries entries;
    read_entries(text, "f", entries);
  });
  each("formula", [](const std::string& text) {
    parse_formula(text, "f",
                  Vocabulary{{{"n", "", Type::Num, 0},
                              {"A", "NN", Type::Set, 1},
                              {"z", "IN", Type::Num, 2},
                              {"layers", "W", Type::Num, 3}},
                             {"quantize"}});
  });
  each("certificate", [](const std::string& text) {
    const Report report = check_certificate(text, claims());
    CHECK(report.code != 0);
    throw Rejected(report.lines.front());
  });
  CHECK(read_well > 20);
  CHECK(rejected > 500);
}

}  // namespace readers_test
