#include <gmpxx.h>

#include <array>
#include <bit>
#include <cstdint>

#include "check/text.hpp"

namespace hardmax::check {
namespace {

using Word = std::uint32_t;

// FIPS 180-4, 4.2.2 and 5.3.3: the first 32 bits of the fractional parts of the roots of the first
// Count primes.
template <std::size_t Count>
std::array<Word, Count> fractions(unsigned root) {
  std::array<Word, Count> out;
  std::size_t size = 0;
  for (mpz_class p = 2; size < Count; mpz_nextprime(p.get_mpz_t(), p.get_mpz_t())) {
    mpz_class value = p << (32 * root);
    mpz_root(value.get_mpz_t(), value.get_mpz_t(), root);
    out[size++] = static_cast<Word>(value.get_ui());
  }
  return out;
}

// 6.2.2: one block of 64 bytes.
void absorb(std::array<Word, 8>& hash, std::string_view block) {
  static const std::array<Word, 64> constants = fractions<64>(3);
  const auto turned = [](Word x, int a, int b, int c) {
    return std::rotr(x, a) ^ std::rotr(x, b) ^ std::rotr(x, c);
  };
  Word w[64] = {};
  for (std::size_t i = 0; i < 64; ++i)
    w[i / 4] = w[i / 4] << 8 | static_cast<unsigned char>(block[i]);
  for (int t = 16; t < 64; ++t)
    w[t] = (std::rotr(w[t - 2], 17) ^ std::rotr(w[t - 2], 19) ^ (w[t - 2] >> 10)) + w[t - 7] +
           (std::rotr(w[t - 15], 7) ^ std::rotr(w[t - 15], 18) ^ (w[t - 15] >> 3)) + w[t - 16];
  auto [a, b, c, d, e, f, g, h] = hash;
  for (int t = 0; t < 64; ++t) {
    const Word t1 = h + turned(e, 6, 11, 25) + ((e & f) ^ (~e & g)) +
                    constants[static_cast<std::size_t>(t)] + w[t];
    const Word t2 = turned(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  hash[0] += a, hash[1] += b, hash[2] += c, hash[3] += d, hash[4] += e, hash[5] += f, hash[6] += g,
      hash[7] += h;
}

}  // namespace

std::array<Word, 8> sha256_begin() {
  static const std::array<Word, 8> hash = fractions<8>(2);
  return hash;
}

std::size_t sha256_absorb(std::array<Word, 8>& hash, std::string_view bytes) {
  std::size_t at = 0;
  for (; at + 64 <= bytes.size(); at += 64) absorb(hash, bytes.substr(at, 64));
  return at;
}

std::string sha256_end(std::array<Word, 8> hash, std::string_view rest, std::uint64_t size) {
  // 5.1.1: the message, a bit 1, zeros, and the length in bits as 64 bits.
  std::string padded = std::string(rest) + '\x80', out;
  while (padded.size() % 64 != 56) padded += '\0';
  for (int shift = 56; shift >= 0; shift -= 8) padded += static_cast<char>(size * 8 >> shift);
  sha256_absorb(hash, padded);
  for (Word word : hash)
    for (int shift = 28; shift >= 0; shift -= 4) out += "0123456789abcdef"[word >> shift & 15];
  return out;
}

std::string sha256(std::string_view bytes) {
  std::array<Word, 8> hash = sha256_begin();
  const std::size_t whole = sha256_absorb(hash, bytes);  // before hash is handed on
  return sha256_end(hash, bytes.substr(whole), bytes.size());
}

}  // namespace hardmax::check
