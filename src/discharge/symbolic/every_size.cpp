#include "discharge/symbolic/every_size.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "claim/claim.hpp"
#include "discharge/id_facts.hpp"
#include "discharge/run_names.hpp"
#include "execute/symbolic.hpp"
#include "pattern/structured_assumption1.hpp"

namespace hardmax {

namespace {

using Claim = EverySizeResult::Claim;
using Shown = SymbolicFacts::Shown;

bool speaks_to(const claim::Formula& formula) { return says_all_ids_differ(formula.root(), run_vocabulary()) || says_ids_differ_in_each_input(formula.root(), run_vocabulary()); }

template <typename Number>
Shown show(const SymbolicRunOf<Number>& run, const claim::Entry& entry) {
  const claim::Formula formula = claim::formal_of(entry, run_vocabulary());
  return says_all_ids_differ(formula.root(), run_vocabulary()) ? run.all_ids_differ() : run.ids_differ_in_each_input();
}

// Every column has bounds of about n d coefficients (every d: 2 n) of n d (n) bits.
double work_of(std::uint64_t tokens, const std::optional<std::uint64_t>& rows) {
  const double n = static_cast<double>(tokens), d = static_cast<double>(rows.value_or(1));
  return rows ? n * (n * d) * (n * d) : n * (2 * n) * n;
}

class Decider {
 public:
  Decider(const EverySizeRequest& request, EverySizeResult& result) : request_(request), result_(result) {
    for (Claim& claim : result_.claims) {
      const auto& needs = claim.entry->needs;
      const auto beyond = std::find_if(needs.begin(), needs.end(), [](const std::string& id) { return !id.starts_with("yun2020b.A1."); });
      if (beyond == needs.end()) {
        open_.push_back(&claim);
      } else {
        claim.why_not = "it needs " + *beyond;
      }
    }
  }

  // Whether there is nothing left to decide with a larger F.
  bool decide(const std::optional<std::uint64_t>& d, std::uint64_t from) {
    const auto network = yun2020b::stages_of_every_size({request_.n, d, from}, *request_.pattern, result_.assumption, request_.overrides);
    const SymbolicRunOf<WholePolynomial> run(network, *request_.pattern);
    result_.sweeps = network.sweeps.size();
    result_.all_max = network.all_max.size();
    std::vector<Claim*> open;
    for (Claim* claim : open_) {
      const Shown shown = show(run, *claim->entry);
      if (shown.holds) {
        claim->from = from;
        claim->proved = below(from, *claim);
        if (claim->proved) claim->why_not.clear();
      } else {
        if (from == 2) claim->why_not = shown.why_not;
        open.push_back(claim);
      }
    }
    open_ = std::move(open);
    return open_.empty();
  }

 private:
  // Every D in 2..from-1 by itself.
  bool below(std::uint64_t from, Claim& claim) {
    for (std::uint64_t D = 2; D < from; ++D) {
      const StagedNetwork network = yun2020b::stages({request_.n, *request_.d, D}, *request_.pattern, result_.assumption, request_.overrides);
      const Shown shown = show(SymbolicRun(network, *request_.pattern), *claim.entry);
      if (shown.holds) continue;
      claim.why_not = fmt::format("shown from D = {} on, but at D = {}: {}", from, D, shown.why_not);
      return false;
    }
    return true;
  }

  const EverySizeRequest& request_;
  EverySizeResult& result_;
  std::vector<Claim*> open_;
};

}  // namespace

EverySizeResult decide_every_size(const EverySizeRequest& request, const std::vector<claim::Entry>& entries) {
  EverySizeResult result;
  for (const claim::Entry& entry : entries) {
    if (!entry.id.starts_with("yun2020b.") || !entry.id.starts_with(request.only)) continue;
    if (entry.formal && speaks_to(claim::formal_of(entry, run_vocabulary()))) {
      result.claims.push_back({&entry, false, 2, ""});
    } else {
      ++result.others;
    }
  }
  result.assumption = request.n > reach_bitset_tokens ? decide_assumption1(*request.rules) : decide_assumption1(*request.pattern);
  const auto leave = [&](const std::string& why) {
    for (Claim& claim : result.claims) claim.why_not = why;
  };
  if (!result.assumption.holds()) {
    leave(result.assumption.fails() ? "Assumption 1 does not hold for this pattern" : "Assumption 1 is undecided for this pattern");
    return result;
  }
  leave(fmt::format("polynomials for {} tokens would take too much memory", request.n));
  Decider decider(request, result);
  if (work_of(request.n, std::nullopt) <= EverySizeResult::most_work && decider.decide(std::nullopt, 2)) return result;
  if (!request.d) return result;
  const double work = work_of(request.n, request.d);
  const std::uint64_t last = work > EverySizeResult::most_work ? 0 : work > EverySizeResult::most_work / 16 ? 2 : EverySizeResult::max_from;
  for (std::uint64_t from = 2; from <= last && !decider.decide(request.d, from); ++from) {
  }
  return result;
}

}  // namespace hardmax
