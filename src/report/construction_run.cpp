#include "report/construction_run.hpp"

#include <algorithm>

#include "claim/entry.hpp"
#include "report/glance.hpp"
#include "report/lines.hpp"
#include "report/stage_ways.hpp"
#include "report/witness.hpp"

namespace hardmax::report {

namespace {

using decide::Request;
using decide::Result;

bool is_left_undecided(const ClaimResult& c) { return c.verdict == Verdict::undecided; }
bool is_found_false(const ClaimResult& c) { return c.verdict == Verdict::refuted; }

std::size_t count_of(const Result& result, bool (*condition)(const ClaimResult&)) {
  return static_cast<std::size_t>(
      std::count_if(result.claims.begin(), result.claims.end(), condition));
}

bool strictly_refuted(const Result& result, const ConstructionPresentation& how) {
  return how.strict && count_of(result, [](const ClaimResult& c) {
                         return is_found_false(c) && c.entry->kind == claim::EntryKind::printed;
                       }) > 0;
}

bool nothing_decided(const Request& request, const Result& result) {
  return request.expected.empty() && count_of(result, [](const ClaimResult& c) {
                                       return c.verdict != Verdict::not_checkable;
                                     }) == 0;
}

std::string shortened(const std::string& text) {
  return text.size() <= 80 ? text
                           : text.substr(0, 70) + fmt::format("... ({} characters)", text.size());
}

class ConstructionText final : private ClaimLines {
 public:
  ConstructionText(const Request& request, const Result& result,
                   const ConstructionPresentation& how)
      : request_(request), result_(result), how_(how), run_(*request.run) {
    color_ = how.color;
    detail_ = detail_of(how.quiet, how.all, !request.only.empty(), result.claims.size());
  }

  std::string write() {
    if (detail_ != Detail::total) {
      header();
      list_claims(result_.claims, detail_);
    }
    closing();
    return std::move(out_);
  }

 private:
  std::string parameters() const {
    return joined(
        run_.file().parameters,
        [&](const auto& p) {
          return fmt::format("{} = {}", p.name, run_.spec().parameters.at(p.name));
        },
        ", ");
  }

  void header() {
    const auto plain = [](const std::string& s) { return s; };
    line("{:<10} {}{}", run_.file().id, parameters(),
         run_.pattern() == nullptr
             ? ""
             : fmt::format("   pattern {}, p = {}, {} edges", run_.spec().pattern,
                           run_.pattern()->layers(), run_.pattern()->edges()));
    if (run_.machine() != nullptr)
      line("machine    {}, word {}", run_.machine()->file(),
           run_.machine()->text_of(run_.machine()->word()));
    if (run_.tables() != nullptr) line("tables     {}", run_.tables()->file());
    if (!run_.spec().variants.empty())
      line("variant    {}", joined(run_.spec().variants, plain, ", "));
    if (!run_.spec().changes.empty())
      line("changed    {}", joined(run_.spec().changes, plain, ", "));
    if (!result_.layers.empty())
      line("network    {}", joined(
                                result_.layers,
                                [](const auto& network) {
                                  return fmt::format(
                                      "{}: {} {}", network.first, shortened(network.second.str()),
                                      network.second == Rational(1) ? "layer" : "layers");
                                },
                                ", "));
    if (how_.stages.size() > 1)
      line(
          "stages     {}",
          joined(
              how_.stages,
              [](const auto& stage) { return stage.first + " " + shortened(stage.second); }, ", "));
    for (const auto& value : how_.values)
      line("{:<10} {}", value.first,
           joined(
               value.second, [](const std::string& s) { return shortened(s); }, ", "));
    if (result_.executed)
      line("executed   {} ({}), {} tokens of {} rows; digest {}", inputs(),
           engine_name(run_.reading().engine()), result_.tokens, result_.rows, result_.digest);
    else
      line("executed   nothing: {}", result_.not_executed);
    if (const std::string ways = ways_text(result_.ways); !ways.empty())
      line("layers     {}", ways);
    line("");
  }

  std::string short_id(const ClaimResult& c) const override {
    return c.entry->id.substr(run_.file().id.size() + 1);
  }

  std::string inputs() const {
    return result_.inputs.str() + (result_.inputs == Rational(1) ? " input" : " inputs");
  }

  std::string verdict_of(const ClaimResult& c) const override {
    const claim::Record record = c.entry->record;
    switch (c.verdict) {
      case Verdict::verified:
        return paint("32", "verified") + " on " + parameters() + ", " +
               (result_.executed ? inputs() : "no input needed") +
               (record == claim::Record::fails ? "; false elsewhere (recorded)" : "");
      case Verdict::refuted:
        return paint("31", "REFUTED") +
               fmt::format(" ({})", c.entry->kind == claim::EntryKind::hypothesis ? "hypothesis"
                                    : record == claim::Record::holds              ? "recorded true"
                                    : record == claim::Record::fails              ? "recorded false"
                                                                                  : "no record");
      case Verdict::undecided:
        return paint("33", fmt::format("undecided ({})", c.reason)) + ": " + c.explanation;
      case Verdict::error: return paint("31", "error (undefined)") + ": " + c.explanation;
      default:
        return fmt::format("not checkable ({})", c.reason.starts_with("hypothesis")
                                                     ? c.reason
                                                     : c.reason + ": " + c.explanation);
    }
  }

  // "H=0 1/2" as "H = (0,1/2)".
  static std::string binding(const std::string& text) {
    const std::size_t equals = text.find('=');
    std::string value = text.substr(equals + 1);
    if (value.find(' ') != std::string::npos) {
      std::replace(value.begin(), value.end(), ' ', ',');
      value = "(" + value + ")";
    }
    return text.substr(0, equals) + " = " + shortened(value);
  }

  void witness(const certificate::Witness& exact) override {
    const certificate::Witness w = in_decimals(exact);
    const std::string at = joined(w.at, binding, ", ");
    const std::string prefix = at.empty() ? "" : fmt::format("at {}: ", at);
    if (w.relation == "distinct")
      line("      at {} and at {}: both are {}", at, joined(w.other, binding, ", "),
           shortened(w.lhs));
    else if (w.relation == "false")
      line("      {}false", prefix);
    else
      line("      {}{} {} {} is false", prefix, shortened(w.lhs), w.relation, shortened(w.rhs));
  }

  void closing() {
    if (result_.claims.empty()) {
      line("No claim has an id that starts with '{}'. {:.2f} s",
           request_.only.empty() ? run_.file().id + "." : request_.only, result_.seconds);
      return;
    }
    const auto number = [&](Verdict verdict) {
      return std::count_if(result_.claims.begin(), result_.claims.end(),
                           [&](const ClaimResult& c) { return c.verdict == verdict; });
    };
    std::string sentence =
        fmt::format("{} {}: {} verified, {} refuted, {} not checkable here, {} undecided",
                    result_.claims.size(), result_.claims.size() == 1 ? "claim" : "claims",
                    number(Verdict::verified), number(Verdict::refuted),
                    number(Verdict::not_checkable), number(Verdict::undecided));
    if (number(Verdict::error) > 0)
      sentence += fmt::format(", {} undefined", number(Verdict::error));
    if (const std::string said = said_of(against(result_.claims)); !said.empty())
      sentence += paint("31", said);
    else if (strictly_refuted(result_, how_))
      sentence += paint("31", "; a printed claim is refuted (--strict)");
    else if (nothing_decided(request_, result_))
      sentence += paint("33", "; no claim has a verdict here");
    else if (count_of(result_, is_left_undecided) > 0)
      sentence += paint("33", "; nothing against the record, but not everything was decided");
    else
      sentence += paint("32", "; all as recorded");
    line("{}. {:.2f} s", sentence, result_.seconds);
    if (detail_ == Detail::glance)
      line("Listed is what is false or open; --all lists every claim.");
  }

  const Request& request_;
  const Result& result_;
  const ConstructionPresentation& how_;
  const subject::Run& run_;
  Detail detail_ = Detail::all;
};

}  // namespace

int exit_code(const Request& request, const Result& result, const ConstructionPresentation& how) {
  if (count_of(result, is_against_record) > 0 || strictly_refuted(result, how)) return 1;
  const bool open =
      count_of(result, [](const ClaimResult& c) { return c.standing == Standing::undecided; }) > 0;
  return result.claims.empty() || nothing_decided(request, result) || open ? 2 : 0;
}

std::string text(const Request& request, const Result& result,
                 const ConstructionPresentation& how) {
  return ConstructionText(request, result, how).write();
}

}  // namespace hardmax::report
