#include "cli/examples.hpp"

#include <utility>
#include <vector>

#include "discharge/construction_files.hpp"
#include "exact/error.hpp"

namespace hardmax::cli {

namespace {

struct Examples {
  std::vector<std::string> constructions = {"PAPER"};
  std::string id = "PAPER.LABEL";
};

const Examples& examples() {
  static const Examples all = [] {
    Examples found;
    try {
      if (!main_constructions().empty()) found.constructions = main_constructions();
      if (const std::string id = example_of_an_id(); !id.empty()) found.id = id;
    } catch (const InvalidInput&) {  // whatever needs these files says so
    }
    return found;
  }();
  return all;
}

}  // namespace

std::string example_paper() { return examples().constructions.front(); }
std::string example_id() { return examples().id; }

std::string list_of_constructions(std::size_t first, const std::string& behind_first) {
  const std::vector<std::string>& all = examples().constructions;
  std::string out;
  for (std::size_t i = first; i < all.size(); ++i)
    out += (out.empty() ? "" : ", ") + all[i] + (i == first ? behind_first : "");
  return out;
}

std::string with_examples(std::string_view text) {
  std::string out(text);
  const std::pair<std::string, std::string> words[] = {{"@PAPER", example_paper()},
                                                       {"@ID", example_id()}};
  for (const auto& [word, meant] : words)
    if (const auto at = out.find(word); at != std::string::npos)
      out.replace(at, word.size(), meant);
  return out;
}

}  // namespace hardmax::cli
