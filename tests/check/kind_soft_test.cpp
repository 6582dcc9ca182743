// Certificates of kind "soft": the examples of tests/certificate/soft, which `verify soft` wrote,
// changes to them, and the soft network of verify-check held against one in machine numbers.
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <random>

#include "altered.hpp"
#include "check/filed_run.hpp"
#include "check/soft_network.hpp"
#include "support.hpp"

namespace kind_soft_test {

using namespace check_test;
using namespace hardmax::check;

namespace {

const std::filesystem::path folder = root / "certificate/soft";

const Entries& soft_claims() {
  static const Entries entries = load_entries(folder);
  return entries;
}
Report checked(const Json& certificate) {
  return check_certificate(written(certificate), soft_claims());
}

Json& at(Json& object, const std::string& key) {
  for (std::size_t i = 0; i < object.keys.size(); ++i)
    if (object.keys[i] == key) return object.items[i];
  throw std::out_of_range(key);
}
Json example(const char* name) { return read_json(read(folder / "accept" / name)); }
Json& statement(Json& certificate, std::size_t i) {
  return at(certificate, "statements").items.at(i);
}

// --- the same network in machine numbers: (n, d, D) = (4, 1, 2), strided, by F.2 with a map and
// one t for all stages

using Vector = std::vector<long double>;

Vector softmax(const Vector& scores, long double t, std::size_t k) {
  Vector sorted = scores, weights;
  std::sort(sorted.rbegin(), sorted.rend());
  long double sum = 0;
  for (const long double s : scores)
    weights.push_back(s >= sorted[std::min(k, scores.size()) - 1] ? std::exp(t * (s - sorted[0]))
                                                                  : 0),
        sum += weights.back();
  for (long double& w : weights) w /= sum;
  return weights;
}
Vector sparselin(const Vector& scores, long double t, long double lambda) {
  const auto mass = [&](long double tau) {
    long double sum = 0;
    for (const long double s : scores) sum += std::max(0.0L, t * s - tau) / (1 - lambda);
    return sum;
  };
  long double low = t * *std::min_element(scores.begin(), scores.end()) - 1,
              high = t * *std::max_element(scores.begin(), scores.end());
  for (int i = 0; i < 200; ++i) (mass((low + high) / 2) > 1 ? low : high) = (low + high) / 2;
  Vector weights;
  for (const long double s : scores) weights.push_back(std::max(0.0L, t * s - low) / (1 - lambda));
  return weights;
}
Vector hardmax_of(const Vector& scores) {
  Vector weights(scores.size());
  weights[static_cast<std::size_t>(std::max_element(scores.begin(), scores.end()) -
                                   scores.begin())] = 1;
  return weights;
}

// The ids after each of the four stages, of grid input g.
std::vector<Vector> run(unsigned g, const std::function<Vector(const Vector&)>& map) {
  const std::vector<std::vector<std::size_t>> near = {{0, 1, 2},
                                                      {0, 1, 2, 3},
                                                      {0, 1, 2, 3},
                                                      {1, 2, 3}},
                                              far = {{0, 2}, {1, 3}, {0, 2}, {1, 3}};
  Vector x(4);
  for (unsigned k = 0; k < 4; ++k) x[k] = (g >> (3 - k) & 1U) / 2.0L + (k == 0 ? 3 : k - 1);
  const auto head = [&](const std::vector<std::size_t>& keys, std::size_t k, long double bias) {
    Vector scores;
    for (const std::size_t j : keys) scores.push_back(x[j] * (x[k] - bias));
    const Vector weights = map(scores);
    long double sum = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) sum += weights[i] * x[keys[i]];
    return sum;
  };
  std::vector<Vector> out;
  for (int block = 0; block < 3; ++block) {
    for (int j = 0; j < 2; ++j) {
      const long double b = block + j / 2.0L;
      Vector next = x;
      for (std::size_t k = 0; k < 4; ++k)
        next[k] += 2 * (head(near[k], k, b - 0.25L) - head(near[k], k, b + 0.25L));
      x = next;
    }
    out.push_back(x);
  }
  for (const auto& keys : {near, far}) {
    Vector next = x;
    for (std::size_t k = 0; k < 4; ++k) next[k] += 512 * head(keys[k], k, 0);
    x = next;
  }
  out.push_back(x);
  return out;
}

struct Checked {
  std::unique_ptr<Construction> run;
  std::unique_ptr<SkeletonNetwork> network;
  Checked() {
    Json certificate = example("strided.json");
    const Entries none;
    run = run_of_file(ConstructionFiles(none).describing("yun2020b"), at(certificate, "run"),
                      &at(certificate, "derived"), UINT64_MAX);
    network = std::make_unique<SkeletonNetwork>(*run);
  }
};

bool holds(const Bounds& x, long double value,
           long double slack) {  // `value`, or what is within slack of it
  const auto end = [](const Dyadic& d) {
    mpq_class q(d.m);
    (d.e < 0 ? mpq_div_2exp : mpq_mul_2exp)(q.get_mpq_t(), q.get_mpq_t(),
                                            static_cast<mp_bitcnt_t>(std::abs(d.e)));
    return static_cast<long double>(q.get_d());
  };
  return x.known && end(x.lower) - slack <= value && value <= end(x.upper) + slack &&
         end(x.upper) - end(x.lower) <= slack;
}

}  // namespace

TEST_CASE("soft: what verify soft wrote is accepted") {
  int statements = 0;
  for (const auto& file : files(folder / "accept")) {
    INFO(file.filename());
    Json certificate = read_json(read(file));
    const Report report = checked(certificate);
    INFO(report.lines.front());
    CHECK(report.code == 0);
    statements += static_cast<int>(at(certificate, "statements").items.size());
  }
  CHECK(statements >= 10);
}

TEST_CASE(
    "soft: the intervals of a network with softmax, topk and sparselin hold what machine numbers "
    "give") {
  const Checked exact;
  for (const auto& [rho, parameter, t] :
       {std::tuple("softmax", Num(0), 9), std::tuple("softmax", Num(0), 60),
        std::tuple("topk", Num(2), 9), std::tuple("topk", Num(3), 20),
        std::tuple("sparselin", Num(0), 2), std::tuple("sparselin", Num(1) / Num(2), 3),
        std::tuple("entmax", Num(2), 1)}) {
    SoftRule rule{rho, parameter, "own", {}, {}, Num(t), 400};
    const SoftNetwork soft(*exact.network, rule, Num(1));
    for (unsigned g = 0; g < 16; ++g) {
      const auto found = soft.errors(g);
      const auto reference =
          run(g, [&, k = parameter, scale = t, name = std::string(rho)](const Vector& scores) {
            if (name == "sparselin")
              return sparselin(scores, scale, static_cast<long double>(k.gmp().get_d()));
            if (name == "entmax") return sparselin(scores, scale, 0);
            return softmax(scores, scale,
                           name == "topk" ? static_cast<std::size_t>(*k.small_integer()) : 4);
          });
      const auto hard = run(g, hardmax_of);
      for (std::size_t stage = 0; stage < 4; ++stage)
        for (std::size_t k = 1; k <= 4; ++k) {
          CAPTURE(rho, parameter.text(), t, g, stage, k);
          const long double error = std::fabs(reference[stage][k - 1] - hard[stage][k - 1]);
          CHECK(holds(found[stage][k], error, stage < 3 ? 1e-9L : 1e-3L));
        }
    }
  }
}

TEST_CASE(
    "soft: the enclosure of all admissible maps holds softmax where that is admissible, and the "
    "adversary") {
  const Checked exact;
  const Num zeta = Num(1) / Num(16), eta = Num(1) / Num(1 << 20);
  const SoftRule all{"admissible", {}, "own", zeta, eta, {}, 200},
      one{"adversary", {}, "own", zeta, eta, {}, 200},
      softmax{"softmax", {}, "own", {}, {}, Num(256), 200};  // 16 ln(3 2^20) < 256
  const SoftNetwork admissible(*exact.network, all, Num(1)), adversary(*exact.network, one, Num(1)),
      map(*exact.network, softmax, Num(1));
  bool any = false;
  for (unsigned g = 0; g < 16; ++g) {
    const auto widest = admissible.errors(g), worst = adversary.errors(g), least = map.errors(g);
    for (std::size_t stage = 0; stage < 4; ++stage)
      for (std::size_t k = 1; k <= 4; ++k) {
        REQUIRE((widest[stage][k].known && worst[stage][k].known && least[stage][k].known));
        CHECK(compare(worst[stage][k].lower, widest[stage][k].upper) <= 0);
        CHECK(compare(least[stage][k].upper, widest[stage][k].upper) <= 0);
        any = any || worst[stage][k].lower.m > 0;
      }
  }
  CHECK(any);
}

TEST_CASE(
    "soft: the names of a run for the states of the soft network say what its intervals say") {
  const Checked exact;
  const auto* names = dynamic_cast<const RealModel*>(exact.run.get());
  REQUIRE(names != nullptr);
  const auto& known = exact.run->names().names;
  const int soft = std::find_if(known.begin(), known.end(), [](const Known& one) {
                     return std::string(one.text) == "soft";
                   })->name;
  const SoftRule rule{"softmax", {}, "printed", {}, {}, {}, 200};
  const SoftNetwork network(*exact.network, rule, exact.network->delta);
  for (std::uint64_t g = 0; g < 16; ++g) {
    const auto errors = network.errors(g);
    for (std::size_t stage = 0; stage < 4; ++stage)
      for (std::uint64_t k = 1; k <= 4; ++k) {
        const Num a[] = {Num(0), number_of(exact.network->ends[stage]), number_of(k),
                         exact.network->delta};
        const Real apart =
            *names->real(soft, a, &g) - Real(exact.network->id(exact.network->ends[stage], g, k));
        const Bounds found = Enclosures::either(apart, Real() - apart, true).bounds(128);
        CAPTURE(g, stage, k);
        REQUIRE((found.known && errors[stage][k].known));
        CHECK(compare(found.lower, errors[stage][k].upper) <= 0);
        CHECK(compare(errors[stage][k].lower, found.upper) <= 0);
      }
  }
  const auto truth = [&](const char* text) {
    const Formula formula = parse_formula(text, "test", exact.run->names());
    return evaluator(formula, *exact.run)->decide().truth;
  };
  CHECK(truth("exists H in inputs, k in 1..n: 23838 < abs(soft(0, 14, H, k, delta) - id(H, k)) < "
              "23839") == Truth::yes);
  CHECK(truth("forall H in inputs, k in 1..n: soft(3, 3, H, k, delta) = v(3, H, k)") == Truth::yes);
  CHECK(truth("forall H in inputs, k in 1..n: abs(soft(0, 14, H, k, delta/1000000) - id(H, k)) < "
              "abs(soft(0, 14, H, k, delta) - id(H, k))") == Truth::yes);
  for (const char* undefined :
       {"soft(4, 3, H, 1, delta)", "soft(0, 15, H, 1, delta)", "soft(0, 1, H, 5, delta)",
        "soft(0, 1, H, 1, 0)", "soft(0, 1, H, 1, 2*delta)", "soft(0, 1/2, H, 1, delta)"})
    CHECK_THROWS_AS(truth((std::string("forall H in inputs: ") + undefined + " >= 0").c_str()),
                    Undefined);
}

TEST_CASE("soft: every rule has a change that breaks it, and is rejected for it") {
  struct Change {
    const char* name;
    std::function<void(Json&)> make;
    const char* said;  // how the answer begins, behind "rejected: "
  };
  // strided.json: 0 printed softmax, beyond; 1 repaired softmax, within; 2 repaired admissible,
  // within. own.json: 0 an own eta, admissible. adversary.json: 0 adversary, beyond.
  const auto set = [](std::size_t i, const char* key, const std::string& value) {
    return [=](Json& c) { at(statement(c, i), key).text = value; };
  };
  const auto claim = [](std::size_t i, const char* key, const std::string& value) {
    return [=](Json& c) { at(at(c, "claims").items.at(i), key).text = value; };
  };
  const auto run = [](const char* object, const char* key, const std::string& value) {
    return [=](Json& c) { at(at(c, object), key).text = value; };
  };
  const std::vector<Change> changes = {
      {"a bound that is less than the error",
       set(1, "within",
           "1/1000000000 1/1000000000 1/1000000000 1/100000000000000000000000000000000"),
       "statements[1].within"},
      {"an early bound that is too small",
       [](Json& c) {
         std::string& w = at(statement(c, 2), "within").text;
         w = "0" + w.substr(w.find(' '));
       },
       "statements[2].within: stated \"0\", found that the error after stage 1"},
      {"a bound of delta~/4",
       [](Json& c) {
         std::string& w = at(statement(c, 1), "within").text;
         w = w.substr(0, w.rfind(' ')) + " 1/8";
       },
       "statements[1].within: stated \"1/8\""},
      {"a bound above it",
       [](Json& c) {
         std::string& w = at(statement(c, 1), "within").text;
         w = w.substr(0, w.rfind(' ')) + " 1";
       },
       "statements[1].within: stated \"1\""},
      {"one bound too few", set(1, "within", "1 1 1/9"), "statements[1].within"},
      {"no bound at all", set(1, "within", ""), "statements[1].within"},
      {"both sides", set(0, "within", "1 1 1 1"), "statements[0].within"},
      {"a lower bound that is more than the error", set(0, "beyond", "15 4 1000000"),
       "statements[0].beyond"},
      {"a lower bound below delta~/4",
       [](Json& c) {
         std::string& b = at(statement(c, 0), "beyond").text;
         b = b.substr(0, b.rfind(' ')) + " 1/8";
       },
       "statements[0].beyond: stated \"1/8\""},
      {"an input that does not break the bound", set(0, "beyond", "0 1 1000"),
       "statements[0].beyond"},
      {"a token there is not", set(0, "beyond", "5 5 1"), "statements[0].beyond"},
      {"an input there is not", set(0, "beyond", "16 1 1"), "statements[0].inputs"},
      {"beyond, of an enclosure of all maps", set(0, "rho", "admissible"), "statements[0].beyond"},
      {"inputs beside beyond", set(0, "inputs", "1"), "statements[0].beyond"},
      {"an input there is not, of a list", set(1, "inputs", "3 16"), "statements[1].inputs"},
      {"inputs out of order", set(1, "inputs", "3 2"), "statements[1].inputs"},
      {"a run of one", set(1, "inputs", "3..3"), "statements[1].inputs"},
      {"a negative input", set(1, "inputs", "-3"), "statements[1].inputs"},
      {"the printed constants do not keep the bound of the repaired ones",
       set(1, "choice", "printed"), "statements[1].within"},
      {"nor do all maps", set(2, "choice", "printed"), "statements[2].within"},
      {"the repaired constants do not break it", set(0, "choice", "repaired"),
       "statements[0].beyond"},
      {"an unknown choice", set(1, "choice", "mine"), "statements[1].choice"},
      {"an own choice without t", set(1, "choice", "own"), "statements[1].t"},
      {"an own choice without zeta", set(2, "choice", "own"), "statements[2].zeta"},
      {"a t that follows", set(1, "t", "500"), "statements[1].t"},
      {"an eta that follows", set(2, "eta", "1/2"), "statements[2].eta"},
      {"an unknown map", set(1, "rho", "hardmax 1"), "statements[1].rho"},
      {"no map", set(1, "rho", ""), "statements[1].rho"},
      {"a parameter that softmax has not", set(1, "rho", "softmax 2"), "statements[1].rho"},
      {"topk 0", set(1, "rho", "topk 0"), "statements[1].rho"},
      {"topk 1/2", set(1, "rho", "topk 1/2"), "statements[1].rho"},
      {"lambda = 1", set(1, "rho", "sparselin 1"), "statements[1].rho"},
      {"alpha = 1", set(1, "rho", "entmax 1"), "statements[1].rho"},
      {"alpha below 1", set(1, "rho", "entmax 1/2"), "statements[1].rho"},
      {"precision 0", set(1, "precision", "0"), "statements[1].precision"},
      {"precision beyond 4096", set(1, "precision", "4097"), "statements[1].precision"},
      {"eps 0", [](Json& c) { at(c, "eps").text = "0"; }, "eps"},
      {"an eps for which delta~ is smaller", [](Json& c) { at(c, "eps").text = "1/1000000"; },
       "statements["},
      {"lp below 1", [](Json& c) { at(c, "lp").text = "1/2"; }, "lp"},
      {"no statement", [](Json& c) { at(c, "statements").items.clear(); }, "statements"},
      {"a statement with a key of its own",
       [](Json& c) {
         statement(c, 0).keys.push_back("note"), statement(c, 0).items.emplace_back("x");
       },
       "statements[0]"},
      {"a statement that is a string", [](Json& c) { at(c, "statements").items[1] = Json("x"); },
       "statements[1]"},
      {"another multiplier", run("derived", "c", "511"), "derived"},
      {"another construction", run("run", "construction", "yun2020a"), "constructions[0].id"},
      {"claims of something else", [](Json& c) { at(c, "only").text = "yun2020b.A1."; },
       "claims[0].id"},
      {"a claim bound to no text", claim(0, "sha256", std::string(63, '0')), "claims[0].sha256"},
      {"a refuted claim said to be verified", claim(0, "verdict", "verified"), "claims[0]"},
      {"a verified claim said to be refuted", claim(1, "verdict", "refuted"), "claims[1]"},
      {"a claim of another tier", claim(1, "tier", "exhaustive"), "claims[1]"},
      {"a claim shown by another statement", claim(1, "reason", "statement 2"), "claims[1]"},
      {"a verdict without the statement", [](Json& c) { at(c, "statements").items.pop_back(); },
       "claims[1]"},
      {"a verdict on all inputs from some", set(2, "inputs", "0..14"), "claims[1]"},
      {"an override, so that the network is not the printed one",
       [](Json& c) { at(at(c, "run"), "overrides").items.emplace_back("c=512"); },
       "run.overrides: stated \"c=512\""},
      {"totals, which another kind has",
       [](Json& c) { c.keys.push_back("totals"), c.items.push_back(Json::object({})); },
       "certificate"},
  };
  const Json original = example("strided.json");
  REQUIRE(checked(original).code == 0);
  for (const Change& change : changes) {
    Json certificate = original;
    change.make(certificate);
    const Report report = checked(certificate);
    INFO(change.name << ": " << report.lines.front());
    CHECK(report.code == 1);
    CHECK(report.lines.front().rfind(std::string("rejected: ") + change.said, 0) == 0);
  }
}

TEST_CASE(
    "soft: constants of one's own, ten times too large, are not certified, and one map refutes "
    "them") {
  Json certificate = example("own.json");
  REQUIRE(checked(certificate).code == 0);
  const auto ten_times = [](std::string& digits, int by) {
    digits = (rational(digits, "") * Num(by)).text();
  };
  for (const char* key : {"eta", "zeta"}) {
    Json larger = certificate;
    ten_times(at(statement(larger, 0), key).text, 10);
    const Report report = checked(larger);
    INFO(key << ": " << report.lines.front());
    CHECK(report.code == 1);
    CHECK(report.lines.front().rfind("rejected: statements[0].within", 0) == 0);
  }
  for (const auto& [key, value] :
       {std::pair("eta", "2"), std::pair("eta", "0"), std::pair("eta", "-1/2"),
        std::pair("zeta", "0"), std::pair("eta", ""), std::pair("t", "1")}) {
    Json bad = certificate;
    at(statement(bad, 0), key).text = value;
    INFO(key << " " << value);
    CHECK(checked(bad).lines.front().rfind(std::string("rejected: statements[0].") + key, 0) == 0);
  }
  Json one = example("adversary.json");
  REQUIRE(checked(one).code == 0);
  at(statement(one, 0), "eta").text = "1/1000000000000";
  CHECK(checked(one).lines.front().rfind("rejected: statements[0].beyond", 0) == 0);
}

namespace {

// The example with the claims of `entries`, each bound to its text.
Report bound(Json certificate, const Entries& entries) {
  for (Json& claim : at(certificate, "claims").items)
    at(claim, "sha256").text = sha256(binding_text(entries.at(at(claim, "id").text)));
  bind_again(certificate, entries);
  return check_certificate(written(certificate), entries);
}

}  // namespace

TEST_CASE("soft: a claim whose key is another one is another claim") {
  Entries other = soft_claims();
  other.at("yun2020b.F.2.total").keys["soft"] = {"printed values"};
  const Report report = check_certificate(written(example("strided.json")), other);
  CHECK(report.code == 3);
  CHECK_THAT(report.lines.front(),
             Catch::Matchers::StartsWith("other claims: ") &&
                 Catch::Matchers::EndsWith("; with another text here: yun2020b.F.2.total"));
}

TEST_CASE("soft: what a claim says is its key, its domain and what it needs, not its id") {
  const Json certificate = example("strided.json");
  const auto said = [&](const char* id, const std::function<void(Entry&)>& change) {
    Entries other = soft_claims();
    change(other.at(id));
    const Report report = bound(certificate, other);
    return std::to_string(report.code) + " " + report.lines.front();
  };
  using Catch::Matchers::Contains;
  using Catch::Matchers::StartsWith;
  const char* const total = "yun2020b.F.2.total";
  CHECK_THAT(said(total, [](Entry& e) { e.domain = "(2 <= n) and d >= 1"; }),
             StartsWith("0 accepted"));
  CHECK_THAT(said(total, [](Entry& e) { e.domain = "n >= 5"; }),
             StartsWith("1 ") && Contains("that it is not seen to be true of this run"));
  CHECK_THAT(said(total, [](Entry& e) { e.domain = "1/(n - 4) > 0"; }),
             StartsWith("1 ") && Contains("that it is not seen to be true of this run"));
  CHECK_THAT(said(total, [](Entry& e) { e.needs.pop_back(); }), StartsWith("0 accepted"));
  CHECK_THAT(said(total, [](Entry& e) { e.needs.push_back("yun2020b.F.3.firstrow"); }),
             StartsWith("1 ") && Contains("that this kind knows no hypothesis but Assumption 1"));
  CHECK_THAT(said(total, [](Entry& e) { e.keys.erase("soft"); }),
             StartsWith("1 ") && Contains("that this kind decides claims whose entries have"));
  CHECK_THAT(said(total, [](Entry& e) { e.keys["soft"] = {"printed twice"}; }),
             StartsWith("1 ") && Contains("that this kind decides claims whose entries have"));
  CHECK_THAT(said(total, [](Entry& e) { e.formal = "1 = 1", e.has_formal = true; }),
             StartsWith("1 ") && Contains("that this kind decides claims whose entries have"));
  CHECK_THAT(said(total, [](Entry& e) { e.keys["soft"] = {"repaired"}; }),
             StartsWith("1 rejected: claims[0] (yun2020b.F.2.total)"));
  CHECK_THAT(said(total, [](Entry& e) { e.keys["soft"] = {"printed values"}; }),
             StartsWith("1 rejected: claims[0] (yun2020b.F.2.total)"));
  // Assumption 1 is its text, by whatever names it binds.
  for (const char* part : {"yun2020b.A1.1", "yun2020b.A1.2", "yun2020b.A1.3"}) {
    CHECK_THAT(said(part, [](Entry& e) { e.formal = "1 = 1"; }),
               StartsWith("1 ") && Contains("that Assumption 1 says something else"));
    CHECK_THAT(said(part, [](Entry& e) { e.domain = "n >= 3"; }),
               StartsWith("1 ") && Contains("that Assumption 1 says something else"));
  }
  CHECK_THAT(said("yun2020b.A1.1",
                  [](Entry& e) { e.formal = "forall m in 1..p, j in 1..n: j in A(m, j)"; }),
             StartsWith("0 accepted"));

  Entries renamed = soft_claims();
  for (const char* id : {"yun2020b.F.2.total", "yun2020b.F.2.total.repaired"}) {
    Entry entry = renamed.at(id);
    entry.id = std::string("own") + (id + 8);
    renamed.erase(id);
    renamed.emplace(entry.id, entry);
  }
  Json own = certificate;
  at(own, "only").text = "own.";
  for (Json& claim : at(own, "claims").items)
    at(claim, "id").text = "own" + at(claim, "id").text.substr(8);
  const Report report = bound(own, renamed);
  INFO(report.lines.front());
  CHECK(report.code == 0);
}

TEST_CASE("soft: of an output and of a distance, each stated number is found again") {
  Json certificate = example("outputs.json");
  REQUIRE(checked(certificate).code == 0);
  const auto place = [&](const std::string& of) {
    std::size_t i = 0;
    while (at(statement(certificate, i), "of").text != of) ++i;
    return i;
  };
  const std::size_t values = place("values"), distance = place("distance");
  CHECK(at(at(certificate, "claims").items[2], "verdict").text == "refuted");
  CHECK(at(at(certificate, "claims").items[3], "verdict").text == "refuted");
  const auto set = [](std::size_t i, const char* key, const char* value) {
    return [=](Json& c) { at(statement(c, i), key).text = value; };
  };
  const std::string of_values = "statements[" + std::to_string(values) + "].",
                    of_distance = "statements[" + std::to_string(distance) + "].";
  const std::vector<std::pair<std::string, std::function<void(Json&)>>> changes = {
      {of_values + "beyond", set(values, "beyond", "15 3 1000000000000")},
      {of_values + "beyond", set(values, "beyond", "15 3 1/1000000")},
      {of_values + "within", set(values, "beyond", "")},
      {of_values + "within", set(values, "within", "0 0 0")},
      {of_values + "of", set(values, "of", "")},
      {of_values + "of", set(values, "of", "outputs")},
      {of_values + "beyond", set(values, "choice", "repaired")},
      {of_distance + "beyond", set(distance, "beyond", "15 3 4")},
      {of_distance + "beyond", set(distance, "beyond", "15 3 1000000000000")},
      {"claims[2]", [=](Json& c) { at(statement(c, values), "of").text = "distance"; }},
      {"claims[3]", [=](Json& c) { at(statement(c, distance), "of").text = "values"; }},
      {"version", [](Json& c) { at(c, "version").text = "2.2"; }},
      {"eps", [](Json& c) { at(c, "eps").text = "0"; }},
      {of_distance + "beyond", [](Json& c) { at(c, "eps").text = "1000000000000"; }},
  };
  for (const auto& [said, make] : changes) {
    Json changed = certificate;
    make(changed);
    const Report report = checked(changed);
    INFO(said << ": " << report.lines.front());
    CHECK(report.code == 1);
    CHECK(report.lines.front().rfind("rejected: " + said, 0) == 0);
  }
}

TEST_CASE(
    "soft: with any string altered a certificate is rejected, or says something weaker, or of "
    "another pattern, that is so",
    "[full]") {
  int rejected = 0, accepted = 0;
  for (const char* name : {"own.json", "adversary.json"}) {
    const Json original = example(name);
    Json certificate = original;
    for (Json* leaf : leaves(certificate)) {
      const std::string before = leaf->text;
      for (const std::string& other : altered(before)) {
        if (other == before) continue;
        leaf->text = other;
        const Report report = checked(certificate);
        if (report.code != 0) {
          ++rejected;
          continue;
        }
        CAPTURE(name, before, other);
        Json now = certificate, then = original;
        for (const char* same : {"derived", "claims"})
          REQUIRE(written(at(now, same)) == written(at(then, same)));
        ++accepted;
      }
      leaf->text = before;
    }
  }
  CHECK(rejected > 300);
  CHECK(accepted < rejected);
}

}  // namespace kind_soft_test
