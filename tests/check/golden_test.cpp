// The replay against recorded runs (tests/golden), which two other programs made, and against the
// formula of the paper taken literally.
#include <catch2/catch.hpp>
#include <random>

#include "literal.hpp"
#include "support.hpp"
#include "support/rounds.hpp"

namespace golden_test {

using namespace hardmax::check;
using namespace check_test;

namespace {

// Just enough JSON for the golden files: the value that follows a key, as text, and the numbers in
// a text.
std::string after(const std::string& text, const std::string& key, std::size_t from = 0) {
  const std::string quoted = "\"" + key + "\":";
  const std::size_t at = text.find(quoted, from);
  REQUIRE(at != std::string::npos);
  std::size_t end = at + quoted.size();
  int depth = 0;
  for (; end < text.size(); ++end) {
    depth += (text[end] == '[') - (text[end] == ']');
    if (depth < 0 || (depth == 0 && (text[end] == ',' || text[end] == '}'))) break;
  }
  return text.substr(at + quoted.size(), end - at - quoted.size());
}
std::vector<std::string> numbers(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (std::isdigit(static_cast<unsigned char>(text[i])) == 0) continue;
    if (i == 0 || std::isdigit(static_cast<unsigned char>(text[i - 1])) == 0) out.emplace_back();
    out.back() += text[i];
  }
  return out;
}
Tokens tokens(const std::string& text) {
  Tokens out = {0};
  for (const std::string& number : numbers(text))
    out.push_back(static_cast<unsigned>(std::stoul(number)));
  return out;
}

Parameters parameters(const std::string& golden) {
  Parameters run;
  run.n = static_cast<unsigned>(std::stoul(after(golden, "n")));
  run.d = static_cast<unsigned>(std::stoul(after(golden, "d")));
  run.D = std::stoull(after(golden, "D"));
  run.A.emplace_back();
  const std::string patterns = after(golden, "patterns");
  int depth = 0;
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    depth += (patterns[i] == '[') - (patterns[i] == ']');
    if (patterns[i] == '[' && depth == 2) run.A.emplace_back(1);
    if (patterns[i] == '[' && depth == 3) {
      const Tokens with_zero = tokens(patterns.substr(i, patterns.find(']', i) - i));
      run.A.back().emplace_back(with_zero.begin() + 1, with_zero.end());
    }
  }
  return run;
}

void agree(const Parameters& parameters, std::mt19937_64& random) {
  const Derived derived = derive(parameters, {});
  if (!derived.holds()) return;
  Run run(parameters, derived);
  run.build();
  const Literal literal(parameters, derived);
  for (int sample = 0; sample < 12; ++sample) {
    const std::uint64_t g = random() % run.inputs();
    const std::vector<mpq_class> ids = literal.ids(grid(parameters, g));
    for (unsigned k = 1; k <= parameters.n; ++k) {
      const Num a[] = {Num(k)};
      INFO("n " << parameters.n << ", d " << parameters.d << ", D " << parameters.D << ", input "
                << run.input_text(g) << ", token " << k);
      CHECK(run.number(Name::id, a, &g) == Num(ids[k]));
    }
  }
}

}  // namespace

TEST_CASE(
    "golden: gamma, l, s, c, layers, ids after the shifts and final ids are the recorded ones") {
  int runs = 0;
  for (const auto& file : files(root / "golden")) {
    const std::string golden = read(file);
    INFO(file.filename());
    const Parameters read_parameters = parameters(golden);
    const Derived derived = derive(read_parameters, {});
    CHECK(derived.gamma == tokens(after(golden, "gamma")));
    Tokens l = tokens(after(golden, "l"));
    l.insert(l.begin(), 0);  // l_2 is the first
    CHECK(derived.l == l);
    CHECK(std::to_string(derived.s) == after(golden, "s"));
    Run run(read_parameters, derived);
    run.build();
    CHECK(run.c().text() == numbers(after(golden, "c")).front());
    CHECK(run.layer_count().text() == after(golden, "attention_layers"));
    CHECK(run.input_count().text() == after(golden, "inputs"));
    std::uint64_t g = 0;
    for (std::size_t row = golden.find("{\"G\""); row != std::string::npos;
         row = golden.find("{\"G\"", row + 1), ++g) {
      std::string shown;
      for (const std::string& entry : numbers(after(golden, "G", row)))
        shown.append(shown.empty() ? "" : " ").append(entry);
      CHECK(run.input_text(g) == shown);
      const std::vector<std::string> shifted = numbers(after(golden, "after_shift", row)),
                                     ids = numbers(after(golden, "ids", row));
      REQUIRE(ids.size() == read_parameters.n);
      for (unsigned k = 1; k <= read_parameters.n; ++k) {
        const Num a[] = {Num(k)}, D(static_cast<std::int64_t>(read_parameters.D));
        CHECK((run.number(Name::zt, a, &g) * D).text() == shifted[k - 1]);
        CHECK(run.id(g, k).text() == ids[k - 1]);
      }
    }
    CHECK(g == run.inputs());
    ++runs;
  }
  CHECK(runs == 8);
}

TEST_CASE(
    "golden: the replay agrees with the paper's formula taken literally, with and without "
    "overrides") {
  std::mt19937_64 random(11);
  for (const auto& file : files(root / "golden")) {
    Parameters run = parameters(read(file));
    agree(run, random);
    run.c = Num(static_cast<std::int64_t>(random() % 9) - 4) /
            Num(static_cast<std::int64_t>(random() % 3 + 1));
    run.shift = Num(static_cast<std::int64_t>(random() % 9) - 4) /
                Num(static_cast<std::int64_t>(random() % 3 + 1));
    run.E[1] = Num(static_cast<std::int64_t>(random() % 7)) /
               Num(4);  // ids can now hit a bias, so that heads average
    run.E[2] = Num(0);
    run.drop = {1, 3};
    agree(run, random);
  }
}

TEST_CASE("golden: the replay agrees with the literal formula on random patterns") {
  std::mt19937_64 random(12);
  for (int i = 0; i < testing::rounds(150); ++i) {
    Parameters run;
    run.n = static_cast<unsigned>(2 + random() % 4),
    run.d = static_cast<unsigned>(1 + random() % 2), run.D = 2 + random() % 2;
    run.A.resize(2 + random() % 3);
    for (std::size_t l = 1; l < run.A.size(); ++l) {
      run.A[l].resize(run.n + 1);
      for (unsigned k = 1; k <= run.n; ++k)
        for (unsigned j = 1; j <= run.n; ++j)
          if (j == k || random() % 2) run.A[l][k].push_back(j);
    }
    if (random() % 2)
      run.E[static_cast<unsigned>(1 + random() % run.n)] =
          Num(static_cast<std::int64_t>(random() % 9)) / Num(4);
    if (random() % 3 == 0) run.shift = Num(static_cast<std::int64_t>(random() % 5) - 2);
    if (random() % 3 == 0) run.c = Num(static_cast<std::int64_t>(random() % 5) - 2) / Num(3);
    agree(run, random);
  }
}

}  // namespace golden_test
