// SHA-256 (FIPS 180-4), for binding a certificate to the claims it speaks of.
#pragma once
#include <string>
#include <string_view>

namespace hardmax::check {

std::string sha256(std::string_view bytes);  // 64 lower-case hexadecimal digits

}  // namespace hardmax::check
