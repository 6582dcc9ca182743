"""The soft network on column ids by mpmath. Reads a job from standard input, line by line:

    BITS INPUTS LAYERS, then a line of ids for each input, then for each layer
    HEADS T, a line FACTOR THRESHOLD for each head, a line of key sets "0,1 0,1,2 ..."

Writes the seconds of processor time that the inputs took and, for each input, its ids as fractions of whole numbers. Numbers are fractions "a/b"."""
import sys
import time

import mpmath


def fraction(text):
    top, _, bottom = text.partition("/")
    return mpmath.mpf(int(top)) / int(bottom or 1)


def run(z, layers):
    for t, heads, keys in layers:
        after = list(z)
        for factor, threshold in heads:
            for k, attended in enumerate(keys):
                query = t * (z[k] - threshold)
                scores = [z[j] * query for j in attended]
                top = max(scores)
                weights = [mpmath.exp(s - top) for s in scores]
                after[k] += factor * (sum(w * z[j] for w, j in zip(weights, attended)) / sum(weights))
        z = after
    return z


def main():
    lines = iter(sys.stdin.read().splitlines())
    bits, inputs, count = map(int, next(lines).split())
    mpmath.mp.prec = bits
    states = [[fraction(word) for word in next(lines).split()] for _ in range(inputs)]
    layers = []
    for _ in range(count):
        heads, t = next(lines).split()
        weights = [tuple(fraction(word) for word in next(lines).split()) for _ in range(int(heads))]
        layers.append((fraction(t), weights, [[int(j) for j in word.split(",")] for word in next(lines).split()]))
    start = time.process_time()
    ends = [run(z, layers) for z in states]
    print(time.process_time() - start)
    for z in ends:
        print(*("%d/%d" % (x.man * 2 ** max(x.exp, 0) * (1 if x >= 0 else -1), 2 ** max(-x.exp, 0)) for x in z))


main()
