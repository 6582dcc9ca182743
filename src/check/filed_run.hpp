// A run of kind "run" (FORMAT.md), or one of a box: n, d, D, a pattern or dense attention, a target
// and overrides, of a construction that a file describes. What the certificate says of the run is
// put into the words of the file; the network is that of the file, and so are all names of claims.
#pragma once
#include "check/construction.hpp"
#include "check/described.hpp"

namespace hardmax::check {

// Has a file runs of this kind? Parameters n, d, D, a pattern that it asks for or none, and the
// names that a certificate speaks of: id(H, k), delta, E(k), c, shift; with a pattern f(H, r, k)
// and v(t, H, k) too.
bool has_runs(const Described& of);

// Reads `run` and compares `derived`, where one is given. At most `most` inputs will be executed.
// Keeps a reference to the file. Throws Rejected, and Incomplete where a bound of this program is
// met or the file lacks what this kind asks of it.
std::unique_ptr<Construction> run_of_file(const Described& of, const Json& run, const Json* derived,
                                          std::uint64_t most);

// The variants of a file that a run of this kind may choose without arguments: "" for none. Inputs:
// those that change which inputs there are; encodings: those that change the states before the
// first layer, and not the inputs.
std::vector<std::string> variants_of_inputs(const Described& of);
std::vector<std::string> variants_of_encodings(const Described& of);

}  // namespace hardmax::check
