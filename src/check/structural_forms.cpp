#include "check/structural_forms.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "check/fault.hpp"
#include "check/text.hpp"

namespace hardmax::check {

unsigned FormModel::signs(const Quotient& x) const {
  const auto at = ends(x);
  if (!at) return negative | zero | positive;
  return (at->first.sign() < 0 ? negative : 0u) | (at->second.sign() > 0 ? positive : 0u) |
         (at->first.sign() <= 0 && at->second.sign() >= 0 ? zero : 0u);
}

Quotient Forms::floor(const Quotient& x) const {
  Quotient form;
  for (const auto& [exponents, factor] : x.above)
    if (!exponents.empty())
      check::add(form.above, exponents, (Num(factor) + Num(1) / Num(2)).floor().gmp());
  const auto rest = model_.ends(x - form);
  if (!rest || rest->first.floor() < rest->second.floor()) throw LimitMet{};
  return form + rest->first.floor();
}

namespace {

struct FormName : Common {
  enum : int {
    q = own,
    p,
    s,
    c,
    shift,
    gamma,
    A,
    S,
    E,
    layers,
    positional,
    extended,
    category,
    z,
    zt,
    M,
    id,
    v,
    sorted,
    G,
    entry
  };
};
bool uses(const Node& f, std::size_t slot) {
  return (f.op == Op::variable && f.slot == slot) ||
         std::any_of(f.kids.begin(), f.kids.end(),
                     [&](const NodePtr& kid) { return uses(*kid, slot); });
}

// `where sorted(H) = 1 and category(H) = 1`, H what binder i of f binds; nothing else depends on H
// before that is known.
bool asks_for_increasing(const Node& f, std::size_t i) {
  const auto is_one = [&](const Node& part, int name) {
    if (part.op != Op::comparison || part.text != "=" || part.kids[0]->op != Op::call ||
        part.kids[0]->name != name || part.kids[1]->op != Op::literal)
      return false;
    return part.kids[0]->kids[0]->slot == f.slot + i && part.kids[1]->number == Num(1);
  };
  for (std::size_t other = 0; other + 2 < f.kids.size(); ++other)
    if (uses(*f.kids[other], f.slot + i)) return false;
  const Node& where = *f.kids.end()[-2];
  return where.op == Op::fold && where.text == "&" && is_one(*where.kids[0], FormName::sorted) &&
         is_one(*where.kids[1], FormName::category);
}

// Where two inputs are bound at once, or a sum, a set or a maximum runs over inputs, one that
// stands for all says nothing.
bool binds_one_input(const Node& f, bool increasing, bool below = false) {
  const auto is_input = [](const NodePtr& kid) { return kid->op == Op::inputs; };
  const auto binders = std::count_if(f.kids.begin(), f.kids.end(), is_input);
  if (binders > 0 && (below || binders > 1 || f.op != Op::over || f.text != "&")) return false;
  if (binders > 0 && increasing &&
      !asks_for_increasing(
          f, static_cast<std::size_t>(std::find_if(f.kids.begin(), f.kids.end(), is_input) -
                                      f.kids.begin())))
    return false;
  return std::all_of(f.kids.begin(), f.kids.end(), [&](const NodePtr& kid) {
    return binds_one_input(*kid, increasing, below || binders > 0);
  });
}

constexpr Type N = Type::Num;
constexpr Known known_names[] = {{"n", "", N, FormName::n},
                                 {"d", "", N, FormName::d},
                                 {"D", "", N, FormName::D},
                                 {"delta", "", N, FormName::delta},
                                 {"Delta", "", N, FormName::Delta},
                                 {"q", "", N, FormName::q},
                                 {"c", "", N, FormName::c},
                                 {"shift", "", N, FormName::shift},
                                 {"layers", "W", N, FormName::layers},
                                 {"z", "IN", N, FormName::z},
                                 {"zt", "IN", N, FormName::zt},
                                 {"id", "IN", N, FormName::id},
                                 {"v", "NIN", N, FormName::v},
                                 {"p", "", N, FormName::p},
                                 {"s", "", N, FormName::s},
                                 {"gamma", "N", N, FormName::gamma},
                                 {"A", "NN", Type::Set, FormName::A},
                                 {"S", "NN", Type::Set, FormName::S},
                                 {"E", "N", N, FormName::E},
                                 {"M", "NIN", N, FormName::M},
                                 {"positional", "", N, FormName::positional},
                                 {"extended", "", N, FormName::extended},
                                 {"category", "I", N, FormName::category},
                                 {"sorted", "I", N, FormName::sorted},
                                 {"G", "INN", N, FormName::G},
                                 {"entry", "NINN", N, FormName::entry}};
constexpr std::ptrdiff_t of_all = 13, of_dense = 6;  // the first, the last

// Ids in units of delta: x_k, variable k, is the column of token k, before its encoding, any of 0,
// ..., largest_. Where columns increase, it is k more than the sum of the variables 0, ..., k, and
// all n together are at most q - n. Variable n is for what is not known of the input; those beyond
// it are entries, where a column has more than one.
class RunForms final : public FormModel {
 public:
  explicit RunForms(const StructuralRun& run)
      : run_(run),
        D_(number_of(run.sizes.D)),
        q_(run.sizes.value(1, 0)),
        w_((q_ - Num(1)) / (D_ - Num(1))),
        largest_(q_ - Num(1)) {
    const Whole n = run.sizes.n;
    turn_.resize(n), start_.resize(n), moved_.resize(1), moved_[0].resize(n);
    for (Whole i = 0; i < n; ++i) {
      const Whole k = run.order[i];
      turn_[k] = i + (run.mask ? 0 : 1);
      start_[k] =
          Quotient::variable(k) + (!run.increasing ? Quotient(number_of(encoding(k)) * D_ * w_)
                                   : k == 0        ? Quotient()
                                                   : start_[k - 1] + Quotient(Num(1)));
    }
    for (Whole i = 0; i < n; ++i) {  // own + q (largest - least), as the argument says which these
                                     // are; gamma(1) of yun2020b stays
      const Whole k = run.order[i];
      const Quotient &before = i == 0 ? start_[run.order[n - 1]] : moved_[0][run.order[i - 1]],
                     &own = start_[k];
      const Quotient least = !run.others ? own
                             : i + 1 < n ? start_[run.order[i + 1]]
                                         : moved_[0][run.order[0]];
      moved_[0][k] = run.mask && i == 0 ? own : own + Quotient(q_) * (before - least);
    }
  }

  std::size_t variables() const override {
    return run_.sizes.n + 1 + (run_.increasing ? run_.sizes.n * run_.sizes.d : 0);
  }
  std::optional<std::pair<Num, Num>> ends(const Quotient& x) const override {
    if (x.below.size() != 1 || !x.below.begin()->first.empty()) return std::nullopt;
    Num low, high, least, most;  // the last two: of the coefficients of increasing columns, and 0
    for (const auto& [exponents, coefficient] : x.above) {
      const Num factor(coefficient / x.below.begin()->second);
      if (std::accumulate(exponents.begin(), exponents.end(), Whole{0}) > 1) return std::nullopt;
      const std::size_t variable = exponents.size() - 1;
      if (run_.increasing && !exponents.empty() && variable < run_.sizes.n) {
        least = std::min(least, factor), most = std::max(most, factor);
        continue;
      }
      const Num end =
          exponents.empty() ? factor : factor * (variable <= run_.sizes.n ? largest_ : D_ - Num(1));
      if (exponents.empty() || end.sign() < 0) low = low + end;
      if (exponents.empty() || end.sign() > 0) high = high + end;
    }
    const Num room = q_ - number_of(run_.sizes.n);
    return std::pair(low + least * room, high + most * room);
  }
  Quotient form(int name,
                const std::vector<Quotient>& a) const override {  // in the papers' real units
    const Whole n = run_.sizes.n;
    const auto token = [&](const Quotient& k) { return index(number(k), 1, n) - 1; };
    const Quotient delta(Num(1) / D_);
    switch (name) {
      case FormName::n: return whole(n);
      case FormName::d: return whole(run_.sizes.d);
      case FormName::D: return D_;
      case FormName::delta: return delta;
      case FormName::Delta: return w_;
      case FormName::q:
      case FormName::shift: return q_;
      case FormName::p: return whole(p());
      case FormName::s: return whole(run_.last);
      case FormName::c: return run_.c;
      case FormName::positional: return whole(run_.increasing ? 0 : 1);
      case FormName::extended: return whole(0);
      case FormName::sorted:
        if (!run_.increasing) throw Unknown{};
        return whole(1);
      case FormName::category:
        return whole(1) +
               (run_.increasing
                    ? whole(0)
                    : Quotient(Num(1) / largest_) *
                          Quotient::variable(n));  // from 1 to 2: no entry is out of range
      case FormName::gamma: return whole(run_.order[token(a[0])] + 1);
      case FormName::E: return whole(encoding(token(a[0])));
      case FormName::layers: {
        const Whole stage = index(number(a[0]), 0, 3);
        if (stage != 1 && stage != 2) throw Unknown{};
        return stage == 1 ? Quotient(swept()) : whole(run_.last);
      }
      case FormName::z: return delta * start_[token(a[0])];
      case FormName::zt: return delta * moved_[0][token(a[0])];
      case FormName::id: return delta * after(run_.last)[token(a[0])];
      case FormName::M: {
        const Whole t = index(number(a[0]), 0, run_.last);
        return delta * after(t)[token(a[1])];
      }
      case FormName::v: return delta * after_layers(a[0], token(a[1]));
      case FormName::G: return delta * entry(index(number(a[0]), 1, run_.sizes.d), token(a[1]));
      case FormName::entry: {  // row 1 changes as the id does, the others do not
        const Whole r = index(number(a[1]), 1, run_.sizes.d), k = token(a[2]);
        const Quotient change = after_layers(a[0], k) - start_[k];
        return delta * (r == 1 ? entry(1, k) + change : entry(r, k));
      }
      default: throw Unknown{};
    }
  }

  Set set(int name, const Num* a) const override {
    const bool is_A = name == FormName::A;
    const Whole t = index(a[0], 1, is_A ? p() : 1 << 16), k = index(a[1], 1, run_.sizes.n) - 1;
    std::vector<Num> members;
    for (const auto& [from, end] :
         is_A ? run_.mask->row(run_.mask->layers[t - 1], k) : run_.mask->chain({{k, k + 1}}, t))
      for (Whole j = from; j < end; ++j) members.push_back(number_of(j + 1));
    return make_set(std::move(members));
  }

 private:
  static Num number(const Quotient& x) {
    const std::optional<Num> constant = x.constant();
    if (!constant) throw LimitMet{};
    return *constant;
  }
  Whole p() const { return run_.mask ? run_.mask->layers.size() : 1; }
  Num swept() const {
    return number_of(run_.increasing ? 1 : p() * (run_.sizes.n - (run_.mask ? 1 : 0))) * q_;
  }
  Quotient entry(Whole r, Whole k) const {  // of an input with increasing columns
    if (!run_.increasing) throw Unknown{};
    return run_.sizes.d == 1 ? start_[k]
                             : Quotient::variable(run_.sizes.n + 1 + k * run_.sizes.d + r - 1);
  }
  // The id after t layers: whole turns, or, where columns increase, so many that it is known
  // whether that of the window x_k is among them; and after each layer behind the sweeps.
  Quotient after_layers(const Quotient& t, Whole k) const {
    const std::optional<Num> constant = t.constant();
    if (constant) {
      defined(constant->is_integer() && constant->sign() >= 0);
      if (swept() < *constant) return after(index(*constant - swept(), 1, run_.last))[k];
    }
    if (run_.increasing) {
      const bool is_whole = std::all_of(t.above.begin(), t.above.end(), [](const auto& term) {
        return Num(term.second).is_integer();
      });
      const auto range = ends(t);
      if (!is_whole || !range || range->first.sign() < 0 || swept() < range->second ||
          t.below != Quotient().below)
        throw Unknown{};
      const unsigned beyond = signs(t - start_[k]);
      if ((beyond & positive) && beyond != positive) throw Unknown{};
      return beyond == positive ? moved_[0][k] : start_[k];
    }
    const Num turns = number(t) / (number_of(p()) * q_);
    if (HARDMAX_FAULT(check_forms_layers, !turns.is_integer(), false)) throw Unknown{};
    return turns < number_of(turn_[k]) ? start_[k] : moved_[0][k];
  }
  Whole encoding(Whole k) const {  // in real units
    const Whole i =
        static_cast<Whole>(std::find(run_.order.begin(), run_.order.end(), k) - run_.order.begin());
    return !run_.mask ? i : i == 0 ? run_.sizes.n - 1 : i - 1;
  }
  bool attends(Whole t, Whole k, Whole j) const {
    return run_.mask ? run_.mask->attends(run_.mask->layer_of(t), k, j) : j != k || !run_.others;
  }
  // After t layers behind the sweeps: every id is positive, and gets c times the largest that it
  // attends to, which must be the same token's for every input.
  const std::vector<Quotient>& after(Whole t) const {
    while (moved_.size() <= t) {
      const std::vector<Quotient> now = moved_.back();
      std::vector<Quotient> next = now;
      for (Whole k = 0; k < run_.sizes.n; ++k) {
        const Quotient* best = nullptr;
        for (Whole j = 0; j < run_.sizes.n; ++j) {
          if (!attends(moved_.size(), k, j)) continue;
          const unsigned order = best ? signs(now[j] - *best) : positive;
          if ((order & negative) && (order & positive)) throw Unknown{};
          if (order & positive) best = &now[j];
        }
        defined(best != nullptr);
        next[k] = next[k] + Quotient(run_.c) * *best;
      }
      moved_.push_back(std::move(next));
    }
    return moved_[t];
  }

  StructuralRun run_;
  Num D_, q_, w_, largest_;
  std::vector<Whole> turn_;  // of each token, after which it is moved
  std::vector<Quotient> start_;
  mutable std::vector<std::vector<Quotient>> moved_;  // [t]: after the sweeps and t more layers
};

}  // namespace

bool binds_one_input(const Node& f) { return binds_one_input(f, false); }

// Words are places: FormName::layers asks them.
Vocabulary names_of_forms(bool pattern, const StageNames& stages) {
  Vocabulary out{{std::begin(known_names), std::end(known_names)},
                 {stages.quantizer.c_str(), stages.sweep.c_str(), stages.last.c_str()}};
  if (pattern) {
    out.names.resize(out.names.size() - of_dense);
    out.words.push_back(stages.values.c_str());
  } else {
    out.names.erase(out.names.begin() + of_all, out.names.end() - of_dense);
  }
  return out;
}

FormsOfRun forms_of_run(const StructuralRun& run) {
  const Whole bits = static_cast<Whole>(64 - __builtin_clzll(run.sizes.D));
  if (run.sizes.n > 64 || run.last > 64 ||
      run.last * (run.sizes.n * run.sizes.d + 1) * bits > 1 << 14)
    return {};
  const auto model = std::make_shared<const RunForms>(run);
  return {[model](const Formula& domain) {
            return !domain.over_inputs && !domain.over_reals &&
                   evaluator_of_forms(domain, *model)->decide().truth == Truth::yes;
          },
          [model, increasing = run.increasing](const Formula& formula) {
            if (formula.over_reals || !binds_one_input(*formula.root, increasing)) return false;
            const Outcome outcome = evaluator_of_forms(formula, *model)->decide();
            return outcome.truth == Truth::yes && !outcome.vacuous;
          }};
}

}  // namespace hardmax::check
