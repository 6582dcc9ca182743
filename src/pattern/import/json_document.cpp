#include "pattern/import/json_document.hpp"

#include <algorithm>
#include <set>

#include "pattern/file_bytes.hpp"
#include "pattern/json_reader.hpp"

namespace hardmax {

const Json* Json::find(std::string_view name) const {
  for (const auto& [key, value] : members) {
    if (key == name) return &value;
  }
  return nullptr;
}

namespace {

constexpr std::size_t depth_limit = 32;
constexpr std::size_t value_limit = std::size_t{1} << 20;

class Builder final : public JsonEvents {
 public:
  Json root;
  std::string why;

  bool null() override { return put({}); }
  bool boolean(bool value) override {
    Json json;
    json.kind = Json::Kind::boolean;
    json.boolean = value;
    return put(std::move(json));
  }
  bool natural(std::uint64_t value) override {
    Json json;
    json.kind = Json::Kind::natural;
    json.natural = value;
    return put(std::move(json));
  }
  bool negative(std::int64_t value) override { return number(std::to_string(value)); }
  bool decimal(std::string_view text) override { return number(std::string(text)); }
  bool text(std::string_view value) override {
    Json json;
    json.kind = Json::Kind::text;
    json.text = value;
    return put(std::move(json));
  }
  bool begin_object() override { return open(Json::Kind::object); }
  bool begin_array() override { return open(Json::Kind::array); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(std::string_view name) override {
    Json& object = *open_.back();
    if (!names_.back().emplace(name).second)
      return refuse("the key " + show_text(name) + " occurs twice");
    object.members.push_back({std::string(name), Json{}});
    return true;
  }
  void malformed(std::size_t at) override {
    why = "not JSON at byte " + std::to_string(at);
    byte = at;
  }
  std::size_t byte = 0;  // where the text stops being JSON, from 1; 0 if it is JSON

 private:
  // Pointers stay valid: a container grows only while it is the innermost open one.
  std::vector<Json*> open_;
  std::vector<std::set<std::string, std::less<>>> names_;  // of the open containers
  std::size_t values_ = 0;

  bool refuse(std::string reason) {
    why = std::move(reason);
    return false;
  }
  bool number(std::string text) {
    Json json;
    json.kind = Json::Kind::other_number;
    json.text = std::move(text);
    return put(std::move(json));
  }
  Json* place() {
    if (open_.empty()) return &root;
    Json& outer = *open_.back();
    if (outer.kind == Json::Kind::object) return &outer.members.back().value;
    return &outer.items.emplace_back();
  }
  bool put(Json json) {
    if (++values_ > value_limit)
      return refuse("more than " + std::to_string(value_limit) + " values");
    *place() = std::move(json);
    return true;
  }
  bool open(Json::Kind kind) {
    if (open_.size() == depth_limit)
      return refuse("nested deeper than " + std::to_string(depth_limit));
    if (++values_ > value_limit)
      return refuse("more than " + std::to_string(value_limit) + " values");
    Json* at = place();
    at->kind = kind;
    open_.push_back(at);
    names_.emplace_back();
    return true;
  }
  bool close() {
    open_.pop_back();
    names_.pop_back();
    return true;
  }
};

// Python's json module writes numbers that JSON does not have.
std::string what_python_wrote(std::string_view bytes, std::size_t byte) {
  if (byte == 0) return "";
  const std::size_t from = byte - std::min<std::size_t>(byte, 12);
  const std::string_view around = bytes.substr(std::min(from, bytes.size()), 24);
  for (const std::string_view name : {"NaN", "-Infinity", "Infinity"}) {
    if (around.find(name) == std::string_view::npos) continue;
    return ": " + std::string(name) +
           ", which Python's json module writes, is no number of JSON; write null in its place";
  }
  return "";
}

}  // namespace

Json parse_json(std::string_view bytes, const std::filesystem::path& file) {
  if (bytes.empty()) refuse_file(file, "the file is empty");
  Builder builder;
  if (!read_json(bytes, builder)) {
    refuse_file(file, builder.why + what_python_wrote(bytes, builder.byte));
  }
  return std::move(builder.root);
}

JsonObject::JsonObject(const Json& object, std::filesystem::path file, std::string place)
    : object_(object),
      file_(std::move(file)),
      place_(std::move(place)),
      asked_(object.members.size()) {
  if (!object.is(Json::Kind::object))
    refuse_file(file_, (place_.empty() ? "the document" : show_text(place_)) + " is not an object");
}

void JsonObject::refuse(std::string_view name, const std::string& why) const {
  refuse_file(
      file_,
      show_text(place_.empty() ? std::string(name) : place_ + "." + std::string(name)) + " " + why);
}

const Json* JsonObject::raw(std::string_view name) {
  for (std::size_t i = 0; i < object_.members.size(); ++i) {
    if (object_.members[i].name != name) continue;
    asked_[i] = 1;
    return &object_.members[i].value;
  }
  return nullptr;
}

bool JsonObject::has(std::string_view name) {
  const Json* value = raw(name);
  return value != nullptr && !value->is(Json::Kind::null);
}

std::optional<std::uint64_t> JsonObject::natural(std::string_view name) {
  if (!has(name)) return std::nullopt;
  const Json& value = *raw(name);
  if (!value.is(Json::Kind::natural)) refuse(name, "is not a whole number");
  return value.natural;
}

std::uint64_t JsonObject::natural(std::string_view name, std::uint64_t fallback,
                                  std::uint64_t least, std::uint64_t most) {
  const std::uint64_t value = natural(name).value_or(fallback);
  if (value < least || value > most) {
    refuse(name, "is " + std::to_string(value) + "; it is at least " + std::to_string(least) +
                     " and at most " + std::to_string(most));
  }
  return value;
}

std::optional<bool> JsonObject::boolean(std::string_view name) {
  if (!has(name)) return std::nullopt;
  if (!raw(name)->is(Json::Kind::boolean)) refuse(name, "is not true or false");
  return raw(name)->boolean;
}

std::optional<std::string> JsonObject::text(std::string_view name) {
  if (!has(name)) return std::nullopt;
  if (!raw(name)->is(Json::Kind::text)) refuse(name, "is not a text");
  return raw(name)->text;
}

std::optional<std::vector<std::uint64_t>> JsonObject::naturals(std::string_view name) {
  if (!has(name)) return std::nullopt;
  if (!raw(name)->is(Json::Kind::array)) refuse(name, "is not a list");
  std::vector<std::uint64_t> values;
  for (const Json& item : raw(name)->items) {
    if (!item.is(Json::Kind::natural)) refuse(name, "is not a list of whole numbers");
    values.push_back(item.natural);
  }
  return values;
}

std::optional<std::vector<std::string>> JsonObject::texts(std::string_view name) {
  if (!has(name)) return std::nullopt;
  if (!raw(name)->is(Json::Kind::array)) refuse(name, "is not a list");
  std::vector<std::string> values;
  for (const Json& item : raw(name)->items) {
    if (!item.is(Json::Kind::text)) refuse(name, "is not a list of texts");
    values.push_back(item.text);
  }
  return values;
}

}  // namespace hardmax
