#include "pattern/json_reader.hpp"

#include <nlohmann/json.hpp>

namespace hardmax {
namespace {

class Adapter final : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit Adapter(JsonEvents& events) : events_(events) {}
  bool null() override { return events_.null(); }
  bool boolean(bool value) override { return events_.boolean(value); }
  bool number_integer(number_integer_t value) override { return events_.negative(value); }
  bool number_unsigned(number_unsigned_t value) override { return events_.natural(value); }
  bool number_float(number_float_t, const string_t& text) override { return events_.decimal(text); }
  bool string(string_t& value) override { return events_.text(value); }
  bool binary(binary_t&) override { return false; }  // never for text
  bool start_object(std::size_t) override { return events_.begin_object(); }
  bool key(string_t& name) override { return events_.key(name); }
  bool end_object() override { return events_.end_object(); }
  bool start_array(std::size_t) override { return events_.begin_array(); }
  bool end_array() override { return events_.end_array(); }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception&) override {
    events_.malformed(position);
    return false;
  }

 private:
  JsonEvents& events_;
};

}  // namespace

bool read_json(std::string_view bytes, JsonEvents& events) {
  Adapter adapter(events);
  return nlohmann::json::sax_parse(bytes, &adapter);
}

}  // namespace hardmax
