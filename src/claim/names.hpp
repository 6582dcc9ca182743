// Names that a formula uses, where no list of them is at hand: each is asked for as it is used.
#pragma once
#include <functional>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "claim/claim.hpp"

namespace hardmax::claim {

// Why a name has no meaning where it is used, and the remedy.
struct NotOffered : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What a name is that is used with arguments of these types; `layers(x)` is one name, without
// arguments. Its parameters are the types that are given.  Errors  NotOffered.
using Offer = std::function<Accessor(std::string_view name, const std::vector<Type>& arguments)>;

// The names that a formula uses, in the order of their first uses: what Formula::parse takes. A
// name has one list of types of arguments in a formula.  Errors  SyntaxError, as Formula::parse.
Vocabulary names_of(std::string_view text, const Offer& offer);

}  // namespace hardmax::claim
