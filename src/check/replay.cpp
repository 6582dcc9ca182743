#include "check/replay.hpp"
#include "check/fault.hpp"

namespace hardmax::check {

void Replay::add(const std::string& id) {
  if (claims_.count(id) != 0) return;
  Claim& claim = claims_[id];
  claim.entry = &entries_.at(id);
  if (!claim.entry->has_formal) return;
  claim.domain =
      parse_formula(claim.entry->domain, claim.entry->where + ", domain of " + id, run_.names());
  claim.formal =
      parse_formula(claim.entry->formal, claim.entry->where + ", formal of " + id, run_.names());
  claim.evaluator = evaluator(claim.formal, run_);
  claim.of_domain = evaluate(claim.domain, *evaluator(claim.domain, run_));
  for (const std::string& need : claim.entry->needs) add(need);
}

// The verdict on a formula by itself.
Finding Replay::evaluate(const Formula& formula, Evaluator& evaluator, std::uint64_t from,
                         std::uint64_t to) const {
  const Finding unknown{"undecided", "unknown", {}, "undecided (unknown)"};
  if (formula.over_inputs && !run_.executed()) return unknown;
  try {
    const Outcome outcome = evaluator.decide(from, to);
    if (outcome.truth == Truth::unknown) return unknown;
    if (outcome.truth == Truth::no) return {"refuted", "", evaluator.witness()};
    if (HARDMAX_FAULT(check_vacuous, outcome.vacuous, false)) return {"not_checkable", "vacuous"};
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

Finding Replay::find(Claim& claim) {
  if (!claim.entry->has_formal) return {"not_checkable", "feature"};
  for (const std::string& need : claim.entry->needs) {
    const Finding& hypothesis = decide(need);
    if (hypothesis.verdict.empty())
      return {"", "", {}, "needs " + need + ", which is not decided by this program"};
    if (HARDMAX_FAULT(check_hypotheses, hypothesis.verdict != "verified",
                      hypothesis.verdict == "error"))
      return {"not_checkable", "hypothesis " + need};
  }
  if (HARDMAX_FAULT(check_domain, claim.of_domain->verdict == "refuted", false))
    return {"not_checkable", "domain"};
  if (claim.of_domain->verdict != "verified" && claim.of_domain->reason != "vacuous")
    return *claim.of_domain;
  if (cost_.count(claim.entry->id) != 0)
    return {"undecided", "cost", {}, "undecided (cost), as stated"};
  return of_formula(claim);
}
Finding Replay::of_formula(const Claim& claim) const {
  return claim.of_formal ? *claim.of_formal : evaluate(claim.formal, *claim.evaluator);
}

const Finding& Replay::decide(const std::string& id) {
  Claim& claim = claims_.at(id);
  if (!claim.verdict) claim.verdict = find(claim);
  return *claim.verdict;
}

// A forall that is true of some inputs and of the others vacuous is not vacuous.
static bool says_more(const Finding& now, const Finding& before) {
  return now.verdict == "verified" &&
         HARDMAX_FAULT(check_vacuous_stays, before.reason == "vacuous", false);
}

// A forall over the inputs, for the inputs from..to-1. It ends where it is false or stops for
// another reason; unknown, and having said something, stay.
void Replay::decide_parts(std::vector<Claim*>& claims, std::uint64_t from, std::uint64_t to) const {
  claims.erase(std::remove_if(claims.begin(), claims.end(),
                              [&](Claim* claim) {
                                if (from >= claim->end) return true;
                                Finding now = evaluate(claim->formal, *claim->evaluator, from,
                                                       std::min(to, claim->end));
                                const bool goes_on = now.goes_on();
                                if (!goes_on || !claim->of_formal || now.reason == "unknown" ||
                                    says_more(now, *claim->of_formal))
                                  claim->of_formal = std::move(now);
                                return !goes_on;
                              }),
               claims.end());
}

Json Replay::execute(const Ranges& inputs) {
  const auto totals = [](std::uint64_t executed, std::uint64_t ids, std::uint64_t distinct,
                         const std::string& digest) {
    return Json::object({{"inputs", std::to_string(executed)},
                         {"ids", std::to_string(ids)},
                         {"distinct_ids", std::to_string(distinct)},
                         {"digest", digest}});
  };
  if (!run_.executed()) return totals(0, 0, 0, std::string(16, '0'));
  std::vector<Claim*> in_parts;
  for (auto& [id, claim] : claims_)
    if (claim.evaluator && cost_.count(id) == 0 && claim.of_domain->verdict != "refuted" &&
        claim.evaluator->has_parts())
      in_parts.push_back(&claim);
  constexpr std::uint64_t K = 0x9E3779B97F4A7C15u, part = 64;
  const std::uint64_t n = run_.tokens();
  std::uint64_t T = 0, C = 0, ids = 0;
  std::vector<std::uint64_t> hashes;
  for (const auto& [from, to] : inputs)
    for (std::uint64_t g = from; g < to; ++g) {
      for (unsigned k = 1; k <= n; ++k, ++ids) {  // FORMAT.md, "Digest"
        const Num& x = run_.id(g, k);
        const std::uint64_t m = n * (g & 0xFFFF) + (k - 1);
        C += HARDMAX_FAULT(check_digest_weight, (2 * m + 1), 2 * m) *
             (x.numerator_mod_2_64() + K * (x.denominator_mod_2_64() - 1));
        if (run_.counts_ids()) hashes.push_back(x.hash());
      }
      if ((g & 0xFFFF) == 0xFFFF || g + 1 == run_.inputs()) T = K * T + C, C = 0;
      if (g % part == part - 1 || g + 1 == to) decide_parts(in_parts, g - g % part, g + 1);
    }
  std::string digest;
  for (int shift = 60; shift >= 0; shift -= 4) digest += "0123456789abcdef"[T >> shift & 15];
  return totals(ids / n, ids, count_distinct(std::move(hashes), inputs), digest);
}

// How many different values the ids have: a hash that occurs once is of one value; where hashes
// agree, the values themselves are counted.
std::uint64_t Replay::count_distinct(std::vector<std::uint64_t> hashes,
                                     const Ranges& inputs) const {
  std::sort(hashes.begin(), hashes.end());
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < hashes.size(); ++i)
    count += i == 0 || HARDMAX_FAULT(check_distinct_ids, hashes[i] != hashes[i - 1], true);
  keep_repeated(hashes);
  std::set<Num> values;
  for (const auto& [from, to] : inputs)
    for (std::uint64_t g = from; g < to && !hashes.empty(); ++g)
      for (unsigned k = 1; k <= run_.tokens(); ++k)
        if (const Num& x = run_.id(g, k);
            std::binary_search(hashes.begin(), hashes.end(), x.hash()))
          values.insert(x);
  return count - hashes.size() + values.size();
}

}  // namespace hardmax::check
