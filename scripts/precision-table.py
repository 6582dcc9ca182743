#!/usr/bin/env python3
"""The table of docs/precision.md: at which number formats the construction holds, for published models.

    precision-table.py VERIFY [--write]

Prints the table, or with --write puts it into docs/precision.md.
"""
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
MODELS = [
    ("full/bert-base-uncased.json", ["--n", "512"]),
    ("full/roberta-base.json", ["--n", "512"]),
    ("full/longformer-base-4096.json", ["--n", "4096", "--globals", "1"]),
    ("full/modernbert-base.json", ["--n", "8192"]),
    ("full/embeddinggemma-300m.json", ["--n", "2048"]),
    ("bigbird-roberta-base.json", ["--n", "4096", "--mode", "eval"]),
    ("bigbird-pegasus-large.json", ["--n", "4096", "--mode", "eval"]),
    ("led-base-16384.json", ["--n", "8192", "--globals", "1"]),
    ("long-t5-local-base.json", ["--n", "4096"]),
    ("etc-wikihop.json", ["--n", "4526"]),
    ("full/gpt2.json", ["--n", "1024"]),
    ("full/llama-2-7b-hf.json", ["--n", "4096"]),
    ("full/mistral-7b-v0.1.json", ["--n", "4096"]),
    ("full/gemma-2-9b.json", ["--n", "8192"]),
]
FORMATS = ["float16", "bfloat16", "float32", "float64"]
HEAD = (
    "| model | n | s | mantissa bits, ids | exponent bits, ids | mantissa bits, soft | " + " | ".join(FORMATS) + " |\n"
    "|---|--:|--:|--:|--:|--:|" + "---|" * len(FORMATS)
)


def layer(text):
    number = int(text)
    return str(number) if number < 10**6 else f"{number:.2e}".replace("e+", "e")


def between(bits):
    return f"{bits['least']} to {bits['enough']}"


def cell(judgement):
    return f"breaks at {layer(judgement['layer'])}" if judgement["layer"] else judgement["answer"]


def row(verify, file, options):
    command = [verify, "precision", ROOT / "data/patterns" / file, "--d", "64", "--json", *options,
               "--format", ",".join(FORMATS)]
    out = subprocess.run(command, capture_output=True, text=True).stdout
    name, n = pathlib.Path(file).stem, options[1]
    if not out.startswith(("{", "Assumption 1 does not hold")):
        sys.exit(f"{file}: no answer")
    if not out.startswith("{"):
        return f"| {name} | {n} | | no network | | |" + " |" * len(FORMATS)
    answer = json.loads(out)
    cells = [name, n, str(answer["pattern"]["s"]), between(answer["distinct_ids"]["mantissa_bits"]),
             between(answer["distinct_ids"]["exponent_bits"]), between(answer["soft"]["mantissa_bits"])]
    return "| " + " | ".join(cells + [cell(of["distinct_ids"]) for of in answer["formats"]]) + " |"


def main():
    table = "\n".join([HEAD] + [row(sys.argv[1], *model) for model in MODELS])
    if "--write" not in sys.argv[2:]:
        print(table)
        return
    page = ROOT / "docs/precision.md"
    before, rest = page.read_text().split("<!-- precision table -->\n")
    after = rest.split("<!-- end of precision table -->")[1]
    page.write_text(f"{before}<!-- precision table -->\n{table}\n<!-- end of precision table -->{after}")


main()
