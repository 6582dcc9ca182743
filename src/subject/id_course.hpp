// The way of a state through a network that acts on ids alone, followed by its ids.
//
// A network that has stages on ids (staged.hpp) writes to row 1 alone, and what it writes depends
// on the ids u^T Z_k. Where these are whole numbers of steps, a window holds the columns whose id
// is its middle, and none is on its edge: they get the multiplier times the largest less the
// smallest id of the columns they look at. Nothing is made layer by layer, so that neither the
// number of layers nor that of windows is bounded; layers are counted in whole numbers of any size.
//
// Trust     producer side. Engine::literal executes every layer;
// tests/unit/subject/id_course_test.cpp and all that compares the two engines hold this to it.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "subject/reading.hpp"
#include "subject/staged.hpp"

namespace hardmax::subject {

class IdCourse {
 public:
  using Ids = std::vector<Rational>;  // of each column, in steps
  struct Trace {
    std::vector<std::pair<Rational, Ids>> states;  // after so many layers, where they are new
    Rational done;                                 // layers
  };

  // Null: the network is no such, or its numbers are not whole.
  static std::shared_ptr<const IdCourse> of(Reading& reading, const std::string& network);

  [[nodiscard]] std::size_t in_no_sweep() const { return staged_.network.all_max.size(); }

  // Empty: one is not whole.
  [[nodiscard]] std::optional<Ids> ids_of(const Columns& z) const;
  // Goes on until `layers` are done. Calls `looked_at` with how many numbers were, layer by layer.
  void follow(Trace& trace, const Rational& layers,
              const std::function<void(std::uint64_t)>& looked_at) const;
  // The state whose ids are now `after`, and were `before` as it was z.
  [[nodiscard]] Columns state(Columns z, const Ids& before, const Ids& after) const;

 private:
  struct Segment {            // a sweep, or one layer
    Rational before, layers;  // of the network before it, and its own
    const Sweep* sweep = nullptr;
    const AllMax* all_max = nullptr;
    Rational inside, busy;
  };

  explicit IdCourse(StagedOf<Rational> staged) : staged_(std::move(staged)) {}
  bool cut(const Rational& layers);
  [[nodiscard]] bool is_whole() const;
  // The middle of the first window of the sweep, not before number `window`, that holds an id.
  static std::optional<Rational> next_window(const Sweep& sweep, const Rational& window,
                                             const Ids& ids);
  [[nodiscard]] Ids swept(const Sweep& sweep, const Rational& middle, const Ids& ids,
                          std::uint64_t& steps) const;
  [[nodiscard]] Ids spread(const AllMax& layer, const Ids& ids, std::uint64_t& steps) const;

  StagedOf<Rational> staged_;
  std::vector<Segment> segments_;
  std::vector<std::pair<std::size_t, Rational>> weights_;  // u in steps, by rows from 0
  Rational first_weight_;                                  // of row 1
};

}  // namespace hardmax::subject
