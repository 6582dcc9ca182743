#include <catch2/catch.hpp>

#include "discharge/orbits.hpp"
#include "discharge/run_names.hpp"
#include "discharge/sweep_model.hpp"
#include "discharge/verdict.hpp"

namespace orbits_test {

using namespace hardmax;

namespace {

std::optional<Asked> asked(const std::string& formula) {
  const claim::Vocabulary& names = sweep_vocabulary();
  return asks_for_sorted(claim::Formula::parse(formula, names), index_of(names, "sorted"),
                         index_of(names, "category"));
}

std::string outcome_of(const claim::Formula& formula, const claim::Model& model) {
  ClaimResult decided;
  take(decided, model, claim::evaluate(formula, model));
  std::string text = std::string(name_of(decided.verdict)) + " " + decided.reason;
  if (!decided.shown) return text;
  for (const std::string& binding : decided.shown->at) text += " " + binding;
  for (const std::string& binding : decided.shown->other) text += " | " + binding;
  return text + ": " + decided.shown->lhs + decided.shown->relation + decided.shown->rhs;
}

}  // namespace

TEST_CASE(
    "orbits: a formula speaks of sorted inputs if every binder over inputs asks for them first") {
  CHECK(asked("forall H in inputs where sorted(H) = 1: z(H, 1) = 0"));
  CHECK_FALSE(asked("forall H in inputs where sorted(H) = 1: z(H, 1) = 0")->distinct);
  CHECK(asked("forall H in inputs, k in 1..n where sorted(H) = 1 and category(H) = 1: z(H, k) = 0")
            ->distinct);
  CHECK_FALSE(
      asked("forall H in inputs where sorted(H) = 1 and category(H) = 2: z(H, 1) = 0")->distinct);
  CHECK_FALSE(asked("n = 1 and (forall H in inputs where sorted(H) = 1 and category(H) = 1: z(H, "
                    "1) = 0) and (exists K in inputs where sorted(K) = 1: z(K, 1) = 0)")
                  ->distinct);
  CHECK(
      asked("forall H in inputs where sorted(H) = 1: exists K in inputs where sorted(K) = 1: z(H, "
            "1) = z(K, 1)"));
  for (const char* other :
       {"n = 1", "forall H in inputs: sorted(H) = 1",
        "forall H in inputs where category(H) = 1: z(H, 1) = 0",
        "forall H in inputs where category(H) = 1 and sorted(H) = 1: z(H, 1) = 0",
        "forall H in inputs where sorted(H) = 0: z(H, 1) = 0",
        "forall H in inputs where sorted(H) = 1 or n = 2: z(H, 1) = 0",
        "forall H in inputs where not sorted(H) = 1: z(H, 1) = 0",
        "forall H in inputs where sorted(H) = 1: exists K in inputs: z(H, 1) = z(K, 1)",
        "forall H in inputs, K in inputs where sorted(H) = 1: z(H, 1) = z(K, 1)",
        "forall H in inputs, k in 1..columns(H) where sorted(H) = 1: z(H, k) = 0",
        "forall H in inputs: forall K in inputs where sorted(H) = 1: z(K, 1) = 0"}) {
    INFO(other);
    CHECK_FALSE(asked(other).has_value());
  }
}

TEST_CASE("orbits: the sorted inputs are those of which sorted and category say so, in order") {
  const SweepPaper& paper = *sweep_paper_of("yun2020a");
  for (const bool extended : {false, true}) {
    for (const Parameters parameters :
         {Parameters{2, 1, 3}, Parameters{3, 1, 2}, Parameters{2, 2, 2}}) {
      const SweepSystem system({&paper, false, extended}, parameters, {});
      const SweepModel all(system, 1);
      for (const bool distinct : {false, true}) {
        const auto formula = claim::Formula::parse(
            distinct ? "forall H in inputs where sorted(H) = 1 and category(H) = 1: n = 0"
                     : "forall H in inputs where sorted(H) = 1: n = 0",
            sweep_vocabulary());
        const auto some = system.open_for(formula);
        bool any = false;
        for (std::uint64_t g = 0; g < all.input_count(); ++g)
          any = any || (all.sorted(g) && (!distinct || all.category(g) == 1));
        REQUIRE((some != nullptr) ==
                any);  // of no input the names that are bound further in would not be looked at
        if (!any) continue;
        std::uint64_t next = 0;
        for (std::uint64_t g = 0; g < all.input_count(); ++g) {
          if (!all.sorted(g) || (distinct && all.category(g) != 1)) continue;
          REQUIRE(next < some->input_count());
          CHECK(some->show({next}) == all.show({g}));
          CHECK(some->ids(next++) == all.ids(g));
        }
        CHECK(next == some->input_count());
      }
    }
  }
}

TEST_CASE("orbits: verdict, witness and vacuity are those of all inputs") {
  for (const char* name : {"yun2020a", "sparsebert"}) {
    for (const bool extended : {false, true}) {
      const SweepPaper& paper = *sweep_paper_of(name);
      if (extended && !paper.has_extended_grid()) continue;
      const SweepSystem system({&paper, false, extended}, {3, 1, 3}, {});
      const auto all = system.open(64);
      for (const char* text :
           {"forall H in inputs, k in 1..n where sorted(H) = 1: zt(H, k) < 9",
            "forall H in inputs where sorted(H) = 1 and category(H) = 1: zt(H, 1) < zt(H, n)",
            "distinct(H in inputs, k in 1..n where sorted(H) = 1: id(H, k))",
            "distinct(H in inputs, k in 1..n where sorted(H) = 1 and category(H) = 1: id(H, k))",
            "forall H in inputs where sorted(H) = 1 and category(H) = 1 and columns(H) = 2: false",
            "exists H in inputs where sorted(H) = 1: zt(H, 1) = 7",
            "forall H in inputs where sorted(H) = 1: exists K in inputs where sorted(K) = 1: zt(K, "
            "1) > zt(H, 1)",
            "sum(H in inputs where sorted(H) = 1: id(H, 1)) = max(H in inputs where sorted(H) = 1 "
            "and category(H) = 1: id(H, n))",
            "forall H in inputs where sorted(H) = 1: z(H, columns(H) + 1) >= 0",
            "forall H in inputs, i in 1..n-1 where sorted(H) = 1: swapped(3, H, i, 1, i) = "
            "entry(3, H, 1, i+1)"}) {
        const auto formula = claim::Formula::parse(text, sweep_vocabulary());
        const auto some = system.open_for(formula);
        REQUIRE(some != nullptr);
        INFO(name << " " << extended << " " << text);
        CHECK(outcome_of(formula, *some) == outcome_of(formula, *all));
      }
    }
  }
}

}  // namespace orbits_test
