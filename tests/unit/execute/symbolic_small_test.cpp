// What symbolic execution shows of small random networks, most of them broken and with everything
// at its edge, against every input in plain integers; of one size and of every size at once.
#include <fmt/core.h>
#include <catch2/catch.hpp>

#include <random>
#include <set>

#include "execute/symbolic_residues.hpp"
#include "support/rounds.hpp"

namespace symbolic_small_test {

using namespace hardmax;

namespace {

using Whole = std::int64_t;
using Random = std::mt19937_64;

// A whole number, or for every size a + b x. Rationals are at x = 0.
struct Drawn {
  Whole a = 0, b = 0;
  [[nodiscard]] Whole at(Whole x) const { return a + b * x; }
  operator Rational() const { return a; }
  operator WholePolynomial() const {
    return WholePolynomial(a) + WholePolynomial(b) * WholePolynomial::x();
  }
};

struct Network {
  Drawn values;
  bool increasing = false;
  std::vector<std::vector<std::vector<Token>>> pattern;
  std::vector<Drawn> start;
  struct Windows {
    std::size_t layer;
    Drawn first, last, shift;
    std::vector<Drawn> missing;
  };
  std::vector<Windows> sweeps;
  std::vector<std::pair<std::size_t, Drawn>> all_max;

  template <typename Number>
  [[nodiscard]] StagedNetworkOf<Number> staged() const {
    StagedNetworkOf<Number> out;
    out.values = values;
    out.increasing = increasing;
    for (const Drawn& at : start) out.start.push_back(at);
    for (const Windows& w : sweeps)
      out.sweeps.push_back(
          {w.layer, w.first, w.last, w.shift, {w.missing.begin(), w.missing.end()}});
    for (const auto& [layer, c] : all_max) out.all_max.push_back({layer, c});
    return out;
  }
  [[nodiscard]] std::string text() const {
    const auto of = [](const Drawn& x) {
      return x.b == 0 ? fmt::format("{}", x.a) : fmt::format("{}+{}x", x.a, x.b);
    };
    std::string out =
        fmt::format("values {}{}, start", of(values), increasing ? ", increasing" : "");
    for (const Drawn& at : start) out += " " + of(at);
    for (std::size_t l = 0; l < pattern.size(); ++l) {
      out += fmt::format("; layer {}:", l);
      for (const auto& row : pattern[l]) {
        out += " {";
        for (const Token j : row) out += fmt::format("{} ", j);
        out += "}";
      }
    }
    for (const Windows& w : sweeps) {
      out += fmt::format("; sweep layer {} windows {}..{} shift {} missing", w.layer, of(w.first),
                         of(w.last), of(w.shift));
      for (const Drawn& b : w.missing) out += " " + of(b);
    }
    for (const auto& [layer, c] : all_max)
      out += fmt::format("; all-max layer {} c {}", layer, of(c));
    return out;
  }
};

// Half of them are a change or two from what is right: tokens one after the other, each with its
// sweep, attention to all or all others, a multiplier that is large or just too small.
Network draw(Random& random, bool every_size) {
  const auto below = [&](Whole n) {
    return static_cast<Whole>(random() % static_cast<std::uint64_t>(n));
  };
  const auto one_in = [&](Whole n) { return below(n) == 0; };
  const auto drawn = [&](Whole least, Whole most) {
    Drawn x;
    x.a = least + below(most - least + 1);
    if (every_size && one_in(2)) x.b = below(3);
    return x;
  };
  const auto plus = [](Drawn x, Whole more) { return Drawn{x.a + more, x.b}; };
  Network out;
  const bool tame = one_in(2), own = one_in(2);
  const Whole n = 2 + below(2), p = 1 + below(2);
  const auto any_layer = [&] { return static_cast<std::size_t>(below(p)); };
  out.increasing = one_in(3);
  out.values = drawn(out.increasing ? n : 1, 4);
  out.pattern.assign(static_cast<std::size_t>(p),
                     std::vector<std::vector<Token>>(static_cast<std::size_t>(n)));
  for (auto& layer : out.pattern) {
    for (Whole k = 0; k < n; ++k) {
      auto& row = layer[static_cast<std::size_t>(k)];
      for (Whole j = 0; j < n; ++j) {
        if (tame ? (own || j != k) && !one_in(12) : !one_in(3))
          row.push_back(static_cast<Token>(j));
      }
      if (row.empty()) row.push_back(static_cast<Token>(below(n)));
    }
  }
  Drawn at = drawn(-1, 3);
  for (Whole k = 0; k < n; ++k) {
    out.start.push_back(at);
    const Drawn gap = drawn(-1, 1);  // 0: the next id follows on; -1: the two may be the same
    if (!(out.increasing && !one_in(4)))
      at = {at.a + out.values.a + gap.a, at.b + out.values.b + gap.b};
  }
  if (one_in(tame ? 12 : 3)) std::swap(out.start[0], out.start[1]);
  for (Whole i = 0, sweeps = tame && !one_in(3) ? n - one_in(4)
                             : tame             ? 0
                                                : below(3);
       i < sweeps; ++i) {
    const Drawn first = tame        ? out.start[static_cast<std::size_t>(i)]
                        : one_in(2) ? out.start[static_cast<std::size_t>(below(n))]
                                    : drawn(-1, 8);
    const Drawn last = {first.a + out.values.a - 1 + (one_in(tame ? 12 : 2) ? 1 - 2 * below(2) : 0),
                        first.b + out.values.b};
    Network::Windows windows{
        any_layer(), first, last, tame && !one_in(4) ? out.values : drawn(0, 4), {}};
    if (one_in(tame ? 12 : 4)) windows.missing.push_back(plus(first, below(3)));
    out.sweeps.push_back(windows);
  }
  const Drawn c = one_in(3) ? drawn(0, 12) : one_in(2) ? drawn(0, 100) : drawn(1000, 9000);
  for (Whole t = 0, layers = below(4); t < layers; ++t)
    out.all_max.emplace_back(any_layer(), one_in(12) ? drawn(0, 12) : c);
  return out;
}

struct Found {
  bool in_each = true, all = true;  // final ids differ
};

// What is asked of nodes.
struct Asked {
  std::vector<SymbolicFacts::Index> nodes;
  bool determined = false;                                  // they tell the input
  std::vector<std::pair<SymbolicFacts::Index, Drawn>> sum;  // by decreasing node
  Drawn constant;
  SymbolicFacts::Signs signs;  // of the sum and the constant
};

// Every input at x: the ids after the sweeps are as the run says, and so is what was asked; how
// final ids differ.
template <typename Number>
Found enumerate(const Network& network, const SymbolicRunOf<Number>& run, Whole x,
                const Asked& asked) {
  const std::size_t n = network.start.size();
  const Whole values = network.values.at(x);
  const auto number = [&](const Number& a) -> Whole {
    if constexpr (std::is_same_v<Number, Rational>)
      return *a.to_int64();
    else
      return *a.value(x, 0, 0).to_int64();
  };
  Found found;
  std::set<Whole> seen;
  std::set<std::vector<Whole>> told;
  std::vector<Whole> digits(n, 0);
  const auto each = [&] {
    std::vector<Whole> z, of_nodes;
    for (std::size_t k = 0; k < n; ++k) z.push_back(digits[k] + network.start[k].at(x));
    for (const Network::Windows& w : network.sweeps) {
      for (Whole b = w.first.at(x); b <= w.last.at(x); ++b) {
        if (std::any_of(w.missing.begin(), w.missing.end(),
                        [&](const Drawn& m) { return m.at(x) == b; }))
          continue;
        std::vector<Whole> next = z;
        for (std::size_t k = 0; k < n; ++k) {
          if (z[k] != b) continue;
          Whole most = z[network.pattern[w.layer][k][0]], least = most;
          for (const Token j : network.pattern[w.layer][k])
            most = std::max(most, z[j]), least = std::min(least, z[j]);
          next[k] += w.shift.at(x) * (most - least);
        }
        z = std::move(next);
      }
    }
    for (const auto& node : run.nodes()) {
      Whole value = number(node.constant);
      if (node.terms.empty()) value += digits[node.digit];
      for (const auto& [term, factor] : node.terms) value += number(factor) * of_nodes[term];
      of_nodes.push_back(value);
      REQUIRE((number(node.low) <= value && value <= number(node.high)));
    }
    if (run.swept()) {
      for (std::size_t k = 0; k < n; ++k) REQUIRE(z[k] == of_nodes[run.columns()[k]]);
      for (std::size_t i = 1; i < n; ++i) REQUIRE(z[run.order()[i - 1]] < z[run.order()[i]]);
    }
    Whole sum = asked.constant.at(x);
    for (const auto& [node, factor] : asked.sum) sum += factor.at(x) * of_nodes[node];
    REQUIRE((sum < 0 ? asked.signs.negative : sum > 0 ? asked.signs.positive : asked.signs.zero));
    if (asked.determined) {
      std::vector<Whole> known;
      for (const auto node : asked.nodes) known.push_back(of_nodes[node]);
      REQUIRE(told.insert(known).second);
    }
    for (const auto& [layer, c] : network.all_max) {
      std::vector<Whole> next = z;
      for (std::size_t k = 0; k < n; ++k) {
        Whole most = z[network.pattern[layer][k][0]], least = most;
        for (const Token j : network.pattern[layer][k])
          most = std::max(most, z[j]), least = std::min(least, z[j]);
        next[k] += c.at(x) * (z[k] > 0 ? most : least);  // the least where the own id is negative
        if (z[k] == 0 && most != least)
          found = {false, false};  // an average, which is not followed
      }
      z = std::move(next);
    }
    std::set<Whole> here;
    for (const Whole id : z) {
      found.in_each = here.insert(id).second && found.in_each;
      found.all = seen.insert(id).second && found.all;
    }
  };
  for (;;) {
    if (!network.increasing || std::is_sorted(digits.begin(), digits.end(), std::less_equal<>()))
      each();
    std::size_t k = 0;
    while (k < n && ++digits[k] == values) digits[k++] = 0;
    if (k == n) return found;
  }
}

struct Count {
  std::size_t swept = 0, in_each = 0, all = 0, by_residues = 0;
};

template <typename Number>
void examine(const Network& network, Random& random, const std::vector<Whole>& sizes,
             Count& count) {
  const Pattern pattern("small", network.pattern);
  const auto staged = network.staged<Number>();
  if (!shown_at_least(staged.values, Number(1))) return;
  const SymbolicRunOf<Number> run(staged, pattern);
  const auto in_each = run.ids_differ_in_each_input(), all = run.all_ids_differ(),
             by_residues = ids_differ_by_residues(staged, pattern, run);
  Asked asked;
  typename SymbolicRunOf<Number>::Sum sum;
  for (auto node = static_cast<SymbolicFacts::Index>(run.nodes().size()); node-- > 0;) {
    if (random() % 2 == 0) asked.nodes.push_back(node);
    const Drawn factor{static_cast<Whole>(random() % 5) - 2,
                       std::is_same_v<Number, Rational> ? 0 : static_cast<Whole>(random() % 3) - 1};
    if ((factor.a == 0 && factor.b == 0) || random() % 2 == 0) continue;
    asked.sum.emplace_back(node, factor);
    sum.emplace_back(node, factor);
  }
  asked.constant = {static_cast<Whole>(random() % 9) - 4,
                    std::is_same_v<Number, Rational> ? 0 : static_cast<Whole>(random() % 5) - 2};
  asked.determined = run.swept() && run.determine_input(asked.nodes).holds;
  asked.signs = run.signs(std::move(sum), asked.constant);
  for (const Whole x : sizes) {
    CAPTURE(network.text(), x, run.undecided(), asked.nodes);
    const Found found = enumerate(network, run, x, asked);
    REQUIRE((found.in_each || !in_each.holds));
    REQUIRE((found.all || !all.holds));
    REQUIRE((found.all || !by_residues.holds));
  }
  count.swept += run.swept();
  count.in_each += in_each.holds;
  count.all += all.holds;
  count.by_residues += by_residues.holds;
}

void examine(std::uint64_t seed, int numbers, int polynomials) {
  Random random(seed);
  Count of_one, of_every;
  for (int i = 0; i < numbers; ++i) examine<Rational>(draw(random, false), random, {0}, of_one);
  for (int i = 0; i < polynomials; ++i)
    examine<WholePolynomial>(draw(random, true), random, {0, 1, 2}, of_every);
  for (const auto& [count, times] : {std::pair{of_one, numbers}, {of_every, polynomials}}) {
    CAPTURE(count.swept, count.in_each, count.all, count.by_residues);
    CHECK(static_cast<int>(count.swept) > times / 10);
    CHECK(static_cast<int>(count.in_each) > times / 100);
    CHECK(static_cast<int>(count.all) > times / 400);
    CHECK(static_cast<int>(count.by_residues) > times / 400);
  }
}

}  // namespace

TEST_CASE("symbolic: small random networks at their edges, against every input") {
  examine(1, 4000, 1000);
}
TEST_CASE("symbolic: many small random networks at their edges, against every input", "[full]") {
  examine(2, testing::rounds(20000), testing::rounds(5000));
}

}  // namespace symbolic_small_test
