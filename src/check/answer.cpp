#include "check/answer.hpp"

namespace hardmax::check {
namespace {

constexpr std::size_t most = 80;  // characters of what may be shortened

std::string counted(std::size_t number, const std::string& of) {
  return std::to_string(number) + " " + of + (number == 1 ? "" : of.back() == 'x' ? "es" : "s");
}

}  // namespace

// Rows of edges: "1 2/1 2" for each layer, and how many there are.
std::string about_edges(const Json& pattern) {
  std::string text;
  std::size_t edges = 0;
  for (const Json& layer : pattern.items) {
    text += text.empty() ? "" : " | ";
    for (std::size_t k = 0; k < layer.items.size(); ++k) {
      const std::string& row = layer.items[k].text;
      if (text.size() <= most) text += (k == 0 ? "" : "/") + row;
      edges +=
          row.empty() ? 0 : 1 + static_cast<std::size_t>(std::count(row.begin(), row.end(), ' '));
    }
  }
  return "pattern " +
         shortened(text, counted(pattern.items.size(), "layer") + ", " + counted(edges, "edge"));
}

std::string shortened(const std::string& text, const std::string& count) {
  return text.substr(0, most) + (text.size() <= most ? "" : "...") + " (" + count + ")";
}

std::string about_run(const Json& run) {
  std::string out, overrides;
  for (std::size_t i = 0; i < run.keys.size(); ++i) {
    const std::string& key = run.keys[i];
    const Json& item = run.items[i];
    if (key == "overrides") {
      for (const Json& one : item.items) overrides += " " + one.text;
      continue;
    }
    out += out.empty() ? "" : ", ";
    if (key == "construction")
      out += item.text;
    else if (key == "pattern")
      out += about_edges(item);
    else if (key == "target" && item.text.size() > most)
      out += "target " + shortened(item.text, counted(split(item.text).size() - 1, "number"));
    else
      out += key + (key.size() == 1 ? " = " : " ") + item.text;
  }
  return out + (overrides.empty() ? ", as printed" : ", not as printed: overrides" + overrides);
}

std::string about_rules(const Json& pattern) {
  std::string text;
  const Json& layers = member(pattern, "layers", Json::Kind::array, "pattern.");
  for (const Json& layer : layers.items) {
    text += text.empty() ? "" : " | ";
    if (text.size() > most) continue;
    if (const Json* const causal = layer.find("causal"); causal != nullptr && causal->text == "1")
      text += "causal ";
    if (const Json* const parts = layer.find("parts"); parts != nullptr)
      for (std::size_t i = 0; i < parts->items.size() && text.size() <= most; ++i)
        text += (i == 0 ? "" : " + ") + parts->items[i].text;
  }
  return "pattern " + shortened(text, counted(layers.items.size(), "layer") + ", by rules");
}

std::string about_list(const std::vector<std::string>& items, const char* of) {
  std::string text;
  for (const std::string& item : items)
    if (text.size() <= most) text += (text.empty() ? "" : "; ") + item;
  return shortened(text, counted(items.size(), of));
}

}  // namespace hardmax::check
