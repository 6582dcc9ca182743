// Sentences of Coq, and which of them a theory may have. The list names what is allowed: whatever
// Coq has besides is refused, known or not.
#include "check/coq_theory.hpp"
#include "check/fault.hpp"

#include <algorithm>

namespace hardmax::check {
namespace {

const std::set<std::string> begins = {
    "Close",    "Corollary",  "Defined", "Definition",  "End",      "Fact",   "Fixpoint",
    "From",     "Hypothesis", "Import",  "Inductive",   "Lemma",    "Let",    "Ltac",
    "Notation", "Open",       "Proof",   "Proposition", "Qed",      "Record", "Remark",
    "Section",  "Set",        "Theorem", "Variable",    "Variables"};
// Outside of a section these declare axioms.
const std::set<std::string> of_sections = {"Hypothesis", "Let", "Variable", "Variables"};
const std::set<std::string> libraries = {"Arith",          "Bool",    "FinFun", "Lia",
                                         "List",           "Lqa",     "Lra",    "NArith",
                                         "Permutation",    "Psatz",   "QArith", "Qabs",
                                         "Qfield",         "Qminmax", "Qpower", "Qreals",
                                         "Qreduction",     "Qround",  "R_Ifp",  "Rbasic_fun",
                                         "Rdefinitions",   "Reals",   "Sorted", "Sorting",
                                         "Sorting.Sorted", "ZArith",  "Zpower"};
const std::set<std::string> axioms_of_reals = {
    "ClassicalDedekindReals.sig_forall_dec", "ClassicalDedekindReals.sig_not_dec",
    "FunctionalExtensionality.functional_extensionality_dep"};

constexpr const char* letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_'";
bool is_blank(char ch) { return ch == ' ' || ch == '\t' || ch == '\n' || ch == '\r'; }

// What stands before the first word of a sentence within a proof: bullets, braces, and which goals
// it is about ("2:", "all:").
std::size_t begin_of(const std::string& sentence) {
  std::size_t at = 0;
  for (;;) {
    at = std::min(sentence.find_first_not_of("-+*{} ", at), sentence.size());
    const std::size_t word = std::min(sentence.find_first_not_of(letters, at), sentence.size()),
                      colon = std::min(sentence.find_first_not_of(' ', word), sentence.size());
    const bool selects = word > at && (sentence[at] < 'A' || sentence[at] > 'Z') &&
                         sentence.substr(colon, 1) == ":" && sentence.substr(colon, 2) != ":=";
    if (!selects) return at;
    at = colon + 1;
  }
}

// "Print Assumptions NAME", whole: other sentences that begin with Print write files. And the ways
// of printing that coq_links sets.
bool only_prints(const std::string& sentence) {
  static const std::set<std::string> ways = {"Unset Printing All", "Unset Printing Notations",
                                             "Set Printing Depth 1000000",
                                             "Set Printing Width 100000"};
  const std::string asks = "Print Assumptions ";
  return ways.count(sentence) != 0 ||
         (sentence.size() > asks.size() && sentence.substr(0, asks.size()) == asks &&
          HARDMAX_FAULT(check_kernel_print,
                        sentence.find_first_not_of(letters, asks.size()) == std::string::npos,
                        true));
}

}  // namespace

std::vector<std::string> coq_sentences(const std::string& source, const std::string& file) {
  std::vector<std::string> out;
  std::string sentence;
  const auto add = [&](char ch) {  // white space as one blank, none in front
    if (!is_blank(ch))
      sentence += ch;
    else if (!sentence.empty() && sentence.back() != ' ')
      sentence += ' ';
  };
  std::size_t comments = 0;  // they nest
  for (std::size_t at = 0; at < source.size(); ++at) {
    const char ch = source[at], next = at + 1 < source.size() ? source[at + 1] : '\n';
    require(is_blank(ch) || (ch >= 32 && ch < 127), file,
            "a byte " + std::to_string(static_cast<unsigned char>(ch)),
            "that a source is printable ASCII");
    if (ch == '"') {  // a string, in a comment too; "" within it is a quote, which is as if one
                      // ended and another began
      const std::size_t end = source.find('"', at + 1);
      require(end != std::string::npos, file, source.substr(at, 60), "a string that does not end");
      for (std::size_t i = at; i < end; ++i)
        require(is_blank(source[i]) || (source[i] >= 32 && source[i] < 127), file, "a string",
                "that a source is printable ASCII");
      if (comments == 0) sentence += source.substr(at, end + 1 - at);
      at = end;
    } else if (ch == '(' && next == '*') {
      ++comments, ++at;
    } else if (comments > 0) {
      if (ch == '*' && next == ')') --comments, ++at, add(' ');
    } else if (ch == '.' && is_blank(next)) {
      if (!sentence.empty() && sentence.back() == ' ') sentence.pop_back();
      out.push_back(std::move(sentence)), sentence.clear();
    } else {
      add(ch);
    }
  }
  require(comments == 0, file, "a comment", "that it does not end");
  require(sentence.find_first_not_of(" -+*{}") == std::string::npos, file, sentence.substr(0, 60),
          "that nothing stands behind the last sentence");
  return out;
}

void require_plain_theory(const std::string& source, const std::string& file,
                          const std::set<std::string>& before, bool last) {
  int sections = 0;
  for (const std::string& sentence : coq_sentences(source, file)) {
    if (last && only_prints(sentence)) continue;
    const std::size_t begin = begin_of(sentence),
                      end = std::min(sentence.find_first_not_of(letters, begin), sentence.size());
    const std::string word = sentence.substr(begin, end - begin), said = sentence.substr(begin, 60);
    const auto allowed = [&](bool holds, const char* what) { require(holds, file, said, what); };
    // Commands of Coq begin with a capital letter; what begins with a small one is a step of a
    // proof.
    const bool step = !word.empty() && word[0] >= 'a' && word[0] <= 'z';
    allowed(
        step || begins.count(word) != 0,
        "a sentence that begins with no word of the list of sentences that only define and prove");
    allowed(HARDMAX_FAULT(check_kernel_native, sentence.find("native_compute") == std::string::npos,
                          true),
            "that native_compute starts other programs");
    allowed(HARDMAX_FAULT(check_kernel_outside_of_section,
                          of_sections.count(word) == 0 || sections > 0, true),
            "that this declares an axiom outside of a section");
    allowed(word != "Set" || sentence.compare(begin, 24, "Set Default Proof Using ") == 0,
            "no option but Default Proof Using");
    if (word == "Section") ++sections;
    if (word == "End") allowed(--sections >= 0, "no section that ends here");
    if (word != "From") continue;
    std::vector<std::string> words = split(sentence.substr(begin));
    const bool require_of =
        words.size() >= 4 && words[2] == "Require" && (words[1] == "Coq" || words[1] == "Hardmax");
    allowed(require_of, "another form than From Coq or Hardmax Require [Import] NAMES");
    for (std::size_t i = words[3] == "Import" || words[3] == "Export" ? 4 : 3; i < words.size();
         ++i) {
      if (words[1] == "Coq")
        allowed(libraries.count(words[i]) != 0,
                "a library of Coq that is not among those known here");
      else
        require(before.count(words[i]) != 0, file, words[i],
                "no file that stands before it in the theory");
      allowed(words[1] == "Coq" || !is_meaning(file) || is_meaning(words[i]),
              "that a file of definitions may require files of definitions alone");
    }
  }
  require(sections == 0, file, "a section", "that it does not end");
}

bool is_meaning(const std::string& file) {
  return file == "Definitions" || file == "Dense" || file.substr(0, 5) == "Names";
}

bool is_admitted_axiom(const std::string& axiom, bool about_reals) {
  return about_reals && axioms_of_reals.count(axiom) != 0;
}

}  // namespace hardmax::check
