// A Turing machine as a file has it (data/machines/README.md), and the word that it is run on.
//
// Numbers   states, symbols and transitions are numbered from 1. States as they first stand in the
// transitions, read from left to right; symbols: the blank, then in the same way, then the word.
// Cells     the word stands in cells 1..length, at least one; all others hold the blank.
// Errors    InvalidInput (file): one line, file:line: what; remedy.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace hardmax::subject {

class Machine {
 public:
  struct Transition {
    std::size_t from = 0, reads = 0, to = 0, writes = 0;
    int move = 0;  // R: 1, L: -1
  };

  static Machine read(const std::filesystem::path& file);
  static Machine read_text(const std::string& text, const std::string& file);

  // Another word than the one of the file: its symbols without anything between or, where a symbol
  // is longer than one character, with blanks between. "" is one blank symbol.  `option`: how the
  // command line calls it.  Errors  InvalidInput (option): a symbol that the file does not have.
  void give_word(const std::string& text, const std::string& option);

  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] const std::vector<std::string>& states() const { return states_; }
  [[nodiscard]] const std::vector<std::string>& symbols() const { return symbols_; }
  [[nodiscard]] const std::vector<Transition>& transitions() const { return transitions_; }
  [[nodiscard]] std::size_t initial() const { return initial_; }
  [[nodiscard]] std::size_t blank() const { return 1; }
  [[nodiscard]] const std::vector<std::size_t>& word() const { return word_; }
  [[nodiscard]] bool halts_in(std::size_t state) const { return halting_[state - 1]; }
  // Symbols by number as a text: without anything between if each has one character.
  [[nodiscard]] std::string text_of(const std::vector<std::size_t>& symbols) const;
  // All that makes two machines and words different, for places where runs are compared.
  [[nodiscard]] std::string canonical() const;

 private:
  friend class MachineReader;
  std::string file_;
  std::vector<std::string> states_, symbols_;
  std::vector<std::string> own_symbols_;    // of the blank and the transitions
  std::vector<std::string> known_symbols_;  // and of the word of the file
  std::vector<bool> halting_;
  std::vector<Transition> transitions_;
  std::size_t initial_ = 0;
  std::vector<std::size_t> word_;
  void take_word(const std::vector<std::string>& word);
};

}  // namespace hardmax::subject
