#include "subject/all_inputs.hpp"

#include <algorithm>
#include <numeric>

#include "exact/fault.hpp"
#include "subject/variable_reader.hpp"

namespace hardmax::subject {

namespace {

Polynomial one() { return Polynomial(Rational(1)); }

std::vector<Polynomial> largest_digits(const StagedNetworkOf<Polynomial>& network) {
  std::vector<Polynomial> out(network.start.size(), network.values - one());
  for (std::size_t k = 0; k < network.digits.size(); ++k) out[k] = network.digits[k].second;
  return out;
}

}  // namespace

DigitForm operator+(const DigitForm& a, const DigitForm& b) {
  DigitForm out{a.b + b.b, {}, a.tops};
  for (std::size_t k = 0; k < a.by.size(); ++k) out.by.push_back(a.by[k] + b.by[k]);
  for (const auto& [top, factor] : b.tops) {
    Polynomial& at = out.tops[top];
    at += factor;
    if (at.is_zero()) out.tops.erase(top);
  }
  return out;
}

DigitForm operator-(const DigitForm& a, const DigitForm& b) {
  return a + Polynomial(Rational(-1)) * b;
}

DigitForm operator*(const Polynomial& factor, const DigitForm& a) {
  DigitForm out{factor * a.b, {}};
  for (const Polynomial& by : a.by) out.by.push_back(factor * by);
  if (factor.is_zero()) return out;
  for (const auto& [top, by] : a.tops) out.tops.emplace(top, factor * by);
  return out;
}

std::optional<int> Digits::sign(const Polynomial& p) const {
  if (p.is_zero()) return 0;
  const int sign = p.leading_sign();
  return (sign > 0 ? p : -p).shown_positive(least_) ? std::optional(sign) : std::nullopt;
}

std::optional<std::pair<Polynomial, Polynomial>> Digits::ends(const DigitForm& form) const {
  HARDMAX_REQUIRE(form.tops.empty());
  std::pair<Polynomial, Polynomial> out(form.b, form.b);
  for (std::size_t k = 0; k < form.by.size(); ++k) {
    if (form.by[k].is_zero()) continue;
    const int sign = form.by[k].leading_sign();
    if (!(sign > 0 ? form.by[k] : -form.by[k]).shown_not_negative(least_)) return std::nullopt;
    Polynomial& end =
        HARDMAX_FAULT(subject_all_inputs_ends, sign > 0, true) ? out.second : out.first;
    end += form.by[k] * most_[k];
  }
  return out;
}

// By decreasing factors: where two choices of digits differ for the first time, one step of that
// digit is more than all that the later ones can make up for.
bool Digits::tells(const DigitForm& form) const {
  HARDMAX_REQUIRE(form.tops.empty());
  std::vector<Polynomial> factors, most;
  for (std::size_t k = 0; k < form.by.size(); ++k) {
    if (most_[k].is_zero()) continue;
    factors.push_back(form.by[k].leading_sign() < 0 ? -form.by[k] : form.by[k]);
    most.push_back(most_[k]);
  }
  std::vector<std::size_t> order(factors.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return (factors[i] - factors[j]).leading_sign() < 0;
  });
  Polynomial later;
  for (const std::size_t i : order) {
    const Polynomial left = factors[i] - later;
    if (HARDMAX_FAULT(subject_all_inputs_tells, !left.shown_positive(least_), false)) return false;
    later += factors[i] * most[i];
  }
  return true;
}

AllInputs::AllInputs(StagedOf<Polynomial> staged, const Rational& least)
    : digits_(largest_digits(staged.network), least),
      form_(std::move(staged.form)),
      network_(std::move(staged.network)),
      tables_(std::move(staged.tables)) {
  const std::size_t n = network_.start.size();
  for (std::size_t k = 0; k < n; ++k) {
    DigitForm form{network_.start[k], std::vector<Polynomial>(n)};
    if (!digits_.most()[k].is_zero()) form.by[k] = one();
    start_.push_back(id(std::move(form)));
  }
}

std::variant<std::shared_ptr<const AllInputs>, NotStaged> AllInputs::follow(
    Reading& reading, const std::string& network, const std::string& size, std::uint64_t least) {
  const ConstructionFile& file = reading.file();
  if (file.machine || file.decoder || !file.tables.empty())
    return NotStaged{"the run brings a machine or tables, or tokens are made one after another"};
  VariableReader reader(reading, size);
  for (const Binder& b : file.inputs.list)
    for (const TermPtr& end : {b.first, b.last})
      if (end && reader.touched(*end, nullptr))
        return NotStaged{"which entries an input has depends on the size"};
  if (file.inputs.where && reader.touched(*file.inputs.where, nullptr))
    return NotStaged{"which entries an input has depends on the size"};
  for (const Stage& stage : file.stages)
    if (stage.network == network && stage.repeat.where &&
        reader.touched(*stage.repeat.where, nullptr))
      return NotStaged{"stage '" + stage.name + "': `where` of `repeat` depends on the size"};
  auto found = staged_in_size(reading, network, size, least);
  if (auto* why = std::get_if<NotStaged>(&found)) return std::move(*why);
  auto& staged = std::get<StagedOf<Polynomial>>(found);
  if (staged.form.idle_layers)
    return NotStaged{"network '" + network + "': a layer in no sweep does nothing"};
  for (const Polynomial& most : largest_digits(staged.network))
    if (!most.shown_not_negative(Rational(least)))
      return NotStaged{"that there is an input is not shown for every size"};
  if (staged.form.other_rows)
    return NotStaged{"network '" + network + "': a head writes another row than the first"};
  std::shared_ptr<AllInputs> out(new AllInputs(std::move(staged), Rational(least)));
  std::size_t entries = 0;
  for (const auto& of : out->form_.entries) entries += of.size();
  out->all_entries_ = entries == reading.places().size();
  std::size_t s = 0;
  try {
    for (; s < out->network_.sweeps.size(); ++s) out->follow_sweep(s);
    for (std::size_t t = 0; t < out->network_.all_max.size(); ++t, ++s) out->follow_top(t);
  } catch (const TermError& e) {
    return NotStaged{"network '" + network + "', " +
                     (s < out->network_.sweeps.size() ? "sweep " : "after the sweeps, stretch ") +
                     std::to_string(s + 1) + ": " + e.what()};
  }
  return std::shared_ptr<const AllInputs>(std::move(out));
}

DigitForm AllInputs::written_out(DigitForm form) const {
  const auto tops = std::move(form.tops);
  form.tops.clear();
  for (const auto& [top, factor] : tops) {
    auto known = products_.find(top);
    if (known == products_.end())
      known =
          products_.emplace(top, tops_.at(top).factor * written_out(tops_.at(top).id->form)).first;
    form = form + factor * known->second;
  }
  return form;
}

std::shared_ptr<const AllInputs::Id> AllInputs::id(DigitForm form) const {
  auto ends = this->ends(form);
  if (!ends) throw TermError("the sign of a factor of a digit is not shown");
  return std::make_shared<const Id>(
      Id{std::move(form), std::move(ends->first), std::move(ends->second)});
}

bool AllInputs::above(const Polynomial& a, const Polynomial& b) const {
  return (a - b).shown_positive(digits_.least());
}

bool AllInputs::not_below(const Id& a, const Id& b) const {
  if (&a == &b || (a.low - b.high).shown_not_negative(digits_.least())) return true;
  const auto found = ends(a.form - b.form);
  return found && found->first.shown_not_negative(digits_.least());
}

std::size_t AllInputs::best(const Ids& ids, const std::vector<std::size_t>& keys,
                            bool largest) const {
  std::size_t out = keys.front();
  for (const std::size_t j : keys) {
    const Polynomial &own = largest ? ids[j]->high : ids[j]->low,
                     &other = largest ? ids[out]->high : ids[out]->low;
    if (((own - other).leading_sign() > 0) == largest && j != out) out = j;
  }
  for (const std::size_t j : keys)
    if (!not_below(*ids[largest ? out : j], *ids[largest ? j : out]) &&
        HARDMAX_FAULT(subject_all_inputs_best, true, false))
      throw TermError(std::string("which of the ids of tokens ") + std::to_string(out) + " and " +
                      std::to_string(j) + " is the " + (largest ? "larger" : "smaller") +
                      " one is not shown");
  return out;
}

void AllInputs::follow_sweep(std::size_t s) {
  const SweepOf<Polynomial>& sweep = network_.sweeps[s];
  if (!sweep.missing.empty()) throw TermError("one of its layers is dropped");
  const Ids& ids = now();
  Stretch out;
  out.first = sweep.first;
  out.last = sweep.last;
  out.factor = sweep.shift;
  layers_ += (sweep.last - sweep.first + one()) * Polynomial(Rational(form_.sweeps[s].inside));
  out.layers = layers_;
  for (std::size_t k = 0; k < ids.size(); ++k) {
    const Id& own = *ids[k];
    if (above(sweep.first, own.high) || above(own.low, sweep.last)) continue;
    const bool inside = (own.low - sweep.first).shown_not_negative(digits_.least()) &&
                        (sweep.last - own.high).shown_not_negative(digits_.least());
    if (HARDMAX_FAULT(subject_all_inputs_inside, !inside, false))
      throw TermError("whether its windows hold the id of token " + std::to_string(k) +
                      ", counted from 0, is not shown to be the same for all inputs");
    if (out.moved)
      throw TermError("its windows hold the ids of tokens " + std::to_string(*out.moved) + " and " +
                      std::to_string(k) + ", counted from 0");
    out.moved = k;
  }
  out.after = ids;
  if (out.moved && !tables_[sweep.pattern_layer][*out.moved].empty()) {
    const std::size_t k = *out.moved;
    const auto& keys = tables_[sweep.pattern_layer][k];
    out.most = {best(ids, keys, true)};
    out.fewest = {best(ids, keys, false)};
    const DigitForm more = sweep.shift * (ids[out.most[0]]->form - ids[out.fewest[0]]->form);
    out.after[k] = id(ids[k]->form + more);
    bool met_again = !above(out.after[k]->low, sweep.last);
    if (met_again) {
      const auto up = ends(more);
      met_again = !up || !(-up->second).shown_not_negative(digits_.least());
    }
    if (HARDMAX_FAULT(subject_all_inputs_again, met_again, false))
      throw TermError("a later window may hold token " + std::to_string(k) +
                      ", counted from 0, again");
  }
  stretches_.push_back(std::move(out));
}

void AllInputs::follow_top(std::size_t s) {
  const AllMaxOf<Polynomial>& layer = network_.all_max[s];
  const Ids& ids = now();
  Stretch out;
  out.sweep = false;
  out.factor = layer.c;
  layers_ += one();
  out.layers = layers_;
  out.after = ids;
  if (!layer.c.shown_positive(digits_.least()))
    throw TermError("that the factor of a layer behind the sweeps is above 0 is not shown");
  for (std::size_t k = 0; k < ids.size(); ++k) {
    const auto& keys = tables_[layer.pattern_layer][k];
    out.most.push_back(k);
    if (keys.empty()) continue;
    const bool positive = ids[k]->low.shown_positive(digits_.least());
    if (!positive && !(-ids[k]->high).shown_positive(digits_.least()))
      throw TermError("the sign of the id of token " + std::to_string(k) +
                      ", counted from 0, is not shown to be the same for all inputs");
    out.most.back() = best(ids, keys, positive);
    const std::size_t key = out.most.back();
    if (!out.tops.contains(key)) {
      if (tops_.size() == most_tops) throw TermError("more than 4,096 ids are added");
      out.tops.emplace(key, tops_.size());
      tops_.push_back({layer.c, ids[key], layer.c * ids[key]->low, layer.c * ids[key]->high});
    }
    auto after = std::make_shared<Id>(*ids[k]);
    after->form.tops[out.tops.at(key)] += one();
    after->low += tops_[out.tops.at(key)].low;
    after->high += tops_[out.tops.at(key)].high;
    out.after[k] = std::move(after);
  }
  stretches_.push_back(std::move(out));
}

const AllInputs::Ids* AllInputs::after(const Polynomial& layers) const {
  if (layers.is_zero()) return &start_;
  const auto at = std::find_if(stretches_.begin(), stretches_.end(),
                               [&](const Stretch& s) { return s.layers == layers; });
  return at == stretches_.end() ? nullptr : &at->after;
}

// In an order in which each is shown to be below the next one.
bool AllInputs::differ(const std::vector<DigitForm>& ids) const {
  std::vector<std::size_t> order(ids.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t i, std::size_t j) { return (ids[i].b - ids[j].b).leading_sign() < 0; });
  for (std::size_t i = 0; i + 1 < order.size(); ++i) {
    const auto found = ends(ids[order[i + 1]] - ids[order[i]]);
    const bool apart = found && found->first.shown_positive(digits_.least());
    if (HARDMAX_FAULT(subject_all_inputs_differ, !apart, false)) return false;
  }
  return true;
}

// With ids c T + r, 0 <= r < c and T a whole number: from c T + r = c T' + r' follow T = T' and
// r = r'. T is the id of the token that a layer behind the sweeps adds to all of these. It tells
// the input. Of one input the ids differ.
bool AllInputs::tell_all(const std::vector<DigitForm>& ids) const {
  if (!all_entries_ || ids.empty() || !differ(ids)) return false;
  if (ids.size() == 1) return digits_.tells(written_out(ids[0]));
  for (std::size_t s = stretches_.size(); s-- > 0 && !stretches_[s].sweep;) {
    for (const auto& [token, top] : stretches_[s].tops) {
      const Polynomial& c = tops_[top].factor;
      const DigitForm added{{}, std::vector<Polynomial>(start_.size()), {{top, one()}}};
      bool rest = true;
      for (std::size_t i = 0; rest && i < ids.size(); ++i) {
        const auto found = ends(ids[i] - added);
        rest = found && found->first.shown_not_negative(digits_.least()) &&
               HARDMAX_FAULT(subject_all_inputs_rest, above(c, found->second), true);
      }
      if (rest && digits_.tells(written_out(tops_[top].id->form))) return true;
    }
  }
  return false;
}

}  // namespace hardmax::subject
