#include "cli/kernel_command.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>
#include <vector>

#include "certificate/writer.hpp"
#include "claim/entry.hpp"
#include "cli/run_command.hpp"
#include "discharge/coq_statement.hpp"
#include "exact/atomic_file.hpp"
#include "exact/error.hpp"

namespace hardmax::cli {

namespace {

namespace fs = std::filesystem;
using Kind = InvalidInput::Kind;

std::string contents(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw InvalidInput(Kind::file, fmt::format("{}: cannot be read; a theorem is of a file of proofs/coq, and what that file requires", file.string()));
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

// Runs a program in a folder; what it prints goes to `log`. Its exit code, 127 if it cannot be started.
int run_program(std::vector<std::string> words, const fs::path& folder, const fs::path& log) {
  const pid_t child = ::fork();
  if (child < 0) throw CannotWrite("cannot start " + words.front());
  if (child == 0) {
    const int file = ::open(log.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0666);
    if (file < 0 || ::dup2(file, STDOUT_FILENO) < 0 || ::dup2(file, STDERR_FILENO) < 0 || ::chdir(folder.c_str()) != 0) ::_exit(126);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    ::execvp(arguments.front(), arguments.data());
    ::_exit(127);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// The files that `text` requires: "From Hardmax Require Import A B."
std::vector<std::string> required(const std::string& text) {
  std::vector<std::string> files;
  std::istringstream lines(text);
  const std::string begin = "From Hardmax Require ";
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(begin)) continue;
    std::istringstream words(line.substr(begin.size(), line.find('.') - begin.size()));
    for (std::string word; words >> word;) {
      if (word != "Import" && word != "Export") files.push_back(word);
    }
  }
  return files;
}

struct Source {
  std::string name;
  std::string text;
};

// Everything that Links.v requires, each file after those it requires itself.
std::vector<Source> sources(const fs::path& theory, const std::string& statements, const std::string& links) {
  std::vector<Source> all;
  std::set<std::string> seen;
  const std::function<void(const std::string&)> add = [&](const std::string& name) {
    if (!seen.insert(name).second) return;
    const std::string text = name == "Statements" ? statements : contents(theory / (name + ".v"));
    for (const std::string& file : required(text)) add(file);
    all.push_back({name, text});
  };
  for (const std::string& file : required(links)) add(file);
  return all;
}

// What each theorem of Links.v rests on, as Coq prints it.
std::vector<std::vector<std::string>> axioms_of(const std::string& log) {
  std::vector<std::vector<std::string>> all;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    if (line == "Closed under the global context" || line == "Axioms:") {
      all.emplace_back();
    } else if (!line.empty() && line.front() != ' ' && !all.empty()) {
      all.back().push_back(line.substr(0, line.find(' ')));
    }
  }
  return all;
}

std::string certificate_kernel(const std::vector<claim::Entry>& entries, const std::vector<Source>& theory, const std::vector<std::vector<std::string>>& axioms) {
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
  for (const claim::Entry& entry : entries) {
    certificate::ClaimRecord record{entry.id, certificate::sha256(claim::binding_text(entry)), "undecided", "none", "none", "no theorem", {}};
    if (!entry.formal) {
      record.verdict = "not_checkable";
      record.reason = "feature";
    } else if (entry.theorem) {
      w.open('{');
      w.field("id", entry.id);
      w.field("theorem", *entry.theorem);
      w.list("axioms", axioms[place++]);
      w.close('}');
      record = {entry.id, record.sha256, entry.record == claim::Record::fails ? "refuted" : "proved", "kernel", "theorem", "", {}};
    }
    records.push_back(std::move(record));
  }
  w.close(']');
  w.claims("", records);
  return w.finish();
}

std::string result_of(const std::string& certificate, const std::string& version, const std::set<std::string>& axioms) {
  std::string list;
  for (const std::string& axiom : axioms) list += fmt::format("{}\"{}\"", list.empty() ? "" : ",", axiom);
  return fmt::format(R"({{"format":"hardmax-kernel","version":"1.0","certificate":"{}","coqc":"{}","coqchk":"accepted","axioms":[{}]}})" "\n", certificate::sha256(certificate), version, list);
}

}  // namespace

int kernel_command(const KernelOptions& options, std::ostream& out, std::ostream& err) {
  const fs::path claims = claims_directory(options.claims);
  const std::vector<claim::Entry> entries = claim::load_entries(claims);
  const auto theorems = static_cast<std::size_t>(std::count_if(entries.begin(), entries.end(), [](const claim::Entry& entry) { return entry.theorem.has_value(); }));
  if (theorems == 0) throw InvalidInput(Kind::file, fmt::format("{}: no entry names a theorem; name the directory of the corpus", claims.string()));
  std::error_code problem;
  fs::create_directories(options.directory, problem);
  const fs::path folder = fs::absolute(options.directory);
  if (!fs::is_directory(folder)) throw InvalidInput(Kind::option, fmt::format("DIR '{}': {}; name a directory that can be made", options.directory, problem.message()));

  const fs::path log = folder / "log.txt";
  if (run_program({options.coqc, "--print-version"}, folder, log) != 0) {
    throw InvalidInput(Kind::option, fmt::format("--coqc '{}': no Coq answers there; install Coq 8.16 (Debian: coq) or name the program", options.coqc));
  }
  const std::string printed = contents(log), version = printed.substr(0, printed.find_first_of(" \n"));
  const std::string statements = coq_statements(entries), links = coq_links(entries);
  std::vector<Source> all = sources(claims / "coq", statements, links);
  const std::vector<Source> theory = all;
  all.push_back({"Links", links});
  for (const Source& source : all) {
    write_file_atomically(folder / (source.name + ".v"), source.text);
    if (run_program({options.coqc, "-q", "-R", ".", "Hardmax", source.name + ".v"}, folder, log) != 0) {
      err << "verify: Coq refuses " << source.name << ".v: see " << log.string() << "\n";
      return 1;
    }
  }
  const std::vector<std::vector<std::string>> axioms = axioms_of(contents(log));
  if (axioms.size() != theorems) {
    err << fmt::format("verify: Coq speaks of {} theorems, not of {}: see {}\n", axioms.size(), theorems, log.string());
    return 1;
  }
  fs::rename(log, folder / "Links.log");
  const fs::path beside = fs::path(options.coqc).parent_path() / "coqchk";
  if (run_program({beside.string(), "-silent", "-o", "-R", ".", "Hardmax", "Hardmax.Links"}, folder, log) != 0) {
    err << "verify: coqchk does not accept the compiled files: see " << log.string() << "\n";
    return 1;
  }
  fs::rename(log, folder / "coqchk.log");
  std::set<std::string> names;
  for (const auto& of_one : axioms) names.insert(of_one.begin(), of_one.end());
  const std::string certificate = certificate_kernel(entries, theory, axioms);
  write_file_atomically(folder / "kernel.cert.json", certificate);
  write_file_atomically(folder / "kernel.json", result_of(certificate, version, names));
  const auto refuted = std::count_if(entries.begin(), entries.end(), [](const claim::Entry& entry) { return entry.theorem && entry.record == claim::Record::fails; });
  out << fmt::format("{} claims proved, {} refuted by the kernel of Coq {} for every run, with {}; {} name no theorem.\n", theorems - static_cast<std::size_t>(refuted), refuted, version,
                     names.empty() ? "no axiom" : fmt::format("{} axioms", names.size()), entries.size() - theorems);
  for (const std::string& name : names) out << "  axiom " << name << "\n";
  out << fmt::format("To check again: verify-check --claims {0} --kernel {1}/kernel.json --coqc {2} {1}/kernel.cert.json\n", claims.string(), options.directory, options.coqc);
  return 0;
}

}  // namespace hardmax::cli
