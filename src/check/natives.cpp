#include "check/natives.hpp"

#include <algorithm>

namespace hardmax::check {

namespace {

// A network in C++, and SHA-256 of the construction that it, and what is argued about all of its
// runs, was written for (FORMAT.md, `constructions`).
struct Native {
  const char* name;
  Build build;
  const char* written_for;
};
constexpr Native constructions[] = {
    {"yun2020b", build_yun2020b,
     "0a69c5162d1e49bc1b9e4ca93127c845ce6760e9b1143cc42fdd6c0dcf0eb1a6"},
    {"yun2020a", build_yun2020a,
     "e4c60f02bc44ebe1c49cc2b33c312e02b27b7f822b9cbe4e3dec2f6c84b18041"},
    {"sparsebert", build_sparsebert,
     "83280c30c94c9bcb241842592641eae4d82fa12380db0e27967881dee1d2e34a"}};

const Native* native(const std::string& name) {
  const auto* const known =
      std::find_if(std::begin(constructions), std::end(constructions),
                   [&](const Native& construction) { return name == construction.name; });
  return known == std::end(constructions) ? nullptr : known;
}

}  // namespace

bool is_construction(const std::string& name) { return native(name) != nullptr; }

Build construction(const std::string& name) {
  const Native* known = native(name);
  require(known != nullptr, "run.construction", name, "no construction of that name");
  return known->build;
}

std::string written_for(const std::string& name) { return native(name)->written_for; }

}  // namespace hardmax::check
