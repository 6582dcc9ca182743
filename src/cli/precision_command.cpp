#include "cli/precision_command.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>

#include "cli/answer.hpp"
#include "cli/option_values.hpp"
#include "cli/output.hpp"
#include "cli/pattern_options.hpp"
#include "decide/estimate.hpp"
#include "exact/atomic_file.hpp"
#include "exact/error.hpp"
#include "pattern/structured_assumption1.hpp"
#include "report/precision.hpp"

namespace hardmax::cli {

namespace {

constexpr const char* kAllFormats = "e4m3,e5m2,float16,bfloat16,tf32,float32,float64";
constexpr std::uint64_t kMostTokens = 65'536, kMostRows = 65'536, kMostEntries = 1'000'000;
constexpr std::size_t kMostFormats = 32;

std::vector<FloatFormat> formats_of(const std::string& text) {
  const std::string list = text.empty() || text == "all" ? kAllFormats : text;
  std::vector<FloatFormat> formats;
  for (std::size_t start = 0; start <= list.size();) {
    const std::size_t comma = std::min(list.find(',', start), list.size());
    const std::string name = list.substr(start, comma - start);
    const auto found = parse_float_format(name);
    if (!found)
      bad(
          fmt::format("--format '{}': unknown format; write {}, m24e8 (mantissa bits with the "
                      "leading one, exponent bits), bits:24, a list of these, or all",
                      shortened(name), "float64, float32, tf32, bfloat16, float16, e5m2, e4m3"));
    formats.push_back(*found);
    start = comma + 1;
  }
  if (formats.size() > kMostFormats)
    bad(fmt::format("--format: {} formats are named, at most {} are looked at; name fewer",
                    formats.size(), kMostFormats));
  return formats;
}

Rational positive_number(const char* option, const std::string& text, bool at_least_1) {
  const auto value = number_of(text);
  if (!value || (at_least_1 ? *value < Rational(1) : value->sign() <= 0))
    bad(fmt::format(
        "{} '{}': write {}", option, shortened(text),
        at_least_1 ? "a number of at least 1 such as 2" : "a positive number such as 1"));
  return *value;
}

// Lines on stderr, from one second on.
class Telling {
 public:
  explicit Telling(const std::string& progress) : silent_(progress == "none") {}
  void operator()(const std::string& what, double seconds) {
    const auto now = std::chrono::steady_clock::now();
    const bool late = now - last_ > std::chrono::seconds(2);
    if (silent_ || (seconds < 1 && !late)) return;
    if (seconds >= 1) {
      fmt::print(stderr, "verify: {}: about {}\n", what, duration(seconds));
    } else {
      fmt::print(stderr, "verify: {}\n", what);
    }
    last_ = now;
  }

 private:
  bool silent_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

void check_size(std::uint64_t n, std::uint64_t d) {
  if (n < 2)
    bad("NAME|FILE: has one token, and the construction begins at two; take a longer input");
  if (n > kMostTokens || n * d > kMostEntries)
    bad(fmt::format("--n '{}': at most {} tokens and n d of at most {} are supported; take fewer",
                    n, kMostTokens, kMostEntries));
}

// n of a picture: some between the powers of two, and that of the question.
std::vector<std::uint64_t> plotted(std::uint64_t n) {
  std::vector<std::uint64_t> all;
  for (std::uint64_t power = 2; power < n; power *= 2) {
    all.push_back(power);
    if (power > 2 && power < 64 && power + power / 2 < n) all.push_back(power + power / 2);
    if (power == 2 && n > 3) all.push_back(3);
  }
  all.push_back(n);
  return all;
}

struct Asked {
  StructuredPattern pattern;
  Assumption1 assumption;
};

// The first part of Assumption 1 that is not known to hold.
std::string why_not(const Asked& asked) {
  const Assumption1& a = asked.assumption;
  if (a.self != Decision::yes) return "(1.1): " + explain_self(a, asked.pattern);
  if (a.order != Decision::yes) return "(1.2): " + explain_order(a, asked.pattern);
  return "(1.3): " + explain_reach(a, asked.pattern);
}

report::PrecisionReport answered(const PrecisionOptions& options, const Asked& asked,
                                 const std::vector<FloatFormat>& formats, double budget,
                                 Telling& telling) {
  PrecisionQuestion question;
  question.parameters = {asked.pattern.n, options.parameters.d, options.parameters.D};
  question.pattern = &asked.pattern;
  question.assumption = &asked.assumption;
  question.formats = formats;
  question.eps = options.eps;
  question.lp = options.lp;
  question.budget_seconds = budget;
  question.progress = [&](const std::string& what, double seconds) { telling(what, seconds); };
  return {question.parameters, asked.pattern.name, answer_precision(question)};
}

// Of other numbers of tokens, where the pattern exists and meets Assumption 1.
std::vector<report::PrecisionPoint> points(const PrecisionOptions& options,
                                           const report::PrecisionReport& report,
                                           Telling& telling) {
  std::vector<report::PrecisionPoint> points;
  for (const std::uint64_t n : plotted(report.parameters.n)) {
    if (n == report.parameters.n) {
      points.push_back({n, report.answer});
      continue;
    }
    PatternRequest request = options.pattern;
    request.n = n;
    telling(fmt::format("the picture: n = {}", n), 0);
    try {
      Asked asked{import_pattern(request).pattern, {}};
      asked.assumption = decide_assumption1(asked.pattern);
      if (asked.assumption.holds())
        points.push_back(
            {n, answered(options, asked, {}, options.budget_seconds / 8, telling).answer});
    } catch (const InvalidInput&) {
      continue;  // a file of another number of tokens
    }
  }
  if (points.size() < 2)
    bad(
        fmt::format("--plot '{}': this pattern has one number of tokens alone; name a pattern, or "
                    "the configuration of a model",
                    shortened(options.plot)));
  return points;
}

int exit_code(const PrecisionAnswer& answer) {
  using Answer = PrecisionJudgement::Answer;
  const auto any = [&](Answer asked) {
    return std::any_of(answer.formats.begin(), answer.formats.end(),
                       [&](const PrecisionOfFormat& of) { return of.ids.answer == asked; });
  };
  return any(Answer::breaks) ? 1 : any(Answer::between) ? 2 : 0;
}

}  // namespace

void validate(const RawPrecision& raw, PrecisionOptions& options) {
  if (options.pattern.name_or_file.empty())
    bad("NAME|FILE is missing; write for example verify precision strided --n 16");
  auto& [n, d, D] = options.parameters;
  if (!raw.n.empty()) n = whole_number("--n", raw.n, 2, kMostTokens);
  d = whole_number("--d", raw.d.empty() ? "1" : raw.d, 1, kMostRows);
  D = inverse_of_delta(raw.delta.empty() ? "1/2" : raw.delta);
  options.pattern.n = n;
  options.formats = formats_of(raw.formats);
  one_of("--progress", options.progress, {"auto", "none"});
  if (!raw.eps.empty()) options.eps = positive_number("--eps", raw.eps, false);
  if (!raw.lp.empty()) options.lp = positive_number("--lp", raw.lp, true);
  if (!raw.budget.empty())
    options.budget_seconds = static_cast<double>(seconds_of("--budget", raw.budget));
}

int precision_command(const PrecisionOptions& options) {
  Telling telling(options.progress);
  Asked asked{import_and_warn(options.pattern).pattern, {}};
  check_size(asked.pattern.n, options.parameters.d);
  asked.assumption = decide_assumption1(asked.pattern);
  if (!asked.assumption.holds()) {
    print_result(fmt::format("Assumption 1 {} for this pattern, so there is no network\n{}\n",
                             asked.assumption.fails() ? "does not hold" : "is undecided",
                             why_not(asked)));
    return asked.assumption.fails() ? 1 : 2;
  }
  const report::PrecisionReport report =
      answered(options, asked, options.formats, options.budget_seconds, telling);
  Answer answer;
  if (!options.plot.empty())
    answer.add_file(options.plot, report::precision_plot(report, points(options, report, telling),
                                                         options.formats));
  answer.give(options.json ? report::precision_json(report, HARDMAX_VERSION)
                           : report::precision_text(report));
  return exit_code(report.answer);
}

}  // namespace hardmax::cli
