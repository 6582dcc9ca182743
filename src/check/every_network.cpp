#include "check/every_network.hpp"

#include <algorithm>

#include "check/fault.hpp"

namespace hardmax::check {
EveryNetwork::EveryNetwork(const EveryGround& ground, const EveryWorld& world)
    : ground_(ground), world_(world), least_(ground.least) {
  const Described& of = ground.setting.of;
  if (of.machine || of.decoder || !of.tables.empty() || !of.start || of.pattern_required)
    not_covered("a machine, a decoder, tables, or a pattern that has to meet Assumption 1");
  if (!ground.setting.dropped.empty()) not_covered("a dropped layer");
  for (const EveryWorld::Round& round : world.rounds(of.states)) {
    if (round.stage->backwards || round.stage->map || round.stage->scale || !round.stage->layer)
      not_covered("a stage that is a map, or has `backwards`");
    layers_of(round, 0, round.frame);
    if (!(layers_ == round.up_to)) not_covered("a stage that has layers that are not read");
  }
  if (!u_) not_covered("a network without windows");
  start();
}

// ---- what the layers are

void EveryNetwork::add(Stretch stretch, const InSize& layers) {
  layers_ = layers_ + layers;
  stretch.up_to = layers_;
  if (stretches_.size() >= 1 << 16) not_covered("more than 2^16 stretches of layers");
  stretches_.push_back(std::move(stretch));
}

// The last loop may be one over windows; those around it are gone through.
void EveryNetwork::layers_of(const EveryWorld::Round& round, std::size_t level, EveryFrame frame) {
  const Term& loop = round.stage->loop;
  if (level >= loop.count) return single(round, std::move(frame));
  if (loop.kids[loop.count].op != TermOp::truth) not_covered("a loop with `where`");
  const Term& binder = loop.kids[level];
  if (level + 1 == loop.count && binder.op == TermOp::range && window(round, binder, frame)) return;
  world_.bind(binder, frame, [&] { return layers_of(round, level + 1, frame), true; });
}

std::vector<WideSummand> EveryNetwork::heads(const DescribedStage& stage, EveryFrame& frame) const {
  for (std::size_t i = 0; i < stage.lets.size(); ++i)
    frame.slots[stage.let_slot + i] = world_.value(stage.lets[i], frame);
  if (stage.when && !world_.value(*stage.when, frame).is_true()) not_covered("a layer with `when`");
  const Term& layer = *stage.layer;
  const bool keeps = layer.op == TermOp::fold && layer.kids[0].op == TermOp::state &&
                     (layer.text[0] == '+' || layer.text[0] == '-');
  if (!keeps) not_covered("a layer that is not Z and heads");
  Wide sum;
  sum.nothing = true;
  for (std::size_t i = 1; i < layer.kids.size(); ++i) {
    const Wide next = world_.value(layer.kids[i], frame);
    sum = sum_of(sum, layer.text[i - 1] == '-' ? product_of(Wide::of(Num(-1)), next) : next);
  }
  if (sum.nothing || sum.kind != Wide::Kind::heads) not_covered("a layer without heads");
  return *sum.heads;
}

// One number of each token is looked at, the same everywhere.
const WideHead& EveryNetwork::plain(const WideSummand& part) {
  const WideHead& head = *part.head;
  if (head.minus_abs || head.value.size() != 1 || head.key.size() != 1 || head.query.size() != 1)
    not_covered("a head of another size than 1, or with another score");
  const Linear u{InSize(), head.value[0].w};
  if (u.w.empty() || u.w.rbegin()->first >= ground_.rows) not_covered("a value that is no u Z");
  if (!u_) u_ = u;
  Linear query{InSize(), head.query[0].w};
  query.w.erase(Variable::loop);
  if (!(u == *u_) || !(head.key[0] == *u_) || !(query == *u_))
    not_covered("heads that look at different numbers");
  return head;
}

// What a head adds to an id for each unit that it returns; only row 1 may change.
InSize EveryNetwork::raised(const WideSummand& part) const {
  if (!part.before) not_covered("a head that writes no column");
  const WideGrid& before = *part.before;
  if (before.rows != ground_.rows || before.columns != 1)
    not_covered("a head that writes no column");
  for (std::size_t r = 0; r < before.rows; ++r)
    if (!before.at[r].number() || (r > 0 && !before.at[r].b.zero()))
      not_covered("a head that writes another row than the first");
  const auto weight = u_->w.find(0);
  if (weight == u_->w.end()) not_covered("ids that do not depend on row 1");
  return weight->second * part.factor * before.at[0].b;
}

std::vector<std::vector<std::size_t>> EveryNetwork::keys(const DescribedStage& stage,
                                                         EveryFrame frame) const {
  if (!stage.keys) not_covered("a stage without keys");
  std::vector<std::vector<std::size_t>> out;
  for (const Num& k : ground_.tokens) {
    frame.slots[stage.token_slot] = Wide::of(k);
    out.emplace_back();
    const Wide set = world_.value(*stage.keys, frame);
    for (const Num& j : set.members()) {
      const auto at = std::lower_bound(ground_.tokens.begin(), ground_.tokens.end(), j);
      if (at == ground_.tokens.end() || !(*at == j)) not_covered("a key that is no token");
      out.back().push_back(static_cast<std::size_t>(at - ground_.tokens.begin()));
    }
  }
  return out;
}

// Is the loop one over windows? Its name stands for all its numbers.
bool EveryNetwork::window(const EveryWorld::Round& round, const Term& binder, EveryFrame frame) {
  const DescribedStage& stage = *round.stage;
  const InSize from = world_.value(binder.kids[0], frame).size(),
               to = world_.value(binder.kids[1], frame).size();
  const InSize count = to - from + InSize(Num(1));
  if ((-count).not_negative(least_)) return true;  // no layer
  if (!count.positive(least_) || !count.whole() || !from.whole())
    not_covered("a loop that may have no layers");
  Linear g;
  g.w.emplace(Variable::loop, Num(1));
  frame.slots.at(binder.slot) = Wide::of_linear(g);
  std::vector<WideSummand> parts;
  try {
    parts = heads(stage, frame);
  } catch (const NotCovered&) {
    if (!count.constant()) throw;
    return false;
  }
  if (parts.size() != 2) {
    if (!count.constant()) not_covered("a loop over layers that are no windows");
    return false;
  }
  InSize at[2], step[2];
  for (std::size_t i = 0; i < 2; ++i) {
    const Linear query = plain(parts[i]).query[0];
    const auto loop = query.w.find(Variable::loop);
    at[i] = -query.b, step[i] = loop == query.w.end() ? InSize() : -loop->second;
  }
  InSize factor[2] = {raised(parts[0]), raised(parts[1])};
  const std::size_t low = (at[1] - at[0]).positive(least_) ? 0 : 1, high = 1 - low;
  const InSize width = at[high] - at[low];
  if (stretches_.empty()) unit_ = width;
  const std::optional<InSize> inverse = unit_.inverse();
  if (!inverse || !unit_.positive(least_)) not_covered("windows whose step is no c D^e");
  if (!(width == unit_) || !(step[0] == unit_) || !(step[1] == unit_))
    not_covered("windows that are not as wide as their step");
  if (!(factor[0] + factor[1]).zero()) not_covered("two heads whose factors are not opposite");
  if (!stretches_.empty() && !stretches_.back().sweep) not_covered("windows behind a single head");
  Stretch out;
  out.factor = factor[low];
  out.first = (at[low] + from * unit_) * *inverse + InSize(Num(1) / Num(2));
  out.last = out.first + count - InSize(Num(1));
  require(HARDMAX_FAULT(check_every_whole, out.first.whole() && out.factor.whole(), true), "run",
          "windows of stage '" + stage.name + "'",
          "that the numbers in their middles, or their shift, are not shown to be whole");
  frame.slots.at(binder.slot) = Wide();
  EveryFrame without = frame;
  without.slots.at(binder.slot) = Wide::any_input();  // keys that ask for it are not read
  for (std::size_t i = 0; i < stage.lets.size(); ++i)
    without.slots[stage.let_slot + i] = Wide::any_input();
  out.keys = keys(stage, std::move(without));
  add(std::move(out), count);
  return true;
}

void EveryNetwork::single(const EveryWorld::Round& round, EveryFrame frame) {
  const DescribedStage& stage = *round.stage;
  const std::vector<WideSummand> parts = heads(stage, frame);
  if (parts.size() != 1) not_covered("a layer in no window that has not one head");
  if (!u_) not_covered("a single head before all windows");
  if (!plain(parts[0]).query[0].b.zero() || plain(parts[0]).query[0].w.count(Variable::loop) != 0)
    not_covered("a single head with a threshold");
  Stretch out;
  out.sweep = false;
  out.factor = raised(parts[0]);
  if (!out.factor.whole() || !out.factor.positive(least_))
    not_covered("a single head whose factor is not a whole number above 0");
  out.keys = keys(stage, std::move(frame));
  add(std::move(out), InSize(Num(1)));
}

// ---- the start

// Of a token: the entries of its id count 1, m, m^2, ... steps, in some order.
void EveryNetwork::start() {
  const InSize by_unit = *unit_.inverse();
  std::size_t counted = 0;
  std::set<std::size_t> used;
  for (std::size_t k = 0; k < ground_.tokens.size(); ++k) {
    entries_.emplace_back();
    Linear id;
    for (std::size_t r = 0; r < ground_.rows; ++r) {
      EveryFrame frame;
      frame.slots.resize(std::max<std::size_t>(ground_.setting.of.slots, 3));
      frame.slots[0] = Wide::any_input();
      frame.slots[1] = Wide::of(number_of(r + 1));
      frame.slots[2] = Wide::of(ground_.tokens[k]);
      entries_[k].push_back(world_.value(*ground_.setting.of.start, frame).linear());
      const auto weight = u_->w.find(r);
      if (weight != u_->w.end()) id = id + weight->second * entries_[k][r];
    }
    id = by_unit * id;
    std::vector<InSize> left;
    weights_.emplace_back();
    for (const auto& [variable, factor] : id.w) {
      if (!used.insert(variable).second)
        not_covered("an entry of the input in the ids of two tokens");
      weights_[k].emplace(variable, factor);
      left.push_back(factor);
      ++counted;
    }
    InSize digits = Num(1);
    while (!left.empty()) {
      const auto at = std::find(left.begin(), left.end(), digits);
      if (at == left.end()) not_covered("ids at the start that are not a number and a digit");
      left.erase(at);
      digits = digits * ground_.count;
    }
    most_.push_back(digits - InSize(Num(1)));
    if (!id.b.whole()) not_covered("ids at the start that are not whole");
    Linear form{id.b, {}};
    if (!most_[k].zero()) form.w.emplace(Variable::digit + k, Num(1));
    start_.push_back(this->id(std::move(form), "the start"));
  }
  all_counted_ = counted == ground_.places.size();
}

// ---- bounds

Linear EveryNetwork::in_digits(const Linear& x) const {
  Linear out = x;
  for (std::size_t k = 0; k < weights_.size(); ++k) {
    if (weights_[k].empty()) continue;
    std::optional<InSize> times;  // of the entry that counts 1
    for (const auto& [entry, weight] : weights_[k]) {
      const auto at = x.w.find(entry);
      if (weight == InSize(Num(1)) && at != x.w.end()) times = at->second;
    }
    if (!times) continue;
    const bool all = std::all_of(weights_[k].begin(), weights_[k].end(), [&](const auto& one) {
      const auto at = x.w.find(one.first);
      return at != x.w.end() && at->second == *times * one.second;
    });
    if (!all) continue;
    for (const auto& [entry, weight] : weights_[k]) out.w.erase(entry);
    Linear digit;
    digit.w.emplace(Variable::digit + k, *times);
    out = out + digit;
  }
  return out;
}

Linear EveryNetwork::written_out(const Linear& x) const {
  Linear out = x;
  for (auto at = out.w.lower_bound(Variable::top); at != out.w.end();
       at = out.w.lower_bound(Variable::top)) {
    const Top& top = tops_.at(at->first - Variable::top);
    const InSize factor = at->second;
    out.w.erase(at);
    if (!top.product) top.product = top.factor * written_out(top.id->form);
    out = out + factor * *top.product;
  }
  return out;
}

std::optional<std::pair<InSize, InSize>> EveryNetwork::ends(const Linear& of) const {
  Linear x = in_digits(written_out(of));
  // A digit beside some of its entries is what these count.
  for (std::size_t k = 0; k < weights_.size(); ++k) {
    const auto digit = x.w.find(Variable::digit + k);
    const bool some = std::any_of(weights_[k].begin(), weights_[k].end(),
                                  [&](const auto& one) { return x.w.count(one.first) != 0; });
    if (digit == x.w.end() || !some) continue;
    const InSize times = digit->second;
    x.w.erase(digit);
    x = x + times * Linear{InSize(), weights_[k]};
  }
  std::pair<InSize, InSize> out(x.b, x.b);
  for (const auto& [variable, factor] : x.w) {
    if (variable < Variable::entry) return std::nullopt;
    const InSize most = variable >= Variable::digit ? most_[variable - Variable::digit]
                                                    : ground_.count - InSize(Num(1));
    const bool up = factor.leading() > 0;
    if (!(up ? factor : -factor).not_negative(least_)) return std::nullopt;
    InSize& end = HARDMAX_FAULT(check_every_ends, up, true) ? out.second : out.first;
    end = end + factor * most;
  }
  return out;
}

std::shared_ptr<const EveryId> EveryNetwork::id(Linear form, const std::string& where) const {
  auto found = ends(form);
  if (!found) not_covered("between which numbers an id lies is not shown, at " + where);
  return std::make_shared<const EveryId>(
      EveryId{std::move(form), std::move(found->first), std::move(found->second)});
}

bool EveryNetwork::at_least(const EveryId& a, const EveryId& b) const {
  if ((a.low - b.high).not_negative(least_)) return true;
  const auto found = ends(a.form - b.form);
  return found && found->first.not_negative(least_);
}

}  // namespace hardmax::check
