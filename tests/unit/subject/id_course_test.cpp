// Networks that are followed by ids alone: at every layer the state is that of every layer
// executed, of Big Bird's construction as it works, changed, on several graphs, and with a layer
// less; and beyond what can be executed, the ids are those of the recursion of the proof.
#include <catch2/catch.hpp>

#include "subject/id_course.hpp"
#include "subject/run.hpp"
#include "support/rounds.hpp"

namespace id_course_test {

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

Run opened(std::uint64_t n, std::uint64_t d, std::uint64_t D, const std::string& variant,
           const std::vector<std::string>& changes, Engine engine = Engine::jumping) {
  RunSpec spec;
  spec.parameters = {{"n", n}, {"d", d}, {"D", D}};
  if (!variant.empty()) spec.variants = {variant};
  spec.changes = changes;
  return Run::open(bigbird(), spec, std::nullopt, Run::WithoutNetwork::refused, engine);
}

bool by_ids(const Run& run) { return subject::IdCourse::of(run.reading(), "context") != nullptr; }

// Of some inputs, at every layer; the last layer first, so that a later state is asked for before.
void check_same(std::uint64_t n, std::uint64_t d, std::uint64_t D, const std::string& variant,
                const std::vector<std::string>& changes, bool expected = true) {
  INFO(n << " " << d << " " << D << " " << variant << " "
         << (changes.empty() ? "" : changes.front()));
  const Run ids = opened(n, d, D, variant, changes);
  const Run literal = opened(n, d, D, variant, changes, Engine::literal);
  CHECK(by_ids(ids) == expected);
  CHECK_FALSE(literal.reading().ways().size() > 0);
  const std::uint64_t size = literal.reading().size("context");
  REQUIRE(ids.reading().length("context") == Rational(size));
  const std::int64_t inputs = *literal.inputs().to_int64();
  for (std::int64_t g = 0; g < inputs; g += std::max<std::int64_t>(1, inputs / 4)) {
    const subject::Mat from = literal.reading().start(literal.reading().input(g));
    for (std::uint64_t i = 0; i <= size; ++i) {
      const std::uint64_t t = (i + size / 2) % (size + 1);
      const subject::Mat a = ids.reading().run("context", t, from);
      const subject::Mat b = literal.reading().run("context", t, from);
      if (a.numbers == b.numbers && a.state == b.state) continue;
      FAIL("input " << g << ", after " << t << " layers: " << subject::Value(a).show() << " and "
                    << subject::Value(b).show());
    }
  }
}

}  // namespace

TEST_CASE("ids: at every layer the state is that of every layer executed") {
  for (const char* graph : {"", "windowed(1)", "complete"}) {
    check_same(2, 1, 2, graph, {});
    check_same(2, 1, 3, graph, {});
    check_same(3, 1, 2, graph, {});
    check_same(2, 2, 2, graph, {});
  }
  for (const char* change : {"L=q", "L=q*q", "H=1", "H=b + 1", "H=b - 1", "drop=1", "drop=3",
                             "drop=21", "drop=22", "spread_by=0", "spread_by=-3", "x0=2"})
    check_same(2, 1, 2, "", {change});
}

// Ids that are no whole numbers of steps, thresholds that are ids, a threshold beside the keys:
// such a network is followed in another way, or from another state on.
TEST_CASE("ids: what is no network on ids is followed as before") {
  check_same(2, 1, 2, "closed_interval", {}, false);
  check_same(2, 1, 2, "score_as_printed", {}, false);
  check_same(2, 1, 2, "", {"L=5/2"}, false);
  check_same(2, 1, 2, "", {"x0=9/8"});  // the network is one on ids; these ids are no whole numbers
  check_same(2, 1, 2, "", {"spread_by=1/3"});
  check_same(2, 1, 2, "", {"drop=23"}, false);  // the last layer, which is in no sweep
}

TEST_CASE("ids: of networks that are too long to be executed they are those of the recursion") {
  const struct { std::uint64_t n, d, D; } boxes[] = {{5, 1, 3}, {8, 1, 2}, {12, 1, 2}, {6, 2, 3}};
  for (const auto& box : boxes) {
    INFO(box.n << " " << box.d << " " << box.D);
    const Run run = opened(box.n, box.d, box.D, "", {});
    REQUIRE(by_ids(run));
    subject::Reading& reading = run.reading();
    const auto id = [&](const std::string& stage, std::uint64_t i, const subject::Mat& start,
                        std::size_t k) {
      const subject::Mat z = reading.run("context", reading.after(stage, {Rational(i)}), start);
      Rational out = power(box.D, box.n * box.d) * z.numbers[box.d * z.columns + k];
      for (std::uint64_t r = 0; r < box.d; ++r)
        out += power(box.D, r) * z.numbers[r * z.columns + k];
      return out;
    };
    const Rational b = power(box.D, box.n * box.d), L = power(box.D, box.d) + Rational(1);
    for (int round = 0; round < 3; ++round) {
      const Rational g = floor((run.inputs() - Rational(1)) * Rational(round) / Rational(2));
      const subject::Mat start = reading.start(reading.input(g));
      std::vector<Rational> l(box.n + 1), f(box.n + 1);
      for (std::size_t k = 1; k <= box.n; ++k)
        for (std::uint64_t r = 0; r < box.d; ++r)
          l[k] += power(box.D, r) * start.numbers[r * start.columns + k];
      Rational global = b;
      for (std::uint64_t i = 1; i <= box.n; ++i) {
        f[i] = l[i] + L * (global - l[i]);
        CHECK(id("low", i, start, i) == f[i]);
        global += b * (f[i] - (i < box.n ? l[i + 1] : f[1]));
        CHECK(id("high", i, start, 0) == global);
      }
    }
  }
}

}  // namespace id_course_test
