// Certificates of kind "soft" (FORMAT.md): the network of yun2020b with soft maps in place of
// hardmax, run here (soft_network.*) on every input that is stated, beside the exact one.
#include <algorithm>

#include "check/answer.hpp"
#include "check/constructions.hpp"
#include "check/cost.hpp"
#include "check/fault.hpp"
#include "check/filed_run.hpp"
#include "check/kind.hpp"
#include "check/soft_values.hpp"

namespace hardmax::check {
namespace {

// --- what a claim says, by the key `soft` of its entry: it has no formal

struct Said {
  const char *soft, *of, *choice;
};
constexpr Said known[] = {{"printed", "ids", "printed"},
                          {"repaired", "ids", "repaired"},
                          {"printed values", "values", "printed"},
                          {"printed distance", "distance", "printed"}};

// The claim is one of this kind, is made on this run, and needs nothing but Assumption 1, which
// holds on it.
const Said& said_by(const Entry& entry, const Entries& entries, const Construction& run) {
  const auto key = entry.keys.find("soft");
  const std::string word = key == entry.keys.end() ? "" : key->second[0];
  const auto said = std::find_if(std::begin(known), std::end(known),
                                 [&](const Said& one) { return word == one.soft; });
  require(said != std::end(known) && !entry.has_formal, entry.where + ", soft of " + entry.id, word,
          "that this kind decides claims whose entries have this key, one of its words, and no "
          "formal");
  for (const std::string& need : entry.needs)
    require(part_of_assumption1(entries.at(need), entries) != 0,
            entry.where + ", needs of " + entry.id, need,
            "that this kind knows no hypothesis but Assumption 1");
  const Formula domain =
      parse_formula(entry.domain, entry.where + ", domain of " + entry.id, run.names());
  bool made = false;
  try {
    made = !domain.over_inputs && evaluator(domain, run)->decide().truth == Truth::yes;
  } catch (const Incomplete&) {  // it has no value, or is beyond a limit
  }
  require(made, entry.where + ", domain of " + entry.id, entry.domain,
          "that it is not seen to be true of this run");
  return *said;
}

// --- what a certificate states

struct Statement : SoftRule {
  std::string of;  // ids: the contextual mapping; values: the output; distance: of the outputs
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

// The fields of one statement, which stands at `where`.
struct StatementFields {
  const Json& stated;
  std::string where;

  const std::string& text_of(const char* key) const { return text(stated, key, where); }
  void bad(const char* key, const char* wanted) const {
    require(false, where + key, text_of(key), std::string("that it must be ") + wanted);
  }
};

void read_map(const StatementFields& fields, Statement& out) {
  const std::vector<std::string> words = split(fields.text_of("rho"));
  out.rho = words.empty() ? "" : words[0];
  const bool bare = out.rho == "softmax" || !out.is_map();
  if (words.size() != (bare ? 1 : 2)) fields.bad("rho", "a map with its parameter");
  if (!bare) {
    out.parameter = rational(words[1], fields.where + "rho");
    const Num &x = out.parameter, one(1);
    if (!(out.rho == "topk"        ? x.is_integer() && !(x < one)
          : out.rho == "sparselin" ? x.sign() >= 0 && x < one
                                   : out.rho == "entmax" && one < x))
      fields.bad("rho",
                 "softmax, topk K with K >= 1, sparselin L with 0 <= L < 1, entmax A with A > 1, "
                 "admissible or adversary");
  }
}

void read_choice(const StatementFields& fields, Statement& out) {
  out.choice = fields.text_of("choice");
  const bool own = out.choice == "own";
  if (!own && out.choice != "printed" && out.choice != "repaired")
    fields.bad("choice", "printed, repaired or own");
  const auto constant = [&](const char* key, bool wanted, Num& value) {
    const std::string& digits = fields.text_of(key);
    if (!wanted && !digits.empty())
      fields.bad(key, "\"\": it follows from the choice, or the map has none");
    if (!wanted) return;
    value = rational(digits, fields.where + key);
    if (value.sign() <= 0) fields.bad(key, "positive");
  };
  constant("zeta", own && !out.is_map(), out.zeta);
  constant("eta", own && !out.is_map(), out.eta);
  constant("t", own && out.is_map(), out.t);
  if (Num(1) < out.eta) fields.bad("eta", "at most 1");
}

void read_inputs(const StatementFields& fields, Statement& out) {
  for (const std::string& item : split(fields.text_of("inputs"))) {
    const std::size_t dots = item.find("..");
    const std::uint64_t from = ordinal(item.substr(0, dots), fields.where + "inputs"),
                        to = dots == std::string::npos
                                 ? from
                                 : ordinal(item.substr(dots + 2), fields.where + "inputs");
    if (!((dots == std::string::npos || from < to) &&
          (out.inputs.empty() || out.inputs.back().second < from)))
      fields.bad("inputs", "strictly increasing");
    out.inputs.emplace_back(from, to);
  }
}

// `within` or `beyond`, one of them.
void read_bound(const StatementFields& fields, std::size_t stages, Statement& out) {
  for (const std::string& bound : split(fields.text_of("within")))
    out.within.push_back(rational(bound, fields.where + "within"));
  const std::vector<std::string> beyond = split(fields.text_of("beyond"));
  if (out.of != "ids" && beyond.empty())
    fields.bad("within", "\"\": of these only \"beyond\" is stated");
  if (out.within.empty() == beyond.empty())
    fields.bad("within", "there, or else \"beyond\" must be");
  if (!out.within.empty() && out.within.size() != stages)
    fields.bad("within", "one bound for each of the n stages");
  if (beyond.empty()) return;
  if (beyond.size() != 3 || !out.inputs.empty())
    fields.bad("beyond", "an input, a token and a bound, and \"inputs\" \"\"");
  if (out.rho == "admissible")
    fields.bad("beyond", "of one map: what all may do is no lower bound for one");
  out.token = ordinal(beyond[1], fields.where + "beyond"),
  out.least = rational(beyond[2], fields.where + "beyond");
  if (out.token < 1 || out.token > stages)
    fields.bad("beyond", "an input, a token from 1 to n and a bound");
  out.inputs.emplace_back(ordinal(beyond[0], fields.where + "beyond"), 0);
  out.inputs[0].second = out.inputs[0].first;
}

Statement read_statement(const Json& stated, std::size_t stages, const std::string& at) {
  require_kind(stated, Json::Kind::object, at);
  const std::string where = at + ".";
  require_keys(
      stated,
      {"of", "rho", "choice", "zeta", "eta", "t", "inputs", "precision", "within", "beyond"}, at);
  Statement out;
  const StatementFields fields{stated, where};
  out.of = fields.text_of("of");
  read_map(fields, out);
  if (out.of != "ids" && out.of != "values" && out.of != "distance")
    fields.bad("of", "ids, values or distance");
  read_choice(fields, out);
  out.bits = integer(fields.text_of("precision"), 64, where + "precision");
  if (out.bits > 4096) fields.bad("precision", "at most 4096");
  read_inputs(fields, out);
  read_bound(fields, stages, out);
  return out;
}

struct Setting {
  const SkeletonNetwork& network;
  const Real& tilde;
  const Num &eps, &lp;
};

// `beyond`, found again: the error of the token, in the id or in the output.
void require_beyond(const Statement& statement, const Setting& setting, const SoftNetwork& soft,
                    std::uint64_t input, const Bounds& quarter, const std::string& where) {
  const Bounds error = statement.of == "ids" ? soft.errors(input).back()[statement.token]
                                             : SoftValues(setting.network, statement.bits)
                                                   .error(input, statement.token,
                                                          soft.ids(input).back()[statement.token]);
  const Bounds least = bounds_of(statement.least, 4096);
  require(HARDMAX_FAULT(check_soft_beyond, certainly_less(least, error), true), where + "beyond",
          statement.least.text(), "that this is not certainly less than the error");
  if (statement.of == "distance")
    require(are_apart(setting.network, statement.least, setting.eps, setting.lp), where + "beyond",
            statement.least.text(),
            "that an error of this at one grid input alone does not make the distance more than "
            "eps/2 for every alpha up to 1/2");
  else
    require(HARDMAX_FAULT(check_soft_beyond_quarter, certainly_less(quarter, least), true),
            where + "beyond", statement.least.text(),
            "that it is not certainly more than delta~/4");
}

// What is stated, found again. Returns a line that says it.
std::string require_true(const Statement& statement, const Setting& setting, Course& course,
                         const std::string& where) {
  const SkeletonNetwork& network = setting.network;
  const std::uint64_t inputs = network.inputs();
  const SoftNetwork soft(network, statement, setting.tilde);
  const Bounds quarter = (setting.tilde * Real(Num(1) / Num(4))).bounds(4096);
  const auto of = [](const Num& x) { return bounds_of(x, 4096); };
  const bool bare = statement.rho == "softmax" || !statement.is_map();
  const std::string what = statement.rho + (bare ? "" : " " + statement.parameter.text()) + ", " +
                           statement.choice + " constants: ";
  std::uint64_t executed = 0;
  for (const auto& [from, to] :
       statement.inputs.empty() ? Ranges{{0, inputs - 1}} : statement.inputs) {
    require(to < inputs, where + "inputs", std::to_string(to),
            "that there are " + std::to_string(inputs));
    for (std::uint64_t input = from; input <= to; ++input, ++executed, course.done(1)) {
      if (statement.within.empty()) {
        require_beyond(statement, setting, soft, input, quarter, where);
        continue;
      }
      const std::vector<std::vector<Bounds>> errors = soft.errors(input);
      for (std::size_t j = 0; j < statement.within.size(); ++j)
        for (std::size_t k = 1; k <= network.n; ++k)
          require(HARDMAX_FAULT(check_soft_within,
                                certainly_at_least(of(statement.within[j]), errors[j][k]), true),
                  where + "within", statement.within[j].text(),
                  "that the error after stage " + std::to_string(j + 1) +
                      " is not certainly at most that, at input " + std::to_string(input) +
                      ", token " + std::to_string(k));
    }
  }
  if (statement.within.empty()) {
    const std::string at = " at input " + std::to_string(statement.inputs[0].first) + ", token " +
                           std::to_string(statement.token);
    return what + (statement.of == "ids" ? "" : "output ") + "off by more than " +
           statement.least.text() + at +
           (statement.of == "distance" ? ", distance more than eps/2 for every alpha up to 1/2"
                                       : "");
  }
  require(HARDMAX_FAULT(check_soft_within_quarter,
                        certainly_less(of(statement.within.back()), quarter), true),
          where + "within", statement.within.back().text(),
          "that it is not certainly less than delta~/4");
  return what + "within " + statement.within.back().text() + " on " + std::to_string(executed) +
         " inputs";
}

// `most`: of the inputs that are stated for one of them.
std::vector<Statement> read_statements(const Json& list, std::size_t n, std::uint64_t& most) {
  std::vector<Statement> statements;
  for (const Json& one : list.items) {
    statements.push_back(
        read_statement(one, n, "statements[" + std::to_string(statements.size()) + "]"));
    std::uint64_t count = statements.back().inputs.empty() ? UINT64_MAX : 0;
    for (const auto& [from, to] : statements.back().inputs) count += to - from + 1;
    most = std::max(most, count);
  }
  return statements;
}

// By the first statement that decides it.
void require_claims_decided(const std::vector<const Entry*>& asked, const Json& claims,
                            const std::vector<const Said*>& said,
                            const std::vector<Statement>& statements) {
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const auto decides = [&](const Statement& one) {
      const bool for_all =
          HARDMAX_FAULT(check_soft_for_all, one.rho == "admissible" && one.inputs.empty(),
                        one.inputs.empty());  // of these maps and inputs
      const std::string choice =
          HARDMAX_FAULT(check_soft_own, one.choice, one.choice == "own" ? "printed" : one.choice);
      return HARDMAX_FAULT(check_soft_of, one.of == said[i]->of, true) &&
             choice == said[i]->choice && (one.within.empty() || for_all);
    };
    const auto by = std::find_if(statements.begin(), statements.end(), decides);
    Json found = claim_object(claims.items[i], "not_checkable", "none", "none", "no statement",
                              Json::object({}));
    if (by != statements.end())
      found = claim_object(claims.items[i], by->within.empty() ? "refuted" : "verified",
                           by->within.empty() ? "witness" : "enclosure", "soft run",
                           "statement " + std::to_string(by - statements.begin() + 1),
                           Json::object({}));
    require_equal(claims.items[i], found,
                  "claims[" + std::to_string(i) + "] (" + asked[i]->id + ")");
  }
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
  const std::string& name = text(stated, "construction", "run.");
  ConstructionFiles files(entries);
  require(files.network(name) == MadeFor::pattern, "run.construction", name,
          "one that has no soft maps");
  const std::vector<const Entry*> asked = bound_claims(certificate, entries, name);
  require_assumption1_as_printed(asked, entries, files.describing(name).hypotheses);
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
  std::uint64_t most = 0;
  const std::vector<Statement> statements = read_statements(list, n, most);
  const std::unique_ptr<Construction> run =
      run_of_file(files.describing(name), stated,
                  &member(certificate, "derived", Json::Kind::object, ""), most);
  require(run->executed(), "derived", "a network", "that Assumption 1 fails");
  std::vector<const Said*> said;
  for (const Entry* entry : asked) said.push_back(&said_by(*entry, entries, *run));

  const SkeletonNetwork network(*run);
  const Real tilde = delta_tilde(network, eps, lp);
  const Setting setting{network, tilde, eps, lp};
  std::uint64_t all = 0;
  for (const Statement& statement : statements) {
    if (statement.inputs.empty()) all += run->inputs();
    for (const auto& [from, to] : statement.inputs) all += to - from + 1;
  }
  Course course(all, true);
  std::string line = "accepted: " + std::to_string(statements.size()) +
                     (statements.size() == 1 ? " statement" : " statements");
  for (std::size_t i = 0; i < statements.size(); ++i)
    line += "; " +
            require_true(statements[i], setting, course, "statements[" + std::to_string(i) + "].");
  require_claims_decided(asked, claims, said, statements);
  return {0, {line + "; eps = " + eps.text() + ", p = " + lp.text() + "; " + about_run(stated)}};
}

}  // namespace hardmax::check
