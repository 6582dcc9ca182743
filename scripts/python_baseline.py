#!/usr/bin/env python3
"""The main job as a researcher would write it: plain Python integers and a dict of ids.

Every layer of the selective and of the all-max stage is executed for every column (a window adds something only where the
id is in it, which is tested for every window and column), every id is formed and looked up. Prints inputs per second, the number
of different ids and the digest of the certificate format over the inputs that were done, to be compared with the engines.

    python_baseline.py N D_ROWS D WINDOW [INPUTS]        strided pattern; INPUTS from the beginning, default 20000
"""
import itertools
import sys
import time

K = 0x9E3779B97F4A7C15
MASK = (1 << 64) - 1


def strided(n, w):
    near = [[j for j in range(n) if abs(i - j) <= w] for i in range(n)]
    far = [[j for j in range(n) if (i - j) % w == 0] for i in range(n)]
    return [near, far]


def hops(layers, n):
    """The least s with S^s_k = all tokens for every k."""
    reached = [set(keys) for keys in layers[0]]
    s = 1
    while any(len(r) < n for r in reached):
        reached = [set().union(*(reached[j] for j in layers[s % len(layers)][k])) for k in range(n)]
        s += 1
    return s


def main():
    if len(sys.argv) not in (5, 6):
        sys.exit(__doc__)
    n, d, D, w = map(int, sys.argv[1:5])
    limit = int(sys.argv[5]) if len(sys.argv) == 6 else 20000
    layers = strided(n, w)
    s = hops(layers, n)
    q = D**d
    Delta = sum(D**r for r in range(d))
    # gamma is the identity: token i - 1 is a neighbour of token i in layer 1. In units of delta.
    offset = [(n - 1) * D * Delta] + [(i - 1) * D * Delta for i in range(1, n)]
    c = 2 * s * n * D ** (n * d + 1)
    windows = [(i - 1) * D * Delta + v for i in range(1, n) for v in range(q)]
    near = layers[0]
    columns = [sum(g * D**r for r, g in enumerate(column)) for column in itertools.product(range(D), repeat=d)]

    ids = {}
    chunk = total = done = 0
    start = time.process_time()
    for values in itertools.islice(itertools.product(columns, repeat=n), limit):
        z = [o + v for o, v in zip(offset, values)]
        for b in windows:
            moved = [(k, z[k] + q * (max(z[j] for j in near[k]) - min(z[j] for j in near[k]))) for k in range(n) if z[k] == b]
            for k, value in moved:
                z[k] = value
        for t in range(s):
            keys = layers[t % 2]
            z = [z[k] + c * max([z[j] for j in keys[k]]) for k in range(n)]
        m = n * (done % 65536)
        for k in range(n):
            chunk += (2 * (m + k) + 1) * z[k]
            ids.setdefault(z[k], (done, k))
        done += 1
        if done % 65536 == 0:
            total = (K * total + chunk) & MASK
            chunk = 0
    if done % 65536:
        total = (K * total + chunk) & MASK
    seconds = time.process_time() - start
    print(f"n={n} d={d} D={D} strided w={w}: {done} inputs, {done / seconds:.0f} inputs/s, {len(ids)} of {n * done} ids distinct, digest {total:016x}")


if __name__ == "__main__":
    main()
