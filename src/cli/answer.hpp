// What a command has to say: files, lines of standard error, and its result on standard output. All
// of it is made before any of it is given, so an error that is met on the way leaves nothing
// behind: no certificate of a command that ends with an error.
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "exact/atomic_file.hpp"

namespace hardmax::cli {

class Answer {
 public:
  void add_file(std::filesystem::path target, std::string bytes);
  void add_file(std::unique_ptr<AtomicFile> written);  // whole, but not yet in its place
  void add_file(std::function<void()> write);          // give() calls it; it only writes
  void tell(std::string line);                         // on standard error
  // The files in their places, then the lines, then the result.  Errors  CannotWrite, ReaderLeft.
  void give(std::string_view result);

 private:
  std::vector<std::function<void()>> files_;
  std::vector<std::string> lines_;
};

}  // namespace hardmax::cli
