// A run of a construction: a file, parameters, a pattern, variants, changes of choices; checked,
// and open for questions. Deciding will take its runs from here; today `verify show` does.
//
// Facets are what can be done with a run besides: Executable is a network of this project's layers
// (network/network.hpp) with the pattern that it looks through, for the engines of src/execute.
// Errors    InvalidInput: option (a parameter, a variant, a change) or file (a term has no value).
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "network/network.hpp"
#include "subject/reading.hpp"

namespace hardmax::subject {

struct Executable {
  Network network;
  Pattern pattern;
};

// A layer as one of this project's. Of attention its pattern layer is 0, and keys are left to the
// caller. None: `why` says what src/network does not have.
std::optional<Layer> layer_of(const MadeLayer& made, std::size_t rows, std::string& why);

class Run {
 public:
  // Where a pattern is required and Assumption 1 does not hold, there is no network: that is an
  // error (option), or a run where only p, A, S and parameters have a value.
  enum class WithoutNetwork { refused, allowed };
  // `file` outlives the run. `pattern`, `machine`, `tables`: what the spec names, if it names one.
  static Run open(const ConstructionFile& file, RunSpec spec,
                  std::optional<Pattern> pattern = std::nullopt,
                  WithoutNetwork without = WithoutNetwork::refused, Engine engine = Engine::jumping,
                  std::optional<Machine> machine = std::nullopt,
                  std::optional<Tables> tables = std::nullopt);

  // How many tokens a run with these parameters has: a pattern is made for as many.
  static std::uint64_t tokens_of(const ConstructionFile& file, const RunSpec& spec);

  [[nodiscard]] const ConstructionFile& file() const { return *file_; }
  [[nodiscard]] const RunSpec& spec() const { return spec_; }
  [[nodiscard]] const Pattern* pattern() const { return pattern_.get(); }
  [[nodiscard]] const Assumption1* assumption() const { return assumption_.get(); }
  [[nodiscard]] const Machine* machine() const { return machine_.get(); }
  [[nodiscard]] const Tables* tables() const { return tables_.get(); }
  [[nodiscard]] bool has_network() const {
    return assumption_ || file_->pattern != ConstructionFile::PatternUse::required;
  }
  [[nodiscard]] Reading& reading() const { return *reading_; }
  // Another one of the same run, which shares nothing with it: for another thread.
  [[nodiscard]] std::shared_ptr<Reading> another_reading() const { return reading_by(engine_); }
  [[nodiscard]] std::shared_ptr<Reading> reading_by(Engine engine) const;

  [[nodiscard]] std::uint64_t tokens() const;
  [[nodiscard]] std::uint64_t rows() const;
  [[nodiscard]] Rational inputs() const;
  [[nodiscard]] Rational layers(const std::string& network) const;
  [[nodiscard]] Rational stage_layers(const std::string& stage) const;
  // Its entries one after another, as `inputs` orders them.  Errors  option.
  [[nodiscard]] Input input(const std::vector<Rational>& entries) const;
  // What a term says, as --with and claims write terms.
  [[nodiscard]] Value value(const std::string& term) const;

  // The network if all its layers are of the kinds that src/network has; else `why_not` says which
  // is not.
  [[nodiscard]] std::optional<Executable> executable(const std::string& network,
                                                     std::string* why_not = nullptr) const;

  // Calls f and turns what has no value into InvalidInput with the name of the file.
  template <class F>
  auto guarded(F f) const {
    try {
      return f();
    } catch (const TermError& e) {
      throw InvalidInput(InvalidInput::Kind::file, file_->file + ": " + e.what());
    } catch (const Undefined& e) {
      throw InvalidInput(InvalidInput::Kind::file, file_->file + ": " + e.what());
    }
  }

 private:
  const ConstructionFile* file_ = nullptr;
  RunSpec spec_;
  std::map<std::string, Rational> parameters_;
  std::shared_ptr<const Pattern> pattern_;
  std::shared_ptr<const Assumption1> assumption_;
  std::shared_ptr<const Machine> machine_;
  std::shared_ptr<const Tables> tables_;
  Engine engine_ = Engine::jumping;
  std::shared_ptr<Reading> reading_;
};

}  // namespace hardmax::subject
