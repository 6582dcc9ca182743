#!/usr/bin/env python3
"""Big Bird's contextual mapping, the version that works, as a researcher would write it: plain Python integers and a set of ids.

Ids are whole numbers, in steps of delta. A sweep goes on to the next window that holds a token; every window that does is applied to every token in
it, with the largest and the smallest id of whom the token looks at. Every input of every box is run on three graphs (the star, the star with windows
of 1, complete), and every final id is looked up: none may occur twice. Prints a line for each box with its seconds, and the sum.

    bigbird_baseline.py              the boxes of the table in docs/bigbird.md
    bigbird_baseline.py N D_ROWS D   one box
"""
import itertools
import sys
import time

BOXES = ([(2, 1, D) for D in (2, 3, 4, 5, 8)] + [(3, 1, D) for D in (2, 3, 4, 5)] + [(4, 1, D) for D in (2, 3, 4)]
         + [(5, 1, 2), (5, 1, 3), (6, 1, 2), (6, 1, 3), (7, 1, 2), (8, 1, 2), (2, 2, 2), (2, 2, 3), (2, 2, 4), (3, 2, 2), (3, 2, 3), (4, 2, 2)]
         + [(2, 3, 2), (3, 3, 2), (2, 4, 2)])


def graphs(n):
    ones = range(1, n + 1)
    star = [list(ones)] + [[0, i] for i in ones]
    window = [list(ones)] + [[0] + [j for j in ones if abs(i - j) <= 1] for i in ones]
    return [star, window, [list(range(n + 1))] * (n + 1)]


def sweep(z, first, end, multiplier, graph):
    """Windows of the values first, first + 1, ..., end - 1, one after another."""
    v = first
    while True:
        inside = [x for x in z if v <= x < end]
        if not inside:
            return
        v = min(inside)
        seen = [[z[j] for j in keys] for keys in graph]
        z[:] = [x + multiplier * (max(s) - min(s)) if x == v else x for x, s in zip(z, seen)]
        v += 1


def run(n, d, D, graph):
    q, b = D**d, D**(n * d)
    L, H = q + 1, b
    B = H * L + 1

    def least(i):
        return 0 if i == 1 else D * D**((i - 1) * d) * (q - 1) // (D - 1)

    def path(k, more):  # the global token after phase k, in steps of delta
        l = [None] + [least(i) + more for i in range(1, n + 1)]
        if k == 0:
            return D * b
        out = D * B**k * b - H * (L - 1) * B**(k - 1) * l[1] - sum(H * (B + L - 1) * B**(k - t) * l[t] for t in range(2, k + 1))
        return out - H * l[k + 1] if k < n else out - H * (D * L * b - (L - 1) * l[1])

    S = [path(k, q - 1) for k in range(n + 1)]
    T = [path(k, 0) + 1 for k in range(n + 1)]
    found = set()
    count = 0
    for digits in itertools.product(range(q), repeat=n):
        z = [D * b] + [least(i) + x for i, x in enumerate(digits, 1)]
        for k in range(1, n + 1):
            sweep(z, 0 if k == 1 else D * D**((k - 1) * d), D * D**(k * d), L, graph)
            sweep(z, S[k - 1], T[k - 1], H, graph)
        z = [x + T[n] * max(z[j] for j in keys) for x, keys in zip(z, graph)]
        found.update(z[1:])
        count += n
    assert len(found) == count, "an id occurs twice"


def main():
    if len(sys.argv) not in (1, 4):
        sys.exit(__doc__)
    boxes = BOXES if len(sys.argv) == 1 else [tuple(map(int, sys.argv[1:]))]
    total = 0.0
    for n, d, D in boxes:
        began = time.process_time()
        for graph in graphs(n):
            run(n, d, D, graph)
        seconds = time.process_time() - began
        total += seconds
        print(f"({n},{d},{D}) {D**(n * d)} inputs, three graphs: {seconds:.2f} s", flush=True)
    print(f"in all {total:.2f} s of CPU time")


if __name__ == "__main__":
    main()
