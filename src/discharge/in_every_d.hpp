// Terms of a construction file with a value for every D and d at once: numbers, rows of d numbers,
// and the heads of an attention layer that looks at them.
//
// A number is a sum of products of powers of D, q = D^d, B = D + ... + D^d and the name of a loop
// over layers, with rational factors; entry r of a row has powers of D^r besides. Two of them are
// equal for every D and d if they are written alike, and nothing is compared at some d: what cannot
// be written that way has no value here. Therefore d stands in exponents (affinely), and where a
// sum or a row ends; not in a condition, a divisor that is a sum, or whatever counts inputs, layers
// or states.
//
// Trust     producer side. from_file_sizes.cpp compares what comes of it with the file at d = 1 to
// 4; tests/data-driven/file_rules.py has files that are other ones from d = 5 on.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "network/parameters.hpp"
#include "subject/reading.hpp"

namespace hardmax::every_d {

// D^D q^q B^B x^x g^g, x = D^i of a name i that runs up to d, g the name of a loop over layers.
struct Powers {
  std::int64_t D = 0, q = 0, B = 0, x = 0, g = 0;
  friend auto operator<=>(const Powers&, const Powers&) = default;
};

class Sum {
 public:
  Sum() = default;
  explicit Sum(const Rational& factor, const Powers& powers = {}) { add(factor, powers); }
  [[nodiscard]] const std::map<Powers, Rational>& terms() const { return terms_; }
  [[nodiscard]] bool is_zero() const { return terms_.empty(); }
  friend bool operator==(const Sum&, const Sum&) = default;
  friend Sum operator+(const Sum& a, const Sum& b);
  friend Sum operator-(const Sum& a, const Sum& b) { return a + b * Sum(-1); }
  friend Sum operator*(const Sum& a, const Sum& b);

 private:
  void add(const Rational& factor, const Powers& powers);
  std::map<Powers, Rational> terms_;
};

// row * Z + number
struct Form {
  Sum row, number;
};
// factor * attend(value, key, query); `in_first_row`: times e(1) besides.
struct Head {
  Sum factor;
  bool in_first_row = false;
  Form value, key, query;
};

struct Value {
  enum class Kind { number, row, Z, form, first_unit, heads } kind = Kind::number;
  Form form;  // a number; of a row its entries; of first_unit the factor of e(1), as a number
  std::vector<Head> heads;
};

// Names that have a value where a term stands, the innermost first. `plain`: for terms in which
// neither D nor d stands, the names that have one number.
struct Names {
  const Names* up = nullptr;
  const std::string* name = nullptr;
  std::optional<Value> value;  // none: it is in `plain`, or runs up to d (`index`)
  bool index = false;
  const subject::Env* plain = nullptr;
};

class InEveryD {
 public:
  // `reading`: of a run with some D and d, with the variants and overrides.
  InEveryD(subject::Reading& reading, const std::vector<std::string>& variants,
           const Overrides& overrides);

  // Errors  TermError: it has none of this form, or none that this finds.
  Value value(const subject::Term& term, const Names* names);
  Sum number(const subject::Term& term, const Names* names);

  // May the value be another one at another D or d? Whatever is not known to be free of both may.
  [[nodiscard]] bool depends(const subject::Term& term, const Names* names) const;
  // May it be another one at another d? D is taken for a number.
  [[nodiscard]] bool depends_on_d(const subject::Term& term) const;

 private:
  struct Exponent;
  enum class Sizes { d, both };
  [[nodiscard]] const subject::Signature& signature(const std::string& name) const;
  [[nodiscard]] bool depends(const subject::Term& term, const Names* names, Sizes sizes) const;
  [[nodiscard]] bool name_depends(const subject::Term& term, const Names* names, Sizes sizes) const;
  // It has a value without any of the names, which is the same for every D and d.
  [[nodiscard]] bool is_closed(const subject::Term& term, const Names* names) const;
  [[nodiscard]] bool holds(const subject::Term& condition, const Names* names) const;
  Value named(const subject::Term& term, const Names* names);
  Value defined(const subject::Term& term, const Names* names);
  Value attend(const subject::Term& term, const Names* names);
  Value fold(const subject::Term& term, const Names* names);
  Exponent exponent(const subject::Term& term, const Names* names);
  static Sum raised(const Sum& base, const Exponent& e);

  // A file may write a term out to any length, definitions in it.  Errors  TermError.
  void step() const;

  subject::Reading& reading_;
  std::map<std::string, const subject::Signature*> changed_;
  std::map<std::string, Rational> numbers_;  // of --with
  mutable std::uint64_t steps_ = 0;
};

}  // namespace hardmax::every_d
