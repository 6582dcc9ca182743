#include <catch2/catch.hpp>

#include "engine_support.hpp"

namespace id_program_test {

using namespace hardmax;
using namespace hardmax::test;

namespace {

void agree_everywhere(const Case& c) {
  const IdProgram program = c.program();
  IdRun run(program);
  for (std::uint64_t g = 0; g < c.grid().size64().value(); ++g) {
    INFO("input " << c.grid().show(g));
    const IdValues truth = c.literal(g);
    const IdValues exact = execute_exactly(program, g);
    CHECK(exact.after_shift == truth.after_shift);
    CHECK(exact.ids == truth.ids);
    const IdRow& row = run.run(g);
    for (std::size_t k = 0; k < program.n; ++k) {
      CHECK(row.shifted(k) == truth.after_shift[k]);
      CHECK(row.id(k) == truth.ids[k]);
      CHECK((2 * (program.n * g + k) + 1) * row.digest_value(k) ==
            Digest::term(g, program.n, k, truth.ids[k]));
    }
  }
}

Attention layer_with(std::vector<Head> heads) {
  Attention layer;
  layer.heads = std::move(heads);
  return layer;
}

Head psi(const Rational& factor, const Rational& threshold) {
  return Head{
      Matrix::row({factor}), Matrix::row({1}), Matrix::row({1}), Matrix::row({1}), {threshold}};
}

}  // namespace

TEST_CASE("id program: the windows of a block are one stage, the all-max layers one each") {
  const IdProgram program = Case(named("strided", 4, 2), 1, 2).program();
  REQUIRE(program.stages.size() == 5);
  CHECK(program.snapshot == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(program.stages[i].kind == IdStage::Kind::window);
    CHECK(program.stages[i].base == Rational(2 * i));
    CHECK(program.stages[i].count == 2);
    CHECK(program.stages[i].factor == 2);
  }
  CHECK(program.stages[3].factor == 512);
  CHECK(program.stages[3].threshold == 0);
  CHECK(program.keys[program.stages[3].keys][0] == std::vector<Token>{0, 1, 2});
  CHECK(program.keys[program.stages[4].keys][0] == std::vector<Token>{0, 2});
}

TEST_CASE("id program: a dropped layer splits its stage") {
  const IdProgram program = Case(named("dense", 3), 1, 4, {"drop=2"}).program();
  REQUIRE(program.stages.size() == 4);
  CHECK(program.stages[0].count == 1);
  CHECK(program.stages[1].count == 2);
  CHECK(program.stages[1].base == 2);
}

TEST_CASE("id program: the value of a column has its digits in reverse, row 1 lowest") {
  IdProgram program;
  program.n = 1;
  program.d = 3;
  program.D = 10;
  CHECK(program.column_value(123) == 321);
  CHECK(program.columns() == 1000);
}

TEST_CASE("id program: agrees with the literal executor on every input, published and broken") {
  agree_everywhere(Case(named("dense", 2), 1, 2));
  agree_everywhere(Case(named("strided", 4, 2), 1, 2));
  agree_everywhere(Case(named("star", 3), 2, 2));
  agree_everywhere(Case(named("window", 4, 1), 1, 3));
  agree_everywhere(Case(named("strided", 4, 2), 1, 2, {"c=1"}));
  agree_everywhere(Case(named("strided", 4, 2), 1, 2, {"c=-7/3"}));
  agree_everywhere(Case(named("strided", 4, 2), 1, 2, {"shift=1"}));
  agree_everywhere(Case(named("strided", 4, 2), 1, 2, {"shift=-3"}));
  agree_everywhere(Case(named("dense", 3), 1, 3, {"shift=1/2"}));
  agree_everywhere(Case(named("dense", 3), 1, 3, {"E.1=1/5", "E.3=-2"}));
  agree_everywhere(Case(named("star", 3), 2, 2, {"E.1=1", "E.2=1", "drop=3", "drop=9"}));
}

TEST_CASE("id program: at a zero score all keys tie and the head returns the mean") {
  const Case c(named("strided", 4, 2), 1, 2, {"E.1=0", "E.2=0", "E.3=0", "E.4=0"});
  const IdProgram program = c.program();
  const std::uint64_t g = 1;  // 0 0 0 1
  IdRun run(program);
  CHECK_FALSE(run.run(g).small);
  CHECK(run.formula_runs() == 1);
  CHECK(run.run(g).id(0) == c.literal(g).ids[0]);
  CHECK_FALSE(c.literal(g).ids[0].is_integer());
}

TEST_CASE("id program: ids beyond 128 bits are integers of any size") {
  const Case c(named("window", 6, 1), 1, 2, {"c=10000000000"});
  agree_everywhere(c);
  const IdProgram program = c.program();
  IdRun run(program);
  CHECK_FALSE(run.run(0).small);
}

TEST_CASE("id program: a network of another shape is refused") {
  const Pattern dense = named("dense", 2);
  const std::vector<Rational> E = {0, 0};
  const Rational half = Rational(1) / Rational(2);
  const auto derive = [&](std::vector<Layer> layers) {
    return derive_id_program(Network(1, 1, std::move(layers)), dense, 2, E, 0).has_value();
  };
  CHECK(derive({layer_with({psi(3, half), psi(-3, half + Rational(1))})}));
  CHECK(derive({layer_with({psi(3, 7)})}));
  CHECK(derive({layer_with({})}));
  CHECK_FALSE(derive({layer_with({psi(3, half), psi(3, half + Rational(1))})}));
  CHECK_FALSE(derive({layer_with({psi(3, half), psi(-3, half)})}));
  CHECK_FALSE(derive({layer_with({psi(3, 1), psi(-3, 2)})}));  // an integer would tie
  CHECK_FALSE(derive({layer_with({psi(1, half), psi(-1, half), psi(1, 0)})}));
  Head twice = psi(1, 0);
  twice.W_V = Matrix::row({2});
  CHECK_FALSE(derive({layer_with({twice})}));
  Attention no_residual = layer_with({psi(1, 0)});
  no_residual.residual = false;
  CHECK_FALSE(derive({no_residual}));
  CHECK_FALSE(
      derive({FeedForward{Matrix(1, 1), {0}, PiecewiseLinear(Affine{1, 0}), Matrix(1, 1), {0}}}));
}

}  // namespace id_program_test
