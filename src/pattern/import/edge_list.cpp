// Edge lists: lines "query key" or "query key layer". Read twice: once to check and count, once to
// store.
#include <array>
#include <cctype>

#include "exact/error.hpp"
#include "pattern/file_bytes.hpp"
#include "pattern/import/import.hpp"
#include "pattern/import/line_reader.hpp"
#include "pattern/import/python_line.hpp"
#include "pattern/import/refusal.hpp"

namespace hardmax {
namespace {

constexpr std::uint64_t graph_limit = 256;
constexpr std::size_t most_columns = 16;

bool is_comment(std::string_view line) {
  return line.empty() || line.front() == '#' || line.front() == '%' || line.starts_with("//");
}

bool is_number(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789+-.eE") == std::string_view::npos &&
         word.find_first_of("0123456789") != std::string_view::npos;
}

// A number that is 0, as it is written: 0, 0.0, -0e5.
bool is_zero(std::string_view word) {
  return word.substr(0, word.find_first_of("eE")).find_first_of("123456789") ==
         std::string_view::npos;
}

// What a column of a list with a header line is.
enum class Column { query, key, layer, weight };

struct EdgeHeader {
  std::vector<Column> columns;
  std::string words;
};

std::optional<Column> column_called(std::string_view word) {
  std::string name(word);
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const auto is_one_of = [&](const auto& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  using Names = std::vector<std::string_view>;
  static const Names queries = {"query", "source", "src", "from",      "fromnodeid", "row", "u",
                                "node1", "node_1", "i",   "source_id", "from_id",    "id_1"},
                     keys = {"key",      "target",    "dst",    "dest", "destination", "to",
                             "tonodeid", "col",       "column", "v",    "node2",       "node_2",
                             "j",        "target_id", "to_id",  "id_2"},
                     layers = {"layer"}, weights = {"weight", "value", "w"};
  if (is_one_of(queries)) return Column::query;
  if (is_one_of(keys)) return Column::key;
  if (is_one_of(layers)) return Column::layer;
  if (is_one_of(weights)) return Column::weight;
  return std::nullopt;
}

class EdgeListReader {
 public:
  EdgeListReader(const std::filesystem::path& file, const PatternRequest& request)
      : file_(file),
        given_n_(request.n),
        options_{request.import.undirected, request.import.self_loops,
                 request.import.base.value_or(0)} {
    if (given_n_ > token_limit)
      refuse_option("--n " + std::to_string(given_n_) +
                    ": an edge list has at most 2^24 = 16777216 tokens");
    if (options_.base > 1)
      refuse_option("--base " + std::to_string(options_.base) +
                    ": the first token of an edge list is called 0 or 1");
    n_ = given_n_;
    said_n_ = given_n_ != 0;
  }

  Import read() {
    for (const bool storing : {false, true}) {
      storing_ = storing;
      edges_began_ = false;
      header_.reset();
      LineReader in(file_);
      in_ = &in;
      if (storing) lists_->begin();
      std::string_view line;
      while (in.next(line)) take_line(line);
      if (!edges_began_) refuse_file(file_, "there is no edge in the file");
      if (options_.self_loops) lists_->take_self_loops(storing);
      if (!storing) refuse_small_matrix();
    }
    return finish();
  }

 private:
  const std::filesystem::path& file_;
  const std::uint64_t given_n_;
  const EdgeOptions options_;
  LineReader* in_ = nullptr;
  bool storing_ = false;
  std::uint64_t n_ = 0, layers_ = 1, edges_ = 0, zeros_ = 0;
  bool said_n_ = false, own_n_ = false, said_layers_ = false, edges_began_ = false;
  bool attributes_ = false, all_bits_ = true, saw_zero_ = false;
  std::optional<std::uint64_t> counted_n_;  // of "# Nodes: N"
  std::optional<EdgeHeader> header_;
  std::optional<EdgeLists> lists_;

  void take_line(std::string_view line) {
    while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
    if (is_comment(line)) {
      if (!storing_ && !edges_began_) read_comment(line);
      return;
    }
    std::array<std::uint64_t, 3> number{};
    if (header_) {
      take_columns(line);
      return;
    }
    const int wanted = said_layers_ ? 3 : 2;
    if (split_numbers(line, number.data(), 3) == wanted) {
      take_edge(number[0], number[1], said_layers_ ? number[2] : 0, line);
      return;
    }
    take_other_line(line, wanted);
  }

  // SNAP says "# Nodes: 5242 Edges: 28980".
  void read_comment(std::string_view line) {
    const std::size_t at = line.find("Nodes: ");
    if (at == std::string_view::npos) return;
    const auto words = split_words(line.substr(at + 7), 1);
    std::array<std::uint64_t, 1> number{};
    if (!words.empty() && split_numbers(words[0], number.data(), 1) == 1) counted_n_ = number[0];
  }

  void take_other_line(std::string_view line, int wanted) {
    if (line.front() == 'n' || line.front() == 'l') {
      const bool is_n = line.starts_with("n "), is_layers = line.starts_with("layers ");
      if (is_n || is_layers) {
        take_size(line, is_n);
        return;
      }
    }
    // networkx.write_edgelist puts the attributes of an edge behind it, as a Python dictionary.
    const std::size_t brace = line.find('{');
    std::array<std::uint64_t, 3> number{};
    if (brace != std::string_view::npos && line.back() == '}' &&
        split_numbers(line.substr(0, brace), number.data(), 3) == wanted) {
      attributes_ = true;
      take_edge(number[0], number[1], said_layers_ ? number[2] : 0, line);
      return;
    }
    if (!edges_began_) {
      if (const std::string other = other_graph_format_of_line(file_, line); !other.empty())
        in_->refuse(other);
      if (read_header(line)) return;
    }
    refuse_line(line);
  }

  void take_size(std::string_view line, bool is_n) {
    std::array<std::uint64_t, 1> number{};
    if (edges_began_) in_->refuse("\"n\" and \"layers\" stand before the first edge");
    if (split_numbers(line.substr(is_n ? 2 : 7), number.data(), 1) != 1)
      in_->refuse("expected one whole number in " + show_text(line));
    if (storing_) return;
    if (is_n) {
      if (given_n_ != 0 && number[0] != given_n_)
        refuse_option("--n " + std::to_string(given_n_) + ": " + file_.filename().string() +
                      " says n " + std::to_string(number[0]) + "; write --n " +
                      std::to_string(number[0]));
      if (own_n_) in_->refuse("\"n\" is said twice");
      n_ = number[0];
      said_n_ = own_n_ = true;
    } else {
      if (said_layers_) in_->refuse("\"layers\" is said twice");
      layers_ = number[0];
      said_layers_ = true;
    }
    if (n_ > token_limit || (is_n && n_ == 0))
      in_->refuse("n is at least 1 and at most 2^24 = 16777216");
    if (layers_ == 0 || layers_ > graph_limit)
      in_->refuse("layers is at least 1 and at most " + std::to_string(graph_limit));
  }

  // "source,target" and the like, before the first edge.
  bool read_header(std::string_view line) {
    const auto words = split_words(line, most_columns);
    if (words.size() < 2 || words.size() > most_columns) return false;
    for (const std::string_view word : words) {
      if (!std::isalpha(static_cast<unsigned char>(word.empty() ? '0' : word.front())))
        return false;
    }
    EdgeHeader header;
    int queries = 0, keys = 0, layers = 0;
    for (const std::string_view word : words) {
      const auto column = column_called(word);
      if (!column)
        in_->refuse("the column " + show_text(word) +
                    " is not known; columns are query or source, key or target, layer and weight");
      queries += *column == Column::query ? 1 : 0;
      keys += *column == Column::key ? 1 : 0;
      layers += *column == Column::layer ? 1 : 0;
      header.columns.push_back(*column);
      header.words += header.words.empty() ? "" : ", ";
      header.words += word;
    }
    if (queries != 1 || keys != 1 || layers > 1)
      in_->refuse("expected one column of queries and one of keys, found " + show_text(line));
    if ((layers == 1) != said_layers_)
      in_->refuse(said_layers_ ? "\"layers\" is said, but no column is called layer"
                               : "a column is called layer; put a line \"layers P\" before it");
    header_ = std::move(header);
    return true;
  }

  void take_columns(std::string_view line) {
    const auto words = split_words(line, header_->columns.size());
    if (words.size() != header_->columns.size())
      in_->refuse("expected the " + std::to_string(header_->columns.size()) + " columns " +
                  header_->words + ", found " + show_text(line));
    std::uint64_t query = 0, key = 0, layer = 0;
    bool is_edge = true;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (header_->columns[i] == Column::weight) {
        if (!is_number(words[i]))
          in_->refuse("the weight " + show_text(words[i]) + " is no number");
        is_edge = is_edge && !is_zero(words[i]);
        continue;
      }
      std::uint64_t& value = header_->columns[i] == Column::query ? query
                             : header_->columns[i] == Column::key ? key
                                                                  : layer;
      if (split_numbers(words[i], &value, 1) != 1)
        in_->refuse(show_text(words[i]) + " is not a whole number; tokens are called by numbers");
    }
    if (is_edge) {
      take_edge(query, key, layer, line);
    } else {
      zeros_ += storing_ ? 0 : 1;
    }
  }

  void begin_edges() {
    edges_began_ = true;
    if (!said_n_ && counted_n_) {
      n_ = *counted_n_;
      if (n_ == 0 || n_ > token_limit)
        in_->refuse("\"Nodes\" is at least 1 and at most 2^24 = 16777216");
      said_n_ = true;
    }
    if (!said_n_)
      in_->refuse(
          "the number of tokens is missing: put a line \"n N\" before the first edge, or give --n");
    if (layers_ * n_ > token_limit * 4) in_->refuse("layers times n is more than 2^26");
    if (!storing_) lists_.emplace(layers_, n_);
  }

  void take_edge(std::uint64_t query, std::uint64_t key, std::uint64_t layer,
                 std::string_view line) {
    if (!edges_began_) begin_edges();
    const std::uint64_t base = options_.base;
    all_bits_ = all_bits_ && query <= 1 && key <= 1;
    saw_zero_ = saw_zero_ || query == 0 || key == 0;
    if (query < base || key < base || query - base >= n_ || key - base >= n_) {
      const bool from_one = base == 0 && !saw_zero_ && query <= n_ && key <= n_;
      in_->refuse("tokens are " + std::to_string(base) + ".." + std::to_string(n_ - 1 + base) +
                  ", found " + show_text(line) +
                  (from_one ? "; --base 1 if they are counted from 1" : ""));
    }
    if (layer >= layers_)
      in_->refuse("layers are 0.." + std::to_string(layers_ - 1) + ", found " +
                  std::to_string(layer));
    if (!storing_ && (edges_ += options_.undirected ? 2 : 1) > explicit_edge_limit) {
      in_->refuse("more than " + std::to_string(explicit_edge_limit) +
                  " edges; listing more would take over " +
                  std::to_string((explicit_edge_limit * sizeof(Token)) >> 20) + " MiB");
    }
    lists_->take(storing_, layer, query - base, key - base, options_);
  }

  [[noreturn]] void refuse_line(std::string_view line) const {
    const auto words = split_words(line, most_columns);
    const bool numbers = words.size() > 2 && std::all_of(words.begin(), words.end(), is_number);
    if (numbers && !said_layers_) {
      in_->refuse("expected \"query key\", found " + std::to_string(words.size()) + " numbers, " +
                  show_text(line) +
                  ": a matrix is not read as edges, convert it: " + python_of_matrix(file_) +
                  "; a third column needs a line \"layers P\" or a header such as " +
                  "query,key,weight");
    }
    in_->refuse(std::string("expected \"query key") + (said_layers_ ? " layer" : "") +
                "\", whole numbers from " + std::to_string(options_.base) + ", found " +
                show_text(line));
  }

  // Two lines of two bits are a 2 by 2 matrix as well as two edges.
  void refuse_small_matrix() const {
    if (own_n_ || header_ || said_layers_ || !all_bits_ || n_ != 2 || edges_ != 2 ||
        options_.undirected || file_.extension() == ".edges")
      return;
    refuse_file(file_,
                "may be two edges or a 2 by 2 matrix; put a line \"n 2\" before edges, or convert "
                "the matrix: " +
                    python_of_matrix(file_));
  }

  Import finish() {
    const bool merge = options_.undirected || options_.self_loops;
    if (const auto* twice = lists_->finish(merge)) {
      refuse_file(file_, "the edge from " + std::to_string(twice->query + options_.base) + " to " +
                             std::to_string(twice->key + options_.base) + " is listed twice" +
                             (layers_ > 1 ? " in layer " + std::to_string(twice->layer) : ""));
    }
    Import result;
    for (const char* option : {"--undirected", "--self-loops", "--base"}) result.use(option);
    result.pattern = {file_.filename().string(), n_, {}};
    const std::uint64_t edges = lists_->edges();
    for (std::size_t l = 0; l < layers_; ++l) {
      result.pattern.layers.push_back(
          {{Extra(1, std::move(lists_->starts(l)), std::move(lists_->to(l)))}, 0});
    }
    result.understood.push_back(
        "edge list, " + std::to_string(options_.base) + "-based: " + std::to_string(edges) +
        " edges from queries to keys on " + std::to_string(n_) + " tokens" +
        (layers_ > 1 ? " in " + std::to_string(layers_) + " layers, used in turn" : "") +
        (options_.undirected ? ", every edge both ways" : "") +
        (options_.self_loops ? ", every token sees itself" : ""));
    if (header_)
      result.understood.push_back("columns " + header_->words + ", in this order: " + roles());
    if (attributes_)
      result.understood.emplace_back("what stands in braces behind an edge is left out");
    if (zeros_ > 0)
      result.understood.push_back(std::to_string(zeros_) + " lines of weight 0 are no edges");
    if (!own_n_ && given_n_ == 0)
      result.understood.push_back("n = " + std::to_string(n_) + ", as the comment \"Nodes\" says");
    for (std::string& warning : suspicions(result.pattern, Listing::graph))
      result.warnings.push_back(std::move(warning));
    return result;
  }

  [[nodiscard]] std::string roles() const {
    std::string words;
    for (const Column column : header_->columns) {
      words += words.empty() ? "" : ", ";
      words += column == Column::query   ? "query"
               : column == Column::key   ? "key"
               : column == Column::layer ? "layer"
                                         : "weight (not 0: an edge)";
    }
    return words;
  }
};

}  // namespace

Import import_edge_list(const std::filesystem::path& file, const PatternRequest& request) {
  return EdgeListReader(file, request).read();
}

}  // namespace hardmax
