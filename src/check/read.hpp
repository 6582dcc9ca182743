// Strict readers of the parts of a certificate that every kind has (FORMAT.md, "Encoding"). All of them throw Rejected with the place, what is stated and what
// ought to be there. `where` names the place: for a member, it is the path of the object with the dot behind it ("run."), or "" at the top.
#pragma once
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "check/entries.hpp"
#include "check/json.hpp"
#include "check/num.hpp"

namespace hardmax::check {

using Tokens = std::vector<unsigned>;
using Pattern = std::vector<std::vector<Tokens>>;   // A[l][k], l = 1..p, k = 1..n, each strictly increasing; index 0 is not used

const Json& member(const Json& object, const std::string& key, Json::Kind kind, const std::string& where);
const std::string& text(const Json& object, const std::string& key, const std::string& where = "");   // a member that is a string
void require_keys(const Json& object, const std::set<std::string>& keys, const std::string& where);    // no others
std::uint64_t integer(const std::string& digits, std::uint64_t least, const std::string& where);       // least..999999999
Num rational(const std::string& digits, const std::string& where);                                     // at most 2000 characters, lowest terms
std::vector<std::string> split(const std::string& list);                                               // at every blank; none of ""
Tokens tokens(const std::string& list, unsigned n, const std::string& where);                          // "1 2 3", each 1..n, in any order
Pattern pattern(const Json& layers, unsigned n, const std::string& where);                             // arrays of n strings

// `only` and `claims`: exactly the entries under `paper` whose id begins with `only`, in order, each bound to its entry by its SHA-256. Returns those entries;
// what a claim of the certificate says besides is left to the kind.
std::vector<const Entry*> bound_claims(const Json& certificate, const Entries& entries, const std::string& paper);

// What an element of `claims` must be equal to (require_equal); id and sha256, which bound_claims has compared, are the stated ones.
Json claim_object(const Json& stated, const std::string& verdict, const std::string& tier, const std::string& evidence, const std::string& reason, Json witness);

}  // namespace hardmax::check
