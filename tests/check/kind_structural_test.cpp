// Certificates of kind "structural": the examples of tests/certificate/structural, changes to them,
// and what is accepted of small runs held against the network of the paper, run on every input in
// plain integers.
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <map>
#include <random>
#include <set>

#include "altered.hpp"
#include "assumption1_definition.hpp"
#include "check/cost.hpp"
#include "support.hpp"

namespace kind_structural_test {

using namespace check_test;

namespace {

const std::filesystem::path folder = root / "certificate/structural";

hardmax::check::Report checked(const std::string& text) {
  static const auto entries = hardmax::check::load_entries(folder / "claims");
  return hardmax::check::check_certificate(text, entries);
}

using Big = __int128;

// yun2020b, Sections D.1 and E.2, with column ids in units of delta: are all n q^n ids different?
bool lemma7(const std::vector<Matrix>& A, const std::vector<long>& gamma, std::size_t s,
            std::size_t q, Big B, Big c) {
  const std::size_t n = A[0].size();
  std::set<Big> seen;
  std::vector<std::size_t> x(n, 0);
  for (;;) {
    std::vector<Big> z(n);
    for (std::size_t i = 0; i < n; ++i)
      z[static_cast<std::size_t>(gamma[i] - 1)] =
          static_cast<Big>(x[static_cast<std::size_t>(gamma[i] - 1)]) +
          (i == 0 ? static_cast<Big>(n) - 1 : static_cast<Big>(i) - 1) * B;
    const auto attended = [&](const Matrix& layer, std::size_t k, bool largest) {
      Big best = z[k];  // it attends to itself
      for (std::size_t j = 0; j < n; ++j)
        if (layer[k][j] && (largest ? z[j] > best : z[j] < best)) best = z[j];
      return best;
    };
    for (std::size_t i = 1; i < n; ++i) {
      std::size_t l = 0;
      while (
          !A[l][static_cast<std::size_t>(gamma[i] - 1)][static_cast<std::size_t>(gamma[i - 1] - 1)])
        ++l;
      for (std::size_t b = 0; b < q; ++b) {
        std::vector<Big> next = z;
        for (std::size_t k = 0; k < n; ++k)
          if (z[k] == (static_cast<Big>(i) - 1) * B + static_cast<Big>(b))
            next[k] += static_cast<Big>(q) * (attended(A[l], k, true) - attended(A[l], k, false));
        z = next;
      }
    }
    for (std::size_t t = 0; t < s; ++t) {
      std::vector<Big> next = z;
      for (std::size_t k = 0; k < n; ++k) next[k] += c * attended(A[t % A.size()], k, true);
      z = next;
    }
    for (const Big id : z)
      if (!seen.insert(id).second) return false;
    std::size_t k = 0;
    while (k < n && ++x[k] == q) x[k++] = 0;
    if (k == n) return true;
  }
}

// yun2020a C.2, or sparsebert A.2.2 with the encodings of yun2020a (`others`), with column ids in
// units of delta: are all n q^n ids different, and is what the other claims say so? Of B = 0
// without encodings, on inputs with increasing columns.
bool sweep_as_stated(bool others, std::size_t n, std::size_t q, Big B, Big c) {
  std::set<Big> ids, last;
  std::vector<std::size_t> x(n, 0);
  const auto next_input = [&] {
    std::size_t k = 0;
    while (k < n && ++x[k] == q) x[k++] = 0;
    return k < n;
  };
  do {
    if (B == 0 && !std::is_sorted(x.begin(), x.end(), std::less_equal<>())) continue;
    std::vector<Big> z(n);
    for (std::size_t k = 0; k < n; ++k) z[k] = static_cast<Big>(x[k]) + static_cast<Big>(k) * B;
    if (!std::is_sorted(z.begin(), z.end(), std::less_equal<>())) return false;
    const auto attended = [&](const std::vector<Big>& now, std::size_t k, bool largest) {
      Big best = now[k == 0 && others ? 1 : others ? 0 : k];
      for (std::size_t j = 0; j < n; ++j)
        if ((j != k || !others) && (largest ? now[j] > best : now[j] < best)) best = now[j];
      return best;
    };
    for (std::size_t window = 0; window < (B == 0 ? 1 : n) * q; ++window) {
      const std::vector<Big> now = z;
      for (std::size_t k = 0; k < n; ++k)
        if (now[k] == static_cast<Big>(window / q) * B + static_cast<Big>(window % q))
          z[k] += static_cast<Big>(q) * (attended(now, k, true) - attended(now, k, false));
    }
    if (!std::is_sorted(z.begin(), z.end(), std::less_equal<>()) || z.back() >= c || z.front() <= 0)
      return false;
    if (!last.insert(z.back()).second && !others)
      return false;  // of sparsebert the last id need not tell the input
    for (int shift = 0; shift < (others ? 2 : 1); ++shift) {
      const std::vector<Big> now = z;
      for (std::size_t k = 0; k < n; ++k) z[k] += c * attended(now, k, true);
    }
    for (const Big id : z)
      if (!ids.insert(id).second) return false;
  } while (next_input());
  return true;
}

// Whether a run of a sweep that it speaks of is small enough for that; then it must be so. Of every
// d or D some are tried.
bool require_true_of_sweep(const Json& certificate) {
  const auto value = [&](const char* object, const char* key) {
    return at(at(certificate, object), key).text;
  };
  const bool others = value("run", "construction") == "sparsebert",
             increasing = value("run", "encodings") == "none";
  const auto sizes = [&](const char* key, std::vector<long> some) {
    return value("run", key) == "every" ? some : std::vector<long>{std::stol(value("run", key))};
  };
  const long n = std::stol(value("run", "n"));
  bool small = false;
  for (const long d : sizes("d", {1, 2}))
    for (const long D : sizes("D", {2, 3})) {
      const long q = std::lround(std::pow(D, d));
      if (n > 7 || std::pow(q, n) > 3000 || (increasing && q < n)) continue;
      long B = 0, inputs = 1;
      for (long r = 1, power = D; r <= d && !increasing; ++r, power *= D) B += power;
      for (long k = 0; k < n; ++k) inputs *= q;
      const long c =
          others ? ((n - 1) * B + q - 1) * (inputs + q + 1) : (increasing ? 1 : n * D) * inputs * q;
      CAPTURE(n, d, D);
      if (value("run", "D") != "every") {
        REQUIRE(value("derived", "c") == std::to_string(c));
        REQUIRE(value("derived", "layers") ==
                std::to_string((increasing ? 1 : n) * q + (others ? 2 : 1)));
      }
      REQUIRE(
          sweep_as_stated(others, static_cast<std::size_t>(n), static_cast<std::size_t>(q), B, c));
      small = true;
    }
  return small;
}

// Whether a run that it speaks of is small enough for that; then it must be so. Of every d or D
// some are tried.
bool require_true(const std::string& text) {
  const Json certificate = hardmax::check::read_json(text);
  if (!certificate.find("pattern")) return require_true_of_sweep(certificate);
  const auto value = [&](const char* object, const char* key) {
    return at(at(certificate, object), key).text;
  };
  for (const Json& layer : at(at(certificate, "pattern"), "layers").items)
    for (const Json& part : at(layer, "parts").items)
      if (part.text.substr(0, 6) == "random") return false;
  const long n = std::stol(value("pattern", "n")), s = std::stol(value("evidence", "s"));
  if (n > 6 || s > 6) return false;
  const auto sizes = [&](const char* key, std::vector<long> some) {
    return value("run", key) == "every" ? some : std::vector<long>{std::stol(value("run", key))};
  };
  bool small = false;
  for (const long d : sizes("d", {1, 2}))
    for (const long D : sizes("D", {2, 3})) {
      long q = 1, B = 0;
      for (long r = 0; r < d && q < 1000; ++r, q *= D) B += D * q;
      double inputs = 1, largest = 1;
      for (long k = 0; k < n; ++k)
        inputs *= static_cast<double>(q), largest *= static_cast<double>(q);
      if (inputs > (value("run", "D") == "every" ? 300 : 3000)) continue;
      const long c = 2 * s * n * D * std::lround(inputs);
      for (long t = 0; t <= s; ++t) largest *= 2.0 * static_cast<double>(c);
      if (largest > 1e30) continue;
      CAPTURE(text, d, D);
      if (value("run", "D") != "every") REQUIRE(value("derived", "c") == std::to_string(c));
      const std::vector<Matrix> A = matrices(at(certificate, "pattern"));
      const Decided found = truth(A);
      REQUIRE((found.self && found.order && found.s == static_cast<std::size_t>(s)));
      REQUIRE(lemma7(A, listed(value("evidence", "order").substr(6)), static_cast<std::size_t>(s),
                     static_cast<std::size_t>(q), B, c));
      small = true;
    }
  return small;
}

}  // namespace

TEST_CASE("structural: the examples are accepted, and the small ones are so on every input") {
  int small = 0;
  for (const auto& file : files(folder / "accept")) {
    INFO(file.filename());
    const auto report = checked(read(file));
    INFO(report.lines.front());
    CHECK(report.code == 0);
    small += require_true(read(file));
  }
  CHECK(small >= 15);
}

TEST_CASE(
    "structural: a certificate that states another text of a claim is about other claims, and "
    "never accepted") {
  CHECK(files(folder / "other_claims").size() == 3);
  for (const auto& file : files(folder / "other_claims")) {
    INFO(file.filename());
    const auto report = checked(read(file));
    CHECK(report.code == 3);
    CHECK(report.lines.front().rfind("other claims: ", 0) == 0);
  }
}

TEST_CASE("structural: a claim that is left out is named, and nothing is accepted") {
  CHECK(files(folder / "not_covered").size() == 2);
  for (const auto& file : files(folder / "not_covered")) {
    INFO(file.filename());
    const auto report = checked(read(file));
    CHECK(report.code == 3);
    CHECK(report.lines.front().rfind("incomplete: not covered: the certificate was asked for ",
                                     0) == 0);
  }
}

TEST_CASE("structural: every rule has a certificate that breaks only it, and is rejected for it") {
  std::map<std::string, std::string> expected;
  std::istringstream lines(read(folder / "EXPECTED"));
  for (std::string line; std::getline(lines, line);)
    expected[line.substr(0, line.find(" | "))] = "rejected: " + line.substr(line.find(" | ") + 3);
  CHECK(expected.size() == files(folder / "reject").size());
  for (const auto& file : files(folder / "reject")) {
    INFO(file.filename());
    const auto report = checked(read(file));
    INFO(report.lines.front());
    CHECK(report.code == 1);
    REQUIRE(expected.count(file.filename().string()) == 1);
    CHECK(report.lines.front().substr(0, expected[file.filename().string()].size()) ==
          expected[file.filename().string()]);
  }
}

TEST_CASE(
    "structural: the argument for dense attention goes through at the sizes at which it is right, "
    "and at no other") {
  const auto put = [](Json& object, const char* key, const std::string& value) {
    for (std::size_t i = 0; i < object.keys.size(); ++i)
      if (object.keys[i] == key) object.items[i].text = value;
  };
  for (const auto& [name, others, increasing] :
       {std::tuple("yun2020a", false, false), std::tuple("sparsebert", true, false),
        std::tuple("increasing_yun2020a", false, true),
        std::tuple("increasing_sparsebert", true, true)}) {
    Json certificate =
        hardmax::check::read_json(read(folder / ("accept/" + std::string(name) + ".json")));
    for (long n = 2; n <= 6; ++n)
      for (long d = 1; d <= 3; ++d)
        for (long D = 2; D <= 4; ++D) {
          const long q = std::lround(std::pow(D, d)), B = increasing ? 0 : D * (q - 1) / (D - 1),
                     inputs = std::lround(std::pow(q, n));
          if (inputs > 1000000) continue;  // c in 64 bits
          const long c = others ? ((n - 1) * B + q - 1) * (inputs + q + 1)
                                : (increasing ? 1 : n * D) * inputs * q;
          Json& run = certificate.items[3];
          put(run, "n", std::to_string(n)), put(run, "d", std::to_string(d)),
              put(run, "D", std::to_string(D));
          put(certificate.items[4], "c", std::to_string(c)),
              put(certificate.items[4], "layers",
                  std::to_string((increasing ? 1 : n) * q + (others ? 2 : 1)));
          const auto report = checked(written(certificate));
          CAPTURE(others, increasing, n, d, D, report.lines.front());
          const bool right = increasing ? q >= n && (!others || n >= 3)
                             : others ? n >= 5 || (n == 4 && q >= 3) || (n == 3 && d >= 2 && q >= 5)
                                      : n >= 3 || d >= 2;
          CHECK(report.code == (right ? 0 : 1));
          if (report.code == 1) CHECK(report.lines.front().substr(0, 18) == "rejected: argument");
        }
  }
}

TEST_CASE("structural: with any string altered a certificate is rejected, or what it says is so",
          "[full]") {
  int rejected = 0, accepted = 0;
  for (const auto& file : files(folder / "accept")) {
    const std::string name = file.filename().string();
    // The others differ from these in a claim alone.
    if (name.substr(0, 6) == "forms_" && name != "forms_global.json" &&
        name != "forms_E_2_4_eq11.json" && name != "forms_increasing_gs1.json")
      continue;
    if (name.substr(0, 12) == "increasing_B") continue;
    const Json original = hardmax::check::read_json(read(file));
    Json certificate = original;
    for (Json* leaf : leaves(certificate)) {
      const std::string before = leaf->text;
      for (const std::string& other : altered(before)) {
        if (other == before) continue;
        leaf->text = other;
        const std::string text = written(certificate);
        const auto report = checked(text);
        if (report.code != 0) {
          ++rejected;
          continue;
        }
        // Another pattern, or another argument, for which everything else that is stated is right:
        // never another run or another claim.
        CAPTURE(file.filename(), before, other);
        for (const char* same : {"run", "derived", "claims"})
          REQUIRE(written(at(certificate, same)) == written(at(original, same)));
        require_true(text);
        ++accepted;
      }
      leaf->text = before;
    }
  }
  CHECK(rejected > 1500);
  CHECK(accepted < rejected / 10);
}

TEST_CASE("structural: claims that say something else are not decided by it") {
  const std::filesystem::path other =
      std::filesystem::temp_directory_path() /
      ("hardmax-structural-" + std::to_string(std::random_device{}()));
  std::filesystem::create_directory(other);
  std::filesystem::copy(folder / "claims/A1.toml", other / "A1.toml");
  std::string text = read(folder / "claims/D.3.toml");
  const std::string formal = "distinct(H in inputs, k in 1..n: id(H, k))";
  REQUIRE(text.find(formal) != std::string::npos);
  text.replace(text.find(formal), formal.size(), "distinct(H in inputs, k in 1..n: zt(H, k))");
  std::ofstream(other / "D.3.toml") << text;
  const auto entries = hardmax::check::load_entries(other);
  Json certificate = hardmax::check::read_json(read(folder / "accept/strided.json"));
  for (Json& claim : certificate.items[8].items)
    for (std::size_t i = 0; i < claim.keys.size(); ++i)
      if (claim.keys[i] == "sha256")
        claim.items[i].text =
            hardmax::check::sha256(hardmax::check::binding_text(entries.at(at(claim, "id").text)));
  check_test::bind_again(certificate, entries);
  const auto report = hardmax::check::check_certificate(written(certificate), entries);
  std::filesystem::remove_all(other);
  INFO(report.lines.front());
  CHECK(report.code == 1);
  CHECK(report.lines.front().find("that the argument shows other statements") != std::string::npos);
}

TEST_CASE(
    "structural: a domain may speak of names with arguments, and is decided or leaves the claim "
    "not shown") {
  using namespace hardmax::check;
  const auto code = [](const std::string& domain) {
    Entries entries;
    read_entries(
        "[[claim]]\nid = \"yun2020b.X\"\nsource = \"t\"\nkind = \"printed\"\nwords = \"\"\nformal "
        "= \"forall H in inputs, k in 1..n: z(H, k) >= 0\"\ntruth = \"open\"\ndomain = \"" +
            domain + "\"\n",
        "t", entries);
    const Report report = check_certificate(
        R"({"format":"hardmax-cert","version":"3.0","kind":"structural","pattern":{"n":"3","layers":[{"causal":"0","parts":["band 1 1 1"]}]},)"
        R"("evidence":{"self":"","order":"gamma 1..3","blocks":"1","reach":"bands","s":"2","least":"1 3"},"run":{"construction":"yun2020b","d":"1","D":"2"},)"
        R"("derived":{"l":"1 1","c":"192","layers":"6"},"only":"","claims":[{"id":"yun2020b.X","sha256":")" +
            sha256(binding_text(entries.at("yun2020b.X"))) +
            R"(","verdict":"verified","tier":"symbolic","evidence":"structural","reason":"","witness":{}}])" +
            check_test::end_of_certificate(entries),
        entries);
    INFO(domain << ": " << report.lines.front());
    return report.code;
  };
  for (const char* holds :
       {"gamma(1) = 1", "n >= 2", "E(1) = 2 and gamma(gamma(2)) = 2", "card(A(1, 2)) = 3",
        "layers(all_max_shift) = s", "forall k in 1..n: k in A(1, k)"})
    CHECK(code(holds) == 0);
  for (const char* fails :
       {"gamma(1) = 2", "gamma(4) = 4", "gamma(1/2) = 1", "gamma(gamma(0)) = 1",
        "exists k in 1..n: gamma(k + 1) = k", "card(A(2, 1)) = 3", "layers(value) = 1",
        "forall x in real: x >= 0", "forall H in inputs: z(H, 1) >= 0", "gamma = 1"})
    CHECK(code(fails) == 1);
}

TEST_CASE("structural: a claim that nothing is said of leaves it incomplete") {
  Json certificate = hardmax::check::read_json(read(folder / "accept/strided.json"));
  Json& claim = certificate.items[8].items[0];
  claim = hardmax::check::claim_object(claim, "undecided", "none", "none", "not covered",
                                       Json::object({}));
  const auto report = checked(written(certificate));
  CHECK(report.code == 3);
  CHECK(report.lines.front().substr(0, 43) == "incomplete: 1 verified, 1 left open, for al");
}

TEST_CASE("structural: of claims that take their time it is said how many are left") {
  static std::vector<std::string> told;
  told.clear();
  hardmax::check::tell = [](const std::string& line) { told.push_back(line); };
  hardmax::check::some_seconds = 0;
  const int code = checked(read(folder / "accept/strided.json")).code;
  hardmax::check::tell = nullptr;
  hardmax::check::some_seconds = 5;
  CHECK(code == 0);
  REQUIRE(told.size() == 1);
  CHECK(told[0] == "1 of 2 claims in 0 s: about 0 s more");
}

}  // namespace kind_structural_test
