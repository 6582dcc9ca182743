// The kept inputs of the importers' fuzzer, in every test run.
#include <catch2/catch.hpp>

#include <iterator>

#include "fuzz/import_fuzzer.cpp"

namespace fuzz_corpus_test {

TEST_CASE("import fuzzer: every kept input is imported or refused") {
  std::size_t count = 0;
  for (const auto& file :
       std::filesystem::directory_iterator(HARDMAX_TEST_ROOT "/fuzz/pattern/corpus")) {
    CAPTURE(file.path());
    std::ifstream in(file.path(), std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(in)), {});
    REQUIRE(LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                                   bytes.size()) == 0);
    ++count;
  }
  REQUIRE(count >= 25);
}

}  // namespace fuzz_corpus_test
