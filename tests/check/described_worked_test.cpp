// Two constructions of BigBird as files: a contextual mapping on a star (A.2), and the decoder of
// appendix B with products and a switch. The values stated here were computed by another program
// from files of its own.
#include <catch2/catch.hpp>

#include "described_small.hpp"

namespace described_worked_test {

using namespace check_test;

namespace {

// clang-format off
const std::string star = R"t([construction]
id         = "star"
source     = "BigBird, A.2"
parameters = ["n >= 2", "D >= 2"]
tokens     = "0..n"
rows       = "2"
inputs     = "k in 1..n, r in 1..1"
entries    = "union(j in 0..D - 1: {j*delta})"
start      = "if(r = 2, if(k = 0, 1, 0), if(k = 0, 0, G(H, 1, k) + added(k)))"

[[define]]
terms = ["delta = 1/D", "b = D^n",
         "u = row(r in 1..2: if(r = 1, 1, b))",
         "head(a) = attend(u*Z, u*Z, u*Z - a)",
         "window(x) = head(x - delta/2) - head(x + delta/2)",
         "out(g, k) = run(context, start(input(g)))(1, k)",
         "value(t, g, k) = run(context, t, start(input(g)))(1, k)",
         "low_end(i, g) = value(after(low, i), g, i)",
         "high_end(i, g) = value(after(high, i), g, 0)",
         "high_from(i) = way(i, 1)", "high_to(i) = way(i, 0) + delta", "B = b*L + 1",
         "way(i, x) = if(i = 0, b, if(i < n, B^i*b - b*(L - 1)*B^(i - 1)*edge(1, x) - later(i, x) - b*edge(i + 1, x), B^n*b - b*L*b - b*(L - 1)*(B^(n - 1) - 1)*edge(1, x) - later(n, x)))",
         "later(i, x) = sum(t in 2..i: b*(B + L - 1)*B^(i - t)*edge(t, x))",
         "edge(t, x) = added(t) + x*(D - 1)*delta"]

[[choose]]
terms = ["looks(k) = if(k = 0, (1..n), {0, k})", "added(k) = if(k = 1, 0, D^(k - 1))", "L = D + 1"]

[[stage]]
name   = "low"
in     = "context"
repeat = "i in 1..n"
for    = "g in 0..D*(D^i - if(i = 1, 0, D^(i - 1))) - 1"
keys   = "looks(k)"
layer  = "Z + L*e(1)*window(if(i = 1, 0, D^(i - 1)) + g*delta)"

[[stage]]
name   = "high"
in     = "context"
repeat = "i in 1..n"
for    = "g in 0..D*(high_to(i - 1) - high_from(i - 1)) - 1"
keys   = "looks(k)"
layer  = "Z + b*e(1)*window(high_from(i - 1) + g*delta)"

[[stage]]
name   = "spread"
in     = "context"
keys   = "looks(k)"
layer  = "Z + high_to(n)/delta*e(1)*head(0)"
)t";

const std::string products = R"t([construction]
id         = "products"
source     = "BigBird, appendix B, with products and a switch, which are maps"
parameters = ["nodes >= 1"]
machine    = "required"
tokens     = "1..nodes"
rows       = "2*Q + 4*S + 16"
start      = "if(k = 1, if(r in {1, Q + blank}, 1, 0), previous(r)) + position(r, k)"

[[define]]
terms = ["q1(a) = a", "s1(a) = Q + a", "q2(a) = x(1) + a", "s2(a) = x(1) + Q + a", "s3(a) = x(6) + a",
         "s4(a) = x(7) + a",
         "x(i) = if(i = 1, Q + S + 1, if(i < 7, 2*Q + 2*S + i, 2*Q + i + if(i = 7, 3, 4)*S))",
         "triangle(j) = j*(j + 1)/2", "step(k) = floor((isqrt(8*k - 7) - 1)/2)",
         "offset(k) = k - triangle(step(k))", "last(k) = step(k + 1) - step(k)",
         "position(r, k) = if(r = x(8), 1, if(r = x(9), time(k), if(r = x(10), 1/time(k), if(r = x(11), 1/time(k)^2, if(r = x(12), last(k), 0)))))",
         "time(k) = step(k) + 1", "relu(t) = if(t < 0, 0, t)", "clipped(t) = if(t < 0, 0, if(t > 1, 1, t))",
         "out(k, r) = run(decoder, start(input(0)))(r, k)",
         "at_state(k) = sum(a in 1..Q: a*out(k, q1(a)))", "at_symbol(k) = sum(a in 1..S: a*out(k, s1(a)))"]

[[choose]]
terms = ["seen(k) = if(k = 1, {1}, {triangle(offset(k)), other(k)})",
         "other(k) = if(offset(k) = 1, triangle(step(k)), if(last(k) = 1, k - 1, k))", "kappa = 1/3"]

[[stage]]
name   = "read"
in     = "decoder"
layer  = "Z + attend(l in 1..length: e(s3(word(l))) + l*e(x(7)), [l, -1], [Z(x(8)), Z(x(9))], minus_abs)"

[[stage]]
name   = "transition"
in     = "decoder"
layer  = "Z + sum(t in 1..transitions: (e(q2(to(t))) + e(s2(writes(t))) + moves(t)*e(x(2)))*relu(Z(q1(from(t))) + Z(s1(reads(t))) - 1))"

[[stage]]
name   = "products"
in     = "decoder"
map    = "Z + e(x(3))*Z(x(10)) + e(x(4))*Z(x(11)) + (Z(x(1)) + Z(x(2)))*Z(x(10))*e(x(5)) + Z(x(1))*Z(x(10))*e(x(6)) + Z(x(1))*e(x(2))"

[[stage]]
name   = "switch"
in     = "decoder"
map    = """sum(i in 3..5: e(x(i))*Z(x(i))) + e(x(8)) + e(x(12))*Z(x(12)) + if(Z(x(12)) = 1,
              sum(a in 1..Q: e(q2(a))*Z(q2(a))) + sum(a in 1..S: e(s2(a))*Z(s2(a)) + e(s3(a))*Z(s3(a)))
              + sum(i in {2, 6, 7, 9, 10, 11}: e(x(i))*Z(x(i))),
              sum(a in 1..Q: e(q2(a))*Z(q1(a))) + sum(a in 1..S: e(s2(a))*Z(s4(a)) + e(s3(a))*Z(s1(a)))
              + e(x(2))*Z(x(1)) + e(x(6))*Z(x(16)) + e(x(7))*Z(x(9)) + sum(i in 9..11: e(x(i))*Z(x(i + 4))))"""

[[stage]]
name   = "least"
in     = "decoder"
keys   = "seen(k)"
layer  = "Z + attend(sum(a in 1..S: e(s4(a))*Z(s2(a))) + sum(i in 13..15: e(x(i))*Z(x(i - 4))) + e(x(16))*Z(x(6)), [Z(x(10)), -Z(x(6)), Z(x(11))], [Z(x(5)), Z(x(3)), kappa*Z(x(4))], minus_abs)"

[[stage]]
name   = "output"
in     = "decoder"
map    = """let late = clipped(Z(x(9)) - Z(x(7))): let new = clipped(Z(x(13)) - Z(x(9)) + 1):
            sum(a in 1..Q: e(q1(a))*Z(q2(a)))
            + sum(a in 1..S: (relu(Z(s3(a)) - late) + relu(Z(s4(a)) + late - new - 1))*e(s1(a)) + e(s4(a))*Z(s4(a)))
            + e(s1(blank))*relu(late + new - 1) + e(x(1))*Z(x(2)) + sum(i in 13..16: e(x(i))*Z(x(i)))"""
)t";
// clang-format on

Ran of_machine(const std::string& nodes, const std::vector<std::string>& transitions,
               const std::vector<std::string>& states, const std::vector<std::string>& word,
               const std::vector<std::string>& changes = {}) {
  return {"nodes=" + nodes,
          Json::array(),
          changes,
          {},
          {{"machine", Json::object({{"states", texts(states)},
                                     {"initial", Json(states[0])},
                                     {"halting", Json::array()},
                                     {"blank", Json(std::string("#"))},
                                     {"transitions", texts(transitions)},
                                     {"word", texts(word)}})}}};
}

}  // namespace

TEST_CASE("described: a contextual mapping on a star, in rounds of two sweeps") {
  const Ran two{"n=2 D=2"}, three{"n=2 D=3"};
  CHECK(outcome(star, "layers(context) = 23 and layers(low) = 8 and layers(high) = 14", two) ==
        "true");
  CHECK(outcome(star, "low_end(1, 3) = 11 and high_end(1, 3) = 34 and low_end(2, 3) = 109", two) ==
        "true");
  CHECK(outcome(star, "high_end(2, 1) = 474", two) == "true");
  CHECK(outcome(star, "out(0, 0) = 130680 and out(0, 1) = 516648 and out(0, 2) = 516764", two) ==
        "true");
  CHECK(outcome(star, "out(1, 0) = 123531 and out(1, 1) = 486138 and out(1, 2) = 486247", two) ==
        "true");
  CHECK(outcome(star, "out(2, 0) = 118428 and out(2, 1) = 467831 and out(2, 2) = 467936", two) ==
        "true");
  CHECK(outcome(star, "out(3, 0) = 111279 and out(3, 1) = 437321 and out(3, 2) = 437419", two) ==
        "true");
  CHECK(outcome(star, "out(5, 0) = 37773400 and out(5, 2) = 339082609 and out(8, 1) = 328469842",
                three) == "true");
}

TEST_CASE("described: a decoder with products and a switch follows a machine") {
  const Ran beaver =
      of_machine("21", {"A # -> B 1 R", "A 1 -> B 1 L", "B # -> A 1 L", "B 1 -> H 1 R"},
                 {"A", "B", "H"}, {"#"});
  const auto is = [](const std::string& k, const std::vector<std::string>& values) {
    std::string out = "at_state(" + k + ") = " + values[0] + " and at_symbol(" + k +
                      ") = " + values[1] + " and out(" + k + ", x(1)) = " + values[2];
    for (std::size_t i = 3; i < values.size(); ++i)
      out += " and out(" + k + ", x(" + std::to_string(10 + i) + ")) = " + values[i];
    return out;
  };
  CHECK(outcome(products, is("6", {"2", "1", "-1", "3", "1/3", "1/9", "0"}), beaver) == "true");
  CHECK(outcome(products, is("10", {"1", "1", "-2", "4", "1/4", "1/16", "-1/4"}), beaver) ==
        "true");
  CHECK(outcome(products, is("15", {"2", "2", "-1", "4", "1/4", "1/16", "-1/4"}), beaver) ==
        "true");
  CHECK(outcome(products, is("21", {"3", "2", "0", "3", "1/3", "1/9", "0"}), beaver) == "true");
  const Ran increment = of_machine("45",
                                   {"I # -> R # R", "R 0 -> R 0 R", "R 1 -> R 1 R", "R # -> C # L",
                                    "C 1 -> C 0 L", "C 0 -> H 1 R", "C # -> H 1 R"},
                                   {"I", "R", "C", "H"}, {"1", "0", "1", "1"});
  CHECK(outcome(products, is("28", {"3", "3", "3", "4", "1/4", "1/16", "3/4"}), increment) ==
        "true");
  CHECK(outcome(products, is("36", {"3", "2", "2", "3", "1/3", "1/9", "2/3"}), increment) ==
        "true");
  CHECK(outcome(products, is("45", {"4", "2", "3", "8", "1/8", "1/64", "3/8"}), increment) ==
        "true");
}

}  // namespace described_worked_test
