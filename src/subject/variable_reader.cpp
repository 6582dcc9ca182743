#include "subject/variable_reader.hpp"

#include <algorithm>

namespace hardmax::subject {

namespace {

using ValueKind = VariableValue::Kind;

constexpr std::size_t max_variable_depth = 500;  // of terms within terms, through definitions

[[noreturn]] void stands_in(const std::string& what) { throw TermError("it stands in " + what); }

const VariableEnv* find_variable(const VariableEnv* env, const std::string& name) {
  while (env && *env->name != name) env = env->up;
  return env;
}

const VariableEnv* env_or_null(const std::vector<VariableEnv>& list) {
  return list.empty() ? nullptr : &list.back();
}

const Env* plain(const VariableEnv* env) { return env ? &env->plain : nullptr; }

bool has_loop(const VariableValue& v) {
  return std::any_of(v.entries().begin(), v.entries().end(), [](const VariableForm& f) {
    return f.b.has_loop() || std::any_of(f.w.begin(), f.w.end(), [](const auto& weight) {
             return weight.second.has_loop();
           });
  });
}

const Polynomial& polynomial_of(const VariableValue& lifted) {
  if (lifted.kind() != ValueKind::number) throw TermError("it combines what does not fit");
  return lifted.entries()[0].b;
}

class VariableDepth {
 public:
  explicit VariableDepth(std::size_t& depth) : depth_(depth) {
    if (depth_ >= max_variable_depth)
      throw TermError("terms within terms go deeper than 500 levels");
    ++depth_;
  }
  ~VariableDepth() { --depth_; }
  VariableDepth(const VariableDepth&) = delete;
  VariableDepth& operator=(const VariableDepth&) = delete;

 private:
  std::size_t& depth_;
};

}  // namespace

VariableEnv::VariableEnv(const VariableEnv* outer, const std::string& its_name,
                         VariableValue its_value)
    : up(outer),
      name(&its_name),
      value(std::move(its_value)),
      plain{outer ? &outer->plain : nullptr, &its_name, value.plain() ? *value.plain() : Value()} {}

PlainNames::PlainNames(const Env* env) {
  std::vector<const Env*> names;
  for (; env; env = env->up) names.push_back(env);
  list_.reserve(names.size());
  for (auto n = names.rbegin(); n != names.rend(); ++n)
    list_.emplace_back(env_or_null(list_), *(*n)->name, (*n)->value);
}

void VariableReader::rounds(const std::string& network,
                            const std::function<void(const Stage&, const VariableEnv*)>& f) {
  for (const Stage& stage : reading_.file_.stages) {
    if (stage.network != network) continue;
    for (const Binder& b : stage.repeat.list)
      for (const TermPtr& end : {b.first, b.last})
        if (end && touched(*end, nullptr)) stands_in("where `repeat` of '" + stage.name + "' ends");
  }
  reading_.rounds(network, [&](const Stage& stage, const Env* env) {
    const PlainNames names(env);
    f(stage, names.env());
  });
}

std::set<std::uint64_t> VariableReader::dropped(const std::string& network) const {
  std::set<std::uint64_t> out;
  for (const auto& [of, t] : reading_.dropped_)
    if (of == network) out.insert(t);
  return out;
}

bool VariableReader::touched(Reading& reading, const std::string& definition) {
  const auto [at, fresh] = touched_.try_emplace({&reading, definition}, true);
  if (!fresh) return at->second;
  const auto in = [&](Reading& where, const Signature& s) {
    std::vector<VariableEnv> names;  // its arguments, which hide a parameter
    names.reserve(s.arguments.size());
    for (const std::string& a : s.arguments) names.emplace_back(env_or_null(names), a, Value());
    return touched(where, *s.term, env_or_null(names));
  };
  bool found = false;
  const auto changed = reading.changes_.find(definition);
  if (changed == reading.changes_.end()) {
    found = in(reading, reading.file_.definitions.at(definition).signature);
  } else {
    const Reading::Change& change = changed->second;
    const auto& arguments = change.signature.arguments;
    found = in(*change.old, change.signature) ||
            // E(3)=0: the other values are those of before.
            (std::any_of(arguments.begin(), arguments.end(),
                         [](const std::string& a) { return is_number(a); }) &&
             touched(*change.old, definition));
  }
  return touched_[{&reading, definition}] = found;
}

bool VariableReader::touched(Reading& reading, const Term& term, const VariableEnv* env) {
  if (term.kind == Term::Kind::of_variant && (!size_.empty() || states_ != nullptr)) return true;
  if (term.kind == Term::Kind::name) {
    static const std::set<std::string> of_inputs = {"G", "start", "input", "exchange"};
    if (const VariableEnv* bound = find_variable(env, term.name)) {
      if (!bound->value.plain()) return true;
    } else if (!size_.empty() || entries_) {
      if (term.name == size_ || of_inputs.contains(term.name) || takes_network(term.name))
        return true;
      if (reading.file_.definitions.contains(term.name) && touched(reading, term.name)) return true;
    }
  }
  if (!size_.empty())
    for (const Binder& b : term.binders.list)
      if (b.over == Binder::Over::inputs) return true;
  bool found = false;
  for_each_part(term, [&](const TermPtr& part) { found = found || touched(reading, *part, env); });
  return found;
}

VariableValue VariableReader::value(Reading& reading, const Term& term, const VariableEnv* env) {
  if (!touched(reading, term, env)) return reading.value(term, plain(env));
  const VariableDepth depth(depth_);
  reading.charge(1);
  return with_variable(reading, term, env);
}

VariableValue VariableReader::with_variable(Reading& reading, const Term& term,
                                            const VariableEnv* env) {
  const auto part = [&](std::size_t i) { return value(reading, *term.parts[i], env); };
  switch (term.kind) {
    case Term::Kind::name: return named(reading, term, env);
    case Term::Kind::of_variant:
      if (states_ != nullptr && &reading == &reading_)
        if (auto found = states_->value(*this, term, env)) return *std::move(found);
      stands_in("the name of a variant");
    case Term::Kind::entry:
      if (states_ != nullptr && &reading == &reading_)
        if (auto found = states_->value(*this, term, env)) return *std::move(found);
      return entry(reading, part(0), term, 1, env);
    case Term::Kind::negate: return negate(part(0));
    // From the left: of two parts that are read no further, the first is named, whatever the
    // compiler.
    case Term::Kind::add:
    case Term::Kind::subtract:
    case Term::Kind::multiply: {
      const VariableValue a = part(0), b = part(1);
      if (term.kind == Term::Kind::multiply) return multiply(a, b);
      return add(a, term.kind == Term::Kind::add ? b : negate(b));
    }
    case Term::Kind::divide:
    case Term::Kind::power: return quotient(reading, term, env);
    case Term::Kind::list: {
      std::vector<VariableValue> entries;
      for (std::size_t i = 0; i < term.parts.size(); ++i) entries.push_back(part(i));
      const std::size_t rows = entries.size();
      return matrix(rows, 1, std::move(entries));
    }
    case Term::Kind::let: {
      const VariableEnv inner(env, term.name, part(0));
      return value(reading, *term.parts[1], &inner);
    }
    case Term::Kind::fold: return fold(reading, term, env);
    case Term::Kind::set:
    case Term::Kind::range: stands_in("a set");
    case Term::Kind::comparison: stands_in("a comparison");
    default: stands_in("a condition");
  }
}

// A quotient, or a power.
VariableValue VariableReader::quotient(Reading& reading, const Term& term, const VariableEnv* env) {
  const bool power = term.kind == Term::Kind::power;
  const VariableValue a = value(reading, *term.parts[0], env);
  const VariableValue b = value(reading, *term.parts[1], env);
  if (a.plain() && b.plain())
    return power ? raise(*a.plain(), *b.plain()) : divide(*a.plain(), *b.plain());
  if (power) {
    if (!b.plain()) stands_in("an exponent");
    const VariableValue base = a.lifted();
    if (has_loop(base)) stands_in("the base of a power");
    const auto out = this->power(polynomial_of(base), whole_of(*b.plain()));
    if (!out) throw TermError("a sum in the base of a power below 0");
    return *out;
  }
  if (b.plain()) return multiply(a, divide(Value(Rational(1)), *b.plain()));
  const VariableValue by = b.lifted();
  if (has_loop(by)) stands_in("a divisor");
  const auto inverse = polynomial_of(by).inverse();
  if (!inverse) throw TermError("a quotient by a sum");
  return multiply(a, *inverse);
}

// Powers of one base are asked for again and again, and each is the one before times the base.
std::optional<Polynomial> VariableReader::power(const Polynomial& base, std::int64_t exponent) {
  constexpr std::int64_t most = 256;
  constexpr std::size_t most_bases = 16;
  if (exponent < 0 || exponent > most) return base.raised(exponent);
  auto at = std::find_if(powers_.begin(), powers_.end(),
                         [&](const auto& known) { return known.first == base; });
  if (at == powers_.end()) {
    if (powers_.size() == most_bases) powers_.erase(powers_.begin());
    at = powers_.insert(powers_.end(), {base, {Polynomial(Rational(1))}});
  }
  std::vector<Polynomial>& known = at->second;
  while (known.size() <= static_cast<std::size_t>(exponent)) known.push_back(known.back() * base);
  return known[static_cast<std::size_t>(exponent)];
}

VariableValue VariableReader::named(Reading& reading, const Term& term, const VariableEnv* env) {
  if (const VariableEnv* bound = find_variable(env, term.name))
    return term.parts.empty() ? bound->value : entry(reading, bound->value, term, 0, env);
  if (reading.file_.definitions.contains(term.name)) {
    std::vector<VariableValue> arguments;
    for (const TermPtr& p : term.parts) arguments.push_back(value(reading, *p, env));
    return definition(reading, term.name, std::move(arguments));
  }
  if (term.name == "if") {
    if (touched(reading, *term.parts[0], env)) stands_in("a condition");
    const bool first = truth_of(reading.value(*term.parts[0], plain(env)));
    return value(reading, *term.parts[first ? 1 : 2], env);
  }
  if (term.name == "attend") return attend(reading, term, env);
  if (states_ != nullptr && &reading == &reading_)
    if (auto found = states_->value(*this, term, env)) return *std::move(found);
  if (term.name == size_) return Polynomial::size();
  if (entries_ && states_ == nullptr && term.name == "G") return entry_of_input(reading, term, env);
  stands_in("'" + term.name + "'");
}

VariableValue VariableReader::definition(Reading& reading, const std::string& name,
                                         std::vector<VariableValue> arguments) {
  const bool all_plain = std::all_of(arguments.begin(), arguments.end(),
                                     [](const VariableValue& v) { return v.plain(); });
  if (all_plain && ((size_.empty() && !entries_) || !touched(reading, name))) {
    std::vector<Value> x;
    for (const VariableValue& v : arguments) x.push_back(*v.plain());
    return reading.defined(name, x);
  }
  std::pair<const Reading*, std::string> key(&reading, name);
  bool can_be_known = true;
  for (const VariableValue& v : arguments) {
    key.second += '|';
    const Value* plain = v.plain();
    can_be_known = can_be_known && plain != nullptr && !plain->nothing() && !plain->form() &&
                   !plain->mat() && plain->write_key(key.second);
  }
  if (can_be_known) {
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second;
    VariableValue found = written_out(reading, name, std::move(arguments));
    if (known_.size() >= most_known) known_.clear();
    return known_.emplace(std::move(key), std::move(found)).first->second;
  }
  if (arguments.size() == 1) {
    const Value* one = arguments[0].plain();
    if (arguments[0].kind() == ValueKind::form || (one && one->form()))
      throw TermError("it adds hidden units");
    if (one && one->nothing()) throw TermError("a definition at a sum of nothing");
  }
  return written_out(reading, name, std::move(arguments));
}

VariableValue VariableReader::written_out(Reading& reading, const std::string& name,
                                          std::vector<VariableValue> arguments) {
  if (++written_out_ > most_written_out)
    throw LimitReached("more than 2^22 definitions with a size in them, written out");
  std::vector<VariableEnv> names;
  Reading* where = &reading;
  const Signature* signature = &reading.file_.definitions.at(name).signature;
  const auto changed = reading.changes_.find(name);
  if (changed != reading.changes_.end()) {
    const Reading::Change& change = changed->second;
    where = change.old.get();
    for (std::size_t i = 0; i < arguments.size(); ++i) {  // E(3)=0 changes one value
      const std::string& a = change.signature.arguments[i];
      if (!is_number(a)) continue;
      if (!arguments[i].plain()) stands_in("a comparison");
      if (!equal(*arguments[i].plain(), *Rational::parse(a)))
        return definition(*where, name, std::move(arguments));
    }
    signature = &change.signature;
    names.reserve(change.bound.size() + arguments.size());
    for (const auto& [n, v] : change.bound)
      names.emplace_back(names.empty() ? nullptr : &names.back(), n, v);
  } else {
    names.reserve(arguments.size());
  }
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (!is_number(signature->arguments[i]))
      names.emplace_back(names.empty() ? nullptr : &names.back(), signature->arguments[i],
                         std::move(arguments[i]));
  return value(*where, *signature->term, names.empty() ? nullptr : &names.back());
}

VariableValue VariableReader::attend(Reading& reading, const Term& term, const VariableEnv* env) {
  const auto forms = [&](std::size_t i) {
    const VariableValue v = value(reading, *term.parts[i], env).lifted();
    if (v.kind() == ValueKind::heads || v.columns() != 1)
      throw TermError("a value, key or query that is no column");
    return v.entries();
  };
  VariableHead head;
  head.value = forms(0);
  head.key = forms(1);
  head.query = forms(2);
  head.minus_abs = term.parts.size() > 3;
  for (const auto* list : {&head.value, &head.key})
    for (const VariableForm& f : *list)
      if (!f.b.is_zero()) throw TermError("a value or key with a constant; only queries have one");
  if (head.key.size() != head.query.size())
    throw TermError("keys and queries of different lengths");
  head.before = std::make_shared<const VariableValue>(Value(Rational(1)));
  return VariableValue::of_heads({std::move(head)});
}

VariableValue VariableReader::matrix(std::size_t rows, std::size_t columns,
                                     std::vector<VariableValue> entries) {
  if (entries.empty()) throw TermError("a matrix of nothing, which has no shape");
  std::vector<VariableForm> out;
  bool forms = false;
  for (const VariableValue& v : entries) {
    const VariableValue x = v.lifted();
    if (x.kind() != ValueKind::number && x.kind() != ValueKind::form)
      throw TermError("an entry of a matrix that is no number");
    if (has_loop(x)) stands_in("a row or a column");
    forms = forms || x.forms();
    out.push_back(x.entries()[0]);
  }
  return VariableValue::of_entries(rows, columns, forms, std::move(out));
}

VariableValue VariableReader::entry(Reading& reading, const VariableValue& of, const Term& term,
                                    std::size_t from, const VariableEnv* env) {
  for (std::size_t i = from; i < term.parts.size(); ++i)
    if (touched(reading, *term.parts[i], env)) stands_in("the place of an entry");
  const VariableValue m = of.lifted();
  const auto at = [&](std::size_t i) {
    return i < term.parts.size() ? whole_of(reading.value(*term.parts[i], plain(env)))
                                 : std::int64_t{1};
  };
  const std::int64_t row = at(from), column = at(from + 1);
  if (m.kind() != ValueKind::mat || has_loop(m)) stands_in("what an entry is taken of");
  if ((of.plain() && of.plain()->mat()->state) || term.parts.size() > from + 2 ||
      (term.parts.size() < from + 2 && m.columns() != 1) || row < 1 || column < 1 ||
      row > static_cast<std::int64_t>(m.rows()) || column > static_cast<std::int64_t>(m.columns()))
    throw TermError("an entry that is not there");
  const VariableForm& f = m.entries()[static_cast<std::size_t>(row - 1) * m.columns() +
                                      static_cast<std::size_t>(column - 1)];
  return m.forms() ? VariableValue::of_form(f) : VariableValue(f.b);
}

void VariableReader::instances(Reading& reading, const Binders& binders, const VariableEnv* env,
                               const Each& f) {
  const auto untouched = [&](const TermPtr& term) {
    if (term && touched(reading, *term, env)) stands_in("where a loop or a sum ends");
  };
  for (const Binder& b : binders.list) {
    if (b.over == Binder::Over::inputs && !size_.empty())
      throw TermError("a name that runs over the inputs");
    untouched(b.first);
    untouched(b.last);
  }
  untouched(binders.where);
  reading.instances(binders, plain(env), [&](const Env* e) {
    std::vector<const Env*> bound;
    for (std::size_t i = 0; i < binders.list.size(); ++i, e = e->up) bound.push_back(e);
    std::vector<VariableEnv> names;
    names.reserve(bound.size());
    for (auto b = bound.rbegin(); b != bound.rend(); ++b)
      names.emplace_back(names.empty() ? env : &names.back(), *(*b)->name, (*b)->value);
    f(names.empty() ? env : &names.back());
    return true;
  });
}

VariableValue VariableReader::entry_of_input(Reading& reading, const Term& term,
                                             const VariableEnv* env) {
  for (std::size_t i = 1; i < 3; ++i)
    if (touched(reading, *term.parts[i], env)) stands_in("the place of an entry");
  reading.places();
  const std::int64_t row = whole_of(reading.value(*term.parts[1], plain(env)));
  const std::int64_t token = whole_of(reading.value(*term.parts[2], plain(env)));
  const auto at = reading.place_of_.find({token, row});
  if (at == reading.place_of_.end()) throw TermError("an entry that an input does not have");
  return VariableValue::of_form({{{at->second + 1, Polynomial(Rational(1))}}, Polynomial()});
}

VariableReader::Steps VariableReader::steps(Reading& reading, const Term& term,
                                            const VariableEnv* env) {
  const VariableDepth depth(depth_);
  if (term.kind == Term::Kind::name && !find_variable(env, term.name)) {
    if (term.name == "if") {
      if (touched(reading, *term.parts[0], env)) stands_in("a condition");
      const bool first = truth_of(reading.value(*term.parts[0], plain(env)));
      return steps(reading, *term.parts[first ? 1 : 2], env);
    }
    const auto changed = reading.changes_.find(term.name);
    if (term.parts.empty() && changed != reading.changes_.end()) {
      if (!changed->second.bound.empty()) throw TermError("a set that a variant has changed");
      return steps(*changed->second.old, *changed->second.signature.term, nullptr);
    }
    if (term.parts.empty() && reading.file_.definitions.contains(term.name))
      return steps(reading, *reading.file_.definitions.at(term.name).signature.term, nullptr);
  }
  const auto& binders = term.binders;
  if (term.kind != Term::Kind::fold || term.name != "union" || binders.where ||
      binders.list.size() != 1 || binders.list[0].over != Binder::Over::range ||
      term.parts[0]->kind != Term::Kind::set || term.parts[0]->parts.size() != 1)
    throw TermError("a set that is not written as union(g in a..b: {term})");
  const auto number = [&](const Term& t, const VariableEnv* e) {
    const VariableValue v = value(reading, t, e).lifted();
    return polynomial_of(v);
  };
  const Polynomial from = number(*binders.list[0].first, env);
  const Polynomial to = number(*binders.list[0].last, env);
  const VariableEnv member(env, binders.list[0].name, Polynomial::loop());
  const Polynomial each = number(*term.parts[0]->parts[0], &member);
  if (each.degree_in_loop() > 1) throw TermError("a set whose members do not go up by steps");
  const Polynomial step = each.of_loop(1);
  return {each.of_loop(0) + step * from, step, to - from + Polynomial(Rational(1))};
}

VariableValue VariableReader::fold(Reading& reading, const Term& term, const VariableEnv* env) {
  const std::string& what = term.name;
  if (what != "sum" && what != "row" && what != "column") stands_in("'" + what + "'");
  std::vector<VariableValue> values;
  std::optional<VariableValue> total;
  instances(reading, term.binders, env, [&](const VariableEnv* e) {
    VariableValue v = value(reading, *term.parts[0], e);
    if (what == "sum") {
      total = total ? add(*total, v) : std::move(v);
    } else {
      if (values.size() >= max_members) throw LimitReached("more than 2^20 values in one list");
      values.push_back(std::move(v));
    }
  });
  if (what == "sum") {
    // The 0 of its type: what is summed has a variable, it may be a sum of forms.
    return total ? *total : VariableValue(Value(Nothing{true}));
  }
  const std::size_t count = values.size();
  return what == "row" ? matrix(1, count, std::move(values)) : matrix(count, 1, std::move(values));
}

}  // namespace hardmax::subject
