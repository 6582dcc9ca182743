#include <algorithm>
#include <map>
#include <optional>

#include "certificate/hypotheses.hpp"
#include "decide/decide.hpp"
#include "decide/machine_certificate.hpp"
#include "decide/vocabulary.hpp"
#include "exact/error.hpp"
#include "subject/binding.hpp"
#include "subject/tokens.hpp"

namespace hardmax::decide {

namespace {

certificate::ClaimRecord record_of(const subject::ConstructionFile& file,
                                   const ClaimResult& result) {
  certificate::ClaimRecord record;
  record.id = result.entry->id;
  record.sha256 = certificate::sha256(binding_text(file, *result.entry));
  record.verdict = name_of(result.verdict);
  record.tier = tier_of(result);
  record.evidence =
      result.verdict == Verdict::verified || result.verdict == Verdict::refuted ? "replay" : "none";
  record.reason = result.reason;
  record.witness = result.shown;
  return record;
}

// One array for each pattern layer, a string for each token.
void write_pattern(certificate::Writer& w, const Pattern* pattern, std::int64_t first) {
  w.key("pattern");
  w.open('[');
  for (std::size_t layer = 0; pattern != nullptr && layer < pattern->layers(); ++layer) {
    std::vector<std::string> tokens;
    for (std::size_t k = 0; k < pattern->tokens(); ++k) {
      std::string text;
      for (const Token j : pattern->neighbours(layer, k))
        text += (text.empty() ? "" : " ") + std::to_string(static_cast<std::int64_t>(j) + first);
      tokens.push_back(text);
    }
    w.list(tokens);
  }
  w.close(']');
}

// Which input of the run has these entries; none if no input has.
std::optional<Rational> ordinal_of(subject::Reading& reading, const subject::Tables::Argument& of) {
  const subject::Set& entries = reading.entries();
  if (of.size() != reading.places().size()) return std::nullopt;
  Rational ordinal;
  for (const Rational& x : of) {
    const auto at = std::lower_bound(entries.begin(), entries.end(), x);
    if (at == entries.end() || *at != x) return std::nullopt;
    ordinal = ordinal * Rational(entries.size()) + Rational(at - entries.begin());
  }
  return ordinal;
}

// A value for what is no input of this run is left out: no term can ask for it.
void write_table(certificate::Writer& w, const subject::Run& run, const subject::Signature& name) {
  std::map<std::vector<Rational>, Rational> by_ordinal;
  for (const auto& [arguments, value] : run.tables()->entries(name.name)) {
    std::vector<Rational> key;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const auto argument = subject::is_input(name.arguments[i])
                                ? ordinal_of(run.reading(), arguments[i])
                                : std::optional<Rational>(arguments[i][0]);
      if (argument) key.push_back(*argument);
    }
    if (key.size() == arguments.size()) by_ordinal.emplace(std::move(key), value);
  }
  std::vector<std::string> texts;
  for (const auto& [key, value] : by_ordinal) {
    std::string text;
    for (const Rational& x : key) text += (text.empty() ? "" : " ") + x.str();
    texts.push_back(text + "=" + value.str());
  }
  w.list(name.name, texts);
}

// A definition that a term names itself; "" if there is none.
std::string named_definition(const subject::ConstructionFile& file, const subject::Term& term) {
  const auto found = file.definitions.find(term.name);
  if (term.kind == subject::Term::Kind::name && found != file.definitions.end() &&
      !found->second.chosen)
    return term.name;
  std::string name;
  subject::for_each_part(term, [&](const subject::TermPtr& part) {
    if (name.empty()) name = named_definition(file, *part);
  });
  return name;
}

std::string bound_variant(const std::string& text) {
  if (text.find('(') != std::string::npos) return subject::one_space(text);
  std::string bare;
  for (const char c : text)
    if (!subject::is_space(c)) bare += c;
  return bare;
}

bool has_place(const std::string& name) { return name.find_first_of("\"\\") == std::string::npos; }

}  // namespace

std::string why_no_certificate(const subject::Run& run) {
  if (const subject::Machine* machine = run.machine()) {
    for (const auto* names : {&machine->states(), &machine->symbols()})
      for (const std::string& name : *names)
        if (!has_place(name))
          return "the machine has the name '" + name +
                 "', and the strings of a certificate have no quotation mark and no backslash; "
                 "rename it";
  }
  for (const std::string& variant : run.spec().variants) {
    const subject::TermPtr applied = subject::read_formula(variant);
    for (const subject::TermPtr& argument : applied->parts) {
      const std::string& name = named_definition(run.file(), *argument);
      if (!name.empty())
        return "an argument of the variant " + subject::one_space(variant) +
               " names the definition '" + name +
               "'; write what it says, in parameters, choices and what is given";
      if (!run.file().reach(*argument, {}).states.empty())
        return "an argument of the variant " + subject::one_space(variant) +
               " depends on the states of a network; write the value";
    }
  }
  return "";
}

void write_run(certificate::Writer& w, const subject::Run& run, const std::string& sha256,
               const std::string& every) {
  const subject::ConstructionFile& file = run.file();
  w.key("run");
  w.open('{');
  w.field("construction", file.id);
  w.field("sha256", sha256);
  std::vector<std::string> parameters, variants;
  for (const auto& p : file.parameters)
    parameters.push_back(
        p.name + "=" +
        (p.name == every ? "every" : std::to_string(run.spec().parameters.at(p.name))));
  w.list("parameters", parameters);
  write_pattern(w, run.pattern(), 1);
  for (const std::string& variant : run.spec().variants) variants.push_back(bound_variant(variant));
  w.list("variants", variants);
  if (run.machine() != nullptr) write_machine(w, *run.machine());
  if (run.tables() != nullptr) {
    w.key("tables");
    w.open('{');
    for (const subject::Signature& table : file.tables) write_table(w, run, table);
    w.close('}');
  }
  w.key("changes");
  w.open('[');
  for (const std::string& change : run.spec().changes) w.list(subject::bound_change(file, change));
  w.close(']');
  w.close('}');
}

std::string certify(const Request& request, const Result& result) {
  const subject::Run& run = *request.run;
  HARDMAX_REQUIRE(result.executed && !result.claims.empty() && why_no_certificate(run).empty());
  const subject::ConstructionFile& file = run.file();
  certificate::Writer w("construction");
  write_run(w, run, result.sha256, "");
  std::vector<std::string> layers;
  w.key("derived");
  w.open('{');
  w.field("tokens", std::to_string(result.tokens));
  w.field("rows", std::to_string(result.rows));
  for (const auto& [network, count] : result.layers) layers.push_back(network + "=" + count.str());
  w.list("layers", layers);
  w.close('}');
  w.key("totals");
  w.open('{');
  w.field("inputs", result.inputs.str());
  w.field("digest", result.digest);
  w.close('}');
  std::vector<certificate::ClaimRecord> claims;
  for (const ClaimResult& claim : result.claims) claims.push_back(record_of(file, claim));
  w.claims(request.only, claims);
  std::vector<certificate::Binding> hypotheses;
  for (const claim::Entry* entry : result.hypotheses)
    hypotheses.push_back({entry->id, certificate::sha256(binding_text(file, *entry))});
  w.hypotheses(hypotheses);
  return w.finish();
}

}  // namespace hardmax::decide
