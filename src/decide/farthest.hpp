// Tuples of unit vectors, and a construction that is to find for each vector of a tuple the one
// that is farthest from it. Every output is compared with a search over the tuple. What the
// construction is stands in a file; of its names one is used here: answer_row(r), the row of a
// column that has entry r of the answer. Input i of the run is tuple i; a token is a vector of it.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "subject/run.hpp"

namespace hardmax::decide {

struct VectorList {
  std::string file;
  std::vector<std::vector<Rational>> vectors;      // of one dimension, each of length 1
  std::vector<std::vector<std::uint64_t>> tuples;  // numbers of vectors, from 1; of one length
};

// The answer for one vector of a tuple.
struct QueryView {
  std::uint64_t tuple = 0, query = 0;    // from 1
  std::vector<std::uint64_t> farthest;   // vectors of the tuple, by their places from 1
  Rational distance;                     // squared, to these
  std::vector<Rational> vector, output;  // that is asked for, and what comes out
  enum class Kind {
    found,  // one that is farthest comes out
    tie,    // different vectors are farthest, and their mean comes out, which is none of them
    other   // something else comes out
  } kind = Kind::found;
};

struct FarthestRequest {
  const subject::Run* run = nullptr;
  const VectorList* list = nullptr;
  std::size_t most_views = 1'000;
  bool checksum = false;  // of the certificate
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
};

struct FarthestResult {
  std::uint64_t tuples = 0, queries = 0, found = 0, ties = 0, others = 0;
  std::uint64_t products = 0;  // of vectors, for one tuple: queries times keys, over all heads
  Rational least;              // of the inner products of a vector and its answer
  // Every query if there are no more than `most_views`, else the first that are not `found`.
  std::vector<QueryView> views;
  bool all_shown = false;
  std::optional<QueryView> first;  // of a query that is not `found`
  std::string sha256;  // over a line "TUPLE QUERY: FARTHEST: DISTANCE: OUTPUT" of each query
};

// Numbers and entries with a blank between.
std::string line_of(const std::vector<std::uint64_t>& places);
std::string line_of(const std::vector<Rational>& vector);

// Errors  InvalidInput (file); LimitReached.
FarthestResult find_farthest(const FarthestRequest& request);

// The tables that bring these vectors and tuples to a construction: listed_vector(v, r),
// listed_tuple(i, k) and listed_tuples.
subject::Tables tables_of(const VectorList& list);

}  // namespace hardmax::decide
