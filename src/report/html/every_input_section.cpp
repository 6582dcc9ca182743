// The section about all claims of a construction that a file describes, for all inputs at once.
#include <fmt/core.h>

#include <map>

#include "decide/for_all.hpp"
#include "report/corpus.hpp"
#include "report/every_input.hpp"
#include "report/html/described.hpp"
#include "subject/run.hpp"

namespace hardmax::report::html {

namespace {

using decide::ForAllResult;

void add_result(Markup& m, const ForAllResult::Claim& claim, bool certified) {
  const std::string said = result_of(claim);
  m.open("tr");
  m.element("th", without_paper(claim.entry->id), {{"scope", "row"}});
  m.element("td", certified ? said + ", certified" : said);
  const claim::Record record = claim.entry->record;
  m.element("td", record == claim::Record::holds   ? "true"
                  : record == claim::Record::fails ? "false"
                                                   : "open");
  m.element("td", claim.may_be_vacuous ? "not seen to say something" : claim.why);
  m.close();
}

void add_results(Markup& m, const Reading& reading, const decide::ForAllRequest& request,
                 const ForAllResult& result, std::vector<Section>& contents) {
  const bool every = is_for_every(request);
  const std::string anchor = reading.prefix + "every",
                    title = every ? "All claims, for every D ≥ 2" : "All claims, for all inputs";
  contents.push_back({anchor, title});
  m.open("section", {{"aria-labelledby", anchor}});
  m.element("h2", title, {{"id", anchor}});
  const EveryInputCount count = count_of(result);
  std::string counted =
      fmt::format("Shown: {}. False: {}. Undecided: {}. Not covered: {}.", count.shown,
                  count.false_ones, count.undecided, count.not_covered);
  if (count.outside > 0) counted += fmt::format(" Made for no D: {}.", count.outside);
  if (count.not_checkable > 0)
    counted += fmt::format(" A hypothesis is false: {}.", count.not_checkable);
  m.element("p", counted +
                     " Decided once more for this page, by verify alone. What verify-check "
                     "follows is marked as certified.");
  std::map<std::string, bool> certified;
  for (const certificate::ClaimRecord& record : reading.file.claims())
    certified[record.id] = record.verdict == "proved" || record.verdict == "verified";
  open_table(m, title, "A claim that is false is false for every input and every D looked at",
             {{"claim"}, {"found"}, {"recorded"}, {"why"}});
  for (const ForAllResult::Claim& claim : result.claims)
    add_result(m, claim, certified[claim.entry->id]);
  close_table(m);
  m.close();
}

}  // namespace

void add_every_input(Markup& m, const Reading& reading, std::vector<Section>& contents) {
  const CertificateFile& file = reading.file;
  if (!is_of_file(file) || !file.array("run.pattern").empty()) return;
  const auto path = construction_beside(reading);
  if (!path) return;
  try {
    const auto construction = subject::ConstructionFile::read(*path);
    subject::RunSpec spec = run_spec_of(file);
    decide::ForAllRequest request;
    if (is_of_every_D(file)) {
      spec.parameters[request.size] = request.least;
    } else {
      request.size.clear();
      request.least = 1;
    }
    const subject::Run run = subject::Run::open(construction, std::move(spec));
    request.run = &run;
    request.only = construction.id + ".";
    const ForAllResult result = decide::decide_for_all(request, *reading.entries);
    if (result.network && result.sha256 == file.text("run.sha256"))
      add_results(m, reading, request, result, contents);
  } catch (const subject::TermError&) {
  } catch (const InvalidInput&) {
  } catch (const Undefined&) {
  } catch (const LimitReached&) {}
}

}  // namespace hardmax::report::html
