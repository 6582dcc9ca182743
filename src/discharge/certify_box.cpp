#include "discharge/certify_box.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <set>

#include "certificate/hypotheses.hpp"
#include "discharge/corpus.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

using certificate::ClaimRecord;
using certificate::Writer;

char letter_of(const ClaimResult& claim, bool network) {
  switch (claim.verdict) {
    case Verdict::verified: return 'v';
    case Verdict::refuted: return 'r';
    case Verdict::error: return 'e';
    case Verdict::unrefuted: break;  // no search on a box
    case Verdict::undecided:
      return claim.reason == "limit" ? 'l' : claim.reason != "unknown" ? 'c' : network ? 'u' : 'n';
    case Verdict::not_checkable: break;
  }
  return claim.reason.starts_with("hypothesis") ? 'h'
         : claim.reason == "domain"             ? 'd'
         : claim.reason == "vacuous"            ? 'x'
                                                : 'f';
}

struct PartRun {  // of a part
  const CorpusRun* run = nullptr;
  const CertifiedNetwork* network = nullptr;
};

const CertifiedNetwork* with_pattern(const CorpusRun& run) {
  const auto it = std::find_if(run.networks.begin(), run.networks.end(),
                               [](const CertifiedNetwork& network) { return !network.of.sweep; });
  return it == run.networks.end() ? nullptr : &*it;
}

class BoxText {
 public:
  BoxText(const CorpusRequest& request, const CorpusResult& result)
      : request_(request), result_(result) {}

  std::string write() {
    std::set<std::string> papers;
    // Of a network that a file describes there are certificates of runs alone.
    for (const ClaimFinding& claim : result_.claims)
      if (claim.described == nullptr) papers.insert(claim::paper_of(claim.entry->id));
    Writer w("box");
    w.key("boxes");
    w.open('[');
    for (const Box& box : result_.boxes) {
      w.open('{');
      for (const auto& [name, side] :
           {std::pair("n", box.n), std::pair("q", box.q), std::pair("d", box.d)})
        w.field(name, fmt::format("{} {}", side.least, side.most));
      w.close('}');
    }
    w.close(']');
    write_patterns(w);
    w.key("parts");
    w.open('[');
    for (const std::string& paper : papers) write_part(w, paper);
    w.close(']');
    return w.finish();
  }

 private:
  // A named pattern that FORMAT.md knows stands for itself, any other for its edges on every n on
  // which it was run; none where all constructions have dense attention.
  void write_patterns(Writer& w) {
    static constexpr std::array<const char*, 5> named = {"dense", "strided", "window", "star",
                                                         "fixed"};
    w.key("patterns");
    w.open('[');
    std::size_t count = 0;
    const bool asked =
        std::any_of(result_.claims.begin(), result_.claims.end(), [](const ClaimFinding& claim) {
          return sweep_paper_of(claim.entry->id) == nullptr && claim.described == nullptr;
        });
    for (const PatternChoice& choice : asked ? result_.patterns : std::vector<PatternChoice>()) {
      const bool stands =
          choice.file.empty() && std::find(named.begin(), named.end(), choice.name) != named.end();
      std::uint64_t n = 0;
      for (const CorpusRun& run : result_.runs) {
        if (!run.in_box || run.pattern.name != choice.name || run.pattern.window != choice.window ||
            run.pattern.file != choice.file)
          continue;
        if (stands && n == 0) {
          const bool takes_window = choice.name != "dense" && choice.name != "star";
          w.string(takes_window && choice.window ? fmt::format("{} {}", choice.name, *choice.window)
                                                 : choice.name);
          ++count;
        } else if (!stands && run.parameters.n != n) {
          w.open('[');
          for (const auto& layer : with_pattern(run)->of.pattern) w.list(layer);
          w.close(']');
          ++count;
        }
        n = run.parameters.n;
        place_.emplace(&run, count);
      }
    }
    w.close(']');
  }

  void write_part(Writer& w, const std::string& paper) {
    const SweepPaper* const sweep = sweep_paper_of(paper + ".");
    const std::string construction = sweep != nullptr ? sweep->name : pattern_construction();
    std::vector<PartRun> runs;
    for (const CorpusRun& run : result_.runs) {
      if (!run.in_box) continue;
      for (const CertifiedNetwork& network : run.networks) {
        if (network.of.construction == construction) runs.push_back({&run, &network});
      }
    }
    w.open('{');
    w.field("paper", paper);
    w.key("runs");
    w.open('[');
    for (const auto& [run, network] : runs) {
      const certificate::Certificate& of = network->of;
      w.open('{');
      w.field("n", of.n);
      w.field("d", of.d);
      w.field("D", of.D);
      if (of.sweep) {
        w.field("inputs", of.inputs_of);
        w.field("encodings", of.encodings);
      } else {
        w.field("pattern", std::to_string(place_.at(run)));
      }
      certificate::write_derived(w, of);
      if (network->executed) {
        certificate::write_totals(w, of);
      } else {
        w.key("totals");
        w.open('{');
        w.close('}');
      }
      w.close('}');
    }
    w.close(']');
    std::vector<ClaimRecord> records;
    for (const ClaimFinding& claim : result_.claims) {
      if (claim.entry->id.starts_with(paper + "."))
        records.push_back(record_of(*claim.entry, runs));
    }
    w.claims(request_.only, records);
    w.hypotheses(hypotheses_of(paper));
    w.close('}');
  }

  [[nodiscard]] std::vector<certificate::Binding> hypotheses_of(const std::string& paper) const {
    std::vector<const claim::Entry*> claims;
    for (const ClaimFinding& claim : result_.claims) {
      if (claim.entry->id.starts_with(paper + ".")) claims.push_back(claim.entry);
    }
    return certificate::hypotheses_of(claims, [&](const std::string& id) -> const claim::Entry& {
      return *result_.needed.at(id);
    });
  }

  // FORMAT.md, kind "box", `claims`: the verdict on the box from those on its runs.
  static ClaimRecord record_of(const claim::Entry& entry, const std::vector<PartRun>& runs) {
    ClaimRecord record{entry.id,
                       certificate::sha256(claim::binding_text(entry)),
                       "not_checkable",
                       "none",
                       "none",
                       "",
                       {},
                       std::string()};
    std::string& letters = *record.runs;
    std::vector<const CertifiedNetwork::Claim*> found;
    for (const PartRun& run : runs) {
      const auto it = run.network->claims.find(entry.id);
      found.push_back(it == run.network->claims.end() ? nullptr : &it->second);
      letters += found.back() == nullptr ? '.' : found.back()->letter;
    }
    const auto first = [&](const char* which) { return letters.find_first_of(which); };
    if (const auto refuted = first("r"); refuted != std::string::npos) {
      record.verdict = "refuted";
      record.tier = "witness";
      record.evidence = "replay";
      record.reason = fmt::format("at run {}", refuted + 1);
      record.witness = found[refuted]->witness;
    } else if (first("e") != std::string::npos) {
      record.verdict = "error";
      record.reason = "undefined";
    } else if (const auto open = first("clu"); open != std::string::npos) {
      record.verdict = "undecided";
      record.reason = found[open]->reason;
    } else if (const auto verified = std::count(letters.begin(), letters.end(), 'v');
               verified != 0) {
      record.verdict = "verified";
      record.tier = "exhaustive";
      record.evidence = "replay";
      record.reason = fmt::format("on {} runs", verified);
    } else {
      const auto telling = first("x") != std::string::npos   ? first("x")
                           : first("d") != std::string::npos ? first("d")
                                                             : 0;
      record.reason = letters[telling] == 'n' ? "network" : found[telling]->reason;
    }
    return record;
  }

  const CorpusRequest& request_;
  const CorpusResult& result_;
  std::map<const CorpusRun*, std::size_t> place_;  // of its pattern in the list, from 1
};

}  // namespace

bool is_certifiable(const RunRequest& request, const RunResult& result) {
  return request.sweep ? result.sweep.has_value()
                       : result.construction.has_value() || !result.assumption.holds();
}

CertifiedNetwork certify_network(const RunRequest& request, const RunResult& result) {
  HARDMAX_REQUIRE(is_certifiable(request, result));
  CertifiedNetwork network;
  network.of = certify(request, result);
  const bool built = request.sweep || result.construction;
  network.executed = result.executed || !built;
  for (const ClaimRecord& claim : std::exchange(network.of.claims, {}))
    network.claims.emplace(claim.id, CertifiedNetwork::Claim{'v', claim.reason, claim.witness});
  for (const ClaimResult& claim : result.claims)
    network.claims.at(claim.entry->id).letter = letter_of(claim, built);
  return network;
}

std::string why_not_certified(const CorpusResult& result) {
  for (const CorpusRun& run : result.runs) {
    if (!run.not_certified.empty()) return run.str() + ": " + run.not_certified;
  }
  return "";
}

std::string certify_box(const CorpusRequest& request, const CorpusResult& result) {
  HARDMAX_REQUIRE(why_not_certified(result).empty());
  return BoxText(request, result).write();
}

}  // namespace hardmax
