// Inputs, states, and how layers act on them.
#include <algorithm>

#include "exact/fault.hpp"
#include "subject/decoder.hpp"
#include "subject/reading.hpp"

namespace hardmax::subject {

namespace {

constexpr std::size_t max_side = 65'536;                       // rows, tokens
constexpr std::size_t max_kept_starts = std::size_t{1} << 16;  // numbers in kept states

class Busy {  // what needs itself is refused
 public:
  Busy(std::set<std::string>& busy, std::string what) : busy_(busy), what_(std::move(what)) {
    if (!busy_.insert(what_).second) throw TermError("'" + what_ + "' needs itself");
  }
  ~Busy() { busy_.erase(what_); }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

 private:
  std::set<std::string>& busy_;
  std::string what_;
};

}  // namespace

std::shared_ptr<Reading> Reading::open(const ConstructionFile& file,
                                       std::map<std::string, Rational> parameters,
                                       const Brought& brought, Engine engine) {
  std::shared_ptr<Reading> out(new Reading(file));
  out->parameters_ = std::move(parameters);
  out->brought_ = brought;
  // Whom a token of a decoder looks at is checked layer by layer.
  out->engine_ = file.decoder ? Engine::literal : engine;
  return out;
}

std::shared_ptr<Reading> Reading::with(const std::vector<Signature>& changes,
                                       const std::vector<std::pair<std::string, Value>>& bound) {
  std::shared_ptr<Reading> out(new Reading(file_));
  out->parameters_ = parameters_;
  out->brought_ = brought_;
  out->previous_ = previous_;
  out->engine_ = engine_;
  out->changes_ = changes_;
  out->dropped_ = dropped_;
  out->steps_ = steps_;
  out->depth_ = depth_;
  for (const Signature& s : changes)
    out->changes_.insert_or_assign(s.name, Change{s, shared_from_this(), bound});
  return out;
}

std::shared_ptr<Reading> Reading::without_layers(
    std::set<std::pair<std::string, std::uint64_t>> dropped) {
  std::shared_ptr<Reading> out = with({});
  out->dropped_ = std::move(dropped);
  return out;
}

std::size_t Reading::rows() {
  if (!rows_) {
    const Busy busy(busy_, "rows");
    const std::int64_t r = whole_of(value(*file_.rows));
    if (r < 1 || r > static_cast<std::int64_t>(max_side))
      throw TermError("rows is " + std::to_string(r) + "; from 1 to 65536 are read");
    rows_ = static_cast<std::size_t>(r);
  }
  return *rows_;
}

const std::vector<std::int64_t>& Reading::tokens() {
  if (!tokens_) {
    const Busy busy(busy_, "tokens");
    std::vector<std::int64_t> out;
    for (const Rational& k : set_at(file_.tokens, nullptr)) {
      const auto token = k.to_int64();
      if (!token || (!out.empty() && *token != out.back() + 1))
        throw TermError("tokens is no range of integers");
      out.push_back(*token);
      if (out.size() > max_side) throw TermError("more than 65536 tokens are not read");
    }
    if (out.empty()) throw TermError("there are no tokens");
    tokens_ = std::move(out);
  }
  return *tokens_;
}

std::pair<std::int64_t, std::int64_t> Reading::ends_of_tokens() {
  if (file_.tokens->kind != Term::Kind::range) return {tokens().front(), tokens().back()};
  const Busy busy(busy_, "tokens");
  const std::int64_t first = whole_of(value(*file_.tokens->parts[0]));
  const std::int64_t last = whole_of(value(*file_.tokens->parts[1]));
  if (last < first) throw TermError("there are no tokens");
  return {first, last};
}

const std::vector<std::pair<std::int64_t, std::int64_t>>& Reading::places() {
  if (!input_places_) {
    const Busy busy(busy_, "inputs");
    place_of_.clear();  // of a time when a limit was met half way
    std::vector<std::pair<std::int64_t, std::int64_t>> out;
    if (file_.has_inputs) {
      instances(file_.inputs, nullptr, [&](const Env* env) {
        std::int64_t k = 0, r = 0;
        for (const Env* e = env; e; e = e->up) (*e->name == "k" ? k : r) = whole_of(e->value);
        if (!place_of_.emplace(std::pair(k, r), out.size()).second)
          throw TermError("an input has the entry of token " + std::to_string(k) + ", row " +
                          std::to_string(r) + " twice");
        out.emplace_back(k, r);
        if (out.size() > max_members) throw LimitReached("an input of more than 2^20 entries");
        return true;
      });
    }
    input_places_ = std::move(out);
  }
  return *input_places_;
}

const Set& Reading::entries() {
  if (!entries_) {
    const Busy busy(busy_, "entries");
    entries_ = file_.has_inputs ? set_at(file_.entries, nullptr) : Set{};
  }
  return *entries_;
}

Rational Reading::input_count() {
  return file_.has_inputs ? power(entries().size(), places().size()) : Rational(1);
}

Input Reading::make_input(std::vector<Rational> values) const { return Input(std::move(values)); }

Input Reading::input(const Rational& ordinal) {
  if (!ordinal.is_integer() || ordinal.sign() < 0 || ordinal >= input_count())
    throw TermError("input(" + ordinal.str() + "): there are " + input_count().str() +
                    ", counted from 0");
  Rational rest = ordinal;
  const Rational base = entries().size();
  std::vector<Rational> values(places().size());
  for (std::size_t i = values.size(); i-- > 0;) {
    const Rational digit = floor_mod(rest, base);
    values[i] = entries()[static_cast<std::size_t>(*digit.to_int64())];
    rest = (rest - digit) / base;
  }
  charge(values.size());
  return make_input(std::move(values));
}

Mat Reading::start(const Input& input) { return *start_of(input).mat(); }

Value Reading::start_of(const Input& input) {
  const auto kept = starts_.find(input.key);
  if (kept != starts_.end()) return kept->second;
  Columns columns;
  if (file_.decoder) {
    const Busy busy(busy_, "start");
    Decoder decoder(*this, input, tokens().size());
    for (std::size_t i = 0; i < tokens().size(); ++i) {
      columns.push_back(decoder.begin());
      if (i + 1 < tokens().size()) decoder.finish();
    }
  } else {
    for (const std::int64_t k : tokens()) columns.push_back(column_of_start(input, k, nullptr));
  }
  const Value out = mat_from(columns, true);
  if (starts_.size() * out.mat()->numbers.size() > max_kept_starts) starts_.clear();
  starts_.emplace(input.key, out);
  return out;
}

std::vector<Rational> Reading::column_of_start(const Input& input, std::int64_t k,
                                               const std::vector<Rational>* previous) {
  static const std::string names[] = {"H", "r", "k"};
  struct Known {  // within this call alone
    const std::vector<Rational>*& place;
    const std::vector<Rational>* before;
    ~Known() { place = before; }
  } known{*previous_, *previous_};
  *previous_ = previous;
  std::vector<Rational> out;
  const Env a{nullptr, &names[0], input}, b{&a, &names[2], Rational(k)};
  for (std::size_t r = 1; r <= rows(); ++r) {
    const Env c{&b, &names[1], Rational(r)};
    out.push_back(number_of(value(*file_.start, &c)));
  }
  return out;
}

Columns Reading::columns_of(const Mat& m) const {
  Columns out(m.columns, std::vector<Rational>(m.rows));
  for (std::size_t r = 0; r < m.rows; ++r)
    for (std::size_t k = 0; k < m.columns; ++k) out[k][r] = m.numbers[r * m.columns + k];
  return out;
}

Mat Reading::mat_from(const Columns& columns, bool state) const {
  Mat out;
  out.rows = columns[0].size();
  out.columns = columns.size();
  out.state = state;
  for (std::size_t r = 0; r < out.rows; ++r)
    for (const std::vector<Rational>& column : columns) out.numbers.push_back(column[r]);
  return out;
}

bool Reading::is_state(const Mat& m) { return m.columns == tokens().size(); }

Mat Reading::apply(const std::string& network, std::uint64_t t, const Mat& from) {
  if (from.of_forms() || from.rows != rows() || (!is_state(from) && from.columns != 1))
    throw TermError("apply(" + network + ", ...) on another matrix than a state or one column");
  return mat_from(step(network, t, columns_of(from), is_state(from)), is_state(from));
}

Columns Reading::step(const std::string& network, std::uint64_t t, const Columns& z, bool state) {
  const auto held = with_keys(network, t);
  const MadeLayer& made = *held;
  if (made.idle() && made.residual) return z;
  if (made.dropped) return z;
  charge(z.size());
  Columns next = z;
  if (made.kind == MadeLayer::Kind::map) {
    const Place here = place(network, t);
    at_place(here, [&](const Env* env) {
      for (std::size_t k = 0; k < z.size(); ++k)  // k of one column alone is no number
        next[k] =
            mapped(*here.stage, env, z[k], state ? Value(Rational(tokens()[k])) : Value(false));
      return 0;
    });
    return next;
  }
  if (made.on_tokens && !state)
    throw TermError("layer " + std::to_string(t) + " of '" + network +
                    "' has heads on tokens, and one column is given");
  static const std::vector<std::size_t> none;
  for (std::size_t k = 0; k < z.size(); ++k) {
    if (!made.residual) std::fill(next[k].begin(), next[k].end(), Rational());
    add_parts(made, z, k, made.on_tokens ? made.keys[k] : none, next[k]);
  }
  return next;
}

std::vector<Rational> Reading::mapped(const Stage& stage, const Env* env,
                                      std::vector<Rational> column, const Value& token) {
  static const std::string names[] = {"Z", "k"};
  const Env a{env, &names[0], mat_from(Columns{std::move(column)}, false)};
  const Env b{&a, &names[1], token};
  const Value v = value(*stage.map, &b);
  const Mat& m = mat_of(v);
  if (m.of_forms() || m.rows != rows() || m.columns != 1)
    throw TermError("stage '" + stage.name + "': a map gives " + v.kind() + "; " +
                    std::to_string(rows()) + " x 1 is needed");
  return m.numbers;
}

void Reading::add_parts(const MadeLayer& layer, const Columns& z, std::size_t own,
                        const std::vector<std::size_t>& keys, std::vector<Rational>& next) {
  if (layer.kind == MadeLayer::Kind::heads) {
    for (const MadeLayer::One& one : layer.parts) {
      const std::vector<Rational> h = head(*one.part, z, own, keys);
      for (std::size_t r = 0; r < next.size(); ++r)
        for (std::size_t i = 0; i < h.size(); ++i)
          next[r].add_product(one.weight.numbers[r * one.weight.columns + i], h[i]);
    }
    return;
  }
  for (const MadeLayer::One& one : layer.parts) {
    const Rational h = one.activation->function(at(one.part->form, z[own].data()));
    if (h.is_zero()) continue;
    for (std::size_t r = 0; r < next.size(); ++r) next[r].add_product(one.weight.numbers[r], h);
  }
}

// The mean of the values of all keys with the largest score; 0 if there is no key.
std::vector<Rational> Reading::head(const Part& part, const Columns& z, std::size_t own,
                                    const std::vector<std::size_t>& keys) {
  std::vector<Rational> query;
  for (const Form& f : part.query) query.push_back(at(f, z[own].data()));
  const std::size_t count = part.memory ? part.table.size() : keys.size();
  charge(count);
  std::vector<std::size_t> best;
  Rational top;
  for (std::size_t j = 0; j < count; ++j) {
    Rational score;
    for (std::size_t i = 0; i < query.size(); ++i)
      score.add_product(part.memory ? part.table[j].first[i] : at(part.key[i], z[keys[j]].data()),
                        query[i]);
    if (HARDMAX_FAULT(subject_score_distance, part.minus_abs, false)) score = -abs(score);
    if (best.empty() || top < score) {
      best.assign(1, j);
      top = score;
    } else if (top == score) {
      best.push_back(j);
    }
  }
  std::vector<Rational> out(part.memory ? (part.table.empty() ? 0 : part.table[0].second.size())
                                        : part.value.size());
  for (const std::size_t j : best) {
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] += part.memory ? part.table[j].second[i] : at(part.value[i], z[keys[j]].data());
  }
  if (!best.empty())
    for (Rational& x : out)
      x /= Rational(HARDMAX_FAULT(subject_head_mean, best.size(), std::size_t{1}));
  return out;
}

}  // namespace hardmax::subject
