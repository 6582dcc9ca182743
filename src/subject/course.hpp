// The layers of a network as its loops give them: which stage and which values of names layer t
// has, which stretches of layers are sweeps, and which layer is the next that can change a state.
// Nothing is made for it but a few layers of each loop and, of stretches that are no sweep, their
// layers in the order in which they are asked for.
//
// Trust     producer side: Engine::literal executes every layer.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "subject/layer_index.hpp"
#include "subject/reading.hpp"
#include "subject/sweep.hpp"

namespace hardmax::subject {

class Course {
 public:
  static constexpr std::uint64_t most_layers = std::uint64_t{1} << 62;
  // Errors  TooLarge: more than 2^62 layers, or 2^20 rounds of stages.
  Course(Reading& reading, std::string network);

  [[nodiscard]] Reading::Place place(Reading& reading, std::uint64_t t);
  // The least t > done of a layer that may change z, or one beyond `last` if that is not up to
  // `last`. `state`: z has a column for each token.
  std::uint64_t next(Reading& reading, std::uint64_t done, std::uint64_t last, const Columns& z,
                     bool state);
  // How many layers are in no sweep.
  std::uint64_t one_by_one(Reading& reading);
  // How each stage is executed, in the order of the file.
  std::vector<StageWay> ways(Reading& reading);

 private:
  struct Segment {
    std::uint64_t before = 0, layers = 0;  // of the network before it, and its own
    std::optional<LoopSweep> sweep;
    std::map<std::uint64_t, std::optional<LayerIndex>> chunks;  // by their first layers
  };
  struct Round {  // of a stage, for one instance of `repeat`
    const Stage* stage = nullptr;
    std::vector<Value> repeat;
    std::uint64_t before = 0, layers = 0;
    bool cut = false;
    std::vector<Segment> segments;
    std::vector<std::vector<Value>> listed;  // its instances, where they are gone through
  };
  struct Tries {
    std::size_t sweeps = 0, others = 0;
    NoSweep first;  // why the first was none
  };

  template <class F>
  auto in_round(const Round& round, F f);
  Round& round_of(std::uint64_t t);
  Segment& segment_of(Reading& reading, std::uint64_t t);
  void cut(Reading& reading, Round& round);
  void cut_from(Reading& reading, Round& round, const Env* env, std::size_t j);
  bool is_sweep(Reading& reading, Round& round, const Env* env, std::size_t j);
  bool hopeless(const Stage& stage, std::size_t j);
  void add_plain(Round& round, std::uint64_t layers);
  std::vector<Value> instance(Reading& reading, const Binders& binders, std::size_t j,
                              const Env* env, std::uint64_t offset);
  std::uint64_t next_made(Reading& reading, Segment& segment, std::uint64_t done,
                          std::uint64_t last, const Columns& z);

  std::string network_;
  std::vector<Round> rounds_;
  std::map<std::pair<const Stage*, std::size_t>, Tries> tries_;
  std::size_t segments_ = 0;
};

}  // namespace hardmax::subject
