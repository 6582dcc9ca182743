// An audit of a run (FORMAT.md, "Audit"): the replay for some chunks of inputs. It finds no verdict
// on a claim about inputs: it finds that a stated one cannot be, or nothing.
#include "check/audit.hpp"

namespace hardmax::check {
namespace {

// The ordinal of the input of a stated witness, the first that it names: a number of n d digits in
// base B = inputs^(1 / (n d)). The entry of digit x is the last of the input of ordinal x: x
// itself, or one less where the entry -delta^(-nd) stands before 0.
std::uint64_t input_of(const Json& stated, const Construction& run, const std::string& where) {
  const Json &witness = member(stated, "witness", Json::Kind::object, where),
             &at = member(witness, "at", Json::Kind::array, where + "witness.");
  const std::string first = at.items.empty() ? "" : at.items[0].text,
                    entries = first.substr(std::min(first.find('=') + 1, first.size()));
  const auto reject_unless = [&](bool ok) {
    require(ok, where + "witness.at[0]", first, "that it is no input");
  };
  const std::vector<std::string> words = split(entries);
  const std::size_t all = split(run.input_text(0)).size();
  reject_unless(words.size() <= 62 && words.size() == all);  // at most 2^62 inputs
  mpz_class B(std::to_string(run.inputs()));
  mpz_root(B.get_mpz_t(), B.get_mpz_t(), words.size());
  mpz_class ordinal;
  for (const std::string& word : words) {
    const bool whole = word.size() <= 18 && !word.empty() &&
                       word.find_first_not_of("0123456789") == std::string::npos;
    const std::uint64_t x = whole ? std::stoull(word) : 0;
    const auto is_digit = [&](std::uint64_t digit) {
      const std::string input = digit < B ? run.input_text(digit) : "";
      return !input.empty() && input.substr(input.rfind(' ') + 1) == word;
    };
    const std::uint64_t candidates[] = {x, x + 1, 0},
                        *digit =
                            std::find_if(std::begin(candidates), std::end(candidates), is_digit);
    reject_unless(digit != std::end(candidates));
    ordinal = ordinal * B + *digit;
  }
  reject_unless(ordinal < run.inputs() && run.input_text(ordinal.get_ui()) == entries);
  return ordinal.get_ui();
}

}  // namespace

// `chunks` of 0..all-1 (FORMAT.md, "Audit").
Ranges draw(const Audit& audit, const Construction& run) {
  const std::uint64_t inputs = run.inputs(), all = (inputs + chunk - 1) / chunk;
  std::set<std::uint64_t> drawn;
  for (std::uint64_t t = all - std::min(audit.chunks, all); t < all; ++t) {
    const mpz_class u(sha256(audit.seed + " " + std::to_string(t)).substr(0, 32), 16),
        place = u * mpz_class(std::to_string(t + 1)) >> 128;
    drawn.insert(drawn.count(place.get_ui()) != 0 ? t : place.get_ui());
  }
  Ranges out;
  for (const std::uint64_t j : drawn)
    out.emplace_back(j * chunk, std::min(inputs, (j + 1) * chunk));
  return out;
}

void require_possible(const Json& totals, const Json& found, const Construction& run) {
  require_keys(totals, {"inputs", "ids", "distinct_ids", "digest"}, "totals");
  const auto number = [](const Json& of, const char* key) {
    return rational(text(of, key, "totals."), std::string("totals.") + key);
  };
  const Num inputs = number_of(run.inputs()), ids = inputs * number_of(run.tokens()),
            distinct = number(totals, "distinct_ids");
  const Num repeated = number(found, "ids") - number(found, "distinct_ids");
  require(text(totals, "inputs") == inputs.text(), "totals.inputs", text(totals, "inputs"),
          quote(inputs.text()));
  require(text(totals, "ids", "totals.") == ids.text(), "totals.ids", text(totals, "ids"),
          quote(ids.text()));
  require(distinct.is_integer() && !(distinct < number(found, "distinct_ids")) &&
              !(ids - distinct < repeated),
          "totals.distinct_ids", distinct.text(),
          text(found, "distinct_ids") + " different values among " + text(found, "ids") + " ids");
  const std::string& digest = text(totals, "digest", "totals.");
  require(digest.size() == 16 && digest.find_first_not_of("0123456789abcdef") == std::string::npos,
          "totals.digest", digest, "that it must have 16 hexadecimal digits");
}

void AuditReplay::state(const std::string& id, const Json& stated) {
  stated_[id].claim = &stated;
  Claim& claim = this->claim(id);
  const std::string where = "claim " + id + ".";
  if (!claim.evaluator || !claim.evaluator->has_parts() ||
      text(stated, "verdict", where) != "refuted")
    return;
  claim.end = input_of(stated, run(), where);
  stated_[id].of_witness = evaluate(claim.formal, *claim.evaluator, claim.end, claim.end + 1);
}

// A claim about inputs whose hypotheses and domain hold: what is stated, if the inputs looked at
// leave it possible.
Finding AuditReplay::of_formula(const Claim& claim) const {
  if (stated_.empty() || !claim.formal.over_inputs) return Replay::of_formula(claim);
  const auto it = stated_.find(claim.entry->id);
  if (it == stated_.end())
    return {"", "", {}, "not in the certificate, and not decided by an audit"};
  static const std::set<std::pair<std::string, std::string>> possible = {
      {"verified", ""},         {"refuted", ""},        {"not_checkable", "vacuous"},
      {"undecided", "unknown"}, {"undecided", "limit"}, {"error", "undefined"}};
  const std::string &verdict = text(*it->second.claim, "verdict"),
                    &reason = text(*it->second.claim, "reason"), where = "claim " + claim.entry->id;
  require(possible.count({verdict, reason}) != 0, where, verdict + " " + reason,
          "that its hypotheses and its domain hold");
  Finding stated{verdict, reason};
  if (!claim.evaluator->has_parts()) {
    stated.not_audited = true;
    return stated;
  }
  const Finding here = claim.of_formal.value_or(Finding{"not_checkable", "vacuous"});
  if (here.verdict.empty() || verdict == "error" || reason == "limit")
    return here.verdict.empty() ? here : stated;  // where these came up is not stated
  std::string found = here.verdict + " " + here.reason;
  for (const std::string& name : here.witness.at) found += " " + name;
  require(here.goes_on(), where, verdict, found);
  if (verdict == "refuted") return *it->second.of_witness;
  require(reason == "unknown" ||
              (here.reason != "unknown" && (reason != "vacuous" || here.reason == "vacuous")),
          where, verdict + " " + reason, found);
  return stated;
}

}  // namespace hardmax::check
