#include "check/kind.hpp"

namespace hardmax::check {
namespace {

constexpr std::pair<const char*, Kind> kinds[] = {{"run", check_run}, {"assumption1", check_assumption1}, {"for-all-D", check_for_all_D}, {"structural", check_structural},
                                                 {"general", check_general}};

Report check(std::string_view bytes, const Entries& entries, const Audit& audit) {
  const Json stated = read_json(bytes);
  require(stated.kind == Json::Kind::object, "certificate", "another kind", "that it must be an object");
  require(text(stated, "format") == "hardmax-cert", "format", text(stated, "format"), "\"hardmax-cert\"");
  require(text(stated, "version") == "2.0", "version", text(stated, "version"), "\"2.0\", the version known here");
  for (const auto& [name, kind] : kinds) {
    if (text(stated, "kind") != name) continue;
    if (audit.chunks == 0) return kind(stated, entries);
    if (kind == check_run) return audit_run(stated, entries, {audit.chunks, audit.seed.empty() ? sha256(bytes) : audit.seed});
    throw Incomplete("nothing was looked at: a certificate of kind " + quote(name) + " executes no inputs; check it without --audit");
  }
  throw Rejected("kind: stated " + quote(text(stated, "kind")) + ", found no kind of that name");
}

}  // namespace

Report check_certificate(std::string_view bytes, const Entries& entries, const Audit& audit) {
  try {
    return check(bytes, entries, audit);
  } catch (const Rejected& error) {
    return {1, {std::string("rejected: ") + error.what()}};
  } catch (const Incomplete& error) {
    return {3, {std::string("incomplete: ") + error.what()}};
  }
}

}  // namespace hardmax::check
