#include "check/overrides.hpp"

#include "check/fault.hpp"
#include "check/text.hpp"

namespace hardmax::check {

Overrides read_overrides(const Json& run, std::uint64_t tokens, bool value_layers) {
  const Json& overrides = member(run, "overrides", Json::Kind::array, "run.");
  Overrides out;
  std::pair<int, std::uint64_t> before,
      order;  // c, shift, E.1, E.2, ..., drop=1, drop=2, ..., qdrop=1, ..., vdrop=1, ...
  for (std::size_t i = 0; i < overrides.items.size(); ++i, before = order) {
    const std::string where = "run.overrides[" + std::to_string(i) + "]",
                      &item = overrides.items[i].text;
    require(overrides.items[i].kind == Json::Kind::string, where, "another kind",
            "that it must be a string");
    const std::size_t equals = item.find('=');
    const std::string name = item.substr(0, equals),
                      value = equals < item.size() ? item.substr(equals + 1) : "";
    if (name == "c" || name == "shift") {
      (name == "c" ? out.c : out.shift) = rational(value, where);
      order = {name == "c" ? 1 : 2, 0};
    } else if (name.substr(0, 2) == "E.") {
      order = {3, integer(name.substr(2), 1, where)};
      require(order.second <= tokens, where, name,
              "that there are " + std::to_string(tokens) + " tokens");
      out.E[static_cast<unsigned>(order.second)] = rational(value, where);
    } else {
      require(name == "drop" || name == "qdrop" || (name == "vdrop" && value_layers), where, item,
              value_layers ? "that it must be c=, shift=, E.K=, drop=, qdrop= or vdrop="
                           : "that it must be c=, shift=, E.K=, drop= or qdrop=");
      order = {name == "drop" ? 4 : name == "qdrop" ? 5 : 6, integer(value, 1, where)};
      (name == "drop" ? out.drop : name == "qdrop" ? out.qdrop : out.vdrop).insert(order.second);
    }
    require(HARDMAX_FAULT(check_override_order, before < order, true), where, item,
            "that it must stand before the override before it, or repeats it");
  }
  return out;
}

std::string listed(const std::vector<Num>& items, std::size_t from) {
  std::string out;
  for (std::size_t i = from; i < items.size(); ++i)
    out.append(i == from ? "" : " ").append(items[i].text());
  return out;
}

}  // namespace hardmax::check
