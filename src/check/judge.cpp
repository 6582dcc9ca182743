#include "check/judge.hpp"

#include <algorithm>

#include "check/text.hpp"

namespace hardmax::check {

Judge::Judge(const Entries& entries, const std::vector<const Entry*>& asked, const std::set<std::string>& cost, const Run& run)
    : entries_(entries), cost_(cost), run_(run), model_(run), executed_(run.derived().holds()) {
  for (const Entry* entry : asked) add(entry->id);
}

void Judge::add(const std::string& id) {
  if (claims_.count(id) != 0) return;
  Claim& claim = claims_[id];
  claim.entry = &entries_.at(id);
  claim.cost = cost_.count(id) != 0;
  if (!claim.entry->has_formal) return;
  claim.domain = parse_formula(claim.entry->domain, claim.entry->where + ", domain of " + id);
  claim.formal = parse_formula(claim.entry->formal, claim.entry->where + ", formal of " + id);
  claim.evaluator = std::make_unique<Evaluator>(claim.formal, model_);
  Evaluator domain(claim.domain, model_);
  claim.of_domain = evaluate(claim.domain, domain);
  for (const std::string& need : claim.entry->needs) add(need);
}

// The verdict on a formula by itself.
Finding Judge::evaluate(const Formula& formula, Evaluator& evaluator) const {
  const Finding unknown{"undecided", "unknown", {}, "undecided (unknown)"};
  if (formula.over_inputs && !executed_) return unknown;
  try {
    const Outcome outcome = evaluator.decide();
    if (outcome.truth == Truth::unknown) return unknown;
    if (outcome.truth == Truth::no) return {"refuted", "", evaluator.witness(), ""};
    if (outcome.vacuous) return {"not_checkable", "vacuous", {}, ""};
    return {"verified", "", {}, ""};
  } catch (const Undefined&) {
    return {"error", "undefined", {}, ""};
  } catch (const Unknown&) {
    return unknown;
  } catch (const LimitMet&) {
    return {"undecided", "limit", {}, "undecided (limit)"};
  } catch (const Incomplete& bound) {
    return {"", "", {}, std::string("not decided by this program: ") + bound.what()};
  }
}

Finding Judge::find(Claim& claim) {
  if (!claim.entry->has_formal) return {"not_checkable", "feature", {}, ""};
  for (const std::string& need : claim.entry->needs) {
    const Finding& hypothesis = decide(need);
    if (hypothesis.verdict.empty()) return {"", "", {}, "needs " + need + ", which is not decided by this program"};
    if (hypothesis.verdict != "verified") return {"not_checkable", "hypothesis " + need, {}, ""};
  }
  if (claim.of_domain->verdict == "refuted") return {"not_checkable", "domain", {}, ""};
  if (claim.of_domain->verdict != "verified" && claim.of_domain->reason != "vacuous") return *claim.of_domain;
  if (claim.cost) return {"undecided", "cost", {}, "undecided (cost), as stated"};
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

Totals Judge::execute() {
  if (!executed_) return {};
  std::vector<Claim*> in_parts;
  for (auto& [id, claim] : claims_)
    if (claim.evaluator && !claim.cost && claim.of_domain->verdict != "refuted" && claim.evaluator->has_parts()) in_parts.push_back(&claim);
  constexpr std::uint64_t K = 0x9E3779B97F4A7C15u, part = 64;
  const std::uint64_t inputs = run_.inputs(), n = run_.parameters().n;
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
  Totals out{std::to_string(inputs), std::to_string(inputs * n), count_distinct(std::move(hashes)), ""};
  for (int shift = 60; shift >= 0; shift -= 4) out.digest += "0123456789abcdef"[T >> shift & 15];
  return out;
}

// How many different values the ids have: a hash that occurs once is of one value; where hashes agree, the values themselves are counted.
std::string Judge::count_distinct(std::vector<std::uint64_t> hashes) const {
  std::sort(hashes.begin(), hashes.end());
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < hashes.size(); ++i) count += i == 0 || hashes[i] != hashes[i - 1];
  keep_repeated(hashes);
  std::set<Num> values;
  for (std::uint64_t g = 0; g < run_.inputs() && !hashes.empty(); ++g)
    for (unsigned k = 1; k <= run_.parameters().n; ++k)
      if (const Num& x = run_.id(g, k); std::binary_search(hashes.begin(), hashes.end(), x.hash())) values.insert(x);
  return std::to_string(count - hashes.size() + values.size());
}

}  // namespace hardmax::check
