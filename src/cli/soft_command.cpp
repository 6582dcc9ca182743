// verify soft: what it is told, and its run.
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>

#include "cli/answer.hpp"
#include "cli/bound_constructions.hpp"
#include "cli/option_values.hpp"
#include "cli/output.hpp"
#include "cli/pattern_options.hpp"
#include "cli/run_command.hpp"
#include "discharge/soft/certify.hpp"
#include "exact/atomic_file.hpp"
#include "exact/crew.hpp"
#include "exact/error.hpp"
#include "execute/grid.hpp"
#include "report/soft.hpp"

namespace hardmax::cli {

namespace {

constexpr std::uint64_t kMaxInputs = 10'000'000;
constexpr std::int64_t kMaxLayers = 1 << 20;

Rational allowed_number(const std::string& option, const std::string& text, const char* wanted,
                        const auto& allowed) {
  const auto value = text.size() <= 1000 ? number_of(text) : std::nullopt;
  if (!value || !allowed(*value))
    bad(fmt::format("{} '{}': must be {}", option, shortened(text), wanted));
  return *value;
}

// None for "admissible".
std::optional<SoftMap> map_of(const std::string& text) {
  if (text == "admissible") return std::nullopt;
  const auto colon = text.find(':');
  if (text.size() > 1000)
    bad(fmt::format("--rho '{}': too long; write for example topk:2", shortened(text)));
  const auto parameter =
      colon != std::string::npos ? number_of(text.substr(colon + 1)) : std::nullopt;
  const auto map = parse_soft_map(parameter ? text.substr(0, colon + 1) + parameter->str() : text);
  const auto refuse = [&](const char* remedy) {
    bad(fmt::format("--rho '{}': {}", shortened(text), remedy));
  };
  if (!map)
    refuse(
        "unknown; write softmax, topk:K, topk-ties:K, sparselin:LAMBDA, entmax:ALPHA or "
        "admissible");
  switch (map->kind) {
    case SoftMap::Kind::softmax: break;
    case SoftMap::Kind::top_k:
    case SoftMap::Kind::top_k_ties:
      if (!map->parameter.is_integer() || map->parameter < Rational(1))
        refuse("k must be a whole number of at least 1");
      break;
    case SoftMap::Kind::sparselin:
      if (map->parameter.sign() < 0 || map->parameter >= Rational(1))
        refuse("lambda must be at least 0 and below 1");
      break;
    case SoftMap::Kind::entmax:
      if (map->parameter < Rational(1)) refuse("alpha must be at least 1");
      break;
  }
  return map;
}

// "0,7,100..120"
std::vector<std::uint64_t> ordinals_of(const std::string& text, const Rational& count) {
  const std::uint64_t last = count > Rational(std::uint64_t{1} << 62)
                                 ? (std::uint64_t{1} << 62) - 1
                                 : static_cast<std::uint64_t>(*count.to_int64()) - 1;
  std::vector<std::uint64_t> list;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    const std::string word = text.substr(start, comma - start);
    const auto dots = word.find("..");
    const std::uint64_t from = whole_number("--inputs", word.substr(0, dots), 0, last);
    const std::uint64_t to =
        dots == std::string::npos ? from : whole_number("--inputs", word.substr(dots + 2), 0, last);
    if (to < from)
      bad(fmt::format("--inputs '{}': the range {} is empty; write the smaller number first",
                      shortened(text), shortened(word)));
    if (to - from >= kMaxInputs || list.size() + (to - from) >= kMaxInputs)
      bad(fmt::format("--inputs '{}': at most {} inputs; name fewer", shortened(text), kMaxInputs));
    for (std::uint64_t i = from; i <= to; ++i) list.push_back(i);
    start = comma + 1;
  }
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return list;
}

// The formats of --float, in the order given.
std::vector<FloatModel> float_models(const RawSoft& raw) {
  const auto format = [](const std::string& option, const std::string& name) {
    const auto found = parse_float_format(name);
    if (!found)
      bad(
          fmt::format("{} '{}': unknown format; write float64, float32, tf32, bfloat16, float16, "
                      "e5m2, e4m3, m24e8 or bits:N with N from 2 to 4096",
                      option, shortened(name)));
    return *found;
  };
  std::vector<FloatModel> models;
  const std::string list = raw.floats == "all" ? "float64,float32,bfloat16,float16" : raw.floats;
  for (std::size_t start = 0; !list.empty() && start <= list.size();) {
    const std::size_t comma = std::min(list.find(',', start), list.size());
    const FloatFormat stored = format("--float", list.substr(start, comma - start));
    const FloatFormat computed =
        raw.accumulate.empty() ? stored : format("--accumulate", raw.accumulate);
    if (models.size() == 16)
      bad(fmt::format("--float '{}': at most 16 formats; name fewer", shortened(list)));
    if (computed.bits < stored.bits)
      bad(fmt::format("--accumulate '{}': fewer bits than {}; name a wider format", raw.accumulate,
                      stored.name()));
    models.push_back({stored, computed});
    start = comma + 1;
  }
  if (models.empty() && !raw.accumulate.empty())
    bad(fmt::format("--accumulate '{}': only beside --float", shortened(raw.accumulate)));
  return models;
}

void validate_numbers(const RawSoft& raw, SoftSettings& settings) {
  settings.map = map_of(raw.rho);
  const auto positive = [](const Rational& x) { return x.sign() > 0; };
  if (!raw.eta.empty())
    settings.eta =
        allowed_number("--eta", raw.eta, "a number above 0 and at most 1, such as 1/1000",
                       [](const Rational& x) { return x.sign() > 0 && x <= Rational(1); });
  if (!raw.zeta.empty())
    settings.zeta = allowed_number("--zeta", raw.zeta, "a positive number such as 1/16", positive);
  if (!raw.t.empty()) {
    settings.t = allowed_number("--t", raw.t, "a positive number such as 100", positive);
    if (!settings.map)
      bad(fmt::format("--t '{}': --rho admissible has no scale; give --eta and --zeta, or a map",
                      shortened(raw.t)));
  }
  if (!raw.eps.empty())
    settings.eps = allowed_number("--eps", raw.eps, "a positive number such as 1", positive);
  if (!raw.lp.empty())
    settings.lp = allowed_number("--lp", raw.lp, "a number of at least 1 such as 2",
                                 [](const Rational& x) { return x >= Rational(1); });
}

// What computes in --float runs at constants of its own and decides nothing.
void validate_beside_floats(const RawSoft& raw, const SoftOptions& options) {
  const SoftSettings& settings = options.settings;
  if (raw.rho != "softmax" || settings.eta || settings.zeta || settings.t || options.search) {
    bad(
        fmt::format("--float '{}': runs hardmax and softmax at constants of its own; leave out "
                    "--rho, --eta, --zeta, --t and --search",
                    shortened(raw.floats)));
  }
  if (options.run.fail_on.refuted || options.run.fail_on.undecided || options.run.fail_on.vacuous) {
    bad(fmt::format(
        "--float '{}': decides no claim that --fail-on could name; leave one of them out",
        shortened(raw.floats)));
  }
  if (!options.run.certificate.empty())
    bad(fmt::format(
        "--certificate '{}': what --float computes decides nothing; leave one of them out",
        shortened(options.run.certificate)));
}

}  // namespace

void validate(const RawSoft& raw, SoftOptions& options) {
  validate_numbers(raw, options.settings);
  if (!raw.precision.empty())
    options.bits = static_cast<long>(
        whole_number("--precision", raw.precision, 2, Precision::most >> kSoftDoublings));
  options.floats = float_models(raw);
  if (!options.floats.empty()) validate_beside_floats(raw, options);
  if (!options.run.certificate.empty() && !options.run.overrides.empty()) {
    bad(fmt::format("--certificate '{}': it speaks of the printed network; leave out --with",
                    shortened(options.run.certificate)));
  }
  if (!raw.cliff.empty()) {
    if (options.floats.empty())
      bad(fmt::format("--cliff '{}': only beside --float", shortened(raw.cliff)));
    options.cliff = Box::parse(raw.cliff);
  }
  const auto& [n, d, D] = options.run.parameters;
  const Grid grid(n, d, D);
  if (!raw.inputs.empty() && raw.inputs != "all") {
    options.ordinals = ordinals_of(raw.inputs, grid.size());
  } else if (grid.size() > Rational(kMaxInputs)) {
    bad(
        fmt::format("--inputs 'all': there are more than {} grid inputs; name some, for example "
                    "--inputs 0..999",
                    kMaxInputs));
  }
}

int soft_command(const SoftOptions& options) {
  if (!options.floats.empty()) return float_command(options);
  const Pattern pattern = pattern_and_warn(options.run.pattern);
  SoftQuestion question;
  question.parameters = options.run.parameters;
  question.pattern = &pattern;
  question.overrides = options.run.overrides;
  question.settings = options.settings;
  question.ordinals = options.ordinals;
  question.bits = options.bits;
  question.search = options.search;
  question.threads = threads_of(options.run.threads);
  const auto& [n, d, D] = question.parameters;
  if (Rational(pattern.layers()) * Rational(n - 1) * power(D, d) > Rational(kMaxLayers)) {
    bad(
        fmt::format("--delta '1/{}': the network has more than {} attention layers; take a larger "
                    "delta, fewer rows or fewer tokens",
                    D, kMaxLayers));
  }
  const std::vector<claim::Entry> entries = load_claims(options.run.claims);
  const SoftAnswer answer = answer_soft(question);
  Answer said;
  std::string certificate;
  if (!options.run.certificate.empty() && answer.construction) {
    const SoftCertificate made = certify_soft(question, answer, entries);
    for (const std::string& line : made.left_out) said.tell("not in the certificate: " + line);
    if (!made.text.empty()) {
      certificate = options.run.certificate;
      said.add_file(certificate, bound_to_constructions(made.text, entries));
    }
  }
  if (!options.run.certificate.empty() && certificate.empty())
    said.tell(fmt::format("no certificate: {}", answer.construction
                                                    ? "nothing can be stated"
                                                    : "Assumption 1 does not hold"));
  int code = report::exit_code(answer, options.run.fail_on);
  const bool of_records =
      options.run.overrides.empty() &&
      std::none_of(answer.parts.begin(), answer.parts.end(),
                   [](const SoftPart& part) { return part.choice == SoftPart::Choice::own; });
  if (const std::string contradiction =
          of_records ? report::soft_contradiction(answer, entries) : "";
      !contradiction.empty()) {
    said.tell("against the record: " + contradiction);
    code = 1;
  }
  const std::string shown =
      options.run.json
          ? report::soft_json(question, answer, HARDMAX_VERSION,
                              claims_read(options.run.claims, entries), certificate, code)
          : report::soft_text(question, answer, certificate);
  said.give(shown);
  return code;
}

}  // namespace hardmax::cli
