#include "report/command.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <sstream>

#include "discharge/sweep_papers.hpp"

namespace hardmax::report {

namespace {

constexpr std::size_t kMostOfALine = 20'000;  // bytes of a file that a command writes itself

}  // namespace

std::string shell_word(const std::string& word) {
  constexpr std::string_view plain_signs = "_./:=,+@%-";
  const auto is_plain = [&](unsigned char ch) {
    return std::isalnum(ch) != 0 ||
           plain_signs.find(static_cast<char>(ch)) != std::string_view::npos;
  };
  if (!word.empty() && word[0] != '-' && std::all_of(word.begin(), word.end(), is_plain))
    return word;
  std::string quoted = "'";
  for (const char ch : word) quoted += ch == '\'' ? "'\\''" : std::string(1, ch);
  return quoted + "'";
}

std::string option(const std::string& name, const std::string& value) {
  return " " + name + (value.starts_with('-') ? "=" : " ") + shell_word(value);
}

std::string file_word(const std::string& name) {
  return shell_word(name.starts_with('-') ? "./" + name : name);
}

RunCommand::RunCommand(const std::string& n, const std::string& d, const std::string& D)
    : options_(fmt::format(" --n {} --d {} --delta 1/{}", n, d, D)) {}

RunCommand::RunCommand(const Parameters& parameters)
    : RunCommand(std::to_string(parameters.n), std::to_string(parameters.d),
                 std::to_string(parameters.D)) {}

void RunCommand::of_construction(const std::string& id, const std::vector<std::string>& variants) {
  options_ += " --construction " + id;
  for (const std::string& variant : variants) options_ += " --" + variant;
}

void RunCommand::named_pattern(const std::string& name, const std::string& window) {
  options_ += option("--pattern", name) + (window.empty() ? "" : option("--window", window));
}

void RunCommand::pattern_file(const std::string& file) { options_ += option("--pattern", file); }

void RunCommand::pattern(const Pattern& pattern) {
  write(pattern_file_text(pattern), "replay.pattern.json");
  pattern_file("replay.pattern.json");
}

void RunCommand::target(const std::string& text, std::uint64_t n, std::uint64_t d,
                        std::uint64_t D) {
  if (text == "identity") return;
  if (!text.starts_with("table ")) {
    options_ += option("--target", text);
    return;
  }
  std::istringstream words(text.substr(6));
  std::string json = fmt::format("{{\"n\": {}, \"d\": {}, \"D\": {}, \"f\": [", n, d, D), entry;
  for (std::uint64_t i = 0; words >> entry; ++i) {  // by input, token and row
    if (i > 0) json += i % (n * d) == 0 ? "]], [[" : i % d == 0 ? "], [" : ", ";
    json += (i == 0 ? "[[\"" : "\"") + entry + "\"";
  }
  write(json + "]]]}", "replay.target.json");
  options_ += " --target replay.target.json";
}

void RunCommand::overrides(const std::vector<std::string>& canonical) {
  for (const std::string& one : canonical) options_ += option("--with", one);
}

void RunCommand::write(const std::string& text, const char* file) {
  too_long_ = too_long_ || text.size() > kMostOfALine;
  if (!too_long_) files_ += fmt::format("echo {} > {}; ", shell_word(text), file);
}

std::string RunCommand::replay(const std::string& only, const std::string& claims_option) const {
  if (too_long_) return "";
  return fmt::format("{}verify{}{}{} --certificate replay.cert; verify check replay.cert{}", files_,
                     options_, only.empty() ? "" : option("--only", only), claims_option,
                     claims_option);
}

std::string RunCommand::soft(const std::string& further) const {
  return too_long_ ? "" : fmt::format("{}verify soft{}{}", files_, options_, further);
}

std::string pattern_file_text(const Pattern& pattern) {
  std::string text = fmt::format("{{\"n\": {}, \"patterns\": [", pattern.tokens());
  for (std::size_t l = 0; l < pattern.layers(); ++l) {
    text += l > 0 ? ", [" : "[";
    for (std::size_t k = 0; k < pattern.tokens(); ++k) {
      text += k > 0 ? ", [" : "[";
      bool first = true;
      for (const Token j : pattern.neighbours(l, k))
        text += (std::exchange(first, false) ? "" : ",") + std::to_string(j + 1);
      text += "]";
    }
    text += "]";
  }
  return text + "]}";
}

std::string command_of(const DescribedRun& run) {
  const std::filesystem::path folder = std::filesystem::path(run.file->file).parent_path();
  std::string command = "verify " + file_word(folder.empty() ? "." : folder.string());
  for (const auto& p : run.file->parameters) {
    const std::string value = std::to_string(run.run.spec.parameters.at(p.name));
    command += p.name == "n" || p.name == "d" ? option("--" + p.name, value)
               : p.name == "D"                ? " --delta 1/" + value
                                              : option("--parameter", p.name + "=" + value);
  }
  if (!run.run.pattern.empty()) command += option("--pattern", run.run.pattern);
  if (run.run.window) command += option("--window", std::to_string(*run.run.window));
  if (!run.run.spec.machine.empty())
    command += option("--machine", run.run.machine_file(*run.file).string());
  if (const auto word = run.run.word()) command += option("--word", *word);
  for (const std::string& variant : run.run.spec.variants) command += option("--variant", variant);
  return command;
}

std::string replay_of(const CorpusResult& result, const ClaimFinding& claim,
                      const std::string& claims_option) {
  const CorpusRun& run = result.runs[*claim.counterexample];
  if (run.described)
    return fmt::format("{}{} --certificate replay.cert; verify check replay.cert{}",
                       command_of(*run.described), option("--only", claim.entry->id),
                       claims_option);
  RunCommand command(run.parameters);
  if (const SweepPaper* paper = sweep_paper_of(claim.entry->id)) {
    const RunFinding& found = *claim.at[*claim.counterexample];
    command.of_construction(paper->name, variants_named(found.positional, found.extended));
  } else if (run.pattern.file.empty()) {
    command.named_pattern(run.pattern.name,
                          run.pattern.window ? std::to_string(*run.pattern.window) : "");
  } else {
    command.pattern(pattern_of(run.pattern, run.parameters.n));
  }
  if (claim.entry->soft)
    return command.soft(
        fmt::format(" --certificate replay.cert{0}; verify check replay.cert{0}", claims_option));
  return command.replay(claim.entry->id, claims_option);
}

}  // namespace hardmax::report
