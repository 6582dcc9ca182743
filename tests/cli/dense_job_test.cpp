// The runs of yun2020a and sparsebert as a user sees them.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>

#include "cli/process.hpp"
#include "cli/schema.hpp"

namespace dense_job_test {

using namespace testing;

namespace {

Json run_of(const std::string& arguments, int exit_code) {
  const Finished f = verify(words(arguments + " --json"));
  INFO(arguments << ": " << f.err);
  REQUIRE(f.exit_code == exit_code);
  const Json run = Json::parse(f.out);
  static const Json schema =
      Json::parse(read_file(std::filesystem::path(HARDMAX_ROOT) / "data" / "run.schema.json"));
  CHECK(misfit(schema, schema, run, "") == "");
  return run;
}

const Json& claim(const Json& run, const std::string& id) {
  for (const Json& c : run.at("claims")) {
    if (c.at("id") == id) return c;
  }
  FAIL("no claim " + id);
  throw 0;
}

}  // namespace

TEST_CASE(
    "verify: yun2020a at n = 3, delta = 1/4 has 64 inputs in 20 orbits, on the extended grid 125 "
    "in 35") {
  const Json run = run_of("--construction yun2020a --n 3 --d 1 --delta 1/4", 0);
  CHECK(run["construction"] == "yun2020a");
  CHECK(run["inputs"] == 64);
  CHECK(run["orbits"] == 20);
  CHECK(run["layers"]["selective_shift"] == 4);
  CHECK(run["layers"]["global_shift"] == 1);
  CHECK(run["layers"]["quantize"] == 5);
  CHECK(run["pattern"]["c"] == 256);
  CHECK(claim(run, "yun2020a.5.2.lemma6.P2")["verdict"] == "verified");
  CHECK(claim(run, "yun2020a.5.2.lemma6.P2")["box"] == "(n,d,D) = (3,1,4), 64 inputs (20 orbits)");
  CHECK(claim(run, "yun2020a.C.2.contextual")["reason"] == "domain");
  CHECK(claim(run, "yun2020a.B.6.card_Gplus")["reason"] == "domain");
  const Json extended = run_of("--construction yun2020a --n 3 --d 1 --delta 1/4 --extended", 0);
  CHECK(extended["inputs"] == 125);
  CHECK(extended["orbits"] == 35);
  CHECK(claim(extended, "yun2020a.B.6.card_Gplus")["verdict"] == "verified");
  CHECK(claim(extended,
              "yun2020a.5.claim2_contextual_on_Gplus.literal")["witness"]["bindings"][0]["G"][0] ==
        -256);
}

TEST_CASE(
    "verify: with positional encodings the claims of Section C are decided, and there are no "
    "orbits") {
  const Json run = run_of("--construction yun2020a --n 3 --d 1 --delta 1/3 --positional", 0);
  CHECK(run["positional"] == true);
  CHECK(run["orbits"].is_null());
  CHECK(run["layers"]["selective_shift"] == 9);
  CHECK(run["pattern"]["E"] == Json({0, 1, 2}));
  CHECK(run["distinct_ids"] == 81);
  CHECK(claim(run, "yun2020a.C.2.contextual")["verdict"] == "verified");
  CHECK(claim(run, "yun2020a.5.2.lemma6.P2")["reason"] == "domain");
  // The order fails at n = 2, d = 1, and is recorded so.
  CHECK(claim(run_of("--construction yun2020a --n 2 --d 1 --delta 1/2 --positional", 0),
              "yun2020a.C.2.order")["verdict"] == "refuted");
}

TEST_CASE("verify: sparsebert has two global shifts and attends to all others") {
  const Json run = run_of("--construction sparsebert --n 4 --d 1 --delta 1/6", 0);
  CHECK(run["inputs"] == 1296);
  CHECK(run["orbits"] == 126);
  CHECK(run["pattern"]["edges"] == 12);
  CHECK(run["layers"]["global_shift"] == 2);
  CHECK(claim(run, "sparsebert.A.2.2.lemma4.layers")["verdict"] == "refuted");
  CHECK(run_of("--construction sparsebert --n 3 --d 1 --delta 1/3 --positional",
               0)["pattern"]["c"] == (2 + 2 * 3) * (27 + 3 + 1));
}

TEST_CASE("verify: a dense construction broken on purpose comes out against its record") {
  const std::string run = "--construction yun2020a --n 3 --d 1 --delta 1/4 --only yun2020a.5.2";
  CHECK(claim(run_of(run + " --with c=0", 1), "yun2020a.5.2.lemma6.P3")["verdict"] == "refuted");
  CHECK(claim(run_of(run + " --with drop=2", 1), "yun2020a.5.2.lemma6.layers")["verdict"] ==
        "refuted");
  CHECK(claim(run_of(run + " --with shift=1", 1), "yun2020a.5.2.lemma6.P3")["verdict"] ==
        "refuted");
  CHECK(claim(run_of("--construction yun2020a --n 3 --d 1 --delta 1/4 --positional --only "
                     "yun2020a.C --with E.2=0",
                     1),
              "yun2020a.C.2.increasing")["verdict"] == "refuted");
  CHECK(
      claim(
          run_of(
              "--construction yun2020a --n 3 --d 1 --delta 1/4 --only yun2020a.B.4 --with qdrop=3",
              1),
          "yun2020a.B.4.layer_k")["verdict"] == "refuted");
  CHECK(run_of(run + " --with c=0 --expect yun2020a.5.2.lemma6.P3=refuted", 1)["verdict"] ==
        "against_record");
}

TEST_CASE("verify: certificates of the dense constructions are accepted, one text for every engine",
          "[full]") {
  const TemporaryFolder folder;
  for (const std::string arguments :
       {"--construction yun2020a --n 2 --d 1 --delta 1/3 --extended",
        "--construction yun2020a --n 3 --d 1 --delta 1/3 --positional",
        "--construction sparsebert --n 3 --d 1 --delta 1/4"}) {
    std::string first;
    for (const char* engine : {"literal", "fast", "lanes"}) {
      const std::string file = folder / "run.cert";
      CHECK(verify(words(arguments + " --engine " + engine + " --certificate " + file)).exit_code ==
            0);
      if (first.empty()) {
        const Finished f = verify(words("check " + file));
        INFO(arguments << ": " << f.out);
        CHECK(f.exit_code == 0);
        first = read_file(file);
      }
      CHECK(read_file(file) == first);
    }
  }
}

TEST_CASE("verify: options that a dense construction does not have are refused by name") {
  const std::string run = "--construction sparsebert --n 3 --d 1 --delta 1/3 ";
  for (const std::string option :
       {"--pattern dense", "--window 2", "--globals 1", "--target sort", "--extended",
        "--with vdrop=1", "--with drop=6", "--with qdrop=5", "--with E.4=0", "--only yun2020a"}) {
    const Finished f = verify(words(run + option));
    INFO(option << ": " << f.err);
    CHECK(f.exit_code == 64);
    CHECK(f.err.find(words(option)[0]) != std::string::npos);
    CHECK(std::count(f.err.begin(), f.err.end(), '\n') == 1);
  }
  CHECK(verify(words("--construction yun2020a --n 3 --d 1 --delta 1/3 --extended --positional"))
            .exit_code == 64);
  CHECK(verify(words("--n 3 --d 1 --delta 1/3 --pattern dense --positional"))
            .err.find("--positional") != std::string::npos);
  CHECK(verify(words("--construction yun2020a --n 5000 --d 1 --delta 1/3")).exit_code == 64);
  CHECK(verify(words("--construction yun2020a --n 40 --d 1 --delta 1/8 --budget 1 --only B.5"))
            .exit_code == 2);
}

TEST_CASE("verify: what is shown of all inputs at once is not said of inputs that were looked at") {
  const Finished at_one_size =
      verify(words("--construction sparsebert --n 5 --d 2 --delta 1/4 --engine symbolic --only "
                   "sparsebert.A.2.2.gs1"));
  CHECK(at_one_size.exit_code == 0);
  CHECK(at_one_size.out.find("verified on (n,d,D) = (5,2,4), all 4^10 inputs at once") !=
        std::string::npos);
  CHECK(at_one_size.out.find("followed   symbolically, all inputs at once whose columns increase: "
                             "1 sweep of 4^2 layers, 2 all-max layers") != std::string::npos);
  CHECK(
      verify(words("--construction sparsebert --n 3 --d 2 --delta 1/2 --only sparsebert.A.2.2.gs1"))
          .out.find(" orbits)") != std::string::npos);
  // There are columns that increase from D = 3 on only: no D below that is looked at.
  const Finished at_every_D = verify(words(
      "--construction sparsebert --n 5 --d 2 --for-all D --only sparsebert.A.2.2.mod_conclusion"));
  CHECK(at_every_D.exit_code == 0);
  CHECK(at_every_D.out.find("mod_conclusion  shown for d=2, every D >= 2\n") != std::string::npos);
}

}  // namespace dense_job_test
