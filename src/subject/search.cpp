#include "subject/search.hpp"

#include <algorithm>

#include "exact/fault.hpp"

#include "subject/types.hpp"

namespace hardmax::subject {

namespace {

constexpr std::size_t most_values = std::size_t{1} << 16;  // that are tried

std::vector<std::vector<std::string>> all_changes(const Run& run, const Search& search) {
  std::vector<std::vector<std::string>> out;
  run.reading().each_instance(search.over, [&](const std::vector<Value>& values) {
    std::vector<std::string> changes;
    for (std::size_t i = 0; i < values.size(); ++i)
      changes.push_back(search.over.list[i].name + "=" + number_of(values[i]).str());
    out.push_back(std::move(changes));
    if (out.size() > most_values)
      throw TooLarge("more than " + std::to_string(most_values) + " values to try");
    return true;
  });
  return out;
}

// The run with these choices, which shares nothing that was computed with another one.
std::shared_ptr<Reading> with(const Run& run, const std::vector<std::string>& changes) {
  std::vector<Signature> terms;
  for (const std::string& change : changes) terms.push_back(run.file().read_change(change));
  check_types(run.file(), terms);
  return run.reading().with(terms);
}

}  // namespace

const Tried* Searched::best() const {
  const Tried* best = nullptr;
  for (const Tried& one : tried)
    if (one.works &&
        (best == nullptr || HARDMAX_FAULT(subject_search_best, one.least < best->least, true)))
      best = &one;
  return best;
}

Searched searched(const Run& run, const Search& search, std::uint64_t steps,
                  const std::function<void(std::uint64_t done, std::uint64_t total)>& progress) {
  Searched out;
  run.guarded([&] {
    run.reading().allow_steps(steps);
    try {
      const auto all = all_changes(run, search);
      out.all = all.size();
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (progress) progress(i, all.size());
        const auto reading = with(run, all[i]);
        const auto& conditions = run.file().conditions;
        const bool allowed = std::all_of(conditions.begin(), conditions.end(), [&](const auto& c) {
          return truth_of(reading->value(*c.condition));
        });
        if (!allowed) {
          out.ruled_out += 1;
          continue;
        }
        const bool works = truth_of(reading->value(*search.works));
        Tried one{all[i], HARDMAX_FAULT(subject_search_works, works, true), {}, {}};
        if (one.works) {
          one.least = number_of(reading->value(*search.least));
          for (const Shown& shown : search.shows)
            one.shown.emplace_back(shown.label, reading->value(*shown.term).show());
        }
        out.tried.push_back(std::move(one));
      }
    } catch (const TooLarge& e) {
      out.stopped = e.what();
    } catch (const LimitReached& e) {
      out.stopped = e.what();
    }
    return 0;
  });
  return out;
}

}  // namespace hardmax::subject
