#include "cli/kernel_command.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <functional>
#include <optional>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "certificate/writer.hpp"
#include "claim/entry.hpp"
#include "cli/run_command.hpp"
#include "discharge/coq/statement.hpp"
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

// The theory that files require, each file after those it requires itself.
class Theory {
 public:
  Theory(fs::path folder, std::string statements) : folder_(std::move(folder)), statements_(std::move(statements)) {}

  // What `text` requires and was not named before.
  std::vector<Source> further(const std::string& text) {
    std::vector<Source> all;
    const std::function<void(const std::string&)> add = [&](const std::string& name) {
      if (!seen_.insert(name).second) return;
      const std::string source = name == "Statements" ? statements_ : contents(folder_ / (name + ".v"));
      for (const std::string& file : required(source)) add(file);
      all.push_back({name, source});
    };
    for (const std::string& file : required(text)) add(file);
    return all;
  }

 private:
  fs::path folder_;
  std::string statements_;
  std::set<std::string> seen_;
};

// The files in DIR that verify --emit-coq wrote, by name.
std::vector<Source> exports_in(const fs::path& folder) {
  std::vector<Source> all;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().stem().string();
    const bool known = name.starts_with("Lemma7_") || name.starts_with("Refuted_") || name.starts_with("Digest_") || name.starts_with("ForAllD_");
    if (entry.path().extension() == ".v" && known) all.push_back({name, contents(entry.path())});
  }
  std::sort(all.begin(), all.end(), [](const Source& a, const Source& b) { return a.name < b.name; });
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

// The axioms of all that coqchk looked at, by its summary: those of theorems, and any that no theorem asked about rests on. Empty optional: it does not say.
std::optional<std::vector<std::string>> axioms_by_coqchk(const std::string& log) {
  std::istringstream lines(log);
  const std::string begin = "* Axioms:";
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(begin)) continue;
    std::vector<std::string> all;
    if (line.find("<none>") != std::string::npos) return all;
    for (std::string name; std::getline(lines, line) && std::istringstream(line) >> name && name != "*";) all.push_back(name);
    return all;
  }
  return std::nullopt;
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

// What was found of the exports: the theory they were compiled beside, and what each rests on.
std::string exports_of(const std::vector<Source>& theory, const std::vector<Source>& exports, const std::vector<std::set<std::string>>& axioms, const std::string& version) {
  const auto file = [](const Source& source) { return fmt::format(R"({{"file":"{}","sha256":"{}")", source.name, certificate::sha256(source.text)); };
  std::string text = fmt::format(R"({{"format":"hardmax-exports","version":"1.0","coqc":"{}","coqchk":"accepted","theory":[)", version), between;
  for (const Source& source : theory) text += std::exchange(between, ",") + file(source) + "}";
  text += R"(],"exports":[)";
  between.clear();
  for (std::size_t i = 0; i < exports.size(); ++i) {
    text += fmt::format(R"({}{},"axioms":[)", std::exchange(between, ","), file(exports[i]));
    std::string comma;
    for (const std::string& axiom : axioms[i]) text += fmt::format("{}\"{}\"", std::exchange(comma, ","), axiom);
    text += "]}";
  }
  return text + "]}\n";
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
  const std::vector<Source> exports = exports_in(folder);
  Theory files(claims / "coq", statements);
  const auto refused = [&](const Source& source) {
    write_file_atomically(folder / (source.name + ".v"), source.text);
    if (run_program({options.coqc, "-q", "-R", ".", "Hardmax", source.name + ".v"}, folder, log) == 0) return false;
    err << "verify: Coq refuses " << source.name << ".v: see " << log.string() << "\n";
    return true;
  };
  const std::vector<Source> theory = files.further(links);
  if (std::any_of(theory.begin(), theory.end(), refused) || refused({"Links", links})) return 1;
  const std::vector<std::vector<std::string>> axioms = axioms_of(contents(log));
  if (axioms.size() != theorems) {
    err << fmt::format("verify: Coq speaks of {} theorems, not of {}: see {}\n", axioms.size(), theorems, log.string());
    return 1;
  }
  fs::rename(log, folder / "Links.log");
  std::vector<Source> beside_exports = theory;
  std::vector<std::set<std::string>> axioms_of_exports;
  const fs::path beside = fs::path(options.coqc).parent_path() / "coqchk";
  std::vector<std::string> check = {beside.string(), "-silent", "-o", "-R", ".", "Hardmax", "Hardmax.Links"};
  for (const Source& source : exports) {
    const std::vector<Source> further = files.further(source.text);
    if (std::any_of(further.begin(), further.end(), refused) || refused(source)) return 1;
    beside_exports.insert(beside_exports.end(), further.begin(), further.end());
    const std::vector<std::vector<std::string>> found = axioms_of(contents(log));
    if (found.empty()) {
      err << fmt::format("verify: {}.v does not say what it rests on: see {}\n", source.name, log.string());
      return 1;
    }
    axioms_of_exports.emplace_back();
    for (const auto& of_one : found) axioms_of_exports.back().insert(of_one.begin(), of_one.end());
    check.push_back("Hardmax." + source.name);
  }
  if (run_program(check, folder, log) != 0) {
    err << "verify: coqchk does not accept the compiled files: see " << log.string() << "\n";
    return 1;
  }
  fs::rename(log, folder / "coqchk.log");
  const bool all_closed = std::all_of(axioms_of_exports.begin(), axioms_of_exports.end(), [](const auto& of_one) { return of_one.empty(); });
  const auto in_context = axioms_by_coqchk(contents(folder / "coqchk.log"));
  if (!exports.empty() && (!in_context || (all_closed && !in_context->empty()))) {
    err << fmt::format("verify: an export has an axiom that none of its theorems is said to rest on: see {}\n", (folder / "coqchk.log").string());
    return 1;
  }
  std::set<std::string> names;
  for (const auto& of_one : axioms) names.insert(of_one.begin(), of_one.end());
  const std::string certificate = certificate_kernel(entries, theory, axioms);
  write_file_atomically(folder / "kernel.cert.json", certificate);
  write_file_atomically(folder / "kernel.json", result_of(certificate, version, names));
  const auto refuted = std::count_if(entries.begin(), entries.end(), [](const claim::Entry& entry) { return entry.theorem && entry.record == claim::Record::fails; });
  out << fmt::format("{} claims proved, {} refuted by the kernel of Coq {} for every run, with {}; {} name no theorem.\n", theorems - static_cast<std::size_t>(refuted), refuted, version,
                     names.empty() ? "no axiom" : fmt::format("{} axioms", names.size()), entries.size() - theorems);
  for (const std::string& name : names) out << "  axiom " << name << "\n";
  if (!exports.empty()) {
    write_file_atomically(folder / "exports.json", exports_of(beside_exports, exports, axioms_of_exports, version));
    const auto closed = std::count_if(axioms_of_exports.begin(), axioms_of_exports.end(), [](const auto& of_one) { return of_one.empty(); });
    out << fmt::format("{} exports accepted, {} of them without an axiom: {}\n", exports.size(), closed, (folder / "exports.json").string());
  }
  out << fmt::format("To check again: verify-check --claims {0} --kernel {1}/kernel.json --coqc {2} {1}/kernel.cert.json\n", claims.string(), options.directory, options.coqc);
  return 0;
}

}  // namespace hardmax::cli
