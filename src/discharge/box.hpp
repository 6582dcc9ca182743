// The parameter sets over which a corpus is decided: all (n, d, D) with n, q = D^d and d in given
// ranges (and of several such boxes together), in an order in which the first counterexample is the
// smallest: by n, then q, then d.
#pragma once
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "network/construction.hpp"

namespace hardmax {

struct Box {
  struct Side {
    std::uint64_t least = 0;
    std::uint64_t most = 0;
    friend bool operator==(const Side&, const Side&) = default;
  };
  Side n{2, 4};
  Side q{2, 8};
  Side d{1, 2};

  // "n=2..4,q=..8,d=2": every name at most once; what is not named keeps its default; "..8" starts
  // at the least value there is (n 2, q 2, d 1). Errors  InvalidInput (option): anything else, an
  // empty interval, n beyond 64, q beyond 4096, d beyond 12.
  static Box parse(std::string_view text);
  [[nodiscard]] std::string str() const;  // "n=2..4,q=2..8,d=1..2", which parse reads
  friend bool operator==(const Box&, const Box&) = default;
};

// D^d. Requires  that it fits 64 bits.
std::uint64_t q_of(const Parameters& parameters);

// Is a before b in the order above?
bool smaller(const Parameters& a, const Parameters& b);
bool same(const Parameters& a, const Parameters& b);

// What is tried without --box: whole enumeration of each is a matter of seconds.
std::vector<Box> default_boxes();  // n=2..3,q=2..8,d=1..2 and n=4,q=2..5,d=1..2
std::string show(const std::vector<Box>& boxes);

// All parameter sets of the boxes together, in order, each once.
std::vector<Parameters> parameter_sets(const std::vector<Box>& boxes);

}  // namespace hardmax
