// Terms of a construction at a run: operators, binders, definitions.
#include <algorithm>

#include "subject/reading.hpp"
#include "subject/set_union.hpp"

namespace hardmax::subject {

namespace {

constexpr std::size_t max_depth = 2'000;   // of terms within terms, through definitions
constexpr std::size_t max_memo = 1 << 18;  // values of definitions that are kept
constexpr std::size_t max_subsets = 16;    // members of S in subsets(S)

class Depth {
 public:
  explicit Depth(std::size_t& depth) : depth_(depth) {
    if (++depth_ > max_depth) {
      --depth_;
      throw TooLarge("terms within terms go deeper than 2,000 levels; write it flatter");
    }
  }
  ~Depth() { --depth_; }
  Depth(const Depth&) = delete;
  Depth& operator=(const Depth&) = delete;

 private:
  std::size_t& depth_;
};

void insert(Set& set, const Rational& x) {
  const auto at = std::lower_bound(set.begin(), set.end(), x);
  if (at == set.end() || *at != x) set.insert(at, x);
}

Set range_set(std::int64_t first, std::int64_t last) {
  Set out;
  if (last >= first && static_cast<std::uint64_t>(last - first) >= max_members)
    throw LimitReached("a set of more than 2^20 members");
  for (std::int64_t x = first; x <= last; ++x) out.emplace_back(x);
  return out;
}

const Env* find(const Env* env, const std::string& name) {
  for (; env; env = env->up) {
    if (*env->name == name) return env;
  }
  return nullptr;
}

}  // namespace

Value Reading::value(const Term& term, const Env* env) {
  const Depth depth(*depth_);
  charge(1);
  return evaluate(term, env);
}

// NOLINTNEXTLINE(readability-function-size): a case a kind of term
Value Reading::evaluate(const Term& term, const Env* env) {
  const auto part = [&](std::size_t i) { return value(*term.parts[i], env); };
  const auto truth = [&](std::size_t i) { return truth_of(part(i)); };
  switch (term.kind) {
    case Term::Kind::integer: return term.number;
    case Term::Kind::name: return named(term, env);
    case Term::Kind::of_variant: return of_variant(term, env);
    case Term::Kind::entry: return entry(part(0), term.parts, 1, env);
    case Term::Kind::negate: return negate(part(0));
    case Term::Kind::add: return add(part(0), part(1));
    case Term::Kind::subtract: {
      const Value left = part(0);
      return subtract(left, part(1));
    }
    case Term::Kind::multiply: {
      const Value left = part(0);
      Value out = multiply(left, part(1));
      if (out.number()) charge(out.number()->bits() / 4096);
      return out;
    }
    case Term::Kind::divide: {
      const Value left = part(0);
      return divide(left, part(1));
    }
    case Term::Kind::power: {
      const Value base = part(0);
      Value out = raise(base, part(1));
      if (out.number()) charge(out.number()->bits() / 256);
      return out;
    }
    case Term::Kind::set: {
      Set out;
      for (std::size_t i = 0; i < term.parts.size(); ++i) insert(out, number_of(part(i)));
      return out;
    }
    case Term::Kind::list: {
      std::vector<Value> entries;
      for (std::size_t i = 0; i < term.parts.size(); ++i) entries.push_back(part(i));
      return subject::mat_from(entries.size(), 1, entries);
    }
    case Term::Kind::range: {
      const std::int64_t first = whole_of(part(0)), last = whole_of(part(1));
      if (last >= first)
        charge(std::min<std::uint64_t>(static_cast<std::uint64_t>(last - first), max_members));
      return range_set(first, last);
    }
    case Term::Kind::comparison: return comparison(term, env);
    case Term::Kind::conjunction: return truth(0) && truth(1);
    case Term::Kind::disjunction: return truth(0) || truth(1);
    case Term::Kind::implication: return !truth(0) || truth(1);
    case Term::Kind::negation: return !truth(0);
    case Term::Kind::let: {
      const Env inner{env, &term.name, part(0)};
      return value(*term.parts[1], &inner);
    }
    case Term::Kind::forall:
      return instances(term.binders, env,
                       [&](const Env* e) { return truth_of(value(*term.parts[0], e)); });
    case Term::Kind::exists:
      return !instances(term.binders, env,
                        [&](const Env* e) { return !truth_of(value(*term.parts[0], e)); });
    case Term::Kind::fold: return fold(term, env);
  }
  HARDMAX_REQUIRE(false);
}

bool Reading::compare(const Value& a, Relation relation, const Value& b) {
  switch (relation) {
    case Relation::member: {
      const Set& set = set_of(b);
      return std::binary_search(set.begin(), set.end(), number_of(a));
    }
    case Relation::equal:
    case Relation::different:
      if (a.form() || b.form()) throw DependsOnArgument("'=' of an affine function");
      return equal(a, b) == (relation == Relation::equal);
    default: break;
  }
  if (a.form() || b.form()) {
    const Value difference = subtract(a, b);
    if (difference.form() && !difference.form()->w.empty())
      throw DependsOnArgument(
          "a comparison of an affine function of the state; only hidden units tell cases apart");
    return compare(difference.form() ? difference.form()->b : number_of(difference), relation,
                   Rational(0));
  }
  const Rational &x = number_of(a), &y = number_of(b);
  switch (relation) {
    case Relation::less: return x < y;
    case Relation::at_most: return x <= y;
    case Relation::greater: return x > y;
    default: return x >= y;
  }
}

bool Reading::comparison(const Term& term, const Env* env) {
  Value left = value(*term.parts[0], env);
  for (std::size_t i = 0; i < term.relations.size(); ++i) {
    Value right = value(*term.parts[i + 1], env);
    if (!compare(left, term.relations[i], right)) return false;
    left = std::move(right);
  }
  return true;
}

Value Reading::entry(const Value& of, const std::vector<TermPtr>& at, std::size_t from,
                     const Env* env) {
  const Mat& m = mat_of(of);
  const std::size_t indices = at.size() - from;
  if (indices > 2) throw TermError("an entry has a row and a token, not more");
  const std::int64_t row = whole_of(value(*at[from], env));
  std::int64_t column = 0;
  if (indices == 2) {
    const std::int64_t k = whole_of(value(*at[from + 1], env));
    column = m.state ? k - tokens().front() : k - 1;
  } else if (m.columns != 1) {
    throw TermError("an entry of " + of.kind() + " without its token; write M(r, k)");
  }
  if (row < 1 || row > static_cast<std::int64_t>(m.rows) || column < 0 ||
      column >= static_cast<std::int64_t>(m.columns))
    throw TermError("an entry that " + of.kind() + " does not have: row " + std::to_string(row));
  return entry_of(m, static_cast<std::size_t>(row - 1), static_cast<std::size_t>(column));
}

Value Reading::named(const Term& term, const Env* env) {
  if (const Env* bound = find(env, term.name)) {
    if (term.parts.empty()) return bound->value;
    return entry(bound->value, term.parts, 0, env);
  }
  if (file_.definitions.contains(term.name)) {
    std::vector<Value> arguments;
    arguments.reserve(term.parts.size());
    for (const TermPtr& part : term.parts) arguments.push_back(value(*part, env));
    return defined(term.name, arguments);
  }
  return given(term, env);
}

Value Reading::defined(const std::string& name, const std::vector<Value>& arguments) {
  if (arguments.size() == 1 && arguments[0].nothing() && arguments[0].nothing()->forms)
    throw TermError("'" + name +
                    "' at a sum of nothing, which may be a hidden unit or a number; write the "
                    "case of no terms with if");
  if (arguments.size() == 1 && arguments[0].form() && !arguments[0].form()->of_argument()) {
    activation(name);  // refuses what is none
    auto part = std::make_shared<Part>();
    part->activation = name;
    part->form = *arguments[0].form();
    Parts out;
    out.list.emplace_back(std::make_shared<const Value>(Rational(1)), std::move(part));
    return out;
  }
  std::string key = name + '|';
  bool keeps = !file_.uses_previous(name);
  for (const Value& argument : arguments) keeps = keeps && argument.write_key(key);
  if (keeps) {
    const auto kept = memo_.find(key);
    if (kept != memo_.end()) return kept->second;
  }
  const Signature& signature = file_.definitions.at(name).signature;
  const auto evaluate_with = [&](Reading& reading, const Signature& s, const Env* env) {
    std::vector<Env> names;
    names.reserve(arguments.size());
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (!is_number(s.arguments[i]))
        names.push_back({names.empty() ? env : &names.back(), &s.arguments[i], arguments[i]});
    }
    return reading.value(*s.term, names.empty() ? env : &names.back());
  };
  Value out;
  const auto changed = changes_.find(name);
  if (changed == changes_.end()) {
    out = evaluate_with(*this, signature, nullptr);
  } else {
    const Change& change = changed->second;
    bool meant = true;  // E(3)=0 changes one value
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const std::string& a = change.signature.arguments[i];
      if (is_number(a)) meant = meant && equal(arguments[i], *Rational::parse(a));
    }
    if (!meant) {
      out = change.old->defined(name, arguments);
    } else {
      std::vector<Env> bound;
      bound.reserve(change.bound.size());
      for (const auto& [n, v] : change.bound)
        bound.push_back({bound.empty() ? nullptr : &bound.back(), &n, v});
      out = evaluate_with(*change.old, change.signature, bound.empty() ? nullptr : &bound.back());
    }
  }
  if (keeps) {
    if (memo_.size() >= max_memo) memo_.clear();
    memo_.emplace(std::move(key), out);
  }
  return out;
}

// ---- binders

std::pair<std::int64_t, std::int64_t> Reading::ends(const Binder& binder, const Env* env) {
  const std::int64_t first = whole_of(value(*binder.first, env));
  return {first, whole_of(value(*binder.last, env))};
}

Set Reading::set_at(const TermPtr& term, const Env* env) {
  const Value v = value(*term, env);
  return set_of(v);
}

bool Reading::instances(const Binders& binders, const Env* env, const Each& f) {
  return bind(binders, 0, env, f);
}

// Of `i in 1..n where gamma(i) = x`, x without i: the one i.
std::optional<std::int64_t> Reading::only_instance(const Binders& binders, std::size_t i,
                                                   std::pair<std::int64_t, std::int64_t> ends,
                                                   const Env* env) {
  const std::string& name = binders.list[i].name;
  if (!brought_.assumption || !binders.where || i + 1 != binders.list.size()) return std::nullopt;
  const Term& where = *binders.where;
  const std::vector<Token>& gamma = brought_.assumption->gamma;
  if (where.kind != Term::Kind::comparison || where.relations.size() != 1 ||
      where.relations[0] != Relation::equal || !where.parts[0]->is_name("gamma") ||
      find(env, "gamma") || file_.definitions.contains("gamma") ||
      where.parts[0]->parts.size() != 1 || !where.parts[0]->parts[0]->is_name(name) ||
      where.parts[0]->parts[0]->has_arguments || mentions(*where.parts[1], name) ||
      ends.first < 1 || ends.second < ends.first ||
      ends.second > static_cast<std::int64_t>(gamma.size()))
    return std::nullopt;
  const Value x = value(*where.parts[1], env);
  if (!x.number()) return std::nullopt;
  if (place_in_gamma_.empty()) {
    place_in_gamma_.resize(gamma.size());
    for (std::size_t place = 0; place < gamma.size(); ++place)
      place_in_gamma_[gamma[place]] = static_cast<std::int64_t>(place) + 1;
  }
  const auto token = x.number()->to_int64();
  if (!token || *token < 1 || *token > static_cast<std::int64_t>(gamma.size())) return 0;
  return place_in_gamma_[static_cast<std::size_t>(*token - 1)];
}

bool Reading::bind(const Binders& binders, std::size_t i, const Env* env, const Each& f) {
  if (i == binders.list.size()) {
    if (binders.where && !truth_of(value(*binders.where, env))) return true;
    return f(env);
  }
  const Binder& b = binders.list[i];
  Env inner{env, &b.name, {}};
  const auto next = [&](Value v) {
    charge(1);
    inner.value = std::move(v);
    return bind(binders, i + 1, &inner, f);
  };
  switch (b.over) {
    case Binder::Over::range: {
      const auto [first, last] = ends(b, env);
      if (const auto only = only_instance(binders, i, {first, last}, env))
        return *only < first || *only > last || next(Rational(*only));
      for (std::int64_t x = first; x <= last; ++x) {
        if (!next(Rational(x))) return false;
      }
      return true;
    }
    case Binder::Over::set: {
      const Value set = value(*b.first, env);
      for (const Rational& x : set_of(set)) {
        if (!next(x)) return false;
      }
      return true;
    }
    case Binder::Over::subsets: {
      const Value set = value(*b.first, env);
      const Set& members = set_of(set);
      if (members.size() > max_subsets) throw LimitReached("subsets of more than 16 members");
      for (std::size_t bits = 0; bits < std::size_t{1} << members.size(); ++bits) {
        Set some;
        for (std::size_t j = 0; j < members.size(); ++j) {
          if ((bits >> j & 1) != 0) some.push_back(members[j]);
        }
        if (!next(std::move(some))) return false;
      }
      return true;
    }
    case Binder::Over::inputs: {
      const auto count = input_count().to_int64();
      if (!count) throw LimitReached("more inputs than can be gone through");
      for (std::int64_t g = 0; g < *count; ++g) {
        if (!next(input(g))) return false;
      }
      return true;
    }
  }
  HARDMAX_REQUIRE(false);
}

namespace {

// The 0 of its type, which is not known here. May it be a sum of affine functions?
Nothing empty_sum(const ConstructionFile& file, const Term& term, const Env* env) {
  std::set<std::string> bound;
  for (const Binder& b : term.binders.list) bound.insert(b.name);
  bool forms = false;
  for (const Env* e = env; e; e = e->up) {
    bound.insert(*e->name);
    forms = forms || e->value.form() || e->value.mat();
  }
  return Nothing{forms || file.reach(*term.parts[0], bound).layer_state};
}

bool all_differ(const std::vector<Value>& values) {
  std::set<std::string> seen;
  for (const Value& v : values) {
    std::string key;
    if (!v.write_key(key)) throw TermError("'distinct' of " + v.kind());
    if (!seen.insert(key).second) return false;
  }
  return true;
}

// The matrix with these columns.
Value beside_each_other(const std::vector<Value>& values) {
  std::vector<Value> entries;
  const std::size_t height = forms_of(values[0]).size();
  for (std::size_t r = 0; r < height; ++r) {
    for (const Value& v : values) {
      if (v.mat() && (v.mat()->columns != 1 || v.mat()->rows != height))
        throw TermError("columns of different shapes");
      entries.push_back(v.mat() ? entry_of(*v.mat(), r, 0) : v);
    }
  }
  return subject::mat_from(height, values.size(), entries);
}

}  // namespace

Value Reading::fold(const Term& term, const Env* env) {
  const std::string& what = term.name;
  const Term& body = *term.parts[0];
  if (what == "attend") return memory(term, env);
  if (what == "chain") return chain(term, env);
  std::vector<Value> values;
  std::optional<Value> total;
  SetUnion all;
  if (what == "prod") total = Rational(1);
  const bool kept = what == "row" || what == "column" || what == "columns" || what == "distinct";
  instances(term.binders, env, [&](const Env* e) {
    Value v = value(body, e);
    if (kept) {
      if (values.size() >= max_members) throw LimitReached("more than 2^20 values in one list");
      values.push_back(std::move(v));
    } else if (what == "sum") {
      total = total ? add(*total, v) : std::move(v);
    } else if (what == "prod") {
      total = multiply(*total, v);
    } else if (what == "union") {
      charge(set_of(v).size());
      all.add(set_of(v));
    } else {
      const Rational& x = number_of(v);
      if (!total || (what == "max" ? number_of(*total) < x : x < number_of(*total))) total = x;
    }
    return true;
  });
  if (what == "sum" && !total) return empty_sum(file_, term, env);
  if (what == "union") return all.take();
  if (what == "distinct") return all_differ(values);
  if (kept) {
    if (values.empty()) throw TermError("the " + what + " of nothing, which has no shape");
    if (what == "row") return subject::mat_from(1, values.size(), values);
    if (what == "column") return subject::mat_from(values.size(), 1, values);
    return beside_each_other(values);
  }
  if (!total) throw TermError("the " + what + " of nothing, which has no value");
  return *total;
}

}  // namespace hardmax::subject
