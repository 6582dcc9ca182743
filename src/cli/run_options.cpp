#include "cli/run_options.hpp"

#include <fmt/core.h>

#include "cli/option_values.hpp"
#include "cli/run_command.hpp"
#include "discharge/construction_files.hpp"

namespace hardmax::cli {
namespace {

// The largest token count, row count and 1/delta accepted; n * d is bounded as well, so that D^(nd)
// can be written down.
constexpr std::uint64_t kMaxTokens = 65'536;
constexpr std::uint64_t kMaxRows = 65'536;
constexpr std::uint64_t kMaxEntries = 1'000'000;
constexpr std::uint64_t kMaxSweepTokens = 1'024;  // all of them see each other

// The constructions besides the one that takes a pattern have dense attention, one set of claims
// and no value layers: what is made for that one alone is refused, not passed over.
void validate_sweep(const Raw& raw, const SweepPaper& paper, RunOptions& run) {
  const auto refuse = [&](const char* option, const std::string& value, const char* why) {
    if (!value.empty())
      bad(fmt::format("{} '{}': does not apply to --construction {}, {}; leave it out", option,
                      value, paper.name, why));
  };
  refuse("--pattern", run.pattern.name_or_file, "which has dense attention");
  for (const auto& [option, value] : given_options(raw.pattern))
    refuse(option, value, "which has dense attention");
  refuse("--target", raw.target, "whose value layers are no part of its run");
  if (run.engine == "symbolic" && run.extended)
    refuse("--engine", run.engine, "whose extended grid no symbolic run follows");
  if (run.parameters.n > kMaxSweepTokens)
    bad(fmt::format("--n '{}': at most {} tokens are supported with --construction {}", raw.n,
                    kMaxSweepTokens, paper.name));
  if (run.extended && !paper.has_extended_grid())
    bad(fmt::format("--extended: the source of {} has no extended grid; leave it out", paper.name));
  if (run.extended && run.positional)
    bad("--extended: positional encodings are added to points of the grid; leave --extended or "
        "--positional out");
  run.takes_pattern = false;
}

// For every D, or every d and D: what speaks of one of them, or of runs that execute inputs, is
// refused.
void validate_for_all(Raw& raw, const RunOptions& run) {
  one_of("--for-all", run.for_all, {"D", "d,D"});
  const bool every_d = run.for_all == "d,D";
  const auto refuse = [&](bool given, const char* option) {
    if (given)
      bad(fmt::format("{}: does not go with --for-all {}; leave one of them out", option,
                      run.for_all));
  };
  refuse(!raw.delta.empty(), "--delta");
  refuse(every_d && !raw.d.empty(), "--d");
  refuse(run.extended, "--extended");
  refuse(run.engine != "auto" && run.engine != "symbolic", "--engine");
  refuse(!raw.target.empty(), "--target");
  refuse(!raw.search.empty(), "--search");
  refuse(!raw.expect.empty(), "--expect");
  refuse(!raw.timeout.empty(), "--timeout");
  refuse(!run.dump.empty(), "--dump");
  refuse(!run.dump_weights.empty(), "--dump-weights");
  refuse(!run.emit_coq.empty(), "--emit-coq");
  raw.delta = "1/2";
}

// The construction that is run, and what must be beside it or cannot be.
void validate_construction(const RunOptions& run, const SweepPaper* paper) {
  try {
    one_of("--construction", run.construction, main_constructions());
  } catch (const InvalidInput& error) {
    bad(std::string(error.what()) +
        "; what a construction.toml describes is run by its folder: verify DIR, its graphs and "
        "readings by --variant");
  }
  if (paper == nullptr && run.pattern.name_or_file.empty())
    bad("--pattern is missing; write for example --pattern strided, or a JSON file");
  if (paper == nullptr && (run.positional || run.extended))
    bad(fmt::format("--{}: does not apply to --construction {}; leave it out",
                    run.positional ? "positional" : "extended", run.construction));
}

void validate_size(const Raw& raw, Parameters& parameters) {
  if (raw.n.empty()) bad("--n is missing; write the number of tokens, for example --n 4");
  if (raw.delta.empty())
    bad("--delta is missing; write the grid width, for example --delta 1/2, or --for-all D");
  auto& [n, d, D] = parameters;
  n = whole_number("--n", raw.n, 2, kMaxTokens);
  d = whole_number("--d", raw.d.empty() ? "1" : raw.d, 1, kMaxRows);
  D = inverse_of_delta(raw.delta);
  if (n * d > kMaxEntries)
    bad(fmt::format(
        "--d '{}': n * d is {}, at most {} entries are supported; take fewer rows or tokens", raw.d,
        n * d, kMaxEntries));
}

void validate_search(const Raw& raw, RunOptions& run) {
  if (!raw.search.empty()) run.search = whole_number("--search", raw.search, 1, 1'000'000'000);
  if (!raw.search_seed.empty())
    run.search_seed = whole_number("--search-seed", raw.search_seed, 0, UINT64_MAX);
  if (run.search == 0 && !raw.search_seed.empty())
    bad(fmt::format("--search-seed '{}': only beside --search", raw.search_seed));
  if (run.search != 0 && !run.certificate.empty())
    bad(fmt::format(
        "--search '{}': what a search finds has no certificate; leave out --certificate",
        raw.search));
}

void validate_expected(const Raw& raw, RunOptions& run) {
  for (const std::string& text : raw.expect) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      bad(fmt::format("--expect '{}': write ID=VERDICT, for example Lemma8=verified", text));
    if (!run.expected.emplace(text.substr(0, equals), verdict_of(text.substr(equals + 1), text))
             .second) {
      bad(fmt::format("--expect '{}': the claim is named twice; keep one", text));
    }
  }
}

}  // namespace

void layers_of(const std::string& text, TraceOptions& trace) {
  const auto dots = text.find("..");
  const std::string a = text.substr(0, dots),
                    b = dots == std::string::npos ? a : text.substr(dots + 2);
  constexpr std::uint64_t kMost = std::uint64_t{1} << 40;
  const auto end = [&](const std::string& digits) {
    if (digits.empty() || digits.size() > 13 ||
        digits.find_first_not_of("0123456789") != std::string::npos) {
      bad(fmt::format("--layers '{}': write a range of layer numbers such as 9..24",
                      shortened(text)));
    }
    return whole_number("--layers", digits, 1, kMost);
  };
  trace.first = end(a);
  trace.last = end(b);
  if (trace.first > *trace.last)
    bad(fmt::format("--layers '{}': the range is empty; write the smaller number first", text));
}

void validate(Raw& raw, RunOptions& run) {
  if (!run.for_all.empty()) validate_for_all(raw, run);
  look_for_constructions_at(run.claims);
  if (run.construction.empty()) run.construction = pattern_construction();
  const SweepPaper* const paper = sweep_paper_of(run.construction);
  validate_construction(run, paper);
  validate_size(raw, run.parameters);
  run.pattern.n = run.parameters.n;
  validate_pattern(raw.pattern, run.pattern);
  if (!raw.budget.empty())
    run.budget_seconds = static_cast<double>(seconds_of("--budget", raw.budget));
  if (!raw.timeout.empty()) run.timeout_seconds = seconds_of("--timeout", raw.timeout);
  validate_search(raw, run);
  if (!raw.memory.empty()) run.memory = bytes_of(raw.memory);
  run.fail_on = fail_on_of(raw.fail_on);
  if (!raw.threads.empty()) run.threads = whole_number("--threads", raw.threads, 1, 1024);
  one_of("--engine", run.engine, {"auto", "literal", "lanes", "fast", "symbolic"});
  one_of("--progress", run.progress, {"auto", "bar", "lines", "json", "none"});
  one_of("--color", run.color, {"auto", "always", "never"});
  for (const std::string& text : raw.with) run.overrides.add(text);
  run.target_named = !raw.target.empty();
  if (run.target_named) run.target = raw.target;
  validate_expected(raw, run);
  if (paper != nullptr) validate_sweep(raw, *paper, run);
}

}  // namespace hardmax::cli
