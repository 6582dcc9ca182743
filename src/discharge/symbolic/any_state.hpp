// A construction without positional encodings on all inputs, whatever the order of their columns,
// as claims see it: a layer is looked at on any state before it.
//
// The ids after some layers are unknowns, and all that is known is that those in the sweep are
// whole numbers of delta: before the first layer they are; no head then meets an id equal to its
// bias, which is half a number; and so a layer adds a multiple of the shift. A head sees the
// largest id attended to where the own one is above its bias, the smallest where it is below.
// Largest and smallest of some ids are unknowns too, the same for the same ids. What a comparison
// is not known to be is looked at in cases. Tokens i and i + 1 of an input exchanged, they are
// exchanged after every layer: weights are the same for all tokens, and if columns begin with the
// same encoding, and the pattern is what it was with both exchanged, so is all that a layer sees.
//
// Units     of delta in unknowns; names are answered in real units.   Tests
// tests/unit/discharge/symbolic_increasing_test.cpp
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "claim/symbolic.hpp"
#include "discharge/symbolic/staged_run.hpp"
#include "execute/flat_graph.hpp"

namespace hardmax {

class AnyState final : public claim::InputFunctions {
 public:
  static constexpr std::uint64_t most_work =
      2'000'000;  // signs asked for, each of an expression of few names
  static constexpr std::size_t most_assumed = 4;  // at a time

  // Requires  one sweep, p = 1. Both outlive the object.
  AnyState(const StagedRun& run, const claim::Vocabulary& vocabulary)
      : run_(run), vocabulary_(vocabulary), names_(staged_names(vocabulary)) {}
  // Before each formula: of inputs with so many different columns, sorted or not.
  void begin(std::uint64_t columns, bool sorted);
  [[nodiscard]] bool alike(Token i);  // whether i and i + 1 may be exchanged

  [[nodiscard]] std::optional<claim::Quotient> read(std::size_t accessor,
                                                    std::span<const claim::Quotient> numbers,
                                                    std::span<const std::size_t> inputs) override;
  [[nodiscard]] unsigned signs(const claim::Quotient& x) override;
  [[nodiscard]] std::optional<Rational> value(const claim::Quotient& x) override {
    return x.constant();
  }
  [[nodiscard]] bool any_input() const override { return true; }
  [[nodiscard]] std::optional<claim::Quotient> inputs() const override { return std::nullopt; }
  [[nodiscard]] std::optional<claim::Quotient> extreme(const claim::Quotient&, bool) override {
    return std::nullopt;
  }
  [[nodiscard]] bool tells_input(const claim::Quotient&, std::size_t) override { return false; }
  [[nodiscard]] bool known(const claim::Node&) override { return false; }
  [[nodiscard]] bool whole() const override { return false; }
  [[nodiscard]] bool of_layer(std::size_t accessor) const override {
    return is_of_layer(names_[accessor]) || vocabulary_[accessor].name == "swapped";
  }
  [[nodiscard]] std::optional<std::vector<Numbers>> numbers(const claim::Quotient& first,
                                                            const claim::Quotient& last,
                                                            bool of_input) override;
  [[nodiscard]] std::optional<claim::Quotient> best_of(const std::vector<claim::Quotient>& values,
                                                       bool largest) override;
  [[nodiscard]] std::optional<claim::Quotient> real(claim::Binder::Domain domain) override;
  void leave_open(const claim::Quotient& x) override;
  [[nodiscard]] std::optional<claim::Quotient> take_open(bool may_be_many) override;
  void assume_sign(const claim::Quotient& x, unsigned sign) override;
  void forget_sign() override { assumed_.pop_back(); }
  // Of equations nothing is made.
  [[nodiscard]] bool assume(const std::vector<Fact>&) override { return true; }
  void forget() override {}
  [[nodiscard]] std::size_t samples() const override { return 0; }
  [[nodiscard]] std::vector<Fact> sample(std::size_t, std::size_t) const override { return {}; }

 private:
  using Quotient = claim::Quotient;
  enum class Of {
    input,
    layer,
    real
  };  // what it depends on: the input alone; the layer that is any; a real number, and nothing
      // is assumed of it
  struct Unknown {
    bool whole = false;
    std::optional<Rational> low, high;
    bool above = false;  // low, if there is one, is not attained
    Of of = Of::input;
  };
  // a P + c, P without a constant and with a coefficient 1 of its first term.
  struct Form {
    std::map<claim::Polynomial::Monomial, Rational> P;
    Rational a, c;
  };
  struct Assumed {
    std::map<claim::Polynomial::Monomial, Rational> P;
    Rational at;
    unsigned signs;  // of P - at
  };

  [[nodiscard]] static Form form_of(const claim::Polynomial& numerator);
  [[nodiscard]] unsigned by_bounds(const Form& form) const;
  Quotient unknown(const std::string& name, Unknown what);
  Quotient entry(std::size_t r, Token k);  // of the input
  Quotient id(const Quotient& layers, Token k);
  Quotient head(const Quotient& layer, std::uint64_t h, Token k);
  [[nodiscard]] Span range(const Quotient& layers) const;

  [[nodiscard]] Of of(const Quotient& x) const;
  std::uint64_t index(const Quotient& x, std::uint64_t last) const;

  const StagedRun& run_;
  const claim::Vocabulary& vocabulary_;
  std::vector<StagedName> names_;
  std::vector<Unknown> unknowns_;  // variable i + 1
  std::map<std::string, std::size_t> variables_;
  std::optional<std::size_t> layer_;  // the variable that is any layer of the sweep
  std::vector<Assumed> assumed_;
  std::optional<Quotient> open_;
  std::map<Token, bool> alike_;
  std::uint64_t columns_ = 1, work_ = 0;
  bool sorted_ = false;
};

}  // namespace hardmax
