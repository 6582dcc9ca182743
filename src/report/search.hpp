// Which values of choices make a construction work (subject/search.hpp), for people and for
// programs (data/search.schema.json).
#pragma once
#include <string>

#include "subject/search.hpp"

namespace hardmax::report {

// 0: some values work and all were tried, 1: none works, 2: a limit was met before.
int exit_code(const subject::Searched& searched);

std::string search_text(const subject::Run& run, const subject::Search& search,
                        const subject::Searched& searched);
std::string search_json(const subject::Run& run, const subject::Search& search,
                        const subject::Searched& searched, const std::string& version);

// How many bits a whole number has; of another one "".
std::string bits_of(const Rational& x);

}  // namespace hardmax::report
