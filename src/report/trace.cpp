#include "report/trace.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "discharge/facets.hpp"
#include "report/lines.hpp"

namespace hardmax::report {

namespace {

std::string token(Token t) { return std::to_string(t + 1); }
std::string value(const Rational& x) { return x.str(); }

class TraceText : private Lines {
 public:
  TraceText(const TraceRequest& request, const TraceResult& result)
      : request_(request), result_(result) {
    for (const Rational& id : result.start_ids) width_ = std::max(width_, id.str().size());
    for (const TraceLayer& layer : result.layers) {
      for (const Rational& id : layer.ids) width_ = std::max(width_, id.str().size());
    }
    what_ = std::string("layer  tokens").size();
    for (const TraceLayer& layer : result.layers) what_ = std::max(what_, title(layer).size());
  }

  std::string write() {
    const auto& [n, d, D] = request_.parameters;
    const Facets run = facets_of(request_);
    line("{:<10} n = {}, d = {}, delta = 1/{}   pattern {}", run.construction, n, d, D,
         request_.pattern->name());
    if (!request_.overrides.empty())
      line("changed    {}",
           joined(request_.overrides.canonical(), [](const std::string& s) { return s; }));
    line("input      X = {}", joined(request_.X, value));
    line("embedding  E = {}", joined(result_.E, value));
    line(
        "network    {} quantiser layers, {} selective shift, {} {}; those that change nothing are "
        "left out",
        result_.quantizer_layers, result_.selective_layers, result_.last_layers,
        run.pattern == nullptr ? run.last_layers()
                               : fmt::format("{}, {} x D^(nd) value layers", run.last_layers(), n));
    line("From here on in units of delta; the id of a column is u^T Z_k{}.",
         d == 1 ? ", which for d = 1 is its entry" : "");
    line("");
    std::vector<Rational> tokens;
    for (std::size_t k = 0; k < n; ++k) tokens.emplace_back(k + 1);
    row("layer  token", tokens);
    row("       ids of X + E", result_.start_ids);
    for (const TraceLayer& layer : result_.layers) {
      row(title(layer), layer.ids);
      for (const TraceChange& change : layer.changes) explain(layer, change);
    }
    line("");
    closing();
    return std::move(out_);
  }

 private:
  void row(const std::string& what, const std::vector<Rational>& numbers) {
    out_ += fmt::format("{:<{}} ", what, what_);
    for (const Rational& x : numbers) out_ += fmt::format(" {:>{}}", x.str(), width_);
    out_ += '\n';
  }

  std::string title(const TraceLayer& layer) const {
    const auto window = [&] {
      return layer.window
                 ? fmt::format("[{}, {})", layer.window->first.str(), layer.window->second.str())
                 : std::string();
    };
    const std::string number = fmt::format("{:>5}  ", layer.number);
    switch (layer.stage) {
      case TraceStage::quantize:
        return number + fmt::format("quantise {}: row {} {}in {}", layer.in_kind,
                                    layer.row.value_or(0) + 1, layer.outside ? "not " : "",
                                    window());
      case TraceStage::selective_shift: {
        const std::string bounds =
            layer.window ? fmt::format(", ids between {} and {}", layer.window->first.str(),
                                       layer.window->second.str())
                         : "";
        return number + fmt::format("attention {}: selective{}{}", layer.in_kind,
                                    layer.pattern_layer ? fmt::format(", pattern layer {}",
                                                                      *layer.pattern_layer + 1)
                                                        : "",
                                    bounds);
      }
      case TraceStage::all_max_shift:
        return number + fmt::format("attention {}: all-max, pattern layer {}", layer.in_kind,
                                    *layer.pattern_layer + 1);
      case TraceStage::global_shift:
        return number + fmt::format("attention {}: global shift", layer.in_kind);
      case TraceStage::value:
        return number + fmt::format("value {}: ids in {}", layer.in_kind, window());
    }
    return number;
  }

  std::string shown(const Column& column) const {
    return column.size() == 1 ? column[0].str() : "(" + joined(column, value, ",") + ")";
  }

  void explain(const TraceLayer& layer, const TraceChange& change) {
    std::string text = fmt::format("         token {}: {} -> {}", token(change.token),
                                   shown(change.before), shown(change.after));
    if (!change.heads.empty()) {
      text += fmt::format("   sees {};", joined(change.sees, token));
      for (const TraceHead& head : change.heads) {
        text +=
            fmt::format(" {} {} * {} of {}", head.weight.sign() < 0 ? "-" : "+",
                        abs(head.weight).str(), head.value.str(), joined(head.attends, token, "&"));
      }
    }
    if (layer.made_for) {
      std::string G;
      std::uint64_t rest = layer.made_for->first;
      const auto& [n, d, D] = request_.parameters;
      for (std::uint64_t i = 0; i < n * d; ++i, rest /= D)
        G = std::to_string(rest % D) + (G.empty() ? "" : "," + G);
      text +=
          fmt::format("   the layer of G = ({}) delta, token {}", G, token(layer.made_for->second));
    }
    line("{}", text);
  }

  void closing() {
    if (!result_.value_executed) {
      line("value mapping not executed to its end: {}", result_.value_left_out);
      return;
    }
    const auto columns = [&](const std::vector<Column>& list) {
      return joined(list, [&](const auto& c) { return shown(c); });
    };
    const std::string name = request_.target ? request_.target->name() : "identity";
    const std::string at = joined(
        result_.G, [](std::int64_t g) { return std::to_string(g); }, ",");
    if (result_.end == result_.wanted) {
      line("result     {} = f(G) at G = ({}) delta, f = {}", columns(result_.end), at, name);
    } else {
      line("result     {}", columns(result_.end));
      line("but f(G) = {} at G = ({}) delta, f = {}", columns(result_.wanted), at, name);
    }
  }

  const TraceRequest& request_;
  const TraceResult& result_;
  std::size_t width_ = 1;
  std::size_t what_ = 20;
};

}  // namespace

std::string trace_text(const TraceRequest& request, const TraceResult& result) {
  return TraceText(request, result).write();
}

}  // namespace hardmax::report
