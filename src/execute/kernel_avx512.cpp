// The kernels for CPUs with AVX-512 (F, BW, DQ, VL).
#include "execute/lane_kernel.hpp"

namespace hardmax::kernel::avx512 {

void run_lanes(const LaneProgram<std::uint32_t>& program, LaneGroup<std::uint32_t>& group) { Lanes<std::uint32_t>(program, group).run(); }
void run_lanes(const LaneProgram<std::uint64_t>& program, LaneGroup<std::uint64_t>& group) { Lanes<std::uint64_t>(program, group).run(); }

}  // namespace hardmax::kernel::avx512
