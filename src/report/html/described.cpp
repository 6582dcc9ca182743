#include "report/html/described.hpp"

#include "subject/construction_file.hpp"

namespace hardmax::report::html {

std::optional<std::filesystem::path> construction_beside(const Reading& reading) {
  const std::string id = reading.file.text("run.construction") + ".";
  std::error_code error;
  for (const claim::Entry& entry : *reading.entries) {
    const std::filesystem::path path =
        std::filesystem::path(entry.file).parent_path() / "construction.toml";
    if (entry.id.starts_with(id) && std::filesystem::exists(path, error) &&
        subject::ConstructionFile::read(path).id + "." == id)
      return path;
  }
  return std::nullopt;
}

subject::RunSpec run_spec_of(const CertificateFile& file) {
  subject::RunSpec spec;
  for (const std::string& one : file.strings("run.parameters")) {
    const std::size_t equals = std::min(one.find('='), one.size());
    const auto value =
        Rational::parse(std::string_view(one).substr(std::min(equals + 1, one.size())));
    const auto number = value ? value->to_int64() : std::nullopt;
    if (!number || *number < 0) continue;
    spec.parameters[one.substr(0, equals)] = static_cast<std::uint64_t>(*number);
  }
  spec.variants = file.strings("run.variants");
  for (const Tree& change : file.array("run.changes"))
    if (!change.items.empty()) spec.changes.push_back(change.items.front().string);
  return spec;
}

}  // namespace hardmax::report::html
