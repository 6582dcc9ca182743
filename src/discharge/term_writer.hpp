// Terms of a construction file written out, to be compared: definitions in place of their names,
// bound names numbered by their place, choices left as they are. Two terms are written alike
// exactly if they say the same by the same steps.
#pragma once
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "subject/construction_file.hpp"

namespace hardmax {

// Writes one thing: the limit on what is written out holds for all that one object writes.
class TermWriter {
 public:
  explicit TermWriter(const subject::ConstructionFile& file) : file_(file) {}

  // Errors  subject::TermError: too long when definitions are written out; a definition with
  // another number of arguments.
  std::string of(const subject::Signature& signature);
  std::string of(const subject::TermPtr& term, const std::vector<std::string>& names);
  std::string of(const subject::Stage& stage);  // its loops and its layer

 private:
  // What stands for a name: the number of what binds it, or a term with names of its own.
  struct Meant;
  using Names = std::map<std::string, Meant>;
  struct Meant {
    std::string number;
    const subject::Term* term = nullptr;
    std::shared_ptr<const Names> names;
  };

  void bind(Names& names, const std::string& name);
  std::string of(const subject::Binders& binders, Names& names);
  std::string list(const std::vector<subject::TermPtr>& parts, std::size_t from,
                   const Names& names);
  std::string of_name(const subject::Term& term, const Names& names);
  std::string of(const subject::Term& term, const Names& outer);
  std::string written(const subject::Term& term, const Names& outer);

  static constexpr std::size_t most_written = 200'000, most_within = 1'000;
  const subject::ConstructionFile& file_;
  std::size_t depth_ = 0, written_ = 0, within_ = 0;
};

}  // namespace hardmax
