#include "discharge/precision/answer.hpp"

#include <fmt/core.h>

#include "decide/estimate.hpp"
#include "discharge/float_run.hpp"
#include "discharge/from_file.hpp"
#include "discharge/precision/follow.hpp"
#include "execute/grid.hpp"

namespace hardmax {

namespace {

using Answer = PrecisionJudgement::Answer;

constexpr double kStepsASecond = 100'000;  // heads at tokens, in the arithmetic of formats
constexpr long kMostRunBits = 4096;

bool is_enough(const FloatFormat& format, const FormatNeed& need) {
  if (format.bits < need.bits) return false;
  if (!format.exponents) return true;
  const auto [least, largest] = *format.exponents;
  return least <= -1 && largest >= need.largest + (format.top_is_no_number ? 1 : 0);
}

std::string too_few_bits(const FloatFormat& format, long needed) {
  return fmt::format("{} mantissa bits, at least {} are needed", format.bits, needed);
}
std::string too_small_exponents(const FloatFormat& format, long needed) {
  return fmt::format("exponents up to {}, at least {} is needed", format.exponents->second, needed);
}

PrecisionJudgement enough() {
  return {Answer::holds, {}, "everything that decides is computed exactly"};
}

}  // namespace

PrecisionJudgement ids_by_bounds(const FloatFormat& format, const PrecisionBounds& bounds,
                                 const Parameters& parameters, const Rational& layers) {
  const auto& [n, d, D] = parameters;
  if (is_enough(format, bounds.ids_enough)) return enough();
  if (format.exponents && finite_numbers(format) < Rational(n) * power(D, n * d)) {
    return {
        Answer::breaks, layers,
        fmt::format("it has fewer than 2^{} numbers, and there are n D^(nd) ids, more than 2^{}",
                    finite_numbers(format).bits(), bounds.count_bits - 1)};
  }
  if (format.bits < bounds.ids_least.bits)
    return {Answer::breaks, layers, too_few_bits(format, bounds.ids_least.bits)};
  if (format.exponents && format.exponents->second < bounds.ids_least.largest)
    return {Answer::breaks, layers, too_small_exponents(format, bounds.ids_least.largest)};
  return {};
}

PrecisionJudgement soft_by_bounds(const FloatFormat& format, const PrecisionBounds& bounds,
                                  const Rational& layers) {
  if (is_enough(format, bounds.soft_enough))
    return {Answer::holds, {}, "rounding and softmax together stay within it"};
  if (format.bits < bounds.soft_least.bits)
    return {Answer::breaks, layers, too_few_bits(format, bounds.soft_least.bits)};
  if (format.exponents && format.exponents->second < bounds.soft_least.largest)
    return {Answer::breaks, layers, too_small_exponents(format, bounds.soft_least.largest)};
  return {};
}

namespace {

// An earlier layer says more.
void take_earlier(PrecisionJudgement& judgement, PrecisionJudgement other) {
  if (other.answer != Answer::breaks || judgement.answer == Answer::holds) return;
  if (judgement.answer == Answer::breaks && *judgement.layer <= *other.layer) return;
  judgement = std::move(other);
}

// Some inputs that are executed where there are too many: named, and how they are made.
struct NamedInput {
  std::string name;
  PrecisionFollower::Input entry;
};
std::vector<NamedInput> some_inputs(std::uint64_t D) {
  std::vector<NamedInput> inputs;
  inputs.push_back({"G = 0", [](std::size_t) { return std::uint64_t{0}; }});
  inputs.push_back({"G = 1 - delta everywhere", [D](std::size_t) { return D - 1; }});
  inputs.push_back({"a random G", [D](std::size_t i) {
                      std::uint64_t x = i * 0x9E3779B97F4A7C15ULL + 1;
                      x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
                      x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
                      return (x ^ (x >> 31)) % D;
                    }});
  return inputs;
}

class PrecisionAnswering {
 public:
  explicit PrecisionAnswering(const PrecisionQuestion& question) : question_(question) {
    const auto& [n, d, D] = question.parameters;
    const Rational q = power(D, d);
    out_.p = question.pattern->layers.size();
    out_.s = question.assumption->s;
    out_.layers = Rational(out_.p) * Rational(n - 1) * q + Rational(out_.s);
    steps_ = approximately(Rational(n) * (Rational(2) * Rational(n - 1) * q + Rational(out_.s)));
    const Precision precision(256);
    const Rational tilde = delta_tilde(question.parameters, question.eps, question.lp).lower();
    out_.bound = tilde / Rational(4);
    tell("closed forms",
         approximately(Rational(n) * Rational(n) * Rational(d) * Rational(Rational(D).bits())) /
             2e9);
    out_.bounds = precision_bounds(question.parameters, out_.s, tilde);
  }

  PrecisionAnswer answer() {
    const auto& [n, d, D] = question_.parameters;
    const std::optional<std::uint64_t> inputs = Grid(n, d, D).size64();
    const double runs = 2.0 * static_cast<double>(question_.formats.size()) + 40;
    if (inputs && within_budget(static_cast<double>(*inputs) * runs)) {
      execute_all(*inputs);
    } else {
      for (const FloatFormat& format : question_.formats) {
        out_.formats.push_back(judge(format));
      }
      if (inputs) execute_some(*inputs);
    }
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool within_budget(double runs) const {
    return runs * steps_ <= question_.budget_seconds * kStepsASecond;
  }
  void tell(const std::string& what, double seconds) const {
    if (question_.progress) question_.progress(what, seconds);
  }

  // ---- Every input.
  void build() {
    const auto& question = question_;
    pattern_.emplace(expand(*question.pattern));
    construction_.emplace(hardmax::build(question.parameters, *pattern_, *question.assumption, {}));
    SoftSettings settings;
    settings.choice = SoftSettings::Choice::repaired;
    settings.map = SoftMap{};
    settings.eps = question.eps;
    settings.lp = question.lp;
    soft_.emplace(
        soft_network(*construction_, soft_stages(*construction_, settings), *settings.map));
    request_.construction = &*construction_;
    request_.pattern = &*pattern_;
  }
  FloatRun run(const FloatFormat& format, bool soft, bool to_the_end) {
    request_.model = {format, format};
    request_.network = soft ? &*soft_ : &construction_->network;
    request_.stop_at_merge = !soft && !to_the_end;
    request_.stop_above = soft && !to_the_end ? std::optional(out_.bound) : std::nullopt;
    return run_float(request_);
  }
  [[nodiscard]] std::string input_at(const FloatPlace& place) const {
    const auto& [n, d, D] = question_.parameters;
    return "G = " + Grid(n, d, D).show(place.ordinal);
  }
  // Of a run of some inputs, or of all.
  PrecisionJudgement judged_ids(const FloatRun& run) const {
    if (run.all_distinct() && !run.merge) return {Answer::holds, {}, "every input was executed"};
    PrecisionJudgement judgement{
        Answer::breaks, out_.layers,
        fmt::format("only {} of {} final ids differ", run.distinct, run.ids)};
    if (run.merge)
      take_earlier(judgement, {Answer::breaks, Rational(run.merge->layer + 1),
                               fmt::format("token {} gets the id of another, {}",
                                           run.merge->token + 1, input_at(*run.merge))});
    if (run.infinite)
      take_earlier(judgement, {Answer::breaks, Rational(run.infinite->layer + 1),
                               fmt::format("token {} overflows, {}", run.infinite->token + 1,
                                           input_at(*run.infinite))});
    return judgement;
  }
  PrecisionJudgement judged_soft(const FloatRun& run) const {
    if (run.infinite)
      return {
          Answer::breaks, Rational(run.infinite->layer + 1),
          fmt::format("token {} overflows, {}", run.infinite->token + 1, input_at(*run.infinite))};
    if (run.total_error <= out_.bound) return {Answer::holds, {}, "every input was executed"};
    return {Answer::breaks, out_.layers,
            fmt::format("the error is {} at the end", decimal_upper(run.total_error))};
  }

  void execute_all(std::uint64_t inputs) {
    build();
    out_.inputs = inputs;
    const double each = static_cast<double>(inputs) * steps_ / kStepsASecond;
    for (const FloatFormat& format : question_.formats) {
      tell(fmt::format("{} on all {} inputs", format.name(), inputs), 2 * each);
      out_.formats.push_back(
          {format, judged_ids(run(format, false, true)), judged_soft(run(format, true, true))});
    }
    const PrecisionBounds& bounds = out_.bounds;
    for (const bool soft : {false, true}) {
      tell(fmt::format("the fewest bits, {}", soft ? "softmax" : "hardmax"), 20 * each);
      const FormatNeed& enough = soft ? bounds.soft_enough : bounds.ids_enough;
      const auto serves = [&](const FloatFormat& format) {
        const FloatRun seen = run(format, soft, false);
        return (soft ? judged_soft(seen) : judged_ids(seen)).answer == Answer::holds;
      };
      ExecutedBits& found = soft ? out_.soft : out_.ids;
      for (long bits = 2; bits <= enough.bits && !found.mantissa; ++bits) {
        if (serves({bits, std::nullopt, false})) found.mantissa = bits;
      }
      for (long bits = 2; bits <= enough.exponent_bits() && !found.exponent; ++bits) {
        if (serves(ieee_format(enough.bits, bits))) found.exponent = bits;
      }
    }
  }

  // ---- Some inputs, whole, in ever more bits: those that break are shown to.
  void execute_some(std::uint64_t inputs) {
    std::vector<std::uint64_t> ordinals{0, inputs - 1};
    for (const std::uint64_t share : {3U, 5U, 7U}) ordinals.push_back(inputs / share);
    const double each = static_cast<double>(ordinals.size());
    const long first = out_.bounds.ids_least.bits,
               last = std::min(out_.bounds.ids_enough.bits, kMostRunBits);
    const double runs =
        static_cast<double>(last - first + 1) + static_cast<double>(question_.formats.size());
    if (last < first || !within_budget(each * runs)) return;
    tell(fmt::format("{} inputs in {} and more bits", ordinals.size(), first),
         each * runs * steps_ / kStepsASecond);
    build();
    request_.ordinals = ordinals;
    out_.some_inputs = ordinals.size();
    long bits = first;
    for (; bits < last; ++bits) {
      if (judged_ids(run({bits, std::nullopt, false}, false, false)).answer == Answer::holds) break;
    }
    out_.ids_least_run = bits;
    for (PrecisionOfFormat& of : out_.formats) {
      take_earlier(of.ids, judged_ids(run(of.format, false, true)));
      take_earlier(of.soft, judged_soft(run(of.format, true, true)));
    }
  }

  // ---- Too many of them.
  PrecisionOfFormat judge(const FloatFormat& format) {
    const auto& parameters = question_.parameters;
    PrecisionOfFormat of{format, ids_by_bounds(format, out_.bounds, parameters, out_.layers),
                         soft_by_bounds(format, out_.bounds, out_.layers)};
    if (of.ids.answer == Answer::holds) return of;
    if (const auto weight = infinite_weight(parameters, out_.p, *question_.assumption, format)) {
      const PrecisionJudgement judgement{Answer::breaks, weight->layer, weight->what};
      take_earlier(of.ids, judgement);
      take_earlier(of.soft, judgement);
    }
    const bool at_once = of.ids.answer == Answer::breaks && *of.ids.layer == Rational(1) &&
                         of.soft.answer == Answer::breaks && *of.soft.layer == Rational(1);
    if (format.bits > kMostRunBits || at_once) return of;
    const PrecisionFollower follower(parameters, *question_.pattern, *question_.assumption, format);
    tell(fmt::format("{}: single inputs through the selective stage", format.name()),
         approximately(Rational(parameters.n) * Rational(parameters.d + 20)) * 1e-6);
    for (const NamedInput& input : some_inputs(parameters.D)) {
      const FollowedInput followed = follower.follow(input.entry);
      if (!followed.layer) continue;
      const PrecisionJudgement judgement{Answer::breaks, *followed.layer,
                                         followed.what + ", " + input.name};
      take_earlier(of.ids, judgement);
      if (followed.starts_infinite) take_earlier(of.soft, judgement);
    }
    return of;
  }

  const PrecisionQuestion& question_;
  PrecisionAnswer out_;
  double steps_ = 0;  // of one input in one run
  std::optional<Pattern> pattern_;
  std::optional<Construction> construction_;
  std::optional<Network> soft_;
  FloatRequest request_;
};

}  // namespace

PrecisionAnswer answer_precision(const PrecisionQuestion& question) {
  return PrecisionAnswering(question).answer();
}

}  // namespace hardmax
