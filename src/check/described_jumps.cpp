// Layers of a network that certainly change no column are passed over. Without it (Ground::jumps)
// every layer is gone through, and the states are the same: tests/check/described_jumps_test.cpp.
//
// That a layer adds nothing hangs on its windows alone. That it has weights at all is seen to,
// too: all layers of a network are built before the first of them is passed over.
#include <algorithm>

#include "check/described_machine.hpp"
#include "check/fault.hpp"

namespace hardmax::check {
namespace {

bool is_nothing(const Affine& piece) {
  return piece.b.sign() == 0 && (piece.w.empty() || piece.w[0].sign() == 0);
}

// The values of w^T Z_k at which the layer may change a column; none: it may at any value.
struct Reach {
  std::vector<Num> w;
  Num low, high;
};
std::optional<Reach> reach_of(const BuiltLayer& layer) {
  if (layer.window) {  // outside both queries have one sign, and the heads return the same
    const auto [low, high] = std::minmax(layer.ends[0], layer.ends[1]);
    return Reach{layer.parts[0].head->query[0].w, low, high};
  }
  if (!layer.keeps || layer.parts.size() != 1 || !layer.parts[0].unit) return std::nullopt;
  const HiddenUnit& unit = *layer.parts[0].unit;
  const Piecewise& pieces = unit.world->activation(unit.activation);
  if (pieces.breaks.empty() || !is_nothing(pieces.between.front()) ||
      !is_nothing(pieces.between.back()))
    return std::nullopt;
  return Reach{unit.at.w, pieces.breaks.front() - unit.at.b, pieces.breaks.back() - unit.at.b};
}

}  // namespace

std::uint64_t Jumps::next(const Looked& state, std::uint64_t after) const {
  const auto first = std::upper_bound(always.begin(), always.end(), after);
  std::uint64_t out = first == always.end() ? UINT64_MAX : *first;
  for (const Group& group : groups) {
    const std::vector<Num>& at = state.at(group.w);
    for (const Num& x : at) {
      auto it = std::lower_bound(
          group.windows.begin(), group.windows.end(), x,
          [](const Window& window, const Num& point) { return window.beyond < point; });
      for (; it != group.windows.end() && !(x < it->low); ++it) {
        const bool inside = !(it->high < x);
        if (it->layer > after && it->layer < out && HARDMAX_FAULT(check_jump, inside, false))
          out = it->layer;
      }
    }
    auto sweep = std::upper_bound(
        group.sweeps.begin(), group.sweeps.end(), after,
        [](std::uint64_t layer, const Sweep& of) { return layer < of.before + of.count; });
    for (; sweep != group.sweeps.end() && sweep->before < out; ++sweep)
      for (const Num& x : at) out = std::min(out, sweep->next(x, after));
  }
  return out;
}

// null: none are known, or they would cost more than they save.
const Jumps* World::jumps(std::size_t name, std::uint64_t t) const {
  if (!ground_.jumps || ground_.one_by_one || ground_.setting.of.decoder) return nullptr;
  if (shares(name)) return parent_->jumps(name, t);
  BuiltNetwork& here = network(name);
  const std::uint64_t all = here.size();
  if (!here.jumps) {
    if (all <= most_layers && (t < all / 2 || all < 2)) return nullptr;
    std::shared_ptr<const Jumps> of_parent;
    if (t == all) of_parent = jumps_of_parent(name);
    if (!of_parent && t < all && variant_) return nullptr;
    here.jumps = of_parent ? of_parent : made_jumps(name);
  }
  return here.jumps_shared && t < all ? nullptr : here.jumps->get();
}

std::shared_ptr<const Jumps> World::jumps_kept(std::size_t name) const {
  return shares(name) ? parent_->jumps_kept(name) : network(name).jumps.value_or(nullptr);
}

std::shared_ptr<const Jumps> World::made_jumps(std::size_t name) const {
  auto out = std::make_shared<Jumps>();
  std::map<std::vector<Num>, std::size_t> groups;
  const auto& stages = ground_.setting.of.stages;
  const BuiltNetwork& here = network(name);
  const auto group_of = [&](const std::vector<Num>& w) -> Jumps::Group& {
    const auto [group, fresh] = groups.emplace(w, out->groups.size());
    if (fresh) out->groups.push_back({w});
    return out->groups[group->second];
  };
  std::uint64_t gone_through = 0;
  try {
    for (const Loops::Block& block : here.loops->blocks) {
      std::vector<Num> w;
      if (const auto sweep = sweep_of(*here.loops, block, w)) {
        out->columnwise = false;
        if (sweep->count > 0) group_of(w).sweeps.push_back(*sweep);
        continue;
      }
      if ((gone_through += block.count) > most_layers) return nullptr;
      for (std::uint64_t t = block.before + 1; t <= block.last(); ++t) {
        const std::shared_ptr<const BuiltLayer> made = this->layer(name, t);
        const BuiltLayer& layer = *made;
        out->columnwise = out->columnwise && !layer.keys && !stages[block.stage].map;
        if (layer.identity || (layer.keeps && layer.parts.empty())) continue;
        const std::optional<Reach> reach = reach_of(layer);
        if (!reach) {
          out->always.push_back(t);
          continue;
        }
        Jumps::Group& of = group_of(reach->w);
        of.windows.push_back({reach->low, reach->high, t, {}});
        of.width = std::max(of.width, reach->high - reach->low);
      }
    }
  } catch (const Incomplete&) {  // a layer without weights: where it is gone through that is said
    return nullptr;
  } catch (const Unreadable&) {
    return nullptr;
  }
  for (Jumps::Group& group : out->groups) {
    std::sort(group.windows.begin(), group.windows.end(),
              [](const Jumps::Window& a, const Jumps::Window& b) { return a.low < b.low; });
    for (Jumps::Window& window : group.windows) window.beyond = window.low + group.width;
  }
  return out;
}

// --- the windows of the parent, where a variant changes weights alone

// What the terms of a variant that have its arguments do to the layers of a network. A layer is
// Z + c phi(x), and only c hangs on them, by sums, differences and products: so it has a value
// where all parts have. A changed term is if(a = A and ..., x, 0): the layers of whose names one is
// a and has the value of the argument A are looked at one by one, and all others have the weights
// that a number in the place of the term gives.
class Weights {
 public:
  Weights(const World& world, const std::vector<ChangedTerm>& changed)
      : world_(world), of_(world.ground_.setting.of), changed_(changed) {}

  std::optional<std::vector<Probe>> of_network(std::size_t name) {
    for (std::size_t i = 0; i < of_.stages.size(); ++i)
      if (of_.network(of_.stages[i].name) == name && !is_same(i)) return std::nullopt;
    return std::move(probes_);
  }

 private:
  using Names = std::vector<std::optional<std::size_t>>;  // slots that are a name of the stage

  bool is_same(std::size_t number) {
    const DescribedStage& stage = of_.stages[number];
    stage_ = number;
    for (const std::optional<Term>* term : {&stage.keys, &stage.when, &stage.map})
      if (*term && world_.touches(**term)) return false;
    for (const Term& let : stage.lets)
      if (world_.touches(let)) return false;
    if (!stage.layer || !world_.touches(*stage.layer)) return true;
    const Term& layer = *stage.layer;
    if (layer.op != TermOp::fold || layer.kids.size() != 2 || layer.kids[0].op != TermOp::state ||
        (layer.text != "+" && layer.text != "-"))
      return false;
    const Term& product = layer.kids[1];
    if (product.op != TermOp::fold || product.text.find_first_not_of('*') != std::string::npos)
      return false;
    const Term& unit = product.kids.back();
    if (unit.op != TermOp::definition || unit.kids.size() != 1 || world_.touches(unit))
      return false;
    Names names;
    for (std::size_t slot = 0; slot < stage.let_slot; ++slot) names.emplace_back(slot);
    names.resize(stage.slots);
    for (std::size_t i = 0; i + 1 < product.kids.size(); ++i)
      if (!has_value(product.kids[i], names)) return false;
    return true;
  }

  // Has a term a value wherever that of the parent has one, but in layers that are looked at?
  bool has_value(const Term& term, const Names& names) {
    const auto all = [&](std::size_t from) {
      for (std::size_t i = from; i < term.kids.size(); ++i)
        if (!has_value(term.kids[i], names)) return false;
      return true;
    };
    if (!world_.touches(term)) return true;
    if (term.op == TermOp::minus || term.op == TermOp::column) return all(0);
    if (term.op == TermOp::fold)
      return term.text.find_first_not_of("+-*") == std::string::npos && all(0);
    if (term.op == TermOp::over) {
      if (term.text.find_first_not_of("+CR") != std::string::npos) return false;
      for (std::size_t i = 0; i <= term.count; ++i)
        if (world_.touches(term.kids[i])) return false;
      Names within = names;
      for (std::size_t i = 0; i < term.count; ++i) within.at(term.kids[i].slot).reset();
      return has_value(term.kids.back(), within);
    }
    return term.op == TermOp::definition && has_value_of(term, names);
  }

  bool has_value_of(const Term& call, const Names& names) {
    const Definition& here = of_.definitions[call.name];
    Names arguments;
    for (const Term& kid : call.kids) {
      if (world_.touches(kid)) return false;
      arguments.push_back(kid.op == TermOp::bound ? names.at(kid.slot) : std::nullopt);
    }
    for (const ChangedTerm& change : changed_)
      if (change.definition == call.name) return selects(change, arguments);
    for (const World* at = world_.parent_; at != nullptr && at->changes_; at = at->parent_)
      for (const ChangedTerm& change : *at->changes_)
        if (change.definition == call.name) return false;
    arguments.resize(std::max(arguments.size(), here.slots));
    return has_value(here.term, arguments);
  }

  bool selects(const ChangedTerm& change, const Names& arguments) {
    const Term& term = change.term;
    if (term.op != TermOp::given || term.name != static_cast<std::size_t>(Given::if_) ||
        term.kids[2].op != TermOp::number ||
        std::any_of(change.fixed.begin(), change.fixed.end(),
                    [](const auto& fixed) { return fixed.has_value(); }))
      return false;
    const Term& condition = term.kids[0];
    const bool many = condition.op == TermOp::fold;
    if (many && condition.text.find_first_not_of('&') != std::string::npos) return false;
    Probe probe{stage_, {}};
    for (std::size_t i = 0; i < (many ? condition.kids.size() : 1); ++i) {
      const Term& one = many ? condition.kids[i] : condition;
      if (one.op != TermOp::comparison || one.text != "=") return false;
      std::size_t a = SIZE_MAX, b = SIZE_MAX;
      for (const Term& side : one.kids) {
        if (side.op != TermOp::bound) return false;
        (side.slot < change.before ? b : a) = side.slot;
      }
      if (a == SIZE_MAX || b == SIZE_MAX || a - change.before >= arguments.size()) return false;
      const std::optional<std::size_t>& name = arguments[a - change.before];
      if (!name) return false;
      probe.names.emplace_back(name.value_or(0), b);
    }
    probes_.push_back(std::move(probe));
    return true;
  }

  const World& world_;
  const Described& of_;
  const std::vector<ChangedTerm>& changed_;
  std::size_t stage_ = 0;
  std::vector<Probe> probes_;
};

bool World::touches(const Term& term) const {
  const Uses uses = uses_of(ground_.setting.of, term);
  const auto any = [](const std::set<std::size_t>& of, const std::vector<bool>& all) {
    return std::any_of(of.begin(), of.end(), [&](std::size_t i) { return all[i]; });
  };
  return uses.variants || (uses.start && touched_->start) ||
         any(uses.definitions, touched_->definitions) || any(uses.states, touched_->networks) ||
         any(uses.counts, touched_->networks);
}

std::shared_ptr<const Jumps> World::jumps_of_parent(std::size_t name) const {
  if (!touched_ || !variant_ || touched_->loops[name]) return nullptr;
  const auto [probes, fresh] = parent_->probes_.try_emplace({*variant_, name});
  if (fresh) probes->second = Weights(*this, *changes_).of_network(name);
  BuiltNetwork& here = network(name);
  if (!probes->second) return nullptr;
  const Jumps* const of_parent = parent_->jumps(name, here.size());
  if (of_parent == nullptr) return nullptr;
  for (const Probe& probe : *probes->second) {
    Loops::Slots slots{probe.stage, {}};
    std::vector<Num> values;
    for (const auto& [slot, argument] : probe.names) {
      const Quantity& value = arguments_.at(argument);
      if (value.type != TypeOf::number && value.type != TypeOf::input) return nullptr;
      slots.second.push_back(slot), values.push_back(value.x);
    }
    const auto [known, first] = here.loops->by_names.try_emplace(slots);
    if (first && here.size() > most_layers) return here.loops->by_names.erase(known), nullptr;
    for (std::uint64_t t = 1; first && t <= here.size(); ++t) {
      if (here.loops->block_of(t).stage != probe.stage) continue;
      const LayerInstance instance = here.loops->instance(t);
      std::vector<Num> at;
      for (const std::size_t slot : slots.second) at.push_back(instance.values.at(slot).place());
      known->second[at].push_back(t);
    }
    if (const auto found = known->second.find(values); found != known->second.end())
      for (const std::uint64_t t : found->second) layer(name, t);
  }
  here.jumps_shared = true;
  return parent_->jumps_kept(name);
}

// An entry run(network, t, state)(r, k) of layers that look at one column alone: the column by
// itself.
std::optional<Quantity> World::entry_of_run(const Term& term, Frame& frame) const {
  const Term& run = term.kids[0];
  if (!ground_.jumps || term.kids.size() != 3 || run.op != TermOp::given ||
      run.name != static_cast<std::size_t>(Given::run))
    return std::nullopt;
  std::vector<Quantity> x;
  x.reserve(run.kids.size());
  for (const Term& kid : run.kids) x.push_back(value(kid, frame));
  const std::size_t name = ground_.setting.of.network(run.word);
  const std::uint64_t all = network(name).size(),
                      t = x.size() == 1 ? all : index(x[0].number(), 0, all);
  const std::vector<Num> at{value(term.kids[1], frame).number(),
                            value(term.kids[2], frame).number()};
  const GridPtr from = x.back().matrix();
  const Jumps* const known = jumps(name, t);
  if (known == nullptr || !known->columnwise || from->rows != space().rows ||
      from->columns != space().tokens.size()) {
    return entry_of(Quantity::of_state(this->run(name, t, from)), at);
  }
  const std::size_t r = index(at[0], 1, from->rows) - 1, k = space().token(at[1]);
  Grid column{from->rows, 1, {}};
  column.at.reserve(from->rows);
  for (std::size_t i = 0; i < from->rows; ++i) column.at.push_back(from->entry(i, k));
  const GridPtr out = this->run(name, t, std::make_shared<const Grid>(std::move(column)));
  return Quantity::of(out->entry(r, 0));
}

}  // namespace hardmax::check
