// What a certificate says of claims, in every kind (FORMAT.md, "Claims and hypotheses"): which they
// are, by id and text, what they need, and what it leaves out.
#include "check/constructions.hpp"
#include "check/described.hpp"
#include "check/fault.hpp"
#include "check/kind.hpp"
#include "check/replay.hpp"

namespace hardmax::check {
namespace {

// Does the id begin with that of a construction and a dot?
bool is_below(const std::string& id, const std::string& construction) {
  return id.substr(0, construction.size() + 1) == construction + ".";
}

// Which claims are about a construction that a file beside them describes, and which has no runs of
// kind "run": certificates of kind "construction" alone speak of them.
class OfFiles {
 public:
  explicit OfFiles(const Entries& entries) : entries_(entries), files_(entries) {}
  bool has_runs(const std::string& paper) { return files_.has_runs(paper); }
  bool contains(const std::string& id) { return !has_runs(paper_of(id)) && !of(id).empty(); }
  // The id of the construction beside the claim, if the claim is about it; "": there is none.
  std::string of(const std::string& id) {
    const auto entry = entries_.find(id);
    if (entry == entries_.end()) return "";
    const std::string& where = entry->second.where;
    const std::filesystem::path file = std::filesystem::path(where.substr(0, where.rfind(':')))
                                           .replace_filename("construction.toml");
    const auto [known, fresh] = ids_.emplace(file, "");
    std::error_code error;
    if (fresh && std::filesystem::exists(file, error)) {
      try {
        known->second = read_described(read_file(file, std::size_t{1} << 20), file.string()).id;
      } catch (const Rejected& error_of_size) {
        throw Unreadable(error_of_size.what());
      }
    }
    return is_below(id, known->second) ? known->second : "";
  }
  static std::string paper_of(const std::string& id) { return id.substr(0, id.find('.')); }

 private:
  const Entries& entries_;
  ConstructionFiles files_;
  std::map<std::filesystem::path, std::string> ids_;  // by construction file; "": there is none
};

bool speaks_of(const std::string& id, const std::string& name, Scope scope, OfFiles& files) {
  if (scope == Scope::file) {
    if (!is_below(id, name)) return false;
    const std::string beside = files.of(id);
    return beside.empty() || beside == name;
  }
  const std::string paper = OfFiles::paper_of(id);
  if (files.contains(id)) return false;
  return name.empty() || paper == name || (scope == Scope::construction && !files.has_runs(paper));
}

// The construction whose claims a certificate is about; of a kind that names none that of its
// claims.
std::string construction_of(const Json& certificate) {
  for (const char* where : {"run", "fixed"})
    if (const Json* const of = certificate.find(where); of != nullptr)
      return text(*of, "construction", std::string(where) + ".");
  if (certificate.find("construction") != nullptr) return text(certificate, "construction");
  const Json& claims = member(certificate, "claims", Json::Kind::array, "");
  return claims.items.empty() ? "" : OfFiles::paper_of(text(claims.items[0], "id"));
}

// Of a construction that a file describes, not of one that stands here.
bool is_of_file(const Json& certificate) {
  const std::string& kind = text(certificate, "kind");
  return kind == "construction" || (kind == "structural" && is_about_described(certificate));
}

// Does the id begin with `only`? Of kind "structural" about a file, with one of its words.
bool begins(const std::string& id, const std::string& only, bool words) {
  if (!words || only.empty()) return id.substr(0, only.size()) == only;
  const std::vector<std::string> all = split(only);
  return std::any_of(all.begin(), all.end(),
                     [&](const std::string& word) { return id.substr(0, word.size()) == word; });
}
bool has_words(const Json& certificate) {
  return text(certificate, "kind") == "structural" && is_about_described(certificate);
}

// Of an element of `claims` or `hypotheses`: its id, behind the one before it, and a hash.
const std::string& id_of(const Json& list, std::size_t i, const std::string& where) {
  const std::string &id = text(list.items[i], "id", where + "."),
                    &hash = text(list.items[i], "sha256", where + ".");
  require(i == 0 || HARDMAX_FAULT(check_claims_order, text(list.items[i - 1], "id") < id, true),
          where + ".id", id, "that it must stand behind the one before it");
  require(hash.size() == 64 && hash.find_first_not_of("0123456789abcdef") == std::string::npos,
          where + ".sha256 (" + id + ")", hash, "that it must be 64 hexadecimal digits");
  return id;
}

std::string some(const std::vector<std::string>& ids) {
  std::string out;
  for (std::size_t i = 0; i < std::min<std::size_t>(ids.size(), 20); ++i)
    out.append(i == 0 ? " " : ", ").append(ids[i]);
  return ids.size() > 20 ? out + " and " + std::to_string(ids.size() - 20) + " more" : out;
}

}  // namespace

void require_same_claims(const Json& certificate, const Entries& entries,
                         const Binding& binding_of) {
  std::vector<std::string> missing, changed;
  std::string stated,
      here;  // the set of claims, a line each, as the certificate and as --claims has it
  for (const char* list : {"claims", "hypotheses"}) {
    for (const Json& item : member(certificate, list, Json::Kind::array, "").items) {
      const std::string &id = text(item, "id"), &hash = text(item, "sha256");
      const auto there = entries.find(id);
      const std::string binding = there == entries.end() ? "" : sha256(binding_of(there->second));
      stated += id + " " + hash + "\n";
      if (binding.empty())
        missing.push_back(id);
      else
        here += id + " " + binding + "\n";
      if (!binding.empty() && binding != hash) changed.push_back(id);
    }
  }
  if (HARDMAX_FAULT(check_other_claims, stated == here, true)) return;
  std::string what = "the certificate was made with the claims of digest " + sha256(stated) +
                     ", and here they have " + sha256(here);
  if (!missing.empty()) what += "; not here:" + some(missing);
  if (!changed.empty()) what += "; with another text here:" + some(changed);
  throw OtherClaims(what);
}

namespace {

// `hypotheses`: exactly what the claims need and what that needs, beyond the claims themselves.
void require_hypotheses(const Json& list, const std::vector<const Entry*>& claims,
                        const Entries& entries) {
  std::set<std::string> known, found;
  std::vector<const Entry*> open = claims;
  for (const Entry* claim : claims) known.insert(claim->id);
  while (!open.empty()) {
    const Entry* entry = open.back();
    open.pop_back();
    for (const std::string& need : entry->needs)
      if (known.insert(need).second) found.insert(need), open.push_back(&entries.at(need));
  }
  std::set<std::string> stated;
  for (const Json& item : list.items) stated.insert(text(item, "id"));
  for (const std::string& id : found)
    require(HARDMAX_FAULT(check_hypothesis_left_out, stated.count(id) != 0, true), "hypotheses",
            "nothing of " + id, "that a claim needs it");
  for (const std::string& id : stated)
    require(HARDMAX_FAULT(check_hypothesis_not_needed, found.count(id) != 0, true), "hypotheses",
            id, "that no claim needs it, or it is one");
}

}  // namespace

std::vector<const Entry*> bound_claims(const Json& certificate, const Entries& entries,
                                       const std::string& name, Scope scope,
                                       const Binding& binding) {
  const Json& claims = member(certificate, "claims", Json::Kind::array, "");
  const std::string& only = text(certificate, "only");
  require(!claims.items.empty(), "claims[0]", "the end of the claims", "that there must be one");
  const bool words = certificate.find("kind") != nullptr && has_words(certificate);
  if (words && !only.empty()) {
    const std::vector<std::string> all = split(only);
    for (std::size_t i = 0; i < all.size(); ++i)
      require(!all[i].empty() && (i == 0 || all[i - 1] < all[i]), "only", only,
              "that it must be words in increasing order with single blanks between");
  }
  OfFiles files(entries);
  for (std::size_t i = 0; i < claims.items.size(); ++i) {
    const std::string where = "claims[" + std::to_string(i) + "]", &id = id_of(claims, i, where);
    require(HARDMAX_FAULT(check_claim_of_others,
                          speaks_of(id, name, scope, files) && begins(id, only, words), true),
            where + ".id", id, "that `only` and the kind ask for others");
  }
  const Json& hypotheses = member(certificate, "hypotheses", Json::Kind::array, "");
  for (std::size_t i = 0; i < hypotheses.items.size(); ++i) {
    const std::string where = "hypotheses[" + std::to_string(i) + "]";
    id_of(hypotheses, i, where);
    require_keys(hypotheses.items[i], {"id", "sha256"}, where);
  }
  require_same_claims(certificate, entries, binding);
  std::vector<const Entry*> out;
  for (const Json& claim : claims.items) out.push_back(&entries.at(text(claim, "id")));
  require_hypotheses(hypotheses, out, entries);
  return out;
}

std::vector<const Json*> holders_of_claims(const Json& certificate) {
  if (text(certificate, "kind") != "box") return {&certificate};
  std::vector<const Json*> parts;
  for (const Json& part : member(certificate, "parts", Json::Kind::array, "").items)
    parts.push_back(&part);
  return parts;
}

std::string not_covered(const Json& certificate, const Entries& entries) {
  const std::string& kind = text(certificate, "kind");
  std::set<std::string> stated;
  std::vector<std::string> out;
  const std::vector<const Json*> holders = holders_of_claims(certificate);
  for (const Json* of : holders)
    for (const Json& claim : member(*of, "claims", Json::Kind::array, "").items)
      stated.insert(text(claim, "id"));
  OfFiles files(entries);
  const bool of_file = is_of_file(certificate);
  const auto is_asked_for = [&](const std::string& id) {
    if (!of_file && files.contains(id)) return false;
    return std::any_of(holders.begin(), holders.end(), [&](const Json* of) {
      const std::string& only = text(*of, "only");
      if (!begins(id, only, of_file && kind == "structural")) return false;
      if (kind == "kernel") return true;
      if (kind == "soft" && entries.at(id).keys.count("soft") == 0) return false;
      if (kind == "box") return id.find('.') != std::string::npos;
      return speaks_of(id, construction_of(certificate),
                       of_file ? Scope::file : Scope::construction, files);
    });
  };
  for (const auto& [id, entry] : entries)
    if (!entry.borrowed && stated.count(id) == 0 && is_asked_for(id)) out.push_back(id);
  return out.empty()
             ? ""
             : "not covered: the certificate was asked for" + some(out) +
                   " too, and does not say what became of " + (out.size() == 1 ? "it" : "them");
}

}  // namespace hardmax::check
