#include "discharge/sweep_papers.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "discharge/construction_files.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

// Of all attention layers together: some hundred MB. Beyond, inputs are more than anyone executes.
constexpr std::int64_t kMaxRows = 1 << 16;

}  // namespace

bool SweepPaper::has_extended_grid() const {
  return construction_file(name).variants.contains("extended");
}

const std::string& pattern_construction() {
  const std::vector<std::string>& all = main_constructions();
  if (all.empty())
    throw InvalidInput(InvalidInput::Kind::file,
                       "no construction that the main command runs: no paper.toml has the key "
                       "main_command; name a folder with one by --claims, or write verify DIR");
  return all.front();
}

std::string_view construction_of_run(const std::optional<SweepChoice>& sweep) {
  return sweep ? sweep->paper->name : pattern_construction();
}

const std::vector<SweepPaper>& sweep_papers() {
  static std::mutex mutex;
  static std::map<const std::vector<std::string>*, std::vector<SweepPaper>> known;
  const std::vector<std::string>& all = main_constructions();
  const std::lock_guard lock(mutex);
  const auto [of, fresh] = known.try_emplace(&all);
  for (std::size_t i = 1; fresh && i < all.size(); ++i) of->second.push_back({all[i]});
  return of->second;
}

const SweepPaper* sweep_paper_of(std::string_view claim_id) {
  const std::string_view paper = claim_id.substr(0, claim_id.find('.'));
  const auto it = std::find_if(sweep_papers().begin(), sweep_papers().end(),
                               [&](const SweepPaper& p) { return p.name == paper; });
  return it == sweep_papers().end() ? nullptr : &*it;
}

bool names_construction(std::string_view claim_id) {
  const std::vector<std::string>& all = main_constructions();
  return std::find(all.begin(), all.end(), claim_id.substr(0, claim_id.find('.'))) != all.end();
}

bool is_about(std::string_view claim_id, std::string_view construction) {
  return !names_construction(claim_id) || claim_id.substr(0, claim_id.find('.')) == construction;
}

std::vector<SweepChoice> sweep_choices(const SweepPaper& paper) {
  return {{&paper, false, paper.has_extended_grid()}, {&paper, true, false}};
}

std::vector<std::vector<std::string>> variants_decided_on(const SweepPaper& paper) {
  std::vector<std::vector<std::string>> all;
  for (const SweepChoice& choice : sweep_choices(paper)) all.push_back(variants_of(choice));
  return all;
}

std::vector<std::string> variants_of(const SweepChoice& choice) {
  return variants_named(choice.positional, choice.extended);
}

std::vector<std::string> variants_named(bool positional, bool extended) {
  std::vector<std::string> variants;
  if (positional) variants.push_back("positional");
  if (extended) variants.push_back("extended");
  return variants;
}

std::optional<SweepChoice> choice_of(std::string_view construction,
                                     const std::vector<std::string>& variants) {
  const SweepPaper* const paper = sweep_paper_of(construction);
  if (paper == nullptr) return std::nullopt;
  const auto has = [&](const char* name) {
    return std::find(variants.begin(), variants.end(), name) != variants.end();
  };
  return SweepChoice{paper, has("positional"), has("extended")};
}

FileRun run_of(const SweepChoice& choice, const Parameters& parameters,
               const Overrides& overrides) {
  HARDMAX_REQUIRE(choice.paper != nullptr && parameters.n >= 2 && parameters.d >= 1 &&
                  parameters.D >= 2);
  FileRun run(choice.paper->name, parameters, overrides, variants_of(choice));
  if (!choice.extended) run.require_grid();
  return run;
}

bool sees_itself(const SweepChoice& choice, const Parameters& parameters,
                 const Overrides& overrides) {
  return run_of(choice, parameters, overrides).sees_itself();
}

Pattern attended(const SweepChoice& choice, const Parameters& parameters,
                 const Overrides& overrides) {
  const bool itself = sees_itself(choice, parameters, overrides);
  std::vector<std::vector<Token>> layer(parameters.n);
  for (Token k = 0; k < parameters.n; ++k) {
    for (Token j = 0; j < parameters.n; ++j) {
      if (j != k || itself) layer[k].push_back(j);
    }
  }
  return {"dense", {std::move(layer)}};
}

SweepConstruction build(const SweepChoice& choice, const Parameters& parameters,
                        const Overrides& overrides) {
  const FileRun run = run_of(choice, parameters, overrides);
  const Rational D = parameters.D, sweep = run.selective_layers();
  if (sweep * Rational(parameters.d) > Rational(kMaxRows)) {
    throw LimitReached(
        fmt::format("the network has {} attention layers of {} rows, more than 2^16 rows in all",
                    sweep.bits() < 200 ? sweep.str() : fmt::format("about 2^{}", sweep.bits() - 1),
                    parameters.d));
  }
  std::vector<Rational> E = run.weights().E;
  for (Rational& e : E) e *= D;
  const auto layers = run.attention_layers().to_int64();
  HARDMAX_REQUIRE(layers.has_value());
  const auto make = [choice, parameters, overrides] {
    return run_of(choice, parameters, overrides).attention();
  };
  return {parameters,
          std::move(E),
          run.weights().shift,
          run.weights().c,
          static_cast<std::size_t>(*sweep.to_int64()),
          Network(parameters.d, 1, static_cast<std::size_t>(*layers), make)};
}

StagedNetwork stages(const SweepChoice& choice, const Parameters& parameters,
                     const Overrides& overrides) {
  return run_of(choice, parameters, overrides).stages();
}

}  // namespace hardmax
