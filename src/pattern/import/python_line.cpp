#include "pattern/import/python_line.hpp"

#include <algorithm>
#include <array>

#include "pattern/file_bytes.hpp"

namespace hardmax {
namespace {

// FILE stands for the file's name.
struct GraphFormat {
  std::string_view extension, name, python;
};

constexpr std::string_view dimacs =
    "[print(int(w[1])-1, int(w[2])-1) for w in map(str.split, open(FILE)) if w and w[0] in 'ae']";
constexpr std::string_view networkx_begin =
    "import networkx as nx; nx.write_edgelist(nx.convert_node_labels_to_integers(nx.";
constexpr std::string_view networkx_end = "(FILE)), 'graph.edges', data=False)";

constexpr std::array<GraphFormat, 12> formats{{
    {".gr", "DIMACS", dimacs},
    {".col", "DIMACS", dimacs},
    {".clq", "DIMACS", dimacs},
    {".dimacs", "DIMACS", dimacs},
    {".graph", "METIS",
     "[print(i, int(j)-1) for i, l in enumerate([l for l in open(FILE) if l[0] != '%'][1:]) for j "
     "in l.split()]"},
    {".metis", "METIS",
     "[print(i, int(j)-1) for i, l in enumerate([l for l in open(FILE) if l[0] != '%'][1:]) for j "
     "in l.split()]"},
    {".graphml", "GraphML", "read_graphml"},
    {".gexf", "GEXF", "read_gexf"},
    {".gml", "GML", "read_gml"},
    {".net", "Pajek", "read_pajek"},
    {".g6", "graph6", "read_graph6"},
    {".adjlist", "an adjacency list of networkx", "read_adjlist"},
}};

std::string replace_file(std::string_view python, const std::filesystem::path& file) {
  std::string text(python);
  if (const std::size_t at = text.find("FILE"); at != std::string::npos)
    text.replace(at, 4, python_name(file));
  return text;
}

std::string conversion(const GraphFormat& format, const std::filesystem::path& file) {
  const bool prints = format.python.starts_with("[");
  std::string text = "python -c \"";
  if (prints) {
    text += replace_file(format.python, file);
  } else {
    text += networkx_begin;
    text += format.python;
    text += replace_file(networkx_end, file);
  }
  text += prints ? "\" > graph.edges" : "\"";
  return text + ", then --n N, and --undirected or --self-loops where they apply";
}

std::string refusal_of(const GraphFormat& format, const std::filesystem::path& file) {
  return "is " + std::string(format.name) +
         ", which is not read; convert it: " + conversion(format, file);
}

}  // namespace

std::string python_name(const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  const bool plain = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  });
  std::string text(1, '\'');
  text += plain && name.size() <= 100 ? name : "FILE";
  text += '\'';
  return text;
}

std::string python_of_matrix(const std::filesystem::path& file) {
  const bool commas = file.extension() == ".csv";
  return "python -c \"import numpy; numpy.save('mask.npy', numpy.loadtxt(" + python_name(file) +
         (commas ? ", delimiter=','" : "") + "))\"";
}

void refuse_other_graph_formats(const std::filesystem::path& file, std::string_view extension) {
  for (const GraphFormat& format : formats) {
    if (format.extension == extension) refuse_file(file, refusal_of(format, file));
  }
}

std::string other_graph_format_of_line(const std::filesystem::path& file, std::string_view line) {
  const auto refusal_by = [&](std::string_view name) -> std::string {
    for (const GraphFormat& format : formats) {
      if (format.name == name) return "the file " + refusal_of(format, file);
    }
    return "";
  };
  if (line.starts_with("p ") || line.starts_with("c ") || line == "c") return refusal_by("DIMACS");
  if (line.starts_with("<?xml") || line.starts_with("<graphml")) return refusal_by("GraphML");
  if (line.starts_with("*Vertices") || line.starts_with("*vertices")) return refusal_by("Pajek");
  if (line.starts_with("graph [")) return refusal_by("GML");
  return "";
}

}  // namespace hardmax
