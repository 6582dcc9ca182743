// Recursive descent, one function for a line of the grammar in proofs/README.md. Chains without brackets (a + b + c, a^b^c, a implies b implies c) become one
// node with many kids, so that nothing recurses deeper than the nesting limit, but along a binder list, whose length the size limit bounds.
#include <limits>
#include <tuple>

#include "check/formula.hpp"
#include "check/text.hpp"

namespace hardmax::check {
namespace {

struct Known {
  const char* text;
  Name name;
  const char* arguments;  // N number, I input, S set
  Type result;
};
constexpr Type N = Type::Num;
constexpr Known known_names[] = {
    {"n", Name::n, "", N}, {"d", Name::d, "", N}, {"D", Name::D, "", N}, {"p", Name::p, "", N}, {"s", Name::s, "", N}, {"delta", Name::delta, "", N},
    {"Delta", Name::Delta, "", N}, {"c", Name::c, "", N}, {"shift", Name::shift, "", N}, {"gamma", Name::gamma, "N", N}, {"l", Name::l, "N", N},
    {"A", Name::A, "NN", Type::Set}, {"E", Name::E, "N", N}, {"S", Name::S, "NN", Type::Set}, {"mask", Name::mask, "N", N}, {"heads", Name::heads, "N", N},
    {"bq", Name::bq, "NN", N}, {"G", Name::G, "INN", N}, {"entry", Name::entry, "NINN", N}, {"v", Name::v, "NIN", N}, {"head", Name::head, "NNIN", N},
    {"z", Name::z, "IN", N}, {"zt", Name::zt, "IN", N}, {"M", Name::M, "NIN", N}, {"id", Name::id, "IN", N}, {"floor", Name::floor, "N", N},
    {"abs", Name::abs, "N", N}, {"mod", Name::mod, "NN", N}, {"choose", Name::choose, "NN", N}, {"card", Name::card, "S", N}, {"f", Name::f, "INN", N},
    {"out", Name::out, "INN", N}, {"qbreaks", Name::qbreaks, "NN", Type::Set}, {"qmap", Name::qmap, "NNN", N}, {"q_hidden", Name::q_hidden, "N", N},
    {"q_pieces", Name::q_pieces, "N", N}, {"q_flat", Name::q_flat, "N", N}, {"v_hidden", Name::v_hidden, "N", N}, {"v_pieces", Name::v_pieces, "N", N},
    {"v_flat", Name::v_flat, "N", N}, {"v_low", Name::v_low, "N", N}, {"v_high", Name::v_high, "N", N}, {"out_R2", Name::out_R2, "INN", N},
    {"out_R3", Name::out_R3, "INN", N}, {"moves", Name::moves, "IN", N}, {"planted", Name::planted, "ININN", N},
    {"planted_back", Name::planted_back, "ININN", N}, {"planted_R2", Name::planted_R2, "ININN", N}, {"planted_R3", Name::planted_R3, "ININN", N}};
struct Form {             // a reserved word before "("
  const char* text;
  Op over, of;            // with binders; of listed values (Op::truth: not allowed)
  char operation;
  Type body, result;
};
constexpr Form forms[] = {{"sum", Op::over, Op::truth, '+', N, N}, {"prod", Op::over, Op::truth, '*', N, N}, {"max", Op::over, Op::fold, 'M', N, N},
                          {"min", Op::over, Op::fold, 'm', N, N}, {"union", Op::union_over, Op::union_of, 'u', Type::Set, Type::Set},
                          {"distinct", Op::distinct, Op::truth, 'd', N, Type::Bool}, {"chain", Op::chain, Op::truth, 'c', Type::Bool, Type::Bool}};
constexpr const char* reserved[] = {"forall", "exists", "sum", "prod", "max", "min", "distinct", "chain", "union", "let", "in",
                                    "where", "and", "or", "not", "implies", "true", "false", "inputs", "subsets", "nonneg", "positive"};
constexpr const char* stages[] = {"quantize", "selective_shift", "all_max_shift", "value"};  // in the order of Stage
constexpr std::pair<const char*, char> relations[] = {{"<", '<'}, {"<=", 'l'}, {"=", '='}, {"!=", '!'}, {">", '>'}, {">=", 'g'}, {"in", 'i'}};

bool is_letter(char ch) { return (ch >= 'A' && ch <= 'Z') || (ch >= 'a' && ch <= 'z'); }
bool is_digit(char ch) { return ch >= '0' && ch <= '9'; }

// The same formula after names are resolved.
bool same(const NodePtr& a, const NodePtr& b) {
  if (!a || !b) return !a && !b;
  return a->op == b->op && a->operations == b->operations && a->value == b->value && a->name == b->name && a->slot == b->slot && same(a->where, b->where) &&
         std::equal(a->kids.begin(), a->kids.end(), b->kids.begin(), b->kids.end(), same) &&
         std::equal(a->binders.begin(), a->binders.end(), b->binders.begin(), b->binders.end(),
                    [](const Binder& x, const Binder& y) { return x.domain == y.domain && x.positive == y.positive && same(x.from, y.from) && same(x.to, y.to); });
}

class Parser : Cursor {   // at_ is where the current token, token_, begins
 public:
  Parser(std::string_view text, const std::string& where) : Cursor(text, where, false) {}
  Formula run() {
    expect(text_.size() <= 65536, "at most 65,536 bytes");
    next();
    out_.root = typed(formula(), Type::Bool);
    expect(token_.empty(), "the end of the formula");
    return std::move(out_);
  }

 private:
  void next() {
    at_ += token_.size();
    while (is_one_of(" \t\n\r")) ++at_;
    std::size_t size = 0;
    if (is_letter(peek())) {
      while (is_letter(peek(size)) || is_digit(peek(size)) || peek(size) == '_' || peek(size) == '\'') ++size;
    } else if (is_digit(peek())) {
      while (is_digit(peek(size))) ++size;
      expect(size <= 1000, "at most 1,000 digits");
    } else if (!done()) {
      const std::string_view two = text_.substr(at_, 2);
      size = two == "<=" || two == ">=" || two == "!=" || two == ".." ? 2 : 1;
      expect(size == 2 || is_one_of("(){},:+-*/^<=>"), "a known symbol");
    }
    token_ = text_.substr(at_, size);
  }
  bool take(std::string_view token) {
    if (token_ != token) return false;
    next();
    return true;
  }
  void need(std::string_view token) { expect(take(token), token); }
  bool is_name() const { return is_letter(peek()) && std::find(std::begin(reserved), std::end(reserved), token_) == std::end(reserved); }
  std::string name() {
    expect(is_name(), "a name");
    const std::string out(token_);
    next();
    return out;
  }

  template <class Body>
  NodePtr nested(const Body& body) {
    expect(++depth_ <= 256, "nesting of at most 256");
    NodePtr out = body();
    --depth_;
    return out;
  }
  NodePtr typed(NodePtr node, Type type) const {
    static const char* const names[] = {"Bool", "Num", "Set", "Input", "Vec"};
    if (node->type != type)
      expect(false, std::string("after a ") + names[static_cast<int>(node->type)] + " where a " + names[static_cast<int>(type)] + " is needed something else");
    return node;
  }
  static NodePtr make(Op op, Type type) { return std::make_unique<Node>(op, type); }
  // Marks a term as constant if it uses no name bound outside it: free_ is the least slot used since the term began.
  template <class Body>
  NodePtr closed(const Body& body) {
    const int outer = free_, first_slot = static_cast<int>(scope_.size());
    free_ = std::numeric_limits<int>::max();
    NodePtr out = body();
    out->constant = free_ >= first_slot;
    free_ = out->constant ? outer : std::min(free_, outer);
    return out;
  }
  void bind(const std::string& name, Type type) {
    scope_.emplace_back(name, type);
    out_.slots = std::max(out_.slots, static_cast<int>(scope_.size()));
  }

  // formula = or [ "implies" formula ];  or = and { "or" and };  and = not { "and" not }
  NodePtr formula() {
    const auto conjunction = [&] { return chain_of("and", Op::conjunction, [&] { return negation(); }); };
    return chain_of("implies", Op::implication, [&] { return chain_of("or", Op::disjunction, conjunction); });
  }
  template <class Part>
  NodePtr chain_of(std::string_view word, Op op, const Part& part) {
    NodePtr first = part();
    if (token_ != word) return first;
    NodePtr out = make(op, Type::Bool);
    out->kids.push_back(typed(std::move(first), Type::Bool));
    while (take(word)) out->kids.push_back(typed(part(), Type::Bool));
    return out;
  }

  // not = "not" not | quantified | comparison
  NodePtr negation() {
    if (token_ == "forall" || token_ == "exists") {
      const Op op = token_ == "forall" ? Op::forall : Op::exists;
      return nested([&] { return next(), binding(op, Type::Bool, Type::Bool); });
    }
    if (token_ == "let") return nested([&] { return next(), let(); });
    if (token_ != "not") return comparison();
    NodePtr out = make(Op::negation, Type::Bool);
    out->kids.push_back(nested([&] { return next(), typed(negation(), Type::Bool); }));
    return out;
  }
  NodePtr let() {
    NodePtr out = make(Op::let, Type::Bool);
    const std::string bound = name();
    need("=");
    out->kids.push_back(sum());
    need(":");
    out->slot = static_cast<int>(scope_.size());
    bind(bound, out->kids[0]->type);
    out->kids.push_back(typed(formula(), Type::Bool));
    scope_.pop_back();
    return out;
  }

  // binders ":" formula
  NodePtr binding(Op op, Type body, Type result) {
    return closed([&] {
      NodePtr out = make(op, result);
      out->slot = static_cast<int>(scope_.size());
      do {
        Binder binder;
        binder.name = name();
        need("in");
        bind(binder.name, domain(binder));
        expect(binder.domain != Binder::Domain::reals || op == Op::forall || op == Op::exists, "after reals, which forall and exists bind, something else");
        out->binders.push_back(std::move(binder));
      } while (take(","));
      if (take("where")) out->where = typed(formula(), Type::Bool);
      need(":");
      out->kids.push_back(typed(formula(), body));
      if (op == Op::chain) {
        const std::vector<Binder>& b = out->binders;
        expect(b.size() == 2 && !out->where && b[0].from && b[0].domain != Binder::Domain::subsets && b[0].domain == b[1].domain &&
                   same(b[0].from, b[1].from) && same(b[0].to, b[1].to),
               "after a chain, which takes two binders over the same set and no where, something else");
      }
      scope_.resize(static_cast<std::size_t>(out->slot), {"", N});
      return out;
    });
  }
  // domain = "inputs" | "subsets" "(" sum ")" | ("nonneg" | "positive") [ "(" sum ")" ] | sum [ ".." sum ]; the type of the name it binds
  Type domain(Binder& binder) {
    if (take("inputs")) {
      binder.domain = Binder::Domain::inputs;
      out_.over_inputs = true;
      free_ = -1;  // never constant
      return Type::Input;
    }
    if (take("subsets")) {
      binder.domain = Binder::Domain::subsets;
      binder.from = typed(nested([&] { return need("("), sum(); }), Type::Set);
      return need(")"), Type::Set;
    }
    if (token_ == "nonneg" || token_ == "positive") {
      binder.domain = Binder::Domain::reals;
      binder.positive = token_ == "positive";
      out_.over_reals = true;
      next();
      if (token_ != "(") return N;
      binder.from = typed(nested([&] { return next(), sum(); }), N);
      return need(")"), Type::Vec;
    }
    binder.from = sum();
    if (!take("..")) return binder.from = typed(std::move(binder.from), Type::Set), N;
    binder.domain = Binder::Domain::range;
    binder.from = typed(std::move(binder.from), N);
    binder.to = typed(sum(), N);
    return N;
  }

  // comparison = sum { ("<" | "<=" | "=" | "!=" | ">" | ">=" | "in") sum }
  NodePtr comparison() {
    const auto relation = [&] { return std::find_if(std::begin(relations), std::end(relations), [&](const auto& r) { return token_ == r.first; }); };
    NodePtr first = sum();
    if (relation() == std::end(relations)) return first;
    NodePtr out = make(Op::comparison, Type::Bool);
    out->kids.push_back(std::move(first));
    for (auto r = relation(); r != std::end(relations); r = relation()) {
      next();
      out->operations += r->second;
      out->kids.push_back(sum());
      const Type left = out->kids.end()[-2]->type, right = out->kids.back()->type;
      expect(r->second == 'i' ? left == N && right == Type::Set : left == right && (left == N || r->second == '=' || r->second == '!'),
             "after terms that cannot be compared something else");
    }
    return out;
  }

  // sum = product { ("+" | "-") product };  product = unary { ("*" | "/") unary }
  NodePtr sum() {
    return operators("+", "-", [&] { return operators("*", "/", [&] { return unary(); }); });
  }
  template <class Part>
  NodePtr operators(std::string_view one, std::string_view other, const Part& part) {
    return closed([&] {
      NodePtr first = part();
      if (token_ != one && token_ != other) return first;
      NodePtr out = make(Op::fold, N);
      out->kids.push_back(typed(std::move(first), N));
      while (token_ == one || token_ == other) {
        out->operations += token_;
        next();
        out->kids.push_back(typed(part(), N));
      }
      return out;
    });
  }
  // unary = "-" unary | power;  power = primary [ "^" unary ]
  NodePtr unary() {
    if (token_ == "-") {
      NodePtr out = make(Op::minus, N);
      out->kids.push_back(nested([&] { return next(), typed(unary(), N); }));
      return out;
    }
    return closed([&] {
      NodePtr first = primary();
      if (token_ != "^") return first;
      NodePtr out = make(Op::power, N);
      out->kids.push_back(typed(std::move(first), N));
      for (bool more = true; more && take("^");) {
        more = token_ != "-";  // everything to the right of a minus is below it
        out->kids.push_back(typed(more ? primary() : unary(), N));
      }
      return out;
    });
  }

  NodePtr primary() {
    NodePtr out;
    if (is_digit(peek())) {
      out = make(Op::number, N);
      out->value = Num::from_digits(std::string(token_));
      return next(), std::move(out);
    }
    if (token_ == "true" || token_ == "false") {
      out = make(Op::truth, Type::Bool);
      out->value = Num(token_ == "true");
      return next(), std::move(out);
    }
    if (token_ == "(") return nested([&] { return next(), parenthesis(); });
    if (token_ == "{") {
      out = make(Op::listed_set, Type::Set);
      return nested([&] {
        next();
        if (token_ != "}") arguments(*out, N);
        return need("}"), std::move(out);
      });
    }
    const Form* form = std::find_if(std::begin(forms), std::end(forms), [&](const Form& f) { return token_ == f.text; });
    if (form != std::end(forms)) return nested([&] { return next(), reserved_call(*form); });
    const std::string word = name();
    for (std::size_t i = scope_.size(); i-- > 0;) {
      if (scope_[i].first != word) continue;
      out = make(Op::variable, scope_[i].second);
      out->slot = static_cast<int>(i);
      free_ = std::min(free_, out->slot);
      if (out->type != Type::Vec) return out;
      out->op = Op::component, out->type = N;
      out->kids.push_back(typed(nested([&] { return need("("), sum(); }), N));
      need(")");
      return out;  // a "(" behind it fits no rule of the grammar
    }
    return call(word);
  }
  NodePtr parenthesis() {
    NodePtr out = formula();
    if (take("..")) {
      NodePtr range = make(Op::range_set, Type::Set);
      range->kids.push_back(typed(std::move(out), N));
      range->kids.push_back(typed(sum(), N));
      out = std::move(range);
    }
    return need(")"), std::move(out);
  }
  void arguments(Node& out, Type type) {
    do out.kids.push_back(typed(sum(), type));
    while (take(","));
  }
  NodePtr reserved_call(const Form& form) {
    need("(");
    const auto state = std::tuple(at_, token_);  // binders if a name and then "in" follow, else a list
    bool binders = form.of == Op::truth;
    if (!binders && is_name()) next(), binders = token_ == "in";
    std::tie(at_, token_) = state;
    NodePtr out = binders ? binding(form.over, form.body, form.result) : make(form.of, form.result);
    if (!binders) arguments(*out, form.body);
    out->operations.assign(std::max<std::size_t>(out->kids.size(), 2) - 1, form.operation);
    return need(")"), std::move(out);
  }
  NodePtr call(const std::string& word) {
    NodePtr out = make(Op::call, N);
    if (word == "layers") {
      out->name = Name::layers;
      return nested([&] {
        need("(");
        const auto* stage = std::find(std::begin(stages), std::end(stages), token_);
        expect(stage != std::end(stages), "the name of a stage");
        out->value = Num(stage - std::begin(stages));
        next();
        return need(")"), std::move(out);
      });
    }
    const Known* known = std::find_if(std::begin(known_names), std::end(known_names), [&](const Known& k) { return word == k.text; });
    expect(known != std::end(known_names), "after the unknown name " + quote(word) + " something else");
    out->name = known->name, out->type = known->result;
    if (*known->arguments == '\0') return out;
    return nested([&] {
      for (const char* argument = known->arguments; *argument != '\0'; ++argument) {
        need(argument == known->arguments ? "(" : ",");
        out->kids.push_back(typed(sum(), *argument == 'N' ? N : *argument == 'S' ? Type::Set : Type::Input));
      }
      return need(")"), std::move(out);
    });
  }

  std::string_view token_;
  int depth_ = 0, free_ = std::numeric_limits<int>::max();
  std::vector<std::pair<std::string, Type>> scope_;   // the bound names, outermost first: slot i holds the value of scope_[i]
  Formula out_;
};

}  // namespace

Formula parse_formula(std::string_view text, const std::string& where) { return Parser(text, where).run(); }

}  // namespace hardmax::check
