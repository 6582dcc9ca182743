// Builds the typed tree of a formula while its text is read. The grammar (grammar.cpp) calls these
// functions in the order of the text; names are resolved and types checked at once, so that the
// first error in the text is the one reported.
//
// Operands lie on a stack. mark() remembers its height, close(op) makes one node of everything
// above the last mark. Errors  SyntaxError, TypeError: with the offset in the text.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "claim/names.hpp"
#include "claim/syntax.hpp"

namespace hardmax::claim {

class Builder {
 public:
  static constexpr std::size_t max_nesting = 256;
  static constexpr std::size_t max_names = 5120;  // bound at one place
  static constexpr std::size_t max_digits = 1000;

  // `offer`: who is asked for a name that is neither bound nor a function; none: what the
  // vocabulary does not have is refused.
  Builder(std::string_view text, Vocabulary vocabulary, const Offer* offer = nullptr)
      : text_(text), vocabulary_(std::move(vocabulary)), offer_(offer) {}

  // One level of nesting; `at` is where it begins.
  void enter(const char* at);
  void leave() { --nesting_; }

  // Tokens. A name is kept until variable, open_call, bind or let_name takes it.
  void integer(std::string_view token);
  void truth(std::string_view token, bool value);
  void name(std::string_view token) { name_ = token; }
  void aggregate(std::string_view token) { aggregate_ = token; }
  void variable();
  void stage(std::string_view token);  // of layers(...)

  // Groups.
  void mark(const char* at, std::string_view head = {});
  void open_call() { mark(name_.data(), name_); }
  void open_list() { mark(aggregate_.data(), aggregate_); }
  void inverse(bool yes) { groups_.back().inverse.push_back(yes); }
  void relation(Relation r) { groups_.back().relations.push_back(r); }
  void close_operators(Op op);  // of one operand: that operand itself
  void close_set(const char* end);
  void close_call(const char* end);
  void close_list(const char* end);
  void range(const char* end);  // the two operands on top
  void parenthesised(const char* begin, const char* end);
  void prefix(Op op);  // negate, negation of the operand on top
  void prefix_at(const char* at) { prefixes_.push_back(at); }

  // Binders.
  void open_binders(Op op, const char* at);
  void open_aggregate() { open_binders(aggregate_op(), aggregate_.data()); }
  void bind() { scopes_.back().name = name_; }
  void domain(Binder::Domain domain) { scopes_.back().domain = domain; }
  void vector_length() { scopes_.back().has_length = true; }  // of a domain nonneg or positive
  void close_binder();
  void close_where();
  void close_binders(const char* end);
  void let_name();
  void let_value();
  void close_let();

  // The whole formula; the builder is used up.
  Syntax finish();

  [[nodiscard]] const Vocabulary& vocabulary() const { return vocabulary_; }
  [[nodiscard]] std::size_t input_binders() const { return input_binders_; }
  [[nodiscard]] bool over_reals() const { return over_reals_; }
  [[nodiscard]] std::size_t offset(const char* at) const {
    return static_cast<std::size_t>(at - text_.data());
  }
  // "expected X, found Y", Y being what stands in the text at the offset.
  [[noreturn]] void expected(const std::string& what, std::size_t offset) const;

 private:
  // "do you mean 'gamma'?", of what the run offers and what is bound here; for a letter how it is
  // bound; or nothing.
  [[nodiscard]] std::string near(std::string_view name) const;
  struct Group {
    std::size_t first;  // height of the stack
    std::size_t begin;
    std::string head;
    std::vector<bool> inverse;
    std::vector<Relation> relations;
  };
  struct Scope {  // a binder list or a let under construction
    std::unique_ptr<Node> node;
    std::size_t outer;  // how many names were bound before
    std::string name;   // of the binder under construction
    Binder::Domain domain = Binder::Domain::set;
    bool has_length = false;
  };
  struct Name {
    std::string name;
    Type type;
    std::size_t slot;
  };

  std::unique_ptr<Node> make(Op op, Type type, std::size_t begin, std::size_t end) const;
  std::unique_ptr<Node> pop();
  void push(std::unique_ptr<Node> node) { operands_.push_back(std::move(node)); }
  void adopt(Node& node, std::size_t first);
  void adopt_one(Node& node, std::unique_ptr<Node> part) const;
  void require(const Node& node, Type type, const std::string& of) const;
  void require_parts(const Node& node, Type type, const std::string& of) const;
  void check_comparison(const Node& node) const;
  void check_chain(const Node& node) const;
  void require_room_for_name(std::size_t at) const;
  [[nodiscard]] const Name* bound(std::string_view name) const;
  [[nodiscard]] std::size_t accessor(std::string_view name) const;  // npos if none
  // The same, after the offer was asked; `at`: where the name stands.
  std::size_t offered(std::string_view name, const std::vector<Type>& arguments, std::size_t at);
  [[nodiscard]] Op aggregate_op() const;
  [[nodiscard]] std::vector<Type> types_from(std::size_t first) const;  // of operands on the stack

  std::string_view text_;
  Vocabulary vocabulary_;
  const Offer* offer_;
  std::size_t nesting_ = 0;
  std::string_view name_;
  std::string_view aggregate_;
  std::vector<std::unique_ptr<Node>> operands_;
  std::vector<Group> groups_;
  std::vector<Scope> scopes_;
  std::vector<const char*> prefixes_;
  std::vector<Name> names_;
  std::size_t slots_ = 0;
  std::size_t frames_ = 0;
  std::size_t input_binders_ = 0;
  bool over_reals_ = false;
};

}  // namespace hardmax::claim
