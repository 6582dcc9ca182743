#include "pattern/report.hpp"

#include "pattern/show.hpp"
#include "pattern/structured_assumption1.hpp"

namespace hardmax {
namespace {

const char* word(Decision d) {
  return d == Decision::yes ? "holds" : d == Decision::no ? "fails" : "undecided";
}

std::string plural(std::uint64_t count, const char* noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string range(std::uint64_t least, std::uint64_t most) {
  return least == most ? std::to_string(least)
                       : std::to_string(least) + ".." + std::to_string(most);
}

std::uint64_t total_edges(const PatternReport& report) {
  std::uint64_t edges = 0;
  for (const LayerFigures& f : report.figures) edges += f.edges;
  return edges;
}

std::string layers_of_gamma(const Assumption1& a) {
  constexpr std::size_t most = 24;
  std::string text;
  for (std::size_t i = 1; i < a.l.size(); ++i) {
    if (i > most) return text + " ...";
    text += (i > 1 ? " " : "") + std::to_string(a.l[i] + 1);
  }
  return text;
}

bool all_in_first_layer(const Assumption1& a) {
  for (std::size_t i = 1; i < a.l.size(); ++i) {
    if (a.l[i] != 0) return false;
  }
  return true;
}

std::string json_text(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7F) {
      out += '?';
    } else {
      out += c;
    }
  }
  out += '"';
  return out;
}

std::string json_texts(const std::vector<std::string>& lines) {
  std::string out = "[";
  for (const std::string& line : lines) out += (out.size() > 1 ? ", " : "") + json_text(line);
  return out + "]";
}

std::string json_number(std::uint64_t value) {
  const bool exact = value <= (std::uint64_t{1} << 53);
  return exact ? std::to_string(value) : "\"" + std::to_string(value) + "\"";
}

template <class Number>
std::string json_list(const std::vector<Number>& values, std::size_t from, std::uint64_t shift) {
  std::string out = "[";
  for (std::size_t i = from; i < values.size(); ++i)
    out += (i > from ? ", " : "") + std::to_string(values[i] + shift);
  return out + "]";
}

std::string json_pair(const std::optional<std::pair<std::size_t, std::size_t>>& pair) {
  if (!pair) return "null";
  return "[" + std::to_string(pair->first + 1) + ", " + std::to_string(pair->second + 1) + "]";
}

// The first token that the star is about, and how many are.
std::string star_json(const PatternReport& report, const PatternTheorem& theorem) {
  std::string out = "{\"words\": " + json_text(star_words(report, theorem)) + ", \"layer\": ";
  if (!report.star) return out + "null, \"token\": null, \"tokens\": 0}";
  return out + std::to_string(report.star->layer + 1) +
         ", \"token\": " + std::to_string(report.star->about[0].first + 1) +
         ", \"tokens\": " + std::to_string(count(report.star->about)) + "}";
}

}  // namespace

PatternReport report_pattern(const PatternRequest& request, bool star) {
  PatternReport report;
  report.star_asked = star;
  report.import = import_pattern(request);
  report.figures = layer_figures(report.import.pattern);
  report.assumption = decide_assumption1(report.import.pattern);
  if (star) report.star = find_star(report.import.pattern);
  return report;
}

std::string star_words(const PatternReport& report, const PatternTheorem& theorem) {
  const bool named = !theorem.name.empty();
  if (!report.star)
    return "none: in no layer all others see one token and themselves, and it sees all" +
           (named ? "; " + theorem.name + " says nothing of this graph" : "");
  std::string tokens;
  constexpr std::size_t most = 4;
  const Intervals& about = report.star->about;
  for (std::size_t i = 0; i < about.size() && i <= most; ++i)
    tokens +=
        (i == 0 ? "" : ", ") + (i == most ? "..." : range(about[i].first + 1, about[i].second));
  const bool one = count(about) == 1;
  std::string out = (one ? "about token " : "about each of the tokens ") + tokens + ", in layer " +
                    std::to_string(report.star->layer + 1) + " of " +
                    std::to_string(report.import.pattern.layers.size());
  if (named) out += "; " + theorem.name + ": " + theorem.says;
  if (!theorem.errata.empty())
    out += " (what was found wrong in its proof: " + theorem.errata + ")";
  return out;
}

bool has_too_few_layers(const PatternReport& report) {
  const Assumption1& a = report.assumption;
  const std::size_t layers = report.import.model_layers;
  return layers > 0 && a.self == Decision::yes && a.reach == Decision::yes && a.s > layers;
}

int exit_code(const PatternReport& report, bool any_layers) {
  const Assumption1& a = report.assumption;
  if (a.fails()) return 1;
  if (!a.holds()) return 2;
  return has_too_few_layers(report) && !any_layers ? 1 : 0;
}

PatternAnswer answer_of(const PatternReport& report, const PatternTheorem& theorem) {
  const Assumption1& a = report.assumption;
  const bool named = !theorem.name.empty();
  const std::string assumption =
      named ? "Assumption 1, what " + theorem.name + " asks of a pattern," : "Assumption 1";
  PatternAnswer answer;
  if (a.holds()) {
    answer.pattern = assumption + " holds";
    if (!theorem.says.empty()) answer.pattern += ": " + theorem.says;
    if (!theorem.errata.empty())
      answer.pattern += " (what was found wrong in its proof: " + theorem.errata + ")";
  } else if (a.fails()) {
    const char* which = a.self == Decision::no    ? "(1.1)"
                        : a.order == Decision::no ? "(1.2)"
                                                  : "(1.3)";
    answer.pattern = which;
    answer.pattern += " of Assumption 1 fails, and ";
    answer.pattern += named ? theorem.name : "the theorem";
    answer.pattern += " says nothing of this pattern";
    if (a.reach != Decision::no)
      answer.pattern += "; that says nothing against a model that has it";
  } else {
    answer.pattern = "whether " + assumption + " holds is undecided";
  }
  const std::size_t layers = report.import.model_layers;
  const std::string model = layers == 0 ? "" : "; the model has " + plural(layers, "layer");
  if (a.reach == Decision::yes) {
    answer.reach = "every token is reached from every other after " + plural(a.s, "layer") + model;
    if (has_too_few_layers(report)) {
      // With (1.1) what a token has heard of only grows from layer to layer.
      const std::string late = a.late
                                   ? fmt::format("its output at token {} cannot depend on token {}",
                                                 a.late->first + 1, a.late->second + 1)
                                   : "";
      if (report.import.model_sees_more)
        answer.reach += fmt::format(
            ", too few for the pattern as it is read{}; the model may see more, as the "
            "warnings say",
            late.empty() ? "" : ", with which " + late);
      else
        answer.reach += fmt::format("{}, and it is not universal", late.empty() ? "" : ": " + late);
    }
  } else if (a.reach == Decision::no) {
    answer.reach = "some token is never reached";
    if (a.unreached)
      answer.reach = "token " + std::to_string(a.unreached->first + 1) + " never hears of token " +
                     std::to_string(a.unreached->second + 1) +
                     ", whatever the number of layers: no model of this pattern is universal";
    if (report.import.model_sees_more)
      answer.reach += "; this model may see more, as the warnings say";
  } else {
    answer.reach = "how many layers it takes until every token is reached is undecided" + model;
  }
  return answer;
}

std::string what_is_left(const PatternReport& report) {
  const Assumption1& a = report.assumption;
  if (a.reach != Decision::no || report.import.pattern.n < 2 || !is_causal(report.import.pattern))
    return "";
  const char* footing = a.self == Decision::yes && a.order == Decision::yes
                            ? " (1.1) and (1.2) hold: the quantisation and the selective shift "
                              "along gamma keep their footing; the all-max shift, which makes "
                              "every column depend on all, has none, nor has what is built on it."
                            : "";
  return std::string(
             "The pattern is causal: no token attends to a later one, so the first column never "
             "depends on the others, whatever the network. No causal network maps every input to "
             "an arbitrary output, and (1.3) fails for n > 1.") +
         footing;
}

std::string pattern_text(const PatternReport& report, const PatternTheorem& theorem,
                         const PatternTheorem& of_stars) {
  const StructuredPattern& pattern = report.import.pattern;
  const Assumption1& a = report.assumption;
  const std::uint64_t n = pattern.n, edges = total_edges(report);
  std::string out = pattern.name + ": " + plural(n, "token") +
                    ", p = " + std::to_string(pattern.layers.size()) + "\n";
  const PatternAnswer answer = answer_of(report, theorem);
  out += "Pattern: " + answer.pattern + ".\nReach: " + answer.reach + ".\n";
  if (report.star_asked) out += "Star: " + star_words(report, of_stars) + ".\n";
  for (const std::string& line : report.import.understood) out += "  read as    " + line + "\n";
  out += "  edges      " + std::to_string(edges) + " of " + std::to_string(pattern.layers.size()) +
         " * " + std::to_string(n) + "^2, " + percentage(edges, pattern.layers.size(), n) + "\n";
  for (std::size_t l = 0; l < report.figures.size() && l < 8; ++l) {
    const LayerFigures& f = report.figures[l];
    out += "  layer " + std::to_string(l + 1) + "    " + std::to_string(f.edges) +
           " edges; a query sees " + range(f.least_keys, f.most_keys) + " keys";
    if (f.least_queries)
      out += ", a key is seen by " + range(*f.least_queries, *f.most_queries) + " queries";
    out += "\n";
  }
  if (report.figures.size() > 8)
    out += "  ...        " + std::to_string(report.figures.size() - 8) + " more layers\n";
  if (n <= terminal_tokens) {
    for (std::size_t l = 0; l < pattern.layers.size() && l < 4; ++l) {
      out += "\nlayer " + std::to_string(l + 1) +
             ", queries down, keys to the right, two queries a line\n" +
             terminal_picture(pattern, l);
    }
    out += "\n";
  }
  out += std::string("Assumption 1 ") +
         (a.holds()   ? "holds"
          : a.fails() ? "fails"
                      : "is undecided") +
         "\n";
  out += std::string("  (1.1)  ") + word(a.self) + ": " + explain_self(a, pattern) + "\n";
  out += std::string("  (1.2)  ") + word(a.order) + ": " + explain_order(a, pattern);
  if (a.order == Decision::yes && n > 1)
    out += all_in_first_layer(a) ? "; every l_i = 1" : "; l_i = " + layers_of_gamma(a);
  out += std::string("\n  (1.3)  ") + word(a.reach) + ": " + explain_reach(a, pattern) + "\n";
  if (a.late) {
    out += "         s is the least: token " + std::to_string(a.late->second + 1) +
           " is not in S^" + std::to_string(a.s - 1) + "_" + std::to_string(a.late->first + 1) +
           "\n";
  }
  if (const std::string left = what_is_left(report); !left.empty()) out += left + "\n";
  return out;
}

std::string pattern_json(const PatternReport& report, const PatternTheorem& theorem,
                         bool any_layers, const PatternTheorem& of_stars) {
  const StructuredPattern& pattern = report.import.pattern;
  const Assumption1& a = report.assumption;
  std::string out = "{\"tool\": \"hardmax\", \"pattern\": {\"name\": " + json_text(pattern.name) +
                    ", \"n\": " + std::to_string(pattern.n) +
                    ", \"p\": " + std::to_string(pattern.layers.size()) +
                    ", \"edges\": " + json_number(total_edges(report)) + ", \"layers\": [";
  for (std::size_t l = 0; l < report.figures.size(); ++l) {
    const LayerFigures& f = report.figures[l];
    out +=
        std::string(l > 0 ? ", " : "") + "{\"edges\": " + json_number(f.edges) + ", \"keys\": [" +
        std::to_string(f.least_keys) + ", " + std::to_string(f.most_keys) + "], \"queries\": " +
        (f.least_queries
             ? "[" + std::to_string(*f.least_queries) + ", " + std::to_string(*f.most_queries) + "]"
             : "null") +
        "}";
  }
  const PatternAnswer answer = answer_of(report, theorem);
  out += "]}, \"answer\": {\"pattern\": " + json_text(answer.pattern) +
         ", \"reach\": " + json_text(answer.reach) + ", \"model_layers\": " +
         (report.import.model_layers == 0 ? "null" : std::to_string(report.import.model_layers)) +
         "}, \"understood\": " + json_texts(report.import.understood) +
         ", \"warnings\": " + json_texts(report.import.warnings);
  out += ", \"assumption1\": {\"self\": {\"verdict\": \"" + std::string(word(a.self)) +
         "\", \"layer_and_token\": " + json_pair(a.without_self) +
         ", \"words\": " + json_text(explain_self(a, pattern)) + "}";
  out += ", \"order\": {\"verdict\": \"" + std::string(word(a.order)) + "\", \"gamma\": ";
  if (a.order != Decision::yes) {
    out += "null, \"canonical\": false, \"l\": null";
  } else {
    // A million entries that say nothing are not written.
    out += is_identity(a.gamma) ? "\"identity\"" : json_list(a.gamma, 0, 1);
    out += std::string(", \"canonical\": ") + (a.gamma_is_canonical ? "true" : "false") +
           ", \"l\": " + (all_in_first_layer(a) ? "\"all 1\"" : json_list(a.l, 1, 1));
  }
  out += ", \"words\": " + json_text(explain_order(a, pattern)) + "}";
  out += ", \"reach\": {\"verdict\": \"" + std::string(word(a.reach)) +
         "\", \"s\": " + (a.reach == Decision::yes ? std::to_string(a.s) : "null") +
         ", \"missing_before\": " + json_pair(a.late) +
         ", \"never_reached\": " + json_pair(a.unreached) +
         ", \"reached\": " + (a.unreached ? json_text(show_set(a.reached_set)) : "null") +
         ", \"words\": " + json_text(explain_reach(a, pattern)) + "}}";
  const std::string left = what_is_left(report);
  out += std::string(", \"holds\": ") + (a.holds() ? "true" : "false") +
         ", \"what_is_left\": " + (left.empty() ? "null" : json_text(left)) +
         (report.star_asked ? ", \"star\": " + star_json(report, of_stars) : "") +
         ", \"exit_code\": " + std::to_string(exit_code(report, any_layers)) + "}\n";
  return out;
}

}  // namespace hardmax
