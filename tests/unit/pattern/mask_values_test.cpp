// What the values and axes of a mask may be: every number type, additive masks, batches and heads,
// scipy's sparse matrices.
#include <zlib.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <limits>

#include "pattern/import/import.hpp"
#include "support.hpp"
#include "support/rounds.hpp"

namespace mask_values_test {

using namespace hardmax;
using namespace hardmax::test;
using Picture = std::vector<std::string>;

namespace {

std::string bytes_of(std::uint64_t value, std::size_t count, bool big_endian = false) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i)
    out += static_cast<char>(value >> 8 * (big_endian ? count - 1 - i : i) & 0xFF);
  return out;
}

template <class Number>
std::string numbers(const std::vector<Number>& values) {
  std::string out(values.size() * sizeof(Number), '\0');
  std::memcpy(out.data(), values.data(), out.size());
  return out;
}

std::string npy(const std::string& descr, const std::string& shape, const std::string& data,
                bool fortran = false) {
  const std::string header = "{'descr': '" + descr +
                             "', 'fortran_order': " + (fortran ? "True" : "False") +
                             ", 'shape': " + shape + ", }\n";
  return std::string("\x93NUMPY\1\0", 8) + bytes_of(header.size(), 2) + header + data;
}

std::string safetensors(const std::string& dtype, const std::string& shape,
                        const std::string& data) {
  const std::string header = R"({"mask":{"dtype":")" + dtype + R"(","shape":)" + shape +
                             R"(,"data_offsets":[0,)" + std::to_string(data.size()) + "]}}";
  return bytes_of(header.size(), 8) + header + data;
}

// A zip archive whose members are stored.
std::string npz(const std::vector<std::pair<std::string, std::string>>& members) {
  std::string out, directory;
  for (const auto& [name, data] : members) {
    const auto crc =
        crc32(0, reinterpret_cast<const Bytef*>(data.data()), static_cast<uInt>(data.size()));
    const std::string both = std::string(6, '\0') + bytes_of(crc, 4) + bytes_of(data.size(), 4) +
                             bytes_of(data.size(), 4) + bytes_of(name.size(), 2);
    directory += "PK\x01\x02" + bytes_of(20, 2) + bytes_of(20, 2) + bytes_of(0, 2) + both +
                 std::string(12, '\0') + bytes_of(out.size(), 4) + name;
    out += "PK\x03\x04" + bytes_of(20, 2) + bytes_of(0, 2) + both + bytes_of(0, 2) + name + data;
  }
  return out + directory + "PK\x05\x06" + std::string(4, '\0') + bytes_of(members.size(), 2) +
         bytes_of(members.size(), 2) + bytes_of(directory.size(), 4) + bytes_of(out.size(), 4) +
         bytes_of(0, 2);
}

Import read(const std::string& name, const std::string& bytes, ImportOptions options) {
  const TemporaryFile file(name, bytes);
  return import_pattern({.name_or_file = file.path().string(), .import = std::move(options)});
}

std::string why(const std::string& name, const std::string& bytes, const ImportOptions& options,
                InvalidInput::Kind kind = InvalidInput::Kind::option) {
  const TemporaryFile file(name, bytes);
  const std::string line = refusal(
      kind, [&] { import_pattern({.name_or_file = file.path().string(), .import = options}); });
  const std::string prefix = file.path().string() + ": ";
  return line.starts_with(prefix) ? line.substr(prefix.size()) : line;
}

Picture layer(const Import& import, std::size_t l = 0) {
  return picture(expand(import.pattern), l);
}

bool says(const std::vector<std::string>& lines, const std::string& part) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

const Picture causal = {"x..", "xx.", "xxx"};
const std::vector<int> causal_bits = {1, 0, 0, 1, 1, 0, 1, 1, 1};

template <class Number>
std::vector<Number> as(const std::vector<int>& bits) {
  return {bits.begin(), bits.end()};
}

}  // namespace

TEST_CASE("mask values: 0 and 1 of every number type and byte order") {
  const ImportOptions attend{.true_attends = true};
  const auto reads = [&](const std::string& descr, const std::string& data) {
    CAPTURE(descr);
    REQUIRE(layer(read("m.npy", npy(descr, "(3, 3)", data), attend)) == causal);
  };
  reads("|b1", numbers(as<std::uint8_t>(causal_bits)));
  reads("|u1", numbers(as<std::uint8_t>(causal_bits)));
  reads("|i1", numbers(as<std::int8_t>(causal_bits)));
  reads("<i2", numbers(as<std::int16_t>(causal_bits)));
  reads("<u4", numbers(as<std::uint32_t>(causal_bits)));
  reads("<i8", numbers(as<std::int64_t>(causal_bits)));
  reads("<f4", numbers(as<float>(causal_bits)));
  reads("<f8", numbers(as<double>(causal_bits)));
  std::string half, big;
  for (const int bit : causal_bits) half += bytes_of(bit != 0 ? 0x3C00 : 0, 2);
  for (const int bit : causal_bits) big += bytes_of(static_cast<std::uint64_t>(bit), 4, true);
  reads("<f2", half);
  reads(">i4", big);
  for (const char* dtype : {"BOOL", "U8", "I8"})
    REQUIRE(layer(read("m.safetensors",
                       safetensors(dtype, "[3,3]", numbers(as<std::uint8_t>(causal_bits))),
                       attend)) == causal);
  std::string brain;
  for (const int bit : causal_bits) brain += bytes_of(bit != 0 ? 0x3F80 : 0, 2);
  REQUIRE(layer(read("m.safetensors", safetensors("F16", "[3,3]", half), attend)) == causal);
  REQUIRE(layer(read("m.safetensors", safetensors("BF16", "[3,3]", brain), attend)) == causal);
}

TEST_CASE("mask values: an additive mask says itself what it means, and is never inverted") {
  const float low = -std::numeric_limits<float>::infinity();
  const std::string bytes =
      npy("<f4", "(3, 3)", numbers<float>({0, low, low, 0, 0, -10000, -0.0F, 0, 0}));
  const Import recognised = read("m.npy", bytes, {});
  REQUIRE(layer(recognised) == causal);
  REQUIRE(says(recognised.understood, "added to the scores: 0 attends"));
  REQUIRE(says(recognised.understood, "recognised by its values"));
  REQUIRE(layer(read("m.npy", bytes, {.additive = true})) == causal);
  for (const bool attends : {true, false})
    REQUIRE(why("m.npy", bytes, {.true_attends = attends})
                .find("an additive mask, where 0 attends; write --mask-true additive") !=
            std::string::npos);
  // 0 alone does not say which of the two it is.
  const std::string zeros = npy("<f4", "(1, 1)", numbers<float>({0}));
  REQUIRE(why("m.npy", zeros, {}).starts_with("--mask-true is missing"));
  REQUIRE(layer(read("m.npy", zeros, {.additive = true})) == Picture{"x"});
  REQUIRE(layer(read("m.npy", zeros, {.true_attends = true})) == Picture{"."});
  REQUIRE(why("m.npy", npy("<f4", "(1, 1)", numbers<float>({1})), {.additive = true})
              .starts_with("--mask-true additive: m.npy holds 0 and 1"));
}

TEST_CASE("mask values: a bias, a NaN and a mixture are no masks") {
  const auto refused = [](const std::vector<float>& values) {
    return why("m.npy", npy("<f4", "(2, 2)", numbers(values)), {.true_attends = true},
               InvalidInput::Kind::file);
  };
  REQUIRE(refused({0, -2.5F, 1, 0}).starts_with("value 1 is -2.5; a mask holds 0 and 1"));
  REQUIRE(refused({0, 0.5F, 0, 0}).starts_with("value 1 is 0.5"));
  REQUIRE(refused({0, std::nanf(""), 0, 0}).find("nan") != std::string::npos);
  REQUIRE(refused({0, 1, -1e5F, 0}).starts_with("holds 1 at value 1 and -100000 at value 2"));
  REQUIRE(why("m.npy", npy("<i4", "(1, 1)", numbers<std::int32_t>({-1})), {.true_attends = true},
              InvalidInput::Kind::file)
              .starts_with("value 0 is -1"));
}

TEST_CASE("mask axes: one mask of one head needs no option, a batch and heads are chosen") {
  const std::string one = numbers(as<std::uint8_t>(causal_bits));
  const Import single = read("m.npy", npy("|b1", "(1, 1, 3, 3)", one), {.true_attends = true});
  REQUIRE(layer(single) == causal);
  REQUIRE(layer(read("m.npy", npy("|b1", "(1, 3, 3)", one), {.true_attends = true})) == causal);
  // Two of a batch, two heads: head b + h of entry b sees the tokens that this picture says.
  const std::string four = npy("|b1", "(2, 2, 2, 2)",
                               std::string("\1\0\0\1", 4) + std::string("\1\0\1\1", 4) +
                                   std::string("\1\1\0\1", 4) + std::string("\1\1\1\1", 4));
  REQUIRE(why("m.npy", four, {.true_attends = true}).starts_with("--batch is missing: say which"));
  REQUIRE(layer(read("m.npy", four, {.true_attends = true, .batch = 1})) == Picture{"x.", "xx"});
  REQUIRE(layer(read("m.npy", four, {.true_attends = true, .head = 1, .batch = 1})) ==
          Picture{"x.", ".x"});
  REQUIRE(layer(read("m.npy", four, {.true_attends = true, .head = 1, .batch = 2})) ==
          Picture{"xx", ".x"});
  REQUIRE(why("m.npy", four, {.true_attends = true, .batch = 3}) ==
          "--batch 3: the mask has the batch entries 1..2");
  const Import layers = read("m.npy", four, {.true_attends = true, .stack = "layers", .head = 2});
  REQUIRE(layer(layers, 0) == Picture{"x.", "xx"});
  REQUIRE(layer(layers, 1) == Picture{"xx", "xx"});
  REQUIRE(layer(read("m.npy", four,
                     {.true_attends = true, .stack = "layers", .head = 2, .layer = 2})) ==
          Picture{"xx", "xx"});
  REQUIRE(why("m.npy", npy("|b1", "(3, 3)", one), {.true_attends = true, .batch = 1})
              .starts_with("--batch: the mask of shape (3, 3) has no axis of a batch"));
  // Fortran order: the first axis lies closest together.
  REQUIRE(layer(read("m.npy", npy("|b1", "(2, 1, 2, 2)", std::string("\1\1\0\1\0\1\1\1", 8), true),
                     {.true_attends = true, .batch = 1})) == Picture{"x.", ".x"});
}

TEST_CASE("masks: shapes as Python 2 wrote them, and two masks in one archive") {
  const std::string one = numbers(as<std::uint8_t>(causal_bits));
  REQUIRE(layer(read("m.npy", npy("|b1", "(3L, 3L)", one), {.true_attends = true})) == causal);
  const std::string array = npy("|b1", "(3, 3)", one);
  const std::string two = npz({{"mask.npy", array}, {"attention_mask.npy", array}});
  REQUIRE(why("m.npz", two, {.true_attends = true}, InvalidInput::Kind::file) ==
          "say which array with --tensor; the file has \"mask\", \"attention_mask\"");
  REQUIRE(layer(read("m.npz", two, {.true_attends = true, .tensor = "mask"})) == causal);
}

TEST_CASE("masks: a pickle of torch is refused with the line that converts it") {
  const std::string line = why("m.pt", "x", {}, InvalidInput::Kind::file);
  REQUIRE(line.find("python -c \"import torch, numpy; numpy.save('mask.npy', torch.load('m.pt', "
                    "weights_only=True)") != std::string::npos);
}

TEST_CASE("scipy: csr, csc and coo, where an entry that is not 0 counts") {
  const auto array = [](const std::vector<std::int32_t>& values) {
    return npy("<i4", "(" + std::to_string(values.size()) + ",)", numbers(values));
  };
  const auto matrix =
      [&](const std::string& format, const std::vector<float>& data,
          const std::vector<std::pair<std::string, std::vector<std::int32_t>>>& places) {
        std::vector<std::pair<std::string, std::string>> members{
            {"format.npy", npy("|S3", "()", format)},
            {"shape.npy", array({3, 3})},
            {"data.npy", npy("<f4", "(" + std::to_string(data.size()) + ",)", numbers(data))}};
        for (const auto& [name, values] : places)
          members.emplace_back(name + ".npy", array(values));
        return npz(members);
      };
  const std::vector<float> six(6, 1);
  const std::string csr =
      matrix("csr", six, {{"indices", {0, 0, 1, 0, 1, 2}}, {"indptr", {0, 1, 3, 6}}});
  REQUIRE(layer(read("m.npz", csr, {.true_attends = true})) == causal);
  REQUIRE(layer(read("m.npz", csr, {.true_attends = false})) == Picture{".xx", "..x", "..."});
  const std::string csc =
      matrix("csc", six, {{"indices", {0, 1, 2, 1, 2, 2}}, {"indptr", {0, 3, 5, 6}}});
  REQUIRE(layer(read("m.npz", csc, {.true_attends = true})) == causal);
  const Import zeros =
      read("m.npz", matrix("coo", {1, 0, 1}, {{"row", {0, 0, 2}}, {"col", {0, 1, 1}}}),
           {.true_attends = true});
  REQUIRE(layer(zeros) == Picture{"x..", "...", ".x."});
  REQUIRE(says(zeros.understood, "1 stored zeros are none"));
  const auto refused = [&](const std::string& bytes) {
    return why("m.npz", bytes, {.true_attends = true}, InvalidInput::Kind::file);
  };
  REQUIRE(refused(matrix("dia", six, {})).find("csr, csc and coo are read") != std::string::npos);
  REQUIRE(refused(matrix("csr", six, {{"indices", {0, 0, 1, 0, 1, 2}}, {"indptr", {0, 1, 3, 9}}}))
              .find("does not lead from 0") != std::string::npos);
  REQUIRE(refused(matrix("csr", {1}, {{"indices", {3}}, {"indptr", {0, 1, 1, 1}}}))
              .find("lies outside (3, 3)") != std::string::npos);
  REQUIRE(refused(matrix("coo", {1, 1}, {{"row", {0, 0}}, {"col", {1, 1}}})).find("stored twice") !=
          std::string::npos);
  REQUIRE(refused(matrix("csr", six, {{"indices", {0, 0, 1, 0, 1, 2}}})) ==
          "lacks the array \"indptr\"");
  REQUIRE(why("m.npz", csr, {.additive = true}).find("save the dense mask") != std::string::npos);
  REQUIRE(why("m.npz", csr, {}).starts_with("--mask-true is missing"));
}

TEST_CASE("mask values: a seeded mutation of a good file is read or refused, never worse") {
  const auto array = [](const std::vector<std::int32_t>& values) {
    return npy("<i4", "(" + std::to_string(values.size()) + ",)", numbers(values));
  };
  const float low = -std::numeric_limits<float>::infinity();
  const std::vector<std::pair<std::string, std::string>> files{
      {"m.npy", npy("<f4", "(1, 1, 2, 2)", numbers<float>({0, low, 0, 0}))},
      {"m.npy", npy(">i4", "(2, 2)", std::string("\0\0\0\1\0\0\0\0\0\0\0\1\0\0\0\1", 16))},
      {"m.npz", npz({{"format.npy", npy("|S3", "()", "csr")},
                     {"shape.npy", array({3, 3})},
                     {"data.npy", array({1, 1, 1})},
                     {"indices.npy", array({0, 1, 2})},
                     {"indptr.npy", array({0, 1, 2, 3})}})},
      {"m.npz", npz({{"format.npy", npy("|S3", "()", "coo")},
                     {"shape.npy", array({3, 3})},
                     {"data.npy", array({1, 1})},
                     {"row.npy", array({0, 1})},
                     {"col.npy", array({1, 2})}})},
      {"m.safetensors", safetensors("BF16", "[1,2,2]", std::string("\0\0\x80\xFF\0\0\0\0", 8))}};
  std::mt19937_64 random(41);
  int accepted = 0;
  std::vector<std::unique_ptr<TemporaryFile>> places;
  for (const auto& [name, bytes] : files)
    places.push_back(std::make_unique<TemporaryFile>(name, bytes));
  for (int round = 0; round < testing::rounds(10'000); ++round) {
    const std::size_t which = static_cast<std::size_t>(round) % files.size();
    std::string bytes = files[which].second;
    for (std::uint64_t edits = random() % 3; edits > 0; --edits) {
      const std::size_t at = random() % bytes.size();
      switch (random() % 4) {
        case 0: bytes[at] = static_cast<char>(random()); break;
        case 1: bytes[at] = static_cast<char>(bytes[at] ^ (1 << random() % 8)); break;
        case 2: bytes.resize(at + 1); break;
        default: bytes.insert(at, 1, static_cast<char>(random()));
      }
    }
    CAPTURE(round);
    places[which]->rewrite(bytes);
    try {
      ImportOptions options;
      if (which == 1 || which == 2 || which == 3) options.true_attends = round % 2 == 0;
      const Import import =
          import_pattern({.name_or_file = places[which]->path().string(), .import = options});
      REQUIRE(import.pattern.n >= 1);
      ++accepted;
    } catch (const InvalidInput& e) {
      REQUIRE(std::string(e.what()).find('\n') == std::string::npos);
    }
  }
  REQUIRE(accepted > testing::met(500));
}

}  // namespace mask_values_test
