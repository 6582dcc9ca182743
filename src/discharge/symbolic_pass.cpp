#include "discharge/symbolic_pass.hpp"

#include "construction/yun2020b/stages.hpp"
#include "discharge/id_facts.hpp"
#include "discharge/run_names.hpp"

namespace hardmax {

SymbolicPass::SymbolicPass(const RunRequest& request, const Assumption1& assumption)
    : network_(yun2020b::stages(request.parameters, *request.pattern, assumption, request.overrides)), run_(network_, *request.pattern) {}

bool SymbolicPass::speaks_to(const claim::Formula& formula) { return says_all_ids_differ(formula.root(), run_vocabulary()) || says_ids_differ_in_each_input(formula.root(), run_vocabulary()); }

SymbolicRun::Shown SymbolicPass::show(const claim::Formula& formula) const { return says_all_ids_differ(formula.root(), run_vocabulary()) ? run_.all_ids_differ() : run_.ids_differ_in_each_input(); }

}  // namespace hardmax
