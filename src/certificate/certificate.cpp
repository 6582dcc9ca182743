#include "certificate/certificate.hpp"

#include <openssl/sha.h>

#include "exact/error.hpp"

namespace hardmax::certificate {

namespace {

// Writes objects and arrays without white space; keys in the order of the calls.
class Writer {
 public:
  void open(char bracket) {
    separate();
    text_ += bracket;
    first_ = true;
  }
  void close(char bracket) {
    text_ += bracket;
    first_ = false;
  }
  void key(std::string_view name) {
    string(name);
    text_ += ':';
    first_ = true;  // no comma between a key and its value
  }
  void string(std::string_view value) {
    separate();
    text_ += '"';
    for (const char ch : value) {
      HARDMAX_REQUIRE(ch >= 0x20 && ch < 0x7f && ch != '"' && ch != '\\');
      text_ += ch;
    }
    text_ += '"';
  }
  void field(std::string_view name, std::string_view value) {
    key(name);
    string(value);
  }
  void list(std::string_view name, const std::vector<std::string>& values) {
    key(name);
    list(values);
  }
  void list(const std::vector<std::string>& values) {
    open('[');
    for (const std::string& value : values) string(value);
    close(']');
  }
  std::string finish() { return std::move(text_) + "\n"; }

 private:
  void separate() {
    if (!first_) text_ += ',';
    first_ = false;
  }
  std::string text_;
  bool first_ = true;
};

void write_claim(Writer& w, const ClaimRecord& claim) {
  w.open('{');
  w.field("id", claim.id);
  w.field("sha256", claim.sha256);
  w.field("verdict", claim.verdict);
  w.field("tier", claim.tier);
  w.field("evidence", claim.evidence);
  w.field("reason", claim.reason);
  w.key("witness");
  w.open('{');
  if (claim.witness) {
    w.list("at", claim.witness->at);
    w.list("other", claim.witness->other);
    w.field("lhs", claim.witness->lhs);
    w.field("relation", claim.witness->relation);
    w.field("rhs", claim.witness->rhs);
  }
  w.close('}');
  w.close('}');
}

}  // namespace

std::string write(const Certificate& c) {
  Writer w;
  w.open('{');
  w.field("format", "hardmax-cert");
  w.field("version", "1.0");
  w.key("run");
  w.open('{');
  w.field("construction", c.construction);
  w.field("n", c.n);
  w.field("d", c.d);
  w.field("D", c.D);
  w.key("pattern");
  w.open('[');
  for (const auto& layer : c.pattern) w.list(layer);
  w.close(']');
  w.field("target", c.target);
  w.list("overrides", c.overrides);
  w.close('}');
  w.key("derived");
  w.open('{');
  w.field("gamma", c.gamma);
  w.field("l", c.l);
  w.field("s", c.s);
  w.field("E", c.E);
  w.field("c", c.c);
  w.field("layers", c.layers);
  w.close('}');
  w.key("totals");
  w.open('{');
  w.field("inputs", c.inputs);
  w.field("ids", c.ids);
  w.field("distinct_ids", c.distinct_ids);
  w.field("digest", c.digest);
  w.close('}');
  w.field("only", c.only);
  w.key("claims");
  w.open('[');
  for (const ClaimRecord& claim : c.claims) write_claim(w, claim);
  w.close(']');
  w.close('}');
  return w.finish();
}

std::string sha256(std::string_view bytes) {
  unsigned char hash[SHA256_DIGEST_LENGTH];
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), hash);
  std::string text;
  for (const unsigned char byte : hash) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

}  // namespace hardmax::certificate
