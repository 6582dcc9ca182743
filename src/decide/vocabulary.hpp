// Names that a formula about a construction file may use (proofs/README.md, "Names of a
// construction"): its parameters, its definitions and choices whose arguments are numbers or inputs
// and whose value is a number, a truth value or a set, G, layers(x), and what a pattern gives. Each
// is looked up as it is used, with the types that its arguments have there.
#pragma once
#include <set>
#include <string>
#include <string_view>

#include "claim/claim.hpp"
#include "claim/entry.hpp"
#include "subject/construction_file.hpp"

namespace hardmax::decide {

// Errors  claim::SyntaxError: a name that has no meaning, with the remedy.
claim::Vocabulary vocabulary_of(const subject::ConstructionFile& file, std::string_view formula);

// A formula with the names that it uses.
struct NamedFormula {
  claim::Vocabulary names;
  claim::Formula formula;
};
// Errors  InvalidInput (file): one line with file, entry, what and where.
NamedFormula formal_of(const subject::ConstructionFile& file, const claim::Entry& entry);
NamedFormula domain_of(const subject::ConstructionFile& file, const claim::Entry& entry);

// Which of these names are definitions or choices of the file.
std::set<std::string> definitions_among(const subject::ConstructionFile& file,
                                        const claim::Vocabulary& names);

// Is the entry a claim about this construction? Its id begins with that of the construction and a
// dot, and no other construction whose id it begins with stands beside it.
// Errors  InvalidInput (file): the construction beside it does not read.
bool is_about(const subject::ConstructionFile& file, const claim::Entry& entry);

// The text whose SHA-256 binds a certificate to the entry: with the definitions that it reaches,
// where it is a claim about this construction.
std::string binding_text(const subject::ConstructionFile& file, const claim::Entry& entry);

}  // namespace hardmax::decide
