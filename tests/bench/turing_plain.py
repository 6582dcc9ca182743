#!/usr/bin/env python3
"""What a program without this project does for the same answers, in plain Python: the decoder of
proofs/bigbird/decoder with dictionaries of names, and Task 1 with fractions. Knows no C++ of this project.

    turing_plain.py decoder MACHINE STEPS      prints: NODES SECONDS
    turing_plain.py task1 VECTORS              prints: TUPLES SECONDS; every tuple of the file

Every node is compared with the machine, every answer with a search. Seconds are those of the processor."""
import fractions
import json
import sys
import time
import tomllib


def relu(x):
    return x if x > 0 else 0


def read_machine(path):
    data = tomllib.load(open(path, "rb"))
    lines = [line.split() for line in data["transitions"]]
    states = list(dict.fromkeys(q for w in lines for q in (w[0], w[3])))
    word = list(data["input"]) or [data["blank"]]
    symbols = list(dict.fromkeys([data["blank"], *(a for w in lines for a in (w[1], w[4])), *word]))
    return {"initial": data["initial"], "blank": data["blank"], "word": word, "states": states, "symbols": symbols,
            "lines": [(w[0], w[1], w[3], w[4], 1 if w[5] == "R" else -1) for w in lines]}


def begin(m, j, last, before):
    z = {("x", 8): 1, ("x", 9): j + 1, ("x", 12): last}
    for key, value in before.items():
        z[key] = z.get(key, 0) + value
    return z


def layers(m, z, kept, o):
    """One node through the seven layers; kept: the nodes that are looked at."""
    get = lambda *key: z.get(key, 0)
    add = lambda value, *key: z.__setitem__(key, z.get(key, 0) + value)
    nearest = max(range(1, len(m["word"]) + 1), key=lambda cell: -abs(cell - get("x", 9)))
    add(1, "s3", m["word"][nearest - 1]), add(nearest, "x", 7)
    for q, a, p, b, move in m["lines"]:
        unit = relu(get("q1", q) + get("s1", a) - 1)
        if unit:
            add(unit, "q2", p), add(unit, "s2", b), add(move * unit, "x", 2)
    add(relu(get("x", 1)) - relu(-get("x", 1)) + relu(get("x", 2)) - relu(-get("x", 2)), "x", 3)
    if get("x", 12):
        kept.append((get("x", 1), {a: get("s2", a) for a in m["symbols"]}))
    cell, wrote = kept[o - 1]
    add(cell, "x", 4)
    for a in m["symbols"]:
        add(wrote[a], "sf", a)
    apart = get("x", 3) - get("x", 4)
    add(relu(apart + 1) - 2 * relu(apart) + relu(apart - 1), "x", 5)
    same, found = get("x", 5), get("x", 13)
    for a in m["symbols"]:
        add(relu(get("sf", a) + same - 1) + relu(get("s4", a) - same) - relu(get("s4", a)), "s4", a)
    add(relu(found - same) + relu(same) - relu(found), "x", 13)
    add(relu(get("x", 9) - get("x", 7)) - relu(get("x", 9) - get("x", 7) - 1), "x", 6)
    h, behind, found, out = get("x", 12), get("x", 6), get("x", 13), {}
    for p in m["states"]:
        out["q1", p] = relu(get("q1", p) - h) + relu(get("q2", p) + h - 1)
    for a in m["symbols"]:
        out["s1", a] = relu(get("s1", a) - h) + relu(get("s3", a) + h - behind - 1) + relu(get("s4", a) + h + behind + found - 3)
        out["s4", a] = relu(get("s4", a) - h)
    out["s1", m["blank"]] += relu(h + behind - found - 1)
    out["x", 1] = relu(get("x", 1)) - relu(-get("x", 1)) + relu(get("x", 2) + h - 1) - relu(h - get("x", 2) - 1)
    out["x", 13] = relu(found - h)
    return out


def run_decoder(m, steps):
    table = {(q, a): (p, b, move) for q, a, p, b, move in m["lines"]}
    tape = {i + 1: a for i, a in enumerate(m["word"])}
    state, head, nodes, kept = m["initial"], 0, 0, []
    out = {("q1", m["initial"]): 1, ("s1", m["blank"]): 1}
    for j in range(steps + 1):
        symbol = tape.get(head, m["blank"])
        for o in range(1, j + 2):
            nodes += 1
            z = begin(m, j, 1 if o == j + 1 else 0, out)
            if z.get(("x", 1), 0) != head or any(z.get(("q1", q), 0) != (q == state) for q in m["states"]) or any(
                    z.get(("s1", a), 0) != (a == symbol) for a in m["symbols"]):
                sys.exit(f"node {nodes} differs")
            if j == steps or (state, symbol) not in table:
                return nodes
            out = layers(m, z, kept, o)
        state, tape[head], move = table[state, symbol]
        head += move
    return nodes


def run_task1(data):
    vectors = [[fractions.Fraction(x) for x in v] for v in data["vectors"]]
    for tuple_ in data["tuples"]:
        chosen = [vectors[v - 1] for v in tuple_]
        for u in chosen:
            scores = [-sum(a * b for a, b in zip(u, v)) for v in chosen]
            best = [v for v, s in zip(chosen, scores) if s == max(scores)]
            answer = [sum(column) / len(best) for column in zip(*best)]
            distances = [sum((a - b) ** 2 for a, b in zip(u, v)) for v in chosen]
            far = [v for v, distance in zip(chosen, distances) if distance == max(distances)]
            if answer not in far and answer != [sum(column) / len(far) for column in zip(*far)]:
                sys.exit("an answer is neither a farthest vector nor their mean")
    return len(data["tuples"])


def main():
    what, path = sys.argv[1:3]
    if what == "decoder":
        work, data = (lambda m: run_decoder(m, int(sys.argv[3]))), read_machine(path)
    else:
        work, data = run_task1, json.load(open(path))
    start = time.process_time()
    count = work(data)
    print(count, time.process_time() - start)


if __name__ == "__main__":
    main()
