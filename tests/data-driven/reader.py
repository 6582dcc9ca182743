#!/usr/bin/env python3
"""Construction files, read a second time: literally, by proofs/README.md, "A construction".

    reader.py FILE n=3 d=1 D=2 [pattern=dense] [ORDINAL]     the state of an input after every network

Terms become functions of the names that are bound. Numbers are fractions. Nothing is typed: what does
not fit ends as an error. Patterns are dense; variants with arguments, maps, heads with keys of their own and what
asks for layers as built are not read.
"""
import itertools
import re
import sys
import tomllib
from fractions import Fraction

TOKEN = re.compile(r"\s*([0-9]+|[A-Za-z][A-Za-z0-9_']*|\.\.|<=|>=|!=|[-+*/^(){},:<>=.\[\]])")
FOLDS = ("sum", "prod", "max", "min", "union", "distinct", "row", "column")
RELATIONS = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, "=": lambda a, b: a == b, "!=": lambda a, b: a != b,
             ">": lambda a, b: a > b, ">=": lambda a, b: a >= b, "in": lambda a, b: a in b}


class Wrong(Exception):
    pass


class Form:
    """w . Z + b"""
    def __init__(self, w, b):
        self.w, self.b = w, b

    def at(self, column):
        return self.b + sum(x * column[r - 1] for r, x in self.w.items())


class Sum:
    """Heads, or units: (what stands before, part)."""
    def __init__(self, kind, parts):
        self.kind, self.parts = kind, parts


class Matrix:
    def __init__(self, rows, state=False):
        self.rows, self.state = rows, state


def number(x):
    if isinstance(x, bool) or not isinstance(x, Fraction):
        raise Wrong("no number")
    return x


def whole(x):
    if number(x).denominator != 1:
        raise Wrong("no integer")
    return int(x)


def truth(x):
    if not isinstance(x, bool):
        raise Wrong("no truth value")
    return x


def form(x):
    return x if isinstance(x, Form) else Form({}, number(x))


def plus(a, b):
    if isinstance(a, Fraction) and isinstance(b, Fraction) and not isinstance(a, bool):
        return a + b
    if isinstance(a, Sum) and isinstance(b, Sum) and a.kind == b.kind:
        return Sum(a.kind, a.parts + b.parts)
    if isinstance(a, Matrix) and isinstance(b, Matrix):
        if len(a.rows) != len(b.rows) or len(a.rows[0]) != len(b.rows[0]):
            raise Wrong("shapes")
        return Matrix([[plus(x, y) for x, y in zip(r, s)] for r, s in zip(a.rows, b.rows)], a.state or b.state)
    if isinstance(a, (Form, Fraction)) and isinstance(b, (Form, Fraction)):
        f, g = form(a), form(b)
        return Form({r: f.w.get(r, 0) + g.w.get(r, 0) for r in {*f.w, *g.w}}, f.b + g.b)
    raise Wrong("+")


def times(a, b):
    if isinstance(b, Sum) and isinstance(a, (Fraction, Matrix)):
        return Sum(b.kind, [(times(a, before), part) for before, part in b.parts])
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a * b
    if isinstance(a, Matrix) and isinstance(b, Matrix):
        if len(a.rows[0]) != len(b.rows):
            raise Wrong("shapes")
        out = []
        for row in a.rows:
            out.append([])
            for column in zip(*b.rows):
                total = Fraction(0)
                for x, y in zip(row, column):
                    total = plus(total, times(x, y))
                out[-1].append(total)
        return out[0][0] if len(out) == len(out[0]) == 1 else Matrix(out)
    if isinstance(a, Matrix) and isinstance(b, (Fraction, Form)):
        return Matrix([[times(x, b) for x in row] for row in a.rows], a.state)
    if isinstance(b, Matrix) and isinstance(a, Fraction):
        return times(b, a)
    if isinstance(a, Form) and isinstance(b, Fraction):
        return Form({r: x * b for r, x in a.w.items()}, a.b * b)
    if isinstance(a, Fraction) and isinstance(b, Form):
        return times(b, a)
    raise Wrong("*")


def power(a, b):
    if number(a) == 0 and whole(b) < 0 or abs(whole(b)) > 10000:
        raise Wrong("^")
    return Fraction(a) ** whole(b)


def divide(a, b):
    if number(b) == 0 or isinstance(a, Sum):
        raise Wrong("/")
    return times(a, 1 / b)


class Parser:
    """Each rule returns a function of the bound names (a dictionary)."""
    def __init__(self, world, text):
        self.world, self.words, at = world, [], 0
        text = text.rstrip()
        while at < len(text):
            match = TOKEN.match(text, at)
            if not match:
                raise Wrong("a character")
            self.words.append(match[1])
            at = match.end()
        self.at = 0

    def see(self, ahead=0):
        return self.words[self.at + ahead] if self.at + ahead < len(self.words) else ""

    def take(self, *wanted):
        if wanted and self.see() not in wanted:
            raise Wrong(f"{self.see()} for {wanted}")
        self.at += 1
        return self.words[self.at - 1]

    def all(self, rule):
        out = getattr(self, rule)()
        if self.see():
            raise Wrong("left over")
        return out

    def name(self):
        if not re.match(r"[A-Za-z]", self.see()) or self.see() in ("forall", "exists", "in", "where", "and", "or", "not", "implies", "let", "inputs"):
            raise Wrong("a name")
        return self.take()

    def formula(self):
        a = self.either()
        if self.see() == "implies":
            self.take()
            b = self.formula()
            return lambda e: not truth(a(e)) or truth(b(e))
        return a

    def either(self):
        a = self.both()
        while self.see() == "or":
            self.take()
            a = (lambda a, b: lambda e: truth(a(e)) or truth(b(e)))(a, self.both())
        return a

    def both(self):
        a = self.negated()
        while self.see() == "and":
            self.take()
            a = (lambda a, b: lambda e: truth(a(e)) and truth(b(e)))(a, self.negated())
        return a

    def negated(self):
        if self.see() == "not":
            self.take()
            a = self.negated()
            return lambda e: not truth(a(e))
        if self.see() in ("forall", "exists"):
            every, each = self.take() == "forall", self.binders()
            self.take(":")
            a = self.formula()
            return lambda e: (all if every else any)(truth(a(x)) for x in each(e))
        a, links = self.sum(), []
        while self.see() in RELATIONS:
            links.append((RELATIONS[self.take()], self.sum()))
        if not links:
            return a

        def chain(e):
            left = a(e)
            for holds, right in links:
                right = right(e)
                if isinstance(left, Form) or isinstance(right, Form):
                    raise Wrong("a form compared")
                try:
                    if not holds(left, right):
                        return False
                except TypeError as error:
                    raise Wrong("compared") from error
                left = right
            return True
        return chain

    def sum(self):
        a = self.product()
        while self.see() in ("+", "-") and self.see():
            minus = self.take() == "-"
            a = (lambda a, b, k: lambda e: plus(a(e), times(k, b(e))))(a, self.product(), Fraction(-1 if minus else 1))
        return a

    def product(self):
        a = self.unary()
        while self.see() in ("*", "/") and self.see():
            a = (lambda f, a, b: lambda e: f(a(e), b(e)))(times if self.take() == "*" else divide, a, self.unary())
        return a

    def unary(self):
        if self.see() == "-":
            self.take()
            a = self.unary()
            return lambda e: times(Fraction(-1), a(e))
        a = self.postfix()
        if self.see() == "^":
            self.take()
            b = self.unary()
            return lambda e: power(a(e), b(e))
        return a

    def arguments(self):
        self.take("(")
        out = [self.formula()]
        while self.see() == ",":
            self.take()
            out.append(self.formula())
        self.take(")")
        return out

    def postfix(self):
        a = self.primary()
        if self.see() == "." and self.see():
            raise Wrong("variants in terms are not read")
        if self.see() == "(" and self.called:
            at = self.arguments()
            return (lambda a, at: lambda e: self.world.entry(a(e), [whole(x(e)) for x in at]))(a, at)
        return a

    def primary(self):
        self.called = False
        word = self.take()
        if word.isdigit():
            return lambda e: Fraction(int(word))
        if word == "(":
            a = self.formula()
            if self.see() == "..":
                self.take()
                b = self.sum()
                a = (lambda a: lambda e: frozenset(map(Fraction, range(whole(a(e)), whole(b(e)) + 1))))(a)
            self.take(")")
            self.called = False
            return a
        if word in ("{", "["):
            parts, close = [], "}" if word == "{" else "]"
            while self.see() != close:
                parts.append(self.sum())
                if self.see() != close:
                    self.take(",")
            self.take()
            self.called = False
            return (lambda e: frozenset(number(x(e)) for x in parts)) if word == "{" else lambda e: Matrix([[x(e)] for x in parts])
        if not re.match(r"[A-Za-z]", word):
            raise Wrong(f"'{word}'")
        if word in FOLDS and self.see() == "(" and self.see(2) == "in":
            self.take("(")
            each = self.binders()
            self.take(":")
            body = self.formula()
            self.take(")")
            self.called = False
            return lambda e: fold(word, [body(x) for x in each(e)])
        arguments = self.arguments() if self.see() == "(" else []
        self.called = True
        return (lambda word, arguments, first: lambda e: self.world.call(word, arguments, first, e))(word, arguments, self.words[self.at - len(self.words):])

    def binders(self):
        bound = []
        while True:
            name = self.name()
            self.take("in")
            if self.see() == "inputs":
                self.take()
                bound.append((name, lambda e: self.world.inputs()))
            else:
                a = self.sum()
                if self.see() == "..":
                    self.take()
                    b = self.sum()
                    bound.append((name, (lambda a, b: lambda e: map(Fraction, range(whole(a(e)), whole(b(e)) + 1)))(a, b)))
                else:
                    bound.append((name, (lambda a: lambda e: sorted(a(e)))(a)))
            if self.see() != ",":
                break
            self.take()
        where = None
        if self.see() == "where":
            self.take()
            where = self.formula()

        def each(e, i=0):
            if i == len(bound):
                if where is None or truth(where(e)):
                    yield e
                return
            for x in bound[i][1](e):
                yield from each({**e, bound[i][0]: x}, i + 1)
        each.names = [name for name, _ in bound]
        return each


def fold(what, values):
    if what in ("sum", "prod"):
        if not values:
            return Fraction(0 if what == "sum" else 1)
        total = values[0]
        for x in values[1:]:
            total = plus(total, x) if what == "sum" else times(total, x)
        return total
    if what == "union":
        return frozenset().union(*values)
    if what == "distinct":
        return len(set(values)) == len(values)
    if not values:
        raise Wrong(f"{what} of nothing")
    if what == "row":
        return Matrix([values])
    if what == "column":
        return Matrix([[x] for x in values])
    return (max if what == "max" else min)(map(number, values))


class World:
    """A construction at parameters."""
    def __init__(self, data, parameters, dense):
        self.head, self.memo = data["construction"], {}
        self.parameters = {name: Fraction(x) for name, x in parameters.items()}
        self.dense = dense
        self.definitions, self.stages, self.traces = {}, [], {}
        for block in data.get("define", []) + data.get("choose", []):
            for text in block["terms"]:
                name, _, term = text.partition("=")
                match = re.fullmatch(r"\s*([A-Za-z][\w']*)\s*(?:\(([^()]*)\))?\s*", name)
                if not match or match[1] in self.definitions:
                    raise Wrong("a definition")
                self.definitions[match[1]] = ([x.strip() for x in match[2].split(",")] if match[2] else [], term, None)
        for stage in data["stage"]:
            read = lambda key, rule="formula", s=stage: Parser(self, s[key]).all(rule) if key in s else None
            self.stages.append(dict(network=stage.get("in", stage["name"]), name=stage["name"], text=stage, repeat=read("repeat", "binders"), loop=read("for", "binders"),
                                    keys=read("keys"), when=read("when"), backwards=read("backwards"), lets=[x.split("=", 1) for x in stage.get("let", [])]))
        self.networks = list(dict.fromkeys(s["network"] for s in self.stages))
        self.tokens = sorted(Parser(self, "(" + self.head["tokens"] + ")").all("formula")({}))
        self.rows = whole(Parser(self, self.head["rows"]).all("formula")({}))
        if not self.tokens or self.rows < 1:
            raise Wrong("no tokens or rows")
        self.places = [(x["k"], x["r"]) for x in Parser(self, self.head["inputs"]).all("binders")({})]
        self.values = sorted(Parser(self, "(" + self.head["entries"] + ")").all("formula")({}))
        self.made = {}
        for condition in self.head["parameters"]:
            if not truth(Parser(self, condition).all("formula")({})):
                raise Wrong(condition)

    def inputs(self):
        return itertools.product(self.values, repeat=len(self.places))

    def entry(self, m, at):
        if not isinstance(m, Matrix):
            raise Wrong("an entry")
        columns = self.tokens if m.state else range(1, len(m.rows[0]) + 1)
        if len(at) > 2 or (len(at) == 1 and len(m.rows[0]) != 1):
            raise Wrong("an index")
        column = list(columns).index(at[1]) if len(at) == 2 and at[1] in columns else 0 if len(at) == 1 else -1
        if not 1 <= at[0] <= len(m.rows) or column < 0:
            raise Wrong("an index")
        return m.rows[at[0] - 1][column]

    def call(self, word, arguments, _, e):
        if word in e:
            return self.entry(e[word], [whole(x(e)) for x in arguments]) if arguments else e[word]
        if word in self.definitions:
            return self.defined(word, [x(e) for x in arguments])
        if word in self.parameters and not arguments:
            return self.parameters[word]
        return self.given(word, arguments, e)

    def defined(self, word, x):
        names, term, function = self.definitions[word]
        if len(x) != len(names):
            raise Wrong("arguments of " + word)
        if len(x) == 1 and isinstance(x[0], Form):
            return Sum("units", [(Fraction(1), (word, x[0]))])
        key = (word, *x) if all(isinstance(v, (Fraction, tuple, frozenset)) for v in x) else None
        if key is None or key not in self.memo:
            if function is None:
                function = Parser(self, term).all("formula")
                self.definitions[word] = (names, term, function)
            value = function(dict(zip(names, x)))
            if key is None:
                return value
            self.memo[key] = value
        return self.memo[key]

    def given(self, word, arguments, e):
        count = {"if": 3, "floor": 1, "abs": 1, "mod": 2, "card": 1, "e": 1, "start": 1, "true": 0, "false": 0, "G": 3}
        if len(arguments) != count.get(word, len(arguments)):
            raise Wrong("arguments of " + word)
        if word == "if":
            return arguments[1 if truth(arguments[0](e)) else 2](e)
        if word in ("run", "layers", "after"):
            return self.of_network(word, arguments, e)
        if word == "minus_abs":
            raise Wrong(word)
        x = [a(e) for a in arguments]
        row = lambda r: whole(r) if 1 <= whole(r) <= self.rows else self.wrong("a row")
        if word == "Z":
            if x:
                return Form({row(x[0]): Fraction(1)}, Fraction(0))
            return Matrix([[Form({r: Fraction(1)}, Fraction(0))] for r in range(1, self.rows + 1)])
        if word == "e":
            return Matrix([[Fraction(int(r == row(x[0])))] for r in range(1, self.rows + 1)])
        if word == "attend" and len(x) == 3:
            parts = [[form(r[0]) for r in v.rows] if isinstance(v, Matrix) else [form(v)] for v in x]
            if any(f.b for part in parts[:2] for f in part) or len(parts[1]) != len(parts[2]):
                raise Wrong("attend")
            return Sum("heads", [(Fraction(1), tuple(parts))])
        if word == "floor":
            return Fraction(number(x[0]).__floor__())
        if word == "abs":
            return abs(number(x[0]))
        if word == "mod":
            return number(x[0]) % number(x[1]) if number(x[1]) else self.wrong("mod")
        if word in ("max", "min") and x:
            return (max if word == "max" else min)(map(number, x))
        if word == "union" and x:
            return frozenset().union(*x)
        if word == "card":
            return Fraction(len(x[0])) if isinstance(x[0], frozenset) else self.wrong("card")
        if word in ("true", "false"):
            return word == "true"
        if word == "start":
            return self.start(x[0])
        if word == "G":
            at = (number(x[2]), number(x[1]))
            return x[0][self.places.index(at)] if isinstance(x[0], tuple) and at in self.places else self.wrong("G")
        if self.dense and "pattern" in self.head:  # Assumption 1 of the dense pattern: gamma is the identity
            n = len(self.tokens)
            inside = lambda i, a, b: number(i) if a <= whole(i) <= b else self.wrong(word)
            if word in ("p", "s") and not x:
                return Fraction(1)
            if word == "A" and len(x) == 2 and inside(x[0], 1, 1) and inside(x[1], 1, n):
                return frozenset(self.tokens)
            if word == "gamma" and len(x) == 1:
                return inside(x[0], 1, n)
            if word == "l" and len(x) == 1 and inside(x[0], 2, n):
                return Fraction(1)
        raise Wrong("unknown " + word)

    @staticmethod
    def wrong(what):
        raise Wrong(what)

    # ---- networks. Their names stand as first arguments; a word that is no value is its text.
    def of_network(self, word, arguments, e):
        raise Wrong("rewritten before it is parsed")

    def start(self, H):
        if ("start", H) not in self.memo:
            term = Parser(self, self.head["start"]).all("formula")
            self.memo["start", H] = Matrix([[number(term({"H": H, "r": Fraction(r), "k": k})) for k in self.tokens] for r in range(1, self.rows + 1)], True)
        return self.memo["start", H]

    def instances(self, network):
        stages = [s for s in self.stages if s["network"] == network]
        squeezed = lambda s: " ".join(s["text"].get("repeat", "").split()) or s["name"]
        for _, group in itertools.groupby(stages, key=squeezed):
            group = list(group)
            for outer in group[0]["repeat"]({}) if group[0]["repeat"] else [{}]:
                for stage in group:
                    inner = list(stage["loop"](outer)) if stage["loop"] else [outer]
                    if stage["backwards"] and number(stage["backwards"](outer)) != 0:
                        inner.reverse()
                    for e in inner:
                        yield stage, e

    def layers(self, network):
        if network not in self.made:
            self.made[network] = [self.layer(stage, e) for stage, e in self.instances(network)]
        return self.made[network]

    def layer(self, stage, e):
        for name, term in stage["lets"]:
            e = {**e, name.strip(): Parser(self, term).all("formula")(e)}
        if stage["when"] and not truth(stage["when"](e)):
            return None
        words = stage["text"]["layer"].split()
        text = stage["text"]["layer"].strip()
        residual = bool(re.match(r"Z\s*([-+]|$)", text))
        if residual and not re.match(r"Z\s*[-+]", text):
            return None
        added = Parser(self, "0*nothing" if not words else (text[1:].lstrip()[1:] if text[1:].lstrip()[0] == "+" else text[1:]) if residual else text).all("formula")(e)
        if not isinstance(added, Sum):
            raise Wrong("no sum of heads or units")
        parts = []
        for before, part in added.parts:
            size = 1 if added.kind == "units" else len(part[0])
            if isinstance(before, Fraction):
                before = Matrix([[before if i == j else Fraction(0) for j in range(size)] for i in range(size)])
            if len(before.rows) != self.rows or len(before.rows[0]) != size or any(isinstance(x, Form) for r in before.rows for x in r):
                raise Wrong("a shape")
            parts.append((before, part))
        keys = None
        if added.kind == "heads" and parts:
            if not stage["keys"]:
                raise Wrong("no keys")
            keys = [[self.tokens.index(j) if j in self.tokens else self.wrong("a key") for j in sorted(stage["keys"]({**e, "k": k}))] for k in self.tokens]
        return added.kind, residual, parts, keys

    def run(self, network, t, m):
        layers = self.layers(network)
        t = len(layers) if t is None else whole(t)
        if not isinstance(m, Matrix) or len(m.rows) != self.rows or not 0 <= t <= len(layers):
            raise Wrong("run")
        key = network, tuple(map(tuple, m.rows))
        trace = self.traces.setdefault(key, [list(map(list, zip(*m.rows)))])
        while len(trace) <= t:
            trace.append(self.step(layers[len(trace) - 1], trace[-1]))
        return Matrix([list(r) for r in zip(*trace[t])], m.state or len(m.rows[0]) == len(self.tokens))

    def step(self, layer, z):
        if layer is None:
            return z
        kind, residual, parts, keys = layer
        if keys and len(z) != len(self.tokens):
            raise Wrong("no state")
        out = [list(c) if residual else [Fraction(0)] * self.rows for c in z]
        for before, part in parts:
            for k, column in enumerate(z):
                if kind == "units":
                    values = [number(self.defined(part[0], [part[1].at(column)]))]
                else:
                    query = [f.at(column) for f in part[2]]
                    scores = [(sum(f.at(z[j]) * q for f, q in zip(part[1], query)), j) for j in keys[k]]
                    best = [j for score, j in scores if score == max(s for s, _ in scores)]
                    values = [sum(f.at(z[j]) for j in best) / len(best) if best else Fraction(0) for f in part[0]]
                for r in range(self.rows):
                    out[k][r] += sum(w * v for w, v in zip(before.rows[r], values))
        return out


class Networks(World):
    """With names of networks where run, layers and after want them."""
    def call(self, word, arguments, _, e):
        if word in ("run", "layers", "after") and word not in e:
            first = getattr(arguments[0], "word", None) if arguments else None
            if first is None or first not in self.networks + [s["name"] for s in self.stages]:
                raise Wrong("no network")
            x = [a(e) for a in arguments[1:]]
            if word == "run" and first in self.networks and len(x) in (1, 2):
                return self.run(first, x[0] if len(x) == 2 else None, x[-1])
            network = next(s["network"] for s in self.stages if first in (s["name"], s["network"]))
            places = list(self.instances(network))
            if word == "layers" and not x:
                return Fraction(sum(first in (network, s["name"]) for s, _ in places))
            if word == "after" and not x:
                last = [i for i, (s, _) in enumerate(places, 1) if s["name"] == first]
                return Fraction(last[-1]) if last else self.wrong("after")
            raise Wrong(word)
        return super().call(word, arguments, _, e)


def tagged(rule):
    """A word alone keeps its text, for networks."""
    def primary(self):
        begin = self.at
        out = rule(self)
        if self.at == begin + 1 and re.match(r"[A-Za-z]", self.words[begin]):
            inner = out
            out = lambda e: inner(e)
            out.word = self.words[begin]
        return out
    return primary


Parser.primary = tagged(Parser.primary)


def states(data, parameters, dense, ordinal, networks=None):
    """The state at the start and after each network, as texts."""
    world = Networks(data, parameters, dense)
    H = None
    for H in itertools.islice(world.inputs(), ordinal + 1):  # the last one where there are fewer
        pass
    if H is None:
        raise Wrong("no inputs")
    m = world.start(H)
    shown = [[[str(x) for x in row] for row in m.rows]]
    for network in networks if networks is not None else world.networks:
        m = world.run(network, None, m)
        shown.append([[str(x) for x in row] for row in m.rows])
    return shown


def main():
    parameters = {k: int(v) for k, v in (a.split("=") for a in sys.argv[2:] if re.fullmatch(r"\w+=\d+", a))}
    ordinal = int(next((a for a in sys.argv[2:] if a.isdigit()), 1))
    with open(sys.argv[1], "rb") as file:
        data = tomllib.load(file)
    for state in states(data, parameters, "pattern=dense" in sys.argv, ordinal):
        print(" | ".join("  ".join(row) for row in state))


if __name__ == "__main__":
    sys.setrecursionlimit(20000)
    main()
