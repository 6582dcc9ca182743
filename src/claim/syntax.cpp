#include "claim/syntax.hpp"

#include <utility>

#include "exact/error.hpp"

namespace hardmax::claim {

Type Binder::type() const {
  switch (domain) {
    case Domain::inputs: return Type::input;
    case Domain::subsets: return Type::set;
    case Domain::nonneg:
    case Domain::positive:
    case Domain::real: return first ? Type::vector : Type::number;
    default: return Type::number;
  }
}

const char* symbol(Relation relation) {
  switch (relation) {
    case Relation::less: return "<";
    case Relation::at_most: return "<=";
    case Relation::equal: return "=";
    case Relation::different: return "!=";
    case Relation::greater: return ">";
    case Relation::at_least: return ">=";
    case Relation::member: return "in";
  }
  HARDMAX_REQUIRE(false);
}

const char* type_name(Type type) {
  switch (type) {
    case Type::boolean: return "Bool";
    case Type::number: return "Num";
    case Type::set: return "Set";
    case Type::input: return "Input";
    case Type::vector: return "Vec";
  }
  HARDMAX_REQUIRE(false);
}

// ---- equality

namespace {

class Comparer {
 public:
  bool same(const Node& a, const Node& b) {
    if (a.op != b.op || a.type != b.type || a.truth != b.truth || a.number != b.number)
      return false;
    const bool is_bound_name = a.op == Op::variable || a.op == Op::component || a.op == Op::let;
    if (!is_bound_name && a.name != b.name) return false;
    if (a.inverse != b.inverse || a.relations != b.relations) return false;
    if (a.parts.size() != b.parts.size() || a.binders.size() != b.binders.size() ||
        !a.where != !b.where)
      return false;
    if (a.op == Op::accessor && a.index != b.index) return false;
    if (a.op == Op::variable) return corresponds(a.index, b.index);
    if (a.op == Op::component && !corresponds(a.index, b.index)) return false;
    const std::size_t outer = bound_.size();
    for (std::size_t i = 0; i < a.binders.size(); ++i) {
      const Binder& x = a.binders[i];
      const Binder& y = b.binders[i];
      if (x.domain != y.domain) return false;
      if (!x.first != !y.first || (x.first && !same(*x.first, *y.first))) return false;
      if (x.last && !same(*x.last, *y.last)) return false;
      bound_.emplace_back(x.slot, y.slot);
    }
    if (a.where && !same(*a.where, *b.where)) return false;
    for (std::size_t i = 0; i < a.parts.size(); ++i) {
      if (a.op == Op::let && i == 1) bound_.emplace_back(a.index, b.index);
      if (!same(*a.parts[i], *b.parts[i])) return false;
    }
    bound_.resize(outer);
    return true;
  }

 private:
  [[nodiscard]] bool corresponds(std::size_t x, std::size_t y) const {
    for (const auto& [p, q] : bound_) {
      if (p == x || q == y) return p == x && q == y;
    }
    return x == y;
  }

  std::vector<std::pair<std::size_t, std::size_t>> bound_;
};

}  // namespace

bool same(const Node& a, const Node& b) { return Comparer().same(a, b); }

// ---- printing

namespace {

// How tightly an operator binds; a term printed where something tighter is asked for gets
// parentheses. A quantifier reaches as far to the right as it can and therefore stands in
// parentheses unless it is all there is.
enum Level { whole, disjunct, conjunct, negated, compared, summand, factor, signed_, primary };

Level level(const Node& node) {
  switch (node.op) {
    case Op::implication:
    case Op::forall:
    case Op::exists:
    case Op::let: return whole;
    case Op::disjunction: return disjunct;
    case Op::conjunction: return conjunct;
    case Op::negation: return negated;
    case Op::comparison: return compared;
    case Op::sum: return summand;
    case Op::product: return factor;
    case Op::negate:
    case Op::power: return signed_;
    default: return primary;
  }
}

const char* keyword(Op op) {
  switch (op) {
    case Op::floor: return "floor";
    case Op::abs: return "abs";
    case Op::exponential: return "exp";
    case Op::logarithm: return "log";
    case Op::mod: return "mod";
    case Op::choose: return "choose";
    case Op::card: return "card";
    case Op::list_max:
    case Op::over_max: return "max";
    case Op::list_min:
    case Op::over_min: return "min";
    case Op::list_union:
    case Op::over_union: return "union";
    case Op::over_sum: return "sum";
    case Op::over_prod: return "prod";
    case Op::distinct: return "distinct";
    case Op::chain: return "chain";
    case Op::forall: return "forall";
    case Op::exists: return "exists";
    default: return "";
  }
}

class Printer {
 public:
  std::string text;

  void term(const Node& node, Level least) {
    const bool parentheses = level(node) < least;
    if (parentheses) text += '(';
    bare(node);
    if (parentheses) text += ')';
  }

 private:
  void joined(const Node& node, Level least, const char* between) {
    for (std::size_t i = 0; i < node.parts.size(); ++i) {
      if (i > 0) text += between;
      term(*node.parts[i], least);
    }
  }

  void binders(const Node& node) {
    bool first = true;
    for (const Binder& b : node.binders) {
      if (!std::exchange(first, false)) text += ", ";
      text += b.name + " in ";
      if (b.domain == Binder::Domain::inputs) text += "inputs";
      if (b.domain == Binder::Domain::subsets) text += "subsets";
      if (b.domain == Binder::Domain::nonneg) text += "nonneg";
      if (b.domain == Binder::Domain::positive) text += "positive";
      if (b.domain == Binder::Domain::real) text += "real";
      const bool in_parentheses = b.first && (b.real() || b.domain == Binder::Domain::subsets);
      if (in_parentheses) text += "(";
      if (b.first) term(*b.first, summand);
      if (in_parentheses) text += ")";
      if (b.last) {
        text += "..";
        term(*b.last, summand);
      }
    }
    if (node.where) {
      text += " where ";
      term(*node.where, whole);
    }
    text += ": ";
    term(*node.parts[0], whole);
  }

  // NOLINTNEXTLINE(readability-function-size): a case an operator
  void bare(const Node& node) {
    switch (node.op) {
      case Op::integer: text += node.number.str(); break;
      case Op::truth: text += node.truth ? "true" : "false"; break;
      case Op::variable: text += node.name; break;
      case Op::accessor:
      case Op::component:
        text += node.name;
        if (!node.parts.empty()) arguments(node);
        break;
      case Op::negate:
        text += '-';
        term(*node.parts[0], signed_);
        break;
      case Op::sum:
      case Op::product:
        for (std::size_t i = 0; i < node.parts.size(); ++i) {
          if (node.op == Op::sum && i > 0) text += node.inverse[i] ? " - " : " + ";
          if (node.op == Op::product && i > 0) text += node.inverse[i] ? "/" : "*";
          term(*node.parts[i], node.op == Op::sum ? factor : signed_);
        }
        break;
      case Op::power:
        for (std::size_t i = 0; i < node.parts.size(); ++i) {
          if (i > 0) text += '^';
          const bool signed_exponent =
              i > 0 && i + 1 == node.parts.size() && node.parts[i]->op == Op::negate;
          term(*node.parts[i], signed_exponent ? signed_ : primary);
        }
        break;
      case Op::floor:
      case Op::abs:
      case Op::exponential:
      case Op::logarithm:
      case Op::mod:
      case Op::choose:
      case Op::card:
      case Op::list_max:
      case Op::list_min:
      case Op::list_union:
        text += keyword(node.op);
        arguments(node);
        break;
      case Op::set:
        text += '{';
        joined(node, summand, ", ");
        text += '}';
        break;
      case Op::range:
        text += '(';
        term(*node.parts[0], summand);
        text += "..";
        term(*node.parts[1], summand);
        text += ')';
        break;
      case Op::negation:
        text += "not ";
        term(*node.parts[0], negated);
        break;
      case Op::conjunction: joined(node, negated, " and "); break;
      case Op::disjunction: joined(node, conjunct, " or "); break;
      case Op::implication: joined(node, disjunct, " implies "); break;
      case Op::comparison:
        for (std::size_t i = 0; i < node.parts.size(); ++i) {
          if (i > 0) text += std::string(" ") + symbol(node.relations[i - 1]) + " ";
          term(*node.parts[i], summand);
        }
        break;
      case Op::forall:
      case Op::exists:
        text += std::string(keyword(node.op)) + " ";
        binders(node);
        break;
      case Op::over_sum:
      case Op::over_prod:
      case Op::over_max:
      case Op::over_min:
      case Op::over_union:
      case Op::distinct:
      case Op::chain:
        text += std::string(keyword(node.op)) + "(";
        binders(node);
        text += ')';
        break;
      case Op::let:
        text += "let " + node.name + " = ";
        term(*node.parts[0], summand);
        text += ": ";
        term(*node.parts[1], whole);
        break;
    }
  }

  void arguments(const Node& node) {
    text += '(';
    joined(node, summand, ", ");
    text += ')';
  }
};

}  // namespace

std::string excerpt(const Syntax& syntax, const Node& node) {
  constexpr std::size_t longest = 80;
  std::string result;
  for (std::size_t i = node.begin; i < node.end && result.size() <= longest; ++i) {
    const char c = syntax.text[i];
    const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!space) result += c;
    if (space && !result.empty() && result.back() != ' ') result += ' ';
  }
  if (result.size() > longest) result.replace(longest, std::string::npos, "...");
  while (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

std::string print(const Node& node) {
  Printer printer;
  printer.term(node, whole);
  return printer.text;
}

}  // namespace hardmax::claim
