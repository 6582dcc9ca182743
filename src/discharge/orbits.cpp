#include "discharge/orbits.hpp"

#include <algorithm>
#include <functional>

#include "claim/syntax.hpp"

namespace hardmax {

namespace {

using claim::Node;
using claim::NodePtr;
using claim::Op;

// name(H) = 1, H the variable in `slot`.
bool says_one(const Node& node, std::size_t name, std::size_t slot) {
  if (node.op != Op::comparison || node.parts.size() != 2 ||
      node.relations.front() != claim::Relation::equal)
    return false;
  const Node &left = *node.parts[0], &right = *node.parts[1];
  return left.op == Op::accessor && left.index == name && left.parts.size() == 1 &&
         left.parts[0]->op == Op::variable && left.parts[0]->index == slot &&
         right.op == Op::integer && right.number == Rational(1);
}

bool any_argument_list(const Node& node) {
  if (node.op == Op::accessor && !node.parts.empty()) return true;
  const auto within = [](const NodePtr& part) { return part && any_argument_list(*part); };
  return within(node.where) || std::any_of(node.parts.begin(), node.parts.end(), within) ||
         std::any_of(node.binders.begin(), node.binders.end(), [&](const claim::Binder& binder) {
           return within(binder.first) || within(binder.last);
         });
}

// Of one list of binders: `distinct` becomes false where it asks for less. False: it does not ask
// for sorted inputs.
bool asks(const Node& node, std::size_t sorted, std::size_t category, bool& distinct) {
  std::optional<std::size_t> slot;
  for (const claim::Binder& binder : node.binders) {
    if (binder.domain == claim::Binder::Domain::inputs) {
      if (slot) return false;
      slot = binder.slot;
    } else if ((binder.first && any_argument_list(*binder.first)) ||
               (binder.last && any_argument_list(*binder.last))) {
      return false;
    }
  }
  if (!slot) return true;  // no binder over inputs
  if (!node.where) return false;
  const Node& where = *node.where;
  if (where.op != Op::conjunction) {
    distinct = false;
    return says_one(where, sorted, *slot);
  }
  if (!says_one(*where.parts[0], sorted, *slot)) return false;
  distinct = distinct && says_one(*where.parts[1], category, *slot);
  return true;
}

bool all_ask(const Node& node, std::size_t sorted, std::size_t category, bool& distinct,
             bool& any) {
  const bool over_inputs =
      std::any_of(node.binders.begin(), node.binders.end(),
                  [](const claim::Binder& b) { return b.domain == claim::Binder::Domain::inputs; });
  if (over_inputs && !asks(node, sorted, category, distinct)) return false;
  any = any || over_inputs;
  const auto within = [&](const NodePtr& part) {
    return !part || all_ask(*part, sorted, category, distinct, any);
  };
  return within(node.where) && std::all_of(node.parts.begin(), node.parts.end(), within) &&
         std::all_of(node.binders.begin(), node.binders.end(), [&](const claim::Binder& binder) {
           return within(binder.first) && within(binder.last);
         });
}

}  // namespace

std::optional<Asked> asks_for_sorted(const claim::Formula& formula, std::size_t sorted,
                                     std::size_t category) {
  bool distinct = true, any = false;
  if (!all_ask(formula.root(), sorted, category, distinct, any) || !any) return std::nullopt;
  return Asked{distinct};
}

std::optional<std::vector<std::uint64_t>> sorted_inputs(const std::vector<Rational>& ids,
                                                        const std::vector<bool>& in_range,
                                                        std::size_t tokens, bool distinct,
                                                        std::size_t most) {
  std::vector<std::uint64_t> found;
  bool too_many = false;
  // In increasing order, as the first column weighs most.
  const std::function<void(std::size_t, std::uint64_t, const Rational*)> go =
      [&](std::size_t token, std::uint64_t ordinal, const Rational* last) {
        if (token == tokens) {
          too_many = found.size() == most;
          if (!too_many) found.push_back(ordinal);
          return;
        }
        for (std::size_t column = 0; column < ids.size() && !too_many; ++column) {
          if (distinct && !in_range[column]) continue;
          if (last != nullptr && (distinct ? ids[column] <= *last : ids[column] < *last)) continue;
          go(token + 1, ordinal * ids.size() + column, &ids[column]);
        }
      };
  go(0, 0, nullptr);
  if (too_many) return std::nullopt;
  return found;
}

claim::Value SomeInputs::read(std::size_t accessor, std::span<const claim::Value> arguments) const {
  std::vector<claim::Value> of_all(arguments.begin(), arguments.end());
  for (claim::Value& argument : of_all) {
    if (auto* const input = std::get_if<claim::Input>(&argument))
      input->ordinal = ordinals_[input->ordinal];
  }
  return all_->read(accessor, of_all);
}

}  // namespace hardmax
