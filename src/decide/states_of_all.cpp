#include "decide/states_of_all.hpp"

#include <algorithm>

#include "exact/error.hpp"

namespace hardmax::decide {

namespace {

using subject::Binder;
using subject::Binders;
using subject::DigitForm;
using subject::Polynomial;
using subject::Stage;
using subject::Term;
using subject::TermError;
using subject::VariableEnv;
using subject::VariableForm;
using subject::VariableReader;
using subject::VariableValue;

Polynomial number_in(const VariableValue& value) {
  const VariableValue v = value.lifted();
  if (v.kind() != VariableValue::Kind::number)
    throw TermError("a number that depends on the input, where it may not");
  return v.entries()[0].b;
}

std::int64_t whole_in(const VariableValue& value) {
  if (!value.plain()) throw TermError("a place that depends on the size or the input");
  return subject::whole_of(*value.plain());
}

std::size_t input_in(const VariableValue& value) {
  if (!value.plain()) throw TermError("an input that is not bound");
  return static_cast<std::size_t>(*subject::input_of(*value.plain()).values.at(0).to_int64());
}

// `term` is this name with so many arguments.
bool calls(const Term& term, const char* name, std::size_t least, std::size_t most) {
  return term.is_name(name) && term.parts.size() >= least && term.parts.size() <= most;
}

void add_to(VariableForm& to, std::size_t variable, const Polynomial& factor) {
  Polynomial& at = to.w[variable];
  at += factor;
  if (at.is_zero()) to.w.erase(variable);
}

}  // namespace

StatesOfAllInputs::StatesOfAllInputs(subject::Reading& reading, const std::string& size,
                                     std::shared_ptr<const subject::AllInputs> network,
                                     const Rational& least)
    : reading_(reading), network_(std::move(network)), least_(least) {
  if (!network_) return;
  columns_ = network_->start().size();
  first_token_ = reading.tokens().front();
  for (const auto& [token, row] : reading.places())
    places_.emplace(std::pair(token, row), places_.size());
  const auto& entries = network_->form().entries;
  one_.resize(columns_);
  for (std::size_t k = 0; k < columns_; ++k)
    for (const auto& [place, by] : entries[k]) {
      counted_[place - 1] = {k, by};
      if (by == Polynomial(Rational(1))) one_[k] = place - 1;
    }
  VariableReader reader(reading, size);
  steps_ = reader.steps(*reading.file().entries);
}

std::optional<VariableValue> StatesOfAllInputs::value(VariableReader& reader, const Term& term,
                                                      const VariableEnv* env) {
  const auto of = [&](const subject::TermPtr& part) { return reader.value(*part, env); };
  if (term.kind == Term::Kind::of_variant)
    return of_variant_ ? std::optional(of_variant_(reader, term, env)) : std::nullopt;
  if (term.kind == Term::Kind::entry) {
    if (term.parts.size() != 3) return std::nullopt;
    const Term& state = *term.parts[0];
    const bool run = calls(state, "run", 2, 3);
    if (!run && !calls(state, "start", 1, 1)) return std::nullopt;
    if (!network_) throw TermError("a state of a network that is not followed");
    const Term& start = run ? *state.parts.back() : state;
    if (!calls(start, "start", 1, 1))
      throw TermError("a network is run on something else than start(H)");
    Polynomial layers;
    if (run) {
      if (state.parts[0]->name != reading_.file().states)
        throw TermError("a state of another network than '" + reading_.file().states + "'");
      layers = state.parts.size() == 3 ? number_in(of(state.parts[1])) : network_->layers();
    }
    return entry_of_state(reader, layers, *start.parts[0], whole_in(of(term.parts[1])),
                          whole_in(of(term.parts[2])), env);
  }
  if (calls(term, "G", 3, 3)) {
    if (!network_) throw TermError("an entry of an input of a network that is not followed");
    const std::size_t input = input_in(of(term.parts[0]));
    const std::int64_t row = whole_in(of(term.parts[1])), token = whole_in(of(term.parts[2]));
    return entry_of_input(reader, input, row, token);
  }
  if (calls(term, "layers", 1, 1)) return layers(reader, term.parts[0]->name);
  if (term.is_name("after") && !term.parts.empty()) {
    std::vector<VariableValue> values;
    for (std::size_t i = 1; i < term.parts.size(); ++i) values.push_back(of(term.parts[i]));
    return after(reader, term.parts[0]->name, values);
  }
  return std::nullopt;
}

bool StatesOfAllInputs::has_variables_of(const StatesOfAllInputs& other) const {
  return network_ && other.network_ && columns_ == other.columns_ && places_ == other.places_ &&
         counted_ == other.counted_ && one_ == other.one_ &&
         network_->digits().most() == other.network_->digits().most() &&
         steps_.first == other.steps_.first && steps_.step == other.steps_.step &&
         steps_.count == other.steps_.count;
}

// ---- entries

VariableValue StatesOfAllInputs::entry_of_input(VariableReader&, std::size_t input,
                                                std::int64_t row, std::int64_t token) {
  const auto at = places_.find({token, row});
  if (at == places_.end()) throw TermError("an entry that an input does not have");
  const std::size_t place = at->second, before = input * block() + 1;
  VariableForm out{{}, steps_.first};
  const auto counted = counted_.find(place);
  if (counted == counted_.end() || one_[counted->second.column] != place) {
    add_to(out, before + columns_ + place, steps_.step);
    return VariableValue::of_form(std::move(out));
  }
  const std::size_t column = counted->second.column;
  add_to(out, before + column, steps_.step);
  for (const auto& [other, by] : network_->form().entries[column])
    if (other - 1 != place) add_to(out, before + columns_ + other - 1, -(steps_.step * by));
  return VariableValue::of_form(std::move(out));
}

// Row 1 is raised by what the id is, divided by what a step of that row counts.
VariableValue StatesOfAllInputs::entry_of_state(VariableReader& reader, const Polynomial& layers,
                                                const Term& start, std::int64_t row,
                                                std::int64_t token, const VariableEnv* env) {
  const VariableValue of = reader.value(start, env);
  const std::size_t input = input_in(of);
  const std::int64_t k = token - first_token_;
  if (row < 1 || row > static_cast<std::int64_t>(reading_.rows()) || k < 0 ||
      k >= static_cast<std::int64_t>(columns_))
    throw TermError("an entry of a state that is not there");
  static const std::string names[] = {"H", "r", "k"};
  const VariableEnv h(nullptr, names[0], of);
  const VariableEnv r(&h, names[1], subject::Value(Rational(row)));
  const VariableEnv own(&r, names[2], subject::Value(Rational(token)));
  const VariableValue before = reader.value(*reading_.file().start, &own).lifted();
  if (before.kind() != VariableValue::Kind::number && before.kind() != VariableValue::Kind::form)
    throw TermError("an entry of the start that is no number");
  VariableForm out = before.entries()[0];
  const auto* ids = network_->after(layers);
  if (ids == nullptr) throw TermError("a state within a sweep, or beyond the last layer");
  const auto column = static_cast<std::size_t>(k);
  const auto &now = (*ids)[column], &first = network_->start()[column];
  if (row == 1 && now != first) {
    const auto& weights = network_->form().ids;
    const auto weight = weights.find(1);
    const auto by = weight == weights.end() ? std::nullopt : weight->second.inverse();
    if (!by) throw TermError("what row 1 counts in an id is a sum");
    const DigitForm gained = now->form - first->form;
    out.b += gained.b * *by;
    for (std::size_t j = 0; j < columns_; ++j)
      if (!gained.by[j].is_zero()) add_to(out, input * block() + 1 + j, gained.by[j] * *by);
    for (const auto& [top, factor] : gained.tops)
      add_to(out, input * block() + 1 + columns_ + places_.size() + top, factor * *by);
  }
  return VariableValue::of_form(std::move(out));
}

// ---- numbers of layers

Polynomial StatesOfAllInputs::count(VariableReader& reader, const Binders& binders, std::size_t j,
                                    const VariableEnv* env) const {
  const Polynomial one{Rational(1)};
  if (j == binders.list.size()) return one;
  const Binder& b = binders.list[j];
  bool later = binders.where != nullptr || b.over != Binder::Over::range;
  for (std::size_t i = j + 1; i < binders.list.size(); ++i)
    for (const subject::TermPtr& end : {binders.list[i].first, binders.list[i].last})
      later = later || (end && subject::mentions(*end, b.name));
  if (!later) {
    const Polynomial first = number_in(reader.value(*b.first, env));
    const Polynomial last = number_in(reader.value(*b.last, env));
    const Polynomial members = last - first + one;
    if ((-members).shown_not_negative(least_)) return {};
    if (!members.shown_not_negative(least_) || !members.shown_whole())
      throw TermError("how many layers a loop has is not shown");
    return members * count(reader, binders, j + 1, env);
  }
  Polynomial out;
  Binders outer;
  const bool all = binders.where != nullptr;
  outer.list.assign(
      binders.list.begin() + static_cast<std::ptrdiff_t>(j),
      all ? binders.list.end() : binders.list.begin() + static_cast<std::ptrdiff_t>(j) + 1);
  if (all) outer.where = binders.where;
  reader.instances(outer, env, [&](const VariableEnv* e) {
    out += all ? one : count(reader, binders, j + 1, e);
  });
  return out;
}

const std::vector<StatesOfAllInputs::Round>& StatesOfAllInputs::rounds(VariableReader& reader,
                                                                       const std::string& network) {
  if (const auto known = rounds_.find(network); known != rounds_.end()) return known->second;
  std::vector<Round> out;
  Polynomial total;
  reader.rounds(network, [&](const Stage& stage, const VariableEnv* env) {
    Round round{&stage, {}, count(reader, stage.loop, 0, env), {}};
    total += round.layers;
    round.up_to = total;
    for (const VariableEnv* e = env; e != nullptr; e = e->up) round.repeat.push_back(e->value);
    std::reverse(round.repeat.begin(), round.repeat.end());
    out.push_back(std::move(round));
  });
  return rounds_.emplace(network, std::move(out)).first->second;
}

Polynomial StatesOfAllInputs::layers(VariableReader& reader, const std::string& name) {
  const auto& networks = reading_.file().networks;
  const bool is_network = std::find(networks.begin(), networks.end(), name) != networks.end();
  Polynomial out;
  for (const Round& round : rounds(reader, reading_.file().network_of(name)))
    if (is_network || round.stage->name == name) out += round.layers;
  return out;
}

// Up to the end of the last round of the stage whose names of `repeat` begin with these values.
Polynomial StatesOfAllInputs::after(VariableReader& reader, const std::string& name,
                                    const std::vector<VariableValue>& values) {
  const auto has_values = [&](const Round& round) {
    if (values.size() > round.repeat.size()) throw TermError("after a layer within a loop");
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!values[i].plain() || !round.repeat[i].plain())
        throw TermError("after a round that depends on the size or the input");
      if (!subject::equal(*values[i].plain(), *round.repeat[i].plain())) return false;
    }
    return true;
  };
  std::optional<Polynomial> last;
  for (const Round& round : rounds(reader, reading_.file().network_of(name)))
    if (round.stage->name == name && has_values(round)) last = round.up_to;
  if (!last) throw TermError("after(" + name + ", ...): there is no such layer");
  return *last;
}

// ---- bounds

// An entry e of a column with the factor c, and its digit x with the factor a: x counts e by w, so
// that e has a w + c in all. Where these are l w for every entry, they are l x.
std::optional<DigitForm> StatesOfAllInputs::in_digits(const VariableForm& form,
                                                      std::size_t input) const {
  if (!network_) return form.w.empty() ? std::optional(DigitForm{form.b, {}}) : std::nullopt;
  DigitForm out{form.b, std::vector<Polynomial>(columns_)};
  for (const auto& [variable, factor] : form.w) {
    const std::size_t at = variable - 1;
    if (at / block() != input) return std::nullopt;
    if (is_top(variable))
      out.tops.emplace(at % block() - columns_ - places_.size(), factor);
    else if (at % block() >= columns_)
      return std::nullopt;
    else
      out.by[at % block()] = factor;
  }
  return out;
}

VariableForm StatesOfAllInputs::written_out(const VariableForm& form) const {
  VariableForm out{{}, form.b};
  for (const auto& [variable, factor] : form.w) {
    if (network_ == nullptr || !is_top(variable)) {
      add_to(out, variable, factor);
      continue;
    }
    const std::size_t at = variable - 1, before = at - at % block() + 1;
    const DigitForm top = network_->written_out(
        {{},
         std::vector<Polynomial>(columns_),
         {{at % block() - columns_ - places_.size(), Polynomial(Rational(1))}}});
    out.b += factor * top.b;
    for (std::size_t k = 0; k < columns_; ++k)
      if (!top.by[k].is_zero()) add_to(out, before + k, factor * top.by[k]);
  }
  return out;
}

std::optional<std::pair<Polynomial, Polynomial>> StatesOfAllInputs::ends(
    const VariableForm& of) const {
  const bool has_tops = std::any_of(of.w.begin(), of.w.end(), [&](const auto& one) {
    return network_ != nullptr && is_top(one.first);
  });
  const VariableForm form = has_tops ? written_out(of) : of;
  std::pair<Polynomial, Polynomial> out(form.b, form.b);
  if (form.w.empty()) return out;
  HARDMAX_REQUIRE(network_ != nullptr);
  const subject::Digits& digits = network_->digits();
  const auto add_range = [&](const Polynomial& factor, const Polynomial& most) {
    const int sign = factor.leading_sign();
    if (sign == 0) return true;
    if (!(sign > 0 ? factor : -factor).shown_not_negative(least_)) return false;
    (sign > 0 ? out.second : out.first) += factor * most;
    return true;
  };
  const Polynomial most_of_entry = steps_.count - Polynomial(Rational(1));
  const auto factor_of = [&](std::size_t variable) {
    const auto at = form.w.find(variable);
    return at == form.w.end() ? Polynomial() : at->second;
  };
  for (std::size_t input = 0; input < most_inputs; ++input) {
    const std::size_t before = input * block() + 1;
    std::vector<bool> split(columns_);  // some of its entries are variables besides the digit
    for (const auto& [place, counted] : counted_)
      if (form.w.contains(before + columns_ + place)) split[counted.column] = true;
    for (std::size_t k = 0; k < columns_; ++k)
      if (!split[k] && !add_range(factor_of(before + k), digits.most()[k])) return std::nullopt;
    for (std::size_t place = 0; place < places_.size(); ++place) {
      const auto counted = counted_.find(place);
      Polynomial factor = factor_of(before + columns_ + place);
      if (counted != counted_.end()) {
        if (!split[counted->second.column]) continue;
        factor += factor_of(before + counted->second.column) * counted->second.by;
      }
      if (!add_range(factor, most_of_entry)) return std::nullopt;
    }
  }
  return out;
}

}  // namespace hardmax::decide
