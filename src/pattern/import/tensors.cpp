// .npy and .safetensors: a checked header, then the bytes of a tensor.
#include <algorithm>
#include <cstring>

#include "exact/error.hpp"
#include "pattern/file_bytes.hpp"
#include "pattern/import/json_document.hpp"
#include "pattern/import/mask.hpp"
#include "pattern/import/numpy.hpp"

namespace hardmax {
namespace {

constexpr std::uint64_t byte_limit =
    (std::uint64_t{1} << 30) + (std::uint64_t{1} << 20);  // a mask of 32768 by 32768, and a header
constexpr std::uint64_t header_limit = std::uint64_t{1} << 24;  // a checkpoint has many tensors
constexpr std::size_t axis_limit = 8;

std::uint64_t little_endian(std::string_view bytes, std::size_t at, std::size_t count) {
  std::uint64_t value = 0;
  for (std::size_t i = count; i-- > 0;)
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

// The header of a .npy file is a Python dictionary with exactly these three keys: {'descr': '|b1',
// 'fortran_order': False, 'shape': (4, 4), }
class NumpyHeader {
 public:
  NumpyHeader(std::string_view text, const std::filesystem::path& file)
      : text_(text), file_(file) {}
  std::string descr;
  bool fortran = false;
  std::vector<std::uint64_t> shape;

  void read() {
    expect('{');
    bool seen[3] = {false, false, false};
    while (!accept('}')) {
      const std::string key = word();
      expect(':');
      const int which = key == "descr" ? 0 : key == "fortran_order" ? 1 : key == "shape" ? 2 : -1;
      if (which < 0) fail("unknown key " + show_text(key));
      if (seen[which]) fail("the key " + show_text(key) + " occurs twice");
      seen[which] = true;
      if (which == 0) {
        skip();
        if (at_ < text_.size() && text_[at_] == '[') fail("a structured array is not a mask");
        descr = word();
      }
      if (which == 1) fortran = truth();
      if (which == 2) read_shape();
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    if (!seen[0] || !seen[1] || !seen[2])
      fail("one of 'descr', 'fortran_order' and 'shape' is missing");
    skip();
    if (at_ != text_.size()) fail("something follows the header");
  }

 private:
  std::string_view text_;
  const std::filesystem::path& file_;
  std::size_t at_ = 0;

  [[noreturn]] void fail(const std::string& why) const {
    refuse_file(file_, "bad NumPy header: " + why);
  }
  void skip() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t'))
      ++at_;
  }
  bool accept(char c) {
    skip();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!accept(c)) fail(std::string("expected ") + c + " at byte " + std::to_string(at_ + 1));
  }
  std::string word() {
    skip();
    if (at_ == text_.size() || (text_[at_] != '\'' && text_[at_] != '"'))
      fail("expected a quoted word at byte " + std::to_string(at_ + 1));
    const char quote = text_[at_++];
    const std::size_t end = text_.find(quote, at_);
    if (end == std::string_view::npos) fail("a quote is not closed");
    std::string result(text_.substr(at_, end - at_));
    at_ = end + 1;
    return result;
  }
  bool truth() {
    skip();
    for (const auto& [name, value] :
         {std::pair<std::string_view, bool>{"True", true}, {"False", false}}) {
      if (text_.substr(at_).starts_with(name)) {
        at_ += name.size();
        return value;
      }
    }
    fail("'fortran_order' is neither True nor False");
  }
  void read_shape() {
    expect('(');
    while (!accept(')')) {
      skip();
      const std::size_t from = at_;
      std::uint64_t value = 0;
      for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
        if (at_ - from == 18) fail("an axis of more than 18 digits");
        value = value * 10 + static_cast<std::uint64_t>(text_[at_] - '0');
      }
      const bool digits = at_ > from;
      if (digits && at_ < text_.size() && text_[at_] == 'L') ++at_;  // as Python 2 wrote: (6L, 6L)
      if (!digits) fail("an axis that is not a whole number");
      if (shape.size() == axis_limit) fail("more than " + std::to_string(axis_limit) + " axes");
      shape.push_back(value);
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
  }
};

}  // namespace

NumpyArray read_npy(std::string_view bytes, const std::filesystem::path& file) {
  if (bytes.size() < 10 || bytes.substr(0, 6) != std::string_view("\x93NUMPY", 6))
    refuse_file(file, "is not a NumPy array: the first bytes are not \\x93NUMPY");
  const int major = static_cast<unsigned char>(bytes[6]);
  if (major < 1 || major > 3)
    refuse_file(file, "has NumPy format version " + std::to_string(major) +
                          "; versions 1, 2 and 3 are read");
  const std::size_t prefix = major == 1 ? 10 : 12;
  if (bytes.size() < prefix) refuse_file(file, "ends inside the NumPy header");
  const std::uint64_t length = little_endian(bytes, 8, major == 1 ? 2 : 4);
  if (length > header_limit || length > bytes.size() - prefix)
    refuse_file(file, "announces a NumPy header of " + std::to_string(length) +
                          " bytes, longer than the file or than 2^24");
  NumpyHeader header(bytes.substr(prefix, length), file);
  header.read();
  if (header.descr.find('O') != std::string::npos)
    refuse_file(file,
                "holds Python objects, which would have to be unpickled; that is never done; save "
                "a mask of bool or numbers with numpy.save");
  return {header.descr, header.fortran, header.shape, bytes.substr(prefix + length)};
}

Import mask_from_npy(std::string_view bytes, const std::filesystem::path& file,
                     const ImportOptions& options) {
  const NumpyArray array = read_npy(bytes, file);
  const auto element = element_of_numpy(array.descr);
  if (!element)
    refuse_file(file, "has values of type " + show_text(array.descr) +
                          "; a mask is of bool, of whole numbers or of floating-point numbers");
  const auto count = value_count(array.shape);
  if (!count || *count > array.data.size() / element->bytes ||
      *count * element->bytes != array.data.size()) {
    refuse_file(file, "holds " + std::to_string(array.data.size() / element->bytes) +
                          " values, but its shape needs " +
                          (count ? std::to_string(*count) : "more than 2^62"));
  }
  return import_mask({array.data, *element, array.shape, !array.fortran,
                      element->kind == Element::Kind::boolean ? "bool" : array.descr},
                     file, options);
}

Import import_numpy(const std::filesystem::path& file, const ImportOptions& options) {
  return mask_from_npy(read_file_bytes(file, byte_limit), file, options);
}

namespace {

struct TensorEntry {
  std::string name, dtype;
  std::vector<std::uint64_t> shape;
  std::uint64_t from, to;  // bytes of the data
};

// What the header says of one tensor, in a file with `data_size` bytes of data.
TensorEntry read_tensor_entry(const std::string& name, const Json& value, std::size_t data_size,
                              const std::filesystem::path& file) {
  JsonObject object(value, file, name);
  TensorEntry entry{name, object.text("dtype").value_or(""), {}, 0, 0};
  const auto shape = object.naturals("shape"), offsets = object.naturals("data_offsets");
  if (!shape || entry.dtype.empty() || !offsets || offsets->size() != 2)
    object.refuse("dtype, shape, data_offsets", "are not all given");
  if (const auto extra = object.unasked([](std::string_view) { return true; }))
    object.refuse(*extra, "is unknown");
  entry.shape = *shape;
  entry.from = (*offsets)[0];
  entry.to = (*offsets)[1];
  if (entry.from > entry.to || entry.to > data_size)
    object.refuse("data_offsets",
                  "lie outside the " + std::to_string(data_size) + " bytes of data");
  return entry;
}

// Every byte of the data belongs to one tensor.
void check_tensors_fill(const std::vector<TensorEntry>& entries, std::size_t data_size,
                        const std::filesystem::path& file) {
  std::vector<const TensorEntry*> order;
  order.reserve(entries.size());
  for (const TensorEntry& e : entries) order.push_back(&e);
  std::sort(order.begin(), order.end(), [](const TensorEntry* a, const TensorEntry* b) {
    return std::pair(a->from, a->to) < std::pair(b->from, b->to);
  });
  std::uint64_t at = 0;
  for (const TensorEntry* e : order) {
    if (e->from != at)
      refuse_file(file, "the tensor " + show_text(e->name) + " leaves a gap or overlaps another");
    at = e->to;
  }
  if (at != data_size)
    refuse_file(file, "has " + std::to_string(data_size - at) + " bytes after the last tensor");
}

// The tensor that --tensor names, or the only one that can be meant.
const TensorEntry& chosen_tensor(const std::vector<TensorEntry>& entries,
                                 const std::filesystem::path& file, const ImportOptions& options) {
  std::string known;
  const TensorEntry* chosen = nullptr;
  bool ambiguous = false;  // "mask" and "attention_mask"
  for (const TensorEntry& e : entries) {
    const bool fits = options.tensor.empty()
                          ? entries.size() == 1 || e.name == "mask" || e.name == "attention_mask"
                          : e.name == options.tensor;
    if (fits) {
      ambiguous = chosen != nullptr;
      chosen = &e;
    }
    if (known.size() < 200) known += (known.empty() ? "" : ", ") + show_text(e.name);
  }
  if (chosen == nullptr || ambiguous)
    refuse_file(file, "say which tensor with --tensor; the file has " + known);
  return *chosen;
}

Import mask_from_tensor(const TensorEntry& tensor, std::string_view data,
                        const std::filesystem::path& file, const ImportOptions& options) {
  const auto element = element_of_safetensors(tensor.dtype);
  if (!element) {
    refuse_file(file,
                "the tensor " + show_text(tensor.name) + " has dtype " + show_text(tensor.dtype) +
                    "; a mask is BOOL, a whole number of 8 to 64 bits, F16, BF16, F32 or F64");
  }
  const auto count = value_count(tensor.shape);
  const std::uint64_t bytes = tensor.to - tensor.from;
  if (!count || *count > bytes || *count * element->bytes != bytes)
    refuse_file(
        file, "the tensor " + show_text(tensor.name) + " has a shape that does not fit its bytes");
  Import result = import_mask(
      {data.substr(tensor.from, bytes), *element, tensor.shape, true, tensor.dtype}, file, options);
  result.use("--tensor");
  result.understood.insert(result.understood.begin(), "tensor " + show_text(tensor.name));
  return result;
}

}  // namespace

Import import_safetensors(const std::filesystem::path& file, const ImportOptions& options) {
  const std::string bytes = read_file_bytes(file, byte_limit);
  if (bytes.size() < 8)
    refuse_file(file,
                "has " + std::to_string(bytes.size()) +
                    " bytes; a safetensors file begins with 8 bytes for the length of its header");
  const std::uint64_t length = little_endian(bytes, 0, 8);
  if (length > header_limit || length > bytes.size() - 8) {
    refuse_file(file, "announces a header of " + std::to_string(length) +
                          " bytes, longer than the file or than 2^24");
  }
  const std::string_view data = std::string_view(bytes).substr(8 + length);
  const Json header = parse_json(std::string_view(bytes).substr(8, length), file);
  if (!header.is(Json::Kind::object)) refuse_file(file, "the header is not an object");
  std::vector<TensorEntry> entries;
  for (const auto& [name, value] : header.members) {
    if (name != "__metadata__")
      entries.push_back(read_tensor_entry(name, value, data.size(), file));
  }
  if (entries.empty()) refuse_file(file, "holds no tensor");
  check_tensors_fill(entries, data.size(), file);
  return mask_from_tensor(chosen_tensor(entries, file, options), data, file, options);
}

}  // namespace hardmax
