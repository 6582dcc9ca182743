// Claims and papers as an option names them (claim/lookup.hpp), and as their entries do. What was
// written otherwise is said on stderr, with what it was taken for.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "certificate/verdict.hpp"
#include "claim/entry.hpp"

namespace hardmax::cli {

// The start of ids that `written` stands for, those of `paper` first where one is named. Errors
// InvalidInput (option): it names `argument`, and the ids that may be meant.
std::string start_of_ids(const std::string& argument, const std::string& written,
                         const std::string& paper, const std::vector<claim::Entry>& entries);

// --expect: the ids that are meant, those of `paper`, a paper or a construction, first. Errors
// InvalidInput (option): an id that no claim has, or that stands for several; a claim named twice.
std::map<std::string, Verdict> expected_ids(const std::map<std::string, Verdict>& written,
                                            const std::string& paper,
                                            const std::vector<claim::Entry>& entries);

// The name of a paper, in any case of its letters; "" is all papers. Errors  InvalidInput (option):
// no claim is of that paper; it names `argument`.
std::string paper_meant(const std::string& argument, const std::string& paper,
                        const std::vector<claim::Entry>& entries);

}  // namespace hardmax::cli
