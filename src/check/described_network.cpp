// The space of a construction, its loops, its layers as built, and what they do to a state.
#include "check/described_machine.hpp"

namespace hardmax::check {
namespace {

constexpr std::uint64_t most_layers = std::uint64_t{1} << 20;

[[noreturn]] void wrong(const DescribedStage& stage, const std::string& what) {
  bad_file(stage.where, what);
}
// The stages of a network that go round together: neighbours of one text of `repeat`.
std::vector<std::vector<std::size_t>> groups(const Described& of, std::size_t network) {
  std::vector<std::vector<std::size_t>> out;
  std::string before;
  for (std::size_t i = 0; i < of.stages.size(); ++i) {
    const DescribedStage& stage = of.stages[i];
    if (stage.network != of.names.networks[network]) continue;
    const auto repeat = stage.texts.find("repeat");
    const std::string now = repeat == stage.texts.end() ? "" : repeat->second;
    if (out.empty() || now.empty() || now != before) out.emplace_back();
    out.back().push_back(i), before = now;
  }
  return out;
}

}  // namespace

// --- the space

std::size_t Space::token(const Num& k) const {
  const auto it = std::lower_bound(tokens.begin(), tokens.end(), k);
  defined(it != tokens.end() && *it == k);
  return static_cast<std::size_t>(it - tokens.begin());
}
std::size_t Space::place(const Num& k, const Num& r) const {
  const auto it = std::find(places.begin(), places.end(), std::pair(k, r));
  defined(it != places.end());
  return static_cast<std::size_t>(it - places.begin());
}
std::vector<std::size_t> Space::digits(std::uint64_t input) const {
  std::vector<std::size_t> out(places.size());
  for (std::size_t i = out.size(); i-- > 0; input /= entries.size())
    out[i] = input % entries.size();
  return out;
}
std::uint64_t Space::input_count() const {
  if (number_of(std::uint64_t{1} << 62) < inputs)
    throw Incomplete("the construction: more than 2^62 inputs");
  return static_cast<std::uint64_t>(*inputs.small_integer());
}

const Space& World::space() const {
  if (!space_) {
    space_ = made_space();
    if (ground_.space != nullptr && !(*ground_.space == *space_)) {
      space_.reset();
      throw Incomplete(
          "the tokens, rows or inputs of the construction as it was, or of a variant, are others "
          "than those of the run");
    }
  }
  return *space_;
}

Space World::made_space() const {
  const Described& of = ground_.setting.of;
  Space out;
  Frame frame;
  frame.slots.resize(of.slots);
  out.tokens = *domain(*of.tokens, frame);
  const Num rows = value(*of.rows, frame).number();
  if (out.tokens.empty() || !rows.is_integer() || rows.sign() <= 0)
    bad_file(of.file + ": [construction]", "there are no tokens or no rows here");
  for (const Num& token : out.tokens)
    if (!token.is_integer()) bad_file(of.file + ": [construction]", "a token is no integer");
  if (Num(8192) < rows || out.tokens.size() > 8192)
    throw Incomplete("the construction: more than 8192 tokens or rows");
  out.rows = index(rows, 1, 8192);
  if (!of.inputs) return out;
  out.entries = *domain(*of.entries, frame);
  each(*of.inputs, frame, [&] {
    const Num k = frame.slots[of.token_of_inputs].number(),
              r = frame.slots[of.row_of_inputs].number();
    out.token(k), index(r, 1, out.rows);
    if (std::find(out.places.begin(), out.places.end(), std::pair(k, r)) != out.places.end())
      bad_file(of.file + ": [construction]", "inputs: an entry stands twice");
    if (out.places.size() >= 4096)
      throw Incomplete("the construction: inputs of more than 4096 entries");
    return out.places.emplace_back(k, r), true;
  });
  out.inputs = power(number_of(out.entries.size()), number_of(out.places.size()));
  return out;
}

GridPtr World::start(std::uint64_t input) const {
  if (const auto known = starts_.find(input); known != starts_.end()) return known->second;
  const Described& of = ground_.setting.of;
  Frame frame;
  frame.slots.resize(of.slots);
  Grid out{space().rows, space().tokens.size(), {}, false, true};
  for (std::size_t r = 1; r <= out.rows; ++r)
    for (const Num& k : space().tokens) {
      frame.slots[0] = Quantity::of_input(input);
      frame.slots[1] = Quantity::of(number_of(r)), frame.slots[2] = Quantity::of(k);
      out.at.push_back({{}, value(*of.start, frame).number()});
    }
  keep(out.at.size());
  return starts_[input] = std::make_shared<const Grid>(std::move(out));
}

// --- loops

Num World::stage_count(const DescribedStage& stage) const {
  Frame frame;
  frame.slots.resize(stage.slots);
  std::vector<const Term*> levels;
  for (const Term* over : {&stage.repeat, &stage.loop})
    for (const Term& kid : over->kids) levels.push_back(&kid);
  return count(levels, 0, frame);
}
Num World::layer_count(std::size_t network) const {
  Num out;
  for (const DescribedStage& stage : ground_.setting.of.stages)
    if (stage.network == ground_.setting.of.names.networks[network]) out = out + stage_count(stage);
  return out;
}

BuiltNetwork& World::network(std::size_t name) const {
  if (const auto known = networks_.find(name); known != networks_.end()) return *known->second;
  const Described& of = ground_.setting.of;
  if (const Num all = layer_count(name); number_of(most_layers) < all)
    throw Incomplete("network '" + of.names.networks[name] + "' has " + all.text() +
                     " layers, more than " + std::to_string(most_layers) +
                     " are not made one by one");
  auto out = std::make_unique<BuiltNetwork>();
  for (const std::vector<std::size_t>& group : groups(of, name)) enumerate(*out, group);
  out->layers.resize(out->instances.size());
  return *(networks_[name] = std::move(out));
}

void World::enumerate(BuiltNetwork& out, const std::vector<std::size_t>& group) const {
  const auto& stages = ground_.setting.of.stages;
  Frame round;
  round.slots.resize(stages[group[0]].slots);
  const std::size_t before_all = out.instances.size();
  bool any = false;
  each(stages[group[0]].repeat, round, [&] {
    any = true;
    for (const std::size_t i : group) {
      const DescribedStage& stage = stages[i];
      Frame frame;
      frame.slots.assign(round.slots.begin(),
                         round.slots.begin() + static_cast<std::ptrdiff_t>(stage.loop_slot));
      frame.slots.resize(stage.slots);
      const bool backwards = stage.backwards && value(*stage.backwards, frame).number().sign() != 0;
      const std::size_t first = out.instances.size(), first_empty = out.empty.size();
      const auto names = [&](std::size_t count) {
        return std::vector<Quantity>(frame.slots.begin(),
                                     frame.slots.begin() + static_cast<std::ptrdiff_t>(count));
      };
      const std::function<void(std::size_t)> inner = [&](std::size_t level) {
        if (level == stage.loop.count) {
          if (level > 0 && !value(stage.loop.kids[level], frame).truth()) return;
          out.instances.push_back({i, names(stage.let_slot)});
          return;
        }
        const std::size_t before = out.instances.size();
        bind(stage.loop.kids[level], frame, [&] { return inner(level + 1), true; });
        if (out.instances.size() != before) return;
        if (out.empty.size() > most_layers) throw Incomplete("more than 2^20 empty loops");
        out.empty.push_back({i, names(stage.loop_slot + level), before});
      };
      inner(0);
      if (!backwards) continue;
      std::reverse(out.instances.begin() + static_cast<std::ptrdiff_t>(first), out.instances.end());
      for (std::size_t e = first_empty; e < out.empty.size(); ++e)
        out.empty[e].before = first + out.instances.size() - out.empty[e].before;
    }
    return true;
  });
  for (std::size_t i = 0; !any && i < group.size(); ++i)
    out.empty.push_back({group[i], {}, before_all});
}

// The layers up to the last instance of the stage whose first names have these values.
Num World::after(const Term& term, const std::vector<Quantity>& values) const {
  const auto& stages = ground_.setting.of.stages;
  const std::size_t stage = static_cast<std::size_t>(
      std::find_if(stages.begin(), stages.end(),
                   [&](const DescribedStage& one) { return one.name == term.word; }) -
      stages.begin());
  const BuiltNetwork& here = network(ground_.setting.of.network(term.word));
  const auto begins = [&](const std::vector<Quantity>& with) {
    if (values.size() > with.size()) return false;
    for (std::size_t i = 0; i < values.size(); ++i)
      if (with[i].type != values[i].type || !equal(with[i], values[i])) return false;
    return true;
  };
  for (std::size_t t = here.instances.size(); t-- > 0;)
    if (here.instances[t].stage == stage && begins(here.instances[t].values))
      return number_of(t + 1);
  std::optional<std::size_t> place;
  for (const BuiltNetwork::Empty& empty : here.empty)
    if (empty.stage == stage && begins(empty.values)) place = std::max(place, {empty.before});
  defined(place.has_value());
  return number_of(*place);
}

// --- layers

const BuiltLayer& World::layer(std::size_t name, std::uint64_t t) const {
  BuiltNetwork& here = network(name);
  std::optional<BuiltLayer>& out = here.layers[t - 1];
  if (out) return *out;
  const LayerInstance& instance = here.instances[t - 1];
  BuiltLayer made = built(ground_.setting.of.stages[instance.stage], instance);
  for (const auto& [network, layer] : ground_.setting.dropped)
    if (network == name && layer == t)
      made.identity = true, made.parts.clear(), made.slots.clear(), made.keys = nullptr;
  if (t > 1 && made.keys && here.layers[t - 2] && here.layers[t - 2]->keys &&
      *here.layers[t - 2]->keys == *made.keys)
    made.keys = here.layers[t - 2]->keys;
  return out.emplace(std::move(made));
}

BuiltLayer World::built(const DescribedStage& stage, const LayerInstance& instance) const {
  BuiltLayer out;
  Frame frame{instance.values};
  frame.slots.resize(stage.slots);
  for (std::size_t i = 0; i < stage.lets.size(); ++i)
    frame.slots[stage.let_slot + i] = value(stage.lets[i], frame);
  if (stage.keys && stage.keys->op == TermOp::given &&
      stage.keys->name == static_cast<std::size_t>(Given::A) &&
      stage.keys->kids[1].op == TermOp::bound && stage.keys->kids[1].slot == stage.token_slot &&
      !uses_slot(stage.keys->kids[0], stage.token_slot, stage.token_slot + 1))
    out.mask = value(stage.keys->kids[0], frame).number();
  if (stage.when && !value(*stage.when, frame).truth()) return out.identity = true, out;
  if (stage.map) return out.slots = frame.slots, out;
  add_sum(stage, frame, out);
  bool on_tokens = false;
  for (const Summand& part : out.parts) {
    require_shapes(stage, part);
    on_tokens = on_tokens || (part.head && !part.head->external);
  }
  if (!on_tokens) return out;
  if (!stage.keys) wrong(stage, "it does not say whom token k looks at; add keys = \"...\"");
  std::vector<std::vector<std::size_t>> keys;
  for (const Num& k : space().tokens) {
    frame.slots[stage.token_slot] = Quantity::of(k);
    keys.emplace_back();
    const Set looked_at = value(*stage.keys, frame).members();
    for (const Num& j : *looked_at) {
      const auto& tokens = space().tokens;
      const auto it = std::lower_bound(tokens.begin(), tokens.end(), j);
      if (it == tokens.end() || !(*it == j))
        wrong(stage, "keys: " + j.text() + " is no token of the state");
      keys.back().push_back(static_cast<std::size_t>(it - tokens.begin()));
    }
  }
  out.keys = std::make_shared<const std::vector<std::vector<std::size_t>>>(std::move(keys));
  return out;
}

// "Z", "Z + SUM", "Z - ...", or "SUM".
void World::add_sum(const DescribedStage& stage, Frame& frame, BuiltLayer& out) const {
  const Term& layer = *stage.layer;
  Quantity sum = Quantity::of(Num(0));
  sum.nothing = true;
  out.keeps =
      layer.op == TermOp::state || (layer.op == TermOp::fold && layer.kids[0].op == TermOp::state &&
                                    (layer.text[0] == '+' || layer.text[0] == '-'));
  if (!out.keeps) sum = value(layer, frame);
  for (std::size_t i = 1; out.keeps && i < layer.kids.size(); ++i) {
    const Quantity next = value(layer.kids[i], frame);
    sum = sum_of(sum, layer.text[i - 1] == '-' ? product_of(Quantity::of(Num(-1)), next) : next);
  }
  if (sum.nothing) return;
  if (!sum.parts) wrong(stage, "its layer is no sum of heads, and no sum of hidden units");
  out.parts = *sum.parts;
}

void World::require_shapes(const DescribedStage& stage, const Summand& part) const {
  const std::size_t rows = space().rows, size = part.head ? part.head->size() : 1;
  const bool fits =
      part.before ? part.before->rows == rows && part.before->columns == size : size == rows;
  if (!fits)
    wrong(stage, std::string("what stands before a ") + (part.head ? "head" : "hidden unit") +
                     " has shape " +
                     (part.before ? std::to_string(part.before->rows) + " x " +
                                        std::to_string(part.before->columns)
                                  : "1 x 1") +
                     "; " + std::to_string(rows) + " x " + std::to_string(size) + " is needed");
  if (part.before && part.before->forms) wrong(stage, "a form stands before a head or a unit");
  if (part.unit) part.unit->world->activation(part.unit->activation);
}

// Attention of token k: the mean of the values whose score is the largest; 0 without a key.
std::vector<Num> World::returned(const AttentionHead& head, const BuiltLayer& layer,
                                 const Grid& state, std::size_t k) const {
  std::vector<Num> query, out(head.size());
  for (const Affine& form : head.query) query.push_back(value_at(form, state, k));
  const std::size_t all = head.external ? head.keys.size() : (*layer.keys)[k].size();
  std::vector<std::size_t> best;
  Num top;
  ground_.step(all + 1);
  for (std::size_t i = 0; i < all; ++i) {
    const std::size_t j = head.external ? i : (*layer.keys)[k][i];
    Num score;
    for (std::size_t m = 0; m < query.size(); ++m)
      score =
          score + query[m] * (head.external ? head.keys[j][m] : value_at(head.key[m], state, j));
    if (head.minus_abs && score.sign() > 0) score = Num(0) - score;
    const int order = best.empty() ? 1 : compare(score, top);
    if (order > 0) best.clear(), top = weighed(score);
    if (order >= 0) best.push_back(j);
  }
  for (std::size_t m = 0; m < out.size() && !best.empty(); ++m) {
    for (const std::size_t j : best)
      out[m] = out[m] + (head.external ? head.values[j][m] : value_at(head.value[m], state, j));
    out[m] = weighed(out[m] / number_of(best.size()));
  }
  return out;
}

GridPtr World::step(const DescribedStage& stage, const BuiltLayer& layer,
                    const GridPtr& state) const {
  if (layer.identity || (layer.keeps && layer.parts.empty())) return state;
  Grid out = *state;
  if (!layer.keeps)
    for (Affine& entry : out.at) entry = {};
  if (layer.keys && state->columns != space().tokens.size())
    wrong(stage, "it has heads on tokens, and the matrix that it is run on has other columns");
  if (stage.map) {
    Frame frame{layer.slots};
    bool token = false;
    each_term(*stage.map, [&](const Term& part) {
      token = token || (part.op == TermOp::bound && part.slot == stage.token_slot);
    });
    if (token && state->columns != space().tokens.size())
      wrong(stage, "its map has k, and the matrix that it is run on has other columns");
    for (std::size_t k = 0; k < out.columns; ++k) {
      std::vector<Num> column;
      for (std::size_t r = 0; r < out.rows; ++r) column.push_back(state->entry(r, k).b);
      frame.column = &column;
      if (token) frame.slots[stage.token_slot] = Quantity::of(space().tokens[k]);
      const Quantity image = value(*stage.map, frame);
      const bool number = image.type == TypeOf::number && out.rows == 1;
      if (!number && (!image.grid || image.grid->rows != out.rows || image.grid->columns != 1))
        wrong(stage, "its map gives no column of " + std::to_string(out.rows) + " numbers");
      for (std::size_t r = 0; r < out.rows; ++r)
        out.at[r * out.columns + k].b = number ? image.x.b : image.matrix()->entry(r, 0).b;
    }
    return std::make_shared<const Grid>(std::move(out));
  }
  for (const Summand& part : layer.parts)
    for (std::size_t k = 0; k < out.columns; ++k) {
      std::vector<Num> values;
      if (part.head) {
        values = returned(*part.head, layer, *state, k);
      } else {
        const Piecewise& pieces = part.unit->world->activation(part.unit->activation);
        values = {pieces.value(value_at(part.unit->at, *state, k))};
      }
      ground_.step(values.size());
      for (std::size_t r = 0; r < out.rows; ++r) {
        Num more;
        if (part.before)
          for (std::size_t m = 0; m < values.size(); ++m)
            more = more + part.before->entry(r, m).b * values[m];
        else
          more = values[r];
        Num& entry = out.at[r * out.columns + k].b;
        entry = weighed(entry + part.factor * more);
      }
    }
  return out.at == state->at ? state : std::make_shared<const Grid>(std::move(out));
}

GridPtr World::step(std::size_t name, std::uint64_t t, const GridPtr& from) const {
  if (from->rows != space().rows || (from->columns != space().tokens.size() && from->columns != 1))
    bad_file("the construction",
             "a network is run on a matrix that is no state and no column of its rows");
  GridPtr state = from;
  if (!from->state && from->columns == space().tokens.size()) {
    Grid with_tokens = *from;
    with_tokens.state = true;
    state = std::make_shared<const Grid>(std::move(with_tokens));
  }
  if (t == 0) return state;
  const BuiltLayer& made = layer(name, t);
  return step(ground_.setting.of.stages[network(name).instances[t - 1].stage], made, state);
}

GridPtr World::run(std::size_t name, std::uint64_t t, const GridPtr& from) const {
  std::vector<Num> key{number_of(from->columns)};
  for (const Affine& entry : from->at) key.push_back(entry.b);
  const GridPtr first = step(name, 0, from);
  auto& known = network(name).traces[key];
  if (!known) known = std::make_shared<std::vector<GridPtr>>(1, first);
  const std::shared_ptr<std::vector<GridPtr>> trace = known;
  while (trace->size() <= t) {
    GridPtr next = step(name, trace->size(), trace->back());
    keep(1 + (next == trace->back() ? 0 : 4 + next->at.size()));
    trace->push_back(std::move(next));
  }
  return (*trace)[t];
}

}  // namespace hardmax::check
