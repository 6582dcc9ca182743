// Types of terms of construction files, found before anything runs: a definition is looked at once
// for each list of types of arguments it is used with. What is a matrix or, if it is 1 x 1, a
// number is only known when it has a shape: such terms are looked at when they are evaluated.
#pragma once
#include "subject/construction_file.hpp"
#include "subject/type_rules.hpp"
#include "subject/value.hpp"

namespace hardmax::subject {

// Of every stage, variant, key of [construction] and definition without arguments.
// Errors  InvalidInput (file).
void check_types(const ConstructionFile& file);

// A change of a choice has the type of what it replaces, and the stages have their types with it.
// `bound`: the arguments of the variant that it stands in.
// Errors  TermError.
void check_types(const ConstructionFile& file, const std::vector<Signature>& changes,
                 const std::vector<std::pair<std::string, Value>>& bound = {});

// What a definition is where it is used with arguments of these types.  Errors  TermError.
Type type_of_use(const ConstructionFile& file, const std::string& definition,
                 const std::vector<Type>& arguments);

}  // namespace hardmax::subject
