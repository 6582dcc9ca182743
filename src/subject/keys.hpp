// Texts that equal values share and no others do, of what is no Value itself (Value::write_key).
#pragma once
#include <string>

#include "subject/value.hpp"

namespace hardmax::subject {

void write_key(const Input& input, std::string& out);
void write_key(const Mat& numbers, std::string& out);  // Requires  no forms

}  // namespace hardmax::subject
