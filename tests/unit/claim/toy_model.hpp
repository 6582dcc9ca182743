// The toy model of tests/language/cases.txt, and its vocabulary.
#pragma once
#include <array>
#include <string>

#include "claim/claim.hpp"
#include "exact/error.hpp"

namespace toy {

using namespace hardmax;
using namespace hardmax::claim;

inline const Vocabulary& vocabulary() {
  static const Vocabulary v = {
      {"n", {}, Type::number},
      {"d", {}, Type::number},
      {"D", {}, Type::number},
      {"delta", {}, Type::number},
      {"gamma", {Type::number}, Type::number},
      {"A", {Type::number, Type::number}, Type::set},
      {"z", {Type::input, Type::number}, Type::number},
      {"id", {Type::input, Type::number}, Type::number},
      {"layers(quantize)", {}, Type::number},
      {"layers(selective_shift)", {}, Type::number},
      {"layers(all_max_shift)", {}, Type::number},
      {"layers(value)", {}, Type::number},
  };
  return v;
}

class Toy : public Model {
 public:
  explicit Toy(std::uint64_t inputs = 8) : inputs_(inputs) {}

  Value read(std::size_t accessor, std::span<const Value> a) const override {
    ++reads;
    switch (accessor) {
      case 0: return Rational(3);
      case 1: return Rational(1);
      case 2: return Rational(2);
      case 3: return Rational(1) / Rational(2);
      case 4: return Rational(std::array{2, 1, 3}.at(index(a[0], 3)));
      case 5: {
        static const std::array<std::array<Set, 3>, 2> layers = {
            {{Set{1, 2}, Set{1, 2, 3}, Set{2, 3}}, {Set{1}, Set{2}, Set{1, 3}}}};
        return layers.at(index(a[0], 2)).at(index(a[1], 3));
      }
      case 6: return Rational(bit(std::get<Input>(a[0]), index(a[1], 3))) / Rational(2);
      case 7: return Rational(3 * std::get<Input>(a[0]).ordinal + index(a[1], 3) + 1);
      case 8: return Rational(1);
      case 9: return Rational(2);
      case 10: return Rational(3);
      case 11: return Rational(4);
      default: throw BrokenContract("toy: no such accessor");
    }
  }
  std::uint64_t input_count() const override { return inputs_; }
  std::string show(Input input) const override {
    std::string text;
    for (std::size_t k = 0; k < 3; ++k) {
      if (k > 0) text += ' ';
      text += static_cast<char>('0' + bit(input, k));
    }
    return text;
  }

  mutable std::uint64_t reads = 0;

 private:
  static unsigned bit(Input input, std::size_t k) {
    return static_cast<unsigned>(input.ordinal >> (2 - k) & 1);
  }
  static std::size_t index(const Value& value, std::int64_t last) {
    const auto i = std::get<Rational>(value).to_int64();
    if (!i || *i < 1 || *i > last)
      throw Undefined("index " + std::get<Rational>(value).str() + " is not in 1.." +
                      std::to_string(last));
    return static_cast<std::size_t>(*i - 1);
  }

  std::uint64_t inputs_;
};

inline std::string bindings(const std::vector<Binding>& at, const Model& model) {
  std::string text = "[";
  for (const Binding& b : at) {
    if (text.size() > 1) text += ", ";
    text.append(b.name).append("=").append(show(b.value, model));
  }
  text += ']';
  return text;
}

// As tests/language/cases.txt writes an answer.
inline std::string answer(const Outcome& outcome, const Model& model) {
  if (outcome.kind == Outcome::Kind::undefined) return "undefined";
  if (outcome.kind == Outcome::Kind::limit) return "limit";
  if (outcome.truth == Truth::unknown) return "unknown";
  if (outcome.truth == Truth::yes) return outcome.vacuous ? "true vacuous" : "true";
  if (!outcome.witness) return "false, without a witness";
  const Witness& w = *outcome.witness;
  std::string text = "false ";
  text += bindings(w.at, model);
  if (w.relation == "distinct") text.append(" ").append(bindings(w.other, model));
  if (w.relation != "false")
    text.append(" ")
        .append(show(*w.lhs, model))
        .append(" ")
        .append(w.relation)
        .append(" ")
        .append(show(*w.rhs, model));
  return text;
}

inline std::string answer(std::string_view text, const Model& model) {
  try {
    return answer(evaluate(Formula::parse(text, vocabulary()), model), model);
  } catch (const TypeError&) {
    return "type";
  } catch (const SyntaxError&) {
    return "syntax";
  }
}

}  // namespace toy
