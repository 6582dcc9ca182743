// The construction files of the papers that this program decides by its engines: where they are
// looked for, and each read once.
//
// Thread-safe.   Errors  InvalidInput (file): there is none with this id, or it cannot be read.
#pragma once
#include <filesystem>
#include <functional>
#include <string_view>
#include <vector>

#include "subject/construction_file.hpp"

namespace hardmax {

// Folders with folders of papers, folders of papers, or files in these; the first that has the
// construction is meant. Files that were read before are forgotten.
void look_for_constructions(std::function<std::vector<std::filesystem::path>()> places);

const subject::ConstructionFile& construction_file(std::string_view id);

}  // namespace hardmax
