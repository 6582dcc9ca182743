// Files that appear whole or not at all: written beside the target under a temporary name, flushed
// to disk, then renamed over it. If the object goes away before commit(), the temporary file is
// removed and the target is untouched. A link is followed: the file it leads to is replaced. What
// is not a file (a pipe, a terminal, a device such as /dev/stdout) is never replaced; it is written
// to as it is, and then nothing is atomic. The name - is standard output.
//
// The temporary file is removed too if a signal ends the program (exact/interruption.hpp).
//
// Errors    CannotWrite, naming the file and the reason of the system; ReaderLeft.
#pragma once
#include <filesystem>
#include <list>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include "exact/interruption.hpp"

namespace hardmax {

// Who read what we write to a pipe wants no more of it. That is no error of anybody: exit code 141,
// as if SIGPIPE had ended the program, and not a word.
struct ReaderLeft : std::runtime_error {
  ReaderLeft() : std::runtime_error("the reader of a pipe left") {}
};

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
  std::optional<Unfinished> unfinished_;  // while there is a temporary file
  std::string buffer_;
  int descriptor_ = -1;
};

// A file that is called - was written, or is: nothing else goes to standard output.
bool standard_output_is_taken();

void write_file_atomically(const std::filesystem::path& target, std::string_view bytes);

// Files that belong together, in one folder, which is made if it is not there: all of them, or, if
// a signal ends the program while this object lives, none, and no folder that was not there before.
class FilesOfFolder {
 public:
  explicit FilesOfFolder(std::filesystem::path folder);
  std::error_code problem;  // where no folder could be made
  void write(const std::string& name, std::string_view bytes);

 private:
  std::filesystem::path folder_;
  std::list<Unfinished> unfinished_;
};

}  // namespace hardmax
