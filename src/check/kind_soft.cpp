// Certificates of kind "soft" (FORMAT.md): the network of yun2020b with soft maps in place of
// hardmax, run here (soft_network.*) on every input that is stated, beside the exact one.
#include <algorithm>

#include "check/answer.hpp"
#include "check/cost.hpp"
#include "check/fault.hpp"
#include "check/kind.hpp"
#include "check/soft_network.hpp"

namespace hardmax::check {
namespace {

const std::string hypotheses =
    "\nn >= 2 and d >= 1 and D >= 2\nyun2020b.A1.1,yun2020b.A1.2,yun2020b.A1.3\n";
const std::string decided[] = {"yun2020b.F.2.total" + hypotheses,
                               "yun2020b.F.2.total.repaired" + hypotheses};

// --- what a certificate states

struct Statement : SoftRule {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> inputs;  // from, to; empty: all
  std::vector<Num> within;  // a bound of the error after each stage; empty: beyond
  std::uint64_t token = 0;  // beyond: where, and what the error is more than
  Num least;
};

std::uint64_t ordinal(const std::string& digits, const std::string& where) {
  const auto found = rational(digits, where).small_integer();
  require(found && *found >= 0, where, digits, "that it must be a whole number below 2^63");
  return static_cast<std::uint64_t>(*found);
}

Statement read_statement(const Json& stated, std::size_t stages, const std::string& at) {
  require_kind(stated, Json::Kind::object, at);
  const std::string where = at + ".";
  require_keys(
      stated, {"rho", "choice", "zeta", "eta", "t", "inputs", "precision", "within", "beyond"}, at);
  Statement out;
  const auto bad = [&](const char* key, const char* wanted) {
    require(false, where + key, text(stated, key, where), std::string("that it must be ") + wanted);
  };
  const std::vector<std::string> words = split(text(stated, "rho", where));
  out.rho = words.empty() ? "" : words[0];
  const bool bare = out.rho == "softmax" || !out.is_map();
  if (words.size() != (bare ? 1 : 2)) bad("rho", "a map with its parameter");
  if (!bare) {
    out.parameter = rational(words[1], where + "rho");
    const Num &x = out.parameter, one(1);
    if (!(out.rho == "topk"        ? x.is_integer() && !(x < one)
          : out.rho == "sparselin" ? x.sign() >= 0 && x < one
                                   : out.rho == "entmax" && one < x))
      bad("rho",
          "softmax, topk K with K >= 1, sparselin L with 0 <= L < 1, entmax A with A > 1, "
          "admissible or adversary");
  }
  out.choice = text(stated, "choice", where);
  const bool own = out.choice == "own";
  if (!own && out.choice != "printed" && out.choice != "repaired")
    bad("choice", "printed, repaired or own");
  const auto constant = [&](const char* key, bool wanted, Num& value) {
    const std::string& digits = text(stated, key, where);
    if (!wanted && !digits.empty())
      bad(key, "\"\": it follows from the choice, or the map has none");
    if (!wanted) return;
    value = rational(digits, where + key);
    if (value.sign() <= 0) bad(key, "positive");
  };
  constant("zeta", own && !out.is_map(), out.zeta);
  constant("eta", own && !out.is_map(), out.eta);
  constant("t", own && out.is_map(), out.t);
  if (Num(1) < out.eta) bad("eta", "at most 1");
  out.bits = integer(text(stated, "precision", where), 64, where + "precision");
  if (out.bits > 4096) bad("precision", "at most 4096");
  for (const std::string& item : split(text(stated, "inputs", where))) {
    const std::size_t dots = item.find("..");
    const std::uint64_t from = ordinal(item.substr(0, dots), where + "inputs"),
                        to = dots == std::string::npos
                                 ? from
                                 : ordinal(item.substr(dots + 2), where + "inputs");
    if (!((dots == std::string::npos || from < to) &&
          (out.inputs.empty() || out.inputs.back().second < from)))
      bad("inputs", "strictly increasing");
    out.inputs.emplace_back(from, to);
  }
  for (const std::string& bound : split(text(stated, "within", where)))
    out.within.push_back(rational(bound, where + "within"));
  const std::vector<std::string> beyond = split(text(stated, "beyond", where));
  if (out.within.empty() == beyond.empty()) bad("within", "there, or else \"beyond\" must be");
  if (!out.within.empty() && out.within.size() != stages)
    bad("within", "one bound for each of the n stages");
  if (beyond.empty()) return out;
  if (beyond.size() != 3 || !out.inputs.empty())
    bad("beyond", "an input, a token and a bound, and \"inputs\" \"\"");
  if (out.rho == "admissible")
    bad("beyond", "of one map: what all may do is no lower bound for one");
  out.token = ordinal(beyond[1], where + "beyond"),
  out.least = rational(beyond[2], where + "beyond");
  if (out.token < 1 || out.token > stages)
    bad("beyond", "an input, a token from 1 to n and a bound");
  out.inputs.emplace_back(ordinal(beyond[0], where + "beyond"), 0);
  out.inputs[0].second = out.inputs[0].first;
  return out;
}

// What is stated, found again. Returns a line that says it.
std::string require_true(const Statement& statement, const SkeletonNetwork& network,
                         std::uint64_t inputs, const Real& tilde, Course& course,
                         const std::string& where) {
  const SoftNetwork soft(network, statement, tilde);
  const Bounds quarter = (tilde * Real(Num(1) / Num(4))).bounds(4096);
  const auto of = [](const Num& x) { return bounds_of(x, 4096); };
  const bool bare = statement.rho == "softmax" || !statement.is_map();
  const std::string what = statement.rho + (bare ? "" : " " + statement.parameter.text()) + ", " +
                           statement.choice + " constants: ";
  std::uint64_t executed = 0;
  for (const auto& [from, to] :
       statement.inputs.empty() ? Ranges{{0, inputs - 1}} : statement.inputs) {
    require(to < inputs, where + "inputs", std::to_string(to),
            "that there are " + std::to_string(inputs));
    for (std::uint64_t input = from; input <= to; ++input, ++executed) {
      const std::vector<std::vector<Bounds>> errors = soft.errors(input);
      if (statement.within.empty()) {
        require(HARDMAX_FAULT(check_soft_beyond,
                              certainly_less(of(statement.least), errors.back()[statement.token]),
                              true),
                where + "beyond", statement.least.text(),
                "that this is not certainly less than the error");
        require(HARDMAX_FAULT(check_soft_beyond_quarter,
                              certainly_less(quarter, of(statement.least)), true),
                where + "beyond", statement.least.text(),
                "that it is not certainly more than delta~/4");
      }
      for (std::size_t j = 0; j < statement.within.size(); ++j)
        for (std::size_t k = 1; k <= network.n; ++k)
          require(HARDMAX_FAULT(check_soft_within,
                                certainly_at_least(of(statement.within[j]), errors[j][k]), true),
                  where + "within", statement.within[j].text(),
                  "that the error after stage " + std::to_string(j + 1) +
                      " is not certainly at most that, at input " + std::to_string(input) +
                      ", token " + std::to_string(k));
      course.done(1);
    }
  }
  if (statement.within.empty())
    return what + "off by more than " + statement.least.text() + " at input " +
           std::to_string(statement.inputs[0].first) + ", token " + std::to_string(statement.token);
  require(HARDMAX_FAULT(check_soft_within_quarter,
                        certainly_less(of(statement.within.back()), quarter), true),
          where + "within", statement.within.back().text(),
          "that it is not certainly less than delta~/4");
  return what + "within " + statement.within.back().text() + " on " + std::to_string(executed) +
         " inputs";
}

}  // namespace

Report check_soft(const Json& certificate, const Entries& entries) {
  require_keys(certificate,
               {"format", "version", "kind", "run", "derived", "eps", "lp", "statements", "only",
                "claims", "hypotheses"},
               "certificate");
  const Json &stated = member(certificate, "run", Json::Kind::object, ""),
             &list = member(certificate, "statements", Json::Kind::array, "");
  const Json& claims = member(certificate, "claims", Json::Kind::array, "");
  require(text(stated, "construction", "run.") == "yun2020b", "run.construction",
          text(stated, "construction", "run."),
          "\"yun2020b\", the construction that has soft maps");
  require(text(certificate, "only") == "yun2020b.F.2.total", "only", text(certificate, "only"),
          "\"yun2020b.F.2.total\", the claims of this kind");
  const std::vector<const Entry*> asked = bound_claims(certificate, entries, "yun2020b");
  require(asked.size() == 2, "only", std::to_string(asked.size()) + " claims",
          "F.2.total and F.2.total.repaired");
  for (std::size_t i = 0; i < 2; ++i)
    require(binding_text(*asked[i]) == decided[i], asked[i]->where, binding_text(*asked[i]),
            "that this kind decides another statement: " + quote(decided[i]));
  require_assumption1_as_printed(asked, entries);
  const Num eps = rational(text(certificate, "eps"), "eps"),
            lp = rational(text(certificate, "lp"), "lp");
  require(HARDMAX_FAULT(check_soft_eps, eps.sign() > 0, true), "eps", eps.text(),
          "that it must be positive");
  require(!(lp < Num(1)), "lp", lp.text(), "that it must be at least 1");
  require(!list.items.empty() && list.items.size() <= 64, "statements",
          std::to_string(list.items.size()), "1 to 64 of them");
  const Json& overrides = member(stated, "overrides", Json::Kind::array, "run.");
  require(overrides.items.empty(), "run.overrides",
          overrides.items.empty() ? "" : overrides.items[0].text,
          "that there must be none: the claims of this kind are about the printed network");
  const std::size_t n = integer(text(stated, "n", "run."), 2, "run.n");
  std::vector<Statement> statements;
  std::uint64_t most = 0;
  for (const Json& one : list.items) {
    statements.push_back(
        read_statement(one, n, "statements[" + std::to_string(statements.size()) + "]"));
    std::uint64_t count = statements.back().inputs.empty() ? UINT64_MAX : 0;
    for (const auto& [from, to] : statements.back().inputs) count += to - from + 1;
    most = std::max(most, count);
  }
  const std::unique_ptr<Construction> run =
      build_yun2020b(stated, member(certificate, "derived", Json::Kind::object, ""), most);
  require(run->executed(), "derived", "a network", "that Assumption 1 fails");

  const SkeletonNetwork network(*run);
  const Real tilde = delta_tilde(network, eps, lp);
  std::uint64_t all = 0;
  for (const Statement& statement : statements) {
    if (statement.inputs.empty()) all += run->inputs();
    for (const auto& [from, to] : statement.inputs) all += to - from + 1;
  }
  Course course(all, true);
  std::string line = "accepted: " + std::to_string(statements.size()) +
                     (statements.size() == 1 ? " statement" : " statements");
  std::pair<std::string, std::size_t> verdicts[2];  // of each claim, by which statement
  for (std::size_t i = 0; i < statements.size(); ++i) {
    const Statement& one = statements[i];
    line += "; " + require_true(one, network, run->inputs(), tilde, course,
                                "statements[" + std::to_string(i) + "].");
    if (HARDMAX_FAULT(check_soft_own, one.choice == "own", false)) continue;
    auto& verdict = verdicts[one.choice == "repaired"];
    const bool for_all =
        HARDMAX_FAULT(check_soft_for_all, one.rho == "admissible" && one.inputs.empty(),
                      one.inputs.empty());  // of these maps and inputs
    if (verdict.first.empty() && (one.within.empty() || for_all))
      verdict = {one.within.empty() ? "refuted" : "verified", i + 1};
  }
  for (std::size_t i = 0; i < 2; ++i) {
    const auto& [verdict, by] = verdicts[i];
    Json found = claim_object(claims.items[i], "not_checkable", "none", "none", "no statement",
                              Json::object({}));
    if (by > 0)
      found =
          claim_object(claims.items[i], verdict, verdict == "verified" ? "enclosure" : "witness",
                       "soft run", "statement " + std::to_string(by), Json::object({}));
    require_equal(claims.items[i], found,
                  "claims[" + std::to_string(i) + "] (" + asked[i]->id + ")");
  }
  return {0, {line + "; eps = " + eps.text() + ", p = " + lp.text() + "; " + about_run(stated)}};
}

}  // namespace hardmax::check
