#include "pattern/import/json_document.hpp"

#include <algorithm>

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
constexpr std::size_t member_limit = 2048;  // keys are compared pairwise

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
    if (object.find(name) != nullptr) return refuse("the key " + show_text(name) + " occurs twice");
    if (object.members.size() == member_limit)
      return refuse("an object with more than " + std::to_string(member_limit) + " keys");
    object.members.push_back({std::string(name), Json{}});
    return true;
  }
  void malformed(std::size_t byte) override { why = "not JSON at byte " + std::to_string(byte); }

 private:
  // Pointers stay valid: a container grows only while it is the innermost open one.
  std::vector<Json*> open_;
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
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }
};

}  // namespace

Json parse_json(std::string_view bytes, const std::filesystem::path& file) {
  if (bytes.empty()) refuse_file(file, "the file is empty");
  Builder builder;
  if (!read_json(bytes, builder)) refuse_file(file, builder.why);
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
