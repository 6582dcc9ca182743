// The parts of a certificate's report. Each writes one section, or nothing where there is nothing
// to say.
#pragma once
#include <string>
#include <vector>

#include "claim/entry.hpp"
#include "report/command.hpp"
#include "report/html/certificate_file.hpp"
#include "report/html/markup.hpp"
#include "report/html/page.hpp"
#include "report/html/replay.hpp"
#include "report/witness.hpp"

namespace hardmax {
struct SoftQuestion;
struct SoftAnswer;
}  // namespace hardmax

namespace hardmax::report::html {

// A certificate that verify-check did not reject, and what a report needs beside it.
struct Reading {
  CertificateFile file;
  const std::vector<claim::Entry>* entries = nullptr;  // in order of id
  std::string claims_option;                           // " --claims DIR" for commands, or ""
  std::vector<std::string> check_lines;                // what verify-check said
  int check_code = 0;                                  // 0 accepted, 3 incomplete
  std::string prefix;  // of anchors, where several certificates stand on a page

  [[nodiscard]] const claim::Entry* entry(const std::string& id) const;  // nullptr: none
};

const claim::Vocabulary& names_of(const std::string& claim_id);  // that its formula speaks in

// How the claims came out, and against what is recorded.
struct Counts {
  std::size_t all = 0, verified = 0, repairs = 0, refuted = 0, not_checkable = 0, undecided = 0,
              error = 0;
  std::vector<std::string> against;  // ids: recorded true and refuted, or an undefined term
};
Counts count(const Reading& reading);

// What stands behind the entries of an input in a witness: the unit they are in, "" for real
// numbers.
const char* unit_of_inputs(const CertificateFile& file);
// Of kind `construction`: "above_mean, n=3, D=2".
std::string run_of_construction(const CertificateFile& file);

// One sentence, the answer first; and whether it is good, bad or open.
struct Sentence {
  std::string text;
  std::string tone;  // good, bad, open
};
Sentence sentence_of(const Reading& reading, const Replay* replay);

// The network of a run, without the target, as a command.
RunCommand network_command_of(const Replay& replay);
// The command that decides the claims with this prefix again, and writes a certificate of it. ""
// for kinds that are replayed as a whole; then command_of(reading, "") replays that.
std::string command_of(const Reading& reading, const Replay* replay, const std::string& only);
// "strided --window 2": the name under which verify makes this pattern; "" if none of the named
// ones is it.
std::string name_of_pattern(const Pattern& pattern);

// What the run that refutes a claim adds to a grid input; of kind box, that run of it.
Encodings encodings_of(const Reading& reading, const certificate::ClaimRecord& record);
// A number with its multiple of delta; a verdict with its sign.
std::string quantity(const std::string& value, std::uint64_t D);
void add_badge(Markup& m, const std::string& verdict);
// The first input that a witness binds, as the certificate has it ("0 0 1"); "" if none.
std::string input_of(const certificate::Witness& witness);

struct TableColumn {
  std::string name;
  bool numbers = false;  // to the right
};
// A table that scrolls by itself where it is wide, up to its first row; `label` is for those who
// hear the page. close_table() ends it.
void open_table(Markup& m, const std::string& label, const std::string& caption,
                const std::vector<TableColumn>& columns);
void close_table(Markup& m);

// name and value, as a row of facts; `field` is the member of the certificate that the value is, ""
// if it is none.
void add_fact(Markup& m, const std::string& name, const std::string& value,
              const std::string& field = "");

// Lines of the source that are refuted, the gravest first, each beside its repair with the
// difference marked, its counterexample, and what it means for the source. Nothing where none is.
void add_false(Markup& m, const Reading& reading, std::vector<Section>& contents);
void add_claims(Markup& m, const Reading& reading, const Replay* replay,
                std::vector<Section>& contents);
void add_parameters(Markup& m, const Reading& reading, std::vector<Section>& contents);
void add_pattern(Markup& m, const Reading& reading, const Replay* replay,
                 std::vector<Section>& contents);
void add_network(Markup& m, const Reading& reading, const Replay& replay,
                 std::vector<Section>& contents);
void add_plots(Markup& m, const Reading& reading, const Replay& replay,
               std::vector<Section>& contents);
void add_traces(Markup& m, const Reading& reading, const Replay& replay,
                std::vector<Section>& contents);
// command: that computes it again, "" if it is too long to show.
void add_soft(Markup& m, const std::string& prefix, const SoftQuestion& question,
              const SoftAnswer& answer, const std::string& command, std::vector<Section>& contents);
// The network in floating point of 2, 3, ... bits. command: that compares formats.
void add_float(Markup& m, const std::string& prefix, const Construction& construction,
               const Pattern& pattern, const std::string& command, std::vector<Section>& contents);
void add_replay(Markup& m, const Reading& reading, const Replay* replay,
                std::vector<Section>& contents);
// Of a run with a machine: its tape over time, beside the nodes of the decoder.
void add_tape(Markup& m, const Reading& reading, std::vector<Section>& contents);
// Of a construction on ids (subject/id_course.hpp): the ids of one input along its stages, and
// those of what the source prints beside them.
void add_phases(Markup& m, const Reading& reading, std::vector<Section>& contents);
// Of kind box: which runs, and on which of them a claim is refuted ("n = 4, ..."; "" if it is not).
// command_on_box: decides it again there.
void add_box(Markup& m, const Reading& reading, std::vector<Section>& contents);
std::string run_of_box(const Reading& reading, const certificate::ClaimRecord& record);
std::string command_on_box(const Reading& reading, const certificate::ClaimRecord& record);
// Of a certificate of all inputs of a construction that a file describes: every claim about it,
// what is shown, what is false, and what is not covered, with reasons; decided once more for the
// page.
void add_every_input(Markup& m, const Reading& reading, std::vector<Section>& contents);
// What kinds assumption1, structural, for-all-D and general have beside claims.
void add_argument(Markup& m, const Reading& reading, std::vector<Section>& contents);
std::string sizes_of_structural(
    const CertificateFile& file);  // "n = 64, d = 4, δ = 1/16", "n = 64, d = 4, every D ≥ 2", "n =
                                   // 64, every d ≥ 1, every D ≥ 2"
// Of kind structural: of a construction that a file describes; for every D.
bool is_of_file(const CertificateFile& file);
bool is_of_every_D(const CertificateFile& file);
std::string tokens_of_structural(
    const CertificateFile& file);  // where n stands: "pattern.n" or "run.n"

}  // namespace hardmax::report::html
