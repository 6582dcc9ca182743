// Two formulas side by side, with what is different marked.
#pragma once
#include <string_view>
#include <utility>

#include "report/html/markup.hpp"

namespace hardmax::report::html {

// Each formula as code, what the other has not in it as <mark>. Names, numbers and signs are
// compared, not white space. Of formulas with more than 600 of these nothing is marked.
std::pair<Safe, Safe> with_difference(std::string_view one, std::string_view other);

}  // namespace hardmax::report::html
