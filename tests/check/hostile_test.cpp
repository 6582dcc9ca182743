// Certificates of every kind, made by someone who wants a false one accepted, a crash, or all of
// the machine's memory.
#include <catch2/catch.hpp>
#include <random>

#include "altered.hpp"
#include "support.hpp"

namespace hostile_test {

using namespace hardmax::check;
using namespace check_test;

namespace {

struct Example {
  std::filesystem::path file, claims;
};
const std::vector<Example> examples = {
    {"accept/star_two_rows.json", "claims"},
    {"accept/no_self.json", "claims"},
    {"assumption1/accept/levels.json", "assumption1/claims"},
    {"assumption1/accept/random.json", "assumption1/claims"},
    {"structural/accept/bigbird.json", "structural/claims"},
    {"structural/accept/strided_every_d_and_D.json", "structural/claims"},
    {"sweep/accept/yun2020a_overrides.json", "sweep/claims"},
    {"sweep/accept/sparsebert_overrides.json", "sweep/claims"},
    {"box/accept/second_left_out.json", "box/claims"}};

}  // namespace

TEST_CASE(
    "hostile: a number as large as may be, in any place of any kind of certificate, is answered") {
  for (const Example& example : examples) {
    const Entries entries = load_entries(root / "certificate" / example.claims);
    Json certificate = read_json(read(root / "certificate" / example.file));
    REQUIRE(check_certificate(written(certificate), entries).code == 0);
    for (Json* leaf : leaves(certificate)) {
      const std::string kept = leaf->text;
      for (const char* number : {"300000", "999999999", "99999999999999999999"})
        for (std::size_t at = 0; at < kept.size(); ++at) {
          const std::size_t end = std::min(kept.find_first_not_of("0123456789", at), kept.size());
          if (end == at || (at > 0 && std::isdigit(static_cast<unsigned char>(kept[at - 1]))))
            continue;
          if (kept.size() == 64) break;  // a digest of claims
          leaf->text = kept.substr(0, at) + number + kept.substr(end);
          INFO(example.file << ": " << leaf->text.substr(0, 100));
          int code = 0;
          CHECK_NOTHROW(code = check_certificate(written(certificate), entries).code);
          const bool other_pattern =
              example.claims == "assumption1/claims" ||
              example.claims == "structural/claims";  // a wider band, and the like
          CHECK((code != 0 || other_pattern));
        }
      leaf->text = kept;
    }
  }
}

TEST_CASE(
    "hostile: 10,000 random changes of certificates of every kind, none accepted that says "
    "something else of a run or a claim",
    "[full]") {
  std::mt19937_64 random(5);
  for (const Example& example : examples) {
    const Entries entries = load_entries(root / "certificate" / example.claims);
    const std::string text = read(root / "certificate" / example.file);
    const Json original = read_json(text);
    int rejected = 0;
    for (int i = 0; i < 10000 / 7 + 1; ++i) {
      const std::string now = mutated(text, random);
      INFO(example.file << ", change " << i << ":\n" << now);
      int code = 0;
      REQUIRE_NOTHROW(code = check_certificate(now, entries).code);
      rejected += code == 1;
      if (code != 0) continue;
      const Json changed = read_json(now);
      for (const char* same : {"run", "derived", "totals", "claims"})
        if (const Json* stated = original.find(same);
            stated && example.file.string().find("assumption1") != 0)
          CHECK(rejection([&] { require_equal(*changed.find(same), *stated, same); }).empty());
    }
    CHECK(rejected > 1000);
  }
}

TEST_CASE(
    "hostile: boxes and lists of patterns as large as may be are answered before anything is "
    "executed") {
  const Entries entries = load_entries(root / "certificate/box/claims");
  Json certificate = read_json(read(root / "certificate/box/accept/named.json"));
  REQUIRE(certificate.keys[3] == "boxes");
  Json& boxes = certificate.items[3];
  Json& part = certificate.items[5].items[0];
  REQUIRE(part.keys[1] == "runs");
  part.items[1].items.clear();
  part.items[3].items[0].items[6].text.clear();  // the letters of its claim
  certificate.items[4].items.clear();
  for (int w = 1; w <= 256; ++w)
    certificate.items[4].items.push_back("strided " + std::to_string(w));
  const auto answer = [&](std::size_t count, const std::string& n) {
    boxes.items.assign(
        count, Json::object({{"n", n}, {"q", std::string("2 4096")}, {"d", std::string("1 12")}}));
    return check_certificate(written(certificate), entries).lines.front();
  };
  CHECK(answer(1, "64 64") ==
        "rejected: parts[0], runs: stated \"0 runs\", found one more, of n = 64, d = 1, D = 2");
  CHECK(answer(1, "2 64") ==
        "rejected: parts[0], runs: stated \"0 runs\", found one more, of n = 2, d = 1, D = 2");
  CHECK(answer(64, "2 64") == "incomplete: boxes: more than 2^20 triples n, d, D");
}

TEST_CASE("hostile: many parts of a pattern take no more memory than one") {
  const Entries entries = load_entries(root / "certificate/assumption1/claims");
  const auto line = [&](const std::string& n, const std::vector<std::string>& parts,
                        const std::string& reach, const std::string& s) {
    Json certificate = read_json(read(root / "certificate/assumption1/accept/window.json"));
    certificate.items[3].items[0].text = n;
    certificate.items[3].items[1].items[0].items[1] = Json::array({parts.begin(), parts.end()});
    certificate.items[4] = read_json(R"({"self":"","order":"","blocks":"1","reach":")" + reach +
                                     R"(","s":")" + s + R"(","least":""})");
    return check_certificate(written(certificate), entries).lines[0];
  };
  CHECK(line("1000000", {"random 1 1 0 7", "random 1 1 133 7"}, "", "0") ==
        "incomplete: pattern.layers[0].parts[1]: more than 2^27 edges");
  CHECK(line("100000000", {"band 0 0 1", "random 1 1 0 7", "random 1 1 0 7"}, "", "0")
            .find("more than 2^27 edges") != std::string::npos);
  CHECK(line("100000000", {"band 0 0 1", "columns 1 1 1 100000000"}, "common 1..2", "1") ==
        "incomplete: evidence.reach: more than 2^26 ranges of tokens");
}

TEST_CASE("hostile: ids that grow from layer to layer take no more memory than is said", "[full]") {
  std::string pattern;  // S^t_k is {k} for t < 800
  for (int l = 1; l < 800; ++l) pattern += "[\"1\",\"2\"],";
  const std::string c(1990, '9');
  const std::string text =
      R"({"format":"hardmax-cert","version":"3.0","kind":"run","run":{"construction":"yun2020b","n":"2","d":"1","D":"2","pattern":[)" +
      pattern + R"(["1 2","1 2"]],"target":"identity","overrides":["c=)" + c +
      R"("]},"derived":{"gamma":"1 2","l":"800","s":"800","E":"1 0","c":")" + c +
      R"(","layers":"2400"},"totals":{},"only":"yun2020b.t.ids","claims":[])" +
      end_of_certificate(claims());
  Json certificate = read_json(text);
  Json claims_of_it = read_json(read(root / "certificate/accept/strided.json"));
  for (const Json& claim : claims_of_it.find("claims")->items)
    if (claim.find("id")->text == "yun2020b.t.ids") certificate.items[7] = Json::array({claim});
  bind_again(certificate, claims());
  const Report report = check_certificate(written(certificate), claims());
  CHECK(report.lines.front() == "incomplete: run: the ids of one input take more than 256 MiB");
}

}  // namespace hostile_test
