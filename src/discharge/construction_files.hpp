// The construction files of the papers that this program decides by its engines: which these are,
// where they are looked for, and each read once.
//
// Thread-safe.   Errors  InvalidInput (file): there is none with this id, or it cannot be read.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "claim/paper.hpp"
#include "subject/construction_file.hpp"

namespace hardmax {

// Folders with folders of papers, folders of papers, or files in these; the first that has the
// construction is meant. Files that were read before are forgotten.
void look_for_constructions(std::function<std::vector<std::filesystem::path>()> places);

const subject::ConstructionFile& construction_file(std::string_view id);

// That of the last place, which has the program's own; nullptr: there is none.
std::shared_ptr<const subject::ConstructionFile> own_construction_file(std::string_view id);

// Ids of the constructions that the main command runs, as paper.toml says (its key main_command),
// in the order of their places; of one place in that list the first folder that has it is meant.
// The first construction takes a pattern, and is that of a run where none is named. May be empty.
// Errors  InvalidInput (file): a paper.toml cannot be read; two of a folder have one place.
const std::vector<std::string>& main_constructions();

// What paper.toml says of the paper of one of these; nothing of others. Errors  as above.
claim::Paper main_paper(std::string_view construction);
// The id of a claim that shows how ids look, as paper.toml of one of these says; else "".
std::string example_of_an_id();

// How often it was said where to look: what is known of files is known until this changes.
std::uint64_t places_said();

}  // namespace hardmax
