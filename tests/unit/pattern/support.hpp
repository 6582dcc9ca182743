// Small helpers of the pattern tests: pictures of masks, files that go away by themselves, refused
// files.
#pragma once
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "exact/error.hpp"
#include "pattern/pattern.hpp"

namespace hardmax::test {

// One layer as rows of 'x' (attends) and '.'.
inline std::vector<std::string> picture(const Pattern& pattern, std::size_t layer) {
  std::vector<std::string> rows(pattern.tokens(), std::string(pattern.tokens(), '.'));
  for (std::size_t k = 0; k < pattern.tokens(); ++k) {
    for (const Token j : pattern.neighbours(layer, k)) rows[k][j] = 'x';
  }
  return rows;
}

// The mask as a pattern: mask[layer][row][column] == 'x'.
inline Pattern from_pictures(const std::vector<std::vector<std::string>>& mask) {
  std::vector<std::vector<std::vector<Token>>> layers;
  for (const auto& rows : mask) {
    auto& layer = layers.emplace_back();
    for (const std::string& row : rows) {
      auto& list = layer.emplace_back();
      for (std::size_t j = 0; j < row.size(); ++j) {
        if (row[j] == 'x') list.push_back(static_cast<Token>(j));
      }
    }
  }
  return Pattern("picture", std::move(layers));
}

class TemporaryFile {
 public:
  TemporaryFile(const std::string& name, const std::string& bytes) {
    static int count = 0;
    // In memory where there is such a place: thousands of small files on a busy disk would take
    // minutes.
    std::error_code none;
    const std::filesystem::path memory = "/dev/shm";
    folder_ =
        (std::filesystem::is_directory(memory, none) ? memory
                                                     : std::filesystem::temp_directory_path()) /
        ("hardmax-pattern-test-" + std::to_string(getpid()) + "-" + std::to_string(count++));
    std::filesystem::create_directories(folder_);
    path_ = folder_ / name;
    std::ofstream(path_, std::ios::binary) << bytes;
  }
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  void rewrite(const std::string& bytes) const {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << bytes;
  }

 private:
  std::filesystem::path folder_, path_;
};

// The message of the InvalidInput that `action` throws, or "accepted" if it throws none.
template <class Action>
std::string refusal(InvalidInput::Kind kind, Action action) {
  try {
    action();
  } catch (const InvalidInput& e) {
    if (e.kind != kind) return std::string("another kind: ") + e.what();
    return e.what();
  }
  return "accepted";
}

}  // namespace hardmax::test
