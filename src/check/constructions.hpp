// The construction files that a certificate is bound to (FORMAT.md, `constructions`). The networks
// of all kinds but "construction" stand in C++, written for one construction each: about any other
// one nothing is accepted. Where a small run tells the two apart, name by name, that is said.
#pragma once
#include "check/construction.hpp"
#include "check/described.hpp"

namespace hardmax::check {

// construction.toml beside claims of their own folder whose ids begin with the construction's.
// Throws Unreadable.
std::optional<Described> file_beside(const std::string& id, const Entries& entries);

class ConstructionFiles {
 public:
  explicit ConstructionFiles(const Entries& entries) : entries_(entries) {}  // keeps the reference
  ConstructionFiles(const ConstructionFiles&) = delete;

  // Of the file beside the claims, else of the one that came with the program: of the construction
  // and of all that is defined in it. Throws Incomplete where there is no file.
  const std::string& digest(const std::string& id);
  // Of the same, but of the ids of its hypotheses alone and not of their texts: what networks in
  // C++ are written for (replay.hpp).
  const std::string& own_digest(const std::string& id);
  // That on small runs the file gives every name the value that the network in C++ gives it: all
  // layers, and states of some inputs. Throws Rejected.
  void require_same_on_small_runs(const std::string& id);

 private:
  struct File {
    const Described& of;  // kept by what parsed it
    std::string key;      // of its text
    Entries hypotheses;   // those of the file
    std::string digest = "";
  };
  const File& file(const std::string& id);

  const Entries& entries_;
  std::map<std::string, std::unique_ptr<File>> files_;
};

// The member `constructions`, of a certificate of any kind that has it: the constructions that it
// speaks of, each bound to its file.
void require_constructions(const Json& certificate, const Entries& entries);

}  // namespace hardmax::check
