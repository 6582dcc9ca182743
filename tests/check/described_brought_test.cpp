// What a run brings (machines, tables, variants with arguments) and decoders: the certificates of
// tests/certificate/construction/brought, which make.py there wrote without a reader of
// construction files, and small files.
#include <catch2/catch.hpp>

#include <fstream>
#include <sstream>

#include "altered.hpp"
#include "described_small.hpp"
#include "support/rounds.hpp"

namespace described_brought_test {

using namespace check_test;

namespace {

const std::filesystem::path folder = root / "certificate/construction/brought";

// Code and first line of an answer; 65: a file is unreadable.
std::pair<int, std::string> answer(const std::string& paper, const std::string& certificate) {
  static std::map<std::string, Entries> known;
  if (known.count(paper) == 0) known[paper] = load_entries(folder / paper);
  try {
    const Report report = check_certificate(certificate, known[paper]);
    return {report.code, report.lines.front()};
  } catch (const Unreadable& error) {
    return {65, std::string("unreadable: ") + error.what()};
  }
}
bool says(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return true;
  WARN(text << " has not " << part);
  return false;
}

Json machine(const std::vector<std::string>& transitions, const std::vector<std::string>& states,
             const std::vector<std::string>& word, const std::string& initial = "A",
             const std::string& blank = "#") {
  return Json::object({{"states", texts(states)},
                       {"initial", Json(initial)},
                       {"halting", Json::array()},
                       {"blank", Json(blank)},
                       {"transitions", texts(transitions)},
                       {"word", texts(word)}});
}
Ran with(const std::string& key, const Json& value, const std::string& parameters = "n=3") {
  return {parameters, Json::array(), {}, {}, {{key, value}}};
}

// A decoder of one row: start, keys and layers are put in.
std::string decoder(const std::string& start, const std::string& stages,
                    const std::string& terms = "", const std::string& head = "") {
  return "[construction]\nid = \"decoder\"\nparameters = [\"n >= 1\"]\ntokens = \"1..n\"\n" + head +
         "rows = \"1\"\nstart = \"" + start +
         "\"\n[[define]]\nterms = [\"begin(k) = start(input(0))(1, k)\", \"one(t) = 1\", "
         "\"same(t) = t\"" +
         (terms.empty() ? "" : ", ") + terms + "]\n" + stages;
}

}  // namespace

TEST_CASE("brought: what make.py stated is accepted") {
  int count = 0;
  for (const char* paper : {"turning", "mapped", "fading"})
    for (const auto& file : files(folder / paper / "accept")) {
      INFO(file);
      const auto [code, line] = answer(paper, read(file));
      INFO(line);
      CHECK(code == 0);
      ++count;
    }
  CHECK(count == 17);
}

TEST_CASE("brought: a certificate with one change is not accepted, and the line says why") {
  std::istringstream lines(read(folder / "EXPECTED"));
  std::size_t seen = 0, there = 0;
  for (std::string line; std::getline(lines, line); ++seen) {
    const std::vector<std::string> column = columns_of(line);
    const std::string file = column[0], begins = column.at(2);
    INFO(line);
    const auto [code, found] = answer(file.substr(0, file.find('/')), read(folder / file));
    INFO(found);
    CHECK(code == std::stoi(column[1]));
    CHECK(found.substr(0, begins.size()) == begins);
  }
  for (const char* paper : {"turning", "mapped", "fading"})
    there += files(folder / paper / "reject").size();
  CHECK(seen == there);
  CHECK(seen > 75);
}

TEST_CASE("brought: an answer says what the run brought") {
  const auto line = [](const std::string& paper, const std::string& name) {
    return answer(paper, read(folder / paper / "accept" / (name + ".json"))).second;
  };
  CHECK(says(line("turning", "beaver"),
             "; turning, nodes=21, machine A # -> B 1 R; A 1 -> B 1 L; B # -> A 1 L; B 1 -> H 1 R "
             "(4 transitions) from A on # (1 letter)"));
  CHECK(says(line("mapped", "planted_at_the_run"), ", planted(input(2), 1), table target 0 1=1; "));
  CHECK(says(line("mapped", "two"),
             "(8 values), table weight 1=1; 2=2 (2 values), table least =-1 "
             "(1 value)"));
}

TEST_CASE("brought: every byte of a certificate counts", "[full]") {
  std::mt19937_64 random(13);
  for (const auto& [paper, name] : std::vector<std::pair<std::string, std::string>>{
           {"turning", "beaver"}, {"mapped", "raised_by_a_table"}, {"fading", "by_a_third"}}) {
    const std::string text = read(folder / paper / "accept" / (name + ".json"));
    for (int round = 0; round < ::testing::rounds(600); ++round) {
      const std::string other = mutated(text, random);
      std::string same;
      try {
        same = written(read_json(other));
      } catch (const Rejected&) {}
      if (const std::size_t at = same.find("\"halting\":[]"); at != std::string::npos)
        same.insert(at + 11, "\"H\"");  // what halts need not be said
      if (same + "\n" == text || same == written(read_json(text))) continue;
      INFO(other);
      CHECK(answer(paper, other).first != 0);
    }
  }
}

TEST_CASE("brought: the names that a machine gives") {
  const std::string file = small(
      "\"all(t) = [from(t), reads(t), to(t), writes(t), moves(t)]\", "
      "\"is(t, i) = all(t)(i)\"",
      stage("name = \"net\"\nlayer = \"Z\"\n"), "machine = \"required\"\n");
  // symbols: the blank, then as they stand in the transitions, then the word
  const Ran ran = with("machine", machine({"C x -> A y L", "A # -> A x R", "B # -> C # L"},
                                          {"C", "A", "B"}, {"z", "x", "#", "z"}, "B"));
  CHECK(outcome(file, "Q = 3 and S = 4 and initial = 3 and blank = 1 and length = 4", ran) ==
        "true");
  CHECK(outcome(file, "transitions = 3 and word(1) = 4 and word(2) = 2 and word(3) = 1", ran) ==
        "true");
  CHECK(outcome(file, "is(1, 1) = 1 and is(1, 2) = 2 and is(1, 3) = 2 and is(1, 4) = 3", ran) ==
        "true");
  CHECK(outcome(file, "is(3, 1) = 3 and is(3, 2) = 1 and is(3, 3) = 1 and is(3, 4) = 1", ran) ==
        "true");
  CHECK(outcome(file, "moves(1) = -1 and moves(2) = 1 and moves(3) = -1", ran) == "true");
  for (const char* none : {"word(0) = 1", "word(5) = 1", "word(1/2) = 1", "moves(4) = 1"})
    CHECK(outcome(file, none, ran) == "undefined");
  CHECK(outcome(file, "length = 0 and S = 2",
                with("machine", machine({"A # -> A x R"}, {"A"}, {}))) == "true");
  CHECK(says(outcome(file, "true"), "run.machine"));
  CHECK(says(outcome(file, "word = 1", ran), "1 arguments"));
  CHECK(says(outcome(file, "true", with("machine", machine({}, {}, {}))), "run.machine.initial"));
  CHECK(says(outcome(file, "true", with("machine", machine({"A # -> A x R"}, {"A"}, {}, "A", ""))),
             "run.machine.blank"));
  // one of these names defined again, or given twice; a construction without a machine has none
  const auto again = [&](const std::string& what, const std::string& by) {
    std::string text = file;
    return outcome(text.replace(text.find(what), what.size(), by), "true", ran);
  };
  CHECK(says(again("H0 = 0", "Q = 0"), "'Q' stands twice"));
  CHECK(says(again("\"n >= 1\"", "\"n >= 1\", \"blank >= 1\""), "'blank' stands twice"));
  CHECK(says(again("machine = \"required\"", "machine = \"optional\""), "machine"));
  CHECK(
      says(again("machine =", "pattern = \"required\"\nmachine ="), "'S' is a name that is given"));
  CHECK(says(again("[from(t)", "[from(t, 1)"), "1 arguments"));
  CHECK(says(again("machine = \"required\"\n", ""), "a name that is known"));
}

TEST_CASE("brought: tables") {
  const std::string head =
                        "tables = [\"t(H, k)\", \"c\", \"w(a)\"]\n"
                        "inputs = \"k in 1..n, r in 1..1\"\nentries = \"{0, 1}\"\n",
                    file = small("\"of(H, x) = t(H, w(x))\"",
                                 stage("name = \"net\"\nlayer = \"Z + w(n)*e(2)*id(Z(1))\"\n"
                                       "for = \"i in 1..w(-1/2)\"\n") +
                                     "[[define]]\nterms = [\"id(t) = t\", \"y(H, k) = run(net, "
                                     "start(H))(2, k)\"]\n",
                                 head);
  const auto tables = [](const std::vector<std::string>& t, const std::vector<std::string>& w) {
    return Json::object({{"t", texts(t)}, {"c", texts({"=-2/3"})}, {"w", texts(w)}});
  };
  const Ran ran =
      with("tables", tables({"0 1=1/2", "1 1=7", "3 -2=4"}, {"-1/2=2", "1=1", "2=-2"}), "n=2");
  CHECK(outcome(file, "c = -2/3 and w(2) = -2 and w(-1/2) = 2 and layers(net) = 2", ran) == "true");
  CHECK(outcome(file, "exists H in inputs: t(H, 1) = 7 and G(H, 1, 2) = 1", ran) == "true");
  CHECK(outcome(file, "exists H in inputs: of(H, 1) = 7 and y(H, 1) = -4 and y(H, 2) = -8", ran) ==
        "true");
  CHECK(outcome(file, "forall H in inputs: t(H, 1) >= 0", ran) == "undefined");
  CHECK(outcome(file, "w(3) = 0", ran) == "undefined");
  CHECK(says(outcome(file, "w = 1", ran), "1 arguments"));
  CHECK(says(outcome(file, "w({1}) = 1", ran), "numbers and inputs"));
  CHECK(says(outcome(file, "c(1) = 1", ran), "0 arguments"));
  CHECK(says(outcome(file, "true", with("tables", Json::object({}), "n=2")), "run.tables.t"));
  const auto again = [&](const std::string& what, const std::string& by) {
    std::string text = file;
    return outcome(text.replace(text.find(what), what.size(), by), "true", ran);
  };
  CHECK(says(again("\"c\"", "\"on\""), "'on' stands twice"));
  CHECK(says(again("\"c\"", "\"w\""), "'w' stands twice"));
  CHECK(says(again("\"c\"", "\"isqrt(x)\""), "'isqrt' is a name that is given"));
  CHECK(says(again("t(H, k)", "t(H, H)"), "two arguments of one name"));
  CHECK(says(again("\"c\"", "\"c = 1\""), "the end"));
  CHECK(says(again("w(n)*e(2)", "w({n})*e(2)"), "a number or an input"));
  CHECK(says(again("w(n)*e(2)", "w(Z(1))*e(2)"), "a number or an input"));
}

TEST_CASE("brought: decoders") {
  // 1, 1 + 2*1, ...: the output of the whole, of both networks, at the token before
  const std::string two = stage("name = \"a\"\nlayer = \"Z + e(1)*same(Z(1))\"\n") +
                          stage("name = \"b\"\nlayer = \"Z + e(1)*one(Z(1))\"\n");
  CHECK(outcome(decoder("previous(1) + k", two),
                "begin(1) = 1 and begin(2) = 5 and begin(3) = 14") == "true");
  CHECK(outcome(decoder("before(r, 3)", two, "\"before(r, x) = previous(r)*x + p1\", \"p1 = 1\""),
                "begin(1) = 1 and begin(2) = 10 and begin(3) = 64") == "true");
  CHECK(outcome(decoder("if(k > 2, previous(k), 1)", two), "begin(1) = 1") == "undefined");
  CHECK(outcome(decoder("if(k > 2, previous(1), 1)", two), "begin(3) = 3", {"n=3"}) == "true");
  // a dropped layer is dropped while tokens are made, too
  CHECK(outcome(decoder("previous(1) + k", two), "begin(3) = 3 + 2 + 1 + 2",
                {"n=3", Json::array(), {"drop=a.1"}}) == "true");
  // maps, with k; the state of a run is the one that was made
  const std::string map = stage("name = \"m\"\nmap = \"[Z(1)*Z(1) + k]\"\n");
  CHECK(outcome(decoder("previous(1)", map, "\"end(k) = run(m, start(input(0)))(1, k)\""),
                "begin(2) = 1 and begin(3) = 3 and end(3) = 12") == "true");
  // the identity looks at none; whoever else looks at a later token is refused
  const auto keys = [](const std::string& set, const std::string& when) {
    return stage("name = \"h\"\nkeys = \"" + set + "\"\n" + when +
                 "layer = \"Z + e(1)*attend(Z(1), Z(1), 0*Z(1) + 1)\"\n");
  };
  CHECK(outcome(decoder("previous(1) + 1", keys("(1..k)", "")),
                "begin(1) = 1 and begin(2) = 3 and begin(3) = 7") == "true");
  CHECK(outcome(decoder("previous(1) + 1", keys("(1..n)", "when = \"n < 0\"\n")), "begin(3) = 3") ==
        "true");
  CHECK(says(outcome(decoder("previous(1) + 1", keys("{min(k + 1, n)}", "")), "begin(1) = 1"),
             "token 1 looks at token 2, which a decoder makes later"));
  CHECK(says(outcome(decoder("previous(1) + 1", keys("{if(k = 2, 3, 1)}", "")), "begin(1) = 1"),
             "token 2 looks at token 3"));
  // where previous and start may not stand
  const auto refused = [&](const std::string& start, const std::string& stages,
                           const std::string& terms = "", const std::string& head = "") {
    return outcome(decoder(start, stages, terms, head), "true");
  };
  const std::string unit = stage("name = \"a\"\nlayer = \"Z + (WEIGHT)*e(1)*one(Z(1))\"\n");
  const auto weight = [&](const std::string& term) {
    std::string text = unit;
    return text.replace(text.find("WEIGHT"), 6, term);
  };
  CHECK(says(refused("k", weight("previous(1)")), "stage 'a': it uses previous"));
  CHECK(says(refused("previous(1)", weight("b4"), "\"b4 = previous(1)\""), "it uses previous"));
  CHECK(says(refused("previous(1)", weight("begin(1)")), "its weights depend on start(H)"));
  CHECK(says(refused("k", weight("1"), "",
                     "inputs = \"k in 1..n, r in 1..previous(1)\"\n"
                     "entries = \"{1}\"\n"),
             "inputs: it uses previous"));
  CHECK(says(refused("k", stage("name = \"a\"\nfor = \"i in 1..previous(1)\"\nlayer = \"Z\"\n")),
             "previous"));
  CHECK(says(refused("k", weight("1") + "[[choose]]\nterms = [\"g = 1\"]\n[[variant]]\nname = "
                                        "\"v\"\nterms = [\"g = previous(1)\"]\n"),
             "it uses previous"));
  CHECK(says(refused("previous({1})", weight("1")), "another argument"));
  const std::string choosing = weight("1") +
                               "[[choose]]\nterms = [\"g = previous(1)\", \"x = 2\"]\n"
                               "[[variant]]\nname = \"by(a)\"\nterms = [\"x = a\"]\n";
  CHECK(outcome(decoder("x*g + 1", choosing), "begin(3) = 25",
                {"n=3", Json::array(), {}, {"by(3)"}}) == "true");
  CHECK(says(outcome(decoder("x*g + 1", choosing), "true", {"n=3", Json::array(), {}, {"by(g)"}}),
             "on previous"));
  CHECK(outcome(decoder("x*g + 1", choosing), "begin(3) = 2",
                {"n=3", Json::array(), {"g=x - 1"}}) == "false");
  CHECK(outcome(decoder("x*g + 1", choosing), "begin(3) = 3 and begin(1) = 3",
                {"n=3", Json::array(), {"g=x - 1"}}) == "true");
  CHECK(says(outcome(decoder("previous(1)", two, "\"b4(r) = previous(r)\""), "b4(1) = 0"),
             "previous"));
  CHECK(says(outcome(decoder("previous(1)", two), "previous(1) = 0"), "previous"));
}

TEST_CASE("brought: a pattern on tokens from 0") {
  const std::string file = R"toml([construction]
id = "zero"
parameters = ["n >= 1"]
pattern = "optional"
tokens = "0..n"
rows = "1"
start = "k"
[[define]]
terms = ["x(k) = run(net, start(input(0)))(1, k)", "seen(k) = A(1, k)"]
[[stage]]
name = "net"
keys = "A(1, k)"
layer = "attend(Z(1), Z(1), 0*Z(1) + 1)"
)toml";
  const Ran ran{"n=2", Json::array({texts({"1 2 3", "1 2", "3"})})};
  CHECK(outcome(file, "seen(0) = {0, 1, 2} and seen(1) = {0, 1} and A(1, 2) = {2}", ran) == "true");
  CHECK(outcome(file, "x(0) = 2 and x(1) = 1 and x(2) = 2", ran) == "true");
  CHECK(outcome(file, "seen(3) = {}", ran) == "undefined");
  std::string early = file;
  early.replace(early.find("rows = \"1\""), 10, "rows = \"card(A(1, 3))\"");
  CHECK(says(outcome(early, "true", ran), "not read"));
}

TEST_CASE("brought: what a variant shares with the construction is what it has itself") {
  // `late` has weights from the states of `early`; the variants touch one, the other, or start
  const std::string file =
      small(
          "\"first(k) = run(early, start(input(0)))(2, k)\", \"last(k) = run(late, run(early, "
          "start(input(0))))(2, k)\", \"step(t) = if(t < 2, a, b)\", \"one(t) = 1\", "
          "\"of_a(x, k) = by_a(x).last(k)\", \"of_b(x, k) = by_b(x).last(k)\", "
          "\"of_c(x, k) = by_c(x).last(k)\", \"of_d(x, k) = by_d(x).last(k)\", "
          "\"of_both(x, y, k) = by_a(x).of_c(y, k)\", \"layers_of(x) = by_c(x).number\", "
          "\"number = layers(late) + after(late)\", \"in_head(x, k) = by_look(x).last(k)\"",
          stage("name = \"early\"\nlayer = \"Z + e(2)*step(Z(1))\"\n") +
              stage("name = \"early_too\"\nin = \"early\"\nkeys = \"look(k)\"\nlayer = \"Z + "
                    "e(2)*attend(Z(2), Z(1), 0*Z(1) + 1)\"\n") +
              stage("name = \"late\"\nfor = \"i in 1..c\"\nlayer = \"Z + "
                    "first(i)*d*e(2)*one(Z(2))\"\n")) +
      R"toml(
[[choose]]
terms = ["a = 1", "b = 5", "c = 2", "d = 1", "look(k) = (1..k)"]
[[variant]]
name = "by_a(x)"
terms = ["a = x"]
[[variant]]
name = "by_b(x)"
terms = ["b = a + x"]
[[variant]]
name = "by_c(x)"
terms = ["c = x"]
[[variant]]
name = "by_d(x)"
terms = ["d = x + first(1)"]
[[variant]]
name = "by_look(x)"
terms = ["look(k) = {x}"]
)toml";
  const Described of = read_described(file, "file");
  const Entries none;
  for (const std::vector<std::string>& changes :
       {std::vector<std::string>{}, {"a=2*b"}, {"c=3", "d=a + c"}, {"drop=early.1"}, {"drop=1"}}) {
    const Ran ran{"n=3", Json::array(), changes};
    DescribedRun sharing(run_of("small", ran), of, none), own(run_of("small", ran), of, none);
    own.share_nothing();
    sharing.open(), own.open();
    for (const char* term : {"of_a(x, k)", "of_b(x, k)", "of_c(x, k)", "of_d(x, k)",
                             "of_both(x, y, k)", "layers_of(x)", "in_head(x, k)", "last(k)"})
      for (const char* value : {"0", "1", "7", "12", "19", "35/2"}) {
        const std::string formula = std::string("forall x in 1..3, y in 1..3, k in 1..3: ") + term +
                                    " + k + 3*y*x != " + value;
        INFO(formula);
        std::vector<std::string> found;
        for (const DescribedRun* run : {&sharing, &own}) {
          const Formula parsed = parse_formula(formula, "formula", run->names());
          const std::unique_ptr<Evaluator> decided = evaluator(parsed, *run);
          std::string text = decided->decide().truth == Truth::yes ? "true" : "false";
          if (text == "false")
            for (const std::string& at : decided->witness().at) text += " " + at;
          found.push_back(text);
        }
        CHECK(found[0] == found[1]);
      }
  }
}

}  // namespace described_brought_test
