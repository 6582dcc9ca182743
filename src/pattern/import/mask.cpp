#include "pattern/import/mask.hpp"

#include "exact/error.hpp"
#include "pattern/file_bytes.hpp"
#include "pattern/import/refusal.hpp"

namespace hardmax {
namespace {

// What the axes before the last two count. An axis that is not there counts one.
struct Axes {
  std::uint64_t n = 0, layers = 1, batch = 1, heads = 1;
  bool has_layers = false, has_batch = false, has_heads = false;
};

Axes read_axes(const std::vector<std::uint64_t>& shape, const std::filesystem::path& file,
               const ImportOptions& options, Import& result) {
  const std::string shown = show_shape(shape), name = file.filename().string();
  if (shape.size() < 2 || shape.size() > 4)
    refuse_file(file, "the mask has shape " + shown +
                          "; it must be (n, n), (layers, n, n), (heads, n, n), (batch, n, n) or "
                          "(batch, heads, n, n)");
  Axes axes;
  axes.n = shape.back();
  if (shape[shape.size() - 2] != axes.n)
    refuse_file(file, "the mask has shape " + shown + ", which is not square");
  for (const std::uint64_t axis : shape) {
    if (axis == 0) refuse_file(file, "the mask has shape " + shown + " and no value");
  }
  const std::string& stack = options.stack;
  if (!stack.empty() && stack != "layers" && stack != "heads" && stack != "batch")
    refuse_option("--stack " + stack + ": it is layers, heads or batch");
  if (shape.size() == 2) return axes;
  const bool four = shape.size() == 4;
  if (!four && stack.empty() && shape[0] > 1)
    refuse_option("--stack is missing: say layers, heads or batch for the first axis of " + shown +
                  " in " + name);
  if (!stack.empty()) result.use("--stack");
  axes.has_layers = stack == "layers";
  axes.has_batch = stack == "batch" || (four && stack != "layers");
  axes.has_heads = four || stack == "heads";
  if (four && stack == "heads")
    refuse_option("--stack heads: the first axis of " + shown + " in " + name +
                  " counts the batch or layers, the second heads");
  if (axes.has_layers) axes.layers = shape[0];
  if (axes.has_batch) axes.batch = shape[0];
  if (four) {
    axes.heads = shape[1];
  } else if (axes.has_heads) {
    axes.heads = shape[0];
  }
  return axes;
}

// `option` H of 1..count, from 0.
std::uint64_t one_of_axis(const char* option, std::uint64_t given, std::uint64_t count,
                          const char* what) {
  if (given == 0 || given > count)
    refuse_option(std::string(option) + " " + std::to_string(given) + ": the mask has the " + what +
                  " 1.." + std::to_string(count));
  return given - 1;
}

std::string counted(std::uint64_t count, const char* noun) {
  return std::to_string(count) + " " + noun;
}

// The heads first_head .. last_head - 1, from 0, and the entry of the batch that are read.
struct MaskChoice {
  std::uint64_t first_head = 0, last_head = 1, batch = 0;
};

MaskChoice choose_of_axes(const MaskTensor& tensor, const Axes& axes,
                          const std::filesystem::path& file, const ImportOptions& options,
                          Import& result) {
  if (options.head && !axes.has_heads)
    refuse_option("--head: the mask of shape " + show_shape(tensor.shape) +
                  " has no axis of heads; --head is for masks with --stack heads or four axes");
  if (options.batch && !axes.has_batch)
    refuse_option("--batch: the mask of shape " + show_shape(tensor.shape) +
                  " has no axis of a batch; --batch is for masks with --stack batch or four axes");
  if (axes.batch > 1 && !options.batch)
    refuse_option("--batch is missing: say which of the " + std::to_string(axes.batch) +
                  " masks of the batch in " + file.filename().string());
  MaskChoice choice;
  choice.last_head = axes.heads;
  if (options.head) {
    result.use("--head");
    choice.first_head = one_of_axis("--head", *options.head, axes.heads, "heads");
    choice.last_head = choice.first_head + 1;
  }
  if (options.batch) {
    result.use("--batch");
    choice.batch = one_of_axis("--batch", *options.batch, axes.batch, "batch entries");
  }
  return choice;
}

// Adds a layer for each of the axis of layers: the union of the chosen heads. Returns whether the
// heads differ.
bool add_mask_layers(const MaskTensor& tensor, const MaskValues& values, const Axes& axes,
                     const MaskChoice& choice, const std::filesystem::path& file, Import& result) {
  const std::uint64_t n = axes.n;
  const std::string_view bits = values.bits();
  const char attends = values.true_attends ? 1 : 0;
  // The outer axes as one: layer or batch entry first, heads second.
  const std::uint64_t outer = axes.layers * axes.batch;
  const auto value = [&](std::uint64_t o, std::uint64_t h, std::uint64_t k, std::uint64_t j) {
    return bits[tensor.last_axis_fastest ? ((o * axes.heads + h) * n + k) * n + j
                                         : o + outer * (h + axes.heads * (k + n * j))] == attends;
  };
  std::uint64_t edges = 0;
  std::vector<Token> row;
  bool differ = false;
  for (std::uint64_t layer = 0; layer < axes.layers; ++layer) {
    const std::uint64_t o = axes.has_batch ? choice.batch : layer;
    Extra extra;
    for (std::uint64_t k = 0; k < n; ++k) {
      row.clear();
      for (std::uint64_t j = 0; j < n; ++j) {
        std::uint64_t seen = 0;
        for (std::uint64_t h = choice.first_head; h < choice.last_head; ++h)
          seen += value(o, h, k, j) ? 1 : 0;
        if (seen > 0) row.push_back(static_cast<Token>(j));
        if (seen > 0 && seen < choice.last_head - choice.first_head) differ = true;
      }
      edges += row.size();
      if (edges > explicit_edge_limit)
        refuse_file(file,
                    "the mask has more than " + std::to_string(explicit_edge_limit) + " edges");
      extra.add_row(row);
    }
    result.pattern.layers.push_back({{std::move(extra)}, 0});
  }
  return differ;
}

}  // namespace

std::string show_shape(const std::vector<std::uint64_t>& shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i)
    text += (i > 0 ? ", " : "") + std::to_string(shape[i]);
  return text + ")";
}

std::optional<std::uint64_t> value_count(const std::vector<std::uint64_t>& shape) {
  std::uint64_t total = 1;
  for (const std::uint64_t axis : shape) {
    if (axis != 0 && total > (std::uint64_t{1} << 62) / axis) return std::nullopt;
    total *= axis;
  }
  return total;
}

Import import_mask(const MaskTensor& tensor, const std::filesystem::path& file,
                   const ImportOptions& options) {
  Import result;
  result.use("--mask-true");
  const Axes axes = read_axes(tensor.shape, file, options, result);
  const MaskChoice choice = choose_of_axes(tensor, axes, file, options, result);
  const MaskValues values = mask_values(tensor.data, tensor.element, file, options);
  result.pattern = {file.filename().string(), axes.n, {}};
  const bool differ = add_mask_layers(tensor, values, axes, choice, file, result);

  result.understood.push_back("mask of " + tensor.described + ", shape " +
                              show_shape(tensor.shape) + ": rows are queries, columns are keys, " +
                              values.meaning);
  if (axes.has_batch && axes.batch > 1)
    result.understood.push_back("entry " + std::to_string(*options.batch) + " of a batch of " +
                                std::to_string(axes.batch));
  if (axes.has_heads && axes.heads > 1)
    result.understood.push_back(options.head ? "head " + std::to_string(*options.head) + " of " +
                                                   std::to_string(axes.heads)
                                             : "the union of " + counted(axes.heads, "heads"));
  if (axes.has_layers) result.understood.push_back(counted(axes.layers, "layers, used in turn"));
  if (differ)
    result.warnings.emplace_back(
        "the heads differ; the constructions give every head of a layer the same pattern, here "
        "their union (--head H takes one)");
  for (std::string& warning : suspicions(result.pattern))
    result.warnings.push_back(std::move(warning));
  return result;
}

}  // namespace hardmax
