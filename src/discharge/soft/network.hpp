// The soft version of the contextual mapping g_c of yun2020b (F.2): every hardmax head becomes
// rho[t .], with zeta, eta and t chosen stage by stage.
//
// Stages are the n - 1 blocks of the selective part and the all-max part. The choices:
//   printed    zeta = delta/2; block j: eta = (1/2) delta^{2d} log(1 + delta^{(j+1)d} delta~ / (8
//   n^2)); all-max: eta = (delta^{nd}/(s n)) log(1 + delta^{s(nd+1)+nd} delta~ /
//              (2^{s+3} s^s n^{s+1}))
//   repaired   zeta = delta^2/4, eta = delta~ / (8 c^s V [q^2 ((1+2q)^{n-1} - 1) + s]) everywhere,
//   q = D^d, V = n D^{nd}, c the multiplier of the network
// with delta~ = min(delta, 2^{1-1/lp} eps / n^{1/lp}). t is the t that section B gives for (zeta,
// eta) and n keys (enclose/assumption2.hpp).
//
// These numbers are real; a network's weights are rational. eta is therefore held between two
// rationals some 2^-64 of it apart, and t is a rational no smaller than what the lower of the two
// asks for: a t that satisfies Assumption 2 at (zeta, eta), as the source says.
//
// Units     zeta, eta and t here are in real units: zeta bounds differences of real scores. In a
// network, whose ids are in units of delta, scores are 1/delta^2 times as large. Source    yun2020b
// F.2; why the repaired choice works: docs/soft.md.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "enclose/assumption2.hpp"
#include "network/construction.hpp"

namespace hardmax {

struct SoftSettings {
  enum class Choice { printed, repaired };
  Choice choice = Choice::printed;
  std::optional<Rational> zeta, eta, t;  // instead of the choice's, in every stage; real units
  Rational eps = 1;                      // > 0
  Rational lp = 2;                       // the p of the L^p distance, >= 1
  std::optional<SoftMap> map;            // none: every map that Assumption 2 admits
};

struct SoftStage {
  std::string name;                 // "block 1", "all-max"
  std::size_t first = 0, last = 0;  // its attention layers, 0-based; last is excluded
  Rational zeta;
  Rational eta_lower, eta_upper;  // the eta lies between them
  std::optional<Rational> t;      // of the map, if there is one
};

// delta~ at the thread's precision.
Ball delta_tilde(const Parameters& parameters, const Rational& eps, const Rational& lp);
// The printed eta of block j = 1..n-1 and of the all-max stage, at the thread's precision.
Ball printed_eta_of_block(const Parameters& parameters, std::uint64_t j, const Ball& delta_tilde);
Ball printed_eta_of_all_max(const Parameters& parameters, std::uint64_t s, const Ball& delta_tilde);
// eta*.
Ball repaired_eta(const Construction& construction, const Ball& delta_tilde);

// It is in (0, 1]: not where the multiplier c is too small.
bool has_repaired_eta(const Construction& construction, const SoftSettings& settings);

// Errors  InvalidInput (option): not has_repaired_eta(), which the choice asks for; the printed t
// of the map is 0 at this eta (sparselin at eta = 1).
std::vector<SoftStage> soft_stages(const Construction& construction, const SoftSettings& settings);

// The network with the map of `settings` at every stage's t. Requires  a map, and a t in every
// stage.
Network soft_network(const Construction& construction, const std::vector<SoftStage>& stages,
                     const SoftMap& map);

}  // namespace hardmax
