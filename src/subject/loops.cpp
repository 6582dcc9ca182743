// Loops: how many layers, and which. Counts come from the ends of ranges where no later end depends
// on a name; nothing is made to count.
#include <algorithm>

#include "subject/course.hpp"
#include "subject/id_course.hpp"

namespace hardmax::subject {

namespace {

// A whole number of any size.
Rational whole(const Value& v) {
  if (v.number() && v.number()->is_integer()) return *v.number();
  return whole_of(v);
}

}  // namespace

Rational Reading::count(const Binders& binders, std::size_t from, const Env* env) {
  if (binders.where) {
    Binders all = binders;
    all.where = nullptr;
    const Rational most = count(all, from, env);
    if (most > Rational(max_layers) * Rational(16))
      throw TooLarge("a loop with `where` over " + most.str() +
                     " instances; at most 16777216 are gone through");
    Rational found = 0;
    instances(binders, env, [&](const Env*) {
      found += 1;
      return true;
    });
    return found;
  }
  Rational total = 1;
  for (std::size_t i = from; i < binders.list.size(); ++i) {
    const Binder& b = binders.list[i];
    bool later = false;
    for (std::size_t j = i + 1; j < binders.list.size(); ++j) {
      for (const TermPtr& end : {binders.list[j].first, binders.list[j].last})
        later = later || (end && mentions(*end, b.name));
    }
    if (later) {
      Rational sum = 0;
      Binders one;
      one.list.push_back(b);
      instances(one, env, [&](const Env* e) {
        sum += count(binders, i + 1, e);
        return true;
      });
      return total * sum;
    }
    Rational size = 0;
    if (b.over == Binder::Over::range) {
      const Rational first = whole(value(*b.first, env)), last = whole(value(*b.last, env));
      if (last >= first) size = last - first + Rational(1);
    } else if (b.over == Binder::Over::inputs) {
      size = input_count();
    } else {
      size = set_at(b.first, env).size();
      if (b.over == Binder::Over::subsets) size = power(2, size);
    }
    if (size.is_zero()) return 0;
    total *= size;
  }
  return total;
}

void Reading::each_instance(const Binders& binders,
                            const std::function<bool(const std::vector<Value>&)>& f) {
  instances(binders, nullptr, [&](const Env* env) {
    std::vector<Value> values(binders.list.size());
    for (std::size_t i = values.size(); i-- > 0; env = env->up) values[i] = env->value;
    return f(values);
  });
}

void Reading::rounds(const std::string& network, const EachRound& f) {
  std::vector<const Stage*> stages;
  for (const Stage& stage : file_.stages)
    if (stage.network == network) stages.push_back(&stage);
  for (std::size_t i = 0; i < stages.size();) {
    std::size_t end = i + 1;  // neighbours with the same repeat go round together
    const std::string& repeat = stages[i]->repeat_text;
    while (!repeat.empty() && end < stages.size() && stages[end]->repeat_text == repeat) ++end;
    instances(stages[i]->repeat, nullptr, [&](const Env* env) {
      for (std::size_t j = i; j < end; ++j) f(*stages[j], env);
      return true;
    });
    i = end;
  }
}

// Calls f for the instances of the stage's own loop, in order of execution.
void Reading::loop(const Stage& stage, const Env* env, const Each& f) {
  if (!stage.backwards || number_of(value(*stage.backwards, env)).is_zero()) {
    instances(stage.loop, env, f);
    return;
  }
  std::vector<std::vector<Value>> all;
  instances(stage.loop, env, [&](const Env* e) {
    std::vector<Value> values(stage.loop.list.size());
    for (std::size_t i = values.size(); i-- > 0; e = e->up) values[i] = e->value;
    all.push_back(std::move(values));
    if (all.size() > max_layers) throw LimitReached("a loop backwards of more than 2^20 layers");
    return true;
  });
  for (auto values = all.rbegin(); values != all.rend(); ++values) {
    std::vector<Env> names;
    names.reserve(values->size());
    for (std::size_t i = 0; i < values->size(); ++i)
      names.push_back(
          {names.empty() ? env : &names.back(), &stage.loop.list[i].name, (*values)[i]});
    if (!f(names.empty() ? env : &names.back())) return;
  }
}

Rational Reading::layers(const std::string& name) {
  const auto kept = counts_.find(name);
  if (kept != counts_.end()) return kept->second;
  const bool is_network =
      std::find(file_.networks.begin(), file_.networks.end(), name) != file_.networks.end();
  Rational total = 0;
  rounds(file_.network_of(name), [&](const Stage& stage, const Env* env) {
    if (is_network || stage.name == name) total += count(stage.loop, 0, env);
  });
  counts_.emplace(name, total);
  return total;
}

Rational Reading::layers_of_stage(const std::string& name) {
  Rational total = 0;
  rounds(file_.network_of(name), [&](const Stage& stage, const Env* env) {
    if (stage.name == name) total += count(stage.loop, 0, env);
  });
  return total;
}

Rational Reading::after(const std::string& name, const std::vector<Value>& values) {
  Rational total = 0, last = -1;
  // Do the first names of repeat and for, as far as they are bound, have these values?
  const auto has_values = [&](const Env* env) {
    std::vector<const Value*> bound;
    for (const Env* e = env; e; e = e->up) bound.push_back(&e->value);
    std::reverse(bound.begin(), bound.end());
    for (std::size_t i = 0; i < std::min(values.size(), bound.size()); ++i)
      if (!equal(*bound[i], values[i])) return false;
    return true;
  };
  rounds(file_.network_of(name), [&](const Stage& stage, const Env* env) {
    const std::size_t outer = stage.repeat.list.size();
    if (stage.name != name || values.size() <= outer) {
      total += count(stage.loop, 0, env);
      if (stage.name == name && has_values(env)) last = total;
      return;
    }
    if (values.size() > outer + stage.loop.list.size())
      throw TermError("after(" + name + ", ...) has more values than the stage has names");
    if (engine_ == Engine::jumping && !stage.loop.where && !stage.backwards) {
      const Rational layers = count(stage.loop, 0, env);
      if (has_values(env)) {
        const auto found = layers.is_zero()
                               ? Rational(0)
                               : last_with(stage.loop, 0, env, std::span(values).subspan(outer));
        if (found) last = total + *found;
      }
      total += layers;
      return;
    }
    bool any = false;
    loop(stage, env, [&](const Env* e) {
      any = true;
      total += 1;
      if (has_values(e)) last = total;
      return true;
    });
    if (!any && has_values(env)) last = total;
  });
  if (last.sign() < 0) throw TermError("after(" + name + ", ...): there is no such layer");
  return last;
}

// How many instances there are up to and with the last one whose first names have these values,
// without going through those before.
std::optional<Rational> Reading::last_with(const Binders& binders, std::size_t j, const Env* env,
                                           std::span<const Value> values) {
  if (values.empty()) {
    const Rational all = count(binders, j, env);
    return all.is_zero() ? std::nullopt : std::optional(all);
  }
  const Binder& b = binders.list[j];
  bool later = b.over != Binder::Over::range;  // gone through
  for (std::size_t i = j + 1; i < binders.list.size(); ++i)
    for (const TermPtr& end : {binders.list[i].first, binders.list[i].last})
      later = later || (end && mentions(*end, b.name));
  std::optional<Rational> last;
  if (!later) {
    const auto [first, end] = ends(b, env);
    if (end < first) return last;
    const Rational inside = count(binders, j + 1, env);
    if (inside.is_zero()) return last;
    static_cast<void>(equal(Rational(first), values[0]));  // a value that is no number
    const Rational x = number_of(values[0]);
    if (!x.is_integer() || x < Rational(first) || x > Rational(end)) return last;
    const Env inner{env, &b.name, x};
    last = last_with(binders, j + 1, &inner, values.subspan(1));
    if (last) *last += (x - Rational(first)) * inside;
    return last;
  }
  Rational before = 0;
  Binders one;
  one.list.push_back(b);
  instances(one, env, [&](const Env* e) {
    const Rational inside = count(binders, j + 1, e);
    if (!inside.is_zero() && equal(e->value, values[0])) {
      const auto found = last_with(binders, j + 1, e, values.subspan(1));
      if (found) last = before + *found;
    }
    before += inside;
    return true;
  });
  return last;
}

std::vector<Reading::StageRound> Reading::stage_rounds(const std::string& network) {
  constexpr std::size_t most_rounds = std::size_t{1} << 20;
  std::vector<StageRound> out;
  Rational before;
  rounds(network, [&](const Stage& stage, const Env* env) {
    const Rational layers = count(stage.loop, 0, env);
    if (before + layers > Rational(std::uint64_t{1} << 62) || out.size() >= most_rounds)
      throw TooLarge("network '" + network + "' has more than 2^62 layers, or 2^20 rounds");
    StageRound round{&stage, std::vector<Value>(stage.repeat.list.size()), 0, 0};
    for (std::size_t i = round.repeat.size(); i-- > 0; env = env->up) round.repeat[i] = env->value;
    round.before = static_cast<std::uint64_t>(*before.to_int64());
    round.layers = static_cast<std::uint64_t>(*layers.to_int64());
    before += layers;
    out.push_back(std::move(round));
  });
  return out;
}

std::uint64_t Reading::size(const std::string& network) {
  const Rational all = layers(network);
  if (all > Rational(max_layers)) {
    const Rational in_no_sweep = one_by_one(network);
    if (in_no_sweep > Rational(max_layers)) {
      std::string what = "network '" + network + "' has " + all.str() + " layers, ";
      if (in_no_sweep != all) what += in_no_sweep.str() + " in no sweep; ";
      what += "more than " + std::to_string(max_layers) + " are not made one by one";
      throw TooLarge(what);
    }
  }
  const auto count = all.to_int64();
  if (!count)
    throw TooLarge("network '" + network + "' has " + all.str() +
                   " layers, more than 2^62 are not counted one by one");
  return static_cast<std::uint64_t>(*count);
}

std::shared_ptr<Course> Reading::course(const std::string& network) {
  const auto kept = courses_.find(network);
  if (kept != courses_.end()) return kept->second;
  auto fresh = std::make_shared<Course>(*this, network);
  return courses_.emplace(network, std::move(fresh)).first->second;
}

std::shared_ptr<const IdCourse> Reading::id_course(const std::string& network) {
  if (engine_ == Engine::literal) return nullptr;
  const auto [kept, fresh] = id_courses_.try_emplace(network);  // null while it is being made
  if (!fresh) return kept->second;
  try {
    kept->second = IdCourse::of(*this, network);
  } catch (const LimitReached&) {
    id_courses_.erase(kept);
    throw;
  }
  return kept->second;
}

Rational Reading::length(const std::string& network) {
  return id_course(network) ? layers(network) : Rational(size(network));
}

Rational Reading::one_by_one(const std::string& network) {
  if (engine_ == Engine::literal) return layers(network);
  if (const auto by_ids = id_course(network)) return by_ids->in_no_sweep();
  return course(network)->one_by_one(*this);
}

std::vector<StageWay> Reading::ways(const std::string& network) {
  if (engine_ == Engine::literal) return {};
  return course(network)->ways(*this);
}

std::vector<StageWay> Reading::ways() {
  std::vector<StageWay> out;
  for (const std::string& network : file_.networks) {
    const auto by_ids = id_courses_.find(network);
    const bool followed = by_ids != id_courses_.end() && by_ids->second;
    if (!courses_.contains(network) && !followed) continue;
    if (followed && layers(network) > Rational(Course::most_layers)) continue;
    for (StageWay& way : ways(network)) out.push_back(std::move(way));
  }
  return out;
}

const std::vector<Reading::Place>& Reading::all_places(const std::string& network) {
  const auto kept = places_.find(network);
  if (kept != places_.end()) return kept->second;
  const std::uint64_t most = size(network);
  std::vector<Place> out;
  out.reserve(most);
  rounds(network, [&](const Stage& stage, const Env* env) {
    loop(stage, env, [&](const Env* e) {
      Place place{&stage, {}};
      place.values.resize(stage.repeat.list.size() + stage.loop.list.size());
      for (std::size_t i = place.values.size(); i-- > 0; e = e->up) place.values[i] = e->value;
      out.push_back(std::move(place));
      return true;
    });
  });
  HARDMAX_REQUIRE(out.size() == most);
  return places_.emplace(network, std::move(out)).first->second;
}

Reading::Place Reading::place(const std::string& network, std::uint64_t t) {
  if (engine_ == Engine::jumping) return course(network)->place(*this, t);
  return all_places(network).at(t - 1);
}

}  // namespace hardmax::subject
