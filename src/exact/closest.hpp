// Which of the words that a program knows somebody may have meant.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace hardmax {

// At most three of `known`, the nearest first, in the order of `known` where two are as near. The
// distance of two words, in any case of their letters, is the number of letters that are put in,
// left out or changed, or of neighbours exchanged; a word that is further away than a third of the
// letters that were written is none of them.
std::vector<std::string> closest(std::string_view written, const std::vector<std::string>& known);

// "; do you mean 'a', 'b'?" of these, or nothing where there is none.
std::string do_you_mean(const std::vector<std::string>& words);

}  // namespace hardmax
