"""A run as tables for other programs: CSV, JSON lines or Parquet; and its records, one file a game."""
from __future__ import annotations

import csv
import importlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from frente.lab import LabError
from frente.lab.runfile import TABLES, Run


def write_csv(run: Run, table: str, path: Path) -> None:
    names, rows = run.rows(table)
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(names)
        out.writerows(rows)


def write_jsonl(run: Run, table: str, path: Path) -> None:
    names, rows = run.rows(table)
    with path.open("w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(dict(zip(names, row)), ensure_ascii=False) + "\n")


def write_parquet(run: Run, table: str, path: Path) -> None:
    try:
        polars: Any = importlib.import_module("polars")
    except ImportError:
        raise LabError("Parquet needs the package polars; install it with “pip install 'frente[lab]'”, or export "
                       "csv or jsonl.") from None
    kinds = {"text": polars.String, "int": polars.Int64}
    schema = {column.split()[0]: kinds[column.split()[1]] for column in TABLES[table]}
    _, rows = run.rows(table)
    polars.DataFrame(list(rows), schema=schema, orient="row").write_parquet(path)


KINDS: Final[dict[str, Callable[[Run, str, Path], None]]] = {
    "csv": write_csv, "jsonl": write_jsonl, "parquet": write_parquet}


def write(run: Run, kind: str, folder: Path) -> list[Path]:
    """One file a table."""
    written = []
    folder.mkdir(parents=True, exist_ok=True)
    for table in TABLES:
        path = folder / f"{table}.{kind}"
        KINDS[kind](run, table, path)
        written.append(path)
    return written


def write_records(run: Run, folder: Path) -> list[Path]:
    """Every game as a saved one, and the packs they need, each arm in a folder of its own."""
    written = []
    plain = [re.sub(r"[^\w.+-]+", "-", arm.name)[:50] for arm in run.experiment.arms]
    names = {arm.name: f"{i:02}-{name}" for i, (arm, name) in enumerate(zip(run.experiment.arms, plain))}
    for arm in run.experiment.arms:
        if arm.pack:
            pack = folder / names[arm.name] / "pack"
            pack.mkdir(parents=True, exist_ok=True)
            for name, text in arm.pack:
                (pack / f"{name}.toml").write_text(text, encoding="utf-8")
    for arm_name, number, text in run.records():
        path = folder / names[arm_name] / f"{number:05}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        written.append(path)
    return written
