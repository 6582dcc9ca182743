#include "subject/staged.hpp"

#include <algorithm>

#include "subject/sweep.hpp"

namespace hardmax::subject {

namespace {

constexpr std::size_t max_layers_in_no_sweep = 1 << 16;

// What a network is made of, as polynomials; of a run they are numbers.
struct Shape {
  struct Windows {
    std::size_t table = 0;
    Polynomial first, last, shift;
    std::vector<Rational> missing;  // how many steps from the first
  };
  struct Top {
    std::size_t table = 0;
    Polynomial c;
  };
  std::vector<Windows> sweeps;
  std::vector<Top> all_max;
  std::vector<std::vector<std::vector<std::size_t>>> tables;
  Polynomial values;
  std::vector<Polynomial> start, digits;  // of each column: its start, how many digits it has
  StagedForm form;
};

class Staging {
 public:
  Staging(Reading& reading, std::string network, const std::string& size, const Rational& least,
          Keys keys)
      : reader_(reading, size),
        of_inputs_(reading, size, true),
        network_(std::move(network)),
        least_(least),
        keys_(keys == Keys::tables ? KeysAs::columns : KeysAs::pattern_layer),
        dropped_(reader_.dropped(network_)) {}

  Shape shape() {
    layers();
    ids_at_start();
    return std::move(shape_);
  }
  KeyTables tables() {
    layers();
    return std::move(shape_.tables);
  }
  [[nodiscard]] std::string where() const {
    return stage_ == nullptr ? "network '" + network_ + "': " : "stage '" + stage_->name + "': ";
  }

 private:
  void layers() {
    if (reader_.of_every_size() && !dropped_.empty())
      throw TermError("which layer has the number of a dropped one depends on the size");
    const ConstructionFile& file = reader_.reading().file();
    for (const TermPtr& head : {file.rows, file.tokens})
      if (reader_.touched(*head, nullptr))
        throw TermError("how many rows or tokens there are depends on the size");
    reader_.rounds(network_, [&](const Stage& stage, const VariableEnv* env) {
      stage_ = &stage;
      if (stage.backwards || stage.map)
        throw TermError(stage.map ? "it is a map" : "the stage has `backwards`");
      walk(env, 0);
    });
    stage_ = nullptr;
    if (shape_.sweeps.empty()) throw TermError("there is no sweep");
  }

  static Polynomial whole(std::size_t x) { return Polynomial(Rational(x)); }

  // Divided by the unit.
  [[nodiscard]] Polynomial in_units(const Polynomial& p) const { return p * *unit_.inverse(); }

  std::size_t table_of(std::vector<std::vector<std::size_t>> keys, std::size_t pattern_layer) {
    if (keys_ == KeysAs::pattern_layer) {
      if (pattern_layer == 0) throw TermError("it does not say whom token k looks at");
      return pattern_layer - 1;
    }
    const auto at = std::find(shape_.tables.begin(), shape_.tables.end(), keys);
    const auto index = static_cast<std::size_t>(at - shape_.tables.begin());
    if (at == shape_.tables.end()) shape_.tables.push_back(std::move(keys));
    return index;
  }

  // What W_O adds to an id, for each unit of the head.
  Polynomial raised(const std::vector<Polynomial>& factors) {
    if (factors.size() != reader_.reading().rows())
      throw TermError("what stands before a head has another number of rows than a state");
    Polynomial out;
    for (std::size_t i = 1; i < factors.size(); ++i)
      if (!factors[i].is_zero()) shape_.form.other_rows = true;
    for (const auto& [row, weight] : u_) out += weight * factors[row - 1];
    return out;
  }

  void walk(const VariableEnv* env, std::size_t j) {
    const Binders& loop = stage_->loop;
    if (j == loop.list.size()) return single(env);
    NoSweep none;
    if (!loop.where) {
      auto found = sweep_of_every_size(reader_, *stage_, env, j, least_, keys_);
      if (const auto* sweep = std::get_if<SweepOfEverySize>(&found)) return add(*sweep);
      none = std::get<NoSweep>(found);
    }
    const auto outer = gone_through(loop, j);
    try {
      reader_.instances(outer.first, env, [&](const VariableEnv* e) { walk(e, outer.second); });
    } catch (const TermError& e) {
      const std::string what = e.what();
      if (none.reason.empty() || what.starts_with("the loop of ")) throw;
      throw TermError("the loop of '" + none.loop + "' is no sweep (" + none.reason + "); " + what);
    }
  }

  void add(const SweepOfEverySize& sweep) {
    if (!shape_.all_max.empty()) throw TermError("a sweep stands after a layer with one head");
    const Polynomial count = sweep.last - sweep.first + whole(1);
    if (!count.shown_positive(least_)) {
      if (count.is_zero()) return;
      throw TermError("a sweep that may have no windows");
    }
    if (shape_.sweeps.empty()) {
      unit_ = sweep.step;
      u_ = sweep.form.w;
      if (!unit_.inverse()) throw TermError("a step that is a sum");
    }
    if (sweep.step != unit_ || sweep.width != unit_)
      throw TermError("a window whose width or step is not the step of the first sweep");
    if (sweep.form.w != u_) throw TermError("its heads look at something else than those before");
    Shape::Windows out;
    out.table = table_of(sweep.keys, sweep.pattern_layer);
    // From the middle of the first window to that of the last.
    out.first = in_units(sweep.low + sweep.first * unit_) + Polynomial(Rational(1) / Rational(2));
    out.last = out.first + count + -whole(1);
    out.shift = raised(factors_of(
        {std::make_shared<const VariableValue>(sweep.factor), {}, {}, {}, false, false}));
    shape_.form.sweeps.push_back(
        {sweep.inside, sweep.busy, sweep.high_first, count, out.shift, sweep.pattern_layers});
    if (const auto windows = count.number()) {
      const Rational inside = sweep.inside;
      for (const std::uint64_t t : dropped_) {
        const Rational into = Rational(t) - Rational(1) - done_;
        if (into.sign() < 0 || into >= *windows * inside) continue;
        const Rational g = floor(into / inside);
        if (into - g * inside == Rational(sweep.busy)) out.missing.push_back(g);
      }
      done_ += *windows * inside;
    }
    shape_.sweeps.push_back(std::move(out));
  }

  // A layer that is in no sweep.
  void single(const VariableEnv* env) {
    const VariableLayer layer = layer_with_variable(reader_, *stage_, env, keys_);
    if (++singles_ > max_layers_in_no_sweep)
      throw TermError("more than 65,536 layers are in no sweep");
    done_ += Rational(1);
    if (layer.heads.empty()) {
      shape_.form.idle_layers = true;
      return;
    }
    const auto number = done_.to_int64();
    if (number && dropped_.contains(static_cast<std::uint64_t>(*number))) return;
    if (shape_.sweeps.empty()) throw TermError("a layer that is in no sweep stands before all");
    if (layer.heads.size() != 1) throw TermError("a layer in no sweep has not one head");
    const VariableHead& head = layer.heads[0];
    if (head.memory || head.minus_abs || head.value.size() != 1 || head.key.size() != 1)
      throw TermError("a head with another score, size or keys of its own");
    for (const auto* list : {&head.value, &head.key, &head.query})
      if ((*list)[0].w != u_) throw TermError("its head looks at something else than the sweeps");
    if (!head.query[0].b.is_zero()) throw TermError("the bias of a single head is not 0");
    shape_.all_max.push_back({table_of(layer.keys, layer.pattern_layer), raised(factors_of(head))});
    shape_.form.c.push_back(shape_.all_max.back().c);
  }

  // Start + digit: u^T of the start has each entry of the token with a factor; the factors are 1,
  // m, m^2, ... steps of one entry's m values.
  void ids_at_start() {
    Reading& reading = reader_.reading();
    const ConstructionFile& file = reading.file();
    VariableReader::Steps entries{Polynomial(), whole(1), whole(1)};
    if (file.has_inputs) entries = of_inputs_.steps(*file.entries);
    static const std::string names[] = {"H", "r", "k"};
    const VariableEnv h(nullptr, names[0], Value(Input{}));
    std::set<std::size_t> used;
    shape_.form.unit = unit_;
    for (const auto& [row, weight] : u_) shape_.form.ids.emplace(row, in_units(weight));
    for (const std::int64_t k : reading.tokens()) {
      VariableForm id;
      std::optional<Polynomial> added;
      for (const auto& [row, weight] : u_) {
        const VariableEnv r(&h, names[1], Value(Rational(row)));
        const VariableEnv token(&r, names[2], Value(Rational(k)));
        const VariableValue entry = of_inputs_.value(*file.start, &token).lifted();
        if (entry.kind() != VariableValue::Kind::number &&
            entry.kind() != VariableValue::Kind::form)
          throw TermError("an entry of the start that is no number");
        const VariableForm& f = entry.entries()[0];
        const bool alike = f.w.size() == 1 && f.w.begin()->second == whole(1) && f.b.number() &&
                           (!added || f.b == *added);
        if (!alike) shape_.form.other_start = true;
        added = f.b;
        id.b += weight * f.b;
        for (const auto& [place, factor] : f.w) {
          auto& total = id.w[place];
          total += weight * factor;
          if (total.is_zero()) id.w.erase(place);
        }
      }
      std::vector<Polynomial> factors;
      std::map<std::size_t, Polynomial> counts;
      Polynomial start = id.b;
      for (const auto& [place, factor] : id.w) {
        if (!used.insert(place).second)
          throw TermError("an entry of the input stands in the ids of two tokens");
        start += factor * entries.first;
        factors.push_back(in_units(factor * entries.step));
        counts.emplace(place, factors.back());
      }
      Polynomial digits = whole(1);
      for (std::size_t left = factors.size(); left > 0; --left) {
        const auto at = std::find(factors.begin(), factors.end(), digits);
        if (at == factors.end())
          throw TermError("the ids of token " + std::to_string(k) +
                          " at the start are not start + digit, each digit once");
        factors.erase(at);
        digits = digits * entries.count;
      }
      shape_.start.push_back(in_units(start));
      shape_.digits.push_back(digits);
      shape_.form.entries.push_back(std::move(counts));
      if ((digits - shape_.values).shown_positive(least_)) shape_.values = digits;
    }
  }

  VariableReader reader_, of_inputs_;
  std::string network_;
  Rational least_;
  KeysAs keys_;
  std::set<std::uint64_t> dropped_;
  const Stage* stage_ = nullptr;
  Polynomial unit_;
  std::map<std::size_t, Polynomial> u_;
  Rational done_;  // layers, as long as they are numbers
  std::size_t singles_ = 0;
  Shape shape_;
};

Rational as_number(const Polynomial& p) {
  const auto number = p.number();
  if (!number) throw TermError("a number that depends on a name");
  return *number;
}

// D = least + x.
WholePolynomial as_polynomial(const Polynomial& p, const Rational& least) {
  const auto [lowest, factors] = p.in_size();
  if (lowest < 0) throw TermError("'" + p.str() + "' is not whole for every D");
  const WholePolynomial D = WholePolynomial(least) + WholePolynomial::x();
  WholePolynomial out;
  for (const auto& [k, factor] : factors) {
    if (!factor.is_integer()) throw TermError("'" + p.str() + "' is not whole for every D");
    out += WholePolynomial(factor) * power(D, static_cast<std::uint64_t>(k + lowest));
  }
  return out;
}

template <typename Number, class Convert>
StagedOf<Number> converted(Shape shape, const Convert& convert) {
  StagedOf<Number> out;
  StagedNetworkOf<Number>& network = out.network;
  network.values = convert(shape.values);
  const bool same = std::all_of(shape.digits.begin(), shape.digits.end(),
                                [&](const Polynomial& d) { return d == shape.values; });
  for (const Polynomial& d : shape.digits)
    if (!same) network.digits.emplace_back(Number(0), convert(d) - Number(1));
  for (const Polynomial& s : shape.start) network.start.push_back(convert(s));
  for (const Shape::Windows& w : shape.sweeps) {
    std::vector<Number> missing;
    for (const Rational& g : w.missing) missing.push_back(convert(w.first + Polynomial(g)));
    network.sweeps.push_back(
        {w.table, convert(w.first), convert(w.last), convert(w.shift), std::move(missing)});
  }
  for (const Shape::Top& top : shape.all_max)
    network.all_max.push_back({top.table, convert(top.c)});
  out.tables = std::move(shape.tables);
  out.form = std::move(shape.form);
  return out;
}

template <typename Number, class Convert>
std::variant<StagedOf<Number>, NotStaged> staged_with(Staging&& staging, const Convert& convert) {
  try {
    return converted<Number>(staging.shape(), convert);
  } catch (const TermError& e) {
    return NotStaged{staging.where() + e.what()};
  }
}

}  // namespace

std::variant<StagedOf<Polynomial>, NotStaged> staged_in_size(Reading& reading,
                                                             const std::string& network,
                                                             const std::string& size,
                                                             std::uint64_t least) {
  const auto whole = [](const Polynomial& p) {
    if (!p.shown_whole()) throw TermError("'" + p.str() + "' is not whole");
    return p;
  };
  return staged_with<Polynomial>(Staging(reading, network, size, Rational(least), Keys::tables),
                                 whole);
}

std::variant<StagedOf<Rational>, NotStaged> staged(Reading& reading, const std::string& network,
                                                   Keys keys) {
  return staged_with<Rational>(Staging(reading, network, "", 1, keys), as_number);
}

std::variant<KeyTables, NotStaged> key_tables(Reading& reading, const std::string& network) {
  Staging staging(reading, network, "", 1, Keys::tables);
  try {
    return staging.tables();
  } catch (const TermError& e) {
    return NotStaged{staging.where() + e.what()};
  }
}

std::variant<StagedOf<WholePolynomial>, NotStaged> staged_of_every_size(Reading& reading,
                                                                        const std::string& network,
                                                                        const std::string& size,
                                                                        std::uint64_t least,
                                                                        Keys keys) {
  const Rational from = least;
  return staged_with<WholePolynomial>(Staging(reading, network, size, from, keys),
                                      [&](const Polynomial& p) { return as_polynomial(p, from); });
}

}  // namespace hardmax::subject
