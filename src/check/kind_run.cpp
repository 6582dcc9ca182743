// Certificates of kind "run" (FORMAT.md): the construction is rebuilt, every input executed, every claim decided, and the certificate must say what came out.
#include <algorithm>

#include "check/judge.hpp"
#include "check/kind.hpp"
#include "check/read.hpp"
#include "check/text.hpp"

namespace hardmax::check {
namespace {

// --- reading

void read_overrides(const Json& overrides, Parameters& run) {
  std::pair<int, std::uint64_t> before, order;  // c, shift, E.1, E.2, ..., drop=1, drop=2, ..., qdrop=1, ..., vdrop=1, ...
  for (std::size_t i = 0; i < overrides.items.size(); ++i, before = order) {
    const std::string where = "run.overrides[" + std::to_string(i) + "]", &item = overrides.items[i].text;
    require(overrides.items[i].kind == Json::Kind::string, where, "another kind", "that it must be a string");
    const std::size_t equals = item.find('=');
    const std::string name = item.substr(0, equals), value = equals < item.size() ? item.substr(equals + 1) : "";
    if (name == "c" || name == "shift") {
      (name == "c" ? run.c : run.shift) = rational(value, where);
      order = {name == "c" ? 1 : 2, 0};
    } else if (name.substr(0, 2) == "E.") {
      order = {3, integer(name.substr(2), 1, where)};
      require(order.second <= run.n, where, name, "that there are " + std::to_string(run.n) + " tokens");
      run.E[static_cast<unsigned>(order.second)] = rational(value, where);
    } else {
      require(name == "drop" || name == "qdrop" || name == "vdrop", where, item, "that it must be c=, shift=, E.K=, drop=, qdrop= or vdrop=");
      order = {name == "drop" ? 4 : name == "qdrop" ? 5 : 6, integer(value, 1, where)};
      (name == "drop" ? run.drop : name == "qdrop" ? run.qdrop : run.vdrop).insert(order.second);
    }
    require(before < order, where, item, "that it must stand before the override before it, or repeats it");
  }
}

Parameters read_run(const Json& stated) {
  require_keys(stated, {"construction", "n", "d", "D", "pattern", "target", "overrides"}, "run");
  const std::string& construction = text(stated, "construction", "run.");
  require(construction == "yun2020b", "run.construction", construction, "\"yun2020b\", the construction known here");
  Parameters run;
  const std::uint64_t n = integer(text(stated, "n", "run."), 2, "run.n"), d = integer(text(stated, "d", "run."), 1, "run.d");
  run.D = integer(text(stated, "D", "run."), 2, "run.D");
  if (n > 8192 || (n * d + 1) * static_cast<std::uint64_t>(64 - __builtin_clzll(run.D)) > 1 << 18)
    throw Incomplete("run: n > 8192, or D^(nd) of more than 2^18 bits");
  run.n = static_cast<unsigned>(n), run.d = static_cast<unsigned>(d);
  run.A = pattern(member(stated, "pattern", Json::Kind::array, "run."), run.n, "run.pattern");
  run.target = text(stated, "target", "run.");
  if (run.target.substr(0, 6) == "table ") {
    for (std::size_t at = 6, end = 5; end < run.target.size(); at = end + 1) {
      end = std::min(run.target.find(' ', at), run.target.size());
      run.table.push_back(rational(run.target.substr(at, end - at), "run.target"));
    }
    run.target = "table";
  } else {
    static const std::set<std::string> known = {"identity", "reverse", "running-maximum", "parity", "sort"};
    require(known.count(run.target) != 0, "run.target", run.target, "that it must be identity, reverse, running-maximum, parity, sort or a table");
  }
  read_overrides(member(stated, "overrides", Json::Kind::array, "run."), run);
  return run;
}

// --- what the certificate must be

Json derived_object(const Run& run) {
  const Derived& derived = run.derived();
  const std::vector<Num> gamma(derived.gamma.begin(), derived.gamma.end()), l(derived.l.begin(), derived.l.end());
  return Json::object({{"gamma", list(gamma, 1)}, {"l", list(l, 2)}, {"s", std::to_string(derived.s)}, {"E", list(run.E(), 1)}, {"c", run.c().text()},
                       {"layers", run.layer_count().text()}});
}

Json finding_object(const Json& stated, const Finding& f) {
  const bool verified = f.verdict == "verified", refuted = f.verdict == "refuted";
  const auto names = [](const std::vector<std::string>& all) { return Json::array(std::vector<Json>(all.begin(), all.end())); };
  const Witness& w = f.witness;
  Json witness =
      !refuted ? Json::object({}) : Json::object({{"at", names(w.at)}, {"other", names(w.other)}, {"lhs", w.lhs}, {"relation", w.relation}, {"rhs", w.rhs}});
  return claim_object(stated, f.verdict, verified ? "exhaustive" : refuted ? "witness" : "none", verified || refuted ? "replay" : "none", f.reason, std::move(witness));
}

}  // namespace

Report check_run(const Json& stated, const Entries& entries) {
  require_keys(stated, {"format", "version", "kind", "run", "derived", "totals", "only", "claims"}, "certificate");
  Parameters parameters = read_run(member(stated, "run", Json::Kind::object, ""));
  const Json& derived = member(stated, "derived", Json::Kind::object, "");
  const Json& totals = member(stated, "totals", Json::Kind::object, "");
  const Json& claims = member(stated, "claims", Json::Kind::array, "");
  const std::vector<const Entry*> asked = bound_claims(stated, entries, "yun2020b");
  std::set<std::string> cost;  // claims that the producer did not decide for their cost
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const std::string where = "claims[" + std::to_string(i) + "].";
    if (text(claims.items[i], "verdict", where) == "undecided" && text(claims.items[i], "reason", where) == "cost") cost.insert(asked[i]->id);
  }

  // What follows from the run, and the network.
  Tokens gamma = tokens(text(derived, "gamma", "derived."), parameters.n, "derived.gamma");
  gamma.insert(gamma.begin(), 0);
  const Derived found = derive(parameters, gamma);
  const auto last = [](const std::set<std::uint64_t>& drop) { return Num(static_cast<std::int64_t>(drop.empty() ? 0 : *drop.rbegin())); };
  const Num n(parameters.n), d(parameters.d), D(static_cast<std::int64_t>(parameters.D)), entries_of_f(static_cast<std::int64_t>(parameters.table.size()));
  const Num drop = last(parameters.drop), qdrop = last(parameters.qdrop), vdrop = last(parameters.vdrop);
  const bool table = parameters.target == "table";
  Run run(std::move(parameters), found);
  require_equal(derived, derived_object(run), "derived");
  require(!found.holds() || !(run.layer_count() < drop), "run.overrides", "drop=" + drop.text(), run.layer_count().text() + " attention layers");
  require(!(d * n * D < qdrop), "run.overrides", "qdrop=" + qdrop.text(), (d * n * D).text() + " quantiser layers");
  require(!(n * run.input_count() < vdrop), "run.overrides", "vdrop=" + vdrop.text(), quote((n * run.input_count()).text()) + " value layers");
  require(!table || entries_of_f == n * d * run.input_count(), "run.target", entries_of_f.text() + " entries", quote((n * d * run.input_count()).text()));
  if (found.holds()) run.build();

  // Every input, then the claims.
  Judge judge(entries, asked, cost, run);
  const Totals sums = judge.execute();
  require_equal(totals, Json::object({{"inputs", sums.inputs}, {"ids", sums.ids}, {"distinct_ids", sums.distinct_ids}, {"digest", sums.digest}}), "totals");
  Report report;
  std::map<std::string, int> count;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const Finding& finding = judge.decide(asked[i]->id);
    if (!finding.open.empty()) report.lines.push_back("incomplete: claim " + asked[i]->id + ": " + finding.open);
    if (finding.verdict.empty()) continue;
    require_equal(claims.items[i], finding_object(claims.items[i], finding), "claims[" + std::to_string(i) + "] (" + asked[i]->id + ")");
    ++count[finding.verdict];
  }
  report.code = report.lines.empty() ? 0 : 3;
  std::string line = report.code == 0 ? "accepted:" : "everything else agrees:";
  for (const auto& [verdict, number] : count) line += " " + std::to_string(number) + " " + verdict + ",";
  report.lines.push_back(line + " " + sums.inputs + " inputs executed");
  return report;
}

}  // namespace hardmax::check
