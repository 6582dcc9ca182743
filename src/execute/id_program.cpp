#include "execute/id_program.hpp"

#include <algorithm>
#include <map>

#include "exact/error.hpp"
#include "exact/fault.hpp"

namespace hardmax {

namespace {

struct IdHead {
  Rational factor;
  Rational threshold;
};

// The head at the level of ids, if it reads columns through u^T only.
std::optional<IdHead> read_head(const Head& head, const Matrix& u) {
  if (head.b_Q.size() != 1 || head.W_V != u || head.W_K != u || head.W_Q != u) return std::nullopt;
  IdHead id{0, head.b_Q[0]};
  for (std::size_t r = 0; r < u.columns(); ++r) id.factor += u(0, r) * head.W_O(r, 0);
  return id;
}

bool alike(const IdStage& stage, const IdStage& next) {
  return stage.kind == IdStage::Kind::window && next.kind == IdStage::Kind::window &&
         stage.keys == next.keys && stage.factor == next.factor;
}

// Adds a layer: to the last stage if it goes on there, else as a new one. A stage spans at most q
// values from where its block began, so that blocks which touch (d = 1) stay apart; any grouping
// means the same.
class Stages {
 public:
  Stages(std::vector<IdStage>& stages, const Rational& q) : stages_(stages), q_(q) {}
  void add(IdStage stage) {
    const bool in_block = joinable_ && alike(stages_.back(), stage) &&
                          stage.base > stages_.back().base && stage.base < block_ + q_;
    if (in_block && stages_.back().base + Rational(stages_.back().count) == stage.base) {
      ++stages_.back().count;
      return;
    }
    if (!in_block) block_ = stage.base;
    stages_.push_back(std::move(stage));
    joinable_ = true;
  }
  void close() { joinable_ = false; }

 private:
  std::vector<IdStage>& stages_;
  Rational q_, block_;
  bool joinable_ = false;
};

// Key sets by (pattern layer, with self), each listed once.
class KeySets {
 public:
  KeySets(const Pattern& pattern, IdProgram& program) : pattern_(pattern), program_(program) {}
  std::optional<std::size_t> index(std::size_t layer, bool with_self) {
    const auto [place, fresh] = index_.emplace(std::pair(layer, with_self), program_.keys.size());
    if (!fresh) return place->second;
    std::vector<std::vector<Token>> sets(pattern_.tokens());
    for (std::size_t k = 0; k < sets.size(); ++k) {
      for (const Token j : pattern_.neighbours(layer, k)) {
        if (with_self || j != k) sets[k].push_back(j);
      }
      if (sets[k].empty()) return std::nullopt;  // undefined where the network is executed
    }
    program_.keys.push_back(std::move(sets));
    return place->second;
  }

 private:
  const Pattern& pattern_;
  IdProgram& program_;
  std::map<std::pair<std::size_t, bool>, std::size_t> index_;
};

// One layer: the heads of a window at b, or of an extreme layer.
void apply_heads(std::vector<Rational>& z, const IdProgram& program, const IdStage& stage,
                 std::span<const IdHead> heads) {
  const std::vector<Rational> before = z;
  for (std::size_t k = 0; k < z.size(); ++k) {
    for (const IdHead& head : heads)
      z[k] +=
          head.factor * head_value(before[k], head.threshold, before, program.keys[stage.keys][k]);
  }
}

}  // namespace

std::uint64_t IdProgram::columns() const {
  const auto q = power(Rational(D), Rational(d)).to_int64();
  HARDMAX_REQUIRE(q.has_value());
  return static_cast<std::uint64_t>(*q);
}

std::uint64_t IdProgram::column_value(std::uint64_t index) const {
  std::uint64_t value = 0;
  for (std::uint64_t r = 0; r < d; ++r, index /= D)
    value = value * D + index % D;  // the last row comes first and weighs most
  return value;
}

std::optional<IdStage> read_id_layer(const Attention& layer, const Matrix& u) {
  if (layer.map || layer.score != Score::dot || !layer.residual || layer.heads.empty() ||
      layer.heads.size() > 2)
    return std::nullopt;
  const auto first = read_head(layer.heads[0], u);
  if (!first) return std::nullopt;
  IdStage stage;
  stage.factor = first->factor;
  if (layer.heads.size() == 1) {
    stage.kind = IdStage::Kind::extreme;
    stage.threshold = first->threshold;
    return stage;
  }
  const auto second = read_head(layer.heads[1], u);
  if (!second || first->factor + second->factor != Rational(0) ||
      second->threshold - first->threshold != Rational(1))
    return std::nullopt;
  stage.kind = IdStage::Kind::window;
  stage.base = first->threshold + Rational(1) / Rational(2);
  stage.count = 1;
  if (!stage.base.is_integer()) return std::nullopt;
  return stage;
}

std::optional<IdProgram> derive_id_program(const Network& network, const Pattern& pattern,
                                           std::uint64_t D, std::span<const Rational> E,
                                           std::size_t snapshot_layer) {
  HARDMAX_REQUIRE(pattern.tokens() == E.size() && D >= 2 && snapshot_layer <= network.size());
  IdProgram program;
  program.n = pattern.tokens();
  program.d = network.rows();
  program.D = D;
  if (!power(Rational(D), Rational(program.d)).to_int64()) return std::nullopt;
  Matrix u(1, program.d);
  Rational Delta;
  for (std::size_t r = 0; r < program.d; ++r) {
    u(0, r) = power(Rational(D), Rational(r));
    Delta += u(0, r);
  }
  for (const Rational& e : E) program.offset.push_back(e * Delta);

  KeySets key_sets(pattern, program);
  program.snapshot = 0;
  std::size_t t = 0;
  Stages stages(program.stages, power(Rational(D), Rational(program.d)));
  for (const Layer& layer : network.layers()) {
    if (t++ == snapshot_layer) {
      program.snapshot = program.stages.size();
      stages.close();
    }
    const auto* attention = std::get_if<Attention>(&layer);
    if (attention == nullptr) return std::nullopt;
    if (attention->heads.empty() && attention->residual) continue;
    auto stage = read_id_layer(*attention, u);
    if (!stage) return std::nullopt;
    const auto set = key_sets.index(attention->pattern_layer, attention->keys_with_self);
    if (!set) return std::nullopt;
    stage->keys = *set;
    stages.add(std::move(*stage));
  }
  if (snapshot_layer == network.size()) program.snapshot = program.stages.size();
  return program;
}

Rational head_value(const Rational& z, const Rational& threshold, std::span<const Rational> before,
                    std::span<const Token> keys) {
  const auto by_value = [&](Token a, Token b) { return before[a] < before[b]; };
  if (HARDMAX_FAULT(execute_tie_maximum, z > threshold, z >= threshold))
    return before[*std::max_element(keys.begin(), keys.end(), by_value)];
  if (z < threshold) return before[*std::min_element(keys.begin(), keys.end(), by_value)];
  Rational sum;
  for (const Token j : keys) sum += before[j];
  return sum / Rational(keys.size());
}

std::vector<Rational> initial_ids(const IdProgram& program, std::uint64_t ordinal) {
  std::vector<Rational> z = program.offset;
  const std::uint64_t q = program.columns();
  for (std::size_t k = z.size(); k-- > 0; ordinal /= q)
    z[k] += Rational(program.column_value(ordinal % q));
  return z;
}

IdValues execute_exactly(const IdProgram& program, std::uint64_t ordinal) {
  const Rational half = Rational(1) / Rational(2);
  std::vector<Rational> z = initial_ids(program, ordinal);
  IdValues values;
  for (std::size_t t = 0; t < program.stages.size(); ++t) {
    if (t == program.snapshot) values.after_shift = z;
    const IdStage& stage = program.stages[t];
    if (stage.kind == IdStage::Kind::extreme) {
      const IdHead head{stage.factor, stage.threshold};
      apply_heads(z, program, stage, {&head, 1});
      continue;
    }
    for (std::uint64_t w = 0; w < stage.count; ++w) {
      const Rational b = stage.base + Rational(w);
      const IdHead heads[] = {{stage.factor, b - half}, {-stage.factor, b + half}};
      apply_heads(z, program, stage, heads);
    }
  }
  if (program.snapshot == program.stages.size()) values.after_shift = z;
  values.ids = std::move(z);
  return values;
}

}  // namespace hardmax
