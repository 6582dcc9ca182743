// A run at every D >= F at once, at one d, as claims see it: the names of the run as functions of D
// and of the ids after the sweeps (claim/symbolic.hpp), and each is a whole number with bounds
// that are polynomials in x = D - F, or a combination of earlier ones (execute/symbolic.hpp). What
// differs from D to D otherwise, or is not a linear form, is left undecided.
//
// Inputs    all grid points; where columns are to increase, those with sorted(H) = 1 and
// category(H) = 1, and D^d >= n. A formula is about the latter if each binder over inputs asks for
// both. Units     of delta in forms; names are answered in real units. Trust
// tests/unit/discharge/every_size_test.cpp holds what comes out true to runs on every input at
// small D.
#pragma once
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "claim/symbolic.hpp"
#include "discharge/sweep_papers.hpp"
#include "discharge/symbolic/staged_run.hpp"
#include "execute/increasing_digits.hpp"
#include "execute/symbolic.hpp"

namespace hardmax {

// One construction at the sizes of `size`, where d is given.
struct EveryRun {
  EverySize size;
  const SweepPaper* paper = nullptr;        // none: that which takes a pattern
  bool positional = false;                  // of a sweep
  const Pattern* pattern = nullptr;         // who attends to whom
  const Assumption1* assumption = nullptr;  // of yun2020b
  StagedNetworkOf<WholePolynomial> network;
  const claim::Model* rest = nullptr;  // at one size: other names that do not depend on the input
  [[nodiscard]] std::uint64_t p() const { return paper != nullptr ? 1 : pattern->layers(); }
};

// What a formula says, if it is no more than that final ids differ: of all inputs and tokens, or of
// the tokens of each input. Of all grid points, or of those with increasing columns.
struct IdsSay {
  enum class What { other, all_differ, differ_in_each_input } what = What::other;
  bool increasing = false;
};
IdsSay what_ids_say(const claim::Node& node, const claim::Vocabulary& names);
// Whether every binder over inputs asks for increasing columns before anything else, and there is
// one. Formulas in the names of a sweep.
bool about_increasing(const claim::Formula& formula);

class EveryInput final : public claim::InputFunctions {
 public:
  // What a formula may cost: comparisons, each counted by the coefficients in it.
  static constexpr std::uint64_t most_work = 2'000'000;
  // Comparisons of a formula in which the layers of sweeps are terms, known ones too.
  static constexpr std::uint64_t most_comparisons = 40'000;
  static constexpr std::size_t most_known_signs = std::size_t{1} << 15;  // kept
  // Of polynomials that are compared.
  static constexpr std::uint32_t most_degree = 4096;

  // `run` followed every.network; no run: there are no inputs, and only what does not depend on
  // them is answered. `in_q`: the same network followed as a function of q = D^d, for every q from
  // the least on; where a comparison is one of functions of q alone, their polynomials are d times
  // shorter.
  EveryInput(const EveryRun& every, const SymbolicRunOf<WholePolynomial>* run,
             const claim::Vocabulary& vocabulary,
             const SymbolicRunOf<WholePolynomial>* in_q = nullptr);

  [[nodiscard]] std::optional<claim::Quotient> read(std::size_t accessor,
                                                    std::span<const claim::Quotient> numbers,
                                                    std::span<const std::size_t> inputs) override;
  [[nodiscard]] unsigned signs(const claim::Quotient& x) override;
  [[nodiscard]] std::optional<Rational> value(const claim::Quotient& x) override;
  [[nodiscard]] bool any_input() const override { return run_ != nullptr; }
  [[nodiscard]] std::optional<claim::Quotient> inputs() const override;
  [[nodiscard]] std::optional<claim::Quotient> extreme(const claim::Quotient& x,
                                                       bool largest) override;
  [[nodiscard]] bool tells_input(const claim::Quotient& x, std::size_t input) override;
  [[nodiscard]] bool known(const claim::Node& node) override;
  // The layers of the sweep, where columns increase, are those at whose window a column is, and
  // between two such any: more formulas come out, or fewer.
  void take_layers_together(bool so) { together_ = so; }
  [[nodiscard]] bool layers_asked() const {
    return layers_asked_;
  }  // since begin(): whether that makes a difference
  [[nodiscard]] bool of_layer(std::size_t accessor) const override {
    return is_of_layer(names_[accessor]);
  }
  [[nodiscard]] std::optional<std::vector<Numbers>> numbers(const claim::Quotient& first,
                                                            const claim::Quotient& last,
                                                            bool of_input) override;
  // At one D, of inputs whose columns increase; else nothing is made of facts, and there is no
  // sample. every_pair.cpp.
  [[nodiscard]] bool assume(const std::vector<Fact>& facts) override;
  void forget() override { supposed_.pop_back(); }
  [[nodiscard]] std::size_t samples() const override;
  [[nodiscard]] std::vector<Fact> sample(std::size_t input, std::size_t number) const override;
  // Pairs of inputs that something was supposed of since begin(), as the facts that say so, and
  // one pair more: of these a formula that holds may be seen to say something.
  [[nodiscard]] std::vector<std::vector<Fact>> examples() const;
  [[nodiscard]] const std::vector<std::vector<Rational>>& pairs() const {
    return examples_;
  }  // their digits, and of two inputs that were not told apart
  [[nodiscard]] bool given_up() const { return given_up_; }  // since begin(), for what it costs
  [[nodiscard]] const std::string& why_not_known() const { return why_not_known_; }
  // Before the next formula.
  void begin() {
    work_ = 0;
    layers_asked_ = layers_are_terms_ = given_up_ = false;
    comparisons_ = 0;
    why_not_known_.clear();
    supposed_.clear();
    examples_.clear();
  }
  // Names that are numbers or sets at every D, and do not depend on the input.
  [[nodiscard]] const claim::Model& model() const { return *model_; }

 private:
  using Quotient = claim::Quotient;
  [[nodiscard]] Quotient in_D(const WholePolynomial& p) const;
  // Variables: D, then, of each of two inputs, its nodes, its entries, its category, whether it is
  // sorted, and numbers of ranges.
  [[nodiscard]] std::size_t block() const {
    return (run_ == nullptr ? 0 : run_->nodes().size()) + every_.size.n * *every_.size.d + 2 +
           most_ranges();
  }
  // Any number from first to last: each a node, if there is one, and a function of D. There may be
  // none.
  struct End {
    std::optional<std::uint32_t> node;
    WholePolynomial plus;
    friend bool operator==(const End&, const End&) = default;
  };
  struct Range {
    End first, last;
    friend bool operator==(const Range&, const Range&) = default;
  };
  [[nodiscard]] std::size_t most_ranges() const { return 2 * every_.size.n + 16; }
  Quotient any_of(Range range);  // the same for the same range
  [[nodiscard]] Quotient of_input(std::size_t index) const {
    return Quotient::variable(1 + reading_ * block() + index);
  }
  [[nodiscard]] Quotient node(std::uint32_t index) const { return of_input(index); }
  [[nodiscard]] Quotient entry(std::size_t r, Token k) const;
  [[nodiscard]] Quotient position(Token k) const;
  void require_layer(const Quotient& layer, std::uint64_t first);
  [[nodiscard]] std::uint64_t index(const std::vector<Quotient>& numbers, std::size_t at,
                                    std::uint64_t last) const;
  Quotient id(const Quotient& layers, Token k);  // after so many
  Quotient swept(const Quotient& layers, Token k);
  const Quotient& after_last(std::size_t layers, Token k);
  Quotient head(const std::vector<Quotient>& numbers);
  std::optional<Quotient> read_of_network(StagedName staged, const std::vector<Quotient>& numbers);
  std::optional<Quotient> read_of_input(StagedName staged, const std::vector<Quotient>& numbers);
  Quotient best(const std::vector<Quotient>& ids, bool largest);
  // Layers as terms (every_layers.cpp).
  [[nodiscard]] std::optional<std::vector<Numbers>> between_columns(const Quotient& first,
                                                                    const Quotient& last);
  [[nodiscard]] std::optional<std::pair<std::int64_t, std::int64_t>> whole_sweeps(
      const Quotient& x);
  [[nodiscard]] std::optional<std::vector<Numbers>> of_sweeps(const Quotient& first,
                                                              const Quotient& last, bool of_input);
  [[nodiscard]] std::optional<WholePolynomial> function_of_D(const Quotient& x);  // whole, or none
  struct Place {
    std::size_t pattern_layer = 0;
    std::optional<std::size_t> sweep;  // none: after all
    Quotient window;
    bool moves = false;  // a layer with heads
  };
  const Place& place(const Quotient& layer);
  [[nodiscard]] Place found_place(const Quotient& layer);
  std::optional<std::size_t> passed(const Quotient& layers);  // of the layers after the sweeps, so
                                                              // many; none: it is in the sweeps
  [[nodiscard]] unsigned signs_of_one(const claim::Polynomial& numerator);  // of input 0
  [[nodiscard]] unsigned signs_afresh(const claim::Polynomial& numerator);
  struct Bound;
  void add_beyond_nodes(Bound& bound, std::size_t beyond, const WholePolynomial& factor,
                        bool largest) const;
  [[nodiscard]] unsigned signs_of(Bound& bound, const SymbolicFacts::Signs& known) const;
  // A numerator made whole, a linear form in nodes and entries: by variable, 0 for none, the
  // factors as polynomials in D, power by power.
  using Linear = std::map<std::size_t, std::vector<std::pair<std::uint32_t, Rational>>>;
  [[nodiscard]] static std::optional<Linear> linear(const claim::Polynomial& numerator);
  [[nodiscard]] std::optional<SymbolicFacts::Signs> signs_in_q(
      const Linear& form);  // none: it is no function of q
  WholePolynomial factor(const std::vector<std::pair<std::uint32_t, Rational>>& powers, bool in_q);
  // D or, in_q, q to a power.
  [[nodiscard]] const WholePolynomial& power_of_D(std::uint32_t exponent, bool in_q = false);
  // Of two inputs, or of inputs that something is supposed of (every_pair.cpp).
  [[nodiscard]] bool has_digits() const {
    return run_ != nullptr && every_.network.increasing && every_.size.alone &&
           every_.network.sweeps.size() == 1;
  }
  [[nodiscard]] std::optional<IncreasingDigits::Form> in_digits(const claim::Polynomial& numerator);
  [[nodiscard]] IncreasingDigits free_digits() const;
  [[nodiscard]] unsigned signs_of_pair(const claim::Polynomial& numerator);
  [[nodiscard]] const SymbolicFacts::Shown& ids_differ();  // of all inputs and tokens
  std::optional<Quotient> planted(const std::vector<Quotient>& numbers,
                                  std::span<const std::size_t> inputs);

  const EveryRun& every_;
  const SymbolicRunOf<WholePolynomial>* run_;
  const SymbolicRunOf<WholePolynomial>* in_q_;
  const claim::Vocabulary& vocabulary_;
  std::vector<StagedName> names_;
  std::unique_ptr<claim::Model> model_;
  WholePolynomial D_;
  Quotient D, delta, q_, sweep_layers_;  // functions of D
  struct Move {
    std::size_t sweep;
    std::uint32_t before, after;
    std::array<std::optional<Quotient>, InputFunctions::most_inputs>
        layer{};  // that makes it, of each input
  };
  std::vector<std::vector<Move>> moves_;  // by token
  std::vector<std::vector<std::optional<Quotient>>>
      after_last_;           // of input 0, then of input 1: by layers passed, by token
  std::size_t reading_ = 0;  // the input whose names are read
  bool in_general_ = false;  // what names are is asked of all inputs, whatever is supposed
  std::vector<std::optional<IncreasingDigits>>
      supposed_;  // one after another, each with those before; none: nothing is made of it
  std::vector<std::vector<Rational>> examples_;      // digits of both inputs
  std::vector<IncreasingDigits::Form> node_digits_;  // of input 0
  std::map<std::uint32_t, WholePolynomial> powers_, powers_in_q_;
  std::map<std::map<claim::Polynomial::Monomial, Rational>, unsigned>
      known_signs_;  // of numerators
  std::optional<SymbolicFacts::Shown> ids_differ_;
  std::optional<bool> ids_not_negative_;  // the last ones
  std::vector<Range> ranges_;
  using Terms = std::map<claim::Polynomial::Monomial, Rational>;
  std::map<Terms, std::uint64_t> layers_;  // that there are, from this one on or earlier
  std::map<Terms, Place> places_;          // of them
  std::map<Terms, std::optional<std::size_t>> passed_;
  std::vector<std::vector<Token>>
      leading_;  // by all-max layers passed: the token whose id after the sweeps the leading part
                 // of an id is; empty where that is not shown
  std::vector<std::size_t> rank_;  // of each token: larger is higher after the sweeps
  std::uint64_t work_ = 0;
  std::uint64_t comparisons_ = 0;
  bool together_ = false, layers_asked_ = false, layers_are_terms_ = false, given_up_ = false;
  std::string why_not_known_;
};

}  // namespace hardmax
