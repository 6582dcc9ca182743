#include "discharge/soft/report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "claim/entry.hpp"
#include "discharge/construction_files.hpp"
#include "discharge/from_file.hpp"
#include "discharge/run_names.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

const Rational kOne = 1;

// base^0 + ... + base^(terms - 1), for base = 1 + x with x > 0: ((1 + x)^terms - 1) / x.
Ball geometric_sum(const Ball& x, const Rational& terms) {
  return (exp(Ball(terms) * log_one_plus(x)) - 1) / x;
}

class Judge {
 public:
  Judge(const SoftRequest& request, const SoftSettings& settings, SoftReport& report)
      : request_(request),
        settings_(settings),
        report_(report),
        construction_(*request.construction),
        n_(construction_.parameters.n),
        q_(power(construction_.parameters.D, construction_.parameters.d)),
        inputs_(power(construction_.parameters.D,
                      construction_.parameters.n * construction_.parameters.d)),
        tilde_(delta_tilde(construction_.parameters, settings.eps, settings.lp)),
        labels_(soft_labels()) {
    report_.delta_tilde_lower = tilde_.lower();
    report_.delta_tilde_upper = tilde_.upper();
  }

  void judge() {
    total("the error after all layers, first row, is at most delta~/4", tilde_ / 4);
    rows();
    if (report_.run.value_error.set) value();
    if (settings_.choice == SoftSettings::Choice::printed && !settings_.eta && !settings_.zeta &&
        !settings_.t)
      printed();
    report_.precision_sufficed =
        std::none_of(report_.claims.begin(), report_.claims.end(),
                     [](const SoftClaim& c) { return c.kept == Kept::undecided; });
    report_.distance = soft_distance(request_, report_.run, settings_.eps, settings_.lp);
    if (report_.distance) distance();
    std::sort(report_.claims.begin(), report_.claims.end(),
              [](const SoftClaim& a, const SoftClaim& b) { return a.id < b.id; });
  }

 private:
  using Enclosed = std::pair<const Extreme*, Ball>;

  [[nodiscard]] const StageErrors& stage(std::size_t j) const { return report_.run.errors[j - 1]; }
  [[nodiscard]] std::size_t blocks() const { return report_.run.errors.size() - 1; }
  [[nodiscard]] Ball eta(std::size_t j) const {
    return j <= blocks()
               ? printed_eta_of_block(construction_.parameters, j, tilde_)
               : printed_eta_of_all_max(construction_.parameters, construction_.s, tilde_);
  }

  // Several inequalities that a claim makes at once: kept if all are. Shown is the one that fails,
  // else the last.
  void all_at_most(const std::string& what, const std::string& says,
                   const std::vector<Enclosed>& sides) {
    std::optional<SoftClaim> shown;
    for (const auto& [left, right] : sides) {
      SoftClaim claim{what,          "",
                      says,          Kept::undecided,
                      left->lower,   left->upper,
                      right.lower(), right.upper(),
                      false,         left->ordinal,
                      left->token};
      if (claim.upper <= claim.bound_lower) claim.kept = Kept::yes;
      if (claim.lower > claim.bound_upper) claim.kept = Kept::no;
      const bool worse = !shown || claim.kept == Kept::no ||
                         (claim.kept == Kept::undecided && shown->kept == Kept::yes) ||
                         claim.kept == shown->kept;
      if (worse && !(shown && shown->kept == Kept::no)) shown = claim;
    }
    add(std::move(*shown));
  }
  void total(const std::string& says, const Ball& bound) {
    all_at_most("total", says, {{&report_.run.total(), bound}});
  }
  // Under each id that it has.
  void add(SoftClaim claim) {
    claim.id = claim.what;
    bool any = false;
    for (const auto& [what, id] : labels_) {
      if (what != claim.what) continue;
      any = true;
      claim.id = id;
      report_.claims.push_back(claim);
    }
    if (!any) report_.claims.push_back(std::move(claim));
  }

  void rows() {
    SoftClaim claim;
    claim.what = "rows";
    claim.says = "rows 2..d are those of the exact network after every layer";
    claim.kept = report_.run.other_rows_exact ? Kept::yes : Kept::no;
    add(std::move(claim));
  }

  void value() {
    all_at_most("values",
                "the error after the value layers, first row, is at most delta~/4, and the other "
                "rows are exact",
                {{&report_.run.value_error, tilde_ / 4}});
    if (report_.run.value_rows_exact) return;
    for (SoftClaim& claim : report_.claims)
      if (claim.what == "values") claim.kept = Kept::no;
  }

  void distance() {
    const SoftDistance& found = *report_.distance;
    const Rational bound = settings_.eps / Rational(2);
    const Extreme& error = report_.run.value_error;
    SoftClaim claim{"distance",
                    "",
                    "the L^p distance of the two networks over all inputs is at most eps/2",
                    Kept::undecided,
                    found.lower,
                    found.upper,
                    bound,
                    bound,
                    false,
                    error.ordinal,
                    error.token};
    if (found.upper <= bound) claim.kept = Kept::yes;
    if (found.lower > bound) claim.kept = Kept::no;
    add(std::move(claim));
  }

  // Bound on the error of block j by the source: 2n delta^{-(j+1)d} delta^{-d} eta times the sum
  // over i < delta^{-d} of (1 + 2 delta^{-d} eta)^i.
  [[nodiscard]] Ball block_bound(std::size_t j) const {
    const Ball step = Ball(Rational(2) * q_) * eta(j);
    return Ball(n_ * power(q_, j + 1)) * step * geometric_sum(step, q_);
  }
  // (2sn delta^{-nd-1})^s n delta^{-nd}: what the source says of spreads in the all-max stage.
  [[nodiscard]] Rational all_max_spread() const {
    return power(Rational(2) * Rational(construction_.s) * n_ * inputs_ *
                     Rational(construction_.parameters.D),
                 construction_.s) *
           n_ * inputs_;
  }
  [[nodiscard]] Ball all_max_bound() const {
    const Ball step = Ball(n_ * inputs_) * eta(blocks() + 1);
    return Ball(all_max_spread()) * step * geometric_sum(step, construction_.s);
  }

  void printed() {
    const Ball share = tilde_ / Ball(Rational(8) * n_);
    all_at_most("first block", "(16): the error after block 1",
                {{&stage(1).accumulated, block_bound(1)}});
    std::vector<Enclosed> errors, spreads;
    for (std::size_t j = 1; j <= blocks(); ++j) {
      errors.emplace_back(&stage(j).fresh, block_bound(j));
      errors.emplace_back(&stage(j).fresh, share);
      spreads.emplace_back(&stage(j).spread, Ball(n_ * power(q_, j + 1)));
    }
    all_at_most("blocks",
                "the error of each block started from the exact state is at most its bound, and "
                "that at most delta~/8n",
                errors);
    all_at_most("block spreads",
                "in block j the largest less the smallest id is at most n delta^(-(j+1)d)",
                spreads);
    const Extreme& selective = stage(blocks()).accumulated;
    all_at_most("sweeps", "the error after all blocks is at most (n-1) delta~/8n",
                {{&selective, share * Ball(n_ - kOne)}});
    all_at_most("sweeps within delta~/8", "the error after all blocks is at most delta~/8",
                {{&selective, tilde_ / 8}});
    const StageErrors& last = report_.run.errors.back();
    all_at_most("last spreads",
                "in the all-max stage the largest less the smallest id is at most (2sn "
                "delta^(-nd-1))^s n delta^(-nd)",
                {{&last.spread, Ball(all_max_spread())}});
    all_at_most("last alone", "the error of the all-max stage started from the exact state",
                {{&last.fresh, all_max_bound()}});
    all_at_most("last", "the error of the all-max stage with the errors before it coming in",
                {{&last.accumulated, all_max_bound()}});
    margin();
  }

  void margin() {
    const Extreme& gap = report_.run.least_gap;
    const Rational zeta = report_.run.stages[0].zeta;
    SoftClaim claim{"margin",
                    "",
                    "in every head the largest score leads by at least zeta = delta/2",
                    Kept::undecided,
                    gap.lower,
                    gap.upper,
                    zeta,
                    zeta,
                    true,
                    gap.ordinal,
                    gap.token};
    if (gap.lower >= zeta) claim.kept = Kept::yes;
    if (gap.upper < zeta) claim.kept = Kept::no;
    add(std::move(claim));
  }

  const SoftRequest& request_;
  const SoftSettings& settings_;
  SoftReport& report_;
  const Construction& construction_;
  Rational n_, q_, inputs_;
  Ball tilde_;
  const SoftLabels& labels_;
};

// The errors of a run whose total error is certainly at most delta~/4.
std::optional<std::vector<StageErrors>> certified(SoftRequest& request, const Ball& bound,
                                                  long bits) {
  request.give_up_above = bound.lower();
  request.errors_alone = true;
  try {
    SoftRun run = run_soft(request, bits);
    return run.total().upper <= *request.give_up_above ? std::optional(std::move(run.errors))
                                                       : std::nullopt;
  } catch (const LimitReached&) {
    return std::nullopt;  // an enclosure without bound certifies nothing
  }
}

// From x on by factors of 2 to the first number beyond the border between what is certified and
// what is not, then three bisections. try_at remembers what it certified last. `better` is the
// factor towards numbers that are harder to certify: 2 or 1/2.
void search(Rational x, const Rational& better, const Rational& hardest, const Rational& easiest,
            const std::function<bool(const Rational&)>& try_at) {
  const bool upward = better > kOne;
  const auto beyond = [&](const Rational& y, const Rational& limit, bool up) {
    return up ? y > limit : y < limit;
  };
  Rational good, bad;
  if (try_at(x)) {
    do {
      good = x;
      x *= better;
      if (beyond(x, hardest, upward)) return;
    } while (try_at(x));
    bad = x;
  } else {
    do {
      bad = x;
      x /= better;
      if (beyond(x, easiest, !upward)) return;
    } while (!try_at(x));
    good = x;
  }
  for (int digit = 0; digit < 3; ++digit) {
    const Rational middle = (good + bad) / Rational(2);
    (try_at(middle) ? good : bad) = middle;
  }
}

// The power of 2 at or below x > 0.
Rational power_of_two_below(const Rational& x) {
  Rational p = power(2, static_cast<std::int64_t>(x.numerator().bits()) -
                            static_cast<std::int64_t>(x.denominator().bits()));
  while (p > x) p /= 2;
  while (p * Rational(2) <= x) p *= 2;
  return p;
}

}  // namespace

namespace {

// A label stands beside what was found as if the claim said it.
bool may_say(const std::string& what, const claim::Entry& entry) {
  if (entry.soft)
    return (what == "total" && *entry.soft == "printed") ||
           (what == "values" && *entry.soft == "printed values") ||
           (what == "distance" && *entry.soft == "printed distance");
  if (!entry.formal) return false;
  const claim::Formula formal = claim::formal_of(entry, run_vocabulary());
  return what == "rows" ? formal.over_reals()
                        : mentions(formal, static_cast<std::size_t>(Name::soft_));
}

SoftLabels labels_read() {
  const claim::Paper paper = main_paper(pattern_construction());
  if (paper.soft.empty()) return {};
  const std::vector<claim::Entry> entries = claim::load_entries(paper.folder);
  for (const auto& label : paper.soft) {
    const std::string &what = label.first, &id = label.second;
    const auto entry = std::find_if(entries.begin(), entries.end(),
                                    [&](const claim::Entry& one) { return one.id == id; });
    if (entry == entries.end() || !may_say(what, *entry))
      throw InvalidInput(InvalidInput::Kind::file,
                         fmt::format("{}: soft has '{}: {}', and {}; name another claim, or leave "
                                     "it out",
                                     (paper.folder / "paper.toml").string(), what, id,
                                     entry == entries.end() ? "no claim beside it has this id"
                                                            : "this claim says nothing of that"));
  }
  return paper.soft;
}

}  // namespace

// What was handed out before stays.
const SoftLabels& soft_labels() {
  static std::mutex mutex;
  static std::map<std::uint64_t, SoftLabels> known;
  const std::lock_guard lock(mutex);
  const auto found = known.find(places_said());
  return found != known.end() ? found->second
                              : known.emplace(places_said(), labels_read()).first->second;
}

bool says_soft(std::string_view id) {
  const SoftLabels& labels = soft_labels();
  return std::any_of(labels.begin(), labels.end(),
                     [&](const auto& label) { return label.second == id; });
}

const SoftClaim& SoftReport::total() const {
  const auto it = std::find_if(claims.begin(), claims.end(),
                               [](const SoftClaim& c) { return c.what == "total"; });
  HARDMAX_REQUIRE(it != claims.end());
  return *it;
}

SoftReport report_soft(const SoftRequest& request, const SoftSettings& settings, long bits,
                       long most_bits) {
  for (;; bits = std::min(2 * bits, most_bits)) {
    try {
      const Precision precision(std::max(bits, 128L));
      SoftReport report;
      report.settings = settings;
      report.run = run_soft(request, bits);
      Judge(request, settings, report).judge();
      if (report.precision_sufficed || bits >= most_bits ||
          request.reading == SoftRun::Reading::admissible)
        return report;  // what is admissible is as wide as it is
    } catch (const LimitReached&) {
      if (bits >= most_bits) throw;
    }
  }
}

std::optional<CertifiedEta> largest_certified_eta(SoftRequest request, const SoftSettings& settings,
                                                  const Rational& zeta, long bits) {
  const Precision precision(std::max(bits, 128L));
  const Ball bound = delta_tilde(request.construction->parameters, settings.eps, settings.lp) / 4;
  request.reading = SoftRun::Reading::admissible;
  std::optional<CertifiedEta> best;
  std::size_t runs = 0;
  search(power_of_two_below(repaired_eta(*request.construction, bound * 4).lower()), 2, 1,
         Rational(1) / power(2, 4096), [&](const Rational& eta) {
           for (SoftStage& stage : request.stages) {
             stage.zeta = zeta;
             stage.eta_lower = stage.eta_upper = eta;
           }
           ++runs;
           const auto errors = certified(request, bound, bits);
           if (errors) best = {eta, *errors, 0};
           return errors.has_value();
         });
  if (best) best->runs = runs;
  return best;
}

std::optional<CertifiedScale> smallest_certified_scale(SoftRequest request,
                                                       const SoftSettings& settings,
                                                       const Rational& most, long bits) {
  HARDMAX_REQUIRE(request.map.has_value());
  const Precision precision(std::max(bits, 128L));
  const Ball bound = delta_tilde(request.construction->parameters, settings.eps, settings.lp) / 4;
  request.reading = SoftRun::Reading::map;
  std::optional<CertifiedScale> best;
  std::size_t runs = 0;
  search(power_of_two_below(most), Rational(1) / Rational(2), Rational(1) / power(2, 64),
         Rational(2) * most, [&](const Rational& t) {
           for (SoftStage& stage : request.stages) stage.t = t;
           ++runs;
           const auto errors = certified(request, bound, bits);
           if (errors) best = {t, *errors, 0};
           return errors.has_value();
         });
  if (best) best->runs = runs;
  return best;
}

}  // namespace hardmax
