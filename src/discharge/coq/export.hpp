// The run's pattern as a Coq file: "this pattern satisfies Assumption 1, hence Lemma 7 holds for
// it, for every d >= 1 and D >= 2". The definitions and the theorem that makes the conclusion are
// in proofs/coq (Definitions.v, Checker.v); the file holds the pattern, the witnesses gamma, l, s
// and a computation that Coq's kernel runs.
//
// Trust     nothing written here is trusted but the pattern itself, which a reader compares with
// the one meant: by its formula (dense, star, strided, fixed) where it has one, then
//           Coq compares the formula with the table, and the table always. Wrong witnesses are
//           refused by Coq.
// Source    yun2020b, Assumption 1 and Lemma 7.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "claim/entry.hpp"
#include "pattern/assumption1.hpp"

namespace hardmax {

// A claim the exported theorem is about, bound as in a certificate. It goes into a comment; the
// theorem itself is stated by the names of Definitions.v.
struct CoqClaim {
  std::string id;
  std::string sha256;  // of the binding text (proofs/README.md)
  std::string formal;
};

// The entries that Lemma7_for states: number of layers and both properties of Lemma 7. Those that
// `entries` lacks are left out.
std::vector<CoqClaim> lemma7_claims(const std::vector<claim::Entry>& entries);

// The pattern's formula in the terms of Families.v ("strided 8 3"), "" if it has none there.
// Compared edge by edge.
std::string coq_formula(const Pattern& pattern);

// The definitions neighbours, gamma, l and A (by its formula where it has one, with a proof that
// this is the table). Requires  as coq_export.
std::string coq_pattern_definitions(const Pattern& pattern, const Assumption1& assumption);

// Text that can stand in a Coq comment and never end it: claim files are anybody's. Coq reads (* *)
// and strings inside comments, so neither may appear.
std::string coq_comment(std::string_view text);

// The file's text. Requires  assumption.holds() and made for this pattern, n >= 2.
std::string coq_export(const Pattern& pattern, const Assumption1& assumption,
                       const std::vector<CoqClaim>& claims);

// A name for the file that Coq accepts as a module: "Lemma7_" and the pattern's name, every
// character but letters and digits replaced by '_', then n.
std::string coq_module_name(const Pattern& pattern);

}  // namespace hardmax
