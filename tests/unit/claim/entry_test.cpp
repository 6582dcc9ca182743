#include <catch2/catch.hpp>

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "claim/entry.hpp"
#include "claim/paper.hpp"
#include "exact/error.hpp"
#include "support/rounds.hpp"

namespace entry_test {

using namespace hardmax;
using namespace hardmax::claim;
namespace fs = std::filesystem;

namespace {

// A directory of its own for every case, gone afterwards.
class Folder {
 public:
  Folder() {
    static int count = 0;
    path_ = fs::temp_directory_path() /
            ("hardmax-entry-" + std::to_string(::getpid()) + "-" + std::to_string(count++));
    fs::create_directories(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  fs::path write(const std::string& name, const std::string& text) const {
    fs::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << text;
    return path_ / name;
  }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::string entry(const std::string& id, const std::string& more = "") {
  std::string text = "[[claim]]\nid = \"";
  return text.append(id) +
         "\"\nsource = \"S\"\nkind = \"printed\"\nwords = \"W\"\ndomain = \"n >= 2\"\nformal = \"n "
         "= n\"\ntruth = \"true\"\n" +
         more;
}

// The message with the folder's path taken out, or "accepted".
std::string refusal(const Folder& folder) {
  try {
    load_entries(folder.path());
    return "accepted";
  } catch (const InvalidInput& e) {
    CHECK(e.kind == InvalidInput::Kind::file);
    std::string text = e.what();
    CHECK(text.find('\n') == std::string::npos);
    const std::size_t at = text.find(folder.path().string());
    if (at == 0) text = text.substr(folder.path().string().size());
    return text;
  }
}

std::string refusal(const std::string& text) {
  const Folder folder;
  folder.write("c.toml", text);
  return refusal(folder);
}

}  // namespace

TEST_CASE("entry: every key is read") {
  const Folder folder;
  folder.write("a/b.toml",
               "# claims\n\n[[claim]] # one\n"
               "id=\"p.1\"\nsource\t=  \"Lemma \\\"1\\\" \\\\ \xC3\xA9\" # so\nkind = "
               "\"repaired\"\nwords = \"\"\"\nmore \"than\" one\n  line\"\"\"\n"
               "domain = \"n >= 2\"\nneeds = [ \"p.0\",\n  \"p.2\" ]\nformal = \"1 = 2\"\ntruth = "
               "\"false\"\n"
               "counterexample = \"n=2 d=1 D=2 pattern=dense\"\nrepairs = \"p.2\"\nnote = \"\"\n" +
                   entry("p.2", "needs = []\n"));
  folder.write("z.toml",
               "[[claim]]\r\nid = \"p.0\"\r\nsource = \"A\"\r\nkind = \"hypothesis\"\r\nwords = "
               "\"\"\"a\r\nb\"\"\"\r\ndomain = \"true\"\r\n"
               "not_checkable = \"why\"\r\ntruth = \"open\"");
  folder.write("other.txt", "not read");
  const auto entries = load_entries(folder.path());
  REQUIRE(entries.size() == 3);
  const Entry& first = entries[0];
  CHECK(first.id == "p.0");
  CHECK(first.kind == EntryKind::hypothesis);
  CHECK(first.words == "a\nb");
  CHECK(first.record == Record::open);
  CHECK(first.not_checkable == "why");
  CHECK_FALSE(first.formal.has_value());
  const Entry& e = entries[1];
  CHECK(e.id == "p.1");
  CHECK(e.source == "Lemma \"1\" \\ \xC3\xA9");
  CHECK(e.kind == EntryKind::repaired);
  CHECK(e.words == "more \"than\" one\n  line");
  CHECK(e.domain == "n >= 2");
  CHECK(e.needs == std::vector<std::string>{"p.0", "p.2"});
  CHECK(e.formal == "1 = 2");
  CHECK(e.record == Record::fails);
  CHECK(e.counterexample == "n=2 d=1 D=2 pattern=dense");
  CHECK(e.repairs == "p.2");
  CHECK(e.note == "");
  CHECK(e.line == 3);
  CHECK(e.file == (folder.path() / "a/b.toml").string());
  CHECK(entries[2].record == Record::holds);
}

TEST_CASE("entry: one file can be loaded, entries come in byte order of id") {
  const Folder folder;
  const fs::path file =
      folder.write("c.toml", entry("b") + entry("a.10") + entry("a.9") + entry("B"));
  std::string order;
  for (const Entry& e : load_entries(file)) order += e.id + " ";
  CHECK(order == "B a.10 a.9 b ");
}

TEST_CASE(
    "entry: what is not the small part of TOML is refused, with file, line, what and remedy") {
  CHECK(refusal("id = \"x\"\n") == "/c.toml:2: a key before the first [[claim]]; put it below one");
  CHECK(refusal("[claim]\n") ==
        "/c.toml:1: a header other than [[claim]]; write [[claim]] or a key");
  CHECK(refusal("[[claims]]\n") ==
        "/c.toml:1: a header other than [[claim]]; write [[claim]] or a key");
  CHECK(
      refusal("[[claim]] id = \"x\"\n") ==
      "/c.toml:1: something after the end of the value or header; put nothing but a comment there");
  CHECK(refusal(entry("a") + "note = 'x'\n") ==
        "/c.toml:9: a value that is not a string or a list of strings; put it in double quotes");
  for (const char* value : {"1",
                            "true",
                            "1.5",
                            "2020-01-01",
                            "{ a = 1 }",
                            "",
                            "[1]",
                            "[[\"a\"]]",
                            "[\"a\" \"b\"]",
                            "[\"a\",]",
                            "[\"a\"",
                            "[\"\"\"a\"\"\"]",
                            "'''x'''",
                            "\"a\" \"b\"",
                            "\"a",
                            "\"\\n\"",
                            "\"\\u0041\"",
                            "\"\"\"\\\"\"\"\"",
                            "\"\"\"abc",
                            "\"\"\"abc\"\"\"\"",
                            "\"a\\"}) {
    INFO(value);
    const std::string why = refusal(entry("a") + "note = " + value + "\n");
    CHECK(why.starts_with("/c.toml:"));
    CHECK(why.find("; ") != std::string::npos);
  }
  for (const char* line :
       {"\"note\" = \"x\"", "note.more = \"x\"", "note \"x\"", "note: \"x\"", "Note = \"x\"",
        "= \"x\"", "note", "note = \"x\", truth = \"y\"", "\xEF\xBB\xBF"}) {
    INFO(line);
    CHECK(refusal(entry("a") + line + "\n").starts_with("/c.toml:9: "));
  }
  CHECK(refusal(entry("a") + "note = \"\xFF\"\n") ==
        "/c.toml:9: bytes that are not UTF-8; save the file as UTF-8");
  for (const char* bytes : {"\xC0\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82", "\x80",
                            "\xE0\x9F\xBF", "\xF0\x8F\xBF\xBF"}) {
    CHECK(refusal(entry("a") + "note = \"" + bytes + "\"\n").find("not UTF-8") !=
          std::string::npos);
  }
  CHECK(refusal(entry("a") + "note = \"\xF0\x9F\x98\x80 \xE2\x82\xAC\"\n") == "accepted");
  CHECK(refusal(entry("a") + "note = \"a\rb\"\n") == "/c.toml:9: control character 13; remove it");
  CHECK(refusal(entry("a") + std::string("note = \"\0\"\n", 11)) ==
        "/c.toml:9: control character 0; remove it");
}

TEST_CASE("entry: unknown, missing and repeated keys and wrong values are refused") {
  CHECK(refusal(entry("a") + "formula = \"x\"\n") ==
        "/c.toml:9: the unknown key 'formula'; remove it or spell it as in proofs/README.md");
  CHECK(refusal(entry("a") + "truth = \"open\"\n") ==
        "/c.toml:9: the key 'truth' stands twice in one entry; keep one");
  CHECK(refusal(entry("a") + "note = [\"x\"]\n") ==
        "/c.toml:9: the key 'note' does not hold a string; write \"...\"");
  CHECK(refusal(entry("a") + "note = []\n") ==
        "/c.toml:9: the key 'note' does not hold a string; write \"...\"");
  CHECK(refusal(entry("a") + "needs = \"a\"\n") ==
        "/c.toml:9: the key 'needs' does not hold a list; write [\"...\"]");
  for (const std::string key : {"id", "source", "kind", "words", "domain", "truth"}) {
    std::string text = entry("a");
    const std::size_t at = text.find("\n" + key + " ") + 1;
    text.erase(at, text.find('\n', at) + 1 - at);
    CHECK(refusal(text) == "/c.toml:1: an entry without the key '" + key + "'; add it");
  }
  const auto replaced = [](std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
  };
  CHECK(refusal(replaced(entry("a"), "printed", "proved")) ==
        "/c.toml:4: kind = 'proved'; use printed, implicit, repaired, remark or hypothesis");
  CHECK(refusal(replaced(entry("a"), "\"true\"", "\"maybe\"")) ==
        "/c.toml:8: truth = 'maybe'; use true, false or open");
  CHECK(refusal(replaced(entry("a"), "\"true\"", "\"\"\"tr\nue\"\"\"")) ==
        "/c.toml:8: truth = 'tr ue'; use true, false or open");
  CHECK(refusal(replaced(entry("a"), "\"printed\"", "\"repaired\"")) ==
        "/c.toml:1: entry 'a' is repaired and names no entry in repairs; repairs belongs to kind = "
        "\"repaired\"");
  CHECK(refusal(entry("a", "repairs = \"a\"\n")) ==
        "/c.toml:1: entry 'a' has repairs although it is not of kind repaired; repairs belongs to "
        "kind = \"repaired\"");
  CHECK(refusal(replaced(entry("a"), "\"true\"", "\"false\"")) ==
        "/c.toml:1: entry 'a' has truth = \"false\" and no counterexample; a counterexample "
        "belongs to truth = \"false\"");
  CHECK(refusal(entry("a", "counterexample = \"n=2\"\n")) ==
        "/c.toml:1: entry 'a' has a counterexample although truth is not \"false\"; a "
        "counterexample belongs to truth = \"false\"");
  CHECK(refusal(entry("a", "not_checkable = \"x\"\n")) ==
        "/c.toml:1: entry 'a' has both formal and not_checkable; give exactly one");
  CHECK(refusal(replaced(entry("a"), "formal = \"n = n\"\n", "")) ==
        "/c.toml:1: entry 'a' has neither formal nor not_checkable; give exactly one");
  CHECK(refusal(replaced(entry("a"), "n = n", "n \xE2\x89\xA4 n")) ==
        "/c.toml:7: formal is not ASCII; use the language of proofs/README.md");
  CHECK(refusal(replaced(entry("a"), "n >= 2", "n \xE2\x89\xA5 2")) ==
        "/c.toml:6: domain is not ASCII; use the language of proofs/README.md");
  for (const char* id : {"", "a b", "a,b", "\xC3\xA9"})
    CHECK(refusal(entry(id)).starts_with("/c.toml:2: id = '"));
  CHECK(refusal(entry("a", "needs = [\"a, b\"]\n")) ==
        "/c.toml:9: needs holds 'a, b', which is no id; name an entry");
}

TEST_CASE("entry: ids are unique over all files, and every reference leads to an entry") {
  const Folder folder;
  folder.write("a.toml", entry("x"));
  folder.write("sub/b.toml", entry("y") + entry("x"));
  CHECK(refusal(folder).starts_with("/sub/b.toml:9: entry 'x' stands twice, also in "));
  CHECK(refusal(entry("a", "needs = [\"b\"]\n")) ==
        "/c.toml:1: entry 'a' needs 'b', which is no entry; name the id of a hypothesis");
  std::string repaired = entry("a", "repairs = \"b\"\n");
  repaired.replace(repaired.find("printed"), 7, "repaired");
  CHECK(refusal(repaired) ==
        "/c.toml:1: entry 'a' repairs 'b', which is no entry; name the id of a printed or implicit "
        "claim");
  CHECK(refusal(repaired + entry("b")) == "accepted");
}

TEST_CASE("entry: needs may not lead in a circle") {
  const std::string why =
      " needs itself in a circle, or an entry that does; break the circle in needs";
  CHECK(refusal(entry("a", "needs = [\"a\"]\n")) == "/c.toml:1: entry 'a'" + why);
  CHECK(refusal(entry("a", "needs = [\"b\", \"c\"]\n") + entry("b") +
                entry("c", "needs = [\"a\"]\n")) == "/c.toml:1: entry 'a'" + why);
  CHECK(refusal(entry("a", "needs = [\"b\", \"b\"]\n") + entry("b", "needs = [\"c\"]\n") +
                entry("c")) == "accepted");
  std::string text = entry("e0");
  for (int i = 1; i < 5000; ++i) {
    std::string needs = "needs = [\"e";
    needs.append(std::to_string(i - 1)).append("\"]\n");
    text += entry(std::string("e").append(std::to_string(i)), needs);
  }
  CHECK(refusal(text) == "accepted");
}

TEST_CASE("entry: a place without claims is refused") {
  const Folder folder;
  CHECK(refusal(folder) == ": holds no claim file (*.toml); name the directory of the claims");
  CHECK_THROWS_AS(load_entries(folder.path() / "nothing"), InvalidInput);
  CHECK_THROWS_AS(load_entries("/dev/null"), InvalidInput);
}

TEST_CASE(
    "entry: a certificate is bound to id, domain, needs and formal, white space apart, and to "
    "nothing else") {
  Entry e;
  e.id = "p.1";
  e.domain = "  n >= 2\n and  D >= 2 ";
  e.needs = {"p.2", "p.0"};
  e.formal = "\t1\r\n = 2\n";
  CHECK(binding_text(e) == "p.1\nn >= 2 and D >= 2\np.2,p.0\n1 = 2");
  Entry other = e;
  other.words = "other";
  other.source = "other";
  other.record = Record::fails;
  other.note = "other";
  CHECK(binding_text(other) == binding_text(e));
  other.needs = {"p.0", "p.2"};
  CHECK(binding_text(other) != binding_text(e));
  other = e;
  other.formal = "1 = 3";
  CHECK(binding_text(other) != binding_text(e));
  other.formal.reset();
  other.needs.clear();
  CHECK(binding_text(other) == "p.1\nn >= 2 and D >= 2\n\n");
  // The key soft says what a formal would say.
  other.soft = "printed values";
  CHECK(binding_text(other) == "p.1\nn >= 2 and D >= 2\n\nsoft printed values");
}

namespace {

// A printed line that is false, and the keys of a severity.
std::string false_line(const std::string& id, const std::string& more = "") {
  std::string text = entry(id, "counterexample = \"n=2 d=1 D=2 pattern=dense\"\n" + more);
  return text.replace(text.find("\"true\""), 6, "\"false\"");
}
std::string of_kind(std::string text, const std::string& kind) {
  return text.replace(text.find("printed"), 7, kind);
}
std::string without_formal(std::string text) {
  return text.replace(text.find("formal"), 6, "not_checkable");
}
std::string repair_of(const std::string& id) {
  return of_kind(entry("repair", "repairs = \"" + id + "\"\n"), "repaired");
}
const std::string keys =
    "quote = \"x \xE2\x89\xA4 1\"\nseen = \"extraction\"\nconsequence = \"fails\"\n";

}  // namespace

TEST_CASE("entry: what is said of an error in the source is read, and no digest depends on it") {
  const Folder folder;
  folder.write(
      "p/c.toml",
      false_line("a", "severity = \"A\"\nno_repair = \"none is known\"\nreply = \"\"\n" + keys) +
          of_kind(false_line("b", "root = \"a\"\n"), "implicit") +
          of_kind(false_line("c"), "remark"));
  folder.write("p/paper.toml", "title = \"no claim file\"\n");
  folder.write("p/construction.toml", "[construction]\n");
  const auto entries = load_entries(folder.path());
  REQUIRE(entries.size() == 3);
  const Entry& e = entries[0];
  CHECK(e.severity == 'A');
  CHECK(e.quote == "x \xE2\x89\xA4 1");
  CHECK(e.seen == "extraction");
  CHECK(e.consequence == "fails");
  CHECK(e.no_repair == "none is known");
  CHECK(e.reply == "");
  CHECK(entries[1].kind == EntryKind::implicit);
  CHECK(entries[1].root == "a");
  CHECK_FALSE(entries[1].severity.has_value());
  CHECK(entries[2].kind == EntryKind::remark);
  Entry bare = e;
  bare.severity.reset();
  bare.quote = bare.seen = bare.consequence = bare.no_repair = bare.reply = bare.root =
      std::nullopt;
  CHECK(binding_text(bare) == binding_text(e));
}

TEST_CASE("entry: the rules of errata") {
  const std::string severity = "severity = \"C\"\n" + keys;
  CHECK(refusal(false_line("a", severity)) == "accepted");
  CHECK(refusal(without_formal(false_line("a", severity))) ==
        "accepted");  // recorded false, decided elsewhere
  CHECK(refusal(without_formal(entry("a", severity)) + repair_of("a")) ==
        "accepted");  // cannot be read as it stands
  CHECK(refusal(of_kind(without_formal(entry("a", severity)), "implicit") + repair_of("a")) ==
        "accepted");
  CHECK(refusal(false_line("a", severity) + repair_of("a")) == "accepted");
  CHECK(refusal(false_line("a", "severity = \"F\"\n" + keys)) ==
        "/c.toml:10: severity = 'F'; use A, B, C, D or E");
  for (const char* value : {"", "a", "AB", "A "})
    CHECK(refusal(false_line("a", std::string("severity = \"") + value + "\"\n" + keys))
              .find("; use A, B, C, D or E") != std::string::npos);
  CHECK(refusal(false_line("a", "severity = [\"A\"]\n" + keys)) ==
        "/c.toml:10: the key 'severity' does not hold a string; write \"...\"");
  CHECK(refusal(false_line("a", "seen = \"print\"\n")) ==
        "/c.toml:10: seen = 'print'; use extraction or pdf");
  for (const std::string key : {"quote", "consequence", "no_repair"})
    CHECK(refusal(false_line("a", key + " = \" \"\n")) ==
          "/c.toml:10: " + key + " has nothing in it; write it or remove the key");
  const std::string belongs =
      "; it belongs to a printed or implicit line with truth = \"false\", or without a formal and "
      "with a repair that has one";
  const std::string no_error =
      "/c.toml:1: entry 'a' has a severity and is no error of its source" + belongs;
  CHECK(refusal(entry("a", severity)) == no_error);
  CHECK(refusal(without_formal(entry("a", severity))) == no_error);
  CHECK(refusal(without_formal(entry("a", severity)) + without_formal(repair_of("a"))) ==
        no_error);  // a repair that cannot be read either
  for (const char* kind : {"remark", "hypothesis"})
    CHECK(refusal(of_kind(false_line("a", severity), kind)) == no_error);
  CHECK(refusal(false_line("a", "severity = \"A\"\n")) ==
        "/c.toml:1: entry 'a' has a severity without quote, seen and consequence; add what is "
        "missing");
  CHECK(refusal(false_line("a", "reply = \"\"\n")) ==
        "/c.toml:1: entry 'a' has a reply and no severity; it belongs to an entry with a severity");
  CHECK(
      refusal(false_line("a", "no_repair = \"x\"\n")) ==
      "/c.toml:1: entry 'a' has no_repair and no severity; it belongs to an entry with a severity");
  CHECK(refusal(false_line("a", severity + "no_repair = \"x\"\n") + repair_of("a")) ==
        "/c.toml:1: entry 'a' has no_repair, and an entry repairs it; remove one of them");
  for (const char* kind : {"remark", "hypothesis"})
    CHECK(refusal(of_kind(entry("a"), kind) + repair_of("a")) ==
          "/c.toml:9: entry 'repair' repairs 'a', which is not of the source; name the id of a "
          "printed or implicit claim");

  CHECK(refusal(false_line("a", severity) + false_line("b", "root = \"a\"\n") +
                false_line("c", severity + "root = \"a\"\n")) == "accepted");
  CHECK(refusal(false_line("a", "root = \"z\"\n")) ==
        "/c.toml:1: entry 'a' has the root 'z', which is no entry; name the id of the erratum that "
        "causes it");
  CHECK(refusal(false_line("a", "root = \"z z\"\n")) ==
        "/c.toml:10: root holds 'z z', which is no id; name an entry");
  CHECK(refusal(false_line("a") + false_line("b", "root = \"a\"\n")) ==
        "/c.toml:10: entry 'b' has the root 'a', which has no severity; give it one, or name "
        "another");
  CHECK(refusal(false_line("a", severity) + entry("b", "root = \"a\"\n")) ==
        "/c.toml:14: entry 'b' has a root and is no error of its source" + belongs);
  const std::string circle = ", which has a root itself; name the erratum that stands first";
  CHECK(refusal(false_line("a", severity + "root = \"a\"\n")) ==
        "/c.toml:1: entry 'a' has the root 'a'" + circle);
  CHECK(refusal(false_line("a", severity + "root = \"b\"\n") +
                false_line("b", severity + "root = \"a\"\n")) ==
        "/c.toml:1: entry 'a' has the root 'b'" + circle);
}

TEST_CASE("paper: what a folder says of its paper is read, and is no claim file") {
  const std::string good =
      "# a paper\npaper = \"p\"\ntitle = \"On \xC3\xA9\"\nauthors = \"A, B\"\nyear = "
      "\"2020\"\nlink = \"https://example.org/p\"\n";
  const Folder folder;
  folder.write("p/c.toml", entry("p.a"));
  CHECK(load_papers(folder.path()).empty());
  folder.write("p/paper.toml", good);
  folder.write("q/paper.toml",
               "paper = \"q\"\ntitle = \"\"\"\nOn\n  q\"\"\"\nauthors = \"C\"\nyear = "
               "\"2021\"\nlink = \"https://example.org\"\nvenue = \"V\"\ntext = \"whole\"\n");
  CHECK(load_entries(folder.path()).size() == 1);
  const auto papers = load_papers(folder.path());
  REQUIRE(papers.size() == 2);
  CHECK(papers.at("p").title == "On \xC3\xA9");
  CHECK(papers.at("p").venue.empty());
  CHECK(papers.at("q").title == "On q");
  CHECK(papers.at("q").text == "whole");
  CHECK(load_papers(folder.path() / "p/c.toml").size() == 1);  // beside one file

  const auto refused = [&](const std::string& text) {
    folder.write("p/paper.toml", text);
    try {
      load_papers(folder.path());
    } catch (const InvalidInput& e) {
      CHECK(e.kind == InvalidInput::Kind::file);
      return std::string(e.what()).substr(folder.path().string().size());
    }
    return std::string("accepted");
  };
  const auto with = [&](const std::string& old, const std::string& now) {
    std::string text = good;
    return text.replace(text.find(old), old.size(), now);
  };
  CHECK(refused(good) == "accepted");
  CHECK(refused(with("2020", "20")) == "/p/paper.toml:1: year = '20'; write four digits");
  CHECK(refused(with("authors", "author")) ==
        "/p/paper.toml:4: the unknown key 'author'; remove it or spell it as in proofs/README.md");
  CHECK(refused(with("\"A, B\"", "[\"A\"]")) ==
        "/p/paper.toml:4: the key 'authors' does not hold a string; write \"...\"");
  CHECK(refused(with("\"A, B\"", "\" \"")) ==
        "/p/paper.toml:4: authors has nothing in it; write it or remove the key");
  CHECK(refused(good + "year = \"2020\"\n") ==
        "/p/paper.toml:7: the key 'year' stands twice in the file; keep one");
  CHECK(refused("[[claim]]\n" + good).find("/p/paper.toml:1: ") == 0);
  for (const std::string key : {"paper", "title", "authors", "year", "link"})
    CHECK(refused(with(key + " =", "venue =")).find("no key '" + key + "'; add it") !=
          std::string::npos);
  for (const char* link :
       {"http://a", "javascript:x", "https://a b", "https://a<b", "https://a(b)"})
    CHECK(refused(with("https://example.org/p", link)).find("link = '") != std::string::npos);
  for (const char* name : {"p.q", "p q", "\xC3\xA9"})
    CHECK(refused(with("\"p\"", std::string("\"") + name + "\"")).find("paper = '") !=
          std::string::npos);
  CHECK(refused(with("\"p\"", "\"q\""))
            .find("paper = 'q' stands also in another paper.toml; keep one") != std::string::npos);
  for (const char* place : {"0", "01", "100", "-1", "first"})
    CHECK(refused(good + "main_command = \"" + place + "\"\n") ==
          std::string("/p/paper.toml:1: main_command = '") + place +
              "'; write a place from 1 to 99");
  CHECK(refused(good + "asks_for = \"stars\"\n") ==
        "/p/paper.toml:1: asks_for = 'stars'; write \"star\"");
  CHECK(refused(good + "example = \"q.a\"\n") ==
        "/p/paper.toml:1: example = 'q.a'; write the id of one of its claims");
  for (const char* soft : {"total:p.a", "all: p.a", "total: q.a", "p.a"})
    CHECK(refused(good + "soft = [\"" + soft + "\"]\n")
              .find(std::string("/p/paper.toml:7: soft has '") + soft + "'; write \"total: ID\"") ==
          0);
  CHECK(refused(good + "main_command = \"12\"\nasks_for = \"star\"\nexample = \"p.a\"\n"
                       "soft = [\"rows: p.a\", \"rows: p.b\"]\n") == "accepted");
  const Paper all = load_papers(folder.path()).at("p");
  CHECK(all.place == 12);
  CHECK(all.asks_for == "star");
  CHECK(all.example == "p.a");
  CHECK(all.soft ==
        std::vector<std::pair<std::string, std::string>>{{"rows", "p.a"}, {"rows", "p.b"}});
  CHECK(load_papers(std::string(HARDMAX_ROOT) + "/proofs").size() >= 3);
}

TEST_CASE("paper: which construction a command runs stands in paper.toml") {
  const Folder folder;
  const std::string good =
      "paper = \"p\"\ntitle = \"T\"\nauthors = \"A\"\nyear = \"2020\"\nlink = "
      "\"https://example.org/p\"\n";
  const auto refused = [&](const std::string& commands) {
    folder.write("p/paper.toml", good + "commands = [" + commands + "]\n");
    try {
      load_papers(folder.path());
    } catch (const InvalidInput& e) {
      return std::string(e.what()).substr(folder.path().string().size());
    }
    return std::string("accepted");
  };
  for (const std::string wrong :
       {"turing", "turing:a", "machine: a", "turing: ", "turing: ../a", "turing: /a", "task1: a/b",
        "turing R3: a", "turing: a b", "turing: ."})
    CHECK(refused("\"" + wrong + "\"").find("; write \"turing: FOLDER\"") != std::string::npos);
  CHECK(refused(R"("turing: mine", "turing R2: my_other-one")") == "accepted");
  CHECK(folder_of_command(folder.path(), "turing") == folder.path() / "p/mine");
  CHECK(folder_of_command(folder.path(), "turing R2") == folder.path() / "p/my_other-one");
  CHECK_THROWS_AS(folder_of_command(folder.path(), "task1"), InvalidInput);
}

TEST_CASE(
    "entry: the project's own claims load, and every formula in them is within the language's "
    "limits of size") {
  const auto entries = load_entries(HARDMAX_ROOT "/proofs");
  CHECK_FALSE(entries.empty());
  for (const Entry& e : entries) {
    INFO(e.id);
    CHECK(e.formal.value_or("").size() <= 65536);
  }
}

TEST_CASE("entry: no file, however broken, does anything but load or be refused") {
  std::string text = entry("a", "needs = [\"b\"]\nnote = \"\"\"x\n\"y\" \"\"\" # z\n") + entry("b");
  std::uint64_t state = 20240607;
  const auto next = [&](std::uint64_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % below;
  };
  const std::string bytes =
      "\"\\[]#=,\n\r\t \xC3\xFF"
      "an\x01";
  int accepted = 0;
  for (int round = 0; round < testing::rounds(2000); ++round) {
    std::string broken = text;
    for (std::uint64_t k = 1 + next(3); k > 0; --k) {
      const std::size_t at = next(broken.size());
      switch (next(3)) {
        case 0: broken[at] = bytes[next(bytes.size())]; break;
        case 1: broken.erase(at, 1 + next(10)); break;
        default: broken.insert(at, 1, bytes[next(bytes.size())]);
      }
    }
    INFO("round " << round << "\n" << broken);
    const std::string why = refusal(broken);
    if (why == "accepted") ++accepted;
    CHECK(!why.empty());
  }
  CHECK(accepted > 0);
  CHECK(accepted < 2000);
}

}  // namespace entry_test
