#include "check/coq_names.hpp"

namespace hardmax::check {
namespace {

constexpr Type N = Type::Num;
constexpr int positive = positive_names, whole = integer_names, other = other_names;

const std::vector<Known> sparse = {{"n", "", N, positive},
                                   {"d", "", N, positive + 1},
                                   {"D", "", N, positive + 2},
                                   {"p", "", N, positive + 3},
                                   {"s", "", N, positive + 4},
                                   {"gamma", "N", N, whole},
                                   {"l", "N", N, whole + 1},
                                   {"layers", "W", N, whole + 2},
                                   {"mask", "N", N, whole + 3},
                                   {"heads", "N", N, whole + 4},
                                   {"q_hidden", "N", N, whole + 5},
                                   {"q_pieces", "N", N, whole + 6},
                                   {"q_flat", "N", N, whole + 7},
                                   {"delta", "", N, delta_name},
                                   {"Delta", "", N, other},
                                   {"c", "", N, other + 1},
                                   {"shift", "", N, other + 2},
                                   {"E", "N", N, other + 3},
                                   {"bq", "NN", N, other + 4},
                                   {"G", "INN", N, other + 5},
                                   {"entry", "NINN", N, other + 6},
                                   {"v", "NIN", N, other + 7},
                                   {"head", "NNIN", N, other + 8},
                                   {"z", "IN", N, other + 9},
                                   {"zt", "IN", N, other + 10},
                                   {"M", "NIN", N, other + 11},
                                   {"id", "IN", N, other + 12},
                                   {"A", "NN", Type::Set, other + 13},
                                   {"S", "NN", Type::Set, other + 14},
                                   {"qmap", "NNN", N, qmap_name},
                                   {"qbreaks", "NN", Type::Set, qbreaks_name}};
const std::vector<Known> dense = {{"n", "", N, positive},
                                  {"d", "", N, positive + 1},
                                  {"D", "", N, positive + 2},
                                  {"q", "", N, positive + 3},
                                  {"positional", "", N, whole},
                                  {"extended", "", N, whole + 1},
                                  {"category", "I", N, whole + 2},
                                  {"columns", "I", N, whole + 3},
                                  {"sorted", "I", N, whole + 4},
                                  {"layers", "W", N, whole + 5},
                                  {"heads", "N", N, whole + 6},
                                  {"q_hidden", "N", N, whole + 7},
                                  {"q_pieces", "N", N, whole + 8},
                                  {"q_flat", "N", N, whole + 9},
                                  {"delta", "", N, delta_name},
                                  {"c", "", N, other},
                                  {"shift", "", N, other + 1},
                                  {"G", "INN", N, other + 2},
                                  {"entry", "NINN", N, other + 3},
                                  {"v", "NIN", N, other + 4},
                                  {"head", "NNIN", N, other + 5},
                                  {"z", "IN", N, other + 6},
                                  {"zt", "IN", N, other + 7},
                                  {"id", "IN", N, other + 8},
                                  {"swapped", "NINNN", N, other + 9},
                                  {"qmap", "NNN", N, qmap_name},
                                  {"qstep", "NNN", N, qstep_name},
                                  {"qbreaks", "NN", Type::Set, qbreaks_name}};

}  // namespace

void not_stated(const std::string& what) {
  throw Rejected("theorem: stated one, found that " + what + " has no counterpart in Coq");
}

const CoqPaper& CoqPapers::of(const std::string& id) {
  const std::string name = id.substr(0, id.find('.'));
  if (const auto known = known_.find(name); known != known_.end()) return known->second;
  const MadeFor network = files_.has_runs(name) ? files_.network(name) : MadeFor::nothing;
  if (network == MadeFor::nothing) not_stated("the paper of " + id);
  const bool pattern = network == MadeFor::pattern;
  CoqPaper& paper = known_[name];  // words point into it
  paper = {name,
           pattern ? first_module : first_module + ("_" + name),
           network,
           stage_names(files_.describing(name)),
           {}};
  const StageNames& stages = paper.stages;
  paper.vocabulary = {pattern ? sparse : dense,
                      {stages.sweep.c_str(), stages.last.c_str(), stages.quantizer.c_str()}};
  return paper;
}

}  // namespace hardmax::check
