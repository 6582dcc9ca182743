#include "discharge/soft/certify.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "certificate/certificate.hpp"
#include "certificate/hypotheses.hpp"
#include "discharge/decide.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

using Choice = SoftPart::Choice;
using Reading = SoftRun::Reading;

constexpr long kLeastBits = 64, kMostBits = 4096;  // of a statement
constexpr int kMostOfP = 1024;  // numerator and denominator of p, where a distance is stated
const Rational kSlack = Rational(1) + Rational(1) / power(2, 16);

// Not 0, it is at least 2^-(bits/2): below that an enclosure of so many bits is mostly its own
// rounding.
Rational rounded_up(const Rational& x, long bits) {
  if (x.is_zero()) return x;
  const Precision coarse(32);
  return Ball(std::max(x, Rational(1) / power(2, bits / 2)) * kSlack).upper();
}
struct SoftStatement {
  std::string of = "ids";
  std::string rho, choice;
  std::string zeta, eta, t;  // of an own choice
  long bits = 0;
  std::string within, beyond;
};

// The map as a statement names it; "" for one that verify-check does not know.
std::string rho_of(const SoftMap& map) {
  switch (map.kind) {
    case SoftMap::Kind::softmax: return "softmax";
    case SoftMap::Kind::top_k: return "topk " + map.parameter.str();
    case SoftMap::Kind::top_k_ties: return "";
    case SoftMap::Kind::sparselin: return "sparselin " + map.parameter.str();
    case SoftMap::Kind::entmax:
      return map.parameter == Rational(1) ? "softmax" : "entmax " + map.parameter.str();
  }
  return "";
}

// "0 3 7..9"
std::string in_runs(const std::vector<std::uint64_t>& list) {
  std::string text;
  for (std::size_t i = 0; i < list.size();) {
    std::size_t j = i;
    while (j + 1 < list.size() && list[j + 1] == list[j] + 1) ++j;
    text += (text.empty() ? "" : " ") + std::to_string(list[i]) +
            (j > i ? ".." + std::to_string(list[j]) : "");
    i = j + 1;
  }
  return text;
}

// Of ids in order, the first and the last: how all begin.
std::string common_beginning(const std::string& first, const std::string& last) {
  const auto end = std::mismatch(first.begin(), first.end(), last.begin(), last.end()).first;
  return {first.begin(), end};
}

class Certifying {
 public:
  Certifying(const SoftQuestion& question, const SoftAnswer& answer)
      : question_(question),
        answer_(answer),
        delta_(Rational(1) / Rational(question.parameters.D)) {}

  void state() {
    for (const SoftPart& part : answer_.parts) state(part);
    if (!answer_.searched) return;
    const Rational zeta = delta_ * delta_ / Rational(4);
    if (answer_.largest_eta)
      add({"ids", "admissible", "own", zeta.str(), answer_.largest_eta->eta.str(), "",
           question_.bits, bounds(answer_.largest_eta->errors, question_.bits), ""},
          "the largest eta");
    if (!answer_.smallest_t) return;
    const std::string rho = rho_of(*question_.settings.map);
    if (rho.empty()) return left_out("the smallest t", "verify-check does not know this map");
    add({"ids", rho, "own", "", "", answer_.smallest_t->t.str(), question_.bits,
         bounds(answer_.smallest_t->errors, question_.bits), ""},
        "the smallest t");
  }

  SoftCertificate written(const std::vector<claim::Entry>& entries) {
    if (statements_.empty()) return {"", std::move(left_out_)};
    RunRequest request;
    request.parameters = question_.parameters;
    request.pattern = question_.pattern;
    request.overrides = question_.overrides;
    RunResult result;
    result.assumption = answer_.assumption;
    result.construction = answer_.construction;
    result.attention_layers =
        Rational(answer_.construction->selective_layers) + Rational(answer_.construction->s);
    const certificate::Certificate of = certify(request, result);
    certificate::Writer w("soft");
    write_run(w, of);
    write_derived(w, of);
    w.field("eps", question_.settings.eps.str());
    w.field("lp", question_.settings.lp.str());
    w.key("statements");
    w.open('[');
    for (const SoftStatement& one : statements_) write(w, one);
    w.close(']');
    std::vector<const claim::Entry*> claims;
    for (const claim::Entry& entry : entries) {
      if (entry.soft && !entry.borrowed) claims.push_back(&entry);
    }
    if (claims.empty())
      throw InvalidInput(InvalidInput::Kind::file,
                         "--certificate: no claim entry has the key soft; name the directory that "
                         "has one with --claims DIR");
    std::vector<certificate::ClaimRecord> records;
    for (const claim::Entry* claim : claims) records.push_back(record(*claim));
    w.claims(common_beginning(claims.front()->id, claims.back()->id), records);
    w.hypotheses(certificate::hypotheses_of(claims, entries));
    return {w.finish(), std::move(left_out_)};
  }

 private:
  void left_out(const std::string& what, const std::string& why) {
    left_out_.push_back(what + ": " + why);
  }

  static std::string bounds(const std::vector<StageErrors>& errors, long bits) {
    std::string text;
    for (const StageErrors& stage : errors)
      text += (text.empty() ? "" : " ") + rounded_up(stage.accumulated.upper, bits).str();
    return text;
  }

  void add(SoftStatement statement, const std::string& what) {
    if (statement.bits < kLeastBits || statement.bits > kMostBits)
      return left_out(what, fmt::format("a statement has {} to {} bits", kLeastBits, kMostBits));
    // The bound itself is to be below delta~/4 after rounding.
    const Precision precision(256);
    const Rational quarter =
        (delta_tilde(question_.parameters, question_.settings.eps, question_.settings.lp) / 4)
            .lower();
    if (!statement.within.empty() &&
        !(Rational::parse(statement.within.substr(statement.within.rfind(' ') + 1)).value() <
          quarter))
      return left_out(what, "too near to delta~/4 for a bound of a few digits");
    statements_.push_back(std::move(statement));
  }

  static std::string name_of(const SoftPart& part) {
    const std::string what = part.choice == Choice::printed    ? "printed choice"
                             : part.choice == Choice::repaired ? "repaired choice"
                                                               : "own choice";
    return what + (part.reading == Reading::map          ? ""
                   : part.reading == Reading::admissible ? ", every admissible map"
                                                         : ", one admissible map");
  }

  // Whether its constants, which are its own, are rational and the same at every stage.
  static bool own_constants(const SoftPart& part, SoftStatement& statement) {
    const SoftRun& run = part.report.run;
    const SoftStage& first = run.stages.front();
    for (const SoftStage& stage : run.stages) {
      const bool same = part.reading == Reading::map
                            ? stage.t == first.t
                            : stage.zeta == first.zeta && stage.eta_lower == first.eta_lower &&
                                  stage.eta_upper == first.eta_lower;
      if (!same) return false;
    }
    if (part.reading == Reading::map) {
      statement.t = first.t->str();
    } else {
      statement.zeta = first.zeta.str();
      statement.eta = first.eta_lower.str();
    }
    return true;
  }

  // What `statement` says of ids, said of outputs: only of the printed choice claims speak of them.
  [[nodiscard]] std::vector<SoftStatement> of_outputs(const SoftPart& part,
                                                      const SoftStatement& statement) const {
    const Extreme& value = part.report.run.value_error;
    const bool of_output =
        value.set && part.choice == Choice::printed && part.reading != Reading::admissible;
    const Rational least = of_output ? stated_below(value.lower) : Rational(0);
    const auto output = [&](const char* of) {
      SoftStatement one = statement;
      one.of = of;
      one.within = "";
      one.beyond = fmt::format("{} {} {}", value.ordinal, value.token + 1, least.str());
      return one;
    };
    const bool of_values = least > part.report.total().bound_upper;
    std::vector<SoftStatement> outputs;
    if (of_values) outputs.push_back(output("values"));
    if (of_values && is_apart(least)) outputs.push_back(output("distance"));
    return outputs;
  }

  void state(const SoftPart& part) {
    const std::string name = name_of(part);
    if (!part.undecided.empty()) return left_out(name, part.undecided);
    const SoftRun& run = part.report.run;
    SoftStatement statement;
    statement.rho = part.reading == Reading::map          ? rho_of(*part.report.settings.map)
                    : part.reading == Reading::admissible ? "admissible"
                                                          : "adversary";
    if (statement.rho.empty()) return left_out(name, "verify-check does not know this map");
    statement.choice = part.choice == Choice::printed    ? "printed"
                       : part.choice == Choice::repaired ? "repaired"
                                                         : "own";
    statement.bits = run.bits;
    if (part.choice == Choice::own && !own_constants(part, statement))
      return left_out(name, "its constants differ from stage to stage, or are not rational");
    const SoftClaim& total = part.report.total();
    if (statement.rho.starts_with("entmax") && statement.rho != "entmax 2" &&
        !total.upper.is_zero())
      return left_out(name, "verify-check knows this map only where one score takes all");
    if (total.kept == Kept::yes) {
      if (part.reading == Reading::adversary)
        return;  // that one of all maps keeps a bound says nothing beyond what all do
      statement.within = bounds(run.errors, run.bits);
    } else if (total.kept == Kept::no && part.reading != Reading::admissible) {
      const Rational least = stated_below(total.lower);
      if (least <= total.bound_upper)
        return left_out(name, "too near to delta~/4 for a bound of a few digits");
      statement.beyond = fmt::format("{} {} {}", total.ordinal, total.token + 1, least.str());
    } else {
      return left_out(name, "undecided");
    }
    std::vector<SoftStatement> outputs = of_outputs(part, statement);
    add(std::move(statement), name);
    for (SoftStatement& one : outputs) add(std::move(one), name + ", " + one.of);
  }
  [[nodiscard]] bool is_apart(const Rational& least) const {
    const Rational p = question_.settings.lp;
    if (p.numerator() > Rational(kMostOfP) || p.denominator() > Rational(kMostOfP)) return false;
    const auto [distance, bound] = distance_powers(question_, least);
    return distance > bound;
  }

  void write(certificate::Writer& w, const SoftStatement& one) const {
    w.open('{');
    w.field("of", one.of);
    w.field("rho", one.rho);
    w.field("choice", one.choice);
    w.field("zeta", one.zeta);
    w.field("eta", one.eta);
    w.field("t", one.t);
    w.field("inputs", one.beyond.empty() && question_.ordinals ? in_runs(*question_.ordinals) : "");
    w.field("precision", std::to_string(one.bits));
    w.field("within", one.within);
    w.field("beyond", one.beyond);
    w.close('}');
  }

  // By the first statement that decides it: of what the entry's key speaks of, at its choice.
  [[nodiscard]] certificate::ClaimRecord record(const claim::Entry& entry) const {
    certificate::ClaimRecord record{.id = entry.id,
                                    .sha256 = certificate::sha256(claim::binding_text(entry)),
                                    .verdict = "not_checkable",
                                    .tier = "none",
                                    .evidence = "none",
                                    .reason = "no statement",
                                    .witness = {}};
    const std::string of = *entry.soft == "printed values"     ? "values"
                           : *entry.soft == "printed distance" ? "distance"
                                                               : "ids",
                      choice = *entry.soft == "repaired" ? "repaired" : "printed";
    for (std::size_t i = 0; i < statements_.size(); ++i) {
      const SoftStatement& one = statements_[i];
      const bool for_all = one.rho == "admissible" && !question_.ordinals;
      if (one.of != of || one.choice != choice || (one.beyond.empty() && !for_all)) continue;
      record.verdict = one.beyond.empty() ? "verified" : "refuted";
      record.tier = one.beyond.empty() ? "enclosure" : "witness";
      record.evidence = "soft run";
      record.reason = fmt::format("statement {}", i + 1);
      break;
    }
    return record;
  }

  const SoftQuestion& question_;
  const SoftAnswer& answer_;
  Rational delta_;
  std::vector<SoftStatement> statements_;
  std::vector<std::string> left_out_;
};

}  // namespace

Rational stated_below(const Rational& x) {
  const Precision coarse(32);
  return Ball(x / kSlack).lower();
}

std::pair<Rational, Rational> distance_powers(const SoftQuestion& question, const Rational& least) {
  const auto& [n, d, D] = question.parameters;
  const Rational half = Rational(1) / Rational(2), cell = half / Rational(D),
                 p = question.settings.lp, a = p.numerator();
  return {power(least, a) * power(cell, Rational(n * d) * p.denominator()),
          power(question.settings.eps * half, a)};
}

SoftCertificate certify_soft(const SoftQuestion& question, const SoftAnswer& answer,
                             const std::vector<claim::Entry>& entries) {
  HARDMAX_REQUIRE(answer.construction.has_value());
  Certifying certifying(question, answer);
  certifying.state();
  return certifying.written(entries);
}

}  // namespace hardmax
