// Decoders: tokens that are made one after another; what a run brings besides: machines, tables,
// arguments of variants.
#include <catch2/catch.hpp>

#include "subject/decoder.hpp"
#include "subject/run.hpp"

namespace decoder_test {

using namespace hardmax;
using subject::ConstructionFile;
using subject::Machine;
using subject::Run;
using subject::Tables;

namespace {

// Two rows; the output of a token is what row 1 was, and the sum of rows 1 of whom it looks at.
std::string decoder_file(const std::string& keys,
                         const std::string& start = "if(r = 1, k, previous(2))") {
  return R"toml([construction]
id         = "small"
parameters = ["n >= 1"]
tokens     = "1..n"
rows       = "2"
start      = ")toml" +
         start + R"toml("
states     = "net"
[[choose]]
terms = ["factor = 1"]
[[define]]
terms = ["entry(r, k) = run(net, start(input(0)))(r, k)"]
[[stage]]
name  = "look"
in    = "net"
keys  = ")toml" +
         keys + R"toml("
layer = "Z + factor*e(2)*attend(Z(1), 0*Z(1), 0*Z(1))"
)toml";
}

std::string value(const std::string& text, const std::string& term, std::uint64_t n,
                  const std::vector<std::string>& changes = {}) {
  const auto file = ConstructionFile::read_text(text, "small.toml");
  return Run::open(file, {{{"n", n}}, "", {}, changes}).value(term).show();
}

std::string refused(const std::string& text, std::uint64_t n = 3,
                    const std::vector<std::string>& changes = {}) {
  try {
    (void)value(text, "start(input(0))", n, changes);
  } catch (const InvalidInput& e) {
    return e.what();
  }
  return "nothing";
}

}  // namespace

TEST_CASE("decoder: previous is the output of the token before, 0 for the first") {
  const std::string own = decoder_file("{k}");
  CHECK(value(own, "start(input(0))", 4) == "[1, 2, 3, 4; 0, 1, 3, 6]");
  CHECK(value(own, "run(net, start(input(0)))", 4) == "[1, 2, 3, 4; 1, 3, 6, 10]");
  CHECK(value(own, "entry(2, 3)", 4) == "6");
  CHECK(value(own, "start(input(0))", 4, {"factor = 2"}) == "[1, 2, 3, 4; 0, 2, 6, 12]");
  CHECK(value(own, "start(input(0))", 3, {"drop=1"}) == "[1, 2, 3; 0, 0, 0]");
  CHECK(value(decoder_file("{1}"), "start(input(0))", 4) == "[1, 2, 3, 4; 0, 1, 2, 3]");
  // The mean of the first and the own one.
  CHECK(value(decoder_file("{1, k}"), "start(input(0))", 4) == "[1, 2, 3, 4; 0, 1, 5/2, 9/2]");
  CHECK(value(decoder_file("if(k = 1, {}, {k - 1})"), "start(input(0))", 4) ==
        "[1, 2, 3, 4; 0, 0, 1, 3]");
}

TEST_CASE("decoder: through definitions too, and the same one token at a time") {
  const std::string text = decoder_file("(1..k)", "if(r = 1, 1 + before(1), before(2))");
  const std::string defined = [&] {
    std::string out = text;
    const std::string at = "[[define]]\nterms = [";
    return out.replace(out.find(at), at.size(), at + "\"before(r) = previous(r)/2\", ");
  }();
  const auto file = ConstructionFile::read_text(defined, "small.toml");
  CHECK(file.decoder);
  const Run run = Run::open(file, {{{"n", 5}}, "", {}, {}});
  const subject::Mat all = run.reading().start(run.reading().input(0));
  subject::Decoder decoder(run.reading(), run.reading().input(0), 5);
  for (std::size_t k = 0; k < 5; ++k) {
    INFO("token " << k + 1);
    const std::vector<Rational> column = decoder.begin();
    CHECK(column[0] == all.numbers[k]);
    CHECK(column[1] == all.numbers[5 + k]);
    std::size_t layers = 0;
    decoder.finish([&](std::size_t layer, const std::vector<Rational>&) { layers = layer; });
    CHECK(layers == 1);
  }
  CHECK(decoder.looked_at_tokens() == 15);
  CHECK(decoder.looked_at_memory() == 0);
}

TEST_CASE("decoder: a token that looks at a later one is refused, at the first that does") {
  CHECK(refused(decoder_file("{min(k + 1, n)}")) ==
        "small.toml: stage 'look': token 1 looks at token 2, a later one; in a decoder none may");
  CHECK(refused(decoder_file("if(k < 3, {k}, {4})"), 5) ==
        "small.toml: stage 'look': token 3 looks at token 4, a later one; in a decoder none may");
  CHECK(refused(decoder_file("{min(k + 1, n)}"), 3, {"drop=1"}) == "nothing");
  CHECK(value(decoder_file("{min(k + 1, n)}"), "run(net, start(input(0)))", 3, {"drop=1"}) ==
        "[1, 2, 3; 0, 0, 0]");
  CHECK(refused(decoder_file("{0}")) ==
        "small.toml: stage 'look': token 1 looks at 0, which is no token");
}

TEST_CASE("decoder: previous stands in start and in what only start uses") {
  const std::string own = decoder_file("{k}");
  const auto with = [&](const std::string& old, const std::string& fresh) {
    std::string out = own;
    return out.replace(out.find(old), old.size(), fresh);
  };
  const std::string where =
      "it uses 'previous', the output of the token before, which has a value in 'start' alone and "
      "in definitions that only 'start' uses";
  CHECK(refused(with("factor*e(2)", "previous(1)*e(2)")) ==
        "small.toml:12: stage 'look': " + where);
  CHECK(refused(with("\"factor = 1\"", "\"factor = previous(1)\"")) ==
        "small.toml:9: definition 'factor': it uses 'previous', and 'start' does not use it; only "
        "definitions that 'start' uses may");
  CHECK(refused(own, 3, {"factor = previous(1)"}) == "--with factor = previous(1): " + where);
  CHECK(refused(with("rows       = \"2\"", "rows       = \"previous(1)\"")) ==
        "small.toml:1: [construction], rows: " + where);
}

// ---- machines

namespace {

const std::string kMachine =
    "states = [\"A\", \"B\"]\ninitial = \"A\"\nhalting = [\"B\"]\nblank = \"#\"\ninput = \"1#\"\n"
    "transitions = [\"A # -> A 1 R\", \"A 1 -> B # L\"]\n";

const std::string kOfMachine = R"toml([construction]
id         = "small"
parameters = ["n >= 1"]
machine    = "required"
tokens     = "1..n"
rows       = "1"
start      = "0"
[[define]]
terms = ["all = 10^3*Q + 10^2*S + 10*initial + blank",
         "rows_of(t) = 10^4*from(t) + 10^3*reads(t) + 10^2*to(t) + 10*writes(t) + moves(t)"]
[[stage]]
name  = "same"
layer = "Z"
)toml";

}  // namespace

TEST_CASE("a machine gives its numbers to the terms of a file that asks for one") {
  const auto file = ConstructionFile::read_text(kOfMachine, "small.toml");
  const Run run =
      Run::open(file, {{{"n", 1}}, "", {}, {}}, std::nullopt, Run::WithoutNetwork::refused,
                hardmax::subject::Engine::literal, Machine::read_text(kMachine, "m.toml"));
  CHECK(run.value("all").show() == "2211");
  CHECK(run.value("rows_of(1)").show() == "11121");
  CHECK(run.value("rows_of(2)").show() == "12209");
  CHECK(run.value("100*word(1) + 10*word(2) + length").show() == "212");
  CHECK(run.value("transitions").show() == "2");
  CHECK_THROWS_WITH(run.value("to(3)"), "small.toml: 'to': index 3 is not in 1..2");
  CHECK_THROWS_WITH(Run::open(file, {{{"n", 1}}, "", {}, {}}),
                    "construction 'small' needs a machine; give --machine FILE");
}

TEST_CASE("a file that asks for a machine and for a pattern with Assumption 1 is refused") {
  std::string text = kOfMachine;
  const std::string key = "machine    =";
  text.replace(text.find(key), key.size(), "pattern = \"required\"\nmachine    =");
  CHECK_THROWS_WITH(ConstructionFile::read_text(text, "small.toml"),
                    "small.toml:1: [construction]: machine and pattern = \"required\" both give "
                    "'S'; write pattern = \"optional\"");
}

// ---- tables, and variants with arguments

namespace {

const std::string kOfTables = R"toml([construction]
id         = "small"
parameters = ["n >= 1"]
tables     = ["f(H, r, k)", "weight(i)"]
tokens     = "1..n"
rows       = "1"
inputs     = "k in 1..n, r in 1..1"
entries    = "{0, 1/2}"
start      = "f(H, r, k) + weight(k)"
[[choose]]
terms = ["a = 1", "b = {0}"]
[[define]]
terms = ["unit(t) = a"]
[[stage]]
name  = "net"
layer = "Z + e(1)*unit(Z(1))"
[[variant]]
name  = "plus(x, s)"
terms = ["a = a + x", "b = union(b, s)"]
)toml";

const std::string kValues = R"toml([[table]]
name   = "f"
values = ["(0), 1, 1 -> 3", "(1/2), 1, 1 -> -1/4"]
[[table]]
name   = "weight"
values = ["1 -> 10", "2 -> 20"]
)toml";

Run with_tables(const ConstructionFile& file, const std::string& values,
                const std::vector<std::string>& variants = {}) {
  return Run::open(file, {{{"n", 1}}, "", variants, {}}, std::nullopt, Run::WithoutNetwork::refused,
                   hardmax::subject::Engine::literal, std::nullopt,
                   Tables::read_text(values, "t.toml", file.tables));
}

}  // namespace

TEST_CASE("tables: the values of a file at numbers and inputs") {
  const auto file = ConstructionFile::read_text(kOfTables, "small.toml");
  const Run run = with_tables(file, kValues);
  CHECK(run.value("run(net, start(input(0)))").show() == "[14]");
  CHECK(run.value("run(net, start(input(1)))").show() == "[43/4]");
  CHECK(run.value("weight(2)").show() == "20");
  CHECK_THROWS_WITH(run.value("weight(3)"), "small.toml: the table 'weight' has no value at 3");
  const auto refused = [&](const std::string& old, const std::string& fresh) {
    std::string text = kValues;
    try {
      (void)with_tables(file, text.replace(text.find(old), old.size(), fresh));
    } catch (const InvalidInput& e) {
      return std::string(e.what());
    }
    return std::string("nothing");
  };
  CHECK(refused("\"weight\"", "\"height\"") ==
        "t.toml:5: the construction has no table 'height'; it asks for f(H, r, k), weight(i)");
  CHECK(refused("1 -> 10", "2 -> 10") ==
        "t.toml:6: the value '2 -> 20' of 'weight' stands there twice; keep one");
  CHECK(refused("1 -> 10", "1, 1 -> 10") ==
        "t.toml:6: the value '1, 1 -> 10' of 'weight' has 2 arguments; weight(i) is asked for");
  CHECK(refused("1 -> 10", "1 -> 1/0") ==
        "t.toml:6: the value '1 -> 1/0' of 'weight' is no number; write an integer or a quotient "
        "of two");
  CHECK(refused("(0), 1, 1", "0, 1, 1") ==
        "t.toml:3: the value '0, 1, 1 -> 3' of 'f': its argument 'H' is no input; write its "
        "entries as (0 1/2)");
  CHECK(refused("[[table]]\nname   = \"weight\"\nvalues = [\"1 -> 10\", \"2 -> 20\"]\n", "") ==
        "t.toml:1: the table 'weight' is missing; write one for weight(i)");
}

TEST_CASE("a variant with arguments is applied with their values, one after another") {
  const auto file = ConstructionFile::read_text(kOfTables, "small.toml");
  const auto said = [&](const std::vector<std::string>& variants, const std::string& term) {
    return with_tables(file, kValues, variants).value(term).show();
  };
  CHECK(said({"plus(2, {5})"}, "a") == "3");
  CHECK(said({"plus(2, {5})", "plus(a, {6})"}, "a") == "6");
  CHECK(said({"plus(2, {5})", "plus(a, {6})"}, "b") == "{0, 5, 6}");
  CHECK(said({"plus(2, {5})"}, "plus(1, {7}).a") == "4");
  CHECK_THROWS_WITH(said({"plus(2)"}, "a"),
                    "--variant plus(2): it has 2 arguments, 1 are given; write plus(x, s)");
  CHECK_THROWS_WITH(said({"minus"}, "a"),
                    "--variant minus: there is no such variant; there are plus");
  CHECK_THROWS_WITH(said({"plus({1}, {5})"}, "a"), Catch::StartsWith("--variant plus({1}, {5}): "));
  CHECK_THROWS_WITH(said({"plus(unknown, {5})"}, "a"),
                    "--variant plus(unknown, {5}): 'unknown' is not known here");
}

}  // namespace decoder_test
