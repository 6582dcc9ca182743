// Masks as files: NumPy, zip archives, safetensors. The files are made here byte by byte.
#include <zlib.h>

#include <catch2/catch.hpp>

#include "pattern/import/import.hpp"
#include "support.hpp"
#include "support/rounds.hpp"

namespace import_masks_test {

using namespace hardmax;
using namespace hardmax::test;
using Picture = std::vector<std::string>;

namespace {

std::string little_endian(std::uint64_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xFF);
  return out;
}

std::string npy(const std::string& header, const std::string& data, char major = 1) {
  std::string out("\x93NUMPY");
  out += major;
  out += '\0';
  return out + little_endian(header.size(), major == 1 ? 2 : 4) + header + data;
}

std::string npy_bool(const std::string& shape, const std::string& data) {
  return npy("{'descr': '|b1', 'fortran_order': False, 'shape': " + shape + ", }\n", data);
}

// rows of 'x' and '.' one after the other, as bytes 1 and 0
std::string bits(const std::string& picture) {
  std::string out;
  for (const char c : picture) out += c == 'x' ? '\1' : '\0';
  return out;
}

struct ZipMember {
  std::string name, data;
  bool deflated = false;
  bool zip64_local = false;  // as numpy.savez writes: sizes in an extra field of the local header
};

std::string deflate_raw(const std::string& data) {
  z_stream stream{};
  REQUIRE(deflateInit2(&stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string out(data.size() + 100, '\0');
  std::string in = data;
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string zip(const std::vector<ZipMember>& members) {
  std::string out, directory;
  for (const ZipMember& m : members) {
    const std::string packed = m.deflated ? deflate_raw(m.data) : m.data;
    const auto crc =
        crc32(0, reinterpret_cast<const Bytef*>(m.data.data()), static_cast<uInt>(m.data.size()));
    const std::string common =
        little_endian(m.deflated ? 8 : 0, 2) + std::string(4, '\0') + little_endian(crc, 4);
    const std::string sizes = little_endian(packed.size(), 4) + little_endian(m.data.size(), 4);
    const std::size_t offset = out.size();
    const std::string extra = m.zip64_local ? little_endian(1, 2) + little_endian(16, 2) +
                                                  little_endian(m.data.size(), 8) +
                                                  little_endian(packed.size(), 8)
                                            : "";
    out += "PK\x03\x04" + little_endian(20, 2) + little_endian(0, 2) + common +
           (m.zip64_local ? std::string(8, '\xFF') : sizes) + little_endian(m.name.size(), 2) +
           little_endian(extra.size(), 2) + m.name + extra + packed;
    directory += "PK\x01\x02" + little_endian(20, 2) + little_endian(20, 2) + little_endian(0, 2) +
                 common + sizes + little_endian(m.name.size(), 2) + std::string(12, '\0') +
                 little_endian(offset, 4) + m.name;
  }
  return out + directory + "PK\x05\x06" + std::string(4, '\0') + little_endian(members.size(), 2) +
         little_endian(members.size(), 2) + little_endian(directory.size(), 4) +
         little_endian(out.size(), 4) + little_endian(0, 2);
}

std::string safetensors(const std::string& header, const std::string& data) {
  return little_endian(header.size(), 8) + header + data;
}

Import import_bytes(const std::string& name, const std::string& bytes,
                    ImportOptions options = {.true_attends = true}) {
  const TemporaryFile file(name, bytes);
  return import_pattern({.name_or_file = file.path().string(), .import = std::move(options)});
}

std::string why(const std::string& name, const std::string& bytes,
                ImportOptions options = {.true_attends = true}) {
  const TemporaryFile file(name, bytes);
  const std::string line = refusal(InvalidInput::Kind::file, [&] {
    import_pattern({.name_or_file = file.path().string(), .import = options});
  });
  const std::string prefix = file.path().string() + ": ";
  return line.starts_with(prefix) ? line.substr(prefix.size()) : line;
}

Picture layer(const Import& import, std::size_t l) { return picture(expand(import.pattern), l); }

const std::string causal3 = "x..xx.xxx";

}  // namespace

TEST_CASE("npy: rows are queries; --mask-true says what true means") {
  const Import attend = import_bytes("m.npy", npy_bool("(3, 3)", bits(causal3)));
  REQUIRE(layer(attend, 0) == Picture{"x..", "xx.", "xxx"});
  REQUIRE(attend.pattern.layers.size() == 1);
  REQUIRE(attend.understood.at(0) ==
          "mask of bool, shape (3, 3): rows are queries, columns are keys, true means attend");
  REQUIRE(attend.warnings.empty());
  const Import block =
      import_bytes("m.npy", npy_bool("(3, 3)", bits(".xx..x...")), {.true_attends = false});
  REQUIRE(layer(block, 0) == Picture{"x..", "xx.", "xxx"});
  const TemporaryFile file("m.npy", npy_bool("(3, 3)", bits(causal3)));
  REQUIRE(refusal(InvalidInput::Kind::option, [&] {
            import_pattern({.name_or_file = file.path().string()});
          }).starts_with("--mask-true is missing: say attend or block"));
}

TEST_CASE("npy: three axes are layers or heads, as --stack says") {
  const std::string bytes = npy_bool("(2, 2, 2)", bits("x..xxxxx"));
  const Import layers = import_bytes("m.npy", bytes, {.true_attends = true, .stack = "layers"});
  REQUIRE(layers.pattern.layers.size() == 2);
  REQUIRE(layer(layers, 0) == Picture{"x.", ".x"});
  REQUIRE(layer(layers, 1) == Picture{"xx", "xx"});
  const Import heads = import_bytes("m.npy", bytes, {.true_attends = true, .stack = "heads"});
  REQUIRE(heads.pattern.layers.size() == 1);
  REQUIRE(layer(heads, 0) == Picture{"xx", "xx"});
  REQUIRE(heads.warnings.size() == 1);
  const Import first =
      import_bytes("m.npy", bytes, {.true_attends = true, .stack = "heads", .head = 1});
  REQUIRE(layer(first, 0) == Picture{"x.", ".x"});
  const auto refused = [&](const ImportOptions& options) {
    const TemporaryFile file("m.npy", bytes);
    return refusal(InvalidInput::Kind::option, [&] {
      import_pattern({.name_or_file = file.path().string(), .import = options});
    });
  };
  REQUIRE(refused({.true_attends = true}).starts_with("--stack is missing"));
  REQUIRE(refused({.true_attends = true, .stack = "rows"}) ==
          "--stack rows: it is layers, heads or batch");
  REQUIRE(refused({.true_attends = true, .stack = "heads", .head = 3}) ==
          "--head 3: the mask has the heads 1..2");
  REQUIRE(refused({.true_attends = true, .stack = "layers", .head = 1})
              .starts_with("--head: the mask of shape (2, 2, 2) has no axis of heads"));
}

TEST_CASE("npy: Fortran order, bytes, format versions 2 and 3") {
  const Import fortran = import_bytes(
      "m.npy",
      npy("{'descr': '|b1', 'fortran_order': True, 'shape': (3, 3), }", bits("xxx.xx..x")));
  REQUIRE(layer(fortran, 0) == Picture{"x..", "xx.", "xxx"});
  const Import stacked = import_bytes(
      "m.npy",
      npy("{'descr': '|b1', 'fortran_order': True, 'shape': (2, 2, 2), }", bits("xx.x.xxx")),
      {.true_attends = true, .stack = "layers"});
  REQUIRE(layer(stacked, 0) == Picture{"x.", ".x"});
  REQUIRE(layer(stacked, 1) == Picture{"xx", "xx"});
  for (const char major : {'\2', '\3'}) {
    REQUIRE(layer(import_bytes("m.npy",
                               npy("{\"shape\": (1, 1), 'descr': '|u1', 'fortran_order': False}",
                                   bits("x"), major)),
                  0) == Picture{"x"});
  }
}

TEST_CASE("npy: what is not a square boolean mask is refused, and nothing is unpickled") {
  const auto header = [](const std::string& text) { return why("m.npy", npy(text, bits("x"))); };
  REQUIRE(why("m.npy", "") == "is not a NumPy array: the first bytes are not \\x93NUMPY");
  REQUIRE(why("m.npy", "PK\x03\x04 and so on") ==
          "is not a NumPy array: the first bytes are not \\x93NUMPY");
  REQUIRE(why("m.npy", npy("{}", "", 9)) ==
          "has NumPy format version 9; versions 1, 2 and 3 are read");
  REQUIRE(why("m.npy", npy("{}", "", '\xC8')) ==
          "has NumPy format version 200; versions 1, 2 and 3 are read");
  REQUIRE(why("m.npy", std::string("\x93NUMPY\1\0\xFF\xFF", 10))
              .starts_with("announces a NumPy header of 65535 bytes"));
  REQUIRE(header("{'descr': '|O', 'fortran_order': False, 'shape': (1, 1), }")
              .starts_with(
                  "holds Python objects, which would have to be unpickled; that is never done"));
  REQUIRE(header("{'descr': '<c8', 'fortran_order': False, 'shape': (1, 1), }")
              .starts_with("has values of type \"<c8\"; a mask is of bool"));
  REQUIRE(header("{'descr': [('a', '|b1')], 'fortran_order': False, 'shape': (1, 1), }") ==
          "bad NumPy header: a structured array is not a mask");
  REQUIRE(header("{'descr': '|b1', 'fortran_order': 1, 'shape': (1, 1), }") ==
          "bad NumPy header: 'fortran_order' is neither True nor False");
  REQUIRE(header("{'descr': '|b1', 'shape': (1, 1), }") ==
          "bad NumPy header: one of 'descr', 'fortran_order' and 'shape' is missing");
  REQUIRE(header("{'descr': '|b1', 'descr': '|b1', 'fortran_order': False, 'shape': (1, 1), }") ==
          "bad NumPy header: the key \"descr\" occurs twice");
  REQUIRE(header("{'descr': '|b1', 'fortran_order': False, 'shape': (1, 1), 'x': 1}") ==
          "bad NumPy header: unknown key \"x\"");
  REQUIRE(header("{'descr': '|b1', 'fortran_order': False, 'shape': (1, -1), }") ==
          "bad NumPy header: an axis that is not a whole number");
  REQUIRE(header("{'descr': '|b1', 'fortran_order': False, 'shape': (1, 1) } x") ==
          "bad NumPy header: something follows the header");
  REQUIRE(
      header("{'descr': '|b1', 'fortran_order': False, 'shape': (1), }") ==
      "the mask has shape (1); it must be (n, n), (layers, n, n), (heads, n, n), (batch, n, n) or "
      "(batch, heads, n, n)");
  REQUIRE(header("{'descr': '|b1', 'fortran_order': False, 'shape': (2, 2), }") ==
          "holds 1 values, but its shape needs 4");
  REQUIRE(header("{'descr': '|b1', 'fortran_order': False, 'shape': (4000000000, 4000000000, "
                 "4000000000), }") == "holds 1 values, but its shape needs more than 2^62");
  REQUIRE(why("m.npy", npy_bool("(1, 2)", bits("xx"))) ==
          "the mask has shape (1, 2), which is not square");
  REQUIRE(why("m.npy", npy_bool("(0, 0)", "")) == "the mask has shape (0, 0) and no value");
  REQUIRE(why("m.npy", npy_bool("(1, 1)", "\2")) == "value 0 is the byte 2; a boolean is 0 or 1");
}

TEST_CASE("npz: stored and deflated members, chosen by name") {
  const std::string a = npy_bool("(2, 2)", bits("x.xx")), b = npy_bool("(2, 2)", bits("xxxx"));
  REQUIRE(layer(import_bytes("m.npz", zip({{"any.npy", a}})), 0) == Picture{"x.", "xx"});
  REQUIRE(layer(import_bytes("m.npz", zip({{"other.npy", b}, {"mask.npy", a, true}})), 0) ==
          Picture{"x.", "xx"});
  REQUIRE(layer(import_bytes("m.npz", zip({{"p.npy", a, true, true}, {"q.npy", b, false, true}}),
                             {.true_attends = true, .tensor = "q"}),
                0) == Picture{"xx", "xx"});
  REQUIRE(why("m.npz", zip({{"p.npy", a}, {"q.npy", b}})) ==
          "say which array with --tensor; the file has \"p\", \"q\"");
  REQUIRE(why("m.npz", zip({{"p.npy", a}}), {.true_attends = true, .tensor = "q"}) ==
          "say which array with --tensor; the file has \"p\"");
  REQUIRE(why("m.npz", zip({{"kv_indices.npy", a}, {"kv_num_blocks.npy", a}}))
              .starts_with("is a block mask (kv_num_blocks, kv_indices)"));
  REQUIRE(why("m.npz", zip({})) == "holds no array");
}

TEST_CASE("npz: an archive that lies is refused before anything is unpacked") {
  const std::string good = zip({{"mask.npy", npy_bool("(2, 2)", bits("x.xx")), true}});
  REQUIRE(why("m.npz", good) == "accepted");
  REQUIRE(why("m.npz", "") == "is not a zip archive: too short");
  REQUIRE(why("m.npz", std::string(100, 'x')) == "is not a zip archive: there is no end record");
  const std::size_t directory = good.find("PK\x01\x02");
  const auto changed = [&](std::size_t at, const std::string& bytes) {
    std::string text = good;
    text.replace(at, bytes.size(), bytes);
    return why("m.npz", text);
  };
  REQUIRE(changed(directory + 16, "\1\2\3\4") ==
          "the member \"mask.npy\" does not match its checksum");
  REQUIRE(changed(directory + 24, little_endian(0x40000000, 4)) ==
          "the member \"mask.npy\" claims to unpack to an impossible size");
  REQUIRE(changed(directory + 24, little_endian(0x7FFFFFFF, 4)).find("the limit is") !=
          std::string::npos);
  REQUIRE(changed(directory + 24, little_endian(90, 4)) ==
          "the member \"mask.npy\" does not unpack to its size");
  REQUIRE(changed(directory + 20, little_endian(0x7FFFFFFF, 4)) ==
          "the member \"mask.npy\" lies outside the file");
  REQUIRE(changed(directory + 10, little_endian(12, 2)) ==
          "the member \"mask.npy\" uses compression method 12; stored and deflated ones are read");
  REQUIRE(changed(directory + 8, little_endian(1, 2)) == "the member \"mask.npy\" is encrypted");
  REQUIRE(changed(directory + 42, little_endian(5, 4)) ==
          "the member \"mask.npy\" has no local header");
  REQUIRE(changed(directory + 28, little_endian(60000, 2)) == "has a broken directory");
  REQUIRE(changed(good.size() - 6, little_endian(0xFFFFFF00, 4)) ==
          "has a directory outside the file");
}

TEST_CASE("safetensors: BOOL and U8, with every offset checked") {
  const std::string mask = R"("mask":{"dtype":"BOOL","shape":[2,2],"data_offsets":[0,4]})";
  REQUIRE(layer(import_bytes("m.safetensors", safetensors("{" + mask + "}", bits("x.xx"))), 0) ==
          Picture{"x.", "xx"});
  REQUIRE(layer(import_bytes(
                    "m.safetensors",
                    safetensors("{\"__metadata__\":{\"a\":\"b\"}," + mask +
                                    R"(,"w":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})",
                                bits("x.xx") + "abcd")),
                0) == Picture{"x.", "xx"});
  REQUIRE(
      layer(import_bytes("m.safetensors",
                         safetensors(R"({"a":{"dtype":"U8","shape":[1,2,2],"data_offsets":[0,4]}})",
                                     bits("x.xx")),
                         {.true_attends = true, .stack = "layers"}),
            0) == Picture{"x.", "xx"});
  const auto header = [](const std::string& text) {
    return why("m.safetensors", safetensors(text, bits("x.xx")));
  };
  REQUIRE(why("m.safetensors", "short")
              .starts_with("has 5 bytes; a safetensors file begins with 8 bytes"));
  REQUIRE(why("m.safetensors", std::string(8, '\xFF'))
              .starts_with("announces a header of 18446744073709551615 bytes"));
  REQUIRE(header("[1]") == "the header is not an object");
  REQUIRE(header("{") == "not JSON at byte 2");
  REQUIRE(header("{}") == "holds no tensor");
  REQUIRE(header("{" + mask + "," + mask + "}") == "the key \"mask\" occurs twice");
  REQUIRE(header(R"({"mask":{"dtype":"BOOL","shape":[2,2],"data_offsets":[0,5]}})") ==
          "\"mask.data_offsets\" lie outside the 4 bytes of data");
  REQUIRE(header(R"({"mask":{"dtype":"BOOL","shape":[2,2],"data_offsets":[3,1]}})") ==
          "\"mask.data_offsets\" lie outside the 4 bytes of data");
  REQUIRE(header(R"({"mask":{"dtype":"BOOL","shape":[2,2],"data_offsets":[0,3]}})") ==
          "has 1 bytes after the last tensor");
  REQUIRE(header(R"({"mask":{"dtype":"BOOL","shape":[2,2],"data_offsets":[1,4]}})") ==
          "the tensor \"mask\" leaves a gap or overlaps another");
  REQUIRE(header(R"({"mask":{"dtype":"BOOL","shape":[2,3],"data_offsets":[0,4]}})") ==
          "the tensor \"mask\" has a shape that does not fit its bytes");
  REQUIRE(header(R"({"mask":{"dtype":"BOOL","shape":[2,2.0],"data_offsets":[0,4]}})") ==
          "\"mask.shape\" is not a list of whole numbers");
  REQUIRE(header(R"({"mask":{"dtype":"F8_E4M3","shape":[2,2],"data_offsets":[0,4]}})")
              .starts_with("the tensor \"mask\" has dtype \"F8_E4M3\"; a mask is BOOL"));
  REQUIRE(header(R"({"mask":{"dtype":"BOOL","shape":[2,2],"data_offsets":[0,4],"x":1}})") ==
          "\"mask.x\" is unknown");
  REQUIRE(header(R"({"mask":{"dtype":"BOOL","shape":[2,2]}})") ==
          "\"mask.dtype, shape, data_offsets\" are not all given");
  REQUIRE(
      header(
          R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U8","shape":[2],"data_offsets":[2,4]}})") ==
      "say which tensor with --tensor; the file has \"a\", \"b\"");
}

TEST_CASE("masks: a complemented and a transposed mask are noticed and said") {
  const Import complemented = import_bytes("m.npy", npy_bool("(3, 3)", bits(".xxx.xxx.")));
  REQUIRE(complemented.warnings.size() == 1);
  REQUIRE(complemented.warnings[0].starts_with(
      "no token attends to itself in any layer: the mask may be complemented"));
  const Import transposed = import_bytes("m.npy", npy_bool("(3, 3)", bits("xxx.xx..x")));
  REQUIRE(transposed.warnings.size() == 1);
  REQUIRE(transposed.warnings[0] ==
          "tokens attend to later tokens and never to earlier ones: the mask may be transposed "
          "(rows must be queries)");
  const Import causal_complemented = import_bytes("m.npy", npy_bool("(3, 3)", bits(".xx..x...")));
  REQUIRE(causal_complemented.warnings.size() == 2);
}

TEST_CASE("masks: pickles and unknown files are refused by name") {
  for (const std::string name : {"m.pt", "m.pkl", "m.bin"})
    REQUIRE(why(name, "x").starts_with("is a pickle, which runs code when it is read"));
  REQUIRE(why("m.xyz", "x").starts_with("the name ends in none of .json .mtx"));
  REQUIRE(why("m.yml", "x").starts_with("YAML is not read"));
}

TEST_CASE("masks: a seeded mutation of a good file is read or refused, never worse") {
  const std::string array = npy_bool("(2, 4, 4)", bits("x...xx...xx...xxxxxxxxxxxxxxxxxx"));
  const std::vector<std::pair<std::string, std::string>> files{
      {"m.npy", array},
      {"m.npz", zip({{"mask.npy", array, true, true}})},
      {"m.npz", zip({{"mask.npy", array}, {"a.npy", array, true}})},
      {"m.safetensors",
       safetensors(
           R"({"__metadata__":{"a":"b"},"mask":{"dtype":"BOOL","shape":[2,4,4],"data_offsets":[0,32]}})",
           array.substr(array.size() - 32))}};
  std::mt19937_64 random(31);
  int accepted = 0;
  std::vector<std::unique_ptr<TemporaryFile>> places;
  for (const auto& [name, bytes] : files)
    places.push_back(std::make_unique<TemporaryFile>(name, bytes));
  for (int round = 0; round < testing::rounds(4000); ++round) {
    auto [name, bytes] = files[static_cast<std::size_t>(round) % files.size()];
    for (std::uint64_t edits = 1 + random() % 3; edits > 0; --edits) {
      const std::size_t at = random() % bytes.size();
      switch (random() % 5) {
        case 0: bytes[at] = static_cast<char>(random()); break;
        case 1: bytes[at] = static_cast<char>(bytes[at] ^ (1 << random() % 8)); break;
        case 2: bytes.resize(at + 1); break;
        case 3: bytes.insert(at, 1, static_cast<char>(random())); break;
        default:
          bytes.replace(at, std::min<std::size_t>(4, bytes.size() - at),
                        little_endian(random() % 3 == 0 ? 0xFFFFFFFF : random() % 1000, 4));
      }
    }
    CAPTURE(round, name);
    const TemporaryFile& file = *places[static_cast<std::size_t>(round) % files.size()];
    file.rewrite(bytes);
    try {
      const Import import = import_pattern({.name_or_file = file.path().string(),
                                            .import = {.true_attends = true, .stack = "layers"}});
      REQUIRE(import.pattern.n >= 1);
      ++accepted;
    } catch (const InvalidInput& e) {
      REQUIRE(std::string(e.what()).find('\n') == std::string::npos);
    }
  }
  REQUIRE(accepted > testing::met(100));
}

}  // namespace import_masks_test
