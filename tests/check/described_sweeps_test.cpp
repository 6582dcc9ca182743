// Sweeps, layers whose windows move on by one step, are found from their first and last layers
// (described_sweeps.cpp). The same files gone through layer by layer give every state the same
// value, or none: on random files full of sweeps and of what is nearly one.
#include <catch2/catch.hpp>
#include <random>

#include "described_small.hpp"
#include "support/rounds.hpp"

namespace described_sweeps_test {

using namespace check_test;

namespace {

using Random = std::mt19937_64;

// The place of the windows of layer g of round i, and what comes before the heads: many are no line
// in g, or have no value at some g alone.
std::string random_file(Random& random) {
  const auto pick = [&](const std::vector<std::string>& all) { return all[random() % all.size()]; };
  const std::string line =
      pick({"low(i) + g*step", "low(i) + g*step", "step*(g - i)", "low(i) - g*step", "place(g, i)",
            "place(g, i) + g", "b", "2*b - low(i)", "-(g - low(i))/2", "g/(1 + i)"});
  const std::string bent = pick({"g*g/4", "floor(g/2)", "if(g = 3, 0, g)", "g/(g + 10)",
                                 "g/(g - 2)", "g*b", "abs(g - 2)", "G(input(0), 1, 1) + mod(g, 3)",
                                 "g*step + 1/(i - 1)", "low(i)", "D_(g)", "c*g - c*b"});
  const bool straight = random() % 3 != 0;
  const std::string at = straight ? line : bent;
  std::string out =
      "[construction]\nid = \"sweeps\"\nparameters = [\"n >= 1\"]\ntokens = \"1..n\"\n"
      "rows = \"1\"\ninputs = \"k in 1..n, r in 1..1\"\nentries = \"{0, 1/2, 2}\"\n"
      "start = \"G(H, r, k) + " +
      pick({"0", "k", "(k - 1)/2"}) + "\"\nstates = \"context\"\n";
  out += "[[choose]]\nterms = [\"low(i) = " + pick({"0", "i", "i/2", "2*(i - 1)"}) +
         "\", \"step = " + pick({"1/2", "1", "1/3"}) +
         "\", \"width = " + pick({"1/4", "1/2", "2"}) +
         "\", \"c = " + pick({"1", "2", "-1", "1/2"}) + "\", \"back = " + pick({"0", "0", "1"}) +
         "\", \"D_(g) = g\"]\n";
  out +=
      "[[define]]\nterms = [\"psi(a) = attend(Z(1), Z(1), Z(1) - a)\", "
      "\"Psi(a) = psi(a - width) - psi(a + width)\", \"place(g, i) = step*g + i/2\", "
      "\"v(t, H, k) = run(context, t, start(H))(1, k)\", \"other(t, H, k) = moved.v(t, H, k)\", "
      "\"one(x, t, H, k) = put(x).v(t, H, k)\", \"behind(i, g) = after(context, i, g)\", "
      "\"round(i) = after(context, i)\"]\n";
  out += "[[stage]]\nname = \"context\"\nrepeat = \"i in 1..2\"\nfor = \"g in " +
         pick({"0..7", "-3..4", "i..6", "0..5*i", "3..1"}) +
         pick({"", "", "", " where g != 2", " where g >= i"}) +
         "\"\nbackwards = \"back\"\nlet = [\"b = " +
         pick({"g", "low(i) + g*step", "g*step", "g*g", "g - i"}) + "\"]\nkeys = \"" +
         pick({"(1..n)", "(1..n)", "(1..n - 1)", "{1, k}", "(1..g)", "(b..n)"}) + "\"\n";
  if (random() % 6 == 0) out += "when = \"" + pick({"i = 1", "g < 4", "b >= 1"}) + "\"\n";
  out += "layer = \"Z " + pick({"+", "-"}) + " " +
         pick({"", "", "c*e(1)*", "(1 + g)*", "c*", "low(i)*", "1/(i - 1)*", "e(1)*1/(g - 3)*"}) +
         pick({"Psi(" + at + ")", "(psi(" + at + ") - psi(" + at + " + 1))",
               "(psi(" + at + ") + psi(g))", "(psi(low(i)) - psi(" + at + "))", "psi(" + at + ")",
               "(psi(g/2) - psi(g))"}) +
         "\"\n";
  if (random() % 2 == 0)
    out +=
        "[[stage]]\nname = \"last\"\nin = \"context\"\nfor = \"i in 1..1\"\nkeys = \"(1..n)\"\n"
        "layer = \"Z + psi(0)\"\n";
  out += "[[variant]]\nname = \"moved\"\nterms = [\"" +
         pick({"low(i) = 1", "step = 1", "D_(g) = g + 1", "back = 1", "width = 3/4",
               "low(i) = 1/(i - 1)"}) +
         "\"]\n[[variant]]\nname = \"put(x)\"\nterms = [\"" +
         pick({"low(i) = x + i", "step = x/2", "width = x", "c = x", "D_(g) = g + x"}) + "\"]\n";
  return out;
}

std::string said(const DescribedRun& run, const char* name, const std::vector<Type>& types,
                 const std::vector<Num>& a, const std::vector<std::uint64_t>& inputs) {
  try {
    return run.number(run.names().resolve(name, types)->name, a.data(), inputs.data()).text();
  } catch (const Undefined&) {
    return "undefined";
  } catch (const Unreadable& error) {
    return error.what();
  } catch (const Incomplete& error) {
    return error.what();
  }
}

std::unique_ptr<DescribedRun> opened(const Described& of, const Ran& ran, bool literally) {
  static const Entries none;
  auto out = std::make_unique<DescribedRun>(run_of(of.id, ran), of, none);
  if (literally) out->share_nothing(), out->go_layer_by_layer();
  out->open(false);
  return out;
}

}  // namespace

TEST_CASE("described sweeps: random files have the states that they have layer by layer") {
  constexpr Type N = Type::Num, I = Type::Input;
  Random random(53);
  int values = 0, none = 0;
  for (int i = 0; i < testing::rounds(600); ++i) {
    const std::string file = random_file(random);
    INFO(file);
    const Described of = read_described(file, "file");
    Ran ran;
    if (random() % 4 == 0) ran.changes.push_back("drop=" + std::to_string(1 + random() % 8));
    if (random() % 4 == 0)
      ran.changes.push_back(random() % 2 == 0   ? "low(2)=0"
                            : random() % 2 == 0 ? "D_(2)=0"
                                                : "step=1");
    std::unique_ptr<DescribedRun> fast, literal;
    try {
      fast = opened(of, ran, false), literal = opened(of, ran, true);
    } catch (const std::runtime_error&) {  // a layer that is dropped and is not there
      continue;
    }
    for (int asked = 0; asked < 24; ++asked) {
      const std::uint64_t input = random() % fast->inputs();
      const Num t = number_of(random() % 20), k = number_of(1 + random() % 3),
                x = number_of(random() % 3);
      const auto both = [&](const char* name, const std::vector<Type>& types,
                            const std::vector<Num>& a) {
        const std::string found = said(*fast, name, types, a, {input});
        INFO(name << " " << input << " " << a[0].text() << " " << a[1].text());
        CHECK(found == said(*literal, name, types, a, {input}));
        const bool is_value = found.find_first_not_of("-/0123456789") == std::string::npos;
        ++(is_value ? values : none);
      };
      both("v", {N, I, N}, {t, k});
      both("other", {N, I, N}, {t, k});
      both("one", {N, N, I, N}, {x, t, k});
      both("behind", {N, N}, {number_of(random() % 4), number_of(random() % 9)});
      both("round", {N}, {number_of(random() % 4), Num(0)});
    }
  }
  CHECK(values > testing::met(20000));
  CHECK(none > testing::met(5000));
}

TEST_CASE("described sweeps: networks that are too long to go through have states") {
  const auto file = [](const std::string& layer, const std::string& back) {
    return "[construction]\nid = \"long\"\nparameters = [\"n >= 1\"]\ntokens = \"1..n\"\n"
           "rows = \"1\"\nstart = \"k\"\nstates = \"context\"\n[[choose]]\nterms = [\"step = "
           "1/2^40\"]\n[[define]]\nterms = [\"psi(a) = attend(Z(1), Z(1), Z(1) - a)\", \"v(t, k) = "
           "run(context, t, start(input(0)))(1, k)\"]\n[[stage]]\nname = \"context\"\nfor = \"g in "
           "1..2^42\"\nbackwards = \"" +
           back + "\"\nkeys = \"(1..n)\"\nlayer = \"" + layer + "\"\n";
  };
  const std::string window = "(psi((g - 1/2)*step) - psi((g + 1/2)*step))";
  const auto says = [&](const std::string& text, const std::string& formula) {
    return outcome(text, formula);
  };
  // In the window of the value 1, of layer 2^40, token 1 goes up by 3 - 1 = 2; there is token 3.
  // Both are met in the window of 3, where all ids are: from 2, 3, 3 tokens 1 and 3 become 4.
  const std::string up = file("Z + " + window, "0");
  CHECK(says(up, "v(2^40 - 1, 1) = 1 and v(2^40, 1) = 3") == "true");
  CHECK(says(up, "v(2*2^40 - 1, 2) = 2 and v(2*2^40, 2) = 3") == "true");
  CHECK(says(up, "v(2^42, 1) = 3 and v(2^42, 2) = 3 and v(2^42, 3) = 3") == "true");
  // From above: 3 goes up by 3 - 1, then 2 by 5 - 1, then 1 by 6 - 1.
  const std::string down = file("Z + " + window, "1");
  CHECK(says(down, "v(2^42, 3) = 5 and v(2^42, 2) = 6 and v(2^42, 1) = 6") == "true");
  // What is no line in g is gone through, and this is too long.
  CHECK(says(file("Z + 1/g*" + window, "0"), "v(2^42, 1) = 1").find("not made one by one") !=
        std::string::npos);
  CHECK(says(file("Z + 1/(g - 2^41)*" + window, "0"), "v(2^42, 1) = 1").find("one by one") !=
        std::string::npos);
}

}  // namespace described_sweeps_test
