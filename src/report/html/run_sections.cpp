#include <fmt/core.h>

#include <algorithm>

#include "report/html/plots.hpp"
#include "report/html/sections.hpp"

namespace hardmax::report::html {

namespace {

constexpr std::size_t kMostCells = 600;
constexpr std::size_t kMostMargins = 12;

// Attention layers from..to - 1 as cells: filled by heads, hollow where a layer is the identity.
Safe cells(const Network& network, std::size_t from, std::size_t to) {
  constexpr int kCell = 13, kInRow = 34;
  const std::size_t shown = std::min(to - from, kMostCells), rows = (shown + kInRow - 1) / kInRow;
  const int height = static_cast<int>(rows) * kCell + 4;
  std::size_t idle = 0;
  Markup cells;
  for (std::size_t i = 0; i < shown; ++i) {
    const auto* attention = std::get_if<Attention>(&network.layers()[from + i]);
    const std::size_t heads = attention == nullptr ? 0 : attention->heads.size();
    idle += heads == 0;
    const std::string x = std::to_string(2 + static_cast<int>(i % kInRow) * kCell),
                      y = std::to_string(2 + static_cast<int>(i / kInRow) * kCell);
    cells.leaf("rect", {{"x", x},
                        {"y", y},
                        {"width", "10"},
                        {"height", "10"},
                        {"class", heads == 0                          ? "idle"
                                  : attention->pattern_layer % 2 == 0 ? "cell"
                                                                      : "cell2"}});
  }
  Markup m;
  const std::string spoken = fmt::format("{} layers, {} of them the identity", shown, idle);
  m.open("svg", {{"viewBox", fmt::format("0 0 {} {}", 4 + kInRow * kCell, height)},
                 {"width", std::to_string(4 + kInRow * kCell)},
                 {"height", std::to_string(height)},
                 {"class", "plot"},
                 {"role", "img"},
                 {"aria-label", spoken}});
  m.add(cells.finish());
  m.close();
  return m.finish();
}

std::string heads_of(const Network& network, std::size_t from, std::size_t to) {
  std::size_t idle = 0, most = 0;
  for (std::size_t t = from; t < to; ++t) {
    const auto* attention = std::get_if<Attention>(&network.layers()[t]);
    const std::size_t heads = attention == nullptr ? 0 : attention->heads.size();
    idle += heads == 0;
    most = std::max(most, heads);
  }
  return fmt::format(
      "{} head{} of size 1 in each{}", most, most == 1 ? "" : "s",
      idle > 0
          ? fmt::format(
                "; {} of them without heads (the identity: the cycle of pattern layers goes on)",
                idle)
          : "");
}

void stage(Markup& m, const std::string& name, const std::string& layers, const std::string& does) {
  m.open("li");
  m.element("h3", name);
  m.open("p");
  m.element("strong", layers);
  m.text(". " + does);
  m.close();
}

std::string listed(const std::vector<std::size_t>& tokens) {
  std::string text;
  for (const std::size_t token : tokens) text += (text.empty() ? "" : " ") + std::to_string(token);
  return text;
}

std::string column(const Column& c) {
  if (c.size() == 1) return c[0].str();
  std::string text;
  for (const Rational& x : c) text += (text.empty() ? "(" : ",") + x.str();
  return text + ")";
}

class TraceTable {
 public:
  TraceTable(Markup& m, const TraceResult& result) : m_(m), result_(result) {}

  void write(const std::string& caption, std::size_t most) {
    open_table(m_, caption, caption,
               {{"layer"}, {"what it does"}, {"who moves, and why"}, {"ids after it"}});
    row("", "start: G + E", {}, result_.start_ids);
    for (std::size_t i = 0; i < std::min(most, result_.layers.size()); ++i) {
      const TraceLayer& layer = result_.layers[i];
      std::vector<std::string> moves;
      for (const TraceChange& change : layer.changes) moves.push_back(move(change));
      row(std::to_string(layer.number), title(layer), moves, layer.ids);
    }
    close_table(m_);
  }

 private:
  void row(const std::string& number, const std::string& what,
           const std::vector<std::string>& moves, const std::vector<Rational>& ids) {
    m_.open("tr");
    m_.element("td", number, {{"class", "n"}});
    m_.element("td", what);
    m_.open("td", {{"class", "break"}});
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (i > 0) m_.leaf("br");
      m_.text(moves[i]);
    }
    m_.close();
    std::string list;
    constexpr std::size_t kMostIds = 16;
    for (std::size_t k = 0; k < std::min(ids.size(), kMostIds); ++k)
      list += (list.empty() ? "" : "  ") + ids[k].str();
    if (ids.size() > kMostIds) list += fmt::format("  … ({} tokens)", ids.size());
    m_.element("td", list, {{"class", "exact break"}});
    m_.close();
  }

  std::string title(const TraceLayer& layer) const {
    const std::string window = layer.window ? fmt::format(" [{}, {})", layer.window->first.str(),
                                                          layer.window->second.str())
                                            : "";
    switch (layer.stage) {
      case TraceStage::quantize:
        return fmt::format("quantise {}, row {} {}in{}", layer.in_kind, layer.row.value_or(0) + 1,
                           layer.outside ? "not " : "", window);
      case TraceStage::selective_shift:
        return fmt::format(
            "selective shift {}{}{}", layer.in_kind,
            layer.pattern_layer ? fmt::format(", pattern layer {}", *layer.pattern_layer + 1) : "",
            layer.window ? ", ids in" + window : "");
      case TraceStage::all_max_shift:
        return fmt::format("all-max shift {}, pattern layer {}", layer.in_kind,
                           layer.pattern_layer.value_or(0) + 1);
      case TraceStage::global_shift: return fmt::format("global shift {}", layer.in_kind);
      case TraceStage::value: return fmt::format("value {}, ids in{}", layer.in_kind, window);
    }
    return "";
  }

  std::string move(const TraceChange& change) const {
    std::string text = fmt::format("token {}: {} → {}", change.token + 1, column(change.before),
                                   column(change.after));
    if (change.heads.empty()) return text;
    text += "; sees " + tokens(change.sees);
    for (const TraceHead& head : change.heads)
      text += fmt::format("; {} {} · {} of {}", head.weight.sign() < 0 ? "−" : "+",
                          abs(head.weight).str(), head.value.str(), tokens(head.attends));
    return text;
  }
  static std::string tokens(const std::vector<Token>& list) {
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < std::min<std::size_t>(list.size(), 16); ++i)
      numbers.push_back(list[i] + 1);
    return listed(numbers) + (list.size() > 16 ? fmt::format(" … ({})", list.size()) : "");
  }

  Markup& m_;
  const TraceResult& result_;
};

}  // namespace

void add_network(Markup& m, const Reading& reading, const Replay& replay,
                 std::vector<Section>& contents) {
  const CertificateFile& file = reading.file;
  const std::string anchor = reading.prefix + "network";
  contents.push_back({anchor, "Network"});
  m.open("section", {{"aria-labelledby", anchor}});
  m.element("h2", "Network", {{"id", anchor}});
  const Network* network = replay.network();
  if (network == nullptr) {
    m.element("p", "The network is not drawn: " + replay.not_built() + ".");
    m.close();
    return;
  }
  const auto& [n, d, D] = replay.parameters();
  const std::size_t selective = replay.selective_layers(), all = network->size();
  const Facets run = replay.facets();
  m.open("p", {{"class", "note"}});
  m.text(
      "Layers in the order in which an input meets them. A square is an attention layer; hollow: "
      "the identity. ");
  if (run.pattern != nullptr && run.pattern->layers() > 1)
    m.text("Colours tell odd and even pattern layers apart.");
  m.close();
  m.open("ol", {{"class", "network"}});
  if (run.pattern != nullptr) {
    stage(m, "Quantise", fmt::format("{} feed-forward layers", n * d * D),
          "One for each entry and step: every real input in [0, 1) becomes the grid point of its "
          "cube.");
    m.close();
  }
  stage(m, "Selective shift", fmt::format("{} attention layers", selective),
        heads_of(*network, 0, selective) +
            ". Each looks for one id and moves the columns that have it.");
  m.add(cells(*network, 0, selective));
  if (selective > kMostCells)
    m.element("p", fmt::format("The first {} of them are drawn.", kMostCells), {{"class", "note"}});
  m.close();
  stage(m, run.pattern == nullptr ? "Global shift" : "All-max shift",
        fmt::format("{} attention layer{}", all - selective, all - selective == 1 ? "" : "s"),
        heads_of(*network, selective, all) +
            fmt::format(". Each adds c times the largest id a token attends to; c = {}.",
                        file.text("derived.c")));
  m.add(cells(*network, selective, all));
  m.close();
  if (run.pattern != nullptr) {
    const Rational layers = Rational(n) * power(Rational(D), Rational(n * d));
    stage(m, "Value",
          layers.str().size() <= 24 ? layers.str() + " feed-forward layers"
                                    : fmt::format("{}·{}^{} feed-forward layers", n, D, n * d),
          "One for each grid input and token: the column with that id is sent to the value of the "
          "target there.");
    m.close();
  }
  m.close();
  m.close();
}

void add_plots(Markup& m, const Reading& reading, const Replay& replay,
               std::vector<Section>& contents) {
  if (replay.network() == nullptr) return;
  const std::string anchor = reading.prefix + "ids";
  contents.push_back({anchor, "Ids and margins"});
  m.open("section", {{"aria-labelledby", anchor}});
  m.element("h2", "Ids and margins", {{"id", anchor}});
  std::uint64_t inputs = 0;
  const std::vector<StageIds> stages = replay.ids_by_stage(inputs);
  const std::string all = reading.file.text("totals.inputs");
  m.element("p",
            fmt::format(
                "The ids uᵀZ of all tokens for {} of {} inputs, executed again for this picture{}. "
                "Ids closer than half a point on the page share a stroke.",
                inputs, all,
                std::to_string(inputs) == all ? "" : " (the first ones in order of enumeration)"));
  m.open("div", {{"class", "pictures"}});
  for (const bool logarithmic : {false, true}) {
    m.open("figure");
    m.add(number_lines(stages, logarithmic));
    m.element("figcaption",
              logarithmic
                  ? "All stages on one logarithmic axis: how each stage drives the ids apart."
                  : "Each stage on a linear axis of its own, from its smallest to its largest id.");
    m.close();
  }
  std::vector<Margin> margins = replay.margins(*reading.entries, reading.file);
  const auto first = std::find_if(margins.begin(), margins.end(),
                                  [](const Margin& margin) { return !margin.room.is_zero(); });
  std::string attained;
  for (auto it = margins.begin(); it != first; ++it)
    attained += (attained.empty() ? "" : ", ") + it->id.substr(it->id.find('.') + 1);
  const std::size_t number = margins.size();
  margins.erase(margins.begin(), first);
  if (!margins.empty()) {
    m.open("figure");
    m.add(margin_bars(margins, kMostMargins));
    m.element("figcaption", fmt::format("The {} tightest of {} verified inequalities with room: "
                                        "the least of it over all inputs, in real units.",
                                        std::min(margins.size(), kMostMargins), margins.size()));
    m.close();
  }
  m.close();
  if (!attained.empty())
    m.element("p", fmt::format("Of {} verified inequalities that were measured, these leave no "
                               "room, equality is attained: {}.",
                               number, attained));
  m.close();
}

void add_traces(Markup& m, const Reading& reading, const Replay& replay,
                std::vector<Section>& contents) {
  constexpr std::size_t kMostTraces = 2, kMostLayers = 60;
  constexpr std::uint64_t kMostValueLayers = 1 << 16;
  if (replay.network() == nullptr) return;
  std::vector<std::pair<std::string, std::string>> inputs;  // with the first claim that it refutes
  for (const certificate::ClaimRecord& record : reading.file.claims()) {
    if (!record.witness) continue;
    const std::string input = input_of(*record.witness);
    if (!input.empty() && std::none_of(inputs.begin(), inputs.end(),
                                       [&](const auto& known) { return known.first == input; }))
      inputs.emplace_back(input, record.id);
  }
  if (inputs.empty()) return;
  const std::string anchor = reading.prefix + "trace";
  contents.push_back({anchor, "Trace of a witness"});
  m.open("section", {{"aria-labelledby", anchor}});
  m.element("h2", "A witness through the layers", {{"id", anchor}});
  for (std::size_t i = 0; i < std::min(inputs.size(), kMostTraces); ++i) {
    const auto& [input, id] = inputs[i];
    std::string shown = input;
    std::replace(shown.begin(), shown.end(), ' ', ',');
    TraceRequest request = replay.trace_of(input);
    if (replay.pattern() != nullptr &&
        reading.file.number("totals.inputs") * request.parameters.n > kMostValueLayers)
      request.last = request.parameters.n * request.parameters.d * request.parameters.D +
                     replay.network()->size();
    const TraceResult result = trace_input(request);
    m.open("p");
    m.text(fmt::format("G = ({}) δ refutes ", shown));
    m.element("a", id.substr(id.find('.') + 1), {{"href", "#" + reading.prefix + anchor_of(id)}});
    m.text(". Layers that change nothing are left out; ids and columns are in units of δ.");
    m.close();
    TraceTable(m, result).write(fmt::format("G = ({}) δ through the network", shown), kMostLayers);
    if (result.layers.size() > kMostLayers)
      m.element("p",
                fmt::format("{} more layers change something; verify trace shows them.",
                            result.layers.size() - kMostLayers),
                {{"class", "note"}});
  }
  if (inputs.size() > kMostTraces)
    m.element("p",
              fmt::format("{} more inputs stand in counterexamples.", inputs.size() - kMostTraces),
              {{"class", "note"}});
  m.close();
}

}  // namespace hardmax::report::html
