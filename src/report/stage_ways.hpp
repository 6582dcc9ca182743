// How the stages of a construction file were executed: which ones were jumped over, which ones
// layer by layer, and why; as one line and as JSON. The line leaves out what has no loop.
#pragma once
#include <string>
#include <vector>

#include "subject/reading.hpp"

namespace hardmax::report {

// "jumped over: shift (sweep of g), quantize (windows); one by one: last (i: ...)"; empty: none.
std::string ways_text(const std::vector<subject::StageWay>& ways);

inline const char* engine_name(subject::Engine engine) {
  return engine == subject::Engine::literal ? "literal" : "jumping";
}

template <class Json>
Json ways_json(const std::vector<subject::StageWay>& ways) {
  Json out = Json::array();
  for (const subject::StageWay& way : ways) {
    Json stage = {{"network", way.network}, {"stage", way.stage}, {"layers", way.layers.str()}};
    switch (way.how) {
      case subject::StageWay::How::sweep:
        stage["how"] = "sweep";
        stage["loop"] = way.loop;
        break;
      case subject::StageWay::How::windows: stage["how"] = "windows"; break;
      case subject::StageWay::How::layers: stage["how"] = "layers"; stage["reason"] = way.reason;
    }
    out.push_back(stage);
  }
  return out;
}

}  // namespace hardmax::report
