#include "report/search.hpp"

#include "report/lines.hpp"

namespace hardmax::report {

namespace {

using subject::Searched;
using subject::Tried;

std::string choice_text(const Tried& tried) {
  return joined(
      tried.changes, [](const std::string& change) { return change; }, ", ");
}

class SearchText final : private Lines {
 public:
  std::string write(const subject::Run& run, const subject::Search& search,
                    const Searched& searched) {
    line("{:<10} {}", run.file().id, run.spec().text());
    if (!search.words.empty()) line("{}", search.words);
    line("tried      {}: {} in all, {} of them against a condition of the file", search.over_text,
         searched.all.str(), searched.ruled_out.str());
    line("works      {}", search.works_text);
    line("least      {}", search.least_text);
    line("");
    std::size_t works = 0;
    for (const Tried& one : searched.tried) {
      if (!one.works) continue;
      ++works;
      std::string text = choice_text(one) + ": least " + one.least.str();
      if (const std::string bits = bits_of(one.least); !bits.empty()) text += ", " + bits + " bits";
      for (const auto& [label, value] : one.shown) text += "; " + label + " " + value;
      line("  {}", text);
    }
    if (works > 0) line("");
    const Tried* best = searched.best();
    if (!searched.stopped.empty())
      line("Undecided: {} of {} tried, {} of them work; then {}.", searched.tried.size(),
           searched.all.str(), works, searched.stopped);
    else if (best == nullptr)
      line("None of {} works.", searched.tried.size());
    else
      line("{} of {} work. The best: {}.", works, searched.tried.size(), choice_text(*best));
    return std::move(out_);
  }
};

}  // namespace

int exit_code(const Searched& searched) {
  if (!searched.stopped.empty()) return 2;
  return searched.best() == nullptr ? 1 : 0;
}

std::string bits_of(const Rational& x) {
  return x.is_integer() && x.sign() > 0 ? std::to_string(x.bits()) : "";
}

std::string search_text(const subject::Run& run, const subject::Search& search,
                        const Searched& searched) {
  return SearchText().write(run, search, searched);
}

}  // namespace hardmax::report
