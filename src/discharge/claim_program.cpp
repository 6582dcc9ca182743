#include "discharge/claim_program.hpp"

#include "discharge/formula_compiler.hpp"
#include "exact/error.hpp"

namespace hardmax {

static_assert(ClaimProgram::group == kernel::kFlatGroup);

struct ClaimProgram::Parts {
  std::uint64_t D = 0;
  std::size_t entries = 0;  // of an input
  struct Claim {
    std::string why_not;
    std::size_t output = 0;  // truth and certain; the next one: vacuous
    std::size_t instructions = 0;
  };
  std::vector<Claim> claims;
  FlatProgram program;
};

ClaimProgram::ClaimProgram(const RunContext& context, const std::vector<const claim::Formula*>& formulas, bool fold) : parts_(std::make_unique<Parts>()) {
  const auto [n, d, D] = context.parameters;
  parts_->D = D;
  parts_->entries = n * d;
  parts_->claims.resize(formulas.size());
  if (formulas.empty()) return;
  const auto none = [&](const char* why) {
    for (Parts::Claim& claim : parts_->claims) {
      if (claim.why_not.empty()) claim.why_not = why;
    }
    parts_->program = {};
  };
  std::vector<Rational> E;
  for (const Rational& e : context.construction->E) E.push_back(e * Rational(D));
  const RunModel constants(context, 1);
  try {
    FlatGraph graph(fold);
    FlatNetwork network(graph, context.construction->network, *context.pattern, D, E);
    FlatNames names(context, network);
    std::vector<FormulaCompiler::Answer> answers(formulas.size());
    for (std::size_t i = 0; i < formulas.size(); ++i) {
      try {
        answers[i] = FormulaCompiler(*formulas[i], constants, graph, names).compile();
        const FlatGraph::Test sure = graph.negate(graph.either(answers[i].unsure, network.ties()));
        // Alone, to know its cost and that its numbers fit.
        parts_->claims[i].instructions = graph.compile({graph.both(answers[i].truth, sure), answers[i].vacuous}).code.size();
      } catch (const NotFlat& e) {
        parts_->claims[i].why_not = e.what();
      }
    }
    const FlatGraph::Test sure = graph.negate(network.ties());
    std::vector<FlatGraph::Test> outputs;
    for (std::size_t i = 0; i < formulas.size(); ++i) {
      if (!parts_->claims[i].why_not.empty()) continue;
      parts_->claims[i].output = outputs.size();
      outputs.push_back(graph.both(graph.both(answers[i].truth, graph.negate(answers[i].unsure)), sure));
      outputs.push_back(answers[i].vacuous);
    }
    parts_->program = graph.compile(outputs);
  } catch (const NotFlat& e) {
    none(e.what());
  }
}

ClaimProgram::~ClaimProgram() = default;
std::size_t ClaimProgram::claims() const { return parts_->claims.size(); }
const std::string& ClaimProgram::why_not(std::size_t claim) const { return parts_->claims[claim].why_not; }
bool ClaimProgram::any() const { return !parts_->program.outputs.empty(); }
std::size_t ClaimProgram::instructions(std::size_t claim) const { return parts_->claims[claim].instructions; }
std::size_t ClaimProgram::instructions() const { return parts_->program.code.size(); }

struct ClaimProgram::Run::State {
  State(const Parts& parts, CpuPath path) : program(parts), runner(parts.program, path) {}
  const Parts& program;
  FlatRunner runner;
};

ClaimProgram::Run::Run(const ClaimProgram& program, CpuPath path) : state_(std::make_unique<State>(*program.parts_, path)) {}
ClaimProgram::Run::~Run() = default;

void ClaimProgram::Run::run(std::uint64_t first, std::size_t count) {
  HARDMAX_REQUIRE(count <= group);
  const std::uint64_t D = state_->program.D;
  const std::size_t entries = state_->program.entries;
  state_->runner.fill([&](std::uint32_t leaf, std::int64_t* out) {
    // The entry is a digit of the ordinal in base D: it stays for `stride` inputs and then counts up.
    std::uint64_t stride = 1;
    for (std::size_t i = entries - 1; i > leaf && stride <= (std::uint64_t{1} << 62) / D; --i) stride *= D;
    std::uint64_t digit = first / stride % D;
    std::uint64_t left = stride - first % stride;
    for (std::size_t i = 0; i < group; ++i, --left) {
      if (left == 0) {
        left = stride;
        digit = digit + 1 == D ? 0 : digit + 1;
      }
      out[i] = static_cast<std::int64_t>(digit);
    }
  });
  state_->runner.run();
}

std::uint64_t ClaimProgram::Run::holds(std::size_t claim, std::size_t word) const { return state_->runner.output(state_->program.claims[claim].output, word); }
std::uint64_t ClaimProgram::Run::vacuous(std::size_t claim, std::size_t word) const { return state_->runner.output(state_->program.claims[claim].output + 1, word); }

}  // namespace hardmax
