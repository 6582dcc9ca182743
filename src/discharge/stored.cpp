#include "discharge/stored.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "exact/error.hpp"
#include "pattern/pattern.hpp"

namespace hardmax {

namespace {

class Reader {
 public:
  explicit Reader(const claim::Entry& entry) : entry_(entry) {
    std::istringstream text(*entry.counterexample);
    for (std::string word; text >> word;) {
      const auto equals = word.find('=');
      if (equals == std::string::npos)
        bad(fmt::format("'{}' is not NAME=VALUE", word.substr(0, 60)));
      if (!words_.emplace(word.substr(0, equals), word.substr(equals + 1)).second)
        bad(fmt::format("{} is given twice", word.substr(0, equals).substr(0, 60)));
    }
    for (const auto& [name, value] : words_) {
      if (name != "n" && name != "d" && name != "D" && name != "pattern" && name != "window" &&
          name != "positional" && name != "extended")
        bad(fmt::format("'{}' is no parameter of a run", name.substr(0, 60)));
    }
  }

  [[noreturn]] void bad(const std::string& why) const {
    throw InvalidInput(
        InvalidInput::Kind::file,
        fmt::format("{}:{}: the counterexample of {}: {}; write n= d= D= pattern= [window=]",
                    entry_.file, entry_.line, entry_.id, why));
  }
  [[nodiscard]] const std::string* find(const char* name) const {
    const auto it = words_.find(name);
    return it == words_.end() ? nullptr : &it->second;
  }
  [[nodiscard]] std::uint64_t number(const char* name, std::uint64_t least,
                                     std::uint64_t most) const {
    const std::string* text = find(name);
    if (text == nullptr) bad(fmt::format("{} is missing", name));
    const bool digits = !text->empty() && text->size() <= 9 &&
                        text->find_first_not_of("0123456789") == std::string::npos;
    const std::uint64_t value = digits ? std::stoull(*text) : 0;
    if (!digits || value < least || value > most)
      bad(fmt::format("{}={} is not a whole number from {} to {}", name, text->substr(0, 60), least,
                      most));
    return value;
  }

 private:
  const claim::Entry& entry_;
  std::map<std::string, std::string> words_;
};

}  // namespace

StoredCounterexample read_stored_counterexample(const claim::Entry& entry,
                                                const std::vector<PatternChoice>& files) {
  const Reader reader(entry);
  StoredCounterexample stored;
  stored.parameters = {reader.number("n", 2, 64), reader.number("d", 1, 12),
                       reader.number("D", 2, 4096)};
  if (power(stored.parameters.D, stored.parameters.d).bits() > 62) reader.bad("D^d is beyond 2^62");
  stored.positional =
      reader.find("positional") != nullptr && reader.number("positional", 1, 1) == 1;
  stored.extended = reader.find("extended") != nullptr && reader.number("extended", 1, 1) == 1;
  const std::string* name = reader.find("pattern");
  if (name == nullptr) reader.bad("pattern is missing");
  stored.pattern.name = *name;
  if (reader.find("window") != nullptr)
    stored.pattern.window = reader.number("window", 1, 1'000'000);
  const auto file = std::find_if(files.begin(), files.end(),
                                 [&](const PatternChoice& c) { return c.name == *name; });
  const std::vector<std::string> names = pattern_names();
  if (file != files.end()) {
    stored.pattern = *file;
  } else if (std::find(names.begin(), names.end(), *name) == names.end()) {
    reader.bad(fmt::format(
        "pattern={} is neither a named pattern nor a file of the corpus (patterns/{}.json)",
        name->substr(0, 60), name->substr(0, 60)));
  }
  return stored;
}

// ---- the patterns of a corpus

std::string PatternChoice::str() const {
  return window ? fmt::format("{} window={}", name, *window) : name;
}

bool is_dense(const Pattern& pattern) {
  std::size_t edges = 0;
  for (std::size_t k = 0; k < pattern.tokens(); ++k) edges += pattern.neighbours(0, k).size();
  return pattern.layers() == 1 && edges == pattern.tokens() * pattern.tokens();
}

bool same_edges(const Pattern& a, const Pattern& b) {
  if (a.tokens() != b.tokens() || a.layers() != b.layers()) return false;
  for (std::size_t l = 0; l < a.layers(); ++l) {
    for (std::size_t k = 0; k < a.tokens(); ++k) {
      if (!std::ranges::equal(a.neighbours(l, k), b.neighbours(l, k))) return false;
    }
  }
  return true;
}

Pattern pattern_of(const PatternChoice& choice, std::uint64_t n) {
  PatternRequest wanted;
  wanted.name_or_file = choice.file.empty() ? choice.name : choice.file.string();
  wanted.n = choice.file.empty() ? n : 0;
  wanted.window = choice.window;
  wanted.import = choice.import;
  return make_pattern(wanted);
}

std::vector<PatternChoice> default_patterns() {
  return {{"dense", {}, {}, {}},
          {"strided", 2, {}, {}},
          {"window", 1, {}, {}},
          {"star", {}, {}, {}},
          {"fixed", 2, {}, {}}};
}

PatternChoice pattern_file(const std::filesystem::path& file) {
  const std::string name = file.stem().string();
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  };
  if (name.empty() || name.size() > 100 || !std::all_of(name.begin(), name.end(), plain)) {
    throw InvalidInput(InvalidInput::Kind::file,
                       fmt::format("'{}': a pattern is named by its file, which may have letters, "
                                   "digits and _ - . only; rename it",
                                   file.string()));
  }
  return {name, {}, file, {}};
}

std::vector<PatternChoice> patterns_of_corpus(const std::vector<std::filesystem::path>& places) {
  namespace fs = std::filesystem;
  std::vector<PatternChoice> found;
  const auto take = [&](const fs::path& file) {
    std::error_code ignored;
    if (file.extension() == ".json" && fs::is_regular_file(file, ignored))
      found.push_back(pattern_file(file));
  };
  for (const fs::path& place : places) {
    std::error_code error;
    if (!fs::is_directory(place, error)) {  // a file: only the folder beside it
      for (fs::directory_iterator it(place.parent_path() / "patterns", error);
           !error && it != fs::directory_iterator(); it.increment(error))
        take(it->path());
    } else {
      for (fs::recursive_directory_iterator it(place, error);
           !error && it != fs::recursive_directory_iterator(); it.increment(error)) {
        if (it->path().parent_path().filename() == "patterns") take(it->path());
      }
    }
  }
  std::sort(found.begin(), found.end(), [](const PatternChoice& a, const PatternChoice& b) {
    return std::tie(a.name, a.file) < std::tie(b.name, b.file);
  });
  found.erase(
      std::unique(found.begin(), found.end(),
                  [](const PatternChoice& a, const PatternChoice& b) { return a.file == b.file; }),
      found.end());  // two files beside one another
  const auto twice = std::adjacent_find(
      found.begin(), found.end(),
      [](const PatternChoice& a, const PatternChoice& b) { return a.name == b.name; });
  if (twice == found.end()) return found;
  throw InvalidInput(InvalidInput::Kind::file,
                     fmt::format("'{}' and '{}': two patterns of one name; rename one",
                                 twice->file.string(), std::next(twice)->file.string()));
}

}  // namespace hardmax
