// Which constructions the arguments of this program were made for: those of kinds "soft",
// "structural", "for-all-D", "general", "assumption1" and "kernel", which speak of more than the
// runs that are executed. A construction is told by its digest, and never by its name.
#pragma once
#include <string>

namespace hardmax::check {

enum class MadeFor {
  nothing,
  pattern,     // a pattern that meets Assumption 1, with a value mapping
  dense,       // every token looks at all
  without_own  // every token looks at all others
};
// By SHA-256 of a construction and of all that is defined beside it, without the texts of its
// hypotheses (FORMAT.md, `constructions`).
MadeFor made_for(const std::string& own_digest);

}  // namespace hardmax::check
