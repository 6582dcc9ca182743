// scipy.sparse.save_npz: a matrix as the places of its entries. An entry that is not 0 is a 1 of
// the mask; what is not stored is a 0.
#include <algorithm>

#include "exact/error.hpp"
#include "pattern/file_bytes.hpp"
#include "pattern/import/line_reader.hpp"
#include "pattern/import/mask.hpp"
#include "pattern/import/numpy.hpp"
#include "pattern/import/refusal.hpp"

namespace hardmax {
namespace {

class ScipyReader {
 public:
  ScipyReader(const ArchiveMembers& members, const std::filesystem::path& file)
      : members_(members), file_(file) {}

  // The word of a scalar of bytes or of UCS-4 text: b"csr" or "csr".
  std::string word(const std::string& name) {
    const std::string bytes = members_.read(name);
    const NumpyArray array = read_npy(bytes, file_);
    std::string text;
    for (const char c : array.data) {
      if (c != '\0') text += c;
    }
    if (array.data.size() > 64) refuse(name, "is not a word");
    return text;
  }

  std::vector<std::uint64_t> naturals(const std::string& name) {
    const std::string bytes = members_.read(name);
    const auto [array, element] = one_axis(bytes, name);
    std::vector<std::uint64_t> values(array.data.size() / element.bytes);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto value = natural_at(array.data, element, i);
      if (!value) refuse(name, "holds a negative number");
      values[i] = *value;
    }
    return values;
  }

  // Which entries are not 0.
  std::vector<char> nonzero(const std::string& name) {
    const std::string bytes = members_.read(name);
    const auto [array, element] = one_axis(bytes, name);
    std::vector<char> values(array.data.size() / element.bytes);
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = is_zero_at(array.data, element, i) ? 0 : 1;
    return values;
  }

  [[noreturn]] void refuse(const std::string& name, const std::string& why) const {
    refuse_file(file_, "the array " + show_text(name) + " of the sparse matrix " + why);
  }

 private:
  const ArchiveMembers& members_;
  const std::filesystem::path& file_;

  std::pair<NumpyArray, Element> one_axis(const std::string& bytes, const std::string& name) {
    NumpyArray array = read_npy(bytes, file_);
    const auto element = element_of_numpy(array.descr);
    if (!element) refuse(name, "has values of type " + show_text(array.descr));
    if (array.shape.size() != 1) refuse(name, "does not have one axis");
    const auto count = value_count(array.shape);
    if (!count || *count > array.data.size() || *count * element->bytes != array.data.size())
      refuse(name, "has a shape that does not fit its bytes");
    if (*count > explicit_edge_limit)
      refuse(name, "has more than " + std::to_string(explicit_edge_limit) + " entries");
    return {std::move(array), *element};
  }
};

// The number of tokens of a square matrix.
std::uint64_t scipy_tokens(ScipyReader& reader, const std::filesystem::path& file) {
  const std::vector<std::uint64_t> shape = reader.naturals("shape");
  if (shape.size() != 2 || shape[0] != shape[1])
    refuse_file(file, "the mask has shape " + show_shape(shape) + ", which is not square");
  const std::uint64_t n = shape[0];
  if (n == 0 || n > token_limit) reader.refuse("shape", "has not 1 to 2^24 tokens");
  return n;
}

void check_scipy_options(const std::filesystem::path& file, const ImportOptions& options) {
  if (options.additive)
    throw InvalidInput(InvalidInput::Kind::option,
                       "--mask-true additive: what a sparse matrix does not store is 0, and in an "
                       "additive mask 0 attends; save the dense mask");
  if (!options.true_attends)
    throw InvalidInput(InvalidInput::Kind::option,
                       "--mask-true is missing: say attend or block, for what an entry that is "
                       "not 0 means in " +
                           file.filename().string());
}

// Row and column of each stored entry.
struct ScipyPlaces {
  std::vector<std::uint64_t> rows, columns;
};

ScipyPlaces scipy_places(ScipyReader& reader, const std::string& format, std::uint64_t n) {
  ScipyPlaces places;
  auto& [rows, columns] = places;
  if (format == "coo") {
    rows = reader.naturals("row");
    columns = reader.naturals("col");
    return places;
  }
  columns = reader.naturals("indices");
  const std::vector<std::uint64_t> starts = reader.naturals("indptr");
  if (starts.size() != n + 1 || starts[0] != 0 || starts[n] != columns.size() ||
      !std::is_sorted(starts.begin(), starts.end()))
    reader.refuse("indptr", "does not lead from 0 to the number of entries");
  rows.resize(columns.size());
  for (std::uint64_t k = 0; k < n; ++k)
    std::fill(rows.begin() + static_cast<std::ptrdiff_t>(starts[k]),
              rows.begin() + static_cast<std::ptrdiff_t>(starts[k + 1]), k);
  if (format == "csc") rows.swap(columns);
  return places;
}

// The edges at the entries that are not 0; counts the stored zeros.
Extra nonzero_edges(const ScipyPlaces& places, const std::vector<char>& entries, std::uint64_t n,
                    const std::filesystem::path& file, std::uint64_t& zeros) {
  EdgeLists lists(1, n);
  for (const bool storing : {false, true}) {
    if (storing) lists.begin();
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const std::uint64_t row = places.rows[i], column = places.columns[i];
      if (row >= n || column >= n)
        refuse_file(file, "entry " + std::to_string(i) + " of the sparse matrix lies outside " +
                              show_shape({n, n}));
      if (entries[i] == 0) {
        zeros += storing ? 0 : 1;
      } else if (storing) {
        lists.put(0, row, column);
      } else {
        lists.count(0, row);
      }
    }
  }
  if (const auto* twice = lists.finish(false))
    refuse_file(file, "the entry (" + std::to_string(twice->query) + ", " +
                          std::to_string(twice->key) +
                          ") of the sparse matrix is stored twice; save it after "
                          "matrix.sum_duplicates()");
  return Extra(1, std::move(lists.starts(0)), std::move(lists.to(0)));
}

// The edges that are not `blocked`.
Extra other_edges(const Extra& blocked, std::uint64_t n, const std::filesystem::path& file) {
  if (n * n - blocked.edges() > explicit_edge_limit)
    refuse_file(file, "the mask has more than " + std::to_string(explicit_edge_limit) + " edges");
  Extra others;
  std::vector<Token> row;
  for (std::size_t k = 0; k < n; ++k) {
    row.clear();
    const auto left_out = blocked.row(k);
    for (Token j = 0; j < n; ++j) {
      if (!std::binary_search(left_out.begin(), left_out.end(), j)) row.push_back(j);
    }
    others.add_row(row);
  }
  return others;
}

}  // namespace

Import mask_from_scipy(const ArchiveMembers& members, const std::filesystem::path& file,
                       const ImportOptions& options) {
  ScipyReader reader(members, file);
  const std::string format = reader.word("format");
  if (format != "csr" && format != "csc" && format != "coo")
    reader.refuse("format",
                  "is " + show_text(format) + "; csr, csc and coo are read: save matrix.tocsr()");
  const std::uint64_t n = scipy_tokens(reader, file);
  check_scipy_options(file, options);
  const std::vector<char> entries = reader.nonzero("data");
  const ScipyPlaces places = scipy_places(reader, format, n);
  if (places.rows.size() != entries.size() || places.columns.size() != entries.size())
    reader.refuse("data", "has another number of entries than the places");
  std::uint64_t zeros = 0;
  Extra extra = nonzero_edges(places, entries, n, file, zeros);
  if (!*options.true_attends) extra = other_edges(extra, n, file);
  Import result;
  result.use("--mask-true");
  result.pattern = {file.filename().string(), n, {{{std::move(extra)}, 0}}};
  result.understood.push_back(
      "sparse matrix of scipy (" + format + "), shape " + show_shape({n, n}) +
      ": rows are queries, columns are keys, an entry that is not 0 means " +
      (*options.true_attends ? "attend" : "block") +
      (zeros > 0 ? ", " + std::to_string(zeros) + " stored zeros are none" : ""));
  for (std::string& warning : suspicions(result.pattern))
    result.warnings.push_back(std::move(warning));
  return result;
}

}  // namespace hardmax
