// Of a run with a Turing machine: the tape over time, and beside each time the nodes of the decoder
// that compute it. Both are found once more, from the certificate and the construction file: the
// machine on its tape, the decoder literally.
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "decide/turing.hpp"
#include "exact/error.hpp"
#include "report/html/described.hpp"

namespace hardmax::report::html {

namespace {

using decide::NodeView;
using subject::Machine;
using subject::TapeMachine;

// No verdict depends on these: they are where a page is long enough.
constexpr std::uint64_t kMostNodes = 2'500, kMostTimes = 64;
constexpr std::int64_t kMostBeside = 30;  // cells on either side of the head

std::string quoted_list(const std::vector<std::string>& list) {
  std::string out;
  for (const std::string& one : list) out += (out.empty() ? "\"" : ", \"") + one + "\"";
  return "[" + out + "]";
}

// The names of a certificate have no quotes and no backslashes (decide/certify.cpp); those of
// another one are refused by the reader of machines.
Machine machine_of(const CertificateFile& file) {
  const auto text = [&](const char* key) { return file.text(fmt::format("run.machine.{}", key)); };
  const auto list = [&](const char* key) {
    return quoted_list(file.strings(fmt::format("run.machine.{}", key)));
  };
  std::string word;  // a blank behind each symbol: one of several characters is one symbol
  for (const std::string& symbol : file.strings("run.machine.word")) word += symbol + " ";
  return Machine::read_text(
      fmt::format("states = {}\ninitial = \"{}\"\nhalting = {}\nblank = \"{}\"\ninput = "
                  "\"{}\"\ntransitions = {}\n",
                  list("states"), text("initial"), list("halting"), text("blank"), word,
                  list("transitions")),
      file.name());
}

// 0, which no page has, where there are too many for one.
std::uint64_t nodes_of_steps(const std::string& steps) {
  const auto number = Rational::parse(steps);
  const auto small = number ? number->to_int64() : std::nullopt;
  return small && *small >= 0 && *small < 10'000
             ? decide::nodes_of(static_cast<std::uint64_t>(*small))
             : 0;
}

// What the nodes of the run say, up to the first that says something else than the machine.
struct Simulation {
  std::vector<NodeView> nodes;
  bool differs = false;
};
Simulation simulated(const Reading& reading, const Machine& machine,
                     const std::filesystem::path& path) {
  const CertificateFile& file = reading.file;
  const auto construction = subject::ConstructionFile::read(path);
  subject::RunSpec spec;
  if (file.kind() == "machine") {  // steps in the place of parameters
    spec.parameters["nodes"] = nodes_of_steps(file.text("run.steps"));
    spec.variants = file.strings("run.variants");
  } else {
    spec = run_spec_of(file);
  }
  const auto nodes = spec.parameters.find("nodes");
  if (construction.id != file.text("run.construction") || nodes == spec.parameters.end() ||
      nodes->second > kMostNodes)
    return {};
  const std::uint64_t count = nodes->second;
  const subject::Run run =
      subject::Run::open(construction, std::move(spec), std::nullopt,
                         subject::Run::WithoutNetwork::refused, subject::Engine::literal, machine);
  Simulation out;
  decide::TuringRequest request;
  request.run = &run;
  request.nodes = count;
  request.trace = true;
  request.traced = [&](const NodeView& view) { out.nodes.push_back(view); };
  const auto engine = decide::literal_engine(run, count);
  out.differs = decide::compare(request, *engine).difference.has_value();
  return out;
}

// The cells that were visited so far, those beside the head at most, the head's one marked.
Safe tape_of(const Machine& machine, const TapeMachine& at, std::int64_t first, std::int64_t last) {
  Markup m;
  const TapeMachine::Tape tape = at.tape();
  const std::int64_t from = std::max(first, at.head() - kMostBeside),
                     to = std::min(last, at.head() + kMostBeside);
  std::string text = from > first ? "… " : "";
  const auto flush = [&] {
    if (!text.empty()) m.text(text);
    text.clear();
  };
  m.open("code");
  for (std::int64_t cell = from; cell <= to; ++cell) {
    const std::int64_t place = cell - tape.first;
    const bool written = place >= 0 && place < static_cast<std::int64_t>(tape.symbols.size());
    const std::string& symbol =
        machine
            .symbols()[(written ? tape.symbols[static_cast<std::size_t>(place)] : machine.blank()) -
                       1];
    if (cell != from) text += " ";
    if (cell != at.head()) {
      text += symbol;
      continue;
    }
    flush();
    m.element("mark", symbol);
  }
  if (to < last) text += " …";
  flush();
  m.close();
  return m.finish();
}

std::string names_of_nodes(const std::vector<NodeView>& nodes) {
  if (nodes.empty()) return "";
  const std::uint64_t first = nodes.front().node, last = nodes.back().node;
  return first == last ? std::to_string(first) : fmt::format("{} to {}", first, last);
}

std::string what_they_say(const std::vector<NodeView>& nodes) {
  if (nodes.empty()) return "";
  const NodeView& last = nodes.back();
  const std::string said =
      fmt::format("state {}, symbol {}, cell {}", last.state, last.symbol, last.cell);
  return last.difference().empty() ? said : fmt::format("node {} differs: {}", last.node, said);
}

void add_rows(Markup& m, const Machine& machine, const Simulation& simulation) {
  TapeMachine tape(machine);
  std::int64_t first = 0, last = static_cast<std::int64_t>(machine.word().size());
  for (std::size_t i = 0; i < simulation.nodes.size();) {
    const std::uint64_t time = simulation.nodes[i].step;
    std::vector<NodeView> nodes;
    while (i < simulation.nodes.size() && simulation.nodes[i].step == time)
      nodes.push_back(simulation.nodes[i++]);
    while (tape.steps() < time && tape.end() == TapeMachine::End::none) tape.step();
    first = std::min(first, tape.head());
    last = std::max(last, tape.head());
    if (time >= kMostTimes) break;
    m.open("tr");
    m.element("th", std::to_string(time), {{"scope", "row"}, {"class", "n"}});
    m.element("td", machine.states()[tape.state() - 1]);
    m.element("td", std::to_string(tape.head()), {{"class", "n"}});
    m.open("td");
    m.add(tape_of(machine, tape, first, last));
    m.close();
    m.element("td", names_of_nodes(nodes));
    m.element("td", what_they_say(nodes));
    m.close();
  }
}

}  // namespace

void add_tape(Markup& m, const Reading& reading, std::vector<Section>& contents) {
  const bool all = reading.file.kind() == "machine";
  if ((!all && reading.file.kind() != "construction") || !reading.file.has("run.machine")) return;
  const auto path = construction_beside(reading);
  if (!path) return;
  try {
    const Machine machine = machine_of(reading.file);
    const Simulation simulation = simulated(reading, machine, *path);
    if (simulation.nodes.empty()) return;
    const std::string anchor = reading.prefix + "tape";
    contents.push_back({anchor, "Tape and nodes"});
    m.open("section", {{"aria-labelledby", anchor}});
    m.element("h2", "Tape and nodes", {{"id", anchor}});
    const std::uint64_t times = simulation.nodes.back().step + 1;
    m.element("p",
              fmt::format("The machine by itself, at each time, and the nodes of the decoder that "
                          "stand beside it. {} The last column is what the last of these nodes "
                          "says. Found once more for this page; {} is what is certified.",
                          simulation.differs ? "The last node differs."
                                             : "Every node says what the machine says.",
                          all ? "the SHA-256 over what all nodes say" : "what the claims say"));
    if (times > kMostTimes)
      m.element("p", fmt::format("Of {} times the first {} are shown.", times, kMostTimes));
    m.open("div", {{"class", "scroll"},
                   {"tabindex", "0"},
                   {"role", "region"},
                   {"aria-label", "Tape and nodes"}});
    m.open("table");
    m.element("caption", "The tape over time; the cell of the head is marked");
    m.open("thead");
    m.open("tr");
    for (const char* head : {"time", "state", "head", "tape", "nodes", "they say"})
      m.element("th", head, {{"scope", "col"}});
    m.close();
    m.close();
    m.open("tbody");
    add_rows(m, machine, simulation);
    m.close();
    m.close();
    m.close();
    m.close();
  } catch (const InvalidInput&) {  // a construction that is no decoder of a machine
  } catch (const LimitReached&) {}
}

}  // namespace hardmax::report::html
