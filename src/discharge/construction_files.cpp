#include "discharge/construction_files.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>

#include "exact/error.hpp"

namespace hardmax {

namespace {

namespace fs = std::filesystem;
using subject::ConstructionFile;

struct KnownFile {
  std::mutex mutex;
  std::function<std::vector<fs::path>()> places;
  std::map<std::string, std::shared_ptr<const ConstructionFile>, std::less<>> by_id;
  std::vector<std::shared_ptr<const ConstructionFile>> forgotten;  // somebody may still use them
};

KnownFile& known() {
  static KnownFile all;
  return all;
}

// Every file called so at the place, that of the folder with the name of the construction first.
std::vector<fs::path> candidates(const fs::path& place, std::string_view id) {
  constexpr const char* name = "construction.toml";
  std::error_code error;
  if (!fs::is_directory(place, error)) return {place.parent_path() / name};
  std::vector<fs::path> found;
  for (fs::recursive_directory_iterator at(place, error), end; !error && at != end;
       at.increment(error)) {
    if (at->path().filename() == name) found.push_back(at->path());
  }
  std::sort(found.begin(), found.end());
  std::stable_partition(found.begin(), found.end(),
                        [&](const fs::path& file) { return file.parent_path().filename() == id; });
  return found;
}

}  // namespace

void look_for_constructions(std::function<std::vector<fs::path>()> places) {
  const std::lock_guard lock(known().mutex);
  known().places = std::move(places);
  for (auto& [id, file] : known().by_id) known().forgotten.push_back(std::move(file));
  known().by_id.clear();
}

const ConstructionFile& construction_file(std::string_view id) {
  const std::lock_guard lock(known().mutex);
  if (const auto at = known().by_id.find(id); at != known().by_id.end()) return *at->second;
  std::error_code error;
  if (known().places) {
    for (const fs::path& place : known().places()) {
      for (const fs::path& file : candidates(place, id)) {
        if (!fs::exists(file, error)) continue;
        auto read = std::make_shared<const ConstructionFile>(ConstructionFile::read(file));
        if (read->id == id) return *known().by_id.emplace(id, std::move(read)).first->second;
      }
    }
  }
  throw InvalidInput(InvalidInput::Kind::file,
                     fmt::format("no construction.toml has the id '{}'; name a folder that has one "
                                 "with --claims",
                                 id));
}

}  // namespace hardmax
