#include "report/every_input.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "report/corpus.hpp"

namespace hardmax::report {

using decide::ForAllRequest;
using decide::ForAllResult;
using EveryClaim = ForAllResult::Claim;

const char* result_of(const EveryClaim& claim) {
  switch (claim.result) {
    case EveryClaim::Result::shown: return "shown";
    case EveryClaim::Result::fails: return "false";
    case EveryClaim::Result::hypothesis: return "not checkable";
    case EveryClaim::Result::outside: return "outside";
    case EveryClaim::Result::not_covered: return "not covered";
    case EveryClaim::Result::undecided: break;
  }
  return "undecided";
}

bool against_record(const EveryClaim& claim) {
  return claim.result == EveryClaim::Result::fails && claim.entry->record == claim::Record::holds;
}

EveryInputCount count_of(const ForAllResult& result) {
  EveryInputCount out;
  for (const EveryClaim& claim : result.claims) {
    switch (claim.result) {
      case EveryClaim::Result::shown: ++out.shown; break;
      case EveryClaim::Result::fails: ++out.false_ones; break;
      case EveryClaim::Result::hypothesis: ++out.not_checkable; break;
      case EveryClaim::Result::outside: ++out.outside; break;
      case EveryClaim::Result::not_covered: ++out.not_covered; break;
      case EveryClaim::Result::undecided: ++out.undecided; break;
    }
    out.against += against_record(claim) ? 1 : 0;
  }
  return out;
}

std::size_t sweeps_of(const ForAllResult& result) {
  const auto& stretches = result.network->stretches();
  return static_cast<std::size_t>(
      std::count_if(stretches.begin(), stretches.end(), [](const auto& s) { return s.sweep; }));
}

int exit_code(const ForAllResult& result) {
  const auto any = [&](const auto& is) {
    return std::any_of(result.claims.begin(), result.claims.end(), is);
  };
  if (any([](const EveryClaim& c) {
        return against_record(c) || (c.result == EveryClaim::Result::fails &&
                                     c.entry->kind == claim::EntryKind::hypothesis);
      }))
    return 1;
  const bool open = any([](const EveryClaim& c) {  // that it fails somewhere is known
    return c.result == EveryClaim::Result::undecided && c.entry->record != claim::Record::fails;
  });
  return open || !any([](const EveryClaim& c) { return c.result == EveryClaim::Result::shown; })
             ? 2
             : 0;
}

namespace {

std::string line_of_claim(const EveryClaim& claim, const std::string& where) {
  switch (claim.result) {
    case EveryClaim::Result::shown:
      return "shown " + where + (claim.may_be_vacuous ? "; not seen to say something" : "");
    case EveryClaim::Result::fails:
      return "false " + where + (claim.why.empty() ? "" : ": " + claim.why) +
             (against_record(claim) ? "; AGAINST ITS RECORD" : "");
    case EveryClaim::Result::outside: return "made for no D";
    default: return std::string(result_of(claim)) + ": " + claim.why;
  }
}

std::string head_of(const ForAllRequest& request, const ForAllResult& result) {
  const subject::Run& run = *request.run;
  std::string out = run.file().id;
  for (const auto& p : run.file().parameters)
    out += p.name == request.size
               ? ", every D >= 2"
               : fmt::format(", {}={}", p.name, run.spec().parameters.at(p.name));
  if (run.pattern() != nullptr) out += ", pattern " + run.pattern()->name();
  for (const std::string& variant : run.spec().variants) out += ", " + variant;
  for (const std::string& change : run.spec().changes) out += ", with " + change;
  if (!result.network) return out + ": the network is not followed: " + result.why_not + "\n";
  const std::size_t sweeps = sweeps_of(result),
                    layers = result.network->stretches().size() - sweeps;
  return out + fmt::format(": all inputs at once, {} sweep{}, {} layer{} after\n", sweeps,
                           sweeps == 1 ? "" : "s", layers, layers == 1 ? "" : "s");
}

}  // namespace

std::string text(const ForAllRequest& request, const ForAllResult& result) {
  const std::string where = is_for_every(request) ? "for every D >= 2" : "for all inputs";
  std::string out = head_of(request, result);
  for (const EveryClaim& claim : result.claims)
    out += fmt::format("  {}  {}\n", without_paper(claim.entry->id), line_of_claim(claim, where));
  const EveryInputCount count = count_of(result);
  return out + fmt::format(
                   "{} claims shown {} (tier symbolic), {} false, {} undecided, {} not covered; {} "
                   "others "
                   "are not looked at; {} against the record.\n",
                   count.shown, where, count.false_ones, count.undecided, count.not_covered,
                   result.others.size(), count.against);
}

}  // namespace hardmax::report
