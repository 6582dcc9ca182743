#include "discharge/coq/statement.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include "discharge/assumption_text.hpp"
#include "discharge/coq/formula.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

[[noreturn]] void not_stated(const claim::Entry& entry, const std::string& what) {
  throw InvalidInput(InvalidInput::Kind::file,
                     fmt::format("{}:{}: {} cannot be stated in Coq: {}; leave out its theorem",
                                 entry.file, entry.line, entry.id, what));
}

}  // namespace

std::string coq_identifier(std::string_view id) {
  std::string name(id);
  for (char& c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!plain) c = '_';
  }
  return name;
}

CoqParts coq_parts(const claim::Entry& entry, const std::vector<claim::Entry>& entries) {
  HARDMAX_REQUIRE(entry.formal.has_value());
  const CoqNames* names = coq_names_of(entry.id);
  if (names == nullptr) not_stated(entry, "its paper has no names there");
  CoqParts parts{names->module, fmt::format("{}.well_formed P -> ", names->module), ""};
  for (const std::string& need : entry.needs) {
    const auto part =
        names == &coq_papers().front() ? assumption1_part(need, entries) : std::nullopt;
    if (!part)
      not_stated(entry, fmt::format("it needs {}, which is no part of Assumption 1", need));
    parts.hypotheses += fmt::format("Names.assumption_1_{} P -> ", *part);
  }
  try {
    const CoqFormula domain =
        coq_formula(claim::domain_of(entry, names->vocabulary()), *names, false);
    const CoqFormula formal =
        coq_formula(claim::formal_of(entry, names->vocabulary()), *names, true);
    parts.claim = domain.text + " -> " + formal.text;
    parts.rounds = domain.rounds || formal.rounds;
  } catch (const NotStated& reason) {
    not_stated(entry, reason.what + " has no counterpart there");
  }
  return parts;
}

std::string coq_proposition(const claim::Entry& entry, const std::vector<claim::Entry>& entries) {
  const CoqParts parts = coq_parts(entry, entries);
  const std::string text =
      fmt::format("forall P : {}.run, {}{}", parts.module, parts.hypotheses, parts.claim);
  return entry.record == claim::Record::fails ? "~ (" + text + ")" : text;
}

std::string coq_statements(const std::vector<claim::Entry>& entries) {
  std::string text;
  std::set<std::string_view> papers;
  // The module of the first has the words of all papers too.
  if (!coq_papers().empty()) papers.insert(coq_papers().front().paper);
  std::set<std::string> seen;
  for (const claim::Entry& entry : entries) {
    if (!entry.theorem) continue;
    papers.insert(std::string_view(entry.id).substr(0, entry.id.find('.')));
    const std::string name = coq_identifier(entry.id);
    if (!seen.insert(name).second)
      throw InvalidInput(
          InvalidInput::Kind::file,
          fmt::format("{}:{}: {} and another entry with a theorem are both {} in Coq; rename one",
                      entry.file, entry.line, entry.id, name));
    text +=
        fmt::format("\nDefinition {} : Prop :=\n  {}.\n", name, coq_proposition(entry, entries));
  }
  const bool real = text.find(")%R") != std::string::npos;
  std::string head =
      "(* Written by verify from the entries of the corpus that name a theorem; a test compares. "
      "Each is the claim for every run, or its negation where the record is false. *)\n";
  head += fmt::format(
      "From Coq Require Import QArith Qround Qabs Qminmax{}.\nFrom Hardmax Require Import "
      "Definitions.\n",
      real ? " Rdefinitions Rbasic_fun R_Ifp Qreals" : "");
  for (const CoqNames& names : coq_papers()) {
    if (papers.contains(names.paper))
      head += fmt::format("From Hardmax Require {}.\n", names.module);
  }
  return head + (real ? "From Hardmax Require Names_real.\n" : "") + "Open Scope Q_scope.\n" + text;
}

bool is_about_reals(const claim::Entry& entry) {
  const CoqNames* names = coq_names_of(entry.id);
  return names != nullptr && entry.formal &&
         claim::formal_of(entry, names->vocabulary()).over_reals();
}

bool is_admitted_axiom(std::string_view axiom, bool about_reals) {
  constexpr std::array of_reals = {"ClassicalDedekindReals.sig_forall_dec",
                                   "ClassicalDedekindReals.sig_not_dec",
                                   "FunctionalExtensionality.functional_extensionality_dep"};
  return about_reals && std::find(of_reals.begin(), of_reals.end(), axiom) != of_reals.end();
}

std::vector<std::size_t> coq_groups(const std::vector<claim::Entry>& entries) {
  std::vector<std::size_t> groups;
  for (const claim::Entry& entry : entries) {
    if (entry.theorem) groups.push_back(is_about_reals(entry) ? 1 + groups.size() : 0);
  }
  return groups;
}

std::string coq_links(const std::vector<claim::Entry>& entries,
                      const std::vector<std::size_t>& groups) {
  std::string text = "From Hardmax Require Statements.\n", links;
  std::set<std::string> files;
  std::map<std::size_t, std::string> asked;
  std::size_t place = 0;
  for (const claim::Entry& entry : entries) {
    if (!entry.theorem) continue;
    const std::string file = entry.theorem->substr(0, entry.theorem->find('.')),
                      name = coq_identifier(entry.id);
    if (files.insert(file).second) text += fmt::format("From Hardmax Require {}.\n", file);
    links += fmt::format("Theorem {0} : Hardmax.Statements.{0}.\nProof. exact Hardmax.{1}. Qed.\n",
                         name, *entry.theorem);
    std::string& tuple = asked[groups.at(place++)];
    tuple += (tuple.empty() ? "" : ", ") + name;
  }
  // A name that is printed is never shortened to "..." nor broken, whatever a file that was
  // required sets.
  text += links +
          "Unset Printing All.\nUnset Printing Notations.\nSet Printing Depth 1000000.\nSet "
          "Printing Width 100000.\n";
  for (const auto& [number, tuple] : asked)
    text += fmt::format("Definition asked_{0} := ({1}).\nPrint Assumptions asked_{0}.\n", number,
                        tuple);
  return text;
}

}  // namespace hardmax
