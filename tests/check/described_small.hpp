// Small construction files, and what formulas of claims come to over them.
#pragma once
#include "check/described_run.hpp"
#include "support.hpp"

namespace check_test {
using namespace hardmax::check;

inline Json texts(const std::vector<std::string>& all) {
  return Json::array(std::vector<Json>(all.begin(), all.end()));
}

struct Ran {  // what a run says
  std::string parameters = "n=3";
  Json pattern = Json::array();
  std::vector<std::string> changes = {}, variants = {};
  std::vector<std::pair<std::string, Json>> more = {};  // further members of `run`
};
inline Json run_of(const std::string& id, const Ran& ran) {
  std::vector<Json> changes;
  for (const std::string& change : ran.changes) changes.push_back(texts({change}));
  std::vector<std::pair<std::string, Json>> members = {{"construction", Json(id)},
                                                       {"sha256", Json(std::string())},
                                                       {"parameters", texts(split(ran.parameters))},
                                                       {"pattern", ran.pattern},
                                                       {"variants", texts(ran.variants)},
                                                       {"changes", Json::array(changes)}};
  members.insert(members.end(), ran.more.begin(), ran.more.end());
  return Json::object(members);
}

// What a formula of a claim comes to: "true", "false", "undefined", or an error.
inline std::string outcome(const std::string& file, const std::string& formula,
                           const Ran& ran = {}) {
  try {
    const Described of = read_described(file, "file");
    const Entries none;
    DescribedRun built(run_of(of.id, ran), of, none);
    built.open();
    const Formula parsed = parse_formula(formula, "formula", built.names());
    return evaluator(parsed, built)->decide().truth == hardmax::check::Truth::yes ? "true"
                                                                                  : "false";
  } catch (const Undefined&) {
    return "undefined";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

// Tokens 1..n with the entries 1..n and 0 in row 2; further terms and stages are put in.
inline std::string small(const std::string& terms, const std::string& stages,
                         const std::string& head = "") {
  return R"toml([construction]
id = "small"
parameters = ["n >= 1"]
tokens = "1..n"
rows = "2"
start = "if(r = 1, k, 0)"
)toml" + head +
         "[[choose]]\nterms = [\"on = 1\"]\n[[define]]\nterms = [\"H0 = 0\"" +
         (terms.empty() ? "" : ", ") + terms + "]\n" + stages;
}
inline std::string stage(const std::string& keys) { return "[[stage]]\n" + keys; }

}  // namespace check_test
