#include "execute/sorted_runs.hpp"

#include <fcntl.h>
#include <tbb/parallel_sort.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <queue>

#include "exact/error.hpp"
#include "exact/interruption.hpp"

namespace hardmax {

namespace {

constexpr std::size_t kSmallestPage = 64;  // records read at a time from a run

[[noreturn]] void fail(const std::filesystem::path& scratch, const char* action) {
  throw CannotWrite("scratch directory '" + scratch.string() + "': cannot " + action + ": " +
                    std::strerror(errno) + "; name another with --scratch");
}

// One run while it is merged: a page of it in memory.
struct Reader {
  std::uint64_t next = 0, end = 0;  // records of the file that are still there
  std::vector<IdRecord> page;
  std::size_t at = 0;
};

}  // namespace

SortedRuns::SortedRuns(std::filesystem::path scratch, std::size_t memory)
    : scratch_(std::move(scratch)), capacity_(memory / sizeof(IdRecord)) {
  HARDMAX_REQUIRE(memory >= (std::size_t{1} << 16));
  if (scratch_.empty()) {
    std::error_code ignored;
    scratch_ = std::filesystem::temp_directory_path(ignored);
    if (scratch_.empty()) scratch_ = ".";
  }
}

SortedRuns::~SortedRuns() {
  if (file_ >= 0) ::close(file_);
}

void SortedRuns::open() {
  const Uninterrupted made_and_removed;
  std::string name = (scratch_ / "hardmax-ids-XXXXXX").string();
  file_ = ::mkstemp(name.data());
  if (file_ < 0) fail(scratch_, "create a file");
  ::unlink(name.c_str());  // it goes away with this process, whatever happens
}

void SortedRuns::spill() {
  if (file_ < 0) open();
  tbb::parallel_sort(buffer_.begin(), buffer_.end());
  const auto* bytes = reinterpret_cast<const char*>(buffer_.data());
  std::size_t left = buffer_.size() * sizeof(IdRecord);
  auto offset = static_cast<off_t>(written_ * sizeof(IdRecord));
  while (left != 0) {
    const ssize_t done = ::pwrite(file_, bytes, left, offset);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) fail(scratch_, "write to a file");
    bytes += done;
    offset += done;
    left -= static_cast<std::size_t>(done);
  }
  runs_.push_back({written_, written_ + buffer_.size()});
  written_ += buffer_.size();
  buffer_.clear();
}

void SortedRuns::merge(const std::function<bool(const IdRecord&)>& visit) {
  if (runs_.empty()) {
    tbb::parallel_sort(buffer_.begin(), buffer_.end());
    for (const IdRecord& record : buffer_) {
      if (!visit(record)) return;
    }
    return;
  }
  if (!buffer_.empty()) spill();
  buffer_ = {};
  const std::size_t page = capacity_ / runs_.size();
  if (page < kSmallestPage)
    throw LimitReached("the ids make " + std::to_string(runs_.size()) +
                       " sorted runs, too many to merge in the memory allowed; raise --memory");
  const auto refill = [&](Reader& reader) {
    reader.page.resize(std::min<std::uint64_t>(page, reader.end - reader.next));
    auto* bytes = reinterpret_cast<char*>(reader.page.data());
    std::size_t left = reader.page.size() * sizeof(IdRecord);
    auto offset = static_cast<off_t>(reader.next * sizeof(IdRecord));
    while (left != 0) {
      const ssize_t done = ::pread(file_, bytes, left, offset);
      if (done < 0 && errno == EINTR) continue;
      if (done <= 0) fail(scratch_, "read back a file");
      bytes += done;
      offset += done;
      left -= static_cast<std::size_t>(done);
    }
    reader.next += reader.page.size();
    reader.at = 0;
    return !reader.page.empty();
  };
  std::vector<Reader> readers(runs_.size());
  const auto later = [&](std::size_t a, std::size_t b) {
    return readers[b].page[readers[b].at] < readers[a].page[readers[a].at];
  };
  std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(later)> queue(later);
  for (std::size_t r = 0; r < runs_.size(); ++r) {
    readers[r].next = runs_[r].begin;
    readers[r].end = runs_[r].end;
    if (refill(readers[r])) queue.push(r);
  }
  while (!queue.empty()) {
    const std::size_t r = queue.top();
    queue.pop();
    if (!visit(readers[r].page[readers[r].at])) return;
    if (++readers[r].at < readers[r].page.size() || refill(readers[r])) queue.push(r);
  }
}

}  // namespace hardmax
