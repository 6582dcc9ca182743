// Symbolic execution: all inputs at once. No input is enumerated and no layer is run; every step is
// a fact about all inputs, and the first one that cannot be shown ends the run as undecided, with
// the place.
//
// A column id at some time is a node: the input digit of a token plus a constant, or a whole-number
// combination of earlier nodes. Every node has bounds that hold for every input.
//
//   order      the current ids of the columns are in one strict order for every input; a > b is
//   shown by a lower bound of a - b that is at least 1, after a's and b's definitions
//              have been put in as often as it takes (where intervals overlap, as for n = 2 dense,
//              a - b itself is what is bounded).
//   sweep      exactly one column lies in the windows for every input, so each of its values meets
//   one layer; all others lie outside. The largest and smallest id it attends to are
//              read off the order. What it becomes lies above all windows, so that no second layer
//              fires. Of inputs whose digits increase, several columns may lie in the windows: they
//              meet their layers in their order, each while the later ones are what they were.
//   all-max    after t layers the id of column k is c^t T_k + L_k, with T_k the id that some column
//   had before the stage and 0 <= L_k < c^t. So the largest id attended to has the
//              largest T, and T is found by the order alone; L is bounded along the way. Whoever
//              attends to whom within equal T does not matter.
//   corners    the choices of increasing digits are the whole points of a simplex, with n + 1
//   corners that are such choices too; so a linear form is bounded by its values there, exactly.
//   inverse    of some nodes that are known: if all parts of one but one are known, so is that one;
//   and a digit x in it, as b x, if the other unknown parts all have the factor a or -a, and
//              a / gcd(a, b) is at least the number of digits' values.
//
// The numbers are rational, or polynomials in x, y and z, which are any whole numbers >= 0
// (exact/whole_polynomial.hpp): then one run is for all the sizes that they stand for, every
// comparison is shown by coefficients or not at all, and one that is not ends the run.
//
// Nothing of the paper is assumed: no order, no gamma, no bound. Broken networks come out as
// undecided, never as shown.
//
// Units     of delta.   Cost  one step a sweep, one look at each edge of the pattern layers used.
// Trust     producer side. Of what it shows, verify-check takes nothing: it has an argument of its
// own for yun2020b without overrides (src/check/kind_structural.cpp). Tests
// tests/unit/execute/symbolic_test.cpp: every node and every id against the literal executor on
// whole grids, broken networks included; symbolic_every_size_test.cpp: polynomials
//           against numbers.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "exact/rational.hpp"
#include "network/stages.hpp"
#include "pattern/pattern.hpp"

namespace hardmax {

// What does not depend on the numbers.
struct SymbolicFacts {
  using Index = std::uint32_t;  // of a node

  struct Fired {  // in one sweep
    Token token = 0, largest = 0, smallest = 0;
    friend bool operator==(const Fired&, const Fired&) = default;
  };
  struct Shown {
    bool holds = false;
    std::string why_not;
  };
  struct Signs {  // that something may have, over all inputs
    bool negative = true, zero = true, positive = true;
    [[nodiscard]] bool settled() const { return !zero || (!negative && !positive); }
  };
};

template <typename Number>
class SymbolicRunOf : public SymbolicFacts {
 public:
  struct Node {
    std::vector<std::pair<Index, Number>> terms;  // earlier nodes, each once, no coefficient 0;
                                                  // none: the digit of token `digit`, once
    Number constant;
    Token digit = 0;
    Number low, high;             // for every input
    std::vector<Number> corners;  // if digits increase: the values where the first i digits are the
                                  // least, i - 1 at most, and the others the largest; i = 0..n
  };
  using Sum =
      std::vector<std::pair<Index, Number>>;  // by decreasing index, none twice, no coefficient 0

  // Requires  the same number of columns in both; they outlive the object. If digits are to
  // increase, there are such: values >= tokens.
  SymbolicRunOf(const StagedNetworkOf<Number>& network, const Pattern& pattern);

  // Whether all stages could be followed. If not: where and why, one line.
  [[nodiscard]] bool followed() const { return undecided_.empty(); }
  [[nodiscard]] const std::string& undecided() const { return undecided_; }
  // Where what is undecided depends on one id, or on the difference of two: its factors of the
  // digits, by token. Empty: it does not.
  [[nodiscard]] std::vector<Number> open() const;

  [[nodiscard]] const std::vector<Node>& nodes() const {
    return nodes_;
  }  // the first n are the columns before the first layer
  [[nodiscard]] const std::vector<std::optional<Fired>>& fired() const {
    return fired_;
  }  // by sweep; if digits increase, all of one sweep one after another

  // After the sweeps. Requires  swept().
  [[nodiscard]] bool swept() const { return swept_; }
  [[nodiscard]] const std::vector<Index>& columns() const { return column_; }
  [[nodiscard]] const std::vector<Token>& order() const { return order_; }  // by increasing id

  // After the all-max layers. Requires  followed(). T as tokens: T_k is the id after the sweeps of
  // token leading()[k].
  [[nodiscard]] const std::vector<Token>& leading() const { return leading_; }

  // Whether each all-max layer adds to each id a multiple of one multiplier.
  [[nodiscard]] bool adds_multiples() const { return adds_multiples_; }

  // What follows from all of that; otherwise why not.
  [[nodiscard]] Shown ids_differ_in_each_input() const;
  [[nodiscard]] Shown all_ids_differ() const;
  [[nodiscard]] Shown determine_input(const std::vector<Index>& nodes)
      const;  // different inputs, different values of them together

  // a - b >= least for every input, if true. If false, nothing is known.
  [[nodiscard]] bool above(Index a, Index b, const Number& least = 1) const;
  // Of a sum of nodes and a constant, whole numbers. `signs`: what is known of it.
  [[nodiscard]] Signs signs(Sum sum, Number constant, Signs signs = {}) const;
  // Whether both took the same steps, so that nodes are the same sums of nodes; what differs is how
  // numbers are written.
  [[nodiscard]] bool same_steps(const SymbolicRunOf& o) const {
    return nodes_.size() == o.nodes_.size() && fired_ == o.fired_ && column_ == o.column_ &&
           order_ == o.order_;
  }
  [[nodiscard]] const Number& values() const { return network_.values; }  // of a digit

 private:
  [[nodiscard]] std::optional<Number> lower_bound(
      const Sum& sum) const;  // none: the sign of a factor is not shown
  [[nodiscard]] bool bounded(const Sum& sum, const Number& constant, const Number& least)
      const;  // sum + constant >= least is shown by the bounds of the nodes as they stand
  [[nodiscard]] bool at_least(Index node, const Number& least) const;
  [[nodiscard]] bool at_most(Index node, const Number& most) const;
  [[nodiscard]] bool may_be_bounded(const Sum& sum, const Number& constant,
                                    const Number& least) const;
  [[nodiscard]] Signs at_corners(const Sum& sum, const Number& constant, Signs signs) const;
  void look(const Sum& sum, const Number& constant, Signs& signs) const;
  bool put_in(Sum& sum, Number& constant)
      const;  // the definition of the newest node that has one; false: there is none
  void add(Sum& sum, Index node, const Number& factor) const;
  std::optional<Index> combine(Sum terms);  // none: the sign of a factor is not shown

  bool start();
  bool sweep(std::size_t number);
  bool fire(std::size_t number, Token k, const std::string& where);
  bool insert(Token token, const std::string& where);
  bool all_max();
  bool all_max_applies();
  [[nodiscard]] std::size_t all_max_told() const;  // after so many layers L_k < c^t is shown
  bool stop(std::string why);
  bool stop_at(std::vector<Index> difference, std::string why);  // of one or two

  const StagedNetworkOf<Number>& network_;
  const Pattern& pattern_;
  std::vector<Node> nodes_;
  std::vector<Index> column_;
  std::vector<Token> order_;
  std::vector<std::int64_t> rank_;  // of each token: larger is higher in the order
  std::vector<std::optional<Fired>> fired_;
  std::vector<Token> leading_;
  std::size_t told_ = 0;  // after so many all-max layers L_k < c^t is shown
  bool swept_ = false, adds_multiples_ = false;
  std::string undecided_;
  std::vector<Index> open_;
};

extern template class SymbolicRunOf<Rational>;
extern template class SymbolicRunOf<WholePolynomial>;
using SymbolicRun = SymbolicRunOf<Rational>;

}  // namespace hardmax
