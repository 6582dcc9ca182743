// What a person and a program read of a construction that finds farthest vectors: the text of
// `verify task1`, and the JSON object of data/task1.schema.json.
#pragma once
#include <optional>
#include <string>

#include "decide/farthest.hpp"

namespace hardmax::report {

struct FarthestPresentation {
  std::string tool_version;
  std::string certificate = {};  // the file that was written; empty: none
};

// 0: every vector gets one that is farthest from it; 1: one gets another one, or none.
int exit_code(const decide::FarthestResult& result);

std::string farthest_text(const decide::VectorList& list, const decide::FarthestResult& result,
                          const FarthestPresentation& how);
std::string farthest_json(const decide::VectorList& list, const decide::FarthestResult& result,
                          const FarthestPresentation& how);

}  // namespace hardmax::report
