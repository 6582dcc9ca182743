// The NumPy array format in memory, for .npy files and for the members of .npz archives.
#pragma once
#include <filesystem>
#include <string_view>

#include "pattern/import/import.hpp"

namespace hardmax {

Import mask_from_npy(std::string_view bytes, const std::filesystem::path& file,
                     const ImportOptions& options);

}  // namespace hardmax
