// Matrix Market: every field (an entry that is not 0 is an edge) and symmetry, as coordinates or as
// an array. Read twice: once to check and count, once to store.
#include <cctype>

#include "exact/error.hpp"
#include "pattern/file_bytes.hpp"
#include "pattern/import/import.hpp"
#include "pattern/import/line_reader.hpp"
#include "pattern/import/refusal.hpp"

namespace hardmax {
namespace {

struct MarketHeader {
  bool array = false, symmetric = false, skew = false, one_percent = false;
  std::string field, symmetry;
  [[nodiscard]] std::size_t numbers() const {
    return field == "pattern" ? 0 : field == "complex" ? 2 : 1;
  }
};

MarketHeader read_header(std::string_view line, const LineReader& in) {
  std::string text(line);
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const auto words = split_words(text, 5);
  MarketHeader header;
  header.one_percent = !words.empty() && words[0] == "%matrixmarket";
  if (words.size() != 5 || (words[0] != "%%matrixmarket" && !header.one_percent) ||
      words[1] != "matrix")
    in.refuse("expected \"%%MatrixMarket matrix coordinate FIELD SYMMETRY\", found " +
              show_text(line));
  header.array = words[2] == "array";
  if (!header.array && words[2] != "coordinate")
    in.refuse("the format is " + show_text(words[2]) + "; coordinate and array are read");
  header.field = words[3];
  if (header.field == "double") header.field = "real";
  if (header.field != "pattern" && header.field != "integer" &&
      header.field != "unsigned-integer" && header.field != "real" && header.field != "complex")
    in.refuse("the field is " + show_text(words[3]) +
              "; pattern, integer, real and complex are read");
  if (header.array && header.field == "pattern") in.refuse("an array has numbers, not a pattern");
  header.symmetry = words[4];
  header.skew = words[4] == "skew-symmetric";
  header.symmetric = header.skew || words[4] == "symmetric" || words[4] == "hermitian";
  if (!header.symmetric && words[4] != "general")
    in.refuse("the symmetry is " + show_text(words[4]) +
              "; general, symmetric, skew-symmetric and hermitian are read");
  return header;
}

// Whether a number is 0, by its digits: nothing is rounded. Refuses what is no finite number.
bool is_zero_value(std::string_view word, const LineReader& in) {
  const std::string_view digits = word.substr(0, word.find_first_of("eEdD"));
  const bool number = word.find_first_not_of("0123456789+-.eEdD") == std::string_view::npos &&
                      digits.find_first_of("0123456789") != std::string_view::npos;
  if (!number) in.refuse(show_text(word) + " is not a finite number");
  return digits.find_first_of("123456789") == std::string_view::npos;
}

class MatrixMarketReader {
 public:
  MatrixMarketReader(const std::filesystem::path& file, const ImportOptions& options)
      : file_(file), options_{options.undirected, options.self_loops, 1} {}

  Import read() {
    for (const bool storing : {false, true}) {
      storing_ = storing;
      sized_ = false;
      seen_ = 0;
      LineReader in(file_);
      in_ = &in;
      std::string_view line;
      if (!in.next(line)) refuse_file(file_, "the file is empty");
      header_ = read_header(line, in);
      if (storing) lists_->begin();
      while (in.next(line)) take_line(line);
      if (!sized_)
        refuse_file(file_, header_.array ? "the line \"rows columns\" is missing"
                                         : "the line \"rows columns entries\" is missing");
      if (seen_ != entries_)
        refuse_file(file_, "has " + std::to_string(seen_) + " entries, but announces " +
                               std::to_string(entries_));
      if (options_.self_loops) lists_->take_self_loops(storing);
    }
    return finish();
  }

 private:
  const std::filesystem::path& file_;
  const EdgeOptions options_;
  LineReader* in_ = nullptr;
  MarketHeader header_;
  bool storing_ = false, sized_ = false;
  std::uint64_t n_ = 0, entries_ = 0, seen_ = 0, edges_ = 0, zeros_ = 0;
  std::optional<EdgeLists> lists_;

  void take_line(std::string_view line) {
    while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
    if (line.empty() || line.front() == '%') return;
    if (!sized_) {
      read_size(line);
      return;
    }
    std::uint64_t number[2];
    if (header_.numbers() == 0) {
      if (split_numbers(line, number, 2) != 2)
        in_->refuse("expected \"row column\", found " + show_text(line));
      take_entry(number[0], number[1], true, line);
      return;
    }
    const auto words = split_words(line, 4);
    const std::size_t places = header_.array ? 0 : 2;
    if (words.size() != places + header_.numbers() ||
        (places == 2 &&
         (split_numbers(words[0], number, 1) != 1 || split_numbers(words[1], number + 1, 1) != 1)))
      in_->refuse("expected " + std::string(places == 2 ? "\"row column\" and " : "") +
                  (header_.numbers() == 2 ? "two numbers" : "a number") + ", found " +
                  show_text(line));
    bool edge = false;
    for (std::size_t i = places; i < words.size(); ++i)
      edge = !is_zero_value(words[i], *in_) || edge;
    if (header_.array) place_of_array(number);
    take_entry(number[0], number[1], edge, line);
  }

  void read_size(std::string_view line) {
    std::uint64_t number[3];
    const int columns = header_.array ? 2 : 3;
    if (split_numbers(line, number, 3) != columns)
      in_->refuse(std::string("expected \"rows columns") + (header_.array ? "" : " entries") +
                  "\", found " + show_text(line));
    if (number[0] != number[1])
      in_->refuse("the matrix is " + std::to_string(number[0]) + " by " +
                  std::to_string(number[1]) + "; a pattern is square");
    n_ = number[0];
    if (n_ == 0 || n_ > token_limit) in_->refuse("n is at least 1 and at most 2^24 = 16777216");
    const std::uint64_t lower = header_.skew ? n_ * (n_ - 1) / 2 : n_ * (n_ + 1) / 2;
    entries_ = !header_.array ? number[2] : header_.symmetric ? lower : n_ * n_;
    if (entries_ > explicit_edge_limit) too_many_edges();
    if (!storing_) lists_.emplace(1, n_);
    column_ = 1;
    row_ = first_row();
    sized_ = true;
  }

  // An array goes down its columns, a symmetric one from the diagonal on.
  std::uint64_t row_ = 1, column_ = 1;
  [[nodiscard]] std::uint64_t first_row() const {
    return !header_.symmetric ? 1 : column_ + (header_.skew ? 1 : 0);
  }
  void place_of_array(std::uint64_t* number) {
    while (row_ > n_ && column_ < n_) {
      ++column_;
      row_ = first_row();
    }
    number[0] = std::min(row_, n_);
    number[1] = column_;
    ++row_;
  }

  void take_entry(std::uint64_t row, std::uint64_t column, bool edge, std::string_view line) {
    if (row == 0 || column == 0 || row > n_ || column > n_)
      in_->refuse("rows and columns are 1.." + std::to_string(n_) + ", found " + show_text(line));
    if (++seen_ > entries_)
      in_->refuse("more entries than the " + std::to_string(entries_) + " announced");
    if (header_.symmetric && column > row)
      in_->refuse("a symmetric matrix lists its lower triangle only, found " + show_text(line));
    if (header_.skew && column == row)
      in_->refuse("a skew-symmetric matrix lists nothing on its diagonal, found " +
                  show_text(line));
    if (!edge) {
      zeros_ += storing_ ? 0 : 1;
      return;
    }
    EdgeOptions options = options_;
    options.undirected = options.undirected || header_.symmetric;
    if (!storing_ && (edges_ += options.undirected && row != column ? 2 : 1) > explicit_edge_limit)
      too_many_edges();
    lists_->take(storing_, 0, row - 1, column - 1, options);
  }

  [[noreturn]] void too_many_edges() const {
    in_->refuse("more than " + std::to_string(explicit_edge_limit) +
                " edges; listing more would take over " +
                std::to_string((explicit_edge_limit * sizeof(Token)) >> 20) + " MiB");
  }

  Import finish() {
    if (const auto* twice = lists_->finish(options_.undirected || options_.self_loops))
      refuse_file(file_, "the edge from " + std::to_string(twice->query + 1) + " to " +
                             std::to_string(twice->key + 1) + " is listed twice");
    Import result;
    result.use("--undirected");
    result.use("--self-loops");
    const std::uint64_t edges = lists_->edges();
    if (edges > explicit_edge_limit)
      refuse_file(file_, "has more than " + std::to_string(explicit_edge_limit) + " edges");
    result.pattern = {file_.filename().string(), n_, {}};
    result.pattern.layers.push_back(
        {{Extra(1, std::move(lists_->starts(0)), std::move(lists_->to(0)))}, 0});
    result.understood.push_back(
        "Matrix Market, 1-based, " + header_.symmetry +
        (header_.numbers() == 0 ? ""
                                : ", " + header_.field + " (an entry that is not 0 is an edge)") +
        ": " + std::to_string(edges) + " edges on " + std::to_string(n_) +
        " tokens; rows are queries, columns are keys" +
        (options_.undirected ? ", every edge both ways" : "") +
        (options_.self_loops ? ", every token sees itself" : ""));
    if (zeros_ > 0)
      result.understood.push_back(std::to_string(zeros_) + " entries of 0 are no edges");
    if (header_.one_percent)
      result.understood.emplace_back("the header has one % where the format has two");
    for (std::string& warning : suspicions(result.pattern, Listing::graph))
      result.warnings.push_back(std::move(warning));
    return result;
  }
};

}  // namespace

Import import_matrix_market(const std::filesystem::path& file, const ImportOptions& options) {
  return MatrixMarketReader(file, options).read();
}

}  // namespace hardmax
