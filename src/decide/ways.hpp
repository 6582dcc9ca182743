// Ways to decide a claim stand in a list and are asked in order: the first that takes it decides
// it. A way knows nothing of those before and after it but that it is asked when they left the
// claim.
#pragma once
#include <span>
#include <string_view>

#include "exact/error.hpp"

namespace hardmax::decide {

enum class Taken {
  no,       // the claim is for another way
  decided,  // it has a verdict, or it is undecided with a reason
  waits     // it is decided later, together with the others that wait
};

// `Run` is what all claims share, `Question` one claim and what was found out about it.
template <class Run, class Question>
struct Way {
  std::string_view name;
  Taken (*ask)(Run&, Question&);
};

// Requires  the last way takes every claim.
template <class Run, class Question>
Taken ask_in_order(std::span<const Way<Run, Question>> ways, Run& run, Question& question) {
  for (const Way<Run, Question>& way : ways) {
    const Taken taken = way.ask(run, question);
    if (taken != Taken::no) return taken;
  }
  HARDMAX_REQUIRE(false);
  return Taken::no;
}

}  // namespace hardmax::decide
