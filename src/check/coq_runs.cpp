// The small runs. `derived` of each is found again by its construction; what is written here is
// only compared with it.
#include "check/coq_runs.hpp"

#include "check/natives.hpp"
#include "check/replay.hpp"

namespace hardmax::check {
namespace {

struct SmallRun {
  const char *run, *derived;
};
constexpr SmallRun runs[] = {
    {R"({"construction":"yun2020b","n":"2","d":"1","D":"2","pattern":[["1 2","1 2"]],"target":"identity","overrides":[]})",
     R"({"gamma":"1 2","l":"1","s":"1","E":"1 0","c":"32","layers":"3"})"},
    {R"({"construction":"yun2020b","n":"3","d":"1","D":"2","pattern":[["1 2 3","1 2 3","1 2 3"]],"target":"identity","overrides":[]})",
     R"({"gamma":"1 2 3","l":"1 1","s":"1","E":"2 0 1","c":"96","layers":"5"})"},
    {R"({"construction":"yun2020b","n":"2","d":"2","D":"2","pattern":[["1 2","1 2"]],"target":"identity","overrides":[]})",
     R"({"gamma":"1 2","l":"1","s":"1","E":"1 0","c":"128","layers":"5"})"},
    {R"({"construction":"yun2020b","n":"4","d":"1","D":"2","pattern":[["1 2 3","1 2 3 4","1 2 3 4","2 3 4"],["1 3","2 4","1 3","2 4"]],"target":"identity","overrides":[]})",
     R"({"gamma":"1 2 3 4","l":"1 1 1","s":"2","E":"3 0 1 2","c":"512","layers":"14"})"},
    {R"({"construction":"yun2020b","n":"4","d":"1","D":"2","pattern":[["1 2","1 2 3","2 3 4","3 4"]],"target":"identity","overrides":[]})",
     R"({"gamma":"1 2 3 4","l":"1 1 1","s":"3","E":"3 0 1 2","c":"768","layers":"9"})"},
    {R"({"construction":"yun2020a","n":"2","d":"1","D":"2","inputs":"extended","encodings":"none","overrides":[]})",
     R"({"E":"0 0","shift":"2","c":"8","layers":"3"})"},
    {R"({"construction":"yun2020a","n":"3","d":"1","D":"2","inputs":"extended","encodings":"none","overrides":[]})",
     R"({"E":"0 0 0","shift":"2","c":"16","layers":"3"})"},
    {R"({"construction":"yun2020a","n":"3","d":"1","D":"3","inputs":"grid","encodings":"none","overrides":[]})",
     R"({"E":"0 0 0","shift":"3","c":"81","layers":"4"})"},
    {R"({"construction":"yun2020a","n":"2","d":"1","D":"2","inputs":"grid","encodings":"positional","overrides":[]})",
     R"({"E":"0 1","shift":"2","c":"32","layers":"5"})"},
    {R"({"construction":"yun2020a","n":"3","d":"1","D":"2","inputs":"grid","encodings":"positional","overrides":[]})",
     R"({"E":"0 1 2","shift":"2","c":"96","layers":"7"})"},
    {R"({"construction":"sparsebert","n":"2","d":"1","D":"2","inputs":"grid","encodings":"none","overrides":[]})",
     R"({"E":"0 0","shift":"2","c":"7","layers":"4"})"},
    {R"({"construction":"sparsebert","n":"2","d":"1","D":"3","inputs":"grid","encodings":"none","overrides":[]})",
     R"({"E":"0 0","shift":"3","c":"26","layers":"5"})"},
    {R"({"construction":"sparsebert","n":"3","d":"1","D":"3","inputs":"grid","encodings":"none","overrides":[]})",
     R"({"E":"0 0 0","shift":"3","c":"62","layers":"5"})"},
    {R"({"construction":"sparsebert","n":"4","d":"1","D":"4","inputs":"grid","encodings":"none","overrides":[]})",
     R"({"E":"0 0 0 0","shift":"4","c":"783","layers":"6"})"},
    {R"({"construction":"sparsebert","n":"3","d":"1","D":"2","inputs":"grid","encodings":"positional","overrides":[]})",
     R"({"E":"0 1 2","shift":"2","c":"55","layers":"8"})"}};

}  // namespace

const std::vector<std::pair<Json, Json>>& small_runs() {
  static const std::vector<std::pair<Json, Json>> all = [] {
    std::vector<std::pair<Json, Json>> out;
    for (const SmallRun& small : runs)
      out.emplace_back(read_json(small.run), read_json(small.derived));
    return out;
  }();
  return all;
}

void on_small_runs(const std::vector<std::string>& ids, const Entries& entries,
                   const SeenAt& seen) {
  const std::set<std::string> none;
  for (const auto& [run, derived] : small_runs()) {
    const std::string& name = text(run, "construction");
    std::vector<std::string> here;
    for (const std::string& id : ids)
      if (id.substr(0, id.find('.')) == name) here.push_back(id);
    if (here.empty()) continue;
    const std::unique_ptr<Construction> built = construction(name)(run, derived, UINT64_MAX);
    Replay replay(entries, none, *built);
    for (const std::string& id : here) replay.add(id);
    replay.execute({{0, built->inputs()}});
    for (const std::string& id : here)
      seen(id, "n = " + text(run, "n") + ", d = " + text(run, "d") + ", D = " + text(run, "D"),
           replay.decide(id));
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
