#include <catch2/catch.hpp>

#include "pattern/import/import.hpp"
#include "support.hpp"
#include "support/rounds.hpp"

namespace pattern_json_test {

using namespace hardmax;
using namespace hardmax::test;

namespace {

Pattern read(const std::string& text) {
  const TemporaryFile file("p.json", text);
  return read_pattern_json(file.path());
}

// What is said after "FILE: ".
std::string why(const std::string& text) {
  const TemporaryFile file("p.json", text);
  const std::string line =
      refusal(InvalidInput::Kind::file, [&] { read_pattern_json(file.path()); });
  if (line == "accepted") return line;
  REQUIRE(line.starts_with(file.path().string() + ": "));
  REQUIRE(line.find('\n') == std::string::npos);
  REQUIRE(line.size() < file.path().string().size() + 250);
  return line.substr(file.path().string().size() + 2);
}

}  // namespace

TEST_CASE(
    "pattern json: neighbours are 1-based by default, 0-based on request, in any order, keys in "
    "any order") {
  const std::vector<std::vector<std::string>> expected{{"x.x", ".x.", "..."},
                                                       {"xxx", ".x.", "..x"}};
  const auto same = [&](const Pattern& p) {
    return picture(p, 0) == expected[0] && picture(p, 1) == expected[1] && p.layers() == 2;
  };
  REQUIRE(same(read(R"({"n": 3, "patterns": [[[1, 3], [2], []], [[2, 1, 3], [2], [3]]]})")));
  REQUIRE(same(read(
      R"({"patterns": [[[2, 0], [1], []], [[0, 1, 2], [1], [2]]], "index_base": 0, "n": 3})")));
  REQUIRE(same(read(
      R"({"index_base": 1, "n": 3, "patterns": [[[1, 3], [2], []], [[1, 2, 3], [2], [3]]]})")));
}

TEST_CASE("pattern json: the name is the file's own") {
  const TemporaryFile file("my pattern.json", R"({"n": 1, "patterns": [[[1]]]})");
  REQUIRE(read_pattern_json(file.path()).name() == "my pattern.json");
}

// Behind the last layer of a file the first follows: A B A is no shorter pattern, A B A B is A B.
TEST_CASE("pattern json: only whole repetitions are dropped") {
  const std::string A = "[[1], [2]]", B = "[[1, 2], [1, 2]]";
  const auto layers = [](const std::string& list) {
    const TemporaryFile file("p.json", R"({"n": 2, "patterns": [)" + list + "]}");
    return import_pattern({.name_or_file = file.path().string()}).pattern.layers.size();
  };
  CHECK(layers(A + "," + B + "," + A) == 3);
  CHECK(layers(A + "," + A + "," + B + "," + A + "," + A) == 5);
  CHECK(layers(A + "," + B + "," + A + "," + B) == 2);
  CHECK(layers(A + "," + B + "," + B + "," + A + "," + B + "," + B) == 3);
  CHECK(layers(A + "," + A + "," + A) == 1);
  // A model's layers are used once: three of them, the second of which slides, are a period of two.
  const TemporaryFile model(
      "config.json", R"({"model_type": "gemma2", "num_hidden_layers": 3, "sliding_window": 2, )"
                     R"("max_position_embeddings": 8})");
  const Import import = import_pattern({.name_or_file = model.path().string()});
  CHECK(import.model_layers == 3);
  CHECK(import.pattern.layers.size() == 2);
}

TEST_CASE("pattern json: every malformed file is refused by one line that says where") {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", "the file is empty"},
      {" ", "not JSON at byte 2"},
      {"[]", "found an array at the top, where an object is due"},
      {"7", "found a number at the top, where an object is due"},
      {"{}", "the key \"n\" is missing"},
      {R"({"n": 1})", "the key \"patterns\" is missing"},
      {R"({"n": 1, "patterns": [[[1]]], "n": 1})", "the key \"n\" occurs twice"},
      {R"({"n": 1, "patterns": [[[1]]], "patterns": [[[1]]]})",
       "the key \"patterns\" occurs twice"},
      {R"({"n": 1, "index_base": 1, "index_base": 1, "patterns": [[[1]]]})",
       "the key \"index_base\" occurs twice"},
      {R"({"n": 1, "patterns": [[[1]]], "name": "x"})",
       "unknown key \"name\"; a pattern has \"n\", \"index_base\" and \"patterns\""},
      {R"({"n": 0, "patterns": [[]]})", "\"n\" is 0; it is at least 1 and at most 2^20 = 1048576"},
      {R"({"n": 2000000, "patterns": [[]]})",
       "\"n\" is 2000000; it is at least 1 and at most 2^20 = 1048576"},
      {R"({"n": 2, "index_base": 2, "patterns": [[[2],[3]]]})",
       "\"index_base\" is 2; it is 0 or 1"},
      {R"({"n": 1, "patterns": []})", "\"patterns\" has no layer"},
      {R"({"n": 2, "patterns": [[[1], [2]], [[1]]]})", "layer 2 has 1 tokens, but \"n\" is 2"},
      {R"({"n": 2, "patterns": [[[1], [3]]]})",
       "layer 1, token 2: the neighbour 3 is outside 1..2"},
      {R"({"n": 2, "patterns": [[[0], [2]]]})",
       "layer 1, token 1: the neighbour 0 is outside 1..2"},
      {R"({"n": 2, "index_base": 0, "patterns": [[[0], [2]]]})",
       "layer 1, token 2: the neighbour 2 is outside 0..1"},
      {R"({"n": 2, "patterns": [[[1, 2, 1], [2]]]})",
       "layer 1, token 1: the neighbour 1 is listed twice"},
      {R"({"n": 2, "patterns": [[[1], [1.0]]]})",
       "the number \"1.0\" is not an integer below 2^32, written with digits only"},
      {R"({"n": 1e0, "patterns": [[[1]]]})",
       "the number \"1e0\" is not an integer below 2^32, written with digits only"},
      {R"({"n": 1, "patterns": [[[18446744073709551617]]]})",
       "the number \"18446744073709551617\" is not an integer below 2^32, written with digits "
       "only"},
      {R"({"n": 1, "patterns": [[[4294967297]]]})", "the number 4294967297 is too large"},
      {R"({"n": 1, "patterns": [[[-1]]]})", "the number -1 is negative"},
      {R"({"n": 1, "patterns": [[["1"]]]})",
       "found the text \"1\" where a neighbour, an integer, is due"},
      {R"({"n": 1, "patterns": [[[null]]]})", "found null where a neighbour, an integer, is due"},
      {R"({"n": 1, "patterns": [[1]]})",
       "found a number where a token, a list of neighbours, is due"},
      {R"({"n": 1, "patterns": [1]})", "found a number where a layer, a list of tokens, is due"},
      {R"({"n": 1, "patterns": 1})", "found a number where the list of layers is due"},
      {R"({"n": [1], "patterns": [[[1]]]})", "found an array where an integer is due"},
      {R"({"n": true, "patterns": [[[1]]]})", "found true or false where an integer is due"},
      {R"({"n": 1, "patterns": [[[[1]]]]})",
       "found an array where a neighbour, an integer, is due"},
      {R"({"n": 1, "patterns": [[{"a": 1}]]})",
       "found an object where a token, a list of neighbours, is due"},
      {R"({"n": 1, "patterns": [[[NaN]]]})", "not JSON at byte 25"},
      {R"({"n": 1, "patterns": [[[1]]]} x)", "not JSON at byte 31"},
      {R"({"n": 1, "patterns": [[[1]],]})", "not JSON at byte 29"},
      {R"({"n": 01, "patterns": [[[1]]]})", "not JSON at byte 8"},
      {"{\"n\": 1, /* */ \"patterns\": [[[1]]]}", "not JSON at byte 10"},
      {std::string("\0\0", 2), "not JSON at byte 1"},
  };
  for (const auto& [text, expected] : cases) {
    CAPTURE(text);
    REQUIRE(why(text) == expected);
  }
}

TEST_CASE("pattern json: every truncation of a good file is refused") {
  const std::string good =
      R"({"n": 2, "index_base": 0, "patterns": [[[0, 1], [1]], [[0], [0, 1]]]})";
  REQUIRE(why(good) == "accepted");
  for (std::size_t length = 0; length < good.size(); ++length) {
    CAPTURE(length);
    REQUIRE(why(good.substr(0, length)) != "accepted");
  }
}

TEST_CASE("pattern json: a million open brackets cost no stack") {
  REQUIRE(why(std::string(1'000'000, '[')) == "found an array at the top, where an object is due");
  REQUIRE(why(R"({"n": 1, "patterns": )" + std::string(1'000'000, '[')) ==
          "found an array where a neighbour, an integer, is due");
  REQUIRE(why("{\"n\":" + std::string(1'000'000, '{')) ==
          "found an object where an integer is due");
}

TEST_CASE("pattern json: a file of 100 MB is refused before it is read") {
  const TemporaryFile file("big.json", "{");
  std::filesystem::resize_file(file.path(), 100'000'000);  // sparse
  REQUIRE(refusal(InvalidInput::Kind::file, [&] { read_pattern_json(file.path()); }) ==
          file.path().string() + ": has 100000000 bytes; the limit for this format is 33554432");
}

TEST_CASE("pattern json: missing files and folders are refused") {
  REQUIRE(refusal(InvalidInput::Kind::file, [] { read_pattern_json("/nowhere/p.json"); }) ==
          "/nowhere/p.json: no such file");
  REQUIRE(refusal(InvalidInput::Kind::file, [] {
            make_pattern({.name_or_file = "nowhere.json"});
          }) == "nowhere.json: no such file");
  const auto folder = std::filesystem::temp_directory_path();
  REQUIRE(refusal(InvalidInput::Kind::file, [&] { read_pattern_json(folder); }) ==
          folder.string() + ": not a regular file");
}

TEST_CASE("pattern json: --n may repeat the file's n but not contradict it") {
  const TemporaryFile file("p.json", R"({"n": 2, "patterns": [[[1], [1, 2]]]})");
  REQUIRE(make_pattern({.name_or_file = file.path().string(), .n = 2}).tokens() == 2);
  REQUIRE(make_pattern({.name_or_file = file.path().string()}).tokens() == 2);
  REQUIRE(refusal(InvalidInput::Kind::option, [&] {
            make_pattern({.name_or_file = file.path().string(), .n = 3});
          }) == "--n 3: the pattern in " + file.path().string() + " has 2 tokens; write --n 2");
}

TEST_CASE("pattern json: a seeded mutation of a good file is read or refused, never worse") {
  const std::string good =
      R"({"n": 3, "index_base": 1, "patterns": [[[1, 2], [1, 2, 3], [3]], [[1], [2], [2, 3]]]})";
  static constexpr std::string_view alphabet = "0123456789[]{},:\"-.eE \n\\untrfalse\xFF";
  std::mt19937_64 random(20261127);
  const TemporaryFile file("p.json", "");
  for (int round = 0; round < testing::rounds(5000); ++round) {
    std::string text = good;
    for (std::uint64_t edits = 1 + random() % 4; edits > 0; --edits) {
      const std::size_t at = random() % (text.size() + 1);
      const char c = alphabet[random() % alphabet.size()];
      switch (random() % 4) {
        case 0: text.insert(at, 1, c); break;
        case 1: text.erase(at, 1 + random() % 5); break;
        case 2:
          if (at < text.size()) text[at] = c;
          break;
        default: text.insert(at, text.substr(random() % text.size(), random() % 12));
      }
      if (text.empty()) text.push_back('{');
    }
    CAPTURE(round, text);
    file.rewrite(text);
    try {
      const Pattern p = read_pattern_json(file.path());
      REQUIRE(p.tokens() >= 1);
    } catch (const InvalidInput& e) {
      REQUIRE(e.kind == InvalidInput::Kind::file);
      REQUIRE(std::string(e.what()).find('\n') == std::string::npos);
    }
  }
}

}  // namespace pattern_json_test
