#include <algorithm>
#include <numeric>

#include "pattern/image.hpp"
#include "pattern/picture.hpp"

namespace hardmax {
namespace {

constexpr std::uint64_t kExactReach = 4096;       // up to here every row is looked at
constexpr std::uint64_t kMostWork = 400'000'000;  // intervals and tokens looked at: seconds
constexpr std::uint64_t kShown = 8;               // numbers of layers with a colour of their own

bool has_stride(const StructuredPattern& pattern) {
  for (const LayerRule& layer : pattern.layers) {
    for (const Part& part : layer.parts) {
      const auto* band = std::get_if<Band>(&part);
      if ((band != nullptr && band->step > 1) || std::holds_alternative<Extra>(part)) return true;
    }
  }
  return false;
}

std::vector<std::uint64_t> checkpoints(const Assumption1& assumption) {
  std::vector<std::uint64_t> after;
  if (assumption.reach != Decision::yes) return {1, 2, 3, 4, 8, 16, 32, 64};
  const std::uint64_t s = assumption.s;
  if (s <= kShown) {
    after.resize(s);
    std::iota(after.begin(), after.end(), 1);
    return after;
  }
  after.push_back(1);
  for (std::uint64_t i = 1; i < kShown; ++i)
    after.push_back(std::max(after.back() + 1, (i * s + kShown - 2) / (kShown - 1)));
  return after;
}

// S^t_k for the t that are looked at, one after the other.
class RowSets {
 public:
  RowSets(const StructuredPattern& pattern, std::uint64_t k) : pattern_(pattern), k_(k) {
    set_ = {{k, k + 1}};
  }
  const Intervals& after(std::uint64_t t) {
    const std::size_t p = pattern_.layers.size();
    if (p > 1) {  // the first layer that is looked through depends on t
      set_ = {{k_, k_ + 1}};
      at_ = 0;
      for (std::uint64_t u = t; u > 0; --u) set_ = image(pattern_, (u - 1) % p, set_);
      images_ += t;
      return set_;
    }
    for (; at_ < t; ++at_, ++images_) set_ = image(pattern_, 0, set_);
    return set_;
  }
  [[nodiscard]] std::uint64_t images() const { return images_; }

 private:
  const StructuredPattern& pattern_;
  std::uint64_t k_, at_ = 0, images_ = 0;
  Intervals set_;
};

}  // namespace

ReachPicture reach_picture(const StructuredPattern& pattern, const Assumption1& assumption) {
  ReachPicture out;
  const std::uint64_t n = pattern.n;
  out.cell = cell_of_picture(pattern);
  out.cells = (n + out.cell - 1) / out.cell;
  if (assumption.self != Decision::yes) {
    out.why_not = "a token does not attend to itself, so that it may forget what it has heard";
    return out;
  }
  out.after = checkpoints(assumption);
  out.rows_of_a_cell = n <= kExactReach ? out.cell : 1;
  const std::uint64_t of_image = has_stride(pattern) ? n : 64;
  std::uint64_t work = 0;
  out.latest.assign(out.cells * out.cells, 0);
  out.complete = true;
  std::vector<std::uint32_t> of_row(out.cells);
  for (std::uint64_t band = 0; band < out.cells; ++band) {
    const std::uint64_t from = band * out.cell, to = std::min(n, from + out.cell),
                        looked = std::min(to - from, out.rows_of_a_cell);
    for (std::uint64_t i = 0; i < looked; ++i) {
      const std::uint64_t k = looked == 1 ? from + (to - from) / 2 : from + i;
      RowSets row(pattern, k);
      std::fill(of_row.begin(), of_row.end(), ReachPicture::never);
      // Every set ends there: with (1.1) all that can be reached at all.
      const Intervals all = assumption.reach == Decision::yes
                                ? Intervals{{0, n}}
                                : forward_closure(pattern, {{k, k + 1}});
      Intervals last;
      for (std::uint32_t at = 0; at < out.after.size(); ++at) {
        last = row.after(out.after[at]);
        // A cell is reached when one interval holds all of its tokens: intervals do not touch.
        for (const auto& [a, b] : last) {
          for (std::uint64_t c = (a + out.cell - 1) / out.cell;
               c < out.cells && std::min(n, (c + 1) * out.cell) <= b; ++c)
            of_row[c] = std::min(of_row[c], at);
        }
        if (last == all) break;
      }
      out.complete = out.complete && last == all;
      work += (row.images() + 1) * of_image;
      if (work > kMostWork) {
        out.why_not = "that takes too long for a picture";
        return out;
      }
      for (std::uint64_t c = 0; c < out.cells; ++c) {
        std::uint32_t& latest = out.latest[band * out.cells + c];
        latest = std::max(latest, of_row[c]);
      }
    }
  }
  return out;
}

}  // namespace hardmax
