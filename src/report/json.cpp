#include <fmt/core.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "discharge/encodings.hpp"
#include "discharge/facets.hpp"
#include "discharge/from_file.hpp"
#include "discharge/stage_words.hpp"
#include "report/corpus.hpp"
#include "report/every_size.hpp"
#include "report/json_construction.hpp"
#include "report/json_every_input.hpp"
#include "report/json_farthest.hpp"
#include "report/json_findings.hpp"
#include "report/json_precision.hpp"
#include "report/json_search.hpp"
#include "report/json_soft.hpp"
#include "report/json_steps.hpp"
#include "report/json_turing.hpp"
#include "report/report.hpp"
#include "report/show.hpp"
#include "report/trace.hpp"
#include "report/witness.hpp"

namespace hardmax::report {

namespace {

using Json = nlohmann::ordered_json;

// Integers beyond 2^53 and fractions are strings, so that no reader rounds them.
Json number(const Rational& x) {
  const auto small = x.to_int64();
  constexpr std::int64_t kExact = std::int64_t{1} << 53;
  if (small && *small <= kExact && *small >= -kExact) return *small;
  return x.str();
}

// A binding of a witness. An input has the entries of what the name stands for, with encodings, and
// as G those of the grid input; both in units of delta.
Json binding_of(const Bound& b) {
  Json json = {{"name", b.name}, {"type", name_of(b.type)}, {"value", b.value}};
  if (b.type == Bound::Type::input) {
    json["value"] = SoftJson<Json>::array_of(b.value_of_input, number);
    json["G"] = SoftJson<Json>::array_of(b.grid, number);
  } else if (const auto x = Rational::parse(b.value); x && b.type == Bound::Type::number) {
    json["value"] = number(*x);
  }
  return json;
}

Json witness_of(const certificate::Witness& w, const Encodings& E) {
  Json json;
  json["bindings"] = SoftJson<Json>::array_of(bound(w.at, E), binding_of);
  if (!w.other.empty()) json["other"] = SoftJson<Json>::array_of(bound(w.other, E), binding_of);
  json["lhs"] = w.lhs;
  json["rhs"] = w.rhs;
  json["relation"] = w.relation;
  json["unit"] = "real";
  return json;
}

// What every claim is shown with, whether one run or a box of them decided it.
Json claim_of(const claim::Entry& entry, Verdict verdict, std::string_view tier) {
  Json json;
  json["id"] = entry.id;
  json["source"] = entry.source;
  json["kind"] = name_of_kind(entry.kind);
  json["verdict"] = name_of(verdict);
  json["recorded"] = name_of_record(entry.record);
  json["tier"] = tier;
  json["domain"] = entry.domain;
  if (entry.formal) json["formal"] = *entry.formal;
  return json;
}

Json claim_of(const ClaimResult& c, const std::string& box, const Encodings& E) {
  Json json = claim_of(*c.entry, c.verdict, tier_of(c));
  if (c.verdict == Verdict::verified) {
    json["evidence"] = c.symbolic ? "structural" : "replay";
    json["box"] = box;
  } else if (c.verdict == Verdict::refuted) {
    json["evidence"] = "replay";
  } else {
    json["reason"] = c.reason;
    json["explanation"] = c.explanation;
  }
  if (c.shown) json["witness"] = witness_of(*c.shown, E);
  if (c.standing == Standing::against_record) json["against_record"] = c.contradiction;
  return json;
}

template <class List, class Show>
Json array_of(const List& list, Show show) {
  return SoftJson<Json>::array_of(list, show);
}

Json array_of_numbers(const std::vector<Rational>& list) {
  return array_of(list, [](const Rational& x) { return x.str(); });
}

Json claims_read(const ClaimSet& claims) {
  return {{"places", claims.places}, {"entries", claims.entries}, {"sha256", claims.sha256}};
}

Json columns_of(const std::vector<Column>& list) { return array_of(list, array_of_numbers); }

Json tokens_of(const std::vector<Token>& list) {
  return array_of(list, [](Token t) { return t + 1; });
}

Json input_at(std::uint64_t ordinal, const Parameters& parameters) {
  return Grid(parameters.n, parameters.d, parameters.D).input(ordinal);
}

Json layer_of(const TraceLayer& layer, const Parameters& parameters,
              std::string_view construction) {
  Json json;
  json["layer"] = layer.number;
  json["stage"] = name_of(layer.stage, construction);
  json["number"] = layer.in_kind;
  if (layer.pattern_layer) json["pattern_layer"] = *layer.pattern_layer + 1;
  if (layer.row) json["row"] = *layer.row + 1;
  if (layer.window) json["window"] = {layer.window->first.str(), layer.window->second.str()};
  if (layer.outside) json["outside"] = true;
  if (layer.made_for)
    json["made_for"] = {{"G", input_at(layer.made_for->first, parameters)},
                        {"token", layer.made_for->second + 1}};
  json["changes"] = array_of(layer.changes, [](const TraceChange& change) {
    Json one = {{"token", change.token + 1},
                {"before", array_of_numbers(change.before)},
                {"after", array_of_numbers(change.after)},
                {"id_before", change.id_before.str()},
                {"id_after", change.id_after.str()}};
    if (change.heads.empty()) return one;
    one["sees"] = tokens_of(change.sees);
    one["heads"] = array_of(change.heads, [](const TraceHead& head) {
      return Json{{"attends", tokens_of(head.attends)},
                  {"value", head.value.str()},
                  {"weight", head.weight.str()}};
    });
    return one;
  });
  json["ids"] = array_of_numbers(layer.ids);
  return json;
}

Json hits_of(const ValueMiss& miss, const Parameters& parameters) {
  Json json;
  json["G"] = input_at(miss.ordinal, parameters);
  json["token"] = miss.token + 1;
  json["aim"] = array_of_numbers(miss.aim);
  json["result"] = array_of_numbers(miss.result);
  json["hits"] = array_of(miss.hits, [&](const ValueHit& hit) {
    return Json{{"layer", hit.ordinal * parameters.n + hit.token + 1},
                {"G", input_at(hit.ordinal, parameters)},
                {"token", hit.token + 1},
                {"center", hit.center.str()}};
  });
  return json;
}

Json value_mapping_of(const ValueReport& report, const Parameters& parameters) {
  Json json;
  json["unit"] = "delta";
  json["target"] = report.target;
  json["columns"] = report.columns;
  json["layers"] = report.layers;
  json["works"] = report.missed == 0;
  json["reason"] = report.moved_again == 0
                       ? "no value in a later window"
                       : (report.missed == 0 ? "values in other windows come out right all the same"
                                             : "a value in the window of another layer");
  json["missed"] = report.missed;
  json["moved_by_others"] = report.moved_again;
  json["first_miss"] = report.first_miss ? hits_of(*report.first_miss, parameters) : Json(nullptr);
  json["R2"] = {
      {"layers", report.R2_layers}, {"K", report.R2_constant.str()}, {"missed", report.R2_missed}};
  json["R3"] = report.R3_multiplier ? Json{{"layers", report.R3_layers},
                                           {"c", report.R3_multiplier->str()},
                                           {"missed", report.R3_missed}}
                                    : Json(nullptr);
  const auto adversary = [&](const std::optional<ValueReport::Adversary>& found) {
    if (!found) return Json(nullptr);
    Json one = hits_of(found->miss, parameters);
    one["value_of"] = {{"G", input_at(found->ordinal, parameters)}, {"token", found->token + 1}};
    return one;
  };
  json["missed_target"] = {{"forward", adversary(report.forward)},
                           {"backward", adversary(report.backward)}};
  return json;
}

void add_attention(Json& pattern, const RunRequest& request, const RunResult& result) {
  const auto built = built_attention(request, result);
  pattern["E"] =
      built ? array_of(built->E, [](const Rational& e) { return number(e); }) : Json::array();
  pattern["c"] = built ? number(built->c) : Json(nullptr);
}

Json pattern_of(const RunRequest& request, const RunResult& result) {
  const Assumption1& a = result.assumption;
  Json pattern;
  pattern["name"] = request.pattern->name();
  pattern["p"] = request.pattern->layers();
  pattern["s"] = a.reach == Decision::yes ? Json(a.s) : Json(nullptr);
  pattern["gamma"] = array_of(a.gamma, [](Token t) { return t + 1; });
  pattern["l"] = a.order == Decision::yes
                     ? array_of(std::span(a.l).subspan(1), [](std::size_t l) { return l + 1; })
                     : Json::array();
  pattern["edges"] = request.pattern->edges();
  add_attention(pattern, request, result);
  return pattern;
}

// Without a pattern every token attends to all tokens, or to all others; Assumption 1 is not asked
// for.
Json dense_of(const RunRequest& request, const RunResult& result) {
  const std::uint64_t n = request.parameters.n;
  const auto itself = sees_itself(request, result);
  Json pattern = {{"name", "dense"},
                  {"p", 1},
                  {"s", nullptr},
                  {"gamma", Json::array()},
                  {"l", Json::array()},
                  {"edges", itself ? Json(*itself ? n * n : n * (n - 1)) : Json(nullptr)}};
  add_attention(pattern, request, result);
  return pattern;
}

// Under the names of stages that any construction has; null where the one of the run has none.
Json layers_of(const RunRequest& request, const RunResult& result) {
  Json layers;
  for (const std::string& name : all_stage_names()) layers[name] = nullptr;
  const Facets run = facets_of(request);
  const auto set = [&](StageRole role, Json count) {
    const std::string name = stage_name(run.construction, role);
    if (!name.empty()) layers[name] = std::move(count);
  };
  set(StageRole::quantizer, number(layers_of_quantizer(request, result)));
  if (const auto built = built_attention(request, result)) {
    set(StageRole::sweep, built->selective_layers);
    set(StageRole::last, built->last_layers);
  }
  if (run.pattern != nullptr)
    set(StageRole::values, result.inputs.bits() < 4096 ? number(result.ids) : Json("n * D^(n*d)"));
  return layers;
}

}  // namespace

std::string trace_json(const TraceRequest& request, const TraceResult& result,
                       const std::string& version) {
  const auto& [n, d, D] = request.parameters;
  const Facets run = facets_of(request);
  Json json;
  json["tool"] = "hardmax";
  json["version"] = version;
  json["construction"] = run.construction;
  json["unit"] = "delta";
  json["parameters"] = {{"n", n}, {"d", d}, {"D", D}};
  json["pattern"] = request.pattern->name();
  json["overrides"] = request.overrides.canonical();
  if (run.pattern != nullptr) json["target"] = request.target ? request.target->name() : "identity";
  json["input"] = array_of_numbers(request.X);
  json["E"] = array_of_numbers(result.E);
  json["layers_in_all"] = {
      {name_of(TraceStage::quantize, run.construction), result.quantizer_layers},
      {name_of(TraceStage::selective_shift, run.construction), result.selective_layers},
      {name_of(TraceStage::global_shift, run.construction), result.last_layers}};
  json["start"] = {{"columns", columns_of(result.start)},
                   {"ids", array_of_numbers(result.start_ids)}};
  json["layers"] = array_of(result.layers, [&](const TraceLayer& layer) {
    return layer_of(layer, request.parameters, run.construction);
  });
  json["end"] = columns_of(result.end);
  json["G"] = result.G;
  json["value_mapping"] = {{"executed", result.value_executed},
                           {"left_out", result.value_left_out},
                           {"wanted", columns_of(result.wanted)}};
  return json.dump(1) + "\n";
}

std::string json(const decide::Request& request, const decide::Result& result,
                 const ConstructionPresentation& how) {
  return ConstructionJson<Json>::of(request, result, how).dump(1) + "\n";
}

std::string search_json(const subject::Run& run, const subject::Search& search,
                        const subject::Searched& searched, const std::string& version) {
  return json_of_search<Json>(run, search, searched, version).dump(1) + "\n";
}

std::string steps_json(const subject::Run& run, const subject::Walked& walked,
                       const std::string& version) {
  return json_of_steps<Json>(run, walked, version).dump(1) + "\n";
}

std::string precision_json(const PrecisionReport& report, const std::string& version) {
  return PrecisionJson<Json>::of(report, version).dump(1) + "\n";
}

std::string float_json(const FloatReport& report, const std::string& version) {
  return SoftJson<Json>::floats(report, version).dump(1) + "\n";
}

std::string soft_json(const SoftQuestion& question, const SoftAnswer& answer,
                      const std::string& version, const ClaimSet& claims,
                      const std::string& certificate, int exit_code) {
  Json json = SoftJson<Json>::soft(question, answer, version, exit_code);
  json["claims_read"] = claims_read(claims);
  if (!certificate.empty()) json["certificate"] = certificate;
  return json.dump(1) + "\n";
}

std::string json(const EverySizeRequest& request, const EverySizeResult& result,
                 const std::string& version, const ClaimSet& claims_of,
                 const std::string& certificate) {
  const Facets run = facets_of(request);
  Json json;
  json["version"] = version;
  json["claims_read"] = claims_read(claims_of);
  json["construction"] = run.construction;
  json["positional"] = run.pattern == nullptr ? Json(run.has("positional")) : Json(nullptr);
  json["n"] = request.n;
  json["d"] = request.d ? Json(*request.d) : Json("every");
  json["D"] = "every";
  json["pattern"] = run.pattern == nullptr ? "dense" : run.pattern->name();
  json["with"] = request.overrides.canonical();
  json["assumption1"] = run.pattern == nullptr ? Json(nullptr)
                                               : Json(result.assumption.holds()   ? "holds"
                                                      : result.assumption.fails() ? "fails"
                                                                                  : "undecided");
  json["inputs"] = inputs_of(request);
  json["inputs_from"] = result.first;
  json["sweeps"] = result.sweeps;
  json["layers_after"] = result.all_max;
  Json claims = Json::array();
  std::map<std::string, std::size_t> totals = {
      {"shown", 0}, {"undecided", 0}, {"not checkable", 0}, {"outside", 0}};
  std::size_t against = 0;
  for (const EverySizeResult::Claim& claim : result.claims) {
    const std::string outcome = result_of(result, claim);
    Json one;
    one["id"] = claim.entry->id;
    one["result"] = outcome;
    one["tier"] = claim.shown() ? "symbolic" : "none";
    if (claim.shown()) one["from"] = claim.from;
    if (claim.shown()) one["may_be_vacuous"] = claim.may_be_vacuous;
    if (!claim.why_not.empty()) one["why_not"] = claim.why_not;
    one["against_record"] = against_record(request, claim);
    claims.push_back(std::move(one));
    ++totals[outcome];
    against += against_record(request, claim);
  }
  json["claims"] = std::move(claims);
  for (const auto& [outcome, count] : totals) json["totals"][outcome] = count;
  json["totals"]["against_record"] = against;
  json["not_looked_at"] = result.others.size();
  json["certificate"] = certificate.empty() ? Json(nullptr) : Json(certificate);
  return json.dump(1) + "\n";
}

std::string json(const decide::ForAllRequest& request, const decide::ForAllResult& result,
                 const std::string& version, const ClaimSet& claims_of,
                 const std::string& certificate) {
  Json json;
  json["version"] = version;
  json["claims_read"] = claims_read(claims_of);
  json.update(json_of_every_input<Json>(request, result));
  json["certificate"] = certificate.empty() ? Json(nullptr) : Json(certificate);
  json["exit_code"] = exit_code(result);
  return json.dump(1) + "\n";
}

std::string json(const RunRequest& request, const RunResult& result, const Presentation& how) {
  const auto& [n, d, D] = request.parameters;
  const Facets run = facets_of(request);
  Json json;
  json["tool"] = "hardmax";
  json["version"] = how.version;
  json["claims_read"] = claims_read(how.claims);
  json["construction"] = run.construction;
  json["engine"] = result.engine;
  Json& parameters = json["parameters"];
  parameters = {
      {"n", n},         {"d", d},
      {"D", D},         {"window", request.window ? Json(*request.window) : Json(nullptr)},
      {"eps", nullptr}, {"lp", nullptr}};
  if (how.soft != nullptr) {
    parameters["eps"] = how.soft_question->settings.eps.str();
    parameters["lp"] = how.soft_question->settings.lp.str();
  }
  json["overrides"] = request.overrides.canonical();
  json["target"] = run.pattern == nullptr
                       ? Json(nullptr)
                       : Json(request.target ? request.target->name() : "identity");
  json["positional"] = run.has("positional");
  json["extended"] = run.has("extended");
  json["pattern"] =
      run.pattern == nullptr ? dense_of(request, result) : pattern_of(request, result);
  json["layers"] = layers_of(request, result);
  json["executed"] = result.executed;
  json["followed"] = result.followed.empty() ? Json(nullptr) : Json(result.followed);
  json["inputs"] = result.inputs.bits() < 4096 ? number(result.inputs) : Json("D^(n*d)");
  json["orbits"] = result.orbits.is_zero() || result.orbits.bits() >= 4096 ? Json(nullptr)
                                                                           : number(result.orbits);
  json["ids"] = result.ids.bits() < 4096 ? number(result.ids) : Json("n * D^(n*d)");
  json["distinct_ids"] = result.executed ? Json(result.distinct_ids) : Json(nullptr);
  json["digest"] = result.executed ? Json(result.digest) : Json(nullptr);
  json["claims"] =
      array_of(result.claims, [&, E = encodings_of(request, result)](const ClaimResult& c) {
        return claim_of(c, box_of(request, result, c), E);
      });
  json["soft"] =
      how.soft == nullptr ? Json(nullptr) : SoftJson<Json>::soft_of(*how.soft_question, *how.soft);
  json["value_mapping"] = result.value_mapping
                              ? value_mapping_of(*result.value_mapping, request.parameters)
                              : Json(nullptr);
  json["certificate"] = how.certificate.empty() ? Json(nullptr) : Json(how.certificate);
  const Overall total = overall(result, how);
  json["verdict"] = total == Overall::as_recorded
                        ? "as_recorded"
                        : (total == Overall::against_record ? "against_record" : "undecided");
  json["exit_code"] = exit_code(total);
  return json.dump(1) + "\n";
}

namespace {

Json run_of(const CorpusRun& run) {
  const auto& [n, d, D] = run.parameters;
  if (run.described)
    return {{"construction", run.described->file->id},
            {"run", run.str()},
            {"n", n},
            {"d", d},
            {"D", D},
            {"in_box", run.in_box},
            {"inputs", number(run.inputs)},
            {"executed", run.executed}};
  Json json = {{"n", n},
               {"d", d},
               {"D", D},
               {"pattern", run.pattern.name},
               {"window", run.pattern.window ? Json(*run.pattern.window) : Json(nullptr)},
               {"also", run.also}};
  json["in_box"] = run.in_box;
  json["assumption1"] = run.holds ? Json(*run.holds) : Json(nullptr);
  json["inputs"] = number(run.inputs);
  json["executed"] = run.executed;
  return json;
}

Json finding_of(const CorpusResult& result, const ClaimFinding& c) {
  Json json = claim_of(*c.entry, c.verdict,
                       c.verdict == Verdict::verified
                           ? "exhaustive"
                           : (c.verdict == Verdict::refuted ? "witness" : "none"));
  if (c.entry->repairs) json["repairs"] = *c.entry->repairs;
  if (c.verdict == Verdict::verified) {
    const auto runs = runs_with(result, c, Verdict::verified);
    json["box"] = describe_runs(result, runs) + ", " + inputs_of(c, runs) + " inputs";
    if (c.for_all_D) json["for_all_D"] = true;
    if (c.general.proved) json["for_all"]["given"] = c.general.given;
  } else if (c.verdict != Verdict::refuted) {
    json["reason"] = c.reason;
    json["explanation"] = c.explanation;
  }
  json["erratum"] = c.erratum;
  Json& runs = json["runs"];
  for (const Verdict v : {Verdict::verified, Verdict::refuted, Verdict::undecided,
                          Verdict::not_checkable, Verdict::error})
    runs[name_of(v)] = runs_with(result, c, v).size();
  if (c.counterexample) {
    json["counterexample"] = result.runs[*c.counterexample].str();
    json["witness"] = witness_of(*c.witness, c.encodings);
  }
  if (c.stored) json["stored_counterexample"] = result.runs[*c.stored].str();
  if (!c.observation.empty()) json["observation"] = c.observation;
  json["notes"] = c.notes;
  json["against_record"] = c.against;
  return json;
}

// The papers whose claims were decided, each once: what stands before the first dot of an id.
std::set<std::string> papers_of(const CorpusResult& result) {
  std::set<std::string> papers;
  for (const ClaimFinding& claim : result.claims)
    papers.insert(claim.entry->id.substr(0, claim.entry->id.find('.')));
  return papers;
}

Json witness_of_claim(const ClaimFinding& claim) {
  return witness_of(*claim.witness, claim.encodings);
}

}  // namespace

std::string findings_json(const CorpusResult& result, const FindingsPresentation& how) {
  return FindingsJson<Json>{result, how, witness_of_claim}.object().dump(1) + "\n";
}

std::string corpus_json(const CorpusResult& result, const CorpusPresentation& how) {
  Json json;
  json["tool"] = "hardmax";
  json["version"] = how.version;
  json["claims_read"] = claims_read(how.claims);
  json["command"] = how.command;
  json["papers"] = papers_of(result);
  json["only"] = how.only;
  if (const std::string others = network_of_others(result); !others.empty())
    json["network"] = others;
  json["box"] = show(result.boxes);
  if (const std::string own = described_boxes(result); !own.empty()) json["own_box"] = own;
  json["patterns"] = array_of(result.patterns, [](const PatternChoice& p) { return p.str(); });
  json["runs"] = array_of(result.runs, run_of);
  json["claims"] =
      array_of(result.claims, [&](const ClaimFinding& c) { return finding_of(result, c); });
  const CorpusTotals t = totals(result);
  constexpr std::array<const char*, CorpusTotals::rows> names = {
      "verified", "for_all_D", "for_all",       "for_all_given", "refuted",
      "error",    "undecided", "not_checkable", "errata",        "all"};
  for (std::size_t row = 0; row < names.size(); ++row)
    json["totals"][names[row]] = t.counts[row][CorpusTotals::every_kind];
  json["totals"]["repaired"] = t.repaired;
  json["totals"]["vacuous"] = t.vacuous;
  json["totals"]["against_record"] = t.against;
  const Overall total = overall(result, how.fail_on);
  json["verdict"] = total == Overall::as_recorded
                        ? "as_recorded"
                        : (total == Overall::against_record ? "against_record" : "undecided");
  json["exit_code"] = exit_code(total);
  return json.dump(1) + "\n";
}

// ---- verify show

std::string turing_json(const subject::Machine& machine, const decide::MachineRun& run,
                        const decide::TuringResult* result, const TuringPresentation& how) {
  return TuringJson<Json>::of(machine, run, result, how).dump(1) + "\n";
}

std::string farthest_json(const decide::VectorList& list, const decide::FarthestResult& result,
                          const FarthestPresentation& how) {
  return FarthestJson<Json>::of(list, result, how).dump(1) + "\n";
}

namespace {

Json shown_head(const subject::ConstructionFile& file) {
  Json head = Json::object();
  for (const auto& [key, text] : file.texts) head[key] = text;
  Json parameters = Json::array();
  for (const auto& p : file.parameters) parameters.push_back(p.text);
  head["parameters"] = parameters;
  head["hypotheses"] = file.hypotheses;
  for (const subject::Signature& table : file.tables) head["tables"].push_back(table.text);
  return head;
}

Json shown_definitions(const subject::ConstructionFile& file) {
  Json definitions = Json::array();
  for (const std::string& name : file.order) {
    const auto& d = file.definitions.at(name);
    definitions.push_back({{"name", name}, {"text", d.signature.text}, {"chosen", d.chosen}});
  }
  return definitions;
}

Json shown_variants(const subject::ConstructionFile& file) {
  Json variants = Json::array();
  for (const std::string& name : file.variant_order) {
    Json terms = Json::array();
    for (const auto& s : file.variants.at(name).terms) terms.push_back(s.text);
    variants.push_back({{"name", file.variants.at(name).head.text}, {"terms", terms}});
  }
  return variants;
}

Json shown_stage(const subject::Stage& s, const subject::Run* run) {
  Json stage = {{"name", s.name}};
  if (run) stage["layers"] = run->stage_layers(s.name).str();
  const auto put = [&](const char* key, const std::string& text) {
    if (!text.empty()) stage[key] = text;
  };
  put("source", s.source);
  put("repeat", s.repeat_text);
  put("for", s.loop_text);
  if (!s.let_texts.empty()) stage["let"] = s.let_texts;
  put("keys", s.keys_text);
  put("when", s.when_text);
  put(s.map ? "map" : "layer", s.layer_text);
  return stage;
}

Json shown_networks(const subject::ConstructionFile& file, const subject::Run* run) {
  Json networks = Json::array();
  for (const std::string& name : file.networks) {
    Json network = {{"name", name}};
    if (run) network["layers"] = run->layers(name).str();
    Json stages = Json::array();
    for (const auto& s : file.stages) {
      if (s.network != name) continue;
      stages.push_back(shown_stage(s, run));
    }
    network["stages"] = stages;
    networks.push_back(network);
  }
  return networks;
}

// The input that was run, the states and values on it, and what was not run.
void show_run(const subject::Run& run, const ShownRun& shown, Json& json) {
  json["run"] = run.spec().text();
  const auto list = [](const std::vector<Rational>& numbers) {
    Json out = Json::array();
    for (const Rational& x : numbers) out.push_back(x.str());
    return out;
  };
  json["inputs"] = shown.inputs.str();
  json["input"] = list(shown.entries);
  Json states = Json::array();
  for (const ShownState& s : shown.states) {
    Json rows = Json::array();
    for (const auto& row : s.rows) rows.push_back(list(row));
    states.push_back(
        {{"network", s.network}, {"stage", s.stage}, {"layers", s.layers.str()}, {"rows", rows}});
  }
  json["states"] = states;
  Json values = Json::array();
  for (const ShownValue& v : shown.values) values.push_back({{"name", v.name}, {"at", list(v.at)}});
  json["values"] = values;
  json["not_run"] = shown.not_run;
  json["engine"] = engine_name(run.reading().engine());
  json["ways"] = ways_json<Json>(shown.ways);
}

}  // namespace

std::string show_json(const subject::ConstructionFile& file, const subject::Run* run,
                      const ShownRun* shown, const std::string& version) {
  Json json;
  json["tool"] = "hardmax";
  json["version"] = version;
  json["construction"] = file.id;
  json["source"] = file.source;
  json["head"] = shown_head(file);
  json["definitions"] = shown_definitions(file);
  json["variants"] = shown_variants(file);
  json["networks"] = shown_networks(file, run);
  if (run) show_run(*run, *shown, json);
  return json.dump(1) + "\n";
}

}  // namespace hardmax::report
