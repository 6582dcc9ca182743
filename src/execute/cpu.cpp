#include "execute/cpu.hpp"

#include "exact/error.hpp"

namespace hardmax {

bool cpu_supports(CpuPath path) {
  switch (path) {
    case CpuPath::automatic:
    case CpuPath::portable: return true;
#if defined(__x86_64__)
    case CpuPath::avx2: return __builtin_cpu_supports("avx2") != 0;
    case CpuPath::avx512:
      return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
             __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
#else
    case CpuPath::avx2:
    case CpuPath::avx512: return false;
#endif
  }
  return false;
}

CpuPath resolve_cpu_path(CpuPath path) {
  HARDMAX_REQUIRE(cpu_supports(path));
  if (path != CpuPath::automatic) return path;
  if (cpu_supports(CpuPath::avx512)) return CpuPath::avx512;
  return cpu_supports(CpuPath::avx2) ? CpuPath::avx2 : CpuPath::portable;
}

std::string_view name_of(CpuPath path) {
  switch (path) {
    case CpuPath::automatic: return "automatic";
    case CpuPath::portable: return "portable";
    case CpuPath::avx2: return "avx2";
    case CpuPath::avx512: return "avx512";
  }
  return "";
}

}  // namespace hardmax
