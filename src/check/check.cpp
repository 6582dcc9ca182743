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
    for (std::size_t i = 0; kind_of != "box" && i < stated.keys.size(); ++i)
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

const std::string& assumption1_formal(std::size_t part) {
  static const std::string all[] = {"forall l in 1..p, k in 1..n: k in A(l, k)",
                                    "chain(j in 1..n, k in 1..n: exists l in 1..p: j in A(l, k))",
                                    "exists t in 1..n*p: forall k in 1..n: S(t, k) = (1..n)"};
  return all[part - 1];
}

// By its formulas, with whatever names they bind, and by what it needs.
std::size_t part_of_assumption1(const Entry& entry, const Entries& entries) {
  static const Vocabulary names{{{"n", "", Type::Num, Common::n},
                                 {"d", "", Type::Num, Common::d},
                                 {"D", "", Type::Num, Common::D},
                                 {"p", "", Type::Num, Common::own},
                                 {"A", "NN", Type::Set, Common::own + 1},
                                 {"S", "NN", Type::Set, Common::own + 2}},
                                {}};
  const auto says = [&](const std::string& text, const std::string& other) {
    return same_formula(parse_formula(text, entry.where, names),
                        parse_formula(other, "statement", names));
  };
  try {
    if (!entry.has_formal || !says(entry.domain, "n >= 2 and d >= 1 and D >= 2")) return 0;
    for (std::size_t part = 1; part <= 3; ++part) {
      if (!says(entry.formal, assumption1_formal(part))) continue;
      if (part < 3) return entry.needs.empty() ? part : 0;
      const auto first =
          entry.needs.size() == 1 ? entries.find(entry.needs[0]) : entries.end();  // no circle
      const bool after_first =
          first != entries.end() && part_of_assumption1(first->second, entries) == 1;
      return after_first ? 3 : 0;
    }
  } catch (const Rejected&) {  // names of other things
  }
  return 0;
}

void require_assumption1_as_printed(const std::vector<const Entry*>& claims, const Entries& entries,
                                    const std::vector<std::string>& hypotheses) {
  for (const Entry* claim : claims)
    for (const std::string& need : claim->needs) {
      const auto at = std::find(hypotheses.begin(), hypotheses.end(), need);
      if (at == hypotheses.end()) continue;
      const auto entry = entries.find(need);
      const bool printed =
          entry != entries.end() && part_of_assumption1(entry->second, entries) ==
                                        static_cast<std::size_t>(at - hypotheses.begin()) + 1;
      require(HARDMAX_FAULT(check_assumption1_text, printed, true), "hypothesis " + need,
              entry == entries.end() ? "" : binding_text(entry->second),
              "that Assumption 1 says something else");
    }
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
