// Standard output. It carries the result of a command and nothing else, and the result is written
// there whole, at the end, here alone.
#pragma once
#include <string_view>

namespace hardmax::cli {

// At the start of the program: of the three standard descriptors, those that are closed (>&-) are
// taken up, standard output by one that cannot be written to. Otherwise the next file that is
// opened would be standard output, and the result would be written into it.
void occupy_standard_descriptors();

// Errors  CannotWrite: with the reason of the system; ReaderLeft.
void print_result(std::string_view text);

}  // namespace hardmax::cli
