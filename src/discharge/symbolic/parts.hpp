// All inputs of a run in parts, where it cannot be followed for all of them at once (as where the
// first token comes to lie in a later window for few inputs): boxes such that it can in each, and
// inputs by themselves.
//
// A box in which a comparison is true of some inputs only is cut in two, at the middle of the entry
// that weighs most in it; if none does, of any, down to inputs by themselves: those in which ids
// meet, or two tokens are met by one sweep. Only small runs are cut: `most_entries`, `most_boxes`,
// `most_alone`. Trust     none is needed of where boxes are cut: they are a partition, and each is
// followed like the whole.   Tests  tests/unit/discharge/symbolic_parts_test.cpp
#pragma once
#include <deque>
#include <optional>
#include <vector>

#include "discharge/symbolic/staged_run.hpp"
#include "execute/flat_graph.hpp"
#include "execute/symbolic.hpp"

namespace hardmax {

class SymbolicParts {
 public:
  static constexpr std::size_t most_entries = 16, most_boxes = 512, most_alone = 128;
  using Box = std::vector<Span>;  // the bounds of entry (r, k) at k d + r
  struct Part {
    Box box;
    StagedNetwork network;
    std::optional<SymbolicRun> run;  // followed
  };

  explicit SymbolicParts(const StagedRun& staged);  // it outlives the object
  // Whether what follows is all inputs. If not, nothing is said of it.
  [[nodiscard]] bool complete() const { return complete_; }
  [[nodiscard]] const std::deque<Part>& parts() const { return parts_; }
  [[nodiscard]] const std::vector<std::vector<Rational>>& alone() const { return alone_; }

  // Something whole of each input, as linear forms over the leaves of one graph for each part, and
  // values for the inputs by themselves.
  struct Form {
    std::vector<Rational> factors;  // of each entry; 0 where it is the same in the whole part
    Rational constant;
    friend bool operator==(const Form&, const Form&) = default;
  };
  static std::optional<Form> form(const FlatGraph& graph, const Term& term,
                                  std::size_t entries);  // none: not of entries alone
  // Whether different inputs have different values. Not everything that holds is found.
  [[nodiscard]] bool tell_apart(const std::vector<Form>& forms, std::vector<Rational> values) const;

 private:
  void cut(Box box);

  const StagedRun& staged_;
  std::deque<Part> parts_;  // runs keep references
  std::vector<std::vector<Rational>> alone_;
  bool complete_ = true;
  std::size_t boxes_ = 0;
};

}  // namespace hardmax
