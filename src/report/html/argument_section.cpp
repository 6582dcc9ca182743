#include <fmt/core.h>

#include <algorithm>

#include "report/html/mathml.hpp"
#include "report/html/sections.hpp"
#include "report/lines.hpp"

namespace hardmax::report::html {

namespace {

void facts_of_run(Markup& m, const Reading& reading) {
  const CertificateFile& file = reading.file;
  add_fact(m, "construction", file.text("run.construction"), "run.construction");
  add_fact(m, "tokens n", file.text("run.n"), "run.n");
  add_fact(m, "rows d", file.text("run.d"), "run.d");
  add_fact(m, "D = 1/δ", file.text("run.D"), "run.D");
  if (file.has("run.encodings")) {
    add_fact(m, "inputs are of",
             file.text("run.inputs") == "extended" ? "the extended grid" : "the grid");
    add_fact(m, "encodings", file.text("run.encodings"), "run.encodings");
  } else {
    const std::string& target = file.text("run.target");
    add_fact(m, "target f", target.starts_with("table ") ? "a table in the certificate" : target,
             target.starts_with("table ") ? "" : "run.target");
  }
  std::string changed;
  for (const std::string& one : file.strings("run.overrides"))
    changed += (changed.empty() ? "" : ", ") + one;
  add_fact(m, "changed on purpose", changed.empty() ? "nothing: as the paper has it" : changed);
  if (file.has("derived.shift")) add_fact(m, "shift", file.text("derived.shift"), "derived.shift");
  if (!file.text("derived.E").empty())
    add_fact(m, "positions E₁ … Eₙ", file.text("derived.E"), "derived.E");
  add_fact(m, "multiplier c", file.text("derived.c"), "derived.c");
  add_fact(m, "attention layers", file.text("derived.layers"), "derived.layers");
  add_fact(m, "inputs", file.text("totals.inputs"), "totals.inputs");
  add_fact(m, "ids", file.text("totals.ids"), "totals.ids");
  add_fact(m, "distinct ids", file.text("totals.distinct_ids"), "totals.distinct_ids");
  add_fact(m, "digest of the ids", file.text("totals.digest"), "totals.digest");
}

}  // namespace

std::string tokens_of_structural(const CertificateFile& file) {
  return file.has("pattern.n") ? "pattern.n" : "run.n";
}

bool is_of_file(const CertificateFile& file) {
  return file.kind() == "structural" && file.has("run.parameters");
}

bool is_of_every_D(const CertificateFile& file) {
  if (!is_of_file(file)) return file.text("run.D") == "every";
  const std::vector<std::string> parameters = file.strings("run.parameters");
  return std::find(parameters.begin(), parameters.end(), "D=every") != parameters.end();
}

std::string sizes_of_structural(const CertificateFile& file) {
  if (is_of_file(file)) {
    std::string out;
    for (const std::string& one : file.strings("run.parameters")) {
      const std::size_t equals = std::min(one.find('='), one.size());
      out += (out.empty() ? "" : ", ") +
             (one == "D=every"
                  ? std::string("every D ≥ 2")
                  : one.substr(0, equals) + " = " + one.substr(std::min(equals + 1, one.size())));
    }
    for (const std::string& one : file.strings("run.variants")) out += ", " + one;
    return out;
  }
  const std::string &d = file.text("run.d"), &D = file.text("run.D");
  return "n = " + file.text(tokens_of_structural(file)) + ", " +
         (d == "every" ? "every d ≥ 1" : "d = " + d) + ", " +
         (D == "every" ? "every D ≥ 2" : "δ = 1/" + D);
}

namespace {

// The same of kind `construction` and of `structural`, where a file describes the construction.
void facts_of_described(Markup& m, const CertificateFile& file) {
  add_fact(m, "construction", file.text("run.construction"), "run.construction");
  for (const char* list : {"parameters", "variants"})
    for (const std::string& one : file.strings(std::string("run.") + list))
      add_fact(m, std::string(list == std::string("parameters") ? "parameter" : "variant"), one);
}
void changes_of_described(Markup& m, const CertificateFile& file) {
  for (const Tree& change : file.array("run.changes"))
    add_fact(m, "changed", change.items.empty() ? "" : change.items.front().string);
}

void facts_of_every_input(Markup& m, const CertificateFile& file) {
  facts_of_described(m, file);
  changes_of_described(m, file);
  if (!file.array("run.pattern").empty()) add_fact(m, "pattern", "as the certificate has it");
  add_fact(m, "inputs", "all at once, none executed");
  add_fact(m, "tokens", file.text("derived.tokens"), "derived.tokens");
  add_fact(m, "rows", file.text("derived.rows"), "derived.rows");
  add_fact(m, "bound to the file by SHA-256", file.text("run.sha256"), "run.sha256");
}

void facts_of_structural(Markup& m, const CertificateFile& file) {
  add_fact(m, "construction", file.text("run.construction"), "run.construction");
  const std::string tokens = tokens_of_structural(file);
  add_fact(m, "tokens n", file.text(tokens), tokens);
  if (file.has("run.encodings"))
    add_fact(m, "encodings", file.text("run.encodings"), "run.encodings");
  add_fact(m, "rows d", file.text("run.d"), "run.d");
  add_fact(m, "D = 1/δ", file.text("run.D"), "run.D");
  const bool every_D = is_of_every_D(file);
  add_fact(m, "inputs",
           (every_D ? "D^(nd)"
                    : fmt::format("{}^{}", file.text("run.D"),
                                  file.number(tokens) * file.number("run.d"))) +
               ", none executed");
  const std::string& c = file.text("derived.c");
  if (c.size() <= 80) {
    add_fact(m, "multiplier c", c, "derived.c");
  } else {
    add_fact(m, "multiplier c",
             fmt::format("a number of {} digits: {}…", c.size(), c.substr(0, 24)));
  }
  add_fact(m, "attention layers", file.text("derived.layers"), "derived.layers");
}

// "TOKEN LARGEST SMALLEST" of a sweep, "-", or of a layer a token for each token.
std::string said_of_stretch(const std::string& stretch, std::uint64_t tokens) {
  if (stretch == "-") return "no id is among its windows";
  std::vector<std::string> words;
  for (std::size_t at = 0; at < stretch.size();) {
    const std::size_t end = std::min(stretch.find(' ', at), stretch.size());
    words.push_back(stretch.substr(at, end - at));
    at = end + 1;
  }
  if (words.size() == 1) return "token " + words[0] + " is among its windows and sees nothing";
  if (words.size() == 3 && tokens != 3)
    return fmt::format(
        "the id of token {} is among its windows; the largest id that it sees is that of token {}, "
        "the smallest that of token {}",
        words[0], words[1], words[2]);
  if (words.size() == 3)
    return "in the words of the certificate: " + stretch;  // a layer, or a sweep
  return "for each token, of those that it sees, the one with the largest id: " + stretch;
}

void every_input_argument(Markup& m, const CertificateFile& file) {
  m.element("p",
            std::string("No input is executed. verify-check follows the network of the file ") +
                (is_of_every_D(file) ? "for every input and every D ≥ 2" : "for every input") +
                ": an id is a whole number of steps and multiples of the digits of the input. "
                "Stretches of layers, in their order:");
  m.open("ol");
  for (const std::string& stretch : file.strings("evidence.stretches"))
    m.element("li", said_of_stretch(stretch, file.number("derived.tokens")));
  m.close();
  m.element("p",
            "That one token alone is among the windows of a sweep, that it comes out of them, and "
            "that the tokens named have the largest and the smallest id, are comparisons of such "
            "ids. The claims are comparisons of the ids that come out.");
}

// What a structural certificate argues, in the order in which verify-check follows it.
void structural_argument(Markup& m, const CertificateFile& file) {
  static constexpr const char* of_pattern[] = {
      "Assumption 1 holds for the pattern, by the rules and witnesses listed under Pattern.",
      "The windows of two sweeps do not meet: the ids that one stage looks for are not ids of "
      "another stage.",
      "Ids are positive, and before the all-max stage they are so small that c exceeds them s "
      "times. This point and the one before are inequalities between polynomials, for all d and D "
      "at once.",
      "In every all-max layer c times the largest id seen is added; what stands below the leading "
      "power of c stays below it.",
      "So the ids of one input fall into an interval of their own, and a column can be read off "
      "its id: no two of them are equal (Lemma 7)."};
  static constexpr const char* of_sweep[] = {
      "With encodings the column ids increase from token to token, and the windows of the sweep "
      "find them in turn.",
      "The first column that is moved comes to lie above all windows, and each one that follows "
      "above those before: no column is moved twice. These are inequalities between polynomials in "
      "D and 1 + D + … + D^(d-1).",
      "Ids after the sweep are below the multiplier c of the global shifts, so the id of a token "
      "can be read as digits in base c.",
      "Modulo D^d the digits tell one column after the other: no two ids are equal."};
  m.element("p",
            "No input is executed. verify-check follows this argument on the numbers of this "
            "certificate:");
  m.open("ol");
  for (const char* step : file.has("pattern.n") ? std::span<const char* const>(of_pattern)
                                                : std::span<const char* const>(of_sweep))
    m.element("li", step);
  m.close();
}

void general_arguments(Markup& m, const Reading& reading) {
  m.element("p",
            "Each claim below is shown for all n ≥ 2, d ≥ 1, D ≥ 2, p ≥ 1, s ≥ 1 at once, by the "
            "signs of coefficients or by induction. A claim that uses others is shown on every run "
            "on which those hold.");
  m.open("div",
         {{"class", "scroll"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", "Arguments"}});
  m.open("table");
  m.element("caption", "Arguments that the certificate brings");
  m.open("thead");
  m.open("tr");
  for (const char* name : {"claim", "statement shown by induction", "using", "given"})
    m.element("th", name, {{"scope", "col"}});
  m.close();
  m.close();
  m.open("tbody");
  for (const Tree& argument : reading.file.array("arguments")) {
    const std::string& id = text_of(reading.file, argument, "id");
    const std::string& induction = text_of(reading.file, argument, "induction");
    std::string by, given;
    for (const auto& [name, value] : argument.members) {
      for (const Tree& item : value.items) {
        if (name == "by") by += (by.empty() ? "" : "; ") + item.string;
        if (name == "given")
          given += (given.empty() ? "" : ", ") + text_of(reading.file, item, "id");
      }
    }
    m.open("tr");
    m.open("th", {{"scope", "row"}, {"class", "break"}});
    m.element("a", id.substr(id.find('.') + 1), {{"href", "#" + reading.prefix + anchor_of(id)}});
    m.close();
    m.open("td", {{"class", "break"}});
    if (!induction.empty()) {
      m.element("code", induction);
    } else {
      m.text("none: by signs");
    }
    m.close();
    m.element("td", by.empty() ? "–" : by, {{"class", "break"}});
    m.element("td", given.empty() ? "nothing" : given, {{"class", "break"}});
    m.close();
  }
  m.close();
  m.close();
  m.close();
}

// Sources and theorems that Coq's kernel has checked.
void theorems(Markup& m, const Reading& reading) {
  m.element("p",
            "Each claim below is a theorem of Coq, for every run of the construction. verify-check "
            "prints the statement from the claim itself and compares; it asks for the sources to "
            "be compiled by Coq, whose kernel checks them.");
  m.open("div",
         {{"class", "scroll"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", "Theorems"}});
  m.open("table");
  m.element("caption", "Theorems that the certificate names");
  m.open("thead");
  m.open("tr");
  for (const char* name : {"claim", "theorem", "axioms"}) m.element("th", name, {{"scope", "col"}});
  m.close();
  m.close();
  m.open("tbody");
  for (const Tree& theorem : reading.file.array("theorems")) {
    const std::string& id = text_of(reading.file, theorem, "id");
    std::string axioms;
    const Tree& list = member_of(reading.file, theorem, "axioms");
    for (const Tree& axiom : list.items) axioms += (axioms.empty() ? "" : ", ") + axiom.string;
    if (list.kind == Tree::Kind::text) axioms = list.string;
    m.open("tr");
    m.open("th", {{"scope", "row"}, {"class", "break"}});
    m.element("a", id.substr(id.find('.') + 1), {{"href", "#" + reading.prefix + anchor_of(id)}});
    m.close();
    m.element("td", text_of(reading.file, theorem, "theorem"), {{"class", "break exact"}});
    m.element("td", axioms.empty() ? "none" : axioms, {{"class", "break"}});
    m.close();
  }
  for (int i = 0; i < 3; ++i) m.close();
}

// Of kind soft: each statement, with the bounds as the certificate has them.
void soft_statements(Markup& m, const Reading& reading, std::vector<Section>& contents) {
  const CertificateFile& file = reading.file;
  const std::string anchor = reading.prefix + "statements";
  contents.push_back({anchor, "Statements"});
  m.open("section", {{"aria-labelledby", anchor}});
  m.element("h2", "Statements", {{"id", anchor}});
  m.element("p",
            "Each says how far the network with this map in place of hardmax is from the exact "
            "one: within, the largest error of the first row after each stage, the last below "
            "δ~/4; beyond, an input and a token at which it is more than δ~/4 at the end. Of ids: "
            "behind the last attention layer; of values: behind the value layers; of distance: the "
            "same, and so much that the L^p distance is more than ε/2 for every α up to 1/2. "
            "admissible stands for every map that Assumption 2 admits, adversary for one of them. "
            "Where ζ, η, t are not shown they follow from the choice.");
  m.open(
      "div",
      {{"class", "scroll"}, {"role", "region"}, {"tabindex", "0"}, {"aria-label", "Statements"}});
  m.open("table");
  m.element("caption", "Statements, each found again by verify-check with intervals of its own");
  m.open("thead");
  m.open("tr");
  for (const char* name :
       {"no.", "of", "map", "choice", "ζ", "η", "t", "inputs", "bits", "within", "beyond"})
    m.element("th", name, {{"scope", "col"}});
  m.close();
  m.close();
  m.open("tbody");
  std::size_t number = 0;
  for (const Tree& one : file.array("statements")) {
    m.open("tr");
    m.element("td", std::to_string(++number), {{"class", "n"}});
    const auto of = std::find_if(one.members.begin(), one.members.end(),
                                 [](const auto& member) { return member.name == "of"; });
    m.element("td", of == one.members.end() ? "ids" : of->value.string, {{"class", "exact"}});
    for (const char* name :
         {"rho", "choice", "zeta", "eta", "t", "inputs", "precision", "within", "beyond"}) {
      const std::string& value = text_of(file, one, name);
      const bool all = std::string_view(name) == "inputs" && value.empty();
      m.element("td",
                all             ? std::string(text_of(file, one, "beyond").empty() ? "all" : "one")
                : value.empty() ? std::string("–")
                                : value,
                {{"class", "exact"}});
    }
    m.close();
  }
  for (int i = 0; i < 4; ++i) m.close();
}

void add_machine(Markup& m, const CertificateFile& file) {
  for (const char* part : {"states", "initial", "halting", "blank", "transitions", "word"}) {
    const std::string path = std::string("run.machine.") + part;
    if (!file.has(path)) continue;
    const bool one = part == std::string("initial") || part == std::string("blank");
    const char* between = part == std::string("transitions") ? "; " : " ";
    add_fact(m, std::string("machine, ") + part,
             one ? file.text(path)
                 : joined(
                       file.strings(path), [](const std::string& s) { return s; }, between));
  }
}

// Of kinds that speak of no claim: what was run, and what came out.
void add_beside(Markup& m, const CertificateFile& file) {
  add_fact(m, "construction", file.text("run.construction"), "run.construction");
  for (const std::string& one : file.strings("run.variants")) add_fact(m, "variant", one);
  add_machine(m, file);
  static const std::pair<const char*, const char*> members[] = {
      {"run.steps", "steps"},
      {"result.end", "after them"},
      {"result.state", "state"},
      {"result.head", "cell of the head"},
      {"result.nodes", "nodes compared"},
      {"result.difference.node", "first node that differs"},
      {"result.looked_at", "nodes looked at"},
      {"result.looked_at_word", "cells of the word looked at"},
      {"result.largest", "largest entry"},
      {"result.queries", "queries"},
      {"result.found", "get a vector that is farthest"},
      {"result.ties", "get the mean of several"},
      {"result.others", "get something else"},
      {"result.products", "inner products for a tuple"},
      {"result.least", "least inner product of a vector and its answer"},
      {"result.sha256", "SHA-256 over all that was compared"},
      {"run.sha256", "bound to the file by SHA-256"}};
  for (const auto& [path, name] : members)
    if (file.has(path)) add_fact(m, name, file.text(path), path);
}

void facts_of_soft(Markup& m, const CertificateFile& file) {
  for (const char* name : {"construction", "n", "d", "D"})
    add_fact(m, name, file.text(std::string("run.") + name), std::string("run.") + name);
  add_fact(m, "c", file.text("derived.c"), "derived.c");
  add_fact(m, "attention layers", file.text("derived.layers"), "derived.layers");
  add_fact(m, "ε", file.text("eps"), "eps");
  add_fact(m, "p of the distance", file.text("lp"), "lp");
}

void facts_of_box(Markup& m, const CertificateFile& file) {
  std::string boxes, patterns;
  for (const Tree& box : file.array("boxes")) {
    boxes += boxes.empty() ? "" : "; ";
    for (const auto& [name, ends] : box.members) {
      const std::size_t blank = ends.string.find(' ');
      boxes += fmt::format("{}{} = {} … {}", name == box.members.front().name ? "" : ", ", name,
                           ends.string.substr(0, blank),
                           ends.string.substr(blank == std::string::npos ? 0 : blank + 1));
    }
  }
  for (const Tree& pattern : file.array("patterns"))
    patterns += (patterns.empty() ? "" : ", ") +
                (pattern.kind == Tree::Kind::text ? pattern.string : std::string("a listed one"));
  add_fact(m, "box (q = D^d)", boxes);
  add_fact(m, "patterns", patterns.empty() ? "none: attention is dense" : patterns);
  for (const Tree& part : file.array("parts"))
    add_fact(m, "runs of " + text_of(file, part, "paper"),
             std::to_string(member_of(file, part, "runs").items.size()));
}

void facts_of_construction(Markup& m, const CertificateFile& file) {
  facts_of_described(m, file);
  add_machine(m, file);
  if (file.has("run.tables")) add_fact(m, "tables", "as the certificate has them");
  changes_of_described(m, file);
  for (const std::string& one : file.strings("derived.layers")) add_fact(m, "layers", one);
  add_fact(m, "inputs", file.text("totals.inputs"), "totals.inputs");
  add_fact(m, "digest of the outputs", file.text("totals.digest"), "totals.digest");
  add_fact(m, "bound to the file by SHA-256", file.text("run.sha256"), "run.sha256");
}

}  // namespace

void add_parameters(Markup& m, const Reading& reading, std::vector<Section>& contents) {
  const CertificateFile& file = reading.file;
  const std::string anchor = reading.prefix + "parameters";
  contents.push_back({anchor, "Parameters"});
  m.open("section", {{"aria-labelledby", anchor}});
  m.element("h2", "Parameters", {{"id", anchor}});
  m.open("dl", {{"class", "facts"}});
  if (file.kind() == "run") {
    facts_of_run(m, reading);
  } else if (file.kind() == "soft") {
    facts_of_soft(m, file);
  } else if (file.kind() == "structural") {
    (is_of_file(file) ? facts_of_every_input : facts_of_structural)(m, file);
  } else if (file.kind() == "for-all-D") {
    for (const char* name : {"construction", "n", "d", "p", "s"}) {
      const std::string path = std::string("fixed.") + name;
      add_fact(m, name, file.text(path) == "0" ? "not given" : file.text(path),
               file.text(path) == "0" ? "" : path);
    }
    add_fact(m, "D", "every D ≥ 2 at once");
  } else if (file.kind() == "general" || file.kind() == "kernel") {
    add_fact(m, "construction", file.text("construction"), "construction");
    add_fact(m, "n, d, D, p, s", "all at once");
  } else if (file.kind() == "box") {
    facts_of_box(m, file);
  } else if (file.kind() == "construction") {
    facts_of_construction(m, file);
  } else if (file.kind() == "machine" || file.kind() == "vectors") {
    add_beside(m, file);
  } else if (file.has("pattern.n")) {
    add_fact(m, "tokens n", file.text("pattern.n"), "pattern.n");
    add_fact(m, "d, D", "all: Assumption 1 speaks of the pattern alone");
  }
  if (!file.only().empty()) add_fact(m, "claims asked for", file.only() + "…");
  m.close();
  m.close();
}

void add_argument(Markup& m, const Reading& reading, std::vector<Section>& contents) {
  const std::string& kind = reading.file.kind();
  if (kind == "soft") return soft_statements(m, reading, contents);
  if (kind != "structural" && kind != "general" && kind != "for-all-D" && kind != "kernel") return;
  const std::string anchor = reading.prefix + "argument";
  contents.push_back({anchor, "Argument"});
  m.open("section", {{"aria-labelledby", anchor}});
  m.element("h2", "Argument", {{"id", anchor}});
  if (kind == "structural")
    (is_of_file(reading.file) ? every_input_argument : structural_argument)(m, reading.file);
  if (kind == "general") general_arguments(m, reading);
  if (kind == "kernel") theorems(m, reading);
  if (kind == "for-all-D") {
    m.element("p",
              "With n, d, p, s fixed, both sides of a claim are quotients of polynomials in D. "
              "With D = F + x their coefficients have one sign, so the claim is true for every D ≥ "
              "F; the smaller D are looked at one by one. The evidence of each claim names its F.");
  }
  m.close();
}

void add_replay(Markup& m, const Reading& reading, const Replay* replay,
                std::vector<Section>& contents) {
  const CertificateFile& file = reading.file;
  const std::string anchor = reading.prefix + "replay";
  contents.push_back({anchor, "Evidence and replay"});
  m.open("section", {{"aria-labelledby", anchor}});
  m.element("h2", "Evidence and replay", {{"id", anchor}});
  m.open("dl", {{"class", "facts"}});
  add_fact(m, "certificate", file.name());
  add_fact(m, "SHA-256 of the file", file.sha256(), "sha256");
  add_fact(
      m, "format",
      fmt::format("hardmax-cert {}, kind {}, {} bytes", file.version(), file.kind(), file.size()));
  const std::string said = reading.check_lines.empty()
                               ? ""
                               : reading.check_lines.back() +
                                     (reading.check_lines.size() > 1
                                          ? fmt::format(" ({} lines before this say what is open)",
                                                        reading.check_lines.size() - 1)
                                          : "");
  add_fact(m, "verify-check said", said.empty() ? "accepted" : said);
  m.close();
  m.element("p",
            "Verdicts, witnesses and totals on this page are those of the certificate, which "
            "verify-check decided again, with code of its own, before this page was written. "
            "Words, sources, notes and records stand in the claim files and are bound to nothing.");
  m.element("pre", fmt::format("verify check {}{}", file_word(file.name()), reading.claims_option),
            {{"class", "replay"}});
  const std::string command = command_of(reading, replay, file.only());
  if (!command.empty()) {
    m.element("p", "The whole certificate once more:");
    m.element("pre", command, {{"class", "replay"}});
  }
  m.close();
}

}  // namespace hardmax::report::html
