#!/usr/bin/env python3
"""Writes a folder for each place of claims: certificates of kinds `machine` and `vectors` that state something false, each made by hand from one that is accepted, by someone who knows verify-check: everything else in it agrees. EXPECTED says for every file its exit code, how the
line of verify-check begins, and what is false. accept/ has those that they were made from.

    make.py VERIFY VERIFY_CHECK      after a change of the format

The construction files are those below ../forged_runs/claims; claims/changed has a decoder with another hat in same_cell; the one of claims/stays
never leaves its first node and says of none that it is the last of a step; the one of claims/asks takes a number from the run of the machine; the head of claims/nearest finds the vector that is nearest. The decoders of claims/states, symbols and cells are right, but q1, s1 or x1 are other rows than those that have
the state, the symbol or the cell. In claims/lacks a term is bound that has no value at node 5, and that nothing needs."""
import copy
import fractions
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent
root = here.parent.parent.parent
verify, checker = sys.argv[1:]
expected = []
places = {"machine": here.parent / "forged_runs/claims/machine", "printed": here.parent / "forged_runs/claims/printed", "changed": here / "claims/changed", "stays": here / "claims/stays", "asks": here / "claims/asks", "vectors": here.parent / "forged_runs/claims/vectors", "nearest": here / "claims/nearest", "states": here / "claims/states", "symbols": here / "claims/symbols", "cells": here / "claims/cells", "lacks": here / "claims/lacks"}
dump = lambda certificate: json.dumps(certificate, separators=(",", ":")) + "\n"


def checksum(certificate):
    """Over what all nodes say, where every one is equal to the machine."""
    machine, steps = certificate["run"]["machine"], int(certificate["run"]["steps"])
    lines = {(q, a): (p, b, m) for q, a, _, p, b, m in (t.split() for t in machine["transitions"])}
    symbols = list(dict.fromkeys([machine["blank"], *(s for t in machine["transitions"] for s in (t.split()[1], t.split()[4])), *machine["word"]]))
    tape, state, head, out = dict(enumerate(machine["word"], 1)), machine["initial"], 0, ""
    for time in range(steps + 1):
        symbol = tape.get(head, machine["blank"])
        out += f"{machine['states'].index(state) + 1} {symbols.index(symbol) + 1} {head}\n" * (time + 1 if time < steps else 1)
        if time < steps:
            state, tape[head], move = lines[state, symbol]
            head += 1 if move == "R" else -1
    return hashlib.sha256(out.encode()).hexdigest()


def answers(certificate, nearest=False, one_farthest=False, others_tie=False):
    """The result of these vectors, by a head and a search in which something may be wrong."""
    vectors = [[fractions.Fraction(x) for x in v.split()] for v in certificate["run"]["vectors"]]
    tuples = [[int(i) - 1 for i in t.split()] for t in certificate["run"]["tuples"]]
    product = lambda a, b: sum(x * y for x, y in zip(a, b))
    mean = lambda places, of: [sum(vectors[of[j]][r] for j in places) / len(places) for r in range(len(vectors[0]))]
    listed = lambda items: " ".join(map(str, items))
    result, lines, least = dict(queries=0, found=0, ties=0, others=0, first={}), "", []
    for i, of in enumerate(tuples):
        for k, v in enumerate(of):
            scores = [product(vectors[v], vectors[u]) * (1 if nearest else -1) for u in of]
            output = mean([j for j, s in enumerate(scores) if s == max(scores)], of)
            distances = [sum((x - y) ** 2 for x, y in zip(vectors[v], vectors[u])) for u in of]
            far = [j for j, d in enumerate(distances) if d == max(distances)][:1 if one_farthest else None]
            kind = "found" if any(vectors[of[j]] == output for j in far) else "ties" if output == mean(far, of) or others_tie else "others"
            result["queries"] += 1
            result[kind] += 1
            least.append(product(vectors[v], output))
            line = dict(tuple=str(i + 1), query=str(k + 1), farthest=listed(j + 1 for j in far), distance=str(max(distances)), output=listed(output))
            lines += "{tuple} {query}: {farthest}: {distance}: {output}\n".format(**line)
            if kind != "found" and not result["first"]:
                result["first"] = line
    out = {key: str(value) if key != "first" else value for key, value in result.items()}
    return dict(out, products=str(len(tuples[0]) ** 2), least=str(min(least)), sha256=hashlib.sha256(lines.encode()).hexdigest())


def answer(place, text):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([checker, "--claims", places[place], file.name], capture_output=True, text=True, timeout=300)
    return done.returncode, (done.stdout + done.stderr).strip().splitlines()[0]


def digest_of(place, certificate):
    line = answer(place, dump(dict(certificate, run=dict(certificate["run"], sha256="0" * 64))))[1]
    return re.search(r"has ([0-9a-f]{64})$", line)[1]


def made(place, name, *arguments, command="turing"):
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        done = subprocess.run([verify, command, *map(str, arguments), "--certificate", file.name], capture_output=True, text=True)
        certificate = json.loads(pathlib.Path(file.name).read_text())
    certificate["run"]["sha256"] = digest_of(place, certificate)
    code, line = answer(place, dump(certificate))
    assert code == 0, line
    (here / "accept").mkdir(exist_ok=True)
    (here / "accept" / f"{place}_{name}.json").write_text(dump(certificate))
    return certificate


def forge(place, name, false, text, code=1):
    found, line = answer(place, text)
    print(place, name, found, line[:150])
    assert found == code, (name, found, line)
    (here / place).mkdir(exist_ok=True)
    (here / place / f"{name}.json").write_text(text)
    expected.append(f"{place}/{name}.json | {code} | {line.split(', found')[0][:120].strip()} | {false}")


def edit(place, name, false, base, *changes, code=1):
    certificate = copy.deepcopy(base)
    for path, value in changes:
        at = certificate
        for step in path[:-1]:
            at = at[step]
        if value is None:
            del at[path[-1]]
        else:
            at[path[-1]] = value
    assert certificate != base, name
    forge(place, name, false, dump(certificate), code)


machines = root / "data" / "machines"
beaver = made("machine", "beaver", machines / "bb2.toml")
assert beaver["result"]["sha256"] == checksum(beaver)
inc = made("machine", "inc", machines / "inc.toml")
five = made("machine", "five_steps", machines / "bb2.toml", "--steps", 5)
run = lambda *path: ("run", *path)
of = lambda *path: ("run", "machine", *path)
result = lambda *path: ("result", *path)
e = lambda name, false, *changes, base=beaver, code=1: edit("machine", name, false, base, *changes, code=code)

e("a_transition_changed", "B # -> A 1 R in the place of B # -> A 1 L", (of("transitions", 2), "B # -> A 1 R"))
e("another_symbol_written", "B # -> A # L: another symbol is written", (of("transitions", 2), "B # -> A # L"))
e("a_transition_dropped", "A 1 -> B 1 L is left out", (of("transitions"), [t for t in beaver["run"]["machine"]["transitions"] if t != "A 1 -> B 1 L"]))
e("a_transition_twice", "a second transition for A at #", (of("transitions"), beaver["run"]["machine"]["transitions"] + ["A # -> H 1 R"]))
e("another_word", "the word 1 in the place of the blank", (of("word"), ["1"]))
e("another_word_of_inc", "the word 1 0 1 0 in the place of 1 0 1 1", (of("word"), ["1", "0", "1", "0"]), base=inc)
e("another_initial_state", "that it begins in B", (of("initial"), "B"))
e("another_blank", "that 1 is the blank", (of("blank"), "1"), (of("word"), ["1"]))
e("states_in_another_order", "that state 1 is B", (of("states"), ["B", "A", "H"]))
e("no_halting_state", "that it halts in H, which is no halting state", (of("halting"), []))
e("a_halting_state_more", "that B is a halting state", (of("halting"), ["B", "H"]))
e("steps_fewer", "5 steps, with the result of 6", (run("steps"), "5"))
e("steps_more", "7 steps, of a machine that stops after 6", (run("steps"), "7"))
e("steps_none", "no step, with the result of 6", (run("steps"), "0"))
e("five_steps_to_the_end", "that it halts after 5 steps", (result("end"), "halting state"), base=five)
e("five_steps_in_H", "that it is in H after 5 steps", (result("state"), "H"), base=five)
e("it_goes_on", "that it goes on after 6 steps", (result("end"), "goes on"))
e("no_transition", "that it stops in want of a transition", (result("end"), "no transition"))
e("another_state", "that it halts in B", (result("state"), "B"))
e("another_cell_of_the_head", "that the head is in cell 1 at the end", (result("head"), "1"))
e("a_tape_symbol_changed", "a blank among the four ones on the tape", (result("tape", 1), "#"))
e("a_tape_symbol_more", "five ones on the tape", (result("tape"), ["1"] * 5))
e("a_blank_behind_the_tape", "the tape with a blank behind it", (result("tape"), ["1"] * 4 + ["#"]))
e("the_tape_elsewhere", "the tape a cell further to the right", (result("first"), "-1"))
e("one_node_less", "21 nodes in the place of 22", (result("nodes"), "21"))
e("one_node_more", "23 nodes in the place of 22", (result("nodes"), "23"))
e("checksum_of_another_run", "the checksum of inc", (result("sha256"), inc["result"]["sha256"]))
e("checksum_of_fewer_steps", "the checksum of the first 16 nodes", (result("sha256"), five["result"]["sha256"]))
e("result_of_another_run", "all of the result of inc", (("result",), inc["result"]))
e("largest_entry_less", "that no entry is beyond 5", (result("largest"), "5"))
e("largest_entry_huge", "a largest entry of 2,000 digits", (result("largest"), "9" * 2000))
e("fewer_nodes_looked_at", "that 20 nodes were looked at", (result("looked_at"), "20"))
e("full_attention", "that every node looks at all nodes before it", (result("looked_at"), "231"))
e("no_letter_looked_at", "that no cell of the word was looked at", (result("looked_at_word"), "0"))
false_difference = {"node": "22", "time": "6", "wanted": {"state": "H", "symbol": "1", "cell": "0"}, "got": {"state": ["H=1"], "symbol": ["#=1"], "cell": "0"}}
e("a_difference_made_up", "that the last node has the symbol #", (result("difference"), false_difference))
astray = {"states": ["I", "R"], "initial": "I", "halting": [], "blank": "#", "transitions": ["I # -> R # R", "R 1 -> R 1 L", "R # -> R # R"], "word": ["1", "1"]}
e("word_not_read_first", "a run of a machine that turns back on its word", (run("machine"), astray), (run("steps"), "4"))
e("version_2", "that it is of version R2, beside the file of R3", (run("construction"), "turing.R2"), code=3)
e("digest_of_nothing", "another construction, by its digest", (run("sha256"), "0" * 64))
e("a_flag_of_the_other_version", "a flag that version R3 has not", (run("variants"), ["edges"]))
e("a_claim_besides", "a member that the kind does not have", (("claims",), []))
e("parameters_besides", "a parameter besides the steps", (run("parameters"), ["nodes=22"]))
e("no_result", "without a result", (("result",), None))
e("no_largest_entry", "without the largest entry", (result("largest"), None))
e("too_many_steps", "44,721 steps, which verify-check does not execute", (run("steps"), "44721"), code=3)
e("steps_beyond_all_bounds", "a number of steps of 30 digits", (run("steps"), "9" * 30))
e("steps_negative", "-6 steps", (run("steps"), "-6"))
e("steps_with_a_zero", "06 steps", (run("steps"), "06"))
text = dump(beaver)
forge("machine", "steps_twice", "the key steps twice", text.replace('"steps":"6"', '"steps":"6","steps":"6"'))
forge("machine", "result_twice", "the key result twice", text.replace('}}\n', '},"result":' + json.dumps(beaver["result"], separators=(",", ":")) + "}\n"))
forge("machine", "a_number", "the steps as a JSON number", text.replace('"steps":"6"', '"steps":6'))
forge("machine", "cut_off", "half of the file", text[:len(text) // 2])

edges = made("printed", "edges", machines / "bb2.toml", "--version", "R2", "--as-printed", "edges")
score = made("printed", "score", machines / "bb2.toml", "--version", "R2", "--as-printed", "score")
sound = made("printed", "none", machines / "bb2.toml", "--version", "R2")
p = lambda name, false, *changes, base=edges: edit("printed", name, false, base, *changes)
p("a_flag_dropped", "that the repaired decoder differs at node 4", (run("variants"), []))
p("another_flag", "that the printed sign makes node 4 differ", (run("variants"), ["sign"]))
p("a_flag_more", "that edges and g together make node 4 the first to differ", (run("variants"), ["edges", "g"]))
p("an_unknown_flag", "a flag that the file has not", (run("variants"), ["edge"]))
p("as_sound", "that the printed edges do no harm", (("result",), sound["result"]))
p("as_sound_without_a_difference", "that no node differs", (result("difference"), {}))
p("sound_with_a_flag", "that the printed edges do no harm", (run("variants"), ["edges"]), base=sound)
p("a_later_node", "that node 5 is the first to differ", (result("nodes"), "5"), (result("difference", "node"), "5"))
p("an_earlier_node", "that node 3 differs", (result("nodes"), "3"), (result("difference", "node"), "3"))
wanted, got = edges["result"]["difference"]["wanted"]["symbol"], edges["result"]["difference"]["got"]["symbol"]
assert len(got) == 1 and got[0] != wanted + "=1"
p("wanted_and_got_exchanged", "that the machine has what the node has, and the node what the machine has", (result("difference", "wanted", "symbol"), got[0][:-2]), (result("difference", "got", "symbol"), [wanted + "=1"]))
p("another_symbol_got", "that the node has two symbols", (result("difference", "got", "symbol"), ["#=1", "1=1"]))
p("another_time", "that the node stands beside time 1", (result("difference", "time"), "1"))
p("another_cell_got", "that the node has another cell", (result("difference", "got", "cell"), "1/2"))
p("difference_of_another_flag", "the difference of score", (("result",), score["result"]))

c = copy.deepcopy(beaver)
forge("changed", "digest_as_it_was", "a decoder beside the claims with another hat, under the digest of the first", dump(c))
c["run"]["sha256"] = digest_of("changed", c)
forge("changed", "digest_of_its_own", "that it does the same", dump(c))
c["result"]["sha256"], c["result"]["nodes"] = five["result"]["sha256"], "16"
forge("changed", "fewer_nodes", "that its first 16 nodes are equal and there are no more", dump(c))

for place, false, code in (("stays", "a decoder that never leaves time 0", 1), ("asks", "a decoder that has the states from the machine itself", 3)):
    c = copy.deepcopy(beaver)
    c["run"]["sha256"] = digest_of(place, c)
    forge(place, "as_the_decoder", false, dump(c), code)
    c["result"].update(nodes="22", largest="1", sha256=hashlib.sha256(b"1 1 0\n" * 22).hexdigest())
    forge(place, "as_it_is", false + ", by its own checksum", dump(c), code)

for place, what in (("states", "state"), ("symbols", "symbol"), ("cells", "cell")):
    c = copy.deepcopy(beaver)
    c["run"]["sha256"] = digest_of(place, c)
    forge(place, "as_the_decoder", f"that the rows which are named have the {what}", dump(c))
c = copy.deepcopy(beaver)
c["run"]["sha256"] = digest_of("lacks", c)
forge("lacks", "as_if_it_had_a_value", "a decoder with a term that has no value at node 5", dump(c))
p("score_dropped", "that the repaired decoder differs where the printed score does", (run("variants"), []), base=score)
p("steps_more", "7 steps, of a machine that stops after 6 and a decoder that differs before", (run("steps"), "7"))
mirrored = [t[:-1] + ("L" if t[-1] == "R" else "R") for t in beaver["run"]["machine"]["transitions"]]
c = copy.deepcopy(beaver)
c["run"]["machine"]["transitions"] = mirrored
c["result"].update(first="-1", sha256=checksum(c))
forge("machine", "to_the_left_first", "a machine that goes to the left first, on a blank tape, where no node differs", dump(c))

lists = root / "data" / "vectors"
tie = made("vectors", "tie", lists / "tie.json", command="task1")
pairs = made("vectors", "pairs", lists / "tie.json", "--tuples", 2, command="task1")
sphere = made("vectors", "sphere", lists / "sphere.json", command="task1")
assert all(base["result"] == answers(base) for base in (tie, pairs, sphere))
v = lambda name, false, *changes, base=tie, code=1: edit("vectors", name, false, base, *changes, code=code)
v("another_vector", "(-3/5, 4/5) in the place of (-3/5, -4/5)", (run("vectors", 2), "-3/5 4/5"))
v("a_vector_too_long", "a vector that has not length 1", (run("vectors", 0), "2 0"))
v("the_vector_0", "the vector 0", (run("vectors", 0), "0 0"))
v("a_vector_of_one_entry", "a vector of another dimension", (run("vectors", 1), "1"))
v("a_vector_of_no_entry", "vectors without entries", (run("vectors"), ["", "", ""]))
v("not_in_lowest_terms", "the vector (2/2, 0)", (run("vectors", 0), "2/2 0"))
v("entries_of_2000_digits", "an entry of 2,001 digits", (run("vectors", 0), "1" + "0" * 2000 + " 0"))
v("no_vector", "a list of no vectors", (run("vectors"), []))
v("no_tuple", "no tuples", (run("tuples"), []))
v("another_tuple", "the tuple 1 2 2 in the place of 1 2 3", (run("tuples", 0), "1 2 2"))
v("a_tuple_in_another_order", "the tuple 3 2 1 in the place of 1 2 3", (run("tuples", 0), "3 2 1"))
v("a_tuple_beyond_the_list", "a vector 4 of three", (run("tuples", 0), "1 2 4"))
v("a_tuple_with_0", "a vector 0", (run("tuples", 0), "0 1 2"))
v("a_tuple_left_out", "eight of nine pairs, with the result of nine", (run("tuples"), pairs["run"]["tuples"][:-1]), base=pairs)
v("a_tuple_twice", "a pair once more", (run("tuples"), pairs["run"]["tuples"] + ["1 1"]), base=pairs)
v("tuples_in_another_order", "two pairs exchanged", (run("tuples", 0), "1 2"), (run("tuples", 1), "1 1"), base=pairs)
v("tuples_of_two_lengths", "a pair that is none", (run("tuples", 0), "1"), base=pairs)
v("no_tie", "that all three get a vector that is farthest", (result("found"), "3"), (result("ties"), "0"), (result("first"), {}))
v("a_tie_counted_otherwise", "that one gets something else", (result("ties"), "0"), (result("others"), "1"))
v("first_left_out", "that none misses what is farthest", (result("first"), {}))
v("first_is_another_query", "that query 2 ties", (result("first", "query"), "2"))
v("another_output", "the output (1, 0)", (result("first", "output"), "1 0"))
v("one_farthest_of_two", "that 2 alone is farthest", (result("first", "farthest"), "2"))
v("another_distance", "another distance", (result("first", "distance"), "4"))
v("fewer_queries", "two queries", (result("queries"), "2"))
v("fewer_products", "that six inner products are evaluated", (result("products"), "6"))
v("another_least", "that the least inner product is -1", (result("least"), "-1"))
v("least_of_orthogonal", "that the least inner product is 0", (result("least"), "0"))
v("checksum_of_other_answers", "the checksum of the pairs", (result("sha256"), pairs["result"]["sha256"]))
v("result_of_other_tuples", "the result of the pairs", (("result",), pairs["result"]))
v("result_of_the_sphere", "the result of the sphere", (("result",), sphere["result"]))
v("one_vector_of_the_sphere_twice", "the first vector in the place of the last", (run("tuples", 0), " ".join(sphere["run"]["tuples"][0].split()[:-1] + ["1"])), base=sphere)
v("a_made_up_tie", "a tie among pairs", (result("first"), tie["result"]["first"]), base=pairs)
v("variant_dropped", "that the vectors are those that the file has by itself", (run("variants"), []))
v("variant_circle", "that they are those of the circle", (run("variants"), ["circle"]))
v("variant_boolean", "that they are Boolean", (run("variants"), ["boolean"]))
v("variant_unknown", "a variant that the file has not", (run("variants"), ["list"]))
v("another_construction", "that it is of a construction that is not beside the claims", (run("construction"), "turing"), code=3)
v("digest_of_nothing", "another construction, by its digest", (run("sha256"), "0" * 64))
v("claims_besides", "a member that the kind does not have", (("claims",), []))
v("no_first", "without the member first", (result("first"), None))
forge("vectors", "queries_twice", "the key queries twice", dump(tie).replace('"queries":"3"', '"queries":"3","queries":"3"'))
forge("vectors", "a_number", "the queries as a JSON number", dump(tie).replace('"queries":"3"', '"queries":3'))
forge("vectors", "cut_off", "half of the file", dump(tie)[:400])
c = copy.deepcopy(tie)
c["run"]["vectors"][0] = "2 0"
c["result"] = answers(c)
forge("vectors", "right_of_a_vector_too_long", "what is right of the vector (2, 0)", dump(c))
v("one_of_two_throughout", "that of several the first alone is farthest", (("result",), answers(tie, one_farthest=True)))
c = copy.deepcopy(tie)
forge("nearest", "digest_as_it_was", "a head beside the claims that finds the nearest, under the digest of the other", dump(c))
c["run"]["sha256"] = digest_of("nearest", c)
forge("nearest", "digest_of_its_own", "that it finds the farthest", dump(c))
c["result"].update(found="0", ties="0", others="3", first=dict(tie["result"]["first"], output="1 0"))
forge("nearest", "all_something_else", "that all get something else, with the least product and the checksum of before", dump(c))

c = copy.deepcopy(tie)
c["run"]["sha256"] = digest_of("nearest", c)
c["result"] = answers(c, nearest=True, others_tie=True)
forge("nearest", "all_are_said_to_tie", "that what is nearest is the mean of what is farthest", dump(c))

(here / "EXPECTED").write_text("\n".join(expected) + "\n")
