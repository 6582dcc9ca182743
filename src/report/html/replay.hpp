// A run that a certificate describes, built once more for the pictures: ids by stage, margins of
// verified claims, a trace of a witness. Verdicts and totals of a report are the certificate's own;
// nothing here decides anything.
//
// Limits    a fixed number of points and of steps, so that a report of the same certificate is the
// same everywhere. What is left out for them is said. Tests
// tests/unit/report/html_certificate_test.cpp
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "claim/entry.hpp"
#include "discharge/facets.hpp"
#include "discharge/run_model.hpp"
#include "discharge/sweep_model.hpp"
#include "discharge/trace.hpp"
#include "report/html/certificate_file.hpp"

namespace hardmax::report::html {

// The ids of the inputs that were executed again, after one stage: units of delta, input by input,
// token by token.
struct StageIds {
  std::string name;
  std::vector<Rational> ids;
};

// How much room a verified inequality leaves at its tightest place: larger side less smaller side,
// real units.
struct Margin {
  std::string id;
  std::string relation;
  Rational room;
};

class Replay {
 public:
  static constexpr std::size_t max_points = 100'000;    // ids a stage
  static constexpr std::uint64_t max_work = 4'000'000;  // inputs times layers times tokens
  static constexpr std::uint64_t max_layers = 16'384;
  static constexpr std::uint64_t margin_steps = 200'000;  // reads of names, for one claim

  // Of a certificate of kind run. Errors  InvalidInput (file).
  explicit Replay(const CertificateFile& file);

  [[nodiscard]] const Parameters& parameters() const { return parameters_; }
  [[nodiscard]] const Overrides& overrides() const { return overrides_; }
  // Of a run without a pattern: its construction and variants, as a command line names them.
  [[nodiscard]] Facets facets() const;
  [[nodiscard]] const StructuredPattern& rules() const { return rules_; }  // of a run of yun2020b
  [[nodiscard]] const Pattern* pattern() const { return pattern_ ? &*pattern_ : nullptr; }
  [[nodiscard]] const std::string& pattern_name() const {
    return pattern_name_;
  }  // "strided --window 2": the name under which verify makes it; "" if none of the named ones is
     // it
  [[nodiscard]] const Assumption1& assumption() const { return assumption_; }
  [[nodiscard]] const Network* network()
      const;  // the attention layers; nullptr: not built, not_built() says why
  [[nodiscard]] const Construction* construction() const {
    return construction_ ? &*construction_ : nullptr;
  }  // of yun2020b, if built
  [[nodiscard]] std::size_t selective_layers() const;
  [[nodiscard]] const std::string& not_built() const { return not_built_; }
  [[nodiscard]] const claim::Vocabulary& names() const {
    return sweep_system_ ? sweep_vocabulary() : run_vocabulary();
  }
  [[nodiscard]] const std::optional<Target>& target() const { return target_; }

  [[nodiscard]] std::vector<StageIds> ids_by_stage(
      std::uint64_t& inputs) const;  // `inputs`: how many were executed, the first ones
  // Of the claims that the certificate verifies and whose formula is made of inequalities, the
  // smallest first.
  [[nodiscard]] std::vector<Margin> margins(const std::vector<claim::Entry>& entries,
                                            const CertificateFile& file) const;
  // The input of a witness ("0 0 1", units of delta) through the network. Requires  network().
  [[nodiscard]] TraceRequest trace_of(const std::string& input) const;

 private:
  void read_without_pattern(const CertificateFile& file);
  void read_target(const CertificateFile& file);

  Parameters parameters_;
  Overrides overrides_;
  StructuredPattern rules_;
  std::string pattern_name_;
  std::optional<Pattern> pattern_;
  Assumption1 assumption_;
  std::optional<Construction> construction_;
  std::optional<Target> target_;
  std::unique_ptr<SweepSystem> sweep_system_;
  std::string not_built_;
};

// The text of a term that is the least room of the inequalities a formula asserts; "" if it asserts
// anything else. A relation of the formula is named in `relation`.
std::string room_of(const claim::Formula& formula, std::string& relation);

}  // namespace hardmax::report::html
