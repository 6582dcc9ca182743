#!/usr/bin/env python3
"""Reads data/patterns/full a second time, and compares with verify pattern.

The rules are written here from the documentation of each class, without a look at the importers:
one function says which keys a token sees in a layer. Compared are the number of layers in a period,
and of each layer the edges and the least and largest numbers of keys.

    published_masks.py VERIFY FOLDER
"""
import json
import subprocess
import sys
from pathlib import Path

MOST = 9000  # tokens; longer models are asked about their first ones


def first(lists, key, fallback):
    """The value of a key, or the class's default where it is missing (null stays null)."""
    return lists[key] if key in lists else fallback


def kinds(c):
    """(tokens, for every layer (keys before, keys after), each None for no limit)."""
    kind = c["model_type"]
    everything, before = (None, None), (None, 0)
    layers = c.get("num_hidden_layers")
    n = c.get("max_position_embeddings", 131072)
    if kind in ("bert",):
        return n, [everything] * layers
    if kind == "roberta":
        return n - 2, [everything] * layers
    if kind == "gpt2":
        return c["n_positions"], [before] * c["n_layer"]
    if kind == "mpt":
        return c["max_seq_len"], [before] * c["n_layers"]
    if kind in ("gpt_neox", "llama"):
        return n, [before] * layers
    if kind in ("mistral", "mixtral", "phi3", "starcoder2"):
        w = first(c, "sliding_window", 4096 if kind == "mistral" else None)
        return n, [before if w is None else (w - 1, 0)] * layers
    if kind in ("qwen2", "qwen3"):
        assert not c["use_sliding_window"]
        return n, [before] * layers
    if kind == "longformer":
        return n - 2, [(w // 2, w // 2) for w in c["attention_window"]]
    if kind == "modernbert":
        side = c["local_attention"] // 2
        every = c["global_attn_every_n_layers"]
        return n, [everything if i % every == 0 else (side, side) for i in range(layers)]
    if kind == "llama4_text":
        return n, [before if (i + 1) % 4 == 0 else "chunk" for i in range(layers)]
    w = first(c, "sliding_window", {"gpt_oss": 128}.get(kind, 4096))
    period = {"gemma2": 2, "gpt_oss": 2, "gemma3_text": 6, "cohere2": 4, "olmo3": 4, "exaone4": 4,
              "ministral": 1000000}[kind]
    types = c.get("layer_types") or ["full_attention" if (i + 1) % period == 0 else
                                     "sliding_attention" for i in range(layers)]
    slides, full = (w - 1, 0), before
    if c.get("use_bidirectional_attention"):
        slides, full = (w // 2, w // 2), everything
    return n, [slides if t == "sliding_attention" else full for t in types]


def row_sizes(layer, n, chunk):
    if layer == "chunk":
        return [i % chunk + 1 for i in range(n)]
    left, right = layer
    left, right = n if left is None else left, n if right is None else right
    return [min(i, left) + min(n - 1 - i, right) + 1 for i in range(n)]


def main():
    verify, folder = sys.argv[1], Path(sys.argv[2])
    compared = wrong = 0
    for file in sorted(folder.glob("*.json")):
        config = json.loads(file.read_text())
        if file.name == "index.json" or config["model_type"] == "reformer":
            continue
        text = config.get("text_config", config)
        model_tokens, layers = kinds(text)
        n = min(model_tokens, MOST)
        chunk = text.get("attention_chunk_size", 8192)
        sizes = [row_sizes(layer, n, chunk) for layer in layers]
        period = next(p for p in range(1, len(sizes) + 1)
                      if all(sizes[i] == sizes[i - p] for i in range(p, len(sizes))))
        expected = [(sum(s), [min(s), max(s)]) for s in sizes[:period]]
        run = subprocess.run([verify, "pattern", str(file), "--n", str(n), "--json"],
                             capture_output=True, text=True)
        try:
            answer = json.loads(run.stdout)["pattern"]
        except (ValueError, KeyError):
            print(f"{file.name}: no answer: {run.stderr.strip()}")
            wrong += 1
            continue
        got = [(layer["edges"], layer["keys"]) for layer in answer["layers"]]
        compared += 1
        if answer["n"] != n or got != expected:
            print(f"{file.name}: expected {expected}, verify says {got}")
            wrong += 1
    print(f"{compared} configurations compared, {wrong} differ")
    return 1 if wrong or compared < 20 else 0


if __name__ == "__main__":
    sys.exit(main())
