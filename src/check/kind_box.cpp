// Certificates of kind "box" (FORMAT.md): which runs a box has is found here from what it says;
// each is rebuilt and replayed like one of kind "run", and the verdict of a claim on the box is
// made from its letters, one for every run.
#include <array>
#include <cstdlib>
#include <map>

#include "check/answer.hpp"
#include "check/audit.hpp"
#include "check/box_patterns.hpp"
#include "check/constructions.hpp"
#include "check/cost.hpp"
#include "check/fault.hpp"
#include "check/filed_run.hpp"
#include "check/kind.hpp"

namespace hardmax::check {
namespace {

using Size = std::array<std::uint64_t,
                        4>;  // n, q = D^d, d, D: compared like this they are in the order of a box

std::pair<std::uint64_t, std::uint64_t> side(const Json& box, const char* name, std::uint64_t least,
                                             std::uint64_t most, const std::string& where) {
  const std::string &list = text(box, name, where), place = where + name;
  const std::vector<std::string> ends = split(list);
  require(ends.size() == 2, place, list, "that it must be two integers");
  const std::uint64_t from = integer(ends[0], least, place), to = integer(ends[1], from, place);
  require(to <= most, place, list, "that it must be at most " + std::to_string(most));
  return {from, to};
}

std::set<Size> sizes(const Json& boxes) {
  require(!boxes.items.empty() && boxes.items.size() <= 64, "boxes",
          std::to_string(boxes.items.size()) + " items", "that there must be 1 to 64");
  std::set<Size> out;
  std::size_t tried = 0;
  for (std::size_t i = 0; i < boxes.items.size(); ++i) {
    const std::string where = "boxes[" + std::to_string(i) + "]";
    require_kind(boxes.items[i], Json::Kind::object, where);
    require_keys(boxes.items[i], {"n", "q", "d"}, where);
    const auto [first_n, last_n] = side(boxes.items[i], "n", 2, 64, where + ".");
    const auto [least_q, most_q] = side(boxes.items[i], "q", 2, 4096, where + ".");
    const auto [least_d, most_d] = side(boxes.items[i], "d", 1, 12, where + ".");
    bool any = false;
    for (std::uint64_t n = first_n; n <= last_n; ++n)
      for (std::uint64_t D = 2; D <= most_q; ++D)
        for (std::uint64_t d = 1, q = D; d <= most_d && q <= most_q; ++d, q *= D) {
          if (++tried > 1 << 20) throw Incomplete("boxes: more than 2^20 triples n, d, D");
          if (d >= least_d && q >= least_q) out.insert({n, q, d, D}), any = true;
        }
    require(HARDMAX_FAULT(check_box_empty, any, true), where, "a box",
            "that there is no n, d, D in it");
  }
  return out;
}

bool same(const Json& a, const Json& b) {
  return a.kind == b.kind && a.text == b.text && a.items.size() == b.items.size() &&
         std::equal(a.items.begin(), a.items.end(), b.items.begin(), same);
}

struct Network {
  std::vector<std::pair<std::string, Json>>
      own;  // of `run` of kind "run", beside n, d, D and overrides
  std::vector<std::pair<std::string, std::string>>
      shown;  // what stands for it in an element of `runs`
};

// The networks of a construction on n tokens: of dense attention those of its inputs without
// encodings and of the grid with them; of any other that for each pattern with other edges than
// those before it.
class Networks {
 public:
  Networks(const Described& of, const Json& patterns)
      : of_(of), patterns_(patterns), used_(patterns.items.size()) {}
  const Described& construction() const { return of_; }
  bool dense() const { return !of_.pattern_required; }
  const std::vector<Network>& on(std::uint64_t n) {
    if (n == n_) return here_;
    n_ = n;
    here_.clear();
    if (dense()) {
      const std::string inputs = variants_of_inputs(of_).back();
      add(inputs.empty() ? "grid" : inputs, "none");
      for (const std::string& encodings : variants_of_encodings(of_))
        if (!encodings.empty()) add("grid", encodings);
      return here_;
    }
    std::vector<Json> before;
    for (std::size_t i = 0; i < patterns_.items.size(); ++i) {
      const std::optional<Json> edges =
          on_tokens(patterns_.items[i], n, "patterns[" + std::to_string(i) + "]");
      if (!edges || std::any_of(before.begin(), before.end(),
                                [&](const Json& other) { return same(other, *edges); }))
        continue;
      used_[i] = true;
      before.push_back(*edges);
      here_.push_back(
          {{{"construction", of_.id}, {"pattern", *edges}, {"target", std::string("identity")}},
           {{"pattern", std::to_string(i + 1)}}});
    }
    return here_;
  }
  void require_used() const {
    for (std::size_t i = 0; !dense() && i < used_.size(); ++i)
      require(HARDMAX_FAULT(check_box_pattern_unused, used_[i], true),
              "patterns[" + std::to_string(i) + "]", "a pattern",
              "that no run is its own: it has another n, or the edges of one before it");
  }

 private:
  void add(const std::string& inputs, const std::string& encodings) {
    here_.push_back({{{"construction", of_.id}, {"inputs", inputs}, {"encodings", encodings}},
                     {{"inputs", inputs}, {"encodings", encodings}}});
  }

  const Described& of_;
  const Json& patterns_;
  std::vector<bool> used_;
  std::uint64_t n_ = 0;
  std::vector<Network> here_;
};

constexpr char letters_of_a_run[] = "vrecluhndxf.";

char letter_of(const Finding& f, bool executed) {
  if (f.verdict == "not_checkable")
    return f.reason == "feature"   ? 'f'
           : f.reason == "domain"  ? 'd'
           : f.reason == "vacuous" ? 'x'
                                   : 'h';
  if (f.verdict == "undecided")
    return f.reason == "cost" ? 'c' : f.reason == "limit" ? 'l' : executed ? 'u' : 'n';
  return f.verdict == "verified" ? 'v' : f.verdict == "refuted" ? 'r' : 'e';
}

// What a run says it has executed: only to tell what a check will cost.
std::uint64_t inputs_of(const Json& run) {
  const Json* const totals = run.find("totals");
  const Json* const inputs = totals == nullptr ? nullptr : totals->find("inputs");
  return inputs == nullptr
             ? 0
             : std::min<std::uint64_t>(std::strtoull(inputs->text.c_str(), nullptr, 10),
                                       std::uint64_t{1} << 40);
}

// The construction of a paper, or, of a paper without one, that of the certificate that asks for a
// pattern, which is one (constructions.cpp).
const Described& construction_of(const std::string& paper, const Json& certificate,
                                 ConstructionFiles& files) {
  if (files.has_runs(paper)) return files.describing(paper);
  for (const Json& one : member(certificate, "constructions", Json::Kind::array, "").items)
    if (const Described& of = files.describing(text(one, "id")); of.pattern_required) return of;
  throw Rejected("constructions: stated none with a pattern, found claims of no construction");
}

// The claims of one paper on all runs of the box.
class Part {
 public:
  // `known`: whoever made the certificate has arguments about this very construction.
  Part(const Json& part, const Described& of, bool known, const Entries& entries,
       const Audit& audit)
      : of_(of),
        known_(known),
        entries_(entries),
        audit_(audit),
        runs_(member(part, "runs", Json::Kind::array, "")),
        paper_(text(part, "paper")) {
    require_keys(part, {"paper", "runs", "only", "claims", "hypotheses"}, "part");
    require(!paper_.empty() && paper_.find('.') == std::string::npos, "paper", paper_,
            "that it must be what stands in an id before the first dot");
    const std::vector<const Entry*> asked = bound_claims(part, entries, paper_, Scope::paper);
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const Json& stated = part.find("claims")->items[i];
      const std::string where = "claims[" + std::to_string(i) + "] (" + asked[i]->id + ")",
                        &letters = text(stated, "runs", where + ".");
      require(
          letters.size() == runs_.items.size() &&
              letters.find_first_not_of(letters_of_a_run) == std::string::npos,
          where + ".runs", letters,
          "that it must have a letter for each of " + std::to_string(runs_.items.size()) + " runs");
      claims_.push_back({asked[i], where, &stated, letters, {}, {}});
    }
  }

  std::uint64_t executed = 0;         // inputs
  std::set<std::string> not_audited;  // claims
  std::map<std::string, int> verdicts;
  std::size_t runs() const { return run_; }

  // What was not found out: a line each.
  std::vector<std::string> check(const std::set<Size>& sizes, const Json& patterns,
                                 Course& course) {
    std::vector<std::string> lines;
    Networks networks(of_, patterns);
    for (const Size& size : sizes)
      for (const Network& network : networks.on(size[0])) {
        const std::vector<Claim*> asked =
            asked_on(!networks.dense() || &network == &networks.on(size[0]).front());
        if (asked.empty()) continue;
        const std::string place = "runs[" + std::to_string(run_) + "]";
        require(run_ < runs_.items.size(), "runs", std::to_string(run_) + " runs",
                "one more, of n = " + std::to_string(size[0]) + ", d = " + std::to_string(size[2]) +
                    ", D = " + std::to_string(size[3]));
        try {
          replay(runs_.items[run_], size, network, asked);
        } catch (const Rejected& error) {
          throw Rejected(place + ", " + error.what());
        } catch (const Incomplete& bound) {
          lines.push_back(place + ": " + bound.what());
        }
        course.done(inputs_of(runs_.items[run_++]));
      }
    require(HARDMAX_FAULT(check_box_runs_more, run_ == runs_.items.size(), true), "runs",
            std::to_string(runs_.items.size()) + " runs", quote(std::to_string(run_)));
    networks.require_used();
    for (const Claim& claim : claims_) {
      const Json found = on_box(claim);
      require_equal(*claim.stated, found, claim.where);
      ++verdicts[text(found, "verdict")];
    }
    for (const auto& [line, count] : open_)
      lines.push_back("claim " + line + ", on " + std::to_string(count) + " runs");
    return lines;
  }

 private:
  struct Claim {
    const Entry* entry;
    std::string where;
    const Json* stated;
    std::string letters;  // as stated; each was found too, unless there is a line that says why not
    std::optional<Finding> of_first,
        refuting;  // what was found on the first run, and on the first with r

    // Of an audit: as an element of `claims` of kind "run". Where a witness ought to be and none is
    // stated, it is `error`, and an audit asks for nothing there.
    Json on_run(std::size_t run) const {
      const char letter = letters[run];
      const bool first_refuted = letter == 'r' && letters.find('r') == run;
      std::string verdict = "not_checkable", reason = "domain";
      if (first_refuted)
        verdict = "refuted", reason = "";
      else if (letter == 'v')
        verdict = "verified", reason = "";
      else if (letter == 'u' || letter == 'l')
        verdict = "undecided", reason = letter == 'u' ? "unknown" : "limit";
      else if (letter == 'r' || letter == 'e')
        verdict = "error", reason = "undefined";
      else if (letter == 'x')
        reason = "vacuous";
      Json out = Json::object({{"verdict", verdict}, {"reason", reason}});
      if (first_refuted)
        out.keys.push_back("witness"),
            out.items.push_back(member(*stated, "witness", Json::Kind::object, where + "."));
      return out;
    }
  };

  // The claims that are decided on the run that comes next: all, or those that are not made for the
  // network before; the others have a point there.
  std::vector<Claim*> asked_on(bool all) {
    std::vector<Claim*> out;
    for (Claim& claim : claims_)
      if (all || claim.letters[run_ - 1] == 'd') out.push_back(&claim);
    for (const Claim& claim : claims_) {
      const bool asked = all || claim.letters[run_ - 1] == 'd';
      require(out.empty() || run_ >= runs_.items.size() || (claim.letters[run_] != '.') == asked,
              claim.where + ".runs", claim.letters.substr(0, run_ + 1),
              asked ? "that its end must be another letter: the claim is decided there"
                    : "that its end must be a point: the claim is decided on the network before");
    }
    return out;
  }

  void replay(const Json& stated, const Size& size, const Network& network,
              const std::vector<Claim*>& asked) {
    std::vector<std::pair<std::string, std::string>> shown = {{"n", std::to_string(size[0])},
                                                              {"d", std::to_string(size[2])},
                                                              {"D", std::to_string(size[3])}};
    std::vector<std::pair<std::string, Json>> run(shown.begin(), shown.end());
    run.insert(run.end(), network.own.begin(), network.own.end());
    run.emplace_back("overrides", Json::array());
    shown.insert(shown.end(), network.shown.begin(), network.shown.end());
    std::set<std::string> keys = {"derived", "totals"};
    for (const auto& [key, value] : shown) {
      keys.insert(key);
      require(text(stated, key) == value, key, text(stated, key), quote(value));
    }
    require_keys(stated, keys, "run");
    const Json &derived = member(stated, "derived", Json::Kind::object, ""),
               &totals = member(stated, "totals", Json::Kind::object, "");
    std::uint64_t points = 1;
    for (std::uint64_t i = 0; i < size[0] * size[2] && points <= 1 << 16; ++i)
      points *= size[3] + 1;
    require(!totals.items.empty() || HARDMAX_FAULT(check_box_totals, points > 1 << 16, true),
            "totals", "nothing", "that they must be there where (D + 1)^(nd) <= 65536");

    std::set<std::string> cost,
        decided;  // claims that the producer did not decide for their cost, and all others
    for (const Claim* claim : asked)
      (claim->letters[run_] == 'c' ? cost : decided).insert(claim->entry->id);
    const std::uint64_t most = audit_.chunks == 0 ? UINT64_MAX : audit_.chunks * chunk;
    const std::unique_ptr<Construction> built = run_of_file(of_, Json::object(run), &derived, most);
    AuditReplay replay(entries_, cost, *built);
    for (const Claim* claim : asked) replay.add(claim->entry->id);
    const Audit seeded{audit_.chunks, audit_.seed + " " + paper_ + " " + std::to_string(run_ + 1)};
    const Ranges inputs = !built->executed()   ? Ranges()
                          : audit_.chunks == 0 ? Ranges{{0, built->inputs()}}
                                               : draw(seeded, *built);
    std::uint64_t here = 0;
    for (const auto& [from, to] : inputs) here += to - from;
    const bool whole = !built->executed() || here == built->inputs();
    std::vector<Json> of_run;
    for (const Claim* claim : asked) of_run.push_back(claim->on_run(run_));
    for (std::size_t i = 0; !whole && i < asked.size(); ++i)
      replay.state(asked[i]->entry->id, of_run[i]);
    tell_cost(entries_, decided, *built, inputs, text(derived, "layers"));
    const Json found = replay.execute(inputs);
    executed += here;
    if (whole && !totals.items.empty())
      require_equal(totals, found, "totals");
    else if (!totals.items.empty())
      require_possible(totals, found, *built);
    for (Claim* claim : asked)
      if (claim->letters[run_] == 'l' && (!known_ || built->may_meet_limits()))
        ++open_[claim->entry->id + ": undecided (limit), as stated"];
      else
        compare(*claim, replay.decide(claim->entry->id), built->executed(), whole);
  }

  void compare(Claim& claim, const Finding& finding, bool network, bool whole) {
    const char stated = claim.letters[run_], found = letter_of(finding, network);
    const bool first_refuted = claim.letters.find('r') == run_;
    if (finding.not_audited || (!whole && stated == 'r' && !first_refuted && found == 'e')) {
      not_audited.insert(claim.entry->id);
      return;
    }
    if (!finding.open.empty() && found != 'n') ++open_[claim.entry->id + ": " + finding.open];
    if (finding.verdict.empty()) return;
    require(HARDMAX_FAULT(check_box_letter, found == stated, true), claim.where + ".runs",
            std::string(1, stated), quote(std::string(1, found)));
    if (run_ == 0) claim.of_first = finding;
    if (first_refuted) claim.refuting = finding;
  }

  // What the element of `claims` must be. What was not found (there is a line about it) is as
  // stated.
  static Json on_box(const Claim& claim) {
    const std::string& letters = claim.letters;
    const auto has = [&](const char* which) {
      return letters.find_first_of(which) != std::string::npos;
    };
    std::string verdict = "not_checkable", reason;
    if (has("r")) {
      verdict = "refuted", reason = "at run " + std::to_string(letters.find('r') + 1);
    } else if (has("e")) {
      verdict = "error", reason = "undefined";
    } else if (has("clu")) {
      const char open = letters[letters.find_first_of("clu")];
      verdict = "undecided", reason = open == 'c' ? "cost" : open == 'l' ? "limit" : "unknown";
    } else if (has("v")) {
      verdict = "verified",
      reason = "on " + std::to_string(std::count(letters.begin(), letters.end(), 'v')) + " runs";
    } else if (has("xd")) {
      reason = has("x") ? "vacuous" : "domain";
    } else {
      reason = letters[0] == 'n' ? "network"
               : claim.of_first  ? claim.of_first->reason
                                 : text(*claim.stated, "reason", claim.where + ".");
    }
    Json found = replayed_claim(*claim.stated, verdict, reason,
                                claim.refuting ? claim.refuting->witness : Witness{});
    if (has("r") && !claim.refuting)
      found.items.back() = member(*claim.stated, "witness", Json::Kind::object, claim.where + ".");
    found.keys.push_back("runs");
    found.items.push_back(letters);
    return found;
  }
  const Described& of_;
  const bool known_;
  const Entries& entries_;
  const Audit& audit_;
  const Json& runs_;
  const std::string paper_;
  std::vector<Claim> claims_;
  std::size_t run_ = 0;              // the one that comes next
  std::map<std::string, int> open_;  // claims with why they are not decided, and on how many runs
};

// Papers, sizes and patterns, as they are stated.
std::string about_box(const Json& boxes, const Json& patterns, const Json& parts) {
  std::vector<std::string> papers, sides, names;
  for (const Json& part : parts.items) papers.push_back(text(part, "paper"));
  for (const Json& box : boxes.items)
    sides.push_back("n " + text(box, "n") + ", q " + text(box, "q") + ", d " + text(box, "d"));
  for (const Json& pattern : patterns.items)
    names.push_back(pattern.kind == Json::Kind::string ? pattern.text : "by its edges");
  return about_list(papers, "paper") + ", " + about_list(sides, "box") +
         (names.empty() ? "" : ", " + about_list(names, "pattern")) +
         ", as printed, target identity";
}

std::uint64_t inputs_stated(const Json& parts) {
  std::uint64_t stated = 0;
  for (const Json& part : parts.items)
    if (const Json* const list = part.find("runs"); list != nullptr)
      for (const Json& run : list->items) stated += inputs_of(run);
  return stated;
}

Report judge(const Json& certificate, const Entries& entries, const Audit& audit) {
  require_keys(certificate,
               {"format", "version", "kind", "boxes", "patterns", "parts", "constructions"},
               "certificate");
  const std::set<Size> all = sizes(member(certificate, "boxes", Json::Kind::array, ""));
  const Json &patterns = member(certificate, "patterns", Json::Kind::array, ""),
             &parts = member(certificate, "parts", Json::Kind::array, "");
  require(patterns.items.size() <= 256, "patterns",
          std::to_string(patterns.items.size()) + " items", "that there must be at most 256");
  require(!parts.items.empty(), "parts", "nothing", "that there must be one");
  Course course(inputs_stated(parts), audit.chunks == 0);
  ConstructionFiles files(entries);
  Report report;
  if (audit.chunks > 0) report.lines.push_back("incomplete: an audit; seed " + audit.seed);
  std::map<std::string, int> count;
  std::uint64_t runs = 0, executed = 0;
  std::string not_audited;
  bool dense = true;
  for (std::size_t i = 0; i < parts.items.size(); ++i) {
    const std::string where = "parts[" + std::to_string(i) + "]";
    require_kind(parts.items[i], Json::Kind::object, where);
    const std::string& paper = text(parts.items[i], "paper", where + ".");
    require(
        i == 0 || HARDMAX_FAULT(check_box_papers, text(parts.items[i - 1], "paper") < paper, true),
        where + ".paper", paper, "that it must stand behind the one before it");
    const Described& of = construction_of(paper, certificate, files);
    dense = dense && !of.pattern_required;
    try {
      Part part(parts.items[i], of, files.network(of.id) != MadeFor::nothing, entries, audit);
      files.require_assumption1_alone(of.id);
      for (const std::string& line : part.check(all, patterns, course))
        report.lines.push_back("incomplete: " + where + ", " + line);
      for (const auto& [verdict, number] : part.verdicts) count[verdict] += number;
      for (const std::string& id : part.not_audited) not_audited += " " + id;
      runs += part.runs(), executed += part.executed;
    } catch (const Rejected& error) {
      throw Rejected(where + ", " + error.what());
    }
  }
  require(HARDMAX_FAULT(check_box_dense_patterns, !dense || patterns.items.empty(), true),
          "patterns", "a pattern", "that attention is dense in all parts");
  if (!not_audited.empty())
    report.lines.push_back(
        "incomplete: not audited on every run, because they speak of all inputs at once or no "
        "witness is stated:" +
        not_audited);
  report.code = report.lines.empty() ? 0 : 3;
  std::string line = report.code == 0    ? "accepted:"
                     : audit.chunks == 0 ? "everything else agrees:"
                                         : "no difference found:";
  for (const auto& [verdict, number] : count)
    line += " " + std::to_string(number) + " " + verdict + ",";
  report.lines.push_back(line + " " + std::to_string(runs) + " runs, " + std::to_string(executed) +
                         " inputs executed; " +
                         about_box(*certificate.find("boxes"), patterns, parts));
  return report;
}

}  // namespace

Report check_box(const Json& certificate, const Entries& entries) {
  return judge(certificate, entries, {});
}
Report audit_box(const Json& certificate, const Entries& entries, const Audit& audit) {
  return judge(certificate, entries, audit);
}

}  // namespace hardmax::check
