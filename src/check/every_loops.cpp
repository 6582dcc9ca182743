// Binders, sums, and what is given, for every size: every_values.hpp.
#include <algorithm>

#include "check/every_values.hpp"

namespace hardmax::check {
namespace {

using K = Wide::Kind;

}  // namespace

bool EveryWorld::bind(const Term& binder, EveryFrame& frame, const Visit& visit) const {
  const auto go = [&](const Num& x) {
    frame.slots.at(binder.slot) = Wide::of(x);
    return visit();
  };
  if (binder.op == TermOp::range) {
    const Num from = value(binder.kids[0], frame).constant(),
              to = value(binder.kids[1], frame).constant();
    defined(from.is_integer() && to.is_integer());
    if (Num(1 << 20) < to - from) not_covered("a range of more than 2^20 numbers");
    for (Num i = from; !(to < i); i = i + Num(1))
      if (!go(i)) return false;
    return true;
  }
  if (binder.op != TermOp::members) not_covered("a name that is bound to inputs or to subsets");
  const Wide set = value(binder.kids[0], frame);
  return std::all_of(set.members().begin(), set.members().end(), go);
}

bool EveryWorld::each(const Term& over, EveryFrame& frame, const Visit& visit,
                      std::size_t level) const {
  if (level < over.count)
    return bind(over.kids[level], frame, [&] { return each(over, frame, visit, level + 1); });
  if (over.count > 0 && !value(over.kids[over.count], frame).is_true()) return true;
  return visit();
}

Wide EveryWorld::over(const Term& term, EveryFrame& frame) const {
  const Term& body = term.kids.back();
  const char what = term.text[0];
  if (what == '&' || what == '|') {
    const bool settled = what == '|';
    const bool to_end = each(term, frame, [&] { return value(body, frame).is_true() != settled; });
    return Wide::of_truth(to_end != settled);
  }
  if (what == 'R' || what == 'C') {
    WideGrid out;
    each(term, frame, [&] { return out.at.push_back(value(body, frame).linear()), true; });
    defined(!out.at.empty());
    (what == 'R' ? out.columns : out.rows) = out.at.size();
    return Wide::of_grid(std::move(out));
  }
  if (what == 'u') {
    std::vector<Num> all;
    each(term, frame, [&] {
      const Wide more = value(body, frame);
      all.insert(all.end(), more.members().begin(), more.members().end());
      if (all.size() > std::size_t{1} << 20) not_covered("a set of more than 2^20 members");
      return true;
    });
    return Wide::of_set(make_set(std::move(all)));
  }
  std::optional<Wide> out;
  each(term, frame, [&] {
    Wide next = value(body, frame);
    if (!out) {
      out = std::move(next);
    } else if (what == '+') {
      out = sum_of(*out, next);
    } else if (what == '*') {
      out = product_of(*out, next);
    } else if (what == 'M' || what == 'm') {
      if ((what == 'M') == (out->constant() < next.constant())) out = std::move(next);
    } else {
      not_covered("a fold that is not read here");
    }
    return true;
  });
  if (out) return *out;
  defined(what == '+' || what == '*');
  Wide none = Wide::of(Num(what == '*'));
  none.nothing = what == '+';
  return none;
}

Wide EveryWorld::attend(const Term& term, EveryFrame& frame) const {
  const auto forms = [&](std::size_t i) {
    const Wide x = value(term.kids[i], frame);
    if (x.kind == K::grid && x.grid->columns == 1) return x.grid->at;
    return std::vector<Linear>{x.linear()};
  };
  WideHead head{forms(0), forms(1), forms(2), !term.word.empty()};
  for (const auto* list : {&head.value, &head.key})
    for (const Linear& form : *list)
      if (!form.b.zero()) not_covered("a constant in a value or a key of a head");
  WideSummand part;
  part.head = std::make_shared<const WideHead>(std::move(head));
  Wide out;
  out.kind = K::heads;
  out.heads = std::make_shared<const std::vector<WideSummand>>(1, std::move(part));
  return out;
}

Wide EveryWorld::index(const Term& term, EveryFrame& frame) const {
  const Wide of = value(term.kids[0], frame);
  std::vector<Num> at;
  for (std::size_t i = 1; i < term.kids.size(); ++i)
    at.push_back(value(term.kids[i], frame).constant());
  if (of.kind == K::state) {
    if (at.size() != 2) not_covered("an entry of a state without a row and a token");
    const std::size_t row = check::index(at[0], 1, ground_.rows) - 1;
    const auto token = std::lower_bound(ground_.tokens.begin(), ground_.tokens.end(), at[1]);
    defined(token != ground_.tokens.end() && *token == at[1]);
    if (!ground_.entry) not_covered("a state of a network that is not followed");
    return Wide::of_linear(
        ground_.entry(of.x.b, row, static_cast<std::size_t>(token - ground_.tokens.begin())));
  }
  if (of.kind != K::grid) not_covered("an entry of something that is not a matrix");
  if (at.size() == 1 && of.grid->columns != 1) not_covered("an entry without a column");
  const std::size_t row = check::index(at[0], 1, of.grid->rows) - 1;
  const std::size_t column = at.size() == 1 ? 0 : check::index(at[1], 1, of.grid->columns) - 1;
  return Wide::of_linear(of.grid->at[row * of.grid->columns + column]);
}

Wide EveryWorld::given(const Term& term, EveryFrame& frame) const {
  if (!term.word.empty()) return of_network(term, frame);
  std::vector<Wide> x;
  for (const Term& kid : term.kids) x.push_back(value(kid, frame));
  const Pattern& A = ground_.setting.A;
  switch (static_cast<Given>(term.name)) {
    case Given::unit_column: {
      WideGrid out{ground_.rows, 1, std::vector<Linear>(ground_.rows)};
      out.at[check::index(x[0].constant(), 1, out.rows) - 1].b = Num(1);
      return Wide::of_grid(std::move(out));
    }
    case Given::start: {
      if (x[0].kind != K::input) not_covered("the start of something that is not an input");
      Wide out;
      out.kind = K::state, out.started = true;
      return out;
    }
    case Given::entry: {  // first + step e
      if (x[0].kind != K::input) not_covered("an entry of something that is not an input");
      const auto at = std::find(ground_.places.begin(), ground_.places.end(),
                                std::pair(x[2].constant(), x[1].constant()));
      defined(at != ground_.places.end());
      Linear out{ground_.first, {}};
      out.w.emplace(Variable::entry + static_cast<std::size_t>(at - ground_.places.begin()),
                    ground_.step);
      return Wide::of_linear(std::move(out));
    }
    case Given::floor: return Wide::of(x[0].constant().floor());
    case Given::abs:
      return Wide::of(x[0].constant().sign() < 0 ? Num(0) - x[0].constant() : x[0].constant());
    case Given::mod: {
      const Num a = x[0].constant(), b = x[1].constant();
      defined(b.sign() != 0);
      return Wide::of(a - b * (a / b).floor());
    }
    case Given::choose: return Wide::of(choose(x[0].constant(), x[1].constant()));
    case Given::card: return Wide::of(number_of(x[0].members().size()));
    case Given::p: return defined(!A.empty()), Wide::of(number_of(A.size() - 1));
    case Given::A: {
      defined(!A.empty() && !ground_.tokens.empty());
      const auto& layer = A[check::index(x[0].constant(), 1, A.size() - 1)];
      const Num k = x[1].constant();
      const auto token = std::lower_bound(ground_.tokens.begin(), ground_.tokens.end(), k);
      defined(token != ground_.tokens.end() && *token == k);
      std::vector<Num> out;
      for (const unsigned place :
           layer[static_cast<std::size_t>(token - ground_.tokens.begin()) + 1])
        out.push_back(ground_.tokens[place - 1]);
      return Wide::of_set(make_set(std::move(out)));
    }
    default: not_covered("a function that is not read here");
  }
}

// ---- layers

InSize EveryWorld::count(const Term& loop, std::size_t level, EveryFrame& frame) const {
  if (level >= loop.count) return Num(1);
  const Term& binder = loop.kids[level];
  bool used = loop.kids[loop.count].op != TermOp::truth || binder.op != TermOp::range;
  for (std::size_t i = level + 1; i < loop.count; ++i)
    used = used || uses_slot(loop.kids[i], binder.slot, binder.slot + 1);
  InSize out;
  if (used) {
    const bool is_where = loop.kids[loop.count].op != TermOp::truth;
    if (is_where && level == 0)
      each(loop, frame, [&] { return out = out + InSize(Num(1)), true; });
    else if (is_where)
      not_covered("a loop with `where`");
    else
      bind(binder, frame, [&] { return out = out + count(loop, level + 1, frame), true; });
    return out;
  }
  const InSize members =
      value(binder.kids[1], frame).size() - value(binder.kids[0], frame).size() + InSize(Num(1));
  if ((InSize() - members).not_negative(ground_.least)) return out;
  if (!members.not_negative(ground_.least) || !members.whole())
    not_covered("how many layers a loop has is not the same kind of number for every size");
  return members * count(loop, level + 1, frame);
}

// Neighbours of one text of `repeat` go round together.
const std::vector<EveryWorld::Round>& EveryWorld::rounds(std::size_t network) const {
  if (const auto known = rounds_.find(network); known != rounds_.end()) return known->second;
  const Described& of = ground_.setting.of;
  std::vector<Round> out;
  InSize total;
  const auto text_of = [](const DescribedStage& stage) {
    const auto repeat = stage.texts.find("repeat");
    return repeat == stage.texts.end() ? std::string() : repeat->second;
  };
  std::vector<const DescribedStage*> stages;
  for (const DescribedStage& stage : of.stages)
    if (stage.network == of.names.networks[network]) stages.push_back(&stage);
  for (std::size_t from = 0, to = 0; from < stages.size(); from = to) {
    const std::string repeat = text_of(*stages[from]);
    for (to = from + 1; to < stages.size() && !repeat.empty() && text_of(*stages[to]) == repeat;)
      ++to;
    EveryFrame names;
    names.slots.resize(stages[from]->slots);
    each(stages[from]->repeat, names, [&] {
      for (std::size_t i = from; i < to; ++i) {
        Round round{stages[i], {}, {}, {}};
        round.frame.slots.assign(
            names.slots.begin(),
            names.slots.begin() + static_cast<std::ptrdiff_t>(stages[i]->loop_slot));
        round.frame.slots.resize(stages[i]->slots);
        round.layers = count(stages[i]->loop, 0, round.frame);
        total = total + round.layers;
        round.up_to = total;
        out.push_back(std::move(round));
      }
      return true;
    });
  }
  return rounds_[network] = std::move(out);
}

Wide EveryWorld::of_network(const Term& term, EveryFrame& frame) const {
  const Described& of = ground_.setting.of;
  const std::size_t network = of.network(term.word);
  std::vector<Wide> x;
  for (const Term& kid : term.kids) x.push_back(value(kid, frame));
  const Given id = static_cast<Given>(term.name);
  if (id == Given::layers || id == Given::after) {
    const auto& networks = of.names.networks;
    const bool all = id == Given::layers &&
                     std::find(networks.begin(), networks.end(), term.word) != networks.end();
    InSize out;
    std::optional<InSize> last;
    for (const Round& round : rounds(network)) {
      if (!all && round.stage->name != term.word) continue;
      out = out + round.layers;
      if (id == Given::after && x.size() != round.stage->loop_slot)
        not_covered("after a stage, but not after one round of it");
      bool here = true;
      for (std::size_t i = 0; i < x.size(); ++i)
        here = here && x[i].constant() == round.frame.slots[i].constant();
      if (here) last = round.up_to;
    }
    if (id == Given::layers) return Wide::of(out);
    defined(last.has_value());
    return Wide::of(*last);
  }
  if (id != Given::run || x.back().kind != K::state || !x.back().x.b.zero() || network != of.states)
    not_covered("what is asked of layers as built, or of another state");
  Wide out = x.back();
  out.x.b = x.size() == 1 ? (rounds(network).empty() ? InSize() : rounds(network).back().up_to)
                          : x[0].size();
  return out;
}

// ---- the space of states, and conditions

void EveryWorld::require_space() const {
  const Described& of = ground_.setting.of;
  EveryFrame frame;
  frame.slots.resize(std::max<std::size_t>(of.slots, 3));
  ground_.rows = check::index(value(*of.rows, frame).constant(), 1, 4096);
  EveryFrame own;
  own.slots.resize(std::max<std::size_t>(of.slots, 3));
  Term over;
  std::vector<Num> tokens;
  if (of.tokens->op == TermOp::range) {
    const Num from = value(of.tokens->kids[0], own).constant(),
              to = value(of.tokens->kids[1], own).constant();
    if (Num(8192) < to - from) not_covered("more than 8192 tokens");
    for (Num i = from; !(to < i); i = i + Num(1)) tokens.push_back(i);
  } else {
    tokens = value(of.tokens->kids[0], own).members();
  }
  ground_.tokens = std::move(tokens);
  if (!of.inputs || !of.entries) not_covered("a construction without inputs");
  each(*of.inputs, own, [&] {
    const Num k = own.slots[of.token_of_inputs].constant(),
              r = own.slots[of.row_of_inputs].constant();
    if (ground_.places.size() >= 4096) not_covered("inputs of more than 4096 entries");
    return ground_.places.emplace_back(k, r), true;
  });
  // union(g in a..b: {term})
  const Term& entries = of.entries->op == TermOp::members ? of.entries->kids[0] : *of.entries;
  const bool written = entries.op == TermOp::over && entries.text == "u" && entries.count == 1 &&
                       entries.kids[0].op == TermOp::range && entries.kids[1].op == TermOp::truth &&
                       entries.kids[2].op == TermOp::set && entries.kids[2].kids.size() == 1;
  if (!written) not_covered("entries of inputs that are not union(g in a..b: {term})");
  EveryFrame loop;
  loop.slots.resize(std::max<std::size_t>(of.slots, 3));
  const InSize from = value(entries.kids[0].kids[0], loop).size(),
               to = value(entries.kids[0].kids[1], loop).size();
  Linear g;
  g.w.emplace(Variable::loop, Num(1));
  loop.slots.at(entries.kids[0].slot) = Wide::of_linear(g);
  const Linear entry = value(entries.kids[2].kids[0], loop).linear();
  if (entry.w.size() != 1 || entry.w.begin()->first != Variable::loop)
    not_covered("entries of inputs that do not go up by steps");
  ground_.step = entry.w.begin()->second;
  ground_.first = entry.b + ground_.step * from;
  ground_.count = to - from + InSize(Num(1));
  if (!ground_.count.whole() || !ground_.count.positive(ground_.least))
    not_covered("that there is an input is not shown");
}

// Comparisons of numbers, each shown for every D.
void EveryWorld::require_conditions() const {
  for (const Term& condition : ground_.setting.of.conditions) {
    bool shown = condition.op == TermOp::comparison;
    EveryFrame frame;
    frame.slots.resize(std::max<std::size_t>(ground_.setting.of.slots, 3));
    for (std::size_t i = 0; shown && i < condition.text.size(); ++i) {
      const InSize difference =
          value(condition.kids[i + 1], frame).size() - value(condition.kids[i], frame).size();
      const char relation = condition.text[i];
      const bool up = relation == '<' || relation == 'l';
      const bool strictly = relation == '<' || relation == '>';
      if (relation == '=' ? !difference.zero() : !up && !strictly && relation != 'g') shown = false;
      if (relation == '=' || !shown) continue;
      const InSize at_least = up ? difference : InSize() - difference;
      shown = strictly ? at_least.positive(ground_.least) : at_least.not_negative(ground_.least);
    }
    if (!shown) not_covered("a condition of the construction is not shown for every size");
  }
}

}  // namespace hardmax::check
