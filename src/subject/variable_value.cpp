#include "subject/variable_value.hpp"

#include "exact/error.hpp"

namespace hardmax::subject {

namespace {

using ValueKind = VariableValue::Kind;

[[noreturn]] void no_variable_fit() { throw TermError("it combines what does not fit"); }

VariableForm lifted(const Form& form) {
  VariableForm out{{}, Polynomial(form.b)};
  for (const auto& [row, weight] : form.w) {
    if (row == 0) throw TermError("it has the argument of an activation");
    out.w.emplace(row, Polynomial(weight));
  }
  return out;
}

VariableForm sum_of_forms(VariableForm a, const VariableForm& b) {
  a.b += b.b;
  for (const auto& [row, weight] : b.w) {
    const auto [at, fresh] = a.w.try_emplace(row, weight);
    if (!fresh) at->second += weight;
    if (at->second.is_zero()) a.w.erase(at);
  }
  return a;
}

VariableForm product_of_forms(const VariableForm& a, const VariableForm& b) {
  if (!a.w.empty() && !b.w.empty())
    throw TermError("a product of two affine functions of the state");
  if (a.w.empty() && !b.w.empty()) return product_of_forms(b, a);
  VariableForm out{{}, a.b * b.b};
  for (const auto& [row, weight] : a.w) {
    Polynomial both = weight * b.b;
    if (!both.is_zero()) out.w.emplace(row, std::move(both));
  }
  return out;
}

bool is_single(const VariableValue& v) {
  return v.kind() == ValueKind::number || v.kind() == ValueKind::form;
}

VariableValue single(bool form, VariableForm entry) {
  return form ? VariableValue::of_form(std::move(entry)) : VariableValue(std::move(entry.b));
}

VariableValue product_of_mats(const VariableValue& a, const VariableValue& b) {
  if (a.columns() != b.rows()) no_variable_fit();
  if (a.rows() * b.columns() > max_members)
    throw LimitReached("a matrix of more than 2^20 entries");
  std::vector<VariableForm> entries;
  for (std::size_t r = 0; r < a.rows(); ++r) {
    for (std::size_t c = 0; c < b.columns(); ++c) {
      VariableForm total;
      for (std::size_t i = 0; i < a.columns(); ++i)
        total = sum_of_forms(std::move(total), product_of_forms(a.entries()[r * a.columns() + i],
                                                                b.entries()[i * b.columns() + c]));
      entries.push_back(std::move(total));
    }
  }
  const bool forms = a.forms() || b.forms();
  if (entries.size() == 1) return single(forms, std::move(entries[0]));
  return VariableValue::of_entries(a.rows(), b.columns(), forms, std::move(entries));
}

}  // namespace

VariableValue::VariableValue(Polynomial number) : kind_(ValueKind::number) {
  entries_.push_back({{}, std::move(number)});
}

VariableValue VariableValue::of_form(VariableForm form) {
  VariableValue out;
  out.kind_ = ValueKind::form;
  out.forms_ = true;
  out.entries_.push_back(std::move(form));
  return out;
}

VariableValue VariableValue::of_entries(std::size_t rows, std::size_t columns, bool forms,
                                        std::vector<VariableForm> entries) {
  HARDMAX_REQUIRE(entries.size() == rows * columns);
  VariableValue out;
  out.kind_ = ValueKind::mat;
  out.rows_ = rows;
  out.columns_ = columns;
  out.forms_ = forms;
  out.entries_ = std::move(entries);
  return out;
}

VariableValue VariableValue::of_heads(std::vector<VariableHead> heads) {
  VariableValue out;
  out.kind_ = ValueKind::heads;
  out.heads_ = std::move(heads);
  return out;
}

VariableValue VariableValue::lifted() const {
  if (kind_ != ValueKind::plain) return *this;
  if (plain_.number() || plain_.nothing()) return Polynomial(number_of(plain_));
  if (plain_.form()) return of_form(subject::lifted(*plain_.form()));
  if (plain_.mat()) {
    const Mat& m = *plain_.mat();
    std::vector<VariableForm> entries;
    for (const Rational& x : m.numbers) entries.push_back({{}, Polynomial(x)});
    for (const Form& f : m.forms) entries.push_back(subject::lifted(f));
    return of_entries(m.rows, m.columns, m.of_forms(), std::move(entries));
  }
  if (!plain_.parts()) throw TermError("it computes with " + plain_.kind());
  if (!plain_.parts()->heads) throw TermError("it adds hidden units");
  std::vector<VariableHead> heads;
  for (const auto& [before, part] : plain_.parts()->list) {
    VariableHead head;
    head.before = std::make_shared<const VariableValue>(*before);
    head.minus_abs = part->minus_abs;
    head.memory = part->memory;
    for (const Form& f : part->value) head.value.push_back(subject::lifted(f));
    for (const Form& f : part->key) head.key.push_back(subject::lifted(f));
    for (const Form& f : part->query) head.query.push_back(subject::lifted(f));
    heads.push_back(std::move(head));
  }
  return of_heads(std::move(heads));
}

VariableValue add(const VariableValue& a, const VariableValue& b) {
  if (a.plain() && a.plain()->nothing()) return b;
  if (b.plain() && b.plain()->nothing()) return a;
  if (a.plain() && b.plain()) return subject::add(*a.plain(), *b.plain());
  const VariableValue x = a.lifted(), y = b.lifted();
  if (x.kind() == ValueKind::heads || y.kind() == ValueKind::heads) {
    if (x.kind() != y.kind()) no_variable_fit();
    std::vector<VariableHead> heads = x.heads();
    heads.insert(heads.end(), y.heads().begin(), y.heads().end());
    if (heads.size() > max_members) throw LimitReached("a layer of more than 2^20 heads or units");
    return VariableValue::of_heads(std::move(heads));
  }
  if (is_single(x) && is_single(y))
    return single(x.forms() || y.forms(), sum_of_forms(x.entries()[0], y.entries()[0]));
  if (is_single(x) || is_single(y) || x.rows() != y.rows() || x.columns() != y.columns())
    no_variable_fit();
  std::vector<VariableForm> entries = x.entries();
  for (std::size_t i = 0; i < entries.size(); ++i)
    entries[i] = sum_of_forms(std::move(entries[i]), y.entries()[i]);
  return VariableValue::of_entries(x.rows(), x.columns(), x.forms() || y.forms(),
                                   std::move(entries));
}

VariableValue multiply(const VariableValue& a, const VariableValue& b) {
  if (a.plain() && b.plain()) return subject::multiply(*a.plain(), *b.plain());
  if ((a.plain() && a.plain()->nothing()) || (b.plain() && b.plain()->nothing()))
    throw TermError("it multiplies a sum of nothing");
  const VariableValue x = a.lifted(), y = b.lifted();
  if (y.kind() == ValueKind::heads) {
    if (x.kind() != ValueKind::number && (x.kind() != ValueKind::mat || x.forms()))
      no_variable_fit();
    std::vector<VariableHead> heads = y.heads();
    for (VariableHead& head : heads)
      head.before = std::make_shared<const VariableValue>(multiply(x, *head.before));
    return VariableValue::of_heads(std::move(heads));
  }
  if (x.kind() == ValueKind::heads) no_variable_fit();
  if (is_single(x) && is_single(y))
    return single(x.forms() || y.forms(), product_of_forms(x.entries()[0], y.entries()[0]));
  if (!is_single(x) && !is_single(y)) return product_of_mats(x, y);
  const VariableValue &mat = is_single(x) ? y : x, &factor = is_single(x) ? x : y;
  if (factor.kind() == ValueKind::form && is_single(x)) no_variable_fit();
  std::vector<VariableForm> entries = mat.entries();
  for (VariableForm& entry : entries) entry = product_of_forms(entry, factor.entries()[0]);
  return VariableValue::of_entries(mat.rows(), mat.columns(), mat.forms() || factor.forms(),
                                   std::move(entries));
}

VariableValue negate(const VariableValue& a) { return multiply(Value(Rational(-1)), a); }

}  // namespace hardmax::subject
