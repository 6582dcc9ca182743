// data/patterns/full: whole configurations, with every key that a user's file has, and the layers
// that the documented rules of their classes give.
#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "pattern/import/import.hpp"
#include "support.hpp"
#include "support/rounds.hpp"

namespace full_configurations_test {

using namespace hardmax;
using namespace hardmax::test;

namespace {

const std::filesystem::path folder = std::filesystem::path(HARDMAX_ROOT) / "data/patterns/full";

nlohmann::json models() {
  std::ifstream in(folder / "index.json");
  REQUIRE(in);
  return nlohmann::json::parse(in).at("models");
}

// The keys of a token by a rule of the index: "all", "before", "back W", "sides W", "chunk W",
// "chunks SIZE BEFORE".
Intervals keys_by(const std::string& rule, std::uint64_t token, std::uint64_t n) {
  std::istringstream in(rule);
  std::string word;
  std::uint64_t w = 0, before = 0;
  in >> word >> w >> before;
  if (word == "all") return {{0, n}};
  if (word == "before") return {{0, token + 1}};
  if (word == "back") return {{token + 1 - std::min(token + 1, w), token + 1}};
  if (word == "sides") return {{token - std::min(token, w), std::min(n, token + w + 1)}};
  if (word == "chunk") return {{token / w * w, token + 1}};
  REQUIRE(word == "chunks");
  const std::uint64_t chunk = token / w;
  return {{(chunk - std::min(chunk, before)) * w, token + 1}};
}

PatternRequest request_of(const nlohmann::json& model) {
  PatternRequest request;
  request.name_or_file = (folder / model.at("file").get<std::string>()).string();
  request.n = model.at("n").get<std::size_t>();
  if (model.contains("layer")) request.import.layer = model.at("layer").get<std::uint64_t>();
  return request;
}

}  // namespace

TEST_CASE("full configurations: every file gives the layers that its class's rule gives") {
  std::size_t read = 0;
  for (const nlohmann::json& model : models()) {
    CAPTURE(model.at("file").get<std::string>());
    if (model.contains("refused")) {
      const std::string why =
          refusal(InvalidInput::Kind::file, [&] { import_pattern(request_of(model)); });
      REQUIRE(why.find(model.at("refused").get<std::string>()) != std::string::npos);
      continue;
    }
    const Import import = import_pattern(request_of(model));
    const auto period = model.at("period").get<std::vector<std::string>>();
    const std::uint64_t n = model.at("n").get<std::uint64_t>();
    REQUIRE(import.pattern.n == n);
    REQUIRE(import.pattern.layers.size() == period.size());
    if (!model.contains("layer"))
      REQUIRE(import.model_layers == model.at("layers").get<std::size_t>());
    Intervals row;
    for (std::size_t l = 0; l < period.size(); ++l) {
      for (std::uint64_t token = 0; token < n; token += 1 + n / 1000) {
        row_intervals(import.pattern, l, token, row);
        CAPTURE(l, token, period[l]);
        REQUIRE(row == keys_by(period[l], token, n));
      }
      row_intervals(import.pattern, l, n - 1, row);
      REQUIRE(row == keys_by(period[l], n - 1, n));
    }
    ++read;
  }
  REQUIRE(read >= 24);
}

TEST_CASE("full configurations: without a key that says a window, the class's default is said") {
  for (const nlohmann::json& model : models()) {
    if (model.contains("refused") || model.contains("layer")) continue;
    CAPTURE(model.at("file").get<std::string>());
    std::ifstream in(folder / model.at("file").get<std::string>());
    nlohmann::json document = nlohmann::json::parse(in);
    if (document.value("sliding_window", nlohmann::json()).is_null() ||
        document.value("use_bidirectional_attention", false))
      continue;
    document.erase("sliding_window");
    document.erase("sliding_window_size");
    document.erase("layer_types");
    const TemporaryFile file("config.json", document.dump());
    PatternRequest request = request_of(model);
    request.name_or_file = file.path().string();
    const Import import = import_pattern(request);
    REQUIRE(std::any_of(import.understood.begin(), import.understood.end(),
                        [](const std::string& line) {
                          return line.find("sliding_window is not given: ") == 0 &&
                                 line.find("the default of the class") != std::string::npos;
                        }));
  }
}

TEST_CASE("full configurations: every file of the folder is on the list") {
  std::set<std::string> listed{"index.json"}, found;
  for (const nlohmann::json& model : models()) listed.insert(model.at("file").get<std::string>());
  for (const auto& file : std::filesystem::directory_iterator(folder))
    found.insert(file.path().filename().string());
  REQUIRE(found == listed);
}

TEST_CASE("full configurations: a seeded mutation is read or refused, never worse") {
  std::vector<std::string> texts;
  for (const nlohmann::json& model : models()) {
    std::ifstream in(folder / model.at("file").get<std::string>());
    texts.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  const std::string_view alphabet = "0123456789{}[],:\"-.e _";
  std::mt19937_64 random(43);
  const TemporaryFile file("config.json", "");
  int accepted = 0;
  for (int round = 0; round < testing::rounds(10'000); ++round) {
    std::string text = texts[static_cast<std::size_t>(round) % texts.size()];
    for (std::uint64_t edits = 1 + random() % 2; edits > 0; --edits) {
      const std::size_t at = random() % text.size();
      const char c = alphabet[random() % alphabet.size()];
      switch (random() % 3) {
        case 0: text[at] = c; break;
        case 1: text.insert(at, 1, c); break;
        default: text.erase(at, 1 + random() % 3);
      }
    }
    CAPTURE(round, text);
    file.rewrite(text);
    try {
      PatternRequest request;
      request.name_or_file = file.path().string();
      request.n = 64;
      const Import import = import_pattern(request);
      REQUIRE(import.pattern.n == 64);
      ++accepted;
    } catch (const InvalidInput& e) {
      REQUIRE(std::string(e.what()).find('\n') == std::string::npos);
    }
  }
  REQUIRE(accepted > testing::met(3000));
}

}  // namespace full_configurations_test
