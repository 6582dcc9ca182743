#include "discharge/claim_program.hpp"

#include <atomic>
#include <mutex>

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
  std::optional<FlatGraph> graph;
  std::vector<FlatGraph::Test> outputs;

  // The program at hand and how often it was replaced.
  std::mutex mutex;
  std::shared_ptr<const FlatProgram> program = std::make_shared<const FlatProgram>();
  std::atomic<std::uint64_t> version{0};
};

namespace {

// Units of delta.
std::vector<Rational> embedding(const RunContext& context) {
  std::vector<Rational> E;
  for (const Rational& e : context.construction->E) E.push_back(e * Rational(context.parameters.D));
  return E;
}

}  // namespace

ClaimProgram::ClaimProgram(const RunContext& context,
                           const std::vector<const claim::Formula*>& formulas, bool fold)
    : parts_(std::make_unique<Parts>()) {
  const auto [n, d, D] = context.parameters;
  parts_->D = D;
  parts_->entries = n * d;
  parts_->claims.resize(formulas.size());
  if (formulas.empty()) return;
  const auto none = [&](const char* why) {
    for (Parts::Claim& claim : parts_->claims) {
      if (claim.why_not.empty()) claim.why_not = why;
    }
  };
  const std::vector<Rational> E = embedding(context);
  const RunModel model(context, 1);
  try {
    FlatGraph& graph = parts_->graph.emplace(fold);
    FlatNetwork network(graph, context.construction->network, *context.pattern, D, E);
    FlatNames names(context, network);
    std::vector<FormulaCompiler::Answer> answers(formulas.size());
    for (std::size_t i = 0; i < formulas.size(); ++i) {
      try {
        answers[i] =
            FormulaCompiler(*formulas[i], model, Rational(model.input_count()), graph, names)
                .compile();
        const FlatGraph::Test sure = graph.negate(graph.either(answers[i].unsure, network.ties()));
        // Alone, to know its cost and that its numbers fit.
        parts_->claims[i].instructions =
            graph.compile({graph.both(answers[i].truth, sure), answers[i].vacuous}).code.size();
      } catch (const NotFlat& e) {
        parts_->claims[i].why_not = e.what();
      }
    }
    const FlatGraph::Test sure = graph.negate(network.ties());
    std::vector<FlatGraph::Test>& outputs = parts_->outputs;
    for (std::size_t i = 0; i < formulas.size(); ++i) {
      if (!parts_->claims[i].why_not.empty()) continue;
      parts_->claims[i].output = outputs.size();
      outputs.push_back(
          graph.both(graph.both(answers[i].truth, graph.negate(answers[i].unsure)), sure));
      outputs.push_back(answers[i].vacuous);
    }
    parts_->program = std::make_shared<const FlatProgram>(graph.compile(outputs));
  } catch (const NotFlat& e) {
    none(e.what());
  }
}

ClaimProgram::~ClaimProgram() = default;
std::size_t ClaimProgram::claims() const { return parts_->claims.size(); }
const std::string& ClaimProgram::why_not(std::size_t claim) const {
  return parts_->claims[claim].why_not;
}
bool ClaimProgram::any() const { return !parts_->program->outputs.empty(); }
std::optional<claim::Outcome> ClaimProgram::shown(std::size_t claim) const {
  const std::size_t output = parts_->claims[claim].output;
  if (!why_not(claim).empty() || parts_->outputs[output] != FlatGraph::yes ||
      parts_->outputs[output + 1] > FlatGraph::yes)
    return std::nullopt;
  claim::Outcome outcome;
  outcome.truth = claim::Truth::yes;
  outcome.vacuous = parts_->outputs[output + 1] == FlatGraph::yes;
  return outcome;
}

std::size_t ClaimProgram::instructions(std::size_t claim) const {
  return parts_->claims[claim].instructions;
}
std::size_t ClaimProgram::instructions() const { return parts_->program->code.size(); }

void ClaimProgram::leave_out(std::size_t claim) {
  const std::lock_guard lock(parts_->mutex);
  const std::size_t output = parts_->claims[claim].output;
  parts_->outputs[output] = parts_->outputs[output + 1] = FlatGraph::no;
  parts_->program = std::make_shared<const FlatProgram>(parts_->graph->compile(parts_->outputs));
  ++parts_->version;
}

struct ClaimProgram::Run::State {
  State(Parts& p, CpuPath cpu) : parts(p), path(cpu) {}
  // The program at hand, if it is another one than last time.
  void renew() {
    if (runner && version == parts.version.load()) return;
    const std::lock_guard lock(parts.mutex);
    version = parts.version.load();
    program = parts.program;
    runner.emplace(*program, path);
  }
  Parts& parts;
  CpuPath path;
  std::uint64_t version = 0;
  std::shared_ptr<const FlatProgram> program;
  std::optional<FlatRunner> runner;
};

ClaimProgram::Run::Run(const ClaimProgram& program, CpuPath path)
    : state_(std::make_unique<State>(*program.parts_, path)) {}
ClaimProgram::Run::~Run() = default;

void ClaimProgram::Run::run(std::uint64_t first, std::size_t count) {
  HARDMAX_REQUIRE(count <= group);
  const std::uint64_t D = state_->parts.D;
  const std::size_t entries = state_->parts.entries;
  state_->renew();
  state_->runner->fill([&](std::uint32_t leaf, std::int64_t* out) {
    // The entry is a digit of the ordinal in base D.
    std::uint64_t stride = 1;
    for (std::size_t i = entries - 1; i > leaf && stride <= (std::uint64_t{1} << 62) / D; --i)
      stride *= D;
    fill_digits(out, first, stride, D);
  });
  state_->runner->run();
}

std::uint64_t ClaimProgram::Run::holds(std::size_t claim, std::size_t word) const {
  return state_->runner->output(state_->parts.claims[claim].output, word);
}
std::uint64_t ClaimProgram::Run::vacuous(std::size_t claim, std::size_t word) const {
  return state_->runner->output(state_->parts.claims[claim].output + 1, word);
}

std::optional<claim::Outcome> shown_for_all_inputs(
    const RunContext& context, const claim::Formula& formula,
    const std::function<bool(const claim::Node&)>& known) {
  const std::vector<Rational> E = embedding(context);
  const RunModel model(context, 1);
  try {
    FlatGraph graph(true);
    FlatNetwork network(graph, context.construction->network, *context.pattern,
                        context.parameters.D, E);
    FlatNames names(context, network);
    const auto shown = FormulaCompiler(formula, model, Rational(model.input_count()), graph, names)
                           .show(known)
                           .verdict;
    if (!shown || network.ties() != FlatGraph::no) return std::nullopt;
    claim::Outcome outcome;
    outcome.truth = claim::Truth::yes;
    outcome.vacuous = shown->vacuous;
    return outcome;
  } catch (const NotFlat&) {
    return std::nullopt;
  }
}

}  // namespace hardmax
