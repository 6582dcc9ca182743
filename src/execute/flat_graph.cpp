#include "execute/flat_graph.hpp"

#include <flint/fmpq.h>

#include <algorithm>

#include "exact/error.hpp"

namespace hardmax {

namespace {

constexpr std::size_t kMaxNodes = std::size_t{1} << 20;
constexpr std::size_t kMaxSpans = 6;

Term combine(const Term& a, const Term& b, int sign) {
  Term sum;
  sum.parts.reserve(a.parts.size() + b.parts.size());
  auto x = a.parts.begin();
  auto y = b.parts.begin();
  while (x != a.parts.end() || y != b.parts.end()) {
    if (y == b.parts.end() || (x != a.parts.end() && x->first < y->first)) {
      sum.parts.push_back(*x++);
    } else if (x == a.parts.end() || y->first < x->first) {
      sum.parts.emplace_back(y->first, sign > 0 ? y->second : -y->second);
      ++y;
    } else {
      Rational c = sign > 0 ? x->second + y->second : x->second - y->second;
      if (!c.is_zero()) sum.parts.emplace_back(x->first, std::move(c));
      ++x;
      ++y;
    }
  }
  sum.constant = sign > 0 ? a.constant + b.constant : a.constant - b.constant;
  return sum;
}

// The largest number that both are multiples of, at least 0.
Rational common_unit(const Rational& a, const Rational& b) {
  Rational unit;
  fmpq_gcd(unit.raw(), a.raw(), b.raw());
  return unit;
}

void append(std::string& key, std::uint32_t x) {
  key.append(reinterpret_cast<const char*>(&x), sizeof x);
}

// Whatever is appended ends where it says, so that different nodes have different keys.
void append(std::string& key, const Rational& x) {
  if (const auto small = x.to_int64()) {
    key += 'i';
    key.append(reinterpret_cast<const char*>(&*small), sizeof *small);
    return;
  }
  const std::string text = x.str();
  key += 'r';
  append(key, static_cast<std::uint32_t>(text.size()));
  key += text;
}

// Sorted, merged where they touch, the closest ones merged if there are many.
std::vector<Span> tidy(std::vector<Span> spans) {
  std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) { return a.low < b.low; });
  std::vector<Span> out;
  for (Span& s : spans) {
    if (s.low > s.high) continue;
    if (!out.empty() && s.low <= out.back().high + Rational(1)) {
      out.back().high = std::max(out.back().high, s.high);
    } else {
      out.push_back(std::move(s));
    }
  }
  while (out.size() > kMaxSpans) {
    std::size_t closest = 1;
    for (std::size_t i = 2; i < out.size(); ++i) {
      if (out[i].low - out[i - 1].high < out[closest].low - out[closest - 1].high) closest = i;
    }
    out[closest - 1].high = out[closest].high;
    out.erase(out.begin() + static_cast<std::ptrdiff_t>(closest));
  }
  return out;
}

}  // namespace

Term operator+(const Term& a, const Term& b) { return combine(a, b, 1); }
Term operator-(const Term& a, const Term& b) { return combine(a, b, -1); }
Term operator*(const Rational& factor, const Term& a) {
  Term scaled;
  if (factor.is_zero()) return scaled;
  scaled = a;
  for (auto& [atom, c] : scaled.parts) c *= factor;
  scaled.constant *= factor;
  return scaled;
}

// Two by two: of many terms, each is copied few times.
Term sum_of(std::vector<Term> terms) {
  if (terms.empty()) return {};
  for (std::size_t apart = 1; apart < terms.size(); apart *= 2) {
    for (std::size_t i = 0; i + apart < terms.size(); i += 2 * apart)
      terms[i] = terms[i] + terms[i + apart];
  }
  return std::move(terms[0]);
}

Rational unit_of(const Term& a, Rational unit) {
  for (const auto& [atom, c] : a.parts) unit = common_unit(unit, c);
  return common_unit(unit, a.constant);
}

std::size_t hash_of(const Term& a) {
  std::size_t hash = a.parts.size();
  const auto add = [&](std::uint64_t x) { hash = (hash ^ x) * 0x9e3779b97f4a7c15U + (hash >> 29); };
  const auto add_number = [&](const Rational& x) {  // many long ones are powers of two
    if (const auto small = x.to_int64()) return add(static_cast<std::uint64_t>(*small));
    constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;
    add(fmpz_fdiv_ui(fmpq_numref(x.raw()), prime));
    add(fmpz_fdiv_ui(fmpq_denref(x.raw()), prime));
  };
  for (const auto& [atom, c] : a.parts) {
    add(atom);
    add_number(c);
  }
  add_number(a.constant);
  return hash;
}

std::string FlatGraph::key(const Node& node) {
  std::string key;
  key += static_cast<char>(node.kind);
  for (const std::uint32_t x : {node.leaf, node.test, node.other}) append(key, x);
  append(key, node.constant);
  for (const Term& form : node.forms) {
    append(key, static_cast<std::uint32_t>(form.parts.size()));
    for (const auto& [atom, c] : form.parts) {
      append(key, atom);
      append(key, c);
    }
    append(key, form.constant);
  }
  return key;
}

std::uint32_t FlatGraph::intern(Node node) {
  std::size_t hash = static_cast<std::size_t>(node.kind);
  const auto add = [&](std::uint64_t x) { hash = (hash ^ x) * 0x9e3779b97f4a7c15U + (hash >> 29); };
  for (const std::uint32_t x : {node.leaf, node.test, node.other}) add(x);
  add(hash_of(Term(node.constant)));
  for (const Term& form : node.forms) add(hash_of(form));
  for (auto [known, end] = known_.equal_range(hash); known != end; ++known) {
    if (nodes_[known->second].same(node)) return known->second;
  }
  if (nodes_.size() >= kMaxNodes) throw NotFlat("more than 2^20 different terms");
  const auto place = static_cast<std::uint32_t>(nodes_.size());
  known_.emplace(hash, place);
  nodes_.push_back(std::move(node));
  return place;
}

Term FlatGraph::atom(Node node, const Rational& unit) {
  node.spans = tidy(std::move(node.spans));
  HARDMAX_REQUIRE(!node.spans.empty());
  if (fold_ && node.spans.size() == 1 && node.spans[0].low == node.spans[0].high)
    return Term(unit * node.spans[0].low);
  Term term;
  term.parts.emplace_back(intern(std::move(node)), unit);
  return term;
}

Span FlatGraph::bounds(const Term& a) const {
  Span sum{a.constant, a.constant};
  for (const auto& [atom, c] : a.parts) {
    const auto& spans = nodes_[atom].spans;
    const bool up = c.sign() > 0;
    sum.low.add_product(c, up ? spans.front().low : spans.back().high);
    sum.high.add_product(c, up ? spans.back().high : spans.front().low);
  }
  return sum;
}

std::vector<Span> FlatGraph::spans(const Term& a) const {
  if (a.parts.size() != 1) return {bounds(a)};
  const auto& [atom, c] = a.parts[0];
  std::vector<Span> result;
  for (const Span& s : nodes_[atom].spans) {
    Span image{c * s.low + a.constant, c * s.high + a.constant};
    if (c.sign() < 0) std::swap(image.low, image.high);
    result.push_back(std::move(image));
  }
  if (c.sign() < 0) std::reverse(result.begin(), result.end());
  return result;
}

Term FlatGraph::leaf(std::uint32_t leaf, const Rational& low, const Rational& high) {
  Node node;
  node.kind = Kind::leaf;
  node.leaf = leaf;
  node.spans = {{low, high}};
  return atom(std::move(node), 1);
}

Term FlatGraph::product(const Term& a, const Term& b) {
  if (a.is_constant()) return a.constant * b;
  if (b.is_constant()) return b.constant * a;
  const Rational unit_a = unit_of(a);
  const Rational unit_b = unit_of(b);
  Node node;
  node.kind = Kind::product;
  node.forms = {Rational(1) / unit_a * a, Rational(1) / unit_b * b};
  if (key(node) > key([&] {
        Node swapped;
        swapped.kind = Kind::product;
        swapped.forms = {node.forms[1], node.forms[0]};
        return swapped;
      }())) {
    std::swap(node.forms[0], node.forms[1]);
  }
  const Span x = bounds(node.forms[0]);
  const Span y = bounds(node.forms[1]);
  const Rational corners[] = {x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high};
  node.spans = {{*std::min_element(corners, corners + 4), *std::max_element(corners, corners + 4)}};
  return atom(std::move(node), unit_a * unit_b);
}

Term FlatGraph::floor(const Term& a) {
  // a = unit form, unit = p / q: floor(p form / q).
  if (a.is_constant()) return Term(hardmax::floor(a.constant));
  const Rational unit = unit_of(a);
  if (unit.is_integer()) return a;
  if (a.parts.size() == 1 && a.constant.is_zero() &&
      nodes_[a.parts[0].first].kind == Kind::floor_divide && a.parts[0].second.sign() > 0 &&
      (Rational(1) / a.parts[0].second).is_integer()) {
    const Node& inner = nodes_[a.parts[0].first];
    return floor(a.parts[0].second / inner.constant * inner.forms[0]);
  }
  Node node;
  node.kind = Kind::floor_divide;
  node.forms = {unit.denominator() * a};
  node.constant = unit.denominator();
  const Span x = bounds(a);
  node.spans = {{hardmax::floor(x.low), hardmax::floor(x.high)}};
  return atom(std::move(node), 1);
}

Term FlatGraph::remainder(const Term& a, const Rational& by) {
  HARDMAX_REQUIRE(by.sign() > 0);
  // Multiples of `by` do not matter.
  const auto without_multiples = [&](const Term& x) {
    Term rest;
    for (const auto& [atom, c] : x.parts) {
      Rational left = abs(c) < by ? c : floor_mod(c, by);
      if (!left.is_zero()) rest.parts.emplace_back(atom, std::move(left));
    }
    rest.constant = floor_mod(x.constant, by);
    return rest;
  };
  Term rest = without_multiples(a);
  if (defines_) {
    // Definitions are put in until what is left is constant or lies between two multiples.
    const auto between = [&](const Term& x) {
      return x.is_constant() ||
             hardmax::floor(bounds(x).low / by) == hardmax::floor(bounds(x).high / by);
    };
    Term next = rest;
    while (!between(next) && put_in(next)) next = without_multiples(next);
    if (between(next)) rest = std::move(next);
  }
  if (rest.is_constant()) return rest;
  const Rational unit = unit_of(rest, by);
  Node node;
  node.kind = Kind::floor_mod;
  node.forms = {Rational(1) / unit * rest};
  node.constant = by / unit;
  if (fold_) {
    const Span x = bounds(rest);
    const Rational below = hardmax::floor(x.low / by);
    if (below == hardmax::floor(x.high / by)) return rest - Term(below * by);
  }
  node.spans = {{0, node.constant - Rational(1)}};
  return atom(std::move(node), unit);
}

Term FlatGraph::max(std::vector<Term> terms) {
  HARDMAX_REQUIRE(!terms.empty());
  if (!defines_ || terms.size() < 2) return largest_of(std::move(terms));
  std::size_t hash = terms.size();
  for (const Term& t : terms) hash = hash * 0x9e3779b97f4a7c15U + hash_of(t);
  return largest_(hash, terms, [&] { return largest_of(terms); });
}

Term FlatGraph::largest_of(std::vector<Term> terms) {
  std::vector<Span> ranges;
  for (const Term& t : terms) ranges.push_back(bounds(t));
  const Rational most =
      std::max_element(ranges.begin(), ranges.end(), [](const Span& a, const Span& b) {
        return a.low < b.low;
      })->low;
  std::vector<Term> kept;
  if (fold_) {
    // One that is never below the best lower bound; of the others, those that may exceed it.
    const auto giver = static_cast<std::size_t>(
        std::find_if(ranges.begin(), ranges.end(), [&](const Span& r) { return r.low == most; }) -
        ranges.begin());
    std::swap(terms[0], terms[giver]);
    std::swap(ranges[0], ranges[giver]);
    for (std::size_t i = 0; i < terms.size(); ++i) {
      if (i == 0 ||
          (ranges[i].high > most && std::find(kept.begin(), kept.end(), terms[i]) == kept.end()))
        kept.push_back(std::move(terms[i]));
    }
  } else {
    for (Term& t : terms) {
      if (std::find(kept.begin(), kept.end(), t) == kept.end()) kept.push_back(std::move(t));
    }
  }
  if (defines_) keep_largest(kept);
  if (kept.size() == 1) return kept[0];
  Rational unit;
  for (const Term& t : kept) unit = unit_of(t, unit);
  if (unit.is_zero()) return Term();
  Node node;
  node.kind = Kind::max;
  std::optional<Span> all;
  for (const Term& t : kept) {
    node.forms.push_back(Rational(1) / unit * t);
    const Span x = bounds(node.forms.back());
    if (!all) {
      all = x;
    } else {
      all->low = std::max(all->low, x.low);
      all->high = std::max(all->high, x.high);
    }
  }
  std::sort(node.forms.begin(), node.forms.end(), [](const Term& a, const Term& b) {
    return std::lexicographical_compare(a.parts.begin(), a.parts.end(), b.parts.begin(),
                                        b.parts.end()) ||
           (a.parts == b.parts && a.constant < b.constant);
  });
  node.spans = {*all};
  return atom(std::move(node), unit);
}

Term FlatGraph::min(const std::vector<Term>& terms) {
  std::vector<Term> negated;
  for (const Term& t : terms) negated.push_back(Rational(-1) * t);
  return Rational(-1) * max(std::move(negated));
}

Term FlatGraph::absolute(const Term& a) { return max({a, Rational(-1) * a}); }

Term FlatGraph::select(Test test, const Term& a, const Term& b) {
  std::vector<Span> known = spans(a);
  const std::vector<Span> more = spans(b);
  known.insert(known.end(), more.begin(), more.end());
  return select(test, a, b, std::move(known));
}

Term FlatGraph::select(Test test, const Term& a, const Term& b, std::vector<Span> known) {
  if (test == yes || a == b) return a;
  if (test == no) return b;
  const Rational unit = unit_of(b, unit_of(a));
  Node node;
  node.kind = Kind::select;
  node.test = test;
  const Rational inverse = Rational(1) / unit;
  node.forms = {inverse * a, inverse * b};
  for (Span& s : known) node.spans.push_back({s.low * inverse, s.high * inverse});
  return atom(std::move(node), unit);
}

}  // namespace hardmax
