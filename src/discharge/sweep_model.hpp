// A run of a sweep construction (construction/sweep.hpp) as claims see it: the names of proofs/README.md, "Names of a run of yun2020a and sparsebert", in real units.
//
// Everything comes from the literal executor. States are kept by input, so that all claims share one execution. Not thread-safe.
//
// Inputs    of yun2020a the extended grid G+: entries -delta^{-nd}, 0, delta, ..., 1 - delta, in this order; of sparsebert the grid. Token by token, the last entry fastest.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "claim/claim.hpp"
#include "construction/sweep.hpp"
#include "construction/yun2020b/value_mapping.hpp"
#include "execute/grid.hpp"
#include "execute/literal.hpp"

namespace hardmax {

// What a paper brings along. A new paper of this kind is a new entry of sweep_papers(); nothing else names papers.
struct SweepPaper {
  std::string_view name;  // claim ids begin with it
  bool extended;          // inputs are G+
  sweep::Construction (*build)(const sweep::Parameters&, bool positional, const sweep::Overrides&);
  std::vector<Layer> (*quantizer)(const sweep::Parameters&, bool positional, const std::set<std::uint64_t>& dropped);
};
const std::vector<SweepPaper>& sweep_papers();
const SweepPaper* sweep_paper_of(std::string_view claim_id);  // nullptr: none

const claim::Vocabulary& sweep_vocabulary();

class SweepModel final : public claim::Model {
 public:
  // Errors  InvalidInput (option): an override out of range. LimitReached: too many layers.
  SweepModel(const SweepPaper& paper, const sweep::Parameters& parameters, const sweep::Overrides& overrides);

  [[nodiscard]] claim::Value read(std::size_t accessor, std::span<const claim::Value> arguments) const override;
  [[nodiscard]] std::uint64_t input_count() const override { return input_count_; }
  [[nodiscard]] std::string show(claim::Input input) const override;

  // ---- what the names are made of; units of delta, tokens and rows 0-based

  struct Trace {
    std::vector<State<Rational>> states;
    std::vector<std::vector<Rational>> ids;  // after t layers, of token k
  };
  struct Variant {  // without or with positional encodings
    Variant(sweep::Construction&& network, const Pattern& pattern) : construction(std::move(network)), literal(construction.network, pattern) {}
    sweep::Construction construction;
    Literal<ExactHardmax> literal;
    mutable std::map<std::uint64_t, Trace> traces;
  };
  [[nodiscard]] const Variant& variant(bool positional) const;
  [[nodiscard]] const Trace& trace(bool positional, std::uint64_t ordinal) const;
  [[nodiscard]] State<Rational> grid_point(std::uint64_t ordinal) const;  // before encodings are added
  [[nodiscard]] std::uint64_t exchanged(std::uint64_t ordinal, std::uint64_t token) const;  // the input with tokens token and token + 1 exchanged
  [[nodiscard]] std::uint64_t distinct_columns(std::uint64_t ordinal) const;
  [[nodiscard]] int category(std::uint64_t ordinal) const;  // 1 distinct columns, 2 duplicate ones, 3 an entry out of range
  [[nodiscard]] bool sorted(std::uint64_t ordinal) const;   // ids of the columns do not decrease
  [[nodiscard]] Rational quantized(bool positional, const Rational& x) const;
  [[nodiscard]] std::size_t quantizer_size(bool positional) const { return quantizer(positional).layers().size(); }
  // Entry r of column (ordinal, token) of g_c after the value layers whose target is column (of, of_token) of g_c for that column and 0 for every other.
  // repaired: with all targets moved by -K e_1, K the largest id less the smallest plus delta, so that no target lies in a window, and K e_1 added after the last layer.
  [[nodiscard]] Rational planted(std::uint64_t ordinal, std::uint64_t token, std::uint64_t of, std::uint64_t of_token, std::uint64_t r, bool repaired) const;
  [[nodiscard]] const sweep::Parameters& parameters() const { return parameters_; }

 private:
  [[nodiscard]] const Network& quantizer(bool positional) const;

  const SweepPaper& paper_;
  sweep::Parameters parameters_;
  sweep::Overrides overrides_;
  Grid grid_;
  std::uint64_t input_count_ = 0;
  Pattern pattern_, alone_;  // every token sees every token; one token
  mutable std::unique_ptr<Variant> variants_[2];
  mutable std::optional<Network> quantizers_[2];
  mutable std::optional<yun2020b::WindowIndex> windows_;
  mutable Rational largest_less_smallest_;  // of the ids of the windows
  mutable std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> window_of_;
};

}  // namespace hardmax
