#include "discharge/sweep_papers.hpp"

#include <algorithm>

#include "construction/sparsebert/construction.hpp"
#include "construction/yun2020a/construction.hpp"

namespace hardmax {

const std::vector<SweepPaper>& sweep_papers() {
  static const std::vector<SweepPaper> papers = {
      {"yun2020a", true, true, &yun2020a::plan, &yun2020a::multiplier_of_every_size,
       &yun2020a::quantizer_layers},
      {"sparsebert", false, false, &sparsebert::plan, &sparsebert::multiplier_of_every_size,
       &yun2020a::quantizer_layers}};
  return papers;
}

const SweepPaper* sweep_paper_of(std::string_view claim_id) {
  const std::string_view paper = claim_id.substr(0, claim_id.find('.'));
  const auto it = std::find_if(sweep_papers().begin(), sweep_papers().end(),
                               [&](const SweepPaper& p) { return p.name == paper; });
  return it == sweep_papers().end() ? nullptr : &*it;
}

bool names_construction(std::string_view claim_id) {
  return sweep_paper_of(claim_id) != nullptr ||
         claim_id.substr(0, claim_id.find('.')) == "yun2020b";
}

bool is_about(std::string_view claim_id, std::string_view construction) {
  return !names_construction(claim_id) || claim_id.substr(0, claim_id.find('.')) == construction;
}

Pattern attended(const SweepPaper& paper, std::size_t tokens) {
  std::vector<std::vector<Token>> layer(tokens);
  for (Token k = 0; k < tokens; ++k) {
    for (Token j = 0; j < tokens; ++j) {
      if (j != k || paper.sees_itself) layer[k].push_back(j);
    }
  }
  return {"dense", {std::move(layer)}};
}

std::vector<SweepChoice> sweep_choices(const SweepPaper& paper) {
  return {{&paper, false, paper.has_extended_grid}, {&paper, true, false}};
}

}  // namespace hardmax
