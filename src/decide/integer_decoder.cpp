#include "decide/integer_decoder.hpp"

#include <algorithm>

#include "decide/integer_layers.hpp"
#include "exact/error.hpp"

namespace hardmax::decide {

using subject::Reading;
using subject::Run;

namespace {

constexpr std::size_t kMostSeen = std::size_t{1} << 22;  // nodes that are looked at
using Column = std::vector<std::int64_t>;

// Sums that tell of an overflow when they are asked, not at each step.
struct Sum {
  std::int64_t value = 0;
  bool overflow = false;
  void add(std::int64_t x) { overflow |= __builtin_add_overflow(value, x, &value); }
  void add_product(std::int64_t a, std::int64_t b) {
    std::int64_t product = 0;
    overflow |= __builtin_mul_overflow(a, b, &product);
    add(product);
  }
};

class IntegerEngine final : public NodeEngine {
 public:
  IntegerEngine(const Run& run, std::uint64_t nodes, const std::function<void()>& between)
      : reading_(run.reading()),
        rows_(reading_.rows()),
        first_token_(reading_.ends_of_tokens().first),
        terms_(reading_, first() + 1),
        later_(reading_, first()),
        output_(rows_),
        column_(rows_),
        added_(rows_) {
    // Numbers of the machine's rows.
    const auto row = [&](const std::string& name, std::vector<subject::Value> at) {
      return static_cast<std::uint32_t>(subject::whole_of(reading_.defined(name, at)) - 1);
    };
    for (std::size_t a = 1; a <= run.machine()->states().size(); ++a)
      states_.push_back(row("q1", {Rational(a)}));
    for (std::size_t a = 1; a <= run.machine()->symbols().size(); ++a)
      symbols_.push_back(row("s1", {Rational(a)}));
    cell_ = row("x1", {});
    IntegerTerms keys(reading_, first());
    KeyTerms of_keys{&later_, &keys, {}};
    for (const std::string& network : run.file().networks) {
      const std::uint64_t size = reading_.size(network);
      for (std::uint64_t t = 1; t <= size; ++t)
        if (auto layer = integer_layer(reading_, network, t, of_keys))
          layers_.push_back(std::move(*layer));
    }
    h_ = add_h(later_);
    begin_first();
    for (std::size_t r = 1; r <= rows_; ++r) start_.push_back(start_of(terms_, r));
    plan(keys, of_keys.nodes, nodes, between);
  }

  bool next(std::size_t state, std::size_t symbol, std::int64_t cell) override {
    ++node_;
    const std::int64_t k = first() + static_cast<std::int64_t>(node_) - 1;
    later_.run(k, output_.data());
    if (node_ == 1) {
      column_ = first_column_;
    } else {
      terms_.run(k, output_.data());
      for (std::size_t r = 0; r < rows_; ++r) column_[r] = terms_.value(start_[r]);
    }
    const auto is_unit = [&](const std::vector<std::uint32_t>& rows, std::size_t at) {
      bool unit = true;
      for (std::size_t i = 0; i < rows.size(); ++i)
        unit &= column_[rows[i]] == (i + 1 == at ? 1 : 0);
      return unit;
    };
    return is_unit(states_, state) && is_unit(symbols_, symbol) && column_[cell_] == cell;
  }
  bool is_last_of_step() override { return later_.value(h_) == 1; }
  std::vector<Rational> column() override { return {column_.begin(), column_.end()}; }

  void finish() override {
    bool first = true;
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      act(layers_[i], seen_[i]);
      if (first || !layers_[i].residual) {
        for (const std::int64_t x : column_) note(x);
      } else {
        for (const std::uint32_t r : layers_[i].written) note(column_[r]);
      }
      first = false;
    }
    if (overflow_) throw NotInteger("a number is beyond 63 bits");
    output_ = column_;
  }
  std::uint64_t looked_at_tokens() const override { return on_tokens_; }
  std::uint64_t looked_at_memory() const override { return on_memory_; }
  Rational largest() const override { return largest_; }

 private:
  struct Seen {  // of a layer with heads on tokens
    NodeSet nodes{kMostSeen};
    std::vector<std::int64_t> entries;  // layer.seen.size() of each node
  };

  [[nodiscard]] std::int64_t first() const { return first_token_; }

  IntegerTerms::Node add_h(IntegerTerms& terms) const {
    const subject::Signature& s = reading_.file().definitions.at("h").signature;
    return terms.add(*s.term, {{s.arguments[0], terms.k()}});
  }
  IntegerTerms::Node start_of(IntegerTerms& terms, std::size_t r) const {
    const auto row = terms.constant(static_cast<std::int64_t>(r));
    return terms.add(*reading_.file().start, {{"r", row}, {"k", terms.k()}});
  }
  void begin_first() {
    IntegerTerms terms = IntegerTerms::at_first(reading_, first());
    std::vector<IntegerTerms::Node> nodes;
    for (std::size_t r = 1; r <= rows_; ++r) nodes.push_back(start_of(terms, r));
    terms.run(first(), output_.data());
    for (const IntegerTerms::Node node : nodes) first_column_.push_back(terms.value(node));
  }

  // Who is looked at, in each layer.
  void plan(IntegerTerms& keys, const std::vector<IntegerTerms::Node>& of_layers,
            std::uint64_t nodes, const std::function<void()>& between) {
    seen_.resize(layers_.size());
    for (std::uint64_t i = 1; !of_layers.empty() && i < nodes; ++i) {
      if (between && i % 65'536 == 0) between();
      const std::int64_t k = first() + static_cast<std::int64_t>(i) - 1;
      keys.run(k, nullptr);
      std::size_t at = 0;
      for (std::size_t l = 0; l < layers_.size(); ++l) {
        if (!layers_[l].key) continue;
        const std::int64_t key = keys.value(of_layers[at++]);
        if (key < first() || key > k) throw NotInteger("a token looks at none or a later one");
        seen_[l].nodes.add(static_cast<std::uint64_t>(key - first()) + 1);
      }
    }
    for (std::size_t l = 0; l < layers_.size(); ++l)
      seen_[l].entries.resize(seen_[l].nodes.size() * layers_[l].seen.size());
  }

  void note(std::int64_t x) {
    if (x == INT64_MIN)
      overflow_ = true;
    else
      largest_ = std::max(largest_, x < 0 ? -x : x);
  }

  void add(std::uint32_t row, std::int64_t x, std::int64_t by) {
    std::int64_t product = 0;
    overflow_ |= __builtin_mul_overflow(x, by, &product);
    overflow_ |= __builtin_add_overflow(added_[row], product, &added_[row]);
  }

  std::int64_t sum(const Sparse& form, const std::int64_t* column, std::int64_t constant) {
    Sum out{constant};
    for (std::size_t i = 0; i < form.at.size(); ++i)
      out.add_product(form.by[i], column[form.at[i]]);
    overflow_ |= out.overflow;
    return out.value;
  }

  void act(IntegerLayer& layer, Seen& seen) {
    for (const std::uint32_t r : layer.written) added_[r] = 0;
    for (const IntegerUnit& unit : layer.units) {
      const std::int64_t h = sum(unit.form, column_.data(), unit.b);
      if (h <= 0) continue;
      for (std::size_t i = 0; i < unit.out.at.size(); ++i) add(unit.out.at[i], h, unit.out.by[i]);
    }
    for (IntegerMemory& memory : layer.memories) look_up(memory);
    if (layer.key) fetch(layer, seen);
    if (!layer.residual) std::fill(column_.begin(), column_.end(), 0);
    for (const std::uint32_t r : layer.written)
      overflow_ |= __builtin_add_overflow(column_[r], added_[r], &column_[r]);
  }

  void fetch(const IntegerLayer& layer, Seen& seen) {
    const std::size_t size = layer.seen.size();
    const std::size_t own = seen.nodes.place(node_);
    if (own < seen.nodes.size())
      for (std::size_t i = 0; i < size; ++i) seen.entries[own * size + i] = column_[layer.seen[i]];
    const auto key = static_cast<std::uint64_t>(later_.value(*layer.key) - first_token_) + 1;
    const std::int64_t* entries = seen.entries.data() + seen.nodes.place(key) * size;
    for (const IntegerFetch& head : layer.fetches)
      for (const auto& [row, from] : head.out) add(row, sum(from, entries, 0), 1);
    on_tokens_ += layer.fetches.size();
  }

  // The mean of the outputs with the largest score; the last one is remembered.
  void look_up(IntegerMemory& memory) {
    on_memory_ += memory.keys.size();
    bool same = !memory.last_query.empty();
    memory.last_query.resize(memory.query.size());
    for (std::size_t i = 0; i < memory.query.size(); ++i) {
      const std::int64_t q = sum(memory.query[i], column_.data(), memory.constants[i]);
      same = same && memory.last_query[i] == q;
      memory.last_query[i] = q;
    }
    if (!same) find(memory);
    const Sparse& output = memory.last_output;
    for (std::size_t i = 0; i < output.at.size(); ++i) add(output.at[i], output.by[i], 1);
  }
  void find(IntegerMemory& memory) {
    std::vector<std::size_t> best;
    std::int64_t top = 0;
    for (std::size_t j = 0; j < memory.keys.size(); ++j) {
      Sum score;
      for (std::size_t i = 0; i < memory.last_query.size(); ++i)
        score.add_product(memory.keys[j][i], memory.last_query[i]);
      if (score.overflow || score.value == INT64_MIN) throw NotInteger("a score is beyond 63 bits");
      if (memory.minus_abs && score.value > 0) score.value = -score.value;
      if (best.empty() || top < score.value) {
        best.assign(1, j);
        top = score.value;
      } else if (top == score.value) {
        best.push_back(j);
      }
    }
    memory.last_output = {};
    if (best.empty()) return;
    Column total(rows_);
    for (const std::size_t j : best) {
      const Sparse& one = memory.outputs[j];
      for (std::size_t i = 0; i < one.at.size(); ++i)
        if (__builtin_add_overflow(total[one.at[i]], one.by[i], &total[one.at[i]]))
          throw NotInteger("a number is beyond 63 bits");
    }
    const auto count = static_cast<std::int64_t>(best.size());
    for (std::size_t r = 0; r < rows_; ++r) {
      if (total[r] % count != 0) throw NotInteger("a tie gives a number that is not whole");
      if (total[r] == 0) continue;
      memory.last_output.at.push_back(static_cast<std::uint32_t>(r));
      memory.last_output.by.push_back(total[r] / count);
    }
  }

  Reading& reading_;
  std::size_t rows_;
  std::int64_t first_token_;
  IntegerTerms terms_;  // of the start of every token but the first
  IntegerTerms later_;  // keys, and h
  std::vector<std::uint32_t> states_, symbols_;
  std::uint32_t cell_ = 0;
  std::vector<IntegerLayer> layers_;
  std::vector<Seen> seen_;  // by layer
  std::vector<IntegerTerms::Node> start_;
  IntegerTerms::Node h_ = 0;
  Column first_column_, output_, column_, added_;
  std::uint64_t node_ = 0, on_tokens_ = 0, on_memory_ = 0;
  std::int64_t largest_ = 0;
  bool overflow_ = false;
};

}  // namespace

std::unique_ptr<NodeEngine> integer_engine(const Run& run, std::uint64_t nodes,
                                           const std::function<void()>& between) {
  try {
    return run.guarded([&] { return std::make_unique<IntegerEngine>(run, nodes, between); });
  } catch (const InvalidInput& e) {  // a term that the literal engine may never evaluate
    throw NotInteger(e.what());
  }
}

}  // namespace hardmax::decide
