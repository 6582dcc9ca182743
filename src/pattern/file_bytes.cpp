#include "pattern/file_bytes.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <utility>

#include "exact/error.hpp"

namespace hardmax {
namespace {

std::string printable(std::string_view text) {
  std::string out;
  for (const char c : text) out += c >= 0x20 && c < 0x7F ? c : '?';
  return out;
}

}  // namespace

void refuse_file(const std::filesystem::path& file, const std::string& why) {
  throw InvalidInput(InvalidInput::Kind::file, printable(file.string()) + ": " + printable(why));
}

std::string show_text(std::string_view text) {
  constexpr std::size_t shown = 40;
  std::string out(1, '"');
  out += printable(text.substr(0, shown));
  if (text.size() > shown) out += "...";
  return out += '"';
}

namespace {

// Whole, once: a second reader gets the same bytes.
const std::string& standard_input(std::uint64_t limit) {
  static std::string bytes;
  static bool read = false;
  if (!std::exchange(read, true)) {
    std::string block(std::size_t{1} << 16, '\0');
    while (bytes.size() <= limit &&
           (std::cin.read(block.data(), static_cast<std::streamsize>(block.size())) ||
            std::cin.gcount() > 0))
      bytes.append(block, 0, static_cast<std::size_t>(std::cin.gcount()));
  }
  if (bytes.size() > limit)
    refuse_file("-", "standard input has more than " + std::to_string(limit) +
                         " bytes, the limit for this format");
  return bytes;
}

}  // namespace

std::string read_file_bytes(const std::filesystem::path& file, std::uint64_t limit) {
  if (file == "-") return standard_input(limit);
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (!std::filesystem::exists(status)) refuse_file(file, "no such file");
  if (!std::filesystem::is_regular_file(status)) refuse_file(file, "not a regular file");
  const std::uint64_t size = std::filesystem::file_size(file, error);
  if (error) refuse_file(file, "cannot be read: " + error.message());
  if (size > limit) {
    refuse_file(file, "has " + std::to_string(size) + " bytes; the limit for this format is " +
                          std::to_string(limit));
  }
  std::ifstream in(file, std::ios::binary);
  if (!in) refuse_file(file, std::string("cannot be opened: ") + std::strerror(errno));
  std::string bytes(size, '\0');
  in.read(bytes.data(), static_cast<std::streamsize>(size));
  if (static_cast<std::uint64_t>(in.gcount()) != size)
    refuse_file(file, "changed while it was read");
  return bytes;
}

}  // namespace hardmax
