// What a person and a program read of claims about a construction file for all inputs, or for every
// D: the table of `verify DIR --for-all`, and the JSON object of
// data/construction-for-all.schema.json.
#pragma once
#include <string>

#include "decide/for_all.hpp"
#include "report/claim_set.hpp"

namespace hardmax::report {

// 0: something is shown, and nothing is undecided but claims whose record is false. 1: a hypothesis
// is false, or a claim against its record. 2: another claim is undecided, or nothing is shown.
int exit_code(const decide::ForAllResult& result);

std::string text(const decide::ForAllRequest& request, const decide::ForAllResult& result);
// certificate: the file it was written to, "" if none.
std::string json(const decide::ForAllRequest& request, const decide::ForAllResult& result,
                 const std::string& version, const ClaimSet& claims,
                 const std::string& certificate);

// Words and counts of both.
const char* result_of(const decide::ForAllResult::Claim& claim);
bool against_record(const decide::ForAllResult::Claim& claim);
struct EveryInputCount {
  std::size_t shown = 0, false_ones = 0, outside = 0, undecided = 0, not_covered = 0,
              not_checkable = 0, against = 0;
};
EveryInputCount count_of(const decide::ForAllResult& result);
std::size_t sweeps_of(const decide::ForAllResult& result);  // of a network that was followed
inline bool is_for_every(const decide::ForAllRequest& request) { return !request.size.empty(); }

}  // namespace hardmax::report
