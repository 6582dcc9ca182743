#include "check/kind.hpp"

#include <algorithm>

namespace hardmax::check {
namespace {

constexpr std::pair<const char*, Kind> kinds[] = {{"run", check_run}, {"assumption1", check_assumption1}, {"for-all-D", check_for_all_D}, {"structural", check_structural},
                                                 {"general", check_general}, {"box", check_box}, {"soft", check_soft}};

Report check(std::string_view bytes, const Entries& entries, const Audit& audit, const Kernel& kernel) {
  const Json stated = read_json(bytes);
  require(stated.kind == Json::Kind::object, "certificate", "another kind", "that it must be an object");
  require(text(stated, "format") == "hardmax-cert", "format", text(stated, "format"), "\"hardmax-cert\"");
  require(text(stated, "version") == "2.0", "version", text(stated, "version"), "\"2.0\", the version known here");
  if (text(stated, "kind") == "kernel") {
    if (audit.chunks != 0) throw Incomplete("nothing was looked at: a certificate of kind \"kernel\" executes no inputs; check it without --audit");
    return check_kernel(stated, entries, sha256(bytes), kernel);
  }
  for (const auto& [name, kind] : kinds) {
    if (text(stated, "kind") != name) continue;
    if (audit.chunks == 0) return kind(stated, entries);
    const Audit seeded{audit.chunks, audit.seed.empty() ? sha256(bytes) : audit.seed};
    if (kind == check_run) return audit_run(stated, entries, seeded);
    if (kind == check_box) return audit_box(stated, entries, seeded);
    throw Incomplete("nothing was looked at: a certificate of kind " + quote(name) + " executes no inputs; check it without --audit");
  }
  throw Rejected("kind: stated " + quote(text(stated, "kind")) + ", found no kind of that name");
}

}  // namespace

Report check_certificate(std::string_view bytes, const Entries& entries, const Audit& audit, const Kernel& kernel) {
  try {
    return check(bytes, entries, audit, kernel);
  } catch (const Rejected& error) {
    return {1, {std::string("rejected: ") + error.what()}};
  } catch (const Incomplete& error) {
    return {3, {std::string("incomplete: ") + error.what()}};
  }
}

std::vector<const Entry*> bound_claims(const Json& certificate, const Entries& entries, const std::optional<std::string>& paper) {
  const Json& claims = member(certificate, "claims", Json::Kind::array, "");
  const std::string &only = text(certificate, "only"), prefix = paper ? *paper + "." : "";
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

const std::string& assumption1_text(std::size_t part) {
  static const std::string domain = "\nn >= 2 and d >= 1 and D >= 2\n";
  static const std::string all[] = {"yun2020b.A1.1" + domain + "\nforall l in 1..p, k in 1..n: k in A(l, k)",
                                    "yun2020b.A1.2" + domain + "\nchain(j in 1..n, k in 1..n: exists l in 1..p: j in A(l, k))",
                                    "yun2020b.A1.3" + domain + "yun2020b.A1.1\nexists t in 1..n*p: forall k in 1..n: S(t, k) = (1..n)"};
  return all[part - 1];
}

bool is_assumption1(const std::string& id, const Entries& entries) {
  const auto it = entries.find(id);
  if (it == entries.end() || id.substr(0, id.size() - 1) != "yun2020b.A1." || id.back() < '1' || id.back() > '3') return false;
  const std::vector<std::string>& needs = it->second.needs;   // without a circle (require_needs)
  return binding_text(it->second) == assumption1_text(static_cast<std::size_t>(id.back() - '0')) && std::all_of(needs.begin(), needs.end(), [&](const std::string& need) { return is_assumption1(need, entries); });
}

void require_assumption1_as_printed(const std::vector<const Entry*>& claims, const Entries& entries) {
  for (const Entry* claim : claims)
    for (const std::string& need : claim->needs)
      if (need.substr(0, 12) == "yun2020b.A1.")
        require(is_assumption1(need, entries), "hypothesis " + need, entries.count(need) == 0 ? "" : binding_text(entries.at(need)), "that Assumption 1 says something else");
}

Json claim_object(const Json& stated, const std::string& verdict, const std::string& tier, const std::string& evidence, const std::string& reason,
                  Json witness) {
  return Json::object({{"id", text(stated, "id")}, {"sha256", text(stated, "sha256")}, {"verdict", verdict}, {"tier", tier}, {"evidence", evidence},
                       {"reason", reason}, {"witness", std::move(witness)}});
}

Json replayed_claim(const Json& stated, const std::string& verdict, const std::string& reason, const Witness& w) {
  const bool verified = verdict == "verified", refuted = verdict == "refuted";
  const auto names = [](const std::vector<std::string>& all) { return Json::array(std::vector<Json>(all.begin(), all.end())); };
  Json witness = Json::object({{"at", names(w.at)}, {"other", names(w.other)}, {"lhs", w.lhs}, {"relation", w.relation}, {"rhs", w.rhs}});
  if (!refuted) witness = Json::object({});
  return claim_object(stated, verdict, verified ? "exhaustive" : refuted ? "witness" : "none", verified || refuted ? "replay" : "none", reason, witness);
}

}  // namespace hardmax::check
