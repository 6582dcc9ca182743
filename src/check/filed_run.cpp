#include "check/filed_run.hpp"

#include "check/described_run.hpp"
#include "check/fault.hpp"
#include "check/filed_soft.hpp"
#include "check/overrides.hpp"

namespace hardmax::check {
namespace {

constexpr int soft_name = 1 << 24;                            // behind all names of a file
constexpr std::uint64_t most_units = std::uint64_t{1} << 18,  // rows times layers in front
    most_behind = std::uint64_t{1} << 20;  // layers behind: proofs/README.md, "Names of a run"

Touched touched_by_variant(const Described& of, const DescribedVariant& variant) {
  return touched_by(of, variant.terms);
}
std::vector<std::string> variants_that(const Described& of, bool inputs) {
  std::vector<std::string> out{""};
  for (const auto& [name, definition] : of.names.variants) {
    if (definition.arguments != 0) continue;
    const Touched touched = touched_by_variant(of, of.variants[definition.place]);
    if (inputs ? touched.space : !touched.space && touched.start) out.push_back(name);
  }
  return out;
}

// "grid" or "none": as the file has it; else one of its variants.
void add_variant(const Described& of, const Json& run, const char* key, const char* plain,
                 const std::vector<std::string>& known, Changes& changes) {
  const std::string &stated = text(run, key, "run."), where = std::string("run.") + key;
  if (stated == plain) return;
  std::string all = plain;
  for (const std::string& name : known)
    if (!name.empty()) all += " or " + name;
  require(!stated.empty() && std::find(known.begin(), known.end(), stated) != known.end(), where,
          stated, "that it must be " + all);
  changes.push_back({of.variants[of.names.variants.at(stated).place].terms});
}

// Its place among the variants that change nothing but the target function: "-" stands for "_" in
// their names.
std::size_t variant_of_target(const Described& of, std::size_t f, const std::string& target) {
  std::string all = "identity";
  for (const auto& [name, definition] : of.names.variants) {
    const std::vector<ChangedTerm>& terms = of.variants[definition.place].terms;
    if (definition.arguments != 0 || !std::all_of(terms.begin(), terms.end(), [&](const auto& one) {
          return one.definition == f;
        }))
      continue;
    std::string stated = name;
    std::replace(stated.begin(), stated.end(), '_', '-');
    if (stated == target) return definition.place;
    all += ", " + stated;
  }
  throw Rejected("run.target: stated " + quote(target) + ", found that it must be " + all +
                 " or a table");
}

ChangedTerm change_of(const Described& of, const std::string& name, const Num& value) {
  ChangedTerm out = read_change(of, name + "=0", "run.overrides");  // a value may have many digits
  out.text = name + "=" + value.text();
  out.term.number = value;
  return out;
}

struct Stated {
  Setting setting;
  Overrides overrides;
  std::size_t n = 0, d = 0, front = SIZE_MAX, behind = SIZE_MAX;  // networks
  std::optional<std::size_t> table = {};                          // how many entries it has
  bool with_pattern = false;
};

// f(H, r, k) by its entries, in the order of inputs, tokens, rows.
void add_table(Stated& out, const std::vector<std::string>& entries, std::size_t f) {
  Table table;
  out.table = entries.size();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::size_t r = i % out.d, k = i / out.d % out.n, input = i / out.d / out.n;
    table[{number_of(input), number_of(r + 1), number_of(k + 1)}] =
        rational(entries[i], "run.target");
  }
  Setting& setting = out.setting;
  ChangedTerm change{f, std::vector<std::optional<Num>>(3), 0, "f", {}, 3};
  change.term.op = TermOp::table, change.term.name = setting.tables.size();
  for (std::size_t i = 0; i < 3; ++i) {
    Term argument;
    argument.op = TermOp::bound, argument.slot = i;
    change.term.kids.push_back(argument);
  }
  setting.tables.push_back(std::move(table));
  setting.changes.push_back({{std::move(change)}});
}

void add_overrides(Stated& out) {
  const Described& of = out.setting.of;
  const Overrides& stated = out.overrides;
  Changes& changes = out.setting.changes;
  if (stated.c) changes.push_back({{change_of(of, "c", *stated.c)}});
  if (stated.shift) changes.push_back({{change_of(of, "shift", *stated.shift)}});
  for (const auto& [k, value] : stated.E)
    changes.push_back({{change_of(of, "E(" + std::to_string(k) + ")", value)}});
  const auto drop = [&](const std::set<std::uint64_t>& layers, std::size_t network) {
    for (const std::uint64_t t : layers) out.setting.dropped.emplace_back(network, t);
  };
  drop(stated.drop, of.states), drop(stated.qdrop, out.front), drop(stated.vdrop, out.behind);
  out.setting.units_stay = true;
}

Stated read_run(const Described& of, const Json& run, const Json* derived) {
  Stated out{{of, {}}, {}};
  out.with_pattern = of.pattern_required;
  std::set<std::string> keys = {"construction", "n", "d", "D", "overrides"};
  for (const char* key : {"pattern", "target", "inputs", "encodings"})
    if ((key[0] == 'p' || key[0] == 't') == out.with_pattern) keys.insert(key);
  require_keys(run, keys, "run");
  if (!has_runs(of))
    throw Incomplete("construction " + of.id +
                     ": its file has no runs of this kind (FORMAT.md, \"Runs of a file\"); "
                     "certificates of kind \"construction\" are for any file");
  out.n = integer(text(run, "n", "run."), 2, "run.n");
  out.d = integer(text(run, "d", "run."), 1, "run.d");
  const std::uint64_t n = out.n, d = out.d, D = integer(text(run, "D", "run."), 2, "run.D");
  const std::uint64_t bits = static_cast<std::uint64_t>(64 - __builtin_clzll(D));
  if (n > 8192 || d > 8192 ||
      (out.with_pattern ? n * d + 1 : (2 * n + 2) * d) * bits > std::uint64_t{1} << 18)
    throw Incomplete(std::string("run: n > 8192, or ") +
                     (out.with_pattern ? "D^(nd)" : "D^((2n+2)d)") + " of more than 2^18 bits");
  out.setting.parameters = {number_of(n), number_of(d), number_of(D)};
  const std::size_t last = of.names.networks.size() - 1;
  if (of.states > 0) out.front = 0;
  if (of.states < last) out.behind = last;
  Changes& changes = out.setting.changes;
  if (out.with_pattern) {
    const std::size_t f = of.names.definitions.at("f").place;
    out.setting.A = pattern(member(run, "pattern", Json::Kind::array, "run."),
                            static_cast<unsigned>(n), "run.pattern");
    const std::string& target = text(run, "target", "run.");
    if (target.substr(0, 6) == "table ")
      add_table(out, split(target.substr(6)), f);
    else if (target != "identity")
      changes.push_back({of.variants[variant_of_target(of, f, target)].terms});
    Tokens& order = out.setting.order = {0};
    if (derived != nullptr)
      for (const unsigned token :
           tokens(text(*derived, "gamma", "derived."), static_cast<unsigned>(n), "derived.gamma"))
        order.push_back(token);
  } else {
    add_variant(of, run, "inputs", "grid", variants_of_inputs(of), changes);
    const std::size_t before = changes.size();
    add_variant(of, run, "encodings", "none", variants_of_encodings(of), changes);
    require(before == 0 || changes.size() == before, "run.inputs", text(run, "inputs"),
            "that it must be grid");
  }
  out.overrides = read_overrides(run, n, out.with_pattern && out.behind != SIZE_MAX);
  require(out.overrides.qdrop.empty() || out.front != SIZE_MAX, "run.overrides", "qdrop",
          "that no network stands in front");
  add_overrides(out);
  return out;
}

class FiledRun final : public Construction, public RealModel {
 public:
  FiledRun(Stated stated, const Json* derived, std::uint64_t most)
      : of_(stated.setting.of),
        n_(stated.n),
        d_(stated.d),
        with_pattern_(stated.with_pattern),
        front_(stated.front),
        behind_(stated.behind),
        overrides_(stated.overrides),
        run_(std::move(stated.setting), none_) {
    executed_ = !with_pattern_ || (sees_itself(A()) && first().s > 0 && !first().gamma.empty());
    make_names();
    run_.open(false);
    require_grid(stated.table);
    if (derived != nullptr) require_equal(*derived, this->derived(), "derived");
    require_dropped();
    if (executed_) require_within(most);
    limits_ = overrides_.c || overrides_.shift || !overrides_.E.empty() ||
              !overrides_.drop.empty() || !overrides_.qdrop.empty() || !overrides_.vdrop.empty() ||
              is_beyond(front_, most_units, d_) ||
              (executed_ && is_beyond(behind_, most_behind, 1));
  }

  const Vocabulary& names() const override { return names_; }
  bool executed() const override { return executed_; }
  Num layer_count() const override { return run_.layer_count(); }
  bool may_meet_limits() const override { return limits_; }
  unsigned tokens() const override { return static_cast<unsigned>(n_); }
  const Num& id(std::uint64_t input, unsigned token) const override {
    if (!ids_.empty() && of_input_ == input) return ids_[token - 1];
    ids_.clear();
    for (std::uint64_t k = 1; k <= n_; ++k) {
      const Num at = number_of(k);
      ids_.push_back(run_.number(id_, &at, &input) / delta_);
    }
    of_input_ = input;
    return ids_[token - 1];
  }
  std::uint64_t inputs() const override { return run_.inputs(); }
  std::string input_text(std::uint64_t input) const override {
    std::string out;
    for (const std::size_t digit : run_.space().digits(input))
      out += (out.empty() ? "" : " ") + (run_.space().entries[digit] / delta_).text();
    return out;
  }
  Num number(int name, const Num* a, const std::uint64_t* inputs) const override {
    if (name != soft_name) return known(name, a), run_.number(name, a, inputs);
    const Real value = soft_of(a, inputs);
    if (!value.is_exact()) throw Irrational{};
    return value.exact();
  }
  std::optional<Real> real(int name, const Num* a, const std::uint64_t* inputs) const override {
    return name == soft_name ? std::optional(soft_of(a, inputs)) : std::nullopt;
  }
  Set set(int name, const Num* a) const override { return set_of(name, a, nullptr); }
  Set set_of(int name, const Num* a, const std::uint64_t* inputs) const override {
    return known(name, a), run_.set_of(name, a, inputs);
  }
  bool truth(int name, const Num* a, const std::uint64_t* inputs) const override {
    return known(name, a), run_.truth(name, a, inputs);
  }

 private:
  const Pattern& A() const { return run_.pattern(); }
  const AssumptionOne& first() const { return run_.assumption1(); }

  Real soft_of(const Num* a, const std::uint64_t* inputs) const {
    if (!executed_) throw Unknown{};
    return soft_->id(a, inputs[0]);
  }

  // Without a network nothing is known of what was chosen, and of states behind those in front.
  void known(int name, const Num* a) const {
    if (executed_ && overrides_.vdrop.empty()) return;
    const Uses* const uses = run_.uses(name);
    // FORMAT.md, "overrides": a dropped layer moves nothing, and has its window still.
    if (!overrides_.vdrop.empty() && uses != nullptr && uses->counts.count(behind_) != 0 &&
        uses->states.count(behind_) != 0)
      throw Incomplete("with value layers dropped, a name that goes through all of them");
    if (executed_) return;
    const std::string of_given = uses == nullptr ? run_.given_called(name) : "";
    bool open = of_given == "G";
    if (of_given == "layers")
      open = of_.network(names_.words.at(index(a[0], 0, names_.words.size() - 1))) != front_;
    if (uses != nullptr) {
      open = uses->start || chosen_.count(name) != 0;
      for (const auto* networks : {&uses->states, &uses->counts})
        for (const std::size_t network : *networks) open = open || network != front_;
    }
    if (open) throw Unknown{};
  }

  int name_of(const std::string& name, const std::vector<Type>& types) const {
    return run_.names().resolve(name, types)->name;
  }

  void make_names() {
    names_ = run_.names();
    names_.resolve = [this](const std::string& name, const std::vector<Type>& types) {
      const std::optional<Known> out = run_.names().resolve(name, types);
      const auto it = of_.names.definitions.find(name);
      if (out && it != of_.names.definitions.end() && of_.definitions[it->second.place].chosen)
        chosen_.insert(out->name);
      return out;
    };
    if (with_pattern_) names_.names.push_back({"soft", "NNINN", Type::Num, soft_name});
    id_ = name_of("id", {Type::Input, Type::Num});
    delta_name_ = name_of("delta", {});
    c_ = name_of("c", {}), shift_ = name_of("shift", {}), E_ = name_of("E", {Type::Num});
  }

  void require_grid(const std::optional<std::size_t>& table) {
    const Space& space = run_.space();
    delta_ = run_.number(delta_name_, nullptr, nullptr);
    if (with_pattern_)
      soft_.emplace(run_, name_of("v", {Type::Num, Type::Input, Type::Num}), delta_);
    if (space.tokens.size() != n_ || !(space.tokens.front() == Num(1)) ||
        !(space.tokens.back() == number_of(n_)) || space.rows != d_ ||
        space.places.size() != n_ * d_ || delta_.sign() == 0)
      throw Incomplete("construction " + of_.id +
                       ": a run of this kind has the tokens 1..n, d rows, and an entry of the "
                       "input for each");
    const Num needed = number_of(n_ * d_) * space.inputs, entries = number_of(table.value_or(0));
    require(!table || HARDMAX_FAULT(check_table_size, entries == needed, !(entries < needed)),
            "run.target", entries.text() + " entries", quote(needed.text()));
  }

  std::string listed_E() const {
    std::vector<Num> out;
    for (std::uint64_t k = 1; k <= n_; ++k) {
      const Num at = number_of(k);
      out.push_back(run_.number(E_, &at, nullptr));
    }
    return listed(out, 0);
  }
  Json derived() const {
    const auto number = [&](int name) {
      return executed_ ? run_.number(name, nullptr, nullptr).text() : "0";
    };
    const std::string E = executed_ ? listed_E() : "",
                      layers = executed_ ? run_.world().layer_count(of_.states).text() : "0";
    if (!with_pattern_)
      return Json::object(
          {{"E", E}, {"shift", number(shift_)}, {"c", number(c_)}, {"layers", layers}});
    const std::vector<Num> gamma(first().gamma.begin(), first().gamma.end()),
        l(first().l.begin(), first().l.end());
    return Json::object({{"gamma", listed(gamma, 1)},
                         {"l", listed(l, 2)},
                         {"s", std::to_string(first().s)},
                         {"E", E},
                         {"c", number(c_)},
                         {"layers", layers}});
  }

  void require_dropped() const {
    const auto among = [&](const char* name, const std::set<std::uint64_t>& dropped,
                           std::size_t network, const char* what) {
      if (dropped.empty()) return;
      const Num last = number_of(*dropped.rbegin()), all = run_.world().layer_count(network);
      require(HARDMAX_FAULT(check_override_among, !(all < last), true), "run.overrides",
              name + last.text(), quote(all.text()) + what);
    };
    if (executed_) among("drop=", overrides_.drop, of_.states, " attention layers");
    among("qdrop=", overrides_.qdrop, front_, " quantiser layers");
    among("vdrop=", overrides_.vdrop, behind_, " value layers");
  }

  bool is_beyond(std::size_t network, std::uint64_t most, std::size_t rows) const {
    return network != SIZE_MAX &&
           number_of(most) < run_.world().layer_count(network) * number_of(rows);
  }

  void require_within(std::uint64_t most) const {
    const auto inside = [](const Num& x, int bits) {
      return !(number_of(std::uint64_t{1} << bits) < x);
    };
    if (!inside(run_.space().inputs, 62))
      throw Incomplete("run: more than 2^62 inputs, nothing was executed");
    const Num executed = number_of(std::min(inputs(), most)),
              layers = run_.world().layer_count(of_.states);
    if (!inside(executed * number_of(n_), 28))
      throw Incomplete("run: more than 2^28 ids, nothing was executed");
    if (!inside(layers, 20) || !inside(executed * layers * number_of(n_), 38))
      throw Incomplete("run: more than 2^20 layers or 2^38 token steps, nothing was executed");
  }

  const Described& of_;
  const std::size_t n_, d_;
  const bool with_pattern_;
  const std::size_t front_, behind_;
  const Overrides overrides_;
  const Entries none_ = {};
  DescribedRun run_;
  bool executed_ = true, limits_ = false;
  Vocabulary names_;
  int id_ = 0, delta_name_ = 0, c_ = 0, shift_ = 0, E_ = 0;
  Num delta_;
  std::optional<SoftIds> soft_;
  mutable std::set<int> chosen_;
  mutable std::vector<Num> ids_;
  mutable std::uint64_t of_input_ = 0;
};

}  // namespace

bool has_runs(const Described& of) {
  const auto has = [&](const char* name, std::size_t arguments) {
    const auto it = of.names.definitions.find(name);
    return it != of.names.definitions.end() && it->second.arguments == arguments;
  };
  return of.names.parameters == std::vector<std::string>{"n", "d", "D"} && !of.pattern_optional &&
         !of.machine && of.tables.empty() && !of.decoder && has("id", 2) && has("delta", 0) &&
         has("E", 1) && has("c", 0) && has("shift", 0) &&
         (!of.pattern_required || (has("f", 3) && has("v", 3)));
}

std::vector<std::string> variants_of_inputs(const Described& of) { return variants_that(of, true); }
std::vector<std::string> variants_of_encodings(const Described& of) {
  return variants_that(of, false);
}

std::unique_ptr<Construction> run_of_file(const Described& of, const Json& run, const Json* derived,
                                          std::uint64_t most) {
  return std::make_unique<FiledRun>(read_run(of, run, derived), derived, most);
}

}  // namespace hardmax::check
