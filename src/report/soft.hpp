// The answer of `verify soft` as a person and a program read it (data/soft.schema.json). Real
// units; numbers rounded outward.
#pragma once
#include <cstdint>
#include <string>

#include "claim/entry.hpp"
#include "discharge/soft/answer.hpp"
#include "report/claim_set.hpp"
#include "report/fail_on.hpp"

namespace hardmax::report {

// Inputs times attention layers times tokens up to which other reports enclose the network with
// softmax too; beyond, verify soft does.
inline constexpr std::int64_t most_soft_work = 1 << 14;

// certificate: the file that it was written to, "" for none. exit_code: of the command.
std::string soft_text(const SoftQuestion& question, const SoftAnswer& answer,
                      const std::string& certificate);
std::string soft_json(const SoftQuestion& question, const SoftAnswer& answer,
                      const std::string& version, const ClaimSet& claims,
                      const std::string& certificate, int exit_code);

// 0 the total error is certainly at most delta~/4 (at the repaired choice, or the one asked for); 1
// it certainly is not, or Assumption 1 fails; 2 undecided. `fail_on` counts too, of every
// inequality shown.
int exit_code(const SoftAnswer& answer, const FailOn& fail_on = {});

// What the main report says of soft networks: the claims that the printed choice refutes or keeps
// for softmax, and the repaired choice. Lines without a title.
std::vector<std::string> soft_summary(const SoftQuestion& question, const SoftAnswer& answer);

// Why what was enclosed stands against the records of these entries, one line; "" if it does not.
std::string soft_contradiction(const SoftAnswer& answer, const std::vector<claim::Entry>& entries);

// "refuted", "kept by this map", ... : what an inequality that was kept, broken or left open says
// of a printed claim.
std::string verdict_of(const SoftPart& part, const SoftClaim& claim);
std::string reading_of(const SoftPart& part);
std::string choice_of(const SoftPart& part);

}  // namespace hardmax::report
