#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <sstream>

#include "claim/errata.hpp"
#include "claim/lookup.hpp"
#include "cli/construction_command.hpp"
#include "cli/option_values.hpp"
#include "cli/output.hpp"
#include "cli/run_command.hpp"
#include "discharge/construction_files.hpp"
#include "discharge/corpus.hpp"
#include "discharge/stored.hpp"
#include "discharge/sweep_papers.hpp"
#include "discharge/verdict.hpp"
#include "report/command.hpp"

namespace hardmax::cli {

namespace {

// The run of a stored counterexample.
report::RunCommand command_of(const claim::Entry& entry, const std::vector<PatternChoice>& files) {
  const StoredCounterexample stored = read_stored_counterexample(entry, files);
  report::RunCommand command(stored.parameters);
  if (const SweepPaper* paper = sweep_paper_of(entry.id)) {
    command.of_construction(paper->name, variants_named(stored.positional, stored.extended));
  } else if (!stored.pattern.file.empty()) {
    command.pattern_file(stored.pattern.file.string());
  } else {
    command.named_pattern(stored.pattern.name,
                          stored.pattern.window ? std::to_string(*stored.pattern.window) : "");
  }
  return command;
}

// A run on which a claim is decided: the first that is found among a usual one and those of the
// default box. They are tried, for a domain or a hypothesis may leave out any of them.
class DecidingRun {
 public:
  DecidingRun(const claim::Entry& entry, const std::vector<claim::Entry>& entries)
      : entry_(entry), entries_(entries) {}

  std::optional<report::RunCommand> find() const {
    const SweepPaper* const paper = sweep_paper_of(entry_.id);
    const auto start = std::chrono::steady_clock::now();
    std::vector<Parameters> sizes = parameter_sets(default_boxes());
    sizes.insert(sizes.begin(), paper == nullptr ? Parameters{4, 1, 2} : Parameters{3, 1, 4});
    for (const Parameters& parameters : sizes) {
      if (std::chrono::steady_clock::now() - start > std::chrono::seconds(5)) return std::nullopt;
      if (paper != nullptr) {
        for (const auto& variants : variants_decided_on(*paper)) {
          if (const auto command = try_variants(parameters, *paper, variants)) return command;
        }
      } else {
        for (const char* pattern : {"strided", "dense", "star", "window"}) {
          if (const auto command = try_pattern(parameters, pattern)) return command;
        }
      }
    }
    return std::nullopt;
  }

 private:
  std::optional<report::RunCommand> try_variants(const Parameters& parameters,
                                                 const SweepPaper& paper,
                                                 const std::vector<std::string>& variants) const {
    RunRequest request;
    request.sweep = choice_of(paper.name, variants);
    if (!is_decided(request, parameters)) return std::nullopt;
    report::RunCommand command(parameters);
    command.of_construction(paper.name, variants);
    return command;
  }
  std::optional<report::RunCommand> try_pattern(const Parameters& parameters,
                                                const char* name) const {
    RunRequest request;
    const Pattern pattern = pattern_of({name, {}, {}}, parameters.n);
    request.pattern = &pattern;
    if (!is_decided(request, parameters)) return std::nullopt;
    report::RunCommand command(parameters);
    command.named_pattern(name, "");
    return command;
  }
  bool is_decided(RunRequest& request, const Parameters& parameters) const {
    request.parameters = parameters;
    request.only = entry_.id;
    request.budget_seconds = 1;
    const RunResult result = decide_run(request, entries_);
    return std::any_of(result.claims.begin(), result.claims.end(), [&](const ClaimResult& c) {
      return c.entry->id == entry_.id &&
             (c.verdict == Verdict::verified || c.verdict == Verdict::refuted);
    });
  }

  const claim::Entry& entry_;
  const std::vector<claim::Entry>& entries_;
};

// White space made single blanks, lines of at most 110 characters under one another.
std::string wrapped(const std::string& text, const std::string& indent) {
  std::istringstream words(text);
  std::string result, line;
  for (std::string word; words >> word;) {
    if (!line.empty() && line.size() + word.size() + 1 > 110) {
      result += line + "\n" + indent;
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return result + line;
}

const char* name_of(claim::EntryKind kind) {
  switch (kind) {
    case claim::EntryKind::printed: return "printed in the source";
    case claim::EntryKind::implicit: return "implied by the source";
    case claim::EntryKind::repaired: return "a repair";
    case claim::EntryKind::remark: return "a remark: our own observation, not printed";
    case claim::EntryKind::hypothesis: return "a hypothesis";
  }
  return "";
}

std::string record(const claim::Entry& entry) {
  switch (entry.record) {
    case claim::Record::holds: return "true over its whole domain";
    case claim::Record::fails: return "false: " + entry.counterexample.value_or("") + " refutes it";
    case claim::Record::open: return "open";
  }
  return "";
}

class Explanation {
 public:
  void part(const char* name, const std::string& text) {
    const std::string indent(13, ' ');
    out_ += fmt::format("{:<12} {}\n", name, wrapped(text, indent));
  }
  // In one line, to be pasted.
  void command(const char* name, const std::string& text) {
    out_ += fmt::format("{:<12} {}\n", name, text);
  }
  // The formula as it stands in its file, line by line.
  void formula(const std::string& text) {
    std::istringstream lines(text);
    const char* name = "formal";
    std::size_t common = std::string::npos;
    std::vector<std::string> all;
    for (std::string line; std::getline(lines, line);) {
      if (line.find_first_not_of(" \t") == std::string::npos) continue;
      common = std::min(common, line.find_first_not_of(" \t"));
      all.push_back(line);
    }
    for (const std::string& line : all) {
      out_ += fmt::format("{:<12} {}\n", name, line.substr(common));
      name = "";
    }
  }
  std::string finish() { return std::move(out_); }

 private:
  std::string out_;
};

}  // namespace

namespace {

std::string ids_look_like() {
  const std::string id = example_of_an_id();
  return id.empty() ? "; verify list shows all" : "; ids look like " + id;
}

const claim::Entry& entry_asked_for(const std::vector<claim::Entry>& entries,
                                    const ExplainOptions& options) {
  const std::vector<std::string> ids = claim::ids_written(entries, options.id);
  if (ids.size() != 1) {
    const std::string near = claim::ids_meant(entries, options.id);
    bad(fmt::format("explain '{}': {}{}", shortened(options.id),
                    ids.empty() ? "no claim has this id" : "several claims may be meant",
                    near.empty() ? ids_look_like() : near));
  }
  return *std::find_if(entries.begin(), entries.end(),
                       [&](const claim::Entry& e) { return e.id == ids.front(); });
}

// What stands in the entry, and which others repair it.
void say_what_stands(const claim::Entry& entry, const std::vector<claim::Entry>& entries,
                     Explanation& text) {
  text.part("claim", entry.id + ", " + name_of(entry.kind));
  text.part("source", entry.source);
  if (entry.quote)
    text.part("printed", *entry.quote + (entry.seen == "pdf" ? " (seen on the printed page)"
                                                             : " (from a text extraction)"));
  text.part("in words", entry.words);
  if (entry.formal) {
    text.formula(*entry.formal);
  } else {
    text.part("not checked", entry.not_checkable.value_or(""));
  }
  text.part("made for", entry.domain);
  for (const std::string& need : entry.needs) text.part("needs", need);
  text.part("record", record(entry));
  if (entry.severity)
    text.part("severity",
              std::string(1, *entry.severity) + ", " + claim::meaning_of_severity(*entry.severity));
  if (entry.root) text.part("follows from", *entry.root);
  if (entry.consequence) text.part("means", *entry.consequence);
  if (entry.no_repair) text.part("no repair", *entry.no_repair);
  if (entry.reply && !entry.reply->empty()) text.part("reply", *entry.reply);
  if (entry.note) text.part("note", *entry.note);
  if (entry.repairs) text.part("repairs", *entry.repairs);
  for (const claim::Entry& other : entries) {
    if (other.repairs == entry.id) text.part("repaired by", other.id);
  }
}

// How the claim is decided, and the command that does it.
void say_how_decided(const claim::Entry& entry, const std::vector<claim::Entry>& entries,
                     const ExplainOptions& options, Explanation& text) {
  if (entry.soft)
    text.part("decided",
              "by intervals, with the network of soft maps at one run; a certificate of kind soft "
              "has verify-check do the same with intervals of its own");
  const auto stored = [&] {
    return command_of(entry, patterns_of_corpus(claim_places(options.claims)));
  };
  if (!entry.formal && entry.not_checkable->find("verify soft") != std::string::npos) {
    report::RunCommand usual(Parameters{4, 1, 2});
    usual.named_pattern("strided", "");
    text.command("enclosed", (entry.counterexample ? stored() : usual).soft(""));
  }
  if (entry.formal) {
    text.part("decided",
              "by executing the network on every input of a run and evaluating the formula "
              "exactly; verify-check does the same again with code of its own");
    if (!names_construction(entry.id)) {
      if (const auto command = command_on_file(entry, claims_option(options.claims))) {
        text.command("replay", *command);
        return;
      }
    }
    const auto run =
        entry.counterexample ? std::optional(stored()) : DecidingRun(entry, entries).find();
    if (run)
      text.command("replay", run->replay(entry.id, claims_option(options.claims)));
    else
      text.part("replay", "no small run was found on which it is decided");
  }
}

}  // namespace

int explain_command(const ExplainOptions& options) {
  const auto entries = load_claims(options.claims);
  const claim::Entry& entry = entry_asked_for(entries, options);
  Explanation text;
  say_what_stands(entry, entries, text);
  say_how_decided(entry, entries, options, text);
  text.part("stands in", fmt::format("{}:{}", entry.file, entry.line));
  const std::string shown = text.finish();
  print_result(shown);
  return 0;
}

}  // namespace hardmax::cli
