#include "subject/box.hpp"

#include <algorithm>
#include <map>
#include <sstream>

#include "exact/error.hpp"

namespace hardmax::subject {

namespace {

struct Range {
  std::uint64_t first = 0, last = 0;
};

class Words {
 public:
  Words(const ConstructionFile& file, const std::string& text, std::string where, bool ranges)
      : file_(file), where_(std::move(where)), ranges_(ranges) {
    std::istringstream words(text);
    for (std::string word; words >> word;) read(word);
    for (const auto& p : file.parameters)
      if (!parameters_.contains(p.name)) bad("the parameter " + p.name + " is missing");
    if (window_ && pattern_.empty()) bad("a window without a pattern");
    if (word_ && machine_.empty()) bad("a word without a machine");
    if (file.machine && machine_.empty()) bad("it needs a machine");
  }

  // The parameter that the file lists first varies slowest.
  void add_to(std::vector<BoxRun>& runs) const {
    BoxRun run;
    run.spec.variants = variants_;
    run.pattern = pattern_;
    run.window = window_;
    run.spec.machine = machine_ + (word_ ? " " + *word_ : "");  // names of files have no blanks
    run.spec.pattern = pattern_ + (window_ ? ",window=" + std::to_string(*window_) : "");
    add(runs, run, 0);
  }

 private:
  [[noreturn]] void bad(const std::string& why) const {
    std::string names;
    for (const auto& p : file_.parameters) names += p.name + (ranges_ ? "=A..B " : "=NUMBER ");
    throw InvalidInput(InvalidInput::Kind::file, where_ + ": " + why + "; write " + names +
                                                     "and what else it has of " +
                                                     "variant=NAME, pattern=NAME, "
                                                     "window=NUMBER, machine=FILE, word=WORD");
  }
  [[nodiscard]] std::uint64_t number(const std::string& text, const std::string& word) const {
    const bool digits = !text.empty() && text.size() <= 9 &&
                        text.find_first_not_of("0123456789") == std::string::npos;
    if (!digits) bad("'" + word.substr(0, 60) + "' has no whole number from 0 to 999999999");
    return std::stoull(text);
  }
  void read(const std::string& word) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) bad("'" + word.substr(0, 60) + "' is not NAME=VALUE");
    const std::string name = word.substr(0, equals), value = word.substr(equals + 1);
    if (file_.is_parameter(name)) {
      const std::size_t dots = ranges_ ? value.find("..") : std::string::npos;
      const Range range{number(value.substr(0, dots), word),
                        number(dots == std::string::npos ? value : value.substr(dots + 2), word)};
      if (range.first > range.last) bad("'" + word.substr(0, 60) + "' is empty");
      if (!parameters_.emplace(name, range).second) bad(name + " is given twice");
    } else if (name == "variant") {
      const auto variant = file_.variants.find(value);
      if (variant == file_.variants.end() || !variant->second.head.arguments.empty())
        bad("there is no variant '" + value.substr(0, 60) + "' without arguments; there are " +
            joined(file_.variant_order));
      variants_.push_back(value);
    } else if (name == "pattern") {
      if (!pattern_.empty() || value.empty()) bad("a pattern is named once");
      pattern_ = value;
    } else if (name == "window") {
      if (window_) bad("window is given twice");
      window_ = number(value, word);
    } else if (name == "machine") {
      if (!file_.machine) bad("construction '" + file_.id + "' takes no machine");
      if (!machine_.empty() || value.empty()) bad("a machine is named once");
      machine_ = value;
    } else if (name == "word") {
      if (word_) bad("word is given twice");
      word_ = value;
    } else {
      bad("'" + name.substr(0, 60) + "' is no parameter of construction '" + file_.id + "'");
    }
  }
  void add(std::vector<BoxRun>& runs, BoxRun& run, std::size_t i) const {
    if (i == file_.parameters.size()) {
      if (std::find(runs.begin(), runs.end(), run) != runs.end()) return;
      if (runs.size() == kMostBoxRuns) bad("more than " + std::to_string(kMostBoxRuns) + " runs");
      runs.push_back(run);
      return;
    }
    const std::string& name = file_.parameters[i].name;
    const Range& range = parameters_.at(name);
    for (std::uint64_t value = range.first; value <= range.last; ++value) {
      run.spec.parameters[name] = value;
      add(runs, run, i + 1);
    }
  }

  const ConstructionFile& file_;
  std::string where_;
  bool ranges_;
  std::map<std::string, Range> parameters_;
  std::vector<std::string> variants_;
  std::string pattern_;
  std::optional<std::uint64_t> window_;
  std::string machine_;
  std::optional<std::string> word_;
};

}  // namespace

std::string BoxRun::words(const ConstructionFile& file) const {
  std::string out;
  for (const auto& p : file.parameters) {
    const auto value = spec.parameters.find(p.name);
    if (value != spec.parameters.end())
      out += (out.empty() ? "" : " ") + p.name + "=" + std::to_string(value->second);
  }
  for (const std::string& variant : spec.variants) out += " variant=" + variant;
  if (!pattern.empty()) out += " pattern=" + pattern;
  if (window) out += " window=" + std::to_string(*window);
  if (!spec.machine.empty()) out += " machine=" + spec.machine.substr(0, spec.machine.find(' '));
  if (const auto given = word()) out += " word=" + *given;
  return out;
}

std::filesystem::path BoxRun::machine_file(const ConstructionFile& file) const {
  const std::string name = spec.machine.substr(0, spec.machine.find(' '));
  return (std::filesystem::path(file.file).parent_path() / name).lexically_normal();
}

std::optional<std::string> BoxRun::word() const {
  const std::size_t blank = spec.machine.find(' ');
  if (blank == std::string::npos) return std::nullopt;
  return spec.machine.substr(blank + 1);
}

std::vector<BoxRun> runs_of_box(const ConstructionFile& file) {
  std::vector<BoxRun> runs;
  for (const std::string& words : file.box)
    Words(file, words, file.file + ":" + std::to_string(file.box_line) + ": box", true)
        .add_to(runs);
  return runs;
}

BoxRun run_of_words(const ConstructionFile& file, const std::string& words,
                    const std::string& where) {
  std::vector<BoxRun> runs;
  Words(file, words, where, false).add_to(runs);
  return runs.front();
}

}  // namespace hardmax::subject
