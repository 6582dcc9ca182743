// The options that say what a pattern file means, in every command that takes a pattern.
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/process.hpp"
#include "cli/schema.hpp"

namespace pattern_options_test {

using namespace testing;

namespace {

// A band of three tokens as NumPy writes it, and a configuration that does not say n.
struct MaskFile {
  TemporaryFolder folder;
  MaskFile() {
    const std::string header =
        "{'descr': '|b1', 'fortran_order': False, 'shape': (3, 3), }              \n";
    std::string bytes("\x93NUMPY\1\0", 8);
    bytes += static_cast<char>(header.size());
    bytes += '\0';
    write_file(path(), bytes + header + std::string("\1\1\0\1\1\1\0\1\1", 9));
    write_file(config(), R"({"model_type": "longformer", "attention_window": [512]})");
  }
  [[nodiscard]] std::string path() const { return (folder / "band.npy").string(); }
  [[nodiscard]] std::string config() const { return (folder / "config.json").string(); }
  [[nodiscard]] std::string where() const {
    return std::filesystem::path(path()).parent_path().string();
  }
};

const std::vector<std::string> small{"--n", "3", "--d", "1", "--delta", "1/2"};

}  // namespace

TEST_CASE("verify: a mask serves as --pattern of every command, with --mask-true") {
  const MaskFile mask;
  const std::vector<std::string> pattern{"--pattern", mask.path(), "--mask-true", "attend"};
  const Finished run = verify(small + pattern + std::vector<std::string>{"--only", "yun2020b.A1"});
  INFO(run.err);
  CHECK(run.exit_code == 0);
  const Finished trace = verify(std::vector<std::string>{"trace"} + small + pattern +
                                std::vector<std::string>{"--input", "0,1/2,0"});
  INFO(trace.err);
  CHECK(trace.exit_code == 0);
  const Finished soft = verify(std::vector<std::string>{"soft"} + small + pattern +
                               std::vector<std::string>{"--inputs", "0"});
  INFO(soft.err);
  CHECK((soft.exit_code == 0 || soft.exit_code == 1));
  const Finished claims = verify({"claims", "yun2020b.A1", "--patterns", mask.path(), "--mask-true",
                                  "attend", "--box", "n=3..3,q=2,d=1"});
  INFO(claims.err);
  CHECK(claims.exit_code == 0);
  // Without it each says what is missing.
  for (const std::string command : {"", "trace", "soft"}) {
    std::vector<std::string> arguments = small + std::vector<std::string>{"--pattern", mask.path()};
    if (command == "trace") arguments = arguments + std::vector<std::string>{"--input", "0,1/2,0"};
    if (!command.empty()) arguments.insert(arguments.begin(), command);
    const Finished missing = verify(arguments);
    CHECK(missing.exit_code == 64);
    CHECK(missing.err.find("--mask-true is missing: say attend or block") != std::string::npos);
  }
}

TEST_CASE("verify: the warnings of an import are those of verify pattern, in every command") {
  const MaskFile mask;
  const std::string warning = "a window of 512 on 3 tokens: every token sees every token";
  const std::vector<std::string> pattern{"--pattern", mask.config()};
  CHECK(verify({"pattern", mask.config(), "--n", "3"}).err.find(warning) != std::string::npos);
  CHECK(verify(small + pattern + std::vector<std::string>{"--only", "yun2020b.A1"})
            .err.find(warning) != std::string::npos);
  CHECK(verify(std::vector<std::string>{"trace"} + small + pattern +
               std::vector<std::string>{"--input", "0,1/2,0"})
            .err.find(warning) != std::string::npos);
}

TEST_CASE("verify: options that do nothing for the pattern are refused in every command") {
  const MaskFile mask;
  const auto refused = [](const std::vector<std::string>& arguments, const std::string& part) {
    const Finished f = verify(arguments);
    INFO(f.err);
    CHECK(f.exit_code == 64);
    CHECK(f.out.empty());
    CHECK(f.err.find(part) != std::string::npos);
  };
  refused({"pattern", mask.path(), "--mask-true", "attend", "--globals", "1"},
          "--globals 1: does nothing for band.npy");
  refused({"pattern", mask.config(), "--n", "3", "--window", "8"}, "--window 8: does nothing");
  refused({"pattern", "strided", "--n", "8", "--globals", "2"},
          "--globals 2: does nothing for the pattern strided");
  refused({"pattern", "dense", "--n", "8", "--head", "2"}, "--head 2: does nothing");
  refused(small + std::vector<std::string>{"--pattern", "dense", "--mask-true", "block"},
          "--mask-true block: does nothing");
  refused({"claims", "yun2020b.A1", "--patterns", "star:5", "--box", "n=3..3,q=2,d=1"},
          "star has no window");
  refused({"pattern", mask.path(), "--mask-true", "attend", "--n", "4"}, "write --n 3");
  refused({"--construction", "yun2020a", "--n", "2", "--delta", "1/2", "--mask-true", "attend"},
          "--mask-true");
}

TEST_CASE("verify pattern --any-of: the worst of the masks that may be chosen") {
  const MaskFile mask;
  std::filesystem::remove(mask.config());
  const Finished holds = verify({"pattern", "--any-of", mask.where(), "--mask-true", "attend"});
  INFO(holds.out);
  INFO(holds.err);
  CHECK(holds.exit_code == 0);
  CHECK(holds.out.find("1 mask of 3 tokens") != std::string::npos);
  CHECK(holds.out.find("band.npy: holds, s = 2") != std::string::npos);
  std::ofstream(mask.where() + "/causal.edges") << "n 3\n0 0\n1 1\n2 2\n1 0\n2 1\n";
  const Finished mixed = verify({"pattern", "--any-of", mask.where(), "--mask-true", "attend"});
  CHECK(mixed.exit_code == 64);  // --mask-true says nothing about an edge list
  std::filesystem::remove(mask.path());
  const Finished fails = verify({"pattern", "--any-of", mask.where()});
  INFO(fails.out);
  CHECK(fails.exit_code == 1);
  CHECK(fails.out.find("Assumption 1 fails for 1 of them") != std::string::npos);
  const Json schema =
      Json::parse(read_file(std::filesystem::path(HARDMAX_ROOT) / "data" / "any_of.schema.json"));
  const Finished json = verify({"pattern", "--any-of", mask.where(), "--json"});
  CHECK(json.exit_code == 1);
  const Json answer = Json::parse(json.out);
  CHECK(misfit(schema, schema, answer, "") == "");
  CHECK(answer["masks"][0]["file"] == "causal.edges");
  CHECK(answer["masks"][0]["verdict"] == "fails");
  CHECK(answer["exit_code"] == 1);
  std::ofstream(mask.where() + "/causal.edges") << "n 2\n0 0\n1 1\n0 1\n1 0\n";
  const Json good = Json::parse(verify({"pattern", "--any-of", mask.where(), "--json"}).out);
  CHECK(misfit(schema, schema, good, "") == "");
  CHECK(good["verdict"] == "holds");
  CHECK(good["s"] == 1);
  CHECK(verify({"pattern", "--any-of", mask.where(), "--title", "x"}).exit_code == 64);
  CHECK(verify({"pattern", "dense", "--n", "3", "--title", "x"}).exit_code == 64);
  CHECK(verify({"pattern"}).exit_code == 64);
  CHECK(verify({"pattern", "dense", "--any-of", mask.where()}).exit_code == 64);
  CHECK(verify({"pattern", "--any-of", mask.where() + "/none"}).exit_code == 65);
}

TEST_CASE("verify claims: the options of files are refused where no file is named") {
  const Finished f = verify({"claims", "yun2020b.A1", "--patterns", "dense", "--mask-true",
                             "attend", "--box", "n=3..3,q=2,d=1"});
  INFO(f.err);
  CHECK(f.exit_code == 64);
  CHECK(f.err.find("--mask-true: is of files of --patterns, and there is none") !=
        std::string::npos);
}

}  // namespace pattern_options_test
