// A network that acts on ids alone, followed for all inputs at once, for every D >= least or for
// the D of a run.
//
// The argument. Ids are whole numbers of steps, and a window holds the whole number in its middle
// (staged.hpp). At the start the id of token k is a number plus a digit x_k. Each digit is any of
// 0, ..., m_k - 1 by itself. All ids stay affine functions of the digits, with polynomials in D as
// factors:
//
//   Sweep    over the middles first, ..., last. Each token is shown to lie among these for all
//            inputs and all D, or outside of them. If two lie among them, nothing is said. If token
//            t alone does, no id changes before the window of t, since every other window is
//            empty. At that window t sees the ids of before the sweep. One token of those that it
//            looks at is shown to have the largest id for all inputs, one the smallest. The new id
//            is the old one plus the shift times their difference. It is shown to be beyond the
//            last window, or not above the old id: no later window of the sweep holds it.
//   One head with bias 0. The score of a key is its id times the own one. Where the own one is
//            shown to be positive the key with the largest id is returned, where it is negative
//            that with the smallest; and one token is shown to be that key for all inputs.
//
// A comparison is shown by bounds. An affine function of independent digits has its least and its
// largest value where each digit is at one end; which end it is, the sign of its factor says. The
// sign has to be the same for every D.
//
// Exact     every step. One-sided: what is not shown is not followed, and nothing is said of it.
// Trust     producer side. tests/unit/subject/all_inputs_test.cpp compares with runs of inputs.
// verify-check has its own argument (src/check/every_network.hpp).
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "subject/staged.hpp"

namespace hardmax::subject {

// b + sum of by[k] x_k over the digits x_k, and multiples of what layers behind the sweeps add, by
// their places in AllInputs::tops(): each of these is a long sum, and mostly the same is taken away
// again.
struct DigitForm {
  Polynomial b;
  std::vector<Polynomial> by;
  std::map<std::size_t, Polynomial> tops = {};
  friend bool operator==(const DigitForm&, const DigitForm&) = default;
};
DigitForm operator+(const DigitForm& a, const DigitForm& b);
DigitForm operator-(const DigitForm& a, const DigitForm& b);
DigitForm operator*(const Polynomial& factor, const DigitForm& a);

// Digits that are any of 0, ..., most[k], each by itself, for every D >= least.
class Digits {
 public:
  Digits(std::vector<Polynomial> most, const Rational& least)
      : most_(std::move(most)), least_(least) {}
  [[nodiscard]] const std::vector<Polynomial>& most() const { return most_; }
  [[nodiscard]] const Rational& least() const { return least_; }
  // 1, 0, -1 for every D; nothing if that is not shown.
  [[nodiscard]] std::optional<int> sign(const Polynomial& p) const;
  // The least and the largest value at each D; nothing if the sign of a factor is not shown.
  // Requires  no tops.
  [[nodiscard]] std::optional<std::pair<Polynomial, Polynomial>> ends(const DigitForm& form) const;
  // Different digits give different values.  Requires  no tops.
  [[nodiscard]] bool tells(const DigitForm& form) const;

 private:
  std::vector<Polynomial> most_;
  Rational least_;
};

class AllInputs {
 public:
  struct Id {
    DigitForm form;
    Polynomial low, high;  // its ends
  };
  using Ids = std::vector<std::shared_ptr<const Id>>;  // of each token, from 0
  // What a stretch of layers does: a sweep, or one layer after them.
  struct Stretch {
    bool sweep = true;
    std::optional<std::size_t> moved;       // of a sweep: the token in its windows; none: none is
    std::vector<std::size_t> most, fewest;  // the largest and the smallest key, of the token that
                                            // is moved; most: behind the sweeps of every token
    std::map<std::size_t, std::size_t> tops = {};  // behind the sweeps: of a key, what it adds
    Polynomial first, last, factor;
    Polynomial layers;  // up to its end
    Ids after;
  };

  // `size`: the parameter that is D; empty: the numbers of the run.
  static std::variant<std::shared_ptr<const AllInputs>, NotStaged> follow(
      Reading& reading, const std::string& network, const std::string& size, std::uint64_t least);

  [[nodiscard]] const Digits& digits() const { return digits_; }
  [[nodiscard]] const StagedForm& form() const { return form_; }
  static constexpr std::size_t most_tops = 4096;
  // With tops written out.
  [[nodiscard]] DigitForm written_out(DigitForm form) const;
  [[nodiscard]] std::optional<std::pair<Polynomial, Polynomial>> ends(const DigitForm& form) const {
    return digits_.ends(written_out(form));
  }
  [[nodiscard]] const Ids& start() const { return start_; }
  [[nodiscard]] const std::vector<Stretch>& stretches() const { return stretches_; }
  [[nodiscard]] const Polynomial& layers() const { return layers_; }
  // After so many layers, where that is the end of a stretch, or 0; null elsewhere.
  [[nodiscard]] const Ids* after(const Polynomial& layers) const;
  // These ids tell input and token: none is equal to another one, or to one of another input.
  [[nodiscard]] bool tell_all(const std::vector<DigitForm>& ids) const;
  // Those of one input differ.
  [[nodiscard]] bool differ(const std::vector<DigitForm>& ids) const;
  // Every entry of an input is in the digit of a token.
  [[nodiscard]] bool digits_tell_input() const { return all_entries_; }

 private:
  AllInputs(StagedOf<Polynomial> staged, const Rational& least);
  void follow_sweep(std::size_t s);
  void follow_top(std::size_t s);
  [[nodiscard]] std::shared_ptr<const Id> id(DigitForm form) const;
  [[nodiscard]] bool above(const Polynomial& a, const Polynomial& b) const;  // a > b
  [[nodiscard]] bool not_below(const Id& a, const Id& b) const;
  // The member of `keys` with the largest or the smallest id; throws TermError.
  [[nodiscard]] std::size_t best(const Ids& ids, const std::vector<std::size_t>& keys,
                                 bool largest) const;
  [[nodiscard]] const Ids& now() const {
    return stretches_.empty() ? start_ : stretches_.back().after;
  }

  struct Top {  // factor times the id
    Polynomial factor;
    std::shared_ptr<const Id> id;
    Polynomial low, high;  // of both together
  };
  Digits digits_;
  std::vector<Top> tops_;
  mutable std::map<std::size_t, DigitForm> products_;  // of tops, written out
  StagedForm form_;
  StagedNetworkOf<Polynomial> network_;
  std::vector<std::vector<std::vector<std::size_t>>> tables_;
  Ids start_;
  std::vector<Stretch> stretches_;
  Polynomial layers_;
  bool all_entries_ = false;
};

}  // namespace hardmax::subject
