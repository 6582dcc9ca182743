// The printer of formulas for Coq. Numbers are integers (Z) where the text says so, else rationals
// (Q), or real numbers (R) in a formula that binds names of such. What is printed says that the
// formula has a value wherever evaluation asks for one, and is true: a term has its value for
// certain (coq_context.hpp), or the statement says so beside it, or there is none.
#pragma once
#include <array>
#include <map>
#include <set>

#include "check/coq_context.hpp"

namespace hardmax::check {

struct CoqTerm {
  std::string text;
  bool integer = false;  // printed as one
  CoqSum sum = {};
};

class CoqPrinter {
 public:
  // `open`: a comparison may say of its terms that they have values. Not of what is assumed, nor of
  // a claim that is to be refuted: both have to have a value.
  CoqPrinter(const CoqPaper& paper, bool real, const std::string& hypotheses, bool open);
  std::string formula(const Node& f, bool asserted);
  void assume(
      const Node& f,
      bool can_be);  // what follows knows it. can_be: throws Rejected if it can hold on no run

 private:
  struct Needed {  // what a comparison has to say besides: names of maxima, and conditions
    std::vector<std::string> maxima, conditions;
  };
  struct Bound {
    std::string name;
    bool integer = false, not_zero = false, never_negative = false;
    CoqSum sum = {};
    CoqSum length = {};  // of a vector
    int sign = 2;  // of a real name, or the components of a vector: 0 at least 0, 1 above 0, 2 any
  };
  struct Scope {  // names bound within are free again behind it, and what is known of them is
                  // forgotten
    explicit Scope(CoqPrinter& p) : of(p), bound(p.bound_), used(p.used_), facts(p.facts_) {}
    Scope(const Scope&) = delete;
    ~Scope() {
      of.bound_ = std::move(bound), of.used_ = std::move(used), of.facts_ = std::move(facts);
    }
    CoqPrinter& of;
    std::map<std::size_t, Bound> bound;
    std::set<std::string> used;
    CoqContext facts;
  };
  struct Known {  // what is known within it is forgotten behind it
    explicit Known(CoqPrinter& p) : of(p), facts(p.facts_) {}
    Known(const Known&) = delete;
    ~Known() { of.facts_ = std::move(facts); }
    CoqPrinter& of;
    CoqContext facts;
  };
  struct Closed {  // what is printed within it has a value for certain
    explicit Closed(CoqPrinter& p, bool closed = true) : of(p), before(p.open_) {
      of.open_ = before && !closed;
    }
    Closed(const Closed&) = delete;
    ~Closed() { of.open_ = before; }
    CoqPrinter& of;
    bool before;
  };
  struct Entered {
    std::string name, type, in;
  };

  std::string word(const char* rational, const char* real) const { return real_ ? real : rational; }
  std::string q(const CoqTerm& t) const;
  std::string q_argument(const CoqTerm& t) const {
    return q(t) == t.text ? t.text : "(" + q(t) + ")";
  }
  std::string z(const CoqTerm& t) const {
    return t.integer ? t.text : "(" + words_ + ".whole " + t.text + ")";
  }
  std::string with(const Needed& needed, const std::string& body, bool asserted) const;
  std::string compared(const CoqTerm& x, char relation, const CoqTerm& y) const;
  std::string fresh(std::string name);
  std::string bind(std::size_t slot, const std::string& name, bool integer);
  std::string fresh_maximum();
  CoqTerm opaque(const std::string& text, bool integer) {
    return {text, integer, facts_.atom(text, integer)};
  }
  CoqTerm value_of(const Node& f);  // a term, for what is known of its value alone

  std::string comparison(const Node& a, char relation, const Node& b, bool asserted);
  bool has_needs(const Node& f) const;
  bool integers(const Node& set);
  std::string member(const Node& set, const CoqTerm& x, bool asserted);
  static bool conditional(const Node& f) {
    return f.kids[f.kids.size() - 2]->op != Op::literal ||
           f.kids[f.kids.size() - 2]->truth != Truth::yes;
  }
  std::string domain(const Node& binder, const std::string& name, bool integer, bool asserted);
  Entered enter(const Node& f, std::size_t i, bool asserted, const std::string& suffix);
  std::string among_reals(const Node& binder, const std::string& name, bool asserted);
  std::string binders(const Node& f, bool all, bool asserted, const std::string& suffix);
  void know(const CoqSum& sum, bool above, bool can_be);
  void know_between(const CoqSum& x, const CoqSum& low, const CoqSum& high, bool can_be);
  void know_member(const CoqTerm& x, const Node& set, bool can_be);
  void require_whole(const CoqTerm& t, const char* what) const;

  bool not_zero(const Node& f) const;
  bool certainly_not_zero(const Node& f);
  bool never_negative(const Node& f) const;
  static bool negated(const Node& f) {
    return f.op == Op::fold && f.text == "-" && f.kids[0]->op == Op::literal &&
           f.kids[0]->number.sign() == 0;
  }
  void require_value(const Node& divisor, const CoqTerm& value, Needed* needed,
                     bool certain = false);
  CoqTerm call(const Node& f, Needed* needed);
  CoqTerm term(const Node& f, Needed* needed);
  CoqTerm function(const Node& f, Needed* needed);
  CoqTerm power(const Node& f, Needed* needed);
  CoqTerm fold(const Node& f, Needed* needed);
  CoqTerm extreme(const Node& f, Needed* needed);
  std::array<CoqTerm, 2> ends(const Node& binder, Needed* needed);
  CoqTerm series(const Node& f, Needed* needed);

  const CoqPaper& paper_;
  const std::string module_;
  const bool real_;
  const std::string words_, type_, same_;
  std::map<std::size_t, Bound> bound_;  // by place
  std::set<std::string> used_ = {"P"};
  CoqContext facts_;
  bool open_;
  bool looking_ = false;    // within value_of: nothing is printed
  std::size_t looked_ = 0;  // maxima within it
};

}  // namespace hardmax::check
