#include "subject/id_course.hpp"

#include <algorithm>

#include "exact/fault.hpp"

namespace hardmax::subject {

namespace {

constexpr std::size_t most_kept = std::size_t{1} << 20;  // numbers in the states of one trace

}  // namespace

std::shared_ptr<const IdCourse> IdCourse::of(Reading& reading, const std::string& network) {
  try {
    auto found = staged(reading, network);
    auto* stages = std::get_if<StagedOf<Rational>>(&found);
    if (stages == nullptr || stages->form.idle_layers || stages->form.other_rows) return nullptr;
    std::shared_ptr<IdCourse> out(new IdCourse(std::move(*stages)));
    return out->is_whole() && out->cut(reading.layers(network)) ? out : nullptr;
  } catch (const TermError&) {
  } catch (const Undefined&) {
  } catch (const LimitReached&) {
    if (reading.steps_left() == 0) throw;
  }
  return nullptr;
}

bool IdCourse::is_whole() const {
  const auto& network = staged_.network;
  const auto whole = [](const Rational& x) { return x.is_integer(); };
  return std::all_of(network.sweeps.begin(), network.sweeps.end(), [&](const Sweep& sweep) {
    return whole(sweep.first) && whole(sweep.last) && whole(sweep.shift);
  });
}

// False: the layers that are known are not all.
bool IdCourse::cut(const Rational& layers) {
  for (const auto& [row, weight] : staged_.form.ids) {
    const auto number = weight.number();
    if (!number) return false;
    weights_.emplace_back(row - 1, *number);
    if (row == 1) first_weight_ = *number;
  }
  if (first_weight_.is_zero()) return false;
  Rational before;
  const auto add = [&](Segment segment) {
    segment.before = before;
    before += segment.layers;
    segments_.push_back(std::move(segment));
  };
  const auto& network = staged_.network;
  for (std::size_t i = 0; i < network.sweeps.size(); ++i) {
    const StagedForm::Windows& windows = staged_.form.sweeps[i];
    Segment segment;
    segment.sweep = &network.sweeps[i];
    segment.inside = windows.inside;
    segment.busy = windows.busy;
    segment.layers = (segment.sweep->last - segment.sweep->first + 1) * segment.inside;
    add(std::move(segment));
  }
  for (const AllMax& layer : network.all_max) {
    Segment segment;
    segment.all_max = &layer;
    segment.layers = 1;
    add(std::move(segment));
  }
  return before == layers;
}

std::optional<IdCourse::Ids> IdCourse::ids_of(const Columns& z) const {
  Ids out;
  for (const std::vector<Rational>& column : z) {
    Rational id;
    for (const auto& [row, weight] : weights_) id.add_product(weight, column[row]);
    if (!id.is_integer()) return std::nullopt;
    out.push_back(std::move(id));
  }
  return out;
}

Columns IdCourse::state(Columns z, const Ids& before, const Ids& after) const {
  for (std::size_t k = 0; k < z.size(); ++k)
    if (before[k] != after[k]) z[k][0] += (after[k] - before[k]) / first_weight_;
  return z;
}

std::optional<Rational> IdCourse::next_window(const Sweep& sweep, const Rational& window,
                                              const Ids& ids) {
  std::optional<Rational> least;
  const Rational first = sweep.first + window;
  for (const Rational& id : ids) {
    const bool beyond = HARDMAX_FAULT(subject_ids_last, sweep.last < id, sweep.last <= id);
    if (id < first || beyond || (least && *least <= id)) continue;
    const bool dropped =
        std::find(sweep.missing.begin(), sweep.missing.end(), id) != sweep.missing.end();
    if (HARDMAX_FAULT(subject_ids_dropped, !dropped, true)) least = id;
  }
  return least;
}

IdCourse::Ids IdCourse::swept(const Sweep& sweep, const Rational& middle, const Ids& ids,
                              std::uint64_t& steps) const {
  Ids out = ids;
  const auto& table = staged_.tables[sweep.pattern_layer];
  for (std::size_t k = 0; k < ids.size(); ++k) {
    if (ids[k] != middle || table[k].empty()) continue;
    const Rational *most = nullptr, *least = nullptr;
    for (const std::size_t j : table[k]) {
      if (most == nullptr || *most < ids[j]) most = &ids[j];
      if (least == nullptr || ids[j] < *least) least = &ids[j];
    }
    steps += table[k].size();
    out[k].add_product(sweep.shift, *most - HARDMAX_FAULT(subject_ids_least, *least, ids[k]));
  }
  return out;
}

// The score of a key is its id times the own one: where that is positive the largest serves, where
// it is negative the smallest, and where it is 0 all do, whose mean is returned.
IdCourse::Ids IdCourse::spread(const AllMax& layer, const Ids& ids, std::uint64_t& steps) const {
  Ids out = ids;
  const auto& table = staged_.tables[layer.pattern_layer];
  for (std::size_t k = 0; k < ids.size(); ++k) {
    if (table[k].empty()) continue;
    steps += table[k].size();
    Rational found = ids[table[k].front()];
    if (ids[k].is_zero()) {
      found = Rational();
      for (const std::size_t j : table[k]) found += ids[j];
      found /= Rational(table[k].size());
    } else {
      for (const std::size_t j : table[k])
        if (ids[k].sign() > 0 ? found < ids[j] : ids[j] < found) found = ids[j];
    }
    out[k].add_product(layer.c, found);
  }
  return out;
}

void IdCourse::follow(Trace& trace, const Rational& layers,
                      const std::function<void(std::uint64_t)>& looked_at) const {
  auto segment = std::partition_point(segments_.begin(), segments_.end(), [&](const Segment& s) {
    return s.before + s.layers <= trace.done;
  });
  for (; trace.done < layers && segment != segments_.end(); ++segment) {
    const Rational end = std::min(layers, segment->before + segment->layers);
    while (trace.done < end) {
      const Ids& ids = trace.states.back().second;
      std::uint64_t steps = ids.size();
      Rational t = end;
      std::optional<Ids> after;
      if (segment->all_max != nullptr) {
        after = spread(*segment->all_max, ids, steps);
      } else {
        // The first window whose layer is not done.
        const Rational from =
            floor((trace.done - segment->before - segment->busy - Rational(1)) / segment->inside) +
            Rational(1);
        const Sweep& sweep = *segment->sweep;
        const auto middle = next_window(sweep, std::max(Rational(), from), ids);
        if (middle)
          t = segment->before + (*middle - sweep.first) * segment->inside + segment->busy +
              Rational(1);
        if (middle && t <= end) after = swept(sweep, *middle, ids, steps);
      }
      looked_at(steps);
      trace.done = std::min(t, end);
      if (after && *after != ids) {
        if (trace.states.size() * ids.size() > most_kept) trace.states.clear();
        trace.states.emplace_back(trace.done, *std::move(after));
      }
    }
  }
}

}  // namespace hardmax::subject
