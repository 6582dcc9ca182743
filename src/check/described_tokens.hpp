// Terms of a token k, and of the output before it, for decoders of many tokens: each is read once
// for all tokens. What does not depend on the token is a number then, and what stands in two places
// is found once. The value is that of World::value; a test holds the two together.
//
// Read are numbers and truths of k and previous(r) by arithmetic, comparisons, `if`, `let`, the
// given functions of numbers, definitions and choices, also in a variant; and sets that list their
// members. Anything else that depends on the token is beyond this (Incomplete).
#pragma once
#include "check/described_machine.hpp"

namespace hardmax::check {

struct TokenPart {  // what a name stands for: a value, or what was read at a place
  Quantity fixed = {};
  std::optional<std::size_t> place = {};
};

class TokenTerms {
 public:
  using Place = std::size_t;  // of what was read
  using Part = TokenPart;
  using Slots = std::vector<Part>;
  struct Members {  // of a set: those, or those of one of two sets
    std::vector<Place> all = {};
    std::optional<Place> condition = {};
    std::vector<Members> sides = {};
    std::vector<Place> needs = {};  // that must have values, whether a member uses them or not
  };

  explicit TokenTerms(const Ground& ground);
  Part token() const { return {{}, 0}; }
  Place number(const World& in, const Term& term, Slots slots);
  Place call(const World& in, std::size_t definition, const Slots& arguments);
  Members members(const World& in, const Term& term, Slots slots);

  // The token that is asked of from here on; `previous`: the output before it, where there is one.
  void begin(const Num& k, const std::vector<Num>* previous);
  const Num& value(Place place);
  // Increasing, each once.
  void find(const Members& set, std::vector<Num>& out);

 private:
  enum class Op {
    constant,
    token,
    previous,
    undefined,
    add,
    subtract,
    multiply,
    divide,
    power,
    root,
    floor,
    abs,
    mod,
    less,
    at_most,
    equal,
    negation,
    conjunction,
    disjunction,
    choose,
    needs
  };
  struct Node {
    Op op = Op::constant;
    Place a = 0, b = 0, c = 0;  // choose: if a then b else c; previous: a is a row, from 0;
                                // needs: b, if a has a value
    std::uint64_t of = 0;       // the token that `value` is of
    Num value = {};
    int depth = 0;
    bool partial = false;  // it may have no value
  };
  using Kept = std::pair<std::pair<const World*, std::size_t>, std::vector<std::pair<bool, Num>>>;

  Part part(const World& in, const Term& term, Slots& slots);
  Part given(const World& in, const Term& term, Slots& slots);
  Part comparison(const World& in, const Term& term, Slots& slots);
  Part called(const World& in, std::size_t definition, const std::vector<Part>& arguments);
  struct Meaning {  // of a definition or a choice at these arguments
    const World* in;
    const Term* term;
    Slots slots;
  };
  Meaning meaning(const World& in, std::size_t definition,
                  const std::vector<Part>& arguments) const;
  Members members_of(const World& in, const Term& term, Slots& slots);
  Part closed(const World& in, const Term& term, const Slots& slots);
  Part put(Op op, const Part& a, const Part& b = {}, const Part& c = {});
  Part after(const Part& needed, const Part& out);
  bool may_lack(const Part& part) const { return part.place && nodes_[*part.place].partial; }
  Place place_of(const Part& part);
  Place add(Node node);
  Num computed(const Node& node);

  const Ground& ground_;
  std::vector<Node> nodes_;
  std::map<Num, Place> constants_;
  std::map<std::vector<Place>, Place> known_;
  std::map<Kept, Part> called_;
  const std::vector<Num>* previous_ = nullptr;
  std::uint64_t now_ = 0;
  std::size_t sets_ = 0;
  int depth_ = 0;
};

}  // namespace hardmax::check
