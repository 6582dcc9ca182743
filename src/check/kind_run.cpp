// Certificates of kind "run" (FORMAT.md): the network is that of the construction file, the replay
// executes it and decides every claim, and the certificate must say what came out.
#include "check/answer.hpp"
#include "check/audit.hpp"
#include "check/constructions.hpp"
#include "check/cost.hpp"
#include "check/filed_run.hpp"
#include "check/kind.hpp"

namespace hardmax::check {
namespace {

// Claims that the producer did not decide for their cost.
std::set<std::string> undecided_for_cost(const std::vector<const Entry*>& asked,
                                         const Json& claims) {
  std::set<std::string> cost;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const std::string where = "claims[" + std::to_string(i) + "].";
    if (text(claims.items[i], "verdict", where) == "undecided" &&
        text(claims.items[i], "reason", where) == "cost")
      cost.insert(asked[i]->id);
  }
  return cost;
}

// Each claim says what was found; lines of the report say what was not. `limits`: a claim may be
// left open for a limit that is not met here.
void require_claims_found(const std::vector<const Entry*>& asked, const Json& claims,
                          AuditReplay& replay, bool limits, Report& report,
                          std::map<std::string, int>& count, std::string& not_audited) {
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const Finding& finding = replay.decide(asked[i]->id);
    const std::string where = "claims[" + std::to_string(i) + "].";
    if (limits && finding.reason != "limit" && finding.verdict != "not_checkable" &&
        text(claims.items[i], "reason", where) == "limit") {
      require_equal(claims.items[i],
                    replayed_claim(claims.items[i], "undecided", "limit", Witness{}),
                    where + " (" + asked[i]->id + ")");
      report.lines.push_back("incomplete: claim " + asked[i]->id +
                             ": stated undecided (limit), found " + finding.verdict);
      ++count["undecided"];
      continue;
    }
    if (finding.not_audited)
      not_audited += " " + asked[i]->id;
    else if (!finding.open.empty())
      report.lines.push_back("incomplete: claim " + asked[i]->id + ": " + finding.open);
    if (finding.not_audited || finding.verdict.empty()) continue;
    require_equal(claims.items[i],
                  replayed_claim(claims.items[i], finding.verdict, finding.reason, finding.witness),
                  "claims[" + std::to_string(i) + "] (" + asked[i]->id + ")");
    ++count[finding.verdict];
  }
}

Report judge(const Json& certificate, const Entries& entries, const Audit& audit) {
  require_keys(
      certificate,
      {"format", "version", "kind", "run", "derived", "totals", "only", "claims", "hypotheses"},
      "certificate");
  const Json &stated = member(certificate, "run", Json::Kind::object, ""),
             &derived = member(certificate, "derived", Json::Kind::object, "");
  const Json &totals = member(certificate, "totals", Json::Kind::object, ""),
             &claims = member(certificate, "claims", Json::Kind::array, "");
  const std::string& name = text(stated, "construction", "run.");
  const std::vector<const Entry*> asked = bound_claims(certificate, entries, name);
  ConstructionFiles files(entries);
  files.require_assumption1_alone(name);
  // Of another construction than those that arguments were made for, engines may leave open what is
  // decided here input by input.
  const bool known = files.network(name) != MadeFor::nothing;
  const std::set<std::string> cost = undecided_for_cost(asked, claims);
  const std::uint64_t most = audit.chunks == 0 ? UINT64_MAX : audit.chunks * chunk;
  const std::unique_ptr<Construction> run =
      run_of_file(files.describing(name), stated, &derived, most);
  AuditReplay replay(entries, cost, *run);
  for (const Entry* entry : asked) replay.add(entry->id);
  const Ranges inputs = !run->executed()    ? Ranges()
                        : audit.chunks == 0 ? Ranges{{0, run->inputs()}}
                                            : draw(audit, *run);
  std::uint64_t executed = 0;
  for (const auto& [from, to] : inputs) executed += to - from;
  const bool whole = !run->executed() || executed == run->inputs();
  for (std::size_t i = 0; !whole && i < asked.size(); ++i)
    replay.state(asked[i]->id, claims.items[i]);
  std::set<std::string> decided;
  for (const Entry* entry : asked)
    if (cost.count(entry->id) == 0) decided.insert(entry->id);
  tell_cost(entries, decided, *run, inputs, text(derived, "layers"));
  if (const Json found = replay.execute(inputs); whole)
    require_equal(totals, found, "totals");
  else
    require_possible(totals, found, *run);

  Report report;
  std::map<std::string, int> count;
  std::string not_audited;
  if (audit.chunks > 0)
    report.lines.push_back("incomplete: an audit of " + std::to_string(executed) + " of " +
                           text(totals, "inputs") + " inputs; seed " + audit.seed);
  require_claims_found(asked, claims, replay, !known || run->may_meet_limits(), report, count,
                       not_audited);
  if (!not_audited.empty())
    report.lines.push_back("incomplete: not audited, because they speak of all inputs at once:" +
                           not_audited);
  report.code = report.lines.empty() ? 0 : 3;
  std::string line = report.code == 0    ? "accepted:"
                     : audit.chunks == 0 ? "everything else agrees:"
                                         : "no difference found:";
  for (const auto& [verdict, number] : count)
    line += " " + std::to_string(number) + " " + verdict + ",";
  report.lines.push_back(line + " " + std::to_string(executed) + " inputs executed; " +
                         about_run(stated));
  return report;
}

}  // namespace

Report check_run(const Json& certificate, const Entries& entries) {
  return judge(certificate, entries, {});
}
Report audit_run(const Json& certificate, const Entries& entries, const Audit& audit) {
  return judge(certificate, entries, audit);
}

}  // namespace hardmax::check
