#include "cli/for_all_command.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "cli/answer.hpp"
#include "cli/bound_constructions.hpp"
#include "cli/output.hpp"
#include "cli/run_command.hpp"
#include "cli/structural_certificate.hpp"
#include "discharge/general/for_all_D.hpp"
#include "discharge/general/general.hpp"
#include "discharge/sweep_model.hpp"
#include "discharge/symbolic/every_size.hpp"
#include "exact/error.hpp"
#include "report/corpus.hpp"
#include "report/every_size.hpp"

namespace hardmax::cli {

namespace {

// What came out for one claim, and at which parameters.
std::string summary(const std::map<std::string, std::vector<std::string>>& results) {
  std::string text;
  for (const auto& [result, places] : results) {
    text += (text.empty() ? "" : "; ") + result +
            (places.size() <= 4 ? " at " : fmt::format(" at {} parameter sets, ", places.size()));
    for (std::size_t i = 0; i < std::min<std::size_t>(places.size(), 4); ++i)
      text += (i == 0 ? "" : ", ") + places[i];
    if (places.size() > 4) text += ", ...";
  }
  return text;
}

void require_certified(const CorpusRequest& request, const std::vector<claim::Entry>& entries) {
  const auto certified = [&](const claim::Entry& entry) {
    return is_about(entry.id, pattern_construction()) && entry.is_asked_for(request.only);
  };
  if (std::none_of(entries.begin(), entries.end(), certified)) {
    throw InvalidInput(
        InvalidInput::Kind::option,
        fmt::format("--certificate: it is about claims of {0}, and none of these ids is; name a "
                    "prefix such as {0}.",
                    pattern_construction()));
  }
}

std::string certificate_of_sets(const CorpusRequest& request,
                                const std::vector<claim::Entry>& entries,
                                const std::vector<FixedParameters>& sets) {
  if (sets.size() != 1) {
    throw InvalidInput(
        InvalidInput::Kind::option,
        fmt::format("--certificate: a certificate is for one n, d, p and s, and these are {}; "
                    "write for example --box n=2,d=1 --patterns dense",
                    sets.size()));
  }
  require_certified(request, entries);
  return bound_to_constructions(certificate_for_all_D(entries, request.only, sets.front()),
                                entries);
}

std::string text_for_all_D(const ForAllD& found) {
  switch (found.kind) {
    case ForAllD::Kind::proved:
      return found.from == 2
                 ? "proved for all D >= 2"
                 : fmt::format("proved for all D >= 2 (one by one below {})", found.from);
    case ForAllD::Kind::outside: return "made for no D";
    case ForAllD::Kind::refuted:
      return fmt::format("REFUTED at D={} ({})", found.from,
                         report::witness_line(*found.witness, {}));
    case ForAllD::Kind::error: return fmt::format("error at D={}: {}", found.from, found.reason);
    case ForAllD::Kind::not_covered: return "not covered: " + found.reason;
  }
  return "";
}

// What came out for one claim at all parameter sets.
struct AtAllSets {
  std::map<std::string, std::vector<std::string>> results;  // a result and where it came out
  bool settled = true, every = true, refuted = false, undefined = false;

  // It is made for no D anywhere.
  [[nodiscard]] bool vacuous() const { return results.size() == results.count("made for no D"); }
};

AtAllSets decided_at(const std::vector<FixedParameters>& sets, const claim::Entry& entry,
                     const claim::Formula& domain, const claim::Formula& formal) {
  AtAllSets all;
  for (const FixedParameters& fixed : sets) {
    const ForAllD found = decide_for_all_D(domain, formal, fixed);
    const ForAllD::Kind kind = found.kind;
    all.refuted = all.refuted || (kind == ForAllD::Kind::refuted && entry.needs.empty());
    all.undefined = all.undefined || kind == ForAllD::Kind::error;
    all.settled = all.settled && kind != ForAllD::Kind::not_covered;
    all.every = all.every && (kind == ForAllD::Kind::proved || kind == ForAllD::Kind::outside);
    all.results[text_for_all_D(found)].push_back(fixed.str());
  }
  return all;
}

}  // namespace

int for_all_command(const CorpusOptions& options, const CorpusRequest& request,
                    const std::vector<claim::Entry>& entries) {
  const std::vector<FixedParameters> sets = fixed_parameters(request);
  Answer answer;
  if (!options.certificate.empty())
    answer.add_file(options.certificate, certificate_of_sets(request, entries, sets));
  std::string out;
  std::size_t proved = 0, false_ones = 0, vacuous = 0, others = 0, open = 0, against = 0;
  for (const claim::Entry& entry : entries) {
    if (!entry.is_asked_for(request.only) || !entry.formal) continue;
    if (sweep_paper_of(entry.id) != nullptr) {  // a sweep's names are others
      ++others;
      continue;
    }
    const claim::Formula domain = claim::domain_of(entry, run_vocabulary());
    const claim::Formula formal = claim::formal_of(entry, run_vocabulary());
    if (!beyond_parameters(formal).empty() || !beyond_parameters(domain).empty()) {
      ++others;
      continue;
    }
    const AtAllSets found = decided_at(needed(sets, domain, formal), entry, domain, formal);
    proved += found.every && !found.vacuous();
    open += !found.settled;
    false_ones += found.refuted;
    vacuous += found.vacuous();
    const bool contradiction =
        found.undefined || (found.refuted && entry.record == claim::Record::holds);
    against += contradiction;
    out += fmt::format("  {}  {}{}\n", report::without_paper(entry.id), summary(found.results),
                       contradiction ? "; AGAINST ITS RECORD" : "");
  }
  out += fmt::format(
      "{} claims proved for every D >= 2 at these parameters, {} not settled, {} speak of more "
      "than n, d, D, p, s; {} against the record.\n",
      proved, open, others, against);
  answer.give(out);
  if (against > 0 || !options.fail_on.met(false_ones, open, vacuous).empty()) return 1;
  return open > 0 || proved + false_ones == 0 ? 2 : 0;
}

int for_all_parameters_command(const CorpusOptions& options, const CorpusRequest& request,
                               const std::vector<claim::Entry>& entries) {
  Answer answer;
  if (!options.certificate.empty()) {
    require_certified(request, entries);
    answer.add_file(options.certificate,
                    bound_to_constructions(certificate_general(entries, request.only), entries));
  }
  std::string out;
  std::size_t proved = 0, given = 0, open = 0, sweeps = 0, against = 0;
  for (const claim::Entry& entry : entries) {
    if (!entry.is_asked_for(request.only) || !entry.formal) continue;
    if (sweep_paper_of(entry.id) != nullptr) {  // a sweep's names are others
      ++sweeps;
      continue;
    }
    const General found = decide_general(entry, entries);
    const bool brought = entry.induction || !entry.by.empty();
    std::string text = found.proved ? (entry.induction ? "proved by induction for all n, d, D"
                                                       : "proved for all n, d, D")
                                    : "not settled: " + found.reason;
    for (const std::string& id : found.given)
      text += (id == found.given.front() ? ", given " : ", ") + report::without_paper(id);
    const bool contradiction =
        found.proved ? found.given.empty() && entry.record == claim::Record::fails : brought;
    (found.proved ? found.given.empty() ? proved : given : open) += 1;
    against += contradiction;
    out += fmt::format("  {}  {}{}\n", report::without_paper(entry.id), text,
                       !contradiction ? ""
                       : found.proved ? "; AGAINST ITS RECORD"
                                      : "; ITS ARGUMENT DOES NOT GO THROUGH");
  }
  if (sweeps > 0)
    out += fmt::format("  not covered: {} claims of constructions without a pattern\n", sweeps);
  answer.give(out + fmt::format("{} claims proved for all n, d, D, p, s, {} given others, {} not "
                                "settled; {} against the record.\n",
                                proved, given, open + sweeps, against));
  // Given others is not settled, as verify-check says too.
  if (against > 0 || !options.fail_on.met(0, given + open + sweeps, 0).empty()) return 1;
  return given + open + sweeps > 0 || proved == 0 ? 2 : 0;
}

int for_all_inputs_command(const RunOptions& options, const StructuredPattern* rules,
                           const Pattern* pattern, const std::vector<claim::Entry>& entries) {
  EverySizeRequest request;
  request.n = options.parameters.n;
  if (options.for_all == "D") request.d = options.parameters.d;
  request.sweep =
      choice_of(options.construction, variants_named(options.positional, options.extended));
  request.pattern = pattern;
  request.rules = rules;
  request.overrides = options.overrides;
  request.only = options.only;
  const EverySizeResult result = decide_every_size(request, entries);
  Answer answer;
  std::string certificate;
  if (!options.certificate.empty()) {
    StructuralCertificate made = structural_certificate(request, result, entries, options.claims);
    if (!made.text.empty()) certificate = options.certificate;
    if (!made.said.empty())
      answer.tell(certificate.empty() ? not_written(options.certificate, made.said) : made.said);
    if (!certificate.empty()) answer.add_file(certificate, std::move(made.text));
  }
  answer.give(options.json ? report::json(request, result, HARDMAX_VERSION,
                                          claims_read(options.claims, entries), certificate)
                           : report::text(request, result));
  return code_with_certificate(report::exit_code(request, result, options.fail_on),
                               !options.certificate.empty() && certificate.empty());
}

}  // namespace hardmax::cli
