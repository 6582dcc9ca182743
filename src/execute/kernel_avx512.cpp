// The kernels for CPUs with AVX-512 (F, BW, DQ, VL).
#include "execute/kernel_functions.hpp"

HARDMAX_KERNEL_FUNCTIONS(avx512, std::uint32_t)
HARDMAX_KERNEL_FUNCTIONS(avx512, std::uint64_t)
HARDMAX_FLAT_FUNCTION(avx512)
