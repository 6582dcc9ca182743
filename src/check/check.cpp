#include "check/check.hpp"

#include <algorithm>

#include "check/json.hpp"
#include "check/judge.hpp"
#include "check/text.hpp"

namespace hardmax::check {
namespace {

// --- reading

const Json& member(const Json& object, const std::string& key, Json::Kind kind, const std::string& where) {
  static const char* const kinds[] = {"a string", "an array", "an object"};
  const Json* found = object.kind == Json::Kind::object ? object.find(key) : nullptr;
  require(found != nullptr, where + key, "nothing", "that it must be there");
  require(found->kind == kind, where + key, kinds[static_cast<int>(found->kind)], std::string("that it must be ") + kinds[static_cast<int>(kind)]);
  return *found;
}
const std::string& text(const Json& object, const std::string& key, const std::string& where = "") {
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

Tokens tokens(const std::string& list, unsigned n, const std::string& where) {  // "1 2 3"
  Tokens out;
  for (std::size_t at = 0, end = 0; !list.empty() && end < list.size(); at = end + 1) {
    end = std::min(list.find(' ', at), list.size());
    const std::uint64_t token = integer(list.substr(at, end - at), 1, where);
    require(token <= n && (end + 1 != list.size()), where, list,
            "that it must be a list of tokens up to " + std::to_string(n) + ", separated by single blanks");
    out.push_back(static_cast<unsigned>(token));
  }
  return out;
}

void read_overrides(const Json& overrides, Parameters& run) {
  std::pair<int, std::uint64_t> before, order;  // c, shift, E.1, E.2, ..., drop=1, drop=2, ..., qdrop=1, ..., vdrop=1, ...
  for (std::size_t i = 0; i < overrides.items.size(); ++i, before = order) {
    const std::string where = "run.overrides[" + std::to_string(i) + "]", &item = overrides.items[i].text;
    require(overrides.items[i].kind == Json::Kind::string, where, "another kind", "that it must be a string");
    const std::size_t equals = item.find('=');
    const std::string name = item.substr(0, equals), value = equals < item.size() ? item.substr(equals + 1) : "";
    if (name == "c" || name == "shift") {
      (name == "c" ? run.c : run.shift) = rational(value, where);
      order = {name == "c" ? 1 : 2, 0};
    } else if (name.substr(0, 2) == "E.") {
      order = {3, integer(name.substr(2), 1, where)};
      require(order.second <= run.n, where, name, "that there are " + std::to_string(run.n) + " tokens");
      run.E[static_cast<unsigned>(order.second)] = rational(value, where);
    } else {
      require(name == "drop" || name == "qdrop" || name == "vdrop", where, item, "that it must be c=, shift=, E.K=, drop=, qdrop= or vdrop=");
      order = {name == "drop" ? 4 : name == "qdrop" ? 5 : 6, integer(value, 1, where)};
      (name == "drop" ? run.drop : name == "qdrop" ? run.qdrop : run.vdrop).insert(order.second);
    }
    require(before < order, where, item, "that it must stand before the override before it, or repeats it");
  }
}

Parameters read_run(const Json& stated) {
  require_keys(stated, {"construction", "n", "d", "D", "pattern", "target", "overrides"}, "run");
  const std::string& construction = text(stated, "construction", "run.");
  require(construction == "yun2020b", "run.construction", construction, "\"yun2020b\", the construction known here");
  Parameters run;
  const std::uint64_t n = integer(text(stated, "n", "run."), 2, "run.n"), d = integer(text(stated, "d", "run."), 1, "run.d");
  run.D = integer(text(stated, "D", "run."), 2, "run.D");
  if (n > 8192 || (n * d + 1) * static_cast<std::uint64_t>(64 - __builtin_clzll(run.D)) > 1 << 18)
    throw Incomplete("run: n > 8192, or D^(nd) of more than 2^18 bits");
  run.n = static_cast<unsigned>(n), run.d = static_cast<unsigned>(d);
  const Json& pattern = member(stated, "pattern", Json::Kind::array, "run.");
  require(!pattern.items.empty(), "run.pattern", "no layer", "that there must be one");
  run.A.emplace_back();
  for (std::size_t l = 0; l < pattern.items.size(); ++l) {
    const std::string where = "run.pattern[" + std::to_string(l) + "]";
    const Json& layer = pattern.items[l];
    require(layer.kind == Json::Kind::array && layer.items.size() == n, where, std::to_string(layer.items.size()) + " items",
            "that it must be an array of n strings");
    run.A.emplace_back(1);
    for (std::size_t k = 0; k < n; ++k) {
      const std::string at = where + "[" + std::to_string(k) + "]";
      require(layer.items[k].kind == Json::Kind::string, at, "another kind", "that it must be a string");
      run.A.back().push_back(tokens(layer.items[k].text, run.n, at));
      const Tokens& A = run.A.back().back();
      require(std::adjacent_find(A.begin(), A.end(), std::greater_equal<>()) == A.end(), at, layer.items[k].text, "that it must be strictly increasing");
    }
  }
  run.target = text(stated, "target", "run.");
  if (run.target.substr(0, 6) == "table ") {
    for (std::size_t at = 6, end = 5; end < run.target.size(); at = end + 1) {
      end = std::min(run.target.find(' ', at), run.target.size());
      run.table.push_back(rational(run.target.substr(at, end - at), "run.target"));
    }
    run.target = "table";
  } else {
    static const std::set<std::string> known = {"identity", "reverse", "running-maximum", "parity", "sort"};
    require(known.count(run.target) != 0, "run.target", run.target, "that it must be identity, reverse, running-maximum, parity, sort or a table");
  }
  read_overrides(member(stated, "overrides", Json::Kind::array, "run."), run);
  return run;
}

// --- what the certificate must be

std::string list(const std::vector<Num>& items, std::size_t from) {
  std::string out;
  for (std::size_t i = from; i < items.size(); ++i) out.append(i == from ? "" : " ").append(items[i].text());
  return out;
}

Json derived_object(const Run& run) {
  const Derived& derived = run.derived();
  const std::vector<Num> gamma(derived.gamma.begin(), derived.gamma.end()), l(derived.l.begin(), derived.l.end());
  return Json::object({{"gamma", list(gamma, 1)}, {"l", list(l, 2)}, {"s", std::to_string(derived.s)}, {"E", list(run.E(), 1)}, {"c", run.c().text()},
                       {"layers", run.layer_count().text()}});
}

Json claim_object(const std::string& id, const std::string& hash, const Finding& f) {
  const bool verified = f.verdict == "verified", refuted = f.verdict == "refuted";
  const auto names = [](const std::vector<std::string>& all) { return Json::array(std::vector<Json>(all.begin(), all.end())); };
  const Witness& w = f.witness;
  const Json witness =
      !refuted ? Json::object({}) : Json::object({{"at", names(w.at)}, {"other", names(w.other)}, {"lhs", w.lhs}, {"relation", w.relation}, {"rhs", w.rhs}});
  const std::string tier = verified ? "exhaustive" : refuted ? "witness" : "none", evidence = verified || refuted ? "replay" : "none";
  return Json::object({{"id", id}, {"sha256", hash}, {"verdict", f.verdict}, {"tier", tier}, {"evidence", evidence},
                       {"reason", f.reason}, {"witness", witness}});
}

Report check(std::string_view bytes, const Entries& entries) {
  const Json stated = read_json(bytes);
  require(stated.kind == Json::Kind::object, "certificate", "another kind", "that it must be an object");
  require_keys(stated, {"format", "version", "run", "derived", "totals", "only", "claims"}, "certificate");
  require(text(stated, "format") == "hardmax-cert", "format", text(stated, "format"), "\"hardmax-cert\"");
  require(text(stated, "version") == "1.0", "version", text(stated, "version"), "\"1.0\", the version known here");
  Parameters parameters = read_run(member(stated, "run", Json::Kind::object, ""));
  const Json& derived = member(stated, "derived", Json::Kind::object, "");
  const Json& totals = member(stated, "totals", Json::Kind::object, "");
  const Json& claims = member(stated, "claims", Json::Kind::array, "");
  const std::string &only = text(stated, "only"), prefix = "yun2020b.";

  // The claims: exactly the entries there are, each with its binding.
  std::vector<const Entry*> asked;
  for (const auto& [id, entry] : entries)
    if (id.substr(0, prefix.size()) == prefix && id.substr(0, only.size()) == only) asked.push_back(&entry);
  require(!asked.empty(), "only", only, "no claim whose id begins like that");
  std::vector<std::string> hashes;
  std::set<std::string> cost;  // claims that the producer did not decide for their cost
  for (std::size_t i = 0; i < std::max(asked.size(), claims.items.size()); ++i) {
    const std::string where = "claims[" + std::to_string(i) + "]", there = i < asked.size() ? asked[i]->id : "the end of the claims";
    require(i < claims.items.size(), where, "the end of the claims", there);
    const std::string &id = text(claims.items[i], "id", where + "."), &hash = text(claims.items[i], "sha256", where + ".");
    require(i < asked.size() && id == there, where + ".id", id, there);
    hashes.push_back(sha256(binding_text(*asked[i])));
    require(hash == hashes.back(), where + ".sha256 (" + id + ")", hash, hashes.back());
    if (text(claims.items[i], "verdict", where + ".") == "undecided" && text(claims.items[i], "reason", where + ".") == "cost") cost.insert(id);
  }

  // What follows from the run, and the network.
  Tokens gamma = tokens(text(derived, "gamma", "derived."), parameters.n, "derived.gamma");
  gamma.insert(gamma.begin(), 0);
  const Derived found = derive(parameters, gamma);
  const auto last = [](const std::set<std::uint64_t>& drop) { return Num(static_cast<std::int64_t>(drop.empty() ? 0 : *drop.rbegin())); };
  const Num n(parameters.n), d(parameters.d), D(static_cast<std::int64_t>(parameters.D)), entries_of_f(static_cast<std::int64_t>(parameters.table.size()));
  const Num drop = last(parameters.drop), qdrop = last(parameters.qdrop), vdrop = last(parameters.vdrop);
  const bool table = parameters.target == "table";
  Run run(std::move(parameters), found);
  require_equal(derived, derived_object(run), "derived");
  require(!found.holds() || !(run.layer_count() < drop), "run.overrides", "drop=" + drop.text(), run.layer_count().text() + " attention layers");
  require(!(d * n * D < qdrop), "run.overrides", "qdrop=" + qdrop.text(), (d * n * D).text() + " quantiser layers");
  require(!(n * run.input_count() < vdrop), "run.overrides", "vdrop=" + vdrop.text(), quote((n * run.input_count()).text()) + " value layers");
  require(!table || entries_of_f == n * d * run.input_count(), "run.target", entries_of_f.text() + " entries", quote((n * d * run.input_count()).text()));
  if (found.holds()) run.build();

  // Every input, then the claims.
  Judge judge(entries, asked, cost, run);
  const Totals sums = judge.execute();
  require_equal(totals, Json::object({{"inputs", sums.inputs}, {"ids", sums.ids}, {"distinct_ids", sums.distinct_ids}, {"digest", sums.digest}}), "totals");
  Report report;
  std::map<std::string, int> count;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const Finding& finding = judge.decide(asked[i]->id);
    if (!finding.open.empty()) report.lines.push_back("incomplete: claim " + asked[i]->id + ": " + finding.open);
    if (finding.verdict.empty()) continue;
    require_equal(claims.items[i], claim_object(asked[i]->id, hashes[i], finding), "claims[" + std::to_string(i) + "] (" + asked[i]->id + ")");
    ++count[finding.verdict];
  }
  report.code = report.lines.empty() ? 0 : 3;
  std::string line = report.code == 0 ? "accepted:" : "everything else agrees:";
  for (const auto& [verdict, number] : count) line += " " + std::to_string(number) + " " + verdict + ",";
  report.lines.push_back(line + " " + sums.inputs + " inputs executed");
  return report;
}

}  // namespace

Report check_certificate(std::string_view bytes, const Entries& entries) {
  try {
    return check(bytes, entries);
  } catch (const Rejected& error) {
    return {1, {std::string("rejected: ") + error.what()}};
  } catch (const Incomplete& error) {
    return {3, {std::string("incomplete: ") + error.what()}};
  }
}

}  // namespace hardmax::check
