#include "certificate/hypotheses.hpp"
#include "decide/decide.hpp"
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

}  // namespace

std::string why_no_certificate(const subject::Run& run) {
  if (run.machine() != nullptr) return "certificates of runs with a machine are not written yet";
  if (run.tables() != nullptr) return "certificates of runs with tables are not written yet";
  for (const std::string& variant : run.spec().variants)
    if (variant.find('(') != std::string::npos)
      return "certificates of a variant with arguments are not written yet";
  return "";
}

std::string certify(const Request& request, const Result& result) {
  const subject::Run& run = *request.run;
  HARDMAX_REQUIRE(result.executed && !result.claims.empty() && why_no_certificate(run).empty());
  const subject::ConstructionFile& file = run.file();
  certificate::Writer w("construction", "2.3");
  w.key("run");
  w.open('{');
  w.field("construction", file.id);
  w.field("sha256", result.sha256);
  std::vector<std::string> parameters, variants, layers;
  for (const auto& p : file.parameters)
    parameters.push_back(p.name + "=" + std::to_string(run.spec().parameters.at(p.name)));
  w.list("parameters", parameters);
  write_pattern(w, run.pattern(), 1);
  for (const std::string& name : run.spec().variants) {
    std::string bare;
    for (const char c : name)
      if (!subject::is_space(c)) bare += c;
    variants.push_back(bare);
  }
  w.list("variants", variants);
  w.key("changes");
  w.open('[');
  for (const std::string& change : run.spec().changes) w.list(subject::bound_change(file, change));
  w.close(']');
  w.close('}');
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
