#include "execute/symbolic_residues.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include "exact/inequalities.hpp"

namespace hardmax {

namespace {

using Shown = SymbolicFacts::Shown;
template <typename Number>
using FormOf =
    std::map<std::size_t,
             Number>;  // a sum of ids after the sweeps, by their place in the order; no factor 0

constexpr std::size_t kMostKinds = 1024;  // of pairs

template <typename Number>
void add_multiple(FormOf<Number>& form, const Number& factor, const FormOf<Number>& other) {
  for (const auto& [place, a] : other) {
    Number& here = form[place];
    here.add_product(factor, a);
    if (here.is_zero()) form.erase(place);
  }
}

template <typename Number>
class Residues {
 public:
  using Form = FormOf<Number>;
  using Index = SymbolicFacts::Index;

  Residues(const StagedNetworkOf<Number>& network, const Pattern& pattern,
           const SymbolicRunOf<Number>& symbolic)
      : network_(network),
        pattern_(pattern),
        symbolic_(symbolic),
        n_(pattern.tokens()),
        place_(n_) {}

  Shown decide() {
    if (!symbolic_.followed()) return {false, symbolic_.undecided()};
    if (network_.all_max.empty()) return {false, "there is no all-max layer"};
    if (!sizes())
      return {false, "ids before the all-max stage may differ by a multiple of its multiplier"};
    for (std::size_t i = 0; i < n_; ++i) place_[symbolic_.order()[i]] = i;
    sample();
    rest_.resize(n_);
    for (std::size_t t = 0; t < network_.all_max.size(); ++t) {
      if (!all_max(network_.all_max[t].pattern_layer))
        return {false, fmt::format("all-max layer {}: ids that may be in either order", t + 1)};
    }
    for (const Form& form : rest_) {
      kind_.push_back(
          static_cast<std::size_t>(std::find(kinds_.begin(), kinds_.end(), form) - kinds_.begin()));
      if (kind_.back() == kinds_.size()) kinds_.push_back(form);
    }
    for (Token a = 0; a < n_; ++a) {
      for (Token b = a; b < n_; ++b) {
        if (Shown differ = pair(a, b); !differ.holds)
          return {false, fmt::format("tokens {} and {} may end with the same id: {}", a + 1, b + 1,
                                     differ.why_not)};
      }
    }
    return {true, ""};
  }

 private:
  [[nodiscard]] Index index(std::size_t place) const {
    return symbolic_.columns()[symbolic_.order()[place]];
  }

  // The multiplier, and bounds of the ids after the sweeps that are less than it apart; false: they
  // are not shown.
  bool sizes() {
    const Number& c = network_.all_max.front().c;
    if constexpr (std::is_same_v<Number, Rational>) {
      const auto &first = symbolic_.nodes()[index(0)], &last = symbolic_.nodes()[index(n_ - 1)];
      c_ = c;
      low_ = first.low;
      high_ = last.high;
      if (network_.increasing) {  // exact
        low_ = *std::min_element(first.corners.begin(), first.corners.end());
        high_ = *std::max_element(last.corners.begin(), last.corners.end());
      }
      return high_ - low_ < c_;
    } else {
      const Rational least = std::min(hint(c), Rational(4 * n_ + 16));
      if (!shown_at_least(c, Number(least)) || least < Rational(n_ + 2)) return false;
      above_least_ = hint(c) - least;
      c_ = Number(least) + Number::x();
      const auto first = symbolic_.signs({{index(0), Number(1)}}, Number(0));
      low_ = first.zero ? 0 : 1;
      high_ = c_ - Number(1);
      return !first.negative &&
             !symbolic_.signs({{index(n_ - 1), Number(-1)}}, c - Number(1)).negative;
    }
  }

  // The ids after the sweeps of one input, of the least size, to guess orders by, which are shown
  // then.
  void sample() {
    std::vector<Rational> values;
    for (const auto& node : symbolic_.nodes()) {
      if (network_.increasing) {
        values.push_back(hint(node.corners.front()));
        continue;
      }
      Rational value = hint(node.constant);
      for (const auto& [term, factor] : node.terms) value.add_product(hint(factor), values[term]);
      values.push_back(std::move(value));
    }
    for (std::size_t place = 0; place < n_; ++place) sample_.push_back(values[index(place)]);
  }
  [[nodiscard]] Rational at_sample(const Number& a) const {
    if constexpr (std::is_same_v<Number, Rational>)
      return a;
    else
      return a.value(above_least_, 0, 0);
  }

  [[nodiscard]] Form id(Token k) const {
    Form form = {{place_[k], Number(1)}};
    add_multiple(form, c_, rest_[k]);
    return form;
  }

  // At least 1, whatever the ids after the sweeps, in their order and between low_ and high_. They
  // are made of the lowest, of steps of at least 1, and of what is left up to high_; a step counts
  // with the sum of the factors from there on.
  [[nodiscard]] bool positive(const Form& form) const {
    Number from, bound;
    std::vector<Number> falling;
    for (auto at = form.rbegin(); at != form.rend(); ++at) {
      from += at->second;
      if (shown_sign(from) <= 0) falling.push_back(from);
      const auto below = std::next(at);
      bound.add_product(Number(at->first - (below == form.rend() ? 0 : below->first)), from);
    }
    bound.add_product(low_, from);
    const Number left = high_ - low_ - Number(n_ - 1);
    return shown_at_least(bound, Number(1)) &&
           std::all_of(falling.begin(), falling.end(), [&](const Number& factor) {
             return shown_at_least(bound + left * factor, Number(1));
           });
  }

  // The order before the layer is strict, so that it is known who has the largest id attended to.
  bool all_max(std::size_t pattern_layer) {
    std::vector<Form> ids;
    std::vector<Rational> guess;
    for (Token k = 0; k < n_; ++k) {
      ids.push_back(id(k));
      guess.emplace_back();
      for (const auto& [place, a] : ids[k]) guess[k].add_product(at_sample(a), sample_[place]);
    }
    std::vector<Token> order(n_);
    std::iota(order.begin(), order.end(), Token{0});
    std::sort(order.begin(), order.end(), [&](Token a, Token b) { return guess[a] < guess[b]; });
    std::vector<std::size_t> rank(n_);
    for (std::size_t i = 0; i < n_; ++i) {
      rank[order[i]] = i;
      if (i == 0) continue;
      Form step = ids[order[i]];
      add_multiple(step, Number(-1), ids[order[i - 1]]);
      if (!positive(step)) return false;
    }
    for (Token k = 0; k < n_; ++k) {
      const auto attended = pattern_.neighbours(pattern_layer, k);
      add_multiple(rest_[k], Number(1),
                   ids[*std::max_element(attended.begin(), attended.end(),
                                         [&](Token a, Token b) { return rank[a] < rank[b]; })]);
    }
    return true;
  }

  // What follows from token a of one input and token b of another having the same id; the places in
  // `places` matter, and of these their order alone is used.
  struct Same {
    bool impossible = false;
    std::vector<std::size_t>
        equal;  // of `places`: the id after the sweeps is the same in both inputs
  };
  [[nodiscard]] Same same(const std::vector<std::size_t>& places, Token a, Token b) const {
    const std::size_t m = places.size();  // unknowns: those ids of one input, then of the other
    const auto index = [&](std::size_t place) {
      return static_cast<std::size_t>(std::lower_bound(places.begin(), places.end(), place) -
                                      places.begin());
    };
    using Inequality = typename InequalitiesOf<Number>::Form;
    const auto form = [&](std::size_t plus, std::size_t minus, Number constant) {
      Inequality form{std::vector<Number>(2 * m), std::move(constant)};
      if (plus < 2 * m) form.factors[plus] = 1;
      if (minus < 2 * m) form.factors[minus] = -1;
      return form;
    };
    InequalitiesOf<Number> given(2 * m);
    for (const std::size_t of : {std::size_t{0}, m}) {
      given.at_least_zero(form(of, 2 * m, -low_));
      for (std::size_t i = 1; i < m; ++i) given.at_least_zero(form(of + i, of + i - 1, -1));
      given.at_least_zero(form(2 * m, of + m - 1, high_));
    }
    given.zero(form(index(place_[a]), m + index(place_[b]), 0));
    Inequality rest = form(2 * m, 2 * m, 0);
    for (const auto& [place, factor] : rest_[a]) rest.factors[index(place)] += factor;
    for (const auto& [place, factor] : rest_[b]) rest.factors[m + index(place)] -= factor;
    given.zero(std::move(rest));

    Same result;
    std::vector<bool> equal(m);
    for (bool more = true; more;) {
      more = false;
      if (given.contradictory()) return {true, {}};
      for (std::size_t i = m; i-- > 0;) {
        if (equal[i]) continue;
        InequalitiesOf<Number> above = given, below = given;
        above.at_least_zero(form(i, m + i, -1));
        below.at_least_zero(form(m + i, i, -1));
        if (!above.contradictory() || !below.contradictory()) continue;
        given.zero(form(i, m + i, 0));
        equal[i] = more = true;
      }
    }
    for (std::size_t i = 0; i < m; ++i) {
      if (equal[i]) result.equal.push_back(i);
    }
    return result;
  }

  Shown pair(Token a, Token b) {
    std::vector<std::size_t> places = {place_[a], place_[b]};
    for (const Token k : {a, b}) {
      for (const auto& [place, factor] : rest_[k]) places.push_back(place);
    }
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    const auto index = [&](Token k) {
      return static_cast<std::size_t>(std::lower_bound(places.begin(), places.end(), place_[k]) -
                                      places.begin());
    };
    const std::array<std::size_t, 5> key = {kind_[a], kind_[b], index(a), index(b), places.size()};
    auto known = same_.find(key);
    if (known == same_.end()) {
      if (same_.size() == kMostKinds) return {false, "too many kinds of pairs"};
      known = same_.emplace(key, same(places, a, b)).first;
    }
    if (known->second.impossible) return {true, ""};
    std::vector<Index> nodes;
    for (const std::size_t i : known->second.equal) nodes.push_back(this->index(places[i]));
    if (nodes.empty())
      return {false, "no id after the sweeps was shown to be the same in both inputs"};
    const auto [at, is_new] = determined_.try_emplace(nodes);
    if (is_new) at->second = symbolic_.determine_input(nodes);
    return at->second;
  }

  const StagedNetworkOf<Number>& network_;
  const Pattern& pattern_;
  const SymbolicRunOf<Number>& symbolic_;
  std::size_t n_;
  std::vector<std::size_t> place_;  // of each token in the order after the sweeps
  std::vector<Rational> sample_;    // by place
  Number c_, low_, high_;           // low_ <= ids after the sweeps <= high_
  Rational above_least_;            // of polynomials: x at the least size
  std::vector<Form> rest_;          // of each token: (id - id after the sweeps) / c
  std::vector<Form> kinds_;         // of rests
  std::vector<std::size_t> kind_;   // of each token
  std::map<std::array<std::size_t, 5>, Same> same_;
  std::map<std::vector<Index>, Shown> determined_;
};

}  // namespace

template <typename Number>
Shown ids_differ_by_residues(const StagedNetworkOf<Number>& network, const Pattern& pattern,
                             const SymbolicRunOf<Number>& symbolic) {
  return Residues<Number>(network, pattern, symbolic).decide();
}

template Shown ids_differ_by_residues(const StagedNetwork&, const Pattern&, const SymbolicRun&);
template Shown ids_differ_by_residues(const StagedNetworkOf<WholePolynomial>&, const Pattern&,
                                      const SymbolicRunOf<WholePolynomial>&);

}  // namespace hardmax
