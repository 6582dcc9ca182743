#include "check/filed_soft.hpp"

namespace hardmax::check {
namespace {

[[noreturn]] void lacks(const std::string& what) {
  throw Incomplete("soft: the construction has " + what + ", whose soft map is not known here");
}

// Does a term reach exp or log?
bool is_irrational(const Described& of, const Term& term) {
  const auto here = [](const Term& one) {
    bool out = false;
    each_term(one, [&](const Term& part) {
      out =
          out || (part.op == TermOp::given && (part.name == static_cast<std::size_t>(Given::log) ||
                                               part.name == static_cast<std::size_t>(Given::exp)));
    });
    return out;
  };
  const std::set<std::size_t> reached = uses_of(of, term).definitions;
  return here(term) || std::any_of(reached.begin(), reached.end(),
                                   [&](std::size_t i) { return here(of.definitions[i].term); });
}

}  // namespace

Real SoftIds::id(const Num* a, std::uint64_t input) const {
  const World& world = run_.world();
  const std::uint64_t n = run_.space().tokens.size(), last = world.loops(run_.file().states).size(),
                      f = index(a[0], 0, last), t = index(a[1], f, last), k = index(a[2], 1, n);
  const Num& w = a[3];
  defined(w.sign() > 0 && !(width_ < w));
  if (known_.size() > 64) known_.clear();
  std::vector<Ids>& states = known_[{f, input, w}];
  if (states.empty()) {
    states.emplace_back(1);
    for (std::uint64_t j = 1; j <= n; ++j) {
      const Num v[] = {a[0], number_of(j)};
      states[0].push_back(run_.number(v_, v, &input));
    }
  }
  while (states.size() <= t - f) {
    const std::uint64_t at = f + states.size();
    const Layer& here = layer(at);
    states.push_back(here.biases.empty() ? states.back()
                                         : after(here, states.back(), scale(at, w)));
  }
  return states[t - f][k];
}

// Every head sees u^T Z for one and the same u, and so does v: what it adds to a column changes the
// id by its multiplier times what the head returns.
const SoftIds::Layer& SoftIds::layer(std::uint64_t t) const {
  if (layers_.size() < t) layers_.resize(t);
  std::optional<Layer>& out = layers_[t - 1];
  if (out) return *out;
  const std::shared_ptr<const BuiltLayer> as_built = run_.world().layer(run_.file().states, t);
  const BuiltLayer& built = *as_built;
  Layer made;
  if (built.identity || built.parts.empty()) return out.emplace(std::move(made));
  if (!built.keeps || !built.keys || built.parts.size() > 2)
    lacks("a layer that is no Z with one or two heads");
  for (const Summand& part : built.parts) {
    const AttentionHead* const head = part.head.get();
    if (head == nullptr || head->external || head->minus_abs || head->value.size() != 1 ||
        head->query.size() != 1 || !(head->value == head->key) ||
        head->query[0].w != head->key[0].w || !part.before || part.before->columns != 1)
      lacks("a head that sees more than one number of a column");
    if (u_.empty()) u_ = head->key[0].w;
    if (u_ != head->key[0].w) lacks("heads that see other numbers of a column");
    Num by;
    for (std::size_t r = 0; r < u_.size(); ++r) by = by + u_[r] * part.before->entry(r, 0);
    by = by * part.factor;
    if (made.biases.empty()) made.multiplier = by;
    if (!made.biases.empty() && !(made.multiplier + by == Num(0)))
      lacks("two heads that are no difference");
    made.biases.push_back(Num(0) - head->query[0].b);
  }
  made.keys.resize(1);
  for (const std::vector<std::size_t>& keys : *built.keys) {
    made.keys.emplace_back();
    for (const std::size_t j : keys) made.keys.back().push_back(j + 1);
  }
  return out.emplace(std::move(made));
}

Real SoftIds::scale(std::uint64_t t, const Num& w) const {
  const LayerInstance instance = run_.world().loops(run_.file().states).instance(t);
  const DescribedStage& stage = run_.file().stages[instance.stage];
  if (!stage.scale) lacks("the stage '" + stage.name + "' without a scale");
  Frame frame{instance.values};
  frame.slots.resize(stage.slots);
  for (std::size_t i = 0; i < stage.lets.size(); ++i)
    frame.slots[stage.let_slot + i] = run_.world().value(stage.lets[i], frame);
  std::vector<Real> slots(stage.slots);
  for (std::size_t i = 0; i < stage.token_slot; ++i)
    if (frame.slots[i].type == TypeOf::number) slots[i] = frame.slots[i].number();
  slots[stage.token_slot] = w;
  return real(*stage.scale, slots);
}

// As terms say it, from left to right; what is rational exactly.
Real SoftIds::real(const Term& term, const std::vector<Real>& slots) const {
  const auto kid = [&](std::size_t i) { return real(term.kids[i], slots); };
  switch (term.op) {
    case TermOp::bound: return slots.at(term.slot);
    case TermOp::minus: return Real(Num(0)) - kid(0);
    case TermOp::definition: {
      const Definition& here = run_.file().definitions[term.name];
      std::vector<Real> arguments;
      for (std::size_t i = 0; i < term.kids.size(); ++i) arguments.push_back(kid(i));
      if (here.chosen) break;
      arguments.resize(std::max(arguments.size(), here.slots));
      return is_irrational(run_.file(), here.term) ||
                     std::any_of(arguments.begin(), arguments.end(),
                                 [](const Real& x) { return !x.is_exact(); })
                 ? real(here.term, arguments)
                 : exact(term, slots);
    }
    case TermOp::given:
      if (term.name == static_cast<std::size_t>(Given::log)) return Enclosures::logarithm(kid(0));
      if (term.name == static_cast<std::size_t>(Given::exp)) return Enclosures::exponential(kid(0));
      break;
    case TermOp::power: {
      Real out = kid(term.kids.size() - 1);
      for (std::size_t i = term.kids.size() - 1; i-- > 0;) out = Enclosures::power(kid(i), out);
      return out;
    }
    case TermOp::fold: {
      if (term.text.find_first_not_of("+-*/") != std::string::npos) break;
      Real out = kid(0);
      for (std::size_t i = 1; i < term.kids.size(); ++i) {
        const Real next = kid(i);
        const char operation = term.text[i - 1];
        out = operation == '+'   ? out + next
              : operation == '-' ? out - next
              : operation == '*' ? out * next
                                 : Enclosures::ratio(out, next);
      }
      return out;
    }
    default: break;
  }
  if (is_irrational(run_.file(), term)) lacks("a scale of another form");
  return exact(term, slots);
}

Real SoftIds::exact(const Term& term, const std::vector<Real>& slots) const {
  Frame frame;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (!slots[i].is_exact() && uses_slot(term, i, i + 1)) lacks("a scale of another form");
    frame.slots.push_back(Quantity::of(slots[i].is_exact() ? slots[i].exact() : Num()));
  }
  frame.slots.resize(std::max<std::size_t>(frame.slots.size(), 256));
  return run_.world().value(term, frame).number();
}

SoftIds::Ids SoftIds::after(const Layer& layer, const Ids& x, const Real& scale) const {
  const Real multiplier = layer.multiplier;
  Ids next(1);
  for (std::size_t k = 1; k < x.size(); ++k) {
    const auto head = [&](std::size_t h) {
      return attend(layer.keys[k], x, x[k] - Real(layer.biases[h]), scale);
    };
    const Head first = head(0);
    if (layer.biases.size() == 1) {
      next.push_back(x[k] + multiplier * (x[first.key] + first.more));
      continue;
    }
    const Head second = head(1);
    const Real apart = first.key == second.key ? Real() : x[first.key] - x[second.key];
    next.push_back(x[k] + multiplier * (apart + (first.more - second.more)));
  }
  return next;
}

// Softmax over the scores x_j factor, about the key r whose score has the interval with the largest
// lower end, at the first precision that knows all: x_r + sum e_j a_j / (1 + sum e_j), a_j = x_j -
// x_r, e_j = exp(scale a_j factor).
SoftIds::Head SoftIds::attend(const std::vector<std::size_t>& keys, const Ids& x,
                              const Real& factor, const Real& scale) const {
  std::size_t r = 0;
  for (std::size_t bits = 64; r == 0; bits *= 2) {
    if (bits > 4096 || keys.empty()) throw LimitMet{};
    Bounds largest;
    for (const std::size_t j : keys) {
      const Bounds score = (x[j] * factor).bounds(bits);
      if (!score.known) {
        r = 0;
        break;
      }
      if (r == 0 || compare(largest.lower, score.lower) < 0) r = j, largest = score;
    }
  }
  Real sum, mass = Num(1);
  for (const std::size_t j : keys) {
    if (j == r) continue;
    const Real away = x[j] - x[r], weight = Enclosures::exponential(scale * (away * factor));
    sum = sum + weight * away;
    mass = mass + weight;
  }
  return {r, Enclosures::ratio(sum, mass)};
}

}  // namespace hardmax::check
