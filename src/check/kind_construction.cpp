// Certificates of kind "construction" (FORMAT.md): the file beside the claims says what the network
// is. It is read, built and executed literally, and every claim is decided again.
#include "check/described_machine.hpp"
#include "check/kind.hpp"
#include "check/replay.hpp"

namespace hardmax::check {
namespace {

using T = TypeOf;

// construction.toml beside the claims whose ids begin with the construction's.
Described find_file(const std::string& id, const Entries& entries) {
  std::set<std::filesystem::path> files;
  for (const auto& [name, entry] : entries)
    if (!entry.borrowed && name.substr(0, name.find('.')) == id)
      files.insert(std::filesystem::path(entry.where.substr(0, entry.where.rfind(':')))
                       .replace_filename("construction.toml"));
  std::optional<Described> out;
  for (const std::filesystem::path& file : files) {
    std::error_code error;
    if (!std::filesystem::exists(file, error)) continue;
    Described one = [&] {
      try {
        return read_described(read_file(file, std::size_t{1} << 20), file.string());
      } catch (const Rejected& error_of_size) {
        throw Unreadable(error_of_size.what());
      }
    }();
    if (one.id != id) continue;
    if (out) throw Unreadable("two files describe " + id + ": " + out->file + ", " + one.file);
    out = std::move(one);
  }
  if (!out)
    throw OtherClaims("the certificate is about the construction " + quote(id) +
                      ", and beside the claims no construction.toml describes it");
  return std::move(*out);
}

// The strings of an array, each with single blanks.
std::vector<std::string> strings(const Json& array, const std::string& where) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < array.items.size(); ++i) {
    const std::string at = where + "[" + std::to_string(i) + "]";
    require_kind(array.items[i], Json::Kind::string, at);
    out.push_back(array.items[i].text);
    require(one_space(out.back()) == out.back() && !out.back().empty(), at, out.back(),
            "that it must be a text with single blanks, and none at the ends");
  }
  return out;
}

class DescribedRun final : public Construction {
 public:
  DescribedRun(const Json& run, const Described& of, const Entries& entries)
      : of_(of), entries_(entries), ground_(setting(run)), types_(of_, ground_.setting.changes) {
    types_.require_all();
    worlds_.push_back(std::make_unique<World>(ground_, nullptr, nullptr));
    for (const std::vector<ChangedTerm>& changes : ground_.setting.changes)
      worlds_.push_back(std::make_unique<World>(ground_, worlds_.back().get(), &changes));
    if (of_.pattern_required)
      ground_.first = assumption_one(ground_.setting.A, ground_.levels);
    make_names();
  }
  DescribedRun(const DescribedRun&) = delete;

  // What needs values: that the parameters may be these, and the space of states.
  void open() {
    for (const Term& condition : of_.conditions) {
      Frame frame;
      frame.slots.resize(of_.slots);
      require(world().value(condition, frame).truth(), "run.parameters", "others",
              "that a condition of the construction does not hold of them");
    }
    ground_.space = &world().space();
    const std::vector<Num>& tokens = ground_.space->tokens;
    const Pattern& A = ground_.setting.A;
    if (!A.empty()) {
      require(A[1].size() == tokens.size() + 1, "run.pattern",
              std::to_string(A[1].size() - 1) + " tokens", std::to_string(tokens.size()));
      if (!(tokens.front() == Num(1)) || !(tokens.back() == number_of(tokens.size())))
        throw Incomplete("a pattern on tokens other than 1, 2, ... is not read by this version");
    }
    for (const auto& [network, layer] : ground_.setting.dropped)
      require(!(world().layer_count(network) < number_of(layer)), "run.changes", "a drop",
              "that the network has fewer layers");
    width_ = tokens.size() * ground_.space->rows;
    if (number_of(std::uint64_t{1} << 28) < ground_.space->inputs * number_of(width_))
      throw Incomplete("run: more than 2^28 entries of outputs, nothing was executed");
  }
  Json derived() const {
    std::vector<Json> layers;
    for (std::size_t i = 0; i < of_.names.networks.size(); ++i)
      layers.emplace_back(of_.names.networks[i] + "=" + world().layer_count(i).text());
    return Json::object({{"tokens", std::to_string(ground_.space->tokens.size())},
                         {"rows", std::to_string(ground_.space->rows)},
                         {"layers", Json::array(layers)}});
  }
  // FORMAT.md: what SHA-256 is taken of. Of a claim of the construction its definitions too.
  std::string binding(const Entry& entry) const {
    if (entry.id.substr(0, of_.id.size() + 1) != of_.id + ".") return binding_text(entry);
    reached_.clear();
    parse_formula(entry.domain, entry.where + ", domain of " + entry.id, names_);
    if (entry.has_formal)
      parse_formula(entry.formal, entry.where + ", formal of " + entry.id, names_);
    std::string out = of_.id + "\n" + binding_text(entry);
    for (const std::string& text : defined_texts(of_, reached_)) out += "\n" + text;
    return out;
  }
  std::string digest() const {
    return sha256(construction_text(of_, [&](const std::string& id) {
      const auto entry = entries_.find(id);
      if (entry == entries_.end())
        throw Incomplete("the hypothesis " + id + " of the construction is not among the claims");
      return sha256(binding(entry->second));
    }));
  }

  const Vocabulary& names() const override { return names_; }
  bool executed() const override { return true; }
  bool counts_ids() const override { return false; }
  unsigned tokens() const override { return static_cast<unsigned>(width_); }
  const Num& id(std::uint64_t input, unsigned token) const override {
    if (!output_ || of_input_ != input) {
      output_ = world().run(of_.states, last_layer(), world().start(input));
      of_input_ = input;
    }
    const std::size_t rows = output_->rows, i = token - 1;
    return output_->entry(i % rows, i / rows).b;
  }
  std::uint64_t inputs() const override { return ground_.space->input_count(); }
  std::string input_text(std::uint64_t input) const override {
    std::string out;
    for (const std::size_t digit : ground_.space->digits(input))
      out += (out.empty() ? "" : " ") + ground_.space->entries[digit].text();
    return out;
  }
  Num number(int name, const Num* a, const std::uint64_t* inputs) const override {
    return value(name, a, inputs).number();
  }
  Set set(int name, const Num* a) const override { return set_of(name, a, nullptr); }
  Set set_of(int name, const Num* a, const std::uint64_t* inputs) const override {
    return value(name, a, inputs).members();
  }
  bool truth(int name, const Num* a, const std::uint64_t* inputs) const override {
    return value(name, a, inputs).truth();
  }

 private:
  struct Called {  // what a name of a formula stands for, as a term whose arguments are slots
    Term term;
    std::vector<Types> arguments;
  };
  const World& world() const { return *worlds_.back(); }
  std::uint64_t last_layer() const {
    const Num all = world().layer_count(of_.states);
    if (Num(1 << 20) < all) throw Incomplete("run: more than 2^20 layers, nothing was executed");
    return index(all, 0, 1 << 20);
  }

  Setting setting(const Json& run) const {
    require_keys(run, {"construction", "sha256", "parameters", "pattern", "variants", "changes"},
                 "run");
    Setting out{of_, {}};
    const auto& parameters = of_.names.parameters;
    const std::vector<std::string> stated =
        strings(member(run, "parameters", Json::Kind::array, "run."), "run.parameters");
    require(stated.size() == parameters.size(), "run.parameters",
            std::to_string(stated.size()) + " parameters", std::to_string(parameters.size()));
    for (std::size_t i = 0; i < stated.size(); ++i) {
      const std::string where = "run.parameters[" + std::to_string(i) + "]";
      require(stated[i].substr(0, parameters[i].size() + 1) == parameters[i] + "=", where,
              stated[i], "that it must be of " + parameters[i]);
      out.parameters.push_back(rational(stated[i].substr(parameters[i].size() + 1), where));
      require(out.parameters.back().is_integer(), where, stated[i], "that it must be an integer");
    }
    read_pattern(member(run, "pattern", Json::Kind::array, "run."), out);
    for (const std::string& name :
         strings(member(run, "variants", Json::Kind::array, "run."), "run.variants")) {
      if (name.find('(') != std::string::npos)
        throw Incomplete("variants with arguments are not read by this version");
      const auto variant = of_.names.variants.find(name);
      require(variant != of_.names.variants.end(), "run.variants", name, "no variant of that name");
      if (variant->second.arguments > 0)
        throw Incomplete("variants with arguments are not read by this version");
      out.changes.push_back(of_.variants[variant->second.place].terms);
    }
    read_changes(member(run, "changes", Json::Kind::array, "run."), out);
    return out;
  }
  void read_pattern(const Json& stated, Setting& out) const {
    const bool none = stated.items.empty();
    require(none || of_.pattern_required || of_.pattern_optional, "run.pattern", "a pattern",
            "that the construction has none");
    require(!none || !of_.pattern_required, "run.pattern", "none",
            "that the construction asks for one");
    if (none) return;
    require_kind(stated.items[0], Json::Kind::array, "run.pattern[0]");
    const std::size_t n = stated.items[0].items.size();
    require(n >= 1 && n <= 8192, "run.pattern[0]", std::to_string(n) + " tokens",
            "that there must be 1 to 8192");
    out.A = check::pattern(stated, static_cast<unsigned>(n), "run.pattern");
  }
  void read_changes(const Json& stated, Setting& out) const {
    std::vector<ChangedTerm> all;
    for (std::size_t i = 0; i < stated.items.size(); ++i) {
      const std::string where = "run.changes[" + std::to_string(i) + "]";
      require_kind(stated.items[i], Json::Kind::array, where);
      const std::vector<std::string> texts = strings(stated.items[i], where);
      require(!texts.empty(), where, "nothing", "that it must begin with a change");
      std::vector<std::string> reached;
      try {
        if (texts[0].substr(0, 5) == "drop=") {
          out.dropped.push_back(dropped(texts[0].substr(5), where));
        } else {
          all.push_back(read_change(of_, texts[0], where));
          out.changes.push_back({all.back()});
          reached = defined_texts(of_, uses_of(of_, all.back().term).definitions);
        }
      } catch (const Unreadable& error) {
        throw Rejected(error.what());
      }
      require_equal(stated.items[i],
                    Json::array([&] {
                      std::vector<Json> found{texts[0]};
                      found.insert(found.end(), reached.begin(), reached.end());
                      return found;
                    }()),
                    where);
    }
    try {
      require_rules_of_change(of_, all);
    } catch (const Unreadable& error) {
      throw Rejected(std::string("run.changes: ") + error.what());
    }
  }
  std::pair<std::size_t, std::uint64_t> dropped(const std::string& text,
                                                const std::string& where) const {
    const std::size_t dot = text.find('.');
    const auto& networks = of_.names.networks;
    std::size_t network = of_.states;
    if (dot != std::string::npos)
      network = static_cast<std::size_t>(
          std::find(networks.begin(), networks.end(), text.substr(0, dot)) - networks.begin());
    require(network < networks.size(), where, text, "no network of that name");
    return {network, integer(dot == std::string::npos ? text : text.substr(dot + 1), 1, where)};
  }

  int known_as(Term term, std::vector<Types> arguments) const {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      Term argument;
      argument.op = TermOp::bound, argument.slot = i;
      term.kids.push_back(argument);
    }
    called_.push_back({std::move(term), std::move(arguments)});
    return Common::own + static_cast<int>(called_.size()) - 1;
  }
  void make_names() {
    const TermNames& file = of_.names;
    for (std::size_t i = 0; i < file.parameters.size(); ++i) {
      Term term;
      term.op = TermOp::parameter, term.name = i;
      names_.names.push_back(
          {file.parameters[i].c_str(), "", Type::Num, known_as(std::move(term), {})});
    }
    for (const Given id :
         {Given::entry, Given::p, Given::A, Given::gamma, Given::l, Given::s, Given::S}) {
      const GivenName& name = given_name(id);
      if ((name.with == 'p' && !file.pattern) || (name.with == 's' && !file.assumption1)) continue;
      Term term;
      term.op = TermOp::given, term.name = static_cast<std::size_t>(id);
      std::vector<Types> arguments;
      for (const char* at = name.arguments; *at != '\0'; ++at)
        arguments.push_back(*at == 'I' ? T::input : T::number);
      names_.names.push_back({name.text, name.arguments,
                              name.result == 'S' ? Type::Set : Type::Num,
                              known_as(std::move(term), std::move(arguments))});
    }
    for (const auto* words : {&file.networks, &file.stages})
      for (const std::string& word : *words) names_.words.push_back(word.c_str());
    Term layers;
    layers.op = TermOp::given, layers.name = static_cast<std::size_t>(Given::layers);
    called_.push_back({layers, {T::number}});
    layers_ = Common::own + static_cast<int>(called_.size()) - 1;
    names_.names.push_back({"layers", "W", Type::Num, layers_});
    names_.resolve = [this](const std::string& name, const std::vector<Type>& types) {
      return resolved(name, types);
    };
  }
  std::optional<Known> resolved(const std::string& name, const std::vector<Type>& types) const {
    const auto it = of_.names.definitions.find(name);
    if (it == of_.names.definitions.end()) {
      require(given_name(name) == nullptr, "a claim", name,
              "that it stands in definitions of the construction alone; write one that uses it");
      return std::nullopt;
    }
    require(types.size() == it->second.arguments, "a claim", name,
            "that it has " + std::to_string(it->second.arguments) + " arguments");
    std::vector<Types> arguments;
    for (const Type type : types) {
      require(type == Type::Num || type == Type::Input, "a claim", name,
              "that its arguments are numbers and inputs here; write a definition with these");
      arguments.push_back(type == Type::Num ? T::number : T::input);
    }
    const Uses uses = uses_of_definition(of_, it->second.place);
    require(!uses.column, "a claim", name, "that it uses Z, which layers alone have");
    reached_.insert(uses.definitions.begin(), uses.definitions.end());
    const Types found = types_.of_definition(it->second.place, arguments);
    require(found & (T::number | T::truth | T::set), "a claim", name,
            "that it is no number, truth or set; write a definition that is");
    Term term;
    term.op = TermOp::definition, term.name = it->second.place;
    return Known{"", "",
                 found & T::number  ? Type::Num
                 : found & T::truth ? Type::Bool
                                    : Type::Set,
                 known_as(std::move(term), std::move(arguments))};
  }
  Quantity value(int name, const Num* a, const std::uint64_t* inputs) const {
    const Called& called = called_.at(static_cast<std::size_t>(name - Common::own));
    if (name == layers_) {
      Term term = called.term;
      term.word = names_.words.at(index(a[0], 0, names_.words.size() - 1));
      Frame none;
      return world().value(term, none);
    }
    Frame frame;
    for (const Types type : called.arguments)
      frame.slots.push_back(type == T::input ? Quantity::of_input(*inputs++) : Quantity::of(*a++));
    return world().value(called.term, frame);
  }

  const Described& of_;
  const Entries& entries_;
  Ground ground_;
  mutable DescribedTypes types_;
  std::vector<std::unique_ptr<World>> worlds_;
  Vocabulary names_;
  int layers_ = 0;
  std::size_t width_ = 0;
  mutable std::vector<Called> called_;
  mutable std::set<std::size_t> reached_;
  mutable GridPtr output_;
  mutable std::uint64_t of_input_ = 0;
};

// "hypotheses": each is decided by its text; one that is not verified leaves no network.
void require_hypotheses_of_file(const Described& of, const Entries& entries,
                                const Construction& run) {
  const std::set<std::string> none;
  for (const std::string& id : of.hypotheses) {
    const bool known = id == of.id + ".A1.1" || id == of.id + ".A1.2" || id == of.id + ".A1.3";
    if (!known || !of.pattern_required)
      throw Incomplete("the hypothesis " + id +
                       " of the construction is no part of Assumption 1, and is not decided here");
    if (entries.count(id) == 0)
      throw Incomplete("the hypothesis " + id + " of the construction is not among the claims");
    Replay replay(entries, none, run);
    replay.add(id);
    const Finding& finding = replay.decide(id);
    if (!finding.open.empty()) throw Incomplete("hypothesis " + id + ": " + finding.open);
    require(finding.verdict == "verified", "hypothesis " + id, "a run",
            "that it is " + finding.verdict + " here, and there is no network");
  }
}

std::string about(const Described& of, const Json& run) {
  std::string out = of.id;
  for (const char* key : {"parameters", "variants"})
    for (const Json& item : member(run, key, Json::Kind::array, "run.").items)
      out += ", " + item.text;
  for (const Json& item : member(run, "changes", Json::Kind::array, "run.").items)
    out += ", " + item.items[0].text;
  return out;
}

}  // namespace

Report check_construction(const Json& certificate, const Entries& entries) {
  require_keys(
      certificate,
      {"format", "version", "kind", "run", "derived", "totals", "only", "claims", "hypotheses"},
      "certificate");
  const Json &stated = member(certificate, "run", Json::Kind::object, ""),
             &derived = member(certificate, "derived", Json::Kind::object, ""),
             &totals = member(certificate, "totals", Json::Kind::object, ""),
             &claims = member(certificate, "claims", Json::Kind::array, "");
  const Described of = find_file(text(stated, "construction", "run."), entries);
  DescribedRun run(stated, of, entries);
  const std::vector<const Entry*> asked =
      bound_claims(certificate, entries, of.id, Scope::paper,
                   [&](const Entry& entry) { return run.binding(entry); });
  require(text(stated, "sha256", "run.") == run.digest(), "run.sha256", text(stated, "sha256"),
          "that the construction beside the claims has " + run.digest());
  run.open();
  require_equal(derived, run.derived(), "derived");
  require_hypotheses_of_file(of, entries, run);

  std::set<std::string> cost;  // claims that the producer did not decide for their cost
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const std::string where = "claims[" + std::to_string(i) + "].";
    if (asked[i]->keys.count("soft") != 0)
      throw Incomplete("claim " + asked[i]->id + " is about soft maps, which this kind has not");
    if (text(claims.items[i], "verdict", where) == "undecided" &&
        text(claims.items[i], "reason", where) == "cost")
      cost.insert(asked[i]->id);
  }
  Replay replay(entries, cost, run);
  for (const Entry* entry : asked) replay.add(entry->id);
  const Json found = replay.execute({{0, run.inputs()}});
  require_equal(totals,
                Json::object({{"inputs", text(found, "inputs")}, {"digest", text(found, "digest")}}),
                "totals");

  Report report;
  std::map<std::string, int> count;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const Finding& finding = replay.decide(asked[i]->id);
    if (!finding.open.empty())
      report.lines.push_back("incomplete: claim " + asked[i]->id + ": " + finding.open);
    if (finding.verdict.empty()) continue;
    require_equal(claims.items[i],
                  replayed_claim(claims.items[i], finding.verdict, finding.reason, finding.witness),
                  "claims[" + std::to_string(i) + "] (" + asked[i]->id + ")");
    ++count[finding.verdict];
  }
  report.code = report.lines.empty() ? 0 : 3;
  std::string line = report.code == 0 ? "accepted:" : "everything else agrees:";
  for (const auto& [verdict, number] : count)
    line += " " + std::to_string(number) + " " + verdict + ",";
  report.lines.push_back(line + " " + text(found, "inputs") + " inputs executed; " +
                         about(of, stated));
  return report;
}

}  // namespace hardmax::check
