// Certificates of kind `machine` (src/certificate/FORMAT.md): what `verify turing` found, of a run
// of a decoder beside its machine.
#pragma once
#include <string>

#include "certificate/writer.hpp"
#include "decide/turing.hpp"

namespace hardmax::decide {

// The member `machine` of `run`, also of kind `construction`.
void write_machine(certificate::Writer& w, const subject::Machine& machine);

// `construction`, `sha256` (with all definitions) and `variants` of `run`, also of kind `vectors`.
void write_construction(certificate::Writer& w, const subject::Run& run);

// Why there is none, one line; empty where there is one.
std::string why_no_machine_certificate(const subject::Run& run, const MachineRun& machine,
                                       const TuringResult& result);
// Requires  nothing against it; a checksum was asked for.
std::string certify_machine(const subject::Run& run, const MachineRun& machine,
                            const TuringResult& result);

}  // namespace hardmax::decide
