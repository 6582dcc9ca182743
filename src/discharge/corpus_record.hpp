// What the runs of a corpus say of a claim's record (discharge/corpus.hpp, "Records"), and where on
// the box it is false.
#pragma once
#include "discharge/corpus.hpp"

namespace hardmax {

// Fills `against` and `notes`. erroneous: a run on which a term was undefined.
void compare_with_record(const CorpusResult& result, ClaimFinding& claim,
                         std::optional<std::size_t> erroneous);

// Fills `observation`, if the claim is refuted.
void observe(const CorpusResult& result, ClaimFinding& claim);

}  // namespace hardmax
