// Files that appear whole or not at all: written beside the target under a temporary name, flushed to disk, then renamed over it. If the object goes away before commit(),
// the temporary file is removed and the target is untouched. A link is followed: the file it leads to is replaced. What is not a file (a pipe, a terminal, a device such as
// /dev/stdout) is never replaced; it is written to as it is, and then nothing is atomic.
//
// Errors    CannotWrite, naming the file and the reason of the system.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

namespace hardmax {

class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path target);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();
  void write(std::string_view bytes);
  void commit();

 private:
  [[noreturn]] void fail(const char* action) const;
  void flush();
  std::filesystem::path target_;
  std::string temporary_;
  std::string buffer_;
  int descriptor_ = -1;
};

void write_file_atomically(const std::filesystem::path& target, std::string_view bytes);

}  // namespace hardmax
