// Soft networks of yun2020b run on column ids alone, faster than the literal executor, which stays
// their twin: both enclose the same numbers.
//
// Every head reads columns through u^T and writes the first row alone, so ids after a layer depend
// on ids before it (execute/id_program.hpp). Beyond that, two things are left out:
//   settled   in a window layer, a column that is certainly on one side of both thresholds has two
//   heads that name the same key, if that key leads by enough; they cancel, and what is
//             left of the soft map only widens the ball. "Enough" and how much it widens depend on
//             the arithmetic: softmax and softmax over k scores, once every other weight is below
//             2^-(bits + 64); the sparse maps from their gap on, where nothing is left; admissible
//             maps from zeta on, where eta times the reach of the values is
//   small     in a head of softmax that is not settled, exponentials below 2^-(bits + 64) are
//   bounded and the others have no more bits than count beside 1
// Nothing is kept from one input for another. What is not settled goes through the arithmetics of
// execute/soft.hpp.
//
// Units     of delta.
// Trust     containment, at the precision of the thread; magnitudes (mag_t) are rounded to the safe
// side.   Source  yun2020b F.2   Tests  tests/unit/execute/soft_ids_test.cpp
#pragma once
#include <span>
#include <vector>

#include "enclose/magnitude.hpp"
#include "execute/id_program.hpp"
#include "execute/soft.hpp"

namespace hardmax {

// One layer that has heads: (factor, low) and, of a window, (-factor, high) with high = low + 1.
struct IdLayer {
  bool window = false;
  std::size_t keys = 0;  // index into IdProgram::keys
  Rational factor, low, high;
};
// The layers of a program one by one, in order.
std::vector<IdLayer> id_layers(const IdProgram& program);

// Whether every head of the network writes the first row alone; then rows 2..d are never changed.
bool writes_first_row_alone(const Network& network);

// The exact ids after a layer of a program, from those before it, as execute_exactly has them.
void step_exactly(const IdProgram& program, const IdLayer& layer,
                  const std::vector<Rational>& before, std::vector<Rational>& after);

// A few consecutive layers with one map, or one zeta and eta.
template <class Arithmetic>
class SoftIds {
 public:
  // The map of SoftBalls; the bound, which outlives this, of the others. Requires  a precision that
  // stays the same from here on.
  SoftIds(const IdProgram& program, std::span<const IdLayer> layers, std::optional<SoftMap> map,
          const Bound* bound);
  void start(std::span<const Ball> ids);
  void step(std::size_t i);  // layer i, after those before it
  [[nodiscard]] std::size_t layers() const { return layers_.size(); }
  [[nodiscard]] const std::vector<Ball>& ids() const { return now_; }
  [[nodiscard]] const std::vector<Ball>& before() const { return before_; }  // before the last step
  // In the last step the largest score of each head at column k led by at least this. 0 where that
  // was not looked at.
  [[nodiscard]] const Magnitude& lead(std::size_t k) const { return leads_[k]; }

 private:
  // Of a layer.
  struct Constants {
    Ball factor, low, high;
    Magnitude residue;   // widening of a settled column, per unit of reach; upper bound
    bool exact = false;  // the thresholds are
  };
  void survey(std::span<const Ball> x);
  bool settled(std::size_t i, std::span<const Ball> x, std::size_t k, Ball& next);
  void attend(std::size_t i, std::span<const Ball> x, std::size_t k, Ball& next);
  std::size_t softmax(std::span<const Ball> x, std::span<const Token> keys, Ball& beyond);
  [[nodiscard]] std::size_t extreme(std::span<const Token> keys, bool largest) const;

  const IdProgram& program_;
  std::span<const IdLayer> layers_;
  Arithmetic arithmetic_;
  Attention layer_;           // its map
  Ball t_, lost_;             // of the map; exponents below lost_ are small
  bool exponential_ = false;  // the map is softmax
  bool settles_ = false;
  Magnitude enough_;  // a lead of this much settles; upper bound
  std::vector<Constants> constants_;
  std::vector<Ball> now_, before_;
  // Of the state before the layer that is being computed.
  std::vector<std::size_t> order_;  // columns by midpoint, rising
  std::vector<std::size_t> place_;  // of each column in it
  std::vector<Magnitude> leads_;
  // Room.
  std::vector<Ball> scores_, weights_, beyond_;
  std::vector<std::size_t> attended_;
  Ball query_, difference_, exponent_, sum_, coarse_;
  Magnitude size_, reach_;
};

extern template class SoftIds<SoftBalls>;
extern template class SoftIds<Admissible>;
extern template class SoftIds<Adversary>;

}  // namespace hardmax
