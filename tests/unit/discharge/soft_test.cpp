#include <catch2/catch.hpp>

#include "discharge/from_file.hpp"
#include "discharge/soft/answer.hpp"
#include "exact/error.hpp"

namespace soft_test {

using namespace hardmax;

namespace {

Rational q(const char* text) { return Rational::parse(text).value(); }

struct Made {
  Pattern pattern;
  SoftQuestion question;
  Made(std::uint64_t n, std::uint64_t d, std::uint64_t D, const char* name, const char* map)
      : pattern(named(name, n)) {
    question.parameters = {n, d, D};
    question.settings.map = parse_soft_map(map);
  }
  SoftAnswer answer() {
    question.pattern = &pattern;
    return answer_soft(question);
  }
  static Pattern named(const char* name, std::uint64_t n) {
    PatternRequest request;
    request.name_or_file = name;
    request.n = n;
    return make_pattern(request);
  }
};

const SoftPart& part(const SoftAnswer& answer, SoftPart::Choice choice, SoftRun::Reading reading) {
  for (const SoftPart& p : answer.parts) {
    if (p.choice == choice && p.reading == reading) return p;
  }
  throw std::runtime_error("no such part");
}
const SoftClaim& found_in(const SoftPart& part, const std::string& id) {
  for (const SoftClaim& c : part.report.claims) {
    if (c.id == "yun2020b." + id) return c;
  }
  throw std::runtime_error("no claim " + id);
}

using Choice = SoftPart::Choice;
using Reading = SoftRun::Reading;

}  // namespace

TEST_CASE(
    "soft: with the printed zeta and eta softmax misses the bound by five orders of magnitude") {
  const SoftAnswer answer = Made(4, 1, 2, "strided", "softmax").answer();
  const SoftPart& printed = part(answer, Choice::printed, Reading::map);
  CHECK(printed.report.delta_tilde_lower == q("1/2"));
  CHECK(printed.report.delta_tilde_upper == q("1/2"));
  const SoftClaim& total = found_in(printed, "F.2.total");
  CHECK(total.kept == Kept::no);
  CHECK(total.lower > Rational(23838));
  CHECK(total.upper < Rational(23839));
  CHECK(total.bound_lower <= q("1/8"));
  CHECK(total.bound_upper >= q("1/8"));
  for (const char* id : {"F.2.eq16", "F.2.blockj", "F.2.sel_total", "F.2.sel_total8",
                         "F.2.max.bound.incoming", "F.2.margin"}) {
    INFO(id);
    CHECK(found_in(printed, id).kept == Kept::no);
  }
  for (const char* id :
       {"F.2.blockj.spread", "F.2.max.spread", "F.2.max.bound", "F.2.rows", "F.2.firstrow"}) {
    INFO(id);
    CHECK(found_in(printed, id).kept == Kept::yes);
  }
  for (const ScaleFacts& facts : printed.scales) CHECK(facts.holds == true);
  // F.3: the ids are not where the value layers look for them.
  CHECK(found_in(printed, "F.3.firstrow").kept == Kept::no);
  CHECK(found_in(printed, "F.3.firstrow").lower > Rational(1000));
}

TEST_CASE(
    "soft: the repaired choice keeps the bound, for softmax and for every map that Assumption 2 "
    "admits") {
  for (const char* pattern : {"strided", "star", "window", "dense"}) {
    INFO(pattern);
    Made made(4, 1, 2, pattern, "softmax");
    if (std::string(pattern) == "window") made.pattern = Made::named("window", 4);
    const SoftAnswer answer = made.answer();
    CHECK(answer.within_bound() == Kept::yes);
    CHECK(found_in(part(answer, Choice::repaired, Reading::map), "F.2.total").kept == Kept::yes);
    const SoftPart& every = part(answer, Choice::repaired, Reading::admissible);
    const SoftPart& one = part(answer, Choice::repaired, Reading::adversary);
    CHECK(every.report.total().kept == Kept::yes);
    CHECK(one.report.total().kept == Kept::yes);
    // What one admissible map does is a lower bound of what all may do, stage by stage.
    for (std::size_t s = 0; s < every.report.run.errors.size(); ++s)
      CHECK(one.report.run.errors[s].accumulated.lower <=
            every.report.run.errors[s].accumulated.upper);
  }
}

TEST_CASE("soft: other rows stay exact and the repair holds with two rows too") {
  const SoftAnswer answer = Made(3, 2, 2, "star", "softmax").answer();
  CHECK(answer.within_bound() == Kept::yes);
  CHECK(part(answer, Choice::printed, Reading::map).report.run.other_rows_exact);
  for (const Reading reading : {Reading::map, Reading::admissible}) {
    const SoftPart& repaired = part(answer, Choice::repaired, reading);
    CHECK(found_in(repaired, "F.3.firstrow").kept == Kept::yes);
    CHECK(repaired.report.run.value_rows_exact);
    CHECK(repaired.report.run.value_error.upper <=
          repaired.report.run.total().upper * q("1001/1000"));
  }
  CHECK(found_in(part(answer, Choice::printed, Reading::map), "F.2.total").kept ==
        Kept::yes);  // one all-max layer
}

TEST_CASE("soft: the sparse maps make no error at all at the repaired zeta") {
  for (const char* map : {"sparselin:0", "sparselin:1/2", "entmax:2", "entmax:3/2", "entmax:3"}) {
    INFO(map);
    const SoftAnswer answer = Made(4, 1, 2, "strided", map).answer();
    const SoftPart& repaired = part(answer, Choice::repaired, Reading::map);
    for (const StageErrors& errors : repaired.report.run.errors)
      CHECK(errors.accumulated.upper.is_zero());
    CHECK(found_in(part(answer, Choice::printed, Reading::map), "F.2.total").kept ==
          Kept::no);  // delta/2 is no gap of this construction
  }
}

TEST_CASE(
    "soft: the largest certified eta is verified, ten times as much is refuted by one admissible "
    "map") {
  Made made(4, 1, 2, "strided", "softmax");
  made.question.search = true;
  const SoftAnswer found = made.answer();
  REQUIRE(found.largest_eta);
  REQUIRE(found.smallest_t);
  CHECK(found.largest_eta->total().upper <= q("1/8"));
  CHECK(found.smallest_t->total().upper <= q("1/8"));
  // It is larger than what the repair on paper gives.
  CHECK(found.largest_eta->eta >
        part(found, Choice::repaired, Reading::map).report.run.stages[0].eta_upper);

  Made again(4, 1, 2, "strided", "admissible");
  again.question.settings.zeta = q("1/16");
  again.question.settings.eta = found.largest_eta->eta;
  CHECK(again.answer().within_bound() == Kept::yes);
  again.question.settings.eta = found.largest_eta->eta * Rational(10);
  const SoftAnswer refuted = again.answer();
  CHECK(refuted.within_bound() == Kept::no);
  CHECK(refuted.parts.back().report.total().lower > q("1/8"));

  Made at_t(4, 1, 2, "strided", "softmax");
  at_t.question.settings.t = found.smallest_t->t;
  CHECK(at_t.answer().within_bound() == Kept::yes);
  at_t.question.settings.t = found.smallest_t->t / Rational(3);
  CHECK(at_t.answer().within_bound() == Kept::no);
}

TEST_CASE("soft: results do not depend on threads, and more precision narrows them") {
  Made made(4, 1, 2, "star", "softmax");
  const SoftAnswer one = made.answer();
  made.question.threads = 3;
  const SoftAnswer three = made.answer();
  made.question.bits = 400;
  const SoftAnswer finer = made.answer();
  for (std::size_t i = 0; i < one.parts.size(); ++i) {
    for (std::size_t s = 0; s < one.parts[i].report.run.errors.size(); ++s) {
      const Extreme& a = one.parts[i].report.run.errors[s].accumulated;
      const Extreme& b = three.parts[i].report.run.errors[s].accumulated;
      const Extreme& c = finer.parts[i].report.run.errors[s].accumulated;
      CHECK(a.lower == b.lower);
      CHECK(a.upper == b.upper);
      CHECK(a.ordinal == b.ordinal);
      CHECK(a.lower <= c.upper);
      CHECK(c.lower <= a.upper);
      if (one.parts[i].reading == Reading::map) CHECK(c.upper - c.lower <= a.upper - a.lower);
    }
  }
}

TEST_CASE(
    "soft: on ids and through the literal executor the verdicts are the same and the enclosures "
    "meet") {
  struct Case {
    std::uint64_t n, d, D;
    const char *pattern, *map;
    SoftSettings::Choice choice;
    Reading reading;
  };
  const auto printed = SoftSettings::Choice::printed, repaired = SoftSettings::Choice::repaired;
  for (const Case& c : {Case{4, 1, 2, "strided", "softmax", printed, Reading::map},
                        Case{4, 1, 2, "strided", "softmax", repaired, Reading::map},
                        Case{4, 1, 2, "strided", "softmax", repaired, Reading::admissible},
                        Case{4, 1, 2, "strided", "softmax", repaired, Reading::adversary},
                        Case{3, 2, 2, "star", "softmax", printed, Reading::map},
                        Case{3, 1, 3, "window", "topk-ties:2", printed, Reading::map},
                        Case{4, 1, 2, "dense", "sparselin:1/2", printed, Reading::map},
                        Case{3, 1, 2, "star", "entmax:3/2", printed, Reading::map}}) {
    INFO(c.n << " " << c.d << " " << c.D << " " << c.pattern << " " << c.map << ", reading "
             << static_cast<int>(c.reading));
    const Pattern pattern = Made::named(c.pattern, c.n);
    const auto construction =
        hardmax::build({c.n, c.d, c.D}, pattern, decide_assumption1(pattern), {});
    SoftSettings settings;
    settings.choice = c.choice;
    settings.map = parse_soft_map(c.map);
    SoftRequest request;
    request.construction = &construction;
    request.pattern = &pattern;
    request.stages = soft_stages(construction, settings);
    request.map = settings.map;
    request.reading = c.reading;
    const SoftReport fast = report_soft(request, settings, 200, 200);
    request.literal = true;
    const SoftReport literal = report_soft(request, settings, 200, 200);
    REQUIRE(fast.claims.size() == literal.claims.size());
    for (std::size_t i = 0; i < fast.claims.size(); ++i) {
      INFO(fast.claims[i].id);
      CHECK(fast.claims[i].id == literal.claims[i].id);
      CHECK(fast.claims[i].kept == literal.claims[i].kept);
    }
    const auto meet = [](const Extreme& a, const Extreme& b) {
      return a.set == b.set && a.lower <= b.upper && b.lower <= a.upper;
    };
    for (std::size_t s = 0; s < fast.run.errors.size(); ++s) {
      CHECK(meet(fast.run.errors[s].accumulated, literal.run.errors[s].accumulated));
      CHECK(meet(fast.run.errors[s].fresh, literal.run.errors[s].fresh));
      CHECK(meet(fast.run.errors[s].spread, literal.run.errors[s].spread));
    }
    REQUIRE(fast.run.layers.size() == literal.run.layers.size());
    for (std::size_t i = 0; i < fast.run.layers.size(); ++i) {
      CHECK(fast.run.layers[i].first == literal.run.layers[i].first);
      CHECK(meet(fast.run.layers[i].second, literal.run.layers[i].second));
    }
    CHECK(meet(fast.run.least_gap, literal.run.least_gap));
    CHECK(fast.run.other_rows_exact == literal.run.other_rows_exact);
    CHECK(fast.run.inputs == literal.run.inputs);
  }
}

TEST_CASE("soft: too few bits leave claims undecided or are raised, never a wrong answer") {
  for (const long bits : {2, 5, 12, 30}) {
    Made made(4, 1, 2, "strided", "softmax");
    made.question.bits = bits;
    const SoftAnswer answer = made.answer();
    for (const SoftPart& p : answer.parts) {
      if (!p.undecided.empty()) continue;
      const Kept kept = p.report.total().kept;
      INFO(bits << " bits, part " << static_cast<int>(p.choice) << " "
                << static_cast<int>(p.reading) << " at " << p.report.run.bits);
      if (p.choice == Choice::printed) CHECK(kept != Kept::yes);
      if (p.choice == Choice::repaired) CHECK(kept != Kept::no);
    }
  }
}

TEST_CASE("soft: a stage all of whose layers are dropped makes no error") {
  Made made(2, 1, 2, "dense", "softmax");
  made.question.overrides.drop = {1, 2};
  const SoftAnswer answer = made.answer();
  const SoftRun& run = part(answer, Choice::repaired, Reading::map).report.run;
  CHECK(run.errors[0].accumulated.upper.is_zero());
  CHECK(run.layers.size() == 1);
}

TEST_CASE("soft: a pattern without Assumption 1 has no soft network") {
  Made made(4, 1, 2, "dense", "softmax");
  made.pattern = Pattern("alone", {{{0}, {1}, {2}, {3}}});
  const SoftAnswer answer = made.answer();
  CHECK_FALSE(answer.construction.has_value());
  CHECK(answer.parts.empty());
}

TEST_CASE("soft: the printed constants are those of the source") {
  const Precision precision(200);
  const Parameters parameters{4, 1, 2};
  const Ball tilde = delta_tilde(parameters, 1, 2);
  CHECK(tilde.contains(q("1/2")));
  // eps = 1/10: 2^{1/2} eps / n^{1/2} = 0.0707... = sqrt(1/200)
  const Ball small = delta_tilde(parameters, q("1/10"), 2);
  CHECK((small * small).contains(q("1/200")));
  // (1/2) delta^2 log(1 + delta^2 delta~ / 128) = log(1 + 1/1024) / 8
  CHECK(printed_eta_of_block(parameters, 1, tilde).overlaps(log(Ball(q("1025/1024"))) / 8));
  // s = 2: (delta^4 / 8) log(1 + delta^14 delta~ / (2^5 2^2 4^3)) = log(1 + 2^-28) / 128
  CHECK(printed_eta_of_all_max(parameters, 2, tilde)
            .overlaps(log(Ball(Rational(1) + Rational(1) / power(2, 28))) / 128));
}

}  // namespace soft_test
