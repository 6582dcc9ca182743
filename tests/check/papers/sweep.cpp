// `run` and `derived` of a sweep (FORMAT.md, "Runs of yun2020a and sparsebert"), and its names.
#include "papers/sweep.hpp"

#include "check/text.hpp"

namespace hardmax::check {
namespace {

constexpr Type N = Type::Num;
constexpr Known known_names[] = {{"n", "", N, SweepName::n},
                                 {"d", "", N, SweepName::d},
                                 {"D", "", N, SweepName::D},
                                 {"q", "", N, SweepName::q},
                                 {"delta", "", N, SweepName::delta},
                                 {"positional", "", N, SweepName::positional},
                                 {"extended", "", N, SweepName::extended},
                                 {"G", "INN", N, SweepName::G},
                                 {"category", "I", N, SweepName::category},
                                 {"columns", "I", N, SweepName::columns},
                                 {"sorted", "I", N, SweepName::sorted},
                                 {"shift", "", N, SweepName::shift},
                                 {"c", "", N, SweepName::c},
                                 {"layers", "W", N, SweepName::layers},
                                 {"heads", "N", N, SweepName::heads},
                                 {"v", "NIN", N, SweepName::v},
                                 {"z", "IN", N, SweepName::z},
                                 {"zt", "IN", N, SweepName::zt},
                                 {"id", "IN", N, SweepName::id},
                                 {"entry", "NINN", N, SweepName::entry},
                                 {"head", "NNIN", N, SweepName::head},
                                 {"swapped", "NINNN", N, SweepName::swapped},
                                 {"qbreaks", "NN", Type::Set, SweepName::qbreaks},
                                 {"qmap", "NNN", N, SweepName::qmap},
                                 {"qstep", "NNN", N, SweepName::qstep},
                                 {"q_hidden", "N", N, SweepName::q_hidden},
                                 {"q_pieces", "N", N, SweepName::q_pieces},
                                 {"q_flat", "N", N, SweepName::q_flat},
                                 {"zeroed", "INN", N, SweepName::zeroed},
                                 {"zeroed_R2", "INN", N, SweepName::zeroed_R2},
                                 {"planted", "ININN", N, SweepName::planted},
                                 {"planted_R2", "ININN", N, SweepName::planted_R2}};

}  // namespace

// Of sparsebert there is no value mapping, which the last names are about.
const Vocabulary& SweepRun::names() const {
  static const std::vector<const char*> words = {"quantize", "selective_shift",
                                                 "global_shift"};  // in the order of SweepStage
  static const Vocabulary all{{std::begin(known_names), std::end(known_names)}, words},
      without_values{{std::begin(known_names), std::end(known_names) - 4}, words};
  return paper_.extended_grid ? all : without_values;
}

void SweepRun::read(const Json& stated) {
  require_keys(stated, {"construction", "n", "d", "D", "inputs", "encodings", "overrides"}, "run");
  const std::uint64_t n = integer(text(stated, "n", "run."), 2, "run.n"),
                      d = integer(text(stated, "d", "run."), 1, "run.d");
  run_.D = integer(text(stated, "D", "run."), 2, "run.D");
  if (n > 8192 ||
      (2 * n + 2) * d * static_cast<std::uint64_t>(64 - __builtin_clzll(run_.D)) > 1 << 18)
    throw Incomplete("run: n > 8192, or D^((2n+2)d) of more than 2^18 bits");
  run_.n = static_cast<unsigned>(n), run_.d = static_cast<unsigned>(d);
  const std::string &inputs = text(stated, "inputs", "run."),
                    &encodings = text(stated, "encodings", "run.");
  require(encodings == "none" || encodings == "positional", "run.encodings", encodings,
          "that it must be none or positional");
  run_.positional = encodings == "positional";
  const bool extended = paper_.extended_grid && !run_.positional;
  require(inputs == "grid" || (inputs == "extended" && extended), "run.inputs", inputs,
          extended ? "that it must be grid or extended" : "that it must be grid");
  run_.extended = inputs == "extended";
  static_cast<Overrides&>(run_) = read_overrides(stated, n, false);
}

Json SweepRun::derived() const {
  return Json::object({{"E", listed(E_, 1)},
                       {"shift", shift_.text()},
                       {"c", c_.text()},
                       {"layers", std::to_string(layers_.size() - 1)}});
}

SweepRun::SweepRun(const SweepPaper& paper, const Json& stated, const Json& stated_derived,
                   std::uint64_t most)
    : paper_(paper) {
  read(stated);
  build(most);
  require_equal(stated_derived, derived(), "derived");
}

}  // namespace hardmax::check
