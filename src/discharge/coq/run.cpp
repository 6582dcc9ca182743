#include "discharge/coq/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "claim/syntax.hpp"
#include "discharge/coq/export.hpp"
#include "discharge/coq/names.hpp"
#include "discharge/coq/statement.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

std::string head(const std::string& about, std::string_view theory, std::string_view module) {
  std::string text = fmt::format(
      "(* {}\n   To be compiled beside proofs/coq (coqc -R proofs/coq Hardmax). What names mean is "
      "said there: Definitions.v, Dense.v, {}.v. Claims are printed from their formal text. *)\n",
      about, module);
  text += "From Coq Require Import QArith Qround Qabs Qminmax List NArith.\n";
  text += fmt::format(
      "From Hardmax Require Import Definitions Dense Families Checker Execute Decide "
      "Refute{}.\nFrom Hardmax Require Names{}{}.\n",
      theory, module == "Names" ? "" : " ", module == "Names" ? "" : module);
  return text + "Import ListNotations.\nOpen Scope Q_scope.\n\n";
}

std::string_view paper_of_run(const RunRequest& request) {
  return construction_of_run(request.sweep);
}
const CoqNames& names_of(const RunRequest& request) { return *coq_names_of(paper_of_run(request)); }
std::string size_text(const RunRequest& request) {
  return fmt::format("{} {} {}", request.parameters.n, request.parameters.d, request.parameters.D);
}
std::string variant_of(const RunRequest& request) {
  return !request.sweep              ? ""
         : request.sweep->positional ? "_positional"
         : request.sweep->extended   ? "_extended"
                                     : "";
}
std::string pattern_text(const RunRequest& request) {
  const std::string module = coq_module_name(*request.pattern);  // "Lemma7_NAME_nN"
  return module.substr(7, module.rfind("_n") - 7);
}
std::string file_name(const RunRequest& request, std::string_view what) {
  const auto [n, d, D] = request.parameters;
  return fmt::format("{}_{}_n{}_d{}_D{}{}", what,
                     request.sweep ? std::string(paper_of_run(request)) : pattern_text(request), n,
                     d, D, variant_of(request));
}
std::string about_run(const RunRequest& request) {
  const auto [n, d, D] = request.parameters;
  return fmt::format("{}, n = {}, d = {}, D = {}, {}", paper_of_run(request), n, d, D,
                     request.sweep ? (request.sweep->positional ? "with positional encodings"
                                      : request.sweep->extended ? "inputs of the extended grid"
                                                                : "no encodings")
                                   : "pattern " + coq_comment(request.pattern->name()));
}

// The run, and the term that says that hypotheses hold at it.
struct Here {
  std::string definitions, fits;
};
Here here(const RunRequest& request, const RunResult& result) {
  const auto yes = [](bool b) { return b ? "true" : "false"; };
  std::string arguments = size_text(request), made, fits;
  if (!request.sweep) {
    arguments += fmt::format(" {} {} A gamma l", request.pattern->layers(), result.assumption.s);
    made = "sparse_run " + arguments, fits = "sparse_fits_sound " + arguments;
  } else if (sees_itself(*request.sweep, request.parameters, request.overrides)) {
    arguments +=
        fmt::format(" {} {}", yes(request.sweep->positional), yes(request.sweep->extended));
    made = "dense_2020a " + arguments, fits = "fits_2020a " + arguments;
  } else {
    arguments += fmt::format(" {}", yes(request.sweep->positional));
    made = "dense_sparsebert " + arguments, fits = "fits_sparsebert " + arguments;
  }
  return {(request.sweep ? "" : coq_pattern_definitions(*request.pattern, result.assumption)) +
              fmt::format("Definition here : {}.run := {}.\n\n", names_of(request).module, made),
          "(" + fits + " eq_refl)"};
}

bool extended(const RunRequest& request) { return request.sweep && request.sweep->extended; }
// An entry of an input by its digit, in units of delta.
std::string entry_of(const RunRequest& request, std::uint64_t digit) {
  if (!extended(request)) return std::to_string(digit);
  return run_of(*request.sweep, request.parameters, {}).entries().at(digit).str();
}

// The inputs that a witness binds, each once, in its order: "[[[0];[1]]]", token by token. `shown`
// has their entries: ordinals may count other inputs than those of the grid (discharge/orbits.hpp).
std::string inputs_of(const RunRequest& request, const claim::Witness& witness,
                      const certificate::Witness& shown) {
  std::vector<std::string> seen;
  const auto add = [&](const std::vector<claim::Binding>& bindings,
                       const std::vector<std::string>& texts) {
    for (std::size_t i = 0; i < bindings.size(); ++i) {
      if (!std::holds_alternative<claim::Input>(bindings[i].value)) continue;
      std::istringstream entries(texts[i].substr(texts[i].find('=') + 1));
      std::string one, entry;
      for (std::size_t r = 0; entries >> entry; ++r)
        one += (r % request.parameters.d != 0 ? ";" : r == 0 ? "[[" : "];[") + entry;
      one += "]]";
      if (std::find(seen.begin(), seen.end(), one) == seen.end()) seen.push_back(one);
    }
  };
  add(witness.at, shown.at);
  add(witness.other, shown.other);
  return fmt::format("[{}]", fmt::join(seen, "; "));
}

// Whether ForAllD.v has a step for all that a formula is made of. Ends of ranges are numbers there,
// so nothing in them depends on D; a set is listed, and without D itself, for it may be one of
// integers.
enum class Within { formula, set, range };
bool followed_for_all_D(const claim::Node& node, Within within = Within::formula) {
  using claim::Binder;
  using claim::Op;
  constexpr std::array steps = {
      Op::integer,     Op::truth,       Op::variable,    Op::accessor,   Op::negate,   Op::sum,
      Op::product,     Op::power,       Op::mod,         Op::list_max,   Op::list_min, Op::negation,
      Op::conjunction, Op::disjunction, Op::implication, Op::comparison, Op::forall,   Op::exists,
      Op::over_sum,    Op::over_prod,   Op::let};
  if (std::find(steps.begin(), steps.end(), node.op) == steps.end()) return false;
  if (node.op == Op::accessor && within != Within::formula &&
      (node.name == "D" ||
       (within == Within::range && (node.name == "delta" || node.name == "Delta"))))
    return false;
  if (std::find(node.relations.begin(), node.relations.end(), claim::Relation::member) !=
      node.relations.end())
    return false;
  const auto all = [](const std::vector<claim::NodePtr>& parts, Within where) {
    return std::all_of(parts.begin(), parts.end(), [&](const claim::NodePtr& part) {
      return followed_for_all_D(*part, where);
    });
  };
  const bool domains =
      std::all_of(node.binders.begin(), node.binders.end(), [&](const Binder& binder) {
        if (binder.domain == Binder::Domain::range)
          return followed_for_all_D(*binder.first, Within::range) &&
                 followed_for_all_D(*binder.last, Within::range);
        return binder.domain == Binder::Domain::set && node.op == Op::forall &&
               binder.first->op == Op::set && !binder.first->parts.empty() &&
               all(binder.first->parts, Within::set);
      });
  return domains && (!node.where || followed_for_all_D(*node.where, within)) &&
         all(node.parts, within);
}

// A claim that was decided at a run, or at every D, as a statement. Coq need not be told that its
// terms have values: one without a value would have been an error there, not a verdict, and a
// statement is as true as the claim wherever all that was asked for has the value that it has in
// Coq. Left out is what may have another one.
std::optional<CoqParts> stated(const claim::Entry& entry,
                               const std::vector<claim::Entry>& entries) {
  if (!entry.formal || coq_names_of(entry.id) == nullptr) return std::nullopt;
  try {
    CoqParts parts = coq_parts(entry, entries);
    constexpr std::array not_computed = {")%R",     ".sum_where ", "_quantize ", ".qmap ",
                                         ".qstep ", ".qbreaks ",   ".q_hidden ", ".q_pieces ",
                                         ".q_flat "};  // Decide.v and ForAllD.v have no step for
                                                       // these
    const bool computed =
        std::none_of(not_computed.begin(), not_computed.end(),
                     [&](const char* word) { return parts.claim.find(word) != std::string::npos; });
    return computed && !parts.rounds ? std::optional(std::move(parts)) : std::nullopt;
  } catch (const InvalidInput&) {  // it has no counterpart in Coq
    return std::nullopt;
  }
}

// What all of them rest on, asked once: each question takes Coq a third of a second.
std::string together(const std::string& theorems) {
  return fmt::format("Definition all_of_them := ({}).\nPrint Assumptions all_of_them.\n", theorems);
}

std::string bound(const claim::Entry& entry) {
  return fmt::format("(* {}  sha256 {}\n     {} *)\n", coq_comment(entry.id),
                     certificate::sha256(claim::binding_text(entry)), coq_comment(*entry.formal));
}

}  // namespace

std::optional<CoqFile> coq_refutations(const RunRequest& request, const RunResult& result,
                                       const std::vector<claim::Entry>& entries) {
  const Here run = here(request, result);
  std::string claims, proved;
  for (const ClaimResult& decided : result.claims) {
    if (decided.verdict != Verdict::refuted || !decided.witness || !decided.shown ||
        !decided.entry->id.starts_with(std::string(paper_of_run(request)) + "."))
      continue;
    const auto parts = stated(*decided.entry, entries);
    if (!parts) continue;
    const std::string name = coq_identifier(decided.entry->id),
                      inputs = inputs_of(request, *decided.witness, *decided.shown);
    claims += bound(*decided.entry);
    claims += fmt::format("Definition {0} (P : {1}.run) : Prop :=\n  {2}.\n", name, parts->module,
                          parts->claim);
    claims += fmt::format("Definition {}_inputs : list digits := {}%Z.\n", name, inputs);
    claims += fmt::format(
        "Theorem {0}_here : ~ {0} here.\nProof. refute_here {0} {0}_inputs. Qed.\n", name);
    claims += fmt::format(
        "Theorem {0}_refuted : ~ (forall P : {1}.run, {2}{0} P).\nProof. refuted_at here {3} "
        "{0}_here. Qed.\n\n",
        name, parts->module, parts->hypotheses, run.fits);
    proved += (proved.empty() ? "" : ", ") + name + "_refuted";
  }
  if (claims.empty()) return std::nullopt;
  const std::string about = "Claims that are false at this run: " + about_run(request) +
                            ". Inputs are written in units of delta, token by token.";
  return CoqFile{file_name(request, "Refuted"), head(about, "", names_of(request).module) +
                                                    run.definitions + claims + together(proved)};
}

std::optional<CoqFile> coq_digest(const RunRequest& request, const RunResult& result) {
  constexpr std::uint64_t most_work =
      2'000'000;  // each id is read off a run of the network of its own: some seconds
  const auto [n, d, D] = request.parameters;
  if (!result.executed ||
      result.ids * result.attention_layers * Rational(n * n * d) > Rational(most_work))
    return std::nullopt;
  std::string entries;
  for (std::uint64_t digit = 0; digit < D + (extended(request) ? 1 : 0); ++digit)
    entries += (digit == 0 ? "" : ";") + entry_of(request, digit);
  std::string text =
      head("The digest of this run: " + about_run(request) + ". All inputs, every layer executed.",
           " Digest", names_of(request).module) +
      here(request, result).definitions;
  text += fmt::format(
      "Theorem digest_of_run : digest {0} {1} (fun g k => {2}.id here (in_units {1} g) k) "
      "(all_inputs {0} {3} [{4}]%Z) = 0x{5}%Z.\nProof. compute_digest. Qed.\nPrint Assumptions "
      "digest_of_run.\n",
      n, D, names_of(request).module, d, entries, result.digest);
  return CoqFile{file_name(request, "Digest"), text};
}

std::optional<CoqFile> coq_for_all_D(const std::vector<claim::Entry>& entries,
                                     const std::string& only, const FixedParameters& fixed) {
  std::string claims, proved;
  for (const claim::Entry& entry : entries) {
    if (!is_about(entry.id, pattern_construction()) || !entry.is_asked_for(only) || !entry.formal)
      continue;
    const claim::Formula domain = claim::domain_of(entry, run_vocabulary()),
                         formal = claim::formal_of(entry, run_vocabulary());
    if (!beyond_parameters(formal).empty() || formal.over_reals() ||
        !followed_for_all_D(domain.root()) || !followed_for_all_D(formal.root()))
      continue;
    const ForAllD found = decide_for_all_D(domain, formal, fixed);
    const auto parts = stated(entry, entries);
    if (found.kind != ForAllD::Kind::proved || found.from != 2 || !parts) continue;
    const std::string name = coq_identifier(entry.id);
    std::string at =
        fmt::format("Names.tokens P = {}%nat -> Names.rows P = {}%nat -> ", fixed.n, fixed.d);
    if (speaks_of(formal, Name::p_)) at += fmt::format("Names.period P = {}%nat -> ", fixed.p);
    if (speaks_of(formal, Name::s_)) at += fmt::format("Names.reach P = {}%nat -> ", fixed.s);
    claims += bound(entry);
    claims += fmt::format("Definition {} (P : Names.run) : Prop :=\n  {}.\n", name, parts->claim);
    claims += fmt::format(
        "Theorem {0}_for_all_D : forall P : Names.run, {1}Names.well_formed P -> {0} P.\nProof. "
        "for_all_D {0}. Qed.\n\n",
        name, at);
    proved += (proved.empty() ? "" : ", ") + name + "_for_all_D";
  }
  if (claims.empty()) return std::nullopt;
  std::string name = fmt::format("ForAllD_n{}_d{}", fixed.n, fixed.d);
  if (fixed.p != 0) name += fmt::format("_p{}", fixed.p);
  if (fixed.s != 0) name += fmt::format("_s{}", fixed.s);
  const std::string about = fmt::format(
      "Claims of {} that hold for every D >= 2 at {}: their two sides are quotients of "
      "polynomials in D, with coefficients of one sign in D - 2.",
      pattern_construction(), fixed.str());
  return CoqFile{name, head(about, " Polynomial ForAllD", "Names") + claims + together(proved)};
}

}  // namespace hardmax
