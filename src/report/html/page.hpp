// The frame of every report: one HTML file with its style and its script in it. Nothing is loaded
// from anywhere, and a policy in the page forbids it to the browser; the script only filters, and
// is the only one the policy allows, by its hash. Dark and light by the reader's setting, A4 in
// print.
//
// Trust     bodies are Safe; titles and labels are escaped here.   Tests
// tests/unit/report/html_test.cpp, tests/report
#pragma once
#include <string>
#include <vector>

#include "report/html/markup.hpp"

namespace hardmax::report::html {

struct Section {
  std::string anchor;  // of [a-z0-9-]
  std::string label;
};

struct Page {
  std::string title;
  std::string kicker;             // one line above the title: what this is
  Safe imprint;                   // below it: the papers that this speaks of; may be empty
  Safe verdict;                   // one sentence and what it rests on, first on the page
  std::vector<Section> contents;  // of the body, in order
  Safe body;
  std::string footer;
};

std::string page(const Page& page);

// "yun2020b.E.2.4.eq10" as an anchor: letters and digits as they are, anything else a hyphen and
// its code, so that different ids stay different.
std::string anchor_of(std::string_view id);

// The parts of style.cpp.
std::string_view style();
std::string_view script();

}  // namespace hardmax::report::html
