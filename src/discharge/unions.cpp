#include "discharge/unions.hpp"

#include <algorithm>

namespace hardmax {

using claim::Binder;
using claim::Node;
using claim::NodePtr;
using claim::Op;
using claim::Relation;
using claim::Type;

namespace {

class Unions {
 public:
  explicit Unions(std::size_t slot) : slot_(slot) {}

  bool free(const Node& node) const {
    const auto free_part = [&](const NodePtr& part) { return !part || free(*part); };
    if (node.op == Op::variable || node.op == Op::component) {
      if (node.index == slot_) return false;
    }
    return free_part(node.where) && std::all_of(node.parts.begin(), node.parts.end(), free_part) &&
           std::all_of(node.binders.begin(), node.binders.end(), [&](const Binder& binder) {
             return free_part(binder.first) && free_part(binder.last);
           });
  }

  // B != {}
  bool not_empty(const Node& node) const {
    return says_not_empty(node) && node.parts[0]->op == Op::variable &&
           node.parts[0]->index == slot_;
  }

  bool kept(const Node& node) const {
    if (free(node)) return true;
    const auto& parts = node.parts;
    switch (node.op) {
      case Op::conjunction:
        return std::all_of(parts.begin(), parts.end(),
                           [&](const NodePtr& part) { return kept(*part); });
      case Op::implication:
        return parts.size() == 2 && (free(*parts[0]) || not_empty(*parts[0])) && kept(*parts[1]);
      case Op::comparison: return comparison(node);
      case Op::forall: {
        if (node.where && !free(*node.where)) return false;
        if (over_joined(node) && free(*parts[0])) return true;
        return free_domains(node, 0) && kept(*parts[0]);
      }
      default: return false;
    }
  }

  bool free_domains(const Node& node, std::size_t from) const {
    return std::all_of(node.binders.begin() + static_cast<std::ptrdiff_t>(from), node.binders.end(),
                       [&](const Binder& b) {
                         return (!b.first || free(*b.first)) && (!b.last || free(*b.last));
                       });
  }

 private:
  static bool says_not_empty(const Node& node) {
    return node.op == Op::comparison && node.parts.size() == 2 &&
           node.relations[0] == Relation::different && node.parts[0]->type == Type::set &&
           node.parts[1]->op == Op::set && node.parts[1]->parts.empty();
  }

  // The first name is bound over a set that is joined, the others over what does not speak of B.
  bool over_joined(const Node& node) const {
    return !node.binders.empty() && node.binders[0].domain == Binder::Domain::set &&
           joined(*node.binders[0].first) && free_domains(node, 1);
  }

  bool joined(const Node& node) const {
    if (free(node)) return node.type == Type::set || node.type == Type::number;
    switch (node.op) {
      case Op::variable: return node.type == Type::set;
      case Op::list_union:
        return std::all_of(node.parts.begin(), node.parts.end(),
                           [&](const NodePtr& part) { return joined(*part); });
      case Op::over_union:
      case Op::over_max:
        return over_joined(node) && (!node.where || free(*node.where)) && free(*node.parts[0]);
      default: return false;
    }
  }

  bool comparison(const Node& node) const {
    if (says_not_empty(node)) return joined(*node.parts[0]);
    for (std::size_t i = 0; i + 1 < node.parts.size(); ++i) {
      const Node &a = *node.parts[i], &b = *node.parts[i + 1];
      if (!joined(a) || !joined(b) || node.relations[i] == Relation::different) return false;
      if (node.relations[i] == Relation::member && !free(a)) return false;
    }
    return true;
  }

  std::size_t slot_;
};

}  // namespace

bool decided_by_single_members(const Node& forall, std::size_t binder) {
  const Binder& subset = forall.binders[binder];
  if (forall.op != Op::forall || subset.domain != Binder::Domain::subsets) return false;
  const Unions unions(subset.slot);
  return unions.free_domains(forall, binder + 1) &&
         (!forall.where || unions.not_empty(*forall.where)) && unions.kept(*forall.parts[0]);
}

}  // namespace hardmax
