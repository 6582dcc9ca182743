// The kernels for CPUs with AVX2.
#include "execute/kernel_functions.hpp"

HARDMAX_KERNEL_FUNCTIONS(avx2, std::uint32_t)
HARDMAX_KERNEL_FUNCTIONS(avx2, std::uint64_t)
HARDMAX_FLAT_FUNCTION(avx2)
