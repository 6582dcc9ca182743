// Everything there is to say about an imported pattern, in words and as JSON.
#pragma once
#include <string>

#include "pattern/assumption1.hpp"
#include "pattern/figures.hpp"
#include "pattern/import/import.hpp"
#include "pattern/star.hpp"

namespace hardmax {

struct PatternReport {
  Import import;
  std::vector<LayerFigures> figures;
  Assumption1 assumption;
  bool star_asked = false;
  std::optional<Star> star = std::nullopt;  // where it was asked for
};

PatternReport report_pattern(const PatternRequest& request, bool star = false);

// 0 Assumption 1 holds, 1 a part of it fails, 2 a part is undecided and none fails. Also 1 if the
// model is known to have too few layers, unless `any_layers`.
int exit_code(const PatternReport& report, bool any_layers = false);

// The model is known to have fewer layers than it takes until every token is reached from every
// other.
bool has_too_few_layers(const PatternReport& report);

// What a theorem says of patterns that meet Assumption 1; empty: nobody said.
struct PatternTheorem {
  std::string name;    // "Theorem 1 of Yun et al. 2020"
  std::string says;    // "transformers with this pattern ... approximate ..."
  std::string errata;  // where the errata of its proof are: "verify findings yun2020b"
};

// What was asked, in two sentences that say no more than is known: is attention of this shape
// universal, and does what one token says reach all others within the layers of the model?
struct PatternAnswer {
  std::string pattern, reach;
};
PatternAnswer answer_of(const PatternReport& report, const PatternTheorem& theorem);

// "about tokens 1..64, in layer 1 of 12: Theorem 1 of ... speaks of this graph"; where a star was
// asked for. `theorem`: what is said of graphs that contain one.
std::string star_words(const PatternReport& report, const PatternTheorem& theorem);

// Ends with a newline; warnings are not in it.
std::string pattern_text(const PatternReport& report, const PatternTheorem& theorem = {},
                         const PatternTheorem& of_stars = {});
// One object, one line, ends with a newline; data/pattern.schema.json
std::string pattern_json(const PatternReport& report, const PatternTheorem& theorem = {},
                         bool any_layers = false, const PatternTheorem& of_stars = {});

// Why (1.3) fails for a causal pattern and what of the constructions is left; "" where that is not
// the case.
std::string what_is_left(const PatternReport& report);

}  // namespace hardmax
