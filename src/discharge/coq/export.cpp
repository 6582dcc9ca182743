#include "discharge/coq/export.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <functional>

#include "certificate/certificate.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

constexpr std::array<std::string_view, 3> kLemma7 = {
    "yun2020b.D.3.Lemma7.P1", "yun2020b.D.3.Lemma7.P2", "yun2020b.D.3.Lemma7.layers"};

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
  for (const std::string_view id : kLemma7) {
    const auto it = std::find_if(entries.begin(), entries.end(),
                                 [&](const claim::Entry& e) { return e.id == id; });
    if (it == entries.end() || !it->formal) continue;
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
      "(* {}: Assumption 1 holds for this pattern, hence Lemma 7 of yun2020b for every d >= 1 and "
      "D >= 2. Tokens, layers and positions count from 0.\n",
      coq_comment(pattern.name()));
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
