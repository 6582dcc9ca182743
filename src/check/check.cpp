#include "check/constructions.hpp"
#include "check/fault.hpp"
#include "check/kind.hpp"

#include <algorithm>

namespace hardmax::check {
namespace {

// Certificates of these two kinds speak of no claim. They compare a construction with something
// that does the same by itself.
bool has_claims(std::string_view kind) { return kind != "machine" && kind != "vectors"; }

constexpr std::pair<const char*, Kind> kinds[] = {{"run", check_run},
                                                  {"assumption1", check_assumption1},
                                                  {"for-all-D", check_for_all_D},
                                                  {"structural", check_structural},
                                                  {"general", check_general},
                                                  {"box", check_box},
                                                  {"construction", check_construction},
                                                  {"machine", check_machine},
                                                  {"vectors", check_vectors},
                                                  {"soft", check_soft}};

// What the certificate was asked for and does not say makes the answer incomplete, whatever its
// kind: an entry may be newer than it, or left out because it is refuted.
Report with_what_is_not_covered(Report report, const Json& certificate, const Entries& entries) {
  const std::string line = report.code == 1 ? "" : not_covered(certificate, entries);
  if (HARDMAX_FAULT(check_not_covered, line.empty(), true)) return report;
  report.code = 3;
  for (std::string& one : report.lines)
    if (one.substr(0, 9) == "accepted:") one.replace(0, 9, "everything stated agrees:");
  report.lines.insert(report.lines.begin(), "incomplete: " + line);
  return report;
}

Report check(std::string_view bytes, const Entries& entries, const Audit& audit,
             const Kernel& kernel) {
  Json stated = read_json(bytes);
  require(stated.kind == Json::Kind::object, "certificate", "another kind",
          "that it must be an object");
  require(HARDMAX_FAULT(check_format, text(stated, "format") == "hardmax-cert", true), "format",
          text(stated, "format"), "\"hardmax-cert\"");
  const std::string& version = text(stated, "version");
  require(version == "3.0", "version", version,
          version.substr(0, 2) == "2."
              ? "\"3.0\"; verify-check 0.2.0 reads this one, and verify of today writes it anew"
              : "\"3.0\", the version known here");
  const std::string kind_of = text(stated, "kind");
  require(kind_of == "kernel" || kind_of == "construction" ||
              std::any_of(std::begin(kinds), std::end(kinds),
                          [&](const auto& one) { return kind_of == one.first; }),
          "kind", kind_of, "no kind of that name");
  // These have the digest in their `run`.
  const bool bound =
      kind_of == "construction" || (kind_of == "structural" && is_about_described(stated));
  if (!bound && has_claims(kind_of)) {
    require_constructions(stated, entries);
    for (std::size_t i = 0; i < stated.keys.size(); ++i)
      if (stated.keys[i] == "constructions") {
        stated.keys.erase(stated.keys.begin() + static_cast<std::ptrdiff_t>(i));
        stated.items.erase(stated.items.begin() + static_cast<std::ptrdiff_t>(i));
        break;
      }
  }
  if (text(stated, "kind") == "kernel") {
    if (audit.chunks != 0)
      throw Incomplete(
          "nothing was looked at: a certificate of kind \"kernel\" executes no inputs; check it "
          "without --audit");
    return with_what_is_not_covered(check_kernel(stated, entries, sha256(bytes), kernel), stated,
                                    entries);
  }
  for (const auto& [name, kind] : kinds) {
    if (text(stated, "kind") != name) continue;
    if (audit.chunks == 0 && !has_claims(kind_of)) return kind(stated, entries);
    if (audit.chunks == 0) return with_what_is_not_covered(kind(stated, entries), stated, entries);
    const Audit seeded{audit.chunks, audit.seed.empty() ? sha256(bytes) : audit.seed};
    if (kind == check_run)
      return with_what_is_not_covered(audit_run(stated, entries, seeded), stated, entries);
    if (kind == check_box)
      return with_what_is_not_covered(audit_box(stated, entries, seeded), stated, entries);
    throw Incomplete("nothing was looked at: a certificate of kind " + quote(name) +
                     (kind == check_construction || !has_claims(kind_of) ? " is checked whole"
                                                                         : " executes no inputs") +
                     "; check it without --audit");
  }
  throw Rejected("kind: stated " + quote(kind_of) + ", found no kind of that name");
}

}  // namespace

Report check_certificate(std::string_view bytes, const Entries& entries, const Audit& audit,
                         const Kernel& kernel) {
  try {
    return check(bytes, entries, audit, kernel);
  } catch (const Rejected& error) {
    return {1, {std::string("rejected: ") + error.what()}};
  } catch (const OtherClaims& error) {
    return {3, {std::string("other claims: ") + error.what()}};
  } catch (const Incomplete& error) {
    return {3, {std::string("incomplete: ") + error.what()}};
  }
}

const std::string& assumption1_text(std::size_t part) {
  static const std::string domain = "\nn >= 2 and d >= 1 and D >= 2\n";
  static const std::string all[] = {
      "yun2020b.A1.1" + domain + "\nforall l in 1..p, k in 1..n: k in A(l, k)",
      "yun2020b.A1.2" + domain + "\nchain(j in 1..n, k in 1..n: exists l in 1..p: j in A(l, k))",
      "yun2020b.A1.3" + domain +
          "yun2020b.A1.1\nexists t in 1..n*p: forall k in 1..n: S(t, k) = (1..n)"};
  return all[part - 1];
}

// Whether an entry says that part of Assumption 1, by whatever names it binds.
bool says_assumption1(const Entry& entry, std::size_t part) {
  static const Vocabulary names{{{"n", "", Type::Num, Common::n},
                                 {"d", "", Type::Num, Common::d},
                                 {"D", "", Type::Num, Common::D},
                                 {"p", "", Type::Num, Common::own},
                                 {"A", "NN", Type::Set, Common::own + 1},
                                 {"S", "NN", Type::Set, Common::own + 2}},
                                {}};
  std::vector<std::string> stated(1);  // id, domain, needs, formal
  for (char ch : assumption1_text(part)) {
    if (ch == '\n')
      stated.emplace_back();
    else
      stated.back() += ch;
  }
  const auto same = [&](const std::string& text, const std::string& other) {
    return same_formula(parse_formula(text, entry.where, names),
                        parse_formula(other, "statement", names));
  };
  if (entry.id != stated[0] ||
      entry.needs !=
          (stated[2].empty() ? std::vector<std::string>() : std::vector<std::string>{stated[2]}))
    return false;
  try {
    return same(entry.domain, stated[1]) && same(entry.formal, stated[3]);
  } catch (const Rejected&) {  // names of other things
    return false;
  }
}

bool is_assumption1(const std::string& id, const Entries& entries) {
  const auto it = entries.find(id);
  if (it == entries.end() || id.substr(0, id.size() - 1) != "yun2020b.A1." || id.back() < '1' ||
      id.back() > '3')
    return false;
  const std::vector<std::string>& needs = it->second.needs;  // without a circle (require_needs)
  return says_assumption1(it->second, static_cast<std::size_t>(id.back() - '0')) &&
         std::all_of(needs.begin(), needs.end(),
                     [&](const std::string& need) { return is_assumption1(need, entries); });
}

void require_assumption1_as_printed(const std::vector<const Entry*>& claims,
                                    const Entries& entries) {
  for (const Entry* claim : claims)
    for (const std::string& need : claim->needs)
      if (need.substr(0, 12) == "yun2020b.A1.")
        require(HARDMAX_FAULT(check_assumption1_text, is_assumption1(need, entries), true),
                "hypothesis " + need,
                entries.count(need) == 0 ? "" : binding_text(entries.at(need)),
                "that Assumption 1 says something else");
}

Json claim_object(const Json& stated, const std::string& verdict, const std::string& tier,
                  const std::string& evidence, const std::string& reason, Json witness) {
  return Json::object({{"id", text(stated, "id")},
                       {"sha256", text(stated, "sha256")},
                       {"verdict", verdict},
                       {"tier", tier},
                       {"evidence", evidence},
                       {"reason", reason},
                       {"witness", std::move(witness)}});
}

Json replayed_claim(const Json& stated, const std::string& verdict, const std::string& reason,
                    const Witness& w) {
  const bool verified = verdict == "verified", refuted = verdict == "refuted";
  const auto names = [](const std::vector<std::string>& all) {
    return Json::array(std::vector<Json>(all.begin(), all.end()));
  };
  Json witness = Json::object({{"at", names(w.at)},
                               {"other", names(w.other)},
                               {"lhs", w.lhs},
                               {"relation", w.relation},
                               {"rhs", w.rhs}});
  if (!refuted) witness = Json::object({});
  return claim_object(stated, verdict,
                      verified  ? "exhaustive"
                      : refuted ? "witness"
                                : "none",
                      verified || refuted ? "replay" : "none", reason, witness);
}

}  // namespace hardmax::check
