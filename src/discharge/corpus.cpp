#include "discharge/corpus.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <mutex>
#include <numeric>
#include <set>

#include "claim/errata.hpp"
#include "discharge/construction_files.hpp"
#include "discharge/corpus_record.hpp"
#include "discharge/encodings.hpp"
#include "discharge/soft/recorded.hpp"
#include "discharge/stored.hpp"
#include "discharge/sweep_papers.hpp"
#include "exact/crew.hpp"
#include "exact/error.hpp"

namespace hardmax {

namespace {

using claim::Entry;
using claim::Record;

class Corpus {
 public:
  Corpus(const CorpusRequest& request, const std::vector<Entry>& entries)
      : request_(request), entries_(entries) {
    const std::set<std::string> looked_at = with_needs();
    for (const Entry& entry : entries) {
      if (!looked_at.contains(entry.id)) continue;
      (described_.of(entry) != nullptr       ? of_files_
       : sweep_paper_of(entry.id) != nullptr ? of_sweeps_
                                             : of_patterns_)
          .push_back(entry);
    }
    // Only what is asked for is decided; the others are there for what needs them.
    for (Entry& entry : of_files_) entry.borrowed = entry.borrowed || !is_asked_for(entry);
  }

  CorpusResult decide() {
    const auto start = std::chrono::steady_clock::now();
    result_.boxes = request_.boxes;
    result_.patterns = request_.patterns;
    for (const Entry& entry : entries_) {
      if (!is_asked_for(entry)) continue;
      position_[entry.id] = result_.claims.size();
      result_.claims.emplace_back().entry = &entry;
      result_.claims.back().described = described_.of(entry);
    }
    HARDMAX_REQUIRE(!result_.claims.empty());
    std::set<std::string> needs;
    for (const Entry& entry : entries_) needs.insert(entry.needs.begin(), entry.needs.end());
    for (const Entry& entry : entries_) {
      if (needs.contains(entry.id)) result_.needed.emplace(entry.id, &entry);
    }
    const bool of_files_alone =
        std::all_of(result_.claims.begin(), result_.claims.end(),
                    [](const ClaimFinding& claim) { return claim.described != nullptr; });
    if (!of_files_alone) list_runs();
    if (request_.certify) require_certificate(of_files_alone);
    list_described_runs();
    if (of_files_alone) {
      result_.boxes.clear();
      result_.patterns.clear();
    }
    const std::size_t in_box = result_.runs.size();
    make_runs(0, in_box, request_.budget_seconds);
    add_stored_counterexamples();
    make_runs(in_box, result_.runs.size(), std::max(request_.budget_seconds, kBudgetOfStored));
    for (ClaimFinding& claim : result_.claims) {
      if (claim.entry->soft && claim.described == nullptr) decide_with_soft_maps(claim);
    }
    for (ClaimFinding& claim : result_.claims) sum_up(claim);
    for (ClaimFinding& claim : result_.claims) argue(claim);
    result_.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::move(result_);
  }

 private:
  bool is_asked_for(const Entry& entry) const {
    return entry.is_asked_for(request_.only) && (!request_.ids || request_.ids->contains(entry.id));
  }

  // The claims that are asked for, and what they need, and what that needs.
  std::set<std::string> with_needs() const {
    std::map<std::string, const Entry*> by_id;
    std::vector<const Entry*> left;
    for (const Entry& entry : entries_) {
      by_id.emplace(entry.id, &entry);
      if (!request_.ids || request_.ids->contains(entry.id)) left.push_back(&entry);
    }
    std::set<std::string> found;
    while (!left.empty()) {
      const Entry* entry = left.back();
      left.pop_back();
      if (!found.insert(entry->id).second) continue;
      for (const std::string& need : entry->needs) left.push_back(by_id.at(need));
    }
    return found;
  }

  static constexpr double kBudgetOfStored = 60;

  void list_runs() {
    std::uint64_t n = 0;
    std::vector<std::pair<PatternChoice, Pattern>> here;  // for this n, each set of edges once
    std::vector<std::vector<std::string>> also;
    for (const Parameters& parameters : parameter_sets(request_.boxes)) {
      if (parameters.n != n) {
        n = parameters.n;
        here.clear();
        also.clear();
        for (const PatternChoice& choice : request_.patterns) {
          Pattern pattern = pattern_of(choice, n);
          if (pattern.tokens() != n) continue;
          const auto known = std::find_if(here.begin(), here.end(), [&](const auto& h) {
            return same_edges(h.second, pattern);
          });
          if (known != here.end()) {
            also[static_cast<std::size_t>(known - here.begin())].push_back(choice.str());
          } else {
            here.emplace_back(choice, std::move(pattern));
            also.emplace_back();
          }
        }
      }
      for (std::size_t i = 0; i < here.size(); ++i)
        add_run(parameters, here[i].first, here[i].second, also[i], true);
    }
    if (result_.runs.empty()) {
      throw InvalidInput(InvalidInput::Kind::option,
                         fmt::format("--patterns: none of them has n tokens for an n of the box "
                                     "{}; name one or change --box",
                                     show(request_.boxes)));
    }
  }

  // Of the papers that are data alone, in the order of their ids: the runs of their boxes.
  void list_described_runs() {
    std::set<std::string> listed;
    for (std::size_t i = 0; i < result_.claims.size(); ++i) {
      const DescribedFile file = result_.claims[i].described;
      if (file == nullptr || !listed.insert(file->file).second) continue;
      const auto boxes =
          request_.boxes_given ? std::optional(request_.boxes) : std::optional<std::vector<Box>>();
      for (DescribedRun& run : described_runs(file, boxes)) add_described_run(std::move(run), true);
    }
  }

  void add_described_run(DescribedRun run, bool in_box) {
    const Parameters parameters = parameters_of(run);
    // No claim is decided on this pattern; every run has one.
    add_run(parameters, {}, pattern_of({"dense", {}, {}, {}}, 2), {}, in_box);
    result_.runs.back().described = std::move(run);
  }

  void require_certificate(bool of_files_alone) const {
    if (of_files_alone)
      throw InvalidInput(
          InvalidInput::Kind::option,
          fmt::format(
              "--certificate: the claims of {} are about the network of a file, and a "
              "certificate of a box has none of these; write verify {} --certificate FILE, "
              "for each run",
              result_.claims[0].described->id,
              std::filesystem::path(result_.claims[0].described->file).parent_path().string()));
    for (const ClaimFinding& claim : result_.claims) {
      if (claim.described != nullptr) continue;
      const std::string& id = claim.entry->id;
      if (id.find('.') == std::string::npos) {
        throw InvalidInput(InvalidInput::Kind::option,
                           fmt::format("--certificate: '{}' has no paper before a dot, and a "
                                       "certificate speaks of the claims of papers; rename it",
                                       id.substr(0, 100)));
      }
      const auto made =
          static_cast<std::size_t>(std::count_if(patterns_.begin(), patterns_.end(), is_dense));
      if (sweep_paper_of(id) != nullptr && made != parameter_sets(request_.boxes).size()) {
        throw InvalidInput(InvalidInput::Kind::option,
                           fmt::format("--certificate: {} has dense attention; have dense among "
                                       "the --patterns, or ask for other claims",
                                       id.substr(0, id.find('.'))));
      }
    }
  }

  void add_run(const Parameters& parameters, const PatternChoice& choice, Pattern pattern,
               std::vector<std::string> also, bool in_box) {
    CorpusRun& run = result_.runs.emplace_back();
    run.parameters = parameters;
    run.pattern = choice;
    run.also = std::move(also);
    run.in_box = in_box;
    patterns_.push_back(std::move(pattern));
    only_.emplace_back(request_.only);
    for (ClaimFinding& claim : result_.claims) claim.at.resize(result_.runs.size());
    witnesses_.resize(result_.runs.size());
  }

  // Every stored counterexample is run: in the box if it is there and was decided, else by itself.
  void add_stored_counterexamples() {
    for (ClaimFinding& claim : result_.claims) {
      const Entry& entry = *claim.entry;
      if (entry.record != Record::fails || !entry.formal) continue;
      if (claim.described != nullptr) {
        add_described_counterexample(claim);
        continue;
      }
      auto [stored, pattern] = stored_run(entry);
      const SweepPaper* const paper = sweep_paper_of(entry.id);
      if (paper != nullptr) require_choice(entry, *paper, stored);
      if (paper != nullptr && !is_dense(pattern)) {
        throw InvalidInput(InvalidInput::Kind::file,
                           fmt::format("{}:{}: the counterexample of {}: this construction has "
                                       "dense attention; write pattern=dense",
                                       entry.file, entry.line, entry.id));
      }
      for (std::size_t i = 0; i < result_.runs.size() && !claim.stored; ++i) {
        const bool this_one = claim.at[i] && result_.runs[i].in_box &&
                              same(result_.runs[i].parameters, stored.parameters) &&
                              same_edges(patterns_[i], pattern);
        if (this_one && claim.at[i]->verdict != Verdict::undecided) claim.stored = i;
      }
      if (claim.stored) continue;
      claim.stored = result_.runs.size();
      add_run(stored.parameters, stored.pattern, std::move(pattern), {}, false);
      only_.back() = entry.id;
    }
  }

  void add_described_counterexample(ClaimFinding& claim) {
    DescribedRun stored = stored_run_of(claim.described, *claim.entry);
    for (std::size_t i = 0; i < result_.runs.size() && !claim.stored; ++i) {
      const CorpusRun& run = result_.runs[i];
      if (claim.at[i] && run.in_box && run.described && run.described->run == stored.run &&
          claim.at[i]->verdict != Verdict::undecided)
        claim.stored = i;
    }
    if (claim.stored) return;
    claim.stored = result_.runs.size();
    add_described_run(std::move(stored), false);
    only_.back() = claim.entry->id;
  }

  std::pair<StoredCounterexample, Pattern> stored_run(const Entry& entry) const {
    const StoredCounterexample stored = read_stored_counterexample(entry, request_.files);
    Pattern pattern = pattern_of(stored.pattern, stored.parameters.n);
    if (pattern.tokens() != stored.parameters.n) {
      throw InvalidInput(
          InvalidInput::Kind::file,
          fmt::format("{}:{}: the counterexample of {} has n={}, but its pattern has {} tokens; "
                      "make them agree",
                      entry.file, entry.line, entry.id, stored.parameters.n, pattern.tokens()));
    }
    return {stored, std::move(pattern)};
  }

  // At the stored counterexample, its own or that of the claim that it repairs; the run stands in
  // the list, executed or not.
  void decide_with_soft_maps(ClaimFinding& claim) {
    const Entry& entry = *claim.entry;
    const auto of = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) {
      return e.id == (entry.repairs ? *entry.repairs : entry.id);
    });
    if (of == entries_.end() || !of->counterexample) {
      throw InvalidInput(InvalidInput::Kind::file,
                         fmt::format("{}:{}: {} has soft = \"{}\", and there is no counterexample "
                                     "at whose run to decide it; store one",
                                     entry.file, entry.line, entry.id, *entry.soft));
    }
    auto [stored, pattern] = stored_run(*of);
    const SoftDecided decided = decide_soft(entry, stored.parameters, pattern, request_.stop);
    std::size_t run = 0;
    while (run < result_.runs.size() &&
           (result_.runs[run].described || !same(result_.runs[run].parameters, stored.parameters) ||
            !same_edges(patterns_[run], pattern)))
      ++run;
    if (run == result_.runs.size()) {
      add_run(stored.parameters, stored.pattern, std::move(pattern), {}, false);
      result_.runs[run].inputs = power(q_of(stored.parameters), stored.parameters.n);
    }
    for (std::optional<RunFinding>& other : claim.at) other.reset();
    RunFinding& found = claim.at[run].emplace(RunFinding{
        decided.verdict, false, false, decided.verdict == Verdict::undecided ? "unknown" : "",
        decided.explanation, result_.runs[run].inputs});
    if (found.verdict == Verdict::verified && !result_.runs[run].in_box) {
      found.verdict = Verdict::not_checkable;
      found.reason = "box";
      found.explanation = fmt::format("it is verified at {}, which is outside of this box",
                                      result_.runs[run].str());
    }
    if (decided.verdict == Verdict::refuted)
      witnesses_[run].emplace(entry.id, Shown{decided.witness, {}});
    if (entry.record == Record::fails) claim.stored = run;
  }

  // The counterexample names one of the networks on which the paper's claims are decided.
  static void require_choice(const Entry& entry, const SweepPaper& paper,
                             const StoredCounterexample& stored) {
    const auto choices = sweep_choices(paper);
    if (std::any_of(choices.begin(), choices.end(), [&](const SweepChoice& c) {
          return c.positional == stored.positional && c.extended == stored.extended;
        }))
      return;
    throw InvalidInput(InvalidInput::Kind::file,
                       fmt::format("{}:{}: the counterexample of {}: claims of {} are decided "
                                   "{}extended=1 or with positional=1; write one of them",
                                   entry.file, entry.line, entry.id, paper.name,
                                   paper.has_extended_grid() ? "with " : "without "));
  }

  // Runs are independent, so each is made on one thread and several are made at a time, the longest
  // first. The results do not depend on that.
  void make_runs(std::size_t first, std::size_t last, double budget) {
    std::vector<std::size_t> order(last - first);
    std::iota(order.begin(), order.end(), first);
    const auto size = [&](std::size_t i) {
      return power(q_of(result_.runs[i].parameters), result_.runs[i].parameters.n);
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return size(a) > size(b); });
    const std::size_t threads = std::min(order.size(), threads_of(request_.threads));
    std::atomic<std::size_t> next{0};
    std::mutex mutex;
    work_on_threads(threads, [&](const std::atomic<bool>& failed) {
      for (std::size_t turn = next++; turn < order.size() && !failed; turn = next++) {
        make_run(order[turn], budget);
        const std::lock_guard lock(mutex);
        ++done_;
        if (request_.progress) request_.progress(done_, result_.runs.size());
      }
    });
  }

  void make_run(std::size_t index, double budget) {
    if (request_.stop != nullptr && request_.stop->load() != 0)
      throw Interrupted(request_.stop->load());
    CorpusRun& run = result_.runs[index];
    if (run.described) return make_described_run(index, budget);
    RunRequest request;
    request.parameters = run.parameters;
    request.pattern = &patterns_[index];
    request.pattern_name = run.pattern.name;
    request.window = run.pattern.window;
    request.only = only_[index];
    request.budget_seconds = budget;
    request.threads = 1;
    request.stop = request_.stop;
    run.p = patterns_[index].layers();
    const auto asked_for = [&](const Entry& entry) { return entry.is_asked_for(request.only); };
    if (std::any_of(of_patterns_.begin(), of_patterns_.end(), asked_for)) {
      RunResult decided = decide_run(request, of_patterns_);
      certify(run, request, decided);
      run.holds = decided.assumption.holds();
      {
        const std::lock_guard lock(disagreeing_);
        compare_assumption(run, decided.assumption, decided.claims);
      }
      run.s = decided.assumption.reach == Decision::yes ? decided.assumption.s : 0;
      run.gamma_is_identity =
          std::is_sorted(decided.assumption.gamma.begin(), decided.assumption.gamma.end());
      run.executed = decided.executed;
      run.inputs = decided.inputs;
      keep(index, std::move(decided.claims), decided.inputs, encodings_of(request, decided), {});
    }
    const bool of_pattern = run.executed;
    if (std::any_of(of_sweeps_.begin(), of_sweeps_.end(), asked_for) &&
        is_dense(patterns_[index])) {
      for (const SweepPaper& paper : sweep_papers()) decide_sweeps(index, request, paper);
      if (!of_pattern) run.inputs = power(q_of(run.parameters), run.parameters.n);
    }
  }

  void make_described_run(std::size_t index, double budget) {
    CorpusRun& run = result_.runs[index];
    const subject::Run opened = open(*run.described);
    decide::Request request;
    request.run = &opened;
    request.only = only_[index];
    request.budget_seconds = budget;
    request.threads = 1;
    decide::Result decided = decide::decide(request, of_files_);
    run.executed = decided.executed;
    run.inputs = decided.inputs;
    keep(index, std::move(decided.claims), decided.inputs, {}, {});
  }

  void certify(CorpusRun& run, const RunRequest& request, const RunResult& decided) const {
    if (!request_.certify || !run.in_box) return;
    if (is_certifiable(request, decided)) {
      run.networks.push_back(certify_network(request, decided));
    } else {
      run.not_certified = decided.not_executed;
    }
  }

  // On each network of the paper in turn, what the ones before were not made for.
  void decide_sweeps(std::size_t index, RunRequest request, const SweepPaper& paper) {
    std::vector<Entry> left, others;  // what is asked for and not yet decided; what that may need
    const auto set_aside = [&](Entry entry) {
      entry.borrowed = true;
      others.push_back(std::move(entry));
    };
    for (const Entry& entry : of_sweeps_) {
      if (sweep_paper_of(entry.id) != &paper) continue;
      if (entry.is_asked_for(request.only))
        left.push_back(entry);
      else
        set_aside(entry);
    }
    request.paper = paper.name;
    request.totals = request_.certify && result_.runs[index].in_box &&
                     power(request.parameters.D + 1, request.parameters.n * request.parameters.d) <=
                         Rational(kTotalsOfSweeps);
    for (const SweepChoice& choice : sweep_choices(paper)) {
      if (left.empty()) return;
      request.sweep = choice;
      std::vector<Entry> known = left;
      known.insert(known.end(), others.begin(), others.end());
      RunResult decided = decide_run(request, known);
      certify(result_.runs[index], request, decided);
      result_.runs[index].executed = result_.runs[index].executed || decided.executed;
      std::vector<ClaimResult>& claims = decided.claims;
      std::set<std::string> outside;
      for (const ClaimResult& c : claims) {
        if (c.reason == "domain") outside.insert(c.entry->id);
      }
      keep(index, std::move(claims), decided.inputs, encodings_of(request, decided), choice);
      std::erase_if(left, [&](const Entry& entry) {
        const bool decided_here = !outside.contains(entry.id);
        if (decided_here) set_aside(entry);
        return decided_here;
      });
    }
  }

  // Assumption 1 is decided twice: by the pattern room, which the network is built from, and as
  // claims of the corpus, the hypotheses of the construction in their order.
  void compare_assumption(const CorpusRun& run, const Assumption1& built_from,
                          const std::vector<ClaimResult>& claims) {
    const Decision parts[] = {built_from.self, built_from.order, built_from.reach};
    const auto& said = construction_file(pattern_construction()).hypotheses;
    for (std::size_t i = 0; i < std::min(said.size(), std::size(parts)); ++i) {
      const auto c = std::find_if(claims.begin(), claims.end(),
                                  [&](const ClaimResult& x) { return x.entry->id == said[i]; });
      if (c == claims.end()) continue;
      if ((c->verdict == Verdict::verified && parts[i] == Decision::no) ||
          (c->verdict == Verdict::refuted && parts[i] == Decision::yes))
        disagreements_.emplace(said[i], run.str());
    }
  }

  void keep(std::size_t index, std::vector<ClaimResult> claims, const Rational& inputs,
            const std::vector<Rational>& encodings, const SweepChoice& choice) {
    const CorpusRun& run = result_.runs[index];
    for (ClaimResult& c : claims) {
      if (!run.in_box && c.entry->id != only_[index]) continue;
      const auto position = position_.find(c.entry->id);
      if (position == position_.end()) continue;
      // A claim of somebody's own file cannot name Assumption 1 in `needs`, if the file has no such
      // entries.
      if (run.holds == false && sweep_paper_of(c.entry->id) == nullptr &&
          c.verdict == Verdict::undecided && c.reason == "unknown") {
        c.verdict = Verdict::not_checkable;
        c.reason = "hypothesis";
        c.explanation = "Assumption 1 does not hold for this pattern, so there is no network";
      }
      result_.claims[position->second].at[index] = RunFinding{
          c.verdict, choice.positional, choice.extended, c.reason, c.explanation, inputs};
      if (c.shown) witnesses_[index].emplace(c.entry->id, Shown{std::move(*c.shown), encodings});
    }
  }

  // ---- from the runs to a verdict on the box

  void sum_up(ClaimFinding& claim) {
    const Entry& entry = *claim.entry;
    const auto first = [&](auto condition) -> std::optional<std::size_t> {
      for (std::size_t i = 0; i < result_.runs.size(); ++i) {
        if (claim.at[i] && condition(i, *claim.at[i])) return i;
      }
      return std::nullopt;
    };
    const auto first_in_box = [&](Verdict verdict) {
      return first([&](std::size_t i, const RunFinding& f) {
        return result_.runs[i].in_box && f.verdict == verdict;
      });
    };
    claim.erratum = unreadable_.contains(entry.id);
    find_counterexample(claim);
    const auto erroneous =
        first([](std::size_t, const RunFinding& f) { return f.verdict == Verdict::error; });
    const auto undecided = first_in_box(Verdict::undecided);
    if (claim.counterexample) {
      claim.verdict = Verdict::refuted;
    } else if (erroneous) {
      copy(claim, *erroneous);
    } else if (undecided) {  // "verified" is said of the whole box or not at all
      copy(claim, *undecided);
    } else if (first_in_box(Verdict::verified)) {
      claim.verdict = Verdict::verified;
    } else {
      // What got furthest says most: no instance, then outside its domain, then a hypothesis that
      // fails.
      const auto with_reason = [&](const char* reason) {
        return first([&](std::size_t i, const RunFinding& f) {
          return result_.runs[i].in_box && f.reason == reason;
        });
      };
      const auto vacuous = with_reason("vacuous");
      const auto domain = with_reason("domain");
      const auto any = first([](std::size_t, const RunFinding&) { return true; });
      if (any) copy(claim, vacuous ? *vacuous : domain ? *domain : *any);
      if (!any && claim.described != nullptr) {
        claim.reason = "box";
        claim.explanation = "the box of " + claim.described->id + " has no run here";
      } else if (!any) {
        claim.explanation = "no run here is made for its construction, which has dense attention";
      }
      if (vacuous)
        claim.explanation = "vacuous everywhere on this box: no instance satisfies its premises";
    }
    if (claim.verdict == Verdict::verified && entry.formal)
      claim.for_all_D = holds_for_all_D(claim);
    if (const auto it = disagreements_.find(entry.id); it != disagreements_.end())
      claim.against.push_back("it is not what the network is built from, at " + it->second);
    compare_with_record(result_, claim, erroneous);
    observe(result_, claim);
  }

  bool holds_for_all_D(const ClaimFinding& claim) const {
    if (sweep_paper_of(claim.entry->id) != nullptr || claim.described != nullptr)
      return false;  // its names are others
    const claim::Formula domain = claim::domain_of(*claim.entry, run_vocabulary());
    const claim::Formula formal = claim::formal_of(*claim.entry, run_vocabulary());
    std::vector<FixedParameters> sets;
    for (std::size_t i = 0; i < result_.runs.size(); ++i) {
      const CorpusRun& run = result_.runs[i];
      if (run.in_box && claim.at[i] && claim.at[i]->verdict == Verdict::verified)
        sets.push_back({run.parameters.n, run.parameters.d, run.p, run.s});
    }
    sets = needed(sets, domain, formal);
    return std::all_of(sets.begin(), sets.end(), [&](const FixedParameters& fixed) {
      return decide_for_all_D(domain, formal, fixed).kind == ForAllD::Kind::proved;
    });
  }

  // For all parameters at once. An argument that an entry brings has to go through, and to rest on
  // nothing that is refuted.
  void argue(ClaimFinding& claim) const {
    const Entry& entry = *claim.entry;
    if (!entry.formal || sweep_paper_of(entry.id) != nullptr || claim.described != nullptr)
      return;  // its names are others
    const bool brought = entry.induction || !entry.by.empty();
    if (!brought && claim.verdict != Verdict::verified && claim.verdict != Verdict::refuted) return;
    General found = decide_general(entry, entries_);
    if (found.proved && found.given.empty() && claim.verdict == Verdict::refuted)
      claim.against.push_back(
          "it is proved for all parameters and refuted");  // one of the two is a fault of this
                                                           // program
    if (!found.proved && brought)
      claim.against.push_back("its argument for all parameters does not go through: " +
                              found.reason);
    for (const std::string& id : found.given) {
      const auto used = position_.find(id);
      if (used != position_.end() && result_.claims[used->second].verdict != Verdict::verified)
        claim.against.push_back(
            fmt::format("its argument uses {}, which is not verified here", id));
    }
    if (claim.verdict == Verdict::verified) claim.general = std::move(found);
  }

  void copy(ClaimFinding& claim, std::size_t run) const {
    claim.verdict = claim.at[run]->verdict;
    claim.reason = claim.at[run]->reason;
    claim.explanation = claim.at[run]->explanation;
  }

  void find_counterexample(ClaimFinding& claim) {
    for (std::size_t i = 0; i < result_.runs.size(); ++i) {
      if (!claim.at[i] || claim.at[i]->verdict != Verdict::refuted) continue;
      // Runs outside the box come last; one of them is the smallest only if it is that by its
      // parameters.
      if (claim.counterexample &&
          !smaller(result_.runs[i].parameters, result_.runs[*claim.counterexample].parameters))
        continue;
      claim.counterexample = i;
    }
    if (!claim.counterexample) return;
    const Shown& shown = witnesses_[*claim.counterexample].at(claim.entry->id);
    claim.witness = shown.witness;
    claim.encodings = shown.encodings;
  }

  const CorpusRequest& request_;
  const std::vector<Entry>& entries_;
  const DescribedPapers described_{entries_};
  std::vector<Entry> of_patterns_, of_sweeps_, of_files_;  // entries_, by what decides them
  std::set<std::string> unreadable_ = claim::unreadable_lines(entries_);
  CorpusResult result_;
  std::map<std::string, std::size_t> position_;  // of a claim in result_.claims
  std::deque<Pattern> patterns_;                 // by run; these three
  std::vector<std::string> only_;
  struct Shown {
    certificate::Witness witness;
    std::vector<Rational> encodings;
  };
  std::vector<std::map<std::string, Shown>> witnesses_;
  std::uint64_t done_ = 0;
  std::mutex disagreeing_;
  std::map<std::string, std::string> disagreements_;  // by claim, a run
};

}  // namespace

std::string CorpusRun::str() const {
  if (described) return described->str();
  return fmt::format("n={} d={} D={} pattern={}", parameters.n, parameters.d, parameters.D,
                     pattern.str());
}

std::vector<FixedParameters> fixed_parameters(const CorpusRequest& request) {
  std::vector<FixedParameters> result;
  for (const Box& box : request.boxes) {
    for (std::uint64_t n = box.n.least; n <= box.n.most; ++n) {
      for (const PatternChoice& choice : request.patterns) {
        const Pattern pattern = pattern_of(choice, n);
        if (pattern.tokens() != n) continue;
        const Assumption1 assumption = decide_assumption1(pattern);
        for (std::uint64_t d = box.d.least; d <= box.d.most; ++d) {
          const FixedParameters fixed{n, d, pattern.layers(),
                                      assumption.reach == Decision::yes ? assumption.s : 0};
          if (std::find(result.begin(), result.end(), fixed) == result.end())
            result.push_back(fixed);
        }
      }
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

CorpusResult decide_corpus(const CorpusRequest& request, const std::vector<Entry>& entries) {
  return Corpus(request, entries).decide();
}

}  // namespace hardmax
