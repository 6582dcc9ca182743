#include <fmt/core.h>

#include <algorithm>
#include <cctype>

#include "discharge/encodings.hpp"
#include "discharge/facets.hpp"
#include "report/corpus.hpp"
#include "report/glance.hpp"
#include "report/lines.hpp"
#include "report/report.hpp"
#include "report/soft.hpp"
#include "report/value_mapping.hpp"
#include "report/witness.hpp"

namespace hardmax::report {

namespace {

bool is_undecided(const ClaimResult& c) {
  return c.verdict == Verdict::undecided || c.verdict == Verdict::unrefuted;
}
bool is_refuted_statement(const ClaimResult& c) {
  return c.verdict == Verdict::refuted && c.entry->kind != claim::EntryKind::hypothesis;
}
bool is_new_refutation(const ClaimResult& c) {
  return is_refuted_statement(c) && c.entry->record == claim::Record::open;
}

std::size_t count(const RunResult& result, bool (*condition)(const ClaimResult&)) {
  return static_cast<std::size_t>(
      std::count_if(result.claims.begin(), result.claims.end(), condition));
}

// What --fail-on names and came out; "" if nothing did.
std::string fails_on(const RunResult& result, const Presentation& how) {
  return how.fail_on.met(count(result, is_refuted_statement), count(result, is_undecided),
                         count(result, [](const ClaimResult& c) { return c.reason == "vacuous"; }));
}

// No claim has a verdict, and nobody expected that.
bool nothing_found(const RunResult& result, const Presentation& how) {
  return !how.expectations && count(result, [](const ClaimResult& c) {
                                return c.verdict != Verdict::not_checkable;
                              }) == 0;
}

class Text final : private ClaimLines {
 public:
  Text(const RunRequest& request, const RunResult& result, const Presentation& how)
      : request_(request), result_(result), how_(how) {
    color_ = how.color;
    detail_ = detail_of(how.quiet, how.all, !request.only.empty(), result.claims.size());
  }

  std::string write() {
    if (detail_ != Detail::total) {
      header();
      list_claims(result_.claims, detail_);
      value_mapping();
      soft();
    }
    closing();
    return std::move(out_);
  }

 private:
  void header() {
    const auto& [n, d, D] = request_.parameters;
    const std::string parameters = fmt::format("n = {}, d = {}, delta = 1/{}", n, d, D);
    const Facets run = facets_of(request_);
    if (run.pattern == nullptr) {
      const auto itself = sees_itself(request_, result_);
      line("{:<10} {}   {}; {}; inputs are the {}", run.construction, parameters,
           !itself   ? "whom a token attends to depends on the layer"
           : *itself ? "every token attends to all tokens"
                     : "every token attends to all others",
           run.has("positional") ? "positional encodings 0 .. n-1" : "no positional encodings",
           run.has("extended") ? "extended grid" : "grid");
    } else {
      line("{:<10} {}   pattern {}, p = {}, {} edges", run.construction, parameters,
           run.pattern->name(), run.pattern->layers(), run.pattern->edges());
    }
    if (!request_.overrides.empty()) {
      line("changed    {}",
           joined(request_.overrides.canonical(), [](const std::string& s) { return s; }));
    }
    if (run.pattern != nullptr) assumption();
    if (const auto built = built_attention(request_, result_)) {
      line("network    {} attention layers: {} selective shift, {} {}; c = {}{}",
           result_.attention_layers.str(), built->selective_layers, built->last_layers,
           run.last_layers(), shortened(built->c.str()),
           run.pattern != nullptr ? ""
                                  : fmt::format("; the quantiser has {} more",
                                                layers_of_quantizer(request_, result_).str()));
    }
    if (result_.executed) {
      line("executed   {} inputs ({}); {} ids, {} distinct ({}); digest {}", result_.inputs.str(),
           result_.engine, result_.ids.str(), result_.distinct_ids, result_.distinctness,
           result_.digest);
    } else {
      line("executed   nothing: {}", result_.not_executed);
    }
    if (!result_.orbits.is_zero()) {
      line(
          "orbits     {} inputs up to the order of their columns, {} of them with columns that all "
          "differ",
          shortened(result_.orbits.str()), shortened(result_.orbits_distinct.str()));
    }
    if (!result_.followed.empty()) line("followed   {}", result_.followed);
    line("");
  }

  void assumption() {
    const Pattern& pattern = *request_.pattern;
    const Assumption1& a = result_.assumption;
    if (a.holds()) {
      const auto token = [](Token t) { return std::to_string(t + 1); };
      const auto layer = [](std::size_t l) { return std::to_string(l + 1); };
      line("holds      Assumption 1 with gamma = {}, l = {}, s = {}",
           shortened(joined(a.gamma, token)), shortened(joined(std::span(a.l).subspan(1), layer)),
           a.s);
    } else {
      if (a.self != Decision::yes) line("fails      Assumption 1.1: {}", explain_self(a, pattern));
      if (a.order != Decision::yes)
        line("{} Assumption 1.2: {}", a.order == Decision::no ? "fails     " : "undecided ",
             explain_order(a, pattern));
      if (a.reach != Decision::yes)
        line("{} Assumption 1.3: {}", a.reach == Decision::no ? "fails     " : "undecided ",
             explain_reach(a, pattern));
    }
  }

  static std::string shortened(const std::string& text) {
    return text.size() <= 80 ? text
                             : text.substr(0, 70) + fmt::format("... ({} characters)", text.size());
  }

  std::string short_id(const ClaimResult& c) const override { return without_paper(c.entry->id); }

  static const char* record_of(const ClaimResult& c) {
    switch (c.entry->record) {
      case claim::Record::holds: return "recorded true";
      case claim::Record::fails: return "recorded false";
      case claim::Record::open: return "no record";
    }
    return "";
  }

  std::string verdict_of(const ClaimResult& c) const override {
    switch (c.verdict) {
      case Verdict::verified:
        return paint("32", "verified") + " on " + box_of(request_, result_, c) +
               (c.entry->record == claim::Record::fails ? "; false elsewhere (recorded)" : "");
      case Verdict::refuted:
        return paint("31", "REFUTED") +
               fmt::format(" ({})", c.entry->kind == claim::EntryKind::hypothesis ? "hypothesis"
                                                                                  : record_of(c));
      case Verdict::unrefuted: return paint("33", "unrefuted (searched)") + ": " + c.explanation;
      case Verdict::undecided:
        return paint("33", fmt::format("undecided ({})", c.reason)) + ": " + c.explanation;
      case Verdict::not_checkable:
        return fmt::format("not checkable ({})", c.reason.starts_with("hypothesis")
                                                     ? c.reason
                                                     : c.reason + ": " + c.explanation);
      case Verdict::error: return paint("31", "error (undefined)") + ": " + c.explanation;
    }
    return "";
  }

  // "at G = (0,0,0,1) delta, H = G + E = (6,0,2,5) delta, k = 4: 39/2 <= 31/2 is false"
  void witness(const certificate::Witness& exact) override {
    const certificate::Witness w = in_decimals(exact);
    const Encodings E = encodings_of(request_, result_);
    const std::string at = place(w.at, E);
    const std::string prefix = at.empty() ? "" : fmt::format("at {}: ", at);
    if (w.relation == "distinct") {
      line("      at {} and at {}: both are {}", at, place(w.other, E), quantity(w.lhs));
    } else if (w.relation == "false") {
      line("      {}false", prefix);
    } else {
      line("      {}{} {} {} is false", prefix, quantity(w.lhs), w.relation, quantity(w.rhs));
    }
  }

  // A number in real units and, where it is a multiple of delta that is no integer, in units of
  // delta too.
  std::string quantity(const std::string& value) const {
    const auto number = Rational::parse(value);
    if (!number || number->is_integer()) return shortened(value);
    const Rational units = *number * Rational(request_.parameters.D);
    return units.is_integer()
               ? fmt::format("{} ({} delta)", shortened(value), shortened(units.str()))
               : shortened(value);
  }

  // At a glance where a target was asked for or is missed.
  void value_mapping() {
    if (!result_.value_mapping) return;
    const ValueReport& values = *result_.value_mapping;
    if (detail_ == Detail::glance && !how_.target_named && values.missed == 0)
      return void(more_ = true);
    out_ += value_mapping_text(*result_.value_mapping, request_.parameters);
    line("");
  }

  // At a glance where it contradicts a record. Its claims are listed with the others.
  void soft() {
    if (how_.soft == nullptr) return;
    if (detail_ == Detail::glance && how_.soft_contradiction.empty()) return void(more_ = true);
    line("{}", paint("1",
                     "F.2, softmax in place of hardmax (enclosed by ball arithmetic; more, and "
                     "certificates of it, with verify soft)"));
    for (const std::string& l : soft_summary(*how_.soft_question, *how_.soft)) line("  {}", l);
    if (!how_.soft_contradiction.empty())
      line("  {}", paint("31", "AGAINST THE RECORD: " + how_.soft_contradiction));
    line("");
  }

  void closing() {
    std::size_t verified = 0, refuted = 0, unrefuted = 0, undecided = 0, not_checkable = 0,
                repaired = 0;
    for (const ClaimResult& c : result_.claims) {
      verified += c.verdict == Verdict::verified;
      refuted += c.verdict == Verdict::refuted;
      undecided += c.verdict == Verdict::undecided;
      unrefuted += c.verdict == Verdict::unrefuted;
      not_checkable += c.verdict == Verdict::not_checkable;
      repaired += c.verdict == Verdict::verified && c.entry->kind == claim::EntryKind::repaired;
    }
    if (result_.claims.empty()) {
      line("No claim has an id that starts with '{}'.", request_.only);
      return;
    }
    std::string sentence = fmt::format(
        "{} {}: {} verified on this box ({} of them repairs), {} refuted, {} not checkable "
        "here, {} undecided",
        result_.claims.size(), result_.claims.size() == 1 ? "claim" : "claims", verified, repaired,
        refuted, not_checkable, undecided);
    if (unrefuted > 0) sentence += fmt::format(", {} searched without a counterexample", unrefuted);
    const std::string failed = fails_on(result_, how_);
    if (const std::size_t found = count(result_, is_new_refutation); found > 0)
      sentence += fmt::format(", {} of the refuted without a record", found);
    const std::string stands_against = said_of(against(result_.claims));
    switch (overall(result_, how_)) {
      case Overall::as_recorded: sentence += paint("32", "; all as recorded"); break;
      case Overall::against_record:
        sentence +=
            paint("31", !how_.soft_contradiction.empty() ? "; soft networks AGAINST THE RECORD"
                        : !stands_against.empty()        ? stands_against
                        : !failed.empty()                ? "; " + failed
                                          : "; a printed claim is refuted (--strict)");
        break;
      case Overall::undecided:
        sentence +=
            paint("33", nothing_found(result_, how_)
                            ? "; no claim has a verdict here"
                            : "; nothing against the record, but not everything was decided");
        break;
    }
    line("{}. {:.2f} s", sentence, result_.seconds);
    if (detail_ == Detail::glance)
      line("Listed is what is false or open; --all lists every claim{}.",
           more_ ? ", and what the value layers and softmax do" : "");
  }

  const RunRequest& request_;
  const RunResult& result_;
  const Presentation& how_;
  Detail detail_ = Detail::all;
  bool more_ = false;  // there is more than claims, and it is left out
};

}  // namespace

Overall overall(const RunResult& result, const Presentation& how) {
  const auto any = [&](auto condition) {
    return std::any_of(result.claims.begin(), result.claims.end(), condition);
  };
  if (!how.soft_contradiction.empty() ||
      any([](const ClaimResult& c) { return c.standing == Standing::against_record; }))
    return Overall::against_record;
  if (how.strict && any([](const ClaimResult& c) {
        return c.verdict == Verdict::refuted && c.entry->kind == claim::EntryKind::printed;
      })) {
    return Overall::against_record;
  }
  if (!fails_on(result, how).empty()) return Overall::against_record;
  if (nothing_found(result, how) ||
      any([](const ClaimResult& c) { return c.standing == Standing::undecided; }))
    return Overall::undecided;
  return Overall::as_recorded;
}

int exit_code(Overall overall) {
  switch (overall) {
    case Overall::as_recorded: return 0;
    case Overall::against_record: return 1;
    case Overall::undecided: return 2;
  }
  return 70;
}

std::string box_of(const RunRequest& request, const RunResult& result, const ClaimResult& claim) {
  const auto& [n, d, D] = request.parameters;
  const bool of_orbits =
      claim.of_orbits && !result.orbits.is_zero() && (result.executed || !claim.symbolic);
  const std::string inputs =
      claim.about == ClaimResult::About::reals ? "all reals"
      : of_orbits ? fmt::format("{} inputs ({} orbits)", result.inputs.str(), result.orbits.str())
      : result.executed                       ? result.inputs.str() + " inputs"
      : claim.symbolic                        ? fmt::format("all {}^{} inputs at once", D, n * d)
      : facets_of(request).pattern == nullptr ? "no input needed"
                                              : "this pattern";
  return fmt::format("(n,d,D) = ({},{},{}), {}", n, d, D, inputs);
}

std::string section_of(const std::string& claim_id) {
  const std::string id = claim_id.substr(claim_id.find('.') + 1);
  std::string section;
  for (std::size_t start = 0;;) {
    const auto dot = id.find('.', start);
    if (dot == std::string::npos) return section;
    const std::string part = id.substr(start, dot - start);
    const auto digits = part.find_first_not_of(
        "0123456789", std::isupper(static_cast<unsigned char>(part[0])) != 0 ? 1 : 0);
    if (digits != std::string::npos) return section;
    section += fmt::format("{}{}", section.empty() ? "" : ".", part);
    start = dot + 1;
  }
}

std::string text(const RunRequest& request, const RunResult& result, const Presentation& how) {
  return Text(request, result, how).write();
}

}  // namespace hardmax::report
