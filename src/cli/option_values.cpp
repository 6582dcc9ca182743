#include "cli/option_values.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "exact/closest.hpp"
#include "exact/error.hpp"

namespace hardmax::cli {

namespace {

constexpr std::uint64_t kMaxBase = 1'000'000'000;  // the largest 1/delta

}  // namespace

void bad(const std::string& line) { throw InvalidInput(InvalidInput::Kind::option, line); }

std::string shortened(const std::string& text) {
  return text.size() <= 60 ? text : text.substr(0, 57).append("...");
}

std::optional<Rational> number_of(const std::string& text) {
  if (text.starts_with('-')) return std::nullopt;
  const auto point = text.find('.');
  if (point == std::string::npos) return Rational::parse(text);
  if (text.find('/') != std::string::npos || text.size() <= 1) return std::nullopt;
  const std::string fraction = text.substr(point + 1);
  const auto digits = Rational::parse("0" + text.substr(0, point) + fraction);
  return digits ? std::optional(*digits / power(10, fraction.size())) : std::nullopt;
}

std::uint64_t whole_number(const std::string& option, const std::string& text, std::uint64_t least,
                           std::uint64_t most) {
  const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  const auto value = digits && text.size() <= 1000 ? Rational::parse(text) : std::nullopt;
  if (!value || *value < Rational(least) || *value > Rational(most)) {
    bad(fmt::format("{} '{}': must be a whole number from {} to {}", option, shortened(text), least,
                    most));
  }
  return value->numerator_mod64();
}

std::uint64_t inverse_of_delta(const std::string& text) {
  const std::string shown = shortened(text);
  const auto value = text.size() <= 1000 ? number_of(text) : std::nullopt;
  if (!value)
    bad(fmt::format("--delta '{}': not a number; write 1/D or a decimal, for example 1/2 or 0.125",
                    shown));
  if (value->sign() <= 0)
    bad(fmt::format("--delta '{}': must be 1/D for a whole number D of at least 2, for example 1/2",
                    shown));
  const Rational D = Rational(1) / *value;
  if (D < Rational(2))
    bad(fmt::format(
        "--delta '{}': must be at most 1/2; write 1/D for a whole number D of at least 2", shown));
  if (!D.is_integer())
    bad(fmt::format(
        "--delta '{}': 1/delta is {}, not a whole number; the nearest are 1/{} and 1/{}", shown,
        D.str(), floor(D).str(), (floor(D) + Rational(1)).str()));
  if (D > Rational(kMaxBase))
    bad(fmt::format("--delta '{}': 1/delta may be at most {}", shown, kMaxBase));
  return D.numerator_mod64();
}

void one_of(const std::string& option, const std::string& value,
            const std::vector<std::string>& allowed) {
  if (std::find(allowed.begin(), allowed.end(), value) != allowed.end()) return;
  std::string list;
  for (const std::string& a : allowed) list += (list.empty() ? "" : ", ") + a;
  bad(fmt::format("{} '{}': unknown; known are {}{}", option, shortened(value), list,
                  do_you_mean(closest(value, allowed))));
}

std::uint64_t seconds_of(const std::string& option, const std::string& text) {
  const std::size_t digits = text.find_first_not_of("0123456789");
  const std::string unit = digits == std::string::npos ? "s" : text.substr(digits);
  const std::uint64_t scale =
      unit == "s" ? 1 : (unit == "m" || unit == "min" ? 60 : (unit == "h" ? 3600 : 0));
  if (digits == 0 || text.empty() || scale == 0)
    bad(fmt::format("{} '{}': write a time such as 600, 90s, 10m or 2h", option, text));
  return whole_number(option, text.substr(0, digits), 1, 1'000'000'000) * scale;
}

std::size_t bytes_of(const std::string& text) {
  const std::size_t digits = text.find_first_not_of("0123456789");
  const std::string unit = digits == std::string::npos ? "" : text.substr(digits);
  const unsigned shift = unit == "K" ? 10 : (unit == "M" ? 20 : (unit == "G" ? 30 : 0));
  if (digits == 0 || text.empty() || shift == 0)
    bad(fmt::format("--memory '{}': write a size such as 512M or 4G", text));
  return whole_number("--memory", text.substr(0, digits), 1, 1'000'000) << shift;
}

Verdict verdict_of(const std::string& text, const std::string& option) {
  for (const Verdict v : {Verdict::verified, Verdict::refuted, Verdict::unrefuted,
                          Verdict::undecided, Verdict::not_checkable, Verdict::error}) {
    if (text == name_of(v)) return v;
  }
  bad(
      fmt::format("--expect '{}': unknown verdict '{}'; write verified, refuted, unrefuted, "
                  "undecided, not_checkable or error",
                  option, text));
}

report::FailOn fail_on_of(const std::string& text) {
  report::FailOn on;
  for (std::size_t start = 0; !text.empty() && start <= text.size();) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    const std::string word = text.substr(start, comma - start);
    one_of("--fail-on", word, {"refuted", "undecided", "changed", "vacuous"});
    on.refuted = on.refuted || word == "refuted";
    on.undecided = on.undecided || word == "undecided";
    on.vacuous = on.vacuous || word == "vacuous";
    start = comma + 1;
  }
  return on;
}

std::vector<Rational> input_of(const std::string& text, std::uint64_t count, bool extended) {
  std::vector<Rational> entries;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    const std::string word = text.substr(start, comma - start);
    const bool minus = extended && word.starts_with("-");
    auto x = word.size() <= 1000 ? number_of(word.substr(minus ? 1 : 0)) : std::nullopt;
    if (x && minus) x = -*x;
    if (!x || (!extended && (x->sign() < 0 || *x >= Rational(1)))) {
      bad(
          fmt::format("--input '{}': '{}' is not a number{}; write n d of them with commas, for "
                      "example 0,1/2,0.25,0",
                      shortened(text), shortened(word), extended ? "" : " in [0, 1)"));
    }
    entries.push_back(*x);
    if (entries.size() > count) break;
    start = comma + 1;
  }
  if (entries.size() != count) {
    bad(fmt::format(
        "--input '{}': {} entries, but n d = {}; write them token by token, row 1 first",
        shortened(text), entries.size() > count ? "more" : std::to_string(entries.size()), count));
  }
  return entries;
}

}  // namespace hardmax::cli
