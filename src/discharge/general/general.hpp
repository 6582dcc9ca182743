// Claims for every n, d, D, p, s at once, and induction. Evidence of the kind `general`.
//
// A claim may speak of names of a run, if claims that it uses say enough of them: then it is proved
// *given* these, for every run on which they hold. Its numbers are functions of n, d, D, p, s as
// variables, and of what the used claims leave open (discharge/general/terms.hpp), and are compared
// by the signs of coefficients.
//
// An entry may bring an argument of two keys. `induction` is a statement  forall ..., i in a..b:
// P(i),  shown by P(a) and by P(i) and i + 1 <= b giving P(i + 1); the formula then has to follow
// from it. `by` says what is used, a line each:  (base | step | end) (ID | hypothesis | statement)
// [part K] [at NAME = TERM]. Without them the formula itself is tried.
//
// Source    proofs/README.md, "For all parameters".   Trust  verify-check does the same with code
// of its own (src/check/kind_general.cpp).
#pragma once
#include <string>
#include <vector>

#include "claim/entry.hpp"

namespace hardmax {

struct General {
  bool proved = false;
  std::string reason;              // why not
  std::vector<std::string> given;  // ids of the claims that are used, in order
  [[nodiscard]] bool outright() const { return proved && given.empty(); }
};

// `entries`: in order of id; what `by` may name. The entry is of yun2020b or of a paper of the
// reader's own. Errors  InvalidInput (file): a formula or a line of `by` that does not parse.
General decide_general(const claim::Entry& entry, const std::vector<claim::Entry>& entries);

// Of the claims of yun2020b whose ids begin with `only` (FORMAT.md).  Requires  there is one.
std::string certificate_general(const std::vector<claim::Entry>& entries, const std::string& only);

}  // namespace hardmax
