#include "execute/fast.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <vector>

#include "exact/error.hpp"
#include "execute/aligned.hpp"
#include "execute/grid.hpp"
#include "execute/kernel.hpp"

namespace hardmax {

namespace {

constexpr std::size_t kBase = 1024;  // inputs in a base row, at most

// Consecutive inputs that fix the columns before one token, give that one a range and leave the
// rest free.
struct Box {
  std::uint64_t first = 0, size = 0;
  std::vector<std::uint64_t> low, count;  // by token: indices [low, low + count) of its column
};

// The largest box at the beginning of [first, last).
Box next_box(std::uint64_t first, std::uint64_t last, std::uint64_t n, std::uint64_t q) {
  Box box;
  box.first = first;
  box.low.assign(n, 0);
  box.count.assign(n, 1);
  std::uint64_t cube = 1;  // q^free inputs
  std::uint64_t free = 0;
  while (free + 1 < n && first % (cube * q) == 0 && (last - first) / q >= cube) {
    cube *= q;
    ++free;
  }
  std::uint64_t rest = first / cube;
  for (std::uint64_t k = n - free; k-- > 0; rest /= q) box.low[k] = rest % q;
  for (std::uint64_t k = n - free; k < n; ++k) box.count[k] = q;
  const std::uint64_t k = n - free - 1;
  box.count[k] = std::min((last - first) / cube, q - box.low[k]);
  box.size = cube * box.count[k];
  return box;
}

template <class Word>
struct Kernels {
  bool (*extend)(const kernel::RowLink<Word>&, const Word*, Word*, std::size_t);
  void (*digest)(const kernel::RowForm<Word>&, const Word*, std::size_t, std::uint64_t,
                 std::uint64_t*);
};

template <class Word>
Kernels<Word> kernels_for(CpuPath path) {
  switch (path) {
    case CpuPath::avx512: return {kernel::avx512::extend_row, kernel::avx512::digest_row};
    case CpuPath::avx2: return {kernel::avx2::extend_row, kernel::avx2::digest_row};
    default: return {kernel::portable::extend_row, kernel::portable::digest_row};
  }
}

template <class Word>
class BoxRunner {
 public:
  BoxRunner(const IdProgram& program, const FastPlan& plan, CpuPath path)
      : plan_(plan), n_(program.n), q_(program.columns()), kernels_(kernels_for<Word>(path)) {
    for (std::uint64_t i = 0; i < q_; ++i)
      value_.push_back(static_cast<Word>(program.column_value(i)));
    std::uint64_t stride = 1;
    stride_.assign(n_, 0);
    for (std::size_t k = n_; k-- > 0; stride *= q_) stride_[k] = stride;
    for (const ChainLink& link : plan.links) links_.push_back(translate(link));
    for (std::size_t i = 0; i < n_; ++i) rows_.push_back(aligned<Word>(kBase + kernel::kRowStep));
    place_ = aligned<Word>(kBase + kernel::kRowStep);
    scalar_.assign(n_, 0);
    forms_.resize(plan.forms.size());
    at_level_.resize(n_);
    for (std::size_t f = 0; f < plan.forms.size(); ++f) {
      at_level_[plan.forms[f].level].push_back(f);
      forms_[f].sums = aligned<std::uint64_t>(16);
    }
  }

  // The digest of a box, unless some test failed.
  std::optional<std::uint64_t> run(const Box& box) {
    box_ = &box;
    for (Form& form : forms_) std::fill_n(form.sums.get(), 16, 0);
    if (!lay_out() || !fill_scalars() || !fill_base()) return std::nullopt;
    bind_forms();
    for (std::size_t i = 0; i < rows_from_; ++i) digest_level(i, box_place_);
    if (!loop(rows_from_, box_place_)) return std::nullopt;
    return total();
  }

 private:
  struct Link {
    kernel::RowLink<Word> row;
    std::size_t token;
    Word offset;
    std::vector<Word> avoid;
  };
  struct Form {
    kernel::RowForm<Word> row;
    std::vector<const Word*> rows;
    std::vector<Word> coefficients;
    Aligned<std::uint64_t> sums;
  };

  Link translate(const ChainLink& source) const {
    Link link{};
    link.token = source.token;
    link.offset = static_cast<Word>(source.offset);
    const auto factor = static_cast<std::uint64_t>(std::max<std::int64_t>(source.factor, 1));
    link.row.factor = static_cast<Word>(factor);
    link.row.least = static_cast<Word>(*std::max(source.least, Rational(0)).to_int64());
    link.row.factor_shift = static_cast<std::uint32_t>(std::countr_zero(factor));
    link.row.factor_inverse = inverse_of_odd(static_cast<Word>(factor >> link.row.factor_shift));
    for (const auto& [base, count] : source.avoid) {
      // Windows the x that are possible (0 <= x <= largest) may meet.
      const Rational low = std::max(Rational(base), Rational(0));
      const Rational end = std::min(Rational(base) + Rational(count), plan_.largest + Rational(1));
      if (!(low < end)) continue;
      link.avoid.push_back(static_cast<Word>(*low.to_int64()));
      link.avoid.push_back(static_cast<Word>(*(end - low).to_int64()));
    }
    link.row.avoid_count = static_cast<std::uint32_t>(link.avoid.size() / 2);
    link.row.avoid = link.avoid.data();
    return link;
  }

  [[nodiscard]] std::uint64_t count(std::size_t link) const {
    return box_->count[links_[link].token];
  }
  [[nodiscard]] std::uint64_t index(std::size_t link, std::uint64_t e) const {
    return box_->low[links_[link].token] + e;
  }
  [[nodiscard]] Word z(std::size_t link, std::uint64_t e) const {
    return links_[link].offset + value_[index(link, e)];
  }

  // Which links are scalars [0, base_from_), base [base_from_, rows_from_), rows [rows_from_, n).
  bool lay_out() {
    base_from_ = 0;
    while (base_from_ + 1 < n_ && count(base_from_) == 1) ++base_from_;
    rows_from_ = base_from_;
    base_ = 1;
    while (rows_from_ + 1 < n_ && base_ * count(rows_from_) <= kBase) base_ *= count(rows_from_++);
    padded_ = (base_ + kernel::kRowStep - 1) / kernel::kRowStep * kernel::kRowStep;
    box_place_ = box_->first % Digest::chunk_inputs;
    below_.assign(n_, 1);
    below_place_.assign(n_, 0);
    for (std::size_t i = n_ - 1; i-- > 0;) {
      // Of link i + 1 and all further ones: how many inputs, and the sum of the places they add.
      const std::uint64_t r = count(i + 1);
      below_place_[i] = r * below_place_[i + 1] +
                        below_[i + 1] * (stride_[links_[i + 1].token] * (r * (r - 1) / 2));
      below_[i] = r * below_[i + 1];
    }
    return true;
  }

  // x of one element: formed and tested as in the row kernel. The first link is what it is.
  bool form_one(std::size_t i, Word before, Word z, Word& x) const {
    const kernel::RowLink<Word>& link = links_[i].row;
    bool good = true;
    if (i == 0) {
      x = z;
    } else {
      const Word step = before - z;
      x = static_cast<Word>(step * link.factor + z);
      const auto rest = static_cast<Word>((x - z) * link.factor_inverse);
      good = x > before && std::rotr(rest, static_cast<int>(link.factor_shift)) == step;
    }
    good = good && x >= link.least;
    for (std::uint32_t a = 0; a < link.avoid_count; ++a)
      good = good && static_cast<Word>(x - link.avoid[2 * a]) >= link.avoid[2 * a + 1];
    return good;
  }

  bool fill_scalars() {
    Word before = 0;
    for (std::size_t i = 0; i < base_from_; ++i) {
      if (!form_one(i, before, z(i, 0), scalar_[i])) return false;
      before = scalar_[i];
    }
    return true;
  }

  // The base row, the first base link changing fastest; every array is filled to the end by
  // repetition.
  bool fill_base() {
    std::size_t size = 1;
    bool good = true;
    std::fill_n(place_.get(), padded_, Word{0});
    for (std::size_t i = base_from_; i < rows_from_; ++i) {
      const std::uint64_t r = count(i);
      Word* const x = rows_[i].get();
      for (std::uint64_t e = 0; e < r; ++e) {
        const Word ze = z(i, e);
        for (std::size_t j = 0; j < size; ++j) {
          const Word before =
              i == 0 ? Word{0} : (i == base_from_ ? scalar_[i - 1] : rows_[i - 1][j]);
          good = form_one(i, before, ze, x[e * size + j]) && good;
        }
      }
      for (std::size_t j = base_from_; j < i; ++j) repeat(rows_[j].get(), size, size * r);
      repeat(place_.get(), size, size * r);
      for (std::uint64_t e = 1; e < r; ++e) {
        for (std::size_t j = 0; j < size; ++j)
          place_[e * size + j] += static_cast<Word>(e * stride_[links_[i].token]);
      }
      size *= r;
    }
    for (std::size_t i = base_from_; i < rows_from_; ++i)
      std::fill(rows_[i].get() + base_, rows_[i].get() + padded_, rows_[i][base_ - 1]);
    // Without base links the row is one scalar.
    if (base_from_ == rows_from_ && base_from_ != 0)
      std::fill_n(rows_[base_from_ - 1].get(), padded_, scalar_[base_from_ - 1]);
    return good;
  }

  static void repeat(Word* row, std::size_t size, std::size_t end) {
    for (std::size_t at = size; at < end; at += size) std::copy_n(row, size, row + at);
  }

  // Terms of scalar links are constants, the others point to their rows.
  void bind_forms() {
    for (std::size_t f = 0; f < forms_.size(); ++f) {
      const auto& coefficient = plan_.forms[f].coefficient;
      Form& form = forms_[f];
      form.rows.clear();
      form.coefficients.clear();
      form.row.constant = 0;
      bool plain = true;
      for (std::size_t i = 0; i < n_; ++i) {
        if (coefficient[i] == 0) continue;
        if (i < base_from_) {
          form.row.constant += static_cast<Word>(scalar_[i] * coefficient[i]);
        } else if (coefficient[i] <= 2) {
          for (std::uint32_t times = 0; times < coefficient[i]; ++times) {
            form.rows.push_back(rows_[i].get());
            form.coefficients.push_back(1);
          }
        } else {
          form.rows.push_back(rows_[i].get());
          form.coefficients.push_back(static_cast<Word>(coefficient[i]));
          plain = false;
        }
      }
      form.row.terms = static_cast<std::uint32_t>(form.rows.size());
      form.row.plain = plain;
      form.row.rows = form.rows.data();
      form.row.coefficients = form.coefficients.data();
    }
  }

  void digest_level(std::size_t level, std::uint64_t place) {
    for (const std::size_t f : at_level_[level]) {
      if (forms_[f].row.terms == 0) {  // all scalars: one value for every element of the base row
        add_constant(forms_[f], place);
      } else {
        kernels_.digest(forms_[f].row, place_.get(), base_, place, forms_[f].sums.get());
      }
    }
  }

  void add_constant(Form& form, std::uint64_t place) {
    std::uint64_t places = 0;
    for (std::size_t j = 0; j < base_; ++j) places += place + place_[j];
    form.sums[0] += base_ * static_cast<std::uint64_t>(form.row.constant);
    form.sums[8] += places * form.row.constant;
  }

  bool loop(std::size_t i, std::uint64_t place) {
    kernel::RowLink<Word> link = links_[i].row;
    const std::uint64_t stride = stride_[links_[i].token];
    for (std::uint64_t e = 0; e < count(i); ++e, place += stride) {
      link.z = z(i, e);
      if (i == 0) {
        std::fill_n(rows_[0].get(), padded_,
                    link.z);  // n = 1 or a box of one free first link: nothing before it
        Word x = 0;
        if (!form_one(0, 0, link.z, x)) return false;
      } else if (!kernels_.extend(link, rows_[i - 1].get(), rows_[i].get(), padded_)) {
        return false;
      }
      digest_level(i, place);
      if (i + 1 < n_ && !loop(i + 1, place)) return false;
    }
    return true;
  }

  // Every element stands for all inputs below its level.
  [[nodiscard]] std::uint64_t total() const {
    std::uint64_t digest = 0;
    for (std::size_t f = 0; f < forms_.size(); ++f) {
      const DigitForm& form = plan_.forms[f];
      std::uint64_t sum = 0;
      std::uint64_t weighted = 0;
      for (std::size_t j = 0; j < 8; ++j) {
        sum += forms_[f].sums[j];
        weighted += forms_[f].sums[8 + j];
      }
      // A form of a scalar or base level is summed over the whole base row already.
      const std::size_t level = std::max(form.level, rows_from_ - 1);
      const std::uint64_t inputs = rows_from_ == 0 ? below_[form.level] : below_[level];
      const std::uint64_t places = rows_from_ == 0 ? below_place_[form.level] : below_place_[level];
      digest += 2 * n_ * form.alpha * (inputs * weighted + places * sum) + form.beta * inputs * sum;
    }
    return digest;
  }

  const FastPlan& plan_;
  std::size_t n_;
  std::uint64_t q_;
  Kernels<Word> kernels_;
  std::vector<Word> value_;  // u^T G of a column, by its index
  std::vector<std::uint64_t>
      stride_;  // by token: how the ordinal grows with the index of its column
  std::vector<Link> links_;
  std::vector<Aligned<Word>> rows_;  // by link
  Aligned<Word> place_;              // of an element of the base row, relative to the box
  std::vector<Word> scalar_;
  std::vector<Form> forms_;
  std::vector<std::vector<std::size_t>> at_level_;
  // of the box at hand
  const Box* box_ = nullptr;
  std::size_t base_from_ = 0, rows_from_ = 0, base_ = 1, padded_ = 0;
  std::uint64_t box_place_ = 0;
  std::vector<std::uint64_t> below_, below_place_;
};

}  // namespace

struct FastRunner::State {
  State(const LaneTables& t, const FastPlan* plan, CpuPath path) : tables(t), lanes(t, path, true) {
    if (plan == nullptr || t.program.n > kernel::kMaxTokens ||
        t.program.columns() > (std::uint64_t{1} << 20))
      return;
    if (plan->largest < Rational(std::numeric_limits<std::uint32_t>::max())) {
      narrow.emplace(t.program, *plan, path);
    } else if (plan->largest < Rational(std::numeric_limits<std::int64_t>::max())) {
      wide.emplace(t.program, *plan, path);
    }
  }
  const LaneTables& tables;
  LaneRunner lanes;
  std::optional<BoxRunner<std::uint32_t>> narrow;
  std::optional<BoxRunner<std::uint64_t>> wide;
};

FastRunner::FastRunner(const LaneTables& tables, const FastPlan* plan, CpuPath path)
    : state_(std::make_unique<State>(tables, plan, resolve_cpu_path(path))) {}
FastRunner::~FastRunner() = default;

void FastRunner::run(std::uint64_t first, std::uint64_t last, ChunkSum& sum) {
  const IdProgram& program = state_->tables.program;
  while (first < last) {
    if (!state_->narrow && !state_->wide) return state_->lanes.run(first, last, sum);
    const Box box = next_box(first, last, program.n, program.columns());
    const auto digest = state_->narrow ? state_->narrow->run(box) : state_->wide->run(box);
    if (digest) {
      sum.digest += *digest;
      sum.inputs += box.size;
    } else {
      state_->lanes.run(first, first + box.size, sum);
    }
    first += box.size;
  }
}

}  // namespace hardmax
