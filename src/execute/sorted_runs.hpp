// Records in any number, given back in order, in bounded memory: sorted runs in an unnamed scratch
// file, and their merge.
//
// Errors  CannotWrite (no directory, disk full), LimitReached (so many runs that the memory does
// not hold a page of each).
#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

namespace hardmax {

struct IdRecord {
  std::uint64_t mod_prime = 0, mod_word = 0, place = 0;
  friend auto operator<=>(const IdRecord&, const IdRecord&) = default;
};

class SortedRuns {
 public:
  // Requires  memory of at least 2^16 bytes.
  SortedRuns(std::filesystem::path scratch, std::size_t memory);
  SortedRuns(const SortedRuns&) = delete;
  SortedRuns& operator=(const SortedRuns&) = delete;
  ~SortedRuns();

  void add(const IdRecord& record) {
    buffer_.push_back(record);
    if (buffer_.size() == capacity_) spill();
  }
  [[nodiscard]] bool in_memory() const { return runs_.empty(); }
  // Once, after the last add: every record in increasing order. The callback returns false to stop.
  void merge(const std::function<bool(const IdRecord&)>& visit);

 private:
  struct Run {
    std::uint64_t begin, end;  // records in the file
  };
  void spill();
  void open();
  std::filesystem::path scratch_;
  std::size_t capacity_;
  std::vector<IdRecord> buffer_;
  std::vector<Run> runs_;
  std::uint64_t written_ = 0;
  int file_ = -1;
};

}  // namespace hardmax
