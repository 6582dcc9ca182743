// The two feed-forward stages of yun2020b, written from Sections E.1 and E.3: quantiser and value
// mapping. A model that adds their names to those of a Run.
#pragma once
#include <functional>

#include "papers/yun2020b.hpp"

namespace hardmax::check {

class Stages final : public Model {
 public:
  explicit Stages(const Run& run) : run_(run), of_(run.parameters()) {}

  std::uint64_t inputs() const override { return run_.inputs(); }
  std::string input_text(std::uint64_t input) const override { return run_.input_text(input); }
  Num number(int name, const Num* a, const std::uint64_t* inputs) const override;
  Set set(int name, const Num* a) const override;

 private:
  using Column = std::vector<Num>;  // entries r = 1..d, in units of delta
  using Target = std::function<Num(
      std::uint64_t t, std::uint64_t r)>;  // entry r of what value layer t is to send its column to
  struct Mapping {  // the value layers made for the ids of a run; layer t = g n + k is for input g
                    // and token k
    std::unique_ptr<Run> own;  // of R3
    const Run* run = nullptr;
    std::vector<Num> ids;              // ids[t]
    std::vector<std::uint64_t> by_id;  // the layers, by increasing id
  };
  struct Mapped {  // all columns of an input on their way through a mapping
    int kind = Name::n;
    std::uint64_t input = 0;
    std::vector<Column> columns;
    std::vector<std::uint64_t> moves;
  };

  std::uint64_t quantizer_layers() const;  // throws LimitMet if there are too many
  std::uint64_t value_layers() const;
  Num quantize(std::uint64_t layers, std::uint64_t r, Num x) const;
  Num target(std::uint64_t input, std::uint64_t r, std::uint64_t k) const;
  Num u(const Column& z) const;  // u^T z
  Column column(const Run& run, std::uint64_t input, std::uint64_t k, const Num& id) const;
  void build(Mapping& mapping, const Run& run) const;
  const Mapping& printed() const;
  const Mapping& larger(bool planted) const;  // R3
  Num K(bool planted) const;                  // R2
  Num highest(bool planted) const;            // max u^T f, or the largest id
  Column through(const Mapping& mapping, Column z, const Target& target, const Num& K, bool back,
                 std::uint64_t& moves) const;
  const Mapped& map(int kind, std::uint64_t input) const;
  Num planted(int name, const Num* a, const std::uint64_t* inputs) const;

  const Run& run_;
  const Parameters& of_;
  mutable Mapping printed_, larger_[2];
  mutable std::optional<Num> K_[2];
  mutable Mapped mapped_;
  mutable std::uint64_t steps_ = 0;
};

}  // namespace hardmax::check
