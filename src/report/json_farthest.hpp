// The JSON object of data/task1.schema.json; a template, as one file of the room alone includes
// the library.
#pragma once
#include <string>

#include "report/farthest.hpp"

namespace hardmax::report {

template <class Json>
struct FarthestJson {
  static Json vector(const std::vector<Rational>& entries) {
    Json out = Json::array();
    for (const Rational& x : entries) out.push_back(x.str());
    return out;
  }

  static Json query(const decide::QueryView& v) {
    static const char* const kinds[] = {"found", "tie", "other"};
    return {{"tuple", v.tuple},
            {"query", v.query},
            {"vector", vector(v.vector)},
            {"farthest", v.farthest},
            {"squared_distance", v.distance.str()},
            {"output", vector(v.output)},
            {"answer", kinds[static_cast<int>(v.kind)]}};
  }

  static Json of(const decide::VectorList& list, const decide::FarthestResult& result,
                 const FarthestPresentation& how) {
    Json json = {{"tool", "hardmax"},
                 {"version", how.tool_version},
                 {"file", list.file},
                 {"vectors", list.vectors.size()},
                 {"dimension", list.vectors.front().size()},
                 {"tuples", result.tuples},
                 {"length", list.tuples.front().size()},
                 {"inner_products",
                  {{"of_a_tuple", result.products},
                   {"all", (Rational(result.products) * Rational(result.tuples)).str()},
                   {"more", std::to_string(result.queries)}}},
                 {"least_inner_product", result.least.str()},
                 {"queries",
                  {{"all", result.queries},
                   {"found", result.found},
                   {"ties", result.ties},
                   {"others", result.others}}},
                 {"shown", Json::array()},
                 {"all_shown", result.all_shown}};
    for (const decide::QueryView& v : result.views) json["shown"].push_back(query(v));
    if (!how.certificate.empty())
      json["certificate"] = {{"file", how.certificate}, {"kind", "vectors"}};
    json["verdict"] = exit_code(result) == 0 ? "found" : "not_found";
    json["exit_code"] = exit_code(result);
    return json;
  }
};

}  // namespace hardmax::report
