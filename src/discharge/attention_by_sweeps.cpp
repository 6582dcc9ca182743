#include "discharge/attention_by_sweeps.hpp"

#include <utility>

#include "exact/error.hpp"
#include "subject/sweep.hpp"

namespace hardmax {

namespace {

using subject::Binders;
using subject::KeysAs;
using subject::Polynomial;
using subject::Stage;
using subject::SweepOfEverySize;
using subject::TermError;
using subject::VariableEnv;
using subject::VariableForm;
using subject::VariableHead;

Rational number_of(const Polynomial& p) {
  const auto number = p.number();
  if (!number) throw TermError("a number that depends on a name");
  return *number;
}

class Layers {
 public:
  Layers(subject::Reading& reading, const Parameters& parameters)
      : reader_(reading), parameters_(parameters) {}

  std::vector<Layer> all() {
    const std::string& network = reader_.reading().file().states;
    reader_.rounds(network, [&](const Stage& stage, const VariableEnv* env) {
      if (stage.backwards || stage.map || !stage.keys || !subject::is_pattern_layer(*stage.keys))
        throw TermError("another form");
      walk(stage, env, 0);
    });
    for (const std::uint64_t t : reader_.dropped(network))
      std::get<Attention>(layers_.at(t - 1)).heads.clear();
    return std::move(layers_);
  }

 private:
  void walk(const Stage& stage, const VariableEnv* env, std::size_t j) {
    const Binders& loop = stage.loop;
    if (j == loop.list.size()) {
      layers_.push_back(layer(stage, env));
      return;
    }
    if (!loop.where && !keys_need(stage, loop.list[j].name)) {
      auto found = subject::sweep_of_every_size(reader_, stage, env, j, 1, KeysAs::pattern_layer);
      if (const auto* sweep = std::get_if<SweepOfEverySize>(&found))
        return add(stage, env, j, *sweep);
    }
    const auto outer = subject::gone_through(loop, j);
    reader_.instances(outer.first, env,
                      [&](const VariableEnv* e) { walk(stage, e, outer.second); });
  }

  // The pattern layer may depend on the name.
  static bool keys_need(const Stage& stage, const std::string& name) {
    if (subject::mentions(*stage.keys, name)) return true;
    for (const subject::Signature& let : stage.lets)
      if (subject::mentions(*stage.keys, let.name)) return true;
    return false;
  }

  // All windows from those of the first.
  void add(const Stage& stage, const VariableEnv* env, std::size_t j,
           const SweepOfEverySize& sweep) {
    const Rational first = number_of(sweep.first);
    const auto count = (number_of(sweep.last) - first + Rational(1)).to_int64();
    if (!count) throw TermError("more windows than can be counted");
    if (*count <= 0) return;
    const VariableEnv at_first(env, stage.loop.list[j].name, subject::Value(first));
    Binders inside;
    for (std::size_t i = j + 1; i < stage.loop.list.size(); ++i)
      inside.list.push_back(stage.loop.list[i]);
    std::vector<Layer> window;
    reader_.instances(inside, &at_first,
                      [&](const VariableEnv* e) { window.push_back(layer(stage, e)); });
    if (window.size() != sweep.inside) throw TermError("another number of layers in a window");
    const Rational step = number_of(sweep.step) * Rational(parameters_.D);
    for (std::int64_t g = 0; g < *count; ++g) {
      for (const Layer& of_first : window) {
        layers_.push_back(of_first);
        for (Head& head : std::get<Attention>(layers_.back()).heads)
          head.b_Q.front() += step * Rational(g);
      }
    }
  }

  Layer layer(const Stage& stage, const VariableEnv* env) {
    Attention out;
    std::vector<VariableEnv> names;
    names.reserve(stage.lets.size() + 1);
    const auto here = [&] { return names.empty() ? env : &names.back(); };
    for (const subject::Signature& let : stage.lets)
      names.emplace_back(here(), let.name, reader_.value(*let.term, here()));
    static const std::string k_name = "k";
    const Rational some_token = reader_.reading().ends_of_tokens().first;
    names.emplace_back(here(), k_name, subject::Value(some_token));
    // There is such a pattern layer.
    static_cast<void>(reader_.reading().value(*stage.keys, &names.back().plain));
    out.pattern_layer = static_cast<std::size_t>(subject::whole_of(
                            reader_.reading().value(*stage.keys->parts[0], &names.back().plain))) -
                        1;
    for (const VariableHead& head :
         subject::layer_with_variable(reader_, stage, env, KeysAs::pattern_layer).heads) {
      if (head.memory || head.minus_abs || head.value.size() != 1 || head.key.size() != 1)
        throw TermError("another form of a head");
      std::vector<Rational> factors;
      for (const Polynomial& p : subject::factors_of(head)) factors.push_back(number_of(p));
      if (factors.size() != parameters_.d) throw TermError("a number before a head");
      out.heads.push_back({Matrix::column(factors),
                           row(head.value[0]),
                           row(head.key[0]),
                           row(head.query[0]),
                           {-number_of(head.query[0].b) * Rational(parameters_.D)}});
    }
    return out;
  }

  [[nodiscard]] Matrix row(const VariableForm& form) const {
    Matrix out(1, parameters_.d);
    for (const auto& [r, weight] : form.w) out(0, r - 1) = number_of(weight);
    return out;
  }

  subject::VariableReader reader_;
  Parameters parameters_;
  std::vector<Layer> layers_;
};

}  // namespace

std::optional<std::vector<Layer>> attention_by_sweeps(subject::Reading& reading,
                                                      const Parameters& parameters) {
  try {
    return Layers(reading, parameters).all();
  } catch (const TermError&) {
    return std::nullopt;
  }
}

}  // namespace hardmax
