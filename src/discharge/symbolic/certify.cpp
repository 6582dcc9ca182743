#include <fmt/core.h>

#include "certificate/writer.hpp"
#include "discharge/assumption1_members.hpp"
#include "discharge/decide.hpp"
#include "discharge/symbolic/every_size.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

constexpr const char* kClaims = "yun2020b.D.3.Lemma7.P";

struct Sizes {
  std::string d, D, c, layers;  // as FORMAT.md writes them
};

std::string written(const StructuredPattern& rules, const Assumption1& assumption, const Sizes& sizes, const char* verdict, const std::vector<const claim::Entry*>& entries) {
  certificate::Writer w("structural");
  write_assumption1(w, rules, assumption);
  w.key("run");
  w.open('{');
  w.field("construction", "yun2020b");
  w.field("d", sizes.d);
  w.field("D", sizes.D);
  w.close('}');
  std::string l;
  for (std::size_t i = 1; i < assumption.l.size(); ++i) l += (i > 1 ? " " : "") + std::to_string(assumption.l[i] + 1);
  w.key("derived");
  w.open('{');
  w.field("l", l);
  w.field("c", sizes.c);
  w.field("layers", sizes.layers);
  w.close('}');
  std::vector<certificate::ClaimRecord> records;
  for (const claim::Entry* entry : entries) {
    records.push_back({.id = entry->id, .sha256 = certificate::sha256(claim::binding_text(*entry)), .verdict = verdict, .tier = "symbolic", .evidence = "structural", .reason = "", .witness = {}});
  }
  w.claims(kClaims, records);
  return w.finish();
}

std::vector<const claim::Entry*> shown(const RunResult& result) {
  std::vector<const claim::Entry*> entries;
  for (const ClaimResult& claim : result.claims) {
    if (claim.symbolic && claim.entry->id.starts_with(kClaims)) entries.push_back(claim.entry);
  }
  return entries;
}

std::vector<const claim::Entry*> shown(const EverySizeResult& result) {
  std::vector<const claim::Entry*> entries;
  for (const EverySizeResult::Claim& claim : result.claims) {
    if (claim.proved && claim.entry->id.starts_with(kClaims)) entries.push_back(claim.entry);
  }
  return entries;
}

}  // namespace

bool has_structural_certificate(const RunRequest& request, const RunResult& result) { return request.rules != nullptr && request.overrides.empty() && shown(result).size() == 2; }

std::string certify_structural(const RunRequest& request, const RunResult& result) {
  HARDMAX_REQUIRE(has_structural_certificate(request, result));
  const auto& [n, d, D] = request.parameters;
  const yun2020b::Weights weights = yun2020b::weights(request.parameters, *request.pattern, result.assumption, {});
  return written(*request.rules, result.assumption, {std::to_string(d), std::to_string(D), weights.c.str(), result.attention_layers.str()}, "verified", shown(result));
}

bool has_structural_certificate(const EverySizeRequest& request, const EverySizeResult& result) { return request.rules != nullptr && request.overrides.empty() && shown(result).size() == 2; }

std::string certify_structural(const EverySizeRequest& request, const EverySizeResult& result) {
  HARDMAX_REQUIRE(has_structural_certificate(request, result));
  const std::uint64_t n = request.n, s = result.assumption.s;
  const std::string d = request.d ? std::to_string(*request.d) : "d", exponent = request.d ? std::to_string(n * *request.d + 1) : fmt::format("({} d+1)", n);
  const Sizes sizes{request.d ? d : "every", "every", fmt::format("{} D^{}", 2 * s * n, exponent), fmt::format("{} D^{} + {}", request.pattern->layers() * (n - 1), d, s)};
  return written(*request.rules, result.assumption, sizes, "proved", shown(result));
}

}  // namespace hardmax
