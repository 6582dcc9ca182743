// A whole certificate against the test claims: any answer but a crash, and 0 only for what says the
// same as an accepted one. (A certificate of a part of the claims can be true of other runs as
// well; among all of them there are claims that give every part of a run away.) One of kind
// "structural" against the claims that there are examples of: any answer; what is accepted is held
// against the network by the tests, and against verify by certificate/structural/mutate.py.
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "check/kind.hpp"

namespace {

// The certificate without its choice of claims: what it states of each is the same.
hardmax::check::Json without_choice(hardmax::check::Json certificate) {
  for (std::size_t i = 0; i < certificate.keys.size(); ++i)
    if (certificate.keys[i] == "only") certificate.items[i].text.clear();
  return certificate;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hardmax::check;
  static const Entries entries = load_entries(HARDMAX_TEST_ROOT "/certificate/claims");
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (text.find("structural") != std::string::npos) {
    static const Entries structural =
        load_entries(HARDMAX_TEST_ROOT "/certificate/structural/claims");
    if (check_certificate(text, structural).lines.empty()) std::abort();
  }
  if (check_certificate(text, entries).code != 0) return 0;
  const Json accepted = read_json(text);
  if (accepted.find("only") == nullptr) return 0;  // kind "box": each part has its own
  const std::string only = accepted.find("only")->text;
  if (std::string("yun2020b.").substr(0, only.size()) != only) return 0;
  for (const auto& file :
       std::filesystem::directory_iterator(HARDMAX_TEST_ROOT "/certificate/accept")) {
    std::ostringstream known;
    known << std::ifstream(file.path()).rdbuf();
    try {
      require_equal(without_choice(accepted), without_choice(read_json(known.str())), "");
      return 0;
    } catch (const Rejected&) {}
  }
  std::abort();  // accepted, and not known: look at it by hand
}
