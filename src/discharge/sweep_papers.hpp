// The papers whose constructions are sweeps (construction/sweep.hpp). A new paper of this kind is a
// new row of sweep_papers(); nothing else names papers.
#pragma once
#include <set>
#include <string_view>
#include <vector>

#include "construction/sweep.hpp"

namespace hardmax {

struct SweepPaper {
  std::string_view name;   // claim ids begin with it
  bool has_extended_grid;  // G+: entries -delta^{-nd}, 0, delta, ..., 1 - delta
  bool sees_itself;        // attention over all tokens, or over all others
  sweep::Plan (*plan)(const sweep::Parameters&, bool positional);
  sweep::MultiplierOfEverySize multiplier;
  std::vector<Layer> (*quantizer)(const sweep::Parameters&, bool positional,
                                  const std::set<std::uint64_t>& dropped);
};

// One network of a paper and its inputs: without or with positional encodings, on the grid or on G+
// (only without encodings).
struct SweepChoice {
  const SweepPaper* paper = nullptr;
  bool positional = false, extended = false;
};

const std::vector<SweepPaper>& sweep_papers();
const SweepPaper* sweep_paper_of(std::string_view claim_id);  // nullptr: none
// Does the id begin with the name of a construction? Otherwise the claim is about whatever network
// a run has, and about that of yun2020b where no run is named.
bool names_construction(std::string_view claim_id);
// Is it a claim about the network of this construction?
bool is_about(std::string_view claim_id, std::string_view construction);
// Who attends to whom: to all, or to all others.
Pattern attended(const SweepPaper& paper, std::size_t tokens);
// What a corpus is decided on: the network without encodings on the largest set of inputs there is,
// and the one with them.
std::vector<SweepChoice> sweep_choices(const SweepPaper& paper);

}  // namespace hardmax
