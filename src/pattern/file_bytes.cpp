#include "pattern/file_bytes.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

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

std::string read_file_bytes(const std::filesystem::path& file, std::uint64_t limit) {
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
