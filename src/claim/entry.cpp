#include "claim/entry.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <map>
#include <system_error>

#include "claim/errata.hpp"
#include "claim/hint.hpp"
#include "claim/toml.hpp"
#include "exact/error.hpp"

namespace hardmax::claim {

namespace {

constexpr std::uintmax_t max_file_bytes = std::uintmax_t{1} << 24;

[[noreturn]] void fail(const std::string& where, const std::string& what,
                       const std::string& remedy) {
  throw InvalidInput(InvalidInput::Kind::file, where + ": " + what + "; " + remedy);
}

[[noreturn]] void fail(const std::string& file, int line, const std::string& what,
                       const std::string& remedy) {
  fail(file + ":" + std::to_string(line), what, remedy);
}

[[noreturn]] void fail(const Entry& entry, const std::string& what, const std::string& remedy) {
  fail(entry.file, entry.line, "entry '" + entry.id + "' " + what, remedy);
}

// A value from the file, for a message of one line.
std::string in_quotes(std::string_view value) {
  std::string text = "'";
  for (const char c : value.substr(0, 60)) text += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  text += value.size() > 60 ? "...'" : "'";
  return text;
}

// ---- one entry

bool is_ascii(const std::string& s) {
  return std::all_of(s.begin(), s.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// Ids stand in certificates (printable ASCII without quotes and backslash) and in comma-separated
// lists; what stands before the first dot is a paper.
bool is_id(const std::string& s) {
  const auto good = [](char c) { return c > ' ' && c < 0x7F && c != '"' && c != '\\' && c != ','; };
  return !s.empty() && s.size() <= 200 && s[0] != '.' && std::all_of(s.begin(), s.end(), good);
}

bool is_theorem(const std::string& s) {
  const std::size_t dot = s.find('.');
  const auto is_name = [](std::string_view name) {
    return !name.empty() && name.size() <= 100 &&
           std::isalpha(static_cast<unsigned char>(name[0])) != 0 &&
           std::all_of(name.begin(), name.end(),
                       [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  };
  return dot != std::string::npos && is_name(std::string_view(s).substr(0, dot)) &&
         is_name(std::string_view(s).substr(dot + 1));
}

class EntryReader {
 public:
  EntryReader(const toml::Table& table, const std::string& file) : table_(table), file_(file) {}

  Entry read() {
    check_keys();
    Entry e;
    e.file = file_;
    e.line = table_.line;
    e.id = required("id");
    e.source = required("source");
    e.kind = read_kind(required("kind"));
    e.words = required("words");
    e.domain = required("domain");
    if (const toml::Item* needs = find("needs")) e.needs = needs->values;
    e.formal = optional("formal");
    e.not_checkable = optional("not_checkable");
    e.record = read_truth(required("truth"));
    e.counterexample = optional("counterexample");
    e.repairs = optional("repairs");
    e.note = optional("note");
    e.induction = optional("induction");
    if (const toml::Item* by = find("by")) e.by = by->values;
    e.theorem = optional("theorem");
    if (const auto severity = optional("severity")) e.severity = read_severity(*severity);
    e.root = optional("root");
    e.quote = optional("quote");
    e.seen = optional("seen");
    e.reply = optional("reply");
    e.consequence = optional("consequence");
    e.no_repair = optional("no_repair");
    e.soft = optional("soft");
    check(e);
    return e;
  }

 private:
  [[nodiscard]] const toml::Item* find(std::string_view key) const {
    for (const toml::Item& item : table_.items) {
      if (item.key == key) return &item;
    }
    return nullptr;
  }
  [[nodiscard]] int line(std::string_view key) const {
    const toml::Item* item = find(key);
    return item == nullptr ? table_.line : item->line;
  }
  [[nodiscard]] std::optional<std::string> optional(std::string_view key) const {
    const toml::Item* item = find(key);
    if (item == nullptr) return std::nullopt;
    return item->values.front();
  }
  [[nodiscard]] std::string required(const std::string& key) const {
    const auto value = optional(key);
    if (!value) fail(file_, table_.line, "an entry without the key '" + key + "'", "add it");
    return *value;
  }

  void check_keys() const {
    constexpr std::array<std::string_view, 23> strings = {"id",
                                                          "source",
                                                          "kind",
                                                          "words",
                                                          "domain",
                                                          "formal",
                                                          "not_checkable",
                                                          "truth",
                                                          "counterexample",
                                                          "repairs",
                                                          "note",
                                                          "needs",
                                                          "induction",
                                                          "by",
                                                          "theorem",
                                                          "severity",
                                                          "root",
                                                          "quote",
                                                          "seen",
                                                          "reply",
                                                          "consequence",
                                                          "no_repair",
                                                          "soft"};
    for (const toml::Item& item : table_.items) {
      if (std::find(strings.begin(), strings.end(), item.key) == strings.end()) {
        fail(file_, item.line, "the unknown key " + in_quotes(item.key),
             "remove it or spell it as in proofs/README.md");
      }
      const bool list = item.key == "needs" || item.key == "by";
      if (item.is_list != list) {
        fail(file_, item.line,
             "the key '" + item.key + "' does not hold a " + (list ? "list" : "string"),
             list ? "write [\"...\"]" : "write \"...\"");
      }
    }
  }

  [[nodiscard]] EntryKind read_kind(const std::string& value) const {
    if (value == "printed") return EntryKind::printed;
    if (value == "implicit") return EntryKind::implicit;
    if (value == "repaired") return EntryKind::repaired;
    if (value == "remark") return EntryKind::remark;
    if (value == "hypothesis") return EntryKind::hypothesis;
    fail(file_, line("kind"), "kind = " + in_quotes(value),
         "use printed, implicit, repaired, remark or hypothesis");
  }
  [[nodiscard]] char read_severity(const std::string& value) const {
    if (value.size() == 1 && value[0] >= 'A' && value[0] <= 'E') return value[0];
    fail(file_, line("severity"), "severity = " + in_quotes(value), "use A, B, C, D or E");
  }
  [[nodiscard]] Record read_truth(const std::string& value) const {
    if (value == "true") return Record::holds;
    if (value == "false") return Record::fails;
    if (value == "open") return Record::open;
    fail(file_, line("truth"), "truth = " + in_quotes(value), "use true, false or open");
  }

  void check(const Entry& e) const {
    check_ids(e);
    check_characters(e);
    check_words(e);
    check_formal(e);
    check_soft(e);
    check_record(e);
  }

  void check_ids(const Entry& e) const {
    if (e.root && !is_id(*e.root))
      fail(file_, line("root"), "root holds " + in_quotes(*e.root) + ", which is no id",
           "name an entry");
    if (!is_id(e.id))
      fail(file_, line("id"), "id = " + in_quotes(e.id),
           "use 1 to 200 printable ASCII characters, no space, comma, quote or backslash, and no "
           "dot in front");
    for (const std::string& need : e.needs) {
      if (!is_id(need))
        fail(file_, line("needs"), "needs holds " + in_quotes(need) + ", which is no id",
             "name an entry");
    }
  }

  void check_characters(const Entry& e) const {
    if (!is_ascii(e.domain))
      fail(file_, line("domain"), "domain is not ASCII", "use the language of proofs/README.md");
    if (e.formal && !is_ascii(*e.formal))
      fail(file_, line("formal"), "formal is not ASCII", "use the language of proofs/README.md");
    const auto printable = [](const std::string& text) {
      return std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= ' ' && c < 0x7F && c != '"' && c != '\\') || c == '\n' || c == '\t' ||
               c == '\r';
      });
    };
    if (e.induction && !printable(*e.induction))
      fail(file_, line("induction"), "induction is not ASCII",
           "use the language of proofs/README.md");
    for (const std::string& use : e.by) {
      if (!printable(use) || use.find_first_of("\n\t\r") != std::string::npos)
        fail(file_, line("by"), "by holds a line with other characters than printable ASCII",
             "write for example  step ID part 2 at i = i + 1");
    }
  }

  void check_words(const Entry& e) const {
    if (e.theorem && !is_theorem(*e.theorem))
      fail(file_, line("theorem"), "theorem = " + in_quotes(*e.theorem),
           "name a file of proofs/coq and a theorem of it: File.theorem");
    if (e.seen && *e.seen != "extraction" && *e.seen != "pdf")
      fail(file_, line("seen"), "seen = " + in_quotes(*e.seen), "use extraction or pdf");
    for (const char* key : {"quote", "consequence", "no_repair"}) {
      if (const auto value = optional(key); value && one_space(*value).empty())
        fail(file_, line(key), std::string(key) + " has nothing in it",
             "write it or remove the key");
    }
  }

  void check_formal(const Entry& e) const {
    if (!e.formal && (e.theorem || e.induction || !e.by.empty()))
      fail(e, "has an argument and no formal", "an argument belongs to a formal");
    if (e.formal.has_value() == e.not_checkable.has_value()) {
      fail(e,
           e.formal ? "has both formal and not_checkable" : "has neither formal nor not_checkable",
           "give exactly one");
    }
  }

  void check_soft(const Entry& e) const {
    if (e.soft && *e.soft != "printed" && *e.soft != "repaired" && *e.soft != "printed values" &&
        *e.soft != "printed distance")
      fail(file_, line("soft"), "soft = " + in_quotes(*e.soft),
           "use printed, repaired, printed values or printed distance");
    if (e.soft && e.formal)
      fail(e, "has both formal and soft",
           "a claim about soft maps has no formal: give not_checkable in its place");
    if (e.soft && *e.soft == "repaired" && e.kind != EntryKind::repaired)
      fail(e, "has soft = \"repaired\" and is no repair",
           "it is decided at the run of the line that it repairs: name that in repairs");
  }

  void check_record(const Entry& e) const {
    const bool fails = e.record == Record::fails;
    if (e.counterexample.has_value() != fails) {
      fail(e,
           fails ? "has truth = \"false\" and no counterexample"
                 : "has a counterexample although truth is not \"false\"",
           "a counterexample belongs to truth = \"false\"");
    }
    const bool repaired = e.kind == EntryKind::repaired;
    if (e.repairs.has_value() != repaired) {
      fail(e,
           repaired ? "is repaired and names no entry in repairs"
                    : "has repairs although it is not of kind repaired",
           "repairs belongs to kind = \"repaired\"");
    }
  }

  const toml::Table& table_;
  const std::string& file_;
};

// ---- files

std::vector<std::filesystem::path> claim_files(const std::filesystem::path& root) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_status status = fs::status(root, error);
  if (fs::is_regular_file(status)) return {root};
  if (!fs::is_directory(status))
    fail(root.string(), "is neither a file nor a directory that can be read",
         "name a file or directory of claims");
  std::vector<fs::path> files;
  fs::recursive_directory_iterator it(root, error);
  for (; !error && it != fs::recursive_directory_iterator(); it.increment(error)) {
    // A link to nothing is passed over: an editor leaves one beside a file that it has open.
    std::error_code ignored;
    if (it->path().filename().native().front() == '.') {
      it.disable_recursion_pending();
      continue;
    }
    const fs::file_type type = fs::status(it->path(), ignored).type();
    const fs::path name = it->path().filename();
    if (name.extension() == ".toml" && name != "paper.toml" && name != "construction.toml" &&
        type != fs::file_type::directory && type != fs::file_type::not_found)
      files.push_back(it->path());
  }
  if (error)
    fail(root.string(), "cannot be read (" + error.message() + ")",
         "name a readable directory of claims");
  if (files.empty())
    fail(root.string(), "holds no claim file (*.toml)", "name the directory of the claims");
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<Entry> read_entries(const std::filesystem::path& place) {
  std::vector<Entry> entries;
  for (const std::filesystem::path& path : claim_files(place)) {
    const std::string file = path.string();
    const std::string text = read_text(path);
    for (const toml::Table& table : toml::read(text, file))
      entries.push_back(EntryReader(table, file).read());
  }
  if (entries.empty())
    fail(place.string(), "holds no claim", "write [[claim]] and its keys, as in proofs/README.md");
  return entries;
}

// ---- all entries together

using Places = std::map<std::string, std::size_t>;  // id to position

Places places_of(const std::vector<Entry>& entries) {
  Places places;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto [it, fresh] = places.emplace(entries[i].id, i);
    if (fresh) continue;
    const Entry& other = entries[it->second];
    fail(entries[i], "stands twice, also in " + other.file + ":" + std::to_string(other.line),
         "give each entry an id of its own");
  }
  return places;
}

void check_references(const std::vector<Entry>& entries, const Places& places) {
  for (const Entry& e : entries) {
    for (const std::string& need : e.needs) {
      if (!places.contains(need))
        fail(e, "needs '" + need + "', which is no entry", "name the id of a hypothesis");
    }
    if (!e.repairs || e.borrowed) continue;  // a borrowed entry was checked where it stands
    const auto repaired = places.find(*e.repairs);
    if (repaired == places.end())
      fail(e, "repairs " + in_quotes(*e.repairs) + ", which is no entry",
           "name the id of a printed or implicit claim");
    if (!is_of_source(entries[repaired->second]))
      fail(e, "repairs " + in_quotes(*e.repairs) + ", which is not of the source",
           "name the id of a printed or implicit claim");
  }
}

// Takes away entries that need nothing left until none can be taken; what remains leads into a
// cycle.
void check_cycles(const std::vector<Entry>& entries, const Places& places) {
  std::vector<std::size_t> open(entries.size());
  std::vector<std::vector<std::size_t>> needed_by(entries.size());
  std::vector<std::size_t> done;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    open[i] = entries[i].needs.size();
    for (const std::string& need : entries[i].needs) needed_by[places.at(need)].push_back(i);
    if (open[i] == 0) done.push_back(i);
  }
  for (std::size_t next = 0; next < done.size(); ++next) {
    for (const std::size_t i : needed_by[done[next]]) {
      if (--open[i] == 0) done.push_back(i);
    }
  }
  const auto left = std::find_if(open.begin(), open.end(), [](std::size_t n) { return n > 0; });
  if (left == open.end()) return;
  fail(entries[static_cast<std::size_t>(left - open.begin())],
       "needs itself in a circle, or an entry that does", "break the circle in needs");
}

}  // namespace

std::string read_text(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error))
    fail(path.string(), "is no regular file",
         "name a readable file or directory of claims");  // a pipe or a device may have no end
  const auto size = std::filesystem::file_size(path, error);
  if (error)
    fail(path.string(), "cannot be read (" + error.message() + ")",
         "name a readable file or directory of claims");
  if (size > max_file_bytes) fail(path.string(), "is larger than 16 MiB", "split it");
  std::ifstream in(path, std::ios::binary);
  std::string text(size, '\0');
  in.read(text.data(), static_cast<std::streamsize>(size));
  if (!in || static_cast<std::uintmax_t>(in.gcount()) != size)
    fail(path.string(), "cannot be read", "name a readable file or directory of claims");
  return text;
}

std::string one_space(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!space) result += c;
    if (space && !result.empty() && result.back() != ' ') result += ' ';
  }
  if (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

namespace {

// Adds to the entries what they name and what is not among them, from the shipped ones, and what
// that needs.
void borrow(std::vector<Entry>& entries, const std::function<std::filesystem::path()>& shipped) {
  Places places = places_of(entries);
  std::vector<Entry> others;
  Places places_of_others;
  for (std::size_t i = 0; i < entries.size(); ++i) {  // it grows
    std::vector<std::string> named = entries[i].needs;
    if (entries[i].repairs && !entries[i].borrowed) named.push_back(*entries[i].repairs);
    for (const std::string& id : named) {
      if (places.contains(id)) continue;
      if (others.empty()) {
        others = read_entries(shipped());
        places_of_others = places_of(others);
      }
      const auto there = places_of_others.find(id);
      if (there == places_of_others.end()) continue;  // check_references says so
      places.emplace(id, entries.size());
      entries.push_back(others[there->second]);
      entries.back().borrowed = true;
    }
  }
}

}  // namespace

std::vector<Entry> load_entries(const std::filesystem::path& directory_or_file) {
  return load_entries({directory_or_file}, nullptr);
}

std::vector<Entry> load_entries(const std::vector<std::filesystem::path>& given,
                                const std::function<std::filesystem::path()>& shipped) {
  std::vector<Entry> entries;
  for (const std::filesystem::path& place : given) {
    for (Entry& entry : read_entries(place)) entries.push_back(std::move(entry));
  }
  if (shipped) borrow(entries, shipped);
  const Places places = places_of(entries);
  check_references(entries, places);
  check_cycles(entries, places);
  check_errata(entries);
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.id < b.id; });
  return entries;
}

namespace {

Formula parse(const Entry& entry, const std::string& text, const char* key,
              const Vocabulary& vocabulary) {
  try {
    return Formula::parse(text, vocabulary);
  } catch (const SyntaxError& error) {
    throw InvalidInput(InvalidInput::Kind::file,
                       fmt::format("{}:{}: {} of {}: {}", entry.file, entry.line, key, entry.id,
                                   refusal(text, error)));
  }
}

}  // namespace

Formula formal_of(const Entry& entry, const Vocabulary& vocabulary) {
  HARDMAX_REQUIRE(entry.formal.has_value());
  return parse(entry, *entry.formal, "formal", vocabulary);
}

Formula domain_of(const Entry& entry, const Vocabulary& vocabulary) {
  return parse(entry, entry.domain, "domain", vocabulary);
}

Formula induction_of(const Entry& entry, const Vocabulary& vocabulary) {
  HARDMAX_REQUIRE(entry.induction.has_value());
  return parse(entry, *entry.induction, "induction", vocabulary);
}

std::string binding_text(const Entry& entry) {
  std::string needs;
  for (const std::string& need : entry.needs) {
    if (!needs.empty()) needs += ',';
    needs += need;
  }
  std::string text = one_space(entry.id);
  text.append("\n")
      .append(one_space(entry.domain))
      .append("\n")
      .append(one_space(needs))
      .append("\n")
      .append(one_space(entry.soft ? "soft " + *entry.soft : entry.formal.value_or("")));
  return text;
}

std::string paper_of(const std::string& id) { return id.substr(0, id.find('.')); }

}  // namespace hardmax::claim
