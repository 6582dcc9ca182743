// JSON as a sequence of events, strictly: one document, no comments, no NaN, nothing after it.
// Nesting costs no stack. Numbers are told apart by how they are written, so that nothing passes
// through floating point.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace hardmax {

// Each event returns whether to go on. Depth and duplicate keys are the handler's to refuse.
class JsonEvents {
 public:
  virtual ~JsonEvents() = default;
  virtual bool null() = 0;
  virtual bool boolean(bool value) = 0;
  virtual bool natural(std::uint64_t value) = 0;  // digits only, below 2^64
  virtual bool negative(std::int64_t value) = 0;
  virtual bool decimal(std::string_view text) = 0;  // with a point, an exponent, or beyond 64 bits
  virtual bool text(std::string_view value) = 0;
  virtual bool begin_object() = 0;
  virtual bool key(std::string_view name) = 0;
  virtual bool end_object() = 0;
  virtual bool begin_array() = 0;
  virtual bool end_array() = 0;
  virtual void malformed(std::size_t byte) = 0;  // 1-based; the last event
};

// Returns  whether the whole document was read; false after a refusal or malformed().
bool read_json(std::string_view bytes, JsonEvents& events);

}  // namespace hardmax
