#include <fmt/core.h>

#include <sstream>

#include "report/html/sections.hpp"

namespace hardmax::report::html {

namespace {

const Tree* part_of(const CertificateFile& file, const std::string& id) {
  for (const Tree& part : file.array("parts")) {
    if (id.starts_with(text_of(file, part, "paper") + ".")) return &part;
  }
  return nullptr;
}

// The pattern with a number of the list, from 1, as people write it.
std::string numbered_pattern(const CertificateFile& file, const std::string& number) {
  const std::vector<Tree>& patterns = file.array("patterns");
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    if (std::to_string(i + 1) == number)
      return patterns[i].kind == Tree::Kind::text ? patterns[i].string : "listed pattern " + number;
  }
  return "";
}

// The layers of a pattern that the list has as its edges; nullptr: it has a name there.
const std::vector<Tree>* listed_layers(const CertificateFile& file, const std::string& number) {
  const std::vector<Tree>& patterns = file.array("patterns");
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    if (std::to_string(i + 1) == number && patterns[i].kind == Tree::Kind::array)
      return &patterns[i].items;
  }
  return nullptr;
}

bool has(const Tree& object, std::string_view name) {
  for (const auto& [known, value] : object.members) {
    if (known == name) return true;
  }
  return false;
}

// What a run has beside n, d and D.
std::string rest_of(const CertificateFile& file, const Tree& run) {
  if (has(run, "pattern")) return numbered_pattern(file, text_of(file, run, "pattern"));
  return text_of(file, run, "inputs") +
         (text_of(file, run, "encodings") == "none" ? "" : ", positional encodings");
}

// The run of "at run K"; nullptr: the claim is not refuted.
const Tree* refuting(const Reading& reading, const certificate::ClaimRecord& record) {
  if (reading.file.kind() != "box" || !record.reason.starts_with("at run ")) return nullptr;
  const Tree* part = part_of(reading.file, record.id);
  if (part == nullptr) return nullptr;
  const std::vector<Tree>& runs = member_of(reading.file, *part, "runs").items;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (record.reason == fmt::format("at run {}", i + 1)) return &runs[i];
  }
  return nullptr;
}

}  // namespace

std::string run_of_box(const Reading& reading, const certificate::ClaimRecord& record) {
  const Tree* run = refuting(reading, record);
  if (run == nullptr) return "";
  const auto text = [&](const char* name) { return text_of(reading.file, *run, name); };
  return fmt::format("n = {}, d = {}, D = {}, {}", text("n"), text("d"), text("D"),
                     rest_of(reading.file, *run));
}

Encodings encodings_of(const Reading& reading, const certificate::ClaimRecord& record) {
  const Tree* of_box = refuting(reading, record);
  std::string list, D;
  if (of_box != nullptr) {
    list = text_of(reading.file, member_of(reading.file, *of_box, "derived"), "E"),
    D = text_of(reading.file, *of_box, "D");
  } else if (reading.file.kind() == "run") {
    list = reading.file.text("derived.E"), D = reading.file.text("run.D");
  }
  Encodings E;
  std::istringstream words(list);
  for (std::string word; words >> word;) {
    if (const auto e = Rational::parse(word))
      E.push_back(*e * Rational::parse(D).value_or(Rational(1)));
  }
  return E;
}

std::string command_on_box(const Reading& reading, const certificate::ClaimRecord& record) {
  const Tree* run = refuting(reading, record);
  if (run == nullptr) return "verify regress" + option("--only", record.id) + reading.claims_option;
  const auto text = [&](const char* name) { return text_of(reading.file, *run, name); };
  RunCommand command(text("n"), text("d"), text("D"));
  if (!has(*run, "pattern")) {
    command.of_construction(
        claim::paper_of(record.id),
        variants_named(text("encodings") == "positional", text("inputs") == "extended"));
  } else if (const std::vector<Tree>* layers = listed_layers(reading.file, text("pattern"));
             layers != nullptr) {
    command.pattern(expand(
        listed_pattern(reading.file, *layers, numbers_of(reading.file, text("n"), 64).front())));
  } else {
    const std::string pattern = numbered_pattern(reading.file, text("pattern"));
    const std::size_t blank = pattern.find(' ');
    command.named_pattern(pattern.substr(0, blank),
                          blank == std::string::npos ? "" : pattern.substr(blank + 1));
  }
  return command.replay(record.id, reading.claims_option);
}

void add_box(Markup& m, const Reading& reading, std::vector<Section>& contents) {
  if (reading.file.kind() != "box") return;
  const CertificateFile& file = reading.file;
  const std::string anchor = reading.prefix + "runs";
  contents.push_back({anchor, "Runs"});
  m.open("section", {{"aria-labelledby", anchor}});
  m.element("h2", "Runs", {{"id", anchor}});
  for (const Tree& part : file.array("parts")) {
    const std::string& paper = text_of(file, part, "paper");
    const std::vector<Tree>& runs = member_of(file, part, "runs").items;
    m.open("details");
    m.element("summary", fmt::format("{}: {} runs", paper, runs.size()));
    m.open("div", {{"class", "scroll"},
                   {"tabindex", "0"},
                   {"role", "region"},
                   {"aria-label", "Runs of " + paper}});
    m.open("table");
    m.element("caption", "Runs of " + paper + ", each executed on every input by verify-check too");
    m.open("thead");
    m.open("tr");
    for (const char* name :
         {"run", "n", "d", "D", "pattern or inputs", "inputs", "distinct ids", "digest"})
      m.element("th", name, {{"scope", "col"}});
    m.close();
    m.close();
    m.open("tbody");
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const Tree& run = runs[i];
      const Tree& totals = member_of(file, run, "totals");
      m.open("tr");
      m.element("td", std::to_string(i + 1), {{"class", "n"}});
      for (const char* name : {"n", "d", "D"})
        m.element("td", text_of(file, run, name), {{"class", "n"}});
      m.element("td", rest_of(file, run));
      for (const char* name : {"inputs", "distinct_ids"})
        m.element("td", totals.members.empty() ? std::string("–") : text_of(file, totals, name),
                  {{"class", "n"}});
      m.element("td", totals.members.empty() ? std::string("–") : text_of(file, totals, "digest"),
                {{"class", "exact"}});
      m.close();
    }
    m.close();
    m.close();
    m.close();
    m.close();
  }
  m.close();
}

}  // namespace hardmax::report::html
