// What a certificate of kind `construction` says of its run, for pages that show more of it.
#pragma once
#include <filesystem>
#include <optional>

#include "report/html/sections.hpp"
#include "subject/run_spec.hpp"

namespace hardmax::report::html {

// The construction.toml beside claims about the construction of the run; empty: there is none.
std::optional<std::filesystem::path> construction_beside(const Reading& reading);

// Parameters, variants and changes. A parameter that is no number is left out; what opens the run
// asks for all.
subject::RunSpec run_spec_of(const CertificateFile& file);

}  // namespace hardmax::report::html
