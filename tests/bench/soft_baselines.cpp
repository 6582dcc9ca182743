#include "soft_baselines.hpp"

#include <fmt/core.h>
#ifdef HARDMAX_HAS_MPFI
#include <mpfi.h>
#endif

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "exact/error.hpp"

namespace hardmax::bench {

namespace {

bool middle_less(const Ball& x, const Ball& y) {
  return arf_cmp(arb_midref(x.raw()), arb_midref(y.raw())) < 0;
}

// Every layer, every head, every token: z_k + sum over heads of factor times (sum over keys of w_j
// z_j), w = softmax of t z_j (z_k - threshold). The arithmetic gives the type and its operations.
template <class Number>
std::vector<Number> run(const SoftJob& job) {
  struct Layer {
    const std::vector<std::vector<Token>>* keys;
    Number t;
    std::vector<std::pair<Number, Number>> heads;  // factor, threshold
  };
  std::vector<Layer> layers;
  for (std::size_t i = 0; i < job.layers.size(); ++i) {
    const IdLayer& l = job.layers[i];
    Layer layer{
        &job.program.keys[l.keys], Number(job.scales[i]), {{Number(l.factor), Number(l.low)}}};
    if (l.window) layer.heads.emplace_back(Number(-l.factor), Number(l.high));
    layers.push_back(std::move(layer));
  }
  std::vector<Number> all, z(job.program.n), next(job.program.n), scores(job.program.n);
  for (const std::uint64_t ordinal : job.ordinals) {
    const std::vector<Rational> start = initial_ids(job.program, ordinal);
    for (std::size_t k = 0; k < z.size(); ++k) z[k] = Number(start[k]);
    for (const Layer& layer : layers) {
      for (std::size_t k = 0; k < z.size(); ++k) next[k] = z[k];
      for (const auto& [factor, threshold] : layer.heads) {
        for (std::size_t k = 0; k < z.size(); ++k) {
          const auto& keys = (*layer.keys)[k];
          const Number query = layer.t * (z[k] - threshold);
          std::size_t top = 0;
          for (std::size_t a = 0; a < keys.size(); ++a) {
            scores[a] = z[keys[a]] * query;
            if (middle_less(scores[top], scores[a])) top = a;
          }
          const Number most = scores[top];
          Number sum(Rational(0)), mean(Rational(0));
          for (std::size_t a = 0; a < keys.size(); ++a) {
            const Number w = exp(scores[a] - most);
            sum = sum + w;
            mean = mean + w * z[keys[a]];
          }
          next[k] = next[k] + factor * (mean / sum);
        }
      }
      std::swap(z, next);
    }
    for (const Number& id : z) all.push_back(id);
  }
  return all;
}

#ifdef HARDMAX_HAS_MPFI
class Interval {
 public:
  Interval() { mpfi_init2(x_, Precision::bits()); }
  explicit Interval(const Rational& value) : Interval() {
    mpq_t q;
    mpq_init(q);
    fmpq_get_mpq(q, value.raw());
    mpfi_set_q(x_, q);
    mpq_clear(q);
  }
  Interval(const Interval& o) : Interval() { mpfi_set(x_, o.x_); }
  Interval& operator=(const Interval& o) {
    mpfi_set(x_, o.x_);
    return *this;
  }
  ~Interval() { mpfi_clear(x_); }
  friend Interval operator+(const Interval& a, const Interval& b) { return of(mpfi_add, a, b); }
  friend Interval operator-(const Interval& a, const Interval& b) { return of(mpfi_sub, a, b); }
  friend Interval operator*(const Interval& a, const Interval& b) { return of(mpfi_mul, a, b); }
  friend Interval operator/(const Interval& a, const Interval& b) { return of(mpfi_div, a, b); }
  friend Interval exp(const Interval& a) {
    Interval y;
    mpfi_exp(y.x_, a.x_);
    return y;
  }
  friend bool middle_less(const Interval& a, const Interval& b) {
    return mpfr_less_p(&a.x_->left, &b.x_->left) != 0;
  }
  [[nodiscard]] Ball ball() const {
    const auto end = [](const mpfr_t e) {
      mpq_t q;
      mpq_init(q);
      mpfr_get_q(q, e);
      Rational value;
      fmpq_set_mpq(value.raw(), q);
      mpq_clear(q);
      return Ball(value);
    };
    return Ball::between(end(&x_->left), end(&x_->right));
  }

 private:
  static Interval of(int (*operation)(mpfi_ptr, mpfi_srcptr, mpfi_srcptr), const Interval& a,
                     const Interval& b) {
    Interval y;
    operation(y.x_, a.x_, b.x_);
    return y;
  }
  mpfi_t x_;
};
#endif

std::string written(const SoftJob& job) {
  std::string text = fmt::format("{} {} {}\n", job.bits, job.ordinals.size(), job.layers.size());
  for (const std::uint64_t ordinal : job.ordinals) {
    for (const Rational& id : initial_ids(job.program, ordinal)) text += id.str() + " ";
    text += "\n";
  }
  for (std::size_t i = 0; i < job.layers.size(); ++i) {
    const IdLayer& l = job.layers[i];
    text += fmt::format("{} {}\n{} {}\n", l.window ? 2 : 1, job.scales[i].str(), l.factor.str(),
                        l.low.str());
    if (l.window) text += fmt::format("{} {}\n", (-l.factor).str(), l.high.str());
    for (const auto& keys : job.program.keys[l.keys]) {
      for (std::size_t a = 0; a < keys.size(); ++a)
        text += fmt::format("{}{}", a == 0 ? "" : ",", keys[a]);
      text += " ";
    }
    text += "\n";
  }
  return text;
}

}  // namespace

std::vector<Ball> soft_arb(const SoftJob& job) {
  const Precision precision(job.bits);
  return run<Ball>(job);
}

std::vector<Ball> soft_mpfi(const SoftJob& job) {
  std::vector<Ball> ids;
#ifdef HARDMAX_HAS_MPFI
  const Precision precision(job.bits);
  for (const Interval& x : run<Interval>(job)) ids.push_back(x.ball());
#else
  static_cast<void>(job);
#endif
  return ids;
}

Mpmath soft_mpmath(const SoftJob& job) {
  Mpmath result;
  std::string name = (std::filesystem::temp_directory_path() / "hardmax-bench-XXXXXX").string();
  const int file = mkstemp(name.data());
  if (file < 0) {
    result.missing = "no room for its input in the folder for temporary files";
    return result;
  }
  std::ofstream(name) << written(job);
  std::string text;
  if (FILE* child =
          popen(fmt::format("python3 '{}' < '{}' 2>/dev/null", HARDMAX_BENCH_MPMATH, name).c_str(),
                "r")) {
    char piece[4096];
    for (std::size_t got = 0; (got = fread(piece, 1, sizeof piece, child)) > 0;)
      text.append(piece, got);
    if (pclose(child) != 0)
      result.missing = "python3 with mpmath is not installed (package python3-mpmath)";
  } else {
    result.missing = "no child process";
  }
  close(file);
  std::remove(name.c_str());
  if (!result.missing.empty()) return result;
  std::istringstream in(text);
  in >> result.seconds;
  for (std::string word; in >> word;) {
    const auto slash = word.find('/');
    result.ids.push_back(Rational::parse(word.substr(0, slash)).value() /
                         Rational::parse(word.substr(slash + 1)).value());
  }
  HARDMAX_REQUIRE(result.ids.size() == job.ordinals.size() * job.program.n);
  return result;
}

}  // namespace hardmax::bench
