// Recursive descent, one function for one line of the grammar in proofs/README.md. Chains without brackets (a + b + c, a^b^c, a implies b implies c) become one
// node with many kids, so that nothing recurses deeper than the nesting limit, except along a binder list, whose length the size limit bounds.
#include <algorithm>
#include <limits>

#include "check/formula.hpp"
#include "check/require.hpp"

namespace hardmax::check {
namespace {

struct Known {
  const char* text;
  Name name;
  const char* arguments;  // N number, I input, S set
  Type result;
  bool of_run;            // not known without a run
};
constexpr Known known_names[] = {
    {"n", Name::n, "", Type::Num, false},            {"d", Name::d, "", Type::Num, false},           {"D", Name::D, "", Type::Num, false},
    {"p", Name::p, "", Type::Num, false},            {"s", Name::s, "", Type::Num, true},            {"delta", Name::delta, "", Type::Num, false},
    {"Delta", Name::Delta, "", Type::Num, false},    {"c", Name::c, "", Type::Num, true},            {"shift", Name::shift, "", Type::Num, true},
    {"gamma", Name::gamma, "N", Type::Num, true},    {"l", Name::l, "N", Type::Num, true},           {"A", Name::A, "NN", Type::Set, false},
    {"S", Name::S, "NN", Type::Set, false},          {"E", Name::E, "N", Type::Num, true},           {"mask", Name::mask, "N", Type::Num, true},
    {"heads", Name::heads, "N", Type::Num, true},    {"bq", Name::bq, "NN", Type::Num, true},        {"G", Name::G, "INN", Type::Num, true},
    {"entry", Name::entry, "NINN", Type::Num, true}, {"v", Name::v, "NIN", Type::Num, true},         {"head", Name::head, "NNIN", Type::Num, true},
    {"z", Name::z, "IN", Type::Num, true},           {"zt", Name::zt, "IN", Type::Num, true},        {"M", Name::M, "NIN", Type::Num, true},
    {"id", Name::id, "IN", Type::Num, true},         {"floor", Name::floor, "N", Type::Num, false},  {"abs", Name::abs, "N", Type::Num, false},
    {"mod", Name::mod, "NN", Type::Num, false},      {"choose", Name::choose, "NN", Type::Num, false}, {"card", Name::card, "S", Type::Num, false},
};
constexpr const char* reserved[] = {"forall", "exists", "sum", "prod", "max", "min", "distinct", "chain", "union", "let", "in",
                                    "where", "and", "or", "not", "implies", "true", "false", "inputs", "subsets"};
constexpr const char* stages[] = {"quantize", "selective_shift", "all_max_shift", "value"};  // in the order of Stage

bool is_letter(char ch) { return (ch >= 'A' && ch <= 'Z') || (ch >= 'a' && ch <= 'z'); }
bool is_digit(char ch) { return ch >= '0' && ch <= '9'; }

bool same(const NodePtr& a, const NodePtr& b);
bool same(const std::vector<NodePtr>& a, const std::vector<NodePtr>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const NodePtr& x, const NodePtr& y) { return same(x, y); });
}
bool same(const NodePtr& a, const NodePtr& b) {  // the same formula after names are resolved
  if (!a || !b) return !a && !b;
  return a->op == b->op && a->type == b->type && same(a->kids, b->kids) && a->operations == b->operations && a->value == b->value && a->name == b->name &&
         a->slot == b->slot && same(a->where, b->where) &&
         std::equal(a->binders.begin(), a->binders.end(), b->binders.begin(), b->binders.end(),
                    [](const Binder& x, const Binder& y) { return x.domain == y.domain && same(x.from, y.from) && same(x.to, y.to); });
}

class Parser {
 public:
  Parser(std::string_view text, const std::string& where) : text_(text), where_(where) {}

  Formula run() {
    expect(text_.size() <= 65536, "at most 65,536 bytes");
    next();
    out_.root = typed(formula(), Type::Bool);
    expect(token_.empty(), "the end of the formula");
    return std::move(out_);
  }

 private:
  // --- lexis: token_ is the current token, kind_ its kind
  void next() {
    while (at_ < text_.size() && std::string_view(" \t\n\r").find(text_[at_]) != std::string_view::npos) ++at_;
    begin_ = at_;
    const auto ch = [&](std::size_t i) { return i < text_.size() ? text_[i] : '\0'; };
    if (is_letter(ch(at_))) {
      while (is_letter(ch(at_)) || is_digit(ch(at_)) || ch(at_) == '_' || ch(at_) == '\'') ++at_;
      const std::string_view word = text_.substr(begin_, at_ - begin_);
      kind_ = std::find(std::begin(reserved), std::end(reserved), word) == std::end(reserved) ? 'n' : 'r';
    } else if (is_digit(ch(at_))) {
      while (is_digit(ch(at_))) ++at_;
      kind_ = '0';
      expect(at_ - begin_ <= 1000, "at most 1,000 digits");
    } else if (at_ < text_.size()) {
      const std::string_view two = text_.substr(at_, 2);
      at_ += two == "<=" || two == ">=" || two == "!=" || two == ".." ? 2 : 1;
      kind_ = 's';
    } else {
      kind_ = 'e';
    }
    token_ = text_.substr(begin_, at_ - begin_);
    expect(kind_ != 's' || token_.size() == 2 || std::string_view("(){},:+-*/^<=>").find(token_[0]) != std::string_view::npos, "a known symbol");
  }
  bool take(std::string_view token) {
    if (token_ != token) return false;
    next();
    return true;
  }
  void need(std::string_view token) { expect(take(token), token); }
  std::string name() {
    expect(kind_ == 'n', "a name");
    const std::string out(token_);
    next();
    return out;
  }
  void expect(bool ok, std::string_view what) const {
    if (!ok) require(false, where_ + ", byte " + std::to_string(begin_), text_.substr(std::min(begin_, text_.size()), 20), "that " + std::string(what) + " must stand here");
  }

  // --- nesting
  template <class Body>
  auto nested(const Body& body) {
    expect(++depth_ <= 256, "nesting of at most 256");
    auto out = body();
    --depth_;
    return out;
  }

  // --- types
  NodePtr typed(NodePtr node, Type type) const {
    static const char* const names[] = {"Bool", "Num", "Set", "Input"};
    if (node->type != type) expect(false, std::string("before this a term of type ") + names[static_cast<int>(type)] + ", not " + names[static_cast<int>(node->type)] + ",");
    return node;
  }
  static NodePtr node(Op op, Type type) { return std::make_unique<Node>(op, type); }

  // Marks a term as constant if it uses no name bound outside it: free_ is the least slot used since the term began.
  template <class Body>
  NodePtr closed(const Body& body) {
    const int outer = free_, first_slot = slots();
    free_ = std::numeric_limits<int>::max();
    NodePtr out = body();
    out->constant = free_ >= first_slot;
    if (out->constant) free_ = std::numeric_limits<int>::max();
    free_ = std::min(free_, outer);
    return out;
  }
  int slots() const { return static_cast<int>(scope_.size()); }
  void bind(const std::string& name) {
    scope_.push_back(name);
    out_.slots = std::max(out_.slots, slots());
  }

  // --- formula = or [ "implies" formula ];  or = and { "or" and };  and = not { "and" not }
  NodePtr formula() {
    return chain_of("implies", Op::implication, [&] { return chain_of("or", Op::disjunction, [&] { return chain_of("and", Op::conjunction, [&] { return negation(); }); }); });
  }
  template <class Part>
  NodePtr chain_of(std::string_view word, Op op, const Part& part) {
    NodePtr first = part();
    if (token_ != word) return first;
    NodePtr out = node(op, Type::Bool);
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
    if (token_ == "let") return nested([&] { return let(); });
    if (token_ != "not") return comparison();
    return nested([&] {
      next();
      NodePtr out = node(Op::negation, Type::Bool);
      out->kids.push_back(typed(negation(), Type::Bool));
      return out;
    });
  }

  NodePtr let() {
    next();
    const std::string bound = name();
    need("=");
    NodePtr out = node(Op::let, Type::Bool);
    out->kids.push_back(sum());
    need(":");
    out->slot = slots();
    types_.push_back(out->kids[0]->type);
    bind(bound);
    out->kids.push_back(typed(formula(), Type::Bool));
    scope_.pop_back(), types_.pop_back();
    return out;
  }

  // binders ":" formula, for every binding form
  NodePtr binding(Op op, Type body, Type result) {
    const int first = slots();
    return closed([&] {
      NodePtr out = node(op, result);
      out->slot = first;
      do {
        Binder binder;
        binder.name = name();
        need("in");
        const Type type = domain(binder);
        bind(binder.name), types_.push_back(type);
        out->binders.push_back(std::move(binder));
      } while (take(","));
      if (take("where")) out->where = typed(formula(), Type::Bool);
      need(":");
      out->kids.push_back(typed(formula(), body));
      if (op == Op::chain) {
        const std::vector<Binder>& b = out->binders;
        expect(b.size() == 2 && !out->where, "before this a chain of two binders without where,");
        const bool sets = b[0].domain == Binder::Domain::range || b[0].domain == Binder::Domain::members;
        expect(sets && b[0].domain == b[1].domain && same(b[0].from, b[1].from) && same(b[0].to, b[1].to), "before this a chain over twice the same set");
      }
      scope_.resize(static_cast<std::size_t>(first)), types_.resize(static_cast<std::size_t>(first));
      return out;
    });
  }

  // domain = "inputs" | "subsets" "(" sum ")" | sum [ ".." sum ]
  Type domain(Binder& binder) {
    if (take("inputs")) {
      binder.domain = Binder::Domain::inputs;
      out_.speaks_of_run = true;
      free_ = -1;  // never constant: the value is of one run, but looking at every input twice is not what a cache is for
      return Type::Input;
    }
    if (take("subsets")) {
      binder.domain = Binder::Domain::subsets;
      binder.from = nested([&] { return need("("), sum(); });
      need(")");
      binder.from = typed(std::move(binder.from), Type::Set);
      return Type::Set;
    }
    binder.from = sum();
    if (token_ != "..") {
      binder.from = typed(std::move(binder.from), Type::Set);
      return Type::Num;
    }
    binder.from = typed(std::move(binder.from), Type::Num);
    need("..");
    binder.to = typed(sum(), Type::Num);
    binder.domain = Binder::Domain::range;
    return Type::Num;
  }

  // comparison = sum { ("<" | "<=" | "=" | "!=" | ">" | ">=" | "in") sum }
  NodePtr comparison() {
    NodePtr first = sum();
    const auto relation = [&] { return std::find_if(std::begin(relation::all), std::end(relation::all), [&](const auto& r) { return token_ == r.first; }); };
    if (relation() == std::end(relation::all)) return first;
    NodePtr out = node(Op::comparison, Type::Bool);
    out->kids.push_back(std::move(first));
    for (auto r = relation(); r != std::end(relation::all); r = relation()) {
      next();
      const Type left = out->kids.back()->type;
      NodePtr right = sum();
      const bool any = r->second == relation::equal || r->second == relation::different;
      expect(r->second == relation::in ? left == Type::Num && right->type == Type::Set : left == right->type && (any || left == Type::Num), "before this a comparison of terms it applies to,");
      out->operations += r->second;
      out->kids.push_back(std::move(right));
    }
    return out;
  }

  // sum = product { ("+" | "-") product };  product = unary { ("*" | "/") unary }
  NodePtr sum() {
    return operators(Op::sum, "+", "-", [&] { return operators(Op::product, "*", "/", [&] { return unary(); }); });
  }
  template <class Part>
  NodePtr operators(Op op, std::string_view one, std::string_view other, const Part& part) {
    return closed([&] {
      NodePtr first = part();
      if (token_ != one && token_ != other) return first;
      NodePtr out = node(op, Type::Num);
      out->kids.push_back(typed(std::move(first), Type::Num));
      while (token_ == one || token_ == other) {
        out->operations += token_[0];
        next();
        out->kids.push_back(typed(part(), Type::Num));
      }
      return out;
    });
  }

  // unary = "-" unary | power;  power = primary [ "^" unary ]
  NodePtr unary() {
    if (token_ == "-") {
      return nested([&] {
        next();
        NodePtr out = node(Op::minus, Type::Num);
        out->kids.push_back(typed(unary(), Type::Num));
        return out;
      });
    }
    return closed([&] {
      NodePtr first = primary();
      if (token_ != "^") return first;
      NodePtr out = node(Op::power, Type::Num);
      out->kids.push_back(typed(std::move(first), Type::Num));
      while (take("^")) {
        const bool minus = token_ == "-";  // then everything further to the right is below the minus
        out->kids.push_back(typed(minus ? unary() : primary(), Type::Num));
        if (minus) break;
      }
      return out;
    });
  }

  NodePtr primary() {
    if (kind_ == '0') {
      NodePtr out = node(Op::number, Type::Num);
      out->value = Num::from_digits(std::string(token_));
      return next(), std::move(out);
    }
    if (token_ == "true" || token_ == "false") {
      NodePtr out = node(Op::truth, Type::Bool);
      out->value = Num(token_ == "true");
      return next(), std::move(out);
    }
    if (token_ == "(") return nested([&] { return parenthesis(); });
    if (token_ == "{") {
      return nested([&] {
        next();
        NodePtr out = node(Op::listed_set, Type::Set);
        if (token_ != "}") arguments(*out, Type::Num);
        return need("}"), std::move(out);
      });
    }
    if (kind_ == 'r') return nested([&] { return reserved_call(); });
    const std::string word = name();
    for (std::size_t i = scope_.size(); i-- > 0;) {
      if (scope_[i] != word) continue;
      NodePtr out = node(Op::variable, types_[i]);
      out->slot = static_cast<int>(i);
      free_ = std::min(free_, out->slot);
      expect(token_ != "(", "no \"(\" after a bound name");
      return out;
    }
    return call(word);
  }

  NodePtr parenthesis() {
    next();
    NodePtr out = formula();
    if (take("..")) {
      NodePtr range = node(Op::range_set, Type::Set);
      range->kids.push_back(typed(std::move(out), Type::Num));
      range->kids.push_back(typed(sum(), Type::Num));
      out = std::move(range);
    }
    return need(")"), std::move(out);
  }

  void arguments(Node& out, Type type) {
    do out.kids.push_back(typed(sum(), type));
    while (take(","));
  }

  // sum, prod, max, min, union, distinct, chain
  NodePtr reserved_call() {
    struct Form {
      const char* word;
      Op over, of;   // with binders; of listed values (Op::truth: there is none)
      Type body, result;
    };
    static constexpr Form forms[] = {{"sum", Op::sum_over, Op::truth, Type::Num, Type::Num},       {"prod", Op::prod_over, Op::truth, Type::Num, Type::Num},
                                     {"max", Op::max_over, Op::max_of, Type::Num, Type::Num},      {"min", Op::min_over, Op::min_of, Type::Num, Type::Num},
                                     {"union", Op::union_over, Op::union_of, Type::Set, Type::Set}, {"distinct", Op::distinct, Op::truth, Type::Num, Type::Bool},
                                     {"chain", Op::chain, Op::truth, Type::Bool, Type::Bool}};
    const Form* form = std::find_if(std::begin(forms), std::end(forms), [&](const Form& f) { return token_ == f.word; });
    expect(form != std::end(forms), "a term");
    next();
    need("(");
    NodePtr out;
    if (form->of == Op::truth || (kind_ == 'n' && in_follows())) {
      out = binding(form->over, form->body, form->result);
    } else {
      out = node(form->of, form->result);
      arguments(*out, form->body);
    }
    return need(")"), std::move(out);
  }
  bool in_follows() {  // looks one token ahead and comes back
    const auto state = std::tuple(at_, begin_, token_, kind_);
    next();
    const bool out = token_ == "in";
    std::tie(at_, begin_, token_, kind_) = state;
    return out;
  }

  NodePtr call(const std::string& word) {
    if (word == "layers") return nested([&] { return layers(); });
    const Known* known = std::find_if(std::begin(known_names), std::end(known_names), [&](const Known& k) { return word == k.text; });
    expect(known != std::end(known_names), "before this a known name, not " + clip(word) + ",");
    out_.speaks_of_run |= known->of_run;
    NodePtr out = node(Op::call, known->result);
    out->name = known->name;
    if (*known->arguments == '\0') return out;
    return nested([&] {
      need("(");
      for (const char* argument = known->arguments; *argument != '\0'; ++argument) {
        if (argument != known->arguments) need(",");
        out->kids.push_back(typed(sum(), *argument == 'N' ? Type::Num : *argument == 'S' ? Type::Set : Type::Input));
      }
      return need(")"), std::move(out);
    });
  }
  NodePtr layers() {
    need("(");
    const auto* stage = std::find(std::begin(stages), std::end(stages), token_);
    expect(stage != std::end(stages), "the name of a stage");
    NodePtr out = node(Op::call, Type::Num);
    out->name = Name::layers;
    out->value = Num(stage - std::begin(stages));
    out_.speaks_of_run = true;
    next();
    return need(")"), std::move(out);
  }

  std::string_view text_, token_;
  std::string where_;
  std::size_t at_ = 0, begin_ = 0;   // behind and at the current token
  char kind_ = 'e';                  // n name, r reserved, 0 integer, s symbol, e end
  int depth_ = 0;
  int free_ = std::numeric_limits<int>::max();
  std::vector<std::string> scope_;   // the bound names, outermost first: slot i holds the value of scope_[i]
  std::vector<Type> types_;
  Formula out_;
};

}  // namespace

Formula parse_formula(std::string_view text, const std::string& where) { return Parser(text, where).run(); }

}  // namespace hardmax::check
