// Quantiser and value mapping against their layers taken literally: every layer on every column.
#include <catch2/catch.hpp>
#include <random>

#include "papers/yun2020b_stages.hpp"
#include "support.hpp"
#include "support/rounds.hpp"

namespace stages_test {

using namespace hardmax::check;
using namespace check_test;

namespace {

using Column = std::vector<mpq_class>;  // r = 1..d, real units, index 0 unused

struct Literal {
  const Run& run;
  const Parameters& of = run.parameters();
  mpq_class delta = mpq_class(1, static_cast<long>(of.D));

  mpq_class u(const Column& z) const {
    mpq_class out = 0, power = 1;
    for (unsigned r = 1; r <= of.d; ++r) out += power * z[r], power /= delta;
    return out;
  }
  mpq_class ask(int name, std::vector<Num> a, std::uint64_t input) const {
    return run.number(name, a.data(), &input).gmp();
  }
  Column start(std::uint64_t g, unsigned k) const {
    Column z(1);
    for (unsigned r = 1; r <= of.d; ++r) z.push_back(ask(Name::entry, {Num(0), Num(r), Num(k)}, g));
    return z;
  }
  Column last(std::uint64_t g, unsigned k) const {
    Column z(1);
    for (unsigned r = 1; r <= of.d; ++r)
      z.push_back(ask(Name::entry, {run.layer_count(), Num(r), Num(k)}, g));
    return z;
  }
  // E.1: layer after layer, row after row.
  mpq_class quantized(mpq_class x, unsigned row) const {
    std::uint64_t t = 0;
    for (unsigned r = 1; r <= of.d; ++r)
      for (std::uint64_t k = 0; k < of.n * of.D; ++k) {
        const mpq_class low = static_cast<unsigned long>(k) * delta;
        if (of.qdrop.count(++t) == 0 && r == row && x >= low && x < low + delta) x -= x - low;
      }
    return x;
  }
  // E.3: all n D^(nd) layers, each with its target.
  template <class Target>
  Column mapped(Column z, const Target& target, const mpq_class& K, bool back) const {
    const std::uint64_t count = run.inputs() * of.n;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t t = back ? count - i : i + 1, g = (t - 1) / of.n;
      const unsigned k = static_cast<unsigned>((t - 1) % of.n + 1);
      const Column from = last(g, k);
      const mpq_class low = u(from) - delta / 2, high = u(from) + delta / 2, at = u(z);
      if (of.vdrop.count(t) || at < low || at >= high) continue;
      const Column to = target(g, k);
      for (unsigned r = 1; r <= of.d; ++r) z[r] += to[r] - (r == 1 ? K : mpq_class(0)) - from[r];
    }
    z[1] += K;
    return z;
  }
  Column f(std::uint64_t g, unsigned k) const {
    Column out(1);
    const auto G = [&](unsigned r, unsigned j) { return ask(Name::G, {Num(r), Num(j)}, g); };
    for (unsigned r = 1; r <= of.d; ++r) {
      mpq_class best = G(r, 1), sum = 0;
      std::vector<mpq_class> row;
      for (unsigned j = 1; j <= of.n; ++j) {
        row.push_back(G(r, j));
        sum += row.back() / delta;
        if (j <= k && row.back() > best) best = row.back();
      }
      std::sort(row.begin(), row.end());
      if (of.target == "identity")
        out.push_back(G(r, k));
      else if (of.target == "reverse")
        out.push_back(G(r, of.n - k + 1));
      else if (of.target == "running-maximum")
        out.push_back(best);
      else if (of.target == "sort")
        out.push_back(row[k - 1]);
      else if (of.target == "parity")
        out.push_back(mpz_class(sum.get_num() % 2) == 1 ? delta : mpq_class(0));
      else
        out.push_back(of.table[(g * of.n + k - 1) * of.d + r - 1].gmp());
    }
    return out;
  }
};

Parameters star(unsigned n, unsigned d, std::uint64_t D) {
  Parameters run;
  run.n = n, run.d = d, run.D = D;
  run.A.resize(2);
  run.A[1].resize(n + 1);
  for (unsigned k = 1; k <= n; ++k)
    for (unsigned j = 1; j <= n; ++j)
      if (k == 1 || j == 1 || j + 1 == k || j == k || j == k + 1) run.A[1][k].push_back(j);
  return run;
}

void agree(const Parameters& parameters, std::mt19937_64& random, int& moved) {
  Run run(parameters, derive(parameters, {}));
  run.build();
  const Stages stages(run);
  const Literal literal{run};
  const unsigned n = parameters.n, d = parameters.d;
  for (int sample = 0; sample < 6; ++sample) {
    const std::uint64_t g = random() % run.inputs(), g2 = random() % run.inputs(), both[] = {g, g2};
    const unsigned k = 1 + static_cast<unsigned>(random() % n),
                   j = 1 + static_cast<unsigned>(random() % n);
    Column grid = literal.start(g, k), unmoved = literal.last(g, k), planted = literal.last(g2, j),
           zero(d + 1);
    bool on_grid = true;
    for (unsigned i = 1; i <= n; ++i) {
      const Column z = literal.start(g, i);
      for (unsigned r = 1; r <= d; ++r) on_grid = on_grid && literal.quantized(z[r], r) == z[r];
    }
    const auto f = [&](std::uint64_t at, unsigned token) { return literal.f(at, token); };
    const auto only = [&](std::uint64_t at, unsigned token) {
      return at == g && token == k ? planted : zero;
    };
    const Column out = literal.mapped(unmoved, f, 0, false),
                 forward = literal.mapped(unmoved, only, 0, false),
                 backward = literal.mapped(unmoved, only, 0, true);
    for (unsigned r = 1; r <= d; ++r) {
      INFO("n " << n << ", d " << d << ", D " << parameters.D << ", target " << parameters.target
                << ", inputs " << g << " " << g2 << ", tokens " << k << " " << j << ", row " << r);
      const Num rk[] = {Num(r), Num(k)}, kjr[] = {Num(k), Num(j), Num(r)};
      CHECK(stages.number(Name::f, rk, both).gmp().get_str() == literal.f(g, k)[r].get_str());
      if (on_grid) CHECK(stages.number(Name::out, rk, both).gmp().get_str() == out[r].get_str());
      CHECK(stages.number(Name::planted, kjr, both).gmp().get_str() == forward[r].get_str());
      CHECK(stages.number(Name::planted_back, kjr, both).gmp().get_str() == backward[r].get_str());
      moved += forward[r] != planted[r];
      const mpq_class x = mpq_class(static_cast<long>(random() % 200) - 20) / 7;
      const Num asked[] = {stages.number(Name::layers, std::vector<Num>{Num(0)}.data(), nullptr),
                           Num(r), Num(x)};
      CHECK(stages.number(Name::qmap, asked, nullptr).gmp().get_str() ==
            literal.quantized(x, r).get_str());
    }
  }
}

}  // namespace

TEST_CASE("stages: quantiser and value mapping do what their layers do one by one") {
  std::mt19937_64 random(21);
  int moved = 0;
  for (int i = 0; i < testing::rounds(40); ++i) {
    Parameters run =
        star(2 + static_cast<unsigned>(random() % 2), 1 + static_cast<unsigned>(random() % 2), 2);
    const std::uint64_t entries = run.n * run.d << (run.n * run.d);
    static const char* const targets[] = {"identity", "reverse", "running-maximum",
                                          "sort",     "parity",  "table"};
    run.target = targets[random() % 6];
    for (std::uint64_t e = 0; run.target == "table" && e < entries; ++e)
      run.table.push_back(Num(static_cast<std::int64_t>(random() % 4000)) /
                          Num(static_cast<std::int64_t>(1 + random() % 3)));
    if (random() % 2)
      run.c = Num(static_cast<std::int64_t>(random() % 4)) /
              Num(2);  // windows that overlap, ids that repeat
    if (random() % 3 == 0) run.E[1] = Num(static_cast<std::int64_t>(random() % 5)) / Num(4);
    if (random() % 2) run.qdrop = {1 + random() % 4, 5 + random() % 4};
    if (random() % 2) run.vdrop = {1 + random() % 4, 5 + random() % 4};
    agree(run, random, moved);
  }
  CHECK(moved > testing::met(20));  // values that are sent on, as Lemma 8 has it
}

TEST_CASE("stages: R2 and R3 keep every planted value, and out_R2 is f") {
  const Parameters parameters = star(3, 1, 2);
  Run run(parameters, derive(parameters, {}));
  run.build();
  const Stages stages(run);
  int sent_on = 0;
  for (std::uint64_t g = 0; g < run.inputs(); ++g)
    for (unsigned k = 1; k <= 3; ++k) {
      const Num rk[] = {Num(1), Num(k)};
      CHECK(stages.number(Name::out_R2, rk, &g) == stages.number(Name::f, rk, &g));
      CHECK(stages.number(Name::out_R3, rk, &g) == stages.number(Name::f, rk, &g));
      for (std::uint64_t g2 = 0; g2 < run.inputs(); ++g2)
        for (unsigned j = 1; j <= 3; ++j) {
          const std::uint64_t both[] = {g, g2};
          const Num kjr[] = {Num(k), Num(j), Num(1)}, there[] = {run.layer_count(), Num(1), Num(j)};
          const Num value = run.number(Name::entry, there, &g2);
          CHECK(stages.number(Name::planted_R2, kjr, both) == value);
          CHECK(stages.number(Name::planted_R3, kjr, both) == value);
          sent_on += !(stages.number(Name::planted, kjr, both) == value);
        }
    }
  CHECK(sent_on > 0);
}

TEST_CASE("stages: beyond the documented sizes the limit is met") {
  Parameters parameters = star(20, 1, 2);
  Run run(parameters, derive(parameters, {}));
  run.build();
  const Stages stages(run);
  const std::uint64_t g = 0;
  const Num one[] = {Num(1), Num(1), Num(1)};
  CHECK_THROWS_AS(stages.number(Name::v_hidden, one, &g), LimitMet);  // 20 * 2^20 value layers
  CHECK_THROWS_AS(stages.number(Name::f, one, &g), LimitMet);
  CHECK(stages.number(Name::q_hidden, one, &g) == Num(1));
  Parameters wide = star(2, 1, 1 << 17);
  const Run large(wide, derive(wide, {}));
  const Num quantize[] = {Num(0)};
  CHECK(Stages(large).number(Name::layers, quantize, &g) == Num(1 << 18));
  wide.D = (1 << 17) + 1;
  const Run larger(wide, derive(wide, {}));
  CHECK_THROWS_AS(Stages(larger).number(Name::layers, quantize, &g), LimitMet);
}

}  // namespace stages_test
