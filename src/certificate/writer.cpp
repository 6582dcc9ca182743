#include "certificate/writer.hpp"

#include <openssl/evp.h>
#include <openssl/sha.h>

#include "exact/error.hpp"

namespace hardmax::certificate {

Writer::Writer(std::string_view kind) {
  open('{');
  field("format", "hardmax-cert");
  field("version", "3.0");
  field("kind", kind);
}

void Writer::separate() {
  if (!first_) text_ += ',';
  first_ = false;
}

void Writer::open(char bracket) {
  separate();
  text_ += bracket;
  first_ = true;
}

void Writer::close(char bracket) {
  text_ += bracket;
  first_ = false;
}

void Writer::key(std::string_view name) {
  string(name);
  text_ += ':';
  first_ = true;  // no comma between a key and its value
}

void Writer::string(std::string_view value) {
  separate();
  text_ += '"';
  for (const char ch : value) {
    HARDMAX_REQUIRE(ch >= 0x20 && ch < 0x7f && ch != '"' && ch != '\\');
    text_ += ch;
  }
  text_ += '"';
}

void Writer::list(const std::vector<std::string>& values) {
  open('[');
  for (const std::string& value : values) string(value);
  close(']');
}

void Writer::field(std::string_view name, std::string_view value) {
  key(name);
  string(value);
}

void Writer::list(std::string_view name, const std::vector<std::string>& values) {
  key(name);
  list(values);
}

void Writer::claims(std::string_view only, const std::vector<ClaimRecord>& claims) {
  field("only", only);
  key("claims");
  open('[');
  for (const ClaimRecord& claim : claims) {
    open('{');
    field("id", claim.id);
    field("sha256", claim.sha256);
    field("verdict", claim.verdict);
    field("tier", claim.tier);
    field("evidence", claim.evidence);
    field("reason", claim.reason);
    if (claim.runs) field("runs", *claim.runs);
    key("witness");
    open('{');
    if (claim.witness) {
      list("at", claim.witness->at);
      list("other", claim.witness->other);
      field("lhs", claim.witness->lhs);
      field("relation", claim.witness->relation);
      field("rhs", claim.witness->rhs);
    }
    close('}');
    close('}');
  }
  close(']');
}

void Writer::hypotheses(const std::vector<Binding>& hypotheses) {
  key("hypotheses");
  open('[');
  for (const Binding& hypothesis : hypotheses) {
    open('{');
    field("id", hypothesis.id);
    field("sha256", hypothesis.sha256);
    close('}');
  }
  close(']');
}

std::string Writer::finish() {
  close('}');
  return std::move(text_) + "\n";
}

namespace {

std::string hexadecimal(const unsigned char (&hash)[SHA256_DIGEST_LENGTH]) {
  std::string text;
  for (const unsigned char byte : hash) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

}  // namespace

std::string sha256(std::string_view bytes) {
  unsigned char hash[SHA256_DIGEST_LENGTH];
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), hash);
  return hexadecimal(hash);
}

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
  HARDMAX_REQUIRE(context_ != nullptr);
  HARDMAX_REQUIRE(EVP_DigestInit_ex(static_cast<EVP_MD_CTX*>(context_), EVP_sha256(), nullptr) ==
                  1);
}
Sha256::~Sha256() { EVP_MD_CTX_free(static_cast<EVP_MD_CTX*>(context_)); }
void Sha256::add(std::string_view bytes) {
  HARDMAX_REQUIRE(
      EVP_DigestUpdate(static_cast<EVP_MD_CTX*>(context_), bytes.data(), bytes.size()) == 1);
}
std::string Sha256::text() {
  unsigned char hash[SHA256_DIGEST_LENGTH];
  HARDMAX_REQUIRE(EVP_DigestFinal_ex(static_cast<EVP_MD_CTX*>(context_), hash, nullptr) == 1);
  return hexadecimal(hash);
}

}  // namespace hardmax::certificate
