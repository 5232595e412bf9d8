"""Data files that tools write: one table is put in the place of the one of the same name, the rest stays as it is."""
from __future__ import annotations

from pathlib import Path

from frente.kernel import record


def put(path: Path, head: str, table: str, first: str = "") -> None:
    """Put *table*, which begins with the line *head*, into a file; *first*: what a new file begins with."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else first.splitlines()
    kept: list[str] = []
    inside = False
    for line in lines:
        if line.startswith("["):
            inside = line.startswith((head, head.removesuffix("]") + "."))
        if not inside:
            kept.append(line)
    record.write_text(path, "\n".join(kept).rstrip() + "\n\n" + table)
