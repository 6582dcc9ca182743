#include "discharge/construction_files.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <list>
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
  std::map<std::string, std::shared_ptr<const ConstructionFile>, std::less<>> own;
  std::vector<std::shared_ptr<const ConstructionFile>> forgotten;  // somebody may still use them
  std::list<std::vector<std::string>> lists;  // of main constructions; somebody may still use them
  std::atomic<const std::vector<std::string>*> now = nullptr;  // the one that holds
  std::map<std::string, claim::Paper, std::less<>> papers;     // beside it
  std::atomic<std::uint64_t> said = 0;
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

std::shared_ptr<const ConstructionFile> found_at(const fs::path& place, std::string_view id) {
  std::error_code error;
  for (const fs::path& file : candidates(place, id)) {
    if (!fs::exists(file, error)) continue;
    auto read = std::make_shared<const ConstructionFile>(ConstructionFile::read(file));
    if (read->id == id) return read;
  }
  return nullptr;
}

// By their places in the list.
void add_main_constructions(std::map<std::uint64_t, std::string>& all,
                            std::map<std::string, claim::Paper, std::less<>>& papers,
                            const fs::path& place) {
  std::map<std::uint64_t, std::string> here;
  for (const auto& [name, paper] : claim::load_papers(place)) {
    if (paper.place == 0) continue;
    papers.emplace(name, paper);
    const auto [other, fresh] = here.emplace(paper.place, name);
    if (!fresh)
      throw InvalidInput(
          InvalidInput::Kind::file,
          fmt::format("{}: main_command = \"{}\" stands in paper.toml of {} and of {}; give one of "
                      "them another place",
                      place.string(), paper.place, other->second, name));
  }
  const auto is_known = [&](const std::string& name) {
    return std::any_of(all.begin(), all.end(), [&](const auto& it) { return it.second == name; });
  };
  for (const auto& [number, name] : here)
    if (!is_known(name)) all.emplace(number, name);
}

}  // namespace

void look_for_constructions(std::function<std::vector<fs::path>()> places) {
  const std::lock_guard lock(known().mutex);
  known().places = std::move(places);
  for (auto& [id, file] : known().by_id) known().forgotten.push_back(std::move(file));
  known().by_id.clear();
  known().own.clear();
  known().now = nullptr;
  ++known().said;
}

std::uint64_t places_said() { return known().said; }

const std::vector<std::string>& main_constructions() {
  if (const auto* now = known().now.load()) return *now;
  const std::lock_guard lock(known().mutex);
  if (const auto* now = known().now.load()) return *now;
  std::map<std::uint64_t, std::string> all;
  std::map<std::string, claim::Paper, std::less<>> papers;
  if (known().places) {
    for (const fs::path& place : known().places()) add_main_constructions(all, papers, place);
  }
  std::vector<std::string> names;
  for (auto& [number, name] : all) names.push_back(std::move(name));
  auto& lists = known().lists;
  auto found = std::find(lists.begin(), lists.end(), names);
  if (found == lists.end()) found = lists.insert(lists.end(), std::move(names));
  known().papers = std::move(papers);
  known().now = &*found;
  return *found;
}

claim::Paper main_paper(std::string_view construction) {
  (void)main_constructions();
  const std::lock_guard lock(known().mutex);
  const auto found = known().papers.find(construction);
  return found == known().papers.end() ? claim::Paper() : found->second;
}

std::string example_of_an_id() {
  for (const std::string& construction : main_constructions())
    if (const std::string id = main_paper(construction).example; !id.empty()) return id;
  return "";
}

std::shared_ptr<const ConstructionFile> own_construction_file(std::string_view id) {
  const std::lock_guard lock(known().mutex);
  if (const auto at = known().own.find(id); at != known().own.end()) return at->second;
  const std::vector<fs::path> places = known().places ? known().places() : std::vector<fs::path>();
  return known()
      .own.emplace(id, places.empty() ? nullptr : found_at(places.back(), id))
      .first->second;
}

const ConstructionFile& construction_file(std::string_view id) {
  const std::lock_guard lock(known().mutex);
  if (const auto at = known().by_id.find(id); at != known().by_id.end()) return *at->second;
  if (known().places) {
    for (const fs::path& place : known().places())
      if (auto read = found_at(place, id))
        return *known().by_id.emplace(id, std::move(read)).first->second;
  }
  throw InvalidInput(InvalidInput::Kind::file,
                     fmt::format("no construction.toml has the id '{}'; name a folder that has one "
                                 "with --claims",
                                 id));
}

}  // namespace hardmax
