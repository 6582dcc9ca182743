#include "discharge/id_facts.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

#include "claim/syntax.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

bool same_as(const claim::Node& node, const char* text, const claim::Vocabulary& names) {
  return claim::same(node, claim::Formula::parse(text, names).root());
}

// The leading windows are all of the selective stage.
bool shift_is_all_windows(const IdProgram& program) {
  const auto first = std::find_if(program.stages.begin(), program.stages.end(),
                                  [](const IdStage& s) { return s.kind != IdStage::Kind::window; });
  return static_cast<std::size_t>(first - program.stages.begin()) == program.snapshot;
}

}  // namespace

double estimate_ids(const IdWork& work) {
  const Engine engine(*work.program);
  if (engine.inputs() <= Digest::chunk_inputs) return 0;
  EngineOptions options;
  options.threads = 1;
  double seconds = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 3;
       ++i) {  // the first time tables are built, and others may be using the machine
    const auto start = std::chrono::steady_clock::now();
    static_cast<void>(engine.run(work.engine, 0, Digest::chunk_inputs, options));
    seconds = std::min(
        seconds, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return seconds * static_cast<double>(engine.inputs()) / static_cast<double>(Digest::chunk_inputs);
}

IdFacts run_ids(const IdWork& work) {
  const Engine engine(*work.program);
  EngineOptions options;
  options.threads = work.threads;
  options.stop = work.stop;
  options.progress = work.progress;
  const EngineOutcome outcome = engine.run(work.engine, options);
  HARDMAX_REQUIRE(outcome.sum.inputs == engine.inputs());
  IdFacts facts;
  facts.digest = outcome.digest.hex();
  facts.ids = engine.inputs() * work.program->n;
  if (outcome.decoder && outcome.all_inverted()) {
    facts.distinct = facts.ids;
    facts.method = "decoded";
    if (engine.decoder() && shift_is_all_windows(*work.program))
      facts.telling_token = engine.decoder()->last();
    return facts;
  }
  SortOptions sort;
  sort.threads = work.threads;
  sort.memory = work.memory;
  sort.scratch = work.scratch;
  sort.stop = work.stop;
  sort.progress = work.progress;
  SortOutcome sorted = sort_ids(engine, sort);
  HARDMAX_REQUIRE(sorted.ids == facts.ids && (sorted.distinct == facts.ids) == !sorted.collision);
  facts.distinct = sorted.distinct;
  facts.collision = sorted.collision;
  facts.method = "sorted";
  return facts;
}

bool says_all_ids_differ(const claim::Node& node, const claim::Vocabulary& names) {
  return same_as(node, "distinct(H in inputs, k in 1..n: id(H, k))", names);
}

bool says_ids_differ_in_each_input(const claim::Node& node, const claim::Vocabulary& names) {
  return same_as(node, "forall H in inputs: distinct(k in 1..n: id(H, k))", names);
}

claim::Outcome outcome_of(const claim::Formula& formula, const IdFacts& facts,
                          const std::function<Rational(IdPlace)>& real_id) {
  claim::Outcome outcome;
  outcome.truth = facts.collision ? claim::Truth::no : claim::Truth::yes;
  if (!facts.collision) return outcome;
  const auto names = claim::collective_names(formula);
  const auto bindings = [&](IdPlace place) -> std::vector<claim::Binding> {
    return {{names[0], claim::Input{place.ordinal}}, {names[1], Rational(place.token + 1)}};
  };
  claim::Witness witness;
  witness.at = bindings(facts.collision->first);
  witness.other = bindings(facts.collision->second);
  witness.lhs = real_id(facts.collision->first);
  witness.rhs = real_id(facts.collision->second);
  witness.relation = "distinct";
  HARDMAX_REQUIRE(*witness.lhs == *witness.rhs);
  outcome.witness = std::move(witness);
  return outcome;
}

}  // namespace hardmax
