// Layers, one at a time: a place in a loop becomes numbers.
#include <algorithm>

#include "subject/reading.hpp"

namespace hardmax::subject {

namespace {

constexpr std::size_t max_kept_layers = std::size_t{1} << 16;  // of a network of more than 2^20

std::string size_of(std::size_t rows, std::size_t columns) {
  return std::to_string(rows) + " x " + std::to_string(columns);
}

// What stands before a part, as a matrix; a number is that multiple of the unit matrix.
Mat weight_of(const Value& before, std::size_t size) {
  if (before.mat()) return *before.mat();
  Mat out;
  out.rows = out.columns = size;
  out.numbers.resize(size * size);
  for (std::size_t i = 0; i < size; ++i) out.numbers[i * size + i] = number_of(before);
  return out;
}

}  // namespace

void Reading::make_parts(const Stage& stage, const Parts& parts, const Env* env, MadeLayer& out) {
  out.kind = parts.heads ? MadeLayer::Kind::heads : MadeLayer::Kind::units;
  for (const auto& [before, part] : parts.list) {
    std::size_t size = 1;
    if (parts.heads) {
      size = part->value.size();
      if (part->memory) {
        // The size of a head without keys is what stands before it.
        size = !part->table.empty() ? part->table[0].second.size()
               : before->mat()      ? before->mat()->columns
                                    : rows();
      } else if (!stage.keys) {
        throw TermError("it does not say whom token k looks at; add keys = \"...\"");
      }
      out.on_tokens = out.on_tokens || !part->memory;
    }
    Mat weight = weight_of(*before, size);
    if (weight.of_forms())
      throw TermError("what stands before a part uses the state; numbers alone");
    if (weight.rows != rows() || weight.columns != size)
      throw TermError("what stands before a " + std::string(parts.heads ? "head" : "hidden unit") +
                      " has shape " + size_of(weight.rows, weight.columns) + "; " +
                      size_of(rows(), size) + " is needed");
    out.parts.push_back(
        {std::move(weight), part, parts.heads ? nullptr : activation(part->activation)});
  }
  // Of a decoder, which may have any number of tokens, they are found as they are asked for.
  if (out.on_tokens && !file_.decoder) out.keys = keys_of_all(stage, env);
}

std::vector<std::int64_t> Reading::keys_of(const Stage& stage, const Env* env, std::int64_t k) {
  static const std::string k_name = "k";
  const auto [first, last] = ends_of_tokens();
  const Env at{env, &k_name, Rational(k)};
  std::vector<std::int64_t> out;
  for (const Rational& j : set_at(stage.keys, &at)) {
    const auto token = j.to_int64();
    if (!token || *token < first || *token > last)
      throw TermError("token " + std::to_string(k) + " looks at " + j.str() +
                      ", which is no token");
    if (file_.decoder && *token > k)
      throw TermError("token " + std::to_string(k) + " looks at token " + j.str() +
                      ", a later one; in a decoder none may");
    out.push_back(*token);
  }
  charge(out.size());
  return out;
}

std::vector<std::vector<std::size_t>> Reading::keys_of_all(const Stage& stage, const Env* env) {
  std::vector<std::vector<std::size_t>> out;
  const std::int64_t first = tokens().front();
  for (const std::int64_t k : tokens()) {
    std::vector<std::size_t> columns;
    for (const std::int64_t token : keys_of(stage, env, k))
      columns.push_back(static_cast<std::size_t>(token - first));
    out.push_back(std::move(columns));
  }
  return out;
}

namespace {

// Errors get the name of the stage.
template <class F>
auto in_stage(const Stage& stage, F f) {
  try {
    return f();
  } catch (const TermError& e) {
    const std::string what = e.what();
    if (what.starts_with("stage '")) throw;
    const std::string line = "stage '" + stage.name + "': " + what;
    if (dynamic_cast<const TooLarge*>(&e) != nullptr) throw TooLarge(line);
    throw TermError(line);
  }
}

}  // namespace

std::vector<std::int64_t> Reading::keys_at(const std::string& network, std::uint64_t t,
                                           std::int64_t k) {
  const Place here = place(network, t);
  return in_stage(*here.stage, [&] {
    return at_place(here, [&](const Env* env) { return keys_of(*here.stage, env, k); });
  });
}

std::shared_ptr<const MadeLayer> Reading::with_keys(const std::string& network, std::uint64_t t) {
  auto made = layer(network, t);
  if (!made->on_tokens || made->dropped || !made->keys.empty()) return made;
  const Place here = place(network, t);
  auto keys = in_stage(*here.stage, [&] {
    return at_place(here, [&](const Env* env) { return keys_of_all(*here.stage, env); });
  });
  auto with = std::make_shared<MadeLayer>(*made);
  with->keys = std::move(keys);
  return layers_[network][t] = std::move(with);
}

MadeLayer Reading::make(const std::string& network, std::uint64_t t) {
  const Place here = place(network, t);
  const Stage& stage = *here.stage;
  return in_stage(stage, [&] {
    return at_place(here, [&](const Env* env) {
      MadeLayer out;
      if (stage.when && !truth_of(value(*stage.when, env))) return out;
      if (stage.map) {
        out.kind = MadeLayer::Kind::map;
        return out;
      }
      const WrittenLayer written = split_layer(stage.layer);
      out.residual = written.residual;
      if (!written.rest) return out;
      const Value added = value(*written.rest, env);
      if (added.nothing()) {
        if (!out.residual) out.kind = MadeLayer::Kind::units;  // 0, whatever there was
        return out;
      }
      if (!added.parts())
        throw TermError("a layer adds heads or hidden units; this is " + added.kind());
      make_parts(stage, *added.parts(), env, out);
      return out;
    });
  });
}

std::shared_ptr<const MadeLayer> Reading::made_already(const std::string& network,
                                                       std::uint64_t t) const {
  const auto of_network = layers_.find(network);
  if (of_network == layers_.end()) return nullptr;
  const auto made = of_network->second.find(t);
  return made == of_network->second.end() ? nullptr : made->second;
}

std::shared_ptr<const MadeLayer> Reading::layer(const std::string& network, std::uint64_t t) {
  if (auto made = made_already(network, t)) return made;
  HARDMAX_REQUIRE(t >= 1 && Rational(t) <= layers(network));
  auto fresh = std::make_shared<MadeLayer>(make(network, t));
  fresh->dropped = dropped_.contains({network, t});
  MadeLayers& kept = layers_[network];
  // Of a long network, the layers of sweeps that some input's way has come through.
  if (kept.size() >= max_kept_layers && layers(network) > Rational(max_layers)) kept.clear();
  return kept[t] = std::move(fresh);
}

namespace {

// Where layers 1..t change a row alone, by one hidden unit: the breaks of its activation.
Set breaks_of(Reading& reading, const std::string& network, std::uint64_t t, std::size_t row) {
  Set out;
  for (std::uint64_t i = 1; i <= t; ++i) {
    const auto held = reading.layer(network, i);
    const MadeLayer& made = *held;
    if (made.idle() || made.kind != MadeLayer::Kind::units || made.parts.size() != 1) continue;
    const Form& form = made.parts[0].part->form;
    if (form.w.size() != 1 || form.w[0].first != row) continue;
    for (const Rational& b : made.parts[0].activation->breaks) {
      const Rational at = (b - form.b) / form.w[0].second;
      const auto place = std::lower_bound(out.begin(), out.end(), at);
      if (place == out.end() || *place != at) out.insert(place, at);
    }
  }
  return out;
}

}  // namespace

Value Reading::layer_as_built(const std::string& function, const std::string& network,
                              const std::vector<Value>& x) {
  const std::uint64_t t = layer_number(x[0], network, function == "breaks_of" ? 0 : 1);
  if (function == "breaks_of")
    return breaks_of(*this, network, t, static_cast<std::size_t>(whole_of(x[1])));
  if (function == "mask_of") {
    const Place here = place(network, t);
    const TermPtr& keys = here.stage->keys;
    const bool plain =
        keys && is_pattern_layer(*keys) && file_.pattern != ConstructionFile::PatternUse::none;
    if (!plain)
      throw TermError("mask_of: whom tokens look at in layer " + std::to_string(t) + " of '" +
                      network + "' is not written as A(l, k)");
    return at_place(here, [&](const Env* env) { return value(*keys->parts[0], env); });
  }
  const auto held = layer(network, t);
  const MadeLayer& made = *held;
  const bool heads = !made.idle() && made.kind == MadeLayer::Kind::heads;
  const bool units = !made.idle() && made.kind == MadeLayer::Kind::units;
  if (function == "heads_of") return Rational(heads ? made.parts.size() : 0);
  if (function == "units_of") return Rational(units ? made.parts.size() : 0);
  const auto missing = [&](const std::string& what) {
    throw TermError(function + ": layer " + std::to_string(t) + " of '" + network + "' has " +
                    what);
  };
  if (function == "pieces_of" || function == "flat_of") {
    if (!units || made.parts.size() != 1) missing("not one hidden unit");
    const Activation& phi = *made.parts[0].activation;
    return Rational(function == "flat_of" ? phi.flat : phi.breaks.size() + 1);
  }
  const std::int64_t h = whole_of(x[1]);
  if (!heads || h < 1 || h > static_cast<std::int64_t>(made.parts.size()))
    missing("no head " + std::to_string(h));
  const Part& part = *made.parts[static_cast<std::size_t>(h - 1)].part;
  if (function == "bias_of") {
    if (part.query.size() != 1) missing("a head of another size than 1");
    return -part.query[0].b;
  }
  const Mat& from = mat_of(x[2]);
  if (!is_state(from)) missing("no head on a matrix that is no state");
  const std::int64_t k = whole_of(x[3]) - tokens().front();
  if (k < 0 || k >= static_cast<std::int64_t>(tokens().size())) missing("no such token");
  static const std::vector<std::size_t> none;
  const auto own = static_cast<std::size_t>(k);
  const std::vector<Rational> out =
      head(part, columns_of(from), own, part.memory ? none : with_keys(network, t)->keys[own]);
  if (out.size() != 1) missing("a head of another size than 1");
  return out[0];
}

}  // namespace hardmax::subject
