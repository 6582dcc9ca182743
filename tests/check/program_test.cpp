// verify-check as a user runs it: exit codes and lines.
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdio>

#include "support.hpp"

namespace program_test {

using namespace check_test;

namespace {

struct Answer {
  int code = -1;
  std::string text;
};
Answer run(const std::string& arguments, const std::string& before = "") {
  Answer out;
  FILE* pipe = popen((before + VERIFY_CHECK + " " + arguments + " 2>&1").c_str(), "r");
  REQUIRE(pipe != nullptr);
  char block[4096];
  for (std::size_t size; (size = std::fread(block, 1, sizeof block, pipe)) > 0;)
    out.text.append(block, size);
  const int status = pclose(pipe);
  out.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return out;
}

class Folder {  // of its own for a test, removed at the end
 public:
  Folder()
      : path_(std::filesystem::temp_directory_path() /
              ("hardmax_check_" + std::to_string(getpid()) + "_" + std::to_string(count++))) {
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return (path_ / name).string();
  }
  std::string path() const { return path_.string(); }

 private:
  static inline int count = 0;
  std::filesystem::path path_;
};

const std::string claims_folder = (root / "certificate/claims").string();
const std::string accepted = (root / "certificate/accept/strided.json").string();

}  // namespace

TEST_CASE("program: 0 for a certificate that is right, in either order of the arguments") {
  const Answer answer = run("--claims " + claims_folder + " " + accepted);
  CHECK(answer.code == 0);
  CHECK(answer.text.starts_with(
      "accepted: 1 error, 4 not_checkable, 8 refuted, 3 verified, 16 inputs executed; yun2020b, n "
      "= 4, d = 1, D = 2, pattern 1 2 3/1 2 3 4/1 2 3 4/2 3 4 | 1 3/2 4/1 3/2 4 (2 layers, 22 "
      "edges), target identity, as printed\nclaims: " +
      claims_folder + ", "));
  CHECK(std::count(answer.text.begin(), answer.text.end(), '\n') == 2);
  CHECK(run(accepted + " --claims " + claims_folder).code == 0);
}

// Sanitizers need more address space than the limit leaves.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
TEST_CASE(
    "program: 3 and one line where the system gives no more memory, to GMP or to a container") {
  using namespace hardmax::check;
  for (const std::string formal :
       {"prod(i in 1..12: (2^66)^1000000) > 0", "card(union(i in 1..4: (i..1000000))) = 1000000"}) {
    Folder folder;
    const std::string toml =
        "[[claim]]\nid = \"yun2020b.x\"\nsource = \"t\"\nkind = \"printed\"\nwords = \"\"\ndomain "
        "= \"true\"\ntruth = \"open\"\nformal = \"" +
        formal + "\"\n";
    Entries entries;
    read_entries(toml, "t", entries);
    folder.write("c.toml", toml);
    const std::string file = folder.write(
        "c.json",
        R"({"format":"hardmax-cert","version":"3.0","kind":"run","run":{"construction":"yun2020b","n":"2","d":"1","D":"2","pattern":[["1 2","1"]],"target":"identity","overrides":[]},)"
        R"("derived":{"gamma":"1 2","l":"1","s":"2","E":"","c":"0","layers":"0"},"totals":{"inputs":"0","ids":"0","distinct_ids":"0","digest":"0000000000000000"},"only":"",)"
        R"("claims":[{"id":"yun2020b.x","sha256":")" +
            sha256(binding_text(entries.at("yun2020b.x"))) +
            R"(","verdict":"verified","tier":"exhaustive","evidence":"replay","reason":"","witness":{}}])" +
            end_of_certificate(entries));
    const Answer answer = run("--claims " + folder.path() + " " + file, "ulimit -v 60000; ");
    INFO(formal << ": " << answer.text);
    CHECK(answer.code == 3);
    CHECK(answer.text ==
          "incomplete: out of memory: this program needs more than the system gives it (ulimit -v, "
          "or what is free)\n");
  }
}
#endif

TEST_CASE("program: 1 and one line for what is wrong") {
  const Answer answer = run("--claims " + claims_folder + " " +
                            (root / "certificate/reject/totals_digest_other.json").string());
  CHECK(answer.code == 1);
  CHECK(answer.text ==
        "rejected: totals.digest: stated \"0000000a7ec2d9a1\", found \"0000000a7ec2d9a0\"\n");
  Folder folder;
  CHECK(run("--claims " + claims_folder + " " + folder.write("empty", "")).code == 1);
  CHECK(run("--claims " + claims_folder + " " + folder.write("deep", std::string(1000000, '[')))
            .text ==
        "rejected: certificate, byte 32: stated \"[[[[[[[[[[[[[[[[[[[[\", found that nesting of at "
        "most 32 must stand here\n");
  CHECK(run("--claims " + claims_folder + " " + accepted + "x").code == 65);
}

TEST_CASE("program: 65 for claims that are malformed or not there, 3 for other claims") {
  Folder folder;
  CHECK(run("--claims " + folder.path() + " " + accepted).text ==
        "unreadable: " + folder.path() + ": holds no claim\n");
  folder.write("a.toml", "# nothing but this\n");
  CHECK(run("--claims " + folder.path() + " " + accepted).code == 65);
  folder.write("a.toml", "[[claim]]\nid = 1\n");
  const Answer answer = run("--claims " + folder.path() + " " + accepted);
  CHECK(answer.code == 65);
  CHECK(answer.text.find("a.toml:2: stated") != std::string::npos);
  const std::string id =
      "[[claim]]\nid = \".a\"\nsource = \"t\"\nkind = \"printed\"\nwords = \"\"\ndomain = "
      "\"true\"\ntruth = \"open\"\nformal = \"true\"\n";
  folder.write("a.toml", id);
  CHECK(run("--claims " + folder.path() + " " + accepted).code == 65);
  const Answer others =
      run("--claims " + (root / "certificate/open_claims").string() + " " + accepted);
  CHECK(others.code == 3);
  CHECK(others.text.rfind("other claims: the certificate was made with the claims of digest ", 0) ==
        0);
}

TEST_CASE(
    "program: a file named paper.toml or construction.toml holds no claims, and the second is "
    "read") {
  Folder folder;
  std::filesystem::copy(root / "certificate/claims", folder.path() + "/claims",
                        std::filesystem::copy_options::recursive);
  folder.write("claims/yun2020b/paper.toml", "title = \"no claim\"\n");
  const std::filesystem::path shipped =
      std::filesystem::path(HARDMAX_ROOT) / "proofs/yun2020b/construction.toml";
  std::filesystem::copy(shipped, folder.path() + "/claims/yun2020b/construction.toml");
  CHECK(run("--claims " + folder.path() + "/claims " + accepted).code == 0);
  folder.write("claims/yun2020b/construction.toml", "[construction]\n");
  CHECK(run("--claims " + folder.path() + "/claims " + accepted).code == 65);
  std::filesystem::remove(folder.path() + "/claims/yun2020b/construction.toml");
  folder.write("claims/yun2020b/papers.toml", "title = \"no claim\"\n");
  CHECK(run("--claims " + folder.path() + "/claims " + accepted).code == 65);
}

TEST_CASE("program: editing a claim file alone changes the answer") {
  Folder folder;
  std::filesystem::copy(root / "certificate/claims", folder.path() + "/claims",
                        std::filesystem::copy_options::recursive);
  CHECK(run("--claims " + folder.path() + "/claims " + accepted).code == 0);
  std::string text = read(root / "certificate/claims/yun2020b/t.toml");
  const std::string old = "forall k in 1..n: not k = 2";
  text.replace(text.find(old), old.size(), "forall k in 1..n: not k = 3");
  folder.write("claims/yun2020b/t.toml", text);
  const Answer answer = run("--claims " + folder.path() + "/claims " + accepted);
  CHECK(answer.code == 3);
  CHECK(answer.text.find("with another text here: yun2020b.t.not") != std::string::npos);
}

TEST_CASE("program: a formula that is no formula is refused with its file and byte") {
  Folder folder;
  std::string text = read(root / "certificate/open_claims/open.toml");
  const std::string old = "2^(10^7) > 0";
  text.replace(text.find(old), old.size(), "2^(10^7) >");
  folder.write("a.toml", text);
  // the certificate must be bound to the broken formula, or the binding is what is refused
  std::string certificate = read(root / "certificate/survive/open.json");
  hardmax::check::Entries entries = hardmax::check::load_entries(folder.path());
  hardmax::check::Entries before = hardmax::check::load_entries(root / "certificate/open_claims");
  const std::string was =
      hardmax::check::sha256(hardmax::check::binding_text(before.at("yun2020b.o.limit")));
  const std::string is =
      hardmax::check::sha256(hardmax::check::binding_text(entries.at("yun2020b.o.limit")));
  certificate.replace(certificate.find(was), was.size(), is);
  const Answer answer =
      run("--claims " + folder.path() + " " + folder.write("c.json", certificate));
  CHECK(answer.code == 1);
  CHECK(answer.text.find("a.toml:3, formal of yun2020b.o.limit, byte 10") != std::string::npos);
}

TEST_CASE("program: 3 names every claim that is not decided") {
  const Answer answer = run("--claims " + (root / "certificate/open_claims").string() + " " +
                            (root / "certificate/survive/open.json").string());
  CHECK(answer.code == 3);
  CHECK(
      answer.text.starts_with("incomplete: claim yun2020b.o.limit: undecided (limit)\n"
                              "incomplete: claim yun2020b.o.unknown: undecided (unknown)\n"
                              "everything else agrees: 1 not_checkable, 2 undecided, 1 verified, 4 "
                              "inputs executed; yun2020b, n = 2, d = 1, D = 2, pattern 1 2/1 2 (1 "
                              "layer, 4 edges), target identity, as printed\nclaims: "));
}

TEST_CASE("program: 64 for a wrong call") {
  for (const std::string& call : std::vector<std::string>{
           "", accepted, "--claims " + claims_folder, "--claims", "--claims a b c",
           "--help --version", "--claim a b", "--claims a --b"})
    CHECK(run(call).code == 64);
  const std::string right = "--claims " + claims_folder + " " + accepted;
  for (const std::string& more :
       std::vector<std::string>{"--audit 0", "--audit x", "--audit -1", "--audit 1.5", "--audit ''",
                                "--audit 1000000000", "--audit", "--seed 1", "--audit 1 --audit 1",
                                "--audit 1 --seed"}) {
    INFO(more);
    CHECK(run(right + " " + more).code == 64);
  }
}

TEST_CASE("program: 3 for an audit, 1 where it finds something") {
  const Answer answer = run("--audit 1 --claims " + claims_folder + " --seed abc " + accepted);
  CHECK(answer.code == 3);
  CHECK(answer.text.find(
            "incomplete: an audit of 16 of 16 inputs; seed abc\nno difference found: 1 error, 4 "
            "not_checkable, 8 refuted, 3 verified, 16 inputs executed; yun2020b, n = 4,") == 0);
  CHECK(run("--audit 1 --claims " + claims_folder + " " +
            (root / "certificate/reject/totals_digest_other.json").string())
            .code == 1);
}

TEST_CASE("program: 65 for what cannot be read") {
  Folder folder;
  CHECK(run("--claims " + claims_folder + " " + folder.path() + "/none").code == 65);
  CHECK(run("--claims " + claims_folder + " " + folder.path()).code == 65);
  CHECK(run("--claims " + folder.path() + "/none " + accepted).code == 65);
  CHECK(run("--claims " + accepted + " " + accepted).code == 65);
}

TEST_CASE(
    "program: 65 for a pipe or a device among the claims, which is not waited for; folders and "
    "links to nothing are passed over") {
  Folder folder;
  std::filesystem::copy(root / "certificate/claims", folder.path() + "/claims",
                        std::filesystem::copy_options::recursive);
  const std::string claims = folder.path() + "/claims", place = claims + "/x.toml",
                    call = "--claims " + claims + " " + accepted;
  std::filesystem::create_symlink("user@host.1:1", claims + "/.#x.toml");  // as Emacs does
  std::filesystem::create_directory(claims + "/folder.toml");
  CHECK(run(call).code == 0);
  REQUIRE(mkfifo(place.c_str(), 0600) == 0);
  CHECK(run(call, "timeout 10 ").code == 65);
  CHECK(run("--claims " + claims_folder + " " + place, "timeout 10 ").code == 65);
  std::filesystem::remove(place);
  for (const char* device : {"/dev/zero", "/dev/null"}) {
    std::filesystem::create_symlink(device, place);
    CHECK(run(call, "timeout 10 ").code == 65);
    std::filesystem::remove(place);
  }
}

TEST_CASE("program: a certificate may come from standard input") {
  CHECK(run("--claims " + claims_folder + " - < " + accepted).code == 0);
  CHECK(run("--claims " + claims_folder + " - < /dev/null").code == 1);
  CHECK(run("--claims - " + accepted + " < /dev/null").code == 65);
}

TEST_CASE("program: --list says what a certificate states, and accepts nothing") {
  const Answer answer = run("--list " + accepted);
  INFO(answer.text);
  CHECK(answer.code == 3);
  CHECK(answer.text.starts_with("certificate of kind run, format "));
  CHECK(answer.text.find("\n16 claims: 1 error, 4 not_checkable, 8 refuted, 3 verified\n") !=
        std::string::npos);
  CHECK(answer.text.ends_with("Nothing of it was checked.\n"));
  CHECK(run("--list - < " + accepted).text == answer.text);
  CHECK(run("--list " + accepted + " --claims " + claims_folder).code == 64);
  CHECK(run("--list /dev/null").code == 65);
  for (const char* folder : {"box/accept", "soft/accept", "structural/accept", "hypotheses/accept",
                             "assumption1/accept", "construction/accept"})
    for (const auto& file : std::filesystem::directory_iterator(root / "certificate" / folder)) {
      INFO(file.path());
      CHECK(run("--list " + file.path().string()).code == 3);
    }
}

}  // namespace program_test
