#include "exact/error.hpp"

namespace hardmax {

void broken_contract(const char* condition, const char* file, int line) {
  const std::string path(file);
  throw BrokenContract("contract broken: " + std::string(condition) + " (" +
                       path.substr(path.find_last_of('/') + 1) + ":" + std::to_string(line) +
                       "); please report this");
}

}  // namespace hardmax
