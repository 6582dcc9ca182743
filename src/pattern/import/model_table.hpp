// What the classes of transformers read of a config.json, as data: one row a model type, and the
// names of keys that look as if they changed the mask and do not.
//
// Source   the configuration_*.py and modeling_*.py of each class. A class takes its default where
//          a key is missing, and takes no window where the key is null.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace hardmax {

struct ModelKey {
  std::string_view name;                  // the whole key; "" if the class has none
  std::optional<std::uint64_t> fallback;  // what the class takes where the key is missing
};

enum class Sees {
  everything,     // an encoder
  before,         // causal: itself and what comes before
  by_is_decoder,  // everything, and with "is_decoder": true only what comes before
};

// What the number of the window counts.
enum class Window {
  none,        // the class has no window
  back,        // keys before, the token itself included
  half_back,   // twice that
  both_sides,  // the total of two equal sides, without the token itself
  chunk,       // the size of a chunk: a token sees its own chunk, and of that what comes before
};

// Which layers have the window, where the file's "layer_types" does not say.
enum class Windowed {
  all,                 // every layer; the class does not read "layer_types"
  all_unless_listed,   // every layer, or as "layer_types" lists them
  off_unless_listed,   // as "layer_types" lists them; without it only "off" means the same in every
                       // version of the class
  all_but_every_nth,   // as "layer_types" lists them; else layers n, 2n, ... are full
  all_but_first_of_n,  // as "layer_types" lists them; else layers 1, 1 + n, ... are full
  from_nth_on,         // as "layer_types" lists them; else layers n + 1, n + 2, ... have it
  linear_but_every_nth,  // as "layer_types" lists them; else layers n, 2n, ... are full, and the
                         // others are no softmax attention
};

struct ModelType {
  std::string_view name;  // "model_type"
  Sees sees;
  ModelKey layers;             // how many
  ModelKey positions;          // how many tokens it is made for
  std::uint64_t reserved = 0;  // positions that are no tokens
  Window window = Window::none;
  ModelKey size = {};  // of the window; no fallback: the class's default is null
  Windowed windowed = Windowed::all;
  ModelKey n = {};                 // of all_but_every_nth and the like
  std::string_view second_n = {};  // an older name of it
  std::string_view on = {};        // the window counts only if this key is true
  std::string_view part = {};      // "encoder": what is described, where the class has more
};

// nullptr if the type is not in the table.
const ModelType* find_model_type(std::string_view name);
std::span<const ModelType> model_types();

// Classes that hold another model's configuration, and the model type that the class takes where
// that does not say.
struct Wrapper {
  std::string_view name, text_type;
  std::string_view warning = {};  // what the class does besides
  std::string_view holds = "text_config";
};
const Wrapper* find_wrapper(std::string_view name);

// A key that looks as if it changed who attends to whom, and does not, in any class of the table.
bool is_harmless_key(std::string_view name);

// A key that a class of the table does not read, although others do: whole name and reason, or "".
std::string_view why_not_read(std::string_view model_type, std::string_view key);

// How a key's words name a way to choose keys at run time, "" if they do not. A mask does not
// describe it.
std::string_view chosen_at_run_time(std::string_view key);
// The same for a model type.
std::string_view type_chosen_at_run_time(std::string_view model_type);

// Whether a key that no table knows may change who attends to whom: one of its words, between
// underscores, speaks of attention's reach.
bool may_change_the_mask(std::string_view key);

}  // namespace hardmax
