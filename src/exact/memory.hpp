// Where the system gives no more memory. GMP and FLINT would abort; the C++ library throws, which
// is caught where something can still be said.
#pragma once

namespace hardmax {

// From here on the process ends with exit code 70 and one line where GMP or FLINT gets no memory.
// To be called before anything is computed.
void end_where_memory_ends();

}  // namespace hardmax
