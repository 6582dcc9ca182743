// The JSON pattern file, read event by event: nothing is built that the handler below does not ask
// for, so nesting costs no stack and what is stored is bounded by the size of the file.
#include <algorithm>
#include <array>
#include <limits>

#include "exact/error.hpp"
#include "pattern/file_bytes.hpp"
#include "pattern/json_reader.hpp"
#include "pattern/pattern.hpp"

namespace hardmax {
namespace {

constexpr std::uint64_t json_byte_limit = std::uint64_t{32} << 20;
constexpr std::uint64_t json_token_limit = std::uint64_t{1} << 20;
constexpr std::size_t layer_limit = 4096;

using Layers = std::vector<std::vector<std::vector<Token>>>;

// Accepts exactly one object with "n", "index_base" (optional) and "patterns". Values are checked
// for form here and against n afterwards, as the keys may come in any order.
class PatternHandler final : public JsonEvents {
 public:
  std::string why;  // set as soon as something is refused
  std::optional<std::uint64_t> n;
  std::optional<std::uint64_t> base;
  std::optional<Layers> layers;

  bool null() override { return unexpected("null"); }
  bool boolean(bool) override { return unexpected("true or false"); }
  bool text(std::string_view value) override { return unexpected("the text " + show_text(value)); }
  bool decimal(std::string_view text) override {
    return refuse("the number " + show_text(text) +
                  " is not an integer below 2^32, written with digits only");
  }
  bool negative(std::int64_t value) override {
    return refuse("the number " + std::to_string(value) + " is negative");
  }
  bool natural(std::uint64_t value) override {
    if (value > std::numeric_limits<Token>::max())
      return refuse("the number " + std::to_string(value) + " is too large");
    if (arrays_ == 3) {
      layers->back().back().push_back(static_cast<Token>(value));
      return true;
    }
    if (arrays_ == 0 && key_ == Key::n) return n = value, closed();
    if (arrays_ == 0 && key_ == Key::base) {
      if (value > 1) return refuse("\"index_base\" is " + std::to_string(value) + "; it is 0 or 1");
      return base = value, closed();
    }
    return unexpected("a number");
  }
  bool begin_object() override {
    if (seen_object_) return unexpected("an object");
    return seen_object_ = true;
  }
  bool end_object() override { return true; }
  bool key(std::string_view name) override {
    if (name == "n" && !n) return key_ = Key::n, true;
    if (name == "index_base" && !base) return key_ = Key::base, true;
    if (name == "patterns" && !layers) return key_ = Key::patterns, true;
    if (name == "n" || name == "index_base" || name == "patterns")
      return refuse("the key " + show_text(name) + " occurs twice");
    return refuse("unknown key " + show_text(name) +
                  "; a pattern has \"n\", \"index_base\" and \"patterns\"");
  }
  bool begin_array() override {
    if (arrays_ == 0 ? key_ != Key::patterns : arrays_ == 3) return unexpected("an array");
    if (arrays_ == 0) layers.emplace();
    if (arrays_ == 1) {
      if (layers->size() == layer_limit)
        return refuse("more than " + std::to_string(layer_limit) + " layers");
      layers->emplace_back();
    }
    if (arrays_ == 2) {
      if (layers->back().size() == json_token_limit)
        return refuse("a layer with more than 2^20 = 1048576 tokens");
      layers->back().emplace_back();
    }
    ++arrays_;
    return true;
  }
  bool end_array() override {
    if (--arrays_ == 0) key_ = Key::none;
    return true;
  }
  void malformed(std::size_t byte) override { why = "not JSON at byte " + std::to_string(byte); }

 private:
  enum class Key { none, n, base, patterns };
  Key key_ = Key::none;
  int arrays_ = 0;  // how many arrays are open
  bool seen_object_ = false;

  bool closed() { return key_ = Key::none, true; }
  bool refuse(std::string reason) {
    why = std::move(reason);
    return false;
  }
  bool unexpected(const std::string& what) {
    std::string place = "at the top, where an object is due";
    if (seen_object_) place = "where an integer is due";
    if (key_ == Key::patterns) {
      constexpr std::array places{
          "where the list of layers is due", "where a layer, a list of tokens, is due",
          "where a token, a list of neighbours, is due", "where a neighbour, an integer, is due"};
      place = places[static_cast<std::size_t>(arrays_)];
    }
    return refuse("found " + what + " " + place);
  }
};

}  // namespace

Pattern read_pattern_json(const std::filesystem::path& file) {
  const std::string bytes = read_file_bytes(file, json_byte_limit);
  PatternHandler read;
  if (bytes.empty()) refuse_file(file, "the file is empty");
  if (!read_json(bytes, read)) refuse_file(file, read.why);
  if (!read.n) refuse_file(file, "the key \"n\" is missing");
  if (!read.layers) refuse_file(file, "the key \"patterns\" is missing");
  const std::uint64_t n = *read.n, base = read.base.value_or(1);
  if (n == 0 || n > json_token_limit)
    refuse_file(file,
                "\"n\" is " + std::to_string(n) + "; it is at least 1 and at most 2^20 = 1048576");
  Layers& layers = *read.layers;
  if (layers.empty()) refuse_file(file, "\"patterns\" has no layer");
  for (std::size_t l = 0; l < layers.size(); ++l) {
    const std::string layer = "layer " + std::to_string(l + 1);
    if (layers[l].size() != n) {
      refuse_file(file, layer + " has " + std::to_string(layers[l].size()) +
                            " tokens, but \"n\" is " + std::to_string(n));
    }
    for (std::size_t k = 0; k < n; ++k) {
      auto& row = layers[l][k];
      const std::string place = layer + ", token " + std::to_string(k + 1);
      for (Token& j : row) {
        if (j < base || j - base >= n) {
          refuse_file(file, place + ": the neighbour " + std::to_string(j) + " is outside " +
                                std::to_string(base) + ".." + std::to_string(base + n - 1));
        }
        j -= static_cast<Token>(base);
      }
      std::sort(row.begin(), row.end());
      const auto twice = std::adjacent_find(row.begin(), row.end());
      if (twice != row.end())
        refuse_file(
            file, place + ": the neighbour " + std::to_string(*twice + base) + " is listed twice");
      row.shrink_to_fit();
    }
  }
  return Pattern(file.filename().string(), std::move(layers));
}

}  // namespace hardmax
