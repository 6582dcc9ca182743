// A decoder (a construction whose `start` uses `previous`), one token after another: each goes
// through all layers of all networks, and its output is `previous` of the next.
//
// Memory    of a layer with heads on tokens only the columns are kept that a later token looks at;
// who that is is found from `keys`, for all tokens, before the first one is made.
// Errors    TermError: a token looks at a later one, a term has no value. LimitReached.
#pragma once
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "subject/reading.hpp"

namespace hardmax::subject {

class Decoder {
 public:
  // The first `tokens` tokens. `reading`: of a file with decoder, used by nobody else meanwhile.
  Decoder(Reading& reading, Input input, std::uint64_t tokens);

  // The next token before layer 1.  Requires  there is one, and the one before was finished.
  const std::vector<Rational>& begin();
  // The same through all layers.  Calls `after` with each layer, numbered from 1 through all
  // networks, and the column after it.  Returns the output.
  using After = std::function<void(std::size_t layer, const std::vector<Rational>& column)>;
  const std::vector<Rational>& finish(const After& after = {});

  // Of the layers that `after` is called with.
  struct Place {
    std::string network;
    std::uint64_t t = 0;  // in its network
  };
  [[nodiscard]] const std::vector<Place>& layers() const { return layers_; }
  // How many keys the tokens that are finished have looked at, in heads on tokens, and in heads
  // with keys of their own.
  [[nodiscard]] std::uint64_t looked_at_tokens() const { return own_; }
  [[nodiscard]] std::uint64_t looked_at_memory() const { return memory_; }

 private:
  struct Seen {  // columns before a layer with heads on tokens
    std::unordered_map<std::int64_t, std::int64_t> last_use;  // by token: who looks at it last
    std::unordered_map<std::int64_t, std::vector<std::int64_t>> forgotten;  // after this token
    std::unordered_map<std::int64_t, std::vector<Rational>> columns;
  };
  void act(std::size_t layer);
  void plan(std::size_t layer);

  Reading& reading_;
  Input input_;
  std::int64_t first_ = 0, next_ = 0, end_ = 0;
  std::vector<Place> layers_;
  std::map<std::size_t, Seen> seen_;  // by layer
  std::vector<Rational> column_, output_;
  std::uint64_t own_ = 0, memory_ = 0;
};

}  // namespace hardmax::subject
