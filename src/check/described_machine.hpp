// A construction at parameters, built and executed literally: terms are evaluated, loops give
// layers one after another, layers act on states.
#pragma once
#include <array>
#include <deque>
#include <forward_list>
#include <unordered_map>

#include "check/described_values.hpp"
#include "check/pattern.hpp"

namespace hardmax::check {

constexpr std::uint64_t most_layers = std::uint64_t{1} << 20;  // of a network, gone through

// Values at arguments, an input being its ordinal; elsewhere there is none.
using Table = std::map<std::vector<Num>, Num>;
struct Setting {  // what a run says
  const Described& of;
  std::vector<Num> parameters;
  Pattern A = {};                                                   // empty: there is none
  std::vector<Table> tables = {};                                   // what a run brings besides
  Changes changes = {};                                             // in order
  std::vector<std::pair<std::size_t, std::uint64_t>> dropped = {};  // network and layer, from 1
  // A dropped layer of hidden units has them still, with nothing before them, and is the one of
  // that number where no loop goes backwards.
  bool units_stay = false;
  Tokens order = {};  // a gamma to take for n > 12, if it serves
};

// A term within terms, while one stands.
class Deeper {
 public:
  explicit Deeper(int& depth) : depth_(depth) {
    if (++depth_ > 500) throw Incomplete("the construction: terms nest deeper than 500");
  }
  Deeper(const Deeper&) = delete;
  ~Deeper() { --depth_; }

 private:
  int& depth_;
};

struct AssumptionOne {  // "Assumption 1" of a pattern: gamma(1..n), l(2..n) at their places
  Tokens gamma = {}, l = {};
  std::uint64_t s = 0;  // 0: there is none
};
// S(t, k) of one t: bit j % 64 of word j / 64 of level[k], tokens from 1.
using Reached = std::vector<std::vector<std::uint64_t>>;
const Reached& reached(const Pattern& A, std::uint64_t t, std::deque<Reached>& known);
inline bool has_token(const std::vector<std::uint64_t>& row, std::size_t j) {
  return row[j / 64] >> (j % 64) & 1u;
}
bool sees_itself(const Pattern& A);  // every token, in every layer
// gamma: the identity if it serves; else `stated`, of more than 12 tokens, if that does; else the
// smallest permutation that does.
AssumptionOne assumption_one(const Pattern& A, std::deque<Reached>& known, const Tokens& stated);

// The columns and rows of states, and the inputs.
struct Space {
  std::vector<Num> tokens = {};
  std::size_t rows = 0;
  std::vector<std::pair<Num, Num>> places = {};  // of an input: token and row
  std::vector<std::size_t> place_of = {};  // row after row of each token: counted from 1; 0: none
  std::vector<Num> entries = {};
  Num inputs = Num(1);

  std::size_t token(const Num& k) const;  // its place; undefined if there is none
  std::size_t place(const Num& k, const Num& r) const;
  std::vector<std::size_t> digits(std::uint64_t input) const;  // places among the entries
  std::size_t digit(std::uint64_t input, std::size_t place) const;
  std::uint64_t input_count() const;  // throws Incomplete beyond 2^62
  bool operator==(const Space& other) const {
    return tokens == other.tokens && rows == other.rows && places == other.places &&
           entries == other.entries;
  }
};
// What a variant changes, in two steps: first the terms without its arguments, which are the same
// for all of them; then the others.
struct VariantParts {
  std::vector<ChangedTerm> plain = {}, others = {};
  std::shared_ptr<const Touched> touched_by_plain = {}, touched_by_others = {};
};
// What all worlds of a run share.
struct Ground {
  explicit Ground(Setting of) : setting(std::move(of)) {}
  Setting setting;
  AssumptionOne first = {};
  mutable std::deque<Reached> levels = {};
  const Space* space = nullptr;  // of the run
  bool one_by_one = false;       // tokens are not listed: they are made one after another
  bool shares = true;            // variants have from others what no change of theirs touches
  bool jumps = true;             // layers that change nothing are passed over
  mutable std::map<std::size_t, VariantParts> variants = {};  // by their places
  mutable bool before_tokens = false;  // a pattern was asked before its tokens were known
  mutable std::uint64_t steps = 0;
  mutable std::size_t kept = 0;  // numbers that are kept
  mutable int depth = 0;
  void step(std::uint64_t work = 1) const;
};

// What is called for every instance of binders, while it is true. Keeps a reference.
class Visit {
 public:
  template <class Call>
  Visit(const Call& call)  // NOLINT(google-explicit-constructor): a lambda is one
      : of_(&call), call_([](const void* of) { return (*static_cast<const Call*>(of))(); }) {}
  bool operator()() const { return call_(of_); }

 private:
  const void* of_;
  bool (*call_)(const void*);
};

// Values of names at arguments that are small integers or inputs, by a hash: what collides is found
// again.
class Answers {
 public:
  struct Key {
    std::uint64_t name = 0;  // with which arguments are inputs; 0: none
    std::array<std::int64_t, most_arguments> at = {};
  };
  // None: of these arguments no value is kept.
  static std::optional<Key> key(std::size_t name, const std::vector<Quantity>& arguments);
  const Quantity* find(const Key& key) const;
  void add(const Key& key, Quantity value);
  void clear() { answers_.clear(), collided_ = 0; }

 private:
  std::size_t place(const Key& key) const;
  std::vector<std::pair<Key, Quantity>> answers_ = {};
  std::size_t collided_ = 0;
};

// w^T Z_k of the columns of a state, of each w once. Keeps the references.
class Looked {
 public:
  explicit Looked(const Grid& state) : state_(state) {}
  const Grid& state() const { return state_; }
  const std::vector<Num>& at(const std::vector<Num>& w) const;  // stays where it is
  Num at(const Affine& form, std::size_t k) const {
    return form.b.sign() == 0 ? at(form.w)[k] : weighed(at(form.w)[k] + form.b);
  }

 private:
  const Grid& state_;
  // By the w of forms that stay where they are.
  mutable std::forward_list<std::pair<const std::vector<Num>*, std::vector<Num>>> known_ = {};
};

struct Piecewise {  // an activation: between breakpoints, and at them
  std::vector<Num> breaks = {};
  std::vector<Affine> between = {}, at = {};  // w has one entry or none
  Num value(const Num& x) const;
};

struct BuiltLayer {
  bool identity = false, keeps = false;                                    // keeps: Z +
  std::vector<Summand> parts = {};                                         // heads, or units
  std::shared_ptr<const std::vector<std::vector<std::size_t>>> keys = {};  // of every token
  std::vector<Quantity> slots = {};  // of a map, whose term is that of the stage
  std::vector<Quantity> names = {};  // of the stage, where tokens are made one by one
  std::optional<Num> mask = {};
  bool window = false;  // Z + two heads that return the same outside a window (is_window)
  Num ends[2] = {};     // of it: where their queries are 0
};
struct LayerInstance {
  std::size_t stage = 0;
  std::vector<Quantity> values = {};
  std::uint64_t forward = 0;  // its number from 1 where no loop goes backwards
};
// Which layers of a network may change a column: a layer that adds nothing to a column outside of a
// window, low <= w^T Z_k <= high, is passed over where no column is inside.
struct Jumps {
  struct Window {
    Num low, high;
    std::uint64_t layer;
    Num beyond = {};  // low and the width of the widest
  };
  // Layers one after another whose windows move on by one step: that of layer before + 1 + i is
  // [low + i step, high + i step], for i in 0..count - 1.
  struct Sweep {
    std::uint64_t before = 0, count = 0;
    Num low, high, step;
    // The first of these layers behind `after` that has x in its window; UINT64_MAX: none.
    std::uint64_t next(const Num& x, std::uint64_t after) const;
  };
  struct Group {  // windows of one w, by increasing low; sweeps by increasing layers
    std::vector<Num> w = {};
    std::vector<Window> windows = {};
    Num width = {};  // of the widest
    std::vector<Sweep> sweeps = {};
  };
  std::vector<Group> groups = {};
  std::vector<std::uint64_t> always = {};  // layers without a window
  bool columnwise = true;                  // no layer looks at other tokens, or at which one it is

  // The first layer behind these that may change the state; UINT64_MAX: none.
  std::uint64_t next(const Looked& state, std::uint64_t after) const;
};
// Layers that a variant gives another weight: those of a stage some of whose names have the values
// of arguments of the variant.
struct Probe {
  std::size_t stage = 0;
  std::vector<std::pair<std::size_t, std::size_t>> names = {};  // slot of the stage, argument
};

struct Loops {  // of a network: its layers one after another
  // A layer by itself, or those of the last name of a loop, which goes through a range.
  struct Block {
    std::size_t stage = 0;
    std::vector<Quantity> values = {};  // of all names, or of all but the last
    bool ranges = false, down = false;  // down: a loop goes backwards
    Num from = {};                      // the value of the last name in the first layer
    std::uint64_t before = 0, count = 1, mirror = 0;  // down: layer t forwards is mirror - t
    std::uint64_t last() const { return before + count; }
  };
  std::vector<Block> blocks = {};
  std::uint64_t size() const { return blocks.empty() ? 0 : blocks.back().last(); }
  const Block& block_of(std::uint64_t t) const;  // t from 1
  LayerInstance instance(std::uint64_t t) const;
  void add(Block block) {
    block.before = size();
    blocks.push_back(std::move(block));
  }
  struct Empty {  // a loop without an instance, for the first names, and the layers before it
    std::size_t stage;
    std::vector<Quantity> values;
    std::uint64_t before;
  };
  std::vector<Empty> empty = {};
  // Layers of a stage by the values of some of their names, once they are asked for.
  using Slots = std::pair<std::size_t, std::vector<std::size_t>>;
  using Places = std::map<std::vector<Num>, std::vector<std::uint64_t>>;
  mutable std::map<Slots, Places> by_names = {};
};
struct BuiltNetwork {
  explicit BuiltNetwork(std::shared_ptr<const Loops> of) : loops(std::move(of)) {}
  std::uint64_t size() const { return loops->size(); }
  std::shared_ptr<const Loops> loops;
  // By t, from 1: all that were built, or some of them where layers are passed over.
  std::unordered_map<std::uint64_t, std::shared_ptr<const BuiltLayer>> layers = {};
  std::shared_ptr<const std::vector<std::vector<std::size_t>>> keys = {};  // of the last one
  struct Course {  // the states from one on: those behind the layers that change them
    std::vector<std::pair<std::uint64_t, GridPtr>> states = {};
    std::uint64_t done = 0;  // layers that were gone through
    std::size_t limbs = 0;   // of all states together
  };
  using Trace = std::shared_ptr<Course>;
  struct Hash {
    std::size_t operator()(const GridPtr& of) const {
      std::uint64_t h = of->columns;
      for (const Num& entry : of->at) h = (h ^ entry.hash()) * 0x9E3779B97F4A7C15u, h ^= h >> 29;
      return h;
    }
  };
  struct Same {
    bool operator()(const GridPtr& a, const GridPtr& b) const { return *a == *b; }
  };
  std::unordered_map<GridPtr, Trace, Hash, Same> traces = {};
  std::pair<GridPtr, Trace> last = {};  // asked for: found without a comparison of entries
  std::optional<std::shared_ptr<const Jumps>> jumps = {};  // once looked for; null: there are none
  bool jumps_shared = false;  // they are the parent's: for runs to the last layer alone
};

struct Cell {  // where the argument of an activation is: between two breakpoints, or at one
  std::optional<Num> low, high;
  mutable bool compared = false;  // a comparison depended on the argument
};
struct Frame {
  std::vector<Quantity> slots = {};
  const std::vector<Num>* column = nullptr;  // Z in a map
  const Cell* cell = nullptr;
};

// The construction with some changes made. Not thread-safe: it keeps what it found.
class World {
 public:
  // `arguments`: of the variant that changes it. Layers are dropped from the construction with all
  // its changes alone, and from its variants. What is not in `touched` is asked of the parent.
  // `before`: the construction as it was, in which the changes are read; none: the parent.
  World(const Ground& ground, const World* parent, const std::vector<ChangedTerm>* changes,
        bool drops, std::vector<Quantity> arguments = {},
        std::shared_ptr<const Touched> touched = nullptr, const World* before = nullptr)
      : ground_(ground),
        parent_(parent),
        before_(before == nullptr ? parent : before),
        changes_(changes),
        drops_(drops),
        arguments_(std::move(arguments)),
        touched_(std::move(touched)) {}
  World(const World&) = delete;

  Quantity value(const Term& term, Frame& frame) const;
  // `asked`: by a formula, which asks for the same again and again.
  Quantity call(std::size_t definition, std::vector<Quantity> arguments, const Cell* cell = nullptr,
                bool asked = false) const;
  // The value of a name that a formula has and no definition; its number is above those of
  // definitions.
  Quantity given_to(std::size_t name, const Term& term, std::vector<Quantity> arguments) const;
  const Space& space() const;                // throws Incomplete where it is not that of the run
  GridPtr start(std::uint64_t input) const;  // in a decoder, made token after token
  GridPtr run(std::size_t network, std::uint64_t t, const GridPtr& from) const;
  Num layer_count(std::size_t network) const;  // by counting loops, nothing is made
  Num stage_count(const DescribedStage& stage) const;
  const Piecewise& activation(std::size_t definition) const;
  Set domain(const Term& range_or_set, Frame& frame) const;
  // How many keys the heads on tokens look at, over all layers of a network and all tokens.
  Num looked_at(std::size_t network) const;
  // The column of token k after a layer that is a map; `before` is the column in front of it.
  std::vector<Num> mapped(const DescribedStage& stage, const BuiltLayer& layer,
                          const std::vector<Num>& before, const Num& k) const;
  const Loops& loops(std::size_t network) const { return *this->network(network).loops; }
  // As built; t from 1.
  std::shared_ptr<const BuiltLayer> layer(std::size_t network, std::uint64_t t) const;
  bool each(const Term& over, Frame& frame, const Visit& visit, std::size_t level = 0) const;

 private:
  friend class TokenTerms;
  friend class DecoderNodes;
  Quantity evaluated(const Term& term, Frame& frame) const;
  Quantity put_in(std::size_t definition, std::vector<Quantity> arguments, const Cell* cell) const;
  Quantity kept(const Answers::Key& key, Quantity value) const;
  Quantity fold(const Term& term, Frame& frame) const;
  Quantity chosen(const Term& term, Frame& frame) const;  // of an `if`
  Quantity over(const Term& term, Frame& frame) const;
  Quantity columns(char letter, const std::vector<Quantity>& parts) const;
  Quantity attend(const Term& term, Frame& frame) const;
  Quantity attend_external(const Term& term, Frame& frame) const;
  Quantity given(const Term& term, Frame& frame) const;
  Quantity of_network(Given id, const Term& term, const std::vector<Quantity>& x) const;
  Quantity of_layer(Given id, std::size_t network, const std::vector<Quantity>& x) const;
  Quantity breaks(std::size_t network, const Num& t, const Num& row) const;
  Quantity entry_of(const Quantity& of, const std::vector<Num>& at) const;
  Quantity column_of_state(const Frame& frame) const;
  bool holds(const Term& term, Frame& frame) const;
  int order(const Quantity& a, const Quantity& b, const Frame& frame) const;
  bool bind(const Term& binder, Frame& frame, const Visit& visit) const;
  Num size(const Term& binder, Frame& frame) const;
  Space made_space() const;
  Num count(const std::vector<const Term*>& levels, std::size_t i, Frame& frame) const;

  BuiltNetwork& network(std::size_t network) const;
  // described_jumps.cpp
  const Jumps* jumps(std::size_t network, std::uint64_t t) const;  // null: layer by layer
  std::shared_ptr<const Jumps> made_jumps(std::size_t network) const;
  std::shared_ptr<const Jumps> jumps_kept(std::size_t network) const;
  std::shared_ptr<const Jumps> jumps_of_parent(std::size_t network) const;
  bool touches(const Term& term) const;
  // described_sweeps.cpp
  bool is_straight(const DescribedStage& stage) const;
  std::optional<Jumps::Sweep> sweep_of(const Loops& of, const Loops::Block& block,
                                       std::vector<Num>& w) const;
  std::optional<Quantity> entry_of_run(const Term& term, Frame& frame) const;
  friend class Weights;
  friend class Straight;
  void enumerate(Loops& out, const std::vector<std::size_t>& group) const;
  BuiltLayer built(const DescribedStage& stage, const LayerInstance& instance) const;
  void add_sum(const DescribedStage& stage, Frame& frame, BuiltLayer& out) const;
  void require_shapes(const DescribedStage& stage, const Summand& part) const;
  GridPtr step(const DescribedStage& stage, const BuiltLayer& layer, const GridPtr& state,
               const Looked& looked) const;
  GridPtr with_tokens(const GridPtr& from) const;
  bool outside(const BuiltLayer& layer, const Num& at) const;
  bool untouched(const BuiltLayer& layer, const Looked& state) const;
  GridPtr step(std::size_t network, std::uint64_t t, const GridPtr& from) const;
  std::vector<Num> returned(const AttentionHead& head, const BuiltLayer& layer, const Looked& state,
                            std::size_t k) const;
  std::vector<Num> column_after(const DescribedStage& stage, const BuiltLayer& layer,
                                const Looked& state, std::size_t k, std::size_t token) const;
  std::vector<Num> start_column(std::uint64_t input, std::size_t token,
                                const std::vector<Num>* previous) const;
  Grid decoded(std::uint64_t input) const;
  void require_states() const;  // that there are any: tokens are not made one by one
  bool shares(std::size_t network) const { return touched_ && !touched_->networks[network]; }
  Num after(const Term& term, const std::vector<Quantity>& values) const;
  std::shared_ptr<const World> variant(std::size_t name, std::vector<Quantity> arguments) const;
  void keep(std::size_t numbers) const;

  const Ground& ground_;
  const World* const parent_;
  const World* const before_;
  const std::vector<ChangedTerm>* const changes_;
  const bool drops_;
  const std::vector<Quantity> arguments_;
  const std::shared_ptr<const Touched> touched_;
  mutable std::optional<Space> space_;
  mutable bool space_compared_ = false;
  mutable Answers known_;
  mutable std::map<std::size_t, Quantity> constants_;  // of definitions without arguments
  mutable std::map<std::size_t, Num> counts_;          // of layers, by networks
  mutable std::unordered_map<std::uint64_t, GridPtr> starts_;
  mutable const std::vector<Num>* previous_ = nullptr;  // while a token of a decoder is made
  mutable std::vector<std::unique_ptr<BuiltNetwork>> networks_;
  std::optional<std::size_t> variant_ = {};  // whose other terms it has, and not all of them
  // The last one alone of those that a variant with arguments makes.
  using Arguments = std::vector<Quantity>;
  mutable std::map<std::size_t, std::pair<Arguments, std::shared_ptr<const World>>> variants_;
  mutable std::map<std::size_t, std::shared_ptr<const World>> plain_;  // without arguments
  // Of variants of this world, by their places, and of networks; none: windows may be others.
  mutable std::map<std::pair<std::size_t, std::size_t>, std::optional<std::vector<Probe>>> probes_;
  mutable std::map<std::size_t, Piecewise> activations_;
};

}  // namespace hardmax::check
