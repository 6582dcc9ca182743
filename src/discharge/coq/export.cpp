#include "discharge/coq/export.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>

#include "certificate/certificate.hpp"
#include "claim/claim.hpp"
#include "claim/syntax.hpp"
#include "discharge/assumption_text.hpp"
#include "discharge/from_file.hpp"
#include "discharge/run_names.hpp"
#include "discharge/stage_words.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

// What Lemma7_for of Definitions.v says, in the language of claims: by these formulas the claims
// that say so are found, and not by their ids.
std::vector<std::string> lemma7_formulas() {
  std::vector<std::string> all = {"forall H in inputs: distinct(k in 1..n: id(H, k))",
                                  "distinct(H in inputs, k in 1..n: id(H, k))"};
  const auto words = stage_words_of_runs();
  const std::string sweep = count_of(words, StageRole::sweep),
                    last = count_of(words, StageRole::last), none = count_of({}, StageRole::last);
  if (sweep != none && last != none)
    all.push_back(
        fmt::format("{} + {} = p*(n-1)/delta^d + s and (forall m in 1..p*(n-1)/delta^d + "
                    "s: mask(m) in (1..p) and mod(mask(m) - m, p) = 0)",
                    sweep, last));
  return all;
}

// About the construction that takes a pattern, for every size, where Assumption 1 holds.
bool is_about_every_pattern(const claim::Entry& entry, const std::vector<claim::Entry>& entries) {
  if (!entry.formal || !entry.theorem ||
      entry.id.substr(0, entry.id.find('.')) != pattern_construction())
    return false;
  const auto every = claim::Formula::parse("n >= 2 and d >= 1 and D >= 2", run_vocabulary());
  return claim::same(claim::domain_of(entry, run_vocabulary()).root(), every.root()) &&
         std::all_of(entry.needs.begin(), entry.needs.end(), [&](const std::string& need) {
           return assumption1_part(need, entries).has_value();
         });
}

template <class List>
std::string list_of(const List& items) {
  std::string text;
  for (const auto& item : items) text += fmt::format("{}{}", text.empty() ? "" : ";", item);
  return "[" + text + "]";
}

using Sees = std::function<bool(std::size_t layer, std::size_t k, std::size_t j)>;

bool is(const Pattern& pattern, std::size_t layers, const Sees& sees) {
  if (pattern.layers() != layers) return false;
  for (std::size_t a = 0; a < layers; ++a) {
    for (std::size_t k = 0; k < pattern.tokens(); ++k) {
      const auto row = pattern.neighbours(a, k);
      std::size_t next = 0;
      for (std::size_t j = 0; j < pattern.tokens(); ++j) {
        const bool listed = next < row.size() && row[next] == j;
        if (listed) ++next;
        if (listed != sees(a, k, j)) return false;
      }
    }
  }
  return true;
}

std::string table_of(const Pattern& pattern) {
  std::string text = "[";
  for (std::size_t a = 0; a < pattern.layers(); ++a) {
    text += a == 0 ? "[" : ";\n   [";
    for (std::size_t k = 0; k < pattern.tokens(); ++k)
      text += fmt::format("{}{}", k == 0 ? "" : ";", list_of(pattern.neighbours(a, k)));
    text += "]";
  }
  return text + "]";
}

}  // namespace

std::string coq_comment(std::string_view text) {
  std::string safe;
  bool space = false;
  for (const char raw : text) {
    char c = raw;
    if (c == '\n' || c == '\t' || c == '\r' || c == ' ') {
      space = !safe.empty();
      continue;
    }
    if (c == '"') c = '\'';
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7e) c = '?';
    const bool splits =
        !safe.empty() && ((safe.back() == '(' && c == '*') || (safe.back() == '*' && c == ')'));
    if (space || splits) safe += ' ';
    space = false;
    safe += c;
  }
  if (!safe.empty() && (safe.back() == '*' || safe.back() == '(')) safe += ' ';
  return safe;
}

std::string coq_pattern_definitions(const Pattern& pattern, const Assumption1& assumption) {
  const std::size_t n = pattern.tokens(), p = pattern.layers();
  HARDMAX_REQUIRE(assumption.holds() && n >= 2 && assumption.gamma.size() == n &&
                  assumption.l.size() == n);
  const std::string formula = coq_formula(pattern);
  std::string text =
      fmt::format("Definition neighbours : list (list (list N)) :=\n  {}%N.\n", table_of(pattern));
  text += fmt::format("Definition gamma : list N := {}%N.\n", list_of(assumption.gamma));
  text += fmt::format("Definition l : list N := {}%N.\n", list_of(assumption.l));
  if (formula.empty()) return text + "Definition A : pattern := table neighbours.\n\n";
  text += fmt::format("Definition A : pattern := {}.\n\n", formula);
  return text + fmt::format(
                    "Theorem formula_is_table : rows {0} {1} A = rows {0} {1} (table "
                    "neighbours).\nProof. vm_compute. reflexivity. Qed.\n\n",
                    n, p);
}

std::vector<CoqClaim> lemma7_claims(const std::vector<claim::Entry>& entries) {
  std::vector<CoqClaim> claims;
  if (entries.empty()) return claims;
  for (const std::string& text : lemma7_formulas()) {
    const auto says = claim::Formula::parse(text, run_vocabulary());
    const auto it = std::find_if(entries.begin(), entries.end(), [&](const claim::Entry& e) {
      return is_about_every_pattern(e, entries) &&
             claim::same(claim::formal_of(e, run_vocabulary()).root(), says.root());
    });
    if (it != entries.end())
      claims.push_back({it->id, certificate::sha256(claim::binding_text(*it)), *it->formal});
  }
  return claims;
}

std::string coq_formula(const Pattern& pattern) {
  const std::size_t n = pattern.tokens();
  const auto near = [](std::size_t k, std::size_t j, std::size_t w) {
    return k <= j + w && j <= k + w;
  };
  if (is(pattern, 1, [](auto, auto, auto) { return true; })) return fmt::format("dense {}", n);
  if (is(pattern, 1, [&](auto, auto k, auto j) { return k == 0 || j == 0 || near(k, j, 1); }))
    return fmt::format("star {}", n);
  // The window is read off token 1 and then checked on every edge.
  const std::size_t seen = pattern.neighbours(0, 0).size();
  if (seen >= 2) {
    const std::size_t w = seen - 1;
    if (is(pattern, 2,
           [&](auto a, auto k, auto j) { return a == 0 ? near(k, j, w) : j % w == k % w; }))
      return fmt::format("strided {} {}", n, w);
  }
  if (seen >= 1) {
    const std::size_t w = seen;
    if (is(pattern, 2, [&](auto a, auto k, auto j) {
          return a == 0 ? j / w == k / w : j == k || j % w == w - 1;
        }))
      return fmt::format("fixed {} {}", n, w);
  }
  return "";
}

std::string coq_module_name(const Pattern& pattern) {
  std::string name = "Lemma7_" + pattern.name();
  for (char& c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!plain) c = '_';
  }
  return fmt::format("{}_n{}", name, pattern.tokens());
}

std::string coq_export(const Pattern& pattern, const Assumption1& assumption,
                       const std::vector<CoqClaim>& claims) {
  const std::size_t n = pattern.tokens();
  const std::size_t p = pattern.layers();
  std::string text = fmt::format(
      "(* {}: Assumption 1 holds for this pattern, hence Lemma 7 of {} for every d >= 1 and "
      "D >= 2. Tokens, layers and positions count from 0.\n",
      coq_comment(pattern.name()), pattern_construction());
  text +=
      "   To be compiled beside proofs/coq (coqc -R proofs/coq Hardmax). What the theorem says is "
      "defined in Definitions.v. It states these claims:\n";
  for (const CoqClaim& c : claims) {
    text += fmt::format("     {}  sha256 {}\n       {}\n", coq_comment(c.id), coq_comment(c.sha256),
                        coq_comment(c.formal));
  }
  text += "*)\n";
  text += "From Coq Require Import NArith List.\n";
  text += "From Hardmax Require Import Definitions Families Checker.\n";
  text += "Import ListNotations.\n\n";
  text += coq_pattern_definitions(pattern, assumption);
  const std::string parameters = fmt::format("{} {} {} A", n, p, assumption.s);
  text += fmt::format(
      "Theorem witnesses : check {} gamma l = true.\nProof. vm_compute. reflexivity. Qed.\n\n",
      parameters);
  text += fmt::format("Theorem Lemma7_of_pattern : Lemma7_for {} (listed gamma) (listed l).\n",
                      parameters);
  text +=
      fmt::format("Proof. exact (Lemma7_from_witness {} gamma l witnesses). Qed.\n\n", parameters);
  text += "Print Assumptions Lemma7_of_pattern.\n";
  return text;
}

}  // namespace hardmax
