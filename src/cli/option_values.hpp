// Single values of the command line, read from their text.
//
// Errors    InvalidInput (option): one line that names the option, the value and the remedy.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "discharge/verdict.hpp"
#include "exact/rational.hpp"
#include "report/fail_on.hpp"

namespace hardmax::cli {

[[noreturn]] void bad(const std::string& line);
// At most 60 characters of it, for such a line.
std::string shortened(const std::string& text);

// "7", "1/2", "0.125", without sign; empty if the text is no number.
std::optional<Rational> number_of(const std::string& text);
// "4": a whole number in [least, most] without sign.
std::uint64_t whole_number(const std::string& option, const std::string& text, std::uint64_t least,
                           std::uint64_t most);
// --delta "0.5", "1/8", "0.125": D of 1/D, at least 2.
std::uint64_t inverse_of_delta(const std::string& text);
void one_of(const std::string& option, const std::string& value,
            const std::vector<std::string>& allowed);
// "600", "90s", "10m", "2h".
std::uint64_t seconds_of(const std::string& option, const std::string& text);
// --memory "512M", "4G".
std::size_t bytes_of(const std::string& text);
// The verdict in `option`, the text ID=VERDICT of --expect.
Verdict verdict_of(const std::string& text, const std::string& option);
// --fail-on "refuted,vacuous"; "changed" may stand among them, which always counts.
report::FailOn fail_on_of(const std::string& text);
// --input "0,1/2,0.25": `count` numbers in [0, 1), or any with the extended grid, token by token,
// row 1 first.
std::vector<Rational> input_of(const std::string& text, std::uint64_t count, bool extended);

}  // namespace hardmax::cli
