#include "papers/yun2020b_stages.hpp"

#include <algorithm>
#include <numeric>

#include "check/text.hpp"

namespace hardmax::check {
namespace {

struct Piece {  // slope t + constant; phi of E.1 and phi' of E.3 have three, for t below, in and
                // above [0, delta) and [-delta/2, delta/2)
  int slope, constant;
};
constexpr Piece phi[] = {{0, 0}, {-1, 0}, {0, 0}}, phi_value[] = {{0, 0}, {0, 1}, {0, 0}};

std::int64_t flat(const Piece (&pieces)[3]) {
  return std::count_if(std::begin(pieces), std::end(pieces),
                       [](const Piece& piece) { return piece.slope == 0; });
}
Num ceiling(const Num& x) { return Num(0) - (Num(0) - x).floor(); }
const Num& larger_of(const Num& a, const Num& b) { return a < b ? b : a; }

}  // namespace

// --- quantiser: layer t = (r-1) n/delta + k + 1, k = 0..n/delta - 1, is Z -> Z + e^(r)
// phi((e^(r))^T Z - k delta 1)

std::uint64_t Stages::quantizer_layers() const {
  const Num layers = number_of(std::uint64_t{of_.d} * of_.n) * number_of(of_.D);
  if (number_of(1 << 18) < number_of(of_.d) * layers) throw LimitMet{};
  return static_cast<std::uint64_t>(*layers.small_integer());
}

Num Stages::quantize(std::uint64_t layers, std::uint64_t r, Num x)
    const {  // the first `layers` layers on an entry of row r, in units of delta
  const std::uint64_t row = of_.n * of_.D;
  for (std::uint64_t t = (r - 1) * row + 1; t <= std::min(layers, r * row); ++t) {
    const Num at = x - number_of((t - 1) % row);
    const bool below_end = (at < Num(1));
    const Piece& piece = phi[at.sign() < 0 ? 0 : below_end ? 1 : 2];
    if (of_.qdrop.count(t) == 0) x = x + Num(piece.slope) * at + Num(piece.constant);
  }
  return x;
}

// --- value mapping

std::uint64_t Stages::value_layers() const {
  if (!run_.derived().holds()) throw Unknown{};
  const Num layers = number_of(of_.n) * run_.input_count();
  if (number_of(1 << 20) < layers) throw LimitMet{};
  return static_cast<std::uint64_t>(*layers.small_integer());
}

Num Stages::target(std::uint64_t input, std::uint64_t r,
                   std::uint64_t k) const {  // f(G), in units of delta
  const std::uint64_t n = of_.n;
  if (of_.target == "identity") return number_of(run_.grid(input, r, k));
  if (of_.target == "reverse") return number_of(run_.grid(input, r, (n + 1 - k)));
  if (of_.target == "table")
    return of_.table[(input * n + k - 1) * of_.d + r - 1] * number_of(of_.D);
  std::vector<std::uint64_t> row;
  for (std::uint64_t j = 1; j <= n; ++j) row.push_back(run_.grid(input, r, j));
  if (of_.target == "running-maximum")
    return number_of(*std::max_element(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(k)));
  if (of_.target == "parity")
    return number_of(std::accumulate(row.begin(), row.end(), std::uint64_t{0}) % 2);
  require(of_.target == "sort", "run.target", of_.target, "a target that is not known here");
  std::sort(row.begin(), row.end());
  return number_of(row[k - 1]);
}

Num Stages::u(const Column& z) const {
  Num out;
  for (std::size_t r = z.size(); r-- > 1;) out = out * number_of(of_.D) + z[r];
  return out;
}

// g_c(H)_k from its id: rows 2..d are as in H = G + E, row 1 is what the id says.
Stages::Column Stages::column(const Run& run, std::uint64_t input, std::uint64_t k,
                              const Num& id) const {
  Column z(1);
  for (std::uint64_t r = 1; r <= of_.d; ++r) z.push_back(run.start(input, r, k));
  z[1] = z[1] + (id - u(z));
  return z;
}

void Stages::build(Mapping& mapping, const Run& run) const {
  if (mapping.run) return;
  mapping.ids.resize(value_layers() + 1);
  mapping.by_id.resize(value_layers());
  for (std::uint64_t t = 1; t < mapping.ids.size(); ++t)
    mapping.ids[t] = run.id((t - 1) / of_.n, static_cast<unsigned>((t - 1) % of_.n + 1));
  std::iota(mapping.by_id.begin(), mapping.by_id.end(), 1);
  std::sort(mapping.by_id.begin(), mapping.by_id.end(),
            [&](std::uint64_t a, std::uint64_t b) { return mapping.ids[a] < mapping.ids[b]; });
  mapping.run = &run;
}

const Stages::Mapping& Stages::printed() const {
  build(printed_, run_);
  return printed_;
}

Num Stages::highest(bool planted) const {
  const Mapping& mapping = printed();
  if (planted) return mapping.ids[mapping.by_id.back()];
  std::optional<Num> out;
  for (std::uint64_t input = 0; input < run_.inputs(); ++input)
    for (std::uint64_t k = 1; k <= of_.n; ++k) {
      Column f(1);
      for (std::uint64_t r = 1; r <= of_.d; ++r) f.push_back(target(input, r, k));
      out = out ? larger_of(*out, u(f)) : u(f);
    }
  return *out;
}

// R2: the least K >= 0, a multiple of delta, with u^T f(G)_k - K <= least id - delta.
Num Stages::K(bool planted) const {
  const Mapping& mapping = printed();
  if (!K_[planted])
    K_[planted] =
        larger_of(Num(0), ceiling(highest(planted) - mapping.ids[mapping.by_id.front()] + Num(1)));
  return *K_[planted];
}

// R3: the run whose all-max multiplier is the least whole c' >= c with c' m >= max u^T f + delta; m
// is the least id before the all-max stage.
const Stages::Mapping& Stages::larger(bool planted) const {
  Mapping& mapping = larger_[planted];
  if (mapping.run) return mapping;
  std::optional<Num> m;
  for (std::uint64_t input = 0; input < run_.inputs(); ++input)
    for (std::uint64_t k = 1; k <= of_.n; ++k) {
      const Num a[] = {number_of(k)}, zt = run_.number(Name::zt, a, &input) * number_of(of_.D);
      if (!m || zt < *m) m = zt;
    }
  if (m->sign() <= 0) throw LimitMet{};
  Parameters parameters = of_;
  parameters.c = larger_of(ceiling(run_.c()), ceiling((highest(planted) + Num(1)) / *m));
  mapping.own = std::make_unique<Run>(parameters, run_.derived());
  mapping.own->build();
  build(mapping, *mapping.own);
  return mapping;
}

// Layer t adds target(t) - K e_1 - g_c(H)_k to a column whose id is in [ids[t] - delta/2, ids[t] +
// delta/2), that is, if id - delta/2 < ids[t] <= id + delta/2; where phi' is 0 it adds nothing. In
// the order of t, or backwards. R2 ends with a layer that adds K e_1.
Stages::Column Stages::through(const Mapping& mapping, Column z, const Target& target, const Num& K,
                               bool back, std::uint64_t& moves) const {
  const Num half = Num(1) / Num(2);
  const auto less = [&](std::uint64_t t, const Num& id) { return !(id < mapping.ids[t]); };
  for (std::uint64_t done = 0;;) {
    const Num id = u(z), high = id + half;
    std::uint64_t next = 0;  // the first layer after `done` that sees the column in its window
    const auto begin =
                   std::lower_bound(mapping.by_id.begin(), mapping.by_id.end(), id - half, less),
               end = mapping.by_id.end();
    for (auto it = begin; it != end && !(high < mapping.ids[*it]); ++it) {
      if (++steps_ > std::uint64_t{1} << 32)
        throw Incomplete("more than 2^32 steps in the value mapping");
      if (of_.vdrop.count(*it) != 0 || (done != 0 && (back ? *it >= done : *it <= done))) continue;
      if (next == 0 || (back ? *it > next : *it < next)) next = *it;
    }
    if (next == 0) break;
    const Column from =
        column(*mapping.run, (next - 1) / of_.n, (next - 1) % of_.n + 1, mapping.ids[next]);
    for (std::uint64_t r = 1; r <= of_.d; ++r)
      z[r] =
          z[r] + Num(phi_value[1].constant) * (target(next, r) - (r == 1 ? K : Num(0)) - from[r]);
    ++moves;
    done = next;
  }
  z[1] = z[1] + K;
  return z;
}

// G + E through quantiser, contextual mapping and value mapping.
const Stages::Mapped& Stages::map(int kind, std::uint64_t input) const {
  const Mapping& mapping = kind == Name::out_R3 ? larger(false) : printed();
  if (mapped_.kind == kind && mapped_.input == input) return mapped_;
  const std::uint64_t layers = quantizer_layers();
  std::vector<Column> z(1);
  std::vector<Num> ids(1);
  for (std::uint64_t k = 1; k <= of_.n; ++k) {
    z.emplace_back(1);
    for (std::uint64_t r = 1; r <= of_.d; ++r)
      z[k].push_back(quantize(layers, r, run_.start(input, r, k)));
    ids.push_back(u(z[k]));
  }
  const std::vector<Num> after = mapping.run->execute(ids).back();
  mapped_ = {kind, input, {Column()}, {0}};
  for (std::uint64_t k = 1; k <= of_.n; ++k) {
    z[k][1] = z[k][1] + (after[k] - ids[k]);
    mapped_.moves.push_back(0);
    const auto f = [&](std::uint64_t t, std::uint64_t r) {
      return target((t - 1) / of_.n, r, (t - 1) % of_.n + 1);
    };
    mapped_.columns.push_back(through(mapping, z[k], f, kind == Name::out_R2 ? K(false) : Num(0),
                                      false, mapped_.moves.back()));
  }
  return mapped_;
}

// The target that is g_c(K)_j at (H, k) and 0 elsewhere; the column g_c(H)_k through its layers.
Num Stages::planted(int name, const Num* a, const std::uint64_t* inputs) const {
  const std::uint64_t k = index(a[0], 1, of_.n), j = index(a[1], 1, of_.n),
                      r = index(a[2], 1, of_.d), planted_at = inputs[0] * of_.n + k;
  const Mapping& mapping = name == Name::planted_R3 ? larger(true) : printed();
  const Column value = column(run_, inputs[1], j, printed().ids[inputs[1] * of_.n + j]);
  const auto f = [&](std::uint64_t t, std::uint64_t row) {
    return t == planted_at ? value[row] : Num(0);
  };
  std::uint64_t moves = 0;
  const Column z = column(*mapping.run, inputs[0], k, mapping.ids[planted_at]);
  return through(mapping, z, f, name == Name::planted_R2 ? K(true) : Num(0),
                 name == Name::planted_back, moves)[r];
}

Num Stages::number(int name, const Num* a, const std::uint64_t* inputs) const {
  const Num delta = Num(1) / number_of(of_.D);
  const auto value_layer = [&] { return index(a[0], 1, value_layers()); };
  switch (name) {
    case Name::layers:
      if (static_cast<Stage>(*a[0].small_integer()) == Stage::quantize)
        return number_of(quantizer_layers());
      return run_.number(name, a, inputs);
    case Name::qmap: {
      const std::uint64_t t = index(a[0], 0, quantizer_layers()), r = index(a[1], 1, of_.d);
      return quantize(t, r, a[2] * number_of(of_.D)) * delta;
    }
    case Name::q_hidden: index(a[0], 1, quantizer_layers()); return Num(1);
    case Name::q_pieces: index(a[0], 1, quantizer_layers()); return Num(std::size(phi));
    case Name::q_flat: index(a[0], 1, quantizer_layers()); return Num(flat(phi));
    case Name::v_hidden: value_layer(); return Num(1);
    case Name::v_pieces: value_layer(); return Num(std::size(phi_value));
    case Name::v_flat: value_layer(); return Num(flat(phi_value));
    case Name::v_low: return (printed().ids[value_layer()] - Num(1) / Num(2)) * delta;
    case Name::v_high: return (printed().ids[value_layer()] + Num(1) / Num(2)) * delta;
    case Name::f: {
      value_layers();
      const std::uint64_t r = index(a[0], 1, of_.d), k = index(a[1], 1, of_.n);
      return target(inputs[0], r, k) * delta;
    }
    case Name::out:
    case Name::out_R2:
    case Name::out_R3: {
      value_layers();
      const std::uint64_t r = index(a[0], 1, of_.d), k = index(a[1], 1, of_.n);
      return map(name, inputs[0]).columns[k][r] * delta;
    }
    case Name::moves:
      value_layers();
      return number_of(map(Name::out, inputs[0]).moves[index(a[0], 1, of_.n)]);
    case Name::planted:
    case Name::planted_back:
    case Name::planted_R2:
    case Name::planted_R3: value_layers(); return planted(name, a, inputs) * delta;
    default: return run_.number(name, a, inputs);
  }
}

Set Stages::set(int name, const Num* a) const {
  if (name != Name::qbreaks) return run_.set(name, a);
  const std::uint64_t t = index(a[0], 0, quantizer_layers()), r = index(a[1], 1, of_.d),
                      row = of_.n * of_.D;
  std::vector<Num> out;
  for (std::uint64_t layer = (r - 1) * row + 1; layer <= std::min(t, r * row); ++layer)
    for (std::uint64_t k : {(layer - 1) % row, (layer - 1) % row + 1})
      if (of_.qdrop.count(layer) == 0) out.push_back(number_of(k) / number_of(of_.D));
  return make_set(std::move(out));
}

}  // namespace hardmax::check
