// The functions that are given: of numbers and sets, heads, what the run brings, networks,
// variants.
#include <algorithm>
#include <numeric>

#include "exact/fault.hpp"
#include "subject/reading.hpp"
#include "subject/tape_machine.hpp"

namespace hardmax::subject {

namespace {

Rational whole_root(const Rational& x) {
  if (!x.is_integer() || x.sign() < 0)
    throw TermError("isqrt of " + x.str() + ", which is no whole number >= 0");
  if (x.bits() > 4'096) throw LimitReached("isqrt of a number of more than 4,096 bits");
  Rational low = 0, high = x + Rational(1);  // low^2 <= x < high^2
  while (high - low > Rational(1)) {
    const Rational middle = floor((low + high) / Rational(2));
    (middle * middle <= x ? low : high) = middle;
  }
  return low;
}

Rational least_or_most(const std::string& name, const std::vector<Value>& x) {
  Rational out = number_of(x[0]);
  for (const Value& v : x) {
    const Rational& y = number_of(v);
    if (name == "max" ? out < y : y < out) out = y;
  }
  return out;
}

Set union_of(const std::vector<Value>& x) {
  Set out;
  for (const Value& v : x) {
    Set both;
    std::set_union(out.begin(), out.end(), set_of(v).begin(), set_of(v).end(),
                   std::back_inserter(both));
    out = std::move(both);
  }
  return out;
}

Rational rational_exp_or_log(const std::string& n, const Rational& a) {
  if (a == Rational(n == "exp" ? 0 : 1)) return Rational(n == "exp" ? 1 : 0);
  throw TermError(n + " of " + a.str() +
                  " is not rational: not in the weights of a hardmax network");
}

// An input with tokens i and j in each other's place. `place_of`: where `places` has each, once it
// is asked.
Input exchanged(Reading& reading,
                const std::map<std::pair<std::int64_t, std::int64_t>, std::size_t>& place_of,
                const Input& from, std::int64_t i, std::int64_t j) {
  const auto other = [&](std::int64_t k) { return k == i ? j : k == j ? i : k; };
  std::vector<Rational> values;
  for (const auto& [k, r] : reading.places()) {
    const auto at = place_of.find({other(k), r});
    if (at == place_of.end())
      throw TermError("exchange: an input has no entry of row " + std::to_string(r) + " of token " +
                      std::to_string(other(k)));
    values.push_back(from.values[at->second]);
  }
  if (std::find(reading.tokens().begin(), reading.tokens().end(), i) == reading.tokens().end() ||
      std::find(reading.tokens().begin(), reading.tokens().end(), j) == reading.tokens().end())
    throw TermError("exchange of a token that is not there");
  return reading.make_input(std::move(values));
}

// S^(t + 1) of every token, where `reached` has S^1 .. S^t.
std::vector<std::set<std::int64_t>> reached_next(
    const Pattern& pattern, const std::vector<std::vector<std::set<std::int64_t>>>& reached,
    const std::function<void(std::uint64_t steps)>& charge) {
  std::vector<std::set<std::int64_t>> level(pattern.tokens());
  const std::size_t layer = reached.size() % pattern.layers();
  for (std::size_t k = 0; k < level.size(); ++k) {
    for (const Token j : pattern.neighbours(layer, k)) {
      charge(level.size());
      if (reached.empty())
        level[k].insert(static_cast<std::int64_t>(j) + 1);
      else
        level[k].insert(reached.back()[j].begin(), reached.back()[j].end());
    }
  }
  return level;
}

}  // namespace

Value Reading::given(const Term& term, const Env* env) {
  const std::string& n = term.name;
  if (takes_network(n)) return of_network(term, env);
  if (n == "if") return value(*term.parts[truth_of(value(*term.parts[0], env)) ? 1 : 2], env);
  if (n == "true" || n == "false") return n == "true";
  if (const auto parameter = parameters_.find(n); parameter != parameters_.end())
    return parameter->second;
  std::vector<Value> x;
  const std::size_t values = n == "attend" ? 3 : term.parts.size();
  for (std::size_t i = 0; i < values; ++i) x.push_back(value(*term.parts[i], env));
  if (n == "attend") return attend(x[0], x[1], x[2], term.parts.size() > 3);
  const auto row = [&](const Value& v) {
    const std::int64_t r = whole_of(v);
    if (r < 1 || r > static_cast<std::int64_t>(rows()))
      throw TermError(n + "(" + std::to_string(r) + "): there are " + std::to_string(rows()) +
                      " rows");
    return static_cast<std::size_t>(r);
  };
  if (n == "Z") {
    if (!x.empty()) return Form{{{row(x[0]), Rational(1)}}, 0};
    std::vector<Value> all;
    for (std::size_t r = 1; r <= rows(); ++r) all.emplace_back(Form{{{r, Rational(1)}}, 0});
    return subject::mat_from(all.size(), 1, all);
  }
  if (n == "e") {
    std::vector<Value> unit(rows(), Rational(0));
    unit[row(x[0]) - 1] = Rational(1);
    return subject::mat_from(unit.size(), 1, unit);
  }
  if (n == "floor") return floor(number_of(x[0]));
  if (n == "abs") return abs(number_of(x[0]));
  if (n == "mod") {
    if (number_of(x[1]).is_zero()) throw TermError("mod by 0, which has no value");
    return floor_mod(number_of(x[0]), number_of(x[1]));
  }
  if (n == "choose") {
    try {
      charge(1'000);
      return choose(number_of(x[0]), number_of(x[1]));
    } catch (const Undefined& e) {
      throw TermError(e.what());
    }
  }
  if (n == "isqrt") return whole_root(number_of(x[0]));
  if (n == "card") return Rational(set_of(x[0]).size());
  if (n == "max" || n == "min") return least_or_most(n, x);
  if (n == "union") return union_of(x);
  if (n == "exp" || n == "log") return rational_exp_or_log(n, number_of(x[0]));
  if (n == "start") return start_of(input_of(x[0]));
  if (n == "input") return input(number_of(x[0]));
  if (n == "exchange") {
    const Input& from = input_of(x[0]);
    const std::int64_t i = whole_of(x[1]), j = whole_of(x[2]);
    return exchanged(*this, place_of_, from, i, j);
  }
  return run_brings(n, x);
}

Value Reading::run_brings(const std::string& n, const std::vector<Value>& x) {
  if (n == "G") {
    const Input& input = input_of(x[0]);
    places();
    const auto at = place_of_.find({whole_of(x[2]), whole_of(x[1])});
    if (at == place_of_.end())
      throw TermError("G: an input has no entry of row " + x[1].show() + " of token " +
                      x[2].show());
    return input.values[at->second];
  }
  if (n == "soft") throw TermError("'soft' has no value here: no soft network is made");
  if (n == "previous") {
    if (*previous_ == nullptr)
      throw TermError("'previous' has a value only while 'start' is evaluated");
    const std::int64_t r = whole_of(x[0]);
    if (r < 1 || r > static_cast<std::int64_t>((*previous_)->size()))
      throw TermError("previous(" + std::to_string(r) + "): there are " +
                      std::to_string((*previous_)->size()) + " rows");
    return (**previous_)[static_cast<std::size_t>(r - 1)];
  }
  if (file_.table(n)) {
    if (!brought_.tables) throw TermError("'" + n + "': the run brings no tables");
    return brought_.tables->value(n, x);
  }
  if (file_.machine && machine_names().contains(n)) return of_machine(n, x);
  if (!brought_.pattern) throw TermError("'" + n + "': the run brings no pattern");
  const auto index = [&](const Value& v, std::int64_t least, std::int64_t most) {
    const std::int64_t i = whole_of(v);
    if (i < least || i > most)
      throw TermError("'" + n + "': index " + std::to_string(i) + " is not in " +
                      std::to_string(least) + ".." + std::to_string(most));
    return static_cast<std::size_t>(i - least);
  };
  const auto count = static_cast<std::int64_t>(brought_.pattern->tokens());
  const auto layers = static_cast<std::int64_t>(brought_.pattern->layers());
  if (n == "p") return Rational(layers);
  const std::int64_t first = tokens().front();
  if (n == "A") {
    const std::size_t layer = index(x[0], 1, layers);
    Set out;
    for (const Token j : brought_.pattern->neighbours(layer, index(x[1], first, first + count - 1)))
      out.emplace_back(static_cast<std::int64_t>(j) + first);
    return out;
  }
  if (n != "S" && !brought_.assumption)
    throw TermError("'" + n + "': Assumption 1 does not hold for the pattern");
  if (n == "gamma") return Rational(brought_.assumption->gamma[index(x[0], 1, count)] + 1);
  if (n == "l") return Rational(brought_.assumption->l[index(x[0], 2, count) + 1] + 1);
  if (n == "s") return Rational(brought_.assumption->s);
  if (n == "S") {
    const std::size_t t = index(x[0], 1, 1 << 12), token = index(x[1], 1, count);
    while (reached_.size() <= t)
      reached_.push_back(
          reached_next(*brought_.pattern, reached_, [&](std::uint64_t steps) { charge(steps); }));
    Set out;
    for (const std::int64_t j : reached_[t][token]) out.emplace_back(j);
    return out;
  }
  throw TermError("'" + n + "' is not known here");
}

namespace {

constexpr std::int64_t max_machine_time = 4096;

// State, symbol under the head and cell of the head, a column for each time from 0. Once the
// machine has stopped nothing changes.
Mat times_of(const Machine& machine) {
  Mat out;
  out.rows = 3;
  out.columns = max_machine_time + 1;
  out.numbers.resize(out.rows * out.columns);
  TapeMachine tape(machine);
  for (std::size_t t = 0; t < out.columns; ++t) {
    out.numbers[t] = Rational(tape.state());
    out.numbers[out.columns + t] = Rational(tape.symbol());
    out.numbers[2 * out.columns + t] = Rational(tape.head());
    if (tape.end() == TapeMachine::End::none) tape.step();
  }
  return out;
}

}  // namespace

Value Reading::of_machine(const std::string& n, const std::vector<Value>& x) {
  if (!brought_.machine) throw TermError("'" + n + "': the run brings no machine");
  const Machine& m = *brought_.machine;
  const auto at = [&](std::size_t most) {
    const std::int64_t i = whole_of(x[0]);
    if (i < 1 || i > static_cast<std::int64_t>(most))
      throw TermError("'" + n + "': index " + std::to_string(i) + " is not in 1.." +
                      std::to_string(most));
    return static_cast<std::size_t>(i - 1);
  };
  if (n == "Q") return Rational(m.states().size());
  if (n == "S") return Rational(m.symbols().size());
  if (n == "initial") return Rational(m.initial());
  if (n == "blank") return Rational(m.blank());
  if (n == "length") return Rational(m.word().size());
  if (n == "transitions") return Rational(m.transitions().size());
  if (n == "word")
    return Rational(
        m.word()[HARDMAX_FAULT(subject_word, at(m.word().size()), 0 * at(m.word().size()))]);
  if (n.starts_with("tm_")) {
    const std::int64_t t = whole_of(x[0]);
    if (t < 0) throw TermError("'" + n + "': the time " + std::to_string(t) + " is before 0");
    if (t > max_machine_time)
      throw LimitReached("'" + n + "': a time beyond " + std::to_string(max_machine_time));
    // No term has this text.
    Value& kept = memo_["\x01 times of the machine"];
    if (kept.mat() == nullptr) {
      charge(max_machine_time);
      kept = times_of(m);
    }
    const Mat& times = *kept.mat();
    const std::size_t row = n == "tm_state" ? 0 : n == "tm_symbol" ? 1 : 2;
    return times.numbers[row * times.columns + static_cast<std::size_t>(t)];
  }
  const Machine::Transition& t = m.transitions()[at(m.transitions().size())];
  if (n == "from") return Rational(t.from);
  if (n == "reads") return Rational(t.reads);
  if (n == "to") return Rational(t.to);
  if (n == "writes") return Rational(t.writes);
  return Rational(static_cast<std::int64_t>(t.move));
}

// ---- heads

Value Reading::attend(const Value& v, const Value& k, const Value& q, bool minus_abs) {
  auto part = std::make_shared<Part>();
  part->value = forms_of(v);
  part->key = forms_of(k);
  part->query = forms_of(q);
  part->minus_abs = minus_abs;
  const auto has_constant = [](const Form& f) { return !f.b.is_zero(); };
  if (std::any_of(part->value.begin(), part->value.end(), has_constant) ||
      std::any_of(part->key.begin(), part->key.end(), has_constant))
    throw TermError("a value or key with a constant; only queries have one");
  if (part->key.size() != part->query.size())
    throw TermError("keys of " + std::to_string(part->key.size()) + " and queries of " +
                    std::to_string(part->query.size()) + " entries");
  Parts out;
  out.heads = true;
  out.list.emplace_back(std::make_shared<const Value>(Rational(1)), std::move(part));
  return out;
}

Value Reading::memory(const Term& term, const Env* env) {
  auto part = std::make_shared<Part>();
  part->memory = true;
  part->minus_abs = term.parts.size() > 3;
  const auto numbers = [&](const Value& v) {
    std::vector<Rational> out;
    for (const Form& f : forms_of(v)) {
      if (v.form() || !f.w.empty())
        throw TermError("a key or value of 'attend' over a set that uses the state; numbers alone");
      out.push_back(f.b);
    }
    return out;
  };
  part->query = forms_of(value(*term.parts[2], env));
  instances(term.binders, env, [&](const Env* e) {
    std::vector<Rational> v = numbers(value(*term.parts[0], e));
    part->table.emplace_back(numbers(value(*term.parts[1], e)), std::move(v));
    if (part->table.size() > max_members) throw LimitReached("a head of more than 2^20 keys");
    if (part->table.back().first.size() != part->query.size() ||
        part->table.back().second.size() != part->table.front().second.size())
      throw TermError("keys, values or queries of different lengths in one head");
    return true;
  });
  Parts out;
  out.heads = true;
  out.list.emplace_back(std::make_shared<const Value>(Rational(1)), std::move(part));
  return out;
}

// An ordering g of the set in which the body holds for all neighbours; by the sets of members that
// can stand first, each with the last of them.
Value Reading::chain(const Term& term, const Env* env) {
  const auto& list = term.binders.list;
  if (list.size() != 2 || term.binders.where)
    throw TermError("'chain' has two names over one set, and no where");
  Set members;
  for (int i = 0; i < 2; ++i) {
    Set these;
    Binders one;
    one.list.push_back(list[static_cast<std::size_t>(i)]);
    instances(one, env, [&](const Env* e) {
      these.push_back(number_of(e->value));
      return true;
    });
    if (i == 1 && these != members) throw TermError("'chain' over two different sets");
    members = std::move(these);
  }
  const std::size_t m = members.size();
  if (m > 16) throw LimitReached("'chain' over more than 16 members");
  if (m < 2) return true;
  std::vector<std::vector<bool>> next(m, std::vector<bool>(m));
  for (std::size_t a = 0; a < m; ++a) {
    for (std::size_t b = 0; b < m; ++b) {
      if (a == b) continue;
      const Env first{env, &list[0].name, members[a]};
      const Env second{&first, &list[1].name, members[b]};
      next[a][b] = truth_of(value(*term.parts[0], &second));
    }
  }
  std::vector<std::uint32_t> last(std::size_t{1} << m, 0);  // members that can stand last
  for (std::size_t a = 0; a < m; ++a) last[std::size_t{1} << a] = 1u << a;
  for (std::size_t some = 1; some < last.size(); ++some) {
    for (std::size_t a = 0; a < m; ++a) {
      if ((last[some] >> a & 1) == 0) continue;
      for (std::size_t b = 0; b < m; ++b) {
        if (next[a][b] && (some >> b & 1) == 0) last[some | std::size_t{1} << b] |= 1u << b;
      }
    }
  }
  return last.back() != 0;
}

// ---- networks

Value Reading::of_network(const Term& term, const Env* env) {
  const std::string& n = term.name;
  const std::string& net = term.parts[0]->name;
  std::vector<Value> x;
  for (std::size_t i = 1; i < term.parts.size(); ++i) x.push_back(value(*term.parts[i], env));
  if (n == "layers") return layers(net);
  if (n == "after") return after(net, x);
  if (n == "run") {
    const Rational t = x.size() == 1 ? length(net) : layers_before_state(x[0], net);
    return state_after(net, t, x.back());
  }
  if (n == "apply") return apply(net, layer_number(x[0], net, 1), mat_of(x[1]));
  return layer_as_built(n, net, x);
}

std::uint64_t Reading::layer_number(const Value& v, const std::string& network,
                                    std::uint64_t least) {
  const std::int64_t t = whole_of(v);
  // The first 2^20 layers can be gone through, however many there are.
  if (t > static_cast<std::int64_t>(max_layers)) static_cast<void>(size(network));
  const Rational most = layers(network);
  if (t < static_cast<std::int64_t>(least) || Rational(t) > most)
    throw TermError("layer " + std::to_string(t) + " of '" + network + "', which has " +
                    most.str() + " layers");
  return static_cast<std::uint64_t>(t);
}

// The same, with no bound where states are followed by ids alone.
Rational Reading::layers_before_state(const Value& v, const std::string& network) {
  Rational t = number_of(v);
  if (!t.is_integer() || t <= Rational(max_layers) || !id_course(network))
    return layer_number(v, network, 0);
  const Rational most = layers(network);
  if (t > most)
    throw TermError("layer " + t.str() + " of '" + network + "', which has " + most.str() +
                    " layers");
  return t;
}

Value Reading::of_variant(const Term& term, const Env* env) {
  std::vector<Value> own, arguments;
  for (const TermPtr& part : term.parts[0]->parts) own.push_back(value(*part, env));
  for (const TermPtr& part : term.parts[1]->parts) arguments.push_back(value(*part, env));
  for (const std::vector<Value>* list : {&own, &arguments}) {
    for (const Value& v : *list) {
      if (v.form() || v.parts() || (v.mat() && v.mat()->of_forms()))
        throw TermError("an argument at a variant that is " + v.kind() +
                        "; only numbers, sets, inputs and matrices of numbers");
    }
  }
  return variant(term.parts[0]->name, std::move(own))->defined(term.parts[1]->name, arguments);
}

std::shared_ptr<Reading> Reading::variant(const std::string& name, std::vector<Value> arguments) {
  std::string key;
  for (const Value& v : arguments) v.write_key(key);
  auto& kept = variants_[name];  // the last one of each: arguments make many
  if (!kept.second || kept.first != key) {
    const Variant& v = file_.variants.at(name);
    std::vector<std::pair<std::string, Value>> bound;
    for (std::size_t i = 0; i < arguments.size(); ++i)
      bound.emplace_back(v.head.arguments[i], std::move(arguments[i]));
    kept = {key, with(v.terms, bound)};
    // Kept here, it does not keep this reading in turn: the two would keep each other for good.
    for (auto& [choice, change] : kept.second->changes_)
      if (change.old.get() == this)
        change.old = std::shared_ptr<Reading>(std::shared_ptr<void>(), this);
  }
  return kept.second;
}

}  // namespace hardmax::subject
