#include "discharge/coq/statement.hpp"

#include <fmt/core.h>

#include <map>
#include <set>

#include "discharge/coq/formula.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

std::string printed(const claim::Entry& entry, const CoqNames& names, const claim::Formula& formula, bool asserted) {
  try {
    return coq_formula(formula, names, asserted);
  } catch (const NotStated& reason) {
    throw InvalidInput(InvalidInput::Kind::file, fmt::format("{}:{}: {} cannot be stated in Coq: {} has no counterpart there; leave out its theorem", entry.file, entry.line, entry.id, reason.what));
  }
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

CoqParts coq_parts(const claim::Entry& entry) {
  HARDMAX_REQUIRE(entry.formal.has_value());
  const CoqNames* names = coq_names_of(entry.id);
  if (names == nullptr) throw InvalidInput(InvalidInput::Kind::file, fmt::format("{}:{}: {} cannot be stated in Coq: its paper has no names there; leave out its theorem", entry.file, entry.line, entry.id));
  CoqParts parts{std::string(names->module), fmt::format("{}.well_formed P -> ", names->module), ""};
  for (const std::string& need : entry.needs) {
    if (names->paper != "yun2020b" || (need != "yun2020b.A1.1" && need != "yun2020b.A1.2" && need != "yun2020b.A1.3")) {
      throw InvalidInput(InvalidInput::Kind::file, fmt::format("{}:{}: {} cannot be stated in Coq: it needs {}; leave out its theorem", entry.file, entry.line, entry.id, need));
    }
    parts.hypotheses += "Names.assumption_1_" + need.substr(need.size() - 1) + " P -> ";
  }
  parts.claim = printed(entry, *names, claim::domain_of(entry, names->vocabulary()), false) + " -> " + printed(entry, *names, claim::formal_of(entry, names->vocabulary()), true);
  return parts;
}

std::string coq_proposition(const claim::Entry& entry) {
  const CoqParts parts = coq_parts(entry);
  return fmt::format("forall P : {}.run, {}{}", parts.module, parts.hypotheses, parts.claim);
}

std::string coq_statements(const std::vector<claim::Entry>& entries) {
  std::string text;
  std::set<std::string_view> papers = {"yun2020b"};  // whose module has the words of all papers too
  std::set<std::string> seen;
  for (const claim::Entry& entry : entries) {
    if (!entry.theorem) continue;
    papers.insert(std::string_view(entry.id).substr(0, entry.id.find('.')));
    const std::string name = coq_identifier(entry.id);
    if (!seen.insert(name).second) throw InvalidInput(InvalidInput::Kind::file, fmt::format("{}:{}: {} and another entry with a theorem are both {} in Coq; rename one", entry.file, entry.line, entry.id, name));
    const std::string proposition = coq_proposition(entry);
    text += fmt::format("\nDefinition {} : Prop :=\n  {}.\n", name, entry.record == claim::Record::fails ? "~ (" + proposition + ")" : proposition);
  }
  const bool real = text.find(")%R") != std::string::npos;
  std::string head = "(* Written by verify from the entries of the corpus that name a theorem; a test compares. Each is the claim for every run, or its negation where the record is false. *)\n";
  head += fmt::format("From Coq Require Import QArith Qround Qabs Qminmax{}.\nFrom Hardmax Require Import Definitions.\n", real ? " Rdefinitions Rbasic_fun R_Ifp Qreals" : "");
  for (const CoqNames& names : coq_papers()) {
    if (papers.contains(names.paper)) head += fmt::format("From Hardmax Require {}.\n", names.module);
  }
  return head + (real ? "From Hardmax Require Names_real.\n" : "") + "Open Scope Q_scope.\n" + text;
}

std::vector<std::size_t> coq_groups(const std::vector<claim::Entry>& entries) {
  std::vector<std::size_t> groups;
  for (const claim::Entry& entry : entries) {
    if (entry.theorem) groups.push_back(coq_proposition(entry).find(")%R") == std::string::npos ? 0 : 1 + groups.size());
  }
  return groups;
}

std::string coq_links(const std::vector<claim::Entry>& entries, const std::vector<std::size_t>& groups) {
  std::string text = "From Hardmax Require Statements.\n", links;
  std::set<std::string> files;
  std::map<std::size_t, std::string> asked;
  std::size_t place = 0;
  for (const claim::Entry& entry : entries) {
    if (!entry.theorem) continue;
    const std::string file = entry.theorem->substr(0, entry.theorem->find('.')), name = coq_identifier(entry.id);
    if (files.insert(file).second) text += fmt::format("From Hardmax Require {}.\n", file);
    links += fmt::format("Theorem {0} : Statements.{0}.\nProof. exact {1}. Qed.\n", name, *entry.theorem);
    std::string& tuple = asked[groups.at(place++)];
    tuple += (tuple.empty() ? "" : ", ") + name;
  }
  text += links;
  for (const auto& [number, tuple] : asked) text += fmt::format("Definition asked_{0} := ({1}).\nPrint Assumptions asked_{0}.\n", number, tuple);
  return text;
}

}  // namespace hardmax
