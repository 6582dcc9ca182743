// The order in which a selective stage moves the columns, found from the program by interval
// arithmetic, and the decoder that undoes it.
//
// In a chain g(1), g(2), ..., g(n) every column from the second on is moved once, in this order,
// each by the column before it: with x_i the id of column g(i) after the stage,
//     x_1 = z_{g(1)},    x_i = z_{g(i)} + f_i (x_{i-1} - z_{g(i)}) (step)
// because x_{i-1} is the largest and z_{g(i)} the smallest id that g(i) sees. For one input this is
// so if for every i
//     (T)  x_i >= least_i: beyond the window that moved it, beyond all ids still to be moved (so it
//     is the maximum it is taken for, and never the minimum), (W)  x_i in no later window: listed
//     windows it might meet are `avoid`, (O)  x_1 < x_2 < ... < x_n,
// the rest (which column is in which window when) holds for all inputs and is settled here. (T),
// (W), (O) are tested on every input by whoever uses the chain.
//
// The decoder: x_i determines (z_{g(i)}, x_{i-1}) if f_i is at least the number q of values
// z_{g(i)} can have, as x_i = z_{g(i)} mod f_i. So the top base-c digit of an id gives x_n, hence
// all x_i and G; the lowest digit is x_i for k = g(i). Nothing here proves that ids are such; the
// decoder is checked by being run.
//
// Units  of delta.    Trust  a hint and a decoder, both untrusted.   Source  yun2020b E.2.2, E.2.4.
// Tests  tests/unit/execute/chain_test.cpp
#pragma once
#include <optional>
#include <utility>
#include <vector>

#include "execute/id_run.hpp"

namespace hardmax {

struct ChainLink {
  Token token = 0;
  std::int64_t offset = 0;  // z_token = offset + u^T G_token
  std::int64_t factor = 0;  // f_i, at least 1; unused for the first
  Rational low, high;       // bounds of x_i over all inputs, provided the chain holds
  Rational least;           // (T)
  std::vector<std::pair<std::int64_t, std::uint64_t>> avoid;  // (W): windows [base, base + count)
};

struct Chain {
  std::vector<ChainLink> links;  // n of them
  std::size_t stages = 0;  // the chain covers the stages before this one, all the leading windows
};

// Empty if the leading windows do not move the columns one by one as above for every input, as far
// as intervals can tell.
std::optional<Chain> find_chain(const IdProgram& program);

class Decoder {
 public:
  // What an id decodes to.
  struct Place {
    std::uint64_t ordinal = 0;
    std::size_t token = 0;
    friend bool operator==(const Place&, const Place&) = default;
  };
  // Empty if the program gives no decoder: no chain, a factor below q, extreme layers that differ
  // in their factor or have none, q^n >= 2^63.
  static std::optional<Decoder> make(const IdProgram& program, const std::optional<Chain>& chain);

  // Of the id alone. Empty where the id is not the image of the decoder's rule.
  [[nodiscard]] std::optional<Place> decode(Int128 id) const;
  [[nodiscard]] std::optional<Place> decode(const Rational& id) const;
  // The digits of the id, lowest first, `digits()` of them.
  [[nodiscard]] std::size_t digits() const { return digits_; }
  [[nodiscard]] const Rational& base() const { return base_; }
  // The last token of the chain. Where its id after the shift is in [0, base()), the rule reads off
  // it alone which input it was.
  [[nodiscard]] std::size_t last() const { return links_.back().token; }

 private:
  template <class Int>
  std::optional<Place> decode_integer(const Int& id, const Int& base) const;
  std::vector<ChainLink> links_;
  std::uint64_t q_ = 0, D_ = 0, d_ = 0;
  Rational base_;
  std::optional<Int128> small_base_;
  std::size_t digits_ = 0;
};

}  // namespace hardmax
