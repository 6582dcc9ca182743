#include "subject/type_rules.hpp"

#include "subject/term.hpp"

namespace hardmax::subject {

std::string words(const Type& t) {
  switch (t.kind) {
    case Type::boolean: return "a truth value";
    case Type::number: return "a number";
    case Type::set: return "a set";
    case Type::input: return "an input";
    case Type::matrix: return "a matrix";
    case Type::form: return "an affine function of the state";
    case Type::heads: return "a sum of heads";
    case Type::units: return "a sum of hidden units";
    default: return "a matrix or a number";
  }
}

[[noreturn]] void no_fit(const char* sign, const Type& a, const Type& b) {
  throw TermError("'" + std::string(sign) + "' between " + words(a) + " and " + words(b));
}

Type sum_type(const Type& a, const Type& b, const char* sign) {
  if (a.kind == Type::unknown || b.kind == Type::unknown) {
    for (const Type* t : {&a, &b})
      if (t->kind == Type::boolean || t->kind == Type::set || t->kind == Type::input)
        no_fit(sign, a, b);
    return {};
  }
  const auto is_affine = [](const Type& t) {
    return t.kind == Type::number || t.kind == Type::form;
  };
  if (is_affine(a) && is_affine(b)) return a.kind == Type::form ? a : b;
  if (a.kind == Type::heads && b.kind == Type::units)
    throw TermError("heads and hidden units in one layer; make it two stages");
  if (a.kind == Type::units && b.kind == Type::heads) return sum_type(b, a, sign);
  if (a.kind != b.kind || a.kind == Type::boolean || a.kind == Type::set || a.kind == Type::input)
    no_fit(sign, a, b);
  return {a.kind, a.one_row || b.one_row, a.one_column || b.one_column, a.forms || b.forms};
}

Type product_type(const Type& a, const Type& b) {
  const bool parts = b.kind == Type::heads || b.kind == Type::units;
  const auto is = [](const Type& t, Type::Kind kind) { return t.kind == kind; };
  for (const Type* t : {&a, &b})
    if (is(*t, Type::boolean) || is(*t, Type::set) || is(*t, Type::input)) no_fit("*", a, b);
  if (is(a, Type::heads) || is(a, Type::units)) no_fit("*", a, b);
  if (parts) {
    if (is(a, Type::form) || (is(a, Type::matrix) && a.forms)) no_fit("*", a, b);
    return b;
  }
  if (is(a, Type::unknown) || is(b, Type::unknown)) return {};
  const bool both = (is(a, Type::form) || a.forms) && (is(b, Type::form) || b.forms);
  if (both) throw TermError("a product of two affine functions of the state");
  if (is(a, Type::matrix) && is(b, Type::matrix)) {
    const bool forms = a.forms || b.forms;
    if (a.one_row && b.one_column) return {forms ? Type::form : Type::number};
    return {};
  }
  if (is(a, Type::matrix)) return {a.kind, a.one_row, a.one_column, a.forms || is(b, Type::form)};
  if (is(b, Type::matrix)) {
    if (is(a, Type::form)) no_fit("*", a, b);
    return b;
  }
  return is(a, Type::form) ? a : b;
}

}  // namespace hardmax::subject
