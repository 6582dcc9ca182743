#include "pattern/import/mask_values.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "exact/error.hpp"
#include "pattern/file_bytes.hpp"
#include "pattern/import/refusal.hpp"

namespace hardmax {
namespace {

constexpr double blocked_from = -10000;  // BERT's old additive masks hold exactly this

std::uint64_t bits_at(std::string_view data, const Element& e, std::size_t at) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < e.bytes; ++i) {
    const std::size_t byte = e.big_endian ? i : e.bytes - 1 - i;
    value = value << 8 | static_cast<unsigned char>(data[at * e.bytes + byte]);
  }
  return value;
}

double half(std::uint64_t bits) {
  const double sign = (bits >> 15 & 1) != 0 ? -1 : 1;
  const int exponent = static_cast<int>(bits >> 10 & 31);
  const auto mantissa = static_cast<double>(bits & 1023);
  if (exponent == 31) return mantissa == 0 ? sign * HUGE_VAL : std::nan("");
  if (exponent == 0) return sign * std::ldexp(mantissa, -24);
  return sign * std::ldexp(1024 + mantissa, exponent - 25);
}

double real(std::uint64_t bits, const Element& e) {
  if (e.kind == Element::Kind::brain_real || e.bytes == 4) {
    const auto word =
        static_cast<std::uint32_t>(e.kind == Element::Kind::brain_real ? bits << 16 : bits);
    float value = 0;
    std::memcpy(&value, &word, sizeof value);
    return static_cast<double>(value);
  }
  if (e.bytes == 2) return half(bits);
  double value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

std::int64_t signed_value(std::uint64_t bits, std::size_t bytes) {
  const unsigned shift = 64 - 8 * static_cast<unsigned>(bytes);
  return static_cast<std::int64_t>(bits << shift) >> shift;
}

double number_at(std::string_view data, const Element& e, std::size_t at) {
  const std::uint64_t bits = bits_at(data, e, at);
  if (e.kind == Element::Kind::real || e.kind == Element::Kind::brain_real) return real(bits, e);
  if (e.kind == Element::Kind::integer)
    return static_cast<double>(signed_value(bits, e.bytes));  // rounding keeps 0, 1 and the sign
  return static_cast<double>(bits);
}

std::string shown(std::string_view data, const Element& e, std::size_t at) {
  const std::uint64_t bits = bits_at(data, e, at);
  if (e.bytes == 1 && e.kind != Element::Kind::integer) return "the byte " + std::to_string(bits);
  if (e.kind == Element::Kind::natural) return std::to_string(bits);
  if (e.kind == Element::Kind::integer) return std::to_string(signed_value(bits, e.bytes));
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.6g", real(bits, e));
  return text.data();
}

struct Kinds {
  std::size_t zeros = 0, ones = 0, blocked = 0;
  std::optional<std::size_t> one, low, other;  // where the first stands
};

// 0: zero, 1: one, 2: so negative that it blocks, 3: anything else.
int kind_of(double value) {
  if (value == 0) return 0;
  if (value == 1) return 1;
  return value <= blocked_from ? 2 : 3;  // a NaN is neither
}

Kinds count_kinds(std::string_view data, const Element& e, std::size_t count) {
  Kinds kinds;
  if (e.bytes == 1 && e.kind != Element::Kind::integer) {  // a gigabyte of these is common
    kinds.ones = static_cast<std::size_t>(std::count(data.begin(), data.end(), '\1'));
    kinds.zeros = static_cast<std::size_t>(std::count(data.begin(), data.end(), '\0'));
    if (kinds.ones > 0) kinds.one = data.find('\1');
    if (kinds.ones + kinds.zeros < count)
      kinds.other = data.find_first_not_of(std::string_view("\0\1", 2));
    return kinds;
  }
  for (std::size_t i = 0; i < count; ++i) {
    switch (kind_of(number_at(data, e, i))) {
      case 0: ++kinds.zeros; break;
      case 1:
        if (kinds.ones++ == 0) kinds.one = i;
        break;
      case 2:
        if (kinds.blocked++ == 0) kinds.low = i;
        break;
      default: kinds.other = i; return kinds;
    }
  }
  return kinds;
}

}  // namespace

std::optional<Element> element_of_numpy(std::string_view descr) {
  Element e;
  if (descr == "?") return e;
  if (!descr.empty() && std::string_view("<>|=").find(descr.front()) != std::string_view::npos) {
    e.big_endian = descr.front() == '>';
    descr.remove_prefix(1);
  }
  if (descr.size() != 2) return std::nullopt;
  e.bytes = static_cast<std::size_t>(descr[1] - '0');
  const bool whole = e.bytes == 1 || e.bytes == 2 || e.bytes == 4 || e.bytes == 8;
  if (!whole) return std::nullopt;
  switch (descr[0]) {
    case 'b':
      e.kind = Element::Kind::boolean;
      return e.bytes == 1 ? std::optional(e) : std::nullopt;
    case 'u': e.kind = Element::Kind::natural; return e;
    case 'i': e.kind = Element::Kind::integer; return e;
    case 'f': e.kind = Element::Kind::real; return e.bytes > 1 ? std::optional(e) : std::nullopt;
    default: return std::nullopt;
  }
}

std::optional<Element> element_of_safetensors(std::string_view dtype) {
  using enum Element::Kind;
  struct Type {
    std::string_view name;
    Element element;
  };
  static constexpr std::array<Type, 13> types{{{"BOOL", {boolean, 1}},
                                               {"U8", {natural, 1}},
                                               {"U16", {natural, 2}},
                                               {"U32", {natural, 4}},
                                               {"U64", {natural, 8}},
                                               {"I8", {integer, 1}},
                                               {"I16", {integer, 2}},
                                               {"I32", {integer, 4}},
                                               {"I64", {integer, 8}},
                                               {"F16", {real, 2}},
                                               {"BF16", {brain_real, 2}},
                                               {"F32", {real, 4}},
                                               {"F64", {real, 8}}}};
  for (const Type& type : types) {
    if (type.name == dtype) return type.element;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> natural_at(std::string_view data, const Element& element,
                                        std::size_t at) {
  const std::uint64_t bits = bits_at(data, element, at);
  if (element.kind == Element::Kind::integer && signed_value(bits, element.bytes) < 0)
    return std::nullopt;
  return bits;
}

bool is_zero_at(std::string_view data, const Element& element, std::size_t at) {
  return number_at(data, element, at) == 0;
}

MaskValues mask_values(std::string_view data, const Element& element,
                       const std::filesystem::path& file, const ImportOptions& options) {
  const std::size_t count = data.size() / element.bytes;
  const std::string name = file.filename().string();
  const Kinds kinds = count_kinds(data, element, count);
  if (kinds.other) {
    refuse_file(
        file,
        "value " + std::to_string(*kinds.other) + " is " + shown(data, element, *kinds.other) +
            (element.bytes == 1 ? "; a boolean is 0 or 1"
                                : "; a mask holds 0 and 1 (--mask-true attend or block), or 0 and "
                                  "-inf or at most -10^4 (--mask-true additive)"));
  }
  if (kinds.blocked > 0 && kinds.ones > 0) {
    refuse_file(file, "holds 1 at value " + std::to_string(*kinds.one) + " and " +
                          shown(data, element, *kinds.low) + " at value " +
                          std::to_string(*kinds.low) +
                          ": a mask holds 0 and 1, or is added to scores and holds 0 and -inf");
  }
  MaskValues values;
  if (kinds.blocked > 0 || options.additive) {
    if (kinds.ones > 0) {
      refuse_option("--mask-true additive: " + name + " holds 0 and 1, which is not added to " +
                    "scores; write --mask-true attend or block, for what 1 means");
    }
    if (options.true_attends) {
      refuse_option(std::string("--mask-true ") + (*options.true_attends ? "attend" : "block") +
                    ": " + name + " holds 0 and " + shown(data, element, *kinds.low) +
                    ", an additive mask, where 0 attends; write --mask-true additive");
    }
    values.meaning = "added to the scores: 0 attends, -inf and what is at most -10^4 blocks";
    if (!options.additive) values.meaning += " (recognised by its values)";
    values.converted.emplace(count, '\0');
    for (std::size_t i = 0; i < count; ++i)
      (*values.converted)[i] = is_zero_at(data, element, i) ? '\1' : '\0';
    return values;
  }
  if (!options.true_attends) {
    refuse_option("--mask-true is missing: say attend or block, as libraries differ on what " +
                  std::string(element.kind == Element::Kind::boolean ? "true" : "1") +
                  " means in " + name);
  }
  values.true_attends = *options.true_attends;
  values.meaning = std::string(element.kind == Element::Kind::boolean ? "true" : "1") + " means " +
                   (values.true_attends ? "attend" : "block");
  if (element.bytes == 1) {
    values.own = data;
    return values;
  }
  values.converted.emplace(count, '\0');
  for (std::size_t i = 0; i < count; ++i)
    (*values.converted)[i] = is_zero_at(data, element, i) ? '\0' : '\1';
  return values;
}

}  // namespace hardmax
