#include "discharge/soft/answer.hpp"

#include <algorithm>

#include "discharge/file_meaning.hpp"
#include "discharge/from_file.hpp"
#include "discharge/later_stages.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

using Reading = SoftRun::Reading;

std::vector<ScaleFacts> scale_facts(const SoftMap& map, std::uint64_t n,
                                    const std::vector<SoftStage>& stages) {
  std::vector<ScaleFacts> facts;
  for (const SoftStage& stage : stages) {
    const Precision precision(256);
    const Ball printed = printed_scale(map, n, stage.zeta, stage.eta_lower),
               least = least_scale(map, n, stage.zeta, stage.eta_lower);
    SoftMap scaled = map;
    scaled.t = *stage.t;
    facts.push_back({printed.lower(), printed.upper(), least.lower(), least.upper(),
                     satisfies(scaled, n, stage.zeta, stage.eta_lower)});
  }
  return facts;
}

class SoftAnswering {
 public:
  explicit SoftAnswering(const SoftQuestion& question) : question_(question) {}

  SoftAnswer answer() {
    answer_.assumption = decide_assumption1(*question_.pattern);
    if (!answer_.assumption.holds()) return std::move(answer_);
    if (const std::string why = no_soft_network(); !why.empty())
      throw InvalidInput(InvalidInput::Kind::file, why);
    answer_.construction = hardmax::build(question_.parameters, *question_.pattern,
                                          answer_.assumption, question_.overrides);
    const SoftSettings& asked = question_.settings;
    const bool own = asked.zeta || asked.eta || asked.t;
    build_value_layers();
    if (own) {
      add(SoftPart::Choice::own);
    } else {
      add(SoftPart::Choice::printed);
      add(SoftPart::Choice::repaired);
    }
    if (question_.search) search();
    return std::move(answer_);
  }

 private:
  void build_value_layers() {
    const auto& [n, d, D] = question_.parameters;
    if (question_.ordinals || Rational(n) * power(D, n * d) > Rational(kMaxSoftValueLayers)) return;
    const auto target = Target::named("identity", question_.parameters).value();
    const LaterStages later(question_.parameters, *question_.pattern, answer_.assumption,
                            &*answer_.construction, question_.overrides, target);
    const PiecewiseLinear four_relus =
        value_activation_of_relus(question_.parameters, *question_.pattern, answer_.assumption);
    std::vector<Layer> exact, soft;
    for (std::size_t j = 0; j < later.value().layers(); ++j) {
      FeedForward layer = later.value().built_layer(j);
      exact.emplace_back(layer);
      layer.activation = four_relus;
      soft.emplace_back(std::move(layer));
    }
    value_.emplace(SoftValueLayers{Network(d, 1, std::move(exact)), Network(d, 1, std::move(soft)),
                                   question_.overrides.qdrop.empty()});
  }

  void add(SoftPart::Choice choice) {
    SoftSettings settings = question_.settings;
    settings.choice = choice == SoftPart::Choice::repaired ? SoftSettings::Choice::repaired
                                                           : SoftSettings::Choice::printed;
    const auto stages = soft_stages(*answer_.construction, settings);
    if (settings.map) run(choice, Reading::map, settings, stages);
    // Every admissible map, and one of them: where no map is given, and of the choice that is said
    // to work for all.
    const bool t_alone = settings.t && !settings.eta && !settings.zeta;
    if (!settings.map || choice == SoftPart::Choice::repaired ||
        (choice == SoftPart::Choice::own && !t_alone)) {
      run(choice, Reading::admissible, settings, stages);
      run(choice, Reading::adversary, settings, stages);
    }
  }

  SoftRequest request(const std::vector<SoftStage>& stages) const {
    SoftRequest request;
    request.construction = &*answer_.construction;
    request.pattern = question_.pattern;
    request.stages = stages;
    request.map = question_.settings.map;
    request.ordinals = question_.ordinals;
    request.threads = question_.threads;
    request.stop = question_.stop;
    return request;
  }

  void run(SoftPart::Choice choice, Reading reading, const SoftSettings& settings,
           const std::vector<SoftStage>& stages) {
    SoftPart part;
    part.choice = choice;
    part.reading = reading;
    part.every_input = !question_.ordinals;
    SoftRequest asked = request(stages);
    asked.reading = reading;
    asked.value = value_ ? &*value_ : nullptr;
    part.report.settings = settings;
    part.report.run.stages = stages;
    try {
      part.report = report_soft(asked, settings, question_.bits, question_.bits << kSoftDoublings);
    } catch (const LimitReached& limit) {
      part.undecided = limit.what();
    }
    if (reading == Reading::map)
      part.scales = scale_facts(*settings.map, question_.parameters.n, stages);
    answer_.parts.push_back(std::move(part));
  }

  void search() {
    SoftSettings settings;  // without a choice of the user's own
    settings.choice = SoftSettings::Choice::repaired;
    settings.eps = question_.settings.eps;
    settings.lp = question_.settings.lp;
    settings.map = question_.settings.map;
    const auto stages = soft_stages(*answer_.construction, settings);
    const Rational delta = Rational(1) / Rational(question_.parameters.D);
    answer_.searched = true;
    answer_.largest_eta = largest_certified_eta(request(stages), settings,
                                                delta * delta / Rational(4), question_.bits);
    if (settings.map)
      answer_.smallest_t =
          smallest_certified_scale(request(stages), settings, *stages.back().t, question_.bits);
  }

  const SoftQuestion& question_;
  SoftAnswer answer_;
  std::optional<SoftValueLayers> value_;
};

}  // namespace

Kept SoftAnswer::within_bound() const {
  Kept all = Kept::yes;
  for (const SoftPart& part : parts) {
    if (part.choice == SoftPart::Choice::printed) continue;
    // What every admissible map may do is no answer to a question about one map of the user's
    // choice.
    if (part.choice == SoftPart::Choice::own && part.reading != Reading::map &&
        part.report.settings.map)
      continue;
    // One admissible map that breaks the bound says that not all keep it; one that keeps it says
    // nothing.
    if (part.reading == Reading::adversary &&
        (!part.undecided.empty() || part.report.total().kept != Kept::no))
      continue;
    Kept kept = part.undecided.empty() ? part.report.total().kept : Kept::undecided;
    if (part.undecided.empty() && !part.report.run.other_rows_exact) kept = Kept::no;
    if (kept == Kept::no || (kept == Kept::undecided && all == Kept::yes)) all = kept;
  }
  return all;
}

std::string no_soft_network() {
  return meant_otherwise({"soft", "out", "of_relus"}, pattern_construction());
}

SoftAnswer answer_soft(const SoftQuestion& question) { return SoftAnswering(question).answer(); }

}  // namespace hardmax
