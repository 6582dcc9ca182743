// Certificates of kind "run" (FORMAT.md): the replay. A construction rebuilds the network; every input is executed; every claim is decided ("Order of deciding
// one claim"), those that speak of every input in the same pass over the inputs; and the certificate must say what came out.
// An audit does the same for some chunks of inputs (FORMAT.md, "Audit") and finds no verdict on a claim about inputs: it finds that a stated one cannot be, or nothing.
#include <algorithm>
#include <map>
#include <set>

#include "check/construction.hpp"
#include "check/kind.hpp"

namespace hardmax::check {
namespace {

constexpr std::pair<const char*, Build> constructions[] = {{"yun2020b", build_yun2020b}, {"yun2020a", build_yun2020a}, {"sparsebert", build_sparsebert}};

struct Finding {
  std::string verdict, reason;   // as in a certificate; verdict is empty if this program did not find it
  Witness witness = {};
  std::string open = "";         // why the claim is not decided; empty if it is
  bool not_audited = false;      // the verdict is the stated one, and nothing was looked at
  bool goes_on() const { return verdict == "verified" || reason == "vacuous" || reason == "unknown"; }   // of some inputs: others may change it
};

using Ranges = std::vector<std::pair<std::uint64_t, std::uint64_t>>;  // of inputs: from, one past the last
constexpr std::uint64_t chunk = 256;                                  // inputs of an audit that are drawn together

Json claim_of(const Json& stated, const Finding& f);

class Judge {
 public:
  // `cost`: claims that are not to be decided, as the certificate says.
  Judge(const Entries& entries, const std::set<std::string>& cost, const Construction& run) : entries_(entries), cost_(cost), run_(run) {}
  void add(const std::string& id);                // parses the formulas of a claim and of all that it needs
  void audit(const std::string& id, const Json& stated);   // before the pass: only some inputs will be executed; what the certificate says of a claim added
  Json execute(const Ranges& inputs);             // the pass over them: `totals`
  const Finding& decide(const std::string& id);   // after it

 private:
  struct Claim {
    const Entry* entry = nullptr;
    Formula domain, formal;
    std::unique_ptr<Evaluator> evaluator;         // of formal
    std::optional<Finding> of_domain, of_formal, verdict;
    const Json* stated = nullptr;                 // in an audit
    std::optional<Finding> of_witness;            // of the input of the stated witness; inputs from this one on, `end`, are not looked at
    std::uint64_t end = UINT64_MAX;
  };
  Finding evaluate(const Formula& formula, Evaluator& evaluator, std::uint64_t from = 0, std::uint64_t to = UINT64_MAX) const;
  Finding find(Claim& claim);
  Finding of_audit(const Claim& claim) const;
  void decide_parts(std::vector<Claim*>& claims, std::uint64_t from, std::uint64_t to) const;
  std::uint64_t count_distinct(std::vector<std::uint64_t> hashes, const Ranges& inputs) const;

  const Entries& entries_;
  const std::set<std::string>& cost_;
  const Construction& run_;
  std::map<std::string, Claim> claims_;
  bool audit_ = false;
};

void Judge::add(const std::string& id) {
  if (claims_.count(id) != 0) return;
  Claim& claim = claims_[id];
  claim.entry = &entries_.at(id);
  if (!claim.entry->has_formal) return;
  claim.domain = parse_formula(claim.entry->domain, claim.entry->where + ", domain of " + id, run_.names());
  claim.formal = parse_formula(claim.entry->formal, claim.entry->where + ", formal of " + id, run_.names());
  claim.evaluator = evaluator(claim.formal, run_);
  claim.of_domain = evaluate(claim.domain, *evaluator(claim.domain, run_));
  for (const std::string& need : claim.entry->needs) add(need);
}

// The verdict on a formula by itself.
Finding Judge::evaluate(const Formula& formula, Evaluator& evaluator, std::uint64_t from, std::uint64_t to) const {
  const Finding unknown{"undecided", "unknown", {}, "undecided (unknown)"};
  if (formula.over_inputs && !run_.executed()) return unknown;
  try {
    const Outcome outcome = evaluator.decide(from, to);
    if (outcome.truth == Truth::unknown) return unknown;
    if (outcome.truth == Truth::no) return {"refuted", "", evaluator.witness()};
    if (outcome.vacuous) return {"not_checkable", "vacuous"};
    return {"verified", ""};
  } catch (const Undefined&) {
    return {"error", "undefined"};
  } catch (const Unknown&) {
    return unknown;
  } catch (const LimitMet&) {
    return {"undecided", "limit", {}, "undecided (limit)"};
  } catch (const Incomplete& bound) {
    return {"", "", {}, std::string("not decided by this program: ") + bound.what()};
  }
}

Finding Judge::find(Claim& claim) {
  if (!claim.entry->has_formal) return {"not_checkable", "feature"};
  for (const std::string& need : claim.entry->needs) {
    const Finding& hypothesis = decide(need);
    if (hypothesis.verdict.empty()) return {"", "", {}, "needs " + need + ", which is not decided by this program"};
    if (hypothesis.verdict != "verified") return {"not_checkable", "hypothesis " + need};
  }
  if (claim.of_domain->verdict == "refuted") return {"not_checkable", "domain"};
  if (claim.of_domain->verdict != "verified" && claim.of_domain->reason != "vacuous") return *claim.of_domain;
  if (cost_.count(claim.entry->id) != 0) return {"undecided", "cost", {}, "undecided (cost), as stated"};
  if (audit_ && claim.formal.over_inputs) return of_audit(claim);
  return claim.of_formal ? *claim.of_formal : evaluate(claim.formal, *claim.evaluator);
}

const Finding& Judge::decide(const std::string& id) {
  Claim& claim = claims_.at(id);
  if (!claim.verdict) claim.verdict = find(claim);
  return *claim.verdict;
}

// A forall over the inputs, for the inputs from..to-1. It ends where it is false or stops for another reason; unknown, and having said something, stay.
void Judge::decide_parts(std::vector<Claim*>& claims, std::uint64_t from, std::uint64_t to) const {
  claims.erase(std::remove_if(claims.begin(), claims.end(), [&](Claim* claim) {
    if (from >= claim->end) return true;
    Finding now = evaluate(claim->formal, *claim->evaluator, from, std::min(to, claim->end));
    const bool goes_on = now.goes_on();
    if (!goes_on || !claim->of_formal || now.reason == "unknown" || (now.verdict == "verified" && claim->of_formal->reason == "vacuous"))
      claim->of_formal = std::move(now);
    return !goes_on;
  }), claims.end());
}

Json Judge::execute(const Ranges& inputs) {
  const auto totals = [](std::uint64_t executed, std::uint64_t ids, std::uint64_t distinct, const std::string& digest) {
    return Json::object({{"inputs", std::to_string(executed)}, {"ids", std::to_string(ids)}, {"distinct_ids", std::to_string(distinct)}, {"digest", digest}});
  };
  if (!run_.executed()) return totals(0, 0, 0, std::string(16, '0'));
  std::vector<Claim*> in_parts;
  for (auto& [id, claim] : claims_)
    if (claim.evaluator && cost_.count(id) == 0 && claim.of_domain->verdict != "refuted" && claim.evaluator->has_parts()) in_parts.push_back(&claim);
  constexpr std::uint64_t K = 0x9E3779B97F4A7C15u, part = 64;
  const std::uint64_t n = run_.tokens();
  std::uint64_t T = 0, C = 0;
  std::vector<std::uint64_t> hashes;
  for (const auto& [from, to] : inputs)
    for (std::uint64_t g = from; g < to; ++g) {
      for (unsigned k = 1; k <= n; ++k) {  // FORMAT.md, "Digest"
        const Num& x = run_.id(g, k);
        const std::uint64_t m = n * (g & 0xFFFF) + (k - 1);
        C += (2 * m + 1) * (x.numerator_mod_2_64() + K * (x.denominator_mod_2_64() - 1));
        hashes.push_back(x.hash());
      }
      if ((g & 0xFFFF) == 0xFFFF || g + 1 == run_.inputs()) T = K * T + C, C = 0;
      if (g % part == part - 1 || g + 1 == to) decide_parts(in_parts, g - g % part, g + 1);
    }
  std::string digest;
  for (int shift = 60; shift >= 0; shift -= 4) digest += "0123456789abcdef"[T >> shift & 15];
  const std::uint64_t ids = hashes.size();
  return totals(ids / n, ids, count_distinct(std::move(hashes), inputs), digest);
}

// How many different values the ids have: a hash that occurs once is of one value; where hashes agree, the values themselves are counted.
std::uint64_t Judge::count_distinct(std::vector<std::uint64_t> hashes, const Ranges& inputs) const {
  std::sort(hashes.begin(), hashes.end());
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < hashes.size(); ++i) count += i == 0 || hashes[i] != hashes[i - 1];
  keep_repeated(hashes);
  std::set<Num> values;
  for (const auto& [from, to] : inputs)
    for (std::uint64_t g = from; g < to && !hashes.empty(); ++g)
      for (unsigned k = 1; k <= run_.tokens(); ++k)
        if (const Num& x = run_.id(g, k); std::binary_search(hashes.begin(), hashes.end(), x.hash())) values.insert(x);
  return count - hashes.size() + values.size();
}

// What an element of `claims` must be.
Json claim_of(const Json& stated, const Finding& f) {
  const bool verified = f.verdict == "verified", refuted = f.verdict == "refuted";
  const auto names = [](const std::vector<std::string>& all) { return Json::array(std::vector<Json>(all.begin(), all.end())); };
  const Witness& w = f.witness;
  Json witness = Json::object({{"at", names(w.at)}, {"other", names(w.other)}, {"lhs", w.lhs}, {"relation", w.relation}, {"rhs", w.rhs}});
  if (!refuted) witness = Json::object({});
  return claim_object(stated, f.verdict, verified ? "exhaustive" : refuted ? "witness" : "none", verified || refuted ? "replay" : "none", f.reason, witness);
}

// The ordinal of the input of a stated witness, the first that it names: a number in base B = inputs^(1 / entries), whose digits are read off the inputs 0..B-1.
std::uint64_t input_of(const Json& stated, const Construction& run, const std::string& where) {
  const Json &witness = member(stated, "witness", Json::Kind::object, where), &at = member(witness, "at", Json::Kind::array, where + "witness.");
  const std::string first = at.items.empty() ? "" : at.items[0].text, entries = first.substr(std::min(first.find('=') + 1, first.size()));
  const std::vector<std::string> words = split(entries);
  const auto reject_unless = [&](bool ok) { require(ok, where + "witness.at[0]", first, "that it is no input"); };
  reject_unless(!words.empty() && words.size() <= 62);  // at most 2^62 inputs
  mpz_class B(std::to_string(run.inputs()));
  mpz_root(B.get_mpz_t(), B.get_mpz_t(), words.size());
  std::map<std::string, std::uint64_t> digits;
  const std::set<std::string> wanted(words.begin(), words.end());
  for (std::uint64_t digit = 0; digit < B && digits.size() < wanted.size(); ++digit) {
    const std::string input = run.input_text(digit), last = input.substr(input.rfind(' ') + 1);
    if (wanted.count(last) != 0) digits.emplace(last, digit);
  }
  reject_unless(digits.size() == wanted.size());
  mpz_class ordinal;
  for (const std::string& word : words) ordinal = ordinal * B + digits.at(word);
  reject_unless(ordinal < run.inputs() && run.input_text(ordinal.get_ui()) == entries);
  return ordinal.get_ui();
}

void Judge::audit(const std::string& id, const Json& stated) {
  audit_ = true;
  Claim& claim = claims_.at(id);
  claim.stated = &stated;
  const std::string where = "claim " + id + ".";
  if (!claim.evaluator || !claim.evaluator->has_parts() || text(stated, "verdict", where) != "refuted") return;
  claim.end = input_of(stated, run_, where);
  claim.of_witness = evaluate(claim.formal, *claim.evaluator, claim.end, claim.end + 1);
}

// A claim about inputs, of which hypotheses and domain hold: what is stated, if the inputs looked at leave it possible.
Finding Judge::of_audit(const Claim& claim) const {
  if (claim.stated == nullptr) return {"", "", {}, "not in the certificate, and not decided by an audit"};
  static const std::set<std::pair<std::string, std::string>> possible = {{"verified", ""},         {"refuted", ""},       {"not_checkable", "vacuous"},
                                                                         {"undecided", "unknown"}, {"undecided", "limit"}, {"error", "undefined"}};
  const std::string &verdict = text(*claim.stated, "verdict"), &reason = text(*claim.stated, "reason"), where = "claim " + claim.entry->id;
  require(possible.count({verdict, reason}) != 0, where, verdict + " " + reason, "that its hypotheses and its domain hold");
  Finding stated{verdict, reason};
  if (!claim.evaluator->has_parts()) {
    stated.not_audited = true;
    return stated;
  }
  const Finding here = claim.of_formal.value_or(Finding{"not_checkable", "vacuous"});
  if (here.verdict.empty() || verdict == "error" || reason == "limit") return here.verdict.empty() ? here : stated;  // where these came up is not stated
  std::string found = here.verdict + " " + here.reason;
  for (const std::string& name : here.witness.at) found += " " + name;
  require(here.goes_on(), where, verdict, found);
  if (verdict == "refuted") return *claim.of_witness;
  require(reason == "unknown" || (here.reason != "unknown" && (reason != "vacuous" || here.reason == "vacuous")), where, verdict + " " + reason, found);
  return stated;
}

// `chunks` of 0..all-1 (FORMAT.md, "Audit").
Ranges draw(const Audit& audit, const Construction& run) {
  const std::uint64_t inputs = run.inputs(), all = (inputs + chunk - 1) / chunk;
  std::set<std::uint64_t> drawn;
  for (std::uint64_t t = all - std::min(audit.chunks, all); t < all; ++t) {
    const mpz_class u(sha256(audit.seed + " " + std::to_string(t)).substr(0, 32), 16), place = u * mpz_class(std::to_string(t + 1)) >> 128;
    drawn.insert(drawn.count(place.get_ui()) != 0 ? t : place.get_ui());
  }
  Ranges out;
  for (const std::uint64_t j : drawn) out.emplace_back(j * chunk, std::min(inputs, (j + 1) * chunk));
  return out;
}

// `totals`, of which some inputs were executed.
void require_possible(const Json& totals, const Json& found, const Construction& run) {
  require_keys(totals, {"inputs", "ids", "distinct_ids", "digest"}, "totals");
  const auto number = [](const Json& of, const char* key) { return rational(text(of, key, "totals."), std::string("totals.") + key); };
  const Num inputs = number_of(run.inputs()), ids = inputs * number_of(run.tokens()), distinct = number(totals, "distinct_ids");
  const Num repeated = number(found, "ids") - number(found, "distinct_ids");
  require(text(totals, "inputs") == inputs.text(), "totals.inputs", text(totals, "inputs"), quote(inputs.text()));
  require(text(totals, "ids", "totals.") == ids.text(), "totals.ids", text(totals, "ids"), quote(ids.text()));
  require(distinct.is_integer() && !(distinct < number(found, "distinct_ids")) && !(ids - distinct < repeated), "totals.distinct_ids", distinct.text(),
          text(found, "distinct_ids") + " different values among " + text(found, "ids") + " ids");
  const std::string& digest = text(totals, "digest", "totals.");
  require(digest.size() == 16 && digest.find_first_not_of("0123456789abcdef") == std::string::npos, "totals.digest", digest, "that it must have 16 hexadecimal digits");
}

Report judge(const Json& certificate, const Entries& entries, const Audit& audit) {
  require_keys(certificate, {"format", "version", "kind", "run", "derived", "totals", "only", "claims"}, "certificate");
  const Json &stated = member(certificate, "run", Json::Kind::object, ""), &derived = member(certificate, "derived", Json::Kind::object, "");
  const Json &totals = member(certificate, "totals", Json::Kind::object, ""), &claims = member(certificate, "claims", Json::Kind::array, "");
  const std::string& name = text(stated, "construction", "run.");
  const auto known = std::find_if(std::begin(constructions), std::end(constructions), [&](const auto& construction) { return name == construction.first; });
  require(known != std::end(constructions), "run.construction", name, "no construction of that name");

  const std::vector<const Entry*> asked = bound_claims(certificate, entries, name);
  std::set<std::string> cost;  // claims that the producer did not decide for their cost
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const std::string where = "claims[" + std::to_string(i) + "].";
    if (text(claims.items[i], "verdict", where) == "undecided" && text(claims.items[i], "reason", where) == "cost") cost.insert(asked[i]->id);
  }
  const std::unique_ptr<Construction> run = known->second(stated, derived, audit.chunks == 0 ? UINT64_MAX : audit.chunks * chunk);
  Judge judge(entries, cost, *run);
  for (const Entry* entry : asked) judge.add(entry->id);
  const Ranges inputs = !run->executed() ? Ranges() : audit.chunks == 0 ? Ranges{{0, run->inputs()}} : draw(audit, *run);
  std::uint64_t executed = 0;
  for (const auto& [from, to] : inputs) executed += to - from;
  const bool whole = !run->executed() || executed == run->inputs();
  for (std::size_t i = 0; !whole && i < asked.size(); ++i) judge.audit(asked[i]->id, claims.items[i]);
  if (const Json found = judge.execute(inputs); whole) require_equal(totals, found, "totals");
  else require_possible(totals, found, *run);

  Report report;
  std::map<std::string, int> count;
  std::string not_audited;
  if (audit.chunks > 0) report.lines.push_back("incomplete: an audit of " + std::to_string(executed) + " of " + text(totals, "inputs") + " inputs; seed " + audit.seed);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const Finding& finding = judge.decide(asked[i]->id);
    if (finding.not_audited) not_audited += " " + asked[i]->id;
    else if (!finding.open.empty()) report.lines.push_back("incomplete: claim " + asked[i]->id + ": " + finding.open);
    if (finding.not_audited || finding.verdict.empty()) continue;
    require_equal(claims.items[i], claim_of(claims.items[i], finding), "claims[" + std::to_string(i) + "] (" + asked[i]->id + ")");
    ++count[finding.verdict];
  }
  if (!not_audited.empty()) report.lines.push_back("incomplete: not audited, because they speak of all inputs at once:" + not_audited);
  report.code = report.lines.empty() ? 0 : 3;
  std::string line = report.code == 0 ? "accepted:" : audit.chunks == 0 ? "everything else agrees:" : "no difference found:";
  for (const auto& [verdict, number] : count) line += " " + std::to_string(number) + " " + verdict + ",";
  report.lines.push_back(line + " " + std::to_string(executed) + " inputs executed");
  return report;
}

}  // namespace

Report check_run(const Json& certificate, const Entries& entries) { return judge(certificate, entries, {}); }
Report audit_run(const Json& certificate, const Entries& entries, const Audit& audit) { return judge(certificate, entries, audit); }

}  // namespace hardmax::check
