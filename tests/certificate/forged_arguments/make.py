#!/usr/bin/env python3
"""Writes the certificates of this folder, each of a claim that is false, has no value or says nothing, forged by someone who knows what verify-check asks for; the claims they are of; and EXPECTED, a line
each: the file, what is false, how the rejection begins. Run it after a change of the format; a test (tests/check/forged_arguments_test.cpp) wants all of them rejected, each for the reason of its line."""
import hashlib
import json
import os
import shutil
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(here))
from bound import constructions
structural = os.path.join(here, "../structural/accept")
no_argument = '"an argument", found that it does not go through'

# name, the argument's induction and lines of `by`, the claim, what is false. A list of claims: the first is proved, the others stand for themselves; an argument for each that has one.
general = [
    ("half", "", [], "forall i in 1..n/2: i >= 1", "n >= 2", "n/2 is no whole number at n = 3, so the claim has no value there"),
    ("quotient", "", [], "forall i in 1..1/(n-3): i >= 1", "n >= 2", "1/(n-3) has no value at n = 3"),
    ("name", "", [], "forall i in 1..gamma(0): i >= 1", "n >= 2", "there is no gamma(0)"),
    ("nothing_times_a_name", "", [], "forall i in 1 + 0*gamma(0)..n: i >= 1", "n >= 2", "there is no gamma(0), and 0 times it has no value"),
    ("never", "", [], "forall i in n+1..n: i >= 1", "n >= 2", "it says nothing, at no n"),
    ("empty_further_in", "", [], "forall i in 1..2, j in 5..i: i + j >= 1", "n >= 2", "no i has a j, so it says nothing"),
    ("inner_half", "", [], "n >= 2 and (forall i in 1..n: forall j in i..n/2: j >= 1)", "n >= 2", "n/2 is no whole number at n = 3"),
    ("inverse", "", [], "(n-3)^(-1) = (n-3)^(-1)", "n >= 2", "0 has no inverse, at n = 3"),
    ("domain", "", [], "n >= 2", "1/(n-3) > -2", "at n = 3 the domain has no value"),
    ("where", "", [], "forall i in 1..n where 1/(i-2) > 0: i >= 1", "n >= 2", "the where has no value at i = 2"),
    ("induction_to_half", "forall m in 0..n/2: m >= 0", ["step hypothesis"], "forall m in 0..n/2: m >= 0", "n >= 2", "n/2 is no whole number at n = 3"),
    ("root", "", [], "D^(1/2) = D^(1/2)", "n >= 2", "two irrational numbers are never seen to be equal, at D = 2"),
]
starts = "forall H in inputs: sum(j in 1..n: z(H, j)) >= 0"
given = [   # the lines of by, the claim, the claims that it is given
    ("beyond_the_sum", ["end yun2020b.F.beyond_the_sum.given"], "forall H in inputs: sum(j in 1..n+5: z(H, j)) = sum(j in 1..n+5: z(H, j))", starts, "there is no token n + 1"),
    ("of_another_range", ["end yun2020b.F.of_another_range.given"], "forall i in 1..n: i <= s", "forall i in 1..s: i <= s", "n <= s is false of dense attention"),
]

for_all_D = [
    ("half", "forall i in 1..D/2: i >= 1", "D >= 2", 2, "undecided", "D/2 is no whole number at D = 3"),
    ("quotient", "1/(D-3) > -5 or D = 3", "D >= 2", 4, "error", "1/(D-3) has no value at D = 3"),
    ("never", "forall i in n+1..n: i > D", "D >= 2", 2, "undecided", "it says nothing, at no D"),
    ("far_out", "D != 7", "D >= 2", 8, "refuted", "it is false at D = 7"),
    ("choose", "choose(n, -1) = 1", "D >= 2", 2, "refuted", "choose(n, -1) is 0"),
    ("root", "4^(1/2) = 1", "D >= 2", 2, "refuted", "4^(1/2) is 2"),
    ("most_of_nothing", "max(i in 1..n where i > n: i + D) >= 0", "D >= 2", 2, "error", "a maximum of nothing has no value"),
    ("mod_zero", "mod(D, D - 2) <= D", "D >= 2", 3, "error", "mod by 0 has no value, at D = 2"),
    ("odd", "floor(D/2) = D/2", "D >= 2", 2, "undecided", "it is false of odd D"),
    ("nonneg", "forall x in nonneg: x*D > 0", "D >= 2", 2, "undecided", "it is false at x = 0"),
    ("domain", "D >= 2", "1/(D-4) > -2", 5, "undecided", "at D = 4 the domain has no value"),
    ("first", "exists i in 0..1: 1/(D*i) > 0", "D >= 2", 2, "error", "at i = 0, which comes first, there is no value"),
    ("between", "2^D >= D^2", "D >= 2", 4, "undecided", "it is false at D = 3"),
]

# name, the certificate whose run and argument are taken, id, claim, needs, domain, what is false
A1 = "yun2020b.A1.1,yun2020b.A1.2,yun2020b.A1.3"
of_structural = [
    ("row_2", "yun2020a_two_rows", "X", "forall H in inputs: entry(z(H, 1)/delta - 1, H, 2, 1) < 1", "", "n >= 2", "there is no layer -1, which is asked for where token 1 is 0"),
    ("quotient", "dense", "X", "forall H in inputs: 1/z(H, 2) > -1", A1, "n >= 2", "where token 2 is 0 its id is, and 1/0 has no value"),
    ("half", "order", "X", "forall H in inputs, k in 1..(n-1)/2: z(H, k) >= 0", A1, "n >= 2", "(n-1)/2 is no whole number at n = 4"),
    ("half_a_layer", "forms_ub", "X", "forall H in inputs: v(D^d/2, H, 1) = z(H, 1)", "", "n >= 2", "D^d/2 is no whole number at D = 3"),
    ("exists", "dense", "X", "exists H in inputs: 1/z(H, 2) > 0", A1, "n >= 2", "1/z has no value for the first input, so no later one shows it"),
    ("never", "dense", "X", "forall H in inputs, k in n+1..n: z(H, k) > 5", A1, "n >= 2", "it says nothing"),
    ("sum", "dense", "X", "sum(H in inputs where max(k in 1..n where z(H, k) > 0: 1) > 0: 1) <= D^(n*d)", A1, "n >= 2", "of an input whose ids are 0 the maximum is of nothing"),
    ("asked_too_late", "increasing_yun2020a", "X", "forall H in inputs where 1/(category(H) - 2) < 0 and sorted(H) = 1 and category(H) = 1: id(H, 1) >= 0", "", "n >= 2", "1/(category(H) - 2) has no value for an input of category 2, which is asked before its order is"),
    ("range_before_where", "increasing_yun2020a", "X", "forall H in inputs, k in 1..1/(2 - category(H)) where sorted(H) = 1 and category(H) = 1: id(H, k) >= 0", "", "n >= 2", "the range has no end for an input of category 2: it is opened before the order is asked for"),
    ("name_in_domain", "dense", "X", "forall H in inputs, k in 1..n: z(H, k) >= 0", A1, "gamma(0) = 0 or n >= 2", "the domain has no value: there is no gamma(0)"),
    ("one_token_more", "dense", "D.3.Lemma7.P2", "distinct(H in inputs, k in 1..n+1: id(H, k))", A1, "n >= 2 and d >= 1 and D >= 2", "under the id of Lemma 7: there is no token n + 1"),
    ("order_of_all", "increasing_yun2020a_every_D", "5.2.lemma6.P2", "distinct(H in inputs, k in 1..n: id(H, k))", "", "n >= 2 and d >= 1 and D >= 2 and positional = 0", "inputs in another order have the same ids"),
    ("every_D", "order_every_D", "X", "forall H in inputs: z(H, 1) < 100", A1, "n >= 2", "z(H, 1) is larger from D = 101 on"),
    ("last_layer", "forms_ub", "X", "forall H in inputs: v(layers(selective_shift) + layers(global_shift) + 1, H, 1) > 0", "", "n >= 2", "there is no such layer"),
    ("index_of_a_state", "dense", "X", "forall H in inputs: zt(H, 1 + z(H, 2)/delta) >= 0", A1, "n >= 2", "an index that depends on the input; here it is one, which the argument does not see"),
]


def one_space(text):
    return " ".join(text.split())


class Claims:
    def __init__(self):
        self.text, self.hash = {}, {}

    def add(self, paper, id_, formal, domain, needs=""):
        name = f"{paper}.{id_}"
        entry = f'[[claim]]\nid = "{name}"\nsource = "forged"\nkind = "printed"\nwords = "forged"\ndomain = "{domain}"\n'
        if needs:
            entry += "needs = [" + ", ".join(f'"{n}"' for n in needs.split(",")) + "]\n"
        self.text.setdefault(paper, []).append((name, entry + f'formal = "{formal}"\ntruth = "open"\n'))
        self.hash[name] = hashlib.sha256(f"{name}\n{one_space(domain)}\n{needs}\n{one_space(formal)}".encode()).hexdigest()
        return name

    def said(self, name, verdict, evidence, reason=""):
        tier = "symbolic" if verdict in ("proved", "verified") else "none"
        return {"id": name, "sha256": self.hash[name], "verdict": verdict, "tier": tier, "evidence": evidence, "reason": reason, "witness": {}}

    def write(self, folder):
        os.makedirs(folder, exist_ok=True)
        for paper, entries in self.text.items():
            with open(os.path.join(folder, paper + ".toml"), "w") as out:
                out.write("\n".join(text for _, text in sorted(entries)))


def write(folder, name, certificate):
    certificate.setdefault("hypotheses", [])
    certificate.setdefault("constructions", constructions("yun2020b"))
    with open(os.path.join(here, folder, name + ".json"), "w") as out:
        out.write(json.dumps(certificate, separators=(",", ":")) + "\n")


def main():
    expected = []
    for folder in ("general", "for_all_D", "structural"):
        os.makedirs(os.path.join(here, folder), exist_ok=True)
    head = lambda kind: {"format": "hardmax-cert", "version": "3.0", "kind": kind}

    claims = Claims()
    nothing = '"an argument", found that no run was found where the claim says something'
    for name, induction, by, formal, domain, false in general:
        id_ = claims.add("yun2020b", "F." + name, formal, domain)
        write("general", name, {**head("general"), "construction": "yun2020b", "arguments": [{"id": id_, "induction": induction, "by": by, "given": []}], "only": id_,
                                "claims": [claims.said(id_, "proved", "induction" if induction else "signs")]})
        expected.append((f"general/{name}.json", false, f"arguments ({id_}): stated " + (nothing if name in ("never", "empty_further_in") else no_argument)))
    for name, by, formal, used, false in given:
        id_, of = claims.add("yun2020b", "F." + name, formal, "n >= 2"), claims.add("yun2020b", f"F.{name}.given", used, "n >= 2")
        write("general", name, {**head("general"), "construction": "yun2020b", "arguments": [{"id": id_, "induction": "", "by": by, "given": [{"id": of, "sha256": claims.hash[of]}]}], "only": id_,
                                "claims": [claims.said(id_, "proved", "signs", "given"), claims.said(of, "undecided", "none", "not covered")]})
        expected.append((f"general/{name}.json", false, f"arguments ({id_}): stated {no_argument}"))
    both = [claims.add("yun2020b", f"F.circle.{i}", "sum(j in 1..n: j) <= 1000", "n >= 2") for i in (1, 2)]
    write("general", "circle", {**head("general"), "construction": "yun2020b", "arguments": [{"id": a, "induction": "", "by": ["end " + b], "given": [{"id": b, "sha256": claims.hash[b]}]} for a, b in (both, both[::-1])],
                                "only": "yun2020b.F.circle", "claims": [claims.said(a, "proved", "signs", "given") for a in both]})
    expected.append(("general/circle.json", "it is false at n = 45, and each of two claims has the other alone for it", f"arguments ({both[0]}): stated \"an argument\", found that it goes back to the claim itself"))
    claims.write(os.path.join(here, "general/claims"))

    claims = Claims()
    for name, formal, domain, least, found, false in for_all_D:
        id_ = claims.add("yun2020b", "F." + name, formal, domain)
        write("for_all_D", name, {**head("for-all-D"), "fixed": {"construction": "yun2020b", "n": "3", "d": "1", "p": "0", "s": "0"}, "only": id_, "claims": [claims.said(id_, "proved", f"signs from D={least}")]})
        expected.append((f"for_all_D/{name}.json", false, f'claims[0] ({id_}).verdict: stated "proved", found "{found}"'))
    claims.write(os.path.join(here, "for_all_D/claims"))

    claims = Claims()
    for name, base, id_, formal, needs, domain, false in of_structural:
        certificate = json.load(open(os.path.join(structural, {"yun2020a_two_rows": "forms_ub"}.get(base, base) + ".json")))
        paper = certificate["run"]["construction"]
        if base == "yun2020a_two_rows":   # n = 2, d = 2, D = 2, with encodings
            certificate["run"].update(n="2", d="2", D="2")
            certificate["derived"] = {"c": str(2 * 2**7), "layers": "9"}
        own = id_ if id_ != "X" else "F." + name
        id_ = claims.add(paper, own, formal, domain, needs)
        certificate.update(only=id_, claims=[claims.said(id_, "proved" if certificate["run"]["D"] == "every" else "verified", "structural")])
        if not needs:
            certificate["hypotheses"] = []
        write("structural", name, certificate)
        verdict = certificate["claims"][0]["verdict"]
        expected.append((f"structural/{name}.json", false, f'claims[0] ({id_}): stated "{verdict}", found that the argument shows other statements'))
    claims.write(os.path.join(here, "structural/claims"))
    shutil.copy(os.path.join(here, "../structural/claims/A1.toml"), os.path.join(here, "structural/claims"))   # the hypotheses, as they are
    with open(os.path.join(here, "EXPECTED"), "w") as out:
        out.writelines(f"{file} | {false} | {message}\n" for file, false, message in expected)


main()
