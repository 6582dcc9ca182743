// One table of a construction file: its keys, as texts and as terms. construction_file.cpp makes of
// them what they say.
#pragma once
#include <string>
#include <vector>

#include "claim/toml.hpp"
#include "subject/construction_file.hpp"

namespace hardmax::subject {

// The tables that a construction file may have.
const std::vector<std::string>& headers_of_construction_files();

// Errors of all: InvalidInput (file).
class TableReader {
 public:
  explicit TableReader(const ConstructionFile& file) : file_(file) {}
  // `table` outlives what is asked of it. Checks its keys.
  void take(const claim::toml::Table& table);

  [[nodiscard]] const claim::toml::Table& table() const { return *table_; }
  // `line`: 0 is that of the header.
  [[noreturn]] void fail(const std::string& what, int line = 0) const;
  [[nodiscard]] const claim::toml::Item* item(const std::string& key) const;
  const claim::toml::Item& needed(const std::string& key) const;
  // With runs of white space made one; "" if there is no such key.
  [[nodiscard]] std::string text(const std::string& key) const;
  // As it is written; "" if there is no such key.
  [[nodiscard]] std::string words(const std::string& key) const;
  [[nodiscard]] TermPtr term(const std::string& key) const;
  [[nodiscard]] TermPtr set(const std::string& key) const;  // of a key that is needed
  [[nodiscard]] Binders binders(const std::string& key) const;
  [[nodiscard]] std::vector<Signature> signatures(const std::string& key) const;
  // What `read` makes of a value of the key, with its place in an error.
  template <class Read>
  auto parsed(const std::string& key, const std::string& value, int line, Read read) const {
    try {
      return read(value);
    } catch (const TermError& e) {
      fail(key + ": " + e.what(), line);
    }
  }

 private:
  [[nodiscard]] std::string entry() const;  // how messages call the table
  void check_keys() const;

  const ConstructionFile& file_;
  const claim::toml::Table* table_ = nullptr;
};

}  // namespace hardmax::subject
