// The canonical text of a certificate of any kind (FORMAT.md, "Encoding" and "The object"): no
// white space, keys in the order of the calls, strings only.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hardmax::certificate {

struct Witness {
  std::vector<std::string> at;  // "name=value"
  std::vector<std::string> other;
  std::string lhs;
  std::string relation;
  std::string rhs;
};

struct ClaimRecord {
  std::string id;
  std::string sha256;
  std::string verdict;
  std::string tier;
  std::string evidence;
  std::string reason;
  std::optional<Witness> witness;
  std::optional<std::string> runs = {};  // kind "box" alone
};

// A claim, by its id and its text.
struct Binding {
  std::string id;
  std::string sha256;
};

// Requires  every string printable ASCII without '"' and '\'; the brackets of `open` and `close`
// match.
class Writer {
 public:
  // Begins the certificate with `format`, `version` and `kind`. The kind's own members follow, then
  // claims(), hypotheses() and finish().
  explicit Writer(std::string_view kind);
  void open(char bracket);   // '{' or '['
  void close(char bracket);  // '}' or ']'
  void key(std::string_view name);
  void string(std::string_view value);
  void list(const std::vector<std::string>& values);
  void field(std::string_view name, std::string_view value);
  void list(std::string_view name, const std::vector<std::string>& values);
  void claims(std::string_view only,
              const std::vector<ClaimRecord>&
                  claims);  // `only` and `claims`, in every kind (of kind "box", in every part)
  void hypotheses(const std::vector<Binding>& hypotheses);  // the last member
  std::string finish();  // closes the certificate; one line feed at the end

 private:
  void separate();
  std::string text_;
  bool first_ = true;
};

// 64 lower-case hexadecimal digits.
std::string sha256(std::string_view bytes);

// The same of a text that comes in pieces.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;
  void add(std::string_view bytes);
  std::string text();  // once, at the end

 private:
  void* context_;
};

}  // namespace hardmax::certificate
