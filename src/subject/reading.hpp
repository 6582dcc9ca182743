// A construction at one run: its terms have values, its loops are layers, its layers make states.
// Changed choices (variants, --with) make another Reading, which knows the one as it was.
//
// Engines   Engine::literal is the literal meaning of a construction file: every layer is executed,
// nothing is assumed of one. Engine::jumping goes on to the next layer that can change the state
// (sweep.hpp, layer_index.hpp) and executes that one literally; the states are the same at every t.
// Lazy      a layer is made when a state after it, or itself, is asked for; counts come from loops.
// Errors    TermError: a term does not fit or has no value; LimitReached: more than 2^32 steps, a
// number or set that is too large. More than 2^20 layers, those of sweeps not counted if the engine
// jumps over windows, are a TermError: nothing was made yet.
#pragma once
#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "exact/error.hpp"
#include "exact/piecewise.hpp"
#include "pattern/assumption1.hpp"
#include "subject/construction_file.hpp"
#include "subject/machine.hpp"
#include "subject/run_spec.hpp"
#include "subject/tables.hpp"
#include "subject/value.hpp"

namespace hardmax::subject {

inline constexpr std::uint64_t max_layers = std::uint64_t{1} << 20;  // that are made one by one

enum class Engine { jumping, literal };
class Course;
class IdCourse;

// How the layers of a stage are executed by Engine::jumping.
struct StageWay {
  std::string network, stage;
  enum class How {
    sweep,    // `loop` is one: windows without a column are jumped over
    windows,  // each layer has a window: those without a column are jumped over
    layers    // one by one, as `reason` says
  } how = How::layers;
  std::string loop, reason;  // of layers: "g: it stands in `when`; t: ..." for the loops tried
  Rational layers;
};

// Names that have a value where a term stands; the innermost first.
struct Env {
  const Env* up = nullptr;
  const std::string* name = nullptr;
  Value value = {};
};

// A definition of one argument, as hidden units use it.
struct Activation {
  std::vector<Rational> breaks;  // where compared sides are equal, increasing
  PiecewiseLinear function;
  std::size_t flat = 0;  // of the breaks.size() + 1 open intervals between: where it is constant
};

struct MadeLayer {
  enum class Kind { identity, heads, units, map } kind = Kind::identity;
  bool residual = true;
  bool dropped = false;
  struct One {
    Mat weight;  // rows x size of the head, or rows x 1
    std::shared_ptr<const Part> part;
    std::shared_ptr<const Activation> activation;  // of a unit
  };
  std::vector<One> parts;
  bool on_tokens = false;                      // a head looks at tokens
  std::vector<std::vector<std::size_t>> keys;  // then: of each column, the columns it looks at
  [[nodiscard]] bool idle() const { return dropped || kind == Kind::identity; }
};

using Columns = std::vector<std::vector<Rational>>;

// What a run brings besides parameters; each may be null, and outlives the reading.
struct Brought {
  const Pattern* pattern = nullptr;
  const Assumption1* assumption = nullptr;
  const Machine* machine = nullptr;
  const Tables* tables = nullptr;
};

class Reading : public std::enable_shared_from_this<Reading> {
 public:
  // As written; changes come by with().
  static std::shared_ptr<Reading> open(const ConstructionFile& file,
                                       std::map<std::string, Rational> parameters,
                                       const Brought& brought, Engine engine = Engine::jumping);
  // With these choices changed; the new terms speak of the construction as it is here.
  std::shared_ptr<Reading> with(const std::vector<Signature>& changes,
                                const std::vector<std::pair<std::string, Value>>& bound = {});
  std::shared_ptr<Reading> without_layers(std::set<std::pair<std::string, std::uint64_t>> dropped);

  const ConstructionFile& file() const { return file_; }
  [[nodiscard]] bool is_changed(const std::string& choice) const {
    return changes_.contains(choice);
  }

  // From now on so many steps may be taken, also by readings that share this one's choices.
  static constexpr std::uint64_t most_steps = std::uint64_t{1} << 32;
  void allow_steps(std::uint64_t steps) { *steps_ = {0, std::min(steps, most_steps)}; }
  [[nodiscard]] std::uint64_t steps_left() const {
    return steps_->most - std::min(steps_->taken, steps_->most);
  }

  // The value of a definition without arguments, which was found in another way.
  void know(const std::string& name, Value value) { memo_.insert_or_assign(name + '|', value); }

  Value value(const Term& term, const Env* env = nullptr);
  Value defined(const std::string& name, const std::vector<Value>& arguments);

  // Calls f with the values of the names of each instance, in order, until it says false.
  void each_instance(const Binders& binders,
                     const std::function<bool(const std::vector<Value>&)>& f);

  // ---- states
  std::size_t rows();
  const std::vector<std::int64_t>& tokens();
  // The first and the last, however many there are.
  std::pair<std::int64_t, std::int64_t> ends_of_tokens();
  const std::vector<std::pair<std::int64_t, std::int64_t>>& places();  // (k, r) of inputs, in order
  const Set& entries();
  Rational input_count();
  Input input(const Rational& ordinal);
  Input make_input(std::vector<Rational> values) const;
  Mat start(const Input& input);
  Mat run(const std::string& network, const Rational& t, const Mat& from);
  Mat apply(const std::string& network, std::uint64_t t, const Mat& from);

  // ---- layers
  Rational layers(const std::string& network_or_stage);
  Rational layers_of_stage(const std::string& stage);  // where its network has the same name too
  Rational after(const std::string& stage, const std::vector<Value>& values);
  // Layer t from 1; its stage, and the values of the names of its loops.
  std::shared_ptr<const MadeLayer> layer(const std::string& network, std::uint64_t t);
  struct Place {
    const Stage* stage = nullptr;
    std::vector<Value> values;  // of the names of repeat, then of for
  };
  Place place(const std::string& network, std::uint64_t t);
  // A stage at one instance of `repeat`: so many layers of its network, and so many before them.
  struct StageRound {
    const Stage* stage = nullptr;
    std::vector<Value> repeat;
    std::uint64_t before = 0, layers = 0;
  };
  // In the order of execution. Errors  TooLarge: more than 2^62 layers, or 2^20 of these.
  std::vector<StageRound> stage_rounds(const std::string& network);
  // The least t of done < t <= last whose layer changes the state that `from` is after `done`
  // layers; last + 1 if there is none.
  std::uint64_t next_change(const std::string& network, std::uint64_t done, std::uint64_t last,
                            const Mat& from);
  // Whom token k looks at in a layer with heads on tokens, increasing.  Errors  TermError: one is
  // no token or, in a decoder, a later one.
  std::vector<std::int64_t> keys_at(const std::string& network, std::uint64_t t, std::int64_t k);
  // layers(), if they can be gone through by this engine, layer by layer or by windows.
  std::uint64_t size(const std::string& network);
  // layers(), if a state after them can be asked for: also where they are followed by ids alone,
  // however many they are (id_course.hpp).
  Rational length(const std::string& network);
  [[nodiscard]] Engine engine() const { return engine_; }
  // How many layers are executed one by one: those that are in no sweep.
  Rational one_by_one(const std::string& network);
  // How the stages of a network are executed by Engine::jumping; and those of the networks that
  // this reading has gone through. None of Engine::literal.
  std::vector<StageWay> ways(const std::string& network);
  std::vector<StageWay> ways();
  std::shared_ptr<const Activation> activation(const std::string& name);

 private:
  friend class ActivationReader;
  friend class Decoder;
  friend class VariableReader;
  friend class Course;
  struct Change {
    Signature signature;
    std::shared_ptr<Reading> old;  // of a variant that `old` itself keeps, without a share in it
    std::vector<std::pair<std::string, Value>> bound;
  };
  struct Trace {
    // The state after so many layers, where it is another one than before; or the last alone.
    std::vector<std::pair<std::uint64_t, Columns>> states;
    std::uint64_t done = 0;  // layers
  };

  explicit Reading(const ConstructionFile& file) : file_(file) {}

  void charge(std::uint64_t steps) {
    steps_->taken += steps;
    if (steps_->taken <= steps_->most) return;
    if (steps_->most < most_steps) throw LimitReached("more steps than are allowed here");
    throw LimitReached("more than 2^32 steps; take smaller parameters");
  }
  // evaluate.cpp
  Value evaluate(const Term& term, const Env* env);
  Value named(const Term& term, const Env* env);
  Value given(const Term& term, const Env* env);
  Value of_network(const Term& term, const Env* env);
  Value of_variant(const Term& term, const Env* env);
  Value fold(const Term& term, const Env* env);
  Value attend(const Value& v, const Value& k, const Value& q, bool minus_abs);
  Value memory(const Term& term, const Env* env);
  Value chain(const Term& term, const Env* env);
  bool comparison(const Term& term, const Env* env);
  bool compare(const Value& a, Relation relation, const Value& b);
  Value entry(const Value& of, const std::vector<TermPtr>& at, std::size_t from, const Env* env);
  Value of_machine(const std::string& name, const std::vector<Value>& x);
  Value run_brings(const std::string& name, const std::vector<Value>& x);
  std::shared_ptr<Reading> variant(const std::string& name, std::vector<Value> arguments);
  // Calls f for every instance until it says false; returns whether it never did.
  using Each = std::function<bool(const Env*)>;
  bool instances(const Binders& binders, const Env* env, const Each& f);
  bool bind(const Binders& binders, std::size_t i, const Env* env, const Each& f);
  std::optional<std::int64_t> only_instance(const Binders& binders, std::size_t i,
                                            std::pair<std::int64_t, std::int64_t> ends,
                                            const Env* env);
  Set set_at(const TermPtr& term, const Env* env);  // "a..b" too
  std::pair<std::int64_t, std::int64_t> ends(const Binder& binder, const Env* env);
  // loops.cpp
  Rational count(const Binders& binders, std::size_t from, const Env* env);
  std::optional<Rational> last_with(const Binders& binders, std::size_t j, const Env* env,
                                    std::span<const Value> values);
  using EachRound = std::function<void(const Stage&, const Env*)>;
  void rounds(const std::string& network, const EachRound& f);
  void loop(const Stage& stage, const Env* env, const Each& f);
  const std::vector<Place>& all_places(const std::string& network);
  std::shared_ptr<Course> course(const std::string& network);
  std::shared_ptr<const IdCourse> id_course(const std::string& network);
  std::shared_ptr<const MadeLayer> made_already(const std::string& network, std::uint64_t t) const;
  // layers.cpp
  MadeLayer make(const std::string& network, std::uint64_t t);
  void make_parts(const Stage& stage, const Parts& parts, const Env* env, MadeLayer& out);
  // Calls f with the names of a place and of its lets.
  template <class F>
  auto at_place(const Place& place, F f);
  // traces.cpp
  // run(), whose results are shared and not copied.  Requires  `from` is a matrix.
  Value state_after(const std::string& network, const Rational& t, const Value& from);
  std::optional<Value> run_by_ids(const std::string& network, const Rational& t, const Mat& from,
                                  const std::string& key);
  // states.cpp
  Value start_of(const Input& input);  // start()
  Columns columns_of(const Mat& m) const;
  Mat mat_from(const Columns& columns, bool state) const;
  Columns step(const std::string& network, std::uint64_t t, const Columns& z, bool state);
  // What a layer of heads or units adds to `next`: at column `own` of z, which looks at the columns
  // `keys`.
  void add_parts(const MadeLayer& layer, const Columns& z, std::size_t own,
                 const std::vector<std::size_t>& keys, std::vector<Rational>& next);
  std::vector<Rational> head(const Part& part, const Columns& z, std::size_t own,
                             const std::vector<std::size_t>& keys);
  std::vector<Rational> mapped(const Stage& stage, const Env* env, std::vector<Rational> column,
                               const Value& token);
  std::vector<std::vector<std::size_t>> keys_of_all(const Stage& stage, const Env* env);
  std::vector<std::int64_t> keys_of(const Stage& stage, const Env* env, std::int64_t k);
  std::shared_ptr<const MadeLayer> with_keys(const std::string& network, std::uint64_t t);
  std::vector<Rational> column_of_start(const Input& input, std::int64_t k,
                                        const std::vector<Rational>* previous);
  bool is_state(const Mat& m);
  std::uint64_t layer_number(const Value& v, const std::string& network, std::uint64_t least);
  Rational layers_before_state(const Value& v, const std::string& network);
  Value layer_as_built(const std::string& function, const std::string& network,
                       const std::vector<Value>& x);

  const ConstructionFile& file_;
  std::map<std::string, Rational> parameters_;
  Brought brought_;
  // The output of the token before, while an entry of `start` is evaluated; of all readings that
  // were changed from one.
  std::shared_ptr<const std::vector<Rational>*> previous_ =
      std::make_shared<const std::vector<Rational>*>(nullptr);
  Engine engine_ = Engine::jumping;
  std::map<std::string, Change> changes_;
  std::set<std::pair<std::string, std::uint64_t>> dropped_;
  struct Steps {
    std::uint64_t taken = 0, most = most_steps;
  };
  std::shared_ptr<Steps> steps_ = std::make_shared<Steps>();
  std::shared_ptr<std::size_t> depth_ = std::make_shared<std::size_t>(0);

  // What was computed; all of it can be computed again.
  std::unordered_map<std::string, Value> memo_;
  std::unordered_map<std::string, Value> starts_;
  std::unordered_map<std::string, Trace> traces_;
  std::size_t kept_ = 0;  // numbers in traces_
  struct IdTraces;
  std::shared_ptr<IdTraces> id_traces_;
  std::map<std::string, std::vector<Place>> places_;
  std::map<std::string, std::shared_ptr<Course>> courses_;
  std::map<std::string, std::shared_ptr<const IdCourse>> id_courses_;
  using MadeLayers = std::unordered_map<std::uint64_t, std::shared_ptr<const MadeLayer>>;
  std::map<std::string, MadeLayers> layers_;
  std::map<std::string, Rational> counts_;
  std::map<std::string, std::shared_ptr<const Activation>> activations_;
  std::map<std::string, std::pair<std::string, std::shared_ptr<Reading>>> variants_;
  std::vector<std::vector<std::set<std::int64_t>>> reached_;  // S^t
  std::vector<std::int64_t> place_in_gamma_;                  // i of gamma(i), by token
  std::optional<std::size_t> rows_;
  std::optional<std::vector<std::int64_t>> tokens_;
  std::optional<std::vector<std::pair<std::int64_t, std::int64_t>>> input_places_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> place_of_;
  std::optional<Set> entries_;
  std::set<std::string> busy_;  // what is being computed of rows, tokens, inputs, entries
};

// While an activation is looked at: a comparison whose outcome depends on its argument.
struct DependsOnArgument : TermError {
  using TermError::TermError;
};

template <class F>
auto Reading::at_place(const Place& place, F f) {
  std::vector<Env> names;
  const Stage& stage = *place.stage;
  names.reserve(place.values.size() + stage.lets.size());
  std::size_t i = 0;
  const auto add = [&](const std::string& name, Value value) {
    names.push_back({names.empty() ? nullptr : &names.back(), &name, std::move(value)});
  };
  for (const Binder& b : stage.repeat.list) add(b.name, place.values[i++]);
  for (const Binder& b : stage.loop.list) add(b.name, place.values[i++]);
  for (const Signature& let : stage.lets)
    add(let.name, value(*let.term, names.empty() ? nullptr : &names.back()));
  return f(names.empty() ? nullptr : &names.back());
}

}  // namespace hardmax::subject
