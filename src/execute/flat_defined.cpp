// Graphs about all inputs at once: atoms with definitions, and the inputs at which their open
// comparisons are at their ends.
#include <flint/fmpq.h>

#include <algorithm>

#include "exact/error.hpp"
#include "execute/flat_graph.hpp"

namespace hardmax {

Term FlatGraph::define(const Term& definition, const std::optional<Span>& known) {
  HARDMAX_REQUIRE(fold_);
  defines_ = true;
  if (definition.parts.size() <= 1 && !known) return definition;
  for (const auto& [atom, c] : definition.parts) {
    if (!c.is_integer() || !definition.constant.is_integer())
      throw NotFlat("an id that is no whole number of delta");
  }
  Span range = bounds(definition);
  if (known) range = {std::max(range.low, known->low), std::min(range.high, known->high)};
  Node node;
  node.kind = Kind::defined;
  node.forms = {definition};
  node.spans = {range};
  if (!known) return atom(std::move(node), 1);
  node.leaf = static_cast<std::uint32_t>(
      nodes_.size());  // the same definition elsewhere may have other bounds
  Term named;          // also where it has one value: the definition says more
  named.parts.emplace_back(intern(std::move(node)), 1);
  return named;
}

Term FlatGraph::unknown(std::uint32_t number, const Rational& low, const Rational& high) {
  HARDMAX_REQUIRE(fold_);
  Node node;
  node.kind = Kind::unknown;
  node.leaf = number;
  node.spans = {{low, high}};
  return atom(std::move(node), 1);
}

// Atoms are numbered in the order in which they are made, so the last one with a definition is not
// part of any other's.
bool FlatGraph::put_in(Term& a) const {
  if (!defines_) return false;
  const auto newest = std::find_if(a.parts.rbegin(), a.parts.rend(), [&](const auto& part) {
    return nodes_[part.first].kind == Kind::defined;
  });
  if (newest == a.parts.rend()) return false;
  const auto [atom, factor] = *newest;
  a.parts.erase(std::next(newest).base());
  a = a + factor * nodes_[atom].forms[0];
  return true;
}

Term FlatGraph::expanded(Term a) const {
  while (put_in(a)) {}
  return a;
}

// a F G + b F H + constant is F (a G + b H) + constant: by the bounds of both factors, with
// definitions put in.
std::optional<FlatGraph::Test> FlatGraph::settled_by_factor(Kind kind,
                                                            const Term& difference) const {
  if (!defines_ || difference.parts.size() != 2) return std::nullopt;
  const auto& [first, a] = difference.parts[0];
  const auto& [second, b] = difference.parts[1];
  if (nodes_[first].kind != Kind::product || nodes_[second].kind != Kind::product)
    return std::nullopt;
  for (const std::size_t i : {0, 1}) {
    for (const std::size_t j : {0, 1}) {
      if (!(nodes_[first].forms[i] == nodes_[second].forms[j])) continue;
      Term factor = nodes_[first].forms[i];
      Term rest = a * nodes_[first].forms[1 - i] + b * nodes_[second].forms[1 - j];
      do {
        const Span x = bounds(factor), y = bounds(rest);
        const Rational corners[] = {x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high};
        const Rational low = *std::min_element(corners, corners + 4) + difference.constant,
                       high = *std::max_element(corners, corners + 4) + difference.constant;
        if (low.sign() > 0) return no;
        if (kind == Kind::at_most ? high.sign() <= 0 : high.sign() < 0)
          return kind == Kind::at_most ? yes : no;
        if (low.is_zero() && high.is_zero()) return yes;
      } while (put_in(rest) || put_in(factor));
    }
  }
  return std::nullopt;
}

// Leaves out what never exceeds another one.
void FlatGraph::keep_largest(std::vector<Term>& terms) const {
  const auto never_above = [&](const Term& a, const Term& b) {
    Term difference = a - b;
    return settled(Kind::at_most, difference) == std::optional(yes);
  };
  std::vector<Term> kept;
  for (Term& t : terms) {
    if (std::any_of(kept.begin(), kept.end(), [&](const Term& k) { return never_above(t, k); }))
      continue;
    std::erase_if(kept, [&](const Term& k) { return never_above(k, t); });
    kept.push_back(std::move(t));
  }
  terms = std::move(kept);
}

// Leaves are read off one by one. With b the weight of one and a the greatest common divisor of the
// weights of those that are not yet read: modulo a the rest is b x and a constant, so x is known if
// no two of its values differ by a multiple of a / gcd(a, b). Of weights that grow one way they are
// read from the largest on, or from the smallest: the ways are taken in turn.
bool FlatGraph::tells_leaves(const Term& term, std::size_t leaves) const {
  if (term.parts.size() != leaves ||
      !std::all_of(term.parts.begin(), term.parts.end(),
                   [&](const auto& part) { return leaf_of(part.first).has_value(); }))
    return false;
  const auto divisor = [](const Rational& a, const Rational& b) {
    Rational g;
    fmpq_gcd(g.raw(), a.raw(), b.raw());
    return g;
  };
  auto left = term.parts;
  while (!left.empty()) {
    const std::size_t count = left.size();
    std::vector<Rational> after(count + 1);  // of the weights from here on
    for (std::size_t i = count; i-- > 0;) after[i] = divisor(after[i + 1], left[i].second);
    Rational before;  // of those that are kept
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const auto [atom, b] = left[i];
      const Rational a = divisor(before, after[i + 1]);
      const auto& spans = nodes_[atom].spans;
      if (a.is_zero() || a / divisor(a, b) > spans.back().high - spans.front().low)
        continue;  // read
      before = divisor(before, b);
      left[kept++] = {atom, b};
    }
    if (kept == count) return false;
    left.resize(kept);
    std::reverse(left.begin(), left.end());
  }
  return true;
}

std::vector<std::vector<Rational>> FlatGraph::corners(std::size_t leaves, std::size_t most) const {
  std::vector<std::vector<Rational>> found;
  for (const Node& node : nodes_) {
    if (node.kind != Kind::at_most && node.kind != Kind::equal) continue;
    for (const bool high : {true, false}) {
      std::vector<Rational> corner(leaves);
      for (const auto& [atom, c] : node.forms[0].parts) {
        if (const auto leaf = leaf_of(atom))
          corner[*leaf] = (c.sign() > 0) == high ? nodes_[atom].spans.back().high
                                                 : nodes_[atom].spans.front().low;
      }
      if (found.size() < most && std::find(found.begin(), found.end(), corner) == found.end())
        found.push_back(std::move(corner));
    }
  }
  return found;
}

}  // namespace hardmax
