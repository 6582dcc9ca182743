// Recursive descent along the grammar in proofs/README.md. Chains without brackets (a + b + c,
// a^b^c, a implies b implies c) become one node with many kids, so that nothing recurses deeper
// than the nesting limit, but along a binder list, whose length the size limit bounds.
#include <tuple>

#include "check/evaluate.hpp"
#include "check/fault.hpp"

namespace hardmax::check {
namespace {

constexpr Type B = Type::Bool, N = Type::Num, S = Type::Set;

struct Form {  // a reserved word before "("
  const char* text;
  Op op;      // with binders
  Op listed;  // of listed values; Op::variable: not allowed
  char operation;
  Type body, result;
};
constexpr Form forms[] = {{"sum", Op::over, Op::variable, '+', N, N},
                          {"prod", Op::over, Op::variable, '*', N, N},
                          {"max", Op::over, Op::fold, 'M', N, N},
                          {"min", Op::over, Op::fold, 'm', N, N},
                          {"union", Op::over, Op::listed_set, 'u', S, S},
                          {"distinct", Op::distinct, Op::variable, 'd', N, B},
                          {"chain", Op::chain, Op::variable, 'c', B, B}};
constexpr Known functions[] = {{"floor", "N", N, floor_of}, {"abs", "N", N, abs_of},
                               {"mod", "NN", N, mod_of},    {"choose", "NN", N, choose_of},
                               {"card", "S", N, card_of},   {"exp", "N", N, exp_of},
                               {"log", "N", N, log_of}};

[[gnu::noinline]] NodePtr make(Op op, Type type, std::string text = "") {
  return NodePtr(new Node{op, type, std::move(text)});
}
[[gnu::noinline]] NodePtr literal(const Num& number) {
  return NodePtr(new Node{Op::literal, N, "", number});
}
NodePtr with(NodePtr node, NodePtr kid) {
  node->kids.push_back(std::move(kid));
  return node;
}

// The same formula after names are resolved, where within b one name more is bound than within a,
// at the place `bound`. The text of what binds a name is the name.
bool same(const Node& a, const Node& b, std::size_t bound) {
  const bool is_name = a.op == Op::variable || a.op == Op::component,
             binds = a.op == Op::let || a.op >= Op::range;
  return a.op == b.op && a.type == b.type && (binds || a.text == b.text) && a.number == b.number &&
         a.truth == b.truth && a.name == b.name &&
         (!is_name || b.slot == a.slot + (a.slot >= bound)) &&
         std::equal(a.kids.begin(), a.kids.end(), b.kids.begin(), b.kids.end(),
                    [&](const NodePtr& x, const NodePtr& y) { return same(*x, *y, bound); });
}

class Parser : TokenCursor {
 public:
  Parser(std::string_view text, const std::string& where, const Vocabulary& vocabulary)
      : TokenCursor(text, where, "(){},:+-*/^<=>"), vocabulary_(vocabulary) {}
  Formula run() {
    expect(text_.size() <= 65536, "at most 65,536 bytes");
    next();
    out_.root = typed(formula(), B);
    expect(token_.empty(), "the end of the formula");
    mark(*out_.root, 0);
    return std::move(out_);
  }

 private:
  template <class Table>
  auto find(const Table& table) const {  // what has the current token as its text, or nullptr
    const auto it = std::find_if(std::begin(table), std::end(table),
                                 [&](const auto& row) { return token_ == row.text; });
    return it == std::end(table) ? nullptr : &*it;
  }

  // Marks the constants of a formula around which `bound` names are bound. Returns the least place
  // it uses, -1 if it is over inputs.
  std::int64_t mark(Node& f, std::int64_t bound) {
    const bool is_name = f.op == Op::variable || f.op == Op::component;
    std::int64_t least = f.op == Op::inputs ? -1
                         : is_name          ? static_cast<std::int64_t>(f.slot)
                                            : INT64_MAX,
                 inside = bound;
    for (const NodePtr& kid : f.kids)
      least = std::min(least, mark(*kid, inside)),
      inside += f.op == Op::let || kid->op >= Op::range;
    if (least >= bound) f.constant = out_.constants++;
    return least;
  }

  template <class Body>
  NodePtr nested(const Body& body) {  // with the current token as its beginning
    expect(++depth_ <= 256, "nesting of at most 256");
    next();
    NodePtr out = body();
    --depth_;
    return out;
  }
  NodePtr typed(NodePtr node, Type type) const {
    expect(node->type == type, "after this a term of another type");
    return node;
  }
  NodePtr formula() { return level(0); }
  NodePtr sum() { return level(4); }

  // formula = or [ "implies" formula ];  or = and { "or" and };  and = not { "and" not };  not =
  // "not" not | quantified | comparison; comparison = sum { ("<" | ...) sum };  sum = product {
  // ("+" | "-") product };  product = unary { ("*" | "/") unary }
  NodePtr level(int now) {
    if (now == 6) return unary();
    if (now == 3 && (token_ == "forall" || token_ == "exists"))
      return nested([&, operation = token_ == "forall" ? "&" : "|"] {
        return binding(make(Op::over, B, operation), B);
      });
    if (now == 3 && token_ == "let") return nested([&] { return let(); });
    if (now == 3 && token_ == "not")
      return with(make(Op::negation, B), nested([&] { return typed(level(3), B); }));
    const auto infix = [&] {
      const Infix* found = find(infixes);
      return found && found->level == now ? found : nullptr;
    };
    NodePtr first = level(now + 1);
    if (!infix()) return first;
    NodePtr out = make(now == 0   ? Op::implication
                       : now == 3 ? Op::comparison
                                  : Op::fold,
                       now <= 3 ? B : N);
    if (now != 3) first = typed(std::move(first), out->type);
    out->kids.push_back(std::move(first));
    while (const Infix* operation = infix()) {
      next();
      const char o = operation->operation;
      out->text += HARDMAX_FAULT(check_parse_minus, o, o == '-' ? '+' : o);
      out->kids.push_back(level(now + 1));
      const Type left = out->kids.end()[-2]->type, right = out->kids.back()->type;
      const bool comparable =
          o == 'i' ? left == N && right == S : left == right && (left == N || o == '=' || o == '!');
      if (now == 3)
        expect(comparable, "after terms that cannot be compared something else");
      else
        out->kids.back() = typed(std::move(out->kids.back()), out->type);
    }
    return out;
  }
  std::size_t bind(const std::string& name, Type type) {  // its place
    expect(scope_.size() < 5120, "at most 5,120 names bound at one place");
    scope_.emplace_back(name, type);
    out_.slots = std::max(out_.slots, scope_.size());
    return scope_.size() - 1;
  }

  // "let" name "=" sum ":" formula
  [[gnu::noinline]] NodePtr let() {
    const std::string bound = name();
    need("=");
    NodePtr out = with(make(Op::let, B, bound), sum());
    need(":");
    out->slot = bind(bound, out->kids[0]->type);
    out = with(std::move(out), typed(formula(), B));
    scope_.pop_back();
    return out;
  }

  // binders ":" formula, for a node that lacks them
  [[gnu::noinline]] NodePtr binding(NodePtr out, Type body) {
    const std::size_t first = out->slot = scope_.size();
    do {
      out->kids.push_back(binder());
      const Node& b = *out->kids.back();
      expect(b.op != Op::reals || (out->op == Op::over && out->type == B),
             "after reals, which forall and exists bind, something else");
      bind(b.text, b.type);
    } while (take(","));
    const bool is_chain = out->op == Op::chain, two = out->kids.size() == 2, where = take("where");
    out = with(std::move(out), where ? typed(formula(), B) : make(Op::literal, B));
    need(":");
    out = with(std::move(out), typed(formula(), body));
    expect(!is_chain || (two && !where && out->kids[0]->op <= Op::members &&
                         same(*out->kids[0], *out->kids[1], first)),
           "after a chain, which takes two binders over the same set and no where, something else");
    scope_.resize(first, {"", N});
    return out;
  }
  // binder = name "in" domain;  domain = "inputs" | "subsets" "(" sum ")" | ("nonneg" | "positive"
  // | "real") [ "(" sum ")" ] | sum [ ".." sum ]
  NodePtr binder() {
    NodePtr out = make(Op::members, N, name());
    need("in");
    const auto bracketed = [&](Type type) {
      out = with(std::move(out), typed(brackets([&] { return sum(); }), type));
    };
    if (take("inputs")) {
      out->op = Op::inputs, out->type = Type::Input, out_.over_inputs = true;
    } else if (take("subsets")) {
      out->op = Op::subsets, out->type = S;
      bracketed(S);
    } else if (token_ == "nonneg" || token_ == "positive" || token_ == "real") {
      out->op = Op::reals,
      out->name = token_ == "nonneg"     ? 0
                  : token_ == "positive" ? 1
                                         : 2,
      out_.over_reals = true;
      next();
      if (token_ == "(") out->type = Type::Vec, bracketed(N);
    } else {
      NodePtr from = sum();
      const Type type = take("..") ? N : S;
      out = with(std::move(out), typed(std::move(from), type));
      if (type == N) out->op = Op::range, out = with(std::move(out), typed(sum(), N));
    }
    return out;
  }
  template <class Body>
  NodePtr brackets(const Body& body) {  // "(" body ")"
    expect(token_ == "(", "(");
    return nested([&] {
      NodePtr out = body();
      need(")");
      return out;
    });
  }

  // unary = "-" unary | power;  power = primary [ "^" unary ]
  NodePtr unary() {
    if (token_ == "-")
      return with(with(make(Op::fold, N, "-"), literal(0)),
                  nested([&] { return typed(unary(), N); }));
    NodePtr first = primary();
    if (token_ != "^") return first;
    NodePtr out = with(make(Op::power, N), typed(std::move(first), N));
    for (bool more = true; more && take("^");) {
      more = token_ != "-";  // everything to the right of a minus is below it
      out->kids.push_back(typed(more ? primary() : unary(), N));
    }
    return out;
  }

  // What recurses keeps its frame small: the rest is not inlined into it, or 256 levels would not
  // fit the stack of a sanitizer's build.
  [[gnu::noinline]] NodePtr constant() {
    NodePtr out =
        is_digit(peek()) ? literal(Num::from_digits(std::string(token_))) : make(Op::literal, B);
    if (token_ == "false") out->truth = Truth::no;
    return next(), std::move(out);
  }
  NodePtr primary() {
    if (is_digit(peek()) || token_ == "true" || token_ == "false") return constant();
    if (token_ == "(") return brackets([&] { return range(formula()); });
    if (token_ == "{") {
      return nested([&] {
        NodePtr out = make(Op::listed_set, S);
        if (token_ != "}") arguments(*out, N);
        return need("}"), std::move(out);
      });
    }
    if (const Form* form = find(forms)) return nested([&] { return reserved_call(*form); });
    for (std::size_t i = scope_.size(); i-- > 0;) {
      if (scope_[i].first != token_) continue;
      NodePtr out = make(Op::variable, scope_[i].second);
      out->slot = i;
      next();
      if (out->type != Type::Vec) return out;  // a "(" behind it fits no rule of the grammar
      out->op = Op::component, out->type = N;
      return with(std::move(out), typed(brackets([&] { return sum(); }), N));
    }
    return call();
  }
  [[gnu::noinline]] NodePtr range(NodePtr from) {
    if (!take("..")) return from;
    return with(with(make(Op::range_set, S), typed(std::move(from), N)), typed(sum(), N));
  }
  void arguments(Node& out, Type type) {
    do out.kids.push_back(typed(sum(), type));
    while (take(","));
  }
  [[gnu::noinline]] NodePtr reserved_call(const Form& form) {
    need("(");
    const auto state =
        std::tuple(at_, token_);  // binders if a name and then "in" follow, else a list
    bool binders = form.listed == Op::variable;
    if (!binders && is_name()) next(), binders = token_ == "in";
    std::tie(at_, token_) = state;
    NodePtr out = make(binders ? form.op : form.listed, form.result);
    if (!binders) arguments(*out, form.body);
    out->text.assign(std::max<std::size_t>(out->kids.size(), 2) - 1, form.operation);
    if (binders) out = binding(std::move(out), form.body);
    return need(")"), std::move(out);
  }
  [[gnu::noinline]] NodePtr call() {
    expect(is_name(), "a name");
    const Known *function = find(functions), *known = function ? function : find(vocabulary_.names);
    if (known == nullptr && vocabulary_.resolve) return resolved();
    expect(known != nullptr, "a known name");
    next();
    NodePtr out = make(function ? Op::function : Op::call, known->result);
    out->name = known->name;
    if (*known->arguments == '\0') return out;
    return brackets([&] {
      for (const char* argument = known->arguments; *argument != '\0'; ++argument) {
        if (argument != known->arguments) need(",");
        out->kids.push_back(*argument == 'W' ? word()
                                             : typed(sum(), *argument == 'N'   ? N
                                                            : *argument == 'S' ? S
                                                                               : Type::Input));
      }
      return std::move(out);
    });
  }
  // A name whose type hangs on those of its arguments.
  NodePtr resolved() {
    const std::string text = name();
    NodePtr out = make(Op::call, N);
    const auto listed = [&] {
      do out->kids.push_back(sum());
      while (take(","));
      return need(")"), std::move(out);
    };
    if (token_ == "(") out = nested(listed);
    std::vector<Type> types;
    for (const NodePtr& kid : out->kids) types.push_back(kid->type);
    const std::optional<Known> known = vocabulary_.resolve(text, types);
    expect(known.has_value(), "behind a known name, not " + quote(text) + ", something else");
    out->type = known->result, out->name = known->name;
    return out;
  }
  [[gnu::noinline]] NodePtr word() {
    const auto& words = vocabulary_.words;
    const auto it = std::find(words.begin(), words.end(), token_);
    expect(it != words.end(), "the name of a stage");
    next();
    return literal(it - words.begin());
  }

  const Vocabulary& vocabulary_;
  int depth_ = 0;
  std::vector<std::pair<std::string, Type>>
      scope_;  // the bound names, outermost first: slot i holds the value of scope_[i]
  Formula out_;
};

}  // namespace

Formula parse_formula(std::string_view text, const std::string& where,
                      const Vocabulary& vocabulary) {
  return Parser(text, where, vocabulary).run();
}

bool same_formula(const Formula& a, const Formula& b) { return same(*a.root, *b.root, SIZE_MAX); }

}  // namespace hardmax::check
