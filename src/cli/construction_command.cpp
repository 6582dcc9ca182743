#include "cli/construction_command.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <sstream>

#include "claim/lookup.hpp"
#include "cli/answer.hpp"
#include "cli/claim_ids.hpp"
#include "cli/every_input_command.hpp"
#include "cli/option_values.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "cli/run_command.hpp"
#include "cli/steps_command.hpp"
#include "decide/decide.hpp"
#include "decide/vocabulary.hpp"
#include "discharge/described.hpp"
#include "exact/atomic_file.hpp"
#include "exact/error.hpp"
#include "report/command.hpp"
#include "report/construction_run.hpp"

namespace hardmax::cli {

namespace {

namespace fs = std::filesystem;

// Is there a file below the folder that claims are read from (claim/entry.hpp)?
bool has_claim_file(const fs::path& folder) {
  std::error_code error;
  fs::recursive_directory_iterator it(folder, error);
  for (; !error && it != fs::recursive_directory_iterator(); it.increment(error)) {
    const fs::path name = it->path().filename();
    if (name.native().front() == '.') {
      it.disable_recursion_pending();
      continue;
    }
    if (name.extension() == ".toml" && name != "paper.toml" && name != "construction.toml" &&
        !it->is_directory())
      return true;
  }
  return false;
}

// The folder of the construction, if it has claims, and what --claims names.
std::vector<fs::path> places_of(const fs::path& file, const ConstructionRunOptions& options) {
  std::vector<fs::path> places;
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  if (file.filename() == "construction.toml" && has_claim_file(folder)) places.push_back(folder);
  places.insert(places.end(), options.claims.begin(), options.claims.end());
  return places;
}

// --only, as ids have it: with the name of the construction or without, or as a paper prints it.
std::string only_of(const subject::ConstructionFile& file, const ConstructionRunOptions& options,
                    const std::vector<claim::Entry>& entries) {
  const auto some = [&](const std::string& prefix) {
    return std::any_of(entries.begin(), entries.end(), [&](const claim::Entry& e) {
      return decide::is_about(file, e) && e.is_asked_for(prefix);
    });
  };
  if (options.only.empty() || some(options.only)) return options.only;
  if (const std::string full = file.id + "." + options.only; some(full)) return full;
  std::vector<claim::Entry> own;
  std::copy_if(entries.begin(), entries.end(), std::back_inserter(own),
               [&](const claim::Entry& e) { return decide::is_about(file, e); });
  if (!own.empty() && claim::prefix_written(own, options.only))
    return start_of_ids("--only", options.only, {}, own);
  bad(fmt::format(
      "--only '{}': no claim about '{}' has an id that starts so; its ids start with {}.",
      shortened(options.only), file.id, file.id));
}

// A line of --dump: the entries of an input, and the column of every token.
std::string dumped(const std::vector<Rational>& input, const std::vector<Rational>& outputs,
                   std::uint64_t rows) {
  const auto list = [](auto first, auto last) {
    std::string out;
    for (; first != last; ++first)
      out += fmt::format("{}\"{}\"", out.empty() ? "" : ",", first->str());
    return "[" + out + "]";
  };
  const auto step = static_cast<std::ptrdiff_t>(rows);
  std::string columns;
  for (auto at = outputs.begin(); at != outputs.end(); at += step)
    columns += (columns.empty() ? "" : ",") + list(at, at + step);
  return fmt::format("{{\"input\":{},\"output\":[{}]}}\n", list(input.begin(), input.end()),
                     columns);
}

// Steps that are taken for the values that the file has an answer show; no verdict depends on it.
constexpr std::uint64_t kStepsForValues = 20'000'000;

void show_values(const subject::Run& run, report::ConstructionPresentation& how) {
  if (!run.has_network()) return;
  for (const subject::Stage& stage : run.file().stages)
    if (const Rational layers = run.stage_layers(stage.name); !layers.is_zero())
      how.stages.emplace_back(stage.name, layers.str());
  for (const subject::Signature& value : run.file().values) {
    std::vector<std::string> shown;
    try {
      run.reading().allow_steps(kStepsForValues);
      const subject::Value found = run.reading().value(*value.term);
      if (found.mat() != nullptr && !found.mat()->of_forms())
        for (const Rational& x : found.mat()->numbers) shown.push_back(x.str());
      else
        shown.push_back(found.show());
    } catch (const LimitReached& limit) {
      shown = {std::string("not computed: ") + limit.what()};
    } catch (const subject::TooLarge& limit) {
      shown = {std::string("not computed: ") + limit.what()};
    } catch (const subject::TermError& error) {
      shown = {std::string("no value: ") + error.what()};
    } catch (const Undefined& error) {
      shown = {std::string("no value: ") + error.what()};
    }
    how.values.emplace_back(value.name, std::move(shown));
  }
}

// The file that --dump names, a line an input of `request`; none without --dump.
std::unique_ptr<AtomicFile> dump_of_inputs(const ConstructionRunOptions& options,
                                           decide::Request& request) {
  if (options.dump.empty()) return nullptr;
  auto dump = std::make_unique<AtomicFile>(options.dump);
  request.dump = [file = dump.get(), run = request.run](const std::vector<Rational>& input,
                                                        const std::vector<Rational>& outputs) {
    file->write(dumped(input, outputs, run->rows()));
  };
  return dump;
}

// The name of the certificate; empty if there is none, which a line on stderr says.
std::string add_certificate_of_file(const ConstructionRunOptions& options,
                                    const decide::Request& request, const decide::Result& result,
                                    Answer& answer) {
  const auto not_written = [&](const std::string& why) {
    answer.tell(fmt::format("'{}' was not written: {}", options.certificate, why));
    return "";
  };
  const std::string why = decide::why_no_certificate(*request.run);
  if (!why.empty()) return not_written(why);
  if (!result.executed)
    return not_written("not every input was executed (" + result.not_executed + ")");
  if (result.claims.empty()) return not_written("there is no claim");
  answer.add_file(options.certificate, decide::certify(request, result));
  return options.certificate;
}

int decided(const ConstructionRunOptions& options) {
  const fs::path path = construction_file_at(options.place);
  const auto file = subject::ConstructionFile::read(path);
  if (options.for_all.empty() && asks_for_steps(file, options)) return steps_command(file, options);
  const std::vector<fs::path> places = places_of(path, options);
  if (places.empty()) {
    print_result(fmt::format(
        "{}: there are no claims about '{}': no other .toml file stands beside it. Nothing was "
        "decided.\nHow claims are written: docs/tutorial-construction.md. The construction itself: "
        "verify show {}\n",
        path.string(), file.id, options.place));
    return 2;
  }
  if (!options.for_all.empty()) {
    const std::vector<claim::Entry> entries = claim::load_entries(places, shipped_claims);
    return every_input_command(file, options, only_of(file, options, entries), places, entries);
  }
  const auto run = run_of(file, options, subject::Run::WithoutNetwork::allowed);
  if (const std::string why = too_long_for_literal(run, options); !why.empty()) {
    fmt::print(stderr, "verify: {}\n", why);
    return 2;
  }
  const std::vector<claim::Entry> entries = claim::load_entries(places, shipped_claims);
  decide::Request request;
  request.run = &run;
  request.only = only_of(file, options, entries);
  request.expected = expected_ids(options.expected, file.id, entries);
  request.budget_seconds = options.budget_seconds;
  request.threads = options.threads;
  Progress progress(options.progress);
  request.progress = [&](std::uint64_t done, std::uint64_t total) { progress(done, total); };
  std::unique_ptr<AtomicFile> dump = dump_of_inputs(options, request);
  const decide::Result result = decide::decide(request, entries);
  progress.clear();
  Answer answer;
  if (dump) {
    if (!result.executed)
      throw CannotWrite(fmt::format("'{}' was not written: not every input was executed ({})",
                                    options.dump, result.not_executed));
    answer.add_file(std::move(dump));
  }
  report::ConstructionPresentation how;
  how.version = HARDMAX_VERSION;
  how.claims = report::claim_set(places, entries);
  if (!options.quiet) show_values(run, how);
  how.strict = options.strict;
  how.all = options.all;
  how.quiet = options.quiet;
  how.color = in_color(options.color);
  if (!options.certificate.empty())
    how.certificate = add_certificate_of_file(options, request, result, answer);
  answer.give(options.json ? report::json(request, result, how)
                           : report::text(request, result, how));
  return report::exit_code(request, result, how);
}

}  // namespace

std::optional<std::string> command_on_file(const claim::Entry& entry,
                                           const std::string& claims_option) {
  const DescribedFile file = DescribedPapers({entry}).of(entry);
  if (file == nullptr) return std::nullopt;
  const std::string only = report::option("--only", entry.id);
  const auto replay = [&](const DescribedRun& run) {
    return report::command_of(run) + only + " --certificate replay.cert; verify check replay.cert" +
           claims_option;
  };
  if (entry.counterexample) return replay(stored_run_of(file, entry));
  if (const auto runs = subject::runs_of_box(*file); !runs.empty())
    return replay({file, runs.front()});
  std::string conditions;
  for (const auto& p : file->parameters) conditions += (conditions.empty() ? "" : ", ") + p.text;
  return "verify " + report::file_word(fs::path(file->file).parent_path().string()) + only +
         ", with parameters (" + conditions + ")";
}

void validate(const RawConstructionRun& raw, ConstructionRunOptions& options) {
  if (!raw.budget.empty())
    options.budget_seconds = static_cast<double>(seconds_of("--budget", raw.budget));
  if (!raw.threads.empty()) options.threads = whole_number("--threads", raw.threads, 1, 1024);
  one_of("--progress", options.progress, {"auto", "bar", "lines", "json", "none"});
  one_of("--color", options.color, {"auto", "always", "never"});
  if (!options.for_all.empty()) one_of("--for-all", options.for_all, {"D", "inputs"});
  for (const std::string& text : raw.expect) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      bad(fmt::format("--expect '{}': write ID=VERDICT, for example mine.lemma=refuted", text));
    if (!options.expected.emplace(text.substr(0, equals), verdict_of(text.substr(equals + 1), text))
             .second)
      bad(fmt::format("--expect '{}': the claim is named twice; keep one", text));
  }
}

int construction_command(const ConstructionRunOptions& options) {
  try {
    return decided(options);
  } catch (const LimitReached& limit) {
    fmt::print(stderr, "verify: {}: {}; take smaller parameters\n", options.place, limit.what());
    return 2;
  }
}

}  // namespace hardmax::cli
