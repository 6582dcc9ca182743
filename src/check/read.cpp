#include "check/read.hpp"

#include <algorithm>
#include <functional>

#include "check/text.hpp"

namespace hardmax::check {

const Json& member(const Json& object, const std::string& key, Json::Kind kind, const std::string& where) {
  const Json* found = object.kind == Json::Kind::object ? object.find(key) : nullptr;
  require(found != nullptr, where + key, "nothing", "that it must be there");
  require_kind(*found, kind, where + key);
  return *found;
}
const std::string& text(const Json& object, const std::string& key, const std::string& where) {
  return member(object, key, Json::Kind::string, where).text;
}
void require_keys(const Json& object, const std::set<std::string>& keys, const std::string& where) {  // no others
  for (const std::string& key : object.keys) require(keys.count(key) != 0, where, key, "that there is no such key");
}

std::uint64_t integer(const std::string& digits, std::uint64_t least, const std::string& where) {
  const bool good = !digits.empty() && digits.size() <= 9 && (digits[0] != '0' || digits.size() == 1) &&
                    digits.find_first_not_of("0123456789") == std::string::npos;
  require(good && std::stoull(digits) >= least, where, digits,
          "that it must be an integer from " + std::to_string(least) + " to 999999999, without leading zero");
  return std::stoull(digits);
}

Num rational(const std::string& digits, const std::string& where) {  // canonical if it is what its value is written as
  require(digits.size() <= 2000 && digits.find_first_not_of("0123456789-/") == std::string::npos, where, digits,
          "that it must be a rational of at most 2000 characters");
  mpq_class value;
  const bool read = mpq_set_str(value.get_mpq_t(), digits.c_str(), 10) == 0 && sgn(value.get_den()) != 0;
  if (read) value.canonicalize();
  require(read && value.get_str() == digits, where, digits, "that it must be a rational in lowest terms");
  return Num(value);
}

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> out;
  for (std::size_t at = 0, end = 0; !list.empty() && at <= list.size(); at = end + 1) {
    end = std::min(list.find(' ', at), list.size());
    out.push_back(list.substr(at, end - at));
  }
  return out;
}

Tokens tokens(const std::string& list, unsigned n, const std::string& where) {
  Tokens out;
  for (const std::string& item : split(list)) {
    out.push_back(static_cast<unsigned>(integer(item, 1, where)));
    require(out.back() <= n, where, list, "that it must be a list of tokens up to " + std::to_string(n));
  }
  return out;
}

Pattern pattern(const Json& layers, unsigned n, const std::string& where) {
  require(!layers.items.empty(), where, "no layer", "that there must be one");
  Pattern out(1);
  for (std::size_t l = 0; l < layers.items.size(); ++l) {
    const std::string place = where + "[" + std::to_string(l) + "]";
    require_kind(layers.items[l], Json::Kind::array, place);
    require(layers.items[l].items.size() == n, place, std::to_string(layers.items[l].items.size()) + " items", "that it must be an array of n strings");
    out.emplace_back(1);
    for (std::size_t k = 0; k < n; ++k) {
      const Json& neighbours = layers.items[l].items[k];
      const std::string at = place + "[" + std::to_string(k) + "]";
      require_kind(neighbours, Json::Kind::string, at);
      const Tokens A = tokens(neighbours.text, n, at);
      require(std::adjacent_find(A.begin(), A.end(), std::greater_equal<>()) == A.end(), at, neighbours.text, "that it must be strictly increasing");
      out.back().push_back(A);
    }
  }
  return out;
}

std::vector<const Entry*> bound_claims(const Json& certificate, const Entries& entries, const std::string& paper) {
  const Json& claims = member(certificate, "claims", Json::Kind::array, "");
  const std::string &only = text(certificate, "only"), prefix = paper + ".";
  std::vector<const Entry*> out;
  for (const auto& [id, entry] : entries)
    if (id.substr(0, prefix.size()) == prefix && id.substr(0, only.size()) == only) out.push_back(&entry);
  require(!out.empty(), "only", only, "no claim whose id begins like that");
  for (std::size_t i = 0; i < std::max(out.size(), claims.items.size()); ++i) {
    const std::string where = "claims[" + std::to_string(i) + "]", there = i < out.size() ? out[i]->id : "the end of the claims";
    require(i < claims.items.size(), where, "the end of the claims", there);
    const std::string &id = text(claims.items[i], "id", where + "."), &hash = text(claims.items[i], "sha256", where + ".");
    require(i < out.size() && id == there, where + ".id", id, there);
    const std::string binding = sha256(binding_text(*out[i]));
    require(hash == binding, where + ".sha256 (" + id + ")", hash, binding);
  }
  return out;
}

Json claim_object(const Json& stated, const std::string& verdict, const std::string& tier, const std::string& evidence, const std::string& reason, Json witness) {
  return Json::object({{"id", text(stated, "id")}, {"sha256", text(stated, "sha256")}, {"verdict", verdict}, {"tier", tier}, {"evidence", evidence},
                       {"reason", reason}, {"witness", std::move(witness)}});
}

}  // namespace hardmax::check
