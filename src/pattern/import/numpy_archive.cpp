// .npz: a zip archive of .npy files. Only what NumPy writes is read: stored or deflated members,
// sizes from the central directory, no encryption, no archive beyond 4 GiB. Nothing is unpacked
// before its size is known and allowed.
#include <zlib.h>

#include <algorithm>
#include <memory>

#include "pattern/file_bytes.hpp"
#include "pattern/import/numpy.hpp"

namespace hardmax {
namespace {

constexpr std::uint64_t archive_limit = std::uint64_t{1} << 30;
constexpr std::uint64_t member_limit = (std::uint64_t{1} << 30) + (std::uint64_t{1} << 20);
constexpr std::size_t most_members = 1024;

struct Member {
  std::string name;
  std::uint32_t method = 0, flags = 0, crc = 0;
  std::uint64_t packed = 0, unpacked = 0, header = 0;
};

class Archive {
 public:
  Archive(std::string_view bytes, const std::filesystem::path& file) : bytes_(bytes), file_(file) {
    read_directory();
  }
  [[nodiscard]] const std::vector<Member>& members() const { return members_; }

  [[nodiscard]] std::string unpack(const Member& m) const {
    if (m.flags & 1) fail("the member " + show_text(m.name) + " is encrypted");
    if (m.unpacked > member_limit)
      fail("the member " + show_text(m.name) + " unpacks to " + std::to_string(m.unpacked) +
           " bytes; the limit is " + std::to_string(member_limit));
    if (number(m.header, 4) != 0x04034b50)
      fail("the member " + show_text(m.name) + " has no local header");
    const std::uint64_t start = m.header + 30 + number(m.header + 26, 2) + number(m.header + 28, 2);
    if (start > bytes_.size() || m.packed > bytes_.size() - start)
      fail("the member " + show_text(m.name) + " lies outside the file");
    const std::string_view packed = bytes_.substr(start, m.packed);
    std::string out;
    if (m.method == 0) {
      if (m.packed != m.unpacked)
        fail("the member " + show_text(m.name) + " is stored with two different sizes");
      out = packed;
    } else if (m.method == 8) {
      // Deflate makes nothing more than 1032 times smaller; an archive that claims otherwise lies.
      if (m.unpacked / 1032 > m.packed)
        fail("the member " + show_text(m.name) + " claims to unpack to an impossible size");
      out = inflate_exactly(packed, m.unpacked, m.name);
    } else {
      fail("the member " + show_text(m.name) + " uses compression method " +
           std::to_string(m.method) + "; stored and deflated ones are read");
    }
    const auto crc =
        crc32(0, reinterpret_cast<const Bytef*>(out.data()), static_cast<uInt>(out.size()));
    if (crc != m.crc) fail("the member " + show_text(m.name) + " does not match its checksum");
    return out;
  }

 private:
  std::string_view bytes_;
  const std::filesystem::path& file_;
  std::vector<Member> members_;

  [[noreturn]] void fail(const std::string& why) const { refuse_file(file_, why); }
  [[nodiscard]] std::uint64_t number(std::uint64_t at, std::uint64_t count) const {
    if (at > bytes_.size() || count > bytes_.size() - at) fail("ends inside the zip archive");
    std::uint64_t value = 0;
    for (std::uint64_t i = count; i-- > 0;)
      value = value << 8 | static_cast<unsigned char>(bytes_[at + i]);
    return value;
  }
  void read_directory() {
    if (bytes_.size() < 22) fail("is not a zip archive: too short");
    // The end record stands last, followed by a comment of at most 65535 bytes.
    const std::uint64_t lowest = bytes_.size() - std::min<std::uint64_t>(bytes_.size(), 22 + 65535);
    std::uint64_t end = bytes_.size() - 22;
    while (number(end, 4) != 0x06054b50) {
      if (end == lowest) fail("is not a zip archive: there is no end record");
      --end;
    }
    const std::uint64_t entries = number(end + 10, 2), size = number(end + 12, 4),
                        start = number(end + 16, 4);
    if (entries == 0xFFFF || size == 0xFFFFFFFF || start == 0xFFFFFFFF)
      fail("is a zip64 archive; such large masks are not read");
    if (entries > most_members)
      fail("has " + std::to_string(entries) + " members; at most " + std::to_string(most_members) +
           " are read");
    if (start > end || size > end - start) fail("has a directory outside the file");
    std::uint64_t at = start;
    for (std::uint64_t i = 0; i < entries; ++i) {
      if (number(at, 4) != 0x02014b50) fail("has a broken directory");
      Member m;
      m.flags = static_cast<std::uint32_t>(number(at + 8, 2));
      m.method = static_cast<std::uint32_t>(number(at + 10, 2));
      m.crc = static_cast<std::uint32_t>(number(at + 16, 4));
      m.packed = number(at + 20, 4);
      m.unpacked = number(at + 24, 4);
      const std::uint64_t name = number(at + 28, 2), extra = number(at + 30, 2),
                          comment = number(at + 32, 2);
      m.header = number(at + 42, 4);
      if (m.packed == 0xFFFFFFFF || m.unpacked == 0xFFFFFFFF || m.header == 0xFFFFFFFF)
        fail("is a zip64 archive; such large masks are not read");
      if (at + 46 + name > start + size) fail("has a broken directory");
      m.name = bytes_.substr(at + 46, name);
      at += 46 + name + extra + comment;
      members_.push_back(std::move(m));
    }
  }
  [[nodiscard]] std::string inflate_exactly(std::string_view packed, std::uint64_t size,
                                            const std::string& name) const {
    std::string out(size, '\0');
    char spare = 0;  // inflate wants somewhere to write, even for nothing
    z_stream stream{};
    if (inflateInit2(&stream, -15) != Z_OK) fail("cannot be unpacked");
    const std::unique_ptr<z_stream, int (*)(z_stream*)> guard(&stream, inflateEnd);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(size == 0 ? &spare : out.data());
    stream.avail_out = static_cast<uInt>(size == 0 ? 1 : size);
    const int status = inflate(&stream, Z_FINISH);
    if (status != Z_STREAM_END || stream.total_out != size || stream.avail_in != 0)
      fail("the member " + show_text(name) + " does not unpack to its size");
    return out;
  }
};

}  // namespace

Import import_numpy_archive(const std::filesystem::path& file, const ImportOptions& options) {
  const std::string bytes = read_file_bytes(file, archive_limit);
  const Archive archive(bytes, file);
  const auto& members = archive.members();
  ArchiveMembers by_name;
  for (const Member& m : members) {
    std::string_view name = m.name;
    if (name.ends_with(".npy")) name.remove_suffix(4);
    by_name.names.emplace_back(name);
  }
  const auto has = [&](std::string_view name) {
    return std::find(by_name.names.begin(), by_name.names.end(), name) != by_name.names.end();
  };
  if (options.tensor.empty() && has("format") && has("shape") && has("data")) {
    by_name.read = [&](const std::string& name) {
      const auto at = std::find(by_name.names.begin(), by_name.names.end(), name);
      if (at == by_name.names.end()) refuse_file(file, "lacks the array " + show_text(name));
      return archive.unpack(members[static_cast<std::size_t>(at - by_name.names.begin())]);
    };
    return mask_from_scipy(by_name, file, options);
  }
  std::string known;
  const Member* chosen = nullptr;
  bool ambiguous = false;  // "mask" and "attention_mask"
  for (std::size_t i = 0; i < members.size(); ++i) {
    const std::string& name = by_name.names[i];
    if (name == "kv_indices" || name == "kv_num_blocks") {
      refuse_file(file,
                  "is a block mask (kv_num_blocks, kv_indices), whose partial blocks do not say "
                  "which tokens attend; save the dense mask");
    }
    const bool fits = options.tensor.empty()
                          ? members.size() == 1 || name == "mask" || name == "attention_mask"
                          : name == options.tensor;
    if (fits) {
      ambiguous = chosen != nullptr;
      chosen = &members[i];
    }
    if (known.size() < 200) known += (known.empty() ? "" : ", ") + show_text(name);
  }
  if (chosen == nullptr || ambiguous)
    refuse_file(file, members.empty() ? "holds no array"
                                      : "say which array with --tensor; the file has " + known);
  Import result = mask_from_npy(archive.unpack(*chosen), file, options);
  result.use("--tensor");
  result.understood.insert(result.understood.begin(), "array " + show_text(chosen->name));
  return result;
}

}  // namespace hardmax
