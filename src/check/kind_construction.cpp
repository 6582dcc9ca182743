// Certificates of kind "construction" (FORMAT.md): the file beside the claims says what the network
// is. It is read, built and executed literally, and every claim is decided again.
#include "check/answer.hpp"
#include "check/constructions.hpp"
#include "check/described_run.hpp"
#include "check/fault.hpp"
#include "check/kind.hpp"
#include "check/replay.hpp"

namespace hardmax::check {
namespace {

// "hypotheses": each is decided by its text; one that is not verified leaves no network.
void require_hypotheses_of_file(const Described& of, const Entries& entries,
                                const Construction& run) {
  const std::set<std::string> none;
  for (const std::string& id : of.hypotheses) {
    if (entries.count(id) == 0)
      throw Incomplete("the hypothesis " + id + " of the construction is not among the claims");
    if (!of.pattern_required)
      throw Incomplete("the hypothesis " + id +
                       " of the construction is no part of Assumption 1, and is not decided here");
    Replay replay(entries, none, run);
    replay.add(id);
    const Finding& finding = replay.decide(id);
    if (!finding.open.empty()) throw Incomplete("hypothesis " + id + ": " + finding.open);
    require(finding.verdict == "verified", "hypothesis " + id, "a run",
            "that it is " + finding.verdict + " here, and there is no network");
  }
}

std::string about(const Described& of, const Json& run) {
  std::string out = of.id;
  for (const char* key : {"parameters", "variants"})
    for (const Json& item : member(run, key, Json::Kind::array, "run.").items)
      out += ", " + item.text;
  for (const Json& item : member(run, "changes", Json::Kind::array, "run.").items)
    out += ", " + item.items[0].text;
  const auto list = [](const Json& array, const char* what) {
    std::vector<std::string> texts;
    for (const Json& item : array.items) texts.push_back(item.text);
    return about_list(texts, what);
  };
  if (const Json& pattern = *run.find("pattern"); !pattern.items.empty())
    out += ", " + about_edges(pattern);
  if (const Json* machine = run.find("machine"))
    out += ", machine " + list(*machine->find("transitions"), "transition") + " from " +
           machine->find("initial")->text + " on " + list(*machine->find("word"), "letter");
  if (const Json* tables = run.find("tables"))
    for (const std::string& name : tables->keys)
      out += ", table " + name + " " + list(*tables->find(name), "value");
  return out;
}

}  // namespace

Report check_construction(const Json& certificate, const Entries& entries) {
  require_keys(
      certificate,
      {"format", "version", "kind", "run", "derived", "totals", "only", "claims", "hypotheses"},
      "certificate");
  const Json &stated = member(certificate, "run", Json::Kind::object, ""),
             &derived = member(certificate, "derived", Json::Kind::object, ""),
             &totals = member(certificate, "totals", Json::Kind::object, ""),
             &claims = member(certificate, "claims", Json::Kind::array, "");
  const Described of = file_beside(text(stated, "construction", "run."), entries);
  DescribedRun run(stated, of, entries);
  const std::vector<const Entry*> asked =
      bound_claims(certificate, entries, of.id, Scope::file,
                   [&](const Entry& entry) { return run.binding(entry); });
  const std::string &bound = text(stated, "sha256", "run."), found_digest = run.digest();
  require(HARDMAX_FAULT(check_construction_sha256, bound == found_digest, true), "run.sha256",
          bound, "that the construction beside the claims has " + found_digest);
  run.open();
  require_hypotheses_of_file(of, entries, run);
  require_equal(HARDMAX_FAULT(check_construction_derived, derived, run.derived()), run.derived(),
                "derived");

  std::set<std::string> cost;  // claims that the producer did not decide for their cost
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const std::string where = "claims[" + std::to_string(i) + "].";
    if (asked[i]->keys.count("soft") != 0)
      throw Incomplete("claim " + asked[i]->id + " is about soft maps, which this kind has not");
    if (text(claims.items[i], "verdict", where) == "undecided" &&
        text(claims.items[i], "reason", where) == "cost")
      cost.insert(asked[i]->id);
  }
  Replay replay(entries, cost, run);
  for (const Entry* entry : asked) replay.add(entry->id);
  const Json found = replay.execute({{0, run.inputs()}});
  const Json executed =
      Json::object({{"inputs", text(found, "inputs")}, {"digest", text(found, "digest")}});
  require_equal(HARDMAX_FAULT(check_construction_totals, totals, executed), executed, "totals");

  Report report;
  std::map<std::string, int> count;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const Finding& finding = replay.decide(asked[i]->id);
    if (!finding.open.empty())
      report.lines.push_back("incomplete: claim " + asked[i]->id + ": " + finding.open);
    if (finding.verdict.empty()) continue;
    require_equal(claims.items[i],
                  replayed_claim(claims.items[i], finding.verdict, finding.reason, finding.witness),
                  "claims[" + std::to_string(i) + "] (" + asked[i]->id + ")");
    ++count[finding.verdict];
  }
  report.code = report.lines.empty() ? 0 : 3;
  std::string line = report.code == 0 ? "accepted:" : "everything else agrees:";
  for (const auto& [verdict, number] : count)
    line += " " + std::to_string(number) + " " + verdict + ",";
  report.lines.push_back(line + " " + text(found, "inputs") + " inputs executed; " +
                         about(of, stated));
  return report;
}

}  // namespace hardmax::check
