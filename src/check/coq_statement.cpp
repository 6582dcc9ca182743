// The files of statements: what each entry says, and that its theorem says it.
#include "check/coq_statement.hpp"

#include "check/coq_formula.hpp"
#include "check/kind.hpp"

namespace hardmax::check {
namespace {

std::string proposition(const Entry& entry, bool negated, const CoqPaper& paper,
                        const Entries& entries) {
  const std::string module = paper.module;
  std::string out = "forall P : " + module + ".run, " + module + ".well_formed P -> ", hypotheses;
  for (const std::string& need : entry.needs) {
    const auto it = entries.find(need);
    const std::size_t part = paper.network != MadeFor::pattern || it == entries.end()
                                 ? 0
                                 : part_of_assumption1(it->second, entries);
    if (part == 0) not_stated("needs " + need);
    out += "Names.assumption_1_" + std::to_string(part) + " P -> ";
    hypotheses += std::to_string(part);
  }
  if (hypotheses.find('3') != std::string::npos && hypotheses.find('1') == std::string::npos)
    not_stated("needs part 3 of Assumption 1 without part 1");
  const Formula domain = parse_formula(entry.domain, entry.where + ", domain", paper.vocabulary),
                formal = parse_formula(entry.formal, entry.where + ", formal", paper.vocabulary);
  out += coq_formula(domain, paper, false, hypotheses, false) + " -> ";
  return out + coq_formula(formal, paper, true, hypotheses, !negated, &domain);
}

// The same, with the claim in the message if there is none.
std::string stated(const Entry& entry, bool negated, const CoqPaper& paper,
                   const Entries& entries) {
  try {
    return proposition(entry, negated, paper, entries);
  } catch (const Rejected& reason) {
    throw Rejected(entry.where + ", " + entry.id + ", " + reason.what());
  }
}

}  // namespace

std::string coq_identifier(std::string id) {
  for (char& ch : id)
    if (!((ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || (ch >= '0' && ch <= '9')))
      ch = '_';
  return id;
}

bool is_about_reals(const Entry& entry, const Entries& entries) {
  CoqPapers papers(entries);
  return parse_formula(entry.formal, entry.where + ", formal", papers.of(entry.id).vocabulary)
      .over_reals;
}

std::string coq_statements(const std::vector<Stated>& all, const Entries& entries) {
  std::string out;
  CoqPapers papers(entries);
  std::set<std::pair<MadeFor, std::string>> modules = {{MadeFor::pattern, first_module}};
  std::set<std::string> seen;
  for (const Stated& it : all) {
    const CoqPaper& paper = papers.of(it.entry->id);
    modules.emplace(paper.network, paper.module);
    const std::string name = coq_identifier(it.entry->id),
                      text = stated(*it.entry, it.negated, paper, entries);
    require(seen.insert(name).second, "theorems", it.entry->id,
            "another id that is the same name in Coq");
    out += "\nDefinition " + name + " : Prop :=\n  " + (it.negated ? "~ (" + text + ")" : text) +
           ".\n";
  }
  const bool real = out.find(")%R") != std::string::npos;
  std::string head =
      "(* Written by verify from the entries of the corpus that name a theorem; a test compares. "
      "Each is the claim for every run, or its negation where the record is false. *)\n"
      "From Coq Require Import QArith Qround Qabs Qminmax" +
      std::string(real ? " Rdefinitions Rbasic_fun R_Ifp Qreals" : "") +
      ".\nFrom Hardmax Require Import Definitions.\n";
  for (const auto& [network, module] : modules) head += "From Hardmax Require " + module + ".\n";
  return head + (real ? "From Hardmax Require Names_real.\n" : "") + "Open Scope Q_scope.\n" + out;
}

std::string coq_links(const std::vector<Stated>& all, const std::vector<std::size_t>& groups) {
  std::string out = "From Hardmax Require Statements.\n", links;
  std::set<std::string> files;
  std::map<std::size_t, std::string> asked;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string file = all[i].theorem.substr(0, all[i].theorem.find('.')),
                      name = coq_identifier(all[i].entry->id);
    if (files.insert(file).second) out += "From Hardmax Require " + file + ".\n";
    links += "Theorem " + name + " : Hardmax.Statements." + name + ".\nProof. exact Hardmax." +
             all[i].theorem + ". Qed.\n";
    asked[groups[i]] += (asked[groups[i]].empty() ? "" : ", ") + name;
  }
  // A name that is printed is never shortened to "..." nor broken, whatever a file that was
  // required sets.
  out += links +
         "Unset Printing All.\nUnset Printing Notations.\nSet Printing Depth 1000000.\nSet "
         "Printing Width 100000.\n";
  for (const auto& [number, tuple] : asked)
    out += "Definition asked_" + std::to_string(number) + " := (" + tuple +
           ").\nPrint Assumptions asked_" + std::to_string(number) + ".\n";
  return out;
}

}  // namespace hardmax::check
