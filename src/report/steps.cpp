#include "report/steps.hpp"

#include "report/lines.hpp"
#include "report/stage_ways.hpp"

namespace hardmax::report {

namespace {

using subject::BrokenStep;
using subject::Walked;

std::string plural(const Rational& count, const char* one, const char* many) {
  return count.str() + " " + (count == Rational(1) ? one : many);
}

class StepsText final : private Lines {
 public:
  StepsText(const subject::Run& run, const Walked& walked, bool color)
      : run_(run), walked_(walked) {
    color_ = color;
  }

  std::string write() {
    header();
    if (walked_.broken) broken(*walked_.broken);
    closing();
    return std::move(out_);
  }

 private:
  void header() {
    line("{:<10} {}{}", run_.file().id,
         joined(
             run_.file().parameters,
             [&](const auto& p) {
               return fmt::format("{} = {}", p.name, run_.spec().parameters.at(p.name));
             },
             ", "),
         run_.pattern() == nullptr
             ? ""
             : fmt::format("   pattern {}, p = {}, {} edges", run_.spec().pattern,
                           run_.pattern()->layers(), run_.pattern()->edges()));
    const auto plain = [](const std::string& s) { return s; };
    if (!run_.spec().variants.empty())
      line("variant    {}", joined(run_.spec().variants, plain, ", "));
    if (!run_.spec().changes.empty())
      line("changed    {}", joined(run_.spec().changes, plain, ", "));
    line("engine     {}", engine_name(run_.reading().engine()));
    line("");
  }

  void broken(const BrokenStep& b) {
    line("{}", paint("1", "The first step that does not do what the source says"));
    line("  input      {} of {}: ({})", (b.ordinal + Rational(1)).str(), walked_.all.str(),
         joined(
             b.entries, [](const Rational& x) { return x.str(); }, ","));
    std::string place = b.step->stage;
    for (const auto& [name, value] : b.names) place += fmt::format(", {} = {}", name, value);
    const std::string layers = b.first > b.last ? "no layer"
                               : b.first == b.last
                                   ? fmt::format("layer {}", b.last)
                                   : fmt::format("layers {} to {}", b.first, b.last);
    line("  step       {}; {} of {}", place, layers, b.network);
    if (!b.step->source.empty()) line("  source     {}", b.step->source);
    if (!b.step->words.empty()) line("  the text   {}", b.step->words);
    line("  it says    {}", b.step->says_text);
    line("  which is   {}",
         paint("31", b.no_value.empty() ? "false" : "without a value: " + b.no_value));
    for (const auto& [label, value] : b.shown) line("    {}: {}", label, value);
    line("");
  }

  void closing() {
    const std::string asked = fmt::format(
        "{} of {} gone through, asked of {}", walked_.inputs.str(),
        plural(walked_.all, "input", "inputs"), plural(Rational(walked_.asked), "step", "steps"));
    if (!walked_.broken)
      for (const subject::Step* step : walked_.unasked)
        line("Nothing is asked of a step of stage '{}' (line {}): no layer of it changes a state.",
             step->stage, step->line);
    if (walked_.broken && !walked_.broken->no_value.empty())
      line("What the source says of a step has no value, with these choices: {}.", asked);
    else if (walked_.broken)
      line(
          "The construction does not do what the source says, with these choices: {}; the last "
          "one breaks.",
          asked);
    else if (!walked_.stopped.empty())
      line("Undecided: {}; then {}.", asked, walked_.stopped);
    else if (walked_.asked == 0)
      line("Undecided: {}.", asked);
    else
      line("Every step does what the source says of it: {}.", asked);
  }

  const subject::Run& run_;
  const Walked& walked_;
};

}  // namespace

int exit_code(const Walked& walked) { return walked.broken ? 1 : walked.whole() ? 0 : 2; }

std::string steps_text(const subject::Run& run, const Walked& walked, bool color) {
  return StepsText(run, walked, color).write();
}

}  // namespace hardmax::report
