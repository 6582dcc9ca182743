"""Loads a weight archive (verify --dump-weights) with NumPy and executes the network in Python's own exact numbers, layer by layer, on every grid input, or,
with a second argument "extended", on every input of the extended grid of yun2020a: entries -delta^(-nd), 0, delta, ..., 1 - delta.

Prints one JSON object a line: G, ids after the selective stage, ids after the last attention layer, the columns at the end; units of delta. Knows nothing of the proof.
"""
import itertools
import json
import sys
from fractions import Fraction

try:
    import numpy
except ImportError:
    print("no NumPy")
    sys.exit(77)

archive = numpy.load(sys.argv[1], allow_pickle=False)
integers = {name: archive[name].tolist() for name in archive.files}
for name in archive.files:
    assert archive[name].dtype == numpy.int64, name


def exact(name):
    def pair(a, b):
        return [pair(x, y) for x, y in zip(a, b)] if isinstance(a, list) else Fraction(a, b)

    return pair(integers[name], integers[name + "_den"])


n, d, D, p, s = integers["parameters"]
weights = {name: exact(name) for name in ("E", "W_O", "W_V", "W_K", "W_Q", "b_Q", "W_1", "b_1", "W_2", "b_2", "activation_piece", "activation_outside")}
sees = {}
for layer, token, neighbour in integers["pattern"]:
    sees.setdefault((layer, token), []).append(neighbour)


def dot(row, column):
    return sum(a * x for a, x in zip(row, column))


def feed_forward(i, z):
    lower, upper, slope, intercept = weights["activation_piece"][integers["activation"][i]]
    result = []
    for column in z:
        t = dot(weights["W_1"][i][0], column) + weights["b_1"][i][0]
        below, at_below, above, at_above = weights["activation_outside"][integers["activation"][i]]
        hidden = slope * t + intercept if lower <= t < upper else below * t + at_below if t < lower else above * t + at_above
        result.append([x + weights["W_2"][i][r][0] * hidden + weights["b_2"][i][r] for r, x in enumerate(column)])
    return result


def attention(i, z):
    result = [list(column) for column in z]
    layer = integers["attention_pattern_layer"][i]
    first = integers["attention_first_head"][i]
    for h in range(first, first + integers["attention_heads"][i]):
        for k in range(n):
            query = dot(weights["W_Q"][h][0], z[k]) - weights["b_Q"][h][0]
            scores = [dot(weights["W_K"][h][0], z[j]) * query for j in sees[layer, k]]
            best = [j for j, score in zip(sees[layer, k], scores) if score == max(scores)]
            value = sum(dot(weights["W_V"][h][0], z[j]) for j in best) / Fraction(len(best))
            for r in range(d):
                result[k][r] += weights["W_O"][h][r][0] * value
    return result


def ids(z):
    return [str(sum(x * D**r for r, x in enumerate(column))) for column in z]


values = ([-(D ** (n * d + 1))] if sys.argv[2:] == ["extended"] else []) + list(range(D))
for G in itertools.product(values, repeat=n * d):
    z = [[Fraction(G[k * d + r]) + weights["E"][k] for r in range(d)] for k in range(n)]
    line = {"G": G}
    for kind, i in zip(integers["kind"], integers["index"]):
        if kind in (2, 3) and "after_shift" not in line:
            line["after_shift"] = ids(z)
        if kind == 3 and "ids" not in line:
            line["ids"] = ids(z)
        z = attention(i, z) if kind in (1, 2) else feed_forward(i, z)
    line.setdefault("ids", ids(z))
    line["end"] = [[str(x) for x in column] for column in z]
    print(json.dumps(line))
