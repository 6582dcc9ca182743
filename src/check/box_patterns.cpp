#include "check/box_patterns.hpp"

#include "check/fault.hpp"
#include "check/pattern.hpp"

namespace hardmax::check {
namespace {

struct NamedPattern {
  const char* name;
  bool window;
  unsigned layers;
  bool (*sees)(unsigned layer, std::int64_t w, std::int64_t k,
               std::int64_t j);  // is j in the row of k?
};
constexpr NamedPattern known_patterns[] = {
    {"dense", false, 1, [](unsigned, std::int64_t, std::int64_t, std::int64_t) { return true; }},
    {"star", false, 1,
     [](unsigned, std::int64_t, std::int64_t k, std::int64_t j) {
       return k == 1 || j == 1 || (k - j <= 1 && j - k <= 1);
     }},
    {"window", true, 1,
     [](unsigned, std::int64_t w, std::int64_t k, std::int64_t j) {
       return k - j <= w && j - k <= w;
     }},
    {"strided", true, 2,
     [](unsigned layer, std::int64_t w, std::int64_t k, std::int64_t j) {
       return layer == 1 ? k - j <= w && j - k <= w : (k - j) % w == 0;
     }},
    {"fixed", true, 2,
     [](unsigned layer, std::int64_t w, std::int64_t k, std::int64_t j) {
       return layer == 1
                  ? HARDMAX_FAULT(check_box_fixed, (k - 1) / w == (j - 1) / w, k / w == j / w)
                  : j == k || j % w == 0;
     }},
};

}  // namespace

std::optional<Json> on_tokens(const Json& stated, std::uint64_t n, const std::string& where) {
  if (stated.kind == Json::Kind::array) {
    require(!stated.items.empty() && stated.items[0].kind == Json::Kind::array, where, "an array",
            "that it must be an array of arrays");
    if (stated.items[0].items.size() != n) return std::nullopt;
    pattern(stated, static_cast<unsigned>(n), where);
    return stated;
  }
  require_kind(stated, Json::Kind::string, where);
  const std::string name = stated.text.substr(0, stated.text.find(' ')),
                    rest = stated.text.substr(std::min(stated.text.size(), name.size() + 1));
  const auto known = std::find_if(std::begin(known_patterns), std::end(known_patterns),
                                  [&](const NamedPattern& of) { return name == of.name; });
  require(known != std::end(known_patterns) && (known->window || stated.text == name) &&
              (stated.text.size() == name.size() || !rest.empty()),
          where, stated.text, "no pattern of that name");
  std::uint64_t w = 1;
  if (!rest.empty())
    w = integer(rest, 1, where);
  else
    while (HARDMAX_FAULT(check_box_window, w * w < n, w * w <= n)) ++w;
  std::vector<Json> layers;
  for (unsigned l = 1; l <= known->layers; ++l) {
    layers.push_back(Json::array());
    for (std::uint64_t k = 1; k <= n; ++k) {
      std::string row;
      for (std::uint64_t j = 1; j <= n; ++j)
        if (known->sees(l, static_cast<std::int64_t>(w), static_cast<std::int64_t>(k),
                        static_cast<std::int64_t>(j)))
          row += (row.empty() ? "" : " ") + std::to_string(j);
      layers.back().items.push_back(row);
    }
  }
  return Json::array(layers);
}

}  // namespace hardmax::check
