// What examples in help are about: the constructions that the main command runs, and a claim, as
// paper.toml of the shipped claims says. Help is there also where these files are not: it has words
// in capitals then.
#pragma once
#include <string>
#include <string_view>

namespace hardmax::cli {

std::string example_paper();
std::string example_id();  // of a claim
// "a (default), b, c": from the one of this number on, the first with what stands behind it.
std::string list_of_constructions(std::size_t first, const std::string& behind_first);
// With the two in place of @PAPER and @ID.
std::string with_examples(std::string_view text);

}  // namespace hardmax::cli
