#include "subject/course.hpp"

#include <algorithm>

namespace hardmax::subject {

namespace {

constexpr std::size_t max_rounds = std::size_t{1} << 20;
constexpr std::size_t max_segments = std::size_t{1} << 16;
constexpr std::size_t max_tries = 4;       // of a loop that was never a sweep
constexpr std::uint64_t first_chunk = 64;  // layers that are made at once; later twice as many

std::uint64_t whole_layers(const Rational& layers) {
  if (layers > Rational(Course::most_layers)) throw TooLarge("a loop of more than 2^62 layers");
  return static_cast<std::uint64_t>(*layers.to_int64());
}

bool is_listed(Reading& reading, const Stage& stage, const Env* env) {
  return stage.loop.where ||
         (stage.backwards && !number_of(reading.value(*stage.backwards, env)).is_zero());
}

bool later_end_mentions(const Binders& binders, std::size_t j) {
  for (std::size_t i = j + 1; i < binders.list.size(); ++i)
    for (const TermPtr& end : {binders.list[i].first, binders.list[i].last})
      if (end && mentions(*end, binders.list[j].name)) return true;
  return false;
}

std::vector<Value> values_of(const Env* env, std::size_t count) {
  std::vector<Value> out(count);
  for (std::size_t i = count; i-- > 0; env = env->up) out[i] = env->value;
  return out;
}

}  // namespace

Course::Course(Reading& reading, std::string network) : network_(std::move(network)) {
  std::uint64_t before = 0;
  reading.rounds(network_, [&](const Stage& stage, const Env* env) {
    Round round;
    round.stage = &stage;
    round.repeat = values_of(env, stage.repeat.list.size());
    round.before = before;
    round.layers = whole_layers(reading.count(stage.loop, 0, env));
    before += round.layers;
    if (before > most_layers)
      throw TooLarge("network '" + network_ + "' has more than 2^62 layers");
    if (rounds_.size() >= max_rounds)
      throw TooLarge("network '" + network_ + "' has more than 2^20 rounds of `repeat`");
    rounds_.push_back(std::move(round));
  });
}

// Calls f with the names of the round.
template <class F>
auto Course::in_round(const Round& round, F f) {
  std::vector<Env> names;
  names.reserve(round.repeat.size());
  for (std::size_t i = 0; i < round.repeat.size(); ++i)
    names.push_back({names.empty() ? nullptr : &names.back(), &round.stage->repeat.list[i].name,
                     round.repeat[i]});
  return f(names.empty() ? nullptr : &names.back());
}

Course::Round& Course::round_of(std::uint64_t t) {
  const auto after = std::partition_point(rounds_.begin(), rounds_.end(),
                                          [&](const Round& r) { return r.before + r.layers < t; });
  HARDMAX_REQUIRE(t >= 1 && after != rounds_.end());
  return *after;
}

// ---- which instance layer t is

std::vector<Value> Course::instance(Reading& reading, const Binders& binders, std::size_t j,
                                    const Env* env, std::uint64_t offset) {
  if (j == binders.list.size()) return {};
  const Binder& b = binders.list[j];
  const auto rest = [&](Value value, const Env* inner, std::uint64_t left) {
    std::vector<Value> out = instance(reading, binders, j + 1, inner, left);
    out.insert(out.begin(), std::move(value));
    return out;
  };
  if (later_end_mentions(binders, j) || b.over == Binder::Over::subsets) {
    std::vector<Value> out;
    Binders one;
    one.list.push_back(b);
    reading.instances(one, env, [&](const Env* e) {
      const std::uint64_t layers = whole_layers(reading.count(binders, j + 1, e));
      if (offset < layers) {
        out = rest(e->value, e, offset);
        return false;
      }
      offset -= layers;
      return true;
    });
    return out;
  }
  const std::uint64_t inside = whole_layers(reading.count(binders, j + 1, env));
  const Rational number = offset / inside;
  Value value;
  if (b.over == Binder::Over::range)
    value = Rational(reading.ends(b, env).first) + number;
  else if (b.over == Binder::Over::inputs)
    value = reading.input(number);
  else
    value = reading.set_at(b.first, env).at(offset / inside);
  const Env inner{env, &b.name, value};
  return rest(value, &inner, offset % inside);
}

Reading::Place Course::place(Reading& reading, std::uint64_t t) {
  Round& round = round_of(t);
  const Stage& stage = *round.stage;
  const std::uint64_t offset = t - 1 - round.before;
  return in_round(round, [&](const Env* env) {
    Reading::Place out{&stage, round.repeat};
    std::vector<Value> own;
    if (is_listed(reading, stage, env)) {
      if (round.listed.empty()) {
        std::vector<std::vector<Value>> all;
        reading.loop(stage, env, [&](const Env* e) {
          all.push_back(values_of(e, stage.loop.list.size()));
          return true;
        });
        round.listed = std::move(all);
      }
      own = round.listed.at(offset);
    } else {
      own = instance(reading, stage.loop, 0, env, offset);
    }
    out.values.insert(out.values.end(), own.begin(), own.end());
    return out;
  });
}

// ---- which stretches are sweeps

bool Course::hopeless(const Stage& stage, std::size_t j) {
  for (; j < stage.loop.list.size(); ++j) {
    const Tries& tries = tries_[{&stage, j}];
    if (tries.sweeps > 0 || tries.others < max_tries) return false;
  }
  return true;
}

void Course::add_plain(Round& round, std::uint64_t layers) {
  if (layers == 0) return;
  if (!round.segments.empty() && !round.segments.back().sweep) {
    round.segments.back().layers += layers;
    return;
  }
  Segment segment;
  segment.before = round.segments.empty()
                       ? round.before
                       : round.segments.back().before + round.segments.back().layers;
  segment.layers = layers;
  round.segments.push_back(std::move(segment));
  ++segments_;
}

bool Course::is_sweep(Reading& reading, Round& round, const Env* env, std::size_t j) {
  Tries& tries = tries_[{round.stage, j}];
  if (tries.sweeps == 0 && tries.others >= max_tries) return false;
  NoSweep none;
  try {
    auto found = sweep_of(reading, *round.stage, env, j);
    if (auto* sweep = std::get_if<LoopSweep>(&found)) {
      // One of its layers as it is made: `keys` and shapes are the same in all.
      const std::uint64_t before =
          round.segments.empty() ? round.before
                                 : round.segments.back().before + round.segments.back().layers;
      const MadeLayer made = reading.make(network_, before + sweep->busy + 1);
      if (made.kind != MadeLayer::Kind::heads || !made.residual || made.parts.size() != 2 ||
          !made.on_tokens)
        throw TermError("its first layer is made as another one");
      Segment segment;
      segment.before = before;
      segment.layers = whole_layers(reading.count(round.stage->loop, j, env));
      segment.sweep = std::move(*sweep);
      round.segments.push_back(std::move(segment));
      ++segments_;
      ++tries.sweeps;
      return true;
    }
    none = std::get<NoSweep>(found);
  } catch (const TermError& e) {
    none = {round.stage->loop.list[j].name, e.what()};
  } catch (const LimitReached& e) {
    if (reading.steps_left() == 0) throw;
    none = {round.stage->loop.list[j].name, e.what()};
  }
  if (++tries.others == 1) tries.first = std::move(none);
  return false;
}

void Course::cut_from(Reading& reading, Round& round, const Env* env, std::size_t j) {
  const Binders& loop = round.stage->loop;
  const std::uint64_t layers = whole_layers(reading.count(loop, j, env));
  if (layers == 0) return;
  if (j == loop.list.size() || hopeless(*round.stage, j) || segments_ >= max_segments)
    return add_plain(round, layers);
  if (is_sweep(reading, round, env, j)) return;
  if (j + 1 == loop.list.size() || hopeless(*round.stage, j + 1)) return add_plain(round, layers);
  std::uint64_t left = layers;
  Binders one;
  one.list.push_back(loop.list[j]);
  reading.instances(one, env, [&](const Env* e) {
    cut_from(reading, round, e, j + 1);
    left -= whole_layers(reading.count(loop, j + 1, e));
    return !hopeless(*round.stage, j + 1) && segments_ < max_segments;
  });
  add_plain(round, left);
}

void Course::cut(Reading& reading, Round& round) {
  if (round.cut) return;
  round.segments.clear();  // of a time when a limit was met half way
  in_round(round, [&](const Env* env) {
    if (!round.stage->loop.where && !round.stage->backwards && !round.stage->map)
      cut_from(reading, round, env, 0);
    else
      add_plain(round, round.layers);
    return 0;
  });
  round.cut = true;
}

Course::Segment& Course::segment_of(Reading& reading, std::uint64_t t) {
  Round& round = round_of(t);
  cut(reading, round);
  const auto after =
      std::partition_point(round.segments.begin(), round.segments.end(),
                           [&](const Segment& s) { return s.before + s.layers < t; });
  HARDMAX_REQUIRE(after != round.segments.end());
  return *after;
}

std::uint64_t Course::one_by_one(Reading& reading) {
  std::uint64_t total = 0;
  for (Round& round : rounds_) {
    cut(reading, round);
    for (const Segment& s : round.segments)
      if (!s.sweep) total += s.layers;
  }
  return total;
}

// ---- which layer is next

std::uint64_t Course::next(Reading& reading, std::uint64_t done, std::uint64_t last,
                           const Columns& z, bool state) {
  while (done < last) {
    Segment& segment = segment_of(reading, done + 1);
    if (!segment.sweep) {
      const std::uint64_t t = next_made(reading, segment, done, last, z);
      if (t <= segment.before + segment.layers) return t;
    } else if (!state) {
      return done + 1;  // a head on tokens, where there are none
    } else {
      reading.charge(z.size());
      const LoopSweep& sweep = *segment.sweep;
      const std::uint64_t into = done - segment.before;
      const std::uint64_t windows =
          into / sweep.inside + (into % sweep.inside > sweep.busy ? 1 : 0);
      if (const auto g =
              sweep.windows.next(sweep.windows.first + static_cast<std::int64_t>(windows), z))
        return segment.before +
               static_cast<std::uint64_t>(*g - sweep.windows.first) * sweep.inside + sweep.busy + 1;
    }
    done = segment.before + segment.layers;
  }
  return last + 1;
}

// In stretches that are no sweep layers are made in chunks, each twice as long as the one before,
// so that no more than twice as many are made as are asked for.
std::uint64_t Course::next_made(Reading& reading, Segment& segment, std::uint64_t done,
                                std::uint64_t last, const Columns& z) {
  const std::uint64_t end = segment.before + segment.layers;
  while (done < std::min(end, last)) {
    const std::uint64_t into = done - segment.before;
    std::uint64_t begin = 0, size = first_chunk;
    for (; into >= begin + size; size = begin) begin += size;
    const std::uint64_t chunk_end = std::min(segment.layers, begin + size) + segment.before;
    const auto [chunk, fresh] = segment.chunks.try_emplace(begin);
    if (fresh) {
      try {
        LayerIndex index;
        for (std::uint64_t t = segment.before + begin + 1; t <= chunk_end; ++t)
          index.add(t, *reading.layer(network_, t));
        index.finish();
        chunk->second = std::move(index);
      } catch (const TermError&) {
        // The layer that has no value is executed in its turn, and says so, or is not reached.
      } catch (const LimitReached&) {
        segment.chunks.erase(begin);
        if (reading.steps_left() == 0) throw;
        return done + 1;
      }
    }
    if (!chunk->second) return done + 1;
    std::uint64_t steps = 0;
    const auto t = chunk->second->next(done, z, steps);
    reading.charge(steps);
    if (t) return *t;
    done = chunk_end;
  }
  return std::max(done, end) + 1;
}

// ---- for people

std::vector<StageWay> Course::ways(Reading& reading) {
  std::vector<StageWay> out;
  for (Round& round : rounds_) {
    cut(reading, round);
    auto way = std::find_if(out.begin(), out.end(),
                            [&](const StageWay& w) { return w.stage == round.stage->name; });
    if (way == out.end()) {
      out.push_back({network_, round.stage->name, StageWay::How::layers, {}, {}, {}});
      way = out.end() - 1;
    }
    way->layers += Rational(round.layers);
    for (const Segment& s : round.segments) {
      if (!s.sweep) continue;
      way->how = StageWay::How::sweep;
      way->loop = s.sweep->loop;
    }
    if (way->how == StageWay::How::sweep) continue;
    const Stage& stage = *round.stage;
    if (!way->reason.empty()) continue;
    for (std::size_t j = 0; j < stage.loop.list.size(); ++j) {
      const Tries& tries = tries_[{&stage, j}];
      if (tries.others == 0) continue;
      way->reason +=
          (way->reason.empty() ? "" : "; ") + tries.first.loop + ": " + tries.first.reason;
    }
    if (!way->reason.empty()) continue;
    way->reason = stage.map                 ? "it is a map"
                  : stage.loop.where        ? "the loop has `where`"
                  : stage.backwards         ? "the stage has `backwards`"
                  : stage.loop.list.empty() ? "it has no loop"
                                            : "it has no layers";
  }
  // Stages whose layers have windows of their own.
  for (Round& round : rounds_) {
    const auto way = std::find_if(out.begin(), out.end(),
                                  [&](const StageWay& w) { return w.stage == round.stage->name; });
    if (way->how != StageWay::How::layers || round.layers == 0) continue;
    const auto made = reading.made_already(network_, round.before + 1);
    if (made && LayerIndex::has_window(*made)) way->how = StageWay::How::windows;
  }
  return out;
}

}  // namespace hardmax::subject
