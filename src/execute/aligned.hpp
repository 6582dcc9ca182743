// Arrays for the vector kernels: zeroed and aligned to 64 bytes.
#pragma once
#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>

namespace hardmax {

struct FreeAligned {
  void operator()(void* p) const { ::operator delete (p, std::align_val_t{64}); }
};
template <class T>
using Aligned = std::unique_ptr<T[], FreeAligned>;

template <class T>
Aligned<T> aligned(std::size_t count) {
  auto* p = static_cast<T*>(::operator new (count * sizeof(T), std::align_val_t{64}));
  std::fill(p, p + count, T{});
  return Aligned<T>(p);
}

// The inverse of an odd number modulo 2^bits: Newton's step doubles the number of right bits, 3 at
// first.
template <class Word>
Word inverse_of_odd(Word odd) {
  Word inverse = odd;
  for (int i = 0; i < 5; ++i) inverse *= static_cast<Word>(Word{2} - odd * inverse);
  return inverse;
}

}  // namespace hardmax
