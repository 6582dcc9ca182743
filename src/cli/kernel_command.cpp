#include "cli/kernel_command.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <sstream>
#include <thread>
#include <utility>
#include <vector>

#include "certificate/hypotheses.hpp"
#include "claim/entry.hpp"
#include "cli/bound_constructions.hpp"
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

std::string contents(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream)
    throw InvalidInput(
        Kind::file,
        fmt::format(
            "{}: cannot be read; a theorem is of a file of proofs/coq, and what that file requires",
            file.string()));
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

// Starts a program in a folder; what it prints goes to `log`. Its exit code is 127 if there is no
// such program. Its environment has PATH and HOME alone, the latter the folder: COQPATH and what
// stands in a home folder would let Coq read other files than those that verify-check has read.
pid_t start_program(std::vector<std::string> words, const fs::path& folder, const fs::path& log) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const char* const set = std::getenv("PATH");
  std::string path = std::string("PATH=") + (set == nullptr ? "/usr/bin:/bin" : set),
              home = "HOME=" + folder.string();
  char* const environment[] = {path.data(), home.data(), nullptr};
  const pid_t child = start_child([&] {
    const int file = ::open(log.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0666),
              nothing = ::open("/dev/null", O_RDONLY);
    if (file < 0 || ::dup2(nothing, STDIN_FILENO) < 0 || ::dup2(file, STDOUT_FILENO) < 0 ||
        ::dup2(file, STDERR_FILENO) < 0 || ::chdir(folder.c_str()) != 0)
      ::_exit(126);
    ::execvpe(arguments.front(), arguments.data(), environment);
  });
  if (child < 0) throw CannotWrite("cannot start " + words.front());
  return child;
}

// Waits for one of the programs started, -1 for any: which, and its exit code.
std::pair<pid_t, int> wait_for(pid_t child) {
  const auto [ended, status] = wait_for_child(child);
  return {ended, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)};
}

// A folder for a run of Coq, gone afterwards: nothing that an earlier run left can take part.
class Folder {
 public:
  Folder() {
    const Uninterrupted made_and_registered;
    std::string name = (fs::temp_directory_path() / "verify-kernel-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw CannotWrite(name + ": cannot be made");
    path_ = name;
    unfinished_.emplace(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  [[nodiscard]] fs::path operator/(const std::string& name) const { return path_ / name; }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
  std::optional<Unfinished> unfinished_;
};

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
  Theory(fs::path folder, std::string statements)
      : folder_(std::move(folder)), statements_(std::move(statements)) {}

  // What `text` requires and was not named before.
  std::vector<Source> further(const std::string& text) {
    std::vector<Source> all;
    const std::function<void(const std::string&)> add = [&](const std::string& name) {
      if (!seen_.insert(name).second) return;
      const std::string source =
          name == "Statements" ? statements_ : contents(folder_ / (name + ".v"));
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

// Compiles files, each after those it requires, as many at once as there are processors. What Coq
// says of NAME is in NAME.log. The first that Coq refuses; empty if it accepts all.
std::string compile(const std::string& coqc, const Folder& folder,
                    const std::vector<Source>& sources) {
  std::map<std::string, std::set<std::string>> missing;  // what each file waits for
  for (const Source& source : sources) {
    write_file_atomically(folder / (source.name + ".v"), source.text);
    missing[source.name];
  }
  for (const Source& source : sources) {
    for (const std::string& file : required(source.text)) {
      if (missing.contains(file)) missing[source.name].insert(file);
    }
  }
  struct Running : std::map<pid_t, std::string> {  // nothing is left running, however this ends
    ~Running() {
      for (const auto& [child, name] : *this) end_child(child);
    }
  } running;
  while (true) {
    const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
    for (const Source& source : sources) {
      const auto it = missing.find(source.name);
      if (running.size() >= processors) break;
      if (it == missing.end() || !it->second.empty()) continue;
      running[start_program({coqc, "-q", "-R", ".", "Hardmax", source.name + ".v"}, folder.path(),
                            folder / (source.name + ".log"))] = source.name;
      missing.erase(it);
    }
    if (running.empty()) break;
    const auto [child, code] = wait_for(-1);
    const auto ended = running.find(child);
    if (ended == running.end())
      throw CannotWrite("the programs that were started cannot be waited for");
    const std::string name = ended->second;
    running.erase(ended);
    if (code != 0) return name;
    for (auto& [waiting, files] : missing) files.erase(name);
  }
  if (!missing.empty())
    throw InvalidInput(Kind::file,
                       missing.begin()->first + ".v: it requires a file that requires it");
  return "";
}

// The files in DIR that verify --emit-coq wrote, by name.
std::vector<Source> exports_in(const fs::path& folder) {
  std::vector<Source> all;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().stem().string();
    const bool known = name.starts_with("Lemma7_") || name.starts_with("Refuted_") ||
                       name.starts_with("Digest_") || name.starts_with("ForAllD_");
    if (entry.path().extension() == ".v" && known && entry.is_regular_file())
      all.push_back({name, contents(entry.path())});
  }
  std::sort(all.begin(), all.end(),
            [](const Source& a, const Source& b) { return a.name < b.name; });
  return all;
}

// What Coq prints of axioms, answer by answer.
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

// What each theorem rests on, by the answers to Links.v for its group. Empty: there are more or
// fewer answers.
std::vector<std::vector<std::string>> axioms_of_theorems(const std::string& log,
                                                         const std::vector<std::size_t>& groups) {
  const std::set<std::size_t> numbers(groups.begin(), groups.end());
  const std::vector<std::vector<std::string>> answers = axioms_of(log);
  std::vector<std::vector<std::string>> all;
  if (answers.size() != numbers.size()) return all;
  for (const std::size_t group : groups)
    all.push_back(
        answers[static_cast<std::size_t>(std::distance(numbers.begin(), numbers.find(group)))]);
  return all;
}

// All that coqchk's summary lists under its headings: axioms, and what Coq was told to take on
// trust (recursion without a guard, positivity, universes), of whatever it looked at. Empty
// optional: it does not say.
std::optional<std::vector<std::string>> assumed_by_coqchk(const std::string& log) {
  std::istringstream lines(log);
  std::vector<std::string> all;
  bool says = false, listed = false;
  for (std::string line; std::getline(lines, line);) {
    std::string name;
    if (line.starts_with("* ")) {
      says = says || line.starts_with("* Axioms:");
      listed = !line.starts_with("* Theory:") && !line.ends_with("<none>");
    } else if (listed && std::istringstream(line) >> name) {
      all.push_back(name);
    }
  }
  return says ? std::optional(all) : std::nullopt;
}

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

}  // namespace

int kernel_command(const KernelOptions& options) {
  const std::vector<fs::path> places = claim_places(options.claims);
  const fs::path coq = theory_of(options.claims);
  const std::vector<claim::Entry> entries = without_files(load_claims(options.claims));
  const auto theorems = static_cast<std::size_t>(
      std::count_if(entries.begin(), entries.end(),
                    [](const claim::Entry& entry) { return entry.theorem.has_value(); }));
  if (theorems == 0)
    throw InvalidInput(Kind::file,
                       fmt::format("{}: no entry names a theorem; name the directory of the corpus",
                                   places.front().string()));
  std::set<std::string> constructions;
  for (const claim::Entry& entry : entries)
    if (entry.theorem) constructions.insert(construction_of(entry.id));
  for (const std::string& id : constructions) require_written_for(coq, id, entries);
  FilesOfFolder results(options.directory);
  const fs::path folder = fs::absolute(options.directory);
  if (!fs::is_directory(folder))
    throw InvalidInput(Kind::option, fmt::format("DIR '{}': {}; name a directory that can be made",
                                                 options.directory, results.problem.message()));
  std::error_code problem;
  if (fs::equivalent(folder, coq, problem))
    throw InvalidInput(Kind::option,
                       fmt::format("DIR '{}': that is the folder of the theory; name another one",
                                   options.directory));

  // What an earlier run found goes first, so that whatever is there at the end is of this one.
  const bool earlier = fs::exists(folder / "kernel.json");
  for (const char* name : {"kernel.json", "kernel.cert.json", "exports.json", "Links.v",
                           "Links.log", "coqchk.log", "log.txt"})
    fs::remove(folder / name);

  const Folder work;
  Theory files(coq, coq_statements(entries));
  const std::vector<std::size_t> groups = coq_groups(entries);
  std::string links = coq_links(entries, groups);
  const std::vector<Source> theory = files.further(links), exports = exports_in(folder);
  std::vector<Source> beside_exports = theory;
  for (const Source& source : exports) {
    const std::vector<Source> further = files.further(source.text);
    beside_exports.insert(beside_exports.end(), further.begin(), further.end());
  }
  for (const Source& source : beside_exports) {
    if (earlier) fs::remove(folder / (source.name + ".v"));
  }
  const auto failed = [&](const std::string& what, const std::string& log) {
    const fs::path shown = folder / "log.txt";
    write_file_atomically(shown, contents(work / log));
    fmt::print(stderr, "verify: {}: see {}\n", what, shown.string());
    return 1;
  };

  if (wait_for(start_program({options.coqc, "--print-version"}, work.path(), work / "version.log"))
          .second != 0) {
    throw InvalidInput(
        Kind::option,
        fmt::format(
            "--coqc '{}': no Coq answers there; install Coq 8.16 (Debian: coq) or name the program",
            options.coqc));
  }
  const std::string printed = contents(work / "version.log"),
                    version = printed.substr(0, printed.find_first_of(" \n"));
  // verify-check reads everything, and tries the statements on small runs, before Coq compiles a
  // line: a file may start other programs while it is compiled.
  std::vector<std::size_t> one_by_one(groups.size());
  std::iota(one_by_one.begin(), one_by_one.end(), std::size_t{0});
  const std::string links_again = coq_links(entries, one_by_one);
  std::string also;
  const std::string question =
      certificate_kernel(entries, theory, std::vector<std::vector<std::string>>(theorems));
  const auto read_first = [&](const Source& source, bool is_stated) {
    write_file_atomically(work / (source.name + ".v"), source.text);
    if (!is_stated) also += source.name + "\n";
  };
  for (std::size_t i = 0; i < beside_exports.size(); ++i)
    read_first(beside_exports[i], i < theory.size());
  for (const Source& source : exports) read_first(source, false);
  read_first({"Links_again", links_again}, false);
  read_first({"Links", links}, false);
  write_file_atomically(work / "also", also);
  const CheckAnswer answer = ask_verify_check(
      question, options.claims, (work / "kernel.json").string(), (work / "also").string());
  const std::string second = answer.said.substr(answer.said.find('\n') + 1);
  if (answer.code != 3 || !answer.said.starts_with("incomplete: ") ||
      !second.starts_with("everything else agrees: ")) {
    write_file_atomically(work / "check.log", answer.said);
    return failed("verify-check refuses the theory, its statements or an export, without Coq: " +
                      answer.said.substr(0, answer.said.find('\n')),
                  "check.log");
  }
  std::vector<Source> all = beside_exports;
  all.push_back({"Links", links});
  all.insert(all.end(), exports.begin(), exports.end());
  if (const std::string refused = compile(options.coqc, work, all); !refused.empty())
    return failed(fmt::format("Coq refuses {}.v", refused), refused + ".log");

  // Without real numbers there is nearly always no axiom. Otherwise Coq is asked again, theorem by
  // theorem.
  std::vector<std::vector<std::string>> axioms =
      axioms_of_theorems(contents(work / "Links.log"), groups);
  bool again = false;
  for (std::size_t i = 0; i < axioms.size(); ++i)
    again = again || (groups[i] == 0 && !axioms[i].empty());
  if (again) {
    links = links_again;
    if (!compile(options.coqc, work, {Source{"Links", links}}).empty())
      return failed("Coq refuses Links.v", "Links.log");
    axioms = axioms_of_theorems(contents(work / "Links.log"), one_by_one);
  }
  if (axioms.empty())
    return failed("Coq does not say of every theorem what it rests on", "Links.log");
  std::size_t place = 0;
  for (const claim::Entry& entry : entries) {
    if (!entry.theorem) continue;
    for (const std::string& axiom : axioms[place++]) {
      if (!is_admitted_axiom(axiom, is_about_reals(entry)))
        return failed(fmt::format("{} rests on {}, which is none of the axioms of Coq's real "
                                  "numbers, or its claim is not about these",
                                  *entry.theorem, axiom),
                      "Links.log");
    }
  }
  const std::string coqchk = (fs::path(options.coqc).parent_path() / "coqchk").string();
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
    return failed("coqchk does not accept the compiled files", "coqchk.log");
  if (!exports_accepted) return failed("coqchk does not accept the exports", "exports.log");
  if (!exports.empty()) {
    // coqchk says it of the compiled files: what an export prints itself may say anything. None
    // speaks of real numbers.
    const auto in_context = assumed_by_coqchk(contents(work / "exports.log"));
    if (!in_context || !in_context->empty())
      return failed("an export rests on an axiom", "exports.log");
  }

  for (const Source& source : beside_exports) results.write(source.name + ".v", source.text);
  results.write("Links.v", links);
  for (const char* name : {"Links.log", "coqchk.log"}) results.write(name, contents(work / name));
  std::set<std::string> names;
  for (const auto& of_one : axioms) names.insert(of_one.begin(), of_one.end());
  const std::string certificate = certificate_kernel(entries, theory, axioms);
  results.write("kernel.cert.json", certificate);
  results.write("kernel.json", result_of(certificate, version, names));
  const auto refuted = std::count_if(entries.begin(), entries.end(), [](const claim::Entry& entry) {
    return entry.theorem && entry.record == claim::Record::fails;
  });
  std::string out = fmt::format(
      "{} claims proved, {} refuted by the kernel of Coq {} for every run, with {}; {} name no "
      "theorem.\n",
      theorems - static_cast<std::size_t>(refuted), refuted, version,
      names.empty() ? "no axiom" : fmt::format("{} axioms", names.size()),
      entries.size() - theorems);
  for (const std::string& name : names) out += fmt::format("  axiom {}\n", name);
  if (!exports.empty()) {
    results.write("exports.json", exports_of(beside_exports, exports, version));
    out += fmt::format("{} exports accepted, none with an axiom: {}\n", exports.size(),
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
