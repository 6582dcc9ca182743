#include "cli/any_of_command.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/option_values.hpp"
#include "cli/output.hpp"
#include "exact/error.hpp"
#include "pattern/report.hpp"
#include "pattern/structured_assumption1.hpp"

namespace hardmax::cli {
namespace {

constexpr std::size_t kMostChoices = 10'000;

std::vector<std::filesystem::path> files_of(const std::string& directory) {
  namespace fs = std::filesystem;
  std::error_code error;
  std::vector<fs::path> files;
  for (fs::directory_iterator it(directory, error); !error && it != fs::directory_iterator();
       it.increment(error)) {
    std::error_code ignored;
    if (it->path().filename().string().starts_with('.') ||
        !fs::is_regular_file(it->path(), ignored))
      continue;
    files.push_back(it->path());
    if (files.size() > kMostChoices)
      bad(fmt::format("--any-of '{}': has more than {} files; take those that matter",
                      shortened(directory), kMostChoices));
  }
  if (error)
    throw InvalidInput(InvalidInput::Kind::file,
                       fmt::format("--any-of '{}': {}; name a directory of masks",
                                   shortened(directory), error.message()));
  if (files.empty())
    throw InvalidInput(InvalidInput::Kind::file,
                       fmt::format("--any-of '{}': has no file; put one file there for each mask "
                                   "that may be chosen",
                                   shortened(directory)));
  std::sort(files.begin(), files.end());
  return files;
}

struct Mask {
  std::string file;
  Decision answer = Decision::undecided;
  std::size_t s = 0;
  std::string words;  // "(1.1) fails: ...", "holds, s = 2"
  std::vector<std::string> warnings;
};

std::string one_line_about(const PatternReport& report) {
  const Assumption1& a = report.assumption;
  const StructuredPattern& pattern = report.import.pattern;
  if (a.self == Decision::no) return "(1.1) fails: " + explain_self(a, pattern);
  if (a.order == Decision::no) return "(1.2) fails: " + explain_order(a, pattern);
  if (a.reach == Decision::no) return "(1.3) fails: " + explain_reach(a, pattern);
  if (!a.holds()) return "undecided";
  return "holds, s = " + std::to_string(a.s);
}

struct Masks {
  std::vector<Mask> all;
  std::size_t n = 0, fails = 0, undecided = 0;
  std::size_t most_steps = 0;  // the largest s
  [[nodiscard]] int exit_code() const { return fails > 0 ? 1 : undecided > 0 ? 2 : 0; }
};

Masks look_at(const PatternCommandOptions& options) {
  Masks masks;
  for (const std::filesystem::path& file : files_of(options.any_of)) {
    PatternRequest request = options.request;
    request.name_or_file = file.string();
    const PatternReport report = report_pattern(request);
    const Assumption1& a = report.assumption;
    if (masks.n != 0 && masks.n != report.import.pattern.n)
      throw InvalidInput(InvalidInput::Kind::file,
                         fmt::format("{}: has {} tokens, the files before it {}; choices are made "
                                     "among masks of one size",
                                     file.string(), report.import.pattern.n, masks.n));
    masks.n = report.import.pattern.n;
    Mask mask{file.filename().string(), Decision::undecided, 0, one_line_about(report),
              report.import.warnings};
    if (a.fails()) {
      mask.answer = Decision::no;
      ++masks.fails;
    } else if (a.holds()) {
      mask.answer = Decision::yes;
      mask.s = a.s;
      masks.most_steps = std::max(masks.most_steps, a.s);
    } else {
      ++masks.undecided;
    }
    masks.all.push_back(std::move(mask));
  }
  return masks;
}

// What holds of all choices, which is what holds of the worst.
std::string answer_of(const Masks& masks) {
  if (masks.fails > 0)
    return fmt::format(
        "Assumption 1 fails for {} of them: nothing is known of a model that may choose these",
        masks.fails);
  if (masks.undecided > 0)
    return fmt::format("Assumption 1 is undecided for {} of them", masks.undecided);
  return fmt::format(
      "Assumption 1 holds for each of them, at the worst with s = {}; that the choice depends on "
      "the input is not covered by the theorem",
      masks.most_steps);
}

std::string text_of(const Masks& masks) {
  std::string out =
      fmt::format("{} {} of {} tokens; one is chosen at run time\n{}\n", masks.all.size(),
                  masks.all.size() == 1 ? "mask" : "masks", masks.n, answer_of(masks));
  for (const Mask& mask : masks.all) out += fmt::format("{}: {}\n", mask.file, mask.words);
  return out;
}

const char* word(Decision decision) {
  return decision == Decision::yes ? "holds" : decision == Decision::no ? "fails" : "undecided";
}

std::string json_of(const Masks& masks) {
  using Json = nlohmann::ordered_json;
  Json json = {{"tool", "hardmax"}, {"n", masks.n}, {"answer", answer_of(masks)}};
  json["verdict"] = masks.fails > 0 ? "fails" : masks.undecided > 0 ? "undecided" : "holds";
  json["s"] = masks.exit_code() == 0 ? Json(masks.most_steps) : Json(nullptr);
  json["fails"] = masks.fails;
  json["undecided"] = masks.undecided;
  json["masks"] = Json::array();
  for (const Mask& mask : masks.all)
    json["masks"].push_back({{"file", mask.file},
                             {"verdict", word(mask.answer)},
                             {"s", mask.answer == Decision::yes ? Json(mask.s) : Json(nullptr)},
                             {"words", mask.words},
                             {"warnings", mask.warnings}});
  json["exit_code"] = masks.exit_code();
  // A name of a file need not be UTF-8.
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

// Tokens choose at run time which of the masks they use: what is claimed of all choices holds only
// if it holds for the worst.
int any_of_command(const PatternCommandOptions& options) {
  const Masks masks = look_at(options);
  for (const Mask& mask : masks.all) {
    for (const std::string& warning : mask.warnings)
      fmt::print(stderr, "verify: warning: {}: {}\n", mask.file, warning);
  }
  print_result(options.json ? json_of(masks) : text_of(masks));
  return masks.exit_code();
}

}  // namespace hardmax::cli
