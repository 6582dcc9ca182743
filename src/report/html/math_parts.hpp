// What formulas as MathML are put together from: operators, names, and places where a line may end.
#pragma once
#include <string>
#include <vector>

#include "claim/syntax.hpp"
#include "report/html/markup.hpp"

namespace hardmax::report::html {

// How an accessor with arguments is written: which argument stands above, which below (joined by
// commas), which in parentheses.
struct Notation {
  const char* base;
  const char* accent;  // over the base, or ""
  std::vector<std::size_t> above, below, within;
};
// nullptr: as a function with all arguments in parentheses.
const Notation* notation_of(const std::string& name, std::size_t arguments);

// How tightly an operator binds; what stands where something tighter is needed gets parentheses.
enum Level { whole, disjunct, conjunct, negated, compared, summand, factor, signed_, primary };
Level level(const claim::Node& node);
bool has_divisor(const claim::Node& node);  // of a product
const char* sign_of(claim::Relation relation);

class MathParts {
 protected:
  void begin() { out_.open("math", {{"displaystyle", "true"}}); }
  void end() { out_.close(); }
  // A place where a line may end.
  void rest() {
    if (nested_ > 0) return;
    end();
    out_.leaf("wbr");
    begin();
  }

  void op(const char* sign, const char* form = "");
  void fence(const char* sign, const char* form) {
    out_.element("mo", sign, {{"form", form}, {"stretchy", nested_ == 0 ? "false" : "true"}});
  }
  void words(std::string text);
  // A name as it stands in the file: Greek words as letters, digits behind a letter as an index,
  // primes.
  void name(const std::string& given);

  virtual void term(const claim::Node& node,
                    Level least) = 0;  // in parentheses, if it binds less tightly
  ~MathParts() = default;
  void list(const claim::Node& node, const std::vector<std::size_t>& which);
  void in_parentheses(const claim::Node& node, const std::vector<std::size_t>& which);
  void accessor(const claim::Node& node);
  void call(const claim::Node& node);

  template <class Inner>
  void group(Inner inner, const char* tag = "mrow") {
    out_.open(tag);
    ++nested_;
    inner();
    --nested_;
    out_.close();
  }

  Markup out_;
  int nested_ = 0;  // within an element that cannot be cut
};

}  // namespace hardmax::report::html
