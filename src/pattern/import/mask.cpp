#include "pattern/import/mask.hpp"

#include "exact/error.hpp"
#include "pattern/file_bytes.hpp"

namespace hardmax {
namespace {

std::string show_shape(const std::vector<std::uint64_t>& shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i)
    text += (i > 0 ? ", " : "") + std::to_string(shape[i]);
  return text + ")";
}

}  // namespace

std::optional<std::uint64_t> value_count(const std::vector<std::uint64_t>& shape) {
  std::uint64_t total = 1;
  for (const std::uint64_t axis : shape) {
    if (axis != 0 && total > (std::uint64_t{1} << 62) / axis) return std::nullopt;
    total *= axis;
  }
  return total;
}

Import import_mask(const BooleanTensor& tensor, const std::filesystem::path& file,
                   const ImportOptions& options) {
  constexpr auto option = InvalidInput::Kind::option;
  const auto& shape = tensor.shape;
  if (shape.size() != 2 && shape.size() != 3) {
    refuse_file(file, "the mask has shape " + show_shape(shape) +
                          "; it must be (n, n), (layers, n, n) or (heads, n, n)");
  }
  const std::uint64_t n = shape.back(), stack = shape.size() == 3 ? shape[0] : 1;
  if (shape[shape.size() - 2] != n)
    refuse_file(file, "the mask has shape " + show_shape(shape) + ", which is not square");
  if (n == 0 || stack == 0)
    refuse_file(file, "the mask has shape " + show_shape(shape) + " and no value");
  if (!options.true_attends) {
    throw InvalidInput(
        option,
        "--mask-true is missing: say attend or block, as libraries differ on what true means in " +
            file.filename().string());
  }
  const bool heads = shape.size() == 3 && options.stack == "heads";
  if (shape.size() == 3 && options.stack.empty()) {
    throw InvalidInput(option, "--stack is missing: say layers or heads for the first axis of " +
                                   show_shape(shape) + " in " + file.filename().string());
  }
  if (!options.stack.empty() && options.stack != "layers" && options.stack != "heads") {
    throw InvalidInput(option, "--stack " + options.stack + ": it is layers or heads");
  }
  if (options.head && !heads) throw InvalidInput(option, "--head is for masks with --stack heads");
  if (options.head && (*options.head == 0 || *options.head > stack)) {
    throw InvalidInput(option, "--head " + std::to_string(*options.head) +
                                   ": the mask has the heads 1.." + std::to_string(stack));
  }
  for (std::size_t i = 0; i < tensor.bytes.size(); ++i) {
    if (static_cast<unsigned char>(tensor.bytes[i]) > 1) {
      refuse_file(file, "value " + std::to_string(i) + " is the byte " +
                            std::to_string(static_cast<unsigned char>(tensor.bytes[i])) +
                            "; a boolean is 0 or 1");
    }
  }
  const char attends = *options.true_attends ? 1 : 0;
  const auto value = [&](std::uint64_t s, std::uint64_t k, std::uint64_t j) {
    return tensor.bytes[tensor.last_axis_fastest ? (s * n + k) * n + j : s + stack * (k + n * j)] ==
           attends;
  };

  Import result;
  result.pattern = {file.filename().string(), n, {}};
  std::uint64_t edges = 0;
  std::vector<Token> row;
  bool differ = false;
  const auto add_layer = [&](std::uint64_t first,
                             std::uint64_t last) {  // the union of the slices first..last-1
    Extra extra;
    for (std::uint64_t k = 0; k < n; ++k) {
      row.clear();
      for (std::uint64_t j = 0; j < n; ++j) {
        std::uint64_t seen = 0;
        for (std::uint64_t s = first; s < last; ++s) seen += value(s, k, j) ? 1 : 0;
        if (seen > 0) row.push_back(static_cast<Token>(j));
        if (seen > 0 && seen < last - first) differ = true;
      }
      edges += row.size();
      if (edges > explicit_edge_limit)
        refuse_file(file,
                    "the mask has more than " + std::to_string(explicit_edge_limit) + " edges");
      extra.add_row(row);
    }
    result.pattern.layers.push_back({{std::move(extra)}, 0});
  };
  if (heads) {
    const std::uint64_t first = options.head ? *options.head - 1 : 0;
    add_layer(first, options.head ? first + 1 : stack);
  } else {
    for (std::uint64_t s = 0; s < stack; ++s) add_layer(s, s + 1);
  }

  result.understood.push_back("mask of " + tensor.described + ", shape " + show_shape(shape) +
                              ": rows are queries, columns are keys, true means " +
                              (*options.true_attends ? "attend" : "block"));
  if (shape.size() == 3) {
    result.understood.push_back(
        heads ? (options.head
                     ? "head " + std::to_string(*options.head) + " of " + std::to_string(stack)
                     : "the union of " + std::to_string(stack) + " heads")
              : std::to_string(stack) + " layers, used in turn");
  }
  if (heads && differ)
    result.warnings.emplace_back(
        "the heads differ; the constructions give every head of a layer the same pattern, here "
        "their union (--head H takes one)");
  for (std::string& warning : suspicions(result.pattern))
    result.warnings.push_back(std::move(warning));
  return result;
}

}  // namespace hardmax
