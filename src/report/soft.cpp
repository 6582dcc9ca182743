#include "report/soft.hpp"

#include <fmt/core.h>

#include "discharge/from_file.hpp"
#include "execute/grid.hpp"
#include "report/lines.hpp"

namespace hardmax::report {

namespace {

using Choice = SoftPart::Choice;
using Reading = SoftRun::Reading;

std::string between(const Rational& lower, const Rational& upper) {
  const std::string a = decimal_lower(lower), b = decimal_upper(upper);
  return a == b ? a : "[" + a + ", " + b + "]";
}
// "23838.7" for a number known to that many digits, else its ends.
std::string shown(const Extreme& e) { return between(e.lower, e.upper); }

std::string input_of(const SoftQuestion& question, std::uint64_t ordinal) {
  const auto& [n, d, D] = question.parameters;
  return "G = " + Grid(n, d, D).show(ordinal);
}

std::string inequality(const SoftQuestion& question, const SoftClaim& claim) {
  if (claim.bound_upper.is_zero()) return claim.says;  // rows: nothing to compare
  const char* sign = claim.kept == Kept::undecided
                         ? "?"
                         : (claim.kept == Kept::yes ? (claim.at_least ? ">=" : "<=")
                                                    : (claim.at_least ? "<" : ">"));
  return fmt::format("{} {} {}   at {}, token {}", between(claim.lower, claim.upper), sign,
                     between(claim.bound_lower, claim.bound_upper),
                     input_of(question, claim.ordinal), claim.token + 1);
}

class SoftText : private Lines {
 public:
  SoftText(const SoftQuestion& question, const SoftAnswer& answer, const std::string& certificate)
      : question_(question), answer_(answer), certificate_(certificate) {}

  std::string write() {
    const auto& [n, d, D] = question_.parameters;
    line("{} F.2   n = {}, d = {}, delta = 1/{}   pattern {}", pattern_construction(), n, d, D,
         question_.pattern->name());
    if (!answer_.construction) {
      line(
          "Assumption 1 does not hold for this pattern: there is no network (verify pattern says "
          "why)");
      return std::move(out_);
    }
    if (!question_.overrides.empty())
      line("changed with {}",
           joined(
               question_.overrides.canonical(), [](const std::string& one) { return one; }, ", "));
    line("map            {}, eps = {}, lp = {}",
         question_.settings.map ? name_of(*question_.settings.map)
                                : "every map that Assumption 2 admits",
         question_.settings.eps.str(), question_.settings.lp.str());
    for (const SoftPart& part : answer_.parts) write(part);
    if (answer_.searched) searched();
    line("");
    if (certificate_.empty())
      line(
          "These verdicts rest on ball arithmetic (tier enclosure). --certificate FILE states the "
          "total errors for verify-check, which runs the network again with intervals of its own.");
    else
      line("certificate    {}", certificate_);
    return std::move(out_);
  }

 private:
  void write(const SoftPart& part) {
    line("");
    line("{}, {}", choice_of(part), reading_of(part));
    if (!part.undecided.empty()) {
      line("  undecided: {}", part.undecided);
      return;
    }
    const SoftRun& run = part.report.run;
    line("  delta~ = {}; {} inputs, {} bits",
         between(part.report.delta_tilde_lower, part.report.delta_tilde_upper), run.inputs,
         run.bits);
    line("  {:<10} {:>10} {:>10} {:>10}   {:<24} {:<24} {}", "stage", "zeta", "eta", "t",
         "error after it", "error it makes alone", "spread of ids");
    for (std::size_t s = 0; s < run.stages.size(); ++s) {
      const SoftStage& stage = run.stages[s];
      line("  {:<10} {:>10} {:>10} {:>10}   {:<24} {:<24} {}", stage.name,
           decimal_upper(stage.zeta), decimal_upper(stage.eta_upper),
           part.reading == Reading::map ? decimal_upper(*stage.t) : "-",
           shown(run.errors[s].accumulated), shown(run.errors[s].fresh),
           shown(run.errors[s].spread));
    }
    for (std::size_t s = 0; s < part.scales.size(); ++s) {
      const ScaleFacts& f = part.scales[s];
      if (s > 0 && same(f, part.scales[s - 1])) continue;
      const std::string least =
          f.least_upper.sign() <= 0
              ? "every t > 0 serves"
              : "least t that serves " + between(f.least_lower, f.least_upper);
      line("  Assumption 2, {}: printed t {}, {}; at the t run it {}", run.stages[s].name,
           between(f.printed_lower, f.printed_upper), least,
           !f.holds ? "is undecided" : (*f.holds ? "holds" : "fails"));
    }
    if (const auto& found = part.report.distance) {
      line(
          "  F.4: alpha = 2^-{}, so a set of measure {} is not quantised exactly; there the "
          "outputs differ by at most B = {}; distance over all inputs {}",
          found->alpha_exponent, between(found->bad_measure, found->bad_measure),
          decimal_upper(found->B_upper), between(found->lower, found->upper));
    }
    for (const SoftClaim& claim : part.report.claims)
      line("  {:<34} {:<22} {}", claim.id, verdict_of(part, claim), inequality(question_, claim));
  }
  static bool same(const ScaleFacts& a, const ScaleFacts& b) {
    return a.printed_upper == b.printed_upper && a.least_upper == b.least_upper &&
           a.holds == b.holds;
  }

  void searched() {
    line("");
    line("certified by propagation along the run, one value for all stages");
    if (answer_.largest_eta) {
      line(
          "  zeta = delta^2/4, every admissible map: eta = {} gives a total error of at most {} "
          "({} runs)",
          decimal_lower(answer_.largest_eta->eta),
          decimal_upper(answer_.largest_eta->total().upper), answer_.largest_eta->runs);
    } else {
      line(
          "  zeta = delta^2/4, every admissible map: no eta of at least 2^-4096 is certified at {} "
          "bits",
          question_.bits);
    }
    if (!question_.settings.map) return;
    if (answer_.smallest_t) {
      line("  {}: t = {} gives a total error of at most {} ({} runs)",
           name_of(*question_.settings.map), decimal_upper(answer_.smallest_t->t),
           decimal_upper(answer_.smallest_t->total().upper), answer_.smallest_t->runs);
    } else {
      line("  {}: no t is certified at {} bits", name_of(*question_.settings.map), question_.bits);
    }
  }

  const SoftQuestion& question_;
  const SoftAnswer& answer_;
  const std::string& certificate_;
};

}  // namespace

std::string verdict_of(const SoftPart& part, const SoftClaim& claim) {
  switch (claim.kept) {
    case Kept::no: return part.reading == Reading::admissible ? "undecided" : "refuted";
    case Kept::undecided:
      return part.reading == Reading::admissible ? "not certified" : "undecided";
    case Kept::yes: break;
  }
  if (part.reading == Reading::admissible)
    return part.every_input ? "verified" : "kept on these inputs";  // for all maps at once
  return part.reading == Reading::adversary ? "kept by this one" : "kept by this map";
}

std::string reading_of(const SoftPart& part) {
  switch (part.reading) {
    case Reading::map: return name_of(*part.report.settings.map);
    case Reading::admissible: return "every map that Assumption 2 admits";
    case Reading::adversary: return "one such map: eta on the smallest of positive scores";
  }
  return "";
}

std::string choice_of(const SoftPart& part) {
  switch (part.choice) {
    case Choice::printed: return "printed choice (zeta = delta/2)";
    case Choice::repaired: return "repaired choice (zeta = delta^2/4, eta*)";
    case Choice::own: return "choice of the command line";
  }
  return "";
}

std::string soft_text(const SoftQuestion& question, const SoftAnswer& answer,
                      const std::string& certificate) {
  return SoftText(question, answer, certificate).write();
}

int exit_code(const SoftAnswer& answer, const FailOn& fail_on) {
  std::size_t refuted = 0, undecided = 0;
  for (const SoftPart& part : answer.parts) {
    undecided += !part.undecided.empty();  // then it has no claims
    for (const SoftClaim& claim : part.report.claims) {
      refuted += verdict_of(part, claim) == "refuted";
      undecided += claim.kept == Kept::undecided || verdict_of(part, claim) == "undecided";
    }
  }
  if (!answer.construction || !fail_on.met(refuted, undecided, 0).empty()) return 1;
  switch (answer.within_bound()) {
    case Kept::yes: return 0;
    case Kept::no: return 1;
    case Kept::undecided: return 2;
  }
  return 70;
}

std::string soft_contradiction(const SoftAnswer& answer, const std::vector<claim::Entry>& entries) {
  for (const SoftPart& part : answer.parts) {
    for (const SoftClaim& claim : part.report.claims) {
      if (claim.kept != Kept::no || part.reading == Reading::admissible) continue;
      if (part.choice == Choice::repaired)
        return fmt::format("{}, {}: the total error breaks the bound", choice_of(part),
                           reading_of(part));
      for (const claim::Entry& entry : entries) {
        if (entry.id == claim.id && entry.record == claim::Record::holds)
          return claim.id + " is recorded as true, and refuted here";
      }
    }
  }
  return "";
}

std::vector<std::string> soft_summary(const SoftQuestion& question, const SoftAnswer& answer) {
  std::vector<std::string> lines;
  for (const SoftPart& part : answer.parts) {
    if (!part.undecided.empty()) {
      lines.push_back(
          fmt::format("{}, {}: undecided, {}", choice_of(part), reading_of(part), part.undecided));
      continue;
    }
    if (part.choice == Choice::printed) {
      for (const SoftClaim& claim : part.report.claims)
        lines.push_back(fmt::format("{:<34} {:<18} {}", claim.id, verdict_of(part, claim),
                                    inequality(question, claim)));
    } else {
      const SoftClaim& total = part.report.total();
      lines.push_back(fmt::format("{}, {}: total error {}", choice_of(part), reading_of(part),
                                  inequality(question, total)));
    }
  }
  return lines;
}

}  // namespace hardmax::report
