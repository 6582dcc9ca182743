#include "check/coq_runs.hpp"

#include "check/constructions.hpp"
#include "check/filed_run.hpp"
#include "check/replay.hpp"

namespace hardmax::check {
namespace {

struct Small {
  const char *n, *d, *D;
};
struct SmallPattern {
  Small of;
  const char* layers;
};
constexpr SmallPattern with_patterns[] = {
    {{"2", "1", "2"}, R"([["1 2","1 2"]])"},
    {{"3", "1", "2"}, R"([["1 2 3","1 2 3","1 2 3"]])"},
    {{"2", "2", "2"}, R"([["1 2","1 2"]])"},
    {{"4", "1", "2"}, R"([["1 2 3","1 2 3 4","1 2 3 4","2 3 4"],["1 3","2 4","1 3","2 4"]])"},
    {{"4", "1", "2"}, R"([["1 2","1 2 3","2 3 4","3 4"]])"}};
// Beside the inputs that a variant adds, where there is one, those of the grid alone are larger.
constexpr Small of_variants[] = {{"2", "1", "2"}, {"3", "1", "2"}}, of_grid[] = {{"3", "1", "3"}},
                of_grid_alone[] = {{"2", "1", "2"},
                                   {"2", "1", "3"},
                                   {"3", "1", "3"},
                                   {"4", "1", "4"}},
                of_encodings[] = {{"2", "1", "2"}, {"3", "1", "2"}};

}  // namespace

std::vector<Json> small_runs(const std::string& id, const Described& of) {
  std::vector<Json> out;
  const auto add = [&](const Small& size, std::vector<std::pair<std::string, Json>> more) {
    std::vector<std::pair<std::string, Json>> all = {{"construction", id},
                                                     {"n", std::string(size.n)},
                                                     {"d", std::string(size.d)},
                                                     {"D", std::string(size.D)}};
    all.insert(all.end(), more.begin(), more.end());
    all.emplace_back("overrides", Json::array());
    out.push_back(Json::object(all));
  };
  if (of.pattern_required) {
    for (const SmallPattern& small : with_patterns)
      add(small.of, {{"pattern", read_json(small.layers)}, {"target", std::string("identity")}});
    return out;
  }
  const std::string none = "none", grid = "grid";
  const std::vector<std::string> inputs = variants_of_inputs(of),
                                 encodings = variants_of_encodings(of);
  for (const std::string& variant : inputs)
    if (!variant.empty())
      for (const Small& size : of_variants) add(size, {{"inputs", variant}, {"encodings", none}});
  if (inputs.size() > 1)
    for (const Small& size : of_grid) add(size, {{"inputs", grid}, {"encodings", none}});
  else
    for (const Small& size : of_grid_alone) add(size, {{"inputs", grid}, {"encodings", none}});
  for (const std::string& variant : encodings)
    if (!variant.empty())
      for (const Small& size : of_encodings) add(size, {{"inputs", grid}, {"encodings", variant}});
  return out;
}

void on_small_runs(const std::vector<std::string>& ids, const Entries& entries,
                   const SeenAt& seen) {
  const std::set<std::string> none;
  std::map<std::string, std::vector<std::string>> by_paper;
  for (const std::string& id : ids) by_paper[id.substr(0, id.find('.'))].push_back(id);
  ConstructionFiles files(entries);
  for (const auto& [name, here] : by_paper) {
    if (!files.has_runs(name)) continue;
    const Described& of = files.describing(name);
    for (const Json& run : small_runs(name, of)) {
      const std::unique_ptr<Construction> built = run_of_file(of, run, nullptr, UINT64_MAX);
      Replay replay(entries, none, *built);
      for (const std::string& id : here) replay.add(id);
      replay.execute({{0, built->inputs()}});
      for (const std::string& id : here)
        seen(id, "n = " + text(run, "n") + ", d = " + text(run, "d") + ", D = " + text(run, "D"),
             replay.decide(id));
    }
  }
}

void require_true_on_small_runs(const std::vector<Stated>& all, const Entries& entries) {
  std::map<std::string, bool> made;  // of every claim said to be proved: whether a run was found
                                     // where it is made of something
  std::vector<std::string> ids;
  for (const Stated& it : all)
    if (!it.negated && made.emplace(it.entry->id, false).second) ids.push_back(it.entry->id);
  on_small_runs(
      ids, entries, [&](const std::string& id, const std::string& at, const Finding& found) {
        require(found.verdict != "refuted" && found.verdict != "error", "theorems (" + id + ")",
                "that the claim is proved", "a run, " + at + ", where it is " + found.verdict);
        // What is not decided there says nothing against it.
        if (found.verdict != "not_checkable") made[id] = true;
      });
  for (const auto& [id, is_made] : made)
    require(is_made, "theorems (" + id + ")", "that the claim is proved",
            "no small run where it is made of anything");
}

}  // namespace hardmax::check
