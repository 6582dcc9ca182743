// The page of a certificate about a construction on ids: its ids along the stages, beside those of
// what the source prints.
#include <catch2/catch.hpp>

#include "process.hpp"

namespace phases_test {

using namespace testing;

namespace {

const std::string kRoot = HARDMAX_ROOT;

std::string page_of(const std::string& run, const std::string& folder) {
  const TemporaryFolder scratch;
  const std::string file = (scratch / "c.cert").string();
  const Finished made = verify(words(run + " --progress none --certificate " + file));
  INFO(made.out << made.err);
  REQUIRE(made.exit_code == 0);
  const auto once = [&] {
    const Finished page = verify({"report", file, "--format", "html", "--claims", folder});
    INFO(page.err);
    REQUIRE(page.exit_code == 0);
    return page.out;
  };
  const std::string page = once();
  CHECK(page == once());
  return page;
}

}  // namespace

TEST_CASE("phases: the page has the ids of the last input behind each stage, and as printed") {
  const std::string page =
      page_of("--construction bigbird --n 2 --d 1 --delta 1/2 --only A.2.2.lemma3",
              kRoot + "/proofs/bigbird");
  CHECK(contains(page, "for the last input, (1/2, 1/2)"));
  // In steps of 1/2: 38 after phase 1, S_2 = 430 after phase 2, and 430 + 1017 * 430 at the end.
  const auto row = [](const std::string& name, const std::string& ids) {
    std::string out = "<th scope=\"row\">" + name + "</th>";
    for (const std::string& id : words(ids)) out += "<td class=\"n\">" + id + "</td>";
    return out;
  };
  const std::size_t printed = page.find("<caption>Ids as printed</caption>");
  REQUIRE(printed != std::string::npos);
  const std::string certified = page.substr(0, printed), rest = page.substr(printed);
  CHECK(contains(certified, row("start", "8 1 5")));
  CHECK(contains(certified, row("low, 1", "8 22 5")));
  CHECK(contains(certified, row("high, 1", "76 22 5")));
  CHECK(contains(certified, row("low, 2", "76 22 218")));
  CHECK(contains(certified, row("high, 2", "860 22 218")));
  CHECK(contains(certified, row("spread", "222566 874642 874838")));
  CHECK(contains(rest, row("low, 1", "8 1 5")));
  CHECK(contains(page, "aria-label=\"Ids by stage, logarithmic."));
}

TEST_CASE("phases: a network of another shape has no such section") {
  const std::string folder = kRoot + "/examples/above_mean";
  const std::string page = page_of(folder + " --n 2 --delta 1/2", folder);
  CHECK_FALSE(contains(page, "Ids along the stages"));
}

}  // namespace phases_test
