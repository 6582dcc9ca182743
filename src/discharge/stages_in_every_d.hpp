// The attention layers of a construction file as sweeps and layers with one head, for every D and d
// at once (in_every_d.hpp).
//
// The loop over windows is the one whose end depends on D and d; what stands before and after it
// does not. Its layers, with its name as a variable, are
//   Z + F e(1) psi(low + g/D) - F e(1) psi(low + (g + 1)/D),
// psi(b) = attend(u*Z, u*Z, u*Z - b), u = (1, D, ..., D^(d-1)), g = first, ..., first + D^d - 1.
// A layer outside of such a loop is Z + c e(1) psi(0).
//
// Trust     producer side.
#pragma once
#include <vector>

#include "discharge/in_every_d.hpp"

namespace hardmax::every_d {

struct StagesInEveryD {
  // In the order of execution. `first`: the id in the middle of the first window, units of delta.
  struct Windows {
    Sum first, shift;
  };
  std::vector<Windows> sweeps;
  std::vector<Sum> all_max;  // the c of each
};

// Of a file with inputs k in 1..n, r in 1..d that have the entries 0, 1/D, ..., 1 - 1/D and start
// from G(H, r, k) + E(k), E(k) the same for every D and d.
// Requires  `reading` is one with D = 2, d = 1, and `values` reads it.
// Errors    TermError: it is another one, or not seen to be one, and why.
StagesInEveryD stages_in_every_d(InEveryD& values, subject::Reading& reading);

}  // namespace hardmax::every_d
