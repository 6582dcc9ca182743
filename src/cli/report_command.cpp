#include "cli/report_command.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "claim/entry.hpp"
#include "cli/corpus_command.hpp"
#include "cli/option_values.hpp"
#include "cli/output.hpp"
#include "cli/run_command.hpp"
#include "exact/atomic_file.hpp"
#include "exact/error.hpp"
#include "pattern/file_bytes.hpp"
#include "report/corpus.hpp"
#include "report/findings.hpp"
#include "report/html/report_page.hpp"
#include "report/html/sections.hpp"

namespace hardmax::cli {

namespace {

constexpr std::uintmax_t kMostBytes = std::uintmax_t{1} << 30;  // of a certificate, FORMAT.md

std::string read_certificate(const std::string& name) {
  if (name == "-") return read_file_bytes(name, kMostBytes);
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(name, error);
  if (error)
    throw InvalidInput(InvalidInput::Kind::file, fmt::format("{}: {}; name a certificate",
                                                             name.substr(0, 200), error.message()));
  if (size > kMostBytes)
    throw InvalidInput(
        InvalidInput::Kind::file,
        fmt::format("{}: {} bytes; a certificate has at most 2^30", name.substr(0, 200), size));
  std::ifstream stream(name, std::ios::binary);
  std::string bytes(size, '\0');
  if (!stream.read(bytes.data(), static_cast<std::streamsize>(size)))
    throw InvalidInput(InvalidInput::Kind::file,
                       fmt::format("{}: cannot be read; name a certificate", name.substr(0, 200)));
  return bytes;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    if (end > start) lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

void deliver(const ReportCommandOptions& options, const std::string& text) {
  if (!options.output.empty()) return write_file_atomically(options.output, text);
  print_result(text);
}

}  // namespace

void validate(ReportCommandOptions& options) {
  if (options.corpus == !options.certificates.empty())
    bad(options.corpus ? "--corpus: takes no certificates; leave one of them out"
                       : "report: name certificates, or write --corpus");
  const bool of_box = !options.of_corpus.boxes.empty() || !options.of_corpus.patterns.empty() ||
                      !options.of_corpus.only.empty() || !options.of_corpus.import_given.empty();
  if (!options.corpus && of_box)
    bad("report: --box, --patterns, --only and the options of pattern files choose a part of the "
        "corpus; write --corpus, or "
        "leave them out");
  const std::string extension = std::filesystem::path(options.output).extension().string();
  const std::string by_name = extension == ".md"                            ? "md"
                              : extension == ".html" || extension == ".htm" ? "html"
                                                                            : "";
  const bool to_standard_output = options.output.empty() || options.output == "-";
  if (options.format.empty()) options.format = to_standard_output ? "html" : by_name;
  if (options.format.empty())
    bad(fmt::format("-o '{}': the name says no format; end it with .html or .md, or write --format",
                    options.output.substr(0, 100)));
  if (options.format != "html" && options.format != "md")
    bad(fmt::format("--format '{}': unknown; known are html, md", options.format.substr(0, 60)));
}

int report_command(const ReportCommandOptions& options) {
  report::ReportOptions how;
  how.version = HARDMAX_VERSION;
  how.soft = !options.no_soft;
  how.claims_option = claims_option(options.of_corpus.claims);
  const bool markdown = options.format == "md";
  const std::vector<claim::Entry> entries = load_claims(options.of_corpus.claims);
  how.claims = claims_read(options.of_corpus.claims, entries);
  how.papers = papers_of(options.of_corpus.claims);
  if (options.corpus) {
    const CorpusResult result = decide_corpus(corpus_request(options.of_corpus, entries), entries);
    report::CorpusPresentation as_text;
    as_text.version = HARDMAX_VERSION;
    as_text.every_claim = false;
    report::FindingsPresentation as_findings;
    as_findings.version = HARDMAX_VERSION;
    as_findings.papers = how.papers;
    deliver(options, markdown ? report::findings_markdown(result, as_findings) +
                                    report::corpus_markdown(result, as_text)
                              : report::corpus_html(result, how));
    return report::exit_code(report::overall(result));
  }
  std::vector<report::CheckedCertificate> certificates;
  int code = 0;
  for (const std::string& name : options.certificates) {
    report::CheckedCertificate certificate{name, read_certificate(name), 0, {}};
    const CheckAnswer answer = ask_verify_check(certificate.bytes, options.of_corpus.claims);
    certificate.check_code = answer.code;
    certificate.check_lines = lines_of(answer.said);
    std::erase_if(certificate.check_lines, [](const std::string& line) {
      return line.starts_with("claims: ");
    });  // the page says that at its end
    if (answer.code != 0 && answer.code != 3) {
      for (const std::string& line : certificate.check_lines)
        fmt::print(stderr, "verify: {}: {}\n", name, line);
      fmt::print(stderr, "verify: {}: no report: verify-check did not accept the certificate\n",
                 name);
      return answer.code;
    }
    code = std::max(code, answer.code);
    certificates.push_back(std::move(certificate));
  }
  deliver(options, markdown ? report::certificates_markdown(certificates, entries, how)
                            : report::certificates_html(certificates, entries, how));
  return code;
}

}  // namespace hardmax::cli
