// The attention of a run of a construction file as stages on column ids, for the run and for every
// D, where it has the form that names of claims rest on.
#include <fmt/core.h>

#include <utility>

#include "discharge/from_file.hpp"
#include "discharge/from_file_inside.hpp"
#include "subject/staged.hpp"
#include "subject/variable_reader.hpp"

namespace hardmax {

namespace {

// What the engines know by the names of claims: ids are sums of D^r times entries, in units of
// delta; a window has p layers, one for each pattern layer, and one of them is not the identity;
// heads write into row 1, and are numbered from the lower bias.
struct KnownForm {
  subject::Polynomial D, shift, c;
  std::uint64_t d = 0;
  std::size_t p = 1;
  bool pattern = false;
};

template <typename Number>
void require_known_form(const subject::StagedOf<Number>& staged, const KnownForm& known) {
  const subject::StagedForm& form = staged.form;
  const auto require = [](bool holds, const char* why) {
    if (!holds) throw LimitReached(why);
  };
  require(!form.idle_layers, "a layer in no sweep does nothing");
  require(!form.other_rows, "a head writes into other rows than the first");
  require(!form.other_start, "a token does not start from its entries and one number");
  require(form.ids.size() == known.d, "what heads look at has other rows than the ids of claims");
  subject::Polynomial power(Rational(1)), columns(Rational(1));
  for (const auto& [row, weight] : form.ids) {
    columns = columns * known.D;
    power = power * known.D;
    require(weight == power, "what heads look at are not the ids of claims");
  }
  for (std::size_t i = 0; i < form.sweeps.size(); ++i) {
    const auto& windows = form.sweeps[i];
    require(windows.count == columns, "a sweep has not D^d windows");
    bool in_turn = windows.inside == known.p;
    for (std::size_t l = 0; known.pattern && in_turn && l < known.p; ++l)
      in_turn = windows.pattern_layers[l] == l + 1;
    require(in_turn, "a window has not one layer for each pattern layer, in turn");
    require(!windows.high_first, "the head with the upper bias stands first");
    require(windows.shift == known.shift, "'shift' is not what windows are multiplied by");
  }
  for (const auto& last : staged.network.all_max)
    require(!known.pattern || last.pattern_layer < known.p, "there is no such pattern layer");
  for (const subject::Polynomial& c : form.c)
    require(c == known.c, "'c' is not what the last layers are multiplied by");
}

template <typename Number>
subject::StagedOf<Number> staged_or_limit(
    std::variant<subject::StagedOf<Number>, subject::NotStaged> found, const KnownForm& known) {
  if (const auto* none = std::get_if<subject::NotStaged>(&found)) throw LimitReached(none->why);
  auto& staged = std::get<subject::StagedOf<Number>>(found);
  if (staged.tables.size() > 1 || (staged.tables.size() == 1 && !looks_at_itself(staged.tables[0])))
    throw LimitReached("tokens look at neither all tokens nor all others");
  require_known_form(staged, known);
  return std::move(staged);
}

constexpr std::int64_t most_layers_looked_at = 1 << 12;

// Of a network without sweeps, as the layers have them, each once.
subject::KeyTables keys_layer_by_layer(subject::Reading& reading, const std::string& network) {
  subject::KeyTables tables;
  const std::uint64_t count = reading.size(network);
  for (std::uint64_t t = 1; t <= count; ++t) {
    const auto made = reading.layer(network, t);
    if (!made->idle() && std::find(tables.begin(), tables.end(), made->keys) == tables.end())
      tables.push_back(made->keys);
  }
  return tables;
}

}  // namespace

StagedNetwork FileRun::stages() const {
  return guarded([&] {
    const bool pattern = pattern_ != nullptr;
    const KnownForm known{subject::Polynomial(Rational(parameters_.D)),
                          subject::Polynomial(weights_.shift),
                          subject::Polynomial(weights_.c),
                          parameters_.d,
                          pattern ? pattern_->layers() : 1,
                          pattern};
    return staged_or_limit(
               subject::staged(*reading_, file_.states,
                               pattern ? subject::Keys::pattern_layers : subject::Keys::tables),
               known)
        .network;
  });
}

StagedNetworkOf<WholePolynomial> FileRun::stages_of_every_D() const {
  return guarded([&] {
    const bool pattern = pattern_ != nullptr;
    subject::VariableReader reader(*reading_, "D");
    const auto choice = [&](const char* name) {
      const auto value = reader.value(*subject::read_formula(name), nullptr).lifted();
      if (value.kind() != subject::VariableValue::Kind::number)
        throw LimitReached(fmt::format("'{}' is no number", name));
      return value.entries()[0].b;
    };
    const KnownForm known{
        subject::Polynomial::size(),      choice("shift"), choice("c"), parameters_.d,
        pattern ? pattern_->layers() : 1, pattern};
    return staged_or_limit(subject::staged_of_every_size(
                               *reading_, file_.states, "D", parameters_.D,
                               pattern ? subject::Keys::pattern_layers : subject::Keys::tables),
                           known)
        .network;
  });
}

bool FileRun::sees_itself() const {
  return guarded([&] {
    auto found = subject::key_tables(*reading_, file_.states);
    if (const auto* none = std::get_if<subject::NotStaged>(&found)) {
      if (attention_layers() > Rational(most_layers_looked_at)) throw LimitReached(none->why);
      found = keys_layer_by_layer(*reading_, file_.states);
    }
    const auto& tables = std::get<subject::KeyTables>(found);
    const auto itself = tables.size() == 1 ? looks_at_itself(tables[0]) : std::nullopt;
    if (!itself)
      throw LimitReached(
          "it is not the same for all layers whether tokens look at all tokens or at all others");
    return *itself;
  });
}

}  // namespace hardmax
