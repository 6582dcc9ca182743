#include "report/farthest.hpp"

#include <fmt/core.h>

namespace hardmax::report {

using decide::FarthestResult;
using decide::QueryView;
using decide::VectorList;

namespace {

constexpr std::size_t kShownQueries = 20, kShownNumber = 400;

std::string vector_text(const std::vector<Rational>& vector) {
  std::string out;
  for (const Rational& x : vector) out += (out.empty() ? "" : ",") + x.str();
  if (out.size() > kShownNumber) {
    out.resize(kShownNumber);
    out += "...";
  }
  return "(" + out + ")";
}

std::string places(const std::vector<std::uint64_t>& list) {
  std::string out;
  for (std::size_t i = 0; i < list.size(); ++i)
    out += (i == 0 ? "" : i + 1 == list.size() ? " and " : ", ") + std::to_string(list[i]);
  return out;
}

std::string counted(std::uint64_t n, const char* one, const char* many) {
  return std::to_string(n) + " " + (n == 1 ? one : many);
}

std::string query_text(const QueryView& v) {
  const bool many = v.farthest.size() > 1;
  std::string out =
      fmt::format("{}: {} {} farthest, squared distance {}; output {}", vector_text(v.vector),
                  places(v.farthest), many ? "are" : "is", v.distance.str(), vector_text(v.output));
  if (v.kind == QueryView::Kind::tie) out += " is their mean, none of the vectors";
  if (v.kind == QueryView::Kind::other) out += " is neither one of them nor their mean";
  return out;
}

}  // namespace

int exit_code(const FarthestResult& result) { return result.found == result.queries ? 0 : 1; }

std::string farthest_text(const VectorList& list, const FarthestResult& result,
                          const FarthestPresentation& how) {
  std::string out;
  const auto line = [&](const std::string& key, const std::string& text) {
    out += fmt::format("{:<14} {}\n", key, text);
  };
  const std::uint64_t length = list.tuples.front().size();
  line("vectors", fmt::format("{}: {} of dimension {}", list.file, list.vectors.size(),
                              list.vectors.front().size()));
  line("tuples", fmt::format("{} of {}", result.tuples, counted(length, "vector", "vectors")));
  line("inner products", fmt::format("{} for a tuple, {} in all", result.products,
                                     (Rational(result.products) * Rational(result.tuples)).str()));
  line("one more each", fmt::format("{}, of a vector and its output, find the least: {}",
                                    result.queries, result.least.str()));
  std::size_t shown = 0;
  for (const QueryView& v : result.views) {
    if (shown++ == kShownQueries) {
      line("", "further ones are not shown (--json has more)");
      break;
    }
    line(result.tuples == 1 ? fmt::format("query {}", v.query)
                            : fmt::format("query {}.{}", v.tuple, v.query),
         query_text(v));
  }
  std::string answers = fmt::format("{} of {} get a vector that is farthest", result.found,
                                    counted(result.queries, "query", "queries"));
  if (result.ties != 0)
    answers += fmt::format("; {}: different vectors are farthest, the output is their mean",
                           counted(result.ties, "tie", "ties"));
  if (result.others != 0) answers += fmt::format("; {} get something else", result.others);
  line("answers", answers);
  if (!how.certificate.empty()) line("certificate", how.certificate);
  return out;
}

}  // namespace hardmax::report
