// Terms of construction files, by recursive descent. The grammar of claims (claim/grammar.cpp)
// types a formula while it reads it; here types depend on what a definition is used with, so that a
// tree comes first. tests/unit/subject/parser_test.cpp holds both to the same texts.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "exact/error.hpp"
#include "subject/term.hpp"
#include "subject/tokens.hpp"

namespace hardmax::subject {

namespace {

constexpr std::size_t max_nesting = 256, max_names = 5'120;

constexpr std::array<std::string_view, 23> reserved = {
    "forall", "exists", "sum",    "prod",    "max",    "min",      "distinct", "chain",
    "union",  "let",    "in",     "where",   "and",    "or",       "not",      "implies",
    "true",   "false",  "inputs", "subsets", "nonneg", "positive", "real"};
constexpr std::array<std::string_view, 11> folds = {"sum",    "prod",     "max",   "min",
                                                    "union",  "distinct", "chain", "row",
                                                    "column", "columns",  "attend"};

template <class List>
bool contains(const List& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

using Kind = Term::Kind;

std::shared_ptr<Term> make(Kind kind, std::vector<TermPtr> parts = {}, std::string name = {}) {
  auto term = std::make_shared<Term>();
  term->kind = kind;
  term->parts = std::move(parts);
  term->name = std::move(name);
  return term;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : tokens_(tokens_of(text)) {}

  void end() const {
    if (peek().kind != Lexeme::Kind::end) fail("an operator or the end");
  }

  std::string name() {
    if (peek().kind != Lexeme::Kind::name || contains(reserved, peek().text))
      fail("a name that is not reserved");
    return std::string(next().text);
  }

  TermPtr formula() {
    TermPtr left = disjunction();
    if (!take("implies")) return left;
    const Nesting level(*this);
    return make(Kind::implication, {std::move(left), formula()});
  }

  TermPtr set() {  // "a..b", or a set
    TermPtr first = sum();
    if (!take("..")) return first;
    return make(Kind::range, {std::move(first), sum()});
  }

  Binders binders() {
    Binders out;
    do {
      if (++names_ > max_names) throw TermError("more than 5,120 names bound; cut it in two");
      out.list.push_back(binder());
    } while (take(","));
    if (take("where")) out.where = formula();
    return out;
  }

  Signature signature() {
    Signature out;
    out.name = name();
    if (take("(")) {
      do {
        if (peek().kind == Lexeme::Kind::integer)
          out.arguments.emplace_back(next().text);
        else
          out.arguments.push_back(name());
      } while (take(","));
      want(")");
    }
    return out;
  }

  void want(std::string_view sign) {
    if (!take(sign)) fail("'" + std::string(sign) + "'");
  }

 private:
  struct Nesting {
    explicit Nesting(Parser& p) : parser(p) {
      if (++parser.nesting_ > max_nesting)
        throw TermError("more than 256 levels of nesting; give parts names of their own");
    }
    ~Nesting() { --parser.nesting_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    Parser& parser;
  };

  [[nodiscard]] const Lexeme& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  const Lexeme& next() { return tokens_[at_++]; }
  [[nodiscard]] bool is(std::string_view text, std::size_t ahead = 0) const {
    const Lexeme& token = peek(ahead);
    return token.kind != Lexeme::Kind::end && token.kind != Lexeme::Kind::integer &&
           token.text == text;
  }
  bool take(std::string_view text) {
    if (!is(text)) return false;
    ++at_;
    return true;
  }
  [[noreturn]] void fail(const std::string& wanted) const {
    const Lexeme& token = peek();
    throw TermError("expected " + wanted + ", found " +
                    (token.kind == Lexeme::Kind::end
                         ? std::string("the end")
                         : "'" + std::string(token.text.substr(0, 40)) + "'") +
                    " at byte " + std::to_string(token.at + 1));
  }

  TermPtr disjunction() {
    TermPtr left = conjunction();
    for (std::size_t length = 0; take("or");) {
      bound(++length);
      left = make(Kind::disjunction, {std::move(left), conjunction()});
    }
    return left;
  }
  TermPtr conjunction() {
    TermPtr left = negation();
    for (std::size_t length = 0; take("and");) {
      bound(++length);
      left = make(Kind::conjunction, {std::move(left), negation()});
    }
    return left;
  }
  TermPtr negation() {
    const Nesting level(*this);
    if (take("not")) return make(Kind::negation, {negation()});
    if (is("forall") || is("exists")) {
      auto term = make(next().text == "forall" ? Kind::forall : Kind::exists);
      term->binders = binders();
      want(":");
      term->parts.push_back(formula());
      return term;
    }
    if (take("let")) {
      auto term = make(Kind::let, {}, name());
      want("=");
      term->parts.push_back(sum());
      want(":");
      term->parts.push_back(formula());
      return term;
    }
    return comparison();
  }

  std::optional<Relation> relation() {
    constexpr std::array<std::pair<std::string_view, Relation>, 7> all = {
        {{"<", Relation::less},
         {"<=", Relation::at_most},
         {"=", Relation::equal},
         {"!=", Relation::different},
         {">", Relation::greater},
         {">=", Relation::at_least},
         {"in", Relation::member}}};
    for (const auto& [text, which] : all) {
      if (take(text)) return which;
    }
    return std::nullopt;
  }
  TermPtr comparison() {
    TermPtr first = sum();
    auto term = make(Kind::comparison, {first});
    while (const auto which = relation()) {
      term->relations.push_back(*which);
      term->parts.push_back(sum());
    }
    return term->relations.empty() ? first : term;
  }

  // Operators of one level are nested to the left; a chain of them is as deep as it is long, so
  // that its length is bounded too.
  TermPtr sum() {
    TermPtr left = product();
    for (std::size_t length = 0; is("+") || is("-");) {
      bound(++length);
      const Kind kind = next().text == "+" ? Kind::add : Kind::subtract;
      left = make(kind, {std::move(left), product()});
    }
    return left;
  }
  TermPtr product() {
    TermPtr left = unary();
    for (std::size_t length = 0; is("*") || is("/");) {
      bound(++length);
      const Kind kind = next().text == "*" ? Kind::multiply : Kind::divide;
      left = make(kind, {std::move(left), unary()});
    }
    return left;
  }
  static void bound(std::size_t length) {
    if (length > max_nesting)
      throw TermError("more than 256 operators in a row; write a sum over a range, or name parts");
  }
  TermPtr unary() {
    const Nesting level(*this);
    if (take("-")) return make(Kind::negate, {unary()});
    TermPtr base = postfix();
    if (!take("^")) return base;
    return make(Kind::power, {std::move(base), unary()});
  }

  TermPtr postfix() {
    TermPtr term = primary();
    const auto named = [&] { return term->kind == Kind::name || term->kind == Kind::of_variant; };
    if (term->kind == Kind::name && is(".") && peek(1).kind == Lexeme::Kind::name) {
      ++at_;
      term = make(Kind::of_variant, {std::move(term), call()});
      if (is(".")) throw TermError("a second dot: a variant of a variant has no name");
    }
    if (named() && is("(")) {
      std::vector<TermPtr> parts = arguments();
      parts.insert(parts.begin(), std::move(term));
      term = make(Kind::entry, std::move(parts));
    }
    return term;
  }
  std::vector<TermPtr> arguments() {
    const Nesting level(*this);
    want("(");
    std::vector<TermPtr> out;
    do {
      out.push_back(formula());
    } while (take(","));
    want(")");
    return out;
  }
  TermPtr call() {
    auto term = make(Kind::name, {}, std::string(next().text));
    if (is("(")) {
      term->has_arguments = true;
      term->parts = arguments();
    }
    return term;
  }

  TermPtr primary() {
    const Nesting level(*this);
    const Lexeme& token = peek();
    if (token.kind == Lexeme::Kind::integer) {
      auto term = make(Kind::integer);
      term->number = *Rational::parse(next().text);
      return term;
    }
    if (take("(")) {
      TermPtr term = formula();
      if (take("..")) term = make(Kind::range, {std::move(term), sum()});
      want(")");
      return term;
    }
    if (take("{")) {
      auto term = make(Kind::set);
      if (take("}")) return term;
      do {
        term->parts.push_back(sum());
      } while (take(","));
      want("}");
      return term;
    }
    if (take("[")) {
      auto term = make(Kind::list);
      do {
        term->parts.push_back(sum());
      } while (take(","));
      want("]");
      return term;
    }
    if (token.kind != Lexeme::Kind::name) fail("a number, a name, '(', '{' or '['");
    if (contains(folds, token.text) && is("(", 1) && peek(2).kind == Lexeme::Kind::name &&
        !contains(reserved, peek(2).text) && is("in", 3))
      return fold();
    constexpr std::array<std::string_view, 5> callable = {"max", "min", "union", "true", "false"};
    if (contains(reserved, token.text) && !contains(callable, token.text))
      fail("a number, a name, '(', '{' or '['");
    return call();
  }
  TermPtr fold() {
    auto term = make(Kind::fold, {}, std::string(next().text));
    want("(");
    term->binders = binders();
    want(":");
    do {
      term->parts.push_back(formula());
    } while (take(","));
    want(")");
    const std::size_t bodies = term->parts.size();
    if (term->name == "attend" ? bodies < 3 || bodies > 4 : bodies != 1)
      throw TermError("'" + term->name + "' has " + std::to_string(bodies) + " terms after ':'; " +
                      (term->name == "attend" ? "write value, key, query" : "write one"));
    return term;
  }

  Binder binder() {
    Binder out;
    out.name = name();
    want("in");
    if (take("inputs")) {
      out.over = Binder::Over::inputs;
    } else if (take("subsets")) {
      out.over = Binder::Over::subsets;
      want("(");
      out.first = sum();
      want(")");
    } else if (is("nonneg") || is("positive") || is("real")) {
      throw TermError("a name bound to real numbers; a construction has finite domains only");
    } else {
      out.first = sum();
      if (take("..")) {
        out.over = Binder::Over::range;
        out.last = sum();
      }
    }
    return out;
  }

  std::vector<Lexeme> tokens_;
  std::size_t at_ = 0, nesting_ = 0, names_ = 0;
};

}  // namespace

TermPtr read_formula(std::string_view text) {
  Parser parser(text);
  TermPtr term = parser.formula();
  parser.end();
  return term;
}

TermPtr read_set(std::string_view text) {
  Parser parser(text);
  TermPtr term = parser.set();
  parser.end();
  return term;
}

Binders read_binders(std::string_view text) {
  Parser parser(text);
  Binders out = parser.binders();
  parser.end();
  return out;
}

Signature read_signature(std::string_view text) {
  Parser parser(text);
  Signature out = parser.signature();
  parser.want("=");
  out.term = parser.formula();
  parser.end();
  out.text = one_space(text);
  return out;
}

Signature read_head(std::string_view text) {
  Parser parser(text);
  Signature out = parser.signature();
  parser.end();
  out.text = one_space(text);
  return out;
}

WrittenLayer split_layer(const TermPtr& term) {
  if (term->is_name("Z") && term->parts.empty()) return {true, nullptr};
  const bool plus = term->kind == Term::Kind::add, minus = term->kind == Term::Kind::subtract;
  if (!plus && !minus) return {false, term};
  const WrittenLayer left = split_layer(term->parts[0]);
  if (!left.residual) return {false, term};
  auto rest = std::make_shared<Term>();
  if (left.rest) {
    rest->kind = term->kind;
    rest->parts = {left.rest, term->parts[1]};
    return {true, rest};
  }
  if (plus) return {true, term->parts[1]};
  rest->kind = Term::Kind::negate;
  rest->parts = {term->parts[1]};
  return {true, rest};
}

}  // namespace hardmax::subject
