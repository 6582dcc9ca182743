// A small JSON document in memory, for configurations and headers. Strict: duplicate keys, nesting
// beyond 32 and more than 2^20 values are refused.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hardmax {

struct JsonMember;

struct Json {
  enum class Kind { null, boolean, natural, other_number, text, array, object };
  Kind kind = Kind::null;
  bool boolean = false;
  std::uint64_t natural = 0;
  std::string text;                 // of a text; of another number as it is written
  std::vector<Json> items;          // of an array
  std::vector<JsonMember> members;  // of an object, in the order of the file

  [[nodiscard]] bool is(Kind k) const { return kind == k; }
  [[nodiscard]] const Json* find(
      std::string_view name) const;  // of an object; nullptr if there is none
};

struct JsonMember {
  std::string name;
  Json value;
};

// Errors  InvalidInput (file), naming `file`.
Json parse_json(std::string_view bytes, const std::filesystem::path& file);

// Reads the members of one object, and knows which were asked for. Every accessor refuses a value
// of another kind, naming the key.
class JsonObject {
 public:
  JsonObject(const Json& object, std::filesystem::path file, std::string place);

  [[nodiscard]] bool has(std::string_view name);  // present and not null
  [[nodiscard]] std::optional<std::uint64_t> natural(
      std::string_view name);  // null counts as absent
  [[nodiscard]] std::uint64_t natural(std::string_view name, std::uint64_t fallback,
                                      std::uint64_t least, std::uint64_t most);
  [[nodiscard]] std::optional<bool> boolean(std::string_view name);
  [[nodiscard]] std::optional<std::string> text(std::string_view name);
  [[nodiscard]] std::optional<std::vector<std::uint64_t>> naturals(
      std::string_view name);  // an array of them
  [[nodiscard]] std::optional<std::vector<std::string>> texts(std::string_view name);
  [[nodiscard]] const Json* raw(std::string_view name);
  // The first member that nobody asked for and for which `matters` holds.
  template <class Matters>
  [[nodiscard]] std::optional<std::string> unasked(Matters matters) const {
    for (std::size_t i = 0; i < object_.members.size(); ++i) {
      if (!asked_[i] && matters(std::string_view(object_.members[i].name)))
        return object_.members[i].name;
    }
    return std::nullopt;
  }
  // Every member that nobody asked for.
  template <class Visit>
  void visit_unasked(Visit visit) const {
    for (std::size_t i = 0; i < object_.members.size(); ++i) {
      if (!asked_[i]) visit(object_.members[i].name, object_.members[i].value);
    }
  }
  [[noreturn]] void refuse(std::string_view name, const std::string& why) const;

 private:
  const Json& object_;
  std::filesystem::path file_;
  std::string place_;  // "" or the name of the object, for messages
  std::vector<char> asked_;
};

}  // namespace hardmax
