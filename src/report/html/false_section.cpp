#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "claim/errata.hpp"
#include "report/corpus.hpp"
#include "report/html/difference.hpp"
#include "report/html/sections.hpp"

namespace hardmax::report::html {

namespace {

// A line of the source that is refuted, and what says so.
struct False {
  const certificate::ClaimRecord* record = nullptr;
  const claim::Entry* entry = nullptr;
  std::vector<const certificate::ClaimRecord*> repairs;
  std::vector<const False*> with_it;  // of the same cause
};

class FalseLines {
 public:
  FalseLines(Markup& m, const Reading& reading) : m_(m), reading_(reading) {
    std::map<std::string, std::vector<const certificate::ClaimRecord*>> repairs;
    for (const certificate::ClaimRecord& record : reading.file.claims())
      if (const claim::Entry* entry = reading.entry(record.id); entry != nullptr && entry->repairs)
        repairs[*entry->repairs].push_back(&record);
    for (const certificate::ClaimRecord& record : reading.file.claims()) {
      const claim::Entry* entry = reading.entry(record.id);
      if (record.verdict == "refuted" && entry != nullptr && claim::is_of_source(*entry))
        found_[record.id] = {&record, entry, repairs[record.id], {}};
    }
    for (const auto& [id, one] : found_) {
      const auto root = one.entry->root ? found_.find(*one.entry->root) : found_.end();
      if (root == found_.end())
        causes_.push_back(&one);
      else
        root->second.with_it.push_back(&one);
    }
    // The gravest first; those that are in no list of errata last; in the order of the source.
    std::stable_sort(causes_.begin(), causes_.end(), [](const False* a, const False* b) {
      const auto place = [](const False* one) {
        return std::tuple(one->entry->severity.value_or('Z'), one->entry->file, one->entry->line);
      };
      return place(a) < place(b);
    });
  }

  [[nodiscard]] std::size_t lines() const { return found_.size(); }

  void write() {
    for (const False* one : causes_) write(*one);
  }

 private:
  void link(const claim::Entry& entry) {
    m_.element("a", without_paper(entry.id),
               {{"href", "#" + reading_.prefix + anchor_of(entry.id)}});
  }

  void sentence(const char* name, const std::string& text) {
    m_.open("p");
    m_.element("strong", fmt::format("{}: ", name));
    m_.text(claim::one_space(text));
    m_.close();
  }

  void write(const False& one) {
    const claim::Entry& entry = *one.entry;
    m_.open("div", {{"class", "false"}, {"data-id", entry.id}});
    m_.open("h3");
    m_.text(entry.source + " ");
    link(entry);
    m_.close();
    m_.element("p", claim::one_space(entry.words), {{"class", "note"}});
    if (entry.quote) {
      m_.open("p");
      m_.element("strong", "Printed: ");
      m_.element("span", claim::one_space(*entry.quote), {{"class", "exact"}});
      m_.close();
    }
    formulas(one);
    counterexample(one);
    if (entry.record == claim::Record::holds)
      sentence("Recorded as true",
               "it is false here, on a network that was changed or against its record");
    if (entry.consequence) sentence("It means", *entry.consequence);
    if (one.repairs.empty() && entry.no_repair) sentence("No repair", *entry.no_repair);
    if (!one.with_it.empty()) {
      m_.open("p");
      m_.element("strong", "False with it: ");
      for (std::size_t i = 0; i < one.with_it.size(); ++i) {
        if (i != 0) m_.text(", ");
        link(*one.with_it[i]->entry);
      }
      m_.close();
    }
    m_.close();
  }

  void formulas(const False& one) {
    if (!one.entry->formal) return;
    const std::string printed = claim::one_space(*one.entry->formal);
    const claim::Entry* repair =
        one.repairs.empty() ? nullptr : reading_.entry(one.repairs.front()->id);
    m_.open("div", {{"class", "twin"}});
    m_.open("div");
    m_.element("p", "As decided: refuted", {{"class", "note"}});
    if (repair == nullptr || !repair->formal) {
      m_.element("code", printed);
      m_.close();
    } else {
      const auto [was, is] = with_difference(printed, claim::one_space(*repair->formal));
      m_.add(was);
      m_.close();
      m_.open("div");
      m_.open("p", {{"class", "note"}});
      m_.text("Repaired, ");
      link(*repair);
      m_.text(": " + one.repairs.front()->verdict);
      m_.close();
      m_.add(is);
      m_.close();
    }
    m_.close();
  }

  void counterexample(const False& one) {
    if (!one.record->witness) return;
    const std::string run = run_of_box(reading_, *one.record);
    m_.open("p", {{"class", "witness"}});
    m_.element("strong", "Counterexample: ");
    if (!run.empty()) m_.text(run + ", ");
    m_.element("span",
               witness_line(*one.record->witness, encodings_of(reading_, *one.record),
                            unit_of_inputs(reading_.file)),
               {{"class", "exact"}});
    m_.close();
  }

  Markup& m_;
  const Reading& reading_;
  std::map<std::string, False> found_;  // by id
  std::vector<const False*> causes_;
};

}  // namespace

void add_false(Markup& m, const Reading& reading, std::vector<Section>& contents) {
  FalseLines lines(m, reading);
  if (lines.lines() == 0) return;
  const std::string anchor = reading.prefix + "false";
  contents.push_back({anchor, "What is false"});
  m.open("section", {{"aria-labelledby", anchor}});
  m.element("h2", "What is false, and what it means", {{"id", anchor}});
  lines.write();
  m.close();
}

}  // namespace hardmax::report::html
