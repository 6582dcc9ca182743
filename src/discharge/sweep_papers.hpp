// The papers whose constructions are sweeps: dense attention, a sweep of selective shifts over all
// column ids, then global shifts (discharge/from_file.hpp). A new paper of this kind is a folder
// whose paper.toml has the key main_command; all else is what its construction file says.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "discharge/from_file.hpp"
#include "network/construction.hpp"

namespace hardmax {

struct SweepPaper {
  std::string name;                              // claim ids begin with it
  [[nodiscard]] bool has_extended_grid() const;  // the file has a variant `extended`
};

// One network of a paper and its inputs: without or with positional encodings (the variant
// `positional`), on the grid or on the extended one (only without encodings).
struct SweepChoice {
  const SweepPaper* paper = nullptr;
  bool positional = false, extended = false;
};
std::vector<std::string> variants_of(const SweepChoice& choice);
std::vector<std::string> variants_named(bool positional, bool extended);
// Nothing: the construction is that which takes a pattern.
std::optional<SweepChoice> choice_of(std::string_view construction,
                                     const std::vector<std::string>& variants);
// The construction of a run: that of the choice, or the one that takes a pattern.
std::string_view construction_of_run(const std::optional<SweepChoice>& sweep);

const std::vector<SweepPaper>& sweep_papers();
const SweepPaper* sweep_paper_of(std::string_view claim_id);  // nullptr: none
// Does the id begin with the name of a construction? Otherwise the claim is about whatever network
// a run has, and about that of the pattern's construction where no run is named.
bool names_construction(std::string_view claim_id);
// Is it a claim about the network of this construction?
bool is_about(std::string_view claim_id, std::string_view construction);
// What a corpus is decided on: the network without encodings on the largest set of inputs there is,
// and the one with them.
std::vector<SweepChoice> sweep_choices(const SweepPaper& paper);
std::vector<std::vector<std::string>> variants_decided_on(const SweepPaper& paper);  // the same

// The file's run.  Errors  as FileRun; InvalidInput (option): an override that names a token or an
// attention layer that is not there. Overrides c, shift, E.TOKEN and drop=LAYER act here.
FileRun run_of(const SweepChoice& choice, const Parameters& parameters, const Overrides& overrides);
// Who attends to whom in every layer of this run: to all, or to all others. No other run says it:
// keys may depend on sizes, variants and choices.  Errors  as that; as FileRun::sees_itself.
bool sees_itself(const SweepChoice& choice, const Parameters& parameters,
                 const Overrides& overrides);
Pattern attended(const SweepChoice& choice, const Parameters& parameters,
                 const Overrides& overrides);
// Errors  as that; LimitReached: attention layers with more than 2^16 rows in all.
SweepConstruction build(const SweepChoice& choice, const Parameters& parameters,
                        const Overrides& overrides);
// The attention layers in stages, for any size: nothing is built layer by layer.
StagedNetwork stages(const SweepChoice& choice, const Parameters& parameters,
                     const Overrides& overrides);
// The same for every size; without positional encodings on inputs whose columns increase strictly
// (network/stages.hpp), and there are some from D^d = n on: the least size has it. Errors
// InvalidInput (option): as above; an override that is no whole number, or drops a layer.
StagedNetworkOf<WholePolynomial> stages_of_every_size(const SweepChoice& choice,
                                                      const EverySize& size,
                                                      const Overrides& overrides);

}  // namespace hardmax
