// Certificates of kind "construction": those of tests/certificate/construction, which make.py wrote
// without a reader of construction files, changes to the file beside the claims, and the errors of
// construction files.
#include <unistd.h>
#include <catch2/catch.hpp>

#include "altered.hpp"
#include "check/described_run.hpp"
#include "support.hpp"
#include "support/rounds.hpp"

namespace kind_construction_test {

using namespace check_test;
using namespace hardmax::check;

namespace {

const std::filesystem::path folder = root / "certificate/construction";

const Entries& beside(const std::string& file = "") {
  static const Entries entries = load_entries(folder / "claims"),
                       patterned = load_entries(folder / "patterned");
  return file.find("patterned") == std::string::npos ? entries : patterned;
}
// Code and first line; 65: a file is unreadable.
std::pair<int, std::string> answer(const std::string& certificate, const Entries& entries) {
  try {
    const Report report = check_certificate(certificate, entries);
    return {report.code, report.lines.front()};
  } catch (const Unreadable& error) {
    return {65, std::string("unreadable: ") + error.what()};
  }
}

// A folder of claims and a construction, removed at the end.
struct Folder {
  std::filesystem::path path;
  Folder(const std::string& construction, const std::string& claims) {
    static int count = 0;
    path = std::filesystem::temp_directory_path() /
           ("hardmax_construction_" + std::to_string(getpid()) + "_" + std::to_string(count++));
    std::filesystem::create_directories(path);
    std::ofstream(path / "construction.toml") << construction;
    std::ofstream(path / "claims.toml") << claims;
  }
  ~Folder() { std::filesystem::remove_all(path); }
};
std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), by);
}
std::string construction_file() { return read(folder / "claims/construction.toml"); }
std::string claim_file() { return read(folder / "claims/claims.toml"); }

// What an accepted certificate comes to where the files beside it are these.
std::pair<int, std::string> with_files(const std::string& construction, const std::string& claims,
                                       const std::string& certificate = "n2_D2.json") {
  const Folder files(construction, claims);
  return answer(read(folder / "accept" / certificate), load_entries(files.path));
}

// The error of a construction file, once it is read, typed, built and executed: "" if there is
// none.
std::string error_of(const std::string& file, const std::string& parameters = "n=2 D=2") {
  try {
    const Described of = read_described(file, "file");
    std::vector<Json> values;
    for (const std::string& value : split(parameters)) values.emplace_back(value);
    const Json run = Json::object({{"construction", Json(of.id)},
                                   {"sha256", Json(std::string())},
                                   {"parameters", Json::array(values)},
                                   {"pattern", Json::array()},
                                   {"variants", Json::array()},
                                   {"changes", Json::array()}});
    const Entries none;
    DescribedRun built(run, of, none);
    built.open();
    for (std::uint64_t input = 0; input < built.inputs(); ++input)
      for (std::size_t network = of.names.networks.size(); network-- > 0;)  // the last one first
        built.world().run(
            network,
            static_cast<std::uint64_t>(*built.world().layer_count(network).small_integer()),
            built.world().start(input));
    return "";
  } catch (const Unreadable& error) {
    return error.what();
  } catch (const std::runtime_error& error) {
    return std::string("other: ") + error.what();
  }
}
std::string changed(const std::string& what, const std::string& by) {
  return error_of(replaced(construction_file(), what, by));
}
bool has(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return true;
  WARN(text << " has not " << part);
  return false;
}

}  // namespace

TEST_CASE("construction: what make.py stated is accepted") {
  int count = 0;
  for (const auto& file : files(folder / "accept")) {
    INFO(file);
    const auto [code, line] = answer(read(file), beside(file.filename().string()));
    INFO(line);
    CHECK(code == 0);
    ++count;
  }
  CHECK(count == 21);
}

TEST_CASE("construction: a certificate with one change is not accepted, and the line says why") {
  std::istringstream lines(read(folder / "EXPECTED"));
  std::set<std::string> seen;
  for (std::string line; std::getline(lines, line);) {
    const std::vector<std::string> column = columns_of(line);
    const std::string file = column[0], begins = column.at(2);
    INFO(line);
    const auto [code, found] = answer(read(folder / file), beside(file));
    INFO(found);
    CHECK(code == std::stoi(column[1]));
    CHECK(found.substr(0, begins.size()) == begins);
    seen.insert(file.substr(file.find('/') + 1));
  }
  CHECK(seen.size() == files(folder / "reject").size());
  CHECK(seen.size() > 80);
}

TEST_CASE("construction: another file beside the claims is seen") {
  const std::string file = construction_file(), claims = claim_file();
  CHECK(with_files(file, claims).first == 0);
  // comments, sources, words, white space and definitions that nothing reaches are free
  CHECK(with_files("# more\n" + replaced(file, "Which tokens", "What tokens"), claims).first == 0);
  CHECK(with_files(replaced(file, "\"gain = 1\"", "\"gain  =\t1\""), claims).first == 0);
  CHECK(
      with_files(replaced(file, "\"always(t) = 1\"", "\"further = 1\", \"always(t) = 1\""), claims)
          .first == 0);
  for (const auto& [what, by] : std::vector<std::pair<std::string, std::string>>{
           {"gain = 1", "gain = 0"},
           {"gain = 1", "gain = 2 - 1"},
           {"t > 0, 1, 0", "t >= 0, 1, 0"},
           {"0*Z(1), 0*Z(1))", "0*Z(2), 0*Z(1))"},
           {"\"(1..n)\"", "\"(1..2)\""},
           {"Z(1) - Z(2)", "Z(2) - Z(1)"},
           {"name  = \"compare\"", "name  = \"compares\""},
           {"\"D >= 2\"", "\"D >= 1\""},
           {"{j/D}", "{j/(D + 0)}"},
           {"if(r = 1, G(H, 1, k), 0)", "if(r = 1, G(H, 1, k), 0*1)"},
           {"gain = 2*gain", "gain = 3*gain"},
           {"name  = \"doubled\"", "name  = \"twice\""}}) {
    INFO(what << " -> " << by);
    const auto [code, line] = with_files(
        replaced(file, what, by), what.find("compare\"") == std::string::npos
                                      ? claims
                                      : replaced(claims, "layers(compare)", "layers(compares)"));
    INFO(line);
    // the claim about layers(compare) has another text then
    if (what.find("compare\"") == std::string::npos)
      CHECK(line.substr(0, 20) == "rejected: run.sha256");
    CHECK(code != 0);
  }
  // a definition that claims reach: the claims are others
  for (const auto& [what, by] : std::vector<std::pair<std::string, std::string>>{
           {"run(marks, 1, start(H))(2, k)", "run(marks, 0, start(H))(2, k)"},
           {"mark(H, k) = run(marks, start(H))(3, k)", "mark(H, k) = run(marks, start(H))(2, k)"},
           {"always(t) = 1", "always(t) = 1 + 0"},
           {"forall k in 2..n: G(H, 1, k)", "forall k in 1..n: G(H, 1, k)"}}) {
    INFO(what << " -> " << by);
    const auto [code, line] = with_files(replaced(file, what, by), claims);
    INFO(line);
    CHECK(code == (what[0] == 'a' ? 1 : 3));  // `always` is reached by a stage alone
    if (code == 3) CHECK(line.substr(0, 13) == "other claims:");
  }
  CHECK(with_files(replaced(file, "\"above_mean\"", "\"below_mean\""), claims).first == 3);
  CHECK(with_files(file, replaced(claims, "n >= 2 and D >= 2", "n >= 2 and D >= 1")).first == 3);
  CHECK(with_files(file, claims + replaced(claims.substr(claims.rfind("[[claim]]")),
                                           "above_mean.words", "above_mean.more"))
            .second.substr(0, 24) == "incomplete: not covered:");
  CHECK(with_files(file.substr(0, file.size() / 2), claims).first == 65);
  CHECK(with_files("", claims).first == 65);
  {
    const Folder one(file, claims);
    std::filesystem::remove(one.path / "construction.toml");
    CHECK(answer(read(folder / "accept/n2_D2.json"), load_entries(one.path)).first == 3);
    std::filesystem::create_directories(one.path / "below");
    std::ofstream(one.path / "below/construction.toml") << file;
    CHECK(answer(read(folder / "accept/n2_D2.json"), load_entries(one.path)).first == 3);
  }
}

TEST_CASE("construction: every byte of a certificate counts", "[full]") {
  const std::string text = read(folder / "accept/with.json");
  std::mt19937_64 random(7);
  for (int round = 0; round < ::testing::rounds(1500); ++round) {
    const std::string other = mutated(text, random);
    std::string same;
    try {
      same = written(read_json(other));
    } catch (const Rejected&) {}
    if (same + "\n" == text || same == written(read_json(text))) continue;
    INFO(other);
    CHECK(answer(other, beside()).first != 0);
  }
}

TEST_CASE("construction: files that break a rule") {
  CHECK(error_of(construction_file()).empty());
  CHECK(has(changed("*above(Z", "*abve(Z"), "stage 'compare', layer"));
  CHECK(has(changed("\"gain = 1\"", "\"gain = once\", \"once = gain + 1\""),
            "'gain' needs itself: gain -> once -> gain"));
  CHECK(
      has(changed("gain*e(3)", "mark(input(0), 1)*e(3)"),
          "its weights depend on states of 'marks', which it is a part of; only states of networks "
          "before it may be named: none"));
  CHECK(has(changed("gain*e(3)", "whole(1, 1)*e(3)"), ""));
  CHECK(has(changed("i in 1..n\"\nlayer", "i in 1..n + mark(input(0), 1)\"\nlayer"),
            "where a loop ends depends on states of 'marks'"));
  CHECK(has(changed("gain*e(3)", "row(i in 1..3: 1)"), "has shape 1 x 3; 3 x 1 is needed"));
  CHECK(has(changed("keys  = \"(1..n)\"\n", ""), "it does not say whom token k looks at"));
  CHECK(has(changed("above(Z(1) - Z(2))", "above(Z(1)*Z(2))"),
            "a product of two affine functions of the state"));
  CHECK(has(changed("if(t > 0, 1, 0)", "t*t"), "affine"));
  CHECK(has(changed("if(t > 0, 1, 0)", "if(t = 0, 1, 0)"), "compared"));
  CHECK(has(changed("gain*e(3)", "exp(1)*e(3)"), "exp of 1 is not rational"));
  CHECK(has(changed("for   = \"i in 1..n\"", "for   = \"i in 1..10^6, j in 1..10^6\""),
            "network 'late' has 1000000000000 layers, more than 1048576"));
  CHECK(
      has(changed("\"gain = 2*gain\"", "\"mean(H, k) = 1\""),
          "changes 'mean', which is not among what the construction chooses (above, gain); move it "
          "to [[choose]]"));
  CHECK(has(changed("\"gain = 2*gain\"", "\"gain = at_least.gain\""), "depend on variants"));
  CHECK(has(changed("\"pieces =", "\"mean(H) = 1\", \"pieces ="), "'mean' stands twice"));
  CHECK(has(changed("\"pieces =", "\"n = 1\", \"pieces ="), "'n' stands twice"));
  CHECK(has(changed("\"pieces =", "\"isqrt(x) = 1\", \"pieces ="), "a name that is given"));
  CHECK(has(changed("\"pieces =", "\"two(x, x) = 1\", \"pieces ="), "two arguments of one name"));
  CHECK(has(changed("mark(input(1), i)", "mark(input(1))"), "2 arguments"));
  CHECK(has(changed("name  = \"compare\"", "name  = \"fetch\""), "'fetch' stands twice"));
  CHECK(has(changed("name  = \"fetch\"", "name  = \"late\""), "it is no part of"));
  CHECK(has(changed("for   = \"i in 1..n\"", "for   = \"i in 1..n, i in 1..2\""),
            "two loops of one name"));
  CHECK(has(changed("keys  = \"(1..n)\"", "keys  = \"(1..n)\"\nfor   = \"k in 1..2\""),
            "a loop is named 'k'"));
  CHECK(has(changed("keys  = \"(1..n)\"", "keys  = \"(0..n)\""), "keys: 0 is no token"));
  CHECK(has(changed("attend(Z(1),", "attend(Z(1) + 1,"), "a constant in a value or a key"));
  CHECK(has(changed("0*Z(1), 0*Z(1))", "[Z(1), Z(2)], 0*Z(1))"), "keys of length 2"));
  CHECK(has(changed("e(2)*attend", "e(2)*above(Z(1)) + e(2)*attend"), "do not go together"));
  CHECK(has(changed("layer = \"Z + e(2)", "map = \"Z\"\nlayer = \"Z + e(2)"),
            "one of 'layer' and 'map'"));
  CHECK(has(changed("rows       = \"3\"", "rows = \"3\"\nheight = \"3\""), "height"));
  CHECK(has(changed("rows       = \"3\"", "rows = \"\""), "no empty text of rows"));
  CHECK(has(changed("rows       = \"3\"", "rows = \"3\"\nrows = \"3\""), "twice"));
  CHECK(has(changed("rows       = \"3\"", "rows = \"layers(marks)\""), "depends on the layers"));
  CHECK(has(changed("tokens     = \"1..n\"", "tokens     = \"1..card(values(input(0)))\""),
            "depends on inputs"));
  CHECK(has(changed("r in 1..1\"", "r in 1..2 where r > 2\""), ""));
  CHECK(has(changed("k in 1..n, r in 1..1\"", "k in 1..n\""), "binders of exactly k and r"));
  CHECK(has(changed("k in 1..n, r in 1..1\"", "k in 1..n + 1, r in 1..1\""), "undefined"));
  CHECK(has(changed("[construction]", "[construct]"), "[construction]"));
  CHECK(has(changed("states     = \"marks\"", "states     = \"fetch\""), "no network"));
  CHECK(has(changed("states     = \"marks\"", "machine    = \"required\""), "run.machine"));
  CHECK(has(changed("if(r = 1, G(H, 1, k), 0)", "previous(r)"),
            "its weights depend on start(H), which a decoder makes"));
  CHECK(has(changed("name  = \"raised(x)\"", "name  = \"raised(x, x)\""), "two arguments"));
  CHECK(has(error_of("\xFF"), "UTF-8"));
}

TEST_CASE("construction: hostile files end with a line") {
  const auto deep = [](const std::string& open, const std::string& close, int count) {
    std::string out;
    for (int i = 0; i < count; ++i) out += open;
    out += "1";
    for (int i = 0; i < count; ++i) out += close;
    return out;
  };
  const auto gain = [](const std::string& term) { return changed("gain = 1", "gain = " + term); };
  CHECK(has(gain(deep("(", ")", 10000)), "nesting"));
  CHECK(has(gain(deep("-", "", 10000)), "nesting"));
  CHECK(has(gain(deep("floor(", ")", 1000)), "nesting"));
  CHECK(has(gain(std::string(1001, '9')), "digits"));
  CHECK(has(gain(std::string(70000, '1')), "bytes"));
  CHECK(has(gain("2^(10^9)"), "limit"));
  CHECK(has(gain("2^2^2^2^2^2"), "limit"));
  CHECK(has(gain("card((1..10^9))"), "limit"));
  CHECK(has(gain("choose(10^9, 5)"), "limit"));
  CHECK(has(gain("1/0"), "undefined"));
  CHECK(has(gain("sum(i in 1..3/2: 1)"), "undefined"));
  CHECK(has(gain("card(union(s in subsets((1..17)): s))"), "limit"));
  std::string chain = "\"d0 = 1\"";  // definitions that need one another
  for (int i = 1; i < 1000; ++i)
    chain += ", \"d" + std::to_string(i) + " = d" + std::to_string(i - 1) + "\"";
  CHECK(has(changed("\"gain = 1\"", "\"gain = d999\"]\n[[define]]\nterms = [" + chain),
            "256 definitions"));
  std::string doubling = "\"d0 = 1\"";  // each needs the one before twice
  for (int i = 1; i < 100; ++i)
    doubling += ", \"d" + std::to_string(i) + " = d" + std::to_string(i - 1) + " + d" +
                std::to_string(i - 1) + "\"";
  CHECK(changed("\"gain = 1\"", "\"gain = d99/2^99\"]\n[[define]]\nterms = [" + doubling).empty());
  std::string nested = "\"e0 = 1\"";  // each needs the one before, within four brackets
  for (int i = 1; i < 200; ++i)
    nested += ", \"e" + std::to_string(i) + " = floor(abs(floor(abs(e" + std::to_string(i - 1) +
              " + 1))))\"";
  CHECK(has(changed("\"gain = 1\"", "\"gain = e199\"]\n[[define]]\nterms = [" + nested),
            "deeper than 500"));
  std::string chained;  // every network has weights from the states of the one before
  for (int i = 0; i < 150; ++i) {
    const std::string now = std::to_string(i), before = std::to_string(i - 1);
    chained += "\n[[define]]\nterms = [\"x" + now + " = run(n" + now +
               ", start(input(0)))(2, 1)\"]\n[[stage]]\nname = \"n" + now + "\"\nlayer = \"Z + " +
               (i == 0 ? "1" : "x" + before) + "*e(2)*always(Z(1))\"\n";
  }
  const std::string found = error_of(construction_file() + chained);
  CHECK((found.empty() || has(found, "deeper than 500")));
  CHECK(has(changed("rows       = \"3\"", "rows       = \"10^9\""), "8192"));
  CHECK(has(changed("tokens     = \"1..n\"", "tokens     = \"1..10^5\""), "8192"));
  CHECK(has(changed("{j/D}", "(1..10^6)"), ""));
  CHECK(has(changed("for   = \"i in 1..n\"", "for   = \"i in 1..10^12 where i < 0\""), "2^22"));
  CHECK(has(changed("if(t > 0, 1, 0)", "sum(i in 1..300: if(t > i, 1, 0))"), "breakpoints"));
  CHECK(has(changed("if(t > 0, 1, 0)", "sum(i in 1..300: if(t > -i, 1, 0))"), "breakpoints"));
  CHECK(has(error_of(std::string(1 << 20, '[')), "[construction]"));
  // bytes of the file altered at random: an error or none, and never an end of the program
  std::mt19937_64 random(11);
  const std::string text = construction_file();
  for (int round = 0; round < ::testing::rounds(400); ++round) {
    std::string other = text;
    for (int i = 0; i < 3; ++i) {
      const std::size_t at = random() % other.size();
      switch (random() % 3) {
        case 0: other[at] = static_cast<char>(random()); break;
        case 1: other.erase(at, 1 + random() % 8); break;
        default: other.insert(at, other.substr(random() % other.size(), random() % 20));
      }
    }
    error_of(other);
  }
}

}  // namespace kind_construction_test
