#include <fmt/core.h>

#include <algorithm>

#include "certificate/hypotheses.hpp"
#include "discharge/assumption1_members.hpp"
#include "discharge/facets.hpp"
#include "discharge/from_file.hpp"
#include "discharge/symbolic/structural.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

using Says = StructuralClaims::Says;

struct Sizes {
  std::string d, D, c, layers;  // as FORMAT.md writes them
};

void write_claims(certificate::Writer& w, const StructuralClaims& stated, const char* verdict) {
  std::vector<certificate::ClaimRecord> records;
  std::vector<const claim::Entry*> claims;
  for (const auto& [entry, says] : stated.claims) {
    claims.push_back(entry);
    const bool shown = says == Says::shown;
    records.push_back({.id = entry->id,
                       .sha256 = certificate::sha256(claim::binding_text(*entry)),
                       .verdict = shown ? verdict : "undecided",
                       .tier = shown ? "symbolic" : "none",
                       .evidence = shown ? "structural" : "none",
                       .reason = shown                 ? ""
                                 : says == Says::asked ? "asked"
                                                       : "not covered",
                       .witness = {}});
  }
  w.claims(stated.only, records);
  w.hypotheses(certificate::hypotheses_of(claims, *stated.entries));
}

std::string written(const StructuredPattern& rules, const Assumption1& assumption,
                    const Sizes& sizes, const char* verdict, const StructuralClaims& claims) {
  certificate::Writer w("structural");
  write_assumption1(w, rules, assumption);
  w.key("run");
  w.open('{');
  w.field("construction", pattern_construction());
  w.field("d", sizes.d);
  w.field("D", sizes.D);
  w.close('}');
  std::string l;
  for (std::size_t i = 1; i < assumption.l.size(); ++i)
    l += (i > 1 ? " " : "") + std::to_string(assumption.l[i] + 1);
  w.key("derived");
  w.open('{');
  w.field("l", l);
  w.field("c", sizes.c);
  w.field("layers", sizes.layers);
  w.close('}');
  write_claims(w, claims, verdict);
  return w.finish();
}

// Without a pattern: attention is dense, and tokens are moved in order.
std::string written(const Facets& run, std::uint64_t n, const Sizes& sizes, const char* verdict,
                    const StructuralClaims& claims) {
  certificate::Writer w("structural");
  w.key("run");
  w.open('{');
  w.field("construction", run.construction);
  w.field("n", std::to_string(n));
  w.field("d", sizes.d);
  w.field("D", sizes.D);
  w.field("encodings", run.has("positional") ? "positional" : "none");
  w.close('}');
  w.key("derived");
  w.open('{');
  w.field("c", sizes.c);
  w.field("layers", sizes.layers);
  w.close('}');
  write_claims(w, claims, verdict);
  return w.finish();
}

}  // namespace

std::size_t StructuralClaims::count(Says says) const {
  return static_cast<std::size_t>(std::count_if(
      claims.begin(), claims.end(), [&](const auto& claim) { return claim.second == says; }));
}

StructuralClaims structural_question(const RunRequest& request, const RunResult& result,
                                     const std::vector<claim::Entry>& entries) {
  StructuralClaims out{request.only, {}, &entries};
  if (!request.overrides.empty() ||
      (request.sweep ? request.sweep->extended : request.rules == nullptr))
    return out;
  for (const ClaimResult& claim : result.claims)
    out.claims.emplace_back(claim.entry, claim.symbolic ? Says::asked : Says::nothing);
  return out.count(Says::asked) > 0 ? out : StructuralClaims{};
}

StructuralClaims structural_question(const EverySizeRequest& request, const EverySizeResult& result,
                                     const std::vector<claim::Entry>& entries) {
  StructuralClaims out{request.only, {}, &entries};
  if (!request.overrides.empty() || (!request.sweep && request.rules == nullptr)) return out;
  for (const EverySizeResult::Claim& claim : result.claims)
    out.claims.emplace_back(claim.entry, claim.shown() ? Says::asked : Says::nothing);
  for (const claim::Entry* entry : result.others) out.claims.emplace_back(entry, Says::nothing);
  std::sort(out.claims.begin(), out.claims.end(),
            [](const auto& a, const auto& b) { return a.first->id < b.first->id; });
  return out.count(Says::asked) > 0 ? out : StructuralClaims{};
}

StructuralClaims all_shown(const StructuralClaims& claims) {
  // The claims whose ids begin with `only`.
  const auto part = [&](const std::string& only) {
    StructuralClaims out{only, {}, claims.entries};
    for (const auto& claim : claims.claims) {
      if (claim.first->id.starts_with(only)) out.claims.push_back(claim);
    }
    return out;
  };
  StructuralClaims most;
  for (const auto& [entry, says] : claims.claims) {
    if (says != Says::shown || (!most.claims.empty() && entry->id.starts_with(most.only))) continue;
    for (std::size_t length = claims.only.size(); length <= entry->id.size(); ++length) {
      StructuralClaims some = part(entry->id.substr(0, length));
      if (some.count(Says::shown) < some.claims.size()) continue;
      if (some.claims.size() > most.claims.size()) most = std::move(some);
      break;
    }
  }
  return most;
}

std::string certify_structural(const RunRequest& request, const RunResult& result,
                               const StructuralClaims& claims) {
  HARDMAX_REQUIRE(!claims.claims.empty());
  const auto& [n, d, D] = request.parameters;
  Sizes sizes{std::to_string(d), std::to_string(D), "", result.attention_layers.str()};
  if (request.sweep) {
    const FileRun run = run_of(*request.sweep, request.parameters, {});
    sizes.c = run.weights().c.str();
    sizes.layers = run.attention_layers().str();  // of a network that may be too large to build
    return written(facets_of(request), n, sizes, "verified", claims);
  }
  sizes.c = hardmax::weights(request.parameters, *request.pattern, result.assumption, {}).c.str();
  return written(*request.rules, result.assumption, sizes, "verified", claims);
}

std::string certify_structural(const EverySizeRequest& request, const EverySizeResult& result,
                               const StructuralClaims& claims) {
  HARDMAX_REQUIRE(!claims.claims.empty());
  const std::uint64_t n = request.n, s = result.assumption.s;
  const std::string d = request.d ? std::to_string(*request.d) : "d";
  const auto exponent = [&](std::uint64_t times, std::uint64_t more) {
    if (request.d) return std::to_string(times * *request.d + more);
    return more == 0 ? fmt::format("({} d)", times) : fmt::format("({} d+{})", times, more);
  };
  Sizes sizes{request.d ? d : "every", "every", "", ""};
  if (request.sweep) {
    const bool positional = request.sweep->positional;
    const std::string largest = positional
                                    ? fmt::format("{0} (D + ... + D^{1}) + D^{1} - 1", n - 1, d)
                                    : fmt::format("D^{} - 1", d);
    const std::string whole = fmt::format("D^{}", exponent(n + 1, positional ? 1 : 0));
    sizes.c = sees_itself(*request.sweep, {n, request.d.value_or(1), 2}, {})
                  ? (positional ? std::to_string(n) + " " : "") + whole
                  : fmt::format("({0}) (D^{1} + D^{2} + 1)", largest, exponent(n, 0), d);
    sizes.layers =
        fmt::format("{}D^{} + {}", positional ? std::to_string(n) + " " : "", d, result.all_max);
    return written(facets_of(request), n, sizes, "proved", claims);
  }
  sizes.c = fmt::format("{} D^{}", 2 * s * n, exponent(n, 1));
  sizes.layers = fmt::format("{} D^{} + {}", request.pattern->layers() * (n - 1), d, s);
  return written(*request.rules, result.assumption, sizes, "proved", claims);
}

}  // namespace hardmax
