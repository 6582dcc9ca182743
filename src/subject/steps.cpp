#include "subject/steps.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "exact/fault.hpp"

namespace hardmax::subject {

namespace {

std::string text_of(const Value& value) {
  if (value.mat() == nullptr || value.mat()->of_forms()) return value.show();
  std::string out;
  for (const Rational& x : value.mat()->numbers) out += (out.empty() ? "" : ", ") + x.str();
  return out;
}

// X, t and the names of loops, for the terms of one step.
class OwnNames {
 public:
  OwnNames(const Input& input, std::uint64_t t) {
    static const std::string names[] = {"X", "t"};
    list_.reserve(2);
    add(names[0], input);
    add(names[1], Rational(t));
  }
  void add_loops(const std::vector<std::string>& names, const std::vector<Value>& values) {
    std::vector<Env> longer;
    longer.reserve(list_.size() + names.size());
    for (const Env& env : list_)
      longer.push_back({longer.empty() ? nullptr : &longer.back(), env.name, env.value});
    list_ = std::move(longer);
    for (std::size_t i = 0; i < names.size(); ++i) add(names[i], values[i]);
  }
  [[nodiscard]] const Env* env() const { return &list_.back(); }

 private:
  void add(const std::string& name, Value value) {
    list_.push_back({list_.empty() ? nullptr : &list_.back(), &name, std::move(value)});
  }
  std::vector<Env> list_;
};

class Walk {
 public:
  explicit Walk(const Run& run) : file_(run.file()), reading_(run.reading()) {
    for (const std::string& network : file_.networks) {
      const bool asked = std::any_of(file_.steps.begin(), file_.steps.end(), [&](const Step& s) {
        return file_.stage_of(s).network == network;
      });
      if (asked) last_ = network;
    }
  }

  // What breaks first of this input.
  std::optional<BrokenStep> of(const Input& input) {
    Mat z = reading_.start(input);
    for (const std::string& network : file_.networks) {
      if (!rounds_.contains(network)) rounds_[network] = reading_.stage_rounds(network);
      for (const Reading::StageRound& round : rounds_.at(network))
        if (auto broken = of_round(input, network, round, z)) return broken;
      if (network == last_) break;
      z = reading_.run(network, reading_.size(network), z);
    }
    return std::nullopt;
  }
  [[nodiscard]] std::uint64_t asked() const { return asked_; }
  [[nodiscard]] std::vector<const Step*> unasked() const {
    std::vector<const Step*> out;
    for (const Step& step : file_.steps)
      if (!asked_of_.contains(&step)) out.push_back(&step);
    return out;
  }

 private:
  std::optional<BrokenStep> of_round(const Input& input, const std::string& network,
                                     const Reading::StageRound& round, const Mat& from) {
    const std::uint64_t end = round.before + round.layers;
    if (end > max_layers) static_cast<void>(reading_.size(network));
    bool layers = false;
    for (const Step& step : file_.steps)
      layers = layers || (step.each_layer && step.stage == round.stage->name);
    for (std::uint64_t done = round.before; layers && done < end;) {
      done = reading_.next_change(network, done, end, from);
      if (done > end) break;
      const std::vector<Value> values = reading_.place(network, done).values;
      if (auto broken = ask(input, network, *round.stage, true, {done, done}, values))
        return broken;
    }
    return ask(input, network, *round.stage, false, {round.before + 1, end}, round.repeat);
  }

  std::optional<BrokenStep> ask(const Input& input, const std::string& network, const Stage& stage,
                                bool each_layer, std::pair<std::uint64_t, std::uint64_t> layers,
                                const std::vector<Value>& values) {
    for (const Step& step : file_.steps) {
      if (step.stage != stage.name || step.each_layer != each_layer) continue;
      const std::vector<std::string> names = step.names(stage);
      OwnNames bound(input, HARDMAX_FAULT(subject_steps_layer, layers.second, layers.first));
      bound.add_loops(names, values);
      ++asked_;
      asked_of_.insert(&step);
      BrokenStep broken;
      try {
        const bool so = truth_of(reading_.value(*step.says, bound.env()));
        if (HARDMAX_FAULT(subject_steps_says, so, true)) continue;
      } catch (const TooLarge&) {
        throw;
      } catch (const TermError& e) {
        broken.no_value = e.what();
      } catch (const Undefined& e) {
        broken.no_value = e.what();
      }
      broken.step = &step;
      broken.entries = input.values;
      broken.network = network;
      broken.first = layers.first;
      broken.last = layers.second;
      for (std::size_t i = 0; i < names.size(); ++i)
        broken.names.emplace_back(names[i], text_of(values[i]));
      for (const Shown& shown : step.shows)
        broken.shown.emplace_back(shown.label, shown_value(*shown.term, bound.env()));
      return broken;
    }
    return std::nullopt;
  }

  std::string shown_value(const Term& term, const Env* env) {
    try {
      return text_of(reading_.value(term, env));
    } catch (const TooLarge& e) {
      return std::string("not computed: ") + e.what();
    } catch (const TermError& e) {
      return std::string("no value: ") + e.what();
    } catch (const Undefined& e) {
      return std::string("no value: ") + e.what();
    }
  }

  const ConstructionFile& file_;
  Reading& reading_;
  std::map<std::string, std::vector<Reading::StageRound>> rounds_;
  std::string last_;  // the last network that something is asked of
  std::uint64_t asked_ = 0;
  std::set<const Step*> asked_of_;
};

}  // namespace

Walked walk(const Run& run, std::uint64_t steps,
            const std::function<void(std::uint64_t done, std::uint64_t total)>& progress) {
  Walked out;
  out.all = run.inputs();
  const auto total = out.all.to_int64();
  Walk walk(run);
  run.guarded([&] {
    run.reading().allow_steps(steps);
    try {
      for (; out.inputs < out.all; out.inputs += 1) {
        if (progress && total)
          progress(static_cast<std::uint64_t>(*out.inputs.to_int64()),
                   static_cast<std::uint64_t>(*total));
        out.broken = walk.of(run.reading().input(out.inputs));
        if (!out.broken) continue;
        out.broken->ordinal = out.inputs;
        break;
      }
    } catch (const TooLarge& e) {
      out.stopped = e.what();
    } catch (const LimitReached& e) {
      out.stopped = e.what();
    }
    return 0;
  });
  out.asked = walk.asked();
  out.unasked = walk.unasked();
  return out;
}

}  // namespace hardmax::subject
