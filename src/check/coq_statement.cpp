// The files of statements: what each entry says, and that its theorem says it.
#include "check/coq_statement.hpp"

#include "check/coq_formula.hpp"

namespace hardmax::check {
namespace {

std::string proposition(const Entry& entry, bool negated) {
  const CoqPaper& paper = coq_paper_of(entry.id);
  const std::string module = paper.module;
  std::string out = "forall P : " + module + ".run, " + module + ".well_formed P -> ", hypotheses;
  for (const std::string& need :
       entry.needs) {  // kind_kernel.cpp has compared what these entries say
    if (paper.name != std::string("yun2020b") ||
        (need != "yun2020b.A1.1" && need != "yun2020b.A1.2" && need != "yun2020b.A1.3"))
      not_stated("needs " + need);
    out += "Names.assumption_1_" + need.substr(need.size() - 1) + " P -> ";
    hypotheses += need.back();
  }
  if (hypotheses.find('3') != std::string::npos && hypotheses.find('1') == std::string::npos)
    not_stated("needs yun2020b.A1.3 without yun2020b.A1.1");
  const Formula domain = parse_formula(entry.domain, entry.where + ", domain", paper.vocabulary),
                formal = parse_formula(entry.formal, entry.where + ", formal", paper.vocabulary);
  out += coq_formula(domain, paper, false, hypotheses, false) + " -> ";
  return out + coq_formula(formal, paper, true, hypotheses, !negated, &domain);
}

// The same, with the claim in the message if there is none.
std::string stated(const Entry& entry, bool negated) {
  try {
    return proposition(entry, negated);
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

bool is_about_reals(const Entry& entry) {
  return parse_formula(entry.formal, entry.where + ", formal", coq_paper_of(entry.id).vocabulary)
      .over_reals;
}

std::string coq_statements(const std::vector<Stated>& all) {
  std::string out;
  std::set<std::string> papers = {"yun2020b"},
                        seen;  // whose module has the words of all papers too
  for (const Stated& it : all) {
    papers.insert(it.entry->id.substr(0, it.entry->id.find('.')));
    const std::string name = coq_identifier(it.entry->id), text = stated(*it.entry, it.negated);
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
  for (const CoqPaper& paper : coq_papers())
    head += papers.count(paper.name) == 0
                ? ""
                : std::string("From Hardmax Require ") + paper.module + ".\n";
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
