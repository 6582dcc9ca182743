#include "cli/coq_programs.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <sstream>

#include "exact/crew.hpp"
#include "exact/error.hpp"
#include "exact/interruption.hpp"

namespace hardmax::cli {

namespace {

namespace fs = std::filesystem;

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

}  // namespace

std::string contents(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream)
    throw InvalidInput(
        InvalidInput::Kind::file,
        fmt::format(
            "{}: cannot be read; a theorem is of a file of proofs/coq, and what that file requires",
            file.string()));
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

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

std::pair<pid_t, int> wait_for(pid_t child) {
  const auto [ended, status] = wait_for_child(child);
  return {ended, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)};
}

Folder::Folder() {
  const Uninterrupted made_and_registered;
  std::string name = (fs::temp_directory_path() / "verify-kernel-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw CannotWrite(name + ": cannot be made");
  path_ = name;
  unfinished_.emplace(path_);
}

Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::vector<Source> Theory::further(const std::string& text) {
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
    const std::size_t processors = threads_of(0);
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
    throw InvalidInput(InvalidInput::Kind::file,
                       missing.begin()->first + ".v: it requires a file that requires it");
  return "";
}

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

}  // namespace hardmax::cli
