#include "subject/sweep.hpp"

#include <algorithm>

namespace hardmax::subject {

namespace {

constexpr std::uint64_t max_inside = 256;  // layers for one value of the loop's name

// What is common to a run and to every size. `env` has the names outside, and the loop's as g.
class Loop {
 public:
  Loop(VariableReader& reader, const Stage& stage, std::size_t j)
      : reader_(reader), stage_(stage), binder_(stage.loop.list[j]), j_(j) {}

  // Errors  TermError: it is no sweep, and why.
  SweepOfEverySize shape(const VariableEnv* outside, const Rational& least, KeysAs keys) {
    if (stage_.loop.where) throw TermError("the loop has `where`");
    if (stage_.backwards) throw TermError("the stage has `backwards`");
    if (stage_.map) throw TermError("it is a map");
    if (binder_.over != Binder::Over::range)
      throw TermError("the loop does not go over whole numbers in turn");
    Binders inside;
    for (std::size_t i = j_ + 1; i < stage_.loop.list.size(); ++i) {
      const Binder& b = stage_.loop.list[i];
      for (const TermPtr& end : {b.first, b.last})
        if (end && mentions(*end, binder_.name)) throw TermError("it stands where a loop ends");
      inside.list.push_back(b);
    }
    SweepOfEverySize out;
    out.loop = binder_.name;
    out.first = end(*binder_.first, outside);
    out.last = end(*binder_.last, outside);
    const VariableEnv loop(outside, binder_.name, Polynomial::loop());
    std::uint64_t count = 0, busy = 0;
    std::vector<VariableHead> heads;
    reader_.instances(inside, &loop, [&](const VariableEnv* e) {
      if (++count > max_inside)
        throw TermError("more than 256 layers stand inside the loop for one value of its name");
      VariableLayer found = layer_with_variable(reader_, stage_, e, keys);
      out.pattern_layers.push_back(found.pattern_layer);
      if (found.heads.empty()) return;
      if (++busy > 1) return;
      out.busy = count - 1;
      out.keys = std::move(found.keys);
      out.pattern_layer = found.pattern_layer;
      heads = std::move(found.heads);
    });
    if (busy != 1)
      throw TermError(busy == 0 ? "all its layers are the identity"
                                : "more than one layer does something for one value of its name");
    out.inside = count;
    windows(heads, least, out);
    return out;
  }

 private:
  Polynomial end(const Term& term, const VariableEnv* env) {
    const VariableValue v = reader_.value(term, env).lifted();
    if (v.kind() != VariableValue::Kind::number) throw TermError("an end that is no number");
    return v.entries()[0].b;
  }

  static void windows(std::vector<VariableHead>& heads, const Rational& least,
                      SweepOfEverySize& out) {
    if (heads.size() != 2)
      throw TermError("the layer has " + std::to_string(heads.size()) +
                      (heads.size() == 1 ? " head" : " heads") + ", not two");
    for (const VariableHead& h : heads) {
      if (h.memory) throw TermError("a head has keys of its own");
      if (h.minus_abs) throw TermError("the score of a head is -|<k,q>|");
      if (h.value.size() != 1 || h.key.size() != 1)
        throw TermError("a head has another size than 1");
    }
    out.form = {heads[0].value[0].w, Polynomial()};
    std::vector<Polynomial> bias;
    for (const VariableHead& h : heads) {
      for (const auto* list : {&h.value, &h.key, &h.query})
        if ((*list)[0].w != out.form.w)
          throw TermError("W_V, W_K and W_Q of the two heads are not all the same");
      bias.push_back(-h.query[0].b);
    }
    for (const auto& [row, weight] : out.form.w)
      if (weight.has_loop()) throw TermError("it stands in what a head looks at");
    const std::vector<Polynomial> one = factors_of(heads[0]), other = factors_of(heads[1]);
    bool opposite = one.size() == other.size();
    for (std::size_t i = 0; opposite && i < one.size(); ++i)
      opposite = (one[i] + other[i]).is_zero();
    if (!opposite) throw TermError("W_O of one head is not the negative of the other's");
    Polynomial width = bias[1] - bias[0];
    if (width.has_loop()) throw TermError("the width of the window depends on it");
    const bool swapped = !width.shown_not_negative(least);
    if (swapped) width = -width;
    if (!width.shown_not_negative(least))
      throw TermError("the width of the window is not shown to be at least 0");
    const Polynomial& low = bias[swapped ? 1 : 0];
    if (low.degree_in_loop() > 1) throw TermError("the window does not go up by constant steps");
    out.low = low.of_loop(0);
    out.step = low.of_loop(1);
    out.width = width;
    out.high_first = swapped;
    out.factor = heads[swapped ? 1 : 0].before->lifted();
    if (!out.step.shown_positive(least))
      throw TermError(out.step.is_zero() ? "the window is the same for all its values"
                                         : "the window goes down, not up");
  }

  VariableReader& reader_;
  const Stage& stage_;
  const Binder& binder_;
  std::size_t j_;
};

Rational constant_of(const Polynomial& p) {
  const auto number = p.number();
  HARDMAX_REQUIRE(number.has_value());
  return *number;
}

}  // namespace

VariableLayer layer_with_variable(VariableReader& reader, const Stage& stage,
                                  const VariableEnv* env, KeysAs keys) {
  static const std::string k_name = "k";
  std::vector<VariableEnv> lets;
  lets.reserve(stage.lets.size());
  const auto here = [&] { return lets.empty() ? env : &lets.back(); };
  for (const Signature& let : stage.lets)
    lets.emplace_back(here(), let.name, reader.value(*let.term, here()));
  VariableLayer out;
  if (keys == KeysAs::pattern_layer && stage.keys) {
    if (!is_pattern_layer(*stage.keys))
      throw TermError("whom tokens look at is not written as A(l, k)");
    const VariableEnv k(here(), k_name, Value(Rational(0)));
    if (reader.touched(*stage.keys, &k)) throw TermError("it stands in `keys`");
    out.pattern_layer =
        static_cast<std::size_t>(whole_of(reader.reading().value(*stage.keys->parts[0], &k.plain)));
  }
  if (stage.when) {
    if (reader.touched(*stage.when, here())) throw TermError("it stands in `when`");
    if (!truth_of(*reader.value(*stage.when, here()).plain())) return out;
  }
  const WrittenLayer written = split_layer(stage.layer);
  if (!written.residual) throw TermError("the layer does not keep Z");
  if (stage.keys) {
    const VariableEnv k(here(), k_name, Value(Rational(0)));
    if (reader.touched(*stage.keys, &k)) throw TermError("it stands in `keys`");
  }
  if (!written.rest) return out;
  const VariableValue rest = reader.value(*written.rest, here());
  if (rest.plain() && rest.plain()->nothing()) return out;
  const VariableValue parts = rest.lifted();
  if (parts.kind() != VariableValue::Kind::heads) throw TermError("the layer adds no heads");
  out.heads = parts.heads();
  if (keys != KeysAs::columns || !stage.keys) return out;
  Reading& reading = reader.reading();
  for (const std::int64_t token : reading.tokens()) {
    const VariableEnv k(here(), k_name, Value(Rational(token)));
    const Value looks_at = reading.value(*stage.keys, &k.plain);
    std::vector<std::size_t> columns;
    for (const Rational& j : set_of(looks_at)) {
      const std::int64_t at = whole_of(j) - reading.tokens().front();
      if (at < 0 || at >= static_cast<std::int64_t>(reading.tokens().size()))
        throw TermError("a token looks at what is no token");
      columns.push_back(static_cast<std::size_t>(at));
    }
    out.keys.push_back(std::move(columns));
  }
  return out;
}

std::vector<Polynomial> factors_of(const VariableHead& head) {
  const VariableValue before = head.before->lifted();
  if (before.kind() == VariableValue::Kind::heads || before.forms() || before.columns() != 1)
    throw TermError("what stands before a head is no column of numbers");
  std::vector<Polynomial> out;
  for (const VariableForm& f : before.entries()) {
    if (f.b.has_loop()) throw TermError("it stands before a head");
    out.push_back(f.b);
  }
  return out;
}

std::optional<std::int64_t> SweepWindows::next(std::int64_t from, const Columns& z) const {
  std::optional<std::int64_t> least;
  for (const std::vector<Rational>& column : z) {
    const Rational x = at(form, column.data());
    // The first window whose upper end is not below x.
    const Rational above = -floor((low + width - x) / step);
    const Rational g = std::max(above, Rational(from));
    if (g > Rational(last) || low + g * step > x) continue;
    const std::int64_t found = *g.to_int64();
    if (!least || found < *least) least = found;
  }
  return least;
}

std::variant<LoopSweep, NoSweep> sweep_of(Reading& reading, const Stage& stage, const Env* env,
                                          std::size_t j) {
  const std::string& name = stage.loop.list[j].name;
  try {
    const PlainNames outside(env);
    VariableReader reader(reading);
    const SweepOfEverySize shape = Loop(reader, stage, j).shape(outside.env(), 1, KeysAs::nothing);
    const auto first = constant_of(shape.first).to_int64(),
               last = constant_of(shape.last).to_int64();
    if (!first || !last) throw TermError("an end that is no integer of 64 bits");
    Form form;
    for (const auto& [row, weight] : shape.form.w) form.w.emplace_back(row, constant_of(weight));
    return LoopSweep{name,
                     shape.inside,
                     shape.busy,
                     {*first, *last, constant_of(shape.low), constant_of(shape.step),
                      constant_of(shape.width), std::move(form)}};
  } catch (const TermError& e) {
    return NoSweep{name, e.what()};
  }
}

std::variant<SweepOfEverySize, NoSweep> sweep_of_every_size(VariableReader& reader,
                                                            const Stage& stage,
                                                            const VariableEnv* env, std::size_t j,
                                                            const Rational& least, KeysAs keys) {
  try {
    return Loop(reader, stage, j).shape(env, least, keys);
  } catch (const TermError& e) {
    return NoSweep{stage.loop.list[j].name, e.what()};
  }
}

std::pair<Binders, std::size_t> gone_through(const Binders& loop, std::size_t j) {
  if (loop.where) return {loop, loop.list.size()};
  Binders one;
  one.list.push_back(loop.list[j]);
  return {one, j + 1};
}

}  // namespace hardmax::subject
