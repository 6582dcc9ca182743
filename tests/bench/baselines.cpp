#include "baselines.hpp"

#include <gmpxx.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <set>
#include <string>
#include <vector>

namespace hardmax::bench {

namespace {

template <class Int>
struct Layer {
  bool window;
  std::size_t keys;
  Int factor, b;
};

template <class Int>
std::uint64_t run(const IdProgram& program, std::uint64_t inputs) {
  const auto convert = [](const Rational& x) { return Int(x.str()); };
  std::vector<Layer<Int>> layers;
  for (const IdStage& s : program.stages) {
    if (s.kind == IdStage::Kind::extreme)
      layers.push_back({false, s.keys, convert(s.factor), Int(0)});
    for (std::uint64_t w = 0; s.kind == IdStage::Kind::window && w < s.count; ++w)
      layers.push_back({true, s.keys, convert(s.factor), convert(s.base + Rational(w))});
  }
  const std::uint64_t q = program.columns();
  const std::size_t n = program.n;
  std::vector<Int> offset;
  for (const Rational& o : program.offset) offset.push_back(convert(o));
  std::vector<Int> z(n), next(n);
  std::set<Int> ids;
  for (std::uint64_t g = 0; g < inputs; ++g) {
    std::uint64_t rest = g;
    for (std::size_t k = n; k-- > 0; rest /= q)
      z[k] = offset[k] + static_cast<unsigned long>(program.column_value(rest % q));
    for (const Layer<Int>& layer : layers) {
      const auto& keys = program.keys[layer.keys];
      next = z;
      for (std::size_t k = 0; k < n; ++k) {
        if (layer.window && z[k] != layer.b) continue;
        const Int* high = &z[keys[k][0]];
        const Int* low = high;
        for (const Token j : keys[k]) {
          if (z[j] > *high) high = &z[j];
          if (z[j] < *low) low = &z[j];
        }
        next[k] += layer.window ? Int(layer.factor * (*high - *low)) : Int(layer.factor * *high);
      }
      z.swap(next);
    }
    ids.insert(z.begin(), z.end());
  }
  return ids.size();
}

}  // namespace

std::uint64_t literal_mpz(const IdProgram& program, std::uint64_t inputs) {
  return run<mpz_class>(program, inputs);
}
std::uint64_t literal_cpp_int(const IdProgram& program, std::uint64_t inputs) {
  return run<boost::multiprecision::cpp_int>(program, inputs);
}

}  // namespace hardmax::bench
