// Certificates of runs with a machine, with tables, and with variants that have arguments: what
// verify writes is what make.py of tests/certificate/construction/brought wrote without a reader of
// construction files, and verify-check refuses it with anything changed.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/process.hpp"

namespace brought_certificate_test {

using namespace testing;
using Json = nlohmann::json;

namespace {

const std::filesystem::path kBrought =
    std::filesystem::path(HARDMAX_ROOT) / "tests" / "certificate" / "construction" / "brought";

std::string quoted(const Json& names) {
  std::string out;
  for (const Json& name : names)
    out += (out.empty() ? "" : ", ") + ("\"" + name.get<std::string>() + "\"");
  return "[" + out + "]";
}

std::string machine_file(const Json& machine) {
  std::string word;
  for (const Json& symbol : machine["word"])
    word += (word.empty() ? "" : " ") + symbol.get<std::string>();
  return "states = " + quoted(machine["states"]) + "\ninitial = \"" +
         machine["initial"].get<std::string>() + "\"\nhalting = " + quoted(machine["halting"]) +
         "\nblank = \"" + machine["blank"].get<std::string>() + "\"\ninput = \"" + word +
         "\"\ntransitions = " + quoted(machine["transitions"]) + "\n";
}

// The input of this ordinal, of n entries that are 0 or 1/2.
std::string input_text(std::size_t ordinal, std::size_t n) {
  std::string out;
  for (std::size_t i = n; i-- > 0; ordinal /= 2)
    out = (ordinal % 2 == 0 ? "0" : "1/2") + (out.empty() ? "" : " " + out);
  return "(" + out + ")";
}

// The last value stands first: a file may have them in any order.
std::string tables_file(const Json& tables, std::size_t n) {
  std::string out;
  for (const auto& [name, values] : tables.items()) {
    std::string list;
    for (const Json& value : values) {
      const std::string text = value.get<std::string>();
      const std::size_t sign = text.find('=');
      std::string arguments;
      for (const std::string& word : words(text.substr(0, sign))) {
        const bool is_input = name == "target" && arguments.empty();
        arguments +=
            (arguments.empty() ? "" : ", ") + (is_input ? input_text(std::stoul(word), n) : word);
      }
      list = "\"" + arguments + " -> " + text.substr(sign + 1) + "\"" +
             (list.empty() ? "" : ", " + list);
    }
    out += "[[table]]\nname = \"" + name + "\"\nvalues = [" + list + "]\n\n";
  }
  return out;
}

// verify on the run that a certificate states.
Finished written(const std::string& paper, const Json& run, const TemporaryFolder& folder) {
  std::vector<std::string> command = {(kBrought / paper).string()};
  std::size_t n = 0;
  for (const Json& parameter : run["parameters"]) {
    command = command + std::vector<std::string>{"--parameter", parameter.get<std::string>()};
    n = std::stoul(parameter.get<std::string>().substr(parameter.get<std::string>().find('=') + 1));
  }
  for (const Json& variant : run["variants"])
    command = command + std::vector<std::string>{"--variant", variant.get<std::string>()};
  for (const Json& change : run["changes"])
    command = command + std::vector<std::string>{"--with", change[0].get<std::string>()};
  if (run.contains("machine")) {
    write_file(folder / "machine.toml", machine_file(run["machine"]));
    command = command + std::vector<std::string>{"--machine", (folder / "machine.toml").string()};
  }
  if (run.contains("tables")) {
    write_file(folder / "tables.toml", tables_file(run["tables"], n));
    command = command + std::vector<std::string>{"--tables", (folder / "tables.toml").string()};
  }
  return verify(command +
                std::vector<std::string>{"--certificate", (folder / "written.json").string()});
}

Finished checked(const std::string& paper, const Json& certificate, const TemporaryFolder& folder) {
  write_file(folder / "changed.json", certificate.dump() + "\n");
  return verify_check(
      {(folder / "changed.json").string(), "--claims", (kBrought / paper).string()});
}

}  // namespace

TEST_CASE("brought: what verify writes is what was written without it, key by key") {
  std::size_t files = 0;
  for (const std::string paper : {"turning", "mapped", "fading"}) {
    for (const auto& file : std::filesystem::directory_iterator(kBrought / paper / "accept")) {
      INFO(file.path());
      const Json stated = Json::parse(read_file(file.path()));
      const TemporaryFolder folder;
      const Finished f = written(paper, stated["run"], folder);
      INFO(f.out << f.err);
      REQUIRE(std::filesystem::exists(folder / "written.json"));
      CHECK(Json::parse(read_file(folder / "written.json")) == stated);
      ++files;
    }
  }
  CHECK(files >= 17);
}

TEST_CASE("brought: a changed transition, word, value or argument is rejected") {
  const TemporaryFolder folder;
  const auto accepted = [&](const std::string& paper, const char* name) {
    const Json stated = Json::parse(read_file(kBrought / paper / "accept" / name));
    (void)written(paper, stated["run"], folder);
    Json certificate = Json::parse(read_file(folder / "written.json"));
    const Finished f = checked(paper, certificate, folder);
    INFO(f.out << f.err);
    REQUIRE(f.exit_code == 0);
    return certificate;
  };
  const auto refused = [&](const std::string& paper, const Json& certificate) {
    const Finished f = checked(paper, certificate, folder);
    INFO(f.out << f.err);
    CHECK(f.exit_code == 1);
  };
  Json beaver = accepted("turning", "beaver.json");
  Json& transition = beaver["run"]["machine"]["transitions"][1];
  transition = "A 1 -> B 1 R";
  refused("turning", beaver);
  Json increment = accepted("turning", "increment.json");
  increment["run"]["machine"]["word"][0] = "0";
  refused("turning", increment);
  Json mapped = accepted("mapped", "two.json");
  mapped["run"]["tables"]["weight"][1] = "2=7";
  refused("mapped", mapped);
  Json planted = accepted("mapped", "planted_at_the_run.json");
  planted["run"]["variants"][0] = "planted(input(1), 1)";
  refused("mapped", planted);
  Json third = accepted("fading", "by_a_third.json");
  third["run"]["variants"][0] = "by(1/3)";
  refused("fading", third);
}

TEST_CASE("brought: what a certificate has no place for is said, and nothing is written") {
  const TemporaryFolder folder;
  const Json stated = Json::parse(read_file(kBrought / "mapped" / "accept" / "two.json"));
  Json run = stated["run"];
  run["variants"] = {"planted(input(2), out(input(0), 1))"};
  const Finished named = written("mapped", run, folder);
  INFO(named.err);
  CHECK(named.err.find("was not written: an argument of the variant") != std::string::npos);
  CHECK(named.err.find("names the definition 'out'") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(folder / "written.json"));
  // A value for what is no input of this run changes nothing.
  run["variants"] = Json::array();
  run["tables"] = stated["run"]["tables"];
  (void)written("mapped", run, folder);
  std::string tables = read_file(folder / "tables.toml");
  tables.insert(tables.find("values = [", tables.find("\"target\"")) + 10, "\"(5 0), 1 -> 3\", ");
  write_file(folder / "tables.toml", tables);
  const Finished more =
      verify({(kBrought / "mapped").string(), "--parameter", "n=2", "--tables",
              (folder / "tables.toml").string(), "--certificate", (folder / "more.json").string()});
  INFO(more.out << more.err);
  CHECK(Json::parse(read_file(folder / "more.json")) == stated);
  // Strings of certificates have no quotation marks.
  const Json beaver = Json::parse(read_file(kBrought / "turning" / "accept" / "beaver.json"));
  write_file(folder / "quotes.toml",
             "states = [\"A\", \"H\"]\ninitial = \"A\"\nhalting = [\"H\"]\nblank = \"\\\"\"\n"
             "input = \"\"\ntransitions = [\"A \\\" -> H \\\" R\"]\n");
  const Finished quotes =
      verify({(kBrought / "turning").string(), "--parameter", "nodes=1", "--machine",
              (folder / "quotes.toml").string(), "--certificate", (folder / "q.json").string()});
  INFO(quotes.err);
  CHECK(quotes.err.find("no quotation mark and no backslash") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(folder / "q.json"));
}

}  // namespace brought_certificate_test
