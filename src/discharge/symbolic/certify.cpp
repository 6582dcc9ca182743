#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "certificate/writer.hpp"
#include "discharge/assumption1_members.hpp"
#include "discharge/decide.hpp"
#include "discharge/symbolic/every_size.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

// What verify-check follows of each construction (src/check/kind_structural.cpp, structural_sweep.cpp, structural_increasing.cpp, structural_forms.cpp), and the prefixes of which the
// first that has claims is certified where more was asked for.
struct Followed {
  const char* paper;
  bool increasing;  // without encodings
  std::vector<std::string_view> first;
  std::set<std::string> statements, by_forms;  // by_forms: of one d and D
};
const std::vector<Followed> followed = {
    {"yun2020b.", false, {"yun2020b.D.3.Lemma7.P"}, {"D.3.Lemma7.P1", "D.3.Lemma7.P2"},
     {"E.2.1.eq8", "E.2.2.li", "E.2.3.closed", "E.2.3.continues", "E.2.3.continues.greater", "E.2.3.eq9", "E.2.3.newminmax", "E.2.3.z2", "E.2.3.z2>z1", "E.2.3.z3", "E.2.3.z3>z2",
      "E.2.4.eq10.repaired", "E.2.4.eq10.step1", "E.2.4.eq10.step2", "E.2.4.eq10.step3", "E.2.4.eq10.step4", "E.2.4.eq10.step5", "E.2.4.eq10.step6", "E.2.4.eq11", "E.2.4.eq13", "E.2.4.first.M.repaired",
      "E.2.4.first.dom", "E.2.4.first.gap", "E.2.4.first.range", "E.2.4.general.dom", "E.2.4.general.rest", "E.2.4.second.identity", "E.2.4.second.rest1", "E.2.5.interval", "E.2.5.mod", "E.2.5.multiple", "E.2.5.range",
      "F.2.max.upper", "F.2.range1", "F.2.range2"}},
    {"yun2020a.", false, {"yun2020a.C.2.contextual"}, {"C.2.contextual", "C.2.increasing", "C.2.injective", "C.2.order.repaired"}, {"C.2.global", "C.2.lt_n_formula", "C.2.lt_n_formula.repaired", "C.2.order", "C.2.ub"}},
    {"sparsebert.", false, {"sparsebert.A.3.positional.contextual"}, {"A.3.positional.bound", "A.3.positional.contextual", "A.3.positional.order"}, {}},
    {"yun2020a.", true, {"yun2020a.5.2.lemma6.P2"},
     {"5.2.def5.1.repaired", "5.2.lemma6.P1", "5.2.lemma6.P2", "5.2.lemma6.P3", "5.claim2_contextual_on_Gplus.repaired", "B.5.1.6_3.lower", "B.5.1.6_3.upper", "B.5.1.closed_form",
      "B.5.1.global.value", "B.5.1.interval", "B.5.1.lemma10.injective", "B.5.1.lemma10.lower", "B.5.1.lemma10.upper", "B.5.1.lemma10.upper.attained", "B.5.1.newmax_newmin", "B.5.1.order_j", "B.5.1.positive",
      "B.5.1.shift1.ge", "B.5.1.shift1.gt_ln", "B.5.1.shift1.value", "B.5.1.shift2.new_min", "B.5.1.shift2.order", "B.5.1.shiftj.amount", "B.6.gc_nonneg", "B.6.ids_delta_apart", "B.6.zero_untouched"},
     {"B.5.1.closed_form_jm1", "B.5.1.gc_formula", "B.5.1.order_j.chain1.repaired", "B.5.1.order_j.chain2", "B.5.1.order_j.equiv", "B.5.1.shift2.equiv", "B.5.1.shift2.reason_ln_gt_l2",
      "B.5.1.shift2.reason_ln_gt_l2.repaired", "B.5.1.shift2.value", "B.5.4.lower.step1", "B.5.4.lower.step2", "B.5.4.lower.step3", "B.5.4.upper.step1", "B.5.4.upper.step2"}},
    {"sparsebert.", true, {"sparsebert.A.2.2.across", "sparsebert.A.2.2.lemma4.all_Gdelta.repaired"},
     {"A.2.2.across", "A.2.2.base.strict.repaired", "A.2.2.base.value", "A.2.2.def1.repaired", "A.2.2.gs1", "A.2.2.gs2", "A.2.2.gs2.expansion", "A.2.2.ind.maxmin",
      "A.2.2.ind.strict.repaired", "A.2.2.interval", "A.2.2.last.strict.repaired", "A.2.2.lemma4.all_Gdelta.repaired", "A.2.2.mod.repaired", "A.2.2.mod_conclusion",
      "A.2.2.order_final", "A.2.2.order_phase", "A.2.2.unique_id.even.pattern", "A.2.2.upper"},
     {"A.2.2.base.strict", "A.2.2.ind.closed", "A.2.2.ind.diff", "A.2.2.ind.strict", "A.2.2.last.diff", "A.2.2.last.strict"}}};

// The size of runs of which it follows claims by forms.
bool forms_are_followed(const yun2020b::Parameters& of, std::uint64_t last) {
  return of.n <= 64 && last <= 64 && last * (of.n * of.d + 1) * static_cast<std::uint64_t>(std::bit_width(of.D)) <= 1 << 14;
}

// Where verify-check's argument for a sweep goes through; without encodings of D^d >= n columns, without which nothing is shown.
bool sweep_is_followed(const SweepChoice& sweep, const sweep::Parameters& of) {
  const std::string_view paper = sweep.paper->name;
  if (!sweep.positional) return !sweep.extended && (paper == "yun2020a" || of.n >= 3);
  if (paper == "yun2020a") return of.n >= 3 || of.d >= 2;
  const bool more_than_4 = of.d >= 3 || (of.d == 2 && of.D >= 3);  // D^d
  return of.n >= 5 || (of.n == 4 && (of.d >= 2 || of.D >= 3)) || (of.n == 3 && more_than_4);
}

struct Claims {
  std::string only;
  std::vector<const claim::Entry*> entries;  // all that begin with it
  std::set<std::string> shown;               // of these, what is certified
};

// Of all claims that were asked for by the prefix `asked`, and whether each was shown.
Claims claims_of(const std::string& asked, const std::map<std::string, std::pair<const claim::Entry*, bool>>& all, bool increasing, bool by_forms) {
  Claims out;
  if (all.empty()) return out;
  const auto paper = std::find_if(followed.begin(), followed.end(), [&](const Followed& f) { return all.begin()->first.starts_with(f.paper) && f.increasing == increasing; });
  if (paper == followed.end()) return out;
  const auto take = [&](const std::string& only) {
    out = {only, {}, {}};
    for (const auto& [id, claim] : all) {
      if (!id.starts_with(only)) continue;
      out.entries.push_back(claim.first);
      const std::string name = id.substr(std::string_view(paper->paper).size());
      if (claim.second && (paper->statements.contains(name) || (by_forms && paper->by_forms.contains(name)))) out.shown.insert(id);
    }
  };
  for (const std::string_view first : paper->first) {
    if (out.shown.empty() && first.starts_with(asked)) take(std::string(first));
  }
  if (out.shown.empty() && asked.starts_with(paper->paper)) take(asked);
  return out;
}

struct Sizes {
  std::string d, D, c, layers;  // as FORMAT.md writes them
};

void write_claims(certificate::Writer& w, const Claims& claims, const char* verdict) {
  std::vector<certificate::ClaimRecord> records;
  for (const claim::Entry* entry : claims.entries) {
    const bool shown = claims.shown.contains(entry->id);
    records.push_back({.id = entry->id, .sha256 = certificate::sha256(claim::binding_text(*entry)), .verdict = shown ? verdict : "undecided", .tier = shown ? "symbolic" : "none",
                       .evidence = shown ? "structural" : "none", .reason = shown ? "" : "not covered", .witness = {}});
  }
  w.claims(claims.only, records);
}

std::string written(const StructuredPattern& rules, const Assumption1& assumption, const Sizes& sizes, const char* verdict, const Claims& claims) {
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
  write_claims(w, claims, verdict);
  return w.finish();
}

// Of a sweep: attention is dense, and tokens are moved in order.
std::string written(const SweepChoice& sweep, std::uint64_t n, const Sizes& sizes, const char* verdict, const Claims& claims) {
  certificate::Writer w("structural");
  w.key("run");
  w.open('{');
  w.field("construction", std::string(sweep.paper->name));
  w.field("n", std::to_string(n));
  w.field("d", sizes.d);
  w.field("D", sizes.D);
  w.field("encodings", sweep.positional ? "positional" : "none");
  w.close('}');
  w.key("derived");
  w.open('{');
  w.field("c", sizes.c);
  w.field("layers", sizes.layers);
  w.close('}');
  write_claims(w, claims, verdict);
  return w.finish();
}

Claims shown(const RunRequest& request, const RunResult& result) {
  if (!request.overrides.empty() || (request.sweep ? !sweep_is_followed(*request.sweep, request.parameters) : request.rules == nullptr)) return {};
  std::map<std::string, std::pair<const claim::Entry*, bool>> all;
  for (const ClaimResult& claim : result.claims) all[claim.entry->id] = {claim.entry, claim.symbolic};
  return claims_of(request.only, all, request.sweep && !request.sweep->positional, forms_are_followed(request.parameters, request.sweep ? 2 : result.assumption.s));
}

Claims shown(const EverySizeRequest& request, const EverySizeResult& result) {
  // What goes through at the least d and D does at every other.
  const bool sweep_followed = request.sweep && sweep_is_followed(*request.sweep, {request.n, request.d.value_or(1), 2});
  if (!request.overrides.empty() || (request.sweep ? !sweep_followed : request.rules == nullptr)) return {};
  std::map<std::string, std::pair<const claim::Entry*, bool>> all;
  for (const EverySizeResult::Claim& claim : result.claims) all[claim.entry->id] = {claim.entry, claim.shown()};
  for (const claim::Entry* entry : result.others) all[entry->id] = {entry, false};
  return claims_of(request.only, all, request.sweep && !request.sweep->positional, false);
}

}  // namespace

std::size_t claims_of_structural(const RunRequest& request, const RunResult& result) { return shown(request, result).shown.size(); }

std::string certify_structural(const RunRequest& request, const RunResult& result) {
  const Claims claims = shown(request, result);
  HARDMAX_REQUIRE(!claims.shown.empty());
  const auto& [n, d, D] = request.parameters;
  Sizes sizes{std::to_string(d), std::to_string(D), "", result.attention_layers.str()};
  if (request.sweep) {
    const SweepPaper& paper = *request.sweep->paper;
    const bool positional = request.sweep->positional;
    const sweep::Plan plan = paper.plan(request.parameters, positional);
    sizes.c = sweep::weights(request.parameters, plan, {}).c.str();
    sizes.layers = (Rational(positional ? n : 1) * power(Rational(D), d) + Rational(plan.global_layers)).str();  // of a network that may be too large to build
    return written(*request.sweep, n, sizes, "verified", claims);
  }
  sizes.c = yun2020b::weights(request.parameters, *request.pattern, result.assumption, {}).c.str();
  return written(*request.rules, result.assumption, sizes, "verified", claims);
}

std::size_t claims_of_structural(const EverySizeRequest& request, const EverySizeResult& result) { return shown(request, result).shown.size(); }

std::string certify_structural(const EverySizeRequest& request, const EverySizeResult& result) {
  const Claims claims = shown(request, result);
  HARDMAX_REQUIRE(!claims.shown.empty());
  const std::uint64_t n = request.n, s = result.assumption.s;
  const std::string d = request.d ? std::to_string(*request.d) : "d";
  const auto exponent = [&](std::uint64_t times, std::uint64_t more) {
    if (request.d) return std::to_string(times * *request.d + more);
    return more == 0 ? fmt::format("({} d)", times) : fmt::format("({} d+{})", times, more);
  };
  Sizes sizes{request.d ? d : "every", "every", "", ""};
  if (request.sweep) {
    const bool positional = request.sweep->positional;
    const std::string largest = positional ? fmt::format("{0} (D + ... + D^{1}) + D^{1} - 1", n - 1, d) : fmt::format("D^{} - 1", d);
    const std::string whole = fmt::format("D^{}", exponent(n + 1, positional ? 1 : 0));
    sizes.c = request.sweep->paper->sees_itself ? (positional ? std::to_string(n) + " " : "") + whole : fmt::format("({0}) (D^{1} + D^{2} + 1)", largest, exponent(n, 0), d);
    sizes.layers = fmt::format("{}D^{} + {}", positional ? std::to_string(n) + " " : "", d, result.all_max);
    return written(*request.sweep, n, sizes, "proved", claims);
  }
  sizes.c = fmt::format("{} D^{}", 2 * s * n, exponent(n, 1));
  sizes.layers = fmt::format("{} D^{} + {}", request.pattern->layers() * (n - 1), d, s);
  return written(*request.rules, result.assumption, sizes, "proved", claims);
}

}  // namespace hardmax
