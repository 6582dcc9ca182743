// Every state at every t, by the engine that jumps over windows and by every layer executed.
#pragma once
#include <catch2/catch.hpp>

#include <algorithm>

#include "subject/run.hpp"

namespace hardmax {

// Of inputs, and of one column alone; apply, place and after besides. What has no value has the
// same error.
inline void check_both_engines(const subject::Run& jumping, const subject::Run& literal,
                               const std::string& network, std::int64_t most_inputs = 64) {
  subject::Reading &a = jumping.reading(), &b = literal.reading();
  REQUIRE(a.engine() == subject::Engine::jumping);
  REQUIRE(b.engine() == subject::Engine::literal);
  const auto outcome = [](const auto& f) {
    try {
      return f().show();
    } catch (const subject::TermError& e) {
      return std::string(e.what());
    } catch (const Undefined& e) {
      return std::string(e.what());
    }
  };
  const std::uint64_t size = b.size(network);
  REQUIRE(a.size(network) == size);
  const std::int64_t inputs = *literal.inputs().to_int64();
  for (std::int64_t g = 0; g < std::min(inputs, most_inputs); ++g) {
    INFO("input " << g);
    const subject::Mat from = b.start(b.input(g));
    subject::Mat one;
    one.rows = from.rows;
    one.columns = 1;
    for (std::size_t r = 0; r < from.rows; ++r)
      one.numbers.push_back(from.numbers[r * from.columns]);
    // Not in order: a later state may be asked for first.
    for (const std::uint64_t shift : {size / 2, std::uint64_t{0}}) {
      for (std::uint64_t i = 0; i <= size; ++i) {
        const std::uint64_t t = (i + shift) % (size + 1);
        INFO("after " << t << " layers");
        const auto of = [&](subject::Reading& reading, const subject::Mat& m) {
          return outcome([&] { return subject::Value(reading.run(network, t, m)); });
        };
        REQUIRE(of(a, from) == of(b, from));
        if (g == 0 && shift == 0) REQUIRE(of(a, one) == of(b, one));
        if (t == 0 || g > 0) continue;
        const auto applied = [&](subject::Reading& reading) {
          return outcome([&] { return subject::Value(reading.apply(network, t, from)); });
        };
        REQUIRE(applied(a) == applied(b));
        const auto x = a.place(network, t), y = b.place(network, t);
        REQUIRE(x.stage == y.stage);
        REQUIRE(x.values.size() == y.values.size());
        for (std::size_t j = 0; j < x.values.size(); ++j)
          REQUIRE(x.values[j].show() == y.values[j].show());
        for (std::size_t j = 0; j <= x.values.size(); ++j) {
          const std::vector<subject::Value> some(x.values.begin(),
                                                 x.values.begin() + static_cast<std::ptrdiff_t>(j));
          REQUIRE(a.after(x.stage->name, some) == b.after(x.stage->name, some));
        }
      }
    }
  }
}

}  // namespace hardmax
