#include "discharge/coq/names.hpp"

#include <algorithm>
#include <array>

#include "discharge/run_names.hpp"
#include "discharge/sweep_model.hpp"

namespace hardmax {

namespace {

constexpr std::array<std::string_view, 15> kIntegers = {"n",
                                                        "d",
                                                        "D",
                                                        "p",
                                                        "s",
                                                        "gamma",
                                                        "l",
                                                        "layers(selective_shift)",
                                                        "layers(all_max_shift)",
                                                        "layers(quantize)",
                                                        "mask",
                                                        "heads",
                                                        "q_hidden",
                                                        "q_pieces",
                                                        "q_flat"};
constexpr std::array<std::string_view, 15> kRationals = {
    "delta", "Delta", "c", "shift", "E", "bq", "G",   "entry",
    "v",     "head",  "z", "zt",    "M", "id", "qmap"};
constexpr std::array<std::string_view, 3> kSets = {"A", "S", "qbreaks"};

// Papers with dense attention.
constexpr std::array<std::string_view, 16> kDenseIntegers = {"n",
                                                             "d",
                                                             "D",
                                                             "q",
                                                             "positional",
                                                             "extended",
                                                             "category",
                                                             "columns",
                                                             "sorted",
                                                             "layers(selective_shift)",
                                                             "layers(global_shift)",
                                                             "layers(quantize)",
                                                             "heads",
                                                             "q_hidden",
                                                             "q_pieces",
                                                             "q_flat"};
constexpr std::array<std::string_view, 13> kDenseRationals = {
    "delta", "c", "shift", "G", "entry", "v", "head", "z", "zt", "id", "swapped", "qmap", "qstep"};
constexpr std::array<std::string_view, 1> kDenseSets = {"qbreaks"};

constexpr std::array<CoqNames, 3> kPapers = {
    {{"yun2020b", "Names", kIntegers, kRationals, kSets, &run_vocabulary},
     {"yun2020a", "Names_yun2020a", kDenseIntegers, kDenseRationals, kDenseSets, &sweep_vocabulary},
     {"sparsebert", "Names_sparsebert", kDenseIntegers, kDenseRationals, kDenseSets,
      &sweep_vocabulary}}};

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

std::span<const CoqNames> coq_papers() { return kPapers; }

const CoqNames* coq_names_of(std::string_view claim_id) {
  const std::string_view paper = claim_id.substr(0, claim_id.find('.'));
  const auto it = std::find_if(kPapers.begin(), kPapers.end(),
                               [&](const CoqNames& names) { return names.paper == paper; });
  return it == kPapers.end() ? nullptr : &*it;
}

}  // namespace hardmax
