#include "cli/run_command.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "claim/hint.hpp"
#include "cli/answer.hpp"
#include "cli/bound_constructions.hpp"
#include "cli/claim_ids.hpp"
#include "cli/coq_command.hpp"
#include "cli/for_all_command.hpp"
#include "cli/option_values.hpp"
#include "cli/output.hpp"
#include "cli/pattern_options.hpp"
#include "cli/progress.hpp"
#include "cli/structural_certificate.hpp"
#include "cli/target_file.hpp"
#include "discharge/construction_files.hpp"
#include "discharge/file_meaning.hpp"
#include "discharge/verdict.hpp"
#include "exact/atomic_file.hpp"
#include "exact/error.hpp"
#include "pattern/import/import.hpp"
#include "report/command.hpp"
#include "report/report.hpp"
#include "report/soft.hpp"
#include "report/weights.hpp"

namespace hardmax::cli {

namespace {

// Stops the run when its time is up.
class Timeout {
 public:
  Timeout(std::optional<std::uint64_t> seconds, std::atomic<int>& stop) {
    if (!seconds) return;
    thread_ = std::jthread([this, seconds = *seconds, &stop](const std::stop_token& over) {
      std::unique_lock lock(mutex_);
      int running = 0;
      if (!wake_.wait_for(lock, over, std::chrono::seconds(seconds),
                          [&] { return over.stop_requested(); }))
        stop.compare_exchange_strong(running, timed_out);
    });
  }

 private:
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;
};

std::string json_list(const std::vector<std::string>& values) {
  std::string text = "[";
  for (const std::string& v : values)
    text += fmt::format("{}\"{}\"", text.size() > 1 ? "," : "", v);
  return text + "]";
}

// The formula of verify eval, as an entry without a record.
std::vector<claim::Entry> entry_of(const RunOptions& options) {
  const std::string& formula = options.formula;
  try {
    claim::Formula::parse(formula, options.takes_pattern ? run_vocabulary() : sweep_vocabulary());
  } catch (const claim::SyntaxError& error) {
    bad("FORMULA: " + claim::refusal(formula, error) + "\n" +
        claim::with_mark(formula, error.offset));
  }
  claim::Entry entry;
  entry.id = "eval.formula";
  entry.source = "the command line";
  entry.words = "What was asked.";
  entry.domain = "n >= 1";
  entry.formal = formula;
  entry.file = "verify eval";
  return {std::move(entry)};
}

// --only names claims about the network that is run.
void require_about_network(const RunOptions& options, const std::vector<claim::Entry>& entries) {
  const std::string& only = options.only;
  const claim::Entry* other = nullptr;  // with this prefix, about another network
  for (const claim::Entry& entry : entries) {
    if (!entry.is_asked_for(only)) continue;
    if (is_about(entry.id, options.construction)) return;
    other = &entry;
  }
  const std::string paper = other->id.substr(0, other->id.find('.'));
  bad(
      fmt::format("--only '{}': claims of {} are about its own network, not that of {}; write "
                  "--construction {}",
                  only, paper, options.construction, paper));
}

}  // namespace

std::filesystem::path program_directory() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path();
}

std::filesystem::path shipped_claims() {
  namespace fs = std::filesystem;
  std::error_code not_there;
  const bool is_built = fs::equivalent(program_directory(), HARDMAX_BUILD_FOLDER, not_there);
  const fs::path own = is_built
                           ? fs::path(HARDMAX_SOURCE_PROOFS)
                           : (program_directory() / HARDMAX_PROOFS_FROM_PROGRAM).lexically_normal();
  if (fs::is_directory(own, not_there)) return own;
  throw InvalidInput(InvalidInput::Kind::file,
                     fmt::format("{}: no claim entries are there, where this program has its own; "
                                 "install them with it, or name theirs with --claims DIR",
                                 own.string()));
}

report::ClaimSet claims_read(const std::vector<std::string>& given,
                             const std::vector<claim::Entry>& entries) {
  return report::claim_set(claim_places(given), entries);
}

std::string version_text() {
  const std::string version = "hardmax " HARDMAX_VERSION "\nclaims  ";
  try {
    return version + claims_read({}, claim::load_entries(shipped_claims())).str() + "\n";
  } catch (const InvalidInput& problem) {
    return version + problem.what() + "\n";
  }
}

std::vector<std::filesystem::path> claim_places(const std::vector<std::string>& given) {
  if (given.empty()) return {shipped_claims()};
  return {given.begin(), given.end()};
}

void look_for_constructions_at(const std::vector<std::string>& given) {
  if (given.empty()) return;
  look_for_constructions([given] {
    std::vector<std::filesystem::path> places = claim_places(given);
    places.push_back(shipped_claims());
    return places;
  });
}

std::vector<claim::Entry> load_claims(const std::vector<std::string>& given) {
  look_for_constructions_at(given);
  return claim::load_entries(claim_places(given), given.empty() ? nullptr : shipped_claims);
}

std::vector<claim::Entry> about_networks(const std::vector<claim::Entry>& entries,
                                         const std::string& only) {
  const DescribedPapers described(entries);
  std::vector<claim::Entry> out = described.others(entries);
  if (std::any_of(out.begin(), out.end(),
                  [&](const claim::Entry& entry) { return entry.is_asked_for(only); }))
    return out;
  for (const claim::Entry& entry : entries) {
    if (!entry.is_asked_for(only)) continue;
    const DescribedFile file = described.of(entry);
    bad(fmt::format(
        "{}claims of {} are about the network of a file; write verify {}{}",
        only.empty() ? "there is no other claim: " : "--only '" + shortened(only) + "': ", file->id,
        report::file_word(std::filesystem::path(file->file).parent_path().string()),
        only.empty() ? "" : report::option("--only", only)));
  }
  return out;
}

std::map<std::string, claim::Paper> papers_of(const std::vector<std::string>& given) {
  std::map<std::string, claim::Paper> papers;
  for (const std::filesystem::path& place : claim_places(given))
    papers.merge(claim::load_papers(place));
  return papers;
}

std::string claims_option(const std::vector<std::string>& given) {
  std::string text;
  for (const std::string& place : given) text += report::option("--claims", place);
  return text;
}

namespace {

std::vector<report::IntegerArray> weights_of_run(const RunOptions& options,
                                                 const RunRequest& request,
                                                 const RunResult& result) {
  if (request.sweep)
    return report::weights_of(options.dump_weights,
                              SweepSystem(*request.sweep, request.parameters, request.overrides));
  if (!result.construction)
    throw CannotWrite(fmt::format("'{}' was not written: there is no network ({})",
                                  options.dump_weights, result.not_executed));
  const LaterStages later(request.parameters, *request.pattern, result.assumption,
                          &*result.construction, request.overrides, *request.target);
  return report::weights_of(options.dump_weights, *result.construction, *request.pattern, later);
}

std::optional<SoftQuestion> soft_question(const RunOptions& options, const RunRequest& request,
                                          const RunResult& result) {
  const bool asked =
      std::any_of(result.claims.begin(), result.claims.end(),
                  [](const ClaimResult& c) { return c.entry->soft || says_soft(c.entry->id); });
  if (!asked || !result.executed || !result.construction || !options.overrides.empty() ||
      !no_soft_network().empty() || !has_repaired_eta(*result.construction, SoftSettings{}))
    return std::nullopt;
  if (result.inputs * result.attention_layers * Rational(options.parameters.n) >
      Rational(report::most_soft_work))
    return std::nullopt;
  SoftQuestion question;
  question.parameters = options.parameters;
  question.pattern = request.pattern;
  question.settings.map = SoftMap{};
  question.threads = options.threads;
  return question;
}

// What is asked of the engines; `stop` is set when the time of --timeout is up.
RunRequest request_of_run(const RunOptions& options, const StructuredPattern* rules,
                          const Pattern* pattern, const std::atomic<int>& stop) {
  RunRequest request;
  request.parameters = options.parameters;
  request.sweep =
      choice_of(options.construction, variants_named(options.positional, options.extended));
  request.pattern = pattern;
  request.rules = rules;
  request.pattern_name = options.takes_pattern ? options.pattern.name_or_file : "dense";
  request.window = options.pattern.window;
  request.overrides = options.overrides;
  request.target = read_target(options.target, options.parameters);
  request.paper = options.construction;
  request.only = options.only;
  request.expected = options.expected;
  request.engine = options.engine;
  request.scratch = options.scratch;
  request.memory = options.memory;
  request.budget_seconds = options.budget_seconds;
  request.search = options.search;
  request.seed = options.search_seed;
  request.threads = options.threads;
  request.stop = &stop;
  return request;
}

// The file that --dump names, a line an input of `request`; none without --dump.
std::unique_ptr<AtomicFile> dump_of_run(const RunOptions& options, RunRequest& request) {
  if (options.dump.empty()) return nullptr;
  auto dump = std::make_unique<AtomicFile>(options.dump);
  request.dump = [file = dump.get()](const std::string& G,
                                     const std::vector<std::string>& after_shift,
                                     const std::vector<std::string>& ids) {
    std::string entries_of_G = G;
    std::replace(entries_of_G.begin(), entries_of_G.end(), ' ', ',');
    file->write(fmt::format("{{\"G\":[{}],\"after_shift\":{},\"ids\":{}}}\n", entries_of_G,
                            json_list(after_shift), json_list(ids)));
  };
  return dump;
}

// What soft maps do at the run; the answer about it points to both.
void answer_beside(const SoftQuestion& question, const std::vector<claim::Entry>& entries,
                   std::optional<SoftAnswer>& soft, report::Presentation& how) {
  try {
    soft = answer_soft(question);
    how.soft_question = &question;
    how.soft = &*soft;
    how.soft_contradiction = report::soft_contradiction(*soft, entries);
  } catch (const LimitReached&) {  // no value layers, and the answer has no such section
  }
}

void present_as_asked(const RunOptions& options, const std::vector<claim::Entry>& read,
                      report::Presentation& how) {
  how.version = HARDMAX_VERSION;
  how.target_named = options.target_named;
  how.claims = claims_read(options.claims, read);
  how.strict = options.strict;
  how.fail_on = options.fail_on;
  how.expectations = !options.expected.empty();
  how.all = options.all;
  how.quiet = options.quiet;
  how.color = in_color(options.color);
}

// The name of the certificate; empty if there is none, which a line on stderr says.
std::string add_certificate_of_run(const RunOptions& options, const RunRequest& request,
                                   const RunResult& result,
                                   const std::vector<claim::Entry>& entries, Answer& answer) {
  if (has_certificate(request, result)) {
    answer.add_file(options.certificate,
                    bound_to_constructions(certificate::write(certify(request, result)), entries));
    return options.certificate;
  }
  StructuralCertificate made = structural_certificate(request, result, entries, options.claims);
  const bool is_there = !made.text.empty();
  if (!made.said.empty())
    answer.tell(
        is_there ? made.said
                 : not_written(options.certificate, fmt::format("{} (nothing was executed: {})",
                                                                made.said, result.not_executed)));
  if (!is_there) return "";
  answer.add_file(options.certificate, std::move(made.text));
  return options.certificate;
}

}  // namespace

int run_command(const RunOptions& given) {
  std::atomic<int> stop{0};  // set when the time of --timeout is up
  const std::vector<claim::Entry> read =
      given.formula.empty() ? load_claims(given.claims) : entry_of(given);
  RunOptions options = given;
  options.expected = expected_ids(given.expected, given.construction, read);
  if (given.formula.empty())
    options.only = start_of_ids("--only", given.only, given.construction, read);
  const std::vector<claim::Entry> entries =
      given.formula.empty() ? about_networks(read, options.only) : read;
  if (given.formula.empty()) require_about_network(options, entries);
  std::optional<StructuredPattern> rules;
  std::optional<Pattern> pattern;
  if (options.takes_pattern) {
    rules = import_and_warn(options.pattern).pattern;
    pattern = expand(*rules);
  }
  if (!options.for_all.empty())
    return for_all_inputs_command(options, rules ? &*rules : nullptr, pattern ? &*pattern : nullptr,
                                  entries);
  if (!options.certificate.empty()) require_counted_ids(options.construction, options.certificate);
  RunRequest request =
      request_of_run(options, rules ? &*rules : nullptr, pattern ? &*pattern : nullptr, stop);
  if (!options.emit_coq.empty())
    return emit_coq_command(options.emit_coq, request, entries, theory_of(options.claims));
  Progress progress(options.progress);
  request.progress = [&](std::uint64_t done, std::uint64_t total) { progress(done, total); };

  std::unique_ptr<AtomicFile> dump = dump_of_run(options, request);
  const RunResult result = [&] {
    const Timeout timeout(options.timeout_seconds, stop);
    return decide_run(request, entries);
  }();
  progress.clear();

  report::Presentation how;
  std::optional<SoftQuestion> question;
  if (stop.load() == 0) question = soft_question(options, request, result);
  std::optional<SoftAnswer> soft;
  if (question) answer_beside(*question, entries, soft, how);
  present_as_asked(options, read, how);
  Answer answer;
  if (dump) {
    if (!result.executed)
      throw CannotWrite(fmt::format("'{}' was not written: nothing was executed ({})", options.dump,
                                    result.not_executed));
    answer.add_file(std::move(dump));
  }
  if (!options.certificate.empty())
    how.certificate = add_certificate_of_run(options, request, result, entries, answer);
  if (!options.dump_weights.empty())
    answer.add_file([arrays = weights_of_run(options, request, result),
                     file = options.dump_weights] { report::write_npz(file, arrays); });
  answer.give(options.json ? report::json(request, result, how)
                           : report::text(request, result, how));
  return report::exit_code(report::overall(result, how));
}

}  // namespace hardmax::cli
