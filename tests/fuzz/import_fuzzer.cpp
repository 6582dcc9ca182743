// Every importer: the first byte says which format and which options, the rest is the file. It is
// imported or refused in one line; what is imported and small can be listed, decided and shown.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "exact/error.hpp"
#include "pattern/evidence.hpp"
#include "pattern/report.hpp"

namespace {

struct Folder {  // in memory where there is such a place
  std::filesystem::path path;
  Folder()
      : path((std::filesystem::is_directory("/dev/shm") ? std::filesystem::path("/dev/shm")
                                                        : std::filesystem::temp_directory_path()) /
             ("hardmax-fuzz-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(path);
  }
  ~Folder() { std::filesystem::remove_all(path); }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hardmax;
  static const Folder folder;
  static const char* const names[] = {"p.json", "m.mtx",         "m.npy",
                                      "m.npz",  "m.safetensors", "g.edges"};
  static constexpr unsigned kGraphs = 1U << 1 | 1U << 5, kMasks = 1U << 2 | 1U << 3 | 1U << 4;
  if (size == 0 || size > 1 << 16) return 0;
  const unsigned choice = data[0];
  const std::filesystem::path file = folder.path / names[choice % 6];
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(data) + 1, static_cast<std::streamsize>(size - 1));
  const unsigned options = choice / 6;
  PatternRequest request{.name_or_file = file.string(),
                         .n = options % 2 == 0 ? std::size_t{0} : std::size_t{64}};
  if (options / 2 % 2 == 0) request.import.true_attends = options / 4 % 2 == 0;
  // An option that does nothing for the format is refused before the file is of interest.
  const auto is_one_of = [&](unsigned formats) { return (formats >> choice % 6 & 1U) != 0; };
  if (is_one_of(kMasks) && options / 8 % 4 != 3)
    request.import.stack = options / 8 % 4 == 0   ? "layers"
                           : options / 8 % 4 == 1 ? "heads"
                                                  : "batch";
  if (!is_one_of(kMasks)) request.import.true_attends.reset();
  if (is_one_of(kGraphs))
    request.import.undirected = request.import.self_loops = options / 8 % 2 == 1;
  if (choice % 6 == 0 && options / 2 % 2 == 1)
    request.import.mode = options / 16 % 2 == 0 ? "eval" : "train";
  if (options / 32 % 2 == 1) {
    request.import.layer = 1;
    if (is_one_of(kMasks)) request.import.batch = 1;
  }
  try {
    const Import import = import_pattern(request);
    const StructuredPattern& pattern = import.pattern;
    if (pattern.n == 0 || pattern.layers.empty()) std::abort();
    if (pattern.n > 64 || pattern.layers.size() > 8) return 0;
    if (expand(pattern).tokens() != pattern.n) std::abort();
    if (pattern.n > 12) return 0;
    const PatternReport report{import, layer_figures(pattern), decide_assumption1(expand(pattern))};
    if (pattern_text(report).empty() || pattern_json(report).empty()) std::abort();
    (void)evidence(report.assumption);
  } catch (const InvalidInput& e) {
    if (std::string(e.what()).find('\n') != std::string::npos) std::abort();
  }
  return 0;
}
