// What a person and a program read of a run: the table on the terminal, and the JSON object of
// data/run.schema.json.
#pragma once
#include <string>

#include "discharge/decide.hpp"
#include "report/claim_set.hpp"
#include "report/fail_on.hpp"

namespace hardmax {
struct SoftQuestion;
struct SoftAnswer;
}  // namespace hardmax

namespace hardmax::report {

enum class Overall { as_recorded, against_record, undecided };

struct Presentation {
  std::string version;
  ClaimSet claims;
  std::string certificate;  // the file it was written to, "" if none
  bool strict = false;      // a refuted printed claim counts against the run
  FailOn fail_on;
  bool expectations = false;  // --expect said what is to come out: then claims that are not
                              // checkable may be just that
  bool color = false;
  bool all = false;    // list every claim one by one
  bool quiet = false;  // the last sentence alone
  // What was enclosed of the network with softmax, if it was; and whether that contradicts a
  // record: a claim recorded true is broken, or the repaired choice is.
  const SoftQuestion* soft_question = nullptr;
  const SoftAnswer* soft = nullptr;
  bool target_named = false;       // --target was given, and what comes of it is shown
  std::string soft_contradiction;  // one line; "" if there is none
};

// undecided also if no claim has a verdict here: then nothing was found, whatever the records say.
Overall overall(const RunResult& result, const Presentation& how);
int exit_code(Overall overall);  // 0, 1, 2

// What `verified` of a claim covers: "(n,d,D) = (4,1,2), 16 inputs".
std::string box_of(const RunRequest& request, const RunResult& result, const ClaimResult& claim);

// "E.2.4" of "yun2020b.E.2.4.eq10.step1": the parts after the paper that are a capital letter or a
// number, without the last part.
std::string section_of(const std::string& claim_id);

std::string text(const RunRequest& request, const RunResult& result, const Presentation& how);
std::string json(const RunRequest& request, const RunResult& result, const Presentation& how);

}  // namespace hardmax::report
