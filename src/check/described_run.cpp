#include "check/described_run.hpp"
#include "check/fault.hpp"

namespace hardmax::check {
namespace {

using T = TypeOf;

// Before anything of the certificate is read: a file whose terms have no types is bad data,
// whatever is stated of it.
const Described& with_types(const Described& of) {
  const Changes none;
  DescribedTypes(of, none).require_all();
  return of;
}

}  // namespace

// Each with single blanks.
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

DescribedRun::DescribedRun(const Json& run, const Described& of, const Entries& entries)
    : of_(with_types(of)),
      entries_(entries),
      ground_(setting(run)),
      types_(of_, ground_.setting.changes) {
  begin();
}

DescribedRun::DescribedRun(Setting setting, const Entries& entries)
    : of_(with_types(setting.of)),
      entries_(entries),
      ground_(std::move(setting)),
      types_(of_, ground_.setting.changes) {
  begin();
}

void DescribedRun::begin() {
  try {
    types_.require_all();
  } catch (const Unreadable& error) {
    throw Rejected(std::string("run.changes, or run.variants: ") + error.what());
  }
  if (of_.pattern_required)
    ground_.first = assumption_one(ground_.setting.A, ground_.levels, ground_.setting.order);
  make_names();
}

void DescribedRun::make_worlds() {
  const Changes& all = ground_.setting.changes;
  worlds_.push_back(std::make_unique<World>(ground_, nullptr, nullptr, all.empty()));
  std::vector<const World*> asked;  // for inputs, which have to be those of the run
  for (const Change& change : all) {
    std::vector<Quantity> arguments;
    Frame frame;
    frame.slots.resize(change.slots);
    for (const Term& term : change.arguments) {
      const World& as_it_was =
          HARDMAX_FAULT(check_variant_as_it_was, *worlds_.back(), *worlds_.front());
      arguments.push_back(as_it_was.value(term, frame));
      if (uses_of(of_, term).inputs) asked.push_back(&world());
    }
    worlds_.push_back(std::make_unique<World>(ground_, worlds_.back().get(), &change.terms,
                                              &change == &all.back(), std::move(arguments)));
  }
  for (const Term& condition : of_.conditions) {
    Frame frame;
    frame.slots.resize(of_.slots);
    require(world().value(condition, frame).truth(), "run.parameters", "others",
            "that a condition of the construction does not hold of them");
  }
  ground_.space = &world().space();
  for (const World* as_it_was : asked) as_it_was->space();
}

void DescribedRun::open_one_by_one() {
  ground_.one_by_one = true;
  make_worlds();
}

void DescribedRun::open(bool outputs) {
  make_worlds();
  const std::vector<Num>& tokens = ground_.space->tokens;
  const Pattern& A = ground_.setting.A;
  if (!A.empty()) {
    require(A[1].size() == tokens.size() + 1, "run.pattern",
            std::to_string(A[1].size() - 1) + " tokens", std::to_string(tokens.size()));
    const bool from_1 = tokens.front() == Num(1) && tokens.back() == number_of(tokens.size());
    if (!from_1 && (of_.pattern_required || ground_.before_tokens))
      throw Incomplete(
          "Assumption 1, or tokens and rows by a pattern, on tokens other than 1, 2, ... are not "
          "read by this version");
  }
  for (const auto& [network, layer] : ground_.setting.dropped)
    require(ground_.setting.units_stay ||  // of kind "run", which says it by itself
                !(world().layer_count(network) < number_of(layer)),
            "run.changes", "a drop", "that the network has fewer layers");
  width_ = tokens.size() * ground_.space->rows;
  if (outputs && number_of(std::uint64_t{1} << 28) < ground_.space->inputs * number_of(width_))
    throw Incomplete("run: more than 2^28 entries of outputs, nothing was executed");
}

Json DescribedRun::derived() const {
  std::vector<Json> layers;
  for (std::size_t i = 0; i < of_.names.networks.size(); ++i)
    layers.emplace_back(of_.names.networks[i] + "=" + world().layer_count(i).text());
  return Json::object({{"tokens", std::to_string(ground_.space->tokens.size())},
                       {"rows", std::to_string(ground_.space->rows)},
                       {"layers", Json::array(layers)}});
}

std::string DescribedRun::binding(const Entry& entry) const {
  if (entry.id.substr(0, of_.id.size() + 1) != of_.id + ".") return binding_text(entry);
  reached_.clear();
  parse_formula(entry.domain, entry.where + ", domain of " + entry.id, names_);
  if (entry.has_formal)
    parse_formula(entry.formal, entry.where + ", formal of " + entry.id, names_);
  std::string out = of_.id + "\n" + binding_text(entry);
  for (const std::string& text : defined_texts(of_, reached_)) out += "\n" + text;
  return out;
}

std::string DescribedRun::bound_text() const {
  return construction_text(of_, [&](const std::string& id) {
    const auto entry = entries_.find(id);
    if (entry == entries_.end())
      throw Incomplete("the hypothesis " + id + " of the construction is not among the claims");
    return sha256(binding(entry->second));
  });
}

std::string DescribedRun::digest() const { return sha256(bound_text()); }

std::string DescribedRun::digest_with_names(bool hypotheses) const {
  std::string out =
      hypotheses ? bound_text() : construction_text(of_, [](const std::string&) { return ""; });
  std::set<std::size_t> all;
  for (std::size_t i = 0; i < of_.definitions.size(); ++i) all.insert(i);
  for (const std::string& text : defined_texts(of_, all)) out += "\n" + text;
  return sha256(out);
}

const Num& DescribedRun::id(std::uint64_t input, unsigned token) const {
  if (!output_ || of_input_ != input) {
    output_ = world().run(of_.states, last_layer(), world().start(input));
    of_input_ = input;
  }
  const std::size_t rows = output_->rows, i = token - 1;
  return output_->entry(i % rows, i / rows);
}

std::string DescribedRun::input_text(std::uint64_t input) const {
  std::string out;
  for (const std::size_t digit : ground_.space->digits(input))
    out += (out.empty() ? "" : " ") + ground_.space->entries[digit].text();
  return out;
}

std::uint64_t DescribedRun::last_layer() const {
  const Num all = world().layer_count(of_.states);
  constexpr std::uint64_t most = std::uint64_t{1} << 62;
  if (number_of(most) < all) throw Incomplete("run: more than 2^62 layers, nothing was executed");
  return index(all, 0, most);
}

Setting DescribedRun::setting(const Json& run) const {
  std::set<std::string> keys = {"construction", "sha256",   "parameters",
                                "pattern",      "variants", "changes"};
  if (of_.machine) keys.insert("machine");
  if (!of_.tables.empty() && !(of_.may_lack_tables && run.find("tables") == nullptr))
    keys.insert("tables");
  require_keys(run, keys, "run");
  Setting out{of_, {}};
  out.tables = tables_of(run, of_);
  const auto& parameters = of_.names.parameters;
  const std::vector<std::string> stated =
      strings(member(run, "parameters", Json::Kind::array, "run."), "run.parameters");
  require(stated.size() == parameters.size(), "run.parameters",
          std::to_string(stated.size()) + " parameters", std::to_string(parameters.size()));
  for (std::size_t i = 0; i < stated.size(); ++i) {
    const std::string where = "run.parameters[" + std::to_string(i) + "]";
    require(stated[i].substr(0, parameters[i].size() + 1) == parameters[i] + "=", where, stated[i],
            "that it must be of " + parameters[i]);
    out.parameters.push_back(rational(stated[i].substr(parameters[i].size() + 1), where));
    require(out.parameters.back().is_integer(), where, stated[i], "that it must be an integer");
  }
  read_pattern(member(run, "pattern", Json::Kind::array, "run."), out);
  const std::vector<std::string> variants =
      strings(member(run, "variants", Json::Kind::array, "run."), "run.variants");
  for (std::size_t i = 0; i < variants.size(); ++i)
    out.changes.push_back(variant(variants[i], "run.variants[" + std::to_string(i) + "]"));
  read_changes(member(run, "changes", Json::Kind::array, "run."), out);
  return out;
}

// What an argument says is bound by the text in the certificate and by the digest of the file,
// which has every choice in it, and not every definition.
Change DescribedRun::variant(const std::string& text, const std::string& where) const {
  Bound bound;
  const Term applied = parse_variant(text, where, of_.names, bound);
  for (const Term& argument : applied.kids) {
    const Uses uses = uses_of(of_, argument);
    require(uses.states.empty() && !uses.start && !uses.column && !uses.variants && !uses.previous,
            where, text,
            "that an argument must not depend on states, on Z, on previous or on variants");
    each_term(argument, [&](const Term& part) {
      require(part.op != TermOp::definition || of_.definitions[part.name].chosen, where, text,
              "that an argument must name parameters, choices and what is given alone");
    });
  }
  return {of_.variants[applied.name].terms, applied.kids, bound.slots};
}

void DescribedRun::read_pattern(const Json& stated, Setting& out) const {
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

void DescribedRun::read_changes(const Json& stated, Setting& out) const {
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
        out.changes.push_back({{all.back()}});
        reached = defined_texts(of_, uses_of(of_, all.back().term).definitions);
      }
    } catch (const Unreadable& error) {
      throw Rejected(error.what());
    }
    reached.insert(reached.begin(), texts[0]);
    const std::vector<std::string>& shown =
        HARDMAX_FAULT(check_construction_changes, reached, texts);
    require_equal(stated.items[i], Json::array({shown.begin(), shown.end()}), where);
  }
  try {
    require_rules_of_change(of_, all);
  } catch (const Unreadable& error) {
    throw Rejected(std::string("run.changes: ") + error.what());
  }
}

std::pair<std::size_t, std::uint64_t> DescribedRun::dropped(const std::string& text,
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

int DescribedRun::known_as(Term term, std::vector<Types> arguments) const {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    Term argument;
    argument.op = TermOp::bound, argument.slot = i;
    term.kids.push_back(argument);
  }
  called_.push_back({std::move(term), std::move(arguments)});
  return Common::own + static_cast<int>(called_.size()) - 1;
}

void DescribedRun::make_names() {
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
    if (given_name(name.text, file) == nullptr) continue;
    Term term;
    term.op = TermOp::given, term.name = static_cast<std::size_t>(id);
    std::vector<Types> arguments;
    for (const char* at = name.arguments; *at != '\0'; ++at)
      arguments.push_back(*at == 'I' ? T::input : T::number);
    names_.names.push_back({name.text, name.arguments, name.result == 'S' ? Type::Set : Type::Num,
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

std::optional<Known> DescribedRun::resolved(const std::string& name,
                                            const std::vector<Type>& types) const {
  const auto table = of_.names.tables.find(name);
  const bool is_table = table != of_.names.tables.end();
  const auto it = is_table ? table : of_.names.definitions.find(name);
  if (it == of_.names.definitions.end()) {
    require(given_name(name, of_.names) == nullptr, "a claim", name,
            "that it stands in definitions of the construction alone; write one that uses it");
    return std::nullopt;
  }
  require(types.size() == it->second.arguments, "a claim", name,
          "that it has " + std::to_string(it->second.arguments) + " arguments");
  if (types.size() > most_arguments)
    throw Incomplete("a claim that calls " + name + " with more than " +
                     std::to_string(most_arguments) + " arguments");
  std::vector<Types> arguments;
  for (const Type type : types) {
    require(type == Type::Num || type == Type::Input, "a claim", name,
            "that its arguments are numbers and inputs here; write a definition with these");
    arguments.push_back(type == Type::Num ? T::number : T::input);
  }
  Term term;
  term.op = is_table ? TermOp::table : TermOp::definition, term.name = it->second.place;
  if (is_table) return Known{"", "", Type::Num, known_as(std::move(term), std::move(arguments))};
  const Uses uses = uses_of_definition(of_, it->second.place);
  require(!uses.column, "a claim", name, "that it uses Z, which layers alone have");
  require(!uses.previous, "a claim", name, "that it uses previous, which start alone has");
  reached_.insert(uses.definitions.begin(), uses.definitions.end());
  const Types found = types_.of_definition(it->second.place, arguments);
  require(found & (T::number | T::truth | T::set), "a claim", name,
          "that it is no number, truth or set; write a definition that is");
  const int known = known_as(std::move(term), std::move(arguments));
  uses_[known] = uses;
  return Known{"", "",
               found & T::number  ? Type::Num
               : found & T::truth ? Type::Bool
                                  : Type::Set,
               known};
}

std::string DescribedRun::given_called(int name) const {
  const Term& term = called_.at(static_cast<std::size_t>(name - Common::own)).term;
  return term.op == TermOp::given ? given_name(static_cast<Given>(term.name)).text : "";
}

Num DescribedRun::number(int name, const Num* a, const std::uint64_t* inputs) const {
  return value(name, a, inputs).number();
}
Set DescribedRun::set_of(int name, const Num* a, const std::uint64_t* inputs) const {
  return value(name, a, inputs).members();
}

Term DescribedRun::asked(int name, std::optional<std::size_t> word) const {
  Term term = called_.at(static_cast<std::size_t>(name - Common::own)).term;
  if (word) term.word = names_.words.at(*word);
  return term;
}

std::vector<bool> DescribedRun::inputs_of(int name) const {
  std::vector<bool> out;
  for (const Types type : called_.at(static_cast<std::size_t>(name - Common::own)).arguments)
    out.push_back(type == T::input);
  return out;
}

Quantity DescribedRun::value(int name, const Num* a, const std::uint64_t* inputs) const {
  const Called& called = called_.at(static_cast<std::size_t>(name - Common::own));
  if (name == layers_) {
    Term term = called.term;
    term.word = names_.words.at(index(a[0], 0, names_.words.size() - 1));
    Frame none;
    return world().value(term, none);
  }
  const bool defines = called.term.op == TermOp::definition;
  std::vector<Quantity> arguments;
  arguments.reserve(
      std::max(called.arguments.size(), defines ? of_.definitions[called.term.name].slots : 0));
  for (const Types type : called.arguments)
    arguments.push_back(type == T::input ? Quantity::of_input(*inputs++) : Quantity::of(*a++));
  // What is asked of two inputs is another pair every time.
  const bool again = std::count(called.arguments.begin(), called.arguments.end(), T::input) < 2;
  if (defines)
    return world().call(called.term.name, std::move(arguments), nullptr, ground_.jumps && again);
  const std::size_t place = static_cast<std::size_t>(name - Common::own);
  return world().given_to(of_.definitions.size() + place, called.term, std::move(arguments));
}

}  // namespace hardmax::check
