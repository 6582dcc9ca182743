// Commands that are printed to be pasted run as they are printed, in a shell that finds verify, and
// give the verdict that they were printed for.
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "process.hpp"

namespace replay_test {

using namespace testing;

namespace {

const std::filesystem::path proofs = std::filesystem::path(HARDMAX_ROOT) / "proofs";

std::map<std::string, std::string> verdicts_of(const std::filesystem::path& certificate) {
  std::map<std::string, std::string> verdicts;
  const nlohmann::json stated = nlohmann::json::parse(read_file(certificate));
  for (const auto& claim : stated.at("claims")) verdicts[claim.at("id")] = claim.at("verdict");
  return verdicts;
}

std::string quoted(const std::string& word) { return "'" + word + "'"; }

// The line, in a shell with the programs on its path and the folder as the current one.
Finished paste(const std::string& line, const TemporaryFolder& folder) {
  const std::string programs = std::filesystem::path(program("verify")).parent_path().string();
  return run_program("/bin/sh", {"-c", "cd " + quoted(folder.path().string()) +
                                           " && PATH=" + quoted(programs) + ":$PATH && " + line});
}

// The verdicts of the certificate that a replay command writes and has checked.
std::map<std::string, std::string> replayed(const std::string& line,
                                            const TemporaryFolder& folder) {
  REQUIRE(line.find('\n') == std::string::npos);
  std::filesystem::remove(folder / "replay.cert");
  const Finished finished = paste(line, folder);
  INFO(line << "\n" << finished.out << finished.err);
  CHECK(finished.exit_code == 0);
  REQUIRE(std::filesystem::exists(folder / "replay.cert"));
  return verdicts_of(folder / "replay.cert");
}

std::vector<std::string> lines_with(const std::string& text, const std::string& begin) {
  std::vector<std::string> found;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(begin)) found.push_back(line.substr(begin.size()));
  }
  return found;
}

// The commands of a page.
std::vector<std::string> commands_of(const std::string& html) {
  std::vector<std::string> found;
  const std::string open = "<pre class=\"replay\">";
  for (std::size_t at = html.find(open); at != std::string::npos; at = html.find(open, at)) {
    at += open.size();
    std::string text = html.substr(at, html.find("</pre>", at) - at);
    for (const auto& [entity, sign] :
         {std::pair("&lt;", "<"), std::pair("&gt;", ">"), std::pair("&quot;", "\""),
          std::pair("&#39;", "'"), std::pair("&amp;", "&")}) {
      for (std::size_t where = text.find(entity); where != std::string::npos;
           where = text.find(entity, where + 1))
        text.replace(where, std::string(entity).size(), sign);
    }
    found.push_back(text);
  }
  return found;
}

std::string id_in(const std::string& command) {
  const std::size_t at = command.find("--only ") + 7;
  std::string word = command.substr(at, command.find(' ', at) - at);
  if (word.front() == '\'') word = word.substr(1, word.size() - 2);
  return word;
}

// The ids of the corpus that have a stored counterexample, in the order of the files.
std::vector<std::string> refuted_ids() {
  std::vector<std::string> ids;
  for (const auto& file : std::filesystem::recursive_directory_iterator(proofs)) {
    if (file.path().extension() != ".toml") continue;
    std::istringstream in(read_file(file.path()));
    std::string id;
    bool formal = false, stored = false;
    const auto end = [&] {
      if (formal && stored) ids.push_back(id);
      formal = stored = false;
    };
    for (std::string line; std::getline(in, line);) {
      if (line == "[[claim]]") end();
      if (line.starts_with("id "))
        id = line.substr(line.find('"') + 1, line.rfind('"') - line.find('"') - 1);
      formal = formal || line.starts_with("formal");
      stored = stored || line.starts_with("counterexample");
    }
    end();
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

void replay_what_explain_prints(std::size_t first, std::size_t step) {
  const std::vector<std::string> ids = refuted_ids();
  REQUIRE(ids.size() > 40);
  const TemporaryFolder folder;
  for (std::size_t i = first; i < ids.size(); i += step) {
    const Finished explained = verify({"explain", ids[i]});
    INFO(ids[i] << "\n" << explained.out);
    const std::vector<std::string> commands = lines_with(explained.out, "replay       ");
    REQUIRE(commands.size() == 1);
    CHECK(replayed(commands[0], folder).at(ids[i]) == "refuted");
  }
}

}  // namespace

TEST_CASE(
    "replay: what explain prints for a claim with a stored counterexample refutes it, a tenth of "
    "them another day") {
  const auto day = std::chrono::duration_cast<std::chrono::hours>(
                       std::chrono::system_clock::now().time_since_epoch())
                       .count() /
                   24;
  replay_what_explain_prints(static_cast<std::size_t>(day) % 10, 10);
}

TEST_CASE("replay: what explain prints for every claim with a stored counterexample refutes it",
          "[full]") {
  replay_what_explain_prints(0, 1);
}

TEST_CASE(
    "replay: explain finds a run on which a claim is decided, whatever its domain, and quotes its "
    "id for the shell") {
  const TemporaryFolder folder;
  for (const char* id : {"yun2020a.5.4.params_per_block_O(d)", "yun2020b.D.3.Lemma7.P1",
                         "sparsebert.A.1.dist.repaired", "yun2020b.E.2.4.eq10.repaired"}) {
    const Finished explained = verify({"explain", id});
    INFO(explained.out << explained.err);
    const std::vector<std::string> commands = lines_with(explained.out, "replay       "),
                                   soft = lines_with(explained.out, "enclosed     ");
    if (explained.out.find("\nnot checked") != std::string::npos) continue;
    REQUIRE(commands.size() == 1);
    const std::string verdict = replayed(commands[0], folder).at(id);
    CHECK((verdict == "verified" || verdict == "refuted"));
  }
  write_file(folder / "it's mine.toml", R"([[claim]]
id      = "-mine's$(touch${IFS}x).odd"
source  = "s"
kind    = "printed"
words   = "w"
domain  = "n = 3 and D = 2 and d = 2"
formal  = "forall H in inputs: G(H, 1, 1) >= 0"
truth   = "true"
)");
  const Finished explained = paste(
      "verify explain --claims \"it's mine.toml\" -- '-mine'\\''s$(touch${IFS}x).odd'", folder);
  INFO(explained.out << explained.err);
  const std::vector<std::string> commands = lines_with(explained.out, "replay       ");
  REQUIRE(commands.size() == 1);
  CHECK(replayed(commands[0], folder).at("-mine's$(touch${IFS}x).odd") == "verified");
  CHECK_FALSE(std::filesystem::exists(folder / "x"));
}

TEST_CASE("replay: what reports of runs print gives the verdicts of the certificate", "[full]") {
  const TemporaryFolder folder;
  write_file(folder / "ring.json", R"({"n": 4, "patterns": [[[1,2,4],[1,2,3],[2,3,4],[1,3,4]]]})");
  write_file(
      folder / "f.json",
      R"({"n": 2, "d": 1, "D": 2, "f": [[["49"], ["0"]], [["0"], ["-1/2"]], [["0"], ["0"]], [["0"], ["0"]]]})");
  for (const std::string run :
       {"--n 4 --delta 1/2 --pattern ring.json --only yun2020b.E.2.4.eq10",
        "--n 2 --delta 1/2 --pattern dense --target f.json --only yun2020b.E.3.L",
        "--n 4 --delta 1/2 --pattern strided --window 3 --with c=5/2 --with E.3=0 --only "
        "yun2020b.D",
        "--construction yun2020a --n 2 --delta 1/3 --extended --only yun2020a.B.5.1",
        "--construction sparsebert --n 3 --delta 1/2 --positional --with drop=1 --only "
        "sparsebert.A.2.2"}) {
    INFO(run);
    paste("verify " + run + " --certificate a.cert", folder);
    REQUIRE(std::filesystem::exists(folder / "a.cert"));
    const auto stated = verdicts_of(folder / "a.cert");
    REQUIRE(
        paste("verify report a.cert --no-soft -o a.html && verify report a.cert -o a.md", folder)
            .exit_code == 0);
    std::size_t tried = 0;
    for (const std::string& command : commands_of(read_file(folder / "a.html"))) {
      if (command.find("--certificate") == std::string::npos) {
        CHECK(paste(command, folder).exit_code == 0);  // verify check a.cert
      } else if (++tried <= 4) {
        for (const auto& [id, verdict] : replayed(command, folder)) CHECK(stated.at(id) == verdict);
      }
    }
    CHECK(tried >= 2);
    std::size_t whole = 0;
    for (const std::string& command : lines_with(read_file(folder / "a.md"), "    ")) {
      if (command.find("--certificate") == std::string::npos) continue;
      ++whole;
      CHECK(replayed(command, folder) == stated);
    }
    CHECK(whole == 1);
  }
}

TEST_CASE(
    "replay: what the text and the reports of a box print refutes the claim again, on listed "
    "patterns too") {
  const TemporaryFolder folder;
  write_file(folder / "ring.json", R"({"n": 4, "patterns": [[[1,2,4],[1,2,3],[2,3,4],[1,3,4]]]})");
  for (const std::string box : {"yun2020b.E.2.4.eq10 --box n=4,q=2,d=1 --patterns ring.json",
                                "yun2020a.B.5 --box n=2,q=2..3,d=1 --patterns dense"}) {
    INFO(box);
    const Finished text =
        paste("verify claims " + box + " --progress none --certificate box.cert", folder);
    INFO(text.out << text.err);
    const std::vector<std::string> commands = lines_with(text.out, "      replay: ");
    CHECK(commands.size() >= 1);
    for (const std::string& command : commands)
      CHECK(replayed(command, folder).at(id_in(command)) == "refuted");
    REQUIRE(paste("verify report box.cert -o box.html", folder).exit_code == 0);
    std::size_t tried = 0;
    for (const std::string& command : commands_of(read_file(folder / "box.html"))) {
      if (command.find("--certificate") == std::string::npos || ++tried > 4) continue;
      CHECK(replayed(command, folder).at(id_in(command)) == "refuted");
    }
    CHECK(tried >= 1);
    REQUIRE(paste("verify report box.cert -o box.md", folder).exit_code == 0);
    const std::vector<std::string> of_md = lines_with(read_file(folder / "box.md"), "    ");
    CHECK(of_md.size() >= 2);
    CHECK(of_md.size() <=
          commands.size() +
              1);  // the text has those of stored counterexamples outside of the box too
    CHECK(of_md.front() == "verify check box.cert");
    CHECK(replayed(of_md.back(), folder).at(id_in(of_md.back())) == "refuted");
  }
}

TEST_CASE("replay: what the report of the corpus prints refutes each claim again", "[full]") {
  const TemporaryFolder folder;
  REQUIRE(
      paste("verify report --corpus --box n=2..3,q=2..3,d=1 -o corpus.html", folder).exit_code !=
      70);
  std::size_t tried = 0;
  for (const std::string& command : commands_of(read_file(folder / "corpus.html"))) {
    if (command.find("--certificate") == std::string::npos) continue;
    const std::string id =
        command.starts_with("verify soft") ? "yun2020b.F.2.total" : id_in(command);
    CHECK(replayed(command, folder).at(id) == "refuted");
    ++tried;
  }
  CHECK(tried > 40);
}

TEST_CASE("replay: what a report says of soft maps and of floating point runs as printed",
          "[full]") {
  const TemporaryFolder folder;
  write_file(folder / "ring.json", R"({"n": 3, "patterns": [[[1,2,3],[1,2],[2,3]]]})");
  paste("verify --n 3 --delta 1/2 --pattern ring.json --only yun2020b.F --certificate a.cert",
        folder);
  REQUIRE(paste("verify report a.cert -o a.html", folder).exit_code % 3 == 0);
  std::size_t tried = 0;
  for (const std::string& command : commands_of(read_file(folder / "a.html"))) {
    if (command.find("verify soft") == std::string::npos) continue;
    const Finished finished = paste(command, folder);
    INFO(command << "\n" << finished.out << finished.err);
    CHECK(finished.exit_code <= 2);
    ++tried;
  }
  CHECK(tried == 2);
}

}  // namespace replay_test
