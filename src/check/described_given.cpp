// The functions that are given: of inputs, patterns, matrices, heads, and networks.
#include "check/described_machine.hpp"
#include "check/enclosure.hpp"

namespace hardmax::check {
namespace {

using T = TypeOf;

[[noreturn]] void wrong(const std::string& what) { throw Unreadable("the construction: " + what); }
Num rational(const Num& x, Num (*function)(const Num&), const char* name) {
  try {
    return function(x);
  } catch (const Irrational&) {
    throw Incomplete(std::string("the construction: ") + name + " of " + x.text() +
                     " is not rational");
  }
}
Num whole_root(const Num& x) {
  defined(x.sign() >= 0);
  mpz_class root = mpz_class(x.floor().gmp().get_num());
  root = sqrt(root);
  return Num(mpq_class(root));
}
Set set_of(const Tokens& tokens) {
  std::vector<Num> out;
  for (const unsigned token : tokens) out.push_back(number_of(token));
  return make_set(std::move(out));
}
// Of a value or a key at a member of a set: a number, or a column of numbers.
std::vector<Num> numbers_of(const Quantity& of) {
  if (of.type == T::number) return {of.x};
  const GridPtr matrix = of.matrix();
  const Grid& grid = *matrix;
  if (grid.columns != 1) wrong("a value or a key that is no number and no column");
  return grid.at;
}

}  // namespace

Quantity World::column_of_state(const Frame& frame) const {
  Grid out{space().rows, 1, {}, frame.column == nullptr};
  for (std::size_t r = 0; r < out.rows; ++r) {
    Affine entry;
    if (frame.column != nullptr)
      entry.b = (*frame.column)[r];
    else
      entry.w.resize(out.rows), entry.w[r] = Num(1);
    out.add(std::move(entry));
  }
  return Quantity::of_grid(std::move(out));
}

Quantity World::entry_of(const Quantity& of, const std::vector<Num>& at) const {
  if (!of.is_grid()) wrong("an entry is asked for, and this is no matrix");
  const Grid& grid = of.grid();
  if (at.size() == 1 && grid.columns != 1)
    wrong("an entry of a matrix of " + std::to_string(grid.columns) +
          " columns; say the row and the column");
  const std::uint64_t row = index(at[0], 1, grid.rows) - 1;
  const std::size_t column = at.size() == 1 ? 0
                             : grid.state   ? space().token(at[1])
                                            : index(at[1], 1, grid.columns) - 1;
  Quantity out =
      Quantity::of_form(grid.forms ? T::form : T::number, grid.form(row * grid.columns + column));
  out.nothing = of.nothing;
  return out;
}

Quantity World::attend(const Term& term, Frame& frame) const {
  AttentionHead head;
  head.value = value(term.kids[0], frame).forms("value");
  head.key = value(term.kids[1], frame).forms("key");
  head.query = value(term.kids[2], frame).forms("query");
  head.minus_abs = !term.word.empty();
  for (const auto* forms : {&head.value, &head.key})
    for (const Affine& form : *forms)
      if (form.b.sign() != 0) wrong("a constant in a value or a key of a head; leave it out");
  if (head.key.size() != head.query.size())
    wrong("a head with keys of length " + std::to_string(head.key.size()) +
          " and queries of length " + std::to_string(head.query.size()));
  head.values_size = head.value.size();
  Summand out;
  out.head = std::make_shared<const AttentionHead>(std::move(head));
  return Quantity::of_parts(T::heads, {std::move(out)});
}

Quantity World::attend_external(const Term& term, Frame& frame) const {
  AttentionHead head;
  head.external = true, head.minus_abs = !term.word.empty();
  const std::size_t body = term.count + 1;
  each(term, frame, [&] {
    head.values.push_back(numbers_of(value(term.kids[body], frame)));
    head.keys.push_back(numbers_of(value(term.kids[body + 1], frame)));
    if (head.values.size() > 1 << 16) throw Incomplete("a head of more than 2^16 keys");
    return true;
  });
  head.query = value(term.kids[body + 2], frame).forms("query");
  head.values_size = head.values.empty() ? 1 : head.values[0].size();
  for (std::size_t j = 0; j < head.values.size(); ++j)
    if (head.values[j].size() != head.values_size || head.keys[j].size() != head.query.size())
      wrong("a head with values of two lengths, or keys and queries of two lengths");
  Summand out;
  out.head = std::make_shared<const AttentionHead>(std::move(head));
  return Quantity::of_parts(T::heads, {std::move(out)});
}

// NOLINTNEXTLINE(readability-function-size): a case a function
Quantity World::given(const Term& term, Frame& frame) const {
  const Given id = static_cast<Given>(term.name);
  std::vector<Quantity> x;
  x.reserve(term.kids.size());
  for (const Term& kid : term.kids) x.push_back(value(kid, frame));
  if (!term.word.empty()) return of_network(id, term, x);
  const auto number = [&](std::size_t i) { return x[i].number(); };
  const Pattern& A = ground_.setting.A;
  const std::uint64_t n = A.empty() ? 0 : A[1].size() - 1;
  const AssumptionOne& first = ground_.first;
  switch (id) {
    case Given::unit_column: {
      Grid out{space().rows, 1, std::vector<Num>(space().rows)};
      out.at[index(number(0), 1, out.rows) - 1] = Num(1);
      return Quantity::of_grid(std::move(out));
    }
    case Given::start: return Quantity::of_state(start(x[0].input()));
    case Given::previous:
      if (previous_ == nullptr) wrong("'previous' stands in start alone");
      return Quantity::of((*previous_)[index(number(0), 1, space().rows) - 1]);
    case Given::input: {
      const std::uint64_t all = space().input_count();
      defined(all > 0);
      return Quantity::of_input(index(number(0), 0, all - 1));
    }
    case Given::exchange: {
      const Space& here = space();
      here.token(number(1)), here.token(number(2));
      const std::vector<std::size_t> before = here.digits(x[0].input());
      Num ordinal;
      for (std::size_t i = 0; i < before.size(); ++i) {
        const auto& [k, r] = here.places[i];
        const Num from = k == number(1) ? number(2) : k == number(2) ? number(1) : k;
        ordinal = ordinal * number_of(here.entries.size()) + number_of(before[here.place(from, r)]);
      }
      return Quantity::of_input(static_cast<std::uint64_t>(*ordinal.small_integer()));
    }
    case Given::entry: {
      const Space& here = space();
      return Quantity::of(here.entries[here.digit(x[0].input(), here.place(number(2), number(1)))]);
    }
    case Given::isqrt: return Quantity::of(whole_root(number(0)));
    case Given::floor: return Quantity::of(number(0).floor());
    case Given::abs: return Quantity::of(number(0).sign() < 0 ? Num(0) - number(0) : number(0));
    case Given::mod:
      defined(number(1).sign() != 0);
      return Quantity::of(weighed(number(0) - number(1) * (number(0) / number(1)).floor()));
    case Given::choose: return Quantity::of(choose(number(0), number(1)));
    case Given::card: return Quantity::of(number_of(x[0].members()->size()));
    case Given::exp: return Quantity::of(rational(number(0), Exactly::exponential, "exp"));
    case Given::log: return Quantity::of(rational(number(0), Exactly::logarithm, "log"));
    case Given::p: return defined(n > 0), Quantity::of(number_of(A.size() - 1));
    case Given::A: {
      defined(n > 0);
      const auto& layer = A[index(number(0), 1, A.size() - 1)];
      ground_.before_tokens = ground_.before_tokens || ground_.space == nullptr;
      if (ground_.space == nullptr) return Quantity::of_set(set_of(layer[index(number(1), 1, n)]));
      std::vector<Num> out;
      for (const unsigned place : layer[ground_.space->token(number(1)) + 1])
        out.push_back(ground_.space->tokens[place - 1]);
      return Quantity::of_set(make_set(std::move(out)));
    }
    case Given::gamma:
      defined(!first.gamma.empty());
      return Quantity::of(number_of(first.gamma[index(number(0), 1, n)]));
    case Given::l:
      defined(!first.l.empty());
      return Quantity::of(number_of(first.l[index(number(0), 2, n)]));
    case Given::s: return defined(first.s > 0), Quantity::of(number_of(first.s));
    case Given::S: {
      const std::uint64_t t = index(number(0), 1, INT64_MAX), k = index(number(1), 1, n);
      const std::vector<std::uint64_t>& row = reached(A, t, ground_.levels)[k];
      std::vector<Num> out;
      for (std::uint64_t j = 1; j <= n; ++j)
        if (has_token(row, j)) out.push_back(number_of(j));
      return Quantity::of_set(make_set(std::move(out)));
    }
    default: wrong("a name that is not known");
  }
}

Quantity World::of_network(Given id, const Term& term, const std::vector<Quantity>& x) const {
  const Described& of = ground_.setting.of;
  const std::size_t here = of.network(term.word);
  if (id == Given::after) return Quantity::of(after(term, x));
  if (id == Given::layers) {
    const auto& networks = of.names.networks;
    if (std::find(networks.begin(), networks.end(), term.word) != networks.end())
      return Quantity::of(layer_count(here));
    for (const DescribedStage& stage : of.stages)
      if (stage.name == term.word) return Quantity::of(stage_count(stage));
  }
  if (id != Given::run && id != Given::apply) return of_layer(id, here, x);
  const std::uint64_t all = network(here).size();
  if (id == Given::apply)
    return Quantity::of_state(step(here, index(x[0].number(), 1, all), x[1].matrix()));
  const std::uint64_t t = x.size() == 1 ? all : index(x[0].number(), 0, all);
  return Quantity::of_state(run(here, t, x.back().matrix()));
}

// What is asked of layers as built.
Quantity World::of_layer(Given id, std::size_t here, const std::vector<Quantity>& x) const {
  const Num& t = x[0].number();
  const std::uint64_t all = network(here).size();
  if (id == Given::breaks_of) return breaks(here, t, x[1].number());
  defined(all > 0);
  const std::shared_ptr<const BuiltLayer> made = this->layer(here, index(t, 1, all));
  const BuiltLayer& layer = *made;
  if (id == Given::mask_of) return defined(layer.mask.has_value()), Quantity::of(*layer.mask);
  if (!layer.slots.empty()) throw Incomplete("heads and units of a map are not asked for here");
  const std::size_t heads = !layer.parts.empty() && layer.parts[0].head ? layer.parts.size() : 0,
                    units = layer.parts.size() - heads;
  switch (id) {
    case Given::heads_of: return Quantity::of(number_of(heads));
    case Given::units_of: return Quantity::of(number_of(units));
    case Given::pieces_of:
    case Given::flat_of: {
      defined(units > 0);
      if (units > 1) throw Incomplete("the pieces of a layer of several units are not defined");
      const HiddenUnit& unit = *layer.parts[0].unit;
      const Piecewise& pieces = unit.world->activation(unit.activation);
      std::uint64_t count = 0;
      for (const Affine& piece : pieces.between)
        count += id == Given::pieces_of || piece.w.empty() || piece.w[0].sign() == 0;
      return Quantity::of(number_of(count));
    }
    default: break;
  }
  defined(heads > 0);
  const AttentionHead& head = *layer.parts[index(x[1].number(), 1, heads) - 1].head;
  defined(head.query.size() == 1 && head.size() == 1);
  if (id == Given::bias_of) return Quantity::of(Num(0) - head.query[0].b);
  const GridPtr state = x[2].matrix();
  if (state->rows != space().rows || state->columns != space().tokens.size())
    wrong("'returns' asks for a state on all tokens");
  return Quantity::of(returned(head, layer, Looked(*state), space().token(x[3].number()))[0]);
}

// In Z(r), of the layers 1..t of one unit that reads row r alone.
Quantity World::breaks(std::size_t here, const Num& t, const Num& row) const {
  const std::uint64_t all = index(t, 0, network(here).size()), r = index(row, 1, space().rows) - 1;
  std::vector<Num> out;
  if (all > most_layers) throw Incomplete("breakpoints of more than 2^20 layers");
  for (std::uint64_t i = 1; i <= all; ++i) {
    const std::shared_ptr<const BuiltLayer> made = this->layer(here, i);
    const BuiltLayer& layer = *made;
    if (layer.identity || layer.parts.size() != 1 || !layer.parts[0].unit) continue;
    const HiddenUnit& unit = *layer.parts[0].unit;
    bool alone = unit.at.w.size() > r && unit.at.w[r].sign() != 0;
    for (std::size_t other = 0; other < unit.at.w.size(); ++other)
      alone = alone && (other == r || unit.at.w[other].sign() == 0);
    if (!alone) continue;
    for (const Num& at : unit.world->activation(unit.activation).breaks)
      out.push_back((at - unit.at.b) / unit.at.w[r]);
    if (out.size() > std::size_t{1} << 20) throw Incomplete("more than 2^20 breakpoints");
  }
  return Quantity::of_set(make_set(std::move(out)));
}

}  // namespace hardmax::check
