// Where the system refuses memory: one line and exit 3, at once. GMP would abort, and an exception
// cannot pass through it.
#pragma once

namespace hardmax::check {

void end_where_memory_ends();  // for GMP and for operator new; called once, by main, before
                               // anything else

}  // namespace hardmax::check
