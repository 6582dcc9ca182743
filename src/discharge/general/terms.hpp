// Formulas read as terms of a World (discharge/general/world.hpp): what is to be shown, and what a
// used claim says.
//
// Errors  LimitReached: not covered by this method, or not decided by the signs of the
// coefficients; the reason in one line.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "claim/claim.hpp"
#include "claim/quotient.hpp"
#include "claim/syntax.hpp"
#include "discharge/general/world.hpp"

namespace hardmax {

// One formula, its bound names, and the world they live in.
class Reader {
 public:
  Reader(World& world, const claim::Formula& formula)
      : world_(world), formula_(formula), slots_(formula.syntax().slots) {}

  struct Slot {
    claim::Quotient number;
    std::string input;  // the name of the input
  };
  [[nodiscard]] const claim::Node& root() const { return formula_.root(); }
  Slot& slot(std::size_t i) { return slots_[i]; }

  claim::Quotient number(const claim::Node& node);
  // Binds a name to any member of its domain. `above`: everything that is left to be shown is under
  // this binder and only for name + above <= the end of the range; if the range ends with a
  // parameter, or one and a number, the parameter becomes name + above and something more.
  void generic(const claim::Binder& binder, std::optional<std::int64_t> above);
  // Both ends of every range are whole numbers on every run. Then a name is one of the numbers that
  // generic() gives it, or there is none.
  void require_ranges(const claim::Node& node);
  // Every term of a formula made of comparisons has a value on every run, whatever they say.
  void read(const claim::Node& node);
  void prove(const claim::Node& node);
  // Where the parameters are numbers (World::fix): whether a formula made of comparisons is true,
  // and whether a comparison is reached, by the first numbers of every range.
  bool is_true(const claim::Node& node);
  bool says_something(const claim::Node& node);
  // `chosen`: the value of a binder's name; what it says is checked against the domain. part: 0 for
  // all comparisons, else the one of this number.
  using Choice = std::function<std::optional<Slot>(const claim::Binder&)>;
  void learn(const claim::Node& node, const Choice& chosen, std::size_t part);

 private:
  bool holds(const claim::Node& node);  // as the signs of the coefficients say
  bool has_instance(const claim::Node& node, std::size_t level);
  claim::Quotient name(const claim::Node& node);
  claim::Quotient sum(const claim::Node& node);
  std::string name_key(const claim::Node& node);
  struct Sum {
    claim::Quotient first, last;
    std::string of;  // what is summed, as a key
    bool nonneg = false;
  };
  Sum summed(const claim::Node& node);
  struct Target {
    std::string key;
    claim::Quotient factor;  // the term is this times the atom
  };
  std::optional<Target> target(const claim::Node& node);
  void link(const claim::Node& a, claim::Relation relation, const claim::Node& b);
  void learn(const claim::Node& node, const Choice& chosen, std::size_t part, std::size_t& count);
  void bind(const claim::Binder& binder, const Slot& value);
  claim::Quotient power(const claim::Node& node);

  World& world_;
  const claim::Formula& formula_;
  std::vector<Slot> slots_;
  std::size_t depth_ = 0;
};

}  // namespace hardmax
