// Ids as people write them: without the paper where it is clear, in any case, "Lemma 8", "(10)".
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "claim/entry.hpp"

namespace hardmax::claim {

// The ids that `written` may stand for, in the order of `entries`: the id itself; else those that
// are `written` in any case of its letters, with or without the paper; else those with a part, or
// parts one after another, at their end, else anywhere, that are what is written, without blanks,
// where "(10)" is "eq10". The first of these that gives one counts. Borrowed entries are none.
std::vector<std::string> ids_written(const std::vector<Entry>& entries, std::string_view written);

// The start of ids that `written` may stand for: as it is where an id begins so, else the one start
// that it is in any case of its letters, of `paper` where one is named, and of any otherwise; else
// the one start that ends with a part, or parts, as in ids_written, of `paper` likewise; else the
// one id of ids_written. None where there is no such start or more than one.
std::optional<std::string> prefix_written(const std::vector<Entry>& entries,
                                          std::string_view written, std::string_view paper = {});

// What to say of a `written` that stands for nothing, or for several ids: "; do you mean ...?".
std::string ids_meant(const std::vector<Entry>& entries, std::string_view written);

}  // namespace hardmax::claim
