"""The commands that documents show, and the output that they show of them."""
import re

# A line of an indented block that is a command of this project's programs, or prepares a file for one.
# scripts/verify.sh builds and then is verify.
COMMAND = re.compile(r"^    ((?:build/check/)?verify(?:-check)?|scripts/verify\.sh|sed|cp|make) ")
# A command in a sentence: it has arguments, and none that is a word in capitals or "...".
IN_A_LINE = re.compile(r"(?<!`)`((?:verify|verify-check) [^`\s]+ [^`]+)`(?!`)")
OPEN = re.compile(r"\.\.\.|\b[A-Z]{2,}\b")
# What stands behind a command to say what it does: behind "#", or behind three blanks.
REMARK = re.compile(r"(?:\s+#\s.*|\s{3,}[^'|].*)$")


def parts(text):
    """("command", line) and ("shown", lines) of a document, in its order. What is shown stands in a fence without a
    language; commands stand in indented blocks, or between backquotes."""
    lines = iter(text.splitlines())
    for line in lines:
        fence = re.match(r"^```(\w*)$", line)
        if fence:
            inside = []
            for shown in lines:
                if shown == "```":
                    break
                inside.append(shown)
            if not fence[1]:
                yield "shown", inside
        elif COMMAND.match(line):
            yield "command", REMARK.sub("", line.strip())
        else:
            for command in IN_A_LINE.findall(line):
                if not OPEN.search(command):
                    yield "command", command


def timeless(line):
    return re.sub(r"[0-9.]+ s$", "T s", line.rstrip())


def missing_line(shown, output):
    """The first line of `shown` that `output` does not have behind those before it. A line "..." stands for lines left
    out, and a line that ends so for one that begins so."""
    lines = iter([timeless(line) for line in output.splitlines()])
    for line in shown:
        if line.strip() == "...":
            continue
        cut = line.removesuffix(" ...")
        if not any(came.startswith(cut) if cut != line else came == timeless(line) for came in lines):
            return line
    return None


def anchors(text):
    """Of the headings of a page, as GitHub makes them."""
    heads = re.findall(r"^#+ (.*)$", text, re.M)
    return {re.sub(r"[^a-z0-9 _-]", "", head.lower()).replace(" ", "-") for head in heads}


def broken_links(file, root):
    text = re.sub(r"```.*?```", "", file.read_text(), flags=re.S)
    for target in re.findall(r"\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$", text, re.M):
        target = target[0] or target[1]
        if target.startswith(("https://", "http://")):
            continue
        path, _, anchor = target.partition("#")
        to = (file.parent / path) if path else file
        if not to.exists():
            yield f"{file.relative_to(root)}: the link {target} leads nowhere"
        elif anchor and to.suffix == ".md" and anchor not in anchors(to.read_text()):
            yield f"{file.relative_to(root)}: {path} has no heading for #{anchor}"
