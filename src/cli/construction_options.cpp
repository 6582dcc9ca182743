#include "cli/construction_options.hpp"

#include <fmt/core.h>

#include "cli/option_values.hpp"
#include "cli/pattern_options.hpp"
#include "exact/error.hpp"

namespace hardmax::cli {

namespace {
constexpr std::uint64_t kMostParameter = 1'000'000'000;
}  // namespace

std::filesystem::path construction_file_at(const std::string& place) {
  std::error_code error;
  if (!std::filesystem::exists(place, error))
    throw InvalidInput(InvalidInput::Kind::file,
                       place +
                           ": there is no such file or folder; name a construction file, or a "
                           "folder with a construction.toml");
  if (!std::filesystem::is_directory(place, error)) return place;
  const std::filesystem::path file = std::filesystem::path(place) / "construction.toml";
  if (!std::filesystem::exists(file, error))
    throw InvalidInput(InvalidInput::Kind::file,
                       place +
                           ": holds no construction.toml; name a folder that has one, or the "
                           "file itself");
  return file;
}

subject::Run run_of(const subject::ConstructionFile& file, const ConstructionOptions& options,
                    subject::Run::WithoutNetwork without) {
  subject::RunSpec spec;
  spec.parameters = options.parameters;
  if (file.is_parameter("d")) spec.parameters.emplace("d", 1);
  spec.variants = options.variants;
  spec.changes = options.changes;
  std::optional<Pattern> pattern;
  if (!options.pattern.name_or_file.empty()) {
    PatternRequest wanted = options.pattern;
    wanted.n = subject::Run::tokens_of(file, spec);
    pattern = pattern_and_warn(wanted);
    spec.pattern = pattern->name();
    const auto add = [&](const char* name, const std::optional<std::uint64_t>& value) {
      if (value) spec.pattern += fmt::format(",{}={}", name, *value);
    };
    add("window", options.pattern.window);
    add("globals", options.pattern.globals);
    add("random", options.pattern.random);
    add("seed", options.pattern.seed);
    add("dilation", options.pattern.dilation);
  }
  std::optional<subject::Machine> machine;
  if (!options.machine.empty()) {
    machine = subject::Machine::read(options.machine);
    if (options.word) machine->give_word(*options.word, "--word");
  } else if (options.word) {
    bad("--word: there is no --machine that it is for; give --machine FILE");
  }
  std::optional<subject::Tables> tables;
  if (!options.tables.empty()) tables = subject::Tables::read(options.tables, file.tables);
  return subject::Run::open(
      file, std::move(spec), std::move(pattern), without,
      options.engine == "literal" ? subject::Engine::literal : subject::Engine::jumping,
      std::move(machine), std::move(tables));
}

void validate(const RawConstruction& raw, ConstructionOptions& options) {
  if (!raw.n.empty()) options.parameters["n"] = whole_number("--n", raw.n, 1, kMostParameter);
  if (!raw.d.empty()) options.parameters["d"] = whole_number("--d", raw.d, 1, kMostParameter);
  if (!raw.delta.empty()) options.parameters["D"] = inverse_of_delta(raw.delta);
  one_of("--engine", options.engine, {"jumping", "literal"});
  for (const std::string& text : raw.parameters) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      bad(fmt::format("--parameter '{}': write NAME=NUMBER, for example T=5", shortened(text)));
    const auto value = whole_number("--parameter " + text.substr(0, equals),
                                    text.substr(equals + 1), 0, kMostParameter);
    if (!options.parameters.emplace(text.substr(0, equals), value).second)
      bad(fmt::format("--parameter '{}': given twice; keep one", shortened(text)));
  }
}

}  // namespace hardmax::cli
