#include "discharge/symbolic/parts.hpp"

#include <algorithm>

#include "exact/error.hpp"

namespace hardmax {

namespace {

constexpr std::size_t kMostCuts = 4096;  // in the search for an input with a given value
constexpr std::size_t kMostValues = 4096;

Rational width(const Span& span) { return span.high - span.low; }

std::pair<Span, Span> halves(const Span& span) {
  const Rational middle = floor((span.low + span.high) / Rational(2));
  return {{span.low, middle}, {middle + Rational(1), span.high}};
}

Span range(const SymbolicParts::Form& form, const SymbolicParts::Box& box) {
  Span sum{form.constant, form.constant};
  for (std::size_t i = 0; i < box.size(); ++i) {
    const bool up = form.factors[i].sign() > 0;
    sum.low.add_product(form.factors[i], up ? box[i].low : box[i].high);
    sum.high.add_product(form.factors[i], up ? box[i].high : box[i].low);
  }
  return sum;
}

// Whether the form does not have the value anywhere in the box: its bounds, in halves of the box.
bool never(const SymbolicParts::Form& form, const SymbolicParts::Box& box, const Rational& value,
           std::size_t& cuts) {
  const Span bounds = range(form, box);
  if (value < bounds.low || bounds.high < value) return true;
  std::size_t widest = 0;
  Rational weight;
  for (std::size_t i = 0; i < box.size(); ++i) {
    Rational here = abs(form.factors[i]) * width(box[i]);
    if (here > weight) {
      widest = i;
      weight = std::move(here);
    }
  }
  if (weight.is_zero() || ++cuts > kMostCuts) return false;
  auto [low, high] = halves(box[widest]);
  SymbolicParts::Box half = box;
  half[widest] = low;
  if (!never(form, half, value, cuts)) return false;
  half[widest] = high;
  return never(form, half, value, cuts);
}

SymbolicParts::Form restricted(SymbolicParts::Form form, const SymbolicParts::Box& box) {
  for (std::size_t i = 0; i < box.size(); ++i) {
    if (box[i].low != box[i].high) continue;
    form.constant.add_product(form.factors[i], box[i].low);
    form.factors[i] = 0;
  }
  return form;
}

// Of every input of the box; false if there are more than kMostValues in all.
bool add_values(const SymbolicParts::Form& form, const SymbolicParts::Box& box,
                std::vector<Rational>& values) {
  std::vector<Rational> found{form.constant};
  for (std::size_t i = 0; i < box.size(); ++i) {
    std::vector<Rational> next;
    for (Rational x = box[i].low; x <= box[i].high; x += 1) {
      if (values.size() + next.size() + found.size() > kMostValues) return false;
      for (const Rational& value : found) next.push_back(value + form.factors[i] * x);
    }
    found = std::move(next);
  }
  values.insert(values.end(), found.begin(), found.end());
  return true;
}

}  // namespace

SymbolicParts::SymbolicParts(const StagedRun& staged) : staged_(staged) {
  const auto [n, d, D] = staged.parameters;
  complete_ = n * d <= most_entries;
  if (complete_) cut(Box(n * d, Span{0, Rational(D - 1)}));
}

void SymbolicParts::cut(Box box) {
  if (!complete_) return;
  const std::uint64_t n = staged_.parameters.n, d = staged_.parameters.d, D = staged_.parameters.D;
  if (++boxes_ > most_boxes) {
    complete_ = false;
    return;
  }
  Part& part = parts_.emplace_back(Part{std::move(box), staged_.network, std::nullopt});
  const auto column = [&](std::size_t k, bool high) {
    Rational digit;
    for (std::size_t r = d; r-- > 0;)
      digit = digit * Rational(D) + (high ? part.box[k * d + r].high : part.box[k * d + r].low);
    return digit;
  };
  for (std::size_t k = 0; k < n; ++k)
    part.network.digits.emplace_back(column(k, false), column(k, true));
  part.run.emplace(part.network, *staged_.pattern);
  if (part.run->followed()) return;

  const std::vector<Rational> weights = part.run->open();
  box = std::move(part.box);
  parts_.pop_back();
  std::size_t at = box.size();
  Rational weight;
  for (const bool of_the_comparison :
       {true, false}) {  // where it does not depend on the input, anywhere
    for (std::size_t i = 0; i < box.size() && !weights.empty(); ++i) {
      Rational here =
          width(box[i]) *
          (of_the_comparison ? abs(weights[i / d]) * power(Rational(D), i % d) : Rational(1));
      if (here > weight) {
        at = i;
        weight = std::move(here);
      }
    }
    if (at != box.size()) break;
  }
  if (at != box.size()) {
    const auto [low, high] = halves(box[at]);
    Box half = box;
    half[at] = low;
    cut(std::move(half));
    box[at] = high;
    cut(std::move(box));
  } else if (std::all_of(box.begin(), box.end(),
                         [](const Span& span) { return span.low == span.high; })) {
    complete_ = alone_.size() < most_alone;
    alone_.emplace_back();
    for (const Span& span : box) alone_.back().push_back(span.low);
  } else {
    complete_ = false;
  }
}

std::optional<SymbolicParts::Form> SymbolicParts::form(const FlatGraph& graph, const Term& term,
                                                       std::size_t entries) {
  Form form{std::vector<Rational>(entries), term.constant};
  for (const auto& [atom, factor] : term.parts) {
    const auto leaf = graph.leaf_of(atom);
    if (!leaf) return std::nullopt;
    form.factors[*leaf] = factor;
  }
  return form;
}

bool SymbolicParts::tell_apart(const std::vector<Form>& forms, std::vector<Rational> values) const {
  HARDMAX_REQUIRE(complete_ && forms.size() == parts_.size() && values.size() == alone_.size());
  // A form that tells all inputs, of a part in which every entry varies. It serves other parts that
  // have it too; values of the rest are looked at one by one.
  const auto varies = [](const Form& f) {
    return std::none_of(f.factors.begin(), f.factors.end(),
                        [](const Rational& a) { return a.is_zero(); });
  };
  const auto full = std::find_if(forms.begin(), forms.end(), varies);
  if (full != forms.end()) {
    FlatGraph graph(true);
    Term term(full->constant);
    for (std::size_t i = 0; i < full->factors.size(); ++i)
      term = term + full->factors[i] * graph.leaf(static_cast<std::uint32_t>(i), 0,
                                                  Rational(staged_.parameters.D - 1));
    if (!graph.tells_leaves(term, full->factors.size())) return false;
  }
  std::vector<std::size_t> told;  // parts
  for (std::size_t p = 0; p < forms.size(); ++p) {
    const Box& box = parts_[p].box;
    if (full != forms.end() && restricted(*full, box) == forms[p]) {
      told.push_back(p);
    } else if (!add_values(forms[p], box, values)) {
      return false;
    }
  }
  std::size_t cuts = 0;
  for (const std::size_t p : told) {
    if (!std::all_of(values.begin(), values.end(), [&](const Rational& value) {
          return never(forms[p], parts_[p].box, value, cuts);
        }))
      return false;
  }
  std::sort(values.begin(), values.end());
  return std::adjacent_find(values.begin(), values.end()) == values.end();
}

}  // namespace hardmax
