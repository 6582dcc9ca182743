// What a source says of the steps of its construction, asked of one input after another: by the
// engine that jumps over windows and by every layer, of Big Bird's construction as it works, of
// every way to read it, and with a layer less.
#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

#include "subject/steps.hpp"

namespace steps_test {

using namespace hardmax;
using subject::ConstructionFile;
using subject::Engine;
using subject::Run;
using subject::RunSpec;

namespace {

const ConstructionFile& bigbird() {
  static const ConstructionFile file =
      ConstructionFile::read(std::string(HARDMAX_ROOT) + "/proofs/bigbird/construction.toml");
  return file;
}

RunSpec spec_of(std::uint64_t n, std::uint64_t d, std::uint64_t D,
                std::vector<std::string> variants, std::vector<std::string> changes = {}) {
  RunSpec spec;
  spec.parameters = {{"n", n}, {"d", d}, {"D", D}};
  spec.variants = std::move(variants);
  spec.changes = std::move(changes);
  return spec;
}

subject::Walked walked(const RunSpec& spec, Engine engine = Engine::jumping) {
  const Run run = Run::open(bigbird(), spec, std::nullopt, Run::WithoutNetwork::refused, engine);
  return subject::walk(run, subject::Reading::most_steps, nullptr);
}

// All that an answer shows of a break; "" if there is none.
std::string told(const subject::Walked& w) {
  std::string out = w.stopped;
  if (!w.broken) return out;
  const subject::BrokenStep& b = *w.broken;
  out += b.ordinal.str() + " " + b.step->stage + " " + b.step->says_text + " " +
         std::to_string(b.first) + ".." + std::to_string(b.last) + " " + b.no_value;
  for (const auto* list : {&b.names, &b.shown})
    for (const auto& [name, value] : *list) out += "\n" + name + ": " + value;
  return out;
}

// Every choice of one variant for each name of a reading, in the order of the file.
std::vector<std::vector<std::string>> all_readings() {
  std::vector<std::vector<std::string>> out = {{}};
  std::vector<std::pair<std::string, std::vector<std::string>>> names;
  for (const std::string& variant : bigbird().variant_order) {
    const std::string& reading = bigbird().variants.at(variant).reading;
    if (reading.empty()) continue;
    const std::string name = reading.substr(0, reading.find('='));
    const auto known = std::find_if(names.begin(), names.end(),
                                    [&](const auto& one) { return one.first == name; });
    if (known == names.end())
      names.push_back({name, {variant}});
    else
      known->second.push_back(variant);
  }
  for (const auto& entry : names) {
    std::vector<std::vector<std::string>> longer;
    for (const auto& before : out)
      for (const std::string& variant : entry.second) {
        longer.push_back(before);
        longer.back().push_back(variant);
      }
    out = std::move(longer);
  }
  return out;
}

}  // namespace

TEST_CASE("steps: the construction that works does what is said of each of its steps", "[full]") {
  struct Size {
    std::uint64_t n, d, D;
  };
  for (const Size size : {Size{2, 1, 2}, Size{2, 1, 3}, Size{2, 1, 5}, Size{3, 1, 2}, Size{3, 1, 3},
                          Size{4, 1, 2}, Size{2, 2, 2}, Size{5, 1, 2}}) {
    for (const char* graph : {"star", "windowed(1)", "complete"}) {
      INFO(size.n << " " << size.d << " " << size.D << " " << graph);
      const subject::Walked w = walked(spec_of(size.n, size.d, size.D, {graph}));
      CHECK(told(w).empty());
      CHECK(w.whole());
      CHECK(w.inputs == w.all);
      // Of each phase five rounds, and two layers that move a token: closed forms and
      // invariants were asked, not passed over.
      CHECK(Rational(w.asked) == w.all * Rational(7 * size.n));
    }
  }
}

TEST_CASE("steps: each multiplier one less and one more has its own closed forms") {
  for (const char* change : {"L=L - 1", "L=L + 1", "H=H - 1", "H=H + 1"}) {
    INFO(change);
    for (const std::uint64_t n : {2, 3})
      CHECK(told(walked(spec_of(n, 1, 2, {"star"}, {change}))) == "");
  }
}

TEST_CASE("steps: a bound that is one step off is caught") {
  for (const char* change :
       {"S(i)=path(i, 1) + delta", "T(i)=path(i, 0)", "low_to(i)=if(i = 1, delta, D^(i*d))",
        "low_from(i)=if(i = 1, 0, D^((i - 1)*d)) + delta", "low_from(i)=D^((i - 1)*d)",
        "low_to(i)=D^(i*d) + delta", "E(k)=0", "l0=2*b", "lower=delta/2"}) {
    INFO(change);
    CHECK(walked(spec_of(2, 1, 2, {"star"}, {change})).broken.has_value());
  }
}

TEST_CASE("steps: a dropped window is caught exactly where some input has a token in it",
          "[full]") {
  for (const char* graph : {"star", "windowed(1)", "complete"}) {
    for (const std::uint64_t D : {2, 3}) {
      const RunSpec whole = spec_of(2, 1, D, {graph});
      const Run run = Run::open(bigbird(), whole);
      subject::Reading& reading = run.reading();
      const std::uint64_t size = reading.size("context");
      std::set<std::uint64_t> used;
      for (Rational g = 0; g < run.inputs(); g += 1) {
        const subject::Mat from = reading.start(reading.input(g));
        for (std::uint64_t t = 0; (t = reading.next_change("context", t, size, from)) <= size;)
          used.insert(t);
      }
      CHECK(used.size() > 4);
      for (std::uint64_t t = 1; t < size; ++t) {  // the last one is no window
        INFO(graph << ", D = " << D << ", layer " << t);
        const auto w = walked(spec_of(2, 1, D, {graph}, {"drop=" + std::to_string(t)}));
        CHECK(w.broken.has_value() == used.contains(t));
      }
    }
  }
}

TEST_CASE("steps: every reading of what is printed breaks, at the same step by every layer",
          "[full]") {
  std::set<std::string> breaks;
  for (const auto& readings : all_readings()) {
    for (const char* graph : {"star", "complete"}) {
      std::vector<std::string> variants = {graph, "printed"};
      variants.insert(variants.end(), readings.begin(), readings.end());
      std::string text;
      for (const std::string& v : readings) text += v + " ";
      INFO(graph << ": " << text);
      const RunSpec spec = spec_of(2, 1, 2, variants);
      const auto jumping = walked(spec);
      REQUIRE(jumping.broken.has_value());
      CHECK(told(jumping) == told(walked(spec, Engine::literal)));
      breaks.insert(jumping.broken->step->stage + " " + jumping.broken->names[0].second);
    }
  }
  CHECK(breaks == std::set<std::string>{"low 1"});
}

TEST_CASE("steps: mended reading by reading, the break comes later") {
  const std::string from_zero = "low_from(i)=if(i = 1, 0, D^((i - 1)*d))";
  const std::vector<std::string> meant = {"star", "printed", "score_in_query", "brackets_example"};
  const auto at = [&](std::vector<std::string> more, std::vector<std::string> changes) {
    std::vector<std::string> variants = meant;
    variants.insert(variants.end(), more.begin(), more.end());
    const auto jumping = walked(spec_of(2, 1, 2, variants, changes));
    CHECK(told(jumping) == told(walked(spec_of(2, 1, 2, variants, changes), Engine::literal)));
    return jumping.broken ? jumping.broken->step->stage + " " + std::to_string(jumping.broken->last)
                          : "";
  };
  CHECK(at({}, {}) == "low 2");
  CHECK(at({}, {from_zero}) == "high 5");
  CHECK(at({"x0_stated"}, {from_zero}) == "high 5");
  CHECK(at({"bounds_meaning"}, {from_zero}) == "");
  CHECK(at({"bounds_meaning", "high_range_description"}, {from_zero}) == "high 13");
}

TEST_CASE("steps: a graph with the star about another token serves with that one as the global") {
  // Four tokens, the star about token 2, and an edge besides.
  const std::vector<std::vector<Token>> lists = {{0, 1, 2}, {1, 2}, {0, 1, 3}, {2, 3}};
  const auto about = [&](const std::string& variant) {
    RunSpec spec = spec_of(3, 1, 2, {variant});
    spec.pattern = "lists";
    const Run run = Run::open(bigbird(), spec, Pattern("lists", {lists}));
    return subject::walk(run, subject::Reading::most_steps, nullptr);
  };
  CHECK(told(about("graph_about(2)")) == "");
  for (const char* other : {"graph", "graph_about(0)", "graph_about(1)", "graph_about(3)"}) {
    INFO(other);
    CHECK(about(other).broken.has_value());
  }
}

TEST_CASE("steps: what has no value breaks too, and says why") {
  const std::string head =
      "[construction]\nid = \"t\"\nparameters = [\"n >= 1\"]\ntokens = \"1..n\"\nrows = \"1\"\n"
      "inputs = \"k in 1..n, r in 1..1\"\nentries = \"{0, 1}\"\nstart = \"G(H, r, k)\"\n"
      "[[stage]]\nname = \"one\"\nfor = \"j in 1..3\"\nkeys = \"1..n\"\n"
      "layer = \"Z + attend(Z(1), Z(1), Z(1))\"\n";
  const auto of = [&](const std::string& step) {
    const auto file = ConstructionFile::read_text(head + "[[step]]\nstage = \"one\"\n" + step, "t");
    RunSpec spec;
    spec.parameters = {{"n", 2}};
    const Run run = Run::open(file, spec);
    const auto w = subject::walk(run, subject::Reading::most_steps, nullptr);
    return w.broken ? w.broken->no_value + "|" + w.broken->names[0].second + "|" +
                          w.broken->ordinal.str()
                    : "whole";
  };
  const std::string state = "run(one, t, start(X))(1, 1)";
  CHECK(of("each = \"layer\"\nsays = \"" + state + " <= 3\"\n") == "|3|1");
  CHECK(of("each = \"layer\"\nsays = \"" + state + " <= 8\"\n") == "whole");
  CHECK(of("each = \"layer\"\nsays = \"1/(j - 2) <= 1\"\n").find("|2|") != std::string::npos);
}

TEST_CASE("steps: where no layer changes a state nothing is asked, and nothing is shown") {
  const auto walked = [](const std::string& more) {
    const auto file = ConstructionFile::read_text(
        "[construction]\nid = \"t\"\nparameters = [\"n >= 1\"]\ntokens = \"1..n\"\nrows = \"1\"\n"
        "inputs = \"k in 1..n, r in 1..1\"\nentries = \"{0, 1}\"\nstart = \"G(H, r, k)\"\n"
        "[[stage]]\nname = \"one\"\nfor = \"j in 1..3\"\nkeys = \"1..n\"\n"
        "layer = \"Z + 0*attend(Z(1), Z(1), Z(1))\"\n"
        "[[step]]\nstage = \"one\"\neach = \"layer\"\nsays = \"1 = 2\"\n" +
            more,
        "t");
    RunSpec spec;
    spec.parameters = {{"n", 2}};
    const subject::Walked walked =
        subject::walk(Run::open(file, spec), subject::Reading::most_steps, nullptr);
    return std::pair(walked.unasked.size(), walked.whole());
  };
  CHECK(walked("") == std::pair<std::size_t, bool>(1, false));
  // Another step that is asked of the round does not hide it.
  CHECK(walked("[[step]]\nstage = \"one\"\neach = \"round\"\nsays = \"1 = 1\"\n") ==
        std::pair<std::size_t, bool>(1, true));
}

}  // namespace steps_test
