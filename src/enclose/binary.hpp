// Numbers m 2^e.
#pragma once
#include <arf.h>

namespace hardmax {

// A thin owner of an Arb floating-point number: exact, of any length.
class Binary {
 public:
  Binary() noexcept { arf_init(x_); }
  Binary(const Binary& o) {
    arf_init(x_);
    arf_set(x_, o.x_);
  }
  Binary(Binary&& o) noexcept {
    arf_init(x_);
    arf_swap(x_, o.x_);
  }
  Binary& operator=(Binary o) noexcept {
    arf_swap(x_, o.x_);
    return *this;
  }
  ~Binary() { arf_clear(x_); }
  [[nodiscard]] arf_ptr raw() { return x_; }
  [[nodiscard]] arf_srcptr raw() const { return x_; }

 private:
  arf_t x_;
};

}  // namespace hardmax
