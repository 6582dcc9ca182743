// Files: one as a whole, and the claim files of a folder with what they need of each other.
#include <fstream>

#include "check/read.hpp"

namespace hardmax::check {

std::string read_file(const std::filesystem::path& file, std::size_t limit) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) throw Unreadable(file.string() + ": is no regular file");   // a pipe or a device may have no end
  std::ifstream in(file, std::ios::binary);
  if (!in) throw Unreadable(file.string() + ": cannot be opened as a file");
  std::string out, block(std::size_t{1} << 16, '\0');
  while (in.read(block.data(), static_cast<std::streamsize>(block.size())) || in.gcount() > 0) {
    out.append(block, 0, static_cast<std::size_t>(in.gcount()));
    require(out.size() <= limit, file.string(), "a file", "more than " + std::to_string(limit) + " bytes");
  }
  if (in.bad()) throw Unreadable(file.string() + ": cannot be read");
  return out;
}

void require_needs(const Entries& entries) {
  for (const auto& [id, entry] : entries)
    for (const std::string& need : entry.needs) require(entries.count(need) != 0, entry.where + ", needs", need, "no entry of that id");
  std::set<std::string> done;  // in every round, the entries whose needs are all done
  for (int round = 1; done.size() < entries.size(); ++round) {
    std::set<std::string> ready;
    for (const auto& [id, entry] : entries)
      if (std::all_of(entry.needs.begin(), entry.needs.end(), [&](const std::string& need) { return done.count(need) != 0; })) ready.insert(id);
    require(ready.size() > done.size(), "needs", std::to_string(entries.size() - done.size()) + " entries", "that their needs run in a circle");
    require(round <= 1000, "needs", "a chain", "that it has more than 1000 needs");
    done = std::move(ready);
  }
}

// No folder, and no link to nothing: an editor leaves one beside a file that it has open.
static bool is_to_be_read(const std::filesystem::path& file) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(file, error);
  return status.type() != std::filesystem::file_type::not_found && status.type() != std::filesystem::file_type::directory;
}

Entries load_entries(const std::filesystem::path& directory) {
  std::error_code error;
  std::set<std::filesystem::path> files;
  for (std::filesystem::recursive_directory_iterator it(directory, error), end; !error && it != end; it.increment(error))
    if (it->path().extension() == ".toml" && it->path().filename() != "paper.toml" && is_to_be_read(it->path())) files.insert(it->path());
  if (error) throw Unreadable(directory.string() + ": " + error.message());
  Entries entries;
  try {
    for (const std::filesystem::path& file : files) read_entries(read_file(file, std::size_t{1} << 24), file.string(), entries);
    require_needs(entries);
    require_errata(entries);
  } catch (const Rejected& error) {
    throw Unreadable(error.what());
  }
  if (entries.empty()) throw Unreadable(directory.string() + ": holds no claim");
  return entries;
}

}  // namespace hardmax::check
