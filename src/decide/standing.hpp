// How a verdict about a construction file stands against the record of its entry.
#pragma once
#include <functional>
#include <map>
#include <string>

#include "certificate/verdict.hpp"
#include "subject/run.hpp"

namespace hardmax::decide {

// Is this very run the stored counterexample of an entry: "n=3 D=2 pattern=strided window=2
// variant=positional"? A run with another variant or a change of choices is another one.
bool is_stored_counterexample(const std::string& text, const subject::Run& run);

// Compares a verdict with the entry's record, or with what was expected of it by id. `is_this_run`:
// is the stored counterexample of an entry the run at hand?
void judge(ClaimResult& decided, const std::map<std::string, Verdict>& expected,
           const std::function<bool(const std::string& counterexample)>& is_this_run);

}  // namespace hardmax::decide
