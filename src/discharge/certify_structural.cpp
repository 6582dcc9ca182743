#include "certificate/writer.hpp"
#include "discharge/assumption1_members.hpp"
#include "discharge/decide.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {
constexpr const char* kClaims = "yun2020b.D.3.Lemma7.P";
}

bool has_structural_certificate(const RunRequest& request, const RunResult& result) {
  if (request.rules == nullptr || !request.overrides.empty()) return false;
  std::size_t shown = 0;
  for (const ClaimResult& claim : result.claims) shown += claim.symbolic && claim.entry->id.starts_with(kClaims) ? 1 : 0;
  return shown == 2;
}

std::string certify_structural(const RunRequest& request, const RunResult& result) {
  HARDMAX_REQUIRE(has_structural_certificate(request, result));
  const auto& [n, d, D] = request.parameters;
  certificate::Writer w("structural");
  write_assumption1(w, *request.rules, result.assumption);
  w.key("run");
  w.open('{');
  w.field("construction", "yun2020b");
  w.field("d", std::to_string(d));
  w.field("D", std::to_string(D));
  w.close('}');
  const yun2020b::Weights weights = yun2020b::weights(request.parameters, *request.pattern, result.assumption, {});
  std::string l;
  for (std::size_t i = 1; i < n; ++i) l += (i > 1 ? " " : "") + std::to_string(result.assumption.l[i] + 1);
  w.key("derived");
  w.open('{');
  w.field("l", l);
  w.field("c", weights.c.str());
  w.field("layers", result.attention_layers.str());
  w.close('}');
  std::vector<certificate::ClaimRecord> records;
  for (const ClaimResult& claim : result.claims) {
    if (!claim.entry->id.starts_with(kClaims)) continue;
    records.push_back({.id = claim.entry->id, .sha256 = certificate::sha256(claim::binding_text(*claim.entry)), .verdict = "verified", .tier = "symbolic",
                       .evidence = "structural", .reason = "", .witness = {}});
  }
  w.claims(kClaims, records);
  return w.finish();
}

}  // namespace hardmax
