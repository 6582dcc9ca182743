// Layers of a construction as built, and what they do to a state.
#include <algorithm>

#include "check/described_machine.hpp"
#include "check/fault.hpp"

namespace hardmax::check {
namespace {

constexpr std::size_t most_kept = 4096;  // layers that were built, where most are passed over
constexpr std::size_t most_limbs = std::size_t{1} << 25;  // of one input: 256 MiB

[[noreturn]] void wrong(const DescribedStage& stage, const std::string& what) {
  bad_file(stage.where, what);
}

// Z + c h - c g, where h and g look at one number of each token and value it by one and the same,
// and their queries differ by a number alone. A score is a query times what a key has: of two
// positive queries the same keys have the largest score, and of two negative ones too. There h and
// g return the same, and the column stays as it is.
bool is_window(const BuiltLayer& layer) {
  if (!layer.keeps || layer.parts.size() != 2 || !layer.keys) return false;
  const Summand &one = layer.parts[0], &other = layer.parts[1];
  const auto plain = [](const Summand& part) {
    return part.head && !part.head->external && !part.head->minus_abs &&
           part.head->value.size() == 1 && part.head->key.size() == 1 &&
           part.head->query.size() == 1;
  };
  if (!plain(one) || !plain(other) || !(one.factor + other.factor == Num(0))) return false;
  const bool same_before = one.before == other.before ||
                           (one.before && other.before && one.before->at == other.before->at);
  return same_before && one.head->value == other.head->value && one.head->key == other.head->key &&
         one.head->query[0].w == other.head->query[0].w;
}

}  // namespace

// Is a column, w^T Z_k of it, outside the window of this layer, on one side of it or the other?
bool World::outside(const BuiltLayer& layer, const Num& at) const {
  const int side = compare(at, layer.ends[0]);
  const bool one_side = side != 0 && side == compare(at, layer.ends[1]);
  return HARDMAX_FAULT(check_construction_window, one_side, true);
}

// Is every one?
bool World::untouched(const BuiltLayer& layer, const Looked& state) const {
  ground_.step(state.state().columns);
  const std::vector<Num>& all = state.at(layer.parts[0].head->query[0].w);
  return std::all_of(all.begin(), all.end(), [&](const Num& at) { return outside(layer, at); });
}

const std::vector<Num>& Looked::at(const std::vector<Num>& w) const {
  for (const auto& [known, values] : known_)
    if (known == &w || *known == w) return values;
  std::vector<Num>& out = known_.emplace_front(&w, std::vector<Num>()).second;
  out.reserve(state_.columns);
  const Affine form{w, Num(0)};
  for (std::size_t k = 0; k < state_.columns; ++k) out.push_back(value_at(form, state_, k));
  return out;
}

std::shared_ptr<const BuiltLayer> World::layer(std::size_t name, std::uint64_t t) const {
  if (shares(name)) return parent_->layer(name, t);
  BuiltNetwork& here = network(name);
  if (const auto known = here.layers.find(t); known != here.layers.end()) return known->second;
  const LayerInstance instance = here.loops->instance(t);
  auto made =
      std::make_shared<BuiltLayer>(built(ground_.setting.of.stages[instance.stage], instance));
  for (const auto& [network, layer] : ground_.setting.dropped)
    if (HARDMAX_FAULT(check_construction_drop_last, drops_, true) && network == name &&
        layer == (ground_.setting.units_stay ? instance.forward : t)) {
      made->identity = true;
      if (ground_.setting.units_stay && !made->parts.empty() && made->parts[0].unit) continue;
      made->parts.clear(), made->slots.clear(), made->keys = nullptr;
    }
  if (made->keys && here.keys && *here.keys == *made->keys)
    made->keys = here.keys;
  else if (made->keys)
    here.keys = made->keys;
  if (here.layers.size() >= most_kept && here.jumps && *here.jumps) here.layers.clear();
  return here.layers[t] = std::move(made);
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
  if (ground_.one_by_one) out.names = frame.slots;
  if (!stage.keys) wrong(stage, "it does not say whom token k looks at; add keys = \"...\"");
  if (ground_.one_by_one) return out;
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
  out.window = is_window(out);
  for (std::size_t i = 0; out.window && i < 2; ++i)
    out.ends[i] = Num(0) - out.parts[i].head->query[0].b;
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
  if (!sum.is_sum()) wrong(stage, "its layer is no sum of heads, and no sum of hidden units");
  out.parts = sum.parts();
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

// What `returned` gives where query, keys and values are single numbers. Keys and values have no
// constants (World::attend refuses them). The query is a factor of all scores: the largest are
// those of the largest keys, of the smallest, or all.
static Num returned_number(const AttentionHead& head, const std::vector<std::size_t>& looks_at,
                           const Looked& state, const Num& query) {
  const std::vector<Num>&keys = state.at(head.key[0].w), &values = state.at(head.value[0].w);
  const int sign = HARDMAX_FAULT(check_query_sign, query.sign(), 1);
  const Num* top = nullptr;
  std::int64_t best = 0;  // how many have the largest score
  Num out;
  for (const std::size_t j : looks_at) {
    const int order = top == nullptr ? 1 : sign * compare(keys[j], *top);
    if (HARDMAX_FAULT(check_construction_ties, order < 0, order <= 0)) continue;
    best = order > 0 ? 1 : best + 1;
    if (order > 0)
      top = &keys[j], out = values[j];
    else
      out = out + values[j];
  }
  return weighed(best > 1 ? out / Num(best) : out);
}

// Attention of token k: the mean of the values whose score is the largest; 0 without a key.
std::vector<Num> World::returned(const AttentionHead& head, const BuiltLayer& layer,
                                 const Looked& state, std::size_t k) const {
  std::vector<Num> query, out(head.size());
  query.reserve(head.query.size());
  for (const Affine& form : head.query) query.push_back(state.at(form, k));
  if (ground_.jumps && !head.external && !head.minus_abs && query.size() == 1 && out.size() == 1) {
    ground_.step((*layer.keys)[k].size() + 1);
    return {returned_number(head, (*layer.keys)[k], state, query[0])};
  }
  const std::size_t all = head.external ? head.keys.size() : (*layer.keys)[k].size();
  std::int64_t best = 0;  // how many have the largest score
  Num top;
  ground_.step(all + 1);
  for (std::size_t i = 0; i < all; ++i) {
    const std::size_t j = head.external ? i : (*layer.keys)[k][i];
    Num score;
    for (std::size_t m = 0; m < query.size(); ++m)
      score = score + query[m] * (head.external ? head.keys[j][m] : state.at(head.key[m], j));
    if (head.minus_abs && score.sign() > 0) score = Num(0) - score;
    const int order = best == 0 ? 1 : compare(score, top);
    if (order < 0) continue;
    if (order > 0) top = weighed(std::move(score)), best = 0;
    ++best;
    for (std::size_t m = 0; m < out.size(); ++m) {
      const Num value = head.external ? head.values[j][m] : state.at(head.value[m], j);
      out[m] = best == 1 ? value : out[m] + value;
    }
  }
  for (Num& sum : out) sum = weighed(best > 1 ? sum / Num(best) : sum);
  return out;
}

Num World::looked_at(std::size_t name) const {
  Num out;
  if (network(name).size() > most_layers) throw Incomplete("more than 2^20 layers to look at");
  for (std::uint64_t t = 1; t <= network(name).size(); ++t) {
    const std::shared_ptr<const BuiltLayer> here = layer(name, t);
    for (const Summand& part : here->parts)
      if (part.head && !part.head->external)
        for (const auto& keys : *here->keys) out = out + number_of(keys.size());
  }
  return out;
}

std::vector<Num> World::mapped(const DescribedStage& stage, const BuiltLayer& layer,
                               const std::vector<Num>& before, const Num& k) const {
  Frame frame{layer.slots, &before};
  frame.slots[stage.token_slot] = Quantity::of(k);
  const Quantity image = value(*stage.map, frame);
  if (image.type == TypeOf::number && before.size() == 1) return {image.x};
  if (!image.is_grid() || image.grid().rows != before.size() || image.grid().columns != 1)
    wrong(stage, "its map gives no column of " + std::to_string(before.size()) + " numbers");
  return image.matrix()->at;
}

// Column k of the state, which is that of the token, after a layer.
std::vector<Num> World::column_after(const DescribedStage& stage, const BuiltLayer& layer,
                                     const Looked& looked, std::size_t k, std::size_t token) const {
  const Grid& state = looked.state();
  std::vector<Num> before, out(state.rows);
  for (std::size_t r = 0; r < state.rows; ++r) before.push_back(state.entry(r, k));
  if (stage.map) return mapped(stage, layer, before, space().tokens[token]);
  if (layer.keeps) out = before;
  for (const Summand& part : layer.parts) {
    std::vector<Num> values;
    if (part.head) {
      values = returned(*part.head, layer, looked, k);
    } else {
      const Piecewise& pieces = part.unit->world->activation(part.unit->activation);
      values = {pieces.value(looked.at(part.unit->at, k))};
    }
    ground_.step(values.size());
    for (std::size_t r = 0; r < state.rows; ++r) {
      Num more;
      if (part.before)
        for (std::size_t m = 0; m < values.size(); ++m)
          more = more + part.before->entry(r, m) * values[m];
      else
        more = values[r];
      out[r] = weighed(out[r] + part.factor * more);
    }
  }
  return out;
}

GridPtr World::step(const DescribedStage& stage, const BuiltLayer& layer, const GridPtr& state,
                    const Looked& looked) const {
  if (layer.identity || (layer.keeps && layer.parts.empty())) return state;
  const bool all = state->columns == space().tokens.size();
  if (layer.keys && !all)
    wrong(stage, "it has heads on tokens, and the matrix that it is run on has other columns");
  if (stage.map && !all && uses_slot(*stage.map, stage.token_slot, stage.token_slot + 1))
    wrong(stage, "its map has k, and the matrix that it is run on has other columns");
  if (layer.window && untouched(layer, looked)) return state;
  Grid out = *state;
  for (std::size_t k = 0; k < out.columns; ++k) {
    if (layer.window && ground_.jumps &&
        outside(layer, looked.at(layer.parts[0].head->query[0].w)[k]))
      continue;
    const std::vector<Num> column = column_after(stage, layer, looked, k, k);
    for (std::size_t r = 0; r < out.rows; ++r) out.at[r * out.columns + k] = column[r];
  }
  return out.at == state->at ? state : std::make_shared<const Grid>(std::move(out));
}

// `from`, whose columns are the tokens if it has as many.
GridPtr World::with_tokens(const GridPtr& from) const {
  require_states();
  if (from->rows != space().rows || (from->columns != space().tokens.size() && from->columns != 1))
    bad_file("the construction",
             "a network is run on a matrix that is no state and no column of its rows");
  if (from->state || from->columns != space().tokens.size()) return from;
  Grid out = *from;
  out.state = true;
  return std::make_shared<const Grid>(std::move(out));
}

GridPtr World::step(std::size_t name, std::uint64_t t, const GridPtr& from) const {
  const GridPtr state = with_tokens(from);
  const std::shared_ptr<const BuiltLayer> made = layer(name, t);
  const std::size_t stage = network(name).loops->block_of(t).stage;
  return step(ground_.setting.of.stages[stage], *made, state, Looked(*state));
}

GridPtr World::run(std::size_t name, std::uint64_t t, const GridPtr& from) const {
  if (shares(name)) return parent_->run(name, t, from);
  BuiltNetwork& here = network(name);
  if (here.last.first != from) {
    const GridPtr first = with_tokens(from);
    BuiltNetwork::Trace& known = here.traces[from];
    if (!known) known = std::make_shared<BuiltNetwork::Course>(BuiltNetwork::Course{{{0, first}}});
    here.last = {from, known};
  }
  const BuiltNetwork::Trace trace = here.last.second;
  auto& states = trace->states;
  const Jumps* const jumps = trace->done < t ? this->jumps(name, t) : nullptr;
  if (!jumps && t > most_layers && t - trace->done > most_layers)
    throw Incomplete("network '" + ground_.setting.of.names.networks[name] + "' has " +
                     std::to_string(here.size()) + " layers, more than " +
                     std::to_string(most_layers) + " are not made one by one");
  while (trace->done < t) {
    const GridPtr now = states.back().second;
    const Looked looked(*now);
    const std::uint64_t next = jumps ? jumps->next(looked, trace->done) : trace->done + 1;
    ground_.step(now->columns);
    if (next > t) return trace->done = t, now;
    const std::shared_ptr<const BuiltLayer> made = layer(name, next);
    const std::size_t stage = here.loops->block_of(next).stage;
    GridPtr after = step(ground_.setting.of.stages[stage], *made, now, looked);
    trace->done = next;
    if (after == now) continue;
    std::size_t limbs = 0;
    for (const Num& entry : after->at) limbs += entry.limbs();
    if ((trace->limbs += limbs) > most_limbs)
      throw Incomplete("run: the ids of one input take more than 256 MiB");
    keep(5 + after->at.size() + limbs / 8);
    states.emplace_back(next, std::move(after));
  }
  const auto behind =
      std::upper_bound(states.begin(), states.end(), t,
                       [](std::uint64_t at, const auto& state) { return at < state.first; });
  return std::prev(behind)->second;
}

}  // namespace hardmax::check
