#include <catch2/catch.hpp>

#include "toy_model.hpp"

namespace evaluate_test {

using namespace toy;
using Scope = Formula::Scope;

namespace {
Formula formula(std::string_view text) { return Formula::parse(text, vocabulary()); }
Scope scope(std::string_view text) { return formula(text).scope(); }
}  // namespace

TEST_CASE("scope: says how a formula depends on the inputs") {
  CHECK(scope("n = 3") == Scope::closed);
  CHECK(scope("forall k in 1..n: distinct(j in 1..n: j)") == Scope::closed);
  CHECK(scope("forall H in inputs: z(H, 1) = 0") == Scope::per_input);
  CHECK(scope("(forall H in inputs, k in 1..n where k > 1: z(H, k) = 0 or distinct(j in 1..n: z(H, "
              "j)))") == Scope::per_input);
  CHECK(scope("forall k in 1..n, H in inputs: z(H, k) = 0") == Scope::whole);
  CHECK(scope("forall H in inputs, J in inputs: H = J") == Scope::whole);
  CHECK(scope("forall H in inputs: exists J in inputs: H = J") == Scope::whole);
  CHECK(scope("forall H in inputs where exists J in inputs: H = J: true") == Scope::whole);
  CHECK(scope("forall H in inputs: true and sum(J in inputs: 1) = 8") == Scope::whole);
  CHECK(scope("exists H in inputs: true") == Scope::whole);
  CHECK(scope("let x = 1: forall H in inputs: true") == Scope::whole);
  CHECK(scope("not (forall H in inputs: true)") == Scope::whole);
  CHECK(scope("distinct(H in inputs, k in 1..n: id(H, k))") == Scope::collective);
  CHECK(scope("distinct(H in inputs, J in inputs: id(H, 1) + id(J, 1))") == Scope::whole);
  CHECK(scope("distinct(k in 1..n, H in inputs: id(H, k))") == Scope::whole);
  CHECK(scope("distinct(H in inputs: sum(J in inputs: 1))") == Scope::whole);
  CHECK(scope("sum(H in inputs: 1) = 8") == Scope::whole);
}

TEST_CASE("ranges: the first range that decides gives the outcome of the whole") {
  const Toy model;
  for (const char* text :
       {"forall H in inputs: z(H, 1) = 0", "forall H in inputs, k in 1..n: id(H, k) != 17",
        "forall H in inputs: id(H, 1) > 0", "forall H in inputs: z(H, 1) > 1 implies false",
        "forall H in inputs where z(H, 2) = 0: z(H, 2) > 1 or z(H, 1) = 0",
        "forall H in inputs: 1/(id(H, 1) - 13) != 7",
        "forall H in inputs: id(H, 1) < 4 or chain(j in 1..21, k in 1..21: j > k)",
        "forall H in inputs: id(H, 1) < 10 and (id(H, 1) < 4 or chain(j in 1..21, k in 1..21: j > "
        "k))",
        "forall H in inputs: id(H, 1) < 10 implies 1^(1000000 + id(H, 2)) = 1"}) {
    const Formula f = formula(text);
    const std::string expected = answer(evaluate(f, model), model);
    for (std::uint64_t step = 1; step <= 8; ++step) {
      INFO(text << ", ranges of " << step);
      std::string found;
      bool unknown = false;
      bool vacuous = true;
      for (std::uint64_t first = 0; first < 8 && found.empty(); first += step) {
        const Outcome part = evaluate(f, model, {first, std::min<std::uint64_t>(first + step, 8)});
        if (part.kind != Outcome::Kind::truth || part.truth == Truth::no)
          found = answer(part, model);
        unknown = unknown || part.truth == Truth::unknown;
        vacuous = vacuous && part.vacuous;
      }
      if (found.empty()) found = unknown ? "unknown" : vacuous ? "true vacuous" : "true";
      CHECK(found == expected);
    }
  }
}

TEST_CASE("ranges: an empty range is vacuous, one beyond the inputs is a broken contract") {
  const Toy model;
  CHECK(answer(evaluate(formula("forall H in inputs: false"), model, {3, 3}), model) ==
        "true vacuous");
  CHECK_THROWS_AS(evaluate(formula("forall H in inputs: true"), model, {0, 9}), BrokenContract);
  CHECK_THROWS_AS(evaluate(formula("exists H in inputs: true"), model, {0, 8}), BrokenContract);
}

TEST_CASE("collect: gives the values of a range in order, with the names of every instance") {
  const Toy model;
  const Formula f = formula("distinct(H in inputs, k in 1..n where k != 2: id(H, k))");
  CHECK(collective_names(f) == std::vector<std::string>{"H", "k"});
  std::string seen;
  const Outcome outcome =
      collect(f, model, {2, 4}, [&](const Rational& value, std::span<const Value> names) {
        seen.append(value.str()).append(" at");
        for (const Value& v : names) seen.append(" ").append(show(v, model));
        seen += "; ";
      });
  CHECK(answer(outcome, model) == "true");
  CHECK(seen == "7 at 0 1 0 1; 9 at 0 1 0 3; 10 at 0 1 1 1; 12 at 0 1 1 3; ");
}

TEST_CASE("collect: an undefined value or a limit is the outcome") {
  const Toy model;
  const auto outcome = [&](const char* text) {
    return collect(formula(text), model, {0, 8}, [](const Rational&, std::span<const Value>) {});
  };
  CHECK(outcome("distinct(H in inputs: 1/(id(H, 1) - 4))").kind == Outcome::Kind::undefined);
  CHECK(outcome("distinct(H in inputs: 1^(1000000 + id(H, 1)))").kind == Outcome::Kind::limit);
}

TEST_CASE("reasons: name the term and why, on one line") {
  const Toy model;
  const auto reason = [&](const char* text) { return evaluate(formula(text), model).reason; };
  CHECK(reason("forall k in 0..1: 1/( k\n -\t0 ) > 0") == "1/( k - 0 ): division by zero");
  CHECK(reason("max(k in {}: k) = 1") == "max(k in {}: k): max of nothing");
  CHECK(reason("gamma(n + 1) = 1") == "gamma(n + 1): index 4 is not in 1..3");
  CHECK(reason("(1/2..3) = {}") == "1/2: the end of a range is not an integer: 1/2");
  CHECK(reason("exists S in subsets((1..17)): true") ==
        "(1..17): subsets of a set of more than 16 members");
  CHECK(reason("2 ^ 1000001 = 1") == "2 ^ 1000001: exponent beyond 1000000: 1000001");
  CHECK(reason("1 = 0^-1") == "0^-1: zero to a negative power");
  CHECK(reason("mod(1, 1 - 1) = 1") == "mod(1, 1 - 1): mod by zero");
  CHECK(reason("true").empty());
}

TEST_CASE("evaluate: what depends on no bound name is asked for once") {
  const Toy model(1 << 12);
  CHECK(answer("forall H in inputs, k in 1..n: 0 <= delta^(-n*d) + gamma(n) - k and k in A(1, 2)",
               model) == "true");
  CHECK(model.reads <= 8);
}

TEST_CASE("evaluate: an undefined term that is kept is undefined only when it is reached") {
  const Toy model;
  CHECK(answer("forall k in 1..3: k < 3 or 1/0 = k", model) == "undefined");
  CHECK(answer("forall k in 1..3: k < 4 or gamma(0) = k", model) == "true");
}

TEST_CASE("evaluate: a kept truth keeps its vacuity") {
  const Toy model;
  CHECK(answer("forall k in 1..3: forall j in {}: false", model) == "true vacuous");
  CHECK(answer("forall k in 1..3: k = k and (forall j in {}: false)", model) == "true");
}

TEST_CASE("evaluate: many inputs need neither much time nor memory") {
  const Toy model(std::uint64_t{1} << 18);
  CHECK(answer("forall H in inputs, k in 1..n: id(H, k) >= k and z(H, k)*2 <= delta^(-n*d) - delta",
               model) == "true");
  CHECK(answer("distinct(H in inputs: id(H, 1))", model) == "true");
}

TEST_CASE("evaluate: a chain of twenty members over all orderings is decided for every dead end") {
  const Toy model;
  // A path 1 - 3 - 5 - ... that has to turn around: increasing order does not serve, the ordering
  // odd numbers up, even numbers down does.
  CHECK(answer("chain(j in 1..20, k in 1..20: abs(j - k) = 2 or j = 19 and k = 20)", model) ==
        "true");
  CHECK(answer("chain(j in 1..20, k in 1..20: abs(j - k) = 2)", model) == "false []");
  CHECK(answer("forall m in 2..7: chain(j in 1..m, k in 1..m: abs(j - k) != 1) implies m >= 4",
               model) == "true");
  CHECK(answer("forall m in 4..9: chain(j in 1..m, k in 1..m: abs(j - k) != 1)", model) == "true");
}

TEST_CASE("evaluate: what would fill the memory meets the limit", "[full]") {
  const Toy model;
  CHECK(answer("prod(k in 1..10^9: (2^67)^1000000) = 1", model) == "limit");
  CHECK(answer("(2^67)^1000000*(2^67)^1000000*(2^67)^1000000 = 1", model) == "limit");
  CHECK(answer("distinct(k in 1..10^9: k)", model) == "limit");
  CHECK(answer("card((1..10^9)) = 10^9", model) == "limit");
  CHECK(answer("union(k in 1..10^9: {k}) = {}", model) == "limit");
}

}  // namespace evaluate_test
