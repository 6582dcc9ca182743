#include "claim/lookup.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include "exact/closest.hpp"

namespace hardmax::claim {
namespace {

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

bool is_start_of(std::string_view start, std::string_view text) {
  return start.size() <= text.size() &&
         std::equal(start.begin(), start.end(), text.begin(),
                    [](char a, char b) { return lower(a) == lower(b); });
}

bool is_same(std::string_view a, std::string_view b) {
  return a.size() == b.size() && is_start_of(a, b);
}

std::string_view without_paper(std::string_view id) {
  const std::size_t dot = id.find('.');
  return dot == std::string_view::npos ? std::string_view() : id.substr(dot + 1);
}

// "Lemma 8" as "Lemma8", "(10)" as "eq10".
std::string as_part(std::string_view written) {
  std::string part;
  for (const char c : written)
    if (std::isspace(static_cast<unsigned char>(c)) == 0) part += c;
  if (part.size() > 2 && part.front() == '(' && part.back() == ')')
    return "eq" + part.substr(1, part.size() - 2);
  return part;
}

enum class Where { last, anywhere };

bool has_part(std::string_view id, std::string_view part, Where where) {
  for (std::size_t at = id.find('.'); at != std::string_view::npos; at = id.find('.', at + 1)) {
    const std::string_view rest = id.substr(at + 1);
    if (!is_start_of(part, rest)) continue;
    if (rest.size() == part.size()) return true;
    if (where == Where::anywhere && rest[part.size()] == '.') return true;
  }
  return false;
}

// What ids of the paper (of any, where none is named) begin with up to the end of that part.
std::set<std::string> starts_with_part(const std::vector<Entry>& entries, std::string_view part,
                                       std::string_view paper) {
  std::set<std::string> starts;
  for (const Entry& entry : entries) {
    const std::string_view id = entry.id;
    if (entry.borrowed || part.empty() || (!paper.empty() && id.substr(0, id.find('.')) != paper))
      continue;
    for (std::size_t at = id.find('.'); at != std::string_view::npos; at = id.find('.', at + 1)) {
      const std::size_t end = at + 1 + part.size();
      if (is_start_of(part, id.substr(at + 1)) && (end == id.size() || id[end] == '.'))
        starts.insert(entry.id.substr(0, end));
    }
  }
  return starts;
}

template <class Predicate>
std::vector<std::string> ids_where(const std::vector<Entry>& entries, Predicate holds) {
  std::vector<std::string> ids;
  for (const Entry& entry : entries)
    if (!entry.borrowed && holds(std::string_view(entry.id))) ids.push_back(entry.id);
  return ids;
}

}  // namespace

std::vector<std::string> ids_written(const std::vector<Entry>& entries, std::string_view written) {
  if (written.empty()) return {};
  auto ids = ids_where(entries, [&](std::string_view id) { return id == written; });
  if (ids.empty())
    ids = ids_where(entries, [&](std::string_view id) {
      return is_same(id, written) || is_same(without_paper(id), written);
    });
  const std::string part = as_part(written);
  for (const Where where : {Where::last, Where::anywhere})
    if (ids.empty() && !part.empty())
      ids = ids_where(entries, [&](std::string_view id) { return has_part(id, part, where); });
  return ids;
}

std::optional<std::string> prefix_written(const std::vector<Entry>& entries,
                                          std::string_view written, std::string_view paper) {
  std::set<std::string> starts;
  for (const Entry& entry : entries) {
    if (entry.is_asked_for(written)) return std::string(written);
    if (entry.borrowed) continue;
    const std::string_view id = entry.id;
    if (!paper.empty() && id.substr(0, id.find('.')) != paper) continue;
    if (is_start_of(written, id)) starts.insert(entry.id.substr(0, written.size()));
    if (const std::string_view rest = without_paper(id); is_start_of(written, rest))
      starts.insert(entry.id.substr(0, id.size() - rest.size() + written.size()));
  }
  if (starts.size() == 1) return *starts.begin();
  if (!starts.empty()) return std::nullopt;
  const std::string part = as_part(written);
  starts = starts_with_part(entries, part, paper);
  if (starts.size() == 1) return *starts.begin();
  if (!starts.empty()) return std::nullopt;
  const auto ids = ids_written(entries, written);
  return ids.size() == 1 ? std::optional(ids.front()) : std::nullopt;
}

std::string ids_meant(const std::vector<Entry>& entries, std::string_view written) {
  std::vector<std::string> ids = ids_written(entries, written);
  if (ids.empty())
    ids = ids_where(entries, [&](std::string_view id) {
      return std::search(id.begin(), id.end(), written.begin(), written.end(),
                         [](char a, char b) { return lower(a) == lower(b); }) != id.end();
    });
  if (ids.empty()) {
    const auto all = ids_where(entries, [](std::string_view) { return true; });
    ids = closest(written, all);
    if (ids.empty()) {
      std::vector<std::string> shorter;
      for (const std::string& id : all) shorter.emplace_back(without_paper(id));
      const auto near = closest(written, shorter);
      ids = ids_where(entries, [&](std::string_view id) {
        return std::find(near.begin(), near.end(), without_paper(id)) != near.end();
      });
    }
  }
  const bool more = ids.size() > 5;
  if (more) ids.resize(5);
  std::string text = do_you_mean(ids);
  if (more) text.insert(text.size() - 1, ", ...");
  return text;
}

}  // namespace hardmax::claim
