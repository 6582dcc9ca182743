#include "subject/decoder.hpp"

namespace hardmax::subject {

namespace {
constexpr std::uint64_t kMostTokens = std::uint64_t{1} << 24;
}  // namespace

Decoder::Decoder(Reading& reading, Input input, std::uint64_t tokens)
    : reading_(reading), input_(std::move(input)) {
  HARDMAX_REQUIRE(reading.file().decoder);
  const auto [first, last] = reading.ends_of_tokens();
  if (tokens > kMostTokens) throw LimitReached("a decoder of more than 2^24 tokens");
  HARDMAX_REQUIRE(tokens <= static_cast<std::uint64_t>(last - first) + 1);
  first_ = next_ = first;
  end_ = first + static_cast<std::int64_t>(tokens);
  output_.resize(reading.rows());  // 0 before the first
  for (const std::string& network : reading.file().networks) {
    const std::uint64_t size = reading.size(network);
    for (std::uint64_t t = 1; t <= size; ++t) {
      layers_.push_back({network, t});
      const auto made = reading.layer(network, t);
      if (!made->idle() && made->on_tokens) plan(layers_.size() - 1);
    }
  }
}

// Who is looked at in this layer, and by whom last.
void Decoder::plan(std::size_t layer) {
  Seen& seen = seen_[layer];
  for (std::int64_t k = first_; k < end_; ++k)
    for (const std::int64_t j : reading_.keys_at(layers_[layer].network, layers_[layer].t, k))
      seen.last_use[j] = k;
  for (const auto& [token, user] : seen.last_use) seen.forgotten[user].push_back(token);
}

const std::vector<Rational>& Decoder::begin() {
  HARDMAX_REQUIRE(next_ < end_);
  column_ = reading_.column_of_start(input_, next_, &output_);
  return column_;
}

void Decoder::act(std::size_t layer) {
  const auto& [network, t] = layers_[layer];
  const auto held = reading_.layer(network, t);
  const MadeLayer& made = *held;
  if (made.dropped || (made.idle() && made.residual)) return;
  reading_.charge(1);
  if (made.kind == MadeLayer::Kind::map) {
    const Reading::Place here = reading_.place(network, t);
    column_ = reading_.at_place(here, [&](const Env* env) {
      return reading_.mapped(*here.stage, env, column_, Rational(next_));
    });
    return;
  }
  Columns z = {column_};
  std::vector<std::size_t> keys;
  if (made.on_tokens) {
    Seen& seen = seen_.at(layer);
    if (seen.last_use.contains(next_)) seen.columns[next_] = column_;
    for (const std::int64_t j : reading_.keys_at(network, t, next_)) {
      keys.push_back(z.size());
      z.push_back(seen.columns.at(j));
    }
  }
  std::vector<Rational> out =
      made.residual ? column_ : std::vector<Rational>(column_.size(), Rational());
  reading_.add_parts(made, z, 0, keys, out);
  column_ = std::move(out);
  for (const MadeLayer::One& one : made.parts) {
    if (made.kind != MadeLayer::Kind::heads) break;
    if (one.part->memory)
      memory_ += one.part->table.size();
    else
      own_ += keys.size();
  }
  if (!made.on_tokens) return;
  Seen& seen = seen_.at(layer);
  if (const auto old = seen.forgotten.find(next_); old != seen.forgotten.end())
    for (const std::int64_t j : old->second) seen.columns.erase(j);
}

const std::vector<Rational>& Decoder::finish(const After& after) {
  for (std::size_t layer = 0; layer < layers_.size(); ++layer) {
    act(layer);
    if (after) after(layer + 1, column_);
  }
  output_ = std::move(column_);
  ++next_;
  return output_;
}

}  // namespace hardmax::subject
