// One collision in one input of 2^24, made of weights alone.
//
// (n, d, D) = (8, 1, 8), strided, w = 3. After the selective stage one more window is added: b =
// the shifted id of token 8 for the input G below, over keys that let token 8 see tokens 1 and 2
// and everyone else only itself. Of all inputs and tokens only (G, 8) is in it, and moves by x_2 -
// x_1 = 7 (x_1 - z_2) = 7 * 56 (columns 1 and 2 of G are the same). That takes it to where token 8
// is for the input G' whose column 7 is less by 7, as -7 * 8 * (-7) = 7 * 56. All ids of G that do
// not depend on x_7 are then those of G'.
#pragma once
#include "engine_support.hpp"

namespace hardmax::test {

struct Planted {
  std::uint64_t broken = 033141572;   // G, octal: 3 3 1 4 1 5 7 2
  std::uint64_t partner = 033141502;  // G'
  IdProgram program;

  Planted() : program(Case(named("strided", 8, 3), 1, 8).program()) {
    std::vector<std::vector<Token>> keys;
    for (Token k = 0; k < 7; ++k) keys.push_back({k});
    keys.push_back({0, 1});
    IdStage window;
    window.kind = IdStage::Kind::window;
    window.keys = program.keys.size();
    window.factor = 1;
    window.base = execute_exactly(program, broken).after_shift[7];
    window.count = 1;
    program.keys.push_back(std::move(keys));
    program.stages.insert(program.stages.begin() + static_cast<std::ptrdiff_t>(program.snapshot),
                          window);
    ++program.snapshot;
  }
};

}  // namespace hardmax::test
