// Random formulas about every input, for the agreement of compiled claims with the evaluator.
#pragma once
#include <random>
#include <string>
#include <vector>

namespace hardmax::test {

class FormulaMaker {
 public:
  FormulaMaker(std::uint64_t seed, std::size_t layers, std::size_t s, std::size_t p)
      : random_(seed), layers_(layers), s_(s), p_(p) {}

  std::string formula() {
    names_ = {"k"};
    return "forall H in inputs, k in 1..n" + where() + ": " + truth(3);
  }

 private:
  std::size_t below(std::size_t n) { return random_() % n; }
  static std::string text(std::size_t x) { return std::to_string(x); }
  std::string name() { return names_[below(names_.size())]; }
  // Mostly in range, sometimes not.
  std::string token() {
    switch (below(12)) {
      case 0: return "gamma(" + name() + ")";
      case 1: return text(1 + below(2));
      case 2: return below(6) == 0 ? name() + "-1" : name();
      case 3: return below(4) == 0 ? odd() : name();
      default: return name();
    }
  }
  // Depends on the state, or is none.
  std::string odd() {
    switch (below(5)) {
      case 0: return "G(H, 1, " + name() + ")/delta + 1";
      case 1: return "z(H, 1)/delta";
      case 2: return "mod(z(H, " + name() + ")/delta, 2) + 1";
      case 3: return name() + "/2";
      default: return "id(H, 1)";
    }
  }
  std::string layer(std::size_t first, std::size_t last) {
    return below(60) == 0 ? odd()
                          : text(below(40) == 0 ? last + 1 : first + below(last - first + 1));
  }
  std::string where() { return below(4) == 0 ? " where " + truth(1) : ""; }

  std::string fresh() {
    names_.push_back("x" + text(names_.size()));
    return names_.back();
  }
  // A binder over tokens; the caller takes the name away again.
  std::string binder() {
    const std::string domain = below(3) == 0 ? "A(" + layer(1, p_) + ", " + token() + ")"
                                             : (below(6) == 0 ? "2.." + name() : "1..n");
    return fresh() + " in " + domain + where();
  }
  template <class Body>
  std::string bound(const std::string& head, Body body) {
    const std::string names = binder();
    std::string whole = head + names + ": " + body();
    names_.pop_back();
    return whole;
  }

  std::string leaf() {
    switch (below(16)) {
      case 0: return text(below(6));
      case 1: return "delta";
      case 2: return below(2) == 0 ? "n" : "c";
      case 3: return name();
      case 4: return "E(" + token() + ")";
      case 5: return "G(H, " + std::string(below(20) == 0 ? "2" : "1") + ", " + token() + ")";
      case 6: return "entry(" + layer(0, layers_) + ", H, 1, " + token() + ")";
      case 7: return "head(" + text(layers_ - below(s_ + 1)) + ", 1, H, " + token() + ")";
      case 8: return "M(" + layer(0, s_) + ", H, " + token() + ")";
      case 9: return "id(H, " + token() + ")";
      case 10:
      case 11: return "v(" + layer(0, layers_) + ", H, " + token() + ")";
      case 12: return "zt(H, " + token() + ")";
      default: return "z(H, " + token() + ")";
    }
  }

  std::string number(std::size_t depth) {
    if (depth == 0) return leaf();
    const auto sub = [&] { return number(depth - 1); };
    switch (below(18)) {
      case 0: return "(" + sub() + " + " + sub() + ")";
      case 1: return "(" + sub() + " - " + sub() + ")";
      case 2: return "(" + leaf() + " * " + sub() + ")";
      case 3: return "(" + sub() + " / " + (below(3) == 0 ? leaf() : text(below(4))) + ")";
      case 4: return "(-" + sub() + ")";
      case 5: return "floor(" + sub() + ")";
      case 6: return "abs(" + sub() + ")";
      case 7:
        return "mod(" + sub() + ", " + (below(3) == 0 ? sub() : text(1 + below(5)) + "*delta") +
               ")";
      case 8: return "max(" + sub() + ", " + sub() + ")";
      case 9: return "min(" + sub() + ", " + leaf() + ", " + leaf() + ")";
      case 10: return bound("sum(", sub) + ")";
      case 11: return bound("max(", sub) + ")";
      case 12: return bound("min(", sub) + ")";
      case 13: return "(" + leaf() + ")^" + text(below(3));
      default: return leaf();
    }
  }

  std::string comparison(std::size_t depth) {
    static const char* const relations[] = {" < ", " <= ", " = ", " != ", " > ", " >= "};
    std::string chain = number(depth) + relations[below(6)] + number(depth);
    if (below(5) == 0) chain += relations[below(6)] + number(depth);
    return "(" + chain + ")";
  }

  std::string truth(std::size_t depth) {
    if (depth == 0) return comparison(1);
    const auto sub = [&] { return truth(depth - 1); };
    switch (below(13)) {
      case 0: return "(" + sub() + " and " + sub() + ")";
      case 1: return "(" + sub() + " or " + sub() + ")";
      case 2: return "(" + sub() + " implies " + sub() + ")";
      case 3: return "(not " + sub() + ")";
      case 4: return "(" + bound("forall ", sub) + ")";
      case 5: return "(" + bound("exists ", sub) + ")";
      case 6: return bound("distinct(", [&] { return number(1); }) + ")";
      case 7: return "(" + number(1) + " in {" + number(1) + ", " + leaf() + "})";
      case 8: return "(" + sub() + " = " + sub() + ")";
      case 9: {
        const std::string value = number(2);
        const std::string name = fresh();
        std::string whole =
            "(let " + name + " = " + value + ": (" + name + " >= " + number(1) + " or ";
        names_.pop_back();  // as a token it would mostly be out of range
        return whole + sub() + "))";
      }
      default: return comparison(2);
    }
  }

  std::mt19937_64 random_;
  std::size_t layers_, s_, p_;
  std::vector<std::string> names_;
};

}  // namespace hardmax::test
