#include "discharge/file_meaning.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <mutex>
#include <vector>

#include "discharge/construction_files.hpp"
#include "discharge/run_names.hpp"
#include "discharge/stage_words.hpp"
#include "discharge/term_writer.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

using subject::ConstructionFile;
using subject::Signature;
using subject::Stage;
using subject::TermError;

// Longer names before those that they begin with.
using Shorthands = std::map<std::string, std::string, std::greater<>>;

std::string replaced(std::string text, const Shorthands& names) {
  for (const auto& [from, to] : names) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
      text.replace(at, from.size(), to);
  }
  return text;
}

// What a stage has besides a loop and a layer.
struct Also {
  std::string backwards = {}, keys = {}, when = {}, scale = {};
};

class Meanings {
 public:
  explicit Meanings(const ConstructionFile& file) : file_(file) {
    std::vector<const Stage*> attention;
    for (const Stage& stage : file.stages)
      if (stage.network == file.states) attention.push_back(&stage);
    const auto states = std::find(file.networks.begin(), file.networks.end(), file.states);
    if (attention.size() >= 2) {
      names_["$first"] = attention[attention.size() - 2]->name;
      names_["$last"] = attention.back()->name;
    }
    names_["$S"] = file.states;
    if (states != file.networks.begin()) names_["$Q"] = *(states - 1);
    names_["$V"] = file.networks.back();
    if (file.networks.end() - states > 2) names_["$O"] = *(states + 1);
    // Shorthands; longer names first, as they are replaced in this order.
    names_["$id"] = id("layers($S)");
    names_["$zt"] = id("after($first)");
    names_["$z0"] = id("0");
    for (auto& [name, text] : names_) text = replaced(text, names_);
  }

  std::map<std::string, std::string> others() {
    of_counts();
    of_attention();
    of_soft();
    of_relus();
    of_variants();
    of_quantizer();
    if (file_.networks.back() != file_.states) {
      names_.contains("$O") ? of_values_of_sweeps() : of_values();
    } else {  // there is no value mapping
      for (const char* name : {"zeroed", "zeroed_R2", "planted", "planted_R2"}) other(name);
    }
    return std::move(others_);
  }

 private:
  // The id after t layers, of H and k, which each use of it names.
  static std::string id(const std::string& t) {
    return "sum(r in 1..d: D^(r - 1)*run($S, " + t + ", start(~H))(r, ~k))";
  }
  [[nodiscard]] std::string of(const std::string& name, const std::string& H,
                               const std::string& k) const {
    return "(" + replaced(names_.at(name), {{"~H", H}, {"~k", k}}) + ")";
  }

  // A name of claims whose meaning this is.
  void means(const std::string& signature) {
    const std::string name = signature.substr(0, signature.find_first_of("( "));
    if (!says(signature)) other(name);
  }
  // A part of the file that these names rest on; `same`: the file says it so.
  void rests(const std::vector<std::string>& names, bool same) {
    if (same) return;
    for (const std::string& name : names) other(name);
  }
  void other(const std::string& name) {
    const bool is_there = file_.definitions.contains(name);
    others_.emplace(name, fmt::format("{} {} '{}'{}; decide it with verify DIR", file_.file,
                                      is_there ? "says something else of" : "does not define", name,
                                      is_there ? " than is computed here" : ""));
  }
  // A term that cannot be written out says nothing that is known.
  template <class Says>
  static bool known(Says says) {
    try {
      return says();
    } catch (const TermError&) {
      return false;
    }
  }
  [[nodiscard]] bool says(const std::string& signature) const {
    return known([&] { return definition_says(signature); });
  }
  [[nodiscard]] bool definition_says(const std::string& signature) const {
    const Signature expected = subject::read_signature(replaced(signature, names_));
    const auto found = file_.definitions.find(expected.name);
    return found != file_.definitions.end() &&
           TermWriter(file_).of(found->second.signature) == TermWriter(file_).of(expected);
  }
  [[nodiscard]] bool variant_says(const std::string& head,
                                  const std::vector<std::string>& terms) const {
    return known([&] { return variant_has(head, terms); });
  }
  [[nodiscard]] bool variant_has(const std::string& head,
                                 const std::vector<std::string>& terms) const {
    const Signature expected = subject::read_head(head);
    const auto found = file_.variants.find(expected.name);
    if (found == file_.variants.end() || found->second.terms.size() != terms.size() ||
        found->second.head.arguments.size() != expected.arguments.size())
      return false;
    for (const std::string& text : terms) {
      const Signature wanted = subject::read_signature(replaced(text, names_));
      const auto& all = found->second.terms;
      const auto term = std::find_if(all.begin(), all.end(), [&](const Signature& s) {
        return s.name == wanted.name && s.arguments.size() == wanted.arguments.size();
      });
      if (term == all.end()) return false;
      const auto with = [](const Signature& s, const std::vector<std::string>& names) {
        std::vector<std::string> out = names;
        out.insert(out.end(), s.arguments.begin(), s.arguments.end());
        return out;
      };
      if (TermWriter(file_).of(term->term, with(*term, found->second.head.arguments)) !=
          TermWriter(file_).of(wanted.term, with(wanted, expected.arguments)))
        return false;
    }
    return true;
  }
  // A stage says that; its name does not matter.
  [[nodiscard]] bool stage_says(const Stage& stage, const std::string& loop,
                                const std::string& layer, const Also& also = {}) const {
    const auto read = [&](const std::string& text) {
      return text.empty() ? nullptr : subject::read_formula(replaced(text, names_));
    };
    Stage expected;
    expected.loop = subject::read_binders(replaced(loop, names_));
    expected.layer = read(layer);
    expected.backwards = read(also.backwards);
    expected.keys = read(also.keys);
    expected.when = read(also.when);
    expected.scale = read(also.scale);
    return known([&] { return TermWriter(file_).of(stage) == TermWriter(file_).of(expected); });
  }
  [[nodiscard]] std::vector<const Stage*> stages_of(const std::string& network) const {
    std::vector<const Stage*> out;
    for (const Stage& stage : file_.stages)
      if (stage.network == network) out.push_back(&stage);
    return out;
  }

  // layers(NAME): a network, the last stage of the attention, or the one stage before it.
  void of_counts() {
    const std::vector<StageWord> here = stage_words(file_);
    const bool of_run = file_.pattern == ConstructionFile::PatternUse::required;
    for (const StageWord& word : of_run ? stage_words_of_runs() : stage_words_of_sweeps()) {
      const bool same =
          word.role != StageRole::other && std::find(here.begin(), here.end(), word) != here.end();
      if (!same)
        others_.emplace("layers(" + word.name + ")",
                        fmt::format("{} has not the layers that 'layers({})' is computed as here; "
                                    "decide it with verify DIR",
                                    file_.file, word.name));
    }
  }

  void of_attention() {
    means("entry(t, H, r, k) = run($S, t, start(H))(r, k)");
    means("v(t, H, k) = " + replaced(id("t"), {{"~H", "H"}, {"~k", "k"}}));
    means("z(H, k) = " + of("$z0", "H", "k"));
    means("id(H, k) = " + of("$id", "H", "k"));
    means("heads(t) = heads_of($S, t)");
    means("bq(t, h) = bias_of($S, t, h)");
    means("mask(t) = mask_of($S, t)");
    means("head(t, h, H, k) = returns($S, t, h, run($S, t - 1, start(H)), k)");
    means("swapped(t, H, i, r, k) = run($S, t, start(exchange(H, i, i + 1)))(r, k)");
    means("delta = 1/D");
    means("q = D^d");
    means("Delta = sum(i in 0..d - 1: (1/D)^(-i))");
    if (names_.contains("$first")) {
      means("zt(H, k) = " + of("$zt", "H", "k"));
      means("M(t, H, k) = " + replaced(id("after($first) + t"), {{"~H", "H"}, {"~k", "k"}}));
    }
    const std::string x = "sum(r in 1..d: D^(r - 1)*G(H, r, ~))";
    const auto at = [&](const std::string& k) { return replaced(x, {{"~", k}}); };
    const std::string columns = "card(union(k in 1..n: {" + at("k") + "}))";
    means("columns(H) = " + columns);
    means("sorted(H) = if(forall k in 2..n: " + at("k - 1") + " <= " + at("k") + ", 1, 0)");
    means(file_.variants.contains("extended")
              ? "category(H) = if(exists k in 1..n, r in 1..d: G(H, r, k) < 0, 3, if(" + columns +
                    " = n, 1, 2))"
              : "category(H) = if(" + columns + " = n, 1, 2)");
  }

  // soft(f, t, H, k, w): the attention of E.2 of yun2020b, with the scales of F.2, block by block.
  void of_soft() {
    const auto stages = stages_of(file_.states);
    const std::string u = "row(r in 1..d: D^(r - 1))";
    const auto psi = [&](const std::string& b) {
      return "attend(" + u + "*Z, " + u + "*Z, " + u + "*Z - " + b + ")";
    };
    const std::string b = "(i - 2)*sum(j in 0..d - 1: (1/D)^(-j)) + g*(1/D)";
    const auto scale = [](const std::string& eta) {
      return "log((n - 1)*(1 - " + eta + ")/(" + eta + "))/(1/D/2)";
    };
    const bool same =
        stages.size() == 2 &&
        stage_says(*stages[0], "i in 2..n, g in 0..D^d - 1, t in 1..p",
                   "Z + shift*e(1)*(" + psi("(" + b + " - 1/D/2)") + " - " +
                       psi("(" + b + " + 1/D/2)") + ")",
                   {.keys = "A(t, k)",
                    .when = "t = l(i)",
                    .scale = scale("(1/D)^(2*d)/2*log(1 + (1/D)^((i - 1 + 1)*d)*w/(8*n^2))")}) &&
        stage_says(*stages[1], "i in 1..s", "Z + c*e(1)*" + psi("0"),
                   {.keys = "A(mod(i - 1, p) + 1, k)",
                    .scale = scale("(1/D)^(n*d)/(s*n)*log(1 + (1/D)^(s*(n*d + 1) + "
                                   "n*d)*w/(2^(s + 3)*s^s*n^(s + 1)))")});
    if (!same)
      others_.emplace("soft", fmt::format("{} has not the attention and scales that 'soft' is "
                                          "computed with here; decide it with verify DIR",
                                          file_.file));
  }

  // The four ReLUs of F.3 in place of phi'.
  void of_relus() {
    const bool same =
        says("relu(t) = if(t < 0, 0, t)") &&
        variant_says("of_relus", {"phi(t) = -relu(t) + relu(t - (1 - alpha)*(1/D))/alpha - (1 - "
                                  "alpha)/alpha*relu(t - 1/D)",
                                  "phi1(t) = 4/(1/D)*(relu(t + 1/D/2) - relu(t + 1/D/4) - "
                                  "relu(t - 1/D/4) + relu(t - 1/D/2))"});
    if (!same)
      others_.emplace("of_relus", fmt::format("{} has not the activations of F.1 and F.3 as "
                                              "variant 'of_relus'; decide it with verify DIR",
                                              file_.file));
  }

  // Names of a variant of the inputs or encodings: 1 in a run of that variant, 0 in others.
  void of_variants() {
    for (const std::string name : {"positional", "extended"}) {
      if (!file_.definitions.contains(name) && !file_.variants.contains(name)) continue;
      means(name + " = 0");
      if (file_.variants.contains(name)) rests({name}, variant_says(name, {name + " = 1"}));
    }
  }

  void of_quantizer() {
    if (!names_.contains("$Q")) return;
    means("qmap(t, r, x) = run($Q, t, x*e(r))(r)");
    means("qstep(t, r, x) = apply($Q, t, x*e(r))(r)");
    means("qbreaks(t, r) = breaks_of($Q, t, r)");
    means("q_hidden(t) = units_of($Q, t)");
    means("q_pieces(t) = pieces_of($Q, t)");
    means("q_flat(t) = flat_of($Q, t)");
  }

  // What is built from all inputs is built for f = G, or for what --target names.
  void of_target(const std::vector<std::string>& names) {
    rests(names, says("f(H, r, k) = G(H, r, k)"));
  }

  // E.3 of yun2020b, and its repairs R2 and R3.
  void of_values() {
    const std::vector<std::string> all = {"v_hidden",     "v_pieces",     "v_flat",     "v_low",
                                          "v_high",       "out",          "moves",      "planted",
                                          "planted_back", "planted_R2",   "planted_R3", "out_R2",
                                          "out_R3",       "layers(value)"};
    of_target({"f", "out", "moves", "out_R2", "out_R3"});
    const std::string u = "row(r in 1..d: D^(r - 1))";
    const std::string gc = "column(r in 1..d: run($S, layers($S), start(H))(r, k))";
    const auto stages = stages_of(names_.at("$V"));
    rests(all, stages.size() == 2 &&
                   stage_says(*stages[0], "H in inputs, k in 1..n",
                              "Z + (column(r in 1..d: f(H, r, k)) - K*e(1) - " + gc + ")*phi1(" +
                                  u + "*Z - " + of("$id", "H", "k") + ")",
                              {.backwards = "last_first"}) &&
                   stage_says(*stages[1], "i in 1..lifts", "Z + K*e(1)*always(" + u + "*Z)") &&
                   says("phi1(t) = if(-(1/D)/2 <= t < 1/D/2, 1, 0)") && says("always(t) = 1") &&
                   says("K = 0") && says("lifts = 0") && says("last_first = 0"));
    const std::string centre = of("$id", "input(floor((~t - 1)/n))", "mod(~t - 1, n) + 1");
    const auto low = [&](const std::string& t) {
      return replaced("(" + centre + " - 1/D/2)", {{"~t", t}});
    };
    const auto high = [&](const std::string& t) {
      return replaced("(" + centre + " + 1/D/2)", {{"~t", t}});
    };
    means("v_low(t) = " + low("t"));
    means("v_high(t) = " + high("t"));
    means("v_hidden(t) = units_of($V, t)");
    means("v_pieces(t) = pieces_of($V, t)");
    means("v_flat(t) = flat_of($V, t)");
    const std::string out = "run($V, run($S, run($Q, start(H))))(r, k)";
    means("out(H, r, k) = " + out);
    means("moves(H, k) = sum(t in 1..layers($V) where " + low("t") +
          " <= sum(r in 1..d: D^(r - 1)*run($V, t - 1, run($S, run($Q, start(H))))(r, k)) < " +
          high("t") + ": 1)");
    of_variants_of_values();
  }

  // Variants are compared with what they change; what they are asked for after them.
  void of_variants_of_values() {
    const std::string u = "row(r in 1..d: D^(r - 1))";
    const bool maps = says("mapped(H, r, k) = run($V, run($S, start(H)))(r, k)");
    const std::string planted =
        "f(H, r, k) = if(H = P and k = m, run($S, layers($S), start(Q))(r, j), 0)";
    const std::string highest = "max(H in inputs, k in 1..n: ~)";
    const std::string top_f = replaced(highest, {{"~", u + "*column(r in 1..d: f(H, r, k))"}});
    const std::string top_id = replaced(highest, {{"~", of("$id", "H", "k")}});
    const std::string low_id = "min(H in inputs, k in 1..n: " + of("$id", "H", "k") + ")";
    const std::string low_zt = "min(H in inputs, k in 1..n: " + of("$zt", "H", "k") + ")";
    const auto K = [&](const std::string& top) {
      return "K = 1/D*max(0, -floor(-((" + top + " - " + low_id + ")/(1/D) + 1)))";
    };
    const auto c = [&](const std::string& top) {
      return "c = max(-floor(-c), -floor(-((" + top + " + 1/D)/" + low_zt + ")))";
    };
    const auto asks = [&](const std::string& signature, bool same) {
      means(signature);
      rests({signature.substr(0, signature.find('('))}, same);
    };
    asks("out_R2(H, r, k) = R2.out(H, r, k)",
         variant_says("R2", {K(top_f), "lifts = 1"}) && !others_.contains("out"));
    asks("out_R3(H, r, k) = R3.out(H, r, k)",
         variant_says("R3", {c(top_f)}) && !others_.contains("out"));
    asks("planted(H, k, K, j, r) = plant(H, k, K, j).mapped(H, r, k)",
         maps && variant_says("plant(P, m, Q, j)", {planted}));
    asks("planted_back(H, k, K, j, r) = plant_back(H, k, K, j).mapped(H, r, k)",
         maps && variant_says("plant_back(P, m, Q, j)", {planted, "last_first = 1"}));
    asks("planted_R2(H, k, K, j, r) = plant_R2(H, k, K, j).mapped(H, r, k)",
         maps && variant_says("plant_R2(P, m, Q, j)", {planted, K(top_id), "lifts = 1"}));
    asks("planted_R3(H, k, K, j, r) = plant_R3(H, k, K, j).mapped(H, r, k)",
         maps && variant_says("plant_R3(P, m, Q, j)", {planted, c(top_id)}));
  }

  // B.6 of yun2020a, and its repair R2.
  void of_values_of_sweeps() {
    const std::vector<std::string> all = {"planted", "planted_R2", "zeroed_R2"};
    const std::string u = "row(r in 1..d: D^(r - 1))";
    const std::string gc = "column(r in 1..d: run($S, layers($S), start(H))(r, k))";
    const std::string listed = "sorted(H) = 1 and category(H) = 1";
    const auto stages = stages_of(names_.at("$V"));
    rests(all, stages.size() == 2 && !others_.contains("sorted") && !others_.contains("category") &&
                   stage_says(*stages[0], "H in inputs, k in 1..n where " + listed,
                              "Z + (column(r in 1..d: f(H, r, k)) - K*e(1) - " + gc + ")*phi1(" +
                                  u + "*Z - " + of("$id", "H", "k") + ")") &&
                   stage_says(*stages[1], "i in 1..lifts", "Z + K*e(1)*below(" + u + "*Z)") &&
                   says("phi1(t) = if(-(1/D)/2 <= t < 1/D/2, 1, 0)") &&
                   says("below(t) = if(t < -(1/D)/2, 1, 0)") && says("K = 0") && says("lifts = 0"));
    means("zeroed(H, r, k) = run($O, run($S, start(H)))(r, k)");
    rests({"zeroed", "zeroed_R2"},
          says("largest = max(H in inputs, k in 1..n, r in 1..d: run($S, layers($S), start(H))(r, "
               "k))"));
    const bool maps = says("mapped(H, r, k) = run($V, run($S, start(H)))(r, k)");
    const bool maps_all = says("all_mapped(H, r, k) = run($V, run($O, run($S, start(H))))(r, k)");
    const std::string planted =
        "f(H, r, k) = if(H = P and k = m, run($S, layers($S), start(Q))(r, j), 0)";
    const std::string K = "K = max(i in union({0}, union(H in inputs, k in 1..n where " + listed +
                          ": {" + of("$id", "H", "k") + "})): i) + 1/D";
    means("planted(H, k, K, j, r) = plant(H, k, K, j).mapped(H, r, k)");
    rests({"planted"}, maps && variant_says("plant(P, m, Q, j)", {planted}));
    means("planted_R2(H, k, K, j, r) = plant_R2(H, k, K, j).mapped(H, r, k)");
    rests({"planted_R2"}, maps && variant_says("plant_R2(P, m, Q, j)", {planted, K, "lifts = 1"}));
    means("zeroed_R2(H, r, k) = zero_R2.all_mapped(H, r, k)");
    rests({"zeroed_R2"}, maps_all && variant_says("zero_R2", {"f(H, r, k) = 0", K, "lifts = 1"}));
  }

  const ConstructionFile& file_;
  Shorthands names_;
  std::map<std::string, std::string> others_;
};

}  // namespace

std::map<std::string, std::string> other_meanings(const ConstructionFile& file) {
  return Meanings(file).others();
}

namespace {

// Found once for each file, which stays as it is.
const std::map<std::string, std::string>& others_of(std::string_view construction) {
  static std::mutex mutex;
  static std::map<const ConstructionFile*, std::map<std::string, std::string>> known;
  const ConstructionFile& file = construction_file(construction);
  const std::lock_guard lock(mutex);
  const auto found = known.find(&file);
  return found != known.end() ? found->second
                              : known.emplace(&file, other_meanings(file)).first->second;
}

}  // namespace

std::string meant_otherwise(const claim::Formula& formula, const claim::Vocabulary& names,
                            std::string_view construction) {
  for (const auto& [name, why] : others_of(construction)) {
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i].name == name && mentions(formula, i)) return why;
  }
  return "";
}

std::string meant_otherwise(std::initializer_list<const char*> names,
                            std::string_view construction) {
  const auto& others = others_of(construction);
  for (const char* name : names) {
    const auto other = others.find(name);
    if (other != others.end()) return other->second;
  }
  return "";
}

void require_counted_ids(std::string_view construction, const std::string& certificate) {
  if (const std::string other = meant_otherwise({"id"}, construction); !other.empty())
    throw InvalidInput(InvalidInput::Kind::option,
                       fmt::format("--certificate '{}': certificates of runs count ids, and {}",
                                   certificate, other));
}

}  // namespace hardmax
