#include "discharge/from_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "discharge/attention_by_sweeps.hpp"
#include "discharge/changes.hpp"
#include "discharge/construction_files.hpp"
#include "discharge/from_file_inside.hpp"
#include "exact/error.hpp"
#include "subject/run.hpp"
#include "subject/staged.hpp"
#include "subject/types.hpp"
#include "subject/variable_reader.hpp"

namespace hardmax {

using subject::ConstructionFile;
using subject::Env;
using subject::MadeLayer;
using subject::Reading;
using subject::TermError;
using subject::Value;

namespace {

// t -> k f(t / D)
PiecewiseLinear stretched(const PiecewiseLinear& f, const Rational& D, const Rational& k) {
  std::vector<Rational> breaks, values;
  std::vector<Affine> pieces;
  for (const Rational& x : f.breakpoints()) breaks.push_back(x * D);
  for (const Rational& y : f.values()) values.push_back(y * k);
  for (const Affine& a : f.pieces()) pieces.push_back({a.slope * k / D, a.intercept * k});
  return PiecewiseLinear(std::move(breaks), std::move(pieces), std::move(values));
}

// A choice that is this value for these arguments.
std::shared_ptr<Reading> with_value(Reading& reading, const std::string& name,
                                    std::vector<std::string> arguments, const Rational& value) {
  static const subject::TermPtr given = subject::read_formula("given");
  subject::Signature change{name, std::move(arguments), given, ""};
  return reading.with({std::move(change)}, {{"given", Value(value)}});
}

}  // namespace

void FileRun::refuse(const std::string& what) const {
  throw InvalidInput(InvalidInput::Kind::file,
                     fmt::format("{}: {}; decide it with verify {}", file_.file, what,
                                 std::filesystem::path(file_.file).parent_path().string()));
}

FileRun::FileRun(std::string_view id, const Parameters& parameters, const Overrides& overrides,
                 const std::vector<std::string>& variants, const Pattern* pattern,
                 const Assumption1* assumption)
    : file_(construction_file(id)), parameters_(parameters), pattern_(pattern) {
  for (const char* name : {"n", "d", "D"})
    if (!file_.is_parameter(name)) refuse(fmt::format("there is no parameter {}", name));
  if (file_.parameters.size() != 3) refuse("there are other parameters than n, d and D");
  if ((file_.pattern == ConstructionFile::PatternUse::required) != (pattern != nullptr))
    refuse(pattern != nullptr ? "it takes no pattern" : "it requires a pattern");
  guarded([&] {
    reading_ = Reading::open(file_,
                             {{"n", Rational(parameters.n)},
                              {"d", Rational(parameters.d)},
                              {"D", Rational(parameters.D)}},
                             {pattern, assumption, nullptr, nullptr});
    for (const auto& p : file_.parameters) {
      if (!subject::truth_of(reading_->value(*p.condition)))
        refuse(fmt::format("it asks for {}", p.text));
    }
    for (const std::string& name : variants) {
      const auto variant = file_.variants.find(name);
      if (variant == file_.variants.end() || !variant->second.head.arguments.empty())
        refuse(fmt::format("there is no variant '{}' without arguments", name));
      reading_ = reading_->with(variant->second.terms);
    }
    change(overrides);
    for (const auto& c : file_.conditions) {
      if (!subject::truth_of(reading_->value(*c.condition)))
        throw InvalidInput(InvalidInput::Kind::option,
                           fmt::format("construction '{}' asks for {}, and it is false with these "
                                       "choices; change --with",
                                       file_.id, c.text));
    }
    require_shape();
    return 0;
  });
}

void FileRun::change(const Overrides& overrides) {
  const std::uint64_t n = parameters_.n;
  const auto require_choice = [&](const std::string& name, std::size_t arguments) {
    const auto found = file_.definitions.find(name);
    if (found == file_.definitions.end() || found->second.signature.arguments.size() != arguments)
      refuse(fmt::format("there is no choice '{}{}'", name, arguments == 1 ? "(k)" : ""));
  };
  require_choice("E", 1);
  require_choice("shift", 0);
  require_choice("c", 0);
  for (const auto& [token, value] : overrides.E) {
    if (token > n)
      bad_override(fmt::format("E.{}={}", token, value.str()),
                   fmt::format("there are {} tokens", n));
    reading_ = with_value(*reading_, "E", {std::to_string(token)}, value);
  }
  if (overrides.shift) reading_ = with_value(*reading_, "shift", {}, *overrides.shift);
  if (overrides.c) reading_ = with_value(*reading_, "c", {}, *overrides.c);
  require_within("drop", overrides.drop, attention_layers(), "attention");
  undropped_ = reading_;
  if (overrides.drop.empty()) return;
  std::set<std::pair<std::string, std::uint64_t>> dropped;
  for (const std::uint64_t t : overrides.drop) dropped.emplace(file_.states, t);
  reading_ = reading_->without_layers(std::move(dropped));
}

// What FileRun's header says of the file, and the weights.
void FileRun::require_shape() {
  const auto& [n, d, D] = parameters_;
  if (file_.decoder || file_.states.empty() || !file_.has_inputs)
    refuse("it is no network of states on inputs");
  const auto [first, last] = reading_->ends_of_tokens();
  if (first != 1 || Rational(last) != Rational(n) || reading_->rows() != d)
    refuse("tokens are not 1..n, or rows not d");
  for (std::size_t k = 0; k < n; ++k)
    weights_.E.push_back(subject::number_of(reading_->defined("E", {Value(Rational(k + 1))})));
  weights_.shift = subject::number_of(reading_->defined("shift", {}));
  weights_.c = subject::number_of(reading_->defined("c", {}));

  // M(t, H, k) and what is said of s layers at the end.
  if (pattern_ != nullptr && attention_layers() - selective_layers() !=
                                 subject::number_of(reading_->value(*subject::read_formula("s"))))
    refuse("the last stage of the attention has not s layers");

  on_grid_ = entries_are_grid();
  const auto& places = reading_->places();
  if (places.size() != n * d) refuse("an input has other entries than n d");
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] !=
        std::pair(static_cast<std::int64_t>(i / d) + 1, static_cast<std::int64_t>(i % d) + 1))
      refuse("inputs do not go token by token, row 1 first");
  }
  subject::VariableReader of_inputs(*reading_, "", true);
  static const std::string names[] = {"H", "r", "k"};
  const subject::VariableEnv h(nullptr, names[0], Value(subject::Input{}));
  for (std::size_t i = 0; i < places.size(); ++i) {
    const subject::VariableEnv r(&h, names[1], Value(Rational(i % d + 1)));
    const subject::VariableEnv k(&r, names[2], Value(Rational(i / d + 1)));
    const subject::VariableValue start = of_inputs.value(*file_.start, &k).lifted();
    const bool number = start.kind() == subject::VariableValue::Kind::number ||
                        start.kind() == subject::VariableValue::Kind::form;
    const std::map<std::size_t, subject::Polynomial> entry = {{i + 1, Rational(1)}};
    if (!number || start.entries()[0].w != entry ||
        start.entries()[0].b != subject::Polynomial(weights_.E[i / d]))
      refuse("it does not start from G(H, r, k) + E(k)");
  }
}

bool FileRun::entries_are_grid() const {
  try {
    const auto entries = subject::VariableReader(*reading_, "", true).steps(*file_.entries);
    const Rational D = parameters_.D;
    return entries.first.number() == Rational(0) && entries.step.number() == Rational(1) / D &&
           entries.count.number() == D;
  } catch (const TermError&) {
    return false;
  }
}

void FileRun::require_grid() const {
  if (!on_grid_) refuse("the entries of inputs are not 0, 1/D, ..., 1 - 1/D");
}

Rational FileRun::attention_layers() const {
  return guarded([&] { return reading_->layers(file_.states); });
}

Rational FileRun::selective_layers() const {
  const auto last = std::find_if(file_.stages.rbegin(), file_.stages.rend(),
                                 [&](const auto& s) { return s.network == file_.states; });
  return guarded([&] { return attention_layers() - reading_->layers_of_stage(last->name); });
}

std::string FileRun::before_states() const {
  const auto states = std::find(file_.networks.begin(), file_.networks.end(), file_.states);
  if (states == file_.networks.begin()) refuse("there is no network before that of `states`");
  return *std::prev(states);
}

Rational FileRun::quantizer_layers() const {
  return guarded([&] { return reading_->layers(before_states()); });
}

namespace {

// Of each token the keys that it looks at, as a pattern layer of the run.
std::size_t layer_with_keys(const Pattern& pattern, const MadeLayer& made) {
  for (std::size_t l = 0; l < pattern.layers(); ++l) {
    bool same = true;
    for (std::size_t k = 0; same && k < made.keys.size(); ++k) {
      const auto neighbours = pattern.neighbours(l, k);
      same = std::equal(neighbours.begin(), neighbours.end(), made.keys[k].begin(),
                        made.keys[k].end());
    }
    if (same) return l;
  }
  throw TermError("a token looks at what no pattern layer has");
}

}  // namespace

std::vector<Layer> FileRun::attention() const {
  const Rational D = parameters_.D;
  return guarded([&] {
    if (pattern_ != nullptr && attention_layers() <= Rational(subject::max_layers)) {
      if (auto found = attention_by_sweeps(*reading_, parameters_)) return std::move(*found);
    }
    static const std::string name = "t";
    const subject::TermPtr mask =
        subject::read_formula(fmt::format("mask_of({}, t)", file_.states));
    std::vector<Layer> layers;
    const std::uint64_t count = reading_->size(file_.states);
    for (std::uint64_t t = 1; t <= count; ++t) {
      const auto made = reading_->layer(file_.states, t);
      std::string why;
      auto layer = subject::layer_of(*made, parameters_.d, why);
      if (!layer || !std::holds_alternative<Attention>(*layer)) {
        if (layer) why = "it is no attention";
        refuse(fmt::format("layer {} of '{}': {}", t, file_.states, why));
      }
      auto& attention = std::get<Attention>(*layer);
      for (Head& head : attention.heads)
        for (Rational& b : head.b_Q) b *= D;
      if (pattern_ == nullptr) {
        const auto itself = made->idle() ? true : looks_at_itself(made->keys);
        if (!itself) throw TermError("a token looks at neither all tokens nor all others");
        attention.keys_with_self = *itself;
      } else {
        const subject::TermPtr& keys = reading_->place(file_.states, t).stage->keys;
        const Env here{nullptr, &name, Value(Rational(t))};
        if (keys && subject::is_pattern_layer(*keys)) {
          const std::int64_t l = subject::whole_of(reading_->value(*mask, &here));
          if (l < 1 || l > static_cast<std::int64_t>(pattern_->layers()))
            throw TermError(fmt::format("layer {} of '{}' asks for pattern layer {}; there are {}",
                                        t, file_.states, l, pattern_->layers()));
          attention.pattern_layer = static_cast<std::size_t>(l) - 1;
        } else if (!made->idle())
          attention.pattern_layer = layer_with_keys(*pattern_, *made);
      }
      layers.push_back(std::move(*layer));
    }
    return layers;
  });
}

namespace {

// Pieces of activations are counted on the function, which joins what a file tells apart and is
// the same.
void require_counted_alike(const MadeLayer& made) {
  for (const MadeLayer::One& part : made.parts) {
    if (!part.activation) continue;
    const auto& pieces = part.activation->function.pieces();
    const auto flat = std::count_if(pieces.begin(), pieces.end(),
                                    [](const Affine& a) { return a.slope.is_zero(); });
    if (part.activation->function.linear_pieces() != part.activation->breaks.size() + 1 ||
        static_cast<std::size_t>(flat) != part.activation->flat)
      throw TermError(
          "an activation has a breakpoint where nothing changes, or a value there that is neither "
          "side's; decide it with verify DIR");
  }
}

}  // namespace

std::vector<Layer> FileRun::feed_forward(const std::string& network, Reading& reading) const {
  const Rational D = parameters_.D;
  std::vector<Layer> layers;
  const std::uint64_t count = reading.size(network);
  for (std::uint64_t t = 1; t <= count; ++t) {
    std::string why;
    const auto made = reading.layer(network, t);
    require_counted_alike(*made);
    auto layer = subject::layer_of(*made, parameters_.d, why);
    if (!layer || !std::holds_alternative<FeedForward>(*layer)) {
      if (layer) why = "it has no hidden unit";
      refuse(fmt::format("layer {} of '{}': {}", t, network, why));
    }
    auto& of = std::get<FeedForward>(*layer);
    for (Rational& b : of.b_1) b *= D;
    layers.push_back(std::move(*layer));
  }
  return layers;
}

std::vector<Layer> FileRun::quantizer(const std::set<std::uint64_t>& dropped) const {
  const Rational D = parameters_.D;
  return guarded([&] {
    std::vector<Layer> layers = feed_forward(before_states(), *undropped_);
    PiecewiseLinear last({0, 0}), scaled({0, 0});  // neighbours have the same activation
    for (std::size_t t = 0; t < layers.size(); ++t) {
      auto& layer = std::get<FeedForward>(layers[t]);
      if (t == 0 || layer.activation != last) {
        last = layer.activation;
        scaled = stretched(last, D, D);
      }
      layer.activation = scaled;
      if (dropped.contains(t + 1)) layer.W_2 = Matrix(layer.W_2.rows(), layer.W_2.columns());
    }
    return layers;
  });
}

std::vector<Layer> FileRun::zeroing() const {
  const Rational D = parameters_.D;
  return guarded([&] {
    std::vector<Layer> layers;
    const auto states = std::find(file_.networks.begin(), file_.networks.end(), file_.states);
    for (auto network = states + 1; network < file_.networks.end() - 1; ++network) {
      for (Layer& layer : feed_forward(*network, *reading_)) {
        auto& of = std::get<FeedForward>(layer);
        of.activation = stretched(of.activation, D, D);
        layers.push_back(std::move(layer));
      }
    }
    return layers;
  });
}

PiecewiseLinear FileRun::value_activation() const {
  return guarded([&] {
    const auto stage = std::find_if(file_.stages.begin(), file_.stages.end(), [&](const auto& s) {
      return s.network == file_.networks.back();
    });
    // Z + difference*f(u*Z - id)
    const subject::TermPtr rest = stage->layer ? subject::split_layer(stage->layer).rest : nullptr;
    if (!rest || rest->kind != subject::Term::Kind::multiply ||
        rest->parts[1]->kind != subject::Term::Kind::name || rest->parts[1]->parts.size() != 1 ||
        !file_.definitions.contains(rest->parts[1]->name))
      refuse(fmt::format("layers of '{}' are not a column times a hidden unit", stage->name));
    return stretched(reading_->activation(rest->parts[1]->name)->function, Rational(parameters_.D),
                     1);
  });
}

std::vector<Rational> FileRun::entries() const {
  return guarded([&] {
    std::vector<Rational> out = reading_->entries();
    for (Rational& x : out) x *= Rational(parameters_.D);
    return out;
  });
}

}  // namespace hardmax
