#include "exact/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <utility>

#include "exact/error.hpp"

namespace hardmax {

namespace {
constexpr std::size_t kBufferBytes = std::size_t{1} << 16;
constexpr int kMostLinks = 40;  // as in Linux
}  // namespace

namespace {
bool taken = false;  // by a file that is called -
}  // namespace

bool standard_output_is_taken() { return taken; }

AtomicFile::AtomicFile(std::filesystem::path target) : target_(std::move(target)) {
  if (target_ == "-") {
    if (std::exchange(taken, true))
      throw InvalidInput(InvalidInput::Kind::option,
                         "two files are called '-'; standard output holds one");
    descriptor_ = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
    if (descriptor_ < 0) fail("open");
    return;
  }
  std::error_code none;  // what cannot be looked at is met again when it is written
  if (std::filesystem::is_directory(target_, none)) {
    errno = EISDIR;
    fail("create");
  }
  if (std::filesystem::exists(target_, none) && !std::filesystem::is_regular_file(target_, none)) {
    descriptor_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (descriptor_ < 0) fail("open");
    return;
  }
  for (int links = 0; std::filesystem::is_symlink(target_, none);
       ++links) {  // what it leads to is replaced, not the link
    if (links == kMostLinks) {
      errno = ELOOP;
      fail("create");
    }
    target_ = target_.parent_path() / std::filesystem::read_symlink(target_);
  }
  const Uninterrupted made_and_registered;
  temporary_ = target_.string() + ".XXXXXX";
  descriptor_ = ::mkstemp(temporary_.data());
  if (descriptor_ < 0) {
    temporary_.clear();
    fail("create");
  }
  unfinished_.emplace(std::filesystem::absolute(temporary_));
  // mkstemp is private to the user; give the file the usual permissions.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(descriptor_, 0666 & ~mask);
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void AtomicFile::fail(const char* action) const {
  if (errno == EPIPE) throw ReaderLeft();
  throw CannotWrite("cannot " + std::string(action) + " '" + target_.string() +
                    "': " + std::strerror(errno) + "; name a writable file");
}

void AtomicFile::write(std::string_view bytes) {
  buffer_ += bytes;
  if (buffer_.size() >= kBufferBytes) flush();
}

void AtomicFile::flush() {
  std::size_t done = 0;
  while (done < buffer_.size()) {
    const ssize_t count = ::write(descriptor_, buffer_.data() + done, buffer_.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("write");
    done += static_cast<std::size_t>(count);
  }
  buffer_.clear();
}

void AtomicFile::commit() {
  flush();
  if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS)
    fail("write");  // a pipe has nothing to be flushed to
  const int descriptor = std::exchange(descriptor_, -1);
  if (::close(descriptor) != 0) fail("write");
  if (temporary_.empty()) return;
  const Uninterrupted renamed_and_noted;
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail("rename to");
  temporary_.clear();
  unfinished_.reset();
  note_written(target_);
}

void write_file_atomically(const std::filesystem::path& target, std::string_view bytes) {
  AtomicFile file(target);
  file.write(bytes);
  file.commit();
}

FilesOfFolder::FilesOfFolder(std::filesystem::path folder)
    : folder_(std::filesystem::absolute(folder)) {
  std::filesystem::path first;  // of those to be made
  for (std::filesystem::path above = folder_;
       !above.empty() && !std::filesystem::exists(above, problem); above = above.parent_path())
    first = above;
  if (!first.empty()) unfinished_.emplace_back(first);
  std::filesystem::create_directories(folder_, problem);
}

void FilesOfFolder::write(const std::string& name, std::string_view bytes) {
  unfinished_.emplace_back(folder_ / name);
  write_file_atomically(folder_ / name, bytes);
}

}  // namespace hardmax
