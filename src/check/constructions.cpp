#include "check/constructions.hpp"

#include "check/coq_runs.hpp"
#include "check/described_run.hpp"
#include "check/fault.hpp"
#include "check/filed_run.hpp"
#include "check/kind.hpp"
#include "check/replay.hpp"

namespace hardmax::check {
namespace {

namespace fs = std::filesystem;

// What was read of a file, by its path and its bytes: a text is parsed once.
struct Parsed {
  std::string key;
  Described of;
};
const Parsed* read_construction(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error)) return nullptr;
  static std::map<std::string, Parsed> known;
  try {
    const std::string bytes = read_file(file, std::size_t{1} << 20);
    const std::string key = file.string() + "\n" + bytes;
    const auto it = known.find(key);
    if (it != known.end()) return &it->second;
    return &known.emplace(key, Parsed{key, read_described(bytes, file.string())}).first->second;
  } catch (const Rejected& error_of_size) {
    throw Unreadable(error_of_size.what());
  }
}

const Parsed* parsed_beside(const std::string& id, const Entries& entries) {
  std::set<fs::path> files;
  for (const auto& [name, entry] : entries)
    if (!entry.borrowed && name.substr(0, id.size() + 1) == id + ".")
      files.insert(fs::path(entry.where.substr(0, entry.where.rfind(':')))
                       .replace_filename("construction.toml"));
  const Parsed* out = nullptr;
  for (const fs::path& file : files) {
    const Parsed* one = read_construction(file);
    if (one == nullptr || one->of.id != id) continue;
    if (out != nullptr)
      throw Unreadable("two files describe " + id + ": " + out->of.file + ", " + one->of.file);
    out = one;
  }
  return out;
}

// The digest hangs on no run; this one is there for it to be asked of.
std::string digest_of_names(const Described& of, const Entries* hypotheses) {
  static const Entries none;
  std::vector<Json> parameters, pattern;
  for (const std::string& name : of.names.parameters) parameters.emplace_back(name + "=2");
  if (of.pattern_required) pattern.push_back(Json::array({std::string("1 2"), std::string("1 2")}));
  return DescribedRun(Json::object({{"construction", of.id},
                                    {"sha256", std::string()},
                                    {"parameters", Json::array(parameters)},
                                    {"pattern", Json::array(pattern)},
                                    {"variants", Json::array()},
                                    {"changes", Json::array()}}),
                      of, hypotheses == nullptr ? none : *hypotheses)
      .digest_with_names(hypotheses != nullptr);
}

// A name at arguments: its value, that it has none, or that this program does not find out.
struct Found {
  bool open = false, undefined = false;
  Num number = {};
  Set set = {};
  std::string text() const {
    if (undefined) return "no value";
    if (!set) return number.text();
    std::string out;
    for (const Num& one : *set) out += (out.empty() ? "" : ", ") + one.text();
    return "{" + out + "}";
  }
};
Found value_of(const Model& model, const Known& name, const std::vector<Num>& a,
               const std::vector<std::uint64_t>& inputs) {
  Found out;
  try {
    if (name.result == Type::Set)
      out.set = model.set_of(name.name, a.data(), inputs.data());
    else
      out.number = model.number(name.name, a.data(), inputs.data());
  } catch (const Undefined&) {
    out.undefined = true;
  } catch (const Incomplete&) {
    out.open = true;
  }
  return out;
}
// `ours` has a value.
bool same(const Found& ours, const Found& theirs) {
  if (theirs.open) return true;
  if (theirs.undefined) return false;
  return ours.set ? *ours.set == *theirs.set : ours.number == theirs.number;
}

// Two constructions at one small run, name by name: `known` is the one that came with the program.
class Comparison {
 public:
  Comparison(const Described& of, const Construction& here, const Described& known,
             const Construction& as_known)
      : of_(of), here_(here), known_(known), as_known_(as_known) {}

  void require_same() const {
    require(here_.inputs() == as_known_.inputs(), "construction " + of_.id,
            std::to_string(here_.inputs()) + " inputs", std::to_string(as_known_.inputs()));
    for (const Known& name : as_known_.names().names) compare(name);
    for (const Definition& definition : known_.definitions)
      if (definition.arguments.size() <= most_arguments) compare_definition(definition.name);
  }

 private:
  // With arguments that are numbers or inputs, in each way that the definition can be called.
  void compare_definition(const std::string& name) const {
    const std::size_t count = known_.names.definitions.at(name).arguments;
    for (std::uint32_t which = 0; which >> count == 0; ++which) {
      std::vector<Type> types;
      std::string letters;
      for (std::size_t i = 0; i < count; ++i) {
        types.push_back(which >> i & 1u ? Type::Input : Type::Num);
        letters += which >> i & 1u ? 'I' : 'N';
      }
      try {
        std::optional<Known> known = as_known_.names().resolve(name, types);
        if (!known || known->result == Type::Bool) continue;
        known->text = name.c_str(), known->arguments = letters.c_str();
        compare(*known);
        return;
      } catch (const Unreadable&) {  // called otherwise, or not by claims at all
      } catch (const Rejected& error) {
        if (std::string(error.what()).substr(0, 8) != "a claim:") throw;
      }
    }
  }

  std::optional<Known> in_file(const Known& name) const {
    for (const Known& one : here_.names().names)
      if (std::string(one.text) == name.text && std::string(one.text) != "") return one;
    std::vector<Type> types;
    for (const char* at = name.arguments; *at != '\0'; ++at)
      types.push_back(*at == 'I' ? Type::Input : Type::Num);
    if (of_.names.definitions.count(name.text) == 0) return std::nullopt;
    std::optional<Known> out = here_.names().resolve(name.text, types);
    require(out && out->result == name.result, "construction " + of_.id, name.text,
            "that it has another type in the construction that this program knows");
    return out;
  }

  // What the arguments are taken from: layers or other numbers first, then tokens, rows (2 at most)
  // and the like.
  std::vector<std::vector<std::uint64_t>> domains(const Known& name) const {
    std::vector<std::vector<std::uint64_t>> out;
    const bool of_inputs = std::string(name.arguments).find('I') != std::string::npos;
    bool first = true;
    for (const char* at = name.arguments; *at != '\0'; ++at) {
      std::vector<std::uint64_t> values;
      if (*at == 'W') {
        for (std::uint64_t i = 0; i < as_known_.names().words.size(); ++i) values.push_back(i);
      } else if (*at == 'I') {
        const std::uint64_t all = as_known_.inputs(), most = 9;
        for (std::uint64_t i = 0; i < std::min(all, most); ++i)
          values.push_back(i + 1 == most ? all - 1 : all / most * i + i % 2);
      } else {
        const std::uint64_t last = first ? 24 : std::max<std::uint64_t>(as_known_.tokens(), 2);
        const std::uint64_t most = of_inputs ? 64 : std::uint64_t{1} << 14;
        for (std::uint64_t i = first ? 0 : 1; i <= last; i += 1 + last / most) values.push_back(i);
        first = false;
      }
      out.push_back(std::move(values));
    }
    return out;
  }

  // All arguments, or as many of them that are far from one another. A name that the file has not
  // has no value.
  void compare(const Known& name) const {
    const std::optional<Known> other = in_file(name);
    const auto all = domains(name);
    std::uint64_t count = 1;
    for (const auto& values : all) count *= values.size();
    const auto it = known_.names.definitions.find(name.text);
    const Uses uses = it == known_.names.definitions.end()
                          ? Uses()
                          : uses_of_definition(known_, it->second.place);
    const bool of_inputs = std::string(name.arguments).find('I') != std::string::npos;
    const std::uint64_t most = uses.variants ? 24
                               : of_inputs   ? 600
                               : uses.inputs ? 64
                                             : std::uint64_t{1} << 16;
    for (std::uint64_t i = 0; i < std::min(count, most); ++i) {
      std::uint64_t place = count <= most ? i : i * (count / most) + i % (count / most);
      std::vector<Num> a, b;
      std::vector<std::uint64_t> inputs;
      std::string at;
      for (std::size_t j = 0; j < all.size(); ++j) {
        const std::uint64_t value = all[j][place % all[j].size()];
        place /= all[j].size();
        const char kind = name.arguments[j];
        at += (at.empty() ? "" : ", ") + std::to_string(value);
        if (kind == 'I') {
          inputs.push_back(value);
        } else {
          a.push_back(number_of(value));
          b.push_back(kind == 'W' ? number_of(word(value)) : a.back());
        }
      }
      const Found ours = value_of(as_known_, name, a, inputs);
      // Where the known one has no value, as beyond its last token, no claim is verified by it.
      if (ours.open || ours.undefined) continue;
      const Found theirs = other ? value_of(here_, *other, b, inputs) : Found{false, true};
      if (same(ours, theirs)) continue;
      require(false, "construction " + of_.id,
              std::string(name.text) + (at.empty() ? "" : "(" + at + ")") + " = " + theirs.text(),
              ours.text() +
                  " in the construction that this program has arguments for; about this one it "
                  "takes certificates of kinds \"run\", \"box\" and \"construction\" alone");
    }
  }

  std::uint64_t word(std::uint64_t known) const {
    const auto& words = here_.names().words;
    const std::string wanted = as_known_.names().words.at(known);
    for (std::uint64_t i = 0; i < words.size(); ++i)
      if (words[i] == wanted) return i;
    throw Rejected("construction " + of_.id + ": stated no stage " + quote(wanted) +
                   ", found one in the construction that this program has arguments for");
  }

  const Described& of_;
  const Construction& here_;
  const Described& known_;
  const Construction& as_known_;
};

// The constructions that a certificate is about, and where it says so.
class About {
 public:
  About(const Json& certificate, const Json& list, ConstructionFiles& files)
      : certificate_(certificate), list_(list), files_(files) {}

  std::set<std::string> all() {
    const std::string& kind = text(certificate_, "kind");
    const auto within = [&](const char* key) -> const Json& {
      return member(certificate_, key, Json::Kind::object, "");
    };
    std::size_t place = 0;
    if (kind == "run" || kind == "soft" || kind == "structural")
      of(text(within("run"), "construction", "run."), "run.construction");
    else if (kind == "for-all-D")
      of(text(within("fixed"), "construction", "fixed."), "fixed.construction");
    else if (kind == "general")
      of(text(certificate_, "construction"), "construction");
    else if (kind == "box")
      for (const Json* part : holders_of_claims(certificate_)) {
        const std::string where = "parts[" + std::to_string(place++) + "]";
        require_kind(*part, Json::Kind::object, where);
        of_paper(text(*part, "paper", where + "."));
      }
    else  // kernel, assumption1
      for (const Json& claim : member(certificate_, "claims", Json::Kind::array, "").items)
        of_paper(text(claim, "id").substr(0, text(claim, "id").find('.')));
    if (foreign_) out_.insert(with_a_pattern());
    return std::move(out_);
  }

 private:
  void of(const std::string& name, const std::string& where) {
    const bool known = files_.has_runs(name);
    if (!known && files_.is_claimed(name)) files_.describing(name);
    require(known, where, name, "no construction of that name that has runs of this kind");
    out_.insert(name);
  }
  void of_paper(const std::string& name) {
    if (files_.has_runs(name))
      out_.insert(name);
    else
      foreign_ = true;
  }
  // A paper without a construction is about the network that the certificate names, which takes a
  // pattern. Where several do, which one it is would have to be said.
  std::string with_a_pattern() {
    std::set<std::string> found;
    for (const Json& one : list_.items)
      if (const Json* const id = one.find("id"); id != nullptr && files_.has_runs(id->text) &&
                                                 files_.describing(id->text).pattern_required)
        found.insert(id->text);
    require(found.size() == 1, "constructions", std::to_string(found.size()) + " with a pattern",
            "that claims of no construction need one");
    return *found.begin();
  }

  const Json &certificate_, &list_;
  ConstructionFiles& files_;
  std::set<std::string> out_;
  bool foreign_ = false;
};

}  // namespace

Described file_beside(const std::string& id, const Entries& entries) {
  const Parsed* found = parsed_beside(id, entries);
  if (found == nullptr)
    throw OtherClaims("the certificate is about the construction " + quote(id) +
                      ", and beside the claims no construction.toml describes it");
  return found->of;
}

StageNames stage_names(const Described& of) {
  const auto& networks = of.names.networks;
  StageNames out;
  if (of.states > 0) out.quantizer = networks.at(of.states - 1);
  if (of.states + 1 < networks.size()) out.values = networks.back();
  for (const DescribedStage& stage : of.stages) {
    if (stage.network != networks.at(of.states)) continue;
    if (out.sweep.empty()) out.sweep = stage.name;
    out.last = stage.name;
  }
  return out;
}

// A name that may be one of a folder.
static bool is_folder(const std::string& id) {
  return !id.empty() && id.size() <= 64 &&
         id.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") ==
             std::string::npos;
}

bool ConstructionFiles::is_claimed(const std::string& id) const {
  const auto first = entries_.lower_bound(id + ".");
  return first != entries_.end() && first->first.substr(0, id.size() + 1) == id + ".";
}

bool ConstructionFiles::has_runs(const std::string& id) {
  const auto [known, fresh] = runs_.emplace(id, false);
  if (!fresh || !is_folder(id)) return known->second;
  const Parsed* of = parsed_beside(id, entries_);
  if (of == nullptr && !shipped_proofs().empty())
    of = read_construction(shipped_proofs() / id / "construction.toml");
  return known->second = of != nullptr && of->of.id == id && check::has_runs(of->of);
}

const ConstructionFiles::File& ConstructionFiles::file(const std::string& id) {
  std::unique_ptr<File>& known = files_[id];
  if (known) return *known;
  const Parsed* of = parsed_beside(id, entries_);
  if (of == nullptr && !shipped_proofs().empty() && is_folder(id))
    of = read_construction(shipped_proofs() / id / "construction.toml");
  if (of == nullptr)
    throw Incomplete("no construction.toml describes " + id +
                     ", neither beside the claims nor where this program has its own");
  auto out = std::make_unique<File>(File{of->of, of->key, {}});
  static std::map<std::string, Entries> known_shipped;  // these files do not change meanwhile
  const Entries* shipped = nullptr;
  for (const std::string& hypothesis : out->of.hypotheses) {
    if (const auto it = entries_.find(hypothesis); it != entries_.end()) {
      out->hypotheses.insert(*it);
      continue;
    }
    if (shipped == nullptr && !shipped_proofs().empty()) {
      if (known_shipped.count(id) == 0)
        known_shipped[id] = load_entries({shipped_proofs() / id}, shipped_proofs());
      shipped = &known_shipped.at(id);
    }
    if (shipped != nullptr && shipped->count(hypothesis) != 0)
      out->hypotheses.insert(*shipped->find(hypothesis));
  }
  return *(known = std::move(out));
}

const std::string& ConstructionFiles::digest(const std::string& id) {
  const File& of = file(id);
  if (!of.digest.empty()) return of.digest;
  static std::map<std::string, std::string> known;  // by the file and the texts of its hypotheses
  std::string key = of.key;
  for (const auto& [name, entry] : of.hypotheses) key += "\n" + binding_text(entry);
  const auto it = known.find(key);
  return files_.at(id)->digest =
             it != known.end() ? it->second : known[key] = digest_of_names(of.of, &of.hypotheses);
}

const std::string& ConstructionFiles::own_digest(const std::string& id) {
  const File& of = file(id);
  static std::map<std::string, std::string> known;
  std::string& found = known[of.key];
  if (found.empty()) found = digest_of_names(of.of, nullptr);
  return found;
}

void ConstructionFiles::require_assumption1_alone(const std::string& id) {
  const File& of = file(id);
  for (const std::string& hypothesis : of.of.hypotheses) {
    const auto entry = of.hypotheses.find(hypothesis);
    const bool known = of.of.pattern_required && entry != of.hypotheses.end() &&
                       part_of_assumption1(entry->second, of.hypotheses) != 0;
    if (!known)
      throw Incomplete("the hypothesis " + hypothesis +
                       " of the construction is no part of Assumption 1, and is not decided by "
                       "this kind");
  }
}

void ConstructionFiles::require_same_on_small_runs(const std::string& id) {
  const File& of = file(id);
  if (shipped_proofs().empty()) return;
  const Parsed* const known = read_construction(shipped_proofs() / id / "construction.toml");
  if (known == nullptr || made_for(digest_of_names(known->of, nullptr)) == MadeFor::nothing) return;
  for (const Json& run : small_runs(id, known->of)) {
    const auto as_known = run_of_file(known->of, run, nullptr, UINT64_MAX),
               here = run_of_file(of.of, run, nullptr, UINT64_MAX);
    if (as_known->executed()) Comparison(of.of, *here, known->of, *as_known).require_same();
  }
}

void require_constructions(const Json& certificate, const Entries& entries) {
  const Json& list = member(certificate, "constructions", Json::Kind::array, "");
  const std::string& kind = text(certificate, "kind");
  const bool executed = kind == "run" || kind == "box";
  ConstructionFiles files(entries);
  const std::set<std::string> about = About(certificate, list, files).all();
  require(list.items.size() == about.size(), "constructions",
          std::to_string(list.items.size()) + " of them",
          "that the certificate is about " + std::to_string(about.size()));
  std::size_t i = 0;
  for (const std::string& id : about) {
    const std::string where = "constructions[" + std::to_string(i) + "]";
    const Json& one = list.items[i++];
    require_keys(one, {"id", "sha256"}, where);
    const std::string &named = text(one, "id", where + "."),
                      &stated = text(one, "sha256", where + ".");
    require(named == id, where + ".id", named, quote(id));
    const std::string& found = files.digest(id);
    if (stated != found)  // hypotheses are a part of the text: where they are others, this is said
      for (const Json* of : holders_of_claims(certificate)) require_same_claims(*of, entries);
    require(HARDMAX_FAULT(check_constructions_sha256, stated == found, true), where + ".sha256",
            stated, "that the construction beside the claims has " + found);
    if (executed || files.network(id) != MadeFor::nothing) continue;
    files.require_same_on_small_runs(id);
    throw Incomplete("constructions: this program has no arguments for " + id + " of digest " +
                     files.own_digest(id) +
                     "; about it it takes certificates of kinds \"run\", \"box\" and "
                     "\"construction\" alone");
  }
}

}  // namespace hardmax::check
