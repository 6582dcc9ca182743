// A network of heads on ids, followed for all inputs at once (every_values.hpp). Everything is
// found in the construction file; a certificate only says which token each stretch of layers moves
// and which keys have the largest and the smallest id there, and that is shown.
//
// The argument, in steps of the windows. An id is u Z_k.
//   Layers   A window is a layer Z + O h - O g of two heads on u Z. Their thresholds are one step
//            apart, half a step on both sides of a whole number v: h has the lower one, g the upper
//            one. A head scores a key by its id times the distance of the own id from the
//            threshold. This distance is never 0 while ids are whole. A head returns the largest id
//            of the keys where the own one is above its threshold, and the smallest where it is
//            below. A token with the id v gets O (largest - smallest); of any other token both
//            heads return the same, and it stays.
//   Ids      At the start token k has the id c_k + x_k. Its digit x_k is a mixed number of the
//            entries of token k: it takes each of 0, ..., m_k - 1 for one choice of these, whatever
//            the entries of other tokens are. Every id stays a whole number plus whole multiples
//            of digits, with polynomials in D. Its least and largest value are those at the ends of
//            the digits that the signs of the multiples say.
//   Stretch  The windows v = first, ..., last of a loop. The token that is stated to be moved has
//            its id among these for every input, every other token has it below or above. Until the
//            window of its id nothing is moved. That window adds the shift times the largest less
//            the smallest id of its keys, which the stated keys are shown to have. What comes out
//            is above `last`, or at most the old id: it is in no window that is still to come.
//   Top      A layer of one head with threshold 0, all of whose tokens are shown to have an id
//            above 0: each gets the factor times the largest id of its keys.
//   Told apart  Final ids c T + r_k with a whole T and 0 <= r_k < c: equal ones have the same T and
//            the same r. T has a multiple of each digit larger than all that the digits with
//            smaller multiples can make up for, so that it tells the digits, and these tell the
//            input; the r_k of one input are in a strict order.
#pragma once
#include "check/every_values.hpp"
#include "check/read.hpp"

namespace hardmax::check {

struct EveryId {
  Linear form = {};  // in digits, in steps
  InSize low = {}, high = {};
};
using EveryIds = std::vector<std::shared_ptr<const EveryId>>;

class EveryNetwork {
 public:
  // Finds stretches and start. Throws NotCovered.
  EveryNetwork(const EveryGround& ground, const EveryWorld& world);
  // `stated`: a text for each stretch, "TOKEN LARGEST SMALLEST", "TOKEN" or "-"; of a top the key
  // of each token. Throws Rejected where one is not so.
  void follow(const std::vector<std::string>& stated);

  Linear entry(const InSize& layers, std::size_t row, std::size_t token) const;
  // The least and the largest value; none: they are not shown.
  std::optional<std::pair<InSize, InSize>> ends(const Linear& x) const;
  bool told_apart(std::vector<Linear> ids) const;  // of all inputs and tokens; in real units
  bool in_order(std::vector<Linear> ids) const;    // of each input
  bool tells_input(const Linear& x) const;
  std::size_t sweeps() const;
  std::size_t tops() const { return stretches_.size() - sweeps(); }

 private:
  struct Stretch {
    bool sweep = true;
    InSize first, last, factor, up_to;  // in steps; up_to: layers
    std::vector<std::vector<std::size_t>> keys;
    EveryIds after = {};
    std::vector<std::size_t> tops = {};  // of a top: what it adds, as places in tops_
  };
  void layers_of(const EveryWorld::Round& round, std::size_t level, EveryFrame frame);
  bool window(const EveryWorld::Round& round, const Term& binder, EveryFrame frame);
  void single(const EveryWorld::Round& round, EveryFrame frame);
  std::vector<WideSummand> heads(const DescribedStage& stage, EveryFrame& frame) const;
  const WideHead& plain(const WideSummand& part);
  InSize raised(const WideSummand& part) const;
  std::vector<std::vector<std::size_t>> keys(const DescribedStage& stage, EveryFrame frame) const;
  void add(Stretch stretch, const InSize& layers);
  void start();
  void move(Stretch& stretch, const std::string& stated);
  void raise_all(Stretch& stretch, const std::string& stated);
  std::size_t token(const std::string& text, const std::string& where) const;
  void require_best(const Stretch& stretch, const EveryIds& ids, std::size_t k, std::size_t key,
                    bool largest, const std::string& where) const;
  std::shared_ptr<const EveryId> id(Linear form, const std::string& where) const;
  bool at_least(const EveryId& a, const EveryId& b) const;
  Linear in_digits(const Linear& x) const;    // what entries of a token come to
  Linear written_out(const Linear& x) const;  // without variables for what single heads add
  const EveryIds& now(std::size_t stretch) const {
    return stretch == 0 ? start_ : stretches_[stretch - 1].after;
  }

  const EveryGround& ground_;
  const EveryWorld& world_;
  std::int64_t least_;
  std::optional<Linear> u_;  // of the rows of Z
  InSize unit_;
  std::vector<Stretch> stretches_;
  InSize layers_;
  EveryIds start_;
  std::vector<std::vector<Linear>> entries_;            // of the start, by token and row
  std::vector<std::map<std::size_t, InSize>> weights_;  // of a token: what its entries count
  std::vector<InSize> most_;                            // of a token: its largest digit
  // What a single head adds is one variable while it can be: it is a long sum, and mostly the same
  // is taken away again. A factor times an id; `product`: written out.
  struct Top {
    InSize factor;
    std::shared_ptr<const EveryId> id;
    InSize low, high;  // of both together
    mutable std::optional<Linear> product = {};
  };
  std::vector<Top> tops_;
  bool all_counted_ = false;  // every entry of an input is in a digit
};

}  // namespace hardmax::check
