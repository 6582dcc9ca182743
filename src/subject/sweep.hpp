// Loops that are sweeps: a window goes up by constant steps, and a layer changes the columns in its
// window alone.
//
// Whether a loop is one is seen from its layer with the loop's name as a variable, for every layer
// at once; never by comparing layers (docs/constructions.md, "Sweeps"). Such a layer is
// Z + c psi(low + g step) - c psi(low + g step + width), psi(b) = attend(f(Z), f(Z), f(Z) - b),
// step > 0, width >= 0. Where a column's f is below both biases or above both, both heads return
// the same and the column stays; so a column that is not in the window, nor on its edge, is not
// changed.
//
// Trust     producer side. tests/unit/subject/sweep_test.cpp compares with every layer executed.
#pragma once
#include <string>
#include <variant>

#include "subject/reading.hpp"
#include "subject/variable_reader.hpp"

namespace hardmax::subject {

// The windows low + g step to low + g step + width, ends included, g = first, first + 1, ...
struct SweepWindows {
  std::int64_t first = 0, last = 0;  // of g
  Rational low, step, width;
  Form form;  // f, without a constant

  // The least g >= `from` whose window holds a column of z or has one on its edge; empty if there
  // is none.
  [[nodiscard]] std::optional<std::int64_t> next(std::int64_t from, const Columns& z) const;
};

// A loop inside a stage, of given values of the names before it, that is a sweep.
struct LoopSweep {
  std::string loop;          // its name
  std::uint64_t inside = 1;  // layers for each g; all but one are the identity
  std::uint64_t busy = 0;    // that one, counted from 0
  SweepWindows windows;
};

// Why a loop is none: "'g' stands in a comparison".
struct NoSweep {
  std::string loop, reason;
};

// A layer with variables: its heads, none if it is the identity, and, where they are asked for, of
// each column the columns it looks at, or the pattern layer, of the identity too. Errors TermError:
// it has none, or a variable stands in `when`, `keys` or elsewhere where it may not.
struct VariableLayer {
  std::vector<VariableHead> heads;
  std::vector<std::vector<std::size_t>> keys;
  std::size_t pattern_layer = 0;  // from 1
};
// What is asked for of the keys: nothing, the columns themselves, or l of keys that are written as
// A(l, k).
enum class KeysAs { nothing, columns, pattern_layer };
VariableLayer layer_with_variable(VariableReader& reader, const Stage& stage,
                                  const VariableEnv* env, KeysAs keys);
// W_O of a head as a column of numbers, one if it is a number.
std::vector<Polynomial> factors_of(const VariableHead& head);

// The same with a parameter, D, as a variable besides.
struct SweepOfEverySize {
  std::string loop;
  Polynomial first, last;  // of g
  std::uint64_t inside = 1, busy = 0;
  std::vector<std::vector<std::size_t>> keys;  // of its layers, where asked for
  std::size_t pattern_layer = 0;               // the same
  std::vector<std::size_t> pattern_layers;     // of all layers of a window
  Polynomial low, step, width;
  VariableForm form;
  VariableValue factor;     // c, rows x 1 or a number
  bool high_first = false;  // the head with the upper bias stands first
};

// Of a loop that is no sweep at name j: the names whose instances are gone through before a sweep
// is looked for again, at the name with that number. With `where` they are all.
std::pair<Binders, std::size_t> gone_through(const Binders& loop, std::size_t j);

// The layers of the stage's loop number j (from 0) and what is inside it, with the names of
// `repeat` and of the loops before j bound in `env`.
std::variant<LoopSweep, NoSweep> sweep_of(Reading& reading, const Stage& stage, const Env* env,
                                          std::size_t j);
// `size`: the parameter that is D; the answer holds for every whole D >= least > 0.
std::variant<SweepOfEverySize, NoSweep> sweep_of_every_size(VariableReader& reader,
                                                            const Stage& stage,
                                                            const VariableEnv* env, std::size_t j,
                                                            const Rational& least,
                                                            KeysAs keys = KeysAs::nothing);

}  // namespace hardmax::subject
