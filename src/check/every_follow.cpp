// The stretches of a network one after another, and what final ids tell: every_network.hpp.
#include <algorithm>

#include "check/every_network.hpp"
#include "check/fault.hpp"

namespace hardmax::check {
std::size_t EveryNetwork::sweeps() const {
  return static_cast<std::size_t>(std::count_if(stretches_.begin(), stretches_.end(),
                                                [](const Stretch& s) { return s.sweep; }));
}

std::size_t EveryNetwork::token(const std::string& text, const std::string& where) const {
  const Num k = rational(text, where);
  const auto at = std::lower_bound(ground_.tokens.begin(), ground_.tokens.end(), k);
  require(at != ground_.tokens.end() && *at == k, where, text, "that it must be a token");
  return static_cast<std::size_t>(at - ground_.tokens.begin());
}

void EveryNetwork::require_best(const Stretch& stretch, const EveryIds& ids, std::size_t k,
                                std::size_t key, bool largest, const std::string& where) const {
  const std::vector<std::size_t>& keys = stretch.keys[k];
  require(
      HARDMAX_FAULT(check_every_key, std::find(keys.begin(), keys.end(), key) != keys.end(), true),
      where, ground_.tokens[key].text(),
      "that token " + ground_.tokens[k].text() + " does not look at it");
  for (const std::size_t j : keys) {
    const bool so =
        j == key || (largest ? at_least(*ids[key], *ids[j]) : at_least(*ids[j], *ids[key]));
    require(HARDMAX_FAULT(check_every_best, so, true), where, ground_.tokens[key].text(),
            std::string("that its id is not shown to be the ") +
                (largest ? "largest" : "smallest") + ": token " + ground_.tokens[j].text());
  }
}

void EveryNetwork::follow(const std::vector<std::string>& stated) {
  require(stated.size() == stretches_.size(), "evidence.stretches",
          std::to_string(stated.size()) + " stretches", std::to_string(stretches_.size()));
  for (std::size_t i = 0; i < stretches_.size(); ++i) {
    Stretch& stretch = stretches_[i];
    stretch.after = now(i);
    if (stretch.sweep)
      move(stretch, stated[i]);
    else
      raise_all(stretch, stated[i]);
  }
}

void EveryNetwork::move(Stretch& stretch, const std::string& stated) {
  const std::string where =
      "evidence.stretches[" + std::to_string(&stretch - stretches_.data()) + "]";
  const EveryIds ids = stretch.after;
  std::vector<std::size_t> names;
  if (stated != "-")
    for (const std::string& word : split(stated)) names.push_back(token(word, where));
  require(names.size() <= 3 && names.size() != 2, where, stated,
          "that it must be -, a token, or a token and two keys");
  for (std::size_t k = 0; k < ids.size(); ++k) {
    const bool moved = !names.empty() && names[0] == k;
    const EveryId& own = *ids[k];
    const bool so = moved ? (own.low - stretch.first).not_negative(least_) &&
                                (stretch.last - own.high).not_negative(least_)
                          : (stretch.first - own.high).positive(least_) ||
                                (own.low - stretch.last).positive(least_);
    require(HARDMAX_FAULT(check_every_inside, so, so || !moved), where, stated,
            "that the id of token " + ground_.tokens[k].text() + " is not shown to be " +
                (moved ? "in its windows" : "outside of its windows"));
  }
  if (names.empty()) return;
  const std::size_t k = names[0];
  require(stretch.keys[k].empty() == (names.size() == 1), where, stated,
          "that the token looks at " + std::to_string(stretch.keys[k].size()) + " tokens");
  if (names.size() == 1) return;
  require_best(stretch, ids, k, names[1], true, where);
  require_best(stretch, ids, k, names[2], false, where);
  const Linear more = stretch.factor * (ids[names[1]]->form - ids[names[2]]->form);
  stretch.after[k] = id(ids[k]->form + more, where);
  bool beyond = (stretch.after[k]->low - stretch.last).positive(least_);
  if (!beyond) {
    const auto up = ends(more);
    beyond = up && (-up->second).not_negative(least_);
  }
  require(HARDMAX_FAULT(check_every_again, beyond, true), where, stated,
          "that a later window may hold token " + ground_.tokens[k].text() + " again");
}

void EveryNetwork::raise_all(Stretch& stretch, const std::string& stated) {
  const std::string where =
      "evidence.stretches[" + std::to_string(&stretch - stretches_.data()) + "]";
  const EveryIds ids = stretch.after;
  const std::vector<std::string> words = split(stated);
  require(words.size() == ids.size(), where, stated, "that it must be a key of every token");
  std::map<std::size_t, std::size_t> added;  // of a key: what it adds
  for (std::size_t k = 0; k < ids.size(); ++k) {
    const std::size_t key = token(words[k], where);
    if (stretch.keys[k].empty()) {
      require(key == k, where, words[k], "that the token looks at nothing");
      continue;
    }
    require(HARDMAX_FAULT(check_every_positive, ids[k]->low.positive(least_), true), where, stated,
            "that the id of token " + ground_.tokens[k].text() + " is not shown to be above 0");
    require_best(stretch, ids, k, key, true, where);
    const auto [at, fresh] = added.emplace(key, tops_.size());
    if (fresh) {
      tops_.push_back({stretch.factor, ids[key], stretch.factor * ids[key]->low,
                       stretch.factor * ids[key]->high});
      stretch.tops.push_back(at->second);
    }
    auto after = std::make_shared<EveryId>(*ids[k]);
    Linear more;
    more.w.emplace(Variable::top + at->second, Num(1));
    after->form = after->form + more;
    after->low = after->low + tops_[at->second].low;
    after->high = after->high + tops_[at->second].high;
    stretch.after[k] = std::move(after);
  }
}

// Row 1 grows by what the id does, divided by what that row counts in it.
Linear EveryNetwork::entry(const InSize& layers, std::size_t row, std::size_t token) const {
  const EveryIds* ids = layers.zero() ? &start_ : nullptr;
  for (const Stretch& stretch : stretches_)
    if (ids == nullptr && stretch.up_to == layers) ids = &stretch.after;
  if (ids == nullptr || ids->empty()) throw NotCovered("a state within a loop over windows");
  const Linear& before = entries_[token][row];
  const auto &now = (*ids)[token], &first = start_[token];
  if (row != 0 || now == first) return before;
  const std::optional<InSize> by = u_->w.at(0).inverse();
  if (!by) throw NotCovered("u_1 is a sum");
  return before + *by * unit_ * (now->form - first->form);
}

// ---- what ids tell

bool EveryNetwork::tells_input(const Linear& of) const {
  const Linear x = in_digits(written_out(of));
  if (!all_counted_) return false;
  std::vector<std::pair<InSize, InSize>> digits;  // multiple, and all that it can come to
  for (std::size_t k = 0; k < most_.size(); ++k) {
    if (most_[k].zero()) continue;
    const auto at = x.w.find(Variable::digit + k);
    if (at == x.w.end()) return false;
    const InSize factor = at->second.leading() < 0 ? -at->second : at->second;
    digits.emplace_back(factor, factor * most_[k]);
  }
  if (std::any_of(x.w.begin(), x.w.end(),
                  [](const auto& one) { return one.first < Variable::digit; }))
    return false;
  std::sort(digits.begin(), digits.end(),
            [](const auto& a, const auto& b) { return (a.first - b.first).leading() < 0; });
  InSize smaller;
  for (const auto& [factor, all] : digits) {
    if (HARDMAX_FAULT(check_every_tells, !(factor - smaller).positive(least_), false)) return false;
    smaller = smaller + all;
  }
  return true;
}

bool EveryNetwork::in_order(std::vector<Linear> ids) const {
  std::sort(ids.begin(), ids.end(),
            [](const Linear& a, const Linear& b) { return (a.b - b.b).leading() < 0; });
  for (std::size_t i = 0; i + 1 < ids.size(); ++i) {
    const auto found = ends(ids[i + 1] - ids[i]);
    const bool up = found && found->first.positive(least_);
    if (HARDMAX_FAULT(check_every_order, !up, false)) return false;
  }
  return !ids.empty();
}

bool EveryNetwork::told_apart(std::vector<Linear> ids) const {
  const InSize by_unit = *unit_.inverse();
  for (Linear& id : ids) id = by_unit * in_digits(id);
  if (!in_order(ids)) return false;
  if (ids.size() == 1) return tells_input(ids[0]);
  for (std::size_t i = stretches_.size(); i-- > 0 && !stretches_[i].sweep;)
    for (const std::size_t place : stretches_[i].tops) {
      const InSize& c = tops_[place].factor;
      Linear part;
      part.w.emplace(Variable::top + place, Num(1));
      const bool rest = std::all_of(ids.begin(), ids.end(), [&](const Linear& id) {
        const auto found = ends(id - part);
        return found && found->first.not_negative(least_) &&
               HARDMAX_FAULT(check_every_rest, (c - found->second).positive(least_), true);
      });
      if (rest && tells_input(tops_[place].id->form)) return true;
    }
  return false;
}

}  // namespace hardmax::check
