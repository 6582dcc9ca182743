// A network of a construction file as stages on column ids alone (network/stages.hpp), for one run
// or, with a parameter D left as a variable, for every D at once.
//
// The ids are u^T Z_k, u what all heads look at; units are the step of the sweeps, which has to be
// their width too. A network has this shape if it is sweeps (sweep.hpp), then layers with one head
// whose bias is 0; and if the ids at the start are start + digit, the digit of each token for
// itself and once each. Anything else is refused, with the stage and the reason. Nothing is made
// layer by layer but what is in no sweep.
//
// Trust     producer side. tests/unit/subject/staged_test.cpp compares with networks in C++.
#pragma once
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "network/stages.hpp"
#include "subject/polynomial.hpp"
#include "subject/reading.hpp"

namespace hardmax::subject {

// What the stages leave out, and what is known by the names of claims rests on. Polynomials are in
// D where that is a variable, numbers otherwise.
struct StagedForm {
  struct Windows {
    std::uint64_t inside = 1, busy = 0;  // layers of a window; the one that does something, from 0
    bool high_first = false;             // its first head has the upper bias
    Polynomial count, shift;
    std::vector<std::size_t> pattern_layers;  // of its layers, from 1, where keys are such
  };
  std::vector<Windows> sweeps;
  std::vector<Polynomial> c;              // of each layer after them
  bool idle_layers = false;               // a layer in no sweep does nothing
  bool other_rows = false;                // a head writes elsewhere than in row 1
  bool other_start = false;               // some token does not start from its entries + one number
  std::map<std::size_t, Polynomial> ids;  // u of row r, in units
  Polynomial unit;
  // Of each column, the entries of the input that its digit is made of, by their places from 1:
  // how much a step of each counts. These are 1, m, m^2, ... of one entry's m values.
  std::vector<std::map<std::size_t, Polynomial>> entries;
};

template <typename Number>
struct StagedOf {
  StagedNetworkOf<Number> network;
  StagedForm form;
  // Whom tokens look at: tables[pattern_layer][k], columns from 0. Empty where pattern layers are
  // those of the run.
  std::vector<std::vector<std::vector<std::size_t>>> tables;
};

// Why a network has no such shape.
struct NotStaged {
  std::string why;
};

// Whom tokens look at as tables, or as pattern layers of the run: then keys that are not written as
// A(l, k) are refused.
enum class Keys { tables, pattern_layers };

// The same as polynomials in D, for every D >= least, all whole; `size` empty: of the run, numbers.
std::variant<StagedOf<Polynomial>, NotStaged> staged_in_size(Reading& reading,
                                                             const std::string& network,
                                                             const std::string& size,
                                                             std::uint64_t least);

std::variant<StagedOf<Rational>, NotStaged> staged(Reading& reading, const std::string& network,
                                                   Keys keys = Keys::tables);

// Of a run, whom tokens look at alone: nothing is asked of ids or inputs.
using KeyTables = std::vector<std::vector<std::vector<std::size_t>>>;
std::variant<KeyTables, NotStaged> key_tables(Reading& reading, const std::string& network);

// For every D >= least: x of the polynomials is D - least. `reading` is one of a run with D = least
// and with the other parameters as they shall be.
std::variant<StagedOf<WholePolynomial>, NotStaged> staged_of_every_size(Reading& reading,
                                                                        const std::string& network,
                                                                        const std::string& size,
                                                                        std::uint64_t least,
                                                                        Keys keys = Keys::tables);

}  // namespace hardmax::subject
