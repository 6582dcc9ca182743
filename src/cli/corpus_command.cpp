#include "cli/corpus_command.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "cli/answer.hpp"
#include "cli/bound_constructions.hpp"
#include "cli/claim_ids.hpp"
#include "cli/for_all_command.hpp"
#include "cli/option_values.hpp"
#include "cli/output.hpp"
#include "cli/pattern_options.hpp"
#include "cli/run_command.hpp"
#include "discharge/construction_files.hpp"
#include "discharge/file_meaning.hpp"
#include "discharge/sweep_papers.hpp"
#include "exact/closest.hpp"
#include "pattern/named.hpp"
#include "report/corpus.hpp"

namespace hardmax::cli {

namespace {

// "dense", "strided:3", "gamma_2314" (a pattern of the corpus), "mine.json".
PatternChoice pattern_choice(const std::string& text, const std::vector<PatternChoice>& files,
                             const ImportOptions& import) {
  const auto of_corpus = std::find_if(files.begin(), files.end(),
                                      [&](const PatternChoice& c) { return c.name == text; });
  if (of_corpus != files.end()) return *of_corpus;
  PatternChoice choice;
  const auto colon = text.find(':');
  choice.name = text.substr(0, colon);
  const std::vector<std::string> names = pattern_names();
  if (std::find(names.begin(), names.end(), choice.name) != names.end()) {
    if (colon != std::string::npos && !uses_window(choice.name))
      bad(fmt::format("--patterns '{}': {} has no window; write {}", text.substr(0, 100),
                      choice.name, choice.name));
    if (colon != std::string::npos)
      choice.window = whole_number("--patterns", text.substr(colon + 1), 1, 65'536);
    return choice;
  }
  if (!std::filesystem::is_regular_file(text)) {
    std::string known;
    for (const std::string& name : names) known += (known.empty() ? "" : ", ") + name;
    bad(fmt::format("--patterns '{}': neither a named pattern nor a file; known are {}{}",
                    text.substr(0, 100), known, do_you_mean(closest(choice.name, names))));
  }
  choice = pattern_file(text);
  choice.import = import;
  // Once here, with its warnings: it is read again for every parameter set.
  (void)import_and_warn({.name_or_file = text, .import = import});
  return choice;
}

std::vector<PatternChoice> chosen_patterns(const CorpusOptions& options,
                                           const std::vector<PatternChoice>& files) {
  const std::string& list = options.patterns;
  std::vector<PatternChoice> chosen;
  const auto refuse_idle_options = [&] {
    const bool used = std::any_of(chosen.begin(), chosen.end(), [&](const PatternChoice& choice) {
      return !choice.file.empty() &&
             std::none_of(files.begin(), files.end(),
                          [&](const auto& file) { return file.file == choice.file; });
    });
    if (!used && !options.import_given.empty())
      bad(fmt::format("{}: is of files of --patterns, and there is none; leave it out",
                      options.import_given));
  };
  if (list.empty()) {
    chosen = default_patterns();
    chosen.insert(chosen.end(), files.begin(), files.end());
    refuse_idle_options();
    return chosen;
  }
  for (std::size_t start = 0; start <= list.size();) {
    const std::size_t comma = std::min(list.find(',', start), list.size());
    if (comma == start)
      bad(fmt::format("--patterns '{}': an empty name; write for example dense,strided:2,mine.json",
                      list.substr(0, 100)));
    chosen.push_back(pattern_choice(list.substr(start, comma - start), files, options.import));
    start = comma + 1;
  }
  refuse_idle_options();
  return chosen;
}

}  // namespace

CorpusRequest corpus_request(const CorpusOptions& options,
                             const std::vector<claim::Entry>& entries) {
  const std::string argument = options.command == "claims" ? "claims" : "--only";
  const std::string only = start_of_ids(argument, options.only, {}, entries);
  CorpusRequest request;
  request.boxes_given = !options.boxes.empty();
  if (request.boxes_given) request.boxes.clear();
  for (const std::string& box : options.boxes) request.boxes.push_back(Box::parse(box));
  request.files = patterns_of_corpus(claim_places(options.claims));
  request.patterns = chosen_patterns(options, request.files);
  request.only = only;
  request.budget_seconds = options.budget_seconds;
  request.threads = options.threads;
  request.certify = !options.certificate.empty();
  return request;
}

void show_progress(const CorpusOptions& options, CorpusRequest& request) {
  if (options.progress != "auto") return;
  request.progress = [last = std::chrono::steady_clock::now()](std::uint64_t done,
                                                               std::uint64_t total) mutable {
    const auto now = std::chrono::steady_clock::now();
    if (now - last < std::chrono::seconds(2)) return;
    last = now;
    fmt::print(stderr, "verify: {} of {} runs\n", done, total);
  };
}

int corpus_command(const CorpusOptions& options) {
  const std::vector<claim::Entry> entries = load_claims(options.claims);
  CorpusRequest request = corpus_request(options, entries);
  if (!options.for_all.empty()) {
    const std::vector<claim::Entry> networks = about_networks(entries, request.only);
    return options.for_all == "all" ? for_all_parameters_command(options, request, networks)
                                    : for_all_command(options, request, networks);
  }
  for (const std::string& construction : main_constructions())
    if (request.certify &&
        std::any_of(entries.begin(), entries.end(), [&](const claim::Entry& entry) {
          return is_about(entry.id, construction) && entry.is_asked_for(request.only);
        }))
      require_counted_ids(construction, options.certificate);
  show_progress(options, request);
  const CorpusResult result = decide_corpus(request, entries);
  Answer answer;
  if (request.certify) {
    const std::string why_not = why_not_certified(result);
    if (why_not.empty()) {
      answer.add_file(options.certificate,
                      bound_to_constructions(certify_box(request, result), entries));
      if (const std::string own = report::described_boxes(result); !own.empty())
        answer.tell(
            fmt::format("not in the certificate: the claims about networks of files ({}); "
                        "verify DIR --certificate FILE writes one of a run",
                        own));
    } else {
      answer.tell("no certificate: a network was not built, at " + why_not);
    }
  }

  report::CorpusPresentation how;
  how.version = HARDMAX_VERSION;
  how.claims = claims_read(options.claims, entries);
  how.command = options.command;
  how.only = request.only;
  how.fail_on = options.fail_on;
  how.claims_option = claims_option(options.claims);
  how.every_claim = options.command == "claims";
  how.color = in_color(options.color);
  if (!options.junit.empty()) answer.add_file(options.junit, report::corpus_junit(result, how));
  const std::string shown = options.json
                                ? report::corpus_json(result, how)
                                : (options.format == "md" ? report::corpus_markdown(result, how)
                                                          : report::corpus_text(result, how));
  answer.give(shown);
  return report::exit_code(report::overall(result, options.fail_on));
}

}  // namespace hardmax::cli
