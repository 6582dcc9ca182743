#include "decide/farthest.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "certificate/writer.hpp"
#include "exact/error.hpp"

namespace hardmax::decide {

namespace {

using subject::Reading;
using subject::Run;
using Vector = std::vector<Rational>;

Rational inner_product(const Vector& a, const Vector& b) {
  Rational sum;
  for (std::size_t r = 0; r < a.size(); ++r) sum += a[r] * b[r];
  return sum;
}

Rational squared_distance(const Vector& a, const Vector& b) {
  Rational sum;
  for (std::size_t r = 0; r < a.size(); ++r) sum += (a[r] - b[r]) * (a[r] - b[r]);
  return sum;
}

// Rows of a column that the answer stands in, from 0.
std::vector<std::size_t> answer_rows(const Run& run, std::size_t dimension) {
  return run.guarded([&] {
    Reading& reading = run.reading();
    const auto found = run.file().definitions.find("answer_row");
    if (found == run.file().definitions.end() || found->second.signature.arguments.size() != 1)
      throw subject::TermError("there is no definition answer_row(r); write it");
    std::vector<std::size_t> rows;
    for (std::size_t r = 1; r <= dimension; ++r) {
      const std::int64_t row = subject::whole_of(
          reading.defined("answer_row", {Rational(static_cast<std::int64_t>(r))}));
      if (row < 1 || row > static_cast<std::int64_t>(reading.rows()))
        throw subject::TermError("answer_row(" + std::to_string(r) + ") is no row of a column");
      rows.push_back(static_cast<std::size_t>(row - 1));
    }
    return rows;
  });
}

// Keys that heads on tokens look at, over all layers.
std::uint64_t products_of(const Run& run) {
  Reading& reading = run.reading();
  const std::string& network = run.file().states;
  std::uint64_t out = 0;
  for (std::uint64_t t = 1; t <= reading.size(network); ++t) {
    const auto layer = reading.layer(network, t);
    if (layer->idle() || !layer->on_tokens) continue;
    for (const std::int64_t k : reading.tokens())
      out += layer->parts.size() * reading.keys_at(network, t, k).size();
  }
  return out;
}

class Search {
 public:
  explicit Search(const FarthestRequest& request)
      : request_(request), run_(*request.run), list_(*request.list) {
    HARDMAX_REQUIRE(!list_.vectors.empty() && !list_.tuples.empty());
  }

  FarthestResult result() {
    rows_ = answer_rows(run_, list_.vectors.front().size());
    result_.tuples = list_.tuples.size();
    result_.queries = result_.tuples * list_.tuples.front().size();
    result_.all_shown = result_.queries <= request_.most_views;
    run_.guarded([&] {
      Reading& reading = run_.reading();
      result_.products = products_of(run_);
      for (std::uint64_t i = 0; i < result_.tuples; ++i) {
        reading.allow_steps(Reading::most_steps);
        compare(i, outputs_of_tuple(reading, i));
        if (request_.progress) request_.progress(i + 1, result_.tuples);
      }
      return 0;
    });
    if (request_.checksum) result_.sha256 = hash_.text();
    return std::move(result_);
  }

 private:
  static subject::Mat outputs_of_tuple(Reading& reading, std::uint64_t i) {
    const std::string& network = reading.file().states;
    const subject::Mat start = reading.start(reading.input(Rational(i)));
    return reading.run(network, reading.size(network), start);
  }

  void compare(std::uint64_t i, const subject::Mat& outputs) {
    const std::vector<std::uint64_t>& tuple = list_.tuples[i];
    if (outputs.columns != tuple.size())
      throw subject::TermError("the construction has " + std::to_string(outputs.columns) +
                               " tokens, and a tuple has " + std::to_string(tuple.size()) +
                               " vectors");
    for (std::size_t k = 0; k < tuple.size(); ++k) {
      QueryView view;
      view.tuple = i + 1;
      view.query = k + 1;
      view.vector = list_.vectors[tuple[k] - 1];
      for (const std::size_t row : rows_)
        view.output.push_back(outputs.numbers[row * outputs.columns + k]);
      search(tuple, view);
      count(std::move(view));
    }
  }

  // By distances, as the task is said; the construction has inner products.
  void search(const std::vector<std::uint64_t>& tuple, QueryView& view) const {
    for (std::size_t j = 0; j < tuple.size(); ++j) {
      const Rational distance = squared_distance(view.vector, list_.vectors[tuple[j] - 1]);
      if (view.farthest.empty() || view.distance < distance) {
        view.farthest.clear();
        view.distance = distance;
      }
      if (distance == view.distance) view.farthest.push_back(j + 1);
    }
    const auto vector = [&](std::uint64_t place) -> const Vector& {
      return list_.vectors[tuple[place - 1] - 1];
    };
    const bool found = std::any_of(view.farthest.begin(), view.farthest.end(),
                                   [&](std::uint64_t at) { return vector(at) == view.output; });
    Vector mean(view.vector.size());
    for (const std::uint64_t place : view.farthest)
      for (std::size_t r = 0; r < mean.size(); ++r) mean[r] += vector(place)[r];
    for (Rational& x : mean) x = x / Rational(view.farthest.size());
    view.kind = found                 ? QueryView::Kind::found
                : view.output == mean ? QueryView::Kind::tie
                                      : QueryView::Kind::other;
  }

  void count(QueryView view) {
    const Rational inner = inner_product(view.vector, view.output);
    if (counted_++ == 0 || inner < result_.least) result_.least = inner;
    const bool found = view.kind == QueryView::Kind::found;
    ++(found ? result_.found : view.kind == QueryView::Kind::tie ? result_.ties : result_.others);
    if (request_.checksum)
      hash_.add(fmt::format("{} {}: {}: {}: {}\n", view.tuple, view.query, line_of(view.farthest),
                            view.distance.str(), line_of(view.output)));
    if (!found && !result_.first) result_.first = view;
    if (result_.all_shown || (!found && result_.views.size() < request_.most_views))
      result_.views.push_back(std::move(view));
  }

  const FarthestRequest& request_;
  const Run& run_;
  const VectorList& list_;
  std::vector<std::size_t> rows_;
  std::uint64_t counted_ = 0;
  certificate::Sha256 hash_;
  FarthestResult result_;
};

}  // namespace

std::string line_of(const std::vector<std::uint64_t>& places) {
  std::string out;
  for (const std::uint64_t place : places) out += (out.empty() ? "" : " ") + std::to_string(place);
  return out;
}

std::string line_of(const std::vector<Rational>& vector) {
  std::string out;
  for (const Rational& x : vector) out += (out.empty() ? "" : " ") + x.str();
  return out;
}

FarthestResult find_farthest(const FarthestRequest& request) { return Search(request).result(); }

subject::Tables tables_of(const VectorList& list) {
  using Entries = subject::Tables::Entries;
  Entries vectors, tuples, count;
  const auto at = [](std::size_t a, std::size_t b) {
    return std::vector<subject::Tables::Argument>{{Rational(a + 1)}, {Rational(b + 1)}};
  };
  for (std::size_t v = 0; v < list.vectors.size(); ++v)
    for (std::size_t r = 0; r < list.vectors[v].size(); ++r)
      vectors.emplace(at(v, r), list.vectors[v][r]);
  for (std::size_t i = 0; i < list.tuples.size(); ++i)
    for (std::size_t k = 0; k < list.tuples[i].size(); ++k)
      tuples.emplace(at(i, k), Rational(list.tuples[i][k]));
  count.emplace(std::vector<subject::Tables::Argument>{}, Rational(list.tuples.size()));
  return subject::Tables::of(list.file, {{"listed_vector", std::move(vectors)},
                                         {"listed_tuple", std::move(tuples)},
                                         {"listed_tuples", std::move(count)}});
}

}  // namespace hardmax::decide
