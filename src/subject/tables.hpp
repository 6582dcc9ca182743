// Values that a run brings for the names that a construction file lists in `tables`
// (docs/constructions.md, "Tables").
//
//   [[table]]
//   name   = "f"
//   values = ["(0 1/2), 1, 1 -> 3/4", ...]        arguments, then the value
//
// An argument of the name that is called H is an input, by its entries; any other is a number.
// Errors    InvalidInput (file): one line, file:line: what; remedy.
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "exact/rational.hpp"
#include "subject/term.hpp"
#include "subject/value.hpp"

namespace hardmax::subject {

class Tables {
 public:
  // An input by its entries, or one number.
  using Argument = std::vector<Rational>;
  using Entries = std::map<std::vector<Argument>, Rational>;

  // `names`: what the construction file says, each with its arguments.
  static Tables read(const std::filesystem::path& file, const std::vector<Signature>& names);
  static Tables read_text(const std::string& text, const std::string& file,
                          const std::vector<Signature>& names);

  // As they are.  Requires  one for each name that the construction asks for.
  static Tables of(std::string file, std::map<std::string, Entries> values);

  [[nodiscard]] const std::string& file() const { return file_; }
  // The value at these arguments.  Errors  TermError: there is none.
  [[nodiscard]] const Rational& value(const std::string& name,
                                      const std::vector<Value>& arguments) const;
  // All of one table.  Requires  a name of the construction file.
  [[nodiscard]] const Entries& entries(const std::string& name) const { return values_.at(name); }

 private:
  std::string file_;
  std::map<std::string, Entries> values_;
};

// Is this argument of a table an input?
inline bool is_input(const std::string& argument) { return argument == "H"; }

}  // namespace hardmax::subject
