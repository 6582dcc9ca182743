// A Turing machine by itself, of `run.machine` (FORMAT.md, kind `construction`), on a tape without
// ends: the word in cells 1, 2, ..., the head in cell 0, the blank elsewhere. States and symbols
// are their numbers.
#pragma once
#include <functional>
#include <map>
#include <vector>

#include "check/num.hpp"

namespace hardmax::check {

class Tape {
 public:
  using Table = std::map<std::vector<Num>, Num>;
  // `of`: a table of the machine by its name ("from", "reads", "word", ...).
  explicit Tape(const std::function<const Table&(const char*)>& of);

  std::uint64_t state() const { return state_; }
  std::uint64_t symbol() const { return at(head_); }
  std::int64_t head() const { return head_; }
  bool stops() const { return line() == nullptr; }  // no line for this state and symbol
  void step();                                      // where it does not stop

  struct Word {  // from the first cell that is not blank to the last one
    std::int64_t first = 0;
    std::vector<std::uint64_t> symbols = {};
  };
  Word written() const;

 private:
  struct Line {
    std::uint64_t to = 0, writes = 0;
    int moves = 0;
  };
  std::uint64_t at(std::int64_t cell) const;
  const Line* line() const;

  std::map<std::pair<std::uint64_t, std::uint64_t>, Line> lines_;
  std::vector<std::uint64_t> right_, left_;  // cells 0, 1, ... and -1, -2, ...
  std::uint64_t state_ = 0, blank_ = 0;
  std::int64_t head_ = 0;
};

}  // namespace hardmax::check
