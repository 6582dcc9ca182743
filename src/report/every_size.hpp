// What a person and a program read of claims for every D, or every d and D: the table of `verify
// --for-all`, and the JSON object of data/for_all.schema.json.
#pragma once
#include <string>

#include "discharge/symbolic/every_size.hpp"
#include "report/claim_set.hpp"
#include "report/fail_on.hpp"

namespace hardmax::report {

// Of all claims that were looked at: 0 all are shown, or made for no D; 1 Assumption 1 fails, or
// one is shown against its record; 2 one is undecided, or none is shown. `fail_on` counts too: 1 if
// one is undecided, or made for no D, or shown without being seen to say something (vacuous).
int exit_code(const EverySizeRequest& request, const EverySizeResult& result,
              const FailOn& fail_on = {});

std::string text(const EverySizeRequest& request, const EverySizeResult& result);
// certificate: the file it was written to, "" if none.
std::string json(const EverySizeRequest& request, const EverySizeResult& result,
                 const std::string& version, const ClaimSet& claims,
                 const std::string& certificate);

// Of one claim, and of the inputs: words that both use.
std::string result_of(
    const EverySizeResult& result,
    const EverySizeResult::Claim& claim);  // "shown", "undecided", "not checkable", "outside"
// Shown where the record has a counterexample, at some D.
bool against_record(const EverySizeRequest& request, const EverySizeResult::Claim& claim);
const char* inputs_of(const EverySizeRequest& request);

}  // namespace hardmax::report
