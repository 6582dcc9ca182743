// The JSON files that describe a pattern, told apart by their keys in json_formats.cpp.
#pragma once
#include "pattern/import/import.hpp"
#include "pattern/import/json_document.hpp"

namespace hardmax {

// Everything a reader of a configuration needs. `file` names it in messages; name is the pattern's.
struct ConfigSource {
  const std::filesystem::path& file;
  const PatternRequest& request;
};

// {"n", "rules": [{"causal": 0, "parts": [{"band": {"left", "right", "step": 1}} | {"blocks":
// {"size", "before": 0, "after": 0}} |
//   {"columns": {"first": 0, "step", "width": 1, "end": n}} | {"rows": same} | {"edges": {"size":
//   1, "to": [[...], ...]}}]}]}: the parts of
// pattern/structure.hpp, 0-based.
Import import_rules(const Json& document, const ConfigSource& source);

// config.json of the model types of model_table.hpp, and of longformer, led, big_bird,
// bigbird_pegasus, longt5, etc, gpt_neo, phi3small, reformer and mpt. A key that may change the
// mask and is not understood is an error.
Import import_huggingface(const Json& document, const ConfigSource& source);

// "sparse_attention" of a DeepSpeed configuration, or that object alone.
Import import_deepspeed(const Json& document, const ConfigSource& source);

// --n, or the configuration's own n, or a refusal that says --n is needed, and what the class takes
// if it is known. A larger --n than the model's is allowed and warned of.
std::size_t choose_n(const ConfigSource& source, std::optional<std::uint64_t> own, Import& result,
                     std::optional<std::uint64_t> fallback = std::nullopt);

}  // namespace hardmax
