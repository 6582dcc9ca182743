#!/usr/bin/env python3
"""Random claims, decided by every engine, by verify-check and for all sizes at once: no two of them may differ.

    random_claims.py VERIFY VERIFY_CHECK KIND [--claims N] [--seed S] [--minutes M] [--at-once N]

KIND any       claims of every form, terms of states in every position of every name: literal, lanes, fast and symbolic are compared, and verify-check decides the certificate.
KIND tempting  claims that hold of most inputs or sizes and have no value at some, are empty, or end between whole numbers: what is shown for all inputs is compared with literal enumeration, what is
               proved for all n, d, D, or for every D, with the runs of a box.

A difference is printed with the claim and the run, and ends with exit 1. The last line says how many claims were compared, and how many verdicts of each sort there were.
"""
import argparse
import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time

arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
arguments.add_argument("verify")
arguments.add_argument("verify_check")
arguments.add_argument("kind", choices=["any", "tempting"])
arguments.add_argument("--claims", type=int, default=300)
arguments.add_argument("--seed", type=int, default=1)
arguments.add_argument("--minutes", type=float, default=1e9)
arguments.add_argument("--at-once", type=int, default=150, help="claims in a file")
options = arguments.parse_args()
verify, checker = os.path.abspath(options.verify), os.path.abspath(options.verify_check)
rnd = random.Random(options.seed)
tally = collections.Counter()
differences = []


# ---- formulas

class Maker:
    """Formulas in the names of a construction. H is bound to an input wherever `inputs` is not empty."""

    def __init__(self, construction, tempting):
        self.sweep = construction != "yun2020b"
        self.tempting = tempting
        self.tokens, self.inputs, self.fresh = [], [], 0

    def chance(self, p):
        return rnd.random() < p

    def pick(self, *choices):
        return rnd.choice(choices)

    # Of an index: mostly one there is, sometimes what depends on a state, is out of range or no whole number.
    def odd(self, kind):
        states = ["n", "n + 1", "0", "1/2", "n/2", "D", "d"]
        for k in self.tokens:
            states += [k + " + 1", k + "/2", k]
        for H in self.inputs:
            t = self.pick(*(self.tokens or ["1"]))
            states += [f"z({H}, 1)/delta", f"G({H}, 1, {t})/delta + 1", f"G({H}, 1, 1)/delta", f"id({H}, {t})", f"z({H}, {t})/delta - 1", f"zt({H}, n)/delta", f"1 + mod(z({H}, {t})/delta, 2)"]
            if self.sweep:
                states += [f"columns({H})", f"category({H})", f"sorted({H}) + 1"]
            else:
                states += [f"M(0, {H}, 1)/delta"]
        return rnd.choice(states)

    def index(self, kind):
        if self.chance(0.12 if self.tempting else 0.03):
            return self.odd(kind)
        if kind == "token":
            if not self.sweep and self.chance(0.12):
                return f"gamma({self.index('token')})"
            return rnd.choice((self.tokens or ["1"]) * 3 + ["1", "2", "n"])
        if kind == "layer":
            return rnd.choice(["0", "1", "2", "layers(selective_shift)"] + self.layers())
        if kind == "row":
            return rnd.choice(["1", "1", "1", "d"])
        return rnd.choice(["1", "1", "2"])

    def layers(self):
        return [k for k in self.tokens if k.startswith("t")]

    def state(self):
        H = rnd.choice(self.inputs)
        k, t, r = self.index("token"), self.index("layer"), self.index("row")
        names = [f"z({H}, {k})", f"zt({H}, {k})", f"id({H}, {k})", f"v({t}, {H}, {k})", f"G({H}, {r}, {k})", f"entry({t}, {H}, {r}, {k})", f"head({t}, {self.index('head')}, {H}, {k})"]
        if self.sweep:
            names += [f"columns({H})", f"category({H})", f"sorted({H})"]
        else:
            names += [f"M({self.index('head')}, {H}, {k})", f"M(s, {H}, {k})"]
        return rnd.choice(names)

    def leaf(self):
        if self.inputs and self.chance(0.6):
            return self.state()
        names = ["n", "D", "d", "delta", "0", "1", "2", "3"] + self.tokens * 2
        names += ["c", "shift", f"heads({self.index('layer')})", "layers(selective_shift)"]
        if not self.sweep:
            names += ["s", "p", f"gamma({self.index('token')})", f"E({self.index('token')})", f"l({self.index('token')})", f"mask({self.index('layer')})", f"bq({self.index('layer')}, {self.index('head')})",
                      f"card(A({self.index('head')}, {self.index('token')}))", "Delta"]
        return rnd.choice(names)

    def number(self, depth):
        if depth <= 0 or self.chance(0.3):
            return self.leaf()
        a = lambda: self.number(depth - 1)
        which = rnd.randrange(15)
        if which < 4:
            return f"({a()} {self.pick('+', '-', '*')} {a()})"
        if which < 6:
            return f"({a()} / {a() if self.chance(0.25) else self.pick('2', 'D', 'delta', 'n')})"
        if which == 6:
            return f"({a()})^{self.pick('2', '2', '0', '3', '-1', '(n - 3)', '(' + self.leaf() + ')')}"
        if which == 7:
            return f"{self.pick('max', 'min')}({a()}, {a()})"
        if which == 8:
            return f"floor({a()})"
        if which == 9:
            return f"mod({a()}, {self.pick('2', 'n', 'D', 'delta', 'c', self.leaf())})"
        if which == 10:
            return f"abs({a()})"
        if which == 11:
            return f"choose({self.pick('n', 'n', self.leaf())}, {self.pick('2', 'd', '-1', self.leaf())})"
        head = self.pick("sum", "max", "min", "prod") if which < 14 else "sum"
        return self.bound(head + "(", depth, lambda: self.number(depth - 1)) + ")"

    def end(self):
        """Of a range: not always a whole number, and not always defined."""
        if self.chance(0.15 if self.tempting else 0.05):
            return self.pick("n/2", "1/(n - 3)", "n + 1", "1 - n", "D/2", "n*d", "1/(D - 3)", "0", self.odd("token"))
        return rnd.choice(["n", "n", "n", "n - 1", "d", "2", "D", "n + 1"] + self.tokens)

    def binder(self):
        self.fresh += 1
        which = rnd.randrange(10)
        name = f"k{self.fresh}"
        if which < 5:
            domain = f"{self.pick('1', '1', '1', '2', '0', self.end())}..{self.end()}"
        elif which == 5 and not self.sweep:
            domain = f"A({self.index('head')}, {self.index('token')})"
        elif which == 6:
            domain = "{" + self.leaf() + ", " + self.leaf() + "}"
        elif which == 7:
            name, domain = f"t{self.fresh}", f"{self.pick('0', '1', '1')}..{self.pick('2', 'layers(selective_shift)', 'layers(selective_shift) + 1', '3')}"
        else:
            domain = "1..n"
        return name, domain

    def bound(self, head, depth, body):
        names, binders = [], []
        for _ in range(1 if self.chance(0.8) else 2):
            name, domain = self.binder()
            binders.append(f"{name} in {domain}")
            names.append(name)
            self.tokens.append(name)
        where = f" where {self.truth(min(depth - 1, 1))}" if self.chance(0.2) else ""
        text = f"{head}{', '.join(binders)}{where}: {body()}"
        for name in names:
            self.tokens.remove(name)
        return text

    def comparison(self, depth):
        if self.tempting and self.chance(0.25):   # true or false of nearly everything
            return self.pick(f"1/({self.leaf()} - {self.leaf()}) {self.pick('<', '>', '!=')} {self.pick('0', '7', '-5')}", f"{self.leaf()} >= {self.pick('0', '-1', 'delta')}", f"({self.leaf()})^-1 >= 0",
                             f"{self.leaf()} != {self.pick('1/3', '7/5', '-1')}", f"0*{self.leaf()} = 0", f"{self.leaf()} = {self.leaf()}")
        chain = f"{self.number(depth)} {self.pick('<', '<=', '=', '!=', '>', '>=')} {self.number(depth)}"
        if self.chance(0.1):
            chain += f" {self.pick('<', '<=', '=')} {self.number(depth - 1)}"
        return chain

    def truth(self, depth):
        if depth <= 0 or self.chance(0.35):
            return self.comparison(max(depth, 1))
        sub = lambda: self.truth(depth - 1)
        which = rnd.randrange(11)
        if which < 3:
            return f"({sub()} {self.pick('and', 'or', 'implies')} {sub()})"
        if which == 3:
            return f"(not ({sub()}))"
        if which < 6:
            return "(" + self.bound(self.pick("forall ", "exists "), depth, lambda: self.truth(depth - 1)) + ")"
        if which == 6:
            return self.bound("distinct(", depth, lambda: self.number(1)) + ")"
        if which == 7:
            return f"({self.number(1)} in {{{self.leaf()}, {self.leaf()}}})"
        if which == 8:
            self.fresh += 1
            name = f"u{self.fresh}"
            value = self.number(1)
            self.tokens.append(name)
            text = f"(let {name} = {value}: {sub()})"
            self.tokens.remove(name)
            return text
        return self.comparison(depth)

    def where_inputs(self, H):
        if self.sweep and self.chance(0.6):
            asked = [f"sorted({H}) = 1", f"category({H}) = 1"]
            if self.chance(0.2):
                asked.append(self.comparison(1))
            if self.chance(0.15):
                rnd.shuffle(asked)
            return " where " + " and ".join(asked)
        return f" where {self.truth(1)}" if self.chance(0.2) else ""

    def over_inputs(self, head, body, more=True):
        self.inputs.append("H")
        binders = ["H in inputs"]
        names = []
        for _ in range(rnd.randrange(3) if more else 0):
            name, domain = self.binder()
            binders.append(f"{name} in {domain}")
            names.append(name)
            self.tokens.append(name)
        if self.chance(0.1):
            self.inputs.append("K")
            binders.append("K in inputs")
        text = f"{head}{', '.join(binders)}{self.where_inputs('H')}: {body()}"
        for name in names:
            self.tokens.remove(name)
        self.inputs = []
        return text

    def formula(self):
        self.tokens, self.inputs, self.fresh = [], [], 0
        which = rnd.randrange(20)
        if which < 9:
            return self.over_inputs("forall ", lambda: self.truth(2))
        if which < 12:
            return self.over_inputs("exists ", lambda: self.truth(1))
        if which == 12:
            return self.over_inputs("distinct(", lambda: self.number(1)) + ")"
        if which == 18:   # what ids say, and what is nearly that
            where = self.pick("", "", " where sorted(H) = 1 and category(H) = 1" if self.sweep else " where k >= 1", " where 1/(k - 1) < 2", " where k <= n/2")
            return self.pick(f"distinct(H in inputs, k in 1..{self.pick('n', 'n', 'n/2', 'n + 1')}{where}: id(H, k))", f"forall H in inputs{where if 'k' not in where else ''}: distinct(k in 1..n: id(H, k))")
        if which < 15:
            sum_ = self.over_inputs(self.pick("sum(", "sum(", "max(", "min("), lambda: self.number(1), more=self.chance(0.5)) + ")"
            return f"{sum_} {self.pick('=', '<=', '>=', '!=')} {self.pick('D^(n*d)', '0', 'n*D', self.leaf())}"
        if which == 15:
            return f"{self.comparison(1)} {self.pick('and', 'or', 'implies')} ({self.over_inputs('forall ', lambda: self.truth(1))})"
        if which == 19:   # H need not be an input
            return self.pick("forall H in subsets({1, 2}): card(H) = 5", "forall H in {1, 2, 1/2}: H = 1", "forall H in 1..n, K in subsets((1..H)): card(K) < n", "forall k in subsets((1..2)): card(k) < 2")
        return self.truth(2)

    def of_sizes(self):
        """In n, d, D, p, s alone, or for inputs by names whose indices are open."""
        self.tokens, self.inputs, self.fresh = [], [], 0
        safe = ["n", "d", "D", "p", "s", "delta", "Delta", "D^d", "D^(n*d)", "1", "2", "3", "n - 1"]

        def size(depth=1):
            if depth <= 0 or self.chance(0.4):
                return rnd.choice(safe + self.tokens * 3)
            which = rnd.randrange(9)
            if which < 4:
                return f"({size(depth - 1)} {self.pick('+', '-', '*', '+')} {size(depth - 1)})"
            if which == 4:
                return f"({size(depth - 1)} / {self.pick('n', 'D', 's', '(n - 3)', '(D - 3)', '(n - 2)', '2', size(0))})"
            if which == 5:
                return f"{self.pick('n', 'D', '(n - 3)', '2', '(1/2)', '(D - 2)')}^({self.pick('d', 'n', '-1', 'n - 3', '1/2', '-d', size(0))})"
            if which == 6:
                self.fresh += 1
                name = f"j{self.fresh}"
                ends = f"{self.pick('1', '1', '0', '2', end())}..{end()}"
                self.tokens.append(name)
                text = f"sum({name} in {ends}: {size(depth - 1)})"
                self.tokens.remove(name)
                return text
            if which == 7:
                return self.pick("gamma(0)", "0*gamma(0)", "z(H, 1)" if self.inputs else "c", "0*E(n + 1)", "l(1)", "0*M(s + 1, H, 1)" if self.inputs else "shift", "mod(n, 2)", "floor(n/2)", "choose(n, -1)", "max(1, n)")
            return rnd.choice(safe + self.tokens * 3)

        def end():
            return rnd.choice(["n", "n", "d", "s", "n - 1", "p", "D", "n/2", "1/(n - 3)", "gamma(0)", "n + 0*gamma(0)", "n - 3", "1 - n", "s - 1", "D^d", "delta^(-d)", "n + 1", "D/2", "2", "0"] + self.tokens * 2)

        def truth(depth):
            if depth <= 0 or self.chance(0.3):
                a = size()
                return self.pick(f"{a} = {a}", f"{a} {self.pick('>=', '>', '!=')} {self.pick('0', '1', '-1', '1/2', size(0))}", f"{a} {self.pick('<=', '<', '>=', '=')} {size()}", f"0*({a}) <= 1", f"({a})^2 >= 0", f"{a} < {a} + 1")
            if self.chance(0.4):
                return f"{truth(depth - 1)} {self.pick('and', 'and', 'or', 'implies')} {truth(depth - 1)}"
            names, binders = [], []
            if self.chance(0.3) and not self.inputs:
                binders.append("H in inputs")
                self.inputs.append("H")
            for _ in range(1 + (rnd.randrange(3) == 0)):
                self.fresh += 1
                names.append(f"i{self.fresh}")
                domain = f"{self.pick('1', '1', '0', '2', 'n', 'n + 1', end())}..{end()}" if self.chance(0.85) else self.pick("nonneg", "positive", "{1, 2}", "{n, n}")
                binders.append(f"{names[-1]} in {domain}")
                self.tokens.append(names[-1])
            where = f" where {size()} >= 1" if self.chance(0.1) else ""
            text = f"({self.pick('forall', 'forall', 'forall', 'exists')} {', '.join(binders)}{where}: {truth(depth - 1)})"
            for name in names:
                self.tokens.remove(name)
            if binders[0] == "H in inputs":
                self.inputs = []
            return text

        return truth(2)


# ---- the programs

def claim_file(folder, paper, formulas, domain):
    path = os.path.join(folder, "claims", "random.toml")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as out:
        for i, formula in enumerate(formulas):
            assert '"' not in formula and "\\" not in formula
            out.write(f'[[claim]]\nid = "{paper}.X.{i:04}"\nsource = "random"\nkind = "printed"\nwords = "random"\ndomain = "{domain}"\nformal = "{formula}"\ntruth = "open"\n\n')
    return os.path.dirname(path)


def run(*command, timeout=600):
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
    if done.returncode not in (0, 1, 2, 3) or "Internal" in done.stderr:
        differ("a program failed", " ".join(command), f"exit {done.returncode}: {done.stderr[-400:]}")
    return done


def differ(what, claim, where):
    differences.append(what)
    print(f"DIFFERENCE: {what}\n  {claim}\n  {where}", flush=True)


def decided(run_options, claims, engine, certificate=None):
    command = [verify, *run_options, "--claims", claims, "--engine", engine, "--threads", "1", "--budget", "60", "--progress", "none", "--json"]
    done = run(*command, *(["--certificate", certificate] if certificate else []))
    try:
        return {c["id"]: c for c in json.loads(done.stdout)["claims"]}, " ".join(command)
    except (json.JSONDecodeError, KeyError):
        differ("no answer", " ".join(command), (done.stdout + done.stderr)[-300:])
        return {}, " ".join(command)


def sort_of(claim):
    verdict = claim["verdict"]
    return verdict if verdict != "not_checkable" else f"not_checkable {claim.get('reason', '')}"


RUNS = [("yun2020b", ["--n", "2", "--d", "1", "--delta", "1/2", "--pattern", "dense"]), ("yun2020b", ["--n", "3", "--d", "1", "--delta", "1/2", "--pattern", "strided"]),
        ("yun2020b", ["--n", "3", "--d", "1", "--delta", "1/3", "--pattern", "window", "--window", "1"]), ("yun2020b", ["--n", "2", "--d", "2", "--delta", "1/2", "--pattern", "dense"]),
        ("yun2020b", ["--n", "4", "--d", "1", "--delta", "1/2", "--pattern", "star"]), ("yun2020b", ["--n", "2", "--d", "1", "--delta", "1/5", "--pattern", "dense"]),
        ("yun2020a", ["--construction", "yun2020a", "--n", "2", "--d", "1", "--delta", "1/3"]), ("yun2020a", ["--construction", "yun2020a", "--n", "3", "--d", "1", "--delta", "1/3"]),
        ("yun2020a", ["--construction", "yun2020a", "--n", "2", "--d", "2", "--delta", "1/2", "--positional"]), ("sparsebert", ["--construction", "sparsebert", "--n", "3", "--d", "1", "--delta", "1/3"]),
        ("sparsebert", ["--construction", "sparsebert", "--n", "3", "--d", "1", "--delta", "1/2", "--positional"])]


def compare_engines(folder, count, tempting):
    paper, of_run = rnd.choice(RUNS)
    maker = Maker(paper, tempting)
    formulas = [maker.formula() for _ in range(count)]
    claims = claim_file(folder, paper, formulas, "n >= 2")
    certificates = {engine: os.path.join(folder, engine + ".cert") for engine in ("literal", "fast")}
    literal, _ = decided(of_run, claims, "literal", certificates["literal"])
    for engine in ("symbolic",) if tempting else ("fast", "lanes", "symbolic"):
        found, command = decided(of_run, claims, engine, certificates.get(engine))
        for claim, mine in found.items():
            truth = literal.get(claim)
            if truth is None or (engine == "symbolic" and mine["verdict"] == "undecided"):
                tally[f"{engine}: undecided"] += 1
                continue
            tally[f"{engine}: {sort_of(mine)}"] += 1
            limit = truth["verdict"] == "undecided" and (mine["verdict"] == "undecided" or engine == "symbolic")
            same = sort_of(mine) == sort_of(truth) and (engine == "symbolic" or mine.get("witness") == truth.get("witness"))
            if not limit and not same:
                differ(f"literal says {sort_of(truth)}, {engine} {sort_of(mine)}", mine.get("formal"), f"{command}  ({truth.get('explanation', '')} | {mine.get('explanation', '')})")
    for engine, certificate in certificates.items():
        if not os.path.exists(certificate):
            continue
        done = run(checker, "--claims", claims, certificate)
        tally[f"verify-check: exit {done.returncode}"] += 1
        if done.returncode == 1:
            where = re.search(r"X\.(\d{4})", done.stdout + done.stderr)
            differ(f"verify-check rejects the certificate of {engine}", formulas[int(where.group(1))] if where else "", (done.stdout + done.stderr)[-500:] + " ".join(of_run))
        os.remove(certificate)
    return count


def compare_sizes(folder, count):
    """What is proved for all n, d, D, or for every D, is so on every run of a box that has an instance, and one has."""
    maker = Maker("yun2020b", True)
    formulas = [maker.of_sizes() for _ in range(count)]
    domain = rnd.choice(["n >= 2", "n >= 2 and D >= 2", "n >= 3", "n >= 2 and s >= 1"])
    claims = claim_file(folder, "yun2020b", formulas, domain)
    file = os.path.join(claims, "random.toml")
    box = ["--box", "n=2..5,q=2..4,d=1..2", "--patterns", "dense,window:1,strided:2"]
    done = run(verify, "claims", file, *box, "--progress", "none", "--threads", "1", "--json")
    instances = {c["id"]: c for c in json.loads(done.stdout)["claims"]}
    certificate = os.path.join(folder, "general.cert")
    done = run(verify, "claims", file, "--for-all", "all", "--progress", "none", "--certificate", certificate)
    proved = re.findall(r"^\s+X\.(\d{4})\s+proved", done.stdout, re.M)
    check_proved(proved, formulas, instances, "for all n, d, D", box, ["--box", "n=5,q=5,d=1", "--box", "n=8,q=2..3,d=1", "--box", "n=4,q=4,d=2", "--patterns", "dense,window:1,strided:3"])
    if run(checker, "--claims", claims, certificate).returncode == 1:
        differ("verify-check rejects what is proved for all n, d, D", file, "")
    tally["proved for all n, d, D"] += len(proved)
    for n, d in ((2, 1), (3, 1), (2, 2)):
        at = ["--box", f"n={n},d={d},q={2 ** d}..{6 ** d}", "--patterns", "dense"]
        done = run(verify, "claims", file, *at, "--for-all", "D", "--progress", "none", "--certificate", certificate)
        proved = re.findall(r"^\s+X\.(\d{4})\s+proved for all D >= 2[^;]*$", done.stdout, re.M)
        tally["proved for every D"] += len(proved)
        if run(checker, "--claims", claims, certificate).returncode == 1:
            differ("verify-check rejects what is proved for every D", file, "")
        if proved:
            done = run(verify, "claims", file, *at, "--progress", "none", "--threads", "1", "--json")
            check_proved(proved, formulas, {c["id"]: c for c in json.loads(done.stdout)["claims"]}, f"for every D at n={n}, d={d}", at)
    return count


def check_proved(proved, formulas, instances, what, box, further=None):
    for number in proved:
        found = sort_of(instances[f"yun2020b.X.{number}"])
        if found == "not_checkable vacuous" and further:   # it may say something of larger runs alone
            box = further
            with tempfile.TemporaryDirectory() as folder:
                claims = claim_file(folder, "yun2020b", [formulas[int(number)]], "n >= 2")
                done = run(verify, "claims", os.path.join(claims, "random.toml"), *further, "--progress", "none", "--threads", "1", "--json")
                found = sort_of(json.loads(done.stdout)["claims"][0])
        if found not in ("verified", "undecided"):
            differ(f"proved {what}, and {found} on a box", formulas[int(number)], " ".join(box))


def compare_every_size(folder, count):
    """The same of claims about inputs, of one pattern or construction, at every D, or every d and D."""
    paper, of_run = rnd.choice([("yun2020b", ["--n", "3", "--pattern", "strided"]), ("yun2020b", ["--n", "2", "--pattern", "dense"]), ("yun2020a", ["--construction", "yun2020a", "--n", "2"]),
                                ("sparsebert", ["--construction", "sparsebert", "--n", "3", "--positional"]), ("yun2020a", ["--construction", "yun2020a", "--n", "3", "--positional"])])
    maker = Maker(paper, True)
    formulas = [maker.formula() for _ in range(count)]
    claims = claim_file(folder, paper, formulas, rnd.choice(["n >= 2", "n >= 2", "D >= 3", "1/(D - 3) > -5"]))
    shown = set()
    for sizes in (["--d", "1", "--for-all", "D"], ["--for-all", "d,D"]):
        done = run(verify, *of_run, *sizes, "--claims", claims, "--progress", "none", "--json")
        shown.update(c["id"] for c in json.loads(done.stdout)["claims"] if c["result"] == "shown")
    tally["shown for every D"] += len(shown)
    for D in (2, 3, 4) if shown else ():
        literal, command = decided(of_run + ["--d", "1", "--delta", f"1/{D}"], claims, "literal")
        for claim in shown:
            if sort_of(literal[claim]) not in ("verified", "undecided", "not_checkable vacuous", "not_checkable domain"):
                differ(f"shown for every D, and {sort_of(literal[claim])}", literal[claim].get("formal"), command)
    return count


began = time.time()
compared = 0
with tempfile.TemporaryDirectory() as scratch:
    ways = [lambda n: compare_engines(scratch, n, False)] if options.kind == "any" else [lambda n: compare_engines(scratch, n, True), lambda n: compare_sizes(scratch, n), lambda n: compare_every_size(scratch, n)]
    turn = 0
    while compared < options.claims and time.time() - began < 60 * options.minutes and len(differences) < 40:
        compared += ways[turn % len(ways)](min(options.at_once, options.claims - compared))
        turn += 1
print(f"{compared} claims of kind {options.kind} from seed {options.seed}, {len(differences)} differences; " + ", ".join(f"{name} {number}" for name, number in sorted(tally.items())))
sys.exit(1 if differences else 0)
