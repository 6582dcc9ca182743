#include <catch2/catch.hpp>

#include "claim/lookup.hpp"

namespace lookup_test {

using namespace hardmax::claim;
using Ids = std::vector<std::string>;

namespace {

std::vector<Entry> entries(const Ids& ids, const Ids& borrowed = {}) {
  std::vector<Entry> all;
  for (const std::string& id : ids) {
    Entry entry;
    entry.id = id;
    all.push_back(entry);
  }
  for (const std::string& id : borrowed) {
    Entry entry;
    entry.id = id;
    entry.borrowed = true;
    all.push_back(entry);
  }
  return all;
}

const std::vector<Entry> kEntries =
    entries({"a.E.2.4.eq10", "a.E.2.4.eq10.repaired", "a.E.3.Lemma8", "a.E.3.Lemma8.count",
             "b.5.3.lemma7", "b.E.2.4.eq11", "c.x"},
            {"d.E.9.only"});

}  // namespace

TEST_CASE("lookup: an id as it is, in any case, without its paper") {
  CHECK(ids_written(kEntries, "a.E.2.4.eq10") == Ids{"a.E.2.4.eq10"});
  CHECK(ids_written(kEntries, "A.e.2.4.EQ10") == Ids{"a.E.2.4.eq10"});
  CHECK(ids_written(kEntries, "E.2.4.eq11") == Ids{"b.E.2.4.eq11"});
  CHECK(ids_written(kEntries, "x") == Ids{"c.x"});
  CHECK(ids_written(kEntries, "d.E.9.only").empty());  // it is not asked for
  CHECK(ids_written(kEntries, "").empty());
}

TEST_CASE("lookup: a part of an id, as a paper prints it") {
  CHECK(ids_written(kEntries, "Lemma 7") == Ids{"b.5.3.lemma7"});
  CHECK(ids_written(kEntries, "(11)") == Ids{"b.E.2.4.eq11"});
  CHECK(ids_written(kEntries, "(10)") == Ids{"a.E.2.4.eq10"});
  CHECK(ids_written(kEntries, "Lemma 8") == Ids{"a.E.3.Lemma8"});
  CHECK(ids_written(kEntries, "3") == Ids{"a.E.3.Lemma8", "a.E.3.Lemma8.count", "b.5.3.lemma7"});
  CHECK(ids_written(kEntries, "lemma").empty());
  CHECK(ids_written(kEntries, "()").empty());
}

TEST_CASE("lookup: the start of ids") {
  CHECK(prefix_written(kEntries, "") == "");
  CHECK(prefix_written(kEntries, "a.E.2") == "a.E.2");
  CHECK(prefix_written(kEntries, "A.e.2") == "a.E.2");
  CHECK(prefix_written(kEntries, "e.3.lemma8") == "a.E.3.Lemma8");
  CHECK_FALSE(prefix_written(kEntries, "E.2.4"));  // of a, or of b
  CHECK(prefix_written(kEntries, "E.2.4", "b") == "b.E.2.4");
  CHECK(prefix_written(kEntries, "Lemma 7") == "b.5.3.lemma7");
  CHECK(prefix_written(kEntries, "(10)") == "a.E.2.4.eq10");
  CHECK_FALSE(prefix_written(kEntries, "3"));
  CHECK_FALSE(prefix_written(kEntries, "d.E"));
  CHECK_FALSE(prefix_written(kEntries, "nothing"));
}

TEST_CASE("lookup: a part that stands in several papers, and at the start of several ids") {
  const auto several = entries({"a.D.3.Lemma7.one", "a.D.3.Lemma7.two", "b.5.3.lemma7"});
  CHECK(prefix_written(several, "Lemma 7", "a") == "a.D.3.Lemma7");
  CHECK(prefix_written(several, "lemma7", "b") == "b.5.3.lemma7");
  CHECK_FALSE(prefix_written(several, "Lemma 7"));
  CHECK(prefix_written(several, "Lemma 7", "c") == "b.5.3.lemma7");  // the one that ends so
}

TEST_CASE("lookup: what may be meant") {
  CHECK(ids_meant(kEntries, "a.E.2.4.eq1O") == "; do you mean 'a.E.2.4.eq10', 'b.E.2.4.eq11'?");
  CHECK(ids_meant(kEntries, "lemma9") == "");
  CHECK(ids_meant(kEntries, "emma8") == "; do you mean 'a.E.3.Lemma8', 'a.E.3.Lemma8.count'?");
  CHECK(ids_meant(kEntries, "5.3.lema7") == "; do you mean 'b.5.3.lemma7'?");
}

}  // namespace lookup_test
