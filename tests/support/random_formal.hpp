// Random entries over all names of a paper that Coq has: most arguments are in their ranges, some
// are any number, so that many of them have a value on every run, and many have none on some.
#pragma once
#include <random>
#include <string>
#include <vector>

namespace test_support {

// A text, and the same with more to go wrong: `watched` has no value where an exponent is not a
// whole number, or where the lower number of choose is below 0.
struct Twice {
  std::string said, watched;
  Twice(const char* text) : said(text), watched(text) {}
  Twice(std::string text) : said(text), watched(std::move(text)) {}
  Twice(std::string s, std::string w) : said(std::move(s)), watched(std::move(w)) {}
  Twice& operator+=(const Twice& more) {
    said += more.said, watched += more.watched;
    return *this;
  }
  friend Twice operator+(Twice a, const Twice& b) { return a += b; }
};

class RandomFormal {
 public:
  RandomFormal(unsigned seed, const std::string& paper)
      : random_(seed), sparse_(paper == "yun2020b"), known_(sparse_ ? sparse() : dense()) {}

  std::string domain() {
    static const std::vector<std::string> sizes = {
        "n >= 2",           "n >= 3", "n >= 2 and d = 1", "D >= 2",
        "n >= 2 and D > 2", "n = 2",  "D >= n",           "true"};
    std::string text = one_of(sizes);
    if (!sparse_ && one_in(3))
      text += one_in(2) ? " and positional = 0" : " and positional = 1 and n > 1";
    if (one_in(12)) text += " and " + comparison(1).said;
    return text;
  }
  // Parts of Assumption 1.
  std::vector<int> needs() {
    if (!sparse_) return {};
    static const std::vector<std::vector<int>> all = {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 3},
                                                      {1, 2},    {1},       {2},       {}};
    return one_of(all);
  }
  Twice formal() {
    const std::size_t before = names_.size();
    Twice text = "";
    if (one_in(10)) {  // about real numbers
      const std::string sign = one_of<std::string>({"positive", "nonneg", "real"});
      text += "forall e in " + sign;
      names_.push_back({"e", '-'});
      if (one_in(2)) {
        const std::string length = one_of<std::string>({"n", "n-1", "2", "n-2", "s"});
        text += ", w in " + one_of<std::string>({"positive", "nonneg", "real"}) + "(" +
                (length == "s" && !sparse_ ? "q" : length) + ")";
        names_.push_back({"w", 'V'});
      }
      text += ": ";
    }
    text += formula(3);
    names_.resize(before);
    return text;
  }

 private:
  // What an argument is one of: k tokens, b tokens but the first, i tokens but the last, r rows,
  // L pattern layers, t attention layers, u with 0, m all-max layers with 0, S steps, q quantiser
  // layers, Q with 0, h heads of a layer, c numbers from 0, - any number, H inputs.
  struct Known {
    const char *name, *arguments;
  };
  struct Range {
    std::string low, high;
  };
  struct Name {
    std::string name;
    char kind;  // as above; V a vector of real numbers
  };

  static std::vector<Known> sparse() {
    return {{"n", ""},
            {"d", ""},
            {"D", ""},
            {"p", ""},
            {"s", ""},
            {"gamma", "k"},
            {"l", "b"},
            {"mask", "t"},
            {"heads", "t"},
            {"delta", ""},
            {"Delta", ""},
            {"c", ""},
            {"shift", ""},
            {"E", "k"},
            {"bq", "th"},
            {"G", "Hrk"},
            {"entry", "uHrk"},
            {"v", "uHk"},
            {"head", "thHk"},
            {"z", "Hk"},
            {"zt", "Hk"},
            {"M", "mHk"},
            {"id", "Hk"},
            {"q_flat", "q"},
            {"q_hidden", "q"},
            {"q_pieces", "q"},
            {"qmap", "Qr-"},
            {"layers(selective_shift)", ""},
            {"layers(all_max_shift)", ""},
            {"layers(quantize)", ""}};
  }
  static std::vector<Known> dense() {
    return {{"n", ""},
            {"d", ""},
            {"D", ""},
            {"q", ""},
            {"positional", ""},
            {"extended", ""},
            {"category", "H"},
            {"columns", "H"},
            {"sorted", "H"},
            {"heads", "t"},
            {"delta", ""},
            {"c", ""},
            {"shift", ""},
            {"G", "Hrk"},
            {"entry", "uHrk"},
            {"v", "uHk"},
            {"head", "thHk"},
            {"z", "Hk"},
            {"zt", "Hk"},
            {"id", "Hk"},
            {"swapped", "uHirk"},
            {"q_flat", "q"},
            {"q_hidden", "q"},
            {"q_pieces", "q"},
            {"qmap", "Qr-"},
            {"qstep", "qr-"},
            {"layers(selective_shift)", ""},
            {"layers(global_shift)", ""},
            {"layers(quantize)", ""}};
  }
  Range range(char kind) const {
    const std::string attention = sparse_ ? "layers(selective_shift)+layers(all_max_shift)"
                                          : "layers(selective_shift)+layers(global_shift)";
    switch (kind) {
      case 'k': return {"1", "n"};
      case 'b': return {"2", "n"};
      case 'i': return {"1", "n-1"};
      case 'r': return {"1", "d"};
      case 'L': return {"1", "p"};
      case 't': return {"1", attention};
      case 'u': return {"0", attention};
      case 'm': return {"0", "s"};
      case 'S': return {"1", sparse_ ? "s" : "n"};
      case 'q': return {"1", "layers(quantize)"};
      case 'Q': return {"0", "layers(quantize)"};
      case 'h': return {"1", "2"};
      default: return {"0", "n"};
    }
  }
  static bool fits(char name, char argument) {
    return name == argument || (argument == 'k' && (name == 'b' || name == 'i')) ||
           (argument == 'u' && name == 't') || (argument == 'Q' && name == 'q') ||
           (argument == 'S' && name == 'k') || (argument == 'c' && name != 'V' && name != '-');
  }

  unsigned pick(std::size_t count) { return static_cast<unsigned>(random_() % count); }
  bool one_in(unsigned count) { return pick(count) == 0; }
  template <class T>
  T one_of(const std::vector<T>& all) {
    return all[pick(all.size())];
  }
  std::string fresh() {
    static const std::vector<std::string> all = {"a", "b", "g", "x", "y",   "Q", "R", "P",
                                                 "i", "j", "k", "m", "fix", "Z", "w'"};
    return one_in(4) ? one_of(all) : "k" + std::to_string(names_.size());
  }
  std::string named(char kind) {  // "": there is none
    std::vector<std::string> all;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      bool hidden = false;
      for (std::size_t j = i + 1; j < names_.size(); ++j)
        hidden = hidden || names_[j].name == names_[i].name;
      if (!hidden &&
          (kind == 'H' || kind == 'V' ? names_[i].kind == kind
                                      : names_[i].kind != 'H' && fits(names_[i].kind, kind)))
        all.push_back(names_[i].name);
    }
    return all.empty() ? "" : one_of(all);
  }

  Twice argument(char kind) {
    if (kind == 'H') return named('H');
    if (kind == '-') return number(1);
    if (one_in(24)) return one_in(2) ? number(1) : "floor(" + over("max", 1) + ")";
    const std::string name = named(kind);
    if (!name.empty() && !one_in(4)) return name;
    const Range in = range(kind);
    switch (pick(6)) {
      case 0: return in.high;
      case 1: return in.low + "+1";
      case 2: return "(" + in.high + ")-1";
      default: return in.low;
    }
  }
  // With brackets of the call; "": there is no input to ask about.
  Twice call(const std::string& name, const std::string& arguments) {
    if (arguments.find('H') != std::string::npos && named('H').empty()) return "";
    Twice text = name;
    for (std::size_t i = 0; i < arguments.size(); ++i)
      text += (i == 0 ? "(" : ", ") + argument(arguments[i]);
    return arguments.empty() ? text : text + ")";
  }

  Twice leaf() {
    for (;;) {
      const unsigned kind = pick(10);
      if (kind < 2) return std::to_string(pick(5));
      if (kind < 5) {
        const std::string name = pick(8) == 0 ? named('V') : named(one_in(2) ? 'c' : '-');
        if (name.empty()) continue;
        return name == "w" && named('V') == name ? name + "(" + argument('k') + ")" : Twice(name);
      }
      const Known known = one_of(known_);
      const Twice text = call(known.name, known.arguments);
      if (!text.said.empty()) return text;
    }
  }
  Twice exponent() {
    Twice text = "";
    switch (pick(8)) {
      case 0: text = "d"; break;
      case 1: text = "-d"; break;
      case 2: text = "n*d"; break;
      case 3: text = "-n*d-1"; break;
      case 4: text = one_in(2) ? "1/2" : "d/2"; break;
      case 5: text = named('c').empty() ? "2" : named('c'); break;
      case 6: text = std::to_string(pick(4)); break;
      default: text = one_in(4) ? number(1) : Twice("n-2");
    }
    return {"(" + text.said + ")", "(" + text.watched + " + 0*choose(1, " + text.watched + "))"};
  }
  Twice lower() {
    const Twice text = one_in(5) ? number(1) : one_of<std::string>({"n", "2", "d", "n-2", "n-3"});
    return {text.said, text.watched + " + 0*choose(" + text.watched + ", 0)"};
  }
  Twice number(int depth) {
    if (depth <= 0) return leaf();
    const auto part = [&] { return number(depth - 1); };
    switch (pick(22)) {
      case 0:
      case 1:
      case 2: return "(" + part() + " + " + part() + ")";
      case 3:
      case 4: return "(" + part() + " - " + part() + ")";
      case 5:
      case 6: return "(" + part() + " * " + part() + ")";
      case 7:
        return "(" + part() + "/" + one_of<std::string>({"2", "D", "n", "delta", "(d+1)"}) + ")";
      case 8: return "(" + part() + " / " + part() + ")";
      case 9:
      case 10: return one_of<std::string>({"D", "delta", "n", "(D-1)", "2"}) + "^" + exponent();
      case 11: return "(" + part() + ")^" + std::to_string(pick(3));
      case 12: return (one_in(2) ? "max(" : "min(") + part() + ", " + part() + ")";
      case 13: return "abs(" + part() + ")";
      case 14: return "floor(" + part() + ")";
      case 15:
        return "mod(" + part() + ", " +
               (one_in(3) ? part() : Twice(one_of<std::string>({"2", "n", "delta", "(n-1)"}))) +
               ")";
      case 16:
        return "choose(" + (one_in(3) ? part() : Twice(one_of<std::string>({"n", "D^d", "n+d"}))) +
               ", " + lower() + ")";
      case 17: return over(one_in(3) ? "prod" : "sum", depth);
      case 18: return over(one_in(2) ? "min" : "max", depth);
      default: return leaf();
    }
  }
  Twice over(const std::string& name, int depth) {
    const std::size_t before = names_.size();
    Twice text = name + "(" + binders(one_in(6) ? 2 : 1, name[0] == 'm');
    text += ": " + number(depth - 1) + ")";
    names_.resize(before);
    return text;
  }

  Twice set(int depth) {
    const auto end = [&](const char* usual) { return one_in(5) ? number(1) : Twice(usual); };
    switch (pick(sparse_ ? 8 : 5)) {
      case 0: return "{" + number(depth) + ", " + number(0) + "}";
      case 1: return "{" + number(depth) + "}";
      case 2: return "(" + end("1") + ".." + end("n") + ")";
      case 3: return "qbreaks(" + argument('Q') + ", " + argument('r') + ")";
      case 4:
        if (depth > 0) return "union(" + set(depth - 1) + ", " + set(depth - 1) + ")";
        return "{}";
      case 5: {
        const std::size_t before = names_.size();
        const std::string head = fresh();
        names_.push_back({head, 'k'});
        Twice text = "union(" + head + " in 1..n: {" + number(0) + "})";
        names_.resize(before);
        return text;
      }
      case 6: return "S(" + argument('S') + ", " + argument('k') + ")";
      default: return "A(" + argument('L') + ", " + argument('k') + ")";
    }
  }

  // "k in 1..n, H in inputs where ..."; binds the names.
  Twice binders(unsigned count, bool inputs_too = true) {
    Twice text = "";
    for (unsigned i = 0; i < count; ++i) {
      const std::string name = fresh();
      text += (i == 0 ? "" : ", ") + name + " in ";
      const bool few = named('H').empty() || (one_in(6) && inputs() < 2);
      if (inputs_too && few && one_in(3)) {
        text += "inputs";
        names_.push_back({name, 'H'});
        continue;
      }
      if (one_in(5)) {
        text += set(1);
        names_.push_back({name, '-'});
        continue;
      }
      if (sparse_ && one_in(8)) {
        text += "A(" + argument('L') + ", " + argument('k') + ")";
        names_.push_back({name, 'k'});
        continue;
      }
      if (one_in(9)) {
        text += number(0) + ".." + number(1);
        names_.push_back({name, one_in(2) ? 'k' : '-'});
        continue;
      }
      static const std::string kinds = "kkkkbirrtuqhc", more = "kkkbirLtumSqQhc";
      const std::string& all = sparse_ ? more : kinds;
      const char kind = all[pick(all.size())];
      const Range in = range(kind);
      text += in.low + ".." + in.high;
      names_.push_back({name, kind});
    }
    if (one_in(5)) text += " where " + comparison(1);
    return text;
  }
  unsigned inputs() const {
    unsigned count = 0;
    for (const Name& name : names_) count += name.kind == 'H' ? 1 : 0;
    return count;
  }

  std::string relation() {
    return one_of<std::string>({" < ", " <= ", " = ", " != ", " > ", " >= "});
  }
  Twice comparison(int depth) {
    switch (pick(12)) {
      case 0: return number(depth) + relation() + number(0) + relation() + number(depth - 1);
      case 1: return number(depth - 1) + " in " + set(1);
      case 2: return set(1) + (one_in(3) ? " != " : " = ") + set(0);
      case 3:
        if (const std::string x = named('H'); !x.empty()) return x + " = " + named('H');
        return "n >= 2";
      case 5: {  // what may be thought to hold of other maxima too
        const Twice maximum = over(one_in(2) ? "max" : "min", 1);
        return (one_in(2) ? "floor(" + maximum + ")" : maximum) + relation() +
               one_of<std::string>({"1", "n", "d", "D"});
      }
      case 4: return "(" + number(1) + relation() + number(0) + ") = (" + number(0) + " > 0)";
      default: return number(depth) + relation() + number(depth - 1);
    }
  }
  Twice formula(int depth) {
    if (depth <= 0) return comparison(2);
    const std::size_t before = names_.size();
    Twice text = "(";
    switch (pick(13)) {
      case 0: text += formula(depth - 1) + " and " + formula(depth - 1); break;
      case 1: text += formula(depth - 1) + " or " + formula(depth - 1); break;
      case 2: text += formula(depth - 1) + " implies " + formula(depth - 1); break;
      case 3: text += "not (" + formula(depth - 1) + ")"; break;
      case 4: {
        const std::string name = fresh();
        text += "let " + name + " = " + number(2) + ": ";
        names_.push_back({name, '-'});
        text += formula(depth - 1);
        break;
      }
      case 5:
        text += "distinct(" + binders(1, inputs() == 0) + ": ";
        text += number(1) + ")";
        break;
      case 6:
        text += "exists " + binders(1 + pick(2)) + ": ";
        text += formula(depth - 1);
        break;
      case 7:
      case 8:
      case 9:
      case 10:
        text += "forall " + binders(1 + pick(3)) + ": ";
        text += formula(depth - 1);
        break;
      default: text += comparison(2);
    }
    names_.resize(before);
    return text + ")";
  }

  std::mt19937 random_;
  bool sparse_;
  std::vector<Known> known_;
  std::vector<Name> names_;
};

}  // namespace test_support
