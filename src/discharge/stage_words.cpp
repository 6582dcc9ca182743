#include "discharge/stage_words.hpp"

#include "discharge/sweep_papers.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

using subject::ConstructionFile;

bool is_network(const ConstructionFile& file, const std::string& name) {
  return std::find(file.networks.begin(), file.networks.end(), name) != file.networks.end();
}

std::string name_in(const std::vector<StageWord>& words, StageRole role) {
  const auto found = std::find_if(words.begin(), words.end(),
                                  [&](const StageWord& word) { return word.role == role; });
  return found == words.end() ? "" : found->name;
}

// Names that the program's own file has and the one that is run has not: a claim with one of them
// is left undecided, as one with a definition that is not there.
void add_own_names(std::vector<StageWord>& words, std::string_view construction) {
  const auto own = own_construction_file(construction);
  if (!own) return;
  const bool of_runs = construction == pattern_construction();
  for (StageWord& word : stage_words(*own)) {
    if (word.role == StageRole::values && !of_runs) continue;  // no claim about sweeps counts them
    const bool known = std::any_of(words.begin(), words.end(),
                                   [&](const StageWord& one) { return one.name == word.name; });
    if (!known) words.push_back({std::move(word.name), StageRole::other});
  }
}

}  // namespace

std::vector<StageWord> stage_words(const ConstructionFile& file) {
  std::vector<StageWord> words;
  const auto states = std::find(file.networks.begin(), file.networks.end(), file.states);
  if (states == file.networks.end()) return words;
  if (states != file.networks.begin()) words.push_back({*(states - 1), StageRole::quantizer});
  std::vector<std::string> attention;
  for (const subject::Stage& stage : file.stages)
    if (stage.network == file.states) attention.push_back(stage.name);
  for (std::size_t i = 0; i < attention.size() && attention.size() >= 2; ++i) {
    if (is_network(file, attention[i])) continue;  // layers(NAME) counts the network
    const bool two = attention.size() == 2;
    words.push_back({attention[i], i + 1 == attention.size() ? StageRole::last
                                   : two                     ? StageRole::sweep
                                                             : StageRole::other});
  }
  if (file.networks.back() != file.states)
    words.push_back({file.networks.back(), StageRole::values});
  return words;
}

std::string stage_name(std::string_view construction, StageRole role) {
  return name_in(stage_words(construction_file(construction)), role);
}

std::vector<StageWord> stage_words_of_runs() {
  if (main_constructions().empty()) return {};
  const std::string& construction = pattern_construction();
  std::vector<StageWord> words = stage_words(construction_file(construction));
  add_own_names(words, construction);
  return words;
}

std::vector<StageWord> stage_words_of_sweeps() {
  std::vector<StageWord> all;
  for (const SweepPaper& paper : sweep_papers()) {
    std::vector<StageWord> of_paper;
    try {
      of_paper = stage_words(construction_file(paper.name));
    } catch (const InvalidInput&) {  // a run of it says so
    }
    for (StageWord& word : of_paper) {
      const bool known = std::any_of(all.begin(), all.end(),
                                     [&](const StageWord& one) { return one.name == word.name; });
      if (!known && word.role != StageRole::values) all.push_back(std::move(word));
    }
  }
  for (const SweepPaper& paper : sweep_papers()) add_own_names(all, paper.name);
  return all;
}

std::vector<std::string> all_stage_names() {
  std::vector<std::string> names;
  const auto add = [&](const std::vector<StageWord>& words) {
    for (const StageRole role :
         {StageRole::quantizer, StageRole::sweep, StageRole::last, StageRole::values}) {
      std::string name = name_in(words, role);
      if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(std::move(name));
    }
  };
  for (const std::string& construction : main_constructions()) {
    try {
      add(stage_words(construction_file(construction)));
    } catch (const InvalidInput&) {  // no run of it is reported
    }
  }
  return names;
}

std::string count_of(const std::vector<StageWord>& words, StageRole role) {
  return "layers(" + name_in(words, role) + ")";
}

}  // namespace hardmax
