#!/usr/bin/env python3
"""Writes accept/ and reject/ of turning/, mapped/ and fading/: certificates of kind `construction` (src/certificate/FORMAT.md) with a machine, with tables, of a decoder and of variants with arguments. What
the networks give is stated from what they are for (the machine is run, the table is read), without a reader of construction files. EXPECTED lists, for every file that is not accepted, the exit code and
how the line of verify-check begins. Run it after a change of the format or of the files beside it."""
import copy
import hashlib
import itertools
import json
import pathlib
import re
import tomllib
from fractions import Fraction

here = pathlib.Path(__file__).parent
spaced = lambda text: " ".join(text.split())
sha256 = lambda lines: hashlib.sha256("\n".join(lines).encode()).hexdigest()
no, open_ = "rejected: ", "incomplete: "


class Paper:
    """What is bound of a construction file and its claims. No term of these files binds the name of a definition."""

    def __init__(self, name):
        self.name = name
        self.data = tomllib.loads((here / name / "construction.toml").read_text())
        self.entries = sorted(tomllib.loads((here / name / "claims.toml").read_text())["claim"], key=lambda e: e["id"])
        of = lambda kind: {re.match(r"\w+", t)[0]: spaced(t) for block in self.data.get(kind, []) for t in block["terms"]}
        self.defined, self.chosen = of("define"), of("choose")

    def reach(self, texts):
        out, todo, all_ = set(), list(texts), {**self.defined, **self.chosen}
        while todo:
            for name in re.findall(r"[A-Za-z]\w*", todo.pop()):
                if name in all_ and name not in out:
                    out.add(name)
                    todo.append(all_[name].partition("=")[2])
        return out

    def digest(self):
        head, lines, flat = self.data["construction"], [], lambda x: spaced(" ".join(x) if isinstance(x, list) else x)
        for key in ("id", "parameters", "pattern", "machine", "tables", "hypotheses", "tokens", "rows", "inputs", "entries", "start", "states"):
            if key in head:
                lines.append(f"{key} {flat(head[key])}")
        texts = [flat(head[k]) for k in ("parameters", "tokens", "rows", "inputs", "entries", "start") if k in head]
        variants = self.data.get("variant", [])
        texts += [t.partition("=")[2] for t in self.chosen.values()] + [t.partition("=")[2] for v in variants for t in v["terms"]]
        keys = ("for", "repeat", "backwards", "let", "keys", "when", "layer", "map", "scale")
        texts += [flat(s[k]) for s in self.data["stage"] for k in keys if k in s]
        for name in sorted(self.reach(texts) | set(self.chosen)):
            lines.append(f"choose {self.chosen[name]}" if name in self.chosen else f"define {self.defined[name]}")
        for s in self.data["stage"]:
            lines += [f"stage {s['name']}", f"in {s.get('in', s['name'])}"] + [f"{k} {flat(s[k])}" for k in keys if k in s]
        return sha256(lines + [f"variant {spaced(v['name'])} {flat(v['terms'])}" for v in variants])

    def digest_of_claim(self, e):
        reached = self.reach([e["domain"], e["formal"]])
        return sha256([self.name, e["id"], spaced(e["domain"]), "", spaced(e["formal"])] + [self.defined[name] for name in sorted(reached & set(self.defined))])

    def certificate(self, run, derived, outputs, verdicts):
        """outputs: of every input its entries, token after token; verdicts: of every claim None, "undefined", "vacuous", or its witness."""
        K, T = 0x9E3779B97F4A7C15, 0
        for g, flat in enumerate(outputs):
            for i, x in enumerate(flat):
                T += (2 * (len(flat) * g + i) + 1) * (Fraction(x).numerator + K * (Fraction(x).denominator - 1))
        claims = []
        for e in self.entries:
            found = verdicts[e["id"].partition(".")[2]]
            verdict, tier, evidence, reason = {None: ("verified", "exhaustive", "replay", ""), "undefined": ("error", "none", "none", "undefined"), "vacuous": ("not_checkable", "none", "none", "vacuous")}.get(
                None if found is None else str(found), ("refuted", "witness", "replay", ""))
            claims.append({"id": e["id"], "sha256": self.digest_of_claim(e), "verdict": verdict, "tier": tier, "evidence": evidence, "reason": reason, "witness": found if isinstance(found, dict) else {}})
        return {"format": "hardmax-cert", "version": "3.0", "kind": "construction",
                "run": {"construction": self.name, "sha256": self.digest(), "pattern": [], "variants": [], "changes": [], **run},
                "derived": derived, "totals": {"inputs": str(len(outputs)), "digest": f"{T % 2**64:016x}"}, "only": "", "claims": claims, "hypotheses": []}


def witness(at, lhs, relation, rhs):
    return {"at": at, "other": [], "lhs": str(lhs), "relation": relation, "rhs": str(rhs)}


expected = []
papers = {name: Paper(name) for name in ("turning", "mapped", "fading")}
for name in papers:
    for folder in ("accept", "reject"):
        (here / name / folder).mkdir(exist_ok=True)
        for old in (here / name / folder).glob("*.json"):
            old.unlink()


def write(data, name, answer=None):
    file = f"{data['run']['construction']}/{'reject' if answer else 'accept'}/{name}.json"
    (here / file).write_text(json.dumps(data, separators=(",", ":")) + "\n")
    if answer:
        expected.append(f"{file} | {answer[0]} | {answer[1]}")


def altered(base, name, answer, change):
    data = copy.deepcopy(base)
    change(data)
    write(data, name, answer)


def of_run(*path):
    """of_run("machine", "word")(value) puts a value there."""
    def with_value(value):
        def change(data):
            at = data["run"]
            for key in path[:-1]:
                at = at[key]
            at[path[-1]] = value
        return change
    return with_value


# ---- turning/: the machine is run
def machine(transitions, word="#", blank="#", initial=None):
    rows = [t.split() for t in transitions]
    states = list(dict.fromkeys(x for r in rows for x in (r[0], r[3])))
    return {"states": states, "initial": initial or states[0], "halting": [s for s in states if all(r[0] != s for r in rows)], "blank": blank, "transitions": transitions, "word": list(word)}


def turning(m, nodes, states=None):
    """states: a machine that stands for what m comes to, if it is another."""
    of = states or m
    rows = [t.split() for t in of["transitions"]]
    symbols = list(dict.fromkeys([of["blank"], *(x for r in rows for x in (r[1], r[4])), *of["word"]]))
    Q, S, n, step = len(of["states"]), len(symbols), len(of["word"]), {(r[0], r[1]): r[3:] for r in rows}
    q, s, c, past = of["initial"], of["blank"], 0, []  # past: of every step the cell and what is written there
    out, j = [], 0
    while len(out) < nodes:
        to, written, move = step.get((q, s), (None, None, None))
        after = c + {"R": 1, "L": -1, None: 0}[move]
        past.append((c, written))
        carried, found = None, 0
        for o in range(1, j + 2):
            cell, v = past[o - 1]
            if cell == after:
                carried, found = v, 1
            node = [0] * (2 * Q + 5 * S + 11)
            if o == j + 1:
                letter = of["word"][j] if j < n else carried if found else of["blank"]
                q, s, c = to, letter, after
            elif carried:
                node[2 * Q + 3 * S + 7 + symbols.index(carried)] = 1
            if o <= j:
                node[2 * Q + 4 * S + 10] = found
            if q is not None:
                node[of["states"].index(q)], node[Q + symbols.index(s)] = 1, 1
            node[Q + S] = c
            out.append(node)
        j += 1
    del out[nodes:]
    left = next((k for k, node in enumerate(out, 1) if node[Q + S] < 0), None)
    size = next((w for w in (witness([], Q, "=", 3) if Q != 3 else None, witness([], S, "=", 2) if S != 2 else None,
                             witness([], of["states"].index(of["initial"]) + 1, "=", 1) if of["initial"] != of["states"][0] else None) if w), None)
    verdicts = {"beyond": "undefined", "deterministic": None, "right": left and witness([f"k={left}"], out[left - 1][Q + S], ">=", 0), "size": size, "start": None if nodes > 1 else "vacuous", "steps": None if nodes > 2 else "vacuous"}
    return papers["turning"].certificate({"parameters": [f"nodes={nodes}"], "machine": m}, {"tokens": str(nodes), "rows": str(2 * Q + 5 * S + 11), "layers": ["node=7"]},
                                         [[x for node in out for x in node]], verdicts)


beaver = machine(["A # -> B 1 R", "A 1 -> B 1 L", "B # -> A 1 L", "B 1 -> H 1 R"])
increment = machine(["I # -> R # R", "R 0 -> R 0 R", "R 1 -> R 1 R", "R # -> C # L", "C 1 -> C 0 L", "C 0 -> H 1 R", "C # -> H 1 R"], "111")
base = turning(beaver, 21)
write(base, "beaver")
write(turning(beaver, 1), "one_node")
write(turning(beaver, 8), "within_a_step")
write(turning(increment, 45), "increment")
write(turning(machine(["A 1 -> B 1 L", "B # -> A # R", "A # -> B 1 L"], "#", initial="A"), 15), "other_order")
write(turning(machine(["B # -> A # R", "A # -> A 1 R", "A 1 -> C 1 R"], "#1", initial="B"), 3), "three_states")
put = of_run("machine")
for key in beaver:
    altered(base, f"no_{key}", (1, no + f"run.machine.{key}"), lambda data, key=key: data["run"]["machine"].pop(key))
altered(base, "no_machine", (1, no + "run.machine"), lambda data: data["run"].pop("machine"))
altered(base, "machine_a_string", (1, no + "run.machine"), put("bb2.toml"))
altered(base, "unknown_key", (1, no + "run.machine"), of_run("machine", "tape")([]))
altered(base, "tables_of_none", (1, no + "run"), of_run("tables")({}))
at = lambda i: of_run("machine", "transitions", i)
altered(base, "two_for_one", (1, no + "run.machine.transitions[1]"), at(1)("A # -> B 1 L"))
altered(base, "move_of_none", (1, no + "run.machine.transitions[0]"), at(0)("A # -> B 1 S"))
altered(base, "move_left_out", (1, no + "run.machine.transitions[0]"), at(0)("A # -> B 1"))
altered(base, "no_arrow", (1, no + "run.machine.transitions[0]"), at(0)("A # to B 1 R"))
altered(base, "two_blanks", (1, no + "run.machine.transitions[0]"), at(0)("A # ->  B 1 R"))
altered(base, "out_of_halting", (1, no + "run.machine.halting"), lambda data: data["run"]["machine"]["transitions"].append("H 1 -> A 1 R"))
altered(base, "states_in_another_order", (1, no + "run.machine.states[0]"), of_run("machine", "states")(["B", "A", "H"]))
altered(base, "state_more", (1, no + "run.machine.states"), of_run("machine", "states")(["A", "B", "H", "I"]))
altered(base, "state_left_out", (1, no + "run.machine.states[2]"), of_run("machine", "states")(["A", "B"]))
altered(base, "initial_of_none", (1, no + "run.machine.initial"), of_run("machine", "initial")("I"))
altered(base, "halting_of_none", (1, no + "run.machine.halting"), of_run("machine", "halting")(["I"]))
altered(base, "halting_twice", (1, no + "run.machine.halting"), of_run("machine", "halting")(["H", "H"]))
altered(base, "halting_goes_on", (1, no + "run.machine.halting"), of_run("machine", "halting")(["A"]))
altered(base, "blank_of_two", (1, no + "run.machine.blank"), of_run("machine", "blank")("# #"))
altered(base, "letter_of_two", (1, no + "run.machine.word"), of_run("machine", "word")(["# 1"]))
altered(base, "word_other", (1, no + "totals.digest"), of_run("machine", "word")(["1"]))
altered(base, "blank_other", (1, no), of_run("machine", "blank")("1"))
altered(base, "initial_other", (1, no), of_run("machine", "initial")("B"))
altered(base, "move_other", (1, no + "totals.digest"), at(2)("B # -> A 1 R"))
altered(base, "written_other", (1, no + "totals.digest"), at(0)("A # -> B # R"))
altered(base, "transition_left_out", (1, no), lambda data: data["run"]["machine"]["transitions"].pop(1))
altered(base, "transitions_exchanged", (1, no + "run.machine.states[0]"), lambda data: data["run"]["machine"]["transitions"].reverse())
altered(base, "nodes_other", (1, no), of_run("parameters")(["nodes=20"]))
altered(base, "undefined_as_verified", (1, no + "claims[0]"), lambda data: data["claims"][0].update(verdict="verified", tier="exhaustive", evidence="replay", reason=""))
altered(base, "refuted_as_verified", (1, no + "claims[2]"), lambda data: data["claims"][2].update(verdict="verified", tier="exhaustive", witness={}))
altered(base, "later", (65, "unreadable: "), of_run("changes")([["looked_at(k)={k + 1 - floor(k/nodes)}"]]))
to_the_right = machine(["A # -> B 1 R", "B # -> A 1 R", "A 1 -> B 1 R", "B 1 -> H 1 R"])
write(turning(machine(["A # -> B 1 R", "B # -> A 1 L", "A 1 -> B 1 R", "B 1 -> H 1 R"]), 6, states=to_the_right), "move_to_the_right", (1, no))
given_states = turning(machine(["A # -> B 1 R", "B # -> A 1 L", "A 1 -> B 1 R", "B 1 -> H 1 R"]), 6)
given_states["run"]["machine"]["states"] = ["A", "H", "B"]
write(given_states, "states_renamed", (1, no + "run.machine.states[1]"))
halting = turning(beaver, 10)
halting["run"]["machine"]["halting"] = ["B", "H"]
write(halting, "halting_and_not", (1, no + "run.machine.halting"))


# ---- mapped/: the table is read
def mapped(n, target, weight, least, variants=(), f=None, table=None, planted=None):
    """target(H, k); f: what an input and a token are mapped to, if it is another; table: how the run states the tables."""
    inputs = list(itertools.product([Fraction(0), Fraction(1, 2)], repeat=n))
    f = f or (lambda H, k: target(H, k) - least)
    out = lambda H, k: sum(f(K, k) for K in inputs if K[k - 1] == H[k - 1])
    text = lambda H: "H=" + " ".join(map(str, H))
    every = [(H, k) for H in inputs for k in range(1, n + 1)]
    first = lambda false, make: next((make(H, k) for H, k in every if false(H, k)), None)
    verdicts = {"beyond": "undefined", "planted": planted,
                "least": first(lambda H, k: least > target(H, k), lambda H, k: witness([text(H), f"k={k}"], least, "<=", target(H, k))),
                "sum": first(lambda H, k: out(H, k) != target(H, k), lambda H, k: witness([text(H), f"k={k}"], out(H, k), "=", target(H, k))),
                "weights": next((witness([f"k={k}"], weight(k + 1), "=", weight(k) + 1) for k in range(1, n) if weight(k + 1) != weight(k) + 1), None if n > 1 else "vacuous")}
    tables = table or {"target": [f"{g} {k}={target(H, k)}" for g, H in enumerate(inputs) for k in range(1, n + 1)], "weight": [f"{k}={weight(k)}" for k in range(1, n + 1)], "least": [f"={least}"]}
    return papers["mapped"].certificate({"parameters": [f"n={n}"], "tables": tables, "variants": list(variants)},
                                        {"tokens": str(n), "rows": "2", "layers": [f"value={n * len(inputs)}"]},
                                        [[x for k in range(1, n + 1) for x in (H[k - 1] + weight(k), out(H, k))] for H in inputs], verdicts)


half = Fraction(1, 2)
by_entries = lambda H, k: 3 * H[k - 1] + k - half * H[0]
base = mapped(2, by_entries, lambda k: k, Fraction(-1))
write(base, "two")
write(mapped(3, by_entries, lambda k: k * k, Fraction(2, 7)), "three")
write(mapped(1, lambda H, k: H[0] / 3, lambda k: -5, half), "one")
write(mapped(2, by_entries, lambda k: 2 * k, Fraction(0), ["raised(weight(2))"], lambda H, k: by_entries(H, k) + 4), "raised_by_a_table")
write(mapped(2, by_entries, lambda k: 2 * k, Fraction(0), ["planted(input(2), 1)"], lambda H, k: int(H == (half, 0) and k == 1)), "planted_at_the_run")
write(mapped(2, by_entries, lambda k: 2 * k, Fraction(0), ["planted(input(2), 1)", "raised(1/3)"], lambda H, k: int(H == (half, 0) and k == 1) + Fraction(1, 3)), "planted_and_raised")
entry = lambda name, i, text: lambda data: data["run"]["tables"][name].__setitem__(i, text)
for key in ("target", "weight", "least"):
    altered(base, f"no_{key}", (1, no + f"run.tables.{key}"), lambda data, key=key: data["run"]["tables"].pop(key))
altered(base, "no_tables", (1, no + "run.tables"), lambda data: data["run"].pop("tables"))
altered(base, "tables_a_list", (1, no + "run.tables"), of_run("tables")([]))
altered(base, "table_a_file", (1, no + "run.tables.target"), of_run("tables", "target")("target.toml"))
altered(base, "table_more", (1, no + "run.tables"), of_run("tables", "more")([]))
altered(base, "machine_of_none", (1, no + "run"), of_run("machine")(beaver))
altered(base, "entry_twice", (1, no + "run.tables.weight[1]"), entry("weight", 1, "1=2"))
altered(base, "entries_out_of_order", (1, no + "run.tables.weight[1]"), lambda data: data["run"]["tables"]["weight"].reverse())
altered(base, "argument_more", (1, no + "run.tables.weight[1]"), entry("weight", 1, "2 1=2"))
altered(base, "argument_left_out", (1, no + "run.tables.target[0]"), entry("target", 0, "0=1"))
altered(base, "argument_none", (1, no + "run.tables.weight[0]"), entry("weight", 0, "=1"))
altered(base, "constant_with_argument", (1, no + "run.tables.least[0]"), entry("least", 0, "1=-1"))
altered(base, "argument_by_its_entries", (1, no + "run.tables.target[0]"), entry("target", 0, "H=0 0 1=1"))
altered(base, "value_left_out", (1, no + "run.tables.weight[0]"), entry("weight", 0, "1="))
altered(base, "value_no_number", (1, no + "run.tables.weight[0]"), entry("weight", 0, "1=k"))
altered(base, "value_not_in_lowest_terms", (1, no + "run.tables.weight[0]"), entry("weight", 0, "1=2/2"))
altered(base, "value_with_a_blank", (1, no + "run.tables.weight[0]"), entry("weight", 0, "1= 1"))
altered(base, "argument_with_a_zero", (1, no + "run.tables.weight[0]"), entry("weight", 0, "01=1"))
altered(base, "no_sign", (1, no + "run.tables.weight[0]"), entry("weight", 0, "1 1"))
altered(base, "value_other", (1, no + "totals.digest"), entry("target", 3, "1 2=8"))
altered(base, "values_exchanged", (1, no + "totals.digest"), lambda data: entry("target", 0, "0 1=2")(data) or entry("target", 1, "0 2=1")(data))
altered(base, "weight_other", (1, no + "totals.digest"), entry("weight", 1, "2=3"))
altered(base, "least_other", (1, no + "totals.digest"), entry("least", 0, "=1"))
altered(base, "entry_left_out", (3, open_), lambda data: data["run"]["tables"]["target"].pop())
altered(base, "planted_elsewhere", (1, no + "totals.digest"), of_run("variants")(["planted(input(2), 2)"]))
planted = mapped(2, by_entries, lambda k: 2 * k, Fraction(0), ["planted(input(2), 1)"], lambda H, k: int(H == (half, 0) and k == 1))
altered(planted, "planted_at_another_input", (1, no + "totals.digest"), of_run("variants")(["planted(input(1), 1)"]))
altered(planted, "planted_at_no_input", (1, no), of_run("variants")(["planted(2, 1)"]))
altered(planted, "planted_beyond", (3, open_), of_run("variants")(["planted(input(4), 1)"]))
altered(planted, "planted_left_out", (1, no), of_run("variants")([]))
write(mapped(2, by_entries, lambda k: 2 * k, Fraction(0), ["raised(1)", "planted(input(2), 1)"], lambda H, k: int(H == (half, 0) and k == 1) + 1), "planted_of_what_was", (1, no + "totals.digest"))
# the first of all targets in the place of every one; no target at all
write(mapped(2, by_entries, lambda k: k, Fraction(-1), planted=witness(["P=0 0", "m=2", "H=0 0", "k=1"], 1, "=", 0)), "planted_always_the_first", (1, no + "claims[2]"))
write(mapped(2, by_entries, lambda k: k, Fraction(-1), planted=witness(["P=0 0", "m=1", "H=0 0", "k=1"], 4, "=", 1)), "planted_nowhere", (1, no + "claims[2]"))
second = {"target": ["0 1=0", "0 1=1", "1 1=1"], "weight": ["1=0"], "least": ["=0"]}
write(mapped(1, lambda H, k: Fraction(1), lambda k: 0, Fraction(0), table=second), "first_of_two_values", (1, no + "run.tables.target[1]"))


# ---- fading/: token after token
def fading(n, variants=(), look=lambda k: range(1, k + 1), more=Fraction(1), before=lambda end: end, changes=(), in_run=None):
    """look: whom a token looks at while it is made; in_run: the same, of the run on the state that was made; before: what the next token has of an output."""
    inputs = list(itertools.product([Fraction(0), Fraction(1)], repeat=n))
    outputs, begins, ends = [], [], []
    for H in inputs:
        begin, end = {}, Fraction(0)
        for k in range(1, n + 1):
            begin[k] = H[k - 1] - before(end) / 2
            end = 2 * (H[0] + min(begin.get(j, Fraction(0)) for j in look(k))) + more
        second = {k: H[0] + min(begin[j] for j in (in_run or look)(k)) for k in begin}
        outputs.append([x for k in begin for x in (begin[k], second[k])])
        begins.append(begin)
        ends.append({k: 2 * second[k] + more for k in begin})
    every = [(H, k, b, e) for H, b, e in zip(inputs, begins, ends) for k in range(1, n + 1)]
    at = lambda H, k: ["H=" + " ".join(map(str, H)), f"k={k}"]
    verdicts = {"begin": next((witness(at(H, k), b[k], "=", H[k - 1] - e[k - 1] / 2) for H, k, b, e in every if k > 1 and b[k] != H[k - 1] - e[k - 1] / 2), None),
                "large": next((witness(at(H, k), e[k], "<=", 8) for H, k, b, e in every if e[k] > 8), None)}
    return papers["fading"].certificate({"parameters": [f"n={n}"], "variants": list(variants), "changes": [list(c) for c in changes]}, {"tokens": str(n), "rows": "2", "layers": ["smallest=1", "last=1"]}, outputs, verdicts)


base = fading(3)
write(base, "three")
write(fading(2), "two")
write(fading(3, ["alone"], lambda k: [k]), "alone")
write(fading(2, ["by(-1/3)"], more=Fraction(-1, 3)), "by_a_third")
write(fading(3, changes=[["look(k)=union({1}, {k})"]], look=lambda k: {1, k}), "first_and_own")
altered(base, "variant_left_out", (1, no), lambda data: data["run"].update(fading(3, ["alone"])["run"]))
altered(base, "inputs_more", (1, no + "totals.inputs"), lambda data: data["totals"].update(inputs="16"))
altered(base, "later", (65, "unreadable: "), of_run("changes")([["look(k)={min(k + 1, n)}"]]))
altered(base, "previous_by_a_change", (1, no), of_run("changes")([["more=previous(1)"]]))
altered(base, "previous_in_an_argument", (1, no), of_run("variants")(["by(before(1))"]))
altered(base, "start_by_a_change", (1, no), of_run("changes")([["more=begin(input(0), 1, 1)", *(papers["fading"].defined[x] for x in ("before", "begin"))]]))
write(fading(3, before=lambda end: Fraction(0)), "previous_is_0", (1, no + "totals.digest"))
write(fading(3, look=lambda k: [k], in_run=lambda k: range(1, k + 1)), "made_alone", (1, no + "totals.digest"))
write(fading(3, look=lambda k: range(1, k + 1), in_run=lambda k: range(1, 4)), "run_on_all", (1, no + "totals.digest"))
write(fading(3, changes=[["look(k)=(1..n)"]], look=lambda k: range(1, 4)), "all_are_looked_at", (65, "unreadable: "))
(here / "EXPECTED").write_text("\n".join(expected) + "\n")
