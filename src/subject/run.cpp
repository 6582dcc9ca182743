#include "subject/run.hpp"

#include <algorithm>

#include "subject/types.hpp"

namespace hardmax::subject {

namespace {

[[noreturn]] void bad(const std::string& line) {
  throw InvalidInput(InvalidInput::Kind::option, line);
}

std::vector<std::string> names_of_parameters(const ConstructionFile& file) {
  std::vector<std::string> names;
  for (const auto& p : file.parameters) names.push_back(p.name);
  return names;
}

std::map<std::string, Rational> parameters_of(const ConstructionFile& file, const RunSpec& spec) {
  std::map<std::string, Rational> out;
  for (const auto& [name, value] : spec.parameters) {
    if (!file.is_parameter(name))
      bad("the parameter " + name + " = " + std::to_string(value) + ": construction '" + file.id +
          "' has the parameters " + joined(names_of_parameters(file)));
    out.emplace(name, value);
  }
  for (const auto& p : file.parameters) {
    if (!out.contains(p.name))
      bad("the parameter " + p.name + " of construction '" + file.id + "' is not given; give " +
          joined(names_of_parameters(file)));
  }
  return out;
}

// "drop=13", "drop=value.5".
std::pair<std::string, std::uint64_t> dropped(const ConstructionFile& file, Reading& reading,
                                              const std::string& change) {
  const std::string text = change.substr(5);
  const std::size_t dot = text.rfind('.');
  const std::string network = dot == std::string::npos ? file.states : text.substr(0, dot);
  const std::string number = dot == std::string::npos ? text : text.substr(dot + 1);
  if (std::find(file.networks.begin(), file.networks.end(), network) == file.networks.end())
    bad("--with " + change + ": there is no network '" + network + "'; name one of " +
        joined(file.networks) + ", as drop=NETWORK.T");
  const Rational layers = reading.layers(network);
  const auto t = is_number(number) && number.size() <= 18 ? Rational::parse(number) : std::nullopt;
  if (!t || *t < Rational(1) || *t > layers)
    bad("--with " + change + ": '" + network + "' has " + layers.str() +
        " layers; give one of them");
  return {network, static_cast<std::uint64_t>(*t->to_int64())};
}

Assumption1 assumption_of(const Pattern& pattern) {
  Assumption1 a = decide_assumption1(pattern);
  if (a.holds()) return a;
  const std::string why = a.self != Decision::yes    ? explain_self(a, pattern)
                          : a.order != Decision::yes ? explain_order(a, pattern)
                                                     : explain_reach(a, pattern);
  bad("--pattern " + pattern.name() +
      ": Assumption 1 does not hold, and there is no network: " + why);
}

}  // namespace

std::string RunSpec::text() const {
  std::string out;
  for (const auto& [name, value] : parameters) out += name + "=" + std::to_string(value) + " ";
  if (!pattern.empty()) out += "pattern=" + pattern + " ";
  if (!machine.empty()) out += "machine: " + machine + " ";
  if (!tables.empty()) out += "tables=" + tables + " ";
  for (const std::string& v : variants) out += "variant=" + v + " ";
  for (const std::string& c : changes) out += "with " + c + " ";
  if (!out.empty()) out.pop_back();
  return out;
}

namespace {

// One after another, so that a choice of a later one speaks of the construction as it then is.
std::shared_ptr<Reading> with_variant(const ConstructionFile& file, Reading& reading,
                                      const std::string& text) {
  const auto refuse = [&](const std::string& what) {
    bad("--variant " + text.substr(0, 200) + ": " + what);
  };
  try {
    const TermPtr term = read_formula(text);
    const auto v = file.variants.find(term->name);
    if (term->kind != Term::Kind::name || v == file.variants.end())
      throw TermError("there is no such variant; there are " + joined(file.variant_order));
    const std::vector<std::string>& names = v->second.head.arguments;
    if (term->parts.size() != names.size())
      throw TermError("it has " + arguments_text(names.size()) + ", " +
                      std::to_string(term->parts.size()) + " are given; write " +
                      v->second.head.text);
    std::vector<std::pair<std::string, Value>> bound;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const Reach reach = file.reach(*term->parts[i], {});
      if (reach.variants || reach.layer_state || reach.previous)
        throw TermError("its argument '" + names[i] +
                        "' names a variant or the state of a layer; write a value");
      bound.emplace_back(names[i], reading.value(*term->parts[i]));
    }
    check_types(file, v->second.terms, bound);
    return reading.with(v->second.terms, bound);
  } catch (const TermError& e) {
    refuse(e.what());
  } catch (const Undefined& e) {
    refuse(e.what());
  }
  return nullptr;
}

// Is what the file asks for given, and nothing else?
void require_brought(const ConstructionFile& file, const RunSpec& spec, bool pattern, bool machine,
                     bool tables) {
  const std::string construction = "construction '" + file.id + "' ";
  if (pattern && file.pattern == ConstructionFile::PatternUse::none)
    bad("--pattern " + spec.pattern + ": " + construction +
        "says itself whom a token looks at; leave it out");
  if (!pattern && file.pattern == ConstructionFile::PatternUse::required)
    bad(construction + "needs a pattern; give --pattern NAME or a file");
  if (machine && !file.machine) bad("--machine: " + construction + "takes none; leave it out");
  if (!machine && file.machine) bad(construction + "needs a machine; give --machine FILE");
  if (tables && file.tables.empty()) bad("--tables: " + construction + "takes none; leave it out");
  if (!tables && !file.tables.empty() && !file.may_lack_tables)
    bad(construction + "needs tables; give --tables FILE with " + file.tables.front().text);
}

}  // namespace

Run Run::open(const ConstructionFile& file, RunSpec spec, std::optional<Pattern> pattern,
              WithoutNetwork without, Engine engine, std::optional<Machine> machine,
              std::optional<Tables> tables) {
  Run run;
  run.engine_ = file.decoder ? Engine::literal : engine;
  run.file_ = &file;
  run.spec_ = std::move(spec);
  run.parameters_ = parameters_of(file, run.spec_);
  require_brought(file, run.spec_, pattern.has_value(), machine.has_value(), tables.has_value());
  if (machine) {
    run.machine_ = std::make_shared<const Machine>(std::move(*machine));
    run.spec_.machine = run.machine_->canonical();
  }
  if (tables) {
    run.tables_ = std::make_shared<const Tables>(std::move(*tables));
    run.spec_.tables = run.tables_->file();
  }
  run.reading_ = Reading::open(file, run.parameters_,
                               {nullptr, nullptr, run.machine_.get(), run.tables_.get()}, engine);
  run.guarded([&] {
    for (const auto& p : file.parameters) {
      if (!truth_of(run.reading_->value(*p.condition)))
        bad("the parameter " + p.name + " = " + run.parameters_.at(p.name).str() + ": " + p.text +
            " is asked for");
    }
    if (pattern && pattern->tokens() != run.reading_->tokens().size())
      bad("--pattern " + run.spec_.pattern + " is for " + std::to_string(pattern->tokens()) +
          " tokens; the construction has " + std::to_string(run.reading_->tokens().size()));
    return 0;
  });
  if (pattern) run.pattern_ = std::make_shared<const Pattern>(std::move(*pattern));
  if (file.pattern == ConstructionFile::PatternUse::required) {
    const Assumption1 found = without == WithoutNetwork::allowed ? decide_assumption1(*run.pattern_)
                                                                 : assumption_of(*run.pattern_);
    if (found.holds()) run.assumption_ = std::make_shared<const Assumption1>(found);
  }
  run.reading_ = run.another_reading();
  run.guarded([&] {
    for (const auto& c : file.conditions)
      if (!truth_of(run.reading_->value(*c.condition)))
        bad("construction '" + file.id + "' asks for " + c.text +
            ", and it is false with these choices; change --with or --variant");
    return 0;
  });
  return run;
}

std::shared_ptr<Reading> Run::reading_by(Engine engine) const {
  const ConstructionFile& file = *file_;
  auto reading =
      Reading::open(file, parameters_,
                    {pattern_.get(), assumption_.get(), machine_.get(), tables_.get()}, engine);
  for (const std::string& name : spec_.variants) reading = with_variant(file, *reading, name);
  std::set<std::pair<std::string, std::uint64_t>> drop;
  std::vector<std::string> drops;
  for (const std::string& change : spec_.changes) {
    if (change.starts_with("drop=")) {
      drops.push_back(change);
      continue;
    }
    try {
      const Signature s = file.read_change(change);
      check_types(file, {s});
      reading = reading->with({s});
    } catch (const TermError& e) {
      bad("--with " + change.substr(0, 200) + ": " + e.what());
    }
  }
  guarded([&] {
    for (const std::string& d : drops) drop.insert(dropped(file, *reading, d));
    return 0;
  });
  if (!drop.empty()) reading = reading->without_layers(std::move(drop));
  return reading;
}

std::uint64_t Run::tokens_of(const ConstructionFile& file, const RunSpec& spec) {
  Run run;
  run.file_ = &file;
  run.reading_ = Reading::open(file, parameters_of(file, spec), {});
  return run.tokens();
}

std::uint64_t Run::tokens() const {
  return guarded([&] { return reading_->tokens().size(); });
}
std::uint64_t Run::rows() const {
  return guarded([&] { return reading_->rows(); });
}
Rational Run::inputs() const {
  return guarded([&] { return reading_->input_count(); });
}
Rational Run::layers(const std::string& network) const {
  return guarded([&] { return reading_->layers(network); });
}
Rational Run::stage_layers(const std::string& stage) const {
  return guarded([&] { return reading_->layers_of_stage(stage); });
}

Input Run::input(const std::vector<Rational>& entries) const {
  return guarded([&] {
    const std::size_t count = reading_->places().size();
    if (entries.size() != count)
      bad("--input has " + std::to_string(entries.size()) + " entries; an input has " +
          std::to_string(count) + ", " + file_->texts.at("inputs"));
    const Set& set = reading_->entries();
    for (const Rational& x : entries) {
      if (!std::binary_search(set.begin(), set.end(), x))
        bad("--input has the entry " + x.str() + "; entries are " + Value(set).show());
    }
    return reading_->make_input(entries);
  });
}

Value Run::value(const std::string& term) const {
  return guarded([&] {
    const TermPtr read = read_formula(term);
    (void)file_->reach(*read, {});
    return reading_->value(*read);
  });
}

// ---- a network of this project's layers

namespace {

Matrix row_matrix(const std::vector<Form>& forms, std::size_t rows) {
  Matrix out(forms.size(), rows);
  for (std::size_t i = 0; i < forms.size(); ++i)
    for (const auto& [row, weight] : forms[i].w) out(i, row - 1) = weight;
  return out;
}

Matrix matrix_of(const Mat& m) {
  Matrix out(m.rows, m.columns);
  for (std::size_t r = 0; r < m.rows; ++r)
    for (std::size_t c = 0; c < m.columns; ++c) out(r, c) = m.numbers[r * m.columns + c];
  return out;
}

std::optional<Layer> attention_of(const MadeLayer& made, std::size_t rows, std::string& why) {
  Attention out;
  out.residual = made.residual;
  for (const MadeLayer::One& one : made.parts) {
    const Part& part = *one.part;
    if (part.memory || part.minus_abs != made.parts[0].part->minus_abs) {
      why = part.memory ? "a head has keys of its own" : "its heads have different scores";
      return std::nullopt;
    }
    std::vector<Rational> bias;
    for (const Form& f : part.query) bias.push_back(-f.b);
    out.heads.push_back({matrix_of(one.weight), row_matrix(part.value, rows),
                         row_matrix(part.key, rows), row_matrix(part.query, rows),
                         std::move(bias)});
    if (part.value.size() != part.key.size()) {
      why = "a head has values and keys of different sizes";
      return std::nullopt;
    }
  }
  if (!made.parts.empty() && made.parts[0].part->minus_abs) out.score = Score::negated_absolute_dot;
  for (const std::vector<std::size_t>& keys : made.keys) {
    if (keys.empty()) {
      why = "a token looks at no token";
      return std::nullopt;
    }
  }
  return out;
}

std::optional<Layer> feed_forward_of(const MadeLayer& made, std::size_t rows, std::string& why) {
  if (made.parts.empty()) {
    why = "it is 0 everywhere";
    return std::nullopt;
  }
  const PiecewiseLinear& phi = made.parts[0].activation->function;
  FeedForward out{
      Matrix(made.parts.size(), rows), {},           phi, Matrix(rows, made.parts.size()),
      std::vector<Rational>(rows),     made.residual};
  for (std::size_t i = 0; i < made.parts.size(); ++i) {
    const MadeLayer::One& one = made.parts[i];
    if (one.activation->function != phi) {
      why = "its hidden units have different activations";
      return std::nullopt;
    }
    for (const auto& [row, weight] : one.part->form.w) out.W_1(i, row - 1) = weight;
    out.b_1.push_back(one.part->form.b);
    for (std::size_t r = 0; r < rows; ++r) out.W_2(r, i) = one.weight.numbers[r];
  }
  return out;
}

}  // namespace

std::optional<Layer> layer_of(const MadeLayer& made, std::size_t rows, std::string& why) {
  if (made.idle()) return Attention{};
  switch (made.kind) {
    case MadeLayer::Kind::map: why = "it is a map"; return std::nullopt;
    case MadeLayer::Kind::heads: return attention_of(made, rows, why);
    default: return feed_forward_of(made, rows, why);
  }
}

std::optional<Executable> Run::executable(const std::string& network, std::string* why_not) const {
  return guarded([&]() -> std::optional<Executable> {
    if (file_->decoder) {
      if (why_not) *why_not = "the tokens of a decoder are made one after another";
      return std::nullopt;
    }
    using Table = std::vector<std::vector<Token>>;
    std::vector<Table> tables;  // the pattern layers
    std::vector<Layer> layers;
    const std::uint64_t count = reading_->size(network);
    if (count > max_layers)
      throw TooLarge("network '" + network + "' has " + std::to_string(count) +
                     " layers, more than " + std::to_string(max_layers) +
                     " are not made one by one");
    for (std::uint64_t t = 1; t <= count; ++t) {
      std::string why;
      const auto made = reading_->layer(network, t);
      auto layer = layer_of(*made, rows(), why);
      if (!layer) {
        if (why_not) *why_not = "layer " + std::to_string(t) + " of '" + network + "': " + why;
        return std::nullopt;
      }
      if (auto* attention = std::get_if<Attention>(&*layer); attention && !made->idle()) {
        Table table;
        for (const std::vector<std::size_t>& keys : made->keys)
          table.emplace_back(keys.begin(), keys.end());
        const auto known = std::find(tables.begin(), tables.end(), table);
        attention->pattern_layer = static_cast<std::size_t>(known - tables.begin());
        if (known == tables.end()) tables.push_back(std::move(table));
      }
      layers.push_back(std::move(*layer));
    }
    if (tables.empty()) {  // no token looks at another
      Table own(tokens());
      for (std::size_t k = 0; k < own.size(); ++k) own[k] = {static_cast<Token>(k)};
      tables.push_back(std::move(own));
    }
    const std::size_t pattern_layers = tables.size();
    return Executable{Network(rows(), pattern_layers, std::move(layers)),
                      Pattern(network, std::move(tables))};
  });
}

}  // namespace hardmax::subject
