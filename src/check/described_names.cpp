// The functions that are given in construction files.
#include "check/described_terms.hpp"

namespace hardmax::check {
namespace {

constexpr GivenName given[] = {{"if", Given::if_, "BTT", 'T'},
                               {"e", Given::unit_column, "N", 'X'},
                               {"start", Given::start, "I", 'M'},
                               {"previous", Given::previous, "N", 'N'},
                               {"input", Given::input, "N", 'I'},
                               {"exchange", Given::exchange, "INN", 'I'},
                               {"G", Given::entry, "INN", 'N'},
                               {"isqrt", Given::isqrt, "N", 'N'},
                               {"floor", Given::floor, "N", 'N'},
                               {"abs", Given::abs, "N", 'N'},
                               {"mod", Given::mod, "NN", 'N'},
                               {"choose", Given::choose, "NN", 'N'},
                               {"card", Given::card, "S", 'N'},
                               {"exp", Given::exp, "N", 'N'},
                               {"log", Given::log, "N", 'N'},
                               {"p", Given::p, "", 'N', 'p'},
                               {"A", Given::A, "NN", 'S', 'p'},
                               {"gamma", Given::gamma, "N", 'N', 's'},
                               {"l", Given::l, "N", 'N', 's'},
                               {"s", Given::s, "", 'N', 's'},
                               {"S", Given::S, "NN", 'S', 's'},
                               {"run", Given::run, "w?NM", 'M'},
                               {"apply", Given::apply, "wNM", 'M'},
                               {"layers", Given::layers, "x", 'N'},
                               {"after", Given::after, "g", 'N'},
                               {"heads_of", Given::heads_of, "wN", 'N'},
                               {"bias_of", Given::bias_of, "wNN", 'N'},
                               {"mask_of", Given::mask_of, "wN", 'N'},
                               {"returns", Given::returns, "wNNMN", 'N'},
                               {"units_of", Given::units_of, "wN", 'N'},
                               {"pieces_of", Given::pieces_of, "wN", 'N'},
                               {"flat_of", Given::flat_of, "wN", 'N'},
                               {"breaks_of", Given::breaks_of, "wNN", 'S'}};

}  // namespace

const GivenName* given_name(std::string_view text, const TermNames& names) {
  const auto it = std::find_if(std::begin(given), std::end(given), [&](const GivenName& name) {
    return text == name.text && (name.with != 'p' || names.pattern) &&
           (name.with != 's' || names.assumption1);
  });
  return it == std::end(given) ? nullptr : &*it;
}
const GivenName& given_name(Given id) {
  return *std::find_if(std::begin(given), std::end(given),
                       [&](const GivenName& name) { return name.id == id; });
}

bool uses_slot(const Term& term, std::size_t from, std::size_t to) {
  bool out = false;
  each_term(term, [&](const Term& part) {
    out = out || (part.op == TermOp::bound && part.slot >= from && part.slot < to);
  });
  return out;
}

}  // namespace hardmax::check
