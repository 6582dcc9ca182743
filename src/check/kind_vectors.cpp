// Certificates of kind "vectors" (FORMAT.md): tuples of unit vectors, and what the construction
// that the file beside the claims describes gives for each vector of a tuple, beside a search for
// the one that is farthest from it. Of the names of the file one is used: answer_row(r), the row of
// a column that has entry r of the answer.
#include "check/answer.hpp"
#include "check/constructions.hpp"
#include "check/cost.hpp"
#include "check/described_run.hpp"
#include "check/fault.hpp"
#include "check/hash.hpp"
#include "check/kind.hpp"

namespace hardmax::check {
namespace {

using Vector = std::vector<Num>;
constexpr std::size_t most_entries = std::size_t{1} << 20;  // of all vectors, and of all tuples

Num product(const Vector& a, const Vector& b) {
  Num out;
  for (std::size_t r = 0; r < a.size(); ++r) out = out + a[r] * b[r];
  return out;
}
Num squared_distance(const Vector& a, const Vector& b) {
  Num out;
  for (std::size_t r = 0; r < a.size(); ++r) out = out + (a[r] - b[r]) * (a[r] - b[r]);
  return out;
}

struct Listed {
  std::vector<Vector> vectors = {};
  std::vector<std::vector<std::size_t>> tuples = {};  // places of vectors, from 0
};

// Each list has one length, and there is a list.
Listed listed_in(const Json& run) {
  Listed out;
  std::size_t entries = 0;
  const auto bounded = [&](const std::string& where, std::size_t size, std::size_t of_first) {
    require(size >= 1 && size == of_first, where, std::to_string(size) + " items",
            std::to_string(std::max<std::size_t>(of_first, 1)));
    if ((entries += size) > 2 * most_entries)
      throw Incomplete("run: more than 2^21 entries of vectors and tuples");
  };
  const auto lists = [&](const char* key, const auto& read) {
    const Json& all = member(run, key, Json::Kind::array, "run.");
    require(!all.items.empty(), std::string("run.") + key, "none", "that there must be one");
    for (std::size_t i = 0; i < all.items.size(); ++i) {
      const std::string where = std::string("run.") + key + "[" + std::to_string(i) + "]";
      require_kind(all.items[i], Json::Kind::string, where);
      read(split(all.items[i].text), where);
    }
  };
  lists("vectors", [&](const std::vector<std::string>& items, const std::string& where) {
    bounded(where, items.size(), out.vectors.empty() ? items.size() : out.vectors[0].size());
    Vector vector;
    for (const std::string& item : items) vector.push_back(rational(item, where));
    const Num length = product(vector, vector);
    require(HARDMAX_FAULT(check_vectors_unit, length == Num(1), true), where,
            std::to_string(items.size()) + " entries", "a squared length of " + length.text());
    out.vectors.push_back(std::move(vector));
  });
  lists("tuples", [&](const std::vector<std::string>& items, const std::string& where) {
    bounded(where, items.size(), out.tuples.empty() ? items.size() : out.tuples[0].size());
    std::vector<std::size_t> tuple;
    for (const std::string& item : items) {
      tuple.push_back(integer(item, 1, where) - 1);
      require(tuple.back() < out.vectors.size(), where, item, "no vector of that number");
    }
    out.tuples.push_back(std::move(tuple));
  });
  return out;
}

// A run of the kind `construction` that brings these.
Json described_run(const Json& stated, const Listed& listed) {
  const auto table = [](const auto& rows, const auto& text) {
    std::vector<Json> out;
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t k = 0; k < rows[i].size(); ++k)
        out.emplace_back(std::to_string(i + 1) + " " + std::to_string(k + 1) + "=" +
                         text(rows[i][k]));
    return Json::array(std::move(out));
  };
  const Json vectors = table(listed.vectors, [](const Num&x) { return x.text(); }),
             tuples =
                 table(listed.tuples, [](std::size_t place) { return std::to_string(place + 1); });
  return Json::object(
      {{"construction", member(stated, "construction", Json::Kind::string, "run.")},
       {"sha256", member(stated, "sha256", Json::Kind::string, "run.")},
       {"parameters", Json::array({"n=" + std::to_string(listed.tuples[0].size()),
                                   "d=" + std::to_string(listed.vectors[0].size())})},
       {"pattern", Json::array()},
       {"variants", member(stated, "variants", Json::Kind::array, "run.")},
       {"tables", Json::object({{"listed_vector", vectors},
                                {"listed_tuple", tuples},
                                {"listed_tuples",
                                 Json::array({"=" + std::to_string(listed.tuples.size())})}})},
       {"changes", Json::array()}});
}

std::string joined(const auto& items, const auto& text) {
  std::string out;
  for (const auto& item : items) out += (out.empty() ? "" : " ") + text(item);
  return out;
}

class Search {
 public:
  Search(const DescribedRun& run, const Described& of, const Listed& listed)
      : run_(run), listed_(listed) {
    const auto found = of.names.definitions.find("answer_row");
    if (found == of.names.definitions.end() || found->second.arguments != 1)
      throw Unreadable(of.file + ": there is no definition answer_row(r); write it");
    const World& world = run.world();
    for (std::size_t r = 1; r <= listed.vectors[0].size(); ++r) {
      const Num row = world.call(found->second.place, {Quantity::of(number_of(r))}).number();
      if (!row.is_integer() || row < Num(1) || number_of(world.space().rows) < row)
        throw Unreadable(of.file + ": answer_row is " + row.text() + ", which is no row");
      rows_.push_back(static_cast<unsigned>(*row.small_integer()));
    }
    require(world.space().tokens.size() == listed.tuples[0].size(), "run.tuples",
            std::to_string(listed.tuples[0].size()) + " vectors each",
            "that the construction has " + std::to_string(world.space().tokens.size()) + " tokens");
    require(run.inputs() == listed.tuples.size(), "run.tuples",
            std::to_string(listed.tuples.size()) + " tuples",
            "that the construction has " + std::to_string(run.inputs()) + " inputs");
    products_ = world.looked_at(of.states);
  }

  // The members of `result`.
  Json found() {
    Course course(listed_.tuples.size(), "tuples");
    for (std::size_t i = 0; i < listed_.tuples.size(); ++i) {
      for (std::size_t k = 0; k < listed_.tuples[i].size(); ++k) query(i, k);
      if (i % 64 == 63) course.done(64);
    }
    return Json::object({{"queries", std::to_string(found_ + ties_ + others_)},
                         {"found", std::to_string(found_)},
                         {"ties", std::to_string(ties_)},
                         {"others", std::to_string(others_)},
                         {"first", first_},
                         {"products", products_.text()},
                         {"least", least_.text()},
                         {"sha256", hash_.text()}});
  }
  std::string words() const {
    const std::size_t tuples = listed_.tuples.size();
    return std::to_string(tuples) + (tuples == 1 ? " tuple, " : " tuples, ") +
           std::to_string(found_ + ties_ + others_) + " queries: " + std::to_string(found_) +
           " get a vector that is farthest, " + std::to_string(ties_) + " the mean of several, " +
           std::to_string(others_) + " something else";
  }

 private:
  // The answer to vector k of tuple i, and the search over the tuple, by distances.
  void query(std::size_t i, std::size_t k) {
    const std::vector<std::size_t>& tuple = listed_.tuples[i];
    const Vector& vector = listed_.vectors[tuple[k]];
    const unsigned rows = run_.tokens() / static_cast<unsigned>(tuple.size());
    Vector output;
    for (const unsigned row : rows_)
      output.push_back(run_.id(i, static_cast<unsigned>(k) * rows + row));
    std::vector<std::size_t> farthest;
    Num most;
    for (std::size_t j = 0; j < tuple.size(); ++j) {
      const Num distance = squared_distance(vector, listed_.vectors[tuple[j]]);
      if (farthest.empty() || most < distance) farthest.clear(), most = distance;
      if (HARDMAX_FAULT(check_vectors_ties, distance == most, distance == most && farthest.empty()))
        farthest.push_back(j);
    }
    bool is_one = false;
    Vector mean(vector.size());
    for (const std::size_t j : farthest) {
      const Vector& other = listed_.vectors[tuple[j]];
      is_one = is_one || other == output;
      for (std::size_t r = 0; r < mean.size(); ++r) mean[r] = mean[r] + other[r];
    }
    for (Num& x : mean) x = x / number_of(farthest.size());
    const bool is_mean = HARDMAX_FAULT(check_vectors_mean, output == mean, true);
    ++(is_one ? found_ : is_mean ? ties_ : others_);
    const Num inner = product(vector, output);
    if (found_ + ties_ + others_ == 1 || inner < least_) least_ = inner;
    const auto place = [](std::size_t j) { return std::to_string(j + 1); };
    const auto entry = [](const Num& x) { return x.text(); };
    const std::string far = joined(farthest, place), out = joined(output, entry);
    hash_.add(place(i) + " " + place(k) + ": " + far + ": " + most.text() + ": " + out + "\n");
    if (is_one || !first_.items.empty()) return;
    first_ = Json::object({{"tuple", place(i)},
                           {"query", place(k)},
                           {"farthest", far},
                           {"distance", most.text()},
                           {"output", out}});
  }

  const DescribedRun& run_;
  const Listed& listed_;
  std::vector<unsigned> rows_;  // from 1
  Num products_, least_;
  std::uint64_t found_ = 0, ties_ = 0, others_ = 0;
  Json first_ = Json::object({});  // that gets none that is farthest
  Sha256 hash_;
};

}  // namespace

Report check_vectors(const Json& certificate, const Entries& entries) {
  require_keys(certificate, {"format", "version", "kind", "run", "result"}, "certificate");
  const Json &stated = member(certificate, "run", Json::Kind::object, ""),
             &result = member(certificate, "result", Json::Kind::object, "");
  require_keys(stated, {"construction", "sha256", "variants", "vectors", "tuples"}, "run");
  const std::string& id = text(stated, "construction", "run.");
  const Described of = file_beside(id, entries);
  if (of.names.parameters != std::vector<std::string>{"n", "d"} || of.machine || of.decoder ||
      !of.inputs || of.pattern_required || !of.hypotheses.empty() ||
      of.tables != std::vector<std::string>{"listed_vector", "listed_tuple", "listed_tuples"})
    throw Incomplete("the construction " + id +
                     " is none of n vectors of d entries that a run brings in the tables "
                     "listed_vector, listed_tuple and listed_tuples");
  const Listed listed = listed_in(stated);
  DescribedRun run(described_run(stated, listed), of, entries);
  const std::string found_digest = run.digest_with_names();
  require(HARDMAX_FAULT(check_vectors_sha256, text(stated, "sha256", "run.") == found_digest, true),
          "run.sha256", text(stated, "sha256", "run."),
          "that the construction beside the claims has " + found_digest);
  run.open();
  Search search(run, of, listed);
  const Json found = search.found();
  require_equal(HARDMAX_FAULT(check_vectors_result, result, found), found, "result");
  std::string about = of.id;
  for (const Json& variant : stated.find("variants")->items) about += ", " + variant.text;
  return {
      0,
      {"accepted: " + search.words() + "; " + about + ", " + std::to_string(listed.vectors.size()) +
       " vectors of dimension " + std::to_string(listed.vectors[0].size()) + ", tuples of " +
       std::to_string(listed.tuples[0].size())}};
}

}  // namespace hardmax::check
