#include "check/described_terms.hpp"

namespace hardmax::check {
namespace {

struct Fold {
  const char* text;
  char letter;
  bool listed, word;  // may list values; is a word only before "( name in"
};
constexpr Fold folds[] = {
    {"sum", '+', false, false},    {"prod", '*', false, false}, {"max", 'M', true, false},
    {"min", 'm', true, false},     {"union", 'u', true, false}, {"distinct", 'd', false, false},
    {"chain", 'c', false, false},  {"row", 'R', false, true},   {"column", 'C', false, true},
    {"columns", 'S', false, true}, {"attend", 'A', false, true}};

template <class Table>
auto find_text(const Table& table, std::string_view text) {
  const auto it = std::find_if(std::begin(table), std::end(table),
                               [&](const auto& row) { return text == row.text; });
  return it == std::end(table) ? nullptr : &*it;
}

class TermParser : TokenCursor {
 public:
  TermParser(std::string_view text, const std::string& where, const TermNames& names, Bound& bound)
      : TokenCursor(text, where, "(){}[],:.+-*/^<=>"), names_(names), bound_(bound) {
    expect(text.size() <= 65536, "at most 65,536 bytes");
    next();
  }
  Term whole() { return ended(formula()); }
  Term domain() { return ended(range_or_set(make(TermOp::members))); }
  Term binders() {
    Term out = make(TermOp::over);
    binders(out);
    return ended(std::move(out));
  }
  Term variant() {
    expect(names_.variants.count(std::string(token_)) != 0, "the name of a variant");
    return ended(applied(TermOp::in_variant, names_.variants));
  }
  Signature signature(bool with_term, bool digits) {
    Signature out{name(), {}, ""};
    if (take("(")) {
      do {
        if (digits && is_digit(peek()))
          out.arguments.emplace_back(token_), next();
        else
          out.arguments.push_back(name());
      } while (take(","));
      need(")");
    }
    if (!with_term) return expect(token_.empty(), "the end"), out;
    expect(token_ == "=", "=");
    out.term = text_.substr(at_ + 1);
    return out;
  }

 private:
  static Term make(TermOp op, std::string text = "") {
    Term out;
    out.op = op, out.text = std::move(text);
    return out;
  }
  Term ended(Term term) const { return expect(token_.empty(), "the end of the term"), term; }
  std::size_t bind(const std::string& name) {
    expect(bound_.names.size() < 5120, "at most 5,120 names bound at one place");
    bound_.names.push_back(name);
    bound_.slots = std::max(bound_.slots, bound_.names.size());
    return bound_.names.size() - 1;
  }
  template <class Body>
  Term nested(const Body& body) {
    expect(++depth_ <= 256, "nesting of at most 256");
    Term out = body();
    --depth_;
    return out;
  }
  bool before_binders() const {  // the current name, "(", a name, and "in" behind it
    TermParser ahead(*this);
    ahead.next();
    if (!ahead.take("(") || !ahead.is_name()) return false;
    ahead.next();
    return ahead.token_ == "in";
  }

  Term formula() { return level(0); }
  Term sum() { return level(4); }
  // What binds no less than `now`, from the operand outward. A quantified formula, `let` and `not`
  // are operands of `and`. What recurses keeps its frame small: 256 levels have to fit the stack.
  Term level(int now) {
    const bool prefix = now <= 3 && (token_ == "forall" || token_ == "exists" || token_ == "let" ||
                                     token_ == "not");
    Term out = prefix ? nested([&] { return prefixed(); }) : unary();
    for (int at = prefix ? 2 : 5; at >= now; --at) {
      const Infix* found = find_text(infixes, token_);
      if (found && found->level == at) infix(at, out);
    }
    return out;
  }
  [[gnu::noinline]] Term prefixed() {
    if (token_ == "let") return let();
    Term out = make(TermOp::over, token_ == "forall" ? "&" : "|");
    const bool negation = token_ == "not";
    next();
    if (!negation) return binding(std::move(out));
    return with(make(TermOp::negation), level(3));
  }
  [[gnu::noinline]] void infix(int at, Term& first) {
    Term out = with(make(at == 0   ? TermOp::implication
                         : at == 3 ? TermOp::comparison
                                   : TermOp::fold),
                    std::move(first));
    for (;;) {
      const Infix* found = find_text(infixes, token_);
      if (found == nullptr || found->level != at) break;
      next();
      out.text += found->operation;
      out.kids.push_back(level(at + 1));
    }
    first = std::move(out);
  }
  [[gnu::noinline]] static Term with(Term term, Term kid) {
    term.kids.push_back(std::move(kid));
    return term;
  }
  [[gnu::noinline]] Term let() {
    next();
    const std::string bound = name();
    need("=");
    Term out = with(make(TermOp::let), sum());
    need(":");
    out.slot = bind(bound);
    out.kids.push_back(formula());
    bound_.names.pop_back();
    return out;
  }
  [[gnu::noinline]] void binders(Term& out) {
    do {
      Term binder = make(TermOp::members);
      const std::string bound = name();
      need("in");
      expect(token_ != "nonneg" && token_ != "positive" && token_ != "real",
             "no real numbers, which a construction does not bind,");
      if (take("inputs")) {
        binder.op = TermOp::inputs;
      } else if (take("subsets")) {
        binder.op = TermOp::subsets;
        need("(");
        binder.kids.push_back(nested([&] { return sum(); }));
        need(")");
      } else {
        binder = range_or_set(std::move(binder));
      }
      binder.text = bound, binder.slot = bind(bound);
      out.kids.push_back(std::move(binder));
    } while (take(","));
    out.count = out.kids.size();
    Term always = make(TermOp::truth);
    always.number = Num(1);
    out.kids.push_back(take("where") ? formula() : std::move(always));
  }
  [[gnu::noinline]] Term range_or_set(Term out) {
    out.kids.push_back(sum());
    if (take("..")) out.op = TermOp::range, out.kids.push_back(sum());
    return out;
  }
  [[gnu::noinline]] Term binding(Term out) {  // binders ":" body, and of attend three or four
    const std::size_t before = bound_.names.size();
    binders(out);
    need(":");
    out.kids.push_back(formula());
    if (out.text == "A") {
      for (int i = 0; i < 2; ++i) need(","), out.kids.push_back(formula());
      if (take(",")) out.word = minus_abs();
      expect(!uses_slot(out.kids.back(), before, bound_.names.size()),
             "before this a query without the names that its keys bind");
    }
    if (out.text == "c")
      expect(out.count == 2 && out.kids[0].op <= TermOp::members &&
                 out.kids[0].op == out.kids[1].op && out.kids[2].op == TermOp::truth,
             "a chain with two binders over the same set and no where");
    bound_.names.resize(before);
    return out;
  }
  std::string minus_abs() {
    expect(token_ == "minus_abs", "minus_abs");
    next();
    return "minus_abs";
  }

  Term unary() {
    if (token_ == "-")
      return nested([&] {
        next();
        return with(make(TermOp::minus), unary());
      });
    Term first = primary();
    if (token_ != "^") return first;
    Term out = with(make(TermOp::power), std::move(first));
    for (bool more = true; more && take("^");) {
      more = token_ != "-";  // everything to the right of a minus is below it
      out.kids.push_back(more ? primary() : unary());
    }
    return out;
  }
  Term primary() {
    if (is_digit(peek())) {
      Term out = make(TermOp::number);
      out.number = Num::from_digits(std::string(token_));
      return next(), out;
    }
    if (token_ == "true" || token_ == "false") {
      Term out = make(TermOp::truth);
      out.number = Num(token_ == "true");
      return next(), out;
    }
    if (token_ == "(" || token_ == "{" || token_ == "[") return nested([&] { return bracketed(); });
    if (const Fold* fold = find_text(folds, token_);
        fold != nullptr && (!fold->word || before_binders()))
      return nested([&] { return folded(*fold); });
    return nested([&] { return call(); });
  }
  [[gnu::noinline]] Term bracketed() {
    const char open = peek();
    next();
    if (open == '(') {
      Term out = formula();
      if (take("..")) {
        out = with(make(TermOp::range_set), std::move(out));
        out.kids.push_back(sum());
      }
      return need(")"), out;
    }
    Term out = make(open == '{' ? TermOp::set : TermOp::column);
    const char* const close = open == '{' ? "}" : "]";
    if (open == '[' || token_ != close) do
        out.kids.push_back(sum());
      while (take(","));
    return need(close), out;
  }
  [[gnu::noinline]] Term folded(const Fold& fold) {
    const bool binders = !fold.listed || before_binders();
    next();
    need("(");
    Term out = make(binders ? TermOp::over : TermOp::listed, std::string(1, fold.letter));
    if (binders) {
      out = binding(std::move(out));
    } else {
      do out.kids.push_back(sum());
      while (take(","));
    }
    return need(")"), out;
  }

  // A name, what is called, and indices behind it.
  [[gnu::noinline]] Term call() {
    expect(is_name(), "a known name");
    Term out = named();
    while (token_ == "(") {
      out = with(make(TermOp::index), std::move(out));
      arguments(out);
      expect(out.kids.size() <= 3, "after an entry, which has a row and a column, something else");
    }
    return out;
  }
  void arguments(Term& out) {
    need("(");
    do out.kids.push_back(formula());
    while (take(","));
    need(")");
  }
  [[gnu::noinline]] Term named() {
    const std::string name(token_);
    for (std::size_t i = bound_.names.size(); i-- > 0;) {
      if (bound_.names[i] != name) continue;
      Term out = make(TermOp::bound);
      out.slot = i;
      return next(), out;
    }
    if (names_.variants.count(name) != 0 && is_variant()) return in_variant();
    if (name == "Z") return next(), make(TermOp::state);
    if (names_.definitions.count(name) != 0) return applied(TermOp::definition, names_.definitions);
    if (names_.tables.count(name) != 0) return applied(TermOp::table, names_.tables);
    const auto parameter = std::find(names_.parameters.begin(), names_.parameters.end(), name);
    if (parameter != names_.parameters.end()) {
      Term out = make(TermOp::parameter);
      out.name = static_cast<std::size_t>(parameter - names_.parameters.begin());
      next();
      expect(token_ != "(", "after a parameter, which has no arguments, something else");
      return out;
    }
    if (name == "attend") return attend();
    return known();
  }
  // A definition, a table or a variant, and its arguments.
  using Names = std::map<std::string, TermNames::Definition>;
  [[gnu::noinline]] Term applied(TermOp op, const Names& names) {
    const auto [place, arity] = names.at(std::string(token_));
    Term out = make(op);
    out.name = place;
    next();
    if (token_ == "(") arguments(out);
    expect(out.kids.size() == arity,
           "before this " + std::to_string(arity) + " arguments, as where the name is introduced,");
    out.count = out.kids.size();
    return out;
  }
  // The current name, its arguments perhaps, and a dot: a choice may have the same name.
  bool is_variant() const {
    TermParser ahead(*this);
    ahead.next();
    if (ahead.token_ == "(")
      for (int open = 0; !ahead.token_.empty(); ahead.next()) {
        open += (ahead.token_ == "(") - (ahead.token_ == ")");
        if (open == 0 && ahead.take(")")) break;
      }
    return ahead.token_ == ".";
  }
  [[gnu::noinline]] Term in_variant() {
    Term out = applied(TermOp::in_variant, names_.variants);
    need(".");
    expect(names_.definitions.count(std::string(token_)) != 0, "the name of a definition");
    out.kids.push_back(applied(TermOp::definition, names_.definitions));
    return out;
  }
  [[gnu::noinline]] Term attend() {
    Term out = make(TermOp::attend);
    next();
    need("(");
    for (int i = 0; i < 3; ++i) {
      if (i > 0) need(",");
      out.kids.push_back(formula());
    }
    if (take(",")) out.word = minus_abs();
    return need(")"), out;
  }
  [[gnu::noinline]] Term known() {
    const GivenName* found = given_name(token_, names_);
    expect(found != nullptr, "a name that is known here");
    Term out = make(TermOp::given);
    out.name = static_cast<std::size_t>(found->id);
    next();
    const std::string_view all = found->arguments;
    if (all.empty()) return out;
    need("(");
    std::size_t least = 0, most = 0;
    bool optional = false;
    for (const char letter : all) {
      if (letter == '?') optional = true;
      if (letter == 'w' || letter == 'x' || letter == 'g') network(out, letter);
      if (std::string_view("NBISMT").find(letter) == std::string_view::npos) continue;
      ++most, least += !optional, optional = false;
    }
    bool more = out.word.empty() || take(",");
    while (more) out.kids.push_back(formula()), more = take(",");
    expect(all == "g" || (out.kids.size() >= least && out.kids.size() <= most),
           "before this another number of arguments");
    return need(")"), out;
  }
  void network(Term& out, char letter) {
    const auto has = [&](const std::vector<std::string>& all) {
      return std::find(all.begin(), all.end(), token_) != all.end();
    };
    expect((letter != 'g' && has(names_.networks)) || (letter != 'w' && has(names_.stages)),
           letter == 'g' ? "the name of a stage" : "the name of a network");
    out.word = std::string(token_);
    next();
  }

  const TermNames& names_;
  Bound& bound_;
  int depth_ = 0;
};

}  // namespace

Term parse_term(std::string_view text, const std::string& where, const TermNames& names,
                Bound& bound) {
  return TermParser(text, where, names, bound).whole();
}
Term parse_domain(std::string_view text, const std::string& where, const TermNames& names,
                  Bound& bound) {
  return TermParser(text, where, names, bound).domain();
}
Term parse_binders(std::string_view text, const std::string& where, const TermNames& names,
                   Bound& bound) {
  return TermParser(text, where, names, bound).binders();
}
Term parse_variant(std::string_view text, const std::string& where, const TermNames& names,
                   Bound& bound) {
  return TermParser(text, where, names, bound).variant();
}
Signature parse_signature(std::string_view text, const std::string& where, bool digits) {
  Bound none;
  return TermParser(text, where, {}, none).signature(true, digits);
}
Signature parse_head(std::string_view text, const std::string& where) {
  Bound none;
  return TermParser(text, where, {}, none).signature(false, false);
}

}  // namespace hardmax::check
