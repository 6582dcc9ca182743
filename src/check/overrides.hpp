// What every construction's `run` may override (FORMAT.md, "overrides"), read strictly, and lists
// of numbers as `derived` has them.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "check/read.hpp"

namespace hardmax::check {

struct Overrides {
  std::optional<Num> c, shift;
  std::map<unsigned, Num> E;                   // by token
  std::set<std::uint64_t> drop, qdrop, vdrop;  // layers
};
// The array "overrides" of `run`, in its order, for so many tokens; vdrop only if there are value
// layers. Whether there are such layers is the construction's to say.
Overrides read_overrides(const Json& run, std::uint64_t tokens, bool value_layers);

std::string listed(const std::vector<Num>& items,
                   std::size_t from);  // items[from], ... with blanks between them

}  // namespace hardmax::check
