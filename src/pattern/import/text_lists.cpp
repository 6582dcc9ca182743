// Edge lists and Matrix Market files. Both are read twice: once to check and count, once to store.
#include <algorithm>
#include <cctype>

#include "exact/error.hpp"
#include "pattern/file_bytes.hpp"
#include "pattern/import/import.hpp"
#include "pattern/import/line_reader.hpp"

namespace hardmax {
namespace {

constexpr std::uint64_t token_limit = std::uint64_t{1} << 24;
constexpr std::uint64_t layer_limit = 256;

[[noreturn]] void too_many_edges(const LineReader& in) {
  in.refuse("more than " + std::to_string(explicit_edge_limit) +
            " edges; listing more would take over " +
            std::to_string((explicit_edge_limit * sizeof(Token)) >> 20) + " MiB");
}

Import assemble(EdgeLists& lists, std::size_t layers, std::size_t n,
                const std::filesystem::path& file, std::uint64_t base) {
  if (const auto* twice = lists.finish()) {
    refuse_file(file, "the edge from " + std::to_string(twice->query + base) + " to " +
                          std::to_string(twice->key + base) + " is listed twice" +
                          (layers > 1 ? " in layer " + std::to_string(twice->layer) : ""));
  }
  Import result;
  result.pattern = {file.filename().string(), n, {}};
  for (std::size_t l = 0; l < layers; ++l) {
    result.pattern.layers.push_back(
        {{Extra(1, std::move(lists.starts(l)), std::move(lists.to(l)))}, 0});
  }
  return result;
}

}  // namespace

Import import_edge_list(const std::filesystem::path& file, std::size_t given_n) {
  std::uint64_t n = given_n, layers = 1, edges = 0;
  bool said_n = given_n != 0, said_layers = false;
  std::optional<EdgeLists> lists;
  if (n > token_limit) {
    throw InvalidInput(
        InvalidInput::Kind::option,
        "--n " + std::to_string(n) + ": an edge list has at most 2^24 = 16777216 tokens");
  }
  for (const bool storing : {false, true}) {
    LineReader in(file);
    bool edges_began = false;
    std::string_view line;
    std::uint64_t number[3];
    if (storing) lists->begin();
    while (in.next(line)) {
      while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
      if (line.empty() || line.front() == '#') continue;
      if (line.front() == 'n' || line.front() == 'l') {
        const bool is_n = line.starts_with("n ");
        if (!is_n && !line.starts_with("layers "))
          in.refuse("expected \"n N\", \"layers P\" or \"query key\", found " + show_text(line));
        if (edges_began) in.refuse("\"n\" and \"layers\" stand before the first edge");
        if (split_numbers(line.substr(is_n ? 2 : 7), number, 1) != 1)
          in.refuse("expected one whole number in " + show_text(line));
        if (storing) continue;
        if (is_n) {
          if (given_n != 0 && number[0] != given_n) {
            throw InvalidInput(InvalidInput::Kind::option,
                               "--n " + std::to_string(given_n) + ": " + file.filename().string() +
                                   " says n " + std::to_string(number[0]) + "; leave --n out");
          }
          if (said_n && given_n == 0) in.refuse("\"n\" is said twice");
          n = number[0];
          said_n = true;
        } else {
          if (said_layers) in.refuse("\"layers\" is said twice");
          layers = number[0];
          said_layers = true;
        }
        if (n > token_limit || (is_n && n == 0))
          in.refuse("n is at least 1 and at most 2^24 = 16777216");
        if (layers == 0 || layers > layer_limit)
          in.refuse("layers is at least 1 and at most " + std::to_string(layer_limit));
        continue;
      }
      const int columns = split_numbers(line, number, 3);
      if (columns != (said_layers ? 3 : 2)) {
        in.refuse(std::string("expected \"query key") + (said_layers ? " layer" : "") +
                  "\", whole numbers from 0, found " + show_text(line));
      }
      if (!edges_began) {
        edges_began = true;
        if (!said_n)
          in.refuse(
              "the number of tokens is missing: put a line \"n N\" before the first edge, or give "
              "--n");
        if (layers * n > token_limit * 4) in.refuse("layers times n is more than 2^26");
        if (!storing) lists.emplace(layers, n);
      }
      const std::uint64_t layer = said_layers ? number[2] : 0;
      if (number[0] >= n || number[1] >= n)
        in.refuse("tokens are 0.." + std::to_string(n - 1) + ", found " + show_text(line));
      if (layer >= layers)
        in.refuse("layers are 0.." + std::to_string(layers - 1) + ", found " +
                  std::to_string(layer));
      if (storing) {
        lists->put(layer, number[0], number[1]);
      } else {
        if (++edges > explicit_edge_limit) too_many_edges(in);
        lists->count(layer, number[0]);
      }
    }
    if (!edges_began) refuse_file(file, "there is no edge in the file");
  }
  Import result = assemble(*lists, layers, n, file, 0);
  result.understood.push_back(
      "edge list, 0-based: " + std::to_string(edges) + " edges from queries to keys on " +
      std::to_string(n) + " tokens" +
      (layers > 1 ? " in " + std::to_string(layers) + " layers, used in turn" : ""));
  for (std::string& warning : suspicions(result.pattern))
    result.warnings.push_back(std::move(warning));
  return result;
}

Import import_matrix_market(const std::filesystem::path& file) {
  std::uint64_t n = 0, entries = 0;
  bool symmetric = false;
  std::optional<EdgeLists> lists;
  std::uint64_t edges = 0;
  for (const bool storing : {false, true}) {
    LineReader in(file);
    std::string_view line;
    if (!in.next(line)) refuse_file(file, "the file is empty");
    std::string header(line);
    for (char& c : header) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (!header.starts_with("%%matrixmarket matrix "))
      in.refuse("expected \"%%MatrixMarket matrix coordinate pattern general\" or symmetric");
    symmetric = header == "%%matrixmarket matrix coordinate pattern symmetric";
    if (!symmetric && header != "%%matrixmarket matrix coordinate pattern general") {
      in.refuse(
          "only \"coordinate pattern general\" and \"coordinate pattern symmetric\" say who "
          "attends; found " +
          show_text(line));
    }
    std::uint64_t number[3], seen = 0;
    bool sized = false;
    if (storing) lists->begin();
    while (in.next(line)) {
      if (line.empty() || line.front() == '%') continue;
      const int columns = split_numbers(line, number, 3);
      if (!sized) {
        if (columns != 3) in.refuse("expected \"rows columns entries\", found " + show_text(line));
        if (number[0] != number[1])
          in.refuse("the matrix is " + std::to_string(number[0]) + " by " +
                    std::to_string(number[1]) + "; a pattern is square");
        n = number[0];
        entries = number[2];
        if (n == 0 || n > token_limit) in.refuse("n is at least 1 and at most 2^24 = 16777216");
        if (entries > explicit_edge_limit) too_many_edges(in);
        if (!storing) lists.emplace(1, n);
        sized = true;
        continue;
      }
      if (columns != 2) in.refuse("expected \"row column\", found " + show_text(line));
      if (number[0] == 0 || number[1] == 0 || number[0] > n || number[1] > n)
        in.refuse("rows and columns are 1.." + std::to_string(n) + ", found " + show_text(line));
      if (++seen > entries)
        in.refuse("more entries than the " + std::to_string(entries) + " announced");
      const std::size_t row = number[0] - 1, column = number[1] - 1;
      if (symmetric && column > row)
        in.refuse("a symmetric matrix lists its lower triangle only, found " + show_text(line));
      const bool both = symmetric && row != column;
      if (storing) {
        lists->put(0, row, column);
        if (both) lists->put(0, column, row);
      } else {
        lists->count(0, row);
        if (both) lists->count(0, column);
        edges += both ? 2 : 1;
        if (edges > explicit_edge_limit) too_many_edges(in);
      }
    }
    if (!sized) refuse_file(file, "the line \"rows columns entries\" is missing");
    if (seen != entries)
      refuse_file(file, "has " + std::to_string(seen) + " entries, but announces " +
                            std::to_string(entries));
  }
  Import result = assemble(*lists, 1, n, file, 1);
  result.understood.push_back(std::string("Matrix Market, 1-based, ") +
                              (symmetric ? "symmetric" : "general") + ": " + std::to_string(edges) +
                              " edges on " + std::to_string(n) +
                              " tokens; rows are queries, columns are keys");
  for (std::string& warning : suspicions(result.pattern))
    result.warnings.push_back(std::move(warning));
  return result;
}

}  // namespace hardmax
