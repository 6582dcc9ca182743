#include <algorithm>
#include <map>
#include <optional>

#include "certificate/hypotheses.hpp"
#include "decide/decide.hpp"
#include "decide/for_all.hpp"
#include "decide/vocabulary.hpp"
#include "exact/error.hpp"

namespace hardmax::decide {

namespace {

// "TOKEN LARGEST SMALLEST" of a sweep that moves a token, "TOKEN" where it looks at nothing, "-"
// where none is moved; behind the sweeps the key of each token. Tokens as the file counts them.
std::string evidence_of(const subject::AllInputs::Stretch& stretch, std::int64_t first) {
  std::string out;
  const auto add = [&](std::size_t token) {
    out += (out.empty() ? "" : " ") + std::to_string(static_cast<std::int64_t>(token) + first);
  };
  if (stretch.moved) add(*stretch.moved);
  std::for_each(stretch.most.begin(), stretch.most.end(), add);
  std::for_each(stretch.fewest.begin(), stretch.fewest.end(), add);
  return out.empty() ? "-" : out;
}

certificate::ClaimRecord record_for_all(const subject::ConstructionFile& file,
                                        const claim::Entry& entry, Says says, const char* proved) {
  certificate::ClaimRecord out;
  out.id = entry.id;
  out.sha256 = certificate::sha256(binding_text(file, entry));
  const bool shown = says == Says::proved;
  out.verdict = shown ? proved : "undecided";
  out.tier = shown ? "symbolic" : "none";
  out.evidence = shown ? "structural" : "none";
  out.reason = shown ? "" : says == Says::asked ? "asked" : "not covered";
  return out;
}

}  // namespace

std::string certify_for_all(const ForAllRequest& request, const ForAllResult& result,
                            const std::vector<claim::Entry>& entries, const std::string& only,
                            const std::vector<std::pair<const claim::Entry*, Says>>& claims) {
  HARDMAX_REQUIRE(result.network && why_no_certificate(*request.run).empty());
  const subject::ConstructionFile& file = request.run->file();
  certificate::Writer w("structural");
  write_run(w, *request.run, result.sha256, request.size);
  std::vector<std::string> evidence;
  for (const auto& stretch : result.network->stretches())
    evidence.push_back(evidence_of(stretch, request.run->reading().tokens().front()));
  w.key("evidence");
  w.open('{');
  w.list("stretches", evidence);
  w.close('}');
  w.key("derived");
  w.open('{');
  w.field("tokens", std::to_string(request.run->tokens()));
  w.field("rows", std::to_string(request.run->rows()));
  w.close('}');
  std::vector<certificate::ClaimRecord> records;
  std::vector<const claim::Entry*> stated;
  for (const auto& [entry, says] : claims) {
    records.push_back(
        record_for_all(file, *entry, says, request.size.empty() ? "verified" : "proved"));
    stated.push_back(entry);
  }
  w.claims(only, records);
  std::map<std::string, const claim::Entry*> by_id;
  for (const claim::Entry& entry : entries) by_id[entry.id] = &entry;
  std::vector<certificate::Binding> hypotheses;
  for (const certificate::Binding& b : certificate::hypotheses_of(
           stated, [&](const std::string& id) -> const claim::Entry& { return *by_id.at(id); }))
    hypotheses.push_back({b.id, certificate::sha256(binding_text(file, *by_id.at(b.id)))});
  w.hypotheses(hypotheses);
  return w.finish();
}

}  // namespace hardmax::decide
