// Everything there is to say about an imported pattern, in words and as JSON.
#pragma once
#include <string>

#include "pattern/assumption1.hpp"
#include "pattern/figures.hpp"
#include "pattern/import/import.hpp"

namespace hardmax {

struct PatternReport {
  Import import;
  std::vector<LayerFigures> figures;
  Assumption1 assumption;
};

PatternReport report_pattern(const PatternRequest& request);

// 0 Assumption 1 holds, 1 a part of it fails, 2 a part is undecided and none fails.
int exit_code(const PatternReport& report);

std::string pattern_text(
    const PatternReport& report);  // ends with a newline; warnings are not in it
std::string pattern_json(const PatternReport& report);  // one object, one line, ends with a
                                                        // newline; data/pattern.schema.json

// Why (1.3) fails for a causal pattern and what of the constructions is left; "" where that is not
// the case.
std::string what_is_left(const PatternReport& report);

}  // namespace hardmax
