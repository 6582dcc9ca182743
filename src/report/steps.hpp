// Which step of a construction does not do what its source says (subject/steps.hpp), for people and
// for programs (data/steps.schema.json). Real units.
#pragma once
#include <string>

#include "subject/steps.hpp"

namespace hardmax::report {

// 0: every step of every input does what is said, 1: one does not, 2: a limit was met before.
int exit_code(const subject::Walked& walked);

std::string steps_text(const subject::Run& run, const subject::Walked& walked, bool color);
std::string steps_json(const subject::Run& run, const subject::Walked& walked,
                       const std::string& version);

}  // namespace hardmax::report
