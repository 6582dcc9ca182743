// Files: one as a whole; and claims: files, and folders with all that is below them. What they lack
// is taken from the claims that came with the program.
#include <fstream>

#include "check/read.hpp"

namespace hardmax::check {
namespace {

namespace fs = std::filesystem;

// The files of a place. Names that begin with a dot, and links to nothing, are passed over: editors
// leave such files beside the one that is open.
std::set<fs::path> files_of(const fs::path& place) {
  std::error_code error, ignored;
  if (!fs::is_directory(place, error)) return {place};
  std::set<fs::path> files;
  for (fs::recursive_directory_iterator it(place, error), end; !error && it != end;
       it.increment(error)) {
    const fs::file_type type = fs::status(it->path(), ignored).type();
    if (it->path().filename().native()[0] == '.')
      it.disable_recursion_pending();
    else if (it->path().extension() == ".toml" && it->path().filename() != "paper.toml" &&
             it->path().filename() != "construction.toml" && type != fs::file_type::not_found &&
             type != fs::file_type::directory)
      files.insert(it->path());
  }
  if (error) throw Unreadable(place.string() + ": " + error.message());
  return files;
}

Entries read_place(const fs::path& place, Entries entries) {
  const std::size_t before = entries.size();
  for (const fs::path& file : files_of(place))
    read_entries(read_file(file, std::size_t{1} << 24), file.string(), entries);
  if (entries.size() == before) throw Unreadable(place.string() + ": holds no claim");
  return entries;
}

// What an entry names and must be there: of a borrowed one, which was checked where it stands, only
// what it needs.
std::vector<std::string> named_by(const Entry& entry) {
  std::vector<std::string> out = entry.needs;
  if (!entry.borrowed && entry.keys.count("repairs") != 0)
    out.push_back(entry.keys.at("repairs")[0]);
  return out;
}

Entries read_places(const std::vector<fs::path>& places, const fs::path& shipped) {
  Entries entries, others;
  for (const fs::path& place : places) entries = read_place(place, std::move(entries));
  std::vector<std::string> open;
  const auto ask_for = [&](const Entry& entry) {
    for (const std::string& id : named_by(entry)) open.push_back(id);
  };
  for (const auto& [id, entry] : entries) ask_for(entry);
  while (!open.empty() && !shipped.empty()) {
    const std::string id = std::move(open.back());
    open.pop_back();
    if (entries.count(id) != 0) continue;
    if (others.empty()) others = read_place(shipped, {});
    const auto there = others.find(id);
    if (there == others.end()) continue;  // require_needs and require_errata say so
    Entry& entry = entries[id] = there->second;
    entry.borrowed = true;
    ask_for(entry);
  }
  require_needs(entries);
  require_errata(entries);
  return entries;
}

}  // namespace

fs::path& shipped_proofs() {
  static fs::path place;
  return place;
}

std::string read_file(const fs::path& file, std::size_t limit) {
  std::error_code error;
  const bool standard_input = file == "-";
  if (!standard_input && !fs::is_regular_file(file, error))
    throw Unreadable(file.string() + ": is no regular file");  // a pipe or a device may have no end
  std::ifstream in(standard_input ? fs::path("/dev/stdin") : file, std::ios::binary);
  if (!in) throw Unreadable(file.string() + ": cannot be opened as a file");
  std::string out, block(std::size_t{1} << 16, '\0');
  while (in.read(block.data(), static_cast<std::streamsize>(block.size())) || in.gcount() > 0) {
    out.append(block, 0, static_cast<std::size_t>(in.gcount()));
    require(out.size() <= limit, file.string(), "a file",
            "more than " + std::to_string(limit) + " bytes");
  }
  if (in.bad()) throw Unreadable(file.string() + ": cannot be read");
  return out;
}

void require_needs(const Entries& entries) {
  for (const auto& [id, entry] : entries)
    for (const std::string& need : entry.needs)
      require(entries.count(need) != 0, entry.where + ", needs", need, "no entry of that id");
  std::set<std::string> done;  // in every round, the entries whose needs are all done
  for (int round = 1; done.size() < entries.size(); ++round) {
    std::set<std::string> ready;
    for (const auto& [id, entry] : entries)
      if (std::all_of(entry.needs.begin(), entry.needs.end(),
                      [&](const std::string& need) { return done.count(need) != 0; }))
        ready.insert(id);
    require(ready.size() > done.size(), "needs",
            std::to_string(entries.size() - done.size()) + " entries",
            "that their needs run in a circle");
    require(round <= 1000, "needs", "a chain", "that it has more than 1000 needs");
    done = std::move(ready);
  }
}

Entries load_entries(const std::vector<fs::path>& places, const fs::path& shipped) {
  try {
    return read_places(places, shipped);
  } catch (const Rejected&
               error) {  // a claim file that breaks a rule says nothing against a certificate
    throw Unreadable(error.what());
  }
}

Entries load_entries(const fs::path& place) {
  return load_entries(std::vector<fs::path>{place}, {});
}

}  // namespace hardmax::check
