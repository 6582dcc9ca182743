#include "subject/layer_index.hpp"

#include <algorithm>

namespace hardmax::subject {

namespace {

constexpr std::size_t max_groups = 64;

}  // namespace

bool LayerIndex::has_window(const MadeLayer& layer) {
  if (layer.kind != MadeLayer::Kind::units || !layer.residual || layer.parts.size() != 1)
    return false;
  const PiecewiseLinear& phi = layer.parts[0].activation->function;
  const auto is_zero = [](const Affine& a) { return a.slope.is_zero() && a.intercept.is_zero(); };
  return !phi.breakpoints().empty() && is_zero(phi.pieces().front()) &&
         is_zero(phi.pieces().back());
}

void LayerIndex::add(std::uint64_t t, const MadeLayer& layer) {
  if (layer.dropped || (layer.idle() && layer.residual)) return;
  if (!has_window(layer)) {
    always_.push_back(t);
    return;
  }
  const Form& form = layer.parts[0].part->form;
  const std::vector<Rational>& breaks = layer.parts[0].activation->function.breakpoints();
  const Rational width = breaks.back() - breaks.front();
  auto group = std::find_if(groups_.begin(), groups_.end(),
                            [&](const Group& g) { return g.width == width && g.form == form.w; });
  if (group == groups_.end()) {
    if (groups_.size() == max_groups) {
      always_.push_back(t);
      return;
    }
    groups_.push_back({form.w, width, {}});
    group = groups_.end() - 1;
  }
  group->windows.emplace_back(breaks.front() - form.b, t);
}

void LayerIndex::finish() {
  for (Group& g : groups_) std::sort(g.windows.begin(), g.windows.end());
}

std::optional<std::uint64_t> LayerIndex::next(std::uint64_t after, const Columns& z,
                                              std::uint64_t& steps) const {
  std::optional<std::uint64_t> least;
  const auto found = [&](std::uint64_t t) {
    if (t > after && (!least || t < *least)) least = t;
  };
  const auto always = std::upper_bound(always_.begin(), always_.end(), after);
  if (always != always_.end()) found(*always);
  for (const Group& g : groups_) {
    const Form form{g.form, Rational()};
    for (const std::vector<Rational>& column : z) {
      const Rational x = at(form, column.data());
      auto window = std::lower_bound(g.windows.begin(), g.windows.end(),
                                     std::pair<Rational, std::uint64_t>(x - g.width, 0));
      for (; window != g.windows.end() && window->first <= x; ++window, ++steps)
        found(window->second);
      ++steps;
    }
  }
  return least;
}

}  // namespace hardmax::subject
