"""Mutants of data: one more and one less in every whole number that a data file takes from a rule it names.

A number belongs to the rules of the comment on its line, or else to those of its table: the comment over or beside the
header, or a key rule = "...". It is printed in the rulebook if its line or table names a rule or says "text" and
nothing there says that it is an estimate.
"""
from __future__ import annotations

import re
from pathlib import Path

from mutation.mutant import Mutant, digest, unique
from mutation.rules import Catalogue

NOT_PLAYED = re.compile(r"(doctrine|style|looks|plan|coast)\.toml$")
UNSURE = re.compile(r"estimate|play-aid|geography|inferred|ruling|house")
PLACES = re.compile(r"^\s*(id|number|lat|lon|x|y|hex|hexes|elev|outline|at|rank|from|to|frame|origin)\s*=")
NUMBER = re.compile(r"(?<=[=\[,] )-?\d+(?![\w.-])|(?<=\[)-?\d+(?![\w.-])")


class Table:
    """What is known of the table a line stands in."""

    def __init__(self, lines: list[str], first: int, said: str, catalogue: Catalogue) -> None:
        end = next((i for i in range(first + 1, len(lines)) if not lines[i].strip()), len(lines))
        body = "\n".join(lines[first:end])
        self.rules = catalogue.named(said)
        for found in re.findall(r'(?m)^rule = "([^"]*)', body):
            self.rules = unique([*self.rules, *catalogue.named(found)])
        self.printed = not re.search(r"estimate|play-aid", said) and bool(
            self.rules or re.search(r"\btext\b|stated", said) or re.search(r'(?m)^provenance = "text"', body))
        self.keys = set(re.findall(r'(?m)^(\w+)_(?:source|from|provenance|by) = "text"', body))
        if re.search(r'(?m)^provenance = "(?!text)', body):
            self.printed = False


def data_mutants(folder: Path, catalogue: Catalogue) -> list[Mutant]:
    return [m for path in sorted((folder / "data").glob("*.toml")) if not NOT_PLAYED.search(path.name)
            for m in of_file(path, catalogue)]


def of_file(path: Path, catalogue: Catalogue) -> list[Mutant]:
    found: list[Mutant] = []
    text = path.read_text("utf-8")
    code, lines = digest(text), text.split("\n")
    table, note = Table(lines, 0, "", catalogue), ""
    for n, line in enumerate(lines):
        entry, _, comment = line.partition("#")
        if entry.startswith("[") or not line.strip():
            table = Table(lines, n, note + comment, catalogue)
        note = note + comment if not entry.strip() and line.strip() else ""
        inline = re.search(r"\{.*\brule = \"([^\"]*)", entry)
        own = catalogue.named(comment) or (catalogue.named(inline[1]) if inline else [])
        rules = own or table.rules
        key = entry.split("=")[0].strip()
        printed = table.printed or key in table.keys or 'provenance = "text"' in entry or bool(own)
        if not printed or not rules or UNSURE.search(line) or PLACES.match(entry):
            continue
        bare = re.sub(r'"[^"]*"', lambda s: "_" * len(s[0]), entry)
        for hit in NUMBER.finditer(bare):
            for step in (1, -1):
                new = f"{entry[:hit.start()]}{int(hit[0]) + step}{entry[hit.end():]}"
                found.append(Mutant(f"data/{path.name}", n + 1, "", "data", entry.strip(), new.strip(), code,
                                    "\n".join([*lines[:n], new, *lines[n + 1:]]), near=rules, wide=rules))
    return found
