// What people read of the commands and their options: help, the manual page, completions of shells.
// All of it is made from one description, which options.cpp takes from the parser itself.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace hardmax::cli {

// The name of the command that is called by what stands in its place: `verify DIR --n 3`.
inline constexpr const char* command_of_a_folder = "DIR";

struct OptionHelp {
  std::vector<std::string> names;  // "-o", "--output"; of a positional argument "CERT"
  bool positional = false, required = false, flag = false, repeatable = false;
  std::string about;
};

struct CommandHelp {
  std::string name;  // empty: the main job, `verify --n ...`
  std::string about;
  std::vector<OptionHelp> options;
};

// What stands for the value of an option: "N", "FILE", ... Empty for a flag.
std::string_view argument_of(const CommandHelp& command, const OptionHelp& option);
// The heading under which an option stands. Empty: it is not in the table, which a test refuses.
std::string_view group_of(const CommandHelp& command, const OptionHelp& option);

// A line of this command that can be typed, or nothing.
std::string example_of(std::string_view name);

// Ten lines for whoever types `verify` alone.
std::string first_screen();
// `verify --help`: all commands, then the options of the main job.  `width`: of the terminal.
std::string help_of_program(const std::vector<CommandHelp>& commands, std::size_t width);
// `verify COMMAND --help`.
std::string help_of_command(const CommandHelp& command, std::size_t width);
// The columns of the terminal that stdout is: at least 60, at most 100; 80 where it is none.
std::size_t terminal_width();

// verify.1, in roff: the main job, `verify DIR`, and where each command has its page.
std::string manual_page(const std::vector<CommandHelp>& commands, std::string_view version);
// The commands with a page of their own, and that page: verify-COMMAND.1.
std::vector<std::string> manual_names(const std::vector<CommandHelp>& commands);
std::string manual_page(const CommandHelp& command, std::string_view version);
// A file that bash, zsh or fish reads.  Requires  shell is one of these.
std::string completions(const std::vector<CommandHelp>& commands, std::string_view shell);

}  // namespace hardmax::cli
