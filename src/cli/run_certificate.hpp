// --certificate of the short forms of running a construction (verify turing, verify task1): the
// claims that stand beside its file, decided on the run, and their certificate (kind
// `construction`).
#pragma once
#include <string>

#include "report/run_certificate.hpp"
#include "subject/run.hpp"

namespace hardmax::cli {

// Decides the claims and writes the certificate; budget: seconds, as of --budget, whose default is
// this.
// Errors  InvalidInput (file), CannotWrite, LimitReached: nothing was written.
report::RunCertificate certify_run(const subject::Run& run, const std::string& file,
                                   double budget = 600);

}  // namespace hardmax::cli
