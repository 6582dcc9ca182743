// The small part of TOML that claim files use (proofs/README.md, "An entry"). Whatever is read here
// means the same in TOML; much of TOML is refused.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hardmax::claim::toml {

struct Item {
  std::string key;
  bool is_list = false;
  std::vector<std::string> values;  // exactly one unless it is a list
  int line = 0;
  std::vector<int> lines;  // of a list: where each of its strings begins
};

struct Table {  // what stands below one [[claim]], or another header
  std::string header;
  int line = 0;
  std::vector<Item> items;  // every key once
};

// Requires nothing of the text. `file` is for messages.
// Errors  InvalidInput (file): not UTF-8, or not the part of TOML that is used here; one line:
// file:line, what, remedy.
std::vector<Table> read(std::string_view text, const std::string& file);
// What another kind of file has in place of [[claim]]: its headers, in which a comment may stand
// between the strings of a list, and a comma after the last.
std::vector<Table> read(std::string_view text, const std::string& file,
                        const std::vector<std::string>& headers);
// The same of a text without headers: its keys, every one once. `loose_lists`: lists as those of
// another kind of file.
std::vector<Item> read_keys(std::string_view text, const std::string& file,
                            bool loose_lists = false);

}  // namespace hardmax::claim::toml
