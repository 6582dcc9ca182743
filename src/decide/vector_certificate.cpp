#include "decide/vector_certificate.hpp"

#include "certificate/writer.hpp"
#include "decide/machine_certificate.hpp"
#include "exact/error.hpp"
#include "subject/binding.hpp"

namespace hardmax::decide {

std::string certify_vectors(const subject::Run& run, const VectorList& list,
                            const FarthestResult& result) {
  HARDMAX_REQUIRE(!result.sha256.empty());
  std::vector<std::string> vectors, tuples;
  for (const auto& vector : list.vectors) vectors.push_back(line_of(vector));
  for (const auto& tuple : list.tuples) tuples.push_back(line_of(tuple));
  certificate::Writer w("vectors");
  w.key("run");
  w.open('{');
  write_construction(w, run);
  w.list("vectors", vectors);
  w.list("tuples", tuples);
  w.close('}');
  w.key("result");
  w.open('{');
  w.field("queries", std::to_string(result.queries));
  w.field("found", std::to_string(result.found));
  w.field("ties", std::to_string(result.ties));
  w.field("others", std::to_string(result.others));
  w.key("first");
  w.open('{');
  if (result.first) {
    w.field("tuple", std::to_string(result.first->tuple));
    w.field("query", std::to_string(result.first->query));
    w.field("farthest", line_of(result.first->farthest));
    w.field("distance", result.first->distance.str());
    w.field("output", line_of(result.first->output));
  }
  w.close('}');
  w.field("products", std::to_string(result.products));
  w.field("least", result.least.str());
  w.field("sha256", result.sha256);
  w.close('}');
  return w.finish();
}

}  // namespace hardmax::decide
