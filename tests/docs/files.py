"""The documents of the project, and the files that their commands read."""
import re
import shutil
import subprocess

# Names that documents use for what a reader has: a claim of one's own, a pattern, the configuration of a model.
OWN_CLAIM = """[[claim]]
id = "mine.first"
source = "my notes, Lemma 1"
kind = "printed"
words = "Ids differ."
domain = "n >= 2"
needs = ["yun2020b.A1.1", "yun2020b.A1.2", "yun2020b.A1.3"]
formal = "distinct(H in inputs, k in 1..n: id(H, k))"
truth = "true"
"""


def documents(root):
    listed = subprocess.run(["git", "ls-files", "-z", "*.md"], cwd=root, capture_output=True, text=True).stdout
    names = [name for name in listed.split("\0") if name]
    names = names or [str(file.relative_to(root)) for place in ("*.md", "docs/*.md", "*/README.md", "proofs/*/README.md")
                      for file in root.glob(place)]
    return sorted(name for name in names if (root / name).exists())


def toml_of(text):
    return re.findall(r"^```toml\n(.*?)^```$", text, re.S | re.M)


def mask(n, attends):
    """A mask of n tokens as NumPy writes it: bytes, 1 where attends(k, j)."""
    head = "{'descr': '|u1', 'fortran_order': False, 'shape': (%d, %d), }" % (n, n)
    head = head.ljust((len(head) + 11 + 63) // 64 * 64 - 11) + "\n"
    rows = bytes(int(attends(k, j)) for k in range(n) for j in range(n))
    return b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head.encode() + rows


def prepare(root, folder, verify_check):
    """Copies, so that a command may change them. verify_check: what stands for build/check/verify-check, where none is
    made by the command of the document."""
    without = shutil.ignore_patterns("coq", "*.o")
    for name in ("data", "examples", "proofs", "tests/certificate/accept", "tests/certificate/claims", "src/check"):
        shutil.copytree(root / name, folder / name, ignore=without)
    shutil.copy2(root / "CMakeLists.txt", folder)
    if verify_check:
        (folder / "build/check").mkdir(parents=True)
        (folder / "build/check/verify-check").symlink_to(verify_check)
    shutil.copy(root / "data/patterns/full/longformer-base-4096.json", folder / "config.json")
    (folder / "mine.toml").write_text(OWN_CLAIM)
    (folder / "mine.json").write_text('{"n": 4, "patterns": [[[1,2],[1,2,3],[2,3,4],[1,3,4]]]}')
    [target] = re.findall(r'^    (\{"n".*"f".*)$', (root / "docs/runs.md").read_text(), re.M)
    (folder / "f.json").write_text(target)
    (folder / "mask.npy").write_bytes(mask(8, lambda k, j: abs(k - j) <= 1))
    (folder / "masks").mkdir()
    for side in (1, 2):
        (folder / "masks" / f"window{side}.npy").write_bytes(mask(8, lambda k, j, w=side: abs(k - j) <= w))
