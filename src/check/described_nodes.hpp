// A decoder (a construction whose `start` uses `previous`) of any number of tokens 1, 2, ..., made
// one after another. It does what World::decoded does, without a state of all tokens; a test
// compares the two. Weights that are 0 are left out. A layer with heads on tokens keeps the entries
// that the heads use, of the tokens that are looked at later: who looks at whom is found from
// `keys`, before the first token is made.
//
// Memory    the tokens that are looked at, once each, and of these what is still to be looked at.
// Throws Unreadable (a token looks at a later one, or at none of 1, 2, ...), Incomplete (bounds).
#pragma once
#include <unordered_map>

#include "check/described_tokens.hpp"

namespace hardmax::check {

class DecoderNodes {
 public:
  // The first `count` tokens. `asked`: a definition of one argument that is asked for at each.
  // Keeps the reference.
  DecoderNodes(const World& world, std::uint64_t count, std::size_t asked);
  DecoderNodes(const DecoderNodes&) = delete;

  const std::vector<Num>& begin();                     // the next token, before the first layer
  const Num& asked() { return terms_.value(asked_); }  // of it
  void finish();                                       // it goes through all layers of all networks

  // Of the tokens that are finished: keys of heads on tokens that were looked at, those of heads
  // with keys of their own, and the largest entry of a column after a layer, without its sign.
  std::uint64_t looked_at_tokens() const { return on_tokens_; }
  std::uint64_t looked_at_others() const { return on_others_; }
  const Num& largest() const { return largest_; }
  const std::vector<Num>& output() const { return output_; }

 private:
  using Entries = std::vector<std::pair<std::size_t, Num>>;  // that are not 0, and where
  struct Form {
    Entries w = {};
    Num b = {};
  };
  struct Unit {
    Form at = {};
    const Piecewise* pieces = nullptr;
    Entries out = {};
  };
  struct Head {
    const AttentionHead* of = nullptr;
    std::vector<Form> query = {}, key = {}, value = {};  // of key and value: places of `kept`
    std::vector<Entries> out = {};                       // for each number that it returns
    std::vector<Num> last_query = {}, last = {};         // with keys of its own
  };
  struct Layer {
    const DescribedStage* stage = nullptr;
    std::shared_ptr<const BuiltLayer> built = {};
    std::vector<Unit> units = {};
    std::vector<Head> heads = {};
    bool on_tokens = false;
    std::vector<std::size_t> written = {}, kept = {};  // rows
    TokenTerms::Members keys = {};
    std::unordered_map<std::uint64_t, std::uint64_t> last_use = {};      // by token: of whom
    std::unordered_map<std::uint64_t, std::vector<Num>> of_tokens = {};  // what is kept
  };

  void read(std::size_t network, std::uint64_t t);
  void read_part(const Summand& part, Layer& layer) const;
  Form form(const Affine& of, const std::vector<std::size_t>* places) const;
  void plan();
  void keys_at(const Layer& layer, std::uint64_t token);  // into keys_
  static Num at(const Form& form, const std::vector<Num>& column);
  void act(Layer& layer);
  void look(Layer& layer, Head& head);
  void note(const Num& entry);

  const World& world_;
  const std::uint64_t count_;
  TokenTerms terms_;
  TokenTerms::Place asked_ = 0;
  std::vector<TokenTerms::Place> start_;
  std::vector<Layer> layers_;
  std::uint64_t token_ = 0, on_tokens_ = 0, on_others_ = 0;
  std::size_t kept_ = 0;
  std::vector<Num> column_, output_, after_, keys_;
  Num largest_;
};

}  // namespace hardmax::check
