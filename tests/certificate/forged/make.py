#!/usr/bin/env python3
"""Writes soft/, run/, assumption1/ and kernel/: certificates of false claims, made by hand by someone who knows verify-check: everything else in them agrees, as far as that can be, so that the false claim alone is left to find.
EXPECTED says for every file what the line of verify-check must contain, and what is false. Run it after a change of the format or of the test claims: make.py VERIFY_CHECK. What the checker finds in place of a stated value
(of `derived` and `totals`) is put there until a claim is what it objects to."""
import copy
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here.parent))
from bound import constructions, digest
checker = sys.argv[1]
expected = []
CLAIMS = {"soft": here.parent / "soft", "run": here.parent / "claims", "assumption1": here.parent / "assumption1/claims", "kernel": here / "claims_of_kernel"}


def dump(certificate):
    return json.dumps(certificate, separators=(",", ":")) + "\n"


def answer(kind, certificate):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write(dump(certificate))
        file.flush()
        done = subprocess.run([checker, "--claims", CLAIMS[kind], file.name], capture_output=True, text=True, timeout=300)
    return done.returncode, (done.stdout + done.stderr).strip()


def adapt(kind, certificate):
    """Everything that follows from `run`, as the checker finds it."""
    for _ in range(40):
        code, line = answer(kind, certificate)
        found = re.match(r'rejected: (derived|totals)\.(\w+): stated ".*", found "(.*)"$', line)
        if not found:
            return
        certificate[found[1]][found[2]] = found[3]


def forge(kind, name, false, said, edit, base):
    certificate = copy.deepcopy(base)
    edit(certificate)
    assert certificate != base, name
    if kind == "run" and not name.startswith("as_stated"):
        adapt(kind, certificate)
    code, line = answer(kind, certificate)
    print(kind, name, code, line[:200])
    folder = here / kind
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.json").write_text(dump(certificate))
    expected.append(f"{kind}/{name}.json | {said} | {false}")


def load(path):
    return json.loads((here.parent / path).read_text())


# --- soft

strided, adversary, own, small, outputs = (load(f"soft/accept/{n}.json") for n in ("strided", "adversary", "own", "small_eps", "outputs"))


def statement(certificate, i=0, **values):
    certificate["statements"][i].update(values)


def claim(certificate, i, verdict, reason):
    tier, evidence = {"verified": ("enclosure", "soft run"), "refuted": ("witness", "soft run")}.get(verdict, ("none", "none"))
    certificate["claims"][i].update(verdict=verdict, tier=tier, evidence=evidence, reason=reason)


def near_tie(bits, within, beyond):
    def edit(c):
        E = "11/16 12682136550675316737/18446744073709551616"
        c["run"] = {"construction": "yun2020b", "n": "2", "d": "1", "D": "2", "pattern": [["1 2", "1 2"]], "target": "identity",
                    "overrides": ["shift=1180591620717411303424", "E.1=11/16", "E.2=" + E.split()[1], "drop=1", "drop=3"]}
        c["derived"] = {"gamma": "1 2", "l": "1", "s": "1", "E": E, "c": "32", "layers": "3"}
        c["eps"], c["lp"] = "1/1000", "1"
        c["statements"] = [{"rho": "topk 1", "choice": "repaired", "zeta": "", "eta": "", "t": "", "inputs": "" if beyond else "0", "precision": bits, "within": within, "beyond": beyond}]
        claim(c, 0, "not_checkable", "no statement")
        claim(c, 1, "refuted" if beyond else "not_checkable", "statement 1" if beyond else "no statement")
    return edit


def soft():
    f = lambda *a: forge("soft", *a)
    f("near_tie", "topk 1 is hardmax, so its error is 0 and not more than 1; the two scores are 2^-64 apart, and the network is not the printed one", "run.overrides: stated \"shift=", near_tie("64", "", "0 1 1"), strided)
    f("override_of_the_printed_value", "with c = 512 stated as an override the claims would not be about the printed network, whatever c is", "run.overrides: stated \"c=512\"", lambda c: c["run"]["overrides"].append("c=512"), strided)

    def shrunk(c):
        c["run"]["overrides"] = ["c=0", "shift=0"]
        c["derived"]["c"] = "0"
        statement(c, 0, choice="printed", within="0 0 0 0", beyond="")
    f("network_that_does_nothing", "that the printed constants are within delta~/4: shown of a network with the multipliers 0", "run.overrides: stated \"c=0\"", shrunk, strided)

    def topk_one(c):
        statement(c, 0, rho="topk 1", choice="repaired", beyond="5 4 1")
        claim(c, 0, "not_checkable", "no statement"), claim(c, 1, "refuted", "statement 1")
    f("topk_1_beyond", "topk 1 is hardmax, so its error is 0 and not more than 1", "statements[0].beyond: stated \"1\"", topk_one, strided)

    def other_input(c):
        statement(c, 2, choice="printed", inputs="", within="1/1000 1/1000 1/1000 1/1000", beyond="")
        c["statements"] = [c["statements"][2]]
        claim(c, 0, "verified", "statement 1"), claim(c, 1, "not_checkable", "no statement")
    f("printed_within", "the printed constants do not keep delta~/4 for every admissible map", "statements[0].within", other_input, strided)

    def left_out(c):
        c["statements"] = [c["statements"][2]]
        statement(c, 0, inputs="0..4 6..15")
        claim(c, 0, "not_checkable", "no statement"), claim(c, 1, "verified", "statement 1")
    f("one_input_left_out", "that F.2.total.repaired is verified: one input was not run", "claims[1]", left_out, strided)

    def own_eta(c):
        statement(c, 0, eta="1/5", zeta="1/16", within="0 0 0 1/9")
    f("eta_of_a_fifth", "no network keeps the errors 0 when a fifth of the mass may lie elsewhere", "statements[0].within: stated \"0\"", own_eta, own)

    def other_choice(c):
        statement(c, 0, choice="own", t="1/1000000")
        claim(c, 0, "refuted", "statement 1")
    f("own_t_for_the_printed_one", "that the printed choice is refuted: the t is another one", "claims[0]", other_choice, strided)

    def just_below(c):
        last = c["statements"][2]["within"].split(" ")
        a, b = last[-1].split("/")
        last[-1] = f"{int(a) - 1}/{b}"
        statement(c, 2, within=" ".join(last), precision="64")
        c["statements"][2]["within"] = " ".join(last[:-1] + ["1/1000000"])
    f("bound_below_the_error", "the error of the admissible maps is more than 1/1000000 at the end", "statements[2].within", just_below, strided)

    def no_map(c):
        statement(c, 0, rho="admissible", within="0 0 0 1/10", beyond="", zeta="1000000", eta="1")
    f("zeta_never_reached", "where no score leads by zeta a head may return any mixture, so the error is not 0", "statements[0].within: stated \"0\"", no_map, own)

    def smaller_delta(c):
        c["eps"] = "1/1000000000"
        statement(c, 0, choice="repaired", beyond="5 4 1/1000000000")
        claim(c, 0, "not_checkable", "no statement"), claim(c, 1, "refuted", "statement 1")
    f("small_eps_for_the_repaired_one", "the repaired constants are made from eps too, and keep within it", "statements[0].beyond", smaller_delta, strided)

    def hard(c):
        statement(c, 0, zeta="1000000000", beyond="12 3 1")
    f("adversary_that_never_acts", "where no score leads by zeta the adversary is hardmax, whose error is 0", "statements[0].beyond: stated \"1\"", hard, adversary)

    def sparse(c):
        statement(c, 0, rho="entmax 3/2", choice="repaired", beyond="5 4 1")
        claim(c, 0, "not_checkable", "no statement"), claim(c, 1, "refuted", "statement 1")
    f("entmax_beyond", "alpha-entmax is hardmax at the repaired constants", "statements[0].beyond: stated \"1\"", sparse, strided)

    # Of outputs and of distances: in outputs.json the statements of the printed choice are of ids, values and distance, in this order.
    def only_printed(c):
        c["statements"] = [s for s in c["statements"] if s["choice"] == "printed"]
        assert [s["of"] for s in c["statements"]] == ["ids", "values", "distance"]
        claim(c, 1, "not_checkable", "no statement")

    def larger(c):
        only_printed(c)
        values = c["statements"][1]
        words = values["beyond"].split(" ")
        statement(c, 1, beyond=" ".join(words[:2] + [f"{1000 * int(words[2].split('/')[0])}"]))
    f("output_off_by_more", "that the output is off by a thousand times what it is off by", "statements[1].beyond", larger, outputs)

    def of_ids_for_values(c):
        only_printed(c)
        c["statements"] = [c["statements"][0]]
        claim(c, 2, "refuted", "statement 1"), claim(c, 3, "refuted", "statement 1")
    f("ids_for_values", "that the output is shown to be off: an error of ids behind the attention layers says nothing of what the value layers make of it", "claims[2]", of_ids_for_values, outputs)

    def of_values_for_the_distance(c):
        only_printed(c)
        c["statements"] = c["statements"][:2]
        claim(c, 3, "refuted", "statement 2")
    f("values_for_the_distance", "that the distance is shown to be large: an output that is off at one grid input alone need not make it so", "claims[3]", of_values_for_the_distance, outputs)

    def repaired_output(c):
        only_printed(c)
        statement(c, 1, choice="repaired")
        c["statements"] = c["statements"][:2]
        claim(c, 2, "not_checkable", "no statement"), claim(c, 3, "not_checkable", "no statement")
    f("output_of_the_repaired_choice", "with the repaired constants the output is within delta~/4", "statements[1].beyond", repaired_output, outputs)

    def small_distance(c):
        only_printed(c)
        words = c["statements"][2]["beyond"].split(" ")
        statement(c, 2, beyond=" ".join(words[:2] + ["4"]))
    f("distance_of_one_cell", "that an error of 4 at one grid input makes the distance more than 1/2: the measure of its inputs may be 1/4096", "statements[2].beyond", small_distance, outputs)

    def all_maps(c):
        only_printed(c)
        statement(c, 1, rho="admissible")
    f("output_beyond_for_all_maps", "that every admissible map is off by as much: what all may do is no lower bound for one", "statements[1].beyond", all_maps, outputs)

    def own_constants(c):
        only_printed(c)
        statement(c, 1, choice="own", t="1/1000", beyond="60 3 1")
    f("output_of_an_own_t", "that the printed choice is refuted by a t of one's own", "claims[2]", own_constants, outputs)


# --- run

base, c_is_1, no_self, ties = (load(f"accept/{n}.json") for n in ("strided", "c_is_1", "no_self", "ties"))


def at(certificate, id):
    return next(c for c in certificate["claims"] if c["id"] == "yun2020b.t." + id)


def verified(certificate, *ids):
    for id in ids:
        at(certificate, id).update(verdict="verified", tier="exhaustive", evidence="replay", reason="", witness={})


def alone(certificate, id):
    """The certificate of one claim, so that no other claim of it can be objected to."""
    certificate["only"] = "yun2020b.t." + id
    certificate["claims"] = [at(certificate, id)]


def run():
    f = lambda *a: forge("run", *a)

    def with_overrides(*overrides, id="ids"):
        def edit(c):
            alone(c, id)
            c["run"]["overrides"] = list(overrides)
            verified(c, id)
        return edit
    f("ids_with_c_1", "that ids are distinct with c = 1: two tokens have the id 58", "t.ids).verdict", lambda c: verified(c, "ids"), c_is_1)
    f("ids_with_c_0", "that ids are distinct with c = 0: what tokens see is lost", "t.ids).verdict", with_overrides("c=0"), base)
    f("ids_with_equal_encodings", "that ids are distinct where two tokens have the same encoding", "t.ids).verdict", with_overrides("E.2=0", "E.3=0"), base)
    f("ids_without_the_last_stage", "that ids are distinct without the all-max layers", "t.ids).verdict", with_overrides("drop=13", "drop=14"), base)

    def hidden(c):
        c["run"]["overrides"] = []
    f("as_stated_override_hidden", "that the printed network has c = 1 and these ids", "derived.c", hidden, c_is_1)

    def later(c):
        at(c, "below")["witness"].update(at=["H=0 0 1 0", "k=1"])
    f("as_stated_later_witness", "that this is the first counterexample", "t.below).witness", later, base)

    def exchanged(c):
        w = at(c, "below")["witness"]
        w.update(lhs=w["rhs"], rhs=w["lhs"])
    f("as_stated_sides_exchanged", "the two numbers of the counterexample, each on the other side", "t.below).witness", exchanged, base)

    def true_refuted(c):
        alone(c, "all")
        at(c, "all").update(verdict="refuted", tier="witness", witness={"at": ["H=0 0 0 0", "k=1"], "other": [], "lhs": "0", "relation": ">=", "rhs": "1"})
    f("true_claim_refuted", "that a claim that holds on every input is refuted", "t.all).verdict", true_refuted, base)

    def equal_floors(c):
        alone(c, "distinct")
        verified(c, "distinct")
    f("rounded_ids_distinct", "that the ids rounded down are distinct: two of them are 3", "t.distinct).verdict", equal_floors, base)

    def vacuous(c):
        alone(c, "vacuous")
        verified(c, "vacuous")
    f("nothing_to_hold_for", "that a claim without any instance is verified", "t.vacuous).verdict", vacuous, base)

    def undefined(c):
        alone(c, "undefined")
        verified(c, "undefined")
    f("undefined_term", "that a claim with a term without a value is verified", "t.undefined).verdict", undefined, base)

    def without_self(c):
        alone(c, "ids")
        verified(c, "ids")
        c["run"].update(n="3", pattern=[["1 2", "1 3", "2 3"]])
        c["derived"].update(gamma="", l="", s="0", E="", c="0", layers="0")
        c["totals"].update(inputs="0", ids="0", distinct_ids="0", digest="0" * 16)
    f("no_network", "that ids are distinct where Assumption 1 fails, so that there is no network", "t.ids).verdict", without_self, base)

    def other_target(c):
        alone(c, "stages")
        c["run"]["target"] = "reverse"
    f("target_of_another_run", "the values of a formula that speaks of f, with another target", "t.stages).witness", other_target, base)


# --- assumption1

window, no_self1 = (load(f"assumption1/accept/{n}.json") for n in ("window", "no_self"))


def pattern(certificate, n, *layers, causal="0"):
    certificate["pattern"] = {"n": str(n), "layers": [{"causal": causal, "parts": list(parts)} for parts in layers]}


def says(certificate, **values):
    certificate["evidence"].update(values)


def verdicts(certificate, *words):
    for c, word in zip(certificate["claims"], words):
        tier = {"verified": "symbolic", "refuted": "witness"}[word]
        c.update(verdict=word, tier=tier, evidence="argument", reason="", witness={})


def assumption1():
    f = lambda *a: forge("assumption1", *a)

    def one(n, layers, evidence, words=("verified", "verified", "verified"), causal="0"):
        def edit(c):
            pattern(c, n, *layers, causal=causal)
            says(c, **evidence)
            verdicts(c, *words)
        return edit
    full = lambda n: f"gamma 1..{n}"
    f("step_too_few", "(1.3) with s = 3: from token 1 only 1..7 are reached in 3 steps", "evidence.reach", one(9, [["band 2 2 1"]], {"order": full(9), "reach": "bands", "s": "3", "least": "1 7"}), window)
    f("least_of_another_token", "that no s below 4 serves token 5: it reaches everything in 2", "evidence.least", one(9, [["band 2 2 1"]], {"order": full(9), "reach": "bands", "s": "4", "least": "5 9"}), window)
    f("layers_in_another_order", "that two steps reach everything: the wide layer is the second, and the first alone comes first", "evidence.reach",
      one(9, [["band 1 1 1"], ["band 7 7 1"]], {"order": full(9), "reach": "bands", "s": "1", "least": ""}), window)
    f("step_of_two", "that bands of step 2 reach the tokens of the other parity", "evidence.reach",
      one(9, [["band 4 4 2"], ["band 1 1 1"]], {"order": full(9), "reach": "bands", "s": "2", "least": "1 9"}), window)
    f("parity_order", "(1.2): token 2 does not attend to token 1", "evidence.order", one(9, [["band 4 4 2"]], {"order": full(9), "reach": "unreached 1 2", "s": "0", "least": ""}, ("verified", "verified", "refuted")), window)
    f("self_by_another_layer", "(1.1) of layer 2: no token is in its own row there", "evidence.self",
      one(9, [["band 8 8 1"], ["columns 1 2 1 9"]], {"self": "", "order": full(9), "reach": "bands", "s": "1", "least": ""}), window)
    f("self_refuted_though_there", "that token 3 is not in its own row: the second part of the layer puts it there", "evidence.self",
      one(9, [["columns 1 2 1 2", "band 0 0 1"]], {"self": "1 3", "order": full(9), "reach": "", "s": "0", "least": ""}, ("refuted", "verified", "refuted")), window)
    f("causal_backwards", "(1.2) in this order: with a causal mask no token attends to a later one", "evidence.order",
      one(9, [["band 8 8 1"]], {"order": "gamma 9..1", "reach": "unreached 1 2", "s": "0", "least": ""}, ("verified", "verified", "refuted"), "1"), window)
    f("cut_that_does_not_cut", "that there is no order: without token 1 the others fall into two parts, which is not more than two", "evidence.order",
      one(5, [["edges 1 1..5;1..3;1..3;1 4..5;1 4..5"]], {"order": "cut 1", "reach": "common 1", "s": "2", "least": "2 4"}, ("verified", "refuted", "verified")), window)
    f("apart_by_two_steps", "that neither of 1 and 9 leads to the other: they do, by way of the tokens between", "evidence.order",
      one(9, [["band 2 2 1"]], {"order": "apart 1 9", "reach": "bands", "s": "4", "least": "1 8"}, ("verified", "refuted", "verified")), window)
    f("unreached_by_two_layers", "that token 1 does not lead to token 9: it does by way of the second layer", "evidence.reach",
      one(9, [["band 0 0 1"], ["band 3 3 1"]], {"order": full(9), "reach": "unreached 1 9", "s": "0", "least": ""}, ("verified", "verified", "refuted")), window)
    f("common_token_not_seen", "that every token attends to token 1 in the layer of step 2: that layer has bands alone", "evidence.reach",
      one(9, [["rows 1 9 1 9", "columns 1 9 1 9", "band 1 1 1"], ["band 1 1 1"]], {"order": full(9), "reach": "common 1", "s": "2", "least": "2 9"}), window)
    f("large_numbers", "that bands of 999999999 tokens with step 999999999 reach every token", "evidence.reach",
      one(9, [["band 999999999 999999999 999999999"], ["band 1 1 1"]], {"order": full(9), "reach": "bands", "s": "1", "least": ""}), window)


# --- kernel: without Coq, so each must be found by reading the claim, the certificate or a small run

FALSE = {  # formal, domain, what verify-check says, what is false
    "below": ("n < 2", "n >= 2", "where it is refuted", "that n < 2: there are runs of two tokens"),
    "up_to_three": ("n <= 3", "n >= 2", "where it is refuted", "that there are at most three tokens"),
    "root": ("4^(1/2) = 1", "n >= 2", "an exponent that is not certainly a whole number", "that a root of 4 is 1: Coq's power of an exponent that is not whole is another one"),
    "choose": ("choose(n, -1) = 1", "n >= 2", "an argument of choose that may be below 0", "that choose(n, -1) is 1, as Coq's is"),
    "quotient": ("1/(n - 3) > -2 or n = 3", "n >= 2", "a quotient whose divisor may be 0", "at n = 3 it has no value; in Coq 1/0 is 0"),
    "first_of_all": ("exists i in 1..n: 1/(i - 1) = 1", "n >= 2", "a quotient whose divisor may be 0", "at i = 1, which comes first, it has no value"),
    "half": ("forall i in 1..n/2: i <= n/2", "n >= 2", "an end of a range that is not certainly a whole number", "at n = 3 the range has no end"),
    "where": ("max(i in 1..n where 1/(n - 3) > 5 or i = 1: i) = 1", "n >= 2", "a quotient whose divisor may be 0", "at n = 3 the where has no value"),
    "name": ("gamma(0) = gamma(1)", "n >= 2", "the name gamma without", "there is no gamma(0)"),
    "vacuous": ("forall i in 1..0: i = 5", "n >= 2", "a range or a condition that no number or run fulfils", "it says nothing of any run"),
    "implied": ("1/(n - 3) = 5 implies n >= 2", "n >= 2", "a quotient whose divisor may be 0", "at n = 3 its condition has no value"),
    "modulo": ("(mod(1, n - 3) = 5) = (mod(1, n - 3) = 5)", "n >= 2", "a quotient whose divisor may be 0", "at n = 3 mod has no value"),
    "domain": ("n = 0", "4^(1/2) = 1", "an exponent that is not certainly a whole number", "no run has no token; the domain is true in Coq alone"),
    "axiom": ("n = 7", "n >= 2", "that a claim without real numbers rests on no axiom", "that n is 7, by an axiom"),
    "own_axiom": ("n = 7", "n >= 2", "that a claim without real numbers rests on no axiom", "that n is 7, by an axiom of the theory"),
    "other_statement": ("n = 7", "n >= 2", "theory (Statements)", "that n is 7: the theorem is of the statement n >= 2"),
    "theorem_of_no_file": ("n = 7", "n >= 2", "no theorem of a file of the theory", "that n is 7, by a theorem of a file that is not compiled"),
    "hypothesis": ("n = 7", "n >= 2", "that Assumption 1 says something else", "that n is 7, where Assumption 1.2 says 1 = 0; Coq has the printed one"),
}


def kernel():
    folder = CLAIMS["kernel"]
    folder.mkdir(exist_ok=True)
    entry = lambda id, formal, domain, needs="": f'[[claim]]\nid = "{id}"\nsource = "test"\nkind = "printed"\nwords = "w"\ndomain = "{domain}"\n{needs}formal = "{formal}"\ntruth = "open"\n\n'
    text = entry("yun2020b.A1.2", "1 = 0", "n >= 2 and d >= 1 and D >= 2") + entry("yun2020b.k.true", "n >= 2", "n >= 2")
    for name, (formal, domain, _, _) in FALSE.items():
        text += entry("yun2020b.k." + name, formal, domain, 'needs = ["yun2020b.A1.2"]\n' if name == "hypothesis" else "")
    (folder / "claims.toml").write_text(text)

    def binding(id, formal, domain, needs=""):
        return hashlib.sha256("\n".join([id, domain, needs, formal]).encode()).hexdigest()

    def of(name, formal, domain):
        id, tier = "yun2020b.k." + name, {"tier": "kernel", "evidence": "theorem", "reason": ""}
        needs = "yun2020b.A1.2" if name == "hypothesis" else ""
        hypotheses = [{"id": needs, "sha256": binding(needs, "1 = 0", "n >= 2 and d >= 1 and D >= 2")}] if needs else []
        return {"format": "hardmax-cert", "version": "3.0", "kind": "kernel", "theory": [{"file": "Statements", "sha256": "0" * 64}, {"file": "Tiny", "sha256": "0" * 64}],
                "theorems": [{"id": id, "theorem": "Tiny.it", "axioms": []}], "only": "", "claims": [{"id": id, "sha256": binding(id, formal, domain, needs), "verdict": "proved", **tier, "witness": {}}], "hypotheses": hypotheses, "constructions": constructions("yun2020b")}

    def with_statements(certificate):
        found = re.search(r'theory \(Statements\): .* found "?([0-9a-f]{64})', answer("kernel", certificate)[1])
        if found:
            certificate["theory"][0]["sha256"] = found[1]
        return certificate

    for name, (formal, domain, said, false) in FALSE.items():
        base = of(name, formal, domain)

        def edit(c):
            if name != "theorem_of_no_file":
                with_statements(c)
            if name == "axiom":
                c["theorems"][0]["axioms"] = ["Coq.Logic.Classical_Prop.classic"]
            if name == "own_axiom":
                c["theorems"][0]["axioms"] = ["Tiny.seven"]
            if name == "other_statement":
                c["theory"][0]["sha256"] = with_statements(of("true", "n >= 2", "n >= 2"))["theory"][0]["sha256"]
            if name == "theorem_of_no_file":
                c["theorems"][0]["theorem"] = "Elsewhere.it"
            c["theory"][1]["sha256"] = "1" * 64
        forge("kernel", name, false, said, edit, base)


soft(), run(), assumption1(), kernel()
(here / "EXPECTED").write_text("\n".join(sorted(expected)) + "\n")
