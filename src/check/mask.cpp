#include "check/mask.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "check/fault.hpp"
#include "check/read.hpp"
#include "check/text.hpp"

namespace hardmax::check {

void tidy(Ranges& set) {
  std::sort(set.begin(), set.end());
  std::size_t kept = 0;
  for (const auto& [from, to] : set) {
    if (kept > 0 && from <= set[kept - 1].second)
      set[kept - 1].second = std::max(set[kept - 1].second, to);
    else
      set[kept++] = {from, to};
  }
  set.resize(kept);
}
Ranges joined(Ranges a, const Ranges& b) {
  a.insert(a.end(), b.begin(), b.end());
  tidy(a);
  return a;
}
Ranges minus(const Ranges& a, const Ranges& b) {
  Ranges out;
  std::size_t i = 0;
  for (auto [from, to] : a) {
    while (i < b.size() && b[i].second <= from) ++i;
    for (std::size_t j = i; from < to; ++j) {
      const Whole stop = j < b.size() ? std::min(b[j].first, to) : to;
      if (from < stop) out.emplace_back(from, stop);
      from = j < b.size() ? std::max(from, b[j].second) : to;
    }
  }
  return out;
}
Whole size(const Ranges& set) {
  return std::accumulate(set.begin(), set.end(), Whole{0}, [](Whole sum, const auto& range) {
    return sum + range.second - range.first;
  });
}

void Mask::spend(Whole steps) const {
  if (steps > left) throw Incomplete("evidence: more than 2^34 steps");
  left -= steps;
}

bool Mask::attends(const Layer& layer, Whole k, Whole j) const {
  spend(1 + layer.parts.size());
  const Whole far = j <= k ? k - j : j - k;
  return HARDMAX_FAULT(check_causal, j < limit(layer, k), true) &&
         std::any_of(layer.parts.begin(), layer.parts.end(), [&](const Part& part) {
           switch (part.kind) {
             case Part::band:
               return far <= (j <= k ? part.left : part.right) &&
                      HARDMAX_FAULT(check_band_step, far % part.step == 0, true);
             case Part::blocks:
               return j / part.size + part.before >= k / part.size &&
                      j / part.size <= k / part.size + part.after;
             case Part::columns: return part.striped(j);
             case Part::rows: return part.striped(k);
             case Part::edges:
               return std::binary_search(&part.to[0] + part.start[k / part.size],
                                         &part.to[0] + part.start[k / part.size + 1],
                                         j / part.size);
           }
           return false;
         });
}

namespace {

// The keys of a band of larger step, of many queries at once: counted at places that go residue by
// residue, where a row is one run.
void add_strides(const Mask& mask, const Layer& layer, const Part& band, const Ranges& set,
                 Ranges& out) {
  const Whole length = (mask.n + band.step - 1) / band.step;
  const auto place = [&](Whole x) { return x % band.step * length + x / band.step; };
  std::vector<int> change(band.step * length + 1);
  for (const auto& [from, to] : set)
    for (Whole k = from; k < to; ++k) {
      ++change[place(k - std::min(k, band.left) / band.step * band.step)];
      --change[place(k + (std::min(k + band.right, mask.limit(layer, k) - 1) - k) / band.step *
                             band.step) +
               1];
    }
  std::partial_sum(change.begin(), change.end(), change.begin());
  for (Whole x = 0; x < mask.n; ++x)
    if (change[place(x)] > 0) out.emplace_back(x, x + 1);
}

}  // namespace

// By a band of step 1, or by blocks, k attends to a run that holds k: so a range of tokens has one
// range as image.
Ranges Mask::image(const Layer& layer, const Ranges& set) const {
  Ranges out;
  const auto put = [&](Whole from, Whole to) {
    if (out.size() == Whole{1} << 26)
      throw Incomplete("evidence: more than 2^26 ranges of tokens at a time");
    if (from < to) out.emplace_back(from, to);
  };
  for (const Part& part : layer.parts) {
    if (part.kind == Part::band && part.step > 1 &&
        size(set) * ((part.left + part.right) / part.step + 1) > n) {
      spend(2 * n);
      add_strides(*this, layer, part, set, out);
    } else if (part.kind == Part::band && part.step > 1) {
      for (const auto& [from, to] : set)
        for (Whole k = from; k < to; ++k)
          for (Whole j = k - std::min(k, part.left) / part.step * part.step;
               j <= k + part.right && j < limit(layer, k); j += part.step)
            put(j, j + 1);
    } else if (part.kind == Part::band) {
      for (const auto& [from, to] : set)
        put(from - std::min(from, part.left), std::min(to + part.right, limit(layer, to - 1)));
    } else if (part.kind == Part::blocks) {
      for (const auto& [from, to] : set)
        put((from / part.size - std::min(from / part.size, part.before)) * part.size,
            std::min(((to - 1) / part.size + part.after + 1) * part.size, limit(layer, to - 1)));
    } else if (part.kind == Part::columns) {  // the last token of the set sees the most of them
      const Whole end = set.empty() ? 0 : std::min(part.end, limit(layer, set.back().second - 1));
      for (Whole x = part.first; x < end; x += part.step) put(x, std::min(x + part.width, end));
    } else if (part.kind == Part::rows) {  // the last one sees the most
      for (std::size_t i = set.size(); i-- > 0;) {
        Whole end = std::min(set[i].second, part.end);
        if (end > part.first && !part.striped(end - 1))
          end = part.first + (end - 1 - part.first) / part.step * part.step + part.width;
        if (end <= part.first || end <= set[i].first) continue;
        put(0, limit(layer, end - 1));
        break;
      }
    } else {
      for (const auto& [from, to] : set)
        for (Whole b = from / part.size; b * part.size < to;
             ++b)  // the last token of the set in a block sees the most
          for (Whole i = part.start[b]; i < part.start[b + 1]; ++i)
            put(part.to[i] * part.size,
                std::min((part.to[i] + 1) * part.size,
                         limit(layer, std::min(to, (b + 1) * part.size) - 1)));
    }
    spend(1 + set.size() + out.size());
    if (out.size() > Whole{1} << 25)
      tidy(out);  // so that many parts take little more memory than one
  }
  tidy(out);
  return out;
}

Ranges Mask::preimage(const Layer& layer, const Ranges& set) const {
  std::vector<Whole> count(n + 1);  // of members below
  for (const auto& [from, to] : set)
    std::fill(count.begin() + static_cast<std::ptrdiff_t>(from) + 1,
              count.begin() + static_cast<std::ptrdiff_t>(to) + 1, 1);
  std::partial_sum(count.begin(), count.end(), count.begin());
  Ranges out;
  for (Whole k = 0; k < n; ++k) {
    const Ranges keys = row(layer, k);
    if (std::any_of(keys.begin(), keys.end(),
                    [&](const auto& range) { return count[range.first] < count[range.second]; }))
      out.emplace_back(k, k + 1);
  }
  tidy(out);
  return out;
}

Ranges Mask::closure(Whole k) const {
  Ranges seen{{k, k + 1}};
  for (Ranges fresh = seen; !fresh.empty() && !whole(seen); seen = joined(seen, fresh)) {
    Ranges next;
    for (const Layer& layer : layers) next = joined(next, image(layer, fresh));
    spend(seen.size());
    fresh = minus(next, seen);
  }
  return seen;
}

// S^t_k is the union of S^{t-1}_j over the j in the row of k in the layer of step t: so the set
// becomes its image by that layer and t one less. By (1.1) it only grows, so a layer looks at what
// is new since it was used last.
Ranges Mask::chain(Ranges set, Whole t) const {
  std::vector<Ranges> seen(layers.size()), found(layers.size());
  Whole held = 0;  // ranges in both
  for (; t > 0 && !whole(set); --t) {
    const std::size_t l = (t - 1) % layers.size();
    held -= seen[l].size() + found[l].size();
    found[l] = joined(found[l], image(layers[l], minus(set, seen[l])));
    spend(found[l].size());
    seen[l] = std::move(set);
    set = found[l];
    held += seen[l].size() + found[l].size();
    if (held > Whole{1} << 26)
      throw Incomplete("evidence: more than 2^26 ranges of tokens at a time");
  }
  return set;
}

Mask Mask::quotient(Whole b) const {
  Mask out = *this;
  out.n = (n + b - 1) / b;
  const auto shrink = [&](Whole& value) {
    require(HARDMAX_FAULT(check_blocks_divide, value % b == 0, true), "evidence.blocks",
            std::to_string(b), "a rule of the pattern with the number " + std::to_string(value));
    value /= b;
  };
  for (Layer& layer : out.layers) {
    shrink(layer.causal);
    for (Part& part : layer.parts) {
      if (part.kind == Part::band)
        require(part.step == 1 && part.left + 1 >= n && part.right + 1 >= n, "evidence.blocks",
                std::to_string(b), "a band in the pattern");
      if (part.kind == Part::blocks || part.kind == Part::edges) shrink(part.size);
      if (part.kind != Part::columns && part.kind != Part::rows) continue;
      for (Whole* value : {&part.first, &part.step, &part.width}) shrink(*value);
      if (part.end == n)
        part.end = out.n;
      else
        shrink(part.end);
    }
  }
  return out;
}

// --- reading

std::vector<std::pair<Whole, Whole>> token_runs(std::string_view list, Whole n,
                                                const std::string& where) {
  std::vector<std::pair<Whole, Whole>> out;
  std::size_t at = 0;
  const auto number = [&] {
    const std::size_t from = at;
    Whole value = 0;
    while (at < list.size() && list[at] >= '0' && list[at] <= '9' && at < from + 9)
      value = 10 * value + static_cast<Whole>(list[at++] - '0');
    if (at == from || list[from] == '0' || value > n)
      require(false, where, list.substr(from, 30),
              "that a token from 1 to " + std::to_string(n) + " must stand here");
    return value - 1;
  };
  while (at < list.size()) {
    if (!out.empty() && (list[at] != ' ' || ++at == list.size()))
      require(false, where, list.substr(at - 1, 30), "that one blank and a token must stand here");
    const Whole first = number();
    const bool run = list.substr(at, 2) == "..";
    if (run) at += 2;
    const Whole last = run ? number() : first;
    if (run && first == last) require(false, where, list, "that a run has two ends");
    out.emplace_back(first, last);
  }
  return out;
}
Ranges token_set(std::string_view list, Whole n, const std::string& where) {
  Ranges out = token_runs(list, n, where);
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (out[i].first > out[i].second || (i > 0 && out[i].first < out[i - 1].second))
      require(false, where, list, "that the tokens must be strictly increasing");
    ++out[i].second;
  }
  tidy(out);
  return out;
}

namespace {

std::vector<std::string> words(
    const std::string& text, std::size_t count,
    const std::string& where) {  // `count` of them, the last up to the end
  std::vector<std::string> out;
  for (std::size_t at = 0; out.size() < count; at += out.back().size() + 1) {
    require(at <= text.size(), where, text, std::to_string(count) + " words");
    out.push_back(
        text.substr(at, out.size() + 1 < count ? text.find(' ', at) - at : std::string::npos));
  }
  return out;
}

void list(Mask& mask, Whole count, const std::string& where) {
  mask.listed += count;
  if (mask.listed > 1 << 27) throw Incomplete(where + ": more than 2^27 edges");
}

void add_edges(Mask& mask, std::string_view rows, Part& part,
               const std::string& where) {  // "1 2;2;;4..7": one list a block
  const Whole blocks = mask.block_count(part);
  part.start.push_back(0);
  for (std::size_t at = 0, end = 0; end < rows.size() || at == 0; at = end + 1) {
    end = std::min(rows.find(';', at), rows.size());
    for (const auto& [from, to] : token_set(rows.substr(at, end - at), blocks, where)) {
      list(mask, to - from, where);
      for (Whole b = from; b < to; ++b) part.to.push_back(static_cast<unsigned>(b));
    }
    list(mask, 1, where);
    part.start.push_back(part.to.size());
    if (part.start.size() > blocks + 1) break;
  }
  require(part.start.size() == blocks + 1, where, "other than one list a block",
          std::to_string(blocks) + " blocks");
}

// The random keys of bigbird by the rule of FORMAT.md: r draws without repetition for every token
// beyond g, among the tokens beyond g outside its window w.
void draw_edges(Mask& mask, Whole w, Whole g, Whole r, Whole seed, Part& part,
                const std::string& where) {
  list(mask, mask.n * (1 + r), where);
  part.start = {0};
  for (Whole i = 0; i < mask.n; ++i, part.start.push_back(part.to.size())) {
    if (i < g) continue;
    const Whole low = std::max(g, i - std::min(i, w)), high = std::min(mask.n, i + w + 1),
                below = low - g, candidates = below + mask.n - high;
    Whole state = seed + (i * 0x9E3779B97F4A7C15u << 20);
    std::set<Whole> taken;
    for (Whole t = candidates - std::min(r, candidates); t < candidates; ++t) {  // Floyd
      Whole z = state += 0x9E3779B97F4A7C15u;                                    // splitmix64
      z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
      z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
      const Whole x =
          static_cast<Whole>((static_cast<unsigned __int128>(z ^ (z >> 31)) * (t + 1)) >> 64);
      if (!taken.insert(x).second) taken.insert(t);
    }
    for (const Whole x : taken)
      part.to.push_back(static_cast<unsigned>(x < below ? g + x : high + (x - below)));
  }
}

Part read_part(Mask& mask, const std::string& text, const std::string& where) {
  Part part;
  const std::string kind = text.substr(0, text.find(' '));
  const auto numbers = [&](std::vector<Whole> least) {
    const std::vector<std::string> all = words(text, least.size() + 1, where);
    for (std::size_t i = 0; i < least.size(); ++i) least[i] = integer(all[i + 1], least[i], where);
    return least;
  };
  if (kind == "band") {
    const auto v = numbers({0, 0, 1});
    part.left = std::min(v[0], mask.n), part.right = std::min(v[1], mask.n),
    part.step = std::min(v[2], mask.n);  // the same tokens of 1..n
  } else if (kind == "blocks") {
    const auto v = numbers({1, 0, 0});
    part.kind = Part::blocks, part.size = v[0], part.before = v[1], part.after = v[2];
  } else if (kind == "columns" || kind == "rows") {
    const auto v = numbers({1, 1, 1, 1});
    part.kind = kind == "rows" ? Part::rows : Part::columns, part.first = v[0] - 1,
    part.step = v[1], part.width = v[2], part.end = std::min(v[3], mask.n);
    require(HARDMAX_FAULT(check_stripes, part.width <= part.step, true), where, text,
            "that stripes are at most as wide as their step");
  } else if (kind == "edges") {
    const std::vector<std::string> all = words(text, 3, where);
    part.kind = Part::edges, part.size = integer(all[1], 1, where);
    add_edges(mask, all[2], part, where);
  } else {
    require(kind == "random", where, text,
            "that it must be band, blocks, columns, rows, edges or random");
    const std::vector<std::string> all = words(text, 5, where);
    const Num seed = rational(all[4], where), end = Num(1LL << 32) * Num(1LL << 32);
    require(seed.is_integer() && seed.sign() >= 0 && seed < end, where, all[4],
            "that a seed must be an integer below 2^64");
    part.kind = Part::edges;
    draw_edges(mask, integer(all[1], 0, where), integer(all[2], 0, where),
               integer(all[3], 0, where), seed.numerator_mod_2_64(), part, where);
  }
  if (part.kind == Part::edges) part.to.push_back(0);  // so that there is an element to point to
  return part;
}

}  // namespace

Mask read_mask(const Json& stated) {
  require_keys(stated, {"n", "layers"}, "pattern");
  Mask out;
  out.n = integer(text(stated, "n", "pattern."), 2, "pattern.n");
  if (out.n > 100'000'000) throw Incomplete("pattern.n: more than 10^8");
  const Json& layers = member(stated, "layers", Json::Kind::array, "pattern.");
  require(!layers.items.empty(), "pattern.layers", "no layer", "that there must be one");
  for (std::size_t l = 0; l < layers.items.size(); ++l) {
    const std::string where = "pattern.layers[" + std::to_string(l) + "].";
    require_keys(layers.items[l], {"causal", "parts"}, where);
    Layer& layer = out.layers.emplace_back();
    layer.causal = integer(text(layers.items[l], "causal", where), 0, where + "causal");
    const Json& parts = member(layers.items[l], "parts", Json::Kind::array, where);
    for (std::size_t i = 0; i < parts.items.size(); ++i) {
      const std::string place = where + "parts[" + std::to_string(i) + "]";
      require(parts.items[i].kind == Json::Kind::string, place, "another kind",
              "that it must be a string");
      layer.parts.push_back(read_part(out, parts.items[i].text, place));
    }
  }
  return out;
}

}  // namespace hardmax::check
