// A bound of an absolute value, of 30 bits: Arb's mag_t, owned. Whether it is an upper or a lower
// bound is the user's word; functions round to the side that their name says.
#pragma once
#include <arb.h>

namespace hardmax {

class Magnitude {
 public:
  Magnitude() noexcept { mag_init(m_); }  // 0
  Magnitude(const Magnitude& o) {
    mag_init(m_);
    mag_set(m_, o.m_);
  }
  Magnitude& operator=(const Magnitude& o) {
    mag_set(m_, o.m_);
    return *this;
  }
  ~Magnitude() { mag_clear(m_); }
  [[nodiscard]] mag_ptr raw() { return m_; }
  [[nodiscard]] mag_srcptr raw() const { return m_; }

 private:
  mag_t m_;
};

}  // namespace hardmax
