// A whole file in memory, with its size checked before anything is allocated. Every reader of this
// room starts here.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace hardmax {

// Errors  InvalidInput (file): missing, a directory or device, unreadable, or larger than `limit`
// bytes.
std::string read_file_bytes(const std::filesystem::path& file, std::uint64_t limit);

// InvalidInput of kind file, as "FILE: WHY". Control characters in either are replaced, so that it
// stays one printable line.
[[noreturn]] void refuse_file(const std::filesystem::path& file, const std::string& why);

// Untrusted text for a message: printable ASCII only, cut to 40 characters, in double quotes.
std::string show_text(std::string_view text);

}  // namespace hardmax
