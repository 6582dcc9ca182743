// Formulas of claims as MathML in the notation of the papers: zt(H, k) as a z with a tilde,
// delta^(-n*d) as a power, a / b as a fraction.
//
// A formula is several <math> elements with blanks between them, so that a line may break before a
// relation, a conjunct or a summand. What is decided is the text of the claim file, which a page
// shows beside this.
//
// Tests     tests/unit/report/html_test.cpp
#pragma once
#include <string>

#include "certificate/writer.hpp"
#include "claim/claim.hpp"
#include "report/html/markup.hpp"

namespace hardmax::report::html {

Safe mathml(const claim::Formula& formula);

// The comparison that a witness makes false, each side above its value; empty markup if the formula
// has several that it could be. Only the form of the formula is looked at: nothing is evaluated.
Safe mathml_of_witness(const claim::Formula& formula, const certificate::Witness& witness);

}  // namespace hardmax::report::html
