// Decides the claims about a construction file for one run of it: every input executed, by the
// engine of the run's reading (subject/reading.hpp).
//
// The order for one claim is FORMAT.md's: no formal; a hypothesis that is not verified; outside its
// domain; the formula. Cost is estimated before inputs are gone through; a claim over budget is
// undecided (cost) and the others are decided. Nothing here knows a construction or a claim.
#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "certificate/verdict.hpp"
#include "claim/entry.hpp"
#include "subject/run.hpp"

namespace hardmax::decide {

struct Request {
  const subject::Run* run = nullptr;
  std::string only;  // prefix of claim ids; "" for all
  std::map<std::string, Verdict> expected;
  double budget_seconds = 600;  // only compared with estimates, never on a path to a verdict
  std::size_t threads = 0;      // 0: all
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
  std::function<void(const std::vector<Rational>& input, const std::vector<Rational>& outputs)>
      dump;  // of every input that is executed, in order; outputs token after token
};

struct Result {
  Rational inputs;
  std::uint64_t tokens = 0, rows = 0;
  std::vector<std::pair<std::string, Rational>> layers;  // of each network, in order
  bool executed = false;                                 // every input; then there is a digest
  std::string digest;
  std::string not_executed;                     // why, one line, if not executed
  std::vector<subject::StageWay> ways;          // how stages were executed, if not literally
  std::vector<ClaimResult> claims;              // in order of id
  std::vector<const claim::Entry*> hypotheses;  // what the claims need beyond themselves
  std::string sha256;                           // of the construction
  double seconds = 0;
};

// Errors  InvalidInput (file): a formula that does not parse, a hypothesis that is not decided of
// construction files.
Result decide(const Request& request, const std::vector<claim::Entry>& entries);

// Why no certificate of this run can be written, one line; empty where one can: a name of the
// machine that its strings cannot hold, an argument of a variant that says more than it may.
std::string why_no_certificate(const subject::Run& run);
// The certificate of kind `construction`.  Requires  result.executed, at least one claim, and
// nothing against it.
std::string certify(const Request& request, const Result& result);

// The member `run` of a certificate. `every`: the parameter that has every value; empty: none.
void write_run(certificate::Writer& w, const subject::Run& run, const std::string& sha256,
               const std::string& every);

}  // namespace hardmax::decide
