// What the tests of verify-check share.
#pragma once
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "check/constructions.hpp"
#include "check/kind.hpp"
#include "check/text.hpp"

namespace check_test {

inline const std::filesystem::path root = HARDMAX_TEST_ROOT;

// As the program has it: constructions that no file beside the claims describes are taken from
// there.
inline const bool has_shipped_proofs =
    (hardmax::check::shipped_proofs() = root.parent_path() / "proofs", true);

// The end of a certificate that a test writes, behind its claims: without hypotheses, and bound to
// the construction as these entries have it.
inline std::string end_of_certificate(const hardmax::check::Entries& entries) {
  return R"(,"hypotheses":[],"constructions":[{"id":"yun2020b","sha256":")" +
         hardmax::check::ConstructionFiles(entries).digest("yun2020b") + "\"}]}\n";
}

inline hardmax::check::Json& part_of(hardmax::check::Json& object, const std::string& key) {
  const auto at = std::find(object.keys.begin(), object.keys.end(), key);
  if (at == object.keys.end()) throw std::runtime_error(key + ": no such member");
  return object.items[static_cast<std::size_t>(at - object.keys.begin())];
}

// A certificate whose claims a test has changed: its hypotheses are what these need, as the entries
// have it, and its constructions those of the entries.
inline void bind_again(hardmax::check::Json& certificate, const hardmax::check::Entries& entries) {
  using hardmax::check::Json;
  std::set<std::string> known, needed;
  std::vector<std::string> open;
  for (Json& claim : part_of(certificate, "claims").items)
    open.push_back(part_of(claim, "id").text), known.insert(open.back());
  while (!open.empty()) {
    const std::string id = open.back();
    open.pop_back();
    for (const std::string& need : entries.at(id).needs)
      if (known.insert(need).second) needed.insert(need), open.push_back(need);
  }
  std::vector<Json> hypotheses;
  for (const std::string& id : needed)
    hypotheses.push_back(Json::object(
        {{"id", id}, {"sha256", hardmax::check::sha256(binding_text(entries.at(id)))}}));
  part_of(certificate, "hypotheses") = Json::array(hypotheses);
  hardmax::check::ConstructionFiles files(entries);
  for (Json& one : part_of(certificate, "constructions").items)
    part_of(one, "sha256").text = files.digest(part_of(one, "id").text);
}

inline std::string read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

// Of a line of EXPECTED: what stands between " | ".
inline std::vector<std::string> columns_of(const std::string& line) {
  std::vector<std::string> out;
  std::size_t begin = 0;
  for (std::size_t bar; (bar = line.find(" | ", begin)) != std::string::npos; begin = bar + 3)
    out.push_back(line.substr(begin, bar - begin));
  out.push_back(line.substr(begin));
  return out;
}

inline std::vector<std::filesystem::path> files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> out;
  for (const auto& item : std::filesystem::directory_iterator(folder))
    if (item.path().extension() == ".json") out.push_back(item.path());
  std::sort(out.begin(), out.end());
  return out;
}

inline const hardmax::check::Entries& claims() {
  static const hardmax::check::Entries entries =
      hardmax::check::load_entries(root / "certificate/claims");
  return entries;
}

// Made with other claims than those at hand, or without one that was asked for: the answer is 3,
// whatever else the certificate states.
inline bool is_about_other_claims(const hardmax::check::Report& report) {
  return report.code == 3 && (report.lines.front().rfind("other claims: ", 0) == 0 ||
                              report.lines.front().rfind("incomplete: not covered: ", 0) == 0);
}

template <class Action>
std::string rejection(
    const Action& action) {  // the line of the Rejected that action throws; "" if it throws none
  try {
    action();
    return "";
  } catch (const hardmax::check::Rejected& error) {
    return error.what();
  }
}

}  // namespace check_test
