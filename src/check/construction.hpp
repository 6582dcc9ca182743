// What the replay of a run (replay.hpp) asks of a construction. A construction is a paper's own
// files, each of at most 400 lines, which include the core alone. It is written from the paper,
// builds its network from `run` by the definitions, and executes it.
#pragma once
#include "check/evaluate.hpp"
#include "check/read.hpp"

namespace hardmax::check {

// Beside the values of the names (Model): the columns of every grid input, and what the certificate
// must say.
class Construction : public Model {
 public:
  virtual const Vocabulary& names() const = 0;
  virtual bool executed() const = 0;  // there is a network; if not, nothing below is asked
  virtual unsigned tokens() const = 0;
  virtual const Num& id(std::uint64_t input, unsigned token)
      const = 0;  // after the last attention layer, in units of delta; tokens from 1
  virtual bool counts_ids() const { return true; }  // how many are different is asked for
};

// Reads `run`, with its member "construction" known, and compares `derived`. At most `most` inputs
// will be executed. Throws Rejected, and Incomplete where a bound of this program is met.
using Build = std::unique_ptr<Construction> (*)(const Json& run, const Json& derived,
                                                std::uint64_t most);

std::unique_ptr<Construction> build_yun2020b(const Json& run, const Json& derived,
                                             std::uint64_t most);
std::unique_ptr<Construction> build_yun2020a(const Json& run, const Json& derived,
                                             std::uint64_t most);
std::unique_ptr<Construction> build_sparsebert(const Json& run, const Json& derived,
                                               std::uint64_t most);

}  // namespace hardmax::check
