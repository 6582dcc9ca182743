// An audit of a run: see audit.cpp.
#pragma once
#include "check/kind.hpp"
#include "check/replay.hpp"

namespace hardmax::check {

constexpr std::uint64_t chunk = 256;  // inputs that are drawn together

class AuditReplay final : public Replay {
 public:
  using Replay::Replay;
  void state(const std::string& id,
             const Json& stated);  // before the pass, of a claim added: what the certificate says
                                   // of it, if only some inputs will be executed

 private:
  struct Stated {
    const Json* claim = nullptr;
    std::optional<Finding> of_witness;  // of the input of the stated witness
  };
  Finding of_formula(const Claim& claim) const override;
  std::map<std::string, Stated> stated_;  // empty: all inputs are executed
};

Ranges draw(const Audit& audit, const Construction& run);
// `totals` are of all inputs; some of them were executed, and gave `found`.
void require_possible(const Json& totals, const Json& found, const Construction& run);

}  // namespace hardmax::check
