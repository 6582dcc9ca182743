#include "check/judge.hpp"

#include <algorithm>

#include "check/require.hpp"

namespace hardmax::check {

Judge::Judge(const Entries& entries, const std::vector<const Entry*>& asked, const std::set<std::string>& cost, const Run& run)
    : entries_(entries), cost_(cost), run_(run), executed_(run.derived().holds()) {
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
  claim.evaluator = std::make_unique<Evaluator>(claim.formal, run_);
  Evaluator domain(claim.domain, run_);
  claim.of_domain = evaluate(claim.domain, domain, [&](Outcome& out) { return out = domain.decide(), true; });
  claim.streams = executed_ && !claim.cost && claim.of_domain->verdict != "refuted" && claim.evaluator->streams();
  for (const std::string& need : claim.entry->needs) add(need);
}

// The verdict on a formula by itself.
Finding Judge::evaluate(const Formula& formula, Evaluator& evaluator, Visit<Outcome&> decide) const {
  if (formula.speaks_of_run && !executed_) return {"undecided", "unknown", {}, "undecided (unknown)"};
  try {
    Outcome outcome;
    decide(outcome);
    if (outcome.truth == Truth::unknown) return {"undecided", "unknown", {}, "undecided (unknown)"};
    if (outcome.truth == Truth::no) return {"refuted", "", evaluator.witness(), ""};
    if (outcome.vacuous) return {"not_checkable", "vacuous", {}, ""};
    return {"verified", "", {}, ""};
  } catch (const Undefined&) {
    return {"error", "undefined", {}, ""};
  } catch (const LimitMet&) {
    return {"undecided", "limit", {}, "undecided (limit)"};
  } catch (const Incomplete& limit) {
    return {"", "", {}, std::string("not decided by this program: ") + limit.what()};
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
  if (!claim.of_formal) claim.of_formal = evaluate(claim.formal, *claim.evaluator, [&](Outcome& out) { return out = claim.evaluator->decide(), true; });
  return *claim.of_formal;
}

const Finding& Judge::decide(const std::string& id) {
  Claim& claim = claims_.at(id);
  if (!claim.verdict) claim.verdict = find(claim);
  return *claim.verdict;
}

Totals Judge::execute() {
  if (!executed_) return {};
  std::vector<Claim*> streams;  // those still undecided
  for (auto& [id, claim] : claims_) {
    if (!claim.streams) continue;
    Claim* const one = &claim;
    const Finding begun = evaluate(claim.formal, *claim.evaluator, [&](Outcome& out) { return one->evaluator->begin(), out.truth = Truth::yes, true; });
    if (begun.verdict == "verified") streams.push_back(one);
    else claim.of_formal = begun;
  }
  const std::uint64_t inputs = run_.inputs();
  const unsigned n = static_cast<unsigned>(*run_.number(Name::n, nullptr, 0).small_integer());
  constexpr std::uint64_t K = 0x9E3779B97F4A7C15u;
  std::uint64_t T = 0, C = 0;
  std::vector<std::uint64_t> hashes;
  hashes.reserve(inputs * n);
  for (std::uint64_t g = 0; g < inputs; ++g) {
    for (unsigned k = 1; k <= n; ++k) {  // FORMAT.md, "Digest"
      const Num& x = run_.id(g, k);
      const std::uint64_t m = n * (g & 0xFFFF) + (k - 1);
      C += (2 * m + 1) * (x.numerator_mod_2_64() + K * (x.denominator_mod_2_64() - 1));
      hashes.push_back(x.hash());
    }
    if ((g & 0xFFFF) == 0xFFFF || g + 1 == inputs) T = K * T + C, C = 0;
    streams.erase(std::remove_if(streams.begin(), streams.end(), [&](Claim* claim) {
      bool more = true;
      Finding now = evaluate(claim->formal, *claim->evaluator, [&](Outcome& out) {
        more = claim->evaluator->at(g);
        if (!more || g + 1 == inputs) out = claim->evaluator->finish();
        return true;
      });
      const bool over = !more || g + 1 == inputs || (now.verdict != "verified" && now.reason != "vacuous");
      if (over) claim->of_formal = std::move(now);
      return over;
    }), streams.end());
  }
  Totals out;
  out.inputs = std::to_string(inputs);
  out.ids = std::to_string(inputs * n);
  out.distinct_ids = count_distinct(std::move(hashes));
  for (int i = 0; i < 16; ++i) out.digest[static_cast<std::size_t>(i)] = "0123456789abcdef"[T >> (60 - 4 * i) & 15];
  return out;
}

// How many different values the ids have: hashes that occur once are of one value each; where hashes agree, the values themselves are counted.
std::string Judge::count_distinct(std::vector<std::uint64_t> hashes) const {
  std::sort(hashes.begin(), hashes.end());
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < hashes.size(); ++i) count += i == 0 || hashes[i] != hashes[i - 1];
  const std::uint64_t n = hashes.size() / run_.inputs();
  keep_repeated(hashes);
  std::set<Num> values;
  for (std::uint64_t g = 0; g < run_.inputs() && !hashes.empty(); ++g)
    for (unsigned k = 1; k <= n; ++k)
      if (const Num x = run_.id(g, k); std::binary_search(hashes.begin(), hashes.end(), x.hash())) values.insert(x);
  return std::to_string(count - hashes.size() + values.size());
}

}  // namespace hardmax::check
