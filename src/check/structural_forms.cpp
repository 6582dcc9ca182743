#include "check/structural_forms.hpp"

#include <algorithm>
#include <set>

#include "check/text.hpp"

namespace hardmax::check {

unsigned signs_of_form(const Quotient& x, const Num& largest) {
  if (x.below.size() != 1 || !x.below.begin()->first.empty()) return negative | zero | positive;
  Num low, high;
  for (const auto& [exponents, factor] : x.above) {
    Whole degree = 0;
    for (const unsigned e : exponents) degree += e;
    if (degree > 1) return negative | zero | positive;
    const Num end = degree == 0 ? Num(factor) : Num(factor) * largest;
    if (degree == 0 || end.sign() < 0) low = low + end;
    if (degree == 0 || end.sign() > 0) high = high + end;
  }
  return (low.sign() < 0 ? negative : 0u) | (high.sign() > 0 ? positive : 0u) | (low.sign() <= 0 && high.sign() >= 0 ? zero : 0u);   // the denominator is positive
}

// Where two inputs are bound at once, or a sum, a set or a maximum runs over inputs, one that stands for all says nothing.
static bool binds_inputs(const Node& f, bool below) {
  const auto binders = std::count_if(f.kids.begin(), f.kids.end(), [](const NodePtr& kid) { return kid->op == Op::inputs; });
  if (binders > 0 && (below || binders > 1 || f.op != Op::over || f.text != "&")) return false;
  return std::all_of(f.kids.begin(), f.kids.end(), [&](const NodePtr& kid) { return binds_inputs(*kid, below || binders > 0); });
}
bool binds_one_input(const Node& formula) { return binds_inputs(formula, false); }

namespace {

struct FormName : Common {
  enum : int { q = own, p, s, c, shift, gamma, A, S, E, layers, positional, extended, category, z, zt, M, id, v };
};
constexpr Type N = Type::Num;
constexpr Known known_names[] = {
    {"n", "", N, FormName::n}, {"d", "", N, FormName::d}, {"D", "", N, FormName::D}, {"delta", "", N, FormName::delta}, {"Delta", "", N, FormName::Delta}, {"q", "", N, FormName::q},
    {"c", "", N, FormName::c}, {"shift", "", N, FormName::shift}, {"layers", "W", N, FormName::layers}, {"z", "IN", N, FormName::z}, {"zt", "IN", N, FormName::zt},
    {"id", "IN", N, FormName::id}, {"v", "NIN", N, FormName::v}, {"p", "", N, FormName::p}, {"s", "", N, FormName::s}, {"gamma", "N", N, FormName::gamma},
    {"A", "NN", Type::Set, FormName::A}, {"S", "NN", Type::Set, FormName::S}, {"E", "N", N, FormName::E}, {"M", "NIN", N, FormName::M},
    {"positional", "", N, FormName::positional}, {"extended", "", N, FormName::extended}, {"category", "I", N, FormName::category}};

// Ids in units of delta: x_k is the column of token k, before its encoding.
class RunForms final : public FormModel {
 public:
  explicit RunForms(const StructuralRun& run) : run_(run), D_(number_of(run.sizes.D)), q_(run.sizes.value(1, 0)), w_((q_ - Num(1)) / (D_ - Num(1))), largest_(q_ - Num(1)) {
    const Whole n = run.sizes.n;
    turn_.resize(n), start_.resize(n), moved_.resize(1), moved_[0].resize(n);
    for (Whole i = 0; i < n; ++i) {
      const Whole k = run.order[i];
      turn_[k] = i + (run.mask ? 0 : 1);
      start_[k] = Quotient::variable(k) + Quotient(number_of(encoding(k)) * D_ * w_);
    }
    for (Whole i = 0; i < n; ++i) {   // own + q (largest - least), as the argument says which these are; gamma(1) of yun2020b stays
      const Whole k = run.order[i];
      const Quotient &before = i == 0 ? start_[run.order[n - 1]] : moved_[0][run.order[i - 1]], &own = start_[k];
      const Quotient least = !run.others ? own : i + 1 < n ? start_[run.order[i + 1]] : moved_[0][run.order[0]];
      moved_[0][k] = run.mask && i == 0 ? own : own + Quotient(q_) * (before - least);
    }
  }

  std::size_t columns() const override { return run_.sizes.n + 1; }   // and one for what is not known of the input
  const Num& largest() const override { return largest_; }
  static const Vocabulary& names(bool of_yun2020b) {
    static const Vocabulary with_pattern{{std::begin(known_names), std::end(known_names) - 3}, {"quantize", "selective_shift", "all_max_shift", "value"}};
    static const Vocabulary dense{{std::begin(known_names), std::begin(known_names) + 13}, {"quantize", "selective_shift", "global_shift"}};
    static const Vocabulary all = [] {
      Vocabulary out = dense;
      out.names.insert(out.names.end(), std::end(known_names) - 3, std::end(known_names));
      return out;
    }();
    return of_yun2020b ? with_pattern : all;
  }

  Quotient form(int name, const Num* a) const override {   // in the papers' real units
    const Whole n = run_.sizes.n;
    const auto token = [&](const Num& k) { return index(k, 1, n) - 1; };
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
      case FormName::positional: return whole(1);
      case FormName::extended: return whole(0);
      case FormName::category: return whole(1) + Quotient(Num(1) / largest_) * Quotient::variable(n);   // from 1 to 2: no entry is out of range
      case FormName::gamma: return whole(run_.order[token(a[0])] + 1);
      case FormName::E: return whole(encoding(token(a[0])));
      case FormName::layers: {
        const Whole stage = index(a[0], 0, 3);
        if (stage != 1 && stage != 2) throw Unknown{};
        return stage == 1 ? Quotient(swept()) : whole(run_.last);
      }
      case FormName::z: return delta * start_[token(a[0])];
      case FormName::zt: return delta * moved_[0][token(a[0])];
      case FormName::id: return delta * after(run_.last)[token(a[0])];
      case FormName::M: {
        const Whole t = index(a[0], 0, run_.last);
        return delta * after(t)[token(a[1])];
      }
      case FormName::v: {   // after whole turns, and after each layer behind them
        const Num turns = a[0] / (number_of(p()) * q_);
        const Whole k = token(a[1]);
        defined(a[0].is_integer() && a[0].sign() >= 0);
        if (swept() < a[0]) return delta * after(index(a[0] - swept(), 1, run_.last))[k];
        if (!turns.is_integer()) throw Unknown{};
        return delta * (turns < number_of(turn_[k]) ? start_[k] : moved_[0][k]);
      }
      default: throw Unknown{};
    }
  }

  Set set(int name, const Num* a) const override {
    const bool is_A = name == FormName::A;
    const Whole t = index(a[0], 1, is_A ? p() : 1 << 16), k = index(a[1], 1, run_.sizes.n) - 1;
    std::vector<Num> members;
    for (const auto& [from, end] : is_A ? run_.mask->row(run_.mask->layers[t - 1], k) : run_.mask->chain({{k, k + 1}}, t))
      for (Whole j = from; j < end; ++j) members.push_back(number_of(j + 1));
    return make_set(std::move(members));
  }

 private:
  Whole p() const { return run_.mask ? run_.mask->layers.size() : 1; }
  Num swept() const { return number_of(p() * (run_.sizes.n - (run_.mask ? 1 : 0))) * q_; }
  Whole encoding(Whole k) const {   // in real units
    const Whole i = static_cast<Whole>(std::find(run_.order.begin(), run_.order.end(), k) - run_.order.begin());
    return !run_.mask ? i : i == 0 ? run_.sizes.n - 1 : i - 1;
  }
  bool attends(Whole t, Whole k, Whole j) const { return run_.mask ? run_.mask->attends(run_.mask->layer_of(t), k, j) : j != k || !run_.others; }
  // After t layers behind the sweeps: every id is positive, and gets c times the largest that it attends to, which must be the same token's for every input.
  const std::vector<Quotient>& after(Whole t) const {
    while (moved_.size() <= t) {
      const std::vector<Quotient> now = moved_.back();
      std::vector<Quotient> next = now;
      for (Whole k = 0; k < run_.sizes.n; ++k) {
        const Quotient* best = nullptr;
        for (Whole j = 0; j < run_.sizes.n; ++j) {
          if (!attends(moved_.size(), k, j)) continue;
          const unsigned order = best ? signs_of_form(now[j] - *best, largest_) : positive;
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
  std::vector<Whole> turn_;                          // of each token, after which it is moved
  std::vector<Quotient> start_;
  mutable std::vector<std::vector<Quotient>> moved_;   // [t]: after the sweeps and t more layers
};

}  // namespace

std::function<bool(const Entry&)> shown_by_forms(const StructuralRun& run) {
  const Whole bits = static_cast<Whole>(64 - __builtin_clzll(run.sizes.D));
  const bool small = run.sizes.n <= 64 && run.last <= 64 && run.last * (run.sizes.n * run.sizes.d + 1) * bits <= 1 << 14;
  return [run, small, model = std::shared_ptr<const RunForms>()](const Entry& claim) mutable {
    static const std::set<std::string> assumption = {"yun2020b.A1.1", "yun2020b.A1.2", "yun2020b.A1.3"};
    const bool is_made = std::all_of(claim.needs.begin(), claim.needs.end(), [](const std::string& id) { return assumption.count(id) != 0; });
    if (!small || !is_made || !claim.has_formal) return false;
    if (!model) model = std::make_shared<const RunForms>(run);
    try {
      const Vocabulary& names = RunForms::names(run.mask != nullptr);
      const Formula domain = parse_formula(claim.domain, claim.where, names), formula = parse_formula(claim.formal, claim.where, names);
      if (domain.over_inputs || formula.over_reals || !binds_one_input(*formula.root)) return false;
      if (evaluator(domain, *model)->decide().truth != Truth::yes) return false;
      const Outcome outcome = evaluator_of_forms(formula, *model)->decide();
      return outcome.truth == Truth::yes && !outcome.vacuous;
    } catch (const Rejected&) {     // names of other things
      return false;
    } catch (const Incomplete&) {   // beyond what forms tell
      return false;
    }
  };
}

}  // namespace hardmax::check
