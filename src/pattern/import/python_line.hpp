// Lines of Python that convert what is not read into what is, for messages.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

namespace hardmax {

// The file's name as a Python text between single quotes, or 'FILE' where it has characters that
// would have to be quoted.
std::string python_name(const std::filesystem::path& file);

// A matrix of numbers as text, with commas or spaces, to mask.npy.
std::string python_of_matrix(const std::filesystem::path& file);

// Refuses a graph file of a format that is not read, by the end of its name, and says how it is
// converted; does nothing for other files.
void refuse_other_graph_formats(const std::filesystem::path& file, std::string_view extension);
// The same for one line of a text file that belongs to such a format; "" for other lines.
std::string other_graph_format_of_line(const std::filesystem::path& file, std::string_view line);

}  // namespace hardmax
