#include "report/html/math_parts.hpp"

#include <functional>
#include <map>
#include <utility>

namespace hardmax::report::html {

using claim::Node;
using claim::Op;
using claim::Relation;

bool has_divisor(const Node& node) {
  for (const bool divisor : node.inverse) {
    if (divisor) return true;
  }
  return false;
}

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
    case Op::sum:
    case Op::over_sum: return summand;
    case Op::product:
    case Op::over_prod:
    case Op::mod: return factor;
    case Op::negate: return signed_;
    case Op::power:
    case Op::exponential: return signed_;
    case Op::integer:
      return node.number.sign() < 0 || !node.number.is_integer() ? signed_ : primary;
    default: return primary;
  }
}

const char* sign_of(Relation relation) {
  switch (relation) {
    case Relation::less: return "<";
    case Relation::at_most: return "≤";
    case Relation::equal: return "=";
    case Relation::different: return "≠";
    case Relation::greater: return ">";
    case Relation::at_least: return "≥";
    case Relation::member: return "∈";
  }
  return "";
}

const Notation* notation_of(const std::string& name, std::size_t arguments) {
  static const std::map<std::string, Notation, std::less<>> notations = {
      {"l", {"l", "", {}, {0}, {}}},          {"A", {"A", "", {0}, {1}, {}}},
      {"S", {"S", "", {0}, {1}, {}}},         {"E", {"E", "", {}, {0}, {}}},
      {"gamma", {"γ", "", {}, {}, {0}}},      {"G", {"G", "", {}, {1, 2}, {0}}},
      {"f", {"f", "", {}, {1, 2}, {0}}},      {"z", {"z", "", {}, {1}, {0}}},
      {"zt", {"z", "~", {}, {1}, {0}}},       {"M", {"M", "", {0}, {2}, {1}}},
      {"id", {"id", "", {}, {1}, {0}}},       {"v", {"v", "", {0}, {2}, {1}}},
      {"entry", {"Z", "", {0}, {2, 3}, {1}}}, {"head", {"h", "", {0, 1}, {3}, {2}}},
      {"bq", {"b", "", {0, 1}, {}, {}}},      {"out", {"out", "", {}, {1, 2}, {0}}},
  };
  const auto it = notations.find(name);
  if (it == notations.end()) return nullptr;
  const Notation& n = it->second;
  return n.above.size() + n.below.size() + n.within.size() == arguments ? &n : nullptr;
}

void MathParts::op(const char* sign, const char* form) {
  if (*form == '\0') {
    out_.element("mo", sign);
  } else {
    out_.element("mo", sign, {{"form", form}});
  }
}

void MathParts::words(std::string text) {  // blanks at the ends would be lost
  if (text.starts_with(' ')) text.replace(0, 1, "\u00A0");
  if (text.ends_with(' ')) text.replace(text.size() - 1, 1, "\u00A0");
  out_.element("mtext", text);
}

void MathParts::name(const std::string& given) {
  static const std::map<std::string, const char*, std::less<>> greek = {
      {"delta", "δ"}, {"Delta", "Δ"}, {"gamma", "γ"}, {"eta", "η"}, {"zeta", "ζ"},  {"lambda", "λ"},
      {"alpha", "α"}, {"tau", "τ"},   {"eps", "ε"},   {"rho", "ρ"}, {"sigma", "σ"}, {"beta", "β"},
      {"theta", "θ"}, {"mu", "μ"},    {"nu", "ν"},    {"phi", "φ"}};
  std::string stem = given, primes, digits;
  while (stem.size() > 1 && stem.back() == '\'') {
    stem.pop_back();
    primes += "′";
  }
  const auto last = stem.find_last_not_of("0123456789");
  if (last != std::string::npos && last + 1 < stem.size() && stem[last] != '_') {
    digits = stem.substr(last + 1);
    stem.resize(last + 1);
  }
  const auto letter = greek.find(stem);
  const std::string shown = (letter != greek.end() ? letter->second : stem) + primes;
  if (digits.empty()) {
    out_.element("mi", shown);
    return;
  }
  out_.open("msub");
  out_.element("mi", shown);
  out_.element("mn", digits);
  out_.close();
}

void MathParts::list(const Node& node, const std::vector<std::size_t>& which) {
  bool first = true;
  for (const std::size_t i : which) {
    if (!std::exchange(first, false)) op(",");
    term(*node.parts[i], summand);
  }
}

void MathParts::in_parentheses(const Node& node, const std::vector<std::size_t>& which) {
  fence("(", "prefix");
  list(node, which);
  fence(")", "postfix");
}

void MathParts::call(const Node& node) {
  if (const Notation* n = notation_of(node.name, node.parts.size())) {
    const bool above = !n->above.empty(), below = !n->below.empty() || node.name == "bq";
    if (above || below) out_.open(above && below ? "msubsup" : above ? "msup" : "msub");
    if (*n->accent != '\0') {
      out_.open("mover", {{"accent", "true"}});
      out_.element("mi", n->base);
      op(n->accent);
      out_.close();
    } else {
      out_.element("mi", n->base);
    }
    if (node.name == "bq") {
      out_.element("mi", "Q");
    } else if (below) {
      group([&] { list(node, n->below); });
    }
    if (above) group([&] { list(node, n->above); });
    if (above || below) out_.close();
    if (!n->within.empty()) group([&] { in_parentheses(node, n->within); });
    return;
  }
  name(node.name);
  if (node.parts.empty()) return;
  group([&] {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < node.parts.size(); ++i) all.push_back(i);
    in_parentheses(node, all);
  });
}

void MathParts::accessor(const Node& node) {
  if (node.name.starts_with("layers(") && node.parts.empty()) {
    std::string stage = node.name.substr(7, node.name.size() - 8);
    for (char& ch : stage) {
      if (ch == '_') ch = ' ';
    }
    out_.open("msub");
    out_.element("mi", "layers");
    out_.element("mtext", stage);
    out_.close();
    return;
  }
  call(node);
}

}  // namespace hardmax::report::html
