#include <catch2/catch.hpp>

#include "claim/syntax.hpp"
#include "toy_model.hpp"

namespace syntax_test {

using namespace toy;

namespace {

// "7: expected ..." for a refused text, "accepted" otherwise.
std::string refusal(std::string_view text) {
  try {
    Formula::parse(text, vocabulary());
    return "accepted";
  } catch (const SyntaxError& e) {
    return std::to_string(e.offset) + ": " + e.what();
  }
}

std::string reprint(std::string_view text) {
  return print(Formula::parse(text, vocabulary()).root());
}

std::string repeat(const std::string& part, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += part;
  return text;
}

}  // namespace

TEST_CASE("syntax: a refusal gives the place and says what was expected") {
  CHECK(refusal("") == "0: expected a number, a name, '(' or '{', found the end of the formula");
  CHECK(refusal("1 < ") ==
        "4: expected a number, a name, '(' or '{', found the end of the formula");
  CHECK(refusal("1 < )") == "4: expected a number, a name, '(' or '{', found ')'");
  CHECK(refusal("(1 < 2") == "6: expected an operator or ')', found the end of the formula");
  CHECK(refusal("1 < 2 3") == "6: expected an operator or the end of the formula, found '3'");
  CHECK(refusal("forall k 1..2: true") == "9: expected 'in', found '1'");
  CHECK(refusal("forall in in 1..2: true") ==
        "7: expected a name that is not reserved, found 'in'");
  CHECK(refusal("forall k in 1..2 true") ==
        "17: expected an operator, ',', 'where' or ':', found 'true'");
  CHECK(refusal("forall k in 1..2 where k > 1 = : true") ==
        "31: expected a number, a name, '(' or '{', found ':'");
  CHECK(refusal("let x true") == "6: expected '=', found 'true'");
  CHECK(refusal("let x = 1 true") == "10: expected an operator or ':', found 'true'");
  CHECK(refusal("sum k in 1..2: k = 1") == "4: expected '(', found 'k'");
  CHECK(refusal("max(1; 2) = 1") == "5: expected an operator, ',' or ')', found ';'");
  CHECK(refusal("{1; 2} = {}") == "2: expected an operator, ',' or '}', found ';'");
  CHECK(refusal("1 = \xC3\xA9") == "4: expected a number, a name, '(' or '{', found byte 195");
  CHECK(refusal(std::string_view("1\0= 1", 5)) ==
        "1: expected an operator or the end of the formula, found byte 0");
  CHECK(refusal("1 + averyveryverylongnameindeed forall") ==
        "4: expected a name that is bound or offered by the run, found "
        "'averyveryverylongnameindeed'");
}

TEST_CASE("syntax: a type error gives the place of the operand") {
  CHECK(refusal("1 < 2 and 3") == "10: expected Bool as operand of 'and', found Num");
  CHECK(refusal("1 + true = 2") == "4: expected Num as operand, found Bool");
  CHECK(refusal("(1 = 2) < 3") == "0: expected Num as operand of '<', found Bool");
  CHECK(refusal("{1} = 2") == "6: expected Set as operand of '=', found Num");
  CHECK(refusal("gamma({1}) = 2") == "6: expected Num as argument of 'gamma', found Set");
  CHECK(refusal("A(1) = {}") == "0: expected 2 arguments after 'A', found 1");
  CHECK(refusal("n(1) = 1") == "0: expected no arguments after 'n', which is a parameter");
  CHECK(refusal("gamma = 1") == "0: expected 1 argument after 'gamma', found none");
  CHECK(refusal("forall k in 3: true") == "12: expected Set as domain of 'k', found Num");
  CHECK(refusal("1 + 2") == "0: expected Bool as the whole formula, found Num");
  CHECK(refusal("layers(decode) = 1") ==
        "7: expected a stage of this run as the argument of 'layers', found 'decode'");
  CHECK(refusal("let gamma = 1: gamma(1) = 1") ==
        "15: expected a function, found 'gamma', which is bound here");
  CHECK_THROWS_AS(Formula::parse("k = 1", vocabulary()), TypeError);
  CHECK_THROWS_AS(Formula::parse("1 = ", vocabulary()), SyntaxError);
}

TEST_CASE(
    "syntax: nesting, digits and bytes beyond the limits are refused at the place where they are "
    "exceeded") {
  CHECK(refusal(repeat("(", 257)) == "257: expected at most 256 levels of nesting, found more");
  CHECK(refusal(repeat("(", 256)) ==
        "256: expected a number, a name, '(' or '{', found the end of the formula");
  CHECK(refusal("1 = " + repeat("-", 300) + "1") ==
        "261: expected at most 256 levels of nesting, found more");
  CHECK(refusal(repeat("not ", 300) + "true") ==
        "1028: expected at most 256 levels of nesting, found more");
  CHECK(refusal("1 = " + repeat("9", 1001)) ==
        "4: expected an integer of at most 1000 digits, found more");
  for (const char* part : {"(", "-", "not ", "{", "abs(", "sum(k in 1..2: ", "forall k in ",
                           "let x = 1: ", "forall k in {", "subsets(", "max(", "1^-"}) {
    INFO(part);
    CHECK(refusal(repeat(part, 1'000'000)) ==
          "65536: expected a formula of at most 65536 bytes, found " +
              std::to_string(1'000'000 * std::string(part).size()));
    CHECK_THROWS_AS(Formula::parse(repeat(part, 65536 / std::string(part).size()), vocabulary()),
                    SyntaxError);
  }
}

TEST_CASE(
    "syntax: line feeds, tabs and carriage returns are white space, other control characters are "
    "not") {
  CHECK(refusal("\n1\t<\r\n2 ") == "accepted");
  CHECK(refusal("1 <\v2") == "3: expected a number, a name, '(' or '{', found byte 11");
  CHECK(refusal("1 <\f2") == "3: expected a number, a name, '(' or '{', found byte 12");
}

TEST_CASE(
    "syntax: the printer writes the parentheses that are needed, and others only around a "
    "quantifier that is an operand") {
  for (const char* text : {
           "1 + 2 - 3 < 4 <= 5 and not true or false implies true",
           "-(1 + 2)^2 = 1",
           "(-1)^2^-3 = 1",
           "2^-1^2 = (2^-1)^2",
           "1 - (2 - 3) = 1/(2/3)*4",
           "(true implies false) implies true implies false",
           "(true or false) and (forall k in 1..n: k > 0) and true",
           "not (forall k in 1..n: true)",
           "forall i in {}, S in subsets((1..n - 1)), j in S, H in inputs where i < j: z(H, j) = "
           "max(1, 2) implies (exists k in A(1, 2): true)",
           "let x = (true and false): x",
           "sum(k in 1..2: k + 1) + prod(k in {1, 2} where k > 1: k) = card(union(k in 1..2: {k}))",
           "(1 < 2) = (2 < 3) != false",
           "chain(j in 1..n, k in 1..n: j in A(1, k)) and distinct(k in 1..n: gamma(k)) and "
           "layers(value) = 4",
           "(1..3) = {1, 2} and 1 in union({1}, {2})",
           "mod(floor(1/2), abs(-2)) = choose(n, d)",
       }) {
    CHECK(reprint(text) == text);
  }
  CHECK(reprint("((1)+(2))=(((3)))") == "1 + 2 = 3");
  CHECK(reprint("(not (true))and((1)<2)") == "not true and 1 < 2");
  CHECK(reprint("2^(3^4) = 2^3^4") == "2^(3^4) = 2^3^4");
  CHECK(reprint("(1 + 2) + 3 = 6") == "(1 + 2) + 3 = 6");
}

TEST_CASE(
    "syntax: trees are the same up to parentheses, layout and the names that are bound, and differ "
    "by numbers and what names mean") {
  const auto equal = [](const char* a, const char* b) {
    return same(Formula::parse(a, vocabulary()).root(), Formula::parse(b, vocabulary()).root());
  };
  CHECK(equal("1+2=3", "(1 + 2) = (3)"));
  CHECK(equal("forall k in 1..2: k = 1", "(forall k in 1..2: (k = 1))"));
  CHECK_FALSE(equal("1+2=3", "1+2=4"));
  CHECK_FALSE(equal("1+2=3", "1-2=3"));
  CHECK_FALSE(equal("1<2", "1<=2"));
  CHECK_FALSE(equal("n = 3", "d = 3"));
  CHECK(equal("forall k in 1..2: k = 1", "forall j in 1..2: j = 1"));
  CHECK(equal("forall k in 1..2, j in 1..k: j <= k", "forall j in 1..2, k in 1..j: k <= j"));
  CHECK(equal("let k = n: k < 2", "let j = n: j < 2"));
  CHECK_FALSE(equal("forall k in 1..2, j in 1..2: j <= k", "forall k in 1..2, j in 1..2: k <= j"));
  CHECK_FALSE(equal("forall k in 1..2: forall k in 1..2: k = 1",
                    "forall k in 1..2: forall j in 1..2: k = 1"));
  CHECK_FALSE(equal("forall k in 1..2: n = 1", "forall n in 1..2: n = 1"));
  CHECK_FALSE(equal("forall k in 1..2: k = 1", "exists k in 1..2: k = 1"));
  CHECK_FALSE(equal("forall n in 1..2: n = 1", "forall d in 1..2: n = 1"));
  CHECK_FALSE(equal("forall k in 1..2, k in 1..2: k = 1", "forall k in 1..2: k = 1"));
  CHECK_FALSE(equal("forall k in 1..2: true", "forall k in (1..2): true"));
}

}  // namespace syntax_test
