#include "report/html/sections.hpp"
#include "report/lines.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

#include "pattern/named.hpp"
#include "report/html/replay.hpp"

namespace hardmax::report::html {

const claim::Entry* Reading::entry(const std::string& id) const {
  const auto it = std::lower_bound(
      entries->begin(), entries->end(), id,
      [](const claim::Entry& e, const std::string& wanted) { return e.id < wanted; });
  return it == entries->end() || it->id != id ? nullptr : &*it;
}

const claim::Vocabulary& names_of(const std::string& claim_id) {
  return sweep_paper_of(claim_id) != nullptr ? sweep_vocabulary() : run_vocabulary();
}

Counts count(const Reading& reading) {
  Counts c;
  for (const certificate::ClaimRecord& record : reading.file.claims()) {
    const claim::Entry* entry = reading.entry(record.id);
    const bool verified = record.verdict == "verified" || record.verdict == "proved";
    ++c.all;
    c.verified += verified;
    c.repairs += verified && entry != nullptr && entry->kind == claim::EntryKind::repaired;
    c.refuted += record.verdict == "refuted";
    c.error += record.verdict == "error";
    c.undecided += record.verdict == "undecided";
    c.not_checkable += record.verdict == "not_checkable";
    const bool recorded_true = entry != nullptr && entry->record == claim::Record::holds;
    if (record.verdict == "error" || (record.verdict == "refuted" && recorded_true))
      c.against.push_back(record.id);
  }
  return c;
}

namespace {

std::string few(const std::vector<std::string>& ids) {
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(ids.size(), 3); ++i)
    text += (i > 0 ? ", " : "") + ids[i].substr(ids[i].find('.') + 1);
  return ids.size() > 3 ? text + fmt::format(" and {} more", ids.size() - 3) : text;
}

std::string few_with(const CertificateFile& file, std::string_view verdict) {
  std::vector<std::string> ids;
  for (const auto& claim : file.claims()) {
    if (claim.verdict == verdict) ids.push_back(claim.id);
  }
  return few(ids) + (ids.size() == 1 ? " is" : " are");
}

std::string times(std::size_t number, const char* thing) {
  return fmt::format("{} {}{}", number, thing, number == 1 ? "" : "s");
}

}  // namespace

const char* unit_of_inputs(const CertificateFile& file) {
  return file.kind() == "construction" || is_of_file(file) ? "" : "δ";
}

std::string run_of_construction(const CertificateFile& file) {
  std::string out = file.text("run.construction");
  for (const char* key : {"run.parameters", "run.variants"})
    if (file.has(key))
      for (const std::string& one : file.strings(key)) out += ", " + one;
  if (file.has("run.steps")) out += fmt::format(", {} steps", file.text("run.steps"));
  if (file.has("run.tuples"))
    out += fmt::format(", {} of {}", times(file.array("run.tuples").size(), "tuple"),
                       times(file.array("run.vectors").size(), "vector"));
  const auto plain = [](const std::string& one) { return one; };
  if (file.has("run.pattern") && !file.array("run.pattern").empty()) out += ", with its pattern";
  if (file.has("run.machine"))
    out += fmt::format(", with its machine of {} on the word {}",
                       times(file.strings("run.machine.transitions").size(), "transition"),
                       joined(file.strings("run.machine.word"), plain));
  if (file.has("run.tables")) out += ", with its tables";
  return out;
}

// Of kinds that speak of no claim.
Sentence sentence_beside(const CertificateFile& file) {
  const std::string of = run_of_construction(file);
  if (file.kind() == "machine" && file.has("result.difference.node"))
    return {fmt::format("Node {} is the first that says something else than the machine: {}.",
                        file.text("result.difference.node"), of),
            "bad"};
  if (file.kind() == "machine")
    return {fmt::format("Every node says what the machine says, {} of them: {}.",
                        file.text("result.nodes"), of),
            "good"};
  const bool all = file.text("result.ties") == "0" && file.text("result.others") == "0";
  return {fmt::format("Of {} queries {} get a vector that is farthest, {} the mean of several, {} "
                      "something else: {}.",
                      file.text("result.queries"), file.text("result.found"),
                      file.text("result.ties"), file.text("result.others"), of),
          all ? "good" : "bad"};
}

namespace {

// What was changed on purpose.
std::string changes_of(const CertificateFile& file, const Replay* replay) {
  std::string changed;
  if (replay != nullptr) {
    for (const std::string& one : replay->overrides().canonical())
      changed += (changed.empty() ? "" : ", ") + one;
  }
  if (file.kind() == "construction") {
    for (const Tree& change : file.array("run.changes"))
      changed +=
          (changed.empty() ? "" : ", ") + (change.items.empty() ? "" : change.items.front().string);
  }
  return changed;
}

Sentence sentence_of_assumption1(const CertificateFile& file, const Counts& c) {
  if (c.refuted > 0)
    return {
        fmt::format("Assumption 1 fails for this pattern of {} tokens.", file.text("pattern.n")),
        "bad"};
  if (c.undecided > 0)
    return {fmt::format(
                "Assumption 1 is undecided for this pattern of {} tokens: {} of its three parts.",
                file.text("pattern.n"), c.undecided),
            "open"};
  return {fmt::format("Assumption 1 holds for this pattern of {} tokens, with s = {}.",
                      file.text("pattern.n"), file.text("evidence.s")),
          "good"};
}

Sentence sentence_of_structural(const Reading& reading, const Counts& c) {
  const CertificateFile& file = reading.file;
  const bool every_D = is_of_every_D(file);
  const std::string inputs =
      is_of_file(file) || every_D
          ? ""
          : fmt::format(" = {}^{}", file.text("run.D"),
                        file.number(tokens_of_structural(file)) * file.number("run.d"));
  const std::size_t shown = reading.file.claims().size() - c.undecided;
  const std::string what = times(shown, "claim") + " of " + file.text("run.construction") +
                           (shown == 1 ? " is" : " are");
  const std::string open =
      c.undecided == 0 ? "" : fmt::format(" Of {} nothing is said.", times(c.undecided, "claim"));
  return {fmt::format("{} {} for all {}{} inputs at once: {}; no input was executed.{}", what,
                      every_D ? "proved" : "verified", is_of_file(file) ? "its" : "D^(nd)", inputs,
                      sizes_of_structural(file), open),
          c.undecided == 0 ? "good" : "open"};
}

Sentence sentence_of_soft(const CertificateFile& file, const Counts& c) {
  const bool at_all = c.verified + c.refuted > 0;
  std::string text = fmt::format(
      "At (n, d, D) = ({}, {}, {}) {} about networks with soft maps {} true", file.text("run.n"),
      file.text("run.d"), file.text("run.D"), times(file.array("statements").size(), "statement"),
      file.array("statements").size() == 1 ? "is" : "are");
  if (c.refuted > 0) text += fmt::format("; {} refuted", few_with(file, "refuted"));
  if (c.verified > 0)
    text += fmt::format("; {} verified for every map that Assumption 2 admits",
                        few_with(file, "verified"));
  if (!at_all) text += "; of the claims nothing is said";
  return {text + ".", c.against.empty() ? "good" : "bad"};
}

std::string where_it_holds(const CertificateFile& file) {
  const std::string& kind = file.kind();
  return kind == "run"         ? fmt::format("on every input at (n, d, D) = ({}, {}, {})",
                                             file.text("run.n"), file.text("run.d"), file.text("run.D"))
         : kind == "for-all-D" ? fmt::format("for every D ≥ 2 at n = {}, d = {}",
                                             file.text("fixed.n"), file.text("fixed.d"))
         : kind == "box"       ? std::string("on every run of the box for which they are made")
         : kind == "kernel"    ? std::string("on every run, by theorems that Coq's kernel checked")
         : kind == "general"   ? std::string("for all n, d, D at once")
         : kind == "construction"
             ? "on every input of " + run_of_construction(file)
             : throw std::logic_error("a report of kind " + kind + " has no sentence");
}

// How many claims hold `where`, and how many do not.
std::string what_holds(const CertificateFile& file, const Counts& c, const std::string& where) {
  std::string parts = fmt::format("{} of {} hold {}", c.verified, times(c.all, "claim"), where);
  if (c.repairs > 0)
    parts += fmt::format(" ({} of them {})", c.repairs, c.repairs == 1 ? "a repair" : "repairs");
  const auto given = std::count_if(file.claims().begin(), file.claims().end(),
                                   [](const auto& record) { return record.reason == "given"; });
  if (given > 0) parts += fmt::format(", {} of them wherever other claims do", given);
  if (c.refuted > 0)
    parts += c.refuted == 1 ? "; 1 is false, with a counterexample"
                            : fmt::format("; {} are false, each with a counterexample", c.refuted);
  if (c.not_checkable > 0)
    parts += fmt::format("; {} {} not checkable here", c.not_checkable,
                         c.not_checkable == 1 ? "is" : "are");
  return parts;
}

}  // namespace

Sentence sentence_of(const Reading& reading, const Replay* replay) {
  if (reading.file.kind() == "machine" || reading.file.kind() == "vectors")
    return sentence_beside(reading.file);
  const Counts c = count(reading);
  const CertificateFile& file = reading.file;
  const std::string& kind = file.kind();
  const std::string changed = changes_of(file, replay);
  if (kind == "assumption1") return sentence_of_assumption1(file, c);
  if (kind == "structural") return sentence_of_structural(reading, c);
  if (kind == "soft") return sentence_of_soft(file, c);
  if (!c.against.empty()) {
    const std::string claims =
        fmt::format("{} recorded as true {} not hold here ({})", times(c.against.size(), "claim"),
                    c.against.size() == 1 ? "does" : "do", few(c.against));
    std::string text = changed.empty()
                           ? "Against the record: " + claims + "."
                           : "The network was changed on purpose, " + changed + ": " + claims + ".";
    return {std::move(text), "bad"};
  }
  std::string parts = what_holds(file, c, where_it_holds(file));
  const bool of_a_method = kind == "general" || kind == "for-all-D" || kind == "kernel";
  if (of_a_method && c.undecided > 0)
    parts += fmt::format("; {} this method does not reach", c.undecided);
  if (c.undecided > 0 && !of_a_method)
    return {
        fmt::format("Undecided: {} of {} could not be decided. {}. Nothing contradicts the record.",
                    c.undecided, times(c.all, "claim"), parts),
        "open"};
  return {fmt::format("As recorded{}: {}.",
                      changed.empty() ? "" : ", although the network was changed (" + changed + ")",
                      parts),
          "good"};
}

std::string name_of_pattern(const Pattern& pattern) {
  constexpr std::size_t kMostTokens = 256;  // every name with every window is tried
  const std::size_t n = pattern.tokens();
  const auto same = [&](const Pattern& other) {
    if (other.layers() != pattern.layers()) return false;
    for (std::size_t l = 0; l < pattern.layers(); ++l) {
      for (std::size_t k = 0; k < n; ++k) {
        if (!std::ranges::equal(pattern.neighbours(l, k), other.neighbours(l, k))) return false;
      }
    }
    return true;
  };
  if (n > kMostTokens) return "";
  for (const char* name : {"dense", "star", "strided", "window", "fixed", "block", "longformer",
                           "causal-dense", "causal-window", "causal-strided"}) {
    if (!is_pattern_name(name)) continue;
    const std::uint64_t usual = default_window(n);
    PatternRequest request{.name_or_file = name, .n = n};
    if (same(expand(named_pattern(request)))) return name;
    if (!uses_window(name)) continue;
    for (std::uint64_t w = 1; w <= n; ++w) {
      if (w == usual) continue;
      request.window = w;
      if (same(expand(named_pattern(request)))) return fmt::format("{} --window {}", name, w);
    }
  }
  return "";
}

RunCommand network_command_of(const Replay& replay) {
  RunCommand command(replay.parameters());
  if (const Facets run = replay.facets(); run.pattern == nullptr) {
    command.of_construction(run.construction, run.variants);
  } else {
    const std::string& name = replay.pattern_name();
    const std::size_t window = name.find(" --window ");
    if (name.empty())
      command.pattern(*replay.pattern());
    else
      command.named_pattern(name.substr(0, window),
                            window == std::string::npos ? "" : name.substr(window + 10));
  }
  command.overrides(replay.overrides().canonical());
  return command;
}

std::string command_of(const Reading& reading, const Replay* replay, const std::string& only) {
  if (reading.file.kind() != "run" || replay == nullptr) return "";
  RunCommand command = network_command_of(*replay);
  const auto& [n, d, D] = replay->parameters();
  if (replay->pattern() != nullptr) command.target(reading.file.text("run.target"), n, d, D);
  return command.replay(only, reading.claims_option);
}

std::string quantity(const std::string& value, std::uint64_t D) {
  const auto number = value.size() <= 4096 ? Rational::parse(value) : std::nullopt;
  if (!number || number->is_integer() || D == 0) return value;
  const Rational units = *number * Rational(D);
  return units.is_integer() ? value + " (" + units.str() + " δ)" : value;
}

std::string input_of(const certificate::Witness& witness) {
  for (const Bound& b : bound(witness.at, {})) {
    if (b.type == Bound::Type::input) return b.value;
  }
  return "";
}

void open_table(Markup& m, const std::string& label, const std::string& caption,
                const std::vector<TableColumn>& columns) {
  m.open("div",
         {{"class", "scroll"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", label}});
  m.open("table");
  m.element("caption", caption);
  m.open("thead");
  m.open("tr");
  for (const TableColumn& column : columns) {
    if (column.numbers)
      m.element("th", column.name, {{"scope", "col"}, {"class", "n"}});
    else
      m.element("th", column.name, {{"scope", "col"}});
  }
  m.close();
  m.close();
  m.open("tbody");
}
void close_table(Markup& m) {
  for (int i = 0; i < 3; ++i) m.close();  // tbody, table, div
}

void add_badge(Markup& m, const std::string& verdict) {
  const char* sign = verdict == "verified" || verdict == "proved" ? "✓ "
                     : verdict == "refuted"                       ? "✗ "
                     : verdict == "undecided"                     ? "? "
                     : verdict == "error"                         ? "! "
                                                                  : "– ";
  m.element("span", sign + (verdict == "not_checkable" ? std::string("not checkable") : verdict),
            {{"class", "badge v-" + verdict}});
}

void add_fact(Markup& m, const std::string& name, const std::string& value,
              const std::string& field) {
  m.open("div", {{"class", value.size() > 40 ? "long" : "short"}});
  m.element("dt", name);
  m.open("dd");
  if (field.empty()) {
    m.text(value);
  } else {
    m.element("span", value, {{"class", "exact"}, {"data-field", field}});
  }
  m.close();
  m.close();
}

}  // namespace hardmax::report::html
