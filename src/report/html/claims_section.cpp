#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "report/corpus.hpp"
#include "report/html/mathml.hpp"
#include "report/html/sections.hpp"
#include "report/report.hpp"

namespace hardmax::report::html {

namespace {

// Beyond so many claims, formulas of those that are in no way remarkable stand as text: a page of
// ten thousand claims opens at once.
constexpr std::size_t kMostSetFormulas = 1'500;

class Claims {
 public:
  Claims(Markup& m, const Reading& reading, const Replay* replay)
      : m_(m), reading_(reading), replay_(replay) {
    for (const certificate::ClaimRecord& record : reading.file.claims()) {
      records_[record.id] = &record;
      const claim::Entry* entry = reading.entry(record.id);
      if (entry != nullptr && entry->repairs) repairs_[*entry->repairs].push_back(&record);
    }
  }

  void write() {
    filters();
    m_.open("div", {{"id", reading_.prefix + "claims-list"}});
    std::string section = "\n";
    std::map<std::string, int> opened;
    for (const certificate::ClaimRecord* one : in_order()) {
      const certificate::ClaimRecord& record = *one;
      const std::string paper = record.id.substr(0, record.id.find('.')),
                        part = section_of_claim(record.id), here = paper + "." + part;
      if (here != section) {
        if (section != "\n") m_.close();
        section = here;
        // Claims of one's own may come back to a section.
        const int times = ++opened[here];
        const std::string anchor = reading_.prefix + "section-" + anchor_of(here) +
                                   (times == 1 ? "" : "-" + std::to_string(times)),
                          name = part.empty() ? std::string("Claims") : "Section " + part;
        m_.open("section", {{"aria-labelledby", anchor}});
        m_.element("h3", reading_.file.kind() == "box" ? paper + ", " + name : name,
                   {{"id", anchor}});
      }
      claim(record);
    }
    if (section != "\n") m_.close();
    m_.close();
  }

 private:
  // What stands before the last dot of an id, unless that is a claim itself, as F.4.D1 of
  // F.4.D1.equal: then the section of that claim.
  std::string section_of_claim(const std::string& id) const {
    const std::string part = section_of(id), above = id.substr(0, id.find('.')) + "." + part;
    return records_.contains(above) ? section_of_claim(above) : part;
  }

  // The order of the claim files is the paper's; that of ids, which certificates have, is not.
  std::vector<const certificate::ClaimRecord*> in_order() const {
    std::vector<std::tuple<std::string, int, const certificate::ClaimRecord*>> places;
    for (const certificate::ClaimRecord& record : reading_.file.claims()) {
      const claim::Entry* entry = reading_.entry(record.id);
      places.emplace_back(entry == nullptr ? "" : entry->file, entry == nullptr ? 0 : entry->line,
                          &record);
    }
    std::stable_sort(places.begin(), places.end(), [](const auto& a, const auto& b) {
      return std::tie(std::get<0>(a), std::get<1>(a)) < std::tie(std::get<0>(b), std::get<1>(b));
    });
    std::vector<const certificate::ClaimRecord*> records;
    for (const auto& place : places) records.push_back(std::get<2>(place));
    return records;
  }

  void filters() {
    std::map<std::string, std::size_t> counts;
    for (const certificate::ClaimRecord& record : reading_.file.claims()) ++counts[record.verdict];
    m_.open("form", {{"class", "filters"},
                     {"data-of", reading_.prefix + "claims-list"},
                     {"hidden", "hidden"},
                     {"role", "search"},
                     {"aria-label", "Filter claims"}});
    m_.open("fieldset");
    m_.element("legend", "Show");
    for (const char* verdict :
         {"refuted", "error", "undecided", "verified", "proved", "not_checkable"}) {
      if (!counts.contains(verdict)) continue;
      m_.open("label");
      m_.leaf("input", {{"type", "checkbox"}, {"value", verdict}, {"checked", "checked"}});
      m_.text(fmt::format(" {} ({})", words_of(verdict), counts[verdict]));
      m_.close();
    }
    m_.close();
    m_.open("label");
    m_.text("with the words ");
    m_.leaf("input", {{"type", "search"}});
    m_.close();
    m_.element("output", fmt::format("{} claims", reading_.file.claims().size()));
    m_.close();
  }

  static std::string words_of(const std::string& verdict) {
    return verdict == "not_checkable" ? "not checkable" : verdict;
  }
  static std::string short_id(const std::string& id) { return id.substr(id.find('.') + 1); }

  // The formula of an entry, set if it parses, and if there are not too many.
  void formula(const claim::Entry& entry, bool set) {
    if (!entry.formal) {
      m_.element("p", "No formula: " + entry.not_checkable.value_or(""), {{"class", "note"}});
      return;
    }
    m_.open("div", {{"class", "formula"},
                    {"tabindex", "0"},
                    {"role", "group"},
                    {"aria-label", "Formula of " + entry.id}});
    bool done = false;
    if (set) {
      try {
        m_.add(mathml(claim::formal_of(entry, names_of(entry.id))));
        done = true;
      } catch (const std::runtime_error&) {  // names of another run, or beyond a limit: as text
      }
    }
    if (!done) m_.element("code", claim::one_space(*entry.formal));
    m_.close();
  }

  void witness(const claim::Entry* entry, const certificate::ClaimRecord& record) {
    const certificate::Witness& witness = *record.witness;
    const Encodings E = encodings_of(reading_, record);
    m_.open("div", {{"class", "witness"}});
    const std::string at = place(witness.at, E, unit_of_inputs(reading_.file));
    m_.open("p");
    m_.text(at.empty() ? "Counterexample: " : "Counterexample at ");
    if (!at.empty()) m_.element("span", at, {{"class", "exact"}, {"data-field", "witness.at"}});
    if (witness.relation == "distinct") {
      m_.text(" and at ");
      m_.element("span", place(witness.other, E, unit_of_inputs(reading_.file)),
                 {{"class", "exact"}, {"data-field", "witness.other"}});
      m_.text(", where the value is the same: ");
      m_.element("span", witness.lhs, {{"class", "exact"}, {"data-field", "witness.lhs"}});
    } else if (witness.relation == "false") {
      m_.text(at.empty() ? "the formula is false." : ": the formula is false there.");
    }
    m_.close();
    if (witness.relation != "distinct" && witness.relation != "false") sides(entry, witness);
    m_.close();
  }

  void sides(const claim::Entry* entry, const certificate::Witness& witness) {
    const certificate::Witness shown = in_decimals(witness);
    if (entry != nullptr && entry->formal) {
      Safe placed;
      try {
        placed = mathml_of_witness(claim::formal_of(*entry, names_of(entry->id)), shown);
      } catch (const std::runtime_error&) {}
      if (!placed.markup.empty()) {
        m_.open("div", {{"class", "formula"},
                        {"tabindex", "0"},
                        {"role", "group"},
                        {"aria-label", "The inequality that fails, with its values"}});
        m_.add(placed);
        m_.close();
      }
    }
    const std::uint64_t D = replay_ != nullptr ? replay_->parameters().D : 0;
    m_.open("p");
    m_.element("span", quantity(shown.lhs, D),
               {{"class", "exact"}, {"data-field", "witness.lhs"}, {"data-value", witness.lhs}});
    m_.element("strong", " " + witness.relation + " ", {{"class", "exact"}});
    m_.element("span", quantity(shown.rhs, D),
               {{"class", "exact"}, {"data-field", "witness.rhs"}, {"data-value", witness.rhs}});
    m_.text(" is false.");
    m_.close();
  }

  void claim(const certificate::ClaimRecord& record) {
    const claim::Entry* entry = reading_.entry(record.id);
    const bool remarkable = record.verdict == "refuted" || record.verdict == "error" ||
                            record.verdict == "undecided" || repairs_.contains(record.id);
    const bool set = remarkable || reading_.file.claims().size() <= kMostSetFormulas;
    const std::string anchor = reading_.prefix + anchor_of(record.id);
    m_.open("article", {{"class", "claim"},
                        {"id", anchor},
                        {"data-verdict", record.verdict},
                        {"data-id", record.id}});
    m_.open("h4");
    m_.element("a", short_id(record.id), {{"href", "#" + anchor}});
    add_badge(m_, record.verdict);
    if (entry != nullptr && entry->kind != claim::EntryKind::printed)
      m_.element("span",
                 entry->kind == claim::EntryKind::repaired ? "repair" : name_of_kind(entry->kind),
                 {{"class", "note"}});
    m_.close();
    if (entry != nullptr) {
      m_.open("p", {{"class", "where"}});
      m_.text(entry->source + ". " + claim::one_space(entry->words));
      m_.close();
    }
    reason(record, entry);
    const auto repairs = repairs_.find(record.id);
    if (entry != nullptr) {
      if (repairs == repairs_.end()) {
        formula(*entry, set);
      } else {
        beside(*entry, record, repairs->second);
      }
    }
    if (record.witness) witness(entry, record);
    details(record, entry, set);
    m_.close();
  }

  void beside(const claim::Entry& entry, const certificate::ClaimRecord& record,
              const std::vector<const certificate::ClaimRecord*>& repairs) {
    m_.open("div", {{"class", "twin"}});
    m_.open("div");
    m_.element("p", "As printed: " + words_of(record.verdict), {{"class", "note"}});
    formula(entry, true);
    m_.close();
    for (const certificate::ClaimRecord* repair : repairs) {
      const claim::Entry* repaired = reading_.entry(repair->id);
      m_.open("div");
      m_.open("p", {{"class", "note"}});
      m_.text("Repaired, ");
      m_.element("a", short_id(repair->id),
                 {{"href", "#" + reading_.prefix + anchor_of(repair->id)}});
      m_.text(": " + words_of(repair->verdict));
      m_.close();
      if (repaired != nullptr) formula(*repaired, true);
      m_.close();
    }
    m_.close();
  }

  void reason(const certificate::ClaimRecord& record, const claim::Entry* entry) {
    std::string why;
    if (const std::string run = run_of_box(reading_, record); !run.empty())
      why = "Smallest counterexample of the box: " + run + ".";
    if (record.verdict == "verified" && !record.reason.empty())
      why = "Verified " + record.reason + " of the box.";
    if (record.verdict == "undecided") {
      why = record.reason == "cost" ? "Undecided: deciding it was over the budget of the run."
            : record.reason == "not covered" || record.reason == "no theorem"
                ? "Undecided here: this method does not reach it."
                : fmt::format("Undecided ({}).", record.reason);
    } else if (record.verdict == "not_checkable") {
      why = record.reason == "feature"  ? "Not checkable: it has no formula."
            : record.reason == "domain" ? "Not checkable here: it is made for other parameters."
            : record.reason == "vacuous"
                ? "Not checkable here: it has no instance on this run."
                : fmt::format("Not checkable here: {} is not verified.", record.reason);
    } else if (record.verdict == "error") {
      why = "A term of the formula has no value here.";
    } else if (record.reason == "given") {
      why = "Proved on every run on which the claims that it uses hold.";
    }
    if (!why.empty()) m_.element("p", why, {{"class", "note"}});
    if (entry != nullptr && record.verdict == "refuted" && entry->record == claim::Record::holds)
      m_.element("p", "Against its record: it is recorded as true.", {{"class", "v-refuted"}});
  }

  void details(const certificate::ClaimRecord& record, const claim::Entry* entry, bool set) {
    if (!set) return;  // its formula stands there as text already
    m_.open("details");
    m_.element("summary", "As decided, and how to replay it");
    if (entry != nullptr && entry->formal) m_.element("pre", claim::one_space(*entry->formal));
    m_.open("dl", {{"class", "facts"}});
    if (entry != nullptr) {
      add_fact(m_, "made for", claim::one_space(entry->domain));
      std::string needs;
      for (const std::string& need : entry->needs) needs += (needs.empty() ? "" : ", ") + need;
      if (!needs.empty()) add_fact(m_, "needs", needs);
      add_fact(m_, "record",
               entry->record == claim::Record::holds ? "true"
               : entry->record == claim::Record::fails
                   ? "false, refuted by " + entry->counterexample.value_or("")
                   : "open");
      if (entry->note) add_fact(m_, "note", claim::one_space(*entry->note));
    }
    add_fact(m_, "evidence",
             record.evidence + (record.tier == "none" ? "" : ", tier " + record.tier));
    add_fact(m_, "bound to", "SHA-256 " + record.sha256);
    m_.close();
    const std::string command = reading_.file.kind() == "box"
                                    ? command_on_box(reading_, record)
                                    : command_of(reading_, replay_, record.id);
    if (!command.empty()) m_.element("pre", command, {{"class", "replay"}});
    m_.close();
  }

  Markup& m_;
  const Reading& reading_;
  const Replay* replay_;
  std::map<std::string, const certificate::ClaimRecord*> records_;
  std::map<std::string, std::vector<const certificate::ClaimRecord*>>
      repairs_;  // of a printed claim
};

}  // namespace

void add_claims(Markup& m, const Reading& reading, const Replay* replay,
                std::vector<Section>& contents) {
  const std::string anchor = reading.prefix + "claims";
  contents.push_back({anchor, "Claims"});
  m.open("section", {{"aria-labelledby", anchor}});
  m.element("h2", "Claims", {{"id", anchor}});
  m.open("p", {{"class", "note"}});
  m.text("Formulas are set from the text that was decided, which stands under each. ");
  if (reading.file.kind() == "construction" || is_of_file(reading.file)) {
    m.text("H is an input of the construction; all values are real numbers.");
  } else {
    m.text("H ∈ 𝔾");
    m.element("sub", "δ");
    m.text(" is a grid input with its positions added; values are in real units, δ = 1/D.");
  }
  m.close();
  m.element("p",
            "In print, claims that hold or are not checkable stand with their ids alone; this page "
            "on a screen has what each says.",
            {{"class", "note in-print"}});
  if (reading.file.claims().size() > kMostSetFormulas)
    m.element("p",
              fmt::format("There are more than {} claims: those that hold and have no repair stand "
                          "here without details; verify explain ID shows them.",
                          kMostSetFormulas),
              {{"class", "note"}});
  Claims(m, reading, replay).write();
  m.close();
}

}  // namespace hardmax::report::html
