#include <fmt/core.h>

#include <algorithm>
#include <sstream>

#include "claim/errata.hpp"
#include "cli/option_values.hpp"
#include "cli/output.hpp"
#include "cli/run_command.hpp"
#include "discharge/sweep_papers.hpp"

namespace hardmax::cli {

namespace {

// "n=4 d=1 D=2 pattern=strided window=2" as options of verify; of a sweep without its pattern, with "positional=1" or "extended=1".
std::string options_of(const std::string& parameters, bool of_sweep) {
  std::string text;
  std::istringstream words(parameters);
  for (std::string word; words >> word;) {
    const auto equals = word.find('=');
    const std::string name = word.substr(0, equals), value = equals == std::string::npos ? "" : word.substr(equals + 1);
    if (of_sweep && name == "pattern") continue;
    text += name == "positional" || name == "extended" ? " --" + name : name == "D" ? fmt::format(" --delta 1/{}", value) : fmt::format(" --{} {}", name, value);
  }
  return text;
}

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

int explain_command(const ExplainOptions& options) {
  const auto entries = claim::load_entries(claims_directory(options.claims));
  const auto it = std::find_if(entries.begin(), entries.end(), [&](const claim::Entry& e) { return e.id == options.id; });
  if (it == entries.end()) {
    std::string near;
    std::size_t count = 0;
    for (const claim::Entry& e : entries) {
      if (e.id.find(options.id) != std::string::npos && ++count <= 5) near += (near.empty() ? "" : ", ") + e.id;
    }
    const std::string shown = shortened(options.id);
    bad(near.empty() ? fmt::format("explain '{}': no claim has this id; ids look like yun2020b.E.2.4.eq10", shown)
                     : fmt::format("explain '{}': no claim has this id; do you mean {}{}", shown, near, count > 5 ? ", ..." : ""));
  }
  const claim::Entry& entry = *it;
  Explanation text;
  text.part("claim", entry.id + ", " + name_of(entry.kind));
  text.part("source", entry.source);
  if (entry.quote) text.part("printed", *entry.quote + (entry.seen == "pdf" ? " (seen on the printed page)" : " (from a text extraction)"));
  text.part("in words", entry.words);
  if (entry.formal) {
    text.formula(*entry.formal);
  } else {
    text.part("not checked", entry.not_checkable.value_or(""));
  }
  text.part("made for", entry.domain);
  for (const std::string& need : entry.needs) text.part("needs", need);
  text.part("record", record(entry));
  if (entry.severity) text.part("severity", std::string(1, *entry.severity) + ", " + claim::meaning_of_severity(*entry.severity));
  if (entry.root) text.part("follows from", *entry.root);
  if (entry.consequence) text.part("means", *entry.consequence);
  if (entry.no_repair) text.part("no repair", *entry.no_repair);
  if (entry.reply && !entry.reply->empty()) text.part("reply", *entry.reply);
  if (entry.note) text.part("note", *entry.note);
  if (entry.repairs) text.part("repairs", *entry.repairs);
  for (const claim::Entry& other : entries) {
    if (other.repairs == entry.id) text.part("repaired by", other.id);
  }
  if (entry.soft) text.part("decided", "by intervals, with the network of soft maps at one run; a certificate of kind soft has verify-check do the same with intervals of its own");
  if (!entry.formal && entry.not_checkable->find("verify soft") != std::string::npos) {
    text.part("enclosed", "verify soft" + options_of(entry.counterexample.value_or("n=4 d=1 D=2 pattern=strided"), false));
  }
  if (entry.formal) {
    text.part("decided", "by executing the network on every input of a run and evaluating the formula exactly; verify-check does the same again with code of its own");
    const SweepPaper* const paper = sweep_paper_of(entry.id);
    const bool with_encodings = paper != nullptr && entry.domain.find("positional = 1") != std::string::npos;
    const std::string usual = paper == nullptr ? "n=4 d=1 D=2 pattern=strided" : with_encodings ? "n=3 d=1 D=4 positional=1" : paper->has_extended_grid ? "n=3 d=1 D=4 extended=1" : "n=3 d=1 D=4";
    const std::string construction = paper == nullptr ? "" : fmt::format(" --construction {}", paper->name);
    const std::string run = construction + options_of(entry.counterexample.value_or(usual), paper != nullptr);
    const std::string claims = options.claims.empty() ? "" : " --claims " + options.claims;
    text.part("replay", fmt::format("verify{} --only {}{} --certificate run.cert", run, entry.id, claims));
    text.part("", fmt::format("verify check run.cert{}", claims));
  }
  text.part("stands in", fmt::format("{}:{}", entry.file, entry.line));
  const std::string shown = text.finish();
  print_result(shown);
  return 0;
}

}  // namespace hardmax::cli
