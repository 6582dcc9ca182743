// Help, the manual page and completions of shells: they say what the parser knows, all of it.
#include <catch2/catch.hpp>

#include <map>
#include <regex>
#include <set>

#include "cli/process.hpp"

namespace help_test {

using namespace testing;

namespace {

std::string lines_beyond(const std::string& text, std::size_t width) {
  std::istringstream stream(text);
  std::string beyond;
  for (std::string line; std::getline(stream, line);)
    if (line.size() > width) beyond += line + "\n";
  return beyond;
}

std::set<std::string> options_in(const std::string& text) {
  static const std::regex option("--[a-z][a-z-]*");
  return {std::sregex_token_iterator(text.begin(), text.end(), option), {}};
}

// Of each command its options, as the completions for bash list them; "*" is the main job.
std::map<std::string, std::set<std::string>> options_of_commands() {
  const Finished bash = verify({"manual", "bash"});
  CHECK(bash.exit_code == 0);
  static const std::regex row("\n    ([a-z*]+)\\) options='([^']*)'");
  std::map<std::string, std::set<std::string>> commands;
  for (std::sregex_iterator it(bash.out.begin(), bash.out.end(), row), end; it != end; ++it)
    commands[(*it)[1]] = options_in((*it)[2]);
  return commands;
}

}  // namespace

TEST_CASE("help: verify alone shows ten lines and decides nothing") {
  const Finished alone = verify({});
  CHECK(alone.exit_code == 2);
  CHECK(alone.err.empty());
  CHECK(std::count(alone.out.begin(), alone.out.end(), '\n') == 10);
  CHECK(lines_beyond(alone.out, 90).empty());
}

TEST_CASE("help: verify help COMMAND is verify COMMAND --help, and a missing word names both") {
  CHECK(verify({"help"}).out == verify({"--help"}).out);
  CHECK(verify({"help"}).exit_code == 0);
  CHECK(verify({"help", "eval"}).out == verify({"eval", "--help"}).out);
  const Finished eval = verify({"eval"});
  CHECK(eval.exit_code == 64);
  CHECK(eval.err ==
        "verify: eval: FORMULA is required; for example verify eval 'distinct(H in inputs: id(H, "
        "1))' --n 3 --delta 1/2 --pattern star; see verify eval --help\n");
  const Finished soft = verify({"soft", "--float"});
  CHECK(soft.exit_code == 64);
  CHECK(soft.err.find("--float") != std::string::npos);
  CHECK(soft.err.find("; see verify soft --help\n") != std::string::npos);
}

TEST_CASE("help: a construction says by which option a parameter is given") {
  const std::string place = HARDMAX_ROOT "/examples/above_mean";
  const Finished n = verify({place, "--delta", "1/2"}), D = verify({place, "--n", "3"});
  CHECK(n.exit_code == 64);
  CHECK(n.err.starts_with("verify: --n is missing: it gives n; write for example --n 3 ("));
  CHECK(D.exit_code == 64);
  CHECK(D.err.starts_with("verify: --delta is missing: it gives D = 1/delta; write for example"));
}

TEST_CASE("help: every option of every command stands under a heading, in 80 columns") {
  const auto commands = options_of_commands();
  CHECK(commands.size() > 14);
  for (const auto& [name, options] : commands) {
    const Finished help = name == "*" ? verify({"--help"}) : verify({name, "--help"});
    INFO(name << "\n" << help.out);
    CHECK(help.exit_code == 0);
    CHECK(help.out.find(name == "*" ? "verify [OPTIONS]" : "Usage: verify " + name) !=
          std::string::npos);
    CHECK(lines_beyond(help.out, 80).empty());
    CHECK(help.out.find("TEXT TEXT") == std::string::npos);
    // "  --n N": at the start of a row, or behind a short name.
    static const std::regex row("\n  (?:-[a-z], )?(--[a-z][a-z-]*)");
    std::set<std::string> shown;
    for (std::sregex_iterator it(help.out.begin(), help.out.end(), row), end; it != end; ++it)
      CHECK(shown.insert((*it)[1]).second);
    CHECK(shown == options);
  }
}

TEST_CASE("help: the manual pages and completions for zsh and fish have the same options") {
  const Finished man = verify({"manual", "man"}), zsh = verify({"manual", "zsh"}),
                 fish = verify({"manual", "fish"});
  for (const Finished& f : {man, zsh, fish}) CHECK(f.exit_code == 0);
  CHECK(man.out.starts_with(".TH VERIFY 1 "));
  const std::vector<std::string> names = words(verify({"manual", "names"}).out);
  CHECK(names.size() > 10);
  // No line of a page is a request of roff by mistake.
  static const std::regex request("\n[.'](?!TH |SH |SS |TP\n|B |BR |br\n|nf\n|fi\n)");
  const auto plain = [&](const std::string& page) {
    CHECK_FALSE(std::regex_search(page, request));
    return std::regex_replace(page, std::regex(R"(\\-)"), "-");
  };
  std::map<std::string, std::string> pages;
  const std::string of_program = plain(man.out);
  for (const std::string& name : names) {
    const Finished page = verify({"manual", "man", name});
    CHECK(page.exit_code == 0);
    pages[name] = plain(page.out);
    CHECK(pages[name].find("NAME\nverify-" + name + " - ") != std::string::npos);
    CHECK(of_program.find(".BR verify-" + name + " (1)") != std::string::npos);
  }
  for (const auto& [name, options] : options_of_commands())
    for (const std::string& option : options) {
      INFO(name << " " << option);
      const auto page = pages.find(name);
      const std::string& text = page == pages.end() ? of_program : page->second;
      CHECK(text.find("\n.B " + option) != text.find(", " + option));  // one of them is none
      CHECK(zsh.out.find("'" + option + ":") != std::string::npos);
      CHECK(fish.out.find(" -l " + option.substr(2) + " ") != std::string::npos);
    }
  CHECK(verify({"manual", "tcsh"}).err ==
        "verify: FORMAT 'tcsh': unknown; known are man, bash, zsh, fish, names\n");
  CHECK(verify({"manual", "bash", "findings"}).err ==
        "verify: COMMAND 'findings': it goes with man alone\n");
  CHECK(verify({"manual", "man", "finding"})
            .err.starts_with("verify: COMMAND 'finding': unknown; known are "));
}

TEST_CASE("help: bash completes commands, options of the command, and files") {
  const TemporaryFolder folder;
  write_file(folder / "verify.bash", verify({"manual", "bash"}).out);
  write_file(folder / "mine.toml", "");
  const auto completed = [&](const std::string& line) {
    const std::vector<std::string> typed = words(line);
    const std::string script =
        "cd '" + folder.path().string() + "' && . ./verify.bash && COMP_WORDS=(" + line +
        (line.ends_with(' ') ? " ''" : "") +
        ") COMP_CWORD=" + std::to_string(typed.size() - (line.ends_with(' ') ? 0 : 1)) +
        " && _verify && printf '%s\\n' \"${COMPREPLY[@]}\"";
    const Finished f = run_program("/bin/bash", {"-c", script});
    INFO(f.err);
    CHECK(f.exit_code == 0);
    return f.out;
  };
  CHECK(completed("verify fin") == "findings\n");
  CHECK(completed("verify --delt") == "--delta\n");
  CHECK(completed("verify check --aud") == "--audit\n");
  CHECK(completed("verify claims mi") == "mine.toml\n");
  CHECK(completed("verify report --corp") == "--corpus\n");
}

TEST_CASE("help: the page of verify-check names the options that verify-check has") {
  std::string page = read_file(std::string(HARDMAX_ROOT) + "/docs/verify-check.1");
  for (std::size_t at = 0; (at = page.find("\\-", at)) != std::string::npos; ++at)
    page.erase(at, 1);
  CHECK(options_in(page) == options_in(verify_check({"--help"}).out));
}

}  // namespace help_test
