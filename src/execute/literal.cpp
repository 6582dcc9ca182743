#include "execute/literal.hpp"

namespace hardmax {

template class Literal<ExactHardmax>;

}  // namespace hardmax
