// Certificates of kind "kernel" (FORMAT.md): claims that Coq's kernel has proved for every run. The
// statements are printed here from the claim files and compared with the file that the theorems
// were compiled against; then Coq itself is run again, on the sources that the certificate names by
// their hashes.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <optional>

#include "check/constructions.hpp"
#include "check/coq_runs.hpp"
#include "check/coq_statement.hpp"
#include "check/coq_theory.hpp"
#include "check/fault.hpp"
#include "check/kind.hpp"
#include "check/signals.hpp"

namespace hardmax::check {
namespace {

bool is_name(std::string_view name) {
  return !name.empty() && name.size() <= 100 &&
         name.find_first_not_of(
             "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") ==
             std::string_view::npos &&
         (name[0] < '0' || name[0] > '9') && name[0] != '_';
}

struct Theory {
  std::vector<std::pair<std::string, std::string>>
      files;  // name without ".v", SHA-256; in the order of compilation
  std::vector<Stated> theorems;
  std::vector<std::vector<std::string>> axioms;  // of each theorem
  std::string statements;                        // Statements.v, as it is printed here
};

// The files of the theory; their names.
std::set<std::string> read_files(const Json& stated, Theory& theory) {
  std::set<std::string> names;
  for (const Json& file : member(stated, "theory", Json::Kind::array, "").items) {
    require_kind(file, Json::Kind::object, "theory");
    require_keys(file, {"file", "sha256"}, "theory");
    const std::string& name = text(file, "file", "theory.");
    require(is_name(name) && name != "Links" && names.insert(name).second, "theory.file", name,
            "that it is no name of a file of its own");
    theory.files.emplace_back(name, text(file, "sha256", "theory."));
  }
  return names;
}

std::map<std::string, const Json*> theorems_by_id(const Json& stated) {
  std::map<std::string, const Json*> theorems;
  std::string before;
  for (const Json& theorem : member(stated, "theorems", Json::Kind::array, "").items) {
    require_kind(theorem, Json::Kind::object, "theorems");
    require_keys(theorem, {"id", "theorem", "axioms"}, "theorems");
    const std::string& id = text(theorem, "id", "theorems.");
    require(before < id, "theorems", id, "that ids must increase");
    theorems[before = id] = &theorem;
  }
  return theorems;
}

// Reads the theorem of a claim. What the claim must be.
Json read_theorem(const Json& stated, const Entry& entry, const Json& claim,
                  const std::string& verdict, const std::set<std::string>& names, Theory& theory) {
  const std::string at = "theorems (" + entry.id + ").", &theorem = text(stated, "theorem", at);
  const std::size_t dot = theorem.find('.');
  const bool named = dot != std::string::npos && names.count(theorem.substr(0, dot)) != 0 &&
                     is_name(theorem.substr(dot + 1));
  require(HARDMAX_FAULT(check_kernel_theorem, named, true), at + "theorem", theorem,
          "no theorem of a file of the theory");
  Json found = claim_object(claim, verdict == "refuted" ? "refuted" : "proved", "kernel", "theorem",
                            "", Json::object({}));
  theory.theorems.push_back({&entry, theorem, verdict == "refuted"});
  theory.axioms.emplace_back();
  for (const Json& axiom : member(stated, "axioms", Json::Kind::array, at).items) {
    require_kind(axiom, Json::Kind::string, at);
    theory.axioms.back().push_back(axiom.text);
  }
  return found;
}

void require_statements(Theory& theory, const Entries& entries) {
  theory.statements = coq_statements(theory.theorems, entries);
  const std::string statements = sha256(theory.statements);
  const auto file = std::find_if(theory.files.begin(), theory.files.end(),
                                 [](const auto& it) { return it.first == "Statements"; });
  require(file != theory.files.end() &&
              HARDMAX_FAULT(check_kernel_statements, file->second == statements, true),
          "theory (Statements)", file == theory.files.end() ? "" : file->second, statements);
}

// What Names.v says of hypotheses, by their ids, is what the files of the constructions say.
void require_hypotheses(const std::vector<const Entry*>& asked, const Entries& entries) {
  ConstructionFiles files(entries);
  std::set<std::string> papers;
  for (const Entry* entry : asked) papers.insert(entry->id.substr(0, entry->id.find('.')));
  for (const std::string& paper : papers)
    if (files.has_runs(paper))
      require_assumption1_as_printed(asked, entries, files.describing(paper).hypotheses);
}

void require_axioms_admitted(const Theory& theory, const std::set<std::string>& names,
                             const Entries& entries) {
  for (std::size_t i = 0; i < theory.theorems.size(); ++i) {
    const Entry& entry = *theory.theorems[i].entry;
    for (const std::string& axiom : theory.axioms[i]) {
      const bool of_coq = names.count(axiom.substr(0, axiom.find('.'))) == 0;
      require(
          HARDMAX_FAULT(check_kernel_axiom,
                        of_coq && is_admitted_axiom(axiom, is_about_reals(entry, entries)), true),
          "theorems (" + entry.id + ").axioms", axiom,
          is_about_reals(entry, entries) ? "an axiom that is none of those of Coq's real numbers"
                                         : "that a claim without real numbers rests on no axiom");
    }
  }
}

// Reads everything, and compares Statements.v with what the claims say.
Theory read_theory(const Json& stated, const Entries& entries, std::map<std::string, int>& count) {
  require_keys(stated,
               {"format", "version", "kind", "theory", "theorems", "only", "claims", "hypotheses"},
               "certificate");
  require(text(stated, "only").empty(), "only", text(stated, "only"),
          "\"\": the statements of all papers are one file");
  const std::vector<const Entry*> asked = bound_claims(stated, entries, "");
  Theory theory;
  const std::set<std::string> names = read_files(stated, theory);
  std::map<std::string, const Json*> theorems = theorems_by_id(stated);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const Json& claim = member(stated, "claims", Json::Kind::array, "").items[i];
    const std::string where = "claims[" + std::to_string(i) + "] (" + asked[i]->id + ")",
                      &verdict = text(claim, "verdict", where + ".");
    const auto it = theorems.find(asked[i]->id);
    Json found =
        claim_object(claim, asked[i]->has_formal ? "undecided" : "not_checkable", "none", "none",
                     asked[i]->has_formal ? "no theorem" : "feature", Json::object({}));
    if (it != theorems.end() && asked[i]->has_formal) {
      found = read_theorem(*it->second, *asked[i], claim, verdict, names, theory);
      theorems.erase(it);
    }
    require_equal(claim, found, where);
    ++count[verdict];
  }
  require(theorems.empty(), "theorems", theorems.empty() ? "" : theorems.begin()->first,
          "no claim of that id with a formula");
  require_statements(theory, entries);
  require_hypotheses(asked, entries);
  require_axioms_admitted(theory, names, entries);
  require_true_on_small_runs(theory.theorems, entries);
  return theory;
}

class Folder {  // for a run of Coq, gone afterwards
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "verify-check-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
      throw Incomplete("no folder for a run of Coq could be made");
    path = name;
  }
  Folder(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  std::filesystem::path path;
  HeldSignals signals;
};

// Runs of Coq on files of a folder, side by side. Without Coq's settings of the user: -q, and an
// environment that has PATH and HOME alone.
class Runs {
 public:
  Runs(std::string coqc, const Folder& folder)
      : coqc_(std::move(coqc)), folder_(folder.path), signals_(folder.signals) {}
  Runs(const Runs&) = delete;
  ~Runs() {
    for (const auto& [child, name] : running_)
      kill(-child, SIGKILL), waitpid(child, nullptr, 0);  // with all that it started
  }
  std::size_t running() const { return running_.size(); }
  void start(const std::string& name) {
    const std::string log = (folder_ / (name + ".log")).string(), file = name + ".v";
    const pid_t child = fork();
    if (child == 0) {
      setpgid(0, 0), signals_.release();
      const char* path = std::getenv("PATH");
      const std::string path_line =
                            std::string("PATH=") + (path == nullptr ? "/usr/bin:/bin" : path),
                        home = "HOME=" + folder_.string();
      char* environment[] = {const_cast<char*>(path_line.c_str()), const_cast<char*>(home.c_str()),
                             nullptr};
      const char* arguments[] = {coqc_.c_str(), "-q",      "-w",         "none", "-R",
                                 ".",           "Hardmax", file.c_str(), nullptr};
      if (std::freopen(log.c_str(), "w", stdout) == nullptr ||
          dup2(STDOUT_FILENO, STDERR_FILENO) < 0 || chdir(folder_.c_str()) != 0)
        _exit(126);
      execvpe(coqc_.c_str(), const_cast<char* const*>(arguments), environment);
      _exit(127);
    }
    if (child < 0) throw Incomplete("Coq could not be started");
    setpgid(child, child),
        running_.emplace(child, name);  // here too: whichever of the two comes first
  }
  // The next to end, which Coq must have accepted: its name, and what Coq printed.
  std::pair<std::string, std::string> finish() {
    int status = 0;
    pid_t ended = 0;  // this program has no other children
    while ((ended = waitpid(-1, &status, WNOHANG)) == 0) signals_.wait_for_child();
    const auto it = running_.find(ended);
    if (it == running_.end()) throw Incomplete("Coq could not be waited for");
    const std::string name = it->second;
    running_.erase(it);
    if (WIFEXITED(status) && WEXITSTATUS(status) >= 126)
      throw Incomplete("Coq could not be started: " + quote(coqc_));
    const std::string out = read_file(folder_ / (name + ".log"), std::size_t{1} << 24);
    require(WIFEXITED(status) && WEXITSTATUS(status) == 0, name + ".v", out.substr(0, 60),
            "that Coq does not accept it");
    return {name, out};
  }

 private:
  std::string coqc_;
  std::filesystem::path folder_;
  const HeldSignals& signals_;
  std::map<pid_t, std::string> running_;
};

struct Source {
  std::string name, text;
  std::set<std::string> words;
};

// As many at once as there are processors, each once all those before it are compiled whose names
// stand in it: a file uses no other without naming it.
void compile(Runs& runs, const std::vector<Source>& files) {
  const auto most = static_cast<std::size_t>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
  std::set<std::string> started, done;
  while (done.size() < files.size()) {
    for (auto file = files.begin(); file != files.end() && runs.running() < most; ++file) {
      const auto is_ready = [&](const Source& before) {
        return done.count(before.name) != 0 || file->words.count(before.name) == 0;
      };
      if (started.count(file->name) == 0 && std::all_of(files.begin(), file, is_ready))
        runs.start(file->name), started.insert(file->name);
    }
    done.insert(runs.finish().first);
  }
}

// The axioms that the log of Links.v names, for each theorem in turn.
std::vector<std::vector<std::string>> axioms_of(const std::string& log) {
  std::vector<std::vector<std::string>> out;
  for (std::size_t at = 0; at < log.size();) {
    const std::size_t end = std::min(log.find('\n', at), log.size());
    const std::string line = log.substr(at, end - at);
    if (line == "Closed under the global context" || line == "Axioms:")
      out.emplace_back();
    else if (!line.empty() && line[0] != ' ' && !out.empty())
      out.back().push_back(line.substr(0, line.find(' ')));
    at = end + 1;
  }
  return out;
}

std::set<std::string> words_of(const std::string& source) {
  std::set<std::string> out;
  std::string word;
  for (char ch : source + "\n") {
    if (is_name("a" + std::string(1, ch)))
      word += ch;
    else if (!word.empty())
      out.insert(std::move(word)), word.clear();
  }
  return out;
}

// What `verify kernel` has Coq compile besides: what --emit-coq wrote, the theory that this alone
// rests on, and its own question to Coq. Nothing of it is stated by the certificate; it is read so
// that no file starts a program or writes a file while it is compiled.
void read_also(const Kernel& kernel, std::set<std::string> before) {
  std::string name;
  for (const char ch : read_file(kernel.also, std::size_t{1} << 24)) {
    if (ch != '\n') {
      name += ch;
      continue;
    }
    const std::string plain = name.substr(0, std::min<std::size_t>(name.size(), 50));
    require(is_name(plain) && name.size() <= 250 &&
                name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                       "0123456789_") == std::string::npos,
            "--also", plain, "that it is no name of a file");
    require(before.count(name) == 0, "--also", name, "a file of that name before it");
    require_plain_theory(
        read_file(std::filesystem::path(kernel.result).parent_path() / (name + ".v"),
                  std::size_t{1} << 28),
        name + ".v", before, true);
    before.insert(name);
    name.clear();
  }
  require(name.empty(), "--also", name, "that its line does not end");
}

// The sources beside the result, whose hashes the certificate states; their names go into `before`.
std::vector<Source> read_sources(const Theory& theory, const Kernel& kernel,
                                 std::set<std::string>& before) {
  std::vector<Source> sources;
  for (const auto& [name, sha] : theory.files) {
    std::string source =
        name == "Statements"
            ? theory.statements
            : read_file(std::filesystem::path(kernel.result).parent_path() / (name + ".v"),
                        std::size_t{1} << 24);
    require(HARDMAX_FAULT(check_kernel_source, sha256(source) == sha, true), name + ".v", sha,
            sha256(source));
    require_plain_theory(source, name + ".v", before);
    before.insert(name);
    std::set<std::string> words = words_of(source);
    sources.push_back({name, std::move(source), std::move(words)});
  }
  return sources;
}

// What `verify kernel` says came out is about this certificate. The axioms of all theorems.
std::set<std::string> require_result(const Theory& theory, const Kernel& kernel,
                                     const std::string& hash) {
  const Json result = read_json(read_file(kernel.result, std::size_t{1} << 24));
  require_kind(result, Json::Kind::object, "result");
  require_keys(result, {"format", "version", "certificate", "coqc", "coqchk", "axioms"}, "result");
  require(text(result, "format", "result.") == "hardmax-kernel" &&
              text(result, "version", "result.") == "1.0",
          "result.format", text(result, "format", "result."), "\"hardmax-kernel\" 1.0");
  require(text(result, "certificate", "result.") == hash, "result.certificate",
          text(result, "certificate", "result."), hash);
  require(text(result, "coqchk", "result.") == "accepted", "result.coqchk",
          text(result, "coqchk", "result."), "\"accepted\"");
  std::set<std::string> axioms;
  for (const auto& of : theory.axioms) axioms.insert(of.begin(), of.end());
  require_equal(member(result, "axioms", Json::Kind::array, "result."),
                Json::array(std::vector<Json>(axioms.begin(), axioms.end())), "result.axioms");
  return axioms;
}

// Coq accepts the sources, and says of each theorem the axioms that are stated.
void require_proved(const Theory& theory, const std::vector<Source>& sources,
                    const std::string& coqc) {
  const Folder folder;
  Runs runs(coqc, folder);
  for (const Source& source : sources)
    std::ofstream(folder.path / (source.name + ".v"), std::ios::binary) << source.text;
  compile(runs, sources);
  // Theorems that are said to rest on no axiom are asked together, first, as Coq walks through all
  // that they rest on for every question; the others one by one: none may name too many.
  std::vector<std::size_t> groups;
  std::size_t asked =
      std::count(theory.axioms.begin(), theory.axioms.end(), std::vector<std::string>()) > 0 ? 1
                                                                                             : 0;
  for (const auto& of : theory.axioms) groups.push_back(of.empty() ? 0 : asked++);
  std::ofstream(folder.path / "Links.v", std::ios::binary) << coq_links(theory.theorems, groups);
  const std::vector<std::vector<std::string>> found =
      axioms_of((runs.start("Links"), runs.finish().second));
  require(found.size() == asked, "theorems", std::to_string(asked),
          std::to_string(found.size()) + " answers of Coq on axioms");
  for (std::size_t i = 0; i < groups.size(); ++i) {
    std::string listed, those;
    for (const std::string& axiom : theory.axioms[i]) listed += axiom + " ";
    for (const std::string& axiom : found[groups[i]]) those += axiom + " ";
    require(listed == those, "theorems (" + theory.theorems[i].entry->id + ").axioms", listed,
            quote(those));
  }
}

}  // namespace

Report check_kernel(const Json& stated, const Entries& entries, const std::string& hash,
                    const Kernel& kernel) {
  std::map<std::string, int> count;
  const Theory theory = read_theory(stated, entries, count);
  std::string line = " ";
  for (const auto& [verdict, number] : count) line += std::to_string(number) + " " + verdict + ", ";
  line += "for every run";
  Report not_run = {
      3,
      {"incomplete: " + std::to_string(theory.theorems.size()) +
           " claims rest on Coq, which was not run: give --kernel RESULT and --coqc PROGRAM",
       "everything else agrees:" + line}};
  if (kernel.result.empty()) return not_run;
  std::set<std::string> before;
  const std::vector<Source> sources = read_sources(theory, kernel, before);
  if (!kernel.also.empty()) read_also(kernel, before);
  if (kernel.coqc.empty()) return not_run;
  const std::set<std::string> axioms = require_result(theory, kernel, hash);
  require_proved(theory, sources, kernel.coqc);
  Report report;
  report.code = count["undecided"] == 0 ? 0 : 3;
  if (report.code != 0)
    report.lines.push_back("incomplete: " + std::to_string(count["undecided"]) +
                           " claims name no theorem");
  std::string read = "by the definitions of";
  for (const auto& [name, sha] : theory.files)
    if (is_meaning(name)) read += " " + name + ".v " + sha;
  std::string with;
  for (const std::string& axiom : axioms) with += (with.empty() ? "" : " and ") + axiom;
  report.lines.push_back(
      (report.code == 0 ? "accepted:" : "everything else agrees:") + line +
      (axioms.empty() ? ", without an axiom, " : ", with the axioms " + with + ", ") + read);
  return report;
}

}  // namespace hardmax::check
