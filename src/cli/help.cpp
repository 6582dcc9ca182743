#include "cli/help.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "cli/examples.hpp"

namespace hardmax::cli {

namespace {

// How an option is shown: the name of its value, and the heading it stands under. Where one command
// means something else by it, a row names the command too.
struct OptionShown {
  std::string_view option, argument, group;
};
constexpr std::string_view kNetwork = "Which network", kPattern = "Named patterns",
                           kFiles = "Masks, graphs, configurations", kClaims = "Which claims",
                           kRun = "How long, by which means", kOutput = "What comes out",
                           kSoft = "Soft maps and number formats", kCheck = "Checking",
                           kOther = "Other";
constexpr std::array kGroups = {kNetwork, kPattern, kFiles,  kSoft, kClaims,
                                kRun,     kCheck,   kOutput, kOther};
constexpr OptionShown kOptions[] = {
    {"--n", "N", kNetwork},
    {"--d", "N", kNetwork},
    {"--delta", "NUMBER", kNetwork},
    {"--pattern", "NAME|FILE", kNetwork},
    {"--construction", "NAME", kNetwork},
    {"--parameter", "NAME=NUMBER", kNetwork},
    {"--variant", "NAME", kNetwork},
    {"--machine", "FILE", kNetwork},
    {"--word", "WORD", kNetwork},
    {"--tables", "FILE", kNetwork},
    {"turing --input", "WORD", kNetwork},
    {"turing --version", "NAME", kNetwork},
    {"--as-printed", "LIST", kNetwork},
    {"--tuples", "N", kNetwork},
    {"--printed", "", kNetwork},
    {"--reading", "NAME=VALUE", kNetwork},
    {"--least", "", kClaims},
    {"turing --steps", "N", kRun},
    {"--steps", "", kClaims},
    {"--trace", "", kOutput},
    {"--positional", "", kNetwork},
    {"--extended", "", kNetwork},
    {"--with", "NAME=VALUE", kNetwork},
    {"--target", "NAME|FILE", kNetwork},
    {"--input", "LIST", kNetwork},
    {"--layers", "LIST", kNetwork},
    {"--any-of", "DIR", kNetwork},
    {"--window", "N", kPattern},
    {"--globals", "N", kPattern},
    {"--random", "N", kPattern},
    {"--seed", "N", kPattern},
    {"--dilation", "N", kPattern},
    {"--mask-true", "WORD", kFiles},
    {"--stack", "WORD", kFiles},
    {"--tensor", "NAME", kFiles},
    {"--mode", "WORD", kFiles},
    {"--head", "N", kFiles},
    {"--layer", "N", kFiles},
    {"--batch", "N", kFiles},
    {"--base", "N", kFiles},
    {"--undirected", "", kFiles},
    {"--self-loops", "", kFiles},
    {"--rho", "MAP", kSoft},
    {"--eta", "NUMBER", kSoft},
    {"--zeta", "NUMBER", kSoft},
    {"--t", "NUMBER", kSoft},
    {"--eps", "NUMBER", kSoft},
    {"--lp", "NUMBER", kSoft},
    {"--inputs", "LIST", kSoft},
    {"--precision", "BITS", kSoft},
    {"--float", "FORMATS", kSoft},
    {"--accumulate", "FORMAT", kSoft},
    {"--cliff", "BOX", kSoft},
    {"--only", "PREFIX", kClaims},
    {"--claims", "FILE|DIR", kClaims},
    {"--paper", "NAME", kClaims},
    {"--false", "", kClaims},
    {"--expect", "ID=VERDICT", kClaims},
    {"--for-all", "WORD", kClaims},
    {"--box", "BOX", kClaims},
    {"--patterns", "LIST", kClaims},
    {"--corpus", "", kClaims},
    {"--strict", "", kClaims},
    {"--fail-on", "LIST", kClaims},
    {"--engine", "NAME", kRun},
    {"--budget", "TIME", kRun},
    {"--search", "N", kRun},
    {"--search-seed", "N", kRun},
    {"--timeout", "TIME", kRun},
    {"--threads", "N", kRun},
    {"--memory", "SIZE", kRun},
    {"--scratch", "DIR", kRun},
    {"--audit", "N", kCheck},
    {"check --seed", "TEXT", kCheck},
    {"precision --format", "LIST", kSoft},
    {"--kernel", "FILE", kCheck},
    {"--sources", "FILE", kCheck},
    {"--also", "FILE", kCheck},
    {"--coqc", "PROGRAM", kCheck},
    {"--json", "", kOutput},
    {"--junit", "FILE", kOutput},
    {"--format", "NAME", kOutput},
    {"--output", "FILE", kOutput},
    {"--certificate", "FILE", kOutput},
    {"--emit-coq", "DIR", kOutput},
    {"--dump", "FILE", kOutput},
    {"--dump-weights", "FILE", kOutput},
    {"--star", "", kClaims},
    {"--svg", "FILE", kOutput},
    {"--plot", "FILE", kOutput},
    {"--title", "TEXT", kOutput},
    {"--no-soft", "", kOutput},
    {"--all", "", kOutput},
    {"--quiet", "", kOutput},
    {"--progress", "WORD", kOutput},
    {"--color", "WORD", kOutput},
    {"--help", "", kOther},
    {"--version", "", kOther},
};

const OptionShown* shown(const std::string& command, const std::string& option) {
  for (const std::string& key : {command + " " + option, option}) {
    const auto* const found =
        std::find_if(std::begin(kOptions), std::end(kOptions),
                     [&](const OptionShown& row) { return row.option == key; });
    if (found != std::end(kOptions)) return found;
  }
  return nullptr;
}

// Commands in the order in which people need them, each with a line that can be typed.
struct Command {
  std::string_view name, example;
};
constexpr Command kCommands[] = {
    {"", "verify --n 4 --d 1 --delta 1/2 --pattern strided"},
    {"findings", "verify findings @PAPER"},
    {"list", "verify list contextual mapping --false"},
    {"explain", "verify explain @ID"},
    {"eval", "verify eval 'distinct(H in inputs: id(H, 1))' --n 3 --delta 1/2 --pattern star"},
    {"claims", "verify claims my-claims.toml --box n=2..4,q=2..4,d=1"},
    {"regress", "verify regress --junit claims.xml"},
    {"pattern", "verify pattern config.json --n 4096"},
    {"precision", "verify precision strided --n 4096 --d 64"},
    {command_of_a_folder, "verify examples/above_mean --n 3 --delta 1/2"},
    {"show", "verify show proofs/@PAPER --n 3 --delta 1/2 --pattern dense"},
    {"search", "verify search bigbird --n 2 --delta 1/2 --least"},
    {"turing", "verify turing data/machines/inc.toml --input 1011"},
    {"task1", "verify task1 data/vectors/tie.json"},
    {"trace", "verify trace --n 2 --delta 1/2 --pattern dense --input 0,1/2"},
    {"soft", "verify soft --n 3 --delta 1/2 --pattern dense --rho softmax"},
    {"check", "verify check run.cert"},
    {"report", "verify report run.cert -o run.html"},
    {"kernel", "verify kernel kernel-files"},
    {"manual", "verify manual bash > verify.bash"},
};
std::size_t place(std::string_view name) {
  const auto* const found = std::find_if(std::begin(kCommands), std::end(kCommands),
                                         [&](const Command& c) { return c.name == name; });
  return static_cast<std::size_t>(found - std::begin(kCommands));
}
constexpr std::string_view kExitCodes =
    "Exit codes: 0 everything asked is decided, and as recorded (check: accepted); 1 something is "
    "against its record, a hypothesis fails, or what --strict or --fail-on names came out (check: "
    "rejected); 2 something is undecided, or nothing was decided; 3 check: not decided; 64 bad "
    "option; 65 bad file; 70 internal; 73 cannot write; 130/143 interrupted; 141 the reader of a "
    "pipe left.";

// Appends words of `text`, no line longer than `width` where words allow it; the first line begins
// at `column`, all others with `indent` blanks.
void wrap(std::string& out, std::string_view text, std::size_t column, std::size_t indent,
          std::size_t width) {
  bool first = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    if (!first && column + 1 + word.size() > width) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
      first = true;
    }
    if (!first) out += ' ', ++column;
    out += word;
    column += word.size();
    first = false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  out += '\n';
}

// "-o, --output FILE"
std::string head_of(const CommandHelp& command, const OptionHelp& option) {
  std::string head;
  for (const std::string& name : option.names) head += (head.empty() ? "" : ", ") + name;
  if (option.positional) return head + (option.repeatable ? "..." : "");
  if (!option.flag) head += " " + std::string(argument_of(command, option));
  return head;
}

void add_row(std::string& out, const std::string& head, std::string_view about, std::size_t width) {
  constexpr std::size_t kIndent = 26;
  out += "  " + head;
  std::size_t column = 2 + head.size();
  if (column + 2 > kIndent) {
    out += '\n';
    column = 0;
  }
  out += std::string(kIndent - column, ' ');
  wrap(out, about, kIndent, kIndent, width);
}

// The options by groups; `add` gets a heading, then each of its options.
template <class Heading, class Row>
void by_group(const CommandHelp& command, Heading heading, Row row) {
  for (const std::string_view group : kGroups) {
    bool any = false;
    for (const OptionHelp& option : command.options) {
      if (option.positional || group_of(command, option) != group) continue;
      if (!any) heading(group);
      any = true;
      row(option);
    }
  }
}

void add_options(std::string& out, const CommandHelp& command, std::size_t width) {
  by_group(
      command, [&](std::string_view group) { out += "\n" + std::string(group) + "\n"; },
      [&](const OptionHelp& option) {
        add_row(out, head_of(command, option), option.about, width);
      });
}

// "verify report [OPTIONS] CERT..."
std::string usage_of(const CommandHelp& command) {
  std::string usage = "verify" + (command.name.empty() ? "" : " " + command.name) + " [OPTIONS]";
  for (const OptionHelp& option : command.options) {
    if (!option.positional || command.name == command_of_a_folder) continue;
    usage +=
        option.required ? " " + head_of(command, option) : " [" + head_of(command, option) + "]";
  }
  return usage;
}

std::vector<const CommandHelp*> in_order(const std::vector<CommandHelp>& commands) {
  std::vector<const CommandHelp*> list;
  for (const CommandHelp& command : commands) list.push_back(&command);
  std::stable_sort(list.begin(), list.end(), [](const CommandHelp* a, const CommandHelp* b) {
    return place(a->name) < place(b->name);
  });
  return list;
}

// roff takes a line that begins with . or ' for a request, and \ for an escape; - alone is a
// hyphen.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  if (!out.empty() && (out.front() == '.' || out.front() == '\'')) out.insert(0, "\\&");
  return out;
}

// The main job and `verify DIR` stand on the page of the program, every other command on its own;
// but verify-check.1 is the page of the other program, which `verify check` starts.
bool has_a_page(const CommandHelp& command) {
  return !command.name.empty() && command.name != command_of_a_folder && command.name != "check";
}

std::string manual_head(const std::string& title, std::string_view version,
                        std::string_view about) {
  std::string capitals = title;
  std::transform(capitals.begin(), capitals.end(), capitals.begin(),
                 [](unsigned char c) { return std::toupper(c); });
  return ".TH " + roff(capitals) + " 1 \"\" \"Hardmax " + std::string(version) +
         "\" \"User Commands\"\n.SH NAME\n" + roff(title) + " \\- " + roff(about) +
         "\n.SH SYNOPSIS\n";
}

std::string manual_end(std::string_view see_also) {
  return ".SH EXIT STATUS\n" + roff(kExitCodes) + "\n.SH SEE ALSO\n.BR " + std::string(see_also) +
         "\n";
}

// The arguments of a command and its options under their headings.
void add_to_page(std::string& out, const CommandHelp& command) {
  for (const OptionHelp& option : command.options)
    if (option.positional)
      out += ".TP\n.B " + roff(head_of(command, option)) + "\n" + roff(option.about) + "\n";
  by_group(
      command, [&](std::string_view group) { out += ".SS " + roff(group) + "\n"; },
      [&](const OptionHelp& option) {
        out += ".TP\n.B " + roff(head_of(command, option)) + "\n" + roff(option.about) + "\n";
      });
}

// Between single quotes of a shell.
std::string in_quotes(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::vector<std::string> long_names(const CommandHelp& command) {
  std::vector<std::string> names;
  for (const OptionHelp& option : command.options)
    if (!option.positional) names.push_back(option.names.back());
  return names;
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

std::string for_bash(const std::vector<CommandHelp>& commands) {
  std::vector<std::string> names;
  for (const CommandHelp& command : commands)
    if (!command.name.empty()) names.push_back(command.name);
  std::string out =
      "# bash: completions of verify\n"
      "_verify() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= "
      "options= w\n"
      "  for w in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
      "    case $w in " +
      [&] {
        std::string list;
        for (const std::string& name : names) list += (list.empty() ? "" : "|") + name;
        return list;
      }() +
      ") command=$w; break ;; esac\n"
      "  done\n"
      "  case $command in\n";
  for (const CommandHelp& command : commands)
    if (!command.name.empty())
      out +=
          "    " + command.name + ") options=" + in_quotes(joined(long_names(command))) + " ;;\n";
  for (const CommandHelp& command : commands)
    if (command.name.empty())
      out += "    *) options=" + in_quotes(joined(names) + " " + joined(long_names(command))) +
             " ;;\n";
  return out +
         "  esac\n"
         "  if [[ $word == -* || ( -z $command && $COMP_CWORD -eq 1 ) ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
         "  fi\n"
         "  [[ ${#COMPREPLY[@]} -gt 0 ]] || COMPREPLY=($(compgen -f -- \"$word\"))\n"
         "}\n"
         "complete -o filenames -F _verify verify\n";
}

std::string for_zsh(const std::vector<CommandHelp>& commands) {
  std::string out = "#compdef verify\n_verify() {\n  local -a commands options\n  commands=(\n";
  const auto described = [](const std::string& name, std::string about) {
    std::replace(about.begin(), about.end(), ':', ';');
    return in_quotes(name + ":" + about);
  };
  for (const CommandHelp& command : commands)
    if (!command.name.empty()) out += "    " + described(command.name, command.about) + "\n";
  out += "  )\n  case ${words[2]} in\n";
  const auto add = [&](const CommandHelp& command, const std::string& pattern) {
    out += "    " + pattern + ") options=(\n";
    for (const OptionHelp& option : command.options)
      if (!option.positional) out += "      " + described(option.names.back(), option.about) + "\n";
    out += "    ) ;;\n";
  };
  for (const CommandHelp& command : commands)
    if (!command.name.empty()) add(command, command.name);
  for (const CommandHelp& command : commands)
    if (command.name.empty()) add(command, "*");
  return out +
         "  esac\n"
         "  (( CURRENT == 2 )) && _describe command commands\n"
         "  [[ ${words[CURRENT]} == -* ]] && _describe option options\n"
         "  _files\n"
         "}\n"
         "_verify \"$@\"\n";
}

std::string for_fish(const std::vector<CommandHelp>& commands) {
  std::string out = "# fish: completions of verify\n";
  for (const CommandHelp& command : commands)
    if (!command.name.empty())
      out += "complete -c verify -n __fish_use_subcommand -a " + command.name + " -d " +
             in_quotes(command.about) + "\n";
  for (const CommandHelp& command : commands)
    for (const OptionHelp& option : command.options) {
      if (option.positional) continue;
      out += "complete -c verify -n " +
             (command.name.empty() ? std::string("__fish_use_subcommand")
                                   : in_quotes("__fish_seen_subcommand_from " + command.name));
      for (const std::string& name : option.names)
        out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      out += (option.flag ? " -d " : " -r -d ") + in_quotes(option.about) + "\n";
    }
  return out;
}

}  // namespace

std::string_view argument_of(const CommandHelp& command, const OptionHelp& option) {
  const OptionShown* row = shown(command.name, option.names.back());
  return row == nullptr ? "" : row->argument;
}
std::string_view group_of(const CommandHelp& command, const OptionHelp& option) {
  const OptionShown* row = shown(command.name, option.names.back());
  return row == nullptr ? "" : row->group;
}

std::string example_of(std::string_view name) {
  const std::size_t i = place(name);
  return i < std::size(kCommands) ? with_examples(kCommands[i].example) : "";
}

std::size_t terminal_width() {
  winsize size{};
  if (::isatty(STDOUT_FILENO) == 1 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
      size.ws_col > 0)
    return std::clamp<std::size_t>(size.ws_col, 60, 100);
  return 80;
}

std::string first_screen() {
  return "Hardmax decides the claims of proofs that transformers are universal, exactly.\n"
         "\n"
         "  verify findings                   what is false in the papers, and the repairs\n"
         "  verify --n 4 --d 1 --delta 1/2 --pattern strided\n"
         "                                    build a network, run every input, decide each claim\n"
         "  verify explain ID                 one claim; verify list WORDS finds its id\n"
         "  verify pattern config.json        is attention of this shape universal?\n"
         "  verify DIR --n 3 --delta 1/2      claims about a construction of your own, in files\n"
         "  verify check CERT                 have a certificate checked independently\n"
         "  verify --help                     all commands and options\n";
}

std::string help_of_program(const std::vector<CommandHelp>& commands, std::size_t width) {
  std::string out;
  wrap(out,
       "Hardmax: an exact verifier of the proofs that transformers are universal approximators.", 0,
       0, width);
  out += "\nCommands; verify COMMAND --help says more\n";
  for (const CommandHelp* command : in_order(commands))
    add_row(out, command->name.empty() ? "(the main job)" : command->name, command->about, width);
  out += "\nExamples\n";
  for (const Command& command : kCommands) out += "  " + with_examples(command.example) + "\n";
  for (const CommandHelp& command : commands) {
    if (!command.name.empty()) continue;
    out += "\nOptions of the main job, " + usage_of(command) + "\n";
    add_options(out, command, width);
  }
  out += '\n';
  wrap(out, kExitCodes, 0, 0, width);
  return out;
}

std::string help_of_command(const CommandHelp& command, std::size_t width) {
  std::string out = "Usage: " + usage_of(command) + "\n\n";
  wrap(out, command.about + ".", 0, 0, width);
  if (const std::string example = example_of(command.name); !example.empty())
    out += "\n  " + example + "\n";
  bool any = false;
  for (const OptionHelp& option : command.options) {
    if (!option.positional) continue;
    if (!any) out += "\nArguments\n";
    any = true;
    add_row(out, head_of(command, option), option.about, width);
  }
  add_options(out, command, width);
  return out;
}

std::vector<std::string> manual_names(const std::vector<CommandHelp>& commands) {
  std::vector<std::string> names;
  for (const CommandHelp* command : in_order(commands))
    if (has_a_page(*command)) names.push_back(command->name);
  return names;
}

std::string manual_page(const std::vector<CommandHelp>& commands, std::string_view version) {
  std::string out = manual_head("verify", version,
                                "decide the claims of proofs about hardmax transformers, exactly");
  const std::vector<const CommandHelp*> list = in_order(commands);
  for (const CommandHelp* command : list) out += ".B " + roff(usage_of(*command)) + "\n.br\n";
  out += ".SH DESCRIPTION\n" +
         roff(
             "Builds the networks of papers, runs them on every input, decides every claim and "
             "writes certificates that verify-check decides anew.") +
         "\n.SH COMMANDS\n";
  for (const CommandHelp* command : list)
    if (has_a_page(*command))
      out += ".TP\n.BR " + roff("verify-" + command->name) + " (1)\n" + roff(command->about + ".") +
             "\n";
  for (const CommandHelp* command : list)
    if (!has_a_page(*command)) {
      out += ".SH " + (command->name.empty() ? "THE MAIN JOB" : roff("verify " + command->name)) +
             "\n" + roff(command->about + ".") + "\n";
      add_to_page(out, *command);
    }
  out += ".SH EXAMPLES\n.nf\n";
  for (const Command& command : kCommands) out += roff(with_examples(command.example)) + "\n";
  return out + ".fi\n" + manual_end("verify\\-check (1)");
}

std::string manual_page(const CommandHelp& command, std::string_view version) {
  std::string out = manual_head("verify-" + command.name, version, command.about) + ".B " +
                    roff(usage_of(command)) + "\n.SH DESCRIPTION\n" + roff(command.about + ".") +
                    "\n";
  add_to_page(out, command);
  if (const std::string example = example_of(command.name); !example.empty())
    out += ".SH EXAMPLES\n.nf\n" + roff(example) + "\n.fi\n";
  return out + manual_end("verify (1),\n.BR verify\\-check (1)");
}

std::string completions(const std::vector<CommandHelp>& all, std::string_view shell) {
  std::vector<CommandHelp> commands;  // without the one that stands for any folder
  std::copy_if(all.begin(), all.end(), std::back_inserter(commands),
               [](const CommandHelp& command) { return command.name != command_of_a_folder; });
  if (shell == "bash") return for_bash(commands);
  return shell == "zsh" ? for_zsh(commands) : for_fish(commands);
}

}  // namespace hardmax::cli
