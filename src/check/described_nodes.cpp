#include "check/described_nodes.hpp"
#include "check/fault.hpp"

namespace hardmax::check {
namespace {

constexpr std::size_t most_kept = std::size_t{1} << 22;     // numbers
constexpr std::size_t most_planned = std::size_t{1} << 21;  // tokens that are looked at

}  // namespace

DecoderNodes::DecoderNodes(const World& world, std::uint64_t count, std::size_t asked)
    : world_(world), count_(count), terms_(world.ground_) {
  const Described& of = world.ground_.setting.of;
  const Term& tokens = *of.tokens;
  Frame none;
  none.slots.resize(of.slots);
  if (tokens.op != TermOp::range || !of.decoder || of.inputs)
    throw Incomplete("the construction: no decoder of the tokens A..B without inputs");
  if (!(world.value(tokens.kids[0], none).number() == Num(1)) ||
      !(world.value(tokens.kids[1], none).number() == number_of(count)))
    throw Incomplete("the construction: its tokens are not 1, 2, ..., " + std::to_string(count));
  const std::size_t rows = world.space().rows;
  output_.resize(rows);
  asked_ = terms_.call(world, asked, {terms_.token()});
  TokenTerms::Slots slots(of.slots);
  slots.at(0).fixed = Quantity::of_input(0), slots.at(2) = terms_.token();
  for (std::size_t r = 1; r <= rows; ++r) {
    slots[1].fixed = Quantity::of(number_of(r));
    start_.push_back(terms_.number(world, *of.start, slots));
  }
  for (std::size_t name = 0; name < of.names.networks.size(); ++name)
    for (std::uint64_t t = 1; t <= world.network(name).size(); ++t) read(name, t);
  plan();
}

// --- layers

DecoderNodes::Form DecoderNodes::form(const Affine& of,
                                      const std::vector<std::size_t>* places) const {
  Form out;
  out.b = of.b;
  for (std::size_t r = 0; r < of.w.size(); ++r) {
    if (of.w[r].sign() == 0) continue;
    std::size_t place = r;
    if (places != nullptr)
      place = static_cast<std::size_t>(std::lower_bound(places->begin(), places->end(), r) -
                                       places->begin());
    out.w.emplace_back(place, of.w[r]);
  }
  return out;
}

void DecoderNodes::read_part(const Summand& part, Layer& layer) const {
  const std::size_t rows = world_.space().rows, size = part.head ? part.head->size() : 1;
  std::vector<Entries> out(size);
  for (std::size_t m = 0; m < size; ++m)
    for (std::size_t r = 0; r < rows; ++r) {
      const Num by =
          part.before ? part.factor * part.before->entry(r, m) : (r == m ? part.factor : Num(0));
      if (by.sign() == 0) continue;
      out[m].emplace_back(r, by);
      layer.written.push_back(r);
    }
  if (!part.head) {
    const Piecewise& pieces = part.unit->world->activation(part.unit->activation);
    layer.units.push_back({form(part.unit->at, nullptr), &pieces, std::move(out[0])});
    return;
  }
  Head head;
  head.of = part.head.get();
  head.out = std::move(out);
  for (const Affine& of : part.head->query) head.query.push_back(form(of, nullptr));
  if (!part.head->external) {
    for (const Affine& of : part.head->key) head.key.push_back(form(of, &layer.kept));
    for (const Affine& of : part.head->value) head.value.push_back(form(of, &layer.kept));
  }
  layer.heads.push_back(std::move(head));
}

void DecoderNodes::read(std::size_t network, std::uint64_t t) {
  const Described& of = world_.ground_.setting.of;
  Layer layer;
  layer.built = world_.layer(network, t);
  layer.stage = &of.stages[world_.loops(network).block_of(t).stage];
  const auto sorted = [](std::vector<std::size_t>& rows) {
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  };
  for (const Summand& part : layer.built->parts) {
    if (!part.head || part.head->external) continue;
    layer.on_tokens = true;
    for (const auto* forms : {&part.head->key, &part.head->value})
      for (const Affine& one : *forms)
        for (std::size_t r = 0; r < one.w.size(); ++r)
          if (one.w[r].sign() != 0) layer.kept.push_back(r);
  }
  sorted(layer.kept);
  for (const Summand& part : layer.built->parts) read_part(part, layer);
  sorted(layer.written);
  if (layer.on_tokens) {
    TokenTerms::Slots slots;
    for (const Quantity& one : layer.built->names) slots.push_back({one, {}});
    slots.at(layer.stage->token_slot) = terms_.token();
    layer.keys = terms_.members(world_, *layer.stage->keys, slots);
  }
  layers_.push_back(std::move(layer));
}

// --- whom a token looks at

void DecoderNodes::keys_at(const Layer& layer, std::uint64_t token) {
  terms_.find(layer.keys, keys_);
  for (const Num& key : keys_) {
    if (!key.is_integer() || key < Num(1) || number_of(count_) < key)
      bad_file(layer.stage->where, "keys: " + key.text() + " is no token of the state");
    if (number_of(token) < key)
      bad_file(layer.stage->where, "token " + std::to_string(token) + " looks at token " +
                                       key.text() +
                                       ", which a decoder makes later; let keys leave it out");
  }
}

void DecoderNodes::plan() {
  std::size_t planned = 0;
  for (std::uint64_t token = 1; token < count_; ++token) {
    world_.ground_.step();
    terms_.begin(number_of(token), nullptr);
    for (Layer& layer : layers_) {
      if (!layer.on_tokens) continue;
      keys_at(layer, token);
      for (const Num& key : keys_)
        planned +=
            layer.last_use.insert_or_assign(static_cast<std::uint64_t>(*key.small_integer()), token)
                .second;
    }
    if (planned > most_planned)
      throw Incomplete("the construction: more than 2^21 tokens are looked at");
  }
}

// --- execution

const std::vector<Num>& DecoderNodes::begin() {
  ++token_;
  terms_.begin(number_of(token_), &output_);
  column_.clear();
  for (const TokenTerms::Place place : start_) column_.push_back(terms_.value(place));
  return column_;
}

Num DecoderNodes::at(const Form& form, const std::vector<Num>& column) {
  Num out = form.b;
  for (const auto& [place, by] : form.w) out = out + by * column[place];
  return weighed(std::move(out));
}

void DecoderNodes::note(const Num& entry) {
  const Num size = entry.sign() < 0 ? Num(0) - entry : entry;
  if (largest_ < size) largest_ = size;
}

// Mean of the values whose score is the largest; nothing without a key.
void DecoderNodes::look(Layer& layer, Head& head) {
  const AttentionHead& of = *head.of;
  std::vector<Num> query;
  for (const Form& one : head.query) query.push_back(at(one, column_));
  const std::size_t all = of.external ? of.keys.size() : keys_.size();
  (of.external ? on_others_ : on_tokens_) += all;
  const bool known = of.external && !head.last_query.empty() && head.last_query == query;
  if (!known) {
    world_.ground_.step(all);
    std::vector<std::size_t> best;
    Num top;
    std::vector<const std::vector<Num>*> columns;
    for (std::size_t i = 0; i < all && !of.external; ++i)
      columns.push_back(&layer.of_tokens.at(static_cast<std::uint64_t>(*keys_[i].small_integer())));
    for (std::size_t i = 0; i < all; ++i) {
      Num score;
      for (std::size_t m = 0; m < query.size(); ++m)
        score = score + query[m] * (of.external ? of.keys[i][m] : at(head.key[m], *columns[i]));
      if (HARDMAX_FAULT(check_node_distance, of.minus_abs, false) && score.sign() > 0)
        score = Num(0) - score;
      const int order = best.empty() ? 1 : compare(score, top);
      if (order > 0) best.clear(), top = weighed(score);
      if (order >= 0) best.push_back(i);
    }
    head.last.assign(of.size(), Num());
    for (std::size_t m = 0; m < head.last.size() && !best.empty(); ++m) {
      for (const std::size_t i : best)
        head.last[m] =
            head.last[m] + (of.external ? of.values[i][m] : at(head.value[m], *columns[i]));
      head.last[m] = weighed(
          HARDMAX_FAULT(check_node_mean, head.last[m] / number_of(best.size()), head.last[m]));
    }
    head.last_query = std::move(query);
  }
  for (std::size_t m = 0; m < head.last.size(); ++m)
    for (const auto& [row, by] : head.out[m]) after_[row] = after_[row] + by * head.last[m];
}

void DecoderNodes::act(Layer& layer) {
  const BuiltLayer& built = *layer.built;
  world_.ground_.step(1 + layer.units.size() + layer.heads.size());
  if (built.identity) return;
  if (layer.stage->map) {
    column_ = world_.mapped(*layer.stage, built, column_, number_of(token_));
    return;
  }
  if (layer.on_tokens) {
    keys_at(layer, token_);
    if (layer.last_use.count(token_) != 0) {
      std::vector<Num> kept;
      for (const std::size_t row : layer.kept) kept.push_back(column_[row]);
      if ((kept_ += kept.size() + 1) > most_kept)
        throw Incomplete("the construction: a decoder that keeps more than 2^22 numbers");
      layer.of_tokens[token_] = std::move(kept);
    }
  }
  if (built.keeps)
    after_ = column_;
  else
    after_.assign(column_.size(), Num());
  for (Head& head : layer.heads) look(layer, head);
  for (const Unit& unit : layer.units) {
    const Num value = unit.pieces->value(at(unit.at, column_));
    if (value.sign() == 0) continue;
    for (const auto& [row, by] : unit.out) after_[row] = after_[row] + by * value;
  }
  for (const std::size_t row : layer.written) after_[row] = weighed(after_[row]);
  std::swap(column_, after_);
  if (!layer.on_tokens) return;
  for (const Num& key : keys_) {  // that nobody looks at from here on
    const auto token = static_cast<std::uint64_t>(*key.small_integer());
    if (layer.last_use.at(token) != token_) continue;
    layer.of_tokens.erase(token);
    kept_ -= layer.kept.size() + 1;
  }
}

void DecoderNodes::finish() {
  bool all = true;  // entries may be other ones than those that were seen
  for (Layer& layer : layers_) {
    act(layer);
    all = all || layer.stage->map || !layer.built->keeps;
    if (all)
      for (const Num& entry : column_) note(entry);
    else
      for (const std::size_t row : layer.written) note(column_[row]);
    all = false;
  }
  output_ = HARDMAX_FAULT(check_node_previous, column_, std::vector<Num>(column_.size()));
}

}  // namespace hardmax::check
