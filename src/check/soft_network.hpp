// The network of yun2020b with soft maps in place of hardmax, run in intervals beside the exact
// one: yun2020b F.2, for certificates of kind "soft" (FORMAT.md, which says what the maps are).
//
// Every number that need not be rational is an interval with binary ends, rounded outward
// (enclosure.hpp); it holds the number it stands for, whatever the precision, and nothing known is
// every number. All is in the paper's real units: ids, scores, zeta.
#pragma once
#include "check/construction.hpp"
#include "check/enclosure.hpp"

namespace hardmax::check {

struct SoftLayer {
  std::size_t stage = 0;    // from 0: the blocks, then the all-max stage
  std::vector<Num> biases;  // of its heads: one, or two whose difference counts
  Num multiplier;
  std::size_t mask = 0;
};

// The exact network, by the names that a formula has for it. Requires  executed(). Keeps the
// reference.
class SkeletonNetwork {
 public:
  explicit SkeletonNetwork(const Construction& run);
  Num number(const char* name, const std::vector<Num>& a = {}) const;
  Num number(const char* name, const std::vector<Num>& a, std::uint64_t input) const;
  std::uint64_t inputs() const { return run_.inputs(); }
  Num id(std::uint64_t t, std::uint64_t input, std::uint64_t k) const;  // after t layers
  static std::uint64_t small(const Num& x) { return index(x, 0, INT64_MAX); }

  std::uint64_t n = 0, d = 0, D = 0, s = 0;
  Num c, delta;
  std::vector<SoftLayer> layers;    // those that have heads
  std::vector<std::uint64_t> ends;  // of the n stages: how many layers there are up to there
  std::vector<std::vector<std::vector<unsigned>>> keys;  // by pattern layer and token

 private:
  int known(const std::string& name, std::size_t numbers, bool of_input) const;
  const Construction& run_;
  mutable std::map<std::string, int> known_;
};

struct SoftRule {
  std::string rho;     // softmax, topk, sparselin, entmax: maps; admissible, adversary
  Num parameter;       // of the map
  std::string choice;  // printed, repaired or own
  Num zeta, eta, t;    // of an own choice: zeta and eta, or t of a map
  std::size_t bits = 64;
  bool is_map() const { return rho != "admissible" && rho != "adversary"; }
};

Real delta_tilde(const SkeletonNetwork& network, const Num& eps, const Num& lp);

class SoftNetwork {
 public:
  // Keeps the references. Throws Incomplete where a constant is not certainly positive, Rejected
  // where eta is more than 1.
  SoftNetwork(const SkeletonNetwork& network, const SoftRule& rule, const Real& tilde);
  using Ids = std::vector<Bounds>;  // of tokens 1..n
  // The ids after each stage.
  std::vector<Ids> ids(std::uint64_t input) const;
  // |soft - exact| in row 1 after each stage, by stage and token (from 1); nothing known where the
  // intervals do not tell.
  std::vector<Ids> errors(std::uint64_t input) const;

 private:
  using Tokens = std::vector<unsigned>;
  struct Constants {  // of a stage
    Num zeta;
    Bounds eta, t;
  };
  // What a head returns: x_key + more, or more if key is 0. So two heads that name the same key
  // cancel, and an id that is a combination of ids is formed once, its coefficients added up first.
  struct Returned {
    unsigned key = 0;
    Bounds more = {};
  };
  // What a head sees: the score of key j is x_j factor. r is the place of the key from which the
  // others are counted: leads[i] encloses the score of r less that of key i, away[i] x_i - x_r. It
  // should be one whose score leads, since then the intervals are narrow; what a head returns may
  // not rest on that, as the ends of intervals do not show it.
  struct Seen {
    const Tokens& A;
    const Ids& x;
    const Bounds& factor;
    std::size_t r = 0;
    std::vector<Bounds> scores = {}, leads = {}, away = {};
  };

  Ids after(const SoftLayer& layer, const Ids& x) const;
  Returned attend(const Constants& stage, const Tokens& A, const Ids& x,
                  const Bounds& factor) const;
  enum class Kept { no, unknown, yes };
  Kept kept(const Seen& seen, std::size_t i) const;
  Returned adversary(const Constants& stage, const Seen& seen) const;
  std::vector<Bounds> exponentials(const Bounds& t, const Seen& seen) const;
  std::vector<Bounds> sparselin(const Bounds& t, const Seen& seen) const;
  bool leads_by(const Seen& seen, const Bounds& gap) const;

  Bounds of(const Num& x) const { return bounds_of(x, rule_.bits); }
  Bounds plus(const Bounds& x, const Bounds& y) const { return bounds_of('+', x, y, rule_.bits); }
  Bounds minus(const Bounds& x, const Bounds& y) const { return bounds_of('-', x, y, rule_.bits); }
  Bounds times(const Bounds& x, const Bounds& y) const { return bounds_of('*', x, y, rule_.bits); }
  Bounds over(const Bounds& x, const Bounds& y) const { return bounds_of('/', x, y, rule_.bits); }

  const SkeletonNetwork& network_;
  const SoftRule& rule_;
  std::vector<Constants> constants_;
};

bool certainly_at_least(const Bounds& x, const Bounds& y);
bool certainly_less(const Bounds& x, const Bounds& y);

}  // namespace hardmax::check
