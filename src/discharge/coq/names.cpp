#include "discharge/coq/names.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>

#include "discharge/run_names.hpp"
#include "discharge/stage_words.hpp"
#include "discharge/sweep_model.hpp"

namespace hardmax {

namespace {

constexpr std::array<std::string_view, 12> kIntegers = {
    "n", "d", "D", "p", "s", "gamma", "l", "mask", "heads", "q_hidden", "q_pieces", "q_flat"};
constexpr std::array<std::string_view, 15> kRationals = {
    "delta", "Delta", "c", "shift", "E", "bq", "G",   "entry",
    "v",     "head",  "z", "zt",    "M", "id", "qmap"};
constexpr std::array<std::string_view, 3> kSets = {"A", "S", "qbreaks"};

// Papers with dense attention.
constexpr std::array<std::string_view, 13> kDenseIntegers = {
    "n",       "d",      "D",     "q",        "positional", "extended", "category",
    "columns", "sorted", "heads", "q_hidden", "q_pieces",   "q_flat"};
constexpr std::array<std::string_view, 13> kDenseRationals = {
    "delta", "c", "shift", "G", "entry", "v", "head", "z", "zt", "id", "swapped", "qmap", "qstep"};
constexpr std::array<std::string_view, 1> kDenseSets = {"qbreaks"};

// Of attention and the quantiser; those of value layers have none.
std::vector<std::string> with_counts(std::span<const std::string_view> names,
                                     const std::vector<StageWord>& words) {
  std::vector<std::string> all(names.begin(), names.end());
  for (const StageWord& word : words)
    if (word.role == StageRole::quantizer || word.role == StageRole::sweep ||
        word.role == StageRole::last)
      all.push_back("layers(" + word.name + ")");
  return all;
}

std::vector<CoqNames> names_of_all() {
  std::vector<CoqNames> all;
  if (main_constructions().empty()) return all;
  all.push_back({pattern_construction(), "Names", with_counts(kIntegers, stage_words_of_runs()),
                 kRationals, kSets, &run_vocabulary});
  for (const SweepPaper& paper : sweep_papers())
    all.push_back({paper.name, "Names_" + paper.name,
                   with_counts(kDenseIntegers, stage_words_of_sweeps()), kDenseRationals,
                   kDenseSets, &sweep_vocabulary});
  return all;
}

// Names whose values are positive, in every paper that has them.
constexpr std::array<std::string_view, 7> kPositive = {"n", "d", "D", "p", "s", "q", "delta"};
// Words of Coq, and what statements use, which no name of a formula may hide.
constexpr std::array<std::string_view, 42> kKeywords = {
    "Z",      "Q",   "matrix", "True", "False",    "inject_Z", "Qfloor",  "Qabs", "Qmax",
    "Qmin",   "R",   "IZR",    "Q2R",  "Int_part", "Rabs",     "Rmax",    "Rmin", "Names_real",
    "as",     "at",  "cofix",  "else", "end",      "exists",   "exists2", "fix",  "for",
    "forall", "fun", "if",     "IF",   "in",       "let",      "match",   "mod",  "Prop",
    "return", "Set", "SProp",  "then", "Type",     "with"};

}  // namespace

bool is_set_of_rationals(std::string_view name) { return name == "qbreaks"; }
bool ends_with_rational(std::string_view name) { return name == "qmap" || name == "qstep"; }
bool is_positive_name(std::string_view name) { return among(kPositive, name); }
bool is_word_of_coq(std::string_view name) { return among(kKeywords, name); }

// What was handed out before stays.
const std::vector<CoqNames>& coq_papers() {
  static std::mutex mutex;
  static std::map<std::uint64_t, std::vector<CoqNames>> known;
  const std::lock_guard lock(mutex);
  const auto [found, fresh] = known.try_emplace(places_said());
  if (fresh) found->second = names_of_all();
  return found->second;
}

const CoqNames* coq_names_of(std::string_view claim_id) {
  const std::string_view paper = claim_id.substr(0, claim_id.find('.'));
  const std::vector<CoqNames>& all = coq_papers();
  const auto it = std::find_if(all.begin(), all.end(),
                               [&](const CoqNames& names) { return names.paper == paper; });
  return it == all.end() ? nullptr : &*it;
}

}  // namespace hardmax
