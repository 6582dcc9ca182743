#include "cli/vector_file.hpp"

#include <fmt/core.h>

#include <limits>

#include "cli/option_values.hpp"
#include "exact/error.hpp"
#include "pattern/file_bytes.hpp"
#include "pattern/json_reader.hpp"

namespace hardmax::cli {

namespace {

constexpr std::uint64_t kVectorBytes = std::uint64_t{64} << 20;
constexpr std::size_t kVectorDigits = 1000, kMostEntries = std::size_t{1} << 20;
constexpr std::size_t kMostDimension = 1024;

class VectorHandler final : public JsonEvents {
 public:
  std::string why;  // set as soon as something is refused
  std::vector<std::vector<Rational>> vectors;
  std::vector<std::vector<std::uint64_t>> tuples;
  bool has_vectors = false, has_tuples = false;

  bool null() override { return unexpected("null"); }
  bool boolean(bool) override { return unexpected("true or false"); }
  bool natural(std::uint64_t value) override {
    if (arrays_ != 2) return unexpected("a number");
    if (key_ == Key::vectors) return entry(Rational(value));
    if (++entries_ > kMostEntries) return refuse("more than 2^20 entries");
    tuples.back().push_back(value);
    return true;
  }
  bool negative(std::int64_t value) override {
    if (arrays_ != 2 || key_ != Key::vectors) return unexpected("a negative number");
    return entry(Rational(value));
  }
  bool decimal(std::string_view text) override {
    return unexpected("the number " + show_text(text));
  }
  bool text(std::string_view value) override {
    if (arrays_ != 2 || key_ != Key::vectors) return unexpected("the text " + show_text(value));
    const auto parsed = value.size() <= kVectorDigits ? Rational::parse(value) : std::nullopt;
    if (!parsed)
      return refuse(
          fmt::format("vector {}: {} is no integer and no quotient of two of at most "
                      "1000 characters; write for example \"-3/5\"",
                      vectors.size(), show_text(value)));
    return entry(*parsed);
  }
  bool begin_object() override {
    if (opened_) return unexpected("an object");
    return opened_ = true;
  }
  bool end_object() override { return true; }
  bool key(std::string_view name) override {
    key_ = name == "vectors" ? Key::vectors : name == "tuples" ? Key::tuples : Key::none;
    if (key_ == Key::none)
      return refuse("unknown key " + show_text(name) + "; there are \"vectors\" and \"tuples\"");
    bool& seen = key_ == Key::vectors ? has_vectors : has_tuples;
    if (seen) return refuse("the key " + show_text(name) + " occurs twice");
    return seen = true;
  }
  bool begin_array() override {
    if (key_ == Key::none || arrays_ == 2) return unexpected("an array");
    if (++arrays_ == 2) {
      if (key_ == Key::vectors)
        vectors.emplace_back();
      else
        tuples.emplace_back();
    }
    return true;
  }
  bool end_array() override {
    if (--arrays_ == 0) key_ = Key::none;
    return true;
  }
  void malformed(std::size_t byte) override { why = fmt::format("not JSON at byte {}", byte); }

 private:
  enum class Key { none, vectors, tuples };

  bool entry(Rational x) {
    if (++entries_ > kMostEntries) return refuse("more than 2^20 entries");
    vectors.back().push_back(std::move(x));
    return true;
  }
  bool refuse(std::string reason) {
    why = std::move(reason);
    return false;
  }
  bool unexpected(const std::string& what) {
    return refuse(fmt::format(
        "found {} {}", what,
        !opened_ ? "at the top, where an object is due"
        : key_ == Key::none
            ? "where a key is due"
            : (key_ == Key::vectors ? "in \"vectors\", which holds arrays of entries"
                                    : "in \"tuples\", which holds arrays of numbers of vectors")));
  }

  Key key_ = Key::none;
  bool opened_ = false;
  int arrays_ = 0;  // how many are open
  std::size_t entries_ = 0;
};

void require_unit_vectors(const std::filesystem::path& file,
                          const std::vector<std::vector<Rational>>& vectors) {
  if (vectors.empty()) refuse_file(file, "\"vectors\" has no vector; write one");
  const std::size_t dimension = vectors.front().size();
  if (dimension == 0 || dimension > kMostDimension)
    refuse_file(file,
                fmt::format("vector 1 has {} entries; give 1 to {}", dimension, kMostDimension));
  for (std::size_t v = 0; v < vectors.size(); ++v) {
    if (vectors[v].size() != dimension)
      refuse_file(file, fmt::format("vector {} has {} entries, and vector 1 has {}; give all as "
                                    "many",
                                    v + 1, vectors[v].size(), dimension));
    Rational length;
    for (const Rational& x : vectors[v]) length += x * x;
    if (length != Rational(1))
      refuse_file(file, fmt::format("vector {} has the squared length {}, not 1; give unit vectors",
                                    v + 1, length.str()));
  }
}

void require_tuples(const std::filesystem::path& file, const decide::VectorList& list) {
  if (list.tuples.empty()) refuse_file(file, "\"tuples\" has no tuple; write one, or leave it out");
  const std::size_t length = list.tuples.front().size();
  if (length == 0) refuse_file(file, "tuple 1 is empty; write numbers of vectors, from 1");
  for (std::size_t i = 0; i < list.tuples.size(); ++i) {
    if (list.tuples[i].size() != length)
      refuse_file(file, fmt::format("tuple {} has {} vectors, and tuple 1 has {}; give all as many",
                                    i + 1, list.tuples[i].size(), length));
    for (const std::uint64_t v : list.tuples[i])
      if (v == 0 || v > list.vectors.size())
        refuse_file(file, fmt::format("tuple {} has the number {}; there are vectors 1 to {}",
                                      i + 1, v, list.vectors.size()));
  }
}

std::vector<std::vector<std::uint64_t>> all_tuples(std::uint64_t vectors, std::uint64_t length) {
  std::uint64_t count = 1;
  for (std::uint64_t k = 0; k < length; ++k) {
    count *= vectors;
    if (count > most_tuples / length)
      bad(
          fmt::format("--tuples {}: {} vectors have more than {} tuples of so many; give a smaller "
                      "number",
                      length, vectors, most_tuples / length));
  }
  std::vector<std::vector<std::uint64_t>> out;
  std::vector<std::uint64_t> tuple(length, 1);
  for (std::uint64_t i = 0; i < count; ++i) {
    out.push_back(tuple);
    for (std::size_t k = length; k-- > 0 && ++tuple[k] > vectors;) tuple[k] = 1;
  }
  return out;
}

}  // namespace

decide::VectorList read_vectors(const std::filesystem::path& file,
                                std::optional<std::uint64_t> all) {
  const std::string bytes = read_file_bytes(file, kVectorBytes);
  VectorHandler read;
  if (bytes.empty()) refuse_file(file, "the file is empty");
  if (!read_json(bytes, read)) refuse_file(file, read.why);
  if (!read.has_vectors) refuse_file(file, "the key \"vectors\" is missing");
  require_unit_vectors(file, read.vectors);
  decide::VectorList list{file.string(), std::move(read.vectors), std::move(read.tuples)};
  if (!read.has_tuples) {
    list.tuples.emplace_back();
    for (std::size_t v = 1; v <= list.vectors.size(); ++v) list.tuples.back().push_back(v);
  }
  require_tuples(file, list);
  if (all) list.tuples = all_tuples(list.vectors.size(), *all);
  return list;
}

}  // namespace hardmax::cli
