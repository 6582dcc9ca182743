#include "report/html/certificate_file.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "exact/error.hpp"
#include "pattern/json_reader.hpp"

namespace hardmax::report::html {

namespace {

constexpr std::size_t kMaxNesting = 32;

// Strings, arrays and objects; anything else is no certificate.
class TreeBuilder final : public JsonEvents {
 public:
  Tree root;
  std::string why;

  bool null() override { return other(); }
  bool boolean(bool) override { return other(); }
  bool natural(std::uint64_t) override { return other(); }
  bool negative(std::int64_t) override { return other(); }
  bool decimal(std::string_view) override { return other(); }
  bool text(std::string_view value) override {
    Tree tree;
    tree.string = value;
    return place(std::move(tree)) != nullptr;
  }
  bool begin_object() override { return begin(Tree::Kind::object); }
  bool begin_array() override { return begin(Tree::Kind::array); }
  bool end_object() override { return end(); }
  bool end_array() override { return end(); }
  bool key(std::string_view name) override {
    Tree& object = *open_.back();
    if (open_.size() == 1 ||
        object.members.size() < 64) {  // objects have few members: a search is cheap
      for (const auto& [known, value] : object.members) {
        if (known == name) return refuse("a key twice");
      }
    }
    if (object.members.size() >= 64) return refuse("too many members");
    key_ = name;
    return true;
  }
  void malformed(std::size_t byte) override { why = fmt::format("no JSON at byte {}", byte); }

 private:
  bool refuse(const char* reason) {
    why = reason;
    return false;
  }
  bool other() { return refuse("a value that is no string, array or object"); }
  // Pointers stay good: what is open is the last member of its parent.
  Tree* place(Tree tree) {
    if (open_.empty()) {
      root = std::move(tree);
      return &root;
    }
    Tree& parent = *open_.back();
    if (parent.kind == Tree::Kind::array) return &parent.items.emplace_back(std::move(tree));
    parent.members.push_back({key_, std::move(tree)});
    return &parent.members.back().value;
  }
  bool begin(Tree::Kind kind) {
    if (open_.size() == kMaxNesting) return refuse("nesting beyond 32");
    Tree tree;
    tree.kind = kind;
    open_.push_back(place(std::move(tree)));
    return true;
  }
  bool end() {
    open_.pop_back();
    return true;
  }

  std::vector<Tree*> open_;
  std::string key_;
};

const Tree* member(const Tree& object, std::string_view name) {
  for (const auto& [known, value] : object.members) {
    if (known == name) return &value;
  }
  return nullptr;
}

std::vector<std::string> strings_of(const CertificateFile& file, const Tree& tree,
                                    std::string_view what) {
  std::vector<std::string> list;
  if (tree.kind != Tree::Kind::array) file.refuse(fmt::format("'{}' is no array", what));
  for (const Tree& item : tree.items) {
    if (item.kind != Tree::Kind::text)
      file.refuse(fmt::format("'{}' holds something that is no string", what));
    list.push_back(item.string);
  }
  return list;
}

}  // namespace

Tree::Tree() = default;
Tree::Tree(const Tree&) = default;
Tree::Tree(Tree&&) noexcept = default;
Tree& Tree::operator=(Tree&&) noexcept = default;
Tree::~Tree() = default;

Tree members_of_certificate(std::string_view bytes) {
  TreeBuilder builder;
  HARDMAX_REQUIRE(read_json(bytes, builder));
  return std::move(builder.root);
}

const Tree& member_of(const Tree& object, std::string_view member) {
  const auto found = std::find_if(object.members.begin(), object.members.end(),
                                  [&](const Member& one) { return one.name == member; });
  HARDMAX_REQUIRE(found != object.members.end());
  return found->value;
}

CertificateFile::CertificateFile(std::string name, std::string_view bytes)
    : name_(std::move(name)), sha256_(certificate::sha256(bytes)), size_(bytes.size()) {
  TreeBuilder builder;
  if (!read_json(bytes, builder) || builder.root.kind != Tree::Kind::object)
    refuse(builder.why.empty() ? "no object" : builder.why);
  root_ = std::move(builder.root);
  kind_ = text("kind");
  version_ = text("version");
  if (kind_ == "box") {
    for (const Tree& part : array("parts")) read_claims(member_of(*this, part, "claims"));
    return;
  }
  if (kind_ == "machine" || kind_ == "vectors") return;  // which speak of no claim
  only_ = text("only");
  read_claims(member_of(*this, root_, "claims"));
}

void CertificateFile::read_claims(const Tree& list) {
  for (const Tree& claim : list.items) {
    certificate::ClaimRecord record{.id = text_of(*this, claim, "id"),
                                    .sha256 = text_of(*this, claim, "sha256"),
                                    .verdict = text_of(*this, claim, "verdict"),
                                    .tier = text_of(*this, claim, "tier"),
                                    .evidence = text_of(*this, claim, "evidence"),
                                    .reason = text_of(*this, claim, "reason"),
                                    .witness = {}};
    const Tree& witness = member_of(*this, claim, "witness");
    if (!witness.members.empty()) {
      record.witness =
          certificate::Witness{strings_of(*this, member_of(*this, witness, "at"), "at"),
                               strings_of(*this, member_of(*this, witness, "other"), "other"),
                               text_of(*this, witness, "lhs"), text_of(*this, witness, "relation"),
                               text_of(*this, witness, "rhs")};
    }
    claims_.push_back(std::move(record));
  }
}

void CertificateFile::refuse(const std::string& what) const {
  throw InvalidInput(
      InvalidInput::Kind::file,
      fmt::format("{}: {}; a certificate is as src/certificate/FORMAT.md says", name_, what));
}

const Tree* CertificateFile::find(std::string_view path) const {
  const Tree* at = &root_;
  while (at != nullptr) {
    const std::size_t dot = path.find('.');
    at = member(*at, path.substr(0, dot));
    if (dot == std::string_view::npos) return at;
    path.remove_prefix(dot + 1);
  }
  return nullptr;
}

bool CertificateFile::has(std::string_view path) const { return find(path) != nullptr; }

const std::string& CertificateFile::text(std::string_view path) const {
  const Tree* tree = find(path);
  if (tree == nullptr || tree->kind != Tree::Kind::text)
    refuse(fmt::format("no string '{}'", path));
  return tree->string;
}

const std::vector<Tree>& CertificateFile::array(std::string_view path) const {
  const Tree* tree = find(path);
  if (tree == nullptr || tree->kind != Tree::Kind::array)
    refuse(fmt::format("no array '{}'", path));
  return tree->items;
}

std::vector<std::string> CertificateFile::strings(std::string_view path) const {
  static_cast<void>(array(path));
  return strings_of(*this, *find(path), path);
}

std::uint64_t CertificateFile::number(std::string_view path) const {
  const std::string& digits = text(path);
  if (digits.empty() || digits.size() > 18 ||
      digits.find_first_not_of("0123456789") != std::string::npos)
    refuse(fmt::format("'{}' is '{}', no whole number that a report can hold", path,
                       digits.substr(0, 40)));
  return std::stoull(digits);
}

const Tree& member_of(const CertificateFile& file, const Tree& object, std::string_view name) {
  const Tree* tree = member(object, name);
  if (tree == nullptr) file.refuse(fmt::format("no '{}' in an entry", name));
  return *tree;
}

const std::string& text_of(const CertificateFile& file, const Tree& object, std::string_view name) {
  const Tree& tree = member_of(file, object, name);
  if (tree.kind != Tree::Kind::text)
    file.refuse(fmt::format("'{}' is no string in an entry", name));
  return tree.string;
}

}  // namespace hardmax::report::html
