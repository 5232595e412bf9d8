"""Mutants of data: one more and one less in every whole number that is printed in the rulebook and names its rule.

The rules of a number are those of the comment on its line, or of its inline table, or of its table: the comment over or
beside the header, or a key rule = "...". It is printed if its line names a rule or says "text", if a key
NAME_from = "text" or the like says so, or else the table's provenance or comment, or [provenance] of "every number of
this file". A provenance that is a table itself names what is not printed.
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
FACTORS = {"attack", "defence", "move"}  # what a provenance of "factors" speaks of


class Table:
    """What is known of the table a line stands in; *said* is the comment over and beside its header."""

    def __init__(self, lines: list[str], first: int, said: str, whole_file: bool, catalogue: Catalogue) -> None:
        end = next((i for i in range(first + 1, len(lines)) if not lines[i].strip() or lines[i][0] == "["), len(lines))
        body = "\n".join(lines[first:end])
        self.rules = unique([*catalogue.named(said), *(i for found in re.findall(r'(?m)^rule = "([^"]*)', body)
                                                       for i in catalogue.named(found))])
        given = re.search(r"(?m)^provenance = (.*)", body)
        self.unsure = set(re.findall(r"(\w+) =", given[1])) if given and given[1].startswith("{") else set()
        if given:
            self.printed = given[1].startswith(('"text', "{"))
        else:
            self.printed = not re.search("estimate|play-aid", said) and (
                whole_file or re.search(r"\btext\b", said) is not None)
        self.keys = set(re.findall(r'(?m)^(\w+)_(?:source|from|provenance|by) = "text', body))
        self.unsure |= set(re.findall(r'(?m)^(\w+)_(?:source|from|provenance|by) = "(?!text)', body))

    def prints(self, key: str) -> bool:
        key = key.strip()
        if key in self.unsure or key.split("_")[0] in self.unsure or ("factors" in self.unsure and key in FACTORS):
            return False
        return self.printed or key in self.keys


def data_mutants(folder: Path, catalogue: Catalogue) -> list[Mutant]:
    return [m for path in sorted((folder / "data").glob("*.toml")) if not NOT_PLAYED.search(path.name)
            for m in of_file(path, catalogue)]


def of_file(path: Path, catalogue: Catalogue) -> list[Mutant]:
    found: list[Mutant] = []
    text = path.read_text("utf-8")
    code, lines = digest(text), text.split("\n")
    whole_file = "every number of this file" in text
    table, note = Table(lines, 0, "", whole_file, catalogue), ""
    for n, line in enumerate(lines):
        entry, _, comment = line.partition("#")
        if entry.startswith("[") or not line.strip():
            table = Table(lines, n, note + comment, whole_file, catalogue)
        note = note + comment if not entry.strip() and line.strip() else ""
        inline = re.search(r"\{.*\brule = \"([^\"]*)", entry)
        own = catalogue.named(comment) or (catalogue.named(inline[1]) if inline else [])
        sure = bool(catalogue.named(comment)) or 'provenance = "text' in entry or table.prints(entry.split("=")[0])
        if not sure or not (own or table.rules) or UNSURE.search(line) or PLACES.match(entry):
            continue
        bare = re.sub(r'"[^"]*"', lambda s: "_" * len(s[0]), entry)
        for hit in NUMBER.finditer(bare):
            for step in (1, -1):
                new = f"{entry[:hit.start()]}{int(hit[0]) + step}{entry[hit.end():]}"
                found.append(Mutant(f"data/{path.name}", n + 1, "", "data", entry.strip(), new.strip(), code,
                                    "\n".join([*lines[:n], new, *lines[n + 1:]]), near=own or table.rules,
                                    wide=own or table.rules))
    return found
