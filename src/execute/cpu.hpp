// The kinds of CPU the vector kernels are compiled for, chosen when the program runs. Results do
// not depend on the choice.
#pragma once
#include <string_view>

namespace hardmax {

enum class CpuPath { automatic, portable, avx2, avx512 };

[[nodiscard]] bool cpu_supports(CpuPath path);  // automatic and portable: always
[[nodiscard]] CpuPath resolve_cpu_path(
    CpuPath path);  // automatic becomes the best one here.  Requires  cpu_supports(path)
[[nodiscard]] std::string_view name_of(CpuPath path);

}  // namespace hardmax
