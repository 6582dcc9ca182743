// SHA-256 of a text that comes in pieces.
#pragma once
#include "check/text.hpp"

namespace hardmax::check {

class Sha256 {
 public:
  void add(std::string_view bytes) {
    size_ += bytes.size(), rest_ += bytes;
    if (rest_.size() >= 4096) rest_.erase(0, sha256_absorb(hash_, rest_));
  }
  std::string text() const {
    std::array<std::uint32_t, 8> hash = hash_;
    const std::size_t whole = sha256_absorb(hash, rest_);
    return sha256_end(hash, std::string_view(rest_).substr(whole), size_);
  }

 private:
  std::array<std::uint32_t, 8> hash_ = sha256_begin();
  std::string rest_ = "";
  std::uint64_t size_ = 0;
};

}  // namespace hardmax::check
