// A certificate as a report reads it (src/certificate/FORMAT.md), after verify-check has accepted
// the same bytes.
//
// Trust     everything is taken as hostile all the same: sizes and nesting are limited, a member
// that is missing or of another type is refused. Errors    InvalidInput (file), naming the file and
// the member.   Tests  tests/unit/report/html_certificate_test.cpp
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "certificate/writer.hpp"
#include "pattern/structure.hpp"

namespace hardmax::report::html {

// A value of the format: a string, an array or an object.
struct Member;
struct Tree {
  enum class Kind { text, array, object } kind = Kind::text;
  std::string string;
  std::vector<Tree> items;      // of an array
  std::vector<Member> members;  // of an object, in the order of the file

  // Where Member is complete.
  Tree();
  Tree(const Tree&);
  Tree(Tree&&) noexcept;
  Tree& operator=(Tree&&) noexcept;
  ~Tree();
};
struct Member {
  std::string name;
  Tree value;
};

// Of a certificate of any kind that this program made; nothing is required of its members.
Tree members_of_certificate(std::string_view bytes);
// Of an object that has it.
const Tree& member_of(const Tree& object, std::string_view member);

class CertificateFile {
 public:
  // `name` is the file as the user calls it.
  CertificateFile(std::string name, std::string_view bytes);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::string& sha256() const { return sha256_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const std::string& kind() const { return kind_; }
  [[nodiscard]] const std::string& version() const { return version_; }
  [[nodiscard]] const std::string& only() const { return only_; }  // "" of a box
  [[nodiscard]] const std::vector<certificate::ClaimRecord>& claims() const {
    return claims_;
  }  // of a box those of all its parts

  // A string by its path: "run.n", "totals.digest". has(): whether the file has the member.
  [[nodiscard]] const std::string& text(std::string_view path) const;
  [[nodiscard]] const std::vector<Tree>& array(std::string_view path) const;
  [[nodiscard]] bool has(std::string_view path) const;
  [[nodiscard]] std::vector<std::string> strings(
      std::string_view path) const;                                 // of an array of strings
  [[nodiscard]] std::uint64_t number(std::string_view path) const;  // below 2^63
  [[noreturn]] void refuse(const std::string& what) const;

 private:
  [[nodiscard]] const Tree* find(std::string_view path) const;
  void read_claims(const Tree& list);

  std::string name_, sha256_, kind_, version_, only_;
  std::size_t size_ = 0;
  Tree root_;
  std::vector<certificate::ClaimRecord> claims_;
};

// A member of one object, of any type; or a string.
const Tree& member_of(const CertificateFile& file, const Tree& object, std::string_view member);
const std::string& text_of(const CertificateFile& file, const Tree& object,
                           std::string_view member);

// The pattern of a run, its lists of neighbours, or of `layers` as kind box lists them; of kinds
// assumption1 and structural, its rules. Empty name.
StructuredPattern listed_pattern(const CertificateFile& file);
StructuredPattern listed_pattern(const CertificateFile& file, const std::vector<Tree>& layers,
                                 std::uint64_t n);
StructuredPattern ruled_pattern(const CertificateFile& file);

// "1 2 7" as numbers from 1; the same with runs "5..8" up or down.
std::vector<std::uint64_t> numbers_of(const CertificateFile& file, std::string_view list,
                                      std::uint64_t most);

}  // namespace hardmax::report::html
