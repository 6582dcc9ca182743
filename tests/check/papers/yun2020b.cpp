// The construction of yun2020b as the replay asks for it: its `run` and `derived`, and its names.
#include "papers/yun2020b.hpp"

#include <algorithm>

#include "check/text.hpp"
#include "papers/papers.hpp"
#include "papers/yun2020b_stages.hpp"

namespace hardmax::check {
namespace {

constexpr Type N = Type::Num;
constexpr Known known_names[] = {{"n", "", N, Name::n},
                                 {"d", "", N, Name::d},
                                 {"D", "", N, Name::D},
                                 {"p", "", N, Name::p},
                                 {"s", "", N, Name::s},
                                 {"delta", "", N, Name::delta},
                                 {"Delta", "", N, Name::Delta},
                                 {"c", "", N, Name::c},
                                 {"shift", "", N, Name::shift},
                                 {"gamma", "N", N, Name::gamma},
                                 {"l", "N", N, Name::l},
                                 {"A", "NN", Type::Set, Name::A},
                                 {"E", "N", N, Name::E},
                                 {"S", "NN", Type::Set, Name::S},
                                 {"layers", "W", N, Name::layers},
                                 {"mask", "N", N, Name::mask},
                                 {"heads", "N", N, Name::heads},
                                 {"bq", "NN", N, Name::bq},
                                 {"G", "INN", N, Name::G},
                                 {"entry", "NINN", N, Name::entry},
                                 {"v", "NIN", N, Name::v},
                                 {"head", "NNIN", N, Name::head},
                                 {"z", "IN", N, Name::z},
                                 {"zt", "IN", N, Name::zt},
                                 {"M", "NIN", N, Name::M},
                                 {"id", "IN", N, Name::id},
                                 {"f", "INN", N, Name::f},
                                 {"out", "INN", N, Name::out},
                                 {"qbreaks", "NN", Type::Set, Name::qbreaks},
                                 {"qmap", "NNN", N, Name::qmap},
                                 {"q_hidden", "N", N, Name::q_hidden},
                                 {"q_pieces", "N", N, Name::q_pieces},
                                 {"q_flat", "N", N, Name::q_flat},
                                 {"v_hidden", "N", N, Name::v_hidden},
                                 {"v_pieces", "N", N, Name::v_pieces},
                                 {"v_flat", "N", N, Name::v_flat},
                                 {"v_low", "N", N, Name::v_low},
                                 {"v_high", "N", N, Name::v_high},
                                 {"out_R2", "INN", N, Name::out_R2},
                                 {"out_R3", "INN", N, Name::out_R3},
                                 {"moves", "IN", N, Name::moves},
                                 {"planted", "ININN", N, Name::planted},
                                 {"planted_back", "ININN", N, Name::planted_back},
                                 {"planted_R2", "ININN", N, Name::planted_R2},
                                 {"planted_R3", "ININN", N, Name::planted_R3}};

Parameters read_run(const Json& stated) {
  require_keys(stated, {"construction", "n", "d", "D", "pattern", "target", "overrides"}, "run");
  Parameters run;
  const std::uint64_t n = integer(text(stated, "n", "run."), 2, "run.n"),
                      d = integer(text(stated, "d", "run."), 1, "run.d");
  run.D = integer(text(stated, "D", "run."), 2, "run.D");
  if (n > 8192 || (n * d + 1) * static_cast<std::uint64_t>(64 - __builtin_clzll(run.D)) > 1 << 18)
    throw Incomplete("run: n > 8192, or D^(nd) of more than 2^18 bits");
  run.n = static_cast<unsigned>(n), run.d = static_cast<unsigned>(d);
  run.A = pattern(member(stated, "pattern", Json::Kind::array, "run."), run.n, "run.pattern");
  run.target = text(stated, "target", "run.");
  if (run.target.substr(0, 6) == "table ") {
    for (const std::string& entry : split(run.target.substr(6)))
      run.table.push_back(rational(entry, "run.target"));
    run.target = "table";
  } else {
    static const std::set<std::string> known = {"identity", "reverse", "running-maximum", "parity",
                                                "sort"};
    require(known.count(run.target) != 0, "run.target", run.target,
            "that it must be identity, reverse, running-maximum, parity, sort or a table");
  }
  static_cast<Overrides&>(run) = read_overrides(stated, n, true);
  return run;
}

Json derived_object(const Run& run) {
  const Derived& derived = run.derived();
  const std::vector<Num> gamma(derived.gamma.begin(), derived.gamma.end()),
      l(derived.l.begin(), derived.l.end());
  return Json::object({{"gamma", listed(gamma, 1)},
                       {"l", listed(l, 2)},
                       {"s", std::to_string(derived.s)},
                       {"E", listed(run.E(), 1)},
                       {"c", run.c().text()},
                       {"layers", run.layer_count().text()}});
}

class Built final : public Construction {
 public:
  Built(Parameters parameters, const Derived& derived)
      : run_(std::move(parameters), derived), stages_(run_) {}
  Run& run() { return run_; }
  const Vocabulary& names() const override {
    static const Vocabulary all{
        {std::begin(known_names), std::end(known_names)},
        {"quantize", "selective_shift", "all_max_shift", "value"}};  // in the order of Stage
    return all;
  }
  bool executed() const override { return run_.derived().holds(); }
  Num layer_count() const override { return run_.layer_count(); }
  unsigned tokens() const override { return run_.parameters().n; }
  const Num& id(std::uint64_t input, unsigned token) const override {
    return run_.id(input, token);
  }
  std::uint64_t inputs() const override { return run_.inputs(); }
  std::string input_text(std::uint64_t input) const override { return run_.input_text(input); }
  Num number(int name, const Num* a, const std::uint64_t* inputs) const override {
    return stages_.number(name, a, inputs);
  }
  Set set(int name, const Num* a) const override { return stages_.set(name, a); }

 private:
  Run run_;
  Stages stages_;
};

}  // namespace

std::unique_ptr<Construction> build_yun2020b(const Json& stated, const Json& stated_derived,
                                             std::uint64_t most) {
  Parameters parameters = read_run(stated);
  Tokens gamma = tokens(text(stated_derived, "gamma", "derived."), parameters.n, "derived.gamma");
  gamma.insert(gamma.begin(), 0);
  const Derived derived = derive(parameters, gamma);
  auto out = std::make_unique<Built>(std::move(parameters), derived);
  Run& run = out->run();
  const Parameters& of = run.parameters();
  require_equal(stated_derived, derived_object(run), "derived");

  const auto last = [](const std::set<std::uint64_t>& dropped) {
    return number_of(dropped.empty() ? 0 : *dropped.rbegin());
  };
  const Num columns = number_of(of.n) * run.input_count(),
            quantisers = number_of(of.n) * number_of(of.d) * number_of(of.D);
  const auto among = [&](const char* name, const Num& dropped, const Num& all, const char* what) {
    require((!(all < dropped)), "run.overrides", name + dropped.text(), quote(all.text()) + what);
  };
  if (derived.holds()) among("drop=", last(of.drop), run.layer_count(), " attention layers");
  among("qdrop=", last(of.qdrop), quantisers, " quantiser layers");
  among("vdrop=", last(of.vdrop), columns, " value layers");
  const Num entries = number_of(of.table.size()), needed = number_of(of.d) * columns;
  require(of.target != "table" || (entries == needed), "run.target", entries.text() + " entries",
          quote(needed.text()));
  if (derived.holds()) run.build(most);
  return out;
}

}  // namespace hardmax::check
