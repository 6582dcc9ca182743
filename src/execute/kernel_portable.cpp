// The kernels for any CPU.
#include "execute/kernel_functions.hpp"

HARDMAX_KERNEL_FUNCTIONS(portable, std::uint32_t)
HARDMAX_KERNEL_FUNCTIONS(portable, std::uint64_t)
HARDMAX_FLAT_FUNCTION(portable)
