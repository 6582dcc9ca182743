// Certificates of kind "run" (FORMAT.md): the replay. A construction rebuilds the network; every input is executed; every claim is decided ("Order of deciding
// one claim"), those that speak of every input in the same pass over the inputs; and the certificate must say what came out.
#include <algorithm>
#include <map>
#include <set>

#include "check/construction.hpp"
#include "check/kind.hpp"

namespace hardmax::check {
namespace {

constexpr std::pair<const char*, Build> constructions[] = {{"yun2020b", build_yun2020b}};

struct Finding {
  std::string verdict, reason;   // as in a certificate; verdict is empty if this program did not find it
  Witness witness = {};
  std::string open = "";         // why the claim is not decided; empty if it is
};

class Judge {
 public:
  // `cost`: claims that are not to be decided, as the certificate says.
  Judge(const Entries& entries, const std::set<std::string>& cost, const Construction& run) : entries_(entries), cost_(cost), run_(run) {}
  void add(const std::string& id);                // parses the formulas of a claim and of all that it needs
  Json execute();                                 // the pass over the inputs: `totals`
  const Finding& decide(const std::string& id);   // after it

 private:
  struct Claim {
    const Entry* entry = nullptr;
    Formula domain, formal;
    std::unique_ptr<Evaluator> evaluator;         // of formal
    std::optional<Finding> of_domain, of_formal, verdict;
  };
  Finding evaluate(const Formula& formula, Evaluator& evaluator) const;
  Finding find(Claim& claim);
  void decide_parts(std::vector<Claim*>& claims, std::uint64_t from, std::uint64_t to) const;
  std::uint64_t count_distinct(std::vector<std::uint64_t> hashes) const;

  const Entries& entries_;
  const std::set<std::string>& cost_;
  const Construction& run_;
  std::map<std::string, Claim> claims_;
};

void Judge::add(const std::string& id) {
  if (claims_.count(id) != 0) return;
  Claim& claim = claims_[id];
  claim.entry = &entries_.at(id);
  if (!claim.entry->has_formal) return;
  claim.domain = parse_formula(claim.entry->domain, claim.entry->where + ", domain of " + id, run_.names());
  claim.formal = parse_formula(claim.entry->formal, claim.entry->where + ", formal of " + id, run_.names());
  claim.evaluator = std::make_unique<Evaluator>(claim.formal, run_);
  Evaluator domain(claim.domain, run_);
  claim.of_domain = evaluate(claim.domain, domain);
  for (const std::string& need : claim.entry->needs) add(need);
}

// The verdict on a formula by itself.
Finding Judge::evaluate(const Formula& formula, Evaluator& evaluator) const {
  const Finding unknown{"undecided", "unknown", {}, "undecided (unknown)"};
  if (formula.over_inputs && !run_.executed()) return unknown;
  try {
    const Value outcome = evaluator.decide();
    if (outcome.truth == Truth::unknown) return unknown;
    if (outcome.truth == Truth::no) return {"refuted", "", evaluator.witness()};
    if (outcome.vacuous) return {"not_checkable", "vacuous"};
    return {"verified", ""};
  } catch (const Undefined&) {
    return {"error", "undefined"};
  } catch (const Unknown&) {
    return unknown;
  } catch (const LimitMet&) {
    return {"undecided", "limit", {}, "undecided (limit)"};
  } catch (const Incomplete& bound) {
    return {"", "", {}, std::string("not decided by this program: ") + bound.what()};
  }
}

Finding Judge::find(Claim& claim) {
  if (!claim.entry->has_formal) return {"not_checkable", "feature"};
  for (const std::string& need : claim.entry->needs) {
    const Finding& hypothesis = decide(need);
    if (hypothesis.verdict.empty()) return {"", "", {}, "needs " + need + ", which is not decided by this program"};
    if (hypothesis.verdict != "verified") return {"not_checkable", "hypothesis " + need};
  }
  if (claim.of_domain->verdict == "refuted") return {"not_checkable", "domain"};
  if (claim.of_domain->verdict != "verified" && claim.of_domain->reason != "vacuous") return *claim.of_domain;
  if (cost_.count(claim.entry->id) != 0) return {"undecided", "cost", {}, "undecided (cost), as stated"};
  return claim.of_formal ? *claim.of_formal : evaluate(claim.formal, *claim.evaluator);
}

const Finding& Judge::decide(const std::string& id) {
  Claim& claim = claims_.at(id);
  if (!claim.verdict) claim.verdict = find(claim);
  return *claim.verdict;
}

// A forall over the inputs, for the inputs from..to-1. It ends where it is false or stops for another reason; unknown, and having said something, stay.
void Judge::decide_parts(std::vector<Claim*>& claims, std::uint64_t from, std::uint64_t to) const {
  claims.erase(std::remove_if(claims.begin(), claims.end(), [&](Claim* claim) {
    claim->evaluator->set_part(from, to);
    Finding now = evaluate(claim->formal, *claim->evaluator);
    const bool goes_on = now.verdict == "verified" || now.reason == "vacuous" || now.reason == "unknown";
    if (!goes_on || !claim->of_formal || now.reason == "unknown" || (now.verdict == "verified" && claim->of_formal->reason == "vacuous"))
      claim->of_formal = std::move(now);
    return !goes_on;
  }), claims.end());
}

Json Judge::execute() {
  const auto totals = [](std::uint64_t inputs, std::uint64_t ids, std::uint64_t distinct, const std::string& digest) {
    return Json::object({{"inputs", std::to_string(inputs)}, {"ids", std::to_string(ids)}, {"distinct_ids", std::to_string(distinct)}, {"digest", digest}});
  };
  if (!run_.executed()) return totals(0, 0, 0, std::string(16, '0'));
  std::vector<Claim*> in_parts;
  for (auto& [id, claim] : claims_)
    if (claim.evaluator && cost_.count(id) == 0 && claim.of_domain->verdict != "refuted" && claim.evaluator->has_parts()) in_parts.push_back(&claim);
  constexpr std::uint64_t K = 0x9E3779B97F4A7C15u, part = 64;
  const std::uint64_t inputs = run_.inputs(), n = run_.tokens();
  std::uint64_t T = 0, C = 0;
  std::vector<std::uint64_t> hashes;
  for (std::uint64_t g = 0; g < inputs; ++g) {
    for (unsigned k = 1; k <= n; ++k) {  // FORMAT.md, "Digest"
      const Num& x = run_.id(g, k);
      const std::uint64_t m = n * (g & 0xFFFF) + (k - 1);
      C += (2 * m + 1) * (x.numerator_mod_2_64() + K * (x.denominator_mod_2_64() - 1));
      hashes.push_back(x.hash());
    }
    if ((g & 0xFFFF) == 0xFFFF || g + 1 == inputs) T = K * T + C, C = 0;
    if (g % part == part - 1 || g + 1 == inputs) decide_parts(in_parts, g - g % part, g + 1);
  }
  std::string digest;
  for (int shift = 60; shift >= 0; shift -= 4) digest += "0123456789abcdef"[T >> shift & 15];
  return totals(inputs, inputs * n, count_distinct(std::move(hashes)), digest);
}

// How many different values the ids have: a hash that occurs once is of one value; where hashes agree, the values themselves are counted.
std::uint64_t Judge::count_distinct(std::vector<std::uint64_t> hashes) const {
  std::sort(hashes.begin(), hashes.end());
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < hashes.size(); ++i) count += i == 0 || hashes[i] != hashes[i - 1];
  keep_repeated(hashes);
  std::set<Num> values;
  for (std::uint64_t g = 0; g < run_.inputs() && !hashes.empty(); ++g)
    for (unsigned k = 1; k <= run_.tokens(); ++k)
      if (const Num& x = run_.id(g, k); std::binary_search(hashes.begin(), hashes.end(), x.hash())) values.insert(x);
  return count - hashes.size() + values.size();
}

// What an element of `claims` must be.
Json claim_of(const Json& stated, const Finding& f) {
  const bool verified = f.verdict == "verified", refuted = f.verdict == "refuted";
  const auto names = [](const std::vector<std::string>& all) { return Json::array(std::vector<Json>(all.begin(), all.end())); };
  const Witness& w = f.witness;
  Json witness = Json::object({{"at", names(w.at)}, {"other", names(w.other)}, {"lhs", w.lhs}, {"relation", w.relation}, {"rhs", w.rhs}});
  if (!refuted) witness = Json::object({});
  return claim_object(stated, f.verdict, verified ? "exhaustive" : refuted ? "witness" : "none", verified || refuted ? "replay" : "none", f.reason, witness);
}

}  // namespace

Report check_run(const Json& certificate, const Entries& entries) {
  require_keys(certificate, {"format", "version", "kind", "run", "derived", "totals", "only", "claims"}, "certificate");
  const Json &stated = member(certificate, "run", Json::Kind::object, ""), &derived = member(certificate, "derived", Json::Kind::object, "");
  const Json &totals = member(certificate, "totals", Json::Kind::object, ""), &claims = member(certificate, "claims", Json::Kind::array, "");
  const std::string& name = text(stated, "construction", "run.");
  const auto known = std::find_if(std::begin(constructions), std::end(constructions), [&](const auto& construction) { return name == construction.first; });
  require(known != std::end(constructions), "run.construction", name, "no construction of that name");

  const std::vector<const Entry*> asked = bound_claims(certificate, entries, name);
  std::set<std::string> cost;  // claims that the producer did not decide for their cost
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const std::string where = "claims[" + std::to_string(i) + "].";
    if (text(claims.items[i], "verdict", where) == "undecided" && text(claims.items[i], "reason", where) == "cost") cost.insert(asked[i]->id);
  }
  const std::unique_ptr<Construction> run = known->second(stated, derived);
  Judge judge(entries, cost, *run);
  for (const Entry* entry : asked) judge.add(entry->id);
  require_equal(totals, judge.execute(), "totals");

  Report report;
  std::map<std::string, int> count;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const Finding& finding = judge.decide(asked[i]->id);
    if (!finding.open.empty()) report.lines.push_back("incomplete: claim " + asked[i]->id + ": " + finding.open);
    if (finding.verdict.empty()) continue;
    require_equal(claims.items[i], claim_of(claims.items[i], finding), "claims[" + std::to_string(i) + "] (" + asked[i]->id + ")");
    ++count[finding.verdict];
  }
  report.code = report.lines.empty() ? 0 : 3;
  std::string line = report.code == 0 ? "accepted:" : "everything else agrees:";
  for (const auto& [verdict, number] : count) line += " " + std::to_string(number) + " " + verdict + ",";
  report.lines.push_back(line + " " + text(totals, "inputs") + " inputs executed");
  return report;
}

}  // namespace hardmax::check
