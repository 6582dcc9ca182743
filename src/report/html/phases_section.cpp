// Of a run of a construction on ids: the ids of one input at the start and behind each round of its
// stages. Where the file says what the source prints (its variant `printed`, with the literal
// readings), the same of that beside it. Ids are exact; the axis of the picture alone is
// logarithmic. No verdict depends on them.
#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "exact/error.hpp"
#include "report/html/described.hpp"
#include "report/html/plots.hpp"
#include "subject/id_course.hpp"
#include "subject/run.hpp"

namespace hardmax::report::html {

namespace {

constexpr std::size_t kMostRounds = 24, kTokensDrawn = 12;
constexpr std::uint64_t kMostSteps = 20'000'000;

using subject::IdCourse;
using subject::Run;

// "low, 2"
std::string name_of(const subject::Reading::StageRound& round) {
  std::string out = round.stage->name;
  for (const subject::Value& value : round.repeat) out += ", " + value.show();
  return out;
}

// Behind each round that has layers, up to the first that makes an id which is not whole.
std::vector<StageIds> ids_along(const Run& run, const IdCourse& course) {
  subject::Reading& reading = run.reading();
  reading.allow_steps(kMostSteps);
  const std::string& network = run.file().networks.front();
  const subject::Mat start = reading.start(reading.input(run.inputs() - Rational(1)));
  std::vector<StageIds> out;
  const auto add = [&](const std::string& name, const subject::Mat& z) {
    subject::Columns columns(z.columns, std::vector<Rational>(z.rows));
    for (std::size_t r = 0; r < z.rows; ++r)
      for (std::size_t k = 0; k < z.columns; ++k) columns[k][r] = z.numbers[r * z.columns + k];
    auto ids = course.ids_of(columns);
    if (ids) out.push_back({name, std::move(*ids)});
    return ids.has_value();
  };
  if (!add("start", start)) return {};
  for (const auto& round : reading.stage_rounds(network)) {
    if (round.layers == 0) continue;
    if (out.size() > kMostRounds) break;
    if (!add(name_of(round), reading.run(network, round.before + round.layers, start))) break;
  }
  return out;
}

// The variant `printed` and the first of each name of a reading; empty: there is none.
std::vector<std::string> as_printed(const subject::ConstructionFile& file) {
  if (!file.variants.contains("printed")) return {};
  std::vector<std::string> out = {"printed"};
  std::set<std::string> names;
  for (const std::string& variant : file.variant_order) {
    const std::string& reading = file.variants.at(variant).reading;
    if (!reading.empty() && names.insert(reading.substr(0, reading.find('='))).second)
      out.push_back(variant);
  }
  return out;
}

void add_table(Markup& m, const std::string& caption, const std::vector<StageIds>& stages,
               const std::vector<std::int64_t>& tokens) {
  std::vector<TableColumn> columns = {{"behind"}};
  for (const std::int64_t token : tokens) columns.push_back({fmt::format("token {}", token), true});
  open_table(m, caption, caption, columns);
  for (const StageIds& stage : stages) {
    m.open("tr");
    m.element("th", stage.name, {{"scope", "row"}});
    for (const Rational& id : stage.ids) m.element("td", id.str(), {{"class", "n"}});
    m.close();
  }
  close_table(m);
}

void add_picture(Markup& m, const std::string& caption, const std::vector<StageIds>& stages) {
  m.open("figure");
  m.add(number_lines(stages, true));
  m.element("figcaption", caption);
  m.close();
}

std::vector<StageIds> printed_along(const subject::ConstructionFile& file, subject::RunSpec spec,
                                    const IdCourse& course) {
  const std::vector<std::string> printed = as_printed(file);
  if (printed.empty()) return {};
  spec.variants.insert(spec.variants.end(), printed.begin(), printed.end());
  try {
    return ids_along(Run::open(file, std::move(spec)), course);
  } catch (const subject::TermError&) {  // a stage of what is printed that has no value
  } catch (const InvalidInput&) {
  } catch (const Undefined&) {
  } catch (const LimitReached&) {}
  return {};
}

void add_section(Markup& m, const Reading& reading, const Run& run, const IdCourse& course,
                 std::vector<Section>& contents) {
  const std::vector<StageIds> stages = ids_along(run, course);
  if (stages.size() < 2) return;
  const std::vector<StageIds> printed = printed_along(run.file(), run.spec(), course);
  const std::string anchor = reading.prefix + "phases";
  contents.push_back({anchor, "Ids along the stages"});
  m.open("section", {{"aria-labelledby", anchor}});
  m.element("h2", "Ids along the stages", {{"id", anchor}});
  std::string input;
  for (const Rational& x : run.reading().input(run.inputs() - Rational(1)).values)
    input += (input.empty() ? "" : ", ") + x.str();
  m.element("p", fmt::format("The ids of all tokens, in steps of the windows, for the last input, "
                             "({}), at the start and behind each stage. Found once more for this "
                             "page; the claims are what is certified.",
                             input));
  if (stages.size() > kMostRounds)
    m.element("p", fmt::format("The first {} of these are shown.", stages.size()));
  m.open("div", {{"class", "pictures"}});
  add_picture(m, "As certified.", stages);
  if (!printed.empty()) add_picture(m, "As printed, in the literal readings.", printed);
  m.close();
  add_table(m, "Ids as certified", stages, run.reading().tokens());
  if (!printed.empty()) add_table(m, "Ids as printed", printed, run.reading().tokens());
  m.close();
}

}  // namespace

void add_phases(Markup& m, const Reading& reading, std::vector<Section>& contents) {
  const CertificateFile& file = reading.file;
  if (file.kind() != "construction" || file.has("run.machine") || file.has("run.tables") ||
      !file.array("run.pattern").empty())
    return;
  const auto path = construction_beside(reading);
  if (!path) return;
  try {
    const auto construction = subject::ConstructionFile::read(*path);
    if (construction.id != file.text("run.construction") || construction.networks.size() != 1)
      return;
    const Run run = Run::open(construction, run_spec_of(file));
    if (run.tokens() > kTokensDrawn) return;
    const auto course = IdCourse::of(run.reading(), construction.networks.front());
    if (course) add_section(m, reading, run, *course, contents);
  } catch (const subject::TermError&) {
  } catch (const InvalidInput&) {
  } catch (const Undefined&) {
  } catch (const LimitReached&) {}
}

}  // namespace hardmax::report::html
