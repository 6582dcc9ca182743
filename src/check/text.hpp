// What every reader needs: the one check mechanism, short quotations for messages, cursors over a
// text, SHA-256.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace hardmax::check {

struct Rejected : std::runtime_error {
  using std::runtime_error::runtime_error;
};  // the certificate is wrong: exit 1; or a claim file is: exit 65
struct Incomplete : std::runtime_error {
  using std::runtime_error::runtime_error;
};  // beyond a stated bound of this program: exit 3
struct OtherClaims : std::runtime_error {
  using std::runtime_error::runtime_error;
};  // the certificate was made with other claims: exit 3
struct Unreadable : std::runtime_error {
  using std::runtime_error::runtime_error;
};  // a file cannot be read: exit 65

// At most 60 bytes of a text from outside, printable and in quotes.
inline std::string quote(std::string_view text) {
  std::string out(1, '"');
  for (char ch : text.substr(0, 60)) out += ch >= 32 && ch < 127 ? ch : '?';
  return out.append(1, '"').append(
      text.size() > 60 ? "... of " + std::to_string(text.size()) + " bytes" : "");
}

// The check mechanism of verify-check, in every build.
inline void require(bool ok, std::string_view where, std::string_view stated,
                    std::string_view found) {
  if (!ok)
    throw Rejected(std::string(where)
                       .append(": stated ")
                       .append(quote(stated))
                       .append(", found ")
                       .append(found));
}

class Cursor {
 public:
  Cursor(std::string_view text, std::string name, bool by_line)
      : text_(text), name_(std::move(name)), by_line_(by_line) {}

 protected:
  bool done() const { return at_ >= text_.size(); }
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool is_one_of(std::string_view bytes) const {
    return !done() && bytes.find(text_[at_]) != std::string_view::npos;
  }
  void skip(std::string_view bytes) {
    while (is_one_of(bytes)) ++at_;
  }
  bool take(std::string_view what) {
    const bool there = text_.substr(std::min(at_, text_.size()), what.size()) == what;
    if (there) at_ += what.size();
    return there;
  }
  std::string place() const {
    if (!by_line_) return name_ + ", byte " + std::to_string(at_);
    return name_ + ":" +
           std::to_string(1 + std::count(text_.begin(),
                                         text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n'));
  }
  void expect(bool ok, std::string_view what) const {
    if (!ok)
      require(false, place(), text_.substr(std::min(at_, text_.size()), 20),
              "that " + std::string(what) + " must stand here");
  }

  std::string_view text_;
  std::size_t at_ = 0;

 private:
  std::string name_;
  bool by_line_;
};

// --- tokens of the language of claims (proofs/README.md, "Grammar"); terms of construction files
// have the same

inline bool is_letter(char ch) { return (ch >= 'A' && ch <= 'Z') || (ch >= 'a' && ch <= 'z'); }
inline bool is_digit(char ch) { return ch >= '0' && ch <= '9'; }

struct Infix {
  const char* text;
  int level;  // 0 binds least; operands are of the next level
  char operation;
};
inline constexpr Infix infixes[] = {
    {"implies", 0, '>'}, {"or", 1, '|'}, {"and", 2, '&'}, {"<", 3, '<'},  {"<=", 3, 'l'},
    {"=", 3, '='},       {"!=", 3, '!'}, {">", 3, '>'},   {">=", 3, 'g'}, {"in", 3, 'i'},
    {"+", 4, '+'},       {"-", 4, '-'},  {"*", 5, '*'},   {"/", 5, '/'}};
inline constexpr std::string_view reserved =
    " forall exists sum prod max min distinct chain union let in where and or not implies true "
    "false inputs subsets nonneg positive real ";  // a blank before and behind each

class TokenCursor : protected Cursor {  // at_ is where the current token, token_, begins
 protected:
  // `symbols` of one character; those of two are <= >= != and ..
  TokenCursor(std::string_view text, std::string name, std::string_view symbols)
      : Cursor(text, std::move(name), false), symbols_(symbols) {}
  void next() {
    at_ += token_.size();
    skip(" \t\n\r");
    std::size_t size = 0;
    if (is_letter(peek())) {
      while (is_letter(peek(size)) || is_digit(peek(size)) || peek(size) == '_' ||
             peek(size) == '\'')
        ++size;
    } else if (is_digit(peek())) {
      while (is_digit(peek(size))) ++size;
      expect(size <= 1000, "at most 1,000 digits");
    } else if (!done()) {
      const std::string_view two = text_.substr(at_, 2);
      size = two == "<=" || two == ">=" || two == "!=" || two == ".." ? 2 : 1;
      expect(size == 2 || is_one_of(symbols_), "a known symbol");
    }
    token_ = text_.substr(at_, size);
  }
  bool take(std::string_view token) { return token_ == token && (next(), true); }
  void need(std::string_view token) { expect(take(token), token); }
  bool is_name() const {
    return is_letter(peek()) && reserved.find(" " + std::string(token_) + " ") == reserved.npos;
  }
  std::string name() {
    expect(is_name(), "a name");
    const std::string out(token_);
    return next(), out;
  }

  std::string_view token_, symbols_;
};

std::string sha256(std::string_view bytes);  // FIPS 180-4: 64 lower-case hexadecimal digits
// The same in parts (hash.hpp): whole blocks of 64 bytes, how many bytes these were, and the rest.
std::array<std::uint32_t, 8> sha256_begin();
std::size_t sha256_absorb(std::array<std::uint32_t, 8>& hash, std::string_view bytes);
std::string sha256_end(std::array<std::uint32_t, 8> hash, std::string_view rest, std::uint64_t all);

}  // namespace hardmax::check
