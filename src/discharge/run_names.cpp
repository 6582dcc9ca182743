#include "discharge/run_names.hpp"

#include <algorithm>
#include <functional>

#include "claim/syntax.hpp"
#include "discharge/stage_words.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

using claim::Type;
constexpr Type number = Type::number;
constexpr Type input = Type::input;

bool any_accessor(const claim::Node& node, const std::function<bool(std::size_t)>& wanted) {
  if (node.op == claim::Op::accessor && wanted(node.index)) return true;
  const auto within = [&](const claim::NodePtr& part) {
    return part && any_accessor(*part, wanted);
  };
  if (within(node.where) || std::any_of(node.parts.begin(), node.parts.end(), within)) return true;
  return std::any_of(node.binders.begin(), node.binders.end(), [&](const claim::Binder& binder) {
    return within(binder.first) || within(binder.last);
  });
}

}  // namespace

namespace {

// In the order of Name; behind it what only file_meaning.hpp knows.
claim::Vocabulary names_of_runs(const std::vector<StageWord>& words) {
  claim::Vocabulary vocabulary = {
      {"n", {}, number},
      {"d", {}, number},
      {"D", {}, number},
      {"p", {}, number},
      {"s", {}, number},
      {"delta", {}, number},
      {"Delta", {}, number},
      {"c", {}, number},
      {"shift", {}, number},
      {"gamma", {number}, number},
      {"l", {number}, number},
      {"A", {number, number}, Type::set},
      {"S", {number, number}, Type::set},
      {"E", {number}, number},
      {count_of(words, StageRole::sweep), {}, number},
      {count_of(words, StageRole::last), {}, number},
      {"mask", {number}, number},
      {"heads", {number}, number},
      {"bq", {number, number}, number},
      {"G", {input, number, number}, number},
      {"entry", {number, input, number, number}, number},
      {"v", {number, input, number}, number},
      {"head", {number, number, input, number}, number},
      {"z", {input, number}, number},
      {"zt", {input, number}, number},
      {"M", {number, input, number}, number},
      {"id", {input, number}, number},
      {count_of(words, StageRole::quantizer), {}, number},
      {"qbreaks", {number, number}, Type::set},
      {"qmap", {number, number, number}, number},
      {"q_hidden", {number}, number},
      {"q_pieces", {number}, number},
      {"q_flat", {number}, number},
      {count_of(words, StageRole::values), {}, number},
      {"v_hidden", {number}, number},
      {"v_pieces", {number}, number},
      {"v_flat", {number}, number},
      {"v_low", {number}, number},
      {"v_high", {number}, number},
      {"f", {input, number, number}, number},
      {"out", {input, number, number}, number},
      {"out_R2", {input, number, number}, number},
      {"out_R3", {input, number, number}, number},
      {"moves", {input, number}, number},
      {"planted", {input, number, input, number, number}, number},
      {"planted_back", {input, number, input, number, number}, number},
      {"planted_R2", {input, number, input, number, number}, number},
      {"planted_R3", {input, number, input, number, number}, number},
      {"soft", {number, number, input, number, number}, number},
  };
  for (const StageWord& word : words)
    if (word.role == StageRole::other)
      vocabulary.push_back({"layers(" + word.name + ")", {}, number});
  return vocabulary;
}

}  // namespace

const claim::Vocabulary& run_vocabulary() {
  static ByStages<claim::Vocabulary> known(stage_words_of_runs, names_of_runs);
  return known.get();
}

bool needs_value_mapping(std::size_t accessor) {
  return accessor >= static_cast<std::size_t>(Name::value_layers_) &&
         accessor <= static_cast<std::size_t>(Name::planted_R3_);
}

bool needs_value_mapping(const claim::Formula& formula) {
  return any_accessor(formula.root(),
                      [](std::size_t accessor) { return needs_value_mapping(accessor); });
}

bool mentions(const claim::Formula& formula, std::size_t accessor) {
  return any_accessor(formula.root(), [&](std::size_t used) { return used == accessor; });
}

std::size_t inputs_bound(const claim::Node& node) {
  std::size_t count = 0;
  const auto within = [&](const claim::NodePtr& part) { count += part ? inputs_bound(*part) : 0; };
  for (const claim::Binder& binder : node.binders) {
    count += binder.domain == claim::Binder::Domain::inputs ? 1 : 0;
    within(binder.first);
    within(binder.last);
  }
  within(node.where);
  for (const claim::NodePtr& part : node.parts) within(part);
  return count;
}

std::size_t index_of(const claim::Vocabulary& names, std::string_view name) {
  const auto it = std::find_if(names.begin(), names.end(),
                               [&](const claim::Accessor& a) { return a.name == name; });
  HARDMAX_REQUIRE(it != names.end());
  return static_cast<std::size_t>(it - names.begin());
}

std::uint64_t NameCall::index(std::size_t position, std::uint64_t first, std::uint64_t last) const {
  const Rational& x = number(position);
  const auto small = x.to_int64();
  if (!small || *small < 0 || static_cast<std::uint64_t>(*small) < first ||
      static_cast<std::uint64_t>(*small) > last) {
    throw Undefined((*vocabulary)[accessor].name + ": argument " + std::to_string(position + 1) +
                    " is " + x.str() + ", not a whole number in " + std::to_string(first) + ".." +
                    std::to_string(last));
  }
  return static_cast<std::uint64_t>(*small);
}

}  // namespace hardmax
