// Certificates of kind "structural" hold what verify-check shows by arguments of its own, so it is
// asked: first with a certificate that is a question, then what it showed is written.
#pragma once
#include <string>

#include "cli/bound_constructions.hpp"
#include "discharge/symbolic/structural.hpp"

namespace hardmax::cli {

// What verify-check showed of what was asked; why none of it, one line.
struct Shown {
  StructuralClaims claims;
  std::string why_not;
};
Shown ask_what_is_shown(StructuralClaims question, const std::string& certificate,
                        const std::vector<std::string>& claims);
// One line about the certificate and what is not in it, "" if all that was asked is.
std::string left_out(const StructuralClaims& question, const StructuralClaims& shown,
                     const StructuralClaims& written);

// The line about --certificate where there is no certificate, and why.
std::string not_written(const std::string& file, const std::string& why);
// With --for-all: 2 where a certificate was asked for and there is none, if all else is well.
inline int code_with_certificate(int code, bool lacking) { return code == 0 && lacking ? 2 : code; }

struct StructuralCertificate {
  std::string text;  // empty: there is none
  std::string said;  // what stderr is to be told: why there is none, or what it leaves out
};

// Request and Result: of a run, or of every size.
template <class Request, class Result>
StructuralCertificate structural_certificate(const Request& request, const Result& result,
                                             const std::vector<claim::Entry>& entries,
                                             const std::vector<std::string>& places) {
  const StructuralClaims question = structural_question(request, result, entries);
  if (question.claims.empty()) return {"", "nothing was shown of a network without overrides"};
  const Shown shown = ask_what_is_shown(
      question, bound_to_constructions(certify_structural(request, result, question), entries),
      places);
  if (shown.claims.count(StructuralClaims::Says::shown) == 0)
    return {"", "verify-check follows no argument for what was shown: " + shown.why_not};
  StructuralClaims claims = all_shown(shown.claims);
  if (claims.claims.empty())
    claims =
        shown.claims;  // each id begins another one: verify-check will say that it is incomplete
  return {bound_to_constructions(certify_structural(request, result, claims), entries),
          left_out(question, shown.claims, claims)};
}

}  // namespace hardmax::cli
