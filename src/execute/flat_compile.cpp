// From a graph to instructions: only what the outputs need, in the order in which it was built,
// registers used again after their last reading.
#include <algorithm>
#include <limits>
#include <map>

#include "exact/error.hpp"
#include "execute/flat_graph.hpp"
#include "execute/id_run.hpp"

namespace hardmax {

namespace {

constexpr std::size_t kNarrowBits = 62;
constexpr std::size_t kWideBits = 125;

bool fits(const Rational& x, std::size_t bits) { return x.bits() <= bits; }

}  // namespace

class FlatGraph::Compiler {
 public:
  explicit Compiler(const FlatGraph& graph)
      : graph_(graph), number_(graph.nodes_.size()), mask_(graph.nodes_.size()) {}

  FlatProgram compile(const std::vector<Test>& outputs) {
    find_needed(outputs);
    for (std::uint32_t i = 2; i < needed_.size(); ++i) {
      if (needed_[i]) emit(i);
    }
    for (const Test test : outputs) {
      if (test > yes) read(mask_[test], code_.size());
    }
    assign_registers();
    for (const Test test : outputs) {
      program_.outputs.push_back(
          test <= yes ? FlatProgram::Output{test == yes ? FlatProgram::Output::Kind::yes
                                                        : FlatProgram::Output::Kind::no,
                                            0}
                      : FlatProgram::Output{FlatProgram::Output::Kind::mask, place_[mask_[test]]});
    }
    return std::move(program_);
  }

 private:
  enum class Bank : std::uint8_t { narrow, wide, mask };
  struct Register {
    Bank bank;
    std::size_t last = 0;  // the instruction that reads it last
  };
  using Id = std::uint32_t;

  void find_needed(const std::vector<Test>& outputs) {
    needed_.assign(graph_.nodes_.size(), false);
    for (const Test test : outputs) needed_[test] = true;
    for (std::size_t i = needed_.size(); i-- > 2;) {
      if (!needed_[i]) continue;
      const Node& node = graph_.nodes_[i];
      needed_[node.test] = needed_[node.other] = true;
      for (const Term& form : node.forms) {
        for (const auto& [atom, c] : form.parts) needed_[atom] = true;
      }
    }
  }

  Id fresh(Bank bank) {
    registers_.push_back({bank, 0});
    return static_cast<Id>(registers_.size() - 1);
  }
  void read(Id r, std::size_t at) { registers_[r].last = std::max(registers_[r].last, at); }
  bool is_wide(Id r) const { return registers_[r].bank == Bank::wide; }
  static Bank bank_for(const Span& range) {
    if (fits(range.low, kNarrowBits) && fits(range.high, kNarrowBits)) return Bank::narrow;
    if (fits(range.low, kWideBits) && fits(range.high, kWideBits)) return Bank::wide;
    throw NotFlat("a number of more than " + std::to_string(kWideBits) + " bits");
  }

  std::uint32_t constant(const Rational& x) {
    const auto value = to_int128(x);
    HARDMAX_REQUIRE(value.has_value());
    const auto [place, fresh] =
        constant_.emplace(*value, static_cast<std::uint32_t>(program_.constants.size()));
    if (fresh) program_.constants.push_back(*value);
    return place->second;
  }

  Id add(kernel::FlatOp op, Bank to, Id a, Id b, const Rational& k = 0, Id mask = 0) {
    kernel::FlatInstruction x{};
    x.op = op;
    x.to = fresh(to);
    x.a = a;
    x.b = b;
    x.mask = mask;
    x.constant = constant(k);
    x.wide_to = to == Bank::wide;
    if (op < kernel::FlatOp::both) {
      x.wide_a = op != kernel::FlatOp::set && is_wide(a);
      x.wide_b = op != kernel::FlatOp::set && is_wide(b);
    }
    const std::size_t at = code_.size();
    read(x.to, at);
    if (op != kernel::FlatOp::set) {
      read(a, at);
      read(b, at);
    }
    if (op == kernel::FlatOp::select) read(mask, at);
    code_.push_back(x);
    return x.to;
  }

  // The value of an integer form.
  Id value(const Term& form) {
    if (form.parts.size() == 1 && form.parts[0].second == Rational(1) && form.constant.is_zero())
      return number_[form.parts[0].first];
    Node shape;
    shape.forms = {form};
    const std::string name = key(shape);
    if (const auto it = values_.find(name); it != values_.end()) return it->second;
    Term done;
    std::optional<Id> sum;
    const auto grow = [&](const Term& more) {
      done = done + more;
      return bank_for(graph_.bounds(done));
    };
    std::vector<std::size_t> order(form.parts.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_partition(order.begin(), order.end(),
                          [&](std::size_t i) { return form.parts[i].second == Rational(1); });
    for (const std::size_t i : order) {
      const auto& [atom, c] = form.parts[i];
      const Id x = number_[atom];
      Term part;
      part.parts.emplace_back(atom, c);
      const Bank product = bank_for(graph_.bounds(part));
      const Bank bank = grow(part);
      if (!sum) {
        sum = c == Rational(1) ? x : add(kernel::FlatOp::scale, product, x, x, c);
      } else if (c == Rational(1) || c == Rational(-1)) {
        sum = add(c == Rational(1) ? kernel::FlatOp::add : kernel::FlatOp::subtract, bank, *sum, x);
      } else if (product == Bank::narrow || bank == Bank::wide || is_wide(*sum) || is_wide(x)) {
        sum = add(kernel::FlatOp::add_scaled, bank, *sum, x, c);
      } else {
        const Id scaled = add(kernel::FlatOp::scale, product, x, x, c);
        sum = add(kernel::FlatOp::add, bank, *sum, scaled);
      }
    }
    if (!sum) {
      sum = add(kernel::FlatOp::set, bank_for({form.constant, form.constant}), 0, 0, form.constant);
    } else if (!form.constant.is_zero()) {
      const Bank bank = grow(Term(form.constant));
      if (!fits(form.constant, kNarrowBits) && bank == Bank::narrow && !is_wide(*sum))
        throw NotFlat("a constant that does not fit");
      sum = add(kernel::FlatOp::add_constant, bank, *sum, *sum, form.constant);
    }
    values_.emplace(name, *sum);
    return *sum;
  }

  void emit(std::uint32_t i) {
    using kernel::FlatOp;
    const Node& node = graph_.nodes_[i];
    const auto bank = [&] { return bank_for({node.spans.front().low, node.spans.back().high}); };
    switch (node.kind) {
      case Kind::constant: return;
      case Kind::unknown:
      case Kind::defined: throw NotFlat("a graph about all inputs at once");
      case Kind::leaf:
        number_[i] = fresh(Bank::narrow);
        HARDMAX_REQUIRE(bank() == Bank::narrow);
        leaf_.emplace_back(node.leaf, number_[i]);
        return;
      case Kind::product: {
        const Id a = value(node.forms[0]);
        const Id b = value(node.forms[1]);
        number_[i] = add(FlatOp::multiply, bank(), a, b);
        return;
      }
      case Kind::floor_divide:
      case Kind::floor_mod: {
        const Id a = value(node.forms[0]);
        if (bank_for({node.constant, node.constant}) == Bank::wide && !is_wide(a))
          throw NotFlat("a divisor that does not fit");
        number_[i] = add(node.kind == Kind::floor_divide ? FlatOp::floor_divide : FlatOp::floor_mod,
                         bank(), a, a, node.constant);
        return;
      }
      case Kind::max: {
        Id best = value(node.forms[0]);
        for (std::size_t f = 1; f < node.forms.size(); ++f) {
          const Id next = value(node.forms[f]);
          best = add(FlatOp::maximum, is_wide(best) || is_wide(next) ? Bank::wide : Bank::narrow,
                     best, next);
        }
        number_[i] = best;
        return;
      }
      case Kind::select: {
        const Id a = value(node.forms[0]);
        const Id b = value(node.forms[1]);
        number_[i] = add(FlatOp::select, is_wide(a) || is_wide(b) ? Bank::wide : Bank::narrow, a, b,
                         0, mask_[node.test]);
        return;
      }
      case Kind::at_most:
      case Kind::equal: mask_[i] = compare(node); return;
      case Kind::both:
      case Kind::either:
        mask_[i] = add(node.kind == Kind::both ? FlatOp::both : FlatOp::either, Bank::mask,
                       mask_[node.test], mask_[node.other]);
        return;
      case Kind::negate:
        mask_[i] = add(FlatOp::negate, Bank::mask, mask_[node.test], mask_[node.test]);
        return;
    }
  }

  Id compare(const Node& node) {
    using kernel::FlatOp;
    const bool order = node.kind == Kind::at_most;
    const Term& form = node.forms[0];
    // X - Y = 0, X - Y <= -1, Y - X <= -1 need no difference.
    if (form.parts.size() == 2) {
      const auto& [x, a] = form.parts[0];
      const auto& [y, b] = form.parts[1];
      if (a * b == Rational(-1) && a + b == Rational(0) &&
          node.constant == Rational(order ? -1 : 0)) {
        return a.sign() > 0
                   ? add(order ? FlatOp::less : FlatOp::equal, Bank::mask, number_[x], number_[y])
                   : add(order ? FlatOp::less : FlatOp::equal, Bank::mask, number_[y], number_[x]);
      }
    }
    const Id left = value(form);
    if (bank_for({node.constant, node.constant}) == Bank::wide && !is_wide(left))
      throw NotFlat("a bound that does not fit");
    return add(order ? FlatOp::at_most_constant : FlatOp::equal_constant, Bank::mask, left, left,
               node.constant);
  }

  // Registers of each kind, a place given free after its last reading. Results never share a place
  // with what the same instruction reads.
  void assign_registers() {
    place_.assign(registers_.size(), 0);
    std::vector<std::uint32_t> free_places[3];
    std::size_t* const counts[3] = {&program_.narrow, &program_.wide, &program_.masks};
    const auto take = [&](Id r) {
      const auto b = static_cast<std::size_t>(registers_[r].bank);
      if (free_places[b].empty()) {
        place_[r] = static_cast<std::uint32_t>((*counts[b])++);
      } else {
        place_[r] = free_places[b].back();
        free_places[b].pop_back();
      }
    };
    for (const auto& [leaf, r] : leaf_) {
      place_[r] = static_cast<std::uint32_t>(
          program_.narrow++);  // never given free: written once for a group
      program_.leaves.push_back({leaf, place_[r]});
      registers_[r].last = std::numeric_limits<std::size_t>::max();
    }
    // The registers read last by an instruction: the first, and after each the next.
    constexpr Id none = std::numeric_limits<Id>::max();
    std::vector<Id> first(code_.size(), none);
    std::vector<Id> next(registers_.size(), none);
    for (Id r = static_cast<Id>(registers_.size()); r-- > 0;) {
      if (registers_[r].last < code_.size()) next[r] = std::exchange(first[registers_[r].last], r);
    }
    for (std::size_t i = 0; i < code_.size(); ++i) {
      kernel::FlatInstruction& x = code_[i];
      take(x.to);
      for (Id r = first[i]; r != none; r = next[r])
        free_places[static_cast<std::size_t>(registers_[r].bank)].push_back(place_[r]);
      x.to = place_[x.to];
      if (x.op != kernel::FlatOp::set) {
        x.a = place_[x.a];
        x.b = place_[x.b];
      }
      if (x.op == kernel::FlatOp::select) x.mask = place_[x.mask];
    }
    code_.shrink_to_fit();
    program_.code = std::move(code_);
  }

  const FlatGraph& graph_;
  std::vector<bool> needed_;
  std::vector<Id> number_, mask_;  // by node
  std::vector<Register> registers_;
  std::vector<kernel::FlatInstruction> code_;
  std::unordered_map<std::string, Id> values_;
  std::map<__int128, std::uint32_t> constant_;
  std::vector<std::pair<std::uint32_t, Id>> leaf_;
  std::vector<std::uint32_t> place_;
  FlatProgram program_;
};

FlatProgram FlatGraph::compile(const std::vector<Test>& outputs) const {
  return Compiler(*this).compile(outputs);
}

void fill_digits(std::int64_t* out, std::uint64_t first, std::uint64_t stride, std::uint64_t base) {
  std::uint64_t digit = first / stride % base;
  std::uint64_t left = stride - first % stride;
  for (std::size_t i = 0; i < kernel::kFlatGroup; ++i, --left) {
    if (left == 0) {
      left = stride;
      digit = digit + 1 == base ? 0 : digit + 1;
    }
    out[i] = static_cast<std::int64_t>(digit);
  }
}

FlatRunner::FlatRunner(const FlatProgram& program, CpuPath path)
    : program_(program),
      path_(resolve_cpu_path(path)),
      narrow_((program.narrow + 1) * kernel::kFlatGroup),
      wide_((program.wide + 1) * kernel::kFlatGroup),
      masks_((program.masks + 1) * kernel::kMaskWords) {
  const auto unaligned =
      reinterpret_cast<std::uintptr_t>(narrow_.data()) % 64 / sizeof(std::int64_t);
  state_ = {narrow_.data() + (unaligned == 0 ? 0 : 8 - unaligned), wide_.data(), masks_.data()};
}

std::int64_t* FlatRunner::narrow(std::uint32_t r) { return state_.narrow + r * kernel::kFlatGroup; }

void FlatRunner::run() {
  switch (path_) {
    case CpuPath::avx512:
      return kernel::avx512::run_flat(program_.code.data(), program_.code.size(),
                                      program_.constants.data(), state_);
    case CpuPath::avx2:
      return kernel::avx2::run_flat(program_.code.data(), program_.code.size(),
                                    program_.constants.data(), state_);
    default:
      return kernel::portable::run_flat(program_.code.data(), program_.code.size(),
                                        program_.constants.data(), state_);
  }
}

std::uint64_t FlatRunner::output(std::size_t index, std::size_t word) const {
  const FlatProgram::Output& output = program_.outputs[index];
  if (output.kind != FlatProgram::Output::Kind::mask)
    return output.kind == FlatProgram::Output::Kind::yes ? ~std::uint64_t{0} : 0;
  return masks_[output.mask * kernel::kMaskWords + word];
}

}  // namespace hardmax
