// Tests run the constructions that proofs/ describes.
#include "discharge/construction_files.hpp"

namespace {

[[maybe_unused]] const bool known = [] {
  hardmax::look_for_constructions(
      [] { return std::vector<std::filesystem::path>{HARDMAX_ROOT "/proofs"}; });
  return true;
}();

}  // namespace
