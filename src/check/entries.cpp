#include "check/entries.hpp"

#include <algorithm>
#include <fstream>
#include <functional>
#include <set>

#include "check/require.hpp"

namespace hardmax::check {
namespace {

struct Value {
  bool is_list = false;
  std::string text;
  std::vector<std::string> list;
};
using Table = std::map<std::string, Value>;  // of one [[claim]]

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char ch) { return static_cast<unsigned char>(ch) < 128; });
}

// UTF-8 as RFC 3629 has it: no overlong form, no surrogate, nothing above U+10FFFF.
bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = [&](std::size_t j) -> unsigned { return j < text.size() ? static_cast<unsigned char>(text[j]) : 0; };
    const unsigned lead = byte(i);
    const std::size_t more = lead < 0x80 ? 0 : lead >= 0xC2 && lead < 0xE0 ? 1 : lead >= 0xE0 && lead < 0xF0 ? 2 : lead >= 0xF0 && lead < 0xF5 ? 3 : 4;
    if (more == 4) return false;
    for (std::size_t j = 1; j <= more; ++j)
      if ((byte(i + j) & 0xC0) != 0x80) return false;
    const unsigned next = byte(i + 1);
    if ((lead == 0xE0 && next < 0xA0) || (lead == 0xED && next >= 0xA0) || (lead == 0xF0 && next < 0x90) || (lead == 0xF4 && next >= 0x90)) return false;
    i += more + 1;
  }
  return true;
}

class Reader {
 public:
  Reader(std::string_view text, std::string file) : text_(text), file_(std::move(file)) {}

  void read(const std::function<void(Table, std::string)>& entry) {
    expect(is_utf8(text_), "UTF-8");
    blank_lines();
    while (at_ < text_.size()) {
      const std::string where = place();
      expect(take("[[claim]]"), "[[claim]]");
      end_of_line();
      Table table;
      for (blank_lines(); at_ < text_.size() && text_[at_] != '['; blank_lines()) {
        const std::string key = name();
        expect(table.count(key) == 0, "no key twice in an entry");
        blanks();
        expect(take("="), "= after the key");
        blanks();
        table[key] = value();
        end_of_line();
      }
      entry(std::move(table), where);
    }
  }

 private:
  std::string name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && ((text_[at_] >= 'a' && text_[at_] <= 'z') || text_[at_] == '_')) ++at_;
    expect(at_ > begin, "a key");
    return std::string(text_.substr(begin, at_ - begin));
  }

  Value value() {
    Value out;
    if (take("\"\"\"")) {
      out.text = long_string();
    } else if (take("[")) {
      out.is_list = true;
      blank_lines();
      if (!take("]")) {
        do {
          blank_lines();
          out.list.push_back(string());
          blank_lines();
        } while (take(","));
        expect(take("]"), "a comma or ]");
      }
    } else {
      out.text = string();
    }
    return out;
  }

  std::string string() {
    expect(take("\""), "a string");
    std::string out;
    while (!take("\"")) {
      if (take("\\")) expect(at_ < text_.size() && (text_[at_] == '"' || text_[at_] == '\\'), "\\\" or \\\\, the only escapes");
      expect(at_ < text_.size() && is_text(text_[at_]), "the end of the string on its line, without control characters");
      out += text_[at_++];
    }
    return out;
  }

  std::string long_string() {  // after the opening quotes; a line break right after them is not part of it
    if (!take("\r\n")) take("\n");
    std::string out;
    while (!take("\"\"\"")) {
      expect(at_ < text_.size() && text_[at_] != '\\', "\"\"\" at the end, and no backslash before it");
      expect(is_text(text_[at_]) || text_[at_] == '\n' || text_.substr(at_, 2) == "\r\n", "no control characters");
      out += text_[at_++];
    }
    return out;
  }

  static bool is_text(char ch) { return ch == '\t' || (static_cast<unsigned char>(ch) >= 32 && ch != 127); }

  void blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  // Blanks and a comment up to the end of the line, which is taken; false if something else stands there, and nothing more is taken.
  bool rest_of_line() {
    blanks();
    if (take("#")) {
      for (; at_ < text_.size() && text_[at_] != '\n' && text_.substr(at_, 2) != "\r\n"; ++at_) expect(is_text(text_[at_]), "no control characters");
    }
    return take("\n") || take("\r\n");
  }
  void blank_lines() {
    while (rest_of_line()) {
    }
  }
  void end_of_line() {
    if (!rest_of_line()) expect(at_ == text_.size(), "the end of the line");
  }

  bool take(std::string_view what) {
    if (text_.substr(at_, what.size()) != what) return false;
    at_ += what.size();
    return true;
  }
  std::string place() const {
    return file_ + ":" + std::to_string(1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n'));
  }
  void expect(bool ok, std::string_view what) const {
    if (!ok) require(false, place(), text_.substr(at_, 20), "that " + std::string(what) + " must stand here");
  }

  std::string_view text_;
  std::string file_;
  std::size_t at_ = 0;
};

// The keys of an entry, their kinds and their conditions (proofs/README.md, the table).
Entry make_entry(const Table& table, const std::string& where) {
  static const std::set<std::string> known = {"id", "source", "kind", "words", "domain", "needs", "formal", "not_checkable", "truth", "counterexample", "repairs", "note"};
  for (const auto& [key, value] : table) {
    require(known.count(key) != 0, where, key, "that an entry has no such key");
    require(value.is_list == (key == "needs"), where + ", " + key, value.is_list ? "a list" : "a string", value.is_list ? "that it must be a string" : "that it must be a list");
  }
  const auto has = [&](const char* key) { return table.count(key) != 0; };
  const auto text = [&](const char* key) { return has(key) ? table.at(key).text : std::string(); };
  const auto one_of = [&](const char* key, std::initializer_list<const char*> values) {
    require(std::find(values.begin(), values.end(), text(key)) != values.end(), where + ", " + key, text(key), "another value than those allowed");
  };
  for (const char* key : {"id", "source", "kind", "words", "domain", "truth"}) require(has(key), where, "an entry", std::string("no key ") + key);
  one_of("kind", {"printed", "repaired", "hypothesis"});
  one_of("truth", {"true", "false", "open"});
  require(has("formal") != has("not_checkable"), where, has("formal") ? "formal and not_checkable" : "neither formal nor not_checkable", "that it must be one of them");
  require(has("counterexample") == (text("truth") == "false"), where, "counterexample", "that it must be there if and only if truth is \"false\"");
  require(has("repairs") == (text("kind") == "repaired"), where, "repairs", "that it must be there if and only if kind is \"repaired\"");

  Entry entry;
  entry.id = text("id");
  entry.domain = text("domain");
  entry.has_formal = has("formal");
  entry.formal = text("formal");
  if (has("needs")) entry.needs = table.at("needs").list;
  entry.where = where;
  const bool plain = std::all_of(entry.id.begin(), entry.id.end(), [](char ch) { return ch > 32 && ch < 127 && ch != ',' && ch != '"' && ch != '\\'; });
  require(plain && !entry.id.empty(), where + ", id", entry.id, "that an id is printable ASCII without blank, comma, quote and backslash");
  require(is_ascii(entry.domain) && is_ascii(entry.formal), where, entry.id, "that domain and formal must be ASCII");
  return entry;
}

std::string one_space(std::string_view text) {
  std::string out;
  bool gap = false;
  for (char ch : text) {
    const bool space = ch == ' ' || ch == '\t' || ch == '\n' || ch == '\r';
    if (!space && gap && !out.empty()) out += ' ';
    if (!space) out += ch;
    gap = space;
  }
  return out;
}

}  // namespace

void read_entries(std::string_view text, const std::string& file, Entries& entries) {
  Reader(text, file).read([&](const Table& table, const std::string& where) {
    Entry entry = make_entry(table, where);
    const auto [it, fresh] = entries.emplace(entry.id, entry);
    require(fresh, where + ", id", entry.id, "the same id at " + it->second.where);
  });
}

void require_needs(const Entries& entries) {
  std::map<std::string, int> length;  // of the longest chain of needs from an entry; 0 while it is being looked at
  const std::function<int(const Entry&, int)> visit = [&](const Entry& entry, int depth) {
    length[entry.id] = 0;
    int longest = 0;
    for (const std::string& id : entry.needs) {
      require(entries.count(id) != 0, entry.where + ", needs", id, "no entry of that id");
      if (length.count(id) == 0 && depth <= 1000) visit(entries.at(id), depth + 1);
      require(length[id] != 0 || depth > 1000, entry.where + ", needs", id, "that the needs run in a circle");
      longest = std::max(longest, length[id]);
    }
    require(depth <= 1000 && longest < 1000, entry.where, entry.id, "a chain of more than 1000 needs");
    return length[entry.id] = longest + 1;
  };
  for (const auto& [id, entry] : entries)
    if (length.count(id) == 0) visit(entry, 1);
}

std::string read_file(const std::filesystem::path& file, std::size_t limit) {
  std::error_code error;
  if (std::filesystem::is_directory(file, error)) throw Unreadable(file.string() + ": is a directory");
  std::ifstream in(file, std::ios::binary);
  if (!in) throw Unreadable(file.string() + ": cannot be opened");
  std::string out, block(std::size_t{1} << 16, '\0');
  while (in.read(block.data(), static_cast<std::streamsize>(block.size())) || in.gcount() > 0) {
    out.append(block, 0, static_cast<std::size_t>(in.gcount()));
    require(out.size() <= limit, file.string(), "a file", "more than " + std::to_string(limit) + " bytes");
  }
  if (in.bad()) throw Unreadable(file.string() + ": cannot be read");
  return out;
}

Entries load_entries(const std::filesystem::path& directory) {
  std::error_code error;
  std::set<std::filesystem::path> files;
  for (std::filesystem::recursive_directory_iterator it(directory, error), end; !error && it != end; it.increment(error))
    if (it->path().extension() == ".toml" && !it->is_directory(error)) files.insert(it->path());
  if (error) throw Unreadable(directory.string() + ": " + error.message());
  Entries entries;
  for (const std::filesystem::path& file : files) read_entries(read_file(file, std::size_t{1} << 24), file.string(), entries);
  require_needs(entries);
  return entries;
}

std::string binding_text(const Entry& entry) {
  std::string needs;
  for (const std::string& id : entry.needs) needs.append(needs.empty() ? "" : ",").append(id);
  return one_space(entry.id) + "\n" + one_space(entry.domain) + "\n" + one_space(needs) + "\n" + one_space(entry.formal);
}

}  // namespace hardmax::check
