// The names and numbers of formulas as terms of a flat graph; formula_compiler.cpp has their truth.
#include <algorithm>

#include "discharge/formula_compiler.hpp"
#include "exact/error.hpp"

namespace hardmax {

using claim::Node;
using claim::NodePtr;
using claim::Op;
using claim::Type;

namespace {
constexpr std::int64_t kMaxPower = 16;
constexpr std::size_t kMostKept = std::size_t{1} << 13;
}  // namespace

Term FlatNames::read(const NameCall& call) {
  const auto [n, d, D] = context_.parameters;
  const auto& built = *context_.construction;
  const std::size_t layers = built.network.size();
  const Rational delta = Rational(1) / Rational(D);
  switch (call.name()) {
    case Name::G_: {
      const auto r = call.index(1, 1, d) - 1;
      return delta * network_.input(r, call.index(2, 1, n) - 1);
    }
    case Name::entry_: {
      const auto t = call.index(0, 0, layers);
      const auto r = call.index(2, 1, d) - 1;
      return delta * network_.entry(t, r, call.index(3, 1, n) - 1);
    }
    case Name::v_: {
      const auto t = call.index(0, 0, layers);
      return delta * network_.id(t, call.index(2, 1, n) - 1);
    }
    case Name::head_: {
      const auto t = call.index(0, 1, layers) - 1;
      const auto* attention = std::get_if<Attention>(&built.network.layers()[t]);
      if (attention == nullptr) throw NotFlat("a layer that is no attention layer");
      const auto h = call.index(1, 1, attention->heads.size()) - 1;
      return delta * network_.head(t, h, call.index(3, 1, n) - 1);
    }
    case Name::z_: return delta * network_.id(0, call.index(1, 1, n) - 1);
    case Name::zt_: return delta * network_.id(built.selective_layers, call.index(1, 1, n) - 1);
    case Name::M_: {
      const auto t = built.selective_layers + call.index(0, 0, built.s);
      return delta * network_.id(t, call.index(2, 1, n) - 1);
    }
    case Name::id_: return delta * network_.id(layers, call.index(1, 1, n) - 1);
    default: throw NotFlat("the name " + run_vocabulary()[call.accessor].name + " of an input");
  }
}

std::uint64_t FlatNames::stride(std::uint32_t leaf) const {
  std::uint64_t stride = 1;
  for (std::uint64_t i = context_.parameters.n * context_.parameters.d; i-- > leaf + 1U;)
    stride *= context_.parameters.D;
  return stride;
}

const Term& FormulaCompiler::counted(const Term& value) {
  if ((atoms_ += value.parts.size()) > most_atoms_)
    throw TooManyInstances("numbers of more than " + std::to_string(most_atoms_) + " entries");
  return value;
}

Term FormulaCompiler::number(const Node& node, Test reach) {
  const Facts& facts = facts_.at(&node);
  if (!facts.depends) return Term(std::get<Rational>(evaluator_.value(node)));
  if (!keeps_ || !facts.kept) return counted(number_afresh(node, reach));
  Key key{&node, {}};
  for (std::size_t i = 0; i < facts.slots.size(); ++i) key.stamps[i] = stamps_[facts.slots[i]];
  if (const auto known = kept_.find(key); known != kept_.end()) return counted(known->second);
  Term value = number_afresh(node, reach);
  counted(value);
  // Only what is defined wherever it is reached: then it does not matter from where it was reached
  // first.
  if (unsure_ == FlatGraph::no && reach != FlatGraph::no) {
    if (kept_.size() >= kMostKept) kept_.clear();
    kept_.emplace(key, value);
  }
  return value;
}

// NOLINTNEXTLINE(readability-function-size): a case an operator
Term FormulaCompiler::number_afresh(const Node& node, Test reach) {
  const auto& parts = node.parts;
  switch (node.op) {
    case Op::variable: {
      const auto it = numbers_.find(node.index);
      if (it == numbers_.end()) throw NotFlat("a binder over what depends on the input");
      return it->second;
    }
    case Op::accessor: return read(node, reach);
    case Op::negate: return Rational(-1) * number(*parts[0], reach);
    case Op::sum: {
      Term total = number(*parts[0], reach);
      for (std::size_t i = 1; i < parts.size(); ++i) {
        const Term x = number(*parts[i], reach);
        total = node.inverse[i] ? total - x : total + x;
      }
      return total;
    }
    case Op::product: return product(node, reach);
    case Op::power: {
      if (parts.size() != 2) throw NotFlat("a tower of powers");
      const Term base = number(*parts[0], reach);
      const auto exponent = constant_number(*parts[1], reach).to_int64();
      if (!exponent || *exponent < 0 || *exponent > kMaxPower)
        throw NotFlat("a power of what depends on the input");
      Term result(Rational(1));
      for (std::int64_t i = 0; i < *exponent; ++i) result = graph_.product(result, base);
      return result;
    }
    case Op::floor: return graph_.floor(number(*parts[0], reach));
    case Op::abs: return graph_.absolute(number(*parts[0], reach));
    case Op::mod: {
      const Term a = number(*parts[0], reach);
      const Rational by = constant_number(*parts[1], reach);
      if (by.sign() <= 0) throw NotFlat("mod by what is not positive");
      return telescopes_ ? a - by * graph_.floor(Rational(1) / by * a) : graph_.remainder(a, by);
    }
    case Op::list_max:
    case Op::list_min: {
      std::vector<Term> terms;
      terms.reserve(parts.size());
      for (const NodePtr& p : parts) terms.push_back(number(*p, reach));
      return node.op == Op::list_max ? graph_.max(std::move(terms)) : graph_.min(terms);
    }
    case Op::over_sum: {
      std::vector<Term> terms;
      instances(node, reach, true, [&](Test where) {
        if (!one_) throw NotFlat("a sum over many layers");
        const Term x = number(*node.parts[0], graph_.both(reach, where));
        terms.push_back(graph_.select(where, x, Term()));
        return true;
      });
      return sum_of(std::move(terms));
    }
    case Op::over_prod: {
      Term total(Rational(1));
      instances(node, reach, false, [&](Test where) {
        if (!one_) throw NotFlat("a product over many layers");
        const Term x = number(*node.parts[0], graph_.both(reach, where));
        total = graph_.product(total, graph_.select(where, x, Term(Rational(1))));
        return true;
      });
      return total;
    }
    case Op::over_max:
    case Op::over_min: return extreme(node, reach);
    default: throw NotFlat("choose or card of what depends on the input");
  }
}

// Of numbers and inputs, as names of the run take them.
claim::Value FormulaCompiler::argument(const Node& node, Test reach) {
  if (node.type == Type::input) return claim::Input{0};
  if (!depends(node)) return evaluator_.value(node);
  if (node.type != Type::number) throw NotFlat("an argument that depends on the input");
  const Term x = number(node, reach);
  if (!x.is_constant()) throw NotFlat("an index that depends on the input");
  return x.constant;
}

std::vector<Term> FormulaCompiler::terms(const Node& accessor, Test reach) {
  std::vector<Term> arguments;
  for (const NodePtr& part : accessor.parts) {
    if (part->type != Type::number) throw NotFlat("an argument that is no number");
    arguments.push_back(number(*part, reach));
  }
  return arguments;
}

InputNames::Progression FormulaCompiler::progression(const Node& set, Test reach) {
  return names_.set_at_terms(set.index, terms(set, reach));
}

Term FormulaCompiler::read(const Node& node, Test reach) {
  if (names_.over_ranges()) {
    const std::vector<Term> at = terms(node, reach);
    if (!std::all_of(at.begin(), at.end(), [](const Term& x) { return x.is_constant(); }))
      return names_.read_at_terms(node.index, at);
  }
  const NameCall call{node.index, {}, &names_.vocabulary()};
  std::optional<Term> layer;
  std::vector<claim::Value> arguments;
  bool of_input = false;
  for (const NodePtr& part : node.parts) {
    of_input = of_input || part->type == Type::input;
    if (arguments.empty() && (names_.of_layer(node.index) || names_.of_other_layer(node.index)) &&
        depends(*part)) {
      layer = number(*part, reach);
      arguments.emplace_back(layer->constant);
      if (layer->is_constant()) layer.reset();
    } else {
      arguments.push_back(argument(*part, reach));
    }
  }
  if (layer) return names_.read_at({call.accessor, arguments, call.vocabulary}, *layer);
  if (of_input) return names_.read({call.accessor, arguments, call.vocabulary});
  const claim::Value value = model_.read(node.index, arguments);
  if (!std::holds_alternative<Rational>(value))
    throw NotFlat("a name whose value is no rational number");
  return Term(std::get<Rational>(value));
}

claim::Set FormulaCompiler::constant_set(const Node& node, Test reach) {
  if (!depends(node)) return std::get<claim::Set>(evaluator_.value(node));
  claim::Set members;
  switch (node.op) {
    case Op::accessor: {
      std::vector<claim::Value> arguments;
      for (const NodePtr& part : node.parts) arguments.push_back(argument(*part, reach));
      return std::get<claim::Set>(model_.read(node.index, arguments));
    }
    case Op::set:
      for (const NodePtr& part : node.parts) members.push_back(constant_number(*part, reach));
      std::sort(members.begin(), members.end());
      members.erase(std::unique(members.begin(), members.end()), members.end());
      return members;
    default: throw NotFlat("a set that depends on the input");
  }
}

Rational FormulaCompiler::constant_number(const Node& node, Test reach) {
  const Term x = number(node, reach);
  if (!x.is_constant())
    throw NotFlat("a divisor, an exponent or an end of a range that depends on the input");
  return x.constant;
}

Term FormulaCompiler::product(const Node& node, Test reach) {
  Term total = number(*node.parts[0], reach);
  for (std::size_t i = 1; i < node.parts.size(); ++i) {
    if (node.inverse[i]) {
      const Rational by = constant_number(*node.parts[i], reach);
      if (by.is_zero()) throw Undefined("division by zero");
      total = Rational(1) / by * total;
    } else {
      total = graph_.product(total, number(*node.parts[i], reach));
    }
  }
  return total;
}

// max and min over binders; where no instance holds, it is undefined.
Term FormulaCompiler::extreme(const Node& node, Test reach) {
  const Rational sign = node.op == Op::over_max ? 1 : -1;
  std::vector<Term> always;
  std::vector<std::pair<Term, Test>> sometimes;
  instances(node, reach, false, [&](Test where) {
    Term x = sign * number(*node.parts[0], graph_.both(reach, where));
    if (where == FlatGraph::yes) {
      always.push_back(std::move(x));
    } else {
      sometimes.emplace_back(std::move(x), where);
    }
    return true;
  });
  if (always.empty() && sometimes.empty()) throw Undefined("max or min of nothing");
  std::optional<Term> best;
  Test found = FlatGraph::no;
  if (!always.empty()) {
    best = graph_.max(std::move(always));
    found = FlatGraph::yes;
  }
  for (const auto& [x, where] : sometimes) {
    if (!best) {
      best = x;
    } else {
      const Test better =
          graph_.both(where, graph_.either(graph_.negate(found), graph_.less(*best, x)));
      best = graph_.select(better, x, *best);
    }
    found = graph_.either(found, where);
  }
  const Test nothing = graph_.both(reach, graph_.negate(found));
  if (nothing == FlatGraph::yes) throw Undefined("max or min of nothing");
  unsure_ = graph_.either(unsure_, nothing);
  return sign * *best;
}

}  // namespace hardmax
