#!/usr/bin/env python3
"""Changed certificates of kind structural: none is accepted unless all that it says is so.

    mutate.py VERIFY VERIFY_CHECK CLAIMS [--bases B] [--number N] [--seed S] [--every K] [--swaps K] [--sizes K]

Starts from the certificates of accept/ that are accepted with CLAIMS, and from some that VERIFY writes now; with --bases from B of them, at random. Changes every value, key and list of each in turn (of these
changes every K-th), has every K-th (--swaps) claim of the paper certified in place of those that are there, takes every K-th (--sizes) of other sizes, and makes N random changes of several places at
once. Of the random ones most, and all exchanged claims and sizes, are made consistent again as a forger would: hashes and words of claims, c, layers, l.

What VERIFY_CHECK accepts (or finds incomplete for nothing but claims left open) must be so: the pattern is expanded here, by the tables of src/certificate/FORMAT.md, VERIFY is run with those rows and
sizes, and must find the same gamma, l, s, c and number of layers, and verified, or shown from D = 2 on, every claim that is certified; of every D (and d) the runs with D = 2 and 3 (d = 1 and 2) must
agree too. Runs of at most 20,000 inputs are executed. Ends with 1 and the certificates where that is not so."""
import argparse
import copy
import hashlib
import itertools
import json
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import tomllib

here = pathlib.Path(__file__).parent
sys.path.insert(0, str(here.resolve().parents[1] / "support"))
from rounds import every, rounds  # noqa: E402
parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("verify"), parser.add_argument("check"), parser.add_argument("claims", type=pathlib.Path)
parser.add_argument("--bases", type=int, default=1000)
parser.add_argument("--number", type=rounds, default="1000")
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--every", type=every, default="1")
parser.add_argument("--swaps", type=every, default="1")
parser.add_argument("--sizes", type=every, default="1")
options = parser.parse_args()
scratch = tempfile.TemporaryDirectory()
folder = pathlib.Path(scratch.name)
rng = random.Random(options.seed)


class Object(list):
    """An object as a list of [key, value], so that a key may stand twice."""

    def get(self, key):
        return next((value for name, value in self if name == key), None)

    def put(self, key, value):
        for pair in self:
            if pair[0] == key:
                pair[1] = value


def read(text):
    return json.loads(text, object_pairs_hook=lambda pairs: Object([key, value] for key, value in pairs))


def written(value):
    if isinstance(value, Object):
        return "{" + ",".join(json.dumps(key) + ":" + written(item) for key, item in value) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(written, value)) + "]"
    return json.dumps(value)


def call(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=600)


# ---- what a certificate says

def bindings():
    """id -> the SHA-256 of the entry (proofs/README.md)."""
    out = {}
    for file in options.claims.rglob("*.toml"):
        for entry in tomllib.loads(file.read_text()).get("claim", []):
            text = [" ".join(part.split()) for part in (entry["id"], entry["domain"], ",".join(entry.get("needs", [])), entry.get("formal", ""))]
            out[entry["id"]] = hashlib.sha256("\n".join(text).encode()).hexdigest()
    return out


def drawn(n, w, g, r, seed):
    rows = []
    for k in range(n):
        row = set()
        others = [j for j in range(g, n) if abs(j - k) > w]
        state = (seed + k * 0x9E3779B97F4A7C15 * 2**20) % 2**64
        for t in range(len(others) - min(r, len(others)), len(others)) if k >= g else ():
            state = (state + 0x9E3779B97F4A7C15) % 2**64
            z = state
            z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
            z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
            pick = others[(z ^ z >> 31) * (t + 1) >> 64]
            row.add(others[t] if pick in row else pick)
        rows.append(row)
    return rows


def tokens(text):
    out = []
    for word in text.split():
        first, _, last = word.partition("..")
        a, b = int(first), int(last or first)
        out += range(a, b + 1) if a <= b else range(a, b - 1, -1)
    return out


def rows_of_part(n, part):
    word, _, rest = part.partition(" ")
    if word == "edges":
        size, _, lists = rest.partition(" ")
        size = int(size)
        to = [set(tokens(one)) for one in lists.split(";")]
        return [{j for j in range(n) if j // size + 1 in to[k // size]} for k in range(n)]
    of = [int(x) for x in rest.split()]
    if word == "band":
        return [{j for j in range(n) if k - of[0] <= j <= k + of[1] and (j - k) % of[2] == 0} for k in range(n)]
    if word == "blocks":
        return [{j for j in range(n) if k // of[0] - of[1] <= j // of[0] <= k // of[0] + of[2]} for k in range(n)]
    if word == "random":
        return drawn(n, *of)
    first, step, width, last = of
    stripes = {j for j in range(n) if first - 1 <= j < last and (j - first + 1) % step < width}
    assert word in ("columns", "rows")
    return [set(stripes) if word == "columns" else set(range(n)) if k in stripes else set() for k in range(n)]


def expanded(pattern):
    """The rows of every layer, tokens from 1."""
    n, layers = int(pattern.get("n")), []
    for layer in pattern.get("layers"):
        causal, rows = int(layer.get("causal")), [set() for _ in range(n)]
        for part in layer.get("parts"):
            rows = [a | b for a, b in zip(rows, rows_of_part(n, part))]
        layers.append([sorted(j + 1 for j in row if causal == 0 or j // causal <= k // causal) for k, row in enumerate(rows)])
    return layers


def sizes_of(certificate):
    run = certificate.get("run")
    n = int(run.get("n") or certificate.get("pattern").get("n"))
    return n, *(None if run.get(key) == "every" else int(run.get(key)) for key in ("d", "D"))


def derived(certificate):
    """What a forger would state; None where that is not clear. Of yun2020b with the gamma and s that are stated."""
    try:
        run = certificate.get("run")
        n, d, D = sizes_of(certificate)
        if max(n, d or 1) > 400 or (d is None) != (run.get("d") == "every") or (D or 2) ** (n * (d or 1)) > 10**4000:
            return None

        def power(k, j):
            if D is not None:
                return str(D ** (k * d + j))
            if d is not None:
                return f"D^{k * d + j}"
            return "D^d" if (k, j) == (1, 0) else f"D^({'' if k == 1 else f'{k} '}d{f'+{j}' if j else ''})"
        q = power(1, 0)
        if run.get("construction") == "yun2020b":
            gamma, s, rows = tokens(certificate.get("evidence").get("order")[6:]), int(certificate.get("evidence").get("s")), expanded(certificate.get("pattern"))
            l = [next(t for t, layer in enumerate(rows, 1) if gamma[i - 1] in layer[gamma[i] - 1]) for i in range(1, n)]
            p = len(rows)
            c = str(2 * s * n * D ** (n * d + 1)) if D is not None else f"{2 * s * n} {power(n, 1)}"
            return Object([["l", " ".join(map(str, l))], ["c", c], ["layers", str(p * (n - 1) * D**d + s) if D is not None else f"{p * (n - 1)} {q} + {s}"]])
        others = run.get("construction") == "sparsebert"
        if run.get("encodings") == "none":
            if D is not None:
                return Object([["c", str((D**d - 1) * (D ** (n * d) + D**d + 1) if others else D ** ((n + 1) * d))], ["layers", str(D**d + 1 + others)]])
            return Object([["c", f"({q} - 1) ({power(n, 0)} + {q} + 1)" if others else power(n + 1, 0)], ["layers", f"{q} + {1 + others}"]])
        layers = str(n * D**d + 1 + others) if D is not None else f"{n} {q} + {1 + others}"
        if D is None:
            c = f"({n - 1} (D + ... + {q}) + {q} - 1) ({power(n, 0)} + {q} + 1)" if others else f"{n} {power(n + 1, 1)}"
        else:
            w = (n - 1) * sum(D**i for i in range(1, d + 1)) + D**d - 1
            c = str(w * (D ** (n * d) + D**d + 1)) if others else str(n * D ** ((n + 1) * d + 1))
        return Object([["c", c], ["layers", layers]])
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, AssertionError, StopIteration, ZeroDivisionError):
        return None


def is_small(n, d, D):   # it is executed
    return D ** (n * d) <= 20000


asked = {}


def ask(construction, positional, layers, n, d, D, only):
    """What verify finds of a run, by execution where that is not much, and the certificate it would write. D or d None: for every one."""
    key = (construction, positional, str(layers), n, d, D, only)
    if key in asked:
        return asked[key]
    run = ["--claims", options.claims, "--n", n, "--only", only, "--progress", "none", "--threads", 1]
    if layers is None:
        run += ["--construction", construction] + ["--positional"] * positional
    else:
        (folder / "pattern.json").write_text(json.dumps({"n": n, "patterns": layers}))
        run += ["--pattern", folder / "pattern.json"]
    run += ["--d", d, "--for-all", "D"] if D is None and d else ["--for-all", "d,D"] if D is None else ["--d", d, "--delta", f"1/{D}"]
    (folder / "own.json").unlink(missing_ok=True)
    call(options.verify, *run, *([] if D is None else ["--engine", "symbolic"]), "--certificate", folder / "own.json")
    own = read((folder / "own.json").read_text()) if (folder / "own.json").is_file() else None
    done = call(options.verify, *run, *([] if D is None or is_small(n, d, D) else ["--engine", "symbolic"]), "--json")
    found = json.loads(done.stdout) if done.stdout.startswith("{") else {"claims": []}
    asked[key] = found, own
    return asked[key]


def true(certificate):
    """Whether all that it says is so; otherwise what is not."""
    run = certificate.get("run")
    n, d, D = sizes_of(certificate)
    construction, pattern = run.get("construction"), certificate.get("pattern")
    layers = None if pattern is None else expanded(pattern)
    # verify drops whole repetitions of layers, a certificate need not: it is asked of one period, for which c and the layers are others. They are compared with derived() below all the same.
    period = None if layers is None else next(p for p in range(1, len(layers) + 1) if len(layers) % p == 0 and layers == layers[:p] * (len(layers) // p))
    dropped = layers is not None and period < len(layers)
    layers = layers and layers[:period]
    assert construction == ("yun2020b" if layers else construction) and (run.get("encodings") in ("positional", "none")) == (layers is None)
    certified = [claim.get("id") for claim in certificate.get("claims") if claim.get("verdict") != "undecided"]
    prefix = certificate.get("only")
    if [claim.get("id") for claim in certificate.get("claims")] != sorted(id for id in hashes if id.startswith(prefix) and id.startswith(construction + ".")):
        return "other claims than those under its prefix"
    for claim in certificate.get("claims"):
        word = claim.get("verdict")
        if claim.get("sha256") != hashes[claim.get("id")] or word not in ("proved" if D is None else "verified", "undecided") or claim.get("witness") != []:
            return f"{claim.get('id')}: hash, verdict or witness"
    if written(certificate.get("derived")) not in (written(Object(order)) for order in orders(derived(certificate))):
        return f"derived is not {derived(certificate)}"
    positional = run.get("encodings") == "positional"
    found, own = ask(construction, positional, layers, n, d, D, prefix)
    if own is None:
        own = ask(construction, positional, layers, n, d, D, "yun2020b.D.3.Lemma7.P")[1] if layers else certificate   # of claims that verify does not certify; `derived` is compared above
    if own is None or own.get("kind") != "structural":
        return "verify has no structural certificate of this run"
    if not dropped and dict(own.get("derived")) != dict(certificate.get("derived")):
        return f"verify has derived {own.get('derived')}"
    if layers and tokens(own.get("evidence").get("order")[6:]) != tokens(certificate.get("evidence").get("order")[6:]):
        return "verify has another gamma"
    if layers and own.get("evidence").get("s") != certificate.get("evidence").get("s"):
        return "verify has another s"
    verdicts = {claim["id"]: claim for claim in found["claims"]}
    some = {}   # of every D, two runs
    for small_d in (1, 2) if d is None else (d,) if D is None else ():
        first = next(size for size in itertools.count(2) if size**small_d >= n) if run.get("encodings") == "none" else 2   # before there are no inputs
        for small_D in sorted({2, 3, first}):
            some[small_d, small_D] = {claim["id"]: claim["verdict"] for claim in ask(construction, positional, layers, n, small_d, small_D, prefix)[0]["claims"]}
    for id in certified:
        of = verdicts.get(id, {})
        if D is not None and of.get("verdict") != "verified":
            return f"{id}: verify says {of.get('verdict')}"
        for (small_d, small_D), verdict in some.items():
            if verdict[id] not in ("verified", "not_checkable") and (is_small(n, small_d, small_D) or verdict[id] != "undecided"):
                return f"{id}: verify says {verdict[id]} at d = {small_d}, D = {small_D}"
        # For every D and d verify looks at how ids differ alone, of sparsebert with encodings it does not show that, nor without claims about inputs in any order, or about two: the runs must do.
        runs_do = ((of == {} and d is None) or ((construction == "sparsebert" or run.get("encodings") == "none") and of.get("result") == "undecided")) and "verified" in (verdict[id] for verdict in some.values())
        if D is None and (of.get("result") != "shown" or of.get("from") > found.get("inputs_from", 2)) and not runs_do:   # before there are no inputs
            return f"{id}: verify says {of}"
    return ""


def orders(pairs):
    if not pairs:
        yield []
    for i, pair in enumerate(pairs or ()):
        for rest in orders(pairs[:i] + pairs[i + 1:]):
            yield [pair, *rest]


# ---- changes

def places(value):
    """Every (holder, index): what stands there can be put in its place."""
    out = []
    for i, item in enumerate(value):
        holder, at = (item, 1) if isinstance(value, Object) else (value, i)
        out.append((holder, at))
        if isinstance(holder[at], list):
            out += places(holder[at])
    return out


def lists(value):
    out = [value] if isinstance(value, list) else []
    for item in value if isinstance(value, list) else ():
        out += lists(item[1] if isinstance(value, Object) else item)
    return out


WORDS = ["", "0", "1", "-1", "2", "3", "every", "D", "d", "none", "positional", "verified", "proved", "refuted", "undecided", "symbolic", "structural", "not covered", "levels", "bands", "common 1", "hubs 1:1", "search", "gamma 1..4",
         "yun2020a", "yun2020b", "sparsebert", "999999999", "1000000000", "4294967296", "18446744073709551616", "1" + "0" * 40, "1/2", "2/1", "01", "+1", "1e3", "1 1 1", "D^d", "band 0 0 1", "band 9 9 1", "columns 1 1 1 9", "rows 1 1 1 9"]


def others(text):
    """Every number one more, one less, doubled, negated, 0 and large; words left out, doubled and put elsewhere; what stands elsewhere."""
    out, at = list(WORDS), 0
    while at < len(text):
        end = at
        while end < len(text) and text[end].isdigit():
            end += 1
        if end > at:
            number = int(text[at:end])
            out += [text[:at] + str(new) + text[end:] for new in (number + 1, number - 1, 2 * number, -number, 0, number * number + 7, 10**20)]
        at = end + 1
    words = text.split(" ")
    for i in range(min(len(words), 12)):
        out += [" ".join(words[:i] + words[i + 1:]), " ".join(words[:i] + words[i:i + 1] + words[i:])]
        out += [" ".join(words[:i] + words[i + 1:i + 2] + words[i:i + 1] + words[i + 2:])]
    out += [text.upper(), text + " ", " " + text, text[:-1], text[::-1]]
    return [new for new in dict.fromkeys(out) if new != text]


def each_change(certificate):
    """Every change of one place, one after the other: (words, certificate)."""
    leaves = [i for i, (holder, at) in enumerate(places(certificate)) if isinstance(holder[at], str)]
    texts = list(dict.fromkeys(holder[at] for holder, at in (places(certificate)[i] for i in leaves)))
    for i in leaves:
        holder, at = places(certificate)[i]
        for new in dict.fromkeys(others(holder[at]) + texts):
            changed = copy.deepcopy(certificate)
            holder, at = places(changed)[i]
            if holder[at] != new:
                holder[at] = new
                yield changed
    for i in range(len(places(certificate))):
        for new in ([], Object(), [""], Object([["", ""]])):
            changed = copy.deepcopy(certificate)
            holder, at = places(changed)[i]
            if holder[at] != new or type(holder[at]) is not type(new):
                holder[at] = new
                yield changed
    for i, of in enumerate(lists(certificate)):
        def with_list(edit):
            changed = copy.deepcopy(certificate)
            edit(lists(changed)[i])
            return changed
        for j in range(len(of)):
            yield with_list(lambda a: a.pop(j))
            yield with_list(lambda a: a.insert(j, copy.deepcopy(a[j])))
            yield with_list(lambda a: a.append(copy.deepcopy(a[j])))
            if j + 1 < len(of) and of[j] != of[j + 1]:
                yield with_list(lambda a: a.insert(j, a.pop(j + 1)))
            if isinstance(of, Object):
                for name in ("n", "d", "s", "note", of[j][0].upper(), of[j][0] + " "):
                    yield with_list(lambda a: a[j].__setitem__(0, name))
                for text in ("", "2", "every"):
                    yield with_list(lambda a: a.append([a[j][0], text]))
        yield with_list(lambda a: a.append(["note", ""] if isinstance(a, Object) else ""))


def parts(n):
    a, b, c = (rng.randrange(0, n + 1) for _ in range(3))
    blocks = rng.randrange(1, n + 1)
    return rng.choice([f"band {a} {b} {rng.randrange(1, 3)}", f"blocks {blocks} {a} {b}", f"columns {a + 1} {b + 1} 1 {c + 1}", f"rows {a + 1} {b + 1} 1 {c + 1}", f"random {a} {b} {c} {rng.randrange(9)}",
                       "edges 1 " + ";".join(" ".join(str(j) for j in range(1, n + 1) if rng.random() < 0.6 or j == k) for k in range(1, n + 1))])


def one_change(certificate):
    """A random change: mostly of what a forger would like to be otherwise."""
    run, pattern, way = certificate.get("run"), certificate.get("pattern"), rng.randrange(12)
    try:
        if way < 3:
            key = rng.choice([pair[0] for pair in run])
            run.put(key, rng.choice(["every", "1", "2", "3", "4", "5", "6", "none", "sparsebert", "yun2020a", "yun2020b"]))
        elif way < 5 and pattern:
            layers = pattern.get("layers")
            layer = rng.choice(layers)
            rng.choice([lambda: layer.put("parts", [parts(int(pattern.get("n"))) for _ in range(rng.randrange(1, 3))]), lambda: layer.get("parts").append(parts(int(pattern.get("n")))),
                        lambda: layer.put("causal", str(rng.randrange(4))), lambda: layers.append(copy.deepcopy(layer)), lambda: layers.reverse(), lambda: layers.pop(),
                        lambda: pattern.put("n", str(rng.randrange(2, 7)))])()
        elif way < 7 and pattern:
            n = int(pattern.get("n"))
            order = rng.sample(range(1, n + 1), n)
            certificate.get("evidence").put(*rng.choice([("order", "gamma " + " ".join(map(str, order))), ("order", f"gamma 1..{n}"), ("s", str(rng.randrange(1, 5))), ("reach", rng.choice(["bands", "levels", "common 1", "hubs 1:1"])),
                                                         ("least", f"{rng.randrange(1, n + 1)} {rng.randrange(1, n + 1)}"), ("least", ""), ("blocks", rng.choice("12")), ("self", "1 1")]))
        elif way < 8:
            claim = rng.choice(certificate.get("claims"))
            claim.put(*rng.choice([("verdict", "undecided"), ("verdict", "proved"), ("verdict", "verified"), ("verdict", "refuted"), ("tier", "exhaustive"), ("evidence", "replay"), ("reason", "not covered"), ("id", rng.choice(list(hashes)))]))
        elif way < 10:
            holder, at = rng.choice([(holder, at) for holder, at in places(certificate) if isinstance(holder[at], str)])
            holder[at] = rng.choice(others(holder[at]))
        else:
            of = rng.choice(lists(certificate))
            if of:
                j = rng.randrange(len(of))
                rng.choice([lambda: of.pop(j), lambda: of.append(copy.deepcopy(of[j])), lambda: of.reverse()])()
    except (ValueError, TypeError, AttributeError, IndexError):   # an earlier change has left nothing to change there
        pass


def certify(certificate, prefix, undecided=()):
    """Puts the claims under a prefix into it, as true."""
    verdict = "proved" if certificate.get("run").get("D") == "every" else "verified"
    claims = []
    for id in sorted(id for id in hashes if id.startswith(prefix)):
        words = ("undecided", "none", "none", "not covered") if id in undecided else (verdict, "symbolic", "structural", "")
        claims.append(Object([["id", id], ["sha256", hashes[id]], *map(list, zip(("verdict", "tier", "evidence", "reason"), words)), ["witness", Object()]]))
    certificate.put("only", prefix), certificate.put("claims", claims)


def made_consistent(certificate):
    try:
        stated = {claim.get("id") for claim in certificate.get("claims") if claim.get("verdict") == "undecided"}
        certify(certificate, certificate.get("only"), stated)
        if derived(certificate):
            certificate.put("derived", derived(certificate))
        if certificate.get("evidence").get("s") == "1":
            certificate.get("evidence").put("least", "")
    except (TypeError, AttributeError):
        pass


# ---- the campaign

RUNS = ["--n 4 --d 1 --delta 1/2 --pattern strided", "--n 8 --d 1 --delta 1/2 --pattern bigbird", "--n 5 --d 1 --delta 1/3 --pattern window --window 1", "--n 3 --d 2 --delta 1/2 --pattern dense",
        "--n 4 --d 2 --for-all D --pattern bigbird", "--n 5 --for-all d,D --pattern window --window 1", "--n 3 --for-all d,D --pattern dense"]
RUNS += [f"--construction {paper} {encodings} {size}" for paper in ("yun2020a", "sparsebert") for encodings in ("--positional", "")
         for size in ("--n 5 --d 1 --delta 1/2", "--n 3 --d 2 --delta 1/3", "--n 4 --d 2 --for-all D", "--n 5 --for-all d,D")]


def bases():
    out = {}
    for arguments in RUNS:
        engine = [] if "--for-all" in arguments else ["--engine", "symbolic"]
        (folder / "base.json").unlink(missing_ok=True)
        call(options.verify, "--claims", options.claims, "--progress", "none", "--threads", 1, *arguments.split(), *engine, "--certificate", folder / "base.json")
        if (folder / "base.json").is_file():   # of some there is none
            out[arguments] = (folder / "base.json").read_text()
    for file in sorted((here / "accept").glob("*.json")):
        if len(file.read_bytes()) < 3000:
            out[file.name] = file.read_text()
    return {name: text for name, text in out.items() if call(options.check, "--claims", options.claims, write(text)).returncode in (0, 3)}


def write(text):
    (folder / "changed.json").write_text(text)
    return folder / "changed.json"


SECONDS = 10   # of processor time; claims about many tokens may take long
counts = {"rejected": 0, "incomplete": 0, "accepted": 0, "given up": 0}
wrong = 0


def must_hold(name, how, certificate, original):
    global wrong
    text = written(certificate)
    done = subprocess.run([options.check, "--claims", options.claims, write(text)], capture_output=True, text=True, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS)))
    line = (done.stdout + done.stderr).strip()
    partly = done.returncode == 3 and "left open" in line
    said = "well"
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        counts["given up"] += 1
    elif done.returncode not in (0, 1, 3):
        said = f"verify-check ended with {done.returncode}"
    elif done.returncode == 0 or partly:
        counts["accepted"] += 1
        if certificate != original:
            try:
                said = true(read(text)) or "well"
            except (ValueError, TypeError, KeyError, IndexError, AttributeError, AssertionError, StopIteration, ZeroDivisionError, subprocess.TimeoutExpired) as error:
                said = f"cannot be read here: {error!r}"
    else:
        counts["rejected" if done.returncode == 1 else "incomplete"] += 1
    if said != "well":
        wrong += 1
        print(f"{name}, {how}: {line}\n  but {said}\n  {text}", flush=True)


hashes = bindings()
start = {name: read(text) for name, text in bases().items()}
assert len(start) >= 40, f"only {len(start)} certificates to start from"
start = dict(rng.sample(list(start.items()), min(options.bases, len(start))))
known = {name: certificate for name, certificate in start.items() if not true(certificate)}   # verify does not show some of every d and D: nothing to hold changes against
assert 3 * len(known) >= 2 * len(start), f"verify does not know {sorted(set(start) - set(known))}"
start = known
for name, certificate in start.items():
    for i, changed in enumerate(each_change(certificate)):
        if (i + options.seed) % options.every == 0:
            must_hold(name, "one change", changed, certificate)
runs = {written([certificate.get("run"), certificate.get("pattern")]): (name, certificate) for name, certificate in start.items()}   # each run once
for name, certificate in runs.values():
    ids = sorted(id for id in hashes if id.startswith(certificate.get("run").get("construction") + "."))
    for i, id in enumerate(ids):
        if (i + options.seed) % options.swaps == 0:
            changed = copy.deepcopy(certificate)
            certify(changed, id, undecided=[other for other in ids if other != id])
            must_hold(name, "another claim", changed, certificate)
sizes = {}   # every other size, with all that follows from it
for name, certificate in start.items():
    for n, d, D in itertools.product("234567" if certificate.get("run").get("n") else " ", ("1", "2", "3", "every"), ("2", "3", "4", "every")):
        changed = copy.deepcopy(certificate)
        for key, value in (("n", n), ("d", d), ("D", D)):
            changed.get("run").put(key, value)
        if derived(changed):
            made_consistent(changed)
            sizes[written(changed)] = name, changed, certificate
for i, (name, changed, certificate) in enumerate(sizes.values()):
    if (i + options.seed) % options.sizes == 0:
        must_hold(name, "another size", changed, certificate)
for _ in range(options.number):
    name = rng.choice(list(start))
    changed = copy.deepcopy(start[name])
    for _ in range(rng.choice((1, 1, 2, 2, 3, 5))):
        one_change(changed)
    if rng.random() < 0.7:
        made_consistent(changed)
    must_hold(name, "random changes", changed, start[name])
total = sum(counts.values())
print(f"{total} changed certificates of {len(start)}: {counts['rejected']} rejected, {counts['incomplete']} incomplete, {counts['given up']} given up, {counts['accepted']} accepted, of which {wrong} say what is not so or were not understood")
sys.exit(1 if wrong or counts["accepted"] == 0 or counts["rejected"] < total // 2 else 0)
