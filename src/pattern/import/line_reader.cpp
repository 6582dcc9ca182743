#include "pattern/import/line_reader.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "pattern/file_bytes.hpp"

namespace hardmax {
namespace {

constexpr std::size_t piece = std::size_t{1} << 20;
constexpr std::size_t line_limit = 4096;

}  // namespace

LineReader::LineReader(const std::filesystem::path& file) : file_(file), buffer_(piece, '\0') {
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (!std::filesystem::exists(status)) refuse_file(file, "no such file");
  if (!std::filesystem::is_regular_file(status)) refuse_file(file, "not a regular file");
  in_.reset(std::fopen(file.c_str(), "rb"));
  if (!in_) refuse_file(file, std::string("cannot be opened: ") + std::strerror(errno));
}

void LineReader::refuse(const std::string& why) const {
  refuse_file(file_, "line " + std::to_string(number_) + ": " + why);
}

bool LineReader::next(std::string_view& line) {
  ++number_;
  long_line_.clear();
  for (;;) {
    if (at_ == filled_) {
      filled_ = std::fread(buffer_.data(), 1, piece, in_.get());
      at_ = 0;
      if (filled_ == 0) {
        if (std::ferror(in_.get())) refuse_file(file_, "cannot be read to the end");
        if (long_line_.empty()) return false;
        line = long_line_;
        break;
      }
    }
    const char* start = buffer_.data() + at_;
    const auto* end = static_cast<const char*>(std::memchr(start, '\n', filled_ - at_));
    const std::size_t length =
        end != nullptr ? static_cast<std::size_t>(end - start) : filled_ - at_;
    if (long_line_.size() + length > line_limit)
      refuse("is longer than " + std::to_string(line_limit) + " bytes");
    at_ += length + (end != nullptr ? 1 : 0);
    if (end != nullptr && long_line_.empty()) {
      line = {start, length};
      break;
    }
    long_line_.append(start, length);
    if (end != nullptr) {
      line = long_line_;
      break;
    }
  }
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.find('\0') != std::string_view::npos) refuse("holds a byte 0; this is not a text file");
  return true;
}

int split_numbers(std::string_view line, std::uint64_t* numbers, int most) {
  int found = 0;
  std::size_t i = 0;
  const auto separator = [](char c) { return c == ' ' || c == '\t' || c == ','; };
  for (;;) {
    while (i < line.size() && separator(line[i])) ++i;
    if (i == line.size()) return found;
    if (found == most) return -1;
    std::uint64_t value = 0;
    const std::size_t from = i;
    for (; i < line.size() && line[i] >= '0' && line[i] <= '9'; ++i) {
      if (i - from == 18) return -1;  // at most 18 digits: no overflow
      value = value * 10 + static_cast<std::uint64_t>(line[i] - '0');
    }
    if (i == from || (i < line.size() && !separator(line[i]))) return -1;
    numbers[found++] = value;
  }
}

std::vector<std::string_view> split_words(std::string_view line, std::size_t most) {
  constexpr std::string_view separators = " \t,;";
  std::vector<std::string_view> words;
  for (std::size_t at = 0; words.size() <= most;) {
    at = line.find_first_not_of(separators, at);
    if (at == std::string_view::npos) break;
    const bool quoted = line[at] == '"' && line.find('"', at + 1) != std::string_view::npos;
    const std::size_t from = quoted ? at + 1 : at,
                      end = std::min(
                          quoted ? line.find('"', from) : line.find_first_of(separators, from),
                          line.size());
    words.push_back(line.substr(from, end - from));
    at = quoted ? end + 1 : end;
  }
  return words;
}

void EdgeLists::begin() {
  to_.resize(starts_.size());
  fill_.assign(starts_.size(), std::vector<std::uint32_t>(n_));
  for (std::size_t l = 0; l < starts_.size(); ++l) {
    for (std::size_t k = 0; k < n_; ++k) starts_[l][k + 1] += starts_[l][k];
    to_[l].resize(starts_[l][n_]);
  }
}

const EdgeLists::Repeated* EdgeLists::finish(bool merge) {
  fill_.clear();
  for (std::size_t l = 0; l < starts_.size(); ++l) {
    std::uint64_t kept = 0;  // edges of the layer that stay, when repeated ones are merged
    for (std::size_t k = 0; k < n_; ++k) {
      const auto from = to_[l].begin() + static_cast<std::ptrdiff_t>(starts_[l][k]),
                 end = to_[l].begin() + static_cast<std::ptrdiff_t>(starts_[l][k + 1]);
      if (!std::is_sorted(from, end)) std::sort(from, end);
      if (merge) {
        const auto last = std::unique(from, end);
        std::move(from, last, to_[l].begin() + static_cast<std::ptrdiff_t>(kept));
        starts_[l][k] = kept;  // not read again: the next row begins at starts_[l][k + 1]
        kept += static_cast<std::uint64_t>(last - from);
        continue;
      }
      const auto twice = std::adjacent_find(from, end);
      if (twice == end) continue;
      repeated_ = {l, k, *twice};
      return &repeated_;
    }
    if (merge) {
      starts_[l][n_] = kept;
      to_[l].resize(kept);
    }
  }
  return nullptr;
}

std::uint64_t EdgeLists::edges() const {
  std::uint64_t total = 0;
  for (const auto& to : to_) total += to.size();
  return total;
}

}  // namespace hardmax
