#include "cli/kernel_command.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "certificate/hypotheses.hpp"
#include "claim/entry.hpp"
#include "cli/bound_constructions.hpp"
#include "cli/coq_programs.hpp"
#include "cli/output.hpp"
#include "cli/run_command.hpp"
#include "discharge/coq/statement.hpp"
#include "discharge/described.hpp"
#include "exact/atomic_file.hpp"
#include "exact/error.hpp"

namespace hardmax::cli {

namespace {

namespace fs = std::filesystem;
using Kind = InvalidInput::Kind;

// No theorem is about the network of a file: its claims are left out, but for what others need.
std::vector<claim::Entry> without_files(std::vector<claim::Entry> entries) {
  const DescribedPapers described(entries);
  std::set<std::string> needed;
  for (const claim::Entry& entry : entries)
    if (described.of(entry) == nullptr) needed.insert(entry.needs.begin(), entry.needs.end());
  std::erase_if(entries, [&](const claim::Entry& entry) {
    return described.of(entry) != nullptr && !needed.contains(entry.id);
  });
  return entries;
}

std::string certificate_kernel(const std::vector<claim::Entry>& entries,
                               const std::vector<Source>& theory,
                               const std::vector<std::vector<std::string>>& axioms) {
  certificate::Writer w("kernel");
  w.key("theory");
  w.open('[');
  for (const Source& source : theory) {
    w.open('{');
    w.field("file", source.name);
    w.field("sha256", certificate::sha256(source.text));
    w.close('}');
  }
  w.close(']');
  w.key("theorems");
  w.open('[');
  std::size_t place = 0;
  std::vector<certificate::ClaimRecord> records;
  std::vector<const claim::Entry*> claims;
  for (const claim::Entry& entry : entries) {
    claims.push_back(&entry);
    certificate::ClaimRecord record{entry.id,    certificate::sha256(claim::binding_text(entry)),
                                    "undecided", "none",
                                    "none",      "no theorem",
                                    {}};
    if (!entry.formal) {
      record.verdict = "not_checkable";
      record.reason = "feature";
    } else if (entry.theorem) {
      w.open('{');
      w.field("id", entry.id);
      w.field("theorem", *entry.theorem);
      w.list("axioms", axioms[place++]);
      w.close('}');
      record = {
          entry.id, record.sha256, entry.record == claim::Record::fails ? "refuted" : "proved",
          "kernel", "theorem",     "",
          {}};
    }
    records.push_back(std::move(record));
  }
  w.close(']');
  w.claims("", records);
  w.hypotheses(certificate::hypotheses_of(claims, entries));
  return bound_to_constructions(w.finish(), entries);
}

// What was found of the exports: the theory they were compiled beside, and that they rest on no
// axiom.
std::string exports_of(const std::vector<Source>& theory, const std::vector<Source>& exports,
                       const std::string& version) {
  const auto file = [](const Source& source) {
    return fmt::format(R"({{"file":"{}","sha256":"{}")", source.name,
                       certificate::sha256(source.text));
  };
  std::string
      text = fmt::format(
          R"({{"format":"hardmax-exports","version":"1.0","coqc":"{}","coqchk":"accepted","theory":[)",
          version),
      between;
  for (const Source& source : theory) text += std::exchange(between, ",") + file(source) + "}";
  text += R"(],"exports":[)";
  between.clear();
  for (const Source& source : exports)
    text += std::exchange(between, ",") + file(source) + R"(,"axioms":[]})";
  return text + "]}\n";
}

std::string result_of(const std::string& certificate, const std::string& version,
                      const std::set<std::string>& axioms) {
  std::string list;
  for (const std::string& axiom : axioms)
    list += fmt::format("{}\"{}\"", list.empty() ? "" : ",", axiom);
  return fmt::format(
      R"({{"format":"hardmax-kernel","version":"1.0","certificate":"{}","coqc":"{}","coqchk":"accepted","axioms":[{}]}})"
      "\n",
      certificate::sha256(certificate), version, list);
}

// Why nothing is written, and the file in the working folder that shows it.
struct Refusal {
  std::string what;
  std::string log;
};

// What Coq is to compile: the theory, what else the exports require behind it, the exports, and
// the file that links claims to theorems, with its groups of theorems.
struct Compiled {
  std::vector<std::size_t> groups;
  std::string links;
  std::vector<Source> theory;
  std::vector<Source> exports;
  std::vector<Source> beside_exports;
};

std::size_t theorems_of(const std::vector<claim::Entry>& entries, const fs::path& place) {
  const auto theorems = static_cast<std::size_t>(
      std::count_if(entries.begin(), entries.end(),
                    [](const claim::Entry& entry) { return entry.theorem.has_value(); }));
  if (theorems == 0)
    throw InvalidInput(Kind::file,
                       fmt::format("{}: no entry names a theorem; name the directory of the corpus",
                                   place.string()));
  return theorems;
}

void require_theory_written_for(const fs::path& coq, const std::vector<claim::Entry>& entries) {
  std::set<std::string> constructions;
  for (const claim::Entry& entry : entries)
    if (entry.theorem) constructions.insert(construction_of(entry.id));
  for (const std::string& id : constructions) require_written_for(coq, id, entries);
}

fs::path folder_of_results(const KernelOptions& options, const FilesOfFolder& results,
                           const fs::path& coq) {
  fs::path folder = fs::absolute(options.directory);
  if (!fs::is_directory(folder))
    throw InvalidInput(Kind::option, fmt::format("DIR '{}': {}; name a directory that can be made",
                                                 options.directory, results.problem.message()));
  std::error_code problem;
  if (fs::equivalent(folder, coq, problem))
    throw InvalidInput(Kind::option,
                       fmt::format("DIR '{}': that is the folder of the theory; name another one",
                                   options.directory));
  return folder;
}

// Whether an earlier run has left results, which are removed.
bool remove_earlier_results(const fs::path& folder) {
  const bool earlier = fs::exists(folder / "kernel.json");
  for (const char* name : {"kernel.json", "kernel.cert.json", "exports.json", "Links.v",
                           "Links.log", "coqchk.log", "log.txt"})
    fs::remove(folder / name);
  return earlier;
}

Compiled files_to_compile(const std::vector<claim::Entry>& entries, const fs::path& coq,
                          const fs::path& folder) {
  Theory files(coq, coq_statements(entries));
  Compiled all;
  all.groups = coq_groups(entries);
  all.links = coq_links(entries, all.groups);
  all.theory = files.further(all.links);
  all.exports = exports_in(folder);
  all.beside_exports = all.theory;
  for (const Source& source : all.exports) {
    const std::vector<Source> further = files.further(source.text);
    all.beside_exports.insert(all.beside_exports.end(), further.begin(), further.end());
  }
  return all;
}

std::string version_of_coq(const std::string& coqc, const Folder& work) {
  if (wait_for(start_program({coqc, "--print-version"}, work.path(), work / "version.log"))
          .second != 0) {
    throw InvalidInput(
        Kind::option,
        fmt::format(
            "--coqc '{}': no Coq answers there; install Coq 8.16 (Debian: coq) or name the program",
            coqc));
  }
  const std::string printed = contents(work / "version.log");
  return printed.substr(0, printed.find_first_of(" \n"));
}

std::vector<std::size_t> one_by_one(std::size_t theorems) {
  std::vector<std::size_t> groups(theorems);
  std::iota(groups.begin(), groups.end(), std::size_t{0});
  return groups;
}

// verify-check reads everything, and tries the statements on small runs, before Coq compiles a
// line: a file may start other programs while it is compiled. `question` is the certificate
// without axioms.
std::optional<Refusal> read_by_verify_check(const KernelOptions& options, const Folder& work,
                                            const Compiled& files, const std::string& links_again,
                                            const std::string& question) {
  std::string also;
  const auto read_first = [&](const Source& source, bool is_stated) {
    write_file_atomically(work / (source.name + ".v"), source.text);
    if (!is_stated) also += source.name + "\n";
  };
  for (std::size_t i = 0; i < files.beside_exports.size(); ++i)
    read_first(files.beside_exports[i], i < files.theory.size());
  for (const Source& source : files.exports) read_first(source, false);
  read_first({"Links_again", links_again}, false);
  read_first({"Links", files.links}, false);
  write_file_atomically(work / "also", also);
  const CheckAnswer answer = ask_verify_check(
      question, options.claims, (work / "kernel.json").string(), (work / "also").string());
  const std::string second = answer.said.substr(answer.said.find('\n') + 1);
  if (answer.code == 3 && answer.said.starts_with("incomplete: ") &&
      second.starts_with("everything else agrees: "))
    return std::nullopt;
  write_file_atomically(work / "check.log", answer.said);
  return Refusal{"verify-check refuses the theory, its statements or an export, without Coq: " +
                     answer.said.substr(0, answer.said.find('\n')),
                 "check.log"};
}

std::optional<Refusal> refused_by_coq(const std::string& coqc, const Folder& work,
                                      const Compiled& files) {
  std::vector<Source> all = files.beside_exports;
  all.push_back({"Links", files.links});
  all.insert(all.end(), files.exports.begin(), files.exports.end());
  const std::string refused = compile(coqc, work, all);
  if (refused.empty()) return std::nullopt;
  return Refusal{fmt::format("Coq refuses {}.v", refused), refused + ".log"};
}

// What each theorem rests on. Without real numbers there is nearly always no axiom. Otherwise Coq
// is asked again, theorem by theorem, by `links_again`, which is then the file of links.
std::optional<Refusal> find_axioms(const std::string& coqc, const Folder& work, Compiled& files,
                                   const std::string& links_again,
                                   std::vector<std::vector<std::string>>& axioms) {
  axioms = axioms_of_theorems(contents(work / "Links.log"), files.groups);
  bool again = false;
  for (std::size_t i = 0; i < axioms.size(); ++i)
    again = again || (files.groups[i] == 0 && !axioms[i].empty());
  if (again) {
    files.links = links_again;
    if (!compile(coqc, work, {Source{"Links", files.links}}).empty())
      return Refusal{"Coq refuses Links.v", "Links.log"};
    axioms = axioms_of_theorems(contents(work / "Links.log"), one_by_one(files.groups.size()));
  }
  if (axioms.empty())
    return Refusal{"Coq does not say of every theorem what it rests on", "Links.log"};
  return std::nullopt;
}

std::optional<Refusal> axiom_not_admitted(const std::vector<claim::Entry>& entries,
                                          const std::vector<std::vector<std::string>>& axioms) {
  std::size_t place = 0;
  for (const claim::Entry& entry : entries) {
    if (!entry.theorem) continue;
    for (const std::string& axiom : axioms[place++]) {
      if (!is_admitted_axiom(axiom, is_about_reals(entry)))
        return Refusal{fmt::format("{} rests on {}, which is none of the axioms of Coq's real "
                                   "numbers, or its claim is not about these",
                                   *entry.theorem, axiom),
                       "Links.log"};
    }
  }
  return std::nullopt;
}

std::optional<Refusal> refused_by_coqchk(const std::string& coqc, const Folder& work,
                                         const std::vector<Source>& exports) {
  const std::string coqchk = (fs::path(coqc).parent_path() / "coqchk").string();
  const std::vector<std::string> all_files = {coqchk, "-silent", "-o", "-R", ".", "Hardmax"};
  std::vector<std::string> check_links = all_files, check_exports = all_files;
  check_links.push_back("Hardmax.Links");
  for (const Source& source : exports) {
    check_exports.push_back("Hardmax." + source.name);
  }
  // Two runs of coqchk, so that what it says of exports is of them alone: theorems about real
  // numbers have axioms.
  const pid_t links_checked = start_program(check_links, work.path(), work / "coqchk.log");
  const bool exports_accepted =
      exports.empty() ||
      wait_for(start_program(check_exports, work.path(), work / "exports.log")).second == 0;
  if (wait_for(links_checked).second != 0)
    return Refusal{"coqchk does not accept the compiled files", "coqchk.log"};
  if (!exports_accepted) return Refusal{"coqchk does not accept the exports", "exports.log"};
  if (!exports.empty()) {
    // coqchk says it of the compiled files: what an export prints itself may say anything. None
    // speaks of real numbers.
    const auto in_context = assumed_by_coqchk(contents(work / "exports.log"));
    if (!in_context || !in_context->empty())
      return Refusal{"an export rests on an axiom", "exports.log"};
  }
  return std::nullopt;
}

std::string claims_proved(const std::vector<claim::Entry>& entries, std::size_t theorems,
                          const std::string& version, const std::set<std::string>& axioms) {
  const auto refuted = std::count_if(entries.begin(), entries.end(), [](const claim::Entry& entry) {
    return entry.theorem && entry.record == claim::Record::fails;
  });
  std::string out = fmt::format(
      "{} claims proved, {} refuted by the kernel of Coq {} for every run, with {}; {} name no "
      "theorem.\n",
      theorems - static_cast<std::size_t>(refuted), refuted, version,
      axioms.empty() ? "no axiom" : fmt::format("{} axioms", axioms.size()),
      entries.size() - theorems);
  for (const std::string& name : axioms) out += fmt::format("  axiom {}\n", name);
  return out;
}

}  // namespace

int kernel_command(const KernelOptions& options) {
  const std::vector<fs::path> places = claim_places(options.claims);
  const fs::path coq = theory_of(options.claims);
  const std::vector<claim::Entry> entries = without_files(load_claims(options.claims));
  const std::size_t theorems = theorems_of(entries, places.front());
  require_theory_written_for(coq, entries);
  FilesOfFolder results(options.directory);
  const fs::path folder = folder_of_results(options, results, coq);
  // What an earlier run found goes first, so that whatever is there at the end is of this one.
  const bool earlier = remove_earlier_results(folder);

  const Folder work;
  Compiled files = files_to_compile(entries, coq, folder);
  for (const Source& source : files.beside_exports) {
    if (earlier) fs::remove(folder / (source.name + ".v"));
  }
  const std::string version = version_of_coq(options.coqc, work);
  const std::string links_again = coq_links(entries, one_by_one(files.groups.size()));
  std::vector<std::vector<std::string>> axioms(theorems);
  std::optional<Refusal> refusal = read_by_verify_check(
      options, work, files, links_again, certificate_kernel(entries, files.theory, axioms));
  if (!refusal) refusal = refused_by_coq(options.coqc, work, files);
  if (!refusal) refusal = find_axioms(options.coqc, work, files, links_again, axioms);
  if (!refusal) refusal = axiom_not_admitted(entries, axioms);
  if (!refusal) refusal = refused_by_coqchk(options.coqc, work, files.exports);
  if (refusal) {
    const fs::path shown = folder / "log.txt";
    write_file_atomically(shown, contents(work / refusal->log));
    fmt::print(stderr, "verify: {}: see {}\n", refusal->what, shown.string());
    return 1;
  }

  for (const Source& source : files.beside_exports) results.write(source.name + ".v", source.text);
  results.write("Links.v", files.links);
  for (const char* name : {"Links.log", "coqchk.log"}) results.write(name, contents(work / name));
  std::set<std::string> names;
  for (const auto& of_one : axioms) names.insert(of_one.begin(), of_one.end());
  const std::string certificate = certificate_kernel(entries, files.theory, axioms);
  results.write("kernel.cert.json", certificate);
  results.write("kernel.json", result_of(certificate, version, names));
  std::string out = claims_proved(entries, theorems, version, names);
  if (!files.exports.empty()) {
    results.write("exports.json", exports_of(files.beside_exports, files.exports, version));
    out += fmt::format("{} exports accepted, none with an axiom: {}\n", files.exports.size(),
                       (folder / "exports.json").string());
  }
  out += fmt::format(
      "To check again: verify-check --claims {0} --kernel {1}/kernel.json --coqc {2} "
      "{1}/kernel.cert.json\n",
      coq.parent_path().string(), options.directory, options.coqc);
  print_result(out);
  return 0;
}

}  // namespace hardmax::cli
