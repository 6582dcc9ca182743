#include "cli/construction_options.hpp"

#include <fmt/core.h>

#include <algorithm>

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
                           "folder with a construction.toml (verify list WORDS finds a claim)");
  if (!std::filesystem::is_directory(place, error)) return place;
  const std::filesystem::path file = std::filesystem::path(place) / "construction.toml";
  if (!std::filesystem::exists(file, error))
    throw InvalidInput(InvalidInput::Kind::file,
                       place +
                           ": holds no construction.toml; name a folder that has one, or the "
                           "file itself");
  return file;
}

namespace {

// "star+window:2" as the arguments of what the file calls "star+window:w"; none: it is another
// name.  Errors  option: there are others than whole numbers.
std::optional<std::string> arguments_of(const subject::Variant& variant, const std::string& given) {
  const std::size_t colon = std::min(variant.pattern.find(':'), variant.pattern.size());
  const std::size_t end = std::min(given.find(':'), given.size());
  if (variant.pattern.substr(0, colon) != given.substr(0, end)) return std::nullopt;
  std::string out;
  std::size_t count = 0;
  bool whole = true;
  for (std::size_t from = end; from < given.size(); ++count) {
    const std::size_t to = std::min(given.find(',', from + 1), given.size());
    const std::string word = given.substr(from + 1, to - from - 1);
    whole = whole && !word.empty() && word.size() <= 9 &&
            word.find_first_not_of("0123456789") == std::string::npos;
    out += (count == 0 ? "(" : ", ") + word;
    from = to;
  }
  if (count != variant.head.arguments.size() || !whole)
    bad(fmt::format(
        "--pattern '{}': write {}{}", shortened(given), variant.pattern,
        variant.head.arguments.empty() ? "" : ", with whole numbers below 10^9 behind the colon"));
  return count == 0 ? out : out + ")";
}

// In the words of the option that gives it.
[[noreturn]] void missing(const subject::ConstructionFile& file, const std::string& parameter) {
  const std::string what = parameter == "n" ? "--n is missing: it gives n; write for example --n 3"
                           : parameter == "D"
                               ? "--delta is missing: it gives D = 1/delta; write for "
                                 "example --delta 1/2"
                               : fmt::format(
                                     "the parameter {0} is missing; write "
                                     "for example --parameter {0}=3",
                                     parameter);
  std::string all;
  for (const auto& p : file.parameters) all += (all.empty() ? "" : ", ") + p.name;
  bad(fmt::format("{} (construction '{}' has the parameters {})", what, file.id, all));
}

// A file that is for another number of tokens is the mistake, and not an option: the tokens of a
// construction need not be n.
Pattern pattern_of_run(const PatternRequest& wanted) {
  try {
    return pattern_and_warn(wanted);
  } catch (const InvalidInput& refused) {
    std::error_code error;
    if (refused.kind != InvalidInput::Kind::option ||
        !std::filesystem::is_regular_file(wanted.name_or_file, error))
      throw;
    PatternRequest by_itself = wanted;
    by_itself.n = 0;
    std::size_t tokens = 0;
    try {
      tokens = import_pattern(by_itself).pattern.n;
    } catch (const InvalidInput&) {
      throw refused;
    }
    if (tokens == wanted.n) throw;
    throw InvalidInput(
        InvalidInput::Kind::file,
        fmt::format("{}: it has {} tokens, and the construction has {} here; write a "
                    "list of neighbours for each of these",
                    wanted.name_or_file, tokens, wanted.n));
  }
}

// What --pattern is called in the file becomes a variant, before those that are given; any other
// pattern is brought, with the variant that takes it.
void name_pattern(const subject::ConstructionFile& file, ConstructionOptions& options) {
  const std::string given = options.pattern.name_or_file;
  if (given.empty()) return;
  for (const std::string& text : options.variants) {
    const auto variant = file.variants.find(text.substr(0, text.find_first_of("( ")));
    if (variant != file.variants.end() && !variant->second.pattern.empty()) return;
  }
  const auto first = options.variants.begin();
  for (const std::string& name : file.variant_order) {
    const subject::Variant& variant = file.variants.at(name);
    if (variant.pattern.empty() || variant.pattern == subject::brought_pattern) continue;
    const auto arguments = arguments_of(variant, given);
    if (!arguments) continue;
    const PatternRequest& p = options.pattern;
    if (p.window || p.globals || p.random || p.seed || p.dilation)
      bad(fmt::format(
          "--pattern '{}': it is one of the construction '{}', and --window, --globals, "
          "--random, --seed and --dilation say nothing of it; leave them out",
          shortened(given), file.id));
    options.variants.insert(first, name + *arguments);
    options.pattern.name_or_file.clear();
    return;
  }
  for (const std::string& name : file.variant_order)
    if (file.variants.at(name).pattern == subject::brought_pattern) {
      options.variants.insert(first, name);
      return;
    }
}

// Readings are variants; those that were not asked for are the literal ones, if all is as printed.
void add_readings(const subject::ConstructionFile& file, ConstructionOptions& options) {
  const auto name_of = [](const std::string& reading) {
    return reading.substr(0, reading.find('='));
  };
  std::map<std::string, std::string> chosen;  // reading by name
  for (const std::string& asked : options.readings) {
    std::string all;
    bool known = false;
    for (const std::string& name : file.variant_order) {
      const std::string& reading = file.variants.at(name).reading;
      if (!reading.empty()) all += (all.empty() ? "" : ", ") + reading;
      known = known || reading == asked;
    }
    if (asked.empty() || !known)
      bad(fmt::format("--reading '{}': construction '{}' has {}", shortened(asked), file.id,
                      all.empty() ? "no readings; leave it out" : "the readings " + all));
    if (!chosen.emplace(name_of(asked), asked).second)
      bad(fmt::format("--reading '{}': another value was given before; keep one",
                      shortened(asked)));
  }
  for (const std::string& name : file.variant_order) {
    const std::string& reading = file.variants.at(name).reading;
    if (reading.empty()) continue;
    if (options.printed) chosen.emplace(name_of(reading), reading);
    const auto wanted = chosen.find(name_of(reading));
    if (wanted != chosen.end() && wanted->second == reading) options.variants.push_back(name);
  }
}

}  // namespace

subject::Run run_of(const subject::ConstructionFile& file, const ConstructionOptions& given,
                    subject::Run::WithoutNetwork without) {
  ConstructionOptions options = given;
  name_pattern(file, options);
  if (options.printed) {
    if (!file.variants.contains("printed"))
      bad("--printed: construction '" + file.id +
          "' has no variant of the name 'printed'; leave it out");
    options.variants.emplace_back("printed");
  }
  add_readings(file, options);
  subject::RunSpec spec;
  spec.parameters = options.parameters;
  if (file.is_parameter("d")) spec.parameters.emplace("d", 1);
  for (const auto& parameter : file.parameters)
    if (!spec.parameters.contains(parameter.name)) missing(file, parameter.name);
  spec.variants = options.variants;
  spec.changes = options.changes;
  std::optional<Pattern> pattern;
  if (!options.pattern.name_or_file.empty()) {
    PatternRequest wanted = options.pattern;
    wanted.n = subject::Run::tokens_of(file, spec);
    pattern = pattern_of_run(wanted);
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

std::string too_long_for_literal(const subject::Run& run, const ConstructionOptions& options) {
  if (options.engine != "literal" || run.file().decoder || !run.has_network()) return "";
  return run.guarded([&]() -> std::string {
    for (const std::string& network : run.file().networks) {
      const Rational layers = run.layers(network);
      if (layers <= Rational(subject::max_layers)) continue;
      Rational singly;
      try {
        singly = run.reading_by(subject::Engine::jumping)->one_by_one(network);
      } catch (const subject::TooLarge&) {  // the other engine cannot either
        continue;
      }
      if (singly > Rational(subject::max_layers)) continue;  // nor here
      return fmt::format(
          "--engine literal: network '{}' has {} layers, and it executes at most {}; write "
          "--engine "
          "jumping, which executes {} of them one by one and jumps over windows of the others",
          network, shortened(layers.str()), subject::max_layers, singly.str());
    }
    return "";
  });
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
