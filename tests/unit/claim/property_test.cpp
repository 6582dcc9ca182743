// Seeded random formulas: what is printed reads back as the same tree, has the same answer, and no
// text does anything but read or be refused.
#include <catch2/catch.hpp>

#include <map>
#include <random>

#include "claim/syntax.hpp"
#include "support/rounds.hpp"
#include "toy_model.hpp"

namespace property_test {

using namespace toy;

namespace {

// Writes random well-typed formulas of the toy model, with parentheses and white space that need
// not be there.
class Writer {
 public:
  explicit Writer(unsigned seed) : random_(seed) {}

  std::string formula() {
    names_.clear();
    return boolean(3);
  }

 private:
  struct Name {
    std::string name;
    Type type;
  };

  std::size_t below(std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_);
  }
  std::string space() { return below(6) == 0 ? "  " : " "; }
  std::string maybe_parentheses(std::string text) {
    return below(4) == 0 ? "(" + text + ")" : text;
  }

  // A visible name of a type, or nothing.
  std::string visible(Type type) {
    std::vector<std::string> found;
    for (std::size_t i = names_.size(); i-- > 0;) {
      bool hidden = false;
      for (std::size_t j = i + 1; j < names_.size(); ++j)
        hidden = hidden || names_[j].name == names_[i].name;
      if (!hidden && names_[i].type == type) found.push_back(names_[i].name);
    }
    return found.empty() ? "" : found[below(found.size())];
  }

  std::string fresh(Type type) {
    static const std::vector<std::string> letters = {"i", "j", "k", "x'", "S_1", "H", "in_", "n'"};
    names_.push_back({letters[below(letters.size())], type});
    return names_.back().name;
  }

  std::string binder() {
    switch (below(8)) {
      case 0: return fresh_after("inputs", Type::input);
      case 1: return fresh_after("subsets(" + set(1) + ")", Type::set);
      case 2:
      case 3: return fresh_after(set(1), Type::number);
      default: {
        const std::string first = below(2) == 0 ? "1" : number(0);
        return fresh_after(first + ".." + (below(2) == 0 ? "2" : number(0)), Type::number);
      }
    }
  }
  std::string fresh_after(const std::string& domain, Type type) {
    return fresh(type) + " in " + domain;
  }

  // binders ":" body, the names gone afterwards.
  template <typename Body>
  std::string bound(Body body, std::size_t depth) {
    const std::size_t outer = names_.size();
    std::string text = binder();
    while (below(3) == 0) text.append(",").append(space()).append(binder());
    if (below(4) == 0) text.append(" where ").append(boolean(depth > 1 ? 1 : 0));
    text.append(":").append(space()).append(body());
    names_.resize(outer);
    return text;
  }

  std::string number(std::size_t depth) {
    if (depth == 0) {
      const std::string name = visible(Type::number);
      switch (below(4)) {
        case 0: return std::vector<std::string>{"n", "d", "D", "delta", "layers(value)"}[below(5)];
        case 1: return std::to_string(below(5));
        default: return name.empty() ? std::to_string(below(4)) : name;
      }
    }
    const auto part = [&] { return maybe_parentheses(number(below(depth))); };
    const auto list = [&](std::string text) {
      text.append("(").append(number(depth - 1));
      while (below(2) == 0) text.append(", ").append(number(below(depth)));
      return text + ")";
    };
    const auto over = [&](std::string text) {
      text += "(";
      text += bound([&] { return number(below(depth)); }, depth);
      return text + ")";
    };
    switch (below(16)) {
      case 0:
        return "(" + number(depth - 1) + " " + "+-*/"[below(4)] + " " + number(depth - 1) + ")";
      case 1: return "(" + number(depth - 1) + ")^" + std::to_string(below(4));
      case 2: return "-" + part();
      case 3: return "(" + part() + " + " + part() + " - " + part() + ")";
      case 4: return "(" + part() + "*" + part() + "/" + part() + ")";
      case 5: return "(" + part() + ")^-(" + part() + ")";
      case 6: return "floor(" + number(depth - 1) + ")";
      case 7: return "mod(" + number(depth - 1) + ", " + number(below(depth)) + ")";
      case 8: return "choose(" + number(0) + ", " + number(below(depth)) + ")";
      case 9: return "card(" + set(depth - 1) + ")";
      case 10: return list(below(2) == 0 ? "max" : "min");
      case 11: return over("sum");
      case 12: return over("prod");
      case 13: return over(below(2) == 0 ? "max" : "min");
      case 14: return "gamma(" + number(0) + ")";
      default: {
        const std::string input = visible(Type::input);
        return input.empty() ? "abs(" + number(depth - 1) + ")"
                             : (below(2) == 0 ? "z(" : "id(") + input + ", " + number(0) + ")";
      }
    }
  }

  std::string set(std::size_t depth) {
    const std::string name = visible(Type::set);
    if (!name.empty() && below(2) == 0) return name;
    switch (below(depth == 0 ? 3 : 5)) {
      case 0: return "A(" + std::to_string(1 + below(2)) + ", " + number(0) + ")";
      case 1: return "(" + number(0) + ".." + number(0) + ")";
      case 2: {
        std::string text = "{";
        for (std::size_t i = below(4); i > 0; --i)
          text.append(number(depth)).append(i > 1 ? ", " : "");
        return text + "}";
      }
      case 3: return "union(" + set(depth - 1) + ", " + set(0) + ")";
      default: return "union(" + bound([&] { return set(depth - 1); }, depth) + ")";
    }
  }

  std::string boolean(std::size_t depth) {
    if (depth == 0) {
      static const std::vector<std::string> relations = {" < ",  " <= ", " = ",
                                                         " != ", " > ",  " >= "};
      const std::string name = visible(Type::boolean);
      switch (below(8)) {
        case 0: return "true";
        case 1: return "false";
        case 2: return number(0) + " in " + set(0);
        case 3: return set(0) + relations[2 + below(2)] + set(0);
        case 4:
          return number(0) + relations[below(6)] + number(0) + relations[below(6)] + number(0);
        case 5:
          if (!name.empty()) return name;
          [[fallthrough]];
        default: return number(1) + relations[below(6)] + number(0);
      }
    }
    const auto part = [&] { return "(" + boolean(below(depth)) + ")"; };
    const std::string gap = space();
    switch (below(12)) {
      case 0: return part() + gap + "and " + part() + " and " + part();
      case 1: return part() + gap + "or " + part();
      case 2: return part() + " implies" + gap + part();
      case 3: return part() + " implies " + part() + " implies " + part();
      case 4: return "not " + part();
      case 5: return "distinct(" + bound([&] { return number(1); }, depth) + ")";
      case 6: {
        const std::string members = set(0);
        const std::size_t outer = names_.size();
        // Names of their own: the first must not be seen in the domain of the second.
        const std::string before = "b" + std::to_string(names_.size());
        const std::string after = "a" + std::to_string(names_.size());
        std::string text = "chain(";
        text.append(before)
            .append(" in ")
            .append(members)
            .append(", ")
            .append(after)
            .append(" in ")
            .append(members)
            .append(": ");
        names_.push_back({before, Type::number});
        names_.push_back({after, Type::number});
        text += boolean(depth - 1);
        names_.resize(outer);
        return text + ")" + (below(3) == 0 ? " = true" : "");
      }
      case 7: {
        const Type type = below(3) == 0 ? Type::boolean : Type::number;
        const std::string value = type == Type::boolean ? "(" + boolean(0) + ")" : number(1);
        const std::size_t outer = names_.size();
        std::string text = "let " + fresh(type);
        text.append(" = ").append(value).append(": ").append(boolean(depth - 1));
        names_.resize(outer);
        return text;
      }
      case 8:
      case 9: return "forall " + bound([&] { return boolean(depth - 1); }, depth);
      default: return "exists " + bound([&] { return boolean(depth - 1); }, depth);
    }
  }

  std::mt19937 random_;
  std::vector<Name> names_;
};

}  // namespace

TEST_CASE("property: a random formula prints to a text with the same tree and the same answer") {
  const Toy model;
  std::map<std::string, int> kinds;
  for (int seed = 1; seed <= testing::rounds(3000); ++seed) {
    const std::string text = Writer(seed).formula();
    INFO("seed " << seed << ": " << text);
    const Formula formula = Formula::parse(text, vocabulary());
    const std::string printed = print(formula.root());
    INFO(printed);
    const Formula again = Formula::parse(printed, vocabulary());
    REQUIRE(same(formula.root(), again.root()));
    CHECK(print(again.root()) == printed);
    CHECK(again.scope() == formula.scope());
    const std::string expected = answer(evaluate(formula, model), model);
    CHECK(answer(evaluate(again, model), model) == expected);
    ++kinds[expected.substr(0, expected.find(' '))];
  }
  // The formulas are no use if they all end alike.
  CHECK(kinds["true"] > testing::met(300));
  CHECK(kinds["false"] > testing::met(300));
  CHECK(kinds["undefined"] > testing::met(100));
}

TEST_CASE("property: not, and the quantifiers turned around, turn the answer around") {
  const Toy model;
  for (int seed = 1; seed <= testing::rounds(1500); ++seed) {
    const std::string text = Writer(seed).formula();
    INFO("seed " << seed << ": " << text);
    const Outcome plain = evaluate(Formula::parse(text, vocabulary()), model);
    const Outcome turned = evaluate(Formula::parse("not (" + text + ")", vocabulary()), model);
    CHECK(plain.kind == turned.kind);
    CHECK((plain.truth == Truth::unknown) == (turned.truth == Truth::unknown));
    if (plain.truth != Truth::unknown)
      CHECK((plain.truth == Truth::yes) == (turned.truth == Truth::no));
    CHECK(plain.witness.has_value() ==
          (plain.kind == Outcome::Kind::truth && plain.truth == Truth::no));
    CHECK_FALSE(turned.vacuous);
    const Outcome every =
        evaluate(Formula::parse("forall m' in 1..2: (" + text + ")", vocabulary()), model);
    const Outcome some = evaluate(
        Formula::parse("not (exists m' in 1..2: not (" + text + "))", vocabulary()), model);
    CHECK(every.kind == plain.kind);
    CHECK(every.truth == plain.truth);
    CHECK(every.vacuous == plain.vacuous);
    CHECK(some.truth == plain.truth);
  }
}

TEST_CASE("property: a formula that is true or false in ranges of inputs is so as a whole") {
  const Toy model;
  for (int seed = 1; seed <= testing::rounds(1500); ++seed) {
    Writer writer(seed);
    const std::string text = "forall G in inputs: id(G, 1) = 10 implies (" + writer.formula() + ")";
    INFO("seed " << seed << ": " << text);
    const Formula formula = Formula::parse(text, vocabulary());
    if (formula.scope() != Formula::Scope::per_input) continue;
    const std::string expected = answer(evaluate(formula, model), model);
    std::string found;
    for (std::uint64_t g = 0; g < 8; ++g) {
      const std::string part = answer(evaluate(formula, model, {g, g + 1}), model);
      if (g == 3 || (part != "true vacuous" && found.empty())) found = part;
      if (g != 3) CHECK(part == "true vacuous");
    }
    CHECK(found == expected);
  }
}

TEST_CASE(
    "property: no text, however broken, does anything but read or be refused at a place in it") {
  const std::string bytes = "()[]{}<>=!+-*/^.,:'\"_ \t\n0 1 9ankxHzA\x7F\xFF|&#";
  const std::vector<std::string> words = {
      "forall ",  "exists ", "sum(",    "max(", "union(", "chain(",    "distinct(", "let ",
      " in ",     " where ", " and ",   " or ", "not ",   " implies ", "true",      "inputs",
      "subsets(", "..",      "layers(", "1..2", "gamma(", "z(H, "};
  std::size_t read = 0;
  std::size_t refused = 0;
  for (int seed = 1; seed <= testing::rounds(6000); ++seed) {
    std::mt19937 random(seed);
    std::string text = Writer(seed).formula();
    for (std::size_t k = 1 + random() % 2; k > 0 && !text.empty(); --k) {
      const std::size_t at = random() % text.size();
      switch (random() % 5) {
        case 0: text[at] = bytes[random() % bytes.size()]; break;
        case 1: text.erase(at, 1 + random() % 8); break;
        case 2: text.insert(at, words[random() % words.size()]); break;
        case 3: text.insert(at, text.substr(random() % text.size(), random() % 30)); break;
        default: text.insert(at, 1, bytes[random() % bytes.size()]);
      }
    }
    INFO("seed " << seed << ": " << text);
    try {
      const Formula formula = Formula::parse(text, vocabulary());
      CHECK(same(formula.root(), Formula::parse(print(formula.root()), vocabulary()).root()));
      ++read;
    } catch (const SyntaxError& e) {
      CHECK(e.offset <= text.size());
      CHECK(std::string(e.what()).starts_with("expected "));
      ++refused;
    }
  }
  CHECK(read > testing::met<std::size_t>(100));
  CHECK(refused > testing::met<std::size_t>(1000));
}

}  // namespace property_test
