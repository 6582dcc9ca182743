#include "discharge/coq_names.hpp"

#include <algorithm>
#include <array>

#include "discharge/run_names.hpp"
#include "discharge/sweep_model.hpp"

namespace hardmax {

namespace {

constexpr std::array<std::string_view, 11> kIntegers = {"n", "d", "D", "p", "s", "gamma", "l", "layers(selective_shift)", "layers(all_max_shift)", "mask", "heads"};
constexpr std::array<std::string_view, 14> kRationals = {"delta", "Delta", "c", "shift", "E", "bq", "G", "entry", "v", "head", "z", "zt", "M", "id"};
constexpr std::array<std::string_view, 2> kSets = {"A", "S"};

// Papers with dense attention.
constexpr std::array<std::string_view, 12> kDenseIntegers = {"n", "d", "D", "q", "positional", "extended", "category", "columns", "sorted", "layers(selective_shift)", "layers(global_shift)", "heads"};
constexpr std::array<std::string_view, 11> kDenseRationals = {"delta", "c", "shift", "G", "entry", "v", "head", "z", "zt", "id", "swapped"};

constexpr std::array<CoqNames, 3> kPapers = {{{"yun2020b", "Names", kIntegers, kRationals, kSets, &run_vocabulary},
                                             {"yun2020a", "Names_yun2020a", kDenseIntegers, kDenseRationals, {}, &sweep_vocabulary},
                                             {"sparsebert", "Names_sparsebert", kDenseIntegers, kDenseRationals, {}, &sweep_vocabulary}}};

}  // namespace

std::span<const CoqNames> coq_papers() { return kPapers; }

const CoqNames* coq_names_of(std::string_view claim_id) {
  const std::string_view paper = claim_id.substr(0, claim_id.find('.'));
  const auto it = std::find_if(kPapers.begin(), kPapers.end(), [&](const CoqNames& names) { return names.paper == paper; });
  return it == kPapers.end() ? nullptr : &*it;
}

}  // namespace hardmax
