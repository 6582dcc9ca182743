// What layers(NAME) counts, of claims that the engines decide: how stages are called is said by
// construction files, and which of them is meant by where it stands.
//
// Thread-safe.   Errors  InvalidInput (file): a construction file cannot be read.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "discharge/construction_files.hpp"
#include "subject/construction_file.hpp"

namespace hardmax {

enum class StageRole {
  quantizer,  // the network before the attention, which is that of `states`
  sweep,      // the first stage of the attention, where it has two
  last,       // the last one
  values,     // the last network, behind the attention
  other       // none of these: engines do not tell how many layers it has
};
struct StageWord {
  std::string name;
  StageRole role;
  friend bool operator==(const StageWord&, const StageWord&) = default;
};

// The names in a file, in the order of the roles.
std::vector<StageWord> stage_words(const subject::ConstructionFile& file);
// The name in the file of a construction; "" where it has no such stage.
std::string stage_name(std::string_view construction, StageRole role);
// In the order of the constructions of the main command, each name once: the keys of reports. A
// file that cannot be read has none.
std::vector<std::string> all_stage_names();

// Of claims about the construction that takes a pattern.
std::vector<StageWord> stage_words_of_runs();
// Of claims about sweeps: of all their files, a name as the first of them has it. Whether another
// file means the same by it is asked by file_meaning.hpp.
std::vector<StageWord> stage_words_of_sweeps();

// "layers(NAME)"; "layers()", which no claim can say, where there is no such stage.
std::string count_of(const std::vector<StageWord>& words, StageRole role);

// What is made of such names, anew only where others are found. What was made before stays.
template <class T>
class ByStages {
 public:
  using Words = std::vector<StageWord>;
  ByStages(Words (*words)(), T (*make)(const Words&)) : words_(words), make_(make) {}

  const T& get() {
    const Now* now = now_.load();
    if (now != nullptr && now->said == places_said()) return *now->made;
    const std::lock_guard lock(mutex_);
    const std::uint64_t said = places_said();
    Words words = words_();
    auto found =
        std::find_if(all_.begin(), all_.end(), [&](const auto& one) { return one.first == words; });
    if (found == all_.end()) {
      T made = make_(words);
      found = all_.emplace(all_.end(), std::move(words), std::move(made));
    }
    nows_.push_back({said, &found->second});
    now_ = &nows_.back();
    return found->second;
  }

 private:
  struct Now {
    std::uint64_t said;
    const T* made;
  };
  Words (*words_)();
  T (*make_)(const Words&);
  std::mutex mutex_;
  std::list<std::pair<Words, T>> all_;
  std::list<Now> nows_;
  std::atomic<const Now*> now_ = nullptr;
};

}  // namespace hardmax
