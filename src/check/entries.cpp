// Claim files.
#include "check/fault.hpp"
#include "check/read.hpp"
#include "check/toml.hpp"

namespace hardmax::check {
namespace {

// proofs/README.md, the table of keys; errata.cpp has what it says of errata.
Entry make_entry(const Keys& table, const std::string& where) {
  const auto has = [&](const char* key) { return table.count(key) != 0; };
  const auto value = [&](const char* key) { return has(key) ? table.at(key)[0] : ""; };
  const auto rule = [&](bool kept, const char* key, const char* what) {
    require(kept, where + ", " + key, value(key), what);
  };
  for (const char* key : {"id", "source", "kind", "words", "domain", "truth"})
    rule(has(key), key, "that the key must be there");
  static const std::set<std::string> kinds = {"printed", "implicit", "repaired", "remark",
                                              "hypothesis"};
  rule(kinds.count(value("kind")) != 0, "kind", "another value than those allowed");
  rule(HARDMAX_FAULT(
           check_truth_word,
           value("truth") == "true" || value("truth") == "false" || value("truth") == "open", true),
       "truth", "another value than those allowed");
  rule(has("formal") != has("not_checkable"), "formal",
       "that either it or not_checkable must be there");
  rule(has("counterexample") == (value("truth") == "false"), "counterexample",
       "that it must be there if and only if truth is \"false\"");
  rule(has("repairs") == (value("kind") == "repaired"), "repairs",
       "that it must be there if and only if kind is \"repaired\"");

  Entry entry{value("id"),
              value("domain"),
              value("formal"),
              has("formal"),
              has("needs") ? table.at("needs") : std::vector<std::string>(),
              where,
              table};
  const bool plain = std::all_of(entry.id.begin(), entry.id.end(), [](char ch) {
    return ch > 32 && ch < 127 && ch != ',' && ch != '"' && ch != '\\';
  });
  rule(plain && !entry.id.empty() && entry.id.size() <= 200 && entry.id[0] != '.', "id",
       "that an id is 1 to 200 printable ASCII characters without blank, comma, quote and "
       "backslash, the first no dot");
  for (char ch : entry.domain + entry.formal)
    require(static_cast<unsigned char>(ch) < 128, where, entry.id,
            "that domain and formal must be ASCII");
  return entry;
}

class Reader : TomlCursor {
 public:
  Reader(std::string_view text, const std::string& file) : TomlCursor(text, file) {}

  void read(Entries& entries) {
    static const std::set<std::string> keys = {
        "id",          "source",    "kind",          "words", "domain",
        "needs",       "formal",    "not_checkable", "truth", "counterexample",
        "repairs",     "note",      "induction",     "by",    "theorem",
        "severity",    "root",      "quote",         "seen",  "reply",
        "consequence", "no_repair", "soft"};
    expect(is_utf8(text_), "UTF-8");
    take("\xEF\xBB\xBF");  // a byte order mark
    for (blank_lines(); !done();) {
      const std::string where = place();
      expect(take("[[claim]]"), "[[claim]]");
      end_of_line();
      Keys table;
      for (blank_lines(); !done() && peek() != '['; blank_lines()) {
        const std::size_t begin = at_;
        skip("abcdefghijklmnopqrstuvwxyz_");
        const std::string key(text_.substr(begin, at_ - begin));
        expect(keys.count(key) != 0, "after a known key, not " + quote(key) + ", something else");
        expect(table.count(key) == 0, "after a key that is not repeated something else");
        skip(" \t");
        expect(take("="), "=");
        skip(" \t");
        table[key] = key == "needs" || key == "by"
                         ? list(false)
                         : std::vector<std::string>{take("\"\"\"") ? long_string() : string()};
        end_of_line();
      }
      const Entry entry = make_entry(table, where);
      const auto [it, fresh] = entries.emplace(entry.id, entry);
      require(HARDMAX_FAULT(check_id_twice, fresh, true), where + ", id", entry.id,
              "the same id at " + it->second.where);
    }
  }
};

}  // namespace

// UTF-8 as RFC 3629 has it: no overlong form, no surrogate, nothing above U+10FFFF.
bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = [&](std::size_t j) -> unsigned {
      return j < text.size() ? static_cast<unsigned char>(text[j]) : 0;
    };
    const unsigned lead = byte(i++), more = (lead >= 0xC0) + (lead >= 0xE0) + (lead >= 0xF0);
    unsigned long code = more == 0 ? lead : lead & (0x3Fu >> more);
    for (unsigned j = 0; j < more; ++j, ++i) {
      if ((byte(i) & 0xC0) != 0x80) return false;
      code = code << 6 | (byte(i) & 0x3F);
    }
    static constexpr unsigned long least[] = {0, 0x80, 0x800, 0x10000};
    if ((lead >= 0x80 && lead < 0xC0) || lead >= 0xF8 || code < least[more] ||
        (code >= 0xD800 && code < 0xE000) || code > 0x10FFFF)
      return false;
  }
  return true;
}

std::string one_space(std::string_view text) {
  std::string out;
  for (char ch : text) {
    const bool space = std::string_view(" \t\n\r").find(ch) != std::string_view::npos;
    if (!space || (!out.empty() && out.back() != ' ')) out += space ? ' ' : ch;
  }
  if (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

void read_entries(std::string_view text, const std::string& file, Entries& entries) {
  Reader(text, file).read(entries);
}

std::string binding_text(const Entry& entry) {
  std::string needs;
  for (const std::string& id : entry.needs) needs.append(needs.empty() ? "" : ",").append(id);
  const auto soft = entry.keys.find("soft");
  return one_space(entry.id) + "\n" + one_space(entry.domain) + "\n" + one_space(needs) + "\n" +
         one_space(soft == entry.keys.end() ? entry.formal : "soft " + soft->second[0]);
}

}  // namespace hardmax::check
