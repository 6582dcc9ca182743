#include "report/npz.hpp"

#include <fmt/core.h>
#include <zlib.h>

#include "exact/atomic_file.hpp"
#include "exact/error.hpp"

namespace hardmax::report {

namespace {

void append(std::string& bytes, std::uint64_t value, int width) {
  for (int i = 0; i < width; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xff);
}

std::string npy(const IntegerArray& array) {
  std::string shape;
  std::uint64_t count = 1;
  for (const std::uint64_t extent : array.shape) {
    shape += fmt::format("{}, ", extent);
    count *= extent;
  }
  if (array.shape.size() > 1) shape.resize(shape.size() - 2);
  HARDMAX_REQUIRE(count == array.values.size());
  std::string header =
      fmt::format("{{'descr': '<i8', 'fortran_order': False, 'shape': ({}), }}", shape);
  constexpr std::size_t kPreamble = 10;
  header.append(63 - (kPreamble + header.size()) % 64, ' ');
  header += '\n';
  std::string bytes("\x93NUMPY\x01\x00", 8);
  append(bytes, header.size(), 2);
  bytes += header;
  bytes.reserve(bytes.size() + 8 * array.values.size());
  for (const std::int64_t value : array.values) append(bytes, static_cast<std::uint64_t>(value), 8);
  return bytes;
}

std::uint32_t crc_of(const std::string& bytes) {
  uLong crc = crc32_z(0, nullptr, 0);
  return static_cast<std::uint32_t>(
      crc32_z(crc, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

}  // namespace

void require_size_of_npz(const std::filesystem::path& file,
                         const std::vector<IntegerArray>& arrays) {
  constexpr std::uint64_t kLimit = std::uint64_t{1} << 32;
  std::uint64_t size = 0;
  for (const IntegerArray& array : arrays) size += 8 * array.values.size() + 1024;
  if (size >= kLimit)
    throw CannotWrite(fmt::format("'{}' would have more than 4 GiB", file.string()));
}

void write_npz(const std::filesystem::path& file, const std::vector<IntegerArray>& arrays) {
  AtomicFile out(file);
  std::string directory;
  std::uint64_t offset = 0;
  for (const IntegerArray& array : arrays) {
    const std::string data = npy(array);
    const std::string name = array.name + ".npy";
    std::string common;  // the part that local header and directory share: version, flags, method
                         // (stored), time and date (1 January 1980), crc, sizes, lengths
    append(common, 20, 2);
    append(common, 0, 2);
    append(common, 0, 2);
    append(common, 0, 2);
    append(common, 0x21, 2);
    append(common, crc_of(data), 4);
    append(common, data.size(), 4);
    append(common, data.size(), 4);
    append(common, name.size(), 2);
    append(common, 0, 2);
    std::string local;
    append(local, 0x04034b50, 4);
    local += common + name;
    append(directory, 0x02014b50, 4);
    append(directory, 20, 2);
    directory += common;
    append(directory, 0, 2);  // comment
    append(directory, 0, 2);  // disk
    append(directory, 0, 2);  // internal attributes
    append(directory, 0, 4);  // external attributes
    append(directory, offset, 4);
    directory += name;
    out.write(local);
    out.write(data);
    offset += local.size() + data.size();
  }
  std::string end;
  append(end, 0x06054b50, 4);
  append(end, 0, 2);
  append(end, 0, 2);
  append(end, arrays.size(), 2);
  append(end, arrays.size(), 2);
  append(end, directory.size(), 4);
  append(end, offset, 4);
  append(end, 0, 2);
  out.write(directory);
  out.write(end);
  out.commit();
}

}  // namespace hardmax::report
