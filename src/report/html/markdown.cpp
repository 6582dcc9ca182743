#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "report/corpus.hpp"
#include "report/findings.hpp"
#include "report/html/report_page.hpp"
#include "report/html/sections.hpp"
#include "report/markdown.hpp"

namespace hardmax::report {

namespace {

using markdown::code;
using markdown::plain;

// The line of a claim that does not hold.
std::string line_of(const html::Reading& reading, const certificate::ClaimRecord& record) {
  const html::CertificateFile& file = reading.file;
  const claim::Entry* entry = reading.entry(record.id);
  std::string repairs;
  for (const certificate::ClaimRecord& other : file.claims()) {
    const claim::Entry* repair = reading.entry(other.id);
    if (repair != nullptr && repair->repairs == record.id)
      repairs += (repairs.empty() ? "" : ", ") + code(other.id) + " " + other.verdict;
  }
  const char* recorded = entry == nullptr                        ? ""
                         : entry->record == claim::Record::holds ? "true"
                         : entry->record == claim::Record::fails ? "false"
                                                                 : "open";
  return fmt::format(
      "| {} | {} | {}{} | {} | {} | {} |\n", code(record.id), recorded, record.verdict,
      record.reason.empty() ? "" : " (" + plain(record.reason) + ")",
      record.witness ? plain(witness_line(*record.witness, html::encodings_of(reading, record),
                                          html::unit_of_inputs(file)))
                     : "",
      repairs,
      entry != nullptr && entry->consequence ? plain(claim::one_space(*entry->consequence)) : "");
}

// The table of claims that do not hold, if there are such.
void write_exceptions(std::string& out, const html::Reading& reading) {
  const html::CertificateFile& file = reading.file;
  const bool any = std::any_of(file.claims().begin(), file.claims().end(), [](const auto& c) {
    return c.verdict == "refuted" || c.verdict == "error" || c.verdict == "undecided";
  });
  if (!any) return;
  out +=
      "| claim | recorded | verdict | counterexample (real units) | repair | it means "
      "|\n|---|---|---|---|---|---|\n";
  for (const certificate::ClaimRecord& record : file.claims()) {
    if (record.verdict != "refuted" && record.verdict != "error" && record.verdict != "undecided")
      continue;
    out += line_of(reading, record);
  }
  out += "\n";
}

// What the ids of its claims begin with is added to `about`.
void write_certificate(std::string& out, std::set<std::string>& about,
                       const CheckedCertificate& certificate,
                       const std::vector<claim::Entry>& entries, const ReportOptions& options) {
  html::Reading reading{html::CertificateFile(certificate.name, certificate.bytes),
                        &entries,
                        options.claims_option,
                        certificate.check_lines,
                        certificate.check_code,
                        ""};
  const html::CertificateFile& file = reading.file;
  for (const auto& record : file.claims()) about.insert(record.id.substr(0, record.id.find('.')));
  std::optional<html::Replay> replay;
  if (file.kind() == "run") replay.emplace(file);
  const html::Replay* run = replay ? &*replay : nullptr;
  out += "**" + plain(sentence_of(reading, run).text) + "**\n\n";
  out += fmt::format(
      "{} by verify-check. Certificate {}, kind {}, SHA-256 {}{}.\n\n",
      reading.check_code == 0 ? "Accepted" : "Found incomplete, with no difference,",
      code(file.name()), plain(file.kind()), code(file.sha256()),
      file.has("totals.digest")
          ? (file.kind() == "construction" ? ", digest of the outputs " : ", digest of the ids ") +
                code(file.text("totals.digest"))
          : "");
  write_exceptions(out, reading);
  const std::string command = command_of(reading, run, file.only());
  out += "    verify check " + file_word(file.name()) + options.claims_option + "\n" +
         (command.empty() ? "" : "    " + command + "\n");
  for (const certificate::ClaimRecord& record : file.claims()) {
    const std::string again =
        file.kind() == "box" && record.verdict == "refuted" ? command_on_box(reading, record) : "";
    if (!again.empty()) out += "    " + again + "\n";
  }
  out += "\n";
}

}  // namespace

std::string certificates_markdown(const std::vector<CheckedCertificate>& certificates,
                                  const std::vector<claim::Entry>& entries,
                                  const ReportOptions& options) {
  std::string out, body;
  std::set<std::string> about;
  for (const CheckedCertificate& certificate : certificates)
    write_certificate(body, about, certificate, entries, options);
  for (const auto& [name, paper] : options.papers)
    if (about.contains(name))
      out +=
          fmt::format("{}. {} <{}>\n\n", plain(paper.title), plain(imprint_of(paper)), paper.link);
  return out + body + made_by(options) + "\n";
}

}  // namespace hardmax::report
