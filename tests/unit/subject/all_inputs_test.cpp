// All inputs at once: at the end of every stretch the affine functions give the ids that each input
// has when it is run by itself, at every small box and graph, changed constructions too. What is
// not followed says why; what is shown to be told apart is.
#include <catch2/catch.hpp>

#include <map>
#include <set>

#include "exact/error.hpp"
#include "subject/all_inputs.hpp"
#include "subject/id_course.hpp"
#include "subject/run.hpp"
#include "support/rounds.hpp"

namespace all_inputs_test {

using namespace hardmax;
using subject::AllInputs;
using subject::ConstructionFile;
using subject::DigitForm;
using subject::NotStaged;
using subject::Run;
using subject::RunSpec;

namespace {

using Followed = std::shared_ptr<const AllInputs>;

const ConstructionFile& bigbird() {
  static const ConstructionFile file =
      ConstructionFile::read(std::string(HARDMAX_ROOT) + "/proofs/bigbird/construction.toml");
  return file;
}

Run opened(std::uint64_t n, std::uint64_t d, std::uint64_t D, const std::string& variant,
           const std::vector<std::string>& changes = {}) {
  RunSpec spec;
  spec.parameters = {{"n", n}, {"d", d}, {"D", D}};
  if (!variant.empty()) spec.variants = {variant};
  spec.changes = changes;
  return Run::open(bigbird(), spec);
}

std::variant<Followed, NotStaged> followed(const Run& run, const std::string& size) {
  return AllInputs::follow(run.reading(), "context", size, size.empty() ? 1 : 2);
}

Followed of(const Run& run, const std::string& size = "D") {
  auto found = followed(run, size);
  if (auto* why = std::get_if<NotStaged>(&found)) FAIL(why->why);
  return std::get<Followed>(found);
}

std::string why_not(const Run& run, const std::string& size = "D") {
  auto found = followed(run, size);
  auto* why = std::get_if<NotStaged>(&found);
  return why ? why->why : "";
}

Rational at(const DigitForm& form, const std::vector<Rational>& digits, const Rational& D) {
  Rational out = form.b.at(0, D);
  for (std::size_t k = 0; k < digits.size(); ++k) out += form.by[k].at(0, D) * digits[k];
  return out;
}

// Every input of the run by itself, beside what is said of all.
void check_agrees(const AllInputs& all, const Run& run, const Rational& D) {
  const auto course = subject::IdCourse::of(run.reading(), "context");
  REQUIRE(course);
  const std::int64_t inputs = *run.inputs().to_int64();
  for (std::int64_t g = 0; g < inputs; ++g) {
    if (!testing::is_tried(static_cast<std::size_t>(g))) continue;
    const auto state = run.reading().start(run.reading().input(g));
    subject::Columns columns(state.columns);
    for (std::size_t k = 0; k < state.columns; ++k)
      for (std::size_t r = 0; r < state.rows; ++r)
        columns[k].push_back(state.numbers[r * state.columns + k]);
    const auto start = course->ids_of(columns);
    REQUIRE(start);
    std::vector<Rational> digits;
    for (std::size_t k = 0; k < start->size(); ++k) {
      const Rational digit = (*start)[k] - all.start()[k]->form.b.at(0, D);
      REQUIRE(digit.sign() >= 0);
      REQUIRE(digit <= all.digits().most()[k].at(0, D));
      digits.push_back(digit);
    }
    subject::IdCourse::Trace trace{{{Rational(), *start}}, Rational()};
    for (const AllInputs::Stretch& stretch : all.stretches()) {
      const Rational layers = stretch.layers.at(0, D);
      course->follow(trace, layers, [](std::uint64_t) {});
      const auto& ids = trace.states.back().second;
      for (std::size_t k = 0; k < ids.size(); ++k) {
        const Rational here = at(all.written_out(stretch.after[k]->form), digits, D);
        if (here != ids[k] || here < stretch.after[k]->low.at(0, D) ||
            here > stretch.after[k]->high.at(0, D))
          FAIL("input " << g << ", token " << k << ", after " << layers.str()
                        << " layers: " << here.str() << " and " << ids[k].str());
      }
    }
  }
}

}  // namespace

TEST_CASE("all inputs: the ids of every D are those of every input of every small box") {
  const std::vector<std::pair<std::uint64_t, std::uint64_t>> sizes = {{2, 1}, {3, 1}, {4, 1},
                                                                      {2, 2}, {3, 2}, {2, 3}};
  for (const auto& [n, d] : sizes)
    for (const char* graph : {"star", "windowed(1)", "windowed(2)", "complete"}) {
      const auto all = of(opened(n, d, 2, graph));
      for (std::uint64_t D = 2; D <= 5; ++D) {
        const Run run = opened(n, d, D, graph);
        if (run.inputs() > Rational(300)) break;
        INFO(n << " " << d << " " << D << " " << graph);
        check_agrees(*all, run, Rational(D));
        check_agrees(*of(run, ""), run, Rational(D));
      }
    }
}

TEST_CASE("all inputs: a changed construction is followed as it is changed, or not") {
  std::size_t count = 0;
  for (const char* change :
       {"L=q", "L=q*q", "L=2", "L=3", "H=1", "H=b + 1", "H=q", "spread_by=0", "spread_by=3", "x0=2",
        "x0=D", "low_to(i)=D^(i*d) - delta", "low_from(2)=D^d + delta", "T(1)=path(1, 0)",
        "S(2)=path(2, 1) + 3*delta", "E(k)=(k - 1)*D^((k - 1)*d)", "finals=1"}) {
    const std::vector<std::string> changes = {change};
    for (std::uint64_t D = 2; D <= 4; ++D) {
      const Run run = opened(3, 1, D, "star", changes);
      INFO(change << " " << D);
      const auto every = followed(opened(3, 1, 2, "star", changes), "D");
      if (const auto* all = std::get_if<Followed>(&every)) check_agrees(**all, run, Rational(D));
      const auto own = followed(run, "");
      if (const auto* all = std::get_if<Followed>(&own)) check_agrees(**all, run, Rational(D));
      count += std::get_if<Followed>(&every) != nullptr;
    }
  }
  CHECK(count >= 20);
}

// Of each changed construction: where final ids are said to differ, they do on every input.
TEST_CASE("all inputs: what is shown to tell input and token does") {
  std::size_t told = 0, met = 0;
  for (std::uint64_t n : {2, 3})
    for (std::uint64_t L = 2; L <= 4; ++L)
      for (std::uint64_t H = 1; H <= 4; ++H)
        for (const char* spread :
             {"T(n)/delta", "T(n)/delta - 1", "T(n)", "0", "1", "2", "D", "q"}) {
          const std::vector<std::string> changes = {"L=" + std::to_string(L),
                                                    "H=" + std::to_string(H),
                                                    std::string("spread_by=") + spread};
          for (std::uint64_t D = 2; D <= 3; ++D) {
            const Run run = opened(n, 1, D, "star", changes);
            const auto found = followed(run, "");
            const auto* all = std::get_if<Followed>(&found);
            if (all == nullptr) continue;
            std::vector<DigitForm> ids;
            for (std::size_t k = 1; k <= n; ++k)
              ids.push_back((*all)->stretches().back().after[k]->form);
            std::set<Rational> values;
            std::vector<Rational> digits(n + 1);
            std::size_t all_values = 0;
            const std::uint64_t inputs = n == 2 ? D * D : D * D * D;
            for (std::uint64_t g = 0; g < inputs; ++g) {
              std::uint64_t left = g;
              for (std::size_t k = 1; k <= n; ++k, left /= D) digits[k] = left % D;
              for (const DigitForm& id : ids)
                values.insert(at((*all)->written_out(id), digits, Rational(D)));
              all_values += n;
            }
            const bool differ = values.size() == all_values;
            INFO(n << " " << D << " " << changes[0] << " " << changes[1] << " " << changes[2]);
            if ((*all)->tell_all(ids)) {
              CHECK(differ);
              ++told;
            }
            met += differ ? 0 : 1;
          }
        }
  CHECK(told >= 40);
  CHECK(met >= 5);
}

TEST_CASE("all inputs: what is not followed says why") {
  CHECK(why_not(opened(3, 1, 2, "printed")).find("sweep") != std::string::npos);
  CHECK(why_not(opened(3, 1, 2, "score_as_printed")).find("stage 'low'") != std::string::npos);
  CHECK(why_not(opened(3, 1, 2, "closed_interval")) != "");
  CHECK(why_not(opened(3, 1, 2, "star", {"drop=3"})).find("dropped") != std::string::npos);
  CHECK(why_not(opened(3, 1, 2, "star", {"drop=3"}), "").find("dropped") != std::string::npos);
  CHECK(why_not(opened(3, 1, 2, "star", {"L=5/2"})).find("whole") != std::string::npos);
  CHECK(why_not(opened(3, 1, 2, "star", {"T(1)=path(1, 0)"})).find("sweep 4") != std::string::npos);
  CHECK(why_not(opened(3, 1, 2, "star", {"upper=delta"})).find("width") != std::string::npos);
}

TEST_CASE("all inputs: a polynomial beyond the sizes that are looked at by themselves") {
  using subject::Polynomial;
  const Polynomial D = Polynomial::size();
  const auto number = [](std::int64_t x) { return Polynomial(Rational(x)); };
  // Below 0 between 20 and 30 alone.
  const Polynomial dip = (D - number(20)) * (D - number(30));
  CHECK_FALSE(dip.shown_not_negative(Rational(2)));
  CHECK(dip.shown_not_negative(Rational(30)));
  CHECK_FALSE(dip.shown_positive(Rational(30)));
  CHECK(dip.shown_positive(Rational(31)));
  CHECK((D * D - number(3) * D + number(3)).shown_positive(Rational(2)));
  CHECK_FALSE((number(5) - D).shown_not_negative(Rational(2)));
  Polynomial long_one;
  for (int k = 0; k < 600; ++k) long_one += *D.raised(7 * k) * number(k % 3 == 2 ? 5 : -1);
  CHECK(long_one.shown_positive(Rational(2)));
  CHECK((long_one * long_one).shown_positive(Rational(2)));
  CHECK_FALSE((-long_one).shown_not_negative(Rational(2)));
}

}  // namespace all_inputs_test
