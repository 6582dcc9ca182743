#include "discharge/verdict.hpp"

#include <map>
#include <sstream>

#include "decide/standing.hpp"

namespace hardmax {

namespace {

// Is this very run the stored counterexample of an entry?
bool is_stored_counterexample(const std::string& text, const RunRequest& request) {
  if (!request.overrides.empty()) return false;
  std::istringstream words(text);
  const auto& [n, d, D] = request.parameters;
  std::map<std::string, std::string> given = {{"n", std::to_string(n)},
                                              {"d", std::to_string(d)},
                                              {"D", std::to_string(D)},
                                              {"pattern", request.pattern_name}};
  if (request.window) given.emplace("window", std::to_string(*request.window));
  // A variant that the entry does not name is another run.
  for (const auto& [name, chosen] :
       {std::pair<std::string, bool>("positional", request.sweep && request.sweep->positional),
        std::pair<std::string, bool>("extended", request.sweep && request.sweep->extended)}) {
    if (chosen) given.emplace(name, "1");
    if (chosen && text.find(name + "=1") == std::string::npos) return false;
  }
  for (std::string word; words >> word;) {
    const auto equals = word.find('=');
    const auto it = given.find(word.substr(0, equals));
    if (it == given.end() || it->second != word.substr(equals + 1)) return false;
  }
  return true;
}

}  // namespace

void judge(ClaimResult& decided, const RunRequest& request) {
  decide::judge(decided, request.expected, [&](const std::string& counterexample) {
    return is_stored_counterexample(counterexample, request);
  });
}

}  // namespace hardmax
