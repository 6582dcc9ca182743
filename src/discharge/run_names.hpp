// The names of a run (proofs/README.md, "Names of a run") and one use of them.
#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "claim/claim.hpp"

namespace hardmax {

// The order is that of the vocabulary.
enum class Name : std::size_t {
  n_,
  d_,
  D_,
  p_,
  s_,
  delta_name,
  Delta_,
  c_,
  shift_,
  gamma_,
  l_,
  A_,
  S_,
  E_,
  selective_layers_,
  all_max_layers_,
  mask_,
  heads_,
  bq_,
  G_,
  entry_,
  v_,
  head_,
  z_,
  zt_,
  M_,
  id_,
  quantize_layers_,
  qbreaks_,
  qmap_,
  q_hidden_,
  q_pieces_,
  q_flat_,
  value_layers_,
  v_hidden_,
  v_pieces_,
  v_flat_,
  v_low_,
  v_high_,
  f_,
  out_,
  out_R2_,
  out_R3_,
  moves_,
  planted_,
  planted_back_,
  planted_R2_,
  planted_R3_,
  soft_
};

const claim::Vocabulary& run_vocabulary();

// Whether an accessor, or any accessor of a formula, needs the value mapping, which is built from
// all inputs.
bool needs_value_mapping(std::size_t accessor);
bool needs_value_mapping(const claim::Formula& formula);

bool mentions(const claim::Formula& formula, std::size_t accessor);
std::size_t inputs_bound(const claim::Node& node);  // binders over inputs, here and within
std::size_t index_of(const claim::Vocabulary& names,
                     std::string_view name);  // Requires  that it is there

// The arguments of one read, with indices checked against their range.
struct NameCall {
  std::size_t accessor;
  std::span<const claim::Value> arguments;
  const claim::Vocabulary* vocabulary = &run_vocabulary();  // that the accessor is of

  [[nodiscard]] Name name() const { return static_cast<Name>(accessor); }
  // Errors  Undefined: not a whole number in first..last.
  [[nodiscard]] std::uint64_t index(std::size_t position, std::uint64_t first,
                                    std::uint64_t last) const;
  [[nodiscard]] const Rational& number(std::size_t position) const {
    return std::get<Rational>(arguments[position]);
  }
  [[nodiscard]] std::uint64_t ordinal(std::size_t position) const {
    return std::get<claim::Input>(arguments[position]).ordinal;
  }
};

}  // namespace hardmax
