// The columns, rows and inputs of a construction, and its loops.
#include "check/described_machine.hpp"
#include "check/fault.hpp"

namespace hardmax::check {
namespace {

constexpr std::uint64_t most_passed_over = std::uint64_t{1} << 62;

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

Grid empty_state(const Space& space) {
  return {space.rows, space.tokens.size(), std::vector<Num>(space.rows * space.tokens.size()),
          false, true};
}
void put(Grid& state, std::size_t k, const std::vector<Num>& column) {
  for (std::size_t r = 0; r < state.rows; ++r) state.at[r * state.columns + k] = column[r];
}

// The layers behind the first `before` ones, whose blocks these are, in reverse order.
void turn(Loops& out, std::size_t first_block, std::uint64_t before, std::size_t first_empty) {
  const std::uint64_t all = out.size(), both = before + all;
  std::reverse(out.blocks.begin() + static_cast<std::ptrdiff_t>(first_block), out.blocks.end());
  for (std::size_t i = first_block; i < out.blocks.size(); ++i) {
    Loops::Block& block = out.blocks[i];
    block.before = both - block.last();
    block.down = true, block.mirror = both + 1;
    if (block.ranges) block.from = block.from + number_of(block.count - 1);
  }
  for (std::size_t e = first_empty; e < out.empty.size(); ++e)
    out.empty[e].before = both - out.empty[e].before;
}

}  // namespace

// --- the space

std::size_t Space::token(const Num& k) const {
  const auto it = std::lower_bound(tokens.begin(), tokens.end(), k);
  defined(it != tokens.end() && *it == k);
  return static_cast<std::size_t>(it - tokens.begin());
}
std::size_t Space::place(const Num& k, const Num& r) const {
  const std::size_t out = place_of[token(k) * rows + index(r, 1, rows) - 1];
  defined(out > 0);
  return out - 1;
}
std::size_t Space::digit(std::uint64_t input, std::size_t place) const {
  for (std::size_t later = places.size() - 1 - place; later > 0; --later) input /= entries.size();
  return input % entries.size();
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
  if (touched_) return parent_->space();  // which no variant that shares changes
  if (!space_) space_ = made_space();
  if (ground_.space == nullptr || space_compared_) return *space_;
  if (!(*ground_.space == *space_))
    throw Incomplete(
        "the tokens, rows or inputs of the construction as it was, or of a variant, are others "
        "than those of the run");
  space_compared_ = true;
  return *space_;
}

Space World::made_space() const {
  const Described& of = ground_.setting.of;
  Space out;
  Frame frame;
  frame.slots.resize(of.slots);
  if (!ground_.one_by_one) out.tokens = *domain(*of.tokens, frame);
  const Num rows = value(*of.rows, frame).number();
  if ((out.tokens.empty() && !ground_.one_by_one) || !rows.is_integer() || rows.sign() <= 0)
    bad_file(of.file + ": [construction]", "there are no tokens or no rows here");
  for (const Num& token : out.tokens)
    if (!token.is_integer()) bad_file(of.file + ": [construction]", "a token is no integer");
  if (Num(8192) < rows || out.tokens.size() > 8192)
    throw Incomplete("the construction: more than 8192 tokens or rows");
  out.rows = index(rows, 1, 8192);
  out.place_of.resize(out.tokens.size() * out.rows);
  if (!of.inputs) return out;
  out.entries = *domain(*of.entries, frame);
  each(*of.inputs, frame, [&] {
    const Num k = frame.slots[of.token_of_inputs].number(),
              r = frame.slots[of.row_of_inputs].number();
    std::size_t& place = out.place_of[out.token(k) * out.rows + index(r, 1, out.rows) - 1];
    if (place > 0) bad_file(of.file + ": [construction]", "inputs: an entry stands twice");
    if (out.places.size() >= 4096)
      throw Incomplete("the construction: inputs of more than 4096 entries");
    out.places.emplace_back(k, r), place = out.places.size();
    return true;
  });
  out.inputs = power(number_of(out.entries.size()), number_of(out.places.size()));
  return out;
}

void World::require_states() const {
  if (ground_.one_by_one)
    throw Incomplete("the construction: a state of all tokens is asked for, which this kind lacks");
}

GridPtr World::start(std::uint64_t input) const {
  require_states();
  if (touched_ && !touched_->start) return parent_->start(input);
  if (const auto known = starts_.find(input); known != starts_.end()) return known->second;
  Grid out = ground_.setting.of.decoder ? decoded(input) : empty_state(space());
  for (std::size_t k = 0; k < out.columns && !ground_.setting.of.decoder; ++k)
    put(out, k, start_column(input, k, nullptr));
  keep(out.at.size());
  return starts_[input] = std::make_shared<const Grid>(std::move(out));
}

std::vector<Num> World::start_column(std::uint64_t input, std::size_t token,
                                     const std::vector<Num>* previous) const {
  struct Within {
    const std::vector<Num>*& now;
    ~Within() { now = nullptr; }
  } within{previous_};
  previous_ = previous;
  const Described& of = ground_.setting.of;
  Frame frame;
  frame.slots.resize(of.slots);
  std::vector<Num> out;
  out.reserve(space().rows);
  for (std::size_t r = 1; r <= space().rows; ++r) {
    frame.slots[0] = Quantity::of_input(input), frame.slots[1] = Quantity::of(number_of(r));
    frame.slots[2] = Quantity::of(space().tokens[token]);
    out.push_back(value(*of.start, frame).number());
  }
  return out;
}

// Token after token through all networks. Of a layer with heads on tokens the columns of all tokens
// so far are kept; of any other layer none is.
Grid World::decoded(std::uint64_t input) const {
  const Described& of = ground_.setting.of;
  std::map<std::pair<std::size_t, std::uint64_t>, Grid> seen;  // before a layer of a network
  Grid out = empty_state(space());
  std::vector<Num> output(out.rows);
  for (std::size_t token = 0; token < out.columns; ++token) {
    std::vector<Num> column = start_column(input, token, &output);
    put(out, token, column);
    for (std::size_t name = 0; name < of.names.networks.size(); ++name)
      for (std::uint64_t t = 1; t <= network(name).size(); ++t) {
        const std::shared_ptr<const BuiltLayer> made = this->layer(name, t);
        const BuiltLayer& layer = *made;
        const DescribedStage& stage = of.stages[network(name).loops->block_of(t).stage];
        ground_.step();
        if (layer.identity) continue;
        if (!layer.keys) {
          const Grid alone{column.size(), 1, column};
          column = column_after(stage, layer, Looked(alone), 0, token);
          continue;
        }
        for (const std::size_t key : (*layer.keys)[token])
          if (HARDMAX_FAULT(check_decoder_later, key > token, false))
            bad_file(stage.where, "token " + space().tokens[token].text() + " looks at token " +
                                      space().tokens[key].text() +
                                      ", which a decoder makes later; let keys leave it out");
        Grid& state = seen[{name, t}];
        if (state.at.empty()) state = empty_state(space());
        if (seen.size() * state.at.size() > std::size_t{1} << 22)
          throw Incomplete("the construction: a decoder that keeps more than 2^22 numbers");
        put(state, token, column);
        column = column_after(stage, layer, Looked(state), token, token);
      }
    output = HARDMAX_FAULT(check_decoder_previous, column, std::vector<Num>(out.rows));
  }
  return out;
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
  if (touched_ && !touched_->loops[network]) return parent_->layer_count(network);
  if (const auto known = counts_.find(network); known != counts_.end() && ground_.shares)
    return known->second;
  Num out;
  for (const DescribedStage& stage : ground_.setting.of.stages)
    if (stage.network == ground_.setting.of.names.networks[network]) out = out + stage_count(stage);
  if (ground_.space != nullptr) counts_[network] = out;
  return out;
}

BuiltNetwork& World::network(std::size_t name) const {
  if (shares(name)) return parent_->network(name);
  if (name < networks_.size() && networks_[name]) return *networks_[name];
  const Described& of = ground_.setting.of;
  std::shared_ptr<const Loops> loops;
  if (touched_ && !touched_->loops[name]) {
    loops = parent_->network(name).loops;
  } else {
    const bool passed_over = ground_.jumps && !ground_.one_by_one && !of.decoder;
    const std::uint64_t most = passed_over ? most_passed_over : most_layers;
    if (const Num all = layer_count(name); number_of(most) < all)
      throw Incomplete("network '" + of.names.networks[name] + "' has " + all.text() +
                       " layers, more than " + std::to_string(most) + " are not made" +
                       (passed_over ? "" : " one by one"));
    auto made = std::make_shared<Loops>();
    for (const std::vector<std::size_t>& group : groups(of, name)) enumerate(*made, group);
    loops = std::move(made);
  }
  networks_.resize(of.names.networks.size());
  networks_[name] = std::make_unique<BuiltNetwork>(std::move(loops));
  return *networks_[name];
}

const Loops::Block& Loops::block_of(std::uint64_t t) const {
  const auto behind =
      std::upper_bound(blocks.begin(), blocks.end(), t,
                       [](std::uint64_t at, const Block& block) { return at <= block.before; });
  return *std::prev(behind);
}

LayerInstance Loops::instance(std::uint64_t t) const {
  const Block& block = block_of(t);
  LayerInstance out{block.stage, block.values, block.down ? block.mirror - t : t};
  const Num i = number_of(t - block.before - 1);
  if (block.ranges)
    out.values.push_back(Quantity::of(block.down ? block.from - i : block.from + i));
  return out;
}

void World::enumerate(Loops& out, const std::vector<std::size_t>& group) const {
  const auto& stages = ground_.setting.of.stages;
  Frame round;
  round.slots.resize(stages[group[0]].slots);
  const std::uint64_t before_all = out.size();
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
      const std::uint64_t first = out.size();
      const std::size_t first_block = out.blocks.size(), first_empty = out.empty.size();
      const auto names = [&](std::size_t count) {
        return std::vector<Quantity>(frame.slots.begin(),
                                     frame.slots.begin() + static_cast<std::ptrdiff_t>(count));
      };
      const auto add = [&](Loops::Block block) {
        if (out.blocks.size() > most_layers) throw Incomplete("more than 2^20 loops");
        out.add(std::move(block));
      };
      const std::function<void(std::size_t)> inner = [&](std::size_t level) {
        if (level == stage.loop.count) {
          if (level > 0 && !value(stage.loop.kids[level], frame).truth()) return;
          add({i, names(stage.let_slot)});
          return;
        }
        const std::uint64_t before = out.size();
        const Term& binder = stage.loop.kids[level];
        if (level + 1 == stage.loop.count && binder.op == TermOp::range &&
            binder.slot + 1 == stage.let_slot && stage.loop.kids[level + 1].op == TermOp::truth &&
            stage.loop.kids[level + 1].number.sign() != 0) {
          const Num count = size(binder, frame);
          if (count.sign() != 0)
            add({i, names(stage.let_slot - 1), true, false, value(binder.kids[0], frame).number(),
                 0, static_cast<std::uint64_t>(*count.small_integer())});
        } else {
          bind(binder, frame, [&] { return inner(level + 1), true; });
        }
        if (out.size() != before) return;
        if (out.empty.size() > most_layers) throw Incomplete("more than 2^20 empty loops");
        out.empty.push_back({i, names(stage.loop_slot + level), before});
      };
      inner(0);
      if (backwards) turn(out, first_block, first, first_empty);
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
  const auto begins = [&](const std::vector<Quantity>& with, std::size_t count) {
    if (count > with.size()) return false;
    for (std::size_t i = 0; i < count; ++i)
      if (with[i].type != values[i].type || !equal(with[i], values[i])) return false;
    return true;
  };
  const Loops& loops = *network(ground_.setting.of.network(term.word)).loops;
  for (std::size_t b = loops.blocks.size(); b-- > 0;) {
    const Loops::Block& block = loops.blocks[b];
    if (block.stage != stage) continue;
    if (!block.ranges || values.size() <= block.values.size()) {
      if (begins(block.values, values.size())) return number_of(block.last());
      continue;
    }
    if (values.size() != block.values.size() + 1 || !begins(block.values, block.values.size()) ||
        values.back().type != TypeOf::number)
      continue;
    const Num at = values.back().number(), i = block.down ? block.from - at : at - block.from;
    if (i.is_integer() && i.sign() >= 0 && i < number_of(block.count))
      return number_of(block.before + 1) + i;
  }
  std::optional<std::uint64_t> place;
  for (const Loops::Empty& empty : loops.empty)
    if (empty.stage == stage && begins(empty.values, values.size()))
      place = std::max(place, {empty.before});
  defined(place.has_value());
  return number_of(*place);
}

}  // namespace hardmax::check
