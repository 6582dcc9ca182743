// A decoder node by node beside the same executed literally, on all tokens at once: every column
// before the first layer, and every output. And terms of a token beside the terms as they are
// evaluated one by one.
#include <catch2/catch.hpp>
#include <random>

#include "check/described_nodes.hpp"
#include "described_small.hpp"
#include "support/rounds.hpp"

namespace nodes_test {

using namespace check_test;

namespace {

Json machine_of(std::vector<std::string> transitions, std::vector<std::string> word,
                std::vector<std::string> states, std::vector<std::string> halting) {
  return Json::object({{"states", texts(states)},
                       {"initial", Json(states.front())},
                       {"halting", texts(halting)},
                       {"blank", Json(std::string("#"))},
                       {"transitions", texts(transitions)},
                       {"word", texts(word)}});
}
const Json beaver = machine_of({"A # -> B 1 R", "A 1 -> B 1 L", "B # -> A 1 L", "B 1 -> H 1 R"},
                               {"#"}, {"A", "B", "H"}, {"H"});
const Json inc = machine_of({"I # -> R # R", "R 0 -> R 0 R", "R 1 -> R 1 R", "R # -> C # L",
                             "C 1 -> C 0 L", "C 0 -> H 1 R", "C # -> H 1 R"},
                            {"1", "0", "1", "1"}, {"I", "R", "C", "H"}, {"H"});

// A machine on two symbols that reads no word, and may go on: some transitions are left out.
Json random_machine(std::mt19937_64& random) {
  const std::vector<std::string> states = {"A", "B", "C"};
  std::vector<std::string> transitions;
  for (const std::string& state : states)
    for (const char* symbol : {"#", "1"})
      if (state == "A" || random() % 8 != 0)
        transitions.push_back(state + " " + symbol + " -> " + states[random() % 3] +
                              (random() % 2 ? " 1" : " #") + (random() % 2 ? " R" : " L"));
  transitions[0] = "A # -> B 1 R", transitions[1] = "A 1 -> C 1 L";
  return machine_of(transitions, {"#"}, states, {});
}

// Says where the two differ first; "": nowhere.
std::string difference(const std::string& place, const Json& machine, unsigned nodes,
                       const std::vector<std::string>& variants) {
  const std::filesystem::path file =
      root / "certificate/forged_runs/claims" / place / "construction.toml";
  const Described of = read_described(read(file), "file");
  Ran ran;
  ran.parameters = "nodes=" + std::to_string(nodes);
  ran.variants = variants, ran.more = {{"machine", machine}};
  const Entries none;
  DescribedRun all(run_of(of.id, ran), of, none), one_by_one(run_of(of.id, ran), of, none);
  all.open(), one_by_one.open_one_by_one();
  const GridPtr start = all.world().start(0);
  const std::uint64_t layers =
      static_cast<std::uint64_t>(*all.world().layer_count(of.states).small_integer());
  const GridPtr end = all.world().run(of.states, layers, start);
  DecoderNodes decoder(one_by_one.world(), nodes, of.names.definitions.at("h").place);
  Num largest;
  for (unsigned k = 0; k + 1 < nodes; ++k) {
    const std::string at = place + ", token " + std::to_string(k + 1);
    const std::vector<Num> column = decoder.begin();
    for (std::size_t r = 0; r < column.size(); ++r)
      if (!(column[r] == start->entry(r, k))) return at + " before the first layer";
    if (!(decoder.asked() ==
          all.world()
              .call(of.names.definitions.at("h").place, {Quantity::of(Num(k + 1))})
              .number()))
      return at + ": h";
    decoder.finish();
    for (std::size_t r = 0; r < column.size(); ++r)
      if (!(decoder.output()[r] == end->entry(r, k))) return at + ": output";
  }
  return "";
}

// A small decoder with these terms: row 1 counts, row 2 is what the layer makes.
std::string small_decoder(const std::string& terms, const std::string& start,
                          const std::string& stages) {
  return R"toml([construction]
id = "small"
parameters = ["nodes >= 1"]
machine = "required"
tokens = "1..nodes"
rows = "2"
states = "net"
start = ")toml" +
         start + "\"\n[[choose]]\nterms = [\"kept(k) = k\"]\n[[define]]\nterms = [\"h(k) = 0\"" +
         (terms.empty() ? "" : ", ") + terms + "]\n" + stages;
}

// The outputs of the first tokens, one by one and all at once; or what stands against it.
std::string small_outputs(const std::string& text, bool one_by_one,
                          const std::vector<std::string>& variants = {}) {
  try {
    const Described of = read_described(text, "file");
    Ran ran;
    ran.parameters = "nodes=8";
    ran.variants = variants, ran.more = {{"machine", beaver}};
    const Entries none;
    DescribedRun run(run_of(of.id, ran), of, none);
    std::string out;
    if (!one_by_one) {
      run.open();
      const GridPtr start = run.world().start(0);
      const std::uint64_t layers =
          static_cast<std::uint64_t>(*run.world().layer_count(of.states).small_integer());
      const GridPtr end = run.world().run(of.states, layers, start);
      for (std::size_t k = 0; k + 1 < end->columns; ++k)
        out += end->entry(0, k).text() + " " + end->entry(1, k).text() + "; ";
      return out;
    }
    run.open_one_by_one();
    DecoderNodes decoder(run.world(), 8, of.names.definitions.at("h").place);
    for (int k = 1; k < 8; ++k) {
      decoder.begin(), decoder.finish();
      out += decoder.output()[0].text() + " " + decoder.output()[1].text() + "; ";
    }
    return out;
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}
std::string net(const std::string& keys) {
  return "[[stage]]\nname = \"a\"\nin = \"net\"\n" + keys;
}

}  // namespace

TEST_CASE("nodes: one by one, version R3 is what it is on all tokens at once") {
  CHECK(difference("machine", beaver, 40, {}) == "");
  CHECK(difference("machine", inc, 46, {}) == "");
}

TEST_CASE("nodes: and so is version R2, with every line as repaired and as printed") {
  for (const char* line : {"", "g", "sign", "edges", "node1", "score"}) {
    const std::vector<std::string> variants =
        *line == '\0' ? std::vector<std::string>{} : std::vector<std::string>{line};
    CHECK(difference("printed", beaver, 22, variants) == "");
    CHECK(difference("printed", inc, 30, variants) == "");
  }
  CHECK(difference("printed", beaver, 22, {"g", "sign", "edges", "node1", "score"}) == "");
}

TEST_CASE("nodes: on random machines") {
  std::mt19937_64 random(26);
  for (int i = 0; i < testing::rounds(40); ++i) {
    const Json machine = random_machine(random);
    CAPTURE(i);
    CHECK(difference("machine", machine, 37, {}) == "");
    CHECK(difference("printed", machine, 22, {"edges"}) == "");
  }
}

TEST_CASE("nodes: terms of a token are what they are elsewhere") {
  const std::string layer = net("layer = \"Z + e(2)*relu(Z(1))\"\n"),
                    relu = "\"relu(t) = if(t > 0, t, 0)\"";
  const auto same = [&](const std::string& terms, const std::string& start,
                        const std::string& stages, const std::vector<std::string>& variants = {}) {
    CAPTURE(start, stages);
    const std::string text = small_decoder(terms, start, stages);
    const std::string literal = small_outputs(text, false, variants);
    CHECK(small_outputs(text, true, variants) == literal);
    CHECK(literal.find(';') != std::string::npos);
  };
  for (const char* term :
       {"k^2 - mod(k, 3)", "abs(4 - k)/2", "floor(k/3) + isqrt(k)", "if(k = 4, 0, 1/(k - 4))",
        "if(k != 4 and 1/(k - 4) < 1, 1, 2)", "if(k = 4 or not 1/(k - 4) < 1, 1, 2)",
        "if(1 < k <= 3 < 4, 5, 6)", "let x = k + 1: x*x - x", "-k", "kept(k) - kept(2)",
        "if(1 = 2, 1/0, k)", "if(k >= 3, if(k > 5, 1, 2), 2^k)"})
    same(relu, std::string(term) + " + previous(r) + 0*previous(1)", layer);
  // The output before it is asked for where it is needed alone; a tie is the mean.
  same(relu, "if(k = 1, r, previous(r) - previous(3 - r))", layer);
  for (const char* keys : {"{1, k}", "{k, 1}", "if(k = 1, {1}, {k - 1, k})", "if(k < 3, {}, {2})",
                           "looked(k)", "{floor((k + 1)/2), 1, 1}"})
    for (const char* scored : {"", ", minus_abs"}) {
      const std::string heads = net(std::string("keys = \"") + keys +
                                    "\"\nlayer = \"Z + attend(e(2)*Z(1), Z(1), Z(1) - 3" + scored +
                                    ") + attend(e(2)*Z(2), 0*Z(1), Z(1))\"\n");
      same(relu + ", \"looked(k) = if(mod(k, 2) = 0, {k/2}, {1})\"", "if(r = 1, k, previous(2)/2)",
           heads + net("layer = \"Z - e(1)*relu(Z(2))\"\n").replace(18, 1, "b"));
    }
  same(relu, "if(r = 1, k, previous(2)) + 0*previous(1)",
       net("map = \"Z + e(2)*(Z(1)*Z(1) + k)\"\n"));
  const std::string changed = "[[variant]]\nname = \"late\"\nterms = [\"kept(k) = kept(k) + 3\"]\n";
  same(relu, "kept(k) + 0*previous(1)", layer + changed, {"late"});
  same(relu, "kept(k) + 0*previous(1)", layer + changed, {"late", "late"});
}

TEST_CASE("nodes: what is not read, and what breaks a rule, is said") {
  const std::string relu = "\"relu(t) = if(t > 0, t, 0)\"";
  const auto said = [&](const std::string& start, const std::string& stages, const char* what,
                        const std::vector<std::string>& variants = {}) {
    const std::string found = small_outputs(small_decoder(relu, start, stages), true, variants);
    CAPTURE(found);
    CHECK(found.find(what) != std::string::npos);
  };
  const std::string layer = net("layer = \"Z + e(2)*relu(Z(1))\"\n");
  said("sum(i in 1..k: i) + previous(r)", layer, "is not read by this kind of certificate");
  said("word(k) + previous(r)", layer, "is not read by this kind of certificate");
  said("if(k = 3, 1/0, 1) + 0*previous(r)", layer, "undefined");
  said("1/(k - 3) + 0*previous(r)", layer, "undefined");
  const auto heads = [&](const std::string& keys) {
    return net("keys = \"" + keys + "\"\nlayer = \"Z + attend(e(2)*Z(1), Z(1), Z(1))\"\n");
  };
  // A term that is bound, or given to a call, and that nothing uses: here as where all tokens are
  // made at once.
  const std::string two = ", \"two(a) = 2\", \"first(a) = {1}\"";
  for (const char* start :
       {"(let x = 1/(k - 3): 5) + 0*previous(r)", "two(1/(k - 3)) + 0*previous(r)",
        "two(mod(k, k - 3)) + 0*previous(r)", "two(isqrt(2 - k)) + 0*previous(r)",
        "two(0^(3 - k)) + 0*previous(r)", "two(two(1/(k - 3))) + 0*previous(r)",
        "(let x = 1/0: k) + 0*previous(r)", "two(1/previous(r)) + k"}) {
    CAPTURE(start);
    const std::string text = small_decoder(relu + two, start, layer);
    CHECK(small_outputs(text, false).find("undefined") != std::string::npos);
    CHECK(small_outputs(text, true).find("undefined") != std::string::npos);
  }
  const std::string keys =
      small_decoder(relu + two, "k + 0*previous(r)", heads("first(1/(k - 3))"));
  CHECK(small_outputs(keys, false).find("undefined") != std::string::npos);
  CHECK(small_outputs(keys, true).find("undefined") != std::string::npos);
  const std::string unasked =  // an `if` asks for one side alone, with all that is bound there
      small_decoder(relu + two, "if(k = 3, 1, two(1/(k - 3))) + 0*previous(r)", layer);
  CHECK(small_outputs(unasked, true) == small_outputs(unasked, false));
  CHECK(small_outputs(unasked, true).find(';') != std::string::npos);
  said("k + 0*previous(r)", heads("{k + 1}"), "looks at token 2, which a decoder makes later");
  said("k + 0*previous(r)", heads("{k - 1}"), "0 is no token of the state");
  said("k + 0*previous(r)", heads("{k/2}"), "1/2 is no token of the state");
  said("k + 0*previous(r)", heads("(1..k)"), "a set that does not list its members");
}

}  // namespace nodes_test
