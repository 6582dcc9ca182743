// The networks of constructions in C++, by name.
#pragma once
#include <string>

#include "check/construction.hpp"

namespace hardmax::check {

Build construction(const std::string& name);  // throws Rejected if there is none of that name
bool is_construction(const std::string& name);
// SHA-256 of the construction that the network of this name stands for, which there is.
std::string written_for(const std::string& name);

}  // namespace hardmax::check
