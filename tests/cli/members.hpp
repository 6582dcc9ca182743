// Every certificate that differs from one in a single member, which is another one there or is
// left out; a list or an object with nothing in it has something.
#pragma once
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

namespace testing {

using Json = nlohmann::json;

inline void each_other(const Json& stated,
                       const std::function<void(const std::string& what, const Json&)>& visit) {
  const std::function<void(const Json&, const Json::json_pointer&)> walk =
      [&](const Json& at, const Json::json_pointer& path) {
        Json other = stated;
        if (at.is_string())
          other[path] = at.get<std::string>() + "1", visit(path.to_string(), other);
        else if (at.empty())
          other[path] = at.is_array() ? Json({"1"}) : Json({{"1", "1"}}),
          visit(path.to_string(), other);
        if (!path.empty()) {
          other = stated;
          Json& parent = other[path.parent_pointer()];
          if (parent.is_array())
            parent.erase(std::stoul(path.back()));
          else
            parent.erase(path.back());
          visit(path.to_string() + " left out", other);
        }
        if (at.is_object())
          for (const auto& [key, value] : at.items()) walk(value, path / key);
        if (at.is_array())
          for (std::size_t i = 0; i < at.size(); ++i) walk(at[i], path / i);
      };
  walk(stated, Json::json_pointer());
}

}  // namespace testing
