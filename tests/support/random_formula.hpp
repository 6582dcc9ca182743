// Random formulas in D, delta, n and small numbers, for tests that compare two ways of deciding
// one; if asked for, with exp, log and powers that are not integers.
#pragma once
#include <random>
#include <string>

namespace test_support {

class RandomFormula {
 public:
  explicit RandomFormula(unsigned seed, bool irrational = false)
      : random_(seed), irrational_(irrational) {}

  std::string formula(int depth = 3) {
    switch (depth <= 0 ? 0 : pick(9)) {
      case 0:
      case 1:
      case 2: return number(2) + relation() + number(2);
      case 3: return number(2) + relation() + number(1) + relation() + number(2);
      case 4: return "(" + formula(depth - 1) + " and " + formula(depth - 1) + ")";
      case 5: return "(" + formula(depth - 1) + " or " + formula(depth - 1) + ")";
      case 6: return "(" + formula(depth - 1) + " implies " + formula(depth - 1) + ")";
      case 7: return "(not (" + formula(depth - 1) + "))";
      default: {
        const std::string head = pick(2) == 0 ? "(forall k in " : "(exists k in ";
        const std::string domain = pick(3) == 0 ? "{1, D, 2*D}" : "1..3";
        const int outer = names_;
        names_ = 1;
        const std::string body = formula(depth - 1);
        names_ = outer;
        return head + domain + ": " + body + ")";
      }
    }
  }

 private:
  unsigned pick(unsigned count) { return random_() % count; }
  std::string relation() {
    static const char* const all[] = {" < ", " <= ", " = ", " != ", " > ", " >= "};
    return all[pick(6)];
  }
  std::string leaf() {
    switch (pick(names_ > 0 ? 7 : 6)) {
      case 0:
      case 1: return "D";
      case 2: return "delta";
      case 3: return "n";
      case 6: return "k";
      default: return std::to_string(pick(5));
    }
  }
  std::string number(int depth) {
    if (depth <= 0) return leaf();
    switch (pick(irrational_ ? 22 : 16)) {
      case 0:
      case 1: return leaf();
      case 2:
      case 3: return "(" + number(depth - 1) + " + " + number(depth - 1) + ")";
      case 4:
      case 5: return "(" + number(depth - 1) + " - " + number(depth - 1) + ")";
      case 6:
      case 7: return "(" + number(depth - 1) + " * " + number(depth - 1) + ")";
      case 8: return "(" + number(depth - 1) + " / " + number(depth - 1) + ")";
      case 9: return "(" + number(depth - 1) + ")^" + std::to_string(pick(4));
      case 10: return "(" + number(depth - 1) + ")^-" + std::to_string(1 + pick(2));
      case 11: return "max(" + number(depth - 1) + ", " + number(depth - 1) + ")";
      case 12: return "abs(" + number(depth - 1) + ")";
      case 13: return "floor(" + number(depth - 1) + ")";
      case 14: return "mod(" + number(depth - 1) + ", " + number(depth - 1) + ")";
      case 16:
      case 17: return "exp(" + number(depth - 1) + ")";
      case 18:
      case 19: return "log(" + number(depth - 1) + ")";
      case 20: return "(" + number(depth - 1) + ")^(" + number(depth - 1) + ")";
      case 21: return "(" + number(depth - 1) + ")^(" + std::to_string(pick(7)) + "/3)";
      default: return "sum(j in 1.." + std::to_string(pick(4)) + ": " + number(depth - 1) + " + j)";
    }
  }

  std::mt19937 random_;
  bool irrational_;
  int names_ = 0;
};

}  // namespace test_support
