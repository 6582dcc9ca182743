// Standard output. It carries the result of a command and nothing else, and the result is written
// there whole, at the end, here alone.
#pragma once
#include <string>
#include <string_view>

namespace hardmax::cli {

// At the start of the program: of the three standard descriptors, those that are closed (>&-) are
// taken up, standard output by one that cannot be written to. Otherwise the next file that is
// opened would be standard output, and the result would be written into it.
void occupy_standard_descriptors();

// Where a file that is called - has standard output (--certificate -), the result goes to standard
// error. Errors  CannotWrite: with the reason of the system; ReaderLeft.
void print_result(std::string_view text);

// Is standard output (1) or standard error (2) a terminal that moves its cursor and shows colours?
// None is where TERM says dumb.
bool is_terminal(int descriptor);
// What --color auto, always or never means. auto: on a terminal, unless NO_COLOR is set and not
// empty (no-color.org).
bool in_color(const std::string& option);

}  // namespace hardmax::cli
