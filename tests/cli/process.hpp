// Runs the built programs as a user would.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace testing {

struct Finished {
  int exit_code = -1;
  std::string out;
  std::string err;
};

struct Command {
  std::string program;
  std::vector<std::string> arguments;
  [[nodiscard]] std::string shown() const;  // for messages
};

// The folder of the build whose programs are run: HARDMAX_BUILD of the environment, else of this
// build. One build's tests can start the programs of another, with sanitizers for example.
std::string build_folder();
std::string program(const std::string& name);  // the path of verify or verify-check

Finished run_program(const std::string& program, const std::vector<std::string>& arguments);
Finished verify(const std::vector<std::string>& arguments);
Finished verify_check(const std::vector<std::string>& arguments);

// "--n 4 --pattern strided" -> its words.
std::vector<std::string> words(const std::string& text);
std::vector<std::string> operator+(std::vector<std::string> a, const std::vector<std::string>& b);

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}
// A run of the construction Big Bird, with more options.
Finished bigbird(const std::string& more);

std::string read_file(const std::filesystem::path& file);
void write_file(const std::filesystem::path& file, const std::string& bytes);

// A folder of its own, removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const {
    return path_ / name;
  }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace testing
