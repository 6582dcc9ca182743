// verify turing FILE --certificate C: the claims that stand beside the decoder, decided for this
// machine, word and number of nodes, and their certificate (kind `construction`).
#pragma once
#include <string>

#include "report/run_certificate.hpp"
#include "subject/run.hpp"

namespace hardmax::cli {

// Why the claims are not decided: the estimated time, one line; empty where they are.
std::string too_dear_to_certify(const subject::Run& run, std::uint64_t nodes);

// Decides the claims and writes the certificate.  Errors  InvalidInput (file), CannotWrite,
// LimitReached: nothing was written.
report::RunCertificate certify_turing(const subject::Run& run, const std::string& file);

}  // namespace hardmax::cli
