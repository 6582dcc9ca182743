#include "report/every_size.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "discharge/facets.hpp"
#include "report/corpus.hpp"

namespace hardmax::report {

using Claim = EverySizeResult::Claim;

std::string result_of(const EverySizeResult& result, const Claim& claim) {
  if (result.assumption.fails()) return "not checkable";
  switch (claim.result) {
    case Claim::Result::shown: return "shown";
    case Claim::Result::outside: return "outside";
    default: return "undecided";
  }
}

namespace {

// Without encodings the columns of the inputs that are followed increase.
bool only_increasing(const Facets& run) { return run.pattern == nullptr && !run.has("positional"); }

}  // namespace

bool against_record(const EverySizeRequest& request, const Claim& claim) {
  if (!claim.shown() || claim.entry->record != claim::Record::fails ||
      !claim.entry->counterexample || !request.overrides.empty())
    return false;
  const Facets run = facets_of(request);
  const std::string words = " " + *claim.entry->counterexample + " ";
  const auto has = [&](const std::string& word) {
    return words.find(" " + word + " ") != std::string::npos;
  };
  return has(fmt::format("n={}", request.n)) &&
         (!request.d || has(fmt::format("d={}", *request.d))) &&
         has("pattern=" + (run.pattern == nullptr ? "dense" : run.pattern->name())) &&
         has("positional=1") == run.has("positional") && !has("extended=1");
}

const char* inputs_of(const EverySizeRequest& request) {
  return only_increasing(facets_of(request)) ? "columns that increase" : "all";
}

int exit_code(const EverySizeRequest& request, const EverySizeResult& result,
              const FailOn& fail_on) {
  const auto& claims = result.claims;
  if (result.assumption.fails() || std::any_of(claims.begin(), claims.end(), [&](const Claim& c) {
        return against_record(request, c);
      }))
    return 1;
  const auto count = [&](auto condition) {
    return static_cast<std::size_t>(std::count_if(claims.begin(), claims.end(), condition));
  };
  const std::size_t open =
      count([](const Claim& c) { return c.result == Claim::Result::undecided; });
  const std::size_t vacuous =
      count([](const Claim& c) { return c.result == Claim::Result::outside || c.may_be_vacuous; });
  if (!fail_on.met(0, open, vacuous).empty()) return 1;
  return open > 0 || std::none_of(claims.begin(), claims.end(),
                                  [](const Claim& c) { return c.shown(); })
             ? 2
             : 0;
}

std::string text(const EverySizeRequest& request, const EverySizeResult& result) {
  const std::string sizes =
      request.d ? fmt::format("d={}, every D >= 2", *request.d) : "every d >= 1, every D >= 2";
  const Facets run = facets_of(request);
  std::string out = fmt::format("{}, n={}, {}, ", run.construction, request.n, sizes);
  out += run.pattern != nullptr  ? run.pattern->name()
         : run.has("positional") ? "positional encodings"
                                 : "no positional encodings";
  for (const std::string& change : request.overrides.canonical()) out += " " + change;
  if (result.assumption.holds())
    out += fmt::format(": p={}, s={}", request.pattern->layers(), result.assumption.s);
  if (result.sweeps != 0) {
    const char* inputs = only_increasing(run) ? "all inputs with increasing columns" : "all inputs";
    out += fmt::format("; {} at once, {} sweep{} of D^{} layers, {} layer{} after", inputs,
                       result.sweeps, result.sweeps == 1 ? "" : "s",
                       request.d ? std::to_string(*request.d) : "d", result.all_max,
                       result.all_max == 1 ? "" : "s");
  }
  if (result.first > 2) out += fmt::format("; there are such inputs from D = {} on", result.first);
  out += "\n";
  std::size_t shown = 0, outside = 0, open = 0, against = 0;
  for (const Claim& claim : result.claims) {
    std::string said;
    switch (claim.result) {
      case Claim::Result::shown:
        said =
            "shown for " + sizes +
            (claim.from <= result.first ? "" : fmt::format(" (one by one below {})", claim.from)) +
            (claim.may_be_vacuous ? "; not seen to say something" : "");
        ++shown;
        break;
      case Claim::Result::outside:
        said = "made for no D";
        ++outside;
        break;
      case Claim::Result::undecided:
        said = (result.assumption.fails() ? "not checkable (hypothesis): " : "undecided: ") +
               claim.why_not;
        ++open;
        break;
    }
    const bool contradiction = against_record(request, claim);
    against += contradiction;
    out += fmt::format("  {}  {}{}\n", without_paper(claim.entry->id), said,
                       contradiction ? "; AGAINST ITS RECORD" : "");
  }
  out += fmt::format("{} claims shown for {} (tier symbolic), {} {}", shown, sizes, open,
                     result.assumption.fails() ? "not checkable (hypothesis)" : "undecided");
  if (outside > 0) out += fmt::format(", {} made for no D", outside);
  out += fmt::format("; {} others are not looked at; {} against the record.\n",
                     result.others.size(), against);
  return out;
}

}  // namespace hardmax::report
