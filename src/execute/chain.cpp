#include "execute/chain.hpp"

#include <algorithm>

#include "exact/error.hpp"

namespace hardmax {

namespace {

// What is known of a column while the stages are gone through.
struct Range {
  Rational low, high;
  std::optional<std::size_t> link;  // its place in the chain, once it has one
};

class Search {
 public:
  explicit Search(const IdProgram& program) : program_(program), q_(program.columns()) {
    for (const Rational& o : program.offset)
      ranges_.push_back({o, o + Rational(q_) - Rational(1), std::nullopt});
  }

  std::optional<Chain> run() {
    for (const IdStage& s : program_.stages) {
      if (s.kind != IdStage::Kind::window) break;
      ++chain_.stages;
    }
    for (const Rational& o : program_.offset) {
      if (!o.to_int64()) return std::nullopt;
    }
    add_first();
    for (std::size_t t = 0; t < chain_.stages; ++t) {
      if (!add_stage(program_.stages[t])) return std::nullopt;
    }
    if (chain_.links.size() != program_.n) return std::nullopt;
    return std::move(chain_);
  }

 private:
  // The column with the largest ids is never moved.
  void add_first() {
    std::size_t first = 0;
    for (std::size_t k = 1; k < ranges_.size(); ++k) {
      if (ranges_[k].low > ranges_[first].low) first = k;
    }
    add_link(first, 0, ranges_[first].low, ranges_[first].high);
    chain_.links[0].least = ranges_[first].low;
    stay_above_waiting(chain_.links[0]);
  }

  void add_link(std::size_t k, std::int64_t factor, const Rational& low, const Rational& high) {
    ranges_[k] = {low, high, chain_.links.size()};
    ChainLink link;
    link.token = static_cast<Token>(k);
    link.offset = *program_.offset[k].to_int64();
    link.factor = factor;
    link.low = low;
    link.high = high;
    chain_.links.push_back(std::move(link));
  }

  void stay_above_waiting(ChainLink& link) const {
    for (const Range& range : ranges_) {
      if (!range.link) link.least = std::max(link.least, range.high + Rational(1));
    }
  }

  bool add_stage(const IdStage& stage) {
    const Rational end = stage.base + Rational(stage.count);
    std::optional<std::size_t> moved;
    for (std::size_t k = 0; k < ranges_.size(); ++k) {
      const Range& range = ranges_[k];
      const bool meets = range.high >= stage.base && range.low < end;
      if (range.link) {
        ChainLink& link = chain_.links[*range.link];
        if (range.low >= end) link.least = std::max(link.least, end);
        if (meets) link.avoid.emplace_back(*stage.base.to_int64(), stage.count);
      } else if (meets) {
        if (moved || range.low < stage.base || range.high >= end)
          return false;  // two at once, or only some of its values
        moved = k;
      }
    }
    return !moved || add_moved(stage, *moved, end);
  }

  bool add_moved(const IdStage& stage, std::size_t k, const Rational& end) {
    const auto factor = stage.factor.to_int64();
    if (!factor || *factor < 1) return false;
    const auto& keys = program_.keys[stage.keys][k];
    const auto sees = [&](Token j) { return std::binary_search(keys.begin(), keys.end(), j); };
    if (!sees(static_cast<Token>(k)) || !sees(chain_.links.back().token)) return false;
    for (const Token j : keys) {
      if (j != k && !ranges_[j].link && ranges_[j].low < ranges_[k].high)
        return false;  // might be smaller
    }
    const Range z = ranges_[k];
    const Rational f(*factor);
    const ChainLink& before = chain_.links.back();
    add_link(k, *factor, f * before.low - (f - Rational(1)) * z.high,
             f * before.high - (f - Rational(1)) * z.low);
    ChainLink& link = chain_.links.back();
    link.least = end;
    stay_above_waiting(link);
    return true;
  }

  const IdProgram& program_;
  std::uint64_t q_;
  std::vector<Range> ranges_;
  Chain chain_;
};

// Division towards minus infinity by a positive number.
Int128 floor_quotient(const Int128& a, const Int128& b) { return a / b - (a % b < 0 ? 1 : 0); }
Rational floor_quotient(const Rational& a, const Rational& b) { return floor(a / b); }

std::optional<std::uint64_t> to_uint64(const Int128& x) {
  if (x < 0 || x > static_cast<Int128>(INT64_MAX)) return std::nullopt;
  return static_cast<std::uint64_t>(x);
}
std::optional<std::uint64_t> to_uint64(const Rational& x) {
  const auto value = x.to_int64();
  if (!value || *value < 0) return std::nullopt;
  return static_cast<std::uint64_t>(*value);
}

}  // namespace

std::optional<Chain> find_chain(const IdProgram& program) {
  for (const IdStage& s : program.stages) {
    if (s.kind == IdStage::Kind::window && !s.base.to_int64()) return std::nullopt;
  }
  return Search(program).run();
}

std::optional<Decoder> Decoder::make(const IdProgram& program, const std::optional<Chain>& chain) {
  if (!chain ||
      power(Rational(program.D), Rational(program.n * program.d)).to_int64() == std::nullopt)
    return std::nullopt;
  Decoder decoder;
  decoder.links_ = chain->links;
  decoder.q_ = program.columns();
  decoder.D_ = program.D;
  decoder.d_ = program.d;
  for (std::size_t i = 1; i < decoder.links_.size(); ++i) {
    if (static_cast<std::uint64_t>(decoder.links_[i].factor) < decoder.q_) return std::nullopt;
  }
  if (chain->stages == program.stages.size()) return std::nullopt;
  decoder.base_ = program.stages[chain->stages].factor;
  if (!decoder.base_.is_integer() || decoder.base_ < Rational(2)) return std::nullopt;
  for (std::size_t t = chain->stages; t < program.stages.size(); ++t) {
    if (program.stages[t].kind != IdStage::Kind::extreme ||
        program.stages[t].factor != decoder.base_)
      return std::nullopt;
  }
  decoder.small_base_ = to_int128(decoder.base_);
  decoder.digits_ = program.stages.size() - chain->stages + 1;
  return decoder;
}

template <class Int>
std::optional<Decoder::Place> Decoder::decode_integer(const Int& id, const Int& base) const {
  // Digits, lowest first.
  if (id < Int(0)) return std::nullopt;
  Int rest = id;
  Int low = 0;
  for (std::size_t t = 0; t + 1 < digits_; ++t) {
    const Int next = floor_quotient(rest, base);
    if (t == 0) low = rest - next * base;
    rest = next;
  }
  if (rest >= base) return std::nullopt;  // more digits than the rule has
  // Down the chain.
  Place place;
  bool found = false;
  std::vector<std::uint64_t> column(links_.size());
  Int x = rest;
  for (std::size_t i = links_.size(); i-- > 0;) {
    const ChainLink& link = links_[i];
    const Int offset(link.offset);
    if (x == low) {
      place.token = link.token;
      found = true;
    }
    const Int factor(i == 0 ? 1 : link.factor);
    const Int value =
        i == 0 ? x - offset
               : x - offset - floor_quotient(x - offset, factor) * factor;  // u^T G of this column
    const auto v = to_uint64(value);
    if (!v || *v >= q_) return std::nullopt;
    // The place of the column in the order of enumeration has the digits of its value reversed.
    std::uint64_t digits = *v;
    for (std::uint64_t r = 0; r < d_; ++r, digits /= D_)
      column[link.token] = column[link.token] * D_ + digits % D_;
    if (i == 0) break;
    const Int z = offset + value;
    const Int before = floor_quotient(x - z, factor) + z;
    if (!(before < x)) return std::nullopt;
    x = before;
  }
  if (!found) return std::nullopt;
  for (const std::uint64_t index : column) place.ordinal = place.ordinal * q_ + index;
  return place;
}

std::optional<Decoder::Place> Decoder::decode(Int128 id) const {
  // A base beyond 126 bits: nothing to divide by, the rationals do.
  if (!small_base_) return decode(to_rational(id));
  return decode_integer<Int128>(id, *small_base_);
}

std::optional<Decoder::Place> Decoder::decode(const Rational& id) const {
  if (!id.is_integer()) return std::nullopt;
  return decode_integer<Rational>(id, base_);
}

}  // namespace hardmax
