#include "discharge/stages_in_every_d.hpp"

#include <utility>

#include "exact/error.hpp"
#include "subject/sweep.hpp"
#include "subject/variable_reader.hpp"

namespace hardmax::every_d {

namespace {

using subject::Binder;
using subject::Binders;
using subject::Env;
using subject::Signature;
using subject::Stage;
using subject::Term;
using subject::TermError;
using subject::TermPtr;
using subject::VariableEnv;

const Sum& one() {
  static const Sum sum(1);
  return sum;
}
const Sum& one_by_D() {
  static const Sum sum(1, {-1, 0, 0, 0, 0});
  return sum;
}

class LayersInD {
 public:
  LayersInD(InEveryD& values, subject::Reading& reading)
      : values_(values), file_(reading.file()), reader_(reading) {}

  StagesInEveryD all() {
    inputs();
    for (const Stage& stage : file_.stages) {
      if (stage.network != file_.states) continue;
      if (stage.backwards || stage.map) throw TermError("a stage is a map, or has `backwards`");
      for (const Binder& b : stage.repeat.list) free(b, nullptr);
      free(stage.repeat.where, nullptr, "`where` of `repeat`");
    }
    reader_.rounds(file_.states, [&](const Stage& stage, const VariableEnv* env) {
      stage_ = &stage;
      walk(env, 0);
    });
    return std::move(out_);
  }

 private:
  // ---- where neither D nor d may stand

  void free(const TermPtr& term, const Names* names, const char* where) const {
    if (term && values_.depends(*term, names))
      throw TermError(std::string(where) + " may depend on D or d");
  }
  [[nodiscard]] bool is_free(const Binder& b, const Names* names) const {
    return b.over != Binder::Over::inputs && !(b.first && values_.depends(*b.first, names)) &&
           !(b.last && values_.depends(*b.last, names));
  }
  void free(const Binder& b, const Names* names) const {
    if (!is_free(b, names)) throw TermError("'" + b.name + "' ends where D or d may stand");
  }

  // ---- inputs and start

  void inputs() {
    if (!file_.rows->is_name("d")) throw TermError("rows are not d");
    free(file_.tokens, nullptr, "tokens");
    // FileRun compares them with 1..n and with each other at the run.
    const auto& places = file_.inputs.list;
    if (!file_.has_inputs || file_.inputs.where || places.size() != 2 ||
        places[0].over != Binder::Over::range || places[1].over != Binder::Over::range ||
        !places[1].last->is_name("d") || values_.depends(*places[1].first, nullptr))
      throw TermError("inputs are not k in 1..n, r in 1..d");
    free(places[0], nullptr);
    if (values_.depends_on_d(*file_.entries)) throw TermError("entries of inputs may depend on d");
    bool has_entry = false;
    start(*file_.start, has_entry);
    if (!has_entry) throw TermError("the start has no G(H, r, k)");
  }

  // G(H, r, k) + a number that is the same for every row, D and d.
  void start(const Term& term, bool& has_entry) const {
    static const std::string k = "k";
    const Names token{nullptr, &k, std::nullopt, false, nullptr};
    if (term.kind == Term::Kind::add) {
      for (const TermPtr& part : term.parts) start(*part, has_entry);
    } else if (term.is_name("G") && !has_entry) {
      const bool as_input = term.parts.size() == 3 && term.parts[0]->is_name("H") &&
                            term.parts[1]->is_name("r") && term.parts[2]->is_name("k");
      if (!as_input) throw TermError("the start has another entry than G(H, r, k)");
      has_entry = true;
    } else if (values_.depends(term, &token)) {
      throw TermError("what the start adds to G(H, r, k) may depend on D, d or the row");
    }
  }

  // ---- loops

  [[nodiscard]] static std::vector<Names> names_of(const VariableEnv* env) {
    std::vector<const VariableEnv*> chain;
    for (; env != nullptr; env = env->up) chain.push_back(env);
    std::vector<Names> out;
    out.reserve(chain.size());
    for (auto e = chain.rbegin(); e != chain.rend(); ++e)
      out.push_back(
          {out.empty() ? nullptr : &out.back(), (*e)->name, std::nullopt, false, &(*e)->plain});
    return out;
  }
  [[nodiscard]] static const Names* last(const std::vector<Names>& names) {
    return names.empty() ? nullptr : &names.back();
  }

  void walk(const VariableEnv* env, std::size_t j) {
    const Binders& loop = stage_->loop;
    if (j == loop.list.size()) return single(env);
    const std::vector<Names> names = names_of(env);
    if (!loop.where && !is_free(loop.list[j], last(names))) return windows(env, j);
    const auto outer = subject::gone_through(loop, j);
    std::vector<Names> bound = names;  // and those of this loop
    bound.reserve(names.size() + outer.first.list.size());
    const Names* here = last(names);
    for (const Binder& b : outer.first.list) {
      free(b, here);
      bound.push_back({here, &b.name, std::nullopt, false, nullptr});
      here = &bound.back();
    }
    free(outer.first.where, here, "`where` of a loop");
    reader_.instances(outer.first, env, [&](const VariableEnv* e) { walk(e, outer.second); });
  }

  // ---- layers

  // The heads of a layer; empty: it is the identity. `g`: the name of a loop over windows.
  std::vector<Head> heads(const VariableEnv* env, const std::string* g) {
    std::vector<Names> names = names_of(env);
    std::vector<Env> plain;
    names.reserve(names.size() + stage_->lets.size() + 2);
    plain.reserve(stage_->lets.size());
    // Reallocated: the links anew.
    for (std::size_t i = 1; i < names.size(); ++i) names[i].up = &names[i - 1];
    const Env* numbers = names.empty() ? nullptr : names.back().plain;
    const auto bind = [&](const std::string& name, std::optional<Value> value) {
      names.push_back({last(names), &name, std::move(value), false, numbers});
    };
    if (g != nullptr) {
      Value loop;
      loop.form.number = Sum(1, {0, 0, 0, 0, 1});
      bind(*g, std::move(loop));
    }
    for (const Signature& let : stage_->lets) {
      if (values_.depends(*let.term, last(names))) {
        bind(let.name, values_.value(*let.term, last(names)));
      } else {
        plain.push_back({numbers, &let.name, reader_.reading().value(*let.term, numbers)});
        numbers = &plain.back();
        bind(let.name, std::nullopt);
      }
    }
    free(stage_->when, last(names), "`when`");
    if (stage_->when && !subject::truth_of(reader_.reading().value(*stage_->when, numbers)))
      return {};
    const auto written = subject::split_layer(stage_->layer);
    if (!written.residual) throw TermError("a layer does not keep Z");
    if (!written.rest) return {};
    if (!stage_->keys) throw TermError("a stage does not say whom token k looks at");
    static const std::string k = "k";
    const Names token{last(names), &k, std::nullopt, false, nullptr};
    free(stage_->keys, &token, "`keys`");
    Value rest = values_.value(*written.rest, last(names));
    if (rest.kind != Value::Kind::heads) throw TermError("a layer adds something else than heads");
    for (const Head& head : rest.heads) check(head);
    return std::move(rest.heads);
  }

  // It writes row 1 and looks at u^T Z.
  static void check(const Head& head) {
    static const Sum u(1, {-1, 0, 0, 1, 0});
    if (!head.in_first_row) throw TermError("a head writes other rows than the first");
    if (head.value.row != u || head.key.row != u || head.query.row != u)
      throw TermError("a head looks at something else than Z_1 + D Z_2 + D^2 Z_3 + ...");
    if (!head.value.number.is_zero() || !head.key.number.is_zero())
      throw TermError("a number is added to what a head looks at");
    for (const auto& [powers, factor] : head.factor.terms())
      if (powers.g != 0) throw TermError("the factor of a head depends on its window");
  }

  void windows(const VariableEnv* env, std::size_t j) {
    if (!out_.all_max.empty()) throw TermError("a sweep stands after a layer with one head");
    const Binder& loop = stage_->loop.list[j];
    const std::vector<Names> names = names_of(env);
    if (loop.over != Binder::Over::range || values_.depends(*loop.first, last(names)))
      throw TermError("a loop over windows begins with a number that may depend on D or d");
    const Sum first = values_.number(*loop.first, last(names));
    static const Sum q(1, {0, 1, 0, 0, 0});
    if (values_.number(*loop.last, last(names)) != first + q - one())
      throw TermError("a loop whose end may depend on D or d has not D^d windows");
    Binders inside;
    std::vector<Names> bound = names;
    bound.reserve(names.size() + stage_->loop.list.size());
    const Names* here = last(names);
    const auto bind = [&](const std::string& name, std::optional<Value> value) {
      bound.push_back({here, &name, std::move(value), false, nullptr});
      here = &bound.back();
    };
    bind(loop.name, Value{});
    for (std::size_t i = j + 1; i < stage_->loop.list.size(); ++i) {
      const Binder& b = stage_->loop.list[i];
      free(b, here);
      bind(b.name, std::nullopt);
      inside.list.push_back(b);
    }
    std::vector<Head> found;
    reader_.instances(inside, env, [&](const VariableEnv* e) {
      std::vector<Head> layer = heads(e, &loop.name);
      if (layer.empty()) return;
      if (!found.empty()) throw TermError("more than one layer of a window does something");
      found = std::move(layer);
    });
    if (found.size() != 2) throw TermError("a layer of a window has not two heads");
    out_.sweeps.push_back(window(found, first));
  }

  static StagesInEveryD::Windows window(const std::vector<Head>& heads, const Sum& first) {
    if (!(heads[0].factor + heads[1].factor).is_zero())
      throw TermError("the factor of one head is not the negative of the other's");
    const Sum bias[] = {heads[0].query.number * Sum(-1), heads[1].query.number * Sum(-1)};
    std::size_t low = 0;
    if (bias[1] - bias[0] != one_by_D()) {
      if (bias[0] - bias[1] != one_by_D()) throw TermError("a window has another width than 1/D");
      low = 1;
    }
    // low + g/D
    Sum at_0, steps;
    for (const auto& [p, factor] : bias[low].terms()) {
      if (p.g > 1 || p.g < 0) throw TermError("windows do not go up by constant steps");
      (p.g == 0 ? at_0 : steps) = (p.g == 0 ? at_0 : steps) + Sum(factor, {p.D, p.q, p.B, p.x, 0});
    }
    if (steps != one_by_D()) throw TermError("windows do not go up by 1/D");
    const Sum D(1, {1, 0, 0, 0, 0});
    return {at_0 * D + first + Sum(Rational(1) / Rational(2)), heads[low].factor};
  }

  // A layer in no loop over windows.
  void single(const VariableEnv* env) {
    const std::vector<Head> found = heads(env, nullptr);
    if (found.empty()) return;
    if (out_.sweeps.empty()) throw TermError("a layer that is in no sweep stands before all");
    if (found.size() != 1) throw TermError("a layer in no sweep has not one head");
    if (!found[0].query.number.is_zero()) throw TermError("the bias of a single head is not 0");
    out_.all_max.push_back(found[0].factor);
  }

  InEveryD& values_;
  const subject::ConstructionFile& file_;
  subject::VariableReader reader_;
  const Stage* stage_ = nullptr;
  StagesInEveryD out_;
};

}  // namespace

StagesInEveryD stages_in_every_d(InEveryD& values, subject::Reading& reading) {
  return LayersInD(values, reading).all();
}

}  // namespace hardmax::every_d
