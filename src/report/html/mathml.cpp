#include "report/html/mathml.hpp"

#include <utility>

#include "claim/syntax.hpp"
#include "report/html/math_parts.hpp"

namespace hardmax::report::html {

namespace {

using claim::Binder;
using claim::Node;
using claim::Op;
using claim::Relation;

class MathWriter : private MathParts {
 public:
  // Opened and closed by the caller of the public functions.
  void formula(const Node& node) {
    begin();
    bare(node);
    end();
  }

  // lhs relation rhs, each side above its value.
  void comparison_with_values(const Node& left, Relation relation, const Node& right,
                              const std::string& lhs, const std::string& rhs) {
    begin();
    ++nested_;
    above_value(left, lhs);
    op(sign_of(relation), "infix");
    above_value(right, rhs);
    --nested_;
    end();
  }

  Safe finish() { return out_.finish(); }

 private:
  void above_value(const Node& node, const std::string& value) {
    out_.open("munder");
    out_.open("mrow", {{"class", "side"}});
    bare(node);
    out_.close();
    out_.element("mtext", value.empty() ? "–" : value, {{"class", "value"}});
    out_.close();
  }

  void binders(const Node& node) {
    bool first = true;
    for (const Binder& b : node.binders) {
      if (!std::exchange(first, false)) {
        op(",");
        rest();
      }
      name(b.name);
      op("∈", "infix");
      domain(b);
    }
    if (node.where) {
      words(" with ");
      bare(*node.where);
    }
  }

  void domain(const Binder& b) {
    switch (b.domain) {
      case Binder::Domain::inputs:
        out_.open("msub");
        out_.element("mi", "𝔾");
        out_.element("mi", "δ");
        out_.close();
        break;
      case Binder::Domain::subsets:
        out_.element("mi", "𝒫");
        fence("(", "prefix");
        term(*b.first, summand);
        fence(")", "postfix");
        break;
      case Binder::Domain::nonneg:
      case Binder::Domain::positive:
      case Binder::Domain::real: {
        const bool any = b.domain == Binder::Domain::real;
        if (b.first || !any) out_.open(any ? "msup" : b.first ? "msubsup" : "msub");
        out_.element("mi", "ℝ");
        if (!any) {
          group([&] {
            op(b.domain == Binder::Domain::nonneg ? "≥" : ">", "prefix");
            out_.element("mn", "0");
          });
        }
        if (b.first) group([&] { term(*b.first, summand); });
        if (b.first || !any) out_.close();
        break;
      }
      case Binder::Domain::set: term(*b.first, summand); break;
      case Binder::Domain::range: range(*b.first, *b.last); break;
    }
  }

  void range(const Node& first, const Node& last) {
    fence("{", "prefix");
    term(first, summand);
    op(",");
    op("…");
    op(",");
    term(last, summand);
    fence("}", "postfix");
  }

  void term(const Node& node, Level least) override {
    if (level(node) >= least) return bare(node);
    fence("(", "prefix");
    bare(node);
    fence(")", "postfix");
  }

  // Parts with a sign between them; lines may break before the sign.
  void row(const Node& node, Level least, const char* sign) {
    for (std::size_t i = 0; i < node.parts.size(); ++i) {
      if (i > 0) {
        rest();
        op(sign, "infix");
      }
      term(*node.parts[i], least);
    }
  }

  // A sign over a binder list, then the body: sum, product, max, min, union.
  void large(const Node& node, const char* sign, bool letters) {
    out_.open("munder");
    if (letters) {
      out_.element("mo", sign, {{"form", "prefix"}, {"movablelimits", "false"}});
    } else {
      out_.element("mo", sign, {{"movablelimits", "false"}});
    }
    group([&] { binders(node); });
    out_.close();
    term(*node.parts[0], node.op == Op::over_union ? primary : factor);
  }

  void quotient(const Node& node) {
    std::vector<const Node*> above, below;
    for (std::size_t i = 0; i < node.parts.size(); ++i)
      (node.inverse[i] ? below : above).push_back(node.parts[i].get());
    const auto side = [&](const std::vector<const Node*>& parts) {
      if (parts.size() == 1) return bare(*parts[0]);
      times(parts);
    };
    if (script_ > 0) {  // in an exponent, on one line
      times(above);
      op("/", "infix");
      if (below.size() == 1) return term(*below[0], signed_);
      fence("(", "prefix");
      times(below);
      fence(")", "postfix");
      return;
    }
    out_.open("mfrac");
    group([&] { side(above); });
    group([&] { side(below); });
    out_.close();
  }

  void times(const std::vector<const Node*>& parts) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i > 0) {
        const bool plain = parts[i - 1]->op == Op::integer &&
                           (parts[i]->op == Op::variable || parts[i]->op == Op::accessor) &&
                           parts[i]->parts.empty() && parts[i]->name.size() == 1;
        op(plain ? "\u2062" : "·", "infix");
      }
      const bool fraction = script_ == 0 && parts[i]->op == Op::product && has_divisor(*parts[i]);
      term(*parts[i], fraction ? factor : i == 0 || parts[i]->op == Op::power ? signed_ : primary);
    }
  }

  void power(const Node& node, std::size_t from) {
    out_.open("msup");
    group([&] { term(*node.parts[from], primary); });
    ++script_;
    if (from + 2 == node.parts.size()) {
      group([&] { bare(*node.parts[from + 1]); });
    } else {
      group([&] { power(node, from + 1); });
    }
    --script_;
    out_.close();
  }

  void function(const char* called, const Node& node) {
    out_.element("mi", called);
    group([&] {
      std::vector<std::size_t> all;
      for (std::size_t i = 0; i < node.parts.size(); ++i) all.push_back(i);
      in_parentheses(node, all);
    });
  }

  void enclosed(const char* left, const Node& node, const char* right) {
    group([&] {
      fence(left, "prefix");
      bare(*node.parts[0]);
      fence(right, "postfix");
    });
  }

  // NOLINTNEXTLINE(readability-function-size): a case an operator
  void bare(const Node& node) {
    switch (node.op) {
      case Op::integer: out_.element("mn", node.number.str()); break;
      case Op::truth: words(node.truth ? "true" : "false"); break;
      case Op::variable: name(node.name); break;
      case Op::accessor: accessor(node); break;
      case Op::component:
        out_.open("msub");
        name(node.name);
        group([&] { bare(*node.parts[0]); });
        out_.close();
        break;
      case Op::negate:
        op("−", "prefix");
        term(*node.parts[0], signed_);
        break;
      case Op::sum:
        for (std::size_t i = 0; i < node.parts.size(); ++i) {
          if (i > 0) {
            rest();
            op(node.inverse[i] ? "−" : "+", "infix");
          }
          term(*node.parts[i], i == 0 ? summand : factor);
        }
        break;
      case Op::product:
        if (has_divisor(node)) {
          quotient(node);
        } else {
          std::vector<const Node*> parts;
          for (const auto& part : node.parts) parts.push_back(part.get());
          times(parts);
        }
        break;
      case Op::power: power(node, 0); break;
      case Op::floor: enclosed("⌊", node, "⌋"); break;
      case Op::abs:
      case Op::card: enclosed("|", node, "|"); break;
      case Op::mod:
        term(*node.parts[0], primary);
        words(" mod ");
        term(*node.parts[1], primary);
        break;
      case Op::choose:
        group([&] {
          out_.element("mo", "(", {{"form", "prefix"}});
          out_.open("mfrac", {{"linethickness", "0"}});
          group([&] { bare(*node.parts[0]); });
          group([&] { bare(*node.parts[1]); });
          out_.close();
          out_.element("mo", ")", {{"form", "postfix"}});
        });
        break;
      case Op::exponential:
        out_.open("msup");
        out_.element("mi", "e");
        ++script_;
        group([&] { bare(*node.parts[0]); });
        --script_;
        out_.close();
        break;
      case Op::logarithm: function("log", node); break;
      case Op::list_max: function("max", node); break;
      case Op::list_min: function("min", node); break;
      case Op::list_union: row(node, primary, "∪"); break;
      case Op::set:
        group([&] {
          fence("{", "prefix");
          for (std::size_t i = 0; i < node.parts.size(); ++i) {
            if (i > 0) op(",");
            term(*node.parts[i], summand);
          }
          fence("}", "postfix");
        });
        break;
      case Op::range: group([&] { range(*node.parts[0], *node.parts[1]); }); break;
      case Op::negation:
        op("¬", "prefix");
        term(*node.parts[0], negated);
        break;
      case Op::conjunction: row(node, negated, "∧"); break;
      case Op::disjunction: row(node, conjunct, "∨"); break;
      case Op::implication: row(node, disjunct, "⇒"); break;
      case Op::comparison:
        for (std::size_t i = 0; i < node.parts.size(); ++i) {
          if (i > 0) {
            rest();
            op(sign_of(node.relations[i - 1]), "infix");
          }
          term(*node.parts[i], summand);
        }
        break;
      case Op::forall:
      case Op::exists:
        op(node.op == Op::forall ? "∀" : "∃", "prefix");
        binders(node);
        words(": ");
        rest();
        bare(*node.parts[0]);
        break;
      case Op::over_sum: large(node, "∑", false); break;
      case Op::over_prod: large(node, "∏", false); break;
      case Op::over_max: large(node, "max", true); break;
      case Op::over_min: large(node, "min", true); break;
      case Op::over_union: large(node, "⋃", false); break;
      case Op::distinct:
      case Op::chain:
        words(node.op == Op::distinct ? "all different: " : "an order in which ");
        term(*node.parts[0], node.op == Op::distinct ? summand : negated);
        words(node.op == Op::distinct ? " for " : " for neighbours ");
        rest();
        binders(node);
        break;
      case Op::let:
        words("with ");
        name(node.name);
        op("=", "infix");
        term(*node.parts[0], summand);
        words(": ");
        rest();
        bare(*node.parts[1]);
        break;
      default: words(claim::print(node));  // a term that has no notation here: as it is written
    }
  }

  int script_ = 0;
};

struct Link {
  const Node* left;
  Relation relation;
  const Node* right;
};

// The comparisons at which the descent of proofs/README.md ("Witness") may end.
void ends_of(const Node& node, const std::string& relation, std::vector<Link>& ends) {
  switch (node.op) {
    case Op::forall:
    case Op::exists: return ends_of(*node.parts[0], relation, ends);
    case Op::let: return ends_of(*node.parts[1], relation, ends);
    case Op::implication:
    case Op::disjunction: return ends_of(*node.parts.back(), relation, ends);
    case Op::conjunction:
      for (const auto& part : node.parts) ends_of(*part, relation, ends);
      return;
    case Op::comparison:
      for (std::size_t i = 0; i + 1 < node.parts.size(); ++i) {
        if (claim::symbol(node.relations[i]) == relation)
          ends.push_back({node.parts[i].get(), node.relations[i], node.parts[i + 1].get()});
      }
      return;
    default: return;
  }
}

}  // namespace

Safe mathml(const claim::Formula& formula) {
  MathWriter writer;
  writer.formula(formula.root());
  return writer.finish();
}

Safe mathml_of_witness(const claim::Formula& formula, const certificate::Witness& witness) {
  std::vector<Link> ends;
  ends_of(formula.root(), witness.relation, ends);
  if (ends.size() != 1) return {};
  MathWriter writer;
  writer.comparison_with_values(*ends[0].left, ends[0].relation, *ends[0].right, witness.lhs,
                                witness.rhs);
  return writer.finish();
}

}  // namespace hardmax::report::html
