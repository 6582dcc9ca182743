#include "cli/bound_constructions.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>

#include "certificate/writer.hpp"
#include "cli/run_command.hpp"
#include "decide/vocabulary.hpp"
#include "discharge/from_file.hpp"
#include "discharge/sweep_papers.hpp"
#include "exact/error.hpp"
#include "report/html/certificate_file.hpp"
#include "subject/binding.hpp"

namespace hardmax::cli {

namespace {

namespace fs = std::filesystem;

using report::html::Tree;

std::set<std::string> constructions_of(const Tree& certificate) {
  const auto text = [](const Tree& object, const char* member) {
    return report::html::member_of(object, member).string;
  };
  const std::string kind = text(certificate, "kind");
  if (kind == "run" || kind == "soft" || kind == "structural" || kind == "for-all-D")
    return {text(report::html::member_of(certificate, kind == "for-all-D" ? "fixed" : "run"),
                 "construction")};
  if (kind == "general") return {text(certificate, "construction")};
  if (kind != "box" && kind != "kernel") return {pattern_construction()};
  const bool box = kind == "box";
  std::set<std::string> out;
  for (const Tree& one : report::html::member_of(certificate, box ? "parts" : "claims").items) {
    out.insert(construction_of(text(one, box ? "paper" : "id")));
  }
  return out;
}

fs::path file_of(const std::string& id, const std::vector<claim::Entry>& entries) {
  std::error_code error;
  for (const claim::Entry& entry : entries) {
    const fs::path file = fs::path(entry.file).replace_filename("construction.toml");
    if (!entry.borrowed && entry.id.starts_with(id + ".") && fs::exists(file, error) &&
        subject::ConstructionFile::read(file).id == id)
      return file;
  }
  return shipped_claims() / id / "construction.toml";
}

std::string digest_of(const std::string& id, const std::vector<claim::Entry>& entries) {
  const fs::path path = file_of(id, entries);
  const auto file = subject::ConstructionFile::read(path);
  std::vector<claim::Entry> shipped;
  const auto entry_of = [&](const std::string& hypothesis) -> const claim::Entry& {
    const auto among = [&](const std::vector<claim::Entry>& all) {
      return std::find_if(all.begin(), all.end(),
                          [&](const claim::Entry& e) { return e.id == hypothesis; });
    };
    if (const auto it = among(entries); it != entries.end()) return *it;
    if (shipped.empty()) shipped = claim::load_entries(shipped_claims());
    if (const auto it = among(shipped); it != shipped.end()) return *it;
    throw InvalidInput(InvalidInput::Kind::file,
                       fmt::format("{}: hypothesis '{}': no claim has this id; write it, or name "
                                   "its file with --claims",
                                   path.string(), hypothesis));
  };
  return certificate::sha256(
      subject::binding_text_with_names(file, [&](const std::string& hypothesis) {
        return certificate::sha256(decide::binding_text(file, entry_of(hypothesis)));
      }));
}

}  // namespace

std::string construction_of(const std::string& claim) {
  return names_construction(claim) ? claim.substr(0, claim.find('.')) : pattern_construction();
}

std::string bound_to_constructions(const std::string& certificate,
                                   const std::vector<claim::Entry>& entries) {
  std::string list;
  for (const std::string& id : constructions_of(report::html::members_of_certificate(certificate)))
    list += fmt::format(R"({}{{"id":"{}","sha256":"{}"}})", list.empty() ? "" : ",", id,
                        digest_of(id, entries));
  HARDMAX_REQUIRE(certificate.ends_with("}\n"));
  return certificate.substr(0, certificate.size() - 2) +
         fmt::format(R"(,"constructions":[{}]}})", list) + "\n";
}

fs::path theory_of(const std::vector<std::string>& claims) {
  const std::vector<fs::path> places = claim_places(claims);
  const auto place = std::find_if(places.begin(), places.end(), [](const fs::path& folder) {
    return fs::is_directory(folder / "coq");
  });
  return (place == places.end() ? shipped_claims() : *place) / "coq";
}

void require_written_for(const fs::path& theory, const std::string& id,
                         const std::vector<claim::Entry>& entries) {
  const std::string says = "(* Construction " + id + ", SHA-256 ";
  std::string stated;
  std::error_code not_there;
  for (const auto& file : fs::directory_iterator(theory, not_there)) {
    std::ifstream stream(file.path());
    for (std::string line; file.path().extension() == ".v" && std::getline(stream, line);)
      if (line.starts_with(says)) stated = line.substr(says.size(), 64);
  }
  if (stated.empty()) return;  // verify-check has a digest of its own
  const fs::path path = file_of(id, entries);
  // Of hypotheses their ids alone, as they are proved of every run in Coq.
  const std::string found = certificate::sha256(subject::binding_text_with_names(
      subject::ConstructionFile::read(path), [](const std::string&) { return ""; }));
  if (found == stated) return;
  throw InvalidInput(
      InvalidInput::Kind::file,
      fmt::format("{}: nothing of it is proved: the theory {} is about another "
                  "construction, of SHA-256 {}, and this one has {}; undo the change, "
                  "or decide its claims by verify DIR",
                  path.string(), theory.string(), stated, found));
}

}  // namespace hardmax::cli
