#include "subject/value.hpp"

#include <algorithm>

#include "exact/error.hpp"
#include "subject/keys.hpp"

namespace hardmax::subject {

namespace {

constexpr std::size_t max_bits = std::size_t{64} << 21;

void require_room(std::size_t bits) {
  if (bits > max_bits) throw LimitReached("a number of more than 2^21 words");
}

Rational product(const Rational& a, const Rational& b) {
  require_room(a.bits() + b.bits());
  return a * b;
}

Mat with_entries(const Mat& a, const std::vector<Form>& forms) {
  Mat out;
  out.rows = a.rows;
  out.columns = a.columns;
  out.forms = forms;
  return out;
}

std::vector<Form> all_forms(const Mat& a) {
  if (a.of_forms()) return a.forms;
  std::vector<Form> out;
  out.reserve(a.numbers.size());
  for (const Rational& x : a.numbers) out.push_back({{}, x});
  return out;
}

std::string shape(const Mat& a) {
  return std::to_string(a.rows) + " x " + std::to_string(a.columns);
}

[[noreturn]] void no_fit(const char* sign, const Value& a, const Value& b) {
  throw TermError("'" + std::string(sign) + "' between " + a.kind() + " and " + b.kind());
}

Mat sum(const Mat& a, const Mat& b) {
  if (a.rows != b.rows || a.columns != b.columns)
    throw TermError("a sum of shapes " + shape(a) + " and " + shape(b));
  Mat out = a;
  out.state = a.state || b.state;
  if (a.of_forms() || b.of_forms()) {
    out.forms = all_forms(a);
    out.numbers.clear();
    const std::vector<Form> other = all_forms(b);
    for (std::size_t i = 0; i < other.size(); ++i) out.forms[i] = plus(out.forms[i], other[i]);
  } else {
    for (std::size_t i = 0; i < out.numbers.size(); ++i) out.numbers[i] += b.numbers[i];
  }
  return out;
}

Mat scaled(const Mat& a, const Rational& k) {
  Mat out = a;
  for (Rational& x : out.numbers) x = product(x, k);
  for (Form& x : out.forms) x = times(x, k);
  return out;
}

Form product(const Form& a, const Form& b) {
  if (!a.w.empty() && !b.w.empty())
    throw TermError("a product of two affine functions of the state");
  return a.w.empty() ? times(b, a.b) : times(a, b.b);
}

Value product(const Mat& a, const Mat& b) {
  if (a.columns != b.rows) throw TermError("a product of shapes " + shape(a) + " and " + shape(b));
  Mat out;
  out.rows = a.rows;
  out.columns = b.columns;
  const bool forms = a.of_forms() || b.of_forms();
  if (out.rows * out.columns > max_members)
    throw LimitReached("a matrix of more than 2^20 entries");
  const std::vector<Form> x = forms ? all_forms(a) : std::vector<Form>();
  const std::vector<Form> y = forms ? all_forms(b) : std::vector<Form>();
  for (std::size_t r = 0; r < a.rows; ++r) {
    for (std::size_t c = 0; c < b.columns; ++c) {
      Form form;
      Rational number;
      for (std::size_t i = 0; i < a.columns; ++i) {
        const std::size_t p = r * a.columns + i, q = i * b.columns + c;
        if (forms)
          form = plus(form, product(x[p], y[q]));
        else
          number += product(a.numbers[p], b.numbers[q]);
      }
      if (forms)
        out.forms.push_back(std::move(form));
      else
        out.numbers.push_back(std::move(number));
    }
  }
  if (out.rows == 1 && out.columns == 1) return entry_of(out, 0, 0);
  return out;
}

Parts scaled(const Value& k, const Parts& parts) {
  Parts out;
  out.heads = parts.heads;
  for (const auto& [coefficient, part] : parts.list)
    out.list.emplace_back(std::make_shared<const Value>(multiply(k, *coefficient)), part);
  return out;
}

// "t^2 is not affine in its argument"
std::string square(const Form& a, const Form& b) {
  const auto term = [](const Rational& k, const std::string& power) {
    return k.is_zero() ? "" : " + " + (k == Rational(1) ? "" : k.str() + "*") + power;
  };
  const Rational &v = a.w[0].second, &w = b.w[0].second;
  const Rational constant = a.b * b.b;
  const std::string text = term(v * w, "t^2") + term(v * b.b + w * a.b, "t") +
                           (constant.is_zero() ? "" : " + " + constant.str());
  return text.substr(3) + " is not affine in its argument";
}

bool is_argument(const Value& v) { return v.form() && v.form()->of_argument(); }

}  // namespace

Form plus(const Form& a, const Form& b) {
  Form out;
  out.b = a.b + b.b;
  std::size_t i = 0, j = 0;
  while (i < a.w.size() || j < b.w.size()) {
    if (j == b.w.size() || (i < a.w.size() && a.w[i].first < b.w[j].first)) {
      out.w.push_back(a.w[i++]);
    } else if (i == a.w.size() || b.w[j].first < a.w[i].first) {
      out.w.push_back(b.w[j++]);
    } else {
      Rational both = a.w[i].second + b.w[j].second;
      if (!both.is_zero()) out.w.emplace_back(a.w[i].first, std::move(both));
      ++i;
      ++j;
    }
  }
  return out;
}

Form times(const Form& a, const Rational& k) {
  Form out;
  out.b = product(a.b, k);
  if (k.is_zero()) return out;
  for (const auto& [row, weight] : a.w) out.w.emplace_back(row, product(weight, k));
  return out;
}

Rational at(const Form& form, const Rational* column) {
  Rational out = form.b;
  for (const auto& [row, weight] : form.w) out.add_product(weight, column[row - 1]);
  return out;
}

Value add(const Value& a, const Value& b) {
  if (a.nothing()) return b;
  if (b.nothing()) return a;
  if (a.number() && b.number()) return *a.number() + *b.number();
  if (a.form() && b.form()) return plus(*a.form(), *b.form());
  if (a.form() && b.number()) return plus(*a.form(), {{}, *b.number()});
  if (a.number() && b.form()) return plus({{}, *a.number()}, *b.form());
  if (a.mat() && b.mat()) return sum(*a.mat(), *b.mat());
  if (a.parts() && b.parts()) {
    if (a.parts()->heads != b.parts()->heads)
      throw TermError("heads and hidden units in one layer; make it two stages");
    Parts out = *a.parts();
    if (out.list.size() + b.parts()->list.size() > max_members)
      throw LimitReached("a layer of more than 2^20 heads or units");
    out.list.insert(out.list.end(), b.parts()->list.begin(), b.parts()->list.end());
    return out;
  }
  no_fit("+", a, b);
}

Value negate(const Value& a) {
  if (a.nothing()) return a;
  if (a.number()) return -*a.number();
  if (a.form()) return times(*a.form(), -1);
  if (a.mat()) return scaled(*a.mat(), -1);
  if (a.parts()) return scaled(Rational(-1), *a.parts());
  throw TermError("'-' before " + a.kind());
}

Value subtract(const Value& a, const Value& b) {
  if (a.number() && b.number()) return *a.number() - *b.number();
  if ((a.truth() || a.set() || a.input()) || (b.truth() || b.set() || b.input())) no_fit("-", a, b);
  return add(a, negate(b));
}

Value multiply(const Value& a, const Value& b) {
  if (a.number() && b.number()) return product(*a.number(), *b.number());
  if (a.nothing() || b.nothing())
    return Nothing{(a.nothing() && a.nothing()->forms) || (b.nothing() && b.nothing()->forms) ||
                   a.form() || b.form() || a.mat() || b.mat()};
  if (a.form() && b.form()) {
    if (is_argument(a) && is_argument(b)) throw TermError(square(*a.form(), *b.form()));
    if (!a.form()->w.empty() && !b.form()->w.empty())
      throw TermError("a product of two affine functions of the state");
    return product(*a.form(), *b.form());
  }
  if (a.form() && b.number()) return times(*a.form(), *b.number());
  if (a.number() && b.form()) return times(*b.form(), *a.number());
  if (a.mat() && b.mat()) return product(*a.mat(), *b.mat());
  if (a.mat() && b.number()) return scaled(*a.mat(), *b.number());
  if (a.number() && b.mat()) return scaled(*b.mat(), *a.number());
  if (a.mat() && b.form()) {
    std::vector<Form> forms = all_forms(*a.mat());
    for (Form& x : forms) x = product(x, *b.form());
    return with_entries(*a.mat(), forms);
  }
  if (b.parts() && (a.number() || (a.mat() && !a.mat()->of_forms()))) return scaled(a, *b.parts());
  no_fit("*", a, b);
}

Value divide(const Value& a, const Value& b) {
  if (!b.number()) throw TermError("a quotient by " + b.kind());
  if (b.number()->is_zero()) throw TermError("a division by 0, which has no value");
  if (a.parts() || a.truth() || a.set() || a.input()) no_fit("/", a, b);
  return multiply(a, Rational(1) / *b.number());
}

Value raise(const Value& a, const Value& b) {
  if (a.nothing()) return raise(Rational(0), b);
  if (!a.number() || !b.number()) no_fit("^", a, b);
  if (!b.number()->is_integer())
    throw TermError("an exponent " + b.show() +
                    ": exponents of a construction are integers; the weights are rational");
  try {
    return power(*a.number(), *b.number());
  } catch (const Undefined& e) {
    throw TermError(e.what());
  }
}

bool equal(const Value& a, const Value& b) {
  if (a.nothing() && b.nothing()) return true;
  if (a.nothing()) return equal(b, a);
  if (b.nothing()) {
    if (a.number()) return a.number()->is_zero();
    no_fit("=", a, b);
  }
  if (a.number() && b.number()) return *a.number() == *b.number();
  if (a.truth() && b.truth()) return *a.truth() == *b.truth();
  if (a.set() && b.set()) return *a.set() == *b.set();
  if (a.input() && b.input()) return a.input()->values == b.input()->values;
  if (a.mat() && b.mat() && !a.mat()->of_forms() && !b.mat()->of_forms())
    return a.mat()->rows == b.mat()->rows && a.mat()->columns == b.mat()->columns &&
           a.mat()->numbers == b.mat()->numbers;
  no_fit("=", a, b);
}

const Rational& number_of(const Value& v) {
  static const Rational zero;
  if (v.nothing()) return zero;
  if (!v.number()) throw TermError("a number is asked for, " + v.kind() + " is given");
  return *v.number();
}

bool truth_of(const Value& v) {
  if (!v.truth()) throw TermError("a truth value is asked for, " + v.kind() + " is given");
  return *v.truth();
}

const Set& set_of(const Value& v) {
  if (!v.set()) throw TermError("a set is asked for, " + v.kind() + " is given");
  return *v.set();
}

const Input& input_of(const Value& v) {
  if (!v.input()) throw TermError("an input is asked for, " + v.kind() + " is given");
  return *v.input();
}

const Mat& mat_of(const Value& v) {
  if (!v.mat()) throw TermError("a matrix is asked for, " + v.kind() + " is given");
  return *v.mat();
}

std::int64_t whole_of(const Value& v) {
  const Rational x = number_of(v);
  if (!x.is_integer()) throw TermError("an integer is asked for, " + v.show() + " is given");
  const auto whole = x.to_int64();
  if (!whole) throw TooLarge("an integer below 2^63 is asked for, " + v.show() + " is given");
  return *whole;
}

Mat mat_from(std::size_t rows, std::size_t columns, const std::vector<Value>& entries) {
  Mat out;
  out.rows = rows;
  out.columns = columns;
  const bool forms =
      std::any_of(entries.begin(), entries.end(), [](const Value& v) { return v.form(); });
  for (const Value& v : entries) {
    if (!forms)
      out.numbers.push_back(number_of(v));
    else
      out.forms.push_back(v.form() ? *v.form() : Form{{}, number_of(v)});
  }
  return out;
}

Value entry_of(const Mat& mat, std::size_t row, std::size_t column) {
  const std::size_t i = row * mat.columns + column;
  if (mat.of_forms()) return mat.forms[i];
  return mat.numbers[i];
}

std::vector<Form> forms_of(const Value& v) {
  if (v.form()) return {*v.form()};
  if (v.mat()) {
    if (v.mat()->columns != 1)
      throw TermError("a value, key or query of shape " + shape(*v.mat()) + "; a column is needed");
    return all_forms(*v.mat());
  }
  return {Form{{}, number_of(v)}};
}

// ---- for people, and for places where values are kept

std::string Value::kind() const {
  if (truth()) return "a truth value";
  if (number()) return "a number";
  if (set()) return "a set";
  if (input()) return "an input";
  if (form()) return "an affine function of the state";
  if (mat()) return "a matrix " + shape(*mat());
  if (parts()) return parts()->heads ? "a sum of heads" : "a sum of hidden units";
  return "a sum of nothing";
}

namespace {

std::string shown(const Form& form) {
  std::string out;
  for (const auto& [row, weight] : form.w) {
    if (!out.empty()) out += " + ";
    out += weight.str() + "*Z(" + std::to_string(row) + ")";
  }
  if (out.empty() || !form.b.is_zero()) out += (out.empty() ? "" : " + ") + form.b.str();
  return out;
}

}  // namespace

std::string Value::show() const {
  if (truth()) return *truth() ? "true" : "false";
  if (number()) return number()->str();
  if (form()) return shown(*form());
  if (set() || input()) {
    std::string out;
    for (const Rational& x : set() ? *set() : input()->values)
      out += (out.empty() ? "" : ", ") + x.str();
    return set() ? "{" + out + "}" : "(" + out + ")";
  }
  if (mat()) {
    std::string out;
    for (std::size_t r = 0; r < mat()->rows; ++r) {
      if (r > 0) out += "; ";
      for (std::size_t c = 0; c < mat()->columns; ++c)
        out += (c > 0 ? ", " : "") + entry_of(*mat(), r, c).show();
    }
    return "[" + out + "]";
  }
  return nothing() ? "0" : kind();
}

namespace {

// The sign and the length of an integer, then its digits in base 256, the lowest first.
void write_integer(const fmpz& x, std::string& out) {
  constexpr int kNegative = 128, kLong = 64;
  const int sign = fmpz_sgn(&x) < 0 ? kNegative : 0;
  if (COEFF_IS_MPZ(x)) {
    const mpz_srcptr number = COEFF_TO_PTR(x);
    const std::size_t size = mpz_size(number) * sizeof(mp_limb_t);
    out += static_cast<char>(kLong + sign);
    out += std::to_string(size) + ',';
    out.append(reinterpret_cast<const char*>(mpz_limbs_read(number)), size);
    return;
  }
  const std::size_t header = out.size();
  out += static_cast<char>(sign);
  for (std::uint64_t rest = static_cast<std::uint64_t>(x < 0 ? -x : x); rest > 0; rest >>= 8U) {
    out += static_cast<char>(rest & 255U);
    ++out[header];
  }
}

// Not in decimal: long ids are written more often than they are computed.
void write_number(const Rational& x, std::string& out) {
  write_integer(*fmpq_numref(x.raw()), out);
  write_integer(*fmpq_denref(x.raw()), out);
}

}  // namespace

Input::Input(std::vector<Rational> entries) : values(std::move(entries)) {
  key = 'i' + std::to_string(values.size()) + ',';
  for (const Rational& x : values) write_number(x, key);
}

void write_key(const Input& input, std::string& out) { out += input.key; }

void write_key(const Mat& numbers, std::string& out) {
  out += 'm';
  out += numbers.state ? 'z' : 'm';
  out += std::to_string(numbers.rows) + ',' + std::to_string(numbers.columns) + ',';
  for (const Rational& x : numbers.numbers) write_number(x, out);
}

bool Value::write_key(std::string& out) const {
  if (parts()) return false;
  if (input()) return subject::write_key(*input(), out), true;
  if (mat() && !mat()->of_forms()) return subject::write_key(*mat(), out), true;
  out += truth() ? 'b' : number() ? 'n' : set() ? 's' : form() ? 'f' : 'm';
  if (mat()) out += std::to_string(mat()->rows);
  if (number())
    write_number(*number(), out);
  else
    out += show();
  out += '|';
  return true;
}

}  // namespace hardmax::subject
