// The construction files that a certificate is bound to (FORMAT.md, `constructions`). Kinds "run"
// and "box" execute what the file says. The arguments of all other kinds were made for one
// construction each (made_for.hpp): about any other one they accept nothing, and where a small run
// tells the two apart, name by name, that is said.
#pragma once
#include "check/construction.hpp"
#include "check/described.hpp"
#include "check/made_for.hpp"

namespace hardmax::check {

// construction.toml beside claims of their own folder whose ids begin with the construction's.
// Throws OtherClaims where there is none, and Unreadable.
Described file_beside(const std::string& id, const Entries& entries);

// How the file of a construction that arguments were made for (made_for.hpp) calls what it has: the
// network before the attention, the first and the last stage of the attention, the network behind.
// "": there is none.
struct StageNames {
  std::string quantizer, sweep, last, values;
};
StageNames stage_names(const Described& of);

class ConstructionFiles {
 public:
  explicit ConstructionFiles(const Entries& entries) : entries_(entries) {}  // keeps the reference
  ConstructionFiles(const ConstructionFiles&) = delete;

  // The file beside the claims, else the one that came with the program. Throws Incomplete where
  // there is none. It stays where it is.
  const Described& describing(const std::string& id) { return file(id).of; }
  // Of the file beside the claims, else of the one that came with the program: of the construction
  // and of all that is defined in it. Throws Incomplete where there is no file.
  const std::string& digest(const std::string& id);
  // Of the same, but of the ids of its hypotheses alone and not of their texts: what arguments are
  // made for (made_for.hpp).
  const std::string& own_digest(const std::string& id);
  MadeFor network(const std::string& id) { return made_for(own_digest(id)); }
  // There is a file, and it has runs of kind "run" (filed_run.hpp).
  bool has_runs(const std::string& id);
  bool is_claimed(const std::string& id) const;  // there are claims of that name
  // That a run is executed wherever Assumption 1 holds: the file asks for nothing else. Throws
  // Incomplete.
  void require_assumption1_alone(const std::string& id);
  // That on small runs the file gives every name the value that the file gives it that came with
  // the program: all layers, and states of some inputs. Throws Rejected.
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
  std::map<std::string, bool> runs_;
};

// The member `constructions`, of a certificate of any kind that has it: the constructions that it
// speaks of, each bound to its file.
void require_constructions(const Json& certificate, const Entries& entries);

}  // namespace hardmax::check
