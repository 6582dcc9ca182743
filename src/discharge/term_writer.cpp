#include "discharge/term_writer.hpp"

namespace hardmax {

using subject::Binder;
using subject::Binders;
using subject::Signature;
using subject::Stage;
using subject::Term;
using subject::TermError;
using subject::TermPtr;

std::string TermWriter::of(const Signature& signature) {
  return std::to_string(signature.arguments.size()) + ":" + of(signature.term, signature.arguments);
}

std::string TermWriter::of(const TermPtr& term, const std::vector<std::string>& names) {
  Names all;
  for (const std::string& name : names) bind(all, name);
  return term ? of(*term, all) : "";
}

std::string TermWriter::of(const Stage& stage) {
  Names names;
  std::string out = of(stage.repeat, names) + "/" + of(stage.loop, names);
  for (const Signature& let : stage.lets)
    names[let.name] = {"", &*let.term, std::make_shared<const Names>(names)};
  // Names that hide a definition there: k, the token that looks at others, and w, the error.
  const auto with = [&](const char* name) {
    Names all = names;
    bind(all, name);
    --depth_;
    return all;
  };
  const auto add = [&](const TermPtr& term, const Names& known) {
    out += "/" + (term ? of(*term, known) : "");
  };
  for (const TermPtr& term : {stage.backwards, stage.when, stage.layer, stage.map})
    add(term, names);
  add(stage.keys, with("k"));
  add(stage.scale, with("w"));
  return out;
}

// Numbers are those of the places within others, so that a term is written alike wherever it came
// from.
void TermWriter::bind(Names& names, const std::string& name) {
  names[name] = {"#" + std::to_string(depth_++), nullptr, nullptr};
}

std::string TermWriter::of(const Binders& binders, Names& names) {
  std::string out;
  for (const Binder& b : binders.list) {
    out += std::to_string(static_cast<int>(b.over)) + "[" + (b.first ? of(*b.first, names) : "") +
           ".." + (b.last ? of(*b.last, names) : "") + "]";
    bind(names, b.name);
  }
  if (binders.where) out += "where " + of(*binders.where, names);
  return out;
}

std::string TermWriter::list(const std::vector<TermPtr>& parts, std::size_t from,
                             const Names& names) {
  std::string out = "(";
  for (std::size_t i = from; i < parts.size(); ++i)
    out += (i > from ? "," : "") + of(*parts[i], names);
  return out + ")";
}

std::string TermWriter::of_name(const Term& term, const Names& names) {
  if (const auto known = names.find(term.name); known != names.end()) {
    const Meant& meant = known->second;
    const std::string what = meant.term ? of(*meant.term, *meant.names) : meant.number;
    return term.parts.empty() ? what : "at(" + what + list(term.parts, 0, names) + ")";
  }
  if (subject::takes_network(term.name) && !term.parts.empty())
    return term.name + ":" + term.parts[0]->name + list(term.parts, 1, names);
  const auto defined = file_.definitions.find(term.name);
  if (defined == file_.definitions.end() || defined->second.chosen)
    return term.name + (term.has_arguments ? list(term.parts, 0, names) : "");
  const Signature& s = defined->second.signature;
  if (s.arguments.size() != term.parts.size())
    throw TermError("'" + term.name + "' with another number of arguments");
  const auto here = std::make_shared<const Names>(names);
  Names inner;
  for (std::size_t i = 0; i < term.parts.size() && i < s.arguments.size(); ++i)
    inner[s.arguments[i]] = {"", &*term.parts[i], here};
  return of(*s.term, inner);
}

// What stands inside another term, or a definition in it, is limited: a file may double a term
// fifty times.
std::string TermWriter::of(const Term& term, const Names& outer) {
  if (++written_ > most_written || within_ >= most_within)
    throw TermError("a term that is too long when definitions are written out");
  ++within_;
  std::string out = written(term, outer);
  --within_;
  return out;
}

std::string TermWriter::written(const Term& term, const Names& outer) {
  if (term.kind == Term::Kind::integer) return term.number.str();
  if (term.kind == Term::Kind::name) return of_name(term, outer);
  if (term.kind == Term::Kind::entry)
    return "at(" + of(*term.parts[0], outer) + list(term.parts, 1, outer) + ")";
  std::string out = std::to_string(static_cast<int>(term.kind)) + term.name + "{";
  if (term.kind == Term::Kind::of_variant) {
    const Term& variant = *term.parts[0];
    return out + variant.name + list(variant.parts, 0, outer) + "." + of(*term.parts[1], outer) +
           "}";
  }
  Names names = outer;
  if (term.kind == Term::Kind::let) {
    names[term.name] = {"", &*term.parts[0], std::make_shared<const Names>(outer)};
    return of(*term.parts[1], names);
  }
  const std::size_t depth = depth_;
  out += of(term.binders, names);
  for (const subject::Relation r : term.relations) out += "r" + std::to_string(static_cast<int>(r));
  out += list(term.parts, 0, names) + "}";
  depth_ = depth;
  return out;
}

}  // namespace hardmax
