// Certificates of kind "run": what an exhaustive run decided, in the form that verify-check reads.
// FORMAT.md is the definition of every field.
//
// Trust     nothing here is trusted: verify-check recomputes all of it. Canonical: the bytes depend
// on the run alone, not on threads, engine or time.
#pragma once
#include "certificate/writer.hpp"

namespace hardmax::certificate {

struct Certificate {
  // run
  std::string construction;
  std::string n, d, D;
  std::vector<std::vector<std::string>> pattern;  // layer, token: "1 2 3"
  std::string target;
  bool sweep = false;  // dense attention: in place of pattern, target, gamma, l and s
  std::string inputs_of, encodings;
  std::vector<std::string> overrides;
  // derived
  std::string gamma, l, s, E, shift, c, layers;
  // totals
  std::string inputs, ids, distinct_ids, digest;
  std::string only;
  std::vector<ClaimRecord> claims;
  std::vector<Binding> hypotheses;
};

// The canonical text. Requires  every string printable ASCII without '"' and '\'.
std::string write(const Certificate& certificate);

// Its members `run`, `derived` and `totals` alone, which certificates of a box and of soft maps
// have too.
void write_run(Writer& writer, const Certificate& certificate);
void write_derived(Writer& writer, const Certificate& certificate);
void write_totals(Writer& writer, const Certificate& certificate);

}  // namespace hardmax::certificate
