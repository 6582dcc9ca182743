// What is made of the construction files is what networks in C++ are, which were written from the
// papers by themselves (tests/construction): weights, layers, quantisers, stages for a run, for
// every D, and for every D and d.
#include "discharge/from_file.hpp"

#include <array>

#include "construction/sparsebert/construction.hpp"
#include "construction/yun2020a/construction.hpp"
#include "construction/yun2020b/quantizer.hpp"
#include "construction/yun2020b/relu_forms.hpp"
#include "construction/yun2020b/stages.hpp"
#include "construction/yun2020b/value_mapping.hpp"
#include "discharge/construction_files.hpp"
#include "discharge/file_meaning.hpp"
#include "discharge/sweep_papers.hpp"
#include "discharge/value_stage.hpp"
#include "support.hpp"
#include "support/rounds.hpp"

namespace from_file_test {

using namespace hardmax;

namespace {

void check_same(const std::vector<Layer>& file, const std::vector<Layer>& built) {
  REQUIRE(file.size() == built.size());
  for (std::size_t t = 0; t < built.size(); ++t) {
    INFO("layer " << t + 1);
    REQUIRE(file[t].index() == built[t].index());
    if (const auto* attention = std::get_if<Attention>(&built[t])) {
      const auto& of_file = std::get<Attention>(file[t]);
      CHECK(of_file.pattern_layer == attention->pattern_layer);
      if (!attention->heads.empty()) CHECK(of_file.keys_with_self == attention->keys_with_self);
      CHECK(of_file.residual == attention->residual);
      REQUIRE(of_file.heads.size() == attention->heads.size());
      for (std::size_t h = 0; h < of_file.heads.size(); ++h) {
        CHECK(of_file.heads[h].W_O == attention->heads[h].W_O);
        CHECK(of_file.heads[h].W_V == attention->heads[h].W_V);
        CHECK(of_file.heads[h].W_K == attention->heads[h].W_K);
        CHECK(of_file.heads[h].W_Q == attention->heads[h].W_Q);
        CHECK(of_file.heads[h].b_Q == attention->heads[h].b_Q);
      }
    } else {
      const auto &of_file = std::get<FeedForward>(file[t]), &of = std::get<FeedForward>(built[t]);
      CHECK(of_file.W_1 == of.W_1);
      CHECK(of_file.b_1 == of.b_1);
      CHECK(of_file.activation == of.activation);
      CHECK(of_file.W_2 == of.W_2);
      CHECK(of_file.b_2 == of.b_2);
      CHECK(of_file.residual == of.residual);
    }
  }
}

template <typename Number>
void check_same(const StagedNetworkOf<Number>& file, const StagedNetworkOf<Number>& built) {
  CHECK(file.values == built.values);
  CHECK(file.digits == built.digits);
  CHECK(file.start == built.start);
  CHECK(file.increasing == built.increasing);
  REQUIRE(file.sweeps.size() == built.sweeps.size());
  for (std::size_t i = 0; i < built.sweeps.size(); ++i) {
    INFO("sweep " << i);
    CHECK(file.sweeps[i].pattern_layer == built.sweeps[i].pattern_layer);
    CHECK(file.sweeps[i].first == built.sweeps[i].first);
    CHECK(file.sweeps[i].last == built.sweeps[i].last);
    CHECK(file.sweeps[i].shift == built.sweeps[i].shift);
    CHECK(file.sweeps[i].missing == built.sweeps[i].missing);
  }
  REQUIRE(file.all_max.size() == built.all_max.size());
  for (std::size_t i = 0; i < built.all_max.size(); ++i) {
    CHECK(file.all_max[i].pattern_layer == built.all_max[i].pattern_layer);
    CHECK(file.all_max[i].c == built.all_max[i].c);
  }
}

template <class Random>
Overrides changed(Random& random, bool drops) {
  Overrides overrides;
  const auto change = [&](const char* text) {
    if (random() % 3 == 0) overrides.add(text);
  };
  change(drops ? "c=7/2" : "c=7");
  change("shift=5");
  change("E.2=3");
  if (drops) {
    for (const char* drop : {"drop=1", "drop=2", "drop=3", "qdrop=2"}) change(drop);
  }
  return overrides;
}

std::string said(const Overrides& overrides) {
  std::string text;
  for (const std::string& change : overrides.canonical()) text += " " + change;
  return text;
}

}  // namespace

TEST_CASE("from file: yun2020b is the network in C++, for many patterns and changes") {
  std::mt19937_64 random(61);
  for (int round = 0; round < testing::rounds(60); ++round) {
    const std::uint64_t n = 2 + random() % 5, d = 1 + random() % 3, D = 2 + random() % 4;
    const char* const names[] = {"dense", "strided", "window", "star"};
    PatternRequest request;
    request.name_or_file = names[random() % 4];
    request.n = n;
    if (request.name_or_file == "strided" || request.name_or_file == "window") request.window = 1;
    const Pattern pattern = make_pattern(request);
    const Assumption1 assumption = decide_assumption1(pattern);
    REQUIRE(assumption.holds());
    const Overrides overrides = changed(random, true), whole = changed(random, false);
    INFO("n " << n << " d " << d << " D " << D << " " << pattern.name() << said(overrides) << ";"
              << said(whole));
    const Parameters parameters{n, d, D};
    const Construction file = build(parameters, pattern, assumption, overrides);
    const Construction built = yun2020b::build(parameters, pattern, assumption, overrides);
    CHECK(file.E == built.E);
    CHECK(file.shift == built.shift);
    CHECK(file.c == built.c);
    CHECK(file.p == built.p);
    CHECK(file.s == built.s);
    CHECK(file.gamma == built.gamma);
    CHECK(file.l == built.l);
    CHECK(file.selective_layers == built.selective_layers);
    CHECK(attention_layers(parameters, pattern, assumption) ==
          yun2020b::attention_layers(parameters, pattern, assumption));
    if (power(D, d) <= Rational(30)) check_same(file.network.layers(), built.network.layers());
    check_same(quantizer_layers(parameters, pattern, assumption, overrides.qdrop),
               yun2020b::quantizer_layers(parameters, overrides.qdrop));
    check_same(stages(parameters, pattern, assumption, overrides),
               yun2020b::stages(parameters, pattern, assumption, overrides));
    for (const EverySize& size : {EverySize{n, d, D, false, 2}, EverySize{n, d, D, true, 2},
                                  EverySize{n, std::nullopt, 2, false, 2 + random() % 4}}) {
      INFO("every size " << size.d.has_value() << size.alone << " " << size.least_q);
      check_same(stages_of_every_size(size, pattern, assumption, whole),
                 yun2020b::stages_of_every_size(size, pattern, assumption, whole));
    }
  }
}

TEST_CASE("from file: the dense constructions are the networks in C++") {
  std::mt19937_64 random(62);
  for (int round = 0; round < testing::rounds(60); ++round) {
    const std::uint64_t n = 2 + random() % 4, d = 1 + random() % 3, D = 2 + random() % 4;
    const SweepPaper& paper = sweep_papers()[random() % 2];
    const bool dense = paper.name == "yun2020a", positional = random() % 2 == 0;
    const SweepChoice choice{&paper, positional, false};
    const Overrides overrides = changed(random, true), whole = changed(random, false);
    const Parameters parameters{n, d, D};
    INFO(paper.name << " n " << n << " d " << d << " D " << D << " " << positional
                    << said(overrides) << ";" << said(whole));
    const auto plan_of = [&](const Parameters& of) {
      return dense ? yun2020a::plan(of, positional) : sparsebert::plan(of, positional);
    };
    CHECK(sees_itself(choice, parameters, overrides) == dense);
    CHECK(paper.has_extended_grid() == dense);
    const SweepConstruction file = build(choice, parameters, overrides);
    const SweepConstruction built = sweep::build(parameters, plan_of(parameters), overrides);
    CHECK(file.E == built.E);
    CHECK(file.shift == built.shift);
    CHECK(file.c == built.c);
    CHECK(file.selective_layers == built.selective_layers);
    if (power(D, d) <= Rational(30)) check_same(file.network.layers(), built.network.layers());
    check_same(run_of(choice, parameters, {}).quantizer(overrides.qdrop),
               yun2020a::quantizer_layers(parameters, positional, overrides.qdrop));
    check_same(stages(choice, parameters, overrides),
               sweep::stages(parameters, plan_of(parameters), overrides));
    const auto multiplier =
        dense ? yun2020a::multiplier_of_every_size : sparsebert::multiplier_of_every_size;
    for (const EverySize& size : {EverySize{n, d, D, false, 2}, EverySize{n, d, D, true, 2},
                                  EverySize{n, std::nullopt, 2, false, 2 + random() % 4}}) {
      INFO("every size " << size.d.has_value() << size.alone << " " << size.least_q);
      check_same(stages_of_every_size(choice, size, whole),
                 sweep::stages_of_every_size(size, plan_of({n, d, D}), multiplier, whole));
    }
  }
}

TEST_CASE("from file: entries out of range, and what makes 0 of them") {
  for (const auto& [n, d, D] :
       std::vector<std::array<std::uint64_t, 3>>{{2, 1, 2}, {2, 1, 3}, {3, 1, 2}}) {
    const Parameters parameters{n, d, D};
    const FileRun run = run_of({&sweep_papers()[0], false, true}, parameters, {});
    std::vector<Rational> entries = {yun2020a::out_of_range(parameters)};
    for (std::uint64_t g = 0; g < D; ++g) entries.emplace_back(g);
    CHECK(run.entries() == entries);
    run.reading().know("largest", Rational(41));
    const auto built = yun2020a::zeroing_layers(parameters, Rational(41) * Rational(D));
    const auto zeroing = run.zeroing();
    REQUIRE(zeroing.size() == built.size());
    for (const Rational& x :
         {Rational(-7), Rational(0), Rational(3), power(D, 2 * n * d) * Rational(2)}) {
      State<Rational> z(d, n), other(d, n);
      for (Rational& entry : z.entries) entry = x;
      other = z;
      const Pattern pattern = test::named("dense", n);
      CHECK(test::execute(zeroing, d, pattern, z).entries ==
            test::execute(built, d, pattern, other).entries);
    }
  }
}

TEST_CASE("from file: activations of value layers, as printed and of ReLUs") {
  const Pattern pattern = test::named("dense", 2);
  const Assumption1 assumption = decide_assumption1(pattern);
  CHECK(value_window() == yun2020b::phi_prime());
  for (const std::uint64_t D : {2, 3, 7}) {
    const Parameters parameters{2, 1, D};
    CHECK(FileRun(pattern_construction(), parameters, {}, {}, &pattern, &assumption)
              .value_activation() == yun2020b::phi_prime());
    CHECK(value_activation_of_relus(parameters, pattern, assumption) ==
          yun2020b::as_function(yun2020b::phi_prime_terms()));
  }
}

TEST_CASE("from file: the papers mean by names of claims what is computed") {
  const auto without_values = other_meanings(construction_file("sparsebert"));
  for (const char* name : {"zeroed", "zeroed_R2", "planted", "planted_R2"})
    CHECK(without_values.contains(name));
  for (const char* paper : {"yun2020b", "yun2020a"}) {
    const auto& file = construction_file(paper);
    for (const auto& [name, why] : other_meanings(file)) {
      INFO(paper << ": " << why);
      CHECK_FALSE(file.definitions.contains(name));  // a name of the claims of others
    }
  }
}

TEST_CASE("from file: another definition of a name is seen, under whatever names") {
  const auto others_with = [](const std::string& old, const std::string& fresh) {
    const std::string file = std::string(HARDMAX_ROOT) + "/proofs/yun2020b/construction.toml";
    std::ifstream in(file);
    std::string text((std::istreambuf_iterator<char>(in)), {});
    const std::size_t at = text.find(old);
    REQUIRE(at != std::string::npos);
    text.replace(at, old.size(), fresh);
    const auto read = subject::ConstructionFile::read_text(text, file);
    auto others = other_meanings(read);
    std::erase_if(others, [&](const auto& o) { return !read.definitions.contains(o.first); });
    return others;
  };
  CHECK(others_with("\"zt(H, k) = v(after(selective_shift), H, k)\"", "\"zt(H, k) = v(1, H, k)\"")
            .contains("zt"));
  CHECK(others_with("\"Delta = sum(i in 0..d - 1: delta^(-i))\"",
                    "\"Delta = sum(i in 0..d - 1: D^i)\"")
            .contains("Delta"));
  CHECK(
      others_with("\"q_flat(t) = flat_of(quantize, t)\"", "\"q_flat(t) = pieces_of(quantize, t)\"")
          .contains("q_flat"));
  const auto values = others_with("(aim(H, k) - gc(H, k))*phi1", "(gc(H, k) - aim(H, k))*phi1");
  for (const char* name : {"out", "planted", "planted_R2", "planted_R3", "v_low", "moves"})
    CHECK(values.contains(name));
  CHECK_FALSE(values.contains("id"));
  const auto repair = others_with("max(0, ceiling((top - lowest_id)/delta + 1))",
                                  "max(0, ceiling((top - lowest_id)/delta + 2))");
  CHECK(repair.contains("planted_R2"));
  CHECK(repair.contains("out_R2"));
  CHECK_FALSE(repair.contains("planted_R3"));
  CHECK_FALSE(repair.contains("out"));
  // The same by other steps is no other meaning.
  CHECK(others_with("\"aim(H, k) = column(r in 1..d: f(H, r, k)) - K*e(1)\"",
                    "\"aim(P, m) = column(i in 1..d: f(P, i, m)) - K*e(1)\"")
            .empty());
}

}  // namespace from_file_test
