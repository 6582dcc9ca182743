// What is known of the parts of a formula before they are gone to: which depend on the input, which
// names layers are made of, which numbers are kept. And parts of few entries as tables.
#include <algorithm>

#include "discharge/formula_compiler.hpp"
#include "discharge/unions.hpp"
#include "exact/error.hpp"

namespace hardmax {

using claim::Node;
using claim::NodePtr;
using claim::Op;
using claim::Truth;
using claim::Type;

namespace {

constexpr std::int64_t kWideRange = 32;
constexpr std::int64_t kLongDistinct = 1024;
constexpr std::uint64_t kMaxTable = 1024;
constexpr std::size_t kMaxTabulated = std::size_t{1} << 16;

// The names bound within a part, and the terms of the input it reads.
struct Reads {
  std::set<std::size_t> bound;
  std::vector<const Node*> variables, accessors;
  bool inputs_bound = false;

  explicit Reads(const Node& node) { visit(node); }
  void visit(const Node& node) {
    for (const claim::Binder& binder : node.binders) {
      bound.insert(binder.slot);
      inputs_bound = inputs_bound || binder.domain == claim::Binder::Domain::inputs;
      if (binder.first) visit(*binder.first);
      if (binder.last) visit(*binder.last);
    }
    if (node.op == Op::let) bound.insert(node.index);
    if (node.op == Op::variable) variables.push_back(&node);
    if (node.op == Op::accessor) accessors.push_back(&node);
    if (node.where) visit(*node.where);
    for (const NodePtr& p : node.parts) visit(*p);
  }
};

}  // namespace

// Which names the layers are made of at which something of a layer is read.
void FormulaCompiler::find_layers(const Node& node) {
  const auto made_of = [&](const Node& part) {
    std::set<std::size_t> slots;
    const Reads reads(part);
    for (const Node* variable : reads.variables) {
      const auto let = made_of_.find(variable->index);
      if (let == made_of_.end()) {
        if (!reads.bound.contains(variable->index)) slots.insert(variable->index);
      } else {
        slots.insert(let->second.begin(), let->second.end());
      }
    }
    return slots;
  };
  const auto within = [&](const NodePtr& part) {
    if (part) find_layers(*part);
  };
  if (node.op == Op::accessor && names_.of_other_layer(node.index)) {
    for (const std::size_t slot : made_of(*node.parts[0])) layer_slots_.emplace(slot, false);
  } else if (node.op == Op::accessor && names_.of_layer(node.index)) {
    const Node& layer = *node.parts[0];  // t, or t and a number
    const auto plain = [](const NodePtr& part) {
      return part->op == Op::variable || part->op == Op::integer;
    };
    const std::set<std::size_t> slots = made_of(layer);
    const std::vector<const Node*> variables = Reads(layer).variables;
    const bool itself =
        variables.size() == 1 && slots.contains(variables[0]->index) &&
        (layer.op == Op::variable ||
         (layer.op == Op::sum && std::all_of(layer.parts.begin(), layer.parts.end(), plain)));
    for (const std::size_t slot : slots) layer_slots_[slot] = layer_slots_[slot] || itself;
  }
  for (const claim::Binder& binder : node.binders) {
    within(binder.first);
    within(binder.last);
  }
  within(node.where);
  for (std::size_t i = 0; i < node.parts.size(); ++i) {
    within(node.parts[i]);
    if (node.op == Op::let && i == 0) made_of_[node.index] = made_of(*node.parts[0]);
  }
}

// The truth of a part for each of so many combinations of the values of entries.
FormulaCompiler::Part FormulaCompiler::table_of(const Node& node, Test reach,
                                                const Entries& entries,
                                                std::uint64_t combinations) {
  Part table{FlatGraph::no, FlatGraph::no};
  for (std::uint64_t i = 0; i < combinations; ++i) {
    Test here = FlatGraph::yes;
    std::uint64_t ordinal = 0;
    std::uint64_t rest = i;
    for (const auto& [leaf, entry] : entries) {
      here = graph_.both(here, graph_.equal(entry.first, Term(Rational(rest % entry.second))));
      ordinal += rest % entry.second * names_.stride(leaf);
      rest /= entry.second;
    }
    evaluator_.bind(input_slot_, claim::Input{ordinal});
    try {
      const claim::Verdict verdict = evaluator_.decide(node);
      if (verdict.truth == Truth::yes) table.truth = graph_.either(table.truth, here);
      if (verdict.vacuous) table.vacuous = graph_.either(table.vacuous, here);
      if (verdict.truth == Truth::unknown)
        unsure_ = graph_.either(unsure_, graph_.both(reach, here));
    } catch (const Undefined&) {
      unsure_ = graph_.either(unsure_, graph_.both(reach, here));
    } catch (const LimitReached&) {
      unsure_ = graph_.either(unsure_, graph_.both(reach, here));
    }
  }
  return table;
}

// A part that depends on few entries of the input: its truth for each of their values, from the
// evaluator.
std::optional<FormulaCompiler::Part> FormulaCompiler::tabulate(const Node& node, Test reach) {
  if (input_slot_ == Node::none || !depends(node) || names_.stride(0) == 0) return std::nullopt;
  const Reads reads(node);
  if (reads.inputs_bound) return std::nullopt;
  const auto outer = [&](const Node& variable) { return !reads.bound.contains(variable.index); };
  for (const Node* variable : reads.variables) {
    if (outer(*variable) && variable->index != input_slot_ && slot_depends_.at(variable->index))
      return std::nullopt;
  }
  Entries entries;
  std::uint64_t combinations = 1;
  for (const Node* accessor : reads.accessors) {
    if (!depends(*accessor)) continue;
    const Reads arguments(*accessor);
    if (!std::all_of(arguments.variables.begin(), arguments.variables.end(),
                     [&](const Node* v) { return outer(*v); }))
      return std::nullopt;
    Term term;
    try {
      term = number(*accessor, reach);
    } catch (const std::runtime_error&) {
      return std::nullopt;
    }
    for (const auto& [atom, c] : term.parts) {
      const auto leaf = graph_.leaf_of(atom);
      if (!leaf) return std::nullopt;
      Term itself;
      itself.parts.emplace_back(atom, 1);
      const auto values = static_cast<std::uint64_t>(*graph_.bounds(itself).high.to_int64()) + 1;
      if (entries.emplace(*leaf, std::pair(itself, values)).second) combinations *= values;
      if (combinations > kMaxTable) return std::nullopt;
    }
  }
  tabulated_ += combinations;
  if (tabulated_ > kMaxTabulated) throw NotFlat("large tables");
  return table_of(node, reach, entries, combinations);
}

// Long ranges that are the same for all choices of the other names.
void FormulaCompiler::find_ranges(const Node& root) {
  if (root.op != Op::forall) return;
  for (const claim::Binder& binder : root.binders) {
    if (binder.domain != claim::Binder::Domain::range || binder.first->lowest != Node::none ||
        binder.last->lowest != Node::none)
      continue;
    const Rational first = std::get<Rational>(evaluator_.value(*binder.first));
    const auto count =
        (std::get<Rational>(evaluator_.value(*binder.last)) - first + Rational(1)).to_int64();
    if (first.is_integer() && count && *count >= kWideRange)
      ranges_.push_back({binder.slot, first, static_cast<std::uint64_t>(*count)});
  }
}

// Quantifiers under nothing but `and`, what is implied, `let` and other such quantifiers.
void FormulaCompiler::find_claimed(const Node& node) {
  switch (node.op) {
    case Op::forall:
      claimed_.insert(&node);
      find_claimed(*node.parts[0]);
      break;
    case Op::conjunction:
      for (const NodePtr& part : node.parts) find_claimed(*part);
      break;
    case Op::implication:
    case Op::let: find_claimed(*node.parts.back()); break;
    default: break;
  }
}

bool FormulaCompiler::is_further_in(const Node& node, const claim::Binder& binder) const {
  using Domain = claim::Binder::Domain;
  if (!claimed_.contains(&node)) return false;
  if (binder.domain == Domain::range) return facts_.at(binder.last.get()).depends;
  return binder.domain == Domain::set && binder.first->op == Op::accessor &&
         facts_.at(binder.first.get()).depends;
}

bool FormulaCompiler::has_ranges_further_in() const {
  return std::any_of(claimed_.begin(), claimed_.end(), [&](const Node* node) {
    return std::any_of(node->binders.begin(), node->binders.end(),
                       [&](const claim::Binder& binder) { return is_further_in(*node, binder); });
  });
}

std::vector<std::uint64_t> FormulaCompiler::ranges() const {
  std::vector<std::uint64_t> counts;
  for (const Range& range : ranges_) counts.push_back(range.count);
  return counts;
}

bool FormulaCompiler::is_range(const claim::Binder& binder) const {
  return std::any_of(ranges_.begin(), ranges_.end(),
                     [&](const Range& range) { return range.slot == binder.slot; });
}

// Of distinct(x in first..last: e), where it is the same for all choices of the other names, and
// long.
std::optional<std::pair<Rational, Rational>> FormulaCompiler::long_range(const Node& node) {
  const claim::Binder& binder = node.binders[0];
  if (node.op != Op::distinct || node.binders.size() != 1 || node.where ||
      binder.domain != claim::Binder::Domain::range || binder.first->lowest != Node::none ||
      binder.last->lowest != Node::none) {
    return std::nullopt;
  }
  try {
    const Rational first = std::get<Rational>(evaluator_.value(*binder.first)),
                   last = std::get<Rational>(evaluator_.value(*binder.last));
    if (first.is_integer() && last.is_integer() && last - first > Rational(kLongDistinct))
      return std::pair(first, last);
  } catch (const Undefined&) {
  } catch (const LimitReached&) {}
  return std::nullopt;
}

// Returns the names it has from outside.
std::set<std::size_t> FormulaCompiler::find_dependence(const Node& node, std::size_t around) {
  Facts facts;
  std::set<std::size_t> slots, bound;
  for (std::size_t i = 0; i < node.binders.size(); ++i) {
    if (node.binders[i].domain != claim::Binder::Domain::subsets ||
        !decided_by_single_members(node, i))
      continue;
    single_.insert(node.binders[i].slot);
    facts.depends = true;  // so that it is gone through here
  }
  if (node.op == Op::distinct && names_.has_any_of() && long_range(node))
    long_ranges_.insert(&node);
  const auto within = [&](const NodePtr& part) {
    if (!part) return false;
    slots.merge(find_dependence(*part, around));
    return depends(*part);
  };
  for (const claim::Binder& binder : node.binders) {
    bool domain = binder.domain == claim::Binder::Domain::inputs;
    for (const NodePtr* end : {&binder.first, &binder.last}) domain = within(*end) || domain;
    domain =
        domain ||
        (binder.domain == claim::Binder::Domain::range && layer_slots_.contains(binder.slot)) ||
        is_range(binder) || long_ranges_.contains(&node);
    slot_depends_[binder.slot] = domain;
    facts.depends = facts.depends || domain;
    bound.insert(binder.slot);
    around += binder.domain != claim::Binder::Domain::inputs;
  }
  facts.depends = within(node.where) || facts.depends;
  for (std::size_t i = 0; i < node.parts.size(); ++i) {
    facts.depends = within(node.parts[i]) || facts.depends;
    if (node.op == Op::let && i == 0) {
      slot_depends_[node.index] = depends(*node.parts[0]);
      bound.insert(node.index);
      ++around;
    }
  }
  for (const std::size_t slot : bound) slots.erase(slot);
  if (node.op == Op::variable) {
    facts.depends = slot_depends_.at(node.index);
    if (node.type != Type::input) slots.insert(node.index);
  }
  // What has all names around it is another number every time.
  facts.kept = node.type == Type::number && node.op != Op::variable && node.op != Op::integer &&
               slots.size() <= Key{}.stamps.size() && slots.size() < around;
  if (facts.kept) facts.slots.assign(slots.begin(), slots.end());
  facts_[&node] = std::move(facts);
  return slots;
}

// ---- names and numbers that are kept

std::size_t FormulaCompiler::HashOfKey::operator()(const Key& key) const {
  std::uint64_t hash = reinterpret_cast<std::uintptr_t>(key.node);
  for (const std::uint64_t stamp : key.stamps)
    hash = (hash ^ stamp) * 0x9e3779b97f4a7c15U + (hash >> 29);
  return hash;
}

// The same for the same term, whenever it is bound.
std::uint64_t FormulaCompiler::stamp_of(const Term& value) {
  if (value.is_constant()) {
    const auto small = value.constant.to_int64();
    if (small && *small >= 0 && *small < std::int64_t{1} << 62)
      return static_cast<std::uint64_t>(2 * *small);
  }
  const std::size_t hash = hash_of(value);
  for (auto [known, end] = stamped_.equal_range(hash); known != end; ++known) {
    if (known->second.first == value) return known->second.second;
  }
  stamped_.emplace(hash, std::pair(value, fresh_ += 2));
  return fresh_;
}

void FormulaCompiler::bind(std::size_t slot, const claim::Value& value) {
  if (keeps_) {
    const auto* number = std::get_if<Rational>(&value);
    stamps_[slot] = number != nullptr ? stamp_of(Term(*number)) : fresh_ += 2;
  }
  if (const auto* number = std::get_if<Rational>(&value);
      number != nullptr && slot_depends_.at(slot))
    numbers_[slot] = Term(*number);
  evaluator_.bind(slot, value);
}

void FormulaCompiler::bind(std::size_t slot, Term value) {
  if (keeps_) stamps_[slot] = stamp_of(value);
  numbers_[slot] = std::move(value);
}

}  // namespace hardmax
