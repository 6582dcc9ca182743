#include "cli/target_file.hpp"

#include <fmt/core.h>

#include <filesystem>

#include "exact/closest.hpp"
#include "exact/error.hpp"
#include "execute/grid.hpp"
#include "pattern/file_bytes.hpp"
#include "pattern/json_reader.hpp"

namespace hardmax::cli {

namespace {

constexpr std::uint64_t kByteLimit = std::uint64_t{64} << 20;
constexpr std::uint64_t kColumnLimit = std::uint64_t{1}
                                       << 20;  // as many as there may be value layers
constexpr std::size_t kDigitLimit = 1000;

class TargetHandler final : public JsonEvents {
 public:
  TargetHandler(const Parameters& parameters, std::uint64_t inputs)
      : parameters_(parameters), inputs_(inputs) {}

  std::string why;  // set as soon as something is refused
  std::vector<std::vector<Column>> f;

  [[nodiscard]] std::string missing() const {
    for (const Key key : {Key::n, Key::d, Key::D, Key::f}) {
      if (!seen_[index(key)])
        return std::string("the key \"") + kNames[index(key)] + "\" is missing";
    }
    return "";
  }

  bool null() override { return unexpected("null"); }
  bool boolean(bool) override { return unexpected("true or false"); }
  bool natural(std::uint64_t value) override {
    if (arrays_ > 0 || key_ == Key::none || key_ == Key::f) return unexpected("a JSON number");
    const std::uint64_t wanted =
        key_ == Key::n ? parameters_.n : (key_ == Key::d ? parameters_.d : parameters_.D);
    if (value != wanted)
      return refuse(
          fmt::format("\"{}\" is {}, but the run has {}", kNames[index(key_)], value, wanted));
    key_ = Key::none;
    return true;
  }
  bool negative(std::int64_t) override { return unexpected("a negative number"); }
  bool decimal(std::string_view text) override {
    return unexpected("the number " + show_text(text));
  }
  bool text(std::string_view value) override {
    if (arrays_ != 3) return unexpected("the text " + show_text(value));
    const auto parsed = value.size() <= kDigitLimit ? Rational::parse(value) : std::nullopt;
    if (!parsed)
      return refuse(
          place() + ": " + show_text(value) +
          " is not a whole number or a fraction such as \"-7/2\" of at most 1000 characters");
    Column& column = f.back().back();
    if (column.size() == parameters_.d)
      return refuse(fmt::format("{}: more than d = {} entries", place(), parameters_.d));
    column.push_back(*parsed * Rational(parameters_.D));
    return true;
  }
  bool begin_object() override {
    if (opened_) return unexpected("an object");
    return opened_ = true;
  }
  bool end_object() override { return true; }
  bool key(std::string_view name) override {
    for (const Key key : {Key::n, Key::d, Key::D, Key::f}) {
      if (name != kNames[index(key)]) continue;
      if (seen_[index(key)]) return refuse("the key " + show_text(name) + " occurs twice");
      key_ = key;
      return seen_[index(key)] = true;
    }
    return refuse("unknown key " + show_text(name) +
                  "; a target has \"n\", \"d\", \"D\" and \"f\"");
  }
  bool begin_array() override {
    if (key_ != Key::f || arrays_ == 3) return unexpected("an array");
    if (arrays_ == 1) {
      if (f.size() == inputs_)
        return refuse(fmt::format("\"f\" has more than D^(nd) = {} inputs", inputs_));
      f.emplace_back();
    }
    if (arrays_ == 2) {
      if (f.back().size() == parameters_.n)
        return refuse(fmt::format("input {}: more than n = {} columns", f.size(), parameters_.n));
      f.back().emplace_back();
    }
    ++arrays_;
    return true;
  }
  bool end_array() override {
    if (arrays_ == 3 && f.back().back().size() != parameters_.d)
      return refuse(fmt::format("{}: {} entries, but d = {}", place(), f.back().back().size(),
                                parameters_.d));
    if (arrays_ == 2 && f.back().size() != parameters_.n)
      return refuse(fmt::format("input {}: {} columns, but n = {}", f.size(), f.back().size(),
                                parameters_.n));
    if (arrays_ == 1 && f.size() != inputs_)
      return refuse(fmt::format("\"f\" has {} inputs, but D^(nd) = {}", f.size(), inputs_));
    if (--arrays_ == 0) key_ = Key::none;
    return true;
  }
  void malformed(std::size_t byte) override { why = fmt::format("not JSON at byte {}", byte); }

 private:
  enum class Key { n, d, D, f, none };
  static constexpr const char* kNames[] = {"n", "d", "D", "f"};
  static std::size_t index(Key key) { return static_cast<std::size_t>(key); }

  bool refuse(std::string reason) {
    why = std::move(reason);
    return false;
  }
  bool unexpected(const std::string& what) {
    static constexpr const char* kDue[] = {"where an array of inputs is due",
                                           "where an input, an array of columns, is due",
                                           "where a column, an array of entries, is due",
                                           "where an entry, a string such as \"7/2\", is due"};
    if (!opened_) return refuse("found " + what + " at the top, where an object is due");
    return refuse("found " + what + " " +
                  (key_ == Key::f ? kDue[arrays_] : "where a whole number is due"));
  }
  [[nodiscard]] std::string place() const {
    return fmt::format("input {}, token {}", f.size(), f.back().size());
  }

  const Parameters& parameters_;
  std::uint64_t inputs_;
  Key key_ = Key::none;
  bool seen_[4] = {};
  bool opened_ = false;
  int arrays_ = 0;  // how many are open
};

}  // namespace

Target read_target(const std::string& name_or_file, const Parameters& parameters) {
  if (auto named = Target::named(name_or_file, parameters)) return *std::move(named);
  std::error_code ignored;
  if (name_or_file != "-" && name_or_file.find_first_of("/.") == std::string::npos &&
      !std::filesystem::exists(name_or_file, ignored)) {
    std::string known;
    for (const std::string& name : target_names()) known += (known.empty() ? "" : ", ") + name;
    throw InvalidInput(
        InvalidInput::Kind::option,
        fmt::format("--target {}: unknown; known are {}, or a JSON file{}", show_text(name_or_file),
                    known, do_you_mean(closest(name_or_file, target_names()))));
  }
  const std::string bytes = read_file_bytes(name_or_file, kByteLimit);
  const auto inputs = Grid(parameters.n, parameters.d, parameters.D).size64();
  if (!inputs || *inputs > kColumnLimit / parameters.n) {
    refuse_file(name_or_file, fmt::format("a table needs n D^(nd) columns, more than {} here; take "
                                          "smaller parameters or a named target",
                                          kColumnLimit));
  }
  TargetHandler read(parameters, *inputs);
  if (bytes.empty()) refuse_file(name_or_file, "the file is empty");
  if (!read_json(bytes, read)) refuse_file(name_or_file, read.why);
  if (const std::string missing = read.missing(); !missing.empty())
    refuse_file(name_or_file, missing);
  return Target::table(std::filesystem::path(name_or_file).filename().string(), parameters,
                       std::move(read.f));
}

}  // namespace hardmax::cli
