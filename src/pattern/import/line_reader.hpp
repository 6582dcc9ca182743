// Lines of whole numbers from a file of any size, a piece at a time.
#pragma once
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hardmax {

class LineReader {
 public:
  // Errors  InvalidInput (file): missing, not a regular file, unreadable.
  explicit LineReader(const std::filesystem::path& file);

  // The next line without its end, or false at the end of the file. Errors  InvalidInput: a line
  // longer than 4096 bytes, or with a byte 0.
  bool next(std::string_view& line);
  [[nodiscard]] std::uint64_t number() const { return number_; }  // of the last line, 1-based
  [[noreturn]] void refuse(const std::string& why) const;         // "FILE: line N: WHY"

 private:
  struct Close {
    void operator()(std::FILE* f) const { std::fclose(f); }
  };
  std::filesystem::path file_;
  std::unique_ptr<std::FILE, Close> in_;
  std::string buffer_;
  std::size_t at_ = 0, filled_ = 0;
  std::string long_line_;  // a line that crosses two pieces
  std::uint64_t number_ = 0;
};

// Splits at spaces, tabs and commas into at most `most` whole numbers without sign. Returns how
// many there are, or -1 if something else stands there.
int split_numbers(std::string_view line, std::uint64_t* numbers, int most);

// The words of a line, between spaces, tabs, commas and semicolons; a word in double quotes without
// them. At most `most` words and one more.
std::vector<std::string_view> split_words(std::string_view line, std::size_t most);

// Edges counted first and stored second: n rows in each of the layers, neighbours sorted.
// What --undirected, --self-loops and --base say about an edge list.
struct EdgeOptions {
  bool undirected = false, self_loops = false;
  std::uint64_t base = 0;
};

class EdgeLists {
 public:
  EdgeLists(std::size_t layers, std::size_t n)
      : n_(n), starts_(layers, std::vector<std::uint64_t>(n + 1)) {}
  void count(std::size_t layer, std::size_t query) { ++starts_[layer][query + 1]; }
  void begin();  // after counting
  void put(std::size_t layer, std::size_t query, std::size_t key) {
    to_[layer][starts_[layer][query] + fill_[layer][query]++] = static_cast<std::uint32_t>(key);
  }
  struct Repeated {
    std::size_t layer, query, key;
  };
  // One edge as `options` have it, counted or stored.
  void take(bool storing, std::size_t layer, std::size_t query, std::size_t key,
            const EdgeOptions& options) {
    storing ? put(layer, query, key) : count(layer, query);
    if (options.undirected && query != key) storing ? put(layer, key, query) : count(layer, key);
  }
  void take_self_loops(bool storing) {
    for (std::size_t l = 0; l < starts_.size(); ++l) {
      for (std::size_t k = 0; k < n_; ++k) storing ? put(l, k, k) : count(l, k);
    }
  }
  // Sorts; the first repeated edge, if there is one. With `merge` repeated edges become one.
  [[nodiscard]] const Repeated* finish(bool merge);
  [[nodiscard]] std::uint64_t edges() const;  // of all layers, after finish()
  std::vector<std::uint64_t>& starts(std::size_t layer) { return starts_[layer]; }
  std::vector<std::uint32_t>& to(std::size_t layer) { return to_[layer]; }

 private:
  std::size_t n_;
  std::vector<std::vector<std::uint64_t>> starts_;
  std::vector<std::vector<std::uint32_t>> fill_, to_;
  Repeated repeated_{};
};

}  // namespace hardmax
