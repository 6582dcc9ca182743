// Terms of a construction (described_terms.hpp) whose numbers depend on a size D. One input stands
// for all: numbers are affine functions of entries and digits of the input, with
// polynomials in D as factors. Nothing is taken from a run at one D.
//
// NotCovered: a term that is not read here. Whoever catches it has found nothing out.
#pragma once
#include <functional>
#include <memory>

#include "check/described_machine.hpp"
#include "check/in_size.hpp"

namespace hardmax::check {

struct NotCovered : Incomplete {
  explicit NotCovered(const std::string& what)
      : Incomplete("for all sizes or inputs at once: " + what) {}
};
[[noreturn]] inline void not_covered(const std::string& what) { throw NotCovered(what); }

// Variables: the rows of Z from 0 on, the name of a loop, then entries of the input by their
// places, then digits by the places of tokens, then what single heads add (every_network.hpp).
struct Variable {
  static constexpr std::size_t loop = std::size_t{1} << 20, entry = std::size_t{1} << 21,
                               digit = std::size_t{1} << 22, top = std::size_t{1} << 23;
};

struct WideGrid {
  std::size_t rows = 1, columns = 1;
  std::vector<Linear> at = {};  // row after row
};
struct WideHead {
  std::vector<Linear> value, key, query;
  bool minus_abs = false;
};
struct WideSummand {
  InSize factor = Num(1);
  std::shared_ptr<const WideGrid> before = nullptr;  // none: the unit matrix
  std::shared_ptr<const WideHead> head = nullptr;
};
struct Wide {
  enum class Kind { number, truth, set, input, grid, heads, state } kind = Kind::number;
  Linear x = {};
  bool truth = false;
  Set set = nullptr;
  std::shared_ptr<const WideGrid> grid = nullptr;
  std::shared_ptr<const std::vector<WideSummand>> heads = nullptr;
  bool started = false;  // a state: start(H), or what x layers of a network make of it
  bool nothing = false;  // a sum of nothing

  static Wide of(InSize number) {
    Wide out;
    return out.x.b = std::move(number), out;
  }
  static Wide of_linear(Linear x) {
    Wide out;
    return out.x = std::move(x), out;
  }
  static Wide of_truth(bool truth) {
    Wide out;
    return out.kind = Kind::truth, out.truth = truth, out;
  }
  static Wide of_set(Set set) {
    Wide out;
    return out.kind = Kind::set, out.set = std::move(set), out;
  }
  static Wide of_grid(WideGrid grid);  // 1 x 1: a number
  static Wide any_input() {
    Wide out;
    return out.kind = Kind::input, out;
  }
  // What is asked for; throws NotCovered.
  const Linear& linear() const;
  const InSize& size() const;  // a number without variables
  Num constant() const;        // the same for every D
  bool is_true() const;
  const std::vector<Num>& members() const;
};

struct EveryFrame {
  std::vector<Wide> slots;
};

// What all worlds of a run share.
struct EveryGround {
  const Setting& setting;
  std::optional<std::size_t> size = {};  // the parameter that is D; none: numbers of the run
  std::int64_t least = 1;
  // Found by require_space.
  std::vector<Num> tokens = {};
  std::size_t rows = 0;
  std::vector<std::pair<Num, Num>> places = {};  // token and row of an entry
  InSize first = {}, step = {}, count = {};  // an entry is first + step e, e = 0, ..., count - 1
  // An entry of the state after so many layers; asked once the network is followed.
  std::function<Linear(const InSize& layers, std::size_t row, std::size_t token)> entry = nullptr;
  std::uint64_t steps = 0;
  int depth = 0;
};

class EveryWorld {
 public:
  EveryWorld(EveryGround& ground, const EveryWorld* parent, const std::vector<ChangedTerm>* changes,
             std::vector<Wide> arguments)
      : ground_(ground), parent_(parent), changes_(changes), arguments_(std::move(arguments)) {}
  EveryWorld(const EveryWorld&) = delete;

  Wide value(const Term& term, EveryFrame& frame) const;
  Wide call(std::size_t definition, std::vector<Wide> arguments) const;
  Wide call(const Term& asked, std::vector<Wide> arguments) const;  // a name at these arguments
  // Calls visit for every instance of binders without D, while it is true.
  using Visit = std::function<bool()>;
  bool each(const Term& over, EveryFrame& frame, const Visit& visit, std::size_t level = 0) const;
  bool bind(const Term& binder, EveryFrame& frame, const Visit& visit) const;
  // Layers of a loop from a level on; numbers of layers.
  InSize count(const Term& loop, std::size_t level, EveryFrame& frame) const;
  struct Round {  // a stage at an instance of `repeat`
    const DescribedStage* stage = nullptr;
    EveryFrame frame = {};
    InSize layers = {}, up_to = {};
  };
  const std::vector<Round>& rounds(std::size_t network) const;
  void require_space() const;       // finds it
  void require_conditions() const;  // they hold for every D

 private:
  Wide evaluated(const Term& term, EveryFrame& frame) const;
  Wide put_in(std::size_t definition, const std::vector<Wide>& arguments) const;
  Wide fold(const Term& term, EveryFrame& frame) const;
  Wide over(const Term& term, EveryFrame& frame) const;
  Wide power(const Term& term, EveryFrame& frame) const;
  Wide index(const Term& term, EveryFrame& frame) const;
  Wide attend(const Term& term, EveryFrame& frame) const;
  Wide given(const Term& term, EveryFrame& frame) const;
  Wide of_network(const Term& term, EveryFrame& frame) const;
  bool holds(const Term& term, EveryFrame& frame) const;
  InSize raised(const InSize& base, std::int64_t exponent) const;

  EveryGround& ground_;
  const EveryWorld* const parent_;
  const std::vector<ChangedTerm>* const changes_;
  const std::vector<Wide> arguments_;
  mutable std::map<std::vector<Num>, Wide> known_;  // of definitions at numbers
  mutable std::vector<std::pair<InSize, std::vector<InSize>>> powers_;
  mutable std::map<std::size_t, std::vector<Round>> rounds_;
};

Wide sum_of(const Wide& a, const Wide& b);
Wide product_of(const Wide& a, const Wide& b);

}  // namespace hardmax::check
