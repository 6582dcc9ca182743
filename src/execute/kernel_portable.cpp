// The kernels for any CPU.
#include "execute/lane_kernel.hpp"

namespace hardmax::kernel::portable {

void run_lanes(const LaneProgram<std::uint32_t>& program, LaneGroup<std::uint32_t>& group) { Lanes<std::uint32_t>(program, group).run(); }
void run_lanes(const LaneProgram<std::uint64_t>& program, LaneGroup<std::uint64_t>& group) { Lanes<std::uint64_t>(program, group).run(); }

}  // namespace hardmax::kernel::portable
