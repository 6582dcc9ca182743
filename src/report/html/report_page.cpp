#include "report/html/report_page.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <set>

#include "discharge/soft/answer.hpp"
#include "report/findings.hpp"
#include "report/html/page.hpp"
#include "report/html/sections.hpp"
#include "report/soft.hpp"

namespace hardmax::report {

namespace {

using html::Counts;
using html::Markup;
using html::Reading;
using html::Replay;
using html::Safe;
using html::Section;
using html::Sentence;

struct Document {
  Reading reading;
  std::unique_ptr<Replay> replay;  // of kind run
};

Document document_of(const CheckedCertificate& certificate,
                     const std::vector<claim::Entry>& entries, const ReportOptions& options) {
  Document document{{html::CertificateFile(certificate.name, certificate.bytes), &entries,
                     options.claims_option, certificate.check_lines, certificate.check_code, ""},
                    nullptr};
  if (document.reading.file.kind() == "run")
    document.replay = std::make_unique<Replay>(document.reading.file);
  return document;
}

const char* acceptance_of(const Reading& reading) {
  return reading.check_code == 0
             ? "verify-check, a second program that shares no code with the first, decided all of "
               "it again and accepts the certificate."
             : "verify-check, a second program that shares no code with the first, decided again "
               "what can be decided and found no difference; the certificate is incomplete.";
}

Safe verdict_box(const Reading& reading, const Sentence& sentence) {
  Markup m;
  m.open("div", {{"class", "verdict " + sentence.tone}, {"role", "status"}});
  m.element("p", sentence.text, {{"class", "sentence"}});
  m.element("p", acceptance_of(reading));
  m.close();
  return m.finish();
}

// What no certificate covers: softmax, and floating point.
void add_if_small(Markup& m, const Document& document, std::vector<Section>& contents) {
  const Replay* replay = document.replay.get();
  if (replay == nullptr || replay->pattern() == nullptr || replay->network() == nullptr ||
      !replay->overrides().empty())
    return;
  const auto& claims = document.reading.file.claims();
  if (std::none_of(claims.begin(), claims.end(), [](const auto& c) { return says_soft(c.id); }))
    return;
  const auto inputs = Rational::parse(document.reading.file.text("totals.inputs"));
  const auto& parameters = replay->parameters();
  if (!inputs || inputs->is_zero() ||
      *inputs * Rational(replay->network()->size()) * Rational(parameters.n) >
          Rational(most_soft_work))
    return;
  const RunCommand command = network_command_of(*replay);
  SoftQuestion question;
  question.parameters = parameters;
  question.pattern = replay->pattern();
  question.settings.map = SoftMap{};
  add_soft(m, document.reading.prefix, question, answer_soft(question),
           command.soft(" --rho softmax"), contents);
  add_float(m, document.reading.prefix, *replay->construction(), *replay->pattern(),
            command.soft(" --float all"), contents);
}

void add_body(Markup& m, const Document& document, const ReportOptions& options,
              std::vector<Section>& contents) {
  const Reading& reading = document.reading;
  const Replay* replay = document.replay.get();
  add_false(m, reading, contents);
  add_parameters(m, reading, contents);
  add_pattern(m, reading, replay, contents);
  if (replay != nullptr) add_network(m, reading, *replay, contents);
  add_argument(m, reading, contents);
  add_box(m, reading, contents);
  add_tape(m, reading, contents);
  add_phases(m, reading, contents);
  add_every_input(m, reading, contents);
  if (!reading.file.claims().empty()) add_claims(m, reading, replay, contents);
  if (replay != nullptr) {
    add_traces(m, reading, *replay, contents);
    add_plots(m, reading, *replay, contents);
  }
  if (options.soft) add_if_small(m, document, contents);
  add_replay(m, reading, replay, contents);
}

// Papers, each with its authors, year and link, by what the ids of their claims begin with.
Safe imprint_of(const std::set<std::string>& about,
                const std::map<std::string, claim::Paper>& papers) {
  Markup m;
  for (const auto& [name, paper] : papers) {
    if (!about.contains(name)) continue;
    m.open("p", {{"class", "imprint"}});
    m.element("a", paper.title, {{"href", paper.link}, {"rel", "noreferrer"}});
    m.text(". " + report::imprint_of(paper));
    m.close();
  }
  return m.finish();
}

std::string title_of(const html::CertificateFile& file) {
  const std::string& kind = file.kind();
  if (kind == "soft")
    return fmt::format("{} with soft maps at n = {}, d = {}, δ = 1/{}",
                       file.text("run.construction"), file.text("run.n"), file.text("run.d"),
                       file.text("run.D"));
  if (kind == "run")
    return fmt::format("{} at n = {}, d = {}, δ = 1/{}", file.text("run.construction"),
                       file.text("run.n"), file.text("run.d"), file.text("run.D"));
  if (kind == "structural")
    return fmt::format("{}, {}at {}", file.text("run.construction"),
                       file.has("pattern.n") ? "Lemma 7 " : "all inputs at once ",
                       html::sizes_of_structural(file));
  if (kind == "assumption1")
    return fmt::format("Assumption 1 of a pattern of {} tokens", file.text("pattern.n"));
  if (kind == "for-all-D")
    return fmt::format("{} for all D at n = {}, d = {}", file.text("fixed.construction"),
                       file.text("fixed.n"), file.text("fixed.d"));
  if (kind == "general") return fmt::format("{} for all n, d, D", file.text("construction"));
  if (kind == "kernel")
    return fmt::format("{}, theorems checked by Coq", file.text("construction"));
  if (kind == "box") return fmt::format("{} claims on a box of runs", file.claims().size());
  if (kind == "construction" || kind == "machine" || kind == "vectors")
    return html::run_of_construction(file);
  return "Certificate of kind " + kind;
}

}  // namespace

std::string made_by(const ReportOptions& options) {
  const std::string claims = options.claims.str();
  return "Hardmax " + options.version + (claims.empty() ? "" : ", claims of " + claims);
}

std::string certificates_html(const std::vector<CheckedCertificate>& certificates,
                              const std::vector<claim::Entry>& entries,
                              const ReportOptions& options) {
  html::Page page;
  page.kicker = "Hardmax report";
  page.footer = fmt::format(
      "{}. This page holds everything it shows; it loads nothing and names no time, so the same "
      "certificates give the same bytes.",
      made_by(options));
  std::set<std::string> about;
  Markup body, verdicts;
  for (std::size_t i = 0; i < certificates.size(); ++i) {
    Document document = document_of(certificates[i], entries, options);
    for (const certificate::ClaimRecord& claim : document.reading.file.claims())
      about.insert(claim.id.substr(0, claim.id.find('.')));
    const Sentence sentence = sentence_of(document.reading, document.replay.get());
    if (certificates.size() == 1) {
      page.title = title_of(document.reading.file);
      verdicts.add(verdict_box(document.reading, sentence));
      add_body(body, document, options, page.contents);
      break;
    }
    document.reading.prefix = fmt::format("r{}-", i + 1);
    const std::string anchor = document.reading.prefix + "report",
                      title = title_of(document.reading.file);
    verdicts.add(verdict_box(document.reading, {title + ": " + sentence.text, sentence.tone}));
    page.contents.push_back({anchor, title});
    std::vector<Section> within;
    body.open("div", {{"role", "region"}, {"aria-labelledby", anchor}});
    body.element("h2", title, {{"id", anchor}});
    add_body(body, document, options, within);
    body.close();
  }
  if (certificates.size() != 1) page.title = fmt::format("{} certificates", certificates.size());
  page.imprint = imprint_of(about, options.papers);
  page.verdict = verdicts.finish();
  page.body = body.finish();
  return html::page(page);
}

}  // namespace hardmax::report
