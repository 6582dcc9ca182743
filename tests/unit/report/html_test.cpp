// What every report is made of: escaping, the frame, formulas as MathML, plots.
#include <catch2/catch.hpp>

#include <random>

#include "claim/claim.hpp"
#include "discharge/run_names.hpp"
#include "exact/error.hpp"
#include "report/html/markup.hpp"
#include "report/html/mathml.hpp"
#include "report/html/page.hpp"
#include "report/html/plots.hpp"
#include "report/html/sections.hpp"
#include "support/rounds.hpp"

namespace html_test {

using namespace hardmax;
using namespace hardmax::report::html;
using hardmax::report::shell_word;

namespace {

std::string set(const std::string& formula) {
  return mathml(claim::Formula::parse(formula, run_vocabulary())).markup;
}
bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}
std::size_t times(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos;
       at = text.find(part, at + part.size()))
    ++count;
  return count;
}

}  // namespace

TEST_CASE("html: text and attributes cannot leave their place") {
  CHECK(escaped("a < b & \"c\" > 'd'") == "a &lt; b &amp; &quot;c&quot; &gt; &#39;d&#39;");
  CHECK(escaped("γ ≤ 𝔾\n\t") == "γ ≤ 𝔾\n\t");
  const std::string replacement = "\xEF\xBF\xBD";
  CHECK(escaped(std::string("a\0b", 3)) == "a" + replacement + "b");
  CHECK(escaped("\x1B[31m") == replacement + "[31m");
  CHECK(escaped("\xFF\xC3") == replacement + replacement);
  CHECK(escaped("\xC0\xBC") == replacement + replacement);  // '<' longer than needed
  CHECK(escaped("\xED\xA0\x80") == replacement + replacement + replacement);  // a surrogate
  CHECK(escaped("\xE2\x80\xAE") == replacement);  // right-to-left override
  Markup m;
  m.open("p", {{"title", "\"><script>alert(1)</script>"}});
  m.text("</p><script>alert(2)</script>");
  m.close();
  const std::string out = m.finish().markup;
  CHECK(out ==
        "<p "
        "title=\"&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;\">&lt;/"
        "p&gt;&lt;script&gt;alert(2)&lt;/script&gt;</p>\n");
}

TEST_CASE("html: random bytes come out without markup and as UTF-8") {
  std::mt19937_64 random(20261128);
  for (int round = 0; round < testing::rounds(2000); ++round) {
    std::string bytes;
    for (std::size_t i = 0; i < random() % 40; ++i)
      bytes += static_cast<char>(random() % 4 == 0 ? "<>&\"'"[random() % 5] : random());
    const std::string out = escaped(bytes);
    INFO(round);
    CHECK(out.find_first_of("<>\"'") == std::string::npos);
    CHECK(times(escaped(out), "\xEF\xBF\xBD") ==
          times(out, "\xEF\xBF\xBD"));  // what comes out has nothing more to replace
    for (std::size_t at = out.find('&'); at != std::string::npos; at = out.find('&', at + 1))
      CHECK(out.find(';', at) < at + 7);
  }
}

TEST_CASE("html: a string of CSS ends where it should, whatever stands in it") {
  CHECK(css_string("n = 4") == "\"n \\00003d 4\"");
  CHECK(css_string("</style>\"}\\\n") ==
        "\"\\00003c\\00002fstyle\\00003e\\000022\\00007d\\00005c\\00000a\"");
  CHECK(css_string("\xCE\xB4\xFF") == "\"\\0003b4\xEF\xBF\xBD\"");
}

TEST_CASE("html: elements that are left open, or closed twice, are a broken contract") {
  Markup open;
  open.open("p");
  CHECK_THROWS_AS(open.finish(), BrokenContract);
  Markup closed;
  CHECK_THROWS_AS(closed.close(), BrokenContract);
}

TEST_CASE("html: a page loads nothing, allows its own script alone and escapes its title") {
  Page page;
  page.title = "</title><script>alert(1)</script>";
  page.kicker = "<b>";
  page.contents = {{"a", "<i>"}};
  page.footer = "\"";
  const std::string out = hardmax::report::html::page(page);
  CHECK(times(out, "<script") == 1);
  CHECK(contains(out, "default-src &#39;none&#39;"));
  const std::size_t at = out.find("sha256-");
  REQUIRE(at != std::string::npos);
  const std::string hash = out.substr(at + 7, 44);
  CHECK(hash.back() == '=');
  CHECK(
      hash.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=") ==
      std::string::npos);
  for (const char* loads :
       {"http:", "https:", "url(", "@import", " src=", "<link", "<img", "<iframe"})
    CHECK_FALSE(contains(out, loads));
  CHECK(contains(out, "<html lang=\"en\">"));
  CHECK(contains(out, "href=\"#report\""));
  CHECK(hardmax::report::html::page(page) == out);
}

TEST_CASE("html: different ids have different anchors, whatever stands in them") {
  CHECK(anchor_of("yun2020b.E.2.4.eq10") == "c-yun2020b.E.2.4.eq10");
  CHECK(anchor_of("a>b") == "c-a-3eb");
  CHECK(anchor_of("a-3eb") != anchor_of("a>b"));
  CHECK(anchor_of("a b").find(' ') == std::string::npos);
}

TEST_CASE("mathml: names of a run are written as the paper writes them") {
  CHECK(set("n = 1") ==
        "<math displaystyle=\"true\"><mi>n</mi></math><wbr/><math displaystyle=\"true\"><mo "
        "form=\"infix\">=</mo><mn>1</mn></math>");
  const std::string bound = set("forall H in inputs: zt(H, gamma(n)) <= delta^(-n*d) - delta");
  CHECK(contains(bound, "<mover accent=\"true\"><mi>z</mi><mo>~</mo></mover>"));
  CHECK(contains(bound, "<msub><mi>𝔾</mi><mi>δ</mi></msub>"));
  CHECK(contains(bound,
                 "<msup><mrow><mi>δ</mi></mrow><mrow><mo form=\"prefix\">−</mo><mi>n</mi><mo "
                 "form=\"infix\">·</mo><mi>d</mi></mrow></msup>"));
  CHECK(contains(bound, "<mo form=\"infix\">≤</mo>"));
  CHECK(contains(set("forall k in 1..n: card(A(1, k)) >= 1"),
                 "<msubsup><mi>A</mi><mrow><mi>k</mi></mrow><mrow><mn>1</mn></mrow></msubsup>"));
  CHECK(contains(set("n/d = 1"), "<mfrac><mrow><mi>n</mi></mrow><mrow><mi>d</mi></mrow></mfrac>"));
  CHECK(contains(set("n/d/D = 1"),
                 "<mfrac><mrow><mi>n</mi></mrow><mrow><mi>d</mi><mo "
                 "form=\"infix\">·</mo><mi>D</mi></mrow></mfrac>"));
}

TEST_CASE("mathml: parentheses stand where the tree needs them") {
  const auto parentheses = [](const std::string& formula) {
    return times(set(formula), ">(</mo>");
  };
  CHECK(parentheses("(n + d)*D = 1") == 1);
  CHECK(parentheses("n + d*D = 1") == 0);
  CHECK(parentheses("n - (d - D) = 1") == 1);
  CHECK(parentheses("(n + d)/D = 1") == 0);  // a fraction shows it
  CHECK(parentheses("(n + d)^2 = 1") == 1);
  CHECK(parentheses("(n^2)^2 = 1") == 1);
  CHECK(parentheses("(-n)^2 = 1") == 1);
  CHECK(parentheses("-n^2 = 1") == 0);
  CHECK(parentheses("(n/d)^2 = 1") == 1);
  CHECK(parentheses("n*(d/D) = n") == 0);
  CHECK(parentheses("not (n = 1 and d = 1)") == 1);
  CHECK(parentheses("(n = 1 or d = 1) and D = 1") == 1);
  CHECK(parentheses("(n = 1 implies d = 1) implies D = 1") == 1);
  CHECK(parentheses("(sum(i in 1..n: i) + 1)*2 = n") == 1);
  CHECK(parentheses("sum(i in 1..n: i + 1) = n") == 1);
  CHECK(parentheses("exp(n + d) > 1") == 0);  // a power of e
  CHECK(parentheses("exp(n)^2 > 1") == 1);
  CHECK(parentheses("log(n + d) > 1") == 1);
}

TEST_CASE("mathml: markup is balanced, also where lines may break") {
  for (const char* formula :
       {"forall H in inputs, k in 1..n, K in inputs, j in 1..n, r in 1..d: planted(H, k, K, j, r) "
        "= entry(layers(selective_shift) + layers(all_max_shift), K, r, j)",
        "distinct(H in inputs, k in 1..n: id(H, k))",
        "exists x in nonneg, a in positive(2): x + a(1) > 0 implies let y = max(x, 1): min(i in "
        "{1,2}: i*y) >= 0",
        "forall K in subsets((1..n)) where card(K) > 1: choose(n, 2) >= floor(n/2) and abs(n) + "
        "mod(n, 2) >= 0"}) {
    INFO(formula);
    const std::string out = set(formula);
    std::vector<std::string> open;
    for (std::size_t at = out.find('<'); at != std::string::npos; at = out.find('<', at + 1)) {
      const std::size_t end = out.find('>', at);
      REQUIRE(end != std::string::npos);
      const std::string tag = out.substr(at + 1, end - at - 1);
      if (tag.ends_with('/')) continue;
      if (tag.starts_with('/')) {
        REQUIRE(!open.empty());
        CHECK(open.back() == tag.substr(1));
        open.pop_back();
      } else {
        open.push_back(tag.substr(0, tag.find(' ')));
      }
    }
    CHECK(open.empty());
  }
}

TEST_CASE(
    "mathml: a witness has its values under the two sides, if it is clear which comparison it is") {
  const auto placed = [](const std::string& formula, const char* relation) {
    return mathml_of_witness(claim::Formula::parse(formula, run_vocabulary()),
                             {{"H=0 0"}, {}, "20", relation, "31/2"})
        .markup;
  };
  const std::string out =
      placed("forall H in inputs: zt(H, gamma(n)) <= delta^(-n*d) - delta", "<=");
  CHECK(contains(out, "<mtext class=\"value\">20</mtext>"));
  CHECK(contains(out, "<mtext class=\"value\">31/2</mtext>"));
  CHECK(out.find(">20<") < out.find("≤"));
  CHECK(out.find(">31/2<") > out.find("≤"));
  CHECK(contains(placed("n <= d < D", "<"), "31/2"));
  CHECK(placed("n <= d <= D", "<=").empty());  // either of two
  CHECK(placed("n <= 1 and d <= 1", "<=").empty());
  CHECK(placed("n < 1", "<=").empty());
  CHECK(placed("distinct(H in inputs: id(H, 1))", "distinct").empty());
  CHECK(contains(placed("n = 1 implies d <= 2", "<="), "31/2"));
}

TEST_CASE("html: words of a command line survive the shell") {
  CHECK(shell_word("run.cert") == "run.cert");
  CHECK(shell_word("a b") == "'a b'");
  CHECK(shell_word("it's") == "'it'\\''s'");
  CHECK(shell_word("$(rm)") == "'$(rm)'");
  CHECK(shell_word("") == "''");
  CHECK(shell_word("--x") == "'--x'");
}

TEST_CASE("plots: ids stand where they belong, and equal numbers give equal bytes") {
  const StageIds stage{"before the first layer",
                       {Rational(0), Rational(1), Rational(2), Rational(2), Rational(4)}};
  const std::string linear = number_lines({stage}, false).markup;
  // Half a unit is the finest step: 0 at the left end 8, 4 at the right end 452, 1 and 2 at a
  // quarter and a half.
  CHECK(contains(linear, "\"M8 26v14M119 26v14M230 26v14M452 26v14\""));
  CHECK(contains(linear, ">0</text>"));
  CHECK(contains(linear, ">4</text>"));
  CHECK(number_lines({stage}, false).markup == linear);
  const std::string logarithmic = number_lines({stage}, true).markup;
  CHECK(contains(logarithmic, "(1 of 0 or less)"));
  CHECK(contains(logarithmic, ">10⁰</text>"));
  const StageIds one{"one", {Rational(7), Rational(7)}};
  CHECK(times(number_lines({one}, false).markup, "v14") == 1);
  CHECK(times(number_lines({{"none above 0", {Rational(-1)}}}, true).markup, "v14") == 0);
}

TEST_CASE("plots: logarithms of numbers far beyond machine numbers") {
  CHECK(log2_of(power(2, 5000)) == Approx(5000));
  CHECK(log2_of(Rational(1) / power(2, 5000)) == Approx(-5000));
  CHECK(log2_of(Rational(3)) == Approx(1.584962500721156));
}

TEST_CASE(
    "replay: the room of an inequality is the term that the formula asserts to be at least 0") {
  const auto room = [](const std::string& formula) {
    std::string relation;
    return room_of(claim::Formula::parse(formula, run_vocabulary()), relation);
  };
  CHECK(room("n <= d") == "(d) - (n)");
  CHECK(room("n > d") == "(n) - (d)");
  CHECK(room("forall H in inputs, k in 1..n where k > 1: id(H, k) < c") ==
        "min(H in inputs, k in 1..n where k > 1: (c) - (id(H, k)))");
  CHECK(room("n <= d and d < D") == "min((d) - (n), (D) - (d))");
  CHECK(room("n <= d < D") == "min((d) - (n), (D) - (d))");
  for (const char* other :
       {"n = d", "n <= d and d = D", "exists k in 1..n: k > 1", "n > 1 implies d > 1",
        "forall x in nonneg: x >= 0", "let y = n: y > 1", "distinct(H in inputs: id(H, 1))"})
    CHECK(room(other).empty());
}

}  // namespace html_test
