#include "cli/answer.hpp"

#include <fmt/core.h>

#include <cstdio>

#include "cli/output.hpp"

namespace hardmax::cli {

void Answer::add_file(std::filesystem::path target, std::string bytes) {
  files_.emplace_back([target = std::move(target), bytes = std::move(bytes)] {
    write_file_atomically(target, bytes);
  });
}

void Answer::add_file(std::unique_ptr<AtomicFile> written) {
  files_.emplace_back([file = std::shared_ptr<AtomicFile>(std::move(written))] { file->commit(); });
}

void Answer::add_file(std::function<void()> write) { files_.push_back(std::move(write)); }

void Answer::tell(std::string line) { lines_.push_back(std::move(line)); }

void Answer::give(std::string_view result) {
  for (const auto& write : files_) write();
  for (const std::string& line : lines_) fmt::print(stderr, "verify: {}\n", line);
  print_result(result);
}

}  // namespace hardmax::cli
