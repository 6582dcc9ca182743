// Strict readers: certificates (FORMAT.md, "Encoding") and claim files (proofs/README.md, "An
// entry"). All of them throw Rejected (text.hpp) with the place, what is stated and what ought to
// be there.
#pragma once
#include <filesystem>
#include <map>
#include <set>
#include <vector>

#include "check/num.hpp"
#include "check/text.hpp"

namespace hardmax::check {

// --- certificates: objects, arrays, and strings of printable ASCII without escapes

struct Json {
  enum class Kind { string, array, object } kind = Kind::string;
  std::string text;               // of a string
  std::vector<std::string> keys;  // of an object: one for each item, all different
  std::vector<Json> items;        // of an array or an object

  Json(std::string s = "") : text(std::move(s)) {}
  static Json array(std::vector<Json> items = {});
  static Json object(std::vector<std::pair<std::string, Json>> members);
  const Json* find(std::string_view key) const;  // nullptr if there is none
};

Json read_json(std::string_view bytes);  // nesting at most 32, 2^20 values, 64 keys in an object
void require_kind(const Json& stated, Json::Kind kind, const std::string& where);
void require_equal(
    const Json& stated, const Json& found,
    const std::string& where);  // at the first place where they differ; the order of keys is free
void require_keys(const Json& object, const std::set<std::string>& keys,
                  const std::string& where);  // no others

// A member. `where` is the path of the object with the dot behind it ("run."), or "" at the top.
const Json& member(const Json& object, const std::string& key, Json::Kind kind,
                   const std::string& where);
const std::string& text(const Json& object, const std::string& key,
                        const std::string& where = "");  // a member that is a string

std::uint64_t integer(const std::string& digits, std::uint64_t least,
                      const std::string& where);  // least..999999999
Num rational(const std::string& digits,
             const std::string& where);                   // at most 2000 characters, lowest terms
std::vector<std::string> split(const std::string& list);  // at every blank; none of ""

// --- claim files

using Keys =
    std::map<std::string, std::vector<std::string>>;  // of one entry; a string is a list of one

struct Entry {
  std::string id, domain, formal;  // as written; formal is empty if there is none
  bool has_formal = false;
  std::vector<std::string> needs;
  std::string where;      // "file:line", for messages
  Keys keys;              // all of them, for errata.cpp
  bool borrowed = false;  // of the shipped claims, because another entry needs it: no certificate
                          // has to speak of it
};
using Entries = std::map<std::string, Entry>;  // by id, in byte order

// The entries of one text, added to `entries`: not the TOML subset, an unknown, missing or repeated
// key, a repeated id are rejected.
void read_entries(std::string_view text, const std::string& file, Entries& entries);
void require_needs(const Entries& entries);   // they name entries, and do not run in a circle
void require_errata(const Entries& entries);  // the rules of the keys about errata
                                              // (proofs/README.md, "Errata"), and of repairs
// All three, for files and for folders with every *.toml below them but paper.toml and
// construction.toml. A need that none of them has is taken from the folder `shipped`, with its own
// needs; "": there is none. Throws also Unreadable, for claims that break a rule too.
Entries load_entries(const std::vector<std::filesystem::path>& places,
                     const std::filesystem::path& shipped);
Entries load_entries(const std::filesystem::path& place);
// The folder of the claims and constructions that came with the program; "": there is none, until
// the program says so.
std::filesystem::path& shipped_proofs();
std::string read_file(const std::filesystem::path& file,
                      std::size_t limit);      // whole, at most `limit` bytes; - is standard input.
                                               // Throws also Unreadable
std::string one_space(std::string_view text);  // runs of white space as one blank, none at the ends
std::string binding_text(const Entry& entry);  // what SHA-256 is taken of: id, domain, needs and
                                               // formal, white space normalised

}  // namespace hardmax::check
