// Claims of one's own, from the file to the replay of a report, and certificates that were made
// with other claims.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "process.hpp"

namespace own_claims_test {

using namespace testing;

namespace {

const std::filesystem::path proofs = std::filesystem::path(HARDMAX_ROOT) / "proofs";

std::string entry(const std::string& id, const std::string& formal, const std::string& more = "") {
  return "[[claim]]\nid = \"" + id +
         "\"\nsource = \"s\"\nkind = \"printed\"\nwords = \"w\"\ndomain = \"n >= 2\"\nformal = \"" +
         formal + "\"\n" + (more.find("truth") == std::string::npos ? "truth = \"true\"\n" : "") +
         more + "\n";
}

const std::string needs_A1 = "needs = [\"yun2020b.A1.1\"]\n";
const std::vector<std::string> small =
    words("--box n=2..2,q=2,d=1 --patterns dense --progress none");

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE(
    "own claims: a file, its verdicts, its certificate, the check of it, its report and the replay "
    "of that") {
  const TemporaryFolder folder;
  const std::string file = folder / "mine.toml", certificate = folder / "box.cert",
                    page = folder / "box.md";
  write_file(file,
             entry("mine.below", "forall H in inputs, k in 1..n: id(H, k) > 0", needs_A1) +
                 entry("mine.equal", "distinct(H in inputs: sum(k in 1..n: G(H, 1, k)))",
                       "truth = \"false\"\ncounterexample = \"n=2 d=1 D=2 pattern=dense\"\n"));
  const Finished decided =
      verify(std::vector<std::string>{"claims", file, "--certificate", certificate} + small);
  INFO(decided.out << decided.err);
  CHECK(decided.exit_code == 0);
  CHECK(has(decided.out,
            "network    that of yun2020b for the claims of mine, which names no construction"));
  CHECK(has(decided.out, "  mine.below  verified on "));
  CHECK(has(decided.out, "  mine.equal  REFUTED at "));
  CHECK(has(decided.out,
            "2 claims: 1 verified on the box, 1 refuted"));  // the hypothesis is none of them
  const Finished checked = verify_check({"--claims", file, certificate});
  INFO(checked.out << checked.err);
  CHECK(checked.exit_code == 0);
  CHECK(checked.out.starts_with("accepted: 1 refuted, 1 verified, "));
  CHECK(has(checked.out, "hypotheses taken from "));
  CHECK(has(checked.out, ": yun2020b.A1.1\n"));
  CHECK(verify({"check", certificate, "--claims", file}).exit_code == 0);
  const Finished report = verify({"report", certificate, "--claims", file, "-o", page});
  INFO(report.err);
  CHECK(report.exit_code == 0);
  CHECK(has(read_file(page), "mine.equal"));
  const auto json = nlohmann::json::parse(read_file(certificate));
  CHECK(json.at("version") == "3.0");
  const auto& hypotheses = json.at("parts").at(0).at("hypotheses");
  REQUIRE(hypotheses.size() == 1);
  CHECK(hypotheses.at(0).at("id") == "yun2020b.A1.1");
  CHECK(hypotheses.at(0).at("sha256").get<std::string>().size() == 64);
}

TEST_CASE(
    "own claims: the main command decides any prefix on its run, of whichever construction that "
    "is") {
  const TemporaryFolder folder;
  const std::string file = folder / "mine.toml", certificate = folder / "run.cert";
  write_file(file, entry("alberti.grid", "forall H in inputs: G(H, 1, 1) <= 1 - delta", needs_A1) +
                       entry("other.open", "d = 1", "truth = \"open\"\n"));
  for (const std::string run :
       {"--n 2 --delta 1/2 --pattern dense", "--construction yun2020a --n 2 --delta 1/2"}) {
    const bool of_pattern = has(run, "--pattern");
    const std::vector<std::string> arguments =
        words(run) + std::vector<std::string>{"--only",        of_pattern ? "alberti." : "other",
                                              "--claims",      file,
                                              "--certificate", certificate};
    const Finished decided = verify(arguments);
    INFO(decided.out << decided.err);
    CHECK(decided.exit_code == 0);
    CHECK(has(decided.out, of_pattern ? "  alberti.grid  verified on (n,d,D) = (2,1,2), 4 inputs"
                                      : "  other.open  verified on (n,d,D) = (2,1,2), 4 inputs"));
    CHECK(has(decided.out, "1 claim: 1 verified"));
    const Finished checked = verify_check({"--claims", file, certificate});
    INFO(checked.out << checked.err);
    CHECK(checked.exit_code == 0);
  }
  CHECK(has(verify(words("--n 2 --delta 1/2 --pattern dense --only sparsebert.A.1")).err,
            "claims of sparsebert are about its own network, not that of yun2020b; write "
            "--construction sparsebert"));
  CHECK(has(verify(words("--n 2 --delta 1/2 --pattern dense --only nobody.")).err,
            "--only 'nobody.': no claim id starts so"));
}

TEST_CASE(
    "own claims: several places together, beside the shipped ones too, in every command of both "
    "programs") {
  const TemporaryFolder folder;
  const std::string one = folder / "one.toml", other = folder / "two", certificate = folder / "c";
  std::filesystem::create_directory(other);
  write_file(one, entry("mine.a", "n >= 2", "needs = [\"mine.b\"]\n"));
  write_file(std::filesystem::path(other) / "b.toml", entry("mine.b", "d >= 1"));
  CHECK(verify(std::vector<std::string>{"claims", one} + small).exit_code == 65);
  const std::vector<std::string> both = {"--claims", one, "--claims", other},
                                 three =
                                     both + std::vector<std::string>{"--claims", proofs.string()};
  for (const auto& places : {both, three}) {
    const Finished decided = verify(
        std::vector<std::string>{"claims", "mine.", "--certificate", certificate} + places + small);
    INFO(decided.out << decided.err);
    CHECK(decided.exit_code == 0);
    CHECK(has(decided.out, "2 claims: 2 verified"));
    CHECK(verify_check(places + std::vector<std::string>{certificate}).exit_code == 0);
    CHECK(verify(std::vector<std::string>{"check", certificate} + places).exit_code == 0);
    CHECK(verify(std::vector<std::string>{"report", certificate, "--format", "md"} + places)
              .exit_code == 0);
    CHECK(has(verify(std::vector<std::string>{"explain", "mine.a"} + places).out,
              "needs        mine.b"));
    const std::vector<std::string> run =
        words("--n 2 --delta 1/2 --pattern dense --only mine. --certificate") +
        std::vector<std::string>{certificate} + places;
    CHECK(verify(run).exit_code == 0);
    CHECK(verify_check(places + std::vector<std::string>{certificate}).exit_code == 0);
  }
  CHECK(verify(words("pattern dense --n 4 --certificate") + std::vector<std::string>{certificate} +
               three)
            .exit_code == 0);
  CHECK(verify(words("soft --n 2 --delta 1/2 --pattern dense --certificate") +
               std::vector<std::string>{certificate} + three)
            .exit_code == 0);  // as recorded
  CHECK(verify_check(three + std::vector<std::string>{certificate}).exit_code == 0);
}

TEST_CASE(
    "own claims: an id that stands twice is an error that names both files, in both programs") {
  const TemporaryFolder folder;
  const std::string one = folder / "one.toml", two = folder / "two.toml",
                    certificate = folder / "c";
  write_file(one, entry("mine.a", "n >= 2"));
  write_file(two, "\n" + entry("mine.a", "n >= 3"));
  REQUIRE(verify(std::vector<std::string>{"claims", one, "--certificate", certificate} + small)
              .exit_code == 0);
  const Finished decided =
      verify(std::vector<std::string>{"claims", "--claims", one, "--claims", two} + small);
  INFO(decided.err);
  CHECK(decided.exit_code == 65);
  CHECK(has(decided.err, one + ":1"));
  CHECK(has(decided.err, two + ":2"));
  const Finished checked = verify_check({"--claims", one, "--claims", two, certificate});
  INFO(checked.err);
  CHECK((checked.exit_code == 65 || checked.exit_code == 1));
  CHECK(has(checked.err, one + ":1"));
  CHECK(has(checked.err, two + ":2"));
}

TEST_CASE(
    "own claims: what editors leave beside a file is passed over, and ids begin with no dot, in "
    "both programs") {
  const TemporaryFolder folder;
  const std::string place = folder / "M", certificate = folder / "c";
  std::filesystem::create_directories(folder / "M/.git");
  write_file(folder / "M/m.toml", entry("mine.a", "n >= 2"));
  std::filesystem::create_symlink("u@h.1:1", folder / "M/.#m.toml");
  write_file(folder / "M/._m.toml", "no claims");
  write_file(folder / "M/.git/m.toml", "no claims");
  const Finished decided =
      verify(std::vector<std::string>{"claims", place, "--certificate", certificate} + small);
  INFO(decided.err);
  CHECK(decided.exit_code == 0);
  CHECK(verify_check({"--claims", place, certificate}).exit_code == 0);
  write_file(folder / "M/m.toml", entry(".a", "n >= 2"));
  CHECK(has(verify(std::vector<std::string>{"claims", place} + small).err,
            "m.toml:2: id = '.a'; use 1 to 200 printable ASCII characters"));
  const Finished refused = verify_check({"--claims", place, certificate});
  CHECK((refused.exit_code == 65 || refused.exit_code == 1));
  CHECK(has(refused.err, "the first no dot"));
}

TEST_CASE(
    "own claims: a certificate made with other claims is not rejected, and new claims do not make "
    "an old one wrong") {
  const TemporaryFolder folder;
  const std::string place = folder / "M", certificate = folder / "c", run = folder / "r";
  std::filesystem::create_directory(place);
  write_file(folder / "M/m.toml", entry("mine.a", "n >= 2", needs_A1) + entry("mine.b", "n >= 1"));
  REQUIRE(verify(std::vector<std::string>{"claims", place, "--certificate", certificate} + small)
              .exit_code == 0);
  REQUIRE(verify(words("--n 2 --delta 1/2 --pattern dense --certificate") +
                 std::vector<std::string>{run, "--claims", place})
              .exit_code == 0);
  const auto answer = [&](const std::string& text) {
    write_file(folder / "M/m.toml", text);
    const Finished box = verify_check({"--claims", place, certificate}),
                   one = verify_check({"--claims", place, run});
    CHECK(box.exit_code == one.exit_code);
    CHECK(box.err.substr(0, box.err.find('\n')) == one.err.substr(0, one.err.find('\n')));
    return one;
  };
  const std::string a = entry("mine.a", "n >= 2", needs_A1), b = entry("mine.b", "n >= 1");
  CHECK(answer(a + b).exit_code == 0);
  CHECK(answer(entry("mine.b", "n   >= 1") + "# moved\n" + a).exit_code == 0);
  const Finished newer = answer(a + b + entry("mine.c", "n >= 3"));
  CHECK(newer.exit_code == 3);
  CHECK(
      newer.err.starts_with("incomplete: not covered: the certificate was asked for mine.c too, "
                            "and does not say what became of it\n"));
  CHECK(has(newer.err, "everything stated agrees: 2 verified"));
  const Finished changed = answer(a + entry("mine.b", "n >= 0"));
  CHECK(changed.exit_code == 3);
  CHECK(
      changed.err.starts_with("other claims: the certificate was made with the claims of digest "));
  CHECK(has(changed.err, "; with another text here: mine.b\n"));
  CHECK_FALSE(has(changed.err, "rejected"));
  const Finished missing = answer(a);
  CHECK(missing.exit_code == 3);
  CHECK(has(missing.err, "; not here: mine.b\n"));
  // A hypothesis is bound by its text too.
  const Finished hypothesis = answer(a + b + entry("yun2020b.A1.1", "n >= 2"));
  CHECK(hypothesis.exit_code == 3);
  CHECK(hypothesis.err.starts_with("other claims: "));
  CHECK(has(hypothesis.err, "; with another text here: yun2020b.A1.1\n"));
}

TEST_CASE(
    "own claims: of a construction with dense attention, a claim finds its hypotheses beyond the "
    "prefix, and on the network with encodings too") {
  const TemporaryFolder folder;
  const std::string file = folder / "mine.toml", certificate = folder / "c";
  write_file(file, entry("yun2020a.mine.a", "positional = 1", "needs = [\"yun2020a.yours.b\"]\n") +
                       entry("yun2020a.yours.b", "n >= 2"));
  std::string text = read_file(file);
  text.replace(text.find("n >= 2"), 6, "positional = 1");
  write_file(file, text);
  for (const char* only : {"yun2020a.mine", "yun2020a."}) {
    const Finished decided = verify(
        std::vector<std::string>{"claims", only, "--claims", file, "--certificate", certificate} +
        small);
    INFO(decided.out << decided.err);
    CHECK(decided.exit_code == 0);
    CHECK(has(decided.out, "mine.a"));
    CHECK(has(decided.out, "verified on n=2"));
    const Finished checked = verify_check({"--claims", file, certificate});
    INFO(checked.out << checked.err);
    CHECK(checked.exit_code == 0);
  }
  write_file(file, entry("mine.a", "n >= 2", "needs = [\"yun2020a.yours.b\"]\n") +
                       entry("yun2020a.yours.b", "positional = 0"));
  const Finished crossed =
      verify(std::vector<std::string>{"claims", "mine.", "--claims", file} + small);
  CHECK(crossed.exit_code == 65);
  CHECK(has(crossed.err,
            "entry 'mine.a' needs 'yun2020a.yours.b', a claim about the network of another "
            "construction"));
}

TEST_CASE("own claims: JSON and Markdown name the network of ids that name no construction") {
  const TemporaryFolder folder;
  const std::string file = folder / "mine.toml";
  write_file(file, entry("bigbird.own", "layers(selective_shift) >= 1"));
  const auto json =
      nlohmann::json::parse(verify(std::vector<std::string>{"claims", file, "--json"} + small).out);
  CHECK(json.at("network") ==
        "that of yun2020b for the claims of bigbird, which names no construction");
  CHECK(has(verify(std::vector<std::string>{"claims", file, "--format", "md"} + small).out,
            "Network: that of yun2020b for the claims of bigbird"));
  CHECK_FALSE(nlohmann::json::parse(
                  verify(std::vector<std::string>{"claims", "yun2020b.A1", "--json"} + small).out)
                  .contains("network"));
}

}  // namespace own_claims_test
