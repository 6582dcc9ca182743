// Layers that change nothing are passed over, and variants share windows (described_jumps.cpp). The
// same files gone through layer by layer, with nothing shared, give every name the same value, or
// none: on random files full of windows and of what is nearly one, and on the papers' own.
#include <catch2/catch.hpp>
#include <random>

#include "described_small.hpp"
#include "support/rounds.hpp"

namespace described_jumps_test {

using namespace check_test;

namespace {

using Random = std::mt19937_64;

std::string one_of(Random& random, const std::vector<std::string>& all) {
  return all[random() % all.size()];
}

// Sweeps of heads, then a layer for every input and token; variants with arguments change what that
// layer adds, its order, or its windows too.
std::string random_file(Random& random) {
  const auto pick = [&](const std::vector<std::string>& all) { return one_of(random, all); };
  const std::string rows = pick({"1", "2"});
  std::string out =
      "[construction]\nid = \"jumps\"\nparameters = [\"n >= 1\"]\n"
      "tokens = \"" +
      pick({"1..n", "0..n - 1"}) + "\"\nrows = \"" + rows + "\"\ninputs = \"k in " +
      pick({"1..n - 1", "1..1"}) +
      ", r in 1..1\"\nentries = \"{0, 1/2, 2}\"\n"
      "start = \"if(k >= 1 and k < " +
      pick({"n", "2"}) + " and r = 1, G(H, r, k), 0) + " + pick({"0", "k", "(k - 1)/2"}) +
      "\"\nstates = \"context\"\n";
  // G has no value where the input has no entry: of the last case that is so, too.
  out +=
      "[[choose]]\nterms = [\"f(H, k) = " + pick({"0", "k", "1/2"}) +
      "\", \"K = " + pick({"0", "1/2"}) +
      "\", \"back = 0\", \"more = 0\", \"width = " + pick({"1/2", "1"}) + "\", \"phi(t) = " +
      pick({"if(-width/2 <= t < width/2, 1, 0)", "if(0 < t <= width, -t, 0)", "if(t = 0, 1, 0)",
            "if(t < width, 0, 1)", "if(0 <= t < 1, 1, 1/4)", "1", "if(-1 <= t <= 1, 1 + t, 0)"}) +
      "\"]\n";
  const std::string seen = rows == "1" ? "Z(1)" : pick({"Z(1)", "u*Z"});
  out += "[[define]]\nterms = [\"u = row(r in 1.." + rows + ": r)\", \"psi(b) = attend(" + seen +
         ", " + seen + ", " + seen + " - b)\",\n" +
         "\"v(t, H, r, k) = run(context, t, start(H))(r, k)\",\n"
         "\"id(H, k) = sum(r in 1.." +
         rows +
         ": r*v(layers(context), H, r, k))\",\n"
         "\"aim(H, k) = " +
         pick({"f(H, k)", "f(H, k) - K", "2*f(H, k) + id(H, k)", "f(H, k)/(k - 2)",
               "1/(1 + f(H, k))", "f(input(0), k)", "f(H, 1)"}) +
         "\",\n\"m(t, H, r, k) = run(value, t, run(context, start(H)))(r, k)\",\n"
         "\"last(H, r, k) = run(value, run(context, start(H)))(r, k)\",\n"
         "\"one(P, j, x, H, r, k) = plant(P, j, x).last(H, r, k)\",\n"
         "\"one_at(P, j, x, t, H, k) = plant(P, j, x).m(t, H, 1, k)\",\n"
         "\"other(P, j, x, H, r, k) = moved(P, j, x).last(H, r, k)\",\n"
         "\"wide(x, H, r, k) = widened(x).last(H, r, k)\",\n"
         "\"plain_one(H, r, k) = plain.last(H, r, k)\"]\n";
  const std::string f =
      "f(H, k) = " +
      pick({"if(H = P and k = j, x, 0)", "if(P = H and j = k, 1/(x - 1), 0)", "if(k = j, x, 1/2)",
            "if(H = P or k = j, x, 0)", "if(H = P and k = j, x, 1/(k - 1))", "x*k",
            "if(H = P and not k = j, x, 0)"});
  out += "[[variant]]\nname = \"plant(P, j, x)\"\nterms = [\"" + f + "\"]\n";
  out += "[[variant]]\nname = \"moved(P, j, x)\"\nterms = [\"" + f + "\", \"" +
         pick({"back = 1", "K = 1", "more = 1", "width = x + 1", "K = x"}) + "\"]\n";
  out += "[[variant]]\nname = \"widened(x)\"\nterms = [\"width = 1 + x*x\"]\n";
  out += "[[variant]]\nname = \"plain\"\nterms = [\"K = 3\", \"more = 1\"]\n";
  out += "[[stage]]\nname = \"context\"\nfor = \"g in " + pick({"0..5", "-3..4"}) +
         "\"\nkeys = \"" + pick({"(1..n - 1)", "(1..k - 1)", "{1}"}) + "\"\n";
  out += "layer = \"Z + e(1)*" +
         pick({"(psi(g/2 - 1/4) - psi(g/2 + 1/4))", "2*(psi(g/2) - psi(g/2 + 1/2))", "psi(g/2)",
               "(psi(g) + psi(g + 1))"}) +
         "\"\n";
  out +=
      "[[stage]]\nname = \"value\"\nfor = \"H in inputs, k in 1..n - 1\"\nbackwards = \"back\"\n"
      "layer = \"Z " +
      pick({"+", "-"}) + " " + pick({"", "2*"}) + "e(1)*aim(H, k)*phi(" + pick({seen, "Z(1)"}) +
      " - id(H, k))\"\n";
  out +=
      "[[stage]]\nname = \"last\"\nin = \"value\"\nfor = \"i in 1..more\"\n"
      "layer = \"Z + K*e(1)*phi(Z(1))\"\n";
  return out;
}

std::string said(const DescribedRun& run, const Known& name, const std::vector<Num>& a,
                 const std::vector<std::uint64_t>& inputs) {
  try {
    return run.number(name.name, a.data(), inputs.data()).text();
  } catch (const Undefined&) {
    return "undefined";
  } catch (const Unreadable&) {
    return "unreadable";
  } catch (const Incomplete& error) {
    return error.what();
  }
}

// How many values there are, of all that were compared.
int compare(const DescribedRun& fast, const DescribedRun& literal, Random& random, int asked) {
  struct Asked {
    const char* name;
    std::vector<Type> types;
  };
  constexpr Type N = Type::Num, I = Type::Input;
  static const Asked names[] = {{"v", {N, I, N, N}},
                                {"m", {N, I, N, N}},
                                {"last", {I, N, N}},
                                {"one", {I, N, N, I, N, N}},
                                {"one_at", {I, N, N, N, I, N}},
                                {"other", {I, N, N, I, N, N}},
                                {"wide", {N, I, N, N}},
                                {"plain_one", {I, N, N}}};
  int values = 0;
  for (const Asked& asks : names) {
    const auto here = fast.names().resolve(asks.name, asks.types),
               there = literal.names().resolve(asks.name, asks.types);
    for (int i = 0; i < asked; ++i) {
      std::vector<Num> a;
      std::vector<std::uint64_t> inputs;
      std::string at = asks.name;
      for (const Type type : asks.types) {
        if (type == I)
          inputs.push_back(random() % fast.inputs());
        else
          a.push_back(number_of(random() % 4));
        at += " " + (type == I ? std::to_string(inputs.back()) : a.back().text());
      }
      if (std::string(asks.name).find("m") == 0 || at[0] == 'v') a[0] = number_of(random() % 9);
      INFO(at);
      const std::string found = said(fast, *here, a, inputs);
      CHECK(found == said(literal, *there, a, inputs));
      values += found.find_first_not_of("-/0123456789") == std::string::npos;
    }
  }
  return values;
}

}  // namespace

TEST_CASE("described jumps: random files have the states that they have layer by layer") {
  Random random(31);
  int values = 0, read = 0;
  for (int i = 0; i < testing::rounds(400); ++i) {
    const std::string file = random_file(random);
    INFO(file);
    const Entries none;
    const auto run = [&](const Described& of, bool literally) {
      auto out = std::make_unique<DescribedRun>(run_of(of.id, {"n=3"}), of, none);
      if (literally) out->share_nothing(), out->go_layer_by_layer();
      out->open(false);
      return out;
    };
    try {
      const Described of = read_described(file, "file");
      const auto fast = run(of, false), literal = run(of, true);
      values += compare(*fast, *literal, random, 12);
      ++read;
    } catch (const Unreadable& error) {
      FAIL(error.what());
    }
  }
  CHECK(read > testing::met(300));
  CHECK(values > testing::met(8000));
}

}  // namespace described_jumps_test
