// What a report about a corpus begins with: of every paper what it is, and its errata in the order
// and the words of `verify findings` (report/findings.hpp).
#pragma once
#include <vector>

#include "report/findings.hpp"
#include "report/html/markup.hpp"
#include "report/html/page.hpp"

namespace hardmax::report::html {

// The page has an article for every claim that is named here, with the anchor anchor_of(id).
void add_findings(Markup& m, const CorpusResult& result, const FindingsPresentation& how,
                  std::vector<Section>& contents);

}  // namespace hardmax::report::html
