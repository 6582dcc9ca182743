// Where a witness is, as every report shows it: the names that it binds, each with its value.
//
// A claim binds grid inputs G, and reads them as the papers do, with the encodings of the run
// added: H = G + E. Both are shown, each under its letter; without encodings the name that the
// claim binds is the grid input itself.
#pragma once
#include <string>
#include <vector>

#include "certificate/writer.hpp"
#include "exact/rational.hpp"

namespace hardmax::report {

// What a run adds to the columns of a grid input, to every row alike, in units of delta. Empty, or
// 0 throughout: nothing.
using Encodings = std::vector<Rational>;

// A binding "name=value" of a witness (FORMAT.md). What type it is of, its value tells: an input is
// several numbers, "0 0 1", a set "{1,2}", a vector "(1,2)".
struct Bound {
  enum class Type { number, set, vector, input };
  std::string name;
  Type type = Type::number;
  std::string value;  // as the witness has it
  std::vector<Rational> grid,
      value_of_input;  // of an input, in units of delta: G; and what the name stands for, G + E
};
std::vector<Bound> bound(const std::vector<std::string>& bindings, const Encodings& E);
const char* name_of(Bound::Type type);

// "G = (0,0) delta, H = G + E = (0,2) delta, k = 1"; without encodings "H = (0,0) delta, k = 1".
// Two inputs: "G_H = (0,0) delta, H = G_H + E = (0,2) delta, G_K = ...".
std::string place(const std::vector<std::string>& bindings, const Encodings& E,
                  const char* delta = "delta");

// What a person reads of a witness: each side that is an enclosure "[a, b]" of a number that is not
// rational in decimals, rounded outward, with as many digits as it takes to see that the sides do
// not meet, where they do not. Any other side as it is.
certificate::Witness in_decimals(certificate::Witness witness);

}  // namespace hardmax::report
