// The NumPy array format in memory, for .npy files and for the members of .npz archives.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pattern/import/import.hpp"

namespace hardmax {

struct NumpyArray {
  std::string descr;  // the type of its values, "<f4"
  bool fortran = false;
  std::vector<std::uint64_t> shape;
  std::string_view data;  // not checked against the shape
};
// Errors  InvalidInput (file): a header that is not NumPy's; objects, which are never unpickled.
NumpyArray read_npy(std::string_view bytes, const std::filesystem::path& file);

Import mask_from_npy(std::string_view bytes, const std::filesystem::path& file,
                     const ImportOptions& options);

// The members of a .npz archive by name, as scipy.sparse.save_npz writes them: csr, csc or coo.
// `read` unpacks one. Requires  a member "format".
struct ArchiveMembers {
  std::vector<std::string> names;
  std::function<std::string(const std::string&)> read;
};
Import mask_from_scipy(const ArchiveMembers& members, const std::filesystem::path& file,
                       const ImportOptions& options);

}  // namespace hardmax
