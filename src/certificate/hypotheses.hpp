// `hypotheses` of a certificate (FORMAT.md): the text of what its claims need, as each claim's own
// hash has the ids of that alone.
#pragma once
#include <functional>

#include "certificate/writer.hpp"
#include "claim/entry.hpp"

namespace hardmax::certificate {

// Every entry that these claims name in `needs`, every entry that one of these names, and so on,
// beyond the claims; in order of id. Requires  `find` has an entry for each of these ids.
std::vector<Binding> hypotheses_of(
    const std::vector<const claim::Entry*>& claims,
    const std::function<const claim::Entry&(const std::string& id)>& find);

// The same, found among entries in order of id, as they are loaded.
std::vector<Binding> hypotheses_of(const std::vector<const claim::Entry*>& claims,
                                   const std::vector<claim::Entry>& entries);

}  // namespace hardmax::certificate
