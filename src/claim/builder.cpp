// The first half of the builder: tokens, operators, sets, calls.
#include "claim/builder.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "claim/hint.hpp"
#include "exact/closest.hpp"
#include "exact/error.hpp"

namespace hardmax::claim {

namespace {

constexpr std::size_t npos = static_cast<std::size_t>(-1);

struct Function {
  const char* name;
  Op op;
  std::size_t arity;
  Type parameter;
};
constexpr std::array<Function, 7> functions = {{{"floor", Op::floor, 1, Type::number},
                                                {"exp", Op::exponential, 1, Type::number},
                                                {"log", Op::logarithm, 1, Type::number},
                                                {"abs", Op::abs, 1, Type::number},
                                                {"mod", Op::mod, 2, Type::number},
                                                {"choose", Op::choose, 2, Type::number},
                                                {"card", Op::card, 1, Type::set}}};

const Function* function(std::string_view name) {
  for (const Function& f : functions) {
    if (name == f.name) return &f;
  }
  return nullptr;
}

bool is_identifier(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '\'';
}

std::string quoted(std::string_view name) { return "'" + std::string(name.substr(0, 40)) + "'"; }

std::string count_of(std::size_t n) {
  return std::to_string(n) + (n == 1 ? " argument" : " arguments");
}

// "write id(H, k)": how a function of these parameters is called, with the names that the papers
// like.
std::string call_of(std::string_view name, const std::vector<Type>& parameters) {
  const auto numbers =
      static_cast<std::size_t>(std::count(parameters.begin(), parameters.end(), Type::number));
  if (numbers > 3 || parameters.empty()) return {};
  std::string_view number = std::string_view("ijk").substr(3 - numbers), input = "HK";
  std::string call = "write " + std::string(name) + "(";
  for (const Type type : parameters) {
    if (type != Type::number && type != Type::input) return {};
    std::string_view& names = type == Type::number ? number : input;
    if (names.empty()) return {};
    if (call.back() != '(') call += ", ";
    call += names.front();
    names.remove_prefix(1);
  }
  return call + ")";
}

}  // namespace

void Builder::expected(const std::string& what, std::size_t offset) const {
  std::string found = "the end of the formula";
  if (offset < text_.size()) {
    std::size_t end = offset;
    while (end < text_.size() && end - offset < 20 && is_identifier(text_[end])) ++end;
    const auto byte = static_cast<unsigned char>(text_[offset]);
    if (end > offset) {
      found = quoted(text_.substr(offset, end - offset));
    } else if (byte > 0x20 && byte < 0x7f) {
      found = quoted(text_.substr(offset, 1));
    } else {
      found = "byte " + std::to_string(byte);
    }
  }
  throw SyntaxError(offset, "expected " + what + ", found " + found);
}

void Builder::enter(const char* at) {
  if (++nesting_ > max_nesting)
    throw SyntaxError(offset(at), "expected at most 256 levels of nesting, found more");
}

// ---- nodes

std::unique_ptr<Node> Builder::make(Op op, Type type, std::size_t begin, std::size_t end) const {
  auto node = std::make_unique<Node>();
  node->op = op;
  node->type = type;
  node->begin = begin;
  node->end = end;
  return node;
}

std::unique_ptr<Node> Builder::pop() {
  HARDMAX_REQUIRE(!operands_.empty());
  auto node = std::move(operands_.back());
  operands_.pop_back();
  return node;
}

void Builder::adopt_one(Node& node, std::unique_ptr<Node> part) const {
  node.lowest = std::min(node.lowest, part->lowest);
  node.parts.push_back(std::move(part));
}

void Builder::adopt(Node& node, std::size_t first) {
  for (std::size_t i = first; i < operands_.size(); ++i) adopt_one(node, std::move(operands_[i]));
  operands_.resize(first);
}

void Builder::require(const Node& node, Type type, const std::string& of) const {
  if (node.type == type) return;
  throw TypeError(node.begin, std::string("expected ") + type_name(type) + " as " + of +
                                  ", found " + type_name(node.type));
}

void Builder::require_parts(const Node& node, Type type, const std::string& of) const {
  for (const NodePtr& part : node.parts) require(*part, type, of);
}

// ---- leaves

void Builder::integer(std::string_view token) {
  if (token.size() > max_digits)
    throw SyntaxError(offset(token.data()),
                      "expected an integer of at most 1000 digits, found more");
  auto node =
      make(Op::integer, Type::number, offset(token.data()), offset(token.data()) + token.size());
  node->number = *Rational::parse(token);
  push(std::move(node));
}

void Builder::truth(std::string_view token, bool value) {
  auto node =
      make(Op::truth, Type::boolean, offset(token.data()), offset(token.data()) + token.size());
  node->truth = value;
  push(std::move(node));
}

const Builder::Name* Builder::bound(std::string_view name) const {
  for (auto it = names_.rbegin(); it != names_.rend(); ++it) {
    if (it->name == name) return &*it;
  }
  return nullptr;
}

std::size_t Builder::accessor(std::string_view name) const {
  for (std::size_t i = 0; i < vocabulary_.size(); ++i) {
    if (vocabulary_[i].name == name) return i;
  }
  return npos;
}

std::size_t Builder::offered(std::string_view name, const std::vector<Type>& arguments,
                             std::size_t at) {
  const std::size_t known = accessor(name);
  if (offer_ == nullptr || function(name) != nullptr) return known;
  if (known != npos) {
    if (vocabulary_[known].parameters != arguments)
      throw TypeError(at, quoted(name) +
                              " is used with two lists of types of arguments in one formula; write "
                              "a definition for one of them");
    return known;
  }
  try {
    vocabulary_.push_back((*offer_)(name, arguments));
  } catch (const NotOffered& e) {
    throw TypeError(at, e.what());
  }
  return vocabulary_.size() - 1;
}

std::string Builder::near(std::string_view name) const {
  std::set<std::string> known;
  for (const Accessor& a : vocabulary_) known.insert(a.name.substr(0, a.name.find('(')));
  for (const Function& f : functions) known.insert(f.name);
  for (const Name& bound_here : names_) known.insert(bound_here.name);
  const std::string question = do_you_mean(closest(name, {known.begin(), known.end()}));
  if (!question.empty()) return question.substr(2);
  if (name.size() != 1) return {};
  const bool is_input = name.front() >= 'A' && name.front() <= 'Z';
  return "bind it: forall " + std::string(name) + (is_input ? " in inputs: ..." : " in 1..n: ...");
}

void Builder::variable() {
  const std::size_t begin = offset(name_.data());
  const std::size_t end = begin + name_.size();
  std::unique_ptr<Node> node;
  if (const Name* found = bound(name_)) {
    if (found->type == Type::vector)
      throw TypeError(begin,
                      "expected an index after the vector " + quoted(name_) + ", found none");
    node = make(Op::variable, found->type, begin, end);
    node->index = found->slot;
    node->lowest = static_cast<std::size_t>(found - names_.data());
  } else if (const std::size_t index = offered(name_, {}, begin); index != npos) {
    const Accessor& a = vocabulary_[index];
    if (!a.parameters.empty())
      throw MeantError(
          begin,
          "expected " + count_of(a.parameters.size()) + " after " + quoted(name_) + ", found none",
          call_of(name_, a.parameters));
    node = make(Op::accessor, a.result, begin, end);
    node->index = index;
  } else if (const Function* f = function(name_)) {
    throw MeantError(begin,
                     "expected " + count_of(f->arity) + " after " + quoted(name_) + ", found none",
                     call_of(name_, std::vector<Type>(f->arity, f->parameter)));
  } else {
    throw MeantError(begin,
                     "expected a name that is bound or offered by the run, found " + quoted(name_),
                     near(name_));
  }
  node->name = name_;
  push(std::move(node));
}

void Builder::stage(std::string_view token) {
  const std::string name = "layers(" + std::string(token) + ")";
  if (bound("layers"))
    throw TypeError(offset(name_.data()),
                    "expected a function, found 'layers', which is bound here");
  const std::size_t index = offered(name, {}, offset(name_.data()));
  if (index == npos)
    throw TypeError(
        offset(token.data()),
        "expected a stage of this run as the argument of 'layers', found " + quoted(token));
  auto node = make(Op::accessor, vocabulary_[index].result, offset(name_.data()),
                   offset(token.data()) + token.size() + 1);
  node->index = index;
  node->name = name;
  push(std::move(node));
}

std::vector<Type> Builder::types_from(std::size_t first) const {
  std::vector<Type> types;
  for (std::size_t i = first; i < operands_.size(); ++i) types.push_back(operands_[i]->type);
  return types;
}

// ---- groups

void Builder::mark(const char* at, std::string_view head) {
  groups_.push_back({operands_.size(), offset(at), std::string(head), {}, {}});
}

void Builder::check_comparison(const Node& node) const {
  for (std::size_t i = 0; i + 1 < node.parts.size(); ++i) {
    const Node& left = *node.parts[i];
    const Node& right = *node.parts[i + 1];
    const std::string of = std::string("operand of '") + symbol(node.relations[i]) + "'";
    switch (node.relations[i]) {
      case Relation::equal:
      case Relation::different: require(right, left.type, of); break;
      case Relation::member:
        require(left, Type::number, of);
        require(right, Type::set, "right " + of);
        break;
      default: require(left, Type::number, of); require(right, Type::number, of);
    }
  }
}

void Builder::close_operators(Op op) {
  Group group = std::move(groups_.back());
  groups_.pop_back();
  if (operands_.size() == group.first + 1) return;
  auto node = make(op, Type::boolean, operands_[group.first]->begin, operands_.back()->end);
  adopt(*node, group.first);
  switch (op) {
    case Op::sum:
    case Op::product:
      node->inverse = std::move(group.inverse);
      node->inverse.insert(node->inverse.begin(), false);
      [[fallthrough]];
    case Op::power:
      node->type = Type::number;
      require_parts(*node, Type::number, "operand");
      break;
    case Op::comparison:
      node->relations = std::move(group.relations);
      check_comparison(*node);
      break;
    case Op::conjunction: require_parts(*node, Type::boolean, "operand of 'and'"); break;
    case Op::disjunction: require_parts(*node, Type::boolean, "operand of 'or'"); break;
    case Op::implication: require_parts(*node, Type::boolean, "operand of 'implies'"); break;
    default: HARDMAX_REQUIRE(false);
  }
  push(std::move(node));
}

void Builder::prefix(Op op) {
  auto part = pop();
  const Type type = op == Op::negate ? Type::number : Type::boolean;
  require(*part, type, op == Op::negate ? "operand of '-'" : "operand of 'not'");
  auto node = make(op, type, offset(prefixes_.back()), part->end);
  prefixes_.pop_back();
  adopt_one(*node, std::move(part));
  push(std::move(node));
}

void Builder::parenthesised(const char* begin, const char* end) {
  operands_.back()->begin = offset(begin);
  operands_.back()->end = offset(end);
}

void Builder::range(const char* end) {
  auto last = pop();
  auto first = pop();
  require(*first, Type::number, "end of a range");
  require(*last, Type::number, "end of a range");
  auto node = make(Op::range, Type::set, first->begin, offset(end));
  adopt_one(*node, std::move(first));
  adopt_one(*node, std::move(last));
  push(std::move(node));
}

void Builder::close_set(const char* end) {
  const Group group = std::move(groups_.back());
  groups_.pop_back();
  auto node = make(Op::set, Type::set, group.begin, offset(end));
  adopt(*node, group.first);
  require_parts(*node, Type::number, "member of a set");
  push(std::move(node));
}

void Builder::close_list(const char* end) {
  const Group group = std::move(groups_.back());
  groups_.pop_back();
  const Op op = group.head == "max"   ? Op::list_max
                : group.head == "min" ? Op::list_min
                                      : Op::list_union;
  auto node = make(op, op == Op::list_union ? Type::set : Type::number, group.begin, offset(end));
  adopt(*node, group.first);
  require_parts(*node, node->type, "argument of '" + group.head + "'");
  push(std::move(node));
}

void Builder::close_call(const char* end) {
  const Group group = std::move(groups_.back());
  groups_.pop_back();
  const std::string& name = group.head;
  std::vector<Type> parameters;
  std::unique_ptr<Node> node;
  if (const Name* vector = bound(name)) {
    if (vector->type != Type::vector)
      throw TypeError(group.begin,
                      "expected a function, found " + quoted(name) + ", which is bound here");
    parameters = {Type::number};
    node = make(Op::component, Type::number, group.begin, offset(end));
    node->index = vector->slot;
    node->name = name;
    node->lowest = static_cast<std::size_t>(vector - names_.data());
  } else if (const std::size_t index = offered(name, types_from(group.first), group.begin);
             index != npos) {
    parameters = vocabulary_[index].parameters;
    if (parameters.empty())
      throw TypeError(group.begin,
                      "expected no arguments after " + quoted(name) + ", which is a parameter");
    node = make(Op::accessor, vocabulary_[index].result, group.begin, offset(end));
    node->index = index;
    node->name = name;
    node->frame = frames_++;
  } else if (const Function* f = function(name)) {
    parameters.assign(f->arity, f->parameter);
    node = make(f->op, Type::number, group.begin, offset(end));
  } else if (name == "layers") {
    throw TypeError(group.begin, "expected the name of a stage as the only argument of 'layers'");
  } else {
    throw MeantError(group.begin, "expected a function of the run, found " + quoted(name),
                     near(name));
  }
  adopt(*node, group.first);
  if (node->parts.size() != parameters.size()) {
    throw MeantError(group.begin,
                     "expected " + count_of(parameters.size()) + " after " + quoted(name) +
                         ", found " + std::to_string(node->parts.size()),
                     call_of(name, parameters));
  }
  for (std::size_t i = 0; i < parameters.size(); ++i)
    require(*node->parts[i], parameters[i], "argument of " + quoted(name));
  push(std::move(node));
}

}  // namespace hardmax::claim
