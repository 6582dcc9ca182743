#include "report/stage_ways.hpp"

namespace hardmax::report {

namespace {
const char no_loop[] = "it has no loop";  // then nothing could be jumped over
}

using subject::StageWay;

std::string ways_text(const std::vector<StageWay>& ways) {
  std::string jumped, one_by_one;
  const auto add = [](std::string& to, const std::string& what) {
    to += (to.empty() ? "" : ", ") + what;
  };
  for (const StageWay& way : ways) {
    if (way.layers.is_zero() || way.reason == no_loop) continue;
    switch (way.how) {
      case StageWay::How::sweep: add(jumped, way.stage + " (sweep of " + way.loop + ")"); break;
      case StageWay::How::windows: add(jumped, way.stage + " (windows)"); break;
      case StageWay::How::layers: add(one_by_one, way.stage + " (" + way.reason + ")");
    }
  }
  if (jumped.empty() && one_by_one.empty()) return "";
  if (jumped.empty()) return "one by one: " + one_by_one;
  return "jumped over: " + jumped + (one_by_one.empty() ? "" : "; one by one: " + one_by_one);
}

}  // namespace hardmax::report
