// A claim as a proposition of Coq in the words of proofs/coq/Names.v (proofs/README.md, "In Coq"),
// printed from the claim files alone, and the files that say so: what kind_kernel.cpp compares and
// runs.
#pragma once
#include "check/read.hpp"

namespace hardmax::check {

struct Stated {  // an entry, the theorem that is said to prove it ("Claims.E25_mod"), and whether
                 // it proves the negation
  const Entry* entry;
  std::string theorem;
  bool negated;
};

std::string coq_identifier(std::string id);  // every character but letters and digits becomes _
// Its statement speaks of Coq's real numbers. Throws as coq_statements. `entries`: all at hand, for
// hypotheses and for construction files.
bool is_about_reals(const Entry& entry, const Entries& entries);
// Statements.v. Throws Rejected where a claim has no counterpart in Coq.
std::string coq_statements(const std::vector<Stated>& all, const Entries& entries);
// Links.v: every theorem proves its statement, and what those of one group together rest on is
// printed, groups in order.
std::string coq_links(const std::vector<Stated>& all, const std::vector<std::size_t>& groups);

}  // namespace hardmax::check
