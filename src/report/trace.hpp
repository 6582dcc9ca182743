// A trace as a person and a program read it (data/trace.schema.json). Units of delta; ids are u^T
// Z_k.
#pragma once
#include <string>

#include "discharge/trace.hpp"

namespace hardmax::report {

std::string trace_text(const TraceRequest& request, const TraceResult& result);
std::string trace_json(const TraceRequest& request, const TraceResult& result,
                       const std::string& version);

}  // namespace hardmax::report
