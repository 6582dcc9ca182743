// What the replay of a run (replay.hpp) asks of a construction: filed_run.hpp and described_run.hpp
// have those that files describe.
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
  virtual Num layer_count() const = 0;  // of the network whose states have the ids
  // A name may have met a limit of whoever made the certificate (proofs/README.md, "Names of a
  // run") and have a value here: what is stated to be undecided for a limit stays undecided.
  virtual bool may_meet_limits() const { return false; }
  virtual bool counts_ids() const { return true; }  // how many are different is asked for
};

}  // namespace hardmax::check
